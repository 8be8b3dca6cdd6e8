//! The melding benchmark: the estimated gates of each form of a diamond, and the time to find the form. A diamond is a
//! branch with two straight-line sides; a form is a candidate for the straight-line code that replaces it.
//!
//! Each diamond of a file (see `symtool_meld::diamond`) is melded by four methods: naive if-conversion, sequence
//! alignment, an e-graph, and an e-graph with a context layer for each side. In the layer of a side, terms are
//! simplified as if the branch took this side. `chosen` is the form that melding selects.
use crate::compare::{self, names};
use crate::error::Error;
use crate::report::csv;
use crate::report::text::{count, table};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use symtool_meld::diamond::Diamond;
use symtool_meld::forms::{Form, Method, form_of};

/// The name of the command `symtool bench melding`.
pub const NAME: &str = "melding";

/// The line about the command in the help text.
pub const HELP: &str = "Methods of melding a branch with two straight-line sides, compared by selects, operations, gates and time";

/// The methods of melding, in the order of the table's columns; `None` is the form that melding selects.
const METHODS: [(&str, Option<Method>); 5] = [
    ("naive", Some(Method::Naive)),
    ("alignment", Some(Method::Alignment)),
    ("graph", Some(Method::Graph)),
    ("layers", Some(Method::Layers)),
    ("chosen", None),
];
/// The index in [`METHODS`] of naive if-conversion: both sides are computed, and selects choose between them.
const NAIVE: usize = 0;
/// The index in [`METHODS`] of sequence alignment, which pairs operations of the two sides.
const ALIGNMENT: usize = 1;
/// The index in [`METHODS`] of the e-graph with a context layer for each side.
const LAYERS: usize = 3;
/// The index in [`METHODS`] of the form that melding selects.
const CHOSEN: usize = 4;

/// The number of times that each form is computed. The shortest time is reported, and all repetitions must give the
/// same form.
const REPEATS: usize = 3;

/// The report lists a diamond as slow if melding it takes at least this time.
const SLOW: Duration = Duration::from_millis(10);

/// The text of the built-in diamonds.
const OWN: &str = include_str!("../data/diamonds.txt");

/// The measured costs of one form of a diamond.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct Cost {
    selects: usize,
    operations: usize,
    gates: u64,
}

impl Cost {
    fn of(form: &Form) -> Cost {
        Cost {
            selects: form.selects,
            operations: form.operations,
            gates: form.gates,
        }
    }
}

/// A diamond with the costs of its forms, in the order of [`METHODS`].
struct Line {
    name: String,
    forms: [(Cost, Duration); METHODS.len()],
    /// Whether all repetitions gave the same form for every method.
    stable: bool,
}

/// Returns the diamonds of a file with their names; `None` means the built-in diamonds.
///
/// # Errors
/// The file cannot be read, or has a syntax error.
pub fn read(file: Option<&Path>) -> Result<Vec<(String, Diamond)>, Error> {
    let path = file.map_or_else(|| PathBuf::from("the built-in diamonds"), Path::to_owned);
    let text = match file {
        None => OWN.to_owned(),
        Some(file) => std::fs::read_to_string(file).map_err(Error::file(file))?,
    };
    let diamonds = Diamond::parse_all(&text).map_err(Error::file(&path))?;
    if diamonds.is_empty() {
        return Err(Error::file(path)("no diamond in the file"));
    }
    Ok(diamonds)
}

/// Computes and compares the forms of all diamonds, writes `melding.csv` and `melding.md` to the folder `out`, and
/// returns the text to print. Calls `before` with the name of each diamond before it is melded.
pub fn run(
    diamonds: &[(String, Diamond)],
    out: &Path,
    mut before: impl FnMut(&str),
) -> Result<String, Error> {
    let mut lines = Vec::new();
    for (name, diamond) in diamonds {
        before(name);
        lines.push(line(name, diamond));
    }
    write_csv(&lines, &out.join("melding.csv"))?;
    compare::write(out, NAME, text(&lines))
}

fn line(name: &str, diamond: &Diamond) -> Line {
    let mut stable = true;
    let forms = METHODS.map(|(_, method)| {
        let (first, mut shortest) = timed(diamond, method);
        for _ in 1..REPEATS {
            let (again, time) = timed(diamond, method);
            stable &= again.roots == first.roots && Cost::of(&again) == Cost::of(&first);
            shortest = shortest.min(time);
        }
        (Cost::of(&first), shortest)
    });
    Line {
        name: name.to_owned(),
        forms,
        stable,
    }
}

fn timed(diamond: &Diamond, method: Option<Method>) -> (Form, Duration) {
    let start = Instant::now();
    let form = form_of(diamond, method);
    (form, start.elapsed())
}

fn milliseconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64() * 1e3)
}

fn write_csv(lines: &[Line], path: &Path) -> Result<(), Error> {
    let mut header = vec!["diamond".to_owned()];
    for (method, _) in METHODS {
        let columns = ["selects", "operations", "gates", "ms"];
        header.extend(columns.map(|column| format!("{method}_{column}")));
    }
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let records = lines.iter().map(|line| {
        let mut record = vec![line.name.clone()];
        for (cost, time) in line.forms {
            record.push(cost.selects.to_string());
            record.push(cost.operations.to_string());
            record.push(cost.gates.to_string());
            record.push(milliseconds(time));
        }
        record
    });
    csv::records(&header, records, path)
}

/// Formats the table of diamonds. For each method, the form of a diamond has a cell `SELECTS + OPERATIONS: GATES`,
/// such as `2 + 1: 176`. The last column contains the time to compute all forms of the diamond and to select one.
fn text(lines: &[Line]) -> String {
    let mut header = vec!["diamond"];
    header.extend(METHODS.map(|(method, _)| method));
    header.push("ms");
    let cell = |cost: Cost| {
        format!(
            "{} + {}: {}",
            count(cost.selects as u64),
            count(cost.operations as u64),
            count(cost.gates)
        )
    };
    let row = |name: &str, forms: &[(Cost, Duration); METHODS.len()]| {
        let mut row = vec![name.to_owned()];
        row.extend(forms.iter().map(|(cost, _)| cell(*cost)));
        row.push(milliseconds(forms[CHOSEN].1));
        row
    };
    let mut rows: Vec<_> = lines.iter().map(|l| row(&l.name, &l.forms)).collect();
    rows.push(row("total", &total(lines)));
    format!(
        "{}\nEach cell is `selects + other operations: estimated gates`; the gates include the condition. `graph` and `layers`: the e-graph \
         without and with context layers. `chosen`: the form that melding selects. `ms`: the time of computing all forms and selecting \
         one, the shortest of {REPEATS} times. Diamonds are simplified, and their divisions are made safe, before any method runs. \
         Therefore `naive` may have fewer gates than the diamond in the file.\n\n{}",
        table(&header, 1, rows),
        conclusion(lines)
    )
}

fn total(lines: &[Line]) -> [(Cost, Duration); METHODS.len()] {
    let mut total = [(Cost::default(), Duration::ZERO); METHODS.len()];
    for line in lines {
        for (sum, (cost, time)) in total.iter_mut().zip(line.forms) {
            sum.0.selects += cost.selects;
            sum.0.operations += cost.operations;
            sum.0.gates += cost.gates;
            sum.1 += time;
        }
    }
    total
}

fn conclusion(lines: &[Line]) -> String {
    let named = |wanted: &dyn Fn(&Line) -> bool| {
        let lines = lines.iter().filter(|line| wanted(line));
        names(lines.map(|line| line.name.clone()))
    };
    let worse =
        |line: &Line, than: usize, form: usize| line.forms[form].0.gates > line.forms[than].0.gates;
    format!(
        "{} diamonds, {} gates in the chosen forms.\n\
         chosen worse than naive:      {}\n\
         chosen worse than alignment:  {}\n\
         layers worse than naive:      {}\n\
         layers worse than alignment:  {}\n\
         melding takes over {} ms:     {}\n\
         other form when repeated:     {}\n",
        lines.len(),
        count(total(lines)[CHOSEN].0.gates),
        named(&|line| worse(line, NAIVE, CHOSEN)),
        named(&|line| worse(line, ALIGNMENT, CHOSEN)),
        named(&|line| worse(line, NAIVE, LAYERS)),
        named(&|line| worse(line, ALIGNMENT, LAYERS)),
        SLOW.as_millis(),
        named(&|line| line.forms[CHOSEN].1 > SLOW),
        named(&|line| !line.stable),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_is_measured_and_the_choice_is_never_worse() {
        let folder = tempfile::tempdir().unwrap();
        let diamonds = read(None).unwrap();
        let mut heard = 0;
        let text = run(&diamonds, folder.path(), |_| heard += 1).unwrap();
        assert_eq!(heard, diamonds.len());
        for line in [
            "chosen worse than naive:      none\n",
            "chosen worse than alignment:  none\n",
            "other form when repeated:     none\n",
        ] {
            assert!(text.contains(line), "{line}{text}");
        }
        // The diamond `swap` exchanges two 16-bit values. With every method, its form has two selects (3 gates per bit)
        // and one comparison (5 gates per bit), together 2·3·16 + 5·16 = 176 gates.
        let swap = text.lines().find(|l| l.starts_with("| swap ")).unwrap();
        assert_eq!(swap.matches(" 2 + 1: 176 ").count(), 5, "{swap}");
        let csv = std::fs::read_to_string(folder.path().join("melding.csv")).unwrap();
        assert_eq!(csv.lines().count(), 1 + diamonds.len());
        assert!(folder.path().join("melding.md").exists());
    }

    #[test]
    fn the_conclusion_names_worse_diamonds() {
        let cost = |gates| {
            (
                Cost {
                    gates,
                    ..Cost::default()
                },
                Duration::ZERO,
            )
        };
        let line = Line {
            name: "odd".to_owned(),
            forms: [5, 4, 7, 6, 5].map(cost),
            stable: false,
        };
        let text = conclusion(&[line]);
        for line in [
            "chosen worse than naive:      none\n",
            "chosen worse than alignment:  odd\n",
            "layers worse than naive:      odd\n",
            "other form when repeated:     odd\n",
        ] {
            assert!(text.contains(line), "{line}{text}");
        }
    }

    #[test]
    fn a_file_must_contain_a_diamond() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("none.txt");
        std::fs::write(&file, "# nothing\n").unwrap();
        let error = read(Some(&file)).unwrap_err().to_string();
        assert!(error.ends_with("no diamond in the file"), "{error}");
    }
}
