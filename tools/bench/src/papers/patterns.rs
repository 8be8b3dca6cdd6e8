//! The tables and figures of "State Merging with Quantifiers in Symbolic Execution" (Trabish, Rinetzky, Shoham, Sharma,
//! ESEC/FSE 2023).
use super::{Exhibit, LATEST, Paper, Repeat};

/// The paper with its exhibits: tables, figures, and measurements in its text.
pub(super) const PAPER: Paper = Paper {
    name: "patterns",
    title: "State Merging with Quantifiers in Symbolic Execution (Trabish et al., ESEC/FSE 2023)",
    exhibits: &[
        Exhibit {
            label: "Figure 1",
            contents: "memspn, the motivating example",
            repeat: memspn(),
            differs: "",
        },
        Exhibit {
            label: "Figure 2",
            contents: "execution tree of memspn, annotated with hashes",
            repeat: Repeat::Nothing,
            differs: "the figure is a drawing of an example; `--stats` prints the number of patterns, not the tree",
        },
        Exhibit {
            label: "Table 1",
            contents: "the regular partition of the leaves of Figure 2, and the merged states",
            repeat: memspn(),
            differs: "prints the numbers of merged states and of patterns, without their formulas",
        },
        Exhibit {
            label: "Figure 3",
            contents: "two execution trees, without and with incremental merging",
            repeat: memspn(),
            differs: "prints only the number of paths: of the lower tree, or with `--no-incremental-merging` of \
                the upper tree",
        },
        Exhibit {
            label: "Table 2",
            contents: "benchmarks: version, lines, number of subjects, capacity (maximum input size)",
            repeat: patterns("patterns-table2.csv"),
            differs: "lists our programs; each program is one subject",
        },
        Exhibit {
            label: "Table 3",
            contents: "merging by patterns (PAT) against ordinary merging (CFG): time and coverage",
            repeat: patterns("patterns-table3.csv"),
            differs: OUR_PROGRAMS,
        },
        Exhibit {
            label: "Figure 4",
            contents: "speed-up, difference of time and difference of coverage for each subject",
            repeat: patterns("patterns-fig4a.svg"),
            differs: "measured on our programs; the two other charts are `patterns-fig4b.svg` and `patterns-fig4c.svg`",
        },
        Exhibit {
            label: "Table 4",
            contents: "PAT against CFG, by capacity",
            repeat: patterns("patterns-table4.csv"),
            differs: OUR_PROGRAMS,
        },
        Exhibit {
            label: "Table 5",
            contents: "PAT against exploration without merging (BASE)",
            repeat: patterns("patterns-table5.csv"),
            differs: OUR_PROGRAMS,
        },
        Exhibit {
            label: "Table 6",
            contents: "effect of the solving procedure for quantified queries",
            repeat: patterns("patterns-table6.csv"),
            differs: OUR_PROGRAMS,
        },
        Exhibit {
            label: "Table 7",
            contents: "effect of incremental merging",
            repeat: patterns("patterns-table7.csv"),
            differs: OUR_PROGRAMS,
        },
        Exhibit {
            label: "§7.2, symbolic sizes",
            contents: "PAT against CFG and BASE under the symbolic-size model, the setting of Tables 3 to 7",
            repeat: Repeat::Bench {
                experiment: "pattern-sizes",
                file: "pattern-sizes.csv",
                result: LATEST,
            },
            differs: "measured on our three programs with blocks of symbolic size; in our Tables 3 to 7, the \
                inputs have a concrete size",
        },
        Exhibit {
            label: "§7.7, sizes (C.3)",
            contents: "PAT against CFG with inputs of a concrete size",
            repeat: Repeat::Bench {
                experiment: "pattern-settings",
                file: "pattern-settings.csv",
                result: LATEST,
            },
            differs: "measured on our programs at one input size",
        },
        Exhibit {
            label: "§7.7, search (C.4)",
            contents: "PAT against CFG with KLEE's default search",
            repeat: Repeat::Bench {
                experiment: "pattern-settings",
                file: "pattern-settings.csv",
                result: LATEST,
            },
            differs: "measured on our programs at one input size, with random-path search without coverage weights",
        },
    ],
};

const OUR_PROGRAMS: &str = "measured on our programs instead of the paper's benchmarks; the experiment also prints the published figures";

const fn patterns(file: &'static str) -> Repeat {
    Repeat::Bench {
        experiment: "patterns",
        file,
        result: "patterns.md",
    }
}

const fn memspn() -> Repeat {
    Repeat::Command {
        command: "symtool examples/c/patterns/memspn.c --merge=pattern --stats",
        result: "patterns.md",
    }
}
