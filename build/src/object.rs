//! Build records inside object files, programs and archives: the contents of the section `.symtool.build`.
//!
//! The linker concatenates the sections of the object files that it links. From an archive, it links only the members
//! that the program uses. Therefore the section of a program lists exactly the compilations of the linked object
//! files, even if the build moved, renamed or archived these files. The section is not loaded when the program runs.
use crate::BuildError;
use crate::unit::{Unit, read_lines};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::Command;

/// The name of the ELF section that contains the build records.
const SECTION: &str = ".symtool.build";

/// The maximum number of bytes that symtool reads from a section of records.
const MOST: u64 = 256 << 20;

/// Adds the record of the compilation `unit` to the object file `object`.
pub(crate) fn embed(object: &Path, unit: &Unit) -> Result<(), BuildError> {
    let fail = |why: String| {
        BuildError(format!(
            "cannot add a record to {}: {why}",
            object.display()
        ))
    };
    let mut record = tempfile::NamedTempFile::new().map_err(|error| fail(error.to_string()))?;
    record
        .write_all(unit.line().as_bytes())
        .map_err(|error| fail(error.to_string()))?;
    let mut section = OsString::from(format!("{SECTION}="));
    section.push(record.path());
    let mut command = Command::new("objcopy");
    command.arg("--add-section").arg(section);
    command
        .arg("--set-section-flags")
        .arg(format!("{SECTION}=noload,readonly"));
    let output = command.arg("--").arg(object).output();
    let output = output.map_err(|error| fail(format!("cannot run objcopy: {error}")))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(fail(
            String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        )),
    }
}

/// Returns the records in an object file, a program, a shared library or an archive. Returns `None` if the file has
/// another format or contains no record.
pub(crate) fn read(path: &Path) -> Result<Option<Vec<Unit>>, BuildError> {
    let wrong = |why: String| {
        BuildError(format!(
            "the record in {} cannot be read: {why}",
            path.display()
        ))
    };
    let file = File::open(path).map_err(BuildError::file("cannot read", path))?;
    let mut start = [0; 8];
    let sections: Vec<Vec<u8>> = match file.read_exact_at(&mut start, 0) {
        Err(_) => Vec::new(),
        Ok(()) if start == *b"!<arch>\n" => members(&file)
            .iter()
            .filter_map(|&at| section(&file, at))
            .collect(),
        Ok(()) if start.starts_with(b"\x7fELF") => section(&file, 0).into_iter().collect(),
        Ok(()) => Vec::new(),
    };
    let mut units = Vec::new();
    for section in &sections {
        units.extend(read_lines(section).map_err(wrong)?);
    }
    Ok((!sections.is_empty()).then_some(units))
}

/// The maximum number of bytes that symtool reads from the symbol index of an archive.
const MAX_INDEX: usize = 64 << 20;

/// A member of an archive that contains a record.
pub(crate) struct Member {
    /// The external symbols that the member defines.
    pub symbols: Vec<String>,
    /// The compilations that the member's record lists.
    pub units: Vec<Unit>,
}

/// Returns the members of an archive that contain a record and define an external symbol. Returns no members if the
/// archive has no symbol index.
pub(crate) fn index(path: &Path) -> Result<Vec<Member>, BuildError> {
    let wrong = |why: String| BuildError(format!("{}: {why}", path.display()));
    let file = File::open(path).map_err(BuildError::file("cannot read", path))?;
    let mut symbols: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for (at, name) in symbol_table(&file).unwrap_or_default() {
        symbols.entry(at).or_default().push(name);
    }
    let mut found = Vec::new();
    for (at, symbols) in symbols {
        if let Some(section) = section(&file, at + 60) {
            let units = read_lines(&section).map_err(wrong)?;
            found.push(Member { symbols, units });
        }
    }
    Ok(found)
}

/// Returns the symbol index of an archive: each external symbol, with the offset of the header of the member that
/// defines it. The index is the first member of the archive and has the name `/`. It contains the number of symbols,
/// then the offsets, then the names, each with a terminating zero.
fn symbol_table(file: &File) -> Option<Vec<(u64, String)>> {
    let mut header = [0; 68];
    file.read_exact_at(&mut header, 0).ok()?;
    if !header.starts_with(b"!<arch>\n/ ") {
        return None;
    }
    let size = std::str::from_utf8(&header[56..66]).ok()?.trim();
    let mut table = vec![0; size.parse::<usize>().ok()?.min(MAX_INDEX)];
    file.read_exact_at(&mut table, 68).ok()?;
    let number = |at: usize| -> Option<u64> {
        let bytes = table.get(at..at + 4)?.try_into().ok()?;
        Some(u64::from(u32::from_be_bytes(bytes)))
    };
    let count = usize::try_from(number(0)?).ok()?;
    let names = table.get(4 + 4 * count..)?.split(|&byte| byte == 0);
    let names = names.map(|name| String::from_utf8_lossy(name).into_owned());
    (0..count)
        .zip(names)
        .map(|(n, name)| Some((number(4 + 4 * n)?, name)))
        .collect()
}

/// Returns whether a file is an ELF file or an archive.
pub(crate) fn is_binary(path: &Path) -> bool {
    let mut start = [0; 4];
    let file = File::open(path);
    let read = file.and_then(|file| file.read_exact_at(&mut start, 0));
    read.is_ok() && (start == *b"\x7fELF" || start == *b"!<ar")
}

/// Returns the offsets of the contents of an archive's members. A header of 60 bytes precedes each member; bytes 48
/// to 57 of the header are the member's size.
fn members(file: &File) -> Vec<u64> {
    let mut found = Vec::new();
    let mut at = 8;
    let mut header = [0; 60];
    while file.read_exact_at(&mut header, at).is_ok() {
        let size = std::str::from_utf8(&header[48..58]).ok();
        let Some(size) = size.and_then(|size| size.trim().parse::<u64>().ok()) else {
            break;
        };
        found.push(at + 60);
        at += 60 + size + size % 2;
    }
    found
}

/// Returns the contents of the section of records in the 64-bit ELF file at offset `base` of `file`. Returns `None`
/// if there is no such section.
fn section(file: &File, base: u64) -> Option<Vec<u8>> {
    let read = |at: u64, size: u64| {
        let mut bytes = vec![0; usize::try_from(size.min(MOST)).ok()?];
        file.read_exact_at(&mut bytes, base.checked_add(at)?).ok()?;
        Some(bytes)
    };
    let header = read(0, 64)?;
    let is_known = header.starts_with(b"\x7fELF\x02\x01");
    if !is_known {
        return None;
    }
    let (table, entry) = (number(&header, 40, 8)?, number(&header, 58, 2)?);
    let (count, names) = (number(&header, 60, 2)?, number(&header, 62, 2)?);
    let entry_at = |index: u64| read(table.checked_add(index * entry)?, entry.max(64));
    // If the number of sections does not fit into the ELF header, the first section header contains the number. In
    // the same way, the first section header contains the index of the name table if this index does not fit.
    let first = entry_at(0)?;
    let count = if count == 0 {
        number(&first, 32, 8)?
    } else {
        count
    };
    let names = if names == 0xffff {
        number(&first, 40, 4)?
    } else {
        names
    };
    let names = entry_at(names)?;
    let names = read(number(&names, 24, 8)?, number(&names, 32, 8)?)?;
    for index in 0..count {
        let entry = entry_at(index)?;
        let name = names.get(number(&entry, 0, 4)? as usize..)?;
        if name
            .strip_prefix(SECTION.as_bytes())
            .is_some_and(|rest| rest.starts_with(&[0]))
        {
            return read(number(&entry, 24, 8)?, number(&entry, 32, 8)?);
        }
    }
    None
}

/// Returns the little-endian number that the `size` bytes at the offset `at` represent.
fn number(bytes: &[u8], at: usize, size: usize) -> Option<u64> {
    let bytes = bytes.get(at..at + size)?;
    Some(
        bytes
            .iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | u64::from(byte)),
    )
}
