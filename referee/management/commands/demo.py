"""`manage.py demo`: an example of every app and, with `--play`, a running game to join."""

import os
import signal
import threading
import time
from argparse import ArgumentParser
from types import ModuleType
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from referee.app_modules import app_modules
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
        for game in games_to_join():
            game.add_arguments(parser)

    def handle(self, *_args: object, **options: Any) -> None:
        apps = list(app_modules("demo"))
        if not options["always"] and any(app.there_are_real_ones() for app in apps):
            return
        if default_lexicon() is None:
            self.stdout.write("No demo: there is no word list to play by (spielleiter lexicon).")
            return
        chosen = [(game, game.read_arguments(options)) for game in games_to_join()]
        if options["play"]:
            _end_with_parent()
        try:
            for app in apps:
                app.play_example(timezone.now())
            for game, how in chosen if options["play"] else ():
                url, patience = options["url"].rstrip("/"), options["patience"]
                game.play(url, patience, how, say=self._say, clock=timezone.now)
        except KeyboardInterrupt:
            pass

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()  # at once, wherever it goes


def games_to_join() -> list[ModuleType]:
    """What of an app's demo goes on as long as somebody plays, where it has such a thing."""
    return [app.running for app in app_modules("demo") if hasattr(app, "running")]


def _end_with_parent() -> None:
    """End this process soon after the one that started it, however that ends."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK_SECONDS)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
