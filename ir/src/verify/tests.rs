//! The tests check, for each rule of well-formed IR, that the verifier reports a module that violates the rule.
use super::*;
use crate::bits::Bits;
use crate::entities::{Block, Global, Inst, Signature, StackSlot, Value};
use crate::inst::InstData;
use crate::module::{RelocTarget, Relocation};
use crate::parse::parse_module;
use crate::types::Type;

/// A well-formed module with a global, a declaration, and a function `@f` with a loop. Each test changes the
/// module so that it violates one rule.
const GOOD: &str = r#"
global @g, size 16, align 8, bytes zero 16, reloc 0: @g, reloc 8: func @ext
declare @ext(i32, ...) -> i32
func @f(%n: i32, %c: i1) -> i32 {
  slot $s, size 4, align 4
entry:
  %p = stack_addr $s
  %q = global_addr @g
  %e = func_addr @ext
  store i32 %n, %p
  %v = load.if %c, i32 %p
  %w = call @ext(%v, i64 3)
  %x = call_indirect (i32) -> i32 %e(%w)
  check.if %c, assert, %c, "c"
  %y = intrinsic symbolic i32 "y"
  jump loop(%y)
loop(%i: i32):
  %d = add i32 %i, %x
  switch i32 %d [
    1: loop(%d)
    2: out
    default: out
  ]
out:
  branch %c, done, dead
dead:
  unreachable
done:
  return %d
}
"#;

fn good() -> Module {
    parse_module(GOOD, "good.sir").unwrap()
}

/// Applies `change` to the well-formed module and returns the first violated rule.
fn broken(change: impl FnOnce(&mut Module)) -> Rule {
    let mut module = good();
    verify_module(&module).unwrap();
    change(&mut module);
    let errors = verify_module(&module).expect_err("the change breaks a rule");
    // Each error must have a message.
    assert!(!errors.to_string().is_empty());
    errors.0[0].rule.clone()
}

fn in_function(change: impl FnOnce(&mut Function)) -> Rule {
    broken(|module| change(&mut module.functions[Func::new(1)]))
}

fn inst(func: &Function, block: usize, at: usize) -> Inst {
    func.insts(Block::new(block))[at]
}

/// Applies `change` to the instruction at position `at` of the entry block; returns the violated rule.
fn in_entry(at: usize, change: impl FnOnce(&mut InstData)) -> Rule {
    in_function(|func| {
        let inst = inst(func, 0, at);
        change(func.data_mut(inst));
    })
}

#[test]
fn invalid_ids_are_reported() {
    let far = 1000;
    let value = Value::new(far);
    let rule = in_entry(3, |data| data.map_args_to(value));
    assert_eq!(rule, Rule::NoValue(value));
    let slot = StackSlot::new(far);
    let rule = in_entry(0, |data| *data = InstData::StackAddr { slot });
    assert_eq!(rule, Rule::NoSlot(slot));
    let global = Global::new(far);
    let rule = in_entry(1, |data| *data = InstData::GlobalAddr { global });
    assert_eq!(rule, Rule::NoGlobal(global));
    let func = Func::new(far);
    let rule = in_entry(2, |data| *data = InstData::FuncAddr { func });
    assert_eq!(rule, Rule::NoFunction(func));
    let none = Signature::new(far);
    let rule = in_entry(6, |data| {
        if let InstData::CallIndirect { signature, .. } = data {
            *signature = none;
        }
    });
    assert_eq!(rule, Rule::NoSignature(none));
    assert_eq!(in_function(|f| f.signature = none), Rule::NoSignature(none));
    let block = Block::new(far);
    let rule = in_entry(9, |data| data.targets_mut()[0].block = block);
    assert_eq!(rule, Rule::NoBlock(block));
    let missing = Inst::new(far);
    let rule = in_function(|f| f.set_insts(Block::new(3), vec![missing]));
    assert_eq!(rule, Rule::NoInst(missing));
}

#[test]
fn jumps_stay_in_the_layout_and_leave_the_entry_alone() {
    let dead = Block::new(3);
    assert_eq!(in_function(|f| f.remove_block(dead)), Rule::NoBlock(dead));
    let rule = in_entry(9, |data| data.targets_mut()[0].block = Block::new(0));
    assert_eq!(rule, Rule::EntryJump);
}

#[test]
fn blocks_end_in_one_terminator() {
    let (first, last) = (Block::new(0), Block::new(4));
    assert_eq!(
        in_function(|f| f.set_insts(last, vec![])),
        Rule::NoTerminator
    );
    let rule = in_function(|f| {
        let mut insts = f.insts(first).to_vec();
        insts.pop();
        f.set_insts(first, insts);
    });
    assert_eq!(rule, Rule::NoTerminator);
    let rule = in_function(|f| {
        let again = f.data(inst(f, 4, 0)).clone();
        f.append(last, again, None, LocSet::none());
    });
    assert_eq!(rule, Rule::AfterTerminator);
}

#[test]
fn an_instruction_occurs_once() {
    let mut twice = None;
    let rule = in_function(|f| {
        let mut insts = f.insts(Block::new(0)).to_vec();
        twice = Some(insts[0]);
        insts.insert(0, insts[0]);
        f.set_insts(Block::new(0), insts);
    });
    assert_eq!(Some(rule), twice.map(Rule::InstTwice));
}

#[test]
fn entry_parameters_match_the_signature() {
    let rule = in_function(|f| {
        f.add_param(Block::new(0), Type::I8);
    });
    assert_eq!(rule, Rule::EntryParams);
    let rule = in_function(|f| f.remove_param(Block::new(0), 1));
    assert_eq!(rule, Rule::EntryParams);
}

#[test]
fn sizes_and_alignments_of_globals_and_slots_are_valid() {
    let g = Global::new(0);
    assert_eq!(broken(|m| m.globals[g].align = 3), Rule::GlobalAlign(g));
    assert_eq!(broken(|m| m.globals[g].size = 15), Rule::GlobalSize(g));
    assert_eq!(broken(|m| m.globals[g].size = 1 << 40), Rule::GlobalSize(g));
    let rule = broken(|m| m.globals[g].relocs[0].offset = 1);
    assert_eq!(rule, Rule::RelocPlace(g, 1));
    let rule = broken(|m| m.globals[g].relocs[1].offset = u64::MAX);
    assert_eq!(rule, Rule::RelocPlace(g, 1));
    let rule = broken(|m| {
        m.globals[g].relocs[1] = Relocation {
            offset: 8,
            target: RelocTarget::Func(Func::new(2)),
            addend: 0,
        };
    });
    assert_eq!(rule, Rule::RelocTarget(g, 1));
    let rule = in_function(|f| f.slots[StackSlot::new(0)].align = 0);
    assert_eq!(rule, Rule::SlotShape(StackSlot::new(0)));
}

#[test]
fn names_are_unique() {
    let rule = broken(|m| m.functions[Func::new(0)].name = "f".into());
    assert_eq!(rule, Rule::FunctionName("f".into()));
    let rule = broken(|m| {
        let copy = m.globals[Global::new(0)].clone();
        m.globals.push(copy);
    });
    assert_eq!(rule, Rule::GlobalName("g".into()));
}

#[test]
fn a_removed_parameter_or_instruction_dominates_nothing() {
    let rule = in_function(|f| {
        let i = f.params(Block::new(1))[0];
        f.remove_param(Block::new(1), 0);
        // The parameter of the block and the arguments of the jumps are removed; the use of the parameter in the block
        // remains.
        for (block, at) in [(0, 9), (1, 1)] {
            let jump = inst(f, block, at);
            f.data_mut(jump).targets_mut()[0].args.clear();
        }
        assert_eq!(f.value_name(i), Some("i"));
    });
    assert!(matches!(rule, Rule::NotDominated(_)), "{rule:?}");
    let rule = in_function(|f| {
        let insts = f.insts(Block::new(0))[1..].to_vec();
        f.set_insts(Block::new(0), insts);
    });
    assert!(matches!(rule, Rule::NotDominated(_)), "{rule:?}");
}

#[test]
fn arities_of_operators_and_case_widths_are_checked() {
    let rule = in_function(|f| {
        let add = inst(f, 1, 0);
        if let InstData::Pure { args, .. } = f.data_mut(add) {
            args.pop();
        }
    });
    assert_eq!(rule, Rule::Arity(crate::ops::Op::Add, 1));
    let rule = in_function(|f| {
        let switch = inst(f, 1, 1);
        if let InstData::Switch { cases, .. } = f.data_mut(switch) {
            cases[1].0 = Bits::new(8, 2);
        }
    });
    assert_eq!(rule, Rule::CaseWidth(1));
}

#[test]
fn a_missing_result_is_reported() {
    let rule = in_function(|f| {
        let data = f.data(inst(f, 0, 4)).clone();
        f.insert(Block::new(0), 5, data, None, LocSet::none());
    });
    assert_eq!(rule, Rule::NoResult);
}

/// Checks that each error message gives the function, the block and the instruction, if the blocks of the function are
/// well-formed.
#[test]
fn messages_name_function_block_and_instruction() {
    let cases = [
        "%c = add i32 %n, i64 1",
        "%c: i64 = add i32 %n, 1",
        "%c = fadd i32 %n, 1",
        "%c = trunc i32 %n to i64",
        "%c = select i32 %n, %n, 1",
        "%c = ptr_add %n, 4",
        "%c = load i32 %n",
        "%c = load.if %n, i32 null",
        "store i32 %n, %n",
        "%c: i8 = store i32 %n, null",
        "check assert, %n",
        "check.if %n, assert, 1",
        "call @f(1, i32 2)",
        "call @f(i64 1)",
        "call_indirect (i32) i32 5(1)",
        "%c: i64 = call @f(1)",
        "intrinsic assume(1, i1 1)",
        "intrinsic assume(%n)",
        "intrinsic symbolic \"x\"",
        "%c: i32 = intrinsic malloc(1)",
        "%c: i8 = intrinsic get_value(%n)",
        "branch %n, next, next",
        "jump next(%n)",
        "switch f32 1.5 [ default: next ]",
        "switch %n [ 1: next, 1: next, default: next ]",
        "return",
        "return i64 1",
        "%c = add i32 %d, 1\n  %d = add i32 %c, 1",
        "%c = add i32 %late, 1",
        "jump entry",
        "return 1 @x.c:3:5\n  return 1",
    ];
    let mut report = String::new();
    for line in cases {
        let end = if ["branch", "jump", "switch", "return"]
            .iter()
            .any(|w| line.starts_with(w))
        {
            ""
        } else {
            "  jump next\n"
        };
        let text = format!(
            "func @f(%n: i32) -> i32 {{\nentry:\n  {line}\n{end}next:\n  %late = add i32 1, %n\n  return %late\n}}"
        );
        let module = parse_module(&text, "x.sir").unwrap_or_else(|e| panic!("{line}: {e}"));
        let errors = verify_module(&module).expect_err(line);
        report += &format!("{errors}\n");
    }
    insta::assert_snapshot!(report);
}

#[test]
fn dominance_is_not_checked_in_unreachable_blocks() {
    let text = "func @f(%c: i1) -> i32 {
        entry:
            branch %c, a, b
        a:
            %x = intrinsic symbolic i32
            return %x
        b:
            return 1
        dead:
            %y = add i32 %x, %z
            %z = add i32 %y, 1
            jump b
        }";
    verify_module(&parse_module(text, "x.sir").unwrap()).unwrap();
    let typed = text.replace("%y = add i32 %x", "%y = add i32 %c");
    let module = parse_module(&typed, "x.sir").unwrap();
    assert!(
        verify_module(&module).is_err(),
        "types are checked in dead blocks"
    );
}

#[test]
fn a_block_argument_must_be_available_where_the_jump_is() {
    let text = "func @f(%c: i1) {
        entry:
            jump loop(0)
        loop(%i: i32):
            branch %c, loop(%n), out
        out:
            %n = add i32 %i, 1
            jump loop(%n)
        }";
    let module = parse_module(text, "x.sir").unwrap();
    let errors = verify_module(&module).unwrap_err();
    assert_eq!(errors.0.len(), 1);
    assert!(matches!(errors.0[0].rule, Rule::NotDominated(_)));
    assert_eq!(errors.0[0].place, Place::Inst(Block::new(1), Inst::new(1)));
}

#[test]
fn large_functions_are_verified_without_recursion() {
    let blocks = 10_000;
    let mut text = String::from("func @f(%c: i1) {\n");
    for i in 0..blocks {
        text += &format!("b{i}:\n %x{i} = zext %c to i32\n %y{i} = mul %x0, %x{i}\n");
        text += " store i32 7, null\n check assert, %c\n";
        text += &format!(" branch %c, b{}, b{}\n", i + 1, (i + 2).min(blocks));
    }
    text += &format!("b{blocks}:\n return\n}}\n");
    let module = parse_module(&text, "x.sir").unwrap();
    verify_module(&module).unwrap();
}

impl InstData {
    fn map_args_to(&mut self, value: Value) {
        self.map_args(|_| value);
    }
}
