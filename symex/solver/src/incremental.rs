//! One long-lived Z3 solver. Every constraint is asserted once, under an assumption literal, and switched on
//! per query, so that what was learnt for one state serves its siblings.
//!
//! It is Z3's solver for bit-vectors, which turns everything into clauses once and is several times faster than the
//! general one; that one takes over for good when an expression needs the theory of arrays.
use super::limits::{Limits, reason};
use super::stats::timed;
use super::translate::Translator;
use super::{Answer, LinkStats, Solver, SolverStats, Unknown};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use symtool_expr::{Arena, ExprId};
use z3::SatResult;
use z3::ast::Bool;

/// After so many constraints the solver starts afresh, unless a question has a good part of them: each that is switched off
/// costs every question time, and questions share constraints with their neighbours, not with those of long ago. (With no
/// such limit a chain of 400 independent branches took 5.7 s, with this one 0.3 s; dijkstra 4 takes half the time.)
const MAX_LITERALS: usize = 50;
/// How many times as many constraints as a question has the solver may hold in any case.
const MAX_RATIO: usize = 4;

/// The long-lived solver.
#[derive(Debug)]
pub struct Incremental {
    translator: Rc<RefCell<Translator>>,
    limits: Limits,
    solver: Option<z3::Solver>,
    /// Is the solver one of any theory?
    general: bool,
    literals: FxHashMap<ExprId, Bool>,
    core: Option<Vec<ExprId>>,
    stats: LinkStats,
}

impl Incremental {
    /// A solver that has not touched Z3 yet.
    pub(super) fn new(translator: Rc<RefCell<Translator>>, limits: Limits) -> Incremental {
        Incremental {
            translator,
            limits,
            solver: None,
            general: false,
            literals: FxHashMap::default(),
            core: None,
            stats: LinkStats::default(),
        }
    }

    /// Starts afresh, so that Z3 gives its memory back.
    pub(super) fn forget(&mut self) {
        self.solver = None;
        self.literals.clear();
    }

    fn literal(&mut self, arena: &Arena, solver: &z3::Solver, e: ExprId) -> Bool {
        if let Some(literal) = self.literals.get(&e) {
            return literal.clone();
        }
        let condition = self.translator.borrow_mut().condition(arena, e);
        let literal = Bool::new_const(format!("p{}", e.index()));
        solver.assert(literal.implies(condition));
        self.literals.insert(e, literal.clone());
        literal
    }

    /// Translates what is new; if it needs arrays the solver has to be another.
    fn prepare(&mut self, arena: &Arena, constraints: &[ExprId]) {
        let mut translator = self.translator.borrow_mut();
        for c in constraints {
            if !self.literals.contains_key(c) {
                translator.condition(arena, *c);
            }
        }
        if translator.uses_arrays() && !self.general {
            self.general = true;
            self.solver = None;
            self.literals.clear();
        }
    }

    fn fresh(&self) -> z3::Solver {
        let bit_vectors = || z3::Solver::new_for_logic("QF_BV");
        let solver = (!self.general).then(bit_vectors).flatten();
        let solver = solver.unwrap_or_else(z3::Solver::new);
        self.limits.apply(&solver);
        solver
    }

    fn solve(&mut self, arena: &Arena, constraints: &[ExprId]) -> Answer {
        if self.literals.len() > MAX_LITERALS.max(MAX_RATIO * constraints.len()) {
            self.forget();
        }
        self.prepare(arena, constraints);
        let solver = match self.solver.take() {
            Some(solver) => solver,
            None => self.fresh(),
        };
        let literals: Vec<Bool> = constraints
            .iter()
            .map(|&c| self.literal(arena, &solver, c))
            .collect();
        let answer = match solver.check_assumptions(&literals) {
            SatResult::Unsat => {
                self.core = Some(core_of(&solver, constraints, &literals));
                Answer::Unsat
            }
            SatResult::Sat => match solver.get_model() {
                Some(model) => {
                    Answer::Sat(self.translator.borrow().model(arena, constraints, &model))
                }
                None => Answer::Unknown(Unknown::GaveUp("no model".to_owned())),
            },
            SatResult::Unknown => Answer::Unknown(reason(&solver)),
        };
        self.solver = Some(solver);
        answer
    }
}

impl Solver for Incremental {
    fn check(&mut self, arena: &Arena, constraints: &[ExprId]) -> Answer {
        self.core = None;
        let (answer, time) = timed(|| self.solve(arena, constraints));
        self.stats
            .count(!matches!(answer, Answer::Unknown(_)), time);
        answer
    }

    fn core(&self) -> Option<Vec<ExprId>> {
        self.core.clone()
    }

    fn collect(&self, stats: &mut SolverStats) {
        stats.links.push(("incremental", self.stats.clone()));
    }
}

/// The constraints whose literals Z3 names as contradicting each other.
fn core_of(solver: &z3::Solver, constraints: &[ExprId], literals: &[Bool]) -> Vec<ExprId> {
    let core = solver.get_unsat_core();
    constraints
        .iter()
        .zip(literals)
        .filter(|(_, literal)| core.iter().any(|c| c == *literal))
        .map(|(&c, _)| c)
        .collect()
}
