"""The forms of the table referee: made of what a game asks for, and read as it wants it."""

from typing import Any

import pytest
from django.http import QueryDict

from engine.offers import Asked, Offer, What
from referee.errors import Invalid
from tournaments.tables.games.common import COMMON
from tournaments.tables.games.texts import GameTexts, humanised, tell
from tournaments.tables.pages.forms import read_action, read_fields
from tournaments.tables.pages.offers import Field, Form, Told, forms_of, give_up, own_offers

NAMES = ("Anna", "Ben", "Cem")
TOLD = Told(COMMON, NAMES, counts=(7, 1, 0), example="H8", key="4")
COUNT = Asked("count", What.NUMBER, is_needed=False)
TILES = Asked("tiles", What.TILES, is_needed=False)


def sent(**fields: Any) -> QueryDict:
    form = QueryDict(mutable=True)
    for name, value in fields.items():
        form.setlist(name, value if isinstance(value, list) else [value])
    return form


def form_of(*asked: Asked, kind: str = "go", player: int | None = None) -> Form:
    return forms_of([Offer(kind, player, asked)], TOLD)[0]


def field_of(asked: Asked, **offer: Any) -> Field:
    # A second field keeps a choice from becoming buttons.
    return form_of(asked, Asked("other", What.TEXT), **offer).fields[0]


# Reading


@pytest.mark.parametrize(
    ("asked", "form", "read"),
    [
        (Asked("a", What.TEXT), {"a": " so "}, "so"),
        (Asked("a", What.TEXT, is_many=True), {"a": "AB.\n\n C \n"}, ["AB.", "C"]),
        (Asked("a", What.NUMBER), {"a": "12"}, 12),
        (Asked("a", What.NUMBER), {"a": "−5"}, -5),
        (Asked("a", What.SECONDS), {"a": "3:05"}, 185),
        (Asked("a", What.FLAG), {"a": "1"}, True),
        (Asked("a", What.FLAG), {}, False),
        (Asked("a", What.FLAG, is_needed=False, usual=True), {}, False),
        (Asked("a", What.CHOICE, choices=("x", "y")), {"a": "y"}, "y"),
        (Asked("a", What.CHOICE, choices=(2, 3)), {"a": "3"}, 3),
        (Asked("a", What.CHOICE, is_many=True, choices=("X", "Y")), {"a": ["X", "Y"]}, ["X", "Y"]),
        (Asked("a", What.CHOICE, is_many=True, choices=("X", "Y")), {}, []),
        (Asked("a", What.PLAYER), {"a": "1"}, 1),
        (Asked("a", What.PLAYER, is_many=True), {"a": ["0", "2"]}, [0, 2]),
        (Asked("a", What.TILES), {"a": "en?"}, "en?"),
        (Asked("a", What.TILES, is_many=True), {"a": ["A", ""]}, ["A", ""]),
        (Asked("a", What.TILES, is_needed=False, is_many=True), {"a": ["A", ""]}, ["A", None]),
        (Asked("a", What.WORD), {"a": " rucken"}, "rucken"),
        (
            Asked("a", What.WORD, is_many=True),
            {"a": ["GARTENS", "ruckens"]},
            ["GARTENS", "ruckens"],
        ),
        (Asked("a", What.WORD, is_many=True), {"a": "AHA, oho"}, ["AHA", "oho"]),
        (Asked("a", What.COORDINATES), {"a": " h4 "}, "h4"),
        (Asked("a", What.SQUARES), {"a": "h4, H5;h6"}, ["H4", "H5", "H6"]),
        (Asked("a", What.SQUARES, is_many=True), {"a": ["H4", "H5"]}, ["H4", "H5"]),
    ],
)
def test_every_kind_of_field_is_read_as_the_game_wants_it(
    asked: Asked, form: dict[str, Any], read: Any
) -> None:
    assert read_fields([asked], sent(**form)) == {"a": read}


@pytest.mark.parametrize("what", [what for what in What if what is not What.FLAG])
def test_what_may_stay_empty_is_left_out(what: What) -> None:
    assert read_fields([Asked("a", what, is_needed=False)], sent(a="")) == {}


@pytest.mark.parametrize(
    ("asked", "text", "problem"),
    [
        (Asked("a", What.NUMBER), "viel", "ganze Zahl"),
        (Asked("a", What.NUMBER), "", "ganze Zahl"),
        (Asked("a", What.NUMBER, least=1, most=7), "8", "von 1 bis 7"),
        (Asked("a", What.NUMBER, least=1), "0", "ab 1"),
        (Asked("a", What.NUMBER, most=3), "4", "bis 3"),
        (Asked("a", What.SECONDS), "12", "Minuten und Sekunden"),
        (Asked("a", What.SECONDS), "1:75", "Minuten und Sekunden"),
        (Asked("a", What.PLAYER), "Anna", "ganze Zahl"),
    ],
)
def test_numbers_and_times_that_are_none_are_told(asked: Asked, text: str, problem: str) -> None:
    with pytest.raises(Invalid, match=problem):
        read_fields([asked], sent(a=text))


@pytest.mark.parametrize(
    ("form", "read"),
    [
        ({"tiles": "3"}, {"count": 3}),
        ({"tiles": "EEN"}, {"tiles": "EEN"}),
        ({"tiles": ""}, {"tiles": ""}),
        ({"tiles": "2", "rack": "EENRSTU"}, {"count": 2, "rack": "EENRSTU"}),
    ],
)
def test_a_number_in_the_field_of_tiles_means_how_many(
    form: dict[str, str], read: dict[str, Any]
) -> None:
    rack = Asked("rack", What.TILES, is_needed=False)
    assert read_fields([COUNT, TILES, rack], sent(**form)) == read
    assert read_fields([TILES, COUNT, rack], sent(**form)) == read


def test_other_things_may_be_given_up_without_tiles() -> None:
    swap = Asked("with_action", What.FLAG, is_needed=False)
    assert read_fields([COUNT, TILES, swap], sent(tiles="", with_action="1")) == {
        "with_action": True
    }


def test_an_action_says_whose_it_is_and_what_is_not_asked_is_passed_over() -> None:
    offers = [Offer("pass", 1, (Asked("rack", What.TILES, is_needed=False),))]
    form = sent(player="1", rack="", expected_version="7", cheat="1")
    assert read_action("pass", offers, form) == {"kind": "pass", "player": 1}


def test_what_was_never_offered_is_passed_on_for_the_game_to_refuse() -> None:
    form = sent(by="1", words=["AHA", "OHO"], csrfmiddlewaretoken="x", expected_version="3")
    action = read_action("challenge", [], form)
    assert action == {"kind": "challenge", "by": 1, "words": ["AHA", "OHO"]}


# Showing


@pytest.mark.parametrize(
    ("asked", "widget"),
    [
        (Asked("a", What.TEXT), "text"),
        (Asked("a", What.NUMBER), "number"),
        (Asked("a", What.SECONDS), "seconds"),
        (Asked("a", What.FLAG), "flag"),
        (Asked("a", What.CHOICE, choices=("x", "y")), "select"),
        (Asked("a", What.CHOICE, is_many=True, choices=("x", "y")), "checks"),
        (Asked("a", What.CHOICE, is_many=True, choices=("x",)), "hidden"),
        (Asked("a", What.PLAYER), "select"),
        (Asked("a", What.PLAYER, choices=(2,)), "hidden"),
        (Asked("a", What.PLAYER, is_many=True), "checks"),
        (Asked("a", What.TILES), "tiles"),
        (Asked("a", What.WORD), "word"),
        (Asked("a", What.WORD, is_many=True), "words"),
        (Asked("a", What.COORDINATES), "coordinates"),
        (Asked("a", What.SQUARES), "squares"),
        (Asked("a", What.SQUARES, choices=("H4", "H5")), "checks"),
    ],
)
def test_every_kind_of_field_has_its_widget(asked: Asked, widget: str) -> None:
    assert field_of(asked).widget == widget


def test_players_are_called_by_their_names_and_none_may_be_chosen_where_nobody_need_be() -> None:
    winner = field_of(Asked("winner", What.PLAYER, is_needed=False, choices=(0, 2)))
    assert [choice.value for choice in winner.choices] == ["", "0", "2"]
    assert [choice.label for choice in winner.choices[1:]] == ["Anna", "Cem"]


def test_tiles_of_each_player_have_a_field_each() -> None:
    form = form_of(Asked("tiles", What.TILES, is_many=True, choices=(0, 2), most=1))
    assert [field.label for field in form.fields] == ["Steine: Anna", "Steine: Cem"]
    assert len({field.id for field in form.fields}) == 2
    assert {field.name for field in form.fields} == {"tiles"}


def test_so_many_words_have_a_field_each() -> None:
    form = form_of(Asked("words", What.WORD, is_many=True, least=2, most=2))
    assert [field.label[-1] for field in form.fields] == ["1", "2"]


def test_what_is_usual_is_filled_in() -> None:
    assert field_of(Asked("a", What.SECONDS, usual=185)).value == "3:05"
    assert field_of(Asked("a", What.FLAG, usual=True)).value == "1"
    assert field_of(Asked("a", What.NUMBER, usual=20)).value == "20"
    chosen = field_of(Asked("a", What.CHOICE, choices=("x", "y"), usual="y")).choices
    assert [choice.is_chosen for choice in chosen] == [False, True]


def test_one_choice_is_made_by_a_button_and_a_long_one_from_a_list() -> None:
    few, many = (Asked("a", What.CHOICE, choices=tuple(range(count))) for count in (3, 30))
    assert form_of(few).is_chosen_by_button
    assert form_of(few).fields[0].widget == "buttons"
    assert not form_of(many).is_chosen_by_button


def test_what_several_may_do_alike_is_one_form_that_asks_who() -> None:
    words = (Asked("words", What.WORD, is_many=True, most=2),)
    forms = forms_of([Offer("card", player, words) for player in range(3)], TOLD)
    assert len(forms) == 1
    assert forms[0].player is None
    assert [choice.label for choice in forms[0].fields[0].choices] == list(NAMES)


def test_forms_of_one_kind_that_ask_different_things_have_names_of_their_own() -> None:
    offers = [
        Offer("action", player, (Asked("card", What.CHOICE, choices=(f"card{player}",)),))
        for player in range(2)
    ]
    forms = forms_of(offers, TOLD)
    assert [form.id for form in forms] == ["action", "action-2"]
    assert len({field.id for form in forms for field in form.fields}) == 2


def test_passing_is_a_mere_button_and_the_rack_of_a_word_is_folded() -> None:
    rack = Asked("rack", What.TILES, is_needed=False)
    assert form_of(rack, kind="pass", player=1).fields == ()
    assert form_of(rack, kind="pass", player=1).button == "Ben passt"
    place = (Asked("coordinates", What.COORDINATES), Asked("word", What.WORD), rack)
    form = form_of(*place, kind="place", player=0)
    assert form.lays
    assert form.title == "Anna ist am Zug"
    assert [field.name for field in form.folded] == ["rack"]


def test_what_may_be_told_with_a_step_is_folded_below_its_button() -> None:
    form = form_of(Asked("letter", What.TILES, is_needed=False, most=1), kind="roll")
    assert form.shown == []
    assert [field.name for field in form.folded] == ["letter"]


def test_tiles_to_be_exchanged_or_their_number_are_one_field() -> None:
    fields = form_of(COUNT, TILES, kind="exchange", player=2).shown
    assert [field.label for field in fields] == [
        "Wie viele Steine tauscht Cem? (Zahl, oder die Steine selbst)"
    ]
    assert fields[0].is_needed


def test_a_single_challenger_is_named_on_the_button() -> None:
    words = Asked("words", What.CHOICE, is_many=True, choices=("AHA",))
    one = form_of(Asked("by", What.PLAYER, choices=(1,)), words, kind="challenge")
    assert one.button == "Ben zweifelt an"
    assert one.shown == []
    assert [(field.name, field.value) for field in one.hidden] == [("by", "1"), ("words", "AHA")]


def test_a_number_that_can_be_but_one_is_sent_back_as_it_was_seen() -> None:
    number = Asked("number", What.NUMBER, least=7, most=7, usual=7)
    form = form_of(number, kind="call")
    assert form.shown == form.folded == []
    assert [(field.name, field.value) for field in form.hidden] == [("number", "7")]
    for seen in (6, 7, 8):  # of another the game itself tells
        assert read_fields([number], QueryDict(f"number={seen}")) == {"number": seen}
    with pytest.raises(Invalid):
        read_fields([number], QueryDict("number=x"))


def test_a_player_gives_up_and_only_another_wins_by_it() -> None:
    asked = (
        Asked("winner", What.PLAYER, is_needed=False, choices=(0, 1, 2)),
        Asked("because", What.CHOICE, choices=("resigned", "time", "director")),
    )
    three = give_up(form_of(*asked, kind="end"), TOLD, seat=1)
    winner, because = three.fields
    assert [choice.value for choice in winner.choices] == ["0", "2"]
    assert (because.widget, because.value) == ("hidden", "resigned")
    told = Told(COMMON, NAMES[:2], counts=(), example="H8", key="0")
    two_players = Asked("winner", What.PLAYER, is_needed=False, choices=(0, 1))
    two = give_up(forms_of([Offer("end", None, (two_players, asked[1]))], told)[0], told, seat=1)
    assert [(field.widget, field.value) for field in two.fields] == [
        ("hidden", "0"),
        ("hidden", "resigned"),
    ]


def test_where_each_acts_alone_a_player_is_offered_only_their_own() -> None:
    offers = [Offer("call"), Offer("claim", 0), Offer("claim", 1)]
    assert own_offers(offers, 1, is_staff=False) == (Offer("claim", 1),)
    assert own_offers(offers, None, is_staff=False) == ()
    assert own_offers(offers, 1, is_staff=True) == (Offer("call"), Offer("claim", 1))


# Texts


def test_what_has_no_text_is_told_by_its_code() -> None:
    assert tell({}, "false_start") == "False start"
    assert humanised("RUCKEN") == "RUCKEN"
    assert tell({"met": "{player} hat es"}, "met") == " hat es"


def test_texts_of_a_game_come_before_those_of_all() -> None:
    more = GameTexts(name="Spiel", kinds={"pass": "weiter"}, aside=frozenset({"skip"}))
    texts = COMMON.with_more(more)
    assert (texts.name, texts.kinds["pass"]) == ("Spiel", "weiter")
    assert texts.kinds["end"] == COMMON.kinds["end"]
    assert {"skip", "end"} <= texts.aside
