//! Blocks and the lives of their variables.
//!
//! A variable lives while its block is executed (C11 6.2.4). Variables in memory are slots of the whole function, so
//! two intrinsics mark their lives: `scope_leave` where control leaves the block, after which every access is a
//! failure, and `scope_enter` where it comes in, which makes a variable that has been left a new, indeterminate one and
//! does nothing to one that lives. As the latter cannot do harm it stands wherever control may come in: at the start of
//! the block, and at labels in it that are reached from outside. Markers that change nothing are removed in the end
//! ([`super::lifetimes`]).
//!
//! A `return` needs no marker: all slots die there. A jump whose target is not known leaves what no target of it is in.
//! Compound literals and variable-length arrays live until the function returns, as does what stands directly in a
//! statement expression, whose value may be one of its variables.
use super::{Lowerer, Storage};
use crate::typed::{LabelId, Stmt, StmtKind};
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_ir::{Block, InstData, Intrinsic, LocSet, Value};

/// A jump to labels.
struct LabelJump {
    /// The block that ends in it.
    from: Block,
    /// The scopes around it.
    open: Vec<u32>,
    targets: Vec<LabelId>,
    /// Are these all places where it can lead?
    complete: bool,
}

/// The blocks of a function that have variables in memory.
#[derive(Default)]
pub(super) struct Scopes {
    /// The addresses of each one's variables.
    variables: Vec<Vec<Value>>,
    /// Those around the current place, outermost first.
    open: Vec<u32>,
    /// Those around each label.
    labels: FxHashMap<LabelId, Vec<u32>>,
    jumps: Vec<LabelJump>,
}

impl Scopes {
    /// How many scopes are around the current place.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// A label stands here.
    pub(super) fn label(&mut self, label: LabelId) {
        self.labels.insert(label, self.open.clone());
    }

    /// The block, which is still open, ends in a jump to one of these labels.
    pub(super) fn jump(&mut self, from: Block, targets: Vec<LabelId>) {
        let open = self.open.clone();
        self.jumps.push(LabelJump {
            from,
            open,
            targets,
            complete: true,
        });
    }

    /// A `switch` leads to its labels, or on.
    pub(super) fn dispatch(&mut self, from: Block, targets: Vec<LabelId>) {
        self.jump(from, targets);
        if let Some(jump) = self.jumps.last_mut() {
            jump.complete = false;
        }
    }

    /// The variables that a jump leaves: those of scopes that none of its targets is in.
    fn left_by(&self, jump: &LabelJump) -> Vec<Value> {
        if jump.open.is_empty() {
            return Vec::new();
        }
        let around = jump
            .targets
            .iter()
            .filter_map(|label| self.labels.get(label));
        let kept: FxHashSet<u32> = around.flatten().copied().collect();
        let left = jump.open.iter().rev().filter(|scope| !kept.contains(scope));
        left.flat_map(|&scope| self.variables[scope as usize].iter().copied())
            .collect()
    }

    /// The variables that some jump to a label enters.
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
    /// A block. One without variables in memory is no more than its statements.
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

    /// Control goes on where only so many scopes are around it.
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

    /// Markers have no place in the source.
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

    /// Puts markers at jumps to labels, once it is known where all labels stand.
    pub(super) fn finish_scopes(&mut self) {
        let scopes = std::mem::take(&mut self.scopes);
        let func = &mut *self.b.func;
        for jump in scopes.jumps.iter().filter(|jump| jump.complete) {
            for address in scopes.left_by(jump) {
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
