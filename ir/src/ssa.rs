//! SSA construction during lowering, the translation of C to IR.
//!
//! Follows Braun et al., "Simple and Efficient Construction of Static Single Assignment Form", CC 2013. Lowering
//! reports each write and read of a variable to this builder, block by block. If a block reads a variable before any
//! write in the block, the value is looked up in the predecessors. If the predecessors have different values, the block
//! gets a new parameter.
//!
//! # Protocol
//! 1. [`declare`](SsaBuilder::declare) each variable once.
//! 2. Fill blocks in any order, calling [`write`](SsaBuilder::write) and [`read`](SsaBuilder::read) in the order in
//!    which the block executes. A read gives the value of the latest earlier write in the block.
//! 3. For every terminator, call [`note_edge`](SsaBuilder::note_edge) for each successor, before or after the
//!    terminator is appended; a repeated call for the same pair of blocks has no effect. When `finish` is called, the
//!    noted edges must be exactly those of the terminators.
//! 4. [`seal`](SsaBuilder::seal) a block when all edges into it are noted **and all its predecessors are filled** (no
//!    more writes follow). So a loop header is sealed after the loop body is filled and the back edges are noted.
//!    Sealing all blocks at the end with [`seal_all`](SsaBuilder::seal_all) is always correct. Sealing a block early
//!    avoids parameters that `finish` would remove.
//! 5. [`finish`](SsaBuilder::finish) removes redundant parameters and gives the jumps their arguments.
//!
//! Until `finish`, jumps lack the arguments for block parameters that represent variables. Therefore the function must
//! not be verified or interpreted, and no block may be removed.
//!
//! The caller may add block parameters and arguments of its own. In each jump, `finish` inserts the arguments for
//! variables among the caller's arguments, at the positions of the parameters that represent the variables.
//!
//! In all instructions, `finish` replaces the parameters that it removes by other values. If the caller has stored a
//! value that it got from `read`, the caller must translate it by the map that `finish` returns.
//!
//! # Differences from the paper
//! Braun et al. remove redundant parameters recursively during construction. Here, [`finish`](SsaBuilder::finish) finds
//! all redundant parameters at the end, by an optimistic fixpoint: it assumes that a parameter is redundant until two
//! different incoming values are found. The fixpoint also removes strongly connected components of redundant parameters
//! (§3.2 of Braun et al.), and ignores edges from unreachable blocks. Lookups are iterative, so a long chain of blocks
//! causes no deep recursion.
//! # Example
//! ```
//! use symtool_ir::ssa::SsaBuilder;
//! use symtool_ir::{Function, FunctionBuilder, Module, SignatureData, Type};
//!
//! let mut module = Module::new();
//! let signature = module.signature(SignatureData {
//!     params: vec![Type::I1],
//!     result: Some(Type::I32),
//!     variadic: false,
//! });
//! let mut function = Function::new("choose", signature);
//! let mut ssa = SsaBuilder::new();
//! let x = ssa.declare(Type::I32, "x");
//! let mut b = FunctionBuilder::new(&mut function);
//! let [entry, other, join] = [b.block(), b.block(), b.block()];
//! let c = b.func.add_param(entry, Type::I1);
//! b.switch_to(entry);
//! let one = b.iconst(Type::I32, 1);
//! ssa.write(x, entry, one);
//! b.branch(c, other, join);
//! ssa.note_edge(entry, other);
//! ssa.note_edge(entry, join);
//! b.switch_to(other);
//! let two = b.iconst(Type::I32, 2);
//! ssa.write(x, other, two);
//! b.jump(join, &[]);
//! ssa.note_edge(other, join);
//! ssa.seal_all(b.func);
//! b.switch_to(join);
//! let value = ssa.read(b.func, x, join);
//! b.ret(Some(value));
//! ssa.finish(b.func);
//! // The two definitions of `x` meet in a block parameter.
//! assert_eq!(function.params(join).len(), 1);
//! ```
use crate::bits::Bits;
use crate::entities::{Block, Inst, Value};
use crate::function::Function;
use crate::inst::InstData;
use crate::intrinsic::Intrinsic;
use crate::source::LocSet;
use crate::types::Type;
use cranelift_entity::{EntitySet, PrimaryMap, SecondaryMap, entity_impl};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// A variable of the source program. Its reads are replaced by SSA values.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variable(u32);
entity_impl!(Variable, "var");

#[derive(Debug)]
struct VariableData {
    ty: Type,
    name: String,
    /// The value of the variable before its first write; `None` until a read needs this value.
    uninit: Option<Value>,
}

#[derive(Debug, Default, Clone)]
struct BlockState {
    /// The predecessors of the block, from the edges noted so far.
    preds: SmallVec<[Block; 2]>,
    /// Whether the block is sealed: all edges into it are noted, and its predecessors are filled.
    sealed: bool,
    /// The block parameters that were created before all predecessors of the block were known, as indices of
    /// `SsaBuilder::params`.
    incomplete: Vec<usize>,
}

/// A block parameter that holds the value of a variable.
#[derive(Debug)]
struct Param {
    value: Value,
    block: Block,
    var: Variable,
    /// The value of the variable at the end of each predecessor; each predecessor is listed once.
    incoming: Vec<(Block, Value)>,
}

/// The state of the SSA construction of one function. The documentation of this module describes the order in which the
/// methods are called.
#[derive(Debug, Default)]
pub struct SsaBuilder {
    variables: PrimaryMap<Variable, VariableData>,
    blocks: SecondaryMap<Block, BlockState>,
    /// The value of a variable at the current end of a block, if it was written, read or looked up there.
    defs: FxHashMap<(Variable, Block), Value>,
    params: Vec<Param>,
    /// The parameters whose incoming values must still be looked up, as indices of `params`.
    pending: Vec<usize>,
    /// The [`Intrinsic::Uninit`] instructions that were added to the entry block.
    uninits: Vec<Inst>,
    /// The edges noted so far. A set is used because blocks after large switches have many predecessors.
    edges: FxHashSet<(Block, Block)>,
}

impl SsaBuilder {
    /// Returns a builder for one function.
    pub fn new() -> SsaBuilder {
        SsaBuilder::default()
    }

    /// Adds a variable. `name`, which may be empty, becomes the name of the block parameters for the variable. It is
    /// also the text of the `uninit` instruction that gives the value of the variable before the first write.
    pub fn declare(&mut self, ty: Type, name: &str) -> Variable {
        self.variables.push(VariableData {
            ty,
            name: name.to_owned(),
            uninit: None,
        })
    }

    /// Returns the type of a variable.
    pub fn ty(&self, var: Variable) -> Type {
        self.variables[var].ty
    }

    /// Sets the value of a variable at the current end of `block`; later reads in the block return this value.
    pub fn write(&mut self, var: Variable, block: Block, value: Value) {
        self.defs.insert((var, block), value);
    }

    /// Returns the value of a variable at the current end of `block`. If no write reaches this point, the value is the
    /// result of an [`Intrinsic::Uninit`] at the start of the entry block, or zero in an unreachable block.
    pub fn read(&mut self, func: &mut Function, var: Variable, block: Block) -> Value {
        let value = self.look_up(func, var, block);
        self.fill_pending(func);
        value
    }

    /// Notes that the terminator of `from` can jump to `to`.
    ///
    /// # Panics
    /// If `to` is sealed and the edge was not noted before.
    pub fn note_edge(&mut self, from: Block, to: Block) {
        if self.edges.insert((from, to)) {
            let state = &mut self.blocks[to];
            assert!(!state.sealed, "edge from {from} to the sealed {to}");
            state.preds.push(from);
        }
    }

    /// Declares that all edges into `block` are noted, and that no more writes in its predecessors follow. Sealing a
    /// block again has no effect.
    pub fn seal(&mut self, func: &mut Function, block: Block) {
        let state = &mut self.blocks[block];
        state.sealed = true;
        self.pending.append(&mut state.incomplete);
        self.fill_pending(func);
    }

    /// Seals every block of the function.
    pub fn seal_all(&mut self, func: &mut Function) {
        for block in func.layout().to_vec() {
            self.seal(func, block);
        }
    }

    /// Completes the function: removes redundant block parameters, adds the arguments of jumps, and names the remaining
    /// parameters. Returns, for each removed parameter, the value that replaces it. Afterwards the builder is empty.
    ///
    /// # Panics
    /// Panics in four cases: a block is not sealed; the noted edges differ from those of the terminators; the entry
    /// block is a jump target; or a variable was written with a value that does not have its type.
    pub fn finish(&mut self, func: &mut Function) -> FxHashMap<Value, Value> {
        let done = std::mem::take(self);
        done.check_edges(func);
        let replaced = done.redundant(func);
        func.replace_uses(&replaced);
        done.remove_params(func, &replaced);
        done.pass_arguments(func, &replaced);
        done.remove_unused_uninits(func);
        done.name_params(func, &replaced);
        replaced
    }

    // ---- Lookup.

    /// Returns the value of a variable at the current end of a block. Searches the chain of single predecessors, and
    /// adds a block parameter where the chain ends.
    fn look_up(&mut self, func: &mut Function, var: Variable, block: Block) -> Value {
        let mut walked: Vec<Block> = Vec::new();
        let mut at = block;
        let value = loop {
            if let Some(&value) = self.defs.get(&(var, at)) {
                break value;
            }
            if func.entry() == Some(at) {
                break self.undefined(func, var, at);
            }
            let state = &self.blocks[at];
            match (state.sealed, state.preds.as_slice()) {
                (true, []) => break self.undefined(func, var, at),
                // The walk goes from each block to its only predecessor. If the walk passes more blocks than the
                // function has, the blocks form an unreachable cycle; a parameter then ends the walk.
                (true, &[pred]) if walked.len() <= func.num_blocks() => {
                    walked.push(at);
                    at = pred;
                }
                _ => break self.add_param(func, var, at),
            }
        };
        for block in walked {
            self.defs.entry((var, block)).or_insert(value);
        }
        value
    }

    fn add_param(&mut self, func: &mut Function, var: Variable, block: Block) -> Value {
        let value = func.add_param(block, self.variables[var].ty);
        let index = self.params.len();
        self.params.push(Param {
            value,
            block,
            var,
            incoming: Vec::new(),
        });
        self.defs.insert((var, block), value);
        if self.blocks[block].sealed {
            self.pending.push(index);
        } else {
            self.blocks[block].incomplete.push(index);
        }
        value
    }

    /// Returns the value of a variable that no write has reached: an indeterminate value if `block` is the entry block,
    /// else zero, because the block is unreachable.
    fn undefined(&mut self, func: &mut Function, var: Variable, block: Block) -> Value {
        let ty = self.variables[var].ty;
        if func.entry() != Some(block) {
            return func.constant(ty, Bits::zero(ty.bits()));
        }
        if let Some(value) = self.variables[var].uninit {
            return value;
        }
        let data = InstData::Intrinsic {
            intrinsic: Intrinsic::Uninit,
            args: SmallVec::new(),
            text: Some(self.variables[var].name.as_str().into()),
        };
        let inst = func.insert(block, self.uninits.len(), data, Some(ty), LocSet::none());
        self.uninits.push(inst);
        let value = func.result(inst).expect("made with a result");
        self.variables[var].uninit = Some(value);
        value
    }

    /// Looks up the incoming values of all pending parameters, including those that the search itself adds.
    fn fill_pending(&mut self, func: &mut Function) {
        while let Some(index) = self.pending.pop() {
            let (var, block) = (self.params[index].var, self.params[index].block);
            let preds = self.blocks[block].preds.clone();
            if preds.is_empty() {
                // The block had no predecessors when it was sealed, so it is unreachable and any value is correct.
                let value = self.undefined(func, var, block);
                self.params[index].incoming.push((block, value));
            }
            for pred in preds {
                let value = self.look_up(func, var, pred);
                self.params[index].incoming.push((pred, value));
            }
        }
    }

    // ---- Completion.

    fn check_edges(&self, func: &Function) {
        let mut real: SecondaryMap<Block, FxHashSet<Block>> = SecondaryMap::new();
        for &block in func.layout() {
            for next in func.successors(block) {
                real[next].insert(block);
            }
        }
        for &block in func.layout() {
            let state = &self.blocks[block];
            assert!(state.sealed, "{block} of {} is not sealed", func.name);
            assert!(
                func.entry() != Some(block) || state.preds.is_empty(),
                "a terminator jumps to the entry block of {}",
                func.name
            );
            let noted: FxHashSet<Block> = state.preds.iter().copied().collect();
            assert!(
                noted == real[block],
                "{block} of {}: the recorded edges differ from those of the terminators",
                func.name
            );
        }
        for param in &self.params {
            for &(_, value) in &param.incoming {
                assert_eq!(
                    func.ty(value),
                    func.ty(param.value),
                    "variable {} is written with another type",
                    self.variables[param.var].name
                );
            }
        }
    }

    /// Maps each block parameter that always equals one other value to this value. Finds these parameters by an
    /// optimistic fixpoint. At first, the value of each parameter is unknown. Later it is the common value of the known
    /// incoming values, or the parameter itself if these incoming values differ.
    fn redundant(&self, func: &mut Function) -> FxHashMap<Value, Value> {
        let live = reachable(func);
        let index_of: FxHashMap<Value, usize> = self
            .params
            .iter()
            .enumerate()
            .map(|(index, param)| (param.value, index))
            .collect();
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); self.params.len()];
        for (index, param) in self.params.iter().enumerate() {
            for (_, value) in &param.incoming {
                if let Some(&operand) = index_of.get(value) {
                    users[operand].push(index);
                }
            }
        }
        let mut known: Vec<Option<Value>> = vec![None; self.params.len()];
        let mut work: Vec<usize> = (0..self.params.len()).rev().collect();
        while let Some(index) = work.pop() {
            let param = &self.params[index];
            if known[index] == Some(param.value) {
                continue;
            }
            let mut incoming = param
                .incoming
                .iter()
                .filter(|(pred, _)| live.contains(*pred))
                .filter_map(|(_, value)| index_of.get(value).map_or(Some(*value), |&i| known[i]));
            let first = incoming.next();
            let agreed = match first {
                Some(value) if incoming.any(|other| other != value) => Some(param.value),
                _ => first,
            };
            if agreed != known[index] {
                known[index] = agreed;
                work.extend(&users[index]);
            }
        }
        let mut replaced = FxHashMap::default();
        for (param, known) in self.params.iter().zip(known) {
            let ty = func.ty(param.value);
            // If the value is still unknown, the block is unreachable and any value is correct.
            let value = known.unwrap_or_else(|| func.constant(ty, Bits::zero(ty.bits())));
            if value != param.value {
                replaced.insert(param.value, value);
            }
        }
        replaced
    }

    fn remove_params(&self, func: &mut Function, replaced: &FxHashMap<Value, Value>) {
        for param in &self.params {
            if replaced.contains_key(&param.value) {
                let at = position(func, param);
                func.remove_param(param.block, at);
            }
        }
    }

    fn pass_arguments(&self, func: &mut Function, replaced: &FxHashMap<Value, Value>) {
        let mut staying: Vec<(Block, usize, &Param)> = self
            .params
            .iter()
            .filter(|param| !replaced.contains_key(&param.value))
            .map(|param| (param.block, position(func, param), param))
            .collect();
        // The arguments are inserted in ascending order of positions, so that all arguments at lower positions are
        // already present.
        staying.sort_by_key(|&(block, at, _)| (block, at));
        for (block, at, param) in staying {
            for &(pred, value) in &param.incoming {
                let value = replaced.get(&value).copied().unwrap_or(value);
                let terminator = func.terminator(pred);
                for target in func.data_mut(terminator).targets_mut() {
                    if target.block == block {
                        target.args.insert(at, value);
                    }
                }
            }
        }
    }

    fn remove_unused_uninits(&self, func: &mut Function) {
        let (Some(entry), false) = (func.entry(), self.uninits.is_empty()) else {
            return;
        };
        let mut used: EntitySet<Value> = EntitySet::new();
        for (_, inst) in func.all_insts() {
            func.data(inst).for_each_arg(|value| {
                used.insert(value);
            });
        }
        let keep = func
            .insts(entry)
            .iter()
            .copied()
            .filter(|inst| {
                !self.uninits.contains(inst) || func.result(*inst).is_some_and(|v| used.contains(v))
            })
            .collect();
        func.set_insts(entry, keep);
    }

    fn name_params(&self, func: &mut Function, replaced: &FxHashMap<Value, Value>) {
        let mut taken: FxHashSet<String> = FxHashSet::default();
        for &block in func.layout() {
            let results = func.insts(block).iter().filter_map(|&i| func.result(i));
            for value in func.params(block).iter().copied().chain(results) {
                taken.extend(func.value_name(value).map(str::to_owned));
            }
        }
        let mut next: FxHashMap<&str, u32> = FxHashMap::default();
        for param in &self.params {
            let name = self.variables[param.var].name.as_str();
            // The parameter can already have another name: the assignment `p = head` may have given the parameter for
            // the variable `head` the name `p`. The other name stays if the variable is a temporary of the front end
            // (its name begins with `__`). A name that is that of the variable, possibly with a number, also stays.
            let is_named = func
                .value_name(param.value)
                .is_some_and(|it| name.starts_with("__") || is_derived(it, name));
            if name.is_empty() || replaced.contains_key(&param.value) || is_named {
                continue;
            }
            let count = next.entry(name).or_insert(0);
            let mut unique = name.to_owned();
            while !taken.insert(unique.clone()) {
                *count += 1;
                unique = format!("{name}.{count}");
            }
            func.set_value_name(param.value, Some(&unique));
        }
    }
}

/// Returns whether `name` is `base` or `base` with a number, such as `i.2`.
fn is_derived(name: &str, base: &str) -> bool {
    let number = name
        .strip_prefix(base)
        .map(|rest| rest.strip_prefix('.').unwrap_or(rest));
    number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn position(func: &Function, param: &Param) -> usize {
    func.params(param.block)
        .iter()
        .position(|&v| v == param.value)
        .expect("the parameter of a variable stays in its block until finish")
}

/// Returns the blocks that can be reached from the entry block.
fn reachable(func: &Function) -> EntitySet<Block> {
    let mut seen = EntitySet::new();
    let mut work: Vec<Block> = func.entry().into_iter().collect();
    while let Some(block) = work.pop() {
        if seen.insert(block) {
            work.extend(func.successors(block));
        }
    }
    seen
}

#[cfg(test)]
mod tests;
