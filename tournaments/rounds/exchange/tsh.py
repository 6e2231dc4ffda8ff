"""Divisions as tsh's `.t` files, the tournament program most federations know; Latin-1 or UTF-8.

A line is a player, and the line's number is the player's:

    Meier, Anna            1520 2 0; 410 50; board 1 0; p12 1 0; team Nord

That is name, rating, an opponent for each round (0: a bye), after a semicolon the points of each
round, then fields of a name and its words. `00` stands for what is not known.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee.errors import Refused
from referee.spreadsheets import decode

MOST_BYTES = 1_000_000
MOST_PLAYERS = 10_000
#: What `firsts` may hold.
BYE, FIRST, SECOND, TO_DRAW, UNDECIDED = range(5)

_UNKNOWN = "00"
_RATING = re.compile(r"([0-9]{1,9})(?:[.+][0-9]+)*")
_NUMBER = re.compile(r"-?[0-9]{1,9}")
#: A semicolon, but not one behind a backslash, nor one behind a backslash that is text itself.
_PARTS = re.compile(r"((?:\\.|[^;\\]|\\$)*)(?:;|$)")
_ESCAPED = re.compile(r"\\([;\\])")


class TshUnreadable(Refused):
    """A `.t` file: the `line` counted from 1, a stable `fault`, and what the `problem` is."""

    status = 400
    message = gettext_lazy("Zeile {line}: {problem}")


@dataclass(frozen=True)
class TshPlayer:
    """A line. Opponents are numbers of lines from 1, 0 for a bye, None where nobody is paired."""

    #: As filed: 'Meier, Anna'.
    name: str
    #: 0 for somebody without one.
    rating: int
    opponents: tuple[int | None, ...] = ()
    scores: tuple[int | None, ...] = ()
    #: By round: BYE, FIRST, SECOND, TO_DRAW or UNDECIDED (tsh calls it p12).
    firsts: tuple[int | None, ...] = ()
    boards: tuple[int | None, ...] = ()
    team: str = ""
    #: The class for prizes.
    category: str = ""
    #: The spread for every round missed by somebody who has left; None for those who play.
    off: int | None = None
    #: Fields we have no use for, by name: their words.
    others: tuple[tuple[str, str], ...] = ()

    @property
    def spoken_name(self) -> str:
        """The first name first: 'Anna Meier'."""
        last, comma, first = self.name.partition(",")
        return f"{first.strip()} {last.strip()}".strip() if comma else self.name


def filed_name(name: str) -> str:
    """A spoken name as tsh files it: 'Meier, Anna'. One with a comma or of one word stays."""
    *first, last = name.split() or [""]
    return f"{last}, {' '.join(first)}" if first and "," not in name else name


def written_name(name: str) -> str:
    """The name as a line can hold it: no semicolon, no number that would be the rating.

    Names that fit stay as they are, but for needless space.
    """
    packed = " ".join(name.replace(";", ",").split())
    packed = re.sub(r" (?=[0-9])", "-", packed.lstrip("# "))
    return packed if len(packed) > 1 else f"{packed}."  # tsh wants two characters


def write_tsh(players: Iterable[TshPlayer]) -> str:
    """The lines, in order. Names are written as `written_name` has them."""
    return "".join(map(_line, players))


def encode_tsh(text: str) -> bytes:
    """Latin-1, as tsh expects unless told otherwise; UTF-8 where a character is not in it."""
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode()


def read_tsh(data: bytes) -> list[TshPlayer]:
    """Read a `.t` file in UTF-8 or Latin-1; empty lines and those with a # are passed over.

    Raises TshUnreadable, naming the line, for one that is no player, and for pairings that can't
    be: with oneself, with nobody there, or unknown to the opponent.
    """
    if len(data) > MOST_BYTES:
        raise _fault(1, "too_large", _("Die Datei ist zu groß."))
    players: list[TshPlayer] = []
    lines: list[int] = []
    for number, text in enumerate(re.split("\r\n|\r|\n", decode(data)), start=1):
        packed = text.strip()
        if not packed or packed.startswith("#"):
            continue
        if len(players) == MOST_PLAYERS:
            problem = _("Mehr als {most} Spieler.").format(most=MOST_PLAYERS)
            raise _fault(number, "too_many", problem)
        players.append(_player(packed, number))
        lines.append(number)
    if not players:
        raise _fault(1, "nobody", _("Die Datei enthält niemanden."))
    _check_opponents(players, lines)
    return players


def _player(text: str, line: int) -> TshPlayer:
    head, scores, *fields = _PARTS.findall(text)  # the last one is empty
    name, rating, opponents = _read_head(head, line)
    values: dict[str, str] = {}
    for field in fields:
        key, *words = _ESCAPED.sub(r"\1", field).split() or [""]
        if key in values:
            problem = _("Das Feld „{field}“ kommt zweimal vor.").format(field=key)
            raise _fault(line, "field_twice", problem)
        if words:
            values[key] = " ".join(words)
    points = _numbers(scores.split())
    if points is None:
        raise _fault(line, "no_scores", _("Die Punkte sind nicht nur ganze Zahlen."))
    if len(points) > len(opponents):
        raise _fault(line, "too_many_scores", _("Es gibt mehr Punkte als Gegner."))
    firsts = _listed(values, "p12", line)
    if any(first is not None and not BYE <= first <= UNDECIDED for first in firsts):
        raise _fault(line, "no_numbers", _("Das Feld „p12“ enthält nur Zahlen von 0 bis 4."))
    off = _listed(values, "off", line)
    return TshPlayer(
        name=name,
        rating=rating,
        opponents=opponents,
        scores=points,
        firsts=firsts,
        boards=_listed(values, "board", line),
        team=values.pop("team", ""),
        category=values.pop("class", ""),
        off=(off[0] or 0) if off else None,
        others=tuple(values.items()),
    )


def _read_head(text: str, line: int) -> tuple[str, int, tuple[int | None, ...]]:
    """Name, rating and the opponents' numbers, which are all that follows the name."""
    words = text.split()
    start = len(words)
    while start > 1 and words[start - 1].isascii() and words[start - 1].isdecimal():
        start -= 1
    # A rating may be written with a fraction, which no opponent is.
    if start > 1 and _RATING.fullmatch(words[start - 1]):
        start -= 1
    name = " ".join(words[:start])
    found = _RATING.fullmatch(words[start]) if start < len(words) else None
    opponents = _numbers(words[start + 1 :])
    if not name.isprintable() or not found or opponents is None:
        problem = _("Richtig ist „Nachname, Vorname Wertungszahl Gegner …; Punkte …“.")
        raise _fault(line, "no_player", problem)
    return name, int(found[1]), opponents


def _listed(values: dict[str, str], key: str, line: int) -> tuple[int | None, ...]:
    numbers = _numbers(values.pop(key, "").split())
    if numbers is None:
        problem = _("Das Feld „{field}“ enthält nicht nur ganze Zahlen.").format(field=key)
        raise _fault(line, "no_numbers", problem)
    return numbers


def _numbers(words: Sequence[str]) -> tuple[int | None, ...] | None:
    """What `words` say, or None where one of them is no number."""
    if not all(map(_NUMBER.fullmatch, words)):
        return None
    return tuple(None if word == _UNKNOWN else int(word) for word in words)


def _check_opponents(players: Sequence[TshPlayer], lines: Sequence[int]) -> None:
    for number, (player, line) in enumerate(zip(players, lines, strict=True), start=1):
        for round, opponent in enumerate(player.opponents):
            if not opponent:
                continue
            said = {"round": round + 1, "opponent": opponent}
            if opponent > len(players):
                problem = _("Runde {round}: Einen Spieler {opponent} gibt es nicht.")
                raise _fault(line, "opponent_missing", problem.format(**said))
            if opponent == number:
                problem = _("Runde {round}: Niemand spielt gegen sich selbst.")
                raise _fault(line, "own_opponent", problem.format(**said))
            if players[opponent - 1].opponents[round : round + 1] != (number,):
                problem = _("Runde {round}: Spieler {opponent} hat einen anderen Gegner.")
                raise _fault(line, "opponents_differ", problem.format(**said))


def _line(player: TshPlayer) -> str:
    fields = [
        ("board", _joined(player.boards)),
        ("class", player.category),
        ("off", "" if player.off is None else str(player.off)),
        ("p12", _joined(player.firsts)),
        ("team", player.team),
        *player.others,
    ]
    told = "".join(f"; {key} {_escaped(text)}" for key, text in sorted(fields) if text)
    head = f"{written_name(player.name):<22} {player.rating:>5} {_joined(player.opponents)}"
    return f"{head.rstrip()}; {_joined(player.scores)}".rstrip() + f"{told}\n"


def _joined(numbers: Iterable[int | None]) -> str:
    return " ".join(_UNKNOWN if number is None else str(number) for number in numbers)


def _escaped(text: str) -> str:
    return re.sub(r"[\\;]", r"\\\g<0>", " ".join(text.split()))


def _fault(line: int, fault: str, problem: str) -> TshUnreadable:
    return TshUnreadable(line=line, fault=fault, problem=problem)
