//! A native build of a program that counts its executed lines and branches, and its runs on test cases.
//!
//! gcc compiles each file with `--coverage`. Each run adds its counts to the files beside the objects, from which gcov
//! computes the coverage of all runs so far. A run has an empty folder as its working directory, no environment
//! variables, and a `PATH` without programs, so that a program such as `nice` cannot start another one.
use super::case::{Case, Inputs};
use super::entry::Program;
use super::gcov::Coverage;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The C source that each native build contains. It gives the program the inputs of a test case, and writes the
/// coverage of the run.
const RUNTIME: &str = include_str!("runtime.c");
/// The header `klee/klee.h` of the native build.
const KLEE_HEADER: &str = include_str!("klee.h");

/// The built program.
pub(super) struct Native {
    executable: PathBuf,
    /// The folder of the objects and of the coverage counts.
    objects: PathBuf,
    /// The names of the objects of the package and of the driver.
    names: Vec<String>,
    /// The empty working directory of the runs.
    scratch: PathBuf,
    /// The file with the standard input of a run.
    stdin: PathBuf,
    /// The folder of the package, in which gcov finds the source files.
    package: PathBuf,
}

/// Writes the driver and the header `klee/klee.h` to a folder; returns the files of the program. The paths of the
/// package's files are relative to the folder of the package.
///
/// # Errors
/// A file cannot be written. The error is the message.
pub(super) fn sources(program: &Program, folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files: Vec<PathBuf> = program.files.iter().map(PathBuf::from).collect();
    let include = folder.join("include/klee");
    fs::create_dir_all(&include).map_err(|why| why.to_string())?;
    fs::write(include.join("klee.h"), KLEE_HEADER).map_err(|why| why.to_string())?;
    if !program.driver.is_empty() {
        let driver = folder.join(format!("{}.c", program.name));
        fs::write(&driver, program.driver).map_err(|why| why.to_string())?;
        files.insert(0, driver);
    }
    Ok(files)
}

impl Native {
    /// Compiles a program. `folder` is the folder to which [`sources`] has written the driver.
    ///
    /// # Errors
    /// gcc cannot be started, or reports an error. The error is the message.
    pub fn build(
        program: &Program,
        files: &[PathBuf],
        package: &Path,
        folder: &Path,
    ) -> Result<Native, String> {
        let (objects, scratch) = (folder.join("native"), folder.join("scratch"));
        for needed in [&objects, &scratch] {
            fs::create_dir_all(needed).map_err(|why| why.to_string())?;
        }
        let runtime = folder.join("runtime.c");
        fs::write(&runtime, RUNTIME).map_err(|why| why.to_string())?;
        let include = format!("-I{}", folder.join("include").display());
        let mut names = Vec::new();
        for (index, file) in files.iter().enumerate() {
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            let name = format!("{index}-{stem}.o");
            let mut gcc = gcc(package);
            gcc.args(["-c", "--coverage"]).args(&program.options);
            gcc.arg(&include).arg(file).arg("-o");
            checked(gcc.arg(objects.join(&name)))?;
            names.push(name);
        }
        let counter = objects.join("runtime.o");
        let mut gcc_runtime = gcc(package);
        gcc_runtime.arg("-c").arg(&include).arg(runtime).arg("-o");
        checked(gcc_runtime.arg(&counter))?;
        let executable = objects.join("program");
        let mut link = gcc(package);
        link.args(names.iter().map(|name| objects.join(name)));
        link.arg(counter).args(["--coverage", "-lm", "-o"]);
        checked(link.arg(&executable))?;
        Ok(Native {
            executable,
            objects,
            names,
            scratch,
            stdin: folder.join("stdin"),
            package: package.to_owned(),
        })
    }

    /// Removes the counts of all runs.
    pub fn reset(&self) {
        for name in &self.names {
            // The file does not exist if no run has written it.
            let _ = fs::remove_file(self.objects.join(name).with_extension("gcda"));
        }
    }

    /// Runs the program on a test case. `run` contains the options of the symbolic run that wrote the test case. The
    /// exit status of the program is ignored, because a program may also fail.
    ///
    /// # Errors
    /// The test case cannot be read, or the program cannot be started. The error is the message.
    pub fn replay(&self, case: &Case, run: &[String]) -> Result<(), String> {
        use std::os::unix::ffi::OsStringExt;
        let inputs = Inputs::read(&case.path);
        let inputs = inputs.ok_or_else(|| format!("{} is no test case", case.path.display()))?;
        let stdin =
            fs::write(&self.stdin, inputs.stdin()).and_then(|()| fs::File::open(&self.stdin));
        let stdin = stdin.map_err(|why| format!("{}: {why}", self.stdin.display()))?;
        let arguments = inputs.arguments(run).into_iter();
        let status = Command::new(&self.executable)
            .args(arguments.map(std::ffi::OsString::from_vec))
            .env_clear()
            .env("PATH", "/nonexistent")
            .env("KTEST_FILE", &case.path)
            .current_dir(&self.scratch)
            .stdin(stdin)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        let started = status.map(|_| ());
        started.map_err(|why| format!("cannot start {}: {why}", self.executable.display()))
    }

    /// Returns the coverage of all runs since the last [`reset`](Native::reset).
    ///
    /// # Errors
    /// gcov cannot be started. The error is the message.
    pub fn coverage(&self) -> Result<Coverage, String> {
        let mut gcov = Command::new("gcov");
        gcov.args(["--json-format", "--stdout", "--branch-probabilities"]);
        gcov.args(self.names.iter().map(|name| self.objects.join(name)));
        // gcov reports on standard error each object that no run has reached.
        let output = gcov
            .current_dir(&self.package)
            .stderr(Stdio::null())
            .output();
        let output = output.map_err(|why| format!("cannot start gcov: {why}"))?;
        Ok(Coverage::parse(&String::from_utf8_lossy(&output.stdout)))
    }
}

/// Returns a call of gcc in the folder of a package.
fn gcc(package: &Path) -> Command {
    let mut gcc = Command::new("gcc");
    gcc.args(["-O0", "-g", "-w"])
        .current_dir(package)
        .stdin(Stdio::null());
    gcc
}

/// Runs a command. If the command fails, the error contains the first line of its standard error that reports an error.
pub(super) fn checked(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output();
    let output = output.map_err(|why| format!("cannot start {name}: {why}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "{name}: {}",
            first_error(&String::from_utf8_lossy(&output.stderr))
        )),
    }
}

/// Returns the first line of `text` that reports an error, or the first line of all if none reports an error.
pub(super) fn first_error(text: &str) -> String {
    let is_error = |line: &&str| line.contains("error") || line.contains("undefined reference");
    let found = text.lines().find(is_error).or(text.lines().next());
    found.unwrap_or("ended without a message").trim().to_owned()
}
