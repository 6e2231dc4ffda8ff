"""Names as people have them or think them up: no page of a Simultan breaks, or mixes them up."""

from functools import partial

import pytest
from playwright.sync_api import Page

from duplicate.models import Game
from tests.e2e.browsers import PHONE, Screens
from tests.e2e.looks import too_wide
from tests.e2e.test_every_page import (
    PAGES,
    Who,
    addresses,
    go,
    in_setup,
    is_finished,
    is_judged,
    is_published,
    screen_of,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexicon")]
#: Without a place to break, of pictures, and from right to left: with a number at its end, which
#: would change places with what follows on the page.
LONG = "Wolkenkratzerfensterputzerlehrlingsausbildungsverordnungsdurchführungsbestimmung"
PICTURES = "🎲👩‍👩‍👧‍👦🇩🇪 " + "🏳️‍🌈" * 12
LEFTWARDS = "דוד בן־גוריון 3"
NAMES = (LONG, LEFTWARDS, PICTURES)
#: The places of a page where a name stands beside other text and nothing keeps them apart.
MIXED = """(name) => {
    const mixed = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const apart = (element) => getComputedStyle(element).unicodeBidi.startsWith("isolate")
        || getComputedStyle(element).unicodeBidi === "plaintext";
    while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode;
        if (!data.includes(name) || parentElement.closest("title, script, style, option")) continue;
        if (apart(parentElement)) continue;
        const blocks = "h1, h2, h3, p, li, td, th, dd, dt, summary, div, text";
        const block = parentElement.closest(blocks);
        if (block.textContent.trim() !== name) mixed.push(parentElement.outerHTML.slice(0, 200));
    }
    return mixed;
}"""


def call(game: Game, *names: str) -> None:
    """Let those who play and their clubs bear these names, and all else a long one."""
    for participant, name in zip(game.participants.order_by("number"), names, strict=False):
        participant.name, participant.club, participant.category = name, name, name[:40]
        participant.save()
    Game.objects.filter(pk=game.pk).update(name=LONG)
    game.series.update(name=LONG)


@pytest.mark.parametrize(
    "state", [in_setup, is_judged, is_published, is_finished], ids=lambda state: state.__name__
)
def test_no_name_breaks_a_page_or_changes_places_with_what_stands_beside_it(
    screens: Screens, state: partial[Game]
) -> None:
    assert len(LONG) == 80
    game = state()
    call(game, *NAMES)
    faults: dict[tuple[str, str], object] = {}
    who: Who
    for who, paths in PAGES[state].items():
        screen: Page = screen_of(screens, game, who)
        for path in addresses(game, paths):
            go(screen, site=screens.url, path=path)
            faults[path, "mixed"] = screen.evaluate(MIXED, LEFTWARDS)
            faults[path, "too wide"] = too_wide(screen)
            screen.set_viewport_size(PHONE)
        screen.context.close()
    found = [f"{path} {kind}: {what}" for (path, kind), what in faults.items() if what]
    assert not found, "\n".join(found)
