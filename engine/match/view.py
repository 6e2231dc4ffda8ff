"""What is to be seen of a match; racks are secret while it is played against others."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.endings import ending_view
from engine.match.values import Kind, Match, Phase, Turn
from engine.rulesets import RULESETS, Ruleset
from engine.shapes import omitted
from engine.views import Drawn, EndingView, Fact, Note, SettledView, Tray, View, WordTurn


@dataclass(frozen=True)
class MatchNote(Note):
    """What house rules did to a turn."""

    squares: str = omitted("")
    letters: str = omitted("")
    words: str = omitted("")
    points: int | None = omitted(None)
    vowels: int | None = omitted(None)
    tiles: str = omitted("")


@dataclass(frozen=True, kw_only=True)
class MatchTurn(WordTurn):
    kind: Kind
    coordinates: str
    rack: str | None
    #: What that rack should show by what was told before, but does not.
    rack_lacks: str
    #: The thinking time told with the turn.
    seconds: int | None
    theme_words: tuple[str, ...]
    #: What of the points is for words of the theme.
    theme_bonus: int
    #: Squares whose blanks were taken back first.
    blanks: tuple[str, ...]
    #: How many of the new tiles are vowels, with two bags.
    vowels: int | None
    #: The new tiles, where they are open.
    drawn: str
    notes: tuple[MatchNote, ...]


@dataclass(frozen=True, kw_only=True)
class MatchEnding(EndingView):
    #: Those who were over the time by too much.
    lost_on_time: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class MatchSettled(SettledView):
    #: Null: so much over the time that the game is lost, whatever the points.
    time_deduction: int | None


@dataclass(frozen=True, kw_only=True)
class MatchView(View):
    phase: Phase
    turns: tuple[MatchTurn, ...]
    ending: MatchEnding | None
    settlement: tuple[MatchSettled, ...] | None
    ruleset: str
    #: Who still has to draw to see who begins.
    drawing: tuple[int, ...]
    drawn: tuple[Drawn, ...]
    #: How many tiles are in the bag.
    bag: int
    rack_sizes: tuple[int, ...]
    #: What is known of each rack, as far as it may be seen.
    known: tuple[str, ...]
    #: The seconds each has used; null where nobody told.
    clocks: tuple[int | None, ...]

    @property
    def rules(self) -> Ruleset:
        return RULESETS[self.ruleset]

    @property
    def counts(self) -> tuple[int, ...]:
        return self.rack_sizes

    @property
    def told_facts(self) -> tuple[Fact, ...]:
        is_played = self.phase is Phase.PLAYING
        return (Fact("bag", self.bag), *self.facts) if is_played else self.facts


def view(state: Match, *, seat: int | None, sees_all: bool) -> MatchView:
    sees_all = sees_all or state.house.solitaire is not None
    seen = [sees_all or player == seat for player in range(state.players)]
    shows_exchanges = state.ruleset.exchange_shown
    return MatchView(
        ruleset=state.ruleset.name,
        phase=state.phase,
        drawing=state.drawing,
        drawn=tuple(Drawn(player, tile) for player, tile in state.drawn),
        bag=state.bag,
        rack_sizes=state.rack_sizes,
        known=tuple(tiles if seen[player] else "" for player, tiles in enumerate(state.known)),
        clocks=state.clocks,
        board=state.board.rows,
        trays=_trays(state),
        facts=_facts(state),
        turns=tuple(
            _turn(turn) if seen[turn.player] else _hidden(turn, shows_exchanges)
            for turn in state.turns
        ),
        challenge=state.window and state.window.view,
        ending=_ending(state),
        settlement=_settlement(state),
    )


def _turn(turn: Turn) -> MatchTurn:
    return MatchTurn(
        player=turn.player,
        kind=turn.kind,
        coordinates=turn.coordinates,
        word=turn.word,
        tiles=turn.tiles,
        count=turn.count,
        points=turn.points,
        total=turn.total,
        words=turn.words,
        bonus=turn.bonus,
        rack=turn.rack,
        rack_lacks=turn.rack_lacks,
        seconds=turn.seconds,
        theme_words=turn.theme_words,
        theme_bonus=turn.theme_bonus,
        blanks=turn.blanks,
        vowels=turn.vowels,
        drawn=turn.drawn,
        notes=tuple(_notes(turn)),
        challenges=turn.challenge_views,
        taken_back=turn.is_taken_back,
    )


def _hidden(turn: Turn, shows_exchanges: bool) -> MatchTurn:
    """A turn without what it tells of a rack."""
    is_secret = turn.kind is Kind.EXCHANGE and not shows_exchanges
    tiles = "" if is_secret else turn.tiles
    return _turn(replace(turn, rack=None, rack_lacks="", tiles=tiles))


def _notes(turn: Turn) -> Iterator[MatchNote]:
    if turn.blanks:
        squares, letters = ", ".join(turn.blanks), ", ".join(turn.swapped)
        yield MatchNote("blanks", squares=squares, letters=letters)
    if turn.theme_words:
        words = ", ".join(turn.theme_words)
        yield MatchNote("theme", words=words, points=turn.theme_bonus)
    if turn.vowels is not None:
        yield MatchNote("vowels", vowels=turn.vowels)
    if turn.drawn:
        yield MatchNote("drawn", tiles=turn.drawn)


def _trays(state: Match) -> tuple[Tray, ...]:
    """The racks of who plays alone, which lie open."""
    if state.house.solitaire is None:
        return ()
    racks = enumerate(state.known)
    return tuple(Tray("rack", player, tiles, len(tiles)) for player, tiles in racks)


def _facts(state: Match) -> tuple[Fact, ...]:
    """The house rules agreed on, and where they stand."""
    house, rules = state.house, state.ruleset
    facts: dict[str, str | int | None] = {
        "solitaire": house.solitaire,
        "opening_letters": None if state.is_over else state.opening_letters,
        "theme": house.theme,
        "theme_bonus": rules.theme_bonus if house.theme else None,
        "blanks": "taken_back" if rules.blanks_taken_back else None,
        "dictionary": "open" if state.is_dictionary_open else None,
        "vowel_bag": state.vowel_bag if house.two_bags else None,
        "consonant_bag": state.bag - state.vowel_bag if house.two_bags else None,
        "turn_seconds": house.turn_seconds,
        "overtime_turn": _overtime_turn(state),
        "overtime_points": house.overtime_points if house.turn_seconds else None,
        "turn_time": "stands" if state.is_paused and not state.is_over else None,
    }
    return tuple(Fact(code, value) for code, value in facts.items() if value not in (None, ""))


def _overtime_turn(state: Match) -> str | None:
    if state.house.turn_seconds is None:
        return None
    return "lost" if state.house.overtime_turn_lost else "kept"


def _ending(state: Match) -> MatchEnding | None:
    ending = ending_view(state)
    if ending is None:
        return None
    return MatchEnding(**vars(ending), lost_on_time=state.lost_on_time)


def _settlement(state: Match) -> tuple[MatchSettled, ...] | None:
    if state.settlement is None:
        return None
    return tuple(
        MatchSettled(
            left=settled.tiles_left,
            deducted=settled.deducted,
            credited=settled.credited,
            time_deduction=settled.time_deduction,
            total=settled.total,
        )
        for settled in state.settlement
    )
