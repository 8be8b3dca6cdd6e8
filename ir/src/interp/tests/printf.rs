//! The tests compare formatted output with that of the C library.
use super::*;
use crate::bits::Bits;
use crate::interp::printf::{Argument, Arguments, Printed, TextLength, format};
use proptest::prelude::*;
use std::fmt::Write as _;
use std::process::Command;

/// An argument of a `printf` call in the generated C program.
#[derive(Clone)]
enum Value {
    Int(i32),
    Long(i64),
    Double(f64),
    Str(&'static str),
}

impl Value {
    fn c(&self) -> String {
        match self {
            Value::Int(v) => format!("(int){}LL", i64::from(*v)),
            Value::Long(v) => format!("(long){:#x}ULL", *v as u64),
            Value::Double(v) => format!("bits({:#x}ULL)", v.to_bits()),
            Value::Str(v) => format!("{v:?}"),
        }
    }
}

/// A source of arguments that takes them from a list. The address of a string is its index in the list plus one.
struct List {
    values: Vec<Value>,
    strings: Vec<&'static str>,
}

impl Arguments for List {
    type Error = ();

    fn get(&mut self, index: usize, _: usize) -> Result<Argument, ()> {
        let Some(value) = self.values.get(index).cloned() else {
            return Ok(Argument::Missing);
        };
        Ok(Argument::Known(match value {
            Value::Int(v) => Bits::signed(32, v.into()),
            Value::Long(v) => Bits::signed(64, v.into()),
            Value::Double(v) => Bits::new(64, v.to_bits().into()),
            Value::Str(v) => {
                self.strings.push(v);
                Bits::new(64, self.strings.len() as u128)
            }
        }))
    }

    fn string(&mut self, address: u64, most: Option<u64>) -> Result<Option<Vec<u8>>, ()> {
        let text = self.strings[address as usize - 1].as_bytes();
        let len = most.map_or(text.len(), |m| text.len().min(m as usize));
        Ok(Some(text[..len].to_vec()))
    }

    fn store(&mut self, _: u64, _: usize, _: u64) -> Result<(), ()> {
        Ok(())
    }
}

fn print(text: &str, values: Vec<Value>) -> Printed {
    let mut list = List {
        values,
        strings: Vec::new(),
    };
    format(text.as_bytes(), &mut list).expect("the list reports no error")
}

/// Returns calls of `printf`: every combination of flags, widths, precisions and conversions, with values of the right
/// type.
fn cases() -> Vec<(String, Vec<Value>)> {
    let ints = [0, 1, -1, 42, 255, i32::MAX, i32::MIN].map(Value::Int);
    let longs = [0, -1, i64::MAX, i64::MIN, 0x1234_5678_9abc].map(Value::Long);
    let doubles = [
        0.0,
        -0.0,
        1.0,
        0.5,
        1.5,
        2.5,
        0.1,
        9.995,
        99_999.95,
        999_999.5,
        1e6,
        123_456_789.0,
        1e-4,
        9.9999e-5,
        1e-5,
        1e15,
        1e17,
        1e100,
        1e300,
        5e-324,
        2.5e-308,
        f64::MAX,
        f64::MIN_POSITIVE,
        0.999_999_9,
        2.345_678_901_234,
        0.000_123_456,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        1.999_999_999_999_999_8,
    ]
    .map(Value::Double);
    let strings = ["", "a", "hello", "two words"].map(Value::Str);
    let groups: [(&[&str], &[Value]); 4] = [
        (
            &["d", "i", "u", "o", "x", "X", "hd", "hhd", "hu", "hhx", "c"],
            &ints,
        ),
        (
            &["ld", "lu", "lo", "lx", "lld", "jd", "zu", "p", "td"],
            &longs,
        ),
        (
            &["f", "F", "e", "E", "g", "G", "a", "A", "lf", "Lg"],
            &doubles,
        ),
        (&["s"], &strings),
    ];
    let flags = [
        "", "-", "+", " ", "#", "0", "+0", "-#", "#0", " 0", "-0", "+-",
    ];
    let sizes = [
        "", "1", "12", ".0", ".1", ".3", ".", "12.4", "9.0", "30.20", ".12", ".13", ".14",
    ];
    let mut cases = Vec::new();
    for (conversions, values) in groups {
        for conversion in conversions {
            for flags in flags {
                for size in sizes {
                    let format = format!("%{flags}{size}{conversion}");
                    cases.extend(values.iter().map(|v| (format.clone(), vec![v.clone()])));
                }
            }
        }
    }
    let star = |text: &str, list: &[i32]| {
        (
            text.to_owned(),
            list.iter().copied().map(Value::Int).collect(),
        )
    };
    cases.push(star("[%*d|%-*d]", &[6, 42, 6, 42]));
    cases.push(star("[%*d]", &[-6, 42]));
    cases.push(star("[%.*d|%.*d]", &[4, 7, -1, 7]));
    cases.push(star("100%% [%*.*x]", &[8, 4, 255]));
    cases.push((
        "%.400f|%.60e".to_owned(),
        vec![Value::Double(0.1), Value::Double(1e-300)],
    ));
    cases.push(("%.1200f".to_owned(), vec![Value::Double(5e-324)]));
    cases.push((
        "%s is %d and %5.2f".to_owned(),
        vec![Value::Str("x"), Value::Int(3), Value::Double(2.675)],
    ));
    cases
}

/// Returns the C program that prints each call on a line of its own. No text contains a line end.
fn program(cases: &[(String, Vec<Value>)]) -> String {
    let mut text = "#include <stdio.h>\n#include <string.h>\n\
        static double bits(unsigned long b) { double d; memcpy(&d, &b, 8); return d; }\n"
        .to_owned();
    // Several functions of moderate size compile much faster than one large function.
    let chunks = cases.chunks(500);
    let count = chunks.len();
    for (index, chunk) in chunks.enumerate() {
        let _ = writeln!(text, "static void part{index}(void) {{");
        for (format, values) in chunk {
            let mut values: Vec<String> = values.iter().map(Value::c).collect();
            if format.contains('L') {
                values[0] = format!("(long double){}", values[0]);
            }
            let _ = writeln!(text, "printf(\"{format}\\n\", {});", values.join(", "));
        }
        text.push_str("}\n");
    }
    text.push_str("int main(void) {\n");
    for index in 0..count {
        let _ = writeln!(text, "part{index}();");
    }
    text + "return 0; }\n"
}

#[test]
fn every_conversion_prints_what_c_prints() {
    let cases: Vec<_> = cases()
        .into_iter()
        // The first hexadecimal digit of a long double differs from that of a double, so `%La` is not compared.
        .filter(|(format, _)| !(format.contains('L') && format.ends_with(['a', 'A'])))
        // The calls that format 999999.5 by `%#g` are not compared: rounding carries into a new digit, and glibc 2.36
        // then drops zeros that the flag `#` requires.
        .filter(|(format, values)| {
            let carries = matches!(values[0], Value::Double(v) if v == 999_999.5);
            !(carries && format.contains('#') && format.ends_with(['g', 'G']))
        })
        .collect();
    let dir = std::env::temp_dir().join(format!("symtool-printf-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary folder");
    let (source, binary) = (dir.join("p.c"), dir.join("p"));
    std::fs::write(&source, program(&cases)).expect("the C program is written");
    let compiled = Command::new("gcc")
        .arg("-w")
        .arg("-o")
        .arg(&binary)
        .arg(&source)
        .status();
    let output = compiled.is_ok_and(|status| status.success()).then(|| {
        Command::new(&binary)
            .output()
            .expect("the C program runs")
            .stdout
    });
    let _ = std::fs::remove_dir_all(&dir);
    let Some(output) = output else {
        println!("skipped: there is no gcc that works");
        return;
    };
    // `%c` with 0 prints a zero byte, so lines are compared as bytes. `%c` with 10 does not occur, because it would
    // print a line end.
    let lines: Vec<&[u8]> = output.split(|&b| b == b'\n').collect();
    assert_eq!(lines.len(), cases.len() + 1);
    let mut wrong = String::new();
    for ((format, values), line) in cases.iter().zip(lines) {
        let printed = print(format, values.clone());
        assert!(printed.exact && printed.problems.is_empty(), "{format}");
        if printed.bytes != line {
            let shown: Vec<String> = values.iter().map(Value::c).collect();
            let ours = String::from_utf8_lossy(&printed.bytes).into_owned();
            let theirs = String::from_utf8_lossy(line);
            let _ = writeln!(
                wrong,
                "{format} of {}: `{ours}`, C: `{theirs}`",
                shown.join(", ")
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn unknown_values_print_as_question_marks_without_shifting_arguments() {
    struct Unknown;
    impl Arguments for Unknown {
        type Error = ();
        fn get(&mut self, index: usize, _: usize) -> Result<Argument, ()> {
            Ok(match index {
                2 => Argument::Known(Bits::new(32, 7)),
                _ => Argument::Unknown,
            })
        }
        fn string(&mut self, _: u64, _: Option<u64>) -> Result<Option<Vec<u8>>, ()> {
            Ok(None)
        }
        fn store(&mut self, _: u64, _: usize, _: u64) -> Result<(), ()> {
            Ok(())
        }
    }
    let printed = format(b"a%*dz %d %s", &mut Unknown).expect("no error");
    assert_eq!(printed.bytes, b"a?z 7 ?");
    assert!(!printed.exact);
    assert_eq!(printed.length, TextLength::Unknown);
    let printed = format(b"a%dz %d %s", &mut Unknown).expect("no error");
    assert_eq!(printed.bytes, b"a?z ? ?");
    assert_eq!(printed.length, TextLength::AtLeast(4));
    let printed = format(b"%3c|", &mut Unknown).expect("no error");
    assert_eq!(printed.bytes, b"  ?|");
    assert!(!printed.exact && printed.problems.is_empty());
    assert_eq!(printed.length, TextLength::Exact);
    let printed = format(b"%n", &mut Unknown).expect("no error");
    assert_eq!((printed.bytes.len(), printed.problems.len()), (0, 1));
    let printed = format(b"%d%d%3$n", &mut Unknown).expect("no error");
    assert_eq!(
        printed.problems,
        ["`%n` after text whose length depends on the input"]
    );
}

#[test]
fn too_few_arguments_and_unknown_conversions_are_problems() {
    let printed = print("%d %y%", Vec::new());
    assert_eq!(printed.bytes, b"? %y%");
    assert_eq!(printed.problems.len(), 3);
}

#[test]
fn an_enormous_width_is_truncated() {
    let printed = print("%2147483647d", vec![Value::Int(1)]);
    assert_eq!(printed.bytes.len(), 1 << 20);
}

#[test]
fn a_program_prints_through_its_memory() {
    let text = "
        global const @f, bytes \"%s=%d, %.2f%n\\n\\0\"
        global const @s, bytes \"x\\0\"
        func @main() -> i32 {
            slot $n, size 4
            %n = stack_addr $n
            %f = global_addr @f
            %s = global_addr @s
            %len = intrinsic printf(%f, %s, i32 -3, f64 0.125, %n)
            %before = load i32 %n
            %d = sub %len, %before
            return %d
        }";
    let run = run_text(text);
    assert_eq!(run.outcome, Outcome::Exit(1));
    assert_eq!(String::from_utf8_lossy(&run.output), "x=-3, 0.12\n");
}

#[test]
fn an_unterminated_string_is_read_out_of_bounds() {
    let text = "
        global const @s, bytes \"abc\"
        func @main() {
            %s = global_addr @s
            intrinsic warning(%s)
            return
        }";
    let run = run_text(text);
    assert_eq!(
        bug(&run),
        (
            BugKind::OutOfBounds,
            "read of 1 byte at offset 3 of `s`, which has 3 bytes"
        )
    );
}

/// A source of arguments with one value for every argument, and one string at every address.
struct Always(Bits);

impl Arguments for Always {
    type Error = ();

    fn get(&mut self, _: usize, _: usize) -> Result<Argument, ()> {
        Ok(Argument::Known(self.0))
    }

    fn string(&mut self, _: u64, most: Option<u64>) -> Result<Option<Vec<u8>>, ()> {
        let len = most.map_or(3, |m| m.min(3) as usize);
        Ok(Some(vec![b'x'; len]))
    }

    fn store(&mut self, _: u64, _: usize, _: u64) -> Result<(), ()> {
        Ok(())
    }
}

proptest! {
    #[test]
    fn any_format_with_any_value_is_printed_without_a_panic(
        text in "(%[-+ #0']{0,3}(\\*|[0-9]{0,4})(\\.(\\*|[0-9]{0,4}))?(hh|h|l|ll|L|z|q)?[a-zA-Z%]|[%a]){0,3}",
        width in prop_oneof![Just(1u32), Just(8), Just(32), Just(64), Just(128)],
        value in any::<u128>(),
    ) {
        // A `*` takes the value as a width, so the value must be small to limit the length of the text.
        let value = if text.contains('*') { value & 0xff } else { value };
        let printed = format(text.as_bytes(), &mut Always(Bits::new(width, value)));
        prop_assert!(printed.is_ok());
    }
}
