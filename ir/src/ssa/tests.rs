//! The tests check the SSA form that the builder constructs for small functions.
use super::*;
use crate::builder::FunctionBuilder;
use crate::function::ValueDef;
use crate::inst::BlockCall;
use crate::module::{Module, SignatureData};
use crate::ops::Op;

/// A function `(i1 c, i32 a) -> i32` with `n` blocks after the entry, an SSA builder for it, and one `i32` variable.
struct Fixture {
    module: Module,
    func: Function,
    ssa: SsaBuilder,
    blocks: Vec<Block>,
    x: Variable,
    cond: Value,
    arg: Value,
}

fn fixture(n: usize) -> Fixture {
    let mut module = Module::new();
    let signature = module.signature(SignatureData {
        params: vec![Type::I1, Type::I32],
        result: Some(Type::I32),
        variadic: false,
    });
    let mut func = Function::new("f", signature);
    let entry = func.add_block();
    let cond = func.add_param(entry, Type::I1);
    let arg = func.add_param(entry, Type::I32);
    let mut blocks = vec![entry];
    blocks.extend((0..n).map(|_| func.add_block()));
    let mut ssa = SsaBuilder::new();
    let x = ssa.declare(Type::I32, "x");
    Fixture {
        module,
        func,
        ssa,
        blocks,
        x,
        cond,
        arg,
    }
}

impl Fixture {
    fn jump(&mut self, from: usize, to: usize) {
        let (from, to) = (self.blocks[from], self.blocks[to]);
        self.build(from).jump(to, &[]);
        self.ssa.note_edge(from, to);
    }

    fn branch(&mut self, from: usize, then: usize, other: usize) {
        let (from, then, other) = (self.blocks[from], self.blocks[then], self.blocks[other]);
        let cond = self.cond;
        self.build(from).branch(cond, then, other);
        self.ssa.note_edge(from, then);
        self.ssa.note_edge(from, other);
    }

    fn build(&mut self, block: Block) -> FunctionBuilder<'_> {
        let mut builder = FunctionBuilder::new(&mut self.func);
        builder.switch_to(block);
        builder
    }

    fn constant(&mut self, value: u128) -> Value {
        self.func.constant(Type::I32, Bits::new(32, value))
    }

    fn write(&mut self, block: usize, value: u128) {
        let value = self.constant(value);
        self.ssa.write(self.x, self.blocks[block], value);
    }

    fn read(&mut self, block: usize) -> Value {
        self.ssa.read(&mut self.func, self.x, self.blocks[block])
    }

    fn read_and_return(&mut self, block: usize) {
        let value = self.read(block);
        let block = self.blocks[block];
        self.build(block).ret(Some(value));
    }

    fn seal(&mut self, block: usize) {
        self.ssa.seal(&mut self.func, self.blocks[block]);
    }

    fn finish(&mut self) {
        self.ssa.seal_all(&mut self.func);
        self.ssa.finish(&mut self.func);
        let verdict = crate::verify::verify_function(&self.module, &self.func);
        assert!(verdict.is_ok(), "{}", verdict.unwrap_err());
    }

    fn params(&self, block: usize) -> usize {
        self.func.params(self.blocks[block]).len()
    }

    fn returned(&self, block: usize) -> Value {
        let inst = self.func.terminator(self.blocks[block]);
        match self.func.data(inst) {
            InstData::Return { value: Some(value) } => *value,
            other => panic!("{other:?}"),
        }
    }

    fn args(&self, from: usize, to: usize) -> Vec<Vec<Value>> {
        let inst = self.func.terminator(self.blocks[from]);
        let targets = self.func.data(inst).targets();
        let to = targets.iter().filter(|t| t.block == self.blocks[to]);
        to.map(|t| t.args.to_vec()).collect()
    }
}

#[test]
fn a_merge_point_of_two_writes_gets_a_parameter() {
    let mut f = fixture(3);
    f.branch(0, 1, 2);
    f.write(1, 1);
    f.jump(1, 3);
    f.write(2, 2);
    f.jump(2, 3);
    f.read_and_return(3);
    f.finish();
    let (one, two) = (f.constant(1), f.constant(2));
    assert_eq!(f.params(3), 1);
    assert_eq!(f.returned(3), f.func.params(f.blocks[3])[0]);
    assert_eq!(f.args(1, 3), [[one]]);
    assert_eq!(f.args(2, 3), [[two]]);
    assert_eq!(f.func.value_name(f.returned(3)), Some("x"));
}

#[test]
fn a_merge_point_of_one_write_gets_no_parameter() {
    let mut f = fixture(3);
    f.write(0, 7);
    f.branch(0, 1, 2);
    f.jump(1, 3);
    f.jump(2, 3);
    f.read_and_return(3);
    f.finish();
    let seven = f.constant(7);
    assert_eq!(f.params(3), 0);
    assert_eq!(f.returned(3), seven);
}

#[test]
fn a_loop_with_a_write_has_a_parameter() {
    let mut f = fixture(3);
    f.write(0, 0);
    f.jump(0, 1);
    let head = f.read(1);
    f.branch(1, 2, 3);
    f.seal(2);
    let inside = f.read(2);
    let one = f.constant(1);
    let body = f.blocks[2];
    let next = f.build(body).pure(Op::Add, &[inside, one]);
    f.ssa.write(f.x, body, next);
    f.jump(2, 1);
    f.seal(1);
    f.read_and_return(3);
    f.finish();
    let zero = f.constant(0);
    assert_eq!(f.args(0, 1), [[zero]]);
    assert_eq!(f.args(2, 1), [[next]]);
    assert_eq!(f.returned(3), head);
}

#[test]
fn nested_loops_without_writes_have_no_parameter() {
    let mut f = fixture(4);
    f.write(0, 3);
    f.jump(0, 1);
    f.read(1);
    f.branch(1, 2, 4);
    f.read(2);
    f.branch(2, 3, 1);
    f.read(3);
    f.jump(3, 2);
    f.read_and_return(4);
    f.finish();
    assert_eq!((1..5).map(|b| f.params(b)).sum::<usize>(), 0);
    let three = f.constant(3);
    assert_eq!(f.returned(4), three);
}

#[test]
fn a_group_of_parameters_in_an_irreducible_loop_is_removed() {
    let mut f = fixture(3);
    f.write(0, 3);
    f.branch(0, 1, 2);
    f.read(1);
    f.branch(1, 2, 3);
    f.read(2);
    f.branch(2, 1, 3);
    f.read_and_return(3);
    f.finish();
    assert_eq!((1..4).map(|b| f.params(b)).sum::<usize>(), 0);
}

#[test]
fn several_edges_between_two_blocks_all_get_the_argument() {
    let mut f = fixture(2);
    let (entry, other, join) = (f.blocks[0], f.blocks[1], f.blocks[2]);
    f.write(0, 1);
    let value = f.arg;
    let to = |block| BlockCall::new(block, &[]);
    let data = InstData::Switch {
        value,
        cases: vec![
            (Bits::new(32, 4), to(join)),
            (Bits::new(32, 5), to(other)),
            (Bits::new(32, 6), to(join)),
        ],
        default: to(join),
    };
    f.build(entry).push(data, None);
    f.ssa.note_edge(entry, join);
    f.ssa.note_edge(entry, other);
    f.ssa.note_edge(entry, join);
    f.write(1, 2);
    f.jump(1, 2);
    f.read_and_return(2);
    f.finish();
    let one = f.constant(1);
    assert_eq!(f.args(0, 2), [[one], [one], [one]]);
}

#[test]
fn arguments_of_variables_are_put_among_the_callers_own() {
    let mut f = fixture(2);
    // The block has two parameters: the first for the variable, the second added by the caller with its own arguments.
    f.read_and_return(2);
    let join = f.blocks[2];
    let own = f.func.add_param(join, Type::I1);
    f.write(0, 1);
    f.write(1, 2);
    let (entry, side, cond) = (f.blocks[0], f.blocks[1], f.cond);
    let data = InstData::Branch {
        cond,
        then_dest: BlockCall::new(side, &[]),
        else_dest: BlockCall::new(join, &[cond]),
    };
    f.build(entry).push(data, None);
    f.build(side).jump(join, &[cond]);
    for (from, to) in [(entry, side), (entry, join), (side, join)] {
        f.ssa.note_edge(from, to);
    }
    f.finish();
    let (one, two) = (f.constant(1), f.constant(2));
    assert_eq!(f.args(0, 2), [[one, cond]]);
    assert_eq!(f.args(1, 2), [[two, cond]]);
    assert_eq!(f.func.def(own), ValueDef::Param(join, 1));
}

#[test]
fn a_read_without_a_write_is_uninit_once() {
    let mut f = fixture(1);
    let first = f.read(0);
    f.jump(0, 1);
    f.read_and_return(1);
    f.finish();
    assert_eq!(f.returned(1), first);
    let inst = f.func.insts(f.blocks[0])[0];
    assert!(
        matches!(f.func.data(inst), InstData::Intrinsic { intrinsic: Intrinsic::Uninit, text: Some(t), .. } if &**t == "x")
    );
    assert_eq!(f.func.insts(f.blocks[0]).len(), 2);
}

#[test]
fn an_unused_uninit_is_removed() {
    let mut f = fixture(1);
    f.read(0);
    f.jump(0, 1);
    f.write(1, 1);
    f.read_and_return(1);
    f.finish();
    assert_eq!(f.func.insts(f.blocks[0]).len(), 1);
}

#[test]
fn edges_from_dead_code_add_no_parameter() {
    let mut f = fixture(2);
    f.write(0, 1);
    f.jump(0, 2);
    // Block 1 has no predecessors; it reads and writes the variable.
    f.read(1);
    f.write(1, 9);
    f.jump(1, 2);
    f.read_and_return(2);
    f.finish();
    assert_eq!(f.params(2), 0);
    let one = f.constant(1);
    assert_eq!(f.returned(2), one);
}

#[test]
fn an_unreachable_cycle_ends_the_lookup() {
    let mut f = fixture(2);
    f.read_and_return(0);
    f.jump(1, 2);
    f.jump(2, 1);
    f.seal(1);
    f.seal(2);
    f.read(1);
    f.finish();
    assert_eq!(f.params(1) + f.params(2), 0);
}

#[test]
fn long_chains_of_blocks_need_no_stack() {
    let n = 100_000;
    let mut f = fixture(n);
    f.write(0, 1);
    for b in 0..n {
        f.jump(b, b + 1);
    }
    for b in 0..=n {
        f.seal(b);
    }
    f.read_and_return(n);
    f.ssa.finish(&mut f.func);
    let one = f.constant(1);
    assert_eq!(f.returned(n), one);
}

#[test]
#[should_panic(expected = "is not sealed")]
fn finish_wants_every_block_sealed() {
    let mut f = fixture(1);
    f.jump(0, 1);
    f.read_and_return(1);
    f.seal(0);
    f.ssa.finish(&mut f.func);
}

#[test]
#[should_panic(expected = "the recorded edges differ from those of the terminators")]
fn finish_wants_every_edge_noted() {
    let mut f = fixture(1);
    let (from, to) = (f.blocks[0], f.blocks[1]);
    f.build(from).jump(to, &[]);
    f.read_and_return(1);
    f.ssa.seal_all(&mut f.func);
    f.ssa.finish(&mut f.func);
}
