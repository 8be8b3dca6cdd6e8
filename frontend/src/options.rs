//! The options of a compilation, from the command line or a library user.
use crate::environment::Environment;
use crate::harness::Harness;
use crate::headers::Headers;
use crate::paths::relative;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use symtool_ir::bug::Checks;

/// Options for compiling and checking a program.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Macros to define (`-D`), each with its value. A macro without a value is defined as 1.
    pub defines: Vec<(String, Option<String>)>,
    /// Macros to undefine (`-U`).
    pub undefines: Vec<String>,
    /// The folder relative to which file names are read; `None` means the working directory of the process. Messages
    /// and locations contain the names without this folder.
    pub folder: Option<PathBuf>,
    /// The folder of bundled headers, shared by several compilations. If `None`, each compilation unpacks its own copy.
    pub headers: Option<Arc<Headers>>,
    /// Folders to search for headers (`-I`), in order.
    pub include_dirs: Vec<PathBuf>,
    /// Further options of the preprocessor, in order, as separate words of a compiler command, such as `-include`,
    /// `config.h`, `-std=c99`.
    pub preprocessor_words: Vec<OsString>,
    /// If set, a C file below this folder can include only files below this folder and bundled headers. C files
    /// outside of this folder are not restricted.
    pub include_root: Option<PathBuf>,
    /// The name of the entry function; `None` means `main`. The parameters of an entry function other than
    /// `main` are symbolic inputs.
    pub entry: Option<String>,
    /// The user's description of the arguments of the entry function. A pointer argument that is not described gets
    /// the default shape of its type, such as a string for `char *`. If this field is `None`, each parameter is a
    /// symbolic input of its type, even a pointer.
    pub harness: Option<Harness>,
    /// The kinds of undefined behavior for which checks are emitted.
    pub checks: Checks,
    /// Whether the headers of the host take precedence over the headers bundled with symtool. If unset, the headers
    /// of the host are not used.
    pub system_headers: bool,
    /// Whether a program from a build record (such as `compile_commands.json`) is compiled with the bundled headers. If
    /// unset, such a program is compiled with the headers of the host, for which its build was configured. The caller
    /// that reads the build record then sets [`Options::system_headers`].
    pub bundled_headers: bool,
    /// Whether a call of a function without a body is permitted; the call then returns any value. If this field is
    /// unset, a program is rejected if a function that a run can reach contains such a call.
    pub allow_missing: bool,
    /// The name of a label in the program (`--error-label`), or `None`. An execution that reaches this label fails,
    /// like a call of `reach_error`.
    pub error_label: Option<String>,
    /// Spare files, such as the archive members that a build did not link. A spare file is added to the program only if
    /// it defines a symbol that a run can use and that the program does not define. Each entry contains the file and
    /// the names of its external definitions.
    pub spare: Vec<(SourceFile, Vec<String>)>,
    /// The time limit of the compilation; `None` means no limit.
    pub max_time: Option<Duration>,
    /// The environment in which the program starts: arguments, files, variables.
    pub environment: Environment,
}

/// A C file of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The path of the file. If the name ends in `.i`, the file is preprocessed already.
    pub path: PathBuf,
    /// How a build compiles the file. `None` for a file that does not come from a build: only [`Options`] determine its
    /// compilation.
    pub command: Option<FileCommand>,
}

/// The compiler command by which a build compiles one file. The preprocessor also gets [`Options`], after the options
/// of this command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileCommand {
    /// The absolute path of the folder in which the build runs the compiler. File names in the command are relative
    /// to this folder.
    pub folder: PathBuf,
    /// The name of the file in the compiler command, which is also the value of `__FILE__`.
    pub word: OsString,
    /// The preprocessor options of the command, in order.
    pub words: Vec<OsString>,
}

impl SourceFile {
    /// Returns the file that a build compiles by `command`. The path of the file is relative to the absolute folder
    /// `base` if the file is below `base`.
    pub fn compiled(command: FileCommand, base: &Path) -> SourceFile {
        SourceFile {
            path: relative(&command.folder.join(&command.word), base),
            command: Some(command),
        }
    }

    /// Returns whether the options of the file make plain `char` unsigned (`-funsigned-char`).
    pub(crate) fn char_is_unsigned(&self, options: &Options) -> bool {
        let own = self.command.iter().flat_map(|command| &command.words);
        let words = own.chain(&options.preprocessor_words);
        let mut chosen = words.filter_map(|word| match word.to_str()? {
            "-funsigned-char" | "-fno-signed-char" => Some(true),
            "-fsigned-char" | "-fno-unsigned-char" => Some(false),
            _ => None,
        });
        chosen.next_back().unwrap_or(false)
    }

    /// Returns the folder in which the preprocessor runs; `None` means the working folder of symtool.
    pub(crate) fn folder<'a>(&'a self, options: &'a Options) -> Option<&'a Path> {
        match &self.command {
            Some(command) => Some(&command.folder),
            None => options.folder.as_deref(),
        }
    }
}

impl From<PathBuf> for SourceFile {
    fn from(path: PathBuf) -> SourceFile {
        SourceFile {
            path,
            command: None,
        }
    }
}
