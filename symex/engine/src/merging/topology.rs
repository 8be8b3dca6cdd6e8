//! The progress of a state, as a total order. Of two states that may be merged later, the state that must run
//! first has less progress.
//!
//! Call stacks are compared frame by frame from the outermost frame. Within a function, blocks are compared by reverse
//! postorder, in which each loop is one element. Positions in the same loop are compared by the iteration, then by the
//! block in the loop. So a state in a loop has less progress than a state that has left the loop. Of two states in a
//! loop, the state in the earlier iteration has less progress. A caller is at the step of its call until the callee
//! returns, and at the next step afterwards. So a state in a call has less progress than a state that has returned.
use crate::code::{Code, Step, TerminatorStep};
use crate::state::State;
use crate::state::frame::Frame;
use rustc_hash::FxHashMap;
use symtool_analysis::cfg::Cfg;
use symtool_analysis::domtree::DomTree;
use symtool_analysis::loops::LoopForest;
use symtool_ir::{Block, Func, Function, InstData, Loc, Module, SourceMap};

/// The progress of a state as a list of numbers. Lists are compared lexicographically.
pub type Position = Vec<u32>;

/// The facts about a program's control flow that determine the order of states.
#[derive(Debug, Default)]
pub struct Topology {
    functions: Vec<Positions>,
}

#[derive(Debug, Default)]
struct Positions {
    /// The position of each block, by the index of the first step of the block.
    blocks: FxHashMap<u32, BlockPosition>,
    /// The indexes of the first steps of all blocks, in ascending order.
    starts: Vec<u32>,
    /// The effect of each edge on loop iterations, by the number of the edge.
    edges: Vec<EdgeEffect>,
}

/// The position of a basic block in the order of progress.
#[derive(Debug, Default)]
struct BlockPosition {
    /// The index of the block in reverse postorder.
    number: u32,
    /// The header of each enclosing loop, by its index in reverse postorder. The outermost loop is first.
    heads: Vec<u32>,
}

/// The effect of an edge on the loop iteration counters of a frame.
#[derive(Copy, Clone, Debug, Default)]
struct EdgeEffect {
    /// The number of loops around the source of the edge that the edge does not leave.
    keep: usize,
    /// The number of loops around the target of the edge.
    depth: usize,
    /// Whether the edge begins the next iteration of the innermost loop around its target.
    back: bool,
    /// Whether the target is a merge point: a block with several predecessors, or the target of an edge that leaves a
    /// loop. The target of such an edge is a merge point even if it has a single predecessor, because paths can leave
    /// the loop by this edge in different iterations.
    is_merge_point: bool,
    leaves_loop: bool,
}

/// The properties of a control-flow edge that state merging needs when a state has followed the edge.
#[derive(Copy, Clone, Debug, Default)]
pub struct EdgeTarget {
    /// Whether the target of the edge is a merge point.
    pub is_merge_point: bool,
    /// Whether the edge leaves a loop.
    pub leaves_loop: bool,
    /// The number of the loop iteration that the edge starts, where iteration 0 begins at the entry of the loop. The
    /// number is 0 if the edge does not lead back to a loop header.
    pub iteration: u32,
}

impl Topology {
    /// Computes the order of program points for a decoded program.
    pub fn new(module: &Module, code: &Code) -> Topology {
        let functions = module.functions.iter();
        Topology {
            functions: functions
                .map(|(id, function)| {
                    if function.is_declaration() {
                        return Positions::default();
                    }
                    positions(function, id, code)
                })
                .collect(),
        }
    }

    fn of(&self, func: Func) -> &Positions {
        &self.functions[func.as_u32() as usize]
    }

    /// Updates the loop iteration counters of a frame that follows an edge. Returns the properties of the edge
    /// that matter for merging.
    pub fn follow(&self, frame: &mut Frame, edge: u32) -> EdgeTarget {
        let effect = self.of(frame.func).edges[edge as usize];
        frame.iterations.truncate(effect.keep);
        frame.iterations.resize(effect.depth, 0);
        let mut started = 0;
        if effect.back
            && let Some(iteration) = frame.iterations.last_mut()
        {
            *iteration += 1;
            started = *iteration;
        }
        EdgeTarget {
            is_merge_point: effect.is_merge_point,
            leaves_loop: effect.leaves_loop,
            iteration: started,
        }
    }

    /// Returns the source location of the loop statement of the loop whose header begins at step `head`. This location
    /// is the first location, in source order, of the jumps back to the header. Returns `None` if no jump back to the
    /// header has a location.
    pub fn loop_location(
        &self,
        (source, code): (&SourceMap, &Code),
        func: Func,
        head: u32,
    ) -> Option<Loc> {
        let body = code.of(func);
        let effects = &self.of(func).edges;
        let jumps = body
            .steps
            .iter()
            .enumerate()
            .filter_map(|(pc, step)| match step {
                Step::Terminator(TerminatorStep::Jump(edge)) => Some((pc, *edge)),
                _ => None,
            });
        let sides = body.sides().into_iter().map(|(pc, _, edge)| (pc, edge));
        jumps
            .chain(sides)
            .filter(|&(_, edge)| {
                effects[edge as usize].back && body.edges[edge as usize].target == head
            })
            .filter_map(|(pc, _)| body.locs[pc])
            .min_by_key(|&loc| (source.get(loc).line, source.get(loc).column))
    }

    /// Returns the loops around a step, outermost first. Each loop is given by the index of its header in reverse
    /// postorder.
    pub fn loops_around(&self, func: Func, pc: u32) -> &[u32] {
        let positions = self.of(func);
        let at = positions.starts.partition_point(|&start| start <= pc);
        let start = at.checked_sub(1).map(|at| positions.starts[at]);
        let block_position = start.and_then(|start| positions.blocks.get(&start));
        block_position.map_or(&[], |block_position| &block_position.heads)
    }

    /// Returns the progress of a state as a position in the total order of progress.
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
        let positions = self.of(frame.func);
        let at = positions.starts.partition_point(|&start| start <= frame.pc);
        let start = at.checked_sub(1).map_or(0, |at| positions.starts[at]);
        position.push(frame.func.as_u32());
        if let Some(block_position) = positions.blocks.get(&start) {
            for (depth, &head) in block_position.heads.iter().enumerate() {
                position.push(head);
                position.push(frame.iterations.get(depth).copied().unwrap_or(0));
            }
            position.push(block_position.number);
        }
        position.push(frame.pc);
    }
}

fn positions(function: &Function, id: Func, code: &Code) -> Positions {
    let body = code.of(id);
    let cfg = Cfg::new(function);
    let forest = LoopForest::new(&cfg, &DomTree::new(&cfg));
    let mut positions = Positions {
        starts: body.starts.clone(),
        ..Positions::default()
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
        let block_position = BlockPosition {
            number: cfg.rpo_index(block) as u32,
            heads,
        };
        positions.blocks.insert(start, block_position);
    }
    // The decoder numbers the edges block by block in layout order, so their effects are listed in the same order.
    for &block in function.layout() {
        for target in targets(function, block) {
            let effect = if cfg.is_reachable(block) {
                edge_effect(&cfg, &forest, block, target)
            } else {
                EdgeEffect::default()
            };
            positions.edges.push(effect);
        }
    }
    debug_assert_eq!(positions.edges.len(), body.edges.len());
    positions
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

fn edge_effect(cfg: &Cfg, forest: &LoopForest, from: Block, to: Block) -> EdgeEffect {
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
    let leaves_loop = keep < source.len();
    EdgeEffect {
        keep,
        leaves_loop,
        depth: target.len(),
        back,
        is_merge_point: cfg.preds(to).len() > 1 || leaves_loop,
    }
}
