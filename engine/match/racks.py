"""Racks and bags: what can be on a rack, what leaves it, and what comes from the bags."""

from dataclasses import replace
from typing import NamedTuple

from engine.fields import Fields
from engine.match.house_rules import count_vowels
from engine.match.values import Match
from engine.players import add, put
from engine.refusals import Refusal
from engine.tiles import missing_tiles, read_tiles, sort_tiles, without


class Filling(NamedTuple):
    """What is said of tiles drawn: how many are vowels, and which they are where all is open."""

    vowels: int | None = None
    new_tiles: str | None = None


class Filled(NamedTuple):
    state: Match
    vowels: int | None
    tiles: str


def read_filling(fields: Fields) -> Filling:
    new_tiles = fields.optional_text("new_tiles")
    return Filling(
        fields.optional_number("vowels"), None if new_tiles is None else read_tiles(new_tiles)
    )


def unseen_tiles(state: Match) -> str:
    """All tiles that do not lie on the board."""
    return without(state.ruleset.tile_set.all_tiles, state.board.tiles)


def bag_tiles(state: Match) -> str:
    """The tiles in the bag, or in both bags, where all racks are open."""
    return without(unseen_tiles(state), "".join(state.known))


def check_rack(state: Match, player: int, rack: str) -> Refusal | None:
    """Refuse tiles that can't be all there is on the rack."""
    size = state.rack_sizes[player]
    if len(rack) != size:
        detail: dict[str, str | int] = {"player": player, "rack": rack, "tiles": len(rack)}
        return Refusal("wrong_rack_size", {**detail, "size": size})
    return check_tiles(state, player, rack)


def check_tiles(state: Match, player: int, tiles: str) -> Refusal | None:
    """Refuse more tiles than the rack has, tiles that lie on the board, or of the wrong bag."""
    size = state.rack_sizes[player]
    if len(tiles) > size:
        return Refusal("more_than_rack", {"count": len(tiles), "size": size})
    if lacking := missing_tiles(unseen_tiles(state), tiles):
        return Refusal("tile_not_left", {"tiles": lacking})
    if not state.house.two_bags:
        return None
    vowels, used = state.rack_vowels[player], count_vowels(tiles)
    if used > vowels or len(tiles) - used > size - vowels:
        return _of_other_bags(tiles, vowels, size - vowels)
    return None


def take_tiles(state: Match, player: int, tiles: str) -> Match:
    """The state with `tiles` off the rack, wherever they go.

    More of them that were not known than there can have been: the rack had been told wrongly.
    """
    known, size = state.known[player], state.rack_sizes[player]
    is_refuted = len(missing_tiles(known, tiles)) > size - len(known)
    leave = "" if is_refuted else missing_tiles(tiles, known)
    taken = replace(
        state,
        rack_sizes=add(state.rack_sizes, player, -len(tiles)),
        known=put(state.known, player, leave),
    )
    return _with_vowels(taken, player, -count_vowels(tiles))


def take_unseen(state: Match, player: int, count: int, vowels: int) -> Match:
    """The state with so many tiles off the rack; nobody knows then which stayed."""
    taken = replace(
        state,
        rack_sizes=add(state.rack_sizes, player, -count),
        known=put(state.known, player, ""),
    )
    return _with_vowels(taken, player, -vowels)


def draw_tiles(state: Match, player: int, count: int, filling: Filling) -> Filled | Refusal:
    """So many new tiles on the rack, or why they can't be those that are said."""
    vowels = vowels_drawn(state, count, filling.vowels)
    if isinstance(vowels, Refusal):
        return vowels
    tiles = filling.new_tiles or ""
    if state.house.solitaire is None:
        if tiles:
            return Refusal("tiles_drawn_unseen", {})
    elif len(tiles) != count:
        return Refusal("wrong_draw", {"tiles": tiles, "count": len(tiles), "right": count})
    elif lacking := missing_tiles(bag_tiles(state), tiles):
        return Refusal("tile_not_left", {"tiles": lacking})
    elif vowels is not None and vowels != count_vowels(tiles):
        return _of_other_bags(tiles, vowels, count - vowels)
    filled = replace(
        state,
        rack_sizes=add(state.rack_sizes, player, count),
        known=put(state.known, player, sort_tiles(state.known[player] + tiles)),
    )
    return Filled(_with_vowels(filled, player, vowels or 0), vowels, tiles)


def vowels_drawn(state: Match, count: int, said: int | None) -> int | Refusal | None:
    """How many of `count` tiles drawn now are vowels; None with one bag.

    It need not be said where the bags leave no choice.
    """
    if not state.house.two_bags:
        return None if said is None else Refusal("one_bag", {})
    vowel_bag, consonant_bag = state.vowel_bag, state.bag - state.vowel_bag
    least, most = max(0, count - consonant_bag), min(count, vowel_bag)
    bags: dict[str, str | int] = {"vowel_bag": vowel_bag, "consonant_bag": consonant_bag}
    if said is None:
        return least if least == most else Refusal("bags_not_said", {"count": count, **bags})
    if not least <= said <= most:
        detail: dict[str, str | int] = {"count": count, "vowels": said, **bags}
        return Refusal("bag_cannot_give", detail)
    return said


def _of_other_bags(tiles: str, vowels: int, consonants: int) -> Refusal:
    detail: dict[str, str | int] = {"tiles": sort_tiles(tiles), "vowels": vowels}
    return Refusal("other_bags", {**detail, "consonants": consonants})


def _with_vowels(state: Match, player: int, vowels: int) -> Match:
    if not state.house.two_bags:
        return state
    return replace(state, rack_vowels=add(state.rack_vowels, player, vowels))
