// Shared functions: elements, texts of numbers, links, theme, copying.
const root = document.documentElement;
root.classList.add("scripted");
const data = JSON.parse(document.getElementById("report-data").textContent);

const byId = (id) => document.getElementById(id);

// Returns a new element. A child that is a string becomes text, never HTML.
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== "" && child !== undefined));
  return made;
}

// Control characters are shown as pictures, as in the rest of the page.
function visible(text) {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (c) => {
    const code = c.charCodeAt(0);
    return code < 32 ? String.fromCharCode(0x2400 + code) : "[U+" + code.toString(16).toUpperCase().padStart(4, "0") + "]";
  });
}

// Calls a function when the head of a column is clicked, or when Enter is pressed on it.
function onHead(head, listener) {
  head.tabIndex = 0;
  head.addEventListener("click", listener);
  head.addEventListener("keydown", (event) => {
    if (event.key === "Enter") listener();
  });
}

function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

function counted(number, one, many) {
  return number === 1 ? "1 " + one : grouped(number) + " " + (many || one + "s");
}

function baseName(file) {
  return file.slice(file.lastIndexOf("/") + 1);
}

const anchors = new Map((data.files || []).map((file) => [file.name, file.anchor.replace(/0$/, "")]));

// Returns the row of a source line; null if the page does not show it.
function rowOf(file, line) {
  const anchor = anchors.get(file);
  return anchor === undefined ? null : byId(anchor + line);
}

function sourceText(file, line) {
  const row = rowOf(file, line);
  return row === null ? "" : row.querySelector(".code code").textContent;
}

// Returns a link to a source line.
function placeLink(file, line) {
  const link = element("a", { class: "place", "data-file": file, "data-line": line }, visible(baseName(file)) + ":" + line);
  const row = rowOf(file, line);
  if (row !== null) link.href = "#" + row.id;
  return link;
}

const functions = new Map((data.functions || []).map((known) => [known.name, known.place]));

// Returns the name of a function, as a link to its first line if this line is known.
function functionLink(name) {
  const place = functions.get(name);
  if (place === undefined) return element("code", {}, visible(name));
  const link = placeLink(place.file, place.line);
  link.replaceChildren(element("code", {}, visible(name)));
  return link;
}

// Opens the folded parts around an element, and scrolls to it.
function reveal(shown) {
  for (let at = shown; at !== null; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  for (const inner of shown.querySelectorAll(":scope > details")) inner.open = true;
  shown.scrollIntoView({ block: shown.tagName === "SECTION" ? "start" : "center" });
}

let target = null;

// Scrolls to a source line, and unfolds it.
function showLine(file, line) {
  const row = rowOf(file, line);
  if (row === null) return;
  const details = row.closest("details");
  if (details !== null) details.open = true;
  const body = row.parentElement;
  if (body.classList.contains("unused")) body.classList.remove("unused");
  if (target !== null) target.classList.remove("target");
  target = row;
  row.classList.add("target");
  row.scrollIntoView({ block: "center" });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a.place");
  if (link !== null) {
    event.preventDefault();
    return showLine(link.dataset.file, Number(link.dataset.line));
  }
  const inner = event.target.closest("a[href^='#']");
  const shown = inner === null ? null : byId(inner.getAttribute("href").slice(1));
  if (shown !== null && !event.defaultPrevented) setTimeout(() => reveal(shown));
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (button === null) return;
  const text = button.parentElement.querySelector("code").textContent;
  const done = () => {
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 1200);
  };
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, () => select(button));
  else select(button);
});

// Selects the text next to a button, where the browser does not let a page copy.
function select(button) {
  const range = document.createRange();
  range.selectNodeContents(button.parentElement.querySelector("code"));
  getSelection().removeAllRanges();
  getSelection().addRange(range);
}

const listeners = [];

function isDark() {
  if (root.classList.contains("dark")) return true;
  return !root.classList.contains("light") && matchMedia("(prefers-color-scheme: dark)").matches;
}

// Calls a function now and whenever the theme changes.
function onTheme(listener) {
  listeners.push(listener);
}

function toggleTheme() {
  const dark = isDark();
  root.classList.toggle("dark", !dark);
  root.classList.toggle("light", dark);
  listeners.forEach((listener) => listener());
}

byId("theme").addEventListener("click", toggleTheme);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => listeners.forEach((listener) => listener()));
byId("help").addEventListener("click", () => byId("keys").showModal());

// Keys of the whole page. A text field keeps its keys.
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/") {
    event.preventDefault();
    byId("search").focus();
  } else if (event.key === "t") toggleTheme();
  else if (event.key === "?") byId("keys").showModal();
  else if (event.key === "g") {
    const guilty = document.querySelector(".guilty a.place");
    if (guilty !== null) guilty.click();
  }
});
