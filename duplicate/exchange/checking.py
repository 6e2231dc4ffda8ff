"""Whether a game that was read is the one that its log tells of, and can have been played so.

Points are judged again where the game's lexicon is on this server.
"""

from collections import Counter, defaultdict
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, NoReturn

from django.utils.translation import gettext as _

from duplicate.adjudication import (
    HandedIn,
    JudgedPlay,
    PlayKey,
    RoundJudge,
    points_by_policy,
    results_digest,
)
from duplicate.errors import ImportRefused
from duplicate.exchange.game import GAME, RUNNING
from duplicate.exchange.reading import Outline, Place, ReadRound, ReadRuling
from duplicate.exchange.vouching import VouchedRound, ruling_key
from duplicate.models import Answer, Game, Period, Play, Result, Round
from duplicate.moves import move_json
from duplicate.options import Declared, Options
from duplicate.selectors.answers import summary_of_answers
from duplicate.selectors.rounds import draw_of, reference_of
from engine import simultan
from engine.errors import EngineError
from engine.lexicon import Lexicon
from engine.proofs import Proof, ProvenDraw, check_proof, first_loss
from engine.simultan import Position
from engine.solver import find_tops
from engine.tiles import sort_tiles
from engine.verdicts import Code, judge
from referee.chain import time_text

State = Round.State
_NOT_OPENED = {State.DRAWN, State.CANCELLED}
_HAVE_REFERENCE = {State.JUDGED, State.PUBLISHED}
#: What is told of when the round is judged, and may change again before it is published.
_SETTLED = {"reference", "reference_chosen", "top_points"}


def check_outline(outline: Outline) -> None:
    """Raises ImportRefused, saying where, for what can't be or the log tells otherwise."""
    if outline.log.first_broken is not None or not outline.log.length:
        problem = _("Das Protokoll ist hier verändert oder unvollständig.")
        _refuse(f"log {outline.log.first_broken or 1}", problem)
    _check_game(outline)
    _check_people(outline)
    _check_told_rounds(outline)
    _check_rulings(outline)
    _check_states(outline)
    _check_draws(outline)


def check_round(outline: Outline, place: Place, found: ReadRound, lexicon: Lexicon | None) -> None:
    """The same for what was handed in in one round of the outline, and what it was worth.

    Without `lexicon` the file is believed which words are admissible.
    """
    _check_answers(outline.vouched.rounds[place], found)
    ruled_plays = {id(ruling.play) for ruling in found.rulings}
    court = _Court(found, outline.game.options, lexicon, outline.ruled_words, ruled_plays)
    court.check_tops()
    for play in found.plays.values():
        court.check_play(play)
    for result in found.results:
        court.check_result(result)


# What the log tells


def _check_game(outline: Outline) -> None:
    game = outline.game
    for name, told in outline.vouched.game.items():
        if name == "options":
            is_so = Options.recalled(told) == game.options
        else:
            is_so = getattr(game, GAME.get(name, name)) == told
        if not is_so:
            _refuse_as_told(f"game.{name}", told)


def _check_people(outline: Outline) -> None:
    people = outline.vouched.people
    for number in people.keys() ^ outline.participants.keys():
        _refuse(f"participant {number}", _("Das Protokoll und die Liste kennen nicht dieselben."))
    for number, columns in people.items():
        for name, told in columns.items():
            if getattr(outline.participants[number], name) != told:
                _refuse_as_told(f"participant {number}.{name}", told)


def _check_told_rounds(outline: Outline) -> None:
    vouched = outline.vouched.rounds
    for place in vouched.keys() ^ outline.rounds.keys():
        _refuse(_name(*place), _("Das Protokoll und die Liste kennen nicht dieselben."))
    for place, told in vouched.items():
        round = outline.rounds[place]
        for name, value in told.columns.items():
            if name in _SETTLED and round.state not in _HAVE_REFERENCE:
                continue
            has_come_late = name == "state" and (value, round.state) == (State.JUDGED, State.CLOSED)
            if getattr(round, name) != value and not has_come_late:
                _refuse_as_told(f"{_name(*place)}.{name}", value)
        periods = [[period.starts_at, period.ends_at] for period in outline.periods[place]]
        if periods != told.periods:
            _refuse_as_told(f"{_name(*place)}.periods", told.periods)


def _check_rulings(outline: Outline) -> None:
    given: defaultdict[str, list[datetime]] = defaultdict(list)
    revoked: defaultdict[str, list[datetime]] = defaultdict(list)
    for read in outline.rulings:
        key = ruling_key(read.place, _told_ruling(read))
        given[key].append(read.ruling.at)
        if read.ruling.revoked_at is not None:
            revoked[key].append(read.ruling.revoked_at)
    vouched = outline.vouched
    for ours, told in ((given, vouched.given), (revoked, vouched.revoked)):
        for key in ours.keys() | told.keys():
            if sorted(ours.get(key, ())) != sorted(told.get(key, ())):
                _refuse(
                    "rulings", _("Das Protokoll kennt andere Entscheidungen: {key}").format(key=key)
                )


def _told_ruling(read: ReadRuling) -> dict[str, Any]:
    """As the log tells it."""
    ruling = read.ruling
    told: dict[str, Any] = {"kind": ruling.kind, "reason": ruling.reason, "text": ruling.text}
    if ruling.word:
        told["word"] = ruling.word
    if read.play is not None:
        coordinates, word = read.play
        told["play"] = {"coordinates": coordinates, "word": word}
    if ruling.participant:
        told["participant"] = ruling.participant.number
    if ruling.points is not None:
        told["points"] = ruling.points
    return told


def _check_answers(told: VouchedRound, found: ReadRound) -> None:
    """Answers by the digest of the publication, results by that of the last judgement."""
    round = found.round
    if round.state == State.PUBLISHED:
        in_order = sorted(
            found.answers, key=lambda answer: (answer.received_at, answer.participant.number)
        )
        summary = summary_of_answers(
            (
                answer.participant.number,
                answer.received_at,
                answer.source,
                answer.coordinates,
                answer.word,
                answer.declared_points,
                answer.is_late,
                answer.written_points,
            )
            for answer in in_order
        )
        if told.answers != summary:
            problem = _("Die Antworten sind nicht die, für die das Protokoll einsteht.")
            _refuse(f"{_name_of(round)}.answers", problem)
    if round.state in _HAVE_REFERENCE:
        points = [(result.participant.number, result.points) for result in found.results]
        if told.results != results_digest(points):
            problem = _("Die Punkte sind nicht die, für die das Protokoll einsteht.")
            _refuse(f"{_name_of(round)}.results", problem)


# What can't be


def _check_states(outline: Outline) -> None:
    game = outline.game
    has_timers = game.options.automatic
    is_sound = _fits(game, [round.state for round in outline.rounds.values()])
    if not is_sound or not (has_timers or game.next_round_at is None):
        _refuse("game", _("Der Zustand des Spiels passt nicht zu seinen Runden."))
    for place, round in outline.rounds.items():
        if not _is_sound(round, outline.periods[place], has_timers=has_timers):
            _refuse(_name(*place), _("Der Zustand der Runde passt nicht zu ihren Angaben."))


def _fits(game: Game, states: list[str]) -> bool:
    """Whether a game in its state can have rounds in these, in order."""
    living = [state for state in states if state != State.CANCELLED]
    match game.state:
        case Game.State.SETUP:
            return not states and game.started_at is None
        case Game.State.RUNNING:
            is_running = game.started_at is not None and not game.seed
            return is_running and set(living[:-1]) <= {State.PUBLISHED}
        case _:
            return bool(game.finished_at and game.ending) and set(living) <= {State.PUBLISHED}


def _is_sound(round: Round, periods: Sequence[Period], *, has_timers: bool) -> bool:
    """Whether a round has what one in its state has."""
    return (
        (round.state in _NOT_OPENED or bool(round.opened_at and round.closes_at))
        and (round.opened_at is None or bool(periods))
        and (has_timers or round.publish_at is None)
        and (round.state not in _HAVE_REFERENCE or round.reference is not None)
        and (round.state == State.PUBLISHED) == (round.published_at is not None)
        and (round.state == State.CANCELLED) == bool(round.cancelled_because)
        and (round.drawn_by == Round.DrawnBy.HAND) == (not round.label)
    )


def _check_draws(outline: Outline) -> None:
    game = outline.game
    tile_set = game.options.rules.tile_set
    tiles = tile_set.all_tiles
    draws = tuple(
        ProvenDraw(draw_of(round), round.board, round.state == State.CANCELLED)
        for round in outline.rounds.values()
    )
    if lost := first_loss(tiles, draws):
        _refuse(str(lost.round_number), _("Brett, Bänkchen und Beutel sind nicht alle Steine."))
    position, drawn_before = simultan.start(tile_set), 0
    attempts: Counter[int] = Counter()
    for place, round in outline.rounds.items():
        attempts[round.number] += 1
        is_next = round.attempt == attempts[round.number] and round.number <= drawn_before + 1
        is_cancelled = round.state == State.CANCELLED
        if not is_next or not (is_cancelled or round.number == position.round_number):
            _refuse(_name(*place), _("Vor dieser Runde fehlt eine."))
        drawn_before = round.number
        if is_cancelled:
            continue
        is_repeat = round.attempt > 1
        _check_start(round, simultan.with_leave_in_bag(position) if is_repeat else position)
        if round.state == State.PUBLISHED:
            position = _after(round, position, game.options)
    if game.seed:
        proof = Proof(
            game.commitment,
            bytes.fromhex(game.seed),
            tiles,
            game.options.draw_rule,
            draws,
            game.hall_part,
        )
        checked = check_proof(proof)
        if checked.fault:
            where = checked.label or str(checked.round_number or "seed")
            _refuse(where, _("Aus dem Geheimnis folgen andere Steine."))


def _after(round: Round, position: Position, options: Options) -> Position:
    """The position once the round's reference is laid, which must be a move of its rack."""
    try:
        reference = reference_of(round)
        verdict = judge(round.board, reference.move, rack=round.rack, ruleset=options.rules)
        if not verdict.is_valid:
            _refuse(_name_of(round), verdict.message)
        return simultan.lay_reference(position, draw_of(round), reference, options.draw_rule)
    except EngineError as fault:
        _refuse(_name_of(round), str(fault))


def _check_start(round: Round, position: Position) -> None:
    same_tiles = sort_tiles(round.bag + round.rack) == position.tiles_left
    if (round.cells, round.leave) != (position.board.cells, position.leave) or not same_tiles:
        _refuse(
            _name_of(round),
            _("Die Runde beginnt nicht da, wo die vorige aufhört."),
        )


@dataclass
class _Court:
    """Judges a round again. What a director ever ruled on, is believed."""

    found: ReadRound
    options: Options
    lexicon: Lexicon | None
    ruled_words: set[str]
    #: By their place in memory, as they have no keys yet.
    ruled_plays: set[int]
    _read: dict[PlayKey, PlayKey] = field(default_factory=dict)

    @cached_property
    def _last_answers(self) -> dict[int, Answer]:
        """Those that count, by the number of the participant; see `answers_in_force`."""
        in_order = sorted(self.found.answers, key=lambda answer: answer.received_at)
        slip = Answer.Source.SLIP
        newest = {each.participant.number: each for each in in_order if each.source == slip}
        return {
            answer.participant.number: answer
            for answer in in_order
            if not answer.is_late
            and (answer.source != slip or answer is newest[answer.participant.number])
        }

    def check_tops(self) -> None:
        round = self.found.round
        if round.state in RUNNING or round.cancelled_because:
            return
        if self.lexicon and not self.ruled_words:
            tops = find_tops(self.lexicon, round.board, round.rack, self.options.rules)
            if round.tops != [move_json(top) for top in tops]:
                self._refuse(_("Die besten Züge sind andere."))
        if round.top_points != max((top["points"] for top in round.tops), default=0):
            self._refuse(_("Die Punkte der besten Züge stimmen nicht."))

    def check_play(self, play: Play) -> None:
        """The verdict must be the one that follows from which of its words are admissible."""
        words = {word for word, _points in play.words}
        judged = self._judge(play.coordinates, play.word, words - set(play.inadmissible))
        is_ruled = id(play) in self.ruled_plays
        if (
            judged.key != (play.coordinates, play.word)
            or (judged.code, judged.face_points) != (play.code, play.face_points)
            or (judged.words, judged.inadmissible) != (play.words, play.inadmissible)
            or (judged.points != play.points and not is_ruled)
        ):
            self._refuse(_("{play}: Das Urteil ist falsch.").format(play=play))
        if self.lexicon is None or play.code not in (Code.VALID, Code.WORD_NOT_ADMISSIBLE):
            return
        for word in words - self.ruled_words:
            if (word in self.lexicon) == (word in play.inadmissible):
                self._refuse(_("{word}: Die Wörterliste sagt es anders.").format(word=word))

    def check_result(self, result: Result) -> None:
        answer, play, round = result.answer, result.play, self.found.round
        is_sound = (
            result.points == result.move_points + result.bonus - result.deduction
            and result.bonus in (0, self.options.solo_bonus)
            and (answer is None) == (play is None)
            and result.is_top == (play is not None and result.move_points == round.top_points > 0)
        )
        if answer and play:
            is_ruled = id(play) in self.ruled_plays
            key = PlayKey(play.coordinates, play.word)
            judged = JudgedPlay(key, play.code, points=play.points, is_ruled=is_ruled)
            handed_in = HandedIn(judged, answer.declared_points)
            expected = {points_by_policy(handed_in, self.options.declared)}
            if self.options.declared is Declared.LOWER and answer.declared_points is None:
                expected.add(play.points)  # as versions before 0.3 counted
            is_sound = (
                is_sound
                and answer is self._last_answers.get(result.participant.number)
                and self._key_of(answer.coordinates, answer.word) == key
                and (result.move_points in expected or is_ruled)
            )
        if not is_sound:
            name = result.participant.name
            self._refuse(_("{name}: Die Punkte stimmen nicht.").format(name=name))

    def _key_of(self, coordinates: str, word: str) -> PlayKey:
        written = PlayKey(coordinates, word)
        if written not in self._read:
            self._read[written] = self._judge(coordinates, word, ()).key
        return self._read[written]

    def _judge(self, coordinates: str, word: str, words: Container[str]) -> JudgedPlay:
        round = self.found.round
        try:
            return (
                RoundJudge(round.board, round.rack, words, self.options.rules)
                .judge(coordinates, word)
                .play
            )
        except EngineError as fault:
            self._refuse(str(fault))

    def _refuse(self, problem: str) -> NoReturn:
        _refuse(_name_of(self.found.round), problem)


def _name(number: int, attempt: int) -> str:
    return f"{number}.{attempt}"


def _name_of(round: Round) -> str:
    return _name(round.number, round.attempt)


def _refuse_as_told(where: str, told: object) -> NoReturn:
    _refuse(where, _("Das Protokoll sagt es anders: {told}").format(told=_in_words(told)))


def _in_words(value: object) -> str:
    match value:
        case datetime():
            return time_text(value)
        case list():
            return f"[{', '.join(map(_in_words, value))}]"
        case _:
            return str(value)


def _refuse(where: str, problem: str) -> NoReturn:
    raise ImportRefused(where=where, problem=problem)
