//! The tests check the values and branches of small programs that the analysis reports as symbolic.
use super::{analyse, marked};
use symtool_ir::parse::parse_module;
use symtool_ir::verify::verify_module;
use symtool_ir::{Func, Module, Value};
use symtool_passes::PassContext;
use symtool_passes::run_pipeline;

fn module(text: &str) -> Module {
    let module = parse_module(text, "t.sir").unwrap_or_else(|e| panic!("{e}"));
    verify_module(&module).unwrap_or_else(|e| panic!("{e}"));
    module
}

fn named(module: &Module, func: Func, name: &str) -> Value {
    let function = &module.functions[func];
    (0..function.num_values() as u32)
        .map(Value::from_u32)
        .find(|&v| function.value_name(v) == Some(name))
        .unwrap_or_else(|| panic!("no value {name}"))
}

/// Returns the names of the symbolic values of a function and the blocks that end in a symbolic branch, for example
/// `s found [body]`.
fn symbolic(text: &str, function: &str) -> String {
    let module = module(text);
    let entry = module.function_named("main").expect("a main function");
    let func = module.function_named(function).expect("the function");
    let info = analyse(&module, entry);
    let data = &module.functions[func];
    let mut out: Vec<String> = (0..data.num_values() as u32)
        .map(Value::from_u32)
        .filter(|&v| data.value_name(v).is_some() && info.is_symbolic(func, v))
        .map(|v| data.value_name(v).unwrap_or_default().to_owned())
        .collect();
    for &block in info.symbolic_branches(func) {
        out.push(format!("[{}]", data.block_name(block).unwrap_or("?")));
    }
    out.join(" ")
}

const TOUPPER: &str = r#"
    global @name, bytes "text\0"
    func @main() -> i32 {
      slot $text, size 10
    entry:
      %p = stack_addr $text
      %n = global_addr @name
      intrinsic make_symbolic(%p, i64 10, %n)
      jump head(0)
    head(%i: i64):
      %more = ult %i, 10
      branch %more, body, done
    body:
      %a = ptr_add %p, %i
      %c = load i8 %a
      %low = uge %c, 97
      branch %low, change, next
    change:
      %u = sub %c, 32
      store %u, %a
      jump next
    next:
      %i1 = add %i, 1
      jump head(%i1)
    done:
      return 0
    }"#;

#[test]
fn a_counter_stays_concrete_beside_a_symbolic_branch() {
    assert_eq!(symbolic(TOUPPER, "main"), "c low u [body]");
}

#[test]
fn marks_are_comments_that_parse() {
    let module = module(TOUPPER);
    let entry = module.function_named("main").unwrap();
    let info = analyse(&module, entry);
    let text = marked(&module, entry, &info);
    insta::assert_snapshot!(text, @r"
    func @main() -> i32 {
      slot $text, size 10, align 1
    entry:
      %p = stack_addr $text
      %n = global_addr @name
      intrinsic make_symbolic(%p, 10, %n)
      jump head(0)
    head(%i: i64):
      %more = ult i64 %i, 10
      branch %more, body, done
    body:
      %a = ptr_add %p, %i
      %c = load i8 %a  ; symbolic: memory of $text of @main
      %low = uge i8 %c, 97  ; symbolic: from %c
      branch %low, change, next  ; symbolic branch
    change:
      %u = sub i8 %c, 32  ; symbolic: from %c
      store i8 %u, %a
      jump next
    next:
      %i1 = add i64 %i, 1
      jump head(%i1)
    done:
      return 0
    }
    ");
    let whole = format!("global @name, bytes \"text\\0\"\n{text}");
    assert_eq!(
        parse_module(&whole, "t.sir").unwrap().functions[entry].compact(),
        module.functions[entry].compact()
    );
}

#[test]
fn values_that_differ_at_a_join_are_symbolic_and_equal_ones_are_not() {
    let text = "
    func @main() -> i32 {
    entry:
      %s = intrinsic symbolic i1 \"s\"
      %k = call @zero()
      branch %s, then, else
    then:
      %x1 = add %k, 1
      jump join(1, 5, %x1)
    else:
      %x2 = add %k, 1
      jump join(2, 5, %x2)
    join(%different: i32, %same: i32, %computed: i32):
      %c = eq %computed, 0
      branch %c, a, b
    a:
      return 0
    b:
      return 1
    }
    func @zero() -> i32 { return 0 }";
    assert_eq!(symbolic(text, "main"), "s different [entry]");
}

#[test]
fn a_value_is_symbolic_after_a_divergent_loop_but_not_in_it() {
    let text = "
    func @main() -> i32 {
    entry:
      %s = intrinsic symbolic i32 \"s\"
      jump head(0)
    head(%i: i32):
      %more = ult %i, 10
      branch %more, body, done
    body:
      %found = eq %i, %s
      branch %found, done, next
    next:
      %i1 = add %i, 1
      jump head(%i1)
    done:
      %at_end = eq %i, 10
      branch %at_end, a, b
    a:
      return 0
    b:
      return 1
    }";
    assert_eq!(symbolic(text, "main"), "s found at_end [body] [done]");
    let module = module(text);
    let main = module.function_named("main").unwrap();
    let info = analyse(&module, main);
    let i = named(&module, main, "i");
    let done = module.functions[main].layout()[4];
    assert!(!info.is_symbolic(main, i));
    assert!(info.is_symbolic_at(main, done, i));
}

#[test]
fn continue_makes_the_values_that_differ_at_the_header_symbolic() {
    let text = "
    func @main() -> i32 {
    entry:
      jump head(0, 0)
    head(%i: i32, %n: i32):
      %more = ult %i, 10
      branch %more, body, done
    body:
      %s = intrinsic symbolic i1 \"s\"
      %i1 = add %i, 1
      branch %s, head(%i1, %n), count
    count:
      %n1 = add %n, 1
      jump head(%i1, %n1)
    done:
      return %n
    }";
    assert_eq!(symbolic(text, "main"), "n s n1 [body]");
}

#[test]
fn a_branch_to_the_end_of_the_program_controls_nothing() {
    let text = "
    func @main() -> i32 {
      slot $a, size 4
    entry:
      %s = intrinsic symbolic i1 \"s\"
      %p = stack_addr $a
      branch %s, bad, good
    bad:
      return 1
    good:
      store i32 7, %p
      %x = load i32 %p
      %c = eq %x, 7
      branch %c, one, two
    one:
      return 0
    two:
      return 0
    }";
    assert_eq!(symbolic(text, "main"), "s [entry]");
}

#[test]
fn a_store_under_a_symbolic_branch_makes_its_object_symbolic() {
    let text = "
    func @main() -> i32 {
      slot $a, size 4
      slot $b, size 4
    entry:
      %s = intrinsic symbolic i1 \"s\"
      %p = stack_addr $a
      %q = stack_addr $b
      store i32 0, %p
      store i32 0, %q
      branch %s, set, after
    set:
      store i32 1, %p
      jump after
    after:
      %x = load i32 %p
      %y = load i32 %q
      return %x
    }";
    assert_eq!(symbolic(text, "main"), "s x [entry]");
}

#[test]
fn dependence_passes_through_globals_and_results() {
    let text = "
    global @g, size 4
    global @h, size 4
    func @main() -> i32 {
      %s = intrinsic symbolic i32 \"s\"
      %p = global_addr @g
      store %s, %p
      %r = call @reads(0)
      %t = call @other()
      return %r
    }
    func @reads(%k: i32) -> i32 {
    start:
      %p = global_addr @g
      %x = load i32 %p
      %c = eq %x, %k
      branch %c, a, b
    a:
      return 0
    b:
      return 1
    }
    func @other() -> i32 {
      %p = global_addr @h
      %x = load i32 %p
      return %x
    }";
    assert_eq!(symbolic(text, "reads"), "x c [start]");
    assert_eq!(symbolic(text, "other"), "");
    // `%r` is symbolic, because `reads` returns different constants on the two sides of its symbolic branch.
    assert_eq!(symbolic(text, "main"), "s r");
}

#[test]
fn indirect_calls_pass_arguments_by_type_and_variadic_ones_as_a_whole() {
    let text = "
    func @main() -> i32 {
      %s = intrinsic symbolic i32 \"s\"
      %f = func_addr @f
      %x = call_indirect (i32) -> i32 %f(%s)
      %z = func_addr @unrelated
      %y = call @variadic(1, i32 2, %s)
      %w = call_indirect (i64) -> i64 %z(1)
      return %x
    }
    func @f(%a: i32) -> i32 { return %a }
    func @unrelated(%a: i64) -> i64 { return %a }
    func @variadic(%n: i32, ...) -> i32 {
      %area = intrinsic va_area
      %first = load i32 %area
      return %first
    }";
    assert_eq!(symbolic(text, "f"), "a");
    assert_eq!(symbolic(text, "unrelated"), "");
    assert_eq!(symbolic(text, "variadic"), "first");
    assert_eq!(symbolic(text, "main"), "s x y");
}

#[test]
fn pointers_are_followed_through_memory_and_parameters() {
    let text = "
    global @where, size 8
    global @name, bytes \"x\\0\"
    func @main() -> i32 {
      slot $in, size 16
      slot $clean, size 16
    entry:
      %p = stack_addr $in
      %q = stack_addr $clean
      %n = global_addr @name
      intrinsic make_symbolic(%p, i64 16, %n)
      intrinsic fill(%q, i8 0, i64 16)
      %g = global_addr @where
      store %p, %g
      %a = call @first(%q)
      %b = call @through()
      return %a
    }
    func @first(%array: ptr) -> i32 {
      %x = load i32 %array
      return %x
    }
    func @through() -> i32 {
      %g = global_addr @where
      %array = load ptr %g
      %x = load i32 %array
      return %x
    }";
    assert_eq!(symbolic(text, "first"), "");
    assert_eq!(symbolic(text, "through"), "x");
    assert_eq!(symbolic(text, "main"), "b");
}

#[test]
fn a_symbolic_index_is_a_symbolic_address() {
    let text = "
    global @table, size 16
    func @main() -> i32 {
      %s = intrinsic symbolic i64 \"s\"
      %t = global_addr @table
      %p = ptr_add %t, %s
      %x = load i8 %p
      %y = load i8 %t
      return 0
    }";
    assert_eq!(symbolic(text, "main"), "s p x");
    let module = module(text);
    let main = module.function_named("main").unwrap();
    let info = analyse(&module, main);
    let function = &module.functions[main];
    let symbolic: Vec<bool> = function
        .all_insts()
        .map(|(_, inst)| info.is_symbolic_address(main, inst))
        .collect();
    assert_eq!(symbolic, [false, false, false, true, false, false]);
}

#[test]
fn memory_without_writes_is_an_input() {
    let text = "
    func @main() -> i32 {
      slot $a, size 4
      slot $b, size 4
      %p = stack_addr $a
      %q = stack_addr $b
      store i32 0, %q
      %x = load i32 %p
      %y = load i32 %q
      return 0
    }";
    assert_eq!(symbolic(text, "main"), "x");
}

#[test]
fn the_analysis_accepts_the_output_of_the_passes() {
    let mut module = module(TOUPPER);
    let passes = ["mem2reg", "simplify-cfg", "constfold", "gvn", "dce"];
    run_pipeline(&mut module, &passes, &mut PassContext::new()).unwrap();
    let main = module.function_named("main").unwrap();
    assert_eq!(analyse(&module, main).symbolic_branches(main).len(), 1);
}

#[test]
fn a_join_can_be_followed_by_a_join_with_one_of_its_sides() {
    let text = "
    func @main() -> i32 {
    entry:
      %s = intrinsic symbolic i1 \"s\"
      %c = call @zero()
      branch %s, a, b
    a:
      branch %c, inner, outer(1)
    b:
      jump inner
    inner:
      jump outer(2)
    outer(%x: i32):
      return %x
    }
    func @zero() -> i1 { return false }";
    assert_eq!(symbolic(text, "main"), "s x [entry]");
}
