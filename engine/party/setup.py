"""What a Party game begins with, and the defaults of all that the booklet does not print."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.alphabet import LETTERS
from engine.board import Square
from engine.errors import Unreadable
from engine.fields import Fields, Json
from engine.party.notation import read_party_square
from engine.party.values import TEAMS, ZONE_NAMES, Face, PartyRules, Source
from engine.refusals import Contradiction
from engine.shapes import names_of, omitted
from engine.tiles import read_tiles

SIDES = 20
#: The letter die. Its sides are not printed in the booklet: here every letter of which there are
#: two tiles or more, and E and N, the most frequent ones, twice.
FACES = "ABCDEEFGHIKLMNNORSTU"
BONUS_FACES = tuple(Face)
#: The squares of the bonus die are not printed either: twelve without a premium, near the middle
#: and towards the edges, the same from all four sides.
BONUS_SQUARES = ("H3", "C8", "M8", "H13", "G5", "I5", "E7", "K7", "E9", "K9", "G11", "I11")
#: Nor is it printed how long the timer runs: two minutes, all zones alike.
ZONE_SECONDS = 20
LEAST_SECONDS, MOST_SECONDS = 1, 600
MANY_BONUS = 50
MOST_BONUS = 100
IDLE_ROUNDS = 3
MOST_IDLE_ROUNDS = 50


@dataclass(frozen=True, kw_only=True)
class PartySetup:
    #: Two teams.
    players: int
    #: Who rolls the dice, and who measures the time.
    dice: Source | None = omitted(None)
    timer: Source | None = omitted(None)
    #: Rolled unless it is said.
    begins: int | None = omitted(None)
    #: The letters of the letter die, in a row.
    faces: str | None = omitted(None)
    bonus_faces: Sequence[Face] | None = omitted(None)
    #: The squares of the bonus die.
    bonus_squares: Sequence[str] | None = omitted(None)
    #: Of every zone alike, or of each.
    zone_seconds: int | Sequence[int] | None = omitted(None)
    many_bonus: int | None = omitted(None)
    idle_rounds: int | None = omitted(None)


def read_setup(setup: Json) -> tuple[PartyRules, int | None]:
    """The rules of a game, and the team that begins where it is said.

    Raises Unreadable, Contradiction where nobody could begin.
    """
    fields = Fields("set-up of a Party game", setup, names_of(PartySetup))
    if fields.number("players") != TEAMS:
        raise fields.wrong("players", f"{TEAMS}, for each of the teams is one")
    rules = PartyRules(
        dice=fields.choice("dice", Source, Source.SERVER),
        timer=fields.choice("timer", Source, Source.SERVER),
        faces=_faces(fields),
        bonus_faces=_bonus_faces(fields),
        bonus_squares=_bonus_squares(fields),
        zones_ms=_zones(fields, setup),
        many_bonus=fields.bounded("many_bonus", 0, MOST_BONUS, MANY_BONUS),
        idle_rounds=fields.bounded("idle_rounds", 1, MOST_IDLE_ROUNDS, IDLE_ROUNDS),
    )
    begins = fields.optional_player("begins", TEAMS)
    if begins is None and rules.dice is Source.SERVER and len(set(rules.faces)) == 1:
        raise Contradiction("equal_faces")
    return rules, begins


def read_face(text: str) -> Face:
    """A face of the bonus die by its code. Raises Unreadable."""
    try:
        return Face(text)
    except ValueError:
        raise Unreadable(f"{text!r} is no face of the bonus die ({', '.join(Face)})") from None


def read_letter(text: str) -> str:
    """One letter, as the letter die shows it. Raises Unreadable."""
    letter = read_tiles(text)
    if len(letter) != 1 or letter not in LETTERS:
        raise Unreadable(f"{text!r} is no letter of the letter die")
    return letter


def _faces(fields: Fields) -> str:
    with fields.reading("faces"):
        faces = read_tiles(fields.optional_text("faces") or FACES)
    if len(faces) != SIDES or not set(faces) <= set(LETTERS):
        raise fields.wrong("faces", f"the {SIDES} letters of the letter die in a row")
    return faces


def _bonus_faces(fields: Fields) -> tuple[Face, ...]:
    with fields.reading("bonus_faces"):
        faces = tuple(read_face(text) for text in _texts(fields, "bonus_faces", BONUS_FACES))
    if len(faces) != len(BONUS_FACES):
        raise fields.wrong("bonus_faces", f"a list of the {len(BONUS_FACES)} of the bonus die")
    return faces


def _bonus_squares(fields: Fields) -> frozenset[Square]:
    with fields.reading("bonus_squares"):
        return frozenset(map(read_party_square, _texts(fields, "bonus_squares", BONUS_SQUARES)))


def _zones(fields: Fields, setup: Json) -> tuple[int, ...]:
    """The length of each zone: one number for all of them, or one of each."""
    told = setup["zone_seconds"] if "zone_seconds" in fields else ZONE_SECONDS
    lengths = told if isinstance(told, list | tuple) else (told,) * len(ZONE_NAMES)
    if len(lengths) != len(ZONE_NAMES) or not all(_is_length(seconds) for seconds in lengths):
        raise fields.wrong(
            "zone_seconds",
            f"a number from {LEAST_SECONDS} to {MOST_SECONDS}, or a list of one for each of the "
            f"zones {', '.join(ZONE_NAMES)}",
        )
    return tuple(seconds * 1000 for seconds in lengths)


def _is_length(seconds: object) -> bool:
    if not isinstance(seconds, int) or isinstance(seconds, bool):
        return False
    return LEAST_SECONDS <= seconds <= MOST_SECONDS


def _texts(fields: Fields, name: str, usual: Iterable[str]) -> tuple[str, ...]:
    return fields.texts(name) if name in fields else tuple(usual)
