//! Fuzz target for test cases. The readers of `.ktest` and JSON files must not panic on any bytes, and the `.ktest`
//! reader must read the output of the `.ktest` writer.
#![no_main]
use libfuzzer_sys::fuzz_target;
use symtool_engine::report::{json, ktest};

fuzz_target!(|bytes: &[u8]| {
    if let Ok((inputs, args)) = ktest::read(bytes) {
        let written = ktest::write(&inputs, &args);
        let (again, same_args) = ktest::read(&written).expect("the written test case can be read");
        assert_eq!((again, same_args), (inputs, args));
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = json::read(text);
    }
});
