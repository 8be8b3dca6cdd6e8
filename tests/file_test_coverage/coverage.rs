//! Checks that the file tests use every part of symtool, such as every pass, searcher, merge policy and solver link.
//! Also checks that their snapshots contain every reason for which a branch is not melded, a construct is unsupported,
//! or two states are not merged. So a new part or reason without a test file fails this check.
use std::collections::BTreeSet;
use std::path::Path;
use symtool::driver::filetest::words::WORDS;
use symtool_cdse::Unsupported;
use symtool_cdse::strategy::STRATEGIES;
use symtool_engine::merging::decision::Refusal;
use symtool_engine::search::SEARCHERS;
use symtool_expr::arrays::TRANSFORMS;
use symtool_meld::Reason;
use symtool_meld::families::{rules_for, standard_heads};
use symtool_meld::term::Head;
use symtool_passes::{ANALYSES, PASSES};
use symtool_policies::POLICIES;
use symtool_solver::LINKS;

/// The reasons that the snapshot of no file test can contain, each with the cause.
const HIDDEN: &[(&str, &str)] = &[
    (
        Reason::Refuted.text(),
        "a meld never differs from its branch",
    ),
    (
        Reason::Forked.text(),
        "only automatic mode decides that a branch forks",
    ),
    (
        Reason::Expensive.text(),
        "only automatic mode measures melds",
    ),
    (
        Reason::Unproved.text(),
        "proofs take less than the time limit",
    ),
    (
        Reason::Ended.text(),
        "a file test has no limit during melding; merge/meld/tests/meld.rs tests it",
    ),
    (
        Unsupported::UnknownValue.text(),
        "a use follows the definition of its value",
    ),
    (
        "one path condition implies the other",
        "the conditions of a fork exclude each other",
    ),
    (
        Unsupported::OwnFunction.text(),
        "this package has no own function",
    ),
];

/// The reasons for not merging two states, without the reasons that a merge policy gives.
const NOT_MERGED: [Refusal; 7] = [
    Refusal::Point,
    Refusal::Iteration,
    Refusal::Continuation,
    Refusal::Inputs,
    Refusal::Objects,
    Refusal::Paths,
    Refusal::Initialization,
];

/// Returns whether [`NOT_MERGED`] lists the reason `refusal`. The function names every variant of `Refusal`. Therefore
/// a new variant causes a compile error here, which reminds its author to decide whether [`NOT_MERGED`] must list it.
const fn is_listed(refusal: Refusal) -> bool {
    match refusal {
        Refusal::Point
        | Refusal::Iteration
        | Refusal::Continuation
        | Refusal::Inputs
        | Refusal::Objects
        | Refusal::Paths
        | Refusal::Initialization => true,
        Refusal::Policy { .. } => false,
    }
}

/// The solver links that no file test can use, each with the cause.
const EXTERNAL: &[(&str, &str)] = &[("smtlib", "needs the program of another solver")];

/// The counters that are 0 in all snapshots of file tests, each with the cause.
const UNUSED: &[(&str, &str)] = &[
    (
        "states run out of order, for fairness",
        "needs four million instructions",
    ),
    (
        "patterns without a proof of equivalence",
        "each pattern is proved",
    ),
];

/// The comparison operators that do not occur in the terms on which meld rules work, because the construction of a
/// term replaces them by other operators.
const NORMALIZED: &[&str] = &["ne", "ule", "ugt", "uge", "sle", "sgt", "sge"];

/// The contents of the test files and of their snapshots.
struct Suite {
    /// The words of all run lines with their options.
    words: BTreeSet<String>,
    /// The lines of all snapshots.
    lines: Vec<String>,
}

impl Suite {
    fn read(files: &[&Path]) -> Suite {
        let text = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
        let mut suite = Suite {
            words: BTreeSet::new(),
            lines: Vec::new(),
        };
        for path in files {
            let runs = text(path);
            let runs = runs.lines().filter_map(|line| line.split_once("run: "));
            let words = runs.flat_map(|(_, words)| {
                words
                    .split([',', ' '])
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            });
            suite.words.extend(words);
            let mut snapshot = path.as_os_str().to_owned();
            snapshot.push(".snap");
            suite
                .lines
                .extend(text(Path::new(&snapshot)).lines().map(str::to_owned));
        }
        suite
    }

    /// Returns whether a run line has this word, with or without a value.
    fn has_word(&self, word: &str) -> bool {
        let with_value = format!("{word}=");
        self.words
            .iter()
            .any(|given| given == word || given.starts_with(&with_value))
    }

    /// Returns whether a line of a snapshot contains `before`, followed by the text of `reason` with any details.
    fn has_reason(&self, before: &str, reason: &str) -> bool {
        self.lines.iter().any(|line| {
            let text = line.split_once(before).map(|(_, text)| text);
            text.is_some_and(|text| has_parts(text, reason))
        })
    }
}

/// Returns whether `text` begins with `reason`, in which each `{}` stands for any text.
fn has_parts(text: &str, reason: &str) -> bool {
    let mut parts = reason.split("{}");
    let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or_default()) else {
        return false;
    };
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else {
            return false;
        };
        rest = after;
    }
    true
}

/// Returns a message for each part that no file test uses, and for each reason that no snapshot contains.
pub fn problems(files: &[&Path]) -> Vec<String> {
    let suite = Suite::read(files);
    let mut missing = parts(&suite);
    missing.extend(reasons(&suite));
    missing.extend(rules(&suite));
    missing.extend(counters(&suite));
    let problem = |what| format!("no file in `snapshots` shows {what}: add one");
    missing.into_iter().map(problem).collect()
}

/// Returns the passes, analyses, words of run lines, merge policies, strategies, searchers, links and array
/// transformations that no test file uses.
fn parts(suite: &Suite) -> Vec<String> {
    let mut missing = Vec::new();
    let mut expect = |kind: &str, name: &str, is_shown: bool| {
        if !is_shown {
            missing.push(format!("the {kind} `{name}`"));
        }
    };
    for name in PASSES.iter().map(|row| row.name) {
        expect("pass", name, suite.has_word(name));
    }
    for name in ANALYSES.iter().map(|row| row.name) {
        expect("analysis", name, suite.has_word(name));
    }
    for name in WORDS.iter().map(|row| row.name) {
        expect("word", name, suite.has_word(name));
    }
    for name in POLICIES.iter().map(|row| row.name) {
        expect(
            "merge policy",
            name,
            suite.words.contains(&format!("--merge={name}")),
        );
    }
    for name in STRATEGIES.iter().map(|row| row.name) {
        expect(
            "strategy",
            name,
            suite.words.contains(&format!("--cdse={name}")),
        );
    }
    for name in SEARCHERS.iter().map(|row| row.name) {
        expect("searcher", name, suite.words.contains(name));
    }
    for name in LINKS.iter().map(|row| row.name) {
        let is_listed = |line: &String| {
            let links = line.strip_prefix("links: ").unwrap_or_default();
            links
                .split(", ")
                .any(|link| link.split(' ').next() == Some(name))
        };
        let is_external = EXTERNAL.iter().any(|(external, _)| *external == name);
        expect(
            "link",
            name,
            is_external || suite.lines.iter().any(is_listed),
        );
    }
    for name in TRANSFORMS.iter().map(|row| row.name) {
        let start = format!("{name} (checked at ");
        let is_shown = suite.lines.iter().any(|line| line.starts_with(&start));
        expect("array transformation", name, is_shown);
    }
    missing
}

/// Returns the reasons whose texts are in no snapshot. A reason states why symtool does not meld a branch, does not
/// merge two states, or does not support a construct with `--cdse`. The reasons in [`HIDDEN`] are omitted.
fn reasons(suite: &Suite) -> Vec<String> {
    let melds = Reason::ALL.iter().map(|reason| (": left: ", reason.text()));
    let unsupported = Unsupported::ALL
        .iter()
        .map(|what| ("not supported by --cdse: ", what.text()));
    let states = NOT_MERGED.into_iter().filter(|&refusal| is_listed(refusal));
    let states = states.map(|refusal| (" refused: ", refusal.text()));
    let is_hidden = |text: &str| HIDDEN.iter().any(|(hidden, _)| *hidden == text);
    let missing = melds
        .chain(unsupported)
        .chain(states)
        .filter(|(before, text)| !is_hidden(text) && !suite.has_reason(before, text));
    missing
        .map(|(_, text)| format!("the reason `{text}`"))
        .collect()
}

/// Returns the kinds of meld rules that no snapshot names. A snapshot of `meld-steps` lists the rules that the selected
/// form of a meld needs.
fn rules(suite: &Suite) -> Vec<String> {
    let lines = suite
        .lines
        .iter()
        .filter_map(|line| line.strip_prefix("  rules: "));
    let shown: BTreeSet<&str> = lines
        .flat_map(|names| names.split(", "))
        .map(kind)
        .collect();
    let is_used = |head: &Head| head.op().is_none_or(|op| !NORMALIZED.contains(&op.name()));
    let heads = standard_heads().into_iter().filter(is_used).collect();
    let rules = rules_for(&heads);
    let kinds: BTreeSet<&str> = rules.iter().map(|rule| kind(&rule.name)).collect();
    let missing = kinds.into_iter().filter(|kind| !shown.contains(kind));
    missing
        .map(|kind| format!("the meld rule `{kind}`"))
        .collect()
}

/// Returns the kind of the meld rule `name`: the name without the types of its operands.
fn kind(name: &str) -> &str {
    let is_type = |part: &str| {
        part == "ptr" || part.starts_with(['i', 'f']) && part[1..].parse::<u32>().is_ok()
    };
    let mut name = name.strip_suffix("-right").unwrap_or(name);
    while let Some((rest, last)) = name.rsplit_once('-') {
        if !is_type(last) {
            break;
        }
        name = rest;
    }
    name
}

/// Returns the counters that are 0 in all snapshots, except those in [`UNUSED`].
fn counters(suite: &Suite) -> Vec<String> {
    let pairs = suite.lines.iter().filter_map(|line| {
        let (label, count) = line.split_once(": ")?;
        Some((label, count.parse::<u64>().ok()?))
    });
    let (zero, positive): (Vec<_>, Vec<_>) = pairs.partition(|&(_, count)| count == 0);
    let is_unused = |label: &str| UNUSED.iter().any(|(unused, _)| *unused == label);
    let shown: BTreeSet<&str> = positive.into_iter().map(|(label, _)| label).collect();
    let missing: BTreeSet<&str> = zero
        .into_iter()
        .map(|(label, _)| label)
        .filter(|label| !shown.contains(label) && !is_unused(label))
        .collect();
    missing
        .into_iter()
        .map(|label| format!("the counter `{label}` with a positive number"))
        .collect()
}
