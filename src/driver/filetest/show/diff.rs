//! The word `diff` in a `run:` line of a file test: shows the difference between the program before and after one word
//! of the line, the last word that changed the program.
use crate::driver::filetest::header::Step;
use crate::driver::filetest::stages::Stages;
use symtool_ir::Module;
use symtool_passes::diff::diff;

/// Returns the difference between the program before the last word that changed it and the current program. For a C
/// file, only the functions of the file are compared.
pub fn show(stages: &Stages<'_>, _: &Step) -> Result<String, String> {
    let printed = |module: &Module| stages.as_printed(module.clone());
    let mut changes = diff(&printed(&stages.before), &printed(&stages.module));
    if stages.is_c() {
        let names: Vec<String> = [&stages.before, &stages.module]
            .iter()
            .flat_map(|module| stages.own_functions(module))
            .collect();
        changes.retain_functions(|name| names.iter().any(|own| own == name));
    }
    Ok(changes.to_text(false))
}
