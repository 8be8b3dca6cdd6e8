//! The tests check the conversions between options, environments, words of test cases and shell commands.
use super::*;
use symtool_frontend::environment::Argument;
use symtool_ir::Inputs;

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

#[test]
fn an_environment_survives_its_words() {
    let environment = Environment {
        program: None,
        arguments: vec![
            Argument::Known(b"-n".to_vec()),
            Argument::Free {
                least: 0,
                most: 2,
                length: 3,
            },
            Argument::Known(b"--".to_vec()),
        ],
        stdin: Contents::Known(b"in\n".to_vec()),
        socket: Some(Contents::Known(Vec::new())),
        files: vec![
            ("A".into(), Contents::Free { least: 1, most: 4 }),
            ("dir/b".into(), Contents::Known(b"x".to_vec())),
        ],
        free_properties: vec!["dir/b".into()],
        variables: vec!["HOME=/".into()],
        time: Some(7),
        random: Some(3),
        malloc_may_fail: true,
    };
    let read = from_words(&words(&environment), &objects(&environment));
    assert_eq!(read.ok(), Some(environment));
}

#[test]
fn klee_words_are_understood() {
    let words = strings(&["-n", "-sym-arg", "2", "--sym-files", "2", "8", "x"]);
    let read = from_words(&words, &Inputs::default()).unwrap();
    let names: Vec<&str> = read.files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["A", "B"]);
    assert_eq!(read.arguments.len(), 3);
}

#[test]
fn the_command_line_is_a_shell_s() {
    let free = |least, most| Argument::Free {
        least,
        most,
        length: 3,
    };
    let environment = Environment {
        arguments: vec![free(0, 2), Argument::Known(b"it's".to_vec()), free(1, 1)],
        ..Environment::default()
    };
    let mut inputs = Inputs::default();
    inputs.push("n_args", vec![1, 0, 0, 0]);
    inputs.push("arg00", b"-x\0\0".to_vec());
    inputs.push("arg02", b"\x01\n\0\0".to_vec());
    let line = command_line(&environment, &inputs);
    assert_eq!(line.as_deref(), Some(r"program -x 'it'\''s' $'\x01\n'"));
}

#[test]
fn senseless_numbers_are_refused() {
    assert!(free_contents("--sym-stdin", "4..2").is_err());
    assert!(free_contents("--sym-stdin", "many").is_err());
    let args = EnvironmentArgs {
        sym_args: vec![2, 1, 4],
        ..EnvironmentArgs::default()
    };
    assert!(args.environment().is_err());
}
