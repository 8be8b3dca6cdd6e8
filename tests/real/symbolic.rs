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
