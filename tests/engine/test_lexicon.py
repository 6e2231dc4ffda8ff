import json
import subprocess
import sys
from collections.abc import Iterable
from hashlib import sha256
from itertools import islice, permutations, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.alphabet import LETTERS, normalise, spell
from engine.board import Board
from engine.errors import LexiconError, Unreadable
from engine.lexicon import Lexicon, compile_lexicon
from engine.rulesets import STANDARD
from engine.solver import find_tops, search_all
from engine.wordmap import MARK_BITS, MARK_SHIFT, encode, letter_keys
from tests.lexicons import WORD_FILE, WORDS, lexicon_of
from tests.slow import slow_moves

SMALL = """
AN AS ER ES IN IST NEST NASE NASEN RASTE RASTEN ERNTE ERNTEN STERN ERNST REN RENNE TEE TEN SEE ASTER
TASTE TASTER TRANSE ANRATE SAAT TAT TARNE RATEN NARTE ARTEN REISE SERIE EISERN REISEN
"""
SMALL_WORDS = frozenset(SMALL.split())
#: Words that may be added to SMALL: some are anagrams of its words, some have new lengths.
OTHERS = frozenset(
    ["SA", "NE", "EN", "SER", "RAST", "TRAS", "TERN", "NATES", "REISS", "SINTER", "ENTSTAUBEN"]
)


def build(words: Iterable[str], path: Path, name: str = "tests") -> Lexicon:
    compile_lexicon(words, path, name=name, source="tests", licence="none")
    return Lexicon(path)


# Spelling


@pytest.mark.parametrize(
    ("written", "spelled"),
    [
        ("Straße", "STRASSE"),
        ("STRAẞE", "STRASSE"),
        ("  Grüße ", "GRÜSSE"),
        ("Café", "CAFE"),
        ("garçon", "GARCON"),
        ("Abbé", "ABBE"),
        ("Mu\u0308he", "MÜHE"),
        ("mühe", "MÜHE"),
        ("naïv", "NAIV"),
        ("Citroën", "CITROEN"),
        ("smørrebrød", "SMORREBROD"),
        ("Œuvre", "OEUVRE"),
        ("übergroße", "ÜBERGROSSE"),
    ],
)
def test_a_word_is_spelled_as_the_tiles_would(written: str, spelled: str) -> None:
    assert normalise(written) == spell(written) == spelled


@pytest.mark.parametrize(
    "text", ["", " ", "A", "Ä", "E-Mail", "geht's", "U2", "два", "a b", "A" * 16, "ß" * 8, "\u0308"]
)
def test_what_is_no_word_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        normalise(text)


# Building


def test_the_same_words_give_the_same_file_whatever_their_order(tmp_path: Path) -> None:
    words = sorted(WORDS)
    build(words, tmp_path / "a")
    build([*(word.lower() for word in reversed(words)), "", "  ", *words[:100]], tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_another_process_builds_the_same_file(tmp_path: Path) -> None:
    """With other hashes of strings, so that no set's order shows."""
    command = [sys.executable, "-m", "engine", "lexicon", "build", "--from", str(WORD_FILE)]
    command += ["--source", "tests", "--licence", "none", "--name", "tests"]
    root = Path(__file__).parents[2]
    for seed in ("1", "2"):
        environment = {"PYTHONHASHSEED": seed}
        out = tmp_path / seed
        subprocess.run([*command, "--out", str(out)], cwd=root, env=environment, check=True)
    build(WORDS, tmp_path / "3")
    assert len({(tmp_path / name).read_bytes() for name in "123"}) == 1


def test_a_lexicon_tells_where_it_comes_from(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "club.lexicon"
    told = compile_lexicon(
        ["Größe", "an", "AN"], path, name="Clubliste Köln", source="der Verein", licence="privat"
    )
    assert (told.name, told.source, told.licence) == ("Clubliste Köln", "der Verein", "privat")
    assert told.words == 2
    # printf 'AN\nGRÖSSE\n' | sha256sum
    assert told.sha256 == "6feec6faf8f7750148a5767f29e45dcdbf1aa49d5f7d294728a4e7190929ed4d"
    assert Lexicon(path).info == told
    assert [file.name for file in path.parent.iterdir()] == ["club.lexicon"]


def test_what_is_no_word_is_handed_to_skip(tmp_path: Path) -> None:
    skipped: list[str] = []

    def skip(word: str, fault: Unreadable) -> None:
        assert word in str(fault)
        skipped.append(word)

    lines = ["AN\n", "E-Mail\n", "\n", "X\n", "ER"]
    info = compile_lexicon(lines, tmp_path / "x", name="n", source="s", licence="l", skip=skip)
    assert skipped == ["E-Mail", "X"]
    assert info.words == 2
    with pytest.raises(Unreadable, match="E-Mail"):
        compile_lexicon(lines, tmp_path / "x", name="n", source="s", licence="l")
    assert set(Lexicon(tmp_path / "x")) == {"AN", "ER"}


@pytest.mark.parametrize("lines", [[], ["", "\n"]])
def test_a_list_without_words_makes_no_lexicon(tmp_path: Path, lines: list[str]) -> None:
    with pytest.raises(LexiconError, match="no word"):
        build(lines, tmp_path / "x")
    assert list(tmp_path.iterdir()) == []


def test_a_name_as_long_as_a_book_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LexiconError, match="too long"):
        build(["AN"], tmp_path / "x", name="n" * 5000)
    assert list(tmp_path.iterdir()) == []


def test_a_lexicon_is_replaced_while_it_is_in_use(tmp_path: Path) -> None:
    old = build(["AN"], tmp_path / "x")
    new = build(["ER"], tmp_path / "x")
    assert (set(old), set(new)) == ({"AN"}, {"ER"})
    assert "AN" in old


# Damage


@pytest.fixture(scope="module")
def intact(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("intact") / "lexicon"
    build(SMALL_WORDS, path)
    return path.read_bytes()


def refusal(path: Path, content: bytes | bytearray) -> str:
    path.write_bytes(content)
    with pytest.raises(LexiconError) as refused:
        Lexicon(path)
    assert str(path) in str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize("size", [0, 1, 22, 23, 300, 4095, 4096, 4097, 100_000, -1])
def test_a_truncated_file_is_refused(tmp_path: Path, intact: bytes, size: int) -> None:
    refusal(tmp_path / "x", intact[:size])


def test_a_file_with_something_behind_it_is_refused(tmp_path: Path, intact: bytes) -> None:
    assert "damaged" in refusal(tmp_path / "x", intact + b"\0")


def test_a_byte_changed_anywhere_in_the_header_is_noticed(tmp_path: Path, intact: bytes) -> None:
    used = len(intact[:4096].rstrip())
    for place in [*range(used), 2000, 4095]:
        changed = bytearray(intact)
        changed[place] ^= 1
        refusal(tmp_path / "x", changed)


@settings(max_examples=60)
@given(data=st.data())
def test_a_byte_changed_anywhere_in_the_tables_is_noticed(
    tmp_path_factory: pytest.TempPathFactory, intact: bytes, data: st.DataObject
) -> None:
    place = data.draw(st.integers(4096, len(intact) - 1))
    changed = bytearray(intact)
    changed[place] ^= data.draw(st.integers(1, 255))
    assert "damaged" in refusal(tmp_path_factory.getbasetemp() / "damaged", changed)


def test_other_files_are_refused(tmp_path: Path) -> None:
    refusal(tmp_path / "x", WORD_FILE.read_bytes())
    refusal(tmp_path / "x", bytes(10_000))
    with pytest.raises(LexiconError):
        Lexicon(tmp_path)
    with pytest.raises(LexiconError):
        Lexicon(tmp_path / "none")


NO_SHAPE = {"alphabet": LETTERS, "group_counts": [], "groups_end": 0, "salt": 0, "checksum": 0}


@pytest.mark.parametrize(
    "header",
    [
        "",
        "{}",
        "[]",
        "null",
        "[" * 4000,
        '{"alphabet": "ABC"}',
        json.dumps({"alphabet": LETTERS}),
        json.dumps({"alphabet": LETTERS, "group_counts": "x", "groups_end": 0, "salt": 0}),
        json.dumps({**NO_SHAPE, "group_counts": ["x"]}),
        json.dumps({**NO_SHAPE, "group_counts": [-5] * 16, "checksum": -1}),
        json.dumps({**NO_SHAPE, "groups_end": -1 << 80, "checksum": float("inf")}),
        json.dumps({**NO_SHAPE, "groups_end": [], "salt": None}),
        "\udcff",
    ],
)
def test_a_header_that_is_not_ours_is_refused(tmp_path: Path, intact: bytes, header: str) -> None:
    magic = intact[: intact.index(b"\n") + 1]
    head = (magic + header.encode("utf-8", "surrogateescape")).ljust(4096)
    refusal(tmp_path / "x", head + intact[4096:])


# Looking up


def test_exactly_the_listed_words_are_found() -> None:
    lexicon = lexicon_of()
    assert set(lexicon) == WORDS
    assert all(word in lexicon for word in WORDS)
    strangers = {word[::-1] for word in WORDS} | {word[:-1] for word in WORDS}
    strangers |= {"".join(pair) for pair in product(LETTERS, repeat=2)}
    assert not any(word in lexicon for word in strangers - WORDS)


@pytest.mark.parametrize(
    "word", ["", "A", "an", "A?", "AN ", "ÀN", "ß", "日本", "A" * 16, "\udcff", 5, None]
)
def test_what_is_no_word_is_in_no_lexicon(word: object) -> None:
    assert word not in lexicon_of()


def test_the_longest_and_the_shortest_words_are_found(tmp_path: Path) -> None:
    words = {"A" * 15, "Z" * 15, "ZA", "AZ", "ÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜ"}
    lexicon = build(words, tmp_path / "x")
    assert set(lexicon) == words
    assert all(word in lexicon for word in words)


def test_the_hash_of_the_words_is_that_of_their_lines() -> None:
    lines = "".join(f"{word}\n" for word in sorted(WORDS))
    assert lexicon_of().info.sha256 == sha256(lines.encode()).hexdigest()


# Rulings

REN = Board.from_rows([*["." * 15] * 7, ".....REN.......", *["." * 15] * 7])
PLACES = [(Board(), "AEENRST"), (REN, "AEEIST?"), (REN, "ANSTE??")]

some_words = st.sets(st.sampled_from(sorted(SMALL_WORDS | OTHERS)), max_size=12)


@settings(max_examples=60)
@given(added=some_words, barred=some_words)
def test_a_ruled_lexicon_finds_what_a_recompiled_one_would(
    added: set[str], barred: set[str]
) -> None:
    added -= barred
    words = SMALL_WORDS - barred | added
    ruled = lexicon_of(SMALL_WORDS).ruled(added=added, barred=barred)
    recompiled = lexicon_of(words)
    assert set(ruled) == set(recompiled) == words
    assert {word for word in SMALL_WORDS | OTHERS if word in ruled} == words
    for board, rack in PLACES:
        assert find_tops(ruled, board, rack) == find_tops(recompiled, board, rack)
        assert search_all(ruled, board, rack).moves() == search_all(recompiled, board, rack).moves()


@settings(max_examples=30)
@given(rulings=st.lists(st.tuples(some_words, some_words), max_size=4))
def test_a_later_ruling_overrules_an_earlier_one(rulings: list[tuple[set[str], set[str]]]) -> None:
    lexicon, words = lexicon_of(SMALL_WORDS), SMALL_WORDS
    for added, barred in rulings:
        barred -= added
        lexicon = lexicon.ruled(added=added, barred=barred)
        words = words - barred | added
    assert set(lexicon) == words
    assert (
        search_all(lexicon, REN, "AENST?").moves()
        == search_all(lexicon_of(words), REN, "AENST?").moves()
    )


def test_a_ruling_is_spelled_like_any_word() -> None:
    ruled = lexicon_of(SMALL_WORDS).ruled(added=["Größe"], barred=["Tee"])
    assert "GRÖSSE" in ruled
    assert "TEE" not in ruled
    with pytest.raises(Unreadable, match="E-Mail"):
        ruled.ruled(added=["E-Mail"])


def test_a_word_added_and_barred_at_once_is_refused() -> None:
    with pytest.raises(LexiconError, match="NEST"):
        lexicon_of(SMALL_WORDS).ruled(added=["NEST", "AN"], barred=["Nest"])


def test_a_ruling_changes_neither_the_file_nor_the_lexicon_it_is_made_of(tmp_path: Path) -> None:
    lexicon = build(SMALL_WORDS, tmp_path / "x")
    before, moves = lexicon.path.read_bytes(), search_all(lexicon, REN, "AENST?").moves()
    ruled = lexicon.ruled(added=OTHERS, barred=SMALL_WORDS)
    assert set(ruled) == OTHERS
    assert search_all(ruled, REN, "AENST?").moves() != moves
    assert lexicon.path.read_bytes() == before
    assert set(lexicon) == set(Lexicon(lexicon.path)) == SMALL_WORDS
    assert search_all(lexicon, REN, "AENST?").moves() == moves
    assert ruled.info == lexicon.info


def test_a_lexicon_all_of_whose_words_are_barred_allows_no_move() -> None:
    ruled = lexicon_of(SMALL_WORDS).ruled(barred=SMALL_WORDS)
    assert search_all(ruled, Board(), "AENRST?").moves() == []
    assert search_all(ruled, REN, "AENRST?").moves() == []


def test_barring_what_is_no_word_anyway_changes_nothing() -> None:
    ruled = lexicon_of(SMALL_WORDS).ruled(barred=["XYLOPHON", "SNET"])
    assert set(ruled) == SMALL_WORDS


def test_hundreds_of_words_may_be_added() -> None:
    added = {"".join(word) for word in islice(permutations("ABCDEFGHI", 4), 0, 3000, 7)}
    ruled = lexicon_of(SMALL_WORDS).ruled(added=added)
    assert set(ruled) == SMALL_WORDS | added
    moves = {
        (m.move.coordinates, m.move.word): m.points
        for m in search_all(ruled, REN, "ABCDE?").moves()
    }
    values = STANDARD.tile_set.values
    assert moves == slow_moves(SMALL_WORDS | added, REN.rows, "ABCDE?", values)


def test_more_words_than_there_is_room_for_are_refused() -> None:
    different = {"".join(sorted(word)) for word in product(LETTERS, repeat=3)}
    with pytest.raises(LexiconError, match="too many"):
        lexicon_of(SMALL_WORDS).ruled(added=different)
    long = ("".join(word) + "ENTENTENTE" for word in permutations("ABCDE"))
    anagrams = {word for word in long if word not in WORDS}
    assert set(lexicon_of(SMALL_WORDS).ruled(added=anagrams)) == SMALL_WORDS | anagrams


def test_more_than_255_anagrams_are_refused(tmp_path: Path) -> None:
    anagrams = ["".join(word) for word in islice(permutations("ABCDEF"), 256)]
    assert set(build(anagrams[1:], tmp_path / "x")) == set(anagrams[1:])
    with pytest.raises(LexiconError, match="anagrams"):
        build(anagrams, tmp_path / "y")
    with pytest.raises(LexiconError, match="anagrams"):
        Lexicon(tmp_path / "x", added=anagrams[:1])
    with pytest.raises(LexiconError, match="anagrams"):
        lexicon_of(SMALL_WORDS).ruled(added=anagrams)


# Two choices of letters that our first keys can't tell apart: one in billions.
ALIKE = "ÄCCHMÖUUU", "AFGOOORTW"


def test_words_that_our_keys_take_for_one_are_told_apart(tmp_path: Path) -> None:
    first, second = (sum(letter_keys(0)[code] for code in encode(word)) for word in ALIKE)
    same = MARK_BITS << MARK_SHIFT | 2047
    assert first & same == second & same, "the keys have changed: look for another such pair"

    both = build(ALIKE, tmp_path / "both")
    assert set(both) == set(ALIKE)
    assert all(word in both for word in ALIKE)
    assert {top.move.word for top in find_tops(both, Board(), "AFGOOOR")} == set()

    one = build(ALIKE[:1], tmp_path / "one")
    assert ALIKE[1] not in one
    assert set(one.ruled(barred=ALIKE[1:])) == {ALIKE[0]}
    with pytest.raises(LexiconError, match=ALIKE[1]):
        one.ruled(added=ALIKE[1:])
    # With room on the board for it, the search must not take the one for the other either.
    lying = Board.from_rows([*["." * 15] * 7, "...AF..........", *["." * 15] * 7])
    assert search_all(one, lying, "GOOORTW").moves() == []
    assert len(search_all(build(ALIKE[1:], tmp_path / "other"), lying, "GOOORTW").moves()) == 1


# Many processes

ASK = """
import json, sys
from pathlib import Path
from engine.board import Board
from engine.lexicon import Lexicon
from engine.solver import search_all
lexicon = Lexicon(Path(sys.argv[1]))
ruled = lexicon.ruled(added=sys.argv[2:3], barred=sys.argv[3:4])
moves = {name: [[str(x.move), x.points] for x in search_all(words, Board(), "AENRST?").moves()]
         for name, words in (("base", lexicon), ("ruled", ruled))}
print("ready", flush=True)
sys.stdin.readline()
moves["again"] = [[str(x.move), x.points] for x in search_all(lexicon, Board(), "AENRST?").moves()]
print(json.dumps(moves))
"""


def test_processes_that_share_a_file_and_rule_differently_do_not_disturb_each_other() -> None:
    lexicon = lexicon_of(SMALL_WORDS)
    rulings = [("NATES", "NEST"), ("TRAS", "ASTER")]
    root = Path(__file__).parents[2]
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", ASK, lexicon.path, *ruling],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=root,
            text=True,
            encoding="utf-8",
        )
        for ruling in rulings
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"

    def told(words: Lexicon) -> list[list[object]]:
        return [[str(x.move), x.points] for x in search_all(words, Board(), "AENRST?").moves()]

    for process, (added, barred) in zip(processes, rulings, strict=True):
        answer = json.loads(process.communicate("go on\n")[0])
        assert answer["base"] == answer["again"] == told(lexicon)
        assert answer["ruled"] == told(lexicon.ruled(added=[added], barred=[barred]))


def test_a_ruling_changes_the_lexicon_in_use_even_if_another_took_its_place(tmp_path: Path) -> None:
    path = tmp_path / "list"
    in_use = build(["TOR", "TORE"], path)
    build(["DU"], path)
    assert set(in_use.ruled(added=["ROT"], barred=["TORE"])) == {"TOR", "ROT"}
    assert set(Lexicon(path)) == {"DU"}


def copied_kilobytes(path: Path) -> list[int]:
    """For every mapping of the file in this process: how much of it is a copy of its own."""
    kilobytes: list[int] = []
    ours = False
    for line in Path("/proc/self/smaps").read_text("utf-8").splitlines():
        if "-" in line.partition(" ")[0]:
            ours = line.endswith(str(path))
        elif ours and line.startswith("Anonymous:"):
            kilobytes.append(int(line.split()[1]))
    return kilobytes


@pytest.mark.skipif(not Path("/proc/self/smaps").exists(), reason="only Linux tells")
def test_searching_copies_nothing_and_a_ruling_only_the_pages_it_touches(tmp_path: Path) -> None:
    lexicon = build(WORDS, tmp_path / "list")
    find_tops(lexicon, Board(), "AENRST?")
    assert copied_kilobytes(lexicon.path) == [0]
    ruled = lexicon.ruled(added=["ÖRTZNAD"], barred=["STERN"])
    find_tops(ruled, Board(), "AENRST?")
    pages = sorted(copied_kilobytes(lexicon.path))
    assert pages[0] == 0
    assert 0 < pages[1] <= 100
