//! The tests check that passes preserve semantics: random programs have the same outcome and output before and after
//! the passes.

use proptest::prelude::*;
use symtool_ir::bug::{CheckKind, Checks};
use symtool_ir::interp::{RunConfig, run};
use symtool_ir::print::module_to_string;
use symtool_ir::verify::verify_module;
use symtool_ir::{Func, InputNames, Inputs, Module, Outcome};
use symtool_passes::{PASSES, PassContext, SIMPLIFY, SSA, run_pipeline};

const EVERYTHING: &[&str] = &[
    "mem2reg",
    "simplify-cfg",
    "constfold",
    "gvn",
    "forward",
    "remove-constant-params",
    "constfold",
    "dce",
    "simplify-cfg",
];

fn inputs(numbers: &[i32]) -> Inputs {
    let mut names = InputNames::default();
    let mut inputs = Inputs::default();
    for number in numbers {
        inputs.push(names.unique("in"), number.to_le_bytes().to_vec());
    }
    inputs
}

/// Runs a program, which may fail; returns its outcome with the source position, and its output.
fn behaviour(module: &Module, main: Func, numbers: &[i32], checks: Checks) -> (Outcome, Vec<u8>) {
    let config = RunConfig {
        inputs: inputs(numbers),
        checks,
        max_instructions: 1_000_000,
        ..RunConfig::default()
    };
    let run = run(module, main, &config);
    (run.outcome, run.output)
}

fn check_passes(bytes: &[u8], numbers: &[i32], passes: &[&str], uninit: bool) {
    let (before, main) = symtool_testkit::programs::program(bytes);
    verify_module(&before).unwrap_or_else(|e| panic!("{e}"));
    let mut after = before.clone();
    let mut ctx = PassContext::new();
    ctx.keep_uninit_reads = uninit;
    run_pipeline(&mut after, passes, &mut ctx).unwrap_or_else(|e| panic!("{e}"));
    let mut checks = Checks::default();
    if uninit {
        checks = checks.with(CheckKind::Uninit);
    }
    let expected = behaviour(&before, main, numbers, checks);
    let found = behaviour(&after, main, numbers, checks);
    assert!(
        expected == found,
        "{expected:?}\n{found:?}\n{}\n{}",
        module_to_string(&before),
        module_to_string(&after)
    );
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..400)
}

fn numbers() -> impl Strategy<Value = Vec<i32>> {
    prop::collection::vec(prop_oneof![-3..9i32, any::<i32>()], 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn each_pass_alone_keeps_behaviour(bytes in bytes(), numbers in numbers(), pass in 0..PASSES.len(), uninit: bool) {
        check_passes(&bytes, &numbers, &[PASSES[pass].name], uninit);
    }

    #[test]
    fn each_pass_keeps_behaviour_in_ssa_form(bytes in bytes(), numbers in numbers(), pass in 0..PASSES.len()) {
        check_passes(&bytes, &numbers, &["mem2reg", PASSES[pass].name], false);
    }

    #[test]
    fn the_whole_pipeline_keeps_behaviour(bytes in bytes(), numbers in numbers(), uninit: bool) {
        check_passes(&bytes, &numbers, EVERYTHING, uninit);
        let usual: Vec<&str> = SSA.iter().chain(SIMPLIFY).copied().collect();
        check_passes(&bytes, &numbers, &usual, uninit);
    }

    #[test]
    fn each_pass_is_idempotent_and_repeatable(bytes in bytes(), pass in 0..PASSES.len()) {
        let name = PASSES[pass].name;
        let (mut once, _) = symtool_testkit::programs::program(&bytes);
        run_pipeline(&mut once, &["mem2reg", name], &mut PassContext::new()).unwrap();
        let mut again = symtool_testkit::programs::program(&bytes).0;
        run_pipeline(&mut again, &["mem2reg", name], &mut PassContext::new()).unwrap();
        prop_assert_eq!(&once, &again);
        let mut ctx = PassContext::new();
        run_pipeline(&mut again, &[name], &mut ctx).unwrap();
        prop_assert_eq!(module_to_string(&once), module_to_string(&again), "{:?}", ctx.stats);
    }

    #[test]
    fn the_pipeline_settles(bytes in bytes()) {
        let (mut module, _) = symtool_testkit::programs::program(&bytes);
        let settled = (0..8).any(|_| {
            let before = module_to_string(&module);
            run_pipeline(&mut module, EVERYTHING, &mut PassContext::new()).unwrap();
            before == module_to_string(&module)
        });
        prop_assert!(settled);
    }
}

/// Checks that the other tests of this file are meaningful: of the random programs, many exit, many fail
/// (with several kinds of failure), and many print.
#[test]
fn random_programs_cover_all_outcomes() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (mut exits, mut bugs, mut output) = (0, 0, 0);
    let mut kinds = std::collections::BTreeSet::new();
    for _ in 0..400 {
        let bytes = bytes().new_tree(&mut runner).unwrap().current();
        let (module, main) = symtool_testkit::programs::program(&bytes);
        let (outcome, printed) = behaviour(&module, main, &[1, 2], Checks::default());
        match outcome {
            Outcome::Exit(_) => exits += 1,
            Outcome::Bug(failure) => {
                bugs += 1;
                kinds.insert(failure.kind);
            }
            _ => {}
        }
        output += usize::from(!printed.is_empty());
    }
    assert!(
        exits > 80 && bugs > 40 && output > 40,
        "{exits} {bugs} {output}"
    );
    assert!(kinds.len() >= 4, "{kinds:?}");
}

/// Checks that the passes keep a read after the end of a variable's lifetime, although its result is unused. The read
/// is a failure, so its removal would change the outcome.
#[test]
fn an_unused_read_of_a_variable_whose_block_has_ended_stays() {
    let text = "
func @main() -> i32 {
  slot $x, size 4, align 4
entry:
  %x = stack_addr $x
  store i32 1, %x
  intrinsic scope_leave(%x)
  %v = load i32 %x
  return 0
}
";
    let mut module = symtool_ir::parse::parse_module(text, "scope.sir").expect("it is well formed");
    run_pipeline(&mut module, EVERYTHING, &mut PassContext::new()).expect("known passes");
    let main = module.function_named("main").expect("it is there");
    let (outcome, _) = behaviour(&module, main, &[], Checks::default());
    assert!(matches!(outcome, Outcome::Bug(_)), "{outcome:?}");
}
