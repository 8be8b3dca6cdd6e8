//! Which states are similar by query count estimation: every hot variable has one value in both, or depends on the input in one.
//!
//! What is hot at a place depends on who called: the counts of a frame are those of its function from its step on, and what all
//! frames of a stack count together is what lies ahead. What a frame returns decides what its caller asks of the result.
use super::qce::{Counts, Place, Qce, Variable};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use symtool_engine::exec::decode::live::LiveRegs;
use symtool_engine::exec::decode::{Code, Reg, Step};
use symtool_engine::merging::{Scene, join};
use symtool_engine::state::frame::Frame;
use symtool_engine::state::{State, Val};
use symtool_expr::Arena;
use symtool_ir::layout::Region;
use symtool_ir::{Block, Func, Module, Value};

/// What lies ahead of a frame.
#[derive(Debug, Default)]
struct Spot {
    total: f64,
    /// Live registers that branches depend on, or what is returned.
    regs: Vec<(Reg, Asked)>,
    /// Memory that branches depend on, or what is returned.
    memory: Vec<(At, i64, u32, Asked)>,
    /// The result of the call that the frame waits for.
    result: Asked,
}

/// How much is asked of a variable, in its frame and by means of what that returns.
#[derive(Copy, Clone, Debug, Default)]
struct Asked {
    here: f64,
    returned: f64,
}

impl Asked {
    /// All, where so much is asked of what the frame returns.
    fn where_result_is(self, asked: f64) -> f64 {
        self.here + self.returned * asked
    }

    fn of(counts: &Counts, variable: Variable) -> Asked {
        Asked {
            here: counts.of(variable),
            returned: counts.returned(variable),
        }
    }
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
                let result = self.result(code, frame).filter(|_| !is_active);
                spot_of(code, frame, (counts, result), &needed)
            }
        };
        let spot = Rc::new(spot);
        self.spots.insert(key, Rc::clone(&spot));
        spot
    }

    /// The result of the call that a frame waits for.
    fn result(&self, code: &Code, frame: &Frame) -> Option<Value> {
        let call = code.of(frame.func).insts[frame.pc as usize];
        self.qce.result(frame.func, call)
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

    fn spots(&mut self, code: &Code, state: &State) -> Vec<Rc<Spot>> {
        let frames = std::iter::once(&state.frame).chain(state.callers.iter());
        frames
            .enumerate()
            .map(|(depth, frame)| self.spot(code, frame, depth == 0))
            .collect()
    }

    /// Of two states at the same step of the same calls that hold constants in all hot variables, those with a difference have
    /// different classes. `None` where one depends on the input.
    pub fn class(&mut self, state: &State, scene: &Scene<'_>) -> Option<u64> {
        let options = *self.qce.options();
        if options.alpha.is_infinite() || options.zeta > 1.0 {
            return None;
        }
        let spots = self.spots(scene.code, state);
        let total: f64 = spots.iter().map(|spot| spot.total).sum();
        let mut hash = FxHasher::default();
        let frames = std::iter::once(&state.frame).chain(state.callers.iter());
        for (depth, (frame, spot)) in frames.zip(&spots).enumerate() {
            let result = asked_of_result(&spots[depth + 1..]);
            let is_hot = |asked: Asked| self.qce.is_hot(asked.where_result_is(result), total);
            for &(reg, _) in spot.regs.iter().filter(|&&(_, asked)| is_hot(asked)) {
                constant(scene.arena, frame.regs[reg as usize])?.hash(&mut hash);
            }
            for &(at, offset, len, asked) in &spot.memory {
                // Two states may hold different pointers.
                if !matches!(at, At::Pointer(_)) && is_hot(asked) {
                    read(state, bytes(frame, at, offset, len)?)?.hash(&mut hash);
                }
            }
        }
        Some(hash.finish())
    }

    /// Is it worth joining two states that stand at the same step of the same calls?
    pub fn similar(&mut self, one: &State, two: &State, scene: &Scene<'_>) -> bool {
        let options = *self.qce.options();
        if options.alpha.is_infinite() {
            return true;
        }
        let spots = self.spots(scene.code, one);
        let total: f64 = spots.iter().map(|spot| spot.total).sum();
        let apart = Apart::of((one, two), &spots, scene.arena);
        if options.zeta > 1.0 {
            let cost = (options.zeta - 1.0) * apart.other + apart.constants;
            return cost == 0.0 || cost < options.alpha * total;
        }
        !self.qce.is_hot(apart.constants, total)
    }
}

/// The most branches that one difference between two states decides.
#[derive(Debug, Default)]
struct Apart {
    /// Between constants.
    constants: f64,
    /// Where one depends on the input.
    other: f64,
}

impl Apart {
    fn of((one, two): (&State, &State), spots: &[Rc<Spot>], arena: &Arena) -> Apart {
        let mut apart = Apart::default();
        let ones = std::iter::once(&one.frame).chain(one.callers.iter());
        let twos = std::iter::once(&two.frame).chain(two.callers.iter());
        // Memory that differs, which several frames may know by different names.
        let mut memory: Vec<(Bytes, bool, f64)> = Vec::new();
        for (depth, ((a, b), spot)) in ones.zip(twos).zip(spots).enumerate() {
            let count = |asked: Asked| asked.where_result_is(asked_of_result(&spots[depth + 1..]));
            for &(reg, asked) in &spot.regs {
                let (a, b) = (a.regs[reg as usize], b.regs[reg as usize]);
                if a != b {
                    let are_constant = constant(arena, a).and(constant(arena, b)).is_some();
                    apart.by(are_constant, count(asked));
                }
            }
            for &(at, offset, len, asked) in &spot.memory {
                let Some(bytes) = bytes(a, at, offset, len) else {
                    continue;
                };
                let (a, b) = (read(one, bytes), read(two, bytes));
                if a != b {
                    let are_constant = a.is_some() && b.is_some();
                    match memory.iter_mut().find(|(known, ..)| *known == bytes) {
                        Some((.., sum)) => *sum += count(asked),
                        None => memory.push((bytes, are_constant, count(asked))),
                    }
                }
            }
        }
        for (_, are_constant, count) in memory {
            apart.by(are_constant, count);
        }
        apart
    }

    fn by(&mut self, are_constant: bool, count: f64) {
        let most = if are_constant {
            &mut self.constants
        } else {
            &mut self.other
        };
        *most = most.max(count);
    }
}

/// What callers, the next one first, ask of what a frame returns.
fn asked_of_result(callers: &[Rc<Spot>]) -> f64 {
    let outwards = callers.iter().rev();
    outwards.fold(0.0, |asked, spot| spot.result.where_result_is(asked))
}

fn spot_of(
    code: &Code,
    frame: &Frame,
    (counts, result): (&Counts, Option<Value>),
    needed: &[Reg],
) -> Spot {
    let body = code.of(frame.func);
    let reg = |value: Value| body.regs[value.as_u32() as usize];
    let mut spot = Spot {
        total: counts.total,
        ..Spot::default()
    };
    if let Some(result) = result {
        spot.result = Asked::of(counts, Variable::Value(result));
    }
    for variable in counts.variables() {
        let asked = Asked::of(counts, variable);
        match variable {
            Variable::Value(value) => {
                if needed.binary_search(&reg(value)).is_ok() {
                    spot.regs.push((reg(value), asked));
                }
            }
            Variable::Memory { place, offset, len } => {
                let at = match place {
                    Place::Slot(slot) => At::Slot(slot.as_u32()),
                    Place::Global(global) => At::Region(Region::of_global(global)),
                    Place::Pointer(value) => At::Pointer(reg(value)),
                };
                spot.memory.push((at, offset, len, asked));
            }
        }
    }
    spot
}

fn constant(arena: &Arena, value: Val) -> Option<Val> {
    let is_constant = match value {
        Val::Const(_) => true,
        Val::Expr(expr) => arena.is_const(expr),
    };
    is_constant.then_some(value)
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
