//! Implied value concretization (Cadar, Dunbar and Engler, KLEE, OSDI 2008, §3.3; do Val 2014, §4.3). A constraint such
//! as `x + 1 == 4` determines the value of the input `x`. All other constraints of the query then contain this value in
//! place of `x`, so that many of them fold to constants.
//!
//! The constraints that determine values remain in the query. Therefore the reduced query has the same models as the
//! original query. A constraint of the reduced query follows from the original constraint that it replaces, together
//! with the constraints that determine the inserted values. Therefore an unsat core of the reduced query gives an unsat
//! core of the original query.
use crate::answer::Core;
use crate::query::Query;
use crate::technique::{Context, Found, Outcome, Technique};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use symtool_expr::{Arena, BinOp, ExprId, Node, UnOp};
use symtool_ir::Bits;

/// The maximum number of rounds. In each round, the values found so far are inserted, so that the changed constraints
/// may determine further values.
const MAX_ROUNDS: usize = 4;

/// The link (solving technique of the solver chain) that inserts implied values. It has no state.
#[derive(Debug)]
pub(crate) struct ImpliedValues;

/// A constraint of the reduced query, in which implied values are inserted.
struct Reduced {
    constraint: ExprId,
    /// The constraints of the original query from which `constraint` follows.
    because: Vec<ExprId>,
}

/// The constraints of a query, in which the values found so far are inserted.
struct Reduction {
    constraints: Vec<Reduced>,
    /// The input bytes with implied values.
    values: FxHashMap<ExprId, ImpliedValue>,
}

/// The implied value of an input byte.
struct ImpliedValue {
    value: ExprId,
    /// The index of the constraint that determines the value. The value is not inserted into this constraint.
    by: usize,
    /// The constraints of the original query from which the value follows.
    because: Vec<ExprId>,
}

impl Technique for ImpliedValues {
    fn run(&mut self, query: &mut Query<'_>, context: &mut Context<'_>) -> Outcome {
        let constraints = query.constraints;
        let Some(arena) = query.arena_mut() else {
            return Outcome::Pass;
        };
        let Some(reduction) = Reduction::of(arena, constraints) else {
            return Outcome::Pass;
        };
        if let Some(wrong) = reduction
            .constraints
            .iter()
            .find(|c| arena.is_false(c.constraint))
        {
            return Outcome::Unsat(Some(Core::new(wrong.because.clone())));
        }
        let mut reduced: Vec<ExprId> = reduction.constraints.iter().map(|c| c.constraint).collect();
        reduced.retain(|&c| !arena.is_true(c));
        reduced.sort_unstable();
        reduced.dedup();
        match context.host.find(arena, &reduced) {
            Found::Sat(model) if model.satisfies(arena, constraints) => Outcome::Sat(model),
            Found::Unsat(core) => Outcome::Unsat(core.map(|core| reduction.originals(&core))),
            // The later links may still answer the original query.
            Found::Sat(_) | Found::Unknown(_) => Outcome::Pass,
        }
    }
}

impl Reduction {
    /// Returns the query with implied values inserted; `None` if no constraint contains an input byte whose value another
    /// constraint implies.
    fn of(arena: &mut Arena, constraints: &[ExprId]) -> Option<Reduction> {
        let unchanged = |&constraint| Reduced {
            constraint,
            because: vec![constraint],
        };
        let mut reduction = Reduction {
            constraints: constraints.iter().map(unchanged).collect(),
            values: FxHashMap::default(),
        };
        let mut is_changed = false;
        for _ in 0..MAX_ROUNDS {
            if !reduction.find_values(arena) {
                break;
            }
            is_changed |= reduction.insert_values(arena);
        }
        is_changed.then_some(reduction)
    }

    /// Finds values that the current constraints imply. Returns whether a new value was found.
    fn find_values(&mut self, arena: &mut Arena) -> bool {
        let mut is_new = false;
        for (by, reduced) in self.constraints.iter().enumerate() {
            let mut bytes = Vec::new();
            implied_bytes(arena, reduced.constraint, &mut bytes);
            for (byte, value) in bytes {
                if let Entry::Vacant(unknown) = self.values.entry(byte) {
                    unknown.insert(ImpliedValue {
                        value: arena.int(8, u128::from(value)),
                        by,
                        because: reduced.because.clone(),
                    });
                    is_new = true;
                }
            }
        }
        is_new
    }

    /// Inserts each value into all constraints except the one that determines it. Returns whether a constraint changes.
    fn insert_values(&mut self, arena: &mut Arena) -> bool {
        let mut is_changed = false;
        for (at, reduced) in self.constraints.iter_mut().enumerate() {
            let symbols = arena.support(reduced.constraint).to_vec();
            let mut because = reduced.because.clone();
            let mut map = FxHashMap::default();
            for symbol in symbols {
                let (array, Some(index)) = arena.symbol_place(symbol) else {
                    continue;
                };
                let byte = arena.byte(array, index);
                if let Some(implied) = self.values.get(&byte).filter(|implied| implied.by != at) {
                    map.insert(byte, implied.value);
                    because.extend(&implied.because);
                }
            }
            let constraint = arena.substitute(reduced.constraint, &map);
            if constraint != reduced.constraint {
                because.sort_unstable();
                because.dedup();
                *reduced = Reduced {
                    constraint,
                    because,
                };
                is_changed = true;
            }
        }
        is_changed
    }

    /// Returns an unsat core of the original query from `core`, a core of the reduced query.
    fn originals(&self, core: &Core) -> Core {
        let mut all: Vec<ExprId> = Vec::new();
        for &constraint in core.constraints() {
            let mut reduced = self.constraints.iter();
            let reduced = reduced.find(|reduced| reduced.constraint == constraint);
            all.extend(reduced.into_iter().flat_map(|reduced| &reduced.because));
        }
        all.sort_unstable();
        all.dedup();
        Core::new(all)
    }
}

/// Adds to `bytes` the input bytes whose values the condition `cond` determines, each with its value.
fn implied_bytes(arena: &Arena, cond: ExprId, bytes: &mut Vec<(ExprId, u8)>) {
    match arena.node(cond) {
        Node::Bin {
            op: BinOp::And,
            lhs,
            rhs,
        } if arena.width(cond) == 1 => {
            implied_bytes(arena, lhs, bytes);
            implied_bytes(arena, rhs, bytes);
        }
        Node::Bin {
            op: BinOp::Eq,
            lhs,
            rhs,
        } => {
            if let Some(value) = arena.as_const(rhs) {
                bytes_of(arena, lhs, value, bytes);
            }
        }
        _ => {}
    }
}

/// Adds to `bytes` the input bytes that have only one possible value if the expression `e` has the value `value`. Each
/// byte is added with its value.
fn bytes_of(arena: &Arena, e: ExprId, value: Bits, bytes: &mut Vec<(ExprId, u8)>) {
    match arena.node(e) {
        Node::Byte { .. } => bytes.push((e, value.unsigned() as u8)),
        Node::Bin {
            op: BinOp::Concat,
            lhs,
            rhs,
        } => {
            let low = arena.width(rhs);
            bytes_of(
                arena,
                lhs,
                Bits::new(arena.width(lhs), value.unsigned() >> low),
                bytes,
            );
            bytes_of(arena, rhs, Bits::new(low, value.unsigned()), bytes);
        }
        Node::Un {
            op: UnOp::Zext | UnOp::Sext,
            arg,
            ..
        } => bytes_of(
            arena,
            arg,
            Bits::new(arena.width(arg), value.unsigned()),
            bytes,
        ),
        Node::Bin {
            op: BinOp::Add,
            lhs,
            rhs,
        } => {
            if let Some(added) = arena.as_const(rhs) {
                let rest = value.unsigned().wrapping_sub(added.unsigned());
                bytes_of(arena, lhs, Bits::new(value.width(), rest), bytes);
            }
        }
        Node::Bin {
            op: BinOp::Xor,
            lhs,
            rhs,
        } => {
            if let Some(mask) = arena.as_const(rhs) {
                let rest = value.unsigned() ^ mask.unsigned();
                bytes_of(arena, lhs, Bits::new(value.width(), rest), bytes);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::answer::Answer;
    use crate::chain::Chain;
    use crate::config::SolverConfig;
    use symtool_expr::{Arena, ExprId};

    fn chain(links: &str) -> Chain {
        let links = links.parse().unwrap();
        Chain::new(SolverConfig {
            links,
            ..SolverConfig::default()
        })
    }

    fn answered(chain: &Chain) -> u64 {
        let stats = chain.stats();
        let mut links = stats.links.iter();
        let link = links.find(|(name, _)| *name == "implied-values");
        link.map_or(0, |(_, link)| link.hits)
    }

    /// Returns the 16-bit input `name`, and its two bytes, the low one first.
    fn word(arena: &mut Arena, name: &str) -> (ExprId, [ExprId; 2]) {
        let input = arena.symbol(name, 2);
        let bytes = [arena.byte(input, 0), arena.byte(input, 1)];
        (arena.concat(bytes[1], bytes[0]), bytes)
    }

    /// Checks that an implied value can imply a further value: `x + 1 == 5` and `x + y == 7` determine `y`, which
    /// contradicts `7 < y`. The core consists of these three constraints, without the constraint on `z`.
    #[test]
    fn values_decide_other_constraints() {
        let mut arena = Arena::new();
        let ((x, _), (y, _), (z, _)) = (
            word(&mut arena, "x"),
            word(&mut arena, "y"),
            word(&mut arena, "z"),
        );
        let [one, five, seven] = [1, 5, 7].map(|n| arena.int(16, n));
        let next = arena.add(x, one);
        let is_five = arena.eq(next, five);
        let sum = arena.add(x, y);
        let is_seven = arena.eq(sum, seven);
        let above = arena.ult(seven, y);
        let other = arena.ult(z, seven);
        let query = [is_five, is_seven, above, other];
        let mut implied = chain("+implied-values,-independence");
        assert_eq!(implied.model(&mut arena, &query), Answer::Unsat);
        assert_eq!(answered(&implied), 1);
        assert_eq!(implied.stats().solver, 0, "no solver runs");
        let mut expected = vec![is_five, is_seven, above];
        expected.sort_unstable();
        assert_eq!(implied.core(), Some(expected));
        let Answer::Sat(model) = implied.model(&mut arena, &[is_five, is_seven, other]) else {
            panic!("the constraints are satisfiable");
        };
        assert!(model.satisfies(&arena, &[is_five, is_seven, other]));
    }

    /// Checks that the answer is *unsat* if a constraint requires an impossible sign extension: no byte is extended to
    /// 0x17f. The link derives the byte 0x7f from this constraint, but the reduced query still contains the constraint.
    #[test]
    fn an_impossible_value_stays_unsatisfiable() {
        let mut arena = Arena::new();
        let input = arena.symbol("x", 1);
        let x = arena.byte(input, 0);
        let (wide, big) = (arena.sext(x, 16), arena.int(16, 0x17f));
        let k = arena.int(8, 0x70);
        let query = [arena.eq(wide, big), arena.ult(k, x)];
        let mut implied = chain("+implied-values");
        assert_eq!(implied.model(&mut arena, &query), Answer::Unsat);
    }

    /// Checks that the link `implied-values` does not change the answers to random queries, and that its unsat cores
    /// are unsatisfiable.
    #[test]
    fn answers_are_those_of_the_chain_without_the_link() {
        use symtool_ir::random::SplitMix;
        let mut random = SplitMix::default();
        let mut decided = 0;
        for _ in 0..300 {
            let mut arena = Arena::new();
            let words = ["x", "y", "z"].map(|name| word(&mut arena, name).0);
            let query: Vec<ExprId> = (0..4)
                .map(|_| {
                    let (a, b) = (words[random.index(3)], words[random.index(3)]);
                    let k = arena.int(16, random.index(6) as u128);
                    let sum = if random.index(2) == 0 {
                        arena.add(a, k)
                    } else {
                        arena.add(a, b)
                    };
                    let k = arena.int(16, random.index(6) as u128);
                    if random.index(3) == 0 {
                        arena.ult(sum, k)
                    } else {
                        arena.eq(sum, k)
                    }
                })
                .collect();
            let (mut with, mut without) = (chain("+implied-values"), chain("-implied-values"));
            let answer = with.model(&mut arena, &query);
            let is_sat = matches!(answer, Answer::Sat(_));
            let other = without.model(&mut arena, &query);
            assert_eq!(is_sat, matches!(other, Answer::Sat(_)), "{query:?}");
            if let Some(core) = with.core().filter(|_| !is_sat) {
                let core = without.model(&mut arena, &core);
                assert_eq!(core, Answer::Unsat, "the core is unsatisfiable");
            }
            decided += answered(&with);
        }
        assert!(decided > 50, "the link answered {decided} queries");
    }
}
