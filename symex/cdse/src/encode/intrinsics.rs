//! Symbolic execution of intrinsics: inputs, assumptions, block operations, scopes and allocation.
use super::heap::BlockSize;
use super::{Dest, Exit, Flow, NodeEncoder, NodeState, Stepped, unsupported, unsupported_with};
use crate::graph::{Goal, InputSymbol, Side, Span, Store, Stored};
use crate::unsupported::Unsupported;
use std::rc::Rc;
use symtool_engine::code::{FnCode, IntrinsicStep};
use symtool_expr::{Arena, ExprId, own};
use symtool_ir::input::uninit_name;
use symtool_ir::layout::{MAX_OBJECT_SIZE, Region};
use symtool_ir::{Bits, Intrinsic, Op};

impl NodeEncoder<'_, '_> {
    pub(super) fn intrinsic(
        &mut self,
        body: &FnCode,
        state: &mut NodeState,
        step: &IntrinsicStep,
    ) -> Stepped {
        let mut args = Vec::with_capacity(step.args.len());
        for &(reg, _) in &step.args {
            args.push(self.get(body, state, reg)?);
        }
        let text = step.text.as_deref().unwrap_or("");
        match step.intrinsic {
            Intrinsic::Symbolic => self.fresh(state, step, text.to_owned()),
            Intrinsic::Uninit => self.fresh(state, step, uninit_name(text)),
            Intrinsic::MakeSymbolic => self.make_symbolic(state, &args)?,
            Intrinsic::Assume => {
                return Ok(match args[0] {
                    Arena::TRUE => Flow::Next,
                    cond => Flow::End(vec![Exit {
                        cond,
                        to: Dest::Step(state.pc + 1),
                        side: Side::Assumed,
                    }]),
                });
            }
            Intrinsic::Exit => return Ok(Flow::End(self.leak(state).into_iter().collect())),
            Intrinsic::Abort | Intrinsic::SilentExit => {
                return Ok(Flow::End(Vec::new()));
            }
            Intrinsic::ScopeEnter => self.scope_enter(state, args[0])?,
            Intrinsic::ScopeLeave => {
                let region = self.slot_region(args[0])?;
                self.mark_alive(state, region, false);
            }
            Intrinsic::Fill => return self.fill(state, &args),
            Intrinsic::Copy => return self.copy(state, &args),
            Intrinsic::Malloc => {
                let size = self.block_size(state, args[0])?;
                self.heap_block(state, step, Some(size), false)?;
            }
            Intrinsic::Calloc => {
                let (count, size) = (
                    self.block_size(state, args[0])?,
                    self.block_size(state, args[1])?,
                );
                let size = self.product(&args, [count, size])?;
                self.heap_block(state, step, size, true)?;
            }
            Intrinsic::Realloc => {
                let size = self.block_size(state, args[1])?;
                return self.realloc(state, step, args[0], size);
            }
            Intrinsic::Alloca => {
                let size = self.block_size(state, args[0])?;
                return self.array(state, step, size);
            }
            Intrinsic::Free => return self.free(state, args[0]),
            Intrinsic::Output => return self.output(state, &args),
            Intrinsic::Printf => return self.print(state, step, &args),
            // In melded code (code merged from both sides of a branch), the intrinsic `may_be` returns whether its
            // operand, a guard, can be 1. As in a concrete execution, the result here is the operand itself.
            Intrinsic::MayBe => Self::set(state, step.dst, args[0]),
            Intrinsic::MergeOpen | Intrinsic::MergeClose | Intrinsic::PreferCex => {}
            Intrinsic::VaArea => {
                let context = self.unrolling.graph.node(state.node).key.context;
                let area = self.unrolling.graph.context(context).variadic;
                let address = area.map_or(0, Region::base);
                let address = self.unrolling.arena.int(64, u128::from(address));
                Self::set(state, step.dst, address);
            }
            Intrinsic::Own => {
                let value = own::apply(&mut self.unrolling.arena, text, &args);
                let value =
                    value.ok_or_else(|| unsupported_with(Unsupported::OwnFunction, &[&text]))?;
                Self::set(state, step.dst, value);
            }
            Intrinsic::IsSymbolic
            | Intrinsic::GetValue
            | Intrinsic::PrintExpr
            | Intrinsic::Warning
            | Intrinsic::Math
            | Intrinsic::Missing
            | Intrinsic::PrintfList
            | Intrinsic::FormatFloat
            | Intrinsic::LibraryBlock
            | Intrinsic::ObjectSize
            | Intrinsic::IsMapped
            | Intrinsic::Setjmp
            | Intrinsic::Longjmp
            | Intrinsic::Rounded => {
                let name = step.intrinsic.name();
                return Err(unsupported_with(Unsupported::Intrinsic, &[&name]));
            }
        }
        Ok(Flow::Next)
    }

    /// Returns the product of two sizes; `None` if both are constant and the product overflows. If the product is not
    /// constant and may exceed [`MAX_OBJECT_SIZE`], the error is a goal (an unsupported construct), because the
    /// allocation may then fail for some inputs only.
    fn product(
        &mut self,
        args: &[ExprId],
        [a, b]: [BlockSize; 2],
    ) -> Result<Option<BlockSize>, Goal> {
        let most = a.most.checked_mul(b.most);
        if a.exact.or(b.exact).is_none() {
            return Ok(most.map(|most| BlockSize { most, exact: None }));
        }
        let Some(most) = most.filter(|&most| most <= MAX_OBJECT_SIZE) else {
            return Err(unsupported(Unsupported::UnboundedSize));
        };
        let exact = Some(self.unrolling.arena.op(Op::Mul, 64, &args[..2]));
        Ok(Some(BlockSize { most, exact }))
    }

    fn fresh(&mut self, state: &mut NodeState, step: &IntrinsicStep, name: String) {
        let Some((_, ty)) = step.dst else {
            return;
        };
        let symbol = self.unrolling.arena.symbol(&name, ty.bytes() as u32);
        let value = self.unrolling.arena.scalar(symbol, ty.bits());
        state.inputs.push(InputSymbol { name, symbol });
        Self::set(state, step.dst, value);
    }

    pub(super) fn constant(&self, value: ExprId, what: &str) -> Result<u64, Goal> {
        let bits = self.unrolling.arena.as_const(value);
        bits.map(Bits::low_u64)
            .ok_or_else(|| unsupported_with(Unsupported::NotConstant, &[&what]))
    }

    fn make_symbolic(&mut self, state: &mut NodeState, args: &[ExprId]) -> Result<(), Goal> {
        let size = self.constant(args[1], "the size of an input")?;
        let at = self.constant(args[2], "the name of an input")?;
        let mut name = Vec::new();
        loop {
            let at = self
                .unrolling
                .arena
                .int(64, u128::from(at) + name.len() as u128);
            let span = self.legal_span(state, at, 1, false)?;
            let byte = self.unrolling.read(state.node, &state.stores, span);
            match self.constant(byte, "the name of an input")? {
                0 => break,
                byte => name.push(byte as u8),
            }
        }
        let span = self.legal_span(state, args[0], size, true)?;
        if size > u64::from(u32::MAX) {
            return Err(unsupported(Unsupported::LargeInput));
        }
        let name = String::from_utf8_lossy(&name).into_owned();
        let symbol = self.unrolling.arena.symbol(&name, size as u32);
        state.inputs.push(InputSymbol { name, symbol });
        let input = Stored::Input(symbol);
        self.write_block(state, (span.region, span.offset), size, input);
        Ok(())
    }

    fn slot_region(&self, address: ExprId) -> Result<Region, Goal> {
        let region = self.region_of(address);
        region.ok_or_else(|| unsupported(Unsupported::ScopeOfPath))
    }

    fn scope_enter(&mut self, state: &mut NodeState, address: ExprId) -> Result<(), Goal> {
        let region = self.slot_region(address)?;
        let alive = self
            .unrolling
            .read(state.node, &state.stores, Span::alive_mark(region));
        match self.unrolling.arena.as_const(alive).map(Bits::low_u64) {
            Some(1) => Ok(()),
            Some(_) => {
                let Some(object) = self.unrolling.memory.objects.get(&region) else {
                    return Err(unsupported(Unsupported::ScopeOfUnknown));
                };
                let (size, name) = (object.size, Rc::clone(&object.name));
                self.make_indeterminate(state, region, (&name, size));
                self.mark_alive(state, region, true);
                Ok(())
            }
            None => Err(unsupported(Unsupported::ScopeEnteredAgain)),
        }
    }

    pub(super) fn mark_alive(&mut self, state: &mut NodeState, region: Region, alive: bool) {
        let value = self.unrolling.arena.int(8, u128::from(alive));
        let store = Store::at(Span::alive_mark(region), value);
        state.stores.push(store);
    }
}
