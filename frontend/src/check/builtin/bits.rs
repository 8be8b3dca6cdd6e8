//! Checks built-ins that count or permute bits, such as `__builtin_popcountll`.
use super::Args;
use crate::check::Checker;
use crate::ctypes::IntKind;
use crate::program::Checked;
use crate::typed::{BitOp, Expr, Special};
use lang_c::span::Span;

/// The families of bit-counting built-ins: name, operation, and whether the operand is signed. Each family has
/// a built-in for `int`, `long` (suffix `l`), `long long` (`ll`) and `intmax_t` (`imax`).
const FAMILIES: &[(&str, BitOp, bool)] = &[
    ("popcount", BitOp::PopCount, false),
    ("clz", BitOp::LeadingZeros, false),
    ("ctz", BitOp::TrailingZeros, false),
    ("parity", BitOp::Parity, false),
    ("ffs", BitOp::FindFirst, true),
    ("clrsb", BitOp::ClrSb, true),
];

impl Checker<'_> {
    /// Checks a call of a bit-counting built-in. `name` is given without `__builtin_`. Returns `None` if no
    /// bit-counting built-in has this name.
    pub(super) fn bits_call(
        &mut self,
        name: &str,
        args: Args<'_>,
        span: Span,
    ) -> Option<Checked<Expr>> {
        let (op, signed, suffix) = FAMILIES
            .iter()
            .find_map(|(base, op, signed)| Some((*op, *signed, name.strip_prefix(base)?)))?;
        let kind = match (suffix, signed) {
            ("", true) => IntKind::Int,
            ("", false) => IntKind::UInt,
            ("l" | "imax", true) => IntKind::Long,
            ("l" | "imax", false) => IntKind::ULong,
            ("ll", true) => IntKind::LongLong,
            ("ll", false) => IntKind::ULongLong,
            _ => return None,
        };
        let result = self.int_ty();
        Some(self.bits_of(op, kind, result, args, span))
    }

    pub(super) fn byte_swap(&mut self, kind: IntKind, args: Args<'_>, span: Span) -> Checked<Expr> {
        let result = self.program.types.int_of(kind);
        self.bits_of(BitOp::ByteSwap, kind, result, args, span)
    }

    pub(super) fn bit_reverse(
        &mut self,
        kind: IntKind,
        args: Args<'_>,
        span: Span,
    ) -> Checked<Expr> {
        let result = self.program.types.int_of(kind);
        self.bits_of(BitOp::BitReverse, kind, result, args, span)
    }

    fn bits_of(
        &mut self,
        op: BitOp,
        kind: IntKind,
        result: crate::ctypes::Ty,
        args: Args<'_>,
        span: Span,
    ) -> Checked<Expr> {
        self.check_arg_count(args, &(1..=1), span)?;
        let ty = self.program.types.int_of(kind);
        let first = self.arg(args, 0, span)?;
        let value = self.converted(first, ty)?;
        Ok(Expr::special(Special::Bits(op, value), result, span))
    }
}
