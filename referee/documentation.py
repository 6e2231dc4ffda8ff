"""The OpenAPI description of the whole API, and the page that shows it."""

from functools import cache
from typing import Any

from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

from referee.middleware import POLICY


@cache
def _schema() -> dict[str, Any]:
    with translation.override("en"):
        schema: dict[str, Any] = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
    return schema


class SchemaView(SpectacularAPIView):
    """The OpenAPI document, made once: it is the same for everybody."""

    def _get_schema_response(self, _request: Request) -> Response:
        return Response(_schema())


class DocumentationView(SpectacularSwaggerSplitView):
    """The API to look at and to try out. Its program writes styles and small pictures into it."""

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        policy = POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
        policy = policy.replace("img-src 'self'", "img-src 'self' data:")
        response.headers["Content-Security-Policy"] = policy
        return super().finalize_response(request, response, *args, **kwargs)
