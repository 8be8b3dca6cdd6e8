//! A writer of random C programs, based on a grammar. Most expressions have the type that the context requires, so
//! that most programs compile. With the probability `Writer::wrong`, an expression of another kind is written
//! instead.
use std::fmt::Write;

/// A small random number generator (xorshift): equal seeds give equal programs.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

/// The kind of value that a context requires.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Kind {
    Int,
    Float,
    Pointer,
    Record,
    Void,
}

const KINDS: &[Kind] = &[
    Kind::Int,
    Kind::Int,
    Kind::Float,
    Kind::Pointer,
    Kind::Record,
    Kind::Void,
];

const INTS: &[&str] = &[
    "char",
    "signed char",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long long",
    "_Bool",
    "__int128",
    "enum e",
    "number",
    "const volatile int",
];
const FLOATS: &[&str] = &[
    "float",
    "double",
    "long double",
    "_Complex double",
    "_Complex float",
];
const POINTERS: &[&str] = &[
    "int *",
    "char *",
    "void *",
    "struct s *",
    "union u *",
    "double **",
    "const char *",
];
const RECORDS: &[&str] = &["struct s", "union u", "pair"];

/// The declarations at the start of each program.
const PROLOGUE: &str = "\
typedef int number;
enum e { RED, GREEN = 5, BLUE };
struct s { int a; unsigned b : 5; int : 0; signed long c : 33; char d[3]; struct { short x; union { float y; int z; }; }; struct s *next; };
union u { int a; double b; struct s c; char d[9]; };
typedef struct { char a; long double b; } pair;
void *malloc(unsigned long); void free(void *); void *memcpy(void *, const void *, unsigned long);
int printf(const char *, ...); void abort(void); double sqrt(double);
int f0(int, double); double f1(void); struct s f2(struct s, int); void f3(void *, ...); int *f4(); union u f5(pair); int main(void);
int i0 = 3; unsigned char i1; long i2 = -1; double d0 = 1.5; float d1; struct s s0 = {1, 2, 3}; union u u0; pair p0;
int a0[4] = {1, [2] = 3}; char *t0 = \"text\"; int *q0 = a0; void *q1; struct s *q2 = &s0; int (*g0)(int, double) = f0;
";

/// Returns expressions of the kind `kind` that use the names of the prologue.
fn globals(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Int => &[
            "i0", "i1", "i2", "s0.a", "s0.b", "q2->c", "a0[1]", "u0.a", "s0.z", "GREEN", "*q0",
            "s0.d[i0]",
        ],
        Kind::Float => &["d0", "d1", "u0.b", "p0.b", "s0.y"],
        Kind::Pointer => &[
            "q0", "q1", "q2", "t0", "a0", "s0.next", "s0.d", "g0", "main",
        ],
        Kind::Record => &["s0", "u0", "p0", "*q2", "u0.c"],
        Kind::Void => &["f3(q0)", "(void)0"],
    }
}

/// Writes one program.
pub struct Writer {
    random: Random,
    /// The probability, in thousandths, that an expression has a wrong kind or that a statement is misplaced.
    wrong: usize,
    locals: Vec<(String, Kind)>,
    out: String,
    /// The number of names given so far, which makes names unique.
    count: usize,
    /// The number of loops and `switch` statements around the current statement.
    loops: usize,
}

impl Writer {
    /// Returns the program that the random seed `seed` determines. About half of the programs contain no intended
    /// errors.
    pub fn program(seed: u64) -> String {
        let mut random = Random::new(seed);
        let wrong = [0, 0, 4, 25][random.below(4)];
        let mut writer = Writer {
            random,
            wrong,
            locals: Vec::new(),
            out: PROLOGUE.to_owned(),
            count: 0,
            loops: 0,
        };
        for _ in 0..writer.random.below(4) {
            writer.global();
        }
        for header in [
            "int f0(int x, double y)",
            "double f1(void)",
            "struct s f2(struct s x, int y)",
            "void f3(void *x, ...)",
            "int *f4(x, y) int x; char *y;",
            "union u f5(pair x)",
            "int main(void)",
        ] {
            writer.function(header);
        }
        writer.out
    }

    fn is_wrong(&mut self) -> bool {
        self.random.below(1000) < self.wrong
    }

    fn fresh(&mut self) -> String {
        self.count += 1;
        format!("v{}", self.count)
    }

    fn name_of_type(&mut self, kind: Kind) -> &'static str {
        match kind {
            Kind::Int => self.random.pick(INTS),
            Kind::Float => self.random.pick(FLOATS),
            Kind::Pointer => self.random.pick(POINTERS),
            Kind::Record => self.random.pick(RECORDS),
            Kind::Void => "void",
        }
    }

    fn any_kind(&mut self) -> Kind {
        KINDS[self.random.below(KINDS.len())]
    }

    /// Writes a declaration at file scope. In C, its initializer must be constant, but the writer sometimes writes
    /// one that is not.
    fn global(&mut self) {
        let kind = self.any_kind();
        let (name, ty) = (self.fresh(), self.name_of_type(kind));
        let storage =
            self.random
                .pick(&["", "", "static ", "extern ", "_Thread_local ", "typedef "]);
        let value = self.random.pick(&[
            "",
            " = 0",
            " = {0}",
            " = 1.5",
            " = &i0",
            " = \"x\"",
            " = {{1}, 2}",
            " = sizeof i0",
            "[3]",
            "[3] = {1, 2}",
            "[]",
            "(void)",
        ]);
        if (kind == Kind::Void || !value.is_empty()) && !self.is_wrong() {
            return;
        }
        let _ = writeln!(self.out, "{storage}{ty} {name}{value};");
    }

    fn function(&mut self, header: &str) {
        self.locals = match header {
            "int f0(int x, double y)" => vec![("x".into(), Kind::Int), ("y".into(), Kind::Float)],
            "struct s f2(struct s x, int y)" => {
                vec![("x".into(), Kind::Record), ("y".into(), Kind::Int)]
            }
            "void f3(void *x, ...)" => vec![("x".into(), Kind::Pointer)],
            _ => Vec::new(),
        };
        self.loops = 0;
        let _ = writeln!(self.out, "{header} {{");
        self.statements(3);
        let result = match header.split(' ').next() {
            Some("int") if header.contains('*') => "return 0;".to_owned(),
            Some("int") => format!("return {};", self.expr(Kind::Int, 2)),
            Some("double") => format!("return {};", self.expr(Kind::Float, 2)),
            Some("struct") => "return s0;".to_owned(),
            Some("union") => "return u0;".to_owned(),
            _ => "return;".to_owned(),
        };
        let _ = writeln!(self.out, "  {result}\n}}");
    }

    fn statements(&mut self, depth: usize) {
        let known = self.locals.len();
        for _ in 0..1 + self.random.below(4) {
            self.statement(depth);
        }
        self.locals.truncate(known);
    }

    fn block(&mut self, depth: usize) {
        self.out.push_str(" {\n");
        if depth > 0 {
            self.statements(depth - 1);
        }
        self.out.push_str("  }\n");
    }

    fn statement(&mut self, depth: usize) {
        let condition = self.expr(Kind::Int, 2);
        match self.random.below(14) {
            0..=2 => self.declaration(),
            3..=5 => {
                let kind = self.any_kind();
                let text = self.expr(kind, 3);
                let _ = writeln!(self.out, "  {text};");
            }
            6 => {
                let _ = write!(self.out, "  if ({condition})");
                self.block(depth);
                if self.random.below(2) == 0 {
                    self.out.push_str("  else");
                    self.block(depth);
                }
            }
            7 => {
                let head = match self.random.below(3) {
                    0 => format!("  for (int k = 0; k < 3 && {condition}; k++)"),
                    1 => format!("  while ({condition})"),
                    _ => format!("  for (; {condition};)"),
                };
                self.out.push_str(&head);
                self.loops += 1;
                self.block(depth);
                self.loops -= 1;
            }
            8 => {
                self.out.push_str("  do");
                self.loops += 1;
                self.block(depth);
                self.loops -= 1;
                let _ = writeln!(self.out, "  while ({condition});");
            }
            9 => {
                let _ = writeln!(self.out, "  switch ({condition}) {{ case 1: case 3 ... 5:");
                self.loops += 1;
                let known = self.locals.len();
                self.statement(depth.saturating_sub(1));
                self.locals.truncate(known);
                self.loops -= 1;
                let last = if self.is_wrong() {
                    "case 4:"
                } else {
                    "default:"
                };
                let _ = writeln!(self.out, "  break; {last} ; }}");
            }
            10 if self.loops > 0 || self.is_wrong() => {
                let jump = self.random.pick(&["break;", "break;", "continue;"]);
                // `loops` counts enclosing switches, too. In a switch outside of a loop, `continue` is invalid.
                // Therefore most `continue` statements are replaced by `break`.
                let jump = if jump == "continue;" && !self.is_wrong() {
                    "break;"
                } else {
                    jump
                };
                let _ = writeln!(self.out, "  if ({condition}) {jump}");
            }
            11 => {
                let label = self.fresh();
                let target = if self.is_wrong() { "nowhere" } else { &label };
                let _ = writeln!(self.out, "  if ({condition}) goto {target}; {label}: ;");
            }
            12 if self.is_wrong() => {
                let odd = self.random.pick(&[
                    "case 3: ;",
                    "return s0;",
                    "int i0; static int i0;",
                    "typedef struct s { int q; } s0;",
                    "extern int s0;",
                    "_Static_assert(i0, \"x\");",
                    "goto *i0;",
                    "int a[-1];",
                    "struct n m;",
                    "else ;",
                    "int (x)(void) = 1;",
                    "void v;",
                    "enum { RED };",
                    "i0 = {1};",
                    "__auto_type z;",
                    "for (struct q { int x; } r; ; ) ;",
                    "int k = k(k);",
                    "char c[] = {[1 ... 0] = 2};",
                    "sizeof(int[i0++]);",
                    "asm(\"nop\" : : \"r\"(s0));",
                ]);
                let _ = writeln!(self.out, "  {odd}");
            }
            _ => self.block(depth),
        }
    }

    fn declaration(&mut self) {
        let kind = match self.any_kind() {
            Kind::Void if !self.is_wrong() => Kind::Int,
            kind => kind,
        };
        let (name, ty) = (self.fresh(), self.name_of_type(kind));
        let text = match self.random.below(10) {
            0 if kind == Kind::Int => format!("static {ty} {name} = 1;"),
            1 => format!(
                "{ty} {name}[{}];",
                self.random.pick(&["3", "i1 + 1", "2 + (i0 & 3)"])
            ),
            2 if kind == Kind::Record => format!("{ty} {name} = {{{}}};", self.expr(Kind::Int, 2)),
            3 => {
                let value = self.expr(kind, 2);
                format!("__auto_type {name} = {value};")
            }
            4 if kind == Kind::Int => format!(
                "{ty} {name} __attribute__((aligned(16))) = {};",
                self.expr(kind, 2)
            ),
            _ => match kind {
                Kind::Record => format!("{ty} {name} = {{0}};"),
                Kind::Pointer => format!("{ty} {name} = (void *)({});", self.expr(kind, 2)),
                _ => format!("{ty} {name} = {};", self.expr(kind, 2)),
            },
        };
        let is_plain = !text.contains('[') && kind != Kind::Record && !text.starts_with("__auto");
        if (is_plain && !text.contains("const")) || self.is_wrong() {
            self.locals.push((name, kind));
        }
        let _ = writeln!(self.out, "  {text}");
    }

    fn variable(&mut self, kind: Kind) -> String {
        let own: Vec<usize> = (0..self.locals.len())
            .filter(|&n| self.locals[n].1 == kind)
            .collect();
        if !own.is_empty() && self.random.below(2) == 0 {
            return self.locals[own[self.random.below(own.len())]].0.clone();
        }
        self.random.pick(globals(kind)).to_owned()
    }

    fn expr(&mut self, kind: Kind, depth: usize) -> String {
        let kind = if self.is_wrong() {
            self.any_kind()
        } else {
            kind
        };
        if depth == 0 {
            return self.variable(kind);
        }
        let depth = depth - 1;
        match kind {
            Kind::Int => self.integer(depth),
            Kind::Float => self.float(depth),
            Kind::Pointer => self.pointer(depth),
            Kind::Record => self.record(depth),
            Kind::Void => self.nothing(depth),
        }
    }

    fn integer(&mut self, depth: usize) -> String {
        let [a, b, c] = [0; 3].map(|_| self.expr(Kind::Int, depth));
        match self.random.below(22) {
            0..=2 => self.variable(Kind::Int),
            3 => self
                .random
                .pick(&[
                    "0",
                    "-1",
                    "7u",
                    "'a'",
                    "L'x'",
                    "0x7fffffffffffffff",
                    "1ull << 63",
                    "sizeof(struct s)",
                    "_Alignof(double)",
                    "__builtin_offsetof(struct s, d[1])",
                ])
                .to_owned(),
            4..=6 => {
                let op = self.random.pick(&[
                    "+", "-", "*", "&", "|", "^", "<", ">=", "==", "&&", "||", "<<", "/", "%",
                ]);
                format!("({a} {op} {b})")
            }
            7 => format!("({a} ? {b} : {c})"),
            8 => format!("({a} ?: {b})"),
            9 => format!("({}){a}", self.name_of_type(Kind::Int)),
            10 => format!("(int){}", self.expr(Kind::Float, depth)),
            11 => format!("f0({a}, {})", self.expr(Kind::Float, depth)),
            12 => format!(
                "(i0 {} {a})",
                self.random.pick(&["=", "+=", "^=", "<<=", "|="])
            ),
            13 => self
                .random
                .pick(&[
                    "i0++",
                    "--i1",
                    "s0.b++",
                    "(q2->c -= 2)",
                    "a0[i0 & 3]--",
                    "*q0++",
                ])
                .to_owned(),
            14 => format!("({{ int t = {a}; t + {b}; }})"),
            15 => format!(
                "_Generic({}, int: {a}, double: 2, default: {b})",
                self.expr(Kind::Float, 0)
            ),
            16 => format!("({} == {})", self.variable(Kind::Pointer), "(void *)0"),
            17 => format!("(int)({} - (int *)a0)", "q0"),
            18 => format!(
                "{}({a})",
                self.random.pick(&[
                    "__builtin_popcount",
                    "__builtin_constant_p",
                    "__builtin_bswap32",
                    "!",
                    "~",
                    "-",
                    "sizeof",
                    "__builtin_clz",
                    "(_Bool)"
                ])
            ),
            19 => format!("__builtin_add_overflow({a}, {b}, &i2)"),
            20 => format!("({a}, {b})"),
            _ => format!("({}).a", self.expr(Kind::Record, 0)).replace("(p0).a", "p0.a"),
        }
    }

    fn float(&mut self, depth: usize) -> String {
        let [a, b] = [0; 2].map(|_| self.expr(Kind::Float, depth));
        match self.random.below(9) {
            0 | 1 => self.variable(Kind::Float),
            2 => self
                .random
                .pick(&[
                    "1.0",
                    "2.5f",
                    "1e300L",
                    "0x1p-3",
                    "1.0i",
                    "__builtin_inf()",
                    "__builtin_nan(\"\")",
                ])
                .to_owned(),
            3 | 4 => format!("({a} {} {b})", self.random.pick(&["+", "-", "*", "/"])),
            5 => format!(
                "({}){}",
                self.name_of_type(Kind::Float),
                self.expr(Kind::Int, depth)
            ),
            6 => format!("sqrt({a})"),
            7 => format!("(d0 += {a})"),
            _ => format!("({} ? {a} : {b})", self.expr(Kind::Int, depth)),
        }
    }

    fn pointer(&mut self, depth: usize) -> String {
        let a = self.expr(Kind::Int, depth);
        match self.random.below(10) {
            0..=2 => self.variable(Kind::Pointer),
            3 => self
                .random
                .pick(&[
                    "&i0",
                    "&s0.d[1]",
                    "&*q2",
                    "&a0",
                    "&f1",
                    "(void *)0",
                    "\"lit\"",
                    "u\"w\"",
                    "__func__",
                ])
                .to_owned(),
            4 => format!("(q0 + {a})"),
            5 => format!("malloc({a})"),
            6 => format!("((int[]){{{a}, 2}})"),
            7 => format!(
                "({}){}",
                self.name_of_type(Kind::Pointer),
                self.expr(Kind::Pointer, depth)
            ),
            8 => format!("f4({a}, t0)"),
            _ => format!("({a} ? q1 : {})", self.expr(Kind::Pointer, depth)),
        }
    }

    fn record(&mut self, depth: usize) -> String {
        let a = self.expr(Kind::Int, depth);
        match self.random.below(7) {
            0..=2 => self.variable(Kind::Record),
            3 => format!("(struct s){{.a = {a}, .next = 0}}"),
            4 => format!("f2(s0, {a})"),
            5 => format!("({a} ? s0 : *q2)"),
            _ => format!("({{ s0.a = {a}; s0; }})"),
        }
    }

    fn nothing(&mut self, depth: usize) -> String {
        let kind = self.any_kind();
        match self.random.below(6) {
            0 => format!("(void)({})", self.expr(kind, depth)),
            1 => format!("f3(&s0, {})", self.expr(Kind::Int, depth)),
            2 => "s0 = *q2".to_owned(),
            3 => format!(
                "memcpy(&u0, &s0, {})",
                self.random.pick(&["4", "sizeof s0"])
            ),
            4 => format!("printf(\"%d %s\", {}, t0)", self.expr(Kind::Int, depth)),
            _ => "((void)0, f3(q1))".to_owned(),
        }
    }
}
