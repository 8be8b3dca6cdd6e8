//! The ignore list: source locations of code that must not be melded, because the user excludes it or because the
//! melded program failed there.
use crate::regions::Region;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use symtool_ir::{Function, Inst, LocSet, Module};

/// A source location of code that must not be melded.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct IgnoredLocation {
    /// The source file, as named by the front end.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// The name of the function that contains the location.
    pub function: String,
}

impl fmt::Display for IgnoredLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// The list of source locations that must not be melded, stored in files as a JSON array.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct IgnoreList {
    pub(crate) locations: BTreeSet<IgnoredLocation>,
}

impl IgnoreList {
    /// Adds a location; returns whether it is new.
    pub fn insert(&mut self, place: IgnoredLocation) -> bool {
        self.locations.insert(place)
    }

    /// Returns the locations in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = &IgnoredLocation> {
        self.locations.iter()
    }

    /// Returns the number of locations.
    pub fn len(&self) -> usize {
        self.locations.len()
    }

    /// Returns whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.locations.is_empty()
    }

    /// Parses a list from JSON text.
    ///
    /// # Errors
    /// A message that describes the error in the JSON text.
    pub fn from_json(text: &str) -> Result<IgnoreList, String> {
        serde_json::from_str(text).map_err(|e| e.to_string())
    }

    /// Returns the list as JSON text.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// Returns the list entry for the first location in `locs` that is in the list. `locs` are source locations in
    /// `func`.
    fn hit_locs(
        &self,
        module: &Module,
        func: &Function,
        locs: &LocSet,
    ) -> Option<&IgnoredLocation> {
        if self.is_empty() {
            return None;
        }
        locs.iter().find_map(|loc| {
            let at = module.source.get(loc);
            let file = module.source.file_name(at.file);
            self.locations.iter().find(|p| {
                (p.line, p.column) == (at.line, at.column)
                    && p.file == file
                    && p.function == func.name
            })
        })
    }

    /// Returns whether an instruction is at an ignored location.
    pub fn has_inst(&self, module: &Module, func: &Function, inst: Inst) -> bool {
        self.hit_locs(module, func, func.locs(inst)).is_some()
    }

    /// Returns the list entry for the first instruction at an ignored location in the sides of a region (a branch with
    /// its two sides); `None` if there is no such instruction.
    pub fn hit(
        &self,
        module: &Module,
        func: &Function,
        region: &Region,
    ) -> Option<&IgnoredLocation> {
        let sides = region.sides.iter().flat_map(|s| s.insts.iter().copied());
        self.hit_insts(module, func, sides)
    }

    /// Returns the list entry for the first of `insts` at an ignored location.
    pub fn hit_insts(
        &self,
        module: &Module,
        func: &Function,
        mut insts: impl Iterator<Item = Inst>,
    ) -> Option<&IgnoredLocation> {
        insts.find_map(|inst| self.hit_locs(module, func, func.locs(inst)))
    }
}
