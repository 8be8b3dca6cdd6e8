//! The comparison of queries in §5.4 of "Efficient State Merging in Symbolic Execution" (Kuznetsov et al., PLDI 2012).
//! The queries of merged states are compared with the queries of the corresponding unmerged states during the same
//! execution step.
//!
//! Two runs log their queries: one without merging, and one with static merging. Each logged query names its execution
//! step: the call stack, and the iteration of each loop around the step. Both runs have an unwinding bound, so that
//! states in different iterations are not merged. Therefore a merged state issues its queries at one step, and the
//! unmerged states that it represents issue their queries at the same step. For each step, the sum over all queries of
//! one run is compared with the sum over all queries of the other run. Single queries are not compared, because a
//! merged state may represent only some of the unmerged states at the step.
use crate::compare;
use crate::error::Error;
use crate::experiment::{Experiment, Modes, Programs};
use crate::grid::{LoggedQuery, Row};
use crate::report::csv;
use crate::report::text::{count, table};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "query-steps",
    help: "State merging (PLDI 2012), §5.4: cost of the queries of merged and unmerged states during the same execution step",
    programs: Programs::Named(&["echo", "sleep", "nice", "link", "paste", "join"]),
    sizes: &[],
    modes: Modes::Named(&[PLAIN, STATIC]),
    writes_tests: false,
    equal_to: None,
    report,
};

/// The mode of exploration without merging that logs its queries.
const PLAIN: &str = "K-log";
/// The mode of static merging that logs its queries.
const STATIC: &str = "static-log";

/// The solver queries that one run issued at one execution step: their number, the sum of their expression nodes, and
/// their time.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
struct Cost {
    queries: u64,
    nodes: u64,
    milliseconds: f64,
}

impl Cost {
    fn add(&mut self, query: &LoggedQuery) {
        self.queries += 1;
        self.nodes += query.nodes;
        self.milliseconds += 1e3 * query.time_s;
    }

    fn plus(self, other: Cost) -> Cost {
        Cost {
            queries: self.queries + other.queries,
            nodes: self.nodes + other.nodes,
            milliseconds: self.milliseconds + other.milliseconds,
        }
    }
}

/// An execution step at which a merged state issued a query, with the queries of the runs without merging (`plain`)
/// and with static merging (`merged`).
#[derive(Debug, PartialEq)]
struct Step {
    name: String,
    plain: Cost,
    merged: Cost,
}

/// Returns the steps at which a merged state issued a query, with the queries of both runs. `plain` and `merged` are
/// the queries of the runs without and with merging.
fn steps(plain: &[LoggedQuery], merged: &[LoggedQuery]) -> Vec<Step> {
    let mut steps: BTreeMap<&str, Step> = BTreeMap::new();
    for query in merged.iter().filter(|query| query.paths > 1) {
        steps.entry(&query.step).or_insert_with(|| Step {
            name: query.step.clone(),
            plain: Cost::default(),
            merged: Cost::default(),
        });
    }
    for query in plain {
        if let Some(step) = steps.get_mut(&*query.step) {
            step.plain.add(query);
        }
    }
    for query in merged {
        if let Some(step) = steps.get_mut(&*query.step) {
            step.merged.add(query);
        }
    }
    steps.into_values().collect()
}

const STEP_HEADER: [&str; 9] = [
    "program",
    "arguments",
    "step",
    "queries plain",
    "merged",
    "nodes plain",
    "merged",
    "ms plain",
    "merged",
];

const HEADER: [&str; 12] = [
    "program",
    "arguments",
    "steps",
    "queries plain",
    "merged",
    "nodes plain",
    "merged",
    "ms plain",
    "merged",
    "larger",
    "slower",
    "additional",
];

fn report(rows: &[Row], budget: Duration, out: &Path) -> Result<String, Error> {
    let mut lines = Vec::new();
    let mut records = Vec::new();
    let merged = rows.iter().filter(|row| row.cell.mode.name == STATIC);
    for row in merged.filter(|row| row.measured.end.is_whole()) {
        let plain = rows.iter().find(|plain| {
            plain.cell.mode.name == PLAIN
                && plain.measured.end.is_whole()
                && (plain.cell.program.name, plain.cell.size)
                    == (row.cell.program.name, row.cell.size)
        });
        let Some(plain) = plain else { continue };
        let steps = steps(&plain.measured.query_log, &row.measured.query_log);
        let subject = [row.cell.program.name.to_owned(), row.cell.size.to_string()];
        let record = |step: &Step| {
            let place = subject.iter().cloned().chain([step.name.clone()]);
            place.chain(costs(step.plain, step.merged)).collect()
        };
        records.extend(steps.iter().map(record).collect::<Vec<Vec<String>>>());
        lines.push(subject.iter().cloned().chain(summary(&steps)).collect());
    }
    let path = out.join("query-steps.csv");
    csv::records(&STEP_HEADER, records, &path)?;
    let text = format!(
        "{}\nTime limit: {} s per run; sizes that exploration without merging does not finish are omitted. Only solver queries count, that is, \
         those that no cache answers. `steps`: execution steps at which a merged state issued a query. The sums of queries, expression \
         nodes and milliseconds are over these steps. `larger`, `slower`: steps at which the queries with merging have more nodes, or take \
         more time, than all queries without merging together. `additional`: steps without a query in the run without merging.\n",
        table(&HEADER, 1, lines),
        budget.as_secs_f64(),
    );
    compare::write(out, "query-steps", text)
}

/// Returns the table cells for the queries without and with merging at the same steps.
fn costs(plain: Cost, merged: Cost) -> Vec<String> {
    vec![
        count(plain.queries),
        count(merged.queries),
        count(plain.nodes),
        count(merged.nodes),
        format!("{:.2}", plain.milliseconds),
        format!("{:.2}", merged.milliseconds),
    ]
}

/// Returns the cells of a line of the table. The first cells are the number of steps, and the sums over the queries
/// at these steps. Three more numbers of steps follow. The first two count steps at which both runs issue queries: the
/// steps at which the queries with merging have more nodes than those without, and the steps at which they take more
/// time. The third counts the steps at which the run without merging issues no query.
fn summary(steps: &[Step]) -> Vec<String> {
    let sum = |of: fn(&Step) -> Cost| steps.iter().map(of).fold(Cost::default(), Cost::plus);
    let steps_with = |is: fn(&Step) -> bool| steps.iter().filter(|step| is(step)).count();
    let compared = [
        steps_with(|step| step.plain.queries > 0 && step.merged.nodes > step.plain.nodes),
        steps_with(|step| {
            step.plain.queries > 0 && step.merged.milliseconds > step.plain.milliseconds
        }),
        steps_with(|step| step.plain.queries == 0),
    ];
    let mut cells = vec![steps.len().to_string()];
    cells.extend(costs(sum(|step| step.plain), sum(|step| step.merged)));
    cells.extend(compared.map(|number| number.to_string()));
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;
    use crate::grid::End;

    fn query(step: &str, paths: u64, nodes: u64, milliseconds: f64) -> LoggedQuery {
        LoggedQuery {
            step: step.to_owned(),
            paths,
            nodes,
            time_s: milliseconds / 1e3,
        }
    }

    #[test]
    fn queries_of_the_same_step_are_compared() {
        let plain = [
            query("main:3", 1, 5, 1.0),
            query("main:7", 1, 10, 2.0),
            query("main:7", 1, 12, 2.0),
            query("main:9[1]", 1, 4, 1.0),
        ];
        let merged = [
            query("main:3", 1, 5, 1.0),
            query("main:7", 2, 20, 6.0),
            query("main:9[2]", 2, 8, 1.0),
        ];
        let all = steps(&plain, &merged);
        let names: Vec<&str> = all.iter().map(|step| &*step.name).collect();
        assert_eq!(
            names,
            ["main:7", "main:9[2]"],
            "only steps of merged states"
        );
        assert_eq!(all[0].plain.nodes, 22);
        assert_eq!(
            summary(&all),
            ["2", "2", "2", "22", "28", "4.00", "7.00", "0", "1", "1"]
        );
    }

    #[test]
    fn only_sizes_that_both_runs_finish_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        let mut rows = [
            row(("echo", 2, PLAIN), End::VerifiedBounded, 3, 1.0),
            row(("echo", 2, STATIC), End::VerifiedBounded, 3, 1.0),
            row(("echo", 3, PLAIN), End::OutOfTime, 3, 1.0),
            row(("echo", 3, STATIC), End::VerifiedBounded, 3, 1.0),
        ];
        rows[0].measured.query_log = vec![query("main:7", 1, 1_500, 0.5)];
        rows[1].measured.query_log = vec![query("main:7", 4, 2_500, 1.5)];
        let text = report(&rows, Duration::from_secs(2), folder.path()).unwrap();
        assert!(text.contains("| echo    |         2 |     1 |"), "{text}");
        assert!(!text.contains("| echo    |         3 |"), "{text}");
        let csv = std::fs::read_to_string(folder.path().join("query-steps.csv")).unwrap();
        assert!(
            csv.contains("echo,2,main:7,1,1,\"1,500\",\"2,500\",0.50,1.50"),
            "{csv}"
        );
    }
}
