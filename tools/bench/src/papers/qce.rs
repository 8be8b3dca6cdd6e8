//! The tables and figures of "Efficient State Merging in Symbolic Execution" (Kuznetsov, Kinder, Bucur, Candea, PLDI
//! 2012).
use super::{Exhibit, LATEST, Paper, Repeat};

/// The paper with its exhibits: tables, figures, and measurements in its text.
pub(super) const PAPER: Paper = Paper {
    name: "qce",
    title: "Efficient State Merging in Symbolic Execution (Kuznetsov et al., PLDI 2012)",
    exhibits: &[
        Exhibit {
            label: "Figure 1",
            contents: "simplified echo",
            repeat: Repeat::Command {
                command: "symtool examples/c/qce/echo.c --sym-args 0 2 2 --merge=static",
                result: "state-merging.md",
            },
            differs: "the complete program, with its options",
        },
        Exhibit {
            label: "Figure 2",
            contents: "code on which static merging delays the search",
            repeat: Repeat::Nothing,
            differs: "an example of code, without a measurement; Figure 8 measures the effect",
        },
        Exhibit {
            label: "Figure 3",
            contents: "exact paths by multiplicity, both logarithmic",
            repeat: Repeat::Bench {
                experiment: "paths",
                file: "paths-fig3.svg",
                result: LATEST,
            },
            differs: "our programs; a point for each size, where the paper has a point for each point in time of a run",
        },
        Exhibit {
            label: "Figure 4",
            contents: "number of paths explored within a time limit, relative to exploration without merging",
            repeat: qce("qce-fig4.csv"),
            differs: "our programs at their largest size; c1 and c2 come from the smaller sizes",
        },
        Exhibit {
            label: "Figure 5",
            contents: "speed-up of static merging by the number of arguments",
            repeat: qce("qce-fig5.svg"),
            differs: "six of our programs",
        },
        Exhibit {
            label: "Figure 6",
            contents: "time of static merging against no merging, as a scatter plot",
            repeat: qce("qce-fig6.svg"),
            differs: "our programs; the size of a point does not show the size of the input",
        },
        Exhibit {
            label: "Figure 7",
            contents: "time by α",
            repeat: qce("qce-alpha.svg"),
            differs: "a line for each α over the number of arguments; `pr` is not among our programs",
        },
        Exhibit {
            label: "Figure 8",
            contents: "change of coverage by merging in an incomplete exploration",
            repeat: Repeat::Bench {
                experiment: "coverage",
                file: "coverage-fig8.svg",
                result: LATEST,
            },
            differs: "limits of instructions in place of one hour, so that the result does not depend on the machine",
        },
        Exhibit {
            label: "Figure 9",
            contents: "time of static against dynamic merging, as a scatter plot",
            repeat: qce("qce-fig9.svg"),
            differs: "our programs",
        },
        Exhibit {
            label: "§5.4, queries",
            contents: "cost of queries of merged and of unmerged states",
            repeat: Repeat::Bench {
                experiment: "query-steps",
                file: "query-steps.csv",
                result: LATEST,
            },
            differs: "our programs; all queries of a step are compared together",
        },
        Exhibit {
            label: "§5.4, parameters",
            contents: "choice of α, β and κ by hill climbing",
            repeat: Repeat::Bench {
                experiment: "climb",
                file: "climb.csv",
                result: LATEST,
            },
            differs: "our versions of the four programs",
        },
        Exhibit {
            label: "§5.5, states",
            contents: "share of fast-forwarded states that merge (69 %)",
            repeat: qce("qce.md"),
            differs: "a share for each program and search",
        },
    ],
};

const fn qce(file: &'static str) -> Repeat {
    Repeat::Bench {
        experiment: "qce",
        file,
        result: LATEST,
    }
}
