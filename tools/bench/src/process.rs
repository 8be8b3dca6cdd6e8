//! Runs and measures one cell (a program, a size and a mode) in a separate process.
use crate::error::Error;
use crate::grid::{Answers, Cell, Changes, End, Learning, LoggedQuery, Measured, Melding, Shares};
use crate::programs::{Program, Source};
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use symtool_expr::arrays::TRANSFORMS;
use symtool_solver::LINKS;
use wait4::{ResourceUsage, Wait4};

/// The additional time after the time limit of a run before the run is killed.
const GRACE: Duration = Duration::from_secs(10);
/// The interval at which the termination of a run is polled. It limits the precision of wall-clock time, but not of
/// CPU time, which the operating system measures.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// The placeholder for the folder of a run in the options of a mode.
pub(crate) const FOLDER: &str = "{folder}";
/// The list of logged queries in the folder of a run. A mode that logs queries has the option
/// `--dump-queries={folder}/queries.smt2`.
const QUERY_LOG: &str = "queries.jsonl";

/// The fields of a run's `summary.json` that experiments compare.
#[derive(Deserialize)]
struct Summary {
    verdict: String,
    incomplete_reasons: Vec<String>,
    time_s: f64,
    peak_memory_bytes: u64,
    instructions: u64,
    #[serde(default)]
    trace: Option<String>,
    paths: Paths,
    queries: Queries,
    #[serde(default)]
    arrays: std::collections::BTreeMap<String, u64>,
    #[serde(default)]
    merging: std::collections::BTreeMap<String, u64>,
    cfmse: Option<Melding>,
    cdse: Option<Learning>,
    auto: Option<Automatic>,
    coverage: Coverage,
    /// The test cases; only their number is compared.
    tests: Vec<serde::de::IgnoredAny>,
    /// The violations; only their number is compared.
    errors: Vec<serde::de::IgnoredAny>,
}

/// The summary's statistics of the engines of automatic mode.
#[derive(Deserialize)]
struct Automatic {
    engine: String,
    engines: Vec<Engine>,
}

/// The name and the work of one engine of automatic mode.
#[derive(Deserialize)]
struct Engine {
    name: String,
    work: u64,
}

impl Automatic {
    fn shares(&self) -> Shares {
        let chosen = self.engines.iter().filter(|it| it.name == self.engine);
        Shares {
            total: self.engines.iter().map(|it| it.work).sum(),
            result: chosen.map(|it| it.work).sum(),
        }
    }
}

/// The summary's numbers of covered and of all source lines.
#[derive(Deserialize)]
struct Coverage {
    lines_covered: u64,
    lines_total: u64,
}

impl Coverage {
    /// Returns the percentage of source lines that are covered.
    fn lines(&self) -> f64 {
        100.0 * self.lines_covered as f64 / self.lines_total.max(1) as f64
    }
}

/// The summary's numbers of paths.
#[derive(Deserialize)]
struct Paths {
    completed: u64,
    errors: u64,
    killed: u64,
    merged: u64,
    multiplicity: u64,
    #[serde(default)]
    exact: Option<u128>,
    #[serde(default)]
    counted: Option<u128>,
}

/// The summary's numbers of solver queries.
#[derive(Deserialize)]
struct Queries {
    solver: u64,
    solver_time_s: f64,
    avg_nodes: f64,
    #[serde(default)]
    links: Vec<Link>,
}

/// The counters of one link (solving technique) of the solver chain.
#[derive(Deserialize)]
struct Link {
    name: String,
    answered: u64,
}

impl Queries {
    /// Returns the number of queries that each link answered, in the order of [`LINKS`].
    fn answers(&self) -> Answers {
        let of = |name: &str| {
            let link = self.links.iter().find(|link| link.name == name);
            link.map_or(0, |link| link.answered)
        };
        Answers(LINKS.iter().map(|link| of(link.name)).collect())
    }
}

/// The columns of `stats.csv` from which the progress of a killed run is read. symtool writes a row to this file every
/// second.
#[derive(Deserialize)]
struct Progress {
    paths: u64,
    live: u64,
    instructions: u64,
    solver_queries: u64,
    solver_time_s: f64,
    memory_bytes: u64,
}

/// Runs `symtool` on a cell (a program, a size and a mode) for at most `budget`. The program and the output are
/// written to `folder`, which must not exist.
pub fn run(
    symtool: &Path,
    cell: &Cell,
    budget: Duration,
    options: &[String],
    folder: &Path,
) -> Result<Measured, Error> {
    fs::create_dir(folder).map_err(Error::file(folder))?;
    let source = write_program(cell.program, folder)?;
    let in_folder = |option: String| option.replace(FOLDER, &folder.to_string_lossy());
    let mut all: Vec<String> = cell.options().into_iter().map(in_folder).collect();
    all.extend(options.iter().cloned());
    let measured = measure(&Run {
        symtool,
        source: &source,
        options: &all,
        budget,
        folder,
        directory: None,
    })?;
    let measured = measured.map_err(|output| Error::NoVerdict {
        cell: cell.to_string(),
        output,
    })?;
    Ok(Measured {
        query_log: query_log(&folder.join(QUERY_LOG)),
        ..measured
    })
}

/// Returns the solver queries in the file `list`, in which symtool logs queries; none if the file does not exist. If
/// the run was killed, the last line may be incomplete, so lines that are not JSON are skipped.
fn query_log(list: &Path) -> Vec<LoggedQuery> {
    let text = fs::read_to_string(list).unwrap_or_default();
    let queries = text.lines().map(serde_json::from_str);
    queries.filter_map(Result::ok).collect()
}

/// A run of `symtool` on a file.
#[derive(Copy, Clone, Debug)]
pub struct Run<'a> {
    /// The path of the `symtool` executable.
    pub symtool: &'a Path,
    /// The file.
    pub source: &'a Path,
    /// The options of symtool.
    pub options: &'a [String],
    /// The wall-clock time limit.
    pub budget: Duration,
    /// The folder of the run. Its subfolder `out` is the output folder.
    pub folder: &'a Path,
    /// The working directory of symtool; `None` means that of this process. The other paths must be absolute if it is
    /// set, except `source` and the paths in `options`, which are relative to it.
    pub directory: Option<&'a Path>,
}

/// Runs `symtool`. If the run has no verdict, for example because the program does not compile, the inner `Err`
/// contains the text that the run printed.
pub fn measure(run: &Run<'_>) -> Result<Result<Measured, String>, Error> {
    let Run {
        symtool,
        source,
        options,
        budget,
        folder,
        directory,
    } = *run;
    let (out, printed) = (folder.join("out"), folder.join("printed.txt"));
    let output = fs::File::create(&printed).map_err(Error::file(&printed))?;
    let error = output.try_clone().map_err(Error::file(&printed))?;

    let start = Instant::now();
    let mut command = Command::new(symtool);
    // Environment variables can set options of symtool, and measurements must not depend on them.
    for (name, _) in std::env::vars_os() {
        if name.as_encoded_bytes().starts_with(b"SYMTOOL_") {
            command.env_remove(name);
        }
    }
    if let Some(directory) = directory {
        command.current_dir(directory);
    }
    let child = command
        .arg(source)
        .args(["--no-progress", "--max-time"])
        .arg(format!("{}ms", budget.as_millis()))
        .arg("--out")
        .arg(&out)
        .args(options)
        .stdin(Stdio::null())
        .stdout(output)
        .stderr(error)
        .spawn()
        .map_err(|why| Error::Start {
            program: symtool.to_owned(),
            why,
        })?;
    let (in_time, usage) = wait(child, budget + GRACE).map_err(Error::file(&printed))?;
    let wall_s = start.elapsed().as_secs_f64();
    let cpu_s = (usage.utime + usage.stime).as_secs_f64();

    Ok(match read_summary(&out) {
        Some(summary) => Ok(measured(&summary, cpu_s)),
        None if !in_time || ended_in_compilation(&printed) => Ok(Measured {
            end: End::OutOfTime,
            cpu_s,
            wall_s,
            ..last_progress(&out)
        }),
        None => Err(fs::read_to_string(&printed).unwrap_or_default()),
    })
}

/// Returns the path of a program's source. The text of a built-in program, and the file that it includes, are
/// first written to `folder`.
pub(crate) fn write_program(program: &Program, folder: &Path) -> Result<PathBuf, Error> {
    let (text, included) = match program.source {
        Source::Text(text, included) => (text, included),
        Source::File(path) => return Ok(path.to_owned()),
    };
    let name = format!("{}.c", program.name);
    let files = included.into_iter().chain([(name.as_str(), text)]);
    for (name, text) in files {
        let path = folder.join(name);
        fs::write(&path, text).map_err(Error::file(&path))?;
    }
    Ok(folder.join(&name))
}

/// Waits for a child process, and kills it if it still runs after `time`. Returns whether the process terminated by
/// itself, and the resources that it and its own children have used. Resources of other concurrent runs are not
/// included.
fn wait(mut child: Child, time: Duration) -> std::io::Result<(bool, ResourceUsage)> {
    let start = Instant::now();
    loop {
        if let Some(ended) = child.try_wait4()? {
            return Ok((true, ended.rusage));
        }
        if start.elapsed() > time {
            child.kill()?;
            return Ok((false, child.wait4()?.rusage));
        }
        std::thread::sleep(POLL_INTERVAL);
    }
}

/// Returns whether the output of a run reports that the time limit was reached before the program was compiled. Such a
/// run writes no summary.
fn ended_in_compilation(printed: &Path) -> bool {
    let text = fs::read_to_string(printed).unwrap_or_default();
    text.contains("error[limit]: compilation exceeded the time limit")
}

fn read_summary(out: &Path) -> Option<Summary> {
    let text = fs::read_to_string(out.join("summary.json")).ok()?;
    serde_json::from_str(&text).ok()
}

fn measured(summary: &Summary, cpu_s: f64) -> Measured {
    let completed = summary.paths.completed + summary.paths.errors;
    let counted = |what: &str| summary.merging.get(what).copied().unwrap_or(0);
    let timed_out = || {
        let mut reasons = summary.incomplete_reasons.iter();
        reasons.any(|reason| reason.contains("--max-time"))
    };
    Measured {
        end: match summary.verdict.as_str() {
            "verified" => End::Verified,
            "verified-bounded" => End::VerifiedBounded,
            "violation" => End::Violation,
            "vacuous" => End::Vacuous,
            _ if timed_out() => End::OutOfTime,
            _ => End::Incomplete,
        },
        cpu_s,
        wall_s: summary.time_s,
        memory_bytes: summary.peak_memory_bytes,
        completed,
        explored: completed + summary.paths.killed + summary.paths.merged,
        merged: summary.paths.merged,
        forwarded: counted("states fast-forwarded"),
        caught_up: counted("fast-forwarded states joined"),
        multiplicity: summary.paths.multiplicity,
        exact: summary.paths.exact,
        counted: summary.paths.counted,
        queries: summary.queries.solver,
        answers: summary.queries.answers(),
        query_nodes: summary.queries.avg_nodes,
        solver_s: summary.queries.solver_time_s,
        instructions: summary.instructions,
        trace: summary.trace.clone(),
        line_coverage: summary.coverage.lines(),
        lines_covered: summary.coverage.lines_covered,
        tests: summary.tests.len() as u64,
        violations: summary.errors.len() as u64,
        dropped: dropped(&summary.incomplete_reasons),
        array_changes: Changes(
            TRANSFORMS.map(|row| summary.arrays.get(row.name).copied().unwrap_or(0)),
        ),
        melding: summary.cfmse,
        learning: summary.cdse,
        query_log: Vec::new(),
        shares: summary.auto.as_ref().map(Automatic::shares),
    }
}

/// Returns the number of states that a run dropped at the memory limit. `reasons` are the reasons why the run is
/// incomplete; one of them contains this number.
fn dropped(reasons: &[String]) -> u64 {
    let reasons = reasons
        .iter()
        .filter(|reason| reason.contains("(--max-memory)"));
    let numbers = reasons.filter_map(|reason| reason.split(' ').next()?.parse::<u64>().ok());
    numbers.sum()
}

/// Returns the measurements in the last row of `stats.csv`, for a run that was killed; zeros if there is no row.
fn last_progress(out: &Path) -> Measured {
    let last = csv::Reader::from_path(out.join("stats.csv"))
        .ok()
        .and_then(|mut rows| rows.deserialize::<Progress>().filter_map(Result::ok).last());
    let nothing = Measured {
        end: End::OutOfTime,
        cpu_s: 0.0,
        wall_s: 0.0,
        memory_bytes: 0,
        completed: 0,
        explored: 0,
        merged: 0,
        forwarded: 0,
        caught_up: 0,
        multiplicity: 0,
        exact: None,
        counted: None,
        queries: 0,
        answers: Answers::default(),
        query_nodes: 0.0,
        solver_s: 0.0,
        instructions: 0,
        trace: None,
        line_coverage: 0.0,
        lines_covered: 0,
        tests: 0,
        violations: 0,
        dropped: 0,
        array_changes: Changes::default(),
        melding: None,
        learning: None,
        query_log: Vec::new(),
        shares: None,
    };
    let Some(last) = last else { return nothing };
    Measured {
        memory_bytes: last.memory_bytes,
        completed: last.paths,
        explored: last.paths + last.live,
        queries: last.solver_queries,
        solver_s: last.solver_time_s,
        instructions: last.instructions,
        ..nothing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_incomplete_line_of_a_query_log_is_skipped() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join(QUERY_LOG);
        assert_eq!(query_log(&list), []);
        let line =
            r#"{"number":1,"place":"a.c:7","step":"main:3","paths":2,"time_s":0.5,"nodes":7}"#;
        fs::write(&list, format!("{line}\n{}", &line[..20])).unwrap();
        let expected = LoggedQuery {
            step: "main:3".to_owned(),
            paths: 2,
            nodes: 7,
            time_s: 0.5,
        };
        assert_eq!(query_log(&list), [expected]);
    }

    #[test]
    fn states_dropped_at_the_memory_limit_are_counted() {
        let reasons = [
            "stopped by the time limit (--max-time)",
            "120 states were dropped to stay below the memory limit (--max-memory)",
        ];
        assert_eq!(dropped(&reasons.map(str::to_owned)), 120);
        assert_eq!(dropped(&[]), 0);
    }
}
