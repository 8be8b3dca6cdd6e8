//! The tests check `setjmp` and `longjmp` calls that only some paths execute.
use symtool_engine::config::{Config, Prefix};
use symtool_ir::bug::Checks;
use symtool_ir::interp::run_prefix;
use symtool_testkit::replay::{Explored, explored, explored_with};

/// Returns a program that calls `setjmp`, reads the input `x`, and calls `@f` with the jump buffer and `x`. The
/// program exits with 0 if `@f` returns, and with the result of the jump if `@f` jumps.
fn guarding(f: &str) -> String {
    format!(
        "global @buffer, size 8
         {f}
         func @main() -> i32 {{
           slot $buffer, size 8
         entry:
           %b = stack_addr $buffer
           %r = intrinsic setjmp(%b)
           %back = ne %r, 0
           branch %back, failed, start
         start:
           %x = intrinsic symbolic i8 \"x\"
           %w = zext %x to i32
           call @f(%b, %w)
           return 0
         failed:
           return %r
         }}"
    )
}

#[test]
fn a_jump_on_one_path_leaves_the_other_alone() {
    let run = explored(&guarding(
        "func @g(%b: ptr, %x: i32) {
           slot $local, size 4
         entry:
           %c = ult %x, 10
           branch %c, jump, stay
         jump:
           intrinsic longjmp(%b, i32 3)
           unreachable
         stay:
           return
         }
         func @f(%b: ptr, %x: i32) {
         entry:
           call @g(%b, %x)
           %c = ult %x, 100
           branch %c, jump, stay
         jump:
           intrinsic longjmp(%b, i32 4)
           unreachable
         stay:
           return
         }",
    ));
    assert_eq!(run.ends(), ["exit 0", "exit 3", "exit 4"]);
    assert!(run.reasons().is_empty(), "{:?}", run.reasons());
}

#[test]
fn the_value_of_a_jump_may_depend_on_inputs() {
    let run = explored(&guarding(
        "func @f(%b: ptr, %x: i32) {
         entry:
           %y = add %x, 1
           intrinsic longjmp(%b, %y)
           unreachable
         }
         func @unused() {
         entry:
           return
         }",
    ));
    assert_eq!(run.exploration.stats.paths.completed, 1);
    assert!(run.exploration.bugs.is_empty());
    assert!(run.reasons().is_empty(), "{:?}", run.reasons());
}

/// Returns a program with two saved program points. The input selects one of their buffers, or a third buffer in
/// which no program point was saved.
fn choosing(buffers: u32) -> String {
    format!(
        "global @buffers, size 24
         func @main() -> i32 {{
         entry:
           %b0 = global_addr @buffers
           %r0 = intrinsic setjmp(%b0)
           %c0 = ne %r0, 0
           branch %c0, zero, next
         next:
           %b1 = ptr_add %b0, 8
           %r1 = intrinsic setjmp(%b1)
           %c1 = ne %r1, 0
           branch %c1, one, choose
         choose:
           %x = intrinsic symbolic i64 \"x\"
           %few = ult %x, {buffers}
           intrinsic assume(%few)
           %n = mul %x, 8
           %b = ptr_add %b0, %n
           intrinsic longjmp(%b, i32 9)
           unreachable
         zero:
           return 10
         one:
           return 11
         }}"
    )
}

#[test]
fn a_symbolic_jmp_buf_address_forks_per_buffer() {
    let run = explored(&choosing(2));
    assert_eq!(run.ends(), ["exit 10", "exit 11"]);
    assert!(run.reasons().is_empty(), "{:?}", run.reasons());
    let run = explored(&choosing(3));
    assert_eq!(run.ends(), ["bad-jump", "exit 10", "exit 11"]);
}

#[test]
fn a_symbolic_token_forks_per_saved_point() {
    let text = "
         global @buffers, size 16
         global @copy, size 8
         func @main() -> i32 {
         entry:
           %b0 = global_addr @buffers
           %r0 = intrinsic setjmp(%b0)
           %c0 = ne %r0, 0
           branch %c0, zero, next
         next:
           %b1 = ptr_add %b0, 8
           %r1 = intrinsic setjmp(%b1)
           %c1 = ne %r1, 0
           branch %c1, one, choose
         choose:
           %x = intrinsic symbolic i8 \"x\"
           %t0 = load i64 %b0
           %t1 = load i64 %b1
           %first = ult %x, 7
           %t2 = select %first, %t0, %t1
           %odd = eq %x, 9
           %t3 = select %odd, 5, %t2
           %c = global_addr @copy
           store %t3, %c
           intrinsic longjmp(%c, i32 9)
           unreachable
         zero:
           return 10
         one:
           return 11
         }";
    let run = explored(text);
    assert_eq!(run.ends(), ["bad-jump", "exit 10", "exit 11"]);
    let unchecked = Config::default().checks(Checks::NONE);
    let run = explored_with(text, &unchecked);
    assert_eq!(run.ends(), ["exit 10", "exit 11"]);
    assert!(!run.reasons().is_empty());
}

#[test]
fn a_jump_to_a_returned_function_fails() {
    let run = explored(&guarding(
        "func @save(%p: ptr) {
         entry:
           %r = intrinsic setjmp(%p)
           return
         }
         func @f(%b: ptr, %x: i32) {
         entry:
           %p = global_addr @buffer
           call @save(%p)
           %c = eq %x, 77
           branch %c, jump, stay
         jump:
           intrinsic longjmp(%p, i32 3)
           unreachable
         stay:
           return
         }",
    ));
    assert_eq!(run.ends(), ["bad-jump", "exit 0"]);
    assert!(run.spurious.is_empty());
}

#[test]
fn points_saved_in_a_concrete_prefix_are_restored() {
    let text = guarding(
        "func @f(%b: ptr, %x: i32) {
         entry:
           %c = eq %x, 77
           branch %c, jump, stay
         jump:
           intrinsic longjmp(%b, i32 3)
           unreachable
         stay:
           return
         }",
    );
    // The loop makes the start of the program, before its first input, long enough for the concrete engine. So the
    // concrete engine executes the `setjmp`, and exploration executes the `longjmp`.
    let text = text.replace(
        "start:",
        "start:
           jump head(0)
         head(%i: i32):
           %more = slt %i, 100000
           %i.1 = add %i, 1
           branch %more, head(%i.1), go
         go:",
    );
    let config = Config::default().prefix(Some(Prefix {
        warm_up: 1_000,
        warm_up_per_instruction: 0,
        run: |module, entry, config, _| run_prefix(module, entry, config),
    }));
    let (plain, ran) = (explored(&text), explored_with(&text, &config));
    assert_eq!(plain.ends(), ["exit 0", "exit 3"]);
    assert_eq!(ran.ends(), plain.ends());
    let instructions = |run: &Explored| run.exploration.stats.instructions;
    assert_eq!(instructions(&ran), instructions(&plain));
}
