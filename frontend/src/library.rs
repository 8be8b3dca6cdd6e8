//! The models of C library functions: C files that the frontend compiles if a program needs them.
//!
//! Each file under `libc/` defines one function or a family of related functions. If the program calls a function
//! that it does not define itself, the file with the definition is added to the program. This step is repeated for the
//! functions that the added files call.

use crate::requests;
use symtool_ir::math::math_functions;
use symtool_ir::own::FUNCTIONS;

macro_rules! models {
    ($($file:literal: $($symbol:ident)*;)*) => {
        /// The name and the text of each C file in `libc/`.
        static FILES: &[(&str, &str)] = &[
            $(($file, include_str!(concat!("../libc/", $file))),)*
        ];
        /// Each library function or variable, with the name of the file that defines it.
        static SYMBOLS: &[(&str, &str)] = &[$($((stringify!($symbol), $file),)*)*];
    };
}

models! {
    "abs.c": abs imaxabs labs llabs;
    "accept.c": accept accept4 connect;
    "access.c": access faccessat;
    "addresses.c": __symtool_add_bound __symtool_bind __symtool_choose_port __symtool_find_listener __symtool_has_listener __symtool_set_loopback __symtool_store_address;
    "asctime.c": asctime asctime_r ctime ctime_r;
    "at_quick_exit.c": __symtool_at_quick_exit at_quick_exit;
    "atexit.c": __symtool_at_exit __symtool_register atexit on_exit;
    "atoi.c": atoi atol atoll;
    "basename.c": __xpg_basename dirname;
    "bsearch.c": bsearch;
    "chdir.c": chdir fchdir;
    "chmod.c": chmod fchmod fchmodat;
    "chown.c": chown fchown fchownat lchown;
    "close.c": close;
    "creal.c": cimag cimagf cimagl conj conjf conjl creal crealf creall;
    "ctype_tables.c": __ctype_b_loc __ctype_get_mb_cur_max __ctype_tolower_loc __ctype_toupper_loc;
    "descriptors.c": __symtool_can_open __symtool_close __symtool_open_memory __symtool_open_node __symtool_opened __symtool_put_open __symtool_write_at;
    "devices.c": __symtool_mount_devices;
    "div.c": div imaxdiv ldiv lldiv;
    "divdc3.c": __divdc3 __divsc3;
    "drand48.c": drand48 erand48 jrand48 lcong48 lrand48 mrand48 nrand48 seed48 srand48;
    "dup.c": dup;
    "dup2.c": __symtool_dup2 dup2;
    "entries.c": __symtool_add_entry __symtool_can_change __symtool_entries __symtool_find_entry __symtool_is_fixed __symtool_is_in_devices __symtool_make __symtool_remove_entry;
    "environ.c": clearenv environ getenv putenv secure_getenv setenv unsetenv;
    "err.c": err errx verr verrx vwarn vwarnx warn warnx;
    "errno.c": errno;
    "errno_location.c": __errno_location;
    "error.c": error error_at_line error_message_count error_one_per_line error_print_progname;
    "explicit_bzero.c": explicit_bzero;
    "fabs.c": copysign copysignf copysignl fabs fabsf fabsl;
    "fclose.c": fclose fcloseall;
    "fcntl.c": fcntl;
    "fdim.c": fdim fdimf fdiml;
    "fdopen.c": fdopen;
    "fegetround.c": feclearexcept fegetenv fegetround feholdexcept feraiseexcept fesetenv fesetround fetestexcept feupdateenv;
    "feof.c": clearerr clearerr_unlocked feof feof_unlocked ferror ferror_unlocked fileno fileno_unlocked;
    "fflush.c": fflush fflush_unlocked setbuf setbuffer setlinebuf setvbuf;
    "ffs.c": ffs ffsl ffsll;
    "fgetc.c": fgetc fgetc_unlocked getc getc_unlocked;
    "fgets.c": fgets;
    "fmax.c": fmax fmaxf fmaxl fmin fminf fminl;
    "fmemopen.c": fmemopen open_memstream;
    "fmod.c": drem dremf fmod fmodf fmodl remainder remainderf remainderl remquo remquof remquol;
    "fnmatch.c": fnmatch;
    "folder_path.c": __symtool_folder_path;
    "fopen.c": fopen fopen64;
    "fprintf.c": dprintf fprintf vdprintf vfprintf vprintf;
    "fputc.c": fputc fputc_unlocked putc putc_unlocked;
    "fputs.c": fputs fputs_unlocked;
    "fread.c": fread fread_unlocked;
    "freopen.c": freopen;
    "frexp.c": frexp frexpf frexpl;
    "fseek.c": fgetpos fseek fseeko fsetpos ftell ftello rewind;
    "ftruncate.c": fdatasync fsync ftruncate truncate;
    "fwrite.c": fwrite fwrite_unlocked;
    "getchar.c": getchar getchar_unlocked;
    "getcwd.c": getcwd;
    "getdelim.c": getdelim getline;
    "getaddrinfo.c": freeaddrinfo gai_strerror getaddrinfo getnameinfo;
    "getopt.c": getopt getopt_long getopt_long_only optarg opterr optind optopt;
    "getpid.c": getdtablesize getegid geteuid getgid getpagesize getpid getppid getuid;
    "getpriority.c": getpriority nice setpriority;
    "getpwuid.c": getgrgid getgrnam getpwnam getpwuid;
    "getrandom.c": __symtool_fill_random arc4random arc4random_buf arc4random_uniform getentropy getrandom;
    "getrlimit.c": getrlimit setrlimit;
    "gets.c": gets;
    "getsubopt.c": getsubopt;
    "gettext.c": bind_textdomain_codeset bindtextdomain dcgettext dcngettext dgettext dngettext gettext ngettext textdomain;
    "gmtime.c": daylight difftime gmtime gmtime_r localtime localtime_r mktime timegm timezone tzname tzset;
    "gnu_basename.c": basename;
    "hsearch.c": hcreate hdestroy hsearch;
    "htons.c": htonl htons ntohl ntohs;
    "iconv.c": iconv iconv_close iconv_open;
    "ilogb.c": ilogb ilogbf ilogbl logb logbf logbl significand significandf;
    "inet_pton.c": __symtool_aton __symtool_ntop __symtool_pton in6addr_any in6addr_loopback inet_addr inet_aton inet_ntoa inet_ntop inet_pton;
    "insque.c": insque remque;
    "internal/io.h":;
    "internal/socket.h":;
    "ioctl.c": ioctl;
    "isalnum.c": isalnum;
    "isalnum_l.c": isalnum_l isalpha_l isblank_l iscntrl_l isdigit_l isgraph_l islower_l isprint_l ispunct_l isspace_l isupper_l isxdigit_l tolower_l toupper_l;
    "isalpha.c": isalpha;
    "isascii.c": isascii;
    "isatty.c": isatty ttyname;
    "isblank.c": isblank;
    "iscntrl.c": iscntrl;
    "isdigit.c": isdigit;
    "isgraph.c": isgraph;
    "islower.c": islower;
    "isnan.c": finite finitef isinf isinff isnan isnanf;
    "isoc23_scanf.c": __isoc23_fscanf __isoc23_scanf __isoc23_sscanf __isoc23_vfscanf __isoc23_vscanf __isoc23_vsscanf;
    "isoc23_strtol.c": __isoc23_strtoimax __isoc23_strtol __isoc23_strtoll __isoc23_strtoul __isoc23_strtoull __isoc23_strtoumax;
    "isoc99_scanf.c": __isoc99_fscanf __isoc99_scanf __isoc99_sscanf __isoc99_vfscanf __isoc99_vscanf __isoc99_vsscanf;
    "isprint.c": isprint;
    "ispunct.c": ispunct;
    "isspace.c": isspace;
    "isupper.c": isupper;
    "iswctype.c": iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit towlower towupper wcwidth;
    "isxdigit.c": isxdigit;
    "klee_choose.c": klee_choose;
    "klee_int.c": klee_int;
    "klee_misc.c": klee_check_memory_access klee_define_fixed_object klee_dump_kquery_var klee_get_errno klee_is_replay klee_mark_global klee_print_range klee_set_forking klee_stack_trace;
    "klee_range.c": klee_range;
    "ldexp.c": ldexp ldexpf ldexpl scalbln scalblnf scalblnl scalbn scalbnf scalbnl;
    "lfind.c": lfind lsearch;
    "link.c": link linkat;
    "lrint.c": llrint llrintf llrintl llround llroundf llroundl lrint lrintf lrintl lround lroundf lroundl;
    "lseek.c": __symtool_lseek lseek;
    "mbrtowc.c": btowc mblen mbrlen mbrtowc mbsinit mbsrtowcs mbstowcs mbtowc wcrtomb wcstombs wctob wctomb;
    "makedev.c": gnu_dev_makedev gnu_dev_major gnu_dev_minor;
    "malloc_may_fail.c":;
    "malloc_usable_size.c": malloc_usable_size;
    "mallopt.c": mallopt;
    "memccpy.c": memccpy;
    "memchr.c": memchr;
    "memcmp.c": bcmp memcmp;
    "memfrob.c": memfrob;
    "memmem.c": memmem;
    "mempcpy.c": bcopy bzero mempcpy;
    "memrchr.c": memrchr;
    "mkdir.c": mkdir mkdirat;
    "mkfifo.c": mkfifo mkfifoat mknod mknodat;
    "mmap.c": madvise mincore mmap mprotect msync munmap;
    "modf.c": modf modff modfl;
    "muldc3.c": __muldc3 __mulsc3;
    "mulxc3.c": __divxc3 __mulxc3;
    "nan.c": nan nanf nanl;
    "newlocale.c": duplocale freelocale newlocale uselocale;
    "nextafter.c": nextafter nextafterf nextafterl nexttoward nexttowardf;
    "node_type.c": __symtool_node_type;
    "nodes.c": __symtool_new_node __symtool_owns __symtool_permits __symtool_reserve __symtool_settle __symtool_settle_properties;
    "open.c": __symtool_open __symtool_open_at creat open openat;
    "opendir.c": closedir dirfd fdopendir opendir readdir rewinddir seekdir telldir;
    "pathconf.c": fpathconf pathconf;
    "paths.c": __symtool_fail __symtool_find __symtool_walk __symtool_walk_to_new __symtool_working_folder;
    "perror.c": perror;
    "pipe.c": pipe pipe2;
    "poll.c": poll ppoll pselect select;
    "popen.c": pclose popen system;
    "posix_fadvise.c": posix_fadvise;
    "powi.c": __powidf2 __powisf2 __powixf2;
    "printf.c": printf;
    "program_invocation_name.c": program_invocation_name program_invocation_short_name;
    "pthread_mutex.c": pthread_equal pthread_mutex_destroy pthread_mutex_init pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock pthread_mutexattr_destroy pthread_mutexattr_gettype pthread_mutexattr_init pthread_mutexattr_settype pthread_once pthread_self;
    "publish.c": __symtool_publish;
    "puts.c": putchar putchar_unlocked puts;
    "qsort.c": qsort;
    "qsort_r.c": qsort_r;
    "rand.c": rand random srand srandom;
    "rand_r.c": rand_r;
    "rawmemchr.c": rawmemchr;
    "read.c": __symtool_read pread read;
    "readv.c": readv writev;
    "readlink.c": readlink readlinkat;
    "realpath.c": canonicalize_file_name realpath;
    "reallocarray.c": reallocarray;
    "remove.c": remove;
    "rename.c": rename renameat;
    "rmdir.c": __symtool_rmdir_at rmdir;
    "scanf.c": fscanf scanf sscanf vscanf;
    "sched.c": __sched_cpucount sched_getaffinity;
    "sem_init.c": sem_destroy sem_getvalue sem_init sem_post sem_trywait sem_wait;
    "send.c": recv recvfrom recvmsg send sendmsg sendto;
    "setlocale.c": localeconv nl_langinfo setlocale;
    "sigaltstack.c": sigaltstack;
    "signal.c": __symtool_at_abort __symtool_raise raise sigaction sigaddset sigdelset sigemptyset sigfillset sigismember signal sigpending sigprocmask;
    "sincos.c": lgamma_r lgammaf_r sincos sincosf;
    "socket.c": bind getpeername getsockname listen shutdown socket socketpair;
    "sockets.c": __symtool_arrive __symtool_join __symtool_join_outside __symtool_new_socket __symtool_open_socket __symtool_refuse_waiting __symtool_reset __symtool_shut __symtool_socket;
    "sockopt.c": getsockopt setsockopt;
    "stat.c": fstat fstatat lstat stat;
    "stdio_ext.c": __fbufsize __flbf __fpending __fpurge __freadable __freading __fwritable __fwriting;
    "stpcpy.c": stpcpy;
    "stpncpy.c": stpncpy;
    "strcasecmp.c": strcasecmp strncasecmp;
    "strcasestr.c": strcasestr;
    "strcat.c": strcat;
    "strchr.c": index strchr;
    "strchrnul.c": strchrnul;
    "strcmp.c": strcmp strcoll;
    "strcoll_l.c": nl_langinfo_l strcasecmp_l strcoll_l strerror_l strftime_l strncasecmp_l strxfrm_l;
    "strcpy.c": strcpy;
    "strcspn.c": strcspn;
    "strdup.c": strdup strndup;
    "streams.c": __symtool_drop_pushed __symtool_mode_flags __symtool_new_stream __symtool_on_console __symtool_own_stream __symtool_stream_flags stderr stdin stdout;
    "strerror.c": strerror;
    "strerror_r.c": __xpg_strerror_r strerror_r;
    "strftime.c": strftime;
    "strlcpy.c": strlcat strlcpy;
    "strlen.c": strlen;
    "strncat.c": strncat;
    "strncmp.c": strncmp;
    "strncpy.c": strncpy;
    "strnlen.c": strnlen;
    "strpbrk.c": strpbrk;
    "strrchr.c": rindex strrchr;
    "strsep.c": strsep;
    "strsignal.c": strsignal;
    "strspn.c": strspn;
    "strstr.c": strstr;
    "strtod.c": atof strtod strtof strtold;
    "strtod_l.c": strtod_l strtof_l strtol_l strtold_l strtoll_l strtoul_l strtoull_l;
    "strtok.c": strtok strtok_r;
    "strtol.c": strtoimax strtol strtoll strtoul strtoull strtoumax;
    "strverscmp.c": strverscmp;
    "strxfrm.c": strxfrm;
    "swab.c": swab;
    "symlink.c": symlink symlinkat;
    "sysconf.c": sysconf;
    "time.c": clock clock_getres clock_gettime gettimeofday nanosleep time timespec_get;
    "tmpfile.c": mkdtemp mkstemp tmpfile tmpnam;
    "toascii.c": toascii;
    "tolower.c": tolower;
    "toupper.c": toupper;
    "transfer.c": __symtool_receive __symtool_send;
    "tsearch.c": tdelete tdestroy tfind tsearch twalk;
    "umask.c": __symtool_mask umask;
    "ungetc.c": ungetc;
    "unlink.c": __symtool_unlink_at unlink unlinkat;
    "utimensat.c": futimens futimes lutimes utime utimensat utimes;
    "verifier.c": __VERIFIER_atomic_begin __VERIFIER_atomic_end __VERIFIER_nondet_memory;
    "vfscanf.c": vfscanf vsscanf;
    "vsnprintf.c": asprintf snprintf sprintf vasprintf vsnprintf vsprintf;
    "wcscat.c": wcpcpy wcpncpy wcscat wcsdup wcsncat wcsncpy;
    "wcslen.c": wcschr wcscmp wcscpy wcslen;
    "wcsncmp.c": wcscasecmp wcscoll wcsncasecmp wcsncmp wcsxfrm;
    "wcsrchr.c": wcscspn wcsnlen wcspbrk wcsrchr wcsspn wcsstr wcstok;
    "wcstol.c": wcstod wcstol wcstoll wcstoul wcstoull;
    "wctype.c": iswctype towctrans wctrans wctype;
    "wmemcpy.c": wmemchr wmemcmp wmemcpy wmemmove wmempcpy wmemset;
    "write.c": __symtool_write pwrite write;
}

/// The library model of the functions [`ALLOCATION`] for a program whose allocations may fail: a C file in which these
/// functions may return null. In any other program, the engine implements the functions itself.
pub(crate) const MALLOC_MAY_FAIL: &str = "malloc_may_fail.c";

/// The allocation functions of the C library.
pub(crate) const ALLOCATION: [&str; 7] = [
    "malloc",
    "calloc",
    "realloc",
    "valloc",
    "aligned_alloc",
    "memalign",
    "posix_memalign",
];

/// Returns the name of the embedded C file that defines the library function or variable `symbol`; `None` if no file
/// does.
pub(crate) fn model_for(symbol: &str) -> Option<&'static str> {
    SYMBOLS
        .iter()
        .find(|(known, _)| *known == symbol)
        .map(|&(_, file)| file)
}

/// Returns the text of the embedded C file with the name `file`; `None` if there is no such file.
pub(crate) fn text(file: &str) -> Option<&'static str> {
    FILES
        .iter()
        .find(|(known, _)| *known == file)
        .map(|&(_, text)| text)
}

/// Returns the library functions and variables that have a model, each with the C file that defines it.
pub fn library_models() -> impl Iterator<Item = (&'static str, &'static str)> {
    SYMBOLS.iter().copied()
}

/// Returns the names of the functions and variables that a C program may use without defining them. These are the names
/// of [`built_in_functions`], and the functions that a user of symtool's Rust library has added.
pub fn known_functions() -> impl Iterator<Item = String> {
    let own = FUNCTIONS.iter().map(|function| function.name.to_owned());
    built_in_functions().chain(own)
}

/// Returns the names of the library functions and variables that symtool implements. These are the symbols with a
/// model, the functions that the engine implements, and the functions of `math.h` that the math library of the host
/// computes.
pub fn built_in_functions() -> impl Iterator<Item = String> {
    let models = library_models().map(|(name, _)| name.to_owned());
    let requests = requests::names().map(str::to_owned);
    let host =
        math_functions().flat_map(|name| ["", "f", "l"].map(|suffix| format!("{name}{suffix}")));
    models.chain(requests).chain(host)
}

/// Returns the names of all embedded C files.
#[cfg(test)]
pub(crate) fn files() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|&(file, _)| file)
}
