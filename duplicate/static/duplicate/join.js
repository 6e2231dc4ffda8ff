// Remembers what people told of themselves, so that a phone knows them the next time.

import { keepText, recallText } from "../referee/storage.js";

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-remember]"));
for (const name of form?.dataset.remember?.split(" ") ?? []) {
  const field = /** @type {HTMLInputElement} */ (form?.elements.namedItem(name));
  field.value ||= recallText(`join ${name}`) ?? "";
  field.closest("details")?.toggleAttribute("open", field.closest("details")?.open || field.value !== "");
  form?.addEventListener("submit", () => keepText(`join ${name}`, field.value.trim()));
}
