//! Exact numbers of the program paths that merged states represent. The *component paths* of a merged state are these
//! program paths. The *history* of a state is the tree of its merges. The *sides* of a merge are the two states that
//! were merged.
//!
//! The *multiplicity* of a state is 1 at the start, and a merge adds the multiplicities of the two states. The
//! multiplicity is only an upper bound, because a fork copies it to both successors, even if some component paths
//! follow only one successor. The exact number is determined as in Kuznetsov et al. (PLDI 2012, §5.2). When a state
//! completes, the component paths that are satisfiable together with its path condition are counted. Their number is
//! the number of paths that exploration without merging completes.
//!
//! The algorithm is model counting with component caching. It descends the history from the latest merge: the count of
//! a merge is the sum of the counts of its feasible sides. The count of a merge depends on the conditions of the path
//! and of the sides chosen at later merges. But only those conditions matter that share an input with a condition in
//! the subtree of the merge, directly or through other conditions. Therefore the key of a cached count consists of the
//! merge and these conditions. With this cache, `n` independent merges, which represent `2^n` paths, need only `2 n`
//! queries.
use super::Executor;
use crate::state::State;
use crate::state::history::MergeHistory;
use crate::state::path::Path;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use symtool_expr::{Arena, ExprId, SymArray, Symbol};
use symtool_solver::Tri;

/// The identity of a merge history, which is a tree of merges: the address of its top node. The address is unique
/// while the history of the whole state, which contains this tree, is alive.
type HistoryId = *const MergeHistory;

/// The key of a cached count of component paths (the program paths that a merge history represents). The key consists
/// of the history, and of those conditions of the path and of the sides chosen at later merges that share an input with
/// a condition in the history. The conditions are in ascending order.
type Subproblem = (HistoryId, Vec<ExprId>);

/// A merge whose component paths are being counted. The open merges form the stack of the descent through the
/// history.
struct OpenSubproblem<'h> {
    problem: Subproblem,
    /// The feasible sides of the merge that are not counted yet. Each side has its history, and the conditions that
    /// belong to the key of this history (see [`Subproblem`]).
    sides: Vec<(&'h Rc<MergeHistory>, Vec<ExprId>)>,
    sum: u128,
}

/// The inputs on which the conditions of a set depend.
#[derive(Clone, Default)]
struct Inputs {
    bytes: FxHashSet<Symbol>,
    /// The inputs that some condition of the set reads at a symbolic index. Such a condition may depend on every byte
    /// of the input.
    whole: FxHashSet<SymArray>,
    /// All inputs on which a condition of the set depends: those in `whole`, and those with a byte in `bytes`.
    some: FxHashSet<SymArray>,
}

impl Inputs {
    fn add(&mut self, arena: &Arena, condition: ExprId) {
        for &symbol in arena.support(condition) {
            let (array, byte) = arena.symbol_place(symbol);
            self.some.insert(array);
            match byte {
                Some(_) => self.bytes.insert(symbol),
                None => self.whole.insert(array),
            };
        }
    }

    fn touches(&self, arena: &Arena, condition: ExprId) -> bool {
        arena.support(condition).iter().any(|&symbol| {
            let (array, byte) = arena.symbol_place(symbol);
            match byte {
                Some(_) => self.bytes.contains(&symbol) || self.whole.contains(&array),
                None => self.some.contains(&array),
            }
        })
    }

    /// Returns those of `conditions` that depend on an input in `self`, or that share an input with another returned
    /// condition.
    fn related(mut self, arena: &Arena, conditions: &[ExprId]) -> Vec<ExprId> {
        let mut rest = conditions.to_vec();
        let mut related = Vec::new();
        loop {
            let (touched, others): (Vec<ExprId>, Vec<ExprId>) =
                rest.into_iter().partition(|&c| self.touches(arena, c));
            if touched.is_empty() {
                break;
            }
            touched.iter().for_each(|&c| self.add(arena, c));
            related.extend(touched);
            rest = others;
        }
        related.sort_unstable();
        related.dedup();
        related
    }
}

/// Returns, for each subtree of the merge history `root`, the inputs on which the conditions in the subtree depend.
/// Each merge in the subtree has two conditions, one for each of the two merged states.
fn inputs_of(arena: &Arena, root: &Rc<MergeHistory>) -> FxHashMap<HistoryId, Inputs> {
    let mut all: FxHashMap<HistoryId, Inputs> = FxHashMap::default();
    let mut todo = vec![(root, false)];
    while let Some((history, is_below_done)) = todo.pop() {
        let id = Rc::as_ptr(history);
        let MergeHistory::Joined(sides) = &**history else {
            continue;
        };
        if all.contains_key(&id) {
            continue;
        }
        if !is_below_done {
            todo.push((history, true));
            todo.extend(sides.iter().map(|(_, below)| (below, false)));
            continue;
        }
        let mut inputs = Inputs::default();
        for (condition, below) in sides {
            inputs.add(arena, *condition);
            if let Some(more) = all.get(&Rc::as_ptr(below)) {
                inputs.bytes.extend(&more.bytes);
                inputs.whole.extend(&more.whole);
                inputs.some.extend(&more.some);
            }
        }
        all.insert(id, inputs);
    }
    all
}

impl Executor<'_> {
    /// Counts the component paths of a completed state, if the configuration enables counting.
    pub(super) fn count_paths(&mut self, state: &State) {
        if !self.config.count_paths {
            return;
        }
        let (counted, is_exact) = self.component_paths(state);
        let paths = &mut self.stats.paths;
        let sum = paths.exact.checked_add(counted);
        paths.exact = sum.unwrap_or(u128::MAX);
        if !is_exact || sum.is_none() {
            paths.uncounted += 1;
        }
    }

    /// Returns the number of component paths (program paths that the state represents) that are feasible under the
    /// path condition, and whether the number is exact. Otherwise it is a lower bound, because a query has no answer,
    /// the run halts, or the number has more than 128 bits.
    fn component_paths(&mut self, state: &State) -> (u128, bool) {
        let mut levels: Vec<OpenSubproblem<'_>> = Vec::new();
        let root = Rc::clone(&state.merge.history);
        if let Some(count) = self.descend(state, &root, &mut levels) {
            return (count, true);
        }
        // Each open merge has counted component paths that no other open merge has counted.
        let counted = levels.iter().map(|level| level.sum);
        (counted.fold(0, u128::saturating_add), false)
    }

    /// Counts the component paths below the merge history `root` of a state, exactly or not at all. `levels` is the
    /// stack of the descent; if there is no exact number, it contains what was counted.
    fn descend<'h>(
        &mut self,
        state: &State,
        root: &'h Rc<MergeHistory>,
        levels: &mut Vec<OpenSubproblem<'h>>,
    ) -> Option<u128> {
        let inputs = inputs_of(&self.arena, root);
        let related = |arena: &Arena, history: &Rc<MergeHistory>, conditions: &[ExprId]| {
            let inputs = inputs.get(&Rc::as_ptr(history)).cloned();
            inputs.map_or_else(Vec::new, |inputs| inputs.related(arena, conditions))
        };
        let conditions = related(&self.arena, root, state.path.conditions());
        let mut known: FxHashMap<Subproblem, u128> = FxHashMap::default();
        levels.push(OpenSubproblem {
            problem: (std::ptr::null(), Vec::new()),
            sides: vec![(root, conditions)],
            sum: 0,
        });
        while let Some(level) = levels.last_mut() {
            let Some((history, conditions)) = level.sides.pop() else {
                let done = levels.pop()?;
                let Some(above) = levels.last_mut() else {
                    return Some(done.sum);
                };
                let sum = above.sum.checked_add(done.sum);
                above.sum = sum.unwrap_or(u128::MAX);
                sum?;
                known.insert(done.problem, done.sum);
                continue;
            };
            let MergeHistory::Joined(sides) = &**history else {
                level.sum = level.sum.checked_add(1)?;
                continue;
            };
            let problem = (Rc::as_ptr(history), conditions);
            if let Some(&count) = known.get(&problem) {
                level.sum = level.sum.checked_add(count)?;
                continue;
            }
            let mut feasible = Vec::new();
            for (side, below) in sides {
                if self.is_feasible_side(state, &problem.1, *side)? {
                    let all = [&problem.1[..], &[*side]].concat();
                    feasible.push((below, related(&self.arena, below, &all)));
                }
            }
            levels.push(OpenSubproblem {
                problem,
                sides: feasible,
                sum: 0,
            });
        }
        None
    }

    /// Returns whether a side of a merge (one of the two states that were merged) is feasible together with
    /// `conditions` and the path condition; `None` if the solver does not decide it. `side` is the condition that
    /// distinguishes this side from the other side of the merge.
    fn is_feasible_side(
        &mut self,
        state: &State,
        conditions: &[ExprId],
        side: ExprId,
    ) -> Option<bool> {
        self.check_limits();
        if self.halt.is_some() {
            return None;
        }
        let mut part = state.clone();
        part.path = Path::default();
        conditions.iter().for_each(|&c| part.path.push(c));
        match self.possible(&part, side) {
            Tri::Yes => Some(true),
            Tri::No => Some(false),
            Tri::Unknown => None,
        }
    }
}
