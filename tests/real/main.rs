//! The tests compile real code, unmodified, with gcc and with symtool, each project together with a small driver. The
//! program must have the same output and exit status with both compilers.
//!
//! The sources are not part of this repository. `sh tests/real/fetch.sh FOLDER` fetches them from Debian's
//! source packages; `SYMTOOL_REAL_CODE=FOLDER cargo test --test real -- --nocapture` runs everything. A missing
//! project is skipped with a note.
mod harness;
mod projects;
mod symbolic;

use harness::{Bench, agree};

macro_rules! rows {
    ($($test:ident: $name:literal;)*) => {
        $(#[test]
        fn $test() {
            agree($name);
        })*

        /// Checks that every row of the table of programs has a test. A row without a test would never run.
        #[test]
        fn every_row_has_its_test() {
            let tested = [$($name),*];
            for program in projects::PROGRAMS {
                assert!(tested.contains(&program.name), "{} has no test", program.name);
            }
        }
    };
}

rows! {
    utf8_h: "utf8.h";
    libyaml: "libyaml";
    protobuf_c: "protobuf-c";
    bzip2: "bzip2";
    zlib: "zlib";
    lz4: "lz4";
    xxhash: "xxhash";
    http_parser: "http-parser";
    jsmn: "jsmn";
    cjson: "cJSON";
    uthash: "uthash";
    lua: "lua";
    coreutils_echo: "coreutils echo";
    coreutils_base64: "coreutils base64";
    coreutils_tsort: "coreutils tsort";
    coreutils_expr: "coreutils expr";
    coreutils_factor: "coreutils factor";
}

/// Checks that the comparison detects a difference: the program prints another text when symtool compiles it.
#[test]
fn a_difference_is_detected() {
    let Some(bench) = Bench::new() else { return };
    let text = "int puts(const char *);\n#ifdef __SYMTOOL__\nint main(void) { puts(\"a\"); return 3; }\n\
                #else\nint main(void) { puts(\"b\"); return 3; }\n#endif\n";
    let file = bench.file("different.c", text);
    let args = [file];
    bench.build(&args);
    let (theirs, ours) = (bench.with_gcc(&[], ""), bench.with_symtool(&args, &[], ""));
    assert_eq!((theirs.output.as_str(), theirs.status), ("b\n", 3));
    assert_eq!((ours.output.as_str(), ours.status), ("a\n", 3));
}
