//! The tests check the query counts of small functions against counts computed by hand.
use super::*;

mod sources;

fn counts(text: &str, options: QceOptions) -> (Module, Qce) {
    let module =
        symtool_ir::parse::parse_module(text, "test.sir").unwrap_or_else(|e| panic!("{e}"));
    symtool_ir::verify::verify_module(&module).unwrap_or_else(|e| panic!("{e}"));
    let qce = Qce::new(&module, options);
    (module, qce)
}

fn text(module: &Module, name: &str, qce: &Qce) -> String {
    counted(module, module.function_named(name).unwrap(), qce)
}

/// The simplified echo program of Figure 1 of Kuznetsov et al. (PLDI 2012), from line 7 on, in SSA form.
const ECHO: &str = "
declare @putchar(i32) -> i32
func @echo(%argc: i32, %argv: ptr, %r0: i32, %arg0: i32) {
entry:
  jump line7(%r0, %arg0)
line7(%r: i32, %arg: i32):
  %more = slt i32 %arg, %argc
  branch %more, outer, line10
outer:
  jump line8(0)
line8(%i: i32):
  %wide = sext i32 %arg to i64
  %at = mul i64 %wide, 8
  %slot = ptr_add %argv, %at
  %text = load ptr %slot
  %index = sext i32 %i to i64
  %place = ptr_add %text, %index
  %c = load i8 %place
  %go = ne i8 %c, 0
  branch %go, line9, next
line9:
  %d = load i8 %place
  %w = sext i8 %d to i32
  %unused = call @putchar(%w)
  %i1 = add %i, 1
  jump line8(%i1)
next:
  %arg1 = add %arg, 1
  jump line7(%r, %arg1)
line10:
  %newline = ne i32 %r, 0
  branch %newline, line11, line12
line11:
  %unused2 = call @putchar(10)
  jump line12
line12:
  return
}
";

#[test]
fn echo_has_the_counts_of_the_paper() {
    let options = QceOptions {
        alpha: 0.5,
        beta: 0.6,
        kappa: 1,
        zeta: 1.0,
        counted: Counted::Branches,
    };
    let (module, qce) = counts(ECHO, options);
    let func = module.function_named("echo").unwrap();
    let function = &module.functions[func];
    let line7 = function.layout()[1];
    let (r, arg) = (function.params(line7)[0], function.params(line7)[1]);
    let counts = qce.block(func, line7).unwrap();
    let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
    assert!(near(counts.of(Variable::Value(arg)), 1.6), "{counts:?}");
    assert!(near(counts.of(Variable::Value(r)), 1.32), "{counts:?}");
    assert!(near(counts.total, 2.92), "{counts:?}");
    assert!(qce.is_hot(counts.of(Variable::Value(arg)), counts.total));
    assert!(!qce.is_hot(counts.of(Variable::Value(r)), counts.total));
    let printed = text(&module, "echo", &qce);
    let lines: Vec<&str> = printed.lines().collect();
    let label = lines.iter().position(|l| l.starts_with("line7(")).unwrap();
    assert_eq!(
        lines[label - 1],
        "; Q_t 2.92; Q_add %argc 1, %argv 0.6, %r 1.32, %arg 1.6; hot {%arg}"
    );
}

#[test]
fn a_counted_loop_uses_its_iteration_count() {
    let text = "func @f(%x: i32) {
entry:
  jump head(0)
head(%i: i32):
  %go = ult %i, 3
  branch %go, body, done
body:
  %bit = lshr i32 %x, %i
  %odd = trunc %bit to i1
  branch %odd, one, next
one:
  jump next
next:
  %i1 = add %i, 1
  jump head(%i1)
done:
  return
}
";
    let options = QceOptions {
        beta: 0.5,
        ..QceOptions::default()
    };
    let (module, qce) = counts(text, options);
    let func = module.function_named("f").unwrap();
    let counts = qce.block(func, module.functions[func].layout()[0]).unwrap();
    // The loop head issues its query four times, and the loop body three times: seven queries in total. With β = 0.5,
    // the weights of both sides of a branch add up to 1.
    assert!((counts.total - 7.0).abs() < 1e-9, "{counts:?}");
    let x = module.functions[func].params(module.functions[func].layout()[0])[0];
    assert!(
        (counts.of(Variable::Value(x)) - 3.0).abs() < 1e-9,
        "{counts:?}"
    );
}

#[test]
fn a_call_has_the_counts_of_its_callee() {
    let text = "func @leaf(%p: ptr, %k: i32) -> i32 {
entry:
  %v = load i32 %p
  %c = slt i32 %v, %k
  branch %c, yes, no
yes:
  return 1
no:
  return 0
}
func @main(%k: i32) -> i32 {
  slot $x \"x\", size 8, align 4
entry:
  %x = stack_addr $x
  %second = ptr_add %x, 4
  %a = call @leaf(%second, %k)
  %c = eq i32 %a, 1
  branch %c, yes, no
yes:
  return 1
no:
  return 0
}
";
    let (module, qce) = counts(text, QceOptions::default());
    let func = module.function_named("main").unwrap();
    let function = &module.functions[func];
    let entry = function.layout()[0];
    let counts = qce.block(func, entry).unwrap();
    // The three queries are the load and the branch in the callee, and the branch in the caller.
    assert!((counts.total - 3.0).abs() < 1e-9, "{counts:?}");
    let k = Variable::Value(function.params(entry)[0]);
    assert!((counts.of(k) - 2.0).abs() < 1e-9, "{counts:?}");
    let (slot, _) = function.slots.iter().next().unwrap();
    let x = Variable::Memory {
        at: Location {
            root: Root::Slot(slot),
            hops: Hops::default(),
            offset: 4,
        },
        len: 4,
    };
    assert!((counts.of(x) - 1.0).abs() < 1e-9, "{counts:?}");
    let call = function.insts(entry)[2];
    let behind = qce.behind(func, call).unwrap();
    assert!((behind.total - 1.0).abs() < 1e-9, "{behind:?}");
    // After the call, only its result is live. Neither `%k` nor `%second` is read again.
    let stored: Vec<Variable> = behind.variables().collect();
    let result = function.result(call).map(Variable::Value);
    let values = |it: &&Variable| matches!(it, Variable::Value(_));
    assert_eq!(stored.iter().find(values), result.as_ref());
    assert_eq!(stored.iter().filter(values).count(), 1, "{behind:?}");
}

/// Checks the expected number of returns whose value depends on `%v`, by which the queries of the caller on the result
/// count for `%v`. One of the two paths returns a value computed from `%v`, so the number at the entry is β = 0.8.
#[test]
fn queries_on_a_result_count_for_the_returned_value() {
    let text = "func @choose(%c: i1, %v: i32) -> i32 {
entry:
  branch %c, one, two
one:
  %twice = add %v, %v
  return %twice
two:
  return 7
}
func @main(%c: i1, %v: i32) -> i32 {
entry:
  %a = call @choose(%c, %v)
  %d = eq i32 %a, 1
  branch %d, yes, no
yes:
  return 1
no:
  return 0
}
";
    let (module, qce) = counts(text, QceOptions::default());
    let func = module.function_named("choose").unwrap();
    let function = &module.functions[func];
    let [entry, one, two] = [0, 1, 2].map(|at| function.layout()[at]);
    let v = Variable::Value(function.params(entry)[1]);
    let returned = |block| qce.block(func, block).unwrap().returned(v);
    assert!((returned(entry) - 0.8).abs() < 1e-9);
    assert!((returned(one) - 1.0).abs() < 1e-9);
    assert!(returned(two).abs() < 1e-9);
    let main = module.function_named("main").unwrap();
    let function = &module.functions[main];
    let call = function.insts(function.layout()[0])[0];
    let result = Variable::Value(qce.result(main, call).unwrap());
    let behind = qce.behind(main, call).unwrap();
    assert!((behind.of(result) - 1.0).abs() < 1e-9, "{behind:?}");
}

/// Checks that the closed form for nested loops gives the counts of the explicitly unrolled loops.
#[test]
fn nested_loops_have_the_counts_of_their_unrolling() {
    // An outer loop with an inner loop, each of κ iterations. Each loop head has a branch, and the block `body` of the
    // inner loop has one.
    let text = "func @f(%x: i32) {
entry:
  jump outer
outer:
  %p = ne i32 %x, 0
  branch %p, inner, done
inner:
  %q = ne i32 %x, 1
  branch %q, body, outer
body:
  %r = ne i32 %x, 2
  branch %r, inner, leave
leave:
  return
done:
  return
}
";
    for kappa in 1..5 {
        let beta = 0.7;
        let options = QceOptions {
            beta,
            kappa,
            ..QceOptions::default()
        };
        let (module, qce) = counts(text, options);
        // Computes the expected query count at the head of the outer loop directly by the recurrence, if the loop has
        // `left` iterations left.
        fn outer(left: u32, kappa: u32, beta: f64) -> f64 {
            if left == 0 {
                0.0
            } else {
                1.0 + beta * inner(kappa, left, kappa, beta)
            }
        }
        fn inner(left: u32, outside: u32, kappa: u32, beta: f64) -> f64 {
            let after = outer(outside - 1, kappa, beta);
            if left == 0 {
                return after;
            }
            let body = 1.0 + beta * inner(left - 1, outside, kappa, beta);
            1.0 + beta * body + beta * after
        }
        let expected = outer(kappa, kappa, beta);
        let func = module.function_named("f").unwrap();
        let counts = qce.block(func, module.functions[func].layout()[0]).unwrap();
        assert!(
            (counts.total - expected).abs() < 1e-9 * expected,
            "{kappa}: {} {expected}",
            counts.total
        );
    }
}

#[test]
fn a_value_redefined_in_each_iteration_counts_for_at_most_one_more_branch() {
    // `changed` gets a new value in each iteration, and is tested only once, at the head of the next iteration. So its
    // value in one iteration affects only one later branch, although the loop is unrolled κ = 8 times.
    let text = "func @f(%x: i32) {
entry:
  jump head(1)
head(%changed: i1):
  branch %changed, body, done
body:
  %p = ne i32 %x, 0
  branch %p, set, next(0)
set:
  jump next(1)
next(%now: i1):
  %q = ne i32 %x, 1
  branch %q, more, more
more:
  jump head(%now)
done:
  return
}
";
    let options = QceOptions {
        beta: 0.5,
        kappa: 8,
        ..QceOptions::default()
    };
    let (module, qce) = counts(text, options);
    let func = module.function_named("f").unwrap();
    let function = &module.functions[func];
    let next = function.layout()[4];
    let now = Variable::Value(function.params(next)[0]);
    let counts = qce.block(func, next).unwrap();
    assert!((counts.of(now) - 1.0).abs() < 1e-9, "{counts:?}");
}
