//! The tests check that melding keeps the outcomes of concrete runs, for functions of various shapes with and without
//! memory accesses.
mod support;

use support::{compare_runs, parse};
use symtool_ir::Module;
use symtool_meld::{MeldReport, Mode, meld_while};

/// Melds a program in guarded mode. Asserts that the melded program has the same outcome as the original program for
/// all tuples of arguments from `values`.
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

/// Returns a function with the given body, which may access a buffer of four `i32` (7, 8, 9, 10). The function exits
/// with a hash of the buffer and of `%r`, so that each difference in memory changes the outcome.
fn over_buffer(body: &str) -> String {
    format!(
        "global @buf, size 16, align 4, bytes i32 7, 8, 9, 10
declare @other(i32) -> i32
func @f(%a: i32, %b: i32) -> i32 {{
entry:
  %p0 = global_addr @buf
  %p1 = ptr_add %p0, 4
  %p2 = ptr_add %p0, 8
  %c = slt i32 %a, %b
{body}
join(%r: i32):
  %x0 = load i32 %p0
  %x1 = load i32 %p1
  %x2 = load i32 %p2
  %s0 = mul i32 %x0, 3
  %s1 = add i32 %s0, %x1
  %s2 = mul i32 %s1, 5
  %s3 = add i32 %s2, %x2
  %s4 = mul i32 %s3, 7
  %s5 = add i32 %s4, %r
  intrinsic exit(%s5)
  unreachable
}}
"
    )
}

fn text_of(module: &Module) -> String {
    symtool_ir::print::module_without_locs(module)
}

#[test]
fn stores_of_both_sides_to_one_address_become_one() {
    let (new, report) = same_in_guarded_mode(
        &over_buffer(
            "  branch %c, then, else
then:
  %q = ptr_add %p0, 4
  store i32 %a, %q
  jump join(1)
else:
  store i32 %b, %p1
  jump join(2)",
        ),
        VALUES,
    );
    let text = text_of(&new);
    assert_eq!((report.applied, report.if_then_else), (1, 1));
    assert_eq!(text.matches("store").count(), 1, "{text}");
    assert!(
        !text.contains("store.if") && !text.contains("branch"),
        "{text}"
    );
}

#[test]
fn different_addresses_are_never_merged_by_select() {
    let body = "  branch %c, then, else
then:
  %x = load i32 %p0
  store i32 %a, %p1
  jump join(%x)
else:
  %y = load i32 %p1
  store i32 %b, %p2
  jump join(%y)";
    let (new, _) = same_in_guarded_mode(&over_buffer(body), VALUES);
    let text = text_of(&new);
    assert_eq!(text.matches("load.if").count(), 2, "{text}");
    assert_eq!(text.matches("store.if").count(), 2, "{text}");
    assert!(!text.contains("select ptr"), "{text}");

    let (module, entry) = parse(&over_buffer(body));
    let (new, report) = compare_runs(&module, entry, Mode::Speculative, VALUES, 1000);
    let text = text_of(&new);
    assert_eq!(report.applied, 1, "{text}");
    assert!(
        !text.contains(".if"),
        "speculative accesses carry no guard: {text}"
    );
}

#[test]
fn calls_and_volatile_accesses_prevent_melding_with_a_reason() {
    for (inst, reason) in [
        ("%x = call @other(%a)", "a call of other"),
        ("%x = load volatile i32 %p0", "a volatile access"),
        (
            "%x = intrinsic symbolic i32 \"n\"",
            "the creation of a symbolic input",
        ),
    ] {
        let body = format!("  branch %c, then, join(%b)\nthen:\n  {inst}\n  jump join(%x)");
        let (module, entry) = parse(&over_buffer(&body));
        let (new, report) = support::melded(&module, entry, Mode::Guarded);
        assert_eq!((report.applied, report.candidates), (0, 1));
        assert!(report.log[0].reason.contains(reason), "{:?}", report.log);
        assert_eq!(text_of(&new), text_of(&module));
    }
}

#[test]
fn an_outer_branch_melds_with_statements_after_an_inner_one() {
    let (new, report) = same_in_guarded_mode(
        &over_buffer(
            "  branch %c, then, join(%b)
then:
  %d = eq i32 %a, 5
  branch %d, inner, after(%a)
inner:
  %n = mul i32 %a, %b
  jump after(%n)
after(%m: i32):
  store i32 %m, %p1
  %k = add i32 %m, 1
  jump join(%k)",
        ),
        VALUES,
    );
    assert_eq!((report.applied, report.if_then), (2, 2));
    assert!(!text_of(&new).contains("branch"));
}

#[test]
fn an_early_continue_and_two_returns_meld() {
    let (new, report) = same_in_guarded_mode(
        "func @g(%a: i32, %b: i32) -> i32 {
entry:
  %c = slt i32 %a, %b
  branch %c, one, two
one:
  return %a
two:
  return %b
}
func @f(%a: i32, %b: i32) -> i32 {
entry:
  jump loop(0, 0)
loop(%i: i32, %sum: i32):
  %more = slt i32 %i, 6
  branch %more, body, done
body:
  %skip = eq i32 %i, %a
  branch %skip, next(%sum), test
test:
  %small = slt i32 %i, %b
  branch %small, next(%sum), use
use:
  %m = call @g(%i, %a)
  %plus = add i32 %sum, %i
  jump next(%plus)
next(%s: i32):
  %j = add i32 %i, 1
  jump loop(%j, %s)
done:
  intrinsic exit(%sum)
  unreachable
}
",
        VALUES,
    );
    // The call in `use` prevents melding of the side that contains the call. Nevertheless, the two conditions of the
    // short-circuit operator become one condition.
    let text = text_of(&new);
    assert_eq!(report.applied, 1, "{text}");
    assert!(text.contains("or i1 %skip"), "{text}");
}

#[test]
fn ignored_locations_are_not_melded() {
    use symtool_meld::{IgnoreList, IgnoredLocation, meld};
    let text = over_buffer(
        "  branch %c, then, join(%b)\nthen:\n  store i32 %a, %p1 @1:3:5\n  jump join(%a)",
    );
    let (module, entry) = parse(&text);
    let (file, _) = module
        .source
        .files()
        .next()
        .map(|(id, n)| (n.to_owned(), id))
        .expect("a file");
    let place = |function: &str| IgnoredLocation {
        file: file.clone(),
        line: 3,
        column: 5,
        function: function.to_owned(),
    };
    for (function, applied) in [("f", 0), ("g", 1)] {
        let mut options = support::options(Mode::Guarded);
        options.ignore.insert(place(function));
        let mut new = module.clone();
        let report = meld(&mut new, entry, &options);
        assert_eq!(report.applied, applied, "{:?}", report.log);
        let read = IgnoreList::from_json(&options.ignore.to_json());
        assert_eq!(read, Ok(options.ignore));
    }
    assert!(IgnoreList::from_json("[{}]").is_err());
}

/// A program that contains `if (c) for (k = 0; k < 3; k++) buf[k] += c;`.
const SIDE_WITH_LOOP: &str = "
func @f(%a: i32, %b: i32) -> i32 {
  slot $buf, size 12, align 4
entry:
  %buf = stack_addr $buf
  store %a, %buf
  %p1 = ptr_add %buf, 4
  store %b, %p1
  %p2 = ptr_add %buf, 8
  store i32 7, %p2
  %c = sgt i32 %a, %b
  branch %c, pre, join(%b)
pre:
  jump loop(0, %a)
loop(%k: i64, %sum: i32):
  %more = ult %k, 3
  branch %more, body, join(%sum)
body:
  %scaled = mul %k, 4
  %p = ptr_add %buf, %scaled
  %x = load i32 %p
  %y = add %x, %b
  store %y, %p
  %s = add %sum, %x
  %k1 = add %k, 1
  jump loop(%k1, %s)
join(%r: i32):
  %z0 = load i32 %buf
  %z1 = load i32 %p2
  %t0 = xor %z0, %z1
  %t1 = add %t0, %r
  intrinsic exit(%t1)
  unreachable
}
";

#[test]
fn a_side_with_a_loop_runs_under_a_guard() {
    let (new, report) = same_in_guarded_mode(SIDE_WITH_LOOP, VALUES);
    let reasons: Vec<&str> = report.log.iter().map(|d| d.reason.as_str()).collect();
    assert!(reasons.contains(&"if-then with loops"), "{reasons:?}");
    let text = new.to_string();
    for part in [
        "intrinsic may_be(%c)",
        "load.if %c",
        "store.if %c",
        "select",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// A program that contains `for (k = 0; k < n; k++) buf[k & 1] = k;`, with an input-dependent number n of iterations.
const LOOP_OF_AN_INPUT: &str = "
func @f(%a: i32, %b: i32) -> i32 {
  slot $buf, size 8, align 4
entry:
  %buf = stack_addr $buf
  store %a, %buf
  %p1 = ptr_add %buf, 4
  store %b, %p1
  %n = and i32 %a, 7
  jump loop(0)
loop(%k: i32):
  %more = slt %k, %n
  branch %more, body, done
body:
  %odd = and %k, 1
  %wide = sext %odd to i64
  %scaled = mul %wide, 4
  %p = ptr_add %buf, %scaled
  store %k, %p
  %k1 = add %k, 1
  jump loop(%k1)
done:
  %z0 = load i32 %buf
  %z1 = load i32 %p1
  %t0 = mul %z0, 8
  %t1 = add %t0, %z1
  %t2 = mul %t1, 8
  %t3 = add %t2, %k
  intrinsic exit(%t3)
  unreachable
}
";

#[test]
fn a_guarded_loop_yields_the_final_values_of_each_input() {
    let (new, report) = same_in_guarded_mode(LOOP_OF_AN_INPUT, VALUES);
    let reasons: Vec<&str> = report.log.iter().map(|d| d.reason.as_str()).collect();
    assert!(reasons.contains(&"loop"), "{reasons:?}");
    let text = new.to_string();
    assert!(text.contains("intrinsic may_be"), "{text}");
    assert!(text.contains("store.if"), "{text}");
}

#[test]
fn a_loop_with_a_condition_in_memory_is_not_guarded() {
    let text = LOOP_OF_AN_INPUT
        .replace(
            "%more = slt %k, %n",
            "%low = and %k, 1\n  %off = sext %low to i64\n  %four = mul %off, 4\n  %q = ptr_add %buf, %four\n  %m = load i32 %q\n  %more = slt %k, %m",
        );
    let (new, report) = same_in_guarded_mode(&text, &[0, 1, -1, 2, 5]);
    assert_eq!(report.applied, 0, "{:?}\n{new}", report.log);
}

/// Checks that all branches of a module with 520 branches are melded, and that the melded program has the same
/// outcomes. Melding builds an e-graph only for the first 500 branches, to limit its time; further branches get the
/// result of a faster method.
#[test]
fn a_module_of_many_branches_melds_all_of_them() {
    use std::fmt::Write;
    let mut text = "func @f(%a: i32) -> i32 {\nentry:\n  jump b0(%a)\n".to_owned();
    let count = 520;
    for i in 0..count {
        let (low, next) = (i % 7, i + 1);
        let _ = write!(
            text,
            "b{i}(%x{i}: i32):\n  %c{i} = slt i32 %x{i}, {low}\n  branch %c{i}, t{i}, e{i}\n\
             t{i}:\n  %p{i} = add i32 %x{i}, 3\n  jump b{next}(%p{i})\n\
             e{i}:\n  %q{i} = add i32 %x{i}, -2\n  jump b{next}(%q{i})\n"
        );
    }
    let _ = write!(
        text,
        "b{count}(%x{count}: i32):\n  intrinsic exit(%x{count})\n  unreachable\n}}\n"
    );
    let (_, report) = same_in_guarded_mode(&text, &[-3, 0, 5]);
    assert_eq!(report.applied, count);
    assert_eq!(report.graphs, 500);
}

#[test]
fn melding_ends_before_any_branch() {
    let (module, entry) = parse(TOUPPER);
    let options = support::options(Mode::Guarded);
    let asked = std::cell::Cell::new(0);
    let ask = |most: u32| {
        asked.set(asked.get() + 1);
        asked.get() <= most
    };
    let count = meld_while(&mut module.clone(), entry, &options, &|| ask(u32::MAX));
    assert!(count.applied > 0 && asked.get() > 1, "{}", asked.get());
    asked.set(0);
    let mut new = module.clone();
    let report = meld_while(&mut new, entry, &options, &|| ask(1));
    assert_eq!(report.applied, 0);
    let mut reasons = report.log.iter().map(|decision| &*decision.reason);
    assert!(reasons.any(|why| why.contains("ended at a limit")));
    assert_eq!(new.to_string(), module.to_string());
}
