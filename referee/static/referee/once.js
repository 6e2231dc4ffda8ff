// A form with data-once is sent once, however often an impatient hand taps its button.

for (const form of document.querySelectorAll("form[data-once]")) {
  let isSent = false;
  form.addEventListener("submit", (event) => {
    if (isSent) event.preventDefault();
    isSent = true;
  });
  addEventListener("pageshow", () => { isSent = false; }); // come back to
}
