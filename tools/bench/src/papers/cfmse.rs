//! The tables and figures of "Taming the Hydra" (CFM-SE, OOPSLA 2026).
use super::{Exhibit, LATEST, Paper, Repeat};

/// The paper with its exhibits: tables, figures, and measurements in its text.
pub(super) const PAPER: Paper = Paper {
    name: "cfmse",
    title: "Taming the Hydra (CFM-SE, OOPSLA 2026)",
    exhibits: &[
        Exhibit {
            label: "Figure 1",
            contents: "excerpt of libosip",
            repeat: Repeat::Nothing,
            differs: "an excerpt of a library that symtool does not include",
        },
        Exhibit {
            label: "Figure 2",
            contents: "toupper, the motivating example",
            repeat: Repeat::Command {
                command: "symtool examples/c/cfmse/toupper.c --verify --cfmse",
                result: "../techniques/melding.md",
            },
            differs: "",
        },
        Exhibit {
            label: "Table 1",
            contents: "branches, instructions and nesting before and after the pass",
            repeat: bench("table1", "table1.csv", LATEST),
            differs: "counts of our IR after simplification; the published ones are of LLVM IR without optimization",
        },
        Exhibit {
            label: "Figure 3",
            contents: "stages of the transformation on toupper",
            repeat: Repeat::Command {
                command: "symtool ir examples/c/cfmse/toupper.c --after cfmse",
                result: "../techniques/melding.md",
            },
            differs: "symtool melds with an e-graph, which has no stage for the insertion of instructions; `--emit melds` prints the melded code",
        },
        Exhibit {
            label: "Figure 4",
            contents: "detection of false positives and re-execution",
            repeat: Repeat::Command {
                command: "symtool FILE --cfmse=speculative",
                result: "../techniques/melding.md",
            },
            differs: "a drawing; the default `--cfmse` has no false positives",
        },
        Exhibit {
            label: "Figure 5",
            contents: "example of the symbolic variable analysis",
            repeat: Repeat::Command {
                command: "symtool ir FILE --after symbolic",
                result: "../reference/textual-ir.md",
            },
            differs: "an example of code",
        },
        Exhibit {
            label: "Table 2",
            contents: "descriptions of the kernels",
            repeat: Repeat::Nothing,
            differs: "descriptions, which are at the heads of the files in `examples/c/cfmse`",
        },
        Exhibit {
            label: "Table 3",
            contents: "time, queries, query size and paths by mode",
            repeat: bench("table3", "table3.csv", LATEST),
            differs: "the paper has medians of five runs (`--repeats 5`) and a time limit of one hour (`--budget`)",
        },
        Exhibit {
            label: "§4.1, verification",
            contents: "bounded verification in the modes K, SM, C and C-SM",
            repeat: bench("verify", "verify.csv", LATEST),
            differs: "three more kernels, and CBMC; merging is static in `SMV` and `C-SMV`",
        },
        Exhibit {
            label: "Figure 6",
            contents: "growth of time, queries and paths of merge_sort",
            repeat: bench("fig6", "fig6-time.svg", LATEST),
            differs: "also `fig6-queries.svg` and `fig6-paths.svg`",
        },
        Exhibit {
            label: "Figure 7",
            contents: "line coverage over time of nine programs",
            repeat: Repeat::Nothing,
            differs: "the programs are not part of symtool; `stats.csv` of a run has the coverage over time",
        },
        Exhibit {
            label: "Figure 8",
            contents: "an injected failure in json.h",
            repeat: Repeat::Nothing,
            differs: "an excerpt of a library that symtool does not include",
        },
        Exhibit {
            label: "Figure 9",
            contents: "an injected failure in tiny-regex-c",
            repeat: Repeat::Nothing,
            differs: "an excerpt of a library that symtool does not include",
        },
        Exhibit {
            label: "Figure 10",
            contents: "time to find an injected failure by the size of the input",
            repeat: Repeat::Nothing,
            differs: "the five libraries are not part of symtool",
        },
        Exhibit {
            label: "Figure 11",
            contents: "states dropped under a memory limit",
            repeat: bench("memory", "memory.csv", LATEST),
            differs: "kernels and a parser in place of libosip and libyaml; also with KLEE's random choice of the dropped states",
        },
        Exhibit {
            label: "Table 4",
            contents: "time of the pass, applications, selects and nesting",
            repeat: bench("table4", "table4.csv", LATEST),
            differs: "kernels; the published lines of the larger programs are printed below",
        },
        Exhibit {
            label: "§4.4, ablation",
            contents: "symbolic branches only against all branches",
            repeat: bench("ablation", "ablation.csv", LATEST),
            differs: "kernels in place of libosip; further options of the pass",
        },
        Exhibit {
            label: "Table 5",
            contents: "flags of the artifact",
            repeat: Repeat::Command {
                command: "symtool --help",
                result: "../reference/command-line.md",
            },
            differs: "`--cfmse` and its modifiers in place of the flags of KLEE",
        },
    ],
};

const fn bench(experiment: &'static str, file: &'static str, result: &'static str) -> Repeat {
    Repeat::Bench {
        experiment,
        file,
        result,
    }
}
