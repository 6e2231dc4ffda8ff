"""A game from elsewhere is taken in: checked as far as it can be, then kept like one of ours.

A small file at once, a large one by a worker, a piece at a time: until all of it is there the game
is a draft that nobody can find, and what is refused is removed again.
"""

import logging
import secrets
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from itertools import islice
from typing import Any, TypeVar

from django.conf import settings
from django.db import DataError, IntegrityError, models, transaction
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from duplicate.errors import ImportRefused, ImportsBusy
from duplicate.exchange.checking import check_outline, check_round
from duplicate.exchange.eliot import read_eliot
from duplicate.exchange.game import GAME, HALL, RUNNING
from duplicate.exchange.reading import Outline, ReadRound, read_log_entry, read_outline, read_round
from duplicate.models import (
    Answer,
    Game,
    GameImport,
    ImportPiece,
    LogEntry,
    Participant,
    Period,
    Play,
    Result,
    Staff,
)
from duplicate.selectors.judging import tops_of
from duplicate.services.deletion import remove_game
from duplicate.services.games import NAME_LENGTH, new_code
from duplicate.services.records import import_record
from engine.lexicon import Lexicon
from engine.randomness import SEED_BYTES, commitment
from referee.errors import Refused
from referee.events.log import record
from referee.json_stream import read_members
from referee.lexicons import LexiconMissing, kept_lexicon
from referee.models import User
from referee.packing import packed, unpacked
from referee.problems import problem_body
from referee.queued_work import TOLD_EVERY, TakenOver, claim_next, tell
from referee.texts import read_text
from referee.uploads import Upload

log = logging.getLogger(__name__)

State = GameImport.State
#: So many may wait, and so many of one person.
MOST_WAITING, MOST_WAITING_OF_ONE = 20, 3
#: How long it is told what became of one.
KEPT = timedelta(days=1)
#: So many rows are written in one transaction: on SQLite others wait for it.
ROWS_AT_ONCE = 2_000

#: A file that can be read again from its beginning.
Source = Callable[[], Iterable[bytes]]
Row = TypeVar("Row")


@transaction.atomic
def import_game(source: Source, at: datetime, *, by: User) -> Game:
    """Keep the game that `write_game` wrote, directed by `by`, who stands for all who acted in it.

    Its log is kept as it is, and goes on with an entry of its own. A finished game must have been
    played as its seed and the rules say. One in setup is given a new seed. One that runs has none
    here: its next racks are drawn by hand, so an automatic one is refused. Tokens are not part of
    a game; participants are issued new ones.

    Raises FileUnreadable, ImportRefused, Invalid for options, and LexiconMissing for a game that
    is not over and whose lexicon is not here.
    """
    return _take_in(source, at, by)


def bring_game(upload: Upload, name: str, at: datetime, *, by: User) -> Game | GameImport:
    """The game in a file, taken in at once; what is large, is by a worker.

    As XML it is one of Eliot's, called `name`. Raises as `import_game` and `import_record` do, and
    ImportsBusy.
    """
    if upload.size > settings.LARGE_IMPORT_BYTES:
        return ask_for_import(upload, name, at, by=by)
    if upload.is_json:
        return import_game(upload.pieces, at, by=by)
    return import_record(read_eliot(b"".join(upload.pieces())), name, at, by=by)


@transaction.atomic
def ask_for_import(upload: Upload, name: str, at: datetime, *, by: User) -> GameImport:
    """Have a worker take in the game of a large file. Raises ImportsBusy, Invalid for the name."""
    unfinished = GameImport.objects.filter(state__in=(State.WAITING, State.MAKING))
    of_one = unfinished.filter(by=by).count()
    if unfinished.count() >= MOST_WAITING or of_one >= MOST_WAITING_OF_ONE:
        raise ImportsBusy(wait_seconds=30)
    asked = GameImport.objects.create(
        by=by,
        format=GameImport.Format.JSON if upload.is_json else GameImport.Format.ELIOT,
        name=read_text("name", name, NAME_LENGTH, least=1),
        size=upload.size,
        asked_at=at,
        language=get_language() or "",
    )
    for place, piece in enumerate(packed(upload.pieces())):
        ImportPiece.objects.create(game_import=asked, place=place, data=piece)
        asked.pieces = place + 1
    asked.save(update_fields=["pieces"])
    return asked


def take_in_waiting(now: Callable[[], datetime]) -> None:
    """Take in the games that wait, one at a time, unless another worker is at it."""
    while (asked := claim_next(GameImport, now())) is not None:
        try:
            with override(asked.language or None):
                _work_off(asked, now)
        except TakenOver:
            log.warning("%s was taken over by another worker", asked)


def forget_old_imports(at: datetime) -> None:
    """Remove what is known of those that ended long ago, and the files of those given up."""
    ended = GameImport.objects.filter(state__in=(State.DONE, State.FAILED))
    ImportPiece.objects.filter(game_import__in=ended).delete()
    for given_up in ended.filter(state=State.FAILED).exclude(game=None):
        _discard(given_up)
    ended.filter(asked_at__lt=at - KEPT).delete()


def _work_off(asked: GameImport, now: Callable[[], datetime]) -> None:
    """Take it in, or write down why not. Raises TakenOver."""
    _discard(asked)  # what a worker that died had begun

    def begun(game: Game) -> None:
        tell(asked, game=game)
        asked.game = game

    def done(game: Game) -> None:
        tell(asked, state=State.DONE, percent=100, game=game, asked_at=now())

    problem: dict[str, Any] | None = None
    try:
        if asked.format == GameImport.Format.ELIOT:
            with transaction.atomic():
                data = b"".join(_pieces(asked, now))
                done(import_record(read_eliot(data), asked.name, asked.asked_at, by=asked.by))
        else:
            source = lambda: _pieces(asked, now)  # noqa: E731
            _take_in(source, asked.asked_at, asked.by, begun, done)
    except Refused as refusal:
        problem = problem_body(refusal)
    except TakenOver:
        raise
    except Exception:
        log.exception("%s could not be taken in", asked)
        problem = {
            "status": 500,
            "code": "server_error",
            "detail": _("Da ist bei uns etwas schiefgegangen."),
            "params": {},
        }
    if problem is not None:
        _discard(asked)
        tell(asked, state=State.FAILED, problem=problem, asked_at=now())
    ImportPiece.objects.filter(game_import=asked).delete()


def _pieces(asked: GameImport, now: Callable[[], datetime]) -> Iterator[bytes]:
    """The file, which is read twice; tells how far that is. Raises TakenOver."""
    told, read = now(), 0
    half = 0 if asked.game_id is None else 50
    in_order = ImportPiece.objects.filter(game_import=asked).order_by("place")
    packed_pieces = (bytes(in_order.get(place=place).data) for place in range(asked.pieces))
    for piece in unpacked(packed_pieces):
        yield piece
        read += len(piece)
        if (at := now()) - told > TOLD_EVERY:
            told = at
            tell(asked, alive_at=at, percent=min(99, half + 50 * read // asked.size))


def _take_in(
    source: Source,
    at: datetime,
    by: User,
    begun: Callable[[Game], None] = lambda _draft: None,
    done: Callable[[Game], None] = lambda _game: None,
) -> Game:
    """The game, first a draft (`begun`), then all at once there (`done`)."""
    outline = read_outline(read_members(source()), by=by)
    check_outline(outline)
    lexicon = _lexicon_for(outline.game)
    try:
        columns = _save_draft(outline, begun)
        _save_rounds(source, outline, lexicon, by)
        with transaction.atomic():
            _finish(outline, columns, at, by)
            done(outline.game)
    except (IntegrityError, DataError):
        problem = _("Etwas, das es nur einmal geben darf, kommt mehrmals vor.")
        raise ImportRefused(where="", problem=problem) from None
    return outline.game


def _lexicon_for(game: Game) -> Lexicon | None:
    try:
        return kept_lexicon(game.lexicon_sha256)
    except LexiconMissing:
        if game.state != Game.State.FINISHED:
            raise
        return None


def _save_draft(outline: Outline, begun: Callable[[Game], None]) -> dict[str, Any]:
    """Keep game, people and rounds so that nobody finds them; the columns that the game will have.

    Raises ImportRefused.
    """
    game = outline.game
    if game.state == Game.State.RUNNING and game.options.automatic:
        problem = _("Ein automatisches Spiel lässt sich erst nach seinem Ende übernehmen.")
        raise ImportRefused(where="game.options.automatic", problem=problem)
    columns = {column: getattr(game, column) for column in (*GAME.values(), *HALL, "seed")}
    # No code that can be typed, no time at which anything happens by itself.
    game.state, game.is_listed, game.join_code = Game.State.SETUP, False, f"-{secrets.token_hex(5)}"
    game.starts_at = game.next_round_at = None
    with transaction.atomic():
        game.save(force_insert=True)
        begun(game)
    people = outline.participants
    _save_all(Participant, people.values())
    for number, into in outline.vouched.merged.items():
        Participant.objects.filter(pk=people[number].pk).update(merged_into=people[into].pk)
    for place, round in outline.rounds.items():
        round.save(force_insert=True)
        _save_all(Period, outline.periods[place])
    return columns


def _save_rounds(source: Source, outline: Outline, lexicon: Lexicon | None, by: User) -> None:
    """Check and keep what was handed in, a round at a time, and the log as it is."""
    entries: list[LogEntry] = []
    for key, number, data in read_members(source()):
        if number is None:
            continue
        if key == "rounds":
            place, found = read_round(outline, data, f"rounds[{number}]", by=by)
            check_round(outline, place, found, lexicon)
            _save_round(found)
        elif key == "log":
            entry, about = read_log_entry(outline, data, f"log[{number}]")
            entry.round = outline.rounds[about] if about else None
            entries.append(entry)
            if len(entries) == ROWS_AT_ONCE:
                _save_all(LogEntry, entries)
                entries.clear()
    _save_all(LogEntry, entries)


def _save_round(found: ReadRound) -> None:
    _save_all(Answer, found.answers)
    _save_all(Play, found.plays.values())
    _save_all(Result, found.results)


def _save_all(kind: type[models.Model], rows: Iterable[Any]) -> None:
    remaining = iter(rows)
    while some := list(islice(remaining, ROWS_AT_ONCE)):
        kind._default_manager.bulk_create(some)


def _finish(outline: Outline, columns: dict[str, Any], at: datetime, by: User) -> None:
    """Make the draft the game that it is."""
    for read in outline.rulings:  # one by one: the order of their keys is that of the decisions
        read.ruling.save(force_insert=True)
    game = outline.game
    for column, value in columns.items():
        setattr(game, column, value)
    if game.state == Game.State.SETUP:
        seed = secrets.token_bytes(SEED_BYTES)
        game.seed, game.commitment = seed.hex(), commitment(seed)
        # What the hall called out was known before this seed was made.
        game.hall_part, game.hall_part_at = "", None
    game.join_code = new_code()
    game.log_length, game.log_hash = outline.log.length, outline.log.hash
    game.save()
    game.staff.create(user=by, role=Staff.Role.DIRECTOR)
    for round in outline.rounds.values():
        if round.state in RUNNING:
            round.tops = tops_of(round)
            round.top_points = max((top["points"] for top in round.tops), default=0)
            round.save(update_fields=["tops", "top_points"])
    told = {
        "origin": outline.origin,
        "entries": outline.log.length,
        "commitment": game.commitment,
        "hall_part": game.hall_part,
    }
    record(game, LogEntry.Kind.IMPORTED, at, by=by, data=told)


def _discard(asked: GameImport) -> None:
    """Remove the draft, a round at a time."""
    draft = asked.game
    if draft is None:
        return
    remove_game(draft)
    asked.game = None
