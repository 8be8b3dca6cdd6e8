//! The tests check that the solver chain gives the answers of exhaustive enumeration, with 19 combinations of five
//! links (solving techniques) enabled or disabled.

use symtool_expr::{Arena, ExprId, SymArray};
use symtool_ir::Bits;
use symtool_solver::{Answer, Chain, LinkSet, Model, SolverConfig, Tri};
use symtool_testkit::terms::{Generator, Rng, Term, all_pairs, build, value_of};

const WIDTH: u32 = 4;

struct Case {
    arena: Arena,
    symbols: [SymArray; 2],
    vars: [ExprId; 2],
    generator: Generator,
}

impl Case {
    fn new(seed: u64) -> Case {
        let mut arena = Arena::new();
        let symbols = ["a", "b"].map(|name| arena.symbol(name, 1));
        let vars = symbols.map(|s| arena.scalar(s, WIDTH));
        let generator = Generator {
            rng: Rng(seed),
            var: WIDTH,
            widths: vec![1, WIDTH, WIDTH, 8],
        };
        Case {
            arena,
            symbols,
            vars,
            generator,
        }
    }

    fn condition(&mut self) -> (Term, ExprId) {
        let depth = 1 + self.generator.rng.below(4) as u32;
        let term = self.generator.term(1, depth);
        let e = build(&mut self.arena, self.vars, &term);
        (term, e)
    }

    fn follows(&self, model: &Model, path: &[Term]) -> bool {
        let values = self.symbols.map(|s| u64::from(model.get(s, 0) & 15));
        path.iter().all(|t| value_of(t, &values).is_true())
    }
}

fn holds(path: &[Term], values: &[u64; 2]) -> bool {
    path.iter().all(|t| value_of(t, values).is_true())
}

fn tri(some: bool) -> Tri {
    if some { Tri::Yes } else { Tri::No }
}

/// Returns solver configurations: all combinations of four links, each together with the fifth link `incremental`,
/// and three combinations without `incremental`. The chain is slow without `incremental`.
fn configs() -> Vec<SolverConfig> {
    (16..32u32)
        .chain([0, 3, 15])
        .map(|bits| {
            let names = [
                "domains",
                "independence",
                "cache",
                "counterexamples",
                "incremental",
            ];
            let off = names
                .into_iter()
                .enumerate()
                .filter(|(at, _)| bits >> at & 1 == 0);
            SolverConfig {
                links: off.fold(LinkSet::default(), |links, (_, name)| links.without(name)),
                ..SolverConfig::default()
            }
        })
        .collect()
}

/// Follows random paths. At every step, issues the same query to all chains.
fn walk(
    seed: u64,
    paths: u32,
    check: impl Fn(&mut Case, &mut Chain, &[Term], &[ExprId], &Term, ExprId),
) {
    let mut case = Case::new(seed);
    let mut chains: Vec<Chain> = configs().into_iter().map(Chain::new).collect();
    let all = all_pairs(WIDTH);
    let (mut terms, mut path): (Vec<Term>, Vec<ExprId>) = (Vec::new(), Vec::new());
    for _ in 0..paths {
        // Returns to a random prefix of the path, as exploration does when it switches to another state.
        let keep = case.generator.rng.below(path.len() as u64 + 1) as usize;
        terms.truncate(keep);
        path.truncate(keep);
        for _ in 0..4 {
            let (term, cond) = case.condition();
            for chain in &mut chains {
                check(&mut case, chain, &terms, &path, &term, cond);
            }
            terms.push(term);
            if all.iter().any(|values| holds(&terms, values)) {
                path.push(cond);
            } else {
                terms.pop();
            }
        }
    }
}

#[test]
fn feasibility_and_branches_agree_with_enumeration() {
    walk(1, 20, |case, chain, terms, path, term, cond| {
        let all = all_pairs(WIDTH);
        let side = |wanted: bool| {
            all.iter()
                .any(|v| holds(terms, v) && value_of(term, v).is_true() == wanted)
        };
        let sides = chain.branch(&mut case.arena, path, cond);
        let text = || format!("{path:?}: {}", case.arena.text(cond));
        assert_eq!(sides.when_true, tri(side(true)), "{}", text());
        assert_eq!(sides.when_false, tri(side(false)), "{}", text());
        assert_eq!(
            chain.may_be_true(&mut case.arena, path, cond),
            tri(side(true))
        );
    });
}

#[test]
fn models_follow_the_path() {
    walk(2, 8, |case, chain, terms, path, _, _| {
        let Answer::Sat(model) = chain.model(&mut case.arena, path) else {
            panic!("a feasible path has a model");
        };
        assert!(case.follows(&model, terms), "{model:?}");
        let Answer::Sat(nice) = chain.canonical_model(&mut case.arena, path) else {
            panic!("a feasible path has a model");
        };
        assert!(case.follows(&nice, terms), "{nice:?}");
    });
}

#[test]
fn values_and_ranges_agree_with_enumeration() {
    walk(3, 4, |case, chain, terms, path, _, _| {
        let term = Case::new(terms.len() as u64 + 9).generator.term(WIDTH, 2);
        let e = build(&mut case.arena, case.vars, &term);
        let feasible: Vec<Bits> = all_pairs(WIDTH)
            .iter()
            .filter(|v| holds(terms, v))
            .map(|v| value_of(&term, v))
            .collect();
        let value = chain.value(&mut case.arena, path, e).expect("a value");
        assert!(feasible.contains(&value));
        let range = chain.range(&mut case.arena, path, e).expect("a range");
        let values = || feasible.iter().map(|v| v.unsigned());
        assert_eq!(Some(range), values().min().zip(values().max()));
    });
}
