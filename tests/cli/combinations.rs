//! The tests check each entry of the table in `docs/techniques/combinations.md`. An entry states whether a mode
//! supports an option. If it does, the mode finds the same failures as plain exploration with this option. Otherwise,
//! symtool rejects the option in this mode.
use crate::harness::Bench;
use serde_json::Value;
use std::collections::BTreeSet;

const TABLE: &str = include_str!("../../docs/techniques/combinations.md");

/// A program with a loop, a failing assertion, an access out of bounds, a leak and a read of an uninitialized variable.
const PROGRAM: &str = "\
#include <assert.h>
#include <stdlib.h>
unsigned char nondet_uchar(void);
static int count(const unsigned char *text, int size) {
    int found = 0;
    for (int i = 0; i < size; i++)
        if (text[i] == 'a')
            found++;
    return found;
}
int main(void) {
    unsigned char text[4], choice = nondet_uchar();
    int uninitialized, table[4] = {3, 1, 2, 0};
    for (int i = 0; i < 4; i++)
        text[i] = nondet_uchar();
    int found = count(text, 4);
    int *block = malloc(sizeof *block);
    if (!block)
        return 0;
    *block = choice > 7 ? found : 3;
    if (choice == 9)
        *block += uninitialized;
    assert(found != 3);
    int value = table[*block & 7];
    if (choice != 5)
        free(block);
    return value;
}
";

/// Returns the cells of each line of the table, without the line below the head.
fn lines() -> Vec<Vec<&'static str>> {
    let rows = TABLE.lines().filter(|line| line.starts_with("| "));
    let cells = rows.map(|line| {
        let inner = line.trim_matches('|').split('|');
        inner.map(|cell| cell.trim().trim_matches('`')).collect()
    });
    cells
        .filter(|cells: &Vec<&str>| cells[0] != "---")
        .collect()
}

/// Returns the source line and kind of each failure.
fn failures(json: &Value) -> BTreeSet<(u64, String)> {
    let errors = json["errors"].as_array().expect("a list").iter();
    let place = |error: &Value| {
        let line = error["line"].as_u64().expect("a line");
        (line, error["kind"].to_string())
    };
    errors.map(place).collect()
}

/// Runs the program with the options, each with its value. Returns the exit code, and the JSON object if there is one.
fn run(bench: &Bench, file: &str, options: &[&str]) -> (i32, Option<Value>) {
    let mut args = vec![file, "--json"];
    args.extend(options.iter().flat_map(|option| option.split_whitespace()));
    let mut command = bench.command(&args);
    let output = command.env_remove("SYMTOOL_PLAIN").output();
    let output = output.expect("symtool runs");
    let code = output.status.code().expect("an exit code");
    (code, serde_json::from_slice(&output.stdout).ok())
}

#[test]
fn each_cell_of_the_table_holds() {
    let bench = Bench::new();
    let file = bench.file("program.c", PROGRAM);
    let lines = lines();
    let (head, rows) = lines.split_first().expect("a table");
    assert!(head.len() > 7 && rows.len() > 11, "the table is too small");
    let mut wrong = Vec::new();
    for row in rows {
        let option = row[0];
        let is_mode = head.contains(&option);
        let stops_early = option == "--verify";
        let reference: &[&str] = match is_mode || stops_early {
            true => &["--plain"],
            false => &["--plain", option],
        };
        let (_, reference) = run(&bench, &file, reference);
        let reference = failures(&reference.expect("plain exploration supports every option"));
        assert!(!reference.is_empty(), "{option}: no failure to find");
        for (mode, &cell) in head.iter().zip(row).skip(1) {
            if *mode == option {
                assert_eq!(cell, "", "{mode}");
                continue;
            }
            let (code, json) = run(&bench, &file, &[mode, option]);
            let found = match json {
                None if code == 2 => "no",
                None => "no result",
                Some(json) if json["verdict"] == "incomplete" => "incomplete",
                Some(json) => match failures(&json) {
                    found if found == reference => "yes",
                    found if stops_early && found.len() == 1 && found.is_subset(&reference) => {
                        "yes"
                    }
                    _ => "other failures",
                },
            };
            if found != cell {
                wrong.push(format!("{mode} {option}: {found}, the table says {cell}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
