"""The game to join: it runs by itself, and simulated players answer it over HTTP, as people do."""

import asyncio
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random
from typing import Any

from django.core.management.base import CommandError
from django.db import transaction

from duplicate.demo.crowd import ENTRIES, HABITS, PLAYERS
from duplicate.models import Game, Round
from duplicate.options import Options
from duplicate.services.demo import create_demo
from duplicate.services.games import start_game
from duplicate.services.participants import enter_participants, issue_token
from duplicate.simulator.connections import Address, ConnectedServer
from duplicate.simulator.crowd import Member, play_round
from duplicate.simulator.planning import plan_round
from duplicate.simulator.wire import Server, Unplayable
from engine.board import Board
from engine.lexicon import Lexicon
from engine.rulesets import Ruleset
from engine.solver import search_all
from referee.errors import Refused, TokenUnknown
from referee.lexicons import kept_lexicon
from referee.services import demo_director

#: What everybody may type to join: the one code that is no secret.
CODE = "DEMO"
NAME = f"Vorführung: mach mit! (Code {CODE}, simulierte Gegner)"
OPTIONS = Options(
    limit_seconds=90,
    call_seconds=20,
    solo_least_players=10,
    automatic=True,
    publish_after_seconds=10,
    next_after_seconds=15,
)
#: Moves that the crowd chooses from, the best ones.
MOVES = 2000
#: Between two looks at the game; a round that ends sooner than this is left alone.
LOOK_SECONDS, TOO_LATE_SECONDS = 1.0, 5.0
#: How long a server that answered may be away.
AWAY_SECONDS = 10.0


@dataclass(frozen=True)
class Seats:
    """A running game and the tokens of those who play it from here."""

    path: str
    members: tuple[Member, ...]
    lexicon: Lexicon
    rules: Ruleset


def add_arguments(parser: ArgumentParser) -> None:
    """What `manage.py demo` may be told about a new game."""
    for name in ("limit", "publish-after", "next-after"):
        field = name.replace("-", "_") + "_seconds"
        parser.add_argument(
            f"--{name}",
            type=int,
            default=getattr(OPTIONS, field),
            metavar="SECONDS",
            help=f"{field} of a new running game",
        )


def read_arguments(chosen: Mapping[str, Any]) -> Options:
    """The options of a new game. Raises CommandError."""
    limit = chosen["limit"]
    options = replace(
        OPTIONS,
        limit_seconds=limit,
        call_seconds=min(OPTIONS.call_seconds, limit // 3),
        publish_after_seconds=chosen["publish_after"],
        next_after_seconds=chosen["next_after"],
    )
    try:
        return Options().changed(options.as_json())
    except Refused as refusal:
        raise CommandError(str(refusal)) from refusal


def play(
    url: str,
    patience_seconds: float,
    options: Options,
    *,
    say: Callable[[str], None],
    clock: Callable[[], datetime],
) -> None:
    """Play one game after the other on the server there, for ever. Raises CommandError."""
    try:
        asyncio.run(wait_for_server(url, patience_seconds))
        say(
            f"Demo: play against simulated players at {url}/j/{CODE}/ "
            "(spielleiter run --no-demo, or make run DEMO=0, leaves it out)"
        )
        while True:
            asyncio.run(play_to_the_end(url, take_seats(clock(), options)))
    except Unplayable as fault:
        raise CommandError(f"the demo has ended: {fault}") from fault


@transaction.atomic
def take_seats(at: datetime, options: Options = OPTIONS) -> Seats:
    """Seats for the whole crowd in the game that runs, or in a new one. Raises LexiconMissing.

    Their tokens replace all earlier ones, so only one process can play.
    """
    by = demo_director()
    running = Game.objects.filter(staff__user=by, name=NAME, state=Game.State.RUNNING)
    game = running.first()
    if game is None:
        game = create_demo(name=NAME, code=CODE, options=options, at=at, by=by)
        enter_participants(game, ENTRIES, at, by=by)
        game = start_game(game, at, by=by)
    crowd = game.participants.order_by("number")[: len(PLAYERS)]
    return Seats(
        path=f"duplicate/games/{game.pk}/",
        members=tuple(
            Member(player, participant.number, issue_token(participant, at, by=by))
            for player, participant in zip(PLAYERS, crowd, strict=True)
        ),
        lexicon=kept_lexicon(game.lexicon_sha256),
        rules=game.options.rules,
    )


async def wait_for_server(url: str, patience_seconds: float) -> None:
    """Come back once the server answers. Raises Unplayable if it takes longer."""
    server = ConnectedServer(Address(url))
    server.patience_seconds = patience_seconds
    await server.want("GET", "duplicate/games/?limit=1")


async def play_to_the_end(url: str, seats: Seats) -> None:
    """Answer every round until the game is over, or somebody else has taken the seats.

    Raises Unplayable if the server is gone.
    """
    # A crowd's whims, no secret.
    rng = Random()  # noqa: S311
    answered: tuple[int, int] | None = None
    server = ConnectedServer(Address(url))
    server.patience_seconds = AWAY_SECONDS
    await server.set_clock(seats.path + "state/")
    while True:
        state = await server.want("GET", seats.path + "state/")
        if state["state"] != Game.State.RUNNING:
            return
        round = state["round"]
        is_open = bool(round) and round["state"] == Round.State.OPEN
        if is_open and (drawn := (round["number"], round["attempt"])) != answered:
            answered = drawn
            if not await _answer(server, seats, state, rng):
                return
        await asyncio.sleep(LOOK_SECONDS)


async def _answer(server: Server, seats: Seats, state: Any, rng: Random) -> bool:
    """Whether the seats are still ours after the round."""
    round, now = state["round"], server.clock.now()
    left = (datetime.fromisoformat(round["closes_at"]) - now).total_seconds()
    if left < TOO_LATE_SECONDS:
        return True
    board = Board.from_rows(state["board"])
    found = await asyncio.to_thread(search_all, seats.lexicon, board, round["rack"], seats.rules)
    players = [member.player for member in seats.members]
    plans = plan_round(players, found.moves(MOVES), left, HABITS, rng)
    path = f"{seats.path}rounds/{round['number']}/"
    handed = await play_round([server] * len(players), path, seats.members, plans, now)
    return not any(one.status == TokenUnknown.status for one in handed)
