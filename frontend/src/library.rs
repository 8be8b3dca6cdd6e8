//! The C library, written in C: models that the front end compiles on demand.
//!
//! Each file under `libc/` defines one function or a tight family; a program that calls an undefined function pulls
//! in the file that defines it, and what that file calls in turn.

macro_rules! models {
    ($($file:literal: $($symbol:ident)*;)*) => {
        /// File name and text.
        static FILES: &[(&str, &str)] = &[
            $(($file, include_str!(concat!("../libc/", $file))),)*
        ];
        /// Symbol and the file that defines it.
        static SYMBOLS: &[(&str, &str)] = &[$($((stringify!($symbol), $file),)*)*];
    };
}

models! {
    "strlen.c": strlen;
}

/// The name of the embedded C file that defines a library function.
pub(crate) fn model_for(symbol: &str) -> Option<&'static str> {
    SYMBOLS
        .iter()
        .find(|(known, _)| *known == symbol)
        .map(|&(_, file)| file)
}

/// The text of an embedded C file.
pub(crate) fn text(file: &str) -> Option<&'static str> {
    FILES
        .iter()
        .find(|(known, _)| *known == file)
        .map(|&(_, text)| text)
}
