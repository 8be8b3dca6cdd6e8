//! Builds a function block by block. A pure operation on constants becomes a constant instead of an instruction.
//! ```
//! use symtool_ir::verify::verify_module;
//! use symtool_ir::{Function, FunctionBuilder, Module, Op, SignatureData, Type};
//!
//! let mut module = Module::new();
//! let signature = module.signature(SignatureData {
//!     params: vec![Type::I32],
//!     result: Some(Type::I32),
//!     variadic: false,
//! });
//! let mut function = Function::new("increment", signature);
//! let mut b = FunctionBuilder::new(&mut function);
//! let entry = b.named_block("entry");
//! let x = b.func.add_param(entry, Type::I32);
//! b.switch_to(entry);
//! let one = b.iconst(Type::I32, 1);
//! let y = b.pure(Op::Add, &[x, one]);
//! b.ret(Some(y));
//! module.functions.push(function);
//! verify_module(&module).expect("well-formed IR");
//! ```
use crate::bits::Bits;
use crate::bug::BugKind;
use crate::entities::{Block, Func, Global, Inst, Loc, Signature, StackSlot, Value};
use crate::eval::eval;
use crate::function::{Function, StackSlotData};
use crate::inst::{BlockCall, Guard, InstData};
use crate::intrinsic::{Intrinsic, ResultType};
use crate::ops::{Op, OpClass};
use crate::source::LocSet;
use crate::types::Type;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Builds a function by appending instructions to the current block, which the caller selects.
///
/// Misuse (ill-typed operands, code after a terminator) is a bug in the caller and causes a panic.
pub struct FunctionBuilder<'f> {
    /// The function under construction.
    pub func: &'f mut Function,
    block: Option<Block>,
    locs: LocSet,
    /// For each name, the number of values and blocks that were given this name so far, including those with a suffix.
    names: FxHashMap<String, u32>,
}

impl<'f> FunctionBuilder<'f> {
    /// Returns a builder for `func`. Call [`switch_to`](Self::switch_to) before the first instruction.
    pub fn new(func: &'f mut Function) -> FunctionBuilder<'f> {
        FunctionBuilder {
            func,
            block: None,
            locs: LocSet::none(),
            names: FxHashMap::default(),
        }
    }

    /// Sets the source location of all instructions appended from now on. With `None`, they get no location.
    pub fn set_loc(&mut self, loc: Option<Loc>) {
        self.locs = loc.map(LocSet::from).unwrap_or_default();
    }

    /// Sets the source locations of all instructions appended from now on.
    pub fn set_locs(&mut self, locs: LocSet) {
        self.locs = locs;
    }

    /// Returns the source locations that the next instruction will get.
    pub fn locs(&self) -> &LocSet {
        &self.locs
    }

    /// Makes `block` the current block, to which instructions are appended.
    pub fn switch_to(&mut self, block: Block) {
        self.block = Some(block);
    }

    /// Returns the current block.
    ///
    /// # Panics
    /// Before the first [`switch_to`](Self::switch_to).
    pub fn current(&self) -> Block {
        self.block
            .expect("switch_to comes before the first instruction")
    }

    /// Returns whether the current block already has a terminator.
    pub fn is_terminated(&self) -> bool {
        self.func
            .insts(self.current())
            .last()
            .is_some_and(|&i| self.func.data(i).is_terminator())
    }

    /// Creates a block at the end of the layout.
    pub fn block(&mut self) -> Block {
        self.func.add_block()
    }

    /// Creates a block at the end of the layout, with a readable name derived from `name`.
    pub fn named_block(&mut self, name: &str) -> Block {
        let block = self.block();
        let name = self.unique(name);
        self.func.set_block_name(block, Some(&name));
        block
    }

    /// Gives a value a readable, unique name (`i`, then `i.1`, `i.2`, …). A value that has a name already keeps it, and
    /// a constant gets no name.
    pub fn name(&mut self, value: Value, name: &str) {
        if self.func.as_const(value).is_none()
            && self.func.value_name(value).is_none()
            && !name.is_empty()
        {
            let name = self.unique(name);
            self.func.set_value_name(value, Some(&name));
        }
    }

    fn unique(&mut self, name: &str) -> String {
        let count = self.names.entry(name.to_owned()).or_insert(0);
        *count += 1;
        if *count == 1 {
            name.to_owned()
        } else {
            format!("{name}.{}", *count - 1)
        }
    }

    /// Appends an instruction to the current block. `result` is the type of the instruction's result; `None` if it has
    /// no result.
    ///
    /// # Panics
    /// If the block already has a terminator.
    pub fn push(&mut self, data: InstData, result: Option<Type>) -> Inst {
        assert!(
            !self.is_terminated(),
            "instruction after the terminator of {}",
            self.current()
        );
        self.func
            .append(self.current(), data, result, self.locs.clone())
    }

    fn push_value(&mut self, data: InstData, ty: Type) -> Value {
        let inst = self.push(data, Some(ty));
        self.func.result(inst).expect("made with a result")
    }

    // ---- Constants and pure operations.

    /// Returns an integer constant, truncated to the type's width.
    pub fn iconst(&mut self, ty: Type, value: i128) -> Value {
        self.func.constant(ty, Bits::signed(ty.bits(), value))
    }

    /// Returns the `i1` constant of a truth value.
    pub fn bool(&mut self, value: bool) -> Value {
        self.func.constant(Type::I1, Bits::bool(value))
    }

    /// Returns the null pointer.
    pub fn null(&mut self) -> Value {
        self.iconst(Type::Ptr, 0)
    }

    /// Appends a pure operation and returns its result. If all operands are constants, returns the constant result
    /// and appends nothing. For casts, see [`cast`](Self::cast).
    ///
    /// # Panics
    /// If the operands are ill-typed.
    pub fn pure(&mut self, op: Op, args: &[Value]) -> Value {
        assert_ne!(op.class(), OpClass::Cast, "casts need a target type");
        self.pure_to(op, args, Type::I1)
    }

    /// Appends a conversion of `arg` to type `to`; returns `arg` itself if it already has this type.
    pub fn cast(&mut self, op: Op, arg: Value, to: Type) -> Value {
        if self.func.ty(arg) == to {
            arg
        } else {
            self.pure_to(op, &[arg], to)
        }
    }

    fn pure_to(&mut self, op: Op, args: &[Value], to: Type) -> Value {
        let types: SmallVec<[Type; 3]> = args.iter().map(|&v| self.func.ty(v)).collect();
        let Some(ty) = op.result_type(&types, to) else {
            panic!("{} does not take {types:?}", op.name());
        };
        let consts: Option<SmallVec<[Bits; 3]>> =
            args.iter().map(|&v| self.func.as_const(v)).collect();
        match consts {
            Some(bits) => self.func.constant(ty, eval(op, ty.bits(), &bits)),
            None => self.push_value(InstData::pure(op, args), ty),
        }
    }

    /// Appends an instruction that adds `bytes` to the address `addr`, and returns the sum. If `bytes` is 0, returns
    /// `addr` and appends nothing.
    pub fn offset(&mut self, addr: Value, bytes: i64) -> Value {
        if bytes == 0 {
            return addr;
        }
        let by = self.iconst(Type::I64, i128::from(bytes));
        self.pure(Op::PtrAdd, &[addr, by])
    }

    // ---- Memory and addresses.

    /// Adds a stack slot to the function. `size` and `align` are in bytes.
    pub fn slot(&mut self, name: &str, size: u64, align: u64) -> StackSlot {
        self.func.slots.push(StackSlotData {
            name: name.to_owned(),
            size,
            align,
        })
    }

    /// Appends an instruction that computes the address of a stack slot.
    pub fn stack_addr(&mut self, slot: StackSlot) -> Value {
        self.push_value(InstData::StackAddr { slot }, Type::Ptr)
    }

    /// Appends an instruction that computes the address of a global.
    pub fn global_addr(&mut self, global: Global) -> Value {
        self.push_value(InstData::GlobalAddr { global }, Type::Ptr)
    }

    /// Appends an instruction that computes the address of a function.
    pub fn func_addr(&mut self, func: Func) -> Value {
        self.push_value(InstData::FuncAddr { func }, Type::Ptr)
    }

    /// Appends a load that always executes and is not volatile.
    pub fn load(&mut self, ty: Type, addr: Value) -> Value {
        self.load_with(ty, addr, None, false)
    }

    /// Appends a load. With `Some(g)` as `guard`, the load executes only if g is 1.
    pub fn load_with(&mut self, ty: Type, addr: Value, guard: Guard, volatile: bool) -> Value {
        self.push_value(
            InstData::Load {
                addr,
                guard,
                volatile,
                origins: None,
            },
            ty,
        )
    }

    /// Appends a store that always executes and is not volatile.
    pub fn store(&mut self, value: Value, addr: Value) {
        self.store_with(value, addr, None, false);
    }

    /// Appends a store. With `Some(g)` as `guard`, the store executes only if g is 1.
    pub fn store_with(&mut self, value: Value, addr: Value, guard: Guard, volatile: bool) {
        self.push(
            InstData::Store {
                value,
                addr,
                guard,
                volatile,
                origins: None,
            },
            None,
        );
    }

    // ---- Calls, intrinsics, checks.

    /// Appends a direct call. `result` is the callee's result type. Returns the result of the call; `None` if
    /// `result` is `None`.
    pub fn call(&mut self, func: Func, args: &[Value], result: Option<Type>) -> Option<Value> {
        let inst = self.push(
            InstData::Call {
                func,
                args: SmallVec::from_slice(args),
            },
            result,
        );
        self.func.result(inst)
    }

    /// Appends a call through a function pointer. `result` is the result type of `signature`. Returns the result of the
    /// call; `None` if `result` is `None`.
    pub fn call_indirect(
        &mut self,
        signature: Signature,
        callee: Value,
        args: &[Value],
        result: Option<Type>,
    ) -> Option<Value> {
        let args = SmallVec::from_slice(args);
        let inst = self.push(
            InstData::CallIndirect {
                signature,
                callee,
                args,
            },
            result,
        );
        self.func.result(inst)
    }

    /// Appends an intrinsic and returns its result; `None` for an intrinsic without a result. `any` is the type of the
    /// result, if the table of intrinsics does not determine this type. `text` is a name or message, for an intrinsic
    /// that takes one.
    pub fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        args: &[Value],
        any: Option<Type>,
        text: Option<&str>,
    ) -> Option<Value> {
        let result = match intrinsic.info().result {
            ResultType::Nothing => None,
            ResultType::Fixed(ty) => Some(ty),
            ResultType::Any | ResultType::AnyOrNothing => any,
            ResultType::FirstArg => args.first().map(|&v| self.func.ty(v)),
        };
        let data = InstData::Intrinsic {
            intrinsic,
            args: SmallVec::from_slice(args),
            text: text.map(Into::into),
        };
        let inst = self.push(data, result);
        self.func.result(inst)
    }

    /// Appends a check without a guard, which fails with `kind` if `cond` is 0. `text` is the C expression, for
    /// reports. If `cond` is the constant 1, appends nothing.
    pub fn check(&mut self, kind: BugKind, cond: Value, text: Option<&str>) {
        if self.func.as_const(cond).is_none_or(Bits::is_zero) {
            self.push(
                InstData::Check {
                    kind,
                    cond,
                    guard: None,
                    text: text.map(Into::into),
                    origins: None,
                },
                None,
            );
        }
    }

    // ---- Terminators.

    /// Ends the current block with a jump to `block`, which passes `args` to the parameters of `block`.
    pub fn jump(&mut self, block: Block, args: &[Value]) {
        self.push(
            InstData::Jump {
                dest: BlockCall::new(block, args),
            },
            None,
        );
    }

    /// Ends the current block with a branch on `cond`. The two targets get no block arguments.
    pub fn branch(&mut self, cond: Value, then_block: Block, else_block: Block) {
        let data = InstData::Branch {
            cond,
            then_dest: BlockCall::new(then_block, &[]),
            else_dest: BlockCall::new(else_block, &[]),
        };
        self.push(data, None);
    }

    /// Ends the current block with a return of `value`; `None` if the function has no result.
    pub fn ret(&mut self, value: Option<Value>) {
        self.push(InstData::Return { value }, None);
    }

    /// Ends the current block with `unreachable`, which marks a point that control never reaches.
    pub fn unreachable(&mut self) {
        self.push(InstData::Unreachable, None);
    }
}
