//! Format strings of `printf` and `scanf`, checked against their arguments.
//!
//! As in gcc, an integer's width matters, its signedness does not. Formats with numbered arguments (`%2$d`) and
//! non-literal formats are not checked.
use super::{Finder, bare};
use crate::ctypes::{Kind, Ty};
use crate::typed::{Call, Expr, ExprKind};

/// Function, argument index of the format string, whether it is of the `scanf` family.
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

/// The argument type that a conversion specification requires.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Want {
    /// An integer passed in this many bits.
    Int(u32),
    Double,
    LongDouble,
    /// A pointer to characters.
    Text,
    /// Any pointer.
    Pointer,
    /// A pointer to an integer of this many bits.
    IntPlace(u32),
    FloatPlace,
    DoublePlace,
    LongDoublePlace,
}

/// A conversion specification.
#[derive(Debug, PartialEq, Eq)]
struct Conversion {
    /// Its source text.
    text: String,
    wants: Vec<Want>,
}

pub(super) fn run(finder: &mut Finder<'_>) {
    finder.each_expr(|finder, expr| {
        let ExprKind::Call(call) = &expr.kind else {
            return;
        };
        let Some(name) = finder.callee(call) else {
            return;
        };
        if let Some(&(_, index, reads)) = FUNCTIONS.iter().find(|(known, ..)| *known == name)
            && let Some(format) = call.args.get(index)
        {
            check(finder, call, format, index, reads);
        }
    });
}

fn check(finder: &mut Finder<'_>, call: &Call, format: &Expr, index: usize, reads: bool) {
    let args = &call.args[index + 1..];
    let Some(text) = literal(finder, format) else {
        let is_variable = matches!(bare(format).kind, ExprKind::Load(_) | ExprKind::Decay(_));
        if !reads && args.is_empty() && is_variable {
            let message =
                "format is not a string literal and has no arguments: use \"%s\" as the format";
            finder.note(format.span, message);
        }
        return;
    };
    let conversions = match conversions(&text, reads) {
        Ok(Some(conversions)) => conversions,
        Ok(None) => return,
        Err(message) => return finder.note(format.span, message),
    };
    let mut given = args.iter();
    for conversion in &conversions {
        for &want in &conversion.wants {
            let shown = &conversion.text;
            let Some(arg) = given.next() else {
                let message = format!(
                    "format `{shown}` expects {}, found no argument",
                    describe(want)
                );
                return finder.note(format.span, message);
            };
            if !fits(finder, arg, want) {
                let is = finder.program.types.name(arg.ty());
                let wanted = describe(want);
                let message = format!("format `{shown}` expects {wanted}, found `{is}`");
                finder.note(arg.span, message);
            }
        }
    }
    if let Some(surplus) = given.next() {
        finder.note(surplus.span, "argument not used by format string");
    }
}

/// Returns the text of a format that is a string literal.
fn literal(finder: &Finder<'_>, format: &Expr) -> Option<String> {
    let ExprKind::Decay(inner) = &bare(format).kind else {
        return None;
    };
    let ExprKind::String(id) = inner.kind else {
        return None;
    };
    let data = &finder.program.strings[id.0 as usize];
    let bytes = data.bytes.strip_suffix(&[0]).unwrap_or(&data.bytes);
    Some(String::from_utf8_lossy(bytes).into_owned())
}

/// Parses the conversion specifications of a format. Returns none if it uses unsupported features, an error if it is
/// malformed.
fn conversions(format: &str, reads: bool) -> Result<Option<Vec<Conversion>>, String> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        let text = &rest[at..];
        let mut length = 1;
        let mut wants = Vec::new();
        let mut suppressed = false;
        let next = |length: usize| text[length..].chars().next();
        while let Some(c) = next(length) {
            match c {
                '-' | '+' | ' ' | '#' | '\'' | '0'..='9' | '.' => {}
                '*' if reads => suppressed = true,
                '*' => wants.push(Want::Int(32)),
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
        match wanted(kind, modifier, reads) {
            Some(Some(want)) if !suppressed => wants.push(want),
            Some(_) => {}
            None => return Err(format!("invalid conversion specification `{shown}`")),
        }
        found.push(Conversion { text: shown, wants });
    }
    Ok(Some(found))
}

/// Returns the number of bytes from behind `[` through the matching `]`.
fn set_length(text: &str) -> Option<usize> {
    let skipped = usize::from(text.starts_with('^'));
    let first = skipped + usize::from(text[skipped..].starts_with(']'));
    Some(first + text[first..].find(']')? + 1)
}

/// Returns the argument type of a conversion specifier (`Some(None)` for `%%`), or none if the specifier is invalid.
fn wanted(kind: char, modifier: &str, reads: bool) -> Option<Option<Want>> {
    let bits = match modifier {
        "hh" => 8,
        "h" => 16,
        "" => 32,
        _ => 64,
    };
    Some(Some(match kind {
        '%' | 'm' => return Some(None),
        'd' | 'i' | 'u' | 'x' | 'X' | 'o' if reads => Want::IntPlace(bits),
        'd' | 'i' | 'u' | 'x' | 'X' | 'o' | 'b' => Want::Int(bits.max(32)),
        'f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A' => match (reads, modifier) {
            (true, "") => Want::FloatPlace,
            (true, "L") => Want::LongDoublePlace,
            (true, _) => Want::DoublePlace,
            (false, "L") => Want::LongDouble,
            (false, _) => Want::Double,
        },
        'c' if modifier == "l" && !reads => Want::Int(32),
        'c' if modifier.is_empty() && !reads => Want::Int(32),
        'c' | 's' | '[' if modifier == "l" => Want::IntPlace(32),
        'c' | 's' => Want::Text,
        '[' if reads => Want::Text,
        'p' => Want::Pointer,
        'n' => Want::IntPlace(bits),
        _ => return None,
    }))
}

fn describe(want: Want) -> String {
    match want {
        Want::Int(64) => "a `long`".to_owned(),
        Want::Int(_) => "an `int`".to_owned(),
        Want::Double => "a `double`".to_owned(),
        Want::LongDouble => "a `long double`".to_owned(),
        Want::Text => "a `char *`".to_owned(),
        Want::Pointer => "a pointer".to_owned(),
        Want::IntPlace(8) => "a `char *`".to_owned(),
        Want::IntPlace(16) => "a `short *`".to_owned(),
        Want::IntPlace(32) => "an `int *`".to_owned(),
        Want::IntPlace(_) => "a `long *`".to_owned(),
        Want::FloatPlace => "a `float *`".to_owned(),
        Want::DoublePlace => "a `double *`".to_owned(),
        Want::LongDoublePlace => "a `long double *`".to_owned(),
    }
}

fn fits(finder: &Finder<'_>, arg: &Expr, want: Want) -> bool {
    let types = &finder.program.types;
    let ty = arg.ty();
    let target = types.pointee(ty).map(|to| to.ty);
    let bits = |ty: Ty| {
        let is_integer = types.is_integer(ty);
        is_integer.then(|| types.ir_type(ty).map_or(0, symtool_ir::Type::bits))
    };
    let target_is = |kind: &Kind| target.is_some_and(|to| types.kind(to) == kind);
    match want {
        Want::Int(wanted) => bits(ty) == Some(wanted),
        Want::Double => matches!(types.kind(ty), Kind::Double),
        Want::LongDouble => matches!(types.kind(ty), Kind::LongDouble),
        Want::Pointer => types.is_pointer(ty),
        Want::Text => target.is_some_and(|to| types.is_void(to) || bits(to) == Some(8)),
        Want::IntPlace(wanted) => target.is_some_and(|to| bits(to) == Some(wanted)),
        Want::FloatPlace => target_is(&Kind::Float),
        Want::DoublePlace => target_is(&Kind::Double),
        Want::LongDoublePlace => target_is(&Kind::LongDouble),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wants(format: &str, reads: bool) -> Vec<Want> {
        let found = conversions(format, reads)
            .expect("a format")
            .expect("known");
        found.into_iter().flat_map(|c| c.wants).collect()
    }

    #[test]
    fn splits_formats() {
        assert_eq!(
            wants("100%% %5.*lf%hhd", false),
            [Want::Int(32), Want::Double, Want::Int(32)]
        );
        assert_eq!(
            wants("%*d %[^]x] %lf%hd", true),
            [Want::Text, Want::DoublePlace, Want::IntPlace(16)]
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
