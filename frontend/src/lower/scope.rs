//! Block scopes and the lifetimes of their variables.
//!
//! The lifetime of a variable is the execution of its block (C11 6.2.4). A variable in memory is a stack slot, which
//! exists during the whole function. Two intrinsics mark the lifetime of the variable:
//!
//! - `scope_leave` ends the lifetime where control leaves the block. Every later access is a failure.
//! - `scope_enter` starts a new lifetime with indeterminate contents if the previous lifetime has ended. It has no
//!   effect on a live variable.
//!
//! Therefore `scope_enter` can be emitted wherever control may enter the block: at the start of the block, and at each
//! label in the block to which control may jump from outside. [`super::lifetimes`] removes redundant markers.
//!
//! Special cases:
//!
//! - A `return` needs no marker, because it ends the lifetimes of all slots.
//! - A computed `goto` leaves those open scopes that contain none of its possible targets.
//! - Compound literals and variable-length arrays live until the function returns.
//! - The variables declared directly in a statement expression also live until the function returns, because the value
//!   of the expression may be such a variable.
use super::{Lowerer, Storage};
use crate::typed::{LabelId, Stmt, StmtKind};
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_ir::{Block, InstData, Intrinsic, LocSet, Value};

/// A jump to one of several labels, such as a `goto` or a `switch`.
struct LabelJump {
    /// The basic block that ends in the jump.
    from: Block,
    /// The scopes that are open at the jump.
    open: Vec<u32>,
    targets: Vec<LabelId>,
    /// Whether the jump always goes to one of `targets`. False for a `switch`, because control continues after the
    /// `switch` if no case matches.
    complete: bool,
}

/// The block scopes of a function that declare variables in memory.
#[derive(Default)]
pub(super) struct Scopes {
    /// For each scope, the addresses of its variables.
    variables: Vec<Vec<Value>>,
    /// The scopes that are open at the current program point, outermost first.
    open: Vec<u32>,
    /// For each label, the scopes that are open at the label.
    labels: FxHashMap<LabelId, Vec<u32>>,
    jumps: Vec<LabelJump>,
}

impl Scopes {
    /// Returns the number of open scopes.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Records that the label `label` is at the current program point, with the scopes that are open at this
    /// point.
    pub(super) fn label(&mut self, label: LabelId) {
        self.labels.insert(label, self.open.clone());
    }

    /// Records that the block `from`, which is not terminated yet, will jump to one of the labels `targets`.
    pub(super) fn jump(&mut self, from: Block, targets: Vec<LabelId>) {
        let open = self.open.clone();
        self.jumps.push(LabelJump {
            from,
            open,
            targets,
            complete: true,
        });
    }

    /// Records the `switch` at the end of the block `from`. The `switch` jumps to one of the labels `targets` or, if no
    /// case matches, to the code after its body.
    pub(super) fn dispatch(&mut self, from: Block, targets: Vec<LabelId>) {
        self.jump(from, targets);
        if let Some(jump) = self.jumps.last_mut() {
            jump.complete = false;
        }
    }

    /// Returns the variables whose lifetimes the jump `jump` ends: the variables of open scopes that contain no target
    /// of the jump.
    fn ended_by(&self, jump: &LabelJump) -> Vec<Value> {
        if jump.open.is_empty() {
            return Vec::new();
        }
        let around = jump
            .targets
            .iter()
            .filter_map(|label| self.labels.get(label));
        let targeted: FxHashSet<u32> = around.flatten().copied().collect();
        let left = jump
            .open
            .iter()
            .rev()
            .filter(|scope| !targeted.contains(scope));
        left.flat_map(|&scope| self.variables[scope as usize].iter().copied())
            .collect()
    }

    /// Returns the variables of the scopes that a jump to the label `label` enters from outside. `around` lists the
    /// scopes that are open at the label.
    fn entered_at(&self, label: LabelId, around: &[u32]) -> Vec<Value> {
        if around.is_empty() {
            return Vec::new();
        }
        let jumps = self.jumps.iter().filter(|j| j.targets.contains(&label));
        let jumps: Vec<&LabelJump> = jumps.collect();
        let from_outside = |scope: &&u32| jumps.iter().any(|jump| !jump.open.contains(scope));
        let entered = around.iter().filter(from_outside);
        entered
            .flat_map(|&scope| self.variables[scope as usize].iter().copied())
            .collect()
    }
}

fn marker(intrinsic: Intrinsic, address: Value) -> InstData {
    InstData::Intrinsic {
        intrinsic,
        args: [address].into_iter().collect(),
        text: None,
    }
}

impl Lowerer<'_, '_> {
    /// Lowers a block statement. A block without variables in memory gets no lifetime markers.
    pub(super) fn block(&mut self, stmts: &[Stmt]) {
        let declared = stmts.iter().filter_map(|stmt| match stmt.kind {
            StmtKind::Declare(id, _) => match self.storage_of(id) {
                Storage::Memory(address) => Some(address),
                _ => None,
            },
            _ => None,
        });
        let variables: Vec<Value> = declared.collect();
        if variables.is_empty() {
            for stmt in stmts {
                self.stmt(stmt);
            }
            return;
        }
        self.mark(Intrinsic::ScopeEnter, &variables);
        let outside = self.scopes.depth();
        self.scopes.open.push(self.scopes.variables.len() as u32);
        self.scopes.variables.push(variables);
        for stmt in stmts {
            self.stmt(stmt);
        }
        self.leave_scopes(outside);
        self.scopes.open.truncate(outside);
    }

    /// Emits the end of the lifetimes of all variables in open scopes that are nested deeper than `depth`.
    pub(super) fn leave_scopes(&mut self, depth: usize) {
        if self.is_dead() {
            return;
        }
        for index in (depth..self.scopes.depth()).rev() {
            let scope = self.scopes.open[index] as usize;
            let variables = self.scopes.variables[scope].clone();
            self.mark(Intrinsic::ScopeLeave, &variables);
        }
    }

    /// Emits lifetime markers, which have no source location.
    fn mark(&mut self, intrinsic: Intrinsic, variables: &[Value]) {
        if self.b.is_terminated() {
            return;
        }
        let locs = self.b.locs().clone();
        self.b.set_locs(LocSet::none());
        for &address in variables {
            self.b.push(marker(intrinsic, address), None);
        }
        self.b.set_locs(locs);
    }

    /// Inserts the lifetime markers at jumps and labels. Must be called at the end of the function, when all labels are
    /// known.
    pub(super) fn finish_scopes(&mut self) {
        let scopes = std::mem::take(&mut self.scopes);
        let func = &mut *self.b.func;
        for jump in scopes.jumps.iter().filter(|jump| jump.complete) {
            for address in scopes.ended_by(jump) {
                let at = func.insts(jump.from).len() - 1;
                let data = marker(Intrinsic::ScopeLeave, address);
                func.insert(jump.from, at, data, None, LocSet::none());
            }
        }
        let mut labels: Vec<_> = scopes.labels.iter().collect();
        labels.sort_unstable_by_key(|(label, _)| label.0);
        for (&label, around) in labels {
            let Some(block) = self.labels[label.0 as usize] else {
                continue;
            };
            for address in scopes.entered_at(label, around) {
                let data = marker(Intrinsic::ScopeEnter, address);
                func.insert(block, 0, data, None, LocSet::none());
            }
        }
    }
}
