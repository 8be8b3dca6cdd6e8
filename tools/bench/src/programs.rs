//! The programs of the experiments: those of `examples/c`, built in, so that an experiment runs from anywhere, or those of a folder.
use crate::modes::Mode;
use std::path::Path;

/// A program and the sizes it is published with.
#[derive(Debug, PartialEq, Eq)]
pub struct Program {
    /// Its name in all tables.
    pub name: &'static str,
    /// Where it is.
    pub source: Source,
    /// Its sizes.
    pub sizes: &'static [u32],
    /// What a size is.
    pub sized: SizeIs,
    /// Whether it is known to be free of failures.
    pub is_safe: Option<bool>,
}

/// Where a program is.
#[derive(Debug, PartialEq, Eq)]
pub enum Source {
    /// Built in: its C text, and a file that it includes, by name.
    Text(&'static str, Option<(&'static str, &'static str)>),
    /// A file.
    File(&'static Path),
}

/// What the size of a program is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SizeIs {
    /// What `SIZE` is defined as.
    Define,
    /// The number of symbolic arguments, of two characters each.
    Arguments,
    /// The trips that loops make at most, where a mode knows such a bound.
    Trips,
}

impl Program {
    /// The options that give it a size in a mode.
    pub fn options(&self, size: u32, mode: &Mode) -> Vec<String> {
        match self.sized {
            SizeIs::Define => vec![format!("-DSIZE={size}")],
            SizeIs::Arguments => ["--sym-args", "0", &size.to_string(), "2"]
                .map(str::to_owned)
                .to_vec(),
            SizeIs::Trips if mode.is_bounded() => vec![format!("--unwind={size}")],
            SizeIs::Trips => Vec::new(),
        }
    }
}

macro_rules! programs {
    ($folder:literal, $sized:expr; $($name:ident $sizes:expr),* $(,)?) => {
        &[$(Program {
            name: stringify!($name),
            source: Source::Text(
                include_str!(concat!("../../../examples/c/", $folder, "/", stringify!($name), ".c")),
                None,
            ),
            sizes: &$sizes,
            sized: $sized,
            is_safe: None,
        }),*]
    };
}

/// The kernels of CFM-SE's Table 3, in its order. Those of the other experiments are among them.
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

/// Programs whose branches hang on tables, each at sizes around that at which it takes 10 s with reads left to
/// the theory of arrays.
pub const ARRAYS: &[Program] = programs!("arrays", SizeIs::Define;
    base64 [4, 8, 10],
    lexer [1, 2, 3],
    crc32 [2, 3],
    utf8 [2, 4, 6],
    wheel [1, 2, 4],
    tsort [3, 4],
    mixed [4, 6],
);

/// Small versions of programs that read their arguments, for run-time merging.
pub const ARGUMENTS: &[Program] = programs!("qce", SizeIs::Arguments;
    echo [1, 2, 3, 4, 5, 6, 7, 8],
    sleep [1, 2, 3, 4, 5, 6, 7],
    nice [1, 2, 3, 4],
    link [1, 2, 3, 4],
    paste [1, 2, 3, 4],
    join [1, 2, 3, 4],
);

/// Loops over inputs of a bounded size, for merging by patterns.
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
    quoted_false [10, 20, 50, 100, 200],
    trim_false [10, 20, 50, 100, 200],
);

/// A program that is safe and its variant, which includes it, that is not.
macro_rules! variants {
    ($($name:ident),* $(,)?) => {
        &[$(
            Program {
                name: concat!(stringify!($name), "_true"),
                source: Source::Text(
                    include_str!(concat!("../../../examples/c/cdse/", stringify!($name), "_true.c")),
                    None,
                ),
                sizes: &[TRIPS],
                sized: SizeIs::Trips,
                is_safe: Some(true),
            },
            Program {
                name: concat!(stringify!($name), "_false"),
                source: Source::Text(
                    include_str!(concat!("../../../examples/c/cdse/", stringify!($name), "_false.c")),
                    Some((
                        concat!(stringify!($name), "_true.c"),
                        include_str!(concat!("../../../examples/c/cdse/", stringify!($name), "_true.c")),
                    )),
                ),
                sizes: &[TRIPS],
                sized: SizeIs::Trips,
                is_safe: Some(false),
            },
        )*]
    };
}

/// Trips that loops make at most if nothing else is said.
pub const TRIPS: u32 = 10;

/// State machines and drivers to be proved along few paths.
pub const MACHINES: &[Program] = variants!(
    dhcp, diskperf, elevator, floppy, handshake, kbdclass, parport, ssh_rekey, tcp, tftp,
    tls_client, tls_server, usb_enum,
);

/// All programs of a name that experiments know.
pub fn all() -> impl Iterator<Item = &'static Program> {
    KERNELS
        .iter()
        .chain(ARRAYS)
        .chain(ARGUMENTS)
        .chain(PATTERNS)
        .chain(MACHINES)
}
