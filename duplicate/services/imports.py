"""A game from elsewhere is taken in: checked as far as it can be, then kept like one of ours."""

import secrets
from datetime import datetime

from django.db import DataError, IntegrityError, transaction
from django.utils.translation import gettext as _

from duplicate.errors import ImportRefused
from duplicate.exchange.checking import check_game
from duplicate.exchange.game import RUNNING
from duplicate.exchange.reading import ReadGame, read_game
from duplicate.models import (
    Answer,
    Game,
    LogEntry,
    Participant,
    Period,
    Play,
    Result,
    Round,
    Staff,
)
from duplicate.selectors.answers import summary_of
from duplicate.selectors.judging import tops_of
from duplicate.services.games import new_code
from engine.lexicon import Lexicon
from engine.randomness import SEED_BYTES, commitment
from referee.events.log import record
from referee.lexicons import LexiconMissing, kept_lexicon
from referee.models import User


@transaction.atomic
def import_game(data: object, at: datetime, *, by: User) -> Game:
    """Keep the game that `export_game` wrote, directed by `by`, who stands for all who acted in it.

    Its log is kept as it is, and goes on with an entry of its own. A finished game must have been
    played as its seed and the rules say. One in setup is given a new seed. One that runs has none
    here: its next racks are drawn by hand, so an automatic one is refused. Tokens are not part of
    a game; participants are issued new ones.

    Raises FileUnreadable, ImportRefused, Invalid for options, and LexiconMissing for a game that
    is not over and whose lexicon is not here.
    """
    document = read_game(data, by=by)
    lexicon = _lexicon_for(document.game)
    check_game(document, lexicon)
    try:
        with transaction.atomic():
            _save(document, by)
    except (IntegrityError, DataError):
        problem = _("Etwas, das es nur einmal geben darf, kommt mehrmals vor.")
        raise ImportRefused(where="", problem=problem) from None
    game = document.game
    _check_answers(document)
    for found in document.rounds.values():
        if found.round.state in RUNNING:
            found.round.tops = tops_of(found.round)
            found.round.top_points = max((top["points"] for top in found.round.tops), default=0)
            found.round.save(update_fields=["tops", "top_points"])
    told = {"origin": document.origin, "entries": len(document.log), "commitment": game.commitment}
    record(game, LogEntry.Kind.IMPORTED, at, by=by, data=told)
    return game


def _lexicon_for(game: Game) -> Lexicon | None:
    try:
        return kept_lexicon(game.lexicon_sha256)
    except LexiconMissing:
        if game.state != Game.State.FINISHED:
            raise
        return None


def _save(document: ReadGame, by: User) -> None:
    game = document.game
    if game.state == Game.State.SETUP:
        seed = secrets.token_bytes(SEED_BYTES)
        game.seed, game.commitment = seed.hex(), commitment(seed)
    elif game.state == Game.State.RUNNING and game.options.automatic:
        problem = _("Ein automatisches Spiel lässt sich erst nach seinem Ende übernehmen.")
        raise ImportRefused(where="game.options.automatic", problem=problem)
    game.join_code = new_code()
    game.log_length, game.log_hash = len(document.log), document.log[-1].hash
    game.save(force_insert=True)
    game.staff.create(user=by, role=Staff.Role.DIRECTOR)
    Participant.objects.bulk_create(document.participants.values())
    for found in document.rounds.values():
        found.round.save(force_insert=True)
        Period.objects.bulk_create(found.periods)
        Answer.objects.bulk_create(found.answers, batch_size=2_000)
        Play.objects.bulk_create(found.plays.values(), batch_size=2_000)
        Result.objects.bulk_create(found.results, batch_size=2_000)
    for ruling in document.rulings:  # one by one: the order of their keys is that of the decisions
        ruling.save(force_insert=True)
    LogEntry.objects.bulk_create(document.log, batch_size=2_000)


def _check_answers(document: ReadGame) -> None:
    """The log vouches for the answers of every published round by their digest."""
    vouched = {
        entry.round_id: entry.data
        for entry in document.log
        if entry.kind == LogEntry.Kind.PUBLISHED
    }
    for found in document.rounds.values():
        if found.round.state != Round.State.PUBLISHED:
            continue
        told = vouched.get(found.round.pk, {})
        if any(told.get(key) != value for key, value in summary_of(found.round).items()):
            where = f"{found.round.number}.{found.round.attempt}"
            problem = _("Die Antworten sind nicht die, für die das Protokoll einsteht.")
            raise ImportRefused(where=where, problem=problem)
