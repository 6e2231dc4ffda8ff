"""Tournaments that are played by dice, to pair them round after round."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from random import Random

from tournaments.pairing import Pairing, Player
from tournaments.pairing.methods import Method
from tournaments.pairing.pairs import pair


@dataclass
class Simulated:
    """So many players; the lower their id, the stronger and the higher rated they are."""

    count: int
    random: Random
    clubs: int = 0
    players: dict[int, Player] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number in range(1, self.count + 1):
            self.enter(number)

    def enter(self, number: int) -> None:
        club = f"club {number % self.clubs}" if self.clubs else ""
        self.players[number] = Player(number, 0, rating=2000 - number, club=club)

    def field(self, absent: Collection[int] = ()) -> list[Player]:
        """Those who are there, as the standings have them."""
        ordered = sorted(
            self.players.values(),
            key=lambda player: (-player.wins2, -player.spread, -player.rating),
        )
        there = [player for player in ordered if player.id not in absent]
        return [replace(player, rank=rank) for rank, player in enumerate(there, start=1)]

    def play(self, pairing: Pairing) -> None:
        for made in pairing.pairs:
            first = self.players[made.first]
            if made.second is None:
                self.players[first.id] = replace(
                    first, byes=first.byes + 1, wins2=first.wins2 + 2, spread=first.spread + 50
                )
                continue
            second = self.players[made.second]
            spread = round(self.random.gauss((second.id - first.id) * 100 / self.count, 80))
            wins2 = 1 + (spread > 0) - (spread < 0)
            self.players[first.id] = _after(first, second, True, wins2, spread)
            self.players[second.id] = _after(second, first, False, 2 - wins2, -spread)

    def rounds(self, method: Method, count: int, seed: str = "") -> Iterator[Pairing]:
        """Pair and play so many rounds; the last is not played before the next is asked for."""
        for number in range(1, count + 1):
            pairing = pair(method, self.field(), round_number=number, seed=seed)
            yield pairing
            self.play(pairing)


def _after(player: Player, other: Player, began: bool, wins2: int, spread: int) -> Player:
    return replace(
        player,
        wins2=player.wins2 + wins2,
        spread=player.spread + spread,
        firsts=player.firsts + began,
        seconds=player.seconds + (not began),
        opponents=(*player.opponents, other.id),
        began=(*player.began, began),
    )
