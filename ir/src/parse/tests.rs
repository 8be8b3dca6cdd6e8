//! The tests check the parser: a text with every construct, error messages, and damaged texts.
use super::parse_module;
use crate::print::module_to_string;

/// A text with every construct of the textual form. The printer produces exactly this text.
const COMPLETE: &str = r#"file @x.c "src/x.c"
file @1 "other dir/x y.c"

global const @.str.0, size 6, align 1, bytes "ab\"\\\0" hex "ff" @x.c:1:7
global @p, size 24, align 8, bytes zero 24, reloc 0: @.str.0 + 1, reloc 8: func @"odd name" - 3, reloc 16: @p
global @"", size 0, align 1

declare @puts(ptr) -> i32
declare @printf(ptr, ...) -> i32 @x.c:9:1

func @main(%argc: i32, %argv: ptr) -> i32 @x.c:3:5 {
  slot $buf, size 10, align 1
  slot $1 "buf", size 4, align 4
  slot $2, size 0, align 16
entry:
  %2 = stack_addr $buf
  %p = ptr_add %2, 5
  %a = global_addr @.str.0
  %f = func_addr @puts
  %c = slt i32 %argc, -5                         @x.c:4:9
  %v = load.if %c, volatile i8 %p                @x.c:4:10 @x.c:4:12 @1:5:1
  store.if 1, i8 65, %p
  store i128 -170141183460469231731687303715884105728, null
  check.if %c, div-overflow, 0, "a \"b\" \u{21d2} é"
  branch %c, loop(0, 1.5), done
loop(%i: i32, %x: f64):
  %n = add i32 %i, 1
  %y = fadd f64 %x, 0x7ff8000000000001
  %s = select i32 %c, %n, 7
  %t = trunc i32 %n to i8
  %u = call @puts(%p)
  %w = call @printf(%a, i32 3, %y)
  %z = call_indirect (ptr) -> i32 %f(null)
  call_indirect (i1, ...) 0x1000(%c, f32 -0.0)
  %q = intrinsic symbolic i64 "q"
  intrinsic assume(%c)
  %m = intrinsic malloc(%q)
  intrinsic missing "foo"(i32 1)
  %"7": i16 = intrinsic get_value(i16 3)
  %k: i8 = load i8 %m
  switch i32 %n [
    -1: loop(%s, inf)
    2: block7
    default: done
  ]
block7:
  unreachable
"block3":
  jump done
done:
  return 0
}

func @"odd name"() {
block0:
  return
}
"#;

#[test]
fn printed_text_parses_to_the_same_module() {
    let module = parse_module(COMPLETE, "x.sir").unwrap();
    let text = module_to_string(&module);
    let expected = COMPLETE
        .replace("block7", "block2")
        .replace(": i16 = ", " = ")
        .replace("%k: i8 = ", "%k = ");
    assert_eq!(text, expected);
    assert_eq!(parse_module(&text, "x.sir").unwrap(), module);
    assert_eq!(module.compact(), module);
}

#[test]
fn omitted_types_are_inferred() {
    let short = "
        global @g, bytes i32 1, -2 zero 2   ; size and alignment
        func @f(%x: i32) -> i32 {
            %c = eq %x, 0                   ; no label, no type
            load i8 null                    ; no result
            branch %c, a(%x), b
        a(%y: i32):
            %z = add 1, %w                  ; from a later line
            %w = mul %y, 2
            %r: i64 = sub 3, 4
            store %w, null
            %l: i16 = load null
            switch %w [ 1: b, default: a(5) ]
        b:
            return %x @new.c:1:1
        }";
    let module = parse_module(short, "x.sir").unwrap();
    insta::assert_snapshot!(module_to_string(&module), @r#"
    file @new.c "new.c"

    global @g, size 10, align 1, bytes hex "01000000 feffffff 0000"

    func @f(%x: i32) -> i32 {
    block0:
      %c = eq i32 %x, 0
      %2 = load i8 null
      branch %c, a(%x), b
    a(%y: i32):
      %z = add i32 1, %w
      %w = mul i32 %y, 2
      %r = sub i64 3, 4
      store i32 %w, null
      %l = load i16 null
      switch i32 %w [
        1: b
        default: a(5)
      ]
    b:
      return %x                                      @new.c:1:1
    }
    "#);
}

/// Returns the error message for a text, with its position.
fn error(text: &str) -> String {
    let error = parse_module(text, "x.sir").expect_err(text);
    error.to_string()
}

#[test]
fn errors_say_where_and_what() {
    let in_function = [
        "%x = add i32 %y, 1",
        "%x = add i32 1",
        "%x = add %x, 1",
        "%x = add 1, 2",
        "%x = add i8 300, 1",
        "%x = frobnicate 1",
        "%x = store i32 1, null",
        "%x = load null",
        "%x = trunc i32 1",
        "%p = stack_addr $nope",
        "%p = global_addr @nope",
        "call @nope()",
        "check nonsense, 1",
        "intrinsic nonsense",
        "intrinsic print_expr(null, 1)",
        "jump nowhere",
        "switch i32 1 [ 1: a",
        "return 5",
        "%x = not i1 0\n %x = not i1 0",
        "a:\n a:",
        "store i32 1, i64 %nope",
        "%x = not i1 0\n store i32 %x, null\n check assert, i8 %x",
        "check assert, 1, text",
        "return @x.c:1",
        "return @x.c:99999999999:1",
        "unreachable unreachable",
        "unreachable ~",
        "check assert, 1, \"open",
        "check assert, 1, \"\\q\"",
        "check assert, 1, \"\\xff\"",
        "jump a(%99999999999)",
    ];
    let top = [
        "func @f() {",
        "func @f() {}",
        "func @f(%x: i32, i32) {}",
        "declare @f(i32",
        "declare @f()\ndeclare @f()",
        "global @g, bytes",
        "global @g, bytes hex \"1\"",
        "global @g, bytes zero 99999999999999999",
        "global @g, bytes i8 1000",
        "global @g, reloc 0: @h",
        "global @g, reloc 0: @g - 9999999999999999999",
        "global @g, length 3",
        "file @x.c",
        "file @x \"x\"\nfile @y \"x\"",
        "nonsense",
        "7",
    ];
    let mut report = String::new();
    for text in in_function.map(|line| format!("func @f() {{\n{line}\n}}")) {
        report += &format!("{}\n    {}\n", text.replace('\n', " | "), error(&text));
    }
    for text in top {
        report += &format!("{}\n    {}\n", text.replace('\n', " | "), error(text));
    }
    insta::assert_snapshot!(report);
}

#[test]
fn a_message_does_not_contain_a_whole_long_word() {
    let text = error(&"x".repeat(1_000_000));
    assert!(text.starts_with("x.sir:1:1: expected `file`"), "{text}");
    assert!(text.chars().count() < 400, "{}", text.len());
}

#[test]
fn deep_nesting_and_long_lines_are_errors_or_modules() {
    for c in [
        "(", "[", "{", "\"", "@", "%", "-", ";", "\\", "func @f(", "a(",
    ] {
        let _ = parse_module(&c.repeat(100_000), "x.sir");
    }
    let mut chain = String::from("func @f(%x0: i32) {\n");
    for i in (0..50_000).rev() {
        chain += &format!("%x{} = add %x{i}, 1\n", i + 1);
    }
    chain += "return\n}";
    let module = parse_module(&chain, "x.sir").unwrap();
    assert_eq!(
        module.functions.values().next().unwrap().inst_count(),
        50_001
    );
}

/// Checks that the parser does not panic on a text with changed characters and tokens. The parser may accept or
/// reject the text.
#[test]
fn damaged_texts_never_panic() {
    let chars: Vec<char> = COMPLETE.chars().collect();
    let words = [
        "%",
        "@",
        "\"",
        "(",
        ")",
        "[",
        "}",
        "\n",
        "i32",
        "-",
        "0x",
        "99999999999",
        "é",
        ":",
        "block0",
        "default",
    ];
    let mut seed = 0x2545_f491_4f6c_dd1du64;
    let mut random = |bound: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % bound as u64) as usize
    };
    let mut accepted = 0;
    for _ in 0..3_000 {
        let mut text = chars.clone();
        for _ in 0..=random(3) {
            let at = random(text.len());
            match random(3) {
                0 => {
                    let end = (at + random(12)).min(text.len());
                    text.drain(at..end);
                }
                1 => {
                    let word: Vec<char> = words[random(words.len())].chars().collect();
                    text.splice(at..at, word);
                }
                _ => {
                    let from = random(text.len());
                    text[at] = text[from];
                }
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(module) = parse_module(&text, "x.sir") {
            accepted += 1;
            // If the parser accepts the text, the module can be printed, and its verification terminates.
            let again = module_to_string(&module);
            assert_eq!(
                parse_module(&again, "x.sir").as_ref(),
                Ok(&module),
                "{again}"
            );
        }
    }
    assert!(
        accepted > 100,
        "most edits should not only test the lexer: {accepted}"
    );
}
