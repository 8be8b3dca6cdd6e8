//! The configurations that are compared, by the names of the CFM-SE paper.

/// A configuration of symtool.
#[derive(Debug, PartialEq, Eq)]
pub struct Mode {
    /// Its name in all tables.
    pub name: &'static str,
    /// What it is, in a few words.
    pub help: &'static str,
    /// The options.
    pub options: &'static [&'static str],
}

/// All of them.
pub const MODES: &[Mode] = &[
    Mode {
        name: "K",
        help: "plain symbolic execution",
        options: &[],
    },
    Mode {
        name: "C",
        help: "branches melded before exploration (CFM-SE)",
        options: &["--cfmse"],
    },
    Mode {
        name: "KV",
        help: "plain, the program's own assertions checked (--verify)",
        options: &["--verify"],
    },
    Mode {
        name: "CV",
        help: "melded, the program's own assertions checked",
        options: &["--cfmse", "--verify"],
    },
];
