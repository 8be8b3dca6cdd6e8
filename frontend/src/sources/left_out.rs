//! Computes the lines of a source file that preprocessing removes from the program.
use super::Kept;

/// The kind of a source line, determined from its text without comments.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Line {
    /// A line without code, or a directive that is not conditional, such as `#define`.
    Blank,
    /// `#if`, `#ifdef` or `#ifndef`.
    Opens,
    /// `#elif` or `#else`.
    Turns,
    /// `#endif`.
    Closes,
    Code,
}

/// Returns the lines of code that preprocessing removes from the program, numbered from 1. `kept` contains, for each
/// line, the part that remains after preprocessing. The lines between two conditional directives, such as `#if` and
/// `#else`, are removed if no code remains on any of them. A macro call is removed if it expands to an expression
/// without effect.
pub(super) fn lines(text: &str, kept: &[Kept]) -> Vec<u32> {
    let kept_of = |line: u32| kept.get(line as usize - 1).copied().unwrap_or_default();
    let mut out = Vec::new();
    let (mut part, mut depth, mut is_comment) = (Vec::new(), 0_u32, false);
    for (text, line) in text.lines().zip(1_u32..) {
        let found = classified(text, &mut is_comment);
        if matches!(found, Line::Opens | Line::Turns | Line::Closes) {
            end_part(&mut part, depth, &kept_of, &mut out);
        }
        match found {
            Line::Opens => depth += 1,
            Line::Closes => depth = depth.saturating_sub(1),
            Line::Code => part.push(line),
            Line::Turns | Line::Blank => {}
        }
        if found == Line::Code && kept_of(line) == Kept::NoEffect && is_call(text) {
            out.push(line);
        }
    }
    end_part(&mut part, depth, &kept_of, &mut out);
    out.sort_unstable();
    out
}

/// Ends the current part, which consists of the lines of code between two conditional directives. Adds these lines to
/// `out` if preprocessing removes all of them.
fn end_part(part: &mut Vec<u32>, depth: u32, kept: &impl Fn(u32) -> Kept, out: &mut Vec<u32>) {
    if depth > 0 && part.iter().all(|&line| kept(line) == Kept::Nothing) {
        out.append(part);
    }
    part.clear();
}

/// Returns whether a line is probably a macro call: it begins with a name other than `void`, followed by a
/// parenthesis.
fn is_call(text: &str) -> bool {
    let name = text.trim_start().split('(').next().unwrap_or_default();
    let name = name.trim_end();
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    text.contains('(') && !name.is_empty() && name != "void" && name.chars().all(is_name)
}

/// Classifies a line. `is_comment` is set if the line begins inside a comment; the function updates it for the next
/// line.
fn classified(text: &str, is_comment: &mut bool) -> Line {
    let mut code = String::new();
    let mut rest = text;
    loop {
        if *is_comment {
            let Some(end) = rest.find("*/") else { break };
            *is_comment = false;
            rest = &rest[end + 2..];
        }
        let Some(next) = rest.find(['/', '"', '\'']) else {
            code += rest;
            break;
        };
        code += &rest[..next];
        rest = &rest[next..];
        if rest.starts_with("//") {
            break;
        }
        if let Some(inside) = rest.strip_prefix("/*") {
            (*is_comment, rest) = (true, inside);
            continue;
        }
        let end = match rest.starts_with('/') {
            true => 1,
            false => literal(rest),
        };
        code += &rest[..end];
        rest = &rest[end..];
    }
    let Some(directive) = code.trim_start().strip_prefix('#') else {
        return match code.trim().is_empty() {
            true => Line::Blank,
            false => Line::Code,
        };
    };
    let word = directive.trim_start();
    let end = word.find(|c: char| !c.is_ascii_alphabetic());
    match &word[..end.unwrap_or(word.len())] {
        "if" | "ifdef" | "ifndef" => Line::Opens,
        "elif" | "elifdef" | "elifndef" | "else" => Line::Turns,
        "endif" => Line::Closes,
        _ => Line::Blank,
    }
}

/// Returns the length of the literal at the beginning of a text.
fn literal(text: &str) -> usize {
    let quote = text.chars().next().unwrap_or('"');
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines that preprocessing removes from a text. `kept` has one character for each line of the text:
    /// `c` if code remains, `v` if only an expression without effect remains, such as `((void)0);`, and `.` if
    /// nothing remains.
    fn left_out(text: &str, kept: &str) -> Vec<u32> {
        let kept = kept.chars().map(|c| match c {
            'c' => Kept::Code,
            'v' => Kept::NoEffect,
            _ => Kept::Nothing,
        });
        lines(text, &kept.collect::<Vec<_>>())
    }

    #[test]
    fn the_part_whose_condition_is_false_is_left_out() {
        let text = "#ifdef A\nf();\n#else\ng();\n#endif\nh();\n";
        assert_eq!(left_out(text, "...c.c"), [2]);
        assert_eq!(left_out(text, ".c...c"), [4]);
    }

    #[test]
    fn comments_macros_and_blank_lines_are_not_code() {
        let text =
            "#if X\n/* f(); */\n#define M 1\n// #else\n\n#endif\nint a;\n/*\n#if 0\n*/\nint b;\n";
        assert_eq!(left_out(text, "......c...c"), []);
        let text = "#if 0\nf(\"/*\");\n#if Y\ng('\"');\n#endif\n#endif\nx;\n";
        assert_eq!(left_out(text, "......c"), [2, 4]);
    }

    #[test]
    fn a_macro_without_effect_is_left_out() {
        assert_eq!(left_out("assert(a);\n;\n(void)0;\nf();\n", "vvvc"), [1]);
    }

    #[test]
    fn one_line_of_a_call_with_several_lines_keeps_the_part() {
        assert_eq!(left_out("#if 1\nf(a,\n  b);\n#endif\n", ".c.."), []);
    }
}
