//! The programs in a user's folder, with their expected verdicts. The verdict of the program NAME.c is read from the
//! SV-COMP file `NAME.yml` in the same folder (property `unreach-call`). Without this file, the name of the program
//! gives the verdict, as in `tcp_true` or `tcp_unsafe`.
use crate::error::Error;
use crate::programs::{Program, SizeIs, Source, UNWINDING};
use std::fs;
use std::path::{Path, PathBuf};

/// Returns all C files (`.c` and `.i`) of a folder as programs, sorted by name. The returned programs are never freed,
/// because the experiments refer to programs as `&'static Program`. A process reads only one folder, so the lost
/// memory is small.
pub(crate) fn programs(folder: &Path) -> Result<Vec<&'static Program>, Error> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(Error::file(folder))? {
        let path = entry.map_err(Error::file(folder))?.path();
        if path.extension().is_some_and(|e| e == "c" || e == "i") && !path.is_dir() {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(Error::file(folder)("no C file in the folder"));
    }
    files.into_iter().map(program).collect()
}

pub(crate) fn program(path: PathBuf) -> Result<&'static Program, Error> {
    let name = path.file_stem().unwrap_or_default();
    let name = name.to_string_lossy().into_owned();
    let beside = path.with_extension("yml");
    let declared = match beside.exists() {
        true => described(&fs::read_to_string(&beside).map_err(Error::file(&beside))?),
        false => None,
    };
    Ok(Box::leak(Box::new(Program {
        is_safe: declared.or_else(|| by_name(&name)),
        name: name.leak(),
        source: Source::File(Box::leak(path.into_boxed_path())),
        sizes: &[UNWINDING],
        sized: SizeIs::Unwinding,
    })))
}

/// Returns the verdict of the property `unreach-call` in an SV-COMP description; `None` if the description has no such
/// verdict. The function parses only the list of properties and verdicts in the description.
fn described(text: &str) -> Option<bool> {
    let mut is_it = false;
    for line in text.lines() {
        let line = line.trim().trim_start_matches("- ");
        let Some((key, value)) = line.split_once(':') else {
            continue;
        };
        let value = value.split('#').next().unwrap_or_default().trim();
        match key.trim() {
            "property_file" => is_it = value.contains("unreach-call"),
            "expected_verdict" if is_it => return value.parse().ok(),
            _ => {}
        }
    }
    None
}

/// Returns the expected verdict that the name of a program contains: `Some(true)` for `tcp_true` and `tcp_safe`,
/// `Some(false)` for `tcp_false` and `tcp_unsafe`. Returns `None` if the name contains both verdicts or none.
fn by_name(name: &str) -> Option<bool> {
    let has = |parts: [&str; 2]| parts.iter().any(|part| name.contains(part));
    let (safe, unsafe_) = if name.contains("-unreach-call") {
        let of = |word: &str| name.contains(&format!("_{word}-unreach-call"));
        (of("true"), of("false"))
    } else {
        (has(["_true", "_safe"]), has(["_false", "_unsafe"]))
    };
    (safe != unsafe_).then_some(safe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_verdicts_come_from_the_description_or_the_name() {
        assert_eq!(by_name("s3_srvr_1_safe.cil"), Some(true));
        assert_eq!(by_name("floppy_simpl3_unsafe.cil"), Some(false));
        assert_eq!(
            by_name("a_false-unreach-call_true-termination"),
            Some(false)
        );
        assert_eq!(by_name("listing"), None);
        let text = "format_version: '2.0'\ninput_files: 'x.c'\nproperties:\n  - property_file: ../termination.prp\n    \
            expected_verdict: true\n  - property_file: ../properties/unreach-call.prp\n    expected_verdict: false  # why\n";
        assert_eq!(described(text), Some(false));
        assert_eq!(described("properties: []\n"), None);
    }

    #[test]
    fn a_folder_is_read_in_order_and_must_contain_programs() {
        let folder = tempfile::tempdir().unwrap();
        assert!(programs(folder.path()).is_err());
        for name in [
            "b_true.c",
            "a_false.i",
            "c_true.c",
            "c_true.yml",
            "notes.txt",
        ] {
            let text = "- property_file: unreach-call\n  expected_verdict: false\n";
            fs::write(folder.path().join(name), text).unwrap();
        }
        // A folder is no program, whatever its name is.
        fs::create_dir(folder.path().join("sub.c")).unwrap();
        let found = programs(folder.path()).unwrap();
        let found: Vec<_> = found.iter().map(|p| (p.name, p.is_safe)).collect();
        let wanted = [
            ("a_false", Some(false)),
            ("b_true", Some(true)),
            ("c_true", Some(false)),
        ];
        assert_eq!(found, wanted);
        assert!(programs(&folder.path().join("none")).is_err());
    }
}
