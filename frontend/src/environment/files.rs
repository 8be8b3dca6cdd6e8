//! The files of the environment as a tree of directories.
//!
//! Each directory and each file is a global with the layout of the structure `__symtool_node` in `libc/internal/io.h`,
//! and each name in a directory is a global with the layout of `__symtool_entry`. The directories `/tmp` and `/dev`
//! always exist. The library model `devices.c` adds the devices to `/dev`.
use super::image::{
    ENTRIES, FOLDER, NODE, PARENT, PROPERTIES, file, node, push, relocations, string,
};
use super::{Contents, Environment, file_input, property_inputs};
use symtool_ir::{Global, Module};

/// The global of the root directory, which is the working directory of the program.
pub(super) const ROOT: &str = "__symtool_root";
/// The global of the directory `/dev`.
pub(super) const DEVICES: &str = "__symtool_devices";

/// The global of the directory `/tmp`.
pub(super) const TEMPORARY: &str = "__symtool_temporary";

/// The size in bytes of an entry, and the byte offsets of its fields.
const ENTRY: u64 = 24;
const NEXT: u64 = 0;
const NAME: u64 = 8;
const TARGET: u64 = 16;

/// A directory: names and what they denote, in the order in which `readdir` returns them.
#[derive(Default)]
struct Folder<'a> {
    entries: Vec<(&'a str, Item<'a>)>,
}

enum Item<'a> {
    /// The name of the file, its contents, and whether its properties are symbolic inputs.
    File(&'a str, &'a Contents, bool),
    Folder(Folder<'a>),
}

impl<'a> Folder<'a> {
    /// Adds a file. `rest` are the components of its path from this directory on.
    fn add(&mut self, rest: &[&'a str], item: Item<'a>) {
        let Some((&first, rest)) = rest.split_first() else {
            return;
        };
        if rest.is_empty() {
            self.entries.push((first, item));
        } else if let Some(folder) = self.folder(first) {
            folder.add(rest, item);
        }
    }

    /// Returns the directory `name`, which is created if it does not exist; `None` if the name denotes a file.
    fn folder(&mut self, name: &'a str) -> Option<&mut Folder<'a>> {
        let known = self.entries.iter().position(|&(entry, _)| entry == name);
        let at = known.unwrap_or_else(|| {
            self.entries.push((name, Item::Folder(Folder::default())));
            self.entries.len() - 1
        });
        match &mut self.entries[at].1 {
            Item::Folder(folder) => Some(folder),
            Item::File(..) => None,
        }
    }

    /// Creates the globals of this directory and of everything in it; returns the global of the directory. `path` is
    /// its path without a slash before it, empty for the root. `parent` is the directory that contains it; the root
    /// has none, and contains itself.
    fn emit(&self, module: &mut Module, path: &str, parent: Option<Global>) -> Global {
        let (name, mode) = match path {
            "" => (ROOT.to_owned(), 0o755),
            "dev" => (DEVICES.to_owned(), 0o555),
            "tmp" => (TEMPORARY.to_owned(), 0o1777),
            _ => (format!("folder {path}"), 0o755),
        };
        let is_folder = |(_, item): &&(&str, Item<'_>)| matches!(item, Item::Folder(_));
        let names = 2 + self.entries.iter().filter(is_folder).count() as u32;
        let own = push(module, &name, NODE, node(FOLDER, mode, names), Vec::new());
        let mut next = None;
        for (name, item) in self.entries.iter().rev() {
            let path = match path {
                "" => (*name).to_owned(),
                _ => format!("{path}/{name}"),
            };
            let target = match item {
                Item::Folder(folder) => folder.emit(module, &path, Some(own)),
                Item::File(given, contents, is_free) => {
                    let shown = format!("file {given}");
                    let made = file(module, &shown, &shown, contents, &file_input(given));
                    if *is_free {
                        free_properties(module, made, given);
                    }
                    made
                }
            };
            next = Some(entry(module, &path, name, target, next));
        }
        let mut addresses: Vec<_> = next.map(|first| (ENTRIES, first)).into_iter().collect();
        addresses.push((PARENT, parent.unwrap_or(own)));
        module.globals[own].relocs = relocations(addresses);
        own
    }
}

/// Makes the properties of the file `name` symbolic inputs. `node` is the node of the file.
fn free_properties(module: &mut Module, node: Global, name: &str) {
    let names = (0..).step_by(8).zip(property_inputs(name));
    let names: Vec<_> = names
        .map(|(at, input)| {
            (
                at,
                string(module, &format!("input {input}"), input.as_bytes()),
            )
        })
        .collect();
    let (array, size) = (format!("property inputs of {name}"), 8 * names.len() as u64);
    let array = push(module, &array, size, Vec::new(), names);
    let address = relocations(vec![(PROPERTIES, array)]);
    module.globals[node].relocs.extend(address);
}

/// Creates the entry of a directory for the node `target`. `path` is the path of the entry, and `next` the entry after
/// it.
fn entry(
    module: &mut Module,
    path: &str,
    name: &str,
    target: Global,
    next: Option<Global>,
) -> Global {
    let text = string(module, &format!("name of {path}"), name.as_bytes());
    let mut addresses: Vec<_> = next.map(|next| (NEXT, next)).into_iter().collect();
    addresses.extend([(NAME, text), (TARGET, target)]);
    push(
        module,
        &format!("entry of {path}"),
        ENTRY,
        Vec::new(),
        addresses,
    )
}

/// Returns the components of a file's name. The name is relative to the root directory.
fn components(name: &str) -> Vec<&str> {
    let mut path = Vec::new();
    for component in name.split('/') {
        match component {
            "" | "." => {}
            ".." => {
                path.pop();
            }
            _ => path.push(component),
        }
    }
    path
}

/// Returns a file's name without `.`, `..`, a leading `/` and repeated `/`. Two names of the same file become equal.
///
/// ```
/// assert_eq!(symtool_frontend::environment::plain_name("/a//./b/../c"), "a/c");
/// ```
pub fn plain_name(name: &str) -> String {
    components(name).join("/")
}

/// Creates all files and directories, unless they exist; returns the global [`ROOT`], [`DEVICES`] or [`TEMPORARY`],
/// as `wanted` requires. A file is ignored if a part of its path is a file, or if its name is that of `/tmp` or `/dev`.
pub(super) fn folders(module: &mut Module, environment: &Environment, wanted: &str) -> Global {
    if let Some(made) = module.global_named(wanted) {
        return made;
    }
    let mut root = Folder::default();
    for (name, contents) in &environment.files {
        let path = components(name);
        if !matches!(path[..], ["tmp" | "dev"]) {
            let is_free = environment.free_properties.contains(name);
            root.add(&path, Item::File(name, contents, is_free));
        }
    }
    root.folder("tmp");
    root.folder("dev");
    let root = root.emit(module, "", None);
    module.global_named(wanted).unwrap_or(root)
}
