//! The program points at which the query counts of a variable are stored.
//!
//! The counts of an SSA value are needed only where the value is live, because paths are compared only in their live
//! registers. Storing them at all blocks takes quadratic space: 1.5 GB for a function with 3,000 branches.
use super::Variable;
use super::depend::Sources;
use rustc_hash::FxHashMap;
use symtool_analysis::cfg::Cfg;
use symtool_analysis::liveness::Liveness;
use symtool_ir::{Block, Function, Inst, Value};

/// The blocks and calls with counts of each variable.
pub struct Places {
    blocks: Points<Block>,
    calls: Points<Inst>,
}

/// The points with counts: those of each value, and all points, for memory.
struct Points<P> {
    of_value: FxHashMap<Value, Vec<P>>,
    all: Vec<P>,
}

impl<P> Points<P> {
    fn of(&self, variable: Variable) -> &[P] {
        match variable {
            Variable::Value(value) => self.of_value.get(&value).map_or(&[], Vec::as_slice),
            Variable::Memory { .. } => &self.all,
        }
    }
}

impl Places {
    /// Returns the points among `blocks`, and if `with_calls` is set, among the calls of the function. The counts of a
    /// value are stored at the blocks at whose beginning it is live, and after the calls in these blocks and in the block
    /// that defines it.
    pub fn new(
        function: &Function,
        blocks: Vec<Block>,
        sources: &Sources,
        with_calls: bool,
    ) -> Places {
        let liveness = Liveness::new(function, &Cfg::new(function));
        let mut places = Places {
            blocks: Points {
                of_value: FxHashMap::default(),
                all: blocks,
            },
            calls: Points {
                of_value: FxHashMap::default(),
                all: Vec::new(),
            },
        };
        for &block in &places.blocks.all {
            for value in at_start(function, &liveness, block) {
                places.blocks.of_value.entry(value).or_default().push(block);
            }
        }
        if with_calls {
            places.calls.all = sources.calls.clone();
        }
        for &call in &places.calls.all {
            let block = sources.block_of[&call];
            let before = function
                .insts(block)
                .iter()
                .take_while(|&&inst| inst != call);
            let before = before
                .chain([&call])
                .filter_map(|&inst| function.result(inst));
            for value in at_start(function, &liveness, block).chain(before) {
                places.calls.of_value.entry(value).or_default().push(call);
            }
        }
        places
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

/// Returns the values that exist and may be read later at the beginning of a block.
fn at_start<'f>(
    function: &'f Function,
    liveness: &'f Liveness,
    block: Block,
) -> impl Iterator<Item = Value> + 'f {
    let live = liveness.live_in(block).iter();
    live.chain(function.params(block)).copied()
}
