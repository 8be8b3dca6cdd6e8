//! The tests check that a correct solver process gives the answers of Z3. They also check that a faulty solver
//! process leaves only its query unanswered: the run continues.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use symtool_expr::{Arena, ExprId};
use symtool_solver::{
    Answer, Backend, InterruptHandle, Solver, SolverChoice, SolverConfig, SolverStats, Unknown,
    query_replay,
};
use symtool_testkit::terms::{Generator, Rng, build};

/// Commands of SMT-LIB solvers that may be installed.
const KNOWN: [&str; 4] = [
    "z3 -in",
    "cvc5 --incremental --lang smt2",
    "boolector --smt2 -i -m",
    "bitwuzla",
];

/// Returns the solvers of [`KNOWN`] that are installed, and prints the names of the missing ones.
fn installed() -> Vec<SolverChoice> {
    let runs = |command: &&&str| {
        let name = command.split(' ').next().expect("a name");
        let mut version = Command::new(name);
        let there = version
            .arg("--version")
            .stdout(Stdio::null())
            .status()
            .is_ok();
        let usable = there && choice(command).probe().is_ok();
        if !usable {
            let mut out = std::io::stderr();
            let _ = std::io::Write::write_fmt(
                &mut out,
                format_args!("SKIPPED: {command} is not installed or not usable\n"),
            );
        }
        usable
    };
    KNOWN
        .iter()
        .filter(runs)
        .map(|command| choice(command))
        .collect()
}

fn choice(command: &str) -> SolverChoice {
    format!("smtlib:{command}").parse().expect("a solver")
}

/// Returns a solver choice that runs a shell script.
fn script(folder: &Path, text: &str) -> SolverChoice {
    let path = folder.join("solver.sh");
    std::fs::write(&path, text).expect("the folder is writable");
    choice(&format!("sh '{}'", path.display()))
}

/// The links (solving techniques) that these tests enable. The links that would answer most queries before an
/// SMT solver runs are disabled.
const WITH_SOLVERS: &str = "only:domains,independence,incremental,oneshot,smtlib";

fn backend(solvers: Vec<SolverChoice>, timeout: Duration) -> Backend {
    Backend::new(&SolverConfig {
        solvers,
        timeout,
        links: WITH_SOLVERS.parse().expect("links"),
        ..SolverConfig::default()
    })
}

const LONG: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(300);

fn counted(backend: &Backend) -> SolverStats {
    let mut stats = SolverStats::default();
    backend.collect(&mut stats);
    stats
}

/// Returns a condition with one solution: byte 0 of an input is 77.
fn is_77(arena: &mut Arena) -> ExprId {
    let s = arena.symbol("s", 4);
    let (byte, k) = (arena.byte(s, 0), arena.int(8, 77));
    let shifted = arena.int(8, 3);
    let product = arena.mul(byte, shifted);
    let expected = arena.int(8, (77 * 3) & 255);
    let equal = arena.eq(product, expected);
    let low = arena.ule(byte, k);
    arena.and(equal, low)
}

#[test]
fn processes_give_the_answers_of_z3() {
    for solver in installed() {
        let mut arena = Arena::new();
        let symbols = ["a", "b"].map(|name| arena.symbol(name, 4));
        let vars = symbols.map(|s| arena.scalar(s, 32));
        let mut generator = Generator {
            rng: Rng(41),
            var: 32,
            widths: vec![1, 8, 32, 32],
        };
        let mut ours = backend(vec![SolverChoice::Z3], LONG);
        let mut theirs = backend(vec![solver.clone()], LONG);
        let (mut sat, mut unsat) = (0, 0);
        let mut set = Vec::new();
        for case in 0..120 {
            let term = generator.term(1, 1 + case % 3);
            let condition = build(&mut arena, vars, &term);
            if arena.is_const(condition) {
                continue;
            }
            set.truncate(case as usize % 4);
            set.push(condition);
            let set: Vec<ExprId> = set.clone();
            match (ours.check(&arena, &set), theirs.check(&arena, &set)) {
                (Answer::Sat(_), Answer::Sat(model)) => {
                    assert!(model.satisfies(&arena, &set));
                    sat += 1;
                }
                (Answer::Unsat, Answer::Unsat) => unsat += 1,
                (Answer::Unknown(_), _) => {}
                (a, b) => panic!("{solver}: {b:?}, Z3: {a:?} for {}", arena.smtlib(&set)),
            }
        }
        assert!(sat > 10 && unsat > 10, "{solver}: {sat} and {unsat}");
    }
}

#[test]
fn processes_that_know_floats_answer_about_them() {
    for solver in installed() {
        if solver.to_string().contains("boolector") {
            continue;
        }
        let mut arena = Arena::new();
        let s = arena.symbol("s", 8);
        let x = arena.scalar(s, 64);
        let bits = |v: f64| symtool_ir::Bits::new(64, v.to_bits().into());
        let (one, three) = (arena.constant(bits(1.25)), arena.constant(bits(3.5)));
        let sum = arena.op(symtool_ir::Op::FAdd, 64, &[x, one]);
        let equal = arena.op(symtool_ir::Op::FEq, 1, &[sum, three]);
        let mut backend = backend(vec![solver.clone()], LONG);
        // The first query, without floats, starts a process. The second query, with floats, starts a new
        // process whose logic includes floats.
        let simple = is_77(&mut arena);
        assert!(matches!(backend.check(&arena, &[simple]), Answer::Sat(_)));
        let answer = backend.check(&arena, &[equal]);
        assert!(matches!(answer, Answer::Sat(_)), "{solver}: {answer:?}");
        let is_zero = arena.int(64, 0);
        let zero = arena.eq(x, is_zero);
        assert_eq!(backend.check(&arena, &[equal, zero]), Answer::Unsat);
    }
}

#[test]
fn a_solver_that_hangs_is_ended_at_the_time_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    // The process does not read its input. Even so, the writer must not block on a large query.
    let hangs = script(folder.path(), "exec sleep 1000");
    let mut arena = Arena::new();
    let condition = is_77(&mut arena);
    let s = arena.symbol("big", 30_000);
    let mut sum = arena.byte(s, 0);
    for i in 1..30_000 {
        let byte = arena.byte(s, i);
        sum = arena.add(sum, byte);
    }
    let zero = arena.int(8, 0);
    let large = arena.eq(sum, zero);
    let mut alone = backend(vec![hangs.clone()], SHORT);
    // If the time limit did not stop the query, the reason in the answer would be that the process exited.
    for set in [vec![condition], vec![large]] {
        assert_eq!(alone.check(&arena, &set), Answer::Unknown(Unknown::Timeout));
    }
    // Half of the time limit is for the solver that hangs, and the other half is for Z3.
    let mut both = backend(vec![hangs, SolverChoice::Z3], LONG / 10);
    assert!(matches!(both.check(&arena, &[condition]), Answer::Sat(_)));
    assert_eq!(counted(&both).retried, 1);
}

#[test]
fn a_solver_that_exits_or_prints_nonsense_loses_its_query() {
    let folder = tempfile::tempdir().expect("a folder");
    for (text, expected) in [
        ("exit 3", "exit status: 3"),
        ("kill -9 $$", "signal: 9"),
        (
            "while read line; do echo hello; done",
            "unexpected reply: hello",
        ),
        ("echo '(((('; exit 0", "exited"),
        (
            "while read l; do case $l in *check-sat*) echo sat;; *get-value*) echo '((x y))';; esac; done",
            "unexpected reply",
        ),
    ] {
        let bad = script(folder.path(), text);
        let mut arena = Arena::new();
        let condition = is_77(&mut arena);
        let mut alone = backend(vec![bad.clone()], LONG);
        for _ in 0..2 {
            match alone.check(&arena, &[condition]) {
                Answer::Unknown(Unknown::GaveUp(why)) => {
                    assert!(why.contains(expected), "{text}: {why}");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
        let mut both = backend(vec![bad, SolverChoice::Z3], LONG);
        assert!(matches!(both.check(&arena, &[condition]), Answer::Sat(_)));
    }
    let missing = choice("/there/is/no/such/solver");
    let mut arena = Arena::new();
    let condition = is_77(&mut arena);
    let answer = backend(vec![missing.clone()], LONG).check(&arena, &[condition]);
    assert!(matches!(answer, Answer::Unknown(Unknown::GaveUp(_))));
    let error = missing.probe().expect_err("it is not there").to_string();
    assert!(error.contains("/there/is/no/such/solver"), "{error}");
}

#[test]
fn a_wrong_model_is_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    let lies = script(
        folder.path(),
        "while read line; do case $line in\n*check-sat*) echo sat;;\n*get-value*) echo '((|b0.0| #x4c))';;\nesac; done",
    );
    let mut arena = Arena::new();
    let condition = is_77(&mut arena);
    let mut alone = backend(vec![lies.clone()], LONG);
    assert!(matches!(
        alone.check(&arena, &[condition]),
        Answer::Unknown(Unknown::GaveUp(_))
    ));
    assert_eq!(counted(&alone).bad_models, 1);
    let mut both = backend(vec![lies, SolverChoice::Z3], LONG);
    assert!(matches!(both.check(&arena, &[condition]), Answer::Sat(_)));
}

#[test]
fn output_without_a_command_is_not_the_next_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "while read line; do case $line in\n*check-sat*) printf 'sat\\n';;\n\
                *get-value*) printf '((|b0.0| #x4d))\\nunsat\\n';;\nesac; done";
    let babbles = script(folder.path(), text);
    let mut arena = Arena::new();
    let condition = is_77(&mut arena);
    let mut alone = backend(vec![babbles], LONG);
    for _ in 0..3 {
        assert!(matches!(alone.check(&arena, &[condition]), Answer::Sat(_)));
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_process_that_exited_is_restarted() {
    let Some(good) = installed().first().cloned() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let command = good.to_string();
    let text = format!(
        "if [ -e '{0}/seen' ]; then exec {1}; fi\n: > '{0}/seen'\nexit 1",
        folder.path().display(),
        command.trim_start_matches("smtlib:")
    );
    let flaky = script(folder.path(), &text);
    let mut arena = Arena::new();
    let condition = is_77(&mut arena);
    let mut backend = backend(vec![flaky], LONG);
    assert!(matches!(
        backend.check(&arena, &[condition]),
        Answer::Unknown(_)
    ));
    assert!(matches!(
        backend.check(&arena, &[condition]),
        Answer::Sat(_)
    ));
}

#[test]
fn an_interrupt_ends_a_waiting_query() {
    let folder = tempfile::tempdir().expect("a folder");
    let interrupt = InterruptHandle::default();
    let mut backend = Backend::new(&SolverConfig {
        solvers: vec![script(folder.path(), "exec sleep 1000")],
        timeout: Duration::from_secs(600),
        interrupt: interrupt.clone(),
        links: WITH_SOLVERS.parse().expect("links"),
        ..SolverConfig::default()
    });
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        interrupt.interrupt();
    });
    let mut arena = Arena::new();
    let condition = is_77(&mut arena);
    let answer = backend.check(&arena, &[condition]);
    assert_eq!(answer, Answer::Unknown(Unknown::Interrupted));
    stopper.join().expect("the stopper ends");
}

#[test]
fn replayed_queries_have_the_recorded_answers() {
    use std::sync::Arc;
    use symtool_solver::{Chain, QueryLog, QueryOrigin, Tri};
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["queries", "queries.smt2"] {
        let path = folder.path().join(name);
        let config = SolverConfig {
            log: Some(Arc::new(QueryLog::create(&path).expect("a log"))),
            ..SolverConfig::default()
        };
        assert!(QueryLog::create(&path).is_err(), "logs are not overwritten");
        let mut arena = Arena::new();
        let condition = is_77(&mut arena);
        let not = arena.not(condition);
        let mut chain = Chain::new(config.clone());
        chain.set_origin(|| QueryOrigin {
            place: "a.c:7".to_owned(),
            step: "main:3".to_owned(),
            paths: 2,
        });
        assert!(matches!(
            chain.model(&mut arena, &[condition]),
            Answer::Sat(_)
        ));
        let (s, k) = (arena.symbol("t", 1), arena.int(8, 5));
        let byte = arena.byte(s, 0);
        let square = arena.mul(byte, byte);
        let five = arena.eq(square, k);
        assert!(matches!(chain.model(&mut arena, &[five]), Answer::Unsat));
        assert_eq!(chain.may_be_true(&mut arena, &[condition], not), Tri::No);
        let mut texts = vec![];
        if name.ends_with("smt2") {
            texts.push(std::fs::read_to_string(&path).expect("a script"));
        } else {
            for file in ["000001.smt2", "000002.smt2"] {
                texts.push(std::fs::read_to_string(path.join(file)).expect("a script"));
            }
            let list = std::fs::read_to_string(path.join("queries.jsonl")).expect("a list");
            assert!(
                list.lines().count() >= 2
                    && list.contains("\"place\":\"a.c:7\",\"step\":\"main:3\",\"paths\":2,"),
                "{list}"
            );
        }
        let scripts: Vec<_> = texts
            .iter()
            .flat_map(|t| query_replay::scripts(t).expect("scripts"))
            .collect();
        assert!(scripts[0].location.as_deref() == Some("a.c:7"), "{texts:?}");
        let mut solvers = installed();
        solvers.push(SolverChoice::Z3);
        for (script, expected) in scripts.iter().zip([Tri::Yes, Tri::No]) {
            let word = if expected == Tri::Yes { "sat" } else { "unsat" };
            assert_eq!(script.recorded.as_deref(), Some(word));
            for solver in &solvers {
                for attempt in script.run(solver, &config).expect("a script") {
                    assert_eq!(attempt.answer, expected, "{attempt:?}");
                    assert_eq!(attempt.model.is_empty(), expected == Tri::No, "{attempt:?}");
                }
            }
        }
    }
}
