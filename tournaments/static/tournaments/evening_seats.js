// Who sits at a new table: the order in which people are ticked is that in which they sit.

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
