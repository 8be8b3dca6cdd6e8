//! The tests check which instructions count as issuing queries, and which memory locations count as variables.
use super::*;

/// Returns the counts at the entry of `@f` for β = 1, so that both sides of a branch have full weight.
fn entry_of_f(text: &str) -> (Module, Counts) {
    let options = QceOptions {
        beta: 1.0,
        ..QceOptions::default()
    };
    let (module, qce) = counts(text, options);
    let func = module.function_named("f").unwrap();
    let entry = module.functions[func].layout()[0];
    let counts = qce.block(func, entry).unwrap().clone();
    (module, counts)
}

fn param(module: &Module, index: usize) -> Variable {
    let function = &module.functions[module.function_named("f").unwrap()];
    Variable::Value(function.params(function.layout()[0])[index])
}

fn behind(pointer: Variable, hops: &[i64], offset: i64) -> Variable {
    let Variable::Value(value) = pointer else {
        panic!("expected a value, found {pointer:?}");
    };
    let mut at = Location::new(Root::Pointer(value), 0);
    for &hop in hops {
        at = at.moved(hop).and_then(Location::target).unwrap();
    }
    Variable::Memory {
        at: at.moved(offset).unwrap(),
        len: 4,
    }
}

#[test]
fn checks_and_variable_addresses_issue_queries() {
    let text = "global @table, size 16, align 4
func @f(%a: i32, %i: i64, %n: i64, %c: i1) {
entry:
  %ok = ne %a, 0
  check div, %ok, \"a\"
  check.if %c, assert, %ok, \"a\"
  %table = global_addr @table
  %fixed = ptr_add %table, 4
  %first = load i32 %fixed
  %at = ptr_add %table, %i
  %other = load i32 %at
  store i32 1, %at
  intrinsic fill(%table, 0, %n)
  intrinsic assume(%c)
  return
}
";
    let (module, counts) = entry_of_f(text);
    let of = |index| counts.of(param(&module, index));
    assert_eq!(counts.total, 6.0, "{counts:?}");
    // The six queries are the two checks, the load and the store at `%at`, the fill and the assumption. `%a` occurs
    // in two checks, `%i` in the load and the store, `%n` in the size of the fill, and `%c` in a guard and the
    // assumption.
    assert_eq!([of(0), of(1), of(2), of(3)], [2.0, 2.0, 1.0, 2.0]);
}

#[test]
fn a_call_in_the_middle_of_a_block_is_behind_the_earlier_queries() {
    let text = "func @leaf() {
entry:
  return
}
func @f(%a: i32, %b: i32) {
entry:
  %x = ne %a, 0
  check assert, %x, \"a\"
  call @leaf()
  %y = ne %b, 0
  check assert, %y, \"b\"
  return
}
";
    let (module, qce) = counts(text, QceOptions::default());
    let func = module.function_named("f").unwrap();
    let function = &module.functions[func];
    let call = function.insts(function.layout()[0])[2];
    let behind = qce.behind(func, call).unwrap();
    assert_eq!(behind.total, 1.0, "{behind:?}");
    assert_eq!(behind.of(param(&module, 0)), 0.0, "{behind:?}");
    assert_eq!(behind.of(param(&module, 1)), 1.0, "{behind:?}");
}

#[test]
fn a_heap_cell_is_a_variable() {
    let text = "func @f() {
entry:
  %p = intrinsic malloc(8)
  %h = ptr_add %p, 4
  %v = load i32 %h
  %c = ne %v, 0
  branch %c, yes, no
yes:
  return
no:
  return
}
";
    let (module, counts) = entry_of_f(text);
    let function = &module.functions[module.function_named("f").unwrap()];
    let p = function.result(function.insts(function.layout()[0])[0]);
    let cell = behind(Variable::Value(p.unwrap()), &[], 4);
    assert_eq!(counts.of(cell), 1.0, "{counts:?}");
}

#[test]
fn list_nodes_are_variables_of_the_head() {
    let text = "func @f(%head: ptr) {
entry:
  jump loop(%head)
loop(%p: ptr):
  %v = load i32 %p
  %c = ne %v, 0
  branch %c, next, done
next:
  %link = ptr_add %p, 8
  %q = load ptr %link
  jump loop(%q)
done:
  return
}
";
    let (module, counts) = entry_of_f(text);
    let head = param(&module, 0);
    for hops in [&[][..], &[8], &[8, 8]] {
        assert!(
            counts.of(behind(head, hops, 0)) > 0.0,
            "{hops:?} {counts:?}"
        );
    }
}

#[test]
fn a_query_on_memory_depends_on_the_stored_values() {
    let text = "func @f(%p: ptr, %a: i32, %b: i32) {
entry:
  %second = ptr_add %p, 4
  store %a, %second
  store %b, %p
  %v = load i32 %second
  %c = ne %v, 0
  check assert, %c, \"v\"
  return
}
";
    let (module, counts) = entry_of_f(text);
    let of = |index| counts.of(param(&module, index));
    assert_eq!([of(1), of(2)], [1.0, 0.0], "{counts:?}");
}

/// Checks that memory which a callee reads behind a pointer argument is a memory variable of the caller. The callee
/// reads `*(*s + 8)`, and the caller passes an address in the global `g` as s. So the root of the variable is `g`.
#[test]
fn memory_behind_an_argument_is_memory_of_the_caller() {
    let text = "global @g, size 32, align 8
func @leaf(%s: ptr) {
entry:
  %t = load ptr %s
  %u = ptr_add %t, 8
  %v = load i32 %u
  %c = ne %v, 0
  check assert, %c, \"v\"
  return
}
func @f() {
entry:
  %g = global_addr @g
  %s = ptr_add %g, 16
  call @leaf(%s)
  return
}
";
    let (module, counts) = entry_of_f(text);
    let global = module.globals.keys().next().unwrap();
    let cell = Location::new(Root::Global(global), 16).target().unwrap();
    let cell = Variable::Memory {
        at: cell.moved(8).unwrap(),
        len: 4,
    };
    assert_eq!(counts.of(cell), 1.0, "{counts:?}");
}

#[test]
fn a_pointer_loaded_again_points_to_the_locations_of_the_stored_one() {
    let text = "func @f(%p: ptr, %a: i32) {
  slot $list \"list\", size 8, align 8
entry:
  %list = stack_addr $list
  store %p, %list
  %q = load ptr %list
  %second = ptr_add %q, 4
  store %a, %second
  %same = ptr_add %p, 4
  %v = load i32 %same
  %c = ne %v, 0
  check assert, %c, \"v\"
  return
}
";
    let (module, counts) = entry_of_f(text);
    assert_eq!(counts.of(param(&module, 1)), 1.0, "{counts:?}");
}
