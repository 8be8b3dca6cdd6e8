//! Accesses to memory: which bytes, whether they may be accessed, and what is read or written there.
use super::addresses::Places;
use super::{Dest, Exit, Flow, Run, Stepped, Wrong, unsupported};
use crate::graph::{ContextId, NodeId, Side, Span, Store, Stored, Trouble};
use crate::unroll::{Owner, World};
use symtool_engine::exec::decode::{FnCode, MemoryStep};
use symtool_expr::{Arena, ExprId};
use symtool_ir::layout::Region;
use symtool_ir::{Bits, BugKind, Type};

impl World<'_> {
    pub(super) fn memory(&mut self, body: &FnCode, run: &mut Run, step: &MemoryStep) -> Stepped {
        let guard = match step.guard {
            Some(guard) => self.get(body, run, guard)?,
            None => Arena::TRUE,
        };
        let zero = self.arena.int(step.ty.bits(), 0);
        if self.arena.is_false(guard) {
            if !step.write {
                run.env.insert_mut(step.value, zero);
            }
            return Ok(Flow::Next);
        }
        let address = self.get(body, run, step.addr)?;
        let places = match self.places(run, address, step.ty.bytes(), step.write) {
            Ok(places) => places,
            Err(wrong) if self.arena.is_true(guard) => return Err(wrong),
            Err(Wrong(trouble)) => Places {
                legal: Vec::new(),
                wrong: vec![(Arena::TRUE, trouble)],
            },
        };
        if step.write {
            let mut value = self.get(body, run, step.value)?;
            if step.ty == Type::I1 {
                value = self.arena.zext(value, 8);
            }
            self.write_places(run, guard, &places.legal, value);
        } else {
            let value = self.read_places(run, step, &places.legal)?;
            let value = self.arena.ite(guard, value, zero);
            run.env.insert_mut(step.value, value);
        }
        let mut wrong = places.wrong;
        for (cond, _) in &mut wrong {
            *cond = self.arena.and(guard, *cond);
        }
        Ok(self.unless(run, wrong))
    }

    /// Goes on where nothing of this is wrong.
    pub(super) fn unless(&mut self, run: &Run, wrong: Vec<(ExprId, Trouble)>) -> Flow {
        if wrong.is_empty() {
            return Flow::Next;
        }
        let mut good = Arena::TRUE;
        let mut exits = Vec::new();
        for (cond, trouble) in wrong {
            let not = self.arena.not(cond);
            good = self.arena.and(good, not);
            exits.push(Exit {
                cond,
                to: Dest::Goal(trouble),
                what: Side::Fail,
            });
        }
        exits.push(Exit {
            cond: good,
            to: Dest::Step(run.pc + 1),
            what: Side::Pass,
        });
        Flow::End(exits)
    }

    /// What is read at one of these places; 0 where it is none.
    fn read_places(
        &mut self,
        run: &Run,
        step: &MemoryStep,
        places: &[(ExprId, Span)],
    ) -> Result<ExprId, Wrong> {
        let mut all = None;
        for &(cond, span) in places.iter().rev() {
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
            all = Some(match all {
                Some(other) => self.arena.ite(cond, value, other),
                None => value,
            });
        }
        Ok(all.unwrap_or_else(|| self.arena.int(step.ty.bits(), 0)))
    }

    /// Writes at the one of these places that it is, if there is a write at all.
    fn write_places(
        &mut self,
        run: &mut Run,
        guard: ExprId,
        places: &[(ExprId, Span)],
        value: ExprId,
    ) {
        for &(cond, span) in places {
            let when = self.arena.and(guard, cond);
            let value = if self.arena.is_true(when) {
                value
            } else {
                let old = self.read(run, span);
                self.arena.ite(when, value, old)
            };
            run.stores.push(Store {
                region: span.region,
                offset: span.offset,
                len: u64::from(span.len),
                value: Stored::Value(value),
            });
        }
    }

    /// The bytes of a legal access.
    pub(super) fn span(
        &mut self,
        run: &Run,
        address: ExprId,
        len: u64,
        write: bool,
    ) -> Result<Span, Wrong> {
        match self.bytes(run, address, len, write)? {
            (span, None) => Ok(span),
            (_, Some(_)) => Err(unsupported("an object that does not live on all paths")),
        }
    }

    /// The bytes of an access that is legal on some paths at least; and when the object is dead, if that depends on the path.
    pub(super) fn bytes(
        &mut self,
        run: &Run,
        address: ExprId,
        len: u64,
        write: bool,
    ) -> Result<(Span, Option<(ExprId, Trouble)>), Wrong> {
        let Some(bits) = self.arena.as_const(address) else {
            return Err(unsupported(
                "an access through an address that depends on the path or on inputs",
            ));
        };
        let address = bits.low_u64();
        let region = Region::of(address);
        let noun = if write { "write" } else { "read" };
        let span = |offset| Span {
            region,
            offset,
            len: len as u32,
        };
        let Some(object) = self.objects.get(&region) else {
            return match self.initial.find(address, len, write) {
                Ok((region, offset)) => Ok((
                    Span {
                        region,
                        ..span(offset)
                    },
                    None,
                )),
                Err(BugKind::UseAfterReturn) => {
                    Err(unsupported("an access to an object that is not there"))
                }
                Err(kind) => Err(self.illegal(kind, format!("{noun} of {len} bytes"))),
            };
        };
        let (size, owner) = (object.size, object.owner);
        let dead = self.expect_alive(run, region, owner, &format!("{noun} of {len} bytes"))?;
        let offset = address.wrapping_sub(region.base());
        if offset > size || len > size - offset {
            let text = format!(
                "{noun} of {len} bytes at offset {} of `{}`, which has {size} bytes",
                offset as i64, self.objects[&region].name
            );
            return Err(self.illegal(BugKind::OutOfBounds, text));
        }
        Ok((span(offset), dead))
    }

    /// An object may be accessed only while it lives: when it does not, if that depends on the path.
    fn expect_alive(
        &mut self,
        run: &Run,
        region: Region,
        owner: Owner,
        what: &str,
    ) -> Result<Option<(ExprId, Trouble)>, Wrong> {
        if let Owner::Frame(context, _) | Owner::Array(context) = owner
            && !self.is_active(run.node, context)
        {
            let text = format!("{what} in a local variable of a function that has returned");
            return Err(self.illegal(BugKind::UseAfterReturn, text));
        }
        let (kind, ended) = match owner {
            Owner::Array(_) => return Ok(None),
            Owner::Heap => (BugKind::UseAfterFree, "a heap block that was freed"),
            Owner::Frame(context, slot) => {
                let shape = self.shapes.of(self.graph.context(context).func);
                if shape.is_some_and(|shape| !shape.scoped.contains(&slot)) {
                    return Ok(None);
                }
                let ended = "a local variable whose block has ended";
                (BugKind::UseAfterScope, ended)
            }
        };
        let Wrong(trouble) = self.illegal(kind, format!("{what} in {ended}"));
        let dead = self.is_dead(run, region);
        match self.arena.as_const(dead).map(Bits::is_true) {
            Some(false) => Ok(None),
            Some(true) => Err(Wrong(trouble)),
            None => Ok(Some((dead, trouble))),
        }
    }

    /// When an object has ended.
    pub(super) fn is_dead(&mut self, run: &Run, region: Region) -> ExprId {
        let alive = self.read(run, alive_mark(region));
        let one = self.arena.int(8, 1);
        let alive = self.arena.eq(alive, one);
        self.arena.not(alive)
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
