//! The tests check every rewrite rule on every operator that uses it: exhaustively at width 4, and by proofs
//! at the widths of C types.
//!
//! A small grammar (`grammar`) generates the terms to which the rules are applied. The tests fail if a rule is used by
//! no term or covered by no proof. Builds without debug assertions do not count the applications of rules, so they
//! skip the tests.
#![cfg(debug_assertions)]
mod grammar;
mod smt;

use grammar::{Family, Make, families};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use symtool_expr::{Arena, ArrayId, ArrayNode, ExprId, Node, Rule, SymArray};
use symtool_ir::Bits;
use symtool_testkit::terms::{Term, all_pairs, build, value_of};

/// An arena with the two variables of the grammar.
struct World {
    arena: Arena,
    symbols: [SymArray; 2],
    vars: [ExprId; 2],
}

impl World {
    fn new(w: u32) -> World {
        let mut arena = Arena::new();
        let symbols = ["a", "b"].map(|name| arena.symbol(name, w.div_ceil(8)));
        let vars = symbols.map(|s| arena.scalar(s, w));
        World {
            arena,
            symbols,
            vars,
        }
    }

    fn build(&mut self, term: &Term) -> ExprId {
        build(&mut self.arena, self.vars, term)
    }

    /// Builds a term in the arena. Returns the expression and the rewrite rules that were applied.
    fn build_with_rules(&mut self, make: &Make, args: &[ExprId]) -> (ExprId, Vec<Rule>) {
        let before = self.arena.fired().to_vec();
        let e = apply(&mut self.arena, make, args);
        let used = Rule::ALL.iter().zip(before.iter().zip(self.arena.fired()));
        let used = used
            .filter(|(_, (old, new))| old != new)
            .map(|(&rule, _)| rule);
        (e, used.collect())
    }
}

fn apply(arena: &mut Arena, make: &Make, args: &[ExprId]) -> ExprId {
    match make {
        Make::Op(op, width) => arena.op(*op, *width, args),
        Make::Extract(low, width) => arena.extract(args[0], *low, *width),
        Make::Concat => arena.concat(args[0], args[1]),
        Make::Read(table) => {
            let array = arena.const_array(table);
            arena.read(array, args[0])
        }
        Make::Stored(table) => {
            let array = arena.const_array(table);
            let array = arena.store(array, args[0], args[1]);
            arena.read(array, args[2])
        }
        Make::StoredTwice(table) => {
            let array = arena.const_array(table);
            let array = arena.store(array, args[0], args[1]);
            let array = arena.store(array, args[0], args[2]);
            arena.read(array, args[3])
        }
    }
}

/// Returns every combination of one element per list, as indices.
fn product(lists: &[Vec<Term>]) -> Vec<Vec<usize>> {
    lists.iter().fold(vec![vec![]], |all, list| {
        let extend = |head: &Vec<usize>| {
            let with = |i| head.iter().copied().chain([i]).collect();
            (0..list.len()).map(with).collect::<Vec<Vec<usize>>>()
        };
        all.iter().flat_map(extend).collect()
    })
}

/// The values of expressions under all assignments to the variables, memoized for every node.
struct Tables {
    symbols: [SymArray; 2],
    pairs: Vec<[u64; 2]>,
    known: FxHashMap<ExprId, Rc<[Bits]>>,
}

impl Tables {
    fn of(&mut self, arena: &Arena, e: ExprId) -> Rc<[Bits]> {
        if let Some(values) = self.known.get(&e) {
            return Rc::clone(values);
        }
        let node = arena.node(e);
        let args: Vec<Rc<[Bits]>> = node.children().iter().map(|&c| self.of(arena, c)).collect();
        let values: Rc<[Bits]> = match node {
            Node::Const { .. } => {
                let value = arena.as_const(e).expect("a constant");
                vec![value; self.pairs.len()].into()
            }
            Node::Byte { array, .. } => {
                let which = usize::from(array == self.symbols[1]);
                let byte = |pair: &[u64; 2]| Bits::new(8, u128::from(pair[which]));
                self.pairs.iter().map(byte).collect()
            }
            Node::Un { op, width, .. } => args[0]
                .iter()
                .map(|&x| symtool_ir::eval(op.op(), u32::from(width), &[x]))
                .collect(),
            Node::Bin { op, .. } => {
                let both = args[0].iter().zip(args[1].iter());
                both.map(|(&x, &y)| op.eval(x, y)).collect()
            }
            Node::Ite { .. } => (0..self.pairs.len())
                .map(|i| args[if args[0][i].is_true() { 1 } else { 2 }][i])
                .collect(),
            Node::ForAll { .. } => unreachable!("the grammar has no quantifiers"),
            Node::Extract { width, low, .. } => args[0]
                .iter()
                .map(|x| Bits::new(u32::from(width), x.unsigned() >> low))
                .collect(),
            Node::Read { array, .. } => (0..self.pairs.len())
                .map(|i| self.cell(arena, array, args[0][i], i))
                .collect(),
        };
        self.check_domain(arena, e, &values);
        self.known.insert(e, Rc::clone(&values));
        values
    }

    fn cell(&mut self, arena: &Arena, mut array: ArrayId, at: Bits, i: usize) -> Bits {
        if at.unsigned() >= u128::from(arena.array_len(array)) {
            return Bits::zero(8);
        }
        loop {
            match arena.array(array) {
                ArrayNode::Cells(cells) => {
                    return self.of(arena, cells[at.unsigned() as usize])[i];
                }
                &ArrayNode::Store { base, index, value } => {
                    if self.of(arena, index)[i] == at {
                        return self.of(arena, value)[i];
                    }
                    array = base;
                }
            }
        }
    }

    /// Checks that the abstract value of a node contains each of `values`, the values of the node under all
    /// assignments.
    fn check_domain(&self, arena: &Arena, e: ExprId, values: &[Bits]) {
        if arena.width(e) <= 64 {
            let domain = arena.domain(e);
            for value in values {
                let inside = domain.contains(value.low_u64());
                assert!(inside, "{value} of {} is not in {domain:?}", arena.text(e));
            }
        }
    }
}

/// Checks, for all terms of one operator and all assignments at width 4, that the expression has the value of the
/// term. Adds the number of applications of each rule to `fired`. Returns the number of terms.
fn check_exhaustively(family: &Family, make: &Make, fired: &mut [u64]) -> usize {
    const WIDTH: u32 = 4;
    let mut world = World::new(WIDTH);
    let pairs = all_pairs(WIDTH);
    let mut expected: Vec<Vec<Vec<Bits>>> = Vec::new();
    for list in &family.lists {
        let of = |term: &Term| pairs.iter().map(|p| value_of(term, p)).collect();
        expected.push(list.iter().map(of).collect());
    }
    let args: Vec<Vec<ExprId>> = family
        .lists
        .iter()
        .map(|list| list.iter().map(|term| world.build(term)).collect())
        .collect();
    let mut tables = Tables {
        symbols: world.symbols,
        pairs,
        known: FxHashMap::default(),
    };
    let choices = product(&family.lists);
    for choice in &choices {
        let operands: Vec<ExprId> = choice.iter().zip(&args).map(|(&i, list)| list[i]).collect();
        let e = apply(&mut world.arena, make, &operands);
        let got = tables.of(&world.arena, e);
        for (at, pair) in tables.pairs.iter().enumerate() {
            let leaves = choice.iter().zip(&expected);
            let leaves: Vec<Term> = leaves.map(|(&i, list)| Term::Const(list[i][at])).collect();
            let leaves: Vec<&Term> = leaves.iter().collect();
            let want = value_of(&make.term(&leaves), pair);
            assert_eq!(
                got[at],
                want,
                "{make:?} of {:?}\nbecame {}\nat {pair:?}",
                choice
                    .iter()
                    .zip(&family.lists)
                    .map(|(&i, l)| &l[i])
                    .collect::<Vec<_>>(),
                world.arena.text(e)
            );
        }
    }
    for (sum, new) in fired.iter_mut().zip(world.arena.fired()) {
        *sum += new;
    }
    choices.len()
}

#[test]
fn all_values_at_width_4_and_every_rule_is_used() {
    let families = families(4);
    let mut fired = vec![0; Rule::ALL.len()];
    let mut cases = 0;
    for family in &families {
        for make in &family.makes {
            cases += check_exhaustively(family, make, &mut fired);
        }
    }
    assert!(cases > 100_000, "{cases} terms");
    let never = Rule::ALL.iter().zip(&fired).filter(|(_, n)| **n == 0);
    let never: Vec<&Rule> = never.map(|(rule, _)| rule).collect();
    assert!(never.is_empty(), "no term of the grammar uses {never:?}");
}

/// The number of terms for which a rule is proved, for each operator that uses the rule.
const PROOFS: usize = 2;

/// Builds terms, and proves that each expression the arena builds equals its term. A term is skipped if all rules that
/// apply to it already have enough proofs for its operator.
fn prove(w: u32) {
    let mut solver = smt::Prover::new();
    let mut proofs: BTreeMap<(&Make, Rule), usize> = BTreeMap::new();
    let mut proved: BTreeSet<Rule> = BTreeSet::new();
    let mut open = Vec::new();
    let families = families(w);
    for family in &families {
        for make in &family.makes {
            let mut world = World::new(w);
            let args: Vec<Vec<ExprId>> = family
                .lists
                .iter()
                .map(|list| list.iter().map(|term| world.build(term)).collect())
                .collect();
            for choice in product(&family.lists) {
                let operands: Vec<ExprId> =
                    choice.iter().zip(&args).map(|(&i, list)| list[i]).collect();
                let (e, rules) = world.build_with_rules(make, &operands);
                let wanting =
                    |rule: &&Rule| proofs.get(&(make, **rule)).is_none_or(|&n| n < PROOFS);
                if !rules.iter().any(|rule| wanting(&rule)) {
                    continue;
                }
                let leaves = choice.iter().zip(&family.lists).map(|(&i, l)| &l[i]);
                let term = make.term(&leaves.collect::<Vec<_>>());
                match solver.equal(&mut world.arena, e, &term) {
                    Some(true) => {
                        for rule in rules {
                            *proofs.entry((make, rule)).or_default() += 1;
                            proved.insert(rule);
                        }
                    }
                    Some(false) => panic!("{term:?}\nis not {}", world.arena.text(e)),
                    None => open.push((make, rules)),
                }
            }
        }
    }
    let without: Vec<&Rule> = Rule::ALL.iter().filter(|r| !proved.contains(r)).collect();
    assert!(without.is_empty(), "no proof at width {w} of {without:?}");
    let issued = solver.issued;
    assert!(
        open.len() * 50 < issued,
        "{} of {issued} not answered: {open:?}",
        open.len()
    );
}

#[test]
fn proofs_at_width_8() {
    prove(8);
}

#[test]
fn proofs_at_width_32() {
    prove(32);
}

#[test]
fn proofs_at_width_64() {
    prove(64);
}
