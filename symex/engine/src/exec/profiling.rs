//! Recording of the profile. If [`Config::profile`](crate::Config::profile) is off, the functions of this file do
//! nothing.
use super::Executor;
use super::hotspots::{QueryPurpose, about};
use crate::profile::{
    Costs, Growth, GrowthSample, MAX_QUERIES, NO_SITE, NodeEnd, Origins, Place, Profile,
    QueryProfile, Shares, Sites, Tree, TreeNode, UserCode, input_key, lines, place,
};
use crate::state::{State, StateId};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use symtool_expr::ExprId;
use symtool_ir::{Func, Inputs, Outcome};
use symtool_solver::SolvedQuery;

/// The fixed part of the work of a solver query, which does not depend on the expressions of the query. All amounts of
/// work in this file are in instructions of the symbolic interpreter.
const FIXED_WORK: u64 = 5_000;
/// The work of visiting one expression node of a query to find the source line that built the node.
const VISIT_WORK: u64 = 8;
/// The divisor in the limit of the work of visiting query nodes: [`FREE_VISITS`] plus the work of the whole run divided
/// by this number. The limit keeps the visits from slowing down the run.
const VISIT_DIVISOR: u64 = 128;
/// The work of visiting query nodes that every run may spend, in addition to the share given by [`VISIT_DIVISOR`].
const FREE_VISITS: u64 = 50_000;
/// The maximum length, in bytes, of the text of one condition in the execution tree.
const CONDITION_LENGTH: usize = 400;
/// The maximum length, in bytes, of the text of one condition after half of the total length [`ALL_CONDITIONS`] is used
/// up.
const SHORT_CONDITION: usize = 90;
/// The maximum total length, in bytes, of the texts of all conditions in the execution tree.
const ALL_CONDITIONS: usize = 600_000;
/// For each query in the profile: the maximum length, in bytes, of the text of one constraint, and the maximum number
/// of constraints that are shown.
const TERM: (usize, usize) = (300, 12);
/// The maximum number of source lines that are listed as the lines that built a query.
const BUILDERS: usize = 5;

/// The recorder of the profile of one worker, with the costs so far.
pub(super) struct Profiler {
    user: UserCode,
    /// For each function and step, the number of jumps to the step. The first table counts the jumps of the states that
    /// forks have created; the second table counts those of the first state, which no fork has created. Only the
    /// instructions of the first state are charged to their own lines; those of every other state are charged to the
    /// fork that created it.
    entered: [Vec<Vec<u64>>; 2],
    /// Whether the running state is the first state.
    is_first: bool,
    sites: Sites,
    origins: Origins,
    shares: Shares,
    tree: Tree,
    /// The most expensive queries, each with a number that identifies it: the value of `kept` when the query was
    /// recorded.
    queries: Vec<(QueryProfile, u64)>,
    /// The number of queries that were among the most expensive ones when they were recorded.
    kept: u64,
    growth: Growth,
    /// The number of expression nodes that merges have built.
    merge_nodes: u64,
    /// The work spent so far on visiting the expression nodes of queries.
    visits: u64,
    /// The work of queries that still has to be charged to the steps that built the expressions of these queries.
    waiting: u64,
    /// The number of executed instructions that have been charged to states.
    charged: u64,
    /// The fixed work of queries ([`FIXED_WORK`] each) that has not been charged to a state yet.
    fixed: u64,
    /// The total work of the solver chain up to the end of the latest query.
    solved: u64,
}

impl Profiler {
    /// Charges the work since the previous call of this function. This work is charged to the node of `state` in the
    /// execution tree, and to the fork that created the state.
    fn charge(&mut self, state: StateId, instructions: u64) {
        let work = instructions - self.charged + self.fixed;
        self.charged = instructions;
        self.fixed = 0;
        let creator = self.tree.add_work(state, work);
        if let Some(costs) = self.sites.costs(creator) {
            costs.fork_guilt += work;
        }
    }

    fn costs_at(&mut self, site: u32, change: impl FnOnce(&mut Costs)) {
        if let Some(costs) = self.sites.costs(site) {
            change(costs);
        }
    }
}

impl<'a> Executor<'a> {
    /// Begins to record if the configuration asks for a profile.
    pub(super) fn begin_profile(&mut self) {
        if !self.config.profile {
            return;
        }
        self.solving.chain.keep_constraints();
        self.profiler = Some(Box::new(Profiler {
            user: UserCode::of(self.program, &self.code),
            entered: [(); 2].map(|()| vec![Vec::new(); self.code.functions.len()]),
            is_first: true,
            sites: Sites::new(&self.code),
            origins: Origins::default(),
            shares: Shares::default(),
            tree: Tree::default(),
            queries: Vec::new(),
            kept: 0,
            growth: Growth::default(),
            merge_nodes: 0,
            visits: 0,
            waiting: 0,
            charged: 0,
            fixed: 0,
            solved: 0,
        }));
    }

    /// Returns the site (the step of the user's code to which costs are charged) for the step that a state executes. In
    /// a library model, it is the call of the model.
    fn site(&mut self, state: &State) -> u32 {
        let Some(profiler) = &mut self.profiler else {
            return NO_SITE;
        };
        let frame = &state.frame;
        if profiler.user.contains(frame.func) {
            return profiler.sites.number(&self.code, frame.func, frame.pc);
        }
        let mut callers = state.callers.iter();
        let user = callers.find(|frame| profiler.user.contains(frame.func));
        let frame = user.unwrap_or(frame);
        profiler.sites.number(&self.code, frame.func, frame.pc)
    }

    /// Counts a jump to the step `pc` of a function.
    #[inline]
    pub(super) fn profile_jump(&mut self, func: Func, pc: u32) {
        if let Some(profiler) = &mut self.profiler {
            let counts = &mut profiler.entered[usize::from(profiler.is_first)];
            let counts = &mut counts[func.as_u32() as usize];
            match counts.get_mut(pc as usize) {
                Some(count) => *count += 1,
                None => begin_count(counts, pc, self.code.of(func).steps.len()),
            }
        }
    }

    /// Records whether `state`, which runs next, is the first state.
    pub(super) fn profile_next(&mut self, state: StateId) {
        if let Some(profiler) = &mut self.profiler {
            profiler.is_first = profiler.tree.creator(state) == NO_SITE;
        }
    }

    /// Charges to the step that a state executes all expressions that are not charged to any step yet.
    #[inline]
    pub(super) fn profile_built(&mut self, state: &State) {
        if let Some(profiler) = &self.profiler
            && profiler.origins.known() != self.arena.len()
        {
            self.built_by(state);
        }
    }

    #[cold]
    fn built_by(&mut self, state: &State) {
        let site = self.site(state);
        self.charge_expressions(site);
    }

    /// Charges to a site (a step of the user's code) all expressions that are not charged to any site yet. Returns the
    /// number of these expressions.
    fn charge_expressions(&mut self, site: u32) -> u64 {
        let Some(profiler) = &mut self.profiler else {
            return 0;
        };
        let new = profiler.origins.built(self.arena.len(), site);
        profiler.costs_at(site, |costs| costs.nodes += new);
        new
    }

    /// Charges to a site (a step of the user's code) the expressions that a merge has just built.
    fn charge_merge(&mut self, site: u32) {
        let new = self.charge_expressions(site);
        if let Some(profiler) = &mut self.profiler {
            profiler.merge_nodes += new;
        }
    }

    /// Records the current numbers of states and expressions in `growth`, if the work since the latest sample is large
    /// enough.
    fn sample_growth(&mut self) {
        if let Some(sample) = self.growth_sample()
            && let Some(profiler) = &mut self.profiler
            && profiler.growth.is_due(sample.work)
        {
            profiler.growth.add(sample);
        }
    }

    fn growth_sample(&self) -> Option<GrowthSample> {
        let profiler = self.profiler.as_ref()?;
        Some(GrowthSample {
            work: self.stats.instructions + profiler.solved,
            live: self.live.states.len() as u64,
            merges: self.stats.paths.merged,
            nodes: self.arena.len() as u64,
            merge_nodes: profiler.merge_nodes,
        })
    }

    /// Charges the expressions that an array transformation of `cond` has just built. They are charged to the step that
    /// reads the array or, if this step is unknown, to the step that `state` executes.
    pub(super) fn profile_rewritten(&mut self, state: &State, cond: ExprId) {
        let Some(profiler) = &self.profiler else {
            return;
        };
        let reads = symtool_expr::arrays::reads(&self.arena, cond);
        let reader = reads.last().map(|&read| profiler.origins.of(read));
        match reader.filter(|&site| site != NO_SITE) {
            Some(site) => drop(self.charge_expressions(site)),
            None => self.built_by(state),
        }
    }

    /// Records a query that the current step of `state` has issued. `solved` contains the solver queries that the chain
    /// needed for the answer, and `work` is the total work of the solver chain so far.
    pub(super) fn profile_queries(
        &mut self,
        state: &State,
        purpose: QueryPurpose,
        solved: &[SolvedQuery],
        work: u64,
    ) {
        if self.profiler.is_none() {
            return;
        }
        self.sample_growth();
        let site = self.site(state);
        let total = self.stats.instructions + work;
        let Some(profiler) = &mut self.profiler else {
            return;
        };
        let spent = work - profiler.solved;
        profiler.solved = work;
        let fixed = spent.min(solved.len() as u64 * FIXED_WORK + 50);
        let is_first = profiler.is_first;
        profiler.fixed += fixed;
        profiler.costs_at(site, |costs| {
            costs.run_guilt += if is_first { fixed } else { 0 };
            costs.queries += 1;
            costs.solver_queries += solved.len() as u64;
            costs.solver_time += solved.iter().map(|query| query.time).sum();
            costs.query_work += spent;
        });
        let Some(largest) = solved.iter().max_by_key(|query| query.nodes) else {
            return profiler.costs_at(site, |costs| costs.expression_guilt += spent - fixed);
        };
        profiler.waiting += spent - fixed;
        let visits = largest.nodes as u64 * VISIT_WORK;
        if profiler.visits + visits > FREE_VISITS + total / VISIT_DIVISOR {
            return;
        }
        profiler.visits += visits;
        let shares = profiler
            .shares
            .of(&self.arena, &profiler.origins, &largest.set);
        let gates: u64 = shares.iter().map(|&(_, gates)| gates).sum();
        let excess = std::mem::take(&mut profiler.waiting);
        for &(site, own) in &shares {
            let part = u128::from(excess) * u128::from(own) / u128::from(gates.max(1));
            profiler.costs_at(site, |costs| costs.expression_guilt += part as u64);
        }
        if shares.is_empty() {
            profiler.costs_at(site, |costs| costs.expression_guilt += excess);
        }
        let is_among = profiler.queries.len() < MAX_QUERIES
            || profiler
                .queries
                .last()
                .is_some_and(|(last, _)| last.work < spent);
        if is_among {
            let about = about(&self.code, (state.frame.func, state.frame.pc), purpose);
            self.keep_query((site, about, state.id), largest, spent, &shares);
        }
    }

    /// Adds a query to the list of the most expensive queries. If the list becomes longer than [`MAX_QUERIES`], its
    /// cheapest query is removed.
    fn keep_query(
        &mut self,
        (site, about, state): (u32, String, StateId),
        query: &SolvedQuery,
        work: u64,
        shares: &[(u32, u64)],
    ) {
        let place = |site| self.place_of(site);
        let gates: u64 = shares.iter().map(|&(_, gates)| gates).sum();
        let mut built_by: Vec<(Place, u32)> = Vec::new();
        for &(site, own) in shares {
            let share = (own * 100 / gates.max(1)) as u32;
            let Some(place) = place(site) else { continue };
            match built_by.iter_mut().find(|(known, _)| *known == place) {
                Some((_, known)) => *known += share,
                None => built_by.push((place, share)),
            }
        }
        built_by.sort_by_key(|&(_, share)| std::cmp::Reverse(share));
        built_by.truncate(BUILDERS);
        let skipped = query.set.len().saturating_sub(TERM.1);
        let terms = query.set[skipped..].iter();
        let kept = QueryProfile {
            place: place(site),
            node: None,
            about,
            time: query.time,
            work,
            by: query.by.clone(),
            answer: query.answer,
            constraints: query.constraints,
            nodes: query.nodes,
            terms: terms.map(|&e| self.arena.c_text(e, TERM.0)).collect(),
            built_by,
            logged: query.logged,
        };
        if let Some(profiler) = &mut self.profiler {
            let at = profiler
                .queries
                .partition_point(|(known, _)| known.work >= work);
            profiler.kept += 1;
            profiler.tree.keep_query(profiler.kept, state);
            profiler.queries.insert(at, (kept, profiler.kept));
            for (_, gone) in profiler
                .queries
                .drain(MAX_QUERIES.min(profiler.queries.len())..)
            {
                profiler.tree.forget_query(gone);
            }
        }
    }

    fn place_of(&self, site: u32) -> Option<Place> {
        let point = self.profiler.as_ref()?.sites.point(site)?;
        place(self.program, &self.code, point)
    }

    /// Counts a fork at the step that a state executes. A check that some inputs pass and others fail counts as a
    /// fork.
    pub(super) fn profile_fork_count(&mut self, state: &State) {
        if self.profiler.is_some() {
            let site = self.site(state);
            if let Some(profiler) = &mut self.profiler {
                profiler.costs_at(site, |costs| costs.forks += 1);
            }
        }
    }

    /// Records in the execution tree that `state` has forked the state `other`. Charges to `state` the work since the
    /// previous charge.
    pub(super) fn profile_fork(&mut self, state: &State, other: StateId) {
        if self.profiler.is_some() {
            let site = self.site(state);
            let instructions = self.stats.instructions;
            if let Some(profiler) = &mut self.profiler {
                profiler.charge(state.id, instructions);
                let conditions = state.path.conditions().len();
                profiler.tree.fork(state.id, other, site, conditions);
            }
        }
    }

    /// Charges the work of a time slice to the state that ran. Each node that a fork in this slice has created gets a
    /// label: the condition of its side of the fork.
    pub(super) fn profile_slice(&mut self, state: &State, forked: &[State]) {
        self.sample_growth();
        let Some(profiler) = &mut self.profiler else {
            return;
        };
        profiler.charge(state.id, self.stats.instructions);
        for (node, id, from) in profiler.tree.take_unlabeled() {
            let mut states = std::iter::once(state).chain(forked);
            let found = states.find(|state| state.id == id);
            if let Some(condition) = found.and_then(|state| state.path.before_rewriting_at(from)) {
                profiler.tree.label(node, condition);
            }
        }
    }

    /// Records the outcome of a path in the execution tree.
    pub(super) fn profile_end(&mut self, state: StateId, outcome: &Outcome) {
        let end = match outcome {
            Outcome::Exit(_) | Outcome::Abort | Outcome::Silent(_) => NodeEnd::Completed,
            Outcome::AssumeFailed => NodeEnd::Assumed,
            Outcome::Unsupported { .. } | Outcome::Limit(_) => NodeEnd::Dropped,
            Outcome::Bug(_) => NodeEnd::Open,
        };
        self.profile_node_end(state, end);
    }

    /// Records how the current node of a state in the execution tree ended.
    pub(super) fn profile_node_end(&mut self, state: StateId, end: NodeEnd) {
        if let Some(profiler) = &mut self.profiler {
            profiler.tree.end(state, end);
        }
    }

    /// Ends the association of a state, whose path is over, with its node in the execution tree. The node remains.
    pub(super) fn profile_gone(&mut self, state: StateId) {
        if let Some(profiler) = &mut self.profiler {
            profiler.tree.forget(state);
        }
    }

    /// Records that a state fails under the condition `when`, and the failing input; `inputs` is `None` if no input was
    /// searched for.
    pub(super) fn profile_failure(&mut self, state: &State, when: ExprId, inputs: Option<&Inputs>) {
        if self.profiler.is_some() {
            let site = self.site(state);
            let condition = (!self.arena.is_true(when)).then_some(when);
            if let Some(profiler) = &mut self.profiler {
                let test = inputs.map_or(0, input_key);
                profiler.tree.fail(state.id, site, test, condition);
            }
        }
    }

    /// Records the test case of a state in the execution tree.
    pub(super) fn profile_test(&mut self, state: StateId, inputs: &Inputs) {
        if let Some(profiler) = &mut self.profiler {
            profiler.tree.tested(state, input_key(inputs));
        }
    }

    /// Records that the state `two` was merged into `one`. The expressions that the merge built are charged to the
    /// latest fork or merge of `two`.
    pub(super) fn profile_join(&mut self, one: &State, two: StateId) {
        if self.profiler.is_some() {
            let here = self.site(one);
            let forked_at = match &mut self.profiler {
                Some(profiler) => {
                    let forked_at = profiler.tree.latest_fork(two);
                    profiler.tree.join(one.id, two, here);
                    profiler.costs_at(forked_at, |costs| costs.merges += 1);
                    profiler.costs_at(here, |costs| costs.joins += 1);
                    forked_at
                }
                None => NO_SITE,
            };
            self.charge_merge(forked_at);
            self.sample_growth();
        }
    }

    /// Records that the two sides of a branch were merged at the branch that `state` executes.
    pub(super) fn profile_branch_merge(&mut self, state: &State) {
        if self.profiler.is_some() {
            let site = self.site(state);
            self.charge_merge(site);
            if let Some(profiler) = &mut self.profiler {
                profiler.costs_at(site, |costs| {
                    costs.merges += 1;
                    costs.joins += 1;
                });
            }
        }
    }

    /// Records states that came from another worker, as new children of the root of the execution tree.
    pub(super) fn profile_received(&mut self, states: &[StateId]) {
        if let Some(profiler) = &mut self.profiler {
            states.iter().for_each(|&id| profiler.tree.receive(id));
        }
    }

    /// Ends the recording, and returns the profile.
    pub(super) fn end_profile(&mut self) -> Option<Profile> {
        let last = self.growth_sample();
        let mut profiler = self.profiler.take()?;
        let growth = std::mem::take(&mut profiler.growth);
        let kept = std::mem::take(&mut profiler.queries).into_iter();
        let queries = kept.map(|(query, number)| QueryProfile {
            node: profiler.tree.node_of_query(number),
            ..query
        });
        let queries: Vec<QueryProfile> = queries.collect();
        let mut places: FxHashMap<Place, u32> = FxHashMap::default();
        let mut list: Vec<Place> = Vec::new();
        let mut of_site: FxHashMap<u32, Option<u32>> = FxHashMap::default();
        let mut number = |site: u32| -> Option<u32> {
            *of_site.entry(site).or_insert_with(|| {
                let point = profiler.sites.point(site)?;
                let place = place(self.program, &self.code, point)?;
                Some(*places.entry(place).or_insert_with_key(|place| {
                    list.push(place.clone());
                    list.len() as u32 - 1
                }))
            })
        };
        let recorded = profiler.tree.into_nodes();
        let mut order: Vec<usize> = (0..recorded.len()).collect();
        order.sort_by_key(|&at| recorded[at].depth);
        let mut texts: Vec<Arc<str>> = vec![Arc::default(); recorded.len()];
        // Many nodes have the same condition, so the text of each condition is made only once.
        let mut known: FxHashMap<ExprId, Arc<str>> = FxHashMap::default();
        let mut length = 0;
        for at in order {
            if length >= ALL_CONDITIONS {
                break;
            }
            if let Some(condition) = recorded[at].condition {
                let text = known.entry(condition).or_insert_with(|| {
                    let most = match length < ALL_CONDITIONS / 2 {
                        true => CONDITION_LENGTH,
                        false => SHORT_CONDITION,
                    };
                    let text = self.arena.c_text(condition, most);
                    length += text.len();
                    text.into()
                });
                texts[at] = Arc::clone(text);
            }
        }
        let nodes = recorded
            .into_iter()
            .zip(texts)
            .map(|(node, condition)| TreeNode {
                parent: node.parent,
                place: number(node.site),
                condition,
                end: node.end,
                work: node.work,
                counts: node.counts,
                hidden: node.hidden,
                into: Some(node.into).filter(|&into| into != u32::MAX),
                test: node.test,
            });
        let tree = nodes.collect();
        Some(Profile {
            lines: lines(
                (self.program, &self.code),
                &profiler.entered,
                &profiler.sites,
            ),
            tree,
            places: list,
            queries,
            growth: last.map_or_else(Vec::new, |last| growth.finish(last)),
            work: self.stats.instructions + self.solving.chain.work(),
        })
    }
}

/// Allocates the counters of a function, and counts the first jump to a step.
#[cold]
fn begin_count(counts: &mut Vec<u64>, pc: u32, steps: usize) {
    counts.resize(steps, 0);
    if let Some(count) = counts.get_mut(pc as usize) {
        *count += 1;
    }
}
