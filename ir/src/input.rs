//! Free inputs of a program run: what a test case stores and a replay feeds back.
//!
//! Every engine names an input the same way, so that a test case found on one form of a program replays on
//! another: the k-th `make_symbolic`/`symbolic`/`uninit` of a path with name N is called N for k = 0, else
//! `N_k`; indeterminate memory of an object is named after its [region](crate::layout::Region), which is
//! unique by itself.
use crate::layout::Region;
use rustc_hash::FxHashMap;

/// One named input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputObject {
    /// Its unique name on the path.
    pub name: String,
    /// Its bytes; scalars little endian.
    pub bytes: Vec<u8>,
}

/// The inputs of one run, in the order in which the path made them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    /// The objects.
    pub objects: Vec<InputObject>,
}

impl Inputs {
    /// The bytes of an input; what a test case does not mention is zero.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.objects
            .iter()
            .find(|o| o.name == name)
            .map(|o| o.bytes.as_slice())
    }

    /// Appends an object.
    pub fn push(&mut self, name: impl Into<String>, bytes: Vec<u8>) {
        self.objects.push(InputObject {
            name: name.into(),
            bytes,
        });
    }
}

/// Hands out the unique names of one path's inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputNames {
    used: FxHashMap<String, u32>,
}

impl InputNames {
    /// The unique name for the next input that the program calls `name`.
    pub fn unique(&mut self, name: &str) -> String {
        let count = self.used.entry(name.to_owned()).or_insert(0);
        *count += 1;
        if *count == 1 {
            name.to_owned()
        } else {
            format!("{name}_{}", *count - 1)
        }
    }
}

/// What the program calls a local variable's indeterminate value.
pub fn uninit_name(variable: &str) -> String {
    format!("uninitialised {variable}")
}

/// The name of the indeterminate contents of the object in a region; `life` counts how often its block was entered
/// again.
pub fn uninit_memory_name(object: &str, region: Region, life: u32) -> String {
    match life {
        0 => format!("uninitialised {object}@{}", region.0),
        _ => format!("uninitialised {object}@{}#{life}", region.0),
    }
}
