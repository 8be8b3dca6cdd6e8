//! Construction of canonical nodes from the IR's operators. The rewrite rules are in one file for each family of
//! operators, such as `arith`, `bitwise` and `compare`.
use super::arena::Arena;
use super::node::{BinOp, ExprId, UnOp};
use super::rules::Rule;
use symtool_ir::{Bits, Op};

/// The maximum nesting depth of rewrite rules. A node that is built at a greater depth is not simplified. So
/// the native stack does not overflow, and a long chain of operations is built in linear time.
const MAX_DEPTH: u32 = 48;

impl Arena {
    /// Returns the simplified application of an IR operator. `width` is the width of the result; it matters only for
    /// casts. The semantics is that of [`symtool_ir::eval`](mod@symtool_ir::eval).
    ///
    /// # Panics
    /// If the number or widths of the operands do not fit the operator.
    pub fn op(&mut self, op: Op, width: u32, args: &[ExprId]) -> ExprId {
        assert_eq!(args.len(), op.arity(), "operands of {}", op.name());
        match op {
            Op::Not => self.not(args[0]),
            Op::Neg => self.neg(args[0]),
            Op::Add | Op::PtrAdd => self.add(args[0], args[1]),
            Op::Sub => self.sub(args[0], args[1]),
            Op::Mul => self.mul(args[0], args[1]),
            Op::UDiv => self.division(BinOp::UDiv, args[0], args[1]),
            Op::SDiv => self.division(BinOp::SDiv, args[0], args[1]),
            Op::URem => self.division(BinOp::URem, args[0], args[1]),
            Op::SRem => self.division(BinOp::SRem, args[0], args[1]),
            Op::And => self.and(args[0], args[1]),
            Op::Or => self.or(args[0], args[1]),
            Op::Xor => self.xor(args[0], args[1]),
            Op::Shl => self.shift(BinOp::Shl, args[0], args[1]),
            Op::LShr => self.shift(BinOp::LShr, args[0], args[1]),
            Op::AShr => self.shift(BinOp::AShr, args[0], args[1]),
            Op::Eq => self.eq(args[0], args[1]),
            Op::Ne => self.ne(args[0], args[1]),
            Op::Ult => self.ult(args[0], args[1]),
            Op::Ule => self.ule(args[0], args[1]),
            Op::Ugt => self.ult(args[1], args[0]),
            Op::Uge => self.ule(args[1], args[0]),
            Op::Slt => self.slt(args[0], args[1]),
            Op::Sle => self.sle(args[0], args[1]),
            Op::Sgt => self.slt(args[1], args[0]),
            Op::Sge => self.sle(args[1], args[0]),
            Op::FNeg => self.float_unary(UnOp::FNeg, self.width(args[0]), args[0]),
            Op::FSqrt => self.float_unary(UnOp::FSqrt, self.width(args[0]), args[0]),
            Op::FNearest => self.float_unary(UnOp::FNearest, self.width(args[0]), args[0]),
            Op::FAway => self.float_unary(UnOp::FAway, self.width(args[0]), args[0]),
            Op::FFloor => self.float_unary(UnOp::FFloor, self.width(args[0]), args[0]),
            Op::FCeil => self.float_unary(UnOp::FCeil, self.width(args[0]), args[0]),
            Op::FWhole => self.float_unary(UnOp::FWhole, self.width(args[0]), args[0]),
            Op::FAdd => self.float_binary(op, BinOp::FAdd, args),
            Op::FSub => self.float_binary(op, BinOp::FSub, args),
            Op::FMul => self.float_binary(op, BinOp::FMul, args),
            Op::FDiv => self.float_binary(op, BinOp::FDiv, args),
            Op::FEq => self.float_binary(op, BinOp::FEq, args),
            Op::FNe => {
                let equal = self.float_binary(Op::FEq, BinOp::FEq, args);
                self.not(equal)
            }
            Op::FLt => self.float_binary(op, BinOp::FLt, args),
            Op::FLe => self.float_binary(op, BinOp::FLe, args),
            Op::FGt => self.float_binary(Op::FLt, BinOp::FLt, &[args[1], args[0]]),
            Op::FGe => self.float_binary(Op::FLe, BinOp::FLe, &[args[1], args[0]]),
            Op::Trunc => self.extract(args[0], 0, width),
            Op::Zext => self.zext(args[0], width),
            Op::Sext => self.sext(args[0], width),
            Op::FToS => self.float_unary(UnOp::FToS, width, args[0]),
            Op::FToU => self.float_unary(UnOp::FToU, width, args[0]),
            Op::SToF => self.float_unary(UnOp::SToF, width, args[0]),
            Op::UToF => self.float_unary(UnOp::UToF, width, args[0]),
            Op::FExt => self.float_unary(UnOp::FExt, width, args[0]),
            Op::FTrunc => self.float_unary(UnOp::FTrunc, width, args[0]),
            // Pointers and floats are represented by their bit patterns, so the operand is the result.
            Op::PtrToInt | Op::IntToPtr | Op::Bitcast => {
                debug_assert_eq!(self.width(args[0]), width);
                args[0]
            }
            Op::Select => self.ite(args[0], args[1], args[2]),
        }
    }

    fn float_unary(&mut self, op: UnOp, width: u32, a: ExprId) -> ExprId {
        match self.as_const(a) {
            Some(bits) => self.constant(symtool_ir::eval(op.op(), width, &[bits])),
            None => self.raw_un(op, width, a),
        }
    }

    fn float_binary(&mut self, op: Op, node: BinOp, args: &[ExprId]) -> ExprId {
        if let (Some(x), Some(y)) = (self.as_const(args[0]), self.as_const(args[1])) {
            return self.constant(symtool_ir::eval(op, x.width(), &[x, y]));
        }
        if self.simplify
            && let Some(holds) = self.decided_floats(node, args[0], args[1])
        {
            self.fire(Rule::Decided);
            return self.bool(holds);
        }
        self.raw_bin(node, args[0], args[1])
    }

    /// Returns the condition `a != b`.
    pub fn ne(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Returns the condition `a <= b` for unsigned numbers.
    pub fn ule(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let greater = self.ult(b, a);
        self.not(greater)
    }

    /// Returns the condition `a <= b` for signed numbers.
    pub fn sle(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let greater = self.slt(b, a);
        self.not(greater)
    }

    /// Returns the two's complement negation of `a`.
    pub fn neg(&mut self, a: ExprId) -> ExprId {
        let zero = self.int(self.width(a), 0);
        self.sub(zero, a)
    }

    /// Returns the condition `not a or b`.
    pub fn implies(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// Returns the condition that `a` is not zero. If `a` has one bit, returns `a`.
    pub fn nonzero(&mut self, a: ExprId) -> ExprId {
        let zero = self.int(self.width(a), 0);
        self.ne(a, zero)
    }

    /// Returns `a` truncated or extended to `width` bits. The extension copies the sign bit if `signed`, and adds
    /// zeros otherwise.
    pub fn resize(&mut self, a: ExprId, width: u32, signed: bool) -> ExprId {
        if width <= self.width(a) {
            self.extract(a, 0, width)
        } else if signed {
            self.sext(a, width)
        } else {
            self.zext(a, width)
        }
    }

    /// Runs a rewrite rule that builds new expressions, which further rules may simplify. Returns `None` if rules are
    /// disabled, or if `MAX_DEPTH` such calls are already nested.
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

    /// Returns the values of both operands if both are constants, else `None`.
    pub(crate) fn both_const(&self, a: ExprId, b: ExprId) -> Option<(Bits, Bits)> {
        Some((self.as_const(a)?, self.as_const(b)?))
    }

    pub(crate) fn assert_same_width(&self, a: ExprId, b: ExprId) {
        assert_eq!(self.width(a), self.width(b), "operands of different widths");
    }
}
