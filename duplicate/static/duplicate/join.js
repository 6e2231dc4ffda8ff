// Remembers what people told of themselves, so that a phone knows them the next time.

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-remember]"));
for (const name of form?.dataset.remember?.split(" ") ?? []) {
  const field = /** @type {HTMLInputElement} */ (form?.elements.namedItem(name));
  field.value ||= localStorage.getItem(`join ${name}`) ?? "";
  field.closest("details")?.toggleAttribute("open", field.closest("details")?.open || field.value !== "");
  form?.addEventListener("submit", () => localStorage.setItem(`join ${name}`, field.value.trim()));
}
