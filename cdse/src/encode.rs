//! Executes one node: the steps from its beginning to the first one behind which control may go several ways.
//!
//! Values are expressions that hold on every path through the node. What is not followed becomes a goal of its own kind: it
//! costs the verdict only if a path comes there.
use crate::graph::{Env, Made, NodeId, Side, Span, Store, Stored, Trouble};
use crate::unroll::World;
use std::rc::Rc;
use symtool_ir::input::uninit_name;
use symtool_ir::interp::check_message;
use symtool_ir::layout::{Region, function_at};
use symtool_ir::{Bits, BugKind, CheckKind, Func, InstData, Intrinsic, Op, OpClass, Type};
use symtool_symex::exec::decode::{
    CallStep, Callee, CheckStep, FnCode, IntrinsicStep, MemoryStep, PureStep, Reg, Step,
    TerminatorStep,
};
use symtool_symex::expr::{Arena, ExprId};

/// A way out of a node.
#[derive(Clone, Debug)]
pub struct Exit {
    /// When it is taken.
    pub cond: ExprId,
    /// Where it leads.
    pub to: Dest,
    /// What it is, for people.
    pub what: Side,
}

/// Where a way out leads.
#[derive(Clone, Debug)]
pub enum Dest {
    /// Something goes wrong.
    Goal(Trouble),
    /// To another step of the block.
    Step(u32),
    /// Along an edge of the function.
    Edge(u32),
    /// Into a function.
    Call(Func, Rc<[ExprId]>),
    /// Back to the caller.
    Return(Option<ExprId>),
}

/// What executing a step gives.
enum Flow {
    Next,
    End(Vec<Exit>),
}

/// Something goes wrong, whatever the input.
pub struct Wrong(pub Trouble);

type Stepped = Result<Flow, Wrong>;

/// A node while it is executed.
pub struct Run {
    /// The node.
    pub node: NodeId,
    /// The step.
    pub pc: u32,
    /// The registers.
    pub env: Env,
    /// What it has written.
    pub stores: Vec<Store>,
    inputs: Vec<Made>,
}

fn unsupported(what: impl Into<String>) -> Wrong {
    Wrong(Trouble::Unsupported(what.into()))
}

fn on(cond: ExprId, to: Dest) -> Exit {
    Exit {
        cond,
        to,
        what: Side::On,
    }
}

impl World<'_> {
    /// Executes a node; the ways out of it.
    pub fn execute(&mut self, node: NodeId) -> Vec<Exit> {
        let code = Rc::clone(&self.code);
        let body = code.of(self.graph.func(node));
        let data = self.graph.node(node);
        let mut run = Run {
            node,
            pc: data.place.pc,
            env: data.env.clone(),
            stores: Vec::new(),
            inputs: Vec::new(),
        };
        let first = run.pc;
        let irreducible = self
            .shapes
            .of(self.graph.func(node))
            .is_some_and(|shape| shape.irreducible);
        let exits = loop {
            if irreducible {
                let text = "a loop that can be entered in several places";
                break vec![on(
                    Arena::TRUE,
                    Dest::Goal(Trouble::Unsupported(text.into())),
                )];
            }
            self.executed += 1;
            match self.step(body, &mut run) {
                Ok(Flow::Next) => run.pc += 1,
                Ok(Flow::End(exits)) => break exits,
                Err(Wrong(trouble)) => break vec![on(Arena::TRUE, Dest::Goal(trouble))],
            }
        };
        if matches!(body.steps.get(run.pc as usize), Some(Step::Terminator(_))) {
            let shapes = Rc::clone(&self.shapes);
            if let Some(shape) = shapes.of(self.graph.func(node)) {
                let mut place = self.graph.node(node).place.clone();
                place.pc = shape.start(shape.block_at(body, run.pc));
                self.graph.block_ends.insert(place, node);
            }
        }
        let data = self.graph.node_mut(node);
        data.end = run.pc;
        data.steps = run.pc - first + 1;
        data.env = run.env;
        data.stores = run.stores;
        data.inputs = run.inputs;
        exits
    }

    fn step(&mut self, body: &FnCode, run: &mut Run) -> Stepped {
        match &body.steps[run.pc as usize] {
            Step::Pure(step) => self.pure(body, run, step)?,
            Step::Memory(step) => self.memory(body, run, step)?,
            Step::SlotAddr { dst, slot } => {
                let context = self.graph.context(self.graph.node(run.node).place.context);
                let region = Region(context.slots.0 + u64::from(*slot));
                let address = self.arena.int(64, u128::from(region.base()));
                run.env.insert_mut(*dst, address);
            }
            Step::FixedAddr { dst, address } => {
                let address = self.arena.int(64, u128::from(*address));
                run.env.insert_mut(*dst, address);
            }
            Step::Call(step) => return self.call_step(body, run, step),
            Step::Intrinsic(step) => return self.intrinsic(body, run, step),
            Step::Check(step) => return self.check(body, run, step),
            Step::Terminator(step) => return self.terminator(body, run, step),
        }
        Ok(Flow::Next)
    }

    /// A register.
    fn get(&mut self, body: &FnCode, run: &Run, reg: Reg) -> Result<ExprId, Wrong> {
        if body.constants[reg as usize] {
            let value = body.initial[reg as usize];
            return Ok(value.expr(&mut self.arena, body.widths[reg as usize]));
        }
        let value = run.env.get(&reg).copied();
        value.ok_or_else(|| unsupported("a value that is not known where it is used"))
    }

    fn set(run: &mut Run, dst: Option<(Reg, Type)>, value: ExprId) {
        if let Some((reg, _)) = dst {
            run.env.insert_mut(reg, value);
        }
    }

    // ---- values

    fn pure(&mut self, body: &FnCode, run: &mut Run, step: &PureStep) -> Result<(), Wrong> {
        let mut args = Vec::with_capacity(3);
        for &reg in &step.args[..usize::from(step.arity)] {
            args.push(self.get(body, run, reg)?);
        }
        self.refuse_addresses(body, run, step, &args)?;
        let value = self.arena.op(step.op, u32::from(step.to), &args);
        run.env.insert_mut(step.dst, value);
        Ok(())
    }

    /// Objects of the run do not lie where they lie in a real one: programs that could tell are not followed.
    fn refuse_addresses(
        &mut self,
        body: &FnCode,
        run: &Run,
        step: &PureStep,
        args: &[ExprId],
    ) -> Result<(), Wrong> {
        let is_order =
            step.op.class() == OpClass::IntCompare && !matches!(step.op, Op::Eq | Op::Ne);
        if step.op != Op::PtrToInt && !is_order {
            return Ok(());
        }
        let function = &self.program.functions[self.graph.func(run.node)];
        let InstData::Pure { args: values, .. } = function.data(body.insts[run.pc as usize]) else {
            return Ok(());
        };
        if function.ty(values[0]) != Type::Ptr {
            return Ok(());
        }
        let regions: Vec<Option<Region>> = args.iter().map(|&a| self.region_of(a)).collect();
        let fixed = |region: &Option<Region>| {
            region.is_some_and(|r| r < Region::first_dynamic(self.program))
        };
        let same = regions
            .windows(2)
            .all(|pair| pair[0] == pair[1] && pair[0].is_some());
        if regions.iter().all(fixed) || (is_order && same) {
            return Ok(());
        }
        Err(unsupported("the number of an address is used"))
    }

    /// The region of an address that does not depend on the path.
    fn region_of(&self, address: ExprId) -> Option<Region> {
        let bits = self.arena.as_const(address)?;
        Some(Region::of(bits.low_u64()))
    }

    // ---- memory

    fn memory(&mut self, body: &FnCode, run: &mut Run, step: &MemoryStep) -> Result<(), Wrong> {
        let guard = match step.guard {
            Some(guard) => self.get(body, run, guard)?,
            None => Arena::TRUE,
        };
        let len = step.ty.bytes() as u32;
        if self.arena.is_false(guard) {
            if !step.write {
                let zero = self.arena.int(step.ty.bits(), 0);
                run.env.insert_mut(step.value, zero);
            }
            return Ok(());
        }
        if !self.arena.is_true(guard) {
            return Err(unsupported("an access under a condition (melded code)"));
        }
        let address = self.get(body, run, step.addr)?;
        let span = self.span(run, address, u64::from(len), step.write)?;
        if step.write {
            let mut value = self.get(body, run, step.value)?;
            if step.ty == Type::I1 {
                value = self.arena.zext(value, 8);
            }
            run.stores.push(Store {
                region: span.region,
                offset: span.offset,
                len: u64::from(len),
                value: Stored::Value(value),
            });
            return Ok(());
        }
        let mut value = self.read(run, span);
        if step.ty == Type::I1 {
            value = self.arena.extract(value, 0, 1);
        }
        if step.ty != Type::Ptr
            && let Some(region) = self.region_of(value)
            && self.objects.contains_key(&region)
            && step.ty.bits() >= 64
        {
            return Err(unsupported("the number of an address is used"));
        }
        run.env.insert_mut(step.value, value);
        Ok(())
    }

    /// The bytes of a legal access.
    fn span(&mut self, run: &Run, address: ExprId, len: u64, write: bool) -> Result<Span, Wrong> {
        let Some(bits) = self.arena.as_const(address) else {
            return Err(unsupported(
                "an access through an address that depends on the path or on inputs",
            ));
        };
        let address = bits.low_u64();
        let region = Region::of(address);
        let noun = if write { "write" } else { "read" };
        let Some(object) = self.objects.get(&region) else {
            return match self.initial.find(address, len, write) {
                Ok((region, offset)) => Ok(Span {
                    region,
                    offset,
                    len: len as u32,
                }),
                Err(BugKind::UseAfterReturn) => {
                    Err(unsupported("an access to an object that is not there"))
                }
                Err(kind) => Err(self.illegal(kind, format!("{noun} of {len} bytes"))),
            };
        };
        let (size, owner, slot) = (object.size, object.owner, object.slot);
        if !self.is_active(run.node, owner) {
            let text = format!(
                "{noun} of {len} bytes in a local variable of a function that has returned"
            );
            return Err(self.illegal(BugKind::UseAfterReturn, text));
        }
        let scoped = self
            .shapes
            .of(self.graph.context(owner).func)
            .is_none_or(|shape| shape.scoped.contains(&slot));
        if scoped {
            let alive = self.read(run, alive_mark(region));
            match self.arena.as_const(alive).map(Bits::low_u64) {
                Some(1) => {}
                Some(_) => {
                    let text =
                        format!("{noun} of {len} bytes in a local variable whose block has ended");
                    return Err(self.illegal(BugKind::UseAfterScope, text));
                }
                None => {
                    return Err(unsupported(
                        "a local variable of a block that has ended on some paths",
                    ));
                }
            }
        }
        let offset = address.wrapping_sub(region.base());
        if offset > size || len > size - offset {
            let text = format!(
                "{noun} of {len} bytes at offset {} of `{}`, which has {size} bytes",
                offset as i64, self.objects[&region].name
            );
            return Err(self.illegal(BugKind::OutOfBounds, text));
        }
        Ok(Span {
            region,
            offset,
            len: len as u32,
        })
    }

    /// Is a context that of a node, or one of its callers'?
    fn is_active(&self, node: NodeId, owner: crate::graph::ContextId) -> bool {
        let mut at = Some(self.graph.node(node).place.context);
        while let Some(id) = at {
            if id == owner {
                return true;
            }
            at = self.graph.context(id).parent;
        }
        false
    }

    fn illegal(&self, kind: BugKind, message: String) -> Wrong {
        if self.checks.has(kind.check()) {
            return Wrong(Trouble::Failure { kind, message });
        }
        unsupported(format!("{} (its check is off)", kind.describe()))
    }

    // ---- ends

    fn check(&mut self, body: &FnCode, run: &mut Run, step: &CheckStep) -> Stepped {
        if !self.checks.has(step.kind.check()) {
            return Ok(Flow::Next);
        }
        let holds = self.get(body, run, step.cond)?;
        let mut bad = self.arena.not(holds);
        if let Some(guard) = step.guard {
            let guard = self.get(body, run, guard)?;
            bad = self.arena.and(guard, bad);
        }
        if self.arena.is_false(bad) {
            return Ok(Flow::Next);
        }
        let message = check_message(step.kind, step.text.as_deref());
        let trouble = Trouble::Failure {
            kind: step.kind,
            message,
        };
        let good = self.arena.not(bad);
        Ok(Flow::End(vec![
            Exit {
                cond: bad,
                to: Dest::Goal(trouble),
                what: Side::Fail,
            },
            Exit {
                cond: good,
                to: Dest::Step(run.pc + 1),
                what: Side::Pass,
            },
        ]))
    }

    fn call_step(&mut self, body: &FnCode, run: &mut Run, step: &CallStep) -> Stepped {
        let func = match step.callee {
            Callee::Direct(func) => func,
            Callee::Indirect { address, signature } => {
                let address = self.get(body, run, address)?;
                let Some(bits) = self.arena.as_const(address) else {
                    return Err(unsupported(
                        "a call through a pointer that depends on the path or on inputs",
                    ));
                };
                match function_at(self.program, bits.low_u64()) {
                    Some(func) if self.program.may_call(func, signature) => func,
                    _ => {
                        let text = "call through a pointer that is no function of this type";
                        return Err(self.illegal(BugKind::BadCall, text.to_owned()));
                    }
                }
            }
        };
        let function = &self.program.functions[func];
        if function.is_declaration() {
            let text = format!("call of `{}`, which has no body", function.name);
            return Err(unsupported(text));
        }
        let signature = self.program.function_signature(func);
        if signature.variadic && step.args.len() > signature.params.len() {
            return Err(unsupported("a call with variable arguments"));
        }
        if function.has_setjmp() {
            return Err(unsupported("a function that calls setjmp"));
        }
        let mut args = Vec::with_capacity(step.args.len());
        for &(reg, _) in &step.args {
            args.push(self.get(body, run, reg)?);
        }
        let to = Dest::Call(func, Rc::from(args));
        Ok(Flow::End(vec![on(Arena::TRUE, to)]))
    }

    fn terminator(&mut self, body: &FnCode, run: &mut Run, step: &TerminatorStep) -> Stepped {
        Ok(Flow::End(match step {
            TerminatorStep::Jump(edge) => vec![on(Arena::TRUE, Dest::Edge(*edge))],
            TerminatorStep::Branch {
                cond,
                then_edge,
                else_edge,
            } => {
                let cond = self.get(body, run, *cond)?;
                let not = self.arena.not(cond);
                let side = |cond, edge: u32, what| Exit {
                    cond,
                    to: Dest::Edge(edge),
                    what,
                };
                vec![
                    side(cond, *then_edge, Side::Then),
                    side(not, *else_edge, Side::Else),
                ]
            }
            TerminatorStep::Switch(step) => {
                let value = self.get(body, run, step.value)?;
                let mut none = Arena::TRUE;
                let mut exits = Vec::new();
                for &(case, edge) in &step.cases {
                    let case = self.arena.int(step.width, case);
                    let is = self.arena.eq(value, case);
                    let is_not = self.arena.not(is);
                    none = self.arena.and(none, is_not);
                    exits.push(Exit {
                        cond: is,
                        to: Dest::Edge(edge),
                        what: Side::Case,
                    });
                }
                exits.push(Exit {
                    cond: none,
                    to: Dest::Edge(step.default),
                    what: Side::Case,
                });
                exits
            }
            TerminatorStep::Return(value) => {
                let value = match value {
                    Some((reg, _)) => Some(self.get(body, run, *reg)?),
                    None => None,
                };
                vec![on(Arena::TRUE, Dest::Return(value))]
            }
            TerminatorStep::Unreachable => {
                let text = "control reached a place that was marked unreachable";
                return Err(if self.checks.has(CheckKind::Unreachable) {
                    self.illegal(BugKind::Unreachable, text.to_owned())
                } else {
                    unsupported(text)
                });
            }
        }))
    }

    // ---- intrinsics

    fn intrinsic(&mut self, body: &FnCode, run: &mut Run, step: &IntrinsicStep) -> Stepped {
        let mut args = Vec::with_capacity(step.args.len());
        for &(reg, _) in &step.args {
            args.push(self.get(body, run, reg)?);
        }
        let text = step.text.as_deref().unwrap_or("");
        match step.intrinsic {
            Intrinsic::Symbolic => self.fresh(run, step, text.to_owned()),
            Intrinsic::Uninit => self.fresh(run, step, uninit_name(text)),
            Intrinsic::MakeSymbolic => self.make_symbolic(run, &args)?,
            Intrinsic::Assume => {
                return Ok(match args[0] {
                    Arena::TRUE => Flow::Next,
                    cond => Flow::End(vec![Exit {
                        cond,
                        to: Dest::Step(run.pc + 1),
                        what: Side::Assumed,
                    }]),
                });
            }
            Intrinsic::Exit | Intrinsic::Abort | Intrinsic::SilentExit => {
                return Ok(Flow::End(Vec::new()));
            }
            Intrinsic::ScopeEnter => self.scope_enter(run, args[0])?,
            Intrinsic::ScopeLeave => {
                let region = self.slot_region(args[0])?;
                self.mark_alive(run, region, false);
            }
            Intrinsic::Fill => self.fill(run, &args)?,
            Intrinsic::Copy => self.copy(run, &args)?,
            Intrinsic::MergeOpen | Intrinsic::MergeClose | Intrinsic::PreferCex => {}
            other => {
                return Err(unsupported(format!("the built-in `{}`", other.name())));
            }
        }
        Ok(Flow::Next)
    }

    fn fresh(&mut self, run: &mut Run, step: &IntrinsicStep, name: String) {
        let Some((_, ty)) = step.dst else {
            return;
        };
        let symbol = self.arena.symbol(&name, ty.bytes() as u32);
        let value = self.arena.scalar(symbol, ty.bits());
        run.inputs.push(Made { name, symbol });
        Self::set(run, step.dst, value);
    }

    fn constant(&self, value: ExprId, what: &str) -> Result<u64, Wrong> {
        let bits = self.arena.as_const(value);
        bits.map(Bits::low_u64)
            .ok_or_else(|| unsupported(format!("{what} depends on the path or on inputs")))
    }

    fn make_symbolic(&mut self, run: &mut Run, args: &[ExprId]) -> Result<(), Wrong> {
        let size = self.constant(args[1], "the size of an input")?;
        let at = self.constant(args[2], "the name of an input")?;
        let mut name = Vec::new();
        loop {
            let at = self.arena.int(64, u128::from(at) + name.len() as u128);
            let span = self.span(run, at, 1, false)?;
            let byte = self.read(run, span);
            match self.constant(byte, "the name of an input")? {
                0 => break,
                byte => name.push(byte as u8),
            }
        }
        let span = self.span(run, args[0], size, true)?;
        if size > u64::from(u32::MAX) {
            return Err(unsupported("a very large input"));
        }
        let name = String::from_utf8_lossy(&name).into_owned();
        let symbol = self.arena.symbol(&name, size as u32);
        run.inputs.push(Made { name, symbol });
        run.stores.push(Store {
            region: span.region,
            offset: span.offset,
            len: size,
            value: Stored::Input(symbol),
        });
        Ok(())
    }

    fn fill(&mut self, run: &mut Run, args: &[ExprId]) -> Result<(), Wrong> {
        let size = self.constant(args[2], "the size of a block")?;
        if size == 0 {
            return Ok(());
        }
        let span = self.span(run, args[0], size, true)?;
        run.stores.push(Store {
            region: span.region,
            offset: span.offset,
            len: size,
            value: Stored::Fill(args[1]),
        });
        Ok(())
    }

    fn copy(&mut self, run: &mut Run, args: &[ExprId]) -> Result<(), Wrong> {
        /// More is not copied byte by byte.
        const MOST: u64 = 4096;
        let size = self.constant(args[2], "the size of a block")?;
        if size == 0 {
            return Ok(());
        }
        if size > MOST {
            return Err(unsupported("a copy of a large block"));
        }
        let to = self.span(run, args[0], size, true)?;
        let from = self.span(run, args[1], size, false)?;
        let mut parts = Vec::new();
        let mut done = 0;
        while done < size {
            let len = (size - done).min(8);
            let len = if len < 8 { 1 } else { 8 };
            let part = Span {
                offset: from.offset + done,
                len,
                ..from
            };
            parts.push((done, len, self.read(run, part)));
            done += u64::from(len);
        }
        for (at, len, value) in parts {
            run.stores.push(Store {
                region: to.region,
                offset: to.offset + at,
                len: u64::from(len),
                value: Stored::Value(value),
            });
        }
        Ok(())
    }

    // ---- blocks of slots

    fn slot_region(&self, address: ExprId) -> Result<Region, Wrong> {
        let region = self.region_of(address);
        region.ok_or_else(|| unsupported("the block of a variable that depends on the path"))
    }

    fn scope_enter(&mut self, run: &mut Run, address: ExprId) -> Result<(), Wrong> {
        let region = self.slot_region(address)?;
        let alive = self.read(run, alive_mark(region));
        match self.arena.as_const(alive).map(Bits::low_u64) {
            Some(1) => Ok(()),
            Some(_) => {
                let Some(object) = self.objects.get(&region) else {
                    return Err(unsupported("the block of an object that is none"));
                };
                let (size, name) = (object.size, Rc::clone(&object.name));
                let symbol = self.arena.symbol(&name, size as u32);
                run.stores.push(Store {
                    region,
                    offset: 0,
                    len: size,
                    value: Stored::Input(symbol),
                });
                self.mark_alive(run, region, true);
                Ok(())
            }
            None => Err(unsupported(
                "a block that is entered again on some paths, and has variables in memory",
            )),
        }
    }

    fn mark_alive(&mut self, run: &mut Run, region: Region, alive: bool) {
        let mark = alive_mark(region);
        let value = self.arena.int(8, u128::from(alive));
        run.stores.push(Store {
            region,
            offset: mark.offset,
            len: 1,
            value: Stored::Value(value),
        });
    }
}

/// A byte outside of an object that says whether it is alive.
pub fn alive_mark(region: Region) -> Span {
    Span {
        region,
        offset: ALIVE,
        len: 1,
    }
}

/// Where that byte is.
pub const ALIVE: u64 = u64::MAX - 1;
