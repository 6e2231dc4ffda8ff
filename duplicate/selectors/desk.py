"""What the desk shows of a round: who has answered, what there is to judge, what went back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet

from duplicate.messages import tell_play
from duplicate.models import Game, Participant, Play, Round, Ruling
from duplicate.selectors.answers import answers_in_force
from duplicate.selectors.plays import word_rulings
from duplicate.selectors.rounds import best_moves, reference_of
from duplicate.selectors.shown import OVER
from engine.board import Board
from engine.scoring import LaidTile, ScoredMove, tiles_laid
from engine.tiles import from_shown

#: So many of those who have not answered yet are named.
MOST_NAMED = 120


@dataclass(frozen=True)
class Arrival:
    """How many of those who play have an answer that counts, and who has none yet."""

    expected: int
    answered: int
    #: The first of them by number.
    missing: Sequence[Participant]

    @property
    def lacking(self) -> int:
        return self.expected - self.answered

    @property
    def unnamed(self) -> int:
        return self.lacking - len(self.missing)


@dataclass(frozen=True)
class WordView:
    word: str
    is_inadmissible: bool
    #: The decision on it that holds, if there is one.
    ruling: Ruling | None


@dataclass(frozen=True)
class PlayView:
    """A play as the judge sees it: how many gave it, but not who."""

    play: Play
    given_by: int
    verdict: str
    words: tuple[WordView, ...]
    #: Whether only words nobody has decided on stand against it.
    is_doubtful: bool
    is_reference: bool
    #: Where the list goes on when it is decided: its own words decide others like it too.
    following: str = "judging"


@dataclass(frozen=True)
class RackTile:
    tile: str
    is_laid: bool


def arrival_of(round: Round) -> Arrival:
    """Who has handed in what counts, of those who play now."""
    missing = missing_in(round)
    expected = _playing(round).count()
    return Arrival(expected, expected - missing.count(), list(missing[:MOST_NAMED]))


def missing_in(round: Round) -> QuerySet[Participant]:
    """Those who play now and have handed in nothing that counts, online or on paper, by number."""
    answered = answers_in_force(round).order_by().values("participant")
    return _playing(round).exclude(pk__in=answered).order_by("number")


def view_plays(round: Round, plays: Iterable[Play]) -> list[PlayView]:
    """These plays of the round as the judge sees them."""
    rulings = {ruling.word: ruling for ruling in word_rulings(round)}
    reference = round.reference or {}
    views = [_view(play, rulings, reference) for play in plays]
    return [
        replace(view, following=_following(view, views[place + 1 :]))
        for place, view in enumerate(views)
    ]


def rulings_of(round: Round) -> QuerySet[Ruling]:
    """Every decision that holds in the round: on words, and this round's others."""
    return (
        Ruling.objects.filter(Q(pk__in=word_rulings(round)) | Q(round=round), revoked_at=None)
        .select_related("round", "by", "play", "participant")
        .order_by("-id")
    )


def reference_choices(round: Round) -> Sequence[ScoredMove]:
    """The equal best moves of a judged round, if there is a choice."""
    if round.state != Round.State.JUDGED or not round.reference:
        return ()
    best = best_moves(round)
    return best if len(best) > 1 else ()


def board_of(round: Round) -> tuple[Board, tuple[LaidTile, ...]]:
    """The board before the round, and the tiles of its reference once that is known."""
    if not round.reference or round.state not in OVER:
        return round.board, ()
    return round.board, tiles_laid(round.board, reference_of(round).move)


def rack_of(round: Round) -> list[RackTile]:
    """The rack of the round; those of its tiles that the reference lays are marked."""
    _board, laid = board_of(round)
    used = list(from_shown("".join(letter for _square, letter in laid)))
    tiles = []
    for tile in round.rack:
        is_laid = tile in used
        if is_laid:
            used.remove(tile)
        tiles.append(RackTile(tile, is_laid))
    return tiles


def gone_back(game: Game, number: int) -> QuerySet[Round]:
    """The draws of this round that went back into the bag, in order."""
    return game.rounds.filter(number=number, state=Round.State.CANCELLED)


def _playing(round: Round) -> QuerySet[Participant]:
    return Participant.objects.filter(game=round.game_id, withdrawn_at=None)


def _view(play: Play, rulings: dict[str, Ruling], reference: dict[str, object]) -> PlayView:
    barred = set(play.inadmissible)
    words = tuple(WordView(word, word in barred, rulings.get(word)) for word, _points in play.words)
    return PlayView(
        play=play,
        given_by=play.given_by,  # type: ignore[attr-defined]
        verdict=tell_play(play),
        words=words,
        is_doubtful=play.is_doubtful,  # type: ignore[attr-defined]
        is_reference=(play.coordinates, play.word)
        == (reference.get("coordinates"), reference.get("word")),
    )


def _following(view: PlayView, others: Iterable[PlayView]) -> str:
    barred = set(view.play.inadmissible)
    for other in others:
        if barred.isdisjoint(other.play.inadmissible):
            return f"play-{other.play.pk}"
    return "judging"
