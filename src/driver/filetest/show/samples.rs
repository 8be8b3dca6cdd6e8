//! The inputs on which the word `check-equivalent` compares two forms of a program.
//!
//! A program's inputs have no known names and sizes before the program reads them. So the sequence of samples starts
//! again from its first sample after a run that reads a new input. If the inputs have at most 12 bits in total, the
//! sequence enumerates all values, unless the runs execute too many instructions. Otherwise, each of the first samples
//! sets one input to a constant of the program, or to a neighbor of a constant (one less or one more). The later
//! samples combine random values and constants. The sequence is the same in every run of a test.
use std::collections::HashSet;
use symtool_ir::interp::Run;
use symtool_ir::random::SplitMix;
use symtool_ir::{Bits, Function, Inputs, InstData, Module};

/// The number of sampled inputs for a program that is not run on all inputs.
const SAMPLES: u64 = 1000;

/// The maximum number of samples that set one chosen input to a constant of the program, or to a neighbor of a
/// constant.
const MOST_DIRECTED: u64 = 500;

/// The maximum number of different inputs (12 bits) for which a program is run on all inputs. 4,096 runs of both forms
/// of the program take about 50 ms.
const MOST_INPUTS: u64 = 4096;

/// The maximum number of instructions that the runs on all inputs may execute together. If they execute more, the
/// program runs on samples instead.
const MOST_INSTRUCTIONS: u64 = 3_000_000;

/// The maximum number of times that the sequence of samples starts again. Without this limit, a program that reads
/// inputs of many sizes could start the sequence again after almost every run.
const MOST_RESTARTS: u64 = 50;

/// An input that some run has read.
struct Known {
    name: String,
    /// The size in bytes.
    size: u64,
    /// The number of bits that the program reads, such as 1 for an `i1` of one byte.
    bits: u64,
}

/// The sequence of samples: values for the inputs that earlier runs have read.
#[derive(Default)]
pub struct Samples {
    known: Vec<Known>,
    /// The constants of the program and their neighbors, in the order of the program.
    constants: Vec<i128>,
    /// The number of samples returned since the sequence last started again.
    made: u64,
    /// The number of times that the sequence started again because of a new input.
    restarts: u64,
    /// The number of instructions that all runs so far have executed together.
    instructions: u64,
    random: SplitMix,
}

impl Samples {
    /// Returns the sequence for a program. `own` are the names of the functions whose constants are tried.
    pub fn new(module: &Module, own: &[String]) -> Samples {
        let functions = module.functions.values();
        let own = functions.filter(|function| own.contains(&function.name));
        let mut seen = HashSet::new();
        let near = own.flat_map(constants).flat_map(|bits| {
            let value = bits.to_signed();
            [value, value.wrapping_sub(1), value.wrapping_add(1)]
        });
        Samples {
            constants: near.filter(|&value| seen.insert(value)).collect(),
            ..Samples::default()
        }
    }

    /// Returns whether the samples enumerate all values of the inputs.
    pub fn is_exhaustive(&self) -> bool {
        self.inputs().is_some_and(|inputs| inputs <= MOST_INPUTS)
            && self.restarts < MOST_RESTARTS
            && self.instructions <= MOST_INSTRUCTIONS
    }

    /// Returns the number of different inputs; `None` if it is too large for 64 bits.
    fn inputs(&self) -> Option<u64> {
        let bits = self.known.iter().map(|input| input.bits).sum::<u64>();
        1_u64.checked_shl(u32::try_from(bits).ok()?)
    }

    /// Adds the inputs that a run has read, each with its largest size. Returns whether the sequence of samples starts
    /// again. The sequence starts again in two cases: an input is new or larger than before, so that earlier samples
    /// had no bytes for it; or the enumeration of all values takes too long.
    pub fn learn(&mut self, run: &Run) -> bool {
        let was_exhaustive = self.is_exhaustive();
        self.instructions += run.instructions;
        let mut is_new = false;
        for input in &run.consumed {
            let bytes = input.size.saturating_mul(8);
            let bits = input.ty.map_or(bytes, |ty| u64::from(ty.bits()));
            match self.known.iter_mut().find(|it| it.name == input.name) {
                Some(known) if known.size >= input.size && known.bits >= bits => {}
                Some(known) => {
                    known.size = known.size.max(input.size);
                    known.bits = known.bits.max(bits);
                    is_new = true;
                }
                None => {
                    let (name, size) = (input.name.clone(), input.size);
                    self.known.push(Known { name, size, bits });
                    is_new = true;
                }
            }
        }
        let is_new = is_new && self.restarts < MOST_RESTARTS;
        self.restarts += u64::from(is_new);
        let restarts = is_new || (was_exhaustive && !self.is_exhaustive());
        if restarts {
            self.made = 0;
        }
        restarts
    }

    /// Returns the next inputs of the sequence; `None` after the last inputs.
    pub fn next(&mut self) -> Option<Inputs> {
        let exhaustive = self.is_exhaustive();
        let most = self.inputs().filter(|_| exhaustive).unwrap_or(SAMPLES);
        let index = self.made;
        if index == most {
            return None;
        }
        self.made += 1;
        Some(match exhaustive {
            true => self.enumerated(index),
            false => self.sampled(index),
        })
    }

    /// Returns the inputs with the index `number` in the enumeration of all values: their bits are the bits of
    /// `number`, least significant bit first.
    fn enumerated(&self, number: u64) -> Inputs {
        let mut rest = number;
        let mut inputs = Inputs::default();
        for input in &self.known {
            let value = rest & ((1 << input.bits) - 1);
            let mut bytes = value.to_le_bytes().to_vec();
            bytes.resize(input.size as usize, 0);
            inputs.push(input.name.clone(), bytes);
            rest >>= input.bits;
        }
        inputs
    }

    fn sampled(&mut self, index: u64) -> Inputs {
        let inputs = self.known.len() as u64;
        let directed = MOST_DIRECTED.min(inputs * self.constants.len() as u64);
        let chosen = (index < directed).then(|| {
            let constant = self.constants[(index / inputs) as usize];
            (index % inputs, constant)
        });
        let mut sample = Inputs::default();
        for (at, input) in self.known.iter().enumerate() {
            let mut bytes = value(&mut self.random, &self.constants, input.size);
            if let Some((_, constant)) = chosen.filter(|&(chosen, _)| chosen == at as u64) {
                place(&mut self.random, constant, &mut bytes);
            }
            sample.push(input.name.clone(), bytes);
        }
        sample
    }
}

/// Returns the integers that the instructions of a function have as operands or as cases of a switch.
fn constants(function: &Function) -> Vec<Bits> {
    let mut found = Vec::new();
    for (_, inst) in function.all_insts() {
        let data = function.data(inst);
        data.for_each_arg(|value| found.extend(function.as_const(value)));
        if let InstData::Switch { cases, .. } = data {
            found.extend(cases.iter().map(|&(bits, _)| bits));
        }
    }
    found
}

/// Sets the bytes of an input to a constant. In an input of more than 8 bytes, such as an array, only some bytes are
/// set.
fn place(random: &mut SplitMix, constant: i128, bytes: &mut [u8]) {
    let number = constant.to_le_bytes();
    let (from, len) = match bytes.len() {
        small @ 0..=8 => (0, small),
        large => {
            let len = 1 << random.below(4);
            (random.below(large as u64 - len + 1) as usize, len as usize)
        }
    };
    bytes[from..from + len].copy_from_slice(&number[..len]);
}

/// Returns `size` random bytes for an input: all 0, all 0xff, independent random bytes, or the low bytes of constants.
/// In half of the results, the first byte is then replaced by a small number, or the sign bit is flipped.
fn value(random: &mut SplitMix, constants: &[i128], size: u64) -> Vec<u8> {
    let mut bytes: Vec<u8> = match random.below(5) {
        0 => vec![0; size as usize],
        1 => vec![0xff; size as usize],
        2 if !constants.is_empty() => (0..size)
            .map(|_| constants[random.below(constants.len() as u64) as usize] as u8)
            .collect(),
        _ => (0..size).map(|_| random.draw() as u8).collect(),
    };
    match (random.below(4), bytes.as_mut_slice()) {
        (0, [first, ..]) => *first = random.below(8) as u8,
        (1, [.., last]) => *last ^= 0x80,
        _ => {}
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use symtool_ir::interp::{RunConfig, run};
    use symtool_ir::parse::parse_module;

    /// Runs the samples of a function with an input `x` of the type `ty` and the constant 1234567. Returns the number
    /// of samples after the last restart, whether the samples are all values of `x`, and two further flags: whether
    /// 1234567 and whether 1234568 is among the samples.
    fn tried(ty: &str) -> (usize, bool, [bool; 2]) {
        let text = format!(
            "func @main() -> i32 {{\nentry:\n  %x = intrinsic symbolic {ty} \"x\"\n  %y = zext %x to i128\n  \
             %c = eq %y, 1234567\n  %r = zext %c to i32\n  return %r\n}}\n"
        );
        let module = parse_module(&text, "x.sir").expect("valid IR");
        let entry = module.function_named("main").expect("a function");
        let mut samples = Samples::new(&module, &["main".to_owned()]);
        let mut numbers: Vec<u128> = Vec::new();
        while let Some(inputs) = samples.next() {
            let bytes = inputs.get("x").unwrap_or_default();
            let number = bytes
                .iter()
                .rev()
                .fold(0, |n, &byte| (n << 8) | u128::from(byte));
            numbers.push(number);
            let config = RunConfig {
                inputs,
                ..RunConfig::default()
            };
            if samples.learn(&run(&module, entry, &config)) {
                numbers.clear();
            }
        }
        let has = |number: u128| numbers.contains(&number);
        (
            numbers.len(),
            samples.is_exhaustive(),
            [has(1_234_567), has(1_234_568)],
        )
    }

    #[test]
    fn all_values_of_few_bits_and_the_constants_of_larger_inputs_are_tried() {
        assert_eq!(tried("i1"), (2, true, [false, false]));
        assert_eq!(tried("i8"), (256, true, [false, false]));
        assert_eq!(tried("i16"), (1000, false, [false, false]));
        assert_eq!(tried("i32"), (1000, false, [true, true]));
        assert_eq!(tried("i64"), (1000, false, [true, true]));
    }
}
