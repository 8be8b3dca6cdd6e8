//! Compiles a function: blocks, terminators, coverage marks, and *fuel*, the number of instructions that the
//! run may still execute. A *frame* is the record of an active call. A *callback* is a Rust function that
//! machine code calls.
//!
//! At the start of a block, the code subtracts the number of the block's instructions from the fuel. At the start of a
//! function or loop, it also checks that fuel remains. Every function has two final blocks for the end of the run: the
//! function that detects the end jumps to `stop`, and its callers jump to `unwind`.
use super::compile::{clif_type, words};
use super::context::{Context, FRAME, STOPPED, pack};
use super::coverage::FunctionPlan;
use super::plan::Plan;
use super::records::StopKind;
use super::roots::Roots;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self as clif, BlockArg, InstBuilder, MemFlagsData, SigRef, types};
use cranelift_codegen::isa::CallConv;
use cranelift_entity::{EntityRef, SecondaryMap};
use cranelift_frontend::{FunctionBuilder, Switch, Variable};
use cranelift_jit::JITModule;
use cranelift_module::{FuncId, Module as _};
use rustc_hash::FxHashMap;
use std::mem::offset_of;
use symtool_analysis::cfg::Cfg;
use symtool_ir::intrinsic::{ResultValue, Storage};
use symtool_ir::{Block, Function, Inst, InstData, Type, Value, ValueDef};

/// Returns Cranelift's flags for loads and stores of symtool's own memory, which is aligned and always accessible.
pub fn own() -> MemFlagsData {
    MemFlagsData::trusted()
}

/// The compiler of one function.
pub struct Translator<'a, 'm> {
    pub plan: &'a Plan<'m>,
    pub function: &'m Function,
    pub blocks: &'a FunctionPlan,
    pub module: &'a mut JITModule,
    /// For each function, its two entries in the compiled module. The first entry gets the function's parameters in
    /// registers. The second is the thunk, which reads the parameters from memory. `None` if the function is not
    /// compiled.
    pub bodies: &'a [Option<(FuncId, FuncId)>],
    pub b: FunctionBuilder<'a>,
    /// The calling convention of the host.
    pub conv: CallConv,
    /// The roots of the addresses that the function accesses.
    pub roots: Roots,
    cfg: Cfg,
    /// For each IR value, the register that holds it; `None` before its definition is compiled.
    values: SecondaryMap<Value, Option<clif::Value>>,
    /// For each reachable IR block, the block of machine code into which it is compiled.
    targets: SecondaryMap<Block, Option<clif::Block>>,
    /// For each root (the value from which an address is computed by adding offsets), the register with the address of
    /// the root's entry in the object table. This table lists the live objects that machine code may access.
    pub entries: FxHashMap<Value, clif::Value>,
    /// For each number of words, the machine signature of a callback (Rust function) that takes this number of 64-bit
    /// words.
    signatures: FxHashMap<usize, SigRef>,
    /// The register with the address of the frame (the record of the current call).
    pub frame: clif::Value,
    /// The register with the address of the first stack slot; `None` if the function has no slots.
    pub slots: Option<clif::Value>,
    /// The remaining fuel (number of instructions), as a variable of the compiled function.
    pub fuel: Variable,
    /// The block that stores the remaining fuel (number of instructions) and then jumps to `unwind`.
    pub stop: clif::Block,
    /// The block that returns to the caller because the run is over.
    pub unwind: clif::Block,
    /// Whether each call of the function creates objects: stack slots, variadic arguments or stack allocations. Before
    /// such a function returns, it calls the Rust function `end`, which ends the lifetime of these objects.
    pub has_objects: bool,
    /// The number of the instruction that is being compiled, counted in the function from 0.
    pub pc: usize,
    /// The number of the next indirect call site. Call sites are numbered across all functions.
    pub next_site: usize,
    /// The blocks that handle a stop of a prefix run (see [`run_prefix`](crate::run_prefix)). The key is the number of
    /// the instruction before or in which the run stops, and the kind of the stop.
    pub stop_blocks: FxHashMap<(usize, StopKind), clif::Block>,
}

impl<'a, 'm> Translator<'a, 'm> {
    /// Returns a compiler for the function that `blocks` describes. `next_site` is the number of the first indirect
    /// call site in the function.
    pub fn new(
        plan: &'a Plan<'m>,
        blocks: &'a FunctionPlan,
        module: &'a mut JITModule,
        bodies: &'a [Option<(FuncId, FuncId)>],
        mut b: FunctionBuilder<'a>,
        next_site: usize,
    ) -> Translator<'a, 'm> {
        let function = &plan.module.functions[blocks.func];
        let cfg = Cfg::new(function);
        let roots = Roots::new(function, &cfg);
        let fuel = b.declare_var(types::I64);
        let (stop, unwind) = (b.create_block(), b.create_block());
        b.set_cold_block(stop);
        b.set_cold_block(unwind);
        let allocates = function.all_insts().any(|(_, inst)| {
            let InstData::Intrinsic { intrinsic, .. } = function.data(inst) else {
                return false;
            };
            let value = intrinsic.info().value;
            matches!(
                value,
                ResultValue::NewObject {
                    storage: Storage::Frame,
                    ..
                }
            )
        });
        let variadic = plan.module.function_signature(blocks.func).variadic;
        let conv = module.isa().default_call_conv();
        Translator {
            plan,
            function,
            blocks,
            module,
            bodies,
            b,
            conv,
            roots,
            cfg,
            values: SecondaryMap::new(),
            targets: SecondaryMap::new(),
            entries: FxHashMap::default(),
            signatures: FxHashMap::default(),
            frame: clif::Value::new(0),
            slots: None,
            fuel,
            stop,
            unwind,
            has_objects: allocates || variadic || !function.slots.is_empty(),
            pc: 0,
            next_site,
            stop_blocks: FxHashMap::default(),
        }
    }

    /// Compiles the function; returns the number of the next indirect call site.
    pub fn translate(mut self) -> usize {
        let order = self.cfg.rpo().to_vec();
        for &block in &order {
            let target = self.b.create_block();
            self.targets[block] = Some(target);
            if self.function.entry() != Some(block) {
                for &param in self.function.params(block) {
                    let ty = clif_type(self.function.ty(param));
                    let value = self.b.append_block_param(target, ty);
                    self.values[param] = Some(value);
                }
            }
        }
        self.prologue();
        for (number, &block) in order.iter().enumerate() {
            self.block(block, number);
        }
        self.records();
        self.endings();
        self.b.seal_all_blocks();
        let config = self.module.target_config();
        self.b.finalize(config);
        self.next_site
    }

    /// Emits the start of the function: its parameters, the frame (record of the call), the stack slots, and a jump to
    /// the entry block.
    fn prologue(&mut self) {
        let start = self.b.create_block();
        self.b.append_block_params_for_function_params(start);
        self.b.switch_to_block(start);
        let params = self.b.block_params(start).to_vec();
        self.frame = params[0];
        self.b.def_var(self.fuel, params[1]);
        let mut rest = params[2..].iter().copied();
        let entry = self.function.entry();
        for &param in entry.map_or(&[][..], |block| self.function.params(block)) {
            let low = rest.next();
            let value = match (self.function.ty(param), low) {
                (Type::I128, Some(low)) => rest.next().map(|high| self.b.ins().iconcat(low, high)),
                (_, value) => value,
            };
            self.values[param] = value;
        }
        self.begin_call();
        for &param in entry.map_or(&[][..], |block| self.function.params(block)) {
            self.look_up_root(param);
        }
        if let Some(target) = entry.and_then(|block| self.targets[block]) {
            self.b.ins().jump(target, &[]);
        }
    }

    fn block(&mut self, block: Block, number: usize) {
        let Some(target) = self.targets[block] else {
            return;
        };
        self.b.switch_to_block(target);
        let plan = &self.blocks.blocks[self.blocks.position[block.index()]];
        self.pc = plan.steps.start;
        let is_entry = self.function.entry() == Some(block);
        let preds = self.cfg.preds(block);
        let loops = preds.iter().any(|&p| self.cfg.rpo_index(p) >= number);
        self.charge(plan.steps.clone(), is_entry || loops);
        if !is_entry {
            for &param in self.function.params(block) {
                self.look_up_root(param);
            }
        }
        for &inst in self.function.insts(block) {
            self.instruction(inst, plan.mark);
            self.pc += 1;
        }
    }

    /// Emits code that subtracts the number of instructions in the range `steps` from the fuel. In a prefix run (see
    /// [`run_prefix`](crate::run_prefix)), the code also counts the executed checks of the range (see [`pack`]). If
    /// `look` is true, also emits a check that fuel remains.
    fn charge(&mut self, steps: std::ops::Range<usize>, look: bool) {
        let fuel = self.b.use_var(self.fuel);
        let cost = match &self.plan.needed {
            None => steps.len() as u64,
            Some(all) => {
                let needed = all[self.blocks.func.index()].as_ref();
                let checks = needed.map_or(0, |needed| needed.checks(steps.clone()));
                pack(steps.len() as i64, 0) as u64 + checks
            }
        };
        let cost = self.word(cost);
        let left = self.b.ins().isub(fuel, cost);
        self.b.def_var(self.fuel, left);
        if !look {
            return;
        }
        let zero = self.word(0);
        let empty = self.b.ins().icmp(IntCC::SignedLessThan, left, zero);
        self.if_rare(empty, |t| {
            let fuel = t.b.use_var(t.fuel);
            let more = t.callback(t.plan.places.callbacks.pause, &[fuel]);
            let over = t.word(STOPPED as u64);
            let over = t.b.ins().icmp(IntCC::Equal, more, over);
            let out = t.stop_block(StopKind::Paused);
            t.leave_if(over, out);
            t.b.def_var(t.fuel, more);
        });
    }

    /// Emits the blocks `stop` and `unwind`, through which the function returns when the run is over.
    fn endings(&mut self) {
        self.b.switch_to_block(self.stop);
        let fuel = self.b.use_var(self.fuel);
        let context = self.word(self.plan.places.context);
        let at = offset_of!(Context<'_>, fuel) as i32;
        self.b.ins().store(own(), fuel, context, at);
        self.b.ins().jump(self.unwind, &[]);
        self.b.switch_to_block(self.unwind);
        let mut results = vec![self.word(STOPPED as u64)];
        match self.plan.module.function_signature(self.blocks.func).result {
            None | Some(Type::I128) => {}
            Some(ty) => results.push(self.zero(ty)),
        }
        self.b.ins().return_(&results);
    }

    // ---- Values.

    /// Emits a 64-bit constant and returns its register.
    pub fn word(&mut self, value: u64) -> clif::Value {
        self.b.ins().iconst(types::I64, value as i64)
    }

    /// Emits a constant of an IR type and returns its register.
    pub fn constant(&mut self, ty: Type, bits: u128) -> clif::Value {
        match ty {
            Type::F32 => self.b.ins().f32const(f32::from_bits(bits as u32)),
            Type::F64 => self.b.ins().f64const(f64::from_bits(bits as u64)),
            Type::I128 => {
                let (low, high) = (self.word(bits as u64), self.word((bits >> 64) as u64));
                self.b.ins().iconcat(low, high)
            }
            _ => self.b.ins().iconst(clif_type(ty), bits as u64 as i64),
        }
    }

    /// Emits a zero of an IR type and returns its register.
    pub fn zero(&mut self, ty: Type) -> clif::Value {
        self.constant(ty, 0)
    }

    /// Returns the register that holds an IR value; a constant is loaded into a new register.
    pub fn get(&mut self, value: Value) -> clif::Value {
        match (self.function.def(value), self.values[value]) {
            (ValueDef::Const(bits), _) => self.constant(self.function.ty(value), bits.unsigned()),
            (_, Some(value)) => value,
            // This zero is never used: in verified IR, the definition of a value dominates its uses, and is
            // compiled before them.
            _ => self.zero(self.function.ty(value)),
        }
    }

    /// Sets the register that holds the result of an instruction.
    pub fn set(&mut self, inst: Inst, value: clif::Value) {
        if let Some(result) = self.function.result(inst) {
            self.values[result] = Some(value);
            self.look_up_root(result);
        }
    }

    // ---- Control flow.

    /// Emits a branch to the code that `body` emits, for a condition that rarely holds. The code is placed
    /// away from the frequent path.
    pub fn if_rare(&mut self, condition: clif::Value, body: impl FnOnce(&mut Self)) {
        let (rare, next) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(rare);
        self.b.ins().brif(condition, rare, &[], next, &[]);
        self.b.switch_to_block(rare);
        body(self);
        self.b.ins().jump(next, &[]);
        self.b.switch_to_block(next);
    }

    /// Emits a branch that jumps to the block `to` if `condition` holds, and continues otherwise.
    pub fn leave_if(&mut self, condition: clif::Value, to: clif::Block) {
        let next = self.b.create_block();
        self.b.ins().brif(condition, to, &[], next, &[]);
        self.b.switch_to_block(next);
    }

    /// Emits a call of the host function at a constant address, with 64-bit words as operands; returns its result.
    pub fn call_host(&mut self, address: u64, args: &[clif::Value]) -> clif::Value {
        let address = self.word(address);
        self.call_word(address, args)
    }

    /// Emits a call of the function whose address is in a register, with 64-bit words as operands; returns its result.
    pub fn call_word(&mut self, address: clif::Value, args: &[clif::Value]) -> clif::Value {
        let conv = self.conv;
        let b = &mut self.b;
        let signature = *self
            .signatures
            .entry(args.len())
            .or_insert_with(|| b.import_signature(words(conv, args.len())));
        let call = self.b.ins().call_indirect(signature, address, args);
        self.b.inst_results(call)[0]
    }

    /// Emits the call of a callback (a Rust function) and returns the register with its result. The first operands of a
    /// callback are the context of the run, the frame (record of the current call) and the number of the current
    /// instruction. `args` are the other operands.
    pub fn callback(&mut self, address: u64, args: &[clif::Value]) -> clif::Value {
        let (context, pc) = (
            self.word(self.plan.places.context),
            self.word(self.pc as u64),
        );
        let mut all = vec![context, self.frame, pc];
        all.extend(args);
        self.call_host(address, &all)
    }

    /// Emits the call of a callback (a Rust function) that may stop the run. If the callback returns 1, the compiled
    /// function returns to its caller.
    pub fn callback_or_stop(&mut self, address: u64, args: &[clif::Value]) {
        let stops = self.callback(address, args);
        let out = self.stop_block(StopKind::Stops);
        self.leave_if(stops, out);
    }

    fn mark(&mut self, mark: usize) {
        let place = self.word(self.plan.places.marks + mark as u64);
        let one = self.b.ins().iconst(types::I8, 1);
        self.b.ins().store(own(), one, place, 0);
    }

    fn instruction(&mut self, inst: Inst, mark: usize) {
        let function = self.function;
        match function.data(inst) {
            InstData::Pure { op, args } => self.pure(inst, *op, args),
            InstData::Load { addr, guard, .. } => self.load(inst, *addr, *guard),
            InstData::Store {
                value, addr, guard, ..
            } => self.store(*value, *addr, *guard),
            InstData::StackAddr { .. }
            | InstData::GlobalAddr { .. }
            | InstData::FuncAddr { .. } => self.address(inst),
            InstData::Call { func, args } => self.call(inst, *func, args),
            InstData::CallIndirect { callee, args, .. } => self.call_indirect(inst, *callee, args),
            InstData::Intrinsic { args, .. } => self.intrinsic(inst, args),
            InstData::Check {
                kind, cond, guard, ..
            } => {
                if self.plan.config.checks.has(kind.check()) {
                    self.check(*cond, *guard);
                }
            }
            terminator => self.terminator(terminator, mark),
        }
    }

    fn check(&mut self, cond: Value, guard: Option<Value>) {
        let cond = self.get(cond);
        let zero = self.zero(Type::I1);
        let mut fails = self.b.ins().icmp(IntCC::Equal, cond, zero);
        if let Some(guard) = guard {
            let guard = self.get(guard);
            fails = self.b.ins().band(fails, guard);
        }
        self.if_rare(fails, |t| {
            t.callback_or_stop(t.plan.places.callbacks.check_fails, &[]);
        });
    }

    fn terminator(&mut self, data: &InstData, mark: usize) {
        match data {
            InstData::Jump { dest } => {
                self.mark(mark);
                self.jump(dest);
            }
            InstData::Branch {
                cond,
                then_dest,
                else_dest,
            } => {
                let cond = self.get(*cond);
                let (then, other) = (self.b.create_block(), self.b.create_block());
                self.b.ins().brif(cond, then, &[], other, &[]);
                for (side, dest, mark) in [(then, then_dest, mark), (other, else_dest, mark + 1)] {
                    self.b.switch_to_block(side);
                    self.mark(mark);
                    self.jump(dest);
                }
            }
            InstData::Switch {
                value,
                cases,
                default,
            } => {
                let value = self.get(*value);
                let mut switch = Switch::new();
                let mut sides = Vec::new();
                for (bits, dest) in cases {
                    let side = self.b.create_block();
                    switch.set_entry(bits.unsigned(), side);
                    sides.push((side, dest));
                }
                let side = self.b.create_block();
                sides.push((side, default));
                switch.emit(&mut self.b, value, side);
                for (number, (side, dest)) in sides.into_iter().enumerate() {
                    self.b.switch_to_block(side);
                    self.mark(mark + number);
                    self.jump(dest);
                }
            }
            InstData::Return { value } => {
                self.stop_before_the_end();
                self.mark(mark);
                self.emit_return(*value);
            }
            _ => {
                self.callback(self.plan.places.callbacks.unreachable, &[]);
                let out = self.stop_block(StopKind::Stops);
                self.b.ins().jump(out, &[]);
            }
        }
    }

    fn jump(&mut self, dest: &symtool_ir::BlockCall) {
        let args: Vec<BlockArg> = dest
            .args
            .iter()
            .map(|&v| BlockArg::Value(self.get(v)))
            .collect();
        if let Some(target) = self.targets[dest.block] {
            self.b.ins().jump(target, &args);
        }
    }

    /// Returns whether this function is the entry function of the run. After the run, symtool reads the last executed
    /// instruction from the frame of this function, so the function writes the number of this instruction before it
    /// returns.
    pub fn is_entry(&self) -> bool {
        self.blocks.func == self.plan.entry
    }

    /// Emits code that writes the number of the current instruction into the frame. This code must precede every call
    /// of a compiled function, because reports show the current instructions of all active calls.
    pub fn keep_step(&mut self) {
        let pc = self.b.ins().iconst(types::I32, self.pc as i64);
        let at = offset_of!(symtool_ir::interp::process::Call, pc) as i32;
        self.b.ins().store(own(), pc, self.frame, at);
    }

    /// Returns the address of the frame for a function that this function calls.
    pub fn next_frame(&mut self) -> clif::Value {
        let size = self.word(FRAME as u64);
        self.b.ins().iadd(self.frame, size)
    }
}
