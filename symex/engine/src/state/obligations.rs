//! Coverage obligations of a state. A *component path* is one of the paths that a merged state represents. A component
//! path that was the first path to cover some code still needs a test case that covers this code. This test case is an
//! obligation of the merged state. A merge unites the obligations of the two states.
use rpds::List;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use symtool_expr::{Arena, ExprId};
use symtool_solver::Model;

/// A coverage obligation: a component path (one of the paths that a merged state represents) was the first to cover
/// some code, and still needs a test case.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// The number of the obligation. Copies of the obligation in other states have the same number.
    pub number: u64,
    /// The condition under which the merged state represents the component path.
    pub when: ExprId,
    /// An input of the component path; `None` if none is known. The state that follows this input to its end
    /// fulfils the obligation.
    pub witness: Option<Rc<Model>>,
}

/// The numbers of coverage obligations in use: the latest number, and the numbers of fulfilled obligations.
pub struct Numbering<'n> {
    /// The number of the latest obligation.
    pub last: &'n mut u64,
    /// The numbers of the obligations that some test case has fulfilled.
    pub fulfilled: &'n FxHashSet<u64>,
}

impl Numbering<'_> {
    /// Returns a new number for a coverage obligation.
    pub fn next_number(&mut self) -> u64 {
        *self.last += 1;
        *self.last
    }
}

/// Returns the obligations of a merged state: the obligations of both original states. An obligation of only one state
/// gets a further condition: the one that distinguishes this state from the other state. Fulfilled obligations are
/// omitted.
pub fn joined(
    arena: &mut Arena,
    [one, two]: [&List<Obligation>; 2],
    only: [ExprId; 2],
    fulfilled: &FxHashSet<u64>,
) -> Vec<Obligation> {
    let others: FxHashMap<u64, ExprId> = two
        .iter()
        .map(|obligation| (obligation.number, obligation.when))
        .collect();
    let mine: FxHashSet<u64> = one.iter().map(|obligation| obligation.number).collect();
    let mut joined = Vec::new();
    let mut keep = |obligation: &Obligation, when: ExprId| {
        if when != Arena::FALSE && !fulfilled.contains(&obligation.number) {
            let obligation = obligation.clone();
            joined.push(Obligation { when, ..obligation });
        }
    };
    for obligation in one {
        let when = match others.get(&obligation.number) {
            // Both states inherited the obligation from the state before their fork. Therefore the condition of the
            // obligation does not change in the merged state.
            Some(&other) if other == obligation.when => obligation.when,
            Some(&other) => arena.ite(only[0], obligation.when, other),
            None => arena.and(obligation.when, only[0]),
        };
        keep(obligation, when);
    }
    for obligation in two {
        if !mine.contains(&obligation.number) {
            keep(obligation, arena.and(obligation.when, only[1]));
        }
    }
    joined
}

/// Adds the obligations of a removed state to those of another state, its *heir*, which represents the removed state
/// under the condition `when`.
pub fn inherit(
    arena: &mut Arena,
    heir: &mut List<Obligation>,
    obligations: Vec<Obligation>,
    when: ExprId,
) {
    let mut own: Vec<Obligation> = heir.iter().cloned().collect();
    for mut item in obligations {
        item.when = arena.and(item.when, when);
        match own.iter_mut().find(|known| known.number == item.number) {
            Some(known) => known.when = arena.or(known.when, item.when),
            None => own.push(item),
        }
    }
    *heir = own.into_iter().collect();
}
