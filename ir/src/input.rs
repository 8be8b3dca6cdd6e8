//! The symbolic inputs of a run. A test case stores the values of the inputs, and a replay supplies these values to the
//! program.
//!
//! Every engine gives an input the same name, and a replay finds the value of an input by its name. Therefore a test
//! case of one version of a program can be replayed on another version. For example, a test case of a melded program,
//! in which the two sides of branches are united, can be replayed on the original program.
//!
//! A path creates an input by one of the intrinsics `make_symbolic`, `symbolic` and `uninit`, each with a name. If a
//! path creates several inputs with the name `x`, they are called `x`, `x_1`, `x_2`, …. The input for the indeterminate
//! bytes of an object is named after the [region](crate::layout::Region) of the object, the range of addresses that
//! belongs to this object alone.
use crate::layout::Region;
use rustc_hash::FxHashMap;

/// A symbolic input with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputObject {
    /// The name of the input, which is unique on the path.
    pub name: String,
    /// The bytes of the value in the order of memory; the first byte of a scalar is the least significant one.
    pub bytes: Vec<u8>,
}

/// The inputs of one run, in the order of their creation on the path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    /// The inputs, in order of creation.
    pub objects: Vec<InputObject>,
}

impl Inputs {
    /// Returns the bytes of an input. Returns `None` if the test case does not contain the input; a replay then uses
    /// zero for each byte of the input.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.objects
            .iter()
            .find(|o| o.name == name)
            .map(|o| o.bytes.as_slice())
    }

    /// Appends the input `name` with its bytes.
    pub fn push(&mut self, name: impl Into<String>, bytes: Vec<u8>) {
        self.objects.push(InputObject {
            name: name.into(),
            bytes,
        });
    }
}

/// Assigns unique names to the inputs of one path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputNames {
    /// The number of names assigned so far. This field comes first, because the derived comparison begins with the
    /// first field, and two unequal `InputNames` usually differ in this number.
    count: u32,
    /// For each name that the program uses, the number of inputs with this name.
    used: FxHashMap<String, u32>,
}

impl InputNames {
    /// Returns the unique name for the next input that the program calls `name`.
    /// ```
    /// let mut names = symtool_ir::InputNames::default();
    /// assert_eq!(names.unique("x"), "x");
    /// assert_eq!(names.unique("x"), "x_1");
    /// ```
    pub fn unique(&mut self, name: &str) -> String {
        self.count += 1;
        let count = self.used.entry(name.to_owned()).or_insert(0);
        *count += 1;
        if *count == 1 {
            name.to_owned()
        } else {
            format!("{name}_{}", *count - 1)
        }
    }

    /// Returns the number of names assigned so far.
    pub fn count(&self) -> u32 {
        self.count
    }
}

/// Returns the name of the input for the indeterminate value of a local variable. [`InputNames::unique`] makes the
/// name unique on the path.
pub fn uninit_name(variable: &str) -> String {
    format!("uninitialised {variable}")
}

/// Returns the name of the input for the indeterminate bytes of an object. `object` is the name of the object, and
/// `region` its range of addresses. `life` is the number of times that control has returned to the block of C code that
/// declares the object. After each return, the bytes are indeterminate again and are represented by a new input.
pub fn uninit_memory_name(object: &str, region: Region, life: u32) -> String {
    match life {
        0 => format!("uninitialised {object}@{}", region.0),
        _ => format!("uninitialised {object}@{}#{life}", region.0),
    }
}
