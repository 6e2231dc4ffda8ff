"""Every write that belongs to no app: accounts and their tokens."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from referee.errors import NotFound
from referee.models import ApiToken, User
from referee.tokens import USER, digest, new_token


class TokenMissing(NotFound):
    message = _("Diesen Zugang gibt es nicht.")


def ensure_account(name: str, password: str | None = None) -> User:
    """The account of that name; a new one can be entered by `password`, or not at all if None."""
    user, is_new = User.objects.get_or_create(username=name)
    if is_new:
        user.set_password(password)
        user.save(update_fields=["password"])
    return user


#: The account that directs what a demo shows, and nothing else; nobody can log in as it.
DEMO_DIRECTOR = "vorfuehrung"


def demo_director() -> User:
    return ensure_account(DEMO_DIRECTOR)


def issue_api_token(user: User, name: str, at: datetime) -> tuple[ApiToken, str]:
    """A new token for `user`, and its secret, which nobody can find out later."""
    token = new_token(USER)
    return user.api_tokens.create(name=name, digest=digest(token), created_at=at), token


def replace_api_token(user: User, pk: int) -> str:
    """A fresh secret for a token of `user`; the one before opens nothing. Raises TokenMissing."""
    token = new_token(USER)
    if not user.api_tokens.filter(pk=pk).update(digest=digest(token)):
        raise TokenMissing
    return token


def revoke_api_token(user: User, pk: int) -> None:
    """Raises TokenMissing unless it is a token of `user`."""
    if not user.api_tokens.filter(pk=pk).delete()[0]:
        raise TokenMissing
