//! Melding of whole functions: shapes, memory, and the same behaviour as before on concrete runs.
mod support;

use support::{compare_runs, parse};
use symtool_ir::Module;
use symtool_merge::compile_time::{MeldReport, Mode};

/// Melds in guarded mode and compares all runs; `values` are tried for every parameter.
fn same_in_guarded_mode(text: &str, values: &[i128]) -> (Module, MeldReport) {
    let (module, entry) = parse(text);
    compare_runs(&module, entry, Mode::Guarded, values, 10_000)
}

const VALUES: &[i128] = &[0, 1, -1, 2, 5, 96, 97, 110, 122, 123, 127];

const TOUPPER: &str = "
func @f(%a: i8, %b: i8) -> i32 {
  slot $text, size 2, align 1
entry:
  %text = stack_addr $text
  store %a, %text
  %p1 = ptr_add %text, 1
  store %b, %p1
  jump loop(0)
loop(%i: i64):
  %more = ult %i, 2
  branch %more, body, done
body:
  %p = ptr_add %text, %i
  %x = load i8 %p
  %wide = sext %x to i32
  %ge = sge i32 %wide, 97
  %x2 = load i8 %p
  %wide2 = sext %x2 to i32
  %le = sle i32 %wide2, 122
  %both = and i1 %ge, %le
  branch %both, then, next
then:
  %p2 = ptr_add %text, %i
  %y = load i8 %p2
  %yw = sext %y to i32
  %up = add i32 %yw, -32
  %low = trunc %up to i8
  store %low, %p2
  jump next
next:
  %i1 = add %i, 1
  jump loop(%i1)
done:
  %r0 = load i8 %text
  %r1 = load i8 %p1
  %w0 = zext %r0 to i32
  %w1 = zext %r1 to i32
  %s = shl i32 %w1, 8
  %r = or i32 %w0, %s
  intrinsic exit(%r)
  unreachable
}
";

#[test]
fn toupper_melds_to_one_select_and_an_unguarded_store() {
    let (new, report) = same_in_guarded_mode(TOUPPER, VALUES);
    let text = symtool_ir::print::module_without_locs(&new);
    assert_eq!(report.applied, 1, "{text}");
    assert_eq!(report.selects_added, 1, "{text}");
    assert!(!text.contains("store.if"), "{text}");
}
