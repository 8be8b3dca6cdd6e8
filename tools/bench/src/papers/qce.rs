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
            contents: "a simplified version of the program echo",
            repeat: Repeat::Command {
                command: "symtool examples/c/qce/echo.c --sym-args 0 2 2 --merge=static",
                result: "state-merging.md",
            },
            differs: "we run the complete program echo, with its options",
        },
        Exhibit {
            label: "Figure 2",
            contents: "code on which static merging delays the search",
            repeat: Repeat::Nothing,
            differs: "the figure is an example of code, without a measurement; Figure 8 measures the effect",
        },
        Exhibit {
            label: "Figure 3",
            contents: "exact number of paths against multiplicity, with logarithmic axes",
            repeat: Repeat::Bench {
                experiment: "paths",
                file: "paths-fig3.svg",
                result: LATEST,
            },
            differs: "measured on our programs; one point for each input size, while the paper has one point for \
                each moment of a run",
        },
        Exhibit {
            label: "Figure 4",
            contents: "number of paths explored within a time limit, relative to exploration without merging",
            repeat: qce("qce-fig4.csv"),
            differs: "measured on our programs at their largest size; the constants c1 and c2, which convert \
                multiplicity into a number of paths, are fitted at the smaller sizes",
        },
        Exhibit {
            label: "Figure 5",
            contents: "speed-up of static merging over no merging, by the number of symbolic arguments",
            repeat: qce("qce-fig5.svg"),
            differs: "measured on six of our programs",
        },
        Exhibit {
            label: "Figure 6",
            contents: "time of static merging against no merging, as a scatter plot",
            repeat: qce("qce-fig6.svg"),
            differs: "measured on our programs; the size of a point in the plot does not show the size of the input",
        },
        Exhibit {
            label: "Figure 7",
            contents: "time by the threshold α of query count estimation",
            repeat: qce("qce-alpha.svg"),
            differs: "one line for each α, over the number of arguments; the paper's program `pr` is not among \
                our programs",
        },
        Exhibit {
            label: "Figure 8",
            contents: "change of coverage by merging in an incomplete exploration",
            repeat: Repeat::Bench {
                experiment: "coverage",
                file: "coverage-fig8.svg",
                result: LATEST,
            },
            differs: "exploration is limited by a number of instructions instead of one hour, so that the result \
                does not depend on the machine",
        },
        Exhibit {
            label: "Figure 9",
            contents: "time of static against dynamic merging, as a scatter plot",
            repeat: qce("qce-fig9.svg"),
            differs: "measured on our programs",
        },
        Exhibit {
            label: "§5.4, queries",
            contents: "cost of queries of merged and of unmerged states",
            repeat: Repeat::Bench {
                experiment: "query-steps",
                file: "query-steps.csv",
                result: LATEST,
            },
            differs: "measured on our programs; the costs of all queries at one execution step are summed before \
                they are compared",
        },
        Exhibit {
            label: "§5.4, parameters",
            contents: "choice of the parameters α, β and κ by hill climbing",
            repeat: Repeat::Bench {
                experiment: "climb",
                file: "climb.csv",
                result: LATEST,
            },
            differs: "measured on our versions of the paper's four programs",
        },
        Exhibit {
            label: "§5.5, states",
            contents: "share of fast-forwarded states that merge (69 % in the paper)",
            repeat: qce("qce.md"),
            differs: "one share for each of our programs and each search order",
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
