//! `symtool bench papers`: runs the experiments of the papers one after the other, and lists the output file that
//! contains each exhibit (table, figure, or measurement in the text of a paper).
use super::{PAPERS, Paper, Repeat};
use crate::error::Error;
use crate::experiment::{self, Experiment};
use crate::grid::Cell;
use crate::options;
use crate::report::text::table;
use crate::{EXPERIMENTS, climb, compare};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// The options of a run of all experiments.
#[derive(Clone, Debug)]
pub struct Options {
    /// The path of the `symtool` executable.
    pub symtool: PathBuf,
    /// The short names of the papers; empty means all.
    pub papers: Vec<String>,
    /// The names of the programs to run; an experiment without these programs is skipped. Empty means all programs.
    pub programs: Vec<String>,
    /// The sizes to run, in experiments with sizes; empty means the default sizes of the experiment.
    pub sizes: Vec<u32>,
    /// The wall-clock time limit of each run of symtool.
    pub budget: Duration,
    /// The output folder. Each experiment writes its reports to a subfolder with its name, such as `table3`.
    pub out: PathBuf,
}

/// Runs the experiments and returns the text to print: the report of each experiment, and the list of exhibits with
/// their files. Calls `before` before each run of symtool.
pub fn run(options: &Options, mut before: impl FnMut(&str) + Send) -> Result<String, Error> {
    let papers = papers(&options.papers)?;
    let mut names = Vec::new();
    for name in papers.iter().flat_map(|paper| paper.experiments()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut text = String::new();
    for name in names {
        let out = options.out.join(name);
        let report = match EXPERIMENTS.iter().find(|row| row.name == name) {
            Some(experiment) => one(experiment, options, &out, &mut before)?,
            None => climb(options, &out, &mut before)?,
        };
        if let Some(report) = report {
            text += &format!("# {name}\n\n{report}\n");
        }
    }
    text += &exhibits(&papers, options);
    compare::write(&options.out, super::NAME, text)
}

/// Returns the papers with the short names `names`; all papers if `names` is empty.
fn papers(names: &[String]) -> Result<Vec<&'static Paper>, Error> {
    experiment::check("paper", names, PAPERS.iter().map(|paper| paper.name))?;
    let wanted = |paper: &&Paper| names.is_empty() || names.iter().any(|name| name == paper.name);
    Ok(PAPERS.iter().filter(wanted).collect())
}

/// Runs one experiment on the programs of the experiment that `options` names. Returns `None` if `options` names
/// programs, but no program of the experiment.
fn one(
    experiment: &Experiment,
    options: &Options,
    out: &std::path::Path,
    before: &mut (impl FnMut(&str) + Send),
) -> Result<Option<String>, Error> {
    let programs = experiment.programs_among(&options.programs);
    if programs.is_empty() && !options.programs.is_empty() {
        return Ok(None);
    }
    let unused = experiment.unused();
    let only = |name: &str| !unused.contains(&name);
    let options = options::Options {
        symtool: options.symtool.clone(),
        folder: None,
        programs: if only("programs") {
            programs
        } else {
            Vec::new()
        },
        modes: Vec::new(),
        sizes: if only("sizes") {
            options.sizes.clone()
        } else {
            Vec::new()
        },
        unwind: None,
        repeats: 1,
        budget: options.budget,
        all_tests: false,
        extra: Vec::new(),
        jobs: NonZeroUsize::MIN,
        out: out.to_owned(),
    };
    std::fs::create_dir_all(out).map_err(Error::file(out))?;
    let name = |cell: &Cell| before(&format!("{}: {cell}", experiment.name));
    experiment.run(&options, name).map(Some)
}

fn climb(
    options: &Options,
    out: &std::path::Path,
    before: &mut impl FnMut(&str),
) -> Result<Option<String>, Error> {
    std::fs::create_dir_all(out).map_err(Error::file(out))?;
    let programs = climb::programs_among(&options.programs);
    if programs.is_empty() {
        return Ok(None);
    }
    let options = climb::Options {
        symtool: options.symtool.clone(),
        programs,
        arguments: options.sizes.first().copied().unwrap_or(climb::ARGUMENTS),
        steps: climb::STEPS,
        budget: options.budget,
        out: out.to_owned(),
    };
    climb::run(&options, |point| before(&format!("climb: {point}"))).map(Some)
}

/// Returns the list of exhibits of the papers, each with the output file that contains it, or with the reason why no
/// file does.
fn exhibits(papers: &[&Paper], options: &Options) -> String {
    let mut rows = Vec::new();
    for paper in papers {
        for exhibit in paper.exhibits {
            let output = match exhibit.repeat {
                Repeat::Bench {
                    experiment, file, ..
                } => {
                    let file = format!("{experiment}/{file}");
                    let exists = options.out.join(&file).exists();
                    if exists {
                        file
                    } else {
                        "not in this run".to_owned()
                    }
                }
                Repeat::Command { command, .. } => command.to_owned(),
                Repeat::Nothing => exhibit.differs.to_owned(),
            };
            rows.push(vec![
                paper.name.to_owned(),
                exhibit.label.to_owned(),
                output,
            ]);
        }
    }
    format!(
        "# Exhibits\n\n{}",
        table(&["paper", "exhibit", "file, command or reason"], 3, rows)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_are_selected_by_name() {
        assert_eq!(papers(&[]).unwrap().len(), PAPERS.len());
        let one = papers(&["arrays".to_owned()]).unwrap();
        assert_eq!(one[0].name, "arrays");
        let error = papers(&["x".to_owned()]).unwrap_err().to_string();
        assert_eq!(
            error,
            "unknown paper `x`; known: qce, cfmse, arrays, patterns, cdse"
        );
    }
}
