//! The programs of the experiments: those of `examples/c`, built in, so that an experiment runs from anywhere.

/// A program and the sizes it is published with.
#[derive(Debug, PartialEq, Eq)]
pub struct Program {
    /// Its name in all tables.
    pub name: &'static str,
    /// Its C text.
    pub text: &'static str,
    /// What `SIZE` is set to.
    pub sizes: &'static [u32],
    /// Is the size the number of symbolic arguments, of two characters each, instead of `SIZE`?
    pub has_arguments: bool,
}

impl Program {
    /// The options that give it a size.
    pub fn options(&self, size: u32) -> Vec<String> {
        if self.has_arguments {
            let words = ["--sym-args", "0", &size.to_string(), "2"];
            words.map(str::to_owned).to_vec()
        } else {
            vec![format!("-DSIZE={size}")]
        }
    }
}

macro_rules! programs {
    ($folder:literal, $has_arguments:literal: $($name:ident $sizes:expr),* $(,)?) => {
        &[$(Program {
            name: stringify!($name),
            text: include_str!(concat!("../../examples/c/", $folder, "/", stringify!($name), ".c")),
            sizes: &$sizes,
            has_arguments: $has_arguments,
        }),*]
    };
}

/// The kernels of CFM-SE's Table 3, in its order. Those of the other experiments are among them.
pub const KERNELS: &[Program] = programs!("cfmse", false:
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
pub const ARRAYS: &[Program] = programs!("arrays", false:
    base64 [4, 8, 10],
    lexer [1, 2, 3],
    crc32 [2, 3],
    utf8 [2, 4, 6],
    wheel [1, 2, 4],
    tsort [3, 4],
    mixed [4, 6],
);

/// Small versions of programs that read their arguments, for run-time merging.
pub const ARGUMENTS: &[Program] = programs!("qce", true:
    echo [1, 2, 3, 4, 5],
    sleep [1, 2, 3, 4],
    nice [1, 2, 3, 4],
    link [1, 2, 3, 4],
    paste [1, 2, 3, 4],
    join [1, 2, 3, 4],
);

/// Loops over inputs of a bounded size, for merging by patterns.
pub const PATTERNS: &[Program] = programs!("patterns", false:
    memspn [10, 20, 50, 100, 200],
    memspn2 [10, 20, 50, 100, 200],
    strspn [10, 20, 50, 100, 200],
    strcspn [10, 20, 50, 100, 200],
    strtok [10, 20, 50, 100, 200],
    path [10, 20, 50, 100, 200],
    header [10, 20, 50, 100, 200],
    digits [10, 20, 50, 100, 200],
    sum [10, 20, 50, 100, 200],
);

/// All programs of a name that experiments know.
pub fn all() -> impl Iterator<Item = &'static Program> {
    KERNELS
        .iter()
        .chain(ARRAYS)
        .chain(ARGUMENTS)
        .chain(PATTERNS)
}
