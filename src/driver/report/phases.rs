//! The wall-clock time of a run by phase, and the growth of its exploration.
use super::Run;
use crate::driver::summary::EngineShare;
use std::time::Duration;
use symtool_engine::profile::Profile;
use symtool_report::model::{GrowthSample, Phase};

/// The points in time and the durations from which the phases of a run are computed. `loaded`, `explored` and `now` are
/// measured from the start of the run; `replay` and `writing` are total durations.
#[derive(Copy, Clone, Debug)]
pub struct Times {
    /// The time at which the program was compiled.
    pub loaded: Duration,
    /// The time at which the exploration ended.
    pub explored: Duration,
    /// The time at which the report was begun.
    pub now: Duration,
    /// The total time of replays.
    pub replay: Duration,
    /// The total time of writing test cases.
    pub writing: Duration,
}

/// Returns the phases in the order in which they begin. In a run with one thread, the times of the phases add up to
/// the time of the run.
pub fn of(run: &Run<'_>) -> Vec<Phase> {
    let (times, summary) = (run.times, run.summary);
    let mut all = Vec::new();
    let mut add = |label: &str, help: &str, time: Duration| {
        all.push(Phase {
            label: label.to_owned(),
            help: help.to_owned(),
            us: time.as_micros() as u64,
        });
    };
    let seconds = |time: f64| Duration::from_secs_f64(time.max(0.0));
    add(
        "compiling",
        "preprocessing, parsing, checking and simplifying the program",
        times.loaded,
    );
    let melding = summary.cfmse.as_ref();
    let melding = melding.map_or(Duration::ZERO, |cfmse| seconds(cfmse.time_ms / 1e3));
    if summary.cfmse.is_some() {
        add("melding", "removing branches before exploration", melding);
    }
    let links = summary.queries.links.iter();
    let links: Vec<_> = links.filter(|link| link.time_s >= 1e-6).collect();
    let solving: Duration = links.iter().map(|link| seconds(link.time_s)).sum();
    let auto = summary.auto.as_ref();
    let engines = auto.map_or(&[][..], |auto| &auto.engines);
    let (chosen, others): (Vec<_>, Vec<_>) = engines
        .iter()
        .partition(|engine| auto.is_some_and(|auto| engine.name == auto.engine));
    let time = |engines: &[&EngineShare]| -> Duration {
        let times = engines.iter().map(|engine| seconds(engine.time_s));
        times.sum()
    };
    // The remaining time of the exploration, after other engines, replays and writing. In automatic mode, the time of
    // the engine with the result is known. The difference between the remaining time and the time of this engine is
    // then the time between the turns of the engines.
    let rest = times
        .explored
        .saturating_sub(times.loaded)
        .saturating_sub(time(&others))
        .saturating_sub(times.replay)
        .saturating_sub(times.writing);
    let own = match chosen.is_empty() {
        true => rest,
        false => time(&chosen),
    };
    add(
        "execution",
        match summary.cdse.is_some() {
            true => "conflict-driven search, and the replay of its paths, without the time below",
            false => "symbolic execution, merging and recording, without the time below",
        },
        own.saturating_sub(melding).saturating_sub(solving),
    );
    if auto.is_some() {
        add(
            "other engines",
            "engines of automatic mode whose result was not used",
            time(&others),
        );
        add(
            "between turns",
            "starting the engines of automatic mode, and giving turns to them",
            rest.saturating_sub(own),
        );
    }
    for link in links {
        add(
            &format!("solver: {}", link.name),
            "a link of the solver chain, without later links",
            seconds(link.time_s),
        );
    }
    add(
        "replay",
        "concrete runs that confirm failures and measure coverage",
        times.replay,
    );
    add(
        "writing tests",
        "writing the files of test cases",
        times.writing,
    );
    add(
        "results",
        match summary.cfmse.is_some() {
            true => {
                "inputs for uncovered sides of melded branches, conditions of the proof, coverage and summary; the time of writing this page is not known yet"
            }
            false => {
                "conditions of the proof, coverage and summary; the time of writing this page is not known yet"
            }
        },
        times.now.saturating_sub(times.explored),
    );
    all
}

/// Returns the growth of an exploration: samples of its counters, taken at equal intervals of work.
pub fn growth(profile: &Profile) -> Vec<GrowthSample> {
    let samples = profile.growth.iter();
    let sample = samples.map(|sample| GrowthSample {
        work: sample.work,
        live: sample.live,
        merges: sample.merges,
        nodes: sample.nodes,
        merge_nodes: sample.merge_nodes,
    });
    sample.collect()
}
