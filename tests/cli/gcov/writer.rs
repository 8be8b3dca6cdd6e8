//! A writer of random functions with a parameter of one byte, with labels, macros, one-line `if`s and loops,
//! and inline functions.
//!
//! Every loop has a fixed number of iterations, and every jump goes forward, so that the function terminates for every
//! input.

/// Macros and inline functions of every program.
const HEAD: &str = "\
#define TWICE(x) ((x) + (x))
#define STEP(v, k) do { (v) += (k); if ((v) > 90) (v) -= 90; } while (0)
#define PICK(c, a, b) ((c) ? (a) : (b))
static inline int half(int v) { return v / 2; }
static inline int clamp(int v) {
  if (v < 0)
    return 0;
  if (v > 99) return 99;
  return v;
}
";

/// Writes the text of one program.
pub struct Writer {
    state: u64,
    out: String,
    labels: usize,
    /// The labels that a `goto` uses and that are not defined yet.
    open: Vec<usize>,
}

impl Writer {
    /// Returns the random program of the seed `seed`, which defines `int target(unsigned char c)`.
    pub fn program(seed: u64) -> String {
        let mut writer = Writer {
            state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            out: HEAD.to_owned(),
            labels: 0,
            open: Vec::new(),
        };
        writer.line("int target(unsigned char c) {");
        writer.line("  int a = c * 5 & 15, b = c >> 2;");
        writer.line("  int r = 1, n = c;");
        for _ in 0..5 {
            writer.statement(1, 2);
            if writer.below(2) == 0 {
                writer.place_label();
            }
        }
        while !writer.open.is_empty() {
            writer.place_label();
        }
        writer.line("  return r;");
        writer.line("}");
        writer.out
    }

    fn below(&mut self, bound: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state % bound as u64) as usize
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn indented(&mut self, depth: usize, text: &str) {
        let text = format!("{}{text}", "  ".repeat(depth));
        self.line(&text);
    }

    fn condition(&mut self) -> String {
        let number = self.below(20);
        let texts = [
            format!("a > {number}"),
            format!("b == {}", number % 16),
            format!("(c & {}) == 0", 1 << (number % 8)),
            format!("r > {number} && b < {}", number % 16),
            format!("a == 300 || b > {}", number % 16),
            format!("TWICE(a) < {number}"),
        ];
        let index = self.below(texts.len());
        texts[index].clone()
    }

    fn assignment(&mut self) -> String {
        let number = 1 + self.below(9);
        let texts = [
            format!("r += {number};"),
            format!("r = clamp(r - {number});"),
            format!("r = half(r + a) ^ {number};"),
            format!("STEP(r, {number});"),
            format!("r = PICK(a > {number}, TWICE(r), r + b);"),
            format!("a ^= {number};"),
            "b = clamp(a * 9);".to_owned(),
        ];
        let index = self.below(texts.len());
        texts[index].clone()
    }

    /// Writes a `goto` to a label that is defined later in the function.
    fn jump(&mut self) -> String {
        if self.open.is_empty() || self.below(3) == 0 {
            self.labels += 1;
            self.open.push(self.labels);
        }
        let index = self.below(self.open.len());
        format!("goto L{};", self.open[index])
    }

    fn place_label(&mut self) {
        let Some(label) = self.open.pop() else {
            return;
        };
        let assignment = self.assignment();
        match self.below(3) {
            0 => self.line(&format!("L{label}: ;")),
            1 => self.line(&format!("L{label}:")),
            _ => self.line(&format!("L{label}: {assignment}")),
        }
        self.indented(1, "r ^= 1;");
    }

    fn statement(&mut self, depth: usize, nesting: usize) {
        let (condition, first, second) = (self.condition(), self.assignment(), self.assignment());
        match self.below(if nesting == 0 { 6 } else { 11 }) {
            0 => self.indented(depth, &first),
            1 => self.indented(depth, &format!("if ({condition}) {first}")),
            2 => self.indented(
                depth,
                &format!("if ({condition}) {{ {first} }} else {second}"),
            ),
            3 => self.indented(depth, &format!("for (int i = 0; i < 3; i++) {first}")),
            4 => {
                let jump = self.jump();
                self.indented(depth, &format!("if ({condition}) {jump}"));
            }
            5 => self.indented(
                depth,
                &format!("{{ int k = 0; while (k < 2 && ({condition})) {{ k++; {first} }} }}"),
            ),
            6 | 7 => {
                self.indented(depth, &format!("if ({condition}) {{"));
                self.statement(depth + 1, nesting - 1);
                if self.below(2) == 0 {
                    self.indented(depth, "} else {");
                    self.statement(depth + 1, nesting - 1);
                }
                self.indented(depth, "}");
            }
            8 => {
                self.indented(depth, "for (int i = 0; i < 4; i++) {");
                self.statement(depth + 1, nesting - 1);
                self.indented(
                    depth + 1,
                    &format!(
                        "if ({condition}) {};",
                        ["break", "continue"][self.labels % 2]
                    ),
                );
                self.indented(depth + 1, &second);
                self.indented(depth, "}");
            }
            9 => self.switch(depth, nesting),
            _ => {
                self.indented(depth, "do");
                self.indented(depth + 1, &first);
                self.indented(depth, "while (n++ % 3);");
            }
        }
    }

    fn switch(&mut self, depth: usize, nesting: usize) {
        self.indented(depth, "switch (a & 7) {");
        for case in 0..3 {
            let assignment = self.assignment();
            match self.below(5) {
                0 => self.indented(depth, &format!("case {case}: ;")),
                1 => {
                    self.indented(depth, &format!("case {case}:"));
                    self.statement(depth + 1, nesting - 1);
                    self.indented(depth + 1, "break;");
                }
                2 => self.indented(depth, &format!("case {case}: {assignment} break;")),
                3 => {
                    self.indented(depth, &format!("case {case}:"));
                    self.indented(depth, &format!("case {}:", case + 5));
                    self.indented(depth + 1, &assignment);
                }
                _ => self.indented(depth, &format!("case {case}: {assignment}")),
            }
        }
        match self.below(3) {
            0 => self.indented(depth, "default: ;"),
            1 => {
                let assignment = self.assignment();
                self.indented(depth, "default:");
                self.indented(depth + 1, &assignment);
            }
            _ => {}
        }
        self.indented(depth, "}");
    }
}
