//! The tests check the names and values of symbolic inputs.
use super::*;
use crate::input::Inputs;
use crate::interp::ConsumedInput;

fn with_inputs(text: &str, inputs: &[(&str, &[u8])]) -> Run {
    let mut given = Inputs::default();
    for (name, bytes) in inputs {
        given.push(*name, bytes.to_vec());
    }
    let config = RunConfig {
        inputs: given,
        ..RunConfig::default()
    };
    run_with(text, &config)
}

fn names(run: &Run) -> Vec<&str> {
    run.consumed.iter().map(|c| c.name.as_str()).collect()
}

#[test]
fn equal_names_are_numbered_and_missing_inputs_are_zero() {
    let text = "
        func @main() -> i32 {
            %a = intrinsic symbolic i32 \"n\"
            %b = intrinsic symbolic i32 \"n\"
            %c = intrinsic uninit i32 \"n\"
            %d = intrinsic symbolic i16 \"m\"
            %e = zext %d to i32
            %s = add %a, %b
            %t = add %s, %c
            %r = add %t, %e
            return %r
        }";
    let run = with_inputs(
        text,
        &[("n", &[1]), ("n_1", &[2, 1]), ("uninitialised n", &[4])],
    );
    assert_eq!(run.outcome, Outcome::Exit(256 + 7));
    assert_eq!(names(&run), ["n", "n_1", "uninitialised n", "m"]);
    assert_eq!(
        run.consumed[3],
        ConsumedInput {
            name: "m".to_owned(),
            size: 2,
            given: false,
            ty: Some(crate::Type::I16),
            shape: None,
            loc: None,
        }
    );
}

#[test]
fn make_symbolic_writes_the_bytes_given() {
    let text = "
        global const @name, bytes \"buf\\0\"
        func @main() -> i32 {
            slot $x, size 4
            %x = stack_addr $x
            %n = global_addr @name
            intrinsic make_symbolic(%x, 4, %n)
            %r = load i32 %x
            return %r
        }";
    let run = with_inputs(text, &[("buf", &[3, 2, 1])]);
    assert_eq!(run.outcome, Outcome::Exit(0x0001_0203));
}

#[test]
fn indeterminate_bytes_become_an_input_and_written_ones_stay() {
    let text = "
        func @main() -> i32 {
            slot $x, size 4
            %x = stack_addr $x
            store i8 9, %x
            %v = load i32 %x
            %w = load i32 %x
            %same = eq %v, %w
            check assert, %same
            return %v
        }";
    let run = with_inputs(text, &[("uninitialised x@2", &[1, 2, 3, 4])]);
    assert_eq!(run.outcome, Outcome::Exit(0x0403_0209));
    assert_eq!(names(&run), ["uninitialised x@2"]);
    assert_eq!(run.consumed[0].size, 4);
}

#[test]
fn heap_and_array_contents_are_named_after_their_region() {
    let text = "
        func @main() {
            %h = intrinsic malloc(2)
            %v = intrinsic alloca(3, 1)
            %a = load i8 %v
            %b = load i8 %h
            return
        }";
    let run = run_text(text);
    assert_eq!(names(&run), ["uninitialised vla@3", "uninitialised heap@2"]);
}

#[test]
fn a_missing_function_gives_an_input_and_a_note() {
    let run = with_inputs(
        "func @main() -> i32 {
            %r = intrinsic missing i32 \"f\"(i8 1)
            return %r
        }",
        &[("f", &[8])],
    );
    assert_eq!(run.outcome, Outcome::Exit(8));
    assert_eq!(
        run.notes[0].what,
        "call of `f`, which has neither a body nor a model"
    );
}
