"""Every error of the API in one shape: application/problem+json with a stable code (RFC 9457)."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views import defaults
from rest_framework import exceptions, serializers
from rest_framework.views import set_rollback

from engine.errors import Unreadable
from referee.authentication import SCHEME
from referee.errors import Invalid, Refused

CONTENT_TYPE = "application/problem+json"
#: What of Django and its REST framework goes out under a code of ours.
CODES: Mapping[type[exceptions.APIException], str] = {
    exceptions.ParseError: "not_json",
    exceptions.NotAuthenticated: "not_authenticated",
    exceptions.PermissionDenied: "forbidden",
    exceptions.NotFound: "not_found",
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
    exceptions.Throttled: "throttled",
}


class ProblemSerializer(serializers.Serializer[Any]):
    """How every error is told; `code` is for programs, `detail` for people."""

    type = serializers.CharField(default="about:blank")
    title = serializers.CharField(help_text="The status in words.")
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="What is wrong, in the language asked for.")
    code = serializers.CharField(help_text="Stable, in snake_case.")
    params = serializers.DictField(help_text="What the code is about; `fields` if it is invalid.")


def problem_body(refused: Refused) -> dict[str, Any]:
    """What is told of a refusal. An invalid field is named as in every other validation error."""
    params = dict(refused.detail)
    if isinstance(refused, Invalid):
        params = {"fields": {str(params.get("field", "")): [str(params.get("problem", ""))]}}
    return _body(refused.status, refused.code, str(refused), params)


def handle(error: Exception, _context: Mapping[str, Any]) -> HttpResponse | None:
    """The one exception handler of the API. None for what is nobody's fault but ours."""
    set_rollback()
    match error:
        case Refused():
            return respond(problem_body(error))
        case Unreadable():
            return respond(_body(400, "unreadable", str(error)))
        case Http404():
            error = exceptions.NotFound()
        case PermissionDenied():
            error = exceptions.PermissionDenied()
        case exceptions.APIException():
            pass
        case _:
            return None
    return _respond_to_framework(error)


def respond(body: Mapping[str, Any]) -> HttpResponse:
    response = JsonResponse(body, status=body["status"], content_type=CONTENT_TYPE)
    if response.status_code == HTTPStatus.UNAUTHORIZED:
        response.headers["WWW-Authenticate"] = SCHEME
    if "wait_seconds" in body["params"]:
        response.headers["Retry-After"] = str(body["params"]["wait_seconds"])
    return response


def _respond_to_framework(error: exceptions.APIException) -> HttpResponse:
    status = error.status_code
    if isinstance(error, exceptions.ValidationError):
        fields = error.detail if isinstance(error.detail, dict) else {"": error.detail}
        message = _("Diese Angaben sind nicht richtig: {names}.").format(
            names=", ".join(name or _("alle") for name in fields)
        )
        return respond(_body(status, "invalid", message, {"fields": fields}))
    code = CODES.get(type(error), "error")
    wait = getattr(error, "wait", None)
    params = {} if wait is None else {"wait_seconds": int(wait)}
    return respond(_body(status, code, str(error.detail), params))


def _body(
    status: int, code: str, message: str, params: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    return {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": message,
        "code": code,
        "params": dict(params or {}),
    }


# What Django answers where no view is reached: a problem under /api/, a page elsewhere.


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_api(request):
        return respond(_body(400, "bad_request", _("Diese Anfrage ist nicht in Ordnung.")))
    return defaults.bad_request(request, exception)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_api(request):
        return respond(_body(404, "not_found", _("Diese Adresse gibt es nicht.")))
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    if _is_api(request):
        return respond(_body(500, "server_error", _("Da ist bei uns etwas schiefgegangen.")))
    return defaults.server_error(request)


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")
