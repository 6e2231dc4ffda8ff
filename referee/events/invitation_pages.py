"""Where the link of an invitation leads: to join the staff, with an account or a new one."""

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from referee.account_pages import FIELDS
from referee.errors import Invalid, Refused
from referee.events.invitations import accept_as_new, accept_invitation, find_invitation
from referee.page_requests import refusal_text, refused
from referee.receipt_time import received_at
from referee.throttles import Purpose, entering, know_device


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def staff_invitation(request: HttpRequest, code: str) -> HttpResponse:
    """Who is logged in accepts with one button; others log in, or make an account here."""
    at = received_at(request)
    try:
        with entering(request, Purpose.INVITATION, code):
            invitation = find_invitation(code, at)
    except Refused as refusal:
        return refused(request, refusal)
    context = {"invitation": invitation, "event": invitation.event, "said": request.POST}
    if request.method != "POST":
        return render(request, "referee/staff_invitation.html", context)
    try:
        if request.user.is_authenticated:
            accept_invitation(code, request.user, at)
            return redirect(invitation.desk, invitation.event.pk)
        password = request.POST.get("password", "")
        if password != request.POST.get("repeated", ""):
            problem = _("Das waren zwei verschiedene Passwörter.")
            raise Invalid(field="repeated", problem=problem)
        _event, user = accept_as_new(code, request.POST.get("username", ""), password, at)
    except Refused as refusal:
        context["refusal"] = refusal_text(refusal, FIELDS)
        return render(request, "referee/staff_invitation.html", context, status=refusal.status)
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    response = redirect(invitation.desk, invitation.event.pk)
    know_device(response, user.get_username())
    return response
