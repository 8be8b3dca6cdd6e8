//! Options of the array transformations: which transformations are enabled, and their bounds.
use super::{TRANSFORMS, Transform};
use std::fmt;
use std::str::FromStr;

/// The option name (see [`ArrayOptions`]) for `ite` trees over the index bits. In this form, Z3 gets the reads that no
/// transformation eliminates.
const BITS: &str = "bits";

/// The option name (see [`ArrayOptions`]) for the published form of the transformations (Perry et al., ISSTA 2017).
const PUBLISHED: &str = "published";

/// The option name (see [`ArrayOptions`]) for the baseline of Perry et al. (ISSTA 2017): no transformation.
const BASELINE: &str = "baseline";

/// For each entry of [`TRANSFORMS`], whether the transformation is one of Perry et al. (ISSTA 2017). The published
/// transformations are the first three entries: `constant`, `index` and `value`.
const PUBLISHED_ON: [bool; TRANSFORMS.len()] = [true, true, true, false];

/// The SMT encoding of an array read.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Reads {
    /// A tree of `ite`s over the bits of the index. If a read may select more than 2^18 elements, the theory of arrays
    /// is used.
    #[default]
    Bits,
    /// The function `select` of the theory of arrays.
    Theory,
}

/// The form of the conditions and values that replace array reads.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// A binary search over ranges of the index, which needs few comparisons with the index. A read that would need
    /// many ranges is not replaced.
    #[default]
    Searched,
    /// The form of Perry et al. (ISSTA 2017), Algorithms 1 and 2: one condition per value, which can consist of many
    /// ranges.
    Published,
}

/// Bounds of the transformations. A read that would exceed a bound is passed to the solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of evaluations of one expression. There is one evaluation for each value of an
    /// index, or for each combination of values of several indices.
    pub indices: u64,
    /// The maximum number of index ranges in the replacement of one read, or of one expression with reads.
    pub ranges: usize,
    /// The minimum of the quotient c / r for a read that is replaced. Here c is the number of elements that the index
    /// of the read can select, and r is the number of index ranges in the replacement. If the quotient is smaller, the
    /// read is encoded as an `ite` tree over the index bits. Solvers are faster on this tree than on comparisons with
    /// so many ranges. The bound does not apply to nested reads (the index of a read contains a read).
    pub cells: usize,
    /// The maximum number of distinct values of a read, or of an expression with reads, that is replaced.
    pub values: usize,
    /// The maximum number of symbolic elements of an array whose reads are replaced, and also the maximum number of
    /// stores of this array.
    pub symbolic: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            indices: 1 << 16,
            ranges: 4096,
            cells: 8,
            values: 64,
            symbolic: 32,
        }
    }
}

impl Limits {
    /// Returns the bounds of [`Form::Published`]. The algorithms of Perry et al. bound neither the number of ranges nor
    /// the number of values, so these two bounds are large. The bound `cells` of 1 has no effect, because the quotient
    /// is never smaller.
    fn published() -> Limits {
        Limits {
            ranges: 1 << 16,
            cells: 1,
            values: 1 << 16,
            ..Limits::default()
        }
    }

    /// Sets the bound with the name `name` to `number`, but `indices` to at most 2^20, and `ranges`, `cells` and
    /// `values` to at least 1.
    fn set(&mut self, name: &str, number: u32) -> Result<(), String> {
        let size = number as usize;
        match name {
            "indices" => self.indices = u64::from(number.min(1 << 20)),
            "ranges" => self.ranges = size.max(1),
            "cells" => self.cells = size.max(1),
            "values" => self.values = size.max(1),
            "symbolic" => self.symbolic = size,
            _ => {
                return Err(format!(
                    "`{name}` is not a bound; expected indices, ranges, cells, values or symbolic"
                ));
            }
        }
        Ok(())
    }
}

/// The enabled transformations of array reads, with their bounds. `Default` enables all of them.
///
/// The text form is `off`, `baseline`, or a list of names separated by commas, for example `index,value,values=16`:
///
/// - `off`: no transformation;
/// - `baseline`: no transformation, as in the baseline of Perry et al. With `off`, exploration represents a read that
///   can select only few elements by a chain of `ite`s. With `baseline`, such a read also becomes an array read;
/// - the name of a transformation, such as `index`: enables the transformation;
/// - `bits`: encodes the reads that no transformation eliminates as `ite` trees over the index bits;
/// - `all`: enables all transformations and `bits`;
/// - `values=16`: sets the bound `values`;
/// - `published`: selects the published form of the transformations in the list. If the list names none, enables
///   `constant`, `index` and `value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayOptions {
    /// For each transformation, by its index in [`TRANSFORMS`], whether it is enabled.
    on: [bool; TRANSFORMS.len()],
    /// Whether reads that no transformation eliminates are encoded as `ite` trees over the index bits. If `false`, they
    /// are reads in the theory of arrays.
    bits: bool,
    /// The form of the replacements.
    pub form: Form,
    /// The bounds.
    pub limits: Limits,
}

impl Default for ArrayOptions {
    fn default() -> ArrayOptions {
        ArrayOptions {
            on: [true; TRANSFORMS.len()],
            bits: true,
            form: Form::Searched,
            limits: Limits::default(),
        }
    }
}

impl ArrayOptions {
    /// Returns options that enable no transformation. All array reads in conditions are passed to the solver as reads
    /// of the theory of arrays.
    pub fn off() -> ArrayOptions {
        ArrayOptions {
            on: [false; TRANSFORMS.len()],
            bits: false,
            form: Form::Searched,
            limits: Limits::default(),
        }
    }

    /// Returns options that enable no transformation. The form and the bounds are those of the published algorithms
    /// (Perry et al., ISSTA 2017), for the transformations that are enabled later.
    fn baseline() -> ArrayOptions {
        ArrayOptions {
            form: Form::Published,
            limits: Limits::published(),
            ..ArrayOptions::off()
        }
    }

    /// Returns the SMT encoding of the reads that the transformations do not eliminate.
    pub fn reads(&self) -> Reads {
        if self.bits {
            Reads::Bits
        } else {
            Reads::Theory
        }
    }

    /// Returns whether any transformation is enabled.
    pub fn any(&self) -> bool {
        self.on.contains(&true)
    }

    /// Iterates over the enabled transformations in order of application, with their indices in
    /// [`TRANSFORMS`].
    pub fn each(&self) -> impl Iterator<Item = (usize, &'static Transform)> {
        let on = self.on;
        TRANSFORMS.iter().enumerate().filter(move |(at, _)| on[*at])
    }
}

impl FromStr for ArrayOptions {
    type Err = String;

    fn from_str(text: &str) -> Result<ArrayOptions, String> {
        let mut options = ArrayOptions::off();
        match text {
            "off" => return Ok(options),
            BASELINE => return Ok(ArrayOptions::baseline()),
            _ => {}
        }
        let is_published = text.split(',').any(|name| name == PUBLISHED);
        if is_published {
            options = ArrayOptions::baseline();
        }
        for name in text.split(',').filter(|&name| name != PUBLISHED) {
            if name == "all" {
                options.on = [true; TRANSFORMS.len()];
                options.bits = true;
            } else if name == BITS {
                options.bits = true;
            } else if let Some((bound, number)) = name.split_once('=') {
                let number = number
                    .parse()
                    .map_err(|_| format!("`{number}` is not a number"))?;
                options.limits.set(bound, number)?;
            } else if let Some(at) = TRANSFORMS.iter().position(|t| t.name == name) {
                options.on[at] = true;
            } else {
                let names: Vec<&str> = TRANSFORMS.iter().map(|t| t.name).collect();
                return Err(format!(
                    "unknown transformation `{name}`: expected `all`, `off`, or a list of {}, {BITS}",
                    names.join(", ")
                ));
            }
        }
        if is_published && !options.any() {
            options.on = PUBLISHED_ON;
        }
        Ok(options)
    }
}

impl fmt::Display for ArrayOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_published = self.form == Form::Published;
        if !self.any() && !self.bits {
            return f.write_str(if is_published { BASELINE } else { "off" });
        }
        if is_published {
            f.write_str(PUBLISHED)?;
            if self.on == PUBLISHED_ON && !self.bits {
                return Ok(());
            }
            f.write_str(",")?;
        }
        if self.bits && !self.on.contains(&false) {
            return f.write_str("all");
        }
        let names = self.each().map(|(_, t)| t.name);
        let names: Vec<&str> = names.chain(self.bits.then_some(BITS)).collect();
        f.write_str(&names.join(","))
    }
}
