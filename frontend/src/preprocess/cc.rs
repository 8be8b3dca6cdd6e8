//! Runs the system's C compiler as the preprocessor: `cc -E`.
use super::confine::Confinement;
use super::names::Names;
use super::{Preprocessed, Preprocessor, plain};
use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::headers::{BUNDLED_PREFIX, header_folder, similar_header, unpack};
use crate::raw_bytes::to_text;
use crate::{Options, SourceFile};
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

/// The maximum output of the preprocessor in bytes. A longer output probably means that a file includes itself
/// without end.
const MAX_OUTPUT: u64 = 256 << 20;

/// The time limit of the preprocessor for one file.
const MAX_TIME: Duration = Duration::from_secs(30);

/// The shell script that runs the compiler with at most 2 GiB of memory and 30 s of processor time, if the system
/// supports these limits. The first argument of the script is the folder of bundled headers. The script waits for a
/// line on standard input, by which symtool says that this folder has been filled.
///
/// symtool keeps the script's standard input open. When symtool ends, even by a signal, the standard input is closed;
/// the script then removes the folder and kills its process group. The script has a process group of its own, so that
/// an interrupt at the terminal does not end it before symtool.
const LIMITED: &str = "exec 3<&0 </dev/null; folder=$1; shift; \
                       read -r _ <&3 || { rm -rf \"$folder\"; exit 1; }; \
                       (read -r _ <&3; rm -rf \"$folder\"; kill -9 0) >/dev/null 2>&1 & exec 3<&-; \
                       ulimit -v 2097152; ulimit -t 30; exec \"$0\" \"$@\"";

/// The script for a compilation whose bundled headers are shared with other compilations. This script neither waits
/// for the headers nor removes them. If a signal ends symtool, the compiler runs to its end.
const LIMITED_WITH_SHARED_HEADERS: &str = "ulimit -v 2097152; ulimit -t 30; exec \"$0\" \"$@\"";

/// The names of C compilers, in order of preference.
const COMPILERS: &[&str] = &["cc", "gcc", "clang"];

/// The system's C compiler as the preprocessor: `cc -E` with the bundled headers. With the option `system_headers`, the
/// host's headers take precedence over the bundled ones.
#[derive(Debug, Default)]
pub(crate) struct SystemCompiler;

/// The result of running the compiler: whether it succeeded, and its outputs.
struct Output {
    success: bool,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

impl Preprocessor for SystemCompiler {
    fn preprocess(
        &self,
        file: &SourceFile,
        options: &Options,
        confinement: Option<&Confinement>,
    ) -> Result<Preprocessed, Vec<Diagnostic>> {
        let names = Names::of(file, options);
        let internal = |error: io::Error| {
            let text = format!("cannot unpack the bundled headers: {}", plain(&error));
            vec![
                Diagnostic::error("preprocess", text).help("make the temporary directory writable"),
            ]
        };
        // The list of the files that the compiler reads; needed only if the files are restricted.
        let read = confinement.map(|_| tempfile::NamedTempFile::new());
        let read = read.transpose().map_err(internal)?;
        let run = |headers: &Path, own: Option<&Path>| {
            let mut arguments = arguments(file, headers, options);
            if let Some(read) = &read {
                let list = ["-MD", "-MT", "file", "-MF"].map(OsString::from);
                arguments.extend(list);
                arguments.push(read.path().into());
            }
            start(file.folder(options), own, &arguments)
        };
        let finish = |child| finish(child).map_err(|error| not_run("cc", &error));
        let (output, folder) = match &options.headers {
            Some(shared) => (finish(run(shared.path(), None)?)?, shared.path().to_owned()),
            None => {
                // The compiler is started before the headers are written, in order to save time. The script that runs
                // the compiler waits until the headers are complete.
                let own = header_folder().map_err(internal)?;
                let child = run(own.path(), Some(own.path()))?;
                unpack(own.path()).map_err(internal)?;
                (finish(child)?, own.path().to_owned())
            }
        };
        let headers = folder;
        let folder = format!("{}/", headers.display());
        let messages = String::from_utf8_lossy(&output.stderr).replace(&folder, BUNDLED_PREFIX);
        let mut diagnostics = parse_messages(&messages);
        if let Some(names) = &names {
            let places = diagnostics
                .iter_mut()
                .filter_map(|found| found.primary.as_mut());
            places.for_each(|place| place.file = names.shown(&place.file).into());
        }
        let (errors, warnings): (Vec<_>, Vec<_>) =
            diagnostics.into_iter().partition(Diagnostic::is_error);
        if !errors.is_empty() {
            return Err(match confinement {
                Some(confinement) => confinement.visible(errors),
                None => errors,
            });
        }
        if !output.success {
            let text = format!("preprocessing `{}` failed", file.path.display());
            let error = Diagnostic::error("preprocess", text);
            return Err(vec![match confinement {
                Some(_) => error,
                None => error.note(messages),
            }]);
        }
        if output.stdout.len() as u64 > MAX_OUTPUT {
            let text = format!(
                "`{}` is larger than 256 MiB after preprocessing",
                file.path.display()
            );
            let help = "look for a header that includes itself";
            return Err(vec![Diagnostic::error("preprocess", text).help(help)]);
        }
        let text = to_text(output.stdout);
        if let (Some(confinement), Some(read)) = (confinement, &read) {
            let list = std::fs::read(read.path()).map_err(internal)?;
            let checked = confinement
                .check_dependencies(&list, &headers)
                .and_then(|()| confinement.check_markers(&text, &headers));
            checked.map_err(|error| vec![*error])?;
        }
        let text = rename_headers(text, &folder);
        Ok(Preprocessed {
            text: names.map_or_else(|| text.clone(), |names| names.rename(&text)),
            warnings,
        })
    }
}

/// Options that define macros by which many programs, such as GMP and OpenSSL, select C code instead of assembly.
/// symtool does not support assembly.
const NO_ASSEMBLY: [&str; 2] = ["-DNO_ASM=1", "-DOPENSSL_NO_ASM=1"];

/// Options that undefine the macros by which programs detect vector instructions. symtool does not support these
/// instructions, so programs must use their portable code.
const NO_VECTORS: [&str; 4] = ["-U__MMX__", "-U__SSE__", "-U__SSE2__", "-U__SSE3__"];

fn arguments(file: &SourceFile, headers: &Path, options: &Options) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = ["-E", "-x", "c", "-std=gnu11", "-D__SYMTOOL__=1"]
        .map(OsString::from)
        .into();
    if let Some(command) = &file.command {
        arguments.extend(NO_ASSEMBLY.map(OsString::from));
        arguments.extend_from_slice(&command.words);
    }
    arguments.extend_from_slice(&options.preprocessor_words);
    for folder in &options.include_dirs {
        arguments.push("-I".into());
        arguments.push(folder.into());
    }
    if !options.system_headers {
        arguments.push("-nostdinc".into());
    }
    arguments.extend(NO_VECTORS.map(OsString::from));
    let kind = if options.system_headers {
        "-idirafter" // finds only headers that the host lacks, such as klee/klee.h
    } else {
        "-isystem"
    };
    arguments.push(kind.into());
    arguments.push(headers.into());
    for (name, value) in &options.defines {
        arguments.push(match value {
            Some(value) => format!("-D{name}={value}").into(),
            None => format!("-D{name}").into(),
        });
    }
    for name in &options.undefines {
        arguments.push(format!("-U{name}").into());
    }
    let word = match &file.command {
        Some(command) => command.word.as_os_str(),
        None => file.path.as_os_str(),
    };
    let mut name = OsString::new();
    if word.as_encoded_bytes().starts_with(b"-") {
        name.push("./"); // a name that begins with a dash would be read as an option
    }
    name.push(word);
    arguments.push(name);
    arguments
}

/// Starts the first compiler that is installed, with `folder` as its working directory. `None` means the working
/// directory of symtool.
///
/// `headers` is the folder of the bundled headers if this compilation writes its own copy of them. In this case, the
/// started script runs the compiler only after the copy is written. The script removes the folder when the run ends,
/// even if a signal ends symtool.
fn start(
    folder: Option<&Path>,
    headers: Option<&Path>,
    arguments: &[OsString],
) -> Result<Child, Vec<Diagnostic>> {
    for compiler in COMPILERS.iter().filter(|name| is_installed(name)) {
        match start_one(compiler, folder, headers, arguments) {
            Ok(child) => return Ok(child),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(not_run(compiler, &error)),
        }
    }
    let text = "no C preprocessor found: none of `cc`, `gcc` and `clang` is installed";
    let help = "install one (on Debian and Ubuntu: `apt-get install gcc`), \
                or pass a preprocessed file (`.i`)";
    Err(vec![Diagnostic::error("preprocess", text).help(help)])
}

fn not_run(compiler: &str, error: &io::Error) -> Vec<Diagnostic> {
    let text = format!("cannot run `{compiler} -E`: {}", plain(error));
    vec![Diagnostic::error("preprocess", text)]
}

/// Returns whether a folder of `PATH` contains a program with the name `name`.
fn is_installed(name: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(name).is_file())
}

/// Kills the process group `group`: a compiler and all its child processes.
fn kill(group: u32) {
    let mut kill = Command::new("/bin/sh");
    kill.args(["-c", "kill -9 \"-$0\"", &group.to_string()]);
    kill.stderr(Stdio::null()).status().ok();
}

fn start_one(
    compiler: &str,
    folder: Option<&Path>,
    headers: Option<&Path>,
    arguments: &[OsString],
) -> io::Result<Child> {
    // A program may include a device, or a file that includes itself, so the script of the shell limits memory
    // and time.
    let mut command = Command::new("/bin/sh");
    match headers {
        Some(own) => {
            command.args(["-c", LIMITED, compiler]).arg(own);
            command.stdin(Stdio::piped());
        }
        None => {
            command.args(["-c", LIMITED_WITH_SHARED_HEADERS, compiler]);
            command.stdin(Stdio::null());
        }
    }
    command
        .current_dir(folder.unwrap_or(Path::new(".")))
        .args(arguments)
        .process_group(0)
        .env("LC_ALL", "C")
        .env_remove("GCC_COLORS")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
}

/// Lets the compiler proceed after the bundled headers have been written, and reads its output.
fn finish(mut child: Child) -> io::Result<Output> {
    let mut lifeline = child.stdin.take();
    if let Some(go) = &mut lifeline {
        go.write_all(b"\n")?;
    }
    let mut stdout = child.stdout.take();
    let mut stderr = child.stderr.take();
    let read = |stream: &mut dyn Read| {
        let mut bytes = Vec::new();
        stream.take(MAX_OUTPUT + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let (done, is_done) = std::sync::mpsc::channel::<()>();
    let group = child.id();
    let (out, err): (io::Result<Vec<u8>>, io::Result<Vec<u8>>) = std::thread::scope(|scope| {
        // A program may include a pipe without a writer, which blocks the compiler forever. Therefore another thread
        // kills the compiler at the time limit.
        scope.spawn(move || {
            if is_done.recv_timeout(MAX_TIME) == Err(RecvTimeoutError::Timeout) {
                kill(group);
            }
        });
        let errors = scope.spawn(|| stderr.as_mut().map_or(Ok(Vec::new()), |s| read(s)));
        let out = stdout.as_mut().map_or(Ok(Vec::new()), |s| read(s));
        if out
            .as_ref()
            .map_or(true, |bytes| bytes.len() as u64 > MAX_OUTPUT)
        {
            kill(group); // without a reader of its output, the compiler would block
        }
        let failed = || Err(io::Error::other("cannot read its output"));
        let err = errors.join().unwrap_or_else(|_| failed());
        drop(done);
        (out, err)
    });
    let status = child.wait()?;
    drop(lifeline); // kills the rest of the process group, after the compiler's exit status is known
    let stdout = out?;
    Ok(Output {
        success: status.success() || stdout.len() as u64 > MAX_OUTPUT,
        stdout,
        stderr: err?,
    })
}

/// Parses the compiler's messages `file:line:column: error: text`. Lines of other forms, such as source
/// excerpts, are ignored.
fn parse_messages(text: &str) -> Vec<Diagnostic> {
    let mut chain = Vec::new();
    let mut found = Vec::new();
    for line in text.lines() {
        if let Some(place) = included_from(line) {
            chain.push(format!("included from {place}"));
        } else if let Some(mut diagnostic) = parse_message(line) {
            diagnostic.notes.append(&mut chain);
            found.push(diagnostic);
        }
    }
    found
}

/// Returns the source location in `In file included from a.h:3,` (or `:3:`), or in a continuation line `from b.c:1:`.
/// Returns `None` for another line.
fn included_from(line: &str) -> Option<String> {
    let rest = match line.strip_prefix("In file included from ") {
        Some(rest) => rest,
        None if line.starts_with(' ') => line.trim_start().strip_prefix("from ")?,
        None => return None,
    };
    let place = parse_place(rest.trim_end_matches([',', ':']))?;
    Some(format!("{}:{}", place.file, place.line))
}

fn parse_message(line: &str) -> Option<Diagnostic> {
    const KINDS: &[(&str, Severity)] = &[
        (": fatal error: ", Severity::Error),
        (": error: ", Severity::Error),
        (": warning: ", Severity::Warning),
    ];
    let (at, kind, severity) = KINDS
        .iter()
        .filter_map(|&(kind, severity)| line.find(kind).map(|at| (at, kind, severity)))
        .min_by_key(|&(at, ..)| at)?;
    let mut message = line[at + kind.len()..].trim().to_owned();
    if severity == Severity::Warning
        && let Some(flag) = message.rfind(" [-W")
    {
        message.truncate(flag);
    }
    let mut diagnostic = match severity {
        Severity::Error => Diagnostic::error("preprocess", message),
        Severity::Warning => Diagnostic::warning("preprocess", message),
    };
    if let Some(header) = missing_header(&diagnostic.message) {
        diagnostic.message = format!("header `{header}` not found");
        let elsewhere =
            "add its directory with `-I`, or use the host's headers with `--system-headers`";
        diagnostic = match similar_header(&header) {
            Some(similar) => {
                diagnostic.help(format!("did you mean `{similar}`? Otherwise {elsewhere}"))
            }
            None => diagnostic.help(elsewhere),
        };
    }
    diagnostic.primary = parse_place(&line[..at]);
    Some(diagnostic)
}

/// Returns the name of a missing header from the compiler's message: `name.h: No such file or directory` (gcc) or
/// `'name.h' file not found` (clang). Returns `None` for another message.
fn missing_header(message: &str) -> Option<String> {
    if let Some(name) = message.strip_suffix(": No such file or directory") {
        return Some(name.to_owned());
    }
    let name = message.strip_suffix(" file not found")?;
    Some(name.trim_matches('\'').to_owned())
}

/// Parses a source location `file:line:column` or `file:line`; `None` if `text` has another form.
fn parse_place(text: &str) -> Option<Span> {
    let (rest, last) = text.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    let (file, line, column) = match rest.rsplit_once(':') {
        Some((file, line)) if line.parse::<u32>().is_ok() => (file, line.parse().ok()?, last),
        _ => (rest, last, 1),
    };
    Some(Span {
        file: file.into(),
        line,
        column,
        len: 1,
    })
}

/// Replaces the temporary paths of bundled headers in line markers by stable names, which begin with
/// `<symtool>/`.
fn rename_headers(text: String, folder: &str) -> String {
    if !text.contains(folder) {
        return text;
    }
    text.replace(folder, BUNDLED_PREFIX)
}
