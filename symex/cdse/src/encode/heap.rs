//! Symbolic execution of allocations: heap blocks and variable-length arrays. In the unrolled graph, each node that
//! allocates has its own object, so different calls and loop iterations allocate different objects. A *goal* is a
//! failure or an unsupported construct that the search tries to reach.
use super::blocks::MAX_COPIED;
use super::{Flow, NodeEncoder, NodeState, Stepped, unsupported, unsupported_with};
use crate::graph::{Contents, Goal, Span, Store, Stored};
use crate::unrolling::{Object, Owner};
use crate::unsupported::Unsupported;
use std::rc::Rc;
use symtool_engine::code::IntrinsicStep;
use symtool_expr::{Arena, ExprId};
use symtool_ir::layout::{MAX_OBJECT_SIZE, Region};
use symtool_ir::{Bits, BugKind, Op};

/// The size, in bytes, of the largest supported block.
const MAX_BYTES: u64 = 1 << 20;

/// The largest supported upper bound, in bytes, of a block size that is not constant.
const MAX_SYMBOLIC: u64 = 4096;

/// The size of an allocated block, in bytes.
#[derive(Copy, Clone, Debug)]
pub(super) struct BlockSize {
    /// The size if it is constant, otherwise its upper bound.
    pub most: u64,
    /// The size as an expression; `None` if the size is constant.
    pub exact: Option<ExprId>,
}

impl NodeEncoder<'_, '_> {
    /// Allocates a heap block, and sets the result of the step to its address. The address is null if the block
    /// is too large for any object. `size` is `None` if the computation of the size overflowed.
    pub(super) fn heap_block(
        &mut self,
        state: &mut NodeState,
        step: &IntrinsicStep,
        size: Option<BlockSize>,
        zero: bool,
    ) -> Result<(), Goal> {
        let Some(size) = size.filter(|size| size.most <= MAX_OBJECT_SIZE) else {
            let null = self.unrolling.arena.int(64, 0);
            Self::set(state, step.dst, null);
            return Ok(());
        };
        let region = self.block(state, size, ("heap", Owner::Heap), zero)?;
        self.mark_alive(state, region, true);
        self.count_blocks(state, Arena::TRUE, 1);
        let address = self.unrolling.arena.int(64, u128::from(region.base()));
        Self::set(state, step.dst, address);
        Ok(())
    }

    /// Allocates a variable-length array, which lives until the current call returns.
    pub(super) fn array(
        &mut self,
        state: &mut NodeState,
        step: &IntrinsicStep,
        size: BlockSize,
    ) -> Stepped {
        if !(1..=MAX_OBJECT_SIZE).contains(&size.most) {
            let text = match size.most {
                0 => "array of size 0".to_owned(),
                most => format!("array of {} bytes", most as i64),
            };
            return Err(self.illegal(BugKind::AllocSize, text));
        }
        let context = self.unrolling.graph.node(state.node).key.context;
        let region = self.block(state, size, ("array", Owner::Array(context)), false)?;
        let address = self.unrolling.arena.int(64, u128::from(region.base()));
        Self::set(state, step.dst, address);
        let Some(exact) = size.exact else {
            return Ok(Flow::Next);
        };
        let zero = self.unrolling.arena.int(64, 0);
        let is_empty = self.unrolling.arena.eq(exact, zero);
        if self.never_holds(state.node, is_empty) {
            return Ok(Flow::Next);
        }
        let goal = self.illegal(BugKind::AllocSize, "array of size 0".to_owned());
        Ok(self.unless_illegal(state, vec![(is_empty, goal)]))
    }

    /// Creates an object. Its contents are zero if `zero` is `true`, and indeterminate otherwise.
    fn block(
        &mut self,
        state: &mut NodeState,
        BlockSize { most: size, exact }: BlockSize,
        (name, owner): (&str, Owner),
        zero: bool,
    ) -> Result<Region, Goal> {
        if size > MAX_BYTES {
            return Err(unsupported_with(Unsupported::LargeBlock, &[&name]));
        }
        let region = self.unrolling.memory.next_region;
        self.unrolling.memory.next_region = region.next();
        let object = Object {
            size,
            bound: exact,
            name: Rc::from(name),
            owner,
            creator: (self.unrolling.graph.node(state.node).key.context, state.pc),
        };
        self.unrolling.memory.objects.insert(region, object);
        if size > 0 && !zero {
            self.make_indeterminate(state, region, (name, size));
            return Ok(region);
        }
        state.contents.push(Contents {
            region,
            indeterminate: None,
        });
        if size > 0 {
            let zero = Stored::Fill(self.unrolling.arena.int(8, 0));
            self.write_block(state, (region, 0), size, zero);
        }
        Ok(region)
    }

    /// Reallocates a heap block: allocates a new block, copies the contents, and frees the old block.
    pub(super) fn realloc(
        &mut self,
        state: &mut NodeState,
        step: &IntrinsicStep,
        address: ExprId,
        size: BlockSize,
    ) -> Stepped {
        if self
            .unrolling
            .arena
            .as_const(address)
            .is_some_and(|address| address.low_u64() == 0)
        {
            self.heap_block(state, step, Some(size), false)?;
            return Ok(Flow::Next);
        }
        if size.most > MAX_BYTES {
            return Err(unsupported_with(Unsupported::LargeBlock, &[&"heap"]));
        }
        let mut leaves = Vec::new();
        if !self.leaves(Arena::TRUE, address, &mut leaves) {
            return Err(unsupported(Unsupported::ManyReallocTargets));
        }
        let freed = self.free(state, address)?;
        let new = self.unrolling.memory.next_region;
        self.heap_block(state, step, Some(size), false)?;
        for (cond, leaf) in leaves {
            if let Ok(Some(old)) = self.freed_block(leaf) {
                self.move_contents(state, cond, (old, new), size.most)?;
            }
        }
        Ok(freed)
    }

    /// Copies the contents of a block to a new block of at most `size` bytes, under a condition.
    fn move_contents(
        &mut self,
        state: &mut NodeState,
        cond: ExprId,
        (old, new): (Region, Region),
        size: u64,
    ) -> Result<(), Goal> {
        let Some(object) = self.unrolling.memory.objects.get(&old) else {
            return Ok(());
        };
        let (copied, bound) = (object.size.min(size), object.bound);
        if copied > MAX_COPIED {
            return Err(unsupported(Unsupported::LargeCopy));
        }
        let span = |region, offset| Span {
            region,
            offset,
            len: 1,
        };
        let Some(bound) = bound else {
            let (from, to) = (span(old, 0), span(new, 0));
            self.move_bytes(state, &[(Arena::TRUE, from)], &[(cond, to)], copied);
            return Ok(());
        };
        // The new block has indeterminate bytes after the actual size of the old block.
        for at in 0..copied {
            let index = self.unrolling.arena.int(64, u128::from(at));
            let inside = self.unrolling.arena.op(Op::Ult, 1, &[index, bound]);
            let when = self.unrolling.arena.and(cond, inside);
            let (from, to) = (span(old, at), span(new, at));
            self.move_bytes(state, &[(Arena::TRUE, from)], &[(when, to)], 1);
        }
        Ok(())
    }

    /// Returns the size of a block. The error is a goal (an unsupported construct) if the size is not constant and no
    /// upper bound of at most [`MAX_SYMBOLIC`] is known.
    pub(super) fn block_size(
        &mut self,
        state: &NodeState,
        size: ExprId,
    ) -> Result<BlockSize, Goal> {
        if let Some(bits) = self.unrolling.arena.as_const(size) {
            return Ok(BlockSize {
                most: bits.low_u64(),
                exact: None,
            });
        }
        let mut leaves = Vec::new();
        let few = self.leaves(Arena::TRUE, size, &mut leaves);
        let constants = leaves
            .iter()
            .map(|&(_, leaf)| self.unrolling.arena.as_const(leaf));
        let largest = constants.collect::<Option<Vec<Bits>>>();
        let largest = largest.and_then(|all| all.into_iter().map(Bits::low_u64).max());
        let most = match largest.filter(|_| few) {
            Some(largest) => Some(largest).filter(|&largest| largest <= MAX_SYMBOLIC),
            None => self.upper_bound((state.node, Arena::TRUE), size, MAX_SYMBOLIC),
        };
        let most = most.ok_or_else(|| unsupported(Unsupported::UnboundedSize))?;
        Ok(BlockSize {
            most,
            exact: Some(size),
        })
    }

    /// Frees a heap block. A null address has no effect.
    pub(super) fn free(&mut self, state: &mut NodeState, address: ExprId) -> Stepped {
        let mut leaves = Vec::new();
        if !self.leaves(Arena::TRUE, address, &mut leaves) {
            return Err(unsupported(Unsupported::ManyFreeTargets));
        }
        let mut illegal = Vec::new();
        let mut freed = Vec::new();
        for (cond, leaf) in leaves {
            match self.freed_block(leaf) {
                Ok(None) => {}
                Ok(Some(region)) => freed.push((cond, region)),
                Err(goal) if self.unrolling.arena.is_true(cond) => return Err(goal),
                Err(goal) => illegal.push((cond, goal)),
            }
        }
        for &(cond, region) in &freed {
            let text = "double free of a heap block".to_owned();
            let again = self.illegal(BugKind::DoubleFree, text);
            let dead = self.is_dead(state, region);
            let dead = self.unrolling.arena.and(cond, dead);
            match self.unrolling.arena.as_const(dead).map(Bits::is_true) {
                Some(true) => return Err(again),
                Some(false) => {}
                None => illegal.push((dead, again)),
            }
        }
        for (cond, region) in freed {
            self.count_blocks(state, cond, -1);
            let mark = Span::alive_mark(region);
            let old = self.unrolling.read(state.node, &state.stores, mark);
            let ended = self.unrolling.arena.int(8, 0);
            let value = self.unrolling.arena.ite(cond, ended, old);
            state.stores.push(Store::at(mark, value));
        }
        Ok(self.unless_illegal(state, illegal))
    }

    /// Returns the heap block that `free` of the address `address` frees; `None` if the address is null. The
    /// error is the goal that an illegal call reaches.
    fn freed_block(&self, address: ExprId) -> Result<Option<Region>, Goal> {
        let Some(address) = self.unrolling.arena.as_const(address).map(Bits::low_u64) else {
            return Err(unsupported(Unsupported::FreeTarget));
        };
        if address == 0 {
            return Ok(None);
        }
        let region = Region::of(address);
        let object = self.unrolling.memory.objects.get(&region);
        let is_block = object.is_some_and(|object| object.owner == Owner::Heap);
        if !is_block || address != region.base() {
            let text = "free of a pointer to no heap block".to_owned();
            return Err(self.illegal(BugKind::InvalidFree, text));
        }
        Ok(Some(region))
    }
}
