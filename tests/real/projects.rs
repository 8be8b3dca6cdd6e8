//! The projects: which files, which options, which runs.

/// One program: the sources of a project and a driver of ours, or the project's own `main`.
pub struct Program {
    /// The name of the row.
    pub name: &'static str,
    /// The project's folder is called this and `-` or nothing behind it.
    pub folder: &'static str,
    /// Where the folder comes from, for the message that it is missing.
    pub from: Source,
    /// C files of the project, relative to its folder.
    pub files: &'static [&'static str],
    /// A file of `drivers/`.
    pub driver: &'static str,
    /// `-D` and `-I` options, for gcc and for symtool; paths are relative to the folder.
    pub options: &'static [&'static str],
    /// What `main` is called with when the driver is `call_main.c`: one run each, C string literals with commas.
    pub runs: &'static [&'static str],
}

/// Where the sources of a project can be had.
#[derive(Copy, Clone)]
pub enum Source {
    /// `tests/real/fetch.sh` fetches it with `apt-get source`.
    Debian,
    /// No Debian source package ships it: a person puts it there.
    Upstream(&'static str),
}

const PLAIN: Program = Program {
    name: "",
    folder: "",
    from: Source::Debian,
    files: &[],
    driver: "",
    options: &[],
    runs: &[""],
};

/// The rows by name.
pub fn find(name: &str) -> &'static Program {
    let found = PROGRAMS.iter().find(|program| program.name == name);
    found.expect("every test has a row")
}

/// All rows.
pub const PROGRAMS: &[Program] = &[
    Program {
        name: "utf8.h",
        folder: "utf8.h",
        driver: "utf8h.c",
        options: &["-I."],
        ..PLAIN
    },
    Program {
        name: "libyaml",
        folder: "libyaml",
        files: &[
            "src/api.c",
            "src/dumper.c",
            "src/emitter.c",
            "src/loader.c",
            "src/parser.c",
            "src/reader.c",
            "src/scanner.c",
            "src/writer.c",
        ],
        driver: "libyaml.c",
        options: &[
            "-DYAML_VERSION_STRING=\"0.2.5\"",
            "-DYAML_VERSION_MAJOR=0",
            "-DYAML_VERSION_MINOR=2",
            "-DYAML_VERSION_PATCH=5",
            "-Iinclude",
        ],
        ..PLAIN
    },
    Program {
        name: "protobuf-c",
        folder: "protobuf-c",
        files: &["protobuf-c/protobuf-c.c"],
        driver: "protobuf_c.c",
        options: &["-I."],
        ..PLAIN
    },
    Program {
        name: "bzip2",
        folder: "bzip2",
        files: &[
            "blocksort.c",
            "bzlib.c",
            "compress.c",
            "crctable.c",
            "decompress.c",
            "huffman.c",
            "randtable.c",
        ],
        driver: "bzip2.c",
        options: &["-I.", "-DBZ_NO_STDIO"],
        ..PLAIN
    },
];
