//! Makes a set of submissions from a seed. Each submission is the model answer of a lab, in which the answer to one
//! task is changed.
use super::{attacks, faults, rewrites, truth};
use crate::Error;
use crate::driver::lab::data::TaskData;
use crate::driver::lab::kinds::{self, Check};
use crate::driver::lab::shelf::{Files, Lab, Shelf, write_files};
use crate::driver::lab::workspace::{Limits, MARKER, Workspace};
use std::path::Path;
use symtool_ir::random::SplitMix;

/// The class of a submission. Concrete runs decide between the classes [`Class::Subtle`] and [`Class::Wrong`] if the
/// answer is a program. For a list of predictions or a file test, the kind of the change decides.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// A right answer, made by a rewrite that preserves the meaning.
    Right,
    /// A right answer that takes long to execute.
    Slow,
    /// A wrong answer for which at most one in twenty concrete runs on sampled inputs fails or does not terminate.
    Subtle,
    /// A wrong answer for which more than one in twenty concrete runs on sampled inputs fails or does not terminate.
    Wrong,
    /// An answer that is no valid C (for predictions, no valid TOML) or lacks a file.
    Broken,
    /// A wrong answer that attacks the grader.
    Hostile,
}

/// All classes, with their names.
pub const CLASSES: &[(Class, &str)] = &[
    (Class::Right, "right"),
    (Class::Slow, "slow"),
    (Class::Subtle, "subtly wrong"),
    (Class::Wrong, "wrong"),
    (Class::Broken, "broken"),
    (Class::Hostile, "hostile"),
];

impl Class {
    /// Returns the name of the class, as `truth.csv` contains it.
    pub fn name(self) -> &'static str {
        let row = CLASSES.iter().find(|&&(class, _)| class == self);
        row.map_or("", |&(_, name)| name)
    }

    /// Returns whether a submission of this class must pass.
    pub fn is_right(self) -> bool {
        matches!(self, Class::Right | Class::Slow)
    }
}

/// A submission with its class, which determines the correct grade.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The name of the lab.
    pub lab: String,
    /// The name of the submission's folder.
    pub name: String,
    /// The class of the submission.
    pub class: Class,
    /// The task whose answer is changed.
    pub task: String,
    /// The description of the change.
    pub change: String,
    files: Files,
}

/// A task of a lab whose answer can be changed.
struct Target<'a> {
    lab: &'a Lab,
    task: &'a TaskData,
    check: Box<dyn Check>,
    /// The student's file that is changed.
    file: String,
}

impl Target<'_> {
    /// Returns whether the settings of the check contain the option `option` of an exploration.
    fn has_option(&self, option: &str) -> bool {
        format!("{:?}", self.task.check).contains(option)
    }
}

/// The maximum number of attempts to make one submission of a given class. Each attempt changes the answer to a task
/// that is selected at random.
const ATTEMPTS: u64 = 40;

/// The number of submissions of each class among twenty consecutive submissions.
const SHARES: &[(Class, u64)] = &[
    (Class::Right, 8),
    (Class::Slow, 1),
    (Class::Subtle, 4),
    (Class::Wrong, 4),
    (Class::Broken, 2),
    (Class::Hostile, 1),
];

/// Makes `count` submissions. The same seed gives the same submissions.
///
/// # Errors
/// A file cannot be written, the settings of a task are not valid, or no task permits a submission of some class.
pub fn make(shelf: &Shelf, count: u64, seed: u64) -> Result<Vec<Sample>, Error> {
    let targets = targets(shelf)?;
    let samples = (0..count).map(|index| {
        let mut random = SplitMix::new(seed.wrapping_mul(1_000_003).wrapping_add(index));
        let class = class_of(index);
        for _ in 0..ATTEMPTS {
            let target = &targets[random.index(targets.len())];
            if let Some((files, change, class)) = change(target, class, &mut random)? {
                return Ok(Sample {
                    lab: target.lab.name.clone(),
                    name: format!("s{index:04}"),
                    class,
                    task: target.task.name.clone(),
                    change,
                    files,
                });
            }
        }
        let text = format!(
            "no task permits a submission of the class `{}`",
            class.name()
        );
        Err(Error::Input(text))
    });
    samples.collect()
}

fn class_of(index: u64) -> Class {
    let mut rest = index % 20;
    for &(class, share) in SHARES {
        if rest < share {
            return class;
        }
        rest -= share;
    }
    Class::Right
}

/// Returns the tasks for which a changed answer can be made: the check reads at least one file of the student. The
/// first of these files is the one that is changed. Labs whose answer is a Rust project have no such task.
fn targets(shelf: &Shelf) -> Result<Vec<Target<'_>>, Error> {
    let mut targets = Vec::new();
    for lab in shelf.labs.iter().filter(|lab| lab.data.kit.is_none()) {
        for task in &lab.data.tasks {
            let check = kinds::check(&task.kind, &task.check).map_err(Error::Input)?;
            if let Some(&file) = check.files().first() {
                let file = file.to_owned();
                targets.push(Target {
                    lab,
                    task,
                    check,
                    file,
                });
            }
        }
    }
    Ok(targets)
}

/// Returns the files of a submission that is equal to the model answer of the lab.
fn answer(lab: &Lab) -> Files {
    let mut files = lab.below("starter");
    files.extend(lab.below("reference"));
    files.insert(MARKER.to_owned(), format!("{}\n", lab.name).into_bytes());
    files
}

/// Makes a submission of the class `class`; `None` if the task does not permit this class, or the random change gives
/// no submission of it. Concrete runs decide between the classes `Subtle` and `Wrong`, so if one of them is requested,
/// the submission may have the other class.
fn change(
    target: &Target<'_>,
    class: Class,
    random: &mut SplitMix,
) -> Result<Option<(Files, String, Class)>, Error> {
    let mut files = answer(target.lab);
    let text = String::from_utf8_lossy(files.get(&target.file).map_or(&[][..], Vec::as_slice))
        .into_owned();
    let changed = match target.task.kind.as_str() {
        "prediction" => answers(&text, class, random),
        "snapshot" => return Ok(snapshot(target, files, class, random)),
        _ => program(target, &text, class, random),
    };
    let Some((text, change)) = changed else {
        return Ok(None);
    };
    files.insert(target.file.clone(), text.into_bytes());
    let class = match class {
        Class::Subtle | Class::Wrong if target.task.kind != "prediction" => {
            match wrongness(target, &files)? {
                Some(class) => class,
                None => return Ok(None),
            }
        }
        class => class,
    };
    Ok(Some((files, change, class)))
}

/// Changes a C file of the answer so that the submission has the class `class`.
fn program(
    target: &Target<'_>,
    text: &str,
    class: Class,
    random: &mut SplitMix,
) -> Option<(String, String)> {
    // If the check uses one of these options, its result depends on the number of steps in a run. The additional empty
    // iterations of a slow answer would change this number, so the right answer could fail.
    let counts_steps = ["--unwind", "--max-instructions", "--cdse"];
    let counts_steps = counts_steps.iter().any(|option| target.has_option(option));
    match class {
        Class::Right => rewrites::rewritten(text, random),
        Class::Slow if counts_steps => None,
        Class::Slow => attacks::slow(text, random),
        Class::Subtle | Class::Wrong => faults::faulty(text, random),
        Class::Broken => Some(attacks::broken(text, random)),
        Class::Hostile => {
            let starter = target.lab.below("starter");
            let wrong = String::from_utf8_lossy(starter.get(&target.file)?).into_owned();
            attacks::hostile(&wrong, random)
        }
    }
}

/// Changes the file with the student's predictions, a list of lines `name = number`, so that the submission has the
/// class `class`.
fn answers(text: &str, class: Class, random: &mut SplitMix) -> Option<(String, String)> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let numbers = (0..lines.len()).filter(|&at| lines[at].contains(" = "));
    let numbers: Vec<usize> = numbers.collect();
    let at = numbers[random.index(numbers.len())];
    let (name, value) = lines[at].split_once(" = ")?;
    let value: i64 = value.trim().parse().ok()?;
    let (line, what) = match class {
        Class::Right => (
            format!("{name}   =   {value}  # my guess"),
            "blanks and a comment",
        ),
        Class::Subtle => (format!("{name} = {}", value + 1), "one more"),
        Class::Wrong => (format!("{name} = {}", value + 7), "seven more"),
        Class::Broken => (format!("{name} == {value}"), "no TOML"),
        Class::Slow | Class::Hostile => return None,
    };
    let change = format!("{name}: {what}");
    lines[at] = line;
    Some((lines.join("\n") + "\n", change))
}

/// Changes the student's file test or its snapshot so that the submission has the class `class`.
fn snapshot(
    target: &Target<'_>,
    mut files: Files,
    class: Class,
    random: &mut SplitMix,
) -> Option<(Files, String, Class)> {
    let path = format!("{}.snap", target.file);
    let what = match class {
        Class::Right => {
            files.get_mut(&target.file)?.extend(b"/* The end. */\n");
            "a comment at the end"
        }
        Class::Subtle => {
            let bytes = files.get_mut(&path)?;
            let digits = (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit());
            let digits: Vec<usize> = digits.collect();
            let at = *digits.get(random.index(digits.len()))?;
            bytes[at] = if bytes[at] == b'9' {
                b'0'
            } else {
                bytes[at] + 1
            };
            "another digit in the snapshot"
        }
        Class::Wrong => {
            let starter = target.lab.below("starter");
            files.insert(target.file.clone(), starter.get(&target.file)?.clone());
            "the program of the starter"
        }
        Class::Broken => {
            files.remove(&path)?;
            "no snapshot"
        }
        Class::Slow | Class::Hostile => return None,
    };
    Some((files, what.to_owned(), class))
}

/// Returns the class of the wrong answer in `files`, `Subtle` or `Wrong`, by concrete runs. Returns `None` if no run
/// fails or is endless, or if the answer does not compile.
fn wrongness(target: &Target<'_>, files: &Files) -> Result<Option<Class>, Error> {
    let folder = tempfile::tempdir().map_err(Error::file("cannot make", "a temporary folder"))?;
    write_files(folder.path(), files)?;
    let workspace = Workspace::new(target.lab, folder.path(), Limits::default())?;
    let Ok(Some(prepared)) = target.check.concrete(&workspace) else {
        return Ok(None);
    };
    let shown = truth::shown(&prepared, target.has_option("--unwind"))?;
    Ok(match () {
        () if shown.failing == 0 => None,
        () if shown.is_subtle() => Some(Class::Subtle),
        () => Some(Class::Wrong),
    })
}

/// Writes the submissions into `OUT/LAB/NAME`, and their classes and changes into `OUT/truth.csv`.
///
/// # Errors
/// A file cannot be written.
pub fn write(out: &Path, samples: &[Sample]) -> Result<(), Error> {
    for sample in samples {
        write_files(&out.join(&sample.lab).join(&sample.name), &sample.files)?;
    }
    let path = out.join("truth.csv");
    let bytes = table(samples).map_err(Error::file("cannot write", &path))?;
    std::fs::write(&path, bytes).map_err(Error::file("cannot write", &path))
}

fn table(samples: &[Sample]) -> std::io::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(["submission", "lab", "task", "class", "change"])?;
    for sample in samples {
        let class = sample.class.name();
        out.write_record([
            &sample.name,
            &sample.lab,
            &sample.task,
            class,
            &sample.change,
        ])?;
    }
    out.into_inner().map_err(csv::IntoInnerError::into_error)
}
