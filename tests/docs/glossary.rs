//! The tests check the glossary: its terms are in use, and discouraged words do not occur in comments, messages
//! and pages.
use crate::pages::{Page, files, pages, root};
use std::path::PathBuf;

/// Folders whose comments have not been revised yet. Names and comments in these folders are not checked.
const UNREVISED: &[&str] = &[];

fn is_unrevised(path: &str) -> bool {
    UNREVISED.iter().any(|folder| path.starts_with(folder))
}

/// Returns the terms in the first column of the glossary's tables, each with its row.
fn terms(page: &Page) -> Vec<(&str, &str)> {
    let rows = page.prose().filter_map(|line| line.strip_prefix("| "));
    rows.filter_map(|row| Some((row.split(" |").next()?, row)))
        .filter(|(term, _)| *term != "term" && !term.starts_with("---"))
        .collect()
}

/// Returns a text in lower case, with `_`, `-`, line breaks and comment markers as spaces, and `CamelCase` as
/// separate words.
fn normalized(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    let mut previous = ' ';
    for line in text.lines() {
        let line = line.trim_start().trim_start_matches(['/', '!']);
        for c in line.chars().chain([' ']) {
            if c.is_uppercase() && previous.is_lowercase() {
                words.push(' ');
            }
            previous = c;
            if c.is_alphanumeric() {
                words.extend(c.to_lowercase());
            } else if !words.ends_with(' ') {
                words.push(' ');
            }
        }
    }
    words
}

fn rust_files() -> Vec<PathBuf> {
    let own = root().join("tests/docs");
    let mut found = files(&root(), &["rs"]);
    found.retain(|path| !path.starts_with(&own));
    found
}

#[test]
fn terms_of_the_glossary_occur_in_the_code() {
    let glossary = Page::read(root().join("docs/glossary.md"));
    let terms = terms(&glossary);
    let mut code = String::from(" ");
    for path in rust_files() {
        code += &normalized(&Page::read(path).text);
    }
    let unused: Vec<&str> = terms
        .iter()
        .filter(|(_, row)| !UNREVISED.iter().any(|folder| row.contains(folder)))
        .map(|(term, _)| *term)
        .filter(|term| !code.contains(&format!(" {}", normalized(term).trim_end())))
        .collect();
    assert!(unused.is_empty(), "no .rs file has {unused:?}");
    assert!((80..=120).contains(&terms.len()), "{} terms", terms.len());
}

/// Checks that the glossary defines no term twice.
#[test]
fn terms_of_the_glossary_differ() {
    let glossary = Page::read(root().join("docs/glossary.md"));
    let mut names: Vec<&str> = terms(&glossary).iter().map(|(term, _)| *term).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

/// Discouraged words and phrases in lower case, each with its replacement.
const DISCOURAGED: &[(&str, &str)] = &[
    ("trip", "iteration"),
    ("trips", "iterations"),
    ("dearer", "more expensive"),
    ("dearest", "most expensive"),
    ("dearly", "expensive"),
    ("manieth", "every Nth"),
    ("stands twice", "duplicate"),
    ("gone along", "executed"),
    ("owes", "has a coverage obligation"),
    ("is had", "exists"),
    ("has its way", "takes precedence"),
    ("have their way", "take precedence"),
];

/// Phrases that contain a discouraged word and are nevertheless correct.
const PERMITTED: &[&str] = &["--cfmse-trips", "round trip", "round-trip"];

/// Returns a text in lower case, as one line, without the markers of line comments.
fn running_text(text: &str) -> String {
    let mut running = String::from(" ");
    for line in text.lines() {
        let line = line.trim_start().trim_start_matches(['/', '!']);
        for word in line.split_whitespace() {
            running.extend(word.chars().flat_map(char::to_lowercase));
            running.push(' ');
        }
    }
    for permitted in PERMITTED {
        running = running.replace(permitted, "");
    }
    running
}

/// Returns the text around an occurrence of `phrase`, if the phrase occurs as whole words. `_` counts as a letter, so
/// that a part of an identifier does not match.
fn occurrence<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let (at, _) = text.match_indices(phrase).find(|(at, _)| {
        let before = text[..*at].chars().next_back();
        let after = text[at + phrase.len()..].chars().next();
        !before.is_some_and(is_letter) && !after.is_some_and(is_letter)
    })?;
    let start = text[..at]
        .char_indices()
        .rev()
        .nth(40)
        .map_or(0, |(i, _)| i);
    let end = text[at..]
        .char_indices()
        .nth(60)
        .map_or(text.len(), |(i, _)| at + i);
    Some(&text[start..end])
}

#[test]
fn discouraged_words_do_not_return() {
    let mut found = Vec::new();
    let mut paths = rust_files();
    paths.extend(pages().into_iter().map(|page| page.path));
    for folder in ["examples", "frontend/libc", "frontend/include"] {
        paths.extend(files(&root().join(folder), &["c", "h", "rs"]));
    }
    for path in paths {
        let page = Page::read(path);
        if is_unrevised(&page.name()) {
            continue;
        }
        let text = running_text(&page.text);
        for (phrase, term) in DISCOURAGED {
            if let Some(excerpt) = occurrence(&text, phrase) {
                found.push(format!(
                    "{}: `{phrase}`, say {term}: …{excerpt}…",
                    page.name()
                ));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
