//! Parses the textual form of the IR, `.sir`.
//!
//! A file is a list of lines; inside `(…)` and `[…]` a line end is insignificant. Comments start with `;`.
//!
//! ```text
//! module   = { file | global | declare | func }
//! file     = "file" "@"NAME STRING                          short name of a source file, used in locations
//! global   = "global" ["const"] "@"NAME ["," "size" N] ["," "align" N] ["," "bytes" {piece}] {"," reloc} locs
//! piece    = STRING | "hex" STRING | "zero" N | TYPE literal {"," literal}  (literals: little endian)
//! reloc    = "reloc" N ":" ["func"] "@"NAME ["+" N | "-" N]
//! declare  = "declare" "@"NAME signature locs
//! func     = "func" "@"NAME (signature | "(" [param {"," param}] ["," "..."] ")" ["->" TYPE]) locs "{" body "}"
//! signature= "(" [TYPE {"," TYPE}] ["," "..."] ")" ["->" TYPE]
//! param    = "%"NAME ":" TYPE                               in a header: the parameters of the first block too
//! body     = {slot} {block}
//! slot     = "slot" "$"NAME [STRING] "," "size" N ["," "align" N]
//! block    = [LABEL ["(" param {"," param} ")"] ":"] {inst}     only the first label may be left out
//! inst     = ["%"NAME [":" TYPE] "="] operation locs
//! locs     = { "@"FILE ":" LINE ":" COLUMN }
//! operand  = [TYPE] ("%"NAME | literal)                     the type is needed where nothing else gives it
//! literal  = integer (decimal or 0x) | decimal float | "null" | "true" | "false" | "inf" | "-inf" | "nan"
//! target   = LABEL ["(" operand {"," operand} ")"]
//!
//! operation =
//!     OPERATOR [TYPE] operand {"," operand} ["to" TYPE]     TYPE: that of the operands (for `select`: of the result)
//!   | "load"  ["volatile"] TYPE operand              | "load.if" operand "," ["volatile"] TYPE operand
//!   | "store" ["volatile"] [TYPE] operand "," operand| "store.if" operand "," …
//!   | "stack_addr" "$"NAME | "global_addr" "@"NAME | "func_addr" "@"NAME
//!   | "call" "@"NAME "(" … ")" | "call_indirect" signature operand "(" … ")"
//!   | "intrinsic" NAME [TYPE] [STRING] ["(" … ")"]          TYPE: that of the result, if the intrinsic permits several
//!   | "check" KIND "," operand ["," STRING]          | "check.if" operand "," KIND "," …
//!     a load, store or check may end in "from" "(" {operand loc ","} loc ")"
//!   | "jump" target | "branch" operand "," target "," target
//!   | "switch" [TYPE] operand "[" {literal ":" target} "default" ":" target "]"
//!   | "return" [operand] | "unreachable"
//! ```
//! Names with other characters than letters, digits, `_`, `.` and `$` are in double quotes. `%7`, `$7` and `block7`
//! are unnamed entities; the numbers need not be dense or in order. Escapes in strings: `\n \t \0 \" \\`, `\xNN` (a
//! byte), `\u{…}` (a character). A hexadecimal literal of a float type is its bit pattern. `%NAME =` is optional if
//! the result is unused; a type is optional if the operands determine it; a file name in a location needs no `file`
//! line.
//!
//! The parser checks syntax, names, and that every literal has a known type and is in range. The
//! [verifier](crate::verify) checks everything else, so that tests can contain ill-formed functions.
mod ast;
mod build;
mod cursor;
mod function;
mod inst;
mod lexer;
mod literal;
mod module;

use crate::module::Module;
use std::fmt;

/// A syntax error. Lines and columns (in characters) count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The name of the parsed file, as given by the caller.
    pub file: String,
    /// The line of the error, from 1.
    pub line: u32,
    /// The column of the error in characters, from 1.
    pub column: u32,
    /// The error message, one line.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseError {
            file,
            line,
            column,
            message,
        } = self;
        write!(f, "{file}:{line}:{column}: {message}")
    }
}

impl std::error::Error for ParseError {}

/// Parses a module; `file_name` is used in messages only. The byte order mark with which some editors begin a file is
/// skipped.
///
/// # Errors
/// The first syntax error. Any text is allowed as input: there is no panic and no recursion.
pub fn parse_module(text: &str, file_name: &str) -> Result<Module, ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    module::parse(text).map_err(|error| ParseError {
        file: file_name.to_owned(),
        line: error.at.line,
        column: error.at.column,
        message: error.message,
    })
}

/// A position in the text that is parsed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Position {
    line: u32,
    column: u32,
}

/// A syntax error without the name of the file.
#[derive(Debug)]
struct Error {
    at: Position,
    message: String,
}

type Result1<T> = Result<T, Error>;

/// Returns an error with the message, truncated to [`MOST_MESSAGE`] characters. A message is longer only if it quotes a
/// very long word of the parsed text.
fn fail<T>(at: Position, message: impl Into<String>) -> Result1<T> {
    let mut message = message.into();
    if let Some((end, _)) = message.char_indices().nth(MOST_MESSAGE) {
        message.truncate(end);
        message.push('…');
    }
    Err(Error { at, message })
}

/// The maximum length of an error message in characters.
const MOST_MESSAGE: usize = 300;

#[cfg(test)]
mod tests;
