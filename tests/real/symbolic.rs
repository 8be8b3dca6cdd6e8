//! The tests explore real code with symbolic inputs, and compare the verdict with the known verdict.
use crate::harness::{Bench, folder_of};
use std::path::Path;

/// A program to explore with symbolic inputs.
struct Exploration {
    /// The name of the project's folder.
    folder: &'static str,
    /// The name of a file in `symbolic/`; `None` if the project contains the program.
    driver: Option<&'static str>,
    files: &'static [&'static str],
    options: &'static [&'static str],
}

impl Exploration {
    /// Returns a temporary folder and the files and options for symtool, or `None` if the project is skipped.
    fn prepare(&self, name: &str) -> Option<(Bench, Vec<String>)> {
        let folder = folder_of(name, self.folder)?;
        let bench = Bench::new()?.at(folder);
        let drivers = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real/symbolic");
        let driver = self.driver.map(|name| drivers.join(name));
        let mut args: Vec<String> = driver
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        args.extend(self.files.iter().copied().map(str::to_owned));
        args.extend(self.options.iter().copied().map(str::to_owned));
        Some((bench, args))
    }

    /// Explores for some seconds: automatic mode finds no failure, and writes tests that cover new code.
    fn explores(&self, name: &str) {
        let Some((bench, mut args)) = self.prepare(name) else {
            return;
        };
        args.extend(["--only-new", "--max-time", "10s"].map(str::to_owned));
        let json = bench.explore(&args);
        assert_eq!(json["errors"], serde_json::json!([]), "{name}");
        let tests = json["tests"].as_array().map_or(0, Vec::len);
        assert!(tests > 5, "{name}: {tests} tests");
        println!("{name}: {tests} tests, coverage {}", json["coverage"]);
    }

    fn verifies(&self, name: &str) {
        let Some((bench, args)) = self.prepare(name) else {
            return;
        };
        let json = bench.explore(&args);
        assert_eq!(json["verdict"], "verified", "{name}: {json:#}");
        println!("{name}: verified");
    }
}

#[test]
fn base64_of_four_bytes_decodes_and_encodes_back() {
    let exploration = Exploration {
        folder: "coreutils",
        driver: Some("base64.c"),
        files: &["lib/base64.c"],
        options: &["-Ilib", "-DHAVE_CONFIG_H"],
    };
    exploration.verifies("base64 of four free bytes");
}

#[test]
fn utf8_of_three_bytes_is_valid_according_to_the_table() {
    let exploration = Exploration {
        folder: "utf8.h",
        driver: Some("utf8h.c"),
        files: &[],
        options: &["-I."],
    };
    exploration.verifies("utf8.h on three free bytes");
}

#[test]
fn lz4_decompresses_any_twelve_bytes() {
    let exploration = Exploration {
        folder: "lz4",
        driver: Some("lz4.c"),
        files: &["lib/lz4.c"],
        options: &["-Ilib"],
    };
    exploration.verifies("lz4 of twelve free bytes");
}

#[test]
fn parsers_of_symbolic_text_do_not_fail() {
    let rows: [(&str, &str, &[&str]); 4] = [
        ("cjson", "cjson.c", &["cJSON.c"]),
        ("jsmn", "jsmn.c", &[]),
        ("http-parser", "http_parser.c", &["http_parser.c"]),
        (
            "zlib",
            "inflate.c",
            &[
                "inflate.c",
                "inftrees.c",
                "inffast.c",
                "zutil.c",
                "adler32.c",
                "crc32.c",
            ],
        ),
    ];
    for (folder, driver, files) in rows {
        let exploration = Exploration {
            folder,
            driver: Some(driver),
            files,
            options: &["-I."],
        };
        exploration.explores(&format!("{folder} on symbolic text"));
    }
}
