//! From a C file to a syntax tree with positions: the only user of the parser `lang-c`.
mod big_stack;
mod locations;

pub(crate) use big_stack::on_big_stack;
pub(crate) use locations::Locations;

use crate::Options;
use crate::diagnostic::Diagnostic;
use crate::library;
use crate::normalise::OffsetMap;
use crate::preprocess::{
    BUNDLED_PREFIX, Preprocessed, Preprocessor, SystemCompiler, bundled, read_source,
};
use crate::sources::Sources;
use lang_c::ast::TranslationUnit;
use lang_c::driver::{Config, Flavor, parse_preprocessed};
use std::path::Path;
use std::sync::Arc;

/// A parsed file. Drop it on a big stack.
#[derive(Debug)]
pub(crate) struct ParsedUnit {
    /// The syntax tree; its spans are offsets that [`Locations`] understands.
    pub(crate) ast: TranslationUnit,
    /// The way back to the user's files.
    pub(crate) locations: Locations,
    /// What was odd but no error.
    pub(crate) warnings: Vec<Diagnostic>,
}

/// Reads, preprocesses (unless the name ends in `.i`) and parses a file. The texts of all files that took part are
/// added to `sources`. Call it on a big stack.
pub(crate) fn parse_file(
    path: &Path,
    options: &Options,
    sources: &mut Sources,
) -> Result<ParsedUnit, Vec<Diagnostic>> {
    let name = path.display().to_string();
    let text = read_source(path).map_err(|error| vec![error])?;
    sources.insert(&name, &text);
    let is_preprocessed = path.extension().is_some_and(|extension| extension == "i");
    let preprocessed = if is_preprocessed {
        Preprocessed {
            text,
            warnings: Vec::new(),
        }
    } else {
        SystemCompiler.preprocess(path, options)?
    };
    parse_text(preprocessed, &name, sources)
}

/// Parses an embedded C model by its file name. Call it on a big stack.
pub(crate) fn parse_library(
    name: &str,
    sources: &mut Sources,
) -> Result<ParsedUnit, Vec<Diagnostic>> {
    let Some(text) = library::text(name) else {
        let message = format!("there is no library model `{name}`");
        return Err(vec![Diagnostic::error("library", message)]);
    };
    let shown = format!("{BUNDLED_PREFIX}libc/{name}");
    sources.insert(&shown, text);
    let preprocessed = Preprocessed {
        text: text.to_owned(),
        warnings: Vec::new(),
    };
    parse_text(preprocessed, &shown, sources)
}

fn parse_text(
    preprocessed: Preprocessed,
    name: &str,
    sources: &mut Sources,
) -> Result<ParsedUnit, Vec<Diagnostic>> {
    let text: Arc<str> = preprocessed.text.into();
    let locations = Locations::new(text.clone(), OffsetMap::default(), name);
    load_sources(&locations, sources);
    let config = Config {
        flavor: Flavor::GnuC11,
        ..Config::default()
    };
    match parse_preprocessed(&config, text.to_string()) {
        Ok(parsed) => Ok(ParsedUnit {
            ast: parsed.unit,
            locations,
            warnings: preprocessed.warnings,
        }),
        Err(error) => {
            let span = locations.span(lang_c::span::Span::span(error.offset, error.offset + 1));
            Err(vec![Diagnostic::error("syntax", "syntax error").at(span)])
        }
    }
}

/// Adds the headers that a text came from; those that cannot be read again are left out.
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
            && let Ok(text) = read_source(Path::new(&**file))
        {
            sources.insert(file, &text);
        }
    }
}
