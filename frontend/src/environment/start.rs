//! Emits the arguments of `main`, and the structure and union arguments of other entry functions.
//!
//! The emitted code is part of the start function, the generated function in which execution begins. Known arguments
//! are constant data of the module. A symbolic argument is a global whose bytes the start function makes symbolic. If
//! the number of arguments is symbolic, the start function branches on the presence of each optional argument. If the
//! argument is present, the start function stores its address in the next entry of `argv`.
use super::image::{push, string, variables};
use super::{Argument, COUNT_INPUT, Environment, argument_input};
use symtool_ir::{FunctionBuilder, Global, Intrinsic, Module, Op, Type, Value};

/// The globals from which the arguments of `main` are made. They are created before the code of the start function.
pub(crate) struct MainArguments {
    /// The array `argv`, with 8 bytes for each entry.
    argv: Global,
    pub(crate) envp: Global,
    /// The arguments after the program's name, in order.
    groups: Vec<Group>,
}

/// The number of arguments, `argc`.
pub(crate) enum Count {
    Known(usize),
    /// A symbolic number, an `i64`.
    Free(Value),
}

impl Count {
    /// Returns the number of arguments as a value of `ty`, the type of the parameter `argc`.
    pub(crate) fn as_type(&self, b: &mut FunctionBuilder<'_>, ty: Type) -> Value {
        match *self {
            Count::Known(count) => b.iconst(ty, count as i128),
            Count::Free(count) if ty.bits() < 64 => b.cast(Op::Trunc, count, ty),
            Count::Free(count) => count,
        }
    }
}

/// Consecutive arguments of the command line: one known argument, or a group of symbolic arguments.
enum Group {
    /// A known argument: the global that holds its bytes.
    Known(Global),
    /// A group of symbolic arguments.
    Free {
        /// The minimum number of arguments in the group. The maximum is the length of `globals`.
        least: usize,
        /// The maximum length of each argument in bytes, without the terminating zero.
        length: u32,
        /// The global that holds the name of the symbolic input for the number of arguments in the group.
        count: Global,
        /// For each argument, the global that holds its bytes, and the global that holds the name of its symbolic
        /// input.
        globals: Vec<(Global, Global)>,
    },
}

impl Group {
    fn fixed_count(&self) -> Option<usize> {
        match self {
            Group::Known(_) => Some(1),
            Group::Free { least, globals, .. } => (*least == globals.len()).then_some(*least),
        }
    }

    fn globals(&self) -> Vec<Global> {
        match self {
            Group::Known(global) => vec![*global],
            Group::Free { globals, .. } => globals.iter().map(|&(argument, _)| argument).collect(),
        }
    }
}

/// Creates the globals for `argv` and `envp`.
pub(crate) fn main_arguments(module: &mut Module, environment: &Environment) -> MainArguments {
    let program = string(module, ".arg.0", environment.program_name().as_bytes());
    let mut number = 0;
    let mut groups = Vec::new();
    for (index, argument) in environment.arguments.iter().enumerate() {
        groups.push(match argument {
            Argument::Known(text) => Group::Known(string(module, &argv_name(index), text)),
            Argument::Free {
                least,
                most,
                length,
            } => {
                let mut globals = Vec::new();
                for _ in 0..*most {
                    let name = argument_input(number);
                    number += 1;
                    let size = u64::from(*length) + 1;
                    let argument = push(module, &name, size, Vec::new(), Vec::new());
                    globals.push((
                        argument,
                        string(module, &format!("name of {name}"), name.as_bytes()),
                    ));
                }
                Group::Free {
                    least: *least as usize,
                    length: *length,
                    count: string(module, &format!(".count.{index}"), COUNT_INPUT.as_bytes()),
                    globals,
                }
            }
        });
    }
    // The entries of `argv` before the first group with a symbolic number of arguments are constant.
    let mut relocs = vec![(0, program)];
    let fixed = groups
        .iter()
        .take_while(|group| group.fixed_count().is_some());
    for argument in fixed.flat_map(Group::globals) {
        relocs.push((8 * relocs.len() as u64, argument));
    }
    let most: usize = groups.iter().map(|group| group.globals().len()).sum();
    let argv = push(module, ".argv", 8 * (most as u64 + 2), vec![0; 8], relocs);
    MainArguments {
        argv,
        envp: variables(module, environment),
        groups,
    }
}

fn argv_name(index: usize) -> String {
    format!(".arg.{}", index + 1)
}

impl MainArguments {
    /// Emits the code that makes the arguments symbolic; returns `argc` and `argv`.
    pub(crate) fn emit(&self, b: &mut FunctionBuilder<'_>) -> (Count, Value) {
        let fixed = self.groups.iter().take_while(|g| g.fixed_count().is_some());
        let mut count = 1;
        for group in fixed {
            count += group.fixed_count().unwrap_or(0);
            if let Group::Free {
                length, globals, ..
            } = group
            {
                for &argument in globals {
                    make_string_symbolic(b, argument, *length);
                }
            }
        }
        let rest = &self.groups[self
            .groups
            .iter()
            .take_while(|g| g.fixed_count().is_some())
            .count()..];
        let argc = if rest.is_empty() {
            Count::Known(count)
        } else {
            let slot = b.slot("argc", 8, 8);
            let counter = b.stack_addr(slot);
            let start = b.iconst(Type::I64, count as i128);
            b.store(start, counter);
            for group in rest {
                self.append(b, group, counter);
            }
            Count::Free(b.load(Type::I64, counter))
        };
        (argc, b.global_addr(self.argv))
    }

    /// Emits code that appends a group to `argv`. `counter` is the address of a variable that holds the number of
    /// entries that `argv` has so far.
    fn append(&self, b: &mut FunctionBuilder<'_>, group: &Group, counter: Value) {
        let (least, length, count, globals) = match group {
            Group::Known(argument) => return self.append_one(b, *argument, counter),
            Group::Free {
                least,
                length,
                count,
                globals,
            } => (*least, *length, *count, globals),
        };
        let wanted =
            (least < globals.len()).then(|| symbolic_count(b, count, least, globals.len()));
        let end = b.block();
        for (index, &argument) in globals.iter().enumerate() {
            if let (Some(wanted), true) = (wanted, index >= least) {
                let more = b.block();
                let so_far = b.iconst(Type::I32, index as i128);
                let is_less = b.pure(Op::Slt, &[so_far, wanted]);
                b.branch(is_less, more, end);
                b.switch_to(more);
            }
            make_string_symbolic(b, argument, length);
            self.append_one(b, argument.0, counter);
        }
        b.jump(end, &[]);
        b.switch_to(end);
    }

    fn append_one(&self, b: &mut FunctionBuilder<'_>, argument: Global, counter: Value) {
        let argv = b.global_addr(self.argv);
        let index = b.load(Type::I64, counter);
        let eight = b.iconst(Type::I64, 8);
        let offset = b.pure(Op::Mul, &[index, eight]);
        let to = b.pure(Op::PtrAdd, &[argv, offset]);
        let address = b.global_addr(argument);
        b.store(address, to);
        let one = b.iconst(Type::I64, 1);
        let next = b.pure(Op::Add, &[index, one]);
        b.store(next, counter);
    }
}

/// Emits code that creates the number of arguments of a group, and returns it: a symbolic input with a value from
/// `least` to `most`. `name` is the global that holds the name of this input.
fn symbolic_count(b: &mut FunctionBuilder<'_>, name: Global, least: usize, most: usize) -> Value {
    let slot = b.slot("n_args", 4, 4);
    let address = b.stack_addr(slot);
    make_symbolic(b, address, 4, name);
    let count = b.load(Type::I32, address);
    let (low, high) = (
        b.iconst(Type::I32, least as i128),
        b.iconst(Type::I32, most as i128),
    );
    let (above, below) = (
        b.pure(Op::Sle, &[low, count]),
        b.pure(Op::Sle, &[count, high]),
    );
    let legal = b.pure(Op::And, &[above, below]);
    b.intrinsic(Intrinsic::Assume, &[legal], None, None);
    count
}

/// Emits code that makes an argument a symbolic string of up to `length` bytes. The pair consists of the global that
/// holds the argument's bytes, and the global that holds the name of the symbolic input.
fn make_string_symbolic(
    b: &mut FunctionBuilder<'_>,
    (argument, name): (Global, Global),
    length: u32,
) {
    let at = b.global_addr(argument);
    make_symbolic(b, at, i128::from(length) + 1, name);
    let zero = b.iconst(Type::I8, 0);
    let end = b.offset(at, i64::from(length));
    b.store(zero, end);
}

/// Emits a structure or union argument of the entry function: the address of bytes that form one symbolic
/// input.
pub(crate) fn record_input(
    module: &mut Module,
    b: &mut FunctionBuilder<'_>,
    name: &str,
    (size, align): (u64, u64),
) -> Value {
    let text = string(module, &format!("name of {name}"), name.as_bytes());
    let slot = b.slot(name, size, align);
    let at = b.stack_addr(slot);
    if size > 0 {
        make_symbolic(b, at, size.into(), text);
    }
    at
}

fn make_symbolic(b: &mut FunctionBuilder<'_>, at: Value, size: i128, name: Global) {
    let size = b.iconst(Type::I64, size);
    let name = b.global_addr(name);
    b.intrinsic(Intrinsic::MakeSymbolic, &[at, size, name], None, None);
}
