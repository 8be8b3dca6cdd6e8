//! Why no input takes a path: few edges whose conditions cannot hold together.
//!
//! First the shortest beginning of the path that no input takes: what a loop excludes in its third trip is told apart from what
//! comes behind it. Of its conditions the solver names some that contradict each other; then each is left out in turn, and
//! stays out if the rest is unsatisfiable without it. Most are found necessary by a model of an earlier question.
use crate::clause::{Clause, Constraint, Fact};
use crate::unrolling::Unrolling;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use symtool_expr::{Arena, ExprId, Node};
use symtool_solver::{Answer, Backend, Model, Solver, SolverConfig, SolverStats, Unknown};

/// Questions that making one core smaller may cost.
const MAX_QUESTIONS: usize = 48;

/// Questions of at most so many conditions are about parts of paths.
const MAX_OF_A_PART: usize = 24;

/// Models that are kept.
const MAX_MODELS: usize = 32;

/// Expressions in a condition that is asked about without a path.
const MAX_PARTS: usize = 128;

/// Whether some input takes a path.
pub enum Feasibility {
    /// This one does.
    Yes(Model),
    /// None: some facts demand formulas that contradict each other.
    No(Clause),
    /// The solver does not say.
    Unknown(Unknown),
}

/// Asks the solver about paths.
pub struct FeasibilityOracle {
    /// For whole paths.
    backend: Backend,
    /// For parts of them: few conditions would make the solver forget those of the path, of which the next one has most.
    parts: Backend,
    /// Who answered last.
    by_parts: bool,
    /// The latest models, the last first.
    models: VecDeque<Model>,
    /// Questions to the solver.
    pub queries: u64,
}

impl FeasibilityOracle {
    /// A oracle that has not asked anything.
    pub fn new(config: &SolverConfig) -> FeasibilityOracle {
        // What contradicts each other is wanted, which a SAT solver that is made for each question does not tell.
        let config = SolverConfig {
            bits: false,
            ..config.clone()
        };
        FeasibilityOracle {
            backend: Backend::new(&config),
            parts: Backend::new(&config),
            by_parts: false,
            models: VecDeque::new(),
            queries: 0,
        }
    }

    /// Adds what was counted.
    pub fn collect(&self, stats: &mut SolverStats) {
        self.backend.collect(stats);
        self.parts.collect(stats);
        stats.asked += stats.solver;
    }

    /// Asks about a path: `grounded` are its conditions in terms of inputs only, and `asks` tells what some of them, by their
    /// places, ask of inputs and phis.
    pub fn ask(
        &mut self,
        unrolling: &mut Unrolling<'_>,
        grounded: &[ExprId],
        mut asks: impl FnMut(&mut Unrolling<'_>, &[usize], &[Fact]) -> (Vec<Constraint>, Vec<Fact>),
    ) -> Feasibility {
        match self.check(&unrolling.arena, &sorted(grounded)) {
            Answer::Sat(model) => return Feasibility::Yes(model),
            Answer::Unknown(why) => return Feasibility::Unknown(why),
            Answer::Unsat => {}
        }
        let (mut good, mut bad) = (0, grounded.len());
        let mut core = self.core(&unrolling.arena, grounded);
        while bad - good > 1 {
            // All conditions up to the last that the core has are enough; is one less?
            let named = grounded[..bad].iter().rposition(|cond| core.contains(cond));
            let last = named.map_or(bad, |at| at + 1);
            let middle = if last < bad {
                last
            } else if bad - good > 8 && good > 0 {
                good + (bad - good) / 2
            } else {
                bad - 1
            };
            let middle = middle.max(good + 1);
            let fewer = &grounded[..middle];
            if let Answer::Unsat = self.check(&unrolling.arena, &sorted(fewer)) {
                core = self.core(&unrolling.arena, fewer);
                bad = middle;
            } else if middle == bad - 1 {
                break;
            } else {
                good = middle;
            }
        }
        let asked = distinct(grounded[..bad].iter().copied());
        let core = self.smaller(&unrolling.arena, &asked, core);
        let place = |cond: &ExprId| grounded[..bad].iter().position(|c| c == cond);
        let mut named: Vec<usize> = core.iter().filter_map(place).collect();
        named.sort_unstable();
        // The same with the phis: which of them matter? First without what copies are copies of.
        let mut told = Vec::new();
        let (mut constraints, mut apart) = asks(unrolling, &named, &told);
        let mut core = self.core_of(unrolling, &constraints);
        told.extend(facts_of(&constraints, &core));
        told.retain(|fact| apart.contains(fact));
        if !told.is_empty() {
            (constraints, apart) = asks(unrolling, &named, &told);
            debug_assert!(told.iter().all(|fact| !apart.contains(fact)));
            core = self.core_of(unrolling, &constraints);
        }
        Feasibility::No(Clause {
            body: facts_of(&constraints, &core),
            head: None,
            core,
        })
    }

    /// Of what is demanded, and contradicts itself, a part that does.
    fn core_of(&mut self, unrolling: &Unrolling<'_>, constraints: &[Constraint]) -> Vec<ExprId> {
        let asked = conditions(constraints);
        let core = match self.check(&unrolling.arena, &sorted(&asked)) {
            Answer::Unsat => self.core(&unrolling.arena, &asked),
            Answer::Sat(_) | Answer::Unknown(_) => asked.clone(),
        };
        self.smaller(&unrolling.arena, &asked, core)
    }

    /// Do some formulas contradict each other? Those that do.
    pub fn contradiction(
        &mut self,
        arena: &Arena,
        constraints: &[Constraint],
    ) -> Option<Vec<ExprId>> {
        let asked = conditions(constraints);
        match self.check(arena, &sorted(&asked)) {
            Answer::Unsat => Some(self.core(arena, &asked)),
            Answer::Sat(_) | Answer::Unknown(_) => None,
        }
    }

    /// Does no input and no phi satisfy a small condition? No is no answer.
    pub fn is_never(&mut self, arena: &Arena, cond: ExprId) -> bool {
        let parts = arena.postorder(&[cond]);
        let is_hard = |&part: &ExprId| match arena.node(part) {
            Node::Bin { op, lhs, rhs } => {
                op.is_product() && !arena.is_const(lhs) && !arena.is_const(rhs)
            }
            _ => false,
        };
        let is_small = parts.len() <= MAX_PARTS && !arena.has_float(cond) && !arena.has_reads(cond);
        is_small
            && !parts.iter().any(is_hard)
            && !Model::new().satisfies(arena, &[cond])
            && matches!(self.check(arena, &[cond]), Answer::Unsat)
    }

    fn asking(&mut self) -> &mut Backend {
        if self.by_parts {
            &mut self.parts
        } else {
            &mut self.backend
        }
    }

    fn core(&mut self, arena: &Arena, asked: &[ExprId]) -> Vec<ExprId> {
        if let Some(&alone) = asked.iter().find(|&&cond| arena.is_false(cond)) {
            return vec![alone];
        }
        self.asking().core().unwrap_or_else(|| asked.to_vec())
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
        self.by_parts = conditions.len() <= MAX_OF_A_PART;
        let answer = self.asking().check(arena, conditions);
        if let Answer::Sat(model) = &answer {
            self.models.push_front(model.clone());
            self.models.truncate(MAX_MODELS);
        }
        answer
    }

    /// Of conditions that contradict each other, some that need each other for that: the latest ones, each as late as those behind
    /// it that were found needed allow.
    ///
    /// Which these are depends on what the conditions mean and on their order alone, not on how the solver finds contradictions.
    fn smaller(&mut self, arena: &Arena, all: &[ExprId], mut core: Vec<ExprId>) -> Vec<ExprId> {
        let mut needed: Vec<ExprId> = Vec::new();
        let mut from = 0;
        for _ in 0..MAX_QUESTIONS {
            let first = all[from..].iter().position(|cond| core.contains(cond));
            let Some(first) = first.map(|at| from + at) else {
                return needed; // they contradict each other alone
            };
            // Is it so without the first that the core has, too?
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

fn conditions(constraints: &[Constraint]) -> Vec<ExprId> {
    distinct(constraints.iter().map(|&(cond, _)| cond))
}

/// Each condition once, in a form that questions with the same conditions share.
fn sorted(conditions: &[ExprId]) -> Vec<ExprId> {
    let mut conditions = conditions.to_vec();
    conditions.sort_unstable();
    conditions.dedup();
    conditions
}

/// Each condition once, where it is first.
fn distinct(conditions: impl Iterator<Item = ExprId>) -> Vec<ExprId> {
    let mut seen = FxHashSet::default();
    conditions.filter(|&cond| seen.insert(cond)).collect()
}

/// The facts that demand some conditions: of several that demand the same, the first.
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
