//! Classifies words of C: keywords, type specifiers, storage classes.

/// Returns whether a word is a keyword of C11 or GNU C, and therefore never an identifier.
pub(crate) fn is_keyword(word: &str) -> bool {
    is_type_keyword(word)
        || is_storage(word)
        || is_qualifier(word)
        || matches!(
            word,
            "break"
                | "case"
                | "continue"
                | "default"
                | "do"
                | "else"
                | "for"
                | "goto"
                | "if"
                | "return"
                | "sizeof"
                | "switch"
                | "while"
                | "_Alignas"
                | "_Alignof"
                | "_Generic"
                | "_Static_assert"
                | "_Imaginary"
                | "__alignof"
                | "__alignof__"
                | "__asm"
                | "__asm__"
                | "asm"
                | "__attribute"
                | "__attribute__"
                | "__builtin_offsetof"
                | "__builtin_va_arg"
                | "__extension__"
                | "__imag"
                | "__imag__"
                | "__label__"
                | "__real"
                | "__real__"
        )
}

/// Returns whether a word is a type specifier (`int`), or a keyword that begins a type specifier with braces or
/// parentheses (`struct`, `typeof`).
pub(crate) fn is_type_keyword(word: &str) -> bool {
    matches!(
        word,
        "void"
            | "char"
            | "short"
            | "int"
            | "long"
            | "float"
            | "double"
            | "signed"
            | "unsigned"
            | "_Bool"
            | "_Complex"
            | "__complex"
            | "__complex__"
            | "__signed"
            | "__signed__"
            | "__int128"
            | "__int128_t"
            | "__uint128_t"
            | "__auto_type"
            | "__float128"
            | "__CPROVER_bool"
            | "__CPROVER_size_t"
            | "_Float16"
            | "_Float32"
            | "_Float64"
            | "_Float128"
            | "_Float32x"
            | "_Float64x"
            | "_Decimal32"
            | "_Decimal64"
            | "_Decimal128"
    ) || is_tag_keyword(word)
        || is_typeof(word)
}

pub(super) fn is_tag_keyword(word: &str) -> bool {
    matches!(word, "struct" | "union" | "enum")
}

pub(super) fn is_typeof(word: &str) -> bool {
    matches!(word, "typeof" | "__typeof" | "__typeof__")
}

/// Returns whether a word is a storage class or function specifier.
pub(super) fn is_storage(word: &str) -> bool {
    matches!(
        word,
        "typedef"
            | "extern"
            | "static"
            | "auto"
            | "register"
            | "_Thread_local"
            | "__thread"
            | "inline"
            | "__inline"
            | "__inline__"
            | "_Noreturn"
    )
}

pub(super) fn is_qualifier(word: &str) -> bool {
    matches!(
        word,
        "const"
            | "__const"
            | "__const__"
            | "volatile"
            | "__volatile"
            | "__volatile__"
            | "restrict"
            | "__restrict"
            | "__restrict__"
            | "_Atomic"
    )
}

pub(super) fn is_attribute(word: &str) -> bool {
    matches!(word, "__attribute__" | "__attribute")
}

pub(super) fn is_asm(word: &str) -> bool {
    matches!(word, "asm" | "__asm" | "__asm__")
}

pub(super) fn is_alignof(word: &str) -> bool {
    matches!(word, "_Alignof" | "__alignof" | "__alignof__")
}
