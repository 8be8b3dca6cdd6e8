//! The tests check that the solver configuration does not change the paths that exploration finds. Every combination of
//! links (solving techniques of the solver chain) must find the same paths. If a solver process hangs, dies or returns
//! wrong models, its queries may remain unanswered, but the run must continue.
use std::path::Path;
use std::time::Duration;
use symtool_engine::Config;
use symtool_solver::{LinkSet, SolverChoice, SolverConfig};
use symtool_testkit::replay::{explored, explored_with, main_of};

/// Returns a program that sorts three bytes. It has six paths, and its assertion holds on all of them.
fn sort() -> String {
    let swap = |n: u32, i: u32, next: &str| {
        format!(
            "step{n}:
               %p{n} = ptr_add %a, {i}
               %q{n} = ptr_add %p{n}, 1
               %x{n} = load i8 %p{n}
               %y{n} = load i8 %q{n}
               %c{n} = ugt %x{n}, %y{n}
               branch %c{n}, swap{n}, {next}
             swap{n}:
               store %y{n}, %p{n}
               store %x{n}, %q{n}
               jump {next}
             "
        )
    };
    let inputs: String = (0..3)
        .map(|i| {
            format!(
                "%i{i} = intrinsic symbolic i8 \"x\"
                 %t{i} = ptr_add %a, {i}
                 store %i{i}, %t{i}
                 "
            )
        })
        .collect();
    main_of(&format!(
        "slot $a, size 3
         entry:
           %a = stack_addr $a
           {inputs}
           jump step0
         {}{}{}
         done:
           %f = load i8 %a
           %l = ptr_add %a, 2
           %m = load i8 %l
           %ok = ule %f, %m
           check assert, %ok, \"in order\"
           return 0",
        swap(0, 0, "step1"),
        swap(1, 1, "step2"),
        swap(2, 0, "done"),
    ))
}

/// Returns a program with an input-dependent number of loop iterations.
fn rounds() -> String {
    main_of(
        "entry:
           %x = intrinsic symbolic i8 \"x\"
           %few = slt %x, 9
           intrinsic assume(%few)
           %n = sext %x to i32
           jump head(0)
         head(%i: i32):
           %more = slt %i, %n
           branch %more, body, done
         body:
           %j = add %i, 1
           jump head(%j)
         done:
           %ok = slt %i, 9
           check assert, %ok, \"at most eight\"
           return %i",
    )
}

/// Returns a program with a product that has one possible pair of factors, and a division whose divisor may be zero.
fn products() -> String {
    main_of(
        "entry:
           %x = intrinsic symbolic i8 \"x\"
           %y = intrinsic symbolic i8 \"y\"
           %a = zext %x to i32
           %b = zext %y to i32
           %p = mul %a, %b
           %c = eq %p, 9797
           branch %c, found, other
         found:
           %less = ult %x, %y
           branch %less, one, two
         one:
           return 1
         two:
           return 2
         other:
           %masked = and %x, 7
           %some = ne %masked, 0
           check assert, %some, \"some low bit\"
           %q = urem %y, %masked
           %big = ugt %q, 5
           branch %big, three, four
         three:
           return 3
         four:
           return 4",
    )
}

/// Returns a program that reads and writes a table at input-dependent indices.
fn table() -> String {
    main_of(
        "slot $a, size 8
         entry:
           %a = stack_addr $a
           store i64 0, %a
           %x = intrinsic symbolic i8 \"x\"
           %y = intrinsic symbolic i8 \"y\"
           %small = ult %x, 8
           intrinsic assume(%small)
           %i = zext %x to i64
           %p = ptr_add %a, %i
           store i8 5, %p
           %k = and %y, 7
           %j = zext %k to i64
           %q = ptr_add %a, %j
           %v = load i8 %q
           %hit = eq %v, 5
           branch %hit, same, other
         same:
           %equal = eq %x, %k
           check assert, %equal, \"only there\"
           return 1
         other:
           return 0",
    )
}

fn programs() -> [String; 4] {
    [sort(), rounds(), products(), table()]
}

#[test]
fn every_combination_of_links_finds_the_same_paths() {
    for text in programs() {
        let expected = explored(&text);
        assert!(expected.reasons().is_empty(), "{:?}", expected.reasons());
        assert!(expected.paths.len() > 1);
        // All combinations of links (techniques of the solver chain) are tested with the incremental solver. With
        // one-shot solvers, which are slow, some combinations are tested.
        for bits in (16..32u32).chain([0, 5, 10, 15]) {
            let names = [
                "domains",
                "independence",
                "cache",
                "counterexamples",
                "incremental",
            ];
            let off = names.into_iter().enumerate();
            let off = off.filter(|(at, _)| bits >> at & 1 == 0);
            let solver = SolverConfig {
                links: off.fold(LinkSet::default(), |links, (_, name)| links.without(name)),
                ..SolverConfig::default()
            };
            let config = Config::default().solver(solver);
            let run = explored_with(&text, &config);
            assert_eq!(run.ends(), expected.ends(), "links {bits:05b}\n{text}");
            assert!(run.reasons().is_empty() && run.spurious.is_empty());
            let paths = |r: &symtool_testkit::replay::Explored| {
                let paths = &r.exploration.stats.paths;
                (paths.completed, paths.errors, paths.forks)
            };
            assert_eq!(paths(&run), paths(&expected), "links {bits:05b}\n{text}");
        }
    }
}

/// The links (solving techniques) of the solver chain, except the links that search for a model without an SMT
/// solver.
const WITHOUT_SEARCH: &str =
    "only:domains,independence,cache,counterexamples,incremental,oneshot,smtlib";

/// Returns a configuration whose first solver is a shell script. With `then_z3`, the second solver is Z3;
/// otherwise there is no second solver.
fn config_with(folder: &Path, text: &str, then_z3: bool) -> Config {
    let path = folder.join("solver.sh");
    std::fs::write(&path, text).expect("the folder is writable");
    let choice = format!("smtlib:sh '{}'", path.display());
    let mut solvers: Vec<SolverChoice> = vec![choice.parse().expect("a solver")];
    solvers.extend(then_z3.then_some(SolverChoice::Z3));
    Config::default()
        .solver_timeout(Duration::from_millis(if then_z3 { 20_000 } else { 200 }))
        .solver(SolverConfig {
            solvers,
            links: WITHOUT_SEARCH.parse().expect("links"),
            ..SolverConfig::default()
        })
}

/// Solvers that misbehave, each with a name and a shell script. The list has every kind of error that can be
/// detected. A wrong *unsat* cannot be detected, so no solver of the list returns one.
const BAD: [(&str, &str); 6] = [
    ("hangs", "exec sleep 1000"),
    ("dies at once", "exit 1"),
    (
        "dies in the middle of an answer",
        "while read l; do case $l in *check-sat*) printf 'sa'; exit 1;; esac; done",
    ),
    (
        "dies before the model",
        "while read l; do case $l in *check-sat*) echo sat;; *get-value*) exit 1;; esac; done",
    ),
    (
        "answers everything with a wrong model",
        "while read l; do case $l in *check-sat*) echo sat;; *get-value*) echo '((|b0.0| #x4c) (|b1.0| #x4d))';; esac; done",
    ),
    (
        "talks nonsense",
        "while read l; do echo 'what?'; echo '((('; done",
    ),
];

#[test]
fn a_misbehaving_solver_never_loses_a_path() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = products();
    let expected = explored(&text);
    for (what, script) in BAD {
        let alone = explored_with(&text, &config_with(folder.path(), script, false));
        assert!(
            !alone.reasons().is_empty(),
            "{what}: the run must be incomplete"
        );
        assert!(alone.spurious.is_empty(), "{what}");
        assert!(alone.exploration.stats.solver.unknown > 0, "{what}");
        let found = |end: &String| expected.ends().contains(end);
        assert!(alone.ends().iter().all(found), "{what}: {:?}", alone.ends());
        // If Z3 is the next solver, it answers the queries that the misbehaving solver leaves open. The solver that
        // hangs is not tested here, because it would use half of the time limit for each query.
        if what == "hangs" {
            continue;
        }
        let saved = explored_with(&text, &config_with(folder.path(), script, true));
        assert_eq!(saved.ends(), expected.ends(), "{what}");
        assert!(saved.reasons().is_empty(), "{what}: {:?}", saved.reasons());
        assert!(saved.exploration.stats.solver.retried > 0, "{what}");
    }
}
