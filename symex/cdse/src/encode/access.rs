//! Symbolic execution of loads and stores: the bytes of an access, its legality, and its value. A *goal* is a
//! failure or an unsupported construct that the search tries to reach.
use super::addresses::AccessTargets;
use super::blocks::Goals;
use super::{Dest, Exit, Flow, NodeEncoder, NodeState, Stepped, unsupported, unsupported_with};
use crate::graph::{ContextId, Goal, NodeId, Side, Span, Store};
use crate::unrolling::Owner;
use crate::unsupported::Unsupported;
use symtool_engine::code::{FnCode, MemoryStep};
use symtool_expr::{Arena, ExprId};
use symtool_ir::layout::Region;
use symtool_ir::{Bits, BugKind, Type};

impl NodeEncoder<'_, '_> {
    pub(super) fn memory(
        &mut self,
        body: &FnCode,
        state: &mut NodeState,
        step: &MemoryStep,
    ) -> Stepped {
        let guard = match step.guard {
            Some(guard) => self.get(body, state, guard)?,
            None => Arena::TRUE,
        };
        let zero = self.unrolling.arena.int(step.ty.bits(), 0);
        if self.unrolling.arena.is_false(guard) {
            if !step.write {
                state.env.insert_mut(step.value, zero);
            }
            return Ok(Flow::Next);
        }
        let address = self.get(body, state, step.addr)?;
        let targets = match self.access_targets(state, address, step.ty.bytes(), step.write) {
            Ok(targets) => targets,
            Err(illegal) if self.unrolling.arena.is_true(guard) => return Err(illegal),
            Err(goal) => AccessTargets {
                legal: Vec::new(),
                illegal: vec![(Arena::TRUE, goal)],
            },
        };
        let mut illegal = targets.illegal;
        if step.write {
            let mut value = self.get(body, state, step.value)?;
            if step.ty == Type::I1 {
                value = self.unrolling.arena.zext(value, 8);
            }
            self.write_targets(state, guard, &targets.legal, value);
        } else {
            let value = self.read_targets(state, step, &targets.legal)?;
            let value = self.unrolling.arena.ite(guard, value, zero);
            state.env.insert_mut(step.value, value);
            self.forbid_indeterminate(state, guard, &targets.legal, &mut illegal);
        }
        for (cond, _) in &mut illegal {
            *cond = self.unrolling.arena.and(guard, *cond);
        }
        Ok(self.unless_illegal(state, illegal))
    }

    /// Continues after an access that may reach the goals `illegal` (failures or unsupported constructs), each under
    /// its condition. If `illegal` is empty, execution continues in the same node. Otherwise the node ends with an exit
    /// to each goal, and an exit to the next step.
    pub(super) fn unless_illegal(&mut self, state: &NodeState, illegal: Goals) -> Flow {
        if illegal.is_empty() {
            return Flow::Next;
        }
        let mut passing = Arena::TRUE;
        let mut exits = Vec::new();
        for (cond, goal) in illegal {
            let not = self.unrolling.arena.not(cond);
            passing = self.unrolling.arena.and(passing, not);
            exits.push(Exit {
                cond,
                to: Dest::Goal(goal),
                side: Side::Fail,
            });
        }
        exits.push(Exit {
            cond: passing,
            to: Dest::Step(state.pc + 1),
            side: Side::Pass,
        });
        Flow::End(exits)
    }

    /// Returns the value of a load with the given targets (byte ranges, each with its condition). Example: for a
    /// target with the value `a` under the condition `c`, and a second target with the value `b`, the result is
    /// `ite(c, a, b)`. The condition of the last target is not tested, because exactly one of the conditions holds
    /// for a legal access. Without targets, the result is 0.
    fn read_targets(
        &mut self,
        state: &NodeState,
        step: &MemoryStep,
        targets: &[(ExprId, Span)],
    ) -> Result<ExprId, Goal> {
        let mut all = None;
        for &(cond, span) in targets.iter().rev() {
            let mut value = self.unrolling.read(state.node, &state.stores, span);
            if step.ty == Type::I1 {
                value = self.unrolling.arena.extract(value, 0, 1);
            }
            if step.ty != Type::Ptr
                && let Some(region) = self.region_of(value)
                && self.unrolling.memory.objects.contains_key(&region)
                && step.ty.bits() >= 64
            {
                return Err(unsupported(Unsupported::AddressValue));
            }
            all = Some(match all {
                Some(other) => self.unrolling.arena.ite(cond, value, other),
                None => value,
            });
        }
        Ok(all.unwrap_or_else(|| self.unrolling.arena.int(step.ty.bits(), 0)))
    }

    /// Writes `value` to each target. A target keeps its old value unless both its condition and `guard` hold.
    fn write_targets(
        &mut self,
        state: &mut NodeState,
        guard: ExprId,
        targets: &[(ExprId, Span)],
        value: ExprId,
    ) {
        for &(cond, span) in targets {
            let when = self.unrolling.arena.and(guard, cond);
            self.write_if(state, when, span, value);
        }
    }

    /// Writes `value` to the byte range `span` under a condition, and marks the bytes as initialized.
    pub(super) fn write_if(
        &mut self,
        state: &mut NodeState,
        cond: ExprId,
        span: Span,
        value: ExprId,
    ) {
        self.store_if(state, cond, span, value);
        if self.has_marks(span.region) {
            let marks = self.unrolling.all_initialized(span.len);
            self.store_if(state, cond, span.marks(), marks);
        }
    }

    /// Stores `value` in the byte range `span` under a condition. The initialization marks of the bytes remain
    /// unchanged.
    pub(super) fn store_if(
        &mut self,
        state: &mut NodeState,
        cond: ExprId,
        span: Span,
        value: ExprId,
    ) {
        let value = match cond {
            Arena::TRUE => value,
            _ => {
                let old = self.unrolling.read(state.node, &state.stores, span);
                self.unrolling.arena.ite(cond, value, old)
            }
        };
        state.stores.push(Store::at(span, value));
    }

    /// Returns the bytes of an access that is legal on every path. For any other access, returns as the error the
    /// goal that the access reaches. The goal is a failure if the access is illegal on every path. It is an
    /// unsupported construct if the address is not constant or the legality of the access depends on the path.
    pub(super) fn legal_span(
        &mut self,
        state: &NodeState,
        address: ExprId,
        len: u64,
        write: bool,
    ) -> Result<Span, Goal> {
        match self.access_span(state, address, len, write)? {
            (Some(span), illegal) if illegal.is_empty() => Ok(span),
            _ => Err(unsupported(Unsupported::ObjectOfPath)),
        }
    }

    /// Returns the bytes of an access, and the goals that the access reaches if it is illegal. Each goal has its
    /// condition: the object is dead, or the object is too small. The list of goals is empty if the access is legal on
    /// every path. The bytes are `None` if the access is illegal on every path, but for different reasons: the object
    /// is dead on some paths, and too small on the other paths. The error is the goal that every path reaches: a
    /// failure, or an unsupported construct if the address is not constant.
    pub(super) fn access_span(
        &mut self,
        state: &NodeState,
        address: ExprId,
        len: u64,
        write: bool,
    ) -> Result<(Option<Span>, Goals), Goal> {
        let Some(bits) = self.unrolling.arena.as_const(address) else {
            return Err(unsupported(Unsupported::Target));
        };
        let address = bits.low_u64();
        let region = Region::of(address);
        let noun = if write { "write" } else { "read" };
        let span = |offset| Span {
            region,
            offset,
            len: len as u32,
        };
        let Some(object) = self.unrolling.memory.objects.get(&region) else {
            return match self.unrolling.memory.initial.find(address, len, write) {
                Ok((region, offset)) => Ok((
                    Some(Span {
                        region,
                        ..span(offset)
                    }),
                    Vec::new(),
                )),
                Err(kind) => Err(self.illegal(kind, format!("{noun} of {len} bytes"))),
            };
        };
        let (size, bound, owner) = (object.size, object.bound, object.owner);
        let dead = self.expect_alive(state, region, owner, &format!("{noun} of {len} bytes"))?;
        let offset = address.wrapping_sub(region.base());
        if offset > size || len > size - offset {
            let text = format!(
                "{noun} of {len} bytes at offset {} of `{}`, which has {size} bytes",
                offset as i64, self.unrolling.memory.objects[&region].name
            );
            let outside = self.illegal(BugKind::OutOfBounds, text);
            return match dead {
                None => Err(outside),
                Some(dead) => Ok((None, self.dead_or(dead, outside).to_vec())),
            };
        }
        let mut illegal: Goals = dead.into_iter().collect();
        if let Some(bound) = bound {
            let end = self.unrolling.arena.int(64, u128::from(offset + len));
            let fits = self.unrolling.arena.ule(end, bound);
            let name = &self.unrolling.memory.objects[&region].name;
            let text =
                format!("{noun} of {len} bytes at offset {offset} of `{name}`, which is smaller");
            let outside = self.illegal(BugKind::OutOfBounds, text);
            let beyond = self.unrolling.arena.not(fits);
            if !self.unrolling.arena.is_false(beyond) {
                illegal.push((beyond, outside));
            }
        }
        Ok((Some(span(offset)), illegal))
    }

    /// Returns the two goals of an access beyond the end of an object, each with its condition. Under the condition
    /// `dead`, the object is dead and the access reaches `goal`. Otherwise the access reaches `outside`.
    pub(super) fn dead_or(
        &mut self,
        (dead, goal): (ExprId, Goal),
        outside: Goal,
    ) -> [(ExprId, Goal); 2] {
        let alive = self.unrolling.arena.not(dead);
        [(dead, goal), (alive, outside)]
    }

    /// Returns the condition under which an object is dead, and the goal that an access then reaches. Returns `None`
    /// if the object is alive on every path. If the object is dead on every path, the goal is the error.
    pub(super) fn expect_alive(
        &mut self,
        state: &NodeState,
        region: Region,
        owner: Owner,
        what: &str,
    ) -> Result<Option<(ExprId, Goal)>, Goal> {
        if let Owner::Frame(context, _) | Owner::Array(context) = owner
            && !self.is_active(state.node, context)
        {
            let text = format!("{what} in a local variable of a function that has returned");
            return Err(self.illegal(BugKind::UseAfterReturn, text));
        }
        let (kind, ended) = match owner {
            Owner::Array(_) => return Ok(None),
            Owner::Heap => (BugKind::UseAfterFree, "a heap block that was freed"),
            Owner::Frame(context, slot) => {
                let info = self.unrolling.program.infos.of(self
                    .unrolling
                    .graph
                    .context(context)
                    .func);
                if info.is_some_and(|info| !info.scoped.contains(&slot)) {
                    return Ok(None);
                }
                let ended = "a local variable whose block has ended";
                (BugKind::UseAfterScope, ended)
            }
        };
        let goal = self.illegal(kind, format!("{what} in {ended}"));
        let dead = self.is_dead(state, region);
        match self.unrolling.arena.as_const(dead).map(Bits::is_true) {
            Some(false) => Ok(None),
            Some(true) => Err(goal),
            None => Ok(Some((dead, goal))),
        }
    }

    /// Returns the condition under which the lifetime of an object has ended.
    pub(super) fn is_dead(&mut self, state: &NodeState, region: Region) -> ExprId {
        let alive = self
            .unrolling
            .read(state.node, &state.stores, Span::alive_mark(region));
        let one = self.unrolling.arena.int(8, 1);
        let alive = self.unrolling.arena.eq(alive, one);
        self.unrolling.arena.not(alive)
    }

    /// Returns whether the inlined call `owner` is active in `node`: it is the call that contains `node`, or a
    /// caller of this call.
    fn is_active(&self, node: NodeId, owner: ContextId) -> bool {
        let graph = &self.unrolling.graph;
        graph.is_active(graph.node(node).key.context, owner)
    }

    pub(super) fn illegal(&self, kind: BugKind, message: String) -> Goal {
        if self.unrolling.program.checks.has(kind.check()) {
            return Goal::Failure {
                kind,
                message,
                loc: None,
            };
        }
        unsupported_with(Unsupported::CheckOff, &[&kind.describe()])
    }
}
