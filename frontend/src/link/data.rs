//! Emits the contents of variables: bytes, and relocations for the addresses in them.
use crate::diagnostic::Diagnostic;
use crate::init::static_bytes;
use crate::program::{Definition, Program};
use crate::symbol_map::{SymbolMap, relocations};
use crate::typed::SymbolId;
use symtool_ir::Module;

pub(super) fn fill_globals(
    program: &mut Program,
    symbols: &[SymbolId],
    module: &mut Module,
    symbol_map: &mut SymbolMap,
) {
    for &id in symbols {
        let Some(global) = symbol_map.globals[id.0 as usize] else {
            continue;
        };
        let Definition::Object(init, _) = &program.symbol(id).definition else {
            continue;
        };
        let contents = static_bytes(program, init).unwrap_or_default();
        if contents.rounded {
            symbol_map.rounded.push(id);
        }
        match relocations(program, module, symbol_map, &contents) {
            Ok(relocs) => {
                let data = &mut module.globals[global];
                data.bytes = contents.bytes;
                data.relocs = relocs;
            }
            Err(target) => {
                let message = format!(
                    "cannot take the address of `{}`: it is built in or undefined",
                    program.symbol(target).name
                );
                let mut diagnostic = Diagnostic::error("undefined", message);
                if let Some(shown) = program.symbol(id).origin.shown.clone() {
                    diagnostic = diagnostic.at(shown);
                }
                program.report(diagnostic);
            }
        }
    }
}
