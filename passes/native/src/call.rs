//! Compiles calls, returns and intrinsics to machine code. *Fuel* is the number of instructions that the run
//! may still execute. A *frame* is the record of an active call, as the interpreter stores it. A *callback*
//! is a Rust function that machine code calls.
use super::compile::clif_type;
use super::context::{Context, STOPPED};
use super::function::{Translator, own};
use super::plan::Plan;
use super::records::StopKind;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self as clif, InstBuilder, StackSlotData, StackSlotKind, types};
use cranelift_entity::EntityRef;
use cranelift_frontend::FunctionBuilder;
use cranelift_jit::JITModule;
use cranelift_module::{FuncId, Module as _};
use std::mem::offset_of;
use symtool_ir::interp::process::Call;
use symtool_ir::layout::{REGION_BITS, Region};
use symtool_ir::{Func, Inst, SignatureData, Type, Value};

/// The size in bytes of an argument that is passed in memory: to a callback, or to a thunk (the entry of a function for
/// callers that pass the arguments in memory).
const ARGUMENT: u32 = 16;
/// The offsets in bytes of those fields of the context (the state of the run) that this file accesses.
const VALUE: i32 = offset_of!(Context<'_>, value) as i32;
const EXTRA: i32 = offset_of!(Context<'_>, extra) as i32;
const EXTRA_COUNT: i32 = offset_of!(Context<'_>, extra_count) as i32;

/// Emits code that writes a value to 16 bytes of memory at offset `at` from `base`. The bytes beyond the value become
/// zero.
pub fn spill(
    b: &mut FunctionBuilder<'_>,
    ty: Type,
    value: clif::Value,
    base: clif::Value,
    at: i32,
) {
    let value = match ty {
        Type::F32 => b
            .ins()
            .bitcast(types::I32, clif::MemFlagsData::new(), value),
        Type::F64 => b
            .ins()
            .bitcast(types::I64, clif::MemFlagsData::new(), value),
        _ => value,
    };
    let (low, high) = match ty {
        Type::I128 => b.ins().isplit(value),
        _ => {
            let narrow = b.func.dfg.value_type(value) != types::I64;
            let low = if narrow {
                b.ins().uextend(types::I64, value)
            } else {
                value
            };
            (low, b.ins().iconst(types::I64, 0))
        }
    };
    b.ins().store(own(), low, base, at);
    b.ins().store(own(), high, base, at + 8);
}

/// Emits code that reads a value of type `ty` from memory at offset `at` from `base`.
pub fn fetch(b: &mut FunctionBuilder<'_>, ty: Type, base: clif::Value, at: i32) -> clif::Value {
    if ty == Type::I128 {
        let low = b.ins().load(types::I64, own(), base, at);
        let high = b.ins().load(types::I64, own(), base, at + 8);
        return b.ins().iconcat(low, high);
    }
    b.ins().load(clif_type(ty), own(), base, at)
}

impl Translator<'_, '_> {
    /// Emits the start of a function: a check that there is space for the frame (the record of the call), code that
    /// fills the frame, and code that creates the objects of the call, such as its stack slots.
    pub fn begin_call(&mut self) {
        let places = self.plan.places;
        let end = self.word(places.frames_end);
        let full = self
            .b
            .ins()
            .icmp(IntCC::UnsignedGreaterThanOrEqual, self.frame, end);
        let stack = self.b.ins().get_stack_pointer(types::I64);
        let stack_end = self.word(places.stack_end);
        let deep = self.b.ins().icmp(IntCC::UnsignedLessThan, stack, stack_end);
        let overflow = self.b.ins().bor(full, deep);
        // The call that begins has no current instruction yet, and its frame (the record of the call) may be beyond the
        // memory for frames. So nothing is written to the frame before this callback (a Rust function).
        self.if_rare(overflow, |t| {
            let stops = t.callback(places.callbacks.overflow, &[]);
            t.leave_if(stops, t.stop);
        });
        let func = self.word(u64::from(self.blocks.func.as_u32()));
        if !self.has_objects {
            let zero = self.word(0);
            // The first word of the frame (the record of the call) holds the number of the function in its low half,
            // and the number of the current instruction in its high half. This store sets the number of the instruction
            // to 0.
            self.b.ins().store(own(), func, self.frame, 0);
            for at in [offset_of!(Call, slots), offset_of!(Call, variadic)] {
                self.b.ins().store(own(), zero, self.frame, at as i32);
            }
            return;
        }
        let context = self.word(places.context);
        let stops = self.call_host(places.callbacks.begin, &[context, self.frame, func]);
        self.leave_if(stops, self.stop);
        if !self.function.slots.is_empty() {
            let at = offset_of!(Call, slots) as i32;
            let region = self.b.ins().load(types::I64, own(), self.frame, at);
            let shift = self.word(u64::from(REGION_BITS));
            let start = self.b.ins().ishl(region, shift);
            let middle = self.word(Region::NULL.base());
            self.slots = Some(self.b.ins().bor(start, middle));
        }
    }

    /// Emits code that stops a prefix run (see [`run_prefix`](crate::run_prefix)) directly before the entry function of
    /// the run returns.
    pub fn stop_before_the_end(&mut self) {
        if !self.plan.is_prefix() || !self.is_entry() {
            return;
        }
        let outermost = self.word(self.plan.places.frames);
        let ends = self.b.ins().icmp(IntCC::Equal, self.frame, outermost);
        self.if_rare(ends, |t| {
            t.callback_or_stop(t.plan.places.callbacks.ends, &[]);
        });
    }

    /// Emits a return of the function.
    pub fn emit_return(&mut self, value: Option<Value>) {
        if self.is_entry() {
            self.keep_step();
        }
        let ty = self.plan.module.function_signature(self.blocks.func).result;
        let result = match (value, ty) {
            (Some(value), _) => Some(self.get(value)),
            (None, Some(ty)) => Some(self.zero(ty)),
            (None, None) => None,
        };
        if self.has_objects {
            self.callback(self.plan.places.callbacks.end, &[]);
        }
        let fuel = self.b.use_var(self.fuel);
        let mut results = vec![fuel];
        match (ty, result) {
            (Some(Type::I128), Some(value)) => {
                self.store_value(Type::I128, value);
            }
            (Some(_), Some(value)) => results.push(value),
            _ => {}
        }
        self.b.ins().return_(&results);
    }

    /// Emits a direct call.
    pub fn call(&mut self, inst: Inst, func: Func, args: &[Value]) {
        let Some((body, thunk)) = self.bodies[func.index()] else {
            let number = self.word(u64::from(func.as_u32()));
            self.callback(self.plan.places.callbacks.no_body, &[number]);
            self.stops_here(inst);
            return;
        };
        let data = self.plan.module.function_signature(func);
        if data.variadic {
            let thunk = self.module.declare_func_in_func(thunk, self.b.func);
            let entry = self.b.ins().func_addr(types::I64, thunk);
            let result = self.function.result(inst).map(|v| self.function.ty(v));
            if let Some(value) = self.through_thunk(result, entry, args) {
                self.set(inst, value);
            }
            return;
        }
        self.keep_step();
        let fuel = self.b.use_var(self.fuel);
        let mut values = vec![self.next_frame(), fuel];
        for &arg in args {
            let value = self.get(arg);
            if self.function.ty(arg) == Type::I128 {
                let (low, high) = self.b.ins().isplit(value);
                values.extend([low, high]);
            } else {
                values.push(value);
            }
        }
        let callee = self.module.declare_func_in_func(body, self.b.func);
        let call = self.b.ins().call(callee, &values);
        let results = self.b.inst_results(call).to_vec();
        self.after_call(results[0]);
        match (self.function.result(inst), results.get(1)) {
            (Some(_), Some(&value)) => self.set(inst, value),
            (Some(result), None) => {
                let ty = self.function.ty(result);
                let value = self.load_value(ty);
                self.set(inst, value);
            }
            (None, _) => {}
        }
    }

    /// Emits code that ends the run at `inst`, a call of a function without a body. Code that is emitted afterwards is
    /// unreachable, but may use the result of `inst`, so the result becomes zero.
    fn stops_here(&mut self, inst: Inst) {
        let next = self.b.create_block();
        let out = self.stop_block(StopKind::Stops);
        self.b.ins().jump(out, &[]);
        self.b.switch_to_block(next);
        if let Some(result) = self.function.result(inst) {
            let value = self.zero(self.function.ty(result));
            self.set(inst, value);
        }
    }

    /// Emits a call through a function pointer.
    pub fn call_indirect(&mut self, inst: Inst, callee: Value, args: &[Value]) {
        let address = self.get(callee);
        let entry = self.resolve(address);
        let (calls, skips, next) = (
            self.b.create_block(),
            self.b.create_block(),
            self.b.create_block(),
        );
        self.b.set_cold_block(skips);
        let one = self.word(1);
        let ignored = self.b.ins().icmp(IntCC::Equal, entry, one);
        self.b.ins().brif(ignored, skips, &[], calls, &[]);
        let result = self.function.result(inst).map(|v| self.function.ty(v));
        let joined = result.map(|ty| self.b.append_block_param(next, clif_type(ty)));
        self.b.switch_to_block(skips);
        let zero = result.map(|ty| self.zero(ty));
        self.go(next, zero);
        self.b.switch_to_block(calls);
        let value = self.through_thunk(result, entry, args);
        self.go(next, value);
        self.b.switch_to_block(next);
        if let Some(value) = joined {
            self.set(inst, value);
        }
    }

    /// Emits code that finds the machine code for the function at an address; returns the register with the address of
    /// this machine code. If the call is illegal (no function at the address, or a function of another type) and the
    /// check for such calls is disabled, the register contains 1, and the call is skipped.
    fn resolve(&mut self, address: clif::Value) -> clif::Value {
        let site = self.next_site;
        self.next_site += 1;
        let (lookup, known) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(lookup);
        let entry = self.b.append_block_param(known, types::I64);
        let place = self.word(self.plan.places.sites + 16 * site as u64);
        let last = self.b.ins().load(types::I64, own(), place, 0);
        let found = self.b.ins().load(types::I64, own(), place, 8);
        // The cache of a call site holds the last function address and the address of its machine code. The
        // cache is empty before the first call at the site.
        let same = self.b.ins().icmp(IntCC::Equal, last, address);
        let zero = self.word(0);
        let some = self.b.ins().icmp(IntCC::NotEqual, found, zero);
        let same = self.b.ins().band(same, some);
        let found = clif::BlockArg::Value(found);
        self.b.ins().brif(same, known, &[found], lookup, &[]);
        self.b.switch_to_block(lookup);
        let site = self.word(site as u64);
        let resolved = self.callback(self.plan.places.callbacks.resolve, &[address, site]);
        let stops = self.b.ins().icmp(IntCC::Equal, resolved, zero);
        let out = self.stop_block(StopKind::Stops);
        self.leave_if(stops, out);
        self.go(known, Some(resolved));
        self.b.switch_to_block(known);
        entry
    }

    fn go(&mut self, to: clif::Block, value: Option<clif::Value>) {
        let args: Vec<_> = value.map(clif::BlockArg::Value).into_iter().collect();
        self.b.ins().jump(to, &args);
    }

    fn through_thunk(
        &mut self,
        result: Option<Type>,
        entry: clif::Value,
        args: &[Value],
    ) -> Option<clif::Value> {
        let size = ARGUMENT * args.len().max(1) as u32;
        let slot = StackSlotData::new(StackSlotKind::ExplicitSlot, size, 4);
        let slot = self.b.create_sized_stack_slot(slot);
        let base = self.b.ins().stack_addr(types::I64, slot, 0);
        for (index, &arg) in args.iter().enumerate() {
            let value = self.get(arg);
            let at = ARGUMENT as i32 * index as i32;
            spill(&mut self.b, self.function.ty(arg), value, base, at);
        }
        self.keep_step();
        let fuel = self.b.use_var(self.fuel);
        let count = self.word(args.len() as u64);
        let frame = self.next_frame();
        let left = self.call_word(entry, &[frame, fuel, base, count]);
        self.after_call(left);
        result.map(|ty| self.load_value(ty))
    }

    /// Emits code that stores a value in the context of the run, as the operand of a callback (a Rust function) or as
    /// the result of the compiled function.
    pub fn store_value(&mut self, ty: Type, value: clif::Value) {
        let context = self.word(self.plan.places.context);
        spill(&mut self.b, ty, value, context, VALUE);
    }

    /// Emits code that loads the result of a call, which the callee has stored in the context of the run.
    pub fn load_value(&mut self, ty: Type) -> clif::Value {
        let context = self.word(self.plan.places.context);
        fetch(&mut self.b, ty, context, VALUE)
    }

    /// Emits code that sets the remaining number of instructions to `fuel`, which a callee has returned. If the run is
    /// over, the code leaves the function.
    fn after_call(&mut self, fuel: clif::Value) {
        self.b.def_var(self.fuel, fuel);
        let zero = self.word(0);
        let low = self.b.ins().icmp(IntCC::SignedLessThan, fuel, zero);
        self.if_rare(low, |t| {
            let over = t.word(STOPPED as u64);
            let over = t.b.ins().icmp(IntCC::Equal, fuel, over);
            let out = t.stop_block(StopKind::Waits);
            t.leave_if(over, out);
        });
    }

    /// Emits a call of the Rust function that executes an intrinsic.
    pub fn intrinsic(&mut self, inst: Inst, args: &[Value]) {
        self.write_operands(args);
        let count = self.word(args.len() as u64);
        self.callback_or_stop(self.plan.places.callbacks.intrinsic, &[count]);
        if let Some(result) = self.function.result(inst) {
            let value = self.load_value(self.function.ty(result));
            self.set(inst, value);
        }
    }

    /// Emits code that writes operands to the memory from which callbacks (Rust functions) read them.
    fn write_operands(&mut self, args: &[Value]) {
        let base = self.word(self.plan.places.args);
        for (index, &arg) in args.iter().enumerate() {
            let value = self.get(arg);
            let at = ARGUMENT as i32 * index as i32;
            spill(&mut self.b, self.function.ty(arg), value, base, at);
        }
    }

    /// Emits a call of the host function that evaluates an operator with `eval`, the evaluator of the IR. Operators
    /// that are not compiled are evaluated in this way.
    pub fn by_eval(&mut self, op: usize, args: &[Value], to: Type) -> clif::Value {
        self.write_operands(args);
        let context = self.word(self.plan.places.context);
        let from = args.first().map_or(1, |&v| self.function.ty(v).bits());
        let (op, from) = (self.word(op as u64), self.word(u64::from(from)));
        let width = self.word(u64::from(to.bits()));
        let operator = self.plan.places.callbacks.operator;
        self.call_host(operator, &[context, op, from, width]);
        self.load_value(to)
    }
}

/// Compiles the thunk of a function: an entry for callers that pass the arguments in memory. Its machine signature is
/// `(frame, fuel, arguments, count) -> fuel`, where the fuel is the remaining number of instructions, and `arguments`
/// is the address of `count` arguments.
pub fn thunk(
    plan: &Plan<'_>,
    data: &SignatureData,
    body: FuncId,
    module: &mut JITModule,
    mut b: FunctionBuilder<'_>,
) {
    let start = b.create_block();
    b.append_block_params_for_function_params(start);
    b.switch_to_block(start);
    let params = b.block_params(start).to_vec();
    let (arguments, count) = (params[2], params[3]);
    let mut values = vec![params[0], params[1]];
    for (index, &ty) in data.params.iter().enumerate() {
        let value = fetch(&mut b, ty, arguments, ARGUMENT as i32 * index as i32);
        if ty == Type::I128 {
            let (low, high) = b.ins().isplit(value);
            values.extend([low, high]);
        } else {
            values.push(value);
        }
    }
    let context = b.ins().iconst(types::I64, plan.places.context as i64);
    if data.variadic {
        let fixed = data.params.len() as i64;
        let bytes = b.ins().iconst(types::I64, i64::from(ARGUMENT) * fixed);
        let fixed = b.ins().iconst(types::I64, fixed);
        let extra = b.ins().iadd(arguments, bytes);
        let extra_count = b.ins().isub(count, fixed);
        b.ins().store(own(), extra, context, EXTRA);
        b.ins().store(own(), extra_count, context, EXTRA_COUNT);
    }
    let callee = module.declare_func_in_func(body, b.func);
    let call = b.ins().call(callee, &values);
    let results = b.inst_results(call).to_vec();
    match (data.result, results.get(1)) {
        (Some(ty), Some(&value)) => spill(&mut b, ty, value, context, VALUE),
        (None, _) => {
            let zero = b.ins().iconst(types::I64, 0);
            b.ins().store(own(), zero, context, VALUE);
            b.ins().store(own(), zero, context, VALUE + 8);
        }
        _ => {}
    }
    b.ins().return_(&[results[0]]);
    b.seal_all_blocks();
    b.finalize(module.target_config());
}
