//! Translates gates to clauses (Tseitin's encoding). Also translates values of SAT variables to models, and unsat cores
//! of the SAT solver to indexes of *roots*. A root is the gate of a constraint; every root must be true.
use super::gates::{Gate, Gates, Lit};
use crate::budget::Budget;
use crate::interrupt::InterruptHandle;
use batsat::{Callbacks, Solver, SolverInterface, SolverOpts, Var, lbool};
use rustc_hash::FxHashMap;
use std::cell::Cell;

/// The limit for small queries: a query counts as small if its budget allows at most this number of gates. The
/// constraints of a small query are assumptions in the first run of the SAT solver, so that this run also finds an
/// unsat core.
const MAX_SMALL: usize = 2_000;

/// The work of adding one clause. The unit is the work of one instruction in the symbolic interpreter. One propagation
/// of the SAT solver is counted as one unit.
const CLAUSE_WORK: u64 = 4;

/// The remaining steps of the SAT solver, and the handle that interrupts it.
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

/// Whether all roots (the gates of the constraints) can be true at once.
pub(super) enum Verdict {
    /// No assignment makes the roots with these indexes true together.
    Unsat(Vec<usize>),
    /// All roots can be true: the values in [`Variables`] are an assignment that makes them true.
    Sat,
}

/// The SAT variables of gates during one run of the SAT solver, and their values after *sat*.
///
/// The table is indexed by gate, and the next run reuses it. A hash table of gates would take longer than the
/// solution of a small query.
#[derive(Debug, Default)]
pub(super) struct Variables {
    /// For each gate, the number of its SAT variable plus one; 0 if the gate has no SAT variable.
    of_gate: Vec<u32>,
    /// The gate of each SAT variable.
    gates: Vec<usize>,
    /// The value of each SAT variable in the model; empty if there is no model.
    values: Vec<bool>,
    /// The work of all runs so far. The unit is the work of one instruction in the symbolic interpreter.
    work: u64,
}

impl Variables {
    /// Removes the variables of the previous run, and makes the table as long as the list of gates.
    fn reset(&mut self, gates: &Gates) {
        for gate in self.gates.drain(..) {
            self.of_gate[gate] = 0;
        }
        self.values.clear();
        self.of_gate.resize(gates.len(), 0);
    }

    /// Returns the work of all runs so far, in the unit of [`CLAUSE_WORK`].
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Returns the value of a literal (a gate or its negation) in the model. A gate on which no constraint depends is
    /// false.
    pub fn value(&self, lit: Lit) -> bool {
        let number = self.of_gate.get(lit.gate()).copied().unwrap_or(0);
        let value = (number.checked_sub(1)).and_then(|var| self.values.get(var as usize));
        value.copied().unwrap_or(false) != lit.is_negative()
    }
}

/// Decides whether all roots (the gates of the constraints) can be true together. Returns `None` if the roots depend
/// on more gates than `budget` allows, or if the steps of `budget` are used up.
///
/// - The roots of a large query become unit clauses, because BatSat is much faster on unit clauses than on
///   assumptions. After *unsat*, a second run searches for an unsat core: the roots are its assumptions, and it has a
///   tenth of the step budget. If the second run finds no core, the core is the whole query.
/// - The roots of a small query are assumptions in the first run, so that this run also gives the core. A second run
///   would build the clauses again, which takes longer than solving a small query.
pub(super) fn decide(
    gates: &Gates,
    variables: &mut Variables,
    roots: &[Lit],
    budget: Budget,
    interrupt: &InterruptHandle,
) -> Option<Verdict> {
    let is_small = budget.size <= MAX_SMALL;
    match run(gates, variables, roots, budget, interrupt, is_small)? {
        Verdict::Unsat(core) if core.is_empty() && roots.len() > 1 => {
            let few = Budget {
                steps: budget.steps / 10,
                ..budget
            };
            let core = match run(gates, variables, roots, few, interrupt, true) {
                Some(Verdict::Unsat(core)) if !core.is_empty() => core,
                _ => (0..roots.len()).collect(),
            };
            Some(Verdict::Unsat(core))
        }
        Verdict::Unsat(core) if core.is_empty() => Some(Verdict::Unsat(vec![0])),
        verdict => Some(verdict),
    }
}

/// Runs BatSat on the roots (the gates of the constraints). The conjuncts of the roots are assumptions (if
/// `as_assumptions`) or unit clauses. With unit clauses, the core of an *unsat* answer is empty, unless a conjunct is
/// the constant false.
fn run(
    gates: &Gates,
    variables: &mut Variables,
    roots: &[Lit],
    budget: Budget,
    interrupt: &InterruptHandle,
    as_assumptions: bool,
) -> Option<Verdict> {
    let steps = Steps {
        left: Cell::new(budget.steps),
        interrupt: interrupt.clone(),
    };
    variables.reset(gates);
    let mut clauses = Clauses {
        gates,
        variables,
        solver: Solver::new(SolverOpts::default(), steps),
        todo: Vec::new(),
        clause: Vec::new(),
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
        if clauses.variables.gates.len() > budget.size {
            clauses.count_work();
            return None;
        }
        clauses.define(gate);
    }
    let verdict = clauses.solve(&assumptions, &owner);
    clauses.count_work();
    verdict
}

struct Clauses<'a> {
    gates: &'a Gates,
    variables: &'a mut Variables,
    solver: Solver<Steps>,
    /// Gates that have a SAT variable, but whose defining clauses are not added yet.
    todo: Vec<usize>,
    /// The literals of the clause that is being added, reused to save allocations.
    clause: Vec<batsat::Lit>,
}

impl Clauses<'_> {
    /// Returns the SAT literal of a gate or of its complement. Creates a SAT variable for a gate that has none.
    fn lit(&mut self, lit: Lit) -> batsat::Lit {
        let gate = lit.gate();
        if self.variables.of_gate[gate] == 0 {
            let var = self.solver.new_var_default();
            self.variables.of_gate[gate] = var.idx() + 1;
            self.variables.gates.push(gate);
            self.todo.push(gate);
        }
        let var = Var::unsafe_from_idx(self.variables.of_gate[gate] - 1);
        batsat::Lit::new(var, !lit.is_negative())
    }

    fn add(&mut self, literals: &[Lit]) {
        self.clause.clear();
        for &literal in literals {
            let literal = self.lit(literal);
            self.clause.push(literal);
        }
        self.solver.add_clause_reuse(&mut self.clause);
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
                // The next two clauses follow from the previous four. By these clauses, the solver propagates
                // the output if both arms have the same value and the condition is unassigned.
                self.add(&[!out, t, e]);
                self.add(&[out, !t, !e]);
            }
        }
    }

    /// Adds the work of this run of the SAT solver to the work of all runs.
    fn count_work(&mut self) {
        let clauses = self.solver.num_clauses() * CLAUSE_WORK;
        self.variables.work += clauses + self.solver.num_propagations();
    }

    fn solve(
        &mut self,
        assumptions: &[batsat::Lit],
        owner: &FxHashMap<batsat::Lit, usize>,
    ) -> Option<Verdict> {
        match self.solver.solve_limited(assumptions) {
            answer if answer == lbool::FALSE => {
                // BatSat's core is the final conflict clause: it contains the negations of assumptions.
                let conflict = self.solver.unsat_core().iter();
                let core = conflict.filter_map(|&lit| owner.get(&!lit).copied());
                Some(Verdict::Unsat(core.collect()))
            }
            answer if answer == lbool::TRUE => {
                let vars = (0..self.variables.gates.len() as u32).map(Var::unsafe_from_idx);
                let values = vars.map(|var| self.solver.value_var(var) == lbool::TRUE);
                self.variables.values = values.collect();
                Some(Verdict::Sat)
            }
            _ => None,
        }
    }
}
