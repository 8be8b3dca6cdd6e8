//! Hill climbing over the parameters α, β and κ of query count estimation (Kuznetsov et al., PLDI 2012, §5.4).
//!
//! Each parameter has a *ladder*, a sorted list of values. A *point* selects one value (a *rung*) of each ladder. The
//! cost of a point is the CPU time of static merging on all programs. The *neighbors* of a point differ from it in one
//! parameter by one rung. The search moves to the cheapest neighbor until no neighbor is cheaper. The ladders contain
//! the published values.
use crate::compare;
use crate::error::Error;
use crate::experiment;
use crate::grid::{Cell, Measured};
use crate::modes::MODES;
use crate::process;
use crate::programs::{self, Program};
use crate::report::csv;
use crate::report::text::{seconds, table};
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// The name of the command `symtool bench climb`.
pub const NAME: &str = "climb";

/// The line about the command in the help text.
pub const HELP: &str = "State merging (PLDI 2012), section 5.4: choice of alpha, beta and kappa by hill climbing on the time of static merging";

/// The default number of symbolic arguments of each program.
pub const ARGUMENTS: u32 = 4;

/// The default maximum number of moves of the search.
pub const STEPS: u32 = 10;

/// The programs on which the cost of a point is measured: the four programs that Kuznetsov et al. selected at random,
/// with `sleep` instead of `pr`.
const PROGRAMS: [&str; 4] = ["link", "nice", "paste", "sleep"];

/// The ladder (sorted list of values) of α: a variable is hot if more than the fraction α of the later queries depends
/// on it.
const ALPHAS: [&str; 6] = ["0", "1e-12", "0.01", "0.1", "0.5", "inf"];
/// The ladder of β, the assumed probability that a side of a branch is feasible.
const BETAS: [&str; 5] = ["0.5", "0.6", "0.7", "0.8", "0.9"];
/// The ladder of κ, the assumed number of iterations of a loop without a known bound.
const KAPPAS: [&str; 4] = ["1", "5", "10", "20"];

/// The options of a search.
#[derive(Clone, Debug)]
pub struct Options {
    /// The path of the `symtool` executable.
    pub symtool: PathBuf,
    /// The names of the programs; empty means all four programs in `PROGRAMS`.
    pub programs: Vec<String>,
    /// The number of symbolic arguments of each program.
    pub arguments: u32,
    /// The maximum number of moves of the search.
    pub steps: u32,
    /// The wall-clock time limit of each run.
    pub budget: Duration,
    /// The folder to which the report is written.
    pub out: PathBuf,
}

/// A point: for each parameter, the index of its value in the ladder of the parameter.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Point {
    alpha: usize,
    beta: usize,
    kappa: usize,
}

impl Point {
    /// The start of the search: the values that Kuznetsov et al. use.
    const START: Point = Point {
        alpha: 1,
        beta: 3,
        kappa: 2,
    };

    /// Returns the neighbors of this point: the points that differ from it in one parameter by one rung.
    fn neighbors(self) -> Vec<Point> {
        let steps = |rung: usize, rungs: usize| {
            let up = Some(rung + 1).filter(|&up| up < rungs);
            [rung.checked_sub(1), up].into_iter().flatten()
        };
        let alphas = steps(self.alpha, ALPHAS.len()).map(|alpha| Point { alpha, ..self });
        let betas = steps(self.beta, BETAS.len()).map(|beta| Point { beta, ..self });
        let kappas = steps(self.kappa, KAPPAS.len()).map(|kappa| Point { kappa, ..self });
        alphas.chain(betas).chain(kappas).collect()
    }

    fn options(self) -> Vec<String> {
        vec![
            format!("--qce-alpha={}", ALPHAS[self.alpha]),
            format!("--qce-beta={}", BETAS[self.beta]),
            format!("--qce-kappa={}", KAPPAS[self.kappa]),
        ]
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (alpha, beta, kappa) = (ALPHAS[self.alpha], BETAS[self.beta], KAPPAS[self.kappa]);
        write!(f, "alpha {alpha}, beta {beta}, kappa {kappa}")
    }
}

/// The cost of a point. Costs are compared by the number of unfinished programs, then by the CPU time.
#[derive(Copy, Clone, Debug, PartialEq, PartialOrd)]
struct Cost {
    unfinished: usize,
    cpu_s: f64,
}

impl Cost {
    fn of(runs: &[Measured]) -> Cost {
        Cost {
            unfinished: runs.iter().filter(|run| !run.end.is_whole()).count(),
            cpu_s: runs.iter().map(|run| run.cpu_s).sum(),
        }
    }
}

/// A point whose cost the search has measured. A list of visits is in the order in which the points were measured.
struct Visit {
    point: Point,
    cost: Cost,
    /// Whether the search moved to this point.
    is_step: bool,
}

/// Returns the names in `PROGRAMS` that are also in `wanted`; all names if `wanted` is empty.
pub fn programs_among(wanted: &[String]) -> Vec<String> {
    let names = PROGRAMS.iter().map(|&name| name.to_owned());
    names
        .filter(|name| wanted.is_empty() || wanted.contains(name))
        .collect()
}

/// Runs the search, writes `climb.csv` and `climb.md` to the output folder, and returns the text to print. Calls
/// `before` before it measures a point.
pub fn run(options: &Options, mut before: impl FnMut(&Point)) -> Result<String, Error> {
    experiment::check("program", &options.programs, PROGRAMS.into_iter())?;
    let scratch = tempfile::tempdir().map_err(Error::file(std::env::temp_dir()))?;
    let programs: Vec<&'static Program> = programs::all()
        .filter(|program| {
            programs_among(&options.programs)
                .iter()
                .any(|name| name == program.name)
        })
        .collect();
    let mode = MODES.iter().find(|mode| mode.name == "static");
    let mode = mode.expect("the table of modes has static merging");
    let mut number = 0;
    let cost = |point: Point| {
        before(&point);
        let mut extra = point.options();
        extra.push("--only-new".to_owned());
        let mut runs = Vec::new();
        for &program in &programs {
            let cell = Cell {
                program,
                class: None,
                size: options.arguments,
                mode,
            };
            number += 1;
            let folder = scratch.path().join(number.to_string());
            runs.push(process::run(
                &options.symtool,
                &cell,
                options.budget,
                &extra,
                &folder,
            )?);
        }
        Ok(Cost::of(&runs))
    };
    let visits = climb(Point::START, options.steps, cost)?;
    let header = ["alpha", "beta", "kappa", "unfinished", "cpu_s", "step"];
    csv::records(
        &header,
        visits.iter().map(record),
        &options.out.join("climb.csv"),
    )?;
    compare::write(&options.out, NAME, text(&visits, options))
}

/// Searches for a point that is cheaper than its neighbors, in at most `steps` moves from `start`. Returns all
/// measured points.
fn climb(
    start: Point,
    steps: u32,
    mut cost: impl FnMut(Point) -> Result<Cost, Error>,
) -> Result<Vec<Visit>, Error> {
    let mut visits = vec![Visit {
        point: start,
        cost: cost(start)?,
        is_step: true,
    }];
    let mut at = 0;
    for _ in 0..steps {
        let known = visits.len();
        for point in visits[at].point.neighbors() {
            if visits.iter().all(|visit| visit.point != point) {
                let cost = cost(point)?;
                visits.push(Visit {
                    point,
                    cost,
                    is_step: false,
                });
            }
        }
        let cheaper = (known..visits.len()).filter(|&new| visits[new].cost < visits[at].cost);
        let best = cheaper.reduce(|a, b| {
            if visits[b].cost < visits[a].cost {
                b
            } else {
                a
            }
        });
        let Some(best) = best else {
            break;
        };
        visits[best].is_step = true;
        at = best;
    }
    Ok(visits)
}

fn record(visit: &Visit) -> Vec<String> {
    vec![
        ALPHAS[visit.point.alpha].to_owned(),
        BETAS[visit.point.beta].to_owned(),
        KAPPAS[visit.point.kappa].to_owned(),
        visit.cost.unfinished.to_string(),
        format!("{:.3}", visit.cost.cpu_s),
        visit.is_step.to_string(),
    ]
}

fn text(visits: &[Visit], options: &Options) -> String {
    let cells = visits.iter().map(|visit| {
        let mut cells = record(visit);
        cells[4] = seconds(visit.cost.cpu_s);
        cells
    });
    let header = ["alpha", "beta", "kappa", "unfinished", "CPU s", "step"];
    let last = visits.iter().rfind(|visit| visit.is_step);
    format!(
        "{}\nTime limit: {} s per run; {} symbolic arguments. `step`: whether the search moved to this point. The first point has the published \
         values.\n\n\
         chosen: {}\n",
        table(&header, 3, cells.collect()),
        options.budget.as_secs_f64(),
        options.arguments,
        last.map_or_else(String::new, |visit| visit.point.to_string()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a cost function with its only minimum at the point `bottom`.
    fn bowl(bottom: Point) -> impl FnMut(Point) -> Result<Cost, Error> {
        move |point| {
            let apart = |a: usize, b: usize| a.abs_diff(b) as f64;
            Ok(Cost {
                unfinished: 0,
                cpu_s: apart(point.alpha, bottom.alpha)
                    + apart(point.beta, bottom.beta)
                    + apart(point.kappa, bottom.kappa),
            })
        }
    }

    #[test]
    fn the_search_ends_at_the_cheapest_point_of_a_bowl() {
        let bottom = Point {
            alpha: 4,
            beta: 0,
            kappa: 3,
        };
        let visits = climb(Point::START, 10, bowl(bottom)).unwrap();
        let steps: Vec<&Visit> = visits.iter().filter(|visit| visit.is_step).collect();
        assert_eq!(steps.last().unwrap().point, bottom);
        assert_eq!(steps.len(), 1 + 3 + 3 + 1);
        assert_eq!(
            climb(bottom, 10, bowl(bottom)).unwrap().len(),
            1 + 2 + 1 + 1
        );
        assert_eq!(climb(Point::START, 0, bowl(bottom)).unwrap().len(), 1);
    }

    #[test]
    fn a_point_that_finishes_fewer_programs_is_more_expensive() {
        let cost = |unfinished, cpu_s| Cost { unfinished, cpu_s };
        assert!(cost(0, 9.0) < cost(1, 1.0) && cost(1, 1.0) < cost(1, 2.0));
    }
}
