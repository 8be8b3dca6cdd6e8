//! The tests check the number of paths and the learned clauses for example programs of do Val's thesis (2014).
mod common;

use common::{run, run_with, strategies};
use symtool_cdse::CdseConfig;

#[test]
fn the_distance_of_two_numbers_needs_two_paths_of_eight() {
    let text = include_str!("programs/listing1_1.sir");
    let run = run(text);
    let report = &run.expect_verified().result.report;
    assert_eq!(report.paths, 2, "{report:?}");
    let mut clauses = report.log.clone();
    clauses.sort();
    assert_eq!(clauses.len(), 2, "{clauses:?}");
    // One clause has two facts: the untaken side of the last branch, and the failing assertion. The other clause has
    // three facts: the taken side, the value that this side assigns, and the failing assertion.
    let sides = |clause: &str| {
        clause
            .split(": ")
            .last()
            .map_or(0, |s| s.split(", ").count())
    };
    let counts: Vec<usize> = clauses.iter().map(|c| sides(c)).collect();
    assert!(counts.iter().all(|&n| n <= 3), "{clauses:?}");
    assert!(counts.contains(&2), "{clauses:?}");
    for clause in &clauses {
        assert!(clause.contains("assertion failed at"), "{clause}");
    }
    for strategy in strategies() {
        let options = CdseConfig {
            strategy,
            ..CdseConfig::default()
        };
        let run = run_with(text, &options);
        assert_eq!(run.expect_verified().result.report.paths, 2, "{strategy}");
    }
}

#[test]
fn an_irrelevant_diamond_needs_one_path() {
    for strategy in strategies() {
        let options = CdseConfig {
            strategy,
            ..CdseConfig::default()
        };
        let run = run_with(include_str!("programs/listing6_1.sir"), &options);
        let report = &run.expect_verified().result.report;
        assert_eq!(report.paths, 1, "{report:?}");
    }
}
