//! Explores a random program in several configurations and runs it on all inputs. Melding (CFM-SE) replaces the two
//! sides of a branch by straight-line code: *guarded* melding executes the code of each side under a condition,
//! *speculative* melding executes both sides unconditionally. The *driver* of speculative melding replays each failure
//! on the original program. If the failure does not occur there (it is *spurious*), the driver melds again without the
//! branch of the failure.
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::num::NonZeroUsize;
use symtool_engine::search::SEARCHERS;
use symtool_engine::{Config, Confirmation, Observer, Stats, TestCase, Witnesses, explore};
use symtool_frontend::{Options, compile, diagnostic};
use symtool_ir::bug::Checks;
use symtool_ir::interp::{self, RunConfig};
use symtool_ir::{self as ir, BugKind, CheckKind, Failure, Func, Loc, Module, Outcome};
use symtool_meld::spurious::{self, Explored as Run};
use symtool_meld::{IgnoredLocation, MeldOptions, Mode, meld};
use symtool_passes::{PassContext, SIMPLIFY, SSA, run_pipeline};
use symtool_solver::{LinkSet, SolverConfig};
use symtool_testkit::c_programs::{self, Inputs, Kind};

/// The engine's message for an unsupported case: the input decides which bytes of an object are initialized.
const WHICH_BYTES: &str = "the set of initialized bytes depends on the input";

/// The number of configurations of the exploration. Configurations differ, for example, in the search strategy and in
/// the enabled caches.
pub const ALL: usize = 10;

/// The number of explorations for each program, and the size of its inputs.
#[derive(Copy, Clone, Debug)]
pub struct Settings {
    /// The number n of configurations in which each program is explored. The program of seed s runs in the
    /// configurations with the numbers s*n to s*n + n - 1, modulo [`ALL`].
    pub configurations: usize,
    /// Whether some programs have two full bytes of input. If set, progress is printed, because the test takes
    /// long.
    pub long: bool,
}

/// The sums of counters over all tested programs.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub programs: u64,
    /// The number of concrete runs, one for each input of each program.
    pub runs: u64,
    pub explorations: u64,
    /// The number of paths that explorations of the unmelded programs completed, summed over the programs.
    pub paths: u64,
    /// The number of branches and loops that melding replaced, over all programs.
    pub melds: u64,
    /// The number of different outcomes ([`End`]) of the concrete runs, summed over the programs.
    pub outcomes: u64,
    /// The number of these outcomes that are failures with a source location.
    pub failures: u64,
    /// The number of spurious failures of speculative melding that the driver detected.
    pub spurious: u64,
    /// Disagreements between exploration and concrete runs, one text per program.
    pub wrong: Vec<String>,
}

impl Tally {
    pub fn add(&mut self, other: &Tally) {
        self.programs += other.programs;
        self.runs += other.runs;
        self.explorations += other.explorations;
        self.paths += other.paths;
        self.melds += other.melds;
        self.outcomes += other.outcomes;
        self.failures += other.failures;
        self.spurious += other.spurious;
        self.wrong.extend_from_slice(&other.wrong);
    }
}

/// The outcome of a run, without the details in which exploration and concrete execution may differ.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct End {
    /// The kind of outcome: `exit` with the exit status, or the kind of failure.
    what: String,
    /// The source location of the failure; `None` for other outcomes.
    loc: Option<Loc>,
}

fn end_of(outcome: &Outcome) -> End {
    let (what, loc) = match outcome {
        Outcome::Exit(status) => (format!("exit {status}"), None),
        // A replay reports a leak at the allocation of the heap block, an exploration at the end of the run. So the
        // location is not compared.
        Outcome::Bug(failure) if failure.kind == BugKind::Leak => ("leak".to_owned(), None),
        Outcome::Bug(failure) => (failure.kind.name().to_owned(), failure.loc()),
        other => (format!("{other:?}"), None),
    };
    End { what, loc }
}

/// A concrete run: its outcome, its output, and a hash of the sequence of source locations that it executes.
type ConcreteRun = (End, Vec<u8>, u64);

/// The compiled program under test, with its entry function and the enabled checks.
struct Subject {
    text: String,
    module: Module,
    entry: Func,
    checks: Checks,
}

impl Subject {
    fn run(&self, inputs: &ir::Inputs) -> ConcreteRun {
        let config = RunConfig {
            inputs: inputs.clone(),
            checks: self.checks,
            max_instructions: 1_000_000,
            ..RunConfig::default()
        };
        let mut path_hash = DefaultHasher::new();
        let mut trace = |func: Func, loc: Loc| (func, loc).hash(&mut path_hash);
        let run = interp::run_traced(&self.module, self.entry, &config, &mut trace);
        (end_of(&run.outcome), run.output, path_hash.finish())
    }

    fn describe(&self, end: &End) -> String {
        let place = end.loc.map(|loc| self.module.source.describe(loc));
        format!("{} {}", end.what, place.unwrap_or_default())
    }
}

/// An observer of an exploration. It replays each test case and failure, checks the replay, and records the result.
struct Replayer<'s> {
    subject: &'s Subject,
    /// Whether a melded form of the program is explored. An instruction of a melded program may have several source
    /// locations.
    melded: bool,
    /// Whether the exploration may report a failure that does not occur in its replay. In speculative melding, such a
    /// failure is spurious, and the driver detects it later.
    driven: bool,
    runs: BTreeMap<ConcreteRun, ir::Inputs>,
    wrong: Vec<String>,
}

impl Observer for Replayer<'_> {
    fn test(&mut self, test: &TestCase) {
        let run = self.subject.run(&test.inputs);
        let claimed = end_of(&test.outcome);
        if run.0 != claimed || run.1 != test.output {
            let (is, said) = (
                self.subject.describe(&run.0),
                self.subject.describe(&claimed),
            );
            self.wrong
                .push(format!("a test of {said} gives {is}: {:?}", test.inputs));
        }
        self.runs.insert(run, test.inputs.clone());
    }

    fn bug(&mut self, failure: &Failure, inputs: &ir::Inputs) -> Confirmation {
        let run = self.subject.run(inputs);
        let claimed = end_of(&Outcome::Bug(failure.clone()));
        let same = run.0 == claimed || self.melded && run.0.what == claimed.what;
        if same {
            self.runs.insert(run, inputs.clone());
            return Confirmation::Confirmed;
        }
        let (is, said) = (
            self.subject.describe(&run.0),
            self.subject.describe(&claimed),
        );
        if !self.driven {
            self.wrong
                .push(format!("a failure {said} gives {is}: {inputs:?}"));
        }
        Confirmation::Spurious
    }

    fn witness(&mut self, inputs: &ir::Inputs, _: u64) {
        let run = self.subject.run(inputs);
        self.runs.insert(run, inputs.clone());
    }

    fn tick(&mut self, _: &Stats) -> bool {
        true
    }
}

fn subject(seed: u64, kind: Kind) -> Subject {
    let text = c_programs::program(seed, kind);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("random.c");
    std::fs::write(&file, &text).expect("a file can be written");
    let mut checks = Checks::default();
    if seed.is_multiple_of(5) {
        checks = checks.with(CheckKind::Overflow).with(CheckKind::Shift);
    }
    if seed.is_multiple_of(3) {
        checks = checks.with(CheckKind::Leak);
    }
    if kind.uninit {
        checks = checks.with(CheckKind::Uninit);
    }
    let options = Options {
        checks,
        ..Options::default()
    };
    let program = match compile(&[file], &options) {
        Ok(program) => program,
        Err(error) => panic!(
            "seed {seed}: {}\n{text}",
            diagnostic::render(&error.diagnostics, &error.sources, false)
        ),
    };
    let mut module = program.module;
    let passes: Vec<&str> = SSA.iter().chain(SIMPLIFY).copied().collect();
    let mut context = PassContext {
        keep_uninit_reads: kind.uninit,
        ..PassContext::default()
    };
    run_pipeline(&mut module, &passes, &mut context).expect("known passes");
    Subject {
        text,
        module,
        entry: program.entry,
        checks,
    }
}

/// Runs the program on all inputs. Returns the distinct runs, each with one of its inputs.
fn all_runs(subject: &Subject, inputs: Inputs) -> BTreeMap<ConcreteRun, ir::Inputs> {
    let (first, second) = match inputs {
        Inputs::One => (256, 1),
        Inputs::TwoSmall => (16, 16),
        Inputs::Two => (256, 256),
    };
    let mut runs = BTreeMap::new();
    for a in 0..first {
        for b in 0..second {
            let mut given = ir::Inputs::default();
            given.push("nondet_uchar", vec![a as u8]);
            given.push("nondet_uchar_1", vec![b as u8]);
            runs.entry(subject.run(&given)).or_insert(given);
        }
    }
    runs
}

fn configuration(number: usize, seed: u64) -> Config {
    let caches = number < ALL / 2;
    Config::default()
        .search(&SEARCHERS[number % SEARCHERS.len()])
        .all_errors(number != 3 && number != 6)
        .threads(NonZeroUsize::new(if number == 4 || number == 6 { 2 } else { 1 }).expect("some"))
        // The limit is larger than the number of values of any symbolic address, size or call target in these
        // programs.
        .max_resolutions(300)
        // The limit is larger than the size of any object in these programs.
        .symbolic_sizes(number.is_multiple_of(2).then_some(128))
        // For some seeds, the limit is small, so that reads at symbolic indices become if-then-else expressions in
        // some programs and array reads in others.
        .max_ite_cells([32, 3][(seed / 2 % 2) as usize])
        .seed(seed)
        .solver(SolverConfig {
            links: links(seed, caches),
            // The engine issues no queries for canonical inputs (the least inputs of each path), because these tests
            // do not compare inputs.
            canonical_bytes: 0,
            ..SolverConfig::default()
        })
}

/// Returns the links (techniques) of the solver chain. `caches` and the seed decide which links are off.
fn links(seed: u64, caches: bool) -> LinkSet {
    let off = [
        ("cache", !caches),
        ("counterexamples", !caches),
        ("domains", seed % 6 == 1),
        ("independence", seed % 6 == 2),
    ];
    let off = off.into_iter().filter(|&(_, off)| off);
    off.fold(LinkSet::default(), |links, (name, _)| links.without(name))
}

/// Generates the program that `seed` determines, explores it in several configurations, and compares the results with
/// the runs on all inputs.
pub fn check(seed: u64, settings: Settings) -> Tally {
    let inputs = match seed % 8 {
        0..=3 => Inputs::One,
        7 if settings.long && seed % 200 == 7 => Inputs::Two,
        _ => Inputs::TwoSmall,
    };
    let kind = Kind {
        inputs,
        sizes: seed % 4 == 3,
        uninit: seed % 7 == 5,
        guarded: false,
    };
    let subject = subject(seed, kind);
    let concrete = all_runs(&subject, inputs);
    let mut tally = Tally {
        programs: 1,
        runs: if inputs == Inputs::Two { 65_536 } else { 256 },
        ..Tally::default()
    };
    let outcomes: BTreeSet<&End> = concrete.keys().map(|(end, ..)| end).collect();
    tally.outcomes = outcomes.len() as u64;
    tally.failures = outcomes.iter().filter(|end| end.loc.is_some()).count() as u64;
    for turn in 0..settings.configurations {
        let number = (seed as usize * settings.configurations + turn) % ALL;
        tally.explorations += 1;
        match compare(&subject, &concrete, &configuration(number, seed)) {
            Ok(paths) => tally.paths += paths,
            Err(complaints) => {
                let text = format!("seed {seed}, {complaints}\n{}", subject.text);
                tally.wrong.push(text);
                return tally;
            }
        }
    }
    tally.explorations += 1;
    match compare_melded(
        &subject,
        &concrete,
        &configuration(seed as usize % ALL, seed),
    ) {
        Ok(melds) => tally.melds += melds,
        Err(complaints) => {
            let text = format!("seed {seed}, {complaints}\n{}", subject.text);
            tally.wrong.push(text);
        }
    }
    tally
}

/// The results of exploring a program.
struct Explored<'s> {
    replayer: Replayer<'s>,
    /// Defects of symtool that the exploration alone shows, before its results are compared with concrete runs.
    complaints: Vec<String>,
    /// Whether the exploration covered all paths, without a reason for incompleteness.
    complete: bool,
    paths: u64,
    spurious: Vec<Failure>,
    confirmed: Vec<Failure>,
}

/// Explores the melded form `melded` of the program; `None` means the program itself.
fn explored<'s>(subject: &'s Subject, melded: Option<&Module>, config: &Config) -> Explored<'s> {
    let mut replayer = Replayer {
        subject,
        melded: melded.is_some(),
        driven: config.failures.spurious_handled,
        runs: BTreeMap::new(),
        wrong: Vec::new(),
    };
    let module = melded.unwrap_or(&subject.module);
    let exploration = explore(module, subject.entry, config, &mut replayer);
    let mut complaints = std::mem::take(&mut replayer.wrong);
    let given_up = |what: &str| what.starts_with(WHICH_BYTES);
    for reason in &exploration.incomplete {
        if !given_up(&reason.what) {
            complaints.push(format!("incomplete: {}", reason.what));
        }
    }
    Explored {
        replayer,
        complaints,
        complete: exploration.incomplete.is_empty(),
        paths: exploration.stats.paths.completed,
        confirmed: exploration.bugs.iter().map(|b| b.failure.clone()).collect(),
        spurious: exploration.spurious,
    }
}

/// Explores the melded program, and compares its failures with those of the concrete runs: they must have the same
/// kinds and source locations. Paths are not compared, because one melded path represents many paths of the program.
/// Returns the number of melds.
fn compare_melded(
    subject: &Subject,
    concrete: &BTreeMap<ConcreteRun, ir::Inputs>,
    config: &Config,
) -> Result<u64, String> {
    let mut module = subject.module.clone();
    let options = MeldOptions {
        certify: false,
        steps: false,
        // The limit on guarded loop iterations is low, so that some loops reach it.
        iterations: 3,
        ..MeldOptions::default()
    };
    let report = meld(&mut module, subject.entry, &options);
    let config = &config
        .clone()
        .checks(subject.checks)
        .all_errors(true)
        .witnesses(Witnesses::EveryPath);
    let found = explored(subject, Some(&module), config);
    lost_failures(subject, concrete, found).map(|()| report.applied as u64)
}

/// Returns an error that lists the defects that the exploration `found` itself shows. If the exploration is complete,
/// the error also lists the failures of concrete runs that it did not report.
fn lost_failures(
    subject: &Subject,
    concrete: &BTreeMap<ConcreteRun, ir::Inputs>,
    found: Explored<'_>,
) -> Result<(), String> {
    let mut complaints = found.complaints;
    let ends: BTreeSet<&End> = found.replayer.runs.keys().map(|(end, ..)| end).collect();
    for ((end, ..), input) in concrete {
        let passes = end.what.starts_with("exit") || end.what == "AssumeFailed";
        if found.complete && !passes && !ends.contains(end) {
            let what = subject.describe(end);
            complaints.push(format!("lost: {what}, by {input:?}"));
        }
    }
    if complaints.is_empty() {
        return Ok(());
    }
    complaints.truncate(8);
    Err(format!("melded:\n{}", complaints.join("\n")))
}

/// Explores the speculatively melded program with the driver, which detects spurious failures. The exploration
/// must find exactly the failures of all concrete runs. Returns the number of spurious failures.
fn compare_driven(
    subject: &Subject,
    concrete: &BTreeMap<ConcreteRun, ir::Inputs>,
    config: &Config,
) -> Result<u64, String> {
    let options = MeldOptions {
        mode: Mode::Speculative,
        certify: false,
        ..MeldOptions::default()
    };
    let config = &config
        .clone()
        .checks(subject.checks)
        .all_errors(true)
        .spurious_handled(true)
        .witnesses(Witnesses::EveryPath);
    let driven = spurious::drive(&subject.module, subject.entry, &options, |melded, _| {
        let found = explored(subject, Some(melded), config);
        let places = |all: &[Failure]| all.iter().map(|f| place(melded, f)).collect();
        Run {
            inputs: Vec::new(),
            spurious: places(&found.spurious),
            confirmed: places(&found.confirmed),
            result: found,
        }
    });
    lost_failures(subject, concrete, driven.result)?;
    Ok(driven.report.spurious as u64)
}

fn place(module: &Module, failure: &Failure) -> IgnoredLocation {
    let at = failure.loc().map(|loc| module.source.get(loc));
    let frame = failure.stack.first();
    IgnoredLocation {
        file: at.map_or(String::new(), |at| {
            module.source.file_name(at.file).to_owned()
        }),
        line: at.map_or(0, |at| at.line),
        column: at.map_or(0, |at| at.column),
        function: frame.map_or(String::new(), |f| module.functions[f.func].name.clone()),
    }
}

/// Generates a program with accesses such as `if (i < n) a[i] = 0;` from `seed`, and checks the program. Guarded
/// melding must have no spurious failure. Speculative melding may have spurious failures; it is run with its driver,
/// which must detect them.
pub fn check_guarded(seed: u64, _: Settings) -> Tally {
    let inputs = Inputs::TwoSmall;
    let kind = Kind {
        inputs,
        sizes: false,
        uninit: false,
        guarded: true,
    };
    let subject = subject(seed, kind);
    let concrete = all_runs(&subject, inputs);
    let failing = concrete.keys().filter(|(end, ..)| end.loc.is_some());
    let mut tally = Tally {
        programs: 1,
        runs: 256,
        explorations: 2,
        failures: failing.count() as u64,
        ..Tally::default()
    };
    let config = configuration(0, seed);
    let guarded = compare_melded(&subject, &concrete, &config);
    let driven = compare_driven(&subject, &concrete, &config);
    match (guarded, driven) {
        (Ok(melds), Ok(spurious)) => (tally.melds, tally.spurious) = (melds, spurious),
        (guarded, driven) => {
            let why = [guarded.err(), driven.err().map(|e| format!("driven {e}"))];
            let why: Vec<String> = why.into_iter().flatten().collect();
            let text = format!("seed {seed}, {}\n{}", why.join("\n"), subject.text);
            tally.wrong.push(text);
        }
    }
    tally
}

/// Explores the unmelded program and compares the results with all concrete runs. Returns the number of completed
/// paths.
fn compare(
    subject: &Subject,
    concrete: &BTreeMap<ConcreteRun, ir::Inputs>,
    config: &Config,
) -> Result<u64, String> {
    let config = &config.clone().checks(subject.checks);
    let found = explored(subject, None, config);
    let (mut complaints, complete, replayer) = (found.complaints, found.complete, found.replayer);
    let ends: BTreeSet<&End> = replayer.runs.keys().map(|(end, ..)| end).collect();
    for (run, input) in concrete {
        // Without `all_errors`, the exploration reports one run for each failure, so only the outcomes are compared.
        let found = match config.failures.all_errors || run.0.what.starts_with("exit") {
            true => replayer.runs.contains_key(run),
            false => ends.contains(&run.0),
        };
        if complete && run.0.what != "AssumeFailed" && !found {
            let what = subject.describe(&run.0);
            complaints.push(format!("lost: {what}, by {input:?}"));
        }
    }
    for (run, input) in &replayer.runs {
        if !concrete.contains_key(run) {
            let what = subject.describe(&run.0);
            complaints.push(format!("invented: {what}, by {input:?}"));
        }
    }
    if complaints.is_empty() {
        return Ok(found.paths);
    }
    complaints.truncate(8);
    Err(format!(
        "--search {}, {:?}, sizes {:?}:\n{}",
        config.schedule.search.name,
        config.solving.chain.links,
        config.memory.symbolic_sizes,
        complaints.join("\n")
    ))
}
