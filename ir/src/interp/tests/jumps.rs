//! The tests check `setjmp` and `longjmp`.
use super::*;

#[test]
fn a_jump_ends_the_calls_above_and_gives_its_value() {
    let text = "
        global @count, size 4
        func @deep(%n: i32, %buffer: ptr) -> i32 {
            slot $local, size 4
            %c = eq %n, 0
            branch %c, jump, more
        jump:
            intrinsic longjmp(%buffer, i32 7)
            unreachable
        more:
            %m = sub %n, 1
            %r = call @deep(%m, %buffer)
            return %r
        }
        func @main() -> i32 {
            slot $buffer, size 8
            %b = stack_addr $buffer
            %kept = intrinsic get_value(i32 100)
            %r = intrinsic setjmp(%b)
            %p = global_addr @count
            %old = load i32 %p
            %new = add %old, 1
            store %new, %p
            %again = slt %new, 4
            branch %again, once_more, done
        once_more:
            %x = call @deep(5, %b)
            return %x
        done:
            %s = mul %new, 10
            %t = add %s, %r
            %u = add %t, %kept
            return %u
        }";
    assert_eq!(status(text), 147);
}

#[test]
fn locals_of_the_calls_left_are_dead() {
    let text = "
        global @leaked, size 8
        func @f(%buffer: ptr) {
            slot $local, size 4
            %a = stack_addr $local
            store i32 1, %a
            %p = global_addr @leaked
            store %a, %p
            intrinsic longjmp(%buffer, i32 1)
            unreachable
        }
        func @main() -> i32 {
            slot $buffer, size 8
            %b = stack_addr $buffer
            %r = intrinsic setjmp(%b)
            %back = ne %r, 0
            branch %back, second, first
        first:
            call @f(%b)
            return 0
        second:
            %p = global_addr @leaked
            %a = load ptr %p
            %v = load i32 %a
            return %v
        }";
    assert_eq!(bug(&run_text(text)).0, BugKind::UseAfterReturn);
}

/// A program that jumps to a point saved by a function that has returned.
const STALE: &str = "
        global @buffer, size 8
        func @save() {
            %b = global_addr @buffer
            %r = intrinsic setjmp(%b)
            return
        }
        func @main() -> i32 {
            call @save()
            %b = global_addr @buffer
            intrinsic longjmp(%b, i32 1)
            unreachable
        }";

#[test]
fn a_jump_into_a_returned_function_is_a_failure() {
    let run = run_text(STALE);
    let (kind, message) = bug(&run);
    assert_eq!(kind, BugKind::BadJump);
    assert_eq!(
        message,
        "longjmp into a function that has returned since its setjmp"
    );
    let run = run_with(STALE, &checks_off());
    assert!(
        matches!(run.outcome, Outcome::Unsupported { .. }),
        "{:?}",
        run.outcome
    );
}

#[test]
fn a_jump_with_an_unset_buffer_is_a_failure() {
    for content in ["0", "1", "0x6a75_6d70_0000_0001"] {
        let content = content.replace('_', "");
        let text = format!(
            "func @main() -> i32 {{
                slot $buffer, size 8
                %b = stack_addr $buffer
                store i64 {content}, %b
                intrinsic longjmp(%b, i32 1)
                unreachable
            }}"
        );
        let run = run_text(&text);
        let (kind, message) = bug(&run);
        assert_eq!(kind, BugKind::BadJump);
        assert_eq!(message, "longjmp with a buffer that no setjmp has set");
    }
}

#[test]
fn a_buffer_must_be_memory() {
    let save = "
        func @main() -> i32 {
            %r = intrinsic setjmp(null)
            return %r
        }";
    assert_eq!(bug(&run_text(save)).0, BugKind::Null);
    let jump = "
        func @main() -> i32 {
            slot $buffer, size 4
            %b = stack_addr $buffer
            intrinsic longjmp(%b, i32 1)
            unreachable
        }";
    assert_eq!(bug(&run_text(jump)).0, BugKind::OutOfBounds);
}
