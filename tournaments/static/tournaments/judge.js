// The ruling fills the screen until somebody presses Enter or Esc, or taps the button.

import { byId } from "../referee/elements.js";

const next = byId("next");
next.focus();
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.key !== "Escape" && event.key !== "Enter") return;
  event.preventDefault();
  next.click();
});
