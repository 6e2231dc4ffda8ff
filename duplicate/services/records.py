"""A game that another program kept is played again here, turn by turn, and over at once."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import NoReturn

from django.db import transaction
from django.utils.translation import gettext as _

from duplicate.adjudication import RoundJudge
from duplicate.errors import ImportRefused, NotAmongTheBest
from duplicate.exchange.records import GameRecord, MoveKind, PlayedMove, RoundRecord
from duplicate.models import Answer, Game, LogEntry, Participant, Round, Ruling
from duplicate.options import MOST_SOLO_BONUS, Options, Reference, Variant
from duplicate.selectors.rounds import PATIENCE, lexicon_of, reference_of
from duplicate.services.games import create_game, end_game, start_game
from duplicate.services.judging import judge_round
from duplicate.services.participants import enter_participants
from duplicate.services.rounds import (
    begin_closing,
    cancel_round,
    choose_reference,
    draw_by_hand,
    draw_round,
    finish_closing,
    open_round,
    publish_round,
)
from duplicate.services.rounds.clock import INSTANT
from duplicate.services.rulings import penalise_participant, rule_on_word, warn_participant
from duplicate.written_answer import ILLEGIBLE, WrittenAnswer, read_answer
from engine.verdicts import Code, judge
from referee.errors import Refused
from referee.events.log import record
from referee.events.people import NewPerson
from referee.messages import tell_verdict
from referee.models import User
from referee.spreadsheets import MOST_ROWS

#: What the log and the rulings name as the origin.
ORIGIN = "Eliot"
#: A record with more words that the lexicon lacks was played by another list altogether.
MOST_WORDS = 200
#: Warnings and penalties in all.
MOST_EVENTS = 1_000


class _AnotherReference(ImportRefused):
    """The move laid is none that the policy tried could lay."""

    code = ImportRefused.code


@transaction.atomic
def import_record(record: GameRecord, name: str, at: datetime, *, by: User) -> Game:
    """Play the record again as a finished game, directed by `by`, who types all slips.

    Racks are drawn by hand and checked, moves judged by our engine and lexicon; words that only
    the record knows are allowed by rulings. What is credited is what the record says. The move
    laid must be a top or, in all turns, the best handed in.

    Raises ImportRefused with the place for what the rules don't allow, Invalid for the name,
    LexiconMissing. Nothing is kept then.
    """
    _check_people(record)
    refusals = []
    for policy in (Reference.TOP, Reference.BEST_HANDED_IN):
        try:
            with transaction.atomic():
                return _Replay.begun(record, name, policy, at, by).play()
        except _AnotherReference as refusal:
            refusals.append(refusal)
    raise refusals[0]


@dataclass
class _Replay:
    record: GameRecord
    game: Game
    people: Mapping[int, Participant]
    by: User
    #: Goes on from turn to turn, by instants only.
    at: datetime
    words: int = 0

    @classmethod
    def begun(
        cls, record: GameRecord, name: str, policy: Reference, at: datetime, by: User
    ) -> "_Replay":
        game = create_game(name=name, by=by, at=at, options=_options_of(record, policy))
        entries = [NewPerson(player.name, number=player.number) for player in record.players]
        with _told_at("Player"):
            entered = enter_participants(game, entries, at, by=by)
        game = start_game(game, at, by=by)
        return cls(record, game, {person.number: person for person in entered}, by, at)

    def play(self) -> Game:
        for number, played in enumerate(self.record.rounds, start=1):
            with _told_at(f"Turn {number}"):
                self._play_turn(played)
        game = end_game(self.game, self.at, by=self.by)
        told = {"origin": ORIGIN, "turns": len(self.record.rounds)}
        record(game, LogEntry.Kind.IMPORTED, self.at, by=self.by, data=told)
        return game

    def _play_turn(self, played: RoundRecord) -> None:
        round = open_round(self._drawn(played), self.at, by=self.by)
        written = [
            (move, _written_answer_of(move)) for move in played.moves if move.kind != MoveKind.NONE
        ]
        reference = self._reference(round, played)
        self._allow_words(round, reference, written)
        Answer.objects.bulk_create(
            [
                Answer(
                    round=round,
                    participant=self.people[move.player],
                    source=Answer.Source.SLIP,
                    entered_by=self.by,
                    received_at=self.at,
                    is_late=False,
                    coordinates=answer.coordinates,
                    word=answer.word,
                    declared_points=answer.declared_points,
                )
                for move, answer in written
            ],
            batch_size=2_000,
        )
        self._rule_on_people(round, played)
        self._publish(round, reference, played)

    def _drawn(self, played: RoundRecord) -> Round:
        """The rack of the turn. Which ones went back before it the record does not say."""
        if played.is_redrawn:
            gone = draw_round(self.game, self.at, by=self.by)
            if gone is None:
                _refuse(_("Hier lässt sich nicht mehr ziehen."))
            cancel_round(gone, self.at, by=self.by, text=ORIGIN)
        round = draw_by_hand(self.game, played.rack, self.at, by=self.by)
        if round.state == Round.State.CANCELLED:
            _refuse(_("Mit diesem Bänkchen wird hier nicht gespielt: Es geht zurück."))
        return round

    def _reference(self, round: Round, played: RoundRecord) -> tuple[str, str]:
        """The move laid, lying tiles written as they lie."""
        rules = self.game.options.rules
        verdict = judge(round.board, played.reference.move, rack=round.rack, ruleset=rules)
        if not verdict.is_valid or verdict.move is None:
            _refuse(tell_verdict(verdict))
        return verdict.move.coordinates, verdict.move.word

    def _allow_words(
        self,
        round: Round,
        reference: tuple[str, str],
        written: Sequence[tuple[PlayedMove, WrittenAnswer]],
    ) -> None:
        lexicon = lexicon_of(self.game, round.number)
        referee = RoundJudge(round.board, round.rack, lexicon, self.game.options.rules)
        valid = {(a.coordinates, a.word) for move, a in written if move.kind is MoveKind.VALID}
        plays = [referee.judge(*move).play for move in sorted(valid | {reference})]
        missing = {
            word
            for play in plays
            if play.code == Code.WORD_NOT_ADMISSIBLE
            for word in play.inadmissible
        }
        self.words += len(missing)
        if self.words > MOST_WORDS:
            problem = _("Mehr als {most} Wörter kennt die Wörterliste hier nicht.")
            _refuse(problem.format(most=MOST_WORDS))
        for word in sorted(missing):
            rule_on_word(
                round,
                word,
                self.at,
                by=self.by,
                is_admissible=True,
                reason=Ruling.Reason.LEXICON_ERROR,
                text=ORIGIN,
            )

    def _rule_on_people(self, round: Round, played: RoundRecord) -> None:
        reason = Ruling.Reason.OTHER
        for number in played.warnings:
            person = self.people[number]
            warn_participant(round, person, self.at, by=self.by, reason=reason, text=ORIGIN)
        for number, points in played.penalties:
            person = self.people[number]
            penalise_participant(
                round, person, points, self.at, by=self.by, reason=reason, text=ORIGIN
            )

    def _publish(self, round: Round, reference: tuple[str, str], played: RoundRecord) -> None:
        round = begin_closing(round, self.at + INSTANT, by=self.by)
        # Nobody but us knows the game yet: there are no answers to wait for.
        self.at = round.closes_at or self.at
        round = judge_round(finish_closing(round, self.at + PATIENCE), self.at)
        laid = reference_of(round).move
        if (laid.coordinates, laid.word) != reference:
            try:
                round = choose_reference(round, *reference, self.at, by=self.by)
            except NotAmongTheBest as refusal:
                raise _AnotherReference(where="", problem=str(refusal)) from None
        self._compare(round, played)
        publish_round(round, self.at, by=self.by)

    def _compare(self, round: Round, played: RoundRecord) -> None:
        """Whether we credit what the record does. Raises ImportRefused."""
        problem = _("{who}: Hier {ours} Punkte, dort {theirs}.")
        ours, theirs = reference_of(round).points, played.reference.points
        if ours != theirs:
            _refuse(problem.format(who=reference_of(round).move.word, ours=ours, theirs=theirs))
        credited = {result.participant_id: result for result in round.results.all()}
        moves = {move.player: move.points for move in played.moves}
        solos, penalties = _sums(played.solos), _sums(played.penalties)
        for number, person in self.people.items():
            result = credited.get(person.pk)
            got = (result.move_points, result.bonus, result.deduction) if result else (0, 0, 0)
            told = (moves.get(number, 0), solos[number], penalties[number])
            if got != told:
                ours, theirs = (move + solo - penalty for move, solo, penalty in (got, told))
                _refuse(problem.format(who=number, ours=ours, theirs=theirs))


def _check_people(record: GameRecord) -> None:
    """Nobody moves twice in a turn, and all who do anything in it are players."""
    if len(record.players) > MOST_ROWS:
        _refuse(_("Mehr als {most} Teilnehmer.").format(most=MOST_ROWS), "Player")
    if sum(len(played.warnings + played.penalties) for played in record.rounds) > MOST_EVENTS:
        problem = _("Mehr als {most} Verwarnungen und Strafen.").format(most=MOST_EVENTS)
        _refuse(problem, "Warning")
    known = {player.number for player in record.players}
    for turn, played in enumerate(record.rounds, start=1):
        movers = [move.player for move in played.moves]
        events = [number for number, _points in (*played.penalties, *played.solos)]
        if len(movers) > len(set(movers)) or not known.issuperset(
            (*movers, *events, *played.warnings)
        ):
            problem = _("Jeder Zug gehört zu einem der Spieler, und jeder hat nur einen.")
            _refuse(problem, f"Turn {turn}")


def _options_of(record: GameRecord, policy: Reference) -> Options:
    """What the record shows of how it was played; the rest is as usual here."""
    rounds = record.rounds
    keeps_leave = any(played.leave for played in rounds)
    is_all_redrawn = all(played.is_redrawn for played in rounds[1:])
    bonuses = {points for played in rounds for _number, points in played.solos}
    if len(bonuses) > 1 or not all(1 <= points <= MOST_SOLO_BONUS for points in bonuses):
        problem = _("Ein Solo bringt im ganzen Spiel gleich viel: 1 bis {most} Punkte.")
        _refuse(problem.format(most=MOST_SOLO_BONUS), "Solo")
    handed_in = [
        sum(move.kind is not MoveKind.NONE for move in played.moves)
        for played in rounds
        if played.solos
    ]
    return Options(
        variant=_variant_of(record),
        joker=record.is_joker,
        leave_returned=not (record.is_joker or keeps_leave or is_all_redrawn),
        reference=policy,
        solo_bonus=max(bonuses, default=0),
        solo_least_players=max(2, min(handed_in, default=2)),
    )


def _variant_of(record: GameRecord) -> Variant:
    if record.is_seven_of_eight:
        return Variant.SEVEN_OF_EIGHT
    has_eight = bool(record.rounds) and len(record.rounds[0].rack) == 8
    return Variant.SEVEN_AND_EIGHT if has_eight else Variant.NORMAL


def _written_answer_of(move: PlayedMove) -> WrittenAnswer:
    """The move as a slip has it; an invalid one that nobody can read is illegible."""
    try:
        return read_answer({"coordinates": move.coordinates, "word": move.word})
    except Refused:
        if move.kind is MoveKind.VALID:
            raise
        return ILLEGIBLE


def _sums(events: Sequence[tuple[int, int]]) -> Counter[int]:
    sums: Counter[int] = Counter()
    for number, points in events:
        sums[number] += points
    return sums


@contextmanager
def _told_at(where: str) -> Iterator[None]:
    """Every refusal is one of the import, at this place."""
    try:
        yield
    except Refused as refusal:
        problem = refusal.detail["problem"] if isinstance(refusal, ImportRefused) else refusal
        kind = _AnotherReference if isinstance(refusal, _AnotherReference) else ImportRefused
        raise kind(where=where, problem=str(problem)) from None


def _refuse(problem: str, where: str = "") -> NoReturn:
    raise ImportRefused(where=where, problem=problem)
