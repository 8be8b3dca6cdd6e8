//! What built-in procedures do to a node: inputs, assumptions, blocks of bytes, and the lives of variables.
use super::access::alive_mark;
use super::{Dest, Exit, Flow, Run, Stepped, Wrong, unsupported};
use crate::graph::{Made, Side, Span, Store, Stored};
use crate::unroll::World;
use std::rc::Rc;
use symtool_engine::exec::decode::{FnCode, IntrinsicStep};
use symtool_expr::{Arena, ExprId};
use symtool_ir::input::uninit_name;
use symtool_ir::layout::Region;
use symtool_ir::{Bits, Intrinsic};

/// More bytes are not copied one by one.
pub(super) const MOST_COPIED: u64 = 4096;

impl World<'_> {
    pub(super) fn intrinsic(
        &mut self,
        body: &FnCode,
        run: &mut Run,
        step: &IntrinsicStep,
    ) -> Stepped {
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
            Intrinsic::Malloc => {
                let size = self.constant(args[0], "the size of a heap block")?;
                self.heap_block(run, step, Some(size), false)?;
            }
            Intrinsic::Calloc => {
                let count = self.constant(args[0], "the size of a heap block")?;
                let size = self.constant(args[1], "the size of a heap block")?;
                self.heap_block(run, step, count.checked_mul(size), true)?;
            }
            Intrinsic::Realloc => {
                let size = self.constant(args[1], "the size of a heap block")?;
                return self.realloc(run, step, args[0], size);
            }
            Intrinsic::Alloca => {
                let size = self.constant(args[0], "the size of an array")?;
                self.array(run, step, size)?;
            }
            Intrinsic::Free => return self.free(run, args[0]),
            Intrinsic::Output => {
                let size = self.constant(args[1], "the size of what is written out")?;
                if size > 0 {
                    self.span(run, args[0], size, false)?;
                }
            }
            Intrinsic::Printf => return self.print(run, step, &args),
            // What melding asks before a side that runs under a guard: as on a concrete path.
            Intrinsic::MayBe => Self::set(run, step.dst, args[0]),
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

    pub(super) fn constant(&self, value: ExprId, what: &str) -> Result<u64, Wrong> {
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
        let size = self.constant(args[2], "the size of a block")?;
        if size == 0 {
            return Ok(());
        }
        if size > MOST_COPIED {
            return Err(unsupported("a copy of a large block"));
        }
        let to = self.span(run, args[0], size, true)?;
        let from = self.span(run, args[1], size, false)?;
        self.move_bytes(run, from, to, size);
        Ok(())
    }

    /// Writes what is at the beginning of one span to that of another.
    pub(super) fn move_bytes(&mut self, run: &mut Run, from: Span, to: Span, size: u64) {
        let mut parts = Vec::new();
        let mut done = 0;
        while done < size {
            let len = if size - done < 8 { 1 } else { 8 };
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
    }

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

    pub(super) fn mark_alive(&mut self, run: &mut Run, region: Region, alive: bool) {
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
