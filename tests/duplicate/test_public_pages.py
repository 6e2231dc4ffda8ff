"""What everybody may see of games and series, and what not yet."""

from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from duplicate.messages import tell_play
from duplicate.models import Game, Result, Round, Series
from duplicate.selectors.reports import sheets_of
from duplicate.selectors.standings import game_standings
from duplicate.services.games import end_game
from duplicate.services.rounds import draw_by_hand, open_round
from tests.duplicate.factories import NOON, make_game, make_participant, make_user
from tests.duplicate.round_states import round_in
from tests.duplicate.sample_games import (
    LATER,
    begun_game,
    director_of,
    hand_in,
    opened,
    play_rounds,
    played_game,
    published,
    rack_by_hand,
)
from tests.markup import seen, tight

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
State = Round.State


def get(game: Game, rest: str = "") -> Any:
    return Client().get(f"/games/{game.pk}/{rest}")


def text(game: Game, rest: str = "") -> str:
    response = get(game, rest)
    assert response.status_code == 200
    return tight(response.content.decode())


def title(game: Game, rest: str = "") -> str:
    """What stands over the board."""
    page = get(game, rest).content.decode()
    return seen(page.partition('id="replay-title"')[2].partition("</h2>")[0].partition(">")[2])


@pytest.mark.parametrize("state", [state for state in State if state != State.PUBLISHED])
@pytest.mark.parametrize("rest", ["", "?round=1", "standings/", "proof/", "players/1/"])
def test_nothing_of_a_round_is_told_before_its_publication(state: Round.State, rest: str) -> None:
    round = round_in(state)
    make_participant(round.game)
    page = text(round.game, rest)
    assert round.tops[0]["word"] not in page
    if state == State.DRAWN:
        assert round.rack not in page


def test_equally_good_moves_are_listed_the_first_of_very_many() -> None:
    round = round_in(State.PUBLISHED)
    assert round.reference is not None
    others = [{**round.reference, "word": f"WORT{letter}"} for letter in "ABCDEFGHIJKLMNOP"]
    Round.objects.update(tops=[round.reference, *others[:2]])
    few = text(round.game, "rounds/1/")
    assert "WORTA" in few
    assert "WORTB" in few
    assert "weitere" not in few.partition("Ebenso gut:")[2].partition("</section>")[0]
    Round.objects.update(tops=[round.reference, *others])
    many = text(round.game, "rounds/1/")
    assert "WORTL" in many
    assert "WORTM" not in many
    assert "und 4 weitere" in many


def test_points_below_zero_have_a_minus_on_pages_and_on_phones() -> None:
    round = round_in(State.PUBLISHED)
    make_participant(round.game)
    player = round.game.participants.order_by("-number")[0]
    Result.objects.create(round=round, participant=player, move_points=0, points=-5)
    for rest in ("rounds/1/", f"players/{player.number}/", "standings/"):
        page = text(round.game, rest)
        assert "−5" in page, rest
        assert ">-5" not in page, rest


@pytest.mark.parametrize("state", [State.OPEN, State.JUDGED])
def test_a_round_has_its_page_only_when_it_is_published(state: Round.State) -> None:
    round = round_in(state)
    client = Client()
    client.force_login(director_of(round.game))
    assert client.get(f"/games/{round.game.pk}/rounds/1/").status_code == 403
    assert get(round.game, "rounds/2/").status_code == 404


def test_what_is_not_there_is_said_so() -> None:
    game = make_game()
    assert get(game, "players/9/").status_code == 404
    assert get(game, "standings/?round=3").status_code == 404
    assert Client().get("/games/00000000-0000-0000-0000-000000000000/").status_code == 404
    assert Client().get("/series/00000000-0000-0000-0000-000000000000/").status_code == 404


def test_a_game_that_has_not_begun_invites() -> None:
    page = seen(text(make_game(state=Game.State.SETUP)))
    assert "noch nicht begonnen" in page
    assert "Mitspielen" in page


def test_the_join_code_is_on_no_public_page() -> None:
    game = make_game(state=Game.State.SETUP)
    for rest in ("", "standings/", "proof/"):
        assert game.join_code not in text(game, rest)


def test_a_finished_game_tells_everything() -> None:
    game = played_game()
    page = text(game)
    for round in game.rounds.filter(state=State.PUBLISHED):
        assert round.reference is not None
        assert round.rack in page
        assert round.reference["word"] in page
    for address in ("standings.csv", "export.json", "export.xml", "export.gcg"):
        assert f"/api/v1/duplicate/games/{game.pk}/{address}" in page
        assert Client().get(f"/api/v1/duplicate/games/{game.pk}/{address}").status_code == 200
    assert page.count("<figure") == 2


def test_exports_are_offered_only_to_those_who_may_have_them() -> None:
    game = begun_game()
    assert "export." not in text(game)
    client = Client()
    client.force_login(director_of(game))
    assert "export.gcg" in client.get(f"/games/{game.pk}/").content.decode()


def test_a_game_is_replayed_round_by_round() -> None:
    game = played_game()
    first, second = game.rounds.filter(state=State.PUBLISHED)[:2]
    assert first.reference
    assert second.reference
    beginning, one, two = (text(game, f"?round={number}") for number in range(3))
    assert 'href="?round=1#replay"' in beginning
    titles = [title(game, f"?round={number}") for number in range(3)]
    assert titles == ["Das leere Brett", "Nach Runde 1", "Nach Runde 2"]
    assert one.count(", neu") == len(first.reference["word"])
    assert 0 < two.count(", neu") <= len(second.reference["word"])
    for rest in ("", "?round=99", "?round=x"):
        assert title(game, rest) == "Nach Runde 4"


def test_a_running_round_shows_the_rack_and_leads_back_to_the_rounds_before() -> None:
    game = begun_game()
    play_rounds(game, 1)
    round = opened(game, NOON)
    hand_in(round)
    page = text(game)
    assert title(game) == "Runde 2 läuft"
    assert f"Bänkchen: {round.rack}" in page
    assert 'data-replay="previous" href="?round=1#replay"' in page


def test_the_page_is_drawn_once_for_all_who_say_nothing_of_themselves(
    django_assert_max_num_queries: Any,
) -> None:
    """Thousands who watch ask for the standings in the same moment."""
    game = begun_game()
    play_rounds(game, 1)
    page = text(game)
    with django_assert_max_num_queries(1):
        assert text(game) == page
    assert "Round" in Client(headers={"Accept-Language": "en"}).get(f"/games/{game.pk}/").text
    play_rounds(game, 1)
    assert title(game) == "Nach Runde 2"


def test_whoever_is_somebody_is_drawn_a_page_of_their_own() -> None:
    game = begun_game()
    get(game)
    client = Client()
    client.force_login(director_of(game))
    assert "Zur Spielleitung" in client.get(f"/games/{game.pk}/").content.decode()
    assert "Zur Spielleitung" not in text(game)


def test_a_round_tells_every_play_and_its_verdict() -> None:
    game = played_game()
    page = text(game, "rounds/4/")
    for play in game.rounds.get(number=4, state=State.PUBLISHED).plays.all():
        assert play.word in page
        assert play.code == "valid" or escape(tell_play(play)) in page
    assert "Verwarnung" in page
    assert "−3" in page
    assert "Anna &lt;3" in page
    assert "Runde danach" not in page
    assert "Runde danach" in text(game, "rounds/3/")


def test_a_player_s_sheet_adds_up_and_ends_with_the_standings() -> None:
    game = played_game()
    people = list(game.participants.all())
    rows = {row.player.number: row for row in game_standings(game).rows}
    for sheet in sheets_of(game, people):
        row = rows[sheet.participant.number]
        assert [line.result.points for line in sheet.lines if line.result] == list(row.points)
        last = sheet.lines[-1]
        assert (last.total, last.percent, last.rank) == (row.total, row.percent, row.rank)
    page = text(game, "players/2/")
    assert "=Ben" in page
    assert "Nicht auf dem Bänkchen" in page
    assert page.count("<figure") == 1


def test_the_standings_by_category_and_club_and_after_a_round() -> None:
    game = played_game()
    assert "nach Runde 4" in text(game, "standings/")
    assert "nach Runde 1" in text(game, "standings/?round=1")
    by_category = text(game, "standings/?by=category")
    assert "Ohne Kategorie" in by_category
    assert "<h2>A</h2>" in by_category
    by_club = text(game, "standings/?by=club")
    assert "SC Nord" in by_club
    assert "=Ben" not in by_club
    assert f"standings.csv?{'by=club&amp;round='}" in by_club


def test_the_proof_hides_the_seed_until_the_end() -> None:
    running = begun_game()
    page = text(running, "proof/")
    assert running.commitment in page
    assert running.seed not in page
    finished = text(played_game(), "proof/")
    assert running.seed in finished
    assert "falsch gezogen" in finished


def test_the_proof_says_what_holds_for_this_very_game_and_no_more() -> None:
    """One rack of four was typed: that all is right is not said of it."""
    alone = text(played_game(), "proof/")
    assert "Der Server hat nachgerechnet, was gezogen wurde: Es stimmt." in alone
    assert "alles nachgerechnet" not in alone
    assert "Das Geheimnis hat der Server allein gemacht" in alone
    assert "In Runde 3 wurde ein Bänkchen eingetippt." in alone
    assert "2 Ziehungen gingen zurück" in alone
    assert alone.count("gezogen: Geheimnis allein") == 5
    assert alone.count("<td>eingetippt</td>") == 1
    with_hall = text(played_game(hall_part="482913"), "proof/")
    assert "Niemand kann die gezogenen Bänkchen ausgesucht haben" in with_hall
    assert with_hall.count("gezogen: Geheimnis und Teil des Saals") == 5
    assert "allein gemacht" not in with_hall.split("<h2")[2]


def test_the_proof_of_a_game_drawn_by_the_server_says_that_all_is_right() -> None:
    game = begun_game()
    published(opened(game, NOON))
    page = text(end_game(game, LATER, by=director_of(game)), "proof/")
    assert "Der Server hat alles nachgerechnet: Es stimmt." in page
    assert "eingetippt" not in page.split("<h2")[2]


def test_the_proof_of_a_game_that_was_typed_claims_nothing() -> None:
    game = begun_game()
    by = director_of(game)
    published(open_round(draw_by_hand(game, rack_by_hand(game), NOON, by=by), NOON, by=by))
    page = text(end_game(game, LATER, by=by), "proof/")
    assert "Alle Bänkchen wurden eingetippt." in page
    assert "Hier ist nichts nachzurechnen" in page
    assert "Es stimmt" not in page


def test_before_the_first_draw_the_proof_claims_nothing() -> None:
    game = make_game(state=Game.State.SETUP)
    page = text(game, "proof/")
    assert "Noch ist nichts gezogen." in page
    assert "ist noch nicht genannt" in page
    assert game.fingerprint in text(game)


def test_the_proof_tells_of_a_changed_log() -> None:
    game = played_game()
    game.log.filter(sequence=3).update(by="somebody")
    assert "ab Eintrag 3 verändert" in text(game, "proof/")


def test_a_series_has_its_standings_and_games() -> None:
    game, other = played_game(), make_game()
    series = Series.objects.create(name="Sommer", owner=make_user(), created_at=NOON, dropped=1)
    series.entries.create(game=game, place=1)
    series.entries.create(game=other, place=2)
    page = Client().get(f"/series/{series.pk}/").content.decode()
    assert "Sommer" in page
    assert "Anna &lt;3" in page
    assert f"/games/{other.pk}/" in page
    assert "Das schlechteste Ergebnis wird gestrichen." in page
    assert f"/series/{series.pk}/" in text(game)
