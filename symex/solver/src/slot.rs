//! A link of the solver chain with its state, its budget and its statistics.
use crate::backoff::Backoff;
use crate::budget::Budget;
use crate::config::SolverConfig;
use crate::links::{LINKS, Link, Owner, Setup, Shared, Stage};
use crate::smt::choice::{SolverChoice, SolverCommand};
use crate::stats::{LinkStats, SolverStats};
use crate::technique::Technique;

/// A link of the chain with its state, budget and statistics.
#[derive(Debug)]
pub(crate) struct Slot {
    pub link: &'static Link,
    /// For a link that runs an SMT solver, the index of the solver in the list of `--solver`; `None` for the other
    /// links.
    pub solver: Option<usize>,
    pub budget: Budget,
    /// The state of the link. `None` while the link runs, because the running link owns its state.
    pub technique: Option<Box<dyn Technique>>,
    pub backoff: Option<Backoff>,
    pub stats: LinkStats,
}

impl Slot {
    fn new(
        link: &'static Link,
        solver: Option<(usize, Option<&SolverCommand>)>,
        config: &SolverConfig,
        shared: &Shared,
    ) -> Slot {
        let replaced = config.budgets.iter().find(|(name, _)| *name == link.name);
        let budget = replaced.map_or(link.budget, |&(_, budget)| budget);
        let setup = Setup {
            config,
            budget,
            command: solver.and_then(|(_, command)| command),
            shared,
        };
        Slot {
            link,
            solver: solver.map(|(number, _)| number),
            budget,
            technique: Some(link.make.technique(&setup)),
            backoff: link.backoff.then(Backoff::default),
            stats: LinkStats::default(),
        }
    }

    /// Runs the function `run` on the state of the link, and adds the duration to the statistics of the link. The
    /// statistics count the query as answered if `is_hit` returns true for the result of `run`. Does nothing and
    /// returns `None` if the link is already running: the subqueries of a link also visit the link itself.
    pub fn timed<T>(
        &mut self,
        run: impl FnOnce(&mut dyn Technique) -> T,
        is_hit: impl FnOnce(&T) -> bool,
    ) -> Option<T> {
        let technique = self.technique.as_mut()?;
        let (result, time) = crate::stats::timed(|| run(&mut **technique));
        self.stats.count(is_hit(&result), time);
        Some(result)
    }

    /// Returns the state of the link; `None` while the link runs.
    pub fn technique(&mut self) -> Option<&mut dyn Technique> {
        match &mut self.technique {
            Some(technique) => Some(&mut **technique),
            None => None,
        }
    }

    /// Returns the additional work of the link: work that [`stats::work`](crate::stats::work) does not include, because
    /// that function estimates work only from the number and the size of queries.
    pub fn work(&self) -> u64 {
        self.technique
            .as_ref()
            .map_or(0, |technique| technique.work())
    }

    /// Adds the statistics of the link and of its phases to `stats`.
    pub fn collect(&self, stats: &mut SolverStats) {
        let mut add = |name: &'static str, link: &LinkStats| match stats
            .links
            .iter_mut()
            .find(|(own, _)| *own == name)
        {
            Some((_, own)) => own.add(link),
            None => stats.links.push((name, link.clone())),
        };
        add(self.link.name, &self.stats);
        stats.link_work += self.work();
        let phases = self
            .technique
            .iter()
            .flat_map(|technique| technique.phases());
        phases.for_each(|(name, phase)| add(name, &phase));
    }
}

/// Creates the links that a configuration selects, in the order in which they run. Omits the links for whose stage the
/// function `stages` returns `false`.
pub(crate) fn slots(config: &SolverConfig, stages: impl Fn(Stage) -> bool) -> Vec<Slot> {
    let shared = Shared::new(config);
    let selected = |link: &&Link| stages(link.stage) && link.is_in(&config.links);
    let rows = || LINKS.iter().filter(selected);
    let of = |owner: Owner| rows().filter(move |link| link.owner == owner);
    let own = of(Owner::Chain).map(|link| Slot::new(link, None, config, &shared));
    let mut slots: Vec<Slot> = own.collect();
    let choices: &[SolverChoice] = match config.solvers.as_slice() {
        [] => &[SolverChoice::Z3],
        some => some,
    };
    for (number, choice) in choices.iter().enumerate() {
        let (owner, command) = match choice {
            SolverChoice::Z3 => (Owner::Z3, None),
            SolverChoice::Smtlib(command) => (Owner::Process, Some(command)),
        };
        let rows = of(owner);
        slots.extend(rows.map(|link| Slot::new(link, Some((number, command)), config, &shared)));
    }
    slots
}
