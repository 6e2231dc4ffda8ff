"""The word judge: challenges are ruled, and the director rules on words (see docs/tables.md)."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from engine.alphabet import normalise
from engine.errors import Unreadable
from referee.errors import Invalid
from referee.events.locking import lock_event
from referee.events.log import name_of
from referee.journals import LogData
from referee.models import User
from referee.texts import read_text
from tournaments.errors import AlreadyRuled
from tournaments.events import journal
from tournaments.events.journal import Actor
from tournaments.models import Challenge, LogEntry, Pairing, Table, Tournament, WordRuling
from tournaments.words.selectors import inadmissible_words

#: A move forms its main word and a cross word for every tile: fifteen and one at the most.
MOST_WORDS = 16
LONGEST_TEXT = 300


@transaction.atomic
def judge(
    tournament: Tournament,
    words: Sequence[str],
    at: datetime,
    *,
    by: Actor,
    pairing: Pairing | None = None,
    table: Table | None = None,
) -> Challenge:
    """Rule on words challenged together: all of them are admissible, or not all.

    Which of them is not, nobody is told. Raises Invalid for no words, too many, or what is no
    word, and for a game of another tournament.
    """
    written = list(dict.fromkeys(read_word("words", word) for word in words))
    if not 1 <= len(written) <= MOST_WORDS:
        problem = _("Richtig sind 1 bis {most} Wörter.").format(most=MOST_WORDS)
        raise Invalid(field="words", problem=problem)
    tournament = lock_event(tournament)
    if table is not None and table.tournament_id != tournament.pk:
        raise Invalid(field="table", problem=_("Diese Partie gehört nicht zu dem Turnier."))
    if table is not None and pairing is None:
        pairing = table.pairing
    if pairing is not None and pairing.round.division.tournament_id != tournament.pk:
        raise Invalid(field="pairing", problem=_("Diese Paarung gehört nicht zu dem Turnier."))
    challenge = tournament.challenges.create(
        pairing=pairing,
        table=table,
        words=written,
        is_admissible=not inadmissible_words(tournament, written),
        by=name_of(by),
        at=at,
    )
    # Who still plays must not learn from other tables what is a word.
    told = _challenge_log_fields(challenge)
    journal.record(tournament, LogEntry.Kind.CHALLENGED, at, by=by, data=told, is_internal=True)
    return challenge


@transaction.atomic
def rule_word(
    tournament: Tournament,
    word: str,
    at: datetime,
    *,
    by: User,
    is_allowed: bool,
    reason: str,
    text: str = "",
) -> WordRuling:
    """Allow or bar a word from now on, whatever the lexicon says; challenges ruled before stay.

    An earlier ruling on the word is revoked. Raises AlreadyRuled where one says the same already,
    Invalid for what is no word and no reason.
    """
    word = read_word("word", word)
    if reason not in WordRuling.Reason.values:
        choices = ", ".join(WordRuling.Reason.values)
        problem = _("Richtig ist: {choices}.").format(choices=choices)
        raise Invalid(field="reason", problem=problem)
    text = read_text("text", text, LONGEST_TEXT)
    tournament = lock_event(tournament)
    earlier = tournament.word_rulings.filter(word=word, revoked_at=None).first()
    if earlier is not None:
        if earlier.is_allowed == is_allowed:
            raise AlreadyRuled(word=word)
        _revoke(tournament, earlier, at, by=by)
    ruling = tournament.word_rulings.create(
        word=word,
        is_allowed=is_allowed,
        reason=reason,
        text=text,
        by=name_of(by),
        at=at,
    )
    journal.record(tournament, LogEntry.Kind.RULED, at, by=by, data=_ruling_log_fields(ruling))
    return ruling


@transaction.atomic
def revoke_ruling(ruling: WordRuling, at: datetime, *, by: User) -> WordRuling:
    """Take a ruling back: the lexicon decides again. One revoked already stays as it is."""
    tournament = lock_event(ruling.tournament)
    ruling = tournament.word_rulings.get(pk=ruling.pk)
    if ruling.revoked_at is None:
        _revoke(tournament, ruling, at, by=by)
    return ruling


def read_word(field: str, word: str) -> str:
    """`word` as the tiles show it. Raises Invalid, naming `field`."""
    try:
        return normalise(word)
    except Unreadable:
        problem = _("Ein Wort hat 2 bis 15 Buchstaben, wie sie auf den Steinen stehen.")
        raise Invalid(field=field, problem=problem) from None


def _revoke(tournament: Tournament, ruling: WordRuling, at: datetime, *, by: User) -> None:
    ruling.revoked_by, ruling.revoked_at = name_of(by), at
    ruling.save(update_fields=["revoked_by", "revoked_at"])
    told = _ruling_log_fields(ruling)
    journal.record(tournament, LogEntry.Kind.RULING_REVOKED, at, by=by, data=told)


def _ruling_log_fields(ruling: WordRuling) -> LogData:
    return {
        "id": ruling.pk,
        "word": ruling.word,
        "is_allowed": ruling.is_allowed,
        "reason": ruling.reason,
        "text": ruling.text,
    }


def _challenge_log_fields(challenge: Challenge) -> LogData:
    return {
        "id": challenge.pk,
        "words": challenge.words,
        "is_admissible": challenge.is_admissible,
        "pairing": challenge.pairing_id,
        "table": challenge.table_id and str(challenge.table_id),
    }
