//! The modes: configurations of symtool that experiments compare. Some modes have the names that the CFM-SE paper
//! ("Taming the Hydra", OOPSLA 2026) uses, such as `K` for plain symbolic execution and `C` for melding.
pub(crate) mod links;

use std::sync::LazyLock;
use symtool_cdse::strategy::{STRATEGIES, Strategy};

/// A configuration of symtool that experiments compare.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Mode {
    /// The name of the mode in all tables.
    pub name: &'static str,
    /// A short description for the help text.
    pub help: &'static str,
    /// The options of symtool in this mode.
    pub options: &'static [&'static str],
}

/// All modes.
pub static MODES: LazyLock<Vec<Mode>> = LazyLock::new(|| {
    let strategies = STRATEGIES.iter().map(learning);
    OTHERS
        .iter()
        .copied()
        .chain(strategies)
        .chain(links::modes().iter().copied())
        .collect()
});

/// Returns the mode of a strategy of conflict-driven exploration.
fn learning(strategy: &Strategy) -> Mode {
    // The string is leaked, because modes are static.
    let option: &str = Box::leak(format!("--cdse={}", strategy.name).into_boxed_str());
    let help = format!("conflict-driven: {}", strategy.help);
    Mode {
        name: strategy.name,
        help: Box::leak(help.into_boxed_str()),
        options: Box::leak(Box::new(["--verify", option])),
    }
}

/// The modes, without those that select a strategy of conflict-driven exploration.
const OTHERS: &[Mode] = &[
    Mode {
        name: "K",
        help: "plain symbolic execution",
        options: &["--plain"],
    },
    Mode {
        name: "C",
        help: "branches melded before exploration (CFM-SE)",
        options: &["--cfmse"],
    },
    Mode {
        name: "SM",
        help: "plain, with merging in the regions that the program marks (--merge=manual)",
        options: &["--merge=manual", "-DMERGE"],
    },
    Mode {
        name: "C-SM",
        help: "melded, with merging in the regions that the program marks",
        options: &["--cfmse", "--merge=manual", "-DMERGE"],
    },
    Mode {
        name: "auto",
        help: "automatic mode",
        options: &["--auto", "--threads", "1"],
    },
    Mode {
        name: "auto2",
        help: "automatic mode on two threads",
        options: &["--auto", "--threads", "2"],
    },
    Mode {
        name: "fair",
        help: "plain, with the search `fair`: depth first, and a 13th of the work for coverage-first search",
        options: &["--plain", "--search=fair"],
    },
    Mode {
        name: "C-static",
        help: "melded, with static state merging",
        options: &["--cfmse", "--merge=static"],
    },
    Mode {
        name: "CDSE",
        help: "conflict-driven, with test cases",
        options: &["--cdse"],
    },
    Mode {
        name: "static-count",
        help: "static merging, with exact path counts",
        options: &["--merge=static", "--count-paths"],
    },
    Mode {
        name: "dynamic-count",
        help: "dynamic merging, with exact path counts",
        options: &["--merge=dynamic", "--count-paths"],
    },
    Mode {
        name: "static",
        help: "static merging: states wait for each other at merge points",
        options: &["--merge=static"],
    },
    Mode {
        name: "dynamic",
        help: "dynamic merging without --search: the first state in topological order runs next",
        options: &["--merge=dynamic"],
    },
    Mode {
        name: "dynamic-dfs",
        help: "dynamic merging with depth-first search",
        options: &["--merge=dynamic", "--search=dfs"],
    },
    Mode {
        name: "dynamic-random",
        help: "dynamic merging with random-path search",
        options: &["--merge=dynamic", "--search=random-path"],
    },
    Mode {
        name: "covnew",
        help: "coverage-guided search without merging",
        options: &["--plain", "--search=covnew"],
    },
    Mode {
        name: "dynamic-covnew",
        help: "dynamic merging with coverage-guided search",
        options: &["--merge=dynamic", "--search=covnew"],
    },
    Mode {
        name: "history-dfs",
        help: "dynamic merging as published, with depth-first search",
        options: &["--merge=history", "--search=dfs"],
    },
    Mode {
        name: "history-random",
        help: "dynamic merging as published, with random-path search",
        options: &["--merge=history", "--search=random-path"],
    },
    Mode {
        name: "history-covnew",
        help: "dynamic merging as published, with coverage-guided search",
        options: &["--merge=history", "--search=covnew"],
    },
    Mode {
        name: "K-log",
        help: "plain, with a log of the solver queries",
        options: &[
            "--plain",
            "--unwind=64",
            "--dump-queries={folder}/queries.smt2",
        ],
    },
    Mode {
        name: "static-log",
        help: "static merging, with a log of the solver queries",
        options: &[
            "--merge=static",
            "--unwind=64",
            "--dump-queries={folder}/queries.smt2",
        ],
    },
    Mode {
        name: "static-0",
        help: "static merging with alpha 0",
        options: &["--merge=static", "--qce-alpha=0"],
    },
    Mode {
        name: "static-0.01",
        help: "static merging with alpha 0.01",
        options: &["--merge=static", "--qce-alpha=0.01"],
    },
    Mode {
        name: "static-0.1",
        help: "static merging with alpha 0.1",
        options: &["--merge=static", "--qce-alpha=0.1"],
    },
    Mode {
        name: "static-0.5",
        help: "static merging with alpha 0.5",
        options: &["--merge=static", "--qce-alpha=0.5"],
    },
    Mode {
        name: "static-inf",
        help: "static merging with alpha infinite: joins all states that can be joined",
        options: &["--merge=static", "--qce-alpha=inf"],
    },
    Mode {
        name: "covnew@1000",
        help: "coverage-guided search without merging, at most 1,000 instructions",
        options: &["--plain", "--search=covnew", "--max-instructions=1000"],
    },
    Mode {
        name: "dynamic-covnew@1000",
        help: "dynamic merging with coverage-guided search, at most 1,000 instructions",
        options: &[
            "--merge=dynamic",
            "--search=covnew",
            "--max-instructions=1000",
        ],
    },
    Mode {
        name: "static@1000",
        help: "static merging, at most 1,000 instructions",
        options: &["--merge=static", "--max-instructions=1000"],
    },
    Mode {
        name: "covnew@4000",
        help: "coverage-guided search without merging, at most 4,000 instructions",
        options: &["--plain", "--search=covnew", "--max-instructions=4000"],
    },
    Mode {
        name: "dynamic-covnew@4000",
        help: "dynamic merging with coverage-guided search, at most 4,000 instructions",
        options: &[
            "--merge=dynamic",
            "--search=covnew",
            "--max-instructions=4000",
        ],
    },
    Mode {
        name: "static@4000",
        help: "static merging, at most 4,000 instructions",
        options: &["--merge=static", "--max-instructions=4000"],
    },
    Mode {
        name: "K@memory",
        help: "plain and breadth first; at 96 MB the newest states are dropped",
        options: &[
            "--plain",
            "--search=bfs",
            "--max-memory=96M",
            "--evict=newest",
        ],
    },
    Mode {
        name: "K@memory-random",
        help: "plain and breadth first; at 96 MB random states are dropped, as by KLEE",
        options: &[
            "--plain",
            "--search=bfs",
            "--max-memory=96M",
            "--evict=random",
        ],
    },
    Mode {
        name: "C@memory",
        help: "melded and breadth first; at 96 MB the newest states are dropped",
        options: &[
            "--cfmse",
            "--search=bfs",
            "--max-memory=96M",
            "--evict=newest",
        ],
    },
    Mode {
        name: "C@memory-random",
        help: "melded and breadth first; at 96 MB random states are dropped, as by KLEE",
        options: &[
            "--cfmse",
            "--search=bfs",
            "--max-memory=96M",
            "--evict=random",
        ],
    },
    Mode {
        name: "PAT",
        help: "pattern-based merging of loops and functions",
        options: &["--merge=pattern"],
    },
    Mode {
        name: "CFG",
        help: "ordinary merging at the program points at which PAT merges",
        options: &["--merge=cfg"],
    },
    Mode {
        name: "PAT-engine",
        help: "the mode PAT with the solver's own quantifier engine only",
        options: &["--merge=pattern", "--no-quantified-solving"],
    },
    Mode {
        name: "PAT-at-ends",
        help: "the mode PAT without incremental merging",
        options: &["--merge=pattern", "--no-incremental-merging"],
    },
    Mode {
        name: "PAT-interleaved",
        help: "the mode PAT with KLEE's default search",
        options: &["--merge=pattern", "--search=interleaved"],
    },
    Mode {
        name: "CFG-interleaved",
        help: "the mode CFG with KLEE's default search",
        options: &["--merge=cfg", "--search=interleaved"],
    },
    Mode {
        name: "PAT-sizes",
        help: "the mode PAT with blocks of symbolic size as single objects",
        options: &["--merge=pattern", "--symbolic-sizes=256"],
    },
    Mode {
        name: "CFG-sizes",
        help: "the mode CFG with blocks of symbolic size as single objects",
        options: &["--merge=cfg", "--symbolic-sizes=256"],
    },
    Mode {
        name: "K-sizes",
        help: "plain, with blocks of symbolic size as single objects",
        options: &["--plain", "--symbolic-sizes=256"],
    },
    Mode {
        name: "KV",
        help: "plain, with the program's assertions checked (--verify)",
        options: &["--plain", "--verify"],
    },
    Mode {
        name: "CV",
        help: "melded, with the program's assertions checked",
        options: &["--cfmse", "--verify"],
    },
    Mode {
        name: "SMV",
        help: "static merging, with the program's assertions checked",
        options: &["--merge=static", "--verify"],
    },
    Mode {
        name: "C-SMV",
        help: "melded, with static merging and the program's assertions checked",
        options: &["--cfmse", "--merge=static", "--verify"],
    },
    Mode {
        name: "C-maximize:10",
        help: "conflict-driven search on the melded program with the strategy maximize:10",
        options: &["--verify", "--cfmse", "--cdse=maximize:10"],
    },
    Mode {
        name: "static-unrolling",
        help: "conflict-driven, with all loops unrolled to the bound before the search",
        options: &["--verify", "--cdse=maximize:10", "--cdse-loops=static"],
    },
    Mode {
        name: "portfolio-2",
        help: "conflict-driven, with two engines with different strategies",
        options: &[
            "--verify",
            "--cdse=maximize:10",
            "--threads=2",
            "--cdse-team=portfolio",
        ],
    },
    Mode {
        name: "divide-2",
        help: "conflict-driven, with two engines that divide the search space",
        options: &[
            "--verify",
            "--cdse=maximize:10",
            "--threads=2",
            "--cdse-team=divide",
        ],
    },
    Mode {
        name: "portfolio-4",
        help: "conflict-driven, with four engines with different strategies",
        options: &[
            "--verify",
            "--cdse=maximize:10",
            "--threads=4",
            "--cdse-team=portfolio",
        ],
    },
    Mode {
        name: "divide-4",
        help: "conflict-driven, with four engines that divide the search space",
        options: &[
            "--verify",
            "--cdse=maximize:10",
            "--threads=4",
            "--cdse-team=divide",
        ],
    },
    Mode {
        name: "divide-portfolio-4",
        help: "conflict-driven, with four engines that divide the search space and have different strategies",
        options: &[
            "--verify",
            "--cdse=maximize:10",
            "--threads=4",
            "--cdse-team=divide-portfolio",
        ],
    },
    Mode {
        name: "pass",
        help: "melded, with exploration limited to one instruction (measures the melding pass)",
        options: &["--cfmse", "--max-instructions=1"],
    },
    Mode {
        name: "C-speculative",
        help: "speculative melding: memory accesses of both sides run unconditionally",
        options: &["--cfmse=speculative"],
    },
    Mode {
        name: "C-loops",
        help: "melds only branches in loops",
        options: &["--cfmse", "--cfmse-branches=loops"],
    },
    Mode {
        name: "C-all",
        help: "melds all branches, including input-independent ones",
        options: &["--cfmse", "--cfmse-branches=all"],
    },
    Mode {
        name: "C-loads",
        help: "melding in which every loaded value counts as symbolic",
        options: &["--cfmse", "--cfmse-loads-symbolic"],
    },
    Mode {
        name: "off",
        help: "array reads are left to the solver's theory of arrays, except reads of small arrays",
        options: &["--plain", "--arrays=off"],
    },
    Mode {
        name: "bits",
        help: "array reads become if-then-else expressions over the bits of the index",
        options: &["--plain", "--arrays=bits"],
    },
    Mode {
        name: "constant",
        help: "array reads that are constant on the path are folded",
        options: &["--plain", "--arrays=constant"],
    },
    Mode {
        name: "index",
        help: "conditions on array reads become ranges of indices",
        options: &["--plain", "--arrays=index"],
    },
    Mode {
        name: "value",
        help: "array reads become nested if-then-else expressions that select a value by ranges of the index",
        options: &["--plain", "--arrays=value"],
    },
    Mode {
        name: "mixed",
        help: "like the mode value, but also for arrays with symbolic contents",
        options: &["--plain", "--arrays=mixed"],
    },
    Mode {
        name: "baseline",
        help: "the published baseline: array reads in the theory of arrays, small arrays included",
        options: &["--plain", "--arrays=baseline"],
    },
    Mode {
        name: "published-constant",
        help: "the published baseline with constant folding",
        options: &["--plain", "--arrays=published,constant"],
    },
    Mode {
        name: "published-index",
        help: "the index-based transformation in its published form",
        options: &["--plain", "--arrays=published,index"],
    },
    Mode {
        name: "published-value",
        help: "the value-based transformation in its published form: one test per distinct value",
        options: &["--plain", "--arrays=published,value"],
    },
    Mode {
        name: "published",
        help: "the three published transformations",
        options: &["--plain", "--arrays=published"],
    },
    Mode {
        name: "all",
        help: "all transformations of array reads",
        options: &["--plain", "--arrays=all"],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Each mode states its technique (`--plain`, `--cfmse`, …), so a change of the default technique cannot change a
    /// table.
    #[test]
    fn every_mode_states_its_technique() {
        const TECHNIQUES: [&str; 5] = ["--plain", "--cfmse", "--merge=", "--cdse", "--auto"];
        let others = MODES.iter().filter(|mode| !links::modes().contains(mode));
        for mode in others {
            let states = |option: &&str| TECHNIQUES.iter().any(|name| option.starts_with(name));
            assert!(mode.options.iter().any(states), "{}", mode.name);
        }
    }
}
