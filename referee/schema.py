"""What the OpenAPI description says of all operations alike, and of answers as dataclasses."""

import inspect
import types
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin

from django.db.models import TextChoices
from drf_spectacular.extensions import OpenApiSerializerExtension, OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent, build_choice_field
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from engine.fields import FROM_SERVER
from engine.shapes import Choice, Shape, comments_of, is_shape, members_of, name_of
from referee.access import Need, need_of
from referee.idempotency import HEADER, LONGEST_KEY, REPLAYED, WRITES, RepeatableWrites
from referee.problems import CONTENT_TYPE, ProblemSerializer
from referee.shapes import Id, Moment, ShapedField, ShapeSerializer, shaped
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


Schema = dict[str, Any]
Direction = Literal["request", "response"]

_PLAIN: Mapping[object, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    float: {"type": "number"},
    Moment: {"type": "string", "format": "date-time"},
    Id: {"type": "string", "format": "uuid"},
    Any: {"nullable": True},
}


class ShapeExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Describes answers and requests that are dataclasses, and all that is in them."""

    target_class = ShapeSerializer
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:  # noqa: ARG002
        return name_of(self.target.shape)

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> Schema:
        return ShapeSchema(auto_schema, direction).of_shape(self.target.shape)


class ShapedFieldExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    target_class = ShapedField

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> Schema:  # noqa: ARG002
        # What the server writes is marked in them, so that answers have them alike.
        schemas = ShapeSchema(auto_schema, "response")
        any_of = [schemas.ref_to(shape) for shape in self.target.any_of]
        return {"type": "object", "additionalProperties": {}, "anyOf": any_of}


class ShapeSchema:
    """The schemas of types; those that have a name become components."""

    def __init__(self, auto_schema: AutoSchema, direction: Direction) -> None:
        self._auto_schema, self._direction = auto_schema, direction

    def of_shape(self, shape: Shape | Choice) -> Schema:
        if isinstance(shape, Choice):
            return self._of_choice(shape)
        members, choice = members_of(shape), getattr(shape, "CHOICE", None)
        exact = _told_by(choice)
        about = _docstring(shape)
        schema: Schema = {"type": "object", **({"description": about} if about else {})}
        schema["properties"] = {}
        for member in members:
            beside = {"description": member.about} if member.about else {}
            found = _loose(member.type) if member.name in exact else self.of_type(member.type)
            schema["properties"][member.name] = _with(found, beside)
        if needed := sorted(member.name for member in members if member.is_always):
            schema["required"] = needed
        return schema if choice is None else schema | self._of_choice(choice)

    def of_type(self, found: Any) -> Schema:
        if found in _PLAIN:
            return dict(_PLAIN[found])
        if get_origin(found) is Annotated:
            is_read = FROM_SERVER in found.__metadata__
            return _with(self.of_type(get_args(found)[0]), {"readOnly": True} if is_read else {})
        if isinstance(found, NewType):
            return self.of_type(found.__supertype__)
        if isinstance(found, Choice) or is_shape(found):
            return self.ref_to(found)
        if isinstance(found, type) and issubclass(found, TextChoices):
            return dict(build_choice_field(serializers.ChoiceField(found.choices)))
        if isinstance(found, type) and issubclass(found, Enum):
            return self._of_enum(found)
        return self._of_parts(get_origin(found), get_args(found))

    def ref_to(self, shape: Shape | Choice) -> Schema:
        component = self._auto_schema.resolve_serializer(shaped(shape), self._direction)
        return dict(component.ref)

    def _of_parts(self, origin: Any, parts: tuple[Any, ...]) -> Schema:
        if origin is Literal:
            # In `allOf` the library leaves it where it is instead of naming it by its field.
            return {"allOf": [{"type": "string", "enum": list(parts)}]}
        if origin in (Union, types.UnionType):
            others = [self.of_type(part) for part in parts if part is not type(None)]
            one = others[0] if len(others) == 1 else {"oneOf": others}
            return _with(one, {"nullable": True}) if type(None) in parts else one
        if issubclass(origin, Mapping):
            inner = {} if parts[1] is Any else self.of_type(parts[1])
            return {"type": "object", "additionalProperties": inner}
        if issubclass(origin, Sequence):
            return {"type": "array", "items": self.of_type(parts[0])}
        raise TypeError(f"no schema for {origin}[{parts}]")

    def _of_choice(self, choice: Choice) -> Schema:
        refs = {value: self.ref_to(shape) for value, shape in choice.options}
        mapping = {value: ref["$ref"] for value, ref in refs.items()}
        discriminator = {"propertyName": choice.by, "mapping": mapping}
        return {"oneOf": list(refs.values()), "discriminator": discriminator}

    def _of_enum(self, found: type[Enum]) -> Schema:
        comments = comments_of(found)
        told = [f"* `{one.value}` - {comments.get(one.name, one.value)}" for one in found]
        values = [one.value for one in found]
        schema = {"type": "string", "enum": values, "description": "\n".join(told)}
        own = name_of(found)
        component = ResolvedComponent(  # type: ignore[no-untyped-call]
            name=f"{own}Enum" if own == found.__name__ else own,
            type=ResolvedComponent.SCHEMA,
            schema=schema,
            object=found,
        )
        self._auto_schema.registry.register_on_missing(component)
        return dict(component.ref)


def _told_by(choice: Choice | None) -> set[str]:
    """The fields that each option of a choice says exactly, so that all of them say less."""
    options = () if choice is None else choice.options
    return {member.name for _value, shape in options for member in members_of(shape)}


def _loose(found: Any) -> Schema:
    """The schema of what the options of a choice say exactly."""
    parts = get_args(found)
    if found is str:
        return dict(_PLAIN[str])
    if get_origin(found) in (Union, types.UnionType):
        return {**_loose(parts[0]), "nullable": True} if type(None) in parts else _loose(parts[0])
    if not is_shape(found) and issubclass(get_origin(found), Sequence):
        return {"type": "array", "items": _loose(parts[0])}
    return {"type": "object", "additionalProperties": {}}


def _with(schema: Schema, more: Schema) -> Schema:
    """`schema` and more beside it, which a reference must not have."""
    return {"allOf": [schema], **more} if "$ref" in schema and more else {**schema, **more}


def _docstring(shape: Shape) -> str:
    """What a class says of itself; what dataclasses write there themselves is nothing."""
    if not isinstance(shape, type):
        return ""
    own = shape.__dict__.get("__doc__") or ""
    return "" if own.startswith(f"{shape.__name__}(") else inspect.cleandoc(own)
