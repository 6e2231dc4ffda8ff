"""The finished game: an evening on paper, played by the services as if it had been yesterday."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

from django.db import transaction
from django.utils import timezone

from duplicate.demo.crowd import ENTRIES, HABITS, PLAYERS
from duplicate.models import Game, Participant, Round, Ruling
from duplicate.options import Options
from duplicate.selectors.rounds import PATIENCE, lexicon_of
from duplicate.services.answers import record_slip
from duplicate.services.games import create_game, start_game
from duplicate.services.judging import judge_round
from duplicate.services.participants import enter_participants
from duplicate.services.rounds import (
    begin_closing,
    draw_round,
    finish_closing,
    open_round,
    publish_round,
)
from duplicate.services.rulings import rule_on_word
from duplicate.simulator.planning import Attempt, Intent, plan_round
from engine.scoring import ScoredMove
from engine.solver import search_all
from engine.verdicts import Code
from referee.models import User
from referee.services import demo_director

NAME = "Beispiel: ein Simultan-Abend"
OPTIONS = Options(solo_bonus=10, solo_least_players=10)
HOUR, MINUTE = 19, 30
#: From the end of a round to its publication, and from there to the next one.
JUDGING, REST = timedelta(seconds=45), timedelta(seconds=20)
#: Moves that the crowd chooses from, the best ones.
MOVES = 2000
#: In one round of so many only one finds the top.
SOLO_EVERY = 4
#: In this round somebody protests against a decision.
PROTEST_IN = 3


@transaction.atomic
def play_example(now: datetime) -> Game:
    """The finished example game, played now if there is none. Raises LexiconMissing."""
    by = demo_director()
    if found := Game.objects.filter(staff__user=by, name=NAME).first():
        return found
    yesterday = timezone.localtime(now) - timedelta(days=1)
    at = yesterday.replace(hour=HOUR, minute=MINUTE, second=0, microsecond=0)
    game = create_game(name=NAME, by=by, at=at - timedelta(minutes=30), options=OPTIONS)
    people = enter_participants(game, ENTRIES, at - timedelta(minutes=10), by=by)
    start_game(game, at, by=by)
    evening = _Evening(people, by)
    while round := draw_round(game, at, by=by):
        at = evening.play(open_round(round, at, by=by), at) + REST
    game.refresh_from_db()
    return game


class _Evening:
    def __init__(self, people: Sequence[Participant], by: User) -> None:
        self.people, self.by = people, by
        # A crowd's whims, no secret.
        self.rng = Random(1)  # noqa: S311

    def play(self, round: Round, opened_at: datetime) -> datetime:
        """Have everybody answer the open round, judge and publish it: when that was."""
        plans = self._plans(round)
        for person, plan in zip(self.people, plans, strict=True):
            for attempt in plan:
                record_slip(
                    round,
                    person,
                    coordinates=attempt.coordinates,
                    word=attempt.word,
                    points=attempt.declared_points,
                    at=opened_at + timedelta(seconds=attempt.after_seconds),
                    by=self.by,
                )
        at = opened_at + timedelta(seconds=OPTIONS.limit_seconds) + PATIENCE
        begin_closing(round, at)
        finish_closing(round, at)
        judge_round(round, at)
        if round.number == PROTEST_IN:
            self._protest(round, at + JUDGING / 3)
        publish_round(round, at + JUDGING, by=self.by)
        return at + JUDGING

    def _plans(self, round: Round) -> list[list[Attempt]]:
        """What everybody hands in; now and then one of the stronger half is alone with the top."""
        lexicon = lexicon_of(round.game, round.number)
        moves = search_all(lexicon, round.board, round.rack, OPTIONS.rules).moves(MOVES)
        lower = [scored for scored in moves if scored.points < moves[0].points]
        is_solo = bool(lower) and round.number % SOLO_EVERY == 1
        known = lower if is_solo else moves
        plans = plan_round(PLAYERS, known, OPTIONS.limit_seconds, HABITS, self.rng)
        if is_solo:
            plans[self.rng.randrange(len(plans) // 2)] = [_attempt(moves[0])]
        return plans

    def _protest(self, round: Round, at: datetime) -> None:
        """The director bars the longest word that is no top; it is looked up, and allowed."""
        plays = round.plays.filter(code=Code.VALID)
        disputed = max(plays, key=lambda play: (play.points < round.top_points, len(play.word)))
        for is_admissible, reason, text in (
            (False, Ruling.Reason.NOT_IN_DICTIONARY, ""),
            (True, Ruling.Reason.IN_DICTIONARY, "Nach Einspruch noch einmal nachgeschlagen."),
        ):
            rule_on_word(
                round,
                disputed.word,
                at,
                by=self.by,
                is_admissible=is_admissible,
                reason=reason,
                text=text,
            )
            at += JUDGING / 3


def _attempt(scored: ScoredMove) -> Attempt:
    move = scored.move
    half = OPTIONS.limit_seconds / 2
    return Attempt(half, move.coordinates, move.word, scored.points, Intent.MOVE)
