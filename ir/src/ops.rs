//! The table of pure operators. Printer, parser, verifier, builder, evaluator and simplifier all read the table, and so
//! does melding, which unites the two sides of a branch. A new operator has a row here and an arm in
//! [`eval`](mod@crate::eval). ARCHITECTURE.md lists the other files to which the operator must be added.
//!
//! All operators are total, with the semantics of SMT-LIB. The unsigned quotient of a division by zero is all ones, and
//! the remainder is the dividend. The result of a shift by the width or more is zero, or copies of the sign bit for
//! `ashr`. Where C leaves the behavior undefined, a separate `check` instruction precedes the operation.
use crate::types::Type;

/// The class of an operator. The class determines the types of the operands and of the result.
/// [`eval`](mod@crate::eval) and other code that implements operators have one function for each class.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum OpClass {
    /// `(t) -> t` for an integer type t.
    IntUnary,
    /// `(t, t) -> t` for an integer type t.
    IntBinary,
    /// `(t, t) -> i1` for t an integer type or `ptr`.
    IntCompare,
    /// `(t) -> t` for a floating-point type t.
    FloatUnary,
    /// `(t, t) -> t` for a floating-point type t.
    FloatBinary,
    /// `(t, t) -> i1` for a floating-point type t.
    FloatCompare,
    /// `(from) -> to` for the types that [`Op::cast_ok`] permits.
    Cast,
    /// `(i1, t, t) -> t` for any type t.
    Select,
    /// `(ptr, i64) -> ptr`: the address plus a byte offset, modulo 2^64.
    PtrAdd,
}

/// One row of the operator table.
#[derive(Debug)]
pub struct OpInfo {
    /// The operator that the row describes.
    pub op: Op,
    /// The keyword of the operator in the textual form.
    pub name: &'static str,
    /// The class of the operator.
    pub class: OpClass,
    /// Whether exchanging the two operands of the operator does not change the result. (For a floating-point operator,
    /// the bits of a NaN result may change.)
    pub commutative: bool,
}

macro_rules! operators {
    ($($op:ident $name:literal $class:ident $comm:literal $doc:literal;)*) => {
        /// A pure operator.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Op { $(#[doc = $doc] $op,)* }

        /// The operator table, in the order of the variants of [`Op`].
        pub static OPS: &[OpInfo] = &[
            $(OpInfo { op: Op::$op, name: $name, class: OpClass::$class, commutative: $comm },)*
        ];
    };
}

operators! {
    Not  "not"  IntUnary  false "Bitwise complement.";
    Neg  "neg"  IntUnary  false "Two's complement negation.";
    Add  "add"  IntBinary true  "Wrapping addition.";
    Sub  "sub"  IntBinary false "Wrapping subtraction.";
    Mul  "mul"  IntBinary true  "Wrapping multiplication.";
    UDiv "udiv" IntBinary false "Unsigned quotient; all ones for divisor 0.";
    SDiv "sdiv" IntBinary false "Signed quotient towards zero; for divisor 0: 1 if the dividend is negative, else all ones.";
    URem "urem" IntBinary false "Unsigned remainder; the dividend for divisor 0.";
    SRem "srem" IntBinary false "Signed remainder with the dividend's sign; the dividend for divisor 0.";
    And  "and"  IntBinary true  "Bitwise and.";
    Or   "or"   IntBinary true  "Bitwise or.";
    Xor  "xor"  IntBinary true  "Bitwise exclusive or.";
    Shl  "shl"  IntBinary false "Left shift; 0 when the amount is at least the width.";
    LShr "lshr" IntBinary false "Logical right shift; 0 when the amount is at least the width.";
    AShr "ashr" IntBinary false "Arithmetic right shift; copies of the sign when the amount is at least the width.";
    Eq   "eq"   IntCompare true  "Equal.";
    Ne   "ne"   IntCompare true  "Not equal.";
    Ult  "ult"  IntCompare false "Unsigned less than.";
    Ule  "ule"  IntCompare false "Unsigned less or equal.";
    Ugt  "ugt"  IntCompare false "Unsigned greater than.";
    Uge  "uge"  IntCompare false "Unsigned greater or equal.";
    Slt  "slt"  IntCompare false "Signed less than.";
    Sle  "sle"  IntCompare false "Signed less or equal.";
    Sgt  "sgt"  IntCompare false "Signed greater than.";
    Sge  "sge"  IntCompare false "Signed greater or equal.";
    FNeg "fneg" FloatUnary  false "Flips the sign bit.";
    FSqrt "fsqrt" FloatUnary false "IEEE square root, rounded to nearest even.";
    FNearest "fnearest" FloatUnary false "Rounds to the nearest whole number, halves to even: C's `rint`.";
    FAway "faway" FloatUnary false "Rounds to the nearest whole number, halves away from zero: C's `round`.";
    FFloor "ffloor" FloatUnary false "Rounds down to a whole number: C's `floor`.";
    FCeil "fceil" FloatUnary false "Rounds up to a whole number: C's `ceil`.";
    FWhole "fwhole" FloatUnary false "Rounds towards zero to a whole number: C's `trunc`.";
    FAdd "fadd" FloatBinary true  "IEEE addition, rounded to nearest even.";
    FSub "fsub" FloatBinary false "IEEE subtraction, rounded to nearest even.";
    FMul "fmul" FloatBinary true  "IEEE multiplication, rounded to nearest even.";
    FDiv "fdiv" FloatBinary false "IEEE division, rounded to nearest even.";
    FEq  "feq"  FloatCompare true  "True if neither operand is NaN and they are equal.";
    FNe  "fne"  FloatCompare true  "True if an operand is NaN or they are not equal: C's `!=`.";
    FLt  "flt"  FloatCompare false "True if neither operand is NaN and the first is less.";
    FLe  "fle"  FloatCompare false "True if neither operand is NaN and the first is less or equal.";
    FGt  "fgt"  FloatCompare false "True if neither operand is NaN and the first is greater.";
    FGe  "fge"  FloatCompare false "True if neither operand is NaN and the first is greater or equal.";
    Trunc    "trunc"    Cast false "Keeps the low bits of a wider integer.";
    Zext     "zext"     Cast false "Extends a narrower integer with zeros.";
    Sext     "sext"     Cast false "Extends a narrower integer with its sign.";
    PtrToInt "ptrtoint" Cast false "Converts `ptr` to `i64` with the same bits.";
    IntToPtr "inttoptr" Cast false "Converts `i64` to `ptr` with the same bits.";
    Bitcast  "bitcast"  Cast false "Converts between an integer and a float of the same width, with the same bits.";
    FToS     "ftos"     Cast false "Converts a float to a signed integer, rounded towards zero; the result for NaN or a value out of range is the smallest value, as on x86-64.";
    FToU     "ftou"     Cast false "Converts a float to an unsigned integer, rounded towards zero; the result for NaN or a value out of range is that of gcc's code for x86-64.";
    SToF     "stof"     Cast false "Converts a signed integer to a float, rounded to nearest even.";
    UToF     "utof"     Cast false "Converts an unsigned integer to a float, rounded to nearest even.";
    FExt     "fext"     Cast false "Converts `f32` to `f64` exactly.";
    FTrunc   "ftrunc"   Cast false "Converts `f64` to `f32`, rounded to nearest even.";
    Select   "select"   Select false "`select c, a, b`: a if c is 1, else b.";
    PtrAdd   "ptr_add"  PtrAdd false "Address plus byte offset.";
}

impl Op {
    /// Returns the operator's row in the table.
    pub fn info(self) -> &'static OpInfo {
        &OPS[self as usize]
    }

    /// Returns the operator's class.
    pub fn class(self) -> OpClass {
        self.info().class
    }

    /// Returns the operator's keyword in the textual form.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Returns the operator with the keyword `name`; `None` if there is no such operator.
    pub fn from_name(name: &str) -> Option<Op> {
        OPS.iter().find(|row| row.name == name).map(|row| row.op)
    }

    /// Returns the number of operands.
    pub fn arity(self) -> usize {
        match self.class() {
            OpClass::IntUnary | OpClass::FloatUnary | OpClass::Cast => 1,
            OpClass::Select => 3,
            _ => 2,
        }
    }

    /// Returns whether the operator is a division or remainder of integers. Such an operator has a result for all
    /// operands, but is expensive for a solver. So melding (which unites the two sides of a branch) must not add a
    /// division to the queries of a path on which the program does not divide.
    pub fn is_division(self) -> bool {
        matches!(self, Op::UDiv | Op::SDiv | Op::URem | Op::SRem)
    }

    /// Returns the result type for operands of the types `args`; `None` if the operator does not accept these types.
    /// The result type of a cast is part of the instruction and is passed as `to`.
    pub fn result_type(self, args: &[Type], to: Type) -> Option<Type> {
        let same = |t: Type| args.iter().all(|&a| a == t);
        if args.len() != self.arity() {
            return None;
        }
        let first = args[0];
        match self.class() {
            OpClass::IntUnary | OpClass::IntBinary => {
                (first.is_int() && same(first)).then_some(first)
            }
            OpClass::IntCompare => (!first.is_float() && same(first)).then_some(Type::I1),
            OpClass::FloatUnary | OpClass::FloatBinary => {
                (first.is_float() && same(first)).then_some(first)
            }
            OpClass::FloatCompare => (first.is_float() && same(first)).then_some(Type::I1),
            OpClass::Cast => self.cast_ok(first, to).then_some(to),
            OpClass::Select => (first == Type::I1 && args[1] == args[2]).then_some(args[1]),
            OpClass::PtrAdd => (first == Type::Ptr && args[1] == Type::I64).then_some(Type::Ptr),
        }
    }

    /// Returns whether the operator is a cast from the type `from` to the type `to`.
    pub fn cast_ok(self, from: Type, to: Type) -> bool {
        match self {
            Op::Trunc => from.is_int() && to.is_int() && from.bits() > to.bits(),
            Op::Zext | Op::Sext => from.is_int() && to.is_int() && from.bits() < to.bits(),
            Op::PtrToInt => from == Type::Ptr && to == Type::I64,
            Op::IntToPtr => from == Type::I64 && to == Type::Ptr,
            Op::Bitcast => {
                from.is_float() != to.is_float()
                    && from.bits() == to.bits()
                    && from != Type::Ptr
                    && to != Type::Ptr
            }
            Op::FToS | Op::FToU => from.is_float() && to.is_int(),
            Op::SToF | Op::UToF => from.is_int() && to.is_float(),
            Op::FExt => from == Type::F32 && to == Type::F64,
            Op::FTrunc => from == Type::F64 && to == Type::F32,
            _ => false,
        }
    }

    /// Returns the operator that computes the negation of an integer comparison (`uge` for `ult`); `None` for other
    /// operators.
    pub fn inverse_compare(self) -> Option<Op> {
        Some(match self {
            Op::Eq => Op::Ne,
            Op::Ne => Op::Eq,
            Op::Ult => Op::Uge,
            Op::Uge => Op::Ult,
            Op::Ule => Op::Ugt,
            Op::Ugt => Op::Ule,
            Op::Slt => Op::Sge,
            Op::Sge => Op::Slt,
            Op::Sle => Op::Sgt,
            Op::Sgt => Op::Sle,
            _ => return None,
        })
    }

    /// Returns the operator that computes the same comparison with exchanged operands (`ugt` for `ult`); `None` for an
    /// operator that is not a comparison.
    pub fn swapped_compare(self) -> Option<Op> {
        Some(match self {
            Op::Eq | Op::Ne | Op::FEq | Op::FNe => self,
            Op::Ult => Op::Ugt,
            Op::Ugt => Op::Ult,
            Op::Ule => Op::Uge,
            Op::Uge => Op::Ule,
            Op::Slt => Op::Sgt,
            Op::Sgt => Op::Slt,
            Op::Sle => Op::Sge,
            Op::Sge => Op::Sle,
            Op::FLt => Op::FGt,
            Op::FGt => Op::FLt,
            Op::FLe => Op::FGe,
            Op::FGe => Op::FLe,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_the_order_of_the_enum() {
        for (index, row) in OPS.iter().enumerate() {
            assert_eq!(row.op as usize, index, "{}", row.name);
            assert_eq!(Op::from_name(row.name), Some(row.op));
        }
    }
}
