// Who sits at a new table: the order in which people are ticked is that in which they sit. Of many those are
// shown whose names have what is typed, and those who are chosen already.

import { all, first } from "../referee/elements.js";

/** @type {HTMLElement | null} */
const seats = document.querySelector("[data-seats]");

/**
 * Those who are ticked, the one ticked last behind the others.
 * @param {HTMLElement} seats
 */
function read(seats) {
  const order = /** @type {HTMLInputElement} */ (first("[data-order]", seats));
  const boxes = [.../** @type {NodeListOf<HTMLInputElement>} */ (seats.querySelectorAll("[name=seat]"))];
  const ticked = boxes.filter((box) => box.checked).map((box) => box.value);
  const known = order.value.split(" ").filter((number) => ticked.includes(number));
  const seated = [...known, ...ticked.filter((number) => !known.includes(number))];
  order.value = seated.join(" ");
  for (const box of boxes) {
    const place = seated.indexOf(box.value);
    first(".e-turn", box.closest("label") ?? seats).textContent = place < 0 ? "" : `${place + 1}.`;
  }
}

if (seats) {
  seats.addEventListener("change", () => read(seats));
  addEventListener("pageshow", () => read(seats)); // a browser may bring back what was ticked
  read(seats);
}

/** @type {HTMLInputElement | null} */
const find = document.querySelector("[data-find]");

if (find) find.hidden = false; // without a script it would find nobody
find?.addEventListener("input", () => {
  const typed = find.value.trim().toLocaleLowerCase();
  for (const person of all("[data-name]")) {
    const isChosen = person.querySelector(":checked:not([value=''])") !== null;
    person.hidden = !isChosen && !person.dataset.name?.toLocaleLowerCase().includes(typed);
  }
});
