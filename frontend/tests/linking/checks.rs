//! The tests check that undefined behavior is reported as a failure exactly if the check for this behavior is
//! enabled.
use super::*;

#[test]
fn undefined_behaviour_is_checked_if_enabled() {
    let rows = [
        (
            "int main(void) { int z = 0; return 5 / z; }",
            BugKind::DivByZero,
        ),
        (
            "int main(void) { int z = 0; return 5 % z; }",
            BugKind::DivByZero,
        ),
        (
            "int main(void) { int a = -2147483647 - 1, b = -1; return a / b; }",
            BugKind::DivOverflow,
        ),
        (
            "int main(void) { int a = 2147483647; return a + 1; }",
            BugKind::Overflow,
        ),
        (
            "int main(void) { int a = -2147483647; a -= 2; return a; }",
            BugKind::Overflow,
        ),
        (
            "int main(void) { long a = 1L << 40; return (int)(a * a); }",
            BugKind::Overflow,
        ),
        (
            "int main(void) { int a = -2147483647 - 1; return -a; }",
            BugKind::Overflow,
        ),
        (
            "int main(void) { int a = 2147483647; a++; return a; }",
            BugKind::Overflow,
        ),
        (
            "int main(void) { int a = 33; return 1 << a; }",
            BugKind::Shift,
        ),
        (
            "int main(void) { int a = -1; return 8 >> a; }",
            BugKind::Shift,
        ),
        (
            "int main(void) { int a = -1; return a << 1; }",
            BugKind::Shift,
        ),
        (
            "int main(void) { int a = 1; return a << 31 != 0; }",
            BugKind::Shift,
        ),
        (
            "int main(void) { long a = 3; a <<= 62; return a != 0; }",
            BugKind::Shift,
        ),
        (
            "int main(void) { __builtin_unreachable(); }",
            BugKind::Unreachable,
        ),
        (
            "#include <assert.h>\nint main(void) { int a = 1; assert(a == 2); return 0; }",
            BugKind::Assert,
        ),
        (
            "void reach_error(void) {} int main(void) { reach_error(); return 0; }",
            BugKind::Reach,
        ),
        (
            "void f(void) { ((char *)\"ab\")[0] = 1; } int main(void) { f(); return 0; }",
            BugKind::ReadOnly,
        ),
    ];
    for (text, kind) in rows {
        assert_eq!(bug_of(text, &all_checks()), kind, "{text}");
    }
    let none = Options {
        checks: Checks::NONE,
        ..Options::default()
    };
    let program = built(
        &["int main(void) { int a = 33; return (1 << a) + (2147483647 + a < 0); }"],
        &none,
    );
    assert_eq!(execute(&program).outcome, Outcome::Exit(3));
}

#[test]
fn shifts_within_range_pass() {
    let text = "int main(void) { int a = 1; unsigned u = 1; long l = 1; short s = 3;\n\
                return (a << 30) == 1073741824 && (u << 31) == 2147483648u && (s << 14) > 0\n\
                && (l << 62) > 0 && (u << 31 << 1) == 0 && (-8 >> 1) == -4 ? 5 : 6; }";
    let options = Options {
        checks: all_checks().checks,
        ..Options::default()
    };
    assert_eq!(execute(&built(&[text], &options)).outcome, Outcome::Exit(5));
}
