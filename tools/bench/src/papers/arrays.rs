//! The tables and figures of "Accelerating Array Constraints in Symbolic Execution" (Perry, Mattavelli, Zhang, Cadar,
//! ISSTA 2017).
use super::{Exhibit, LATEST, Paper, Repeat};

/// The paper with its exhibits: tables, figures, and measurements in its text.
pub(super) const PAPER: Paper = Paper {
    name: "arrays",
    title: "Accelerating Array Constraints in Symbolic Execution (Perry et al., ISSTA 2017)",
    exhibits: &[
        Exhibit {
            label: "Figure 1",
            contents: "an excerpt of base64 in Coreutils",
            repeat: Repeat::Command {
                command: "symtool examples/c/arrays/base64.c",
                result: "arrays.md",
            },
            differs: "our program is a base64 decoder with a similar table",
        },
        Exhibit {
            label: "Figure 2",
            contents: "the table-driven parser of BC",
            repeat: Repeat::Command {
                command: "symtool examples/c/arrays/lexer.c",
                result: "arrays.md",
            },
            differs: "our program is a similar automaton with smaller tables",
        },
        Exhibit {
            label: "Table 1",
            contents: "constraints of Figure 2 before and after the transformations",
            repeat: Repeat::Command {
                command: "symtool explain examples/c/arrays/lexer.c:116",
                result: "../techniques/arrays.md",
            },
            differs: "the constraints are those of the automaton in the example lexer.c",
        },
        Exhibit {
            label: "Figure 3",
            contents: "syntax of the array language",
            repeat: Repeat::Nothing,
            differs: "the figure is a grammar, without a measurement",
        },
        Exhibit {
            label: "Figure 4",
            contents: "definitions for the semantic rules",
            repeat: Repeat::Nothing,
            differs: "the figure contains definitions, without a measurement",
        },
        Exhibit {
            label: "Figure 5",
            contents: "semantic rules",
            repeat: Repeat::Nothing,
            differs: "the figure contains rules, without a measurement; tests prove our rewrite rules of \
                expressions with Z3",
        },
        Exhibit {
            label: "Table 2",
            contents: "the benchmark programs with their numbers of lines, branches and arrays",
            repeat: Repeat::Bench {
                experiment: "arrays",
                file: "arrays-table2.csv",
                result: LATEST,
            },
            differs: "lists our programs, and counts the global arrays that the file of a program defines",
        },
        Exhibit {
            label: "Table 3",
            contents: "overhead on programs where no transformation applies",
            repeat: Repeat::Bench {
                experiment: "array-overhead",
                file: "array-overhead.csv",
                result: LATEST,
            },
            differs: "measured on our programs; prints seconds, while the paper states that the overhead is less \
                than 1 %",
        },
        Exhibit {
            label: "Table 4",
            contents: "seconds, speed-up and number of applications of each transformation, for runs that execute \
                the same instructions",
            repeat: Repeat::Bench {
                experiment: "arrays",
                file: "arrays.csv",
                result: "arrays.md",
            },
            differs: "measured on our programs; our baseline `off` replaces reads of small arrays by if-then-else \
                expressions, which the published baseline (§3.2 below) does not",
        },
        Exhibit {
            label: "§3.2, Algorithm 1",
            contents: "speed-up of the published transformations over the published baseline",
            repeat: Repeat::Bench {
                experiment: "array-published",
                file: "array-published.csv",
                result: LATEST,
            },
            differs: "measured on our programs; symtool also combines nested reads into one table, and considers \
                only the cells at which the path condition permits the index",
        },
        Exhibit {
            label: "§5.2 (RQ1)",
            contents: "equality of the runs with and without transformations",
            repeat: Repeat::Bench {
                experiment: "arrays",
                file: "arrays.md",
                result: LATEST,
            },
            differs: "measured on our programs; compares hashes of the executed instructions",
        },
        Exhibit {
            label: "§5.4 (RQ3)",
            contents: "statement coverage of BC within a time limit",
            repeat: Repeat::Bench {
                experiment: "arrays",
                file: "arrays.csv",
                result: LATEST,
            },
            differs: "line coverage of our programs; most of them are covered completely",
        },
    ],
};
