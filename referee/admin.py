"""Accounts and their tokens in Django's admin. Games are run through the API, which keeps a log."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from referee.models import ApiToken, DeletedEvent, User
from referee.throttles import HeldUp, logging_in


class EntryForm(AdminAuthenticationForm):
    """The admin's login, at which guessing is held up as at every other."""

    request: HttpRequest

    def clean(self) -> dict[str, Any]:
        try:
            with logging_in(self.request, self.cleaned_data.get("username", "")):
                return super().clean()
        except HeldUp as held_up:
            raise ValidationError(str(held_up)) from None


admin.site.login_form = EntryForm
admin.site.register(User, UserAdmin)


@admin.register(DeletedEvent)
class DeletedEventAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """What was deleted, by whom: to look through."""

    list_display = ["name", "kind", "by", "at", "people"]
    readonly_fields = ["kind", "event", "name", "by", "at", "people", "log_length", "log_hash"]

    def has_add_permission(self, _request: HttpRequest) -> bool:
        return False


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """To look through and revoke; the secret itself is nowhere."""

    list_display = ["user", "name", "created_at"]
    readonly_fields = ["user", "name", "created_at"]
    exclude = ["digest"]

    def has_add_permission(self, _request: HttpRequest) -> bool:
        return False
