"""The screen in the hall: who plays where, what came in last, and who leads."""

from collections.abc import Iterable, Sequence

from django.db.models import Max
from django.http import HttpResponse

from referee.page_requests import Context, number_in, theme_in
from tournaments.events.pages.kinds import live
from tournaments.events.pages.page_requests import Visit
from tournaments.events.pages.scenes import MOST_ROWS, NAMES, ROWS, Leaf, Scene, leaves_of
from tournaments.events.selectors.finding import find_division
from tournaments.models import Division, Entry, Pairing, Round, Tournament
from tournaments.rounds.pages.public import Part, divisions_of, games_of, part_of, winner_of
from tournaments.rounds.selectors.rounds import shown_pairing

#: So many of the newest results, two fewer for each further division that is told of above them.
NEWEST, FEWER, LEAST = 7, 2, 1


def show_scoreboard(visit: Visit) -> HttpResponse:
    """The screen as it is now, the same to everybody; ?division=n for one of the divisions only.

    Its script asks for it anew whenever the tournament has changed. Raises DivisionMissing.
    """
    found = visit.tournament
    wanted = number_in(visit.request, "division")
    divisions = divisions_of(found) if wanted is None else [find_division(found, wanted)]
    parts = [part_of(division, MOST_ROWS) for division in divisions]
    scene = scene_of(found, parts)
    return visit.render(
        "tournaments/rounds/scoreboard.html",
        {
            **live(found),
            "scene": scene,
            "theme": theme_in(visit.request),
            "parts": parts,
            "rounds": " ".join(f"{part.division.number}-{len(part.rounds)}" for part in parts),
            **(_welcome(divisions) if scene is Scene.WELCOME else _leaves_context(scene, parts)),
        },
    )


def scene_of(tournament: Tournament, parts: Iterable[Part]) -> Scene:
    """Until the first round is published people are still welcome."""
    rounds = [round for part in parts for round in part.rounds]
    if not rounds:
        return Scene.WELCOME
    if tournament.state == Tournament.State.FINISHED:
        return Scene.FINAL
    return Scene.PLAYING if any(_is_awaited(round) for round in rounds) else Scene.PAUSE


def newest_results(divisions: Sequence[Division]) -> list[Pairing]:
    """The games whose confirmed results came in last, newest first; as many as have room."""
    confirmed = Pairing.objects.filter(
        round__division__in=divisions,
        round__state=Round.State.PUBLISHED,
        kind=Pairing.Kind.GAME,
        standing=Pairing.ResultState.CONFIRMED,
    )
    told = confirmed.annotate(came=Max("reports__received_at")).filter(came__isnull=False)
    newest = told.select_related("round__division", "first", "second").order_by("-came", "table")
    return list(newest[: max(LEAST, NEWEST - FEWER * (len(divisions) - 1))])


def _welcome(divisions: list[Division]) -> Context:
    playing = Entry.objects.filter(division__in=divisions, withdrawn_from=None)
    names = playing.order_by("-number").values_list("name", flat=True)[:NAMES]
    return {"people": playing.count(), "names": names}


def _leaves_context(scene: Scene, parts: list[Part]) -> Context:
    leaves: list[Leaf] = []
    for part in parts:
        for round in part.rounds:
            if scene is Scene.PLAYING and _is_awaited(round):
                games = games_of(round, to_staff=False)
                leaves += leaves_of("pairings", games, ROWS, part.division, round)
        if scene is Scene.FINAL:
            winners = [line for line in part.leaders if line.row.rank <= 3]
            leaves += leaves_of("winners", winners, ROWS, part.division)
        leaves += leaves_of("standings", part.leaders, ROWS, part.division, part.current)
    results = [
        (row, shown, winner_of(shown))
        for row in newest_results([part.division for part in parts])
        for shown in (shown_pairing(row, to_staff=False),)
    ]
    return {"leaves": leaves, "newest": results}


def _is_awaited(round: Round) -> bool:
    open_games: int = round.open_games  # type: ignore[attr-defined]
    return open_games > 0
