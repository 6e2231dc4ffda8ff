"""What is to be seen of a card game; hands are secret while it is played."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.cards.action_cards import ActionCard
from engine.cards.grid import grid_of, name_square
from engine.cards.values import CardGame, Kind, Phase, Turn, Variant
from engine.endings import ending_view
from engine.shapes import omitted
from engine.views import Drawn, Fact, Note, SettledView, Tray, View, WordTurn


@dataclass(frozen=True)
class CardsNote(Note):
    factor: int | None = omitted(None)
    by: int | None = omitted(None)
    points: int | None = omitted(None)
    cards: str = omitted("")


@dataclass(frozen=True)
class PremiumView:
    """A premium card laid with a word."""

    square: str
    factor: int


@dataclass(frozen=True)
class PlayedView:
    """An action card played on a word: what it gives to whoever laid it, or takes."""

    player: int
    card: str
    points: int


@dataclass(frozen=True, kw_only=True)
class CardsTurn(WordTurn):
    kind: Kind
    coordinates: str
    premium: PremiumView | None
    #: The cards that left the table after it.
    removed: str
    actions: tuple[PlayedView, ...]
    #: Whether the action card was exchanged.
    swapped_action: bool
    #: Before the turn, where it was told and may be seen.
    hand: str | None
    #: What that hand should show by what was told before, but does not.
    hand_lacks: str
    notes: tuple[CardsNote, ...]


@dataclass(frozen=True, kw_only=True)
class CardsView(View):
    phase: Phase
    turns: tuple[CardsTurn, ...]
    variant: Variant
    #: Who still has to draw to see who begins.
    drawing: tuple[int, ...]
    drawn: tuple[Drawn, ...]
    #: Those that there are in this game.
    action_cards: tuple[ActionCard, ...]


def view(state: CardGame, *, seat: int | None, sees_all: bool) -> CardsView:
    return CardsView(
        variant=state.variant,
        phase=state.phase,
        drawing=state.drawing,
        drawn=tuple(Drawn(player, card) for player, card in state.drawn),
        grid=grid_of(state.table),
        marks=_marks(state),
        trays=tuple(_trays(state, seat=seat, sees_all=sees_all)),
        facts=tuple(_facts(state)),
        turns=tuple(_turn(turn, is_open=sees_all or turn.player == seat) for turn in state.turns),
        action_cards=state.action_cards,
        challenge=state.window and state.window.view,
        ending=ending_view(state),
        settlement=_settlement(state),
    )


def _marks(state: CardGame) -> dict[str, str]:
    """The cards that will leave the table, and the one that a premium card goes with."""
    if state.pending is None:
        return {}
    marks = {name_square(square): "leaving" for square in sorted(state.pending.leaving)}
    if premium := state.turns[-1].premium:
        marks[name_square(premium.square)] = f"premium_{premium.factor}"
    return marks


def _trays(state: CardGame, *, seat: int | None, sees_all: bool) -> Iterator[Tray]:
    for player, (known, size) in enumerate(zip(state.known, state.hand_sizes, strict=True)):
        yield Tray("hand", player, known if sees_all or player == seat else "", size)
    discarded = state.discarded + (state.given_up if sees_all else "")
    yield Tray("discarded", None, discarded, state.discards)


def _facts(state: CardGame) -> Iterator[Fact]:
    yield Fact("variant", state.variant)
    if state.phase is Phase.DRAWING:
        return
    yield Fact("draw_pile", state.pile)
    if state.variant is Variant.ACTION:
        yield Fact("action_pile", len(state.action_pile))
    if state.passes:
        yield Fact("passes", state.passes)


def _turn(turn: Turn, *, is_open: bool) -> CardsTurn:
    premium = turn.premium
    return CardsTurn(
        player=turn.player,
        kind=turn.kind,
        coordinates=turn.coordinates,
        word=turn.word,
        tiles=turn.cards if turn.kind is Kind.PLACE or is_open else "",
        count=turn.count,
        points=turn.earned,
        total=turn.total,
        words=turn.words,
        bonus=turn.bonus,
        premium=premium and PremiumView(name_square(premium.square), premium.factor),
        removed=turn.removed,
        actions=tuple(PlayedView(played.by, played.card, played.points) for played in turn.actions),
        swapped_action=turn.swapped_action,
        hand=turn.hand if is_open else None,
        hand_lacks=turn.hand_lacks if is_open else "",
        challenges=turn.challenge_views,
        taken_back=turn.is_taken_back,
        notes=tuple(_notes(turn, is_open=is_open)),
    )


def _notes(turn: Turn, *, is_open: bool) -> Iterator[CardsNote]:
    """What is remarked on a turn: a code each, with what goes with it."""
    if turn.is_first_word:
        yield CardsNote("first_word")
    if turn.premium:
        yield CardsNote("premium", factor=turn.premium.factor)
    if turn.bonus:
        yield CardsNote("all_cards", points=turn.bonus)
    for played in turn.actions:
        code = "action_gained" if played.points > 0 else "action_lost"
        yield CardsNote(code, by=played.by, points=abs(played.points))
    if turn.swapped_action:
        yield CardsNote("action_swapped")
    if turn.removed:
        yield CardsNote("cards_removed", cards=turn.removed.upper())
    if is_open and turn.hand_lacks:
        yield CardsNote("hand_lacks", cards=turn.hand_lacks)


def _settlement(state: CardGame) -> tuple[SettledView, ...] | None:
    if state.settlement is None:
        return None
    return tuple(
        SettledView(
            left=settled.left,
            deducted=settled.deducted,
            credited=settled.credited,
            total=settled.total,
        )
        for settled in state.settlement
    )
