//! Converts the coverage marks of machine code to the form in which the interpreter reports coverage.
//!
//! Machine code sets one byte when control leaves a block; a block that ends in a branch or switch has one byte for
//! each side. So a block with a set byte ran to its end at least once. An active call (one that has not returned) is
//! inside a block, of which the instructions up to the current one have run.
use cranelift_entity::EntityRef;
use std::ops::Range;
use symtool_ir::interp::process::Process;
use symtool_ir::{Func, Function, InstData};

/// The numbers of the instructions of a block, counted in the function from 0, and of its coverage marks.
#[derive(Clone, Debug)]
pub struct BlockPlan {
    /// The range of the numbers of the block's instructions.
    pub steps: Range<usize>,
    /// The number of the first coverage mark of the block.
    pub mark: usize,
    /// The number of sides of the branch or switch that ends the block; each side has one mark. `then` and the cases
    /// come first, in textual order; `else` or the default comes last. A block that ends in another terminator (such
    /// as a jump) has one mark and 0 sides.
    pub sides: usize,
}

/// The blocks of a compiled function, with the numbers of their instructions and of their coverage marks.
#[derive(Clone, Debug)]
pub struct FunctionPlan {
    /// The number of the function in the module.
    pub func: Func,
    /// The blocks, in layout order.
    pub blocks: Vec<BlockPlan>,
    /// For each block of the function, by its number, the index of the block in `blocks`.
    pub position: Vec<usize>,
}

impl FunctionPlan {
    /// Numbers the instructions and coverage marks of a function. Its coverage marks get the numbers from `next` on.
    /// Afterwards, `next` is the first unused number of a mark.
    pub fn new(func: Func, function: &Function, next: &mut usize) -> FunctionPlan {
        let mut blocks = Vec::new();
        let mut position = vec![0; function.num_blocks()];
        let mut step = 0;
        for &block in function.layout() {
            let count = function.insts(block).len();
            let last = function.data(function.terminator(block));
            let sides = match last {
                InstData::Branch { .. } => 2,
                InstData::Switch { cases, .. } => cases.len() + 1,
                _ => 0,
            };
            position[block.index()] = blocks.len();
            blocks.push(BlockPlan {
                steps: step..step + count,
                mark: *next,
                sides,
            });
            *next += sides.max(1);
            step += count;
        }
        FunctionPlan {
            func,
            blocks,
            position,
        }
    }

    /// Returns the block that contains the instruction number `pc`; `None` if there is no such instruction.
    fn block_of(&self, pc: usize) -> Option<&BlockPlan> {
        let index = self.blocks.partition_point(|block| block.steps.end <= pc);
        self.blocks.get(index)
    }
}

/// Reports the executed instructions and branch sides to `process`. `marks` are the coverage marks that machine code
/// has set. `plans` contains, for each function by index, its plan; `None` for a function that is not compiled.
pub fn report(process: &mut Process, plans: &[Option<FunctionPlan>], marks: &[u8]) {
    for plan in plans.iter().flatten() {
        for block in &plan.blocks {
            let last = block.steps.end.saturating_sub(1);
            let marks = &marks[block.mark..block.mark + block.sides.max(1)];
            let left = (0..marks.len()).filter(|&side| marks[side] != 0);
            for side in left {
                process.mark_called(plan.func);
                process.mark_steps(plan.func, block.steps.clone());
                if block.sides > 0 {
                    process.mark_side(plan.func, last, side);
                }
            }
        }
    }
    for (func, pc, next) in active(process) {
        let plan = plans.get(func.index()).and_then(Option::as_ref);
        if let Some(block) = plan.and_then(|plan| plan.block_of(pc)) {
            process.mark_called(func);
            process.mark_steps(func, block.steps.start..next);
        }
    }
}

/// Returns the instructions for which fuel (the number of instructions that the run may still execute) was subtracted
/// but that did not run. The fuel for all instructions of a block is subtracted when the block starts. So the returned
/// instructions are at the ends of the blocks that active calls have not completed.
pub fn unexecuted(process: &Process, plans: &[Option<FunctionPlan>]) -> Vec<(Func, Range<usize>)> {
    let rest = active(process).into_iter().filter_map(|(func, pc, next)| {
        let plan = plans.get(func.index()).and_then(Option::as_ref);
        let block = plan.and_then(|plan| plan.block_of(pc))?;
        Some((func, next..block.steps.end))
    });
    rest.collect()
}

/// Returns, for each active call, outermost first: its function, and the numbers of its current instruction and of the
/// first instruction that has not run. The two numbers are equal if a prefix run (see
/// [`run_prefix`](crate::run_prefix)) stopped before the current instruction.
fn active(process: &Process) -> Vec<(Func, usize, usize)> {
    let calls = process.calls.iter().take(process.depth);
    let mut active: Vec<_> = calls
        .map(|call| (Func::from_u32(call.func), call.pc as usize))
        .map(|(func, pc)| (func, pc, pc + 1))
        .collect();
    if let Some(last) = active.last_mut() {
        last.1 = process.pc;
        last.2 = process.pc + usize::from(!process.is_prefix());
    }
    active
}
