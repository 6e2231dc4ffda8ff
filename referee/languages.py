"""The language of the pages, as a visitor chooses it."""

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import check_for_language
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST


@csrf_exempt  # all that is at stake is the language of the next page
@require_POST
def switch_language(request: HttpRequest) -> HttpResponse:
    """Remember the language chosen and go back to `next`, an address on this site of any length.

    Django's own view forgets addresses beyond 2,048 characters, which a long game needs.
    """
    here = request.POST.get("next", "")
    response = HttpResponseRedirect(here if re.match(r"/(?![/\\])", here) else "/")
    language = request.POST.get("language", "")
    if check_for_language(language):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            samesite="Lax",
        )
    return response
