//! Static properties of the programs, as the papers report them for the programs of their experiments: source lines,
//! conditional branches and arrays.
use crate::error::Error;
use crate::process;
use crate::programs::{Program, Source};
use std::path::Path;
use symtool_frontend::{Options, compile};
use symtool_ir::{InstData, LocSet, Module};

/// The properties of one program.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Subject {
    /// Number of lines with code.
    pub(crate) lines: usize,
    /// Number of conditional branches and switches in the program's own file, before any optimization.
    pub(crate) branches: usize,
    /// Number of arrays: the global objects of the program's own file that are larger than the largest scalar, thus
    /// also large structures. String literals are not counted.
    pub(crate) arrays: usize,
    /// The total size of the counted arrays in bytes.
    pub(crate) bytes: u64,
}

/// The size in bytes of the largest scalar type. A larger global object is an array or a structure.
const SCALAR: u64 = 16;

/// Returns the properties of a program; `None` if the program does not compile.
pub(crate) fn of(program: &'static Program) -> Result<Option<Subject>, Error> {
    let folder = tempfile::tempdir().map_err(Error::file(std::env::temp_dir()))?;
    let path = process::write_program(program, folder.path())?;
    let text = match program.source {
        Source::Text(text, _) => text.to_owned(),
        Source::File(path) => std::fs::read_to_string(path).map_err(Error::file(path))?,
    };
    let Ok(compilation) = compile(std::slice::from_ref(&path), &Options::default()) else {
        return Ok(None);
    };
    Ok(Some(properties(&text, &compilation.module, &path)))
}

fn properties(text: &str, module: &Module, path: &Path) -> Subject {
    let is_own = |locs: &LocSet| {
        let file = locs.first().map(|loc| module.source.get(loc).file);
        file.is_some_and(|file| {
            path.ends_with(module.source.file_name(file))
                || Path::new(module.source.file_name(file)) == path
        })
    };
    let functions = module.functions.values();
    let branches = functions.flat_map(|func| func.all_insts().map(move |(_, inst)| (func, inst)));
    let branches = branches.filter(|(func, inst)| {
        let data = func.data(*inst);
        let is_branch = matches!(data, InstData::Branch { .. } | InstData::Switch { .. });
        is_branch && is_own(func.locs(*inst))
    });
    let arrays = module.globals.values().filter(|global| {
        global.size > SCALAR && !global.name.starts_with('.') && is_own(&global.locs)
    });
    let sizes: Vec<u64> = arrays.map(|global| global.size).collect();
    Subject {
        lines: source_lines(text),
        branches: branches.count(),
        arrays: sizes.len(),
        bytes: sizes.iter().sum(),
    }
}

/// Returns the number of lines that contain more than white space and comments.
pub(crate) fn source_lines(text: &str) -> usize {
    let mut in_comment = false;
    let mut lines = 0;
    for line in text.lines() {
        let mut rest = line;
        let mut has_code = false;
        while !rest.is_empty() {
            if in_comment {
                let end = rest.find("*/");
                in_comment = end.is_none();
                rest = end.map_or("", |end| &rest[end + 2..]);
                continue;
            }
            let comment = rest.find("/*").unwrap_or(rest.len());
            let to_end = rest.find("//").unwrap_or(rest.len());
            has_code |= !rest[..comment.min(to_end)].trim().is_empty();
            in_comment = comment < to_end;
            rest = if in_comment { &rest[comment + 2..] } else { "" };
        }
        lines += usize::from(has_code);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs;

    #[test]
    fn comments_and_empty_lines_do_not_count() {
        let text = "/* a\n b */ int x; // c\n\n// d\nint y; /* e */ /* f\n */\n";
        assert_eq!(source_lines(text), 2);
    }

    #[test]
    fn tables_of_the_lexer_are_counted() {
        let lexer = programs::ARRAYS
            .iter()
            .find(|program| program.name == "lexer")
            .unwrap();
        let subject = of(lexer).unwrap().unwrap();
        assert_eq!(
            (subject.arrays, subject.bytes),
            (6, 256 + 196 + 2 * (196 + 196 + 451 + 451))
        );
        assert_eq!((subject.branches, subject.lines), (5, 134));
    }
}
