//! The forks on the paths of a state. They tell at which fork the paths of two merged states separated.
//!
//! Forks are recorded only if merge decisions are recorded ([`Config::log_merges`](crate::Config::log_merges)), and are
//! lost when a state moves to another worker.
//!
//! A fork *separates* two states if one has only paths through one successor of the fork, and the other only paths
//! through the other successor. The first merge of two states that a fork separates ends the separation: the fork is
//! then no longer open.
use super::StateId;
use rpds::List;
use std::cell::Cell;
use std::cmp::Ordering;
use std::rc::Rc;
use symtool_ir::Func;

/// The maximum number of forks that are compared, and that a merged state keeps. It bounds the time of a merge, and is
/// sufficient for most states, because they separated at a recent fork.
const MOST: usize = 512;

/// The value of [`Passed::successors`] for paths through both successors.
const BOTH: u8 = 3;

/// The newest forks on the paths that a state represents, newest first.
#[derive(Clone, Debug, Default)]
pub struct ForkTrace(List<Passed>);

/// A fork on a path of the state.
#[derive(Clone, Debug)]
struct Passed {
    fork: Rc<Fork>,
    /// The successors of the fork to which the paths of the state belong: bit 0 for the state that forked, bit 1 for
    /// the new state.
    successors: u8,
}

/// One fork. Both successors of the fork share it.
#[derive(Debug)]
struct Fork {
    /// The id of the new state. A later fork has a greater id.
    id: StateId,
    step: (Func, u32),
    is_open: Cell<bool>,
}

impl Fork {
    /// Returns whether the fork was open. It is not open afterwards.
    fn close(&self) -> bool {
        self.is_open.replace(false)
    }
}

/// The result of the merge of two states.
#[derive(Debug, Default)]
pub(crate) struct Joined {
    /// The trace of the merged state.
    pub trace: ForkTrace,
    /// The steps of the forks that separated the two states, newest first, each with whether the fork was open.
    pub separated: Vec<((Func, u32), bool)>,
}

impl ForkTrace {
    /// Adds the newest fork, at the step with the index `step.1` in the function `step.0`. Returns the trace of the new
    /// state, which has the id `id`.
    pub(crate) fn fork(&mut self, step: (Func, u32), id: StateId) -> ForkTrace {
        let is_open = Cell::new(true);
        let fork = Rc::new(Fork { id, step, is_open });
        let with = |successors: u8| Passed {
            fork: Rc::clone(&fork),
            successors,
        };
        let new = ForkTrace(self.0.push_front(with(2)));
        self.0.push_front_mut(with(1));
        new
    }

    /// Returns the step of the newest fork that separates two states. Returns `None` if it is unknown, because it is
    /// not among the newest forks.
    pub(crate) fn separation(&self, other: &ForkTrace) -> Option<(Func, u32)> {
        let (fork, _) = self.union(other).find(|(_, separates)| *separates)?;
        Some(fork.fork.step)
    }

    /// Returns the trace of the state that two states are merged into, and the forks that separated them. These forks
    /// are no longer open afterwards. The trace of the merged state does not contain them.
    pub(crate) fn join(&self, other: &ForkTrace) -> Joined {
        let both: Vec<(Passed, bool)> = self.union(other).collect();
        let separating = both.iter().filter(|(_, separates)| *separates);
        let separated = separating.map(|(passed, _)| (passed.fork.step, passed.fork.close()));
        let separated = separated.collect();
        let mut merged = List::new();
        let kept = both.into_iter().map(|(passed, _)| passed).rev();
        for passed in kept.filter(|it| it.successors != BOTH) {
            merged.push_front_mut(passed);
        }
        Joined {
            trace: ForkTrace(merged),
            separated,
        }
    }

    /// Returns the steps of the open forks that the trace contains after the program point of `heir`. These forks are
    /// no longer open afterwards. The state with this trace is dropped, because another state, with the trace `heir`,
    /// is at an earlier program point and explores the paths of the dropped state again.
    pub(crate) fn drop_after(&self, heir: &ForkTrace) -> Vec<(Func, u32)> {
        let is_shared = |fork: &Rc<Fork>| heir.0.iter().any(|it| Rc::ptr_eq(&it.fork, fork));
        let newest = self.0.iter().take(MOST).map(|it| &it.fork);
        let after = newest.filter(|fork| !is_shared(fork));
        after
            .filter(|fork| fork.close())
            .map(|fork| fork.step)
            .collect()
    }

    /// Returns the forks that one or both of the traces contain, newest first and at most [`MOST`], each with whether
    /// it separates the two states.
    fn union<'a>(&'a self, other: &'a ForkTrace) -> impl Iterator<Item = (Passed, bool)> + 'a {
        let (mut one, mut two) = (self.0.iter().peekable(), other.0.iter().peekable());
        let next = move || {
            let order = match (one.peek(), two.peek()) {
                (Some(a), Some(b)) => a.fork.id.0.cmp(&b.fork.id.0),
                (Some(_), None) => Ordering::Greater,
                (None, Some(_)) => Ordering::Less,
                (None, None) => return None,
            };
            match order {
                Ordering::Greater => Some((one.next()?.clone(), false)),
                Ordering::Less => Some((two.next()?.clone(), false)),
                Ordering::Equal => {
                    let (a, b) = (one.next()?, two.next()?);
                    let passed = Passed {
                        fork: Rc::clone(&a.fork),
                        successors: a.successors | b.successors,
                    };
                    Some((passed, a.successors & b.successors == 0))
                }
            }
        };
        std::iter::from_fn(next).take(MOST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(number: u32) -> (Func, u32) {
        (Func::from_u32(0), number)
    }

    /// Returns the traces of four states. The fork at step 1 separates the first two states from the last two, the fork
    /// at step 2 the first from the second, and the fork at step 3 the third from the fourth.
    fn states() -> [ForkTrace; 4] {
        let mut a = ForkTrace::default();
        let mut c = a.fork(step(1), StateId(1));
        let b = a.fork(step(2), StateId(2));
        let d = c.fork(step(3), StateId(3));
        [a, b, c, d]
    }

    fn numbers(joined: &Joined) -> Vec<u32> {
        let open = joined.separated.iter().filter(|(_, is_open)| *is_open);
        open.map(|((_, number), _)| *number).collect()
    }

    #[test]
    fn two_paths_separate_at_one_fork() {
        let [a, b, c, d] = states();
        assert_eq!(a.separation(&b), Some(step(2)));
        assert_eq!(c.separation(&d), Some(step(3)));
        assert_eq!(b.separation(&c), Some(step(1)));
        assert_eq!(a.separation(&ForkTrace::default()), None);
    }

    #[test]
    fn each_fork_is_closed_once_in_every_order() {
        let orders: [[usize; 4]; 4] = [[0, 1, 2, 3], [3, 2, 1, 0], [0, 3, 1, 2], [2, 0, 3, 1]];
        for order in orders {
            let states = states();
            let mut merged = states[order[0]].clone();
            let mut closed = Vec::new();
            for &next in &order[1..] {
                let joined = merged.join(&states[next]);
                closed.extend(numbers(&joined));
                merged = joined.trace;
            }
            closed.sort_unstable();
            assert_eq!(closed, [1, 2, 3], "{order:?}");
        }
    }

    /// The states of both successors of the fork at step 1 fork again and are merged crosswise. The last merge ends the
    /// separation at both later forks.
    #[test]
    fn one_merge_can_close_two_forks() {
        let [a, b, c, d] = states();
        let (first, second) = (a.join(&c), b.join(&d));
        assert_eq!(numbers(&first), [1]);
        assert!(numbers(&second).is_empty());
        let last = first.trace.join(&second.trace);
        assert_eq!(numbers(&last), [3, 2]);
    }

    /// A search loop leaves three states, and each of them forks. Merges among the states on one side of these later
    /// forks do not close them.
    #[test]
    fn merges_on_one_side_of_a_fork_do_not_close_it() {
        let mut found = ForkTrace::default();
        let mut next = found.fork(step(1), StateId(1));
        let last = next.fork(step(1), StateId(2));
        let mut sides = [Vec::new(), Vec::new()];
        for (at, mut state) in [found, next, last].into_iter().enumerate() {
            let allocated = state.fork(step(2), StateId(3 + at as u64));
            sides[0].push(state);
            sides[1].push(allocated);
        }
        let mut closed = Vec::new();
        for side in sides {
            let first = side[0].join(&side[1]);
            let both = first.trace.join(&side[2]);
            closed.extend(numbers(&first));
            closed.extend(numbers(&both));
        }
        assert_eq!(closed, [1, 1]);
    }

    #[test]
    fn a_dropped_state_closes_the_forks_after_its_heir() {
        let [a, b, ..] = states();
        let heir = ForkTrace(a.0.drop_first().unwrap());
        assert_eq!(b.drop_after(&heir), [step(2)]);
        assert!(b.drop_after(&heir).is_empty());
        assert!(numbers(&a.join(&b)).is_empty());
    }

    #[test]
    fn old_forks_are_not_compared() {
        let mut one = ForkTrace::default();
        let two = one.fork(step(0), StateId(0));
        for number in 1..MOST as u32 {
            one.fork(step(number), StateId(u64::from(number)));
        }
        assert_eq!(one.separation(&two), Some(step(0)));
        one.fork(step(99), StateId(99));
        assert_eq!(one.separation(&two), None);
    }
}
