"""Actions of the desk on rounds: pairing, moving by hand, publishing, and back."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee.errors import Invalid
from referee.events.desk import Actions, ask
from tournaments.events.pages import named
from tournaments.events.pages.page_requests import Visit
from tournaments.models import Pairing, Round, Tournament
from tournaments.pairing.methods import Manual
from tournaments.rounds.services import rounds

ACTIONS = Actions[Visit]()

#: Two numbers, or one and nobody.
Pair = tuple[int, int | None]


@ACTIONS.action("draft")
def _draft(visit: Visit) -> HttpResponse | None:
    """Pair the next round, or the draft anew, which undoes what was changed in it by hand."""
    division = named.division_of(visit)
    draft = division.rounds.filter(state=Round.State.DRAFT).first()
    is_changed = draft is not None and _is_by_hand(draft) and draft.pairings.exists()
    if is_changed and not visit.is_confirmed:
        return ask(visit, _("Neu paaren? Was du von Hand geändert hast, geht verloren."))
    rounds.draft_round(
        division, visit.at, by=visit.by, with_open_games="with_open_games" in visit.request.POST
    )
    return None


@ACTIONS.action("swap_players")
def _swap_players(visit: Visit) -> None:
    """Let two change places, wherever they are in the draft."""
    round = named.round_of(visit)
    one, other = named.entry_of(visit, "one").number, named.entry_of(visit, "other").number
    if one == other:
        raise Invalid(field=_("Plätze tauschen"), problem=_("Wähle zwei verschiedene Spieler."))
    swapped = {one: other, other: one}

    def moved(number: int | None) -> int | None:
        return None if number is None else swapped.get(number, number)

    pairs = [(moved(first) or first, moved(second)) for first, second in _pairs(round)]
    _pair_by_hand(visit, round, pairs)


@ACTIONS.action("bye")
def _bye(visit: Visit) -> None:
    """Let somebody have the bye: who had it takes that place; if nobody had, the other has one."""
    round = named.round_of(visit)
    player = named.entry_of(visit).number
    pairs = _pairs(round)
    opponent = next(
        (one for pair in pairs if player in pair for one in pair if one not in (player, None)), None
    )
    waiting = next((first for first, second in pairs if second is None and first != player), None)
    moved: list[Pair] = []
    for pair in pairs:
        if player not in pair and not (opponent and pair == (waiting, None)):
            moved.append(pair)
        elif player in pair and opponent:
            moved.append((opponent, waiting))
    _pair_by_hand(visit, round, [*moved, (player, None)])


@ACTIONS.action("pair")
def _pair(visit: Visit) -> None:
    """The whole round as it is typed: two numbers a table, nobody opposite for a bye."""
    data = visit.request.POST
    pairs: list[Pair] = []
    for one, other in zip(data.getlist("first"), data.getlist("second"), strict=False):
        numbers = [named.read_player("player", text) for text in (one, other) if text.strip()]
        if numbers:
            pairs.append((numbers[0], numbers[1] if len(numbers) > 1 else None))
    _pair_by_hand(visit, named.round_of(visit), pairs)


@ACTIONS.action("swap_starts")
def _swap_starts(visit: Visit) -> None:
    rounds.swap_starts(named.pairing_of(visit), visit.at, by=visit.by)


@ACTIONS.action("lock")
def _lock(visit: Visit) -> None:
    rounds.lock_round(named.round_of(visit), visit.at, by=visit.by)


@ACTIONS.action("unlock")
def _unlock(visit: Visit) -> None:
    rounds.unlock_round(named.round_of(visit), visit.at, by=visit.by)


@ACTIONS.action("publish")
def _publish(visit: Visit) -> HttpResponse | None:
    """The first publication lets the tournament run, which can't be taken back."""
    is_first = visit.tournament.state == Tournament.State.SETUP
    if is_first and not visit.is_confirmed:
        return ask(
            visit, _("Veröffentlichen? Damit beginnt das Turnier, und das Regelwerk steht fest.")
        )
    rounds.publish_round(named.round_of(visit), visit.at, by=visit.by)
    return None


@ACTIONS.action("retract")
def _retract(visit: Visit) -> None:
    rounds.retract_round(named.round_of(visit), visit.at, by=visit.by)


@ACTIONS.action("discard", asks=gettext_lazy("Diese Paarungen verwerfen?"))
def _discard(visit: Visit) -> None:
    rounds.discard_round(named.round_of(visit), visit.at, by=visit.by)


def _is_by_hand(round: Round) -> bool:
    return bool(round.method.get("method") == Manual.name)


def _pairs(round: Round) -> list[Pair]:
    """The draft as it is, by numbers, in the order of the tables."""
    rows = round.pairings.filter(kind__in=(Pairing.Kind.GAME, Pairing.Kind.BYE))
    ordered = sorted(
        rows.select_related("first", "second"), key=lambda row: (row.table is None, row.table or 0)
    )
    return [(row.first.number, row.second.number if row.second else None) for row in ordered]


def _pair_by_hand(visit: Visit, round: Round, pairs: Sequence[Pair]) -> None:
    rounds.pair_by_hand(round, pairs, visit.at, by=visit.by)
    messages.success(visit.request, _("So gepaart."))
