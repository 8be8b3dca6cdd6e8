//! The checks and assumptions of a program, with the information whether some input reaches them.
//!
//! A proof says nothing about an assertion that no input reaches. If no input satisfies an assumption, the
//! proof says nothing about the code after the assumption.
use super::Coverage;
use crate::code::{Code, Step};
use std::collections::BTreeMap;
use symtool_ir::{BugKind, Intrinsic, Loc};

/// The checks and assumptions by source location. Several instructions with the same location have one entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// For each check, whether a path reached it.
    pub checks: BTreeMap<(Loc, BugKind), bool>,
    /// The assumptions.
    pub assumptions: BTreeMap<Loc, Assumption>,
}

/// The coverage of an assumption.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Assumption {
    /// Whether a path reached the assumption.
    pub reached: bool,
    /// Whether a path continued after the assumption, because an input satisfies it.
    pub met: bool,
    /// Whether the assumed condition is a constant, as in `assume(0)`, which a program uses to end a path.
    pub is_constant: bool,
}

impl Conditions {
    /// Adds the coverage of another exploration of the same program.
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
    /// Returns the checks and assumptions that have a source location, each with the information whether a path
    /// reached it.
    pub(super) fn conditions(&self, code: &Code) -> Conditions {
        let mut found = Conditions::default();
        for (body, ran) in code.functions.iter().zip(&self.ran) {
            for (pc, step) in body.steps.iter().enumerate() {
                let Some(loc) = body.locs[pc] else { continue };
                match step {
                    // A check with a constant condition, such as `assert(0)`, is not listed: a program uses such a
                    // check to mark a location that no input should reach.
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
                        // The step after an assumption is in the same block. This step is executed if an input
                        // satisfies the assumption.
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
