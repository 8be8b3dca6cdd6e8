//! The bundled headers, which are embedded in the binary and unpacked for the preprocessor.
//!
//! symtool has its own small headers, so that the meaning of a program does not depend on the host's C library.
use crate::suggest::nearest;
use std::io;
use std::path::Path;
use tempfile::TempDir;

/// The prefix of the names of bundled headers in source locations and reports.
pub(crate) const BUNDLED_PREFIX: &str = "<symtool>/";

macro_rules! headers {
    ($($name:literal)*) => {
        /// The bundled headers: path below the include folder, and text.
        static HEADERS: &[(&str, &str)] = &[
            $(($name, include_str!(concat!("../include/", $name))),)*
        ];
    };
}

headers! {
    "alloca.h"
    "arpa/inet.h"
    "assert.h"
    "byteswap.h"
    "complex.h"
    "ctype.h"
    "dirent.h"
    "dlfcn.h"
    "endian.h"
    "err.h"
    "errno.h"
    "error.h"
    "fcntl.h"
    "features.h"
    "fenv.h"
    "float.h"
    "fnmatch.h"
    "getopt.h"
    "grp.h"
    "iconv.h"
    "inttypes.h"
    "iso646.h"
    "klee/klee.h"
    "langinfo.h"
    "libgen.h"
    "libintl.h"
    "limits.h"
    "locale.h"
    "malloc.h"
    "math.h"
    "memory.h"
    "netdb.h"
    "netinet/in.h"
    "netinet/tcp.h"
    "poll.h"
    "pthread.h"
    "pwd.h"
    "sched.h"
    "search.h"
    "semaphore.h"
    "setjmp.h"
    "signal.h"
    "stdalign.h"
    "stdarg.h"
    "stdatomic.h"
    "stdbool.h"
    "stddef.h"
    "stdint.h"
    "stdio.h"
    "stdio_ext.h"
    "stdlib.h"
    "stdnoreturn.h"
    "string.h"
    "strings.h"
    "sys/cdefs.h"
    "sys/file.h"
    "sys/ioctl.h"
    "sys/mman.h"
    "sys/param.h"
    "sys/queue.h"
    "sys/random.h"
    "sys/resource.h"
    "sys/select.h"
    "sys/socket.h"
    "sys/stat.h"
    "sys/statvfs.h"
    "sys/sysinfo.h"
    "sys/sysmacros.h"
    "sys/time.h"
    "sys/times.h"
    "sys/types.h"
    "sys/uio.h"
    "sys/un.h"
    "sys/utsname.h"
    "sys/wait.h"
    "sysexits.h"
    "syslog.h"
    "termios.h"
    "tgmath.h"
    "time.h"
    "unistd.h"
    "utime.h"
    "wchar.h"
    "wctype.h"
}

/// Returns the text of the bundled header `name`, a path below the include folder; `None` if there is no such
/// header.
pub(crate) fn bundled(name: &str) -> Option<&'static str> {
    HEADERS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|&(_, text)| text)
}

/// Returns the first bundled header that defines the macro `name`; `None` if no header does.
pub(crate) fn header_defining(name: &str) -> Option<&'static str> {
    let defines = |line: &str| {
        let rest = line
            .strip_prefix("#define ")
            .and_then(|rest| rest.strip_prefix(name));
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c == '_' || c.is_ascii_alphanumeric()))
    };
    let found = HEADERS.iter().find(|(_, text)| text.lines().any(defines));
    found.map(|&(header, _)| header)
}

/// Returns the first bundled header that declares the function `name`; `None` if no header does.
pub(crate) fn header_declaring(name: &str) -> Option<&'static str> {
    let is_part = |c: char| c == '_' || c.is_ascii_alphanumeric();
    let declares = |line: &str| {
        let mut uses = line.match_indices(name);
        !line.starts_with('#')
            && uses.any(|(at, _)| {
                let (before, after) = (&line[..at], &line[at + name.len()..]);
                !before.ends_with(is_part) && after.starts_with('(')
            })
    };
    let found = HEADERS.iter().find(|(_, text)| text.lines().any(declares));
    found.map(|&(header, _)| header)
}

/// Returns the bundled header with the name that is most similar to `name`; `None` if no name is similar.
pub(crate) fn similar_header(name: &str) -> Option<&'static str> {
    nearest(name, HEADERS.iter().map(|&(header, _)| header))
}

/// The folder of Linux whose files are kept in memory. By default, the bundled headers are unpacked to this folder,
/// because writing them to a folder on a disk takes 5 to 70 ms. This is longer than the rest of a short run.
const IN_MEMORY: &str = "/dev/shm";

/// Creates an empty temporary folder for the bundled headers. The folder is inside the folder that the environment
/// variable `TMPDIR` names. If this variable is not set, the folder is kept in memory, if possible. The folder is
/// removed when the returned value is dropped.
pub(crate) fn header_folder() -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("symtool-include-");
    let in_memory = match std::env::var_os("TMPDIR") {
        Some(_) => None,
        None => builder.tempdir_in(IN_MEMORY).ok(),
    };
    in_memory.map_or_else(|| builder.tempdir(), Ok)
}

/// Writes all bundled headers into a folder.
pub(crate) fn unpack(folder: &Path) -> io::Result<()> {
    for (name, text) in HEADERS {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(path, text)?;
    }
    Ok(())
}

/// A temporary folder with the bundled headers, which several compilations can share. Dropping the value removes the
/// folder.
#[derive(Debug)]
pub struct Headers(TempDir);

impl Headers {
    /// Writes the bundled headers to a new temporary folder.
    ///
    /// # Errors
    /// The folder or a file cannot be written.
    pub fn unpack() -> io::Result<Headers> {
        let folder = header_folder()?;
        unpack(folder.path())?;
        Ok(Headers(folder))
    }

    /// Returns the path of the temporary folder.
    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
}

/// Iterates over the names of all bundled headers.
#[cfg(test)]
pub(crate) fn header_names() -> impl Iterator<Item = &'static str> {
    HEADERS.iter().map(|&(name, _)| name)
}
