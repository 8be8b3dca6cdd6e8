//! The tests check that the bundled headers agree with the host's headers. Every constant macro that a bundled header
//! and a host header define must have the same value and size. Every type in [`TYPES`] must have the same size and
//! signedness, and every member in [`MEMBERS`] the same offset.
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use symtool_frontend::{Options, compile, diagnostic};
use symtool_ir::interp::{RunConfig, run};

/// The types to compare: types that programs store, print or compute with.
const TYPES: &[&str] = &[
    "size_t",
    "ssize_t",
    "ptrdiff_t",
    "wchar_t",
    "wint_t",
    "mbstate_t",
    "intmax_t",
    "uintmax_t",
    "intptr_t",
    "uintptr_t",
    "int8_t",
    "uint16_t",
    "int_fast8_t",
    "int_fast16_t",
    "int_fast32_t",
    "uint_fast64_t",
    "int_least16_t",
    "time_t",
    "clock_t",
    "clockid_t",
    "off_t",
    "mode_t",
    "pid_t",
    "uid_t",
    "gid_t",
    "dev_t",
    "ino_t",
    "nlink_t",
    "blksize_t",
    "blkcnt_t",
    "suseconds_t",
    "useconds_t",
    "div_t",
    "ldiv_t",
    "lldiv_t",
    "imaxdiv_t",
    "float_t",
    "double_t",
    "fenv_t",
    "sig_atomic_t",
    "sigset_t",
    "siginfo_t",
    "struct sigaction",
    "struct tm",
    "struct timespec",
    "struct timeval",
    "struct stat",
    "struct lconv",
    "struct option",
    "ENTRY",
    "VISIT",
    "wctype_t",
    "wctrans_t",
    "max_align_t",
    "socklen_t",
    "sa_family_t",
    "in_addr_t",
    "in_port_t",
    "struct sockaddr",
    "struct sockaddr_storage",
    "struct sockaddr_un",
    "struct sockaddr_in",
    "struct sockaddr_in6",
    "struct in_addr",
    "struct in6_addr",
    "struct msghdr",
    "struct cmsghdr",
    "struct iovec",
    "struct linger",
    "struct addrinfo",
    "struct hostent",
    "struct pollfd",
    "nfds_t",
    "fd_set",
];

/// Members of structures whose offsets must be equal, because the library models access the structures of the program.
const MEMBERS: &[&str] = &[
    "struct sockaddr_un, sun_path",
    "struct sockaddr_in, sin_port",
    "struct sockaddr_in, sin_addr",
    "struct sockaddr_in6, sin6_flowinfo",
    "struct sockaddr_in6, sin6_addr",
    "struct sockaddr_in6, sin6_scope_id",
    "struct msghdr, msg_namelen",
    "struct msghdr, msg_iov",
    "struct msghdr, msg_iovlen",
    "struct msghdr, msg_control",
    "struct msghdr, msg_controllen",
    "struct msghdr, msg_flags",
    "struct addrinfo, ai_protocol",
    "struct addrinfo, ai_addrlen",
    "struct addrinfo, ai_addr",
    "struct addrinfo, ai_canonname",
    "struct addrinfo, ai_next",
    "struct pollfd, events",
    "struct pollfd, revents",
    "struct iovec, iov_len",
];

/// Macros that differ intentionally. Their value depends on the precision of `long double`, on the size of buffers in the
/// host's library, or on the processor.
const DIFFERENT: &[&str] = &[
    "LDBL_MAX",
    "LDBL_MIN",
    "LDBL_TRUE_MIN",
    "MINSIGSTKSZ",
    "SIGSTKSZ",
    "LDBL_EPSILON",
    "HUGE_VALL",
    "BUFSIZ",
];

/// Headers that the test does not compare, because their macros expand to functions or to macros of other headers.
const APART: &[&str] = &[
    "complex.h",
    "tgmath.h",
    "libgen.h",
    "klee/klee.h",
    "iso646.h",
];

fn headers() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    let mut names = Vec::new();
    for part in ["", "arpa", "netinet", "sys"] {
        let entries = std::fs::read_dir(folder.join(part)).expect("the headers are there");
        for entry in entries {
            let name = entry.expect("a readable entry").file_name();
            let path = Path::new(part).join(name).to_string_lossy().into_owned();
            if path.ends_with(".h") && !APART.contains(&path.as_str()) {
                names.push(path);
            }
        }
    }
    names.sort();
    names
}

/// Returns the names of the constant macros of the bundled headers: the macros with a value and a name in capitals.
fn our_macros(headers: &[String]) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    let mut names = BTreeSet::new();
    for header in headers {
        let text = std::fs::read_to_string(folder.join(header)).expect("a readable header");
        for line in text
            .lines()
            .filter_map(|line| line.strip_prefix("#define "))
        {
            let Some((name, value)) = line.split_once(' ') else {
                continue;
            };
            let constant = name
                .bytes()
                .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
                || name.starts_with("PRI")
                || name.starts_with("SCN");
            // Reserved names are skipped. Initializers in braces are skipped too, because they are not
            // expressions.
            let internal = name.starts_with('_') || value.starts_with('{');
            let pointer =
                name.starts_with("SIG_") || value.contains("*)") || value.contains("sighandler_t");
            if constant && !internal && !pointer && !DIFFERENT.contains(&name) {
                names.insert(name.to_owned());
            }
        }
    }
    names
}

fn includes(headers: &[String]) -> String {
    headers.iter().fold(String::new(), |mut text, header| {
        let _ = writeln!(text, "#include <{header}>");
        text
    })
}

/// Returns the headers in `headers` that the host also has, and the names of the macros that these headers of the
/// host define.
fn host_has(headers: &[String], folder: &Path) -> (Vec<String>, BTreeSet<String>) {
    let file = folder.join("probe.c");
    let preprocess = |text: &str| {
        std::fs::write(&file, text).expect("a writable folder");
        let out = Command::new("gcc")
            .args(["-std=gnu11", "-w", "-D_GNU_SOURCE", "-dM", "-E"])
            .arg(&file)
            .output()
            .expect("gcc starts");
        (
            out.status.success(),
            String::from_utf8_lossy(&out.stdout).into_owned(),
        )
    };
    let known: Vec<String> = headers
        .iter()
        .filter(|h| preprocess(&format!("#if !__has_include(<{h}>)\n#error\n#endif\n")).0)
        .cloned()
        .collect();
    let (_, macros) = preprocess(&includes(&known));
    let names = macros
        .lines()
        .filter_map(|line| line.strip_prefix("#define "))
        .filter_map(|line| line.split_once(' '))
        .map(|(name, _)| name.to_owned())
        .collect();
    (known, names)
}

fn program(headers: &[String], macros: &BTreeSet<String>) -> String {
    let mut text = includes(headers);
    text.push_str(
        "static void number(const char *n, long long v, int size) { printf(\"%s %lld %d\\n\", n, v, size); }\n\
         static void real(const char *n, double v, int size) { printf(\"%s %a %d\\n\", n, v, size); }\n\
         static void string(const char *n, const char *v, int size) { printf(\"%s %s\\n\", n, v); }\n\
         #define SHOW(x) _Generic((x), char *: string, const char *: string, float: real, double: real, \\\n\
         long double: real, default: number)(#x, x, (int)sizeof(x))\n\
         #define TYPE(t) printf(\"%s %zu %d\\n\", #t, sizeof(t), (int)_Alignof(t))\n\
         int main(void)\n{\n",
    );
    for name in macros {
        let _ = writeln!(text, "    SHOW({name});");
    }
    for name in TYPES {
        let _ = writeln!(text, "    TYPE({name});");
    }
    for member in MEMBERS {
        let _ = writeln!(text, "    printf(\"%zu\\n\", offsetof({member}));");
    }
    text.push_str("    return 0;\n}\n");
    text
}

#[test]
fn constants_and_types_match_the_host() {
    if Command::new("gcc").arg("--version").output().is_err() {
        println!("skipped: gcc is not installed");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (known, theirs) = host_has(&headers(), folder.path());
    let macros: BTreeSet<String> = our_macros(&known).intersection(&theirs).cloned().collect();
    assert!(
        macros.len() > 400,
        "only {} macros are compared",
        macros.len()
    );
    let file = folder.path().join("constants.c");
    std::fs::write(&file, program(&known, &macros)).expect("a writable folder");
    let binary = folder.path().join("constants");
    let built = Command::new("gcc")
        .args(["-std=gnu11", "-w", "-D_GNU_SOURCE", "-o"])
        .args([&binary, &file])
        .output()
        .expect("gcc starts");
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    let host = Command::new(&binary).output().expect("the program starts");
    let options = Options {
        defines: vec![("_GNU_SOURCE".to_owned(), None)],
        ..Options::default()
    };
    let ours = match compile(&[file], &options) {
        Ok(ours) => ours,
        Err(e) => panic!("{}", diagnostic::render(&e.diagnostics, &e.sources, false)),
    };
    let ours = run(&ours.module, ours.entry, &RunConfig::default());
    let (host, ours) = (
        String::from_utf8_lossy(&host.stdout),
        String::from_utf8_lossy(&ours.output),
    );
    let different: Vec<String> = host
        .lines()
        .zip(ours.lines())
        .filter(|(a, b)| a != b)
        .map(|(a, b)| format!("gcc: {a}   symtool: {b}"))
        .collect();
    println!("{} macros and {} types compared", macros.len(), TYPES.len());
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert_eq!(host.lines().count(), ours.lines().count());
}
