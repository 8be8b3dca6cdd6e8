//! Translates terms to bit-vector formulas for proofs that a meld is equivalent to its branch.
//!
//! Each value of type `i1` is a one-bit vector. Floating-point operations and calls are uninterpreted functions of
//! their operands, so a meld is proved for any meaning of these operations.
use crate::term::{Dag, Head, TermId};
use rustc_hash::FxHashMap;
use symtool_ir::{Bits, Op, OpClass, Type};
use z3::ast::{Ast, BV, Bool};
use z3::{FuncDecl, Params, SatResult, Solver, Sort};

/// The limit of one solver query, in Z3's resource units, so that the result does not depend on the speed of the
/// machine. A million units take about a quarter of a second.
const EFFORT: u32 = 8_000_000;

/// Returns the bit-vector formula of the constant `bits`.
pub fn constant(bits: Bits) -> BV {
    let width = bits.width();
    let low = BV::from_u64(bits.low_u64(), width.min(64));
    if width <= 64 {
        return low;
    }
    BV::from_u64((bits.unsigned() >> 64) as u64, width - 64).concat(low)
}

/// Converts a Boolean formula to a one-bit vector.
pub fn bit(value: &Bool) -> BV {
    value.ite(&BV::from_u64(1, 1), &BV::from_u64(0, 1))
}

/// Converts a one-bit vector to a Boolean formula.
pub fn truth(value: &BV) -> Bool {
    value.eq(BV::from_u64(1, 1))
}

/// Returns the formula of one operation on the formulas of its operands.
pub fn operation(head: Head, args: &[BV]) -> BV {
    let (op, from, to) = match head {
        Head::Op { op, from, to } => (op, from, to),
        Head::Call { .. } => return uninterpreted(head, args),
        Head::Leaf(..) | Head::Const(..) => unreachable!("atoms have no operands"),
    };
    match op.class() {
        OpClass::Select => truth(&args[0]).ite(&args[1], &args[2]),
        OpClass::IntUnary => unary(op, &args[0]),
        OpClass::IntBinary => binary(op, &args[0], &args[1]),
        OpClass::PtrAdd => args[0].bvadd(&args[1]),
        OpClass::IntCompare => bit(&compare(op, &args[0], &args[1])),
        OpClass::Cast if from.is_float() || to.is_float() => uninterpreted(head, args),
        OpClass::Cast => cast(op, &args[0], from, to),
        OpClass::FloatUnary | OpClass::FloatBinary | OpClass::FloatCompare => {
            uninterpreted(head, args)
        }
    }
}

fn unary(op: Op, a: &BV) -> BV {
    match op {
        Op::Not => a.bvnot(),
        Op::Neg => a.bvneg(),
        other => unreachable!("{} is not a unary integer operator", other.name()),
    }
}

fn cast(op: Op, a: &BV, from: Type, to: Type) -> BV {
    match op {
        Op::Trunc => a.extract(to.bits() - 1, 0),
        Op::Zext => a.zero_ext(to.bits() - from.bits()),
        Op::Sext => a.sign_ext(to.bits() - from.bits()),
        Op::PtrToInt | Op::IntToPtr => a.clone(),
        other => unreachable!("{} is not a cast of integers or pointers", other.name()),
    }
}

fn binary(op: Op, a: &BV, b: &BV) -> BV {
    match op {
        Op::Add => a.bvadd(b),
        Op::Sub => a.bvsub(b),
        Op::Mul => a.bvmul(b),
        Op::UDiv => a.bvudiv(b),
        Op::SDiv => a.bvsdiv(b),
        Op::URem => a.bvurem(b),
        Op::SRem => a.bvsrem(b),
        Op::And => a.bvand(b),
        Op::Or => a.bvor(b),
        Op::Xor => a.bvxor(b),
        Op::Shl => a.bvshl(b),
        Op::LShr => a.bvlshr(b),
        Op::AShr => a.bvashr(b),
        other => unreachable!("{} is not a binary integer operator", other.name()),
    }
}

fn compare(op: Op, a: &BV, b: &BV) -> Bool {
    match op {
        Op::Eq => a.eq(b),
        Op::Ne => a.eq(b).not(),
        Op::Ult => a.bvult(b),
        Op::Ule => a.bvule(b),
        Op::Ugt => a.bvugt(b),
        Op::Uge => a.bvuge(b),
        Op::Slt => a.bvslt(b),
        Op::Sle => a.bvsle(b),
        Op::Sgt => a.bvsgt(b),
        Op::Sge => a.bvsge(b),
        other => unreachable!("{} is not an integer comparison", other.name()),
    }
}

fn uninterpreted(head: Head, args: &[BV]) -> BV {
    let sorts: Vec<Sort> = args.iter().map(|a| Sort::bitvector(a.get_size())).collect();
    let sorts: Vec<&Sort> = sorts.iter().collect();
    let range = Sort::bitvector(head.ty().bits());
    let name = format!("{head:?}");
    let func = FuncDecl::new(name, &sorts, &range);
    let args: Vec<&dyn Ast> = args.iter().map(|a| a as &dyn Ast).collect();
    match func.apply(&args).as_bv() {
        Some(bv) => bv,
        None => unreachable!("declared to give a bit-vector"),
    }
}

/// Returns the formula of each term reachable from `roots`.
pub fn formulas(dag: &Dag, roots: &[TermId]) -> FxHashMap<TermId, BV> {
    let mut done: FxHashMap<TermId, BV> = FxHashMap::default();
    for id in dag.reachable(roots) {
        let term = dag.get(id);
        let formula = match term.head {
            Head::Const(_, bits) => constant(bits),
            Head::Leaf(n, ty) => BV::new_const(format!("leaf{n}"), ty.bits()),
            head => {
                let args: Vec<BV> = term.args.iter().map(|a| done[a].clone()).collect();
                operation(head, &args)
            }
        };
        done.insert(id, formula);
    }
    done
}

/// The result of comparing two terms.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The terms are equal under every assignment.
    Equal,
    /// The terms differ under some assignment.
    Different,
    /// The solver reached its limits.
    Unknown,
}

fn solver(facts: &[Bool]) -> Solver {
    let solver = Solver::new();
    let mut params = Params::new();
    params.set_u32("rlimit", EFFORT);
    // Keeps Z3 from replacing the SIGINT handler of symtool during a check.
    params.set_bool("ctrl_c", false);
    solver.set_params(&params);
    for fact in facts {
        solver.assert(fact);
    }
    solver
}

fn check(facts: &[Bool]) -> SatResult {
    solver(facts).check()
}

/// The result of [`find`]: values of terms for which given facts hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// No values satisfy the facts.
    None,
    /// The values of the requested terms, in order.
    Values(Vec<u128>),
    /// The solver reached its limits.
    Unknown,
}

/// Searches for an assignment of the variables for which all `facts` hold, and returns the values of `terms` under this
/// assignment. A variable that the solver does not assign, because the facts do not constrain it, has the value 0.
pub fn find(facts: &[Bool], terms: &[BV]) -> Found {
    let solver = solver(facts);
    match solver.check() {
        SatResult::Unsat => Found::None,
        SatResult::Unknown => Found::Unknown,
        SatResult::Sat => {
            let model = solver.get_model();
            let value = |term: &BV| {
                let word = |high: u32, low: u32| {
                    let bits = model.as_ref()?.eval(&term.extract(high, low), true)?;
                    bits.as_u64()
                };
                let width = term.get_size();
                let low = word(width.min(64) - 1, 0).unwrap_or(0);
                let high = (width > 64).then(|| word(width - 1, 64)).flatten();
                u128::from(low) | u128::from(high.unwrap_or(0)) << 64
            };
            Found::Values(terms.iter().map(value).collect())
        }
    }
}

/// Returns whether the solver proves that `facts` cannot all hold; if it reaches its limit, the result is false.
pub fn is_impossible(facts: &[Bool]) -> bool {
    check(facts) == SatResult::Unsat
}

/// Compares the terms `a` and `b` under the assumption that each `i1` term in `assumed` has the value paired
/// with the term.
pub fn equal_under(dag: &Dag, assumed: &[(TermId, bool)], a: TermId, b: TermId) -> Answer {
    let mut roots: Vec<TermId> = assumed.iter().map(|&(t, _)| t).collect();
    roots.extend([a, b]);
    let formulas = formulas(dag, &roots);
    let mut facts: Vec<Bool> = assumed
        .iter()
        .map(|(t, value)| {
            let fact = truth(&formulas[t]);
            if *value { fact } else { fact.not() }
        })
        .collect();
    facts.push(formulas[&a].eq(&formulas[&b]).not());
    match check(&facts) {
        SatResult::Unsat => Answer::Equal,
        SatResult::Sat => Answer::Different,
        SatResult::Unknown => Answer::Unknown,
    }
}
