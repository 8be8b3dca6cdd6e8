//! The turns of a round: how much work each engine may do.
//!
//! In the first round, an engine gets work in proportion to its weight. In later rounds, every engine gets the same
//! work, which doubles from round to round, and one engine, the *favorite*, gets more: the engine that will probably
//! finish first. An engine that has explored the share `s` of the execution tree, and has increased the share by `d`
//! with the work `w` of its last turn, is expected to need `w * (1 - s) / d` more. The estimate is too small for loops
//! that fork in each iteration: each iteration halves the share of the remaining iterations, but not their work.
//! Therefore each earlier estimate that was too small makes the next estimates of the engine larger.
//!
//! If no engine is close to its end by this estimate, the execution tree is too large to be explored path by path. Two
//! kinds of engines may still end soon, but their ends cannot be predicted:
//!
//! - an engine that merges and keeps few live states: one merged path represents a large part of the tree;
//! - an engine that does not follow the execution tree, such as conflict-driven search.
//!
//! If both kinds exist, they alternate: the favorite is an engine of one kind in odd rounds, and of the other kind in
//! even rounds. One of the two kinds *leads* ([`Lead`]). The favorite of the other kind gets only as much work as it
//! needs to reach the total work of the leader. If the first kind leads and has several engines, these engines lead in
//! turns. A favorite without an estimate gets less work than a favorite with an estimate (`BLIND_FAVOR`,
//! `MOST_FAVOR`), except for a leader of the second kind.
//!
//! A limit will probably end a long run (`LONG_RUN`). If the run makes test cases, its result is then the covered code, and
//! the engines that explore path by path cover code fastest. Two engines do so in a long run: the engine of
//! [`Kind::Coverage`], which begins then, gets as much work as all other engines together (`COVERING_FAVOR`), and the engine of
//! [`Kind::Paths`] as much as the remaining ones together. The two kinds of favorites no longer alternate: both have longer
//! turns in each round, so that two threads have work in the whole round.
use symtool_engine::Progress;

/// The work of the first round for each unit of weight. It takes about 12 ms.
const FIRST_TURN: u64 = 250_000;
/// The maximum work of a favorite with an estimate, relative to that of the other engines. In the two rounds after the
/// first one, [`BLIND_FAVOR`] applies, because little is known about the engines.
const MOST_FAVOR: u64 = 16;
/// The maximum work of a favorite without an estimate, relative to that of the other engines. A larger factor wastes
/// more work if the favorite is a wrong choice. With the factor 16, some programs took ten times the work that another
/// engine needs for them alone (a few million units).
const BLIND_FAVOR: u64 = 4;
/// The total work of all engines from which a run counts as a *long run*. The program is then probably too large to be
/// explored completely. Therefore the engines that explore path by path get more work, to cover code. This total work
/// takes about 2 s.
const LONG_RUN: u64 = 32_000_000;
/// The maximum work in one round of an engine that explores path by path in a long run ([`LONG_RUN`]), relative to that of
/// engines without a longer turn.
const COVERING_FAVOR: u64 = 32;
/// The maximum work of a favorite of the kind that does not lead, in a long run, relative to that of engines without a
/// longer turn.
const SECOND_FAVOR: u64 = 8;
/// The factor by which each earlier estimate that was too small enlarges an estimate.
const DISTRUST: f64 = 4.0;
/// The largest number of live states with which an engine that merges can be the favorite without an estimate. The
/// number is not exact: pattern merging of `tokens 20` (the program `tokens` with the size 20) ends with 90 live
/// states.
const FEW_STATES: u64 = 64;
/// The value of [`FEW_STATES`] for runs in which an engine that does not follow the execution tree leads. Programs of
/// such runs have endless loops or an unwinding bound. States of different iterations are then not merged, so a large
/// number of live states does not decrease.
const FEW_STATES_OF_LOOPS: u64 = 16;
/// The value of [`Outlook::broken`] for a new engine. A new engine counts as if three of its estimates had already
/// been too small, so its first estimate is multiplied by [`DISTRUST`] three times.
const INITIAL_DISTRUST: i32 = 3;

/// The way in which an engine explores the program: by the execution tree or without it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The execution tree, path by path.
    Paths,
    /// The execution tree, with merged states or melded branches.
    MergedPaths,
    /// Not the execution tree, so that the explored share is unknown.
    WithoutTree,
    /// The execution tree, path by path, in an order that covers code early. The engine runs only in a long run.
    Coverage,
}

/// The progress of one engine, from which the schedule estimates the remaining work of the engine at the beginning of
/// a round.
#[derive(Clone, Debug)]
pub(super) struct Outlook {
    weight: u64,
    kind: Kind,
    progress: Progress,
    /// The progress at the beginning of the last turn.
    before: Progress,
    /// The total work at which the engine should finish by the estimate that made it the favorite; `None` if it is
    /// not the favorite.
    promised: Option<f64>,
    /// The number of times that the engine did not finish with the work that an estimate had predicted
    /// ([`INITIAL_DISTRUST`] for a new engine).
    broken: i32,
    /// The number of rounds in which the engine was the favorite without an estimate, as the leader or the only
    /// candidate. A round in which the explored share did not grow counts twice.
    led: u32,
    /// Whether the engine is the favorite without an estimate in its current turn.
    leads: bool,
}

/// The kind of engine that leads if no engine is close to its end: the total work of the other kind is at most about
/// that of the leader.
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

    /// Notes the progress of the engine at the end of a turn.
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

    /// Notes that the engine is the favorite without an estimate in its next turn.
    fn lead(&mut self) {
        self.led += 1;
        self.leads = true;
    }

    /// Notes that the engine waits within a long query. `work` is the total work of the engine so far.
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

    /// Returns the work of the engine if it is of the given kind; 0 otherwise.
    fn work_as(&self, kind: Kind) -> u64 {
        match self.kind == kind {
            true => self.progress.work,
            false => 0,
        }
    }

    /// Returns the work that the engine probably needs to its end; `None` if it does not follow the execution tree.
    fn remaining(&self) -> Option<f64> {
        Some(self.least_remaining()? * DISTRUST.powi(self.broken))
    }

    /// Returns the work that the engine needs to its end if its explored share grows as in its last turn.
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
    let mut turns = Vec::new();
    turns.extend(deputy.map(|at| turn(live[at].0, work.saturating_mul(BLIND_FAVOR))));
    let others = live.iter().enumerate();
    let others = others.filter(|(at, _)| ![favorite.map(|it| it.at), deputy].contains(&Some(*at)));
    let covers = is_long && !favorite.is_some_and(|it| it.is_close);
    let second = favorite.and_then(|it| it.second);
    let by_coverage: u64 = live.iter().map(|(_, it)| it.work_as(Kind::Coverage)).sum();
    let catches_up = |done: u64, others: u64| {
        let behind = others.saturating_sub(done);
        behind.clamp(work, work.saturating_mul(COVERING_FAVOR))
    };
    let others_work = |at: usize, it: &Outlook| {
        let done = it.progress.work;
        match it.kind {
            _ if let Some(second) = second.filter(|it| it.at == at) => second.work,
            Kind::Coverage if covers => catches_up(done, all_done - done),
            Kind::Paths if covers => catches_up(done, all_done - by_coverage - done),
            Kind::Paths | Kind::MergedPaths | Kind::WithoutTree | Kind::Coverage => work,
        }
    };
    turns.extend(others.map(|(at, (engine, it))| turn(*engine, others_work(at, it))));
    if let Some(Favorite {
        at, most, is_close, ..
    }) = favorite
    {
        let (engine, it) = &mut live[at];
        let wanted = it
            .remaining()
            .map_or(u64::MAX, |needed| (2.0 * needed) as u64);
        let granted = wanted.clamp(work, most);
        it.promised = it
            .remaining()
            .map(|needed| it.progress.work as f64 + needed);
        let first = if is_close { 0 } else { turns.len() };
        turns.insert(first, turn(*engine, granted));
    }
    turns
}

/// Returns whether a run in which the live engines have done the work `all_done` is long: a limit will probably end it, and
/// its result is then the covered code. `wants_coverage` tells whether the result includes test cases.
pub(super) fn is_long(all_done: u64, wants_coverage: bool) -> bool {
    wants_coverage && all_done >= LONG_RUN
}

/// Returns the largest number of live states with which an engine that merges can be the favorite.
fn few_states(lead: Lead) -> u64 {
    match lead {
        Lead::Merging => FEW_STATES,
        Lead::WithoutTree => FEW_STATES_OF_LOOPS,
    }
}

/// The favorite of a round: the engine that gets more work than the other engines.
#[derive(Copy, Clone, Debug)]
struct Favorite {
    /// The position in the list of engines.
    at: usize,
    /// The maximum work of its turn.
    most: u64,
    /// Whether the favorite is close to its end by its estimate.
    is_close: bool,
    /// In a long run, the favorite of the other kind.
    second: Option<Second>,
}

/// An engine of the kind that does not lead, which also has a longer turn in a long run.
#[derive(Copy, Clone, Debug)]
struct Second {
    /// The position in the list of engines.
    at: usize,
    /// The work of its turn.
    work: u64,
}

impl Favorite {
    /// Returns a favorite that is not close to its end by an estimate, and that may do at most the work `most` in its
    /// turn.
    fn blind(at: usize, most: u64) -> Favorite {
        Favorite {
            at,
            most,
            is_close: false,
            second: None,
        }
    }
}

/// Returns the position of the *deputy*: the engine that finishes first if its explored share grows as in its last
/// turn. The deputy gets the first turn of the round, with `BLIND_FAVOR` times the work of the round. A deputy exists
/// only if this turn suffices for it to finish, and only in a round in which a favorite without an estimate may get
/// more work than the deputy.
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
/// work `work`. If no engine is that close to its end, the favorite is, in alternate rounds, an engine that merges and
/// has few live states, and an engine that does not follow the execution tree. In a long run, these two kinds do not
/// alternate: the favorite belongs to the kind that leads, and the engine of the other kind becomes
/// [`Favorite::second`].
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
mod tests {
    use super::*;

    /// Returns an outlook after some work and with an explored share.
    fn after(work: u64, explored: Option<f64>) -> Outlook {
        let kind = explored.map_or(Kind::WithoutTree, |_| Kind::Paths);
        let mut outlook = Outlook::new(1, kind);
        let live = 1;
        outlook.update(Progress {
            work,
            explored,
            live,
        });
        outlook
    }

    /// Returns the outlook of an engine that merges, with a number of live states.
    fn merging(live: u64) -> Outlook {
        let mut outlook = Outlook::new(1, Kind::MergedPaths);
        outlook.update(Progress {
            work: 1_000_000,
            explored: Some(1e-9),
            live,
        });
        outlook
    }

    /// Doubles the total work of an engine, without an increase of the explored share.
    fn stall(outlook: &mut Outlook) {
        let before = outlook.progress;
        outlook.update(Progress {
            work: 2 * before.work,
            ..before
        });
    }

    fn planned(round: u32, engines: &mut [Outlook]) -> Vec<(usize, u64)> {
        let turns = turns(round, Lead::Merging, true, engines.iter_mut().enumerate());
        turns
            .iter()
            .map(|turn| (turn.engine, turn.work / FIRST_TURN))
            .collect()
    }

    /// Returns the favorite without an estimate, which has the last turn, and its work.
    fn blind(round: u32, engines: &mut [Outlook]) -> (usize, u64) {
        *planned(round, engines).last().expect("a turn")
    }

    #[test]
    fn the_first_round_follows_the_weights() {
        let mut engines = [
            Outlook::new(4, Kind::MergedPaths),
            Outlook::new(1, Kind::Paths),
        ];
        assert_eq!(planned(0, &mut engines), [(0, 4), (1, 1)]);
    }

    #[test]
    fn the_engine_that_is_closest_to_its_end_is_the_favorite() {
        let mut engines = [
            after(1_000_000, Some(0.25)),
            after(1_000_000, Some(0.999)),
            after(1_000_000, None),
        ];
        assert_eq!(planned(2, &mut engines), [(1, 4), (0, 4), (2, 4)]);
    }

    #[test]
    fn an_engine_without_a_tree_is_the_favorite_if_the_trees_are_large() {
        let mut engines = [after(1_000_000, Some(1e-9)), after(1_000_000, None)];
        assert_eq!(planned(2, &mut engines), [(0, 4), (1, 16)]);
        let led = turns(3, Lead::WithoutTree, true, engines.iter_mut().enumerate());
        assert_eq!(led[1].work, (MOST_FAVOR * FIRST_TURN) << 3);
    }

    /// The engine that follows the execution tree needs 3 million units of work if its explored share grows as before.
    /// That is less than 4 times the work of the round. So this engine gets 4 times the work of the round, before the
    /// long turn of the other engine.
    #[test]
    fn a_deputy_has_a_longer_turn_before_the_longest_one() {
        let mut engines = [after(1_000_000, Some(0.25)), after(1_000_000, None)];
        let led = turns(3, Lead::WithoutTree, true, engines.iter_mut().enumerate());
        let work: Vec<u64> = led.iter().map(|turn| turn.work / FIRST_TURN).collect();
        assert_eq!(work, [8 * BLIND_FAVOR, 8 * MOST_FAVOR]);
        // With `Lead::Merging`, the engine without a tree gets a shorter turn, so there is no deputy.
        assert_eq!(planned(3, &mut engines), [(0, 8), (1, 32)]);
    }

    /// In a long run, the engine that explores path by path gets up to 32 times the work of the others until it has done
    /// as much as all others together.
    #[test]
    fn in_a_long_run_the_exploration_path_by_path_catches_up() {
        let first = |round, done: u64, others: [u64; 2]| {
            let [one, two] = others.map(|work| after(work, None));
            let mut engines = [after(done, Some(1e-9)), one, two];
            planned(round, &mut engines)[0]
        };
        assert_eq!(first(4, 1_000_000, [30_000_000, 0]), (0, 16), "not long");
        assert_eq!(first(4, 8_000_000, [32_000_000, 0]), (0, 96));
        assert_eq!(first(4, 8_000_000, [20_000_000, 12_000_000]), (0, 96));
        assert_eq!(first(4, 31_000_000, [30_000_000, 2_000_000]), (0, 16));
        let most = 16 * COVERING_FAVOR;
        assert_eq!(first(4, 1_000_000, [4_000_000_000, 0]), (0, most));
    }

    /// The engine that only covers code does as much as all others together, and the exploration path by path as much as the
    /// remaining ones.
    #[test]
    fn in_a_long_run_the_engine_that_covers_code_has_half_of_the_work() {
        let covering = |done: u64| {
            let mut engine = after(done, Some(1e-9));
            engine.kind = Kind::Coverage;
            engine
        };
        let planned = |coverage: u64, paths: u64, rest: u64| {
            let mut engines = [
                covering(coverage),
                after(paths, Some(1e-9)),
                after(rest, None),
            ];
            let turns = planned(4, &mut engines);
            let work = |at: usize| turns.iter().find(|turn| turn.0 == at).map(|turn| turn.1);
            (work(0), work(1))
        };
        assert_eq!(
            planned(1_000_000, 20_000_000, 20_000_000),
            (Some(156), Some(16))
        );
        assert_eq!(
            planned(40_000_000, 10_000_000, 20_000_000),
            (Some(16), Some(40))
        );
    }

    #[test]
    fn in_a_long_run_both_kinds_of_favorites_have_longer_turns_in_each_round() {
        let mut engines = [merging(3), after(40_000_000, None), merging(9)];
        let mut led = |round, lead| {
            let turns = turns(round, lead, true, engines.iter_mut().enumerate());
            let turns = turns.iter();
            turns
                .map(|it| (it.engine, it.work / FIRST_TURN))
                .collect::<Vec<_>>()
        };
        // The leader, which has the last turn, has done less work than the favorite of the other kind.
        let most = 16 * BLIND_FAVOR;
        assert_eq!(led(4, Lead::Merging), [(1, 16), (2, 16), (0, most)]);
        // The favorite of the other kind has done 39 million units less than the leader.
        let most = 32 * MOST_FAVOR;
        let behind = 39_000_000 / FIRST_TURN;
        assert_eq!(led(5, Lead::WithoutTree), [(0, 32), (2, behind), (1, most)]);
    }

    #[test]
    fn engines_with_few_merged_states_and_one_without_a_tree_alternate() {
        let mut engines = [merging(9), merging(3), merging(500), after(1_000_000, None)];
        assert_eq!(blind(3, &mut engines), (1, 32));
        // The engine without a tree has done as much as the leader.
        assert_eq!(blind(4, &mut engines), (3, 16));
        assert_eq!(blind(5, &mut engines), (0, 128));
    }

    #[test]
    fn a_leader_without_progress_leads_less_often() {
        let mut engines = [merging(3), merging(9)];
        let mut leaders = Vec::new();
        for round in [3, 5, 7, 9] {
            let leader = blind(round, &mut engines).0;
            leaders.push(leader);
            match leader {
                0 => stall(&mut engines[0]),
                _ => {
                    let before = engines[1].progress;
                    let explored = before.explored.map(|share| share * 1.5);
                    let work = 2 * before.work;
                    engines[1].update(Progress {
                        work,
                        explored,
                        ..before
                    });
                }
            }
        }
        assert_eq!(leaders, [0, 1, 1, 0]);
    }

    /// An engine that waits in its first query knows neither its states nor its explored share.
    #[test]
    fn an_engine_that_waits_in_a_query_can_lead() {
        let mut waiting = Outlook::new(1, Kind::MergedPaths);
        waiting.stall(4_000_000);
        let mut engines = [merging(3), waiting];
        assert_eq!(blind(3, &mut engines).0, 1);
        let mut paths = Outlook::new(1, Kind::Paths);
        paths.stall(4_000_000);
        let mut engines = [merging(3), paths];
        assert_eq!(blind(4, &mut engines).0, 0);
    }

    #[test]
    fn the_second_and_third_round_favor_less() {
        let mut engines = [after(1_000_000, Some(1e-9)), after(1_000_000, None)];
        let led = turns(1, Lead::WithoutTree, true, engines.iter_mut().enumerate());
        assert_eq!(led[1].work, (BLIND_FAVOR * FIRST_TURN) << 1);
        let led = turns(2, Lead::WithoutTree, true, engines.iter_mut().enumerate());
        assert_eq!(led[1].work, (BLIND_FAVOR * FIRST_TURN) << 2);
    }

    #[test]
    fn the_engine_that_does_not_lead_gets_at_most_the_work_of_the_leader() {
        let mut engines = [merging(3), after(1_000_000, None)];
        let progress = engines[0].progress;
        engines[0].update(Progress {
            work: 4_000_000,
            ..progress
        });
        let live = |engines: &mut [Outlook], round, lead| {
            turns(round, lead, true, engines.iter_mut().enumerate())[1]
        };
        let turn = |engine, work| Turn { engine, work };
        assert_eq!(live(&mut engines, 2, Lead::Merging), turn(1, 3_000_000));
        // The engine that merges has already done more work than the leader.
        assert_eq!(
            live(&mut engines, 2, Lead::WithoutTree),
            turn(0, FIRST_TURN << 2)
        );
        assert_eq!(
            live(&mut engines, 3, Lead::WithoutTree),
            turn(1, (MOST_FAVOR * FIRST_TURN) << 3)
        );
    }

    #[test]
    fn an_engine_without_progress_is_no_favorite() {
        let mut engines = [after(1_000_000, Some(0.999)), after(1_000_000, Some(0.998))];
        assert_eq!(planned(2, &mut engines)[0].0, 0);
        stall(&mut engines[0]);
        assert_eq!(planned(3, &mut engines)[0].0, 1);
    }

    #[test]
    fn an_estimate_that_was_not_kept_counts_less() {
        let mut engines = [after(1_000_000, Some(0.999)), after(1_000_000, Some(0.998))];
        assert_eq!(planned(2, &mut engines)[0].0, 0);
        // The estimate is again 1,000 * 4^3 units of work, but the engine has not ended after 2 million units.
        engines[0].update(Progress {
            work: 2_000_000,
            explored: Some(0.9995),
            live: 1,
        });
        assert_eq!(engines[0].broken, INITIAL_DISTRUST + 1);
        assert_eq!(planned(3, &mut engines)[0].0, 1);
    }
}
