//! Writes grammar terms as SMT-LIB 2 text without the arena, and proves by a solver that the terms equal the
//! expressions of the arena.
use std::fmt::Write;
use symtool_expr::{Arena, ExprId};
use symtool_ir::Op;
use symtool_testkit::terms::{Term, width_of};
use z3::{Params, SatResult, Solver};

/// The limit of a proof in Z3's resource units, which do not depend on the speed of the machine.
const LIMIT: u32 = 20_000_000;

pub struct Prover {
    params: Params,
    pub issued: usize,
}

impl Prover {
    pub fn new() -> Prover {
        let mut params = Params::new();
        params.set_u32("rlimit", LIMIT);
        Prover { params, issued: 0 }
    }

    /// Returns whether an expression equals a term under every assignment; `None` if the solver reaches its
    /// limit.
    pub fn equal(&mut self, arena: &mut Arena, e: ExprId, term: &Term) -> Option<bool> {
        self.issued += 1;
        let width = arena.width(e);
        assert_eq!(width, width_of(term));
        // The additional input `result` is defined as equal to `e`, so that the arena writes the definition
        // of `e`.
        let result = arena.symbol("result", 16);
        arena.set_simplification(false);
        let scalar = arena.scalar(result, width);
        let is_result = arena.eq(scalar, e);
        arena.set_simplification(true);
        let mut text = arena.smtlib_assertions(&[is_result]);
        let mut vars = Vec::new();
        variables(term, &mut vars);
        for (var, bits) in vars {
            for i in 0..bits.div_ceil(8) {
                let name = format!("(declare-const |b{var}.{i}| (_ BitVec 8))\n");
                if !text.contains(&name) {
                    text.insert_str(0, &name);
                }
            }
        }
        let _ = writeln!(
            text,
            "(assert (distinct {} {}))",
            bytes(result.index() as u32, width),
            smt(term)
        );
        let solver = Solver::new_for_logic("QF_BV").expect("Z3 knows it");
        solver.set_params(&self.params);
        solver.from_string(text.as_str());
        assert_eq!(solver.get_assertions().len(), 2, "not understood: {text}");
        match solver.check() {
            SatResult::Unsat => Some(true),
            SatResult::Sat => Some(false),
            SatResult::Unknown => None,
        }
    }
}

fn variables(term: &Term, into: &mut Vec<(u32, u32)>) {
    match term {
        Term::Var(i, width) => {
            if !into.contains(&(*i, *width)) {
                into.push((*i, *width));
            }
        }
        Term::Const(_) => {}
        Term::Op(_, _, args) => args.iter().for_each(|a| variables(a, into)),
        Term::Extract(a, ..) => variables(a, into),
        Term::Concat(a, b) => {
            variables(a, into);
            variables(b, into);
        }
        Term::Read(_, store, index) => {
            if let Some((at, value)) = store {
                variables(at, into);
                variables(value, into);
            }
            variables(index, into);
        }
    }
}

/// Returns the SMT-LIB term for the first `width` bits of an input.
fn bytes(input: u32, width: u32) -> String {
    let all = (1..width.div_ceil(8)).fold(format!("|b{input}.0|"), |low, i| {
        format!("(concat |b{input}.{i}| {low})")
    });
    format!("((_ extract {} 0) {all})", width - 1)
}

/// Returns the SMT-LIB term of a grammar term over bit-vectors; conditions have one bit.
fn smt(term: &Term) -> String {
    match term {
        Term::Var(i, width) => bytes(*i, *width),
        Term::Const(k) => format!("(_ bv{} {})", k.unsigned(), k.width()),
        Term::Op(op, width, args) => {
            let texts: Vec<String> = args.iter().map(smt).collect();
            operator(*op, *width - width_of(&args[0]).min(*width), *width, &texts)
        }
        Term::Extract(a, low, width) => {
            format!("((_ extract {} {low}) {})", low + width - 1, smt(a))
        }
        Term::Concat(a, b) => format!("(concat {} {})", smt(a), smt(b)),
        Term::Read(table, store, index) => {
            let at = smt(index);
            let mut text = "(_ bv0 8)".to_owned();
            for (i, value) in table.iter().enumerate() {
                text = format!("(ite (= {at} (_ bv{i} 64)) (_ bv{value} 8) {text})");
            }
            if let Some((stored, value)) = store {
                let inside = format!(
                    "(and (= {at} {0}) (bvult {at} (_ bv{1} 64)))",
                    smt(stored),
                    table.len()
                );
                text = format!("(ite {inside} {} {text})", smt(value));
            }
            text
        }
    }
}

fn operator(op: Op, more: u32, width: u32, args: &[String]) -> String {
    let name = match op {
        Op::Not => "bvnot",
        Op::Neg => "bvneg",
        Op::Add => "bvadd",
        Op::Sub => "bvsub",
        Op::Mul => "bvmul",
        Op::UDiv => "bvudiv",
        Op::SDiv => "bvsdiv",
        Op::URem => "bvurem",
        Op::SRem => "bvsrem",
        Op::And => "bvand",
        Op::Or => "bvor",
        Op::Xor => "bvxor",
        Op::Shl => "bvshl",
        Op::LShr => "bvlshr",
        Op::AShr => "bvashr",
        Op::Zext => return format!("((_ zero_extend {more}) {})", args[0]),
        Op::Sext => return format!("((_ sign_extend {more}) {})", args[0]),
        Op::Trunc => return format!("((_ extract {} 0) {})", width - 1, args[0]),
        Op::Select => return format!("(ite (= {} #b1) {} {})", args[0], args[1], args[2]),
        _ => return format!("(ite ({} {} {}) #b1 #b0)", comparison(op), args[0], args[1]),
    };
    format!("({name} {})", args.join(" "))
}

fn comparison(op: Op) -> &'static str {
    match op {
        Op::Eq => "=",
        Op::Ne => "distinct",
        Op::Ult => "bvult",
        Op::Ule => "bvule",
        Op::Ugt => "bvugt",
        Op::Uge => "bvuge",
        Op::Slt => "bvslt",
        Op::Sle => "bvsle",
        Op::Sgt => "bvsgt",
        Op::Sge => "bvsge",
        _ => unreachable!("{op:?} is not in the grammar"),
    }
}
