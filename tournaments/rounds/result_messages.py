"""What people read of results: how a game came out, and what is odd about it."""

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.labels import label
from tournaments.models import Pairing
from tournaments.pairing.values import Coded
from tournaments.rounds.plausibility import Doubt
from tournaments.rounds.reasons import Names, tell_spread

DOUBTS: Mapping[str, str | Promise] = {
    "points_high": _("{points} Punkte sind ungewöhnlich viel (üblich sind {usual})."),
    "points_low": _("{points} Punkte sind ungewöhnlich wenig (üblich sind {usual})."),
    "spread_wrong": _("Die Differenz ist {difference}, nicht {spread}."),
}

#: What counts here otherwise than in the file that it came from.
IMPORT_NOTES: Mapping[str, str | Promise] = {
    "counts_otherwise": _(
        "{name}, Runde {round} ohne Gegner: In der Datei ist die Differenz {file}, hier {here}."
    ),
}


def tell_import_note(note: Coded, names: Names) -> str:
    """A note of `services.imports`, which names players by their numbers."""
    return str(IMPORT_NOTES[str(note["code"])]).format(
        name=names[int(note["player"])],
        round=note["round"],
        file=tell_spread(int(note["spread_in_file"])),
        here=tell_spread(int(note["spread_here"])),
    )


def tell_doubt(doubt: Doubt) -> str:
    return str(DOUBTS[doubt.code]).format_map(doubt.detail)


def tell_result_of(game: Pairing) -> str:
    """What stands for the game, '' before there is a result: '400 : 380', with what decided it."""
    points = f"{game.first_points} : {game.second_points}"
    if game.outcome in ("", Pairing.Outcome.PLAYED):
        return points if game.outcome else ""
    told = label(game.outcome)
    return told if game.first_points is None else f"{points} ({told})"


def tell_games(games: Iterable[Pairing]) -> str:
    """Where these are played: 'Runde 3: Tisch 4, 7; Runde 4: Tisch 1'."""
    by_round: dict[int, list[str]] = {}
    for game in games:
        by_round.setdefault(game.round.number, []).append(str(game.table))
    told = gettext("Runde {round}: Tisch {tables}")
    return "; ".join(
        told.format(round=number, tables=", ".join(tables)) for number, tables in by_round.items()
    )
