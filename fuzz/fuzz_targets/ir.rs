//! Fuzz target for the IR text format: if a text is a valid module, the module must not change when it is printed and
//! parsed again.
#![no_main]
use libfuzzer_sys::fuzz_target;
use symtool_ir::parse::parse_module;
use symtool_ir::verify::verify_module;

fuzz_target!(|text: &str| {
    let Ok(module) = parse_module(text, "input.sir") else {
        return;
    };
    if verify_module(&module).is_err() {
        return;
    }
    let printed = module.to_string();
    let again = parse_module(&printed, "printed.sir").expect("the printed module parses");
    assert_eq!(again.to_string(), printed);
});
