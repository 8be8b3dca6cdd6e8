//! The abstract state of a path: facts about expressions that the constraints of the path imply.
//!
//! For example, the constraint `x < 10` decides the condition `x < 20` without a solver. For a query about a
//! different path, the state is rolled back to the common prefix of both paths. There are four kinds of
//! facts:
//!
//! - an abstract value (known bits, unsigned range); a condition that is true has the value 1;
//! - a signed range, because a range such as -1 to 1 is no unsigned interval;
//! - excluded values (`x != 5`), which make a range shorter if they are at an end of the range;
//! - difference bounds (facts of the form `x - y <= c`, see `difference_bounds`).
//!
//! The module `assume` derives the facts of a constraint. This file decides conditions: it evaluates the nodes near the
//! root of a condition, and takes the values of deeper nodes from the facts.
use super::difference_bounds::{self, DifferenceBounds};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use symtool_expr::transfer;
use symtool_expr::{Arena, BinOp, Domain, ExprId, Node, UnOp};

/// The maximum number of nodes that are evaluated to decide one condition. A node beyond this limit is not evaluated,
/// and has the abstract value that is already recorded for it.
const MAX_NODES: usize = 128;
/// The maximum number of equalities in a conjunction that is recognized as one comparison of a number:
/// `x[0..8] == 2 and x[8..16] == 1` means `x == 0x102`.
const MAX_PARTS: usize = 8;
/// The maximum depth to which the operands of an expression are visited to compute its signed range.
const MAX_SIGNED: u32 = 4;

/// The abstract state of one path: the facts that its constraints imply.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The assumed constraints. With each constraint, the length of `log` before its assumption is stored. A rollback
    /// undoes the later entries of `log`.
    path: Vec<(ExprId, usize)>,
    pub(super) known: FxHashMap<ExprId, Domain>,
    pub(super) signed: FxHashMap<ExprId, (i64, i64)>,
    pub(super) excluded: FxHashMap<ExprId, Vec<u64>>,
    /// Comparisons between two expressions, such as `x < y`, and implications of quantifiers. They are examined again
    /// after later constraints: `x < y` implies more facts once the abstract value of x or y has become more precise.
    pub(super) relations: Vec<ExprId>,
    /// The difference bounds `x - y <= c`: for each x, the pairs (y, c).
    pub(super) below: DifferenceBounds,
    /// Array reads about which facts are known. For the read `text[n + 3]`, the key is `n`: the index without
    /// constant addends.
    pub(super) reads: FxHashMap<ExprId, Vec<ExprId>>,
    pub(super) log: Vec<Change>,
    /// The number of derivation steps since the last call of [`take_steps`](Self::take_steps).
    pub(super) steps: u64,
}

/// An entry of the log: a changed fact and its previous value, for rollback. If the entry has no previous value, the
/// change has added the fact.
#[derive(Clone, Debug)]
pub(super) enum Change {
    Known(ExprId, Option<Domain>),
    Signed(ExprId, Option<(i64, i64)>),
    Excluded(ExprId),
    Relation,
    Read(ExprId),
    Difference(ExprId, ExprId, Option<i128>),
}

impl Facts {
    /// Returns the number of derivation steps since the last call, from which the chain estimates its work.
    pub(super) fn take_steps(&mut self) -> u64 {
        std::mem::take(&mut self.steps)
    }

    /// Returns the truth value of a condition, if the facts of the path `path` imply it; otherwise `None`.
    pub fn decide(&mut self, arena: &Arena, path: &[ExprId], cond: ExprId) -> Option<bool> {
        let domain = self.domain(arena, path, cond);
        match domain.single() {
            _ if domain.is_empty() => None,
            value => value.map(|v| v != 0),
        }
    }

    /// Returns the abstract value of an expression on the path `path`.
    pub fn domain(&mut self, arena: &Arena, path: &[ExprId], e: ExprId) -> Domain {
        self.synchronize(arena, path);
        if self.known.is_empty() {
            return arena.domain(e);
        }
        self.evaluate(arena, e, MAX_NODES)
    }

    /// Returns the length of the common prefix of the assumed path and `path`.
    pub(super) fn shared(&self, path: &[ExprId]) -> usize {
        let pairs = self.path.iter().zip(path);
        pairs.take_while(|((seen, _), c)| seen == *c).count()
    }

    /// Returns whether a rollback to the first `shared` constraints would undo more than a quarter of the recorded
    /// changes.
    pub(super) fn is_large_rollback(&self, shared: usize) -> bool {
        let kept = self
            .path
            .get(shared)
            .map_or(self.log.len(), |&(_, log)| log);
        (self.log.len() - kept) * 4 > self.log.len()
    }

    fn synchronize(&mut self, arena: &Arena, path: &[ExprId]) {
        let same = self.shared(path);
        if let Some(&(_, log)) = self.path.get(same) {
            self.roll_back(log);
            self.path.truncate(same);
        }
        for &constraint in &path[same..] {
            self.path.push((constraint, self.log.len()));
            self.assume(arena, constraint);
        }
    }

    fn roll_back(&mut self, to: usize) {
        for change in self.log.drain(to..).rev() {
            match change {
                Change::Known(e, Some(old)) => drop(self.known.insert(e, old)),
                Change::Known(e, None) => drop(self.known.remove(&e)),
                Change::Signed(e, Some(old)) => drop(self.signed.insert(e, old)),
                Change::Signed(e, None) => drop(self.signed.remove(&e)),
                Change::Excluded(e) => drop(self.excluded.get_mut(&e).and_then(Vec::pop)),
                Change::Relation => drop(self.relations.pop()),
                Change::Read(base) => drop(self.reads.get_mut(&base).and_then(Vec::pop)),
                Change::Difference(x, y, before) => {
                    difference_bounds::undo(&mut self.below, (x, y), before);
                }
            }
        }
    }

    pub(super) fn current(&self, arena: &Arena, e: ExprId) -> Domain {
        self.known
            .get(&e)
            .copied()
            .unwrap_or_else(|| arena.domain(e))
    }

    /// Returns the signed range of an expression of at most 64 bits.
    pub(super) fn signed_range(&self, arena: &Arena, e: ExprId) -> (i64, i64) {
        self.signed_within(arena, e, self.current(arena, e), MAX_SIGNED)
    }

    fn signed_within(&self, arena: &Arena, e: ExprId, domain: Domain, fuel: u32) -> (i64, i64) {
        let width = arena.width(e);
        let mut range = domain.signed_range(width);
        let mut narrow = |(low, high): (i64, i64)| {
            let both = (range.0.max(low), range.1.min(high));
            if both.0 <= both.1 {
                range = both;
            }
        };
        if let Some(&known) = self.signed.get(&e) {
            narrow(known);
        }
        let below =
            |arg: ExprId| self.signed_within(arena, arg, self.current(arena, arg), fuel - 1);
        match arena.node(e) {
            _ if fuel == 0 => {}
            Node::Un {
                op: UnOp::Sext,
                arg,
                ..
            } => narrow(below(arg)),
            Node::Un {
                op: UnOp::Not, arg, ..
            } => {
                let (low, high) = below(arg);
                narrow((!high, !low));
            }
            Node::Bin { op, lhs, rhs } if matches!(op, BinOp::Add | BinOp::Sub) => {
                let (sum, k, x) = match (arena.as_const(lhs), arena.as_const(rhs)) {
                    (_, Some(k)) if op == BinOp::Add => (true, k, lhs),
                    (Some(k), _) => (false, k, rhs),
                    _ => return range,
                };
                let (k, (low, high)) = (k.to_signed(), below(x));
                let (low, high) = (i128::from(low), i128::from(high));
                let (low, high) = if sum {
                    (low + k, high + k)
                } else {
                    (k - high, k - low)
                };
                // The bounds are valid if the result cannot overflow.
                let limit = 1i128 << (width - 1);
                if low >= -limit && high < limit {
                    narrow((low as i64, high as i64));
                }
            }
            _ => {}
        }
        range
    }

    /// Returns the abstract value of `root`, computed from the facts. At most `most` nodes are evaluated.
    pub(super) fn evaluate(&self, arena: &Arena, root: ExprId, most: usize) -> Domain {
        self.evaluate_under(arena, root, most, &[])
    }

    /// Returns the abstract value of `root`, computed from the facts and from `more`: expressions with values
    /// that are assumed in addition.
    pub(super) fn evaluate_under(
        &self,
        arena: &Arena,
        root: ExprId,
        most: usize,
        more: &[(ExprId, Domain)],
    ) -> Domain {
        let mut order: SmallVec<[ExprId; 32]> = SmallVec::from_slice(&[root]);
        let mut next = 0;
        while next < order.len() && order.len() < most {
            if !self.is_settled(order[next]) {
                for child in arena.node(order[next]).children() {
                    if !arena.is_const(child) && !order.contains(&child) {
                        order.push(child);
                    }
                }
            }
            next += 1;
        }
        order.sort_unstable();
        // The abstract values of the nodes, in ascending order of expression ids.
        let mut values: SmallVec<[(ExprId, Domain); 32]> = SmallVec::new();
        for e in order {
            let width = arena.width(e);
            let mut domain = self.current(arena, e);
            for (_, known) in more.iter().filter(|(other, _)| *other == e) {
                domain = domain.meet(known, width);
            }
            if width <= 64 && !self.is_settled(e) {
                let of = |c: ExprId| {
                    let found = values.binary_search_by_key(&c, |&(e, _)| e);
                    found.map_or_else(|_| self.current(arena, c), |at| values[at].1)
                };
                let sharper = domain.meet(&arena.domain_with(e, &of), width);
                if !sharper.is_empty() {
                    domain = sharper;
                }
                if width > 1 && !self.signed.is_empty() {
                    let (low, high) = self.signed_within(arena, e, domain, MAX_SIGNED);
                    let sharper = transfer::signed(width, low.into(), high.into());
                    let sharper = domain.meet(&sharper, width);
                    if !sharper.is_empty() {
                        domain = sharper;
                    }
                }
                if let Some(between) = self.by_difference(arena, e) {
                    let sharper = domain.meet(&between, width);
                    if !sharper.is_empty() {
                        domain = sharper;
                    }
                }
                if domain.single().is_none()
                    && let Some(value) = self.compared(arena, e, &of)
                {
                    domain = Domain::constant(1, u64::from(value));
                }
            }
            values.push((e, domain));
        }
        // Operands have smaller ids than the expressions that contain them, so the root is last.
        values
            .last()
            .map_or_else(|| self.current(arena, root), |last| last.1)
    }

    /// Returns whether the recorded abstract value of an expression is a single value, so that its operands need not be
    /// evaluated.
    fn is_settled(&self, e: ExprId) -> bool {
        self.known.get(&e).is_some_and(|d| d.single().is_some())
    }

    /// Decides a comparison by signed ranges, by known comparisons of the same operands, or by difference bounds. Also
    /// decides a conjunction that compares all parts of a number with constants ([`whole_equality`]). Returns `None` if
    /// the facts do not decide the condition.
    fn compared(&self, arena: &Arena, e: ExprId, of: &dyn Fn(ExprId) -> Domain) -> Option<bool> {
        let Node::Bin { op, lhs, rhs } = arena.node(e) else {
            return None;
        };
        if op == BinOp::And && arena.width(e) == 1 {
            let (whole, k) = whole_equality(arena, e)?;
            let excluded = |values: &Vec<u64>| values.contains(&k);
            let (low, high) = self.signed_within(arena, whole, of(whole), MAX_SIGNED);
            let signed = Domain::constant(arena.width(whole), k).signed_range(arena.width(whole));
            let possible = of(whole).contains(k)
                && (low..=high).contains(&signed.0)
                && !self.excluded.get(&whole).is_some_and(excluded);
            return (!possible).then_some(false);
        }
        if !op.is_compare() || arena.width(lhs) > 64 {
            return None;
        }
        if op != BinOp::Ult {
            let (a, b) = (
                self.signed_within(arena, lhs, of(lhs), MAX_SIGNED),
                self.signed_within(arena, rhs, of(rhs), MAX_SIGNED),
            );
            match op {
                BinOp::Eq if a.1 < b.0 || b.1 < a.0 => return Some(false),
                BinOp::Slt if a.1 < b.0 => return Some(true),
                BinOp::Slt if a.0 >= b.1 => return Some(false),
                _ => {}
            }
        }
        if let Some(value) = self.related(arena, op, lhs, rhs) {
            return Some(value);
        }
        match op {
            BinOp::Ult => self.less_by_difference(arena, lhs, rhs),
            BinOp::Eq => {
                let apart = |a, b| self.upper_bound(arena, a, b).is_some_and(|most| most < 0);
                (apart(lhs, rhs) || apart(rhs, lhs)).then_some(false)
            }
            _ => None,
        }
    }

    /// Decides a comparison of `a` and `b` by other comparisons of `a` and `b` on the path. Exactly one of `a < b`,
    /// `b < a` and `a == b` is true. For example, if `b < a` and `a == b` are false, `a < b` is true.
    fn related(&self, arena: &Arena, op: BinOp, a: ExprId, b: ExprId) -> Option<bool> {
        let holds = |op: BinOp, lhs: ExprId, rhs: ExprId| {
            let e = arena.find(Node::Bin { op, lhs, rhs })?;
            self.known.get(&e)?.single().map(|v| v != 0)
        };
        let equal = || holds(BinOp::Eq, a, b).or_else(|| holds(BinOp::Eq, b, a));
        let decide = |one: Option<bool>, two: Option<bool>| match (one, two) {
            (Some(true), _) | (_, Some(true)) => Some(false),
            (Some(false), Some(false)) => Some(true),
            _ => None,
        };
        match op {
            BinOp::Eq => [BinOp::Ult, BinOp::Slt]
                .iter()
                .find_map(|&less| decide(holds(less, a, b), holds(less, b, a))),
            less => decide(holds(less, b, a), equal()),
        }
    }
}

/// Recognizes a conjunction that compares every part of a number with a constant: for two bytes h and l,
/// `h == 1 and l == 2`. The expression builder replaces `h:l == 0x102` by such a conjunction. Returns the
/// number (`h:l`) and its constant (0x102), if the arena contains the number.
pub(super) fn whole_equality(arena: &Arena, cond: ExprId) -> Option<(ExprId, u64)> {
    let mut parts: SmallVec<[(ExprId, u64); MAX_PARTS]> = SmallVec::new();
    let mut work: SmallVec<[ExprId; MAX_PARTS]> = smallvec::smallvec![cond];
    while let Some(e) = work.pop() {
        match arena.node(e) {
            Node::Bin {
                op: BinOp::And,
                lhs,
                rhs,
            } => work.extend([lhs, rhs]),
            Node::Bin {
                op: BinOp::Eq,
                lhs,
                rhs,
            } => parts.push((lhs, arena.as_const(rhs)?.low_u64())),
            _ => return None,
        }
        if parts.len() + work.len() > MAX_PARTS {
            return None;
        }
    }
    // Two adjacent parts are concatenated until one part remains.
    while parts.len() > 1 {
        let (high, low, joined) = adjacent_parts(arena, &parts)?;
        let value = parts[high].1 << arena.width(parts[low].0) | parts[low].1;
        parts[high] = (joined, value);
        parts.swap_remove(low);
    }
    let (whole, value) = parts[0];
    (arena.width(whole) <= 64).then_some((whole, value))
}

/// Returns the indexes of two parts whose concatenation is in the arena, and this concatenation.
fn adjacent_parts(arena: &Arena, parts: &[(ExprId, u64)]) -> Option<(usize, usize, ExprId)> {
    for (high, &(lhs, _)) in parts.iter().enumerate() {
        for (low, &(rhs, _)) in parts.iter().enumerate() {
            let op = BinOp::Concat;
            if high != low
                && arena.width(lhs) + arena.width(rhs) <= 64
                && let Some(joined) = arena.find(Node::Bin { op, lhs, rhs })
            {
                return Some((high, low, joined));
            }
        }
    }
    None
}
