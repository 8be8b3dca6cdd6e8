//! Generates the C code with which an exported test sets up the environment of its test case: arguments, standard
//! input, files and environment variables.
use super::c_string;
use crate::driver::environment::arguments;
use std::collections::BTreeSet;
use symtool_frontend::environment::{Contents, Environment, STDIN_INPUT, file_input, length_input};
use symtool_ir::Inputs;

/// The declarations of the system functions that the generated code calls.
const DECLARATIONS: &str = "\
int symtool_test_open(const char *, int, ...) __asm__(\"open\");
int symtool_test_close(int) __asm__(\"close\");
int symtool_test_dup2(int, int) __asm__(\"dup2\");
long symtool_test_write(int, const void *, unsigned long) __asm__(\"write\");
int symtool_test_mkdir(const char *, unsigned) __asm__(\"mkdir\");
int symtool_test_rmdir(const char *) __asm__(\"rmdir\");
int symtool_test_unlink(const char *) __asm__(\"unlink\");
int symtool_test_chdir(const char *) __asm__(\"chdir\");
char *symtool_test_mkdtemp(char *) __asm__(\"mkdtemp\");
extern char **symtool_test_environ __asm__(\"environ\");

/* The folder of the program's files. */
static char symtool_test_folder[] = \"/tmp/symtool-test-XXXXXX\";

/* Creates a file in the folder. */
static void symtool_test_create(const char *name, const char *bytes, unsigned long size)
{
    int file = symtool_test_open(name, 01 | 0100 | 01000, 0666); /* O_WRONLY | O_CREAT | O_TRUNC */
    if (file < 0 || symtool_test_write(file, bytes, size) != (long)size)
        symtool_test_fail(\"a file of the test cannot be written\");
    symtool_test_close(file);
}
";

/// The name of the file that standard input reads.
const STDIN_FILE: &str = ".symtool-stdin";

/// Returns C code that sets up the environment of the test case. It defines functions that the `main` of the test
/// calls: `symtool_test_before` creates a folder, `symtool_test_prepare` creates the files of the program there, and
/// `symtool_test_after` removes them. It also defines the arguments `symtool_test_argc` and `symtool_test_argv`.
pub fn code(environment: &Environment, inputs: &Inputs) -> String {
    let stdin = contents(&environment.stdin, STDIN_INPUT, inputs);
    let mut files = vec![(STDIN_FILE, stdin)];
    for (name, file) in &environment.files {
        files.push((name, contents(file, &file_input(name), inputs)));
    }
    let folders: BTreeSet<&str> = files.iter().flat_map(|(name, _)| parents(name)).collect();
    let mut text = DECLARATIONS.to_owned();
    text += &argv(&arguments(environment, inputs));
    text += &variables(&environment.variables);
    text += "\n/* Creates the folder, before the program starts. */\nstatic void symtool_test_before(void)\n{\n";
    text += "    if (!symtool_test_mkdtemp(symtool_test_folder))\n";
    text += "        symtool_test_fail(\"a folder in /tmp cannot be created\");\n}\n";
    text += "\n/* Prepares the environment of the program. */\nstatic void symtool_test_prepare(void)\n{\n";
    text += "    symtool_test_chdir(symtool_test_folder);\n";
    for folder in &folders {
        text += &format!(
            "    symtool_test_mkdir({}, 0777);\n",
            c_string(folder.as_bytes())
        );
    }
    for (name, bytes) in &files {
        let name = c_string(name.as_bytes());
        let (size, bytes) = (bytes.len(), c_string(bytes));
        text += &format!("    symtool_test_create({name}, {bytes}, {size});\n");
    }
    let stdin = c_string(STDIN_FILE.as_bytes());
    text += &format!("    symtool_test_dup2(symtool_test_open({stdin}, 0), 0);\n");
    text += &format!("    symtool_test_unlink({stdin});\n");
    text += "    symtool_test_environ = symtool_test_variables;\n}\n";
    text += "\n/* Removes the folder, unless the program has created further files in it. */\n";
    text +=
        "static void symtool_test_after(void)\n{\n    symtool_test_chdir(symtool_test_folder);\n";
    for (name, _) in &files {
        text += &format!("    symtool_test_unlink({});\n", c_string(name.as_bytes()));
    }
    for folder in folders.iter().rev() {
        text += &format!("    symtool_test_rmdir({});\n", c_string(folder.as_bytes()));
    }
    text + "    symtool_test_chdir(\"/\");\n    symtool_test_rmdir(symtool_test_folder);\n}\n"
}

/// Returns the folders in the path of the file `name`, outer folders first: `a` and `a/b` for the file `a/b/c`.
fn parents(name: &str) -> Vec<&str> {
    let ends = name.match_indices('/').map(|(at, _)| at);
    ends.map(|at| &name[..at]).collect()
}

/// Returns the contents of a file in the environment. If the contents are symbolic, `input` is the name of the input
/// that gives their bytes.
fn contents(contents: &Contents, input: &str, inputs: &Inputs) -> Vec<u8> {
    match contents {
        Contents::Known(bytes) => bytes.clone(),
        Contents::Free { least, most } => {
            let mut bytes = inputs.get(input).unwrap_or_default().to_vec();
            let length = match inputs.get(&length_input(input)) {
                Some(length) if least != most => little_endian(length).clamp(*least, *most),
                _ => *most,
            };
            // If the test case contains no length, the contents have the maximum length. Missing bytes are zero.
            bytes.resize(usize::try_from(length).unwrap_or(usize::MAX), 0);
            bytes
        }
    }
}

fn little_endian(bytes: &[u8]) -> u64 {
    let bytes = bytes.iter().take(8).rev();
    bytes.fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn argv(arguments: &[Vec<u8>]) -> String {
    let count = arguments.len() + 1;
    let mut text = format!("\nstatic int symtool_test_argc = {count};\n");
    text += "static char *symtool_test_argv[] = {\n    (char[]){\"program\"},\n";
    for argument in arguments {
        text += &format!("    (char[]){{{}}},\n", c_string(argument));
    }
    text + "    0,\n};\n"
}

fn variables(variables: &[String]) -> String {
    let mut text = String::from("static char *symtool_test_variables[] = {\n");
    for variable in variables {
        text += &format!("    (char[]){{{}}},\n", c_string(variable.as_bytes()));
    }
    text + "    0,\n};\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_have_the_length_of_the_test_case() {
        let mut inputs = Inputs::default();
        inputs.push("stdin", b"abc".to_vec());
        inputs.push("stdin-length", vec![2, 0, 0, 0, 0, 0, 0, 0]);
        let free = |least, most| Contents::Free { least, most };
        assert_eq!(contents(&free(0, 3), "stdin", &inputs), b"ab");
        assert_eq!(contents(&free(3, 3), "stdin", &inputs), b"abc");
        assert_eq!(contents(&free(0, 2), "A-data", &inputs), [0, 0]);
        assert_eq!(parents("a/b/c"), ["a", "a/b"]);
    }
}
