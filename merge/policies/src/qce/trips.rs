//! How often a loop runs whose counter no input touches: it begins with a constant, a constant is added on each trip, and the
//! head compares it with a constant.
use symtool_ir::{Bits, Function, InstData, Op, Value, ValueDef, eval};
use symtool_passes::analysis::cfg::Cfg;
use symtool_passes::analysis::loops::Loop;

/// Longer loops count as this long: what lies behind them counts for nothing in any case.
const MOST: u32 = 64;

/// The number of trips, if it is known.
pub(super) fn trips(function: &Function, cfg: &Cfg, of: &Loop) -> Option<u32> {
    let InstData::Branch {
        cond,
        then_dest,
        else_dest,
    } = function.data(function.terminator(of.header))
    else {
        return None;
    };
    let goes_on = of.blocks.contains(&then_dest.block);
    if goes_on == of.blocks.contains(&else_dest.block) {
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
    let (mut value, step) = course(function, cfg, of, counter)?;
    let width = value.width();
    let at = |v: Value, now: Bits| {
        if v == counter {
            Some(now)
        } else {
            function.as_const(v)
        }
    };
    for trip in 0..MOST {
        let operands = [at(*left, value)?, at(*right, value)?];
        let holds = eval(*op, 1, &operands).is_true();
        if holds != goes_on {
            return Some(trip);
        }
        value = eval(Op::Add, width, &[value, step]);
    }
    Some(MOST)
}

/// First value of a counter and what is added on each trip.
fn course(function: &Function, cfg: &Cfg, of: &Loop, counter: Value) -> Option<(Bits, Bits)> {
    let place = function
        .params(of.header)
        .iter()
        .position(|&v| v == counter)?;
    let (mut first, mut step) = (None, None);
    for &pred in cfg.preds(of.header) {
        let data = function.data(function.terminator(pred));
        for target in data.targets().iter().filter(|t| t.block == of.header) {
            let arg = target.args[place];
            let seen = if of.latches.contains(&pred) {
                let added = added(function, arg, counter)?;
                *step.get_or_insert(added) == added
            } else {
                let start = function.as_const(arg)?;
                *first.get_or_insert(start) == start
            };
            if !seen {
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
