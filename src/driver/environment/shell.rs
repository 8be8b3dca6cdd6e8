//! Formats the program arguments of a test case as a shell command.
use symtool_frontend::environment::{Argument, COUNT_INPUT, Environment, argument_input};
use symtool_ir::Inputs;

/// Returns a shell command that runs the program with the arguments of a test case, as in `program -x 'a b'`. Returns
/// `None` if the environment has no arguments.
pub fn command_line(environment: &Environment, inputs: &Inputs) -> Option<String> {
    let words = arguments(environment, inputs);
    let words = words.iter().map(|word| shell_word(word));
    let line = std::iter::once(environment.program_name().to_owned()).chain(words);
    (!environment.arguments.is_empty()).then(|| line.collect::<Vec<_>>().join(" "))
}

/// Returns the arguments of a test case after the program's name, without terminating null characters.
pub fn arguments(environment: &Environment, inputs: &Inputs) -> Vec<Vec<u8>> {
    let mut words = Vec::new();
    let (mut number, mut group) = (0, 0);
    for argument in &environment.arguments {
        match argument {
            Argument::Known(text) => words.push(text.clone()),
            Argument::Free {
                least,
                most,
                length,
            } => {
                let mut count = *least;
                if least != most {
                    count = group_count(inputs, group).clamp(*least, *most);
                    group += 1;
                }
                for index in 0..count {
                    let input = argument_input(number + index);
                    let bytes = inputs.get(&input).unwrap_or_default();
                    let bytes = &bytes[..bytes.len().min(*length as usize)];
                    let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
                    words.push(bytes[..end].to_vec());
                }
                number += most;
            }
        }
    }
    words
}

/// Returns the number of arguments that one option `--sym-args MIN MAX LEN` passes in a test case. `group` is the index
/// of the option among all options `--sym-args`, from 0. The number of its arguments is itself a symbolic input, and
/// `inputs` contains its value.
fn group_count(inputs: &Inputs, group: u32) -> u32 {
    let name = match group {
        0 => COUNT_INPUT.to_owned(),
        _ => format!("{COUNT_INPUT}_{group}"),
    };
    let bytes = inputs.get(&name).unwrap_or_default();
    bytes.iter().rev().fold(0, |n, &b| n << 8 | u32::from(b))
}

/// Quotes bytes as a word of a shell command.
pub fn shell_word(bytes: &[u8]) -> String {
    let plain = |b: &u8| b.is_ascii_alphanumeric() || b"-_./=,+:@%".contains(b);
    if !bytes.is_empty() && bytes.iter().all(plain) {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    if bytes.iter().all(|b| (b' '..=b'~').contains(b)) {
        return format!(
            "'{}'",
            String::from_utf8_lossy(bytes).replace('\'', r"'\''")
        );
    }
    let mut word = "$'".to_owned();
    for &byte in bytes {
        match byte {
            b'\n' => word += "\\n",
            b'\t' => word += "\\t",
            b'\'' | b'\\' => word.extend(['\\', char::from(byte)]),
            b' '..=b'~' => word.push(char::from(byte)),
            _ => word += &format!("\\x{byte:02x}"),
        }
    }
    word + "'"
}
