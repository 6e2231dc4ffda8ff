// The rack: buttons of tiles, in the order that whoever plays gives them. The places of tiles that lie on
// the board are empty.

import { makeTile } from "../referee/drawing.js";
import { byId } from "../referee/elements.js";
import { emptyPlaces, sorted } from "../referee/laying.js";
import { shuffled } from "../referee/shuffle.js";
import { rules } from "./seat.js";

export const rack = byId("rack");
export const places = () => /** @type {HTMLButtonElement[]} */ ([...rack.children]);
/** @param {HTMLButtonElement} place */
export const tileOn = (place) => place.dataset.tile ?? "";
/** The tiles by their places, '?' for a blank; also those that lie on the board. */
export const tilesOfRack = () => places().map(tileOn);

/**
 * Draw the rack with these tiles; nothing if it has them already, in whatever order.
 * @param {string[]} tiles
 */
export function drawRackOf(tiles) {
  if ([...tilesOfRack()].sort().join("") === [...tiles].sort().join("")) return;
  const { label, blank = "" } = rack.dataset;
  const buttons = tiles.map((tile) => {
    const button = makeTile(document.createElement("button"), tile, rules.values);
    button.type = "button";
    button.dataset.tile = tile;
    button.setAttribute("aria-label", button.textContent || blank);
    return button;
  });
  rack.setAttribute("aria-label", `${label}: ${tiles.join("")}`);
  rack.replaceChildren(...buttons);
}

/**
 * Show these tiles as taken from the rack, from places that are empty already where it can be.
 * @param {string[]} tiles
 */
export function showTaken(tiles) {
  const before = places().map((place) => place.disabled);
  const empty = emptyPlaces(tilesOfRack(), tiles, before);
  places().forEach((place, index) => (place.disabled = empty[index]));
}

/** In the order of the alphabet. */
export const sortRack = () => rack.append(...sorted(places(), tileOn));
export const shuffleRack = () => rack.append(...shuffled(places()));

/**
 * Put the tiles in this order, where they are the same.
 * @param {string[]} order
 */
export function orderRack(order) {
  const left = places();
  if ([...order].sort().join("") !== tilesOfRack().sort().join("")) return;
  rack.append(...order.map((tile) => left.splice(left.findIndex((place) => tileOn(place) === tile), 1)[0]));
}

/**
 * Move a tile to the place of the one on which it was dropped.
 * @param {HTMLButtonElement} place
 * @param {number} x
 */
export function movePlace(place, x) {
  const index = places().findIndex((one) => x < one.getBoundingClientRect().right);
  const others = places().filter((other) => other !== place);
  rack.insertBefore(place, (index < 0 ? null : others[index]) ?? null);
}

// A tile that was tapped before a square was

export const chosenPlace = () => /** @type {HTMLButtonElement | null} */ (rack.querySelector("[aria-pressed=true]"));

/** @param {HTMLButtonElement | null} place */
export function choose(place) {
  const before = chosenPlace();
  before?.removeAttribute("aria-pressed");
  if (place !== before) place?.setAttribute("aria-pressed", "true");
}
