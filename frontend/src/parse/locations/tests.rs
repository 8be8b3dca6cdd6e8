//! The tests check the source locations of offsets in the parsed text.
use super::*;

const ORIGINAL: &str =
    "#define N 10\nint f(int a) {\n\tint   y = N +  a;\n  A(a,\n    y);\n  return y;\n}\n";
const OUTPUT: &str =
    "# 1 \"a.c\"\n\nint f(int a) {\n int y = 10 + a;\n  ((a) ? 1 : g(y));\n\n  return y;\n}\n";

fn locations(original: bool) -> Locations {
    let mut locations = Locations::new(OUTPUT.into(), "-");
    let mut sources = Sources::default();
    if original {
        sources.insert("a.c", ORIGINAL);
    }
    locations.attach(&sources);
    locations
}

fn at(locations: &Locations, needle: &str) -> (u32, u32) {
    let (file, line, column) = locations.at(OUTPUT.find(needle).unwrap());
    assert_eq!(&*file, "a.c");
    (line, column)
}

#[test]
fn columns_refer_to_the_source_file() {
    let locations = locations(true);
    assert_eq!(at(&locations, "f(int"), (2, 5));
    assert_eq!(at(&locations, "y = 10"), (3, 8));
    assert_eq!(at(&locations, "10"), (3, 12));
    assert_eq!(at(&locations, "+ a"), (3, 14));
    assert_eq!(at(&locations, "a;"), (3, 17));
    assert_eq!(at(&locations, "? 1"), (4, 3));
    assert_eq!(at(&locations, "y))"), (5, 5));
    assert_eq!(at(&locations, "return"), (6, 3));
    assert_eq!(at(&locations, "y;\n}"), (6, 10));
}

#[test]
fn without_source_file_columns_refer_to_the_preprocessed_text() {
    let locations = locations(false);
    assert_eq!(at(&locations, "y = 10"), (3, 6));
    assert_eq!(at(&locations, "return"), (6, 3));
}

#[test]
fn spans_end_with_the_line() {
    let locations = locations(true);
    let start = OUTPUT.find("y = 10").unwrap();
    let span = |len| {
        let span = locations.span(lang_c::span::Span::span(start, start + len));
        (span.line, span.column, span.len)
    };
    assert_eq!(span(1), (3, 8, 1));
    assert_eq!(span("y = 10 + a".len()), (3, 8, 10));
    assert_eq!(span(40), (3, 8, 1));
    assert_eq!(locations.span(lang_c::span::Span::none()).line, 1);
    let begin = lang_c::span::Span::span(start, start + 40);
    assert_eq!(locations.start(begin), ("a.c", 3, 8));
    assert_eq!(locations.at(100_000).1, 7);
}

#[test]
fn columns_count_characters() {
    let text = "int x; /* \u{e9}\u{20ac} */ int y;\n";
    let mut locations = Locations::new(text.into(), "a.c");
    let mut sources = Sources::default();
    sources.insert("a.c", text);
    locations.attach(&sources);
    let at = |needle| locations.at(text.find(needle).unwrap()).2;
    assert_eq!((at("int y"), at("x;")), (17, 5));
}

#[test]
fn markers() {
    let marker = |line, name: &str, step| {
        let name = name.to_owned();
        Some(Marker { line, name, step })
    };
    let into = line_marker("# 12 \"a b\\\"c.h\" 1 3\n");
    assert_eq!(into, marker(12, "a b\"c.h", Step::Into));
    assert_eq!(line_marker("#line 3 \"x\""), marker(3, "x", Step::Stay));
    assert_eq!(line_marker("# 4 \"x\" 2"), marker(4, "x", Step::Back));
    for line in ["#pragma x", "x", "# 1", "# 1 \"x", ""] {
        assert_eq!(line_marker(line), None, "{line}");
    }
}
