//! The tests check jumps, calls, limits, ends of runs, and coverage.
use super::*;
use crate::bits::Bits;
use crate::outcome::Limit;
use crate::source::SourceLoc;

#[test]
fn block_arguments_move_in_parallel() {
    let text = "
        func @main() -> i32 {
            jump loop(0, 7, 9)
        loop(%n: i32, %a: i32, %b: i32):
            %c = ult %n, 3
            %m = add %n, 1
            branch %c, loop(%m, %b, %a), done
        done:
            %h = mul %a, 10
            %r = add %h, %b
            return %r
        }";
    assert_eq!(status(text), 97);
}

#[test]
fn a_switch_takes_its_case_or_the_default() {
    let text = |value| {
        format!(
            "func @main() -> i32 {{
                %v = intrinsic get_value(i32 {value})
                switch %v [ -1: a(1), 5: a(2), 0: a(3), default: a(4) ]
            a(%r: i32):
                return %r
            }}"
        )
    };
    let results = [-1, 5, 0, 6].map(|v| status(&text(v)));
    assert_eq!(results, [1, 2, 3, 4]);
}

#[test]
fn recursion_returns_to_the_right_frames() {
    let text = "
        func @fib(%n: i32) -> i32 {
            %c = slt %n, 2
            branch %c, small, large
        small:
            return %n
        large:
            %m = sub %n, 1
            %a = call @fib(%m)
            %k = sub %n, 2
            %b = call @fib(%k)
            %s = add %a, %b
            return %s
        }
        func @main() -> i32 {
            %r = call @fib(15)
            return %r
        }";
    assert_eq!(status(text), 610);
}

#[test]
fn endless_recursion_reaches_the_call_limit() {
    let text = "func @main() -> i32 {
        %r = call @main()
        return %r
    }";
    assert_eq!(run_text(text).outcome, Outcome::Limit(Limit::Stack));
}

#[test]
fn an_endless_loop_reaches_the_instruction_limit_exactly() {
    let config = RunConfig {
        max_instructions: 100_001,
        ..RunConfig::default()
    };
    let run = run_with("func @main() {\n jump a\na:\n jump a\n}", &config);
    assert_eq!(run.outcome, Outcome::Limit(Limit::Instructions));
    assert_eq!(run.instructions, 100_001);
}

#[test]
fn variadic_arguments_are_16_bytes_apart() {
    let text = "
        func @second(%n: i32, ...) -> i64 {
            %area = intrinsic va_area()
            %at = ptr_add %area, 16
            %v = load i64 %at
            return %v
        }
        func @main() -> i32 {
            %f = func_addr @second
            %a = call @second(0, i32 -1, i64 20)
            %b = call_indirect (i32, i64, i64) -> i64 %f(0, 1, 22)
            %s = add %a, %b
            %r = trunc %s to i32
            return %r
        }";
    assert_eq!(status(text), 42);
}

#[test]
fn without_extra_arguments_there_is_no_variadic_area() {
    let text = "
        func @f(...) -> ptr {
            %area = intrinsic va_area()
            return %area
        }
        func @main() -> i32 {
            %a = call @f()
            %c = eq %a, null
            %r = zext %c to i32
            return %r
        }";
    assert_eq!(status(text), 1);
}

#[test]
fn a_pointer_argument_may_be_called_as_a_long() {
    let text = "
        func @f(%p: ptr) -> i64 {
            %v = ptrtoint %p to i64
            return %v
        }
        func @main() -> i32 {
            %f = func_addr @f
            %v = call_indirect (i64) -> ptr %f(7)
            %w = ptrtoint %v to i64
            %r = trunc %w to i32
            return %r
        }";
    assert_eq!(status(text), 7);
}

#[test]
fn calls_through_wrong_pointers_fail() {
    let call = |callee: &str, what: &str| {
        let run = run_text(&format!(
            "func @f(%x: i32) {{
                return
            }}
            func @main() -> i32 {{
                %f = func_addr @f
                %g = ptr_add %f, 1
                {what} {callee}(i8 0)
                return 0
            }}"
        ));
        let (kind, message) = bug(&run);
        assert_eq!(kind, BugKind::BadCall);
        message.to_owned()
    };
    let messages = ["%f", "null", "%g"].map(|c| call(c, "call_indirect (i8)"));
    insta::assert_snapshot!(messages.join("\n"), @r"
    call of `f` through a pointer to a function of another type
    call through a null pointer
    call through a pointer that is not a function (0x1800010001)
    ");
}

#[test]
fn a_call_without_a_body_is_unsupported() {
    let run = run_text("declare @f()\nfunc @main() {\n call @f()\n return\n}");
    let Outcome::Unsupported { what, .. } = run.outcome else {
        panic!("{:?}", run.outcome);
    };
    assert_eq!(what, "call of `f`, which has no body");
}

#[test]
fn outcomes_of_program_ends_are_distinguished() {
    let end = |body: &str| run_text(&format!("func @main() {{\n {body}\n}}")).outcome;
    assert_eq!(end("intrinsic exit(i32 3)\n unreachable"), Outcome::Exit(3));
    assert_eq!(end("intrinsic abort()\n unreachable"), Outcome::Abort);
    assert_eq!(
        end("intrinsic silent_exit(i32 1)\n unreachable"),
        Outcome::Silent(1)
    );
    assert_eq!(
        end("intrinsic assume(false)\n return"),
        Outcome::AssumeFailed
    );
    assert_eq!(end("intrinsic assume(true)\n return"), Outcome::Exit(0));
}

#[test]
fn a_failing_check_shows_its_expression_and_the_calls() {
    let text = "
        func @f(%x: i32) {
            %c = sgt %x, 0
            check assert, %c, \"x > 0\" @x.c:2:3
            return
        }
        func @main() -> i32 {
            call @f(1) @x.c:5:3
            call @f(0) @x.c:6:3
            return 0
        }";
    let module = module(text);
    let main = module.function_named("main").expect("main");
    let run = run(&module, main, &RunConfig::default());
    let Outcome::Bug(failure) = &run.outcome else {
        panic!("{:?}", run.outcome);
    };
    assert_eq!(failure.kind, BugKind::Assert);
    assert_eq!(failure.message, "assertion `x > 0`");
    let places: Vec<String> = failure
        .stack
        .iter()
        .map(|f| {
            f.loc
                .map_or_else(String::new, |l| module.source.describe(l))
        })
        .collect();
    assert_eq!(places, ["x.c:2:3", "x.c:6:3"]);
}

#[test]
fn a_disabled_or_guarded_check_has_no_effect() {
    let body = "func @main() {
        check.if false, assert, false
        check assert, false
        return
    }";
    assert_eq!(bug(&run_text(body)).0, BugKind::Assert);
    assert_eq!(run_with(body, &checks_off()).outcome, Outcome::Exit(0));
    let guarded = "func @main() {\n check.if false, assert, false\n return\n}";
    assert_eq!(run_text(guarded).outcome, Outcome::Exit(0));
}

#[test]
fn unreachable_code_that_is_reached_fails() {
    let run = run_text("func @main() {\n unreachable\n}");
    assert_eq!(bug(&run).0, BugKind::Unreachable);
    let run = run_with("func @main() {\n unreachable\n}", &checks_off());
    assert!(matches!(run.outcome, Outcome::Unsupported { .. }));
}

#[test]
fn the_entry_receives_the_given_arguments() {
    let text = "func @main(%a: i32, %b: i32) -> i32 {
        %s = add %a, %b
        return %s
    }";
    let config = RunConfig {
        args: vec![Bits::new(32, 5)],
        ..RunConfig::default()
    };
    assert_eq!(run_with(text, &config).outcome, Outcome::Exit(5));
}

#[test]
fn coverage_contains_positions_and_branch_sides() {
    let text = "
        func @unused() {
            return @x.c:9:9
        }
        func @main() {
            branch true, a, b @x.c:1:1 @x.c:2:1
        a:
            jump c @x.c:3:1
        b:
            jump c @x.c:4:1
        c:
            return @x.c:5:1
        }";
    let module = module(text);
    let main = module.function_named("main").expect("main");
    let mut traced = Vec::new();
    let run = crate::interp::run_traced(&module, main, &RunConfig::default(), &mut |_, loc| {
        traced.push(module.source.get(loc).line);
    });
    let mut lines: Vec<u32> = run
        .coverage
        .locs()
        .map(|loc| module.source.get(loc))
        .map(|SourceLoc { line, .. }| line)
        .collect();
    lines.sort_unstable();
    assert_eq!(lines, [1, 2, 3, 5]);
    assert_eq!(traced, [1, 3, 5]);
    let functions = &run.coverage.functions;
    assert_eq!(functions.len(), 1);
    // The first instruction is a branch, of which only the side `then` was taken.
    assert_eq!(functions[0].sides, [(0, 0)]);
}
