//! Shared code of the tests of melding.
#![allow(dead_code)]
use symtool_ir::interp::{RunConfig, run};
use symtool_ir::{Bits, Func, InstData, Intrinsic, Module, Op, Outcome, Type};
use symtool_meld::{Branches, MeldOptions, MeldReport, Mode, meld};

/// Returns options to meld all branches and to prove each meld. Loops run under a guard for two iterations only, so
/// that the tested runs also reach the iterations in which the loop forks.
pub fn options(mode: Mode) -> MeldOptions {
    MeldOptions {
        mode,
        branches: Branches::All,
        certify: true,
        iterations: 2,
        ..MeldOptions::default()
    }
}

/// Parses and verifies a module with a function `f`.
pub fn parse(text: &str) -> (Module, Func) {
    let module = match symtool_ir::parse::parse_module(text, "test.sir") {
        Ok(module) => module,
        Err(error) => panic!("{error}\n{text}"),
    };
    if let Err(errors) = symtool_ir::verify::verify_module(&module) {
        panic!("{errors}\n{text}");
    }
    let entry = module.function_named("f").expect("a function f");
    (module, entry)
}

/// Melds and verifies a module.
pub fn melded(module: &Module, entry: Func, mode: Mode) -> (Module, MeldReport) {
    let mut new = module.clone();
    let report = meld(&mut new, entry, &options(mode));
    if let Err(errors) = symtool_ir::verify::verify_module(&new) {
        panic!("melding broke the module: {errors}\n{module}\n{new}");
    }
    let wrong = report
        .log
        .iter()
        .find(|d| d.reason.contains("differs from the branch"));
    assert!(wrong.is_none(), "a meld was refuted: {wrong:?}\n{module}");
    (new, report)
}

/// Returns the module with each result of `may_be` replaced by 1. This is a legal result: `may_be` yields 1 if its
/// operand is 1 for some input of the path, and a path may have inputs other than that of the concrete run.
fn with_other_inputs(module: &Module) -> Module {
    let mut module = module.clone();
    for func in module.functions.values_mut() {
        let one = func.constant(Type::I1, Bits::new(1, 1));
        for (_, inst) in func.all_insts().collect::<Vec<_>>() {
            if let InstData::Intrinsic {
                intrinsic: Intrinsic::MayBe,
                args,
                ..
            } = func.data(inst)
            {
                *func.data_mut(inst) = InstData::pure(Op::Or, &[args[0], one]);
            }
        }
    }
    module
}

fn outcome(module: &Module, entry: Func, args: &[Bits]) -> (String, Vec<u8>) {
    let config = RunConfig {
        args: args.to_vec(),
        max_instructions: 100_000,
        ..RunConfig::default()
    };
    let run = run(module, entry, &config);
    let text = match run.outcome {
        Outcome::Bug(failure) => format!("bug {}", failure.kind),
        other => format!("{other:?}"),
    };
    (text, run.output)
}

/// Melds a program and compares its concrete runs with those of the original program. The runs use up to `limit` tuples
/// of arguments from `values`, evenly spread over all such tuples. In speculative mode, the melded program may fail
/// where the original does not.
pub fn compare_runs(
    module: &Module,
    entry: Func,
    mode: Mode,
    values: &[i128],
    limit: usize,
) -> (Module, MeldReport) {
    let (new, report) = melded(module, entry, mode);
    let forms = [&new, &with_other_inputs(&new)];
    let params = module.function_signature(entry).params.clone();
    let count = values.len().pow(params.len() as u32);
    let step = (count / limit).max(1) | 1;
    for number in (0..count).step_by(step) {
        let mut rest = number;
        let args: Vec<Bits> = params
            .iter()
            .map(|ty| {
                let value = values[rest % values.len()];
                rest /= values.len();
                Bits::signed(ty.bits(), value)
            })
            .collect();
        let before = outcome(module, entry, &args);
        for form in forms {
            let after = outcome(form, entry, &args);
            let spurious = mode == Mode::Speculative && after.0.starts_with("bug");
            assert!(
                before == after || spurious,
                "{before:?} became {after:?} for {args:?}\n{module}\n{form}"
            );
        }
    }
    (new, report)
}
