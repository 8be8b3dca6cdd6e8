//! Symbolic addresses: the byte ranges, in one or several objects, to which a symbolic address can point. A *goal* is a
//! failure or an unsupported construct that the search tries to reach. A φ is a symbol for a value at a join.
//!
//! An address that is an `ite` is split into its leaves. A leaf has the form `object + index`. The index is compared
//! with every offset in the object that agrees with the known low bits of the index. For example, the index `4 * i` in
//! an object of 12 bytes is compared with 0, 4 and 8. If the index equals none of these offsets, the access is out of
//! bounds, because no 32-bit index leads from one object to another. An index wider than 32 bits may lead to another
//! object, where the access is legal. The search reports a failure for such an index, too, and the replay decides
//! whether the failure is real.
use super::{NodeEncoder, NodeState, unsupported};
use crate::graph::{Goal, PhiId, Span};
use crate::memory::PhiValues;
use crate::unrolling::Unrolling;
use crate::unsupported::Unsupported;
use rustc_hash::FxHashMap;
use symtool_expr::{Arena, BinOp, ExprId, Node};
use symtool_ir::layout::Region;
use symtool_ir::{Bits, BugKind, Op};

/// The maximum number of leaves of one address (an `ite` is split into its leaves), and the maximum number of offsets
/// with which the index of one leaf is compared. An address with more leaves or offsets is not supported.
pub(super) const MAX_OFFSETS: usize = 64;

/// The possible targets of an access at a symbolic address.
pub(super) struct AccessTargets {
    /// The legal byte ranges, each with its condition. If no condition in `illegal` is true, exactly one of the
    /// conditions in `legal` is true.
    pub legal: Vec<(ExprId, Span)>,
    /// The goals (failures or unsupported constructs) that an illegal access reaches, each with its condition.
    pub illegal: Vec<(ExprId, Goal)>,
}

/// Returns the object to which an address belongs according to its syntactic form: a constant, or a sum with a
/// constant. Returns `None` if the constant is not the address of an object, or if there is no constant.
fn base_region(unrolling: &Unrolling<'_>, address: ExprId) -> Option<Region> {
    if let Node::Bin {
        op: BinOp::Add,
        lhs,
        rhs,
    } = unrolling.arena.node(address)
    {
        return base_region(unrolling, rhs).or_else(|| base_region(unrolling, lhs));
    }
    let base = unrolling.arena.as_const(address)?;
    let region = Region::of(base.low_u64());
    let is_there = unrolling.memory.objects.contains_key(&region)
        || unrolling.memory.initial.object(region).is_some();
    is_there.then_some(region)
}

impl NodeEncoder<'_, '_> {
    /// Returns the byte ranges that the address of an access of `len` bytes can denote. The error is a goal: the
    /// failure if the access is illegal on every path, or an unsupported construct if the address has too many leaves.
    pub(super) fn access_targets(
        &mut self,
        state: &NodeState,
        address: ExprId,
        len: u64,
        write: bool,
    ) -> Result<AccessTargets, Goal> {
        let mut targets = AccessTargets {
            legal: Vec::new(),
            illegal: Vec::new(),
        };
        if self.unrolling.arena.as_const(address).is_some() {
            let (span, illegal) = self.access_span(state, address, len, write)?;
            let span = span.map(|span| (Arena::TRUE, span));
            targets.legal.extend(span);
            targets.illegal.extend(illegal);
            return Ok(targets);
        }
        let mut leaves = Vec::new();
        if !self.leaves(Arena::TRUE, address, &mut leaves) {
            return Err(unsupported(Unsupported::ManyTargets));
        }
        for (cond, leaf) in leaves {
            if let Err(goal) = self.add_leaf(state, (cond, leaf), len, write, &mut targets) {
                targets.illegal.push((cond, goal));
            }
        }
        match targets.legal.as_slice() {
            // If there is no legal target and only one goal, every path reaches this goal.
            [] if targets.illegal.len() == 1 => Err(targets.illegal.remove(0).1),
            _ => Ok(targets),
        }
    }

    /// Adds to `found` the leaves of the expression `address`, each with the condition under which `address` equals the
    /// leaf. An `ite` is split into its two operands. A φ is split into the values that edges into its join assign to
    /// it. Any other expression is a leaf. Returns `false` if there are more than [`MAX_OFFSETS`] leaves. The
    /// expression may also be the size of a block instead of an address.
    pub(super) fn leaves(
        &mut self,
        cond: ExprId,
        address: ExprId,
        found: &mut Vec<(ExprId, ExprId)>,
    ) -> bool {
        if self.unrolling.arena.is_false(cond) {
            return true;
        }
        let Some((test, then, other)) = self.split_ite(address) else {
            return self.path_leaves(cond, address, found);
        };
        let when = self.unrolling.arena.and(cond, test);
        let not = self.unrolling.arena.not(test);
        let unless = self.unrolling.arena.and(cond, not);
        self.leaves(when, then, found) && self.leaves(unless, other, found)
    }

    /// Adds to `found` the leaves of an address that is a φ, or a φ plus a number. For each value that an existing edge
    /// assigns to the φ, the leaves of this value are added, under the condition that the φ has this value. The last
    /// leaf is the address itself, for values that edges added later may assign. Returns `false` if there are more than
    /// [`MAX_OFFSETS`] leaves.
    fn path_leaves(
        &mut self,
        cond: ExprId,
        address: ExprId,
        found: &mut Vec<(ExprId, ExprId)>,
    ) -> bool {
        let is_done =
            self.unrolling.arena.as_const(address).is_some() || self.base_region(address).is_some();
        let based = match is_done {
            true => None,
            false => self.path_base(address),
        };
        let Some((phi, number)) = based else {
            found.push((cond, address));
            return found.len() <= MAX_OFFSETS;
        };
        let value = self.unrolling.graph.phi(phi).value;
        let mut rest = cond;
        let mut values = self.values_of(phi);
        if values.may_grow {
            let room = MAX_OFFSETS.saturating_sub(found.len());
            self.add_offsets(&mut values.known, room);
        }
        for known in values.known {
            let is = self.unrolling.arena.eq(value, known);
            let leaf = match number {
                Some(number) => self.unrolling.arena.op(Op::Add, 64, &[known, number]),
                None => known,
            };
            let when = self.unrolling.arena.and(rest, is);
            if !self.leaves(when, leaf, found) {
                return false;
            }
            let not = self.unrolling.arena.not(is);
            rest = self.unrolling.arena.and(rest, not);
        }
        if !self.unrolling.arena.is_false(rest) {
            found.push((rest, address));
        }
        found.len() <= MAX_OFFSETS
    }

    /// Returns the known values of a φ: constants, and addresses of known objects plus an index.
    pub(super) fn values_of(&mut self, phi: PhiId) -> PhiValues {
        let is_address = |unrolling: &Unrolling<'_>, value| base_region(unrolling, value).is_some();
        self.unrolling.values_of(phi, MAX_OFFSETS, is_address)
    }

    /// Adds addresses to `known`, the known values of a φ. Loop iterations that are not unrolled yet may assign the
    /// added addresses to the φ, for example in a loop that advances a pointer. For each object to which a constant
    /// in `known` points, the function adds the addresses from the start to the end of the object, at a distance of
    /// 1, 2, 4 or 8 bytes. `known` stays unchanged if it would contain more than `most` values.
    fn add_offsets(&mut self, known: &mut Vec<ExprId>, most: usize) {
        let constants: Vec<u64> = known
            .iter()
            .filter_map(|&value| self.unrolling.arena.as_const(value))
            .map(Bits::low_u64)
            .collect();
        let mut regions: Vec<Region> = constants.iter().map(|&at| Region::of(at)).collect();
        regions.sort_unstable();
        regions.dedup();
        let mut all = known.clone();
        for region in regions {
            let value = self.unrolling.arena.int(64, u128::from(region.base()));
            if self.base_region(value).is_none() {
                continue;
            }
            let size = match self.unrolling.memory.objects.get(&region) {
                Some(object) => object.size,
                None => self.initial_object(region).0,
            };
            let offsets = constants.iter().filter(|&&at| Region::of(at) == region);
            let offsets = offsets.map(|at| at.wrapping_sub(region.base()));
            // The distance between added addresses is the largest power of two, at most 8, that divides each known
            // offset. The distance is 1 if 0 is the only known offset.
            let bits = offsets.fold(0, |bits, offset| bits | offset);
            let step = match bits {
                0 => 1,
                bits => 1 << bits.trailing_zeros().min(3),
            };
            for offset in (0..=size).step_by(step) {
                let value = self
                    .unrolling
                    .arena
                    .int(64, u128::from(region.base() + offset));
                if !all.contains(&value) {
                    all.push(value);
                }
                if all.len() > most {
                    return;
                }
            }
        }
        *known = all;
    }

    /// Splits an address that is a φ, or a φ plus a number. In a sum, the φ must be a pointer: one of its known
    /// values is an address. Returns the φ and the number; `None` for any other address.
    fn path_base(&mut self, address: ExprId) -> Option<(PhiId, Option<ExprId>)> {
        let is_pointer = |encoder: &mut Self, value| {
            let phi = encoder.unrolling.as_phi(value)?;
            let values = encoder.values_of(phi);
            let mut known = values.known.into_iter();
            known
                .any(|value| encoder.base_region(value).is_some())
                .then_some(phi)
        };
        if let Some(phi) = self.unrolling.as_phi(address) {
            return Some((phi, None));
        }
        let Node::Bin {
            op: BinOp::Add,
            lhs,
            rhs,
        } = self.unrolling.arena.node(address)
        else {
            return None;
        };
        if let Some(phi) = is_pointer(self, lhs) {
            return Some((phi, Some(rhs)));
        }
        is_pointer(self, rhs).map(|phi| (phi, Some(lhs)))
    }

    /// Splits an address of the form `ite(c, a, b)` or `ite(c, a, b) + n` into a condition and two addresses;
    /// otherwise returns `None`. The sum may have the form of a concatenation (see `split_concatenation`).
    fn split_ite(&mut self, address: ExprId) -> Option<(ExprId, ExprId, ExprId)> {
        let (lhs, rhs) = match self.unrolling.arena.node(address) {
            Node::Ite { cond, then, other } => return Some((cond, then, other)),
            Node::Bin {
                op: BinOp::Concat, ..
            } => return self.split_concatenation(address),
            Node::Bin {
                op: BinOp::Add,
                lhs,
                rhs,
            } => (lhs, rhs),
            _ => return None,
        };
        let (phi, number) = match (
            self.unrolling.arena.node(lhs),
            self.unrolling.arena.node(rhs),
        ) {
            (phi @ Node::Ite { .. }, _) => (phi, rhs),
            (_, phi @ Node::Ite { .. }) => (phi, lhs),
            _ => return None,
        };
        let Node::Ite { cond, then, other } = phi else {
            return None;
        };
        if !self.is_choice(then) && !self.is_choice(other) {
            return None;
        }
        let then = self.unrolling.arena.op(Op::Add, 64, &[then, number]);
        let other = self.unrolling.arena.op(Op::Add, 64, &[other, number]);
        Some((cond, then, other))
    }

    /// Splits an address that is a concatenation with an `ite` into the condition of the `ite` and two addresses. A
    /// sum `ite(c, a, b) + n` is stored as a concatenation if n is less than the lowest set bit of a and b. The upper
    /// bits of the sum are then those of a or b, and the lower bits are those of n. Returns `None` if neither of the
    /// two addresses belongs to an object.
    fn split_concatenation(&mut self, address: ExprId) -> Option<(ExprId, ExprId, ExprId)> {
        let mut work = vec![address];
        while let Some(part) = work.pop() {
            match self.unrolling.arena.node(part) {
                Node::Bin {
                    op: BinOp::Concat,
                    lhs,
                    rhs,
                } => work.extend([rhs, lhs]),
                Node::Ite { cond, then, other } => {
                    let [then, other] = [then, other].map(|value| {
                        let choice = FxHashMap::from_iter([(part, value)]);
                        let address = self.unrolling.arena.substitute(address, &choice);
                        self.as_sum(address)
                    });
                    let is_split = [then, other].into_iter().any(|address| {
                        self.is_choice(address) || self.split_concatenation(address).is_some()
                    });
                    return is_split.then_some((cond, then, other));
                }
                _ => {}
            }
        }
        None
    }

    /// Returns an address as a sum if it is the concatenation of a constant and an index, otherwise the address itself.
    fn as_sum(&mut self, address: ExprId) -> ExprId {
        let arena = &mut self.unrolling.arena;
        let Node::Bin {
            op: BinOp::Concat,
            lhs,
            rhs,
        } = arena.node(address)
        else {
            return address;
        };
        if !arena.is_const(lhs) {
            return address;
        }
        let zeros = arena.int(arena.width(rhs), 0);
        let base = arena.concat(lhs, zeros);
        let index = arena.resize(rhs, 64, false);
        arena.op(Op::Add, 64, &[base, index])
    }

    /// Returns the object to which an address belongs according to its syntactic form: a constant, or an
    /// expression plus a constant. Returns `None` if the constant is not the address of an object, or if there
    /// is no constant.
    pub(super) fn base_region(&self, address: ExprId) -> Option<Region> {
        base_region(self.unrolling, address)
    }

    /// Returns whether one of the cases of `value` is the address of an object. A value that is not an `ite` has one
    /// case: the value itself.
    fn is_choice(&self, value: ExprId) -> bool {
        match self.unrolling.arena.node(value) {
            Node::Ite { then, other, .. } => self.is_choice(then) || self.is_choice(other),
            _ => self.base_region(value).is_some(),
        }
    }

    fn add_leaf(
        &mut self,
        state: &NodeState,
        (cond, address): (ExprId, ExprId),
        len: u64,
        write: bool,
        targets: &mut AccessTargets,
    ) -> Result<(), Goal> {
        if self.unrolling.arena.as_const(address).is_some() {
            let (span, illegal) = self.access_span(state, address, len, write)?;
            targets.legal.extend(span.map(|span| (cond, span)));
            self.note_illegal(cond, illegal, targets);
            return Ok(());
        }
        let Some(region) = self.base_region(address) else {
            return Err(unsupported(Unsupported::Target));
        };
        let (size, name) = match self.unrolling.memory.objects.get(&region) {
            Some(object) => (object.size, object.name.to_string()),
            None => self.initial_object(region),
        };
        let text = format!("access of {len} bytes outside of `{name}` of {size} bytes");
        let outside = self.illegal(BugKind::OutOfBounds, text);
        let owner = self
            .unrolling
            .memory
            .objects
            .get(&region)
            .map(|it| it.owner);
        let noun = if write { "write" } else { "read" };
        let dead = match owner {
            Some(owner) => {
                self.expect_alive(state, region, owner, &format!("{noun} of {len} bytes"))?
            }
            None => None,
        };
        let Some(last) = size.checked_sub(len) else {
            let dead = dead.ok_or_else(|| outside.clone())?;
            let goals = self.dead_or(dead, outside).to_vec();
            self.note_illegal(cond, goals, targets);
            return Ok(());
        };
        // Checks that a constant object is not written.
        let base = self.unrolling.arena.int(64, u128::from(region.base()));
        self.access_span(state, base, len, write)?;
        let domain = self.unrolling.arena.domain(address);
        let known = (domain.zeros | domain.ones).trailing_ones().min(63);
        let stride = 1u64 << known;
        let phase = domain.ones & (stride - 1);
        let first = phase.wrapping_sub(region.base()) & (stride - 1);
        let behind = self.unrolling.arena.op(Op::Sub, 64, &[address, base]);
        let end = self.unrolling.arena.int(64, u128::from(last));
        let inside = self.unrolling.arena.ule(behind, end);
        let is_legal = self.unrolling.arena.and(cond, inside);
        // `largest` is the largest offset with which the index may be compared.
        let largest = first.saturating_add(stride.saturating_mul(MAX_OFFSETS as u64 - 1));
        let most = match last <= largest {
            true => last,
            false => self
                .upper_bound((state.node, is_legal), behind, largest)
                .ok_or_else(|| unsupported(Unsupported::LargeIndex))?,
        };
        let mut offset = first;
        while offset <= most {
            let target = self
                .unrolling
                .arena
                .int(64, u128::from(region.base() + offset));
            let is = self.unrolling.arena.eq(address, target);
            let is = self.unrolling.arena.and(cond, is);
            if !self.unrolling.arena.is_false(is) {
                let (span, illegal) = self.access_span(state, target, len, write)?;
                targets.legal.extend(span.map(|span| (is, span)));
                self.note_illegal(is, illegal, targets);
            }
            offset += stride;
        }
        let out = self.unrolling.arena.not(inside);
        let out = self.unrolling.arena.and(cond, out);
        if !self.unrolling.arena.is_false(out) {
            let goals = match dead {
                Some(dead) => self.dead_or(dead, outside).to_vec(),
                None => vec![(Arena::TRUE, outside)],
            };
            self.note_illegal(out, goals, targets);
        }
        Ok(())
    }

    /// Adds the goals in `illegal` to `targets`, under the condition `cond`. If `targets` already contains a goal, its
    /// old and its new condition are combined to a disjunction.
    fn note_illegal(
        &mut self,
        cond: ExprId,
        illegal: Vec<(ExprId, Goal)>,
        targets: &mut AccessTargets,
    ) {
        for (when, goal) in illegal {
            let when = self.unrolling.arena.and(cond, when);
            match targets.illegal.iter_mut().find(|(_, known)| *known == goal) {
                Some((known, _)) => *known = self.unrolling.arena.or(*known, when),
                None => targets.illegal.push((when, goal)),
            }
        }
    }

    /// Returns the size and the name of the global in a region (object number).
    fn initial_object(&self, region: Region) -> (u64, String) {
        let first = Region::of_global(symtool_ir::Global::from_u32(0)).0;
        let at = region.0.checked_sub(first).unwrap_or(u64::MAX);
        let global = self
            .unrolling
            .program
            .module
            .globals
            .values()
            .nth(at as usize);
        global.map_or((0, String::new()), |data| (data.size, data.name.clone()))
    }
}
