//! Feasibility of paths, and minimal conflicts of infeasible ones (conflict analysis, thesis §3.3.4).
//!
//! First the shortest infeasible prefix of the path is determined, so that a conflict in iteration 3 of a
//! loop is separated from conflicts after it. The unsat core of the prefix is then minimized by deletion.
//! Cached models of earlier queries show without a query that most conditions are necessary.
use crate::clause::{Clause, Constraint, Fact};
use crate::unrolling::Unrolling;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use symtool_expr::{Arena, ExprId, Node};
use symtool_solver::{Answer, Backend, LinkSet, Model, Solver, SolverConfig, SolverStats, Unknown};

/// The maximum number of queries to minimize one core.
const MAX_QUERIES_PER_CORE: usize = 48;

/// The maximum number of conditions of a query that counts as one about a part of a path.
const MAX_PART_CONDITIONS: usize = 24;

/// The number of cached models.
const MAX_MODELS: usize = 32;

/// The maximum size of a condition that is checked independently of a path.
const MAX_CONDITION_SIZE: usize = 128;

/// The result of checking a path.
pub enum Feasibility {
    /// Feasible, with these inputs.
    Yes(Model),
    /// Infeasible, with a clause: its facts impose contradicting constraints.
    No(Clause),
    /// Undecided.
    Unknown(Unknown),
}

/// Checks the feasibility of paths.
pub struct FeasibilityOracle {
    /// The solver for whole paths.
    backend: Backend,
    /// The solver for parts of paths. It is separate, because a query with few conditions would evict the
    /// assertions of the last path, most of which the next path shares.
    parts: Backend,
    /// Whether `parts` answered the latest query.
    parts_answered: bool,
    /// The latest models, most recent first.
    models: VecDeque<Model>,
    /// The number of queries.
    pub queries: u64,
}

impl FeasibilityOracle {
    /// Returns an oracle with an empty cache.
    pub fn new(config: &SolverConfig) -> FeasibilityOracle {
        // The oracle has a model cache of its own. Each backend answers queries of similar size, so that its
        // long-lived solver contains few unrelated constraints.
        let config = SolverConfig {
            links: ["cache", "counterexamples", "bits", "tiny-bits"]
                .into_iter()
                .fold(config.links.clone(), LinkSet::without),
            ..config.clone()
        };
        FeasibilityOracle {
            backend: Backend::new(&config),
            parts: Backend::new(&config),
            parts_answered: false,
            models: VecDeque::new(),
            queries: 0,
        }
    }

    /// Adds the solver's statistics to `stats`.
    pub fn collect(&self, stats: &mut SolverStats) {
        self.backend.collect(stats);
        self.parts.collect(stats);
        stats.asked += stats.solver;
    }

    /// Checks the feasibility of a path. `grounded` are the conditions of its edges as expressions over
    /// inputs only. `constraints_of` returns, for the indices of some of them, the constraints over inputs
    /// and φs.
    pub fn check_path(
        &mut self,
        unrolling: &mut Unrolling<'_>,
        grounded: &[ExprId],
        mut constraints_of: impl FnMut(
            &mut Unrolling<'_>,
            &[usize],
            &[Fact],
        ) -> (Vec<Constraint>, Vec<Fact>),
    ) -> Feasibility {
        match self.check(&unrolling.arena, &sorted(grounded)) {
            Answer::Sat(model) => return Feasibility::Yes(model),
            Answer::Unknown(why) => return Feasibility::Unknown(why),
            Answer::Unsat => {}
        }
        let (mut feasible, mut infeasible) = (0, grounded.len());
        let mut core = self.core(&unrolling.arena, grounded);
        while infeasible - feasible > 1 {
            // The prefix up to the last condition of the core is infeasible, but a shorter prefix may be
            // infeasible, too.
            let named = grounded[..infeasible]
                .iter()
                .rposition(|cond| core.contains(cond));
            let last = named.map_or(infeasible, |at| at + 1);
            let middle = if last < infeasible {
                last
            } else if infeasible - feasible > 8 && feasible > 0 {
                feasible + (infeasible - feasible) / 2
            } else {
                infeasible - 1
            };
            let middle = middle.max(feasible + 1);
            let fewer = &grounded[..middle];
            if let Answer::Unsat = self.check(&unrolling.arena, &sorted(fewer)) {
                core = self.core(&unrolling.arena, fewer);
                infeasible = middle;
            } else if middle == infeasible - 1 {
                break;
            } else {
                feasible = middle;
            }
        }
        let conditions = distinct(grounded[..infeasible].iter().copied());
        let core = self.minimize(&unrolling.arena, &conditions, core);
        let index_of = |cond: &ExprId| grounded[..infeasible].iter().position(|c| c == cond);
        let mut named: Vec<usize> = core.iter().filter_map(index_of).collect();
        named.sort_unstable();
        // The conditions of the core are stated again over φs. The values of the origins of copies are
        // omitted at first.
        let mut stated = Vec::new();
        let (mut constraints, mut separate) = constraints_of(unrolling, &named, &stated);
        let mut core = self.core_of(unrolling, &constraints);
        stated.extend(facts_of(&constraints, &core));
        stated.retain(|fact| separate.contains(fact));
        if !stated.is_empty() {
            (constraints, separate) = constraints_of(unrolling, &named, &stated);
            debug_assert!(stated.iter().all(|fact| !separate.contains(fact)));
            core = self.core_of(unrolling, &constraints);
        }
        Feasibility::No(Clause {
            body: facts_of(&constraints, &core),
            head: None,
            core,
        })
    }

    /// Returns a minimized unsat core of contradicting constraints.
    fn core_of(&mut self, unrolling: &Unrolling<'_>, constraints: &[Constraint]) -> Vec<ExprId> {
        let conditions = formulas(constraints);
        let core = match self.check(&unrolling.arena, &sorted(&conditions)) {
            Answer::Unsat => self.core(&unrolling.arena, &conditions),
            Answer::Sat(_) | Answer::Unknown(_) => conditions.clone(),
        };
        self.minimize(&unrolling.arena, &conditions, core)
    }

    /// Returns a minimized core if some constraints contradict each other.
    pub fn contradiction(
        &mut self,
        arena: &Arena,
        constraints: &[Constraint],
    ) -> Option<Vec<ExprId>> {
        let conditions = formulas(constraints);
        match self.check(arena, &sorted(&conditions)) {
            Answer::Unsat => Some(self.core(arena, &conditions)),
            Answer::Sat(_) | Answer::Unknown(_) => None,
        }
    }

    /// Returns whether a small condition is unsatisfiable; `false` means unknown.
    pub fn is_unsatisfiable(&mut self, arena: &Arena, cond: ExprId) -> bool {
        let parts = arena.postorder(&[cond]);
        let is_hard = |&part: &ExprId| match arena.node(part) {
            Node::Bin { op, lhs, rhs } => {
                op.is_product() && !arena.is_const(lhs) && !arena.is_const(rhs)
            }
            _ => false,
        };
        let is_small =
            parts.len() <= MAX_CONDITION_SIZE && !arena.has_float(cond) && !arena.has_reads(cond);
        is_small
            && !parts.iter().any(is_hard)
            && !Model::new().satisfies(arena, &[cond])
            && matches!(self.check(arena, &[cond]), Answer::Unsat)
    }

    fn latest_backend(&mut self) -> &mut Backend {
        if self.parts_answered {
            &mut self.parts
        } else {
            &mut self.backend
        }
    }

    fn core(&mut self, arena: &Arena, conditions: &[ExprId]) -> Vec<ExprId> {
        if let Some(&alone) = conditions.iter().find(|&&cond| arena.is_false(cond)) {
            return vec![alone];
        }
        self.latest_backend()
            .core()
            .unwrap_or_else(|| conditions.to_vec())
    }

    fn check(&mut self, arena: &Arena, conditions: &[ExprId]) -> Answer {
        if conditions.is_empty() {
            return Answer::Sat(Model::new());
        }
        let known = self.models.iter();
        let mut known = known.filter(|model| model.satisfies(arena, conditions));
        if let Some(model) = known.next().cloned() {
            return Answer::Sat(model);
        }
        self.queries += 1;
        self.parts_answered = conditions.len() <= MAX_PART_CONDITIONS;
        let answer = self.latest_backend().check(arena, conditions);
        if let Answer::Sat(model) = &answer {
            self.models.push_front(model.clone());
            self.models.truncate(MAX_MODELS);
        }
        answer
    }

    /// Minimizes an unsat core by deletion. Among the minimal cores it selects the one whose conditions come
    /// latest: each necessary condition cannot be replaced by later ones.
    ///
    /// The result depends only on the meaning and the order of the conditions, not on the cores that the
    /// solver finds.
    fn minimize(&mut self, arena: &Arena, all: &[ExprId], mut core: Vec<ExprId>) -> Vec<ExprId> {
        let mut needed: Vec<ExprId> = Vec::new();
        let mut from = 0;
        for _ in 0..MAX_QUERIES_PER_CORE {
            let first = all[from..].iter().position(|cond| core.contains(cond));
            let Some(first) = first.map(|at| from + at) else {
                return needed; // the necessary conditions suffice
            };
            // Check whether the conditions after the first one of the core are unsatisfiable together with
            // the necessary ones.
            let mut rest = needed.clone();
            rest.extend(&all[first + 1..]);
            match self.check(arena, &sorted(&rest)) {
                Answer::Unsat => core = self.core(arena, &rest),
                _ => needed.push(all[first]),
            }
            from = first + 1;
        }
        core
    }
}

fn formulas(constraints: &[Constraint]) -> Vec<ExprId> {
    distinct(constraints.iter().map(|&(cond, _)| cond))
}

/// Returns the conditions in a canonical order without duplicates, so that queries share cache entries.
fn sorted(conditions: &[ExprId]) -> Vec<ExprId> {
    let mut conditions = conditions.to_vec();
    conditions.sort_unstable();
    conditions.dedup();
    conditions
}

/// Returns the conditions without duplicates, in order of first occurrence.
fn distinct(conditions: impl Iterator<Item = ExprId>) -> Vec<ExprId> {
    let mut seen = FxHashSet::default();
    conditions.filter(|&cond| seen.insert(cond)).collect()
}

/// Returns the facts that impose some conditions. If several facts impose the same condition, the first one
/// is taken.
fn facts_of(constraints: &[Constraint], conditions: &[ExprId]) -> Vec<Fact> {
    let fact = |c: &ExprId| {
        constraints
            .iter()
            .find(|(cond, _)| cond == c)
            .map(|&(_, f)| f)
    };
    let mut facts: Vec<Fact> = conditions.iter().filter_map(fact).collect();
    facts.sort_unstable();
    facts.dedup();
    facts
}
