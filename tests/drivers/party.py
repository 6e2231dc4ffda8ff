"""Party games played at random with all dice and timers: what is offered, filled in at random."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from hypothesis import strategies as st

from engine.alphabet import BLANK, LETTERS
from engine.board import Board
from engine.notation import Move
from engine.offers import Offer
from engine.party import PARTY
from engine.party.notation import party_coordinates, party_square
from engine.party.setup import PartySetup
from engine.party.values import Face, Kind, Party, Phase, Source
from engine.refusals import Refusal
from engine.shapes import names_of, to_json
from engine.solver import search_all
from engine.tiles import STANDARD, without
from engine.verdicts import judge
from tests.drivers.driver import Driver, RandomGame, rulings, tiles_on
from tests.games.any_json import any_action, any_json
from tests.games.party import NOTE, after
from tests.games.playing import Action, Outside
from tests.lexicons import lexicon_of

#: Many bonus squares, so that the die is rolled often.
SQUARES = [f"{column}{row}" for column in "CEGIKM" for row in (3, 5, 7, 8, 9, 11, 13)]


class RandomParty(RandomGame[Party]):
    game = PARTY
    untimely = frozenset(
        {
            *("wrong_phase", "not_on_turn", "window_shut", "own_move", "others_timer", "no_timer"),
            *("bonus_owed", "no_bonus_due", "nothing_to_choose", "fault_told", "time_left"),
        }
    )
    always_right = frozenset({"note", "stuck", "end"})
    unasked = frozenset({"inadmissible", "letter", "face", "elapsed_ms"})
    #: Words that will not do are rationed.
    phonies = 6

    def begin(self, _state: Party) -> None:
        self.outside = Outside(seed=hashlib.sha256(self.random.randbytes(8)).digest())

    def complete(self, state: Party, action: Action) -> Action:
        timer, elapsed = state.timer, 0
        if timer is not None:
            is_due = action["kind"] == "timeout"
            elapsed = timer.limit_ms if is_due else self.random.randint(0, timer.limit_ms - 1)
        self.outside = replace(self.outside, elapsed_ms=elapsed)
        return super().complete(state, action)

    def choose(self, state: Party) -> Action:
        offers = {offer.kind: offer for offer in PARTY.offers(state)}
        likely = {"false_start": 0.1, "false_stop": 0.1, "pass": 0.05, "timeout": 0.04}
        likely |= {"stuck": 0.0005, "end": 0.0005, "note": 0.3, "challenge": 0.5}
        if state.timer is not None and self.random.random() < 0.05:
            return dict(state.timer.then)
        weights = [likely.get(kind, 1) for kind in offers]
        [kind] = self.random.choices(list(offers), weights)
        action = self._filled(state, offers[kind])
        if action is None:  # no word is to be found
            return {"kind": "pass", "player": state.on_turn}
        return action

    def _filled(self, state: Party, offer: Offer) -> Action | None:
        action: Action = {"kind": offer.kind}
        if offer.player is not None:
            action["player"] = offer.player
        if offer.kind == "place":
            return self._word(state, action)
        if offer.kind == "choose":
            squares = [party_square(square) for square in state.turns[-1].squares]
            return {**action, "squares": [self.random.choice(squares)]}
        for asked in offer.asked:
            if asked.name == "letter":
                action["letter"] = self.random.choice(LETTERS)
            elif asked.is_many:
                action[asked.name] = [c for c in asked.choices if self.random.random() < 0.7]
            elif asked.is_needed or self.random.random() < 0.5:
                action[asked.name] = self.random.choice(asked.choices or (0, 1))
        return action

    def _word(self, state: Party, action: Action) -> Action | None:
        if state.phase is Phase.CHECKING:
            state = after(state, NOTE)
        assert state.current is not None
        tray, letter = state.tray, state.current.letter
        rest = without(tray, letter)
        size = min(len(rest), 7 - len(letter))
        taken = letter + "".join(self.random.sample(rest, size))
        found = search_all(lexicon_of(), state.board, taken, state.rules.board_rules)
        moves = [move for move in found.moves() if _lays(state, move.move, letter)]
        if not moves:
            return None
        move, points = moves[min(int(self.random.expovariate(0.1)), len(moves) - 1)]
        if self.phonies and self.random.random() < 0.2:
            phony = self._scrambled(state.board, move, taken)
            verdict = judge(state.board, phony, ruleset=state.rules.board_rules)
            if verdict.is_valid and _lays(state, phony, letter):
                self.phonies -= 1
                move, points = phony, verdict.points
        action |= {"coordinates": party_coordinates(move), "word": move.word}
        return {**action, "points": points} if self.random.random() < 0.5 else action

    def _scrambled(self, board: Board, move: Move, taken: str) -> Move:
        tiles = iter(self.random.sample(taken, len(taken)))
        letters = [
            board.at(square) or next(tiles).replace(BLANK, self.random.choice(LETTERS).lower())
            for square in move.squares
        ]
        return Move(move.start, move.direction, "".join(letters))

    def check(self, state: Party) -> None:
        assert tiles_on(state.board.cells) + Counter(state.tray) == Counter(STANDARD.all_tiles)
        [tray] = to_json(PARTY.view(state))["trays"]
        assert (tray["count"], sorted(tray["tiles"])) == (len(state.tray), sorted(state.tray))

    def attempts(self, state: Party, kind: str, player: int) -> Iterable[Action]:
        """The word is none, what can be right is."""
        time: Action = {"elapsed_ms": 0} if state.rules.timer is Source.SERVER else {}
        zoned = {"zone": "-5"} if state.rules.timer is Source.TYPED else time
        stands = state.current is not None and state.current.zone is not None
        match kind:
            case "challenge":
                yield {"by": player, "words": ["QQ"], "inadmissible": []}
            case "end":
                yield {"because": "director"}
            case "note" | "stuck":
                yield {}
            case _:
                said: dict[str, Action] = {
                    "roll": {"letter": "E"},
                    "stop": zoned,
                    "place": {"coordinates": "A1", "word": "A"},
                    "bonus": {"face": "again"},
                    "choose": {"squares": ["A1"]},
                    "pass": time if stands else zoned,
                }
                yield {"player": player, **said.get(kind, {})}

    def attempt(self, state: Party, action: Action) -> Party | Refusal:
        """Whether the time is up is known outside only."""
        if action["kind"] == "timeout":
            refusal = PARTY.complete(state, action, Outside(elapsed_ms=0))
            if isinstance(refusal, Refusal):
                return refusal
        return PARTY.act(state, action)

    def may_repeat(self, state: Party, action: Action, again: Party) -> bool:
        if action["kind"] == "roll":  # the letter had run out
            return again.letter_rolls == state.letter_rolls + 1
        # The others missed their turn, and this one needs no roll.
        is_missed = state.turns[-1].kind is Kind.MISSED and len(again.turns) > len(state.turns)
        return is_missed and action["kind"] in ("pass", "timeout")

    def met(self, states: Sequence[Party]) -> Iterable[str]:
        last = states[-1]
        assert last.ending is not None
        yield f"ended: {last.ending.reason}"
        yield from rulings(last.turns)
        for turn in last.turns:
            yield from (turn.kind.value, turn.zone or "untimed", turn.face or "no bonus")


def _lays(state: Party, move: Move, letter: str) -> bool:
    letters = zip(move.squares, move.word, strict=True)
    laid = [tile for square, tile in letters if not state.board.at(square)]
    return not letter or (letter in laid and letter.lower() not in laid)


# Whatever is thrown at it

texts = st.one_of(
    st.text(max_size=12),
    st.text("ABENRSTU?nq. -–ß\u0308", max_size=9),
    st.sampled_from(["H8", "G8-H8", "8G", "Z99", "EN", "ENe", "4x", "-5", "again", "triple"]),
)
values = any_json(texts)
players = st.one_of(st.integers(0, 1), st.integers(0, 1), values)
words = st.one_of(st.lists(st.sampled_from(["EN", "NE", "AN", "ENE"]), max_size=2), values)
fields = {
    "player": players,
    "by": players,
    "winner": players,
    "letter": st.one_of(st.sampled_from("AENR"), values),
    "zone": st.one_of(st.sampled_from(["4x", "2x", "-5"]), values),
    "elapsed_ms": st.one_of(st.integers(0, 130_000), values),
    "coordinates": st.one_of(st.sampled_from(["G8-H8", "7G-8G"]), texts, values),
    "word": st.one_of(st.sampled_from(["EN", "AN", "En"]), texts, values),
    "points": st.one_of(st.none(), values),
    "face": st.one_of(st.sampled_from([face.value for face in Face]), values),
    "squares": st.one_of(st.just(["G8"]), values),
    "words": words,
    "inadmissible": words,
    "because": st.one_of(st.sampled_from(["resigned", "director"]), values),
}

sources = st.sampled_from([source.value for source in Source])
setups = st.fixed_dictionaries(
    {"players": st.just(2), "dice": sources, "timer": sources},
    optional={
        "begins": st.integers(0, 1),
        "bonus_squares": st.just(SQUARES),
        "zone_seconds": st.sampled_from([1, 20]),
    },
)

PARTY_DRIVER = Driver(
    RandomParty,
    setups=setups,
    starts=setups.map(PARTY.begin),
    actions=st.one_of(
        values,
        st.dictionaries(st.just("kind"), values),
        any_action(PARTY.actions, fields, without="end"),
    ),
    any_setup=st.one_of(
        values,
        st.fixed_dictionaries(
            {"players": st.just(2)},
            optional=dict.fromkeys(sorted(names_of(PartySetup) - {"players"}), values),
        ),
    ),
    examples=8,
    throws=130,
    most_actions=1500,
    samples=18,
    sample=lambda seed: {
        "players": 2,
        "dice": ("server", "typed")[seed % 2],
        "timer": [*Source][seed % 3].value,
        "bonus_squares": SQUARES,
    },
    meant=frozenset(
        {
            *("place", "pass", "timeout", "vain", "missed", "upheld", "rejected", *Face),
            *("4x", "3x", "2x", "1x", "-1", "-5", "ended: vain", "ended: ended"),
        }
    ),
)
