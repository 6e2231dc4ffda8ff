"""What the OpenAPI description says of every operation alike."""

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter

from referee.access import Need, need_of
from referee.idempotency import HEADER, LONGEST_KEY, REPLAYED, WRITES, RepeatableWrites
from referee.problems import CONTENT_TYPE, ProblemSerializer
from referee.views import RoleView

ACCOUNT: list[dict[str, list[str]]] = [{"user_token": []}, {"cookieAuth": []}]
KEY = OpenApiParameter(
    HEADER,
    {"type": "string", "minLength": 16, "maxLength": LONGEST_KEY, "pattern": "^[!-~]+$"},
    OpenApiParameter.HEADER,
    description=f"Repeated with the same key, a write acts once; see `{REPLAYED}` in the answer.",
)


class ApiSchema(AutoSchema):
    """Says once for all operations what they share: names, problems, keys, who may."""

    def get_operation_id(self) -> str:
        noun = self.get_tags()[0]
        action = getattr(self.view, "action", None) or self.method_mapping[self.method.lower()]
        return f"{noun}_{action}"

    def get_tags(self) -> list[str]:
        return [getattr(self.view, "noun", "schema")]

    def get_auth(self) -> list[dict[str, Any]]:
        super().get_auth()  # registers the schemes
        match need_of(self.view, self.method):
            case Need.EVERYBODY:
                return [{}, *ACCOUNT]
            case Need.PARTICIPANT if isinstance(self.view, RoleView):
                return [{self.view.holder_scheme: []}]
            case Need.INVOLVED if isinstance(self.view, RoleView):
                return [{self.view.holder_scheme: []}, *ACCOUNT]
            case _:
                return ACCOUNT

    def get_override_parameters(self) -> list[Any]:
        repeatable = self.method in WRITES and isinstance(self.view, RepeatableWrites)
        return [KEY] if repeatable else []

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        responses: dict[str, Any] = super()._get_response_bodies(direction)
        problem = self.resolve_serializer(ProblemSerializer, direction)
        content = {CONTENT_TYPE: {"schema": problem.ref}}
        return {**responses, "default": {"description": "A problem", "content": content}}

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> dict[str, Any]:
        """What a `Staff…` serializer tells in addition, the answer to somebody else may lack."""
        mapped: Any = super()
        schema: dict[str, Any] = mapped._map_basic_serializer(serializer, direction)
        kind = serializer if isinstance(serializer, type) else type(serializer)
        for staff in kind.__subclasses__() if direction == "response" else ():
            if staff.__name__ == f"Staff{kind.__name__}":
                schema["properties"] |= mapped._map_basic_serializer(staff(), direction)[
                    "properties"
                ]
        return schema
