// What was sent from a page and has not arrived yet: one after the other in the order in which it was sent,
// each until the server has said something about it. What is kept outlives a lost connection and a reload.
// Nothing here touches the page; where things are kept and how they are sent is handed in.

import { newKey } from "./delivery.js";

const RETRY_MS = 1000;

/**
 * Something on its way. `told` is what people read of it, `what` is for those who send it. What the server
 * does not take stays, with its `problem`, until somebody drops it; a question (`isAsked`) is put again
 * after a reload.
 * @typedef {{ key: string, told: string, what: any, isKept: boolean, problem?: any }} Item
 *
 * What came of sending: nothing heard, or arrived, perhaps with a problem.
 * @typedef {"silence" | { problem?: any }} Outcome
 *
 * @typedef {object} Outbox
 * @property {(told: string, what: any, isKept: boolean) => Item} add
 * @property {(key: string) => void} drop Have nothing more to do with it.
 * @property {() => Item[]} waiting What is still on its way, in order.
 * @property {() => Item[]} refused What the server did not take.
 * @property {() => boolean} isSilent Whether the server was last not heard of.
 * @property {() => Promise<void>} work Send what waits, now.
 */

/**
 * Kept is under `name` in `storage`, each item by itself, so that two tabs take nothing from each other; both
 * may send it, as the server knows it by its key. Where nothing is heard it is tried again after a while if it
 * is kept, and else given up with all that waits behind it and is not: who pressed a button would be surprised
 * by what it does minutes later.
 * @param {object} how
 * @param {Storage} how.storage
 * @param {string} how.name
 * @param {(item: Item) => Promise<Outcome>} how.send
 * @param {() => void} how.onChange
 * @param {(item: Item) => void} [how.onGivenUp]
 * @param {number} [how.retryMs]
 * @returns {Outbox}
 */
export function newOutbox({ storage, name, send, onChange, onGivenUp = () => {}, retryMs = RETRY_MS }) {
  /** Where each item is kept; what is sent first sorts first. */
  const places = /** @type {Map<string, string>} */ (new Map());
  let items = restore();
  let lastAt = 0;
  let isSilent = false;
  let timer = 0;
  /** @type {Promise<void> | null} */
  let running = null;

  /** @returns {Item[]} */
  function restore() {
    const found = [];
    for (let index = 0; index < storage.length; index++) {
      const place = storage.key(index) ?? "";
      if (place.startsWith(`${name}#`)) found.push(place);
    }
    return found.sort().flatMap((place) => {
      try {
        const item = JSON.parse(storage.getItem(place) ?? "");
        places.set(item.key, place);
        if (item.problem?.isAsked) delete item.problem; // the question is put again
        return [item];
      } catch {
        return []; // somebody else's
      }
    });
  }

  /** @param {Item} item */
  function keep(item) {
    if (!item.isKept) return;
    lastAt = Math.max(lastAt + 1, Date.now());
    const place = places.get(item.key) ?? `${name}#${String(lastAt).padStart(15, "0")}#${item.key}`;
    places.set(item.key, place);
    try {
      storage.setItem(place, JSON.stringify(item));
    } catch {
      // Full or forbidden: it is sent all the same, as long as the page is open.
    }
  }

  const waiting = () => items.filter(({ problem }) => problem === undefined);

  /** @param {string} key */
  function drop(key) {
    items = items.filter((item) => item.key !== key);
    storage.removeItem(places.get(key) ?? "");
    onChange();
  }

  function giveUp() {
    for (const item of waiting().filter(({ isKept }) => !isKept)) {
      items = items.filter((other) => other !== item);
      onGivenUp(item);
    }
  }

  async function empty() {
    clearTimeout(timer);
    for (let [item] = waiting(); item; [item] = waiting()) {
      const outcome = await send(item);
      isSilent = outcome === "silence";
      if (outcome === "silence") {
        giveUp();
        if (waiting().length) timer = setTimeout(work, retryMs);
        break;
      }
      if (outcome.problem === undefined) {
        drop(item.key);
      } else {
        item.problem = outcome.problem;
        keep(item);
      }
    }
  }

  /** One at a time, and what is added meanwhile as well. */
  function work() {
    running ??= empty().finally(() => {
      running = null;
      onChange();
    });
    return running;
  }

  return {
    add(told, what, isKept) {
      const item = { key: newKey(), told, what, isKept };
      items.push(item);
      keep(item);
      work();
      onChange();
      return item;
    },
    drop,
    waiting,
    refused: () => items.filter(({ problem }) => problem !== undefined),
    isSilent: () => isSilent,
    work,
  };
}
