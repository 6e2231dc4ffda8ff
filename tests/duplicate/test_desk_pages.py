"""The desk: creating a game, every action, what is refused, and who may do what."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from duplicate.forms import PRESETS
from duplicate.models import Game, Participant, Round, Ruling, Staff
from duplicate.options import Declared, Options, Reference
from duplicate.pages.desk import MOST_MISSING
from duplicate.pages.desk_actions import ACTIONS
from duplicate.services.answers import record_slip
from duplicate.services.games import create_game, start_game
from duplicate.services.judging import judge_round
from duplicate.services.participants import enter_participant
from duplicate.services.rounds import (
    begin_closing,
    draw_by_hand,
    finish_closing,
    open_round,
    publish_round,
)
from referee.access import Need
from referee.events.people import NewPerson
from referee.models import User
from referee.seconds import read_seconds, tell_seconds
from tests.api_client import as_user, path_of
from tests.duplicate.crowds import crowd_in
from tests.duplicate.factories import RACK, SECOND, make_participant, make_user
from tests.markup import tight

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
State = Round.State


class Desk:
    """A game with three on paper, and its staff at the desk."""

    def __init__(self, options: Options | None = None) -> None:
        self.director, self.assistant = make_user("leiterin"), make_user("helfer")
        self.at = timezone.now() - 600 * SECOND
        self.game = create_game(name="Abend", by=self.director, at=self.at, options=options)
        self.game.staff.create(user=self.assistant, role=Staff.Role.ASSISTANT)
        self.people = [
            enter_participant(self.game, NewPerson(name), self.at, by=self.director)
            for name in ("Anna", "Ben", "Carla")
        ]
        self.client = self.of(self.director)

    def of(self, user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    @property
    def path(self) -> str:
        return f"/games/{self.game.pk}/desk/"

    @property
    def round(self) -> Round:
        return self.game.rounds.latest("number", "attempt")

    def act(self, action: str, client: Client | None = None, **fields: Any) -> Any:
        return (client or self.client).post(f"{self.path}{action}/", fields, follow=True)

    def step(self, action: str, **fields: Any) -> Any:
        """An action on the round as the page shows it, confirmed."""
        return self.act(action, round=self.round.pk, confirmed=1, **fields)

    def html(self, client: Client | None = None, query: str = "") -> str:
        response = (client or self.client).get(self.path + query)
        assert response.status_code == 200
        return tight(response.content.decode())

    def bring_to(self, state: State) -> "Desk":
        """By the services, with a top, a word that is in no list, and one who gives nothing."""
        self.game = start_game(self.game, self.at, by=self.director)
        round = draw_by_hand(self.game, RACK, self.at, by=self.director)
        if state == State.DRAWN:
            return self
        opened_at = timezone.now() - 30 * SECOND
        round = open_round(round, opened_at, by=self.director)
        anna, ben, _carla = self.people
        top = round.tops[0]
        for person, coordinates, word in (
            (anna, top["coordinates"], top["word"]),
            (ben, "H8", "".join(sorted(round.rack.replace("?", "")))[:5]),
        ):
            record_slip(
                round,
                person,
                coordinates=coordinates,
                word=word,
                points=top["points"],
                at=opened_at + SECOND,
                by=self.assistant,
            )
        if state == State.OPEN:
            return self
        begin_closing(round, opened_at + 2 * SECOND, by=self.director)
        round = finish_closing(round, timezone.now())
        assert round.state == State.CLOSED
        if state == State.CLOSED:
            return self
        judge_round(round, timezone.now())
        if state == State.PUBLISHED:
            publish_round(round, timezone.now(), by=self.director)
        assert self.round.state == state
        return self


@pytest.fixture
def desk() -> Desk:
    return Desk()


def refusal_in(response: Any) -> str:
    """What the page says was refused."""
    found = re.search(
        r'<p class="notice bad" role="alert">(.*?)(?: ?<a |</p>)', tight(response.content.decode())
    )
    assert found, response.content.decode()
    return found[1]


# Creating


def new_game(client: Client, **fields: Any) -> Any:
    return client.post("/games/new/", {"name": "Abend", "preset": "booklet", "time": "", **fields})


def test_a_game_is_created_with_a_name_and_a_preset_and_leads_to_its_desk(desk: Desk) -> None:
    page = desk.client.get("/games/new/")
    assert "Simultan am " in page.content.decode()
    response = new_game(desk.client, name="Blitzabend", preset="blitz", is_listed="on")
    game = Game.objects.get(name="Blitzabend")
    assert response.headers["Location"] == f"/games/{game.pk}/desk/"
    assert game.options == PRESETS["blitz"].options
    assert game.is_listed
    assert game.staff.get().user == desk.director


def test_a_time_chosen_brings_its_call_and_other_options_replace_those_of_the_preset(
    desk: Desk,
) -> None:
    new_game(desk.client, preset="federation", time="90", solo_bonus="20", joker="True")
    options = Game.objects.get(is_listed=False).options
    assert (options.limit_seconds, options.call_seconds) == (90, 20)
    assert (options.solo_bonus, options.joker, options.declared) == (20, True, Declared.WARN)


def test_an_own_time_is_read_as_people_write_it(desk: Desk) -> None:
    new_game(desk.client, time="own", limit_seconds="36 h", reference="best_handed_in")
    options = Game.objects.get(is_listed=False).options
    assert options.limit_seconds == 36 * 3600
    assert options.reference == Reference.BEST_HANDED_IN


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": ""}, "Dieses Feld"),
        ({"time": "own"}, "Wie lange?"),
        ({"time": "own", "limit_seconds": "lang"}, "Richtig sind Minuten"),
        ({"time": "own", "limit_seconds": "0:10"}, "von 30 bis"),
        ({"solo_bonus": "1000"}, "kleiner oder gleich 100"),
        ({"joker": "True", "leave_returned": "True"}, "Das geht nicht zusammen"),
        ({"time": "60", "call_seconds": "60"}, "vor dem Ende"),
        ({"preset": "schach"}, "Auswahl"),
    ],
)
def test_what_is_wrong_with_a_new_game_is_told_at_its_field(
    desk: Desk, fields: dict[str, str], said: str
) -> None:
    response = new_game(desk.client, **fields)
    assert response.status_code == 400
    assert said in response.content.decode()
    assert Game.objects.count() == 1


@pytest.mark.parametrize(
    ("chosen", "shown"),
    [
        ({}, {"call_seconds": "30", "solo_bonus": "0"}),
        ({"time": "90"}, {"call_seconds": "20"}),
        ({"time": "own", "limit_seconds": "0:45"}, {"call_seconds": "22"}),
        ({"time": "own", "limit_seconds": "lang"}, {"call_seconds": "30"}),
        ({"preset": "blitz"}, {"call_seconds": "20", "solo_bonus": "10", "free_warnings": "5"}),
        ({"preset": "newspaper"}, {"call_seconds": "3600", "publish_after_seconds": "1 h"}),
        ({"preset": "schach"}, {"call_seconds": "30"}),
    ],
)
def test_options_show_what_preset_and_time_come_to_before_a_game_is_made(
    desk: Desk, chosen: dict[str, str], shown: dict[str, str]
) -> None:
    response = new_game(desk.client, name="Mein Abend", show="1", **chosen)
    html = tight(response.content.decode())
    assert response.status_code == 200
    for name, value in shown.items():
        (field,) = re.findall(f'<input[^>]*name="{name}"[^>]*>', html)
        assert f'placeholder="wie Vorlage: {value}"' in field
    assert 'value="Mein Abend"' in html
    assert Game.objects.count() == 1


def test_a_new_game_explains_its_options_and_shows_those_of_the_preset_at_once(
    desk: Desk,
) -> None:
    html = tight(desk.client.get("/games/new/").content.decode())
    for text in ("wie Vorlage: Standard", "wie Vorlage: nein", "wie Vorlage: 30"):
        assert text in html
    for meaning in ("Auf jedem Bänkchen liegt genau ein Joker", "historische Reisespiel"):
        assert f'<p class="hint">{meaning}' in html or f" {meaning}" in html


def test_only_accounts_create_games() -> None:
    assert "/login/" in Client().get("/games/new/").headers["Location"]


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("2:30", 150), ("3", 180), ("1:30:00", 5400), ("45 s", 45), ("7 d", 604_800), ("2H", 7200)],
)
def test_times_are_read_as_people_write_them(text: str, seconds: int) -> None:
    assert read_seconds(text) == seconds
    assert read_seconds(tell_seconds(seconds)) == seconds


@pytest.mark.parametrize("text", ["", "bald", "1:5", "-3", "3 jahre", "1:00:00:00"])
def test_no_other_time_is_read(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
        read_seconds(text)


# The evening


def test_the_big_button_leads_through_a_whole_round(desk: Desk) -> None:
    assert "Spiel starten" in desk.html()
    desk.act("start", confirmed=1)
    assert "Steine ziehen" in desk.html()
    desk.act("draw")
    assert "Runde öffnen" in desk.html()
    desk.step("open")
    assert "Jetzt schließen" in desk.html()
    desk.step("close")
    assert "Die letzten Züge werden aufgenommen" in desk.html()
    finish_closing(desk.round, timezone.now() + 5 * SECOND)
    assert "Es wird gewertet" in desk.html()
    judge_round(desk.round, timezone.now())
    assert "Veröffentlichen" in desk.html()
    desk.step("publish")
    assert "Nächste Runde ziehen" in desk.html()
    desk.act("draw")
    assert desk.round.number == 2


def test_before_the_start_the_code_is_large_and_the_options_may_change(desk: Desk) -> None:
    html = desk.html()
    assert f'desk-join">{desk.game.join_code}<' in html
    assert "<svg" in html
    desk.act("options", limit_seconds="2:00", call_seconds="30", solo_bonus="10")
    desk.act("change", name="Der Abend", is_listed="on")
    desk.game.refresh_from_db()
    assert (desk.game.options.limit_seconds, desk.game.options.solo_bonus) == (120, 10)
    assert desk.game.name == "Der Abend"


def test_a_call_that_went_with_the_time_goes_with_the_new_one(desk: Desk) -> None:
    for limit, typed, call in (
        ("1:30", "30", 20),
        ("1:30", "30", 30),  # the same time: that call is meant
        ("2:00", "25", 25),
        ("1:30", "25", 25),
    ):
        desk.act("options", limit_seconds=limit, call_seconds=typed)
        desk.game.refresh_from_db()
        assert desk.game.options.call_seconds == call


def test_a_start_by_itself_is_set_with_the_game_changed_and_given_up(desk: Desk) -> None:
    new_game(desk.client, name="Montag", starts_at="2099-01-05T19:30", is_listed="on")
    game = Game.objects.get(name="Montag")
    assert game.starts_at is not None
    assert timezone.localtime(game.starts_at).strftime("%d.%m.%Y %H:%M") == "05.01.2099 19:30"
    desk.game = game
    assert "Startet von selbst: " in desk.html()
    assert 'value="2099-01-05T19:30"' in desk.html()
    length = game.log_length
    desk.act("change", name="Montags", is_listed="on", starts_at="2099-01-05T19:30")
    entry = game.log.get(sequence=length + 1)
    assert "starts_at" not in entry.data  # it stays, so nothing is told of it
    desk.act("change", name="Montags", starts_at="")
    game = Game.objects.get(pk=game.pk)
    assert (game.name, game.starts_at, game.is_listed) == ("Montags", None, False)


def test_a_start_in_the_past_is_refused_at_its_field(desk: Desk) -> None:
    assert (
        "muss in der Zukunft liegen"
        in new_game(desk.client, starts_at="2001-01-05T19:30").content.decode()
    )
    refusal = refusal_in(desk.act("change", name="Abend", starts_at="2001-01-05T19:30"))
    assert refusal == "Beginn: Der Beginn muss in der Zukunft liegen."


@pytest.mark.parametrize(("host", "warns"), [("localhost", True), ("192.168.0.20:8000", False)])
def test_who_shows_an_address_that_phones_cannot_reach_is_told_so(
    desk: Desk, settings: Settings, host: str, warns: bool
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    pages = (desk.path, f"/games/{desk.game.pk}/hall/", f"/games/{desk.game.pk}/print/code/")
    for path in pages:
        html = desk.client.get(path, headers={"host": host}).content.decode()
        assert ("make run HOST=0.0.0.0" in html) is warns, path


def test_after_an_action_one_is_at_its_part_after_a_refusal_where_that_is_told(desk: Desk) -> None:
    entered, refused = desk.act("enter", name="Dora"), desk.act("enter", name="Emil", number="x")
    assert entered.redirect_chain == [(f"{desk.path}#people", 302)]
    assert refused.redirect_chain == [(f"{desk.path}#messages", 302)]
    assert "Nummer" in refusal_in(refused)
    assert 'href="#people">Zurück zum Formular' in tight(refused.content.decode())


def test_options_out_of_bounds_are_refused_by_name(desk: Desk) -> None:
    assert "Solo-Bonus" in refusal_in(desk.act("options", solo_bonus="1000"))


def test_what_cannot_be_taken_back_asks_once(desk: Desk) -> None:
    asked = desk.client.post(f"{desk.path}start/", {"note": "<b>"})
    assert asked.status_code == 200
    assert "Das Spiel starten?" in asked.content.decode()
    assert 'name="note" value="&lt;b&gt;"' in asked.content.decode()
    desk.game.refresh_from_db()
    assert desk.game.state == Game.State.SETUP
    assert {name for name, action in ACTIONS.items() if action.asks} == {
        "hall_part",
        "start",
        "end",
        "cancel",
        "revise",
        "token",
        "renew_cards",
        "erase",
    }


def test_time_is_paused_extended_resumed_closed_and_opened_again(desk: Desk) -> None:
    desk.bring_to(State.OPEN)
    closes_at = desk.round.closes_at
    assert closes_at is not None
    desk.step("extend", longer="1:30")
    assert desk.round.closes_at == closes_at + 90 * SECOND
    desk.step("pause")
    assert desk.round.state == State.PAUSED
    assert "Weiterspielen" in desk.html()
    desk.step("resume")
    assert desk.round.state == State.OPEN
    desk.step("close")
    finish_closing(desk.round, timezone.now() + 5 * SECOND)
    desk.step("reopen", longer="0:30")
    assert desk.round.state == State.OPEN


def test_a_round_is_opened_for_another_time(desk: Desk) -> None:
    desk.bring_to(State.DRAWN)
    desk.step("open", limit="5:00")
    round = desk.round
    assert round.closes_at is not None
    assert round.opened_at is not None
    assert round.closes_at - round.opened_at == 300 * SECOND


@pytest.mark.parametrize("longer", ["", "gleich", "0:00"])
def test_a_time_of_no_use_is_refused(desk: Desk, longer: str) -> None:
    desk.bring_to(State.OPEN)
    assert "Richtig sind" in refusal_in(desk.step("extend", longer=longer))


def test_tiles_drawn_by_hand_are_typed_without_the_leave_that_stays(desk: Desk) -> None:
    desk.act("start", confirmed=1)
    desk.act("draw_by_hand", rack="aegm nrs")
    assert desk.round.rack == "AEGMNRS"
    assert desk.round.drawn_by == Round.DrawnBy.HAND
    round = open_round(desk.round, timezone.now() - 300 * SECOND, by=desk.director)
    begin_closing(round, timezone.now() - 200 * SECOND, by=desk.director)
    judge_round(finish_closing(round, timezone.now()), timezone.now())
    publish_round(round, timezone.now(), by=desk.director)
    laid = len(round.rack) - len(desk_leave := leave_shown(desk))
    new = "EEIDNNTTRRSS"[:laid]
    desk.act("draw_by_hand", rack=new)
    assert sorted(desk.round.rack) == sorted(desk_leave + new)


def leave_shown(desk: Desk) -> str:
    """The leave that the desk tells whoever draws by hand."""
    found = re.search(r'bleibt: <strong class="code">(.*?)</strong>', desk.html())
    return found[1] if found else ""


@pytest.mark.parametrize(
    ("rack", "said"),
    [
        ("AEGMNR", "AEGMNR hat 6 Steine, es müssen 7 sein."),
        ("AEGMNR5", "Steine sind A bis Z"),
        ("QQQEEAA", "Q: nur 1 Stein."),
    ],
)
def test_a_draw_by_hand_that_cannot_be_is_refused(desk: Desk, rack: str, said: str) -> None:
    desk.act("start", confirmed=1)
    assert said in refusal_in(desk.act("draw_by_hand", rack=rack))
    assert not desk.game.rounds.exists()


def test_a_game_from_a_real_bag_asks_for_the_tiles_from_the_first_round_on() -> None:
    desk = Desk(Options(real_bag=True))
    desk.act("start", confirmed=1)
    html = desk.html()
    asked = html[html.index('id="step"') :]
    assert 'data-key="n" aria-keyshortcuts="N"' in asked[asked.index('id="rack"') :][:200]
    assert "7 Steine aus dem Beutel ziehen und eintippen" in asked
    assert asked.index('id="primary"') < asked.index("Vom Server ziehen lassen")
    assert "Steine ziehen</button>" not in asked


def test_a_game_stays_with_the_bag_or_the_server_as_it_last_drew(desk: Desk) -> None:
    desk.bring_to(State.PUBLISHED)  # drawn by hand
    assert 'id="primary">So gezogen' in desk.html()
    desk.act("draw")
    assert desk.round.drawn_by == Round.DrawnBy.SERVER
    desk.step("cancel")
    html = desk.html()
    assert "Nächste Runde ziehen" in html
    assert '<details id="by-hand">' in html


def test_a_whole_rack_is_told_from_new_tiles_when_the_bag_runs_out(desk: Desk) -> None:
    desk.bring_to(State.PUBLISHED)
    round = desk.round
    leave = leave_shown(desk)
    round.bag = "EN"
    round.save()
    desk.act("draw_by_hand", rack=f"{leave}EN")
    assert sorted(desk.round.rack) == sorted(f"{leave}EN")


def test_a_draw_by_hand_with_too_few_vowels_goes_back_once_that_is_confirmed(desk: Desk) -> None:
    desk.act("start", confirmed=1)
    asked = desk.act("draw_by_hand", rack="BCDFGHE").content.decode()
    assert "BCDEFGH: zu wenige Vokale. Alle Steine gehen zurück" in asked
    assert not desk.game.rounds.exists()
    response = desk.act("draw_by_hand", rack="BCDFGHE", confirmed=1)
    assert "zu wenige Vokale" in response.content.decode()
    assert desk.round.state == State.CANCELLED


def test_a_misdraw_goes_back_after_being_asked(desk: Desk) -> None:
    desk.bring_to(State.OPEN)
    desk.act("cancel", round=desk.round.pk)
    assert desk.round.state == State.OPEN
    desk.step("cancel")
    assert desk.round.state == State.CANCELLED
    html = desk.html()
    assert "Zurück in den Beutel ging" in html
    assert "falsch gezogen" in html


def test_an_old_page_cannot_change_a_later_draw(desk: Desk) -> None:
    desk.bring_to(State.DRAWN)
    old = desk.round.pk
    desk.step("cancel")
    desk.act("draw")
    assert "zurückgezogen" in refusal_in(desk.act("open", round=old))
    assert desk.round.state == State.DRAWN


def test_a_publication_is_taken_back_and_the_game_ended(desk: Desk) -> None:
    desk.bring_to(State.PUBLISHED)
    desk.step("retract")
    assert desk.round.state == State.JUDGED
    desk.step("publish")
    desk.act("end", confirmed=1)
    html = desk.html()
    assert "Das Spiel ist zu Ende. Die Spielleitung hat das Spiel beendet." in html
    assert 'id="primary"' not in html


def test_another_of_equal_tops_is_laid(desk: Desk) -> None:
    desk.act("start", confirmed=1)
    desk.act("draw_by_hand", rack="AEGMNRS")
    round = open_round(desk.round, timezone.now() - 300 * SECOND, by=desk.director)
    begin_closing(round, timezone.now() - 200 * SECOND, by=desk.director)
    judge_round(finish_closing(round, timezone.now()), timezone.now())
    assert len(round.tops) > 1
    last = round.tops[-1]
    assert f"{len(round.tops)} gleich gute Züge" in desk.html()
    desk.step("reference", move=f"{last['coordinates']} {last['word']}")
    assert desk.round.reference == last
    assert "keiner der besten" in refusal_in(desk.step("reference", move="H8 AM"))


@pytest.mark.parametrize(
    ("action", "state"),
    [
        ("open", State.OPEN),
        ("pause", State.DRAWN),
        ("resume", State.OPEN),
        ("publish", State.OPEN),
        ("retract", State.JUDGED),
        ("reopen", State.OPEN),
        ("end", State.OPEN),
        ("draw", State.OPEN),
        ("cancel", State.PUBLISHED),
        ("start", State.OPEN),
    ],
)
def test_a_step_at_the_wrong_time_is_refused_on_the_desk(
    desk: Desk, action: str, state: State
) -> None:
    desk.bring_to(state)
    assert "Das geht nicht" in refusal_in(desk.step(action, longer="0:30"))


def test_a_game_that_runs_by_itself_says_when() -> None:
    options = Options(automatic=True, publish_after_seconds=600, next_after_seconds=600)
    desk = Desk(options).bring_to(State.JUDGED)
    assert "Wird von selbst veröffentlicht" in desk.html()
    desk.step("publish")
    assert "Die nächste Runde kommt von selbst" in desk.html()


# Who has answered


def test_the_desk_says_how_many_have_answered_and_who_has_not(desk: Desk) -> None:
    desk.bring_to(State.OPEN)
    html = desk.html()
    assert '<strong class="desk-big" data-answered>2</strong> von 3 haben abgegeben' in html
    missing = html[html.index('id="missing"') : html.index('id="people"')]
    assert '<li class="on-paper">3 Carla</li>' in missing
    assert "Anna" not in missing


@pytest.mark.parametrize(("state", "are"), [(State.JUDGED, True), (State.PUBLISHED, False)])
def test_the_missing_are_named_until_the_round_is_published(
    desk: Desk, state: State, are: bool
) -> None:
    assert ("3 Carla</li>" in desk.bring_to(state).html()) is are


def test_the_missing_of_a_large_field_are_counted_and_stand_on_pages(desk: Desk) -> None:
    desk.bring_to(State.OPEN)
    make_participant(desk.game, "Online")
    crowd_in(desk.game, MOST_MISSING)
    html = desk.html()
    assert f"Es fehlen <span data-lacking>{MOST_MISSING + 2}</span>" in html
    assert "<li>4 Online</li>" in html
    assert f"{MOST_MISSING + 4} Spieler" not in html[: html.index('id="people"')]
    second = desk.html(query="?missing=2")
    assert f"{MOST_MISSING + 4} Spieler" in second[: second.index('id="people"')]
    path = f"{path_of(desk.game)}rounds/1/missing/"
    told = as_user(desk.assistant).get(f"{path}?limit=2").json()
    assert told["count"] == MOST_MISSING + 2
    assert [(one["number"], one["is_online"]) for one in told["results"]] == [(3, False), (4, True)]


def test_publishing_asks_while_plays_are_doubtful_and_says_how_many(desk: Desk) -> None:
    desk.bring_to(State.JUDGED)
    told = as_user(desk.director).get(f"{path_of(desk.game)}rounds/1/").json()
    assert told["doubtful"] == 1
    asked = desk.act("publish", round=desk.round.pk).content.decode()
    assert "1 Zug ist noch zweifelhaft" in asked
    assert "zählt 0 Punkte" in asked
    assert desk.round.state == State.JUDGED
    word = doubtful_word(desk)
    desk.step("rule", word=word, verdict="bar", reason="not_in_dictionary")
    desk.act("publish", round=desk.round.pk)
    assert desk.round.state == State.PUBLISHED


def test_a_penalty_in_a_published_round_says_that_it_waits_and_is_applied_there(
    desk: Desk,
) -> None:
    desk.bring_to(State.PUBLISHED)
    before = desk.round.results.get(participant__number=1).points
    response = desk.act(
        "sanction", round=desk.round.pk, person=1, kind="penalty", points=5, reason="disturbance"
    )
    assert "Strafpunkte für Anna: Runde 1 ist veröffentlicht" in response.content.decode()
    waits = f"Runde 1: 1 Anna, {before} → {before - 5}"
    html = desk.html(query="?person=1")
    person = html[html.index('id="p-sanction"') :]
    assert waits in person
    assert 'id="p-revise-1"' in person
    assert waits in html[html.index('id="results"') : html.index('id="people"')]
    standings = f"/games/{desk.game.pk}/standings/"
    assert waits in tight(desk.client.get(standings).content.decode())
    assert "wartet" not in Client().get(standings).content.decode(), "the staff's matter"
    desk.step("revise")
    assert desk.round.results.get(participant__number=1).points == before - 5
    assert waits not in desk.html(query="?person=1")


def test_nobody_sees_plays_or_tops_before_the_round_is_over(desk: Desk) -> None:
    desk.bring_to(State.OPEN)
    top = desk.round.tops[0]
    for client in (desk.client, desk.of(desk.assistant)):
        html = desk.html(client)
        assert f"{top['coordinates']} {top['word']}" not in html
        assert "desk-plays" not in html


# Judging


def doubtful_word(desk: Desk) -> str:
    play = desk.round.plays.exclude(inadmissible=[]).get()
    word: str = play.inadmissible[0]
    return word


def test_doubtful_plays_come_first_with_how_many_gave_them_and_no_names(desk: Desk) -> None:
    desk.bring_to(State.JUDGED)
    html = desk.html()
    listed = html[html.index("desk-plays") : html.index('id="rulings"')]
    assert listed.index("data-doubtful") < listed.index('<span class="mark good">gelegt')
    assert f"Nicht in der Wörterliste: {doubtful_word(desk)}." in listed
    assert "1×" in listed
    assert "Anna" not in listed


@pytest.mark.parametrize(("verdict", "kind"), [("allow", "word_allowed"), ("bar", "word_barred")])
def test_a_word_is_allowed_or_barred_with_a_reason_and_the_ruling_revoked(
    desk: Desk, verdict: str, kind: str
) -> None:
    desk.bring_to(State.JUDGED)
    word = doubtful_word(desk)
    fields = {"word": word, "verdict": verdict, "reason": "inflection", "text": "Seite 12"}
    desk.step("rule", **fields)
    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.word, ruling.reason, ruling.text) == (
        kind,
        word,
        "inflection",
        "Seite 12",
    )
    html = desk.html()
    assert "data-doubtful" not in html
    assert "gebeugte Form" in html
    assert "schon so entschieden" in refusal_in(desk.step("rule", **fields))
    desk.act("revoke", ruling=ruling.pk)
    assert Ruling.objects.get().revoked_at is not None
    assert "data-doubtful" in desk.html()


def test_the_points_of_a_play_are_set(desk: Desk) -> None:
    desk.bring_to(State.JUDGED)
    play = desk.round.plays.exclude(inadmissible=[]).get()
    desk.step("points", play=play.pk, points="7", reason="misread")
    play.refresh_from_db()
    assert play.points == 7
    assert "Punkte" in refusal_in(desk.step("points", play=play.pk, points="viele", reason="other"))
    assert refusal_in(desk.step("points", play=0, points="1", reason="other"))


def test_a_ruling_without_a_reason_is_refused(desk: Desk) -> None:
    desk.bring_to(State.JUDGED)
    fields = {"word": doubtful_word(desk), "verdict": "allow", "reason": "laune"}
    assert "Grund" in refusal_in(desk.step("rule", **fields))


def test_participants_are_warned_penalised_and_credited_their_average(desk: Desk) -> None:
    desk.bring_to(State.JUDGED)
    for kind, points in (("warning", ""), ("penalty", "5"), ("average", "12")):
        desk.step("sanction", person=3, kind=kind, points=points, reason="disturbance")
    result = desk.round.results.get(participant__number=3)
    assert (result.points, result.deduction, result.warnings) == (7, 5, ["disturbance"])
    assert "Punkte" in refusal_in(desk.step("sanction", person=3, kind="penalty", reason="other"))
    assert refusal_in(desk.step("sanction", person=3, kind="lob", reason="other"))
    assert refusal_in(desk.step("sanction", person=9, kind="warning", reason="other"))


def test_what_a_ruling_changes_in_a_published_round_waits_until_it_is_taken_over(
    desk: Desk,
) -> None:
    desk.bring_to(State.PUBLISHED)
    fields = {"word": doubtful_word(desk), "verdict": "allow", "reason": "in_dictionary"}
    desk.step("rule", **fields)
    assert "Entscheidungen ändern veröffentlichte Runden" in desk.html()
    before = desk.round.results.get(participant__number=2).points
    desk.act("revise", round=desk.round.pk)
    assert desk.round.results.get(participant__number=2).points == before == 0
    desk.step("revise")
    assert desk.round.results.get(participant__number=2).points > 0
    assert "Entscheidungen ändern veröffentlichte Runden" not in desk.html()


def test_results_with_names_and_standings_follow_the_publication(desk: Desk) -> None:
    html = desk.bring_to(State.PUBLISHED).html()
    shown = html[html.index('id="results"') : html.index('id="people"')]
    assert "1 hat den Spitzenzug" in shown
    assert re.search(r"Anna.*Top", shown)
    assert "Wertung" in shown


# Participants and staff


def test_participants_are_entered_found_corrected_withdrawn_and_readmitted(desk: Desk) -> None:
    helper = desk.of(desk.assistant)
    desk.act("enter", helper, name="Dora", club="SC Nord", category="A", number="17")
    assert "schon vergeben" in refusal_in(desk.act("enter", helper, name="Emil", number="17"))
    assert refusal_in(desk.act("enter", helper, name=" "))
    found = desk.html(query="?q=nord")
    assert "Dora" in found
    assert ">Anna<" not in found
    assert "Dora" in desk.html(query="?q=17")
    assert "Niemand gefunden" in desk.html(query="?q=Zacharias")
    assert "Niemand gefunden" in desk.html(query="?q=No%00rd")
    desk.act("correct", helper, person=17, name="Dora K.", club="", category="B", member_id="4")
    person = Participant.objects.get(number=17)
    assert (person.name, person.club, person.category, person.member_id) == (
        "Dora K.",
        "",
        "B",
        "4",
    )
    desk.act("withdraw", helper, person=17)
    assert "ausgeschieden" in desk.html(query="?person=17")
    assert "schon ausgeschieden" in refusal_in(desk.act("withdraw", helper, person=17))
    desk.act("readmit", helper, person=17)
    assert Participant.objects.get(number=17).withdrawn_at is None


def test_a_list_is_read_in_or_refused_as_a_whole(desk: Desk) -> None:
    table = SimpleUploadedFile("liste.csv", b"Nr;Name;Verein\n21;Eva;Kiel\n22;Falk;\n")
    assert "2 Teilnehmer eingetragen" in desk.act("import", table=table).content.decode()
    wrong = SimpleUploadedFile("liste.csv", b"Nr;Name\n30;Gerd\n21;Hans\n")
    refusal = refusal_in(desk.act("import", table=wrong))
    assert "Zeile 3" in refusal
    assert "Die Nummer 21 ist schon vergeben." in refusal
    assert not desk.game.participants.filter(name="Gerd").exists()
    assert "Wähle eine Datei" in refusal_in(desk.act("import"))


def test_a_new_link_leads_to_the_seat_and_the_earlier_one_no_more(desk: Desk) -> None:
    person, old = make_participant(desk.game, "Dora")
    desk.act("token", person=person.number)
    assert Participant.objects.get(pk=person.pk).token_digest == person.token_digest
    html = desk.act("token", person=person.number, confirmed=1).content.decode()
    found = re.search(r'href="http://testserver(/games/[^"]*/seat/[^"]*)"', html)
    assert found
    phone = Client()
    assert phone.get(found[1]).headers["Location"] == f"/games/{desk.game.pk}/play/"
    assert f"seat_{desk.game.pk.hex}" in phone.cookies
    assert Client().get(f"/games/{desk.game.pk}/seat/{old}/").status_code == 401
    assert found[1] not in desk.html()


def test_staff_are_appointed_and_dismissed_but_a_director_stays(desk: Desk) -> None:
    make_user("neue")
    desk.act("appoint", username="neue", role="director")
    assert desk.game.staff.get(user__username="neue").role == Staff.Role.DIRECTOR
    desk.act("dismiss", username="neue")
    assert not desk.game.staff.filter(user__username="neue").exists()
    assert "mindestens eine" in refusal_in(desk.act("dismiss", username="leiterin"))
    assert "niemand" in refusal_in(desk.act("appoint", username="niemand", role="assistant"))
    assert refusal_in(desk.act("appoint", username="helfer", role="kaiser"))


# Who may what


def test_assistants_see_the_desk_without_decisions(desk: Desk) -> None:
    desk.bring_to(State.JUDGED)
    html = desk.html(desk.of(desk.assistant))
    offered = set(re.findall(rf"{desk.path}(\w+)/", html))
    assert offered == {"enter", "import"}
    assert "desk-plays" in html


@pytest.mark.parametrize(
    "action", [name for name, it in ACTIONS.items() if it.need is not Need.STAFF]
)
def test_assistants_decide_nothing(desk: Desk, action: str) -> None:
    desk.bring_to(State.OPEN)
    response = desk.of(desk.assistant).post(
        f"{desk.path}{action}/", {"round": desk.round.pk, "confirmed": 1}
    )
    assert response.status_code == 403
    assert desk.round.state == State.OPEN


@pytest.mark.parametrize("action", ["", *ACTIONS])
def test_others_reach_neither_the_desk_nor_its_actions(desk: Desk, action: str) -> None:
    path = f"{desk.path}{action}/" if action else desk.path
    method = "post" if action else "get"
    assert getattr(desk.of(make_user()), method)(path).status_code == 403
    asked = getattr(Client(), method)(path)
    assert asked.status_code == 302
    assert asked.headers["Location"].startswith("/login/?next=")


def test_there_is_no_other_action_and_no_way_to_act_by_a_link(desk: Desk) -> None:
    assert desk.client.post(f"{desk.path}tanzen/").status_code == 404
    assert desk.client.get(f"{desk.path}start/").status_code == 405
    assert desk.client.get("/games/00000000-0000-0000-0000-000000000000/desk/").status_code == 404


def test_forms_need_the_token_against_forgery(desk: Desk) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(desk.director)
    assert client.post(f"{desk.path}start/", {"confirmed": 1}).status_code == 403
