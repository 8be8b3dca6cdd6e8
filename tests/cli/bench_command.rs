//! The tests check `symtool bench`, which repeats published experiments.
use crate::harness::{Bench, Run};

impl Bench {
    /// Runs `symtool bench` with options separated by spaces, which must succeed.
    #[track_caller]
    fn experiment(&self, options: &str) -> Run {
        let args: Vec<&str> = ["bench"].into_iter().chain(options.split(' ')).collect();
        self.run(&args).expect_code(0)
    }
}

#[test]
fn table_3_is_measured_and_compared() {
    let bench = Bench::new();
    let run = bench.experiment("table3 --programs toupper,merge_sort --sizes 3,4 --out t3");
    let row = |name: &str| {
        let lines = run
            .stdout
            .lines()
            .filter(|line| line.starts_with(&format!("| {name} ")));
        let cells = lines.map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
        cells.map(|c| (c[2], c[3], c[4], c[5])).collect::<Vec<_>>()
    };
    // Without melding, the paths of `toupper` double with each character, and sorting n values has n! paths.
    // With melding, each program has one path.
    assert_eq!(
        row("toupper"),
        [
            ("3", "K", "verified", "8"),
            ("3", "C", "verified", "1"),
            ("3", "SM", "verified", "1"),
            ("3", "C-SM", "verified", "1"),
            ("3", "static", "verified", "1"),
            ("3", "dynamic", "verified", "1"),
            ("4", "K", "verified", "16"),
            ("4", "C", "verified", "1"),
            ("4", "SM", "verified", "1"),
            ("4", "C-SM", "verified", "1"),
            ("4", "static", "verified", "1"),
            ("4", "dynamic", "verified", "1"),
        ]
    );
    assert_eq!(row("merge_sort")[0], ("3", "K", "verified", "6"));
    let csv = bench.read("t3/table3.csv");
    assert_eq!(csv.lines().count(), 1 + 24, "{csv}");
    for file in ["table3.md", "table3-time.svg", "table3-paths.svg"] {
        assert!(bench.path().join("t3").join(file).exists(), "{file}");
    }
}

/// Checks that an experiment measures no run again when it is resumed in its output folder (`--resume`). The reports of
/// the original and of the resumed experiment must contain equal times.
#[test]
fn an_experiment_continues_in_its_output_folder() {
    let bench = Bench::new();
    let options = "table3 --programs toupper,merge_sort --sizes 3 --modes K,C --jobs 2";
    let first = bench.experiment(&format!("{options} --out t"));
    let again = bench.experiment(&format!("{options} --resume t"));
    assert_eq!(again.stdout, first.stdout);
    let lines = bench.read("t/runs.jsonl");
    assert_eq!(lines.lines().count(), 1 + 4, "{lines}");
    let other = bench.run(&["bench", "table3", "--resume", "t", "--budget", "9s"]);
    assert!(other.stderr.contains("other options"), "{}", other.stderr);
    let missing = bench.run(&["bench", "table3", "--resume", "nowhere"]);
    assert_eq!(
        missing.stderr,
        "error: --resume: there is no folder nowhere\n"
    );
}

/// Checks two time limits: one that is reached during the exploration, and one that is reached before the program is
/// compiled.
#[test]
fn a_budget_ends_a_run_and_is_shown_in_the_table() {
    let bench = Bench::new();
    for budget in ["1s", "1ms"] {
        let run = bench.experiment(&format!(
            "table3 --programs toupper --sizes 60 --modes K --budget {budget}"
        ));
        assert!(run.stdout.contains("out of time"), "{}", run.stdout);
    }
}

#[test]
fn unknown_names_are_rejected_with_the_known_ones() {
    let bench = Bench::new();
    let run = bench.run(&["bench", "table3", "--modes", "X"]);
    assert_eq!(run.code, 2);
    assert_eq!(
        run.stderr,
        "error: unknown mode `X`; known: K, C, SM, C-SM, static, dynamic\n"
    );
    let run = bench.run(&["bench", "table9"]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("unrecognized subcommand 'table9'"),
        "{}",
        run.stderr
    );
}

#[test]
fn verification_is_measured_against_other_tools() {
    let bench = Bench::new();
    let run = bench.experiment("verify --programs toupper,bitonic_sort --sizes 4 --out v");
    let paths = |mode: &str| {
        let lines = run.stdout.lines();
        let cells = lines.map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
        let rows = cells.filter(|c| c.get(3) == Some(&mode));
        rows.map(|c| (c[1].to_owned(), c[4].to_owned(), c[5].to_owned()))
            .collect::<Vec<_>>()
    };
    let row = |name: &str, paths: &str| (name.to_owned(), "verified".to_owned(), paths.to_owned());
    assert_eq!(
        paths("KV"),
        [row("toupper", "16"), row("bitonic_sort", "28")]
    );
    for mode in ["CV", "SMV", "C-SMV"] {
        assert_eq!(paths(mode), [row("toupper", "1"), row("bitonic_sort", "1")]);
    }
    for file in ["verify.md", "verify.csv", "verify-time.svg"] {
        assert!(bench.path().join("v").join(file).exists(), "{file}");
    }
}

#[test]
fn an_option_without_effect_is_rejected_and_not_offered() {
    let bench = Bench::new();
    let run = bench.run(&["bench", "verify", "--all-tests"]);
    assert_eq!(run.code, 2);
    assert_eq!(
        run.stderr,
        "error: `--all-tests` has no effect on verify; remove it\n"
    );
    let help = bench.run(&["bench", "verify", "--help"]).stdout;
    assert!(!help.contains("--all-tests"), "{help}");
    assert!(help.contains("--modes"), "{help}");
}

#[test]
fn the_melding_pass_is_measured() {
    let bench = Bench::new();
    for name in ["table1", "table4"] {
        let run = bench.experiment(&format!("{name} --programs toupper,prim --out {name}"));
        let csv = bench.read(&format!("{name}/{name}.csv"));
        let row = csv.lines().find(|line| line.starts_with("toupper,"));
        // The kernel has one symbolic branch, an `if` without `else`. So melding has one candidate, adds one
        // `select` and removes one branch.
        let row = row.unwrap_or_default();
        assert!(row.starts_with("toupper,4,pass,1,1,1,0,1,1,"), "{csv}");
        let none_fewer = "fewer branches removed than by the authors: none\n";
        assert!(run.stdout.contains(none_fewer), "{}", run.stdout);
    }
    let run = bench.run(&["bench", "table1", "--modes", "pass"]);
    assert_eq!(run.code, 2);
    assert_eq!(
        run.stderr,
        "error: `--modes` has no effect on table1; remove it\n"
    );
}

#[test]
fn options_of_the_pass_are_compared() {
    let bench = Bench::new();
    let run = bench.experiment("ablation --programs bitonic_sort --sizes 4 --out a");
    let same = "other verdict than C:      none\n";
    assert!(run.stdout.contains(same), "{}", run.stdout);
    let csv = bench.read("a/ablation.csv");
    let modes: Vec<&str> = csv.lines().filter_map(|l| l.split(',').nth(2)).collect();
    let all = ["mode", "C", "C-speculative", "C-loops", "C-all", "C-loads"];
    assert_eq!(modes, all);
}

#[test]
fn growth_of_merge_sort_is_plotted() {
    let bench = Bench::new();
    bench.experiment("fig6 --sizes 2,3 --modes K --out f");
    let csv = bench.read("f/fig6.csv");
    let paths: Vec<&str> = csv.lines().filter_map(|l| l.split(',').nth(7)).collect();
    assert_eq!(paths, ["completed_paths", "2", "6"], "{csv}");
    for file in ["fig6-time.svg", "fig6-queries.svg", "fig6-paths.svg"] {
        assert!(bench.path().join("f").join(file).exists(), "{file}");
    }
    let run = bench.run(&["bench", "fig6", "--programs", "merge_sort"]);
    assert_eq!(run.code, 2);
}

#[test]
fn forms_of_diamonds_are_compared() {
    let bench = Bench::new();
    let run = bench.experiment("melding --out m");
    for line in [
        "chosen worse than naive:      none\n",
        "chosen worse than alignment:  none\n",
    ] {
        assert!(run.stdout.contains(line), "{}", run.stdout);
    }
    assert!(bench.path().join("m/melding.csv").exists());
    bench.file("bad.txt", "diamond d\n  cond %0\nend\n");
    let run = bench.run(&["bench", "melding", "bad.txt"]);
    assert_eq!(run.code, 1);
    assert!(
        run.stderr.contains("line 2: syntax error"),
        "{}",
        run.stderr
    );
}

#[test]
fn learning_is_measured_on_machines_and_on_programs_of_a_folder() {
    let bench = Bench::new();
    let run = bench.experiment(
        "cdse --programs handshake_false --modes KV,guide,C-maximize:10 --unwind 12 --out built-in",
    );
    assert!(
        run.stdout.contains("| guide         |   1/1 "),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("wrong verdicts: none\n"),
        "{}",
        run.stdout
    );
    let csv = bench.read("built-in/cdse.csv");
    assert_eq!(csv.lines().count(), 1 + 3, "{csv}");
    assert!(bench.path().join("built-in/cdse-instructions.svg").exists());

    std::fs::create_dir(bench.path().join("mine")).expect("a folder");
    let text = "int __VERIFIER_nondet_int(void); void reach_error(void);\n\
        int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }\n";
    // The name of the first program states the wrong verdict `true`. For the second program, a separate file states
    // the correct verdict `false`.
    bench.file("mine/one_true.c", text);
    bench.file("mine/two_true.i", text);
    bench.file(
        "mine/two_true.yml",
        "properties:\n  - property_file: ../properties/unreach-call.prp\n    expected_verdict: false\n",
    );
    let run = bench.experiment("cdse mine --modes maximize:10 --out m");
    assert!(
        run.stdout
            .starts_with("WRONG VERDICT: program one_true, mode maximize:10: violation\n"),
        "{}",
        run.stdout
    );
    assert!(
        !run.stdout.contains("WRONG VERDICT: program two"),
        "{}",
        run.stdout
    );
    let run = bench.run(&["bench", "table3", "mine"]);
    assert_eq!(run.code, 2);
    assert_eq!(
        run.stderr,
        "error: `DIR` has no effect on table3; remove it\n"
    );
}

#[test]
fn all_experiments_of_the_papers_write_their_exhibits() {
    let bench = Bench::new();
    let run = bench.experiment(
        "papers --sizes 2 --out p --programs \
         toupper,merge_sort,echo,base64,memspn,memspn_sized,handshake_true,handshake_false",
    );
    let (_, exhibits) = run.stdout.split_once("# Exhibits\n").expect("a list");
    let missing = exhibits
        .lines()
        .filter(|line| line.contains("not in this run"));
    let missing: Vec<&str> = missing
        .map(|line| line.split('|').nth(2).unwrap_or_default().trim())
        .collect();
    // Only the hill climbing of §5.4 has no result, because it does not measure any of the programs of this run.
    assert_eq!(missing, ["§5.4, parameters"], "{exhibits}");
    let papers = bench.read("p/papers.md");
    assert!(
        papers.contains("# table3\n") && papers.contains("# qce\n"),
        "{papers}"
    );
    let run = bench.run(&["bench", "papers", "--papers", "x"]);
    assert_eq!(run.code, 2);
    assert_eq!(
        run.stderr,
        "error: unknown paper `x`; known: qce, cfmse, arrays, patterns, cdse\n"
    );
}

#[test]
fn parameters_are_chosen_by_hill_climbing() {
    let bench = Bench::new();
    let run = bench.experiment("climb --programs link --arguments 1 --steps 1 --out c");
    assert!(run.stdout.contains("chosen: alpha "), "{}", run.stdout);
    let csv = bench.read("c/climb.csv");
    let start = csv.lines().nth(1).unwrap_or_default();
    assert!(start.starts_with("1e-12,0.8,10,0,"), "{csv}");
    // The lines are the heading, the start, and two neighbors of the start in each of the three parameters.
    assert_eq!(csv.lines().count(), 1 + 1 + 6, "{csv}");
}

#[test]
fn repeated_runs_give_one_row() {
    let bench = Bench::new();
    bench.experiment("table3 --programs toupper --sizes 2 --modes K --repeats 3 --out t");
    let csv = bench.read("t/table3.csv");
    assert_eq!(csv.lines().count(), 2, "{csv}");
}
