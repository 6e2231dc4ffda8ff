"""What may be done at a table now, as forms: made of the game's offers, whatever the game."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.offers import Asked, Offer, What
from tournaments.tables.games.texts import GameTexts, fill, tell
from tournaments.tables.messages import tell_player
from tournaments.tables.pages.forms import is_with_count

#: So many choices are buttons at most; more are a list to choose from.
MOST_BUTTONS = 8
#: So many squares are boxes to be ticked at most; more are named, or picked where they lie.
MOST_CHECKS = 12
#: So many words have a field each at most.
MOST_WORDS = 4
_LENGTHS = {
    What.TEXT: 200,
    What.SECONDS: 7,
    What.TILES: 40,
    What.WORD: 40,
    What.COORDINATES: 12,
    What.SQUARES: 120,
}


_LONGEST_LINES = 4000


@dataclass(frozen=True)
class Choice:
    value: str
    label: str
    is_chosen: bool = False


@dataclass(frozen=True)
class Field:
    """A field as the template tournaments/tables/field.html draws it."""

    id: str
    name: str
    label: str
    hint: str
    #: 'hidden', 'buttons', 'select', 'checks', 'words' or 'lines' for several, or what the engine
    #: asks for.
    widget: str
    is_needed: bool
    is_folded: bool
    value: str = ""
    length: int = 0
    choices: tuple[Choice, ...] = ()
    #: Of several fields that are one: how many of them there are.
    placeholder: str = ""

    @property
    def is_short(self) -> bool:
        return self.widget in {"number", "seconds", "coordinates"}


@dataclass(frozen=True)
class Form:
    """A form that sends one kind of action."""

    kind: str
    #: Told by a hidden field; None where nobody's, or chosen.
    player: int | None
    title: str
    button: str
    hint: str
    fields: tuple[Field, ...]
    is_aside: bool
    #: The page's own name for it: that of its kind, unless there are several of the kind.
    id: str

    @property
    def hidden(self) -> list[Field]:
        return [field for field in self.fields if field.widget == "hidden"]

    @property
    def shown(self) -> list[Field]:
        fields = [field for field in self.fields if field.widget != "hidden"]
        return [field for field in fields if not field.is_folded]

    @property
    def folded(self) -> list[Field]:
        return [field for field in self.fields if field.is_folded and field.widget != "hidden"]

    @property
    def extra(self) -> list[Field]:
        """What is asked besides of a word that is laid."""
        usual = {What.COORDINATES.value, What.WORD.value}
        return [
            field for field in self.shown if field.widget not in usual and field.name != "points"
        ]

    @property
    def lays(self) -> bool:
        """Whether a word is laid by it."""
        names = {field.widget for field in self.fields}
        return {What.COORDINATES.value, What.WORD.value} <= names

    @property
    def is_grave(self) -> bool:
        return self.kind in {"challenge", "end"}

    @property
    def is_chosen_by_button(self) -> bool:
        return any(field.widget == "buttons" for field in self.fields)


@dataclass(frozen=True)
class Told:
    """Whom the forms are for and how they are told."""

    texts: GameTexts
    names: Sequence[str]
    #: How many tiles or cards each has, where that is known.
    counts: Sequence[int]
    #: The square that is named as an example of coordinates.
    example: str
    #: What the fields' ids end in: with it they are other fields, and nothing typed stays.
    key: str


def own_offers(offers: Iterable[Offer], seat: int | None, *, is_staff: bool) -> tuple[Offer, ...]:
    """Where each acts alone, the offers to a player; the staff among them have nobody's besides."""
    return tuple(
        offer for offer in offers if (is_staff if offer.player is None else offer.player == seat)
    )


def forms_of(offers: Iterable[Offer], told: Told) -> list[Form]:
    """A form for each kind that is offered. What several may do alike is one, which asks who."""
    groups: dict[tuple[str, tuple[Asked, ...]], list[Offer]] = {}
    for offer in offers:
        groups.setdefault((offer.kind, offer.asked), []).append(offer)
    forms: list[Form] = []
    for (kind, asked), alike in groups.items():
        number = 1 + sum(form.kind == kind for form in forms)
        players = [offer.player for offer in alike if offer.player is not None]
        if len(players) > 1:
            who = Asked("player", What.PLAYER, choices=tuple(players))
            forms.append(_form(Offer(kind, None, (who, *asked)), told, number))
        else:
            forms.append(_form(alike[0], told, number))
    return forms


def give_up(form: Form, told: Told, seat: int) -> Form:
    """The form that ends a game as a player has it: nobody but the others can win by it."""
    fields = []
    for field in form.fields:
        if field.name == "because":
            field = replace(field, widget="hidden", value="resigned", choices=())
        elif field.name == "winner":
            choices = (choice for choice in field.choices if choice.value)
            others = tuple(choice for choice in choices if choice.value != str(seat))
            one = others[0].value if len(others) == 1 else ""
            field = replace(field, choices=others, is_needed=True, value=one)
            field = replace(field, widget="hidden") if one else field
        fields.append(field)
    title, button = told.texts.titles["end.own"], told.texts.kinds["end.own"]
    return replace(form, fields=tuple(fields), title=str(title), button=str(button))


def _form(offer: Offer, told: Told, number: int) -> Form:
    texts, kind = told.texts, offer.kind
    is_aside = kind in texts.aside
    filled: dict[str, object] = {"player": tell_player(offer.player, told.names)}
    shown = _without_count(offer.asked)
    is_free = not any(asked.is_needed or asked.is_many for asked in shown)
    is_free = is_free and len(shown) == len(offer.asked)
    name = kind if number == 1 else f"{kind}-{number}"
    fields: list[Field] = []
    if not (is_free and is_aside):  # a mere button: what may be told besides is told elsewhere
        for asked in shown:
            fields += _fields(asked, offer, told, f"{name}-{asked.name}-{told.key}", filled)
    if is_free:
        fields = [replace(field, is_folded=True) for field in fields]
    button = _button(texts, offer, filled)
    fields = _as_buttons(fields)
    title = str(texts.titles.get(kind, ""))
    is_asked = offer.player is None and "{player}" in title  # whose it is
    title = fill(title, filled) if title and not is_asked else button
    hint = fill(texts.hints.get(kind, ""), filled)
    return Form(kind, offer.player, title, button, hint, tuple(fields), is_aside, name)


def _without_count(asked: tuple[Asked, ...]) -> list[Asked]:
    """Tiles and how many of them are one field (see `table_forms.read_fields`)."""
    names = {field.name for field in asked}
    if not any(is_with_count(field, names) for field in asked):
        return list(asked)
    others = [field for field in asked if field.what is not What.TILES and field.name != "count"]
    return [
        replace(field, is_needed=not others) if is_with_count(field, names) else field
        for field in asked
        if field.name != "count"
    ]


def _button(texts: GameTexts, offer: Offer, filled: dict[str, object]) -> str:
    for asked in offer.asked:
        special = f"{offer.kind}.{asked.name}"
        if special in texts.kinds and asked.name in filled:
            return fill(texts.kinds[special], filled)
    return tell(texts.kinds, offer.kind, **filled)


def _as_buttons(fields: list[Field]) -> list[Field]:
    """Where one choice is all that is asked, a button for each."""
    shown = [field for field in fields if field.widget != "hidden"]
    if len(shown) != 1 or shown[0].widget != "select" or not shown[0].is_needed:
        return fields
    if len(shown[0].choices) > MOST_BUTTONS:
        return fields
    return [replace(field, widget="buttons") if field is shown[0] else field for field in fields]


def _fields(
    asked: Asked, offer: Offer, told: Told, name: str, filled: dict[str, object]
) -> list[Field]:
    """The field that is asked; several where it is asked of each player, or for several words."""
    one, kind = _field(asked, offer, told, name, filled), offer.kind
    match asked.what:
        case What.NUMBER if asked.is_fixed:
            return [replace(one, widget="hidden", value=str(asked.least))]
        case What.TEXT if asked.is_many:
            return [replace(one, widget="lines")]
        case What.PLAYER | What.CHOICE:
            return [_chosen(one, asked, kind, told, filled)]
        case What.SQUARES if asked.choices and len(asked.choices) <= MOST_CHECKS:
            squares = tuple(Choice(str(name), str(name)) for name in asked.choices)
            return [replace(one, widget="checks", choices=squares)]
        case What.TILES if asked.is_many:
            numbers = [int(number) for number in asked.choices] or range(len(told.names))
            return _numbered(
                one, [_of_player(kind, asked.name, number, told) for number in numbers]
            )
        case What.WORD if asked.is_many:
            return _words(replace(one, widget="words"), asked)
        case What.COORDINATES:
            return [replace(one, placeholder=told.example)]
        case What.SECONDS:
            return [replace(one, placeholder="12:30")]
    return [one]


def _words(one: Field, asked: Asked) -> list[Field]:
    """A field for each word where they are few, else one for all."""
    if asked.most is None or not 1 < asked.most <= MOST_WORDS:
        return [one]
    return _numbered(one, [f"{one.label} {place}" for place in range(1, asked.most + 1)])


def _numbered(one: Field, labels: Iterable[str]) -> list[Field]:
    """The field once for each of `labels`."""
    return [
        replace(one, id=f"{one.id}-{place}", label=label)
        for place, label in enumerate(labels, start=1)
    ]


def _field(asked: Asked, offer: Offer, told: Told, name: str, filled: dict[str, object]) -> Field:
    """What is asked, as a field whose widget is what it is."""
    texts, kind = told.texts, offer.kind
    label_of = texts.asked_as(kind, asked.name)
    if is_with_count(asked, {field.name for field in offer.asked}):
        label_of = str(texts.asked.get(f"{kind}.count", label_of))
    return Field(
        id=name,
        name=asked.name,
        label=fill(label_of, filled),
        hint=fill(texts.hint_for(kind, asked.name), filled),
        widget=asked.what.value,
        is_needed=asked.is_needed,
        is_folded=not asked.is_needed and texts.is_folded(kind, asked.name),
        value=_usual(asked),
        length=_length(asked),
    )


def _of_player(kind: str, field: str, number: int, told: Told) -> str:
    """What a field is called that is asked of each player."""
    name = tell_player(number, told.names)
    count = told.counts[number] if number < len(told.counts) else 0
    label = told.texts.asked_as(kind, field)
    if count == 1:
        label = str(told.texts.asked.get(f"{kind}.{field}.1", label))
    filled = fill(label, {"player": name, "count": count})
    return filled if name in filled else f"{filled}: {name}"


def _chosen(field: Field, asked: Asked, kind: str, told: Told, filled: dict[str, object]) -> Field:
    """A field in which something is chosen; where there is no choice, it is made already."""
    is_player = asked.what is What.PLAYER
    values: Sequence[Any] = asked.choices
    if is_player and not values:
        values = range(len(told.names))
    usual = asked.usual if isinstance(asked.usual, list | tuple) else [asked.usual]
    if asked.is_many and kind == "challenge":
        usual = list(values)
    choices = [
        Choice(
            str(value),
            tell_player(value, told.names)
            if is_player
            else told.texts.choice_as(kind, asked.name, value, filled),
            value in usual,
        )
        for value in values
    ]
    if len(choices) == 1 and asked.is_needed and (is_player or asked.is_many):
        if is_player:
            filled[asked.name] = choices[0].label
        return replace(field, widget="hidden", value=choices[0].value)
    if asked.is_many:
        return replace(field, widget="checks", choices=tuple(choices))
    if not asked.is_needed:
        nothing = told.texts.choices.get(f"{asked.name}.", "–")
        choices.insert(0, Choice("", str(nothing)))
    return replace(field, widget="select", choices=tuple(choices))


def _usual(asked: Asked) -> str:
    if asked.usual is None or asked.what in (What.CHOICE, What.PLAYER):
        return ""
    if asked.what is What.SECONDS:
        return f"{asked.usual // 60}:{asked.usual % 60:02}"
    if asked.what is What.FLAG:
        return "1" if asked.usual else ""
    if isinstance(asked.usual, list | tuple):
        return " ".join(map(str, asked.usual))
    return str(asked.usual)


def _length(asked: Asked) -> int:
    if asked.what is What.NUMBER:
        return len(str(asked.most)) if asked.most is not None else 9
    if asked.what is What.TEXT and asked.is_many:
        return _LONGEST_LINES
    if asked.what in (What.TILES, What.TEXT) and asked.most:
        return max(asked.most * 2, 10) if asked.most > 1 else 1
    if asked.what is What.WORD and asked.is_many:
        return 400
    return _LENGTHS.get(asked.what, 0)
