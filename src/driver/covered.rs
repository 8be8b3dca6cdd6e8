//! Coverage of the explored paths as files: `coverage.json`, and `coverage.lcov` for `genhtml` and editors.
//!
//! A symbolic path represents many runs, so a line has no execution count. The counts in the lcov file are 1 (reached)
//! or 0. The lcov file omits source files that are not on disk, because tools that read the lcov file show the source
//! text. The JSON file also contains the coverage of symtool's C code for library functions.
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use symtool_engine::coverage::CoverageReport;
use symtool_ir::source::SourceMap;

/// The coverage of all source files that contain code of the program.
#[derive(Serialize, Debug, PartialEq)]
pub struct Covered {
    schema: u32,
    files: Vec<File>,
}

/// The coverage of one source file.
#[derive(Serialize, Debug, Default, PartialEq)]
pub struct File {
    file: String,
    lines: Lines,
    functions: Vec<Function>,
    branches: Vec<Branch>,
}

/// The lines of a file that contain code, reached and not reached, in ascending order.
#[derive(Serialize, Debug, Default, PartialEq)]
struct Lines {
    reached: Vec<u32>,
    missed: Vec<u32>,
}

#[derive(Serialize, Debug, PartialEq)]
struct Function {
    name: String,
    /// The line of the definition.
    line: u32,
    reached: bool,
}

#[derive(Serialize, Debug, PartialEq)]
struct Branch {
    line: u32,
    column: u32,
    function: String,
    reached: bool,
    /// Whether each side of the branch was taken. The sides are `then` and `else`, or the cases of a switch and
    /// its default.
    sides: Vec<bool>,
}

impl Covered {
    /// Returns the coverage in the engine's report, sorted by file and line.
    pub fn new(report: &CoverageReport, source: &SourceMap) -> Covered {
        let mut lines: BTreeMap<(&str, u32), bool> = BTreeMap::new();
        for &loc in &report.all {
            let at = source.get(loc);
            let reached = report.reached.contains(&loc);
            *lines
                .entry((source.file_name(at.file), at.line))
                .or_default() |= reached;
        }
        let mut files: BTreeMap<&str, File> = BTreeMap::new();
        for ((file, line), reached) in lines {
            let lines = &mut entry(&mut files, file).lines;
            let list = if reached {
                &mut lines.reached
            } else {
                &mut lines.missed
            };
            list.push(line);
        }
        for function in &report.functions {
            let Some(at) = function.loc.map(|loc| source.get(loc)) else {
                continue;
            };
            let file = entry(&mut files, source.file_name(at.file));
            file.functions.push(Function {
                name: function.name.clone(),
                line: at.line,
                reached: function.reached,
            });
        }
        for branch in &report.branches {
            let Some(at) = branch.loc.map(|loc| source.get(loc)) else {
                continue;
            };
            let file = entry(&mut files, source.file_name(at.file));
            file.branches.push(Branch {
                line: at.line,
                column: at.column,
                function: branch.function.clone(),
                reached: branch.reached,
                sides: branch.sides.clone(),
            });
        }
        let mut files: Vec<File> = files.into_values().collect();
        for file in &mut files {
            file.functions
                .sort_by(|a, b| (a.line, &a.name).cmp(&(b.line, &b.name)));
            // Several branches at one location keep their order in the program.
            file.branches
                .sort_by_key(|branch| (branch.line, branch.column));
        }
        Covered { schema: 1, files }
    }

    /// Returns the coverage of each file, in the order of the file names.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// Returns a tracefile of lcov (see geninfo(1) for its records), without the source files for which `is_on_disk`
    /// returns false.
    pub fn lcov(&self, is_on_disk: impl Fn(&str) -> bool) -> String {
        let mut text = String::from("TN:symtool\n");
        for file in self.files.iter().filter(|file| is_on_disk(&file.file)) {
            let path = std::path::absolute(&file.file);
            let path = path.as_deref().unwrap_or(Path::new(&file.file));
            let _ = writeln!(text, "SF:{}", path.display());
            file.lcov(&mut text);
            text += "end_of_record\n";
        }
        text
    }
}

fn entry<'a, 'n>(files: &'a mut BTreeMap<&'n str, File>, name: &'n str) -> &'a mut File {
    files.entry(name).or_insert_with(|| File {
        file: name.to_owned(),
        ..File::default()
    })
}

impl File {
    /// Returns the name of the file.
    pub fn name(&self) -> &str {
        &self.file
    }

    /// Iterates over the lines with code: the line, and whether it was reached.
    pub fn lines(&self) -> impl Iterator<Item = (u32, bool)> {
        let reached = self.lines.reached.iter().map(|&line| (line, true));
        reached.chain(self.lines.missed.iter().map(|&line| (line, false)))
    }

    /// Iterates over the branches: the line, the column, and whether each side was taken.
    pub fn branches(&self) -> impl Iterator<Item = (u32, u32, &[bool])> {
        let branches = self.branches.iter();
        branches.map(|branch| (branch.line, branch.column, branch.sides.as_slice()))
    }

    /// Appends the lcov records of this file, from `SF` to `end_of_record`.
    fn lcov(&self, text: &mut String) {
        for function in &self.functions {
            let _ = writeln!(text, "FN:{},{}", function.line, function.name);
        }
        for function in &self.functions {
            let _ = writeln!(
                text,
                "FNDA:{},{}",
                u8::from(function.reached),
                function.name
            );
        }
        let hit = self.functions.iter().filter(|f| f.reached).count();
        let _ = writeln!(text, "FNF:{}\nFNH:{hit}", self.functions.len());

        let (mut sides, mut taken, mut block, mut line) = (0, 0, 0, 0);
        for branch in &self.branches {
            block = if branch.line == line { block + 1 } else { 0 };
            line = branch.line;
            for (number, &side) in branch.sides.iter().enumerate() {
                let count = match (branch.reached, side) {
                    (false, _) => "-",
                    (true, false) => "0",
                    (true, true) => "1",
                };
                let _ = writeln!(text, "BRDA:{line},{block},{number},{count}");
            }
            sides += branch.sides.len();
            taken += branch.sides.iter().filter(|&&side| side).count();
        }
        let _ = writeln!(text, "BRF:{sides}\nBRH:{taken}");

        let reached = self.lines.reached.iter().map(|&line| (line, 1));
        let mut lines: Vec<(u32, u8)> = reached
            .chain(self.lines.missed.iter().map(|&line| (line, 0)))
            .collect();
        lines.sort_unstable();
        for (line, count) in &lines {
            let _ = writeln!(text, "DA:{line},{count}");
        }
        let _ = writeln!(text, "LF:{}\nLH:{}", lines.len(), self.lines.reached.len());
    }
}
