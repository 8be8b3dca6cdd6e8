//! The end of a region: its leaves become few states.
use super::formula::{self, Leaf};
use super::region::Region;
use super::{Pattern, regular};
use symtool_engine::merging::{Bench, join};
use symtool_engine::state::{State, StateId};
use symtool_expr::ExprId;

/// Fewer paths are joined without a quantifier.
const LEAST: usize = 3;

impl Pattern {
    /// Merges the leaves of a region; gives back those that are left.
    pub(super) fn merge_leaves(
        &mut self,
        bench: &mut Bench<'_>,
        region: &Region,
        leaves: &[StateId],
    ) -> Vec<StateId> {
        let mut left = Vec::new();
        for group in groups(bench, leaves) {
            if group.len() == 1 {
                left.extend(group);
            } else if self.options.quantified {
                left.extend(self.merge_by_patterns(bench, region, &group));
            } else {
                left.extend(self.merge_all(bench, &group));
            }
        }
        left.sort_unstable();
        left
    }

    /// Merges states at one place: those with a pattern by that, the others as one.
    fn merge_by_patterns(
        &mut self,
        bench: &mut Bench<'_>,
        region: &Region,
        group: &[StateId],
    ) -> Vec<StateId> {
        let tails: Vec<Vec<ExprId>> = (group.iter())
            .map(|id| region.tail(&bench.waiting[id]).to_vec())
            .collect();
        let words: Vec<Vec<u64>> = (tails.iter())
            .map(|tail| {
                tail.iter()
                    .map(|&c| self.letters.of(bench.arena, c))
                    .collect()
            })
            .collect();
        let (partitions, rest) = regular::partitions(&words, LEAST);
        let states = partitions.len() + usize::from(!rest.is_empty());
        if partitions.is_empty() || states > self.options.max_patterns {
            return self.merge_all(bench, group);
        }
        let mut left = Vec::new();
        for partition in &partitions {
            let ids = partition.members.iter().map(|&(at, _)| group[at]);
            let ids: Vec<StateId> = ids.collect();
            let members = partition.members.iter().map(|&(at, count)| Leaf {
                tail: &tails[at],
                count,
            });
            let members: Vec<Leaf<'_>> = members.collect();
            let homes = bench.homes(ids[0]);
            let found = formula::fitted(bench.arena, &members, partition.lengths, homes);
            let Some(formula) = found else {
                self.counts.failed += 1;
                left.extend(self.merge_all(bench, &ids));
                continue;
            };
            let states: Vec<State> = ids
                .iter()
                .map(|id| State::clone(&bench.waiting[id]))
                .collect();
            let Some(merged) = formula.merged(bench, &states, region.root) else {
                self.counts.failed += 1;
                left.extend(self.merge_all(bench, &ids));
                continue;
            };
            if self.options.check && !formula.is_proved(bench, &merged, &states) {
                self.counts.refuted += 1;
                left.extend(self.merge_all(bench, &ids));
                continue;
            }
            self.counts.patterns += 1;
            self.counts.by_pattern += ids.len() as u64;
            if let Some(journal) = &self.options.journal
                && let Ok(mut journal) = journal.lock()
            {
                journal.push(formula.text(bench.arena, &merged));
            }
            for &id in &ids {
                if id != merged.id {
                    bench.take(id);
                }
            }
            left.push(merged.id);
            bench.put(merged);
        }
        let rest: Vec<StateId> = rest.into_iter().map(|at| group[at]).collect();
        left.extend(self.merge_all(bench, &rest));
        left
    }

    /// Merges states without patterns, two neighbours in the tree at a time, those with the longest common beginning first.
    fn merge_all(&mut self, bench: &mut Bench<'_>, ids: &[StateId]) -> Vec<StateId> {
        let mut order = ids.to_vec();
        if order.len() < 2 {
            return order;
        }
        order.sort_by(|a, b| {
            let path = |id: &StateId| bench.waiting[id].path.conditions();
            path(a).cmp(path(b)).then(a.cmp(b))
        });
        let mut common: Vec<Option<usize>> = (order.windows(2))
            .map(|pair| Some(shared(bench, pair[0], pair[1])))
            .collect();
        while let Some((at, _)) = (common.iter().enumerate())
            .filter_map(|(at, &common)| Some((at, common?)))
            .max_by_key(|&(at, common)| (common, std::cmp::Reverse(at)))
        {
            let (one, two) = (order[at], order[at + 1]);
            let joined = {
                let (a, b) = (bench.waiting[&one].clone(), bench.waiting[&two].clone());
                bench.join(&a, &b)
            };
            let Some(joined) = joined else {
                common[at] = None;
                continue;
            };
            bench.take(two);
            bench.put(joined);
            order.remove(at + 1);
            common.remove(at);
            if at > 0 && common[at - 1].is_some() {
                common[at - 1] = Some(shared(bench, order[at - 1], order[at]));
            }
            if at < common.len() && common[at].is_some() {
                common[at] = Some(shared(bench, order[at], order[at + 1]));
            }
        }
        self.counts.ordinary += order.len() as u64;
        order
    }
}

/// How many conditions two paths begin with together.
fn shared(bench: &Bench<'_>, a: StateId, b: StateId) -> usize {
    let path = |id: StateId| bench.waiting[&id].path.conditions();
    path(a)
        .iter()
        .zip(path(b))
        .take_while(|(x, y)| x == y)
        .count()
}

/// States that may be joined, as far as that is seen without comparing values.
fn groups(bench: &Bench<'_>, leaves: &[StateId]) -> Vec<Vec<StateId>> {
    let mut groups: Vec<Vec<StateId>> = Vec::new();
    for &id in leaves {
        let Some(state) = bench.waiting.get(&id) else {
            continue;
        };
        let fits = |group: &&mut Vec<StateId>| join::may_join(&bench.waiting[&group[0]], state);
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(id),
            None => groups.push(vec![id]),
        }
    }
    groups
}
