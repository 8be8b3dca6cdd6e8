//! The path constraint of a path: the conditions of its edges, and the values of the φs in these conditions. A φ is
//! a symbol for a value at a join; the value depends on the incoming edge.
//!
//! Constant propagation along the path comes first. It finds the φs that are constant on the path, and derives a
//! clause for each of them: the value follows from an edge and from earlier constants. Example: if the edge
//! assigns `i + 1` to `j`, and `i` is 0, then `j` is 1. In event-driven programs, constant propagation decides
//! most branches without a solver. A *fact* is an edge of the path, or the value of a φ.
mod constraints;

use crate::clause::{Clause, Constraint, Fact, PhiValue};
use crate::graph::{EdgeId, NodeId, PhiId, Target};
use crate::unrolling::Unrolling;
use rustc_hash::FxHashMap;
use symtool_expr::{Assignment, BinOp, Evaluator, ExprId, Node, SymArray, UnOp};
use symtool_ir::Bits;

/// The maximum number of subexpressions of a condition that constant propagation inspects. A condition with more
/// subexpressions counts as not constant.
const MAX_PARTS: u32 = 256;

/// The result of constant propagation along a path.
pub struct Propagation {
    /// A set of contradicting facts of the path; `None` if none was found. The last edge in the set is the last edge
    /// that constant propagation has inspected.
    pub conflict: Option<Vec<Fact>>,
    /// The conditions of edges, in path order, without those that constant propagation decides.
    pub open: Vec<Constraint>,
    /// The number of inspected edges of the path: all edges, or those up to the edge at which the conflict was found.
    pub inspected: usize,
}

/// Analyzes a whole path, or some facts of a path: propagates constants, derives clauses, and expresses conditions over
/// inputs.
pub struct PathAnalysis {
    edges: Vec<EdgeId>,
    entry_edges: FxHashMap<NodeId, EdgeId>,
    /// Whether `edges` is a whole path. Only for a whole path can the analysis derive the values of all φs.
    is_whole: bool,
    /// The values of φs found so far.
    values: FxHashMap<PhiId, ExprId>,
    /// The values of φs as expressions over inputs. They are computed on demand.
    grounded: FxHashMap<PhiId, ExprId>,
    /// Sets of contradicting facts. Each set contains one edge that the path does not take; the path has all other
    /// facts of the set.
    pub untaken_conflicts: Vec<Vec<Fact>>,
    /// Derived clauses, each of which implies the value of a φ.
    pub implications: Vec<Clause>,
}

/// An assignment of concrete values to the symbols of φs.
struct Values<'a>(&'a [(SymArray, u128)]);

impl Assignment for Values<'_> {
    fn byte(&self, array: SymArray, index: u32) -> u8 {
        let found = self.0.iter().find(|(known, _)| *known == array);
        found.map_or(0, |&(_, value)| (value >> (8 * index)) as u8)
    }
}

impl PathAnalysis {
    /// Starts the analysis of the whole path `path`.
    pub fn new(unrolling: &Unrolling<'_>, path: &[EdgeId]) -> PathAnalysis {
        let mut entry_edges = FxHashMap::default();
        for &edge in path {
            if let Target::Node(node) = unrolling.graph.edge(edge).to {
                entry_edges.insert(node, edge);
            }
        }
        PathAnalysis {
            edges: path.to_vec(),
            entry_edges,
            is_whole: true,
            values: FxHashMap::default(),
            grounded: FxHashMap::default(),
            untaken_conflicts: Vec::new(),
            implications: Vec::new(),
        }
    }

    /// Starts the analysis of the facts `facts`. A φ without a value in `facts` is unknown.
    pub fn of_facts(unrolling: &Unrolling<'_>, facts: &[Fact]) -> PathAnalysis {
        let edges = facts.iter().filter_map(|fact| match fact {
            Fact::Edge(edge) => Some(*edge),
            Fact::Value(_) => None,
        });
        let edges: Vec<EdgeId> = edges.collect();
        let mut analysis = PathAnalysis::new(unrolling, &edges);
        analysis.is_whole = false;
        for fact in facts {
            if let Fact::Value(PhiValue { phi, value }) = *fact {
                analysis.values.insert(phi, value);
            }
        }
        analysis
    }

    /// Propagates constants along the path, to its end or to the first contradiction of the facts.
    pub fn propagate_constants(&mut self, unrolling: &mut Unrolling<'_>) -> Propagation {
        let mut open: Vec<Constraint> = Vec::new();
        for at in 0..self.edges.len() {
            let edge = self.edges[at];
            let cond = unrolling.graph.edge(edge).cond;
            if unrolling.arena.is_true(cond) {
                continue;
            }
            match self.constant(unrolling, cond) {
                Some((value, _)) if value.is_true() => {
                    self.derive_untaken_conflicts(unrolling, edge);
                }
                Some((_, mut facts)) => {
                    facts.push(Fact::Edge(edge));
                    return Propagation {
                        conflict: Some(facts),
                        open,
                        inspected: at + 1,
                    };
                }
                None => open.push((cond, Fact::Edge(edge))),
            }
        }
        Propagation {
            conflict: None,
            open,
            inspected: self.edges.len(),
        }
    }

    /// Returns whether constant propagation from the facts proves the φ value `head`. If `head` is `None`, returns
    /// whether it proves that the facts contradict each other.
    pub fn proves(&mut self, unrolling: &mut Unrolling<'_>, head: Option<PhiValue>) -> bool {
        let Some(PhiValue { phi, value }) = head else {
            return self.excludes(unrolling);
        };
        let Some(assigned) = self.values.remove(&phi) else {
            let bound = self.binding(unrolling, phi);
            return bound.is_some_and(|(bound, _)| bound == value);
        };
        match self.constant(unrolling, assigned) {
            Some((bits, _)) => unrolling.arena.as_const(value) == Some(bits),
            None => unrolling
                .as_phi(assigned)
                .is_some_and(|from| self.values.get(&from) == Some(&value)),
        }
    }

    fn excludes(&mut self, unrolling: &mut Unrolling<'_>) -> bool {
        let edges = self.edges.clone();
        edges.into_iter().any(|edge| {
            let cond = unrolling.graph.edge(edge).cond;
            self.constant(unrolling, cond)
                .is_some_and(|(value, _)| !value.is_true())
        })
    }

    /// Looks at the edges that leave the same branch as the edge `taken`. If facts of the path imply that the condition
    /// of one of these other edges is false, records that this edge contradicts these facts.
    fn derive_untaken_conflicts(&mut self, unrolling: &mut Unrolling<'_>, taken: EdgeId) {
        let from = unrolling.graph.edge(taken).from;
        for other in unrolling.graph.node(from).out.clone() {
            if other == taken {
                continue;
            }
            let cond = unrolling.graph.edge(other).cond;
            if let Some((value, mut facts)) = self.constant(unrolling, cond)
                && !value.is_true()
            {
                facts.push(Fact::Edge(other));
                self.untaken_conflicts.push(facts);
            }
        }
    }

    /// Returns the condition `cond` as an expression over inputs: each φ is replaced by its value on the path.
    pub fn ground(&mut self, unrolling: &mut Unrolling<'_>, cond: ExprId) -> ExprId {
        let mut work = unrolling.phis_in(cond);
        while let Some(&phi) = work.last() {
            if self.grounded.contains_key(&phi) {
                work.pop();
                continue;
            }
            let data = *unrolling.graph.phi(phi);
            let bound = self.binding(unrolling, phi);
            let bound = bound.map_or(data.value, |(bound, _)| bound);
            let below = unrolling.phis_in(bound).into_iter();
            let is_missing = |c: &PhiId| *c != phi && !self.grounded.contains_key(c);
            let missing: Vec<PhiId> = below.filter(is_missing).collect();
            if missing.is_empty() {
                let value = self.substitute_phis(unrolling, bound);
                self.grounded.insert(phi, value);
                work.pop();
            } else {
                work.extend(missing);
            }
        }
        self.substitute_phis(unrolling, cond)
    }

    /// Replaces the φs in `value` by their values over inputs. A φ whose value over inputs is not computed yet
    /// is not replaced.
    fn substitute_phis(&self, unrolling: &mut Unrolling<'_>, value: ExprId) -> ExprId {
        let mut values = FxHashMap::default();
        for phi in unrolling.phis_in(value) {
            let Some(&known) = self.grounded.get(&phi) else {
                continue;
            };
            let symbol = unrolling.graph.phi(phi).symbol;
            let len = unrolling.arena.symbol_len(symbol);
            let wide = unrolling.arena.resize(known, len * 8, false);
            for at in 0..len {
                let byte = unrolling.arena.byte(symbol, at);
                values.insert(byte, unrolling.arena.extract(wide, at * 8, 8));
            }
        }
        unrolling.arena.substitute(value, &values)
    }

    /// Removes the facts that follow from the edges in `facts`. An edge that assigns a value to a φ implies the fact
    /// that the φ has this value.
    pub fn without_implied(
        &self,
        unrolling: &mut Unrolling<'_>,
        mut facts: Vec<Fact>,
    ) -> Vec<Fact> {
        let all = facts.clone();
        facts.retain(|fact| match fact {
            Fact::Edge(_) => true,
            Fact::Value(equal) => self
                .binding(unrolling, equal.phi)
                .is_none_or(|(bound, edge)| {
                    bound != equal.value || !all.contains(&Fact::Edge(edge))
                }),
        });
        facts
    }

    /// Returns the constraints on inputs and φs that the facts of the analysis require.
    pub fn constraints(&mut self, unrolling: &mut Unrolling<'_>) -> Vec<Constraint> {
        let edges = self.edges.iter();
        let mut all: Vec<Constraint> = edges
            .map(|&edge| (unrolling.graph.edge(edge).cond, Fact::Edge(edge)))
            .collect();
        for (&phi, &value) in &self.values {
            all.push(equation_of(unrolling, PhiValue { phi, value }));
        }
        self.with_equations(unrolling, &all)
    }

    /// Returns the value that the path assigns to a φ, and the edge that assigns the value; `None` if the path does
    /// not enter the φ's join.
    fn binding(&self, unrolling: &mut Unrolling<'_>, phi: PhiId) -> Option<(ExprId, EdgeId)> {
        let edge = *self.entry_edges.get(&unrolling.graph.phi(phi).node)?;
        Some((unrolling.binding(phi, edge)?, edge))
    }

    /// Returns the constant value of an expression on the path, and the facts of the path that imply this value.
    /// Returns `None` if the expression is not constant.
    fn constant(
        &mut self,
        unrolling: &mut Unrolling<'_>,
        value: ExprId,
    ) -> Option<(Bits, Vec<Fact>)> {
        let mut fuel = MAX_PARTS;
        self.constant_within(unrolling, value, &mut fuel)
    }

    /// Returns the constant value of an expression, and the facts that imply the value; `None` if the expression is
    /// not constant or has more than `fuel` subexpressions. If `a and b` is false, the result contains the facts for
    /// one false operand. For `ite(c, a, b)`, the result contains the facts for `c` and for the selected operand.
    fn constant_within(
        &mut self,
        unrolling: &mut Unrolling<'_>,
        value: ExprId,
        fuel: &mut u32,
    ) -> Option<(Bits, Vec<Fact>)> {
        if let Some(bits) = unrolling.arena.as_const(value) {
            return Some((bits, Vec::new()));
        }
        *fuel = fuel.checked_sub(1)?;
        match unrolling.arena.node(value) {
            Node::Un {
                op: UnOp::Not,
                arg,
                width: 1,
            } => {
                let (bits, facts) = self.constant_within(unrolling, arg, fuel)?;
                Some((Bits::bool(!bits.is_true()), facts))
            }
            Node::Bin {
                op: BinOp::And,
                lhs,
                rhs,
            } if unrolling.arena.width(value) == 1 => {
                let left = self.constant_within(unrolling, lhs, fuel);
                if let Some((bits, _)) = &left
                    && !bits.is_true()
                {
                    return left;
                }
                let right = self.constant_within(unrolling, rhs, fuel);
                if let Some((bits, _)) = &right
                    && !bits.is_true()
                {
                    return right;
                }
                let ((bits, mut facts), (_, more)) = (left?, right?);
                facts.extend(more);
                Some((bits, facts))
            }
            Node::Ite { cond, then, other } => {
                let (bits, mut facts) = self.constant_within(unrolling, cond, fuel)?;
                let side = if bits.is_true() { then } else { other };
                let (bits, more) = self.constant_within(unrolling, side, fuel)?;
                facts.extend(more);
                Some((bits, facts))
            }
            _ => {
                let needed = unrolling.phis_only(value)?;
                for &phi in &needed {
                    self.trace(unrolling, phi);
                }
                self.evaluate(unrolling, value, &needed)
            }
        }
    }

    /// Computes the value of the φ `phi` on the path, stores the value, and adds the clauses that imply it. If
    /// the expression that the path assigns to `phi` is constant on the path, the value is this constant. If
    /// the expression is another φ (so `phi` is a copy), the value is that of the other φ. Otherwise the value
    /// is the expression.
    fn trace(&mut self, unrolling: &mut Unrolling<'_>, phi: PhiId) {
        if !self.is_whole {
            return;
        }
        let mut work = vec![phi];
        while let Some(&phi) = work.last() {
            let (false, Some((bound, edge))) =
                (self.values.contains_key(&phi), self.binding(unrolling, phi))
            else {
                work.pop();
                continue;
            };
            let below = unrolling.phis_only(bound).unwrap_or_default();
            let before = work.len();
            for &other in &below {
                if !self.values.contains_key(&other) && self.binding(unrolling, other).is_some() {
                    work.push(other);
                }
            }
            if work.len() > before {
                continue;
            }
            let first = PhiValue { phi, value: bound };
            let body = vec![Fact::Edge(edge)];
            self.implications.push(Clause::implication(body, first));
            let value = self.derive_value(unrolling, first, &below);
            self.values.insert(phi, value);
        }
    }

    /// Derives the value of a φ from `first`: the φ, and the expression that an edge assigns to the φ. `below`
    /// contains the φs in this expression; the values of these φs must be known.
    fn derive_value(
        &mut self,
        unrolling: &mut Unrolling<'_>,
        first: PhiValue,
        below: &[PhiId],
    ) -> ExprId {
        if below.is_empty() {
            return first.value;
        }
        let (value, mut facts) =
            if let Some((bits, facts)) = self.evaluate(unrolling, first.value, below) {
                (unrolling.arena.int(bits.width(), bits.unsigned()), facts)
            } else if let Some(from) = unrolling.as_phi(first.value)
                && let Some(&value) = self.values.get(&from)
            {
                let from = PhiValue { phi: from, value };
                (value, vec![Fact::Value(from)])
            } else {
                return first.value;
            };
        facts.push(Fact::Value(first));
        let last = PhiValue {
            phi: first.phi,
            value,
        };
        self.implications.push(Clause::implication(facts, last));
        value
    }

    /// Evaluates an expression that depends on no symbols except the φs `phis`. Returns the value, and the facts
    /// about the φs; `None` if a φ is not constant.
    fn evaluate(
        &self,
        unrolling: &Unrolling<'_>,
        value: ExprId,
        phis: &[PhiId],
    ) -> Option<(Bits, Vec<Fact>)> {
        let mut values = Vec::with_capacity(phis.len());
        let mut facts = Vec::with_capacity(phis.len() + 1);
        for &phi in phis {
            let value = *self.values.get(&phi)?;
            let bits = unrolling.arena.as_const(value)?;
            values.push((unrolling.graph.phi(phi).symbol, bits.unsigned()));
            facts.push(Fact::Value(PhiValue { phi, value }));
        }
        let bits = Evaluator::new(&unrolling.arena, &Values(&values)).eval(value);
        Some((bits, facts))
    }
}

/// Returns the equation `φ = value` in `equal` as a constraint, with the [`Fact`] that requires it.
fn equation_of(unrolling: &mut Unrolling<'_>, equal: PhiValue) -> Constraint {
    let symbol = unrolling.graph.phi(equal.phi).value;
    (unrolling.arena.eq(symbol, equal.value), Fact::Value(equal))
}
