//! Check wrappers: functions that check a condition for their callers, as `__VERIFIER_assert` of SV-COMP programs does.
//! Each call of a check wrapper counts as an assertion of its own. So if two different calls of one check wrapper fail,
//! reports list two failures.
use super::cfg::Cfg;
use super::domtree::DomTree;
use super::loops::LoopForest;
use cranelift_entity::SecondaryMap;
use std::collections::BTreeSet;
use symtool_ir::intrinsic::Control;
use symtool_ir::{BugKind, Failure, Frame, Func, Function, InstData, Loc, Module, Value};

/// The check wrappers of a program: functions that check an assertion or call another check wrapper. A check wrapper
/// may end the program, but has no other effect. A check wrapper has no loops, and neither reads nor writes objects
/// that outlive its call. So its arguments decide whether it fails.
#[derive(Clone, Debug, Default)]
pub struct CheckWrappers(SecondaryMap<Func, bool>);

impl CheckWrappers {
    /// Finds the check wrappers of a module.
    pub fn new(module: &Module) -> CheckWrappers {
        let mut wrappers = CheckWrappers::default();
        let mut open: BTreeSet<Func> = (module.functions.iter())
            .filter(|(_, function)| !has_loop(function))
            .map(|(func, _)| func)
            .collect();
        // A function can be a wrapper only if all its callees are wrappers. So the loop adds callees before callers,
        // and never adds a recursive function.
        loop {
            let new: Vec<Func> = (open.iter().copied())
                .filter(|&func| wrappers.is_wrapper(&module.functions[func]))
                .collect();
            if new.is_empty() {
                return wrappers;
            }
            for func in new {
                wrappers.0[func] = true;
                open.remove(&func);
            }
        }
    }

    /// Returns whether a function is a check wrapper.
    pub fn contains(&self, func: Func) -> bool {
        self.0[func]
    }

    /// Returns the frames at the inner end of a call stack that identify a failure. These are the frame of the
    /// function that fails and, after each frame of a check wrapper, the frame of the caller of this wrapper.
    pub fn identifying<'a>(&self, kind: BugKind, stack: &'a [Frame]) -> &'a [Frame] {
        let callers = self.callers(kind, stack.iter().map(|frame| frame.func));
        &stack[..(1 + callers).min(stack.len())]
    }

    /// Returns whether two failures count as the same: they have the same kind and location, and the same calls of
    /// check wrappers led to them.
    pub fn are_same(&self, a: &Failure, b: &Failure) -> bool {
        let locs = |failure: &Failure| -> Vec<Option<Loc>> {
            let frames = self.identifying(failure.kind, &failure.stack);
            frames.iter().map(|frame| frame.loc).collect()
        };
        a.kind == b.kind && a.loc() == b.loc() && locs(a) == locs(b)
    }

    /// Returns the number of frames that identify a failure, without the innermost frame. For a failed assertion or a
    /// reached error location, this is the number of check wrappers at the inner end of the call stack; for another
    /// failure, it is 0. `stack` lists the functions of the call stack, the innermost call first.
    pub fn callers(&self, kind: BugKind, stack: impl IntoIterator<Item = Func>) -> usize {
        match kind {
            BugKind::Assert | BugKind::Reach => stack
                .into_iter()
                .take_while(|&func| self.contains(func))
                .count(),
            _ => 0,
        }
    }

    fn is_wrapper(&self, function: &Function) -> bool {
        let mut checks = false;
        for (_, inst) in function.all_insts() {
            match function.data(inst) {
                InstData::Check { kind, .. } => {
                    if !matches!(kind, BugKind::Assert | BugKind::Reach) {
                        return false;
                    }
                    checks = true;
                }
                InstData::Call { func, .. } => {
                    if !self.contains(*func) {
                        return false;
                    }
                    checks = true;
                }
                InstData::Intrinsic { intrinsic, .. } => {
                    if intrinsic.control() != Control::Ends {
                        return false;
                    }
                }
                InstData::Load { addr, .. } | InstData::Store { addr, .. } => {
                    if !is_slot(function, *addr) {
                        return false;
                    }
                }
                InstData::CallIndirect { .. } => return false,
                InstData::Pure { .. }
                | InstData::StackAddr { .. }
                | InstData::GlobalAddr { .. }
                | InstData::FuncAddr { .. }
                | InstData::Jump { .. }
                | InstData::Branch { .. }
                | InstData::Switch { .. }
                | InstData::Return { .. }
                | InstData::Unreachable => {}
            }
        }
        checks
    }
}

fn has_loop(function: &Function) -> bool {
    let cfg = Cfg::new(function);
    let loops = LoopForest::new(&cfg, &DomTree::new(&cfg));
    loops.iter().next().is_some() || !loops.irreducible().is_empty()
}

/// Returns whether an address is that of a stack slot of the function.
fn is_slot(function: &Function, addr: Value) -> bool {
    matches!(function.def_data(addr), Some(InstData::StackAddr { .. }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use symtool_ir::parse::parse_module;

    const PROGRAM: &str = "global @seen, size 4, align 4
func @error() {
entry:
  check assert, 0
  intrinsic abort()
  unreachable
}
func @verify(%cond: i32) {
entry:
  %holds = ne %cond, 0
  branch %holds, good, bad
good:
  return
bad:
  call @error()
  return
}
func @counting(%cond: i32) {
entry:
  %at = global_addr @seen
  store %cond, %at
  call @verify(%cond)
  return
}
func @main() -> i32 {
entry:
  call @verify(1)
  call @counting(1)
  return 0
}
";

    #[test]
    fn a_function_that_checks_only_its_arguments_is_a_wrapper() {
        let module = parse_module(PROGRAM, "wrappers.sir").expect("valid syntax");
        let wrappers = CheckWrappers::new(&module);
        let named = |name: &str| module.function_named(name).expect("a function");
        let found = ["error", "verify", "counting"].map(|name| wrappers.contains(named(name)));
        assert_eq!(found, [true, true, false]);
        let stack = ["error", "verify", "counting", "main"].map(|name| Frame {
            func: named(name),
            loc: None,
        });
        assert_eq!(wrappers.identifying(BugKind::Assert, &stack).len(), 3);
        assert_eq!(wrappers.identifying(BugKind::DivByZero, &stack).len(), 1);
    }
}
