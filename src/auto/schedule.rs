//! The turns of a round: how much work each engine may do.
//!
//! In the first round, an engine gets work in proportion to its weight. In later rounds, the engines get the same work,
//! which doubles from round to round, except that one engine gets more: the *favorite*, which will probably finish
//! first. Consider an engine that has explored the share `s` of the execution tree, and whose last turn has increased
//! the share by `d` with the work `w`. This engine is expected to need `w * (1 - s) / d` more work. The estimate is too
//! small for loops that fork in each iteration: each iteration halves the share of the remaining iterations, but not
//! their work. Therefore each earlier estimate that was too small makes the next estimates of the engine larger.
//!
//! If no engine is close to its end by this estimate, the execution tree is too large to be explored path by path. Two
//! kinds of engines may still end soon, but their ends cannot be predicted:
//!
//! - an engine that merges and keeps few live states: one merged path represents a large part of the tree;
//! - an engine that does not follow the execution tree, such as conflict-driven search.
//!
//! If both kinds exist, they alternate: the favorite is an engine of one kind in odd rounds, and of the other kind in
//! even rounds. One of the two kinds *leads* ([`Lead`]): the favorite of the other kind gets only as much work as it
//! needs to reach the total work of the leader. If the first kind leads and has several engines, the leader is the
//! engine that has led least often so far. A favorite of these two kinds gets less work (`BLIND_FAVOR`) than a favorite
//! with an estimate (`MOST_FAVOR`), except for a leader of the second kind.
//!
//! A long run (`LONG_RUN`) is probably ended by a limit. If the run makes test cases, its result is then the covered
//! code, and the engines that explore path by path cover code fastest. In a long run, three engines do so. The engine
//! of [`Kind::Paths`] gets as much work as all engines of other kinds. The engines of [`Kind::Coverage`], which begin
//! when the run becomes long, follow in the order of the table: the first one, which melds branches, gets as much work
//! as all engines before it, and the second one as much as all engines before it, which is half of all work
//! (`COVERING_FAVOR`). The two kinds of favorites no longer alternate: both have longer turns in each round, so that two
//! threads have work in the whole round.
use symtool_engine::Progress;

/// The work of the first round for each unit of weight, in the unit of `Observer::grant`. This work takes about 12 ms.
const FIRST_TURN: u64 = 250_000;
/// The maximum work of a favorite with an estimate, relative to the work of the other engines. In the two rounds after
/// the first one, the limit is [`BLIND_FAVOR`] instead, because little is known about the engines.
const MOST_FAVOR: u64 = 16;
/// The maximum work of a favorite without an estimate, relative to the work of the other engines. A larger factor
/// wastes more work if the favorite is a wrong choice: with the factor 16, runs on some programs took ten times the
/// work that another engine needs alone. (Alone, it needs a few million units.)
const BLIND_FAVOR: u64 = 4;
/// The total work of all engines from which a run counts as a *long run*. The program is then probably too large to be
/// explored completely. Therefore the engines that explore path by path get more work, to cover code. This total work
/// takes about 2 s.
const LONG_RUN: u64 = 32_000_000;
/// The maximum work of one turn of an engine that explores path by path in a long run ([`LONG_RUN`]), relative to the
/// work of engines without a longer turn.
const COVERING_FAVOR: u64 = 32;
/// The maximum work of one turn of the favorite of the kind that does not lead ([`Lead`]) in a long run, relative to
/// the work of engines without a longer turn.
const SECOND_FAVOR: u64 = 8;
/// The factor by which each earlier estimate that was too small enlarges an estimate.
const DISTRUST: f64 = 4.0;
/// The largest number of live states with which an engine that merges can be the favorite without an estimate. With
/// more live states, the engine probably does not end soon. There are exceptions: pattern merging of `tokens 20` (the
/// program `tokens` with the size 20) ends although it has 90 live states.
const FEW_STATES: u64 = 64;
/// The value of [`FEW_STATES`] for runs in which an engine that does not follow the execution tree leads. Programs of
/// such runs have endless loops or an unwinding bound. States of different iterations are then not merged, so a large
/// number of live states does not decrease.
const FEW_STATES_OF_LOOPS: u64 = 16;
/// The value of [`Outlook::broken`] for a new engine. A new engine counts as if three of its estimates had already
/// been too small, so its first estimate is multiplied by [`DISTRUST`] three times.
const INITIAL_DISTRUST: i32 = 3;

/// The way in which an engine explores the program: whether it follows the execution tree, and whether it merges paths.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The execution tree, path by path.
    Paths,
    /// The execution tree, with merged states or melded branches.
    MergedPaths,
    /// Not the execution tree, so that the explored share is unknown.
    WithoutTree,
    /// The execution tree, path by path, in an order that covers code early. The engines of this kind run only in a long
    /// run. One of them melds branches.
    Coverage,
}

/// The progress of one engine, from which the schedule estimates the remaining work of the engine at the beginning of
/// a round.
#[derive(Clone, Debug)]
pub(super) struct Outlook {
    weight: u64,
    kind: Kind,
    progress: Progress,
    /// The progress at the beginning of the last turn. The difference from `progress` is the progress of that turn.
    before: Progress,
    /// The total work at which the engine finishes according to its estimate. It is set while the engine is the
    /// favorite because of this estimate, and is `None` otherwise.
    promised: Option<f64>,
    /// The number of times that the engine did not finish with the work that an estimate had predicted. It starts at
    /// [`INITIAL_DISTRUST`], and each time makes later estimates larger by the factor [`DISTRUST`].
    broken: i32,
    /// The number of rounds in which the engine was the favorite without an estimate, as the leader or the only
    /// candidate. A round in which the explored share did not grow counts twice.
    led: u32,
    /// Whether the engine is the favorite without an estimate in its current turn.
    leads: bool,
}

/// The kind of engine that leads if no engine is close to its end. The engines of the other kind get only so much work
/// that their total work does not exceed that of the leader by much.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Lead {
    /// An engine that merges.
    Merging,
    /// An engine that does not follow the execution tree.
    WithoutTree,
}

/// One turn of a round.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    /// The index of the engine.
    pub engine: usize,
    /// The additional work that the engine may do.
    pub work: u64,
}

impl Outlook {
    /// Returns the outlook of an engine that has not run.
    pub fn new(weight: u64, kind: Kind) -> Outlook {
        Outlook {
            weight,
            kind,
            progress: Progress::default(),
            before: Progress::default(),
            promised: None,
            broken: INITIAL_DISTRUST,
            led: 0,
            leads: false,
        }
    }

    /// Returns the way in which the engine explores the program.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Stores the progress of the engine at the end of a turn, and counts an estimate that was too small.
    pub fn update(&mut self, progress: Progress) {
        self.before = std::mem::replace(&mut self.progress, progress);
        let gains = self.progress.explored > self.before.explored;
        if std::mem::take(&mut self.leads) && !gains {
            self.led += 1;
        }
        let work = progress.work as f64;
        if self
            .promised
            .take_if(|promised| work >= *promised)
            .is_some()
        {
            self.broken += 1;
        }
    }

    /// Records that the engine is the favorite without an estimate in its next turn.
    fn lead(&mut self) {
        self.led += 1;
        self.leads = true;
    }

    /// Stores the progress of an engine that waits within a long query and reports only its work. `work` is the total
    /// work of the engine so far.
    pub fn stall(&mut self, work: u64) {
        let explored = match self.kind {
            Kind::Paths | Kind::MergedPaths | Kind::Coverage => {
                Some(self.progress.explored.unwrap_or(0.0))
            }
            Kind::WithoutTree => None,
        };
        let live = self.progress.live.max(1);
        self.update(Progress {
            work,
            explored,
            live,
        });
    }

    /// Returns the work that the engine probably needs to its end, from its explored share and the number of its
    /// estimates that were too small. Returns `None` if the engine does not follow the execution tree.
    fn remaining(&self) -> Option<f64> {
        Some(self.least_remaining()? * DISTRUST.powi(self.broken))
    }

    /// Returns the work that the engine needs to its end if its explored share grows as in its last turn. Returns
    /// `None` if the engine does not follow the execution tree.
    fn least_remaining(&self) -> Option<f64> {
        let share = self.progress.explored?;
        let gained = share - self.before.explored.unwrap_or(0.0);
        let work = self.progress.work.saturating_sub(self.before.work) as f64;
        Some(work * (1.0 - share) / gained.max(0.0))
    }
}

/// Returns the turns of a round in the order in which their events are delivered. `round` is the number of the round,
/// from 0. A favorite that is close to its end has the first turn. A favorite without an estimate has the last turn:
/// if another engine finishes in the round, the long turn of the favorite is not needed. With several threads, the
/// long turn begins together with the first turn. `live` are the engines that have not ended, with their indexes.
/// `wants_coverage` tells whether the result of the run includes test cases.
pub(super) fn turns<'a>(
    round: u32,
    lead: Lead,
    wants_coverage: bool,
    live: impl Iterator<Item = (usize, &'a mut Outlook)>,
) -> Vec<Turn> {
    let mut live: Vec<(usize, &mut Outlook)> = live.collect();
    let turn = |engine, work| Turn { engine, work };
    let work = FIRST_TURN.saturating_mul(1 << round.min(40));
    if round == 0 {
        let first = |(engine, it): &(usize, &mut Outlook)| turn(*engine, it.weight * work);
        return live.iter().map(first).collect();
    }
    let all_done: u64 = live.iter().map(|(_, it)| it.progress.work).sum();
    let is_long = is_long(all_done, wants_coverage);
    let favorite = favorite(round, is_long, lead, &mut live, work);
    let deputy = favorite.and_then(|favorite| deputy(favorite, &live, work));
    let second = favorite.and_then(|it| it.second);
    let mut works: Vec<u64> = (0..live.len())
        .map(|at| match (favorite, second) {
            (Some(it), _) if it.at == at => granted(live[at].1, it.most, work),
            _ if deputy == Some(at) => work.saturating_mul(BLIND_FAVOR),
            (_, Some(it)) if it.at == at => it.work,
            _ => work,
        })
        .collect();
    if is_long && !favorite.is_some_and(|it| it.is_close) {
        let fixed = [favorite.map(|it| it.at), deputy];
        cover(&live, fixed, &mut works, work);
    }
    let (leader, is_first) = favorite.map_or((None, false), |it| (Some(it.at), it.is_close));
    let others = (0..live.len()).filter(|&at| ![leader, deputy].contains(&Some(at)));
    let last = leader.filter(|_| !is_first);
    let order = leader.filter(|_| is_first).into_iter().chain(deputy);
    let order = order.chain(others).chain(last);
    order.map(|at| turn(live[at].0, works[at])).collect()
}

/// Returns the work of the favorite's turn: twice its estimated remaining work, but at least `work` and at most `most`.
/// Stores the total work at which the favorite should finish in [`Outlook::promised`].
fn granted(favorite: &mut Outlook, most: u64, work: u64) -> u64 {
    let needed = favorite.remaining();
    favorite.promised = needed.map(|needed| favorite.progress.work as f64 + needed);
    let wanted = needed.map_or(u64::MAX, |needed| (2.0 * needed) as u64);
    wanted.clamp(work, most)
}

/// Enlarges the turns of the engines that explore path by path in a long run, so that they cover code. If the limit
/// [`COVERING_FAVOR`] permits, the engine of [`Kind::Paths`] has done as much work as the engines of the other kinds when
/// the round ends, and each engine of [`Kind::Coverage`] as much as all engines before it. The turns of the engines
/// `fixed` (the favorite and the deputy) do not change. `works` contains the work of each turn, and `work` is the work of an
/// ordinary turn.
fn cover(live: &[(usize, &mut Outlook)], fixed: [Option<usize>; 2], works: &mut [u64], work: u64) {
    // The total work of the engines that do not explore path by path, and then also of those before the current one.
    let mut total = 0;
    for (at, (_, it)) in live.iter().enumerate() {
        if !matches!(it.kind, Kind::Paths | Kind::Coverage) {
            total += it.progress.work + works[at];
        }
    }
    for kind in [Kind::Paths, Kind::Coverage] {
        for (at, (_, it)) in live.iter().enumerate() {
            if it.kind != kind {
                continue;
            }
            let done = it.progress.work;
            if !fixed.contains(&Some(at)) {
                let behind = total.saturating_sub(done);
                works[at] = behind.clamp(work, work.saturating_mul(COVERING_FAVOR));
            }
            total += done + works[at];
        }
    }
}

/// Returns whether a run is long: the live engines have done so much work (`all_done`) that a limit will probably end
/// the run. Then the result of the run is the covered code. `wants_coverage` tells whether the result includes test
/// cases; without them, no run counts as long.
pub(super) fn is_long(all_done: u64, wants_coverage: bool) -> bool {
    wants_coverage && all_done >= LONG_RUN
}

/// Returns the largest number of live states with which an engine that merges can be the favorite without an estimate.
fn few_states(lead: Lead) -> u64 {
    match lead {
        Lead::Merging => FEW_STATES,
        Lead::WithoutTree => FEW_STATES_OF_LOOPS,
    }
}

/// The favorite of a round: the engine that gets more work than the other engines, because it probably finishes first.
#[derive(Copy, Clone, Debug)]
struct Favorite {
    /// The index of the engine in the list of live engines.
    at: usize,
    /// The maximum work of the favorite's turn.
    most: u64,
    /// Whether the engine is the favorite because its estimate says that it finishes in this round.
    is_close: bool,
    /// In a long run, the engine of the kind that does not lead; it also has a longer turn.
    second: Option<Second>,
}

/// The engine of the kind that does not lead ([`Lead`]). In a long run, it has a longer turn in the same round as the
/// leader.
#[derive(Copy, Clone, Debug)]
struct Second {
    /// The index of the engine in the list of live engines.
    at: usize,
    /// The work of the engine's turn.
    work: u64,
}

impl Favorite {
    /// Returns a favorite that has no estimate or is not close to its end. Its turn has at most the work `most`.
    fn blind(at: usize, most: u64) -> Favorite {
        Favorite {
            at,
            most,
            is_close: false,
            second: None,
        }
    }
}

/// Returns the index in `live` of the *deputy*: the engine, other than the favorite, that finishes first if its
/// explored share grows as in its last turn. The deputy gets the first turn of the round, with `BLIND_FAVOR` times the
/// work `work` of an ordinary turn. There is a deputy only if two conditions are met: this turn suffices for the deputy
/// to finish, and the favorite is not close to its end but may get more work than the deputy.
fn deputy(favorite: Favorite, live: &[(usize, &mut Outlook)], work: u64) -> Option<usize> {
    let longer = work.saturating_mul(BLIND_FAVOR);
    if favorite.is_close || favorite.most <= longer {
        return None;
    }
    let suffices = |needed: f64| needed <= longer as f64;
    let others = live.iter().enumerate().filter(|(at, _)| *at != favorite.at);
    let estimates = others.filter_map(|(at, (_, it))| Some((it.least_remaining()?, at)));
    let first = estimates.min_by(|a, b| a.0.total_cmp(&b.0));
    first
        .filter(|&(needed, _)| suffices(needed))
        .map(|(_, at)| at)
}

/// Returns the favorite of a round. The favorite is the engine that probably finishes first, if it needs at most the
/// work `work` of an ordinary turn. Otherwise no engine is close to its end. Then the favorite is, in alternate rounds,
/// an engine that merges and has few live states, and an engine that does not follow the execution tree. In a long run,
/// these two kinds do not alternate: the favorite belongs to the kind that leads, and the engine of the other kind
/// becomes [`Favorite::second`].
fn favorite(
    round: u32,
    is_long: bool,
    lead: Lead,
    live: &mut [(usize, &mut Outlook)],
    work: u64,
) -> Option<Favorite> {
    let most = work.saturating_mul(match round {
        1 | 2 => BLIND_FAVOR,
        _ => MOST_FAVOR,
    });
    let blind = work.saturating_mul(BLIND_FAVOR);
    let estimates = live.iter().enumerate();
    let estimates = estimates.filter_map(|(at, (_, it))| Some((it.remaining()?, at)));
    let close = |&(needed, _): &(f64, usize)| needed <= work as f64;
    let first = estimates.filter(close).min_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((_, at)) = first {
        return Some(Favorite {
            is_close: true,
            ..Favorite::blind(at, most)
        });
    }
    let without_tree = live.iter().position(|(_, it)| it.kind == Kind::WithoutTree);
    let has_few =
        |it: &Outlook| it.kind == Kind::MergedPaths && it.progress.live <= few_states(lead);
    let merging = live.iter().enumerate();
    let merging = merging.filter(|(_, (_, it))| has_few(it) && it.progress.explored.is_some());
    let merging = merging.min_by_key(|(_, (_, it))| (it.led, it.progress.live));
    let (leader, other, most) = match (merging.map(|(at, _)| at), without_tree) {
        (Some(merging), Some(without_tree)) => match lead {
            Lead::Merging => (merging, without_tree, blind),
            Lead::WithoutTree => (without_tree, merging, most),
        },
        (one, two) => {
            let only = one.or(two)?;
            live[only].1.lead();
            let is_trusted = lead == Lead::WithoutTree && Some(only) == without_tree;
            return Some(Favorite::blind(only, if is_trusted { most } else { blind }));
        }
    };
    let done = |at: usize| live[at].1.progress.work;
    let behind = done(leader).saturating_sub(done(other));
    if is_long || round % 2 == 1 {
        live[leader].1.lead();
        let second = is_long.then(|| Second {
            at: other,
            work: behind.clamp(work, work.saturating_mul(SECOND_FAVOR)),
        });
        return Some(Favorite {
            second,
            ..Favorite::blind(leader, most)
        });
    }
    Some(Favorite::blind(other, behind.clamp(work, blind)))
}

#[cfg(test)]
mod tests;
