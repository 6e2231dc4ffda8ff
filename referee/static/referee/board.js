// Makes every board with pickable squares usable by mouse and by keyboard.
// Listens on the document, so boards may be replaced at any time. A page hears of
//   square:pick  a square was clicked, or Enter or the space bar pressed on it
//   square:type  a letter, Delete or Backspace was pressed on it (detail.key)
// on the square's button, whose value is the square's name, such as H8.

export const SIZE = 15;
export const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export const nameOf = (row, column) => String.fromCharCode(65 + row) + (column + 1);
export const placeOf = (name) => [name.charCodeAt(0) - 65, Number(name.slice(1)) - 1];

function squareOf(event) {
  return event.target instanceof Element ? event.target.closest(".board button") : null;
}

/** Move the focus to the square of that name. */
export function enter(board, name) {
  for (const other of board.querySelectorAll('button[tabindex="0"]')) other.tabIndex = -1;
  const square = board.querySelector(`button[value="${name}"]`);
  square.tabIndex = 0;
  square.focus();
}

document.addEventListener("click", (event) => {
  const square = squareOf(event);
  if (!square) return;
  event.preventDefault();
  enter(square.closest(".board"), square.value);
  square.dispatchEvent(new CustomEvent("square:pick", { bubbles: true }));
});

document.addEventListener("keydown", (event) => {
  const square = squareOf(event);
  if (!square || event.ctrlKey || event.metaKey || event.altKey) return;
  const [row, column] = placeOf(square.value);
  if (event.key in STEPS) {
    const [down, right] = STEPS[event.key];
    const clamp = (place) => Math.min(Math.max(place, 0), SIZE - 1);
    enter(square.closest(".board"), nameOf(clamp(row + down), clamp(column + right)));
  } else if (event.key === "Home" || event.key === "End") {
    enter(square.closest(".board"), nameOf(row, event.key === "Home" ? 0 : SIZE - 1));
  } else if (/^\p{L}$/u.test(event.key) || event.key === "Delete" || event.key === "Backspace") {
    const detail = { key: event.key };
    square.dispatchEvent(new CustomEvent("square:type", { bubbles: true, detail }));
  } else {
    return;
  }
  event.preventDefault();
});
