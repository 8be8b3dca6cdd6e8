//! Escapes texts for HTML, writes links to source lines, and formats durations and numbers.
use crate::model::{Function, Place, Report};
use crate::numbers::grouped;
use std::fmt::Write;

/// Returns a text as HTML. Control characters can hide text, and bidirectional controls can reorder it. Therefore
/// control characters other than line breaks and tabs are shown as pictures, and bidirectional controls as their code
/// points.
pub fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            '\0'..='\x1f' => out.extend(char::from_u32(0x2400 + u32::from(c))),
            '\x7f' => out.push('\u{2421}'),
            '\u{80}'..='\u{9f}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => {
                let _ = write!(out, "[U+{:04X}]", u32::from(c));
            }
            _ => out.push(c),
        }
    }
    out
}

/// The maximum number of characters of a source line that the page shows.
const MAX_LINE: usize = 400;

/// Returns a source line as HTML. If the line has more than `MAX_LINE` characters, returns only its beginning, with
/// the number of the remaining characters.
pub fn source(line: &str) -> String {
    match line.char_indices().nth(MAX_LINE) {
        None => text(line),
        Some((end, _)) => {
            let more = grouped(line[end..].chars().count() as u64);
            format!(
                "{}… <small>({more} more characters)</small>",
                text(&line[..end])
            )
        }
    }
}

/// Returns a duration in microseconds with a suitable unit.
pub fn duration(us: u64) -> String {
    match us {
        0..1_000 => format!("{us} µs"),
        1_000..10_000 => format!("{:.1} ms", us as f64 / 1e3),
        10_000..1_000_000 => format!("{} ms", us / 1_000),
        _ => format!("{:.1} s", us as f64 / 1e6),
    }
}

/// Returns a number as a short text, with a suffix for thousands (`k`), millions (`M`) or more.
pub fn short(number: u64) -> String {
    match number {
        0..10_000 => grouped(number),
        10_000..1_000_000 => format!("{:.0}k", number as f64 / 1e3),
        1_000_000..10_000_000 => format!("{:.1}M", number as f64 / 1e6),
        10_000_000..1_000_000_000 => format!("{:.0}M", number as f64 / 1e6),
        _ => format!("{:.1}G", number as f64 / 1e9),
    }
}

/// Returns a link to a source line. The link contains the file and the line as attributes, by which the scripts find
/// the row of the line in the source section.
pub fn link(place: &Place) -> String {
    let (file, line) = (text(&place.file), place.line);
    let name = text(place.file.rsplit('/').next().unwrap_or(&place.file));
    format!(
        "<a class=\"place\" href=\"#{}\" data-file=\"{file}\" data-line=\"{line}\">{name}:{line}</a>",
        anchor(place)
    )
}

/// Returns the name of a function as HTML code. The name is a link to the first line of the function if this line is
/// known.
pub fn function(report: &Report, name: &str) -> String {
    let known = report.functions.iter().find(|known| known.name == name);
    match known {
        Some(Function { place, .. }) => format!(
            "<a class=\"place\" href=\"#{}\" data-file=\"{}\" data-line=\"{}\"><code>{}</code></a>",
            anchor(place),
            text(&place.file),
            place.line,
            text(name)
        ),
        None => format!("<code>{}</code>", text(name)),
    }
}

/// Returns the HTML identifier of the row that shows a source line.
pub fn anchor(place: &Place) -> String {
    let mut name = String::from("L-");
    for byte in place.file.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => name.push(byte.into()),
            _ => {
                let _ = write!(name, "_{byte:02x}");
            }
        }
    }
    let _ = write!(name, "-{}", place.line);
    name
}

/// Returns an SVG picture as a `data:` URL for an image element.
pub fn image(svg: &str) -> String {
    let mut out = String::from("data:image/svg+xml,");
    for byte in svg.bytes() {
        match byte {
            b'%'
            | b'#'
            | b'"'
            | b'\''
            | b'<'
            | b'>'
            | b'&'
            | b'?'
            | b'\\'
            | b'`'
            | 0..=31
            | 127.. => {
                let _ = write!(out, "%{byte:02X}");
            }
            _ => out.push(byte.into()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_leaves_its_element() {
        assert_eq!(
            text("</script><b a=\"'\">&"),
            "&lt;/script&gt;&lt;b a=&quot;&#39;&quot;&gt;&amp;"
        );
        assert_eq!(
            text("a\0b\x1b[31m\u{202e}x"),
            "a\u{2400}b\u{241b}[31m[U+202E]x"
        );
        assert_eq!(text("\u{fffd}ä\n"), "\u{fffd}ä\n");
    }

    #[test]
    fn numbers_are_short_and_exact() {
        assert_eq!(short(9_999), "9\u{202f}999");
        assert_eq!(short(1_500_000), "1.5M");
        assert_eq!(duration(1_500), "1.5 ms");
    }

    #[test]
    fn lines_of_different_files_have_different_anchors() {
        let at = |file: &str| {
            anchor(&Place {
                file: file.to_owned(),
                line: 3,
            })
        };
        assert_eq!(at("a-b.c"), "L-a_2db_2ec-3");
        assert_ne!(at("a/b.c"), at("a_b.c"));
    }

    #[test]
    fn an_image_cannot_leave_its_attribute() {
        assert!(!image("<svg a=\"1\">'&").contains(['"', '<', '\'', '&']));
    }
}
