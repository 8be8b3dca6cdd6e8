//! The execution tree of a region. A node is the list of conditions between the region's root and a state behind a fork,
//! with what the state held there; its ancestors are the nodes with a beginning of that list.
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use symtool_symex::expr::ExprId;
use symtool_symex::merging::{Bench, join};
use symtool_symex::state::State;

/// A state behind a fork.
#[derive(Debug)]
pub struct Node {
    /// The conditions since the region's root.
    pub tail: Vec<ExprId>,
    /// The state as it was there.
    pub state: Rc<State>,
    /// Where it was and what its live registers held, as a number.
    key: u64,
    alive: bool,
}

/// All nodes but the root.
#[derive(Debug, Default)]
pub struct Tree {
    /// In the order in which they were met.
    pub nodes: Vec<Node>,
    by_key: FxHashMap<u64, Vec<usize>>,
    departed: Vec<Departed>,
}

/// A path that is not in the subtrees any more that it was in: to explore those again would follow its inputs twice.
#[derive(Debug)]
struct Departed {
    tail: Vec<ExprId>,
    /// What it has become is in the subtrees of its ancestors up to the one with so many conditions.
    within: usize,
}

impl Departed {
    /// Was it in the subtree of the node with this tail, and is no more?
    fn has_left(&self, top: &[ExprId]) -> bool {
        top.len() > self.within && self.tail.starts_with(top)
    }
}

/// The number of a state's place and live registers.
pub fn key(bench: &mut Bench<'_>, state: &State) -> u64 {
    let frame = &state.frame;
    let mut hasher = FxHasher::default();
    (frame.func, frame.pc, state.callers.depth()).hash(&mut hasher);
    for &reg in join::needed(bench.live, bench.code, frame, true).iter() {
        frame.regs[reg as usize].hash(&mut hasher);
    }
    hasher.finish()
}

impl Tree {
    /// Adds a node; gives back its index.
    pub fn add(&mut self, tail: Vec<ExprId>, state: Rc<State>, key: u64) -> usize {
        let index = self.nodes.len();
        self.nodes.push(Node {
            tail,
            state,
            key,
            alive: true,
        });
        self.by_key.entry(key).or_default().push(index);
        index
    }

    /// The nodes with the same key whose subtrees may be dropped and explored again, highest first: those that are neither
    /// ancestors of this one nor below it, and from below which no path has gone elsewhere.
    ///
    /// The paper (§4) asks besides that the lowest common ancestor of both is the parent of one of them, and says that this can
    /// be lifted. Where a trip of a loop takes one character or two, a trip of two meets two trips of one, and both have forked.
    pub fn twins(&self, node: usize) -> Vec<usize> {
        let own = &self.nodes[node];
        let Some(same) = self.by_key.get(&own.key) else {
            return Vec::new();
        };
        let mut twins: Vec<usize> = (same.iter().copied())
            .filter(|&other| other != node && self.nodes[other].alive)
            .filter(|&other| {
                let tail = &self.nodes[other].tail;
                !own.tail.starts_with(tail) && !tail.starts_with(&own.tail)
            })
            .filter(|&other| {
                let tail = &self.nodes[other].tail;
                !self.departed.iter().any(|path| path.has_left(tail))
            })
            .collect();
        twins.sort_by_key(|&other| (self.nodes[other].tail.len(), other));
        twins
    }

    /// A path has ended at a node.
    pub fn ended(&mut self, node: usize) {
        let tail = self.nodes[node].tail.clone();
        self.departed.push(Departed { tail, within: 0 });
    }

    /// The paths of two nodes are joined: cuts off both, with all below them.
    pub fn cut_both(&mut self, a: usize, b: usize) {
        let tails = [a, b].map(|node| self.nodes[node].tail.clone());
        let pairs = tails[0].iter().zip(&tails[1]);
        let within = pairs.take_while(|(x, y)| x == y).count();
        for tail in tails {
            self.cut(&tail);
            self.departed.push(Departed { tail, within });
        }
    }

    /// Cuts off a node and all below it.
    fn cut(&mut self, top: &[ExprId]) {
        for node in &mut self.nodes {
            node.alive &= !node.tail.starts_with(top);
        }
    }

    /// Cuts off all below a place.
    pub fn cut_below(&mut self, top: &[ExprId]) {
        for node in &mut self.nodes {
            node.alive &= !(node.tail.len() > top.len() && node.tail.starts_with(top));
        }
    }
}
