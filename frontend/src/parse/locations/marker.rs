//! Line markers: the lines in which a preprocessor names the file and line of the text that follows.

/// A line marker such as `# 12 "file.c" 2`.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::parse) struct Marker {
    pub line: u32,
    pub name: String,
    pub step: Step,
}

/// Whether the marker enters an included file or returns from one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(in crate::parse) enum Step {
    /// Neither enters nor leaves an included file.
    Stay,
    /// Enters an included file.
    Into,
    /// Returns from an included file.
    Back,
}

/// Parses a marker such as `# 12 "file.c" 2` or `#line 12 "file.c"`; `None` if `line` is not a marker.
pub(in crate::parse) fn line_marker(line: &str) -> Option<Marker> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let line = rest[..digits].parse().ok()?;
    let quoted = rest[digits..].trim_start().strip_prefix('"')?;
    let mut name = String::new();
    let mut chars = quoted.chars();
    loop {
        match chars.next()? {
            '"' => break,
            '\\' => name.push(chars.next()?),
            c => name.push(c),
        }
    }
    let step = match chars.as_str().split_whitespace().next() {
        Some("1") => Step::Into,
        Some("2") => Step::Back,
        _ => Step::Stay,
    };
    Some(Marker { line, name, step })
}
