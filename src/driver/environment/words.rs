//! Conversion of a program's environment to the command-line words that a test case stores, and back.
use super::reader::{ContentsFrom, WordReader};
use crate::Error;
use symtool_frontend::environment::{
    Argument, Contents, Environment, SOCKET_INPUT, STDIN_INPUT, file_input,
};
use symtool_ir::Inputs;

/// Returns the command-line words that describe an environment, for storage in a test case.
pub fn words(environment: &Environment) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut add = |parts: &[&str]| words.extend(parts.iter().map(|&part| part.to_owned()));
    match &environment.stdin {
        Contents::Known(bytes) if bytes.is_empty() => {}
        Contents::Known(_) => add(&["--stdin"]),
        Contents::Free { least, most } => add(&["--sym-stdin", &range(*least, *most)]),
    }
    match &environment.socket {
        None => {}
        Some(Contents::Known(_)) => add(&["--socket"]),
        Some(Contents::Free { least, most }) => add(&["--sym-socket", &range(*least, *most)]),
    }
    for (name, contents) in &environment.files {
        match contents {
            Contents::Known(_) => add(&["--file", name]),
            Contents::Free { least, most } => add(&["--sym-file", name, &range(*least, *most)]),
        }
    }
    for name in &environment.free_properties {
        add(&["--sym-stat", name]);
    }
    for variable in &environment.variables {
        add(&["--env", variable]);
    }
    if let Some(seconds) = environment.time {
        add(&["--time", &seconds.to_string()]);
    }
    if let Some(seed) = environment.random {
        add(&["--random", &seed.to_string()]);
    }
    if environment.malloc_may_fail {
        add(&["--malloc-may-fail"]);
    }
    let is_known = |argument: &Argument| matches!(argument, Argument::Known(_));
    if environment.arguments.iter().any(is_known) {
        add(&["--"]);
    }
    for argument in &environment.arguments {
        match argument {
            Argument::Known(text) => add(&[&String::from_utf8_lossy(text)]),
            Argument::Free {
                least,
                most,
                length,
            } => add(&[
                "--sym-args",
                &least.to_string(),
                &most.to_string(),
                &length.to_string(),
            ]),
        }
    }
    words
}

fn range(least: u64, most: u64) -> String {
    if least == most {
        most.to_string()
    } else {
        format!("{least}..{most}")
    }
}

/// Returns the known contents of the files and of the connection in the environment, as objects for a test case. The
/// words of the test case only name them.
pub fn objects(environment: &Environment) -> Inputs {
    let mut inputs = Inputs::default();
    if let Contents::Known(bytes) = &environment.stdin
        && !bytes.is_empty()
    {
        inputs.push(STDIN_INPUT, bytes.clone());
    }
    if let Some(Contents::Known(bytes)) = &environment.socket {
        inputs.push(SOCKET_INPUT, bytes.clone());
    }
    for (name, contents) in &environment.files {
        if let Contents::Known(bytes) = contents {
            inputs.push(file_input(name), bytes.clone());
        }
    }
    inputs
}

/// Returns the environment that the words and objects of a test case describe.
pub fn from_words(words: &[String], inputs: &Inputs) -> Result<Environment, Error> {
    let mut reader = WordReader::new(ContentsFrom::Objects(inputs));
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        if word == "--" {
            reader.arguments(rest.as_slice())?;
            break;
        }
        reader.word(word, &mut rest)?;
    }
    Ok(reader.environment)
}
