// The search: source lines, conditions of the tree, queries, failures.
const searchBox = byId("search");
const resultBox = byId("results");
let chosen = -1;

searchBox.addEventListener("input", () => search(searchBox.value.trim().toLowerCase()));
searchBox.addEventListener("keydown", (event) => {
  const links = [...resultBox.querySelectorAll("a")];
  if (event.key === "Escape") {
    searchBox.value = "";
    search("");
    searchBox.blur();
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    chosen = Math.max(0, Math.min(links.length - 1, chosen + (event.key === "ArrowDown" ? 1 : -1)));
    links.forEach((link, at) => link.classList.toggle("chosen", at === chosen));
    if (links[chosen]) links[chosen].scrollIntoView({ block: "nearest" });
  } else if (event.key === "Enter" && links.length > 0) {
    links[Math.max(0, chosen)].click();
  }
});

function search(words) {
  chosen = -1;
  resultBox.hidden = words === "";
  if (words === "") return;
  const hits = [...lineHits(words), ...elementHits(words, ".failure", "violation"), ...elementHits(words, ".queries > li", "query"), ...nodeHits(words)];
  const items = hits.slice(0, 60).map(([kind, text, go]) => {
    const link = element("a", { href: "#" }, element("span", {}, kind), marked(text, words));
    link.addEventListener("click", (event) => {
      event.preventDefault();
      resultBox.hidden = true;
      go();
    });
    return element("li", {}, link);
  });
  resultBox.replaceChildren(items.length > 0 ? element("ul", {}, ...items) : element("p", { class: "quiet" }, "Nothing found."));
}

function marked(text, words) {
  const at = text.toLowerCase().indexOf(words);
  if (at < 0) return element("code", {}, text);
  const end = at + words.length;
  return element("code", {}, text.slice(0, at), element("mark", {}, text.slice(at, end)), text.slice(end));
}

function lineHits(words) {
  const hits = [];
  for (const file of data.files || []) {
    const table = sourceTables[data.files.indexOf(file)];
    if (table === undefined) continue;
    for (const row of table.querySelectorAll("tbody:not(.ranked) tr[id]")) {
      const text = row.querySelector(".code code").textContent;
      const name = baseName(file.name) + ":" + row.querySelector(".line").textContent;
      if (!text.toLowerCase().includes(words) && !name.toLowerCase().includes(words)) continue;
      const line = Number(row.querySelector(".line").textContent);
      hits.push([name, text.trim(), () => showLine(file.name, line)]);
      if (hits.length > 40) return hits;
    }
  }
  return hits;
}

function elementHits(words, selector, kind) {
  const found = [...document.querySelectorAll(selector)].filter((item) => item.textContent.toLowerCase().includes(words));
  return found.slice(0, 10).map((item) => {
    const text = (item.querySelector("h3, summary") || item).textContent.trim();
    return [kind, text, () => reveal(item)];
  });
}

function nodeHits(words) {
  const hits = [];
  if (tree === null) return hits;
  const matching = new Set();
  tree.columns.conditions.forEach((text, at) => text.toLowerCase().includes(words) && matching.add(at + 1));
  for (let node = 0; node < tree.count && hits.length < 15; node++) {
    if (!matching.has(tree.columns.condition[node])) continue;
    hits.push(["tree node", nodeCondition(node), () => {
      byId("tree").scrollIntoView();
      selectNode(node);
    }]);
  }
  return hits;
}
