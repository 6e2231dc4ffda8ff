"""A hall full of players: a tournament run through the API, and books kept beside it.

The books are what the hall did, never what the API says of it. Both are compared.
"""

from collections.abc import Iterator, Sequence
from itertools import cycle
from random import Random
from typing import Any

from tests.api_client import API, Caller, as_user
from tests.duplicate.factories import make_user
from tests.tournaments import independent
from tests.tournaments.expected_tournament import OPTIONS, Books, Game, Person

FIRST_NAMES = ["Anna", "Ben", "Cem", "Dora", "Emil", "Frieda", "Götz", "Hanna", "Jörg", "Käthe"]
LAST_NAMES = ["Adler", "Bäcker", "Çelik", "Dorn", "Eßer", "Fuchs", "Große", "Hügel"]
CLUBS = ("Köln", "Ulm", "Kiel", "Görlitz", "")
#: How results come in, shuffled and then in turn: most of them on slips.
WAYS = (
    *["slip"] * 24,
    *["director"] * 12,
    *["agreed"] * 6,
    *["disputed", "gives_in", "removed", "late_penalty", "over_time", "lost_on_time"],
    *["revoked", "draw", "forfeit_first", "forfeit_second", "double_forfeit", "unplayed"],
)


class Hall(Books):
    """The tournament, its staff, and its players with their phones."""

    def __init__(self, random: Random, schedule: Sequence[dict[str, Any]]) -> None:
        super().__init__(schedule)
        self.random = random
        assistant = make_user("hilde")
        self.director, self.assistant = as_user(make_user("diana")), as_user(assistant)
        self.public = Caller()
        made = self.ask(
            self.director,
            "post",
            "/tournaments/",
            {
                "name": "Herbstturnier",
                "options": OPTIONS,
                "divisions": [{"name": "Hauptgruppe", "schedule": list(schedule)}],
            },
        )
        self.root = f"/tournaments/{made['id']}/"
        self.path = f"{self.root}divisions/1/"
        staff = {"username": assistant.username, "role": "assistant"}
        self.ask(self.director, "post", f"{self.root}staff/", staff)
        ways = list(WAYS)
        random.shuffle(ways)
        self.ways: Iterator[str] = cycle(ways)

    # Requests

    def ask(self, who: Caller, method: str, path: str, body: Any = None) -> Any:
        """What comes of a request that must be granted."""
        response = getattr(who, method)(path, *(() if method == "get" else (body,)))
        told = response.content and response.json()
        assert response.status_code < 300, (method, path, body, response.status_code, told)
        return told

    def get(self, path: str, who: Caller | None = None) -> Any:
        return self.ask(who or self.public, "get", self.path + path)

    def delete(self, path: str) -> None:
        response = self.director.delete(path)
        assert response.status_code < 300, (path, response.content)

    def refused(self, code: str, who: Caller, method: str, path: str, body: Any = None) -> Any:
        """What the refusal is about; nothing may have changed."""
        before = self.version
        told = getattr(who, method)(path, body).json()
        assert (told.get("code"), self.version) == (code, before), (method, path, body, told)
        self.seen[code] += 1
        return told["params"]

    @property
    def version(self) -> int:
        return int(self.ask(self.public, "get", self.root)["version"])

    # People

    def import_people(self, count: int) -> None:
        """A list from a spreadsheet, refused at first for one bad cell."""
        lines = ["Nummer;Name;Verein;Kategorie;Wertungszahl"]
        for number in range(1, count + 1):
            person = self._new_person(number, 1)
            club, kind = CLUBS[number % len(CLUBS)], "Jugend" if number % 7 == 0 else ""
            rating = "" if person.rating is None else person.rating
            lines.append(f"{number};{_name(number)};{club};{kind};{rating}")
        lines[3] += "x"
        refusal = self._send_file("\n".join(lines).encode())
        assert (refusal["code"], refusal["params"]["line"]) == ("table_unreadable", 4)
        assert self.ask(self.public, "get", f"{self.root}entries/")["count"] == 0
        lines[3] = lines[3].removesuffix("x")
        imported = self._send_file("\r\n".join(lines).encode("latin-1"))
        assert [entry["number"] for entry in imported["entries"]] == list(range(1, count + 1))

    def _send_file(self, data: bytes, content_type: str = "text/csv") -> Any:
        return self.send_file(self.root, data, content_type)

    def send_file(self, root: str, data: bytes, content_type: str) -> Any:
        path = f"{API}{root}entries/import/"
        return self.director.client.post(path, data, content_type=content_type).json()

    def enter(self, who: Caller) -> int:
        """Somebody comes to the desk; during the tournament that is a late entry."""
        number = len(self.people) + 1
        person = self._new_person(number, self.next_round)
        body = {"name": _name(number), "club": "Kiel", "rating": person.rating}
        entered = self.ask(who, "post", f"{self.root}entries/", body)
        assert (entered["number"], entered["first_round"]) == (number, person.first_round)
        self.give_phone(number)
        return number

    def give_phone(self, number: int) -> None:
        """A code is issued, typed as people type, and exchanged for a token."""
        code = self.ask(self.assistant, "post", f"{self.root}entries/{number}/code/")["code"]
        typed = {"code": f"{code[:4].lower()} {code[4:]}"}
        signed_in = self.ask(self.public, "post", "/tournaments/sign-in/", typed)
        assert signed_in["entry"]["number"] == number
        self.people[number].phone = Caller(signed_in["token"])

    def withdraw(self, number: int) -> None:
        told = self.ask(self.assistant, "post", f"{self.root}entries/{number}/withdraw/", {})
        self.people[number].withdrawn_from = self.next_round
        assert told["withdrawn_from"] == self.next_round

    def readmit(self, number: int) -> None:
        self.ask(self.director, "post", f"{self.root}entries/{number}/readmit/")
        self.people[number].withdrawn_from = None

    def set_absence(self, number: int, kind: str) -> None:
        body = {"round": self.next_round, "kind": kind}
        self.ask(self.assistant, "post", f"{self.root}entries/{number}/absences/", body)
        self.absences[self.next_round, number] = kind

    def _new_person(self, number: int, first_round: int) -> Person:
        strength = self.random.randint(330, 430)
        rating = None if number % 9 == 0 else 4 * strength + self.random.randint(-90, 90)
        self.people[number] = Person(strength, rating, first_round)
        return self.people[number]

    def anybody(self, count: int = 1) -> list[int]:
        """Some who are to be paired next, but for those of the bracket."""
        seeds = self.bracket.seeds if self.bracket else ()
        return self.random.sample(sorted(self.field(self.next_round) - set(seeds)), count)

    # Rounds

    def draft(self, **wishes: Any) -> Any:
        self.round = self.next_round
        body = {"seed": "whole tournament"} | wishes
        return self.ask(self.director, "post", f"{self.path}rounds/", body)

    def step(self, name: str) -> Any:
        return self.ask(self.director, "post", f"{self.path}rounds/{self.round}/{name}/")

    def publish(self) -> Any:
        """Show everybody the round, which must be as it should; note its games in the books."""
        self.step("publish")
        shown = self.get(f"rounds/{self.round}/")
        rows = independent.rows_of(shown)
        self.check_round(rows)
        for told, row in zip(shown["pairings"], rows, strict=True):
            self.games[told["id"]] = Game(
                told["id"], row.round, row.first, row.second, row.kind, is_confirmed=not row.second
            )
        return shown

    def retract(self) -> None:
        self.step("retract")
        for game in self.games_of(self.round, with_all=True):
            del self.games[game.id]

    # Results

    def play(self, leave_open: int = 0) -> None:
        """Let the games of the round end, but for so many of the last ones."""
        games = self.games_of(self.round)
        for game in games[: len(games) - leave_open]:
            self.end(game)

    def end(self, game: Game) -> None:
        """A game ends, and its result comes in in one way or another."""
        way = next(self.ways)
        self.seen[way] += 1
        points = self._points(game)
        match way:
            case "slip":
                self.enter_result(game, *points, who=self.assistant)
            case "agreed":
                assert self.report(game, game.first, points) == "reported"
                assert self.report(game, game.second, points) == "confirmed"
                self._note(game, "played", points)
            case "disputed" | "gives_in":
                self.report(game, game.first, points)
                wrong = (points[0], points[1] + 10)
                assert self.report(game, game.second, wrong) == "disputed"
                told = self.ask(self.public, "get", self.path + game.path)
                assert (told["standing"], told["first_points"]) == ("open", None)
                if way == "gives_in":
                    assert self.report(game, game.second, points) == "confirmed"
                    self._note(game, "played", points)
                else:
                    self.enter_result(game, *points)
            case "removed":
                self.enter_result(game, *points)
                self.delete(f"{self.path}{game.path}result/")
                self._note(game, "", (None, None), is_confirmed=False)
                self.enter_result(game, *self._points(game))
            case "draw":
                self.enter_result(game, points[0], points[0])
            case "late_penalty" | "over_time" | "lost_on_time" | "revoked":
                self._play_with_penalty(game, points, way)
            case "forfeit_first" | "forfeit_second" | "double_forfeit" | "unplayed":
                self._enter(game, self.director, {"outcome": way})
                self._note(game, way, (None, None))
            case _:
                self.enter_result(game, *points)

    def enter_result(self, game: Game, first: int, second: int, who: Caller | None = None) -> None:
        """The staff enters or corrects what was played; time penalties stay."""
        body = {"first_points": first, "second_points": second, "spread": first - second}
        told = self._enter(game, who or self.director, body)
        assert told["standing"] == "confirmed"
        kind = game.kind if game.kind.startswith("lost_on_time") else "played"
        self._note(game, kind, (first, second))

    def report(self, game: Game, player: int | None, points: tuple[int, int]) -> str:
        """What stands after a player has said how it came out."""
        phone = self.people[player or 0].phone
        assert phone is not None
        body = {"first_points": points[0], "second_points": points[1]}
        told = self._sure(phone, "post", f"{self.path}{game.path}report/", body)
        return str(told["standing"])

    def penalise(self, game: Game, player: int, **what: Any) -> int:
        """The penalty's id; its points are in the books."""
        path = f"{self.path}{game.path}penalties/"
        made = self.ask(self.director, "post", path, {"player": player, **what})
        game.off[player] = game.off.get(player, 0) + made["points"]
        return int(made["id"])

    def _play_with_penalty(self, game: Game, points: tuple[int, int], way: str) -> None:
        assert game.second
        loser, name = self.random.choice([(game.first, "first"), (game.second, "second")])
        if way == "lost_on_time":
            self.penalise(game, loser, reason="time", seconds_over=301)
            assert game.off[loser] == 0
            self._note(game, f"lost_on_time_{name}", (None, None), is_confirmed=False)
            self.enter_result(game, *points)
            return
        self.enter_result(game, *points)
        if way == "over_time":
            over = self.random.randint(1, 300)
            self.penalise(game, loser, reason="time", seconds_over=over)
            assert game.off[loser] == 10 * ((over + 59) // 60)
        elif way == "late_penalty":
            self.penalise(game, loser, reason="late", points=35)
        else:
            penalty = self.penalise(game, loser, reason="time", seconds_over=900)
            path = f"{self.path}{game.path}"
            assert self.ask(self.public, "get", path)["outcome"] == f"lost_on_time_{name}"
            self.ask(self.director, "post", f"{path}penalties/{penalty}/revoke/")

    def _enter(self, game: Game, who: Caller, body: dict[str, Any]) -> Any:
        return self._sure(who, "put", f"{self.path}{game.path}result/", body)

    def _sure(self, who: Caller, method: str, path: str, body: dict[str, Any]) -> Any:
        """Send a result, and once more if it is called odd; then it must be."""
        response = getattr(who, method)(path, body)
        if response.status_code == 409:
            told = response.json()
            assert told["code"] == "implausible", told
            for doubt in told["params"]["warnings"]:
                points, usual = doubt["points"], doubt["usual"]
                assert points > usual + 100 or 2 * points < usual
            self.seen["implausible"] += 1
            response = getattr(who, method)(path, body | {"confirm_implausible": True})
        assert response.status_code == 200, (path, body, response.json())
        return response.json()

    def _points(self, game: Game) -> tuple[int, int]:
        first, second = (
            round(self.random.gauss(self.people[number or 0].strength, 50))
            for number in (game.first, game.second)
        )
        return first, second

    def _note(
        self,
        game: Game,
        kind: str,
        points: tuple[int | None, int | None],
        is_confirmed: bool = True,
    ) -> None:
        game.kind, game.points, game.is_confirmed = kind, points, is_confirmed


def _name(number: int) -> str:
    """A name that no other number has."""
    first, last = divmod(number - 1, len(LAST_NAMES))
    return f"{FIRST_NAMES[first]} {LAST_NAMES[last]}"
