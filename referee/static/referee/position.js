// The position page without reloading. The server draws everything: this script sends it the form,
// puts the parts marked data-live in place of the old ones, and keeps the address up to date.
// Without this script the same form works by itself.

const FIELDS = ["board", "moves", "rack", "rules", "at", "word", "show"];
const PAUSE = 120; // milliseconds after a key before the server is asked
const LETTERS = "AÄBCDEFGHIJKLMNOÖPQRSTUÜVWXYZ";

const form = document.getElementById("position");
const field = form.elements;
const letter = document.getElementById("letter");
const letterSquare = document.getElementById("letter-square");
const letterBlank = document.getElementById("letter-blank");

let mode = "move";
let cursor = { row: 7, column: 7, down: false }; // where the next tile is set up
let asking = null;
let timer = 0;

// Asking the server

function address(changes = {}) {
  const query = new URLSearchParams();
  for (const name of FIELDS) {
    const text = field[name].value.trim();
    if (text && !(name === "rules" && text === "standard")) query.set(name, text);
  }
  for (const [name, text] of Object.entries(changes)) query.set(name, text);
  const text = query.toString().replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("+", "%20");
  return `${form.getAttribute("action")}?${text}`;
}

async function visit(url, { push = false, keep = false } = {}) {
  clearTimeout(timer);
  asking?.abort();
  const asked = (asking = new AbortController());
  try {
    const response = await fetch(url, { signal: asked.signal });
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    if (!fresh.getElementById("position")) throw new Error(`status ${response.status}`);
    if (asked.signal.aborted) return;
    show(fresh, keep);
    if (push) history.pushState(null, "", response.url);
    else history.replaceState(null, "", response.url);
    for (const here of document.querySelectorAll("[data-here]")) {
      here.value = location.pathname + location.search;
    }
  } catch (fault) {
    if (fault.name === "AbortError") return;
    const notice = document.createElement("p");
    notice.className = "notice bad";
    notice.setAttribute("role", "alert");
    notice.textContent = form.dataset.offline;
    document.getElementById("live-faults").replaceChildren(notice);
  }
}

function ask(changes, options) {
  clearTimeout(timer);
  asking?.abort(); // an older answer would undo what was typed since
  timer = setTimeout(() => visit(address(changes), options), PAUSE);
}

function show(fresh, keep) {
  const focused = document.activeElement;
  for (const part of fresh.querySelectorAll("[data-live]")) {
    const old = document.getElementById(part.id);
    if (old.innerHTML !== part.innerHTML) old.replaceChildren(...part.childNodes);
    old.className = part.className;
    const label = part.getAttribute("aria-label");
    if (label) old.setAttribute("aria-label", label);
  }
  const from = fresh.getElementById("position").elements;
  for (const name of [...FIELDS, "set"]) {
    for (const mark of ["aria-invalid", "aria-describedby"]) {
      if (from[name].hasAttribute(mark)) field[name].setAttribute(mark, from[name].getAttribute(mark));
      else field[name].removeAttribute(mark);
    }
    if (keep && field[name] === focused) continue; // it is being typed into
    if (field[name].value !== from[name].value) field[name].value = from[name].value;
  }
  if (mode === "set") paintCursor();
  if (focused && !focused.isConnected) {
    (document.getElementById(focused.id) ?? document.getElementById("live-result")).focus({
      preventScroll: true,
    });
  }
}

// The form

form.addEventListener("input", (event) => {
  const name = event.target.name;
  if (!FIELDS.includes(name) || !event.target.checkValidity()) return;
  if (name !== "show") field.show.value = "";
  ask({}, { keep: true });
});

form.addEventListener("change", (event) => {
  if (FIELDS.includes(event.target.name) && !event.target.checkValidity()) ask({}, { keep: true });
});

form.noValidate = true; // the server says better what is wrong
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = event.submitter;
  const changes = button?.name ? { [button.name]: button.value } : {};
  if (button?.name === "do" && !button.value) changes.set = field.set.value;
  visit(address(changes), { push: true });
});

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest("a[data-visit]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  visit(link.href, { push: true });
});

window.addEventListener("popstate", () => visit(location.href));

// Squares: in one mode they say where the move begins, in the other they are set up

const nameOf = (row, column) => String.fromCharCode(65 + row) + (column + 1);
const placeOf = (name) => [name.charCodeAt(0) - 65, Number(name.slice(1)) - 1];

document.addEventListener("square:pick", (event) => {
  const name = event.target.value;
  if (mode === "move") {
    begin(name);
    field.word.focus();
    field.word.select();
  } else {
    const [row, column] = placeOf(name);
    const again = row === cursor.row && column === cursor.column;
    cursor = { row, column, down: again ? !cursor.down : cursor.down };
    paintCursor();
    letter.focus();
  }
});

document.addEventListener("square:type", (event) => {
  const { key } = event.detail;
  if (mode === "move") {
    if (key.length > 1) return;
    if (field.at.value.trim().toUpperCase() !== written(event.target.value, startsDown())) {
      begin(event.target.value);
    }
    field.word.value = key.toUpperCase();
    field.word.focus();
    ask({}, { keep: true });
  } else {
    const [row, column] = placeOf(event.target.value);
    cursor = { ...cursor, row, column };
    key.length > 1 ? setTile("") : typeTile(key);
    document.getElementById(`square-${nameOf(cursor.row, cursor.column)}`).focus();
  }
});

const startsDown = () => /^\s*[0-9]/.test(field.at.value);
const written = (name, down) => (down ? name.slice(1) + name[0] : name);

function begin(name) {
  const start = field.at.value.trim().toUpperCase().split(/[-–—]/)[0];
  const again = start === written(name, startsDown());
  field.at.value = written(name, startsDown() !== again);
  const [row, column] = placeOf(name);
  mark(row, column, startsDown());
  ask({}, { keep: true });
}

function mark(row, column, down) {
  for (const old of form.querySelectorAll("[data-cursor]")) delete old.dataset.cursor;
  const square = document.getElementById(`square-${nameOf(row, column)}`);
  square.parentElement.dataset.cursor = down ? "down" : "across";
}

function paintCursor() {
  mark(cursor.row, cursor.column, cursor.down);
  letterSquare.textContent = nameOf(cursor.row, cursor.column);
}

// Setting up

for (const button of form.querySelectorAll("[data-mode]")) {
  button.addEventListener("click", () => {
    mode = button.dataset.mode;
    for (const other of form.querySelectorAll("[data-mode]")) {
      other.setAttribute("aria-pressed", String(other === button));
    }
    for (const part of form.querySelectorAll("[data-for]")) part.hidden = part.dataset.for !== mode;
    if (mode === "set") {
      field.at.value = field.word.value = "";
      visit(address()).then(() => letter.focus());
    } else {
      visit(address());
    }
  });
}

function typeTile(text) {
  const upper = text.toUpperCase();
  if (!LETTERS.includes(upper)) return;
  setTile(letterBlank.checked ? upper.toLowerCase() : upper);
  letterBlank.checked = false;
  step(1);
}

function setTile(tile) {
  const rows = field.set.value.split("\n");
  const cells = [...rows[cursor.row]];
  cells[cursor.column] = tile || ".";
  rows[cursor.row] = cells.join("");
  field.set.value = rows.join("\n");
  const square = document.getElementById(`square-${nameOf(cursor.row, cursor.column)}`);
  const shown = document.createElement("span"); // until the server has drawn the square
  shown.className = tile ? "tile" : "";
  shown.textContent = tile.toUpperCase();
  square.replaceChildren(shown);
  delete square.dataset.mark;
  ask({ set: field.set.value }, { keep: true });
}

function step(count) {
  const place = cursor.down ? "row" : "column";
  cursor[place] = Math.min(Math.max(cursor[place] + count, 0), 14);
  paintCursor();
}

letter.addEventListener("input", () => {
  for (const char of letter.value) {
    if (char === " " || char === ".") {
      setTile("");
      step(1);
    } else {
      typeTile(char);
    }
  }
  letter.value = "";
});

letter.addEventListener("keydown", (event) => {
  const ways = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  if (event.key in ways) {
    const [down, right] = ways[event.key];
    cursor = { ...cursor, down: down !== 0 };
    step(down + right);
  } else if (event.key === "Backspace") {
    step(-1);
    setTile("");
  } else if (event.key === "Delete") {
    setTile("");
  } else if (event.key !== "Enter") {
    return;
  }
  event.preventDefault();
});

document.getElementById("letter-remove").addEventListener("click", () => {
  setTile("");
  letter.focus();
});

// Sharing

const copy = document.getElementById("copy");
copy.addEventListener("click", async () => {
  await navigator.clipboard.writeText(location.href);
  const title = copy.textContent;
  copy.textContent = form.dataset.copied;
  setTimeout(() => (copy.textContent = title), 2000);
});

document.documentElement.classList.add("scripted");
for (const part of form.querySelectorAll("[data-script]")) part.hidden = false;
if (!navigator.clipboard) copy.hidden = true;
