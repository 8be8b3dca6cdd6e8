//! `symtool lab`: the teaching labs.
use super::bench::{bar, symtool};
use crate::Error;
use crate::driver::cli::{
    LabArgs, LabBookArgs, LabCheckArgs, LabGradeArgs, LabListArgs, LabMeasureArgs, LabNewArgs,
    LabTestArgs,
};
use crate::driver::kit::{self, Source};
use crate::driver::lab::grade::batch::{self, CheckProgram};
use crate::driver::lab::grade::limits::{self, ProcessLimits};
use crate::driver::lab::grade::submissions::{self, Submission};
use crate::driver::lab::grade::{page, table};
use crate::driver::lab::kinds::KINDS;
use crate::driver::lab::measure::MEASURES;
use crate::driver::lab::mutate::score::Score;
use crate::driver::lab::mutate::set::{self, Sample};
use crate::driver::lab::shelf::{Lab, Shelf, write_files};
use crate::driver::lab::workspace::{Limits, find_here, marked, start};
use crate::driver::lab::{book, model, show, tasks};
use crate::driver::print;
use serde_json::json;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Runs the command `symtool lab`.
pub fn run(args: &LabArgs) -> Result<ExitCode, Error> {
    match args {
        LabArgs::List(args) => list(args),
        LabArgs::New(args) => new(args),
        LabArgs::Check(args) => check(args),
        LabArgs::Grade(args) => grade(args),
        LabArgs::Measure(args) => measure(args),
        LabArgs::Book(args) => write_book(args),
        LabArgs::Test(args) => test(args),
    }
}

fn list(args: &LabListArgs) -> Result<ExitCode, Error> {
    if args.kinds {
        let kinds = KINDS
            .iter()
            .map(|row| format!("  {:12} {}\n", row.name, row.help));
        let numbers = MEASURES
            .iter()
            .map(|row| format!("  {:12} {}\n", row.name, row.help));
        let (kinds, numbers): (String, String) = (kinds.collect(), numbers.collect());
        print(&format!(
            "kinds of checks:\n{kinds}\nnumbers of a run:\n{numbers}"
        ))?;
        return Ok(ExitCode::SUCCESS);
    }
    let shelf = Shelf::open(args.shelf.labs.as_deref())?;
    if args.json {
        let labs = shelf.labs.iter().map(|lab| {
            let data = &lab.data;
            let tasks = data.tasks.iter();
            json!({
                "number": data.number,
                "name": lab.name,
                "title": data.title,
                "minutes": data.minutes,
                "teaches": data.teaches,
                "assumes": data.assumes,
                "tasks": tasks.map(|task| json!({ "name": task.name, "title": task.title, "kind": task.kind })).collect::<Vec<_>>(),
            })
        });
        let labs: Vec<_> = labs.collect();
        print(&format!("{:#}\n", json!({ "schema": 1, "labs": labs })))?;
        return Ok(ExitCode::SUCCESS);
    }
    let width = shelf
        .labs
        .iter()
        .map(|lab| lab.name.len())
        .max()
        .unwrap_or(0);
    for lab in &shelf.labs {
        let data = &lab.data;
        let (number, name, minutes, title) = (data.number, &lab.name, data.minutes, &data.title);
        print(&format!(
            "{number:>2}  {name:width$}  {minutes} min  {title}\n"
        ))?;
    }
    print("\nstart the first lab: symtool lab new 1\n")?;
    Ok(ExitCode::SUCCESS)
}

fn new(args: &LabNewArgs) -> Result<ExitCode, Error> {
    let shelf = Shelf::open(args.shelf.labs.as_deref())?;
    let lab = shelf.find(&args.lab)?;
    let folder = args
        .folder
        .clone()
        .unwrap_or_else(|| PathBuf::from(&lab.name));
    let source = lab.data.kit.as_ref().map(|_| kit_source()).transpose()?;
    start(lab, &folder)?;
    if let (Some(name), Some(source)) = (&lab.data.kit, source) {
        kit::write(&folder, name, &source)?;
    }
    let (shown, data) = (folder.display(), &lab.data);
    print(&format!(
        "{}: {}, about {} minutes\n\n  read {shown}/page.md, which explains each task\n  \
         work in the folder: cd {shown}\n  \
         check your work: symtool lab check {shown} (in the folder: symtool lab check)\n",
        lab.label(),
        data.title,
        data.minutes
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn kit_source() -> Result<Source, Error> {
    Source::built_from().ok_or_else(|| {
        let text = "this lab needs the source code from which symtool was built, and its folder is missing";
        Error::Input(text.to_owned())
    })
}

/// Returns the lab named `wanted`; without a name, the lab that the marker file in the student's folder names.
fn lab_of<'a>(shelf: &'a Shelf, wanted: Option<&str>, folder: &Path) -> Result<&'a Lab, Error> {
    if !folder.is_dir() {
        let text = format!("{} is not a folder", folder.display());
        return Err(Error::Input(text));
    }
    match wanted.map(str::to_owned).or_else(|| marked(folder)) {
        Some(name) => shelf.find(&name),
        None => Err(Error::Input(format!(
            "{} is not the folder of a lab; name the lab with --lab, or start one with `symtool lab new 1`",
            folder.display()
        ))),
    }
}

fn check(args: &LabCheckArgs) -> Result<ExitCode, Error> {
    let shelf = Shelf::open(args.shelf.labs.as_deref())?;
    let folder = args.folder.clone().map_or_else(find_here, Ok)?;
    let lab = lab_of(&shelf, args.lab.as_deref(), &folder)?;
    let graded = &args.graded;
    let is_graded = graded.graded.is_some();
    let limits = Limits {
        max_time: args.max_time.0,
        max_memory: is_graded.then_some(graded.graded_memory.0 / 2),
        runs_native: !is_graded || graded.run_rust,
        is_graded,
    };
    if let Some(task) = &graded.graded {
        let cpu = graded.graded_cpu.0;
        limits::apply(cpu, graded.graded_memory.0, graded.graded_output.0)?;
        let result = tasks::check_one(lab, &folder, limits, task)?;
        print(&format!("{}\n", show::task_json(&result, args.hints)))?;
        return Ok(ExitCode::from(u8::from(!result.has_passed())));
    }
    let results = tasks::check(lab, &folder, limits)?;
    match args.json {
        true => print(&format!("{:#}\n", show::to_json(lab, &results, args.hints)))?,
        false => print(&show::text(lab, &results, args.hints))?,
    }
    let all = results.iter().all(tasks::TaskResult::has_passed);
    Ok(ExitCode::from(u8::from(!all)))
}

fn grade(args: &LabGradeArgs) -> Result<ExitCode, Error> {
    let shelf = Shelf::open(args.shelf.labs.as_deref())?;
    let submissions = submissions::find(&args.folders)?;
    let lab = graded_lab(&shelf, args.lab.as_deref(), &submissions)?;
    let labs = args
        .shelf
        .labs
        .as_ref()
        .map(std::fs::canonicalize)
        .transpose();
    let program = CheckProgram {
        symtool: symtool()?,
        lab: lab.name.clone(),
        labs: labs.map_err(Error::file("cannot read", "the folder of --labs"))?,
        runs_native: args.run_rust,
    };
    let limits = ProcessLimits {
        time: args.time.0,
        cpu: args.cpu.0,
        memory: args.memory.0,
        output: args.output.0,
        processes: args.processes,
    };
    // Several submissions may use the same target folder of cargo (CARGO_TARGET_DIR). Cargo detects changes by the
    // modification times of source files, so it could run the executable that it built for another submission. To
    // prevent this, the submissions are copied and built one after another, and each copy is newer than the last
    // build.
    let jobs = match args.run_rust {
        true => NonZeroUsize::MIN,
        false => jobs(args.jobs),
    };
    let bar = bar(submissions.len() as u64, args.no_progress);
    let grades = batch::grade(lab, &submissions, &program, &limits, jobs, || bar.inc(1));
    bar.finish_and_clear();
    if let Some(path) = &args.csv {
        table::write(path, lab, &grades)?;
    }
    if let Some(path) = &args.html {
        let text = page::text(lab, &grades);
        std::fs::write(path, text).map_err(Error::file("cannot write", path))?;
    }
    let finished = grades
        .iter()
        .filter(|grade| grade.passed() == grade.tasks.len());
    let (finished, total) = (finished.count(), grades.len());
    if args.csv.is_none() && args.html.is_none() {
        for grade in &grades {
            let (passed, tasks) = (grade.passed(), grade.tasks.len());
            print(&format!(
                "{}: {passed} of {tasks} ({})\n",
                grade.name, grade.status
            ))?;
        }
    }
    for path in submissions::skipped(&args.folders) {
        print(&format!(
            "not graded, because it is not a folder: {}\n",
            path.display()
        ))?;
    }
    print(&format!(
        "{}: {total} submissions graded, {finished} finished\n",
        lab.label()
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn measure(args: &LabMeasureArgs) -> Result<ExitCode, Error> {
    if args.out.exists() {
        let text = format!(
            "{} already exists; choose another folder",
            args.out.display()
        );
        return Err(Error::Input(text));
    }
    let shelf = Shelf::open(args.shelf.labs.as_deref())?;
    let samples = set::make(&shelf, args.count, args.seed)?;
    set::write(&args.out, &samples)?;
    let labs = args
        .shelf
        .labs
        .as_ref()
        .map(std::fs::canonicalize)
        .transpose();
    let labs = labs.map_err(Error::file("cannot read", "the folder of --labs"))?;
    let limits = ProcessLimits {
        time: args.time.0,
        ..ProcessLimits::default()
    };
    let bar = bar(args.count, args.no_progress);
    let start = Instant::now();
    let mut score = Score::default();
    for lab in &shelf.labs {
        let own: Vec<&Sample> = samples
            .iter()
            .filter(|sample| sample.lab == lab.name)
            .collect();
        if own.is_empty() {
            continue;
        }
        let submissions = submissions::find(&[args.out.join(&lab.name)])?;
        let program = CheckProgram {
            symtool: symtool()?,
            lab: lab.name.clone(),
            labs: labs.clone(),
            runs_native: false,
        };
        let grades = batch::grade(
            lab,
            &submissions,
            &program,
            &limits,
            jobs(args.jobs),
            || {
                bar.inc(1);
            },
        );
        table::write(&args.out.join(format!("{}.csv", lab.name)), lab, &grades)?;
        for sample in own {
            let folder = args.out.join(&lab.name).join(&sample.name);
            let name = folder.display().to_string();
            if let Some(grade) = grades.iter().find(|grade| grade.name == name) {
                score.add(sample, grade);
            }
        }
    }
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    print(&format!("{}\ngraded in {seconds:.0} s\n", score.text()))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the number of submissions that are checked at the same time.
fn jobs(wanted: Option<NonZeroUsize>) -> NonZeroUsize {
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    wanted.unwrap_or(cores)
}

/// Returns the lab of the option `--lab`; without this option, the lab that the submissions name.
fn graded_lab<'a>(
    shelf: &'a Shelf,
    wanted: Option<&str>,
    submissions: &[Submission],
) -> Result<&'a Lab, Error> {
    if let Some(name) = wanted {
        return shelf.find(name);
    }
    let names: BTreeSet<&str> = submissions
        .iter()
        .filter_map(|one| one.lab.as_deref())
        .collect();
    match (names.first(), names.len()) {
        (Some(name), 1) => shelf.find(name),
        _ => Err(Error::Input(
            "the submissions do not name one lab; name it with --lab".to_owned(),
        )),
    }
}

fn write_book(args: &LabBookArgs) -> Result<ExitCode, Error> {
    let shelf = Shelf::open(args.shelf.labs.as_deref())?;
    let files = book::files(&shelf)?;
    write_files(&args.out, &files)?;
    let pages = files.keys().filter(|path| path.ends_with(".html")).count();
    print(&format!(
        "wrote {pages} pages; open {}/index.html\n",
        args.out.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn test(args: &LabTestArgs) -> Result<ExitCode, Error> {
    let shelf = Shelf::open(args.shelf.labs.as_deref())?;
    let labs: Vec<&Lab> = match args.labs_tested.as_slice() {
        [] => shelf.labs.iter().collect(),
        names => names
            .iter()
            .map(|name| shelf.find(name))
            .collect::<Result<_, _>>()?,
    };
    let limits = Limits {
        runs_native: args.run_rust,
        ..Limits::default()
    };
    let mut failed = 0;
    for lab in labs {
        let problems = model::problems(lab, limits)?;
        failed += usize::from(!problems.is_empty());
        let word = if problems.is_empty() { "ok" } else { "FAILED" };
        let lines: String = problems.iter().map(|line| format!("  {line}\n")).collect();
        print(&format!("{}: {word}\n{lines}", lab.label()))?;
    }
    Ok(ExitCode::from(u8::from(failed > 0)))
}
