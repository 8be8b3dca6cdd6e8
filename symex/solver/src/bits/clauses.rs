//! Gates as clauses (Tseitin), and what a model of them makes of gates.
use super::Size;
use super::gates::{Gate, Gates, Lit};
use crate::InterruptHandle;
use batsat::{Callbacks, Solver, SolverInterface, SolverOpts, Var, lbool};
use rustc_hash::FxHashMap;
use std::cell::Cell;

/// Counts the solver's steps.
struct Steps {
    left: Cell<u32>,
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

/// Can they all hold?
pub(super) enum Verdict {
    Unsat,
    Sat(Truth),
}

/// The gates that hold; those that nothing depends on do not.
pub(super) struct Truth(FxHashMap<usize, bool>);

impl Truth {
    pub fn of(&self, lit: Lit) -> bool {
        let value = self.0.get(&lit.gate()).copied().unwrap_or(false);
        value != lit.is_negative()
    }
}

/// Decides whether all of these can hold at once, if they depend on few enough gates.
pub(super) fn decide(
    gates: &Gates,
    roots: &[Lit],
    size: Size,
    interrupt: &InterruptHandle,
) -> Option<Verdict> {
    let steps = Steps {
        left: Cell::new(size.most_steps()),
        interrupt: interrupt.clone(),
    };
    let mut clauses = Clauses {
        gates,
        solver: Solver::new(SolverOpts::default(), steps),
        vars: FxHashMap::default(),
        todo: Vec::new(),
    };
    let mut roots = roots.to_vec();
    let mut is_possible = true;
    while let Some(root) = roots.pop() {
        match gates.get(root.gate()) {
            Gate::And(a, b) if !root.is_negative() => roots.extend([a, b]),
            Gate::False => is_possible &= root.is_negative(),
            _ => {
                clauses.add(&[root]);
            }
        }
    }
    if !is_possible {
        return Some(Verdict::Unsat);
    }
    while let Some(gate) = clauses.todo.pop() {
        if clauses.vars.len() > size.most_gates() {
            return None;
        }
        clauses.define(gate);
    }
    clauses.solve()
}

struct Clauses<'a> {
    gates: &'a Gates,
    solver: Solver<Steps>,
    vars: FxHashMap<usize, Var>,
    /// Gates that have a variable but are not defined yet.
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

    /// A gate is what it computes.
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
                // What both sides say needs no condition.
                self.add(&[!out, t, e]);
                self.add(&[out, !t, !e]);
            }
        }
    }

    fn solve(mut self) -> Option<Verdict> {
        match self.solver.solve_limited(&[]) {
            answer if answer == lbool::FALSE => Some(Verdict::Unsat),
            answer if answer == lbool::TRUE => {
                let value = |var: &Var| self.solver.value_var(*var) == lbool::TRUE;
                let values = self.vars.iter().map(|(&gate, var)| (gate, value(var)));
                Some(Verdict::Sat(Truth(values.collect())))
            }
            _ => None,
        }
    }
}
