//! Lowers the typed tree of one function to IR.
//!
//! - **Variables.** Scalar variables become SSA values during lowering ([`symtool_ir::ssa`]) if their address is not
//!   taken. A variable-length array is allocated when its declaration is executed; every other variable is a stack
//!   slot.
//! - **Order of evaluation.** Operands and arguments are evaluated from left to right. A compound assignment evaluates
//!   its lvalue, then its operand, and then reads the old value. C leaves these orders unspecified: clang uses the same
//!   orders, whereas gcc evaluates arguments from right to left.
//!
//! - **Records** are handled by address: an expression of record type lowers to the address of its bytes. The caller
//!   copies a record argument and passes the address of the copy. A function with a record result gets the address to
//!   which it writes the result as a hidden first parameter.
//! - **Variadic arguments.** A variadic argument occupies 16 bytes. For a record, these bytes contain the address of a
//!   copy.
mod aggregate;
mod arith;
mod bitfield;
mod call;
mod classes;
mod condition;
mod convert;
mod decl;
mod expr;
mod function;
mod jump;
mod lifetimes;
mod long_double;
mod lvalue;
mod overflow;
mod requests;
mod scope;
mod special;
mod stmt;
mod switch;
mod update;
mod variadic;

pub(crate) use function::{lower_function, lower_wrapper, signature};

use crate::Options;
use crate::environment;
use crate::parse::Locations;
use crate::program::{Definition, Program};
use crate::symbol_map::{SymbolMap, resolve_alias, string_global};
use crate::typed::{LabelId, StringId, SymbolId};
use lang_c::span::Span;
use rustc_hash::FxHashSet;
use symtool_ir::ssa::{SsaBuilder, Variable};
use symtool_ir::{Block, FunctionBuilder, Loc, Module, SourceLoc, StackSlot, Type, Value};

/// The data shared by the lowering of all functions of one translation unit.
pub(crate) struct Context<'a> {
    pub program: &'a Program,
    pub module: &'a mut Module,
    pub symbol_map: &'a mut SymbolMap,
    pub options: &'a Options,
    pub locations: &'a Locations,
}

/// The location of a local variable's value.
#[derive(Copy, Clone, Debug)]
enum Storage {
    /// The variable is represented by SSA values.
    Ssa(Variable),
    /// The variable is in memory at this address, which is computed in the entry block.
    Memory(Value),
    /// A variable-length array. The SSA variable in the field holds the array's address.
    Dynamic(Variable),
    /// The variable has not been declared yet.
    None,
}

/// The state of lowering one function.
pub(crate) struct Lowerer<'a, 'f> {
    cx: Context<'a>,
    b: FunctionBuilder<'f>,
    ssa: SsaBuilder,
    name: &'a str,
    result: crate::ctypes::Ty,
    locals: &'a [crate::typed::Local],
    /// For each local variable of the function, the location of its value.
    storage: Vec<Storage>,
    /// For each label of the function, its basic block; `None` until lowering first reaches the label or a jump to it.
    labels: Vec<Option<Block>>,
    label_names: &'a [String],
    taken_labels: &'a [LabelId],
    /// For each enclosing loop or `switch`: the basic block to which `break` jumps, and the number of block scopes
    /// that remain open after this jump.
    breaks: Vec<(Block, usize)>,
    /// For each enclosing loop: the basic block to which `continue` jumps, and the number of block scopes that remain
    /// open after this jump.
    continues: Vec<(Block, usize)>,
    scopes: scope::Scopes,
    /// The address to which the function writes its result; `None` if the result is not a record.
    result_address: Option<Value>,
    /// Whether the current block is unreachable.
    dead: bool,
    /// The blocks with a predecessor that is reachable.
    reached: FxHashSet<Block>,
    last_loc: Option<(Span, Loc)>,
}

impl<'a> Lowerer<'a, '_> {
    fn types(&self) -> &'a crate::ctypes::Types {
        &self.cx.program.types
    }

    // ---- Source locations.

    /// Sets the source location of all instructions emitted from now on.
    fn at(&mut self, span: Span) {
        let loc = match self.last_loc {
            Some((known, loc)) if known.start == span.start => loc,
            _ => {
                let loc = source_loc(self.cx.module, self.cx.locations, span);
                self.last_loc = Some((span, loc));
                loc
            }
        };
        self.b.set_loc(Some(loc));
    }

    /// Reports an error. Lowering continues with an arbitrary value.
    fn problem(&mut self, span: Span, message: impl Into<String>) {
        self.problem_of("unsupported", span, message);
    }

    /// Reports an error with a code. Lowering continues with an arbitrary value.
    fn problem_of(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        let problem = (code, span, message.into());
        self.cx.symbol_map.problems.push(problem);
    }

    // ---- Blocks.

    fn new_block(&mut self, name: &str) -> Block {
        self.b.named_block(name)
    }

    /// Switches to a block. A block that is not sealed yet must be sealed later, when all its predecessors are known
    /// (SSA construction needs this information).
    fn start(&mut self, block: Block) {
        self.b.switch_to(block);
        self.dead = false;
    }

    /// Seals a basic block whose predecessors are all known, and switches to this block.
    fn start_sealed(&mut self, block: Block) {
        self.ssa.seal(self.b.func, block);
        self.start(block);
    }

    fn seal(&mut self, block: Block) {
        self.ssa.seal(self.b.func, block);
    }

    /// Jumps to a block, unless the current block is terminated.
    fn jump(&mut self, to: Block) {
        if !self.b.is_terminated() {
            self.note_edge(to);
            self.b.jump(to, &[]);
        }
    }

    /// Records an edge from the current block to `to`.
    fn note_edge(&mut self, to: Block) {
        self.ssa.note_edge(self.b.current(), to);
        if !self.dead {
            self.reached.insert(to);
        }
    }

    /// Emits a branch on an `i1`, or a jump if the condition is constant.
    fn branch(&mut self, cond: Value, then_block: Block, else_block: Block) {
        if let Some(bits) = self.b.func.as_const(cond) {
            self.jump(if bits.is_true() {
                then_block
            } else {
                else_block
            });
            return;
        }
        self.note_edge(then_block);
        self.note_edge(else_block);
        self.b.branch(cond, then_block, else_block);
    }

    /// Terminates the current block as unreachable, and switches to a new block, which control cannot reach.
    fn end_path(&mut self) {
        if !self.b.is_terminated() {
            self.b.unreachable();
        }
        self.start_dead();
    }

    fn start_dead(&mut self) {
        let block = self.b.block();
        self.ssa.seal(self.b.func, block);
        self.b.switch_to(block);
        self.dead = true;
    }

    /// Returns whether the code emitted next is unreachable.
    fn is_dead(&self) -> bool {
        self.dead || self.b.is_terminated()
    }

    fn label_block(&mut self, label: LabelId) -> Block {
        let index = label.0 as usize;
        match self.labels[index] {
            Some(block) => block,
            None => {
                let name = self.label_names[index].clone();
                let block = self.new_block(&name);
                self.labels[index] = Some(block);
                block
            }
        }
    }

    // ---- Variables.

    fn write(&mut self, var: Variable, value: Value) {
        self.ssa.write(var, self.b.current(), value);
    }

    fn read(&mut self, var: Variable) -> Value {
        self.ssa.read(self.b.func, var, self.b.current())
    }

    // ---- Symbols.

    /// Returns the IR type of a scalar C type.
    fn ir(&self, ty: crate::ctypes::Ty) -> Type {
        self.types().ir_type(ty).unwrap_or(Type::I32)
    }

    fn size(&self, ty: crate::ctypes::Ty) -> u64 {
        self.types().size(ty).unwrap_or(0)
    }

    /// Emits the address of a string literal.
    fn string(&mut self, id: StringId) -> Value {
        let global = string_global(self.cx.program, self.cx.module, self.cx.symbol_map, id);
        self.b.global_addr(global)
    }

    /// Emits the address of a function or object.
    fn symbol_address(&mut self, id: SymbolId, span: Span) -> Value {
        let id = resolve_alias(self.cx.program, id);
        if let Some(func) = self.cx.symbol_map.funcs[id.0 as usize] {
            return self.b.func_addr(func);
        }
        if let Some(global) = self.cx.symbol_map.globals[id.0 as usize] {
            if is_missing_variable(self.cx.program, id) {
                let text = format!(
                    "the variable `{}`, which no file defines,",
                    self.cx.program.symbol(id).name
                );
                self.at(span);
                self.b
                    .intrinsic(symtool_ir::Intrinsic::Missing, &[], None, Some(&text));
            }
            return self.b.global_addr(global);
        }
        if self.cx.program.is_weak_reference(id) {
            return self.b.null();
        }
        let symbol = self.cx.program.symbol(id);
        let name = &symbol.name;
        let message = format!("cannot take the address of `{name}`: it is built in or undefined");
        self.problem(span, message);
        self.b.null()
    }

    /// Allocates a stack slot and computes its address in the current block.
    fn temporary(&mut self, name: &str, size: u64, align: u64) -> Value {
        let slot: StackSlot = self.b.slot(name, size, align);
        self.b.stack_addr(slot)
    }
}

/// Interns the source location of a span.
pub(crate) fn source_loc(module: &mut Module, locations: &Locations, span: Span) -> Loc {
    let (name, line, column) = locations.start(span);
    let file = module.source.file(name);
    module.source.loc(SourceLoc { file, line, column })
}

/// Returns whether `id` is a variable that no file defines, in a program for which the options permit missing
/// definitions. All bytes of such a variable are zero, and a run that uses the variable is incomplete.
pub(crate) fn is_missing_variable(program: &Program, id: SymbolId) -> bool {
    let symbol = program.symbol(id);
    program.allows_missing
        && symbol.external
        && matches!(symbol.definition, Definition::None)
        && !program.types.is_function(symbol.ty)
        && !environment::provides(&symbol.name)
        && !program.is_weak_reference(id)
}
