//! The tests verify programs that handle errors with `setjmp` and `longjmp`, for all inputs.
use crate::harness::Bench;

/// A program that parses numbers. On invalid text, it leaves nested calls by `longjmp`.
const READER: &str = r#"
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
#include <klee/klee.h>

static jmp_buf failure;
static int *block;

static int digit(char c)
{
    if (c < '0' || c > '9')
        longjmp(failure, c == 0 ? 1 : 2);
    return c - '0';
}

static int number(const char *text)
{
    int local[2] = {digit(text[0]), 0};
    local[1] = digit(text[1]);
    return 10 * local[0] + local[1];
}

int main(void)
{
    char text[3];
    klee_make_symbolic(text, sizeof text, "text");
    text[2] = 0;
    volatile int steps = 0;
    block = malloc(sizeof *block);
    *block = -1;
    int code = setjmp(failure);
    if (code == 0) {
        steps = 1;
        *block = number(text);
        steps = 2;
    }
    assert((code == 0) == (steps == 2));
    assert((code == 0) == (*block >= 0 && *block <= 99));
    assert(code != 1 || text[0] == 0 || text[1] == 0);
    assert(CLAIM);
    free(block);
    return code;
}
"#;

#[track_caller]
fn expect(verdict: &str, claim: &str, options: &[&str]) {
    let bench = Bench::new();
    let file = bench.file("reader.c", READER.replace("CLAIM", claim));
    let args: Vec<&str> = [file.as_str()].iter().chain(options).copied().collect();
    let json = bench.json(&args);
    assert_eq!(json["verdict"], verdict, "{options:?}: {json}");
}

#[test]
fn all_paths_of_a_program_that_jumps_are_explored() {
    for options in [&[][..], &["--cfmse"], &["--threads", "2"]] {
        expect("verified", "code >= 0 && code <= 2", options);
        expect("violation", "code != 2 || text[0] == 'x'", options);
    }
}

#[test]
fn a_jump_into_a_function_that_has_returned_is_a_violation() {
    let bench = Bench::new();
    let text = "#include <setjmp.h>\n#include <klee/klee.h>\nstatic jmp_buf place;\n\
                static int save(void) { return setjmp(place); }\n\
                int main(void) {\n  save();\n  if (klee_int(\"x\") == 5)\n    longjmp(place, 1);\n  return 0;\n}\n";
    let json = bench.json(&[&bench.file("stale.c", text)]);
    assert_eq!(json["verdict"], "violation");
    let all = json.to_string();
    assert!(all.contains("bad-jump"), "{all}");
    assert!(
        all.contains("longjmp into a function that has returned since its setjmp"),
        "{all}"
    );
}
