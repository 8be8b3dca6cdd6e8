//! Ids and nodes of expressions, and the operators that occur in canonical form. An array *version* is the contents
//! of an array after some stores.
//!
//! Canonical form, an invariant of [`Arena`](super::Arena):
//! - Comparisons are [`BinOp::Eq`], [`BinOp::Ult`], [`BinOp::Slt`] only; a constant operand is on the right;
//!   `x <= y` is `not (y < x)`.
//! - Expressions of width 1 are only constants, extractions of one bit, comparisons, quantifiers, `not`, `and`, `xor`
//!   and `ite`. The condition `a or b` is `not (and (not a) (not b))`. Because there is no `or`, one of a condition and
//!   its negation is the `not` of the other, so they are recognized by their form.
//! - The condition of an `ite` is never a `not`.
//! - There is no subtraction of a constant (it is an addition), no negation (it is `0 - x`), no shift by a
//!   constant and no multiplication by a power of two (they are concatenations and extractions).
//! - Concatenations are right-associated: `x:(y:z)`, not `(x:y):z`.
//!
//! Some expressions may violate the last two items: those that are built while the rewrite rules are disabled, and
//! those that are built beyond the maximum nesting depth of the rules.
use std::fmt;
use symtool_ir::{Bits, Op};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// Returns the number of the id, an index into the arena's table of these items.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}

id!(
    /// An expression of one [`Arena`](super::Arena). Equal expressions have equal ids. Ids are ordered by creation:
    /// operands have smaller ids than their users.
    ExprId, "#"
);
id!(
    /// A named input: a fixed number of free bytes.
    SymArray, "sym"
);
id!(
    /// A version of an array of bytes, which can be read at symbolic indices. A version is the contents before all
    /// stores, or an older version changed by a store.
    ArrayId, "array"
);

/// Unary operators of nodes, including the extensions. An extraction is a separate kind of node.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnOp {
    /// Bitwise complement. On a condition, it is the negation.
    Not,
    /// Zero extension to the node's width.
    Zext,
    /// Sign extension to the node's width.
    Sext,
    /// Float negation.
    FNeg,
    /// Float square root.
    FSqrt,
    /// Float rounded to an integral float: the nearest one, ties to even.
    FNearest,
    /// Float rounded to an integral float: the nearest one, ties away from zero.
    FAway,
    /// Float rounded down to an integral float.
    FFloor,
    /// Float rounded up to an integral float.
    FCeil,
    /// Float rounded toward zero to an integral float.
    FWhole,
    /// Float to a signed integer of the node's width, rounded toward zero.
    FToS,
    /// Float to an unsigned integer of the node's width, rounded toward zero.
    FToU,
    /// Signed integer to float.
    SToF,
    /// Unsigned integer to float.
    UToF,
    /// binary32 to binary64.
    FExt,
    /// binary64 to binary32.
    FTrunc,
}

/// Binary operators of nodes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BinOp {
    /// Wrapping addition.
    Add,
    /// Wrapping subtraction. The subtrahend is never a constant, because the subtraction of a constant is an addition.
    Sub,
    /// Wrapping multiplication.
    Mul,
    /// Unsigned quotient.
    UDiv,
    /// Signed quotient.
    SDiv,
    /// Unsigned remainder.
    URem,
    /// Signed remainder.
    SRem,
    /// Bitwise and.
    And,
    /// Bitwise or, for widths above 1 (conditions use `not` and `and`).
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Left shift.
    Shl,
    /// Logical right shift.
    LShr,
    /// Arithmetic right shift.
    AShr,
    /// Equal.
    Eq,
    /// Unsigned less than.
    Ult,
    /// Signed less than.
    Slt,
    /// Concatenation: the left operand has the high bits.
    Concat,
    /// Float addition.
    FAdd,
    /// Float subtraction.
    FSub,
    /// Float multiplication.
    FMul,
    /// Float division.
    FDiv,
    /// Float equality: 1 if no operand is a NaN and the operands are equal.
    FEq,
    /// Float less than: 1 if no operand is a NaN and the left operand is less than the right operand.
    FLt,
    /// Float less or equal: 1 if no operand is a NaN and the left operand is at most the right operand.
    FLe,
}

impl UnOp {
    /// Returns the IR operator with the same semantics.
    pub fn op(self) -> Op {
        match self {
            UnOp::Not => Op::Not,
            UnOp::Zext => Op::Zext,
            UnOp::Sext => Op::Sext,
            UnOp::FNeg => Op::FNeg,
            UnOp::FSqrt => Op::FSqrt,
            UnOp::FNearest => Op::FNearest,
            UnOp::FAway => Op::FAway,
            UnOp::FFloor => Op::FFloor,
            UnOp::FCeil => Op::FCeil,
            UnOp::FWhole => Op::FWhole,
            UnOp::FToS => Op::FToS,
            UnOp::FToU => Op::FToU,
            UnOp::SToF => Op::SToF,
            UnOp::UToF => Op::UToF,
            UnOp::FExt => Op::FExt,
            UnOp::FTrunc => Op::FTrunc,
        }
    }

    /// Returns whether the operator is a float operator.
    pub fn is_float(self) -> bool {
        !matches!(self, UnOp::Not | UnOp::Zext | UnOp::Sext)
    }
}

impl BinOp {
    /// Returns the IR operator with the same semantics; `None` for the concatenation, which the IR does not have.
    pub fn op(self) -> Option<Op> {
        Some(match self {
            BinOp::Add => Op::Add,
            BinOp::Sub => Op::Sub,
            BinOp::Mul => Op::Mul,
            BinOp::UDiv => Op::UDiv,
            BinOp::SDiv => Op::SDiv,
            BinOp::URem => Op::URem,
            BinOp::SRem => Op::SRem,
            BinOp::And => Op::And,
            BinOp::Or => Op::Or,
            BinOp::Xor => Op::Xor,
            BinOp::Shl => Op::Shl,
            BinOp::LShr => Op::LShr,
            BinOp::AShr => Op::AShr,
            BinOp::Eq => Op::Eq,
            BinOp::Ult => Op::Ult,
            BinOp::Slt => Op::Slt,
            BinOp::Concat => return None,
            BinOp::FAdd => Op::FAdd,
            BinOp::FSub => Op::FSub,
            BinOp::FMul => Op::FMul,
            BinOp::FDiv => Op::FDiv,
            BinOp::FEq => Op::FEq,
            BinOp::FLt => Op::FLt,
            BinOp::FLe => Op::FLe,
        })
    }

    /// Returns whether the operator is a float operator.
    pub fn is_float(self) -> bool {
        self >= BinOp::FAdd
    }

    /// Returns whether the operator is an integer product, quotient or remainder. SMT solvers are slow on these
    /// operators.
    pub fn is_product(self) -> bool {
        matches!(
            self,
            BinOp::Mul | BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem
        )
    }

    /// Returns whether the operator is an integer comparison.
    pub fn is_compare(self) -> bool {
        matches!(self, BinOp::Eq | BinOp::Ult | BinOp::Slt)
    }

    /// Returns whether the operator is commutative.
    pub fn commutes(self) -> bool {
        self.op().is_some_and(|op| op.info().commutative)
    }

    /// Returns the value of the operator on two constants.
    #[inline]
    pub fn eval(self, a: Bits, b: Bits) -> Bits {
        match self.op() {
            Some(op) => symtool_ir::eval(op, a.width(), &[a, b]),
            None => Bits::new(
                a.width() + b.width(),
                (a.unsigned() << b.width()) | b.unsigned(),
            ),
        }
    }
}

/// One node of the expression graph in its stored form. [`Arena::node`](super::Arena::node) returns it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A constant as 32-bit limbs, lowest first.
    Const {
        /// Width in bits.
        width: u8,
        /// The value in 32-bit limbs.
        limbs: [u32; 4],
    },
    /// One byte of an input.
    Byte {
        /// The input that contains the byte.
        array: SymArray,
        /// The index of the byte in the input.
        index: u32,
    },
    /// One byte of an array version (the contents of an array after some stores), at a 64-bit index. The byte is 0 if
    /// the index is out of bounds.
    Read {
        /// The array version that is read.
        array: ArrayId,
        /// The index, 64 bits wide.
        index: ExprId,
    },
    /// A unary operator.
    Un {
        /// The operator.
        op: UnOp,
        /// The width of the result.
        width: u8,
        /// The operand.
        arg: ExprId,
    },
    /// A binary operator.
    Bin {
        /// The operator.
        op: BinOp,
        /// Left operand.
        lhs: ExprId,
        /// Right operand.
        rhs: ExprId,
    },
    /// `then` if `cond` is 1, else `other`.
    Ite {
        /// The condition, of width 1. It is never a `not`.
        cond: ExprId,
        /// The value if the condition holds.
        then: ExprId,
        /// The value if the condition does not hold.
        other: ExprId,
    },
    /// Bits `low .. low + width` of the operand.
    Extract {
        /// The width of the result.
        width: u8,
        /// The index of the lowest extracted bit.
        low: u8,
        /// The operand.
        arg: ExprId,
    },
    /// Bounded quantifier: `body` holds for all values of the bound variable from 1 to the smaller of `count`
    /// and `max`.
    ForAll {
        /// The bound variable ([`Arena::bound_variable`](super::Arena::bound_variable)), which never occurs
        /// outside of quantifiers in a path condition.
        var: SymArray,
        /// The static upper bound of the bound variable's values.
        max: u32,
        /// The number of values of the bound variable, an unsigned expression of the variable's width. If its value is
        /// greater than `max`, the bound variable has `max` values.
        count: ExprId,
        /// A condition without quantifiers.
        body: ExprId,
    },
}

impl Node {
    /// Returns the node of a constant.
    pub fn constant(bits: Bits) -> Node {
        let v = bits.unsigned();
        Node::Const {
            width: bits.width() as u8,
            limbs: [
                v as u32,
                (v >> 32) as u32,
                (v >> 64) as u32,
                (v >> 96) as u32,
            ],
        }
    }

    /// If the node is a constant, returns its value; otherwise `None`.
    pub fn as_const(&self) -> Option<Bits> {
        match self {
            Node::Const { width, limbs } => {
                let value = limbs
                    .iter()
                    .rev()
                    .fold(0u128, |v, &limb| (v << 32) | u128::from(limb));
                Some(Bits::new(u32::from(*width), value))
            }
            _ => None,
        }
    }

    /// Returns a hash that is computed in few instructions and has few collisions. Interning spends most of its time on
    /// hashing, and on cache misses after collisions.
    pub(crate) fn hash(&self) -> u64 {
        let pack = |high: u32, low: u32| (u64::from(high) << 32) | u64::from(low);
        let (head, body) = match *self {
            Node::Const {
                width,
                limbs: [a, b, c, d],
            } => (pack(u32::from(width), c ^ d.rotate_left(16)), pack(a, b)),
            Node::Byte { array, index } => (1 << 56, pack(array.0, index)),
            Node::Read { array, index } => (2 << 56, pack(array.0, index.0)),
            Node::Un { op, width, arg } => (
                (3 << 56) | pack(op as u32, u32::from(width)),
                u64::from(arg.0),
            ),
            Node::Bin { op, lhs, rhs } => ((4 << 56) | op as u64, pack(lhs.0, rhs.0)),
            Node::Ite { cond, then, other } => {
                ((5 << 56) | u64::from(cond.0), pack(then.0, other.0))
            }
            Node::Extract { width, low, arg } => (
                (6 << 56) | pack(u32::from(width), u32::from(low)),
                u64::from(arg.0),
            ),
            Node::ForAll {
                var,
                max,
                count,
                body,
            } => (
                (7 << 56) | (u64::from(var.0) << 32) | u64::from(max),
                pack(count.0, body.0),
            ),
        };
        // Multiplies to 128 bits and combines the two halves by `^`.
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            (product as u64) ^ (product >> 64) as u64
        };
        fold(
            fold(head ^ 0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93) ^ body,
            0xA076_1D64_78BD_642F,
        )
    }

    /// Returns the operands, in order. If the node is an array read, the stored values of the array are not included.
    pub fn children(&self) -> smallvec::SmallVec<[ExprId; 3]> {
        match *self {
            Node::Const { .. } | Node::Byte { .. } => smallvec::SmallVec::new(),
            Node::Read { index, .. } => smallvec::smallvec![index],
            Node::Un { arg, .. } | Node::Extract { arg, .. } => smallvec::smallvec![arg],
            Node::Bin { lhs, rhs, .. } => smallvec::smallvec![lhs, rhs],
            Node::Ite { cond, then, other } => smallvec::smallvec![cond, then, other],
            Node::ForAll { count, body, .. } => smallvec::smallvec![count, body],
        }
    }
}
