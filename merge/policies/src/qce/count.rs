//! The recurrence of the counts over the blocks of a function.
//!
//! Within one trip of a loop the count of a block is linear in what lies outside: `back` times the count at the head on the next
//! trip, so much times the count at each block that the loop is left for, and a constant. With a inner loops solved first, the
//! head of a loop that runs N trips is a geometric sum, so that unrolling costs nothing: only the constants depend on what is
//! counted, the coefficients are found once a function.
use super::QceOptions;
use super::trips::trips;
use rustc_hash::FxHashMap;
use symtool_ir::{Block, Function};
use symtool_passes::analysis::cfg::Cfg;
use symtool_passes::analysis::domtree::DomTree;
use symtool_passes::analysis::loops::{LoopForest, LoopId};

/// Counts stay below this, so that all sums are numbers.
const MOST: f64 = 1e200;

/// Something in a loop (or at the top of the function): one of its own blocks, or a loop directly below it.
#[derive(Copy, Clone, Debug, PartialEq)]
enum Node {
    Block(usize),
    Loop(usize),
}

/// Where an edge leads, seen from the loop around its source.
#[derive(Copy, Clone, Debug, PartialEq)]
enum Target {
    Node(Node),
    /// To the head, for the next trip.
    Back,
    /// To this block outside.
    Exit(usize),
    /// Into the middle of another cycle.
    Nowhere,
}

/// Coefficients of a node within its loop.
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

#[derive(Debug)]
struct Cycle {
    head: usize,
    parent: Option<usize>,
    depth: u32,
    trips: u32,
    /// Is the number of trips known? Then the head is asked once more than there are trips.
    known: bool,
    /// Where it goes on when it is over.
    end: Option<usize>,
    /// From the head of the first trip, all trips.
    total: Linear,
    /// The loop as a node of its parent.
    node: Linear,
}

/// The shape of a function.
#[derive(Debug)]
pub struct Flow {
    blocks: Vec<Block>,
    index: FxHashMap<Block, usize>,
    innermost: Vec<Option<usize>>,
    edges: Vec<Vec<(Target, f64)>>,
    linear: Vec<Linear>,
    loops: Vec<Cycle>,
    /// The nodes of each loop, last first; of the function itself behind them.
    nodes: Vec<Vec<Node>>,
    /// How the exits of a loop look from its parent.
    leads: Vec<Vec<(Target, f64)>>,
}

impl Flow {
    /// Of a function with a body.
    pub fn new(function: &Function, options: &QceOptions) -> Flow {
        let cfg = Cfg::new(function);
        let forest = LoopForest::new(&cfg, &DomTree::new(&cfg));
        let blocks = cfg.rpo().to_vec();
        let index: FxHashMap<Block, usize> =
            blocks.iter().enumerate().map(|(i, &b)| (b, i)).collect();
        let number = |id: LoopId| id.0;
        let innermost = blocks.iter().map(|&b| forest.innermost(b).map(number));
        let loops = forest.iter().map(|(_, l)| {
            let known = trips(function, &cfg, l);
            let of_head = l.exits.iter().find(|e| e.0 == l.header);
            Cycle {
                head: index[&l.header],
                parent: l.parent.map(number),
                depth: l.depth,
                trips: known.unwrap_or(options.kappa).max(1),
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
            leads: Vec::new(),
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

    /// The reachable blocks.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The number of a block.
    pub fn index(&self, block: Block) -> usize {
        self.index[&block]
    }

    /// The edges of a block with the probability that each is taken.
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

    /// Is a block in a loop, or in one inside it?
    fn is_inside(&self, block: usize, of: Option<usize>) -> bool {
        self.child(block, of).is_some()
    }

    /// The node of a loop that a block belongs to, if it does.
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

    fn target(&self, of: Option<usize>, from: usize, to: usize) -> Target {
        if of.is_some_and(|l| self.loops[l].head == to) {
            return Target::Back;
        }
        match self.child(to, of) {
            None => Target::Exit(to),
            // Cycles that are no loops.
            Some(Node::Block(_)) if to <= from => Target::Nowhere,
            Some(Node::Loop(l)) if self.loops[l].head != to || to <= from => Target::Nowhere,
            Some(node) => Target::Node(node),
        }
    }

    fn nodes_of(&self, number: usize) -> Vec<Node> {
        let of = (number < self.loops.len()).then_some(number);
        let blocks = (0..self.blocks.len()).filter(|&b| self.innermost[b] == of);
        let loops = (0..self.loops.len()).filter(|&l| self.loops[l].parent == of);
        let mut nodes: Vec<Node> = blocks
            .map(Node::Block)
            .chain(loops.map(Node::Loop))
            .collect();
        let place = |node: &Node| match node {
            Node::Block(b) => *b,
            Node::Loop(l) => self.loops[*l].head,
        };
        nodes.sort_by_key(|node| std::cmp::Reverse(place(node)));
        nodes
    }

    fn lead(&self, node: Node) -> &Linear {
        match node {
            Node::Block(b) => &self.linear[b],
            Node::Loop(l) => &self.loops[l].node,
        }
    }

    fn combined(&self, edges: &[(Target, f64)]) -> Linear {
        let mut sum = Linear::default();
        for &(target, weight) in edges {
            match target {
                Target::Node(node) => sum.add(self.lead(node), weight),
                Target::Back => sum.back += weight,
                Target::Exit(to) => sum.exit(to, weight),
                Target::Nowhere => {}
            }
        }
        sum
    }

    /// Finds the coefficients of the nodes of a loop whose inner ones are solved, then its own.
    fn solve_coefficients(&mut self, number: usize) {
        for node in self.nodes[number].clone() {
            match node {
                Node::Block(b) => self.linear[b] = self.combined(&self.edges[b].clone()),
                Node::Loop(l) => {
                    let of = (number < self.loops.len()).then_some(number);
                    let head = self.loops[l].head;
                    let exits = self.loops[l].total.exits.clone();
                    let leads: Vec<(Target, f64)> = exits
                        .into_iter()
                        .map(|(to, w)| (self.target(of, head, to), w))
                        .collect();
                    self.loops[l].node = self.combined(&leads);
                    self.leads[l] = leads;
                }
            }
        }
        self.leads.resize(number + 1, Vec::new());
        let Some(cycle) = self.loops.get(number) else {
            return;
        };
        let head = &self.linear[cycle.head];
        let (sum, power) = geometric(head.back, cycle.trips);
        let mut total = Linear::default();
        for &(to, weight) in &head.exits {
            total.exit(to, weight * sum);
        }
        if let Some(end) = cycle.end {
            total.exit(end, power);
        }
        self.loops[number].total = total;
    }

    /// The counts at every block, by number, where so much is counted at each, and trips of loops after the first so many do not
    /// count (none: all do).
    pub fn solve(&self, counted: &FxHashMap<Block, f64>, most: &[u32]) -> Vec<f64> {
        let trips_of = |l: usize| {
            let most = most.get(l).copied().unwrap_or(u32::MAX);
            self.loops[l].trips.min(most)
        };
        let mut own = vec![0.0; self.blocks.len()];
        for (block, &count) in counted {
            if let Some(&at) = self.index.get(block) {
                own[at] = count;
            }
        }
        // Constants within one trip; of loops, within one trip of their parent.
        let mut blocks = own.clone();
        let mut loops = vec![0.0; self.loops.len()];
        let of = |node: Node, blocks: &[f64], loops: &[f64]| match node {
            Node::Block(b) => blocks[b],
            Node::Loop(l) => loops[l],
        };
        let sum = |edges: &[(Target, f64)], blocks: &[f64], loops: &[f64]| -> f64 {
            let nodes = edges.iter().map(|&(target, weight)| match target {
                Target::Node(node) => weight * of(node, blocks, loops),
                _ => 0.0,
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
                        let (trips, power) = geometric(self.linear[cycle.head].back, trips_of(l));
                        let last = if cycle.known { own[cycle.head] } else { 0.0 };
                        let all = blocks[cycle.head] * trips + power * last;
                        loops[l] = (all + sum(&self.leads[l], &blocks, &loops)).min(MOST);
                    }
                }
            }
        }
        self.values(&own, &blocks, trips_of)
    }

    /// From constants within a trip to counts on the first trip, from the outside inwards.
    fn values(&self, own: &[f64], constants: &[f64], trips_of: impl Fn(usize) -> u32) -> Vec<f64> {
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
            let (trips, power) = geometric(head.back, trips_of(l) - 1);
            let mut end = cycle.end.map_or(0.0, |end| values[end]);
            if cycle.known {
                end += own[cycle.head];
            }
            let once = constants[cycle.head] + outside(head, &values);
            let next = (once * trips + end * power).min(MOST);
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

/// `1 + a + … + a^(n-1)`, and `a^n`.
fn geometric(a: f64, n: u32) -> (f64, f64) {
    let (mut sum, mut power) = (0.0, 1.0);
    for _ in 0..n {
        sum = f64::min(sum + power, MOST);
        power = f64::min(power * a, MOST);
    }
    (sum, power)
}
