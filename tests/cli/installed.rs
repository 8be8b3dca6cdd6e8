//! The tests check the completion scripts and the manual pages.
use crate::harness::{Bench, skipped};
use std::process::Command;

/// Runs a program of the host with the arguments `args` and returns its standard output; `None` if the program is
/// missing.
fn host(program: &str, args: &[&str]) -> Option<String> {
    let Ok(output) = Command::new(program).args(args).output() else {
        skipped(&format!("there is no {program}"));
        return None;
    };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {args:?}: {said}");
    assert_eq!(said, "", "{program} {args:?}");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn each_shell_accepts_its_script() {
    let bench = Bench::new();
    for (shell, check) in [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")] {
        let script = bench.run(&["completions", shell]).expect_code(0).stdout;
        for option in ["--merge", "--unwind", "replay", "static"] {
            let option = option.trim_start_matches(if shell == "fish" { "--" } else { "" });
            assert!(script.contains(option), "{shell} lacks {option}");
        }
        let file = bench.file("script", script);
        host(shell, &[check, &file]);
    }
    for shell in ["elvish", "powershell"] {
        let script = bench.run(&["completions", shell]).expect_code(0).stdout;
        assert!(script.contains("--unwind"), "{shell}");
    }
    bench.run(&["completions", "sh"]).expect_code(2);
    bench.run(&["completions"]).expect_code(2);
}

#[test]
fn bash_completes_options_values_and_commands() {
    let bench = Bench::new();
    let script = bench.run(&["completions", "bash"]).expect_code(0).stdout;
    let file = bench.file("script", script);
    let complete = |words: &str, last: usize| {
        let command = format!(
            "source {file}; COMP_WORDS=({words}); COMP_CWORD={last}; \
             _symtool symtool \"${{COMP_WORDS[{last}]}}\" \"${{COMP_WORDS[{last}-1]}}\"; echo \"${{COMPREPLY[*]}}\""
        );
        host("bash", &["-c", &command])
    };
    for (words, last, expected) in [
        ("symtool --unw", 1, "--unwind"),
        ("symtool repl", 1, "replay"),
        ("symtool replay --tra", 2, "--trace"),
        ("symtool a.c --evict n", 3, "newest"),
        ("symtool completions ba", 2, "bash"),
    ] {
        let found = complete(words, last);
        assert!(
            found.is_none_or(|found| found.trim() == expected),
            "{words}"
        );
    }
}

#[test]
fn the_manual_pages_render_and_name_every_option() {
    let bench = Bench::new();
    let page = bench.run(&["man"]).expect_code(0).stdout;
    assert!(page.contains(".TH symtool 1"), "{page}");
    std::fs::create_dir(bench.path().join("man")).expect("a folder");
    bench.run(&["man", "man"]).expect_code(0);
    assert!(bench.read("man/symtool.1") == page, "both pages are equal");
    for command in [
        "replay",
        "export",
        "check",
        "ir",
        "compare",
        "bench",
        "bench-papers",
        "kit-new",
    ] {
        bench.read(&format!("man/symtool-{command}.1"));
    }
    let help = bench.run(&["--help"]).expect_code(0).stdout;
    let words = help.split(|c: char| c != '-' && !c.is_ascii_alphanumeric());
    let options: Vec<&str> = words
        .filter(|word| word.starts_with("--") && word.len() > 3)
        .collect();
    assert!(options.len() > 50, "{options:?}");
    for entry in std::fs::read_dir(bench.path().join("man")).expect("a folder") {
        let path = entry.expect("an entry").path().display().to_string();
        host("groff", &["-Kutf8", "-man", "-Tutf8", "-ww", "-z", &path]);
    }
    let path = bench.path().join("man/symtool.1").display().to_string();
    // The page is rendered so wide that no line break separates the parts of an option.
    let rendered = host(
        "groff",
        &["-Kutf8", "-man", "-Tutf8", "-P-cbou", "-rLL=2000n", &path],
    );
    for option in options {
        let known = rendered.as_ref().is_none_or(|text| text.contains(option));
        assert!(known, "the page lacks {option}");
    }
    let run = bench.run(&["man", "no/where"]).expect_code(1);
    assert!(run.stderr.contains("no/where"), "{}", run.stderr);
}
