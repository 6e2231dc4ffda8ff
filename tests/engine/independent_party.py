"""The points of a Party game worked out again from its record alone, with nothing of the engine.

Plain and slow: two dictionaries of squares and letters, and a list of who has how much.
"""

from typing import Any

VALUES = {
    **dict.fromkeys("ADEINRSTU", 1),
    **dict.fromkeys("GHLO", 2),
    **dict.fromkeys("BMWZ", 3),
    **dict.fromkeys("CFKP", 4),
    **dict.fromkeys("ÄJÜV", 6),
    **dict.fromkeys("ÖX", 8),
    **dict.fromkeys("QY", 10),
}
COUNTS = {
    **dict.fromkeys("JPQVWXYZÄÖÜ", 1),
    **dict.fromkeys("BCFK", 2),
    **dict.fromkeys("GLO", 3),
    **dict.fromkeys("DHM", 4),
    **dict.fromkeys("IRTU", 6),
    **dict(zip("ASNE", (5, 7, 9, 15), strict=True)),
}
ZONES = ["4x", "3x", "2x", "1x", "-1", "-5"]
_DOUBLE_LETTERS = {(0, 3), (2, 6), (3, 0), (3, 7), (6, 2), (6, 6), (7, 3)}
_TRIPLE_LETTERS = {(1, 5), (5, 1), (5, 5)}

At = tuple[int, int]


def word_factor(column: int, row: int) -> int:
    folded = min(row, 14 - row), min(column, 14 - column)
    if folded in {(0, 0), (0, 7), (7, 0)}:
        return 3
    return 2 if folded in {(1, 1), (2, 2), (3, 3), (4, 4), (7, 7)} else 1


def letter_factor(column: int, row: int) -> int:
    folded = min(row, 14 - row), min(column, 14 - column)
    if folded in _TRIPLE_LETTERS:
        return 3
    return 2 if folded in _DOUBLE_LETTERS else 1


class Recount:
    """Goes through a record action by action; `scores` are what is noted or waits to be."""

    def __init__(self, setup: dict[str, Any]) -> None:
        self.seconds: int = setup.get("zone_seconds", 20)
        self.is_timed = setup.get("timer", "server") == "server"
        self.noted = [0, 0]
        self.grid: dict[At, str] = {}
        #: The zones cut off at the start of each team's next turn, and the time used in this one.
        self.cut = [0, 0]
        self.used = 0
        self.zone: str | None = None
        self.word: dict[str, Any] | None = None
        #: Letters rolled in vain in this turn; before the first turn, all that are rolled.
        self.rolled: list[str] = []
        self.is_begun = "begins" in setup or setup.get("dice") == "none"

    @property
    def scores(self) -> list[int]:
        scores = list(self.noted)
        if self.word:
            scores[self.word["team"]] += self._worth()
        return scores

    def take(self, action: dict[str, Any]) -> None:
        kind = action["kind"]
        if kind == "bonus":
            self._word["face"] = action["face"]
        elif kind == "choose":
            [square] = action["squares"]
            self._word["chosen"] = ord(square[0]) - ord("A"), int(square[1:]) - 1
        elif kind == "challenge":
            if action["inadmissible"]:
                for square in self._word["fresh"]:
                    del self.grid[square]
                team, self.word = self._word["team"], None
                if self.zone is None:  # no timer in which to try again
                    self._end_turn(team)
                self.zone = None
        elif kind != "end":
            self._note()
            self._play(kind, action)

    @property
    def _word(self) -> dict[str, Any]:
        assert self.word is not None
        return self.word

    def _play(self, kind: str, action: dict[str, Any]) -> None:
        if kind in ("stop", "pass"):
            self._stop(action, is_standing=kind == "pass" and self.zone is not None)
        if kind == "roll":
            self._roll(action["player"], action["letter"])
        if kind in ("false_stop", "start"):
            self.zone = None
        if kind == "place":
            self._place(action)
        if kind == "pass":
            lost = {"-1": 1, "-5": 5}.get(self.zone or "", 0)
            self.noted[action["player"]] -= lost
            self._end_turn(action["player"])
        if kind == "timeout":
            self.noted[action["player"]] -= 5
            self._end_turn(action["player"])

    def _roll(self, team: int, letter: str) -> None:
        self.rolled.append(letter)
        if not self.is_begun:
            self.is_begun = len(self.rolled) % 2 == 0 and self.rolled[-2] != letter
            self.rolled = [] if self.is_begun else self.rolled
        elif COUNTS[letter] > list(self.grid.values()).count(letter):
            self.rolled = []
        elif len(self.rolled) == 3:
            self._end_turn(team)

    def _stop(self, action: dict[str, Any], *, is_standing: bool) -> None:
        if is_standing:
            return
        if "zone" in action:
            self.zone = action["zone"]
        elif self.is_timed:
            team = action["player"] if action["kind"] == "pass" else 1 - action["player"]
            self.used += action["elapsed_ms"]
            self.zone = ZONES[self.cut[team] + self.used // (1000 * self.seconds)]

    def _place(self, action: dict[str, Any]) -> None:
        first = action["coordinates"].split("-")[0]
        is_across = first[0].isalpha()
        letter, number = (first[0], first[1:]) if is_across else (first[-1], first[:-1])
        column, row = ord(letter) - ord("A"), int(number) - 1
        fresh = []
        for tile in action["word"]:
            if (column, row) not in self.grid:
                self.grid[column, row] = tile
                fresh.append((column, row))
            column, row = (column + 1, row) if is_across else (column, row + 1)
        points = self._line(fresh[0], fresh, (1, 0) if is_across else (0, 1))
        points += sum(self._line(at, fresh, (0, 1) if is_across else (1, 0)) for at in fresh)
        self.word = {"team": action["player"], "fresh": fresh, "points": points}

    def _line(self, at: At, fresh: list[At], step: At) -> int:
        while (at[0] - step[0], at[1] - step[1]) in self.grid:
            at = at[0] - step[0], at[1] - step[1]
        letters, points, factor = 0, 0, 1
        while at in self.grid:
            is_fresh = at in fresh
            value = VALUES.get(self.grid[at], 0)
            points += value * (letter_factor(*at) if is_fresh else 1)
            factor *= word_factor(*at) if is_fresh else 1
            letters += 1
            at = at[0] + step[0], at[1] + step[1]
        return points * factor if letters > 1 else 0

    def _worth(self) -> int:
        word = self._word
        points: int = word["points"]
        if "chosen" in word:
            value = VALUES.get(self.grid[word["chosen"]], 0)
            points += value * {"triple": 2, "double": 1}[word["face"]]
        if self.zone in ("-1", "-5"):
            points += int(self.zone)
        elif self.zone is not None:
            points *= int(self.zone[0])
        return points + (50 if len(word["fresh"]) >= 7 else 0)

    def _note(self) -> None:
        if self.word is None:
            return
        team = self._word["team"]
        self.noted[team] += self._worth()
        face = self._word.get("face")
        self.word = None
        self._end_turn(team)
        if face in ("opponent_1x", "opponent_2x"):
            self.cut[1 - team] = max(self.cut[1 - team], 3 if face == "opponent_1x" else 2)

    def _end_turn(self, team: int) -> None:
        self.cut[team], self.used, self.zone = 0, 0, None
        self.rolled = []
