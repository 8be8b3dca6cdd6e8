//! A failing run, step by step.
use serde::{Deserialize, Serialize};

/// A run of the program: the lines that it reaches, and the changes of memory at each of them.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Player {
    /// The objects: variables and heap blocks.
    pub objects: Vec<Object>,
    /// The files.
    pub files: Vec<String>,
    /// The calls; the first entry stands for no call.
    pub calls: Vec<Call>,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The number of earlier steps that are not shown.
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
    /// The name.
    pub name: String,
    /// The kind of storage: `local`, `global` or `heap`.
    pub storage: String,
    /// The call to which a local variable belongs, as an index of [`Player::calls`]; 0 for other objects.
    pub call: u32,
    /// The number of elements that are shown; 1 for a scalar.
    pub cells: u32,
    /// The size of an element in bytes.
    pub cell_bytes: u32,
    /// The size of the object in bytes.
    pub bytes: u64,
    /// The way in which elements are shown.
    pub kind: ObjectKind,
}

/// A step: the program is about to execute a line.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The file, as an index of [`Player::files`].
    pub file: u32,
    /// The line, counted from 1.
    pub line: u32,
    /// The call, as an index of [`Player::calls`].
    pub call: u32,
    /// The changes since the previous step.
    pub changes: Vec<Change>,
}

/// The new value of one element of an object.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// The object, as an index of [`Player::objects`].
    pub object: u32,
    /// The element.
    pub cell: u32,
    /// The value; empty if the element is not initialized or its object does not exist.
    pub value: String,
    /// The symbolic expression of the value; empty if the value does not depend on an input.
    pub term: String,
}
