//! The check for heap blocks that are never freed. A pseudo-object holds the number of live heap blocks. Therefore the
//! number is a memory value like any other: it is a φ (a symbol at a join) if it depends on the path. A *goal* is a
//! failure or an unsupported construct that the search tries to reach.
use super::{Dest, Exit, NodeEncoder, NodeState};
use crate::graph::{ContextId, Side, Span};
use symtool_expr::ExprId;
use symtool_ir::{BugKind, CheckKind, Op};

impl NodeEncoder<'_, '_> {
    /// Adds `difference` to the number of live heap blocks, if the condition `cond` holds.
    pub(super) fn count_blocks(&mut self, state: &mut NodeState, cond: ExprId, difference: i64) {
        if !self.unrolling.program.checks.has(CheckKind::Leak) {
            return;
        }
        let span = Span::live_blocks();
        let old = self.unrolling.read(state.node, &state.stores, span);
        let difference = self.unrolling.arena.int(64, u128::from(difference as u64));
        let new = self.unrolling.arena.op(Op::Add, 64, &[old, difference]);
        self.store_if(state, cond, span, new);
    }

    /// Returns the exit to the failure of a program that terminates without freeing all heap blocks. Returns `None` if
    /// the check for leaks is disabled, or if no block is live on any path.
    pub(super) fn leak(&mut self, state: &NodeState) -> Option<Exit> {
        if !self.unrolling.program.checks.has(CheckKind::Leak) {
            return None;
        }
        let blocks = self
            .unrolling
            .read(state.node, &state.stores, Span::live_blocks());
        let zero = self.unrolling.arena.int(64, 0);
        let none = self.unrolling.arena.eq(blocks, zero);
        let cond = self.unrolling.arena.not(none);
        let message = "heap blocks are never freed".to_owned();
        let to = Dest::Goal(self.illegal(BugKind::Leak, message));
        let side = Side::Fail;
        (!self.unrolling.arena.is_false(cond)).then_some(Exit { cond, to, side })
    }

    /// Returns whether a node belongs to the entry function, whose return ends the program.
    pub(super) fn is_in_entry(&self, state: &NodeState) -> bool {
        self.unrolling.graph.node(state.node).key.context == ContextId(0)
    }
}
