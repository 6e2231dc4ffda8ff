"""A game at its table: what the server does, and beside it our own idea of how it must stand.

Points and tops are the engine's; draws and ranking are told a second time in `independent`.
"""

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from engine.board import Board
from engine.intended_move import settle_case
from engine.lexicon import Lexicon
from engine.notation import Move, read_move
from engine.rulesets import STANDARD
from engine.scoring import ScoredMove, tiles_laid
from engine.simultan import choose_reference
from engine.solver import find_tops, search_all
from engine.verdicts import Code, judge
from tests.duplicate import independent
from tests.lexicons import lexicon_of
from tests.processes import wait_until
from tests.running_sites import Site, Visitor

ANNA, BEN, CEM, DORA, EMIL = 1, 2, 3, 4, 5
NUMBERS = (ANNA, BEN, CEM, DORA, EMIL)


@dataclass(frozen=True)
class Draw:
    """A draw of the server, and what it was made from. The rack is None where it went back."""

    number: int
    attempt: int
    board: Board
    bag: str
    leave: str
    rack: str | None
    lexicon: Lexicon


@dataclass
class Table:
    """A game being played, beside it our own idea of how it must stand."""

    director: Visitor
    assistant: Visitor
    public: Visitor
    path: str
    players: dict[int, Visitor] = field(default_factory=dict)

    board: Board = field(default_factory=Board)
    bag: str = independent.ALL_TILES
    leave: str = ""
    number: int = 1
    lexicon: Lexicon = field(default_factory=lexicon_of)
    draws: list[Draw] = field(default_factory=list)
    points: dict[int, list[int]] = field(default_factory=lambda: {n: [] for n in NUMBERS})
    tops: dict[int, int] = field(default_factory=lambda: dict.fromkeys(NUMBERS, 0))
    deadlines: list[datetime] = field(default_factory=list)

    rack: str = ""
    #: What counts of everybody in this round: coordinates and word.
    counting: dict[int, tuple[str, str]] = field(default_factory=dict)

    @property
    def round_path(self) -> str:
        return f"{self.path}rounds/{self.number}/"

    def order(self, action: str, **body: object) -> Any:
        """Let the director act on the round."""
        return self.director.post(f"{self.round_path}{action}/", body)

    @property
    def round(self) -> Any:
        """The round as the director sees it."""
        return self.director.get(self.round_path)

    @property
    def state(self) -> Any:
        """What everybody sees at a glance; it may be a moment old."""
        return self.public.get(f"{self.path}state/")

    def draw(self) -> bool:
        """Let the server draw, and check the tiles. False if the game is over."""
        drawn = self.director.post(f"{self.path}rounds/")
        if "game" in drawn:
            return False
        rack, number, attempt = drawn["rack"], drawn["number"], drawn["attempt"]
        assert number == self.number
        known = max((draw.attempt for draw in self.draws if draw.number == number), default=0)
        for made in range(known + 1, attempt + 1):
            if made > 1:  # the rack before went back, and the leave with it
                self.bag, self.leave = independent.in_order(self.bag + self.leave), ""
            seen = rack if made == attempt else None
            self.draws.append(
                Draw(number, made, self.board, self.bag, self.leave, seen, self.lexicon)
            )
        tiles_left = self.bag + self.leave
        assert drawn["board"] == list(self.board.rows)
        assert drawn["leave"] == self.leave
        assert drawn["bag"] == independent.minus(tiles_left, rack)
        if not drawn["rejected"]:
            independent.minus(rack, self.leave)
        on_board = independent.tiles_on(drawn["board"])
        everything = independent.in_order(on_board + drawn["bag"] + rack)
        assert everything == independent.in_order(independent.ALL_TILES)
        least = independent.needed(tiles_left, number)
        assert least is not None
        assert independent.has_enough(rack, least)
        assert not any(independent.has_enough(back, least) for back in drawn["rejected"])
        assert self.public.get(self.round_path)["rack"] is None
        self.rack, self.counting = rack, {}
        return True

    def open(self) -> None:
        self.order("open")
        wait_until(lambda: self.state["round"]["rack"] == self.rack)

    def moves(self) -> list[ScoredMove]:
        """Every legal move, best first, but those that a reader might take for something else."""
        return [
            scored
            for scored in search_all(self.lexicon, self.board, self.rack).moves()
            if settle_case(scored.move.word, scored.move.place, self.board, self.rack, STANDARD)
            == scored.move.word
        ]

    def phony(self) -> Move | None:
        """A move that lies well but forms one word that there isn't."""
        for scored in self.moves():
            laid = dict(tiles_laid(self.board, scored.move))
            turned = dict(zip(laid, reversed(laid.values()), strict=True))
            word = "".join(turned.get(s) or self.board.at(s) for s in scored.move.squares)
            move = replace(scored.move, word=word)
            verdict = judge(self.board, move, rack=self.rack, lexicon=self.lexicon)
            is_phony = verdict.code is Code.WORD_NOT_ADMISSIBLE and verdict.inadmissible == (word,)
            if is_phony and word.isupper():
                return move
        return None

    def hand_in(self, number: int, move: Move, *, counts: bool = True) -> None:
        """Answer online; the receipt says whether it counts."""
        body = {"coordinates": move.coordinates, "word": move.word, "points": 1}
        receipt = self.players[number].post(f"{self.round_path}answer/", body)
        assert (receipt["coordinates"], receipt["word"]) == (move.coordinates, move.word)
        assert receipt["is_late"] is not counts
        assert receipt.keys() == {
            "round", "received_at", "is_late", "coordinates", "word", "points"
        }  # fmt: skip
        if counts:
            self.counting[number] = (move.coordinates, move.word)

    def slip(self, number: int, move: Move, *, is_late: bool = False) -> None:
        """The assistant types what somebody wrote on paper."""
        body = {
            "number": number,
            "coordinates": move.coordinates.lower(),
            "word": move.word,
            "is_late": is_late,
        }
        self.assistant.post(f"{self.round_path}slips/", body)
        if is_late:
            del self.counting[number]  # what was typed before is taken back
        else:
            self.counting[number] = (move.coordinates, move.word)

    def everybody_answers(self) -> None:
        moves = [scored.move for scored in self.moves()]
        if not moves:
            return
        self.hand_in(ANNA, moves[0])
        self.hand_in(BEN, moves[0])
        self.hand_in(BEN, moves[len(moves) // 2])
        if wrong := self.phony():
            self.hand_in(CEM, wrong)
        self.slip(DORA, moves[0])
        self.slip(DORA, moves[0], is_late=True)
        if self.number % 4:
            self.slip(DORA, moves[len(moves) // 3])
        if self.number % 3:
            self.hand_in(EMIL, moves[-1])
        if self.number % 2:
            self.slip(EMIL, moves[len(moves) // 4])

    def close(self) -> None:
        self.order("close")
        self.wait_for("judged")

    def wait_for(self, state: str, seconds: float = 20) -> None:
        wait_until(lambda: self.round["state"] == state, seconds)

    def publish(self) -> None:
        """Publish and check everything that the round brought."""
        self.order("publish")
        published = self.public.get(self.round_path)
        tops = find_tops(self.lexicon, self.board, self.rack)
        assert published["tops"] == [_move_json(top) for top in tops]
        assert published["top_points"] == tops[0].points
        reference = choose_reference(self.board, tops)
        assert published["reference"] == _move_json(reference)

        results = {
            result["number"]: result for result in self.public.get_all(f"{self.round_path}results/")
        }
        assert self.counting.keys() <= results.keys()
        for number in NUMBERS:
            points = self.worth(number)
            assert (results[number]["points"] if number in results else 0) == points, number
            self.points[number].append(points)
            self.tops[number] += points == tops[0].points
        self.check_standings()
        self.deadlines.append(datetime.fromisoformat(published["closes_at"]))

        laid = tiles_laid(self.board, reference.move)
        used = "".join("?" if tile.islower() else tile for _, tile in laid)
        self.bag = independent.minus(self.bag + self.leave, self.rack)
        self.leave = independent.minus(self.rack, used)
        self.board = self.board.lay(laid)
        self.number += 1
        wait_until(lambda: self.state["board"] == list(self.board.rows))

    def worth(self, number: int) -> int:
        """What a player's answer brings by the engine."""
        if number not in self.counting:
            return 0
        written = read_move(*self.counting[number])
        return judge(self.board, written, rack=self.rack, lexicon=self.lexicon).points

    def check_standings(self) -> None:
        rows = self.public.get(f"{self.path}standings/")["rows"]
        standings = {row["number"]: (row["rank"], row["points"]) for row in rows}
        assert standings == independent.ranking(self.points, self.tops)

    def take_back(self) -> None:
        """Undo the last publication in our own books, before it is undone on the server."""
        last = next(draw for draw in reversed(self.draws) if draw.number == self.number - 1)
        self.number -= 1
        self.board, self.bag, self.leave = last.board, last.bag, last.leave
        self.rack = last.rack or ""
        top = find_tops(self.lexicon, self.board, self.rack)[0].points
        for number in NUMBERS:
            self.tops[number] -= self.points[number].pop() == top
        self.deadlines.pop()


def _move_json(scored: ScoredMove) -> dict[str, object]:
    move = scored.move
    return {"coordinates": move.coordinates, "word": move.word, "points": scored.points}


def set_up(site: Site, name: str) -> Table:
    """A game with an assistant, three who joined by the code and two who were entered."""
    director, assistant, public = (
        site.account("director"),
        site.account("assistant"),
        Visitor(site.url),
    )
    game = director.post(
        "duplicate/games/",
        {"name": name, "options": {"limit_seconds": 30, "call_seconds": 10}},
    )
    path = f"duplicate/games/{game['id']}/"
    director.post(f"{path}staff/", {"username": "assistant", "role": "assistant"})
    table = Table(director, assistant, public, path)
    for number, who in ((ANNA, "Anna"), (BEN, "Ben"), (CEM, "Cem")):
        joined = public.post("duplicate/join/", {"code": game["join_code"], "name": who})
        assert joined["participant"]["number"] == number
        table.players[number] = Visitor(site.url, joined["token"])
    for number, who in ((DORA, "Dora"), (EMIL, "Emil")):
        assert assistant.post(f"{path}participants/", {"name": who})["number"] == number
    issued = assistant.post(f"{path}participants/{EMIL}/token/")
    table.players[EMIL] = Visitor(site.url, issued["token"])
    assert public.get(path)["seed"] is None
    director.post(f"{path}start/")
    return table
