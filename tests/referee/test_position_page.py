"""The page 'try a position' as a browser without scripts sees it."""

import html
import re
from itertools import product
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client, RequestFactory
from django.views.defaults import permission_denied, server_error
from pytest_django import Settings

from engine.lexicon import Lexicon
from engine.solver import find_tops
from referee.position.examples import EXAMPLES
from referee.position.reading import read_position
from tests.lexicons import lexicon_of
from tests.markup import tight

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
GAME = dict(EXAMPLES[1].query)


def text_of(client: Client, **query: str) -> str:
    """What a person reads on the page of `query`, in one line."""
    response = client.get("/position/", query)
    assert response.status_code == 200, response.headers.get("Location")
    return visible(response.content.decode())


def visible(page: str) -> str:
    page = re.sub(r"(?s)<head>.*?</head>|<textarea.*?</textarea>", " ", page)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


def after(client: Client, **query: str) -> dict[str, str]:
    """The query of the address that doing something leads to."""
    response = client.get("/position/", query)
    assert response.status_code == 302
    address = response.headers["Location"]
    assert client.get(address).status_code == 200
    return dict(parse_qsl(urlsplit(address).query))


def test_a_valid_move_is_told_with_the_points_of_every_word(client: Client) -> None:
    text = text_of(client, board="///////5TOR", at="9E", word="HEXE")
    assert "HEXE auf 9E-9H ist ein gültiger Zug." in text
    assert "HEXE 20 TORE 5 Punkte 25" in text


def test_the_golden_position_has_its_top_move_with_the_bonus(client: Client) -> None:
    text = text_of(client, **GAME, at="8H", word="EINZÖGET")
    assert "EINZÖGET 78 Bonus 50 Punkte 128" in text
    assert "Spitzenzug! Mehr bringt keiner." in text
    assert "1. EINZÖGET 8H-8O 128" in text
    assert "Zug legen" in text
    assert "1. RUCKEN H4-H9 26 2. RHEUMAS 5E-5K 40" in text


def test_a_lesser_move_is_ranked(client: Client) -> None:
    text = text_of(client, **GAME, at="A4", word="GÖTZE")
    assert re.search(r"Platz \d+ von \d+, 83 Punkte unter dem Spitzenzug\.", text)


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"at": "H6", "word": "TO(R)", "rack": "TORENXY"}, "Bänkchen ENORTXY: ein Joker."),
        ({"at": "H6", "word": "T(O)(R)", "rack": "TENXY"}, "Bänkchen ENTXY: zwei Joker."),
        ({"at": "H6", "word": "(T)(O)(R)", "rack": "A"}, "A: mehr Joker, als es gibt."),
        ({"at": "H8", "word": "XQ"}, "Nicht in der Wörterliste: XQ."),
        ({"at": "H8", "word": "TOR", "rack": "TO"}, "Nicht auf dem Bänkchen OT: R."),
        ({"at": "A1", "word": "TOR"}, "Das erste Wort bedeckt das Feld H8."),
        ({"at": "H14", "word": "TOR"}, "passt nicht auf das Brett"),
        ({"at": "H8", "word": "T?R"}, "Der Joker auf H9 hat keinen Buchstaben"),
        ({"at": "H8-H9", "word": "TOR"}, "Gemeint: H8-H10 TOR?"),
        ({"board": "///////5TOR", "at": "H9", "word": "E"}, "Gemeint: H6-H9 TORE?"),
        ({"board": "///////5TOR", "at": "8F", "word": "DOT"}, "Gemeint: 8F-8I DORT?"),
        ({"board": "///////5TOR", "at": "A1", "word": "ROT"}, "hängt in der Luft"),
        # Phones write everything in upper case.
        (
            {"rack": "REGSMN?", "at": "H6", "word": "REGSAM"},
            "Bänkchen ?EGMNRS: A. Gemeint: H6-H11 REGSaM?",
        ),
    ],
)
def test_an_illegal_move_is_told_with_its_reason(
    client: Client, query: dict[str, str], message: str
) -> None:
    assert message in text_of(client, **query)


def test_no_move_is_offered_that_the_blanks_do_not_suffice_for(client: Client) -> None:
    assert "Gemeint" not in text_of(client, rack="REGS?", at="H6", word="REGSAM")


@pytest.mark.parametrize(
    ("word", "points"),
    [("TOR", 8), ("tor", 8), ("TO(R)", 6), ("Tor", 2), ("Tore", 10), ("TORE", 10)],
)
def test_small_letters_are_blanks_as_at_a_table(client: Client, word: str, points: int) -> None:
    page = client.get("/position/", {"at": "H6", "word": word}, follow=True).content.decode()
    assert f"Punkte {points} " in visible(page)


def test_a_half_typed_move_is_no_fault(client: Client) -> None:
    assert "Jetzt das Wort." in text_of(client, at="H8")
    assert "Jetzt die Koordinaten." in text_of(client, word="TOR")


def test_equal_tops_are_counted_and_listed_on_demand(client: Client, lexicon: Lexicon) -> None:
    position, _ = read_position({"rack": "ADENRTZ"})
    tops = find_tops(lexicon, position.board, position.rack)
    assert len(tops) > 5
    text = text_of(client, rack="ADENRTZ")
    assert f"{tops[0].points} Punkte bringen {len(tops)} Züge" in text
    first = text.partition("Mehr zeigen")[0]
    assert [top.move.coordinates in first for top in tops[:5]] == [True] * 5
    assert "6." not in first
    everything = text_of(client, rack="ADENRTZ", show="100")
    assert all(f"{top.move.word} {top.move.coordinates}" in everything for top in tops)


def test_a_rack_without_a_move_says_so(client: Client) -> None:
    assert "Mit diesen Steinen gibt es keinen Zug." in text_of(client, rack="QXY")


def test_laying_undoing_and_clearing_lead_to_addresses(client: Client) -> None:
    tried = {"rack": "TORXYZA", "at": "H6", "word": "TOR"}
    laid = after(client, **tried, do="lay")
    assert laid == {"moves": "H6.TOR.TORXYZA", "rack": "XYZA"}
    assert after(client, **laid, do="undo") == tried
    assert after(client, at="A1", word="TOR", do="put") == {"board": "TOR"}
    assert after(client, at="A1", do="lay") == {"at": "A1"}


def test_a_rack_drawn_comes_from_the_tiles_left(client: Client) -> None:
    rack = after(client, **GAME, do="draw")["rack"]
    assert len(rack) == 7
    assert read_position({**GAME, "rack": rack})[0].tiles_in_excess == ""


def test_a_square_can_be_picked_without_scripts(client: Client) -> None:
    assert after(client, pick="H8") == {"at": "H8"}
    assert after(client, at="H8", pick="H8") == {"at": "8H"}


def test_the_board_can_be_set_up_as_text(client: Client) -> None:
    lines = "\r\n".join(["." * 15] * 7 + [".....TOr......."] + ["." * 15] * 7)
    assert after(client, rack="EN", set=lines) == {"board": "///////5TOr", "rack": "EN"}
    kept = after(client, moves="H6.TOR.TOR", set=lines.replace("r", "R"))
    assert kept == {"moves": "H6.TOR.TOR"}


def test_every_address_leads_to_its_shortest(client: Client) -> None:
    query = {"rack": " a b ", "rules": "standard", "at": "h 8", "word": "ab", "board": "15/15"}
    assert after(client, **query) == {"rack": "AB", "at": "H8", "word": "AB"}
    assert client.get("/position/", {"rack": "AB", "utm_source": "club"}).status_code == 200


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example.title))
def test_every_example_is_linked_and_shown(client: Client, example: object) -> None:
    assert isinstance(example, type(EXAMPLES[0]))
    page = client.get("/position/").content.decode()
    assert html.escape(f'href="/position/{example.address}"', quote=False) in page
    assert "Punkte" in text_of(client, **example.query)


def test_without_a_lexicon_geometry_and_points_are_judged(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.LEXICON = tmp_path / "missing"
    text = text_of(client, rack="XQATORE", at="H8", word="XQ")
    assert "XQ auf H8-H9 ist ein gültiger Zug." in text
    assert "make lexicon" in text
    assert "Ohne Wörterliste lassen sich keine Züge suchen." in text


def test_a_damaged_lexicon_is_none_and_a_new_one_is_found_at_once(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.LEXICON = tmp_path / "german.lexicon"
    settings.LEXICON.write_bytes(b"no lexicon")
    assert "make lexicon" in text_of(client)
    settings.LEXICON.unlink()
    settings.LEXICON.hardlink_to(lexicon_of().path)
    assert "make lexicon" not in text_of(client)


def test_the_footer_tells_which_words_judge(client: Client, lexicon: Lexicon) -> None:
    words = f"{lexicon.info.words:,}".replace(",", ".")
    assert f"Wörterliste tests, {words} Wörter, Lizenz none." in text_of(client)


def test_more_tiles_than_there_are_is_said_but_no_fault(client: Client) -> None:
    assert "Mehr Steine, als der Satz hat: QY." in text_of(client, board="QQ", rack="YY")


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"board": "///////5TOR8"}, "Zeile H des Bretts ist zu lang: Eine Zeile hat 15 Felder."),
        ({"board": "///////5TO!"}, "Feld H8 des Bretts: „!“ steht auf keinem Stein."),
        ({"rack": "A<b>"}, "Bänkchen „A<b>“"),
        ({"rules": "chess"}, "Es gibt kein Regelwerk „chess“."),
        ({"at": "HH"}, "Die Koordinaten „HH“ sind nicht lesbar. Waagerecht"),
        ({"moves": "H8.TOR.TOR,A1.TOR"}, "Zug 2 („A1.TOR“) lässt sich nicht legen."),
        ({"do": "explode"}, "„explode“ kann diese Seite nicht. Sie kann: lay,"),
        ({"pick": "Z9"}, "„Z9“ ist kein Feld."),
        ({"set": "A" * 16}, "Zeile A des Bretts ist zu lang"),
    ],
)
def test_a_bad_address_is_refused_with_what_where_and_what_would_be_right(
    client: Client, query: dict[str, str], message: str
) -> None:
    response = client.get("/position/", query)
    assert response.status_code == 400
    assert message in visible(response.content.decode())


def test_what_cannot_be_read_stays_in_the_form(client: Client) -> None:
    game = {"board": "A", "moves": "B1.AB.STRASSEN", "rack": "STRASSEN", "word": "A!", "at": "%"}
    page = html.unescape(tight(client.get("/position/", {**game, "show": "x"}).content.decode()))
    for name, text in game.items():
        assert re.search(rf'name="{name}" value="{re.escape(text)}"', page), name
    assert 'name="show" value=""' in page


def test_a_game_survives_other_rules_and_the_way_back_without_scripts(client: Client) -> None:
    game = {"moves": "H6.TOR.TORENXYA", "rack": "ENXYARST"}
    page = client.get("/position/", {**game, "rules": "standard"}).content.decode()
    assert "Auf dem Bänkchen sind 8 Steine" in visible(page)
    assert 'name="moves" value="H6.TOR.TORENXYA"' in page
    assert "1. TOR H6-H8 10" in text_of(client, **game, rules="reise")


@pytest.mark.parametrize("action", ["set", "put"])
def test_who_sets_up_is_told_that_the_course_is_forgotten(client: Client, action: str) -> None:
    tried = {"at": "A1", "word": "TOR"} if action == "put" else {}
    times = 1 + (action == "put")
    for query, count in (({"moves": "H6.TOR.TOR"}, times), ({"board": "///////5TOR"}, 0)):
        assert text_of(client, **query, **tried).count("Der Verlauf wird dabei verg") == count


def test_the_rulesets_are_offered_that_differ_here(client: Client) -> None:
    text = text_of(client)
    assert "Standard: 102 Steine, 7 auf dem Bänkchen Reise: 119 Steine, 8 auf dem B" in text
    assert "Turnier" not in text
    assert "Turnier: 102 Steine" in text_of(client, rules="tournament")


def test_large_counts_are_grouped(client: Client, settings: Settings) -> None:
    # Any two to four of these letters are a word: many moves even without blanks.
    words = ("".join(word) for n in (2, 3, 4) for word in product("AENRST", repeat=n))
    settings.LEXICON = lexicon_of(words).path
    query = {"rack": "AENRST", "board": "///////6AST"}
    assert "14 Punkte bringen 1.440 Züge; 11.238 sind möglich." in text_of(client, **query)
    client.cookies["django_language"] = "en"
    assert "1,440 moves score 14 points ; 11,238 moves are possible." in text_of(client, **query)


def test_random_addresses_break_nothing(client: Client) -> None:
    random = Random(4)
    names = ["board", "moves", "rack", "rules", "at", "word", "show", "do", "pick", "set"]
    pieces = [
        "H8",
        "8H-8O",
        "TOR",
        "a",
        "?",
        "???",
        "15",
        "/",
        ",",
        ".",
        "ß",
        "\0",
        "😀",
        "-",
        "99",
        "lay",
    ]
    for _ in range(300):
        chosen = random.sample(names, random.randint(1, 5))
        query = {name: "".join(random.choices(pieces, k=random.randint(0, 9))) for name in chosen}
        assert client.get("/position/", query).status_code in {200, 302, 400}
    assert client.get("/position/?rack=%ff%fe&at=%00").status_code == 400
    assert client.post("/position/").status_code == 405


def test_the_page_is_english_for_those_who_want_it(client: Client) -> None:
    english = {"HTTP_ACCEPT_LANGUAGE": "en"}
    page = client.get("/position/", {"at": "A1", "word": "TOR"}, **english).content.decode()  # type: ignore[arg-type]
    assert '<html lang="en">' in page
    assert "misses the centre: the first word covers the square H8." in page
    assert "2L" in page
    for german in ("Bänkchen", "Zug ", "Steine", "Wort", "Feld"):
        assert german not in page


def test_the_language_is_switched_and_the_position_stays(client: Client) -> None:
    switch = client.post("/language/", {"language": "en", "next": "/position/?rack=ABC"})
    assert switch.headers["Location"] == "/position/?rack=ABC"
    assert "Best moves" in text_of(client, rack="ABC")


def test_the_language_is_switched_in_the_longest_game(client: Client) -> None:
    address = "/position/?moves=" + ",".join(["H6.T%C3%96R.T%C3%96R"] * 200)
    switch = client.post("/language/", {"language": "en", "next": address})
    assert switch.headers["Location"] == address


@pytest.mark.parametrize(
    "elsewhere", ["", "//evil.example/", "/\\evil.example", "https://evil.example/", "x", "/\n/e"]
)
def test_switching_the_language_leads_to_no_other_site(elsewhere: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    for language in ("en", "xx", ""):
        switch = strict.post("/language/", {"language": language, "next": elsewhere})
        assert switch.status_code == 302
        assert switch.headers["Location"] in {"/", "/%0A/e"}
    assert strict.get("/position/").headers["Content-Language"] == "en"
    assert strict.get("/language/").status_code == 405


def is_clean(page: str) -> bool:
    """Whether the policy lets a browser show all of it."""
    return not re.search(r"(?i)\sstyle=|\son[a-z]+=|<style|<script(?![^>]*\ssrc=)", page)


def test_errors_have_their_own_pages(client: Client) -> None:
    request = RequestFactory().get("/")
    pages: dict[int, Any] = {
        400: client.get("/position/", headers={"host": "evil.example"}),
        403: permission_denied(request, PermissionDenied()),
        404: client.get("/nothing/"),
        500: server_error(request),
    }
    told = ("Das war nicht zu verstehen", "Das ist nicht erlaubt", "Diese Seite gibt es nicht")
    for (code, response), text in zip(pages.items(), (*told, "ein Fehler passiert"), strict=True):
        page = response.content.decode()
        assert response.status_code == code
        assert text in page
        assert "referee/style.css" in page
        assert is_clean(page)
    english = client.get("/nothing/", headers={"accept-language": "en"})
    assert "There is no such page" in english.content.decode()


def test_nothing_foreign_and_nothing_inline_is_in_the_page(client: Client) -> None:
    response = client.get("/position/", {**GAME, "at": "A4", "word": "GÖTZE"})
    page = response.content.decode()
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    assert is_clean(page)
    assert not re.search(r'(?:src|href|action)="(?:https?:)?//', page)
