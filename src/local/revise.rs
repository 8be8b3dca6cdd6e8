//! Finds melds and merges that turn out to be expensive during an exploration, so that another exploration avoids them.
//!
//! A meld or merge is *expensive* if the queries that depend on it take a large share of the work of an exploration
//! that has not finished. The engine `revised` of automatic mode then explores the program again without the expensive
//! melds and merges: it forks at the branches of the expensive melds, and does not merge states at the program points
//! of the expensive merges.
use super::branches::{Branch, branches_in};
use super::measure::{PlaceCost, owner, same_place};
use crate::facts::ProgramFacts;
use std::collections::{BTreeMap, BTreeSet};
use symtool_meld::{IgnoredLocation, MeldReport};

/// The threshold for expensive melds and merges. A meld or merge is expensive if the queries that depend on it take at
/// least 1 / `EXPENSIVE` of the work of the exploration.
const EXPENSIVE: u64 = 4;

/// The expensive melds and merges of an exploration, which another exploration avoids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Revision {
    /// The source locations of the branches that the other exploration does not meld.
    pub forked: Vec<IgnoredLocation>,
    /// The source locations at which the other exploration does not merge states.
    pub apart: Vec<IgnoredLocation>,
}

impl Revision {
    /// Returns whether the revision is empty: no meld and no merge is avoided.
    pub fn is_empty(&self) -> bool {
        self.forked.is_empty() && self.apart.is_empty()
    }
}

/// Returns the expensive melds and merges of an exploration. `melded` is the report of melding, if the exploration
/// melds. `costs` are the costs of the exploration so far at each instruction, and `work` is its total work so far.
pub fn revise(
    original: &ProgramFacts<'_>,
    melded: Option<&MeldReport>,
    costs: &[PlaceCost],
    work: u64,
) -> Revision {
    let spent: u64 = costs.iter().map(|place| place.cost.ite_work).sum();
    if spent < work / EXPENSIVE {
        return Revision::default();
    }
    let dependent = costs.iter().filter(|place| place.cost.ite_work > 0);
    let places = dependent.flat_map(|place| &place.places);
    let functions: BTreeSet<&str> = places.map(|place| place.function.as_str()).collect();
    let all = branches_in(original, &|name| functions.contains(name));
    let log = melded.map_or(&[][..], |report| &report.log);
    let is_melded = |branch: &&Branch| {
        let mut here = log.iter().filter(|it| same_place(&branch.place, it));
        here.any(|it| it.melded)
    };
    let all: Vec<&Branch> = all.iter().filter(is_melded).collect();
    let mut forked: BTreeMap<&IgnoredLocation, u64> = BTreeMap::new();
    let mut apart: BTreeMap<&IgnoredLocation, u64> = BTreeMap::new();
    for at in costs {
        let cost = &at.cost;
        match owner(&at.places, &all) {
            Some(branch) if cost.merged == 0 => {
                *forked.entry(&branch.place).or_default() += cost.ite_work;
            }
            _ => {
                if let Some(place) = &at.merge {
                    *apart.entry(place).or_default() += cost.ite_work;
                }
            }
        }
    }
    let expensive = |spent: BTreeMap<&IgnoredLocation, u64>| {
        let places = spent.into_iter();
        let places = places.filter(|&(_, spent)| spent >= work / EXPENSIVE);
        places.map(|(place, _)| place.clone()).collect()
    };
    Revision {
        forked: expensive(forked),
        apart: expensive(apart),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::{self, Job, Listener, Outcome, Plan};
    use crate::program::Program;
    use std::path::Path;
    use symtool_engine::merging::Merging;
    use symtool_engine::{Config, Confirmation, Observer, Stats, TestCase};
    use symtool_frontend as frontend;
    use symtool_ir::{Failure, Inputs};
    use symtool_meld::{MeldOptions, Reason};
    use symtool_policies::{Options, SourcePlace};

    /// The text of a C program in which melding and merging are expensive: the sides of the branch in line 6 differ in
    /// the value of `x`, on which all queries in line 8 depend.
    const TEXT: &str = "#include <assert.h>
unsigned char nondet_uchar(void);
int main(void) {
  unsigned char a = nondet_uchar(), b = nondet_uchar();
  unsigned char x = a;
  if (b > 5) x = a * b;
  for (int i = 0; i < 4; i++)
    assert((unsigned char)(x * b * (a + i)) == (unsigned char)(x * (b * (a + i))));
  return 0;
}
";

    struct Silent;

    impl Observer for Silent {
        fn test(&mut self, _: &TestCase) {}
        fn bug(&mut self, _: &Failure, _: &Inputs) -> Confirmation {
            Confirmation::Confirmed
        }
        fn tick(&mut self, _: &Stats) -> bool {
            true
        }
    }

    impl Listener for Silent {
        fn restart(&mut self, _: &[Inputs]) {}
        fn inputs(&self) -> Vec<Inputs> {
            Vec::new()
        }
    }

    /// Explores the program with melding, or with static merging if `melds` is false, and avoids the melds and merges
    /// in `revision`. Returns the result of the exploration, and the revision that [`revise`] computes from its costs.
    fn explored(file: &Path, melds: bool, revision: &Revision) -> (Outcome, Revision) {
        std::fs::write(file, TEXT).unwrap();
        let program = Program::load(&[file.to_owned()], frontend::Options::default()).unwrap();
        let original = program.simplified().unwrap();
        let original = ProgramFacts::new(&original, program.entry);
        let mut plan = Plan::default();
        let mut config = Config::default().count_ites(true);
        if melds {
            let mut options = MeldOptions::default();
            for place in &revision.forked {
                options.expensive.insert(place.clone());
            }
            plan.meld = Some(options);
        } else {
            let apart = revision.apart.iter().map(|place| SourcePlace {
                file: place.file.clone(),
                line: place.line,
                column: place.column,
            });
            let options = Options {
                apart: apart.collect(),
                ..Options::default()
            };
            config.merging = symtool_policies::policy("static").map(|row| Merging {
                plan: symtool_policies::plan(row, options),
                all_paths: false,
            });
        }
        let job = Job {
            program: &program,
            original: &original,
            plan: &plan,
            config: &config,
        };
        let outcome = job::run(job, &mut Silent).unwrap();
        assert!(outcome.exploration.incomplete.is_empty());
        let stats = &outcome.exploration.stats;
        let work = stats.instructions + stats.solver.work();
        let melded = outcome.melded.as_ref();
        let found = revise(&original, melded, &outcome.costs, work);
        (outcome, found)
    }

    #[test]
    fn an_expensive_meld_forks_in_the_next_attempt() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("products.c");
        let (outcome, found) = explored(&file, true, &Revision::default());
        assert_eq!(outcome.exploration.stats.paths.forks, 0);
        let lines: Vec<u32> = found.forked.iter().map(|place| place.line).collect();
        assert_eq!((lines, found.apart.len()), (vec![6], 0));
        let (outcome, found) = explored(&file, true, &found);
        assert_eq!(outcome.exploration.stats.paths.forks, 1);
        let log = outcome.melded.map_or_else(Vec::new, |report| report.log);
        assert!(log.iter().any(|it| it.reason == Reason::Expensive.text()));
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn states_are_kept_apart_where_a_merge_was_expensive() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("products.c");
        let (outcome, found) = explored(&file, false, &Revision::default());
        assert_eq!(outcome.exploration.stats.paths.completed, 1);
        assert_eq!((found.forked.len(), found.apart.len()), (0, 1));
        let merged_lines = |outcome: &Outcome| -> Vec<Option<u32>> {
            let merges = outcome.costs.iter().filter(|it| it.cost.merged > 0);
            merges
                .map(|it| it.merge.as_ref().map(|at| at.line))
                .collect()
        };
        assert_eq!(merged_lines(&outcome), [Some(7)]);
        let (outcome, _) = explored(&file, false, &found);
        // The revision forbids the merge in line 7. The states are merged after the loop instead, where no query
        // depends on the merge.
        assert_eq!(merged_lines(&outcome), [Some(9)]);
    }
}
