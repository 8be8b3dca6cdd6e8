//! Random correct modules, made from a list of bytes so that a failing one shrinks.
mod function;

use function::Maker;
use symtool_ir::source::SourceLoc;
use symtool_ir::{
    Func, Function, FunctionBuilder, GlobalData, LocSet, Module, RelocTarget, Relocation,
    SignatureData, Type,
};

/// A source of choices; when it runs dry every choice is the first.
pub struct Choices<'b> {
    bytes: &'b [u8],
    next: usize,
}

impl<'b> Choices<'b> {
    pub fn new(bytes: &'b [u8]) -> Choices<'b> {
        Choices { bytes, next: 0 }
    }

    pub fn byte(&mut self) -> u8 {
        let byte = self.bytes.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        byte
    }

    pub fn is_dry(&self) -> bool {
        self.next >= self.bytes.len()
    }

    pub fn below(&mut self, bound: usize) -> usize {
        usize::from(self.byte()) % bound.max(1)
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == one_in - 1
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A number whose size varies, often at a border.
    pub fn number(&mut self) -> u128 {
        const BORDERS: [u128; 8] = [0, 1, 2, 0x7f, 0x8000_0000, 1 << 63, 1 << 127, u128::MAX];
        match self.below(3) {
            0 => u128::from(self.byte()),
            1 => self
                .pick(&BORDERS)
                .wrapping_add(u128::from(self.byte() % 3))
                .wrapping_sub(1),
            _ => (0..16).fold(0, |n, _| n << 8 | u128::from(self.byte())),
        }
    }

    /// A name or message, sometimes of odd characters.
    pub fn text(&mut self) -> String {
        const PARTS: &[&str] = &[
            "x",
            "i",
            "tmp",
            ".1",
            "_",
            "$",
            "7",
            "block3",
            " ",
            "\"",
            "\\",
            "\n",
            "\t",
            "\0",
            "%",
            "@",
            "é",
            "⇒",
            "\u{202e}",
            "\u{7f}",
            ";",
            ":",
            "(",
            "call_indirect",
            "i32",
            "-",
            "",
            "default",
        ];
        let common = PARTS[..6].to_vec();
        let count = 1 + self.below(3);
        let odd = self.chance(4);
        let parts = (0..count).map(|_| self.pick(if odd { PARTS } else { &common }));
        parts.collect()
    }

    pub fn ty(&mut self) -> Type {
        self.pick(&Type::ALL)
    }

    pub fn locs(&mut self, module: &mut Module) -> LocSet {
        let count = self.below(4);
        let files: Vec<_> = module.source.files().map(|(id, _)| id).collect();
        if files.is_empty() {
            return LocSet::none();
        }
        (0..count)
            .map(|_| {
                let loc = SourceLoc {
                    file: self.pick(&files),
                    line: 1 + u32::from(self.byte()),
                    column: 1 + u32::from(self.byte() % 80),
                };
                module.source.loc(loc)
            })
            .collect()
    }
}

/// A module that the verifier accepts, with dead values and numbers out of order.
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
        // Interned types that nothing uses must not matter.
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

fn signature(c: &mut Choices) -> SignatureData {
    SignatureData {
        params: (0..c.below(4)).map(|_| c.ty()).collect(),
        result: c.chance(2).then(|| c.ty()),
        variadic: c.chance(4),
    }
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
