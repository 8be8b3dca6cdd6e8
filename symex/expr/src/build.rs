//! Construction: from the IR's operators to canonical nodes. The rules are in the files of their operator
//! family.
use super::arena::Arena;
use super::node::{BinOp, ExprId, UnOp};
use symtool_ir::{Bits, Op, OpClass};

/// The nesting limit of rules, beyond which a node is not simplified. Bounds the native stack, and makes long
/// chains linear.
const MAX_DEPTH: u32 = 48;

impl Arena {
    /// Returns the simplified application of an IR operator. `width` is the result's width and matters for
    /// casts only. The semantics is that of [`symtool_ir::eval`](mod@symtool_ir::eval).
    ///
    /// # Panics
    /// If the number or widths of the operands do not fit the operator.
    pub fn op(&mut self, op: Op, width: u32, args: &[ExprId]) -> ExprId {
        assert_eq!(args.len(), op.arity(), "operands of {}", op.name());
        match op.class() {
            OpClass::IntUnary if op == Op::Not => self.not(args[0]),
            OpClass::IntUnary => self.neg(args[0]),
            OpClass::IntBinary => self.int_binary(op, args[0], args[1]),
            OpClass::IntCompare => self.int_compare(op, args[0], args[1]),
            OpClass::FloatUnary => {
                let un = match op {
                    Op::FSqrt => UnOp::FSqrt,
                    Op::FNearest => UnOp::FNearest,
                    Op::FAway => UnOp::FAway,
                    Op::FFloor => UnOp::FFloor,
                    Op::FCeil => UnOp::FCeil,
                    Op::FWhole => UnOp::FWhole,
                    _ => UnOp::FNeg,
                };
                self.float_unary(un, self.width(args[0]), args[0])
            }
            OpClass::FloatBinary | OpClass::FloatCompare => self.float_binary(op, args[0], args[1]),
            OpClass::Cast => self.cast(op, width, args[0]),
            OpClass::Select => self.ite(args[0], args[1], args[2]),
            OpClass::PtrAdd => self.add(args[0], args[1]),
        }
    }

    fn int_binary(&mut self, op: Op, a: ExprId, b: ExprId) -> ExprId {
        match op {
            Op::Add => self.add(a, b),
            Op::Sub => self.sub(a, b),
            Op::Mul => self.mul(a, b),
            Op::UDiv => self.division(BinOp::UDiv, a, b),
            Op::SDiv => self.division(BinOp::SDiv, a, b),
            Op::URem => self.division(BinOp::URem, a, b),
            Op::SRem => self.division(BinOp::SRem, a, b),
            Op::And => self.and(a, b),
            Op::Or => self.or(a, b),
            Op::Xor => self.xor(a, b),
            Op::Shl => self.shift(BinOp::Shl, a, b),
            Op::LShr => self.shift(BinOp::LShr, a, b),
            _ => self.shift(BinOp::AShr, a, b),
        }
    }

    fn int_compare(&mut self, op: Op, a: ExprId, b: ExprId) -> ExprId {
        match op {
            Op::Eq => self.eq(a, b),
            Op::Ne => self.ne(a, b),
            Op::Ult => self.ult(a, b),
            Op::Ule => self.ule(a, b),
            Op::Ugt => self.ult(b, a),
            Op::Uge => self.ule(b, a),
            Op::Slt => self.slt(a, b),
            Op::Sle => self.sle(a, b),
            Op::Sgt => self.slt(b, a),
            _ => self.sle(b, a),
        }
    }

    fn cast(&mut self, op: Op, width: u32, a: ExprId) -> ExprId {
        match op {
            Op::Trunc => self.extract(a, 0, width),
            Op::Zext => self.zext(a, width),
            Op::Sext => self.sext(a, width),
            Op::FToS => self.float_unary(UnOp::FToS, width, a),
            Op::FToU => self.float_unary(UnOp::FToU, width, a),
            Op::SToF => self.float_unary(UnOp::SToF, width, a),
            Op::UToF => self.float_unary(UnOp::UToF, width, a),
            Op::FExt => self.float_unary(UnOp::FExt, width, a),
            Op::FTrunc => self.float_unary(UnOp::FTrunc, width, a),
            // Pointers and floats are their bit patterns.
            _ => {
                debug_assert_eq!(self.width(a), width);
                a
            }
        }
    }

    fn float_unary(&mut self, op: UnOp, width: u32, a: ExprId) -> ExprId {
        match self.as_const(a) {
            Some(bits) => self.constant(symtool_ir::eval(op.op(), width, &[bits])),
            None => self.raw_un(op, width, a),
        }
    }

    fn float_binary(&mut self, op: Op, a: ExprId, b: ExprId) -> ExprId {
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return self.constant(symtool_ir::eval(op, x.width(), &[x, y]));
        }
        match op {
            Op::FAdd => self.raw_bin(BinOp::FAdd, a, b),
            Op::FSub => self.raw_bin(BinOp::FSub, a, b),
            Op::FMul => self.raw_bin(BinOp::FMul, a, b),
            Op::FDiv => self.raw_bin(BinOp::FDiv, a, b),
            Op::FEq => self.raw_bin(BinOp::FEq, a, b),
            Op::FNe => {
                let equal = self.raw_bin(BinOp::FEq, a, b);
                self.not(equal)
            }
            Op::FLt => self.raw_bin(BinOp::FLt, a, b),
            Op::FLe => self.raw_bin(BinOp::FLe, a, b),
            Op::FGt => self.raw_bin(BinOp::FLt, b, a),
            _ => self.raw_bin(BinOp::FLe, b, a),
        }
    }

    /// Not equal.
    pub fn ne(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Unsigned less or equal.
    pub fn ule(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let greater = self.ult(b, a);
        self.not(greater)
    }

    /// Signed less or equal.
    pub fn sle(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let greater = self.slt(b, a);
        self.not(greater)
    }

    /// Two's complement negation.
    pub fn neg(&mut self, a: ExprId) -> ExprId {
        let zero = self.int(self.width(a), 0);
        self.sub(zero, a)
    }

    /// Returns `not a or b`: `a implies b`.
    pub fn implies(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// Returns the condition "not zero"; a condition is returned unchanged.
    pub fn nonzero(&mut self, a: ExprId) -> ExprId {
        let zero = self.int(self.width(a), 0);
        self.ne(a, zero)
    }

    /// Resizes to `width`: extends (with the sign, if `signed`) or truncates.
    pub fn resize(&mut self, a: ExprId, width: u32, signed: bool) -> ExprId {
        if width <= self.width(a) {
            self.extract(a, 0, width)
        } else if signed {
            self.sext(a, width)
        } else {
            self.zext(a, width)
        }
    }

    /// Applies a rule that builds expressions, unless rules are nested too deeply or disabled.
    pub(crate) fn deeper(
        &mut self,
        rule: impl FnOnce(&mut Arena) -> Option<ExprId>,
    ) -> Option<ExprId> {
        if !self.simplify || self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }

    /// Returns the constants of both operands, if both are constants.
    pub(crate) fn both_const(&self, a: ExprId, b: ExprId) -> Option<(Bits, Bits)> {
        Some((self.as_const(a)?, self.as_const(b)?))
    }

    pub(crate) fn assert_same_width(&self, a: ExprId, b: ExprId) {
        assert_eq!(self.width(a), self.width(b), "operands of different widths");
    }
}
