//! The tests check on random programs that machine code agrees with the interpreter on everything that a run reports.
use proptest::prelude::*;
use symtool_ir::bug::{CheckKind, Checks};
use symtool_ir::interp::{RunConfig, run};
use symtool_ir::ops::OPS;
use symtool_ir::print::module_to_string;
use symtool_ir::verify::verify_module;
use symtool_ir::{
    Bits, Func, Function, FunctionBuilder, GlobalData, InputNames, Inputs, InstData, Intrinsic,
    LocSet, Module, Op, OpClass, Outcome, SignatureData, Type,
};
use symtool_native::{Unfit, run_native};
use symtool_passes::{PassContext, SIMPLIFY, SSA, run_pipeline};

fn inputs(numbers: &[i32]) -> Inputs {
    let mut names = InputNames::default();
    let mut inputs = Inputs::default();
    for number in numbers {
        inputs.push(names.unique("in"), number.to_le_bytes().to_vec());
    }
    inputs
}

fn all_checks() -> Checks {
    CheckKind::ALL
        .iter()
        .fold(Checks::NONE, |all, &kind| all.with(kind))
}

/// Runs a module by the interpreter and as machine code, and compares the runs. Returns the outcome, and whether
/// machine code ran.
fn compare(module: &Module, main: Func, config: &RunConfig) -> (Outcome, bool) {
    let expected = run(module, main, config);
    let found = match run_native(module, main, config) {
        Ok(found) => found,
        Err(Unfit::Limit | Unfit::StrayCall) => return (expected.outcome, false),
        Err(why) => panic!("{why}\n{}", module_to_string(module)),
    };
    let text = || module_to_string(module);
    assert_eq!(expected.outcome, found.outcome, "{}", text());
    assert_eq!(expected.output, found.output, "{}", text());
    assert_eq!(expected.notes, found.notes, "{}", text());
    assert_eq!(expected.consumed, found.consumed, "{}", text());
    assert_eq!(expected.instructions, found.instructions, "{}", text());
    assert_eq!(expected.coverage, found.coverage, "{}", text());
    (found.outcome, true)
}

/// Replaces the intrinsics that machine code does not support by supported intrinsics with the same operands.
fn remove_jumps(module: &mut Module) {
    for function in module.functions.values_mut() {
        for (_, inst) in function.all_insts().collect::<Vec<_>>() {
            if let InstData::Intrinsic { intrinsic, .. } = function.data_mut(inst) {
                *intrinsic = match *intrinsic {
                    Intrinsic::Setjmp => Intrinsic::IsSymbolic,
                    Intrinsic::Longjmp => Intrinsic::PrintExpr,
                    other => other,
                };
            }
        }
    }
}

fn bytes(most: usize) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..most)
}

fn checks() -> impl Strategy<Value = Checks> {
    prop_oneof![
        Just(Checks::default()),
        Just(Checks::NONE),
        Just(all_checks()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn structured_programs_run_the_same(
        bytes in bytes(400), numbers in prop::collection::vec(-3..9i32, 1..4), checks in checks(), ssa: bool,
    ) {
        let (mut module, main) = symtool_testkit::programs::program(&bytes);
        if ssa {
            let passes: Vec<&str> = SSA.iter().chain(SIMPLIFY).copied().collect();
            run_pipeline(&mut module, &passes, &mut PassContext::new()).unwrap();
        }
        let config = RunConfig {
            inputs: inputs(&numbers),
            checks,
            max_instructions: 1_000_000,
            ..RunConfig::default()
        };
        compare(&module, main, &config);
    }

    #[test]
    fn arbitrary_modules_run_the_same(bytes in bytes(600), checks in checks()) {
        let mut module = symtool_testkit::modules::random_module(&mut symtool_testkit::choices::Choices::new(&bytes));
        remove_jumps(&mut module);
        verify_module(&module).unwrap_or_else(|e| panic!("{e}"));
        let config = RunConfig {
            checks,
            max_instructions: 20_000,
            max_frames: 200,
            max_memory: 64 << 20,
            args: vec![Bits::new(64, 0x28_0000_0000 + 3), Bits::new(64, 7)],
            ..RunConfig::default()
        };
        for (func, function) in &module.functions {
            if !function.is_declaration() {
                compare(&module, func, &config);
            }
        }
    }
}

/// Checks that the other tests of this file are meaningful: most random programs run as machine code, and their runs
/// have many outcomes.
#[test]
fn random_runs_are_native_and_end_in_many_ways() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (mut exits, mut bugs, mut fallbacks) = (0, 0, 0);
    let mut kinds = std::collections::BTreeSet::new();
    for _ in 0..150 {
        let bytes = bytes(400).new_tree(&mut runner).unwrap().current();
        let (module, main) = symtool_testkit::programs::program(&bytes);
        let config = RunConfig {
            inputs: inputs(&[1, 2]),
            max_instructions: 1_000_000,
            ..RunConfig::default()
        };
        let (outcome, native) = compare(&module, main, &config);
        fallbacks += usize::from(!native);
        match outcome {
            Outcome::Exit(_) => exits += 1,
            Outcome::Bug(failure) => {
                bugs += 1;
                kinds.insert(failure.kind);
            }
            _ => {}
        }
    }
    assert!(exits > 30 && bugs > 10, "{exits} {bugs}");
    assert!(kinds.len() >= 4 && fallbacks < 5, "{kinds:?} {fallbacks}");
}

/// Returns the boundary values of a type, which the tests use as operands.
fn borders(ty: Type) -> Vec<Bits> {
    let width = ty.bits();
    let mut values: Vec<u128> = vec![0, 1, 2, 3, 7, 31, 32, 63, 64, 127, 128];
    for bits in [7, 8, 15, 16, 31, 32, 53, 63, 64, 127] {
        let power = 1u128 << bits;
        values.extend([power - 1, power, power + 1]);
    }
    values.extend([
        u128::MAX,
        u128::MAX - 1,
        0x1234_5678_9abc_def0_0fed_cba9_8765_4321,
    ]);
    if ty.is_float() {
        let numbers = [
            0.0,
            -0.0,
            0.5,
            -0.5,
            1.0,
            -1.0,
            1.5,
            127.5,
            128.0,
            255.9,
            256.0,
            32768.0,
            65535.5,
            2147483647.0,
            2147483647.5,
            2147483648.0,
            -2147483648.0,
            -2147483648.9,
            -2147483649.0,
            4294967295.0,
            4294967296.0,
            9.2e18,
            9223372036854775808.0,
            -9223372036854775808.0,
            -9.3e18,
            1.8446744073709552e19,
            1e30,
            -1e30,
            1e-310,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
        ];
        let patterns = numbers.iter().map(|&n: &f64| match ty {
            Type::F32 => u128::from((n as f32).to_bits()),
            _ => u128::from(n.to_bits()),
        });
        values = patterns.collect();
    }
    let mut cut: Vec<Bits> = values.into_iter().map(|v| Bits::new(width, v)).collect();
    cut.sort_unstable();
    cut.dedup();
    cut
}

/// Returns a program that applies an operator to all pairs of values and combines all bits of the results in
/// its exit status. The values are read from memory, so that no operation is folded. If `second` is given, it
/// is the second operand of every operation.
fn operator_program(op: Op, from: Type, to: Type, second: Option<Bits>) -> (Module, Func) {
    let values = borders(from);
    let count = values.len() as i128;
    let mut module = Module::new();
    let table = module.globals.push(GlobalData {
        name: "values".into(),
        size: 16 * values.len() as u64,
        align: 16,
        bytes: values
            .iter()
            .flat_map(|v| v.unsigned().to_le_bytes())
            .collect(),
        relocs: Vec::new(),
        constant: true,
        locs: LocSet::none(),
    });
    let signature = module.signature(SignatureData {
        params: vec![],
        result: Some(Type::I32),
        variadic: false,
    });
    let mut function = Function::new("main", signature);
    let mut b = FunctionBuilder::new(&mut function);
    let [entry, body, done] = [(); 3].map(|()| b.block());
    b.switch_to(entry);
    let zero = b.iconst(Type::I64, 0);
    b.jump(body, &[zero, zero]);
    b.switch_to(body);
    let index = b.func.add_param(body, Type::I64);
    let mixed = b.func.add_param(body, Type::I64);
    let table = b.global_addr(table);
    let (width, sixteen) = (b.iconst(Type::I64, count), b.iconst(Type::I64, 16));
    let [x, y] = [Op::UDiv, Op::URem].map(|op| {
        let at = b.pure(op, &[index, width]);
        let at = b.pure(Op::Mul, &[at, sixteen]);
        let at = b.pure(Op::PtrAdd, &[table, at]);
        b.load(from, at)
    });
    let y = second.map_or(y, |bits| b.func.constant(from, bits));
    let value = match op.class() {
        OpClass::Cast => b.cast(op, x, to),
        OpClass::Select => {
            let cond = b.pure(Op::Ult, &[x, y]);
            b.pure(op, &[cond, x, y])
        }
        _ if op.arity() == 1 => b.pure(op, &[x]),
        _ => b.pure(op, &[x, y]),
    };
    let slot = b.slot("x", 16, 16);
    let address = b.stack_addr(slot);
    let empty = b.iconst(Type::I128, 0);
    b.store(empty, address);
    b.store(value, address);
    let (low, high) = (b.load(Type::I64, address), b.offset(address, 8));
    let high = b.load(Type::I64, high);
    let factor = b.iconst(Type::I64, 0x9e37_79b9_7f4a_7c15);
    let mut next = b.pure(Op::Mul, &[mixed, factor]);
    for part in [low, high] {
        next = b.pure(Op::Xor, &[next, part]);
        next = b.pure(Op::Mul, &[next, factor]);
        let amount = b.iconst(Type::I64, 29);
        let top = b.pure(Op::LShr, &[next, amount]);
        next = b.pure(Op::Xor, &[next, top]);
    }
    let one = b.iconst(Type::I64, 1);
    let index = b.pure(Op::Add, &[index, one]);
    let end = b.iconst(Type::I64, count * count);
    let more = b.pure(Op::Ult, &[index, end]);
    let again = b.block();
    b.branch(more, again, done);
    b.switch_to(again);
    b.jump(body, &[index, next]);
    b.switch_to(done);
    let status = b.cast(Op::Trunc, next, Type::I32);
    b.ret(Some(status));
    (module_with(module, function), Func::from_u32(0))
}

fn module_with(mut module: Module, function: Function) -> Module {
    module.functions.push(function);
    module
}

#[test]
fn operators_agree_at_boundary_values() {
    let mut programs = 0;
    for row in OPS {
        for from in Type::ALL {
            for to in Type::ALL {
                let args = match row.op.class() {
                    OpClass::Select => vec![Type::I1, from, from],
                    OpClass::Cast | OpClass::IntUnary | OpClass::FloatUnary => vec![from],
                    _ => vec![from, from],
                };
                let is_cast = row.op.class() == OpClass::Cast;
                let fits = row.op.result_type(&args, to).is_some();
                let orders = row.op.class() != OpClass::Select || !from.is_float();
                if !fits || !orders || (!is_cast && to != Type::I8) {
                    continue;
                }
                let mut seconds = vec![None];
                if row.op.arity() == 2 && from.is_int() {
                    let constants = [0, 1, 3, u128::from(from.bits()) - 1, 1 << 40, u128::MAX];
                    seconds.extend(constants.map(|c| Some(Bits::of(from, c))));
                }
                for second in seconds {
                    let (module, main) = operator_program(row.op, from, to, second);
                    verify_module(&module).unwrap_or_else(|e| panic!("{e}"));
                    let (outcome, native) = compare(&module, main, &RunConfig::default());
                    assert!(matches!(outcome, Outcome::Exit(_)) && native);
                    programs += 1;
                }
            }
        }
    }
    assert!(programs > 400, "{programs}");
}
