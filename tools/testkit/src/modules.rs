//! Random valid modules. A list of random choices determines a module, so that proptest can shrink a module with
//! which a test fails.
use crate::choices::Choices;
use crate::functions::{Maker, signature};
use symtool_ir::{Func, Function, FunctionBuilder, GlobalData, Module, RelocTarget, Relocation};

/// Returns a module that the verifier accepts. Some of its values are unused, and the ids of its values and blocks do
/// not follow the textual order.
pub fn random_module(c: &mut Choices) -> Module {
    let mut module = Module::new();
    for _ in 0..c.below(4) {
        let mut name = c.text();
        if c.chance(2) {
            name = format!("dir{}/{name}.c", c.below(3));
        }
        module.source.file(&name);
    }
    for _ in 0..c.below(4) {
        // Interns a function type that nothing uses, to test that unused types have no effect.
        let data = signature(c);
        module.signature(data);
    }
    for index in 0..1 + c.below(4) {
        let data = signature(c);
        let signature = module.signature(data);
        let mut name = if c.chance(3) { c.text() } else { "f".into() };
        if module.function_named(&name).is_some() {
            name = format!("{name}.{index}");
        }
        let locs = c.locs(&mut module);
        let mut function = Function::new(name, signature);
        function.locs = locs;
        module.functions.push(function);
    }
    for index in 0..c.below(4) {
        global(c, &mut module, index);
    }
    relocations(c, &mut module);
    for func in module.functions.keys().collect::<Vec<Func>>() {
        if !c.chance(4) {
            define(c, &mut module, func);
        }
    }
    module
}

fn global(c: &mut Choices, module: &mut Module, index: usize) {
    let mut name = c.text();
    if module.global_named(&name).is_some() {
        name = format!("{name}.{index}");
    }
    let mut bytes = Vec::new();
    for _ in 0..c.below(4) {
        match c.below(4) {
            0 => bytes.extend(c.text().bytes()),
            1 => bytes.resize(bytes.len() + c.below(20), 0),
            2 => bytes.extend(c.number().to_le_bytes()),
            _ => bytes.push(c.byte()),
        }
    }
    let data = GlobalData {
        name,
        size: bytes.len() as u64 + c.below(40) as u64,
        align: 1 << c.below(5),
        bytes,
        relocs: Vec::new(),
        constant: c.chance(2),
        locs: c.locs(module),
    };
    module.globals.push(data);
}

fn relocations(c: &mut Choices, module: &mut Module) {
    let globals: Vec<_> = module.globals.keys().collect();
    let funcs: Vec<_> = module.functions.keys().collect();
    for &id in &globals {
        let mut offset = c.below(8) as u64;
        while offset + 8 <= module.globals[id].size && c.chance(2) {
            let target = if c.chance(2) {
                RelocTarget::Func(c.pick(&funcs))
            } else {
                RelocTarget::Global(c.pick(&globals))
            };
            let addend = if c.chance(3) { c.number() as i64 } else { 0 };
            module.globals[id].relocs.push(Relocation {
                offset,
                target,
                addend,
            });
            offset += 8 + c.below(3) as u64;
        }
    }
}

fn define(c: &mut Choices, module: &mut Module, id: Func) {
    let signature = module.function_signature(id).clone();
    let mut function = module.functions[id].clone();
    let entry = function.add_block();
    for &ty in &signature.params {
        function.add_param(entry, ty);
    }
    Maker::new(c, module, FunctionBuilder::new(&mut function), signature).make(entry);
    module.functions[id] = function;
}
