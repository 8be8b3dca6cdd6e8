// The execution tree as an icicle on a canvas: a row per level, a box per node.
const ROW = 20;
const LEAST_WIDTH = 0.7;
// A drawing with fewer boxes than this is no useful overview.
const FEW_BOXES = 200;
const ENDS = ["inner", "completed", "failed", "excluded by an assumption", "dropped", "merged"];
let tree = null;

// Computes parents, children, depths and the sums over subtrees, in one pass each.
function makeTree(columns) {
  const count = columns.up.length;
  const parent = new Int32Array(count);
  const first = new Int32Array(count).fill(-1);
  const next = new Int32Array(count).fill(-1);
  const last = new Int32Array(count).fill(-1);
  const depth = new Int32Array(count);
  for (let node = 1; node < count; node++) {
    const above = node - columns.up[node];
    parent[node] = above;
    depth[node] = depth[above] + 1;
    if (last[above] < 0) first[above] = node;
    else next[last[above]] = node;
    last[above] = node;
  }
  parent[0] = -1;
  const hidden = new Map(columns.aggregated.map((entry) => [entry[0], entry]));
  const paths = new Float64Array(count);
  const work = new Float64Array(count);
  const failed = new Float64Array(count);
  const isUnrolled = columns.kind === "unrolled";
  for (let node = count - 1; node >= 0; node--) {
    const entry = hidden.get(node);
    if (entry !== undefined) {
      paths[node] += Math.max(1, entry[2] + entry[3] + entry[4] + entry[5] + entry[6]);
      failed[node] += entry[3];
    } else if (first[node] < 0) {
      paths[node] += 1;
      failed[node] += columns.end[node] === 2 ? 1 : 0;
    }
    work[node] += columns.work[node];
    if (node > 0) {
      paths[parent[node]] += paths[node];
      work[parent[node]] += work[node];
      failed[parent[node]] += failed[node];
    }
  }
  let greatest = 1;
  for (let node = 0; node < count; node++) greatest = Math.max(greatest, columns.work[node]);
  return {
    columns, count, parent, first, next, depth, hidden, paths, work, failed, greatest,
    isUnrolled, into: new Map(columns.merges), tests: new Map(columns.tested),
    folded: new Set(), zoom: 0, selected: -1, boxes: [],
  };
}

function nodePlace(node) {
  const index = tree.columns.place[node];
  return index === 0 ? null : tree.columns.places[index - 1];
}

function nodeCondition(node) {
  const index = tree.columns.condition[node];
  return index === 0 ? "" : tree.columns.conditions[index - 1];
}

function startTree() {
  const canvas = byId("tree-canvas");
  canvas.addEventListener("click", (event) => {
    const node = nodeAt(event);
    if (node >= 0) selectNode(node);
  });
  canvas.addEventListener("dblclick", (event) => {
    const node = nodeAt(event);
    if (node >= 0) zoomTo(node);
  });
  canvas.addEventListener("mousemove", (event) => {
    const node = nodeAt(event);
    canvas.title = node < 0 ? "" : nodeText(node);
    showLabel(node < 0 ? tree.selected : node);
  });
  canvas.addEventListener("mouseleave", () => showLabel(tree.selected));
  canvas.addEventListener("keydown", treeKey);
  byId("tree-in").addEventListener("click", () => tree.selected >= 0 && zoomTo(tree.selected));
  byId("tree-out").addEventListener("click", zoomOut);
  byId("tree-fold").addEventListener("click", foldSelected);
  byId("tree-failed").addEventListener("click", nextFailure);
  byId("tree-failed").hidden = tree.failed[0] === 0;
  byId("tree-color").addEventListener("change", drawTree);
  byId("tree-width").addEventListener("change", drawTree);
  let deepest = 0;
  for (let node = 0; node < tree.count; node++) deepest = Math.max(deepest, tree.depth[node]);
  canvas.style.height = Math.max(160, Math.min(480, (deepest + 2) * ROW)) + "px";
  onTheme(drawTree);
  new ResizeObserver(drawTree).observe(canvas);
  const first = tree.failed[0] > 0 ? findFailure(-1) : 0;
  selectNode(first, true);
  // A deep tree with few branches does not show the first failure among its upper levels.
  if (tree.boxes.length < FEW_BOXES) selectNode(first);
}

function treeKey(event) {
  const node = tree.selected < 0 ? tree.zoom : tree.selected;
  let to = -1;
  if (event.key === "ArrowUp") to = tree.parent[node];
  else if (event.key === "ArrowDown") to = tree.folded.has(node) ? -1 : tree.first[node];
  else if (event.key === "ArrowRight") to = tree.next[node];
  else if (event.key === "ArrowLeft") to = previousSibling(node);
  else if (event.key === "Enter") zoomTo(node);
  else if (event.key === "Backspace") zoomOut();
  else if (event.key === " ") foldSelected();
  else if (event.key === "f") nextFailure();
  else return;
  event.preventDefault();
  if (to >= 0) selectNode(to);
}

function previousSibling(node) {
  if (tree.parent[node] < 0) return -1;
  let sibling = tree.first[tree.parent[node]];
  if (sibling === node) return -1;
  while (tree.next[sibling] !== node) sibling = tree.next[sibling];
  return sibling;
}

function findFailure(after) {
  for (let node = after + 1; node < tree.count; node++) if (isFailure(node)) return node;
  for (let node = 0; node <= after; node++) if (isFailure(node)) return node;
  return 0;
}

function isFailure(node) {
  const entry = tree.hidden.get(node);
  return tree.columns.end[node] === 2 || (entry !== undefined && entry[3] > 0);
}

function nextFailure() {
  if (tree.failed[0] > 0) selectNode(findFailure(tree.selected));
}

function zoomTo(node) {
  tree.zoom = node;
  drawTree();
}

function zoomOut() {
  if (tree.parent[tree.zoom] >= 0) tree.zoom = tree.parent[tree.zoom];
  drawTree();
}

function foldSelected() {
  if (tree.selected < 0 || tree.first[tree.selected] < 0) return;
  if (!tree.folded.delete(tree.selected)) tree.folded.add(tree.selected);
  drawTree();
}

function isAbove(node, below) {
  for (let at = below; at >= 0; at = tree.parent[at]) if (at === node) return true;
  return false;
}

// Selects a node. If the drawing does not show it, zooms to an ancestor close to it.
function selectNode(node, quiet) {
  tree.selected = node;
  for (let at = tree.parent[node]; at >= 0; at = tree.parent[at]) tree.folded.delete(at);
  if (!isAbove(tree.zoom, node)) tree.zoom = 0;
  drawTree();
  const shown = tree.boxes.some((box) => box.node === node && box.width >= 3);
  if (!shown && !quiet) {
    let ancestor = node;
    for (let steps = 0; steps < 6 && tree.parent[ancestor] >= 0; steps++) ancestor = tree.parent[ancestor];
    tree.zoom = ancestor;
    drawTree();
  }
  showLabel(node);
  showPath(node);
}

function nodeAt(event) {
  const box = byId("tree-canvas").getBoundingClientRect();
  const [x, y] = [event.clientX - box.left, event.clientY - box.top];
  const hit = tree.boxes.find((known) => x >= known.x && x < known.x + known.width && y >= known.y && y < known.y + ROW);
  return hit === undefined ? -1 : hit.node;
}

// Colors that are readable in the light and in the dark theme.
function treeColors() {
  return isDark()
    ? { ends: ["#39424e", "#2f8f57", "#e2564c", "#6b5d86", "#b58325", "#3d78a8"], text: "#f2f4f7", back: "#0e1116", cold: [44, 54, 68], hot: [240, 138, 62], mark: "#ffffff", join: "#8fc4f0" }
    : { ends: ["#d5dae1", "#7fcb9c", "#e8695f", "#b9a9d6", "#ecc06a", "#8dbde0"], text: "#1d2229", back: "#ffffff", cold: [226, 231, 238], hot: [242, 109, 33], mark: "#111111", join: "#2567a0" };
}

function mix(cold, hot, share) {
  const part = cold.map((value, at) => Math.round(value + (hot[at] - value) * share));
  return "rgb(" + part.join(",") + ")";
}

function nodeColor(node, mode, colors) {
  if (mode === "end") {
    if (tree.columns.end[node] === 0 && tree.hidden.has(node) && tree.failed[node] > 0) return colors.ends[2];
    return colors.ends[tree.columns.end[node]];
  }
  if (mode === "work") return mix(colors.cold, colors.hot, Math.sqrt(tree.columns.work[node] / tree.greatest));
  return mix(colors.cold, colors.hot, Math.min(1, tree.depth[node] / 40));
}

// Draws the nodes below the zoomed node that are wide enough to see.
function drawTree() {
  const canvas = byId("tree-canvas");
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (width === 0) return;
  const scale = devicePixelRatio || 1;
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext("2d");
  const colors = treeColors();
  pen.scale(scale, scale);
  pen.fillStyle = colors.back;
  pen.fillRect(0, 0, width, height);
  pen.font = "11px " + getComputedStyle(root).getPropertyValue("--mono");
  pen.textBaseline = "middle";
  const mode = byId("tree-color").value;
  const weight = byId("tree-width").value === "work" ? tree.work : tree.paths;
  tree.boxes = [];
  const stack = [{ node: tree.zoom, x: 0, y: 0, width }];
  while (stack.length > 0) {
    const box = stack.pop();
    if (box.y >= height || box.width < LEAST_WIDTH) continue;
    tree.boxes.push(box);
    drawBox(pen, box, nodeColor(box.node, mode, colors), colors);
    if (tree.folded.has(box.node)) continue;
    let total = 0;
    for (let child = tree.first[box.node]; child >= 0; child = tree.next[child]) total += weight[child] || 1e-9;
    let x = box.x;
    for (let child = tree.first[box.node]; child >= 0; child = tree.next[child]) {
      const part = ((weight[child] || 1e-9) / total) * box.width;
      stack.push({ node: child, x, y: box.y + ROW, width: part });
      x += part;
    }
  }
  drawJoins(pen, colors);
  drawLegend(mode, colors);
}

function drawBox(pen, box, color, colors) {
  const gap = box.width > 3 ? 1 : 0;
  pen.fillStyle = color;
  pen.fillRect(box.x, box.y, Math.max(box.width - gap, 0.5), ROW - 1);
  if (tree.hidden.has(box.node) || tree.folded.has(box.node)) {
    pen.fillStyle = colors.text;
    for (let x = box.x + 2; x < box.x + box.width - 3 && x < box.x + 400; x += 5) pen.fillRect(x, box.y + ROW - 4, 2, 2);
  }
  if (box.width > 34) {
    const text = nodeLabel(box.node);
    pen.save();
    pen.beginPath();
    pen.rect(box.x, box.y, box.width - 4, ROW);
    pen.clip();
    pen.fillStyle = colors.text;
    pen.fillText(text, box.x + 4, box.y + ROW / 2);
    pen.restore();
  }
  if (box.node === tree.selected) {
    pen.strokeStyle = colors.mark;
    pen.lineWidth = 2;
    pen.strokeRect(box.x + 1, box.y + 1, Math.max(box.width - gap - 2, 1), ROW - 3);
  }
}

// Returns the whole text of a node: its line, its condition and its end.
function nodeText(node) {
  const place = nodePlace(node);
  const parts = [place === null ? "" : baseName(place.file) + ":" + place.line, nodeCondition(node)];
  if (tree.columns.end[node] !== 0) parts.push(ENDS[tree.columns.end[node]]);
  return visible(parts.filter((part) => part !== "").join(" · ")) || "start";
}

// Shows the whole text of a node below the drawing, where a box is too narrow for it.
function showLabel(node) {
  byId("tree-label").textContent = node < 0 ? "" : nodeText(node);
}

function nodeLabel(node) {
  const condition = nodeCondition(node);
  if (condition !== "") return visible(condition);
  const place = nodePlace(node);
  if (node === 0) return "start";
  return place === null ? "" : baseName(place.file) + ":" + place.line;
}

// Draws a line from each visible merged node to the node that represents it.
function drawJoins(pen, colors) {
  const boxes = new Map(tree.boxes.map((box) => [box.node, box]));
  let drawn = 0;
  pen.strokeStyle = colors.join;
  pen.lineWidth = 1;
  for (const box of tree.boxes) {
    const to = boxes.get(tree.into.get(box.node));
    if (to === undefined || drawn > 400) continue;
    drawn += 1;
    const [x1, y1, x2, y2] = [box.x + box.width / 2, box.y + ROW - 2, to.x + to.width / 2, to.y + 2];
    pen.beginPath();
    pen.moveTo(x1, y1);
    pen.bezierCurveTo(x1, y1 + ROW, x2, y2 - ROW, x2, y2);
    pen.stroke();
  }
}

function drawLegend(mode, colors) {
  const legend = byId("tree-legend");
  legend.replaceChildren();
  const above = tree.depth[tree.zoom];
  if (above > 0) legend.append(element("span", {}, "zoomed in: " + counted(above, "level") + " above"));
  const dot = (color) => {
    const made = element("span", { class: "dot" });
    made.style.background = color;
    return made;
  };
  if (mode !== "end") {
    legend.append(element("span", {}, dot(mix(colors.cold, colors.hot, 0)), "little"), element("span", {}, dot(mix(colors.cold, colors.hot, 1)), "much"));
    return;
  }
  const used = new Set(tree.columns.end);
  ENDS.forEach((name, end) => {
    if (used.has(end)) legend.append(element("span", {}, dot(colors.ends[end]), name));
  });
}
