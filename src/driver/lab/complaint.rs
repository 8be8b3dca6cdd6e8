//! Rewords messages of the front end for the student.
//!
//! A check compiles the student's files together with generated wrappers (C files that include a file of the student)
//! and with files of the lab. The student has neither the wrappers nor the files of the lab. A message therefore names
//! the student's files and functions only, and does not show lines of other files.
use super::harness::{STUDENT, WRAPPER};
use std::path::Path;

/// Options of symtool that messages of the front end suggest. A student cannot use them, because the options of a check
/// are fixed, so lines with such a suggestion are removed.
const OPTIONS: &[&str] = &[
    "--allow-missing",
    "--max-time",
    "--max-memory",
    "--system-headers",
];

/// Returns the errors of the front end, `text`, in words for the student. `check` is the folder with the files of the
/// lab, and `files` are the student's files in the order of their wrappers. The result is never empty.
pub fn reworded(text: &str, check: &Path, files: &[&str]) -> String {
    let check = format!("{}/", check.display());
    let messages = text.split("\n\n").map(str::trim_end);
    let messages = messages.filter_map(|message| {
        let message = match at_check(message, &check) {
            true => about_check(message),
            false => own(message, files),
        };
        let message = with_own_names(&message.replace(&check, ""));
        (!message.is_empty()).then_some(message)
    });
    let messages: Vec<String> = messages.collect();
    match messages.is_empty() {
        true => "the preprocessor failed; look at the lines that start with #".to_owned(),
        false => messages.join("\n\n"),
    }
}

/// Parts of messages that the front end, the system or the preprocessor writes when a compilation exceeds its time or
/// memory. Such a message may have other causes than the submission, so the check does not decide the task.
const LIMITS: &[&str] = &[
    // The preprocessor failed, but reported no error in a file.
    "error[preprocess]: preprocessing `",
    "error[limit]",
    "Cannot allocate memory",
    "out of memory",
    "virtual memory exhausted",
];

/// Returns whether the errors of the front end, `text`, report that the limits of the check were reached.
pub fn is_about_limits(text: &str) -> bool {
    let mut heads = text.lines().filter(|line| !is_source(line));
    heads.any(|line| LIMITS.iter().any(|words| line.contains(words)))
}

/// Returns whether a line of a message quotes a source line: it begins with a line number and `|`.
fn is_source(line: &str) -> bool {
    let (number, _) = line.split_once('|').unwrap_or_default();
    number.trim().parse::<u32>().is_ok()
}

/// Returns whether the source location of a message is in a file of the lab, that is, in the folder `check`.
fn at_check(message: &str, check: &str) -> bool {
    let mut places = message.lines().filter_map(place);
    places.next().is_some_and(|place| place.starts_with(check))
}

/// Returns the source location in a line `--> FILE:LINE:COLUMN` of a message.
fn place(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix("--> ")
}

/// Returns the message for the student about an error at a call of a student's function in the code of the check.
fn about_check(message: &str) -> String {
    let head = message.lines().next().unwrap_or_default();
    if let Some((_, rest)) = head.split_once("undefined reference to function ") {
        return format!("the check calls {rest}, and your files do not define it");
    }
    if let Some((_, rest)) = head.split_once("conflicting types for ")
        && let Some((name, types)) = rest.split_once(": ")
        && let Some((expected, found)) = types.split_once(", previously ")
    {
        return format!("expected {name} to have the type {expected}, found {found}");
    }
    head.to_owned()
}

/// Returns the message for the student about an error in the student's files. Lines that name a wrapper as a location,
/// or suggest an option, are removed.
fn own(message: &str, files: &[&str]) -> String {
    let is_shown = |line: &&str| {
        let is_place = place(line).is_some() || line.contains("included from ");
        let is_wrapper = line.contains(WRAPPER) && is_place;
        !is_wrapper && !OPTIONS.iter().any(|option| line.contains(option))
    };
    let lines: Vec<&str> = message.lines().filter(is_shown).collect();
    let mut text = lines.join("\n");
    for (index, file) in files.iter().enumerate() {
        text = text.replace(&format!("{WRAPPER}{index}.c"), file);
    }
    let text = text.trim_end_matches(|c: char| c.is_whitespace() || c == '|');
    match is_about_limits(text) {
        true => format!(
            "{text}\n  = help: does a macro, an array or an included file become very large?"
        ),
        false => text.to_owned(),
    }
}

/// Returns a text in which the student's functions have the names that the student gave to them, without the prefix
/// that the check adds.
pub fn with_own_names(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(STUDENT) {
        let (before, after) = rest.split_at(at);
        out += before;
        let is_inside = out.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let name = after.strip_prefix(STUDENT).unwrap_or(after);
        out += if is_inside { STUDENT } else { "" };
        rest = name;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> String {
        reworded(text, Path::new("/tmp/check"), &["a.c", "b.c"])
    }

    #[test]
    fn errors_in_files_of_the_lab_are_about_the_student_s_function() {
        let text = "error[undefined]: undefined reference to function `student_f`\n --> /tmp/check/.compare.c:1:2\n  |\n1 | student_f(1);\n";
        assert_eq!(
            found(text),
            "the check calls `f`, and your files do not define it"
        );
        let text = "error[redefinition]: conflicting types for `student_f`: `int (char *)`, previously `void (int)`\n --> /tmp/check/.compare.c:4:5\n";
        assert_eq!(
            found(text),
            "expected `f` to have the type `int (char *)`, found `void (int)`"
        );
    }

    #[test]
    fn wrappers_are_not_shown() {
        let text = "error[preprocess]: preprocessing `.wrapper-1.c` failed\n |\n = note: in file included from .wrapper-1.c:3\n";
        let found_text = found(text);
        let head = "error[preprocess]: preprocessing `b.c` failed\n  = help: ";
        assert!(found_text.starts_with(head), "{found_text}");
        let text = " --> .wrapper-0.c:1:1\n";
        assert!(found(text).starts_with("the preprocessor failed"));
    }

    #[test]
    fn help_about_options_of_the_command_line_is_not_shown() {
        let text = "error: x\n --> a.c:1:2\n  |\n  = help: use --allow-missing, so that the function returns any value\n";
        assert_eq!(found(text), "error: x\n --> a.c:1:2");
    }

    #[test]
    fn a_limit_is_told_from_a_source_line_about_one() {
        assert!(is_about_limits(
            "error[limit]: compilation exceeded the time limit\n"
        ));
        assert!(is_about_limits(
            " = note: cc1: out of memory allocating 5 bytes\n"
        ));
        assert!(!is_about_limits(
            "error: x\n --> a.c:7:1\n  |\n7 | // out of memory\n"
        ));
    }

    #[test]
    fn only_whole_names_are_shortened() {
        assert_eq!(
            with_own_names("`student_f`, my_student_f"),
            "`f`, my_student_f"
        );
    }
}
