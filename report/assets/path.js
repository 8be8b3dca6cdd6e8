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
    element("h3", {}, path.length === 0 ? "No condition: every input begins here" : "Path condition"),
    pathConditions(path),
  );
}

function nodeTitle(node) {
  if (node === 0) return "Start of the program";
  const end = tree.columns.end[node];
  if (end === 2) return "The path fails";
  if (end === 0 && tree.hidden.has(node)) return "Aggregated paths";
  return end === 0 ? "Part of a path" : "The path is " + ENDS[end];
}

function nodeFacts(node) {
  const facts = element("dl", {});
  const add = (name, ...value) => facts.append(element("dt", {}, name), element("dd", {}, ...value));
  const place = nodePlace(node);
  if (place !== null) add("begins at", placeLink(place.file, place.line), " ", element("code", {}, sourceText(place.file, place.line).trim()));
  add("paths", grouped(tree.paths[node]) + (tree.failed[node] > 0 ? ", " + grouped(tree.failed[node]) + " failing" : ""));
  const share = (100 * tree.work[node]) / Math.max(1, tree.work[0]);
  add("work", share.toFixed(share < 10 ? 1 : 0) + "\u202f% with all nodes below");
  const entry = tree.hidden.get(node);
  if (entry !== undefined) add("aggregated", counted(entry[1], "node"));
  const into = tree.into.get(node);
  if (into !== undefined) add("merged into", element("button", { onclick: () => selectNode(into) }, "show"));
  const test = tree.tests.get(node);
  if (test !== undefined) add("test", element("code", {}, visible(tree.columns.tests[test])));
  return facts;
}

function pathConditions(path) {
  const list = element("ol", {});
  const skipped = Math.max(0, path.length - MAX_CONDITIONS);
  if (skipped > 0) {
    list.start = skipped + 1;
    list.append(element("li", { class: "quiet", value: skipped }, counted(skipped, "earlier condition")));
  }
  for (const at of path.slice(skipped)) {
    const place = nodePlace(at);
    const condition = nodeCondition(at);
    const item = element("li", {}, place === null ? "" : placeLink(place.file, place.line));
    item.append(element("code", {}, condition === "" ? unknownCondition(at) : visible(condition)));
    list.append(item);
  }
  return list;
}

function unknownCondition(node) {
  const merged = [...tree.into.values()].includes(node);
  if (tree.columns.end[node] === 2) return "fails for every input of the path";
  return merged ? "after a merge" : "(condition not recorded)";
}

if (data.tree !== null && data.tree !== undefined && byId("tree-canvas") !== null) {
  tree = makeTree(data.tree);
  startTree();
}
