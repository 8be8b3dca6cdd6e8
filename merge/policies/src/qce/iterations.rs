//! Iteration counts of counted loops. In a counted loop, the counter starts at a constant, each iteration adds a
//! constant to the counter, and the loop head compares the counter with a constant. For example, the loop
//! `for (i = 0; i < 8; i += 2)` has 4 iterations.
use symtool_analysis::cfg::Cfg;
use symtool_analysis::loops::Loop;
use symtool_ir::{Bits, Function, InstData, Op, Value, ValueDef, eval};

/// The maximum iteration count: a loop with more iterations is treated as a loop with this number of iterations. The
/// counter is evaluated iteration by iteration, so the maximum bounds the work for each loop.
const MOST: u32 = 64;

/// Returns the number of iterations of the loop `of`, at most [`MOST`]; `None` if `of` is not a counted loop.
pub(super) fn known_iterations(function: &Function, cfg: &Cfg, of: &Loop) -> Option<u32> {
    let InstData::Branch {
        cond,
        then_dest,
        else_dest,
    } = function.data(function.terminator(of.header))
    else {
        return None;
    };
    let continues = of.blocks.contains(&then_dest.block);
    if continues == of.blocks.contains(&else_dest.block) {
        return None;
    }
    let ValueDef::Inst(compare) = function.def(*cond) else {
        return None;
    };
    let InstData::Pure { op, args } = function.data(compare) else {
        return None;
    };
    let [left, right] = args.as_slice() else {
        return None;
    };
    let counter = [*left, *right]
        .into_iter()
        .find(|&v| function.params(of.header).contains(&v))?;
    let (mut value, step) = start_and_step(function, cfg, of, counter)?;
    let width = value.width();
    let at = |v: Value, now: Bits| {
        if v == counter {
            Some(now)
        } else {
            function.as_const(v)
        }
    };
    for iteration in 0..MOST {
        let operands = [at(*left, value)?, at(*right, value)?];
        let holds = eval(*op, 1, &operands).is_true();
        if holds != continues {
            return Some(iteration);
        }
        value = eval(Op::Add, width, &[value, step]);
    }
    Some(MOST)
}

/// Returns the initial value of a loop counter and the constant that each iteration adds to it.
fn start_and_step(
    function: &Function,
    cfg: &Cfg,
    of: &Loop,
    counter: Value,
) -> Option<(Bits, Bits)> {
    let index = function
        .params(of.header)
        .iter()
        .position(|&v| v == counter)?;
    let (mut first, mut step) = (None, None);
    for &pred in cfg.preds(of.header) {
        let data = function.data(function.terminator(pred));
        for target in data.targets().iter().filter(|t| t.block == of.header) {
            let arg = target.args[index];
            let is_consistent = if of.latches.contains(&pred) {
                let added = added(function, arg, counter)?;
                *step.get_or_insert(added) == added
            } else {
                let start = function.as_const(arg)?;
                *first.get_or_insert(start) == start
            };
            if !is_consistent {
                return None;
            }
        }
    }
    Some((first?, step?))
}

fn added(function: &Function, value: Value, counter: Value) -> Option<Bits> {
    let ValueDef::Inst(inst) = function.def(value) else {
        return None;
    };
    match function.data(inst) {
        InstData::Pure { op: Op::Add, args } => match args.as_slice() {
            [a, b] if *a == counter => function.as_const(*b),
            [a, b] if *b == counter => function.as_const(*a),
            _ => None,
        },
        _ => None,
    }
}
