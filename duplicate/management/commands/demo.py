"""`manage.py demo`: an example of every app and, with `--play`, a running game to join."""

import asyncio
import os
import signal
import threading
import time
from argparse import ArgumentParser
from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from duplicate.demo import running
from duplicate.options import Options
from duplicate.simulator.wire import Unplayable
from referee.app_modules import app_modules
from referee.errors import Refused
from referee.lexicons import default_lexicon

#: How often we look whether the process that started us is still there.
LOOK_SECONDS = 0.3


class Command(BaseCommand):
    help = (
        "Show what this is: play a finished game and most of a tournament, once. With --play, "
        "have simulated players play a running game for as long as the process that started this "
        "lives. Does nothing where there are real games or tournaments."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--play", action="store_true", help="play on a running server, too")
        parser.add_argument("--url", default="http://127.0.0.1:8000", help="that server's address")
        parser.add_argument("--always", action="store_true", help="even where there are real games")
        parser.add_argument(
            "--patience",
            type=float,
            default=60,
            metavar="SECONDS",
            help="how long that server may take to start",
        )
        for name in ("limit", "publish-after", "next-after"):
            field = name.replace("-", "_") + "_seconds"
            parser.add_argument(
                f"--{name}",
                type=int,
                default=getattr(running.OPTIONS, field),
                metavar="SECONDS",
                help=f"{field} of a new running game",
            )

    def handle(self, *_args: object, **options: Any) -> None:
        apps = list(app_modules("demo"))
        if not options["always"] and any(app.there_are_real_ones() for app in apps):
            return
        if default_lexicon() is None:
            self.stdout.write("No demo: there is no word list to play by (spielleiter lexicon).")
            return
        chosen = _options(options)
        if options["play"]:
            _end_with_parent()
        try:
            for app in apps:
                app.play_example(timezone.now())
            if options["play"]:
                self._play(options["url"].rstrip("/"), options["patience"], chosen)
        except Unplayable as fault:
            raise CommandError(f"the demo has ended: {fault}") from fault
        except KeyboardInterrupt:
            pass

    def _play(self, url: str, patience_seconds: float, options: Options) -> None:
        """Play one game after the other. Raises Unplayable."""
        asyncio.run(running.wait_for_server(url, patience_seconds))
        self.stdout.write(
            f"Demo: play against simulated players at {url}/j/{running.CODE}/ "
            "(spielleiter run --no-demo, or make run DEMO=0, leaves it out)"
        )
        self.stdout.flush()  # at once, wherever it goes
        while True:
            seats = running.take_seats(timezone.now(), options)
            asyncio.run(running.play_to_the_end(url, seats))


def _options(chosen: dict[str, Any]) -> Options:
    limit = chosen["limit"]
    options = replace(
        running.OPTIONS,
        limit_seconds=limit,
        call_seconds=min(running.OPTIONS.call_seconds, limit // 3),
        publish_after_seconds=chosen["publish_after"],
        next_after_seconds=chosen["next_after"],
    )
    try:
        return Options().changed(options.as_json())
    except Refused as refusal:
        raise CommandError(str(refusal)) from refusal


def _end_with_parent() -> None:
    """End this process soon after the one that started it, however that ends."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK_SECONDS)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
