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
            contents: "excerpt of base64 in Coreutils",
            repeat: Repeat::Command {
                command: "symtool examples/c/arrays/base64.c",
                result: "arrays.md",
            },
            differs: "our program with such a table",
        },
        Exhibit {
            label: "Figure 2",
            contents: "parser of BC",
            repeat: Repeat::Command {
                command: "symtool examples/c/arrays/lexer.c",
                result: "arrays.md",
            },
            differs: "our automaton, with smaller tables",
        },
        Exhibit {
            label: "Table 1",
            contents: "constraints of Figure 2 before and after the transformations",
            repeat: Repeat::Command {
                command: "symtool explain examples/c/arrays/lexer.c:116",
                result: "../techniques/arrays.md",
            },
            differs: "constraints of our automaton",
        },
        Exhibit {
            label: "Figure 3",
            contents: "syntax of the array language",
            repeat: Repeat::Nothing,
            differs: "a grammar, without a measurement",
        },
        Exhibit {
            label: "Figure 4",
            contents: "definitions for the semantic rules",
            repeat: Repeat::Nothing,
            differs: "definitions, without a measurement",
        },
        Exhibit {
            label: "Figure 5",
            contents: "semantic rules",
            repeat: Repeat::Nothing,
            differs: "rules, without a measurement; the laws of expressions are proved by Z3 in tests",
        },
        Exhibit {
            label: "Table 2",
            contents: "programs: lines, branches, arrays",
            repeat: Repeat::Bench {
                experiment: "arrays",
                file: "arrays-table2.csv",
                result: LATEST,
            },
            differs: "our programs; counts the global arrays that a program's file defines",
        },
        Exhibit {
            label: "Table 3",
            contents: "overhead on programs where no transformation applies",
            repeat: Repeat::Bench {
                experiment: "array-overhead",
                file: "array-overhead.csv",
                result: LATEST,
            },
            differs: "our programs; seconds, where the paper states that the overhead is less than 1 %",
        },
        Exhibit {
            label: "Table 4",
            contents: "seconds, speed-up and applications of each transformation, with equal instructions",
            repeat: Repeat::Bench {
                experiment: "arrays",
                file: "arrays.csv",
                result: "arrays.md",
            },
            differs: "our programs; the baseline `off` replaces reads of small arrays by if-then-else expressions, the baseline of `array-published` does not",
        },
        Exhibit {
            label: "§3.2, Algorithm 1",
            contents: "the published transformations over the published baseline",
            repeat: Repeat::Bench {
                experiment: "array-published",
                file: "array-published.csv",
                result: LATEST,
            },
            differs: "our programs; symtool also combines nested reads into one table, and uses only the cells in the range of the index on the path",
        },
        Exhibit {
            label: "§5.2 (RQ1)",
            contents: "equality of the runs with and without transformations",
            repeat: Repeat::Bench {
                experiment: "arrays",
                file: "arrays.md",
                result: LATEST,
            },
            differs: "our programs; hashes of the instruction traces are compared",
        },
        Exhibit {
            label: "§5.4 (RQ3)",
            contents: "statement coverage of BC within a time limit",
            repeat: Repeat::Bench {
                experiment: "arrays",
                file: "arrays.csv",
                result: LATEST,
            },
            differs: "line coverage of our programs, of which most are covered completely",
        },
    ],
};
