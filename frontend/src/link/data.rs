//! Emits the contents of variables: bytes, and relocations for the addresses in them.
use super::reach::resolve_alias;
use crate::consteval::Base;
use crate::diagnostic::Diagnostic;
use crate::init::{StaticBytes, static_bytes};
use crate::lower::Links;
use crate::program::{Definition, Program};
use crate::typed::{StringId, SymbolId};
use symtool_ir::source::LocSet;
use symtool_ir::{Global, GlobalData, Module, RelocTarget, Relocation};

pub(super) fn fill_globals(
    program: &mut Program,
    symbols: &[SymbolId],
    module: &mut Module,
    links: &mut Links,
) {
    for &id in symbols {
        let Some(global) = links.globals[id.0 as usize] else {
            continue;
        };
        let Definition::Object(init, _) = &program.symbol(id).definition else {
            continue;
        };
        let contents = static_bytes(program, init).unwrap_or_default();
        if contents.rounded {
            links.rounded.push(id);
        }
        match relocations(program, module, links, &contents) {
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

fn relocations(
    program: &Program,
    module: &mut Module,
    links: &mut Links,
    contents: &StaticBytes,
) -> Result<Vec<Relocation>, SymbolId> {
    let mut relocs = Vec::new();
    for &(offset, base, addend) in &contents.addresses {
        let target = match base {
            Base::String(id) => RelocTarget::Global(string_global(program, module, links, id)),
            Base::Symbol(id) => {
                let id = resolve_alias(program, id);
                match (links.funcs[id.0 as usize], links.globals[id.0 as usize]) {
                    (Some(func), _) => RelocTarget::Func(func),
                    (None, Some(global)) => RelocTarget::Global(global),
                    (None, None) if addend == 0 && program.is_weak_reference(id) => continue,
                    (None, None) => return Err(id),
                }
            }
        };
        relocs.push(Relocation {
            offset,
            target,
            addend,
        });
    }
    Ok(relocs)
}

/// Returns the constant global of a string literal, created on first use.
pub(crate) fn string_global(
    program: &Program,
    module: &mut Module,
    links: &mut Links,
    id: StringId,
) -> Global {
    if let Some(global) = links.strings[id.0 as usize] {
        return global;
    }
    let data = &program.strings[id.0 as usize];
    let number = links.string_count;
    links.string_count += 1;
    let global = module.globals.push(GlobalData {
        name: format!(".str.{number}"),
        size: data.bytes.len() as u64,
        align: data.unit,
        bytes: data.bytes.clone(),
        relocs: Vec::new(),
        constant: true,
        locs: LocSet::none(),
    });
    links.strings[id.0 as usize] = Some(global);
    global
}

/// Creates an unnamed constant from which a local aggregate is initialized.
pub(crate) fn constant_global(
    program: &Program,
    module: &mut Module,
    links: &mut Links,
    name: &str,
    size: u64,
    contents: &StaticBytes,
) -> Option<Global> {
    let relocs = relocations(program, module, links, contents).ok()?;
    Some(module.globals.push(GlobalData {
        name: links.names.unique(name),
        size,
        align: 16,
        bytes: contents.bytes.clone(),
        relocs,
        constant: true,
        locs: LocSet::none(),
    }))
}
