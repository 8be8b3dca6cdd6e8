//! Prints a function with its query counts as comments.
use super::{Counts, Qce, Root, Variable};
use std::fmt::Write;
use symtool_analysis::cfg::Cfg;
use symtool_analysis::liveness::Liveness;
use symtool_ir::print::{Names, function_with_names};
use symtool_ir::{Func, Function, Module};

/// Returns the text of a function as [`symtool_ir::print::function_to_string`] does, with a comment before each block.
/// The comment contains Q_t, the number of all queries from this block on, and Q_add of each live variable, the number
/// of these queries that depend on the variable. It also lists the variables that are hot by the counts of this
/// function alone. The text can still be parsed.
pub fn counted(module: &Module, func: Func, qce: &Qce) -> String {
    let function = &module.functions[func];
    let names = Names::of(function);
    let text = function_with_names(module, function, &names, true);
    if function.is_declaration() {
        return text;
    }
    let cfg = Cfg::new(function);
    let liveness = Liveness::new(function, &cfg);
    let mut blocks = function.layout().iter().copied().peekable();
    let mut out = String::new();
    for line in text.lines() {
        if let Some(&block) = blocks.peek() {
            let label = names.block(block);
            let rest = line.strip_prefix(label.as_str());
            if rest.is_some_and(|rest| rest.starts_with(['(', ':'])) {
                blocks.next();
                if let Some(counts) = qce.block(func, block) {
                    let needed = |variable: &Variable| match variable {
                        Variable::Value(value) => {
                            liveness.is_live_in(block, *value)
                                || function.params(block).contains(value)
                        }
                        Variable::Memory { .. } => true,
                    };
                    out += &comment((module, function, &names), qce, counts, needed);
                }
            }
        }
        let _ = writeln!(out, "{line}");
    }
    out
}

fn comment(
    of: (&Module, &Function, &Names),
    qce: &Qce,
    counts: &Counts,
    needed: impl Fn(&Variable) -> bool,
) -> String {
    let mut text = format!("; Q_t {}", number(counts.total));
    let shown: Vec<_> = (counts.additional.iter())
        .filter(|(variable, _)| needed(variable))
        .map(|&(variable, count)| (name(of, variable), count))
        .collect();
    if !shown.is_empty() {
        let each = shown
            .iter()
            .map(|(name, count)| format!("{name} {}", number(*count)));
        text += &format!("; Q_add {}", each.collect::<Vec<_>>().join(", "));
    }
    let hot = shown
        .iter()
        .filter(|(_, count)| qce.is_hot(*count, counts.total))
        .map(|(name, _)| name.as_str());
    text += &format!("; hot {{{}}}\n", hot.collect::<Vec<_>>().join(", "));
    text
}

/// Returns the text of `variable`; `names` are the names of the values of `function`.
fn name((module, function, names): (&Module, &Function, &Names), variable: Variable) -> String {
    match variable {
        Variable::Value(value) => names.operand(function, value),
        Variable::Memory { at, .. } => {
            let mut text = match at.root {
                Root::Slot(slot) => format!("${}", function.slots[slot].name),
                Root::Global(global) => format!("@{}", module.globals[global].name),
                Root::Pointer(value) => format!("*{}", names.operand(function, value)),
            };
            for hop in at.hops.offsets() {
                text = format!("*({text}+{hop})");
            }
            format!("{text}+{}", at.offset)
        }
    }
}

/// Formats a number with up to four decimal places, without trailing zeros; from 10^6 on, in scientific
/// notation.
fn number(value: f64) -> String {
    if value >= 1e6 {
        return format!("{value:.3e}");
    }
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
