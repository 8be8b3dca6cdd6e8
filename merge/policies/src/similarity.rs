//! The similarity relation of query count estimation. Two states are similar if each hot variable is equal in both
//! states, or symbolic in at least one of them. A hot variable is a variable on which many later queries depend.
//!
//! The hot variables at a program point depend on the call stack. The query counts of a stack frame cover the rest of
//! its function, so the sum over all frames estimates all later queries. If the value that a function returns depends
//! on a variable, the caller's queries on this value also count for the variable.
use crate::qce::{Counts, Hops, Location, Qce, Root, Variable};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use symtool_engine::code::live::LiveRegs;
use symtool_engine::code::{Code, Reg, Step};
use symtool_engine::merging::decision::{DifferingVariable, Storage};
use symtool_engine::merging::{ProgramView, Signature, SimilarityPolicy, join};
use symtool_engine::state::frame::Frame;
use symtool_engine::state::{State, Val};
use symtool_expr::Arena;
use symtool_ir::layout::Region;
use symtool_ir::{Block, Func, Global, Module, StackSlot, Value};

/// The size of a pointer in bytes.
const POINTER: u32 = 8;

/// The estimated number of queries from the program counter of a frame to the end of its function: in total, and for
/// each variable.
#[derive(Debug, Default)]
struct FrameCounts {
    total: f64,
    /// The live registers on which later queries or the returned value depend, each with its SSA value and the number
    /// of queries that depend on it.
    regs: Vec<((Reg, Value), Queries)>,
    /// The memory on which later queries or the returned value depend, with the number of queries that depend on it.
    memory: Vec<(FrameMemory, Queries)>,
    /// The number of queries of this frame that depend on the result of the call that the frame waits for; 0 for the
    /// active frame.
    result: Queries,
}

/// The estimated number of later queries that depend on one variable of a stack frame.
#[derive(Copy, Clone, Debug, Default)]
struct Queries {
    /// The number of these queries until the frame's function returns.
    here: f64,
    /// The estimated number of executed returns with a value that depends on the variable. Each query of the caller on
    /// the returned value counts this many times.
    returned: f64,
}

impl Queries {
    /// Returns the number of queries that the frame and its callers issue and that depend on the variable. `on_result`
    /// is the number of the callers' queries that depend on the returned value.
    fn with_result(self, on_result: f64) -> f64 {
        self.here + self.returned * on_result
    }

    fn of(counts: &Counts, variable: Variable) -> Queries {
        Queries {
            here: counts.of(variable),
            returned: counts.returned(variable),
        }
    }
}

/// A range of memory, described relative to a stack frame. The range is found by starting at the object `start` and
/// following the pointers at the byte offsets `hops`, one after the other. The range begins at `offset` in the object
/// that is reached last and has `len` bytes.
#[derive(Copy, Clone, Debug)]
struct FrameMemory {
    start: CellBase,
    hops: Hops,
    offset: i64,
    len: u32,
}

/// The object from which the memory range of a [`FrameMemory`] is reached.
#[derive(Copy, Clone, Debug)]
enum CellBase {
    Slot(StackSlot),
    Global(Global),
    /// The target of a pointer p. The given register (with its SSA value) contains p plus the given offset in bytes.
    Pointer((Reg, Value), i64),
}

/// A range of bytes in a state's memory: the address region of an object, the offset in this region, and the number of
/// bytes.
type Bytes = (Region, u64, u32);

/// The similarity relation of query count estimation: compares the hot variables of two states.
#[derive(Debug)]
pub struct QceSimilarity {
    qce: Qce,
    /// The blocks of each function, in layout order.
    layouts: Vec<Vec<Block>>,
    /// A cache of the query counts of stack frames, by function, program counter, and whether the frame is the active
    /// one.
    frames: FxHashMap<(Func, u32, bool), Rc<FrameCounts>>,
    live: LiveRegs,
}

impl QceSimilarity {
    /// Returns the similarity relation that uses the query counts `qce`.
    pub fn new(module: &Module, qce: Qce) -> QceSimilarity {
        let functions = module.functions.values();
        QceSimilarity {
            qce,
            layouts: functions.map(|f| f.layout().to_vec()).collect(),
            frames: FxHashMap::default(),
            live: LiveRegs::default(),
        }
    }

    fn frame(&mut self, code: &Code, frame: &Frame, is_active: bool) -> Rc<FrameCounts> {
        let key = (frame.func, frame.pc, is_active);
        if let Some(known) = self.frames.get(&key) {
            return Rc::clone(known);
        }
        let needed = join::needed(&mut self.live, code, frame, is_active);
        let made = match self.counts(code, frame, is_active) {
            None => FrameCounts::default(),
            Some(counts) => {
                let result = self.result(code, frame).filter(|_| !is_active);
                let derived = |pointer| self.qce.derived(frame.func, pointer);
                frame_counts(code, frame, (counts, result), &needed, &derived)
            }
        };
        let made = Rc::new(made);
        self.frames.insert(key, Rc::clone(&made));
        made
    }

    /// Returns the SSA value that receives the result of the call in progress in `frame`.
    fn result(&self, code: &Code, frame: &Frame) -> Option<Value> {
        let call = code.of(frame.func).insts[frame.pc as usize];
        self.qce.result(frame.func, call)
    }

    /// Returns the query counts from the program counter of `frame` to the end of its function. If the frame waits
    /// for a call, or if a call of the frame has just returned, the counts start after this call; otherwise they
    /// start at the beginning of the block.
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

    /// Returns the query counts of all frames of a state, the active one first.
    fn stack(&mut self, code: &Code, state: &State) -> Vec<Rc<FrameCounts>> {
        let frames = std::iter::once(&state.frame).chain(state.callers.iter());
        frames
            .enumerate()
            .map(|(depth, frame)| self.frame(code, frame, depth == 0))
            .collect()
    }
}

/// The value of a hot variable; `None` if the value is symbolic or unknown.
enum HotValue {
    Register(Option<Val>),
    Memory(Option<u64>),
    /// Memory that is reached through a pointer: its address range, and its value.
    BehindPointer(Option<(Bytes, u64)>),
}

impl HotValue {
    /// Adds the variable to the signature of a state.
    fn push_to(self, signature: &mut Signature) {
        match self {
            HotValue::Register(Some(value)) => signature.push_constant(0, hash_of(value)),
            HotValue::Memory(Some(value)) => signature.push_constant(0, value),
            HotValue::BehindPointer(Some((bytes, value))) => {
                signature.push_constant(hash_of(bytes), value);
            }
            HotValue::Register(None) | HotValue::Memory(None) | HotValue::BehindPointer(None) => {
                signature.push_unknown();
            }
        }
    }
}

impl QceSimilarity {
    /// Returns a hash of the program point, the call stack and the hot variables of a state. All symbolic values have
    /// the same hash (Kuznetsov et al., PLDI 2012, §4.3). The hash is never 0.
    pub(crate) fn hash(&mut self, state: &State, scene: &ProgramView<'_>) -> u64 {
        let mut hash = FxHasher::default();
        for frame in std::iter::once(&state.frame).chain(state.callers.iter()) {
            (frame.func, frame.pc).hash(&mut hash);
        }
        self.visit_hot(state, scene, &mut |_, hot| match hot {
            HotValue::Register(value) => value.hash(&mut hash),
            HotValue::Memory(value) => value.hash(&mut hash),
            HotValue::BehindPointer(value) => value.map(|(_, value)| value).hash(&mut hash),
        });
        hash.finish().max(1)
    }

    /// Calls `visit` with each hot variable of a state and its value, in the same order at each visit of a program
    /// point.
    fn visit_hot(
        &mut self,
        state: &State,
        scene: &ProgramView<'_>,
        visit: &mut dyn FnMut(DifferingVariable, HotValue),
    ) {
        let stack = self.stack(scene.code, state);
        let total: f64 = stack.iter().map(|frame| frame.total).sum();
        let frames = std::iter::once(&state.frame).chain(state.callers.iter());
        for (depth, (frame, counts)) in frames.zip(&stack).enumerate() {
            let on_result = queries_on_result(&stack[depth + 1..]);
            let is_hot = |queries: Queries| self.qce.is_hot(queries.with_result(on_result), total);
            let variable = |storage| DifferingVariable {
                func: frame.func,
                storage,
            };
            let regs = counts.regs.iter();
            for &((reg, value), _) in regs.filter(|&&(_, queries)| is_hot(queries)) {
                let now = constant(scene.arena, frame.regs[reg as usize]);
                visit(variable(Storage::Value(value)), HotValue::Register(now));
            }
            for &(cell, _) in counts
                .memory
                .iter()
                .filter(|&&(_, queries)| is_hot(queries))
            {
                let bytes = cell.bytes(state, frame);
                let value = bytes.and_then(|bytes| Some((bytes, read(state, bytes)?)));
                let value = match cell.is_behind_pointer() {
                    true => HotValue::BehindPointer(value),
                    false => HotValue::Memory(value.map(|(_, value)| value)),
                };
                visit(variable(cell.start.storage()), value);
            }
        }
    }
}

impl SimilarityPolicy for QceSimilarity {
    /// Returns the signature of a state: the constants that its hot variables hold. Two states with different constants
    /// for one hot variable cannot be similar, so the engine compares signatures first. The result is empty if the
    /// options define similarity by another rule: with an infinite α, all states are similar, and with ζ greater than
    /// 1, estimated costs are compared. Similar states may hold different pointers. Therefore memory that is reached
    /// through a pointer is compared only if its address is the same in both states.
    fn signature(&mut self, state: &State, scene: &ProgramView<'_>) -> Signature {
        let options = *self.qce.options();
        let mut signature = Signature::default();
        if options.alpha.is_infinite() || options.zeta > 1.0 {
            return signature;
        }
        self.visit_hot(state, scene, &mut |_, hot| hot.push_to(&mut signature));
        signature
    }

    /// Returns the first hot variable with different constants in the two states.
    fn difference(
        &mut self,
        one: &State,
        two: &State,
        scene: &ProgramView<'_>,
    ) -> Option<DifferingVariable> {
        let mut of = |state: &State| {
            let mut all = Vec::new();
            self.visit_hot(state, scene, &mut |variable, hot| {
                let mut signature = Signature::default();
                hot.push_to(&mut signature);
                all.push((variable, signature));
            });
            all
        };
        let (ones, twos) = (of(one), of(two));
        let mut pairs = ones.into_iter().zip(&twos);
        let differ = pairs.find(|((_, one), (_, two))| one.excludes(two));
        differ.map(|((variable, _), _)| variable)
    }

    /// Returns whether two states at the same program point with the same call stack are similar. The rule depends on
    /// two options. α is the threshold for hot variables. ζ is the cost of a query with an `ite`, relative to a query
    /// without `ite`.
    ///
    /// - With an infinite α, all states are similar.
    /// - With ζ > 1, the cost of merging is estimated as `(ζ - 1) * symbolic + constant`, with the fields of
    ///   `Differences`. The states are similar if this cost is 0 or less than α times the number of all later queries.
    /// - With ζ ≤ 1, the states are similar if no hot variable has one constant in `one` and a different constant in
    ///   `two`.
    fn similar(&mut self, one: &State, two: &State, scene: &ProgramView<'_>) -> bool {
        let options = *self.qce.options();
        if options.alpha.is_infinite() {
            return true;
        }
        let stack = self.stack(scene.code, one);
        let total: f64 = stack.iter().map(|frame| frame.total).sum();
        let differences = Differences::of((one, two), &stack, scene.arena);
        if options.zeta > 1.0 {
            let cost = (options.zeta - 1.0) * differences.symbolic + differences.constant;
            return cost == 0.0 || cost < options.alpha * total;
        }
        !self.qce.is_hot(differences.constant, total)
    }

    fn reason(&self) -> &'static str {
        match self.qce.options().zeta > 1.0 {
            true => "their differences would cost too many later queries",
            false => "a hot variable has different constants",
        }
    }
}

/// The greatest number of later queries that depend on one variable, among the variables with different values in two
/// states.
#[derive(Debug, Default)]
struct Differences {
    /// The greatest number among the differing variables that are constant in both states.
    constant: f64,
    /// The greatest number among the differing variables that are symbolic in at least one state.
    symbolic: f64,
}

impl Differences {
    fn of((one, two): (&State, &State), stack: &[Rc<FrameCounts>], arena: &Arena) -> Differences {
        let mut differences = Differences::default();
        let ones = std::iter::once(&one.frame).chain(one.callers.iter());
        let twos = std::iter::once(&two.frame).chain(two.callers.iter());
        // For each memory range that differs between the states: whether it is constant in both, and the number of
        // dependent queries, summed over all frames that refer to the range.
        let mut memory: Vec<(Bytes, bool, f64)> = Vec::new();
        for (depth, ((a, b), counts)) in ones.zip(twos).zip(stack).enumerate() {
            let count =
                |queries: Queries| queries.with_result(queries_on_result(&stack[depth + 1..]));
            for &((reg, _), queries) in &counts.regs {
                let (a, b) = (a.regs[reg as usize], b.regs[reg as usize]);
                if a != b {
                    let are_constant = constant(arena, a).and(constant(arena, b)).is_some();
                    differences.add(are_constant, count(queries));
                }
            }
            for &(cell, queries) in &counts.memory {
                let Some(bytes) = cell.bytes(one, a) else {
                    continue;
                };
                // If the two states reach this memory range through different pointers, the difference of the
                // pointers is already counted. The memory to which the pointers point is not compared.
                if cell.is_behind_pointer() && cell.bytes(two, b) != Some(bytes) {
                    continue;
                }
                let (a, b) = (read(one, bytes), read(two, bytes));
                if a != b {
                    let are_constant = a.is_some() && b.is_some();
                    match memory.iter_mut().find(|(known, ..)| *known == bytes) {
                        Some((.., sum)) => *sum += count(queries),
                        None => memory.push((bytes, are_constant, count(queries))),
                    }
                }
            }
        }
        for (_, are_constant, count) in memory {
            differences.add(are_constant, count);
        }
        differences
    }

    fn add(&mut self, are_constant: bool, count: f64) {
        let most = if are_constant {
            &mut self.constant
        } else {
            &mut self.symbolic
        };
        *most = most.max(count);
    }
}

/// Returns the number of queries of the frames `callers` that depend on the value that is returned to the innermost
/// caller. The innermost caller is the first in the list.
fn queries_on_result(callers: &[Rc<FrameCounts>]) -> f64 {
    let outermost_first = callers.iter().rev();
    outermost_first.fold(0.0, |queries, caller| caller.result.with_result(queries))
}

fn frame_counts<'q>(
    code: &Code,
    frame: &Frame,
    (counts, result): (&Counts, Option<Value>),
    needed: &[Reg],
    derived: &dyn Fn(Value) -> &'q [(Value, i64)],
) -> FrameCounts {
    let body = code.of(frame.func);
    let reg = |value: Value| body.regs[value.as_u32() as usize];
    let is_live = |value: Value| needed.binary_search(&reg(value)).is_ok();
    let mut made = FrameCounts {
        total: counts.total,
        ..FrameCounts::default()
    };
    if let Some(result) = result {
        made.result = Queries::of(counts, Variable::Value(result));
    }
    for variable in counts.variables() {
        let queries = Queries::of(counts, variable);
        match variable {
            Variable::Value(value) => {
                if is_live(value) {
                    made.regs.push(((reg(value), value), queries));
                }
            }
            Variable::Memory { at, len } => {
                let Location { root, hops, offset } = at;
                let start = match root {
                    Root::Slot(slot) => CellBase::Slot(slot),
                    Root::Global(global) => CellBase::Global(global),
                    Root::Pointer(value) => {
                        let itself = (value, 0);
                        let mut pointers = [&itself].into_iter().chain(derived(value));
                        match pointers.find(|(value, _)| is_live(*value)) {
                            Some(&(value, offset)) => {
                                CellBase::Pointer((reg(value), value), offset)
                            }
                            None => continue,
                        }
                    }
                };
                let cell = FrameMemory {
                    start,
                    hops,
                    offset,
                    len,
                };
                made.memory.push((cell, queries));
            }
        }
    }
    made
}

fn hash_of(value: impl Hash) -> u64 {
    let mut hash = FxHasher::default();
    value.hash(&mut hash);
    hash.finish()
}

fn constant(arena: &Arena, value: Val) -> Option<Val> {
    let is_constant = match value {
        Val::Const(_) => true,
        Val::Expr(expr) => arena.is_const(expr),
    };
    is_constant.then_some(value)
}

impl CellBase {
    /// Returns the kind of storage (slot, global or target of a pointer) at which this memory variable begins.
    fn storage(self) -> Storage {
        match self {
            CellBase::Slot(slot) => Storage::Slot(slot),
            CellBase::Global(global) => Storage::Global(global),
            CellBase::Pointer((_, value), _) => Storage::Pointee(value),
        }
    }
}

impl FrameMemory {
    fn is_behind_pointer(&self) -> bool {
        matches!(self.start, CellBase::Pointer(..)) || !self.hops.offsets().is_empty()
    }

    /// Returns the address range that this description denotes in a state. Returns `None` if one of the pointers that
    /// lead to the range is not constant.
    fn bytes(&self, state: &State, frame: &Frame) -> Option<Bytes> {
        let target = |address: u64| {
            let region = Region::of(address);
            (region, address.wrapping_sub(region.base()) as i64)
        };
        let (mut region, mut start) = match self.start {
            CellBase::Slot(slot) => (Region(frame.slots.0 + u64::from(slot.as_u32())), 0),
            CellBase::Global(global) => (Region::of_global(global), 0),
            CellBase::Pointer((reg, _), offset) => match frame.regs[reg as usize] {
                Val::Const(address) => target(address.wrapping_sub(offset as u64)),
                Val::Expr(_) => return None,
            },
        };
        let at = |start: i64, offset: i64| u64::try_from(start.checked_add(offset)?).ok();
        for &hop in self.hops.offsets() {
            let pointer = (region, at(start, i64::from(hop))?, POINTER);
            (region, start) = target(read(state, pointer)?);
        }
        Some((region, at(start, self.offset)?, self.len))
    }
}

/// Returns the constant that a memory range of a state holds; `None` if the contents of the range are symbolic, or if
/// the range is longer than eight bytes or not within an object.
fn read(state: &State, (region, offset, len): Bytes) -> Option<u64> {
    let object = state.memory.object(region)?;
    let inside = offset.checked_add(u64::from(len))? <= object.size;
    if !inside || len > 8 {
        return None;
    }
    object.constant(offset, len)
}
