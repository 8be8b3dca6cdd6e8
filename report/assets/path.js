// The panel with the path to the selected node.
const MAX_CONDITIONS = 60;

function showPath(node) {
  const panel = byId("path");
  const path = [];
  for (let at = node; at > 0; at = tree.parent[at]) path.push(at);
  path.reverse();
  panel.replaceChildren(
    element("h3", {}, nodeTitle(node)),
    nodeFacts(node),
    element("h3", {}, pathTitle(node)),
    tree.isUnrolled && node > 0 && tree.columns.end[node] !== 2 ? element("p", { class: "help" }, "The path on which the node was first unrolled, or a failing path. Other paths may lead here.") : "",
    pathConditions(path),
  );
}

function pathTitle(node) {
  if (node === 0) return "No condition: every input begins here";
  if (!tree.isUnrolled) return "Path condition";
  return tree.columns.end[node] === 2 ? "The path of the failing run" : "One path to this node";
}

function nodeTitle(node) {
  if (node === 0) return "Start of the program";
  const end = tree.columns.end[node];
  if (end === 2) return "The path fails";
  if (end === 0 && tree.hidden.has(node)) return "Aggregated paths";
  return end === 0 ? "Part of a path" : (tree.isUnrolled ? "The node is " + (end === 4 ? "not unrolled further" : "a leaf") : "The path is " + ENDS[end]);
}

function nodeFacts(node) {
  const facts = element("dl", {});
  const add = (name, ...value) => facts.append(element("dt", {}, name), element("dd", {}, ...value));
  const place = nodePlace(node);
  if (place !== null) {
    add("begins at", placeLink(place.file, place.line), " ", element("code", {}, sourceText(place.file, place.line).trim()));
  }
  const here = slowQueries((issued) => issued === node);
  if (here.length > 0) add("issues slow query no.", ...here);
  const below = slowQueries((issued) => issued !== node && isAbove(node, issued));
  if (below.length > 0 && node > 0) add("below", "slow query no. ", ...below);
  add(tree.isUnrolled ? "nodes without successor" : "leaves of the tree below", grouped(tree.paths[node]) + (tree.failed[node] > 0 ? ", " + grouped(tree.failed[node]) + " failing" : ""));
  const share = (100 * tree.work[node]) / Math.max(1, tree.work[0]);
  add("work", share.toFixed(share < 10 ? 1 : 0) + "\u202f% with all nodes below");
  const entry = tree.hidden.get(node);
  if (entry !== undefined) add("aggregated", counted(entry[1], "node"));
  const into = tree.into.get(node);
  if (into !== undefined) add("merged into", element("button", { onclick: () => selectNode(into) }, "show"));
  const test = tree.tests.get(node);
  if (test !== undefined) add("test", testLink(tree.columns.tests[test]));
  return facts;
}

// Returns links to the slow queries of the nodes that a test accepts, at most eight.
function slowQueries(isWanted) {
  const all = [...document.querySelectorAll(".queries > li[data-node]")].filter((item) => isWanted(Number(item.dataset.node)));
  const links = all.slice(0, 8).flatMap((item, at) => [at === 0 ? "" : ", ", element("a", { href: "#" + item.id }, String(rankOf(item.id)))]);
  return all.length > 8 ? [...links, " and " + (all.length - 8) + " more"] : links;
}

function rankOf(id) {
  return [...document.querySelectorAll(".queries > li")].findIndex((item) => item.id === id) + 1;
}

// Returns the name of a test case, as a link to its violation or to its row in the list.
function testLink(name) {
  const shown = element("code", {}, visible(name));
  const button = [...document.querySelectorAll("[data-test]")].find((known) => known.dataset.test === name);
  const place = button === undefined ? null : button.closest("[id]");
  return place === null ? shown : element("a", { href: "#" + place.id }, shown);
}

// Selects the node at which the path of a test case ends.
function showTest(name) {
  const index = tree.columns.tests.indexOf(name);
  const found = [...tree.tests].find((entry) => entry[1] === index);
  if (found === undefined) return;
  byId("tree").scrollIntoView();
  selectNode(found[0]);
}

// Selects the next node that begins at a line.
function showNodesAt(file, line) {
  for (let step = 1; step <= tree.count; step++) {
    const node = (Math.max(0, tree.selected) + step) % tree.count;
    const place = nodePlace(node);
    if (place === null || place.file !== file || place.line !== line) continue;
    byId("tree").scrollIntoView();
    return selectNode(node);
  }
}

document.addEventListener("click", (event) => {
  if (tree === null) return;
  const button = event.target.closest("button[data-test]");
  if (button !== null) showTest(button.dataset.test);
  const nodes = event.target.closest("a.nodes");
  if (nodes !== null) showNodesAt(nodes.dataset.file, Number(nodes.dataset.line));
});

function pathConditions(path) {
  const list = element("ol", {});
  const skipped = Math.max(0, path.length - MAX_CONDITIONS);
  if (skipped > 0) {
    list.start = skipped + 1;
    list.append(element("li", { class: "earlier", value: skipped }, counted(skipped, "earlier condition")));
  }
  for (const at of path.slice(skipped)) {
    const place = nodePlace(at);
    const condition = nodeCondition(at);
    const item = element("li", {}, place === null ? "" : placeLink(place.file, place.line));
    const show = (event) => {
      event.preventDefault();
      selectNode(at);
    };
    item.append(element("a", { class: "node", href: "#tree", title: "Select this node", onclick: show }, element("code", {}, condition === "" ? unknownCondition(at) : visible(condition))));
    list.append(item);
  }
  return list;
}

function unknownCondition(node) {
  const merged = [...tree.into.values()].includes(node);
  if (tree.columns.end[node] === 2) return "fails for every input of the path";
  if (merged) return "after a merge";
  const place = nodePlace(node);
  const line = place === null ? "" : sourceText(place.file, place.line).trim();
  return tree.isUnrolled && line !== "" ? "to: " + visible(line) : "(condition not recorded)";
}

if (data.tree !== null && data.tree !== undefined && byId("tree-canvas") !== null) {
  tree = makeTree(data.tree);
  startTree();
}
