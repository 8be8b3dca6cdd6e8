//! Which states are similar by query count estimation: every hot variable has one value in both, or depends on the input in one.
//!
//! What is hot at a place depends on who called: the counts of a frame are those of its function from its step on, and what all
//! frames of a stack count together is what lies ahead.
use super::qce::{Counts, Place, Qce, Variable};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use symtool_ir::layout::Region;
use symtool_ir::{Block, Func, Module};
use symtool_symex::exec::decode::live::LiveRegs;
use symtool_symex::exec::decode::{Code, Reg, Step};
use symtool_symex::expr::Arena;
use symtool_symex::merging::{Scene, join};
use symtool_symex::state::frame::Frame;
use symtool_symex::state::{State, Val};

/// What lies ahead of a frame.
#[derive(Debug, Default)]
struct Spot {
    total: f64,
    /// Live registers that branches depend on.
    regs: Vec<(Reg, f64)>,
    /// Memory that branches depend on.
    memory: Vec<(At, i64, u32, f64)>,
}

/// Where memory is, in a frame.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
enum At {
    Slot(u32),
    Region(Region),
    Pointer(Reg),
}

/// Memory at a place of a state: region, offset, bytes.
type Bytes = (Region, u64, u32);

/// Compares states.
#[derive(Debug)]
pub struct Similarity {
    qce: Qce,
    /// The blocks of each function, in layout order.
    layouts: Vec<Vec<Block>>,
    spots: FxHashMap<(Func, u32, bool), Rc<Spot>>,
    live: LiveRegs,
}

/// The hot variables of a state, in a fixed order.
struct Hot {
    total: f64,
    regs: Vec<(usize, Reg, f64)>,
    memory: Vec<(Bytes, f64)>,
}

impl Similarity {
    /// With these counts.
    pub fn new(module: &Module, qce: Qce) -> Similarity {
        let functions = module.functions.values();
        Similarity {
            qce,
            layouts: functions.map(|f| f.layout().to_vec()).collect(),
            spots: FxHashMap::default(),
            live: LiveRegs::default(),
        }
    }

    fn spot(&mut self, code: &Code, frame: &Frame, is_active: bool) -> Rc<Spot> {
        let key = (frame.func, frame.pc, is_active);
        if let Some(spot) = self.spots.get(&key) {
            return Rc::clone(spot);
        }
        let needed = join::needed(&mut self.live, code, frame, is_active);
        let spot = match self.counts(code, frame, is_active) {
            None => Spot::default(),
            Some(counts) => {
                let body = code.of(frame.func);
                let mut spot = Spot {
                    total: counts.total,
                    ..Spot::default()
                };
                let reg = |value: symtool_ir::Value| body.regs[value.as_u32() as usize];
                for &(variable, count) in &counts.additional {
                    match variable {
                        Variable::Value(value) => {
                            if needed.binary_search(&reg(value)).is_ok() {
                                spot.regs.push((reg(value), count));
                            }
                        }
                        Variable::Memory { place, offset, len } => {
                            let at = match place {
                                Place::Slot(slot) => At::Slot(slot.as_u32()),
                                Place::Global(global) => At::Region(Region::of_global(global)),
                                Place::Pointer(value) => At::Pointer(reg(value)),
                            };
                            spot.memory.push((at, offset, len, count));
                        }
                    }
                }
                spot
            }
        };
        let spot = Rc::new(spot);
        self.spots.insert(key, Rc::clone(&spot));
        spot
    }

    /// The counts of a frame from its step on: behind a call that it waits for or has come back from, else from the beginning of the
    /// block.
    fn counts(&self, code: &Code, frame: &Frame, is_active: bool) -> Option<&Counts> {
        let body = code.of(frame.func);
        let at = body.starts.partition_point(|&start| start <= frame.pc);
        let at = at.checked_sub(1)?;
        let from = if is_active {
            frame.pc.checked_sub(1)
        } else {
            Some(frame.pc)
        };
        let is_call =
            |pc: &u32| *pc >= body.starts[at] && matches!(body.steps[*pc as usize], Step::Call(_));
        match from.filter(is_call) {
            Some(pc) => self.qce.behind(frame.func, body.insts[pc as usize]),
            None => {
                let block = self.layouts[frame.func.as_u32() as usize][at];
                self.qce.block(frame.func, block)
            }
        }
    }

    /// What branches ahead of a state depend on.
    fn ahead(&mut self, code: &Code, state: &State) -> Hot {
        let mut hot = Hot {
            total: 0.0,
            regs: Vec::new(),
            memory: Vec::new(),
        };
        let mut memory: FxHashMap<Bytes, usize> = FxHashMap::default();
        let frames = std::iter::once(&state.frame).chain(state.callers.iter());
        for (depth, frame) in frames.enumerate() {
            let spot = self.spot(code, frame, depth == 0);
            hot.total += spot.total;
            hot.regs
                .extend(spot.regs.iter().map(|&(reg, q)| (depth, reg, q)));
            for &(at, offset, len, count) in &spot.memory {
                let Some(bytes) = bytes(frame, at, offset, len) else {
                    continue;
                };
                let index = *memory.entry(bytes).or_insert_with(|| {
                    hot.memory.push((bytes, 0.0));
                    hot.memory.len() - 1
                });
                hot.memory[index].1 += count;
            }
        }
        hot
    }

    /// Is it worth joining two states at one place?
    pub fn similar(&mut self, one: &State, two: &State, scene: &Scene<'_>) -> bool {
        let options = *self.qce.options();
        if options.alpha.is_infinite() {
            return true;
        }
        let hot = self.ahead(scene.code, one);
        let frames: Vec<(&Frame, &Frame)> = std::iter::once((&one.frame, &two.frame))
            .chain(one.callers.iter().zip(two.callers.iter()))
            .collect();
        // The most branches that a difference between constants decides, and one that is none between constants.
        let (mut add, mut ite): (f64, f64) = (0.0, 0.0);
        let mut differ = |are_constant: bool, count: f64| {
            let most = if are_constant { &mut add } else { &mut ite };
            *most = most.max(count);
        };
        for &(depth, reg, count) in &hot.regs {
            let (a, b) = frames[depth];
            let (a, b) = (a.regs[reg as usize], b.regs[reg as usize]);
            if a != b {
                differ(
                    is_constant(scene.arena, a) && is_constant(scene.arena, b),
                    count,
                );
            }
        }
        for &(bytes, count) in &hot.memory {
            let (a, b) = (read(one, bytes), read(two, bytes));
            if a != b {
                differ(a.is_some() && b.is_some(), count);
            }
        }
        if options.zeta > 1.0 {
            let cost = (options.zeta - 1.0) * ite + add;
            return cost == 0.0 || cost < options.alpha * hot.total;
        }
        !self.qce.is_hot(add, hot.total)
    }
}

fn is_constant(arena: &Arena, value: Val) -> bool {
    match value {
        Val::Const(_) => true,
        Val::Expr(expr) => arena.as_const(expr).is_some(),
    }
}

fn bytes(frame: &Frame, at: At, offset: i64, len: u32) -> Option<Bytes> {
    let (region, start) = match at {
        At::Slot(slot) => (Region(frame.slots.0 + u64::from(slot)), 0),
        At::Region(region) => (region, 0),
        At::Pointer(reg) => match frame.regs[reg as usize] {
            Val::Const(address) => {
                let region = Region::of(address);
                (region, address.wrapping_sub(region.base()) as i64)
            }
            Val::Expr(_) => return None,
        },
    };
    let offset = u64::try_from(start.checked_add(offset)?).ok()?;
    Some((region, offset, len))
}

/// The constant in some bytes of memory, if it is one of at most eight bytes.
fn read(state: &State, (region, offset, len): Bytes) -> Option<u64> {
    let object = state.memory.object(region)?;
    let inside = offset.checked_add(u64::from(len))? <= object.size;
    if !inside || len > 8 {
        return None;
    }
    object.constant(offset, len)
}
