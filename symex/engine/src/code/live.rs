//! Computes the live registers of a program point: those that may be read later (a backward dataflow analysis).
//!
//! The live registers at block boundaries are computed once per function. The live registers at a step inside a block
//! are computed on demand, by walking the steps backward. State merging needs the live registers. A register that is
//! not live is never read again, so two states with different values of this register can be merged without an `ite`
//! for the register.
use super::{Callee, FnCode, Reg, Step, TerminatorStep};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use symtool_ir::Func;

/// Live registers of the functions of a program, computed on demand.
#[derive(Debug, Default)]
pub struct LiveRegs {
    /// For each function, the registers that are live at the beginning of each block. The inner key is the index of the
    /// first step of the block.
    blocks: FxHashMap<Func, FxHashMap<u32, Rc<[Reg]>>>,
    /// For each function and step, the registers live before the step.
    steps: FxHashMap<(Func, u32), Rc<[Reg]>>,
}

impl LiveRegs {
    /// Returns the registers that are live before step `pc`, in ascending order. Registers of constants are excluded.
    pub fn before(&mut self, func: Func, code: &FnCode, pc: u32) -> Rc<[Reg]> {
        if let Some(found) = self.steps.get(&(func, pc)) {
            return Rc::clone(found);
        }
        let blocks = self.blocks.entry(func).or_insert_with(|| solve(code));
        let found = match blocks.get(&pc) {
            Some(found) => Rc::clone(found),
            None => sorted(walk(code, blocks, pc)),
        };
        self.steps.insert((func, pc), Rc::clone(&found));
        found
    }
}

fn sorted(set: FxHashSet<Reg>) -> Rc<[Reg]> {
    let mut all: Vec<Reg> = set.into_iter().collect();
    all.sort_unstable();
    all.into()
}

/// Returns the index of the step after the last step of the block that contains the step `pc`.
fn end_of(code: &FnCode, pc: u32) -> u32 {
    let at = code.starts.partition_point(|&start| start <= pc);
    let end = code.starts.get(at).copied();
    end.unwrap_or(code.steps.len() as u32)
}

fn solve(code: &FnCode) -> FxHashMap<u32, Rc<[Reg]>> {
    let mut live: FxHashMap<u32, Rc<[Reg]>> = FxHashMap::default();
    for &start in &code.starts {
        live.insert(start, Rc::from([]));
    }
    loop {
        let mut changed = false;
        for &start in code.starts.iter().rev() {
            let now = walk(code, &live, start);
            if now.len() != live[&start].len() {
                live.insert(start, sorted(now));
                changed = true;
            }
        }
        if !changed {
            return live;
        }
    }
}

/// Computes the live registers at a step, by walking backward from the end of its block.
fn walk(code: &FnCode, live: &FxHashMap<u32, Rc<[Reg]>>, from: u32) -> FxHashSet<Reg> {
    let mut set = FxHashSet::default();
    for pc in (from..end_of(code, from)).rev() {
        step(code, &code.steps[pc as usize], live, &mut set);
        let origins = code.origins.get(&pc).into_iter();
        set.extend(origins.flat_map(|o| o.decided.iter().map(|&(when, _)| when)));
    }
    set.retain(|&reg| !is_constant(code, reg));
    set
}

/// Returns whether a register contains a constant. No step writes such a register. Register 0 also counts as a
/// constant: a step names it in place of an absent operand.
fn is_constant(code: &FnCode, reg: Reg) -> bool {
    code.constants.get(reg as usize).copied().unwrap_or(true)
}

fn step(code: &FnCode, step: &Step, live: &FxHashMap<u32, Rc<[Reg]>>, set: &mut FxHashSet<Reg>) {
    match step {
        Step::Pure(step) => {
            set.remove(&step.dst);
            set.extend(&step.args[..usize::from(step.arity)]);
        }
        Step::Load(step) => {
            set.remove(&step.value);
            set.insert(step.addr);
            set.extend(step.guard);
        }
        Step::Store(step) => {
            set.insert(step.value);
            set.insert(step.addr);
            set.extend(step.guard);
        }
        Step::SlotAddr { dst, .. } | Step::FixedAddr { dst, .. } => {
            set.remove(dst);
        }
        Step::Call(step) => {
            if let Some((dst, _)) = step.dst {
                set.remove(&dst);
            }
            set.extend(step.args.iter().map(|&(reg, _)| reg));
            if let Callee::Indirect { address, .. } = step.callee {
                set.insert(address);
            }
        }
        Step::Intrinsic(step) => {
            if let Some((dst, _)) = step.dst {
                set.remove(&dst);
            }
            set.extend(step.args.iter().map(|&(reg, _)| reg));
        }
        Step::Check(step) => {
            set.insert(step.cond);
            set.extend(step.guard);
        }
        Step::Terminator(step) => terminator(code, step, live, set),
    }
}

fn terminator(
    code: &FnCode,
    step: &TerminatorStep,
    live: &FxHashMap<u32, Rc<[Reg]>>,
    set: &mut FxHashSet<Reg>,
) {
    let mut along = |edge: u32| {
        let edge = &code.edges[edge as usize];
        let target = live.get(&edge.target).map_or(&[][..], |regs| regs);
        for &reg in target {
            let moved = edge.moves.iter().find(|&&(_, to)| to == reg);
            set.insert(moved.map_or(reg, |&(from, _)| from));
        }
    };
    match step {
        TerminatorStep::Jump(edge) => along(*edge),
        TerminatorStep::Branch {
            cond,
            then_edge,
            else_edge,
        } => {
            along(*then_edge);
            along(*else_edge);
            set.insert(*cond);
        }
        TerminatorStep::Switch(step) => {
            step.cases.iter().for_each(|&(_, edge)| along(edge));
            along(step.default);
            set.insert(step.value);
        }
        TerminatorStep::Return(value) => set.extend(value.map(|(reg, _)| reg)),
        TerminatorStep::Unreachable => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Code;
    use symtool_expr::Arena;

    #[test]
    fn overwritten_and_unread_registers_are_dead() {
        let text = "func @main(%a: i32, %b: i32) -> i32 {
entry:
  %c = add %a, %b
  %d = add %b, 1
  jump loop(%a)
loop(%i: i32):
  %n = add %i, 1
  %more = ult %n, %c
  branch %more, loop(%n), done
done:
  return %i
}
";
        let module = symtool_ir::parse::parse_module(text, "t").unwrap();
        let code = Code::new(&module, &mut Arena::new());
        let func = module.function_named("main").unwrap();
        let body = code.of(func);
        let function = &module.functions[func];
        let mut live = LiveRegs::default();
        let mut at = |pc: u32| {
            let named = |reg: &Reg| {
                let value = body.regs.iter().position(|r| r == reg).unwrap();
                function
                    .all_insts()
                    .find(|&(_, inst)| {
                        function
                            .result(inst)
                            .is_some_and(|v| v.as_u32() as usize == value)
                    })
                    .map_or("param", |(_, inst)| {
                        match body.insts.iter().position(|&i| i == inst) {
                            Some(0) => "c",
                            Some(1) => "d",
                            Some(3) => "n",
                            _ => "other",
                        }
                    })
            };
            live.before(func, body, pc)
                .iter()
                .map(named)
                .collect::<Vec<_>>()
        };
        assert_eq!(at(0), ["param", "param"]);
        // Step 1 defines %d, and is the last step that reads %b (the second "param"). So %b is live before step 1,
        // although %d is never read. After step 1, %b is not live.
        assert_eq!(at(1), ["param", "param", "c"]);
        assert_eq!(at(2), ["param", "c"]);
        assert_eq!(at(3), ["c", "param"]);
        assert_eq!(at(6), ["param"]);
    }
}
