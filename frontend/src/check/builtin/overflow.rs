//! Checks built-ins for arithmetic with overflow detection, such as `__builtin_add_overflow`.
use super::Args;
use crate::check::Checker;
use crate::ctypes::IntKind;
use crate::program::Checked;
use crate::typed::{Expr, OverflowOp, Special};
use lang_c::span::Span;

impl Checker<'_> {
    /// Checks a call of an overflow built-in. `name` is given without `__builtin_`. Returns `None` if no
    /// overflow built-in has this name.
    pub(super) fn overflow_call(
        &mut self,
        name: &str,
        args: Args<'_>,
        span: Span,
    ) -> Option<Checked<Expr>> {
        let (name, only_tests) = match name.strip_suffix("_p") {
            Some(name) => (name, true),
            None => (name, false),
        };
        let (kind, operator) = parse_name(name.strip_suffix("_overflow")?)?;
        if only_tests && kind.is_some() {
            return None;
        }
        Some(self.overflow(operator, kind, only_tests, args, span))
    }

    fn overflow(
        &mut self,
        arith: OverflowOp,
        kind: Option<IntKind>,
        only_tests: bool,
        args: Args<'_>,
        span: Span,
    ) -> Checked<Expr> {
        self.check_arg_count(args, &(3..=3), span)?;
        let mut values = Vec::new();
        for index in 0..3 {
            let node = self.arg(args, index, span)?;
            let value = self.value(node)?;
            let types = &self.program.types;
            let wants_pointer = index == 2 && !only_tests;
            let ok = match types.pointee(value.ty()) {
                Some(to) => wants_pointer && types.is_integer(to.ty) && !types.is_bool(to.ty),
                None => !wants_pointer && types.is_integer(value.ty()),
            };
            if !ok {
                let name = self.type_name(value.ty());
                let expected = match wants_pointer {
                    true => "a pointer to an integer",
                    false => "an integer argument",
                };
                let message = format!("expected {expected}, found `{name}`");
                return Err(self.error(node.span, "type", message));
            }
            let value = match kind {
                Some(kind) if index < 2 => {
                    let ty = self.program.types.int_of(kind);
                    self.convert_unchecked(value, ty)
                }
                _ => value,
            };
            values.push(value);
        }
        let Ok(values) = <[Expr; 3]>::try_from(values) else {
            return Err(self.internal(span, "a built-in with an unchecked number of arguments"));
        };
        let special = match only_tests {
            false => Special::Overflow(arith, values),
            true => {
                let width = super::super::convert::bit_width(&values[2]);
                let bits = self.program.types.ir_type(values[2].ty());
                Special::Overflows(
                    arith,
                    width.or(bits.map(symtool_ir::Type::bits)).unwrap_or(32),
                    values,
                )
            }
        };
        let ty = self.program.types.bool();
        Ok(Expr::special(special, ty, span))
    }
}

/// Splits the name of a built-in into its operand type and its operation. For example, `uaddll` is the addition of
/// `unsigned long long`. The built-in `add` accepts operands of any integer types, so its type is `None`.
fn parse_name(name: &str) -> Option<(Option<IntKind>, OverflowOp)> {
    if let Some((arith, "")) = operation(name) {
        return Some((None, arith));
    }
    let (arith, suffix) = operation(name.get(1..)?)?;
    let signed = match suffix {
        "" => IntKind::Int,
        "l" => IntKind::Long,
        "ll" => IntKind::LongLong,
        _ => return None,
    };
    match &name[..1] {
        "s" => Some((Some(signed), arith)),
        "u" => Some((Some(signed.to_unsigned()), arith)),
        _ => None,
    }
}

/// Returns the operation that `name` begins with, and the rest of the name; `None` if `name` begins with no
/// operation.
fn operation(name: &str) -> Option<(OverflowOp, &str)> {
    let arith = match name.get(..3)? {
        "add" => OverflowOp::Add,
        "sub" => OverflowOp::Sub,
        "mul" => OverflowOp::Mul,
        _ => return None,
    };
    Some((arith, &name[3..]))
}
