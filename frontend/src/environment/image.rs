//! The program's environment (standard input, files, environment variables) as globals of the module. The library
//! models read these globals.
//!
//! The models in `libc/` declare ten globals:
//!
//! - `__symtool_stdin` is a node (the description of standard input, a file or a directory), with the layout of the
//!   structure `__symtool_node` in `libc/internal/io.h`.
//! - `__symtool_root`, `__symtool_devices` and `__symtool_temporary` are the nodes of the directories `/`, `/dev` and
//!   `/tmp` (see the module `files`).
//! - `__symtool_network` is a node with the input of the connection to the outside of the program. Its number of hard
//!   links is 1 if there is such a connection, otherwise 0.
//! - `__symtool_variables` is the array to which `environ` points.
//! - `__symtool_time` is the time of day in seconds since 1970, or -1 if the time is a symbolic input.
//! - `__symtool_random` is the seed of random bytes, or -1 if these bytes are symbolic inputs.
//! - `__symtool_program` and `__symtool_short_name` are the name of the program with and without its folder.
use super::files::{DEVICES, ROOT, TEMPORARY, folders};
use super::{Contents, Environment, SOCKET_INPUT, STDIN_INPUT, length_input};
use symtool_ir::source::LocSet;
use symtool_ir::{Global, GlobalData, Module, RelocTarget, Relocation};

const STDIN: &str = "__symtool_stdin";
const NETWORK: &str = "__symtool_network";
const VARIABLES: &str = "__symtool_variables";
const TIME: &str = "__symtool_time";
const RANDOM: &str = "__symtool_random";
const PROGRAM: &str = "__symtool_program";
const SHORT_NAME: &str = "__symtool_short_name";

/// The size in bytes of a node, and the byte offsets of its fields.
pub(super) const NODE: u64 = 144;
const BYTES: u64 = 0;
const SIZE: u64 = 8;
const ROOM: u64 = 16;
const INPUT: u64 = 24;
const LEAST: u64 = 32;
const LENGTH_INPUT: u64 = 40;
pub(super) const ENTRIES: u64 = 48;
pub(super) const PARENT: u64 = 56;
const KIND: u64 = 64;
const MODE: u64 = 68;
const NAMES: u64 = 72;
const OWNER: u64 = 128;
const GROUP: u64 = 132;
pub(super) const PROPERTIES: u64 = 136;

/// The number of the program's user and group, `SYMTOOL_USER`.
const USER: u32 = 1000;

/// The kinds of nodes, `SYMTOOL_FILE` and `SYMTOOL_FOLDER`.
pub(super) const FILE: u32 = 0;
pub(super) const FOLDER: u32 = 1;

/// Returns whether `name` is the name of a global that describes the program's environment.
pub(crate) fn provides(name: &str) -> bool {
    [
        STDIN, ROOT, DEVICES, TEMPORARY, NETWORK, VARIABLES, TIME, RANDOM, PROGRAM, SHORT_NAME,
    ]
    .contains(&name)
}

/// Creates the global for the name `name`, which must be a name for which [`provides`] returns true.
pub(crate) fn define(module: &mut Module, environment: &Environment, name: &str) -> Global {
    match name {
        STDIN => file(module, STDIN, "stdin", &environment.stdin, STDIN_INPUT),
        ROOT | DEVICES | TEMPORARY => folders(module, environment, name),
        NETWORK => match &environment.socket {
            Some(contents) => file(module, NETWORK, "socket", contents, SOCKET_INPUT),
            None => push(module, NETWORK, NODE, node(FILE, 0, 0), Vec::new()),
        },
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

/// Creates the node of a file. `shown` describes the file in the names of its other globals; `input` is the name of the
/// symbolic input for its contents.
pub(super) fn file(
    module: &mut Module,
    name: &str,
    shown: &str,
    contents: &Contents,
    input: &str,
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
    if matches!(contents, Contents::Free { .. }) {
        let name = format!("input of {shown}");
        relocs.push((INPUT, string(module, &name, input.as_bytes())));
        let length = length_input(input);
        let name = format!("length input of {shown}");
        relocs.push((LENGTH_INPUT, string(module, &name, length.as_bytes())));
    }
    let mut image = node(FILE, 0o644, 1);
    for (offset, value) in [(SIZE, size), (ROOM, size), (LEAST, least)] {
        image[offset as usize..][..8].copy_from_slice(&value.to_le_bytes());
    }
    push(module, name, NODE, image, relocs)
}

/// Returns the initial bytes of a node of the program's user, with the given kind, permission bits and number of hard
/// links.
pub(super) fn node(kind: u32, mode: u32, names: u32) -> Vec<u8> {
    let mut image = vec![0; NODE as usize];
    let fields = [
        (KIND, kind),
        (MODE, mode),
        (NAMES, names),
        (OWNER, USER),
        (GROUP, USER),
    ];
    for (offset, value) in fields {
        image[offset as usize..][..4].copy_from_slice(&value.to_le_bytes());
    }
    image
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
    module.globals.push(GlobalData {
        name: name.to_owned(),
        size,
        align: 8,
        bytes,
        relocs: relocations(addresses),
        constant: false,
        locs: LocSet::none(),
    })
}

/// Returns the relocations that store the addresses of globals at the given byte offsets.
pub(super) fn relocations(addresses: Vec<(u64, Global)>) -> Vec<Relocation> {
    let relocation = |(offset, global)| Relocation {
        offset,
        target: RelocTarget::Global(global),
        addend: 0,
    };
    addresses.into_iter().map(relocation).collect()
}
