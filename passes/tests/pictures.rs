//! The tests check pictures of control-flow graphs: texts, marks, limits, and the structure of the SVG document.
use symtool_ir::Module;
use symtool_ir::parse::parse_module;
use symtool_passes::diff::diff;
use symtool_passes::picture::svg::{DrawError, MAX_BLOCKS, draw};
use symtool_passes::picture::{Mark, Picture};

fn module(text: &str) -> Module {
    parse_module(text, "t.sir").unwrap_or_else(|e| panic!("{e}"))
}

fn picture(text: &str) -> Picture {
    let module = module(text);
    let func = module.functions.keys().next().expect("a function");
    Picture::of_function(&module, func, None)
}

fn diff_picture(before: &str, after: &str) -> Picture {
    Picture::of_diff(&diff(&module(before), &module(after)).functions[0])
}

const LOOP: &str = "func @f(%n: i32) -> i32 {
entry:
  jump head(0)
head(%i: i32):
  %c = slt i32 %i, %n
  branch %c, body, done
body:
  %next = add i32 %i, 1
  jump head(%next)
done:
  return %i
}
";

/// Returns the vertical position of each box, in the order of the blocks.
fn tops(svg: &str) -> Vec<f64> {
    let boxes = svg.lines().filter(|line| line.contains("box\""));
    boxes
        .map(|line| {
            let (_, rest) = line.split_once(" y=\"").expect("a position");
            let (number, _) = rest.split_once('"').expect("a quote");
            number.parse().expect("a number")
        })
        .collect()
}

#[test]
fn the_entry_block_is_at_the_top_and_a_loop_body_below_its_head() {
    let svg = draw(&[picture(LOOP)], &[]).expect("a small picture");
    let [entry, head, body, done] = tops(&svg)[..] else {
        panic!("{svg}")
    };
    assert!(entry < head && head < body && head < done, "{svg}");
}

#[test]
fn the_same_picture_gives_the_same_document() {
    let pictures = [picture(LOOP)];
    assert_eq!(draw(&pictures, &[]), draw(&pictures, &[]));
}

#[test]
fn text_is_escaped() {
    let text = "func @f() {\nentry:\n  check assert, 1, \"a < b && \\\"c\\\"\"\n  return\n}\n";
    let svg = draw(&[picture(text)], &[]).expect("a small picture");
    assert!(svg.contains("a &lt; b &amp;&amp; "), "{svg}");
    assert!(!svg.contains("a < b"), "{svg}");
}

#[test]
fn long_lines_are_cut() {
    let text = format!(
        "func @f() {{\nentry:\n  check assert, 1, \"{}\"\n  return\n}}\n",
        "x".repeat(500)
    );
    let picture = picture(&text);
    let longest = picture.nodes[0]
        .rows
        .iter()
        .map(|row| row.text.chars().count());
    assert!(longest.max() < Some(100), "{picture:?}");
}

#[test]
fn a_function_with_too_many_blocks_is_an_error() {
    let mut text = "func @f(%c: i1) {\nentry:\n  jump b1\n".to_owned();
    for block in 1..=MAX_BLOCKS {
        text += &format!("b{block}:\n  jump b{}\n", block + 1);
    }
    text += &format!("b{}:\n  return\n}}\n", MAX_BLOCKS + 1);
    let error = draw(&[picture(&text)], &[]).expect_err("a large picture");
    let (blocks, lines) = (MAX_BLOCKS + 2, 2 * (MAX_BLOCKS + 2));
    assert_eq!(error, DrawError::TooLarge { blocks, lines });
}

#[test]
fn changes_have_signs_and_marks() {
    let before = "func @f(%a: i32) -> i32 {\nentry:\n  %x = add i32 %a, 1\n  jump next\nnext:\n  return %x\n}\n";
    let after = "func @f(%a: i32) -> i32 {\nentry:\n  %x = add i32 %a, 2\n  return %x\n}\n";
    let picture = diff_picture(before, after);
    let texts = |node: usize| -> Vec<(Mark, &str)> {
        let rows = picture.nodes[node].rows.iter();
        rows.map(|row| (row.mark, row.text.as_str())).collect()
    };
    let entry = [
        (Mark::Plain, "  entry:"),
        (Mark::Changed, "-   %x = add i32 %a, 1"),
        (Mark::Changed, "+   %x = add i32 %a, 2"),
        (Mark::Removed, "-   jump next"),
        (Mark::Plain, "    return %x"),
    ];
    assert_eq!(texts(0), entry);
    assert_eq!(texts(1), [(Mark::Removed, "- next:")]);
    let marks = [picture.nodes[0].mark, picture.nodes[1].mark];
    assert_eq!(marks, [Mark::Changed, Mark::Removed]);
    assert_eq!(picture.arrows[0].mark, Mark::Removed);
    let dot = picture.to_dot();
    assert!(dot.contains("style=dashed"), "{dot}");
    let svg = draw(&[picture], &[]).expect("a small picture");
    assert!(svg.contains("class=\"removed box\""), "{svg}");
    assert!(svg.contains("class=\"removed edge\""), "{svg}");
}

#[test]
fn distant_unchanged_instructions_are_omitted_from_the_picture_of_a_difference() {
    let body: String = (0..9)
        .map(|i| format!("  %v{i} = add i32 %a, {i}\n"))
        .collect();
    let text =
        |last: i32| format!("func @f(%a: i32) -> i32 {{\nentry:\n{body}  return {last}\n}}\n");
    let picture = diff_picture(&text(1), &text(2));
    let rows: Vec<&str> = picture.nodes[0]
        .rows
        .iter()
        .map(|row| row.text.as_str())
        .collect();
    let expected = [
        "  entry:",
        "    … 7 unchanged instructions",
        "    %v7 = add i32 %a, 7",
        "    %v8 = add i32 %a, 8",
        "-   return 1",
        "+   return 2",
    ];
    assert_eq!(rows, expected);
}
