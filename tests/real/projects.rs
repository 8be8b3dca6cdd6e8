//! The table of the real programs that are compiled with gcc and with symtool: the files, options and runs of each.

/// A program to test: the sources of a project with a driver, or with the project's own `main`.
pub struct Program {
    /// The name of the row in the table.
    pub name: &'static str,
    /// The name of the project's folder. The actual name may end with a version, such as `lua-5.4.6` for `lua`.
    pub folder: &'static str,
    /// The files and options that this program shares with other programs of the project.
    pub common: Common,
    /// The C files of the project, relative to its folder.
    pub files: &'static [&'static str],
    /// The name of a file in `drivers/`; `None` if the project has a `main` of its own.
    pub driver: Option<&'static str>,
    /// The `-D` and `-I` options for gcc and symtool. Paths are relative to the project's folder.
    pub options: &'static [&'static str],
    /// The runs to compare, each with its arguments and the contents of standard input.
    pub runs: &'static [(&'static [&'static str], &'static str)],
}

/// Files and options that several programs of a project share.
#[derive(Copy, Clone)]
pub struct Common {
    /// The C files that the programs share, relative to the project's folder.
    pub files: &'static [&'static str],
    /// The `-D` and `-I` options that the programs share. Paths are relative to the project's folder.
    pub options: &'static [&'static str],
}

/// The files and options that the programs of coreutils share. The options replace the stream functions of gnulib by
/// the standard functions, because the functions of gnulib access the fields of the host's `FILE`.
const COREUTILS: Common = Common {
    files: &[
        "src/version.c",
        "lib/close-stream.c",
        "lib/closeout.c",
        "lib/exitfail.c",
        "lib/hard-locale.c",
        "lib/localcharset.c",
        "lib/progname.c",
        "lib/quotearg.c",
        "lib/setlocale_null.c",
        "lib/version-etc-fsf.c",
        "lib/version-etc.c",
        "lib/xalloc-die.c",
        "lib/xmalloc.c",
        "lib/c-strcasecmp.c",
    ],
    options: &[
        "-I.",
        "-Ilib",
        "-Isrc",
        "-DHAVE_CONFIG_H",
        "-Drpl_fclose=fclose",
        "-Drpl_fflush=fflush",
        "-Drpl_fseeko=fseeko",
        "-Drpl_mbrtowc=mbrtowc",
    ],
};

const PLAIN: Program = Program {
    name: "",
    folder: "",
    common: Common {
        files: &[],
        options: &[],
    },
    files: &[],
    driver: None,
    options: &[],
    runs: &[(&[], "")],
};

/// Returns the row of the program `name`.
pub fn find(name: &str) -> &'static Program {
    let found = PROGRAMS.iter().find(|program| program.name == name);
    found.expect("every test has a row")
}

/// The table of all programs.
pub const PROGRAMS: &[Program] = &[
    Program {
        name: "utf8.h",
        folder: "utf8.h",
        driver: Some("utf8h.c"),
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
        driver: Some("libyaml.c"),
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
        driver: Some("protobuf_c.c"),
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
        driver: Some("bzip2.c"),
        options: &["-I.", "-DBZ_NO_STDIO"],
        ..PLAIN
    },
    Program {
        name: "zlib",
        folder: "zlib",
        files: &[
            "adler32.c",
            "compress.c",
            "crc32.c",
            "deflate.c",
            "inffast.c",
            "inflate.c",
            "inftrees.c",
            "trees.c",
            "uncompr.c",
            "zutil.c",
        ],
        driver: Some("zlib.c"),
        options: &["-I."],
        ..PLAIN
    },
    Program {
        name: "lz4",
        folder: "lz4",
        files: &["lib/lz4.c"],
        driver: Some("lz4.c"),
        options: &["-Ilib"],
        ..PLAIN
    },
    Program {
        name: "xxhash",
        folder: "xxhash",
        files: &["xxhash.c"],
        driver: Some("xxhash.c"),
        options: &["-I.", "-DXXH_VECTOR=0"],
        ..PLAIN
    },
    Program {
        name: "http-parser",
        folder: "http-parser",
        files: &["http_parser.c"],
        driver: Some("http_parser.c"),
        options: &["-I."],
        ..PLAIN
    },
    Program {
        name: "jsmn",
        folder: "jsmn",
        driver: Some("jsmn.c"),
        options: &["-I."],
        ..PLAIN
    },
    Program {
        name: "cJSON",
        folder: "cjson",
        files: &["cJSON.c"],
        driver: Some("cjson.c"),
        options: &["-I."],
        ..PLAIN
    },
    Program {
        name: "uthash",
        folder: "uthash",
        driver: Some("uthash.c"),
        options: &["-Isrc"],
        ..PLAIN
    },
    Program {
        name: "lua",
        folder: "lua5.4",
        files: &[
            "src/lapi.c",
            "src/lauxlib.c",
            "src/lbaselib.c",
            "src/lcode.c",
            "src/lctype.c",
            "src/ldebug.c",
            "src/ldo.c",
            "src/ldump.c",
            "src/lfunc.c",
            "src/lgc.c",
            "src/llex.c",
            "src/lmem.c",
            "src/lobject.c",
            "src/lopcodes.c",
            "src/lparser.c",
            "src/lstate.c",
            "src/lstring.c",
            "src/lstrlib.c",
            "src/ltable.c",
            "src/ltablib.c",
            "src/ltm.c",
            "src/lundump.c",
            "src/lvm.c",
            "src/lzio.c",
        ],
        driver: Some("lua.c"),
        // An error in the interpreted Lua program calls `abort` instead of `longjmp`, so it terminates the run. The
        // seed of the hash function is fixed, because the default seed is the time of day. Debian's build generates
        // the header that names the machine; `fetch.sh` writes it to `generated`.
        options: &[
            "-Isrc",
            "-Igenerated",
            "-DLUAI_THROW(L,c)=abort()",
            "-DLUAI_TRY(L,c,a)={a}",
            "-Dluai_jmpbuf=int",
            "-Dluai_makeseed(L)=42u",
        ],
        ..PLAIN
    },
    Program {
        name: "coreutils echo",
        folder: "coreutils",
        common: COREUTILS,
        files: &["src/echo.c"],
        runs: &[
            (&["a", "b  c"], ""),
            (&["-n", "-e", "x\\ty\\x41\\0101\\c", "z"], ""),
            (&["-E", "\\n"], ""),
            (&["--help"], ""),
            (&["--version"], ""),
        ],
        ..PLAIN
    },
    Program {
        name: "coreutils base64",
        folder: "coreutils",
        common: COREUTILS,
        files: &[
            "src/basenc.c",
            "lib/base64.c",
            "lib/fadvise.c",
            "lib/xstrtoimax.c",
        ],
        options: &["-DBASE_TYPE=64"],
        runs: &[
            (
                &[],
                "hello world, this is longer than a line of base64 output can be at seventy-six\n",
            ),
            (&["-w", "5", "-"], "abc"),
            (&["-d"], "aGVsbG8gd29ybGQ=\n"),
            (&["-di"], "aG!Vs\nbG8="),
            (&["-d"], "a*"),
            (&["--wrap=x"], ""),
        ],
        ..PLAIN
    },
    Program {
        name: "coreutils tsort",
        folder: "coreutils",
        common: COREUTILS,
        files: &[
            "src/tsort.c",
            "lib/fadvise.c",
            "lib/freopen-safer.c",
            "lib/long-options.c",
            "lib/readtokens.c",
        ],
        runs: &[
            (&[], "a b\nb c\nd c\nc e f f\n"),
            (&[], "x y\ny z\nz x\n"),
            (&["-"], "one"),
            (&["a", "b"], ""),
        ],
        ..PLAIN
    },
    Program {
        name: "coreutils expr",
        folder: "coreutils",
        common: COREUTILS,
        files: &[
            "src/expr.c",
            "lib/long-options.c",
            "lib/malloc/dynarray_resize.c",
            "lib/mbchar.c",
            "lib/mbschr.c",
            "lib/mbslen.c",
            "lib/mbuiter.c",
            "lib/mini-gmp-gnulib.c",
            "lib/regex.c",
            "lib/strintcmp.c",
            "lib/strnlen1.c",
        ],
        options: &["-DGNULIB_REGEX_SINGLE_THREAD=1"],
        runs: &[
            (&["6", "*", "(", "3", "+", "4", ")"], ""),
            (&["123456789012345678901234567890", "*", "987654321"], ""),
            (&["7", "/", "0"], ""),
            (&["abcdef", ":", "ab\\(.*\\)f"], ""),
            (&["length", "hello"], ""),
            (&["substr", "hello", "2", "3"], ""),
            (&["index", "hello", "lo"], ""),
            (&["abc", "<", "abd"], ""),
            (&["0", "|", "x"], ""),
            (&["1", "+"], ""),
            (&[], ""),
        ],
        ..PLAIN
    },
    Program {
        name: "coreutils factor",
        folder: "coreutils",
        common: COREUTILS,
        files: &[
            "src/factor.c",
            "lib/full-write.c",
            "lib/malloca.c",
            "lib/mbchar.c",
            "lib/mbsstr.c",
            "lib/mbslen.c",
            "lib/mbuiter.c",
            "lib/mini-gmp-gnulib.c",
            "lib/propername.c",
            "lib/readtokens.c",
            "lib/safe-write.c",
            "lib/striconv.c",
            "lib/strnlen1.c",
            "lib/trim.c",
            "lib/umaxtostr.c",
            "lib/xstriconv.c",
        ],
        options: &["-DUSE_LONGLONG_H=0"],
        runs: &[
            (&["60", "97", "1", "0", "4294967297"], ""),
            (&[], "12 18446744073709551615\n1000000007\n"),
            (&["x"], ""),
            (&["36893488147419103232"], ""),
        ],
        ..PLAIN
    },
];
