//! The tests check on random modules that parsing the printed text gives an equal module. The verifier must accept each
//! module. After one change to the module, the verifier must report the rule that the change violates.

use proptest::prelude::*;
use std::collections::BTreeSet;
use symtool_ir::inst::InstData;
use symtool_ir::intrinsic::INTRINSICS;
use symtool_ir::ops::OPS;
use symtool_ir::parse::parse_module;
use symtool_ir::print::{module_to_string, module_without_locs};
use symtool_ir::verify::dominance::Dominators;
use symtool_ir::verify::{Rule, verify_module};
use symtool_ir::{Block, Func, Inst, Module, Type};
use symtool_testkit::choices::Choices;
use symtool_testkit::modules::random_module;

/// Returns a strategy for random choices, enough for a few functions of some dozen instructions each.
fn choices() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..1500)
}

fn module_of(bytes: &[u8]) -> Module {
    random_module(&mut Choices::new(bytes))
}

fn show<T, E: std::fmt::Display>(result: Result<T, E>, text: &str) -> Result<T, TestCaseError> {
    result.map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn printing_and_parsing_keep_compact_modules(bytes in choices()) {
        let module = module_of(&bytes).compact();
        let text = module_to_string(&module);
        let read = show(parse_module(&text, "random.sir"), &text)?;
        prop_assert_eq!(&module_to_string(&read), &text);
        prop_assert!(read == module, "{}", text);
        prop_assert!(module.compact() == module, "{}", text);
    }

    #[test]
    fn any_module_parses_back_as_its_compact_form(bytes in choices()) {
        let module = module_of(&bytes);
        let text = module_to_string(&module);
        let read = show(parse_module(&text, "random.sir"), &text)?;
        let compact = module.compact();
        prop_assert!(read == compact, "{}\n----\n{}", text, compact);
    }

    #[test]
    fn without_positions_only_positions_are_lost(bytes in choices()) {
        let module = module_of(&bytes).compact();
        let text = module_without_locs(&module);
        let read = show(parse_module(&text, "random.sir"), &text)?;
        prop_assert_eq!(module_to_string(&read), text);
    }

    #[test]
    fn random_modules_are_verified(bytes in choices()) {
        let module = module_of(&bytes);
        show(verify_module(&module), &module_to_string(&module))?;
    }

    #[test]
    fn broken_modules_are_rejected_for_the_right_reason(
        bytes in choices(), which: prop::sample::Index, kind in 0usize..BREAKS.len()
    ) {
        let mut module = module_of(&bytes);
        let (name, break_it) = BREAKS[kind];
        let mut places = places(&module);
        if places.is_empty() {
            return Ok(());
        }
        // The change is applied to the first suitable instruction at or after a random index.
        let start = which.index(places.len());
        places.rotate_left(start);
        let Some(expected) = places.into_iter().find_map(|place| break_it(&mut module, place)) else {
            return Ok(());
        };
        match verify_module(&module) {
            Ok(()) => prop_assert!(false, "{name} is accepted\n{}", module),
            Err(errors) => prop_assert!(
                errors.0.iter().any(|error| expected(&error.rule)),
                "{name}: {errors}\n{}", module
            ),
        }
    }
}

/// Checks that the generator produces every construct, because the other tests of this file do not test a construct
/// that never occurs.
#[test]
fn random_modules_contain_every_construct() {
    let mut seen = BTreeSet::new();
    let mut seed = 1u64;
    for _ in 0..400 {
        let bytes: Vec<u8> = (0..1500)
            .map(|_| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (seed >> 33) as u8
            })
            .collect();
        let module = module_of(&bytes);
        for (id, block, _, inst) in places(&module) {
            let func = &module.functions[id];
            let data = func.data(inst);
            seen.insert(match data {
                InstData::Pure { op, .. } => op.name().to_owned(),
                InstData::Intrinsic { intrinsic, .. } => intrinsic.name().to_owned(),
                other => {
                    let text = format!("{other:?}");
                    text.split(' ').next().unwrap_or_default().to_owned()
                }
            });
            let reached = Dominators::new(func).reaches(block);
            seen.insert(format!("reached: {reached}"));
            seen.extend(func.result(inst).map(|v| func.ty(v).name().to_owned()));
            seen.extend((func.locs(inst).iter().count() > 1).then(|| "several positions".into()));
        }
        for (index, (name, break_it)) in BREAKS.iter().enumerate() {
            let mut module = module.clone();
            let broken = places(&module)
                .into_iter()
                .find_map(|place| break_it(&mut module, place));
            seen.extend(broken.map(|_| format!("broken {index}: {name}")));
        }
        let relocs = module.globals.values().map(|g| g.relocs.len()).max();
        seen.insert(format!("relocations: {}", relocs > Some(0)));
    }
    let kinds = [
        "Load",
        "Store",
        "StackAddr",
        "GlobalAddr",
        "FuncAddr",
        "Call",
        "CallIndirect",
        "Check",
        "Jump",
        "Branch",
        "Switch",
        "Return",
        "Unreachable",
        "reached: true",
        "reached: false",
        "several positions",
        "relocations: true",
    ];
    let ops = OPS.iter().map(|row| row.name);
    let intrinsics = INTRINSICS.iter().map(|row| row.name);
    let types = Type::ALL.map(Type::name);
    for wanted in ops.chain(intrinsics).chain(types).chain(kinds) {
        assert!(seen.contains(wanted), "no {wanted}");
    }
    let broken = seen
        .iter()
        .filter(|text| text.starts_with("broken "))
        .count();
    assert_eq!(broken, BREAKS.len());
}

type Place = (Func, Block, usize, Inst);
type Expected = fn(&Rule) -> bool;
type Break = fn(&mut Module, Place) -> Option<Expected>;

fn places(module: &Module) -> Vec<Place> {
    let mut places = Vec::new();
    for (id, func) in &module.functions {
        for &block in func.layout() {
            let insts = func.insts(block).iter().enumerate();
            places.extend(insts.map(|(at, &inst)| (id, block, at, inst)));
        }
    }
    places
}

/// The changes of one instruction that make a module ill-formed, each with its name. A change returns a predicate for
/// the rule that the verifier must report; `None` if the instruction is not suitable.
const BREAKS: &[(&str, Break)] = &[
    ("a dropped terminator", |module, (f, block, _, _)| {
        let func = &mut module.functions[f];
        let mut insts = func.insts(block).to_vec();
        insts.pop();
        func.set_insts(block, insts);
        Some(|rule| matches!(rule, Rule::NoTerminator))
    }),
    ("a doubled instruction", |module, (f, block, at, inst)| {
        let func = &mut module.functions[f];
        let mut insts = func.insts(block).to_vec();
        insts.insert(at, inst);
        func.set_insts(block, insts);
        Some(|rule| matches!(rule, Rule::InstTwice(_)))
    }),
    ("an early return", |module, (f, block, at, inst)| {
        let func = &mut module.functions[f];
        if func.data(inst).is_terminator() {
            return None;
        }
        let end = InstData::Unreachable;
        func.insert(block, at, end, None, Default::default());
        Some(|rule| matches!(rule, Rule::AfterTerminator))
    }),
    (
        "a definition after its use",
        |module, (f, block, at, inst)| {
            let func = &mut module.functions[f];
            let value = func.result(inst)?;
            let mut insts = func.insts(block).to_vec();
            let uses = |i: &Inst| func.data(*i).args().contains(&value);
            let last = insts.len() - 1;
            let used = insts[at + 1..last].iter().position(uses)? + at + 1;
            // In unreachable blocks, a definition need not dominate its uses.
            if !Dominators::new(func).reaches(block) {
                return None;
            }
            insts[at..=used].rotate_left(1);
            func.set_insts(block, insts);
            Some(|rule| matches!(rule, Rule::NotDominated(_)))
        },
    ),
    ("a guard that is no i1", |module, (f, _, _, inst)| {
        let func = &mut module.functions[f];
        let wide = func.constant(Type::I8, symtool_ir::Bits::new(8, 1));
        match func.data_mut(inst) {
            InstData::Load { guard, .. }
            | InstData::Store { guard, .. }
            | InstData::Check { guard, .. } => *guard = Some(wide),
            _ => return None,
        }
        Some(|rule| matches!(rule, Rule::GuardType(_)))
    }),
    ("an argument too many", |module, (f, _, _, inst)| {
        let func = &mut module.functions[f];
        let extra = func.constant(Type::I8, symtool_ir::Bits::new(8, 1));
        let mut targets = func.data_mut(inst).targets_mut();
        targets.first_mut()?.args.push(extra);
        Some(|rule| matches!(rule, Rule::BlockArity { .. }))
    }),
    ("an operand too few", |module, (f, _, _, inst)| {
        match module.functions[f].data_mut(inst) {
            InstData::Pure { args, .. } => args.pop()?,
            _ => return None,
        };
        Some(|rule| matches!(rule, Rule::Arity(..)))
    }),
    ("a removed block", |module, (f, block, _, _)| {
        let func = &mut module.functions[f];
        let jumped = func
            .layout()
            .iter()
            .any(|&b| b != block && func.successors(b).contains(&block));
        if !jumped || func.entry() == Some(block) {
            return None;
        }
        func.remove_block(block);
        Some(|rule| matches!(rule, Rule::NoBlock(_)))
    }),
    ("a repeated case", |module, (f, _, _, inst)| {
        match module.functions[f].data_mut(inst) {
            InstData::Switch { cases, .. } => {
                let again = cases.first()?.clone();
                cases.push(again);
            }
            _ => return None,
        }
        Some(|rule| matches!(rule, Rule::CaseTwice(_)))
    }),
    ("a jump to the entry", |module, (f, _, _, inst)| {
        let func = &mut module.functions[f];
        let entry = func.entry()?;
        func.data_mut(inst).targets_mut().first_mut()?.block = entry;
        Some(|rule| matches!(rule, Rule::EntryJump))
    }),
];
