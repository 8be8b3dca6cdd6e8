//! Address resolution: finds the objects to which an address may point, and checks whether the access is legal. The
//! *region* of an address is its upper bits, which identify the object.
//!
//! | address | resolution |
//! | --- | --- |
//! | constant | one lookup in the map from regions to objects |
//! | `ite` of addresses | each leaf separately, under the condition that selects it |
//! | constant plus offset | the region of the constant identifies the object; one query checks the bounds of the access |
//! | other | the solver returns a value, whose region identifies the object; then as for constant plus offset |
//!
//! If an access can leave the object that was identified in this way, a failure is reported for the inputs with which
//! the access is illegal. For each other live object that some inputs reach, one state is forked, which repeats the
//! access.
use super::{Executor, Stop};
use crate::state::State;
use crate::value::Val;
use symtool_expr::{Arena, BinOp, ExprId, Node};
use symtool_ir::layout::{REGION_BITS, Region};
use symtool_ir::{Bits, BugKind, CheckKind, Op};
use symtool_solver::Tri;

/// The maximum number of leaves of an `ite` address that are resolved separately. An address with more leaves is
/// resolved as a whole.
const MAX_LEAVES: usize = 64;

/// The description, in messages, of the value that [`Executor::concretize_size`] enumerates.
const SIZE: &str = "the size of a block";

/// The size and direction of a memory access.
#[derive(Copy, Clone, Debug)]
pub struct Access {
    /// The size of the access in bytes.
    pub len: u64,
    /// Whether the access is a store. If `false`, it is a load.
    pub write: bool,
}

/// A possible target of a memory access: an object, an offset in the object, and the condition under which the access
/// goes there.
#[derive(Copy, Clone, Debug)]
pub struct Target {
    /// The condition under which the access has this target, and no other target.
    pub cond: ExprId,
    /// The region of the target object. The object is alive and large enough for the access.
    pub region: Region,
    /// The offset of the access in the object. Every value of the offset that is feasible under `cond` is in
    /// bounds.
    pub offset: Val,
}

impl Executor<'_> {
    /// Returns the possible targets of an access that is executed if `guard` is true, each with its condition. At most
    /// one of the conditions is true. Inputs with which the access is illegal are reported and excluded from the path;
    /// if the memory check is disabled, they are only excluded from the targets. If the address is an `ite`, each of
    /// its leaves gives a target. If a symbolic leaf may lie in several objects, its target is in one of these objects,
    /// and one state is forked for each other object. The forked state repeats the step.
    pub fn resolve(
        &mut self,
        state: &mut State,
        guard: ExprId,
        addr: Val,
        access: Access,
    ) -> Result<Vec<Target>, Stop> {
        let mut leaves = Vec::new();
        match addr {
            Val::Const(_) => leaves.push((guard, addr)),
            Val::Expr(addr) => {
                if !self.leaves(guard, addr, &mut leaves) {
                    leaves = vec![(guard, Val::Expr(addr))];
                }
            }
        }
        let mut targets = Vec::new();
        // The illegal accesses among the constant leaf addresses, one entry per failure kind. An entry has the failure
        // kind, the condition that the address is one of those with this failure kind, and one of these addresses.
        // Symbolic leaves are resolved separately.
        let mut illegal: Vec<(BugKind, ExprId, u64)> = Vec::new();
        for (cond, addr) in leaves {
            let address = match addr {
                Val::Const(address) => address,
                Val::Expr(addr) => {
                    self.resolve_symbolic(state, cond, addr, access, &mut targets)?;
                    continue;
                }
            };
            match state.memory.find(address, access.len, access.write) {
                Ok((region, offset)) => {
                    let offset = Val::Const(offset);
                    targets.push(Target {
                        cond,
                        region,
                        offset,
                    });
                }
                Err(_) if state.memory.is_bounded(address) => {
                    let addr = self.arena.int(64, u128::from(address));
                    self.resolve_symbolic(state, cond, addr, access, &mut targets)?;
                }
                Err(kind) => match illegal.iter().position(|&(k, ..)| k == kind) {
                    Some(at) => illegal[at].1 = self.or(illegal[at].1, cond),
                    None => illegal.push((kind, cond, address)),
                },
            }
        }
        for (kind, when, address) in illegal {
            self.illegal(state, when, kind, access, |_, _| address)?;
        }
        Ok(targets)
    }

    /// Collects the leaves of a tree of `ite` addresses, each with the condition that selects the leaf. Returns
    /// `false` if there are more than [`MAX_LEAVES`].
    fn leaves(&mut self, cond: ExprId, addr: ExprId, found: &mut Vec<(ExprId, Val)>) -> bool {
        if cond == Arena::FALSE {
            return true;
        }
        if let Some((test, then, other)) = self.split_address(addr) {
            let when = self.and(cond, test);
            let not = self.not(test);
            let unless = self.and(cond, not);
            return self.leaves(when, then, found) && self.leaves(unless, other, found);
        }
        found.push((cond, Val::of(&self.arena, addr)));
        found.len() <= MAX_LEAVES
    }

    /// Splits an address of the form `ite` or `ite + offset`. Returns the condition of the `ite` and the addresses
    /// for both values of the condition; `None` for any other form.
    fn split_address(&mut self, addr: ExprId) -> Option<(ExprId, ExprId, ExprId)> {
        match self.arena.node(addr) {
            Node::Ite { cond, then, other } => Some((cond, then, other)),
            Node::Bin {
                op: BinOp::Add,
                lhs,
                rhs,
            } => {
                let (choice, offset) = match (self.arena.node(lhs), self.arena.node(rhs)) {
                    (choice @ Node::Ite { .. }, _) => (choice, rhs),
                    (_, choice @ Node::Ite { .. }) => (choice, lhs),
                    _ => return None,
                };
                let Node::Ite { cond, then, other } = choice else {
                    return None;
                };
                let address = |e| self.base_region(e).is_some_and(|r| r > Region::FUNCTIONS);
                if !address(then) || !address(other) {
                    return None;
                }
                let then = self.arena.op(Op::Add, 64, &[then, offset]);
                let other = self.arena.op(Op::Add, 64, &[other, offset]);
                Some((cond, then, other))
            }
            _ => None,
        }
    }

    /// Returns the region in which an address probably lies. A constant summand of the address, or its abstract value,
    /// suggests the region. The caller must verify the region. Returns `None` if nothing suggests a region.
    fn base_region(&self, addr: ExprId) -> Option<Region> {
        if let Node::Bin {
            op: BinOp::Add,
            rhs,
            ..
        } = self.arena.node(addr)
            && let Some(base) = self.arena.as_const(rhs)
            && base.low_u64() >> REGION_BITS != 0
            && base.low_u64() >> (u64::BITS - 1) == 0
        {
            return Some(Region::of(base.low_u64()));
        }
        if let Some(base) = self.arena.as_const(addr) {
            return Some(Region::of(base.low_u64()));
        }
        self.only_region(addr)
    }

    /// Returns the region of an address if its abstract value allows a single region; otherwise `None`.
    fn only_region(&self, addr: ExprId) -> Option<Region> {
        let domain = self.arena.domain(addr);
        let region = Region::of(domain.min);
        (region == Region::of(domain.max)).then_some(region)
    }

    fn resolve_symbolic(
        &mut self,
        state: &mut State,
        cond: ExprId,
        addr: ExprId,
        access: Access,
        targets: &mut Vec<Target>,
    ) -> Result<(), Stop> {
        let guess = self
            .base_region(addr)
            .filter(|&r| state.memory.object(r).is_some());
        let mut region = match guess {
            Some(region) => region,
            None => match self.some_region(state, cond, addr)? {
                Some(region) => region,
                None => return Ok(()),
            },
        };
        let mut inside = self.inside(state, addr, region, access);
        let mut outside = self.not(inside);
        let mut bad = self.and(cond, outside);
        let mut can_leave = self.possible(state, bad);
        if can_leave == Tri::Yes && guess.is_some() && self.only_region(addr).is_none() {
            // The region was only a guess from the form of the address. If no input makes a legal access there, the
            // guess was wrong, and a query finds another region.
            let legal = self.and(cond, inside);
            if self.possible(state, legal) == Tri::No {
                match self.some_region(state, cond, addr)? {
                    Some(other) => region = other,
                    None => return Ok(()),
                }
                inside = self.inside(state, addr, region, access);
                outside = self.not(inside);
                bad = self.and(cond, outside);
                can_leave = self.possible(state, bad);
            }
        }
        match can_leave {
            Tri::No => {}
            Tri::Unknown => {
                let text = "the solver did not decide whether an access stays inside its object";
                self.incomplete_here(state, text);
                self.assume_under(state, cond, inside);
            }
            Tri::Yes => {
                self.leave_object(state, cond, addr, region, bad, access)?;
                if self.checks(CheckKind::Memory) {
                    self.assume_under(state, cond, inside);
                }
            }
        }
        let cond = if self.checks(CheckKind::Memory) {
            cond
        } else {
            self.and(cond, inside)
        };
        if state.memory.object(region).is_none() || inside == Arena::FALSE {
            return Ok(());
        }
        let offset = self.offset_in(addr, region);
        let offset = Val::of(&self.arena, offset);
        if let (Val::Const(offset), Arena::TRUE) = (offset, cond)
            && state.memory.is_bounded(region.base())
            && let Some(object) = state.memory.object_mut(region)
        {
            object.surely_has(offset + access.len);
        }
        targets.push(Target {
            cond,
            region,
            offset,
        });
        Ok(())
    }

    /// Returns the region of some feasible value of `addr` under a condition; `None` if the condition is
    /// infeasible. If the solver neither finds a value nor refutes the condition, the path ends as unsupported.
    fn some_region(
        &mut self,
        state: &mut State,
        cond: ExprId,
        addr: ExprId,
    ) -> Result<Option<Region>, Stop> {
        if let Some(value) = self.some_value(state, cond, addr) {
            return Ok(Some(Region::of(value.low_u64())));
        }
        if self.possible(state, cond) == Tri::No {
            return Ok(None);
        }
        Err(self.unsupported(
            state,
            "the solver did not find the object to which an address points",
        ))
    }

    fn assume_under(&mut self, state: &mut State, cond: ExprId, then: ExprId) {
        let add_implied = self.arena.implies(cond, then);
        self.assume(state, add_implied);
    }

    fn offset_in(&mut self, addr: ExprId, region: Region) -> ExprId {
        let base = self.arena.int(64, u128::from(region.base()));
        self.arena.op(Op::Sub, 64, &[addr, base])
    }

    /// Returns the condition that the access at `addr` is legal and lies in the object of `region`.
    fn inside(&mut self, state: &State, addr: ExprId, region: Region, access: Access) -> ExprId {
        let Some(object) = state.memory.object(region) else {
            return Arena::FALSE;
        };
        let read_only = access.write && object.kind == crate::memory::object::Kind::Const;
        let Some(last) = object.size.checked_sub(access.len).filter(|_| !read_only) else {
            return Arena::FALSE;
        };
        let bound = object.bound;
        let offset = self.offset_in(addr, region);
        let last = self.arena.int(64, u128::from(last));
        let inside = self.arena.op(Op::Ule, 1, &[offset, last]);
        let Some(bound) = bound else {
            return inside;
        };
        let len = self.arena.int(64, u128::from(access.len));
        let end = self.arena.op(Op::Add, 64, &[offset, len]);
        let there = self.arena.op(Op::Ule, 1, &[end, bound.size]);
        self.and(inside, there)
    }

    /// Handles the inputs that satisfy `bad`, for which the access at `addr` is not a legal access to the object in
    /// `region`. Reports one failure for each failure kind that some of these inputs cause. Forks a state for every
    /// other live object that the address can reach.
    fn leave_object(
        &mut self,
        state: &mut State,
        cond: ExprId,
        addr: ExprId,
        region: Region,
        bad: ExprId,
        access: Access,
    ) -> Result<(), Stop> {
        let mut rest = bad;
        let mut others = Vec::new();
        let mut illegal: Vec<(BugKind, ExprId, Region)> = Vec::new();
        for _ in 0..self.config.limits.max_resolutions {
            let Some(value) = self.some_value(state, rest, addr) else {
                break;
            };
            let value = value.low_u64();
            let reached = Region::of(value);
            let in_region = self.in_region(addr, reached);
            if reached != region && state.memory.object(reached).is_some() {
                // The forked state checks whether its access to the object in `reached` is legal.
                others.push(in_region);
            } else if let Err(kind) = state.memory.find(value, access.len, access.write)
                && !illegal.iter().any(|&(k, ..)| k == kind)
            {
                let here = self.inside(state, addr, reached, access);
                let not_here = self.not(here);
                let when = self.and(in_region, not_here);
                illegal.push((kind, when, reached));
            }
            // If the abstract value of the address allows a single region, the address reaches no other object.
            if self.only_region(addr).is_some() {
                rest = Arena::FALSE;
                break;
            }
            let elsewhere = self.not(in_region);
            rest = self.and(rest, elsewhere);
            if self.possible(state, rest) == Tri::No {
                rest = Arena::FALSE;
                break;
            }
        }
        if rest != Arena::FALSE {
            let text = "an address may point to more objects than were followed";
            self.incomplete_here(state, text);
        }
        self.fork_to_objects(state, cond, &others);
        for (kind, when, reached) in illegal {
            let when = self.and(bad, when);
            self.report_illegal(state, when, kind, access, addr, reached);
        }
        if self.halt.is_some() {
            return Err(Stop::Noted);
        }
        let good = self.not(bad);
        if self.checks(CheckKind::Memory) && self.possible(state, good) == Tri::No {
            return Err(Stop::Noted);
        }
        Ok(())
    }

    fn in_region(&mut self, addr: ExprId, region: Region) -> ExprId {
        let number = self.arena.extract(addr, REGION_BITS, 64 - REGION_BITS);
        let region = self.arena.int(64 - REGION_BITS, u128::from(region.0));
        self.arena.op(Op::Eq, 1, &[number, region])
    }

    /// Forks a state for each condition in `others`. Each condition means that the address lies in the region of one
    /// other object. Each forked state repeats the access.
    fn fork_to_objects(&mut self, state: &mut State, cond: ExprId, others: &[ExprId]) {
        for &in_region in others {
            let reached = self.and(cond, in_region);
            self.split_off(state, reached);
        }
    }

    fn report_illegal(
        &mut self,
        state: &mut State,
        when: ExprId,
        kind: BugKind,
        access: Access,
        addr: ExprId,
        region: Region,
    ) {
        if !self.checks(CheckKind::Memory) {
            let text = format!("{} (ignored: its check is off)", kind.describe());
            return self.incomplete_here(state, text);
        }
        self.count_fork(state);
        state.depth += 1;
        self.stats.explored.add_path(state.depth);
        self.report(state, when, kind, |executor, state| {
            let value = executor.some_value(state, when, addr);
            let address = value.map_or(region.base(), Bits::low_u64);
            executor.describe_access(state, kind, address, access)
        });
    }

    /// Reports a failure for the inputs that satisfy `cond`, for which the access is illegal. If the memory check
    /// is disabled, the run becomes incomplete instead.
    fn illegal(
        &mut self,
        state: &mut State,
        cond: ExprId,
        kind: BugKind,
        access: Access,
        address: impl FnOnce(&mut Self, &State) -> u64,
    ) -> Result<(), Stop> {
        if self.checks(CheckKind::Memory) {
            return self.require_not(state, cond, kind, |executor, state| {
                let address = address(executor, state);
                executor.describe_access(state, kind, address, access)
            });
        }
        if self.possible(state, cond) != Tri::No {
            let text = format!("{} (ignored: its check is off)", kind.describe());
            self.incomplete_here(state, text);
        }
        Ok(())
    }

    /// Makes the symbolic size of an object constant. The state continues with the least feasible size. For every
    /// other size a copy is forked that repeats the step. Therefore the caller must call this function before the
    /// first effect of the step.
    pub fn concretize_size(&mut self, state: &mut State, region: Region) -> Result<(), Stop> {
        let Some(bound) = state.memory.object(region).and_then(|object| object.bound) else {
            return Ok(());
        };
        self.fork_values(state, bound.size, SIZE, |_, state, size| {
            if let Some(object) = state.memory.object_mut(region) {
                object.fix_size(size.low_u64());
            }
        })?;
        Ok(())
    }

    /// Returns the region and the offset of an access at a constant address. Returns `None` if the access is
    /// illegal and the memory check is disabled.
    pub fn locate(
        &mut self,
        state: &mut State,
        address: u64,
        access: Access,
    ) -> Result<Option<(Region, u64)>, Stop> {
        match state.memory.find(address, access.len, access.write) {
            Ok(found) => Ok(Some(found)),
            Err(_) if state.memory.is_bounded(address) => {
                if !self.checks(CheckKind::Memory) {
                    // With the memory check disabled, an illegal access has no effect. If the size of the object is
                    // symbolic, the input may decide whether the access is legal. Then the memory contents would
                    // depend on the input, so the size is made constant first.
                    self.concretize_size(state, Region::of(address))?;
                    return self.locate(state, address, access);
                }
                let targets = self.resolve(state, Arena::TRUE, Val::Const(address), access)?;
                let found = targets.first().map(|target| target.region);
                Ok(found.map(|region| (region, address.wrapping_sub(region.base()))))
            }
            Err(kind) => {
                self.illegal(state, Arena::TRUE, kind, access, |_, _| address)?;
                Ok(None)
            }
        }
    }
}
