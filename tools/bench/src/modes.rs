//! The configurations that are compared, by the names of the CFM-SE paper.
use std::sync::LazyLock;
use symtool_cdse::strategy::{STRATEGIES, Strategy};

/// A configuration of symtool.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Mode {
    /// Its name in all tables.
    pub name: &'static str,
    /// What it is, in a few words.
    pub help: &'static str,
    /// The options.
    pub options: &'static [&'static str],
}

impl Mode {
    /// Does it know a bound of the trips that loops make (`--unwind`)?
    pub fn is_bounded(&self) -> bool {
        self.options
            .iter()
            .any(|option| option.starts_with("--cdse"))
    }
}

/// All of them.
pub static MODES: LazyLock<Vec<Mode>> = LazyLock::new(|| {
    let strategies = STRATEGIES.iter().map(learning);
    OTHERS.iter().copied().chain(strategies).collect()
});

/// A strategy of conflict-driven exploration.
fn learning(strategy: &Strategy) -> Mode {
    // As long-lived as the table that it comes from.
    let option: &str = Box::leak(format!("--cdse={}", strategy.name).into_boxed_str());
    let help = format!("conflict-driven: {}", strategy.help);
    Mode {
        name: strategy.name,
        help: Box::leak(help.into_boxed_str()),
        options: Box::leak(Box::new(["--verify", option])),
    }
}

/// Those that are no strategies.
const OTHERS: &[Mode] = &[
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
        name: "SM",
        help: "plain, the regions that the program marks merged (--merge=manual)",
        options: &["--merge=manual", "-DMERGE"],
    },
    Mode {
        name: "C-SM",
        help: "melded, the regions that the program marks merged",
        options: &["--cfmse", "--merge=manual", "-DMERGE"],
    },
    Mode {
        name: "static",
        help: "states wait for each other where paths meet",
        options: &["--merge=static"],
    },
    Mode {
        name: "dynamic",
        help: "over no particular search",
        options: &["--merge=dynamic"],
    },
    Mode {
        name: "dynamic-dfs",
        help: "depth first, but states that are about to meet go first",
        options: &["--merge=dynamic", "--search=dfs"],
    },
    Mode {
        name: "dynamic-random",
        help: "a random walk from the root of all paths, but states that are about to meet go first",
        options: &["--merge=dynamic", "--search=random-path"],
    },
    Mode {
        name: "covnew",
        help: "for new lines, without merging",
        options: &["--search=covnew"],
    },
    Mode {
        name: "dynamic-covnew",
        help: "for new lines, but states that are about to meet go first",
        options: &["--merge=dynamic", "--search=covnew"],
    },
    Mode {
        name: "static-0",
        help: "static, alpha 0",
        options: &["--merge=static", "--qce-alpha=0"],
    },
    Mode {
        name: "static-0.01",
        help: "static, alpha 0.01",
        options: &["--merge=static", "--qce-alpha=0.01"],
    },
    Mode {
        name: "static-0.1",
        help: "static, alpha 0.1",
        options: &["--merge=static", "--qce-alpha=0.1"],
    },
    Mode {
        name: "static-0.5",
        help: "static, alpha 0.5",
        options: &["--merge=static", "--qce-alpha=0.5"],
    },
    Mode {
        name: "static-inf",
        help: "static, alpha without bound: whatever can be joined is",
        options: &["--merge=static", "--qce-alpha=inf"],
    },
    Mode {
        name: "PAT",
        help: "paths of loops and functions merged by patterns, with quantifiers",
        options: &["--merge=pattern"],
    },
    Mode {
        name: "CFG",
        help: "the same paths merged without patterns",
        options: &["--merge=cfg"],
    },
    Mode {
        name: "PAT-engine",
        help: "PAT, the solver's own engine for quantifiers alone",
        options: &["--merge=pattern", "--no-quantified-solving"],
    },
    Mode {
        name: "PAT-at-ends",
        help: "PAT, nothing merged within loops and functions",
        options: &["--merge=pattern", "--no-incremental-merging"],
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
    Mode {
        name: "C-maximize:10",
        help: "conflict-driven, maximize:10, on the melded program",
        options: &["--verify", "--cfmse", "--cdse=maximize:10"],
    },
    Mode {
        name: "pass",
        help: "melded and hardly explored",
        options: &["--cfmse", "--max-instructions=1"],
    },
    Mode {
        name: "C-speculative",
        help: "extra memory accesses run unconditionally; false failures are driven out",
        options: &["--cfmse=speculative"],
    },
    Mode {
        name: "C-loops",
        help: "only branches in loops",
        options: &["--cfmse", "--cfmse-branches=loops"],
    },
    Mode {
        name: "C-all",
        help: "every branch, also those no input decides",
        options: &["--cfmse", "--cfmse-branches=all"],
    },
    Mode {
        name: "C-loads",
        help: "what is loaded counts as input, whatever was stored",
        options: &["--cfmse", "--cfmse-loads-symbolic"],
    },
    Mode {
        name: "off",
        help: "reads of arrays are left to the solver's theory of arrays",
        options: &["--arrays=off"],
    },
    Mode {
        name: "bits",
        help: "a solver gets reads as choices by the bits of the index",
        options: &["--arrays=bits"],
    },
    Mode {
        name: "constant",
        help: "reads that the path makes constant are",
        options: &["--arrays=constant"],
    },
    Mode {
        name: "index",
        help: "conditions on reads become ranges of indexes",
        options: &["--arrays=index"],
    },
    Mode {
        name: "value",
        help: "reads become choices between values",
        options: &["--arrays=value"],
    },
    Mode {
        name: "mixed",
        help: "the same for arrays that hold expressions, too",
        options: &["--arrays=mixed"],
    },
    Mode {
        name: "all",
        help: "all five",
        options: &["--arrays=all"],
    },
];
