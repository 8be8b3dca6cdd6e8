//! Lints of `symtool check`: warnings about valid C that is probably a mistake.
//!
//! A lint inspects one checked function and records source locations. Each lint is one file of this folder and one
//! row in [`LINTS`]. The lints are designed to have few false positives. The help text of a warning shows how to
//! correct the code. If the code may be intended, the help text also shows how to write it without a warning. System
//! headers and library models (symtool's C code for library functions) are not checked.
mod allocation;
mod array_bounds;
mod assignment;
mod chained_comparison;
mod char_eof;
mod comma_index;
mod constants;
mod empty_body;
mod format;
mod integer_division;
mod local_address;
mod loop_bounds;
mod missing_return;
mod no_effect;
mod power;
mod precedence;
mod reversed_operator;
mod self_assignment;
mod string_compare;
mod string_copy;
mod symbolic_size;
mod unbounded_input;
mod uninitialised;
mod unsigned_compare;
mod walk;

pub(crate) use walk::has_side_effects;

use crate::diagnostic::Diagnostic;
use crate::parse::Locations;
use crate::program::{Definition, Program, Symbol, UnitId};
use crate::typed::{Body, Expr, ExprKind};
use lang_c::span::Span;

/// A kind of warning, with the function that finds it.
struct Lint {
    /// The stable name of the lint, which its warnings show.
    code: &'static str,
    /// The help text, which shows how to correct the code.
    help: &'static str,
    /// The function that checks one function of the program and records the warnings.
    run: fn(&mut LintContext<'_>),
}

/// All lints, in order of execution. Warnings are shown sorted by source location.
static LINTS: &[Lint] = &[
    Lint {
        code: "assignment-in-condition",
        help: "use `==` to compare, or add parentheses if the assignment is intended",
        run: assignment::run,
    },
    Lint {
        code: "missing-return",
        help: "return a value on every path",
        run: missing_return::run,
    },
    Lint {
        code: "uninitialised",
        help: "initialize the variable in its declaration",
        run: uninitialised::run,
    },
    Lint {
        code: "format",
        help: "make conversions and arguments agree in number and type",
        run: format::run,
    },
    Lint {
        code: "unsigned-compare",
        help: "use a signed type, or compare before subtracting",
        run: unsigned_compare::run,
    },
    Lint {
        code: "precedence",
        help: "comparisons bind tighter than `&`, `^` and `|`: add parentheses around the intended operands",
        run: precedence::run,
    },
    Lint {
        code: "string-compare",
        help: "compare strings with `strcmp(a, b) == 0`",
        run: string_compare::run,
    },
    Lint {
        code: "no-effect",
        help: "use `=` to assign or `()` to call; cast to `(void)` if the result is unused intentionally",
        run: no_effect::run,
    },
    Lint {
        code: "lost-allocation",
        help: "store the pointer: otherwise the memory can be neither used nor freed",
        run: allocation::run,
    },
    Lint {
        code: "empty-body",
        help: "remove the `;`, or write `{}` if the empty body is intended",
        run: empty_body::run,
    },
    Lint {
        code: "local-address",
        help: "the lifetime of a local variable ends with the function: return a copy, use `malloc`, or let the caller pass the memory",
        run: local_address::run,
    },
    Lint {
        code: "division-by-zero",
        help: "change the divisor: the operation fails whenever it is executed",
        run: constants::division,
    },
    Lint {
        code: "shift-count",
        help: "use a shift count from 0 to the width of the left operand minus 1",
        run: constants::shift,
    },
    Lint {
        code: "array-bounds",
        help: "valid indices of an array of length n are 0 to n - 1",
        run: array_bounds::run,
    },
    Lint {
        code: "char-eof",
        help: "store the result in an `int`: a `char` cannot distinguish `EOF` from the byte 255",
        run: char_eof::run,
    },
    Lint {
        code: "self-assignment",
        help: "assign a different variable, or remove the assignment",
        run: self_assignment::run,
    },
    Lint {
        code: "chained-comparison",
        help: "to test a range, write `a < b && b < c`; otherwise add parentheses",
        run: chained_comparison::run,
    },
    Lint {
        code: "power",
        help: "write a shift, a product or `pow`; write a hexadecimal number if exclusive or is intended",
        run: power::run,
    },
    Lint {
        code: "reversed-operator",
        help: "write `+=` or `-=` to change the variable; write a space before the sign to assign",
        run: reversed_operator::run,
    },
    Lint {
        code: "string-copy",
        help: "declare a larger array; the final zero needs one byte",
        run: string_copy::run,
    },
    Lint {
        code: "symbolic-size",
        help: "pass `sizeof` of the variable",
        run: symbolic_size::run,
    },
    Lint {
        code: "loop-bounds",
        help: "use `<` with the length of the array: valid indices are 0 to the length minus 1",
        run: loop_bounds::run,
    },
    Lint {
        code: "integer-division",
        help: "write one operand as a floating-point number, as in `1.0 / 2`",
        run: integer_division::run,
    },
    Lint {
        code: "comma-index",
        help: "write one pair of brackets for each index, as in `a[i][j]`",
        run: comma_index::run,
    },
    Lint {
        code: "unbounded-input",
        help: "use `fgets`, which takes the size of the array",
        run: unbounded_input::run,
    },
];

/// The function that is being checked, and the warnings found in it.
struct LintContext<'a> {
    program: &'a Program,
    locations: &'a Locations,
    function: &'a Symbol,
    body: &'a Body,
    found: Vec<(Span, String)>,
}

impl<'a> LintContext<'a> {
    fn note(&mut self, at: Span, message: impl Into<String>) {
        self.found.push((at, message.into()));
    }

    /// Calls `visit` with every expression of the function in preorder.
    fn each_expr(&mut self, mut visit: impl FnMut(&mut Self, &'a Expr)) {
        let body = self.body;
        walk::each_expr(&body.stmts, &mut |expr| visit(self, expr));
    }

    /// Calls `visit` with every statement of the function in preorder.
    fn each_stmt(&mut self, mut visit: impl FnMut(&mut Self, &'a crate::typed::Stmt)) {
        let body = self.body;
        walk::each_stmt(&body.stmts, &mut |stmt| visit(self, stmt));
    }

    /// Returns the value of an integer constant expression, signed if its type is signed; `None` if `expr` is not an
    /// integer constant.
    fn integer(&self, expr: &Expr) -> Option<i128> {
        let types = &self.program.types;
        if !types.is_integer(expr.ty()) {
            return None;
        }
        match self.program.constant(expr)? {
            crate::consteval::Const::Bits(bits) if types.is_signed(expr.ty()) => {
                Some(bits.to_signed())
            }
            crate::consteval::Const::Bits(bits) => i128::try_from(bits.unsigned()).ok(),
            crate::consteval::Const::Address(..) => None,
        }
    }

    /// Returns the name of the called function; `None` for a call through a pointer.
    fn callee(&self, call: &crate::typed::Call) -> Option<&'a str> {
        let id = call.callee.called_symbol()?;
        Some(&self.program.symbol(id).name)
    }
}

/// Strips the outer conversions from an expression.
fn strip_conversions(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Convert(inner) => strip_conversions(inner),
        _ => expr,
    }
}

/// Runs all lints on the functions of a translation unit and reports the warnings.
pub(crate) fn lint_unit(program: &mut Program, unit: UnitId, locations: &Locations) {
    let mut warnings = Vec::new();
    for id in program.symbol_ids() {
        let function = program.symbol(id);
        let Definition::Function(body) = &function.definition else {
            continue;
        };
        if function.origin.unit != unit || is_in_system_file(function) {
            continue;
        }
        for lint in LINTS {
            let mut cx = LintContext {
                program,
                locations,
                function,
                body,
                found: Vec::new(),
            };
            (lint.run)(&mut cx);
            warnings.extend(cx.found.into_iter().map(|(at, message)| {
                Diagnostic::warning(lint.code, message)
                    .at(locations.span(at))
                    .help(lint.help)
            }));
        }
    }
    for warning in warnings {
        let place = warning.primary.as_ref().map(ToString::to_string);
        let key = format!("{} {}", place.unwrap_or_default(), warning.message);
        if program.first_time(key) {
            program.report(warning);
        }
    }
}

/// Returns whether the function is defined in a system header or a library model.
fn is_in_system_file(function: &Symbol) -> bool {
    (function.origin.shown.as_ref())
        .is_some_and(|at| at.file.starts_with('<') || at.file.starts_with("/usr/"))
}
