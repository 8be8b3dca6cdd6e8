//! A link (solving technique of the solver chain) that runs one long-lived Z3 solver. Each constraint is asserted once,
//! under an assumption literal, and enabled for the queries that contain it. Therefore Z3 can reuse the clauses that it
//! has learned for one state when it answers queries of other states with common constraints.
//!
//! The solver is Z3's solver for bit-vectors, which bit-blasts immediately and is several times faster than
//! Z3's general solver. The general solver replaces it permanently when an expression needs the theory of
//! arrays.
use super::limits::{Limits, work_since_last};
use super::translate::Translator;
use super::watch::{SOLVER_MEMORY, Stop, watched};
use crate::answer::{Core, Unknown};
use crate::interrupt::InterruptHandle;
use crate::query::Query;
use crate::technique::{Context, Outcome, Technique};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Instant;
use symtool_expr::{Arena, ExprId};
use z3::SatResult;
use z3::ast::Bool;

/// A solver with at most this number of asserted constraints is not replaced because of its size. A solver with more
/// asserted constraints is replaced by a new solver if it also has more than [`MAX_RATIO`] times as many constraints as
/// the query. Reason: asserted constraints that are not enabled for a query slow the query down, and most constraints
/// of a query are recent. Without this limit, the exploration of a program with 400 independent branches in sequence
/// takes 5.7 s instead of 0.3 s, and the exploration of Dijkstra's algorithm on 4 vertices takes twice as long.
const MAX_LITERALS: usize = 50;
/// The maximum ratio of asserted constraints to constraints of the query. A solver above this ratio is replaced if it
/// also has more than [`MAX_LITERALS`] asserted constraints.
const MAX_RATIO: usize = 4;

/// The link that runs one long-lived Z3 solver.
#[derive(Debug)]
pub(crate) struct Incremental {
    translator: Rc<RefCell<Translator>>,
    interrupt: InterruptHandle,
    limits: Limits,
    solver: Option<z3::Solver>,
    /// Whether the current solver is Z3's general solver, which supports arrays.
    general: bool,
    /// The memory limit of the last query, in megabytes ([`Limits::megabytes`]); 0 for no limit.
    megabytes: u64,
    literals: FxHashMap<ExprId, Bool>,
    /// The number of resets of the translator when the literals were created. A reset of the translator makes the
    /// literals invalid.
    generation: u32,
    /// The work of all queries. The unit is the work of one instruction in the symbolic interpreter.
    work: u64,
}

impl Incremental {
    /// Returns the link. Z3 is called for the first time when a query reaches the link.
    pub fn new(
        translator: Rc<RefCell<Translator>>,
        interrupt: InterruptHandle,
        limits: Limits,
    ) -> Incremental {
        Incremental {
            translator,
            interrupt,
            limits,
            solver: None,
            general: false,
            megabytes: 0,
            literals: FxHashMap::default(),
            generation: 0,
            work: 0,
        }
    }

    /// Drops the solver, so that Z3 frees its memory.
    fn forget(&mut self) {
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

    /// Translates the constraints that have no assumption literal yet. Switches to Z3's general solver if a constraint
    /// needs the theory of arrays. Returns an error if `stop` ended the translation, or does not leave enough memory
    /// for the query.
    fn prepare(
        &mut self,
        arena: &Arena,
        constraints: &[ExprId],
        stop: &Stop<'_>,
    ) -> Result<(), Unknown> {
        let mut translator = self.translator.borrow_mut();
        let missing = constraints.iter().copied();
        let missing: Vec<ExprId> = missing.filter(|c| !self.literals.contains_key(c)).collect();
        translator.prepare(arena, missing.iter().copied(), stop)?;
        let own = self.solver.as_ref().map_or(SOLVER_MEMORY, |_| 0);
        if !translator.has_room(stop, arena, &missing, own) {
            return Err(Unknown::Memory);
        }
        if translator.uses_arrays() && !self.general {
            self.general = true;
            self.solver = None;
            self.literals.clear();
        }
        Ok(())
    }

    fn fresh(&mut self) -> z3::Solver {
        let bit_vectors = || z3::Solver::new_for_logic("QF_BV");
        let solver = (!self.general).then(bit_vectors).flatten();
        let solver = solver.unwrap_or_else(z3::Solver::new);
        self.megabytes = self.limits.megabytes().unwrap_or(0);
        self.limits.apply(&solver);
        solver
    }

    /// Sets the memory limit of the next query if it differs from that of the last query by more than an eighth.
    fn renew_memory_limit(&mut self, solver: &z3::Solver) {
        let now = self.limits.megabytes().unwrap_or(0);
        if now.abs_diff(self.megabytes) > self.megabytes / 8 {
            self.megabytes = now;
            self.limits.apply(solver);
        }
    }

    fn solve(&mut self, arena: &Arena, constraints: &[ExprId]) -> Outcome {
        self.translator
            .borrow_mut()
            .bound_memory(self.limits.memory);
        let generation = self.translator.borrow().generation();
        if generation != self.generation
            || self.literals.len() > MAX_LITERALS.max(MAX_RATIO * constraints.len())
        {
            self.generation = generation;
            self.forget();
        }
        let interrupt = self.interrupt.clone();
        let stop = Stop::new(&interrupt, self.limits.memory);
        if let Err(why) = self.prepare(arena, constraints, &stop) {
            return Outcome::Unknown(why);
        }
        let solver = match self.solver.take() {
            Some(solver) => solver,
            None => self.fresh(),
        };
        self.renew_memory_limit(&solver);
        let literals: Vec<Bool> = constraints
            .iter()
            .map(|&c| self.literal(arena, &solver, c))
            .collect();
        let start = Instant::now();
        let watched = watched(&stop, || solver.check_assumptions(&literals));
        self.work += work_since_last(&solver);
        let outcome = match watched.result {
            SatResult::Unsat => Outcome::Unsat(Some(core_of(&solver, constraints, &literals))),
            SatResult::Sat => {
                let translator = self.translator.borrow();
                translator.satisfied(arena, constraints, solver.get_model())
            }
            SatResult::Unknown if self.interrupt.is_interrupted() => {
                Outcome::Unknown(Unknown::Interrupted)
            }
            SatResult::Unknown if watched.is_out_of_memory => Outcome::Unknown(Unknown::Memory),
            SatResult::Unknown => Outcome::Unknown(self.limits.reason(&solver, start.elapsed())),
        };
        self.solver = Some(solver);
        outcome
    }
}

impl Technique for Incremental {
    fn work(&self) -> u64 {
        self.work
    }

    fn run(&mut self, query: &mut Query<'_>, _: &mut Context<'_>) -> Outcome {
        let (arena, constraints) = (query.arena(), query.constraints);
        if let Some(why) = self.translator.borrow_mut().beyond(arena, constraints) {
            return Outcome::Unknown(Unknown::GaveUp(why));
        }
        let outcome = self.solve(arena, constraints);
        if matches!(outcome, Outcome::Unknown(Unknown::Memory)) {
            self.forget();
            self.translator.borrow_mut().reset();
        }
        outcome
    }
}

/// Returns the constraints whose assumption literals are in Z3's unsat core.
fn core_of(solver: &z3::Solver, constraints: &[ExprId], literals: &[Bool]) -> Core {
    let core = solver.get_unsat_core();
    let named = constraints
        .iter()
        .zip(literals)
        .filter(|(_, literal)| core.iter().any(|c| c == *literal));
    Core::new(named.map(|(&c, _)| c).collect())
}
