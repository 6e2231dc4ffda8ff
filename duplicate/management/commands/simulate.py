"""Play real games over HTTP with a crowd, and check that nobody was wronged."""

import json
import secrets
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import uvloop
from django.core.management.base import BaseCommand, CommandError

from duplicate.simulator.director import Wishes, simulate
from duplicate.simulator.outages import read_procfile
from duplicate.simulator.planning import Pace
from duplicate.simulator.wire import Unplayable
from referee.lexicons import default_lexicon


class Command(BaseCommand):
    help = (
        "Play a Simultan against a running server with a crowd of participants; check every "
        "acknowledgement against the results. Exit status 1 if anything is wrong."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--url", default="http://127.0.0.1:8000", help="the server's address")
        parser.add_argument("--token", required=True, help="an account's token (slu_…)")
        parser.add_argument("--players", type=int, default=100)
        parser.add_argument("--rounds", type=int, default=5, help="0 plays to the last tile")
        parser.add_argument("--limit", type=int, default=30, help="seconds a round, from 30 on")
        parser.add_argument(
            "--listeners",
            default="all",
            help="how many follow the live stream, or 'all'; the others ask now and then",
        )
        parser.add_argument(
            "--pace",
            choices=[pace.value for pace in Pace],
            default=Pace.HUMAN.value,
            help="when people answer: over the time, all in the last five seconds, or as people "
            "do and with a rest after every round",
        )
        parser.add_argument(
            "--close-after", type=int, help="the director ends each round after so many seconds"
        )
        parser.add_argument(
            "--faults",
            type=Path,
            metavar="PROCFILE",
            help="start the processes named there and kill or freeze one of them in every round",
        )
        parser.add_argument(
            "--no-files", action="store_true", help="phones have our styles and scripts already"
        )
        parser.add_argument("--seed", type=int, help="plays the same crowd again")
        parser.add_argument("--keep", action="store_true", help="don't end the game afterwards")
        parser.add_argument("--json", action="store_true", help="print JSON, once, at the end")

    def handle(self, *_args: object, **options: Any) -> None:
        lexicon = default_lexicon()
        if lexicon is None:
            raise CommandError("no lexicon here to check the points by (spielleiter lexicon)")
        as_json = options["json"]
        tell = (lambda _text: None) if as_json else self._tell
        try:
            wishes = _wishes(options)
            tell(f"{wishes.players} players, seed {wishes.seed}, at {wishes.url}")
            report = uvloop.run(simulate(wishes, lexicon, tell))
        except Unplayable as fault:
            raise CommandError(str(fault)) from fault
        self.stdout.write(
            json.dumps(report.as_json(), indent=1, default=str) if as_json else report.told()
        )
        if not report.is_clean:
            raise CommandError(f"{len(report.faults)} faults")

    def _tell(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()  # at once, wherever it goes


def _wishes(options: dict[str, Any]) -> Wishes:
    """Raises Unplayable, CommandError."""
    procfile: Path | None = options["faults"]
    try:
        commands = read_procfile(procfile.read_text("utf-8")) if procfile else {}
    except OSError as fault:
        raise CommandError(f"--faults: {fault}") from fault
    return Wishes(
        url=options["url"],
        token=options["token"],
        players=options["players"],
        rounds=options["rounds"],
        limit_seconds=options["limit"],
        listeners=_listeners(options["listeners"], options["players"]),
        pace=Pace(options["pace"]),
        seed=secrets.randbelow(10**6) if options["seed"] is None else options["seed"],
        keep=options["keep"],
        with_files=not options["no_files"],
        close_after=options["close_after"],
        commands=commands,
    )


def _listeners(text: str, players: int) -> int:
    if text == "all":
        return players
    if text.isdecimal():
        return int(text)
    raise CommandError(f"--listeners: a number or 'all', not {text!r}")
