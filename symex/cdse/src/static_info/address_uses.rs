//! Finds the uses of numeric addresses. A conversion of a pointer to a number gives an address that can differ
//! between this search and a concrete run. However, some results do not depend on the numeric addresses: the difference
//! of two addresses in one object, a test for equality, and the low bits of an address. Moreover, two addresses in
//! different objects are farther apart than the size of any object, in the search and in the concrete run. So an
//! unsigned comparison of their difference with such a size has a known result.
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_analysis::domtree::DomTree;
use symtool_ir::layout::MAX_OBJECT_SIZE;
use symtool_ir::{Block, Function, Inst, InstData, Op, OpClass, Value, ValueDef};

/// The conversions of pointers to numbers in a function, and the differences of the converted addresses.
#[derive(Debug, Default)]
pub struct AddressUses {
    /// The harmless conversions of pointers to numbers. A conversion is harmless if each use of the number has a result
    /// that does not depend on the values of addresses, or is a difference of two addresses (differences are checked
    /// separately).
    harmless: FxHashSet<Inst>,
    /// The subtractions of two addresses.
    differences: FxHashMap<Inst, Difference>,
}

/// A subtraction of two addresses that were converted to numbers.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The numbers with which the difference is compared. `None` if the difference has another use than an unsigned
    /// comparison, or if a number is not known when the difference is computed.
    pub compared_with: Option<Vec<Value>>,
}

impl AddressUses {
    pub(super) fn new(function: &Function, dom: &DomTree) -> AddressUses {
        let mut uses: FxHashMap<Value, Vec<Inst>> = FxHashMap::default();
        let mut places: FxHashMap<Inst, (Block, usize)> = FxHashMap::default();
        for (at, (block, inst)) in function.all_insts().enumerate() {
            let note = |value| uses.entry(value).or_default().push(inst);
            function.data(inst).for_each_arg(note);
            places.insert(inst, (block, at));
        }
        // Whether a value is known before an instruction is executed.
        let is_known = |value, before: Inst| {
            let (block, at) = places[&before];
            match function.def(value) {
                ValueDef::Const(_) => true,
                ValueDef::Param(of, _) => dom.dominates(of, block),
                ValueDef::Inst(inst) => places.get(&inst).is_some_and(|&(of, earlier)| {
                    dom.dominates(of, block) && (of != block || earlier < at)
                }),
            }
        };
        let users = |inst| {
            let result = function.result(inst);
            result
                .and_then(|value| uses.get(&value))
                .into_iter()
                .flatten()
        };
        let mut all = AddressUses::default();
        for (_, inst) in function.all_insts() {
            let InstData::Pure { op, args } = function.data(inst) else {
                continue;
            };
            match op {
                Op::PtrToInt if users(inst).all(|&user| is_harmless(function, user)) => {
                    all.harmless.insert(inst);
                }
                Op::Sub if args.iter().all(|&arg| is_address(function, arg)) => {
                    let numbers = users(inst).map(|&user| {
                        let number = compared_with(function, user, inst);
                        number.filter(|&number| is_known(number, inst))
                    });
                    let compared_with = numbers.collect();
                    all.differences.insert(inst, Difference { compared_with });
                }
                _ => {}
            }
        }
        all
    }

    /// Returns whether a conversion of a pointer to a number has only uses that do not depend on the value of the
    /// address, or that are differences of two addresses.
    pub fn is_harmless(&self, inst: Inst) -> bool {
        self.harmless.contains(&inst)
    }

    /// Returns the subtraction `inst` if both of its operands are addresses; otherwise `None`.
    pub fn difference(&self, inst: Inst) -> Option<&Difference> {
        self.differences.get(&inst)
    }
}

/// Returns whether a value is a pointer that was converted to a number.
fn is_address(function: &Function, value: Value) -> bool {
    let ValueDef::Inst(inst) = function.def(value) else {
        return false;
    };
    let data = function.data(inst);
    matches!(data, InstData::Pure { op, .. } if *op == Op::PtrToInt)
}

/// Returns whether the result of an instruction with a numeric address as its operand does not depend on the value of
/// the address, or is the difference of two addresses.
fn is_harmless(function: &Function, user: Inst) -> bool {
    let InstData::Pure { op, args } = function.data(user) else {
        return false;
    };
    let is_zero = |value| function.as_const(value).is_some_and(|bits| !bits.is_true());
    match op {
        Op::Sub => args.iter().all(|&arg| is_address(function, arg)),
        Op::Eq | Op::Ne => args
            .iter()
            .all(|&arg| is_address(function, arg) || is_zero(arg)),
        // The mask selects low bits of the address. They equal the low bits of the offset in the object, so they do not
        // depend on the address of the object.
        Op::And => args.iter().any(|&arg| {
            let mask = function.as_const(arg);
            mask.is_some_and(|bits| bits.low_u64() < MAX_OBJECT_SIZE)
        }),
        _ => false,
    }
}

/// Returns the number with which the instruction `user` compares the result of `difference`. Returns `None` if `user`
/// is not an unsigned comparison of this result.
fn compared_with(function: &Function, user: Inst, difference: Inst) -> Option<Value> {
    let InstData::Pure { op, args } = function.data(user) else {
        return None;
    };
    let is_unsigned = op.class() == OpClass::IntCompare
        && matches!(op, Op::Eq | Op::Ne | Op::Ult | Op::Ule | Op::Ugt | Op::Uge);
    let result = function.result(difference);
    let others: Vec<Value> = args
        .iter()
        .copied()
        .filter(|&arg| Some(arg) != result)
        .collect();
    match others[..] {
        [other] if is_unsigned => Some(other),
        _ => None,
    }
}
