// Sorting of tables by a click on a heading.
for (const table of document.querySelectorAll("table.sortable")) {
  table.querySelectorAll("thead th").forEach((head, column) => {
    onHead(head, () => sortTable(table, head, column));
  });
}

function sortTable(table, head, column) {
  const descending = head.getAttribute("aria-sort") !== "descending";
  table.querySelectorAll("thead th").forEach((other) => other.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", descending ? "descending" : "ascending");
  const body = table.tBodies[0];
  const key = (row) => {
    const cell = row.cells[column];
    if (cell === undefined) return "";
    return cell.dataset.value === undefined ? cell.textContent : Number(cell.dataset.value);
  };
  const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  const rows = [...body.rows].map((row) => [key(row), row]);
  rows.sort((a, b) => (descending ? order(b[0], a[0]) : order(a[0], b[0])));
  body.append(...rows.map((pair) => pair[1]));
}
