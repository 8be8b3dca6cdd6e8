//! The tests check the results of analyses and of the pass pipeline on small programs.
use symtool_analysis::alias::{Alias, AliasAnalysis};
use symtool_analysis::callgraph::CallGraph;
use symtool_analysis::cfg::Cfg;
use symtool_analysis::effects::Effects;
use symtool_analysis::points_to::{Object, PointsTo};
use symtool_analysis::postdom::PostDomTree;
use symtool_analysis::symbolic::analyse;
use symtool_ir::parse::parse_module;
use symtool_ir::verify::verify_module;
use symtool_ir::{Func, InstData, Module, Value};
use symtool_passes::{PassContext, picture::Picture, run_pipeline};

fn module(text: &str) -> Module {
    let module = parse_module(text, "t.sir").unwrap_or_else(|e| panic!("{e}"));
    verify_module(&module).unwrap_or_else(|e| panic!("{e}"));
    module
}

fn func(module: &Module, name: &str) -> Func {
    module.function_named(name).expect(name)
}

fn value(module: &Module, func: Func, name: &str) -> Value {
    let function = &module.functions[func];
    (0..function.num_values() as u32)
        .map(Value::from_u32)
        .find(|&v| function.value_name(v) == Some(name))
        .unwrap_or_else(|| panic!("no value {name}"))
}

const ADDRESSES: &str = "
    global @g, size 64
    global @h, size 64
    func @f(%p: ptr, %i: i32, %n: i64) -> i32 {
      slot $s, size 8
      slot $known, size 8
      %g = global_addr @g
      %h = global_addr @h
      %s = stack_addr $s
      %known = stack_addr $known
      %cell = intrinsic malloc(16)
      store %known, %p
      %loaded = load ptr %p
      %w = sext %i to i64
      %o = mul %w, 4
      %gi = ptr_add %g, %o
      %w_again = sext %i to i64
      %o_again = shl %w_again, 2
      %gi_again = ptr_add %g, %o_again
      %i1 = add %i, 1
      %w1 = sext %i1 to i64
      %o1 = mul %w1, 4
      %gi1 = ptr_add %g, %o1
      %gi4 = ptr_add %gi, 4
      %row = mul %n, 8
      %m = ptr_add %g, %row
      %m2 = ptr_add %m, 2
      %a = ptrtoint %g to i64
      %b = ptrtoint %h to i64
      %d = sub %b, %a
      %cross = ptr_add %g, %d
      return 0
    }";

#[test]
fn addresses_are_compared_by_base_and_sum() {
    let module = module(ADDRESSES);
    let f = func(&module, "f");
    let function = &module.functions[f];
    let alias = AliasAnalysis::new(function, &Cfg::new(function));
    let of = |a: &str, b: &str, bytes: u64| {
        let (a, b) = (value(&module, f, a), value(&module, f, b));
        let there = alias.alias(a, bytes, b, bytes);
        assert_eq!(there, alias.alias(b, bytes, a, bytes), "not symmetric");
        there
    };
    assert_eq!(of("g", "h", 4), Alias::No);
    assert_eq!(of("g", "g", 4), Alias::Must);
    // Both pointers are @g plus 4 * i. One offset is computed by a multiplication, the other by a shift.
    assert_eq!(of("gi", "gi_again", 4), Alias::Must);
    // Accesses to neighboring elements of four bytes do not overlap, even if i + 1 overflows. Accesses that are wider
    // than an element can overlap.
    assert_eq!(of("gi", "gi1", 4), Alias::No);
    assert_eq!(of("gi", "gi1", 8), Alias::May);
    assert_eq!(of("gi", "gi4", 4), Alias::No);
    assert_eq!(of("gi1", "gi4", 4), Alias::May);
    assert_eq!(of("m", "m2", 2), Alias::No);
    assert_eq!(of("m", "m2", 4), Alias::May);
    assert_eq!(of("m", "gi", 4), Alias::May);
    // A parameter cannot point to a slot of the current call. A loaded pointer can, if the address of a slot
    // escapes.
    assert_eq!(of("p", "s", 4), Alias::No);
    assert_eq!(of("p", "known", 4), Alias::No);
    assert_eq!(of("loaded", "s", 4), Alias::No);
    assert_eq!(of("loaded", "known", 4), Alias::May);
    assert_eq!(of("p", "g", 4), Alias::May);
    assert_eq!(of("cell", "p", 4), Alias::No);
    assert_eq!(of("cell", "loaded", 4), Alias::May);
    // The address p + (q - p) need not be in the object of p, so it may alias objects other than that of p.
    assert_eq!(of("cross", "h", 4), Alias::May);
}

const CALLS: &str = "
    global @g, size 4
    global @table, size 8, bytes zero 8, reloc 0: func @odd
    func @even(%n: i32, %p: ptr) -> i32 {
      %r = call @odd(%n, %p)
      return %r
    }
    func @odd(%n: i32, %p: ptr) -> i32 {
      store %n, %p
      %r = call @even(%n, %p)
      return %r
    }
    func @writes() {
      %g = global_addr @g
      store i32 1, %g
      return
    }
    func @pure(%n: i32) -> i32 {
      slot $s, size 4
      %s = stack_addr $s
      store %n, %s
      return %n
    }
    func @main() -> i32 {
      slot $x, size 4
      %x = stack_addr $x
      %a = call @even(1, %x)
      call @writes()
      %b = call @pure(1)
      %t = global_addr @table
      %f = load ptr %t
      %c = call_indirect (i32, i64) -> i32 %f(1, 0)
      return %a
    }";

#[test]
fn calls_are_resolved_by_type_and_components_are_found() {
    let module = module(CALLS);
    let graph = CallGraph::new(&module);
    let f = |name| func(&module, name);
    assert_eq!(
        graph.callees(f("main")),
        [f("even"), f("odd"), f("writes"), f("pure")]
    );
    assert_eq!(graph.callers(f("odd")), [f("even"), f("main")]);
    let sccs = graph.sccs();
    let place = |func: Func| sccs.iter().position(|s| s.contains(&func)).unwrap();
    assert_eq!(place(f("even")), place(f("odd")));
    assert!(place(f("even")) < place(f("main")));
    assert_eq!(sccs.len(), 4);
}

#[test]
fn summaries_contain_the_objects_that_calls_access() {
    let module = module(CALLS);
    let effects = Effects::new(&module);
    let f = |name| func(&module, name);
    let even = effects.summary(f("even"));
    assert!(even.reads.is_empty() && !even.writes.unknown);
    assert_eq!(even.writes.params.iter().copied().collect::<Vec<_>>(), [1]);
    let global = module.global_named("g").unwrap();
    let writes = effects.summary(f("writes"));
    assert!(writes.writes.globals.contains(&global) && !writes.writes.unknown);
    assert!(effects.summary(f("pure")).writes.is_empty());
    let main = &module.functions[f("main")];
    let alias = AliasAnalysis::new(main, &Cfg::new(main));
    let x = alias.address(value(&module, f("main"), "x"));
    let may_write: Vec<bool> = main
        .all_insts()
        .map(|(_, inst)| main.data(inst))
        .filter(|data| matches!(data, InstData::Call { .. }))
        .map(|data| effects.call_may_write(data, &alias, &x))
        .collect();
    assert_eq!(may_write, [true, false, false]);
}

#[test]
fn pointers_flow_through_tables_and_copies() {
    let module = module(CALLS);
    let graph = CallGraph::new(&module);
    let points_to = PointsTo::new(&module, &graph);
    let targets = |f: &str, v: &str| -> Vec<Object> {
        let f = func(&module, f);
        let set = points_to.targets(f, value(&module, f, v));
        assert!(!set.any);
        set.objects.iter().map(|&o| points_to.object(o)).collect()
    };
    let main = func(&module, "main");
    let slot = module.functions[main].slots.keys().next().unwrap();
    assert_eq!(targets("odd", "p"), [Object::Slot(main, slot)]);
    assert_eq!(
        targets("main", "f"),
        [Object::Function(func(&module, "odd"))]
    );
    assert_eq!(targets("main", "a"), []);
}

#[test]
fn an_infinite_loop_is_in_the_postdominator_tree() {
    let module = module(
        "func @f(%c: i1) {
        entry:
          branch %c, loop, end
        loop:
          jump loop
        end:
          return
        }",
    );
    let function = &module.functions[func(&module, "f")];
    let cfg = Cfg::new(function);
    let post = PostDomTree::new(&cfg);
    let [entry, spin, end] = *function.layout() else {
        panic!("three blocks")
    };
    assert!(post.postdominates(spin, spin) && !post.postdominates(end, entry));
    assert_eq!(post.ipdom(entry), None);
    assert_eq!(post.controlled_by(&cfg, entry), [spin, end]);
}

#[test]
fn an_unknown_pass_is_refused_with_a_suggestion_before_anything_runs() {
    let mut module = module("func @f() -> i32 {\n %x = add i32 1, 2\n return 0\n }");
    let before = module.clone();
    let error = run_pipeline(&mut module, &["dce", "mem2rg"], &mut PassContext::new());
    assert_eq!(
        error.unwrap_err().to_string(),
        "there is no pass `mem2rg`; did you mean `mem2reg`?"
    );
    let error = run_pipeline(&mut module, &["vectorize"], &mut PassContext::new());
    assert_eq!(
        error.unwrap_err().to_string(),
        "there is no pass `vectorize`; the passes are constfold, dce, forward, gvn, mem2reg, \
         remove-constant-params, simplify-cfg"
    );
    assert_eq!(module, before);
}

#[test]
fn counters_count_changes_of_passes() {
    let mut module = module("func @f() -> i32 {\n %x = add i32 1, 2\n return %x\n }");
    let mut ctx = PassContext::new();
    run_pipeline(&mut module, &["constfold", "dce"], &mut ctx).unwrap();
    assert_eq!(
        ctx.stats.into_iter().collect::<Vec<_>>(),
        [("constfold.folded", 1)]
    );
    assert_eq!(
        ctx.times.into_keys().collect::<Vec<_>>(),
        ["constfold", "dce"]
    );
}

#[test]
fn a_graph_shows_blocks_edges_and_symbolic_branches() {
    let module = module(
        r#"func @main() -> i32 {
        entry:
          %s = intrinsic symbolic i32 "s"
          switch %s [ 3: a, default: b(1) ]
        a:
          %c = ne i32 1, 2
          branch %c, b(0), b(2)
        b(%r: i32):
          return %r
        }"#,
    );
    let main = func(&module, "main");
    let info = analyse(&module, main);
    insta::assert_snapshot!(Picture::of_function(&module, main, Some(&info)).to_dot(), @r#"
    digraph "main" {
      label="main";
      node [shape=box, fontname="monospace"];
      edge [fontname="monospace"];
      block0 [label="entry:\l  %s = intrinsic symbolic i32 \"s\"\l  switch i32 %s [\l    3: a\l    default: b(1)\l  ]\l", style=filled, fillcolor="lightsalmon"];
      block0 -> block1 [label="3", color="red"];
      block0 -> block2 [label="default", color="red"];
      block1 [label="a:\l  %c = ne i32 1, 2\l  branch %c, b(0), b(2)\l"];
      block1 -> block2 [label="T"];
      block1 -> block2 [label="F"];
      block2 [label="b(%r: i32):\l  return %r\l"];
    }
    "#);
    assert!(
        !Picture::of_function(&module, main, None)
            .to_dot()
            .contains("salmon")
    );
}

#[test]
fn the_trace_records_changed_functions_sizes_and_counters() {
    let mut module = module(
        "func @f(%a: i32) -> i32 {
        entry:
          %x = add %a, 1
          %y = add %a, 1
          %z = mul %x, %y
          return %z
        }
        func @g() -> i32 {
        entry:
          return 7
        }",
    );
    let mut ctx = PassContext {
        trace: Some(Vec::new()),
        ..PassContext::new()
    };
    run_pipeline(&mut module, &["gvn", "constfold"], &mut ctx).expect("known passes");
    let trace = ctx.trace.expect("the trace");
    let [gvn, constfold] = trace.as_slice() else {
        panic!("{trace:?}")
    };
    assert_eq!((gvn.pass, gvn.changed), ("gvn", 1));
    assert_eq!(gvn.size.before.instructions, 5);
    assert_eq!(gvn.size.after.instructions, 4);
    assert_eq!(gvn.counters.get("gvn.merged"), Some(&1));
    assert_eq!((constfold.pass, constfold.changed), ("constfold", 0));
    assert!(constfold.counters.is_empty());
}
