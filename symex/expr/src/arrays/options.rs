//! Which transformations are on, and how far each may go.
use super::{TRANSFORMS, Transform};
use std::fmt;
use std::str::FromStr;

/// The name of the form in which Z3 gets reads that are left: choices by the bits of the index.
const BITS: &str = "bits";

/// The form in which an SMT solver gets a read of an array.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Reads {
    /// A choice by the bits of the index, where it may mean at most 2^18 cells.
    #[default]
    Bits,
    /// `select`, of the theory of arrays.
    Theory,
}

/// Bounds of what a transformation may build; where one is reached the read stays a read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Index values, or combinations of the values of several indexes, at which one expression is evaluated.
    pub indices: u64,
    /// Ranges of indexes in what one condition becomes.
    pub ranges: usize,
    /// How many elements there must be to choose from for each range that takes their place, unless reads are nested: a solver
    /// takes a choice by the bits of the index more easily than one by comparisons.
    pub cells: usize,
    /// Distinct values of a read, or of a function of reads, that are told apart.
    pub values: usize,
    /// Cells of a mixed array that hold no constant, and stores on top of it.
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
    /// Sets the bound of a name.
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
                    "`{name}` is no bound: indices, ranges, cells, values and symbolic are"
                ));
            }
        }
        Ok(())
    }
}

/// The transformations of reads from arrays that are on, with their bounds. `Default`: all.
///
/// As text: `off`, or names separated by commas, `bits` among them; `all` stands for all names, and `values=16` changes a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayOptions {
    /// By position in [`TRANSFORMS`].
    on: [bool; TRANSFORMS.len()],
    /// Does a solver get what is left as choices by the bits of the index, not as reads?
    bits: bool,
    /// How far they go.
    pub limits: Limits,
}

impl Default for ArrayOptions {
    fn default() -> ArrayOptions {
        ArrayOptions {
            on: [true; TRANSFORMS.len()],
            bits: true,
            limits: Limits::default(),
        }
    }
}

impl ArrayOptions {
    /// None of them: a solver gets the reads as they are, for its theory of arrays.
    pub fn off() -> ArrayOptions {
        ArrayOptions {
            on: [false; TRANSFORMS.len()],
            bits: false,
            limits: Limits::default(),
        }
    }

    /// What a solver gets for a read that is left.
    pub fn reads(&self) -> Reads {
        if self.bits {
            Reads::Bits
        } else {
            Reads::Theory
        }
    }

    /// Is any transformation on?
    pub fn any(&self) -> bool {
        self.on.contains(&true)
    }

    /// Those that are on, in the order in which they are tried, with their positions in [`TRANSFORMS`].
    pub fn each(&self) -> impl Iterator<Item = (usize, &'static Transform)> {
        let on = self.on;
        TRANSFORMS.iter().enumerate().filter(move |(at, _)| on[*at])
    }
}

impl FromStr for ArrayOptions {
    type Err = String;

    fn from_str(text: &str) -> Result<ArrayOptions, String> {
        let mut options = ArrayOptions::off();
        if text == "off" {
            return Ok(options);
        }
        for name in text.split(',') {
            if name == "all" {
                options.on = [true; TRANSFORMS.len()];
                options.bits = true;
            } else if name == BITS {
                options.bits = true;
            } else if let Some((bound, number)) = name.split_once('=') {
                let number = number
                    .parse()
                    .map_err(|_| format!("`{number}` is no number"))?;
                options.limits.set(bound, number)?;
            } else if let Some(at) = TRANSFORMS.iter().position(|t| t.name == name) {
                options.on[at] = true;
            } else {
                let names: Vec<&str> = TRANSFORMS.iter().map(|t| t.name).collect();
                return Err(format!(
                    "`{name}` is none of all, {}, {BITS}; `off` stands alone",
                    names.join(", ")
                ));
            }
        }
        Ok(options)
    }
}

impl fmt::Display for ArrayOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.any() && !self.bits {
            return f.write_str("off");
        }
        if self.bits && !self.on.contains(&false) {
            return f.write_str("all");
        }
        let names = self.each().map(|(_, t)| t.name);
        let names: Vec<&str> = names.chain(self.bits.then_some(BITS)).collect();
        f.write_str(&names.join(","))
    }
}
