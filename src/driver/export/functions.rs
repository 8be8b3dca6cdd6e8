//! The C definitions of the functions that symtool implements itself, for exported tests.
//!
//! The C name of each definition differs from the name of the function that the program calls, so that the definition
//! cannot conflict with a declaration in the program that has other types. An `asm` label gives the definition the
//! called name in the object file.
use super::tokens::{Uses, uses};
use crate::Error;
use symtool_frontend::known_input_type;
use symtool_ir::Type;
use symtool_ir::interp::ConsumedInput;

/// A C function that symtool implements itself: its name, result type, parameters, and the body that an exported test
/// gives it.
struct Function(&'static str, &'static str, &'static str, &'static str);

const VOID: &str = "void";

/// The functions, in the order in which an exported test defines them.
const FUNCTIONS: &[Function] = &[
    // Inputs.
    Function(
        "klee_make_symbolic",
        VOID,
        "void *object, unsigned long size, const char *name",
        "symtool_test_fill(object, size, name);",
    ),
    Function(
        "klee_int",
        "int",
        "const char *name",
        "int value; symtool_test_fill(&value, sizeof value, name); return value;",
    ),
    Function(
        "klee_range",
        "int",
        "int begin, int end, const char *name",
        "int value; if (begin >= end) symtool_test_fail(\"klee_range: the range is empty\"); \
         symtool_test_fill(&value, sizeof value, name); \
         symtool_test_assume(begin <= value && value < end); return value;",
    ),
    Function(
        "klee_choose",
        "unsigned long",
        "unsigned long n",
        "unsigned long value; symtool_test_fill(&value, sizeof value, \"klee_choose\"); \
         symtool_test_assume(value < n); return value;",
    ),
    Function(
        "__VERIFIER_nondet_memory",
        VOID,
        "void *object, unsigned long size",
        "if (size > 0) symtool_test_fill(object, size, \"nondet_memory\");",
    ),
    // Assumptions.
    Function(
        "klee_assume",
        VOID,
        "unsigned long condition",
        "symtool_test_assume(condition != 0);",
    ),
    Function(
        "__VERIFIER_assume",
        VOID,
        "int condition",
        "symtool_test_assume(condition != 0);",
    ),
    Function(
        "__CPROVER_assume",
        VOID,
        "long condition",
        "symtool_test_assume(condition != 0);",
    ),
    Function(
        "klee_prefer_cex",
        VOID,
        "void *object, unsigned long condition",
        "",
    ),
    Function(
        "klee_posix_prefer_cex",
        VOID,
        "void *object, unsigned long condition",
        "",
    ),
    // Failures.
    Function(
        "klee_assert",
        VOID,
        "long condition",
        "if (!condition) symtool_test_fail(\"assertion failed\");",
    ),
    Function(
        "__VERIFIER_assert",
        VOID,
        "int condition",
        "if (!condition) symtool_test_fail(\"assertion failed\");",
    ),
    Function(
        "__CPROVER_assert",
        VOID,
        "long condition, const char *text",
        "if (!condition) symtool_test_fail(text);",
    ),
    Function(
        "__CPROVER_precondition",
        VOID,
        "long condition, const char *text",
        "if (!condition) symtool_test_fail(text);",
    ),
    Function(
        "__CPROVER_postcondition",
        VOID,
        "long condition, const char *text",
        "if (!condition) symtool_test_fail(text);",
    ),
    Function(
        "__symtool_assert_fail",
        VOID,
        "const char *expression, const char *file, unsigned line, const char *function",
        "symtool_test_dprintf(2, \"%s:%u: %s: Assertion `%s' failed.\\n\", file, line, function, expression); \
         symtool_test_abort();",
    ),
    Function(
        "reach_error",
        VOID,
        VOID,
        "symtool_test_fail(\"an error location was reached\");",
    ),
    Function(
        "__VERIFIER_error",
        VOID,
        VOID,
        "symtool_test_fail(\"an error location was reached\");",
    ),
    Function(
        "klee_abort",
        VOID,
        VOID,
        "symtool_test_fail(\"an error location was reached\");",
    ),
    Function(
        "klee_report_error",
        VOID,
        "const char *file, int line, const char *message, const char *suffix",
        "symtool_test_fail(message);",
    ),
    Function(
        "klee_silent_exit",
        VOID,
        "int status",
        "symtool_test_exit_now(status);",
    ),
    // Functions that query properties of values; their results are those that a replay by symtool gives.
    Function(
        "klee_is_symbolic",
        "unsigned",
        "unsigned long value",
        "return 0;",
    ),
    Function("klee_is_replay", "unsigned", VOID, "return 0;"),
    Function("klee_get_valuef", "float", "float value", "return value;"),
    Function("klee_get_valued", "double", "double value", "return value;"),
    Function("klee_get_valuel", "long", "long value", "return value;"),
    Function(
        "klee_get_valuell",
        "long long",
        "long long value",
        "return value;",
    ),
    Function("klee_get_value_i32", "int", "int value", "return value;"),
    Function("klee_get_value_i64", "long", "long value", "return value;"),
    Function(
        "klee_check_memory_access",
        VOID,
        "const void *address, unsigned long size",
        "const volatile char *bytes = address; \
         if (size > 0) { (void)bytes[0]; (void)bytes[size - 1]; }",
    ),
    // Functions without an effect on a concrete run.
    Function("klee_open_merge", VOID, VOID, ""),
    Function("klee_close_merge", VOID, VOID, ""),
    Function("klee_print_expr", VOID, "const char *message, ...", ""),
    Function("klee_print_range", VOID, "const char *name, int value", ""),
    Function("klee_warning", VOID, "const char *message", ""),
    Function("klee_warning_once", VOID, "const char *message", ""),
    Function("klee_stack_trace", VOID, VOID, ""),
    Function("klee_mark_global", VOID, "void *object", ""),
    Function("klee_set_forking", VOID, "unsigned enable", ""),
    Function("klee_dump_kquery_var", VOID, VOID, ""),
    Function("__VERIFIER_atomic_begin", VOID, VOID, ""),
    Function("__VERIFIER_atomic_end", VOID, VOID, ""),
];

/// The functions of symtool that have no definition in C. Example: `klee_get_obj_size` returns the size of an object,
/// which only symtool knows.
const UNSUPPORTED: &[&str] = &[
    "klee_get_obj_size",
    "klee_get_errno",
    "klee_define_fixed_object",
    "klee_alias_function",
];

/// Returns the definitions of those functions of symtool, such as `klee_int`, that the program calls or declares and
/// does not define. `consumed` are the inputs that the test case reads.
///
/// # Errors
/// The program calls a function of symtool that has no definition in C, such as `klee_get_obj_size`.
pub fn definitions(tokens: &[&str], consumed: &[ConsumedInput]) -> Result<String, Error> {
    if let Some(name) = UNSUPPORTED
        .iter()
        .find(|name| uses(tokens, name).is_called && !uses(tokens, name).is_defined)
    {
        return Err(Error::Input(format!(
            "a test in C cannot call `{name}`, which only symtool implements"
        )));
    }
    let mut text = String::new();
    for Function(name, result, params, body) in FUNCTIONS {
        let found = uses(tokens, name);
        if is_missing(found) {
            text += &definition(name, result, params, body);
            if !found.is_declared {
                text += &format!("{result} {name}({params});\n");
            }
        }
    }
    let mut names: Vec<&str> = tokens
        .iter()
        .copied()
        .filter(|name| is_nondet(name))
        .collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let found = uses(tokens, name);
        if is_missing(found) {
            text += &nondet(name, found, consumed)?;
        }
    }
    Ok(text)
}

/// Returns whether the test must define a function; `found` describes how the program uses it. A function that is
/// declared but not called is also defined, because a later version of the program may call it.
fn is_missing(found: Uses) -> bool {
    (found.is_called || found.is_declared) && !found.is_defined
}

/// Returns whether the function `name` returns a new input, as `__VERIFIER_nondet_int` does.
fn is_nondet(name: &str) -> bool {
    let is_input = name.starts_with("__VERIFIER_nondet_") || name.starts_with("nondet_");
    is_input && FUNCTIONS.iter().all(|function| function.0 != name)
}

fn definition(name: &str, result: &str, params: &str, body: &str) -> String {
    let own = format!("symtool_test_{name}");
    format!(
        "{result} {own}({params}) __asm__(\"{name}\");\n{result} {own}({params})\n{{\n    {body}\n}}\n"
    )
}

/// Returns the definition of the function `name`, which returns the input of the same name.
///
/// An integer input is returned in 128 bits, which are two registers on 64-bit machines. By the calling conventions, a
/// caller that expects fewer bits, or a structure of integers with at most 128 bits, reads the first bytes of these
/// registers.
fn nondet(name: &str, found: Uses, consumed: &[ConsumedInput]) -> Result<String, Error> {
    let input = name.strip_prefix("__VERIFIER_").unwrap_or(name);
    let first = consumed.iter().find(|consumed| consumed.name == input);
    if first.is_some_and(|first| first.size > 16) {
        return Err(Error::Input(format!(
            "a test in C does not support the large result of `{name}`"
        )));
    }
    let result = match first.and_then(|first| first.ty) {
        Some(Type::F32) => "float",
        Some(Type::F64) => "double",
        Some(Type::I1 | Type::I8 | Type::I16 | Type::I32 | Type::I64 | Type::I128 | Type::Ptr)
        | None => "unsigned __int128",
    };
    let body = format!(
        "{result} value; symtool_test_fill(&value, sizeof value, \"{input}\"); return value;"
    );
    let mut text = definition(name, result, VOID, &body);
    if !found.is_declared {
        // C89 declares a function at its first call, with the result `int`.
        let result = known_input_type(name).unwrap_or("int");
        text += &format!("{result} {name}();\n");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::super::tokens::scan;
    use super::*;

    fn defined(program: &str) -> String {
        definitions(&scan(program), &[]).unwrap_or_else(|error| error.to_string())
    }

    #[test]
    fn only_missing_functions_are_defined() {
        let text = defined(
            "void reach_error(void) { abort(); }\nint main(void) { klee_int(\"x\"); reach_error(); }",
        );
        assert!(text.contains("__asm__(\"klee_int\")"), "{text}");
        assert!(text.contains("\nint klee_int(const char *name);"), "{text}");
        assert!(!text.contains("reach_error"), "{text}");
    }

    #[test]
    fn inputs_are_returned_by_functions_of_their_names() {
        let text = defined(
            "extern int __VERIFIER_nondet_bool(void); int main(void) { return __VERIFIER_nondet_bool(); }",
        );
        assert!(text.contains("unsigned __int128 symtool_test___VERIFIER_nondet_bool(void)"));
        assert!(text.contains("\"nondet_bool\""), "{text}");
        assert!(!text.contains("_Bool "), "{text}");
        let text = defined("int main(void) { return __VERIFIER_nondet_uint() > nondet_uint(); }");
        assert!(
            text.contains("\nunsigned __VERIFIER_nondet_uint();"),
            "{text}"
        );
        assert!(text.contains("\nint nondet_uint();"), "{text}");
    }

    #[test]
    fn functions_of_the_engine_alone_are_refused() {
        let text = defined("int main(void) { return klee_get_obj_size(0); }");
        assert!(text.contains("cannot call `klee_get_obj_size`"), "{text}");
    }
}
