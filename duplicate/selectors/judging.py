"""What a round comes to by the answers and rulings there are."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q

from duplicate.adjudication import (
    Credit,
    Entry,
    HandedIn,
    JudgedPlay,
    Judgement,
    MoveJson,
    PlayKey,
    RoundJudge,
    choose_reference,
    credit_round,
    mean,
    results_digest,
)
from duplicate.models import Game, Result, Round, Ruling
from duplicate.moves import move_json
from duplicate.selectors.answers import answers_in_force
from duplicate.selectors.rounds import lexicon_of
from engine.solver import find_tops

WORD_KINDS = (Ruling.Kind.WORD_ALLOWED, Ruling.Kind.WORD_BARRED)
#: The columns of a result that say what is credited.
CREDIT = ("points", "move_points", "bonus", "warnings", "deduction", "is_top", "is_solo")


class Player(NamedTuple):
    """A participant as far as a round's outcome asks."""

    pk: int
    number: int
    withdrawn_at: datetime | None
    #: The key of whom they are the same as, and who has what they handed in.
    merged_into: int | None


@dataclass(frozen=True)
class Outcome:
    """What a round comes to; participants by their keys in the database."""

    tops: list[MoveJson]
    reference: MoveJson | None
    plays: Mapping[PlayKey, JudgedPlay]
    #: The answers that count, and the play each of them is.
    answers: Mapping[int, tuple[int, PlayKey]]
    credits: Mapping[int, Credit]
    #: By the participants' numbers.
    digest: str

    @property
    def top_points(self) -> int:
        return self.tops[0]["points"] if self.tops else 0


def tops_of(round: Round) -> list[MoveJson]:
    """All best moves by the words that hold in the round now, in the order of the rules."""
    game = round.game
    lexicon = lexicon_of(game, round.number)
    tops = find_tops(lexicon, round.board, round.rack, game.options.rules)
    return [move_json(top) for top in tops]


def players_of(game: Game) -> list[Player]:
    """Everybody who was ever entered."""
    return [Player(*row) for row in game.participants.values_list(*Player._fields)]


def outcome_of(
    round: Round, tops: list[MoveJson], players: Sequence[Player] | None = None
) -> Outcome:
    """What the round comes to by everything that is written down now.

    `players` are those of its game, if the caller knows them already.
    """
    game = round.game
    options = game.options
    numbers = {
        player.pk: player.number
        for player in (players_of(game) if players is None else players)
        if player.merged_into is None
        and (
            player.withdrawn_at is None
            or (round.opened_at and player.withdrawn_at > round.opened_at)
        )
    }
    rulings = list(round.rulings.filter(revoked_at=None).select_related("play"))
    lexicon, ruled_points = lexicon_of(game, round.number), _ruled_points(rulings)
    judge = RoundJudge(round.board, round.rack, lexicon, options.rules, ruled_points)
    judged: dict[PlayKey, Judgement] = {}
    answers = {}
    entries = {pk: entry for pk, entry in _ruled_entries(round, rulings).items() if pk in numbers}
    for pk, participant, coordinates, word, declared in _last_answers(round):
        ruled = entries.get(participant, Entry())
        if participant not in numbers or ruled.average is not None:
            continue
        writing = PlayKey(coordinates, word)
        if writing not in judged:
            judged[writing] = judge.judge(*writing)
        judgement = judged[writing]
        answers[participant] = pk, judgement.play.key
        handed_in = HandedIn(judgement.play, declared, judgement.blank_is_unmarked)
        entries[participant] = replace(ruled, handed_in=handed_in)
    plays = {judgement.play.key: judgement.play for judgement in judged.values()}
    handed_in_plays = list(plays.values())
    for key in ruled_plays(round) - plays.keys():
        plays[key] = judge.judge(*key).play
    for pk, count in _earlier_warnings(round).items():
        if pk in entries:
            entries[pk] = replace(entries[pk], warned_before=count)
    chosen = round.reference if round.reference_chosen else None
    reference = choose_reference(options.reference, tops, handed_in_plays, judge.board, chosen)
    credited = credit_round(entries, tops[0]["points"] if tops else 0, options)
    digest = results_digest((numbers[pk], credit.points) for pk, credit in credited.items())
    return Outcome(tops, reference, plays, answers, credited, digest)


def ruled_plays(round: Round) -> set[PlayKey]:
    """The plays that were ever ruled on: they stay even if nobody gives them any more."""
    rulings = round.rulings.exclude(play=None)
    return {PlayKey(*key) for key in rulings.values_list("play__coordinates", "play__word")}


def credits_now(round: Round) -> dict[int, tuple[Any, ...]]:
    """Answer, play and `CREDIT` of everybody, as they are written down, in that order."""
    plain = [column for column in CREDIT if column != "warnings"]
    at = 2 + CREDIT.index("warnings")
    # Hardly anybody is warned, and reading thousands of empty lists would take longest.
    warned = dict(round.results.exclude(warnings=[]).values_list("participant_id", "warnings"))
    rows = round.results.values_list("participant_id", "answer_id", "play_id", *plain)
    return {
        participant: (*columns[:at], warned.get(participant, []), *columns[at:])
        for participant, *columns in rows.iterator(chunk_size=10_000)
    }


def credit_columns(credit: Credit) -> tuple[Any, ...]:
    """What a result's columns `CREDIT` say of the credit."""
    return (
        credit.points,
        credit.move_points,
        credit.bonus,
        list(credit.warnings),
        credit.deduction,
        credit.is_top,
        credit.is_solo,
    )


def _last_answers(round: Round) -> list[tuple[int, int, str, str, int | None]]:
    """The answers that count: the last one in force of everybody."""
    answers = answers_in_force(round).values_list(
        "pk", "participant_id", "coordinates", "word", "declared_points"
    )
    return list({answer[1]: answer for answer in answers}.values())


def _ruled_points(rulings: Iterable[Ruling]) -> dict[PlayKey, int]:
    """What directors ruled on plays in this round."""
    return {
        PlayKey(ruling.play.coordinates, ruling.play.word): ruling.points or 0
        for ruling in rulings
        if ruling.kind == Ruling.Kind.PLAY_POINTS and ruling.play
    }


def _ruled_entries(round: Round, rulings: Iterable[Ruling]) -> dict[int, Entry]:
    """What directors ruled on participants in this round."""
    entries: defaultdict[int, Entry] = defaultdict(Entry)
    averaged = set()
    for ruling in rulings:
        if ruling.participant_id is None:
            continue
        entry = entries[ruling.participant_id]
        match ruling.kind:
            case Ruling.Kind.WARNING:
                entry = replace(entry, warnings=(*entry.warnings, ruling.reason))
            case Ruling.Kind.PENALTY:
                entry = replace(entry, penalty=entry.penalty + (ruling.points or 0))
            case Ruling.Kind.AVERAGE:
                entry = replace(entry, average=ruling.points or 0)
                if ruling.points is None:
                    averaged.add(ruling.participant_id)
        entries[ruling.participant_id] = entry
    for pk, points in _averages(round, averaged).items():
        entries[pk] = replace(entries[pk], average=points)
    return entries


def _averages(round: Round, participants: set[int]) -> dict[int, int]:
    """The mean of the other published rounds in which each of them handed something in."""
    results = Result.objects.filter(
        participant__in=participants, round__state=Round.State.PUBLISHED
    ).exclude(Q(round=round) | Q(answer=None))
    points = defaultdict(list)
    for participant, credited in results.values_list("participant_id", "points"):
        points[participant].append(credited)
    return {participant: max(0, mean(all_points)) for participant, all_points in points.items()}


def _earlier_warnings(round: Round) -> Counter[int]:
    """How often everybody was warned in the published rounds before this one."""
    if not round.game.options.warning_deduction:
        return Counter()
    results = Result.objects.filter(
        round__game=round.game_id,
        round__state=Round.State.PUBLISHED,
        round__number__lt=round.number,
    ).exclude(warnings=[])
    counts: Counter[int] = Counter()
    for participant, warnings in results.values_list("participant_id", "warnings"):
        counts[participant] += len(warnings)
    return counts
