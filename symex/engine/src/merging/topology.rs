//! The progress of a state, as a total order: of two states that may be merged, the one with less progress
//! compares less.
//!
//! Call stacks are compared frame by frame from the outermost. Within a function, blocks are compared by
//! reverse postorder, where each loop is one element: first the number of its head, then the iteration, then
//! the position in the loop. So a state in a loop has less progress than one that has left it, and of two
//! states in it the one in the earlier iteration has less. A frame that waits for a call is positioned before
//! the step after the call, so a state in a call has less progress than one that has returned.
use crate::exec::decode::Code;
use crate::state::State;
use crate::state::frame::Frame;
use rustc_hash::FxHashMap;
use symtool_ir::{Block, Func, Function, InstData, Module};
use symtool_passes::analysis::cfg::Cfg;
use symtool_passes::analysis::domtree::DomTree;
use symtool_passes::analysis::loops::LoopForest;

/// A position in the order; see the module.
pub type Position = Vec<u32>;

/// The control flow of a program, as far as it determines the order.
#[derive(Debug, Default)]
pub struct Topology {
    functions: Vec<Places>,
}

#[derive(Debug, Default)]
struct Places {
    /// By the first step of a block.
    blocks: FxHashMap<u32, Place>,
    /// The first steps, ascending.
    starts: Vec<u32>,
    /// By edge.
    edges: Vec<Way>,
}

/// The position of a block.
#[derive(Debug, Default)]
struct Place {
    number: u32,
    /// The numbers of the heads of the enclosing loops, outermost first.
    heads: Vec<u32>,
}

/// The effect of an edge on loop iterations.
#[derive(Copy, Clone, Debug, Default)]
struct Way {
    /// The number of loops that the edge does not leave.
    keep: usize,
    /// The number of loops around its target.
    depth: usize,
    /// Whether it starts the next iteration of the innermost loop around its target.
    back: bool,
    meets: bool,
    leaves: bool,
}

/// The role of the target of an edge for merging.
#[derive(Copy, Clone, Debug, Default)]
pub struct Met {
    /// Whether it is a merge point.
    pub meets: bool,
    /// Whether the edge leaves a loop.
    pub leaves: bool,
}

impl Topology {
    /// Computes the topology of a decoded program.
    pub fn new(module: &Module, code: &Code) -> Topology {
        let functions = module.functions.iter();
        Topology {
            functions: functions
                .map(|(id, function)| {
                    if function.is_declaration() {
                        return Places::default();
                    }
                    places(function, id, code)
                })
                .collect(),
        }
    }

    fn of(&self, func: Func) -> &Places {
        &self.functions[func.as_u32() as usize]
    }

    /// Counts loop iterations along an edge.
    pub fn follow(&self, frame: &mut Frame, edge: u32) -> Met {
        let way = self.of(frame.func).edges[edge as usize];
        frame.trips.truncate(way.keep);
        frame.trips.resize(way.depth, 0);
        if way.back
            && let Some(trip) = frame.trips.last_mut()
        {
            *trip += 1;
        }
        Met {
            meets: way.meets,
            leaves: way.leaves,
        }
    }

    /// Returns the loops around a step, outermost first, by the numbers of their heads.
    pub fn loops_around(&self, func: Func, pc: u32) -> &[u32] {
        let places = self.of(func);
        let at = places.starts.partition_point(|&start| start <= pc);
        let start = at.checked_sub(1).map(|at| places.starts[at]);
        let place = start.and_then(|start| places.blocks.get(&start));
        place.map_or(&[], |place| &place.heads)
    }

    /// Returns whether a function has a loop.
    pub fn has_loops(&self, func: Func) -> bool {
        let mut blocks = self.of(func).blocks.values();
        blocks.any(|place| !place.heads.is_empty())
    }

    /// Returns whether there is a loop inside the loop with this head.
    pub fn has_inner_loops(&self, func: Func, head: u32) -> bool {
        let mut blocks = self.of(func).blocks.values();
        blocks.any(|place| {
            let at = place.heads.iter().position(|&h| h == head);
            at.is_some_and(|at| at + 1 < place.heads.len())
        })
    }

    /// Returns the position of a state.
    pub fn position(&self, state: &State) -> Position {
        let mut callers: Vec<&Frame> = state.callers.iter().collect();
        callers.reverse();
        let mut position = Position::with_capacity(4 * callers.len() + 4);
        for frame in callers.into_iter().chain([&state.frame]) {
            self.describe(frame, &mut position);
        }
        position
    }

    fn describe(&self, frame: &Frame, position: &mut Position) {
        let places = self.of(frame.func);
        let at = places.starts.partition_point(|&start| start <= frame.pc);
        let start = at.checked_sub(1).map_or(0, |at| places.starts[at]);
        position.push(frame.func.as_u32());
        if let Some(place) = places.blocks.get(&start) {
            for (depth, &head) in place.heads.iter().enumerate() {
                position.push(head);
                position.push(frame.trips.get(depth).copied().unwrap_or(0));
            }
            position.push(place.number);
        }
        position.push(frame.pc);
    }
}

fn places(function: &Function, id: Func, code: &Code) -> Places {
    let body = code.of(id);
    let cfg = Cfg::new(function);
    let forest = LoopForest::new(&cfg, &DomTree::new(&cfg));
    let mut places = Places {
        starts: body.starts.clone(),
        ..Places::default()
    };
    for (&block, &start) in function.layout().iter().zip(&body.starts) {
        if !cfg.is_reachable(block) {
            continue;
        }
        let mut heads: Vec<u32> = forest
            .around(block)
            .map(|id| cfg.rpo_index(forest.get(id).header) as u32)
            .collect();
        heads.reverse();
        let place = Place {
            number: cfg.rpo_index(block) as u32,
            heads,
        };
        places.blocks.insert(start, place);
    }
    // In decoding order.
    for &block in function.layout() {
        for target in targets(function, block) {
            let way = if cfg.is_reachable(block) {
                way(&cfg, &forest, block, target)
            } else {
                Way::default()
            };
            places.edges.push(way);
        }
    }
    debug_assert_eq!(places.edges.len(), body.edges.len());
    places
}

/// Returns the targets of a block's edges, in edge order.
fn targets(function: &Function, block: Block) -> Vec<Block> {
    match function.data(function.terminator(block)) {
        InstData::Jump { dest } => vec![dest.block],
        InstData::Branch {
            then_dest,
            else_dest,
            ..
        } => vec![then_dest.block, else_dest.block],
        InstData::Switch { cases, default, .. } => {
            let cases = cases.iter().map(|(_, dest)| dest.block);
            cases.chain([default.block]).collect()
        }
        _ => Vec::new(),
    }
}

fn way(cfg: &Cfg, forest: &LoopForest, from: Block, to: Block) -> Way {
    let around = |block: Block| {
        let mut loops: Vec<_> = forest.around(block).collect();
        loops.reverse();
        loops
    };
    let (source, target) = (around(from), around(to));
    let same = source.iter().zip(&target).take_while(|(a, b)| a == b);
    let keep = same.count();
    let back = target
        .last()
        .is_some_and(|&id| forest.get(id).header == to && forest.contains(id, from));
    Way {
        keep,
        leaves: keep < source.len(),
        depth: target.len(),
        back,
        meets: cfg.preds(to).len() > 1,
    }
}
