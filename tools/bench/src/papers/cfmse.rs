//! The tables and figures of "Taming the Hydra" (CFM-SE, OOPSLA 2026).
use super::{Exhibit, LATEST, Paper, Repeat};

/// The paper with its exhibits: tables, figures, and measurements in its text.
pub(super) const PAPER: Paper = Paper {
    name: "cfmse",
    title: "Taming the Hydra (CFM-SE, OOPSLA 2026)",
    exhibits: &[
        Exhibit {
            label: "Figure 1",
            contents: "an excerpt of the library libosip",
            repeat: Repeat::Nothing,
            differs: "the figure is code of a library that is not part of symtool",
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
            contents: "branches, instructions and nesting depth before and after the melding pass",
            repeat: bench("table1", "table1.csv", LATEST),
            differs: "we count in our IR after simplification; the paper counts in LLVM IR without optimization",
        },
        Exhibit {
            label: "Figure 3",
            contents: "the stages in which toupper is melded",
            repeat: Repeat::Command {
                command: "symtool ir examples/c/cfmse/toupper.c --after cfmse",
                result: "../techniques/melding.md",
            },
            differs: "symtool melds with an e-graph, so it has no stage for the insertion of instructions; \
                `--emit melds` prints the melded code",
        },
        Exhibit {
            label: "Figure 4",
            contents: "a drawing of the detection of false positives, and of the re-execution after it",
            repeat: Repeat::Command {
                command: "symtool FILE --cfmse=speculative",
                result: "../techniques/melding.md",
            },
            differs: "the default mode of `--cfmse`, `guarded`, has no false positives",
        },
        Exhibit {
            label: "Figure 5",
            contents: "example of the symbolic variable analysis",
            repeat: Repeat::Command {
                command: "symtool ir FILE --after symbolic",
                result: "../reference/textual-ir.md",
            },
            differs: "the figure is an example of code, without a measurement",
        },
        Exhibit {
            label: "Table 2",
            contents: "descriptions of the kernels",
            repeat: Repeat::Nothing,
            differs: "no measurement; the descriptions are at the heads of the files in `examples/c/cfmse`",
        },
        Exhibit {
            label: "Table 3",
            contents: "time, queries, query size and paths of the kernels, by mode",
            repeat: bench("table3", "table3.csv", LATEST),
            differs: "the paper has medians of five runs (our option `--repeats 5`) and a time limit of one hour \
                (our option `--budget`)",
        },
        Exhibit {
            label: "§4.1, verification",
            contents: "bounded verification in the modes K (plain), SM (merging), C (melding) and C-SM (both)",
            repeat: bench("verify", "verify.csv", LATEST),
            differs: "also three more kernels, and the verifier CBMC; our modes `SMV` and `C-SMV` use static merging",
        },
        Exhibit {
            label: "Figure 6",
            contents: "growth of the time, queries and paths of merge_sort with the input size",
            repeat: bench("fig6", "fig6-time.svg", LATEST),
            differs: "none; the charts of queries and paths are `fig6-queries.svg` and `fig6-paths.svg`",
        },
        Exhibit {
            label: "Figure 7",
            contents: "line coverage over time of nine programs",
            repeat: Repeat::Nothing,
            differs: "the programs are not part of symtool; `stats.csv` of any run contains its coverage over time",
        },
        Exhibit {
            label: "Figure 8",
            contents: "an injected failure in json.h",
            repeat: Repeat::Nothing,
            differs: "the figure is code of a library that is not part of symtool",
        },
        Exhibit {
            label: "Figure 9",
            contents: "an injected failure in tiny-regex-c",
            repeat: Repeat::Nothing,
            differs: "the figure is code of a library that is not part of symtool",
        },
        Exhibit {
            label: "Figure 10",
            contents: "time to find an injected failure by the size of the input",
            repeat: Repeat::Nothing,
            differs: "the five libraries are not part of symtool",
        },
        Exhibit {
            label: "Figure 11",
            contents: "number of states dropped at a memory limit",
            repeat: bench("memory", "memory.csv", LATEST),
            differs: "measured on kernels and a parser instead of libosip and libyaml; also with KLEE's random \
                choice of the dropped states",
        },
        Exhibit {
            label: "Table 4",
            contents: "time of the melding pass, number of its applications and of selects, nesting depth",
            repeat: bench("table4", "table4.csv", LATEST),
            differs: "measured on the kernels; the experiment also prints the published rows of the larger programs",
        },
        Exhibit {
            label: "§4.4, ablation",
            contents: "melding of symbolic branches only, compared with melding of all branches",
            repeat: bench("ablation", "ablation.csv", LATEST),
            differs: "measured on the kernels instead of libosip, and also for further options of the pass",
        },
        Exhibit {
            label: "Table 5",
            contents: "command-line flags of the paper's artifact",
            repeat: Repeat::Command {
                command: "symtool --help",
                result: "../reference/command-line.md",
            },
            differs: "symtool has `--cfmse` and the options `--cfmse-…` instead of flags of KLEE",
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
