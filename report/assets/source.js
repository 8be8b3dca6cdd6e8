// The source: heat by a column, folding, and a list of the costly lines.
const sourceTables = [...document.querySelectorAll("table.source")];
const heatChoice = byId("heat");

// Colors the cells and the code of all lines by one column.
function applyHeat() {
  for (const table of sourceTables) {
    const names = [...table.tHead.rows[0].cells].map((cell) => cell.dataset.column);
    const column = names.indexOf(heatChoice.value);
    for (const row of table.querySelectorAll("tbody tr:not(.gap)")) {
      const cell = row.cells[column];
      const heat = cell === undefined ? "" : cell.style.getPropertyValue("--part");
      for (const other of row.cells) other.classList.toggle("hot", other === cell && heat !== "");
    }
  }
}

function applyFold() {
  sourceTables.forEach((table) => table.classList.toggle("folded", byId("fold").checked));
}

// Shows only the lines with a value in the chosen column, the greatest first; or all lines in order.
function applyHot() {
  const hot = byId("hot").checked;
  for (const table of sourceTables) {
    const old = table.querySelector("tbody.ranked");
    if (old !== null) old.remove();
    for (const body of table.tBodies) body.hidden = hot;
    if (!hot) continue;
    const names = [...table.tHead.rows[0].cells].map((cell) => cell.dataset.column);
    const column = names.indexOf(heatChoice.value);
    const value = (row) => Number(row.cells[column] ? row.cells[column].dataset.value || 0 : 0);
    const rows = [...table.querySelectorAll("tbody tr:not(.gap)")].filter((row) => value(row) > 0);
    rows.sort((a, b) => value(b) - value(a));
    const ranked = element("tbody", { class: "ranked" });
    for (const row of rows.slice(0, 500)) {
      const copy = row.cloneNode(true);
      copy.removeAttribute("id");
      ranked.append(copy);
    }
    table.append(ranked);
  }
}

if (heatChoice !== null) {
  heatChoice.addEventListener("change", () => {
    applyHeat();
    applyHot();
  });
  byId("fold").addEventListener("change", applyFold);
  byId("hot").addEventListener("change", applyHot);
  for (const table of sourceTables) {
    for (const head of table.tHead.rows[0].cells) {
      if (head.dataset.column === undefined) continue;
      onHead(head, () => {
        heatChoice.value = head.dataset.column;
        applyHeat();
        applyHot();
      });
    }
  }
  applyHeat();
}
if (byId("fold") !== null) applyFold();
for (const button of document.querySelectorAll(".gap button")) {
  button.addEventListener("click", () => button.closest("tbody").classList.remove("unused"));
}
addEventListener("hashchange", () => {
  const row = byId(location.hash.slice(1));
  if (row !== null && row.parentElement !== null && row.parentElement.classList.contains("unused")) row.parentElement.classList.remove("unused");
});
