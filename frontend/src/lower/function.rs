//! Lowers a function: its signature, its parameters, the storage of its local variables, and the cleanup of the
//! IR after lowering the body.
use super::{Context, Lowerer, Storage};
use crate::ctypes::{FnTy, Ty, Types};
use crate::program::Symbol;
use crate::typed::{Body, Call, Expr, ExprKind, Local, LocalId, Stmt, StmtKind, SymbolId};
use rustc_hash::FxHashSet;
use symtool_ir::function::ValueDef;
use symtool_ir::ssa::SsaBuilder;
use symtool_ir::{
    CheckKind, Function, FunctionBuilder, Inst, InstData, Intrinsic, SignatureData, Type, Value,
};

/// Returns the IR signature of a C function. For an old-style definition, `old_style` contains the promoted types in
/// which its parameters are passed.
pub(crate) fn signature(types: &Types, function: &FnTy, old_style: Option<&[Ty]>) -> SignatureData {
    let by_address = types.as_record(function.result.ty).is_some();
    let passed = |ty: &Ty| types.ir_type(*ty).unwrap_or(Type::Ptr);
    let params = old_style.unwrap_or(&function.params);
    SignatureData {
        params: by_address
            .then_some(Type::Ptr)
            .into_iter()
            .chain(params.iter().map(passed))
            .collect(),
        result: types.ir_type(function.result.ty),
        variadic: function.variadic,
    }
}

/// Lowers a function's body into `func`, which already has its name and signature.
pub(crate) fn lower_function(cx: Context<'_>, symbol: &Symbol, body: &Body, func: &mut Function) {
    let types = &cx.program.types;
    let Some(function) = types.as_function(symbol.ty) else {
        return;
    };
    let mut lowerer = Lowerer {
        result: function.result.ty,
        name: &symbol.name,
        locals: &body.locals,
        storage: vec![Storage::None; body.locals.len()],
        labels: vec![None; body.labels.len()],
        label_names: &body.labels,
        taken_labels: &body.taken_labels,
        breaks: Vec::new(),
        continues: Vec::new(),
        scopes: super::scope::Scopes::default(),
        result_address: None,
        dead: false,
        reached: rustc_hash::FxHashSet::default(),
        last_loc: None,
        ssa: SsaBuilder::new(),
        b: FunctionBuilder::new(func),
        cx,
    };
    lowerer.body(symbol, body);
    lowerer.finish_scopes();
    let mut ssa = std::mem::take(&mut lowerer.ssa);
    ssa.seal_all(func);
    ssa.finish(func);
    order_blocks(func);
    super::lifetimes::prune(func);
    remove_unused(func);
    *func = func.compact();
}

/// Lowers a wrapper function, which passes its parameters to `id`, a function that the engine implements. A program
/// that takes the address of `id` gets the address of the wrapper.
pub(crate) fn lower_wrapper(cx: Context<'_>, id: SymbolId, func: &mut Function) {
    let symbol = cx.program.symbol(id);
    let span = symbol.origin.ast;
    let types = &cx.program.types;
    let Some(function) = types.as_function(symbol.ty).cloned() else {
        return;
    };
    let locals: Vec<Local> = function
        .params
        .iter()
        .enumerate()
        .map(|(index, &ty)| Local {
            name: format!("a{index}"),
            qty: ty.into(),
            in_memory: false,
            align: None,
        })
        .collect();
    let params: Vec<LocalId> = (0..locals.len() as u32).map(LocalId).collect();
    let args = params
        .iter()
        .zip(&locals)
        .map(|(&id, local)| {
            let place = Expr::new(ExprKind::Local(id), local.qty, span);
            Expr::new(ExprKind::Load(Box::new(place)), local.qty, span)
        })
        .collect();
    let callee = Expr::new(ExprKind::Symbol(id), symbol.ty, span);
    let call = Call {
        // The type of this callee expression is irrelevant, because the wrapper calls the function `id` directly.
        callee: Expr::new(ExprKind::Decay(Box::new(callee)), symbol.ty, span),
        ty: symbol.ty,
        args,
        text: None,
    };
    let call = Expr::new(ExprKind::Call(Box::new(call)), function.result, span);
    let kind = if types.is_void(function.result.ty) {
        StmtKind::Expr(call)
    } else {
        StmtKind::Return(Some(call))
    };
    let body = Body {
        locals,
        params,
        stmts: vec![Stmt { kind, span }],
        labels: Vec::new(),
        taken_labels: Vec::new(),
        uses: Vec::new(),
        end: span,
    };
    lower_function(cx, symbol, &body, func);
}

impl Lowerer<'_, '_> {
    fn body(&mut self, symbol: &Symbol, body: &Body) {
        let entry = self.new_block("entry");
        self.ssa.seal(self.b.func, entry);
        self.start(entry);
        self.at(symbol.origin.ast);
        self.params(symbol, body);
        self.slots(body);
        for stmt in &body.stmts {
            self.stmt(stmt);
        }
        if self.is_dead() {
            if !self.b.is_terminated() {
                self.b.unreachable();
            }
            return;
        }
        self.at(body.end);
        let value = self.implicit_result();
        self.b.ret(value);
    }

    /// Returns the result of a function that ends without a `return`: 0 for `main`, otherwise an indeterminate
    /// value. Returns `None` for a function without a result.
    pub(super) fn implicit_result(&mut self) -> Option<Value> {
        let ty = self.types().ir_type(self.result)?;
        if self.name == "main" {
            return Some(self.b.iconst(ty, 0));
        }
        let text = format!("result of {}", self.name);
        self.b
            .intrinsic(Intrinsic::Uninit, &[], Some(ty), Some(&text))
    }

    fn params(&mut self, symbol: &Symbol, body: &Body) {
        let entry = self.b.current();
        if self.types().as_record(self.result).is_some() {
            let address = self.b.func.add_param(entry, Type::Ptr);
            self.b.name(address, "result");
            self.result_address = Some(address);
        }
        for (index, &id) in body.params.iter().enumerate() {
            let local = &body.locals[id.0 as usize];
            let declared = local.qty.ty;
            let passed = symbol
                .old_style
                .as_ref()
                .and_then(|types| types.get(index))
                .copied()
                .unwrap_or(declared);
            let ty = self.types().ir_type(passed).unwrap_or(Type::Ptr);
            let value = self.b.func.add_param(entry, ty);
            self.b.name(value, &local.name);
            if self.types().as_record(declared).is_some() {
                self.storage[id.0 as usize] = Storage::Memory(value);
                continue;
            }
            let value = self.convert(value, passed, declared);
            self.declare_storage(id, local, false);
            self.set_local(id, value);
        }
    }

    /// Decides how each local variable that is not a parameter is stored: as an SSA value or in a stack slot. A
    /// variable-length array is stored in memory that is allocated when its declaration runs.
    fn slots(&mut self, body: &Body) {
        // With the check `uninit`, variables are stored in memory, because memory records which bytes are
        // initialized. An SSA value does not record this.
        let watched = self.cx.options.checks.has(CheckKind::Uninit);
        for (index, local) in body.locals.iter().enumerate() {
            let id = LocalId(index as u32);
            if matches!(self.storage[index], Storage::None) {
                self.declare_storage(id, local, watched);
            }
        }
    }

    fn declare_storage(&mut self, id: LocalId, local: &Local, watched: bool) {
        let types = self.types();
        let storage = if types.is_vla(local.qty.ty) {
            Storage::Dynamic(self.ssa.declare(Type::Ptr, &local.name))
        } else if let (false, Some(ty)) = (local.in_memory || watched, types.ir_type(local.qty.ty))
        {
            Storage::Ssa(self.ssa.declare(ty, &local.name))
        } else {
            let size = self.size(local.qty.ty);
            let align = types.align_of(local.qty).max(local.align.unwrap_or(1));
            let address = self.temporary(&local.name, size, align);
            self.b.name(address, &local.name);
            Storage::Memory(address)
        };
        self.storage[id.0 as usize] = storage;
    }

    /// Sets the value of the local variable `id`, which is a scalar.
    pub(super) fn set_local(&mut self, id: LocalId, value: Value) {
        match self.storage[id.0 as usize] {
            Storage::Ssa(var) => {
                let locals = self.locals;
                self.b.name(value, &locals[id.0 as usize].name);
                self.write(var, value);
            }
            Storage::Memory(address) => {
                let qty = self.locals[id.0 as usize].qty;
                self.store_scalar(qty.ty, value, address, qty.is_volatile());
            }
            Storage::Dynamic(var) => self.write(var, value),
            Storage::None => {}
        }
    }
}

/// Removes the unreachable blocks of a function, and orders the reachable blocks in reverse postorder.
fn order_blocks(func: &mut Function) {
    let Some(entry) = func.entry() else { return };
    let mut seen = vec![false; func.num_blocks()];
    let mut order = Vec::new();
    // The last successor is visited first, so that in reverse postorder the first successor directly follows
    // its predecessor.
    let begin = |func: &Function, block| (block, func.successors(block).into_iter().rev());
    let mut work = vec![begin(func, entry)];
    seen[entry.as_u32() as usize] = true;
    while let Some((block, successors)) = work.last_mut() {
        match successors.next() {
            None => {
                order.push(*block);
                work.pop();
            }
            Some(successor) => {
                if !std::mem::replace(&mut seen[successor.as_u32() as usize], true) {
                    work.push(begin(func, successor));
                }
            }
        }
    }
    func.retain_blocks(|block| seen[block.as_u32() as usize]);
    order.reverse();
    func.set_layout(order);
}

/// Removes instructions without uses: slot addresses, indeterminate values of variables, and pure computations.
/// Lowering emits these instructions before it knows whether they are used. Unused loads remain, because they may
/// fail.
fn remove_unused(func: &mut Function) {
    let mut uses = vec![0u32; func.num_values()];
    for (_, inst) in func.all_insts() {
        func.data(inst)
            .for_each_arg(|v| uses[v.as_u32() as usize] += 1);
    }
    let is_silent = |func: &Function, inst| match func.data(inst) {
        InstData::Intrinsic { intrinsic, .. } => *intrinsic == Intrinsic::Uninit,
        data => data.is_removable(),
    };
    let mut work: Vec<Inst> = func.all_insts().map(|(_, inst)| inst).collect();
    let mut removed = FxHashSet::default();
    while let Some(inst) = work.pop() {
        let is_unused = (func.result(inst)).is_some_and(|v| uses[v.as_u32() as usize] == 0);
        if !is_unused || !is_silent(func, inst) || !removed.insert(inst) {
            continue;
        }
        func.data(inst).for_each_arg(|v| {
            let left = &mut uses[v.as_u32() as usize];
            *left -= 1;
            if let (0, ValueDef::Inst(maker)) = (*left, func.def(v)) {
                work.push(maker);
            }
        });
    }
    for block in func.layout().to_vec() {
        let insts = func.insts(block);
        if insts.iter().any(|inst| removed.contains(inst)) {
            let kept = insts.iter().copied().filter(|inst| !removed.contains(inst));
            let kept = kept.collect();
            func.set_insts(block, kept);
        }
    }
    drop_unused_slots(func);
}

/// Removes the stack slots whose address is never used, because each slot occupies a range of addresses.
fn drop_unused_slots(func: &mut Function) {
    let mut used = vec![false; func.slots.len()];
    for (_, inst) in func.all_insts().collect::<Vec<_>>() {
        if let InstData::StackAddr { slot } = func.data(inst) {
            used[slot.as_u32() as usize] = true;
        }
    }
    if used.iter().all(|&u| u) {
        return;
    }
    let old = std::mem::take(&mut func.slots);
    let mut map = Vec::new();
    for (slot, data) in &old {
        map.push(used[slot.as_u32() as usize].then(|| func.slots.push(data.clone())));
    }
    for (_, inst) in func.all_insts().collect::<Vec<_>>() {
        if let InstData::StackAddr { slot } = func.data_mut(inst)
            && let Some(new) = map[slot.as_u32() as usize]
        {
            *slot = new;
        }
    }
}
