//! Operations on blocks of bytes: copy, fill, and output. The addresses and the size of the block may depend on the
//! path or on inputs. A *goal* is a failure or an unsupported construct that the search tries to reach; a *span* is
//! a byte range in an object.
//!
//! The size may have several possible values, and each address several possible targets. Each combination of a size and
//! a target is a *case* with a condition, and the conditions of the cases exclude each other. A byte of the destination
//! gets its new value in the cases that write it, and otherwise keeps its value.
use super::addresses::MAX_OFFSETS;
use super::{NodeEncoder, NodeState, Stepped, unsupported};
use crate::graph::{Goal, Span, Store, Stored};
use crate::unsupported::Unsupported;
use rustc_hash::FxHashMap;
use symtool_expr::{Arena, ExprId};
use symtool_ir::Bits;
use symtool_ir::layout::Region;

/// The maximum size, in bytes, of a block that is copied. A copy of a larger block is not supported.
pub(super) const MAX_COPIED: u64 = 4096;

/// The maximum number of bytes that a block operation writes, summed over its cases. A byte counts once for each
/// different value that it gets in a case. The limit does not apply to a copy with a constant size, and to a fill with
/// a constant size and address. An operation above the limit is not supported.
const MAX_WRITES: usize = 1024;

/// Goals, each with the condition under which it is reached.
type Goals = Vec<(ExprId, Goal)>;

/// Possible spans of a block, each with its condition.
type Targets = Vec<(ExprId, Span)>;

/// The bytes that a block operation writes in its cases.
#[derive(Default)]
struct ByteWrites {
    /// The region (object number), the offset and the new value of each byte, with the condition under which the byte
    /// is written.
    all: Vec<((Region, u64, ExprId), ExprId)>,
    /// The index in `all` of each byte and value.
    index: FxHashMap<(Region, u64, ExprId), usize>,
}

impl ByteWrites {
    fn add(&mut self, arena: &mut Arena, byte: (Region, u64, ExprId), cond: ExprId) {
        match self.index.get(&byte) {
            Some(&at) => self.all[at].1 = arena.or(self.all[at].1, cond),
            None => {
                self.index.insert(byte, self.all.len());
                self.all.push((byte, cond));
            }
        }
    }
}

impl NodeEncoder<'_, '_> {
    /// Sets each byte of a block to the same value. The arguments are the address, the value and the size.
    pub(super) fn fill(&mut self, state: &mut NodeState, args: &[ExprId]) -> Stepped {
        let mut illegal = Goals::new();
        let mut writes = ByteWrites::default();
        for case in self.sizes(args[2], &mut illegal) {
            let to = self.block_targets(state, args[0], case, true, &mut illegal)?;
            if let [(Arena::TRUE, span)] = to[..] {
                state.stores.push(Store {
                    region: span.region,
                    offset: span.offset,
                    len: case.1,
                    value: Stored::Fill(args[1]),
                });
                continue;
            }
            if writes.all.len() + to.len() * case.1 as usize > MAX_WRITES {
                return Err(unsupported(Unsupported::LargeBlockWithManyTargets));
            }
            for (cond, span) in to {
                for at in 0..case.1 {
                    let byte = (span.region, span.offset + at, args[1]);
                    writes.add(&mut self.unrolling.arena, byte, cond);
                }
            }
        }
        self.write_bytes(state, writes);
        Ok(self.unless_illegal(state, illegal))
    }

    /// Copies a block, which may overlap its destination. The arguments are the destination, the source and the
    /// size.
    pub(super) fn copy(&mut self, state: &mut NodeState, args: &[ExprId]) -> Stepped {
        let mut illegal = Goals::new();
        let mut writes = ByteWrites::default();
        for case in self.sizes(args[2], &mut illegal) {
            let (cond, size) = case;
            if size > MAX_COPIED {
                illegal.push((cond, unsupported(Unsupported::LargeCopy)));
                continue;
            }
            let to = self.block_targets(state, args[0], case, true, &mut illegal)?;
            let any = to.iter().fold(Arena::FALSE, |any, &(when, _)| {
                self.unrolling.arena.or(any, when)
            });
            // The source is accessed only in the cases in which the destination is legal.
            let from = self.block_targets(state, args[1], (any, size), false, &mut illegal)?;
            if cond == Arena::TRUE {
                self.move_bytes(state, &from, &to, size);
                continue;
            }
            if writes.all.len() + to.len() * size as usize > MAX_WRITES {
                return Err(unsupported(Unsupported::LargeBlockWithManyTargets));
            }
            for at in 0..size {
                let Some(value) = self.read_part(state, &from, at, 1) else {
                    break;
                };
                for &(when, span) in &to {
                    let byte = (span.region, span.offset + at, value);
                    writes.add(&mut self.unrolling.arena, byte, when);
                }
            }
        }
        self.write_bytes(state, writes);
        Ok(self.unless_illegal(state, illegal))
    }

    /// Reads a block that the program outputs. The text affects no check, so only the access is checked.
    pub(super) fn output(&mut self, state: &NodeState, args: &[ExprId]) -> Stepped {
        let mut illegal = Goals::new();
        for case in self.sizes(args[1], &mut illegal) {
            self.block_targets(state, args[0], case, false, &mut illegal)?;
        }
        Ok(self.unless_illegal(state, illegal))
    }

    /// Copies `size` bytes from one of the spans `from` to one of the spans `to`. Parts of 8 bytes are copied as one
    /// value, so that a copied address remains one expression. The last bytes are copied one by one.
    pub(super) fn move_bytes(
        &mut self,
        state: &mut NodeState,
        from: &[(ExprId, Span)],
        to: &[(ExprId, Span)],
        size: u64,
    ) {
        let mut parts = Vec::new();
        let mut done = 0;
        while done < size {
            let len = if size - done < 8 { 1 } else { 8 };
            let Some(value) = self.read_part(state, from, done, len) else {
                return;
            };
            parts.push((done, len, value));
            done += u64::from(len);
        }
        for &(cond, span) in to {
            for &(at, len, value) in &parts {
                let part = Span {
                    offset: span.offset + at,
                    len,
                    ..span
                };
                self.write_if(state, cond, part, value);
            }
        }
    }

    /// Returns the value of `len` bytes at the offset `at` of one of the spans `from`; `None` without spans. The
    /// condition of the last span is not tested, because exactly one of the conditions holds.
    fn read_part(
        &mut self,
        state: &NodeState,
        from: &[(ExprId, Span)],
        at: u64,
        len: u32,
    ) -> Option<ExprId> {
        let mut all = None;
        for &(cond, span) in from.iter().rev() {
            let part = Span {
                offset: span.offset + at,
                len,
                ..span
            };
            let value = self.unrolling.read(state.node, &state.stores, part);
            all = Some(match all {
                Some(other) => self.unrolling.arena.ite(cond, value, other),
                None => value,
            });
        }
        all
    }

    fn write_bytes(&mut self, state: &mut NodeState, writes: ByteWrites) {
        for ((region, offset, value), cond) in writes.all {
            let byte = Span {
                region,
                offset,
                len: 1,
            };
            self.write_if(state, cond, byte, value);
        }
    }

    /// Returns the positive sizes that a block may have, each with its condition. If the size has too many possible
    /// values, the result is incomplete, and a goal for the other values is added to `illegal`.
    fn sizes(&mut self, size: ExprId, illegal: &mut Goals) -> Vec<(ExprId, u64)> {
        let mut sizes: Vec<(ExprId, u64)> = Vec::new();
        let many = || unsupported(Unsupported::ManySizes);
        let mut leaves = Vec::new();
        if !self.leaves(Arena::TRUE, size, &mut leaves) {
            illegal.push((Arena::TRUE, many()));
            return sizes;
        }
        for (cond, leaf) in leaves {
            let domain = self.unrolling.arena.domain(leaf);
            let (least, most) = match self.unrolling.arena.as_const(leaf).map(Bits::low_u64) {
                Some(size) => (size, size),
                None => (domain.min, domain.max),
            };
            if most - least >= MAX_OFFSETS as u64 {
                illegal.push((cond, many()));
                continue;
            }
            for value in (least..=most).filter(|&value| value > 0) {
                let number = self.unrolling.arena.int(64, u128::from(value));
                let is = self.unrolling.arena.eq(leaf, number);
                let is = self.unrolling.arena.and(cond, is);
                if self.unrolling.arena.is_false(is)
                    || (is != Arena::TRUE && self.is_unsatisfiable(is))
                {
                    continue;
                }
                match sizes.iter_mut().find(|(_, known)| *known == value) {
                    Some((when, _)) => *when = self.unrolling.arena.or(*when, is),
                    None => sizes.push((is, value)),
                }
            }
        }
        sizes
    }

    /// Returns the spans that a block of `size` bytes at the address may occupy if `cond` holds, each with its
    /// condition. Adds the goals of an illegal access to `illegal`. The error is the goal if the access is illegal on
    /// every path.
    fn block_targets(
        &mut self,
        state: &NodeState,
        address: ExprId,
        (cond, size): (ExprId, u64),
        write: bool,
        illegal: &mut Goals,
    ) -> Result<Targets, Goal> {
        if self.unrolling.arena.is_false(cond) {
            return Ok(Targets::new());
        }
        let targets = match self.access_targets(state, address, size, write) {
            Ok(targets) => targets,
            Err(goal) if cond == Arena::TRUE => return Err(goal),
            Err(goal) => {
                illegal.push((cond, goal));
                return Ok(Targets::new());
            }
        };
        for (when, goal) in targets.illegal {
            let when = self.unrolling.arena.and(cond, when);
            match illegal.iter_mut().find(|(_, known)| *known == goal) {
                Some((known, _)) => *known = self.unrolling.arena.or(*known, when),
                None => illegal.push((when, goal)),
            }
        }
        let legal = targets.legal.into_iter();
        Ok(legal
            .map(|(when, span)| (self.unrolling.arena.and(cond, when), span))
            .collect())
    }
}
