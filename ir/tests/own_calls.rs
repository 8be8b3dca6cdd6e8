//! The test checks calls of an own function (a pure function that a user of symtool's Rust library adds): their
//! results, and the errors of the verifier.
//!
//! The table of own functions is global, and no function can be added after its first use. So this file contains only
//! one test.
use symtool_ir::interp::{RunConfig, run};
use symtool_ir::own::{FUNCTIONS, OwnFunction};
use symtool_ir::parse::parse_module;
use symtool_ir::verify::verify_module;
use symtool_ir::{Bits, Outcome, Type};

#[test]
fn calls_are_executed_and_their_types_are_checked() {
    let larger = OwnFunction {
        name: "larger",
        params: &[Type::I32, Type::I32],
        result: Type::I32,
        concrete: |args| args[0].max(args[1]),
    };
    FUNCTIONS.add(vec![larger]).expect("a new name");
    let module = |line: &str| {
        let text = format!("func @f(%x: i32) -> i32 {{\nentry:\n  {line}\n  return 7\n}}");
        parse_module(&text, "f.sir").unwrap_or_else(|error| panic!("{line}: {error}"))
    };
    let refused = |line: &str, why: &str| {
        let error = verify_module(&module(line)).expect_err(line).to_string();
        assert!(error.contains(why), "{line}: {error}");
    };
    refused(
        "%y = intrinsic own i32 \"larger\"(%x)",
        "the callee expects 2 arguments, found 1",
    );
    refused("%y = intrinsic own i32 \"larger\"(%x, i8 1)", "i8");
    refused("%y = intrinsic own i64 \"larger\"(%x, i32 1)", "i64");
    let unknown = module("%y = intrinsic own i8 \"unknown\"(%x)");
    assert_eq!(verify_module(&unknown), Ok(()));

    let text = "func @f(%x: i32) -> i32 {\nentry:\n  %y = intrinsic own i32 \"larger\"(%x, i32 5)\n  return %y\n}";
    let module = parse_module(text, "f.sir").expect("valid syntax");
    assert_eq!(verify_module(&module), Ok(()));
    let entry = module.function_named("f").expect("a function");
    for (x, largest) in [(3, 5), (9, 9)] {
        let args = vec![Bits::new(32, x)];
        let config = RunConfig {
            args,
            ..RunConfig::default()
        };
        let outcome = run(&module, entry, &config).outcome;
        assert_eq!(outcome, Outcome::Exit(largest));
    }
}
