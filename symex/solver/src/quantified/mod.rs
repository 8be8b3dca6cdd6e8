//! Conditions with bounded quantifiers, answered by queries without (Trabish et al., State Merging with Quantifiers in Symbolic
//! Execution, ESEC/FSE 2023, §5).
//!
//! | stage | does |
//! | --- | --- |
//! | `known` | remembers answers and recent models |
//! | `patch` | changes a few bytes of a recent model that violates little of the question; later, of the models of `strip` and `duplicate` |
//! | `strip` | asks for the first instance of each quantifier only, and that no instance contradicts another constraint; no model, no solution |
//! | `duplicate` | gives the cells that further instances read the value that the first one has |
//! | `repair` | fixes all but the cells under quantifiers, adds the instances that share cells with what is violated, and asks again |
//! | `refine` | adds instances that the model violates, until there are none: at most all there are |
//! | `engine` | hands the question on as it is: Z3's own engine, under the query's time limit |
//!
//! What is asked of the solvers behind is always implied by the question, so *unsat* is the answer; a model counts only if it
//! satisfies the question itself by evaluation. A quantifier that stands somewhere within a constraint is a free bit there, beside
//! "if the bit is set, the instances hold" and "if it is not, one named number is a counterexample".
mod duplicate;
mod ground;
mod patch;
mod repair;
mod tried;

use super::backend::is_tangled;
use super::stats::timed;
use super::{Answer, LinkStats, Model, Solver, SolverStats, settled};
use duplicate::duplicated;
use ground::{Proxy, Question};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::time::{Duration, Instant};
use symtool_expr::{Arena, ExprId};
use tried::Tried;

/// How many recent models are tried.
const RECENT: usize = 8;
/// When it holds so many answers it starts afresh.
const MAX_ANSWERS: usize = 50_000;
/// Rounds of refinement; each adds twice as many instances as the one before.
const ROUNDS: usize = 24;

/// The stages that answer, by their places in the statistics.
#[derive(Copy, Clone)]
enum Stage {
    Recall,
    Patch,
    Strip,
    Duplicate,
    Repair,
    Refine,
    Engine,
}

const NAMES: [&str; 7] = [
    "quantified: known",
    "quantified: patch",
    "quantified: strip",
    "quantified: duplicate",
    "quantified: repair",
    "quantified: refine",
    "quantified: engine",
];

/// The link for questions with quantifiers.
#[derive(Debug)]
pub struct Quantified {
    enabled: bool,
    timeout: Duration,
    proxies: FxHashMap<ExprId, Proxy>,
    answers: FxHashMap<Box<[ExprId]>, Answer>,
    recent: VecDeque<Tried>,
    stages: [LinkStats; 7],
}

impl Quantified {
    /// A link that knows no answer; not `enabled`, it hands all on to the engine of the solvers behind it.
    pub fn new(enabled: bool, timeout: Duration) -> Quantified {
        Quantified {
            enabled,
            timeout,
            proxies: FxHashMap::default(),
            answers: FxHashMap::default(),
            recent: VecDeque::new(),
            stages: Default::default(),
        }
    }

    /// Can these constraints, sorted and without repetition, hold together? `next` answers questions without quantifiers and,
    /// if nothing else does, this one.
    pub fn check(
        &mut self,
        arena: &mut Arena,
        constraints: &[ExprId],
        next: &mut dyn Solver,
    ) -> Answer {
        let (known, time) = timed(|| self.recalled(arena, constraints));
        self.count(Stage::Recall, known.is_some(), time);
        if let Some(answer) = known {
            return answer;
        }
        if self.enabled {
            let recent = &mut self.recent;
            let (patched, time) = timed(|| patch::patched(arena, constraints, recent, false));
            self.count(Stage::Patch, patched.is_some(), time);
            if let Some(tried) = patched {
                let answer = Answer::Sat(tried.model.clone());
                self.remember(tried);
                self.note(constraints, &answer);
                return answer;
            }
        }
        let answer = if self.enabled {
            self.staged(arena, constraints, next)
        } else {
            None
        };
        let answer = answer.unwrap_or_else(|| {
            let (answer, time) = timed(|| next.check(arena, constraints));
            self.count(Stage::Engine, !matches!(answer, Answer::Unknown(_)), time);
            answer
        });
        if let Answer::Sat(model) = &answer {
            debug_assert!(model.satisfies(arena, constraints));
            self.remember(Tried::new(model.clone()));
        }
        self.note(constraints, &answer);
        answer
    }

    /// Later questions are tried with this model first.
    fn remember(&mut self, tried: Tried) {
        self.recent.push_front(tried);
        self.recent.truncate(RECENT);
    }

    fn note(&mut self, constraints: &[ExprId], answer: &Answer) {
        if self.answers.len() >= MAX_ANSWERS {
            self.answers.clear();
        }
        self.answers.insert(Box::from(constraints), answer.clone());
    }

    /// What was asked before, or is true under a recent model.
    fn recalled(&mut self, arena: &Arena, constraints: &[ExprId]) -> Option<Answer> {
        if let Some(answer) = self.answers.get(constraints) {
            return Some(answer.clone());
        }
        self.recent.iter_mut().find_map(|tried| {
            // The newest is the one that no model was found for yet.
            let fits = (constraints.iter().rev()).all(|&c| tried.holds(arena, c));
            fits.then(|| Answer::Sat(tried.model.clone()))
        })
    }

    fn count(&mut self, stage: Stage, hit: bool, time: Duration) {
        self.stages[stage as usize].count(hit, time);
    }

    /// The stages that ask about no quantifiers, one after the other.
    fn staged(
        &mut self,
        arena: &mut Arena,
        constraints: &[ExprId],
        next: &mut dyn Solver,
    ) -> Option<Answer> {
        let start = Instant::now();
        let question = Question::new(arena, constraints, &mut self.proxies)?;
        let stripped = question.stripped(arena);
        let (answer, time) = timed(|| asked(arena, &stripped, next));
        let model = match answer {
            Answer::Sat(model) => model,
            Answer::Unsat => {
                self.count(Stage::Strip, true, time);
                return Some(Answer::Unsat);
            }
            // A harder question has no answer either.
            Answer::Unknown(_) => {
                self.count(Stage::Strip, false, time);
                return None;
            }
        };
        let found = model.satisfies(arena, constraints);
        self.count(Stage::Strip, found, time);
        if found {
            return Some(Answer::Sat(model));
        }
        let (copied, time) = timed(|| duplicated(arena, &question, &model, &FxHashSet::default()));
        let found = copied.satisfies(arena, constraints);
        self.count(Stage::Duplicate, found, time);
        if found {
            return Some(Answer::Sat(copied));
        }
        // What is changed by hand needs no solver, which the other one asks; that answers soon where nothing is multiplied or chosen.
        let mut ways = [Stage::Repair, Stage::Patch];
        if is_tangled(arena, &stripped) {
            ways.reverse();
        }
        for way in ways {
            let (found, time) = timed(|| match way {
                Stage::Patch => near(arena, constraints, [&copied, &model]),
                _ => repair::repaired(arena, &question, &stripped, &copied, &mut |a, set| {
                    asked(a, set, next)
                }),
            });
            let found = found.filter(|model| model.satisfies(arena, constraints));
            self.count(way, found.is_some(), time);
            if let Some(model) = found {
                return Some(Answer::Sat(model));
            }
        }
        let until = start + self.timeout;
        let (answer, time) = timed(|| {
            refined(
                arena,
                constraints,
                &question,
                (stripped, model),
                until,
                next,
            )
        });
        self.count(Stage::Refine, answer.is_some(), time);
        answer
    }

    /// Adds what was counted, if there was a question with quantifiers.
    pub fn collect(&self, stats: &mut SolverStats) {
        if self.stages[0].asked == 0 {
            return;
        }
        for (name, stage) in NAMES.into_iter().zip(&self.stages) {
            stats.links.push((name, stage.clone()));
        }
    }
}

/// A model of the constraints near one of two.
fn near(arena: &Arena, constraints: &[ExprId], models: [&Model; 2]) -> Option<Model> {
    let mut models = VecDeque::from(models.map(|model| Tried::new(model.clone())));
    let found = patch::patched(arena, constraints, &mut models, true);
    found.map(|tried| tried.model)
}

/// Asks a solver about a set without quantifiers.
fn asked(arena: &Arena, set: &[ExprId], next: &mut dyn Solver) -> Answer {
    let mut set = set.to_vec();
    if let Some(answer) = settled(arena, &mut set) {
        return answer;
    }
    next.check(arena, &set)
}

/// Adds the instances that the model violates to what was asked, until there are none.
fn refined(
    arena: &mut Arena,
    constraints: &[ExprId],
    question: &Question,
    (mut set, mut model): (Vec<ExprId>, Model),
    until: Instant,
    next: &mut dyn Solver,
) -> Option<Answer> {
    let mut most = 4;
    for _ in 0..ROUNDS {
        let violated = question.violated(arena, &model);
        if violated.is_empty() || Instant::now() >= until {
            return None;
        }
        for (clause, value) in violated.into_iter().take(most) {
            set.push(question.instance(arena, clause, value));
        }
        most *= 2;
        model = match asked(arena, &set, next) {
            Answer::Sat(model) => model,
            Answer::Unsat => return Some(Answer::Unsat),
            Answer::Unknown(_) => return None,
        };
        if model.satisfies(arena, constraints) {
            return Some(Answer::Sat(model));
        }
        let copied = duplicated(arena, question, &model, &FxHashSet::default());
        if copied.satisfies(arena, constraints) {
            return Some(Answer::Sat(copied));
        }
    }
    None
}
