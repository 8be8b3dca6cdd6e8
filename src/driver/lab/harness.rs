//! Generates the C programs that call the functions of a submission and of the reference.
//!
//! A wrapper is a C file that renames `main` and the function under test by macros, and then includes a file of the
//! student. The student's file can then be linked with the reference (the lab's correct solution), which defines a
//! function of the same name. The student's macros have no effect on the other files.
use super::workspace::Workspace;
use crate::Error;
use serde::Deserialize;
use std::fmt::Write;
use std::path::PathBuf;

/// The prefix by which a wrapper renames the student's functions in a program that also contains the reference.
pub const STUDENT: &str = "student_";
/// The prefix of the reference's function in the same program.
const REFERENCE: &str = "reference_";
/// The prefix of the file names of wrappers.
pub const WRAPPER: &str = ".wrapper-";
/// The start of the line in which the comparison prints the result of the student's function.
pub const RESULT: &str = "your function ";

/// Writes a wrapper for each of the student's C files `files`, and returns the wrappers' names. A wrapper renames
/// `main` and the functions `functions`.
///
/// # Errors
/// A wrapper cannot be written.
pub fn wrap_student(
    workspace: &Workspace<'_>,
    files: &[String],
    functions: &[String],
) -> Result<Vec<PathBuf>, Error> {
    let mut wrappers = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let name = format!("{WRAPPER}{index}.c");
        workspace.add(&name, &wrapper(file, functions, STUDENT))?;
        wrappers.push(PathBuf::from(name));
    }
    Ok(wrappers)
}

/// Writes a wrapper for the reference, a file of the lab, and returns its path.
///
/// # Errors
/// The wrapper cannot be written.
pub fn wrap_reference(
    workspace: &Workspace<'_>,
    file: &str,
    function: &str,
) -> Result<PathBuf, Error> {
    workspace.add_check(
        ".reference.c",
        &wrapper(file, &[function.to_owned()], REFERENCE),
    )
}

fn wrapper(file: &str, functions: &[String], prefix: &str) -> String {
    let mut text = format!("#define main {prefix}main\n");
    for function in functions {
        let _ = writeln!(text, "#define {function} {prefix}{function}");
    }
    text + &format!("#include \"{file}\"\n")
}

/// A parameter of a function that is compared with the reference.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// The name of the parameter.
    pub name: String,
    /// The C type of the parameter, or of the elements of an array.
    #[serde(rename = "type")]
    pub ty: String,
    /// The number of elements of an array; absent for a scalar.
    #[serde(default)]
    length: Option<u32>,
    /// Whether the array is a string: it has a zero byte within its length.
    #[serde(default)]
    text: bool,
    /// Whether the check compares the elements that the array has after the call. For a string, it compares the string
    /// after the call, and the bytes behind the end of the string before the call.
    #[serde(default)]
    output: bool,
    /// The least value of the scalar or of each element; absent if it is not limited.
    #[serde(default)]
    min: Option<i64>,
    /// The greatest value of the scalar or of each element; absent if it is not limited.
    #[serde(default)]
    max: Option<i64>,
}

/// A function with the inputs for which it is compared with the reference.
#[derive(Clone, Debug)]
pub struct Comparison<'a> {
    /// The name of the function.
    pub function: &'a str,
    /// The C type of the result; `void` if only arrays are compared.
    pub returns: &'a str,
    /// The parameters, with the values for which the function is called.
    pub inputs: &'a [Parameter],
    /// A condition on the inputs in C, such as `low <= high`.
    pub assume: Option<&'a str>,
}

impl Comparison<'_> {
    /// Returns the program that calls the student's function and the reference's function on the same inputs, and
    /// fails if their results differ.
    pub fn program(&self) -> String {
        let mut out = String::from("#include <klee/klee.h>\n#include <stdio.h>\n");
        out += "extern void reach_error(void);\n";
        for prefix in [STUDENT, REFERENCE] {
            let _ = writeln!(out, "{};", self.prototype(prefix));
        }
        out += "int main(void) {\n";
        for input in self.inputs {
            out += &input.declaration();
        }
        if let Some(condition) = self.assume {
            let _ = writeln!(out, "  klee_assume({condition});");
        }
        for prefix in [REFERENCE, STUDENT] {
            for input in self.inputs.iter().filter(|input| input.length.is_some()) {
                out += &input.copy(prefix);
            }
        }
        out += &self.calls();
        if self.returns != "void" {
            let _ = writeln!(
                out,
                "  if (!(student_result == reference_result)) {{\n    printf(\"{RESULT}returned {}\\n\", ({}) student_result);\n    \
                 reach_error();\n  }}",
                format_of(self.returns).0,
                format_of(self.returns).1
            );
        }
        for input in self.inputs.iter().filter(|input| input.output) {
            out += &input.comparison();
        }
        out + "  return 0;\n}\n"
    }

    fn prototype(&self, prefix: &str) -> String {
        let inputs = self.inputs.iter().map(|input| match input.length {
            Some(_) => format!("{} *", input.ty),
            None => input.ty.clone(),
        });
        let inputs: Vec<String> = inputs.collect();
        let inputs = if inputs.is_empty() {
            "void".to_owned()
        } else {
            inputs.join(", ")
        };
        format!("{} {prefix}{}({inputs})", self.returns, self.function)
    }

    fn calls(&self) -> String {
        let mut out = String::new();
        for prefix in [REFERENCE, STUDENT] {
            let arguments = self.inputs.iter().map(|input| match input.length {
                Some(_) => format!("{prefix}{}", input.name),
                None => input.name.clone(),
            });
            let arguments: Vec<String> = arguments.collect();
            let call = format!("{prefix}{}({})", self.function, arguments.join(", "));
            let _ = match self.returns {
                "void" => writeln!(out, "  {call};"),
                ty => writeln!(out, "  {ty} {prefix}result = {call};"),
            };
        }
        out
    }
}

impl Parameter {
    fn declaration(&self) -> String {
        let Parameter { name, ty, .. } = self;
        let mut out = String::new();
        let bounds = |value: &str| {
            let least = self.min.map(|min| format!("{value} >= {min}"));
            let most = self.max.map(|max| format!("{value} <= {max}"));
            least
                .into_iter()
                .chain(most)
                .map(|bound| format!("klee_assume({bound});"))
                .collect::<Vec<_>>()
        };
        match self.length {
            None => {
                let _ = writeln!(out, "  {ty} {name};");
                let _ = writeln!(
                    out,
                    "  klee_make_symbolic(&{name}, sizeof {name}, \"{name}\");"
                );
                for bound in bounds(name) {
                    let _ = writeln!(out, "  {bound}");
                }
            }
            Some(length) => {
                let _ = writeln!(out, "  {ty} {name}[{length}];");
                let _ = writeln!(
                    out,
                    "  klee_make_symbolic({name}, sizeof {name}, \"{name}\");"
                );
                for bound in bounds(&format!("{name}[i]")) {
                    let _ = writeln!(out, "  for (int i = 0; i < {length}; i++) {bound}");
                }
                if self.text {
                    let _ = writeln!(out, "  klee_assume({name}[{length} - 1] == 0);");
                }
            }
        }
        out
    }

    fn copy(&self, prefix: &str) -> String {
        let Parameter { name, ty, .. } = self;
        let length = self.length.unwrap_or(1);
        format!(
            "  {ty} {prefix}{name}[{length}];\n  for (int i = 0; i < {length}; i++) {prefix}{name}[i] = {name}[i];\n"
        )
    }

    /// Returns the C code that compares the array after the call of the student's function with the array after the
    /// call of the reference. A function that shortens a string may leave any bytes between the new and the old end of
    /// the string; these bytes are not compared.
    fn comparison(&self) -> String {
        let Parameter { name, ty, .. } = self;
        let length = self.length.unwrap_or(1);
        let (format, cast) = format_of(ty);
        let (start, is_free, next) = match self.text {
            true => (
                "  int is_free = 0;\n",
                "is_free | ",
                format!(
                    "    is_free = (is_free | (reference_{name}[i] == 0)) & ({name}[i] != 0);\n"
                ),
            ),
            false => ("", "", String::new()),
        };
        format!(
            "  {{\n{start}  for (int i = 0; i < {length}; i++) {{\n    if (!({is_free}(student_{name}[i] == reference_{name}[i]))) {{\n      \
             printf(\"{RESULT}left {format} in {name}[%d]\\n\", ({cast}) student_{name}[i], i);\n      reach_error();\n    }}\n\
             {next}  }}\n  }}\n"
        )
    }
}

/// Returns the conversion of `printf` for a C type, and the type to which the value is converted for it.
fn format_of(ty: &str) -> (&'static str, &'static str) {
    match ty.starts_with("unsigned") || ty.starts_with("uint") || ty == "size_t" {
        true => ("%llu", "unsigned long long"),
        false => ("%lld", "long long"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(text: &str) -> Parameter {
        toml::from_str(text).expect("a parameter")
    }

    #[test]
    fn a_comparison_calls_both_functions_on_copies() {
        let inputs = [
            parameter("name = \"text\"\ntype = \"char\"\nlength = 3\ntext = true\noutput = true"),
            parameter("name = \"n\"\ntype = \"int\"\nmin = 0\nmax = 9"),
        ];
        let comparison = Comparison {
            function: "f",
            returns: "int",
            inputs: &inputs,
            assume: Some("n != 4"),
        };
        let text = comparison.program();
        for part in [
            "int student_f(char *, int);",
            "int reference_result = reference_f(reference_text, n);",
            "int student_result = student_f(student_text, n);",
            "klee_assume(n >= 0);",
            "klee_assume(n != 4);",
            "klee_assume(text[3 - 1] == 0);",
            "if (!(is_free | (student_text[i] == reference_text[i]))) {",
            "is_free = (is_free | (reference_text[i] == 0)) & (text[i] != 0);",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
    }

    #[test]
    fn wrappers_rename_functions() {
        let text = wrapper("a.c", &["f".to_owned()], STUDENT);
        assert_eq!(
            text,
            "#define main student_main\n#define f student_f\n#include \"a.c\"\n"
        );
    }
}
