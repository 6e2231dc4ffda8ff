// Who sits at a new table: the order in which people are ticked is that in which they sit. Of many those are
// shown whose names have what is typed, and those who are chosen already.

const seats = document.querySelector("[data-seats]");
const order = seats?.querySelector("[data-order]");

function show() {
  const ticked = order.value.split(" ").filter(Boolean);
  for (const box of seats.querySelectorAll("[name=seat]")) {
    const place = ticked.indexOf(box.value);
    box.closest("label").querySelector(".e-turn").textContent = place < 0 ? "" : `${place + 1}.`;
  }
}

/** Those who are ticked, the one ticked last behind the others. */
function read() {
  const boxes = [...seats.querySelectorAll("[name=seat]:checked")].map((box) => box.value);
  const known = order.value.split(" ").filter((number) => boxes.includes(number));
  order.value = [...known, ...boxes.filter((number) => !known.includes(number))].join(" ");
  show();
}

if (seats) {
  seats.addEventListener("change", read);
  addEventListener("pageshow", read); // a browser may bring back what was ticked
  read();
}

const find = document.querySelector("[data-find]");

if (find) find.hidden = false; // without a script it would find nobody
find?.addEventListener("input", () => {
  const typed = find.value.trim().toLocaleLowerCase();
  for (const person of document.querySelectorAll("[data-name]")) {
    const isChosen = person.querySelector(":checked:not([value=''])") !== null;
    person.hidden = !isChosen && !person.dataset.name.toLocaleLowerCase().includes(typed);
  }
});
