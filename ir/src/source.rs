//! The map from IR to source lines.
//!
//! Source locations are interned once per module, so an instruction holds small [`Loc`] numbers. An instruction has
//! a *set* of locations: melding unites the two sides of a branch, and an instruction that replaces two instructions
//! has the locations of both. A run of the original program shows which of these locations an input reaches.
use crate::entities::{FileId, Loc};
use cranelift_entity::PrimaryMap;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// A location in a source file. Lines and columns count from 1.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceLoc {
    /// The file that contains the location.
    pub file: FileId,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

/// The file names and interned source locations of a module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SourceMap {
    files: PrimaryMap<FileId, String>,
    locs: PrimaryMap<Loc, SourceLoc>,
    file_ids: FxHashMap<String, FileId>,
    loc_ids: FxHashMap<SourceLoc, Loc>,
}

impl SourceMap {
    /// Interns a file name and returns its id.
    pub fn file(&mut self, name: &str) -> FileId {
        if let Some(&id) = self.file_ids.get(name) {
            return id;
        }
        let id = self.files.push(name.to_owned());
        self.file_ids.insert(name.to_owned(), id);
        id
    }

    /// Interns a source location and returns its id.
    pub fn loc(&mut self, loc: SourceLoc) -> Loc {
        let locs = &mut self.locs;
        *self.loc_ids.entry(loc).or_insert_with(|| locs.push(loc))
    }

    /// Returns the source location of an id.
    pub fn get(&self, loc: Loc) -> SourceLoc {
        self.locs[loc]
    }

    /// Returns the source location of an id; `None` if the map does not contain the id.
    pub fn try_get(&self, loc: Loc) -> Option<SourceLoc> {
        self.locs.get(loc).copied()
    }

    /// Returns a map with the same files and the locations in `keep`, numbered in source order.
    pub(crate) fn only(&self, keep: &BTreeSet<SourceLoc>) -> SourceMap {
        let mut map = SourceMap {
            files: self.files.clone(),
            file_ids: self.file_ids.clone(),
            ..SourceMap::default()
        };
        for &loc in keep {
            map.loc(loc);
        }
        map
    }

    /// Returns the name of a file.
    pub fn file_name(&self, file: FileId) -> &str {
        &self.files[file]
    }

    /// Returns all files with their ids, in the order in which they were interned.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &str)> {
        self.files.iter().map(|(id, name)| (id, name.as_str()))
    }

    /// Returns a location as `file:line:column`, for messages.
    pub fn describe(&self, loc: Loc) -> String {
        let at = self.get(loc);
        format!("{}:{}:{}", self.file_name(at.file), at.line, at.column)
    }
}

/// The set of source locations of an instruction, sorted by id; most sets have one element.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct LocSet(SmallVec<[Loc; 2]>);

impl LocSet {
    /// Returns the empty set, for an instruction that symtool generates and that corresponds to no line of the program.
    pub fn none() -> LocSet {
        LocSet::default()
    }

    /// Adds a location to the set.
    pub fn insert(&mut self, loc: Loc) {
        if let Err(at) = self.0.binary_search(&loc) {
            self.0.insert(at, loc);
        }
    }

    /// Adds all locations of the set `other`.
    pub fn union(&mut self, other: &LocSet) {
        for loc in other.iter() {
            self.insert(loc);
        }
    }

    /// Returns the locations in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = Loc> + '_ {
        self.0.iter().copied()
    }

    /// Returns the location with the smallest id, for messages that show one location; `None` if the set is empty.
    pub fn first(&self) -> Option<Loc> {
        self.0.first().copied()
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<Loc> for LocSet {
    fn from(loc: Loc) -> LocSet {
        LocSet(SmallVec::from_slice(&[loc]))
    }
}

impl FromIterator<Loc> for LocSet {
    fn from_iter<I: IntoIterator<Item = Loc>>(locs: I) -> LocSet {
        let mut set = LocSet::none();
        for loc in locs {
            set.insert(loc);
        }
        set
    }
}
