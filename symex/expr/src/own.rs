//! Pure functions that a user of the Rust library adds, and that C programs can then call. Each function has a concrete
//! and a symbolic model.
//!
//! The concrete model runs in the interpreter and in replays. The symbolic model runs in the symbolic engines. If the
//! two models disagree, no wrong violation is reported, because every violation is replayed. But a wrong proof is
//! possible. To find disagreements, [`OwnIntrinsic::check`] compares the models.
//!
//! ```
//! use symtool_expr::own::OwnIntrinsic;
//! use symtool_ir::{Bits, Op, Type};
//!
//! let half = OwnIntrinsic {
//!     name: "half",
//!     params: &[Type::I32],
//!     result: Type::I32,
//!     concrete: |args| Bits::new(32, args[0].unsigned() / 2),
//!     symbolic: |arena, args| {
//!         let one = arena.int(32, 1);
//!         arena.op(Op::LShr, 32, &[args[0], one])
//!     },
//! };
//! assert_eq!(half.check(), Ok(()));
//! ```
use crate::{Arena, Evaluator, ExprId, SymArray};
use std::fmt;
use symtool_ir::own::OwnFunction;
use symtool_ir::random::SplitMix;
use symtool_ir::table::{Row, Table};
use symtool_ir::{Bits, Type};

/// A pure function with a concrete and a symbolic model, which C programs can call by its name.
#[derive(Debug)]
pub struct OwnIntrinsic {
    /// The C name.
    pub name: &'static str,
    /// The types of the operands: integers and floating-point types.
    pub params: &'static [Type],
    /// The type of the result.
    pub result: Type,
    /// The concrete model: returns the value of the function on constants.
    pub concrete: fn(&[Bits]) -> Bits,
    /// The symbolic model: returns the expression of the function's value on symbolic operands.
    pub symbolic: fn(&mut Arena, &[ExprId]) -> ExprId,
}

impl Row for OwnIntrinsic {
    fn name(&self) -> &'static str {
        self.name
    }
}

/// The functions that the user of the Rust library has added; there are no built-in ones. Each function also has a row
/// in [`FUNCTIONS`](symtool_ir::own::FUNCTIONS).
pub static INTRINSICS: Table<OwnIntrinsic> = Table::new("intrinsic", &[]);

/// Returns the expression of a function's value; `None` if there is no such function, or an operand or the result has a
/// wrong width.
pub fn apply(arena: &mut Arena, name: &str, args: &[ExprId]) -> Option<ExprId> {
    INTRINSICS.find(name)?.apply(arena, args)
}

/// A difference between the two models of a function, or an error in its name or types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Disagreement {
    /// The name is not a C identifier.
    Name(&'static str),
    /// The type of an operand or of the result is the type of addresses.
    Address(&'static str),
    /// The models have different results for some operands.
    Models(Box<Difference>),
}

/// Operands for which the two models of a function have different results. A result of a wrong width is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The name of the function.
    pub name: &'static str,
    /// The operands.
    pub args: Vec<Bits>,
    /// The result of the concrete model.
    pub concrete: Option<Bits>,
    /// The result of the symbolic model.
    pub symbolic: Option<Bits>,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Disagreement::Name(name) => {
                write!(
                    f,
                    "expected a C identifier as name of an intrinsic, found `{name}`"
                )
            }
            Disagreement::Address(name) => write!(
                f,
                "the intrinsic `{name}` has an operand or result of type ptr, which is not supported"
            ),
            Disagreement::Models(difference) => difference.fmt(f),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |value: Option<Bits>| {
            value.map_or("a value of wrong width".to_owned(), |v| v.to_string())
        };
        let args: Vec<String> = self.args.iter().map(Bits::to_string).collect();
        write!(
            f,
            "the models of `{}` disagree on ({}): the concrete model returns {}, the symbolic model {}",
            self.name,
            args.join(", "),
            text(self.concrete),
            text(self.symbolic)
        )
    }
}

impl std::error::Error for Disagreement {}

/// The number of random tuples of operands on which [`OwnIntrinsic::check`] compares the two models.
const RANDOM: usize = 500;
/// The maximum number of tuples of boundary values on which [`OwnIntrinsic::check`] compares the two models.
const BOUNDARY: usize = 20_000;

impl OwnIntrinsic {
    /// Returns the row of the concrete model for [`FUNCTIONS`](symtool_ir::own::FUNCTIONS).
    pub fn function(&self) -> OwnFunction {
        OwnFunction {
            name: self.name,
            params: self.params,
            result: self.result,
            concrete: self.concrete,
        }
    }

    fn apply(&self, arena: &mut Arena, args: &[ExprId]) -> Option<ExprId> {
        let widths = self.params.iter().map(|ty| ty.bits());
        if !widths.eq(args.iter().map(|&arg| arena.width(arg))) {
            return None;
        }
        let value = (self.symbolic)(arena, args);
        (arena.width(value) == self.result.bits()).then_some(value)
    }

    /// Compares the two models on tuples of operands: boundary values and random values. The symbolic model is called
    /// once with symbolic operands, and its expression is evaluated for each tuple. It is also called with the
    /// constants of each tuple.
    ///
    /// # Errors
    /// The name or a type is invalid, or the results of the models differ. If the results differ, the error contains
    /// the first tuple of operands with different results.
    pub fn check(&self) -> Result<(), Disagreement> {
        let mut letters = self.name.chars();
        let starts = letters
            .next()
            .is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
        if !starts || !letters.all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Err(Disagreement::Name(self.name));
        }
        if self.result == Type::Ptr || self.params.contains(&Type::Ptr) {
            return Err(Disagreement::Address(self.name));
        }
        let mut arena = Arena::new();
        let inputs: Vec<SymArray> = (self.params.iter().enumerate())
            .map(|(index, ty)| arena.symbol(&format!("v{index}"), ty.bytes() as u32))
            .collect();
        let operands = inputs.iter().zip(self.params);
        let operands: Vec<ExprId> = operands
            .map(|(&input, ty)| arena.scalar(input, ty.bits()))
            .collect();
        let value = self.apply(&mut arena, &operands);
        for args in self.operands() {
            let byte = |input: SymArray, index: u32| {
                let at = inputs.iter().position(|&known| known == input);
                at.map_or(0, |at| (args[at].unsigned() >> (8 * index)) as u8)
            };
            let evaluated = value.map(|value| Evaluator::new(&arena, &byte).eval(value));
            self.compare(&args, evaluated)?;
            let mut constants = Arena::new();
            let folded: Vec<ExprId> = args.iter().map(|&arg| constants.constant(arg)).collect();
            let folded = self.apply(&mut constants, &folded);
            let folded = folded.map(|value| Evaluator::new(&constants, &byte).eval(value));
            self.compare(&args, folded)?;
        }
        Ok(())
    }

    fn compare(&self, args: &[Bits], symbolic: Option<Bits>) -> Result<(), Disagreement> {
        let concrete = self.function().eval(args);
        if concrete.is_some() && concrete == symbolic {
            return Ok(());
        }
        Err(Disagreement::Models(Box::new(Difference {
            name: self.name,
            args: args.to_vec(),
            concrete,
            symbolic,
        })))
    }

    /// Returns the tuples of operands for [`check`](Self::check): combinations of boundary values, and random tuples.
    fn operands(&self) -> Vec<Vec<Bits>> {
        let mut tuples: Vec<Vec<Bits>> = vec![Vec::new()];
        for &ty in self.params {
            let boundary = boundary(ty);
            let longer = tuples.iter().flat_map(|tuple| {
                let with = |&value: &Bits| tuple.iter().copied().chain([value]).collect();
                boundary.iter().map(with).collect::<Vec<Vec<Bits>>>()
            });
            tuples = longer.take(BOUNDARY).collect();
        }
        let mut random = SplitMix::default();
        for _ in 0..RANDOM {
            let mut draw = |ty: &Type| {
                let value = u128::from(random.draw()) << 64 | u128::from(random.draw());
                Bits::new(ty.bits(), value)
            };
            tuples.push(self.params.iter().map(&mut draw).collect());
        }
        tuples
    }
}

/// Returns the boundary values of a type: small values, values around powers of two, and complements of some of these.
fn boundary(ty: Type) -> Vec<Bits> {
    let width = ty.bits();
    let powers = [7, 8, 15, 16, 31, 32, 63].map(|bit| 1u128 << bit);
    let smallest = 1u128 << (width - 1);
    let around = [0, 1, 2, 10, 100, smallest].into_iter().chain(powers);
    let values = around.flat_map(|value| [value, value.wrapping_sub(1), !value]);
    let mut all: Vec<Bits> = values.map(|value| Bits::new(width, value)).collect();
    all.sort_unstable_by_key(|bits| bits.unsigned());
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use symtool_ir::Op;

    const MAX: OwnIntrinsic = OwnIntrinsic {
        name: "max",
        params: &[Type::I32, Type::I32],
        result: Type::I32,
        concrete: |args| match args[0].to_signed() < args[1].to_signed() {
            true => args[1],
            false => args[0],
        },
        symbolic: |arena, args| {
            let less = arena.op(Op::Slt, 1, args);
            arena.op(Op::Select, 32, &[less, args[1], args[0]])
        },
    };

    #[test]
    fn equal_models_agree() {
        assert_eq!(MAX.check(), Ok(()));
    }

    #[test]
    fn models_that_differ_only_on_boundary_values_are_found() {
        let wrong = OwnIntrinsic {
            symbolic: |arena, args| {
                // x - y < 0 differs from x < y if the subtraction overflows.
                let zero = arena.int(32, 0);
                let difference = arena.op(Op::Sub, 32, args);
                let less = arena.op(Op::Slt, 1, &[difference, zero]);
                arena.op(Op::Select, 32, &[less, args[1], args[0]])
            },
            ..MAX
        };
        let error = wrong.check().expect_err("the models differ").to_string();
        assert!(
            error.starts_with("the models of `max` disagree on ("),
            "{error}"
        );
    }

    #[test]
    fn wrong_widths_names_and_addresses_are_refused() {
        let narrow = OwnIntrinsic {
            result: Type::I8,
            ..MAX
        };
        let error = narrow
            .check()
            .expect_err("the result has 32 bits")
            .to_string();
        assert!(error.contains("returns a value of wrong width"), "{error}");
        let name = OwnIntrinsic { name: "a-b", ..MAX };
        assert_eq!(name.check(), Err(Disagreement::Name("a-b")));
        let address = OwnIntrinsic {
            params: &[Type::Ptr, Type::I32],
            ..MAX
        };
        assert_eq!(address.check(), Err(Disagreement::Address("max")));
    }
}
