"""Options as a form; `referee.options` reads and checks them."""

import re
from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from referee.errors import Invalid
from referee.options import (
    Choice,
    Flag,
    Number,
    Numbers,
    Option,
    OptionSet,
    TimeOfDay,
    TimeZone,
    Words,
)
from referee.seconds import read_seconds, tell_seconds

YES_OR_NO: Mapping[Any, Words] = {True: _("ja"), False: _("nein")}


class SecondsField(forms.CharField):
    """A time, typed as people write it, and kept in seconds."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if not text:
            return None
        try:
            return read_seconds(text)
        except ValueError:
            problem = _("Richtig sind Minuten und Sekunden wie 2:30, oder 36 h, 7 d.")
            raise ValidationError(problem) from None

    def prepare_value(self, value: Any) -> Any:
        return tell_seconds(value) if isinstance(value, int) else value


class NumbersField(forms.CharField):
    """Whole numbers in a row; what is none is left for the option to refuse."""

    def to_python(self, value: Any) -> Any:
        typed = re.findall(r"[^\s,;]+", super().to_python(value) or "")
        is_number = re.compile("[0-9]{1,6}").fullmatch
        return [int(text) if is_number(text) else text for text in typed] or None

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list) else value


def choice_field(label: Any, words: Mapping[Any, Words], **more: Any) -> forms.TypedChoiceField:
    """A list to choose from, whatever the choices are; None where nothing is chosen."""
    given = {str(choice): choice for choice in words}
    return forms.TypedChoiceField(
        label=label,
        choices=list(words.items()),
        coerce=given.__getitem__,
        required=False,
        empty_value=None,
        **more,
    )


def field_of(option: Option, now: Any) -> forms.Field:
    """The field of an option; whatever is chosen `now` may be chosen again."""
    label: Any = option.label
    match option:
        case Choice():
            field: forms.Field = choice_field(label, option.words)
        case Numbers():
            field = NumbersField(label=label, required=False, max_length=120)
        case Number(is_time=True):
            field = SecondsField(label=label, required=False)
        case Number(words=words) if words:
            field = choice_field(label, {**words, now: words.get(now, str(now))})
        case Number():
            least, most = min(now, option.bounds[0]), max(now, option.bounds[1])
            field = forms.IntegerField(label=label, required=False, min_value=least, max_value=most)
        case TimeOfDay():
            clock = forms.TextInput({"type": "time"})
            field = forms.CharField(label=label, required=False, max_length=5, widget=clock)
        case TimeZone():
            field = forms.CharField(label=label, required=False, max_length=50)
        case _:
            field = choice_field(label, YES_OR_NO)
    field.widget.attrs["title"] = option.meaning
    return field


def tell_value(option: Option, value: Any) -> str:
    """The value of an option as its field has it."""
    match option:
        case Choice(words=words) | Number(words=words) if value in words:
            return str(words[value])
        case Number(is_time=True):
            return tell_seconds(value)
        case Flag():
            return str(YES_OR_NO[value])
    return str(value)


class OptionsForm(forms.Form):
    """Options of an event; what is left empty stays as `base` has it."""

    #: Those that the form asks for, each by one field.
    OPTIONS: ClassVar[tuple[str, ...]]

    def __init__(
        self,
        data: Any = None,
        *,
        base: OptionSet,
        initial: Mapping[str, Any] | None = None,
        unchanged: Words = "",
        fixed: Collection[str] = (),
    ) -> None:
        """`unchanged` is read where nothing is filled in, instead of what `base` has."""
        now = base.as_json()
        super().__init__(data, initial=({} if unchanged else now) | dict(initial or {}))
        self.base = base
        described = base.described()
        own = {name: field_of(described[name], now[name]) for name in self.OPTIONS}
        self.fields = own | self.fields
        for name, field in own.items():
            field.disabled = name in fixed
            if unchanged and isinstance(field, forms.ChoiceField):
                given: Any = field.choices
                field.choices = [("", unchanged), *given]
            elif unchanged:
                field.widget.attrs["placeholder"] = unchanged

    def show_given(self, given: OptionSet, unchanged: Words) -> None:
        """Say in each field what holds while nothing is filled in, by what `given` has."""
        for name, option in given.described().items():
            field = self.fields[name]
            told = f"{unchanged}: {tell_value(option, getattr(given, name))}"
            if isinstance(field, forms.ChoiceField):
                choices: Any = field.choices
                field.choices = [("", told), *list(choices)[1:]]
            else:
                field.widget.attrs["placeholder"] = told

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.OPTIONS]

    def clean(self) -> dict[str, Any]:
        """Adds `options`; what the rules of the options refuse stands at its field."""
        cleaned = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                cleaned["options"] = self.base_options().changed(self.chosen(cleaned))
            except Invalid as fault:
                name = str(fault.detail["field"]).removeprefix("options.")
                self.add_error(self.field_about(name), str(fault.detail["problem"]))
        return cleaned

    def base_options(self) -> OptionSet:
        return self.base

    def chosen(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """The options that are filled in."""
        return {name: cleaned[name] for name in self.OPTIONS if cleaned.get(name) not in (None, "")}

    def field_about(self, option: str) -> str:
        """The field at which it is said what is wrong with an option."""
        return option
