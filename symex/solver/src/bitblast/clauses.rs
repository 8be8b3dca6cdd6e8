//! Translates gates to clauses (Tseitin's encoding), truth values of gates to models, and the SAT solver's unsat
//! cores to indexes of *roots*. A root is the gate of a constraint, which must be true.
use super::gates::{Gate, Gates, Lit};
use crate::budget::Budget;
use crate::interrupt::InterruptHandle;
use batsat::{Callbacks, Solver, SolverInterface, SolverOpts, Var, lbool};
use rustc_hash::FxHashMap;
use std::cell::Cell;

/// The number of steps that the SAT solver may still take, and the user's interrupt.
struct Steps {
    left: Cell<usize>,
    interrupt: InterruptHandle,
}

impl Callbacks for Steps {
    fn stop(&self) -> bool {
        self.left.set(self.left.get().saturating_sub(1));
        if self.interrupt.is_interrupted() {
            self.left.set(0);
        }
        self.left.get() == 0
    }
}

/// Whether all roots can hold at once.
pub(super) enum Verdict {
    /// No assignment makes all roots with these indexes true.
    Unsat(Vec<usize>),
    Sat(Truth),
}

/// The truth values of the gates on which the roots depend. All other gates count as false.
pub(super) struct Truth(FxHashMap<usize, bool>);

impl Truth {
    pub fn of(&self, lit: Lit) -> bool {
        let value = self.0.get(&lit.gate()).copied().unwrap_or(false);
        value != lit.is_negative()
    }
}

/// Decides whether all roots can hold at once. Returns `None` if they depend on too many gates or the steps are
/// used up.
///
/// The roots become unit clauses, because BatSat is much faster on unit clauses than on assumptions. After *unsat*,
/// a second run searches for an unsat core; its assumptions are the roots, and it may take a tenth of the steps. If
/// the second run finds no core, the core contains all roots.
pub(super) fn decide(
    gates: &Gates,
    roots: &[Lit],
    budget: Budget,
    interrupt: &InterruptHandle,
) -> Option<Verdict> {
    match run(gates, roots, budget, interrupt, false)? {
        Verdict::Unsat(core) if core.is_empty() && roots.len() > 1 => {
            let few = Budget {
                steps: budget.steps / 10,
                ..budget
            };
            let core = match run(gates, roots, few, interrupt, true) {
                Some(Verdict::Unsat(core)) if !core.is_empty() => core,
                _ => (0..roots.len()).collect(),
            };
            Some(Verdict::Unsat(core))
        }
        Verdict::Unsat(core) if core.is_empty() => Some(Verdict::Unsat(vec![0])),
        verdict => Some(verdict),
    }
}

/// Runs BatSat with the conjuncts of the roots as assumptions or as unit clauses. Unit clauses give an empty core,
/// unless a conjunct is the constant false.
fn run(
    gates: &Gates,
    roots: &[Lit],
    budget: Budget,
    interrupt: &InterruptHandle,
    as_assumptions: bool,
) -> Option<Verdict> {
    let steps = Steps {
        left: Cell::new(budget.steps),
        interrupt: interrupt.clone(),
    };
    let mut clauses = Clauses {
        gates,
        solver: Solver::new(SolverOpts::default(), steps),
        vars: FxHashMap::default(),
        todo: Vec::new(),
    };
    let mut owner: FxHashMap<batsat::Lit, usize> = FxHashMap::default();
    let mut assumptions = Vec::new();
    let mut work: Vec<(usize, Lit)> = roots.iter().copied().enumerate().collect();
    while let Some((number, root)) = work.pop() {
        match gates.get(root.gate()) {
            Gate::And(a, b) if !root.is_negative() => work.extend([(number, a), (number, b)]),
            Gate::False if root.is_negative() => {}
            Gate::False => return Some(Verdict::Unsat(vec![number])),
            _ if as_assumptions => {
                let assumption = clauses.lit(root);
                owner.entry(assumption).or_insert_with(|| {
                    assumptions.push(assumption);
                    number
                });
            }
            _ => clauses.add(&[root]),
        }
    }
    while let Some(gate) = clauses.todo.pop() {
        if clauses.vars.len() > budget.size {
            return None;
        }
        clauses.define(gate);
    }
    clauses.solve(&assumptions, &owner)
}

struct Clauses<'a> {
    gates: &'a Gates,
    solver: Solver<Steps>,
    vars: FxHashMap<usize, Var>,
    /// The gates that have a SAT variable and still need defining clauses.
    todo: Vec<usize>,
}

impl Clauses<'_> {
    fn lit(&mut self, lit: Lit) -> batsat::Lit {
        let gate = lit.gate();
        let var = *self.vars.entry(gate).or_insert_with(|| {
            self.todo.push(gate);
            self.solver.new_var_default()
        });
        batsat::Lit::new(var, !lit.is_negative())
    }

    fn add(&mut self, clause: &[Lit]) {
        let mut clause: Vec<batsat::Lit> = clause.iter().map(|&lit| self.lit(lit)).collect();
        self.solver.add_clause_reuse(&mut clause);
    }

    /// Adds the clauses that define a gate by its operands.
    fn define(&mut self, number: usize) {
        let out = Lit::positive(number);
        match self.gates.get(number) {
            Gate::Input => {}
            Gate::False => self.add(&[!out]),
            Gate::And(a, b) => {
                self.add(&[!out, a]);
                self.add(&[!out, b]);
                self.add(&[out, !a, !b]);
            }
            Gate::Xor(a, b) => {
                self.add(&[!out, a, b]);
                self.add(&[!out, !a, !b]);
                self.add(&[out, !a, b]);
                self.add(&[out, a, !b]);
            }
            Gate::Mux(c, t, e) => {
                self.add(&[!out, !c, t]);
                self.add(&[out, !c, !t]);
                self.add(&[!out, c, e]);
                self.add(&[out, c, !e]);
                // These clauses are redundant. By them the solver propagates equal operands while the condition is
                // unassigned.
                self.add(&[!out, t, e]);
                self.add(&[out, !t, !e]);
            }
        }
    }

    fn solve(
        mut self,
        assumptions: &[batsat::Lit],
        owner: &FxHashMap<batsat::Lit, usize>,
    ) -> Option<Verdict> {
        match self.solver.solve_limited(assumptions) {
            answer if answer == lbool::FALSE => {
                // BatSat's core is the final conflict clause, which contains the negated assumptions.
                let conflict = self.solver.unsat_core().iter();
                let core = conflict.filter_map(|&lit| owner.get(&!lit).copied());
                Some(Verdict::Unsat(core.collect()))
            }
            answer if answer == lbool::TRUE => {
                let value = |var: &Var| self.solver.value_var(*var) == lbool::TRUE;
                let values = self.vars.iter().map(|(&gate, var)| (gate, value(var)));
                Some(Verdict::Sat(Truth(values.collect())))
            }
            _ => None,
        }
    }
}
