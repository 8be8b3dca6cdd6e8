//! Backward transfer functions: from a fact about an expression, they derive facts about its operands. A *fact*
//! limits the values of an expression, for example to a range. A *cell* is the value of an array element before all
//! stores to the array.
//!
//! For example, `x + 3 < 10` determines a range of x, and `zext b == 7` determines the value of b. A bit of x is
//! determined by `x & 8 != 0`, and the truth value of c is determined by `(c ? 1 : 2) == 1`. All derivations are
//! sound, but not complete. At most [`MAX_STEPS`] facts are derived from one constraint.
use super::facts::{Change, Facts, whole_equality};
use symtool_expr::transfer::{self, binary, extract, unary};
use symtool_expr::{Arena, ArrayNode, BinOp, Domain, ExprId, Node, UnOp};
use symtool_ir::bits::mask;

/// The maximum number of facts that are derived from one constraint.
const MAX_STEPS: usize = 256;
/// The maximum number of expression nodes that are evaluated to find the abstract value of an operand.
pub(super) const FEW_NODES: usize = 16;
/// The maximum number of array elements that are tested at each end of the index range of an array read. An element
/// that cannot have the value of the read is removed from the range. For example, if `text[i]` is not 0, elements that
/// contain 0 are removed from both ends of the range of `i`.
const MAX_CELLS: usize = 256;
/// The maximum number of earlier comparisons of two expressions that are examined again after a new constraint, newest
/// first, because they may now imply more facts. For example, after the constraint `y < 5`, the earlier comparison
/// `x < y` implies `x < 4`.
const MAX_RELATIONS: usize = 16;

/// The maximum number of array reads that are recorded for one index expression. When the index becomes a constant,
/// the facts about these reads are copied to the cells (array elements) that they read.
const MAX_READS: usize = 256;

/// The worklist: pairs of an expression and an abstract value that was derived for it but is not in the abstract state
/// yet.
pub(super) type Work = Vec<(ExprId, Domain)>;

impl Facts {
    /// Assumes that `cond` is true, and derives facts from it until the worklist is empty or [`MAX_STEPS`] facts are
    /// derived. Then derives more facts from the newest comparisons of the path.
    pub(super) fn assume(&mut self, arena: &Arena, cond: ExprId) {
        let mut steps = MAX_STEPS;
        let before = self.log.len();
        self.take(arena, vec![(cond, truth(true))], &mut steps);
        if self.log.len() <= before + 1 {
            return;
        }
        let first = self.relations.len().saturating_sub(MAX_RELATIONS);
        for i in (first..self.relations.len()).rev() {
            let relation = self.relations[i];
            let mut work = Work::new();
            if let Some(value) = self.current(arena, relation).single() {
                self.learn_condition(arena, relation, value != 0, &mut work);
            }
            self.take(arena, work, &mut steps);
        }
    }

    fn take(&mut self, arena: &Arena, mut work: Work, steps: &mut usize) {
        while let Some((e, domain)) = work.pop() {
            let width = arena.width(e);
            if *steps == 0 || width > 64 {
                continue;
            }
            *steps -= 1;
            self.steps += 1;
            if domain.is_empty() || !self.narrow(arena, e, domain) {
                continue;
            }
            let new = self.current(arena, e);
            match new.single() {
                Some(value) if width == 1 => {
                    if is_relation(arena, e) {
                        self.relations.push(e);
                        self.log.push(Change::Relation);
                    }
                    self.learn_condition(arena, e, value != 0, &mut work);
                }
                value => {
                    self.learn_value(arena, e, new, &mut work);
                    if value.is_some() {
                        self.learn_cells(arena, e, &mut work);
                    }
                }
            }
        }
    }

    /// Narrows the abstract value of the expression `e` to its meet with `to`. Then shortens the range while
    /// its least or greatest value is excluded by a fact such as `e != 5`. Returns whether the abstract value
    /// changed.
    fn narrow(&mut self, arena: &Arena, e: ExprId, to: Domain) -> bool {
        let width = arena.width(e);
        let old = self.current(arena, e);
        let mut new = old.meet(&to, width);
        if let Some(excluded) = self.excluded.get(&e) {
            while !new.is_empty() && new.min < new.max && excluded.contains(&new.min) {
                new = new.meet(&Domain::range(width, new.min + 1, new.max), width);
            }
            while !new.is_empty() && new.min < new.max && excluded.contains(&new.max) {
                new = new.meet(&Domain::range(width, new.min, new.max - 1), width);
            }
        }
        // An empty abstract value means that the path is infeasible. For an infeasible path, every abstract value is
        // sound, so the previous abstract value is preserved.
        if new == old || new.is_empty() || arena.is_const(e) {
            return false;
        }
        let before = self.known.insert(e, new);
        self.log.push(Change::Known(e, before));
        true
    }

    // ---- conditions

    /// Derives facts from the truth value `value` of a condition.
    fn learn_condition(&mut self, arena: &Arena, cond: ExprId, value: bool, work: &mut Work) {
        match arena.node(cond) {
            Node::Un {
                op: UnOp::Not, arg, ..
            } => work.push((arg, truth(!value))),
            Node::Bin {
                op: BinOp::And,
                lhs,
                rhs,
            } => self.learn_and(arena, cond, (lhs, rhs), value, work),
            Node::ForAll { .. } if value => self.learn_ends(arena, cond, work),
            Node::Bin {
                op: BinOp::Eq,
                lhs,
                rhs,
            } => self.learn_equality(arena, (lhs, rhs), value, work),
            Node::Bin {
                op: BinOp::Ult,
                lhs,
                rhs,
            } => self.learn_less(arena, (lhs, rhs), value, work),
            Node::Bin {
                op: BinOp::Slt,
                lhs,
                rhs,
            } => self.learn_signed_less(arena, (lhs, rhs), value, work),
            _ => self.learn_value(arena, cond, truth(value), work),
        }
    }

    /// Adds to the worklist the two implications of a true quantifier ([`Arena::ends_of_quantifier`]): if the range of
    /// the quantifier is not empty, the body is true for the least number of the range and, unless the count exceeds
    /// `max`, for the greatest number. A later constraint may imply that the range is not empty. Therefore the
    /// implications are also added to `relations`, which are examined again after later constraints.
    fn learn_ends(&mut self, arena: &Arena, quantifier: ExprId, work: &mut Work) {
        for end in arena.ends_of_quantifier(quantifier).into_iter().flatten() {
            work.push((end, truth(true)));
            if let Node::Un {
                op: UnOp::Not, arg, ..
            } = arena.node(end)
            {
                self.relations.push(arg);
                self.log.push(Change::Relation);
            }
        }
    }

    fn learn_and(
        &mut self,
        arena: &Arena,
        cond: ExprId,
        (a, b): (ExprId, ExprId),
        value: bool,
        work: &mut Work,
    ) {
        if value {
            work.extend([(b, truth(true)), (a, truth(true))]);
            return;
        }
        if let Some((whole, k)) = whole_equality(arena, cond) {
            self.exclude(arena, whole, k);
            work.push((whole, self.current(arena, whole)));
        }
        self.learn_disjunction(arena, cond, work);
        for (one, two) in [(a, b), (b, a)] {
            if self.evaluate(arena, one, FEW_NODES).single() == Some(1) {
                work.push((two, truth(false)));
            }
        }
    }

    fn learn_equality(
        &mut self,
        arena: &Arena,
        (a, b): (ExprId, ExprId),
        value: bool,
        work: &mut Work,
    ) {
        if arena.width(a) > 64 {
            return;
        }
        let (x, y) = (self.current(arena, a), self.current(arena, b));
        if value {
            work.extend([(a, y), (b, x)]);
            if !arena.is_const(a) && !arena.is_const(b) {
                self.learn_difference(arena, (a, b), 0);
                self.learn_difference(arena, (b, a), 0);
            }
            return;
        }
        for (e, known, other) in [(a, x, y), (b, y, x)] {
            if let Some(k) = other.single() {
                self.exclude(arena, e, k);
                work.push((e, known));
                self.learn_index(arena, e, work);
            }
        }
    }

    /// Records that the expression `e` differs from `value`.
    fn exclude(&mut self, arena: &Arena, e: ExprId, value: u64) {
        let values = self.excluded.entry(e).or_default();
        if !arena.is_const(e) && !values.contains(&value) {
            values.push(value);
            self.log.push(Change::Excluded(e));
        }
    }

    fn learn_less(
        &mut self,
        arena: &Arena,
        (a, b): (ExprId, ExprId),
        value: bool,
        work: &mut Work,
    ) {
        let width = arena.width(a);
        if width > 64 {
            return;
        }
        if value {
            self.learn_difference(arena, (a, b), -1);
        } else {
            self.learn_difference(arena, (b, a), 0);
        }
        let (x, y) = (
            self.current_with_differences(arena, a),
            self.current_with_differences(arena, b),
        );
        let top = mask(width) as u64;
        let range = |min, max| Domain::range(width, min, max);
        if value {
            work.push((a, range(0, y.max.saturating_sub(1))));
            work.push((b, range(x.min.saturating_add(1).min(top), top)));
        } else {
            work.push((a, range(y.min, top)));
            work.push((b, range(0, x.max)));
        }
    }

    fn learn_signed_less(
        &mut self,
        arena: &Arena,
        (a, b): (ExprId, ExprId),
        value: bool,
        work: &mut Work,
    ) {
        if arena.width(a) > 64 {
            return;
        }
        let (x, y) = (self.signed_range(arena, a), self.signed_range(arena, b));
        let (x, y) = if value {
            let above = x.0.saturating_add(1);
            ((x.0, x.1.min(y.1.saturating_sub(1))), (y.0.max(above), y.1))
        } else {
            ((x.0.max(y.0), x.1), (y.0, y.1.min(x.1)))
        };
        self.within_signed(arena, a, x, work);
        self.within_signed(arena, b, y, work);
    }

    /// Records that the expression `e` is in the signed range `range`.
    fn within_signed(&mut self, arena: &Arena, e: ExprId, range: (i64, i64), work: &mut Work) {
        let width = arena.width(e);
        let most = (mask(width) >> 1) as i64;
        let (low, high) = (range.0.max(!most), range.1.min(most));
        let old = self.signed_range(arena, e);
        if low > high || arena.is_const(e) || (low <= old.0 && high >= old.1) {
            return;
        }
        let range = (low, high);
        let before = self.signed.insert(e, range);
        self.log.push(Change::Signed(e, before));
        work.push((e, transfer::signed(width, low.into(), high.into())));
        match arena.node(e) {
            Node::Un {
                op: UnOp::Sext,
                arg,
                ..
            } => self.within_signed(arena, arg, range, work),
            Node::Un {
                op: UnOp::Not, arg, ..
            } => self.within_signed(arena, arg, (!high, !low), work),
            _ => {
                let span = high.wrapping_sub(low) as u64;
                self.learn_offset(arena, e, (low as u64, span), work);
            }
        }
    }

    /// Derives the range of x from the range of `e`, which is `x + k` or `k - x`. The range of `e` begins at
    /// `start` and ends at `start + span`, modulo 2^width. Derives both an unsigned and a signed range of x,
    /// because the range may wrap around in one of the two orders.
    fn learn_offset(
        &mut self,
        arena: &Arena,
        e: ExprId,
        (start, span): (u64, u64),
        work: &mut Work,
    ) {
        let Node::Bin { op, lhs, rhs } = arena.node(e) else {
            return;
        };
        let width = arena.width(e);
        let top = mask(width) as u64;
        let (x, start) = match (op, arena.as_const(lhs), arena.as_const(rhs)) {
            (BinOp::Add, _, Some(k)) => (lhs, start.wrapping_sub(k.low_u64())),
            (BinOp::Sub, Some(k), _) => {
                let end = start.wrapping_add(span);
                (rhs, k.low_u64().wrapping_sub(end))
            }
            _ => return,
        };
        let start = start & top;
        if let Some(end) = start.checked_add(span).filter(|&end| end <= top) {
            work.push((x, Domain::range(width, start, end)));
        }
        let unused = 64 - width;
        let low = ((start << unused) as i64) >> unused;
        let end = i128::from(low) + i128::from(span);
        if end <= i128::from(top >> 1) {
            self.within_signed(arena, x, (low, end as i64), work);
        }
    }

    // ---- values

    /// Derives facts about the operands of the expression `e` from its abstract value `new`.
    fn learn_value(&mut self, arena: &Arena, e: ExprId, new: Domain, work: &mut Work) {
        let width = arena.width(e);
        match arena.node(e) {
            Node::Un {
                op: UnOp::Not, arg, ..
            } => work.push((arg, unary(UnOp::Not, new, width, width))),
            Node::Un {
                op: UnOp::Zext | UnOp::Sext,
                arg,
                ..
            } => work.push((arg, extract(new, width, 0, arena.width(arg)))),
            Node::Extract { low, arg, .. } if arena.width(arg) <= 64 => {
                let whole = self.whole_of(arena, arg, u32::from(low), (new, width));
                work.push((arg, whole));
            }
            Node::Ite { cond, then, other } => {
                self.learn_choice(arena, new, (cond, then, other), work);
            }
            Node::Read { .. } => self.learn_index(arena, e, work),
            Node::Bin {
                op: BinOp::Concat,
                lhs,
                rhs,
            } => {
                let split = arena.width(rhs);
                work.push((lhs, extract(new, width, split, width - split)));
                work.push((rhs, extract(new, width, 0, split)));
            }
            Node::Bin { op, lhs, rhs } if arena.width(lhs) == width => {
                self.learn_binary(arena, op, new, (lhs, rhs), work);
                self.learn_operands_of_difference(arena, e, new, work);
                self.learn_offset(arena, e, (new.min, new.max - new.min), work);
            }
            _ => {}
        }
    }

    /// Returns the abstract value of `arg`, the operand of an extraction. `part` is the abstract value and
    /// the width of the extracted bits, which begin at bit `low`.
    fn whole_of(&self, arena: &Arena, arg: ExprId, low: u32, part: (Domain, u32)) -> Domain {
        let (part, width) = part;
        let from = arena.width(arg);
        let bits = Domain::bits(from, part.zeros << low, part.ones << low);
        let old = self.current(arena, arg);
        let range = if low + width == from || old.max >> low <= mask(width) as u64 {
            // The operand has no bits above the extracted bits, or they are known to be 0. Then its range
            // follows from the range of the extracted bits.
            let below = (1u64 << low) - 1;
            Domain::range(from, part.min << low, part.max << low | below)
        } else {
            Domain::any(from)
        };
        bits.meet(&range, from)
    }

    /// Derives facts about the operands of an `ite` from its value. If one arm cannot have this value, the condition
    /// must select the other arm.
    fn learn_choice(
        &self,
        arena: &Arena,
        new: Domain,
        (cond, then, other): (ExprId, ExprId, ExprId),
        work: &mut Work,
    ) {
        let width = arena.width(then);
        let excluded = |arm| self.current(arena, arm).meet(&new, width).is_empty();
        let taken = self.current(arena, cond).single();
        match (taken, excluded(then), excluded(other)) {
            (Some(1), ..) => work.push((then, new)),
            (Some(_), ..) => work.push((other, new)),
            (None, true, false) => work.extend([(other, new), (cond, truth(false))]),
            (None, false, true) => work.extend([(then, new), (cond, truth(true))]),
            _ => {}
        }
    }

    /// Derives the range of a read's index from the value of the read. At both ends of the range, cells (array
    /// elements) that cannot have this value are excluded. Example: if a read of a string is not 0, its index is
    /// before the terminating 0.
    fn learn_index(&mut self, arena: &Arena, e: ExprId, work: &mut Work) {
        let Node::Read { array, index } = arena.node(e) else {
            return;
        };
        let ArrayNode::Cells(cells) = arena.array(array) else {
            return;
        };
        if self.learn_cell(arena, (e, index, cells), work) {
            return;
        }
        let (base, _) = self.offset(arena, index);
        let known = self.reads.entry(base).or_default();
        if known.len() < MAX_READS && !known.iter().rev().take(4).any(|&read| read == e) {
            known.push(e);
            self.log.push(Change::Read(base));
        }
        let value = self.current(arena, e);
        work.extend(self.index_of(arena, e, value));
    }

    /// Returns the index of the read `e`, and a range that contains every index at which the read can have a value in
    /// `value`. Returns `None` if nothing is derived.
    pub(super) fn index_of(
        &self,
        arena: &Arena,
        e: ExprId,
        value: Domain,
    ) -> Option<(ExprId, Domain)> {
        let Node::Read { array, index } = arena.node(e) else {
            return None;
        };
        let ArrayNode::Cells(cells) = arena.array(array) else {
            return None;
        };
        let at = self.evaluate(arena, index, FEW_NODES);
        let excluded = self.excluded.get(&e);
        let excluded = |c: u64| excluded.is_some_and(|excluded| excluded.contains(&c));
        let possible = |c: u64| value.contains(c) && !excluded(c);
        let cut_off = |cell: u64| {
            let cell = arena.as_const(cells[cell as usize]);
            cell.is_some_and(|c| !possible(c.low_u64()))
        };
        // A read out of bounds returns 0. If the value of the read may be 0, the index may therefore be out of bounds.
        let last = (cells.len() as u64).checked_sub(1)?;
        if at.is_empty() || at.min > last || (at.max > last && possible(0)) {
            return None;
        }
        let max = at.max.min(last);
        let range = (at.min..=max).take(MAX_CELLS);
        let front = range.take_while(|&cell| cut_off(cell)).count() as u64;
        let range = (at.min..=max).rev().take(MAX_CELLS);
        let back = range.take_while(|&cell| cut_off(cell)).count() as u64;
        // If no cell can have the value, the path is infeasible, and nothing is derived.
        let width = arena.width(index);
        (front + back <= max - at.min)
            .then(|| (index, Domain::range(width, at.min + front, max - back)))
    }

    /// Copies the facts about a read with a constant index to the cell (array element) at this index. Returns `false`
    /// if the index is not a constant.
    fn learn_cell(
        &mut self,
        arena: &Arena,
        (read, index, cells): (ExprId, ExprId, &[ExprId]),
        work: &mut Work,
    ) -> bool {
        let Some(at) = self.evaluate(arena, index, FEW_NODES).single() else {
            return false;
        };
        let Some(&cell) = cells.get(at as usize) else {
            return true;
        };
        for value in self.excluded.get(&read).cloned().unwrap_or_default() {
            self.exclude(arena, cell, value);
        }
        let known = self.current(arena, read);
        work.push((cell, known));
        true
    }

    /// Copies facts about array reads to cells (array elements), after the facts have determined the value of `base`.
    /// The index of each of these reads is `base` plus a constant. Therefore each read now selects one cell.
    fn learn_cells(&mut self, arena: &Arena, base: ExprId, work: &mut Work) {
        for read in self.reads.get(&base).cloned().unwrap_or_default() {
            if let Node::Read { array, index } = arena.node(read)
                && let ArrayNode::Cells(cells) = arena.array(array)
            {
                self.learn_cell(arena, (read, index, cells), work);
            }
        }
    }

    fn learn_binary(
        &self,
        arena: &Arena,
        op: BinOp,
        new: Domain,
        (a, b): (ExprId, ExprId),
        work: &mut Work,
    ) {
        let width = arena.width(a);
        let (x, y) = (self.current(arena, a), self.current(arena, b));
        let apply = |op, p, q| binary(op, p, q, width, width);
        let top = mask(width) as u64;
        let both: [(ExprId, Domain, Domain); 2] = [(a, x, y), (b, y, x)];
        match op {
            BinOp::Add => {
                work.extend(both.map(|(e, _, other)| (e, apply(BinOp::Sub, new, other))));
            }
            BinOp::Xor => {
                work.extend(both.map(|(e, _, other)| (e, apply(BinOp::Xor, new, other))));
            }
            BinOp::Sub => {
                work.push((a, apply(BinOp::Add, new, y)));
                work.push((b, apply(BinOp::Sub, x, new)));
            }
            BinOp::And => work.extend(both.map(|(e, _, other)| {
                let bits = Domain::bits(width, new.zeros & other.ones, new.ones);
                (e, bits.meet(&Domain::range(width, new.min, top), width))
            })),
            BinOp::Or => work.extend(both.map(|(e, _, other)| {
                let bits = Domain::bits(width, new.zeros, new.ones & other.zeros);
                (e, bits.meet(&Domain::range(width, 0, new.max), width))
            })),
            BinOp::Mul => {
                // If the product does not overflow, dividing its range by the constant gives the range of the
                // operand.
                if let Some(k) = y.single().filter(|&k| k > 0 && x.max <= top / k) {
                    work.push((a, Domain::range(width, new.min.div_ceil(k), new.max / k)));
                }
            }
            BinOp::UDiv => {
                if let Some(k) = y.single().filter(|&k| k > 0) {
                    let times =
                        |v: u64, more: u64| v.saturating_mul(k).saturating_add(more).min(top);
                    work.push((
                        a,
                        Domain::range(width, times(new.min, 0), times(new.max, k - 1)),
                    ));
                }
            }
            BinOp::URem => work.push((a, Domain::range(width, new.min, top))),
            _ => {}
        }
    }
}

fn truth(value: bool) -> Domain {
    Domain::constant(1, u64::from(value))
}

/// Returns whether an expression is a comparison of two expressions that are not constants.
fn is_relation(arena: &Arena, e: ExprId) -> bool {
    match arena.node(e) {
        Node::Bin { op, lhs, rhs } => {
            op.is_compare() && !arena.is_const(lhs) && !arena.is_const(rhs)
        }
        _ => false,
    }
}
