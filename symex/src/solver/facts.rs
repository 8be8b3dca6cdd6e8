//! What the constraints of a path say of expressions: sharper abstract values, valid on that path only.
//!
//! `x < 10` on the path makes `x < 20` true with no solver. Facts are kept for the last path and rolled
//! back to the common beginning when another path is asked about.
use crate::expr::{Arena, BinOp, Domain, ExprId, Node, UnOp};
use rustc_hash::FxHashMap;
use symtool_ir::bits::mask;

/// How many nodes of a question are looked at.
const MAX_NODES: usize = 128;
/// How far a fact about a sum, an extension or a part is handed on to what it is made of.
const MAX_DERIVED: u32 = 8;

/// Abstract values under the constraints of one path.
#[derive(Debug, Default)]
pub struct Facts {
    /// The constraints taken in, with the length of the log before each.
    path: Vec<(ExprId, usize)>,
    known: FxHashMap<ExprId, Domain>,
    /// What `known` held before each change.
    log: Vec<(ExprId, Option<Domain>)>,
}

impl Facts {
    /// What the facts of the path decide of a condition.
    pub fn decide(&mut self, arena: &Arena, path: &[ExprId], cond: ExprId) -> Option<bool> {
        let domain = self.domain(arena, path, cond);
        match domain.single() {
            _ if domain.is_empty() => None,
            value => value.map(|v| v != 0),
        }
    }

    /// The abstract value of an expression on the path.
    pub fn domain(&mut self, arena: &Arena, path: &[ExprId], e: ExprId) -> Domain {
        self.synchronise(arena, path);
        if self.known.is_empty() {
            return arena.domain(e);
        }
        self.evaluate(arena, e)
    }

    fn synchronise(&mut self, arena: &Arena, path: &[ExprId]) {
        let same = self
            .path
            .iter()
            .zip(path)
            .take_while(|((seen, _), c)| seen == *c)
            .count();
        if let Some(&(_, log)) = self.path.get(same) {
            for (e, old) in self.log.drain(log..).rev() {
                match old {
                    Some(domain) => self.known.insert(e, domain),
                    None => self.known.remove(&e),
                };
            }
            self.path.truncate(same);
        }
        for &constraint in &path[same..] {
            self.path.push((constraint, self.log.len()));
            self.assume(arena, constraint, true, MAX_DERIVED);
        }
    }

    fn current(&self, arena: &Arena, e: ExprId) -> Domain {
        self.known
            .get(&e)
            .copied()
            .unwrap_or_else(|| arena.domain(e))
    }

    /// Narrows what is known of an expression. True if that is news.
    fn narrow(&mut self, arena: &Arena, e: ExprId, to: Domain) -> bool {
        let old = self.current(arena, e);
        let new = old.meet(&to, arena.width(e));
        // Facts that exclude each other come from an infeasible path: keep the old ones.
        if new == old || new.is_empty() || arena.is_const(e) {
            return false;
        }
        let before = self.known.insert(e, new);
        self.log.push((e, before));
        true
    }

    /// Takes in that a condition has a truth value.
    fn assume(&mut self, arena: &Arena, cond: ExprId, value: bool, fuel: u32) {
        if fuel == 0 || !self.narrow(arena, cond, Domain::constant(1, u64::from(value))) {
            return;
        }
        if let Some((x, low, high)) = arena.as_interval(cond) {
            self.assume_interval(arena, x, (low, high), value, fuel - 1);
            return;
        }
        match arena.node(cond) {
            Node::Un {
                op: UnOp::Not, arg, ..
            } => self.assume(arena, arg, !value, fuel - 1),
            Node::Bin {
                op: BinOp::And,
                lhs,
                rhs,
            } if value => {
                self.assume(arena, lhs, true, fuel - 1);
                self.assume(arena, rhs, true, fuel - 1);
            }
            Node::Bin {
                op: BinOp::Eq,
                lhs,
                rhs,
            } if value && arena.width(lhs) <= 64 => {
                let (a, b) = (self.current(arena, lhs), self.current(arena, rhs));
                self.assume_domain(arena, lhs, b, fuel - 1);
                self.assume_domain(arena, rhs, a, fuel - 1);
            }
            Node::Bin {
                op: BinOp::Slt,
                lhs,
                rhs,
            } => {
                self.assume_signed_less(arena, lhs, rhs, value, fuel - 1);
            }
            Node::Bin {
                op: BinOp::Ult,
                lhs,
                rhs,
            } if arena.width(lhs) <= 64 => {
                let width = arena.width(lhs);
                let (a, b) = (self.current(arena, lhs), self.current(arena, rhs));
                let top = mask(width) as u64;
                let (below, above) = if value {
                    (
                        Domain::range(width, 0, b.max.saturating_sub(1)),
                        Domain::range(width, a.min.saturating_add(1).min(top), top),
                    )
                } else {
                    (
                        Domain::range(width, b.min, top),
                        Domain::range(width, 0, a.max),
                    )
                };
                self.assume_domain(arena, lhs, below, fuel - 1);
                self.assume_domain(arena, rhs, above, fuel - 1);
            }
            _ => {}
        }
    }

    fn assume_interval(
        &mut self,
        arena: &Arena,
        x: ExprId,
        (low, high): (u128, u128),
        inside: bool,
        fuel: u32,
    ) {
        let width = arena.width(x);
        if width > 64 {
            return;
        }
        let (low, high, top) = (low as u64, high as u64, mask(width) as u64);
        let domain = if inside {
            Domain::range(width, low, high)
        } else {
            // What is outside is a range only at the ends of what is known.
            let old = self.current(arena, x);
            if low <= old.min && high < top {
                Domain::range(width, old.min.max(high + 1), top)
            } else if high >= old.max && low > 0 {
                Domain::range(width, 0, old.max.min(low - 1))
            } else {
                return;
            }
        };
        self.assume_domain(arena, x, domain, fuel);
    }

    /// `a < b` (or not), signed, for a constant b.
    fn assume_signed_less(&mut self, arena: &Arena, a: ExprId, b: ExprId, value: bool, fuel: u32) {
        let width = arena.width(a);
        let Some(k) = arena.as_const(b).filter(|_| width <= 64) else {
            return;
        };
        let sign = 1u64 << (width - 1);
        let old = self.current(arena, a);
        let (k, negative) = (k.low_u64(), k.sign_bit());
        // Signed intervals that are one unsigned interval, perhaps thanks to a known sign.
        let range = match (value, negative) {
            (true, true) => Some((sign, k.wrapping_sub(1))),
            (true, false) if old.max < sign => Some((0, k.saturating_sub(1))),
            (false, false) => Some((k, sign - 1)),
            (false, true) if old.min >= sign => Some((k, mask(width) as u64)),
            _ => None,
        };
        if let Some((low, high)) = range
            && low <= high
        {
            self.assume_domain(arena, a, Domain::range(width, low, high), fuel);
        }
    }

    /// Takes in an abstract value, and what follows for the parts of the expression.
    fn assume_domain(&mut self, arena: &Arena, e: ExprId, domain: Domain, fuel: u32) {
        let width = arena.width(e);
        if domain.is_empty() || width > 64 || fuel == 0 {
            return;
        }
        if width == 1 {
            if let Some(value) = domain.single() {
                self.assume(arena, e, value != 0, fuel);
            }
            return;
        }
        if !self.narrow(arena, e, domain) {
            return;
        }
        let new = self.current(arena, e);
        match arena.node(e) {
            Node::Un {
                op: UnOp::Zext,
                arg,
                ..
            } if arena.width(arg) > 1 => {
                let top = mask(arena.width(arg)) as u64;
                let inner = Domain {
                    zeros: new.zeros & top,
                    ones: new.ones & top,
                    min: new.min,
                    max: new.max.min(top),
                };
                self.assume_domain(arena, arg, inner, fuel - 1);
            }
            Node::Bin {
                op: BinOp::Add,
                lhs,
                rhs,
            } => {
                // x + k in an interval: so is x, if the ends do not wrap differently.
                if let Some(k) = arena.as_const(rhs) {
                    let top = mask(width) as u64;
                    let (low, high) = (
                        new.min.wrapping_sub(k.low_u64()) & top,
                        new.max.wrapping_sub(k.low_u64()) & top,
                    );
                    if low <= high && high - low == new.max - new.min {
                        self.assume_domain(arena, lhs, Domain::range(width, low, high), fuel - 1);
                    }
                }
            }
            Node::Bin {
                op: BinOp::Concat,
                lhs,
                rhs,
            } => {
                let split = arena.width(rhs);
                let high = Domain::range(width - split, new.min >> split, new.max >> split);
                self.assume_domain(arena, lhs, high, fuel - 1);
                if new.min >> split == new.max >> split {
                    let low = mask(split) as u64;
                    let range = Domain::range(split, new.min & low, new.max & low);
                    self.assume_domain(arena, rhs, range, fuel - 1);
                }
            }
            _ => {}
        }
    }

    /// The abstract value of a question, its first nodes computed anew from the facts.
    fn evaluate(&self, arena: &Arena, root: ExprId) -> Domain {
        let mut order = vec![root];
        let mut next = 0;
        while next < order.len() && order.len() < MAX_NODES {
            if !self.known.contains_key(&order[next]) {
                for child in arena.node(order[next]).children() {
                    if !arena.is_const(child) && !order.contains(&child) {
                        order.push(child);
                    }
                }
            }
            next += 1;
        }
        order.sort_unstable();
        let mut values: FxHashMap<ExprId, Domain> = FxHashMap::default();
        for e in order {
            let width = arena.width(e);
            let mut domain = self.current(arena, e);
            if width <= 64 && !self.known.contains_key(&e) {
                let of = |c: ExprId| {
                    values
                        .get(&c)
                        .copied()
                        .unwrap_or_else(|| self.current(arena, c))
                };
                domain = domain.meet(&arena.domain_with(e, &of), width);
            }
            values.insert(e, domain);
        }
        values[&root]
    }
}
