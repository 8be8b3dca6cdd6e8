// The path player: a failing run, step by step.
const AROUND = 7;

for (const place of document.querySelectorAll(".player")) {
  const run = data.players[Number(place.dataset.player)];
  if (run) makePlayer(place, run);
}

function makePlayer(place, run) {
  const player = { run, at: 0, values: new Map(), place };
  const last = run.steps.length - 1;
  const button = (text, title, to) => element("button", { title, onclick: () => moveTo(player, to()) }, text);
  player.slider = element("input", { type: "range", min: 0, max: last, value: 0, "aria-label": "Step" });
  player.slider.addEventListener("input", () => moveTo(player, Number(player.slider.value)));
  player.count = element("span", { class: "step" });
  player.code = element("pre", {});
  player.state = element("div", { class: "state" });
  place.append(
    element("h4", {}, "The failing run, step by step"),
    element("div", { class: "buttons" },
      button(run.omitted > 0 ? "« First recorded step" : "« First step", "First step (Home)", () => 0),
      button("‹", "Step back (←)", () => player.at - 1),
      button("›", "Step (→)", () => player.at + 1),
      button("Failing step »", "Failing step (End)", () => last),
      player.slider, player.count),
    element("div", { class: "columns" }, element("div", {}, player.title = element("p", { class: "quiet" }), player.code), player.state),
  );
  place.addEventListener("keydown", (event) => {
    const to = { ArrowRight: player.at + 1, ArrowDown: player.at + 1, ArrowLeft: player.at - 1, ArrowUp: player.at - 1, Home: 0, End: last, " ": last }[event.key];
    if (to === undefined || event.target.matches("button") && event.key === " ") return;
    event.preventDefault();
    moveTo(player, to);
  });
  apply(player, 0);
  moveTo(player, last);
}

function key(change) {
  return change.object + ":" + change.cell;
}

// Applies the changes of a step. Each change keeps the value before it, so that a step can be undone.
function apply(player, step) {
  for (const change of player.run.steps[step].changes) {
    change.before = player.values.get(key(change));
    player.values.set(key(change), change);
  }
}

function undo(player, step) {
  for (const change of [...player.run.steps[step].changes].reverse()) {
    if (change.before === undefined) player.values.delete(key(change));
    else player.values.set(key(change), change.before);
  }
}

function moveTo(player, to) {
  to = Math.max(0, Math.min(player.run.steps.length - 1, to));
  while (player.at < to) apply(player, ++player.at);
  while (player.at > to) undo(player, player.at--);
  player.slider.value = player.at;
  const all = player.run.steps.length;
  const what = player.at === all - 1 ? ": the run fails here" : player.at > 0 ? "" : player.run.omitted > 0 ? ": the first recorded step" : ": the run begins";
  player.count.textContent = "step " + grouped(player.at + 1 + player.run.omitted) + " of " + grouped(all + player.run.omitted) + what;
  drawCode(player);
  drawState(player);
}

function drawCode(player) {
  const step = player.run.steps[player.at];
  const file = player.run.files[step.file];
  player.title.replaceChildren("in ", functionLink(player.run.calls[step.call].function), " ", placeLink(file, step.line));
  const lines = [];
  const isLast = player.at === player.run.steps.length - 1;
  for (let line = Math.max(1, step.line - AROUND); line <= step.line + AROUND; line++) {
    const row = rowOf(file, line);
    if (row === null) continue;
    const kind = line === step.line ? (isLast ? "now last" : "now") : "";
    lines.push(element("span", { class: kind }, element("i", {}, String(line)), sourceText(file, line)));
  }
  player.code.replaceChildren(...lines);
}

// Returns the calls that are active at a step, and 0 for the whole program.
function activeCalls(player) {
  const active = new Set([0]);
  for (let call = player.run.steps[player.at].call; call > 0; call = player.run.calls[call].caller) active.add(call);
  return active;
}

// Returns the objects that exist at a step: those with a value, of calls that are active.
function liveObjects(player) {
  const active = activeCalls(player);
  const seen = new Set([...player.values.values()].map((change) => change.object));
  return player.run.objects.map((object, at) => [object, at]).filter(([object, at]) => seen.has(at) && active.has(object.call));
}

function drawState(player) {
  const changed = new Set(player.run.steps[player.at].changes.map(key));
  const own = player.run.steps[player.at].call;
  const rows = [];
  const grids = [];
  const objects = liveObjects(player).sort(([a], [b]) => (b.call === own) - (a.call === own));
  for (const [object, at] of objects) {
    if (object.cells > 1) {
      grids.push(grid(player, object, at, changed));
      continue;
    }
    const change = player.values.get(at + ":0");
    const isOuter = object.storage === "local" && object.call !== own;
    rows.push(element("tr", { class: changed.has(at + ":0") ? "changed" : "" },
      element("td", {}, visible(object.name), isOuter ? element("span", { class: "quiet" }, " caller") : ""),
      element("td", {}, change.value === "" ? "–" : visible(change.value)),
      element("td", { class: "term" }, visible(change.term))));
  }
  const table = element("table", {}, element("thead", {}, element("tr", {}, element("th", {}, "variable"), element("th", {}, "value"), element("th", {}, "as an expression of the input"))), element("tbody", {}, ...rows));
  player.state.replaceChildren(...(rows.length > 0 ? [table] : []), ...grids);
}

function grid(player, object, at, changed) {
  const cells = element("div", { class: "grid" });
  for (let cell = 0; cell < object.cells; cell++) {
    const change = player.values.get(at + ":" + cell);
    const unset = change === undefined || change.value === "";
    const kinds = [unset ? "unset" : "", change && change.term ? "symbolic" : "", changed.has(at + ":" + cell) ? "changed" : ""];
    const title = object.name + "[" + cell + "]" + (change && change.term ? " = " + change.term : "");
    cells.append(element("span", { class: kinds.join(" ").trim(), title: visible(title) }, unset ? "·" : visible(change.value)));
  }
  const size = object.cells * object.cell_bytes < object.bytes ? "the first " + object.cells + " elements of " : "";
  return element("div", { class: "memory" }, element("h4", {}, visible(object.name), element("span", {}, " " + size + counted(object.bytes, "byte") + ", " + object.storage)), cells);
}
