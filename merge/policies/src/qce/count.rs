//! Computes the query counts of all blocks of a function by solving a recurrence. The query count of a block is the
//! expected number of queries that are issued from this block to the end of the function.
//!
//! Within one iteration of a loop, the count of a block is a linear function of counts outside this iteration:
//!
//! ```text
//! count(block) = constant + back · count(loop head in the next iteration) + Σ factor(exit) · count(target of the exit)
//! ```
//!
//! Inner loops are solved first. The count at the head of a loop with N iterations is then a geometric sum, so no
//! copies of the loop body are needed. The recurrence is solved once for each variable. The constants of the equations
//! differ between the variables. The coefficients (`back` and the factors of the exits) do not, so they are computed
//! once per function.
use super::QceOptions;
use super::iterations::known_iterations;
use rustc_hash::FxHashMap;
use symtool_analysis::cfg::Cfg;
use symtool_analysis::domtree::DomTree;
use symtool_analysis::loops::{LoopForest, LoopId};
use symtool_ir::{Block, Function};

/// The upper bound of a query count. It keeps sums of counts finite.
const MOST: f64 = 1e200;

/// A node in the flow graph of a loop or of the whole function: a block, or a nested loop as one node.
#[derive(Copy, Clone, Debug, PartialEq)]
enum Node {
    Block(usize),
    Loop(usize),
}

/// The target of a CFG edge, relative to the innermost loop around the source of the edge.
#[derive(Copy, Clone, Debug, PartialEq)]
enum Target {
    Node(Node),
    /// The head of this innermost loop, for its next iteration.
    Back,
    /// A block outside this innermost loop.
    Exit(usize),
    /// The target of a backward edge in an irreducible cycle (a cycle with several entries). Such an edge is ignored.
    Ignored,
}

/// The coefficients in the equation of a node's query count: count(node) = constant + back · count(loop head in the
/// next iteration) + Σ factor(exit) · count(target of the exit). The equation belongs to the innermost loop around
/// the node. `exits` contains the factor for each exit target of this loop.
#[derive(Clone, Debug, Default)]
struct Linear {
    back: f64,
    exits: Vec<(usize, f64)>,
}

impl Linear {
    fn exit(&mut self, to: usize, weight: f64) {
        match self.exits.iter_mut().find(|e| e.0 == to) {
            Some(exit) => exit.1 += weight,
            None => self.exits.push((to, weight)),
        }
    }

    fn add(&mut self, other: &Linear, weight: f64) {
        self.back += weight * other.back;
        for &(to, w) in &other.exits {
            self.exit(to, weight * w);
        }
    }
}

/// A loop of the function, with the coefficients of the equation for its query count. Blocks are given by their indices
/// in `Flow::blocks`, and loops by their indices in `Flow::loops`.
#[derive(Debug)]
struct LoopCounts {
    /// The block at the head of the loop.
    head: usize,
    /// The innermost loop around this loop.
    parent: Option<usize>,
    depth: u32,
    /// The number of iterations to which the loop is unrolled: the known iteration count, else the parameter κ.
    iterations: u32,
    /// Whether the number of iterations is known. If it is, the loop head runs once more than the loop body, to leave
    /// the loop.
    known: bool,
    /// The block to which the loop head exits; if the loop head has no exit, the target of the first exit of another
    /// block. `None` for a loop without an exit.
    end: Option<usize>,
    /// The coefficients in the equation of the query count at the loop head before the first iteration: count =
    /// constant + Σ f · count(exit target). The field `exits` contains the factor f of each exit target; the field
    /// `back` is 0.
    total: Linear,
    /// The coefficients in the equation of the same query count, but in the flow graph of the enclosing loop. There,
    /// this loop is one node. The field `back` is the factor of the enclosing loop's head, and `exits` are the factors
    /// of the enclosing loop's exits.
    node: Linear,
}

/// The loops and weighted CFG edges of a function, with the coefficients of the equations for its query counts.
#[derive(Debug)]
pub struct Flow {
    blocks: Vec<Block>,
    index: FxHashMap<Block, usize>,
    /// For each block, the index of the innermost loop around it.
    innermost: Vec<Option<usize>>,
    /// For each block, its outgoing edges with their probabilities.
    edges: Vec<Vec<(Target, f64)>>,
    /// For each block, the coefficients of the equation for its query count.
    linear: Vec<Linear>,
    loops: Vec<LoopCounts>,
    /// For each loop, its nodes, successors before predecessors; the last entry holds the nodes outside all loops.
    nodes: Vec<Vec<Node>>,
    /// For each loop, its exits as weighted edges in the flow graph of the enclosing loop.
    exit_edges: Vec<Vec<(Target, f64)>>,
}

impl Flow {
    /// Returns the flow graph of `function`, which must have a body. Computes the coefficients of all equations.
    pub fn new(function: &Function, options: &QceOptions) -> Flow {
        let cfg = Cfg::new(function);
        let forest = LoopForest::new(&cfg, &DomTree::new(&cfg));
        let blocks = cfg.rpo().to_vec();
        let index: FxHashMap<Block, usize> =
            blocks.iter().enumerate().map(|(i, &b)| (b, i)).collect();
        let number = |id: LoopId| id.0;
        let innermost = blocks.iter().map(|&b| forest.innermost(b).map(number));
        let loops = forest.iter().map(|(_, l)| {
            let known = known_iterations(function, &cfg, l);
            let of_head = l.exits.iter().find(|e| e.0 == l.header);
            LoopCounts {
                head: index[&l.header],
                parent: l.parent.map(number),
                depth: l.depth,
                iterations: known.unwrap_or(options.kappa).max(1),
                known: known.is_some_and(|n| n > 0),
                end: of_head.or(l.exits.first()).map(|e| index[&e.1]),
                total: Linear::default(),
                node: Linear::default(),
            }
        });
        let mut flow = Flow {
            innermost: innermost.collect(),
            edges: Vec::new(),
            linear: vec![Linear::default(); blocks.len()],
            loops: loops.collect(),
            nodes: Vec::new(),
            exit_edges: Vec::new(),
            blocks,
            index,
        };
        for at in 0..flow.blocks.len() {
            let edges = flow.weighted(&cfg, at, options.beta);
            flow.edges.push(edges);
        }
        flow.nodes = (0..=flow.loops.len()).map(|l| flow.nodes_of(l)).collect();
        for l in 0..=flow.loops.len() {
            flow.solve_coefficients(l);
        }
        flow
    }

    /// Returns the reachable blocks; the index of a block in this list is its number.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Returns the index of a block in [`Self::blocks`]; `None` if the block is unreachable.
    pub fn reachable(&self, block: Block) -> Option<usize> {
        self.index.get(&block).copied()
    }

    /// Returns the index of a block in [`Self::blocks`].
    pub fn index(&self, block: Block) -> usize {
        self.index[&block]
    }

    /// Returns the CFG edges of a block with their probabilities. Each side of a two-way branch has the probability
    /// `beta`, and each of the n targets of a switch has 2·`beta`/n, so that the sum is the same. If the block is the
    /// head of a loop with a known iteration count, the edge into the loop has the probability 1, and the exit has 0.
    /// [`Self::solve_coefficients`] then adds the exit after the last iteration.
    fn weighted(&self, cfg: &Cfg, at: usize, beta: f64) -> Vec<(Target, f64)> {
        let mut succs: Vec<usize> = cfg
            .succs(self.blocks[at])
            .iter()
            .map(|s| self.index[s])
            .collect();
        succs.dedup();
        let around = self.innermost[at];
        let counted = around
            .map(|l| &self.loops[l])
            .filter(|l| l.head == at && l.known);
        let weight = |to: usize| match (counted, succs.len()) {
            (_, 0 | 1) => 1.0,
            (Some(_), _) if self.is_inside(to, around) => 1.0,
            (Some(_), _) => 0.0,
            (None, sides) => 2.0 * beta / sides as f64,
        };
        let edges = succs
            .iter()
            .map(|&to| (self.target(around, at, to), weight(to)));
        edges.collect()
    }

    /// Returns whether a block is in the loop `of`, directly or in a nested loop. If `of` is `None`, the whole function
    /// counts as the loop.
    fn is_inside(&self, block: usize, of: Option<usize>) -> bool {
        self.child(block, of).is_some()
    }

    /// Returns the node that stands for a block in the graph of the loop `of`: the block itself if it is directly in
    /// `of`, else the loop that is directly nested in `of` and contains the block. Returns `None` if the block is not
    /// in `of`.
    fn child(&self, block: usize, of: Option<usize>) -> Option<Node> {
        let mut node = Node::Block(block);
        let mut around = self.innermost[block];
        while around != of {
            let l = around?;
            node = Node::Loop(l);
            around = self.loops[l].parent;
        }
        Some(node)
    }

    /// Returns the target of the CFG edge from block `from` to block `to`, relative to the loop `of` that contains
    /// `from`.
    fn target(&self, of: Option<usize>, from: usize, to: usize) -> Target {
        if of.is_some_and(|l| self.loops[l].head == to) {
            return Target::Back;
        }
        match self.child(to, of) {
            None => Target::Exit(to),
            // The edge leads backward, but not to the head of a loop, so it closes an irreducible cycle.
            Some(Node::Block(_)) if to <= from => Target::Ignored,
            Some(Node::Loop(l)) if self.loops[l].head != to || to <= from => Target::Ignored,
            Some(node) => Target::Node(node),
        }
    }

    /// Returns the nodes directly in the loop with index `number`, successors before predecessors. The index after the
    /// last loop denotes the whole function.
    fn nodes_of(&self, number: usize) -> Vec<Node> {
        let of = (number < self.loops.len()).then_some(number);
        let blocks = (0..self.blocks.len()).filter(|&b| self.innermost[b] == of);
        let loops = (0..self.loops.len()).filter(|&l| self.loops[l].parent == of);
        let mut nodes: Vec<Node> = blocks
            .map(Node::Block)
            .chain(loops.map(Node::Loop))
            .collect();
        let last_block = |node: &Node| match node {
            Node::Block(b) => *b,
            Node::Loop(l) => self.loops[*l].head,
        };
        nodes.sort_by_key(|node| std::cmp::Reverse(last_block(node)));
        nodes
    }

    fn coefficients(&self, node: Node) -> &Linear {
        match node {
            Node::Block(b) => &self.linear[b],
            Node::Loop(l) => &self.loops[l].node,
        }
    }

    /// Returns the coefficients of a node with these outgoing edges: the coefficients of the targets, weighted and
    /// added.
    fn combined(&self, edges: &[(Target, f64)]) -> Linear {
        let mut sum = Linear::default();
        for &(target, weight) in edges {
            match target {
                Target::Node(node) => sum.add(self.coefficients(node), weight),
                Target::Back => sum.back += weight,
                Target::Exit(to) => sum.exit(to, weight),
                Target::Ignored => {}
            }
        }
        sum
    }

    /// Computes the coefficients of the nodes of the loop with index `number`, then the coefficients of the loop
    /// itself. All loops nested in this loop must have been solved before. The index after the last loop denotes the
    /// whole function.
    fn solve_coefficients(&mut self, number: usize) {
        for node in self.nodes[number].clone() {
            match node {
                Node::Block(b) => self.linear[b] = self.combined(&self.edges[b].clone()),
                Node::Loop(l) => {
                    let of = (number < self.loops.len()).then_some(number);
                    let head = self.loops[l].head;
                    let exits = self.loops[l].total.exits.clone();
                    let exit_edges: Vec<(Target, f64)> = exits
                        .into_iter()
                        .map(|(to, w)| (self.target(of, head, to), w))
                        .collect();
                    self.loops[l].node = self.combined(&exit_edges);
                    self.exit_edges[l] = exit_edges;
                }
            }
        }
        self.exit_edges.resize(number + 1, Vec::new());
        let Some(cycle) = self.loops.get(number) else {
            return;
        };
        let head = &self.linear[cycle.head];
        let (series, power) = geometric(head.back, cycle.iterations);
        let mut total = Linear::default();
        for &(to, weight) in &head.exits {
            total.exit(to, weight * series);
        }
        if let Some(end) = cycle.end {
            total.exit(end, power);
        }
        self.loops[number].total = total;
    }

    /// Returns the query count of each block, indexed by block number. `counted` gives the number of queries that each
    /// block itself issues. `most` gives, for each loop, the maximum number of iterations to count; without an entry,
    /// all iterations count.
    pub fn solve(&self, counted: &FxHashMap<Block, f64>, most: &[u32]) -> Vec<f64> {
        let iterations_of = |l: usize| {
            let most = most.get(l).copied().unwrap_or(u32::MAX);
            self.loops[l].iterations.min(most)
        };
        let mut own = vec![0.0; self.blocks.len()];
        for (block, &count) in counted {
            if let Some(&at) = self.index.get(block) {
                own[at] = count;
            }
        }
        // Computes the constant terms of the recurrence. `blocks[b]` is the number of queries from block b to the end
        // of one iteration of the innermost loop around b. `loops[l]` is the number of queries from the head of loop
        // l, through all iterations of l, to the end of one iteration of the loop around l.
        let mut blocks = own.clone();
        let mut loops = vec![0.0; self.loops.len()];
        let of = |node: Node, blocks: &[f64], loops: &[f64]| match node {
            Node::Block(b) => blocks[b],
            Node::Loop(l) => loops[l],
        };
        let sum = |edges: &[(Target, f64)], blocks: &[f64], loops: &[f64]| -> f64 {
            let nodes = edges.iter().map(|&(target, weight)| match target {
                Target::Node(node) => weight * of(node, blocks, loops),
                Target::Back | Target::Exit(_) | Target::Ignored => 0.0,
            });
            nodes.sum()
        };
        for nodes in &self.nodes {
            for &node in nodes {
                match node {
                    Node::Block(b) => {
                        blocks[b] = (own[b] + sum(&self.edges[b], &blocks, &loops)).min(MOST);
                    }
                    Node::Loop(l) => {
                        let cycle = &self.loops[l];
                        let (series, power) =
                            geometric(self.linear[cycle.head].back, iterations_of(l));
                        let last = if cycle.known { own[cycle.head] } else { 0.0 };
                        let all = blocks[cycle.head] * series + power * last;
                        loops[l] = (all + sum(&self.exit_edges[l], &blocks, &loops)).min(MOST);
                    }
                }
            }
        }
        self.values(&own, &blocks, iterations_of)
    }

    /// Computes for each block the number of later queries of a path that is at this block in the first iteration of
    /// all loops around it. Outer loops are processed first. `own` gives the number of queries that each block itself
    /// issues. `constants` gives the constant terms of the recurrence.
    fn values(
        &self,
        own: &[f64],
        constants: &[f64],
        iterations_of: impl Fn(usize) -> u32,
    ) -> Vec<f64> {
        let mut values = vec![0.0; self.blocks.len()];
        let top = self.loops.len();
        let outside = |linear: &Linear, values: &[f64]| -> f64 {
            linear.exits.iter().map(|&(to, w)| w * values[to]).sum()
        };
        for &node in &self.nodes[top] {
            if let Node::Block(b) = node {
                values[b] = constants[b];
            }
        }
        let mut order: Vec<usize> = (0..top).collect();
        order.sort_by_key(|&l| (self.loops[l].depth, std::cmp::Reverse(self.loops[l].head)));
        for l in order {
            let cycle = &self.loops[l];
            let head = &self.linear[cycle.head];
            let (series, power) = geometric(head.back, iterations_of(l) - 1);
            let mut end = cycle.end.map_or(0.0, |end| values[end]);
            if cycle.known {
                end += own[cycle.head];
            }
            let once = constants[cycle.head] + outside(head, &values);
            let next = (once * series + end * power).min(MOST);
            for &node in &self.nodes[l] {
                if let Node::Block(b) = node {
                    let linear = &self.linear[b];
                    let value = constants[b] + linear.back * next + outside(linear, &values);
                    values[b] = value.min(MOST);
                }
            }
        }
        values
    }
}

/// Returns `1 + a + … + a^(n-1)`, and `a^n`.
fn geometric(a: f64, n: u32) -> (f64, f64) {
    let (mut sum, mut power) = (0.0, 1.0);
    for _ in 0..n {
        sum = f64::min(sum + power, MOST);
        power = f64::min(power * a, MOST);
    }
    (sum, power)
}
