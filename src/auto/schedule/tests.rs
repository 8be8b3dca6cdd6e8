//! Tests of the turns that the schedule of automatic mode gives to the engines in a round.
use super::*;

/// Returns the outlook (the progress data) of an engine after the given work. `explored` is its explored share of the
/// execution tree; `None` if the engine does not follow the tree.
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

/// Returns the outlook of an engine that merges and has the given number of live states. Its explored share is too
/// small to predict its end.
fn merging(live: u64) -> Outlook {
    let mut outlook = Outlook::new(1, Kind::MergedPaths);
    outlook.update(Progress {
        work: 1_000_000,
        explored: Some(1e-9),
        live,
    });
    outlook
}

/// Updates the outlook as after a turn without progress: the total work doubles, and the explored share stays the same.
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

/// Returns the index and the work of the favorite without an estimate, which has the last turn of the round.
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

/// The engine that follows the execution tree (index 0) needs 3 million units of work if its explored share grows as
/// before. That is less than 4 times the work of an ordinary turn (2 million units). So this engine gets a turn with 4
/// times that work, before the long turn of the other engine.
#[test]
fn a_deputy_has_a_longer_turn_before_the_longest_one() {
    let mut engines = [after(1_000_000, Some(0.25)), after(1_000_000, None)];
    let led = turns(3, Lead::WithoutTree, true, engines.iter_mut().enumerate());
    let work: Vec<u64> = led.iter().map(|turn| turn.work / FIRST_TURN).collect();
    assert_eq!(work, [8 * BLIND_FAVOR, 8 * MOST_FAVOR]);
    // With `Lead::Merging`, the engine without a tree gets a shorter turn, so there is no deputy.
    assert_eq!(planned(3, &mut engines), [(0, 8), (1, 32)]);
}

/// In a long run, the engine that explores path by path gets up to 32 times the work of an ordinary turn, so that its
/// total work equals that of all other engines together at the end of the round. Of the two other engines, one does the
/// work of an ordinary turn in this round, and the other one, the favorite, 4 times that work: 16 and 64 times
/// [`FIRST_TURN`], together 80.
#[test]
fn in_a_long_run_the_exploration_path_by_path_catches_up() {
    let first = |round, done: u64, others: [u64; 2]| {
        let [one, two] = others.map(|work| after(work, None));
        let mut engines = [after(done, Some(1e-9)), one, two];
        planned(round, &mut engines)[0]
    };
    assert_eq!(first(4, 1_000_000, [30_000_000, 0]), (0, 16), "not long");
    assert_eq!(first(4, 8_000_000, [32_000_000, 0]), (0, 96 + 80));
    assert_eq!(first(4, 8_000_000, [20_000_000, 12_000_000]), (0, 96 + 80));
    assert_eq!(first(4, 31_000_000, [30_000_000, 2_000_000]), (0, 4 + 80));
    let most = 16 * COVERING_FAVOR;
    assert_eq!(first(4, 1_000_000, [4_000_000_000, 0]), (0, most));
}

/// The engine that only covers code (index 0) gets work until its total equals that of all other engines together. The
/// engine that explores path by path (index 1) gets work until its total equals that of the remaining engines. The
/// totals are those at the end of the round, in which the third engine does 64 times the work [`FIRST_TURN`].
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
        (Some(284), Some(64))
    );
    assert_eq!(
        planned(40_000_000, 10_000_000, 20_000_000),
        (Some(128), Some(104))
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
    // The leader, which has the last turn, has done less work than the favorite of the other kind. So this favorite
    // gets an ordinary turn.
    let most = 16 * BLIND_FAVOR;
    assert_eq!(led(4, Lead::Merging), [(1, 16), (2, 16), (0, most)]);
    // The favorite of the other kind has done 39 million units less than the leader, and gets this difference.
    let most = 32 * MOST_FAVOR;
    let behind = 39_000_000 / FIRST_TURN;
    assert_eq!(led(5, Lead::WithoutTree), [(0, 32), (2, behind), (1, most)]);
}

#[test]
fn engines_with_few_merged_states_and_one_without_a_tree_alternate() {
    let mut engines = [merging(9), merging(3), merging(500), after(1_000_000, None)];
    assert_eq!(blind(3, &mut engines), (1, 32));
    // The engine without a tree has already done as much work as the leader, so its turn is ordinary.
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

/// An engine that waits in its first query knows neither its number of live states nor its explored share.
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
    // The estimate for the first engine was 1,000 * 4^3 units of further work, but the engine has not ended after a
    // million further units.
    engines[0].update(Progress {
        work: 2_000_000,
        explored: Some(0.9995),
        live: 1,
    });
    assert_eq!(engines[0].broken, INITIAL_DISTRUST + 1);
    assert_eq!(planned(3, &mut engines)[0].0, 1);
}
