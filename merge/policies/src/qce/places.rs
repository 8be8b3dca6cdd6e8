//! The program points at which the query counts of a variable are stored.
//!
//! The counts of an SSA value are needed only where the value is live, because paths are compared only in their live
//! registers. If the counts of each value were stored at all points, they would take quadratic space: 1.5 GB for a
//! function with 3,000 branches.
use super::depend::Sources;
use super::{Queries, Variable};
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_analysis::liveness::Liveness;
use symtool_ir::{Block, Function, Inst, Value};

/// The program points at which the query counts of each variable are stored: the beginnings of blocks, and the ends
/// of calls.
pub struct Places {
    blocks: Points<Block>,
    calls: Points<Inst>,
}

/// The program points at which query counts are stored: for an SSA value, the points in `of_value`; for a memory
/// variable, all points.
struct Points<P> {
    of_value: FxHashMap<Value, Vec<P>>,
    all: Vec<P>,
}

impl<P: Copy> Points<P> {
    fn new(all: Vec<P>) -> Points<P> {
        Points {
            of_value: FxHashMap::default(),
            all,
        }
    }

    fn add(&mut self, point: P, live: impl IntoIterator<Item = Value>) {
        for value in live {
            self.of_value.entry(value).or_default().push(point);
        }
    }

    fn of(&self, variable: Variable) -> &[P] {
        match variable {
            Variable::Value(value) => self.of_value.get(&value).map_or(&[], Vec::as_slice),
            Variable::Memory { .. } => &self.all,
        }
    }
}

impl Places {
    /// Returns the points of a function: the beginnings of `blocks`, and the ends of the calls in `queries`.
    pub fn new(function: &Function, blocks: Vec<Block>, queries: &Queries) -> Places {
        let Queries {
            sources, liveness, ..
        } = queries;
        let mut starts = Points::new(blocks);
        for block in starts.all.clone() {
            let live = liveness.live_in(block).iter();
            starts.add(block, live.chain(function.params(block)).copied());
        }
        let mut ends = Points::new(Vec::new());
        ends.all.clone_from(&sources.calls);
        let with_calls: FxHashSet<Block> = sources.block_of.values().copied().collect();
        for &block in function
            .layout()
            .iter()
            .filter(|it| with_calls.contains(it))
        {
            add_calls(function, liveness, block, sources, &mut ends);
        }
        Places {
            blocks: starts,
            calls: ends,
        }
    }

    /// Returns the blocks at whose beginning the counts of a variable are stored.
    pub fn blocks(&self, variable: Variable) -> &[Block] {
        self.blocks.of(variable)
    }

    /// Returns the calls after which the counts of a variable are stored.
    pub fn calls(&self, variable: Variable) -> &[Inst] {
        self.calls.of(variable)
    }
}

/// Adds the calls of a block, each with the values that are live after it.
fn add_calls(
    function: &Function,
    liveness: &Liveness,
    block: Block,
    sources: &Sources,
    ends: &mut Points<Inst>,
) {
    let mut live: FxHashSet<Value> = liveness.live_out(block).iter().copied().collect();
    for &inst in function.insts(block).iter().rev() {
        if sources.block_of.contains_key(&inst) {
            ends.add(inst, live.iter().copied());
        }
        if let Some(result) = function.result(inst) {
            live.remove(&result);
        }
        function.data(inst).for_each_arg(|arg| {
            live.insert(arg);
        });
    }
}
