//! The constraints for some conditions on a path: the conditions, and the equations of the φs on which they depend.
//! A φ is a symbol for a value at a join; a *fact* is an edge of the path, or the value of a φ.
use super::{PathAnalysis, equation_of};
use crate::clause::{Clause, Constraint, Fact, PhiValue};
use crate::copies::CopyClasses;
use crate::graph::{EdgeId, PhiId};
use crate::unrolling::Unrolling;
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_expr::ExprId;

impl PathAnalysis {
    /// Returns the conditions `conditions` and the equations of all φs on which they depend.
    pub fn with_equations(
        &mut self,
        unrolling: &mut Unrolling<'_>,
        conditions: &[Constraint],
    ) -> Vec<Constraint> {
        let (mut all, met) = self.closure(unrolling, conditions);
        for (phi, value) in met {
            all.extend(equation(unrolling, PhiValue { phi, value }));
        }
        self.sort_by_position(unrolling, &mut all);
        all
    }

    /// Returns the conditions `conditions` with the equations of all φs on which they depend, and the *separate* facts
    /// among these constraints.
    ///
    /// A φ and the φs that copy its value on this path form a class. The φ that all others copy is the origin of the
    /// class. For example, a class has the origin `a` and the copies `b` and `c`, and `a` has the value `v` on the
    /// path. The constraints are then `b = a`, `c = a` and `a = v`, instead of `a = v`, `b = v` and `c = v`. The fact
    /// `a = v` is called separate: a contradiction that does not need it holds for every value of `a`. For chains of
    /// copies, see [`copies`](crate::copies).
    ///
    /// In the first call for some conditions, `stated` is empty. In a second call, it contains the separate facts that
    /// a contradiction of the first result needs. If `stated` contains the fact `a = v`, or if `v` is a constant, each
    /// φ of the class is equated with `v`, and the class has no separate fact.
    pub fn with_copies(
        &mut self,
        unrolling: &mut Unrolling<'_>,
        conditions: &[Constraint],
        stated: &[Fact],
    ) -> (Vec<Constraint>, Vec<Fact>) {
        let (mut all, met) = self.closure(unrolling, conditions);
        let mut classes = CopyClasses::default();
        for &(phi, value) in &met {
            let chain = self.copied_from(unrolling, phi);
            if unrolling.arena.as_const(value).is_none() {
                classes.add(phi, chain);
            }
        }
        let mut separate = Vec::new();
        let values: FxHashMap<PhiId, ExprId> = met.iter().copied().collect();
        let mut single: Vec<(PhiId, ExprId)> = met;
        for class in classes.all() {
            let value = values[&class.members[0]];
            let origin = PhiValue {
                phi: class.origin(),
                value,
            };
            if class.is_singleton() || stated.contains(&Fact::Value(origin)) {
                continue;
            }
            single.retain(|(phi, _)| !class.members.contains(phi));
            for (phi, to) in class.links() {
                self.derive_copy(unrolling, phi, to);
                let value = unrolling.graph.phi(to).value;
                all.extend(equation(unrolling, PhiValue { phi, value }));
            }
            self.trace(unrolling, origin.phi);
            all.extend(equation(unrolling, origin));
            separate.push(Fact::Value(origin));
        }
        for (phi, value) in single {
            all.extend(equation(unrolling, PhiValue { phi, value }));
        }
        self.sort_by_position(unrolling, &mut all);
        (all, separate)
    }

    /// Returns the conditions, and the φs on which they depend directly or through other φs, with their values on
    /// the path.
    fn closure(
        &mut self,
        unrolling: &mut Unrolling<'_>,
        conditions: &[Constraint],
    ) -> (Vec<Constraint>, Vec<(PhiId, ExprId)>) {
        let mut work: Vec<ExprId> = conditions.iter().rev().map(|&(cond, _)| cond).collect();
        let mut seen: FxHashSet<PhiId> = FxHashSet::default();
        let mut met = Vec::new();
        while let Some(cond) = work.pop() {
            for phi in unrolling.phis_in(cond) {
                if !seen.insert(phi) {
                    continue;
                }
                self.trace(unrolling, phi);
                let known = self.values.get(&phi).copied();
                if let Some(value) = known.or_else(|| Some(self.binding(unrolling, phi)?.0)) {
                    met.push((phi, value));
                    work.push(value);
                }
            }
        }
        (conditions.to_vec(), met)
    }

    /// Returns the chain of copies of a φ on the path: the φ, the φ that it copies, and so on.
    fn copied_from(&self, unrolling: &mut Unrolling<'_>, phi: PhiId) -> Vec<PhiId> {
        let mut chain = vec![phi];
        let mut at = phi;
        while let Some((bound, _)) = self.binding(unrolling, at)
            && let Some(from) = unrolling.as_phi(bound)
            && self.binding(unrolling, from).is_some()
        {
            chain.push(from);
            at = from;
        }
        chain
    }

    /// Derives the clauses that imply `phi = from`. The φ `phi` copies `from`, directly or through other φs.
    fn derive_copy(&mut self, unrolling: &mut Unrolling<'_>, phi: PhiId, from: PhiId) {
        let chain = self.copied_from(unrolling, phi);
        let end = chain.iter().position(|&c| c == from).unwrap_or(0);
        let value = unrolling.graph.phi(from).value;
        for pair in chain[..=end].windows(2).rev() {
            let &[phi, next] = pair else { continue };
            let Some((bound, edge)) = self.binding(unrolling, phi) else {
                return;
            };
            let first = PhiValue { phi, value: bound };
            self.implications
                .push(Clause::implication(vec![Fact::Edge(edge)], first));
            if next != from {
                let rest = PhiValue { phi: next, value };
                let facts = vec![Fact::Value(first), Fact::Value(rest)];
                self.implications
                    .push(Clause::implication(facts, PhiValue { phi, value }));
            }
        }
    }

    /// Sorts constraints by the path position of the facts that require them.
    fn sort_by_position(&self, unrolling: &Unrolling<'_>, constraints: &mut [Constraint]) {
        let positions = self.edges.iter().enumerate();
        let positions: FxHashMap<EdgeId, usize> = positions.map(|(at, &edge)| (edge, at)).collect();
        constraints.sort_by_cached_key(|(_, fact)| match fact {
            Fact::Edge(edge) => (positions.get(edge).copied(), None),
            Fact::Value(equal) => {
                let phi = unrolling.graph.phi(equal.phi);
                let edge = self.entry_edges.get(&phi.node);
                let at = edge.and_then(|edge| positions.get(edge)).copied();
                (at, Some(phi.subject))
            }
        });
    }
}

/// Returns the equation `φ = value`; `None` if it is trivially true.
fn equation(unrolling: &mut Unrolling<'_>, equal: PhiValue) -> Option<Constraint> {
    let is = equation_of(unrolling, equal);
    Some(is).filter(|&(is, _)| !unrolling.arena.is_true(is))
}
