//! The verifier: checks the invariants that every engine and pass relies on.
//!
//! # What is verified
//! *Structure* (`structure`):
//! - Every id denotes an existing entity.
//! - The entry block comes first, has the parameters of the signature, and is no jump target.
//! - Every block of the layout ends in a terminator, and has no other terminator. Jumps go to blocks of the layout.
//! - Every instruction occurs once. The record of the definition of a value ([`ValueDef`](crate::function::ValueDef))
//!   names the instruction or block that defines the value.
//! - Stack slots and globals have a power of two as alignment and a size within the limit.
//! - The relocations of a global are sorted and lie in the global.
//! - The names of functions are unique, and so are the names of globals.
//!
//! *Types* (`types`):
//! - The operands and the result of every instruction have the types that its operation requires.
//! - Guards and conditions are `i1`.
//! - Call arguments match the signature of the callee, and block arguments match the parameters of the block in number
//!   and type.
//! - The case values of a switch are distinct and have the width of its operand.
//! - The value of a return matches the signature.
//!
//! *Dominance* (`dominance`): every use in a reachable block is dominated by its definition. Unreachable
//! blocks are allowed; only structure and types are verified in them.
//!
//! # What is not verified
//! The verifier does not check the following properties:
//! - Readable names are unique. (Printing and [`Function::compact`] use the first of equal names.)
//! - Source locations are valid.
//! - An intrinsic has its `text`.
//! - The result of each instruction and each block parameter is used.
//!
//! The verifier also accepts a program that fails when it runs.
//!
//! For each function, the verifier reports at most [`MAX_ERRORS`] errors. If it finds errors of structure, it reports
//! only these; otherwise it reports errors of types, followed by errors of dominance. Within each of the three groups,
//! the errors are in textual order. The verifier does not panic on ill-formed IR in which all ids are in range. Most
//! ids that are out of range are reported as errors, too.
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

/// The maximum number of errors reported for a function.
pub const MAX_ERRORS: usize = 20;

/// A violated rule and its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// The violated rule, with the ids of the entities that violate it.
    pub rule: Rule,
    /// The location of the violation.
    pub place: Place,
    /// The name of the function; `None` for an error that is not in a function.
    pub function: Option<String>,
    /// The name of the block; `None` for an error that is not in a block.
    pub block: Option<String>,
    /// The printed text of the instruction; `None` for an error that is not at an instruction.
    pub text: Option<String>,
    /// A source location as `file:line:column`: of the instruction, or else of the function; `None` if there is none.
    pub position: Option<String>,
    /// A description of the violation, with the names of the entities.
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

/// All violated rules that were found; never empty.
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
/// One or more rules are violated; the error lists them.
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
/// One or more rules are violated; the error lists them.
pub fn verify_function(module: &Module, function: &Function) -> Result<(), VerifyErrors> {
    let mut found = Found::default();
    structure::function(module, function, &mut found);
    // The checks of types and of dominance assume a valid structure.
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

/// A list of the violated rules found so far.
#[derive(Default)]
struct Found {
    errors: Vec<(Place, Rule)>,
}

impl Found {
    fn add(&mut self, place: Place, rule: Rule) {
        // Only the first [`MAX_ERRORS`] errors are reported, so the list need not grow further.
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

/// Returns whether the module has a function with the id `func`.
fn has_function(module: &Module, func: Func) -> bool {
    func.index() < module.functions.len()
}

#[cfg(test)]
mod tests;
