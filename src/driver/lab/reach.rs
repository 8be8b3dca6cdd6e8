//! The code of a submission that a check can reach. A check that calls a student's function relies on two facts:
//!
//! - The function only computes. It does not end the run, restrict or add inputs, or jump out of the check, and it does
//!   not call the reference. Otherwise `exit(0)` would end each path before the comparison.
//! - The check and the reference do not call other functions of the student. Otherwise a student's definition of
//!   `klee_make_symbolic` or `memcmp` would replace the one that the check uses.
//!
//! Both facts are checked on the IR of the whole program, so that no macro, declaration or assembler name can hide a
//! call.
use super::workspace::Workspace;
use crate::program::{Program, START};
use std::collections::BTreeSet;
use symtool_ir::{Func, Global, InstData, Intrinsic, Module, RelocTarget};

/// The intrinsics that a student's function must not reach, each with the name of a C function that uses it.
const FORBIDDEN: &[(Intrinsic, &str)] = &[
    (Intrinsic::Exit, "exit"),
    (Intrinsic::Abort, "abort"),
    (Intrinsic::SilentExit, "klee_silent_exit"),
    (Intrinsic::Assume, "klee_assume"),
    (Intrinsic::MakeSymbolic, "klee_make_symbolic"),
    (Intrinsic::Symbolic, "a nondet function"),
    (Intrinsic::IsSymbolic, "klee_is_symbolic"),
    (Intrinsic::GetValue, "klee_get_value"),
    (Intrinsic::PreferCex, "klee_prefer_cex"),
    (Intrinsic::Longjmp, "longjmp"),
    (Intrinsic::MergeOpen, "klee_open_merge"),
    (Intrinsic::MergeClose, "klee_close_merge"),
];

/// The part of the program to which a function belongs.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Owner {
    Student,
    Check,
    Library,
}

/// Checks a program that consists of a check and a submission. `called` are the functions of the submission that the
/// check calls.
///
/// # Errors
/// One of the two facts in the documentation of this module does not hold. The error is a message for the student.
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
    match of_student.iter().find_map(|&func| forbidden(module, func)) {
        Some(name) => Err(format!(
            "your function must return, and must not use {name}"
        )),
        None => Ok(()),
    }
}

/// Returns the name of a function as the student wrote it.
fn plain(name: &str) -> &str {
    name.strip_prefix(super::harness::STUDENT).unwrap_or(name)
}

fn first(module: &Module, funcs: &BTreeSet<Func>, is: impl Fn(Func) -> bool) -> Option<String> {
    let found = funcs.iter().find(|&&func| is(func))?;
    Some(module.functions[*found].name.clone())
}

/// Returns the part of the program that defines a function, by the file names of its instructions. Files of the
/// submission have names relative to its folder, and files of the check have absolute names. The front end refuses
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

/// Returns the functions that a run can reach from `start` by calls and addresses. Functions in `ends` are not
/// entered.
fn reached(module: &Module, start: &[Func], ends: &[Func]) -> BTreeSet<Func> {
    let mut found: BTreeSet<Func> = start.iter().copied().collect();
    let mut globals: BTreeSet<Global> = BTreeSet::new();
    let mut waiting: Vec<Func> = start.to_vec();
    while let Some(func) = waiting.pop() {
        let mut next = Vec::new();
        let function = &module.functions[func];
        for (_, inst) in function.all_insts() {
            match function.data(inst) {
                InstData::Call { func, .. } | InstData::FuncAddr { func } => next.push(*func),
                InstData::GlobalAddr { global } => {
                    add_global(module, *global, &mut globals, &mut next);
                }
                _ => {}
            }
        }
        next.retain(|func| !ends.contains(func) && found.insert(*func));
        waiting.extend(next);
    }
    found
}

/// Adds the functions to which the initial value of a global points, also through other globals.
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

/// Returns the name of a forbidden intrinsic that a function contains.
fn forbidden(module: &Module, func: Func) -> Option<&'static str> {
    let function = &module.functions[func];
    function
        .all_insts()
        .find_map(|(_, inst)| match function.data(inst) {
            InstData::Intrinsic { intrinsic, .. } => {
                let row = FORBIDDEN.iter().find(|(row, _)| row == intrinsic);
                row.map(|&(_, name)| name)
            }
            _ => None,
        })
}
