"""What else is to be known at a table: facts, and tiles or cards that lie open or are one's own."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

from engine.tiles import TileSet
from engine.views import Fact, Tray, View
from referee.boards import Tile, view_tile
from tournaments.tables.games.texts import GameTexts, fill, humanised, tell
from tournaments.tables.messages import tell_player
from tournaments.tables.pages.board import tile_set_of

#: Of more tiles than these each is shown once, with how many there are.
MOST_SINGLE = 20


@dataclass(frozen=True)
class Card:
    """A tile, or a card by its text."""

    tile: Tile | None
    text: str
    is_struck: bool = False
    count: int = 1


@dataclass(frozen=True)
class ShownTray:
    """Tiles or cards that lie open, or that one holds."""

    label: str
    cards: tuple[Card, ...]
    count: int
    code: str
    #: The tray by whose tiles the letters of `word` are struck; '' for none.
    struck_by: str
    word: str


@dataclass(frozen=True)
class ToldFact:
    """Something to be known, in words."""

    code: str
    value: str | int
    told: SafeString
    #: The code of the trays of which so much is left, where that is what it says.
    left_of: str

    @property
    def attributes(self) -> SafeString:
        """By what the script finds it, to say it anew without asking for the page."""
        named = format_html('data-fact="{}"', self.code)
        if not self.left_of:
            return named
        left = format_html(' data-left-of="{}" data-value="{}"', self.left_of, self.value)
        return named + left


def facts_of(view: View, texts: GameTexts, names: Sequence[str]) -> list[ToldFact]:
    """The facts, each as a sentence, or as a label with its value."""
    return [
        ToldFact(fact.code, fact.value, tell_fact(fact, texts, names), fact.left_of)
        for fact in view.told_facts
    ]


def tell_fact(fact: Fact, texts: GameTexts, names: Sequence[str]) -> SafeString:
    """A fact with its value set off."""
    code, value = fact.code, fact.value
    label = str(texts.facts.get(code, humanised(code)))
    special = texts.facts.get(f"{code}.{value}")
    filled: dict[str, str] = {}
    if fact.player is not None:
        filled["player"] = escape(tell_player(fact.player, names))
    is_sentence = special is not None and ("{" in str(special) or "{value}" in label)
    if is_sentence:  # for this very value
        filled["value"] = format_html("<strong>{}</strong>", value)
        return SafeString(fill(escape(str(special)), filled))
    said = str(value if special is None else special)
    filled["value"] = format_html("<strong>{}</strong>", said)
    if "{value}" in label or "{player}" in label:
        return SafeString(fill(escape(label), filled))
    return format_html("{}: <strong>{}</strong>", label, said)


def trays_of(
    view: View, texts: GameTexts, names: Sequence[str], *, only: int | None
) -> list[ShownTray]:
    """What lies open and what one may see of the players' own; of many players `only` one's."""
    tiles = tile_set_of(view)
    shown = (tray for tray in view.trays if only is None or tray.player in (None, only))
    return [_tray(tray, tiles, texts, names) for tray in shown]


def is_small(trays: Sequence[ShownTray]) -> bool:
    """Whether all of it is soon seen through."""
    return sum(len(tray.cards) for tray in trays) <= MOST_SINGLE


def _tray(tray: Tray, tiles: TileSet, texts: GameTexts, names: Sequence[str]) -> ShownTray:
    name = "" if tray.player is None else tell_player(tray.player, names)
    label = tell(texts.trays, tray.code, player=name, count=tray.count)
    if name and name not in label:
        label = f"{name}: {label}"
    held = tray.word or tray.tiles
    left = tray.shown or held
    if len(held) > MOST_SINGLE and left == held:
        cards = [
            _card(tray.code, card, tiles, texts, count=each) for card, each in Counter(held).items()
        ]
    else:
        cards = [
            _card(tray.code, card, tiles, texts, is_struck=card != now)
            for card, now in zip(held, left, strict=True)
        ]
    return ShownTray(label, tuple(cards), tray.count, tray.code, tray.struck_by, tray.word)


def _card(
    code: str,
    card: str,
    tiles: TileSet,
    texts: GameTexts,
    *,
    is_struck: bool = False,
    count: int = 1,
) -> Card:
    is_tile = card.upper() in tiles.values
    tile = view_tile(card, tiles) if is_tile else None
    text = "" if is_tile else tell(texts.trays, f"{code}.{card}")
    return Card(tile, text, is_struck, count)
