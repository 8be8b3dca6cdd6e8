//! Addresses that depend on inputs: the few places in one object, or in several, that they can name.
//!
//! An address that is a choice between addresses is taken apart. One that is a place of an object plus a number is compared with
//! every place of that object which its lowest bits allow; elsewhere it is out of bounds, as no number of 32 bits leads from one
//! object to another, and what others lead to is looked at when the failure is replayed.
use super::{Run, Wrong, unsupported};
use crate::graph::{Span, Trouble};
use crate::unroll::World;
use symtool_expr::{Arena, BinOp, ExprId, Node};
use symtool_ir::layout::Region;
use symtool_ir::{BugKind, Op};

/// More places than these are not told apart.
const MOST_PLACES: usize = 64;

/// Where an access may go.
pub(super) struct Places {
    /// Legal places, each with the condition that it is that one. Of several one is right, if none of `wrong` is.
    pub legal: Vec<(ExprId, Span)>,
    /// What else it may be, each with its condition.
    pub wrong: Vec<(ExprId, Trouble)>,
}

impl World<'_> {
    /// The places that an address can name.
    pub(super) fn places(
        &mut self,
        run: &Run,
        address: ExprId,
        len: u64,
        write: bool,
    ) -> Result<Places, Wrong> {
        let mut places = Places {
            legal: Vec::new(),
            wrong: Vec::new(),
        };
        if self.arena.as_const(address).is_some() {
            let (span, dead) = self.bytes(run, address, len, write)?;
            places.legal.push((Arena::TRUE, span));
            places.wrong.extend(dead);
            return Ok(places);
        }
        let mut leaves = Vec::new();
        if !self.leaves(Arena::TRUE, address, &mut leaves) {
            return Err(unsupported("an address that is a choice between many"));
        }
        for (cond, leaf) in leaves {
            if let Err(Wrong(trouble)) = self.leaf(run, (cond, leaf), len, write, &mut places) {
                places.wrong.push((cond, trouble));
            }
        }
        match places.legal.as_slice() {
            // Where every way is wrong, so is the access.
            [] if places.wrong.len() == 1 => Err(Wrong(places.wrong.remove(0).1)),
            _ => Ok(places),
        }
    }

    /// The leaves of a choice between addresses, each with its condition; false if they are too many.
    pub(super) fn leaves(
        &mut self,
        cond: ExprId,
        address: ExprId,
        found: &mut Vec<(ExprId, ExprId)>,
    ) -> bool {
        if self.arena.is_false(cond) {
            return true;
        }
        let Some((test, then, other)) = self.either(address) else {
            found.push((cond, address));
            return found.len() <= MOST_PLACES;
        };
        let when = self.arena.and(cond, test);
        let not = self.arena.not(test);
        let unless = self.arena.and(cond, not);
        self.leaves(when, then, found) && self.leaves(unless, other, found)
    }

    /// An address that is one of two, or one of two plus a number.
    fn either(&mut self, address: ExprId) -> Option<(ExprId, ExprId, ExprId)> {
        let (lhs, rhs) = match self.arena.node(address) {
            Node::Ite { cond, then, other } => return Some((cond, then, other)),
            Node::Bin {
                op: BinOp::Add,
                lhs,
                rhs,
            } => (lhs, rhs),
            _ => return None,
        };
        let (choice, number) = match (self.arena.node(lhs), self.arena.node(rhs)) {
            (choice @ Node::Ite { .. }, _) => (choice, rhs),
            (_, choice @ Node::Ite { .. }) => (choice, lhs),
            _ => return None,
        };
        let Node::Ite { cond, then, other } = choice else {
            return None;
        };
        if self.anchor(then).is_none() || self.anchor(other).is_none() {
            return None;
        }
        let then = self.arena.op(Op::Add, 64, &[then, number]);
        let other = self.arena.op(Op::Add, 64, &[other, number]);
        Some((cond, then, other))
    }

    /// The object that an address is a place of, by its form.
    pub(super) fn anchor(&self, address: ExprId) -> Option<Region> {
        let base = match self.arena.node(address) {
            Node::Bin {
                op: BinOp::Add,
                rhs,
                ..
            } => self.arena.as_const(rhs)?,
            _ => self.arena.as_const(address)?,
        };
        let region = Region::of(base.low_u64());
        let is_there = self.objects.contains_key(&region) || self.initial.object(region).is_some();
        is_there.then_some(region)
    }

    fn leaf(
        &mut self,
        run: &Run,
        (cond, address): (ExprId, ExprId),
        len: u64,
        write: bool,
        places: &mut Places,
    ) -> Result<(), Wrong> {
        if self.arena.as_const(address).is_some() {
            let (span, dead) = self.bytes(run, address, len, write)?;
            places.legal.push((cond, span));
            self.note_dead(cond, dead, places);
            return Ok(());
        }
        let Some(region) = self.anchor(address) else {
            return Err(unsupported(
                "an access through an address that depends on the path or on inputs",
            ));
        };
        let (size, name) = match self.objects.get(&region) {
            Some(object) => (object.size, object.name.to_string()),
            None => self.initial_object(region),
        };
        let text = format!("access of {len} bytes outside of `{name}`, which has {size} bytes");
        let outside = self.illegal(BugKind::OutOfBounds, text);
        let Some(last) = size.checked_sub(len) else {
            return Err(outside);
        };
        // May it be accessed at all?
        let base = self.arena.int(64, u128::from(region.base()));
        let (_, dead) = self.bytes(run, base, len, write)?;
        self.note_dead(cond, dead, places);
        let domain = self.arena.domain(address);
        let known = (domain.zeros | domain.ones).trailing_ones().min(63);
        let stride = 1u64 << known;
        let phase = domain.ones & (stride - 1);
        let first = phase.wrapping_sub(region.base()) & (stride - 1);
        if last
            .checked_sub(first)
            .is_some_and(|room| room / stride >= MOST_PLACES as u64)
        {
            return Err(unsupported(
                "an access at an unknown place of a large object",
            ));
        }
        let mut offset = first;
        while offset <= last {
            let place = self.arena.int(64, u128::from(region.base() + offset));
            let is = self.arena.eq(address, place);
            let is = self.arena.and(cond, is);
            if !self.arena.is_false(is) {
                let (span, _) = self.bytes(run, place, len, write)?;
                places.legal.push((is, span));
            }
            offset += stride;
        }
        let behind = self.arena.op(Op::Sub, 64, &[address, base]);
        let last = self.arena.int(64, u128::from(last));
        let inside = self.arena.ule(behind, last);
        let out = self.arena.not(inside);
        let out = self.arena.and(cond, out);
        if !self.arena.is_false(out) {
            places.wrong.push((out, outside.0));
        }
        Ok(())
    }

    /// An object that may have ended, if an address names it.
    fn note_dead(&mut self, cond: ExprId, dead: Option<(ExprId, Trouble)>, places: &mut Places) {
        if let Some((dead, trouble)) = dead {
            let cond = self.arena.and(cond, dead);
            places.wrong.push((cond, trouble));
        }
    }

    /// The size and the name of an object that is there from the beginning.
    fn initial_object(&self, region: Region) -> (u64, String) {
        let first = Region::of_global(symtool_ir::Global::from_u32(0)).0;
        let at = region.0.checked_sub(first).unwrap_or(u64::MAX);
        let global = self.program.globals.values().nth(at as usize);
        global.map_or((0, String::new()), |data| (data.size, data.name.clone()))
    }
}
