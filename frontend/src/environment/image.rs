//! The program's environment (standard input, files, environment variables) as globals of the module. The library
//! models read these globals.
//!
//! The models in `libc/` declare seven globals:
//!
//! - `__symtool_stdin` is a node (the description of standard input or of one file), with the layout of the structure
//!   `__symtool_node` in `libc/internal/io.h`.
//! - `__symtool_files` points to the first node of a linked list with a node for each file.
//! - `__symtool_variables` is the array to which `environ` points.
//! - `__symtool_time` is the time of day in seconds since 1970, or -1 if the time is a symbolic input.
//! - `__symtool_random` is the seed of random bytes, or -1 if these bytes are symbolic inputs.
//! - `__symtool_program` and `__symtool_short_name` are the name of the program with and without its folder.
use super::{Contents, Environment, STDIN_INPUT, file_input, length_input};
use symtool_ir::source::LocSet;
use symtool_ir::{Global, GlobalData, Module, RelocTarget, Relocation};

const STDIN: &str = "__symtool_stdin";
const FILES: &str = "__symtool_files";
const VARIABLES: &str = "__symtool_variables";
const TIME: &str = "__symtool_time";
const RANDOM: &str = "__symtool_random";
const PROGRAM: &str = "__symtool_program";
const SHORT_NAME: &str = "__symtool_short_name";

/// The size in bytes of a node, the description of standard input or of one file.
const NODE: u64 = 104;
/// The byte offsets of the fields of a node.
const NEXT: u64 = 0;
const NAME: u64 = 8;
const BYTES: u64 = 16;
const SIZE: u64 = 24;
const ROOM: u64 = 32;
const INPUT: u64 = 40;
const LEAST: u64 = 48;
const LENGTH_INPUT: u64 = 56;

/// Returns whether `name` is the name of a global that describes the program's environment.
pub(crate) fn provides(name: &str) -> bool {
    [STDIN, FILES, VARIABLES, TIME, RANDOM, PROGRAM, SHORT_NAME].contains(&name)
}

/// Creates the global for the name `name`, which must be a name for which [`provides`] returns true.
pub(crate) fn define(module: &mut Module, environment: &Environment, name: &str) -> Global {
    match name {
        STDIN => node(
            module,
            STDIN,
            "stdin",
            None,
            &environment.stdin,
            STDIN_INPUT,
            None,
        ),
        FILES => {
            let mut first = None;
            for (file, contents) in environment.files.iter().rev() {
                let shown = format!("file {file}");
                let input = file_input(file);
                let made = node(module, &shown, &shown, Some(file), contents, &input, first);
                first = Some(made);
            }
            let relocs = first.map(|first| (0, first)).into_iter().collect();
            push(module, FILES, 8, Vec::new(), relocs)
        }
        TIME => {
            let seconds = environment.time.map_or(-1, i64::from);
            push(module, TIME, 8, seconds.to_le_bytes().to_vec(), Vec::new())
        }
        RANDOM => {
            let seed = environment.random.map_or(-1, i64::from);
            push(module, RANDOM, 8, seed.to_le_bytes().to_vec(), Vec::new())
        }
        PROGRAM => string(module, PROGRAM, environment.program_name().as_bytes()),
        SHORT_NAME => {
            let name = environment.program_name();
            let short = name.rsplit('/').next().unwrap_or(name);
            string(module, SHORT_NAME, short.as_bytes())
        }
        _ => variables(module, environment),
    }
}

/// Creates the null-terminated array of environment variables.
pub(super) fn variables(module: &mut Module, environment: &Environment) -> Global {
    if let Some(made) = module.global_named(".envp") {
        return made;
    }
    let mut relocs = Vec::new();
    for (index, text) in environment.variables.iter().enumerate() {
        let text = string(module, &format!(".env.{index}"), text.as_bytes());
        relocs.push((8 * index as u64, text));
    }
    let size = 8 * (environment.variables.len() as u64 + 1);
    push(module, ".envp", size, Vec::new(), relocs)
}

fn node(
    module: &mut Module,
    own_name: &str,
    shown: &str,
    file: Option<&str>,
    contents: &Contents,
    input: &str,
    next: Option<Global>,
) -> Global {
    let (bytes, size, least) = match contents {
        Contents::Known(bytes) => (bytes.clone(), bytes.len() as u64, bytes.len() as u64),
        Contents::Free { least, most } => (Vec::new(), *most, *least),
    };
    let data = push(
        module,
        &format!("contents of {shown}"),
        size,
        bytes,
        Vec::new(),
    );
    let mut relocs = vec![(BYTES, data)];
    relocs.extend(next.map(|next| (NEXT, next)));
    if let Some(file) = file {
        relocs.push((
            NAME,
            string(module, &format!("name of {shown}"), file.as_bytes()),
        ));
    }
    if matches!(contents, Contents::Free { .. }) {
        let name = format!("input of {shown}");
        relocs.push((INPUT, string(module, &name, input.as_bytes())));
        let length = length_input(input);
        let name = format!("length input of {shown}");
        relocs.push((LENGTH_INPUT, string(module, &name, length.as_bytes())));
    }
    relocs.sort_by_key(|&(offset, _)| offset);
    let mut image = vec![0; NODE as usize];
    for (offset, value) in [(SIZE, size), (ROOM, size), (LEAST, least)] {
        image[offset as usize..][..8].copy_from_slice(&value.to_le_bytes());
    }
    push(module, own_name, NODE, image, relocs)
}

/// Creates a global that contains a C string.
pub(super) fn string(module: &mut Module, name: &str, text: &[u8]) -> Global {
    let bytes = [text, &[0]].concat();
    push(module, name, bytes.len() as u64, bytes, Vec::new())
}

/// Creates a writable global of `size` bytes with the initial content `bytes` and the relocations `addresses`. A
/// relocation is a byte offset and the global whose address is stored at this offset.
pub(super) fn push(
    module: &mut Module,
    name: &str,
    size: u64,
    bytes: Vec<u8>,
    addresses: Vec<(u64, Global)>,
) -> Global {
    let relocation = |(offset, global)| Relocation {
        offset,
        target: RelocTarget::Global(global),
        addend: 0,
    };
    module.globals.push(GlobalData {
        name: name.to_owned(),
        size,
        align: 8,
        bytes,
        relocs: addresses.into_iter().map(relocation).collect(),
        constant: false,
        locs: LocSet::none(),
    })
}
