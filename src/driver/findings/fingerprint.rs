//! Fingerprints of violations: numbers by which a later run recognizes the same violation in a changed source.
//!
//! A fingerprint is a hash of the kind of failure, the name of the file without its folder, the function, and the text
//! of the source line without white space and comments. It does not depend on line numbers, because an edit above a
//! line changes the number of this line. It does not depend on the input, because another search may find another
//! input for the same violation.
//!
//! Equal lines of one function are distinguished by their order, and checks in one line by the number of characters to
//! the left of each check. For a failure in symtool's C code of a library function, such as `strcpy`, the line is that
//! of the program's call. For a failure in a check wrapper ([`CheckWrappers`]), such as `__VERIFIER_assert`, the
//! fingerprint also contains the lines of the calls, up to the first call in a function that is no check wrapper.
use std::collections::BTreeSet;
use symtool_analysis::wrappers::CheckWrappers;
use symtool_frontend::Sources;
use symtool_ir::{Failure, Frame, Func, Module};

/// Returns the fingerprint of a failure, as 16 hexadecimal digits.
pub fn fingerprint(
    (module, wrappers): (&Module, &CheckWrappers),
    sources: &Sources,
    failure: &Failure,
) -> String {
    let mut hash = Hash::new();
    hash.add(failure.kind.name());
    let name = |func: Func| module.functions[func].name.as_str();
    hash.add(failure.stack.first().map_or("", |frame| name(frame.func)));
    let Some(frame) = own_frame(module, failure) else {
        return hash.text();
    };
    add_frame(&mut hash, module, sources, frame);
    let calls = wrappers.identifying(failure.kind, &failure.stack);
    for &call in calls.iter().skip(1) {
        add_frame(&mut hash, module, sources, call);
    }
    hash.text()
}

/// Adds the function and the source line of one active call (an entry of the failure's call stack) to the hash.
fn add_frame(hash: &mut Hash, module: &Module, sources: &Sources, frame: Frame) {
    let Frame {
        func,
        loc: Some(loc),
    } = frame
    else {
        return;
    };
    hash.add(&module.functions[func].name);
    let at = module.source.get(loc);
    let file = module.source.file_name(at.file);
    hash.add(file.rsplit('/').next().unwrap_or(file));
    let Some(line) = sources.line(file, at.line) else {
        // Without the source text, only the line number can identify the line.
        hash.add(&at.line.to_string());
        return;
    };
    let text = significant(line);
    let before = character_prefix(line, at.column.saturating_sub(1));
    let first = first_line(module, func, file);
    let equal_lines = (first.unwrap_or(at.line)..at.line)
        .filter(|&other| sources.line(file, other).map(significant).as_deref() == Some(&*text));
    hash.add(&equal_lines.count().to_string());
    hash.add(&significant(before).chars().count().to_string());
    hash.add(&text);
}

/// Returns the innermost active call of a failure that executes code of the program and not of a library model. If all
/// active calls are in library models, returns the innermost of them.
pub fn own_frame(module: &Module, failure: &Failure) -> Option<Frame> {
    let is_own = |frame: &&Frame| {
        let file = frame.loc.map(|loc| module.source.get(loc).file);
        file.is_some_and(|file| !module.source.file_name(file).starts_with('<'))
    };
    let own = failure.stack.iter().find(is_own);
    own.or(failure.stack.first()).copied()
}

/// Returns the first line of the file `file` that has code of the function `func`; `None` if the file has no such line.
/// Equal lines of a function are counted from this line.
fn first_line(module: &Module, func: Func, file: &str) -> Option<u32> {
    let function = &module.functions[func];
    let locs: BTreeSet<_> = (function.all_insts())
        .flat_map(|(_, inst)| function.locs(inst).iter())
        .collect();
    let places = locs.into_iter().map(|loc| module.source.get(loc));
    places
        .filter(|at| module.source.file_name(at.file) == file)
        .map(|at| at.line)
        .min()
}

/// Returns the first `count` characters of a text, or the whole text if it is shorter.
fn character_prefix(text: &str, count: u32) -> &str {
    let end = text.char_indices().nth(count as usize);
    end.map_or(text, |(at, _)| &text[..at])
}

/// Returns a source line without white space and comments. The line is not parsed as C: a `//` in a string literal also
/// starts a comment, and a line inside a comment of several lines is not recognized as a comment.
fn significant(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line.split("//").next().unwrap_or_default();
    while let Some((code, comment)) = rest.split_once("/*") {
        text += code;
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    text += rest;
    text.retain(|c| !c.is_whitespace());
    text
}

/// The FNV-1a hash of a sequence of texts. It is the same on all machines and in all versions of symtool.
struct Hash(u64);

impl Hash {
    fn new() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    /// Adds a text and a separator.
    fn add(&mut self, text: &str) {
        for &byte in text.as_bytes().iter().chain(&[0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    fn text(&self) -> String {
        format!("{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_and_comments_do_not_count() {
        assert_eq!(significant("  x = a / b; // the mean"), "x=a/b;");
        assert_eq!(significant("x=a/b;"), "x=a/b;");
        assert_eq!(significant("x = /* one */ a /* two */ / b;"), "x=a/b;");
        assert_eq!(significant("x = a; /* begins"), "x=a;");
    }

    #[test]
    fn a_column_counts_characters() {
        assert_eq!(character_prefix("äb/c", 2), "äb");
        assert_eq!(character_prefix("ab", 9), "ab");
    }

    #[test]
    fn the_hash_is_that_of_its_definition() {
        // FNV-1a of the bytes `a`, 0xff, computed by hand from the published constants.
        let byte = |hash: u64, byte: u64| (hash ^ byte).wrapping_mul(0x0000_0100_0000_01b3);
        let expected = byte(byte(0xcbf2_9ce4_8422_2325, 0x61), 0xff);
        let mut hash = Hash::new();
        hash.add("a");
        assert_eq!(hash.text(), format!("{expected:016x}"));
        let (mut split, mut whole) = (Hash::new(), Hash::new());
        split.add("a");
        split.add("b");
        whole.add("ab");
        assert_ne!(split.text(), whole.text());
    }
}
