//! Records which source lines still contain code after preprocessing.
use super::locations::line_marker;
use crate::sources::{Kept, Sources, is_system_file};

/// Records for each line of the user's files whether its code remains in the preprocessed text `text`. `name` is the
/// file to which the text before the first line marker belongs.
pub(super) fn record(text: &str, name: &str, sources: &mut Sources) {
    let (mut file, mut line) = (name.to_owned(), 1);
    let mut is_own = !is_system_file(&file);
    for shown in text.lines() {
        if shown.starts_with('#')
            && let Some(marker) = line_marker(shown)
        {
            (file, line) = (marker.name, marker.line);
            is_own = !is_system_file(&file);
            continue;
        }
        if is_own {
            sources.keep(&file, line, kept(shown));
        }
        line += 1;
    }
}

/// Classifies the text of a line after preprocessing. `((void)0);` is the usual expansion of a macro without effect,
/// such as `assert` after `#define NDEBUG`.
fn kept(line: &str) -> Kept {
    let line = line.trim();
    if line.is_empty() {
        return Kept::Nothing;
    }
    let rest = line.replace("void", "");
    match rest
        .chars()
        .all(|c| matches!(c, '(' | ')' | '0' | ';' | ' '))
    {
        true => Kept::NoEffect,
        false => Kept::Code,
    }
}
