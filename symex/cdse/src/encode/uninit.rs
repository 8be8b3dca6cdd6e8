//! Indeterminate bytes, and the check for reads of them. Each byte of an object has an *initialization mark*, a
//! pseudo-byte behind the object ([`Span::marks`]): 1 if the byte is initialized, and 0 if it is indeterminate. A write
//! sets the marks of its bytes, and a copy copies the marks, as in a concrete run. Marks are memory like the bytes
//! themselves, so a mark that depends on the path is a φ (a symbol at a join). A *goal* is a failure or an unsupported
//! construct that the search tries to reach.
//!
//! Objects have marks only if a read of indeterminate bytes is a failure, or if the program may copy indeterminate
//! bytes (see `MarkedObjects`).
use super::{NodeEncoder, NodeState};
use crate::graph::{Contents, Goal, MARKS, Span, Store, Stored};
use crate::unrolling::Owner;
use symtool_expr::{Arena, ExprId};
use symtool_ir::layout::Region;
use symtool_ir::{BugKind, CheckKind};

/// The number of bytes whose marks are read as one value.
const MARKS_AT_ONCE: u64 = 8;

impl NodeEncoder<'_, '_> {
    /// Returns whether the bytes of an object have initialization marks.
    pub(super) fn has_marks(&self, region: Region) -> bool {
        let infos = &self.unrolling.program.infos;
        match self.unrolling.global_at(region) {
            Some(global) => infos.is_marked_global(global),
            None => infos.marked.dynamic,
        }
    }

    /// Returns the initialization marks of the bytes `span`. If the object has no marks, all bytes count as
    /// initialized.
    pub(super) fn marks(&mut self, state: &NodeState, span: Span) -> ExprId {
        match self.has_marks(span.region) {
            true => self.unrolling.read(state.node, &state.stores, span.marks()),
            false => self.unrolling.all_initialized(span.len),
        }
    }

    /// Writes `len` bytes that start at an address, and marks them as initialized.
    pub(super) fn write_block(
        &mut self,
        state: &mut NodeState,
        (region, offset): (Region, u64),
        len: u64,
        value: Stored,
    ) {
        state.stores.push(Store {
            region,
            offset,
            len,
            value,
        });
        self.set_marks(state, (region, offset), len, true);
    }

    /// Makes all bytes of an object with the given name and size indeterminate: stores a new symbol, and clears the
    /// marks.
    pub(super) fn make_indeterminate(
        &mut self,
        state: &mut NodeState,
        region: Region,
        (name, size): (&str, u64),
    ) {
        let symbol = self.unrolling.arena.symbol(name, size as u32);
        self.unrolling
            .memory
            .indeterminate
            .entry(region)
            .or_insert(symbol);
        state.contents.push(Contents {
            region,
            indeterminate: Some(symbol),
        });
        state.stores.push(Store {
            region,
            offset: 0,
            len: size,
            value: Stored::Input(symbol),
        });
        self.set_marks(state, (region, 0), size, false);
    }

    fn set_marks(
        &mut self,
        state: &mut NodeState,
        (region, offset): (Region, u64),
        len: u64,
        initialized: bool,
    ) {
        if self.has_marks(region) {
            let mark = self.unrolling.arena.int(8, u128::from(initialized));
            state.stores.push(Store {
                region,
                offset: offset + MARKS,
                len,
                value: Stored::Fill(mark),
            });
        }
    }

    /// Adds to `illegal` the failures of a read of indeterminate bytes: one goal for each object, with its condition.
    /// The list `read` contains the byte ranges that the read may access, each with its condition. The read happens
    /// if `guard` holds and no condition that is already in `illegal` holds.
    pub(super) fn forbid_indeterminate(
        &mut self,
        state: &NodeState,
        guard: ExprId,
        read: &[(ExprId, Span)],
        illegal: &mut Vec<(ExprId, Goal)>,
    ) {
        if !self.unrolling.program.checks.has(CheckKind::Uninit) {
            return;
        }
        let mut legal = guard;
        for &(cond, _) in illegal.iter() {
            let not = self.unrolling.arena.not(cond);
            legal = self.unrolling.arena.and(legal, not);
        }
        let mut goals: Vec<(ExprId, Goal)> = Vec::new();
        for &(cond, span) in read {
            if !self.has_marks(span.region) {
                continue;
            }
            let here = self.unrolling.arena.and(legal, cond);
            let is_indeterminate = self.is_indeterminate(state, span);
            let fails = self.unrolling.arena.and(here, is_indeterminate);
            if self.unrolling.arena.is_false(fails) {
                continue;
            }
            let goal = self.indeterminate_read(span.region);
            match goals.iter_mut().find(|(_, known)| *known == goal) {
                Some((known, _)) => *known = self.unrolling.arena.or(*known, fails),
                None => goals.push((fails, goal)),
            }
        }
        goals.retain(|&(cond, _)| !self.never_holds(state.node, cond));
        illegal.extend(goals);
    }

    /// Returns the condition under which one of the bytes `span` is indeterminate.
    pub(super) fn is_indeterminate(&mut self, state: &NodeState, span: Span) -> ExprId {
        let mut any = Arena::FALSE;
        let end = span.offset + u64::from(span.len);
        for offset in (span.offset..end).step_by(MARKS_AT_ONCE as usize) {
            let part = Span {
                offset,
                len: (end - offset).min(MARKS_AT_ONCE) as u32,
                ..span
            };
            let marks = self.marks(state, part);
            let all = self.unrolling.all_initialized(part.len);
            let are_set = self.unrolling.arena.eq(marks, all);
            let not = self.unrolling.arena.not(are_set);
            any = self.unrolling.arena.or(any, not);
        }
        any
    }

    /// Returns the value of at most 8 bytes that are copied to the span `to`. The first argument contains the value and
    /// the initialization marks of the source. A byte that is indeterminate in the source does not keep its value: the
    /// copy is an indeterminate byte of the destination.
    pub(super) fn copied(&mut self, (value, marks): (ExprId, ExprId), to: Span) -> ExprId {
        let all = self.unrolling.all_initialized(to.len);
        if marks == all {
            return value;
        }
        let fresh = self.fresh_indeterminate(to);
        if self
            .unrolling
            .arena
            .as_const(marks)
            .is_some_and(|bits| !bits.is_true())
        {
            return fresh;
        }
        let arena = &mut self.unrolling.arena;
        let one = arena.int(8, 1);
        let bytes = (0..to.len).map(|at| {
            let mark = arena.extract(marks, 8 * at, 8);
            let is_initialized = arena.eq(mark, one);
            let [value, fresh] = [value, fresh].map(|whole| arena.extract(whole, 8 * at, 8));
            arena.ite(is_initialized, value, fresh)
        });
        let bytes: Vec<ExprId> = bytes.collect();
        let rest = bytes[1..].iter();
        rest.fold(bytes[0], |low, &high| arena.concat(high, low))
    }

    /// Returns the value of the bytes `span` when they are indeterminate. If the bytes belong to a variable with a
    /// scope that may be entered again, the value is a new symbol. The reason is that the bytes become indeterminate
    /// again at each entry of the scope.
    fn fresh_indeterminate(&mut self, span: Span) -> ExprId {
        let objects = &self.unrolling.memory.objects;
        let is_scoped = match objects.get(&span.region).map(|object| object.owner) {
            Some(Owner::Frame(context, slot)) => {
                let func = self.unrolling.graph.context(context).func;
                let info = self.unrolling.program.infos.of(func);
                info.is_none_or(|info| info.scoped.contains(&slot))
            }
            Some(Owner::Heap | Owner::Array(_)) | None => false,
        };
        let known = match is_scoped {
            true => None,
            false => self.unrolling.indeterminate_bytes(span),
        };
        known.unwrap_or_else(|| {
            let symbol = self.unrolling.arena.symbol("indeterminate", span.len);
            self.unrolling.arena.scalar(symbol, 8 * span.len)
        })
    }

    /// Returns the failure of a read of indeterminate bytes of an object.
    pub(super) fn indeterminate_read(&self, region: Region) -> Goal {
        let object = self.unrolling.memory.objects.get(&region);
        let global = self.unrolling.global_at(region);
        let name = match (object, global) {
            (Some(object), _) => &*object.name,
            (None, Some(global)) => &self.unrolling.program.module.globals[global].name,
            (None, None) => "",
        };
        self.illegal(
            BugKind::Uninit,
            format!("read of indeterminate bytes of `{name}`"),
        )
    }
}
