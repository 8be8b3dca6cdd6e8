//! Decomposes a query into constraints without quantifiers and guarded quantifiers. A guarded quantifier (a
//! clause) has a guard: if this condition is true, the quantifier must hold. For example, `c or forall i. p(i)`
//! becomes the constraint `c or g` and the clause `g implies forall i. p(i)`, with a free bit `g` as the guard.
//! An *instance* is the body of a quantifier for one number in its range.
use crate::model::Model;
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_expr::{Arena, ArrayNode, Evaluator, ExprId, ForAll, Node};

/// The maximum number of pairs that are compared to exclude numbers from the ranges of a query's quantifiers. A pair
/// consists of a constraint and a condition in the body of a quantifier.
const MAX_PAIRS: usize = 4096;

/// The replacement for a quantifier that is an operand within a constraint.
#[derive(Copy, Clone, Debug)]
pub(super) struct Proxy {
    /// A free bit that replaces the quantifier in the constraint.
    pub literal: ExprId,
    /// The condition that a new symbolic number is a counterexample of the quantifier: the number is in the
    /// quantifier's range, and the body is false for the number.
    pub counterexample: ExprId,
}

impl Proxy {
    fn new(arena: &mut Arena, quantifier: ForAll) -> Proxy {
        let literal = arena.symbol("whether", 1);
        let literal = arena.scalar(literal, 1);
        let bytes = arena.symbol_len(quantifier.var);
        let number = arena.symbol("witness", bytes);
        let number = arena.scalar(number, 8 * bytes);
        let counts = in_range(arena, quantifier, number);
        let body = arena.instance(quantifier.body, quantifier.var, number);
        let fails = arena.not(body);
        Proxy {
            literal,
            counterexample: arena.and(counts, fails),
        }
    }
}

/// Returns the condition that `number` is in the quantifier's range. The number may be narrower or wider than the
/// bound variable.
fn in_range(arena: &mut Arena, quantifier: ForAll, number: ExprId) -> ExprId {
    let width = arena.width(number).max(arena.width(quantifier.count));
    let number = arena.zext(number, width);
    let count = arena.zext(quantifier.count, width);
    let (one, max) = (
        arena.int(width, 1),
        arena.int(width, u128::from(quantifier.max)),
    );
    let mut counts = arena.ule(one, number);
    for limit in [count, max] {
        let below = arena.ule(number, limit);
        counts = arena.and(counts, below);
    }
    counts
}

/// A guarded quantifier: it must hold if the guard is true.
#[derive(Copy, Clone, Debug)]
pub(super) struct Clause {
    pub guard: ExprId,
    pub quantifier: ForAll,
}

/// A query with quantifiers, decomposed into constraints without quantifiers and guarded quantifiers.
#[derive(Debug)]
pub(super) struct Stripped {
    /// The constraints without quantifiers. Each quantifier is replaced by its guard, the condition under which the
    /// quantifier must hold; the guard is `true` if the quantifier is itself a constraint. Also contains the
    /// constraints that define the guards.
    pub ground: Vec<ExprId>,
    /// The quantifiers that must hold if their guards are true.
    pub clauses: Vec<Clause>,
}

impl Stripped {
    /// Decomposes a query. Returns `None` if the range of a quantifier depends on another quantifier.
    pub fn new(
        arena: &mut Arena,
        constraints: &[ExprId],
        proxies: &mut FxHashMap<ExprId, Proxy>,
    ) -> Option<Stripped> {
        let asserted: FxHashSet<ExprId> = constraints.iter().copied().collect();
        let mut map: FxHashMap<ExprId, ExprId> = FxHashMap::default();
        let (mut ground, mut clauses) = (Vec::new(), Vec::new());
        for e in quantifiers(arena, constraints) {
            let quantifier = arena.as_for_all(e)?;
            if arena.has_quantifiers(quantifier.count) {
                return None;
            }
            let guard = if asserted.contains(&e) {
                Arena::TRUE
            } else {
                let proxy = match proxies.get(&e) {
                    Some(&proxy) => proxy,
                    None => {
                        let proxy = Proxy::new(arena, quantifier);
                        proxies.insert(e, proxy);
                        proxy
                    }
                };
                let no = arena.not(e);
                if asserted.contains(&no) {
                    map.insert(e, Arena::FALSE);
                    ground.push(proxy.counterexample);
                    continue;
                }
                ground.push(arena.or(proxy.literal, proxy.counterexample));
                proxy.literal
            };
            map.insert(e, guard);
            clauses.push(Clause { guard, quantifier });
        }
        for &constraint in constraints {
            if arena.has_quantifiers(constraint) {
                ground.push(arena.substitute(constraint, &map));
            } else {
                ground.push(constraint);
            }
        }
        ground.retain(|&c| !arena.is_true(c));
        Some(Stripped { ground, clauses })
    }

    /// Returns the implication from the guard of `clause` to the body of its quantifier for the number `value`.
    pub fn instance(&self, arena: &mut Arena, clause: Clause, value: u32) -> ExprId {
        let instance = arena.implied_instance(clause.quantifier, value);
        arena.implies(clause.guard, instance)
    }

    /// Returns the constraints without quantifiers, the first and the last instance of each quantifier, and
    /// constraints that exclude numbers from the ranges of quantifiers ([`exclude`](Self::exclude)). For a quantifier
    /// over a string, the last instance often implies where the string ends.
    pub fn constraints(&self, arena: &mut Arena) -> Vec<ExprId> {
        let mut all = self.ground.clone();
        for &clause in &self.clauses {
            all.push(self.instance(arena, clause, 1));
            let last = arena.last_instance(clause.quantifier);
            all.push(arena.implies(clause.guard, last));
        }
        self.exclude(arena, &mut all);
        all
    }

    /// Adds constraints that exclude numbers from the ranges of quantifiers. If a constraint contradicts the
    /// body of a quantifier for some number, then the number is outside the range or the guard of the
    /// quantifier is false. For example, `text[j] == 0` contradicts the body `text[i] != 0` for the number `j`.
    fn exclude(&self, arena: &mut Arena, all: &mut Vec<ExprId>) {
        let mut denied = Vec::new();
        for &constraint in &self.ground {
            for conjunct in conjuncts(arena, constraint) {
                denied.push(arena.not(conjunct));
            }
        }
        let mut pairs = 0;
        for clause in &self.clauses {
            for conjunct in conjuncts(arena, clause.quantifier.body) {
                for &denied in &denied {
                    pairs += 1;
                    if pairs > MAX_PAIRS {
                        return;
                    }
                    if let Some(Some(number)) = matched(arena, conjunct, denied) {
                        let counts = in_range(arena, clause.quantifier, number);
                        let both = arena.and(clause.guard, counts);
                        all.push(arena.not(both));
                    }
                }
            }
        }
    }

    /// Returns the clauses whose guards are true under a model, each with the size of its quantifier's range under the
    /// model.
    pub fn active(&self, arena: &Arena, model: &Model) -> Vec<(Clause, u32)> {
        let mut evaluator = Evaluator::new(arena, model);
        let mut active = Vec::new();
        for &clause in &self.clauses {
            if evaluator.eval(clause.guard).is_true() {
                let quantifier = clause.quantifier;
                let count = evaluator.eval(quantifier.count).low_u64();
                active.push((clause, count.min(u64::from(quantifier.max)) as u32));
            }
        }
        active
    }

    /// Returns the instances (bodies of quantifiers for one number) that are false under a model. Each instance is
    /// given by the guarded quantifier (clause) and the number.
    pub fn violated(&self, arena: &Arena, model: &Model) -> Vec<(Clause, u32)> {
        let mut evaluator = Evaluator::new(arena, model);
        let mut violated = Vec::new();
        for (clause, count) in self.active(arena, model) {
            let quantifier = clause.quantifier;
            for value in 1..=count {
                let holds = evaluator.eval_bound(quantifier.body, quantifier.var, value);
                if !holds.is_true() {
                    violated.push((clause, value));
                }
            }
        }
        violated
    }
}

/// Returns the quantifiers that occur in `constraints`, in order of creation.
fn quantifiers(arena: &Arena, constraints: &[ExprId]) -> Vec<ExprId> {
    let mut found = Vec::new();
    let mut seen: FxHashSet<ExprId> = FxHashSet::default();
    let mut work: Vec<ExprId> = constraints.to_vec();
    while let Some(e) = work.pop() {
        if !arena.has_quantifiers(e) || !seen.insert(e) {
            continue;
        }
        let node = arena.node(e);
        if matches!(node, Node::ForAll { .. }) {
            found.push(e);
            continue;
        }
        work.extend(node.children());
        if let Node::Read { array, .. } = node {
            let mut at = array;
            loop {
                match arena.array(at) {
                    ArrayNode::Cells(cells) => {
                        work.extend(cells.iter().copied());
                        break;
                    }
                    &ArrayNode::Store { base, index, value } => {
                        work.extend([index, value]);
                        at = base;
                    }
                }
            }
        }
    }
    found.sort_unstable();
    found
}

/// Returns the conjuncts of a condition.
pub(super) fn conjuncts(arena: &Arena, condition: ExprId) -> Vec<ExprId> {
    let (mut found, mut work) = (Vec::new(), vec![condition]);
    while let Some(e) = work.pop() {
        match arena.node(e) {
            Node::Bin {
                op: symtool_expr::BinOp::And,
                lhs,
                rhs,
            } if arena.width(e) == 1 => work.extend([rhs, lhs]),
            _ => found.push(e),
        }
    }
    found
}

/// Compares `pattern`, which contains a bound variable, with `term`. Returns the 64-bit value of the variable for which
/// pattern and term are equal, such as `j` for the pattern `text[i]` and the term `text[j]`. Returns `Some(None)` if
/// pattern and term are equal for every value, and `None` if no value is found. Supports the operators that are
/// frequent in conditions on array elements. The value may be outside the range of the variable.
fn matched(arena: &mut Arena, pattern: ExprId, term: ExprId) -> Option<Option<ExprId>> {
    if pattern == term && !arena.mentions_bound_variable(pattern) {
        return Some(None);
    }
    let width = arena.width(pattern);
    if width != arena.width(term) || !arena.mentions_bound_variable(pattern) {
        return None;
    }
    use symtool_expr::{BinOp, UnOp};
    match (arena.node(pattern), arena.node(term)) {
        (Node::Byte { .. }, _) => Some(Some(arena.zext(term, 64))),
        (
            Node::Un {
                op: UnOp::Zext,
                arg,
                ..
            },
            _,
        ) if is_variable(arena, arg) && width <= 64 => Some(Some(arena.zext(term, 64))),
        (
            Node::Bin {
                op: BinOp::Add,
                lhs,
                rhs,
            },
            _,
        ) => {
            let (moving, fixed) = if arena.mentions_bound_variable(lhs) {
                (lhs, rhs)
            } else {
                (rhs, lhs)
            };
            if arena.mentions_bound_variable(fixed) {
                return None;
            }
            let rest = arena.sub(term, fixed);
            matched(arena, moving, rest)
        }
        (
            Node::Read { array, index },
            Node::Read {
                array: other,
                index: at,
            },
        ) if array == other => matched(arena, index, at),
        (Node::Read { array, index }, Node::Byte { .. }) => {
            let ArrayNode::Cells(cells) = arena.array(array) else {
                return None;
            };
            let at = cells.iter().position(|&cell| cell == term)?;
            let at = arena.int(64, at as u128);
            matched(arena, index, at)
        }
        (one, two) => matched_operands(arena, one, two),
    }
}

fn matched_operands(arena: &mut Arena, one: Node, two: Node) -> Option<Option<ExprId>> {
    let same = match (one, two) {
        (Node::Un { op, .. }, Node::Un { op: other, .. }) => op == other,
        (Node::Bin { op, .. }, Node::Bin { op: other, .. }) => op == other,
        (Node::Ite { .. }, Node::Ite { .. }) => true,
        (Node::Extract { low, .. }, Node::Extract { low: other, .. }) => low == other,
        _ => false,
    };
    if !same {
        return None;
    }
    let mut number = None;
    for (p, t) in one.children().into_iter().zip(two.children()) {
        match (number, matched(arena, p, t)?) {
            (Some(one), Some(two)) if one != two => return None,
            (None, found) => number = found,
            _ => {}
        }
    }
    Some(number)
}

/// Returns whether an expression is a bound variable.
fn is_variable(arena: &Arena, e: ExprId) -> bool {
    match arena.node(e) {
        Node::Byte { array, .. } => arena.is_bound_variable(array) && arena.symbol_len(array) == 1,
        Node::Bin {
            op: symtool_expr::BinOp::Concat,
            lhs,
            rhs,
        } => match (arena.as_byte(lhs), arena.as_byte(rhs)) {
            (Some((a, 1)), Some((b, 0))) => {
                a == b && arena.is_bound_variable(a) && arena.symbol_len(a) == 2
            }
            _ => false,
        },
        _ => false,
    }
}
