//! Heap blocks and arrays of known sizes: one object for each node that makes one, which is one for each call and trip.
use super::builtin::MOST_COPIED;
use super::{Flow, Run, Stepped, Wrong, unsupported};
use crate::graph::{Span, Store, Stored};
use crate::unroll::{Object, Owner, World};
use std::rc::Rc;
use symtool_engine::exec::decode::IntrinsicStep;
use symtool_expr::ExprId;
use symtool_ir::layout::{MAX_OBJECT_SIZE, Region};
use symtool_ir::{Bits, BugKind};

/// Larger blocks are not followed.
const MOST_BYTES: u64 = 1 << 20;

impl World<'_> {
    /// A new block, of zeros or with indeterminate contents; null if it is too large for any (`None`: beyond counting).
    pub(super) fn heap_block(
        &mut self,
        run: &mut Run,
        step: &IntrinsicStep,
        size: Option<u64>,
        zero: bool,
    ) -> Result<(), Wrong> {
        let Some(size) = size.filter(|&size| size <= MAX_OBJECT_SIZE) else {
            let null = self.arena.int(64, 0);
            Self::set(run, step.dst, null);
            return Ok(());
        };
        let region = self.block(run, size, ("heap", Owner::Heap), zero)?;
        self.mark_alive(run, region, true);
        let address = self.arena.int(64, u128::from(region.base()));
        Self::set(run, step.dst, address);
        Ok(())
    }

    /// A new array of the present call, which lives until that returns.
    pub(super) fn array(
        &mut self,
        run: &mut Run,
        step: &IntrinsicStep,
        size: u64,
    ) -> Result<(), Wrong> {
        if !(1..=MAX_OBJECT_SIZE).contains(&size) {
            let text = match size {
                0 => "array of size 0".to_owned(),
                _ => format!("array of {} bytes", size as i64),
            };
            return Err(self.illegal(BugKind::AllocSize, text));
        }
        let context = self.graph.node(run.node).place.context;
        let region = self.block(run, size, ("array", Owner::Array(context)), false)?;
        let address = self.arena.int(64, u128::from(region.base()));
        Self::set(run, step.dst, address);
        Ok(())
    }

    /// A new object of zeros or with indeterminate contents.
    fn block(
        &mut self,
        run: &mut Run,
        size: u64,
        (name, owner): (&str, Owner),
        zero: bool,
    ) -> Result<Region, Wrong> {
        if size > MOST_BYTES {
            return Err(unsupported(format!("a large block ({name})")));
        }
        let region = self.next_region;
        self.next_region = region.next();
        let object = Object {
            size,
            name: Rc::from(name),
            owner,
            uninit: None,
        };
        self.objects.insert(region, object);
        if size > 0 {
            let value = if zero {
                Stored::Fill(self.arena.int(8, 0))
            } else {
                Stored::Input(self.arena.symbol(name, size as u32))
            };
            run.stores.push(Store {
                region,
                offset: 0,
                len: size,
                value,
            });
        }
        Ok(region)
    }

    /// Moves a block to one of another size.
    pub(super) fn realloc(
        &mut self,
        run: &mut Run,
        step: &IntrinsicStep,
        address: ExprId,
        size: u64,
    ) -> Stepped {
        let old = self.constant(address, "the block given to realloc")?;
        if old == 0 {
            self.heap_block(run, step, Some(size), false)?;
            return Ok(Flow::Next);
        }
        if size > MOST_BYTES {
            return Err(unsupported("a large block (heap)"));
        }
        let freed = self.free(run, address)?;
        let region = Region::of(old);
        let kept = self
            .objects
            .get(&region)
            .map_or(0, |old| old.size.min(size));
        if kept > MOST_COPIED {
            return Err(unsupported("a copy of a large block"));
        }
        let first = |region| Span {
            region,
            offset: 0,
            len: 1,
        };
        let new = self.next_region;
        self.heap_block(run, step, Some(size), false)?;
        self.move_bytes(run, first(region), first(new), kept);
        Ok(freed)
    }

    /// Frees a block; null is none.
    pub(super) fn free(&mut self, run: &mut Run, address: ExprId) -> Stepped {
        let Some(address) = self.arena.as_const(address).map(Bits::low_u64) else {
            return Err(unsupported(
                "what is freed depends on the path or on inputs",
            ));
        };
        if address == 0 {
            return Ok(Flow::Next);
        }
        let region = Region::of(address);
        let object = self.objects.get(&region);
        let is_block = object.is_some_and(|object| object.owner == Owner::Heap);
        if !is_block || address != region.base() {
            let text = "free of an address that is no heap block's".to_owned();
            return Err(self.illegal(BugKind::InvalidFree, text));
        }
        let text = "free of a heap block that is freed already".to_owned();
        let Wrong(again) = self.illegal(BugKind::DoubleFree, text);
        let dead = self.is_dead(run, region);
        match self.arena.as_const(dead).map(Bits::is_true) {
            Some(true) => return Err(Wrong(again)),
            Some(false) => {
                self.mark_alive(run, region, false);
                return Ok(Flow::Next);
            }
            None => {}
        }
        self.mark_alive(run, region, false);
        Ok(self.unless(run, vec![(dead, again)]))
    }
}
