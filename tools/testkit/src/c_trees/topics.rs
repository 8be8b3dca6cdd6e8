//! The table of topics. A topic is the subject of a random C program, such as strings or memory.

/// The variables, expressions and statements of programs about one subject.
///
/// In the texts, `@` precedes the names of variables, so that a spelling can rename them, and each `#` is replaced by a
/// variable or a number. The expressions in `values` cannot fail. A statement may fail.
#[derive(Debug)]
pub struct Topic {
    /// The name of the topic.
    pub name: &'static str,
    /// The declarations of the program at file scope.
    pub globals: &'static str,
    /// Expressions of type `int` that the program may contain.
    pub values: &'static [&'static str],
    /// Statements that the program may contain.
    pub statements: &'static [&'static str],
    /// A statement is a loop with the probability `loops` / 12.
    pub loops: u64,
}

/// All topics.
pub const TOPICS: &[Topic] = &[STRINGS, STRUCTS, FLOATS, LOOPS, MEMORY];

const STRINGS: Topic = Topic {
    name: "strings",
    globals: "char @s[8] = \"abc\", @t[8] = \"xy\";\nstatic const char *const @words[4] = {\"ab\", \"b\", \"\", \"abd\"};\n",
    values: &[
        "@s[# & 7]",
        "@t[# & 7]",
        "@words[# & 3][0]",
        "(@s[7] = 0, (int)strlen(@s))",
        "(strcmp(@words[# & 3], \"b\") < 0)",
        "(strchr(@words[# & 3], 'b') != 0)",
        "(memcmp(@s, @t, # & 7) == 0)",
        "(int)strspn(@words[# & 3], \"ba\")",
    ],
    statements: &[
        "@s[# & 7] = 'a' + (# & 3);",
        "@t[# & 7] = 0;",
        "strcpy(@t, @words[# & 3]);",
        "strncpy(@s, @words[# & 3], # & 7);",
        "memset(@s, 'b', # & 7);",
        "memmove(@s + (# & 3), @s, # & 3);",
        "@t[# & 15] = 'q';",
        "memcpy(@t + (# & 3), @words[3], 1 + (# & 7));",
        "assert(strcmp(@words[# & 3], @words[# & 3]) != 1);",
    ],
    loops: 1,
};

const STRUCTS: Topic = Topic {
    name: "structs",
    globals: "struct pair { signed char c; short h; int i : 5; unsigned u : 3; long l; };\n\
              union word { unsigned u; short s[2]; unsigned char b[4]; };\n\
              struct pair @p[2] = {{1, 2, 3, 4, 5}, {-1, -2, -3, 4, -5}}, @q;\nunion word @w;\nstruct pair *@to = &@q;\n",
    values: &[
        "@p[# & 1].c",
        "@p[# & 1].h",
        "@p[# & 1].i",
        "(int)@p[# & 1].u",
        "@q.i",
        "(int)@q.l",
        "@w.s[# & 1]",
        "@w.b[# & 3]",
    ],
    statements: &[
        "@p[# & 1].c = (signed char)(#);",
        "@p[# & 1].i = #;",
        "@p[# & 1].u = #;",
        "@q = @p[# & 1];",
        "@p[# & 1] = @q;",
        "@w.u = #;",
        "@w.b[# & 3] = #;",
        "@to = &@p[# & 1];",
        "@to = # == 5 ? NULL : &@q;",
        "@to->l = #;",
        "@p[# & 3].h = 9;",
        "memcpy(&@w, &@p[# & 1], sizeof @w);",
        "assert(@q.u < 7);",
    ],
    loops: 1,
};

const FLOATS: Topic = Topic {
    name: "floats",
    globals: "double @d = 1.5, @e = -0.25;\nfloat @f = 3.0f;\n",
    values: &[
        "(@d > @e)",
        "(@f <= 2.5f)",
        "(@d != @d)",
        "(@d == @f)",
        "(@d < 100.0 && @d > -100.0 ? (int)@d : 7)",
        "(@f < 50.0f && @f > -50.0f ? (int)@f : -7)",
        "(signbit(@e) != 0)",
        "(isinf(@d) != 0)",
    ],
    statements: &[
        "@d = (# & 15) * 0.25;",
        "@e = (# & 7) - 3.5;",
        "@f = (float)(# & 15) / 4.0f;",
        "@d = @d + @e;",
        "@d = @e * 2.0;",
        "@f = @f - (float)@e;",
        "@e = (# & 3) ? @d / (# & 3) : -@e;",
        "@e = fabs(@e);",
        "assert(@d < 3.5);",
        "assert(@f != 1.25f);",
        "@x0 = 12 / ((# & 7) - (int)(@e > 0.5));",
    ],
    loops: 1,
};

const LOOPS: Topic = Topic {
    name: "loops",
    globals: "int @a[8] = {3, 1, 4, 1, 5, 9, 2, 6};\nunsigned char @b[8];\nint @n;\n",
    values: &["@a[# & 7]", "@b[# & 7]", "@n", "(@a[# & 7] > @a[# & 7])"],
    statements: &[
        "@a[# & 7] = #;",
        "@b[# & 7] += 1;",
        "@n = @n + 1;",
        "while (@n > 0 && @a[@n & 7] != 1) @n--;",
        "for (@n = 0; @n < 8 && @a[@n] != (# & 7); @n++) @b[@n] = 1;",
        "do { @b[@n & 7]++; @n -= 3; } while (@n > 0 && @n < 9);",
        "@a[@n] = 2;",
        "assert(@b[# & 7] < 4);",
        "@n = (# & 15) % (@n + 2);",
    ],
    loops: 5,
};

const MEMORY: Topic = Topic {
    name: "memory",
    globals: "int @a[4] = {1, 2, 3, 4}, *@p = &@a[1], **@pp = &@p, *@h;\n",
    values: &["@a[# & 3]", "(@h == 0)", "(@p == @a)", "(*@pp == &@a[1])"],
    statements: &[
        "@a[# & 3] = #;",
        "@p = &@a[# & 3];",
        "*@p = #;",
        "**@pp = #;",
        "@pp = (# & 1) ? &@p : &@h;",
        "if (!@h) @h = calloc(1 + (# & 1), sizeof *@h);",
        "if (@h) @h[0] = #;",
        "if (@h) @h[# & 1] = #;",
        "free(@h), @h = NULL;",
        "if (# == 3) free(@h);",
        "@x1 = *@p;",
        "assert(@p != &@a[3]);",
    ],
    loops: 1,
};
