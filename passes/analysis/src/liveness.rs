//! The live values at the boundaries of basic blocks. Query count estimation (QCE) and the machine code of native
//! prefixes use them.
//!
//! Each use is followed backwards to its definition (Boissinot et al., "Computing Liveness Sets for SSA-Form Programs",
//! 2011), so the cost is proportional to the number of live values found.
use super::cfg::Cfg;
use cranelift_entity::SecondaryMap;
use symtool_ir::{Block, Function, Value, ValueDef};

/// The live values at block boundaries. A block parameter is defined at the start of its block, so it is not live on
/// entry to the block. An argument of a jump is used at the end of the jumping block. Constants are never live.
#[derive(Debug, Default)]
pub struct Liveness {
    live_in: SecondaryMap<Block, Vec<Value>>,
    live_out: SecondaryMap<Block, Vec<Value>>,
}

impl Liveness {
    /// Computes the live values of a function. The result is invalid after a change of the function.
    pub fn new(func: &Function, cfg: &Cfg) -> Liveness {
        let mut uses: SecondaryMap<Value, Vec<Block>> = SecondaryMap::new();
        let mut home: SecondaryMap<Value, Option<Block>> = SecondaryMap::new();
        for &block in cfg.rpo() {
            for &inst in func.insts(block) {
                if let Some(result) = func.result(inst) {
                    home[result] = Some(block);
                }
                func.data(inst).for_each_arg(|value| {
                    if uses[value].last() != Some(&block) {
                        uses[value].push(block);
                    }
                });
            }
        }
        let mut liveness = Liveness::default();
        for (value, blocks) in uses.iter() {
            let home = match func.def(value) {
                ValueDef::Const(_) => continue,
                ValueDef::Param(block, _) => Some(block),
                ValueDef::Inst(_) => home[value],
            };
            for &block in blocks {
                if Some(block) != home {
                    liveness.flow_up(cfg, value, home, block);
                }
            }
        }
        liveness
    }

    fn flow_up(&mut self, cfg: &Cfg, value: Value, home: Option<Block>, at: Block) {
        let mut todo = vec![at];
        while let Some(block) = todo.pop() {
            if self.live_in[block].last() == Some(&value) {
                continue;
            }
            self.live_in[block].push(value);
            for &pred in cfg.preds(block) {
                if self.live_out[pred].last() != Some(&value) {
                    self.live_out[pred].push(value);
                }
                if Some(pred) != home {
                    todo.push(pred);
                }
            }
        }
    }

    /// Returns the values that are defined before a block and used in it or later, in order of their numbers.
    pub fn live_in(&self, block: Block) -> &[Value] {
        &self.live_in[block]
    }

    /// Returns the values that are live at the end of a block, in order of their numbers. A value whose last use is as
    /// an argument of the jump at the end of the block is not included.
    pub fn live_out(&self, block: Block) -> &[Value] {
        &self.live_out[block]
    }

    /// Returns whether a value is defined before a block and used in the block or after it.
    pub fn is_live_in(&self, block: Block, value: Value) -> bool {
        self.live_in[block].binary_search(&value).is_ok()
    }
}
