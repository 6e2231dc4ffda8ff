"""The pictures for the documentation: a club's evening, played by the services on the way.

Django is set up already, on a database of its own (see tests.e2e.screenshots).
"""

import shutil
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Literal

from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

from duplicate.demo.crowd import CROWD, HABITS, PLAYERS
from duplicate.demo.example import play_example
from duplicate.models import Game, Participant, Round
from duplicate.options import Options
from duplicate.selectors.rounds import lexicon_of
from duplicate.services.answers import record_slip
from duplicate.services.games import create_game, start_game
from duplicate.services.judging import judge_round
from duplicate.services.participants import enter_participant, join_game
from duplicate.services.rounds import (
    begin_closing,
    draw_round,
    finish_closing,
    open_round,
    publish_round,
)
from duplicate.services.series import create_series, put_games
from duplicate.simulator.planning import plan_round
from engine.randomness import commitment
from engine.scoring import ScoredMove
from engine.solver import search_all
from referee.events.people import NewPerson
from referee.models import User
from referee.position.examples import EXAMPLES
from tests.e2e.browsers import LAPTOP, PHONE, PROJECTOR, Screens
from tests.e2e.evening_pictures import picture_club_evening
from tests.e2e.tournament_pictures import picture_tournament
from tests.processes import Processes

DOCS = Path(__file__).resolve().parents[2] / "docs" / "screenshots"
#: What the address line and the code on the wall say; the browser is told where that is.
SITE = "http://simultan.example"
Size = Literal["phone", "laptop", "projector"]
SIZES: dict[Size, ViewportSize] = {"phone": PHONE, "laptop": LAPTOP, "projector": PROJECTOR}
#: Sharp enough for a page of documentation, and no larger.
SCALE = {"phone": 1, "laptop": 0.8, "projector": 0.5}
#: The same tiles every time.
SEED = "0c" * 32
OPTIONS = Options(solo_bonus=10, solo_least_players=10)
#: So many rounds are over when the pictures of a round are taken.
ROUNDS_BEFORE = 5
#: So long the pictured round is open already.
PAST = timedelta(seconds=65)
#: So many of the crowd play by phone, and so many have answered when pictures are taken.
PHONES, ANSWERED = 9, 10
MINUTE = timedelta(minutes=1)


class Evening:
    """The game in the pictures and its crowd."""

    def __init__(self) -> None:
        self.by = User.objects.create_user("karin")
        at = timezone.now() - 30 * MINUTE
        self.game = create_game(name="Donnerstagsrunde", by=self.by, at=at, options=OPTIONS)
        self.people: list[Participant] = []
        for guest in CROWD[:PHONES]:
            person, self.token = join_game(
                self.game.join_code, name=guest.name, at=at, club=guest.club
            )
            self.people.append(person)
        for guest in CROWD[PHONES:]:
            person = enter_participant(
                self.game, NewPerson(guest.name, club=guest.club), at, by=self.by
            )
            self.people.append(person)
        # A crowd's whims, no secret.
        self.rng = Random(4)

    def start(self) -> None:
        self.game.seed, self.game.commitment = SEED, commitment(bytes.fromhex(SEED))
        self.game.save(update_fields=["seed", "commitment"])
        at = timezone.now() - 25 * MINUTE
        self.game = start_game(self.game, at, by=self.by)
        for number in range(ROUNDS_BEFORE):
            round = self.open(at + number * 4 * MINUTE)
            self.answer(round, len(CROWD))
            self.judge(round, at + (number * 4 + 3) * MINUTE)
            publish_round(round, at + (number * 4 + 3) * MINUTE, by=self.by)

    def open(self, at: datetime) -> Round:
        round = draw_round(self.game, at, by=self.by)
        assert round
        return open_round(round, at, by=self.by)

    def moves(self, round: Round) -> list[ScoredMove]:
        lexicon = lexicon_of(round.game, round.number)
        return search_all(lexicon, round.board, round.rack, OPTIONS.rules).moves(400)

    def answer(self, round: Round, count: int) -> None:
        """So many of the crowd hand in a move, all but the one whose phone is pictured."""
        assert round.opened_at
        plans = plan_round(PLAYERS, self.moves(round), PAST.total_seconds(), HABITS, self.rng)
        for person, plan in list(zip(self.people, plans, strict=True))[:count]:
            if person.number == PHONES and count < len(CROWD):
                continue
            for attempt in plan:
                record_slip(
                    round,
                    person,
                    coordinates=attempt.coordinates,
                    word=attempt.word,
                    points=attempt.declared_points,
                    at=round.opened_at + timedelta(seconds=attempt.after_seconds),
                    by=self.by,
                )

    def judge(self, round: Round, at: datetime) -> None:
        begin_closing(round, at, by=self.by)
        finish_closing(round, at + MINUTE)
        judge_round(round, at + MINUTE)

    @property
    def seat(self) -> dict[str, str]:
        """What the phone in the pictures keeps."""
        return {f"seat_{self.game.pk.hex}": self.token}


def session_of(user: User) -> dict[str, str]:
    """What the browser of somebody who is logged in keeps."""
    client = Client()
    client.force_login(user)
    return {"sessionid": client.cookies["sessionid"].value}


class Camera:
    """Takes pictures of pages, each on a phone, a laptop and a projector."""

    def __init__(self, screens: Screens, evening: Evening) -> None:
        self.screens, self.evening = screens, evening
        self.taken: dict[str, str] = {}

    def take(
        self,
        name: str,
        path: str,
        title: str,
        *,
        cookies: Mapping[str, str] | None = None,
        then: Callable[[Page], object] | None = None,
        scheme: str = "light",
    ) -> None:
        """Pictures of the page in every size, as whoever has `cookies` sees it after `then`."""
        self.taken[name] = title
        for size in SIZES:
            self._take(DOCS / f"{name}-{size}.png", path, size, cookies or {}, then, scheme)

    def write_index(self) -> None:
        """The pictures in one page."""
        lines = [
            "# Every page on phone, laptop and projector",
            "",
            "Made by `make screenshots`.",
            "",
        ]
        for name, title in self.taken.items():
            pictures = " ".join(f"![{title}, {size}]({name}-{size}.png)" for size in SIZES)
            lines += [f"## {title}", "", pictures, ""]
        (DOCS / "README.md").write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")

    def _take(
        self,
        file: Path,
        path: str,
        size: Size,
        cookies: Mapping[str, str],
        then: Callable[[Page], object] | None,
        scheme: str,
    ) -> None:
        chosen: dict[str, Any] = {"color_scheme": scheme, "device_scale_factor": SCALE[size]}
        page = self.screens.open(SIZES[size], **chosen)
        url = self.screens.url
        page.context.add_cookies(
            [{"name": name, "value": value, "url": url} for name, value in cookies.items()]
        )
        page.goto(url + path)
        for clock in page.locator("[data-clock]").all():
            if path.endswith(("play/", "hall/", "desk/")) and self._is_open():
                expect(clock).to_contain_text(":")
        if then:
            then(page)
        page.wait_for_load_state("load")
        file.parent.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=file)
        page.context.close()
        print(f"{file} ({file.stat().st_size // 1024} kB)")

    def _is_open(self) -> bool:
        return self.evening.game.rounds.filter(state=Round.State.OPEN).exists()


def hand_in(move: ScoredMove) -> Callable[[Page], None]:
    """Type the move, and hand it in unless that has been done."""

    def act(page: Page) -> None:
        page.locator("[name=coordinates]").fill(move.move.coordinates)
        page.locator("[name=word]").fill(move.move.word)
        if page.locator("#hand-in.done").count() == 0:
            page.locator("#hand-in").click()
        expect(page.locator("#hand-in.done")).to_be_visible()
        page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")

    return act


def turn_to_standings(page: Page) -> None:
    expect(page.locator(".hall-table").first).to_be_visible(timeout=20_000)


def check_proof(page: Page) -> None:
    page.locator("#check").click()
    expect(page.locator("#findings li")).not_to_have_count(0)
    expect(page.locator("#check")).to_be_enabled()


def picture_evening(camera: Camera, evening: Evening) -> None:
    """From the code on the wall to the result of a round."""
    game = f"/games/{evening.game.pk}/"
    director = partial(camera.take, cookies=session_of(evening.by))
    player = partial(camera.take, cookies=evening.seat)
    camera.take("login", "/login/", "Logging in")
    camera.take("join", f"/j/{evening.game.join_code}/", "Joining by code")
    director("game-new", "/games/new/", "A new game")
    director("desk-before", f"{game}desk/", "The director's desk before the start")
    director("hall-before", f"{game}hall/", "The hall screen before the start")
    director("print-code", f"{game}print/code/", "The code for the door")
    director("print-slips", f"{game}print/slips/", "Slips to cut")
    evening.start()
    round = evening.open(timezone.now() - PAST)
    evening.answer(round, ANSWERED)
    moves = evening.moves(round)
    act = hand_in(next(move for move in moves if move.points < moves[0].points))
    player("play-open", f"{game}play/", "A participant's page with a move handed in", then=act)
    director("desk-open", f"{game}desk/", "The desk while the clock runs")
    director("slips", f"{game}slips/", "Typing slips")
    director("hall-open", f"{game}hall/", "The hall screen while the clock runs")
    director("hall-open-dark", f"{game}hall/", "The hall screen in the dark", scheme="dark")
    evening.judge(round, timezone.now())
    director("desk-judging", f"{game}desk/", "Judging at the desk")
    director("print-arbitration", f"{game}print/arbitration/", "The arbitration sheet")
    publish_round(round, timezone.now(), by=evening.by)
    player("play-published", f"{game}play/", "A participant's page after publication")
    camera.take("hall-result", f"{game}hall/", "The top move in the hall")
    camera.take("hall-standings", f"{game}hall/", "Standings in the hall", then=turn_to_standings)


def picture_rest(camera: Camera, example: Game) -> None:
    """What everybody can look up of a game that is over, and what has no game."""
    game = f"/games/{example.pk}/"
    series = example.series.get()
    camera.take("home", "/", "The start page")
    camera.take("game", game, "A game")
    camera.take("round", f"{game}rounds/3/", "A round")
    camera.take("player", f"{game}players/1/", "A player's sheet")
    camera.take("standings", f"{game}standings/", "Standings")
    camera.take("print-standings", f"{game}print/standings/", "Standings to print")
    camera.take("proof", f"{game}proof/", "The proof of the draws, checked", then=check_proof)
    camera.take("series", f"/series/{series.pk}/", "A series")
    address = f"/position/{EXAMPLES[1].address}&at=8H&word=EINZ%C3%96GET"
    camera.take("position", address, "Trying a position")


def take_pictures(var: Path) -> list[str]:
    """Serve the site from `var` and take all pictures; returns what the browser found wrong."""
    shutil.rmtree(DOCS, ignore_errors=True)
    call_command("migrate", verbosity=0)
    expect.set_options(timeout=15_000)
    example, evening = play_example(timezone.now()), Evening()
    series = create_series(name="Vereinsmeisterschaft", by=evening.by, at=timezone.now())
    put_games(series, [example], timezone.now(), by=evening.by)
    with Processes(var) as processes, sync_playwright() as playwright:
        served = processes.web().url.removeprefix("http://")
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=[
                "--no-sandbox",
                f"--host-resolver-rules=MAP simultan.example {served}",
                f"--unsafely-treat-insecure-origin-as-secure={SITE}",
            ],
        )
        camera = Camera(Screens(browser, SITE), evening)
        picture_evening(camera, evening)
        picture_tournament(camera.take, evening.by, session_of(evening.by))
        picture_club_evening(camera.take, evening.by, session_of(evening.by))
        picture_rest(camera, example)
        camera.write_index()
        browser.close()
    return camera.screens.faults
