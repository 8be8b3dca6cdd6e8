//! The end of a region: merges its leaves. A region is the set of paths between a fork in a loop or
//! function and the exit of this loop or function; a leaf is a state that has reached the exit.
use super::Pattern;
use super::classes::classes;
use super::formula::{self, Formula, Leaf};
use super::region::Region;
use super::regular::{self, Partition};
use symtool_engine::merging::decision::Joining;
use symtool_engine::merging::{MergeContext, join};
use symtool_engine::state::{State, StateId};
use symtool_expr::{Arena, ExprId, InputArrays};

/// The minimum number of paths that are merged by a pattern with a quantifier; fewer paths are joined without one. An
/// expression over the repetition count is computed from two paths, so only a third path can show that it is wrong.
const LEAST: usize = 3;

impl Pattern {
    /// Merges the leaves of a region (the states at its exit) as far as possible. Returns the states that remain after
    /// merging.
    pub(super) fn merge_leaves(
        &mut self,
        context: &mut MergeContext<'_>,
        region: &Region,
        leaves: &[StateId],
    ) -> Vec<StateId> {
        let mut left = Vec::new();
        for group in groups(context, leaves) {
            if group.len() == 1 {
                left.extend(group);
            } else if self.options.quantified && !region.is_given_up() {
                left.extend(self.merge_by_patterns(context, region, &group));
            } else {
                left.extend(self.merge_all(context, region, &group));
            }
        }
        left.sort_unstable();
        left
    }

    /// Merges the states `group`, which wait at one program point of the exit. The states whose conditions match one
    /// pattern of repetitions become one state; the states that match no pattern are joined by ordinary merging.
    fn merge_by_patterns(
        &mut self,
        context: &mut MergeContext<'_>,
        region: &Region,
        group: &[StateId],
    ) -> Vec<StateId> {
        let tails: Vec<Vec<ExprId>> = (group.iter())
            .map(|id| region.tail(&context.waiting[id]).to_vec())
            .collect();
        let words: Vec<Vec<u64>> = (tails.iter())
            .map(|tail| {
                tail.iter()
                    .map(|&c| self.letters.of(context.arena, c))
                    .collect()
            })
            .collect();
        let (partitions, rest) = regular::partitions(&words, LEAST);
        let states = partitions.len() + usize::from(!rest.is_empty());
        if partitions.is_empty() || states > self.options.max_patterns {
            return self.merge_all(context, region, group);
        }
        let homes = context.homes(group[0]);
        let formulas = fitted(context.arena, &tails, &partitions, &homes);
        self.counts.failed += formulas.iter().filter(|f| f.is_none()).count() as u64;
        let mut left = Vec::new();
        for (partition, formula) in partitions.iter().zip(formulas) {
            let ids = partition.members.iter().map(|&(at, _)| group[at]);
            let ids: Vec<StateId> = ids.collect();
            match formula
                .and_then(|formula| self.merge_by_formula(context, region, (&ids, formula)))
            {
                Some(merged) => left.push(merged),
                None => left.extend(self.merge_all(context, region, &ids)),
            }
        }
        let rest: Vec<StateId> = rest.into_iter().map(|at| group[at]).collect();
        left.extend(self.merge_all(context, region, &rest));
        left
    }

    /// Merges the states `ids`, whose conditions since the root of the region match the pattern `formula`. Returns the
    /// id of the merged state. Returns `None` if the states cannot be merged, or if the option `check` is set and the
    /// solver cannot prove the merged state equivalent to the ordinary join.
    fn merge_by_formula(
        &mut self,
        context: &mut MergeContext<'_>,
        region: &Region,
        (ids, formula): (&[StateId], Formula),
    ) -> Option<StateId> {
        let states: Vec<State> = (ids.iter())
            .map(|id| State::clone(&context.waiting[id]))
            .collect();
        let Some(mut merged) = formula.merged(context, &states, region.root) else {
            self.counts.failed += 1;
            return None;
        };
        if self.options.check && !formula.is_proved(context, &merged, &states) {
            self.counts.refuted += 1;
            return None;
        }
        self.counts.patterns += 1;
        self.counts.by_pattern += ids.len() as u64;
        if let Some(journal) = &self.options.journal
            && let Ok(mut journal) = journal.lock()
        {
            journal.push(formula.text(context.arena, &merged));
        }
        let id = merged.id;
        for &other in ids.iter().filter(|&&other| other != id) {
            if let Some(gone) = context.take(other) {
                context.record_merge(&mut merged, &gone);
            }
        }
        context.put(merged);
        Some(id)
    }

    /// Joins states without a pattern. The states are divided into classes (see [`classes`]), and the states of each
    /// class become one state. States without quantifiers are in one class. States with quantifiers are in one class if
    /// they have the same quantifiers and the same live store (the registers and memory cells that are read later).
    fn merge_all(
        &mut self,
        context: &mut MergeContext<'_>,
        region: &Region,
        ids: &[StateId],
    ) -> Vec<StateId> {
        let classes = classes(context, region, ids);
        let merged = classes.iter().map(|class| self.merge_class(context, class));
        merged.flatten().collect()
    }

    /// Sorts states by their path conditions, and joins neighbors in this order until one state remains, or no
    /// neighbors can be joined. Neighbors with the longest common prefix of conditions are joined first.
    fn merge_class(&mut self, context: &mut MergeContext<'_>, ids: &[StateId]) -> Vec<StateId> {
        let mut order = ids.to_vec();
        if order.len() < 2 {
            return order;
        }
        order.sort_by(|a, b| {
            let path = |id: &StateId| context.waiting[id].path.conditions();
            path(a).cmp(path(b)).then(a.cmp(b))
        });
        let mut common: Vec<Option<usize>> = (order.windows(2))
            .map(|pair| Some(shared(context, pair[0], pair[1])))
            .collect();
        while let Some((at, _)) = (common.iter().enumerate())
            .filter_map(|(at, &common)| Some((at, common?)))
            .max_by_key(|&(at, common)| (common, std::cmp::Reverse(at)))
        {
            let (one, two) = (order[at], order[at + 1]);
            let joined = {
                let (a, b) = (context.waiting[&one].clone(), context.waiting[&two].clone());
                context.join(Joining::Choice, &a, &b)
            };
            let Some(joined) = joined else {
                common[at] = None;
                continue;
            };
            context.take(two);
            context.put(joined);
            order.remove(at + 1);
            common.remove(at);
            if at > 0 && common[at - 1].is_some() {
                common[at - 1] = Some(shared(context, order[at - 1], order[at]));
            }
            if at < common.len() && common[at].is_some() {
                common[at] = Some(shared(context, order[at], order[at + 1]));
            }
        }
        self.counts.ordinary += order.len() as u64;
        order
    }
}

/// Returns a formula (the conditions of the merged state, over the repetition count k) for each partition (a set of
/// leaves with one pattern of conditions). Returns `None` for a partition whose conditions no formula fits.
fn fitted(
    arena: &mut Arena,
    tails: &[Vec<ExprId>],
    partitions: &[Partition],
    homes: &InputArrays,
) -> Vec<Option<Formula>> {
    let counts = partitions.iter().flat_map(|p| &p.members);
    let most = counts.map(|&(_, count)| count).max().unwrap_or(0);
    let fitted = partitions.iter().map(|partition| {
        let leaf = |&(at, count): &(usize, u32)| Leaf {
            tail: &tails[at],
            count,
        };
        let leaves: Vec<Leaf<'_>> = partition.members.iter().map(leaf).collect();
        formula::fitted(arena, (&leaves, most), partition.lengths, homes)
    });
    let mut formulas: Vec<Option<Formula>> = fitted.collect();
    formula::share_counts(&mut formulas);
    formulas
}

/// Returns the length of the common prefix of the path conditions of states `a` and `b`.
fn shared(context: &MergeContext<'_>, a: StateId, b: StateId) -> usize {
    let path = |id: StateId| context.waiting[&id].path.conditions();
    path(a)
        .iter()
        .zip(path(b))
        .take_while(|(x, y)| x == y)
        .count()
}

/// Divides the states `leaves` into groups. Within a group, all states agree in the properties that a join requires to
/// be equal, such as the program point.
fn groups(context: &MergeContext<'_>, leaves: &[StateId]) -> Vec<Vec<StateId>> {
    let mut groups: Vec<Vec<StateId>> = Vec::new();
    for &id in leaves {
        let Some(state) = context.waiting.get(&id) else {
            continue;
        };
        let fits = |group: &&mut Vec<StateId>| join::may_join(&context.waiting[&group[0]], state);
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(id),
            None => groups.push(vec![id]),
        }
    }
    groups
}
