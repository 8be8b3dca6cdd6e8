//! State machines and drivers (`examples/c/cdse`): conflict-driven exploration answers as their names say, however it is run.
use crate::harness::{Bench, example};
use serde_json::Value;

/// Programs with the trips within which the variant with a bug fails.
const MACHINES: &[(&str, u32)] = &[
    ("dhcp", 8),
    ("diskperf", 5),
    ("elevator", 4),
    ("floppy", 3),
    ("handshake", 12),
    ("kbdclass", 4),
    ("parport", 6),
    ("ssh_rekey", 4),
    ("tcp", 5),
    ("tftp", 6),
    ("tls_client", 4),
    ("tls_server", 12),
    ("usb_enum", 12),
];

fn file(name: &str, variant: &str) -> String {
    example(&format!("cdse/{name}_{variant}.c"))
}

/// Explores up to a number of trips, in a folder of its own.
fn learn(file: &str, trips: u32, options: &[&str]) -> Value {
    let trips = trips.to_string();
    let args = [file, "--verify", "--cdse", "--unwind", &trips];
    Bench::new().json(&[&args[..], options].concat())
}

fn expect(json: &Value, variant: &str) {
    let verdict = json["verdict"].as_str().unwrap_or_default();
    if variant == "true" {
        assert!(verdict.starts_with("verified"), "{json}");
    } else {
        assert_eq!(verdict, "violation", "{json}");
        assert_eq!(json["errors"][0]["confirmed"], true, "{json}");
    }
}

#[test]
fn machines_are_answered_as_their_names_say() {
    for &(name, trips) in MACHINES {
        // A program without its bug is proved for fewer trips: that is what takes time.
        expect(&learn(&file(name, "true"), trips.min(4), &[]), "true");
        expect(&learn(&file(name, "false"), trips, &[]), "false");
    }
}

#[test]
fn plain_exploration_gives_the_same_answers_where_it_ends() {
    for (name, variant) in [
        ("handshake", "true"),
        ("handshake", "false"),
        ("tls_server", "false"),
    ] {
        let plain = Bench::new().json(&[&file(name, variant), "--verify"]);
        expect(&plain, variant);
        let learned = learn(&file(name, variant), 12, &[]);
        expect(&learned, variant);
    }
}

#[test]
fn several_engines_give_the_same_answer_each_time() {
    for (name, trips) in [("tls_server", 10), ("parport", 5)] {
        for variant in ["true", "false"] {
            let run = || learn(&file(name, variant), trips, &["--threads", "2"]);
            let (first, second) = (run(), run());
            expect(&first, variant);
            for part in ["verdict", "errors", "bound", "incomplete_reasons", "cdse"] {
                assert_eq!(first[part], second[part], "{name}_{variant}: {part}");
            }
        }
    }
}

#[test]
fn what_can_reach_no_check_changes_no_answer() {
    for (name, trips) in [("handshake", 12), ("floppy", 3), ("tftp", 4)] {
        for variant in ["true", "false"] {
            let trips = if variant == "true" {
                trips.min(4)
            } else {
                trips + 2
            };
            let json = learn(&file(name, variant), trips, &["--cdse-no-slice"]);
            expect(&json, variant);
        }
    }
    // Behind the last check is what is not followed; with and without the slice that is none of our business.
    let bench = Bench::new();
    let text = "#include <assert.h>\n#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {\n  \
        int n = __VERIFIER_nondet_int();\n  assert(n == n);\n  assert(n / 2 <= n || n < 0);\n  while (n > 0) n--;\n  \
        return n;\n}\n";
    let file = bench.file("behind.c", text);
    for option in [&[][..], &["--cdse-no-slice"]] {
        let json = bench.json(&[&[&*file, "--cdse"], option].concat());
        assert_eq!(json["verdict"], "verified", "{json}");
    }
}

/// What can never fail is decided where it stands: no path goes there.
#[test]
fn a_check_that_holds_anyway_costs_at_most_one_path() {
    let bench = Bench::new();
    for name in ["handshake_true", "tls_server_true", "usb_enum_true"] {
        let text =
            std::fs::read_to_string(example(&format!("cdse/{name}.c"))).expect("the example");
        // In the loop's own function, where the state has just been looked at.
        let place = text
            .rfind("        switch (")
            .or_else(|| text.rfind("        if (state == BEFORE)"));
        let place = place
            .or_else(|| text.rfind("        if (step() < 0)"))
            .expect("a loop");
        let check = "        { int any = __VERIFIER_nondet_int(); if (any < 0 && any > 0) reach_error(); }\n";
        let more = format!(
            "extern void reach_error(void);\n{}{check}{}",
            &text[..place],
            &text[place..]
        );
        let paths = |text: &str, at: &str| {
            let file = bench.file(&format!("{name}{at}.c"), text);
            let args = [
                &*file,
                "--cdse",
                "--unwind",
                "4",
                "--out",
                &format!("{name}{at}"),
            ];
            let json = bench.json(&args);
            assert!(
                json["verdict"]
                    .as_str()
                    .is_some_and(|v| v.starts_with("verified")),
                "{json}"
            );
            json["cdse"]["paths_executed"].as_u64().expect("a number")
        };
        let (without, with) = (paths(&text, "-0"), paths(&more, "-1"));
        assert!(
            with <= without + 1,
            "{name}: {without} paths, {with} with the check"
        );
    }
}
