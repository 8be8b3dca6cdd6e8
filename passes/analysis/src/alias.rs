//! Alias analysis of the pointers of one function: decides whether two memory accesses can have a byte in common.
//! Passes use it to remove loads and stores, and analyses use it to find the objects that a function accesses.
//!
//! The analysis represents every pointer as a base object plus a byte offset. The offset is a 64-bit sum `constant + Σ
//! scale · atom`. An *atom* is a value that the analysis does not decompose further. Equal computations first get equal
//! value numbers. So two computations of the address of `r[i]` have the same representation.
//!
//! The operand of a sign or zero extension can itself be a sum, such as `i + 1` in `sext (i + 1)`. Its summands must
//! not become summands of the offset, because `sext (i + 1)` differs from `sext i + 1` if `i + 1` overflows. Instead,
//! the extension is one atom, and the constant of the inner sum (here 1) is stored beside the atom. So `sext i` and
//! `sext (i + 1)` have the same atom, with the constants 0 and 1. For a 32-bit `i`, the two values differ by 1 or, if
//! `i + 1` overflows, by `1-2^32`. In both cases, the accesses to `a[i]` and `a[i + 1]` do not overlap.
//!
//! Assumptions: an address stays in the object from which it was computed, as C requires. A sum that contains the
//! integer value of a pointer (`p + (q - p)`) has an unknown base. The analysis compares two addresses of the same
//! iteration of a loop. It does not compare the addresses of one access in two different iterations.
//! ```
//! use symtool_ir::parse::parse_module;
//! use symtool_analysis::alias::{Alias, AliasAnalysis};
//! use symtool_analysis::cfg::Cfg;
//!
//! let text = "func @f(%a: ptr, %i: i64) {
//! entry:
//!   %p = ptr_add %a, %i
//!   %q = ptr_add %p, 4
//!   return
//! }
//! ";
//! let module = parse_module(text, "f.sir").expect("valid syntax");
//! let function = &module.functions[module.function_named("f").expect("a function")];
//! let alias = AliasAnalysis::new(function, &Cfg::new(function));
//! let results: Vec<_> = function.all_insts().filter_map(|(_, inst)| function.result(inst)).collect();
//! assert_eq!(alias.alias(results[0], 4, results[1], 4), Alias::No);
//! assert_eq!(alias.alias(results[0], 8, results[1], 4), Alias::May);
//! ```
use super::cfg::Cfg;
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use symtool_ir::intrinsic::ResultValue;
use symtool_ir::{Block, Func, Function, Global, InstData, Op, StackSlot, Type, Value};

/// The object that an address points into.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Base {
    /// A stack slot of the current call of the function that is analyzed.
    Slot(StackSlot),
    /// A global.
    Global(Global),
    /// A function.
    Func(Func),
    /// The object that an allocating instruction created most recently, on the heap or the stack. The value is the
    /// result of this instruction.
    Allocation(Value),
    /// The unknown object to which a pointer points. The pointer is, for example, a parameter, a loaded value or the
    /// result of a select.
    Pointer(Value),
    /// No object, because the address is a constant.
    Absolute,
}

impl Base {
    /// Returns whether the base is an object, rather than an unknown pointer or a constant address.
    pub fn is_object(self) -> bool {
        !matches!(self, Base::Pointer(_) | Base::Absolute)
    }
}

/// One variable summand of an offset: the product `scale · atom`. The atom is a value that the analysis does not
/// decompose further. If the atom is the extension of a sum, `inner` is the constant of this sum; for example, it is 1
/// for `sext (i + 1)`. Otherwise `inner` is 0.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term {
    /// The number of the atom.
    atom: u32,
    inner: u64,
    scale: u64,
}

type Terms = SmallVec<[Term; 2]>;

/// An address expression: a base object and a byte offset.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Address {
    /// The base object.
    pub base: Base,
    /// The constant part of the offset, in bytes.
    pub offset: i64,
    /// The variable summands of the offset, sorted by their atoms (values that are not decomposed further).
    pub terms: Terms,
}

impl Address {
    /// Returns the byte offset if it is constant; otherwise `None`.
    pub fn constant_offset(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.offset)
    }

    /// Returns whether `bytes` bytes at this address are certainly inside an object of `size` bytes that
    /// starts at the base. Returns false if the offset is not constant.
    pub fn is_inside(&self, bytes: u64, size: u64) -> bool {
        let start = self.constant_offset().map(u64::try_from);
        matches!(start, Some(Ok(at)) if at.checked_add(bytes).is_some_and(|end| end <= size))
    }

    fn pointer(value: Value) -> Address {
        Address {
            base: Base::Pointer(value),
            offset: 0,
            terms: Terms::new(),
        }
    }
}

/// The relation of two memory accesses.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Alias {
    /// The accesses have no byte in common, or at least one access fails.
    No,
    /// The relation is unknown.
    May,
    /// The accesses start at the same address.
    Must,
}

/// A linear sum of atoms (values that are not decomposed further), modulo 2^width.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Sum {
    constant: u64,
    terms: Terms,
}

/// A value that is not decomposed into summands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Atom {
    Value(Value),
    /// A sign or zero extension of a sum of `width` bits, such as `sext (i + 1)`. `terms` are the variable terms of
    /// the sum (i); [`Term::inner`] holds its constant (1).
    Extended {
        signed: bool,
        width: u32,
        terms: Terms,
    },
}

/// The maximum number of terms in a sum. A value whose sum would be longer becomes one atom: it is not decomposed.
const MAX_TERMS: usize = 6;

/// The address expressions of one function, the value numbers of its values, and the slots that escape.
#[derive(Debug, Default)]
pub struct AliasAnalysis {
    /// For each result of a pure operation or address computation, the first value that was computed in the same way.
    numbers: SecondaryMap<Value, Option<Value>>,
    /// The linear sum of atoms that each value equals; `None` if no sum is known.
    sums: SecondaryMap<Value, Option<Sum>>,
    addresses: SecondaryMap<Value, Option<Address>>,
    /// The atoms by number.
    atoms: Vec<Atom>,
    atom_ids: FxHashMap<Atom, u32>,
    /// For each stack slot, whether its address escapes.
    escaped: SecondaryMap<StackSlot, bool>,
    /// For each value, whether it is a parameter of the function. A parameter cannot point to a stack slot or
    /// allocation of this call, because the caller computed the argument before the call.
    incoming: SecondaryMap<Value, bool>,
}

impl AliasAnalysis {
    /// Analyzes `func`. The results are invalid after a change of the function.
    pub fn new(func: &Function, cfg: &Cfg) -> AliasAnalysis {
        let mut alias = AliasAnalysis::default();
        let mut table: FxHashMap<InstData, FxHashMap<Type, Value>> = FxHashMap::default();
        if let Some(entry) = func.entry() {
            for &param in func.params(entry) {
                alias.incoming[param] = cfg.preds(entry).is_empty();
            }
        }
        for &block in cfg.rpo() {
            alias.scan(func, block, &mut table);
        }
        alias.find_escapes(func, cfg);
        alias
    }

    fn scan(
        &mut self,
        func: &Function,
        block: Block,
        table: &mut FxHashMap<InstData, FxHashMap<Type, Value>>,
    ) {
        for &inst in func.insts(block) {
            let Some(result) = func.result(inst) else {
                continue;
            };
            let data = func.data(inst);
            let ty = func.ty(result);
            if let Some(key) = self.key(data) {
                let number = *table.entry(key).or_default().entry(ty).or_insert(result);
                self.numbers[result] = Some(number);
                if number != result {
                    self.sums[result] = self.sums[number].clone();
                    self.addresses[result] = self.addresses[number].clone();
                    continue;
                }
            }
            if ty == Type::Ptr {
                self.addresses[result] = Some(self.address_of(func, result, data));
            } else if ty.is_int() && ty.bits() <= 64 {
                self.sums[result] = self.sum_of(func, data, ty.bits());
            }
        }
    }

    /// Returns the key of an instruction in the table of computations: the instruction with value numbers as operands.
    /// Equal computations have the same key. Returns `None` for an instruction that is neither a pure operation nor the
    /// address of a variable or function.
    fn key(&self, data: &InstData) -> Option<InstData> {
        match data {
            InstData::Pure { op, args } => {
                let mut args = args.clone();
                for arg in &mut args {
                    *arg = self.value_number(*arg);
                }
                if op.info().commutative {
                    args.sort_unstable();
                }
                Some(InstData::Pure { op: *op, args })
            }
            InstData::StackAddr { .. }
            | InstData::GlobalAddr { .. }
            | InstData::FuncAddr { .. } => Some(data.clone()),
            _ => None,
        }
    }

    fn atom(&mut self, atom: Atom) -> u32 {
        let atoms = &mut self.atoms;
        *self.atom_ids.entry(atom).or_insert_with_key(|atom| {
            atoms.push(atom.clone());
            atoms.len() as u32 - 1
        })
    }

    /// Returns `value` as a linear sum of atoms (values that are not decomposed further). A value without a known sum
    /// becomes a sum with the value as its only atom.
    fn sum(&mut self, func: &Function, value: Value) -> Sum {
        if let Some(bits) = func.as_const(value) {
            return Sum {
                constant: bits.low_u64(),
                terms: Terms::new(),
            };
        }
        if let Some(sum) = &self.sums[value] {
            return sum.clone();
        }
        let atom = self.atom(Atom::Value(self.value_number(value)));
        Sum {
            constant: 0,
            terms: SmallVec::from_slice(&[Term {
                atom,
                inner: 0,
                scale: 1,
            }]),
        }
    }

    fn sum_of(&mut self, func: &Function, data: &InstData, width: u32) -> Option<Sum> {
        let InstData::Pure { op, args } = data else {
            return None;
        };
        let sum = match op {
            Op::Add | Op::Sub => {
                let (a, b) = (self.sum(func, args[0]), self.sum(func, args[1]));
                let sign = if *op == Op::Sub { u64::MAX } else { 1 };
                add(&a, &b, sign, width)
            }
            Op::Neg => add(&Sum::zero(), &self.sum(func, args[0]), u64::MAX, width),
            Op::Mul => {
                let factor = func.as_const(args[1]).or(func.as_const(args[0]))?.low_u64();
                let other = if func.as_const(args[1]).is_some() {
                    0
                } else {
                    1
                };
                add(&Sum::zero(), &self.sum(func, args[other]), factor, width)
            }
            Op::Shl => {
                let by = func.as_const(args[1])?.unsigned();
                let factor = if by < 64 { 1u64 << by } else { 0 };
                add(&Sum::zero(), &self.sum(func, args[0]), factor, width)
            }
            Op::Trunc if func.ty(args[0]).bits() <= 64 => {
                add(&Sum::zero(), &self.sum(func, args[0]), 1, width)
            }
            Op::Zext | Op::Sext => self.extended(func, *op == Op::Sext, args[0]),
            _ => return None,
        };
        (sum.terms.len() <= MAX_TERMS).then_some(sum)
    }

    fn extended(&mut self, func: &Function, signed: bool, value: Value) -> Sum {
        let width = func.ty(value).bits();
        let Sum {
            constant: inner,
            terms,
        } = self.sum(func, value);
        let atom = self.atom(Atom::Extended {
            signed,
            width,
            terms,
        });
        Sum {
            constant: 0,
            terms: SmallVec::from_slice(&[Term {
                atom,
                inner,
                scale: 1,
            }]),
        }
    }

    fn address_of(&mut self, func: &Function, value: Value, data: &InstData) -> Address {
        let base = match data {
            InstData::StackAddr { slot } => Base::Slot(*slot),
            InstData::GlobalAddr { global } => Base::Global(*global),
            InstData::FuncAddr { func } => Base::Func(*func),
            InstData::Intrinsic { intrinsic, .. } => match intrinsic.info().value {
                ResultValue::NewObject { .. } => Base::Allocation(value),
                ResultValue::Nothing
                | ResultValue::Input
                | ResultValue::Unknown
                | ResultValue::MovedObject
                | ResultValue::VaArea
                | ResultValue::SomeValue
                | ResultValue::PathFact
                | ResultValue::Computed
                | ResultValue::FromMemory => Base::Pointer(value),
            },
            InstData::Pure {
                op: Op::PtrAdd,
                args,
            } => {
                let by = self.sum(func, args[1]);
                return self
                    .moved(func, args[0], &by)
                    .unwrap_or(Address::pointer(value));
            }
            _ => Base::Pointer(value),
        };
        Address {
            base,
            offset: 0,
            terms: Terms::new(),
        }
    }

    /// Returns the address `from` plus the sum `by`. Returns `None` if the resulting offset contains the integer value
    /// of a pointer, or has more than [`MAX_TERMS`] terms.
    fn moved(&self, func: &Function, from: Value, by: &Sum) -> Option<Address> {
        let from = self.address_in(func, from);
        let start = Sum {
            constant: from.offset as u64,
            terms: from.terms,
        };
        let sum = add(&start, by, 1, 64);
        let mixes = sum
            .terms
            .iter()
            .any(|t| match &self.atoms[t.atom as usize] {
                Atom::Value(v) => matches!(
                    func.def_data(*v),
                    Some(InstData::Pure {
                        op: Op::PtrToInt,
                        ..
                    })
                ),
                Atom::Extended { .. } => false,
            });
        (!mixes && sum.terms.len() <= MAX_TERMS).then_some(Address {
            base: from.base,
            offset: sum.constant as i64,
            terms: sum.terms,
        })
    }

    fn address_in(&self, func: &Function, value: Value) -> Address {
        match func.as_const(value) {
            Some(bits) => Address {
                base: Base::Absolute,
                offset: bits.low_u64() as i64,
                terms: Terms::new(),
            },
            None => self.address(value),
        }
    }

    fn find_escapes(&mut self, func: &Function, cfg: &Cfg) {
        for &block in cfg.rpo() {
            for &inst in func.insts(block) {
                let data = func.data(inst);
                let mut kept: SmallVec<[Value; 4]> = SmallVec::new();
                match data {
                    InstData::Load { .. } => {}
                    InstData::Store { value, .. } => kept.push(*value),
                    InstData::Pure { op, args } => match op {
                        Op::PtrAdd => {
                            // If `moved` could not add the offset (too many terms, for example), the result counts as a
                            // pointer to an unknown object. An access through the result may then access the object of
                            // the operand without being recognized, so the operand counts as escaping.
                            let result = func.result(inst).map(|v| self.address(v).base);
                            if result != Some(self.address(args[0]).base) {
                                kept.push(args[0]);
                            }
                        }
                        _ if func.result(inst).map(|v| func.ty(v)) == Some(Type::I1)
                            && *op != Op::Select => {}
                        _ => kept.extend(args.iter().copied()),
                    },
                    InstData::Intrinsic {
                        intrinsic, args, ..
                    } => {
                        let accesses = intrinsic.info().accesses(args);
                        let escaping = accesses.filter(|(_, access)| access.lets_escape());
                        kept.extend(escaping.map(|(arg, _)| arg));
                    }
                    _ => data.for_each_arg(|v| kept.push(v)),
                }
                for value in kept {
                    if let Base::Slot(slot) = self.address(value).base {
                        self.escaped[slot] = true;
                    }
                }
            }
        }
    }

    /// Returns the value number of a value. Values with equal numbers come from equal computations, and are equal where
    /// both are defined.
    pub fn value_number(&self, value: Value) -> Value {
        self.numbers[value].unwrap_or(value)
    }

    /// Returns the address expression of a pointer. A pointer created after the analysis is treated as the
    /// start of an unknown object.
    pub fn address(&self, value: Value) -> Address {
        match &self.addresses[value] {
            Some(address) => address.clone(),
            None => Address::pointer(value),
        }
    }

    /// Returns whether the address of a slot escapes. If it does, not all accesses to the slot are known: a callee may
    /// access the slot, and a loaded pointer or a block parameter, for example, may point to it.
    pub fn escapes(&self, slot: StackSlot) -> bool {
        self.escaped[slot]
    }

    /// Returns the relation of an access of `a_bytes` bytes at pointer `a` and an access of `b_bytes` bytes at pointer
    /// `b`.
    pub fn alias(&self, a: Value, a_bytes: u64, b: Value, b_bytes: u64) -> Alias {
        self.alias_addresses(&self.address(a), a_bytes, &self.address(b), b_bytes)
    }

    /// Returns the relation of an access of `a_bytes` bytes at address `a` and an access of `b_bytes` bytes at address
    /// `b`.
    pub fn alias_addresses(&self, a: &Address, a_bytes: u64, b: &Address, b_bytes: u64) -> Alias {
        if a == b {
            return Alias::Must;
        }
        if a.base != b.base {
            return self.alias_bases(a.base, b.base);
        }
        match self.distances(a, b) {
            Some(all) if all.iter().all(|&d| apart(d, a_bytes, b_bytes)) => Alias::No,
            _ => Alias::May,
        }
    }

    fn alias_bases(&self, a: Base, b: Base) -> Alias {
        let apart = match (a, b) {
            _ if a.is_object() && b.is_object() => true,
            (Base::Slot(slot), Base::Pointer(p)) | (Base::Pointer(p), Base::Slot(slot)) => {
                !self.escaped[slot] || self.incoming[p]
            }
            (Base::Slot(slot), Base::Absolute) | (Base::Absolute, Base::Slot(slot)) => {
                !self.escaped[slot]
            }
            (Base::Allocation(_), Base::Pointer(p)) | (Base::Pointer(p), Base::Allocation(_)) => {
                self.incoming[p]
            }
            _ => false,
        };
        if apart { Alias::No } else { Alias::May }
    }

    /// Returns all possible values of `a - b` in bytes, if there are at most two such values; otherwise
    /// `None`. Both addresses must have the same base.
    fn distances(&self, a: &Address, b: &Address) -> Option<SmallVec<[i64; 2]>> {
        let constant = a.offset.wrapping_sub(b.offset);
        let rest = |x: &Address, y: &Address| -> SmallVec<[Term; 2]> {
            let only = x.terms.iter().filter(|t| !y.terms.contains(t));
            only.copied().collect()
        };
        let (left, right) = (rest(a, b), rest(b, a));
        match (left.as_slice(), right.as_slice()) {
            ([], []) => Some(SmallVec::from_slice(&[constant])),
            ([x], [y]) if x.atom == y.atom && x.scale == y.scale => {
                let Atom::Extended { width, .. } = self.atoms[x.atom as usize] else {
                    return None;
                };
                // The extended sums differ by a constant modulo 2^width. If both sums wrapped or both did not, the
                // extensions differ by this constant. If exactly one sum wrapped, the extensions differ by the constant
                // minus 2^width.
                let difference = cut(x.inner.wrapping_sub(y.inner), width);
                let wrapped = difference.wrapping_sub(1u64 << width);
                let total = |d: u64| constant.wrapping_add(d.wrapping_mul(x.scale) as i64);
                Some(SmallVec::from_slice(&[total(difference), total(wrapped)]))
            }
            _ => None,
        }
    }
}

impl Sum {
    fn zero() -> Sum {
        Sum {
            constant: 0,
            terms: Terms::new(),
        }
    }
}

/// Returns `a + factor * b` modulo 2^width.
fn add(a: &Sum, b: &Sum, factor: u64, width: u32) -> Sum {
    let mut terms = Terms::new();
    for term in &a.terms {
        terms.push(*term);
    }
    for term in &b.terms {
        let scale = term.scale.wrapping_mul(factor);
        let same = |t: &&mut Term| (t.atom, t.inner) == (term.atom, term.inner);
        match terms.iter_mut().find(same) {
            Some(old) => old.scale = old.scale.wrapping_add(scale),
            None => terms.push(Term { scale, ..*term }),
        }
    }
    for term in &mut terms {
        term.scale = cut(term.scale, width);
    }
    terms.retain(|t| t.scale != 0);
    terms.sort_unstable();
    Sum {
        constant: cut(
            a.constant.wrapping_add(b.constant.wrapping_mul(factor)),
            width,
        ),
        terms,
    }
}

fn cut(value: u64, width: u32) -> u64 {
    if width >= 64 {
        value
    } else {
        value & ((1 << width) - 1)
    }
}

/// Returns whether the byte ranges `[distance, distance + a_bytes)` and `[0, b_bytes)` have no byte in common.
fn apart(distance: i64, a_bytes: u64, b_bytes: u64) -> bool {
    if distance >= 0 {
        distance as u64 >= b_bytes
    } else {
        distance.unsigned_abs() >= a_bytes
    }
}
