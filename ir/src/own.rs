//! Own functions: pure functions that a user of symtool's Rust library adds, and that C programs can then call.
//!
//! This file contains the table of own functions and their evaluation on concrete operands. In the IR, a call is the
//! intrinsic `own` with the name of the function as its text. Every engine treats the result as a function of the
//! operands, without access to memory.
//!
//! ```
//! use symtool_ir::own::{FUNCTIONS, OwnFunction};
//! use symtool_ir::{Bits, Type};
//!
//! FUNCTIONS.add(vec![OwnFunction {
//!     name: "parity",
//!     params: &[Type::I32],
//!     result: Type::I32,
//!     concrete: |args| Bits::new(32, u128::from(args[0].low_u64().count_ones() % 2)),
//! }]).expect("a new name");
//! let parity = FUNCTIONS.find("parity").expect("a row");
//! assert_eq!(parity.eval(&[Bits::new(32, 7)]), Some(Bits::new(32, 1)));
//! assert_eq!(parity.eval(&[Bits::new(8, 7)]), None);
//! ```
use crate::bits::Bits;
use crate::table::{Row, Table};
use crate::types::Type;

/// A pure function with a name that C programs can call.
#[derive(Debug)]
pub struct OwnFunction {
    /// The C name.
    pub name: &'static str,
    /// The types of the operands: integers and floating-point types.
    pub params: &'static [Type],
    /// The type of the result.
    pub result: Type,
    /// The implementation: a Rust function that returns the value for given operands. The operands have the widths of
    /// `params`; floating-point numbers are IEEE bit patterns.
    pub concrete: fn(&[Bits]) -> Bits,
}

impl Row for OwnFunction {
    fn name(&self) -> &'static str {
        self.name
    }
}

/// The table of the functions that users of symtool's Rust library add. It has no built-in rows.
pub static FUNCTIONS: Table<OwnFunction> = Table::new("intrinsic", &[]);

/// Returns the position of the function called `name` in the table [`FUNCTIONS`]; `None` if there is no such function.
pub fn index_of(name: &str) -> Option<usize> {
    FUNCTIONS.iter().position(|function| function.name == name)
}

impl OwnFunction {
    /// Returns the value of the function; `None` if the number of operands, or the width of an operand or of the
    /// result, is wrong.
    pub fn eval(&self, args: &[Bits]) -> Option<Bits> {
        let widths = self.params.iter().map(|ty| ty.bits());
        if !widths.eq(args.iter().map(|arg| arg.width())) {
            return None;
        }
        Some((self.concrete)(args)).filter(|value| value.width() == self.result.bits())
    }
}
