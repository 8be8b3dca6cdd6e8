//! The tests check on random verified modules that a run ends with an outcome and is deterministic.
use super::*;
use crate::bits::Bits;
use crate::builder::FunctionBuilder;
use crate::entities::{Func, Value};
use crate::function::Function;
use crate::intrinsic::{INTRINSICS, ResultType};
use crate::module::{GlobalData, SignatureData};
use crate::ops::OPS;
use crate::source::LocSet;
use crate::types::Type;
use proptest::prelude::*;

/// The source of random choices: a list of numbers; after its end, all numbers are zero.
struct Choices<'a>(std::slice::Iter<'a, u64>);

impl Choices<'_> {
    fn number(&mut self) -> u64 {
        self.0.next().copied().unwrap_or(0)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.number() % limit as u64) as usize
    }
}

/// Returns a constant that is likely to expose errors: small, close to the size of an object, huge, or an address.
fn constant(b: &mut FunctionBuilder<'_>, choices: &mut Choices<'_>, ty: Type) -> Value {
    let number = choices.number();
    let value = match number % 5 {
        0 => u128::from(number >> 3) % 20,
        1 => u128::from(number),
        2 => u128::MAX - u128::from(number >> 3) % 20,
        3 => u128::from((((number >> 3) % 8) << 36) | (1 << 35)) + u128::from(number >> 8) % 20,
        _ => (u128::from(number) << 64) | u128::from(number),
    };
    b.func.constant(ty, Bits::of(ty, value))
}

/// Returns a value of type `ty`: an already computed value, or a constant.
fn value(
    b: &mut FunctionBuilder<'_>,
    choices: &mut Choices<'_>,
    pool: &[Value],
    ty: Type,
) -> Value {
    let fitting: Vec<Value> = pool
        .iter()
        .copied()
        .filter(|&v| b.func.ty(v) == ty)
        .collect();
    if fitting.is_empty() || choices.below(4) == 0 {
        constant(b, choices, ty)
    } else {
        fitting[choices.below(fitting.len())]
    }
}

/// Appends one random instruction. Returns its result; `None` for an instruction without a result.
fn instruction(
    b: &mut FunctionBuilder<'_>,
    choices: &mut Choices<'_>,
    pool: &[Value],
    functions: &[Func],
) -> Option<Value> {
    let ty = Type::ALL[choices.below(Type::ALL.len())];
    let any =
        |b: &mut FunctionBuilder<'_>, choices: &mut Choices<'_>, ty| value(b, choices, pool, ty);
    match choices.below(8) {
        0 | 1 => {
            let op = OPS[choices.below(OPS.len())].op;
            let types = Type::ALL.map(|first| match op.arity() {
                1 => vec![first],
                3 => vec![Type::I1, first, first],
                _ if op == crate::ops::Op::PtrAdd => vec![Type::Ptr, Type::I64],
                _ => vec![first, first],
            });
            let fits: Vec<&Vec<Type>> = types
                .iter()
                .filter(|t| op.result_type(t, ty).is_some())
                .collect();
            let types = (*fits.get(choices.below(fits.len().max(1)))?).clone();
            let args: Vec<Value> = types.into_iter().map(|t| any(b, choices, t)).collect();
            let cast = op.class() == crate::ops::OpClass::Cast;
            Some(if cast {
                b.cast(op, args[0], ty)
            } else {
                b.pure(op, &args)
            })
        }
        2 => {
            let addr = any(b, choices, Type::Ptr);
            let guard = (choices.below(3) == 0).then(|| any(b, choices, Type::I1));
            Some(b.load_with(ty, addr, guard, false))
        }
        3 => {
            let (stored, addr) = (any(b, choices, ty), any(b, choices, Type::Ptr));
            b.store(stored, addr);
            None
        }
        4 => {
            let callee = functions[choices.below(functions.len())];
            let args = [any(b, choices, Type::I64), any(b, choices, Type::Ptr)];
            b.call(callee, &args, Some(Type::I32))
        }
        5 => Some(b.func_addr(functions[choices.below(functions.len())])),
        _ => {
            let row = &INTRINSICS[choices.below(INTRINSICS.len())];
            let mut args: Vec<Value> = row
                .params
                .iter()
                .map(|p| any(b, choices, p.ty.unwrap_or(ty)))
                .collect();
            if row.variadic.is_some() {
                args.push(any(b, choices, ty));
            }
            let open = matches!(row.result, ResultType::Any).then_some(ty);
            b.intrinsic(row.intrinsic, &args, open, Some("name"))
        }
    }
}

fn random_module(numbers: &[u64]) -> (Module, Func) {
    let mut choices = Choices(numbers.iter());
    let mut module = Module::new();
    for (name, constant) in [("text", true), ("room", false)] {
        module.globals.push(GlobalData {
            name: name.to_owned(),
            size: 40,
            align: 8,
            bytes: b"%d %s %5.2f %c %n".to_vec(),
            relocs: Vec::new(),
            constant,
            locs: LocSet::none(),
        });
    }
    let signature = module.signature(SignatureData {
        params: vec![Type::I64, Type::Ptr],
        result: Some(Type::I32),
        variadic: false,
    });
    let functions: Vec<Func> = (0..3)
        .map(|i| {
            module
                .functions
                .push(Function::new(format!("f{i}"), signature))
        })
        .collect();
    for &func in &functions {
        let mut function = module.functions[func].clone();
        let mut b = FunctionBuilder::new(&mut function);
        let entry = b.block();
        let mut pool = vec![
            b.func.add_param(entry, Type::I64),
            b.func.add_param(entry, Type::Ptr),
        ];
        b.switch_to(entry);
        let slot = b.slot("x", 12, 4);
        pool.push(b.stack_addr(slot));
        for global in module.globals.keys() {
            pool.push(b.global_addr(global));
        }
        for _ in 0..choices.below(25) {
            pool.extend(instruction(&mut b, &mut choices, &pool, &functions));
        }
        let result = value(&mut b, &mut choices, &pool, Type::I32);
        b.ret(Some(result));
        module.functions[func] = function;
    }
    (module, functions[2])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    #[test]
    fn every_verified_module_ends_with_the_same_outcome_every_time(
        numbers in prop::collection::vec(any::<u64>(), 0..600),
        off in any::<bool>(),
    ) {
        let (module, entry) = random_module(&numbers);
        verify_module(&module).expect("the generator makes verified modules");
        let config = RunConfig {
            max_instructions: 5_000,
            max_memory: 8 << 20,
            checks: if off { Checks::NONE } else { Checks::default() },
            ..RunConfig::default()
        };
        let first = run(&module, entry, &config);
        let second = run(&module, entry, &config);
        prop_assert_eq!(&first.outcome, &second.outcome);
        prop_assert_eq!(first.output, second.output);
        prop_assert_eq!(first.coverage, second.coverage);
        prop_assert!(first.instructions <= config.max_instructions);
    }
}
