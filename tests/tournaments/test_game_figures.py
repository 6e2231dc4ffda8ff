"""Every number that a rules page or a hint of a game states is that of its rules.

`FIGURES` has the phrases in which numbers stand, made of the engine's values. What stands there
otherwise is found, and so is a number that no phrase accounts for.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from html import unescape

import pytest
from django.template.loader import get_template
from django.utils.translation import override

from engine.alphabet import MIN_WORD
from engine.bingo.values import FULL, LETTERS, WORDS
from engine.board import CENTRE, SIZE
from engine.cards.action_cards import USUAL
from engine.cards.deck import HAND_SIZE, PREMIUMS
from engine.cards.grid import Place, read_place
from engine.cards.scoring import ALL_CARDS_BONUS, FIRST_WORD_FACTOR
from engine.cards.values import PASS_ROUNDS
from engine.games import GAMES
from engine.match.house_rules import MOST_RACKS_ALONE, OPENING_LETTERS, ROUNDS_ALONE, THEME_BONUS
from engine.notation import Coordinates, Direction, name_square, read_coordinates
from engine.party.notation import STYLE
from engine.party.setup import FACES, IDLE_ROUNDS, MANY_BONUS, SIDES, ZONE_SECONDS
from engine.party.values import MANY_TILES, MOST_ROLLS, TEAMS, TIMEOUT_POINTS, ZONES, Face
from engine.rulesets import KOMPAKT, REISE, STANDARD, TOURNAMENT
from engine.rummy.tasks import QUADRUPLE, TASK_CARDS, TASKS
from engine.rummy.values import ROUNDS
from engine.tiles import TILE_ORDER
from engine.ungame.values import MOST_TAKEN
from tournaments.tables.games import TEXTS, texts_of

GAME_NAMES = sorted(GAMES)
NUMBERS = (
    *("null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"),
    *("elf", "zwölf", "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn"),
    *("neunzehn", "zwanzig"),
)
STATED = re.compile(rf"\d+|\b(?:{'|'.join(NUMBERS[2:])})(?:mal|fach\w*|en?|t)?\b", re.IGNORECASE)
EXAMPLE = re.compile(r"(?s)<h(\d)>\s*Ein Beispiel\s*</h\1>.*?(?=<h\d|\Z)")
TAG = re.compile(r"<[^>]+>")


def word(number: int) -> str:
    return NUMBERS[number]


def first(number: int) -> str:
    """The number where it begins a sentence."""
    return word(number).capitalize()


def players_of(game: str) -> str:
    """How many play, of those games in which it is a few."""
    return f"zu {word(GAMES[game].fewest_players)}t bis zu {word(GAMES[game].most_players)}t"


TILES = STANDARD.tile_set
ALL_TILES = len(TILES.all_tiles)
BLANKS = word(TILES.counts["?"])
CLOCK = TOURNAMENT.clock
assert CLOCK is not None
DOUBLES, TRIPLES = PREMIUMS.count("2"), PREMIUMS.count("3")
OPENING, NEXT_OPENING = OPENING_LETTERS
UP_TO_THREE = TASKS["up_to_three_of_two"]
SECOND_WORD = UP_TO_THREE.bonus_of(2)
THIRD_WORD = UP_TO_THREE.bonus_of(3) - SECOND_WORD
FIVE, BESIDE_FIVE = TASKS["five"].lengths[1]
PREMIUM_SIGNS = " und ".join(sorted(set(PREMIUMS)))


def tiles_by_value() -> Iterator[str]:
    """The table of tiles: a value, then those of it, the most frequent first."""
    for value in sorted(set(TILES.values.values()) - {0}):
        tiles = [tile for tile in TILE_ORDER if TILES.values[tile] == value]
        tiles.sort(key=lambda tile: -TILES.counts[tile])
        yield f"{value} {', '.join(f'{tile} {TILES.counts[tile]}' for tile in tiles)}"


#: The conditions of action cards in German, by their codes.
CONDITIONS = {
    "length": "{} Buchstaben",
    "at_least": "mindestens {} Buchstaben",
    "vowels": "mindestens {} Vokale",
    "begins": "{} am Anfang",
    "ends": "{} am Ende",
    "contains": "ein {}",
    "begins_vowel": "Vokal am Anfang",
    "ends_vowel": "Vokal am Ende",
    "same_ends": "vorn und hinten gleich",
    "double_letter": "Doppelbuchstabe",
    "umlaut": "Umlaut",
    "blank": "ein Joker",
}


def action_cards() -> Iterator[str]:
    for card in USUAL:
        yield " oder ".join(
            f"{CONDITIONS[action.condition].format(action.parameter)} "
            f"(+{action.gain}/−{action.loss})"
            for action in card.actions
        )


MATCH_FIGURES = (
    f"{first(2)} bis {word(GAMES['match'].most_players)} Spieler",
    f"{SIZE} mal {SIZE} Feldern",
    f"{ALL_TILES} Steine in einem Beutel, {BLANKS} Joker darunter",
    f"im Reisespiel {len(REISE.tile_set.all_tiles)}",
    f"{word(STANDARD.rack_size)} Steine, im Reisespiel {word(REISE.rack_size)}",
    "tut eins von dreien",
    f"mindestens {word(MIN_WORD)} Buchstaben",
    f"in der Mitte ({name_square(CENTRE)})",
    f"bekommt {STANDARD.bonus(STANDARD.rack_size)} Punkte dazu",
    f"Diese {REISE.bonus(REISE.rack_size)} kommen",
    *tiles_by_value(),
    f"0 Joker {TILES.counts['?']}",
    f"Alle passen in {word(STANDARD.pass_rounds or 0)} Runden",
    f"Standard −{STANDARD.wrong_challenge} ab {STANDARD.exchange_needs} Steinen im Beutel",
    f"Kompakt −{KOMPAKT.wrong_challenge} jederzeit",
    f"Reisespiel {REISE.wrong_challenge} jederzeit",
    f"{REISE.rack_size} Steine auf dem Bänkchen",
    f"Turnier −{TOURNAMENT.wrong_challenge} ab {TOURNAMENT.exchange_needs} Steinen im Beutel",
    f"{CLOCK.seconds // 60} Minuten für jeden",
    f"kostet {CLOCK.minute_deduction} Punkte",
    f"nach {word(CLOCK.lost_after_seconds // 60)} ist die Partie verloren",
    f"bringt {THEME_BONUS} Punkte mehr",
    f"Im Beispiel oben wäre WOLKE dann {24 + THEME_BONUS} Punkte wert",
    f"Wort mit {word(OPENING)} Buchstaben",
    f"mindestens {word(OPENING)} Buchstaben",
    f"genügen von vorn an {word(NEXT_OPENING)} Buchstaben",
    f"genügen {word(NEXT_OPENING)} Buchstaben, danach {word(MIN_WORD)}",
    "Zwei Beutel",
    "zwei Beutel",
    "wenn es zwei sind",
    "Üblich sind drei Minuten",
    "Üblich sind 3:00",
    "nach zwei Runden von selbst",
    f"mit {word(MOST_RACKS_ALONE)}en",
    f"mit jedem Bänkchen {word(ROUNDS_ALONE)}mal",
)
UNGAME_FIGURES = (
    f"meist zu {word(2)}t",
    f"bis zu {word(GAMES['ungame'].most_players)}t",
    f"einen bis {word(MOST_TAKEN)} Steine",
    f"aus {word(MIN_WORD)} oder mehr Buchstaben",
    f"aus höchstens {word(MOST_TAKEN)} Buchstaben",
    "in zwei Wörtern",
    f"Bis zu {SIZE} Zeilen",
    "schreib H4 H6",
)
BINGO_FIGURES = (
    f"Alle schreiben {word(WORDS)} Wörter auf",
    f"{GAMES['bingo'].fewest_players} bis {GAMES['bingo'].most_players} mitspielen",
    f"aus den {ALL_TILES} Steinen",
    f"{word(WORDS)} verschiedene zulässige Wörter mit je {word(LETTERS)} Buchstaben",
    f"G gibt es {word(TILES.counts['G'])}mal",
    "Hast du vier E",
    f"mindestens {word(GAMES['bingo'].fewest_players)} ihre Wörter",
    f"{FULL} sind alle",
)
PARTY_FIGURES = (
    f"{first(TEAMS)} Teams, ein Brett",
    f"in {word(TEAMS)} Teams",
    f"die {ALL_TILES} Steine, {BLANKS} Joker darunter",
    f"Buchstabenwürfel mit {SIDES} Seiten",
    f"Bonuswürfel mit {len(Face)} Seiten",
    f"Timer mit {word(len(ZONES))} Bereichen",
    f"Der Timer hat {word(len(ZONES))} gleich lange Bereiche",
    f"{first(SIDES)} Buchstaben",
    f"höchstens {word(MOST_ROLLS)}mal",
    f"nacheinander {word(MOST_ROLLS)}mal umsonst gewürfelt",
    "4× vervierfacht 3× verdreifacht 2× verdoppelt 1× bleibt",
    "−1 1 Punkt weniger −5 5 Punkte weniger",
    f"verliert euer Team {-TIMEOUT_POINTS} Punkte",
    "schon bei −1 oder −5",
    "Dreifach oder doppelt",
    "noch zweimal oder einmal dazu",
    "erst bei 1× oder 2×",
    f"Für {word(MANY_TILES)} Steine oder mehr",
    f"zuletzt {MANY_BONUS} Punkte",
    f"{word(IDLE_ROUNDS)} Runden lang",
    "den es mindestens zweimal gibt",
    f"der Timer läuft {word(ZONE_SECONDS * len(ZONES) // 60)} Minuten",
    "D8-I8 liegt waagerecht, 5E-11E senkrecht",
    "waagerecht D8 oder D8-I8, senkrecht 5E oder 5E-11E",
)
CARDS_FIGURES = (
    players_of("cards").capitalize(),
    f"die {ALL_TILES} Buchstabenkarten, {BLANKS} Joker darunter",
    f"die {len(PREMIUMS)} Prämienkarten: {DOUBLES} verdoppeln ein Wort, {TRIPLES} verdreifachen es",
    f"dazu die {len(USUAL)} Aktionskarten",
    f"alle erhalten {HAND_SIZE}",
    f"mindestens {word(MIN_WORD)} Buchstaben",
    f"bis du wieder {HAND_SIZE} Karten hast",
    f"alle {word(HAND_SIZE)} Karten auf einmal, kommen am Schluss {ALL_CARDS_BONUS} Punkte dazu",
    f"eine der {word(HAND_SIZE)}",
    f"neben seinen {HAND_SIZE} Karten",
    "stehen zwei Bedingungen",
    "ihren zwei Aktionen",
    *action_cards(),
    f"{word(len(USUAL))} Zeilen",
    "Fünfer = Länge:5+9-7 Doppelbuchstabe+7-5",
    "Länge:5 mit genau so vielen",
    "mindestens:7 mit mindestens",
    "Vokale:3 mit mindestens",
    "zwei gleichen Buchstaben",
    f"alle {word(PASS_ROUNDS)} Runden nacheinander passen",
    "M20 heißt waagerecht, 20M senkrecht",
    "links von 1 mit 999",
    "waagerecht M20 oder M20-M24, senkrecht 20M oder 20M-20Q; vor A kommt ZZ, vor 1 kommt 999",
    "Prämienkarte (2 oder 3)",
    f"{PREMIUM_SIGNS} für Prämienkarten",
    "*2 und *3 für Prämienkarten",
    f"Prämienkarten sind {PREMIUM_SIGNS}",
    "im ganzen Wort ab 1",
)
RUMMY_FIGURES = (
    f"{word(ROUNDS)} Runden, {players_of('rummy')}",
    f"die {ALL_TILES} Buchstabenkarten, {BLANKS} Joker darunter",
    f"die {len(PREMIUMS)} Prämienkarten: {DOUBLES} verdoppeln ein Wort, {TRIPLES} verdreifachen es",
    f"{DOUBLES} Karten verdoppeln ein Wort, {TRIPLES} verdreifachen es",
    f"die {len(TASK_CARDS)} Aufgabenkarten",
    f"teilt allen {HAND_SIZE} aus",
    f"hast du {HAND_SIZE + 1} Karten, also kannst du höchstens {HAND_SIZE} auslegen",
    f"zu den {HAND_SIZE} Karten",
    f"auf {HAND_SIZE} Karten nach",
    f"{word(len(TASKS['three_of_two'].lengths[0]))} Wörter mit je 2 Buchstaben",
    f"ein, zwei oder drei Wörter mit je {UP_TO_THREE.lengths[0][0]} Buchstaben",
    f"für das zweite Wort {SECOND_WORD} Punkte, für das dritte noch {THIRD_WORD}",
    "Aller guten Dinge sind drei",
    f"zwei Wörter mit je {TASKS['two_of_three'].lengths[0][0]} Buchstaben",
    "Gib mir fünf",
    f"ein Wort mit {FIVE} Buchstaben, vielleicht noch eins mit {BESIDE_FIVE}",
    f"für das Wort mit {BESIDE_FIVE} Buchstaben {TASKS['five'].bonus_of(2)} Punkte",
    f"ein Wort mit {TASKS['six'].lengths[0][0]} Buchstaben",
    f"zusammen genau {HAND_SIZE} Karten",
    f"ein Wort mit {TASKS['bingo'].lengths[0][0]} Buchstaben {TASKS['bingo'].bonus_of(1)} Punkte",
    f"Vierfacher Buchstabenwert (auf {word(TASK_CARDS.count('letter_by_four'))} Karten)",
    "Vierfacher Wortwert",
    f"zählt {word(QUADRUPLE)}fach",
    f"Was {word(QUADRUPLE)}fach zählt",
    f"Prämie × 2 zählt dann {word(2 * QUADRUPLE)}fach",
    f"Wort mit {HAND_SIZE} Buchstaben passt keine Prämienkarte: Mit ihr wären es {HAND_SIZE + 1}",
    f"gewöhnlich {next(a.usual for a in GAMES['rummy'].settings if a.name == 'turn_limit')} für",
    f"Nach {word(ROUNDS)} Runden",
    f"Eine der {word(len(TASK_CARDS))} Aufgaben",
    f"{PREMIUM_SIGNS} sind Prämienkarten",
)
FIGURES: Mapping[str, tuple[str, ...]] = {
    "match": MATCH_FIGURES,
    "ungame": UNGAME_FIGURES,
    "bingo": BINGO_FIGURES,
    "party": PARTY_FIGURES,
    "cards": CARDS_FIGURES,
    "rummy": RUMMY_FIGURES,
}


def texts_with_figures(name: str) -> str:
    """The rules page, without its example, and the hints of a game as one German text."""
    with override("de"):
        page = get_template(f"tournaments/tables/rules/{name}.html").render()
        hints = [str(hint) for hint in TEXTS[name].hints.values()]
    return " ".join(f"{unescape(TAG.sub(' ', EXAMPLE.sub(' ', page)))} {' '.join(hints)}".split())


@pytest.mark.parametrize("name", GAME_NAMES)
def test_rules_and_hints_state_the_numbers_of_the_engine(name: str) -> None:
    text = texts_with_figures(name)
    assert [figure for figure in FIGURES[name] if figure not in text] == []


@pytest.mark.parametrize("name", GAME_NAMES)
def test_rules_and_hints_state_no_other_number(name: str) -> None:
    text = texts_with_figures(name)
    for figure in sorted(FIGURES[name], key=len, reverse=True):
        text = text.replace(figure, "…")
    assert [text[max(0, m.start() - 40) : m.end() + 20] for m in STATED.finditer(text)] == []


def test_the_first_word_of_the_card_game_counts_double_as_its_rules_say() -> None:
    assert FIRST_WORD_FACTOR == 2
    assert "Das erste Wort auf dem Tisch zählt doppelt." in texts_with_figures("cards")


def test_the_zones_of_partys_timer_are_those_of_its_rules() -> None:
    zones = {"4x": (4, 0), "3x": (3, 0), "2x": (2, 0), "1x": (1, 0), "-1": (1, -1), "-5": (1, -5)}
    assert zones == ZONES


def test_the_letter_die_of_party_is_the_one_its_rules_describe() -> None:
    """Each letter of which there are two or more, E and N twice."""
    twice = [tile for tile, count in TILES.counts.items() if count >= 2 and tile != "?"]
    assert sorted(FACES) == sorted([*twice, "E", "N"])
    assert "E und N doppelt" in texts_with_figures("party")


@pytest.mark.parametrize(
    ("game", "read"),
    [
        ("match", read_coordinates),
        ("party", partial(read_coordinates, style=STYLE)),
        ("cards", read_place),
    ],
)
def test_the_coordinates_in_a_hint_are_read_as_it_says(
    game: str, read: Callable[[str], Coordinates | Place]
) -> None:
    with override("de"):
        hint = texts_of(game).hint_for("place", "coordinates")
    across, down = re.findall(r"(?:waagerecht|senkrecht) (\S+ oder [^,;]+)", hint)
    for examples, direction in ((across, Direction.ACROSS), (down, Direction.DOWN)):
        for example in examples.split(" oder "):
            assert read(example).direction is direction, example
