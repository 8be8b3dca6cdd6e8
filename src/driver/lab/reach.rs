//! Finds the code of a submission that a check can reach. A check that calls a student's function relies on two facts:
//!
//! - The function only computes. It does not terminate the run, restrict or add inputs, or jump out of the check, and
//!   it does not call the reference. Otherwise `exit(0)` would terminate each path before the comparison.
//! - The check and the reference do not call other functions of the student. Otherwise a student's definition of
//!   `klee_make_symbolic` or `memcmp` would replace the function that the check uses.
//!
//! Both facts are checked on the IR of the whole program, so that no macro, declaration or assembler name can hide a
//! call.
use super::workspace::Workspace;
use crate::program::{Program, START};
use std::collections::BTreeSet;
use symtool_ir::{Func, Global, InstData, Intrinsic, Module, RelocTarget};

/// An intrinsic that a student's function must not reach.
struct Forbidden {
    intrinsic: Intrinsic,
    /// The name of a C function that is lowered to the intrinsic.
    name: &'static str,
    /// The effect of the intrinsic, as a verb phrase for the message.
    effect: &'static str,
}

/// Returns a row of the table [`FORBIDDEN`], with the fields in the order of [`Forbidden`].
const fn row(intrinsic: Intrinsic, name: &'static str, effect: &'static str) -> Forbidden {
    Forbidden {
        intrinsic,
        name,
        effect,
    }
}

const ENDS: &str = "ends the run";
const ADDS: &str = "adds an input to those of the check";
const ASKS: &str = "reads a property of an input from the exploration";
const MERGES: &str = "changes the exploration";

/// The intrinsics that a student's function must not reach.
static FORBIDDEN: &[Forbidden] = &[
    row(Intrinsic::Exit, "exit or a function like it", ENDS),
    row(Intrinsic::Abort, "abort or a function like it", ENDS),
    row(Intrinsic::SilentExit, "klee_silent_exit", ENDS),
    row(
        Intrinsic::Assume,
        "klee_assume",
        "restricts the inputs of the check",
    ),
    row(Intrinsic::MakeSymbolic, "klee_make_symbolic", ADDS),
    row(Intrinsic::Symbolic, "a nondet function", ADDS),
    row(Intrinsic::IsSymbolic, "klee_is_symbolic", ASKS),
    row(Intrinsic::GetValue, "klee_get_value", ASKS),
    row(Intrinsic::PreferCex, "klee_prefer_cex", ASKS),
    row(Intrinsic::Longjmp, "longjmp", "jumps to another place"),
    row(Intrinsic::MergeOpen, "klee_open_merge", MERGES),
    row(Intrinsic::MergeClose, "klee_close_merge", MERGES),
];

/// The part of the program to which a function belongs.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Owner {
    Student,
    Check,
    Library,
}

/// Checks for a program that a student's functions only compute, and that the check and the reference call no other
/// functions of the student (the two facts in the documentation of this module). `called` are the functions of the
/// submission that the check calls.
///
/// # Errors
/// One of the two facts does not hold. The error is a message for the student.
pub fn check(
    workspace: &Workspace<'_>,
    program: &Program,
    called: &[String],
) -> Result<(), String> {
    let module = &program.lowered;
    let folder = workspace.check().display().to_string();
    let entries = called.iter().map(|name| {
        let found = module.function_named(name);
        found.filter(|&func| owner(module, func, &folder) == Owner::Student)
    });
    let entries: Option<Vec<Func>> = entries.collect();
    let Some(entries) = entries else {
        let names: Vec<&str> = called.iter().map(|name| plain(name)).collect();
        let text = format!("expected your files to define {}", names.join(", "));
        return Err(text);
    };
    let of_check = reached(module, &[program.entry], &entries);
    if let Some(name) = first(module, &of_check, |func| {
        owner(module, func, &folder) == Owner::Student && !entries.contains(&func)
    }) {
        let name = plain(&name).to_owned();
        return Err(format!(
            "`{name}` runs outside of your function, or replaces a function that the check uses; rename or remove it"
        ));
    }
    let of_student = reached(module, &entries, &[]);
    if let Some(name) = first(module, &of_student, |func| {
        owner(module, func, &folder) == Owner::Check
    }) {
        return Err(format!(
            "your code must not use `{name}`, which belongs to the check"
        ));
    }
    match forbidden_use(module, &of_student, &folder) {
        Some(text) => Err(format!(
            "your function must return, and must not use {text}"
        )),
        None => Ok(()),
    }
}

/// Returns the name that a function has in the student's text, without the prefix that the check adds.
fn plain(name: &str) -> &str {
    name.strip_prefix(super::harness::STUDENT).unwrap_or(name)
}

fn first(module: &Module, funcs: &BTreeSet<Func>, is: impl Fn(Func) -> bool) -> Option<String> {
    let found = funcs.iter().find(|&&func| is(func))?;
    Some(module.functions[*found].name.clone())
}

/// Returns the part of the program that defines the function `func`, by the file names of its instructions. Files of
/// the submission have names relative to its folder, and files of the check have absolute names. The front end refuses
/// directives of a submission that would change these names.
fn owner(module: &Module, func: Func, check: &str) -> Owner {
    let function = &module.functions[func];
    if function.name == START {
        return Owner::Library;
    }
    let locs = function
        .all_insts()
        .filter_map(|(_, inst)| function.locs(inst).first());
    let files = locs.map(|loc| module.source.file_name(module.source.get(loc).file));
    let files: BTreeSet<&str> = files.collect();
    let is_check = |file: &&&str| file.starts_with(check);
    let is_own = |file: &&&str| !file.starts_with('<') && !file.starts_with(check);
    match (files.iter().find(is_own), files.iter().find(is_check)) {
        (Some(_), _) => Owner::Student,
        (None, Some(_)) => Owner::Check,
        (None, None) => Owner::Library,
    }
}

/// Returns the functions that a function calls, and those whose addresses it uses.
fn used(module: &Module, func: Func) -> Vec<Func> {
    let mut globals: BTreeSet<Global> = BTreeSet::new();
    let mut used = Vec::new();
    let function = &module.functions[func];
    for (_, inst) in function.all_insts() {
        match function.data(inst) {
            InstData::Call { func, .. } | InstData::FuncAddr { func } => used.push(*func),
            InstData::GlobalAddr { global } => {
                add_global(module, *global, &mut globals, &mut used);
            }
            _ => {}
        }
    }
    used
}

/// Returns the functions that a run can reach from `start` by calls and by function addresses. The search does not
/// continue into the functions in `ends`.
fn reached(module: &Module, start: &[Func], ends: &[Func]) -> BTreeSet<Func> {
    let mut found: BTreeSet<Func> = start.iter().copied().collect();
    let mut waiting: Vec<Func> = start.to_vec();
    while let Some(func) = waiting.pop() {
        let mut next = used(module, func);
        next.retain(|func| !ends.contains(func) && found.insert(*func));
        waiting.extend(next);
    }
    found
}

/// Adds the functions whose addresses a global's initial value contains, directly or through other globals.
fn add_global(module: &Module, global: Global, seen: &mut BTreeSet<Global>, next: &mut Vec<Func>) {
    let mut waiting = vec![global];
    while let Some(global) = waiting.pop() {
        if !seen.insert(global) {
            continue;
        }
        for relocation in &module.globals[global].relocs {
            match relocation.target {
                RelocTarget::Func(func) => next.push(func),
                RelocTarget::Global(global) => waiting.push(global),
            }
        }
    }
}

/// Returns a forbidden function that the student's code calls, together with its effect; `None` if there is none.
/// `funcs` are the functions that the student's code can reach.
fn forbidden_use(module: &Module, funcs: &BTreeSet<Func>, check: &str) -> Option<String> {
    let own = |func: &&Func| owner(module, **func, check) == Owner::Student;
    for &func in funcs.iter().filter(own) {
        if let Some(row) = forbidden(module, func) {
            return Some(format!("{}, which {}", row.name, row.effect));
        }
        let used = used(module, func).into_iter();
        let mut used = used.filter(|&used| owner(module, used, check) == Owner::Library);
        let found = used.find_map(|used| {
            let reached = reached(module, &[used], &[]);
            let row = reached.iter().find_map(|&func| forbidden(module, func))?;
            Some(format!(
                "{}, which {}",
                module.functions[used].name, row.effect
            ))
        });
        if found.is_some() {
            return found;
        }
    }
    let row = funcs.iter().find_map(|&func| forbidden(module, func))?;
    Some(format!("{}, which {}", row.name, row.effect))
}

/// Returns the row of the table of forbidden intrinsics for an intrinsic that the function `func` contains.
fn forbidden(module: &Module, func: Func) -> Option<&'static Forbidden> {
    let function = &module.functions[func];
    function
        .all_insts()
        .find_map(|(_, inst)| match function.data(inst) {
            InstData::Intrinsic { intrinsic, .. } => {
                FORBIDDEN.iter().find(|row| row.intrinsic == *intrinsic)
            }
            _ => None,
        })
}
