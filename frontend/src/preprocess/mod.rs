//! Reads and preprocesses a source file.
//!
//! [`Preprocessor`] is a trait, so that another implementation can replace the system's C compiler. [`preprocess`]
//! runs the compiler only if it must: [`plain_text`] preprocesses a text that includes only bundled headers and uses
//! only simple macros of these headers. [`read_source`] reads a file; a file that is already preprocessed (`.i`)
//! needs no other step.
mod cc;
pub(crate) mod confine;
mod names;
mod plain_text;

use crate::diagnostic::Diagnostic;
use crate::raw_bytes::to_text;
use crate::{Options, SourceFile};
use cc::SystemCompiler;
use confine::Confinement;
use std::io::Read;
use std::path::Path;

/// The maximum size of a source file in bytes.
const MAX_FILE_SIZE: u64 = 64 << 20;

/// Preprocessed text with `# line "file"` markers, and warnings.
#[derive(Debug)]
pub(crate) struct Preprocessed {
    /// The text. Its markers name files as the user gave them, and bundled headers as `<symtool>/name`.
    pub(crate) text: String,
    /// Warnings of the preprocessor.
    pub(crate) warnings: Vec<Diagnostic>,
}

/// A preprocessor, which expands `#include`, macros and conditional directives.
pub(crate) trait Preprocessor {
    /// Preprocesses one file. On failure returns one error for each problem in the files. With a `confinement`, it is
    /// an error if the preprocessor reads a file outside of the include root.
    fn preprocess(
        &self,
        file: &SourceFile,
        options: &Options,
        confinement: Option<&Confinement>,
    ) -> Result<Preprocessed, Vec<Diagnostic>>;
}

/// Preprocesses the file `file` with the text `text`. The compiler is not run if [`plain_text`] can preprocess the
/// text, no option defines macros or adds folders of headers, and the file does not come from a build.
pub(crate) fn preprocess(
    file: &SourceFile,
    text: &str,
    options: &Options,
    confinement: Option<&Confinement>,
) -> Result<Preprocessed, Vec<Diagnostic>> {
    let has_own_macros = !options.defines.is_empty()
        || options.system_headers
        || !options.preprocessor_words.is_empty()
        || file.command.is_some();
    // The compiler searches the folders of `-I` and of the variable `CPATH` before the folder of the bundled headers.
    let has_own_headers = !options.include_dirs.is_empty() || std::env::var_os("CPATH").is_some();
    let name = (file.path.to_str()).filter(|_| !has_own_macros && !has_own_headers);
    match name.and_then(|name| plain_text::preprocess(name, text)) {
        Some(text) => Ok(Preprocessed {
            text,
            warnings: Vec::new(),
        }),
        None => SystemCompiler.preprocess(file, options, confinement),
    }
}

/// Reads the file at `path`, which the user named `name`. Returns an error if the file is missing, unreadable, a
/// directory, empty, too large or not text. Bytes that are not UTF-8 are encoded (see [`crate::raw_bytes`]).
pub(crate) fn read_source(path: &Path, name: &Path) -> Result<String, Box<Diagnostic>> {
    let name = name.display();
    let input = |text: String| Box::new(Diagnostic::error("input", text));
    let metadata = match std::fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(input(format!("`{name}` does not exist")));
        }
        Err(error) => return Err(input(format!("cannot read `{name}`: {}", plain(&error)))),
    };
    if metadata.is_dir() {
        let help = "pass the C files in it one by one";
        let text = format!("`{name}` is a directory, not a C file");
        return Err(Box::new(Diagnostic::error("input", text).help(help)));
    }
    if !metadata.is_file() {
        return Err(input(format!("`{name}` is not a regular file")));
    }
    if metadata.len() > MAX_FILE_SIZE {
        let mib = MAX_FILE_SIZE >> 20;
        return Err(input(format!("`{name}` is larger than {mib} MiB")));
    }
    let mut bytes = Vec::new();
    let read =
        std::fs::File::open(path).and_then(|file| file.take(MAX_FILE_SIZE).read_to_end(&mut bytes));
    if let Err(error) = read {
        return Err(input(format!("cannot read `{name}`: {}", plain(&error))));
    }
    if bytes.is_empty() {
        return Err(input(format!("`{name}` is empty")));
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        let help = "choose the encoding UTF-8 in your editor, and save the file again";
        let text = format!("`{name}` is saved as UTF-16, not as UTF-8");
        return Err(Box::new(Diagnostic::error("input", text).help(help)));
    }
    if bytes.contains(&0) {
        return Err(input(format!("`{name}` is not a text file")));
    }
    Ok(into_text(bytes))
}

/// Decodes the bytes as text, without the byte order mark that some editors write.
fn into_text(bytes: Vec<u8>) -> String {
    let text = to_text(bytes);
    match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    }
}

/// Returns the message of an operating system error without the error's number.
fn plain(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests;
