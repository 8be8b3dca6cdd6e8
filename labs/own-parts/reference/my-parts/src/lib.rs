//! The parts that this project adds to symtool. Options of symtool select a part by the name in its `ROW`.
use symtool::Parts;

mod all_ones;
mod branches;
mod few_differences;
mod mul_to_shift;
mod or_xor;
mod round_robin;
mod same_memory;
mod sat_add;
mod set_or_clear;
mod xor_self;
// Add the lines `mod …;` of your parts above this line.

/// Adds the parts of this crate.
pub fn add(parts: &mut Parts) {
    parts.pass(mul_to_shift::ROW);
    parts.analysis(branches::ROW);
    parts.searcher(round_robin::ROW);
    parts.merge_policy(few_differences::ROW);
    parts.meld_rule(set_or_clear::ROW);
    parts.intrinsic(sat_add::ROW);
    parts.link(all_ones::ROW);
    parts.pass(xor_self::ROW);
    parts.meld_rule(or_xor::ROW);
    parts.merge_policy(same_memory::ROW);
    // Add the lines `parts.…;` of your parts above this line.
}
