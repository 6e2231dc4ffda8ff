"""What is to be seen of rummy rounds; what is known of a hand is for its holder alone."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.endings import ending_view
from engine.rummy.rounds import uncounted
from engine.rummy.values import ROUNDS, Kind, Phase, Round, Rummy, Step, Turn
from engine.shapes import omitted
from engine.views import ChallengeView, Fact, Note, Tray, TurnView, View

#: What a premium card does to its word.
_MULTIPLIED = {"2": "doubled", "3": "tripled"}


@dataclass(frozen=True)
class RummyNote(Note):
    round: int | None = omitted(None)
    word: str = omitted("")
    laid: str = omitted("")
    points: int | None = omitted(None)


@dataclass(frozen=True)
class RummyWord:
    word: str
    points: int
    #: The premium card laid with it.
    premium: str | None


@dataclass(frozen=True, kw_only=True)
class RummyTurn(TurnView):
    kind: Kind
    #: Counted from 1.
    round: int
    task: str
    #: All that were laid.
    word: str
    words: tuple[RummyWord, ...]
    bonus: int
    #: The word that counts four times.
    quadrupled: str | None
    tiles: str
    count: int
    challenges: tuple[ChallengeView, ...]
    taken_back: bool
    notes: tuple[RummyNote, ...]


@dataclass(frozen=True, kw_only=True)
class RummyView(View):
    phase: Phase
    turns: tuple[RummyTurn, ...]
    #: What the player on turn does next.
    step: Step | None
    task: str | None
    #: How many task cards are left.
    tasks_left: int
    #: Those that have been played.
    rounds: tuple[Round, ...]


def view(state: Rummy, *, seat: int | None, sees_all: bool) -> RummyView:
    seen = [sees_all or player == seat for player in range(state.players)]
    return RummyView(
        phase=state.phase,
        step=None if state.on_turn is None else state.step,
        task=None if state.task is None else state.task.code,
        tasks_left=len(state.tasks_left),
        rounds=state.rounds,
        trays=tuple(_trays(state, seen)),
        facts=tuple(_facts(state)),
        turns=tuple(_turn(turn, is_seen=seen[turn.player]) for turn in state.turns),
        challenge=state.window and state.window.view,
        ending=ending_view(state),
    )


def _trays(state: Rummy, seen: list[bool]) -> Iterator[Tray]:
    yield Tray("pile", None, "", state.pile)
    yield Tray("open", None, state.discard[-1:], len(state.discard[-1:]))
    # As on the table: of a pile the card on top is seen, the others are not.
    yield Tray("discard", None, "", max(len(state.discard) - 1, 0))
    for player, (size, known) in enumerate(zip(state.sizes, state.known, strict=True)):
        yield Tray("hand", player, known if seen[player] else "", size)
        if lay := state.laid[player]:
            for word in lay.words:
                laid = word.word + word.premium
                yield Tray("laid", player, laid, len(laid))


def _facts(state: Rummy) -> Iterator[Fact]:
    number = state.round_number
    yield Fact("round" if number <= ROUNDS else "extra_round", number)
    if state.task is not None:
        yield Fact("task", state.task.code)
    if state.on_turn is not None:
        yield Fact("step", state.step)
    for player, lay in enumerate(state.laid):
        if lay is not None:
            yield Fact("met", player, player)
    for player in uncounted(state):
        yield Fact("to_count", player, player)
    if state.first is not None and state.on_turn is not None:
        left = state.players - (state.on_turn - state.first) % state.players
        yield Fact("turns_left", left)


def _turn(turn: Turn, *, is_seen: bool) -> RummyTurn:
    words = turn.lay.words if turn.lay else ()
    return RummyTurn(
        player=turn.player,
        kind=turn.kind,
        round=turn.round,
        task=turn.task,
        word=" ".join(word.word for word in words),
        words=tuple(
            RummyWord(word.word.upper(), word.points, word.premium or None) for word in words
        ),
        bonus=turn.lay.bonus if turn.lay else 0,
        quadrupled=turn.lay.quadrupled or None if turn.lay else None,
        tiles=turn.lay.cards if turn.lay else turn.cards if is_seen else "",
        count=len(turn.lay.cards) if turn.lay else turn.count,
        points=turn.points,
        total=turn.total,
        challenges=turn.challenge_views,
        taken_back=turn.is_taken_back,
        notes=tuple(_notes(turn)),
    )


def _notes(turn: Turn) -> Iterator[RummyNote]:
    """What is remarked on words laid: the round, what multiplied them, what was added."""
    if turn.lay is None:
        return
    yield RummyNote("round", round=turn.round)
    for word in turn.lay.words:
        if word.premium:
            yield RummyNote(_MULTIPLIED[word.premium], word=word.word.upper())
    if turn.lay.quadrupled:
        yield RummyNote("quadrupled", laid=turn.lay.quadrupled.upper())
    if turn.lay.bonus:
        yield RummyNote("bonus", points=turn.lay.bonus)
