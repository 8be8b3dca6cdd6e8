use super::*;

/// The normalised text with single blanks.
fn rewritten(source: &str) -> String {
    let text = normalise(source).expect(source).text;
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
#[test]
fn show() {
    for s in ["inline _Noreturn void f(void) {}", "void f(void){}"] {
        println!("{}", rewritten(s));
    }
}
