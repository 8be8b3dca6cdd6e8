//! The recording of a failing run, step by step, which the page can play.
use serde::{Deserialize, Serialize};

/// The recording of a failing run: the lines that the run reaches, and the changes of memory between them.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Player {
    /// The objects of the run: variables and heap blocks.
    pub objects: Vec<Object>,
    /// The names of the source files, to which the steps refer by index.
    pub files: Vec<String>,
    /// The function calls of the run. The first entry represents "no call"; other fields refer to it by the index 0.
    pub calls: Vec<Call>,
    /// The recorded steps, in order.
    pub steps: Vec<Step>,
    /// The number of earlier steps that were not recorded.
    pub omitted: u64,
}

/// A call of a function.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Call {
    /// The name of the function.
    pub function: String,
    /// The call from which this call was made, as an index of [`Player::calls`]; 0 for none.
    pub caller: u32,
}

/// The way in which the elements of an object are shown.
#[derive(Serialize, Deserialize, Copy, Clone, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum ObjectKind {
    /// Numbers or pointers.
    #[default]
    Values,
    /// Characters.
    Characters,
}

/// A variable or a heap block.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(default)]
pub struct Object {
    /// The name of the object.
    pub name: String,
    /// The kind of storage of the object: `local`, `global` or `heap`.
    pub storage: String,
    /// The call to which a local variable belongs, as an index of [`Player::calls`]; 0 for other objects.
    pub call: u32,
    /// The number of elements of the object that are shown; 1 for a scalar.
    pub cells: u32,
    /// The size of an element in bytes.
    pub cell_bytes: u32,
    /// The size of the object in bytes.
    pub bytes: u64,
    /// The way in which the elements of the object are shown.
    pub kind: ObjectKind,
}

/// A step of a failing run: the program is about to execute a source line.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The file, as an index of [`Player::files`].
    pub file: u32,
    /// The line, counted from 1.
    pub line: u32,
    /// The call that executes the line, as an index of [`Player::calls`].
    pub call: u32,
    /// The changes of memory since the previous step.
    pub changes: Vec<Change>,
}

/// The new value of one element of an object.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// The object, as an index of [`Player::objects`].
    pub object: u32,
    /// The index of the element in its object.
    pub cell: u32,
    /// The new value of the element; empty if the element is not initialized, or if the lifetime of its object has
    /// ended.
    pub value: String,
    /// The new value as an expression over the input; empty if the value does not depend on the input.
    pub term: String,
}
