//! Small programs through the passes.
use symtool_ir::{parse::parse_module, print::module_without_locs};
use symtool_passes::{PassContext, run_pipeline};

fn run(text: &str, passes: &[&str]) -> String {
    let mut module = parse_module(text, "t.sir").unwrap_or_else(|e| panic!("{e}"));
    run_pipeline(&mut module, passes, &mut PassContext::new()).unwrap();
    module_without_locs(&module)
}

#[test]
fn smoke() {
    let text = std::fs::read_to_string("/tmp/t.sir").unwrap();
    println!("{}", run(&text, &["mem2reg", "simplify-cfg", "constfold", "gvn", "forward", "remove-constant-params", "dce"]));
}
