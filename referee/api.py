"""The part of the API that belongs to no app: tokens of accounts."""

from datetime import datetime
from typing import Any

from django.contrib.auth import authenticate
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access import AccountsOnly, Need, needs
from referee.errors import Invalid, Refused
from referee.models import ApiToken, User
from referee.services import issue_api_token, replace_api_token, revoke_api_token
from referee.throttles import EntryThrottle, count_wrong_entry
from referee.views import ApiView


class WrongPassword(Refused):
    status = 401
    message = _("Name oder Passwort stimmt nicht.")


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
    throttle_classes = [EntryThrottle]

    @extend_schema(responses=TokenSerializer(many=True))
    @needs(Need.ACCOUNT)
    def list(self, request: Request) -> Response:
        """The tokens of one's own account; the secrets themselves are not kept."""
        tokens = ApiToken.objects.filter(user=request.user.pk).order_by("id")
        return Response(TokenSerializer(tokens, many=True).data)

    @extend_schema(request=LoginSerializer, responses={201: NewTokenSerializer})
    @needs(Need.EVERYBODY)
    def create(self, request: Request) -> Response:
        """Get a token for name and password. Too many wrong ones hold up their address."""
        user, name = _log_in(request)
        found, token = issue_api_token(user, name, self.at)
        return Response({**TokenSerializer(found).data, "token": token}, status=201)

    @extend_schema(request=None, responses={204: None})
    @needs(Need.ACCOUNT)
    def destroy(self, _request: Request, token: int) -> Response:
        """Revoke a token of one's own."""
        revoke_api_token(self.by, token)
        return Response(status=204)

    def to_remember(self, body: Any) -> Any:
        return {name: value for name, value in body.items() if name != "token"}

    def to_repeat(self, body: Any, _at: datetime) -> Any:
        """A fresh secret in the place of the first, which is not kept and perhaps never arrived.

        The password must still be right.
        """
        user, _name = _log_in(self.request)
        return {**body, "token": replace_api_token(user, body["id"])}


def _log_in(request: Request) -> tuple[User, str]:
    """Who logs in by the body of `request`, and what the token is for. Raises WrongPassword."""
    body = read(LoginSerializer, request)
    user = authenticate(request, username=body["username"], password=body["password"])
    if not isinstance(user, User):
        count_wrong_entry(request)
        raise WrongPassword
    return user, body["name"]


def read(serializer: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """The body of `request` as `serializer` has it. Raises ValidationError."""
    body = serializer(data=request.data)
    body.is_valid(raise_exception=True)
    validated: dict[str, Any] = body.validated_data
    return validated


def read_object(request: Request) -> dict[str, Any]:
    """The body of `request`, a JSON object. Raises Invalid."""
    body = request.data
    if not isinstance(body, dict):
        raise Invalid(field="", problem=_("Richtig ist ein JSON-Objekt."))
    return body
