"""What is to be seen of a Party game; nothing is secret."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.endings import ending_view
from engine.party.notation import party_square
from engine.party.values import TEAMS, ZONE_NAMES, Face, Kind, Owed, Party, Phase, Source, Turn
from engine.views import Fact, Note, Tray, View, WordTurn

_IN_TURN = (Phase.ROLLING, Phase.READY, Phase.RUNNING, Phase.LAYING)


@dataclass(frozen=True, kw_only=True)
class PartyTurn(WordTurn):
    kind: Kind
    coordinates: str
    #: The letters rolled.
    rolled: tuple[str, ...]
    zone: str | None
    #: Of the bonus die.
    face: Face | None
    #: The square of the tile that the bonus die made worth more.
    chosen: str | None


@dataclass(frozen=True, kw_only=True)
class PartyView(View):
    phase: Phase
    turns: tuple[PartyTurn, ...]
    dice: Source
    timed_by: Source
    #: What the teams rolled to see who begins.
    begin_rolls: tuple[str, ...]


def view(state: Party) -> PartyView:
    tray = state.tray
    return PartyView(
        phase=state.phase,
        dice=state.rules.dice,
        timed_by=state.rules.timer,
        board=state.board.rows,
        notation="columns",
        marks=_marks(state),
        trays=(Tray("tray", None, tray, len(tray)),),
        facts=(*_turn_facts(state), *_team_facts(state)),
        begin_rolls=state.begin_rolls,
        turns=tuple(map(_turn, state.turns)),
        challenge=state.window and state.window.view,
        ending=ending_view(state),
    )


def _marks(state: Party) -> dict[str, str]:
    """The squares of the bonus die; while a tile is to be chosen, those laid."""
    marks = {party_square(square): "bonus_die" for square in sorted(state.rules.bonus_squares)}
    if state.pending is not None and state.pending.owed is Owed.CHOICE:
        marks |= {party_square(square): "laid_now" for square in state.turns[-1].squares}
    return marks


def _turn_facts(state: Party) -> Iterator[Fact]:
    now = state.current
    if state.phase is Phase.BEGINNING and state.begin_rolls:
        yield Fact("begin_rolls", " ".join(state.begin_rolls))
    if now is None or state.phase not in _IN_TURN:
        return
    if now.letter:
        yield Fact("letter", now.letter)
    if vain := now.rolled[:-1] if now.letter else now.rolled:
        yield Fact("in_vain", " ".join(vain))
    if now.zone is not None:
        yield Fact("zone", now.zone)
    elif now.first_zone:
        yield Fact("first_zone", ZONE_NAMES[now.first_zone])


def _team_facts(state: Party) -> Iterator[Fact]:
    for team in range(0 if state.is_over else TEAMS):
        if state.misses[team]:
            yield Fact("misses_turn", team, team)
        if state.is_free[team]:
            yield Fact("free_letter", team, team)
        if zone := state.first_zones[team]:
            yield Fact(f"begins_in_{ZONE_NAMES[zone]}", team, team)


def _turn(turn: Turn) -> PartyTurn:
    return PartyTurn(
        player=turn.player,
        kind=turn.kind,
        coordinates=turn.coordinates,
        word=turn.word,
        tiles=turn.tiles,
        count=len(turn.tiles),
        points=turn.points,
        total=turn.total,
        words=turn.words,
        bonus=turn.bonus,
        rolled=turn.rolled,
        zone=turn.zone,
        face=turn.face,
        chosen=None if turn.chosen is None else party_square(turn.chosen),
        challenges=turn.challenge_views,
        taken_back=turn.is_taken_back,
        notes=tuple(_notes(turn)),
    )


def _notes(turn: Turn) -> Iterator[Note]:
    """What made the points of the words those of the turn."""
    if turn.face is not None:
        yield Note(turn.face)
    if turn.zone is not None:
        yield Note(f"zone_{turn.zone}")
    if turn.bonus:
        yield Note("many_tiles")
