"""Whether a game that was read can have been played so: log, draws, moves, points.

Points are judged again where the game's lexicon is on this server.
"""

from collections import Counter
from collections.abc import Container
from dataclasses import dataclass, field
from functools import cached_property
from typing import NoReturn

from django.utils.translation import gettext as _

from duplicate.adjudication import HandedIn, JudgedPlay, PlayKey, RoundJudge, points_by_policy
from duplicate.errors import ImportRefused
from duplicate.exchange.game import RUNNING
from duplicate.exchange.reading import ReadGame, ReadRound
from duplicate.models import Answer, Game, LogEntry, Play, Result, Round
from duplicate.moves import move_json
from duplicate.options import Options
from duplicate.selectors.rounds import draw_of, reference_of
from engine import simultan
from engine.errors import EngineError
from engine.lexicon import Lexicon
from engine.proofs import Proof, ProvenDraw, check_proof, first_loss
from engine.simultan import Position
from engine.solver import find_tops
from engine.tiles import sort_tiles
from engine.verdicts import Code, judge
from referee.chain import first_broken
from referee.journals import link_of

State = Round.State
_NOT_OPENED = {State.DRAWN, State.CANCELLED}
_HAVE_REFERENCE = {State.JUDGED, State.PUBLISHED}


def check_game(document: ReadGame, lexicon: Lexicon | None) -> None:
    """Raises ImportRefused, saying where, for what can't be.

    Without `lexicon` the file is believed which words are admissible.
    """
    _check_log(document)
    _check_states(document)
    _check_draws(document)
    options = document.game.options
    ruled_words = {ruling.word for ruling in document.rulings if ruling.word}
    ruled_plays = {id(ruling.play) for ruling in document.rulings if ruling.play}
    for found in document.rounds.values():
        court = _Court(found, options, lexicon, ruled_words, ruled_plays)
        court.check_tops()
        for play in found.plays.values():
            court.check_play(play)
        for result in found.results:
            court.check_result(result)


def _check_log(document: ReadGame) -> None:
    broken = first_broken(map(link_of, document.log))
    if broken is not None or not document.log:
        _refuse(f"log {broken or 1}", _("Das Protokoll ist hier verändert oder unvollständig."))
    game = document.game
    for entry in document.log:
        told = entry.data
        match entry.kind:
            case LogEntry.Kind.STARTED:
                promised = told.get("commitment"), told.get("lexicon"), told.get("options")
                if promised != (game.commitment, game.lexicon_sha256, game.options_json):
                    _refuse("game", _("Das Protokoll beginnt mit einem anderen Spiel."))
            case LogEntry.Kind.DRAWN if entry.round:
                drawn = draw_of(entry.round)
                if (told.get("rack"), told.get("bag")) != (drawn.rack, drawn.bag):
                    _refuse(_name(entry.round), _("Das Protokoll nennt andere Steine."))


def _check_states(document: ReadGame) -> None:
    game = document.game
    has_timers = game.options.automatic
    is_sound = _fits(game, [found.round.state for found in document.rounds.values()])
    if not is_sound or not (has_timers or game.next_round_at is None):
        _refuse("game", _("Der Zustand des Spiels passt nicht zu seinen Runden."))
    for found in document.rounds.values():
        if not _is_sound(found, has_timers=has_timers):
            _refuse(_name(found.round), _("Der Zustand der Runde passt nicht zu ihren Angaben."))


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


def _is_sound(found: ReadRound, *, has_timers: bool) -> bool:
    """Whether a round has what one in its state has."""
    round = found.round
    return (
        (round.state in _NOT_OPENED or bool(round.opened_at and round.closes_at))
        and (round.opened_at is None or bool(found.periods))
        and (has_timers or round.publish_at is None)
        and (round.state not in _HAVE_REFERENCE or round.reference is not None)
        and (round.state == State.PUBLISHED) == (round.published_at is not None)
        and (round.state == State.CANCELLED) == bool(round.cancelled_because)
        and (round.drawn_by == Round.DrawnBy.HAND) == (not round.label)
    )


def _check_draws(document: ReadGame) -> None:
    game = document.game
    tile_set = game.options.rules.tile_set
    tiles = tile_set.all_tiles
    draws = tuple(
        ProvenDraw(draw_of(found.round), found.round.board, found.round.state == State.CANCELLED)
        for found in document.rounds.values()
    )
    if lost := first_loss(tiles, draws):
        _refuse(str(lost.round_number), _("Brett, Bänkchen und Beutel sind nicht alle Steine."))
    position, drawn_before = simultan.start(tile_set), 0
    attempts: Counter[int] = Counter()
    for found in document.rounds.values():
        round = found.round
        attempts[round.number] += 1
        is_next = round.attempt == attempts[round.number] and round.number <= drawn_before + 1
        is_cancelled = round.state == State.CANCELLED
        if not is_next or not (is_cancelled or round.number == position.round_number):
            _refuse(_name(round), _("Vor dieser Runde fehlt eine."))
        drawn_before = round.number
        if is_cancelled:
            continue
        is_repeat = round.attempt > 1
        _check_start(round, simultan.with_leave_in_bag(position) if is_repeat else position)
        if round.state == State.PUBLISHED:
            position = _after(round, position, game.options)
    if game.seed:
        proof = Proof(
            game.commitment, bytes.fromhex(game.seed), tiles, game.options.draw_rule, draws
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
            _refuse(_name(round), verdict.message)
        return simultan.lay_reference(position, draw_of(round), reference, options.draw_rule)
    except EngineError as fault:
        _refuse(_name(round), str(fault))


def _check_start(round: Round, position: Position) -> None:
    same_tiles = sort_tiles(round.bag + round.rack) == position.tiles_left
    if (round.cells, round.leave) != (position.board.cells, position.leave) or not same_tiles:
        _refuse(_name(round), _("Die Runde beginnt nicht da, wo die vorige aufhört."))


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
            expected = points_by_policy(handed_in, self.options.declared)
            is_sound = (
                is_sound
                and answer is self._last_answers.get(result.participant.number)
                and self._key_of(answer.coordinates, answer.word) == key
                and (result.move_points == expected or is_ruled)
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
        _refuse(_name(self.found.round), problem)


def _name(round: Round) -> str:
    return f"{round.number}.{round.attempt}"


def _refuse(where: str, problem: str) -> NoReturn:
    raise ImportRefused(where=where, problem=problem)
