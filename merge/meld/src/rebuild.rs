//! Emits the melded code of a region (a branch with its two sides) into the block that ends in the branch, the *head
//! block*.
//!
//! 1. [`weigh_forms`] selects the merged terms of the pure operations. A merged term may use the result of a load,
//!    although the effect that needs the term runs before this load. Then a plain select between the terms of the two
//!    sides replaces the merged term.
//! 2. If the options demand it, [`certificate`] proves that the merged terms are equivalent to the original terms.
//! 3. For each effect in merged order, the instructions for its address, guard and value are appended to the head
//!    block, then the effect itself. Each term is emitted once, before its first use.
//! 4. A jump to the join block, with the merged arguments, ends the head block.
use crate::align::tame_divisions;
use crate::certificate::{self, Verdict};
use crate::diamond::{Diamond, Out};
use crate::fired::fired_rules;
use crate::forms::{Form, weigh_forms};
use crate::lift::{LeafKey, Lifted, Lifter};
use crate::options::MeldOptions;
use crate::plan::{Merged, MergedKind, Needed, Plan, plan, union_locs};
use crate::refusals::{Reason, Refusal};
use crate::regions::{End, Region};
use crate::steps::Steps;
use crate::term::{Head, TermId};
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_ir::own::FUNCTIONS;
use symtool_ir::{BlockCall, Function, Inst, InstData, Intrinsic, LocSet, Module, Op, Type, Value};

/// The result of melding one region.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// Number of selects emitted.
    pub selects: usize,
    /// The estimated number of gates of the merged code.
    pub gates: u64,
    /// Number of equalities between merged and original terms that the solver had to prove, because folding and case
    /// splits did not prove them.
    pub solver_proofs: usize,
    /// Each new load or store, with the instructions that it replaces.
    pub accesses: Vec<(Inst, Vec<Inst>)>,
    /// Number of e-nodes of the region's e-graph; 0 if no e-graph was built.
    pub graph_nodes: usize,
    /// A record of how the region was melded, for printing; `None` unless the options request it.
    pub steps: Option<Steps>,
}

/// Melds a region (a branch with its two sides) of a function. If `graph` is true, an e-graph is built to find cheaper
/// merged terms.
///
/// # Errors
/// The reason why the region was not melded; the function is then unchanged.
pub fn meld_region(
    module: &Module,
    func: &mut Function,
    region: &Region,
    options: &MeldOptions,
    readable_is_writable: bool,
    graph: bool,
) -> Result<Rebuilt, Refusal> {
    let mut lifter = Lifter::new(func, region.head);
    let cond = lifter.term_before_sides(region.cond);
    if let Some(value) = lifter.dag.as_const(cond) {
        drop(lifter);
        take_side(func, region, value.is_true());
        return Ok(Rebuilt::default());
    }
    let plan = plan(
        &mut lifter,
        module,
        region,
        options.mode,
        readable_is_writable,
    );
    let mut lifted = lifter.into_parts();
    let mut diamond = make_diamond(&mut lifted, &plan);
    let original = diamond.outs.clone();
    tame_divisions(&mut diamond);
    let (mut form, weighed) = weigh_forms(&mut diamond, graph);
    respect_load_order(&mut diamond, &plan, &mut form);
    let mut done = Rebuilt {
        graph_nodes: weighed.iter().map(|w| w.graph_nodes).sum(),
        ..Rebuilt::default()
    };
    if options.steps {
        done.steps = Some(Steps {
            forms: weighed,
            chosen: form.method,
            rules: (done.graph_nodes > 0).then(|| fired_rules(&diamond, &form)),
            ..Steps::before(module, func, region, &plan)
        });
    }
    let before = func.insts(region.head).len() - 1;
    if options.certify {
        match certificate::prove(&mut diamond, &original, &form.roots) {
            Verdict::Proved { by_solver } => done.solver_proofs = by_solver,
            Verdict::Refuted { out } => {
                return Err(Refusal::new(Reason::Refuted, &[&out]));
            }
            Verdict::Unknown { out } => {
                return Err(Refusal::new(Reason::Unproved, &[&out]));
            }
        }
    }
    lifted.dag = diamond.dag;
    done.gates = form.gates;
    let mut emitter = Emitter {
        branch: func.locs(func.terminator(region.head)).clone(),
        func,
        lifted,
        form,
        out: Vec::new(),
        selects: 0,
        named_values: FxHashSet::default(),
        accesses: Vec::new(),
    };
    emitter.effects(&plan);
    emitter.finish(region, &plan);
    done.selects = emitter.selects;
    done.accesses = emitter.accesses;
    if let Some(steps) = &mut done.steps {
        steps.after(module, func, region, before);
    }
    Ok(done)
}

/// Replaces a branch on a constant condition by a jump to the side that it takes, and removes the opposite side.
/// `value` is the value of the condition.
fn take_side(func: &mut Function, region: &Region, value: bool) {
    let branch = func.terminator(region.head);
    let InstData::Branch {
        then_dest,
        else_dest,
        ..
    } = func.data(branch).clone()
    else {
        return;
    };
    let dest = if value { then_dest } else { else_dest };
    *func.data_mut(branch) = InstData::Jump { dest };
    for &block in &region.sides[usize::from(value)].blocks {
        func.remove_block(block);
    }
}

fn make_diamond(lifted: &mut Lifted, plan: &Plan) -> Diamond {
    let mut exact: Vec<TermId> = vec![plan.cond];
    for effect in &plan.effects {
        if let Some(Needed::Exact(guard)) = effect.guard {
            exact.push(guard);
        }
        let origins = effect.origins.iter();
        exact.extend(origins.flat_map(|o| o.decided.iter().map(|&(when, _)| when)));
        match effect.kind {
            MergedKind::Load { addr, .. } | MergedKind::Store { addr, .. } => exact.push(addr),
            MergedKind::Check { .. } => {}
        }
    }
    let mut diamond = Diamond::new(std::mem::take(&mut lifted.dag), plan.cond);
    diamond.free = diamond.dag.reachable(&exact).into_iter().collect();
    diamond.free.extend(lifted.available.keys());
    diamond.outs = plan.outs.clone();
    let free = &diamond.free;
    let keep = |ops: &[TermId]| ops.iter().copied().filter(|t| !free.contains(t)).collect();
    let (then, other) = (keep(&plan.ops[0]), keep(&plan.ops[1]));
    (diamond.then_ops, diamond.else_ops) = (then, other);
    diamond.normalise();
    diamond
}

/// Keeps each load before the uses of its result. The merged term for the value or guard of an effect may use the
/// result of a load that runs after the effect. Then a plain select between the terms of the two sides replaces the
/// merged term.
fn respect_load_order(diamond: &mut Diamond, plan: &Plan, form: &mut Form) {
    // Effect number k in merged order uses its operands at time 2k+1, and the result of load k is available from time
    // 2k+2 on. A speculative store that first loads the old value counts as two effects: the load and the store.
    let mut ready: FxHashMap<TermId, usize> = FxHashMap::default();
    for (k, effect) in plan.effects.iter().enumerate() {
        if let MergedKind::Load { leaf, .. } = effect.kind {
            ready.insert(leaf, 2 * k + 2);
        }
    }
    for (k, effect) in plan.effects.iter().enumerate() {
        for want in [effect.guard, effect_value(effect)].into_iter().flatten() {
            let Needed::Root(root) = want else { continue };
            let late = diamond
                .dag
                .reachable(&[form.roots[root]])
                .iter()
                .any(|t| ready.get(t).is_some_and(|&time| time > 2 * k + 1));
            if late {
                form.roots[root] = match diamond.outs[root] {
                    Out::Both(t, e) => diamond.dag.select(diamond.cond, t, e),
                    Out::Then(t) | Out::Else(t) => t,
                };
            }
        }
    }
}

fn effect_value(effect: &Merged) -> Option<Needed> {
    match effect.kind {
        MergedKind::Store { value, .. } => Some(value),
        MergedKind::Check { cond, .. } => Some(cond),
        MergedKind::Load { .. } => None,
    }
}

/// Emits the merged code of one region.
struct Emitter<'f> {
    func: &'f mut Function,
    /// The source locations of the melded branch. An emitted operation that computes no term of a side gets these
    /// locations.
    branch: LocSet,
    lifted: Lifted,
    form: Form,
    /// The instructions emitted so far.
    out: Vec<Inst>,
    selects: usize,
    /// The values of the two sides whose names were given to emitted values.
    named_values: FxHashSet<Value>,
    /// Each emitted load or store, with the instructions that it replaces.
    accesses: Vec<(Inst, Vec<Inst>)>,
}

impl Emitter<'_> {
    fn push(&mut self, data: InstData, result: Option<Type>, locs: LocSet) -> Inst {
        let inst = self.func.make_inst(data, result, locs);
        self.out.push(inst);
        inst
    }

    fn effects(&mut self, plan: &Plan) {
        for effect in &plan.effects {
            let locs = union_locs(self.func, &effect.from);
            let guard = effect.guard.map(|g| self.want(g));
            let guard =
                guard.filter(|&g| self.func.as_const(g).is_none_or(symtool_ir::Bits::is_zero));
            let origins = effect.origins.as_ref();
            let origins = origins.map(|o| Box::new(o.map(|&when| self.value(when))));
            match &effect.kind {
                &MergedKind::Load { addr, ty, leaf } => {
                    let addr = self.value(addr);
                    let data = InstData::Load {
                        addr,
                        guard,
                        volatile: false,
                        origins,
                    };
                    let inst = self.push(data, Some(ty), locs);
                    self.accesses.push((inst, effect.from.clone()));
                    if let Some(result) = self.func.result(inst) {
                        self.take_name(leaf, result);
                        self.lifted.available.insert(leaf, result);
                    }
                }
                &MergedKind::Store { addr, value } => {
                    let addr = self.value(addr);
                    let value = self.want(value);
                    let data = InstData::Store {
                        value,
                        addr,
                        guard,
                        volatile: false,
                        origins,
                    };
                    let inst = self.push(data, None, locs);
                    self.accesses.push((inst, effect.from.clone()));
                }
                MergedKind::Check { cond, kind, text } => {
                    let cond = self.want(*cond);
                    let data = InstData::Check {
                        kind: *kind,
                        cond,
                        guard,
                        text: text.clone(),
                        origins,
                    };
                    self.push(data, None, locs);
                }
            }
        }
    }

    fn want(&mut self, want: Needed) -> Value {
        match want {
            Needed::Exact(term) => self.value(term),
            Needed::Root(root) => self.value(self.form.roots[root]),
        }
    }

    /// Returns the IR value that equals the term `root` at the end of the head block (the block that ends in the
    /// branch). If there is no such value yet, emits the instructions that compute it.
    fn value(&mut self, root: TermId) -> Value {
        let mut stack = vec![root];
        while let Some(&id) = stack.last() {
            if self.lifted.available.contains_key(&id) {
                stack.pop();
                continue;
            }
            let args = self.operands(id);
            let before = stack.len();
            let available = &self.lifted.available;
            stack.extend(args.iter().filter(|a| !available.contains_key(a)));
            if stack.len() == before {
                let value = self.emit(id);
                self.lifted.available.insert(id, value);
                stack.pop();
            }
        }
        self.lifted.available[&root]
    }

    /// For the term `not x`, where x is a comparison, returns the inverse comparison operator and x. With this
    /// operator, `not (a < b)` is emitted as `a >= b`, without a negation. Returns `None` for other terms, and if the
    /// code already contains the value of x.
    fn negated_compare(&self, id: TermId) -> Option<(Op, TermId)> {
        let &[inner] = self.lifted.dag.as_op(id, Op::Not)? else {
            return None;
        };
        if self.lifted.available.contains_key(&inner) {
            return None;
        }
        let inverse = self.lifted.dag.get(inner).head.op()?.inverse_compare()?;
        Some((inverse, inner))
    }

    fn operands(&self, id: TermId) -> Vec<TermId> {
        let from = self.negated_compare(id).map_or(id, |(_, inner)| inner);
        self.lifted.dag.get(from).args.to_vec()
    }

    fn emit(&mut self, id: TermId) -> Value {
        let head = self.lifted.dag.get(id).head;
        let mut locs = self.locs(id);
        if locs.is_empty() {
            locs = self.branch.clone();
        }
        let (data, ty) = match head {
            Head::Const(ty, bits) => return self.func.constant(ty, bits),
            Head::Leaf(number, ty) => match &self.lifted.keys[number as usize] {
                LeafKey::Address(data) => (data.clone(), ty),
                // A loaded value has been emitted by now, because each load is emitted before the uses of its result. A
                // value defined before the region is used as it is.
                LeafKey::Value(value) => return *value,
                LeafKey::Load(inst) => {
                    return self.func.result(*inst).unwrap_or_else(|| {
                        unreachable!("load {inst} is used before it is emitted")
                    });
                }
            },
            Head::Op { op, to, .. } => {
                let args: Vec<Value> = self
                    .operands(id)
                    .iter()
                    .map(|a| self.lifted.available[a])
                    .collect();
                let op = self.negated_compare(id).map_or(op, |(inverse, _)| inverse);
                if op == Op::Select {
                    self.selects += 1;
                }
                (InstData::pure(op, &args), to)
            }
            Head::Call { function, to } => {
                let operands = self.operands(id).into_iter();
                let args = operands.map(|a| self.lifted.available[&a]).collect();
                let data = InstData::Intrinsic {
                    intrinsic: Intrinsic::Own,
                    args,
                    text: Some(FUNCTIONS[function as usize].name.into()),
                };
                (data, to)
            }
        };
        let inst = self.push(data, Some(ty), locs);
        let Some(value) = self.func.result(inst) else {
            unreachable!("made with a result");
        };
        self.take_name(id, value);
        value
    }

    fn origins(&self, id: TermId) -> impl Iterator<Item = TermId> + '_ {
        std::iter::once(id).chain(self.form.origins.get(&id).into_iter().flatten().copied())
    }

    fn locs(&self, id: TermId) -> LocSet {
        let mut locs = LocSet::none();
        for origin in self.origins(id) {
            if let Some(more) = self.lifted.locs.get(&origin) {
                locs.union(more);
            }
        }
        locs
    }

    /// Names the emitted value `to`, which computes the term `id`. If a side has a named value that computes the same
    /// term, `to` gets this name.
    fn take_name(&mut self, id: TermId, to: Value) {
        let from = self.origins(id).find_map(|o| {
            self.lifted
                .names
                .get(&o)
                .copied()
                .filter(|v| !self.named_values.contains(v))
        });
        let Some(from) = from else { return };
        self.named_values.insert(from);
        if let Some(name) = self.func.value_name(from).map(str::to_owned) {
            self.func.set_value_name(from, None);
            self.func.set_value_name(to, Some(&name));
        }
    }

    /// Replaces the branch by a jump to the join block (or by a return) and removes the blocks of the sides.
    fn finish(&mut self, region: &Region, plan: &Plan) {
        let branch = self.func.terminator(region.head);
        let results: Vec<Value> = (plan.results..plan.outs.len())
            .map(|root| self.value(self.form.roots[root]))
            .collect();
        let data = match region.end {
            End::Join(block) => InstData::Jump {
                dest: BlockCall::new(block, &results),
            },
            End::Return => InstData::Return {
                value: results.first().copied(),
            },
        };
        let mut locs = self.func.locs(branch).clone();
        let mut kept: FxHashSet<symtool_ir::Loc> = FxHashSet::default();
        for &inst in &self.out {
            kept.extend(self.func.locs(inst).iter());
        }
        // The jump also gets the source locations of those instructions of the sides that have no counterpart in the
        // emitted code, because they were folded away.
        for side in &region.sides {
            for &inst in side.insts.iter().chain(&side.jumps) {
                for loc in self.func.locs(inst).iter().filter(|l| !kept.contains(l)) {
                    locs.insert(loc);
                }
            }
        }
        self.push(data, None, locs);
        let mut insts = self.func.insts(region.head).to_vec();
        insts.pop();
        insts.append(&mut self.out);
        self.func.set_insts(region.head, insts);
        for side in &region.sides {
            for &block in &side.blocks {
                self.func.remove_block(block);
            }
        }
    }
}
