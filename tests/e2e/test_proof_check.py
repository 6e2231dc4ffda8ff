"""What checks a proof in the browser (`proof_check.js`), without a page or a server.

It is held to the same games as `python -m engine verify`, honest and forged.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from engine.draws import DEFAULT_RULE, DrawRule
from tests.e2e.browsers import watched_page
from tests.e2e.scripts import open_scripts
from tests.proofs import (
    FORGED,
    forgeries,
    proof_of_a_game,
    proof_of_a_game_drawn_back,
    proof_with_hall,
    sealed,
)

CHECK = """async (texts) => {
    const check = await import("/static/duplicate/proof_check.js");
    return texts.map((text) => {
        try {
            const proof = JSON.parse(text);
            if (!check.isIntact(proof)) return ["changed"];
            return check.isPromised(proof) ? check.checkDraws(proof) : ["seed"];
        } catch {
            return ["unreadable"];
        }
    });
}"""
SIZES = (0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 200, 1000)


@pytest.fixture(scope="module")
def scripts(browser: Browser) -> Iterator[Page]:
    """A page over http from a site that is not localhost: its browser reckons no digests."""
    with watched_page(browser) as page:
        open_scripts(page)
        assert page.evaluate("crypto.subtle") is None
        yield page


def found(page: Page, *proofs: object) -> list[list[str]]:
    texts = [proof if isinstance(proof, str) else json.dumps(proof) for proof in proofs]
    told: list[list[str]] = page.evaluate(CHECK, texts)
    return told


def test_our_digests_are_those_that_browsers_have_over_https(page: Page) -> None:
    open_scripts(page, "https://scripts.test/")
    script = """async (sizes) => {
        const { sha256, hmac, hexOf } = await import("/static/referee/sha256.js");
        const differing = [];
        for (const size of sizes) {
            const [key, message] = [new Uint8Array(size + 1), new Uint8Array(size)];
            crypto.getRandomValues(key);
            crypto.getRandomValues(message);
            const how = { name: "HMAC", hash: "SHA-256" };
            const theirs = await crypto.subtle.importKey("raw", key, how, false, ["sign"]);
            const signed = new Uint8Array(await crypto.subtle.sign("HMAC", theirs, message));
            const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", message));
            if (hexOf(digest) !== hexOf(sha256(message))) differing.push(["sha256", size]);
            if (hexOf(signed) !== hexOf(hmac(key, message))) differing.push(["hmac", size]);
        }
        return differing;
    }"""
    assert page.evaluate(script, SIZES) == []


def test_our_digests_are_those_of_the_standard(scripts: Page) -> None:
    rng = Random(1)
    given = [
        [rng.randbytes(size).hex(), rng.randbytes(key).hex()] for size in SIZES for key in SIZES
    ]
    script = """async (given) => {
        const { sha256, hmac, hexOf, bytesOf } = await import("/static/referee/sha256.js");
        return given.map(([message, key]) => [
            hexOf(sha256(bytesOf(message))), hexOf(hmac(bytesOf(key), bytesOf(message))),
        ]);
    }"""
    expected = [
        [
            hashlib.sha256(bytes.fromhex(message)).hexdigest(),
            hmac.digest(bytes.fromhex(key), bytes.fromhex(message), "sha256").hex(),
        ]
        for message, key in given
    ]
    assert scripts.evaluate(script, given) == expected


@pytest.mark.parametrize("rule", [DEFAULT_RULE, DrawRule(joker=True), DrawRule(rack_size=8)])
def test_honest_games_of_the_first_version_are_found_right(scripts: Page, rule: DrawRule) -> None:
    assert found(scripts, proof_of_a_game(rule)) == [["right"] * 9]


def test_honest_games_of_the_second_version_are_found_right(scripts: Page) -> None:
    proofs = proof_with_hall(), proof_with_hall(None)
    assert found(scripts, *proofs) == [["right"] * 4] * 2


def test_a_round_drawn_again_after_the_next_one_is_found_right(scripts: Page) -> None:
    assert found(scripts, proof_of_a_game_drawn_back()) == [["right"] * 4]


def test_a_rack_that_was_typed_is_not_called_right(scripts: Page) -> None:
    proof: dict[str, Any] = proof_with_hall()
    proof["draws"][1]["label"] = ""
    assert found(scripts, sealed(proof)) == [["right", "typed", "right", "right"]]


def test_a_changed_byte_is_found_out(scripts: Page) -> None:
    whole = json.dumps(proof_with_hall(), ensure_ascii=False, separators=(",", ":"))
    places = Random(2).sample(range(len(whole)), 400)
    changed = [whole[:n] + chr(ord(whole[n]) ^ 1 << n % 5) + whole[n + 1 :] for n in places]
    assert found(scripts, whole) == [["right"] * 4]
    for text, told in zip(changed, found(scripts, *changed), strict=True):
        assert told in (["changed"], ["unreadable"], ["seed"]), text


@pytest.mark.parametrize("field", FORGED)
def test_a_forged_field_is_found_out_though_the_digest_is_made_anew(
    scripts: Page, field: str
) -> None:
    for told in found(scripts, *forgeries(field)):
        assert not set(told) <= {"right", "typed"}
