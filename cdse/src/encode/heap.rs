//! Heap blocks of known sizes: one object for each node that makes one, which is one for each call and trip.
use super::access::alive_mark;
use super::{Run, Wrong, unsupported};
use crate::graph::{Store, Stored};
use crate::unroll::{Object, Owner, World};
use std::rc::Rc;
use symtool_ir::layout::{MAX_OBJECT_SIZE, Region};
use symtool_ir::{Bits, BugKind};
use symtool_symex::exec::decode::IntrinsicStep;
use symtool_symex::expr::ExprId;

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
        if size > MOST_BYTES {
            return Err(unsupported("a large heap block"));
        }
        let region = self.next_region;
        self.next_region = region.next();
        let object = Object {
            size,
            name: Rc::from("heap"),
            owner: Owner::Heap,
            uninit: None,
        };
        self.objects.insert(region, object);
        if size > 0 {
            let value = if zero {
                Stored::Fill(self.arena.int(8, 0))
            } else {
                Stored::Input(self.arena.symbol("heap", size as u32))
            };
            run.stores.push(Store {
                region,
                offset: 0,
                len: size,
                value,
            });
        }
        self.mark_alive(run, region, true);
        let address = self.arena.int(64, u128::from(region.base()));
        Self::set(run, step.dst, address);
        Ok(())
    }

    /// Frees a block; null is none.
    pub(super) fn free(&mut self, run: &mut Run, address: ExprId) -> Result<(), Wrong> {
        let Some(address) = self.arena.as_const(address).map(Bits::low_u64) else {
            return Err(unsupported(
                "what is freed depends on the path or on inputs",
            ));
        };
        if address == 0 {
            return Ok(());
        }
        let region = Region::of(address);
        let object = self.objects.get(&region);
        let is_block = object.is_some_and(|object| object.owner == Owner::Heap);
        if !is_block || address != region.base() {
            let text = "free of an address that is no heap block's".to_owned();
            return Err(self.illegal(BugKind::InvalidFree, text));
        }
        let alive = self.read(run, alive_mark(region));
        match self.arena.as_const(alive).map(Bits::low_u64) {
            Some(1) => {
                self.mark_alive(run, region, false);
                Ok(())
            }
            Some(_) => {
                let text = "free of a heap block that is freed already".to_owned();
                Err(self.illegal(BugKind::DoubleFree, text))
            }
            None => Err(unsupported("a heap block that is freed on some paths")),
        }
    }
}
