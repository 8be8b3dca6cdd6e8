//! The programs of the experiments. The programs of `examples/c` are built in, so that an experiment runs in any
//! folder.
pub mod classes;

use std::path::Path;

/// A program of an experiment, with its default sizes.
#[derive(Debug, PartialEq, Eq)]
pub struct Program {
    /// The program's name in all tables.
    pub name: &'static str,
    /// The source of the program.
    pub source: Source,
    /// The sizes at which experiments run the program by default.
    pub sizes: &'static [u32],
    /// The meaning of these sizes, such as the value of a macro.
    pub sized: SizeIs,
    /// `Some(true)` if the program is known to be free of failures, `Some(false)` if it is known to fail, and `None` if
    /// neither is known.
    pub is_safe: Option<bool>,
}

/// The source of a program.
#[derive(Debug, PartialEq, Eq)]
pub enum Source {
    /// A built-in program: its C text, and a file that it includes, as name and text.
    Text(&'static str, Option<(&'static str, &'static str)>),
    /// A file in a user's folder.
    File(&'static Path),
}

/// The meaning of the size of a program.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SizeIs {
    /// The value of the macro `SIZE`.
    Define,
    /// The number of symbolic arguments, of two characters each.
    Arguments,
    /// The unwinding bound.
    Unwinding,
}

impl Program {
    /// Returns the options with which symtool runs the program at the size `size`.
    pub fn options(&self, size: u32) -> Vec<String> {
        match self.sized {
            SizeIs::Define => vec![format!("-DSIZE={size}")],
            SizeIs::Arguments => ["--sym-args", "0", &size.to_string(), "2"]
                .map(str::to_owned)
                .to_vec(),
            SizeIs::Unwinding => vec![format!("--unwind={size}")],
        }
    }
}

macro_rules! programs {
    ($folder:literal, $sized:expr; $($name:ident $sizes:expr),* $(,)?) => {
        &[$(Program {
            name: stringify!($name),
            source: Source::Text(
                include_str!(concat!("../programs/", $folder, "/", stringify!($name), ".c")),
                None,
            ),
            sizes: &$sizes,
            sized: $sized,
            is_safe: None,
        }),*]
    };
}

/// The kernels of Table 3 of the CFM-SE paper ("Taming the Hydra", OOPSLA 2026), in the order of the table.
/// The paper's other experiments use some of these kernels.
pub const KERNELS: &[Program] = programs!("cfmse", SizeIs::Define;
    toupper [10, 50, 100],
    bitonic_sort [4, 8, 16],
    connected_components [3, 4, 5],
    prim [4, 5, 6],
    merge_sort [5, 10, 15],
    transitive_closure [3, 4, 5],
    detect_edges [3, 4, 5],
    floyd_warshall [3, 4, 5],
    dilation [4, 5, 6],
    erosion [4, 5, 6],
    dijkstra [4, 5, 6],
);

/// Programs with branches on table lookups. The sizes are chosen close to the size at which an exploration that gives
/// array reads to the theory of arrays takes 10 s.
pub const ARRAYS: &[Program] = programs!("arrays", SizeIs::Define;
    base64 [4, 8, 10],
    lexer [1, 2, 3],
    crc32 [2, 3],
    utf8 [2, 4, 6],
    wheel [1, 2, 4],
    tsort [3, 4],
    mixed [4, 6],
);

/// Computations on floating-point inputs.
pub const FLOATS: &[Program] = programs!("floats", SizeIs::Define;
    quadratic [1, 2, 3],
    mean [1, 2, 3],
    thermostat [1, 2, 3],
);

/// Small versions of programs that parse their arguments, for state merging.
pub const ARGUMENTS: &[Program] = programs!("qce", SizeIs::Arguments;
    echo [1, 2, 3, 4, 5, 6, 7, 8],
    sleep [1, 2, 3, 4, 5, 6, 7],
    nice [1, 2, 3, 4],
    link [1, 2, 3, 4],
    paste [1, 2, 3, 4],
    join [1, 2, 3, 4],
);

/// Loops over bounded inputs, for pattern-based merging.
pub const PATTERNS: &[Program] = programs!("patterns", SizeIs::Define;
    memspn [10, 20, 50, 100, 200],
    memspn2 [10, 20, 50, 100, 200],
    strspn [10, 20, 50, 100, 200],
    strcspn [10, 20, 50, 100, 200],
    strtok [10, 20, 50, 100, 200],
    path [10, 20, 50, 100, 200],
    header [10, 20, 50, 100, 200],
    digits [10, 20, 50, 100, 200],
    sum [10, 20, 50, 100, 200],
    quoted [10, 20, 50, 100, 200],
    trim [10, 20, 50, 100, 200],
    hostport [10, 20, 50, 100, 200],
    params [10, 20, 50, 100, 200],
    escapes [10, 20, 50, 100, 200],
    status [10, 20, 50, 100, 200],
    address [10, 20, 50, 100, 200],
    sequence [10, 20, 50, 100, 200],
    strstr [10, 20, 50, 100, 200],
    fields [10, 20, 50, 100, 200],
    search [10, 20, 50, 100, 200],
    keyword [10, 20, 50, 100, 200],
    tokens [10, 20, 50, 100, 200],
    csv [10, 20, 50, 100, 200],
    uri [10, 20, 50, 100, 200],
    modes [10, 20, 50, 100, 200],
    command [10, 20, 50, 100, 200],
    mime [10, 20, 50, 100, 200],
    quoted_false [10, 20, 50, 100, 200],
    trim_false [10, 20, 50, 100, 200],
);

/// Loops over input blocks whose size is symbolic, for pattern-based merging with `--symbolic-sizes`.
pub const SIZED: &[Program] = programs!("patterns", SizeIs::Define;
    memspn_sized [10, 20, 50],
    digits_sized [10, 20, 50],
    words_sized [10, 20, 50],
);

/// Defines pairs of a safe program and an unsafe variant; the source of the variant includes the source of
/// the safe program.
macro_rules! variants {
    ($($name:ident),* $(,)?) => {
        &[$(
            Program {
                name: concat!(stringify!($name), "_true"),
                source: Source::Text(
                    include_str!(concat!("../programs/cdse/", stringify!($name), "_true.c")),
                    None,
                ),
                sizes: &[UNWINDING],
                sized: SizeIs::Unwinding,
                is_safe: Some(true),
            },
            Program {
                name: concat!(stringify!($name), "_false"),
                source: Source::Text(
                    include_str!(concat!("../programs/cdse/", stringify!($name), "_false.c")),
                    Some((
                        concat!(stringify!($name), "_true.c"),
                        include_str!(concat!("../programs/cdse/", stringify!($name), "_true.c")),
                    )),
                ),
                sizes: &[UNWINDING],
                sized: SizeIs::Unwinding,
                is_safe: Some(false),
            },
        )*]
    };
}

/// The default unwinding bound.
pub const UNWINDING: u32 = 10;

/// State machines and drivers, for conflict-driven exploration.
pub const MACHINES: &[Program] = variants!(
    dhcp, diskperf, elevator, floppy, handshake, kbdclass, parport, ssh_rekey, tcp, tftp,
    tls_client, tls_server, usb_enum,
);

/// Returns all built-in programs.
pub fn all() -> impl Iterator<Item = &'static Program> {
    KERNELS
        .iter()
        .chain(ARRAYS)
        .chain(FLOATS)
        .chain(ARGUMENTS)
        .chain(PATTERNS)
        .chain(SIZED)
        .chain(MACHINES)
}
