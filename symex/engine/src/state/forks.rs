//! The forks on the path of a state. They tell at which fork the paths of two merged states separated.
//!
//! Forks are recorded only if merge decisions are recorded ([`Config::log_merges`](crate::Config::log_merges)), and are
//! lost when a state moves to another worker.
//!
//! A fork makes one state more, and a merge makes one state less. So each merge counts for one fork, and no other merge
//! counts for it. The fork is *open* until then.
use super::StateId;
use rpds::List;
use std::cell::Cell;
use std::cmp::Ordering;
use std::rc::Rc;
use symtool_ir::Func;

/// The forks on the paths that a state represents, newest first.
#[derive(Clone, Debug, Default)]
pub struct ForkTrace(List<Rc<Fork>>);

/// One fork. Both successors of the fork share it.
#[derive(Debug)]
struct Fork {
    /// The id of the new state. A later fork has a greater id.
    id: StateId,
    step: (Func, u32),
    is_open: Cell<bool>,
}

/// The open forks of a run, oldest first. The list can still contain forks that are no longer open.
#[derive(Debug, Default)]
pub(crate) struct OpenForks(Vec<Rc<Fork>>);

impl OpenForks {
    /// Returns the newest open fork.
    fn newest(&mut self) -> Option<Rc<Fork>> {
        while self.0.last().is_some_and(|fork| !fork.is_open.get()) {
            self.0.pop();
        }
        self.0.last().cloned()
    }
}

impl ForkTrace {
    /// Adds the newest fork: at the step with the index `step.1` in the function `step.0`, into the state and a new
    /// state with the id `id`. The fork is also added to the open forks of the run.
    pub(crate) fn add(&mut self, step: (Func, u32), id: StateId, open: &mut OpenForks) {
        let is_open = Cell::new(true);
        let fork = Rc::new(Fork { id, step, is_open });
        self.0.push_front_mut(Rc::clone(&fork));
        open.0.push(fork);
    }

    /// Returns the step of the newest fork that two states share: their paths separated there. Returns `None` if it is
    /// unknown.
    pub(crate) fn separation(&self, other: &ForkTrace) -> Option<(Func, u32)> {
        let both = self.union(other);
        let shared = both.iter().find(|(_, is_shared)| *is_shared)?;
        Some(shared.0.step)
    }

    /// Returns the step of the fork for which the merge of two states counts, and the trace of the merged state. The
    /// step is `None` if the fork is unknown.
    ///
    /// The fork is the newest open fork that the states share. If they share none, their paths separated at a fork for
    /// which the merge of other states counts. The merge then counts for the newest open fork of one state, which
    /// separates this state from those other states, or else for the newest open fork of the run.
    pub(crate) fn join(
        &self,
        other: &ForkTrace,
        all: &mut OpenForks,
    ) -> (Option<(Func, u32)>, ForkTrace) {
        let both = self.union(other);
        let open = || both.iter().filter(|(fork, _)| fork.is_open.get());
        let shared = open().find(|(_, is_shared)| *is_shared);
        let own = shared.or_else(|| open().next());
        let fork = own.map_or_else(|| all.newest(), |(fork, _)| Some(Rc::clone(fork)));
        if let Some(fork) = &fork {
            fork.is_open.set(false);
        }
        let mut merged = List::new();
        let oldest_first = both.iter().rev();
        oldest_first.for_each(|(fork, _)| merged.push_front_mut(Rc::clone(fork)));
        (fork.map(|fork| fork.step), ForkTrace(merged))
    }

    /// Returns the forks of both traces, newest first, each with whether both traces contain it.
    fn union<'a>(&'a self, other: &'a ForkTrace) -> Vec<(&'a Rc<Fork>, bool)> {
        let (mut one, mut two) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut all = Vec::new();
        loop {
            let order = match (one.peek(), two.peek()) {
                (Some(a), Some(b)) => a.id.0.cmp(&b.id.0),
                (Some(_), None) => Ordering::Greater,
                (None, Some(_)) => Ordering::Less,
                (None, None) => return all,
            };
            let fork = match order {
                Ordering::Greater => one.next(),
                Ordering::Less => two.next(),
                Ordering::Equal => {
                    two.next();
                    one.next()
                }
            };
            all.extend(fork.map(|fork| (fork, order == Ordering::Equal)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the traces of four states. The fork at step 1 separates the first two states from the last two, the fork
    /// at step 2 the first from the second, and the fork at step 3 the third from the fourth.
    fn states() -> [ForkTrace; 4] {
        let func = Func::from_u32(0);
        let mut open = OpenForks::default();
        let mut with = |steps: [u32; 2]| {
            let mut trace = ForkTrace::default();
            for step in steps {
                trace.add((func, step), StateId(u64::from(step)), &mut open);
            }
            trace
        };
        let (left, right) = (with([1, 2]), with([1, 3]));
        // The fork at step 1 must be the same one in all traces.
        let first = left.0.drop_first().unwrap();
        let right = ForkTrace(first.push_front(Rc::clone(right.0.first().unwrap())));
        [left.clone(), left, right.clone(), right]
    }

    fn step(found: Option<(Func, u32)>) -> Option<u32> {
        found.map(|(_, step)| step)
    }

    #[test]
    fn two_paths_separate_at_their_newest_shared_fork() {
        let [a, b, c, d] = states();
        assert_eq!(step(a.separation(&b)), Some(2));
        assert_eq!(step(c.separation(&d)), Some(3));
        assert_eq!(step(b.separation(&c)), Some(1));
        assert_eq!(step(a.separation(&ForkTrace::default())), None);
    }

    #[test]
    fn each_fork_counts_for_one_merge_in_every_order() {
        let orders: [[usize; 4]; 4] = [[0, 1, 2, 3], [3, 2, 1, 0], [0, 3, 1, 2], [2, 0, 3, 1]];
        for order in orders {
            let states = states();
            let mut merged = states[order[0]].clone();
            let mut steps = Vec::new();
            for &next in &order[1..] {
                let (fork, joined) = merged.join(&states[next], &mut OpenForks::default());
                steps.extend(step(fork));
                merged = joined;
            }
            steps.sort_unstable();
            assert_eq!(steps, [1, 2, 3], "{order:?}");
        }
    }

    #[test]
    fn a_merge_of_states_without_a_shared_open_fork_counts_for_another_fork() {
        let [a, b, c, d] = states();
        let mut open = OpenForks::default();
        let (first, bc) = b.join(&c, &mut open);
        let (second, ad) = a.join(&d, &mut open);
        assert_eq!(step(bc.separation(&ad)), Some(3));
        let (third, _) = bc.join(&ad, &mut open);
        let mut steps = [first, second, third].map(step);
        steps.sort_unstable();
        assert_eq!(steps, [Some(1), Some(2), Some(3)]);
    }
}
