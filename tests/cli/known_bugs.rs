//! The tests of `symtool bench bugs`.
use crate::harness::Bench;

/// A small library with the functions that the driver `libcue-2023-43641` calls, and with the line that the driver edits.
const LIBRARY: [(&str, &str); 4] = [
    (
        "cd.h",
        "typedef struct Track { long index[4]; } Track;\ntypedef struct Cd { Track track; } Cd;\n\
         Cd *cd_init(void);\nvoid cd_delete(Cd *);\nTrack *cd_add_track(Cd *);\n\
         void track_set_index(Track *, int, long);\n",
    ),
    (
        "cd.c",
        "#include \"cd.h\"\n#include <stdlib.h>\n#define MAXINDEX 3\n\
         Cd *cd_init(void) { return malloc(sizeof(Cd)); }\n\
         void cd_delete(Cd *cd) { free(cd); }\n\
         Track *cd_add_track(Cd *cd) { return &cd->track; }\n\
         void track_set_index(Track *track, int i, long ind)\n{\n\
         \tif (i < 0 || i > MAXINDEX) {\n\t\treturn;\n\t}\n\ttrack->index[i] = ind;\n}\n",
    ),
    ("cdtext.c", "\n"),
    ("rem.c", "\n"),
];

#[test]
fn a_known_bug_is_found_in_the_broken_version_only() {
    let bench = Bench::new();
    std::fs::create_dir_all(bench.path().join("sources/libcue-9")).expect("a folder");
    for (name, text) in LIBRARY {
        bench.file(&format!("sources/libcue-9/{name}"), text);
    }
    let args = [
        "bench",
        "bugs",
        "sources",
        "--bugs",
        "libcue-2023-43641",
        "--modes",
        "auto,plain",
        "--out",
        "b",
    ];
    let run = bench.run(&args).expect_code(0);
    for line in [
        "found by automatic mode:      1 of 1\n",
        "found within 5 s:             1\n",
        "reported in fixed versions:   none\n",
    ] {
        assert!(run.stdout.contains(line), "{line}{}", run.stdout);
    }
    let csv = bench.read("b/bugs.csv");
    let ends = |line: &str| {
        line.split(',')
            .skip(3)
            .take(4)
            .collect::<Vec<_>>()
            .join(",")
    };
    let lines: Vec<String> = csv.lines().skip(1).map(ends).collect();
    let expected = [
        "broken,auto,violation,true",
        "broken,plain,violation,true",
        "fixed,auto,verified,false",
    ];
    assert_eq!(lines, expected);
    let row = run.stdout.lines().find(|line| line.starts_with("| libcue"));
    assert!(
        row.is_some_and(|row| row.ends_with("fails |")),
        "{}",
        run.stdout
    );
}

#[test]
fn missing_sources_and_unknown_bugs_are_errors() {
    let bench = Bench::new();
    std::fs::create_dir(bench.path().join("sources")).expect("a folder");
    let run = bench.run(&["bench", "bugs", "sources", "--bugs", "libcue-2023-43641"]);
    assert_eq!(run.code, 1);
    assert!(
        run.stderr.contains("it has no folder libcue-2.2.1"),
        "{}",
        run.stderr
    );
    let run = bench.run(&["bench", "bugs", "sources", "--bugs", "libcue"]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr
            .starts_with("error: unknown bug `libcue`; known: c-ares-"),
        "{}",
        run.stderr
    );
}
