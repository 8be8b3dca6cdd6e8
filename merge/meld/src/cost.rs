//! The cost model of melding: the estimated number of gates in a circuit that computes a set of terms. A term used
//! several times counts once.
//!
//! The number of selects is not a useful cost: naive if-conversion (compute both sides, select the results) has the
//! fewest selects, but queries about its code may take the longest. All costs are integers, so that choices are
//! deterministic.
//!
//! | operation on operands of w bits | estimated gates | estimated gates if an operand is constant |
//! | --- | --- | --- |
//! | select | 3w | w+1; 2 if both alternatives are constant |
//! | and, or | w | 1 |
//! | xor | 3w | 1 |
//! | addition, subtraction | 9w | 5w |
//! | negation | 5w | |
//! | equality | 4w | w |
//! | less-than | 5w | 2w |
//! | shift | 15w | 1 for a constant amount |
//! | integer cast, not, sign change of a floating-point number | 1 | |
//!
//! The costs of large operations:
//!
//! | large operation on operands of w bits | estimated gates | estimated gates if an operand is constant |
//! | --- | --- | --- |
//! | multiplication; m and n are the numbers of bits that may be 1 in each operand | 8w · (min(m, n) + 1) | |
//! | multiplication by a constant v with ones(v) bits that are 1 | | 9w · min(ones(v), ones(¬v) + 1) |
//! | division, remainder | 20w² | 20w² |
//! | other floating-point operation | 100w | 100w |
//! | call of a pure function that a user of the Rust library has added, with a result of w bits | 20w | 20w |
use crate::term::{Dag, Head, TermId};
use symtool_ir::bits::mask;
use symtool_ir::{Op, OpClass, Type};

/// The penalty, in gates per bit of the product, for a multiplication by a select of two constants. A rewrite rule
/// creates such a multiplication from two multiplications by constants: `ite(c, x * 3, x * 5)` -> `x * ite(c, 3, 5)`.
/// Its estimated cost without the penalty is low, but the solver is slow on it.
pub const SELECTED_FACTOR_PENALTY: u64 = 6;

/// Returns a mask of the bits of the term `id` that are zero for all inputs. `zeros` contains the masks of all terms
/// with smaller ids, by term index.
pub fn known_zeros(dag: &Dag, id: TermId, zeros: &[u128]) -> u128 {
    let term = dag.get(id);
    let all = mask(term.head.ty().bits());
    let arg = |i: usize| zeros[term.args[i].index()];
    let amount = |i: usize| dag.as_const(term.args[i]).map(symtool_ir::Bits::unsigned);
    let known = match term.head {
        Head::Const(_, bits) => !bits.unsigned(),
        Head::Leaf(..) | Head::Call { .. } => 0,
        Head::Op { op, from, .. } => match op {
            Op::And => arg(0) | arg(1),
            Op::Or | Op::Xor => arg(0) & arg(1),
            Op::Select => arg(1) & arg(2),
            Op::Zext => arg(0) | !mask(from.bits()),
            Op::Trunc => arg(0),
            Op::Shl => match amount(1) {
                Some(k) if k < 128 => (arg(0) << k) | mask_below(k as u32),
                _ => 0,
            },
            Op::LShr => match amount(1) {
                Some(k) if k < 128 => (arg(0) | !all) >> k | !(all >> k),
                _ => 0,
            },
            _ => 0,
        },
    };
    known & all
}

fn mask_below(bits: u32) -> u128 {
    if bits == 0 { 0 } else { mask(bits) }
}

/// The estimated gates, per bit of the result, of a call of a function that a user of the Rust library has added. The
/// number is large, because the circuit of the function is unknown.
const CALL_GATES: u64 = 20;

/// Returns the estimated number of gates of the operation of one term, without the gates of its operands. `zeros`
/// contains, by term index, the masks of the bits that are zero for all inputs (see [`known_zeros`]), at least those of
/// the operands.
pub fn gates(dag: &Dag, id: TermId, zeros: &[u128]) -> u64 {
    let term = dag.get(id);
    let (op, from, to) = match term.head {
        Head::Leaf(..) | Head::Const(..) => return 0,
        Head::Call { to, .. } => return CALL_GATES * u64::from(to.bits()),
        Head::Op { op, from, to } => (op, from, to),
    };
    let w = u64::from(from.bits());
    let consts = term
        .args
        .iter()
        .filter(|&&a| dag.as_const(a).is_some())
        .count();
    let with_const = consts > 0;
    let pick = |constant: u64, general: u64| if with_const { constant } else { general };
    match op {
        Op::Select => match term.args[1..]
            .iter()
            .filter(|&&a| dag.as_const(a).is_some())
            .count()
        {
            2 => 2,
            1 => w + 1,
            _ => 3 * w,
        },
        Op::And | Op::Or => pick(1, w),
        Op::Xor => pick(1, 3 * w),
        Op::Add | Op::Sub | Op::PtrAdd => pick(5 * w, 9 * w),
        Op::Neg => 5 * w,
        Op::Eq | Op::Ne => pick(w, 4 * w),
        Op::Mul => multiplication(dag, id, zeros),
        Op::Shl | Op::LShr | Op::AShr => {
            if dag.as_const(term.args[1]).is_some() {
                1
            } else {
                15 * w
            }
        }
        _ if op.is_division() => 20 * w * w,
        _ => match op.class() {
            OpClass::IntCompare => pick(2 * w, 5 * w),
            OpClass::Cast if from.is_float() || to.is_float() => float_gates(from, to),
            OpClass::FloatUnary if op == Op::FNeg => 1,
            OpClass::FloatUnary => float_gates(from, to),
            OpClass::FloatBinary | OpClass::FloatCompare => float_gates(from, to),
            OpClass::Cast
            | OpClass::IntUnary
            | OpClass::IntBinary
            | OpClass::Select
            | OpClass::PtrAdd => 1,
        },
    }
}

/// Returns the estimated gates of a floating-point operation: a large round number, because floating-point circuits are
/// far larger than integer circuits.
fn float_gates(from: Type, to: Type) -> u64 {
    100 * u64::from(from.bits().max(to.bits()))
}

fn multiplication(dag: &Dag, id: TermId, zeros: &[u128]) -> u64 {
    let term = dag.get(id);
    let width = term.head.ty().bits();
    let w = u64::from(width);
    for &arg in &term.args {
        if let Some(k) = dag.as_const(arg) {
            let ones = u64::from(k.unsigned().count_ones());
            let zeros = w - ones;
            return 9 * w * ones.min(zeros + 1);
        }
    }
    let possible = |a: TermId| u64::from((mask(width) & !zeros[a.index()]).count_ones());
    8 * w * (possible(term.args[0]).min(possible(term.args[1])) + 1)
}

/// Returns whether a term is a multiplication by a select of two constants, which gets
/// [`SELECTED_FACTOR_PENALTY`].
fn is_selected_factor(dag: &Dag, id: TermId) -> bool {
    let Some(args) = dag.as_op(id, Op::Mul) else {
        return false;
    };
    args.iter().any(|&a| {
        dag.as_op(a, Op::Select)
            .is_some_and(|s| s[1..].iter().all(|&arm| dag.as_const(arm).is_some()))
    })
}

/// A cache of the estimated gates of each term of one DAG, which is extended when terms are added to the DAG.
#[derive(Clone, Debug, Default)]
pub struct CostTable {
    /// For each term, the mask of the bits that are zero for all inputs.
    zeros: Vec<u128>,
    /// The estimated gates of each term, without its operands.
    gates: Vec<u64>,
    /// The penalty of each term, in gates, if solvers are slow on the term; else 0.
    penalty: Vec<u64>,
    /// For each term, the number (`round`) of the last sum that has counted the term, so that each sum counts it once.
    stamp: Vec<u32>,
    /// The number of sums computed so far.
    round: u32,
}

impl CostTable {
    fn extend(&mut self, dag: &Dag) {
        for index in self.gates.len()..dag.len() {
            let id = dag.nth(index);
            let zeros = known_zeros(dag, id, &self.zeros);
            self.zeros.push(zeros);
            self.gates.push(gates(dag, id, &self.zeros));
            let w = u64::from(dag.ty(id).bits());
            let factor = is_selected_factor(dag, id);
            self.penalty.push(if factor {
                SELECTED_FACTOR_PENALTY * w
            } else {
                0
            });
            self.stamp.push(0);
        }
    }

    /// Returns the estimated number of gates of all terms reachable from `roots`. A term for which `free` returns
    /// true costs nothing, and its operands cost nothing, because the program computes this term whichever merged
    /// code is selected.
    pub fn gates(&mut self, dag: &Dag, roots: &[TermId], free: &dyn Fn(TermId) -> bool) -> u64 {
        self.sum(dag, roots, free, false)
    }

    /// Returns the estimated number of gates of all terms reachable from `roots`, plus penalties for terms on which
    /// solvers are slow. Extraction minimizes this weight.
    pub fn weight(&mut self, dag: &Dag, roots: &[TermId], free: &dyn Fn(TermId) -> bool) -> u64 {
        self.sum(dag, roots, free, true)
    }

    fn sum(
        &mut self,
        dag: &Dag,
        roots: &[TermId],
        free: &dyn Fn(TermId) -> bool,
        penalties: bool,
    ) -> u64 {
        self.extend(dag);
        self.round += 1;
        let mut total = 0;
        let mut stack: Vec<TermId> = roots.to_vec();
        while let Some(id) = stack.pop() {
            let stamp = &mut self.stamp[id.index()];
            if *stamp == self.round || free(id) {
                continue;
            }
            *stamp = self.round;
            total += self.gates[id.index()];
            if penalties {
                total += self.penalty[id.index()];
            }
            stack.extend(dag.get(id).args.iter());
        }
        total
    }

    /// Returns the number of selects reachable from `roots`.
    pub fn selects(dag: &Dag, roots: &[TermId]) -> usize {
        let all = dag.reachable(roots);
        all.iter()
            .filter(|&&id| dag.as_op(id, Op::Select).is_some())
            .count()
    }

    /// Returns the number of operations other than selects that are reachable from `roots`.
    pub fn operations(dag: &Dag, roots: &[TermId]) -> usize {
        let all = dag.reachable(roots);
        let ops = all.iter().filter_map(|&id| dag.get(id).head.op());
        ops.filter(|&op| op != Op::Select).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multiplication_by_seven_costs_three_or_fewer_additions() {
        let mut dag = Dag::default();
        let x = dag.leaf(0, Type::I32);
        let seven = dag.int(Type::I32, 7);
        let minus = dag.int(Type::I32, -1);
        let a = dag.op(Op::Mul, Type::I32, &[x, seven]);
        let b = dag.op(Op::Mul, Type::I32, &[x, minus]);
        let mut table = CostTable::default();
        assert_eq!(table.gates(&dag, &[a], &|_| false), 9 * 32 * 3);
        assert_eq!(table.gates(&dag, &[b], &|_| false), 9 * 32);
        assert_eq!(table.gates(&dag, &[a, b], &|_| false), 9 * 32 * 4);
        assert_eq!(table.gates(&dag, &[a, b], &|id| id == a), 9 * 32);
    }

    #[test]
    fn shifted_bits_are_known() {
        let mut dag = Dag::default();
        let x = dag.leaf(0, Type::I8);
        let two = dag.int(Type::I8, 2);
        let up = dag.op(Op::Shl, Type::I8, &[x, two]);
        let down = dag.op(Op::LShr, Type::I8, &[x, two]);
        let mut table = CostTable::default();
        table.gates(&dag, &[up, down], &|_| false);
        assert_eq!(table.zeros[up.index()], 0b11);
        assert_eq!(table.zeros[down.index()], 0b1100_0000);
    }
}
