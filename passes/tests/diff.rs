//! The tests check the difference between two forms of a program: the lines of both forms can be read from the
//! difference, and the difference shows only changes of meaning.
use proptest::prelude::*;
use symtool_ir::parse::parse_module;
use symtool_ir::print::{Names, function_with_names, module_to_string};
use symtool_ir::verify::verify_module;
use symtool_ir::{Block, InstData, Module, Op, Type, Value};
use symtool_passes::diff::{Edit, FunctionDiff, ItemText, Line, LineKind, ModuleDiff, diff};
use symtool_passes::size::IrSize;
use symtool_passes::{PASSES, PassContext, SIMPLIFY, SSA, run_pipeline};

fn module(text: &str) -> Module {
    let module = parse_module(text, "t.sir").unwrap_or_else(|e| panic!("{e}"));
    verify_module(&module).unwrap_or_else(|e| panic!("{e}"));
    module
}

/// Returns the text of the difference of two functions without the lines about sizes.
fn changes(before: &str, after: &str) -> String {
    let text = diff(&module(before), &module(after)).to_text(false);
    let lines: Vec<&str> = text.lines().collect();
    lines[1..lines.len() - 1].join("\n")
}

#[test]
fn renumbered_values_are_unchanged() {
    let before =
        "func @f(%0: i32) -> i32 {\nblock0:\n  %1 = add %0, 1\n  %2 = mul %1, %1\n  return %2\n}";
    let after =
        "func @f(%9: i32) -> i32 {\nblock7:\n  %5 = add %9, 1\n  %8 = mul %5, %5\n  return %8\n}";
    let changes = diff(&module(before), &module(after));
    assert!(changes.functions[0].is_unchanged(), "{changes}");
    assert!(
        changes
            .to_string()
            .starts_with("@f: unchanged\ntotal: 0 of 1 functions changed;")
    );
}

#[test]
fn values_after_an_added_instruction_keep_their_names() {
    let before =
        "func @f(%a: i32) -> i32 {\nentry:\n  %1 = add %a, 1\n  %2 = mul %1, %1\n  return %2\n}";
    let after = "func @f(%a: i32) -> i32 {\nentry:\n  %1 = xor %a, 5\n  %2 = add %a, 1\n  %3 = mul %2, %2\n  return %3\n}";
    let expected = r#"
 func @f(%a: i32) -> i32 {
 entry:
+  %3 = xor i32 %a, 5
   %1 = add i32 %a, 1
   %2 = mul i32 %1, %1
   return %2"#;
    assert_eq!(changes(before, after), expected.trim_start_matches('\n'));
}

#[test]
fn a_changed_operand_does_not_change_the_users_of_the_result() {
    let before = "func @f(%a: i32, %b: i32) -> i32 {\nentry:\n  %x = add %a, %b\n  %y = mul %x, 3\n  return %y\n}";
    let after = "func @f(%a: i32, %b: i32) -> i32 {\nentry:\n  %x = add %a, %a\n  %y = mul %x, 3\n  return %y\n}";
    let expected = r#"
 func @f(%a: i32, %b: i32) -> i32 {
 entry:
-  %x = add i32 %a, %b
+  %x = add i32 %a, %a
   %y = mul i32 %x, 3
   return %y"#;
    assert_eq!(changes(before, after), expected.trim_start_matches('\n'));
}

#[test]
fn a_load_that_becomes_guarded_keeps_the_name_of_its_result() {
    let before = "file @t.c \"t.c\"\nfunc @f(%p: ptr, %c: i1) -> i32 {\nentry:\n  %0 = load i32 %p @t.c:1:1\n  %1 = add %0, 1\n  return %1\n}";
    let after = before.replace("load i32 %p", "load.if %c, i32 %p");
    let expected = r#"
 func @f(%p: ptr, %c: i1) -> i32 {
 entry:
-  %2 = load i32 %p                               @t.c:1:1
+  %2 = load.if %c, i32 %p                        @t.c:1:1
   %3 = add i32 %2, 1
   return %3"#;
    assert_eq!(changes(before, &after), expected.trim_start_matches('\n'));
}

#[test]
fn a_merged_block_differs_by_its_jump_and_label_only() {
    let before = "func @f(%a: i32) -> i32 {\nentry:\n  %x = add %a, 1\n  jump next\nnext:\n  %y = mul %x, 3\n  return %y\n}";
    let after =
        "func @f(%a: i32) -> i32 {\nentry:\n  %x = add %a, 1\n  %y = mul %x, 3\n  return %y\n}";
    let expected = r#"
 func @f(%a: i32) -> i32 {
 entry:
   %x = add i32 %a, 1
-  jump next
-next:
   %y = mul i32 %x, 3
   return %y"#;
    assert_eq!(changes(before, after), expected.trim_start_matches('\n'));
}

#[test]
fn the_graph_of_a_merged_block_has_its_node_and_edge_as_removed() {
    let before = "func @f() {\nentry:\n  jump next\nnext:\n  return\n}";
    let after = "func @f() {\nentry:\n  return\n}";
    let changes = diff(&module(before), &module(after));
    let function = &changes.functions[0];
    let blocks = [
        Edit::Same("entry".to_owned()),
        Edit::Removed("next".to_owned()),
    ];
    assert_eq!(function.blocks, blocks);
    let [edge] = function.edges.as_slice() else {
        panic!("{:?}", function.edges)
    };
    assert_eq!((edge.from, edge.to), (0, 1));
    assert_eq!(edge.label, Edit::Removed(String::new()));
}

#[test]
fn equal_cases_of_a_switch_are_printed_once() {
    let text = |target: &str| {
        format!(
            "func @f(%a: i32) -> i32 {{\nentry:\n  switch i32 %a [\n    1: one\n    2: {target}\n    default: two\n  ]\none:\n  return 1\ntwo:\n  return 2\n}}"
        )
    };
    let expected =
        "   switch i32 %a [\n     1: one\n-    2: one\n+    2: two\n     default: two\n   ]";
    let found = changes(&text("one"), &text("two"));
    assert!(found.contains(expected), "{found}");
}

#[test]
fn functions_globals_and_declarations_in_one_form_are_listed() {
    let before =
        "global @g, size 4, align 4\ndeclare @puts(ptr) -> i32\nfunc @old() {\nentry:\n  return\n}";
    let after = "global @g, size 8, align 4\nfunc @new() {\nentry:\n  return\n}";
    let expected = "\
-global @g, size 4, align 4
+global @g, size 8, align 4
@puts: instructions 0, blocks 0, branches 0, selects 0
-declare @puts(ptr) -> i32
@old: removed: instructions 1 -> 0, blocks 1 -> 0, branches 0, selects 0
-func @old() {
-entry:
-  return
@new: added: instructions 0 -> 1, blocks 0 -> 1, branches 0, selects 0
+func @new() {
+entry:
+  return
total: 3 of 3 functions changed; instructions 1, blocks 1, branches 0, selects 0
";
    let changes = diff(&module(before), &module(after));
    assert_eq!(changes.to_string(), expected);
}

#[test]
fn colors_mark_added_and_removed_lines() {
    let before = "func @f() -> i32 {\nentry:\n  return 1\n}";
    let after = "func @f() -> i32 {\nentry:\n  return 2\n}";
    let text = diff(&module(before), &module(after)).to_text(true);
    assert!(
        text.contains("\x1b[31m-  return 1\x1b[0m\n\x1b[32m+  return 2\x1b[0m\n"),
        "{text}"
    );
}

/// Returns the text of one form of a function, before or after the change. For a line of the difference, `text` returns
/// the line in this form, or `None` if the line is not in this form.
fn form(function: &FunctionDiff, text: impl Fn(&Edit<ItemText>) -> Option<&ItemText>) -> String {
    let lines = function.lines.iter().filter_map(|line| text(&line.text));
    let mut text: String = lines.map(|text| format!("{}\n", text.located)).collect();
    if !text.starts_with("declare") && !text.is_empty() {
        text += "}\n";
    }
    text
}

fn before_form(edit: &Edit<ItemText>) -> Option<&ItemText> {
    match edit {
        Edit::Same(text) | Edit::Removed(text) => Some(text),
        Edit::Changed { before, .. } => Some(before),
        Edit::Added(_) => None,
    }
}

fn after_form(edit: &Edit<ItemText>) -> Option<&ItemText> {
    match edit {
        Edit::Same(text) | Edit::Added(text) => Some(text),
        Edit::Changed { after, .. } => Some(after),
        Edit::Removed(_) => None,
    }
}

/// Returns the text of a module without source locations and names of values and blocks, both of which a difference
/// may replace.
fn anonymous(module: &Module) -> String {
    let mut module = module.clone();
    for function in module.functions.values_mut() {
        for value in 0..function.num_values() as u32 {
            function.set_value_name(Value::from_u32(value), None);
        }
        for block in 0..function.num_blocks() as u32 {
            function.set_block_name(Block::from_u32(block), None);
        }
    }
    let module = module.compact();
    let text = |function| function_with_names(&module, function, &Names::of(function), false);
    module.functions.values().map(text).collect()
}

/// Checks that the lines of the difference are the lines of both forms, with consistent names.
fn check_forms(before: &Module, after: &Module, changes: &ModuleDiff) {
    let (before, after) = (before.compact(), after.compact());
    let declared = |module: &Module| -> String {
        let text = module_to_string(module);
        let end = text.find("\nfunc ").unwrap_or(text.len());
        text[..end].to_owned() + "\n"
    };
    let mut text = declared(&after);
    for function in &changes.functions {
        text += &form(function, after_form);
        if let Some(func) = before.function_named(&function.name) {
            let old = &before.functions[func];
            let expected = function_with_names(&before, old, &Names::of(old), true);
            let found = form(function, before_form);
            // Equal items are printed with the source locations of the form after the change.
            let unplaced = |text: &str| -> String {
                let lines = text
                    .lines()
                    .filter_map(|line| line.split(" @random").next());
                lines.map(|line| format!("{}\n", line.trim_end())).collect()
            };
            assert_eq!(unplaced(&expected), unplaced(&found));
        }
    }
    let read = parse_module(&text, "after.sir").unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(anonymous(&read), anonymous(&after), "{text}");
}

fn count(function: &FunctionDiff, wanted: impl Fn(&Line) -> bool) -> usize {
    function.lines.iter().filter(|line| wanted(line)).count()
}

fn check_sizes(changes: &ModuleDiff) {
    let (mut before, mut after) = (IrSize::default(), IrSize::default());
    for function in &changes.functions {
        let insts = |edit: fn(&Edit<ItemText>) -> Option<&ItemText>| {
            count(function, |line| {
                line.kind == LineKind::Inst && edit(&line.text).is_some()
            })
        };
        assert_eq!(insts(before_form), function.before.instructions);
        assert_eq!(insts(after_form), function.after.instructions);
        before += function.before;
        after += function.after;
    }
    assert_eq!((before, after), (changes.before, changes.after));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_forms_can_be_read_from_the_difference(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        picks in prop::collection::vec(0..PASSES.len(), 0..6),
    ) {
        let (before, _) = symtool_testkit::programs::program(&bytes);
        let mut after = before.clone();
        let names: Vec<&str> = picks.iter().map(|&at| PASSES[at].name).collect();
        let names = if names.is_empty() { [SSA, SIMPLIFY].concat() } else { names };
        run_pipeline(&mut after, &names, &mut PassContext::new()).expect("known passes");
        for (old, new) in [(&before, &after), (&after, &before)] {
            let changes = diff(old, new);
            check_forms(old, new, &changes);
            check_sizes(&changes);
        }
    }

    #[test]
    fn one_added_instruction_is_the_only_difference(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        at in any::<prop::sample::Index>(),
    ) {
        let (mut before, main) = symtool_testkit::programs::program(&bytes);
        run_pipeline(&mut before, SSA, &mut PassContext::new()).expect("known passes");
        let mut after = before.clone();
        let function = &mut after.functions[main];
        let block = function.layout()[at.index(function.layout().len())];
        let seven = function.constant(Type::I32, symtool_ir::Bits::new(32, 7));
        let data = InstData::pure(Op::Mul, &[seven, seven]);
        function.insert(block, 0, data, Some(Type::I32), Default::default());
        let changes = diff(&before, &after);
        let edits: usize = changes.functions.iter().map(|f| count(f, |line| !line.text.is_same())).sum();
        prop_assert_eq!(edits, 1, "{}", changes);
    }
}
