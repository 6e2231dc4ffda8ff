// Dragging by finger, pen or mouse. What is dragged follows the pointer as a copy, larger and above a
// finger, and whatever it would come to lie on is marked with data-over.

const SLOP = 7; // so many pixels a finger may tremble in a tap
const EDGE = 28; // so near its edge what scrolls does so
const SCROLL = 6;

/**
 * What may be dragged, and where to. `takes` is the thing under a pointer, if it may be dragged, `targetAt`
 * what it would come to lie on there, `onDrop` hears what came of it. `scrollers` scroll at their edges.
 * @typedef {{
 *   takes: (element: Element) => HTMLElement | null,
 *   targetAt: (element: Element, thing: HTMLElement) => HTMLElement | null,
 *   onDrop: (thing: HTMLElement, target: HTMLElement, x: number) => void,
 *   scrollers?: HTMLElement[],
 * }} Dragging
 */

/** @param {Dragging} dragging */
export function takeDrags({ takes, targetAt, onDrop, scrollers = [] }) {
  let thing = /** @type {HTMLElement | null} */ (null); // what is held
  let copy = /** @type {HTMLElement | null} */ (null); // while it is dragged
  let target = /** @type {HTMLElement | null} */ (null);
  let [startX, startY, x, y, pointer] = [0, 0, 0, 0, -1];

  /** @param {PointerEvent} event */
  function onDown(event) {
    if (thing || !event.isPrimary || event.button || !(event.target instanceof Element)) return;
    thing = takes(event.target);
    [startX, startY, pointer] = [event.clientX, event.clientY, event.pointerId];
  }

  /** @param {PointerEvent} event */
  function onMove(event) {
    if (!thing || event.pointerId !== pointer) return;
    [x, y] = [event.clientX, event.clientY];
    if (!copy) {
      if (Math.hypot(x - startX, y - startY) < SLOP) return;
      copy = makeCopy(thing, event.pointerType);
      thing.dataset.dragged = "";
      document.documentElement.setPointerCapture(pointer);
      requestAnimationFrame(scroll);
    }
    place();
  }

  function place() {
    if (!copy || !thing) return;
    copy.style.transform = `translate(${x}px, ${y}px)`;
    const under = document.elementFromPoint(x, y);
    const found = under && targetAt(under, thing);
    if (found === target) return;
    if (target) delete target.dataset.over;
    target = found;
    if (target) target.dataset.over = "";
    copy.dataset.label = target?.querySelector("button")?.value ?? "";
  }

  function scroll() {
    if (!copy) return;
    for (const scroller of scrollers) {
      const { left, right, top, bottom } = scroller.getBoundingClientRect();
      if (x < left || x > right || y < top || y > bottom) continue;
      scroller.scrollBy({ left: stepAt(x, left, right), top: stepAt(y, top, bottom), behavior: "instant" });
    }
    place();
    requestAnimationFrame(scroll);
  }

  /** @param {boolean} isDropped */
  function end(isDropped) {
    const [dragged, onto] = [thing, target];
    if (copy) {
      copy.remove();
      if (target) delete target.dataset.over;
      if (dragged) delete dragged.dataset.dragged;
      swallowClick();
      if (isDropped && dragged && onto) onDrop(dragged, onto, x);
    }
    [thing, copy, target] = [null, null, null];
  }

  document.addEventListener("pointerdown", onDown);
  document.addEventListener("pointermove", onMove);
  document.addEventListener("pointerup", (event) => event.pointerId === pointer && end(true));
  document.addEventListener("pointercancel", (event) => event.pointerId === pointer && end(false));
  document.addEventListener("keydown", (event) => {
    if (!copy || event.key !== "Escape") return;
    event.stopImmediatePropagation();
    end(false);
  }, true);
}

/**
 * @param {number} at
 * @param {number} low
 * @param {number} high
 */
const stepAt = (at, low, high) => (at < low + EDGE ? -SCROLL : at > high - EDGE ? SCROLL : 0);

/**
 * @param {HTMLElement} thing
 * @param {string} pointerType
 */
function makeCopy(thing, pointerType) {
  const tile = /** @type {HTMLElement} */ (thing.matches(".tile") ? thing : thing.querySelector(".tile"));
  const copy = document.createElement("span");
  copy.className = `${tile.className} drag-copy`;
  copy.textContent = tile.textContent;
  if (tile.dataset.value) copy.dataset.value = tile.dataset.value;
  copy.dataset.pointer = pointerType;
  copy.setAttribute("aria-hidden", "true");
  document.body.append(copy);
  return copy;
}

/** The end of a drag is no click on what lies there. */
function swallowClick() {
  /** @param {Event} event */
  const swallow = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, true));
}
