//! The turns of a round: how much work each engine may do.
//!
//! In the first round, an engine gets work in proportion to its weight. In later rounds, every engine gets the same
//! work, which doubles from round to round, and one engine, the *favorite*, gets more: the engine that will probably
//! finish first. An engine that has explored the share `s` of the execution tree, and has increased the share by `d`
//! with the work `w` of its last turn, is expected to need `w * (1 - s) / d` more. The estimate is too small for loops
//! that fork in each iteration, because the share of the remaining iterations shrinks faster than their work. Therefore
//! the estimates of an engine that has not kept one count less.
//!
//! If no engine is close to its end, the favorite is an engine that does not follow the execution tree, such as
//! conflict-driven search: a tree of which only a tiny share is explored is too large for the others.
use symtool_engine::Progress;

/// The work of the first round for each unit of weight. It takes about 12 ms.
const FIRST_TURN: u64 = 250_000;
/// The maximum work of the favorite, relative to that of the other engines.
const MOST_FAVOR: u64 = 16;
/// The factor by which an estimate counts less for each earlier estimate that was too small.
const DISTRUST: f64 = 4.0;
/// The number of estimates of a new engine that count as too small.
const INITIAL_DISTRUST: i32 = 3;

/// The prospects of one engine at the beginning of a round.
#[derive(Clone, Debug)]
pub(super) struct Outlook {
    weight: u64,
    progress: Progress,
    /// The progress at the beginning of the last turn.
    before: Progress,
    /// The work at which the engine should have finished by the last estimate, if it was the favorite then.
    promised: Option<f64>,
    /// The number of estimates that were too small.
    broken: i32,
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
    pub fn new(weight: u64) -> Outlook {
        Outlook {
            weight,
            progress: Progress::default(),
            before: Progress::default(),
            promised: None,
            broken: INITIAL_DISTRUST,
        }
    }

    /// Notes the progress of the engine at the end of a turn.
    pub fn update(&mut self, progress: Progress) {
        self.before = std::mem::replace(&mut self.progress, progress);
        let work = progress.work as f64;
        if self
            .promised
            .take_if(|promised| work >= *promised)
            .is_some()
        {
            self.broken += 1;
        }
    }

    /// Returns the work that the engine probably needs to its end; `None` if it does not follow the execution tree.
    fn remaining(&self) -> Option<f64> {
        let share = self.progress.explored?;
        let gained = share - self.before.explored.unwrap_or(0.0);
        let work = self.progress.work.saturating_sub(self.before.work) as f64;
        Some(work * (1.0 - share) / gained.max(0.0) * DISTRUST.powi(self.broken))
    }
}

/// Returns the turns of a round, counted from 0, in their order. `live` are the engines that have not ended, with their
/// indexes.
pub(super) fn turns<'a>(
    round: u32,
    live: impl Iterator<Item = (usize, &'a mut Outlook)>,
) -> Vec<Turn> {
    let mut live: Vec<(usize, &mut Outlook)> = live.collect();
    let turn = |engine, work| Turn { engine, work };
    let work = FIRST_TURN.saturating_mul(1 << round.min(40));
    if round == 0 {
        let first = |(engine, it): &(usize, &mut Outlook)| turn(*engine, it.weight * work);
        return live.iter().map(first).collect();
    }
    let favorite = favorite(&live, work);
    let mut turns = Vec::new();
    if let Some(at) = favorite {
        let (engine, it) = &mut live[at];
        let wanted = it
            .remaining()
            .map_or(u64::MAX, |needed| (2.0 * needed) as u64);
        let granted = wanted.clamp(work, work.saturating_mul(MOST_FAVOR));
        it.promised = it
            .remaining()
            .map(|needed| it.progress.work as f64 + needed);
        turns.push(turn(*engine, granted));
    }
    let others = live.iter().enumerate();
    let others = others.filter(|(at, _)| Some(*at) != favorite);
    turns.extend(others.map(|(_, (engine, _))| turn(*engine, work)));
    turns
}

/// Returns the position of the engine that probably finishes first, in less than `work`. If there is none, returns an
/// engine that does not follow the execution tree.
fn favorite(live: &[(usize, &mut Outlook)], work: u64) -> Option<usize> {
    let estimates = live.iter().enumerate();
    let estimates = estimates.filter_map(|(at, (_, it))| Some((it.remaining()?, at)));
    let close = |&(needed, _): &(f64, usize)| needed <= work as f64;
    let first = estimates.filter(close).min_by(|a, b| a.0.total_cmp(&b.0));
    let without_tree = || {
        live.iter()
            .position(|(_, it)| it.progress.explored.is_none())
    };
    first.map(|(_, at)| at).or_else(without_tree)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an outlook after some work and with an explored share.
    fn after(work: u64, explored: Option<f64>) -> Outlook {
        let mut outlook = Outlook::new(1);
        outlook.update(Progress { work, explored });
        outlook
    }

    /// Lets an engine work as much again, without an increase of the explored share.
    fn stall(outlook: &mut Outlook) {
        let Progress { work, explored } = outlook.progress;
        outlook.update(Progress {
            work: 2 * work,
            explored,
        });
    }

    fn planned(round: u32, engines: &mut [Outlook]) -> Vec<(usize, u64)> {
        let turns = turns(round, engines.iter_mut().enumerate());
        turns
            .iter()
            .map(|turn| (turn.engine, turn.work / FIRST_TURN))
            .collect()
    }

    #[test]
    fn the_first_round_follows_the_weights() {
        let mut engines = [Outlook::new(4), Outlook::new(1)];
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
        assert_eq!(planned(2, &mut engines), [(1, 64), (0, 4)]);
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
        // The estimate is again 1,000 * 4^3, but the engine did not end after 2 million instructions.
        engines[0].update(Progress {
            work: 2_000_000,
            explored: Some(0.9995),
        });
        assert_eq!(engines[0].broken, INITIAL_DISTRUST + 1);
        assert_eq!(planned(3, &mut engines)[0].0, 1);
    }
}
