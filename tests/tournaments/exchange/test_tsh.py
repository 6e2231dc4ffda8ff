"""Divisions in tsh's files."""

import contextlib
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rounds.exchange.tsh import (
    BYE,
    FIRST,
    SECOND,
    TshPlayer,
    TshUnreadable,
    encode_tsh,
    filed_name,
    read_tsh,
    write_tsh,
    written_name,
)

ANNA = TshPlayer(
    "Öhm, Anna",
    1520,
    opponents=(2, 0, None),
    scores=(410, 50),
    firsts=(FIRST, BYE, 4),
    boards=(1, None),
    team="SC Nord; Süd\\West",
    others=(("id", "DE 17"),),
)
BEN = TshPlayer("Bär, Ben", 0, (1,), (-5,), (SECOND,), category="B", off=-50)
TEXT = (
    "Öhm, Anna               1520 2 0 00; 410 50; board 1 00; id DE 17; p12 1 0 4; "
    "team SC Nord\\; Süd\\\\West\n"
    "Bär, Ben                   0 1; -5; class B; off -50; p12 2\n"
)


def test_a_division_is_written_line_by_line() -> None:
    assert write_tsh([ANNA, BEN]) == TEXT


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(TEXT.encode(), id="UTF-8"),
        pytest.param(TEXT.encode("utf-8-sig"), id="UTF-8 with a mark"),
        pytest.param(TEXT.encode("latin-1"), id="Latin-1"),
        pytest.param(TEXT.replace("\n", "\r\n").encode(), id="as Windows ends lines"),
        pytest.param(("# Gruppe A\n\n" + TEXT + " \n").encode(), id="comments, empty lines"),
        pytest.param(TEXT.replace(" ", "\t ").replace("; ", ";").encode(), id="tabs, odd spaces"),
        pytest.param(TEXT.replace("1520", "1520.75").encode(), id="a rating with a fraction"),
    ],
)
def test_a_division_is_read(data: bytes) -> None:
    assert read_tsh(data) == [ANNA, BEN]


def test_a_list_of_people_before_the_first_round_needs_no_semicolons() -> None:
    players = read_tsh("Öhm, Anna 1520\nvon der Heide, Ben 0\nBo 77;\n".encode())
    assert players == [
        TshPlayer("Öhm, Anna", 1520),
        TshPlayer("von der Heide, Ben", 0),
        TshPlayer("Bo", 77),
    ]
    assert [player.spoken_name for player in players] == ["Anna Öhm", "Ben von der Heide", "Bo"]


@pytest.mark.parametrize("name", ["Anna Öhm", "Ben von der Heide", "Bo", "Anna-Lena Meier Öhm"])
def test_a_name_is_filed_by_its_last_word_and_found_again(name: str) -> None:
    assert TshPlayer(filed_name(name), 0).spoken_name == name
    assert filed_name("Heide, Ben von der") == "Heide, Ben von der"
    assert filed_name("Anna Öhm") == "Öhm, Anna"


@pytest.mark.parametrize(
    ("name", "written"),
    [("Tisch 2", "Tisch-2"), ("#1 Ben", "1 Ben"), ("A; B", "A, B"), ("A", "A."), ("", ".")],
)
def test_a_name_that_would_be_misread_is_written_otherwise(name: str, written: str) -> None:
    assert written_name(name) == written
    assert read_tsh(write_tsh([TshPlayer(name, 1000)]).encode()) == [TshPlayer(written, 1000)]


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        ("", 1, "nobody"),
        ("# Anna 1520\n", 1, "nobody"),
        ("Anna\n", 1, "no_player"),
        ("1520\n", 1, "no_player"),
        ("Anna 1520\nBen 1 x;\n", 2, "no_player"),
        ("Anna 1520 1234567890;\n", 1, "no_player"),
        ("Anna 15²; \n", 1, "no_player"),
        ("An\x07na 1520\n", 1, "no_player"),
        ("Anna 1520 2;400x\nBen 1 1;\n", 1, "no_scores"),
        ("Anna 1520 2;4.5\nBen 1 1;\n", 1, "no_scores"),
        ("\nAnna 1520 2; 400 1\nBen 1 1;\n", 2, "too_many_scores"),
        ("Anna 1; ; team A; team B\n", 1, "field_twice"),
        ("Anna 1; ; board x\n", 1, "no_numbers"),
        ("Anna 1; ; off x\n", 1, "no_numbers"),
        ("Anna 1; ; p12 5\n", 1, "no_numbers"),
        ("Anna 1 2;\n", 1, "opponent_missing"),
        ("Anna 1 1;\n", 1, "own_opponent"),
        ("Anna 1 2;\n#\nBen 1 0;\n", 1, "opponents_differ"),
        ("Anna 1 2 2;\n#\nBen 1 1;\n", 1, "opponents_differ"),
        ("Anna 1 0;\n#\nBen 1 1;\n", 3, "opponents_differ"),
        ("Anna 1\n" * 10_001, 10_001, "too_many"),
        ("x" * 1_000_001, 1, "too_large"),
    ],
)
def test_a_mistake_is_told_with_its_line(text: str, line: int, fault: str) -> None:
    with pytest.raises(TshUnreadable) as refusal:
        read_tsh(text.encode())
    assert (refusal.value.detail["line"], refusal.value.detail["fault"]) == (line, fault)
    assert str(refusal.value).startswith(f"Zeile {line}: ")


@given(st.binary(max_size=200), st.text(alphabet="A1;\\ 0.-#\np2", max_size=60))
def test_no_file_breaks_the_reader(data: bytes, text: str) -> None:
    for tried in (data, text.encode(), b"Anna 1520 1;" + data):
        with contextlib.suppress(TshUnreadable):
            read_tsh(tried)


def test_latin_1_is_written_where_it_can_be() -> None:
    assert encode_tsh("Öhm") == "Öhm".encode("latin-1")
    assert encode_tsh("Łukasz") == "Łukasz".encode()


SIGNS = "AbÖßŁ,;:\\#0.-'"


def some_words(random: Random, least: int = 0) -> str:
    return " ".join(
        "".join(random.choices(SIGNS, k=random.randint(1, 4)))
        for _ in range(random.randint(least, 3))
    )


def some_numbers(random: Random, most: int, least: int, greatest: int) -> tuple[int | None, ...]:
    """At most so many numbers, one or the other not known."""
    count = random.randint(0, most)
    return tuple(random.choice([None, random.randint(least, greatest)]) for _ in range(count))


def division(random: Random) -> list[TshPlayer]:
    """Players paired at random, some of the rounds half entered."""
    count, rounds = random.randint(1, 9), random.randint(0, 4)
    opponents: list[list[int | None]] = [[] for _ in range(count)]
    for _ in range(rounds):
        order = random.sample(range(count), count)
        against: list[int | None] = [random.choice([0, None]) for _ in range(count)]
        for first, second in zip(order[::2], order[1::2], strict=False):
            if random.random() < 0.7:
                against[first], against[second] = second + 1, first + 1
        for player, opponent in enumerate(against):
            opponents[player].append(opponent)
    keys = ["id", "newr", "Öl"]
    return [
        TshPlayer(
            written_name(f"{some_words(random, 1)}, {some_words(random)}"),
            random.randint(0, 3000),
            tuple(met),
            some_numbers(random, rounds, -99, 999),
            some_numbers(random, rounds, 0, 4),
            some_numbers(random, rounds, 0, 99),
            some_words(random),
            some_words(random),
            random.choice([None, random.randint(-99, 99)]),
            tuple((key, some_words(random, 1)) for key in keys if random.random() < 0.3),
        )
        for met in opponents
    ]


@pytest.mark.parametrize("seed", range(100))
def test_what_is_written_is_read_back(seed: int) -> None:
    players = division(Random(seed))
    assert read_tsh(encode_tsh(write_tsh(players))) == players
