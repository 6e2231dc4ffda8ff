"""What a monitor asks: does the server answer, and with which engine?"""

from django.http import HttpRequest, JsonResponse

from engine import COMPILED
from referee.lexicons import default_lexicon


def health(_request: HttpRequest) -> JsonResponse:
    """Answers 200 as long as pages are served; the body tells what may make them poor."""
    return JsonResponse({"compiled": COMPILED, "lexicon": default_lexicon() is not None})
