"""What may be done in a Party game now, and what has to be said with it."""

from engine.challenges import challenge_offers
from engine.endings import END
from engine.offers import Asked, Offer, What
from engine.party.actions import may_be_stuck, may_tell_fault
from engine.party.course import note_points
from engine.party.notation import party_square
from engine.party.values import ZONE_NAMES, Current, Owed, Party, Phase, Source, other

#: More points no word announces.
_MOST_POINTS = 9999


def offers(state: Party) -> tuple[Offer, ...]:
    """The actions that may be taken now: behind a word to be noted lies the next turn."""
    if state.is_over:
        return ()
    found = _window(state)
    if state.pending is None:
        found += _turn(state)
    elif state.pending.owed is None:
        found += _turn(note_points(state))
    return (*found, END)


def _window(state: Party) -> list[Offer]:
    pending = state.pending
    if pending is None:
        return []
    player, found = state.turns[-1].player, []
    if pending.owed is Owed.ROLL:
        faces = tuple(dict.fromkeys(face.value for face in state.rules.bonus_faces))
        face = Asked("face", What.CHOICE, choices=faces)
        is_told = state.rules.dice is Source.TYPED
        found.append(Offer("bonus", player, (face,) if is_told else ()))
    elif pending.owed is Owed.CHOICE:
        laid = tuple(party_square(square) for square in state.turns[-1].squares)
        squares = Asked("squares", What.SQUARES, is_many=True, least=1, most=1, choices=laid)
        found.append(Offer("choose", player, (squares,)))
    else:
        found.append(Offer("note"))
    found += challenge_offers(state, state.window)
    return found


def _turn(state: Party) -> list[Offer]:
    found = []
    is_dice_typed = state.rules.dice is Source.TYPED
    if state.phase in (Phase.BEGINNING, Phase.ROLLING):
        letter = Asked("letter", What.TILES, least=1, most=1)
        found.append(Offer("roll", state.on_turn, (letter,) if is_dice_typed else ()))
    if state.current is not None:
        found += _with_timer(state, state.current)
    for kind in ("false_start", "false_stop"):
        if teams := may_tell_fault(state, kind):
            found.append(Offer(kind, asked=(Asked("player", What.PLAYER, choices=teams),)))
    if may_be_stuck(state):
        found.append(Offer("stuck"))
    return found


def _with_timer(state: Party, current: Current) -> list[Offer]:
    team, opponent = current.team, other(current.team)
    match state.phase:
        case Phase.READY:
            return [Offer("start", opponent)]
        case Phase.RUNNING if state.rules.timer is Source.TYPED:
            zones = ZONE_NAMES[current.first_zone :]
            zone = Asked("zone", What.CHOICE, choices=zones)
            return [
                Offer("stop", opponent, (zone,)),
                Offer("pass", team, (zone,)),
                Offer("timeout", team),
            ]
        case Phase.RUNNING:
            return [Offer("stop", opponent), Offer("pass", team)]
        case Phase.LAYING:
            points = Asked("points", What.NUMBER, is_needed=False, least=0, most=_MOST_POINTS)
            place = (Asked("coordinates", What.COORDINATES), Asked("word", What.WORD), points)
            return [Offer("place", team, place), Offer("pass", team)]
    return []
