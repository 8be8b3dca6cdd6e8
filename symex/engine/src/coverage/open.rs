//! The steps from which an uncovered branch side can be reached.
//!
//! A search for inputs that cover further branch sides uses this analysis: the search drops a state as soon as no
//! uncovered side can be reached from the state.
//!
//! The analysis is static: it follows every edge and call, whatever the conditions. An indirect call counts as a call
//! of every function that some path has entered so far. The analysis does not follow a `longjmp`. Therefore the search
//! may wrongly drop a state from which an uncovered side can be reached only through a `longjmp`.
use super::Coverage;
use crate::code::{Callee, Code, FnCode, Step, TerminatorStep};
use symtool_ir::Func;

/// For each step of a program, whether an uncovered branch side can be reached from it.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenCode {
    /// For each function and step, whether the function can reach an uncovered side from the step, before it returns.
    steps: Vec<Vec<bool>>,
}

/// The functions that can reach an uncovered branch side.
struct OpenCalls {
    /// For each function, whether a call of it can reach an uncovered side.
    of: Vec<bool>,
    /// Whether an indirect call can reach an uncovered side.
    indirect: bool,
}

impl OpenCode {
    /// Finds the steps from which an uncovered side can be reached.
    pub(crate) fn new(code: &Code, coverage: &Coverage) -> OpenCode {
        let functions = code.functions.iter().zip(0..);
        let mut steps: Vec<Vec<bool>> = functions
            .map(|(body, index)| open_branches(body, Func::from_u32(index), coverage))
            .collect();
        let calls = OpenCalls::new(code, coverage, &steps);
        for (body, open) in code.functions.iter().zip(&mut steps) {
            spread(body, open, &calls);
        }
        OpenCode { steps }
    }

    /// Returns whether a function can reach an uncovered side from its step `pc`, before it returns.
    pub(crate) fn is_ahead(&self, func: Func, pc: u32) -> bool {
        let steps = &self.steps[func.as_u32() as usize];
        steps.get(pc as usize).copied().unwrap_or(false)
    }
}

impl OpenCalls {
    /// Finds the functions from which an uncovered side can be reached. `branches[f][pc]` is `true` if step `pc` of
    /// function `f` is a branch or switch with an uncovered side.
    fn new(code: &Code, coverage: &Coverage, branches: &[Vec<bool>]) -> OpenCalls {
        let entered = (0..).map(|index| coverage.has_run(Func::from_u32(index), 0));
        let entered: Vec<bool> = entered.take(code.functions.len()).collect();
        let mut calls = OpenCalls {
            of: branches.iter().map(|open| open.contains(&true)).collect(),
            indirect: false,
        };
        loop {
            let mut known = calls.of.iter().zip(&entered);
            calls.indirect = known.any(|(&open, &entered)| open && entered);
            let enters = |body: &FnCode| body.steps.iter().any(|step| calls.contains(step));
            let bodies = code.functions.iter().zip(&calls.of);
            let next: Vec<bool> = bodies.map(|(body, &open)| open || enters(body)).collect();
            if next == calls.of {
                return calls;
            }
            calls.of = next;
        }
    }

    /// Returns whether a step is a call that can reach an uncovered side.
    fn contains(&self, step: &Step) -> bool {
        match step {
            Step::Call(call) => match &call.callee {
                Callee::Direct(func) => self.of[func.as_u32() as usize],
                Callee::Indirect { .. } => self.indirect,
            },
            Step::Pure(_)
            | Step::Load(_)
            | Step::Store(_)
            | Step::SlotAddr { .. }
            | Step::FixedAddr { .. }
            | Step::Intrinsic(_)
            | Step::Check(_)
            | Step::Terminator(_) => false,
        }
    }
}

/// Returns for each step of a function whether it is a branch or switch with an uncovered side.
fn open_branches(body: &FnCode, func: Func, coverage: &Coverage) -> Vec<bool> {
    let mut open = vec![false; body.steps.len()];
    for (pc, _, edge) in body.sides() {
        open[pc] |= !coverage.was_taken(func, edge);
    }
    open
}

/// Extends `open`, the steps of one function from which an uncovered side is known to be reachable. Adds the calls in
/// `calls`, and each step from which a step in `open` can be reached within the function.
fn spread(body: &FnCode, open: &mut [bool], calls: &OpenCalls) {
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        // The steps are visited in reverse order, so that one pass suffices for code without loops.
        for (pc, step) in body.steps.iter().enumerate().rev() {
            if !open[pc] && (calls.contains(step) || continues_in(body, pc, open)) {
                open[pc] = true;
                has_changed = true;
            }
        }
    }
}

/// Returns whether a step that can run next after the step `pc` in the function is in `open`.
fn continues_in(body: &FnCode, pc: usize, open: &[bool]) -> bool {
    let leads = |edge: u32| open[body.edges[edge as usize].target as usize];
    let Step::Terminator(terminator) = &body.steps[pc] else {
        return open.get(pc + 1).copied().unwrap_or(false);
    };
    match terminator {
        TerminatorStep::Jump(edge) => leads(*edge),
        TerminatorStep::Branch {
            then_edge,
            else_edge,
            ..
        } => leads(*then_edge) || leads(*else_edge),
        TerminatorStep::Switch(switch) => {
            let mut cases = switch.cases.iter();
            leads(switch.default) || cases.any(|&(_, edge)| leads(edge))
        }
        TerminatorStep::Return(_) | TerminatorStep::Unreachable => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use symtool_expr::Arena;
    use symtool_ir::parse::parse_module;

    const TEXT: &str = "\
func @choose(%x: i1) -> i32 {
entry:
  branch %x, yes, no
yes:
  return 1
no:
  return 2
}

func @main(%x: i1) -> i32 {
entry:
  %a = call @choose(%x)
  branch %x, left, right
left:
  %b = call @choose(%x)
  jump end
right:
  jump end
end:
  return %a
}
";

    /// Returns for each function the steps from which an uncovered side can be reached, where `taken` are the covered
    /// sides: the function and the number of the side.
    fn ahead(taken: &[(&str, u32)]) -> Vec<Vec<bool>> {
        let module = parse_module(TEXT, "p.sir").expect("it parses");
        let code = Code::new(&module, &mut Arena::new());
        let mut coverage = Coverage::new(&code, None);
        for &(name, wanted) in taken {
            let func = module.function_named(name).expect("it is there");
            for (_, side, edge) in code.of(func).sides() {
                if side == wanted {
                    coverage.edge(func, edge);
                }
            }
        }
        OpenCode::new(&code, &coverage).steps
    }

    #[test]
    fn an_uncovered_side_is_ahead_of_the_steps_before_its_branch() {
        let all = ahead(&[("choose", 0), ("choose", 1), ("main", 0)]);
        assert_eq!(all[0], [false, false, false]);
        assert_eq!(all[1], [true, true, false, false, false, false]);
    }

    #[test]
    fn an_uncovered_side_of_a_called_function_is_ahead_of_the_call() {
        let all = ahead(&[("choose", 0), ("main", 0), ("main", 1)]);
        assert_eq!(all[0], [true, false, false]);
        assert_eq!(all[1], [true, true, true, false, false, false]);
    }

    #[test]
    fn nothing_is_ahead_if_all_sides_are_covered() {
        let taken = [("choose", 0), ("choose", 1), ("main", 0), ("main", 1)];
        assert!(ahead(&taken).iter().all(|steps| !steps.contains(&true)));
    }
}
