//! Accesses to memory at known addresses: which bytes, and whether they may be accessed.
use super::{Run, Wrong, unsupported};
use crate::graph::{ContextId, NodeId, Span, Store, Stored, Trouble};
use crate::unroll::World;
use symtool_ir::layout::Region;
use symtool_ir::{Bits, BugKind, Type};
use symtool_symex::exec::decode::{FnCode, MemoryStep};
use symtool_symex::expr::{Arena, ExprId};

impl World<'_> {
    pub(super) fn memory(
        &mut self,
        body: &FnCode,
        run: &mut Run,
        step: &MemoryStep,
    ) -> Result<(), Wrong> {
        let guard = match step.guard {
            Some(guard) => self.get(body, run, guard)?,
            None => Arena::TRUE,
        };
        let len = step.ty.bytes() as u32;
        if self.arena.is_false(guard) {
            if !step.write {
                let zero = self.arena.int(step.ty.bits(), 0);
                run.env.insert_mut(step.value, zero);
            }
            return Ok(());
        }
        if !self.arena.is_true(guard) {
            return Err(unsupported("an access under a condition (melded code)"));
        }
        let address = self.get(body, run, step.addr)?;
        let span = self.span(run, address, u64::from(len), step.write)?;
        if step.write {
            let mut value = self.get(body, run, step.value)?;
            if step.ty == Type::I1 {
                value = self.arena.zext(value, 8);
            }
            run.stores.push(Store {
                region: span.region,
                offset: span.offset,
                len: u64::from(len),
                value: Stored::Value(value),
            });
            return Ok(());
        }
        let mut value = self.read(run, span);
        if step.ty == Type::I1 {
            value = self.arena.extract(value, 0, 1);
        }
        if step.ty != Type::Ptr
            && let Some(region) = self.region_of(value)
            && self.objects.contains_key(&region)
            && step.ty.bits() >= 64
        {
            return Err(unsupported("the number of an address is used"));
        }
        run.env.insert_mut(step.value, value);
        Ok(())
    }

    /// The bytes of a legal access.
    pub(super) fn span(
        &mut self,
        run: &Run,
        address: ExprId,
        len: u64,
        write: bool,
    ) -> Result<Span, Wrong> {
        let Some(bits) = self.arena.as_const(address) else {
            return Err(unsupported(
                "an access through an address that depends on the path or on inputs",
            ));
        };
        let address = bits.low_u64();
        let region = Region::of(address);
        let noun = if write { "write" } else { "read" };
        let Some(object) = self.objects.get(&region) else {
            return match self.initial.find(address, len, write) {
                Ok((region, offset)) => Ok(Span {
                    region,
                    offset,
                    len: len as u32,
                }),
                Err(BugKind::UseAfterReturn) => {
                    Err(unsupported("an access to an object that is not there"))
                }
                Err(kind) => Err(self.illegal(kind, format!("{noun} of {len} bytes"))),
            };
        };
        let (size, owner, slot) = (object.size, object.owner, object.slot);
        if !self.is_active(run.node, owner) {
            let text = format!(
                "{noun} of {len} bytes in a local variable of a function that has returned"
            );
            return Err(self.illegal(BugKind::UseAfterReturn, text));
        }
        let scoped = self
            .shapes
            .of(self.graph.context(owner).func)
            .is_none_or(|shape| shape.scoped.contains(&slot));
        if scoped {
            let alive = self.read(run, alive_mark(region));
            match self.arena.as_const(alive).map(Bits::low_u64) {
                Some(1) => {}
                Some(_) => {
                    let text =
                        format!("{noun} of {len} bytes in a local variable whose block has ended");
                    return Err(self.illegal(BugKind::UseAfterScope, text));
                }
                None => {
                    return Err(unsupported(
                        "a local variable of a block that has ended on some paths",
                    ));
                }
            }
        }
        let offset = address.wrapping_sub(region.base());
        if offset > size || len > size - offset {
            let text = format!(
                "{noun} of {len} bytes at offset {} of `{}`, which has {size} bytes",
                offset as i64, self.objects[&region].name
            );
            return Err(self.illegal(BugKind::OutOfBounds, text));
        }
        Ok(Span {
            region,
            offset,
            len: len as u32,
        })
    }

    /// Is a context that of a node, or one of its callers'?
    fn is_active(&self, node: NodeId, owner: ContextId) -> bool {
        let mut at = Some(self.graph.node(node).place.context);
        while let Some(id) = at {
            if id == owner {
                return true;
            }
            at = self.graph.context(id).parent;
        }
        false
    }

    pub(super) fn illegal(&self, kind: BugKind, message: String) -> Wrong {
        if self.checks.has(kind.check()) {
            return Wrong(Trouble::Failure { kind, message });
        }
        unsupported(format!("{} (its check is off)", kind.describe()))
    }
}

/// A byte outside of an object that says whether it is alive.
pub(super) fn alive_mark(region: Region) -> Span {
    Span {
        region,
        offset: ALIVE,
        len: 1,
    }
}

/// Where that byte is.
pub const ALIVE: u64 = u64::MAX - 1;
