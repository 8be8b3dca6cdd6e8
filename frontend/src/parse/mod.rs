//! Parses a C file to a syntax tree with source locations. Only this module calls the parser `lang-c`, whose syntax
//! tree the semantic analysis reads.
mod advice;
mod align;
mod big_stack;
mod compiled;
mod locations;
mod messages;
#[cfg(test)]
mod tests;

pub(crate) use big_stack::{on_big_stack, within};
pub(crate) use locations::Locations;

use crate::diagnostic::{Diagnostic, Span};
use crate::harness::{self, Appended};
use crate::headers::{BUNDLED_PREFIX, bundled};
use crate::library;
use crate::normalise::{Pragmas, Problem, Token, TokenKind, lex, normalise, with_letters};
use crate::preprocess::confine::Confinement;
use crate::preprocess::{Preprocessed, preprocess, read_source};
use crate::sources::Sources;
use crate::{Options, SourceFile};
use lang_c::ast::TranslationUnit;
use lang_c::driver::{Config, Flavor, parse_preprocessed};
use messages::Failure;
pub(crate) use messages::header_of;
use std::ops::Range;
use std::path::Path;
use std::time::Duration;

/// A parsed translation unit. The unit must be dropped on a thread with a big stack ([`on_big_stack`]), because its
/// syntax tree may be deep.
#[derive(Debug)]
pub(crate) struct ParsedUnit {
    /// The syntax tree. [`Locations`] resolves its spans.
    pub(crate) ast: TranslationUnit,
    /// The map from spans of the tree to locations in the user's files.
    pub(crate) locations: Locations,
    /// The warnings of the preprocessor and the parser.
    pub(crate) warnings: Vec<Diagnostic>,
    /// The effects of the pragmas.
    pub(crate) pragmas: Pragmas,
    /// The pragmas that have no effect, with their source locations.
    pub(crate) dropped_pragmas: Vec<(Span, String)>,
}

/// The time limit of the parser for each MiB of text. The limit is necessary because for some constructs, the
/// parser's time is exponential in the nesting depth. One example is a struct definition in the parameter list of a
/// member of another struct definition.
const PARSE_TIME: Duration = Duration::from_secs(5);

/// The maximum number of syntax errors that are reported for one file.
const MAX_ERRORS: usize = 20;

/// The maximum length, in bytes, of a text that is parsed again to find further errors.
const MAX_REPARSED: usize = 4 << 20;

/// Reads, preprocesses (unless the name ends in `.i`) and parses a file. Adds the texts of all files involved to
/// `sources`. The text of `appended` is parsed as if it were at the end of the file. Must be called inside
/// [`on_big_stack`].
pub(crate) fn parse_file(
    file: &SourceFile,
    options: &Options,
    sources: &mut Sources,
    appended: Option<&Appended>,
) -> Result<ParsedUnit, Vec<Diagnostic>> {
    let path = file.path.as_path();
    let name = path.display().to_string();
    let confinement = Confinement::of(path, options).map_err(|error| vec![*error])?;
    let text = read_source(&sources.path(path), path).map_err(|error| vec![*error])?;
    sources.insert(&name, &text);
    let is_preprocessed = path.extension().is_some_and(|extension| extension == "i");
    let mut preprocessed = if is_preprocessed {
        if let Some(confinement) = &confinement {
            let no_headers = Path::new("<none>");
            confinement
                .check_markers(&text, no_headers)
                .map_err(|error| vec![*error])?;
        }
        Preprocessed {
            text,
            warnings: Vec::new(),
        }
    } else {
        preprocess(file, &text, options, confinement.as_ref())?
    };
    if let Some(Appended { text, .. }) = appended {
        sources.insert(harness::FILE, text);
        preprocessed.text += &format!("\n# 1 \"{}\"\n{text}", harness::FILE);
    }
    parse_text(preprocessed, &name, sources)
}

/// Parses the embedded C file `name`, a library model (C code that replaces library functions). Must be called inside
/// [`on_big_stack`].
pub(crate) fn parse_library(
    name: &str,
    sources: &mut Sources,
) -> Result<ParsedUnit, Vec<Diagnostic>> {
    let Some(text) = library::text(name) else {
        let message = format!("unknown library model `{name}`");
        return Err(vec![Diagnostic::error("library", message)]);
    };
    let shown = format!("{BUNDLED_PREFIX}libc/{name}");
    sources.insert(&shown, text);
    let preprocessed = Preprocessed {
        text: with_includes(text, &shown, sources),
        warnings: Vec::new(),
    };
    parse_text(preprocessed, &shown, sources)
}

/// Returns `text`, the text of the library model `shown`, with each `#include "file"` replaced by the file's
/// text. Models may use no other directive. The preprocessor does not run on models, because this step would take
/// most of the time for compiling a small program.
fn with_includes(text: &str, shown: &str, sources: &mut Sources) -> String {
    let mut whole = String::with_capacity(text.len());
    for (number, line) in text.lines().enumerate() {
        let included = line
            .strip_prefix("#include \"")
            .and_then(|rest| rest.strip_suffix('"'))
            .and_then(|name| Some((name, library::text(name)?)));
        match included {
            Some((name, header)) => {
                let header_name = format!("{BUNDLED_PREFIX}libc/{name}");
                sources.insert(&header_name, header);
                whole += &format!("# 1 \"{header_name}\"\n{header}");
                whole += &format!("# {} \"{shown}\"\n", number + 2);
            }
            None => {
                whole += line;
                whole.push('\n');
            }
        }
    }
    whole
}

/// Parses preprocessed text. After an error, the text is parsed again, so that one run finds several errors. Before the
/// next attempt, the text around the error, such as a function body, is replaced by blanks, and an unknown type by
/// `int`.
fn parse_text(
    preprocessed: Preprocessed,
    name: &str,
    sources: &mut Sources,
) -> Result<ParsedUnit, Vec<Diagnostic>> {
    let mut text = with_letters(preprocessed.text);
    let mut locations = Locations::new(text.as_str().into(), name);
    load_sources(&locations, sources);
    compiled::record(&text, name, sources);
    locations.attach(sources);
    let mut errors = Vec::new();
    loop {
        let failed = match attempt(&text) {
            Ok(parsed) if errors.is_empty() => {
                let odd = parsed.implicit_ints.iter();
                let mut warnings = preprocessed.warnings;
                warnings.extend(odd.map(|token| implicit_int(token, &text, &locations)));
                let dropped_pragmas = (parsed.pragmas.dropped.iter())
                    .map(|&(start, length)| {
                        let words = text[start..start + length].split_whitespace();
                        let words: Vec<&str> = words.collect();
                        (locations.source_span(start, length), words.join(" "))
                    })
                    .collect();
                locations.set_map(parsed.map);
                return Ok(ParsedUnit {
                    ast: parsed.ast,
                    dropped_pragmas,
                    locations,
                    warnings,
                    pragmas: parsed.pragmas,
                });
            }
            Ok(_) => return Err(errors),
            Err(failed) => failed,
        };
        for problem in &failed.problems {
            // After the first error, a part of the text was replaced. An unexpected end of file may be a consequence
            // of the replacement.
            if !errors.is_empty() && problem.message == messages::UNFINISHED {
                continue;
            }
            let mut found = diagnose(problem, &locations);
            if found.help.is_none() {
                found.help = advice::macro_advice(&found, sources);
            }
            if !errors.iter().any(|known| is_same_line(known, &found)) {
                errors.push(found);
            }
        }
        errors.truncate(MAX_ERRORS);
        if errors.len() >= MAX_ERRORS || text.len() > MAX_REPARSED {
            return Err(errors);
        }
        text = match (failed.unknown_type, failed.blankable) {
            (Some(name), _) if name.len() >= 3 => with_known_type(&text, &name),
            (_, blankable) if blankable.is_empty() => return Err(errors),
            (_, blankable) => blankable.into_iter().fold(text, blank),
        };
    }
}

fn implicit_int(token: &Token, text: &str, locations: &Locations) -> Diagnostic {
    let what = match token.kind {
        TokenKind::Word => format!("declaration of `{}`", token.text(text)),
        _ => "this declaration".to_owned(),
    };
    let at = locations.source_span(token.start as usize, (token.end - token.start) as usize);
    let message = format!("type defaults to `int` in {what}");
    let help = "write the type: `int main(void)` for the main function";
    Diagnostic::warning("implicit-int", message)
        .at(at)
        .help(help)
}

/// Returns whether the errors `a` and `b` are on the same line. Only the first error of a line is reported, because
/// further errors on the line are mostly its consequences.
fn is_same_line(a: &Diagnostic, b: &Diagnostic) -> bool {
    let line = |d: &Diagnostic| d.primary.as_ref().map(|at| (at.file.clone(), at.line));
    line(a) == line(b)
}

/// Replaces the unknown type name `name` by `int` and blanks everywhere, so that all offsets stay the same. The name
/// must have at least 3 characters.
fn with_known_type(text: &str, name: &str) -> String {
    let mut output = text.to_owned();
    for token in lex(text).tokens {
        if token.text(text) == name {
            let known = format!("{:width$}", "int", width = name.len());
            output.replace_range(token.start as usize..token.end as usize, &known);
        }
    }
    output
}

/// The result of parsing a text successfully.
struct Parsed {
    ast: TranslationUnit,
    map: crate::normalise::OffsetMap,
    pragmas: Pragmas,
    implicit_ints: Vec<Token>,
}

/// The result of parsing a text with errors.
struct Failed {
    problems: Vec<Problem>,
    /// The name of the unknown type, if the error is about an unknown type.
    unknown_type: Option<String>,
    /// The byte ranges of the text to replace by blanks before the next attempt to parse it.
    blankable: Vec<Range<usize>>,
}

fn attempt(text: &str) -> Result<Parsed, Failed> {
    let normalised = normalise(text).map_err(|rejected| Failed {
        problems: rejected.problems,
        unknown_type: None,
        blankable: rejected.blankable,
    })?;
    let config = Config {
        flavor: Flavor::GnuC11,
        ..Config::default()
    };
    let mib = normalised.text.len() >> 20;
    let limit = PARSE_TIME * (1 + mib as u32);
    let text_to_parse = normalised.text;
    let parsed = within(limit, move || parse_preprocessed(&config, text_to_parse));
    let Some(parsed) = parsed else {
        return Err(Failed {
            problems: vec![too_long()],
            unknown_type: None,
            blankable: Vec::new(),
        });
    };
    let error = match parsed {
        Ok(parsed) => {
            return Ok(Parsed {
                ast: parsed.unit,
                map: normalised.map,
                pragmas: normalised.pragmas,
                implicit_ints: normalised.implicit_ints,
            });
        }
        Err(error) => error,
    };
    let offset = normalised.map.source(error.offset);
    let failure = Failure {
        source: text,
        tokens: &normalised.tokens,
        offset,
        expected: &error.expected,
    };
    let problem = failure.explain();
    let blankable = enclosing_body(text, &normalised.tokens, problem.at.0);
    Err(Failed {
        problems: vec![problem],
        unknown_type: failure.unknown_name().map(str::to_owned),
        blankable: blankable.into_iter().collect(),
    })
}

fn too_long() -> Problem {
    Problem {
        at: (0, 1),
        message: "parsing takes too long".to_owned(),
        also: None,
        help: Some("reduce the nesting depth of definitions".to_owned()),
    }
}

fn diagnose(problem: &Problem, locations: &Locations) -> Diagnostic {
    let location = |(start, len): (usize, usize)| match len {
        0 => locations.after(start),
        _ => locations.source_span(start, len),
    };
    let mut diagnostic =
        Diagnostic::error("syntax", problem.message.clone()).at(location(problem.at));
    if let Some((at, text)) = &problem.also {
        diagnostic = diagnostic.also(location(*at), text.clone());
    }
    diagnostic.help = problem.help.clone();
    locations.note_includes(&mut diagnostic);
    diagnostic
}

/// Returns the byte range of the function body that contains `offset`, from `{` to `}`; `None` if `offset` is
/// in no function body.
fn enclosing_body(text: &str, tokens: &[Token], offset: usize) -> Option<Range<usize>> {
    let mut depth = 0usize;
    let mut open = None;
    for (index, token) in tokens.iter().enumerate() {
        if token.kind != TokenKind::Punctuation {
            continue;
        }
        match token.text(text) {
            "{" | "<%" => {
                if depth == 0 {
                    let is_body = index > 0 && tokens[index - 1].text(text) == ")";
                    open = is_body.then_some(token.start as usize);
                }
                depth += 1;
            }
            "}" | "%>" => {
                depth = depth.saturating_sub(1);
                if depth == 0 && token.end as usize > offset {
                    return Some(open.filter(|&open| open < offset)?..token.end as usize);
                }
            }
            _ => {}
        }
    }
    None
}

/// Replaces the text in `range` by blanks, or a function body by a semicolon and blanks. All offsets stay the
/// same.
fn blank(text: String, range: Range<usize>) -> String {
    let mut bytes = text.into_bytes();
    let is_body = bytes[range.start] == b'{' || bytes[range.start] == b'<';
    for byte in &mut bytes[range.clone()] {
        if *byte != b'\n' {
            *byte = b' ';
        }
    }
    if is_body {
        bytes[range.start] = b';';
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Adds to `sources` the texts of all files that locations refer to. Files that cannot be read are skipped.
fn load_sources(locations: &Locations, sources: &mut Sources) {
    for file in locations.files() {
        if sources.contains(file) {
            continue;
        }
        if let Some(name) = file.strip_prefix(BUNDLED_PREFIX) {
            if let Some(text) = bundled(name) {
                sources.insert(file, text);
            }
        } else if !file.starts_with('<')
            && let name = Path::new(&**file)
            && let Ok(text) = read_source(&sources.path(name), name)
        {
            sources.insert(file, &text);
        }
    }
}
