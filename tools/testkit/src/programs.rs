//! Random structured programs, for tests that run a program before and after a transformation.
//!
//! A program is generated from a list of bytes, so a property test can shrink the program by shrinking the list. When
//! the bytes are used up, every choice is the first alternative, so that the program soon ends. Every program is well
//! formed and terminates: loops make at most four iterations and there is no recursion. A program may fail (an index
//! out of bounds, a division by zero, an assertion, a freed block), read uninitialized variables, print, and use inputs
//! called `in`. Every statement has its own source line.
use crate::choices::Choices;
use symtool_ir::{
    Block, BugKind, Func, Function, FunctionBuilder, Global, GlobalData, Intrinsic, LocSet, Module,
    Op, SignatureData, SourceLoc, StackSlot, Type, Value,
};

/// The number of variables of a generated function.
const VARIABLES: usize = 4;
/// The number of elements of the array in a generated function.
const ELEMENTS: i128 = 8;

/// Generates a program with a function `main` without parameters, and a function `helper` that `main` may call.
pub fn program(bytes: &[u8]) -> (Module, Func) {
    let mut module = Module::new();
    let global = global(&mut module, "table", (0..32).collect());
    let format = global_string(&mut module, "format", "%d,");
    let file = module.source.file("random.c");
    let mut make = |name: &str, params: Vec<Type>| {
        let signature = module.signature(SignatureData {
            params,
            result: Some(Type::I32),
            variadic: false,
        });
        module.functions.push(Function::new(name, signature))
    };
    let helper = make("helper", vec![Type::I32, Type::Ptr]);
    let main = make("main", vec![]);
    let mut choices = Choices::new(bytes);
    let mut line = 0;
    for func in [helper, main] {
        let mut function = module.functions[func].clone();
        let mut source = std::mem::take(&mut module.source);
        Maker {
            builder: FunctionBuilder::new(&mut function),
            choices: &mut choices,
            next_loc: &mut || {
                line += 1;
                source
                    .loc(SourceLoc {
                        file,
                        line,
                        column: 1,
                    })
                    .into()
            },
            helper: (func == main).then_some(helper),
            global,
            format,
            variables: Vec::new(),
            array: None,
            heap: None,
            loops: Vec::new(),
        }
        .function();
        module.source = source;
        module.functions[func] = function;
    }
    (module, main)
}

fn global(module: &mut Module, name: &str, bytes: Vec<u8>) -> Global {
    module.globals.push(GlobalData {
        name: name.to_owned(),
        size: bytes.len() as u64,
        align: 4,
        bytes,
        relocs: Vec::new(),
        constant: false,
        locs: LocSet::none(),
    })
}

fn global_string(module: &mut Module, name: &str, text: &str) -> Global {
    global(module, name, format!("{text}\0").into_bytes())
}

/// The generator of the body of one function.
struct Maker<'a, 'b, 'c> {
    builder: FunctionBuilder<'a>,
    choices: &'a mut Choices<'b>,
    next_loc: &'c mut dyn FnMut() -> LocSet,
    helper: Option<Func>,
    global: Global,
    format: Global,
    variables: Vec<StackSlot>,
    array: Option<StackSlot>,
    heap: Option<StackSlot>,
    /// For each enclosing loop, the blocks to which `continue` and `break` jump; the outermost loop is the first.
    loops: Vec<(Block, Block)>,
}

impl Maker<'_, '_, '_> {
    fn below(&mut self, bound: u8) -> u8 {
        self.choices.below(usize::from(bound)) as u8
    }

    fn function(mut self) {
        let entry = self.builder.named_block("entry");
        self.builder.switch_to(entry);
        for index in 0..VARIABLES {
            let slot = self.builder.slot(&format!("x{index}"), 4, 4);
            self.variables.push(slot);
        }
        self.array = Some(self.builder.slot("a", 32, 4));
        self.heap = Some(self.builder.slot("p", 8, 8));
        self.prologue(entry);
        let statements = 3 + self.below(8);
        self.statements(statements, 3);
        if !self.builder.is_terminated() {
            self.line();
            let value = self.expression(2);
            self.builder.ret(Some(value));
        }
    }

    fn prologue(&mut self, entry: Block) {
        self.line();
        let heap = if self.helper.is_none() {
            let number = self.builder.func.add_param(entry, Type::I32);
            let pointer = self.builder.func.add_param(entry, Type::Ptr);
            self.assign(0, number);
            pointer
        } else {
            let input = self
                .builder
                .intrinsic(Intrinsic::Symbolic, &[], Some(Type::I32), Some("in"))
                .expect("has a result");
            self.assign(0, input);
            let size = self.builder.iconst(Type::I64, 32);
            self.builder
                .intrinsic(Intrinsic::Malloc, &[size], None, None)
                .expect("has a result")
        };
        let slot = self.heap.expect("made before");
        let at = self.builder.stack_addr(slot);
        self.builder.store(heap, at);
        if self.below(4) != 0 {
            let array = self.builder.stack_addr(self.array.expect("made before"));
            let zero = self.builder.iconst(Type::I8, 3);
            let size = self.builder.iconst(Type::I64, 32);
            self.builder
                .intrinsic(Intrinsic::Fill, &[array, zero, size], None, None);
            let size = self.builder.iconst(Type::I64, 32);
            self.builder
                .intrinsic(Intrinsic::Fill, &[heap, zero, size], None, None);
        }
        for index in 1..VARIABLES {
            if self.below(4) != 0 {
                let value = self.builder.iconst(Type::I32, index as i128);
                self.assign(index, value);
            }
        }
    }

    fn line(&mut self) {
        let locs = (self.next_loc)();
        self.builder.set_locs(locs);
    }

    fn assign(&mut self, variable: usize, value: Value) {
        let at = self.builder.stack_addr(self.variables[variable]);
        self.builder.store(value, at);
    }

    fn variable(&mut self) -> usize {
        self.below(VARIABLES as u8) as usize
    }

    fn statements(&mut self, count: u8, depth: u8) {
        for _ in 0..count {
            if self.choices.is_exhausted() || self.builder.is_terminated() {
                return;
            }
            self.line();
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: u8) {
        match self.below(if depth == 0 { 12 } else { 18 }) {
            0..=2 => {
                let value = self.expression(3);
                let variable = self.variable();
                self.assign(variable, value);
            }
            3 | 4 => {
                let value = self.expression(2);
                let at = self.element();
                self.builder.store(value, at);
            }
            5 => {
                let value = self.expression(1);
                let guard = self.condition();
                let at = self.element();
                let volatile = self.below(4) == 0;
                self.builder.store_with(value, at, Some(guard), volatile);
            }
            6 => {
                let guard = self.condition();
                let at = self.element();
                let value = self.builder.load_with(Type::I32, at, Some(guard), false);
                let variable = self.variable();
                self.assign(variable, value);
            }
            7 if self.below(3) == 0 => self.volatile_or_bytes(),
            7 => self.reload(),
            8 => self.print(),
            9 => self.assertion(),
            10 => self.call(),
            11 => self.rare(),
            12 | 13 => self.conditional(depth),
            14 | 15 => self.repeat(depth),
            16 => self.switch(depth),
            _ => self.jump_out(),
        }
    }

    fn print(&mut self) {
        let value = self.expression(1);
        let format = self.builder.global_addr(self.format);
        self.builder
            .intrinsic(Intrinsic::Printf, &[format, value], None, None);
    }

    /// Emits two reads of an array element, with a write or a call between them. The write is often to the same
    /// element.
    fn reload(&mut self) {
        let base = self.array_base();
        let at = self.one_of_two(base);
        let before = self.builder.load(Type::I32, at);
        if self.below(4) == 0 {
            self.call();
        } else {
            let value = self.expression(1);
            let to = self.one_of_two(base);
            let guard = (self.below(3) == 0).then(|| self.condition());
            self.builder.store_with(value, to, guard, false);
        }
        let after = self.builder.load(Type::I32, at);
        let three = self.builder.iconst(Type::I32, 3);
        let after = self.builder.pure(Op::Mul, &[after, three]);
        let both = self.builder.pure(Op::Sub, &[after, before]);
        let variable = self.variable();
        self.assign(variable, both);
    }

    fn one_of_two(&mut self, base: Value) -> Value {
        let number = self.expression(0);
        let mask = self.builder.iconst(Type::I32, 1);
        let index = self.builder.pure(Op::And, &[number, mask]);
        let index = self.builder.cast(Op::Zext, index, Type::I64);
        let two = self.builder.iconst(Type::I64, 2);
        let offset = self.builder.pure(Op::Shl, &[index, two]);
        self.builder.pure(Op::PtrAdd, &[base, offset])
    }

    fn volatile_or_bytes(&mut self) {
        let at = self.element();
        if self.below(2) == 0 {
            let value = self.builder.load_with(Type::I32, at, None, true);
            let variable = self.variable();
            self.assign(variable, value);
        } else {
            let value = self.expression(1);
            let byte = self.builder.cast(Op::Trunc, value, Type::I8);
            self.builder.store(byte, at);
        }
    }

    fn assertion(&mut self) {
        let a = self.expression(2);
        let limit = i128::from(self.below(7)) * 100 - 1;
        let limit = self.builder.iconst(Type::I32, limit);
        let holds = self.builder.pure(Op::Ne, &[a, limit]);
        self.builder.check(BugKind::Assert, holds, Some("x != k"));
    }

    fn call(&mut self) {
        let Some(helper) = self.helper else { return };
        let number = self.expression(1);
        let pointer = self.array_base();
        let result = self
            .builder
            .call(helper, &[number, pointer], Some(Type::I32))
            .expect("has a result");
        let variable = self.variable();
        self.assign(variable, result);
    }

    fn rare(&mut self) {
        match self.below(5) {
            4 => self.scope(),
            0 => {
                let value = self
                    .builder
                    .intrinsic(Intrinsic::Symbolic, &[], Some(Type::I32), Some("in"))
                    .expect("has a result");
                let variable = self.variable();
                self.assign(variable, value);
            }
            1 => {
                let at = self.builder.stack_addr(self.heap.expect("made before"));
                let block = self.builder.load(Type::Ptr, at);
                self.builder
                    .intrinsic(Intrinsic::Free, &[block], None, None);
            }
            2 => {
                let holds = self.condition();
                self.builder
                    .intrinsic(Intrinsic::Assume, &[holds], None, None);
            }
            _ => {
                let from = self.array_base();
                let to = self.array_base();
                let size = self.builder.iconst(Type::I64, 12);
                self.builder
                    .intrinsic(Intrinsic::Copy, &[to, from, size], None, None);
            }
        }
    }

    /// Emits the end of the lifetime of a variable or of the array. In most cases a new lifetime follows.
    fn scope(&mut self) {
        let variable = self.variable();
        let slot = match self.below(2) {
            0 => self.variables[variable],
            _ => self.array.expect("made before"),
        };
        let at = self.builder.stack_addr(slot);
        if self.below(4) != 0 {
            self.builder
                .intrinsic(Intrinsic::ScopeLeave, &[at], None, None);
        }
        if self.below(8) != 0 {
            self.builder
                .intrinsic(Intrinsic::ScopeEnter, &[at], None, None);
        }
    }

    fn conditional(&mut self, depth: u8) {
        let cond = self.condition();
        let then_block = self.builder.named_block("then");
        let after = self.builder.named_block("after");
        let two_sided = self.below(2) == 0;
        let else_block = if two_sided {
            self.builder.named_block("else")
        } else {
            after
        };
        self.builder.branch(cond, then_block, else_block);
        let sides = if two_sided {
            vec![then_block, else_block]
        } else {
            vec![then_block]
        };
        for side in sides {
            self.builder.switch_to(side);
            let count = self.below(4);
            self.statements(count, depth - 1);
            self.go(after);
        }
        self.builder.switch_to(after);
    }

    fn go(&mut self, to: Block) {
        if !self.builder.is_terminated() {
            self.line();
            self.builder.jump(to, &[]);
        }
    }

    fn repeat(&mut self, depth: u8) {
        let counter = self.builder.slot("i", 4, 4);
        let zero = self.builder.iconst(Type::I32, 0);
        let at = self.builder.stack_addr(counter);
        self.builder.store(zero, at);
        let head = self.builder.named_block("head");
        let body = self.builder.named_block("body");
        let next = self.builder.named_block("next");
        let done = self.builder.named_block("done");
        self.builder.jump(head, &[]);
        self.builder.switch_to(head);
        let at = self.builder.stack_addr(counter);
        let i = self.builder.load(Type::I32, at);
        let iterations = i128::from(self.below(4)) + 1;
        let iterations = self.builder.iconst(Type::I32, iterations);
        let more = self.builder.pure(Op::Slt, &[i, iterations]);
        self.builder.branch(more, body, done);
        self.builder.switch_to(body);
        let variable = self.variable();
        self.assign(variable, i);
        self.loops.push((next, done));
        let count = 1 + self.below(4);
        self.statements(count, depth - 1);
        self.loops.pop();
        self.go(next);
        self.builder.switch_to(next);
        let at = self.builder.stack_addr(counter);
        let i = self.builder.load(Type::I32, at);
        let one = self.builder.iconst(Type::I32, 1);
        let i = self.builder.pure(Op::Add, &[i, one]);
        self.builder.store(i, at);
        self.builder.jump(head, &[]);
        self.builder.switch_to(done);
    }

    fn switch(&mut self, depth: u8) {
        use symtool_ir::{Bits, BlockCall, InstData};
        let value = self.expression(2);
        let after = self.builder.named_block("after");
        let mut cases = Vec::new();
        let mut blocks = Vec::new();
        for case in 0..=i128::from(self.below(3)) {
            let block = self.builder.named_block("case");
            cases.push((Bits::signed(32, case), BlockCall::new(block, &[])));
            blocks.push(block);
        }
        let default = BlockCall::new(after, &[]);
        self.builder.push(
            InstData::Switch {
                value,
                cases,
                default,
            },
            None,
        );
        for (index, &block) in blocks.iter().enumerate() {
            self.builder.switch_to(block);
            let count = self.below(3);
            self.statements(count, depth - 1);
            let falls_through = self.below(3) == 0;
            let next = blocks.get(index + 1).copied();
            self.go(next.filter(|_| falls_through).unwrap_or(after));
        }
        self.builder.switch_to(after);
    }

    /// Emits a `break`, `continue` or `return` under a condition.
    fn jump_out(&mut self) {
        let cond = self.condition();
        let out = self.builder.named_block("out");
        let on = self.builder.named_block("on");
        self.builder.branch(cond, out, on);
        self.builder.switch_to(out);
        match (self.loops.last().copied(), self.below(3)) {
            (Some((next, _)), 0) => self.go(next),
            (Some((_, done)), _) => self.go(done),
            (None, _) => {
                let value = self.expression(1);
                self.builder.ret(Some(value));
            }
        }
        self.builder.switch_to(on);
    }

    fn condition(&mut self) -> Value {
        const COMPARES: [Op; 6] = [Op::Eq, Op::Ne, Op::Slt, Op::Ule, Op::Sgt, Op::Uge];
        let op = COMPARES[self.below(6) as usize];
        let a = self.expression(1);
        let b = self.expression(1);
        let truth = self.builder.pure(op, &[a, b]);
        if self.below(3) == 0 {
            // In C, a truth value is converted to `int` and back. The generated code contains the same conversions.
            let wide = self.builder.cast(Op::Zext, truth, Type::I32);
            let zero = self.builder.iconst(Type::I32, 0);
            return self.builder.pure(Op::Ne, &[wide, zero]);
        }
        truth
    }

    fn array_base(&mut self) -> Value {
        match self.below(3) {
            0 => self.builder.stack_addr(self.array.expect("made before")),
            1 => self.builder.global_addr(self.global),
            _ => {
                let at = self.builder.stack_addr(self.heap.expect("made before"));
                self.builder.load(Type::Ptr, at)
            }
        }
    }

    /// Emits the computation of the address of an array element, in bounds in most cases. Returns the address.
    fn element(&mut self) -> Value {
        let base = self.array_base();
        let mut index = if self.below(2) == 0 {
            let k = i128::from(self.below(ELEMENTS as u8 + 1));
            let k = if k == ELEMENTS && self.below(4) != 0 {
                1
            } else {
                k
            };
            self.builder.iconst(Type::I32, k)
        } else {
            self.expression(1)
        };
        if self.below(8) != 0 {
            let mask = self.builder.iconst(Type::I32, ELEMENTS - 1);
            index = self.builder.pure(Op::And, &[index, mask]);
        }
        let index = self.builder.cast(Op::Sext, index, Type::I64);
        let four = self.builder.iconst(Type::I64, 4);
        let offset = self.builder.pure(Op::Mul, &[index, four]);
        self.builder.pure(Op::PtrAdd, &[base, offset])
    }

    fn expression(&mut self, depth: u8) -> Value {
        const OPS: [Op; 10] = [
            Op::Add,
            Op::Sub,
            Op::Mul,
            Op::And,
            Op::Or,
            Op::Xor,
            Op::Shl,
            Op::AShr,
            Op::SDiv,
            Op::URem,
        ];
        match self.below(if depth == 0 { 4 } else { 9 }) {
            0 | 1 => {
                let variable = self.variable();
                let at = self.builder.stack_addr(self.variables[variable]);
                self.builder.load(Type::I32, at)
            }
            2 => {
                let value = i128::from(self.below(9)) - 2;
                self.builder.iconst(Type::I32, value)
            }
            3 => {
                let at = self.element();
                self.builder.load(Type::I32, at)
            }
            4 => {
                let cond = self.condition();
                let a = self.expression(depth - 1);
                let b = self.expression(depth - 1);
                self.builder.pure(Op::Select, &[cond, a, b])
            }
            5 => {
                let a = self.expression(depth - 1);
                let byte = self.builder.cast(Op::Trunc, a, Type::I8);
                let ops = [Op::Zext, Op::Sext];
                let op = ops[self.below(2) as usize];
                self.builder.cast(op, byte, Type::I32)
            }
            6 => {
                let a = self.expression(depth - 1);
                let ops = [Op::Not, Op::Neg];
                let op = ops[self.below(2) as usize];
                self.builder.pure(op, &[a])
            }
            _ => {
                let op = OPS[self.below(10) as usize];
                let a = self.expression(depth - 1);
                let b = self.expression(depth - 1);
                if op == Op::SDiv || op == Op::URem {
                    let zero = self.builder.iconst(Type::I32, 0);
                    let holds = self.builder.pure(Op::Ne, &[b, zero]);
                    self.builder.check(BugKind::DivByZero, holds, None);
                }
                self.builder.pure(op, &[a, b])
            }
        }
    }
}
