// What is still on its way stands in the element #outbox, which has the words for it; see outbox.js.

import { newOutbox } from "./outbox.js";

/** @typedef {import("./outbox.js").Item} Item */

/** Where nothing may be kept, nothing is. */
const NOWHERE = /** @type {Storage} */ ({ length: 0, key: () => null, getItem: () => null, setItem() {}, removeItem() {}, clear() {} });

/** @returns {Storage} */
function storage() {
  try {
    return localStorage;
  } catch {
    return NOWHERE;
  }
}

/** The token against forgery as it is now: another tab may have logged in since the page was made. */
export function csrfToken() {
  const cookie = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie);
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=csrfmiddlewaretoken]"));
  return cookie?.[1] ?? field?.value ?? "";
}

/**
 * An outbox of whoever is logged in, for this page, that shows what is in it. `onAgain` takes something that was
 * refused back into its form, where there is a place for it.
 * @param {object} how
 * @param {(item: Item) => Promise<import("./outbox.js").Outcome>} how.send
 * @param {(item: Item) => void} [how.onGivenUp]
 * @param {() => void} [how.onChange]
 * @param {(item: Item) => void} how.onAgain
 */
export function newShownOutbox({ send, onGivenUp, onChange = () => {}, onAgain }) {
  const shown = document.getElementById("outbox");
  const name = `outbox ${shown?.dataset.user} ${location.pathname}`;
  const outbox = newOutbox({ storage: shown ? storage() : NOWHERE, name, send, onGivenUp, onChange: showChange });
  let told = "";

  function showChange() {
    if (shown) show(shown);
    onChange();
  }

  /** @param {HTMLElement} shown */
  function show(shown) {
    const waiting = outbox.waiting().filter(({ isKept }) => isKept);
    const refused = outbox.refused().filter(({ problem }) => !problem.isAsked);
    const now = JSON.stringify([waiting, refused, outbox.isSilent()]);
    if (now === told) return;
    told = now;
    const parts = [];
    if (waiting.length) parts.push(line("p", (outbox.isSilent() ? shown.dataset.lost : shown.dataset.waiting) ?? ""), list(waiting));
    if (refused.length) parts.push(line("p", shown.dataset.refused ?? ""), list(refused));
    shown.classList.toggle("bad", outbox.isSilent() || refused.length > 0);
    shown.replaceChildren(...parts);
    shown.hidden = !parts.length;
  }

  /**
   * @param {string} tag
   * @param {string} text
   */
  function line(tag, text) {
    const element = document.createElement(tag);
    element.textContent = text;
    return element;
  }

  /** @param {Item[]} items */
  function list(items) {
    const rows = document.createElement("ul");
    rows.append(...items.map((item) => row(item)));
    return rows;
  }

  /** @param {Item} item */
  function row(item) {
    const entry = line("li", item.told);
    if (item.problem === undefined) return entry;
    entry.append(line("span", ` ${item.problem.told} `), button(shown?.dataset.again ?? "", () => onAgain(item)), button(shown?.dataset.drop ?? "", () => outbox.drop(item.key)));
    return entry;
  }

  /**
   * @param {string} text
   * @param {() => void} does
   */
  function button(text, does) {
    const pressed = /** @type {HTMLButtonElement} */ (line("button", text));
    pressed.type = "button";
    pressed.className = "quiet";
    pressed.addEventListener("click", does);
    return pressed;
  }

  addEventListener("online", outbox.work);
  queueMicrotask(() => {
    showChange();
    outbox.work();
  });
  return outbox;
}
