//! The tests compare the results of analyses with slow implementations of their definitions.

use proptest::prelude::*;
use std::collections::BTreeSet;
use symtool_analysis::cfg::Cfg;
use symtool_analysis::domtree::DomTree;
use symtool_analysis::liveness::Liveness;
use symtool_analysis::loops::LoopForest;
use symtool_analysis::postdom::PostDomTree;
use symtool_analysis::symbolic::analyse;
use symtool_ir::bug::Checks;
use symtool_ir::interp::{RunConfig, run};
use symtool_ir::{
    Block, Function, FunctionBuilder, InputNames, Inputs, InstData, Module, Outcome, SignatureData,
    Type, Value, ValueDef,
};
use symtool_passes::{PassContext, run_pipeline};

/// Builds a function with an arbitrary control-flow graph; two bytes for each block determine its terminator and
/// targets.
fn graph(blocks: &[(u8, u8)]) -> Function {
    let mut module = Module::new();
    let signature = module.signature(SignatureData {
        params: vec![Type::I1],
        result: None,
        variadic: false,
    });
    let mut function = Function::new("f", signature);
    let mut builder = FunctionBuilder::new(&mut function);
    let all: Vec<Block> = blocks.iter().map(|_| builder.block()).collect();
    let cond = builder.func.add_param(all[0], Type::I1);
    // The entry block must not be a jump target.
    let to = |byte: u8| all[1 + byte as usize % (all.len() - 1)];
    for (&block, &(a, b)) in all.iter().zip(blocks) {
        builder.switch_to(block);
        match a % 8 {
            0 => builder.ret(None),
            1..=3 => builder.jump(to(b), &[]),
            _ => builder.branch(cond, to(b), to(a / 8)),
        }
    }
    function
}

/// Returns the blocks that can be reached from `from` on paths that avoid the block `without`.
fn reach(cfg: &Cfg, from: Block, without: Option<Block>) -> BTreeSet<Block> {
    let mut seen = BTreeSet::new();
    let mut todo = vec![from];
    while let Some(block) = todo.pop() {
        if Some(block) != without && seen.insert(block) {
            todo.extend(cfg.succs(block));
        }
    }
    seen
}

fn blocks() -> impl Strategy<Value = Vec<(u8, u8)>> {
    prop::collection::vec(any::<(u8, u8)>(), 2..14)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn dominators_follow_the_definition(blocks in blocks()) {
        let func = graph(&blocks);
        let cfg = Cfg::new(&func);
        let dom = DomTree::new(&cfg);
        let entry = func.entry().unwrap();
        let all = reach(&cfg, entry, None);
        let slow = |a: Block, b: Block| all.contains(&a) && all.contains(&b)
            && (a == b || !reach(&cfg, entry, Some(a)).contains(&b));
        for &b in func.layout() {
            prop_assert_eq!(cfg.is_reachable(b), all.contains(&b));
            for &a in func.layout() {
                prop_assert_eq!(dom.dominates(a, b), slow(a, b), "{} {}", a, b);
            }
            if let Some(idom) = dom.idom(b) {
                prop_assert!(idom != b && slow(idom, b));
                prop_assert!(all.iter().all(|&a| a == b || !slow(a, b) || slow(a, idom)));
            } else {
                prop_assert!(b == entry || !all.contains(&b));
            }
        }
        let frontiers = dom.frontiers(&cfg);
        for &a in &all {
            for &j in &all {
                let slow = cfg.preds(j).iter().any(|&p| slow(a, p)) && !(a != j && slow(a, j));
                prop_assert_eq!(frontiers[a].contains(&j), slow, "{} {}", a, j);
            }
        }
    }

    #[test]
    fn postdominators_follow_the_definition(blocks in blocks()) {
        let func = graph(&blocks);
        let cfg = Cfg::new(&func);
        let post = PostDomTree::new(&cfg);
        let all = cfg.rpo();
        let ends = |from: Block, without: Option<Block>| reach(&cfg, from, without)
            .into_iter().any(|b| cfg.succs(b).is_empty());
        for &b in all {
            prop_assert!(post.postdominates(b, b));
        }
        if all.iter().any(|&b| !ends(b, None)) {
            return Ok(());
        }
        let slow = |a: Block, b: Block| a == b || !ends(b, Some(a));
        for &b in all {
            for &a in all {
                prop_assert_eq!(post.postdominates(a, b), slow(a, b), "{} {}", a, b);
                let controls = cfg.succs(b).iter().any(|&s| slow(a, s)) && !(a != b && slow(a, b));
                prop_assert_eq!(post.controlled_by(&cfg, b).contains(&a), controls, "{} {}", a, b);
            }
        }
    }

    #[test]
    fn loops_follow_the_definition(blocks in blocks()) {
        let func = graph(&blocks);
        let cfg = Cfg::new(&func);
        let dom = DomTree::new(&cfg);
        let loops = LoopForest::new(&cfg, &dom);
        for &header in cfg.rpo() {
            let latches: Vec<Block> = cfg.preds(header).iter().copied()
                .filter(|&p| dom.dominates(header, p)).collect();
            let found = loops.iter().find(|(_, l)| l.header == header);
            prop_assert_eq!(found.is_some(), !latches.is_empty());
            let Some((id, found)) = found else { continue };
            for &block in cfg.rpo() {
                let inside = block == header
                    || latches.iter().any(|l| reach(&cfg, block, Some(header)).contains(l));
                prop_assert_eq!(loops.contains(id, block), inside, "{} in loop of {}", block, header);
                prop_assert_eq!(found.blocks.contains(&block), inside);
            }
            for &(from, to) in &found.exits {
                prop_assert!(loops.contains(id, from) && !loops.contains(id, to));
            }
            if let Some(parent) = found.parent {
                prop_assert!(found.blocks.iter().all(|&b| loops.contains(parent, b)));
                prop_assert!(parent > id && found.depth == loops.get(parent).depth + 1);
            }
        }
        // A reducible graph without its back edges is acyclic.
        let forward = |b: Block| -> Vec<Block> {
            cfg.succs(b).iter().copied().filter(|&s| !dom.dominates(s, b)).collect()
        };
        let acyclic = cfg.rpo().iter().all(|&b| {
            let mut seen = BTreeSet::new();
            let mut todo: Vec<Block> = forward(b);
            while let Some(next) = todo.pop() {
                if seen.insert(next) {
                    todo.extend(forward(next));
                }
            }
            !seen.contains(&b)
        });
        prop_assert_eq!(loops.irreducible().is_empty(), acyclic);
    }

    #[test]
    fn liveness_solves_the_data_flow_equations(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let (mut module, main) = symtool_testkit::programs::program(&bytes);
        run_pipeline(&mut module, &["mem2reg"], &mut PassContext::new()).unwrap();
        let func = &module.functions[main];
        let cfg = Cfg::new(func);
        let live = Liveness::new(func, &cfg);
        for &block in cfg.rpo() {
            let out: BTreeSet<Value> = cfg.succs(block).iter()
                .flat_map(|&s| live.live_in(s).iter().copied()).collect();
            prop_assert!(out.iter().copied().eq(live.live_out(block).iter().copied()));
            let mut now = out;
            for &inst in func.insts(block).iter().rev() {
                if let Some(result) = func.result(inst) {
                    now.remove(&result);
                }
                func.data(inst).for_each_arg(|v| {
                    if func.as_const(v).is_none() {
                        now.insert(v);
                    }
                });
            }
            for param in func.params(block) {
                now.remove(param);
            }
            prop_assert!(now.iter().copied().eq(live.live_in(block).iter().copied()));
        }
        prop_assert!(func.entry().is_some_and(|e| live.live_in(e).is_empty()));
    }

    /// Checks each value that is concrete at a return, according to the analysis: the value must be the same for
    /// several inputs.
    #[test]
    fn concrete_values_do_not_depend_on_inputs(bytes in prop::collection::vec(any::<u8>(), 20..400), ssa: bool) {
        check_concrete(&bytes, ssa);
    }
}

/// For each value of a program, changes the program so that it returns this value. If the analysis reports the value as
/// concrete, checks that it is the same for several inputs. Returns the number of concrete and the number of symbolic
/// values.
fn check_concrete(bytes: &[u8], ssa: bool) -> (usize, usize) {
    let (mut module, main) = symtool_testkit::programs::program(bytes);
    if ssa {
        run_pipeline(&mut module, &["mem2reg"], &mut PassContext::new()).unwrap();
    }
    let is_return = |func: &Function, b: Block| {
        matches!(func.data(func.terminator(b)), InstData::Return { .. })
    };
    let dom = DomTree::new(&Cfg::new(&module.functions[main]));
    let mut counts = (0, 0);
    let mut blocks = dom.preorder().iter().rev();
    let Some(&last) = blocks.find(|&&b| is_return(&module.functions[main], b)) else {
        return counts;
    };
    make_observable(&mut module.functions[main], last);
    let info = analyse(&module, main);
    let func = &module.functions[main];
    let home = |v: Value| match func.def(v) {
        ValueDef::Param(block, _) => Some(block),
        ValueDef::Inst(inst) => func.all_insts().find(|(_, i)| *i == inst).map(|(b, _)| b),
        ValueDef::Const(_) => None,
    };
    for value in (0..func.num_values() as u32).map(Value::from_u32) {
        let visible = home(value).is_some_and(|b| dom.dominates(b, last));
        if func.ty(value) != Type::I32 || !visible {
            continue;
        }
        if info.is_symbolic_at(main, last, value) {
            counts.1 += 1;
            continue;
        }
        counts.0 += 1;
        let mut changed = module.clone();
        let changed_main = &mut changed.functions[main];
        for block in changed_main.layout().to_vec() {
            let end = changed_main.terminator(block);
            if block == last {
                *changed_main.data_mut(end) = InstData::Return { value: Some(value) };
            } else if is_return(changed_main, block) {
                *changed_main.data_mut(end) = InstData::Unreachable;
            }
        }
        let results: BTreeSet<i32> = [[0, 0], [1, 5], [7, -1], [-9, 100], [1000, 3]]
            .iter()
            .filter_map(|numbers| exit_code(&changed, main, numbers))
            .collect();
        assert!(
            results.len() <= 1,
            "{value} is {results:?}\n{}",
            symtool_ir::print::module_to_string(&module)
        );
    }
    counts
}

/// Inserts a store before the terminator of a block. The analysis reports values only where a later instruction has an
/// observable effect. The return of the entry function is no observable effect.
fn make_observable(func: &mut Function, block: Block) {
    let mut insts = func.insts(block).to_vec();
    let terminator = insts.pop().expect("a terminator");
    func.set_insts(block, insts);
    let mut builder = FunctionBuilder::new(func);
    builder.switch_to(block);
    let slot = builder.slot("observed", 4, 4);
    let (addr, zero) = (builder.stack_addr(slot), builder.iconst(Type::I32, 0));
    builder.store(zero, addr);
    let mut insts = func.insts(block).to_vec();
    insts.push(terminator);
    func.set_insts(block, insts);
}

fn exit_code(module: &Module, main: symtool_ir::Func, numbers: &[i32]) -> Option<i32> {
    let mut names = InputNames::default();
    let mut inputs = Inputs::default();
    for number in numbers {
        inputs.push(names.unique("in"), number.to_le_bytes().to_vec());
    }
    let config = RunConfig {
        inputs,
        checks: Checks::default(),
        max_instructions: 100_000,
        ..RunConfig::default()
    };
    match run(module, main, &config).outcome {
        Outcome::Exit(code) => Some(code),
        _ => None,
    }
}

#[test]
fn the_soundness_test_sees_concrete_and_symbolic_values() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut total = (0, 0);
    for _ in 0..200 {
        let bytes = prop::collection::vec(any::<u8>(), 20..400);
        let bytes = bytes.new_tree(&mut runner).unwrap().current();
        let (concrete, symbolic) = check_concrete(&bytes, true);
        total = (total.0 + concrete, total.1 + symbolic);
    }
    assert!(total.0 > 200 && total.1 > 200, "{total:?}");
}
