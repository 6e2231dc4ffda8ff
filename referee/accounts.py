"""Accounts of those who run something: made on invitation, their passwords changed."""

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee.errors import Invalid, Refused
from referee.models import ApiToken, User
from referee.texts import read_text

LONGEST_NAME = 150


class NameInUse(Refused):
    message = gettext_lazy("Den Benutzernamen {username} hat schon jemand.")


@transaction.atomic
def make_account(username: str, password: str) -> User:
    """A new account, which may create events. Raises Invalid, NameInUse (whatever the case)."""
    username = read_text("username", username, LONGEST_NAME, least=1)
    try:
        User.username_validator(username)
    except ValidationError as fault:
        raise Invalid(field="username", problem=" ".join(fault.messages)) from None
    if User.objects.filter(username__iexact=username).exists():
        raise NameInUse(username=username)
    user = User(username=username)
    _set_password(user, "password", password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:  # somebody else was faster
        raise NameInUse(username=username) from None
    return user


@transaction.atomic
def change_password(user: User, password: str, *, kept: ApiToken | None = None) -> User:
    """A new password, once the old one was asked for. Raises Invalid.

    Every session of the account ends, as it is bound to the password, and every token of a program
    is revoked but the one `kept`, by which it was asked.
    """
    user = User.objects.select_for_update().get(pk=user.pk)
    _set_password(user, "new_password", password)
    user.save(update_fields=["password"])
    others = user.api_tokens.all() if kept is None else user.api_tokens.exclude(pk=kept.pk)
    others.delete()
    return user


def _set_password(user: User, field: str, password: str) -> None:
    try:
        validate_password(password, user)
    except ValidationError as fault:
        raise Invalid(field=field, problem=" ".join(fault.messages)) from None
    if len(password) > 128:
        raise Invalid(field=field, problem=_("Höchstens 128 Zeichen."))
    user.set_password(password)
