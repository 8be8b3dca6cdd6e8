//! Warns about format strings of `printf` and `scanf` that do not match their arguments.
//!
//! As in gcc, an integer argument must have the width that the format requires, but may differ in signedness.
//! Formats with numbered arguments (`%2$d`) and formats that are not string literals are not checked.
use super::{LintContext, strip_conversions};
use crate::ctypes::{Kind, Ty};
use crate::typed::{Call, Expr, ExprKind};

/// The functions that take a format string: name, index of the format argument, and whether the function belongs to
/// the `scanf` family.
const FUNCTIONS: &[(&str, usize, bool)] = &[
    ("__isoc99_fscanf", 1, true),
    ("__isoc99_scanf", 0, true),
    ("__isoc99_sscanf", 1, true),
    ("asprintf", 1, false),
    ("dprintf", 1, false),
    ("fprintf", 1, false),
    ("fscanf", 1, true),
    ("printf", 0, false),
    ("scanf", 0, true),
    ("snprintf", 2, false),
    ("sprintf", 1, false),
    ("sscanf", 1, true),
];

/// The type of argument that a conversion specification requires.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum ExpectedArg {
    /// An integer that is passed in this number of bits.
    Int(u32),
    Double,
    LongDouble,
    /// A pointer to characters.
    PointerToChars,
    /// Any pointer.
    Pointer,
    /// A pointer to an integer of this number of bits.
    PointerToInt(u32),
    PointerToFloat,
    PointerToDouble,
    PointerToLongDouble,
}

/// A conversion specification of a format, such as `%5ld`.
#[derive(Debug, PartialEq, Eq)]
struct Conversion {
    /// The text of the specification.
    text: String,
    /// The types of the arguments that the specification requires, in order.
    expected: Vec<ExpectedArg>,
}

pub(super) fn run(cx: &mut LintContext<'_>) {
    cx.each_expr(|cx, expr| {
        let ExprKind::Call(call) = &expr.kind else {
            return;
        };
        let Some(name) = cx.callee(call) else {
            return;
        };
        if let Some(&(_, index, reads)) = FUNCTIONS.iter().find(|(known, ..)| *known == name)
            && let Some(format) = call.args.get(index)
        {
            check(cx, call, format, index, reads);
        }
    });
}

fn check(cx: &mut LintContext<'_>, call: &Call, format: &Expr, index: usize, reads: bool) {
    let args = &call.args[index + 1..];
    let Some(text) = literal(cx, format) else {
        let is_variable = matches!(
            strip_conversions(format).kind,
            ExprKind::Load(_) | ExprKind::Decay(_)
        );
        if !reads && args.is_empty() && is_variable {
            let message =
                "format is not a string literal and has no arguments: use \"%s\" as the format";
            cx.note(format.span, message);
        }
        return;
    };
    let conversions = match conversions(&text, reads) {
        Ok(Some(conversions)) => conversions,
        Ok(None) => return,
        Err(message) => return cx.note(format.span, message),
    };
    let mut given = args.iter();
    for conversion in &conversions {
        for &expected in &conversion.expected {
            let shown = &conversion.text;
            let Some(arg) = given.next() else {
                let message = format!(
                    "format `{shown}` expects {}, found no argument",
                    describe(expected)
                );
                return cx.note(format.span, message);
            };
            if !fits(cx, arg, expected) {
                let is = cx.program.types.name(arg.ty());
                let description = describe(expected);
                let address = if is_target(cx, arg, expected) {
                    ": pass the address of the variable with `&`"
                } else {
                    ""
                };
                let message =
                    format!("format `{shown}` expects {description}, found `{is}`{address}");
                cx.note(arg.span, message);
            }
        }
    }
    if let Some(surplus) = given.next() {
        cx.note(surplus.span, "argument not used by format string");
    }
}

/// Returns the text of a format that is a string literal; `None` for another format.
fn literal(cx: &LintContext<'_>, format: &Expr) -> Option<String> {
    let ExprKind::Decay(inner) = &strip_conversions(format).kind else {
        return None;
    };
    let ExprKind::String(id) = inner.kind else {
        return None;
    };
    let data = &cx.program.strings[id.0 as usize];
    let bytes = data.bytes.strip_suffix(&[0]).unwrap_or(&data.bytes);
    Some(String::from_utf8_lossy(bytes).into_owned())
}

/// Parses the conversion specifications of a format of `printf`, or of `scanf` if `reads` is set. Returns `None` if the
/// format has numbered arguments (`%2$d`) or, for `scanf`, `%m`. Returns an error message if the format is malformed.
fn conversions(format: &str, reads: bool) -> Result<Option<Vec<Conversion>>, String> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        let text = &rest[at..];
        let mut length = 1;
        let mut expected = Vec::new();
        let mut suppressed = false;
        let next = |length: usize| text[length..].chars().next();
        while let Some(c) = next(length) {
            match c {
                '-' | '+' | ' ' | '#' | '\'' | '0'..='9' | '.' => {}
                '*' if reads => suppressed = true,
                '*' => expected.push(ExpectedArg::Int(32)),
                '$' | 'm' if c == '$' || reads => return Ok(None),
                _ => break,
            }
            length += 1;
        }
        let begin = length;
        while matches!(next(length), Some('h' | 'l' | 'j' | 'z' | 't' | 'L' | 'q')) {
            length += 1;
        }
        let modifier = &text[begin..length];
        let Some(kind) = next(length) else {
            return Err("incomplete conversion specification at the end of the format".to_owned());
        };
        length += kind.len_utf8();
        if kind == '[' && reads {
            length += set_length(&text[length..]).ok_or("no closing `]` for `%[` conversion")?;
        }
        let shown = text[..length].to_owned();
        rest = &text[length..];
        match expected_arg(kind, modifier, reads) {
            Some(Some(arg)) if !suppressed => expected.push(arg),
            Some(_) => {}
            None => return Err(format!("invalid conversion specification `{shown}`")),
        }
        found.push(Conversion {
            text: shown,
            expected,
        });
    }
    Ok(Some(found))
}

/// Returns the length in bytes of a scan set such as `a-z]`: `text` begins after `[`, and the length includes
/// the matching `]`. Returns `None` if there is no matching `]`.
fn set_length(text: &str) -> Option<usize> {
    let skipped = usize::from(text.starts_with('^'));
    let first = skipped + usize::from(text[skipped..].starts_with(']'));
    Some(first + text[first..].find(']')? + 1)
}

/// Returns the argument type that the conversion specifier `kind` requires in a format of `printf`, or of
/// `scanf` if `reads` is set. Returns `Some(None)` for `%%` and `%m`, which have no argument, and `None` if the
/// specifier is invalid.
fn expected_arg(kind: char, modifier: &str, reads: bool) -> Option<Option<ExpectedArg>> {
    let bits = match modifier {
        "hh" => 8,
        "h" => 16,
        "" => 32,
        _ => 64,
    };
    Some(Some(match kind {
        '%' | 'm' => return Some(None),
        'd' | 'i' | 'u' | 'x' | 'X' | 'o' if reads => ExpectedArg::PointerToInt(bits),
        'd' | 'i' | 'u' | 'x' | 'X' | 'o' | 'b' => ExpectedArg::Int(bits.max(32)),
        'f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A' => match (reads, modifier) {
            (true, "") => ExpectedArg::PointerToFloat,
            (true, "L") => ExpectedArg::PointerToLongDouble,
            (true, _) => ExpectedArg::PointerToDouble,
            (false, "L") => ExpectedArg::LongDouble,
            (false, _) => ExpectedArg::Double,
        },
        'c' if modifier == "l" && !reads => ExpectedArg::Int(32),
        'c' if modifier.is_empty() && !reads => ExpectedArg::Int(32),
        'c' | 's' | '[' if modifier == "l" => ExpectedArg::PointerToInt(32),
        'c' | 's' => ExpectedArg::PointerToChars,
        '[' if reads => ExpectedArg::PointerToChars,
        'p' => ExpectedArg::Pointer,
        'n' => ExpectedArg::PointerToInt(bits),
        _ => return None,
    }))
}

fn describe(expected: ExpectedArg) -> String {
    match expected {
        ExpectedArg::Int(64) => "a `long`".to_owned(),
        ExpectedArg::Int(_) => "an `int`".to_owned(),
        ExpectedArg::Double => "a `double`".to_owned(),
        ExpectedArg::LongDouble => "a `long double`".to_owned(),
        ExpectedArg::PointerToChars => "a `char *`".to_owned(),
        ExpectedArg::Pointer => "a pointer".to_owned(),
        ExpectedArg::PointerToInt(8) => "a `char *`".to_owned(),
        ExpectedArg::PointerToInt(16) => "a `short *`".to_owned(),
        ExpectedArg::PointerToInt(32) => "an `int *`".to_owned(),
        ExpectedArg::PointerToInt(_) => "a `long *`".to_owned(),
        ExpectedArg::PointerToFloat => "a `float *`".to_owned(),
        ExpectedArg::PointerToDouble => "a `double *`".to_owned(),
        ExpectedArg::PointerToLongDouble => "a `long double *`".to_owned(),
    }
}

fn fits(cx: &LintContext<'_>, arg: &Expr, expected: ExpectedArg) -> bool {
    let types = &cx.program.types;
    let ty = arg.ty();
    let target = types.pointee(ty).map(|to| to.ty);
    let bits = |ty: Ty| {
        let is_integer = types.is_integer(ty);
        is_integer.then(|| types.ir_type(ty).map_or(0, symtool_ir::Type::bits))
    };
    let target_is = |kind: &Kind| target.is_some_and(|to| types.kind(to) == kind);
    match expected {
        ExpectedArg::Int(width) => bits(ty) == Some(width),
        ExpectedArg::Double => matches!(types.kind(ty), Kind::Double),
        ExpectedArg::LongDouble => matches!(types.kind(ty), Kind::LongDouble),
        ExpectedArg::Pointer => types.is_pointer(ty),
        ExpectedArg::PointerToChars => {
            target.is_some_and(|to| types.is_void(to) || bits(to) == Some(8))
        }
        ExpectedArg::PointerToInt(width) => target.is_some_and(|to| bits(to) == Some(width)),
        ExpectedArg::PointerToFloat => target_is(&Kind::Float),
        ExpectedArg::PointerToDouble => target_is(&Kind::Double),
        ExpectedArg::PointerToLongDouble => target_is(&Kind::LongDouble),
    }
}

/// Returns whether an argument of `scanf` has the type of the object that the conversion writes, and not that of a
/// pointer to this object. The program then probably lacks a `&` before the argument.
fn is_target(cx: &LintContext<'_>, arg: &Expr, expected: ExpectedArg) -> bool {
    let types = &cx.program.types;
    match expected {
        ExpectedArg::PointerToInt(width) => {
            types.is_integer(arg.ty()) && types.size(arg.ty()) == Some(u64::from(width / 8))
        }
        ExpectedArg::PointerToFloat | ExpectedArg::PointerToDouble => {
            matches!(types.kind(arg.ty()), Kind::Float | Kind::Double)
        }
        ExpectedArg::Int(_)
        | ExpectedArg::Double
        | ExpectedArg::LongDouble
        | ExpectedArg::PointerToChars
        | ExpectedArg::Pointer
        | ExpectedArg::PointerToLongDouble => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(format: &str, reads: bool) -> Vec<ExpectedArg> {
        let found = conversions(format, reads)
            .expect("a format")
            .expect("the format has a known form");
        found.into_iter().flat_map(|c| c.expected).collect()
    }

    #[test]
    fn splits_formats() {
        assert_eq!(
            expected("100%% %5.*lf%hhd", false),
            [
                ExpectedArg::Int(32),
                ExpectedArg::Double,
                ExpectedArg::Int(32)
            ]
        );
        assert_eq!(
            expected("%*d %[^]x] %lf%hd", true),
            [
                ExpectedArg::PointerToChars,
                ExpectedArg::PointerToDouble,
                ExpectedArg::PointerToInt(16)
            ]
        );
        assert_eq!(conversions("%1$d", false), Ok(None));
        for wrong in ["%", "%5", "%ly", "50% of"] {
            assert!(
                conversions(wrong, false).is_err() || wrong == "50% of",
                "{wrong}"
            );
        }
        assert!(conversions("%[a", true).is_err());
    }
}
