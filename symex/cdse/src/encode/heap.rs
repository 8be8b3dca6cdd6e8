//! Heap blocks and variable-length arrays of constant size. Each node of the unrolled graph that allocates has a
//! separate object, so each call and each loop iteration has one.
use super::intrinsics::MAX_COPIED;
use super::{Flow, NodeEncoder, NodeState, Stepped, unsupported};
use crate::graph::{Goal, Span, Store, Stored};
use crate::unrolling::{Object, Owner};
use std::rc::Rc;
use symtool_engine::code::IntrinsicStep;
use symtool_expr::ExprId;
use symtool_ir::layout::{MAX_OBJECT_SIZE, Region};
use symtool_ir::{Bits, BugKind};

/// The size, in bytes, of the largest supported block.
const MAX_BYTES: u64 = 1 << 20;

impl NodeEncoder<'_, '_> {
    /// Allocates a heap block and returns its address. The address is null if the block is too large for any
    /// object. `size` is `None` if the computation of the size overflowed.
    pub(super) fn heap_block(
        &mut self,
        state: &mut NodeState,
        step: &IntrinsicStep,
        size: Option<u64>,
        zero: bool,
    ) -> Result<(), Goal> {
        let Some(size) = size.filter(|&size| size <= MAX_OBJECT_SIZE) else {
            let null = self.unrolling.arena.int(64, 0);
            Self::set(state, step.dst, null);
            return Ok(());
        };
        let region = self.block(state, size, ("heap", Owner::Heap), zero)?;
        self.mark_alive(state, region, true);
        let address = self.unrolling.arena.int(64, u128::from(region.base()));
        Self::set(state, step.dst, address);
        Ok(())
    }

    /// Allocates a variable-length array, which lives until the current call returns.
    pub(super) fn array(
        &mut self,
        state: &mut NodeState,
        step: &IntrinsicStep,
        size: u64,
    ) -> Result<(), Goal> {
        if !(1..=MAX_OBJECT_SIZE).contains(&size) {
            let text = match size {
                0 => "array of size 0".to_owned(),
                _ => format!("array of {} bytes", size as i64),
            };
            return Err(self.illegal(BugKind::AllocSize, text));
        }
        let context = self.unrolling.graph.node(state.node).key.context;
        let region = self.block(state, size, ("array", Owner::Array(context)), false)?;
        let address = self.unrolling.arena.int(64, u128::from(region.base()));
        Self::set(state, step.dst, address);
        Ok(())
    }

    /// Creates an object. Its contents are zero or indeterminate.
    fn block(
        &mut self,
        state: &mut NodeState,
        size: u64,
        (name, owner): (&str, Owner),
        zero: bool,
    ) -> Result<Region, Goal> {
        if size > MAX_BYTES {
            return Err(unsupported(format!("a large block ({name})")));
        }
        let region = self.unrolling.memory.next_region;
        self.unrolling.memory.next_region = region.next();
        let object = Object {
            size,
            name: Rc::from(name),
            owner,
            uninit: None,
        };
        self.unrolling.memory.objects.insert(region, object);
        if size > 0 {
            let value = if zero {
                Stored::Fill(self.unrolling.arena.int(8, 0))
            } else {
                Stored::Input(self.unrolling.arena.symbol(name, size as u32))
            };
            state.stores.push(Store {
                region,
                offset: 0,
                len: size,
                value,
            });
        }
        Ok(region)
    }

    /// Reallocates a heap block: allocates a new block, copies the contents, and frees the old block.
    pub(super) fn realloc(
        &mut self,
        state: &mut NodeState,
        step: &IntrinsicStep,
        address: ExprId,
        size: u64,
    ) -> Stepped {
        let old = self.constant(address, "the block given to realloc")?;
        if old == 0 {
            self.heap_block(state, step, Some(size), false)?;
            return Ok(Flow::Next);
        }
        if size > MAX_BYTES {
            return Err(unsupported("a large block (heap)"));
        }
        let freed = self.free(state, address)?;
        let region = Region::of(old);
        let copied = self
            .unrolling
            .memory
            .objects
            .get(&region)
            .map_or(0, |old| old.size.min(size));
        if copied > MAX_COPIED {
            return Err(unsupported("a copy of a large block"));
        }
        let first = |region| Span {
            region,
            offset: 0,
            len: 1,
        };
        let new = self.unrolling.memory.next_region;
        self.heap_block(state, step, Some(size), false)?;
        self.move_bytes(state, first(region), first(new), copied);
        Ok(freed)
    }

    /// Frees a heap block. A null address has no effect.
    pub(super) fn free(&mut self, state: &mut NodeState, address: ExprId) -> Stepped {
        let Some(address) = self.unrolling.arena.as_const(address).map(Bits::low_u64) else {
            return Err(unsupported(
                "free of a pointer that depends on the path or on inputs",
            ));
        };
        if address == 0 {
            return Ok(Flow::Next);
        }
        let region = Region::of(address);
        let object = self.unrolling.memory.objects.get(&region);
        let is_block = object.is_some_and(|object| object.owner == Owner::Heap);
        if !is_block || address != region.base() {
            let text = "free of a pointer to no heap block".to_owned();
            return Err(self.illegal(BugKind::InvalidFree, text));
        }
        let text = "double free of a heap block".to_owned();
        let again = self.illegal(BugKind::DoubleFree, text);
        let dead = self.is_dead(state, region);
        match self.unrolling.arena.as_const(dead).map(Bits::is_true) {
            Some(true) => return Err(again),
            Some(false) => {
                self.mark_alive(state, region, false);
                return Ok(Flow::Next);
            }
            None => {}
        }
        self.mark_alive(state, region, false);
        Ok(self.unless_illegal(state, vec![(dead, again)]))
    }
}
