//! Types of the functions that the compiler knows without a declaration. As in gcc, a program may call such a
//! function, for example `strlen`, without declaring it.
//!
//! A function type is written as a string with one letter or digit for each type, the result first. For example, `LS`
//! is `unsigned long strlen(const char *)`. A `.` at the end makes the function variadic.
//!
//! | letters | types |
//! | --- | --- |
//! | `v` `b` | `void`, `_Bool` |
//! | `c` `1` `2` | `char`, `signed char`, `unsigned char` |
//! | `3` `4` | `short`, `unsigned short` |
//! | `i` `u` | `int`, `unsigned` |
//! | `l` `L` | `long`, `unsigned long` |
//! | `x` `X` | `long long`, `unsigned long long` |
//! | `q` `Q` | `__int128`, `unsigned __int128` |
//! | `f` `d` `e` | `float`, `double`, `long double` |
//! | `F` `D` `E` | `float _Complex`, `double _Complex`, `long double _Complex` |
//! | `p` `P` | `void *`, `const void *` |
//! | `s` `S` | `char *`, `const char *` |
use crate::ctypes::{FnTy, IntKind, QTy, Quals, Ty, Types};
use symtool_ir::Type;
use symtool_ir::math::MathFunction;

static PROTOTYPES: &[(&str, &str)] = &[
    ("abort", "v"),
    ("abs", "ii"),
    ("aligned_alloc", "pLL"),
    ("alloca", "pL"),
    ("atoi", "iS"),
    ("bcmp", "iPPL"),
    ("bzero", "vpL"),
    ("calloc", "pLL"),
    ("ceil", "dd"),
    ("copysign", "ddd"),
    ("exit", "vi"),
    ("_exit", "vi"),
    ("_Exit", "vi"),
    ("fabs", "dd"),
    ("fabsf", "ff"),
    ("ffs", "ii"),
    ("floor", "dd"),
    ("fmax", "ddd"),
    ("fmin", "ddd"),
    ("free", "vp"),
    ("index", "sSi"),
    ("isalnum", "ii"),
    ("isalpha", "ii"),
    ("isdigit", "ii"),
    ("islower", "ii"),
    ("isprint", "ii"),
    ("isspace", "ii"),
    ("isupper", "ii"),
    ("isxdigit", "ii"),
    ("labs", "ll"),
    ("llabs", "xx"),
    ("imaxabs", "ll"),
    ("malloc", "pL"),
    ("memchr", "pPiL"),
    ("memcmp", "iPPL"),
    ("memcpy", "ppPL"),
    ("memmove", "ppPL"),
    ("mempcpy", "ppPL"),
    ("memset", "ppiL"),
    ("printf", "iS."),
    ("putchar", "ii"),
    ("puts", "iS"),
    ("realloc", "ppL"),
    ("rindex", "sSi"),
    ("snprintf", "isLS."),
    ("sprintf", "isS."),
    ("sqrt", "dd"),
    ("stpcpy", "ssS"),
    ("strcat", "ssS"),
    ("strchr", "sSi"),
    ("strcmp", "iSS"),
    ("strcpy", "ssS"),
    ("strcspn", "LSS"),
    ("strdup", "sS"),
    ("strlen", "LS"),
    ("strncat", "ssSL"),
    ("strncmp", "iSSL"),
    ("strncpy", "ssSL"),
    ("strndup", "sSL"),
    ("strpbrk", "sSS"),
    ("strrchr", "sSi"),
    ("strspn", "LSS"),
    ("strstr", "sSS"),
    ("tolower", "ii"),
    ("toupper", "ii"),
    ("trunc", "dd"),
    ("conj", "DD"),
    ("conjf", "FF"),
    ("conjl", "EE"),
    ("cimag", "dD"),
    ("cimagf", "fF"),
    ("cimagl", "eE"),
    ("creal", "dD"),
    ("crealf", "fF"),
    ("creall", "eE"),
    ("__divdc3", "Ddddd"),
    ("__divsc3", "Fffff"),
    ("__divxc3", "Eeeee"),
    ("__powidf2", "ddi"),
    ("__powisf2", "ffi"),
    ("__powixf2", "eei"),
    ("__muldc3", "Ddddd"),
    ("__mulsc3", "Fffff"),
    ("__mulxc3", "Eeeee"),
    ("sqrtf", "ff"),
    ("sqrtl", "ee"),
    ("rint", "dd"),
    ("rintf", "ff"),
    ("rintl", "ee"),
    ("nearbyint", "dd"),
    ("nearbyintf", "ff"),
    ("nearbyintl", "ee"),
    ("roundeven", "dd"),
    ("roundevenf", "ff"),
    ("roundevenl", "ee"),
    ("round", "dd"),
    ("roundf", "ff"),
    ("roundl", "ee"),
    ("floorf", "ff"),
    ("floorl", "ee"),
    ("ceilf", "ff"),
    ("ceill", "ee"),
    ("truncf", "ff"),
    ("truncl", "ee"),
    ("klee_make_symbolic", "vpLS"),
    ("klee_assume", "vL"),
    ("klee_assert", "vl"),
    ("klee_int", "iS"),
    ("klee_range", "iiiS"),
    ("klee_prefer_cex", "vpL"),
    ("klee_silent_exit", "vi"),
    ("klee_abort", "v"),
    ("klee_report_error", "vSiSS"),
    ("klee_open_merge", "v"),
    ("klee_close_merge", "v"),
    ("klee_is_symbolic", "uL"),
    ("klee_print_expr", "vS."),
    ("klee_print_range", "vSi"),
    ("klee_posix_prefer_cex", "vpL"),
    ("klee_choose", "LL"),
    ("klee_is_replay", "u"),
    ("klee_get_errno", "i"),
    ("klee_mark_global", "vp"),
    ("klee_get_obj_size", "Lp"),
    ("klee_define_fixed_object", "vpL"),
    ("klee_alias_function", "vSS"),
    ("klee_set_forking", "vu"),
    ("klee_stack_trace", "v"),
    ("klee_check_memory_access", "vPL"),
    ("klee_warning", "vS"),
    ("klee_warning_once", "vS"),
    ("klee_get_value_i32", "ii"),
    ("klee_get_value_i64", "ll"),
    ("klee_get_valuel", "ll"),
    ("klee_get_valuell", "xx"),
    ("klee_get_valuef", "ff"),
    ("klee_get_valued", "dd"),
    ("__symtool_assert_fail", "vSSuS"),
    ("__assert_fail", "vSSuS"),
    ("__VERIFIER_assume", "vi"),
    ("__VERIFIER_assert", "vi"),
    ("__VERIFIER_error", "v"),
    ("__VERIFIER_atomic_begin", "v"),
    ("__VERIFIER_atomic_end", "v"),
    ("__VERIFIER_nondet_memory", "vpL"),
    ("reach_error", "v"),
    ("__CPROVER_assume", "vl"),
    ("__CPROVER_assert", "vlS"),
    ("__CPROVER_precondition", "vlS"),
    ("__CPROVER_postcondition", "vlS"),
];

/// For each suffix of `__VERIFIER_nondet_<type>`, the letter of the result type.
static NONDET: &[(&str, char)] = &[
    ("bool", 'b'),
    ("char", 'c'),
    ("schar", '1'),
    ("uchar", '2'),
    ("short", '3'),
    ("ushort", '4'),
    ("int", 'i'),
    ("uint", 'u'),
    ("unsigned", 'u'),
    ("long", 'l'),
    ("ulong", 'L'),
    ("longlong", 'x'),
    ("ulonglong", 'X'),
    ("size_t", 'L'),
    ("loff_t", 'l'),
    ("pointer", 'p'),
    ("pchar", 's'),
    ("charp", 's'),
    ("const_char_pointer", 'S'),
    ("float", 'f'),
    ("double", 'd'),
    ("int128", 'q'),
    ("uint128", 'Q'),
    ("u8", '2'),
    ("u16", '4'),
    ("u32", 'u'),
    ("u64", 'L'),
    ("S8", '1'),
    ("U8", '2'),
    ("U16", '4'),
    ("U32", 'u'),
    ("sector_t", 'L'),
    ("pthread_t", 'L'),
    ("ssize_t", 'l'),
    ("s8", '1'),
    ("s16", '3'),
    ("s32", 'i'),
    ("s64", 'l'),
    ("S16", '3'),
    ("S32", 'i'),
    ("S64", 'l'),
    ("U64", 'L'),
];

/// Returns the result type, as C text, of a function that returns a symbolic input and that the compiler knows
/// without a declaration, such as `__VERIFIER_nondet_uint`. Returns `None` for other functions.
pub fn known_input_type(name: &str) -> Option<&'static str> {
    let end = name.strip_prefix("__VERIFIER_nondet_")?;
    let (_, letter) = NONDET.iter().find(|(known, _)| *known == end)?;
    Some(match letter {
        'b' => "_Bool",
        'c' => "char",
        '1' => "signed char",
        '2' => "unsigned char",
        '3' => "short",
        '4' => "unsigned short",
        'u' => "unsigned",
        'l' => "long",
        'L' => "unsigned long",
        'x' => "long long",
        'X' => "unsigned long long",
        'q' => "__int128",
        'Q' => "unsigned __int128",
        'f' => "float",
        'd' => "double",
        'p' => "void *",
        's' => "char *",
        'S' => "const char *",
        _ => "int",
    })
}

/// Returns the type of the function `name` if the compiler knows it without a declaration.
pub(crate) fn prototype(types: &mut Types, name: &str) -> Option<Ty> {
    let letters = match PROTOTYPES.iter().find(|(known, _)| *known == name) {
        Some((_, letters)) => (*letters).to_owned(),
        None if MathFunction::named(name).is_some() => math_letters(name)?,
        None => {
            let rest = name.strip_prefix("__VERIFIER_nondet_")?;
            NONDET
                .iter()
                .find(|(known, _)| *known == rest)?
                .1
                .to_string()
        }
    };
    let variadic = letters.ends_with('.');
    let mut all = letters
        .trim_end_matches('.')
        .chars()
        .map(|letter| type_of(types, letter))
        .collect::<Vec<_>>()
        .into_iter();
    let result = all.next()?;
    Some(types.function(FnTy {
        result: result.into(),
        params: all.collect(),
        variadic,
        prototype: true,
    }))
}

/// Returns the type letters of the function `name` of `math.h`, such as `ddd` for `pow`: the result and the
/// parameters all have one type. Returns `None` for another name.
fn math_letters(name: &str) -> Option<String> {
    let function = MathFunction::named(name)?;
    let long = name.ends_with('l') && MathFunction::named(&name[..name.len() - 1]).is_some();
    let letter = match function.ty {
        Type::F32 => "f",
        _ if long => "e",
        _ => "d",
    };
    Some(letter.repeat(1 + function.arity()))
}

fn type_of(types: &mut Types, letter: char) -> Ty {
    let int = |kind: IntKind, types: &mut Types| types.int_of(kind);
    match letter {
        'v' => types.void(),
        'b' => types.bool(),
        'c' => types.char(),
        '1' => int(IntKind::SChar, types),
        '2' => int(IntKind::UChar, types),
        '3' => int(IntKind::Short, types),
        '4' => int(IntKind::UShort, types),
        'u' => int(IntKind::UInt, types),
        'l' => int(IntKind::Long, types),
        'L' => int(IntKind::ULong, types),
        'x' => int(IntKind::LongLong, types),
        'X' => int(IntKind::ULongLong, types),
        'q' => int(IntKind::Int128, types),
        'Q' => int(IntKind::UInt128, types),
        'f' => types.float(),
        'd' => types.double(),
        'e' => types.long_double(),
        'F' | 'D' | 'E' => {
            let part = match letter {
                'F' => types.float(),
                'D' => types.double(),
                _ => types.long_double(),
            };
            types.complex_of(part)
        }
        'p' | 'P' => {
            let void = types.void();
            pointer(types, void, letter == 'P')
        }
        's' | 'S' => {
            let char = types.char();
            pointer(types, char, letter == 'S')
        }
        _ => types.int(),
    }
}

fn pointer(types: &mut Types, to: Ty, constant: bool) -> Ty {
    let quals = if constant { Quals::CONST } else { Quals::NONE };
    types.pointer_to(QTy::from(to).with(quals))
}
