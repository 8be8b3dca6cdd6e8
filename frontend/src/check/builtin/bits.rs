//! Built-ins that count or move bits: `__builtin_popcountll` and its kin.
use super::Args;
use crate::check::Checker;
use crate::ctypes::IntKind;
use crate::program::Checked;
use crate::typed::{Expr, ExprKind, Special};
use lang_c::span::Span;

/// Names, what they compute, and whether the operand is signed. Each has forms for `int`, `long` (`l`),
/// `long long` (`ll`) and `intmax_t` (`imax`).
const FAMILIES: &[(&str, Special, bool)] = &[
    ("popcount", Special::PopCount, false),
    ("clz", Special::LeadingZeros, false),
    ("ctz", Special::TrailingZeros, false),
    ("parity", Special::Parity, false),
    ("ffs", Special::FindFirst, true),
    ("clrsb", Special::ClrSb, true),
];

impl Checker<'_> {
    /// Checks a call of a bit-counting built-in, named without `__builtin_`; none if it is no such name.
    pub(super) fn bits_call(
        &mut self,
        name: &str,
        args: Args<'_>,
        span: Span,
    ) -> Option<Checked<Expr>> {
        let (special, signed, suffix) = FAMILIES.iter().find_map(|(base, special, signed)| {
            Some((*special, *signed, name.strip_prefix(base)?))
        })?;
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
        Some(self.bits_of(special, kind, result, args, span))
    }

    pub(super) fn byte_swap(&mut self, kind: IntKind, args: Args<'_>, span: Span) -> Checked<Expr> {
        let result = self.program.types.int_of(kind);
        self.bits_of(Special::ByteSwap, kind, result, args, span)
    }

    fn bits_of(
        &mut self,
        special: Special,
        kind: IntKind,
        result: crate::ctypes::Ty,
        args: Args<'_>,
        span: Span,
    ) -> Checked<Expr> {
        self.counted(args, &(1..=1), span)?;
        let ty = self.program.types.int_of(kind);
        let first = self.arg(args, 0, span)?;
        let value = self.converted(first, ty)?;
        let kind = ExprKind::Special(special, vec![value]);
        Ok(Expr::new(kind, result, span))
    }
}
