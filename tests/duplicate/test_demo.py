"""The demo: an example evening in which everything is right, and a crowd that plays on a server."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from signal import SIGTERM
from typing import Any

import pytest
from django.core.management import call_command
from pytest_django import Settings

from duplicate.demo import example, running
from duplicate.demo.crowd import CROWD
from duplicate.models import Game, Result, Round, Ruling
from duplicate.selectors.log import proof_of
from duplicate.selectors.standings import game_standings
from duplicate.services.games import end_game
from duplicate.services.participants import join_game
from engine.verdicts import Code
from referee.journals import first_fault
from referee.models import User
from referee.services import DEMO_DIRECTOR, demo_director
from tests.duplicate.factories import NOON, SECOND, make_game
from tests.processes import ROOT, Running, wait_until
from tests.running_sites import Site, Visitor, embedded_site

QUICK = ("--limit", "30", "--publish-after", "1", "--next-after", "1")


@pytest.mark.django_db
@pytest.mark.usefixtures("lexicon")
class TestExample:
    def test_asked_for_twice_is_played_once_and_everything_is_proven(self) -> None:
        call_command("demo")
        call_command("demo")
        game = Game.objects.get()
        assert game.name == example.NAME
        assert game.state == Game.State.FINISHED
        assert first_fault(game) is None
        assert proof_of(game)["verification"]["verified"] is True
        assert not User.objects.get(username=DEMO_DIRECTOR).has_usable_password()

    def test_has_something_for_every_page(self) -> None:
        game = example.play_example(NOON)
        rows = game_standings(game).rows
        assert {row.player.name for row in rows} == {guest.name for guest in CROWD}
        assert rows[0].total > rows[-1].total > 0
        assert len({row.player.club for row in rows}) == 3
        assert len({row.player.category for row in rows}) == 2
        published = game.rounds.filter(state=Round.State.PUBLISHED)
        assert published.count() >= 5
        results = Result.objects.filter(round__game=game)
        assert results.count() == published.count() * len(CROWD)
        assert results.filter(is_solo=True).exists()
        assert results.exclude(play__code=Code.VALID).exists()
        rulings = Ruling.objects.filter(round__game=game)
        assert [(ruling.kind, ruling.revoked_at is None) for ruling in rulings] == [
            (Ruling.Kind.WORD_BARRED, False),
            (Ruling.Kind.WORD_ALLOWED, True),
        ]
        assert game.started_at
        assert game.finished_at
        assert NOON - 36 * 3600 * SECOND < game.started_at < game.finished_at < NOON

    def test_leaves_a_server_with_real_games_alone_unless_asked_for(self) -> None:
        real = make_game()
        call_command("demo")
        assert Game.objects.get() == real
        call_command("demo", "--always")
        assert Game.objects.count() == 2


@pytest.mark.django_db
def test_without_a_word_list_there_is_no_demo_but_a_sentence(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.LEXICON = tmp_path / "none"
    call_command("demo", "--play")
    assert not Game.objects.exists()
    assert "No demo: there is no word list" in capsys.readouterr().out


@pytest.mark.django_db
@pytest.mark.usefixtures("lexicon")
class TestRunningGame:
    def test_is_taken_up_again_with_new_tokens_and_nobody_enters_twice(self) -> None:
        first = running.take_seats(NOON)
        join_game(running.CODE, name=CROWD[0].name, at=NOON, is_new=True)
        second = running.take_seats(NOON + SECOND)
        assert Game.objects.count() == 1
        assert [member.number for member in second.members] == list(range(1, len(CROWD) + 1))
        assert not {member.token for member in first.members} & {
            member.token for member in second.members
        }

    def test_is_followed_by_another_one_under_the_same_code(self) -> None:
        for day in range(3):
            at = NOON + day * 24 * 3600 * SECOND
            running.take_seats(at)
            end_game(Game.objects.get(join_code=running.CODE), at, by=demo_director())
        running.take_seats(NOON + 72 * 3600 * SECOND)
        last, over = Game.objects.order_by("-created_at")
        assert (last.state, last.join_code) == (Game.State.RUNNING, running.CODE)
        assert (over.state, over.participants.count()) == (Game.State.FINISHED, len(CROWD))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with embedded_site(tmp_path_factory.mktemp("site")) as site:
        yield site


def play(site: Site, *arguments: str) -> Running:
    return site.processes.run("demo", "django", "demo", "--play", *arguments)


def test_the_crowd_plays_on_a_server_until_it_is_asked_to_end(site: Site) -> None:
    demo = play(site, "--url", site.url, *QUICK)
    wait_until(lambda: demo.is_saying(f"{site.url}/j/{running.CODE}/"), 30)
    visitor = Visitor(site.url)

    def games(state: str) -> list[Any]:
        found: list[Any] = visitor.get(f"duplicate/games/?state={state}")["results"]
        return found

    wait_until(lambda: games("running"), 10)
    (game,) = games("running")
    assert game["name"] == running.NAME
    joined = visitor.post("duplicate/join/", {"code": "demo", "name": "Neu hier"})
    assert joined["participant"]["number"] == len(CROWD) + 1

    path = f"duplicate/games/{game['id']}/rounds/1/"
    wait_until(lambda: visitor.ask("GET", path).body.get("state") == "published", 60)
    results = visitor.get_all(path + "results/")
    assert {result["number"] for result in results} >= set(range(1, len(CROWD) + 1))
    assert any(result["points"] for result in results)
    assert [game["name"] for game in games("finished")] == [example.NAME]

    assert demo.end() == -SIGTERM
    assert "Traceback" not in demo.said


@pytest.mark.timeout(60)  # for a demo that says nothing
def test_the_crowd_ends_with_the_server_that_it_was_started_beside(site: Site) -> None:
    # A long sleep for the server.
    script = '"$0" -m django demo --play --url "$1" & exec sleep 600'
    environment = dict(site.processes.environment)
    environment.pop("PYTHONUNBUFFERED", None)  # what it says must come at once without
    server = subprocess.Popen(
        ["/bin/sh", "-c", script, sys.executable, site.url],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with server:
        assert server.stdout
        try:
            assert server.stdout.readline().startswith("Demo:")
        finally:
            server.kill()
        # What was said is at its end when the crowd, too, has closed it.
        said, _ = server.communicate(timeout=20)
    assert said == ""


def test_without_a_server_the_command_ends_with_a_sentence(site: Site) -> None:
    demo = play(site, "--url", "http://127.0.0.1:9", "--patience", "1")
    assert demo.process.wait(30) == 1
    assert "CommandError: the demo has ended" in demo.said
    assert "Traceback" not in demo.said


def test_a_time_that_is_out_of_bounds_is_refused(site: Site) -> None:
    demo = play(site, "--limit", "5")
    assert demo.process.wait(30) == 1
    assert "CommandError: options.limit_seconds" in demo.said
