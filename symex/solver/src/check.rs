//! Checks *unsat* answers with Z3 (`--solver-check`).
//!
//! An *unsat* answer of an SMT solver is trusted. An *unsat* answer of any other link (solving technique of the chain)
//! is checked, because it depends on code of this project or on an earlier answer. If the answer has a core, Z3 checks
//! the core: the answer is correct if the core is a subset of the query and is unsatisfiable. If the answer has no core
//! or a wrong one, Z3 checks the whole query. A set of constraints that Z3 has found unsatisfiable is not checked
//! again, for example when a cache repeats its answer.
use crate::answer::Core;
use crate::config::SolverConfig;
use crate::model::Model;
use crate::smt::oneshot::OneShot;
use crate::smt::translate::Translator;
use crate::stats::CheckStats;
use crate::technique::{Found, Outcome};
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::rc::Rc;
use symtool_expr::{Arena, ExprId};

/// The checker of *unsat* answers to queries of one arena.
#[derive(Debug)]
pub(crate) struct Checker {
    config: SolverConfig,
    /// Sets of constraints that Z3 found unsatisfiable.
    confirmed: FxHashSet<Core>,
    stats: CheckStats,
}

/// The answer of Z3 to a set of constraints.
enum Verdict {
    Unsat,
    Sat(Rc<Model>),
    /// Z3 gave no answer within the limits of a query.
    Unknown,
}

impl Checker {
    /// Returns a checker if the configuration has `--solver-check`; otherwise `None`.
    pub fn new(config: &SolverConfig) -> Option<Checker> {
        config.check.then(|| Checker {
            config: config.clone(),
            confirmed: FxHashSet::default(),
            stats: CheckStats::default(),
        })
    }

    /// Returns the numbers of checked and unchecked answers, and the disagreements.
    pub fn stats(&self) -> &CheckStats {
        &self.stats
    }

    /// Checks an *unsat* answer of the link `name`. Returns the answer that the chain must use: *sat* if Z3 has a model
    /// of the query, otherwise *unsat*.
    pub fn unsat(
        &mut self,
        name: &str,
        arena: &Arena,
        constraints: &[ExprId],
        core: Option<Core>,
    ) -> Found {
        let whole = Core::new(constraints.to_vec());
        if let Some(core) = core {
            if !core.is_subset(whole.constraints()) {
                self.disagree(format!(
                    "link `{name}` answered unsat with a core that contains a constraint outside of the query"
                ));
            } else if let Verdict::Unsat | Verdict::Unknown = self.verdict(arena, &core) {
                return Found::Unsat(Some(core));
            } else {
                let (part, all) = (core.constraints().len(), constraints.len());
                self.disagree(format!(
                    "link `{name}` answered unsat to a query of {all} constraints with a core of {part} constraints, but Z3 has a model of the core"
                ));
            }
        }
        match self.verdict(arena, &whole) {
            Verdict::Unsat | Verdict::Unknown => Found::Unsat(None),
            Verdict::Sat(model) => {
                let all = constraints.len();
                self.disagree(format!(
                    "link `{name}` answered unsat to a query of {all} constraints, but Z3 has a model of the query"
                ));
                Found::Sat(model)
            }
        }
    }

    fn disagree(&mut self, text: String) {
        self.stats.disagreements.push(text);
    }

    /// Checks a set of constraints with Z3, unless Z3 has already found it unsatisfiable. Counts the result in the
    /// statistics.
    fn verdict(&mut self, arena: &Arena, set: &Core) -> Verdict {
        let is_known = self.confirmed.contains(set);
        let verdict = match is_known {
            true => Verdict::Unsat,
            false => self.run_z3(arena, set.constraints()),
        };
        match &verdict {
            Verdict::Unsat => {
                self.stats.checked += 1;
                if !is_known {
                    self.confirmed.insert(set.clone());
                }
            }
            Verdict::Sat(_) => self.stats.checked += 1,
            Verdict::Unknown => self.stats.unchecked += 1,
        }
        verdict
    }

    /// Runs a new Z3 solver on the constraints. A model of Z3 is accepted only if the constraints hold under
    /// it by evaluation.
    fn run_z3(&self, arena: &Arena, constraints: &[ExprId]) -> Verdict {
        let config = &self.config;
        let translator = Rc::new(RefCell::new(Translator::new(config.reads)));
        if translator.borrow_mut().beyond(arena, constraints).is_some() {
            return Verdict::Unknown;
        }
        let solver = OneShot::new(translator, config.interrupt.clone(), config.memory);
        match solver.solve(arena, constraints, config.timeout) {
            Outcome::Unsat(_) => Verdict::Unsat,
            Outcome::Sat(model) if model.satisfies(arena, constraints) => Verdict::Sat(model),
            _ => Verdict::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use symtool_ir::Op;

    fn checker(timeout: Duration) -> Checker {
        let config = SolverConfig {
            check: true,
            timeout,
            ..SolverConfig::default()
        };
        Checker::new(&config).expect("a checker")
    }

    fn counts(checker: &Checker) -> (u64, u64, usize) {
        let stats = checker.stats();
        (stats.checked, stats.unchecked, stats.disagreements.len())
    }

    /// Returns the conditions `x < 3`, `7 < x` and `y = 1`.
    fn conditions(arena: &mut Arena) -> [ExprId; 3] {
        let (x, y) = (arena.symbol("x", 1), arena.symbol("y", 1));
        let (x, y) = (arena.byte(x, 0), arena.byte(y, 0));
        let (one, three, seven) = (arena.int(8, 1), arena.int(8, 3), arena.int(8, 7));
        [arena.ult(x, three), arena.ult(seven, x), arena.eq(y, one)]
    }

    #[test]
    fn a_core_is_given_to_z3_once() {
        let mut arena = Arena::new();
        let [less, greater, other] = conditions(&mut arena);
        let core = Core::new(vec![less, greater]);
        let mut checker = checker(Duration::from_secs(30));
        for query in [&[less, greater][..], &[less, greater, other]] {
            let found = checker.unsat("bits", &arena, query, Some(core.clone()));
            assert!(matches!(found, Found::Unsat(Some(_))));
        }
        assert_eq!(counts(&checker), (2, 0, 0));
        assert_eq!(checker.confirmed.len(), 1);
    }

    #[test]
    fn wrong_answers_and_wrong_cores_are_disagreements() {
        let mut arena = Arena::new();
        let [less, greater, other] = conditions(&mut arena);
        let mut checker = checker(Duration::from_secs(30));
        let found = checker.unsat("bits", &arena, &[less, other], None);
        assert!(matches!(found, Found::Sat(_)));
        assert_eq!(counts(&checker), (1, 0, 1));
        // The query is unsatisfiable, but the core that the link returned is satisfiable.
        let core = Some(Core::new(vec![less, other]));
        let found = checker.unsat("bits", &arena, &[less, greater, other], core);
        assert!(matches!(found, Found::Unsat(None)));
        assert_eq!(counts(&checker), (3, 0, 2));
        // The core contains a constraint that is not in the query, so it is no core of the query.
        let core = Some(Core::new(vec![less, greater]));
        let found = checker.unsat("bits", &arena, &[less, other], core);
        assert!(matches!(found, Found::Sat(_)));
        assert_eq!(counts(&checker), (4, 0, 4));
    }

    #[test]
    fn a_time_limit_leaves_an_answer_unchecked() {
        let mut arena = Arena::new();
        let [a, b] = ["a", "b"].map(|name| {
            let input = arena.symbol(name, 8);
            let bytes: Vec<ExprId> = (0..8).map(|at| arena.byte(input, at)).collect();
            bytes
                .into_iter()
                .reduce(|low, high| arena.concat(high, low))
                .expect("bytes")
        });
        let product = arena.op(Op::Mul, 64, &[a, b]);
        let number = arena.int(64, 0xc357_9fb1_44e1_0f7b);
        let (one, limit) = (arena.int(64, 1), arena.int(64, 1 << 33));
        let mut query = vec![arena.eq(product, number)];
        for factor in [a, b] {
            query.extend([arena.ult(one, factor), arena.ult(factor, limit)]);
        }
        let mut checker = checker(Duration::from_millis(1));
        let found = checker.unsat("bits", &arena, &query, None);
        assert!(matches!(found, Found::Unsat(None)));
        assert_eq!(counts(&checker), (0, 1, 0));
    }
}
