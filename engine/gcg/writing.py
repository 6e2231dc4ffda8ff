"""GCG as strictly as it can be written: UTF-8, every line with its points and total."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from engine.board import Board, Square
from engine.errors import EngineError
from engine.fields import Json
from engine.games import replay
from engine.gcg.values import (
    Event,
    EventKind,
    Person,
    Record,
    through,
    tidy,
    tidy_note,
)
from engine.match import MATCH
from engine.match.values import Kind, Match, Reason, Turn
from engine.notation import read_coordinates, read_move
from engine.tiles import from_shown, sort_tiles

#: How the note before the first move tells that a game was ended by word.
ENDED = "Ended: "
WON_BY = ", won by "


def write_gcg(
    setup: Json,
    actions: Sequence[Json],
    names: Sequence[str],
    *,
    title: str = "",
    description: str = "",
    lexicon: str = "",
    notes: Mapping[int, str] = MappingProxyType({}),
) -> str:
    """A match as text. Raises EngineError as `replay` and `record_of` do."""
    state = replay(MATCH, setup, actions)
    record = record_of(
        state, names, title=title, description=description, lexicon=lexicon, notes=notes
    )
    return write_record(record)


def write_record(record: Record) -> str:
    """The record as text, which `read_gcg` reads back equal."""
    lines = ["#character-encoding UTF-8"]
    lines += _pragma("title", record.title)
    lines += _pragma("description", record.description)
    lines += _pragma("id", record.id)
    for number, person in enumerate(record.people, start=1):
        lines += _pragma(f"player{number}", f"{person.nickname} {person.name}")
    lines += _pragma("lexicon", record.lexicon)
    if record.is_incomplete:
        lines.append("#incomplete")
    for keyword, text in record.others:
        lines.append(f"#{keyword} {tidy(text)}".rstrip())
    lines += _note(record.note)
    for event in record.events:
        nickname = record.people[event.player].nickname
        lines += [_line(nickname, event), *_note(event.note)]
    for number, rack in enumerate(record.racks, start=1):
        lines += _pragma(f"rack{number}", rack)
    return "\n".join(lines) + "\n"


def record_of(
    state: Match,
    names: Sequence[str],
    *,
    title: str = "",
    description: str = "",
    lexicon: str = "",
    notes: Mapping[int, str] = MappingProxyType({}),
) -> Record:
    """The record of a match: `names` are those of its players, `notes` go by turn, from 0.

    Of a move whose rack is not known, the tiles laid stand for it. Left out is what GCG has no
    place for: seconds, the draw for the start, which words were challenged. Of the house rules,
    blanks taken back and words of the theme are noted, a turn lost by its time is a pass. Raises
    EngineError for too few or too many names.
    """
    if len(names) != state.players:
        raise EngineError(f"{state.players} players need as many names, not {len(names)}")
    people = tuple(map(Person, nicknames(names), map(tidy, names)))
    people = tuple(replace(who, name=who.name or who.nickname) for who in people)
    events: list[Event] = []
    totals = [0] * state.players
    board = Board()
    for number, turn in enumerate(state.turns):
        told, board = _turn_events(board, turn, totals, is_kept=state.is_turn_kept(turn))
        note = tidy_note([*_house_rules(turn), *notes.get(number, "").splitlines()])
        events += [replace(told[0], note=note), *told[1:]]
    events += _last_events(state, totals)
    sizes = zip(state.known, state.rack_sizes, strict=True)
    racks = tuple(known if len(known) == size else "" for known, size in sizes)
    return Record(
        people,
        tuple(events),
        title=tidy(title),
        description=tidy(description),
        lexicon=tidy(lexicon),
        note=_ended(state, people),
        racks=racks if any(racks) and not state.is_over else (),
        is_incomplete=not state.is_over,
    )


def nicknames(names: Sequence[str]) -> tuple[str, ...]:
    """For each name one word without a colon, and no two alike even if case is ignored."""
    found: list[str] = []
    for number, name in enumerate(names, start=1):
        nickname = "_".join(name.replace(":", " ").split()) or f"player{number}"
        taken = {other.lower() for other in found}
        if nickname.lower() in taken:
            nickname += f"_{number}"
        while nickname.lower() in taken:
            nickname += "_"
        found.append(nickname)
    return tuple(found)


def _turn_events(
    board: Board, turn: Turn, totals: list[int], *, is_kept: bool
) -> tuple[list[Event], Board]:
    """The lines of a turn, its challenges among them, and the board after it."""
    player, rack = turn.player, turn.rack
    if turn.kind is Kind.PASS:
        return [_scored(Event(player, EventKind.PASS, rack or ""), 0, totals)], board
    if turn.kind is Kind.EXCHANGE:
        count = 0 if turn.tiles else turn.count
        rack = turn.tiles if rack is None else rack
        exchange = Event(player, EventKind.EXCHANGE, rack, tiles=turn.tiles, count=count)
        return [_scored(exchange, 0, totals)], board

    if turn.kind is Kind.OVERTIME:
        events = [] if is_kept else [_scored(Event(player, EventKind.PASS), 0, totals)]
        if is_kept or turn.points:
            events.append(_scored(Event(player, EventKind.TIME), turn.points, totals))
        return events, board
    return _word_events(board, turn, totals)


def _word_events(board: Board, turn: Turn, totals: list[int]) -> tuple[list[Event], Board]:
    """The word laid and its challenges, and the board with it, or without if it was taken back."""
    player = turn.player
    move = read_move(turn.coordinates, turn.word).move
    rack = sort_tiles(from_shown(turn.tiles)) if turn.rack is None else turn.rack
    place = replace(move.place, end=None)
    told = Event(player, EventKind.PLACE, rack, place=place, word=through(board, move))
    events = [_scored(told, turn.points, totals)]
    for challenge in turn.challenges:
        if challenge.is_upheld:
            gone = Event(player, EventKind.TAKEN_BACK, rack)
            events.append(_scored(gone, -turn.points, totals))
        else:
            rejected = Event(challenge.by, EventKind.CHALLENGE)
            events.append(_scored(rejected, -challenge.deducted, totals))
    if not turn.is_taken_back:
        board = board.lay(zip(map(_square, turn.blanks), turn.swapped, strict=True))
        laid = [square for square in move.squares if not board.at(square)]
        board = board.lay(zip(laid, turn.tiles, strict=True))
    return events, board


def _last_events(state: Match, totals: list[int]) -> Iterator[Event]:
    """What the end does to the points: tiles credited, tiles left, time."""
    settlement = state.settlement if state.is_over else None
    if state.ending and state.ending.reason is Reason.TIME:
        for player in state.lost_on_time:
            yield _scored(Event(player, EventKind.TIME), 0, totals)
    if settlement is None:
        return
    for player, settled in enumerate(settlement):
        if state.ending and state.ending.finisher == player:
            tiles = "".join(other.tiles_left for other in settlement)
            credited = Event(player, EventKind.LEFT, tiles=tiles)
            yield _scored(credited, settled.credited, totals)
    for player, settled in enumerate(settlement):
        if tiles := settled.tiles_left:
            left = Event(player, EventKind.LEFT, tiles, tiles=tiles)
            yield _scored(left, -settled.deducted, totals)
    for player, settled in enumerate(settlement):
        # No points are taken for time by which a game is lost.
        if settled.time_deduction != 0:
            yield _scored(Event(player, EventKind.TIME), -(settled.time_deduction or 0), totals)


def _house_rules(turn: Turn) -> Iterator[str]:
    """What of a turn GCG can't say."""
    for square, letter in zip(turn.blanks, turn.swapped, strict=True):
        yield f"Blank taken back: {letter} on {square}"
    if turn.theme_words:
        yield f"Theme +{turn.theme_bonus}: {', '.join(turn.theme_words)}"


def _square(name: str) -> Square:
    return read_coordinates(name).start


def _ended(state: Match, people: Sequence[Person]) -> str:
    ending = state.ending
    if ending is None or ending.because is None:
        return ""
    winner = "" if ending.winner is None else WON_BY + people[ending.winner].nickname
    return f"{ENDED}{ending.because}{winner}"


def _scored(event: Event, points: int, totals: list[int]) -> Event:
    totals[event.player] += points
    return replace(event, points=points, total=totals[event.player])


def _line(nickname: str, event: Event) -> str:
    points = "" if event.points is None else f" {event.points:+d}"
    total = "" if event.total is None else f" {event.total}"
    return f">{nickname}: {event.rack} {event.what}{points}{total}"


def _pragma(keyword: str, text: str) -> list[str]:
    return [f"#{keyword} {tidy(text)}"] if text else []


def _note(note: str) -> list[str]:
    """Every line of a note has its own pragma: none can be taken for an event."""
    return [f"#note {line}".rstrip() for line in note.split("\n")] if note else []
