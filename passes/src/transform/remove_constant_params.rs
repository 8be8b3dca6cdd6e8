//! Removes block parameters that receive the same value over every edge. An edge that passes the parameter
//! itself is ignored.
//!
//! The method is an optimistic fixpoint: the lattice value of a parameter starts at "no value seen" and rises to "one
//! value" and "several values". So a parameter is also removed if it has one value before a loop and the loop only
//! passes this value on. The value may replace the parameter, because the definition of the value dominates the end of
//! every predecessor of the block, and therefore the block.
use super::edit::drop_arguments;
use crate::pass::{Changed, Pass, PassContext};
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use symtool_analysis::cfg::Cfg;
use symtool_ir::{Block, Function, Value, ValueDef};

/// The pass `remove-constant-params`: removes block parameters that receive only one value.
#[derive(Debug)]
pub struct RemoveConstantParams;

/// The lattice value of a block parameter, according to the arguments seen so far: no value seen, one value, or several
/// different values.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
enum Known {
    #[default]
    Nothing,
    One(Value),
    /// Several different values.
    Many,
}

impl Pass for RemoveConstantParams {
    fn run(&self, func: &mut Function, ctx: &mut PassContext) -> Changed {
        let cfg = Cfg::new(func);
        let mut known = solve(func, &cfg);
        while propagate(func, &cfg, &mut known) {}
        let mut replaced: FxHashMap<Value, Value> = FxHashMap::default();
        let mut keep: SecondaryMap<Block, Option<Vec<bool>>> = SecondaryMap::new();
        for &block in cfg.rpo().iter().skip(1) {
            let stays = |&v: &Value| !matches!(known[v], Known::One(_));
            let live: Vec<bool> = func.params(block).iter().map(stays).collect();
            if live.iter().all(|&l| l) {
                continue;
            }
            for &param in func.params(block) {
                if let Known::One(value) = known[param] {
                    replaced.insert(param, value);
                }
            }
            func.retain_params(block, |position| live[position]);
            keep[block] = Some(live);
        }
        drop_arguments(func, &keep);
        func.replace_uses(&replaced);
        ctx.count("remove-constant-params.removed", replaced.len() as u64);
        Changed::from_bool(!replaced.is_empty())
    }
}

fn solve(func: &Function, cfg: &Cfg) -> SecondaryMap<Value, Known> {
    let mut known: SecondaryMap<Value, Known> = SecondaryMap::new();
    let is_param =
        |v: Value| matches!(func.def(v), ValueDef::Param(b, _) if Some(b) != func.entry());
    let mut changed = true;
    while changed {
        changed = false;
        for &block in cfg.rpo() {
            for target in func.data(func.terminator(block)).targets() {
                for (&param, &arg) in func.params(target.block).iter().zip(&target.args) {
                    let arg = match known[arg] {
                        Known::Nothing if is_param(arg) => continue,
                        Known::One(value) => value,
                        _ => arg,
                    };
                    let new = match known[param] {
                        Known::Nothing => Known::One(arg),
                        Known::One(old) if old == arg || arg == param => continue,
                        Known::Many => continue,
                        Known::One(_) => Known::Many,
                    };
                    known[param] = new;
                    changed = true;
                }
            }
        }
    }
    known
}

/// Finds block parameters that are `Many` in `known` but always equal one value. Sets each of them to this value in
/// `known`; returns whether one was found. For example, if p receives only the parameter q, and q receives several
/// values, then both are `Many`, but p always equals q. To find p, each argument with only one known value is replaced
/// by this value, and the arguments of each parameter are compared again.
fn propagate(func: &Function, cfg: &Cfg, known: &mut SecondaryMap<Value, Known>) -> bool {
    let mut seen: SecondaryMap<Value, Known> = SecondaryMap::new();
    for &block in cfg.rpo() {
        for target in func.data(func.terminator(block)).targets() {
            for (&param, &arg) in func.params(target.block).iter().zip(&target.args) {
                let arg = match known[arg] {
                    Known::One(value) => value,
                    _ => arg,
                };
                seen[param] = match seen[param] {
                    old if arg == param => old,
                    Known::Nothing => Known::One(arg),
                    Known::One(old) if old == arg => Known::One(old),
                    _ => Known::Many,
                };
            }
        }
    }
    let mut found = false;
    for &block in cfg.rpo().iter().skip(1) {
        for &param in func.params(block) {
            // If two parameters equal each other, only one of them may be replaced by the other.
            if let (Known::Many, Known::One(value)) = (known[param], seen[param])
                && !matches!(known[value], Known::One(_))
            {
                known[param] = Known::One(value);
                found = true;
            }
        }
    }
    found
}
