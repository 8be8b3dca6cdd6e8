//! Checks the feasibility of paths, and finds minimal conflicts of infeasible paths (conflict analysis, do Val 2014,
//! §3.3.4). A φ is a symbol for a value at a join; a *fact* is an edge of a path, or the value of a φ. An unsat *core*
//! is an unsatisfiable subset of conditions.
//!
//! If a path is infeasible, the shortest infeasible prefix of the path is determined first. For example, if iterations
//! 3 and 4 of a loop each contain a conflict, only the conflict in iteration 3 is found. Then the unsat core of the
//! prefix is minimized by deletion: a condition is removed if the remaining conditions are still unsatisfiable. If a
//! model of an earlier query satisfies the remaining conditions, the removed condition is necessary, and no query is
//! needed. Therefore models are cached.
//!
//! The query optimizations of do Val (2014, §4.3) are links of the solver chain: `independence` splits a query into
//! groups of conditions that share no input, `cache` and `counterexamples` recall earlier answers. A group that several
//! paths have in common is solved once.
use crate::clause::{Clause, Constraint, Fact};
use crate::unrolling::Unrolling;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use symtool_expr::{Arena, ExprId, Node};
use symtool_solver::{Answer, Chain, LINKS, LinkSet, Model, SolverConfig, SolverStats, Unknown};

/// The maximum number of queries to minimize one unsat core. After these queries, the core found so far is used.
const MAX_QUERIES_PER_CORE: usize = 48;

/// The maximum number of conditions in a query to `parts`, the solver for short queries.
const MAX_PART_CONDITIONS: usize = 24;

/// The maximum number of cached models of earlier queries.
const MAX_MODELS: usize = 32;

/// The maximum size, in expression nodes, of a condition that is checked without the conditions of a path. A larger
/// condition is not checked, and counts as satisfiable.
const MAX_CONDITION_SIZE: usize = 128;

/// The result of checking a path.
pub enum Feasibility {
    /// The path is feasible; the model contains inputs that follow it.
    Yes(Model),
    /// The path is infeasible. The facts of the clause require contradicting constraints.
    No(Clause),
    /// The solver did not decide whether the path is feasible.
    Unknown(Unknown),
}

/// Checks the feasibility of paths, and finds minimal unsat cores of infeasible paths.
pub struct FeasibilityOracle {
    /// The solver for queries with more than [`MAX_PART_CONDITIONS`] conditions, such as whole paths.
    paths: Chain,
    /// The solver for queries with few conditions. It is separate from `paths`, because a query with few conditions
    /// would evict the assertions of the last path from the incremental solver. The next path shares most of these
    /// assertions.
    parts: Chain,
    /// Whether the solver `parts` answered the latest query; `false` if the solver `paths` did.
    parts_answered: bool,
    /// The models that the latest satisfiable queries have returned, most recent first.
    models: VecDeque<Model>,
    /// The maximum number of models in `models`; 0 if the link `counterexamples` is disabled.
    max_models: usize,
    /// The total number of queries to the two solvers.
    pub queries: u64,
}

impl FeasibilityOracle {
    /// Returns an oracle without cached models.
    pub fn new(config: &SolverConfig) -> FeasibilityOracle {
        let recalls_models = LINKS
            .find("counterexamples")
            .is_some_and(|link| link.is_in(&config.links));
        // The links for bit-blasting are disabled, so that the incremental solver, which keeps assertions between
        // queries, answers most queries. Each of the two chains receives queries of similar size, so that its
        // incremental solver keeps few unrelated constraints.
        let config = SolverConfig {
            links: ["bits", "tiny-bits"]
                .into_iter()
                .fold(config.links.clone(), LinkSet::without),
            ..config.clone()
        };
        FeasibilityOracle {
            paths: Chain::new(config.clone()),
            parts: Chain::new(config),
            parts_answered: false,
            models: VecDeque::new(),
            max_models: if recalls_models { MAX_MODELS } else { 0 },
            queries: 0,
        }
    }

    /// Returns the work of both solvers. The unit is the work of one instruction in the symbolic interpreter.
    pub fn work(&self) -> u64 {
        self.paths.work() + self.parts.work()
    }

    /// Adds the solver's statistics to `stats`.
    pub fn collect(&self, stats: &mut SolverStats) {
        for chain in [&self.paths, &self.parts] {
            stats.add(&chain.stats());
            stats.issued += chain.model_queries();
        }
    }

    /// Checks the feasibility of a path. `grounded` contains the conditions of the path's edges as expressions over
    /// inputs only.
    ///
    /// `constraints_of(indices, stated)` is called for an infeasible path. It expresses the conditions `grounded[i]`,
    /// for each i in `indices`, over inputs and φs instead of inputs only. It returns two lists:
    ///
    /// 1. these conditions, and the equations of their φs;
    /// 2. the *separate* facts among these equations: each gives the value of a φ that other φs copy (the origin of a
    ///    class in [`crate::copies`]).
    ///
    /// In the first call, `stated` is empty. If the contradiction needs separate facts, a second call gets these
    /// facts as `stated`. The second call equates each copy with the value of the origin, and not with the origin
    /// itself. Therefore these facts are no longer separate. [`PathAnalysis::with_copies`] has an example.
    ///
    /// [`PathAnalysis::with_copies`]: crate::path::PathAnalysis::with_copies
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
        match self.check(&mut unrolling.arena, &sorted(grounded)) {
            Answer::Sat(model) => return Feasibility::Yes(model),
            Answer::Unknown(why) => return Feasibility::Unknown(why),
            Answer::Unsat => {}
        }
        let (mut feasible, mut infeasible) = (0, grounded.len());
        let mut core = self.core(&unrolling.arena, grounded);
        while infeasible - feasible > 1 {
            // The core shows that the prefix up to the last condition in the core is infeasible. A shorter
            // prefix may be infeasible, too.
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
            if let Answer::Unsat = self.check(&mut unrolling.arena, &sorted(fewer)) {
                core = self.core(&unrolling.arena, fewer);
                infeasible = middle;
            } else if middle == infeasible - 1 {
                break;
            } else {
                feasible = middle;
            }
        }
        let conditions = distinct(grounded[..infeasible].iter().copied());
        let core = self.minimize(&mut unrolling.arena, &conditions, core);
        let index_of = |cond: &ExprId| grounded[..infeasible].iter().position(|c| c == cond);
        let mut named: Vec<usize> = core.iter().filter_map(index_of).collect();
        named.sort_unstable();
        // The conditions of the core are now expressed over inputs and φs. If several φs are copies of one φ, a
        // separate constraint states the value of this φ. The separate constraint is used only if the contradiction
        // needs it.
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

    /// Returns a minimized unsat core of the formulas of `constraints`, which contradict each other.
    fn core_of(
        &mut self,
        unrolling: &mut Unrolling<'_>,
        constraints: &[Constraint],
    ) -> Vec<ExprId> {
        let conditions = formulas(constraints);
        let core = match self.check(&mut unrolling.arena, &sorted(&conditions)) {
            Answer::Unsat => self.core(&unrolling.arena, &conditions),
            Answer::Sat(_) | Answer::Unknown(_) => conditions.clone(),
        };
        self.minimize(&mut unrolling.arena, &conditions, core)
    }

    /// Returns an unsat core of the formulas of `constraints`, without minimizing the core. Returns `None` if the
    /// formulas do not contradict each other or the solver is undecided.
    pub fn contradiction(
        &mut self,
        arena: &mut Arena,
        constraints: &[Constraint],
    ) -> Option<Vec<ExprId>> {
        let conditions = formulas(constraints);
        match self.check(arena, &sorted(&conditions)) {
            Answer::Unsat => Some(self.core(arena, &conditions)),
            Answer::Sat(_) | Answer::Unknown(_) => None,
        }
    }

    /// Returns whether a condition is unsatisfiable. Returns `false` if it is satisfiable, undecided, or not
    /// checked because it is too large or contains floats, array reads or products of two variables.
    pub fn is_unsatisfiable(&mut self, arena: &mut Arena, cond: ExprId) -> bool {
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

    fn latest_chain(&mut self) -> &mut Chain {
        if self.parts_answered {
            &mut self.parts
        } else {
            &mut self.paths
        }
    }

    fn core(&mut self, arena: &Arena, conditions: &[ExprId]) -> Vec<ExprId> {
        if let Some(&alone) = conditions.iter().find(|&&cond| arena.is_false(cond)) {
            return vec![alone];
        }
        self.latest_chain()
            .core()
            .unwrap_or_else(|| conditions.to_vec())
    }

    fn check(&mut self, arena: &mut Arena, conditions: &[ExprId]) -> Answer {
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
        let answer = self.latest_chain().model(arena, conditions);
        if let Answer::Sat(model) = &answer {
            self.models.push_front(model.clone());
            self.models.truncate(self.max_models);
        }
        answer
    }

    /// Minimizes an unsat core by deletion. Among the minimal cores of `all`, the result prefers late conditions: an
    /// earlier condition is in the result only if the later conditions cannot replace it.
    ///
    /// The result depends on the meaning and the order of the conditions, and not on the cores that the solver
    /// finds. After [`MAX_QUERIES_PER_CORE`] queries, the function returns the latest core.
    fn minimize(
        &mut self,
        arena: &mut Arena,
        all: &[ExprId],
        mut core: Vec<ExprId>,
    ) -> Vec<ExprId> {
        let mut needed: Vec<ExprId> = Vec::new();
        let mut from = 0;
        for _ in 0..MAX_QUERIES_PER_CORE {
            let first = all[from..].iter().position(|cond| core.contains(cond));
            let Some(first) = first.map(|at| from + at) else {
                return needed; // the necessary conditions alone are unsatisfiable
            };
            // Checks whether the necessary conditions and all conditions after `first` together are unsatisfiable.
            // If so, the condition at `first` is not necessary.
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

/// Returns the conditions in ascending order without duplicates, so that equal sets are equal queries.
fn sorted(conditions: &[ExprId]) -> Vec<ExprId> {
    let mut conditions = conditions.to_vec();
    conditions.sort_unstable();
    conditions.dedup();
    conditions
}

/// Returns the conditions without duplicates, in the order of their first occurrence.
fn distinct(conditions: impl Iterator<Item = ExprId>) -> Vec<ExprId> {
    let mut seen = FxHashSet::default();
    conditions.filter(|&cond| seen.insert(cond)).collect()
}

/// Returns the facts that require the formulas `conditions`. If several facts require the same formula, the result
/// contains the first one.
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
