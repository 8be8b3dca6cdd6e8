//! What conditions of a path ask of the inputs: they themselves, and what the choices are that they depend on.
use super::{Demand, Walk, bare, choices_in, is};
use crate::clause::{Equal, Fact, Known};
use crate::family::Families;
use crate::graph::{ChoiceId, EdgeId};
use crate::unroll::World;
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_expr::ExprId;

impl Walk {
    /// What some conditions ask of the inputs: they themselves, and what the choices are that they depend on.
    pub fn asks(&mut self, world: &mut World<'_>, conditions: &[Demand]) -> Vec<Demand> {
        let (mut all, met) = self.closure(world, conditions);
        for (choice, value) in met {
            all.extend(demand(world, Equal { choice, value }));
        }
        self.in_order(world, &mut all);
        all
    }

    /// The same, but several choices that are copies of one are told to be the same, apart from what that one is, unless it is among
    /// `told`: a contradiction may need no more, and then holds whatever was copied. Gives back those that are told apart, too.
    pub fn asks_apart(
        &mut self,
        world: &mut World<'_>,
        conditions: &[Demand],
        told: &[Fact],
    ) -> (Vec<Demand>, Vec<Fact>) {
        let (mut all, met) = self.closure(world, conditions);
        let mut families = Families::default();
        for &(choice, value) in &met {
            let chain = self.copied_from(world, choice);
            if world.arena.as_const(value).is_none() {
                families.add(choice, chain);
            }
        }
        let mut apart = Vec::new();
        let values: FxHashMap<ChoiceId, ExprId> = met.iter().copied().collect();
        let mut single: Vec<(ChoiceId, ExprId)> = met;
        for family in families.all() {
            let value = values[&family.members[0]];
            let origin = Equal {
                choice: family.oldest(),
                value,
            };
            if family.is_alone() || told.contains(&Fact::Is(origin)) {
                continue;
            }
            single.retain(|(choice, _)| !family.members.contains(choice));
            for (choice, to) in family.links() {
                self.trace_copy(world, choice, to);
                let value = world.graph.choice(to).value;
                all.extend(demand(world, Equal { choice, value }));
            }
            self.trace(world, origin.choice);
            all.extend(demand(world, origin));
            apart.push(Fact::Is(origin));
        }
        for (choice, value) in single {
            all.extend(demand(world, Equal { choice, value }));
        }
        self.in_order(world, &mut all);
        (all, apart)
    }

    /// Conditions, and all choices that they depend on with what these are on this path.
    fn closure(
        &mut self,
        world: &mut World<'_>,
        conditions: &[Demand],
    ) -> (Vec<Demand>, Vec<(ChoiceId, ExprId)>) {
        let mut work: Vec<ExprId> = conditions.iter().rev().map(|&(cond, _)| cond).collect();
        let mut seen: FxHashSet<ChoiceId> = FxHashSet::default();
        let mut met = Vec::new();
        while let Some(cond) = work.pop() {
            for choice in choices_in(world, cond) {
                if !seen.insert(choice) {
                    continue;
                }
                self.trace(world, choice);
                let known = self.known.get(&choice).copied();
                if let Some(value) = known.or_else(|| Some(self.bound(world, choice)?.0)) {
                    met.push((choice, value));
                    work.push(value);
                }
            }
        }
        (conditions.to_vec(), met)
    }

    /// A choice, the one that it is a copy of on this path, and so on.
    fn copied_from(&self, world: &mut World<'_>, choice: ChoiceId) -> Vec<ChoiceId> {
        let mut chain = vec![choice];
        let mut at = choice;
        while let Some((bound, _)) = self.bound(world, at)
            && let Some(from) = bare(world, bound)
            && self.bound(world, from).is_some()
        {
            chain.push(from);
            at = from;
        }
        chain
    }

    /// From what follows that a choice is what another one is, of which it is a copy.
    fn trace_copy(&mut self, world: &mut World<'_>, choice: ChoiceId, from: ChoiceId) {
        let chain = self.copied_from(world, choice);
        let end = chain.iter().position(|&c| c == from).unwrap_or(0);
        let value = world.graph.choice(from).value;
        for pair in chain[..=end].windows(2).rev() {
            let &[choice, next] = pair else { continue };
            let Some((bound, edge)) = self.bound(world, choice) else {
                return;
            };
            let first = Equal {
                choice,
                value: bound,
            };
            self.traced
                .push(Known::making(vec![Fact::Edge(edge)], first));
            if next != from {
                let rest = Equal {
                    choice: next,
                    value,
                };
                let facts = vec![Fact::Is(first), Fact::Is(rest)];
                self.traced
                    .push(Known::making(facts, Equal { choice, value }));
            }
        }
    }

    /// Sorts what is demanded by where on the path that is.
    fn in_order(&self, world: &World<'_>, demands: &mut [Demand]) {
        let places = self.edges.iter().enumerate();
        let places: FxHashMap<EdgeId, usize> = places.map(|(at, &edge)| (edge, at)).collect();
        demands.sort_by_cached_key(|(_, fact)| match fact {
            Fact::Edge(edge) => (places.get(edge).copied(), None),
            Fact::Is(equal) => {
                let choice = world.graph.choice(equal.choice);
                let edge = self.came_by.get(&choice.node);
                let at = edge.and_then(|edge| places.get(edge)).copied();
                (at, Some(choice.what))
            }
        });
    }
}

/// The same, unless it says nothing.
fn demand(world: &mut World<'_>, equal: Equal) -> Option<Demand> {
    let is = is(world, equal);
    Some(is).filter(|&(is, _)| !world.arena.is_true(is))
}
