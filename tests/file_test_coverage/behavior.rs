//! Checks that each test file states in a comment the behavior that it tests.
use std::path::Path;

/// Returns a message for each test file without a comment line that states the tested behavior. This line must be one
/// of the first comment lines, and must not be a directive such as `run:`.
pub fn problems(files: &[&Path]) -> Vec<String> {
    let silent = files.iter().filter(|path| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        !states_behavior(&text)
    });
    let problem = |path: &&Path| {
        let path = path.display();
        format!("{path}: state the behavior that the file tests in a comment after the line `run:`")
    };
    silent.map(problem).collect()
}

fn states_behavior(text: &str) -> bool {
    let comments = text.lines().map_while(|line| {
        let comment = line.strip_prefix("//").or_else(|| line.strip_prefix(';'));
        comment.map(str::trim)
    });
    let is_directive = |comment: &str| {
        let key = comment.split_once(':').map(|(key, _)| key);
        key.is_some_and(|key| key.chars().all(|c| c.is_ascii_lowercase()))
    };
    let mut statements = comments.filter(|comment| !is_directive(comment));
    statements.any(|comment| comment.split_whitespace().count() > 2 && comment.ends_with('.'))
}
