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

/// The maximum number of forks that are compared, and that a merged state keeps. Most states separated at a recent fork.
/// Without a maximum, the traces of merged states grow with the number of merges: a loop with 50,000 merges took nine times
/// the time.
const MOST: usize = 64;

/// The newest forks on the paths that a state represents, newest first.
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

/// The open forks of a run.
#[derive(Debug, Default)]
pub(crate) struct OpenForks {
    /// The open forks, oldest first, and forks that are no longer open.
    forks: Vec<Rc<Fork>>,
    /// The number of forks at which those that are no longer open are removed.
    most: usize,
}

impl OpenForks {
    fn add(&mut self, fork: Rc<Fork>) {
        self.forks.push(fork);
        if self.forks.len() > self.most.max(MOST) {
            self.forks.retain(|fork| fork.is_open.get());
            self.most = 2 * self.forks.len();
        }
    }

    /// Returns the newest open fork.
    fn newest(&mut self) -> Option<Rc<Fork>> {
        while self.forks.last().is_some_and(|it| !it.is_open.get()) {
            self.forks.pop();
        }
        self.forks.last().cloned()
    }
}

impl ForkTrace {
    /// Adds the newest fork: at the step with the index `step.1` in the function `step.0`, into the state and a new
    /// state with the id `id`. The fork is also added to the open forks of the run.
    pub(crate) fn add(&mut self, step: (Func, u32), id: StateId, open: &mut OpenForks) {
        let is_open = Cell::new(true);
        let fork = Rc::new(Fork { id, step, is_open });
        self.0.push_front_mut(Rc::clone(&fork));
        open.add(fork);
    }

    /// Returns the step of the newest fork that two states share: their paths separated there. Returns `None` if it is
    /// unknown, because it is not among the newest forks.
    pub(crate) fn separation(&self, other: &ForkTrace) -> Option<(Func, u32)> {
        let shared = self.union(other).find(|(_, is_shared)| *is_shared)?;
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
        let both: Vec<_> = self.union(other).collect();
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

    /// Returns the step of the fork for which it counts that the state with this trace is dropped, because a state with
    /// the trace `heir` explores its paths again. The fork is the newest open fork after the program point of `heir`, or
    /// else the newest open fork of the run. Returns `None` if the fork is unknown.
    pub(crate) fn drop_after(&self, heir: &ForkTrace, all: &mut OpenForks) -> Option<(Func, u32)> {
        let is_shared = |fork: &Rc<Fork>| heir.0.iter().any(|it| Rc::ptr_eq(it, fork));
        let own = self.0.iter().take(MOST);
        let own = own.filter(|fork| fork.is_open.get());
        let mut own = own.filter(|fork| !is_shared(fork));
        let fork = own.next().cloned().or_else(|| all.newest());
        if let Some(fork) = &fork {
            fork.is_open.set(false);
        }
        fork.map(|fork| fork.step)
    }

    /// Returns the newest forks of both traces, newest first, each with whether both traces contain it.
    fn union<'a>(&'a self, other: &'a ForkTrace) -> impl Iterator<Item = (&'a Rc<Fork>, bool)> {
        let (mut one, mut two) = (self.0.iter().peekable(), other.0.iter().peekable());
        let next = move || {
            let order = match (one.peek(), two.peek()) {
                (Some(a), Some(b)) => a.id.0.cmp(&b.id.0),
                (Some(_), None) => Ordering::Greater,
                (None, Some(_)) => Ordering::Less,
                (None, None) => return None,
            };
            let fork = match order {
                Ordering::Greater => one.next(),
                Ordering::Less => two.next(),
                Ordering::Equal => {
                    two.next();
                    one.next()
                }
            };
            Some((fork?, order == Ordering::Equal))
        };
        std::iter::from_fn(next).take(MOST)
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
    fn a_dropped_state_counts_for_a_fork_after_its_heir() {
        let [a, b, ..] = states();
        let mut open = OpenForks::default();
        let heir = ForkTrace(a.0.drop_first().unwrap());
        assert_eq!(step(b.drop_after(&heir, &mut open)), Some(2));
        assert_eq!(step(b.drop_after(&heir, &mut open)), None);
        assert_eq!(step(a.join(&b, &mut open).0), Some(1));
    }

    #[test]
    fn old_forks_are_not_compared() {
        let func = Func::from_u32(0);
        let mut open = OpenForks::default();
        let mut one = ForkTrace::default();
        one.add((func, 0), StateId(0), &mut open);
        let two = one.clone();
        for step in 1..MOST as u32 {
            one.add((func, step), StateId(u64::from(step)), &mut open);
        }
        assert_eq!(step(one.separation(&two)), Some(0));
        one.add((func, 99), StateId(99), &mut open);
        assert_eq!(step(one.separation(&two)), None);
        // The merge still counts for a fork.
        assert_eq!(step(one.join(&two, &mut open).0), Some(99));
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
