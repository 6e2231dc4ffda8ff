"""Every code of every game has its German words, and every game its rules page."""

import re
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from random import Random
from typing import Any

import pytest
from django.template.loader import get_template
from django.utils.translation import override

from engine.errors import EngineError
from engine.games import GAMES
from engine.offers import Asked, What
from engine.randomness import RandomStream
from engine.refusals import Refusal
from engine.shapes import to_json
from engine.table import AnyGame, State
from engine.verdicts import Code
from tests.refusals import fields_in, refused, told_with
from tournaments.tables.games import TEXTS, texts_of
from tournaments.tables.games.texts import Texts
from tournaments.tables.messages import REFUSALS
from tournaments.tables.pages.tables import ABOUT

GAME_NAMES = sorted(GAMES)
#: Enough for a walk to come by most of what a game shows.
STEPS, WALKS = 60, 2
WORDS = ("RUCKEN", "NEU", "GARTENS", "EI", "RUCKENS", "AHA")
#: What is wanted where several words are, as on a card of Bingo.
LONG_WORDS = ("GARTENS", "RUCKENS", "BASALTE")
PLACES = ("H4", "H8", "9H", "8H", "D8", "M20", "25M", "I8")
#: What a setting is must be told where its name is no question that answers itself.
EXPLAINED = {What.FLAG, What.SECONDS, What.TEXT, What.SQUARES}
#: How people are told to write a blank.
BLANK_SIGN = re.compile(r"\? (?:für einen|ist ein) Joker|Joker \(\?\)|Fragezeichen")
BOARD = [*["." * 15] * 7, "...RUCKEN......", "........E......", "........U......"]


class AnyWord:
    """A lexicon that has every word but one."""

    def __contains__(self, word: object) -> bool:
        return word != "AHA"


class Chance:
    """What comes from outside to a game that is walked through."""

    lexicon = AnyWord()
    elapsed_ms = 1000

    def __init__(self, walk: int) -> None:
        self._seed = walk.to_bytes(32, "big")

    def judge(self, words: Sequence[str]) -> bool:
        return "AHA" not in words

    def random(self, label: str, /) -> RandomStream:
        return RandomStream(self._seed, label)


def setups_of(game: AnyGame) -> Iterator[dict[str, Any]]:
    """The usual set-up, and others in each of which one thing is chosen otherwise."""
    usual: dict[str, Any] = {"players": max(2, game.fewest_players)}
    for asked in game.settings:
        if asked.name == "board":
            usual["board"] = BOARD
        elif asked.is_needed:
            usual[asked.name] = asked.usual
    yield usual
    for asked in game.settings:
        if asked.what is What.CHOICE:
            for choice in asked.choices:
                yield {**usual, asked.name: choice}
                yield {**usual, asked.name: choice, "players": game.fewest_players}
        elif asked.what is What.FLAG:
            yield {**usual, asked.name: not asked.usual}
        elif asked.what is What.SECONDS:
            yield {**usual, asked.name: asked.least or 60}
        elif asked.what is What.TEXT and not asked.is_many:
            yield {**usual, asked.name: "Tiere"}
        elif asked.what is What.PLAYER:
            yield {**usual, asked.name: 0}


def answered(asked: Asked, rng: Random, players: int) -> Any:
    """Something that the field may say; whether it is any good the game will tell."""
    least = asked.least or 0
    some: dict[What, Callable[[], Any]] = {
        What.TEXT: lambda: "Tiere",
        What.NUMBER: lambda: rng.randint(least, min(asked.most or 9, least + 7)),
        What.SECONDS: lambda: 60,
        What.FLAG: lambda: rng.random() < 0.5,
        What.CHOICE: lambda: rng.choice(asked.choices),
        What.PLAYER: lambda: rng.choice(asked.choices or range(players)),
        What.TILES: lambda: "".join(rng.choices("ENIRSTAU?", k=min(asked.most or 7, 7))),
        What.WORD: lambda: rng.choice(WORDS),
        What.COORDINATES: lambda: rng.choice(PLACES),
        What.SQUARES: lambda: rng.choice(asked.choices or ("H9", "J9", "H4")),
    }
    one = some[asked.what]
    if asked.what is What.SQUARES:
        return [one()]
    if not asked.is_many:
        return one()
    if asked.what is What.WORD and rng.random() < 0.5:
        return rng.sample(LONG_WORDS, least or 1)
    return [one() for _ in range(len(asked.choices) if asked.what is What.TILES else least or 1)]


def walked(game: AnyGame, setup: dict[str, Any], walk: int) -> Iterator[State]:
    """The states that somebody comes by who does one thing after the other without thinking."""
    try:
        state = game.begin(setup)
    except EngineError:  # these two do not go together
        return
    rng, outside = Random(f"{game.name} {walk}"), Chance(walk)
    yield state
    for _ in range(STEPS):
        offers = [
            offer for offer in game.offers(state) if offer.kind != "end" or rng.random() < 0.02
        ]
        if not offers:
            return
        offer = rng.choice(offers)
        action: dict[str, Any] = {"kind": offer.kind}
        if offer.player is not None:
            action["player"] = offer.player
        for asked in offer.asked:
            if asked.is_needed or rng.random() < 0.4:
                action[asked.name] = answered(asked, rng, state.players)
        try:
            complete = game.complete(state, action, outside)
            after = complete if isinstance(complete, Refusal) else game.act(state, complete)
        except EngineError:
            continue
        if not isinstance(after, Refusal):
            state = after
            yield state


def lacking(texts: Texts, *codes: str) -> list[str]:
    """The first of these codes, unless any of them has a text."""
    return [] if any(code in texts for code in codes) else [codes[0]]


def is_code(value: object) -> bool:
    """Whether it is one of the game's own words, and no letter, number, name or word laid."""
    return isinstance(value, str) and value == value.lower() and value.isidentifier()


def lacks_of_view(name: str, view: dict[str, Any]) -> Iterator[str]:
    texts = texts_of(name)
    yield from (f"phase {code}" for code in lacking(texts.phases, view["phase"]))
    for fact in view["facts"]:
        yield from (f"fact {code}" for code in lacking(texts.facts, fact["code"]))
        if is_code(fact["value"]):
            coded = f"{fact['code']}.{fact['value']}"
            is_free = fact["code"] in {"theme"} or "player" in fact
            yield from (f"fact {code}" for code in lacking(texts.facts, coded) if not is_free)
    for tray in view["trays"]:
        yield from (f"tray {code}" for code in lacking(texts.trays, tray["code"]))
    for mark in view["marks"].values():
        yield from (f"mark {code}" for code in lacking(texts.marks, mark))
    for turn in view["turns"]:
        if not turn.get("word"):
            yield from (f"turn {code}" for code in lacking(texts.turns, turn["kind"]))
        for note in turn.get("notes") or ():
            yield from (f"note {code}" for code in lacking(texts.notes, note["code"]))
    if view["timer"]:
        for zone in view["timer"]["zones"]:
            yield from (f"zone {code}" for code in lacking(texts.zones, zone["name"]))
    if view["ending"]:
        yield from (f"ending {code}" for code in lacking(texts.endings, view["ending"]["reason"]))
    for offer in view["offers"]:
        yield from lacks_of_offer(name, offer)


def lacks_of_offer(name: str, offer: dict[str, Any]) -> Iterator[str]:
    texts, kind = texts_of(name), offer["kind"]
    yield from (f"button {code}" for code in lacking(texts.kinds, kind))
    for asked in offer["asked"]:
        field = asked["name"]
        yield from (f"field {code}" for code in lacking(texts.asked, f"{kind}.{field}", field))
        if asked["what"] == What.CHOICE:
            for value in filter(is_code, asked["choices"]):
                codes = (f"{kind}.{field}.{value}", f"{field}.{value}")
                yield from (f"choice {code}" for code in lacking(texts.choices, *codes))
        hint = texts.hint_for(kind, field)
        if asked["what"] in (What.COORDINATES, What.SQUARES) and not hint:
            yield f"hint {kind}.{field}"
        shown = f"{texts.asked_as(kind, field)} {hint} {texts.hints.get(kind, '')}"
        if asked["what"] == What.TILES and asked["most"] != 1 and not BLANK_SIGN.search(shown):
            yield f"hint {kind}.{field}: how a blank is written"


@pytest.mark.parametrize("name", GAME_NAMES)
def test_all_that_a_game_shows_and_asks_has_words(name: str) -> None:
    game, lacks, seen = GAMES[name], set(), 0
    for setup in setups_of(game):
        for walk in range(WALKS):
            for state in walked(game, setup, walk):
                lacks |= set(lacks_of_view(name, to_json(game.view(state))))
                seen += 1
    assert lacks == set()
    assert seen > STEPS


@pytest.mark.parametrize("name", GAME_NAMES)
def test_every_game_is_named_and_its_settings_and_actions_have_words(name: str) -> None:
    game, texts = GAMES[name], texts_of(name)
    assert name in TEXTS
    assert texts.name
    assert texts.summary
    assert [kind for kind in game.kinds if kind not in texts.told] == []
    for asked in game.settings:
        assert asked.name in texts.asked
        if asked.what is What.CHOICE:
            assert [c for c in asked.choices if f"{asked.name}.{c}" not in texts.choices] == []
        if asked.what in EXPLAINED:
            assert texts.hint_for("", asked.name), asked.name


@pytest.mark.parametrize("name", GAME_NAMES)
def test_every_hint_is_for_something_that_the_game_asks_or_does(name: str) -> None:
    """What a game asks no more keeps no hint, nor does what is called otherwise now."""
    fields = import_module(f"engine.{name}.actions").ACTIONS.fields
    known = {asked.name for asked in GAMES[name].settings} | set(fields)
    for kind, names in fields.items():
        known |= {*names, *(f"{kind}.{field}" for field in names)}
    assert TEXTS[name].hints.keys() - known == set()


@pytest.mark.parametrize("name", GAME_NAMES)
def test_every_game_has_its_rules(name: str) -> None:
    template = get_template(f"tournaments/tables/rules/{name}.html")
    with override("de"):
        german = template.render()
    assert german.count("<h2") >= 3
    assert "<html" not in german


@pytest.mark.parametrize("name", GAME_NAMES)
def test_no_action_of_a_game_is_called_like_what_is_done_about_it(name: str) -> None:
    assert ABOUT.keys().isdisjoint(GAMES[name].kinds)


def test_every_refusal_has_words_in_some_game() -> None:
    """A game's own test has to see that its refusals are among its own texts."""
    own = refused().keys() - {code.value for code in Code}
    assert own - REFUSALS.keys() == set()


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_refusal_is_filled_only_by_what_the_engine_tells(name: str) -> None:
    """Whatever stands in braces is told by every refusal of that code, or is a name."""
    for code, text in texts_of(name).refusals.items():
        wanted = fields_in(str(text)) - {"player", "on_turn"}
        assert wanted <= told_with()[code], code
