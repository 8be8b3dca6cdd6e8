//! The plan of one meld: the effects (loads, stores, checks) of both sides in merged order, the pure values that the
//! effects use, and the arguments of the join block, at which both sides end.
//!
//! Let c be the branch condition. A merged effect is
//!
//! - *shared*, if it replaces two aligned effects, one of each side, of the same kind and at the same address
//!   expression. It runs once, whatever the value of c. A shared store writes `ite(c, t, e)`, where t and e are the
//!   values that the two sides store;
//! - *guarded*, if it replaces an effect of one side only. Its guard is the conjunction of c (or not c) with the guard
//!   that the effect had before. The value that it stores or checks matters only if the guard holds;
//! - *harmless*, if it replaces an effect of one side only but may run for both values of c. In speculative mode, which
//!   adds no guards to accesses, every load and store is harmless. In guarded mode, two kinds of effects are harmless:
//!   a load of bytes that an earlier access reaches whichever side the branch takes (an access in the block of the
//!   branch, or an effect without a guard), and a store that writes the known old value if the branch takes the
//!   opposite side.
//!
//! The addresses of effects, and the guards of effects of one side, are used as they are: no select merges them with a
//! term of the opposite side. So a concrete address stays concrete. The order of the effects of each side is preserved.
//! So for c = 1 the effects of the `then` side happen, in order, and for c = 0 those of the `else` side. Of the
//! opposite side, only harmless effects also run; they change no memory.
use crate::align::{Step, align};
use crate::diamond::Out;
use crate::lift::{Effect, EffectKind, LiftedSide, Lifter};
use crate::memory::{Access, Facts};
use crate::options::Mode;
use crate::regions::Region;
use crate::term::TermId;
use rustc_hash::FxHashMap;
use symtool_ir::{BugKind, Inst, LocSet, Origins, Type};

/// A value that an effect (load, store, check) of the merged code uses.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Needed {
    /// The given term itself; it is not merged with a term of the opposite side.
    Exact(TermId),
    /// The merged term of the output (a value used after the branch or by an effect) at this index of [`Plan::outs`].
    Root(usize),
}

/// An effect of the merged code: a load, store or check.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The operation that the effect performs.
    pub kind: MergedKind,
    /// The condition under which the effect runs; `None` if the effect always runs.
    pub guard: Option<Needed>,
    /// The instructions of the two sides that the effect replaces: either one instruction of each side, or a single
    /// instruction of one side.
    pub from: Vec<Inst>,
    /// The possible source locations of the effect, each with the condition under which the effect comes from this
    /// location; `None` if there is at most one.
    pub origins: Option<Origins<TermId>>,
}

/// The operation of an effect in the merged code.
#[derive(Clone, Debug)]
pub enum MergedKind {
    /// Loads a value, which the given leaf of the term DAG then represents.
    Load {
        /// The address to load from.
        addr: TermId,
        /// The type of the loaded value.
        ty: Type,
        /// The leaf that represents the loaded value.
        leaf: TermId,
    },
    /// Stores a value to memory.
    Store {
        /// The address to store to.
        addr: TermId,
        /// The stored value.
        value: Needed,
    },
    /// Fails with a bug report if a condition is false.
    Check {
        /// The condition that must hold.
        cond: Needed,
        /// The kind of the reported failure.
        kind: BugKind,
        /// The text for the failure report.
        text: Option<Box<str>>,
    },
}

/// The plan of a meld, from which [`rebuild`](crate::rebuild) emits code.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The branch condition, as a term.
    pub cond: TermId,
    /// The effects of both sides, in merged order.
    pub effects: Vec<Merged>,
    /// The outputs: the values that effects use, followed by the arguments of the join block. The meld computes one
    /// merged term for each output.
    pub outs: Vec<Out>,
    /// The index in `outs` of the first argument of the join block.
    pub results: usize,
    /// The pure operations of the `then` side (index 0) and of the `else` side (index 1).
    pub ops: [Vec<TermId>; 2],
}

/// Translates both sides to terms and aligns their effects. Two aligned loads share a leaf (the term of the loaded
/// value), and this can make the addresses of further effects equal. Therefore translation and alignment are repeated
/// until no new pairs of loads are found, but at most `MAX_ROUNDS` times.
fn lift_and_align(
    lifter: &mut Lifter,
    region: &Region,
    facts: &[Facts; 2],
) -> ([LiftedSide; 2], Vec<Step>) {
    let mut same_load: FxHashMap<Inst, Inst> = FxHashMap::default();
    const MAX_ROUNDS: usize = 4;
    let mut round = 0;
    loop {
        let then = lifter.side(
            &region.sides[0],
            &mut facts[0].clone(),
            &FxHashMap::default(),
        );
        let other = lifter.side(&region.sides[1], &mut facts[1].clone(), &same_load);
        let steps = align(then.effects.len(), other.effects.len(), |i, j| {
            saved(lifter, &then.effects[i], &other.effects[j])
        });
        let mut next = FxHashMap::default();
        for step in &steps {
            if let Step::Both(i, j) = *step
                && matches!(then.effects[i].kind, EffectKind::Load { .. })
            {
                next.insert(other.effects[j].inst, then.effects[i].inst);
            }
        }
        round += 1;
        if next == same_load {
            return ([then, other], steps);
        }
        if round == MAX_ROUNDS {
            // The last round still found new pairs of loads. So two loads may share a leaf although the last alignment
            // does not pair them. Therefore the sides are translated once more without shared leaves, and no effects
            // are paired.
            let none = FxHashMap::default();
            let other = lifter.side(&region.sides[1], &mut facts[1].clone(), &none);
            let steps = (0..then.effects.len())
                .map(Step::Then)
                .chain((0..other.effects.len()).map(Step::Else))
                .collect();
            return ([then, other], steps);
        }
        same_load = next;
    }
}

/// Returns the score of replacing the effects `a` and `b` by one shared effect, which runs whatever side the branch
/// takes. Alignment maximizes the sum of these scores. Returns `None` if no shared effect may replace `a` and `b`.
fn saved(lifter: &Lifter, a: &Effect, b: &Effect) -> Option<u64> {
    let same_address = |x: Type, y: Type| {
        x == y
            && match (a.addr, b.addr) {
                (Some(p), Some(q)) => {
                    p == q || Access::new(&lifter.dag, p, x) == Access::new(&lifter.dag, q, y)
                }
                _ => false,
            }
    };
    match (&a.kind, &b.kind) {
        (EffectKind::Load { ty: x, .. }, EffectKind::Load { ty: y, .. }) => {
            same_address(*x, *y).then_some(4)
        }
        (EffectKind::Store { ty: x, .. }, EffectKind::Store { ty: y, .. }) => {
            same_address(*x, *y).then_some(6)
        }
        (
            EffectKind::Check {
                kind: x, text: p, ..
            },
            EffectKind::Check {
                kind: y, text: q, ..
            },
        ) => (x == y && p == q).then_some(1),
        _ => None,
    }
}

/// Builds the plan of a meld, effect by effect in merged order.
struct Planner<'l, 'f> {
    lifter: &'l mut Lifter<'f>,
    mode: Mode,
    /// Whether every address that the program can read through a pointer is also writable.
    readable_is_writable: bool,
    module: &'l symtool_ir::Module,
    /// The condition under which the `then` side runs, and the condition under which the `else` side runs.
    cond: [TermId; 2],
    /// The facts about memory that hold after the effects planned so far, if the branch takes the `then` side (index 0)
    /// or the `else` side (index 1).
    facts: [Facts; 2],
    /// The accesses that happen whichever side the branch takes: those of the code before the branch, and effects
    /// without a guard. A further access to the same bytes cannot fail.
    common: Facts,
    plan: Plan,
}

/// Returns the plan for melding a region (a branch with its two sides). The branch condition must not be constant.
pub fn plan(
    lifter: &mut Lifter,
    module: &symtool_ir::Module,
    region: &Region,
    mode: Mode,
    readable_is_writable: bool,
) -> Plan {
    let cond = lifter.term_before_sides(region.cond);
    let negated = lifter.dag.not(cond);
    let cond = [cond, negated];
    let facts = cond.map(|c| {
        let mut facts = lifter.facts.clone();
        facts.assume(&lifter.conjuncts(c));
        facts
    });
    let (sides, steps) = lift_and_align(lifter, region, &facts);
    let common = lifter.facts.clone();
    let mut planner = Planner {
        lifter,
        mode,
        readable_is_writable,
        module,
        cond,
        facts,
        common,
        plan: Plan {
            cond: cond[0],
            effects: Vec::new(),
            outs: Vec::new(),
            results: 0,
            ops: [sides[0].ops.clone(), sides[1].ops.clone()],
        },
    };
    for step in steps {
        match step {
            Step::Both(i, j) => planner.shared(&sides[0].effects[i], &sides[1].effects[j]),
            Step::Then(i) => planner.alone(0, &sides[0].effects[i]),
            Step::Else(j) => planner.alone(1, &sides[1].effects[j]),
        }
    }
    let mut plan = planner.plan;
    plan.results = plan.outs.len();
    for (&t, &e) in sides[0].results.iter().zip(&sides[1].results) {
        plan.outs.push(Out::Both(t, e));
    }
    plan
}

impl Planner<'_, '_> {
    fn root(&mut self, out: Out) -> Needed {
        self.plan.outs.push(out);
        Needed::Root(self.plan.outs.len() - 1)
    }

    /// Adds an effect to the merged code. It replaces the effects `of`: one effect of each side, or one effect of one
    /// side.
    fn push(&mut self, kind: MergedKind, guard: Option<Needed>, of: &[&Effect]) {
        let origins = match of {
            [t, e] => self.origins_of_both(t, e),
            _ => of.first().and_then(|effect| effect.origins.clone()),
        };
        self.plan.effects.push(Merged {
            kind,
            guard,
            from: of.iter().map(|effect| effect.inst).collect(),
            origins: origins.filter(|origins| !origins.decided.is_empty()),
        });
    }

    /// Returns the possible source locations of the effect that replaces `t` of the `then` side and `e` of the `else`
    /// side, each with its condition. The first condition that holds selects the location. First come the locations of
    /// `t`, each with the conjunction of the branch condition and its own condition, then the locations of `e`. Returns
    /// `None` if `t` or `e` has no location.
    fn origins_of_both(&mut self, t: &Effect, e: &Effect) -> Option<Origins<TermId>> {
        let (then, other) = (t.origins.as_ref()?, e.origins.as_ref()?);
        let cond = self.cond[0];
        let mut decided = Vec::new();
        for &(when, loc) in &then.decided {
            decided.push((self.lifter.dag.and(cond, when), loc));
        }
        decided.push((cond, then.otherwise));
        decided.extend_from_slice(&other.decided);
        Some(Origins {
            decided: decided.into(),
            otherwise: other.otherwise,
        })
    }

    fn access(&self, effect: &Effect, ty: Type) -> Option<(TermId, Access)> {
        let addr = effect.addr?;
        Some((addr, Access::new(&self.lifter.dag, addr, ty)))
    }

    fn shared(&mut self, t: &Effect, e: &Effect) {
        let guard = if t.guard.is_none() && e.guard.is_none() {
            None
        } else {
            let one = self.lifter.dag.bool(true);
            let out = Out::Both(t.guard.unwrap_or(one), e.guard.unwrap_or(one));
            Some(self.root(out))
        };
        let from = [t, e];
        self.note(0, t);
        self.note(1, e);
        match (&t.kind, &e.kind) {
            (&EffectKind::Load { ty, leaf }, _) => {
                let Some((addr, access)) = self.access(t, ty) else {
                    return;
                };
                if guard.is_none() {
                    self.common.load(access, ty, leaf, None);
                }
                self.push(MergedKind::Load { addr, ty, leaf }, guard, &from);
            }
            (&EffectKind::Store { value: vt, ty }, &EffectKind::Store { value: ve, .. }) => {
                let Some((addr, _)) = self.access(t, ty) else {
                    return;
                };
                if guard.is_none() {
                    let mut common = std::mem::take(&mut self.common);
                    self.lifter.store_into(&mut common, addr, ty, vt, None);
                    self.common = common;
                }
                let value = self.root(Out::Both(vt, ve));
                self.push(MergedKind::Store { addr, value }, guard, &from);
            }
            (
                EffectKind::Check {
                    cond: kt,
                    kind,
                    text,
                },
                EffectKind::Check { cond: ke, .. },
            ) => {
                let cond = self.root(Out::Both(*kt, *ke));
                let check = MergedKind::Check {
                    cond,
                    kind: *kind,
                    text: text.clone(),
                };
                self.push(check, guard, &from);
            }
            _ => {}
        }
    }

    /// Updates the known facts about memory on one side for an effect of this side.
    fn note(&mut self, side: usize, effect: &Effect) {
        match effect.kind {
            EffectKind::Load { ty, leaf } => {
                if let Some((_, access)) = self.access(effect, ty) {
                    self.facts[side].load(access, ty, leaf, effect.guard);
                }
            }
            EffectKind::Store { value, ty } => {
                if let Some(addr) = effect.addr {
                    let mut facts = std::mem::take(&mut self.facts[side]);
                    self.lifter
                        .store_into(&mut facts, addr, ty, value, effect.guard);
                    self.facts[side] = facts;
                }
            }
            EffectKind::Check { .. } => {}
        }
    }

    fn alone(&mut self, side: usize, effect: &Effect) {
        let guard = match effect.guard {
            Some(own) => self.lifter.dag.and(self.cond[side], own),
            None => self.cond[side],
        };
        let guard = Some(Needed::Exact(guard));
        let needed = |term| {
            if side == 0 {
                Out::Then(term)
            } else {
                Out::Else(term)
            }
        };
        let from = [effect];
        match &effect.kind {
            &EffectKind::Load { ty, leaf } => {
                let Some((addr, access)) = self.access(effect, ty) else {
                    return;
                };
                let harmless = effect.guard.is_none()
                    && (self.mode == Mode::Speculative || self.common.is_legal(&access, false));
                if harmless {
                    self.common.load(access, ty, leaf, None);
                }
                let load = MergedKind::Load { addr, ty, leaf };
                self.push(load, if harmless { None } else { guard }, &from);
            }
            &EffectKind::Store { value, ty } => {
                self.one_sided_store(side, effect, value, ty, guard);
            }
            EffectKind::Check { cond, kind, text } => {
                let cond = self.root(needed(*cond));
                let check = MergedKind::Check {
                    cond,
                    kind: *kind,
                    text: text.clone(),
                };
                self.push(check, guard, &from);
            }
        }
        self.note(side, effect);
    }

    fn one_sided_store(
        &mut self,
        side: usize,
        effect: &Effect,
        value: TermId,
        ty: Type,
        guard: Option<Needed>,
    ) {
        let Some((addr, access)) = self.access(effect, ty) else {
            return;
        };
        let from = [effect];
        let writable = self.common.is_legal(&access, true)
            || (self.common.is_legal(&access, false)
                && (self.readable_is_writable || self.lifter.is_writable(self.module, addr)));
        let speculative = self.mode == Mode::Speculative;
        let old = self.facts[1 - side].value(&access, ty);
        let old = match old {
            Some(old) if writable || speculative => Some(old),
            None if speculative => {
                let leaf = self.lifter.fresh_load(effect.inst, ty);
                self.push(MergedKind::Load { addr, ty, leaf }, None, &from);
                Some(leaf)
            }
            _ => None,
        };
        let (out, guard) = match old.filter(|_| effect.guard.is_none()) {
            Some(old) if side == 0 => (Out::Both(value, old), None),
            Some(old) => (Out::Both(old, value), None),
            None if side == 0 => (Out::Then(value), guard),
            None => (Out::Else(value), guard),
        };
        if guard.is_none() {
            let mut common = std::mem::take(&mut self.common);
            self.lifter.store_into(&mut common, addr, ty, value, None);
            self.common = common;
        }
        let value = self.root(out);
        self.push(MergedKind::Store { addr, value }, guard, &from);
    }
}

/// Returns the union of the source locations of instructions.
pub fn union_locs(func: &symtool_ir::Function, insts: &[Inst]) -> LocSet {
    let mut locs = LocSet::none();
    for &inst in insts {
        locs.union(func.locs(inst));
    }
    locs
}
