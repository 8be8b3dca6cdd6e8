//! The verifier: is this IR what every engine and pass may rely on?
//!
//! # What is verified
//! *Structure* (`structure`): every id exists; the entry block comes first, has the signature's parameters
//! and is not jumped to; every block of the layout ends in its only terminator; jumps stay in the layout;
//! every instruction stands in one place; what defines a value agrees with the value's own record of it;
//! stack slots and globals have a power of two as alignment and a possible size, relocations are sorted and
//! lie in the global; names of functions are unique, and those of globals.
//!
//! *Types* (`types`): operands and results of every operator and instruction; guards and conditions are
//! `i1`; calls pass what the callee's signature says; block arguments are as many and of the types of the
//! block's parameters; case values are distinct and of the scrutinee's width; returns fit the signature.
//!
//! *Dominance* (`dominance`): every use in a reachable block is dominated by its definition. Blocks that
//! the entry does not reach are allowed; only structure and types are verified in them.
//!
//! # What is not verified
//! That readable names are unique (printing and [`Function::compact`] keep the first one), that source
//! positions mean anything, that `text` is there where an intrinsic expects it, that block arguments or
//! instructions are needed, and that the program makes sense: addresses, call depth, checks.
//!
//! The verifier never panics on broken IR whose ids it could be given; it reports at most
//! [`MAX_ERRORS`] errors of a function, the first ones in textual order.
pub mod dominance;
pub mod error;
mod structure;
mod types;

use crate::entities::Func;
use crate::function::Function;
use crate::module::Module;
use crate::print;
use crate::source::LocSet;
use cranelift_entity::EntityRef;
pub use error::{Place, Rule};
use std::fmt;

/// Errors of one function that are reported at most.
pub const MAX_ERRORS: usize = 20;

/// A broken rule, with what a reader needs to find it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// The rule and the entities.
    pub rule: Rule,
    /// The instruction or block.
    pub place: Place,
    /// Name of the function, unless it is the module's error.
    pub function: Option<String>,
    /// Name of the block.
    pub block: Option<String>,
    /// The printed instruction.
    pub text: Option<String>,
    /// `file:line:column` of the instruction's first source position.
    pub position: Option<String>,
    /// The rule in words, with names.
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(function) = &self.function {
            write!(f, "@{}: ", print::literal::name(function))?;
        }
        if let Some(block) = &self.block {
            write!(f, "{block}: ")?;
        }
        f.write_str(&self.message)?;
        if let Some(text) = &self.text {
            write!(f, "\n    {}", text.replace('\n', "\n    "))?;
        }
        if let Some(position) = &self.position {
            write!(f, "\n    from {position}")?;
        }
        Ok(())
    }
}

/// All that is wrong; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyErrors(pub Vec<VerifyError>);

impl fmt::Display for VerifyErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for VerifyErrors {}

/// Verifies the module and every function in it.
///
/// # Errors
/// The rules that are broken.
pub fn verify_module(module: &Module) -> Result<(), VerifyErrors> {
    let mut errors: Vec<VerifyError> = structure::module(module)
        .into_iter()
        .map(|rule| VerifyError {
            message: rule.describe(module, None),
            rule,
            place: Place::Module,
            function: None,
            block: None,
            text: None,
            position: None,
        })
        .collect();
    for function in module.functions.values() {
        if let Err(more) = verify_function(module, function) {
            errors.extend(more.0);
        }
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(VerifyErrors(errors))
    }
}

/// Verifies one function.
///
/// # Errors
/// The rules that are broken.
pub fn verify_function(module: &Module, function: &Function) -> Result<(), VerifyErrors> {
    let mut found = Found::default();
    structure::function(module, function, &mut found);
    // Types and dominance rely on the structure.
    if found.errors.is_empty() {
        types::function(module, function, &mut found);
        dominance::function(function, &mut found);
    }
    if found.errors.is_empty() {
        return Ok(());
    }
    found.errors.truncate(MAX_ERRORS);
    let errors = found.errors.into_iter();
    Err(VerifyErrors(
        errors
            .map(|(place, rule)| explain(module, function, place, rule))
            .collect(),
    ))
}

/// Collects broken rules.
#[derive(Default)]
struct Found {
    errors: Vec<(Place, Rule)>,
}

impl Found {
    fn add(&mut self, place: Place, rule: Rule) {
        // Beyond the limit nothing is shown, but the count must not grow without bound either.
        if self.errors.len() <= MAX_ERRORS {
            self.errors.push((place, rule));
        }
    }
}

fn explain(module: &Module, function: &Function, place: Place, rule: Rule) -> VerifyError {
    let (block, inst) = match place {
        Place::Module | Place::Function => (None, None),
        Place::Block(block) => (Some(block), None),
        Place::Inst(block, inst) => (Some(block), Some(inst)),
    };
    let inst = inst.filter(|inst| inst.index() < function.num_insts());
    let locs = inst.map_or(&function.locs, |inst| function.locs(inst));
    VerifyError {
        message: rule.describe(module, Some(function)),
        rule,
        place,
        function: Some(function.name.clone()),
        block: block.map(|block| print::block_to_string(module, function, block)),
        text: inst.map(|inst| print::inst_to_string(module, function, inst)),
        position: first_position(module, locs),
    }
}

fn first_position(module: &Module, locs: &LocSet) -> Option<String> {
    let loc = locs.first()?;
    module.source.try_get(loc)?;
    Some(module.source.describe(loc))
}

/// Does the module have this function?
fn has_function(module: &Module, func: Func) -> bool {
    func.index() < module.functions.len()
}

#[cfg(test)]
mod tests;
