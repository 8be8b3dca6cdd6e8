//! The checks and assumptions of a program, with the question whether some input reaches them.
//!
//! A proof says nothing about an assertion that no input reaches, and nothing at all if no input meets an assumption.
use super::Coverage;
use crate::code::{Code, Step};
use std::collections::BTreeMap;
use symtool_ir::{BugKind, Intrinsic, Loc};

/// The checks and assumptions by source location. Several instructions of one location count once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// For each check, whether a path reached it.
    pub checks: BTreeMap<(Loc, BugKind), bool>,
    /// The assumptions.
    pub assumptions: BTreeMap<Loc, Assumption>,
}

/// An assumption.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Assumption {
    /// Whether a path reached it.
    pub reached: bool,
    /// Whether a path went on behind it.
    pub met: bool,
    /// Whether its condition is a constant of the program, as in the idiom `assume(0)` for "drop this path".
    pub is_constant: bool,
}

impl Conditions {
    /// Adds the paths of another exploration of the same program.
    pub fn add(&mut self, other: &Conditions) {
        for (check, &reached) in &other.checks {
            *self.checks.entry(*check).or_default() |= reached;
        }
        for (&loc, &new) in &other.assumptions {
            let known = self.assumptions.entry(loc).or_insert(new);
            known.reached |= new.reached;
            known.met |= new.met;
        }
    }
}

impl Coverage {
    /// Returns the checks and assumptions that have a source location.
    pub(super) fn conditions(&self, code: &Code) -> Conditions {
        let mut found = Conditions::default();
        for (body, ran) in code.functions.iter().zip(&self.ran) {
            for (pc, step) in body.steps.iter().enumerate() {
                let Some(loc) = body.locs[pc] else { continue };
                match step {
                    // A check that always fails is an error location, which is meant to be unreachable.
                    Step::Check(check) if !body.constants[check.cond as usize] => {
                        *found.checks.entry((loc, check.kind)).or_default() |= ran[pc];
                    }
                    Step::Intrinsic(step) if step.intrinsic == Intrinsic::Assume => {
                        let is_constant = body.constants[step.args[0].0 as usize];
                        let known = found.assumptions.entry(loc).or_insert(Assumption {
                            is_constant,
                            ..Assumption::default()
                        });
                        known.reached |= ran[pc];
                        // An assumption ends no block.
                        known.met |= ran[pc + 1];
                        known.is_constant &= is_constant;
                    }
                    _ => {}
                }
            }
        }
        found
    }
}
