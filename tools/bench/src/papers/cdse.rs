//! The tables and figures of "Conflict-driven symbolic execution" (do Val, University of British Columbia, 2014).
use super::{Exhibit, Paper, Repeat};

/// The thesis with its exhibits: tables, figures, and measurements in its text.
pub(super) const PAPER: Paper = Paper {
    name: "cdse",
    title: "Conflict-driven symbolic execution (do Val, thesis, 2014)",
    exhibits: &[
        Exhibit {
            label: "Figure 1.1",
            contents: "execution tree of Listing 1.1",
            repeat: Repeat::Nothing,
            differs: "the figure is a drawing of an example, without a measurement",
        },
        Exhibit {
            label: "Figure 2.1",
            contents: "control-flow graph and execution tree of Listing 2.1",
            repeat: Repeat::Command {
                command: "symtool ir FILE --emit dot",
                result: "../reference/textual-ir.md",
            },
            differs: "prints the control-flow graph only",
        },
        Exhibit {
            label: "Figure 3.1",
            contents: "control-flow graph and execution tree of Listing 1.1",
            repeat: Repeat::Command {
                command: "symtool ir FILE --emit dot",
                result: "../reference/textual-ir.md",
            },
            differs: "prints the control-flow graph only",
        },
        Exhibit {
            label: "Figure 3.2",
            contents: "a satisfying assignment of the formula that describes a control-flow graph with a loop",
            repeat: Repeat::Nothing,
            differs: "the figure is a drawing of an example, without a measurement",
        },
        Exhibit {
            label: "Figure 4.1",
            contents: "modules of Kite",
            repeat: Repeat::Nothing,
            differs: "the figure is a drawing of the thesis's tool; the architecture page describes symtool's modules",
        },
        Exhibit {
            label: "§3.5, loops",
            contents: "static and dynamic unrolling of the control-flow graph",
            repeat: search("cdse-search.csv"),
            differs: "the thesis describes both forms of unrolling without a measurement",
        },
        Exhibit {
            label: "Table 5.1",
            contents: "CPU seconds of CBMC, KLEE and Kite on safe programs",
            repeat: table("cdse-table5.1.csv"),
            differs: OUR_PROGRAMS,
        },
        Exhibit {
            label: "Table 5.2",
            contents: "CPU seconds of CBMC, KLEE and Kite on unsafe programs",
            repeat: table("cdse-table5.2.csv"),
            differs: OUR_PROGRAMS,
        },
        Exhibit {
            label: "Table 5.3",
            contents: "total CPU seconds by tool",
            repeat: table("cdse.md"),
            differs: OUR_PROGRAMS,
        },
        Exhibit {
            label: "Figure 5.1",
            contents: "executed instructions of KLEE and Kite, as a scatter plot",
            repeat: table("cdse-instructions.svg"),
            differs: "measured on our programs, with one plot for safe and unsafe programs",
        },
        Exhibit {
            label: "Table 5.4",
            contents: "CPU seconds by strategy on safe programs",
            repeat: table("cdse-table5.4.csv"),
            differs: "measured on our programs, also with further strategies",
        },
        Exhibit {
            label: "Table 5.5",
            contents: "CPU seconds by strategy on unsafe programs",
            repeat: table("cdse-table5.5.csv"),
            differs: "measured on our programs, also with further strategies",
        },
        Exhibit {
            label: "Figure 6.1",
            contents: "control-flow graph of Listing 1.1 with the failure",
            repeat: Repeat::Command {
                command: "symtool ir FILE --emit dot",
                result: "../reference/textual-ir.md",
            },
            differs: "",
        },
        Exhibit {
            label: "Table A.1",
            contents: "names of the safe programs",
            repeat: table("cdse.md"),
            differs: "the table is a list of names; the experiment prints the published name of each program \
                beside our name",
        },
        Exhibit {
            label: "Table A.2",
            contents: "names of the unsafe programs",
            repeat: table("cdse.md"),
            differs: "the table is a list of names; the experiment prints the published name of each program \
                beside our name",
        },
        Exhibit {
            label: "Table A.3",
            contents: "CPU seconds of two versions of KLEE on safe programs",
            repeat: table("cdse.md"),
            differs: TWO_KLEES,
        },
        Exhibit {
            label: "Table A.4",
            contents: "CPU seconds of two versions of KLEE on unsafe programs",
            repeat: table("cdse.md"),
            differs: TWO_KLEES,
        },
        Exhibit {
            label: "Table A.5",
            contents: "executed instructions by strategy on safe programs",
            repeat: table("cdse-tableA.5.csv"),
            differs: STEPS,
        },
        Exhibit {
            label: "Table A.6",
            contents: "executed instructions by strategy on unsafe programs",
            repeat: table("cdse-tableA.6.csv"),
            differs: STEPS,
        },
        Exhibit {
            label: "§7.2, parallel",
            contents: "several engines that search different parts of the paths, or use different strategies",
            repeat: search("cdse-search.md"),
            differs: "the thesis proposes this as future work, without a measurement",
        },
    ],
};

const fn search(file: &'static str) -> Repeat {
    Repeat::Bench {
        experiment: "cdse-search",
        file,
        result: "cdse.md",
    }
}

const OUR_PROGRAMS: &str = "measured on our programs, or on those of a given folder; the published figures are below the experiment's table, \
    and in the rows of SV-COMP programs";
const TWO_KLEES: &str = "prints the published figures only, because symtool has a single plain exploration, which \
    Tables 5.1 and 5.2 show (mode `KV`)";
const STEPS: &str = "measured on our programs; counts the instructions of a path up to the first branch that \
    contradicts its constants; a prefix that successive paths share counts once";

const fn table(file: &'static str) -> Repeat {
    Repeat::Bench {
        experiment: "cdse",
        file,
        result: "cdse.md",
    }
}
