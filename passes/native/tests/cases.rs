//! The tests check cases that random programs rarely reach: limits, fallback to the interpreter, and reused entries of
//! the object table (the table of the live objects that machine code may access).
use std::time::Instant;
use symtool_ir::bug::{CheckKind, Checks};
use symtool_ir::interp::{Run, RunConfig, run};
use symtool_ir::parse::parse_module;
use symtool_ir::verify::verify_module;
use symtool_ir::{BugKind, Limit, Module, Outcome};
use symtool_native::{self as native, Engine, Unfit, run_native};

fn module(text: &str) -> Module {
    let module = parse_module(text, "test.sir").unwrap_or_else(|e| panic!("{e}"));
    verify_module(&module).unwrap_or_else(|e| panic!("{e}"));
    module
}

fn same(expected: &Run, found: &Run) {
    assert_eq!(expected.outcome, found.outcome);
    assert_eq!(expected.output, found.output);
    assert_eq!(expected.instructions, found.instructions);
    assert_eq!(expected.coverage, found.coverage);
    assert_eq!(expected.notes, found.notes);
    assert_eq!(expected.consumed, found.consumed);
}

/// Asserts that machine code and the interpreter agree on a program, and returns the outcome.
fn outcome_with(text: &str, config: &RunConfig) -> Outcome {
    let module = module(text);
    let main = module.function_named("main").expect("a main function");
    let found = run_native(&module, main, config).unwrap_or_else(|why| panic!("{why}"));
    same(&run(&module, main, config), &found);
    found.outcome
}

/// Asserts that a program does not run as machine code and that the fallback result is correct; returns the reason.
fn left_to_the_interpreter(text: &str, config: &RunConfig) -> Unfit {
    let module = module(text);
    let main = module.function_named("main").expect("a main function");
    let expected = run(&module, main, config);
    for engine in [Engine::Native, Engine::Auto] {
        same(&expected, &native::run(&module, main, config, engine));
    }
    run_native(&module, main, config).expect_err("machine code cannot tell")
}

fn kind(outcome: &Outcome) -> BugKind {
    match outcome {
        Outcome::Bug(failure) => failure.kind,
        other => panic!("{other:?}"),
    }
}

const LOOP: &str = "
    func @main() -> i32 {
        jump again(0)
    again(%n: i32):
        %m = add %n, 1
        %c = ult %m, 1000000
        branch %c, again(%m), done
    done:
        return %m
    }";

#[test]
fn instruction_limits_are_exact() {
    let config = |max_instructions| RunConfig {
        max_instructions,
        ..RunConfig::default()
    };
    let exactly = 3_000_002;
    let outcome = outcome_with(LOOP, &config(exactly));
    assert_eq!(outcome, Outcome::Exit(1_000_000));
    for less in [exactly - 1, exactly / 2, 1] {
        assert_eq!(
            left_to_the_interpreter(LOOP, &config(less)),
            Unfit::Limit,
            "{less}"
        );
    }
}

#[test]
fn long_runs_switch_engines_without_a_difference() {
    let module = module(LOOP);
    let main = module.function_named("main").expect("a main function");
    let config = RunConfig::default();
    let expected = native::run(&module, main, &config, Engine::Interpreter);
    assert!(expected.instructions > 2_500_000);
    same(
        &expected,
        &native::run(&module, main, &config, Engine::Auto),
    );
}

#[test]
fn a_deadline_ends_machine_code() {
    let config = RunConfig {
        deadline: Some(Instant::now()),
        ..RunConfig::default()
    };
    let module = module("func @main() {\n jump a\na:\n jump a\n}");
    let main = module.function_named("main").expect("a main function");
    let run = run_native(&module, main, &config).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(run.outcome, Outcome::Limit(Limit::Time));
}

const DEEP: &str = "
    func @down(%n: i32) -> i32 {
        %c = eq %n, 0
        branch %c, last, next
    last:
        return 0
    next:
        %m = sub %n, 1
        %d = call @down(%m)
        %r = add %d, 1
        return %r
    }
    func @main() -> i32 {
        %r = call @down(2000000)
        return %r
    }";

#[test]
fn nested_calls_have_the_same_limit() {
    let config = |max_frames| RunConfig {
        max_frames,
        ..RunConfig::default()
    };
    for frames in [1, 2, 500, 10_000] {
        assert_eq!(
            outcome_with(DEEP, &config(frames)),
            Outcome::Limit(Limit::Stack)
        );
    }
    // Two million nested calls exceed the host stack of machine code.
    let unfit = left_to_the_interpreter(DEEP, &config(3_000_000));
    assert_eq!(unfit, Unfit::Limit);
}

#[test]
fn the_memory_limit_is_left_to_the_interpreter() {
    let text = "
        func @main() -> i32 {
            jump again(0)
        again(%n: i32):
            %p = intrinsic malloc(1000)
            store i8 1, %p
            %m = add %n, 1
            %c = ult %m, 400000
            branch %c, again(%m), done
        done:
            return 0
        }";
    let config = RunConfig {
        max_memory: 20 << 20,
        ..RunConfig::default()
    };
    assert_eq!(left_to_the_interpreter(text, &config), Unfit::Limit);
}

#[test]
fn endless_reading_of_inputs_is_left_to_the_interpreter() {
    let text = "
        func @main() -> i32 {
        entry:
            jump again
        again:
            %n = intrinsic symbolic i8 \"n\"
            jump again
        }";
    let config = RunConfig {
        max_memory: 1 << 20,
        ..RunConfig::default()
    };
    assert_eq!(left_to_the_interpreter(text, &config), Unfit::Limit);
}

#[test]
fn a_call_of_a_function_that_is_not_address_taken_is_left_to_the_interpreter() {
    let text = "
        func @main() -> i32 {
            %a = intrinsic symbolic i64 \"a\"
            %p = inttoptr %a to ptr
            %v = call_indirect () -> i32 %p()
            return %v
        }
        func @hidden() -> i32 {
            return 7
        }";
    let mut config = RunConfig::default();
    let address: u64 = (1 << 36) + (1 << 35) + (1 << 16) + 16;
    config.inputs.push("a", address.to_le_bytes().to_vec());
    assert_eq!(left_to_the_interpreter(text, &config), Unfit::StrayCall);
}

/// Checks that an old pointer to a dead object does not access the new object that has the same entry in the object
/// table (the table of the objects that machine code may access).
#[test]
fn old_pointers_do_not_reach_new_objects() {
    let heap = "
        func @main() -> i32 {
            %p = intrinsic malloc(64)
            store i32 1, %p
            intrinsic free(%p)
            %q = intrinsic malloc(64)
            store i32 2, %q
            store i32 3, %q
            %v = load i32 %p
            return %v
        }";
    assert_eq!(
        kind(&outcome_with(heap, &RunConfig::default())),
        BugKind::UseAfterFree
    );
    let stack = "
        func @leak() -> ptr {
            slot $x, size 4
            %x = stack_addr $x
            store i32 1, %x
            return %x
        }
        func @main() -> i32 {
            %p = call @leak()
            %q = call @leak()
            store i32 2, %p
            return 0
        }";
    assert_eq!(
        kind(&outcome_with(stack, &RunConfig::default())),
        BugKind::UseAfterReturn
    );
    let outside = "
        global @a, size 8
        global @b, size 8
        func @main() -> i32 {
            %a = global_addr @a
            %b = global_addr @b
            %x = ptrtoint %a to i64
            %y = ptrtoint %b to i64
            %d = sub %y, %x
            %p = ptr_add %a, %d
            store i32 5, %p
            %v = load i32 %b
            %q = ptr_add %a, -1
            %w = load i32 %q
            return %v
        }";
    assert_eq!(
        kind(&outcome_with(outside, &RunConfig::default())),
        BugKind::OutOfBounds
    );
}

/// Checks that an illegal access has no effect if its check is disabled: the run records a remark (`Run::notes`) and
/// continues.
#[test]
fn ignored_failures_are_noted() {
    let text = "
        func @main() -> i32 {
            slot $x, size 4
            %x = stack_addr $x
            %y = ptr_add %x, 2
            store i32 7, %y
            %v = load i32 null
            %u = load i32 %x
            %r = call_indirect () -> i32 null()
            %s = add %v, %r
            %t = add %s, %u
            return %t
        }";
    let mut config = RunConfig {
        checks: Checks::NONE,
        ..RunConfig::default()
    };
    assert_eq!(outcome_with(text, &config), Outcome::Exit(0));
    config.checks = Checks::NONE.with(CheckKind::Uninit);
    assert_eq!(kind(&outcome_with(text, &config)), BugKind::Uninit);
}

#[test]
fn large_objects_and_surplus_arguments_work() {
    let text = "
        func @sum(%n: i32, ...) -> i64 {
            %a = intrinsic va_area()
            %x = load i64 %a
            %b = ptr_add %a, 16
            %y = load i64 %b
            %s = add %x, %y
            return %s
        }
        func @main() -> i32 {
            %p = intrinsic malloc(33554432)
            %q = ptr_add %p, 33554424
            store i64 40, %q
            %v = load i64 %q
            %f = func_addr @sum
            %a = call @sum(2, i64 1, i64 1)
            %b = call_indirect (i32, i64, i64) -> i64 %f(2, %v, %a)
            %r = trunc %b to i32
            return %r
        }";
    assert_eq!(outcome_with(text, &RunConfig::default()), Outcome::Exit(42));
}
