//! Operations on blocks of bytes: copy, fill, and output. The addresses and the size of the block may depend on the
//! path or on inputs. A *goal* is a failure or an unsupported construct that the search tries to reach; a *span* is
//! a byte range in an object.
//!
//! The size may have several possible values, and each address several possible targets. Each combination of a size and
//! a target is a *case* with a condition, and the conditions of the cases exclude each other. A byte of the destination
//! gets its new value in the cases that write it, and otherwise keeps its value.
use super::addresses::MAX_OFFSETS;
use super::{NodeEncoder, NodeState, Stepped, unsupported};
use crate::graph::{Goal, NodeId, Span, Stored};
use crate::unsupported::Unsupported;
use rustc_hash::FxHashMap;
use symtool_expr::{Arena, ExprId};
use symtool_ir::Bits;
use symtool_ir::layout::Region;

/// The maximum size, in bytes, of a block that is copied. A copy of a larger block is not supported.
pub(super) const MAX_COPIED: u64 = 4096;

/// The maximum number of bytes that a block operation writes, summed over its cases (combinations of a size and a
/// target). If several cases write the same value to a byte, the byte counts once for this value. The limit does not
/// apply to a copy with a constant size, which [`MAX_COPIED`] limits, nor to a fill with a constant size and address,
/// which is a single store. An operation above the limit is not supported.
const MAX_WRITES: usize = 1024;

/// Goals (failures and unsupported constructs), each with the condition under which it is reached.
pub(super) type Goals = Vec<(ExprId, Goal)>;

/// The spans (byte ranges in objects) that a block may occupy, each with its condition.
type Targets = Vec<(ExprId, Span)>;

/// A byte that a block operation writes.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
struct ByteWrite {
    region: Region,
    offset: u64,
    /// The new value of the byte.
    value: ExprId,
    /// The new initialization mark of the byte: 1 (initialized) or 0 (indeterminate).
    mark: ExprId,
}

/// The bytes that a block operation writes in any of its cases (combinations of a size and a target).
#[derive(Default)]
struct ByteWrites {
    /// Each byte, with the condition under which it is written.
    all: Vec<(ByteWrite, ExprId)>,
    /// For each written byte, its index in `all`.
    index: FxHashMap<ByteWrite, usize>,
}

impl ByteWrites {
    fn add(&mut self, arena: &mut Arena, byte: ByteWrite, cond: ExprId) {
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
        for case in self.sizes(state.node, args[2], &mut illegal) {
            let to = self.block_targets(state, args[0], case, true, &mut illegal)?;
            if let [(Arena::TRUE, span)] = to[..] {
                self.write_block(
                    state,
                    (span.region, span.offset),
                    case.1,
                    Stored::Fill(args[1]),
                );
                continue;
            }
            if writes.all.len() + to.len() * case.1 as usize > MAX_WRITES {
                return Err(unsupported(Unsupported::LargeBlockWithManyTargets));
            }
            let mark = self.unrolling.all_initialized(1);
            for (cond, span) in to {
                for at in 0..case.1 {
                    let byte = ByteWrite {
                        region: span.region,
                        offset: span.offset + at,
                        value: args[1],
                        mark,
                    };
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
        for case in self.sizes(state.node, args[2], &mut illegal) {
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
                let Some((value, mark)) = self.read_part(state, &from, at, 1) else {
                    break;
                };
                for &(when, span) in &to {
                    let target = Span {
                        offset: span.offset + at,
                        len: 1,
                        ..span
                    };
                    let byte = ByteWrite {
                        region: span.region,
                        offset: target.offset,
                        value: self.copied((value, mark), target),
                        mark,
                    };
                    writes.add(&mut self.unrolling.arena, byte, when);
                }
            }
        }
        self.write_bytes(state, writes);
        Ok(self.unless_illegal(state, illegal))
    }

    /// Reads a block of bytes that the program outputs. The bytes affect no check, so only the legality of the read is
    /// checked.
    pub(super) fn output(&mut self, state: &NodeState, args: &[ExprId]) -> Stepped {
        let mut illegal = Goals::new();
        let mut read = Targets::new();
        for case in self.sizes(state.node, args[1], &mut illegal) {
            read.extend(self.block_targets(state, args[0], case, false, &mut illegal)?);
        }
        self.forbid_indeterminate(state, Arena::TRUE, &read, &mut illegal);
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
            let Some(part) = self.read_part(state, from, done, len) else {
                return;
            };
            parts.push((done, len, part));
            done += u64::from(len);
        }
        for &(cond, span) in to {
            for &(at, len, (value, marks)) in &parts {
                let part = Span {
                    offset: span.offset + at,
                    len,
                    ..span
                };
                let value = self.copied((value, marks), part);
                self.store_if(state, cond, part, value);
                if self.has_marks(span.region) {
                    self.store_if(state, cond, part.marks(), marks);
                }
            }
        }
    }

    /// Returns the value of `len` bytes at the offset `at` of one of the spans `from` (byte ranges, each with its
    /// condition), and the initialization marks of these bytes. Returns `None` if `from` is empty. The condition of
    /// the last span is not tested, because exactly one of the conditions holds.
    fn read_part(
        &mut self,
        state: &NodeState,
        from: &[(ExprId, Span)],
        at: u64,
        len: u32,
    ) -> Option<(ExprId, ExprId)> {
        let mut all = None;
        for &(cond, span) in from.iter().rev() {
            let part = Span {
                offset: span.offset + at,
                len,
                ..span
            };
            let value = self.unrolling.read(state.node, &state.stores, part);
            let marks = self.marks(state, part);
            all = Some(match all {
                Some((other, others)) => (
                    self.unrolling.arena.ite(cond, value, other),
                    self.unrolling.arena.ite(cond, marks, others),
                ),
                None => (value, marks),
            });
        }
        all
    }

    fn write_bytes(&mut self, state: &mut NodeState, writes: ByteWrites) {
        for (write, cond) in writes.all {
            let byte = Span {
                region: write.region,
                offset: write.offset,
                len: 1,
            };
            self.store_if(state, cond, byte, write.value);
            if self.has_marks(write.region) {
                self.store_if(state, cond, byte.marks(), write.mark);
            }
        }
    }

    /// Returns the positive sizes that a block may have, each with its condition. If the size has too many possible
    /// values, some of them are missing in the result, and a goal for the missing values is added to `illegal`.
    fn sizes(&mut self, node: NodeId, size: ExprId, illegal: &mut Goals) -> Vec<(ExprId, u64)> {
        let mut sizes: Vec<(ExprId, u64)> = Vec::new();
        let many = || unsupported(Unsupported::ManySizes);
        let mut leaves = Vec::new();
        if !self.leaves(Arena::TRUE, size, &mut leaves) {
            illegal.push((Arena::TRUE, many()));
            return sizes;
        }
        let cases = leaves
            .into_iter()
            .flat_map(|(cond, leaf)| self.values_by_path(cond, leaf));
        let cases: Vec<(ExprId, ExprId)> = cases.collect();
        for (cond, leaf) in cases {
            let domain = self.unrolling.arena.domain(leaf);
            let (least, most) = match self.unrolling.arena.as_const(leaf).map(Bits::low_u64) {
                Some(size) => (size, size),
                None => (domain.min, domain.max),
            };
            let largest = least.saturating_add(MAX_OFFSETS as u64 - 1);
            let most = match most <= largest {
                true => Some(most),
                false => self.upper_bound((node, cond), leaf, largest),
            };
            let Some(most) = most else {
                illegal.push((cond, many()));
                continue;
            };
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
    /// condition. Adds the goals that an illegal access reaches to `illegal`. If the access is illegal on every path,
    /// the error is the goal that every path reaches.
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
