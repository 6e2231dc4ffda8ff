"""The part of the API that belongs to no app: tokens of accounts."""

from datetime import datetime
from typing import Any

from django.contrib.auth import authenticate
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access import AccountsOnly, Need
from referee.accounts import change_password
from referee.events.account_erasure import erase_account
from referee.events.invitations import accept_as_new, accept_invitation
from referee.models import ApiToken, User
from referee.services import issue_api_token, replace_api_token, revoke_api_token
from referee.throttles import (
    Purpose,
    WrongPassword,
    check_password,
    entering,
    logging_in,
)
from referee.views import ApiView, Body, read, reads, writes


class LoginSerializer(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=128, trim_whitespace=False)
    name = serializers.CharField(max_length=100, help_text="What the token is for.")


class TokenSerializer(serializers.ModelSerializer[ApiToken]):
    class Meta:
        model = ApiToken
        fields = ["id", "name", "created_at"]


class NewTokenSerializer(TokenSerializer):
    token = serializers.CharField(help_text="Shown this once.")

    class Meta(TokenSerializer.Meta):
        fields = ["id", "name", "created_at", "token"]


class TokenViews(ApiView):
    """Tokens by which programs act for an account."""

    noun = "tokens"
    permission_classes = [AccountsOnly]

    @reads(Need.ACCOUNT, TokenSerializer(many=True))
    def list(self, request: Request) -> Response:
        """The tokens of one's own account; the secrets themselves are not kept."""
        tokens = ApiToken.objects.filter(user=request.user.pk).order_by("id")
        return Response(TokenSerializer(tokens, many=True).data)

    @writes(Need.EVERYBODY, LoginSerializer, {201: NewTokenSerializer})
    def create(self, body: Body) -> Body:
        """Get a token for name and password. Who guesses is held up."""
        found, token = issue_api_token(_log_in(self.request, body), body["name"], self.at)
        return {**TokenSerializer(found).data, "token": token}

    @writes(Need.ACCOUNT, None)
    def destroy(self, token: int) -> None:
        """Revoke a token of one's own."""
        revoke_api_token(self.by, token)

    def to_remember(self, body: Any) -> Any:
        return {name: value for name, value in body.items() if name != "token"}

    def to_repeat(self, body: Any, _at: datetime) -> Any:
        """A fresh secret in the place of the first, which is not kept and perhaps never arrived.

        The password must still be right.
        """
        user = _log_in(self.request, read(LoginSerializer, self.request))
        return {**body, "token": replace_api_token(user, body["id"])}


class PasswordSerializer(serializers.Serializer[Any]):
    password = serializers.CharField(max_length=128, trim_whitespace=False)
    new_password = serializers.CharField(max_length=128, trim_whitespace=False)


class AccountErasureSerializer(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150, help_text="To be sure.")
    password = serializers.CharField(max_length=128, trim_whitespace=False)


class AcceptanceSerializer(serializers.Serializer[Any]):
    """Without a name it is accepted by whoever asks; with one, an account is made for it."""

    code = serializers.CharField(max_length=100)
    username = serializers.CharField(max_length=150, required=False)
    password = serializers.CharField(max_length=128, trim_whitespace=False, required=False)


class AcceptedSerializer(serializers.Serializer[Any]):
    event = serializers.UUIDField()
    kind = serializers.CharField(help_text="Of which model the event is, such as `game`.")
    username = serializers.CharField()


class AccountViews(ApiView):
    """One's own account."""

    noun = "account"
    permission_classes = [AccountsOnly]

    @writes(Need.ACCOUNT, PasswordSerializer)
    def change_password(self, body: Body) -> None:
        """A new password. Sessions end, and all tokens but the one that this is asked by."""
        check_password(self.request, self.by, body["password"])
        auth = self.request.auth
        kept = auth if isinstance(auth, ApiToken) else None
        change_password(self.by, body["new_password"], kept=kept)

    @writes(Need.ACCOUNT, AccountErasureSerializer)
    def erase(self, body: Body) -> None:
        """Erase your account; what it did stays, done by a name that says nothing."""
        check_password(self.request, self.by, body["password"])
        erase_account(self.by, body["username"], self.at)

    @writes(Need.EVERYBODY, AcceptanceSerializer, AcceptedSerializer)
    def accept(self, body: Body) -> Body:
        """Join the staff by an invitation, with an account or a new one. Guessing is held up."""
        code = body["code"]
        with entering(self.request, Purpose.INVITATION, code):
            if "username" in body:
                password = body.get("password", "")
                event, user = accept_as_new(code, body["username"], password, self.at)
            elif isinstance(self.request.user, User):
                event, user = accept_invitation(code, self.by, self.at), self.by
            else:
                raise NotAuthenticated
        kind = event._meta.model_name
        return {"event": event.pk, "kind": kind, "username": user.get_username()}


def _log_in(request: Request, body: Body) -> User:
    """Who logs in. Raises WrongPassword, HeldUp."""
    with logging_in(request, body["username"]):
        user = authenticate(request, username=body["username"], password=body["password"])
        if not isinstance(user, User):
            raise WrongPassword
        return user
