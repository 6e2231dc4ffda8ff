"""The page of one's own account: its password and the tokens of programs."""

from collections.abc import Mapping
from typing import cast

from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from referee.accounts import change_password
from referee.errors import Invalid, Refused
from referee.events.account_erasure import erase_account
from referee.models import User
from referee.page_requests import refusal_text
from referee.receipt_time import received_at
from referee.services import revoke_api_token
from referee.throttles import DEVICE, check_password, know_device

FIELDS: Mapping[str, str | Promise] = {
    "username": gettext_lazy("Benutzername"),
    "password": gettext_lazy("Passwort"),
    "new_password": gettext_lazy("Neues Passwort"),
    "repeated": gettext_lazy("Noch einmal"),
}


@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def account_page(request: HttpRequest) -> HttpResponse:
    """Change the password, or revoke a token; what is wrong is told above the form."""
    user = cast(User, request.user)
    refusal: Refused | None = None
    if request.method == "POST":
        try:
            if "token" in request.POST:
                token = request.POST["token"]
                revoke_api_token(user, int(token) if token.isdecimal() and len(token) < 9 else 0)
                messages.success(request, _("Der Zugang ist widerrufen."))
                return redirect("account")
            if "typed_name" in request.POST:
                return _erase(request, user)
            return _change(request, user)
        except Refused as fault:
            refusal = fault
    context = {
        "tokens": user.api_tokens.order_by("created_at"),
        "refusal": refusal and refusal_text(refusal, FIELDS),
    }
    return render(
        request, "referee/account.html", context, status=refusal.status if refusal else 200
    )


def _erase(request: HttpRequest, user: User) -> HttpResponse:
    """Raises WrongPassword, HeldUp, AccountNameDiffers, OnlyDirector."""
    check_password(request, user, request.POST.get("password", ""))
    erase_account(user, request.POST["typed_name"].strip(), received_at(request))
    logout(request)
    messages.success(request, _("Dein Konto ist gelöscht."))
    response = redirect("home")
    response.delete_cookie(DEVICE)
    return response


def _change(request: HttpRequest, user: User) -> HttpResponse:
    """Raises WrongPassword, HeldUp, Invalid."""
    check_password(request, user, request.POST.get("password", ""))
    new = request.POST.get("new_password", "")
    if new != request.POST.get("repeated", ""):
        raise Invalid(field="repeated", problem=_("Das waren zwei verschiedene Passwörter."))
    changed = change_password(user, new)
    update_session_auth_hash(request, changed)
    messages.success(request, _("Das neue Passwort gilt. Anderswo bist du jetzt abgemeldet."))
    response = redirect("account")
    know_device(response, changed.get_username())
    return response
