//! The tests check the options `--solver`, `--links`, `--solver-check` and `--dump-queries`, and the command
//! `symtool solve`.
use crate::harness::{Bench, example, skipped};
use symtool_solver::{Owner, Stage};

const PROGRAM: &str = "#include <assert.h>
int nondet_int(void);
int main(void) {
    int x = nondet_int(), y = nondet_int();
    if (x > 0 && x < 1000 && y > 0 && y < 1000 && x * y == 9797)
        return x == 97 || x == 101;
    return 0;
}
";

/// Writes a shell script that answers queries as a solver does. Returns the value of `--solver` that selects it.
fn script(bench: &Bench, text: &str) -> String {
    let name = format!("solver{}.sh", text.len());
    format!("smtlib:sh '{}'", bench.file(&name, text))
}

#[test]
fn a_solver_that_cannot_be_started_is_an_immediate_error() {
    let bench = Bench::new();
    let file = bench.file("p.c", PROGRAM);
    for (solver, expected) in [
        ("smtlib:/no/such/solver".to_owned(), "/no/such/solver"),
        (
            script(&bench, "echo 'Usage: solver FILE'"),
            "unexpected reply: Usage:",
        ),
        (script(&bench, "exit 4"), "exit status: 4"),
        ("cvc5".to_owned(), "expected z3 or smtlib:COMMAND"),
    ] {
        let run = bench.run(&[&file, "--solver", &solver]).expect_code(2);
        assert!(run.stderr.contains(expected), "{}", run.stderr);
        assert!(!bench.path().join("symtool-out").exists());
    }
}

#[test]
fn a_failing_solver_makes_the_run_incomplete_unless_another_one_answers() {
    let bench = Bench::new();
    // This script answers one query and then exits with an error.
    let weak = script(
        &bench,
        "n=0; while read line; do case $line in *check-sat*) n=$((n+1)); [ $n = 1 ] || exit 1; echo sat;; *get-value*) exit 1;; esac; done",
    );
    // No input reaches `return 1`, because the product is even. The limits of the bit-blaster are too low to prove
    // this, so only an SMT solver can decide the query.
    let program = "#include <klee/klee.h>\nint main(void) {\n    unsigned long a, b, c;\n    \
        klee_make_symbolic(&a, sizeof a, \"a\");\n    klee_make_symbolic(&b, sizeof b, \"b\");\n    \
        klee_make_symbolic(&c, sizeof c, \"c\");\n    \
        if ((a ^ b) == 2)\n        if (((a | b) - (a & b)) * c == 7)\n            return 1;\n    return 0;\n}\n";
    let file = bench.file("p.c", program);
    let alone = bench.json(&[&file, "--solver", &weak]);
    assert_eq!(alone["verdict"], "incomplete", "{alone}");
    let both = bench.json(&[&file, "--solver", &weak, "--solver", "z3"]);
    assert_eq!(both["verdict"], "verified", "{both}");
    let z3 = bench.json(&[&file]);
    assert_eq!(both["paths"], z3["paths"]);
}

#[test]
fn every_link_reports_its_answers() {
    let bench = Bench::new();
    let file = bench.file("p.c", PROGRAM);
    let json = bench.json(&[&file]);
    let links = json["queries"]["links"].as_array().expect("a list");
    let names: Vec<&str> = links.iter().filter_map(|l| l["name"].as_str()).collect();
    let enabled = symtool_solver::LINKS
        .iter()
        .filter(|link| link.default && link.name != "smtlib");
    let order: Vec<&str> = enabled.map(|link| link.name).collect();
    assert_eq!(names, order);
    let of = |name: &str, what: &str| {
        let at = order.iter().position(|o| *o == name).expect("a link");
        links[at][what].as_u64().expect("a number")
    };
    assert!(of("domains", "issued") > of("domains", "answered"));
    let sat = json["queries"]["sat"].as_u64().expect("a number");
    let without_z3: u64 = symtool_solver::LINKS
        .iter()
        .filter(|link| link.stage == Stage::Solve && link.owner == Owner::Chain)
        .filter(|link| order.contains(&link.name))
        .map(|link| of(link.name, "answered"))
        .sum();
    assert!(of("incremental", "issued") + without_z3 >= sat);
    assert_eq!(
        json["queries"]["cache_hits"].as_u64().expect("a number"),
        of("cache", "answered") + of("counterexamples", "answered")
    );
    let text = bench.run(&[&file, "--stats"]).expect_code(0).stdout;
    assert!(text.contains("links:     domains answered "), "{text}");
}

#[test]
fn queries_are_logged_with_their_locations_and_run_again() {
    let bench = Bench::new();
    let file = bench.file("p.c", PROGRAM);
    let json = bench.json(&[&file, "--dump-queries", "q"]);
    let count = json["queries"]["solver"].as_u64().expect("a number");
    let list = bench.read("q/queries.jsonl");
    assert_eq!(list.lines().count() as u64, count);
    assert!(list.contains("p.c:5"), "{list}");
    let scripts: Vec<String> = (1..=count).map(|i| format!("q/{i:06}.smt2")).collect();
    let mut args = vec!["solve"];
    args.extend(scripts.iter().map(String::as_str));
    let run = bench.run(&args).expect_code(0);
    assert!(
        ["chain (", "z3 incremental", "z3 oneshot"]
            .iter()
            .all(|name| run.stdout.contains(name))
    );
    assert!(
        run.stdout.contains("p.c:5") && run.stdout.contains(" = #x"),
        "{}",
        run.stdout
    );
    // The query log in the single file `q.smt2` contains the same queries as the log in the folder `q`. A log is not
    // overwritten.
    bench
        .run(&[&file, "--dump-queries", "q.smt2"])
        .expect_code(0);
    let single = bench.run(&["solve", "q.smt2"]).expect_code(0);
    assert_eq!(single.stdout.matches("z3 oneshot").count() as u64, count);
    bench.run(&[&file, "--dump-queries", "q"]).expect_code(1);
}

#[test]
fn solve_reports_unreadable_queries_and_different_answers() {
    let bench = Bench::new();
    let bad = bench.file("bad.smt2", "(assert (= a b))\n(check-sat)\n");
    let run = bench.run(&["solve", &bad]).expect_code(1);
    assert!(run.stderr.contains("bad.smt2"), "{}", run.stderr);
    let text = "; query: 1\n; answer: unsat\n(declare-const x (_ BitVec 8))\n(assert (= x #x07))\n(check-sat)\n";
    let differs = bench.file("d.smt2", text);
    let run = bench.run(&["solve", &differs]).expect_code(10);
    assert!(run.stdout.contains("the answers differ") && run.stdout.contains("x = #x07"));
    // This script answers with an incorrect model, which must not count as an answer.
    let lies = script(
        &bench,
        "while read line; do case $line in *check-sat*) echo sat;; *get-value*) echo '((x #x08))';; esac; done",
    );
    let run = bench
        .run(&["solve", &differs, "--solver", &lies, "--links=only:smtlib"])
        .expect_code(0);
    assert!(
        run.stdout.contains("its model does not satisfy"),
        "{}",
        run.stdout
    );
}

#[test]
fn other_solvers_find_the_same_paths() {
    let bench = Bench::new();
    for command in ["z3 -in", "cvc5 --incremental --lang smt2"] {
        let name = command.split(' ').next().expect("a name");
        if std::process::Command::new(name)
            .arg("--version")
            .output()
            .is_err()
        {
            skipped(&format!("{name} is not installed"));
            continue;
        }
        let file = example("cfmse/merge_sort.c");
        let solver = format!("smtlib:{command}");
        let theirs = bench.json(&[&file, "-D", "SIZE=3", "--solver", &solver]);
        let ours = bench.json(&[&file, "-D", "SIZE=3"]);
        assert_eq!(theirs["paths"], ours["paths"]);
        assert_eq!(theirs["verdict"], ours["verdict"]);
    }
}

#[test]
fn links_are_switched_by_name() {
    let bench = Bench::new();
    let file = bench.file("p.c", PROGRAM);
    let all = bench.json(&[&file]);
    for links in [
        "-ranks,-bits",
        "only:oneshot",
        "-domains,-independence,-cache",
    ] {
        let json = bench.json(&[&file, &format!("--links={links}")]);
        assert_eq!(json["verdict"], all["verdict"], "{links}");
        assert_eq!(json["paths"], all["paths"], "{links}");
    }
    let alone = bench.json(&[&file, "--links=only:oneshot"]);
    let names = alone["queries"]["links"].as_array().expect("a list");
    assert_eq!(names.len(), 1, "{names:?}");
    let run = bench.run(&[&file, "--links=-nothing"]).expect_code(2);
    assert!(
        run.stderr
            .contains("`-nothing`; the links are domains, independence"),
        "{}",
        run.stderr
    );
    let run = bench
        .run(&[&file, "--links=-ranks,only:bits"])
        .expect_code(2);
    assert!(
        run.stderr
            .contains("`only:bits` is not the first word; `only:` starts an empty selection"),
        "{}",
        run.stderr
    );
    let run = bench.run(&[&file, "--links=only:smtlib"]).expect_code(2);
    assert!(
        run.stderr
            .contains("the link `smtlib` of --links needs the option `--solver smtlib:COMMAND`"),
        "{}",
        run.stderr
    );
}

/// A program: its path below `examples/c/`, and the options of its exploration.
type Program<'a> = (&'a str, &'a [&'a str]);

#[test]
fn unsat_answers_are_checked_in_every_mode() {
    let bench = Bench::new();
    let modes: [(&[&str], &[Program]); 5] = [
        (
            &["--verify"],
            &[
                ("cfmse/bitonic_sort.c", &["-DSIZE=4"]),
                ("arrays/mixed.c", &["-DSIZE=2"]),
            ],
        ),
        (
            &["--cfmse", "--verify"],
            &[
                ("cfmse/toupper.c", &["-DSIZE=4"]),
                ("cfmse/merge_sort.c", &["-DSIZE=3"]),
            ],
        ),
        (
            &["--merge=static"],
            &[
                ("qce/echo.c", &["--sym-args", "0", "2", "2"]),
                ("cfmse/dijkstra.c", &["-DSIZE=3"]),
            ],
        ),
        (
            &["--merge=pattern"],
            &[
                ("patterns/memspn.c", &["-DSIZE=5"]),
                ("patterns/trim.c", &["-DSIZE=4"]),
            ],
        ),
        (
            &["--verify", "--cdse", "--unwind=3"],
            &[("cdse/tls_server_false.c", &[]), ("cdse/listing6_1.c", &[])],
        ),
    ];
    for (options, programs) in modes {
        let mut checked = 0;
        for (file, size) in programs {
            let file = example(file);
            let args: Vec<&str> = [&file]
                .into_iter()
                .map(String::as_str)
                .chain(size.iter().copied())
                .chain(options.iter().copied())
                .collect();
            let plain = bench.json(&args);
            // The run would terminate with exit code 3 if Z3 contradicted an answer.
            let with_check = bench.json(&[&args[..], &["--solver-check"]].concat());
            assert_eq!(with_check["verdict"], plain["verdict"], "{args:?}");
            assert_eq!(plain["queries"]["checked"], 0);
            checked += with_check["queries"]["checked"].as_u64().expect("a number");
        }
        assert!(checked > 0, "{options:?}");
    }
}

#[test]
fn solve_runs_the_selected_links_only() {
    let bench = Bench::new();
    let text = "(declare-const x (_ BitVec 8))\n(assert (bvult x #x07))\n(check-sat)\n";
    let file = bench.file("q.smt2", text);
    let lines = |links: &str| {
        let run = bench
            .run(&["solve", &file, &format!("--links={links}")])
            .expect_code(0);
        let named = ["chain (", "z3 incremental", "z3 oneshot"];
        let found = named.map(|name| run.stdout.contains(name));
        (found, run.stdout)
    };
    assert_eq!(lines("-ranks").0, [true, true, true]);
    assert_eq!(lines("only:byte-enumeration").0, [true, false, false]);
    assert_eq!(lines("only:oneshot").0, [true, false, true]);
    let text = "(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))\n(check-sat)\n";
    let arrays = bench.file("a.smt2", text);
    let run = bench.run(&["solve", &arrays, "--links=only:bits"]);
    let expected =
        "  chain skipped: arrays are not supported\n  no selected link supports this query\n";
    assert!(run.expect_code(20).stdout.ends_with(expected), "{arrays}");
}
