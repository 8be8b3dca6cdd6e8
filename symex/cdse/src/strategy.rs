//! Decision strategies: the order in which the search takes the paths that the fCFG (the formula of the remaining
//! paths) allows (do Val 2014, §4.5).
//!
//! The *last path* is the path that the search took before. A path that shares a prefix with the last path continues
//! in the same part of the program. Such a path is cheap to check, because the solver keeps the conditions of the
//! prefix. A path without a shared prefix may lead to shorter clauses. The table [`STRATEGIES`] lists all strategies.
//! The command line and its help, teams of engines (parallel searches), the experiments and the tests read this
//! table.
use std::fmt;
use std::str::FromStr;

/// A decision strategy. On the command line, a strategy is a name, for some strategies followed by a colon and a
/// parameter. A name without the parameter selects the first row of [`STRATEGIES`] with this name: `maximize` means
/// `maximize:10`.
///
/// ```
/// use symtool_cdse::Strategy;
///
/// let strategy: Strategy = "maximize:15".parse().unwrap();
/// assert_eq!(strategy.stem(), "maximize");
/// assert_eq!("maximize".parse(), Ok(Strategy::DEFAULT));
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Strategy {
    /// The name of the strategy on the command line, including the parameter.
    pub name: &'static str,
    /// A description of the paths that the strategy prefers, for the help of the command line.
    pub help: &'static str,
    /// The parameter of the strategy; `None` if the strategy has no parameter.
    number: Option<u32>,
    prefers: fn(Latest, u32) -> Preference,
}

/// The path that a strategy prefers among the remaining paths.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Preference {
    /// Whether the path has the longest possible common prefix with the last path.
    pub keeps_prefix: bool,
    /// The choice of the edges after the prefix that the path shares with the last path.
    pub rest: Rest,
}

/// The choice of the edges of a path after the prefix that it shares with the last path.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Rest {
    /// At every node, the edge that is nearest to a target, among the edges that lead to a remaining path. A target is
    /// a possible failure or a frontier node (a node that is not executed yet), and distances are measured in steps.
    /// This choice does not depend on the SAT solver's model.
    NearestTarget,
    /// At every node, the first edge in program order among the edges that lead to a remaining path. This choice
    /// depends neither on the SAT solver's model nor on distances, so a change in another part of the
    /// analyzed program rarely affects it.
    FirstEdge,
    /// The edges in the SAT solver's model. Any model is accepted, as in the strategies of do Val (2014).
    AnyModel,
}

impl Preference {
    /// No preference: the path in the SAT solver's model is taken.
    const FREE: Preference = Preference {
        keeps_prefix: false,
        rest: Rest::AnyModel,
    };
}

/// The lengths of the last path and of the last learned clause, on which the choice of a strategy depends.
#[derive(Copy, Clone, Debug)]
pub struct Latest {
    /// The length of the last path, in edges.
    pub path: usize,
    /// The number of facts (edges, and values at joins) in the clause that was learned last.
    pub clause: usize,
}

/// Returns whether the number of facts in the latest clause is at most `percent` % of the number of edges in the last
/// path.
fn is_short(latest: Latest, percent: u32) -> bool {
    let share = latest.path.saturating_mul(percent as usize);
    latest.clause.saturating_mul(100) <= share
}

const MAXIMIZE: Strategy = Strategy {
    name: "maximize:10",
    help: "like guide if the last conflict clause has at most K facts per hundred edges of the last path; otherwise keep no prefix, and choose every edge from the entry on by the rule of guide",
    number: Some(10),
    prefers: |latest, percent| Preference {
        keeps_prefix: is_short(latest, percent),
        rest: Rest::NearestTarget,
    },
};

const MAXIMIZE_FIRST: Strategy = Strategy {
    name: "maximize-first:10",
    help: "like maximize:K, but take at each branch after the prefix (or from the entry on, if no prefix is kept) the first allowed edge in program order",
    number: Some(10),
    prefers: |latest, percent| Preference {
        keeps_prefix: is_short(latest, percent),
        rest: Rest::FirstEdge,
    },
};

const MAXIMIZE_FREE: Strategy = Strategy {
    name: "maximize-free:10",
    help: "like maximize:K, but the SAT solver chooses the edges after the prefix, or all edges if no prefix is kept (do Val's KM(K))",
    number: Some(10),
    prefers: |latest, percent| Preference {
        keeps_prefix: is_short(latest, percent),
        rest: Rest::AnyModel,
    },
};

/// All strategies. A strategy with a parameter has one row for each recommended value of the parameter.
///
/// Three strategies are those of the thesis (do Val 2014): `blackbox` (named KB in the thesis), `guide-free` (KG) and
/// `maximize-free` (KM). In `blackbox`, the SAT solver chooses all edges of the path. In the other two, the SAT solver
/// chooses the edges after the prefix that the path shares with the last path. `guide` and `maximize` choose the edges
/// after the prefix by the distance to the nearest target (a possible failure or a frontier node). `maximize-first`
/// chooses them by their order in the program.
pub const STRATEGIES: &[Strategy] = &[
    Strategy {
        name: "blackbox",
        help: "take any path that the SAT solver finds (do Val's KB)",
        number: None,
        prefers: |_, _| Preference::FREE,
    },
    Strategy {
        name: "guide",
        help: "keep the longest possible prefix of the last path; after the prefix, take at each branch the allowed edge that is nearest to a possible failure or to code that is not unrolled yet",
        number: None,
        prefers: |_, _| Preference {
            keeps_prefix: true,
            rest: Rest::NearestTarget,
        },
    },
    MAXIMIZE,
    Strategy {
        name: "maximize:5",
        number: Some(5),
        ..MAXIMIZE
    },
    Strategy {
        name: "maximize:15",
        number: Some(15),
        ..MAXIMIZE
    },
    Strategy {
        name: "guide-free",
        help: "like guide, but the SAT solver chooses all edges after the prefix (do Val's KG)",
        number: None,
        prefers: |_, _| Preference {
            keeps_prefix: true,
            ..Preference::FREE
        },
    },
    MAXIMIZE_FREE,
    Strategy {
        name: "maximize-free:5",
        number: Some(5),
        ..MAXIMIZE_FREE
    },
    Strategy {
        name: "maximize-free:15",
        number: Some(15),
        ..MAXIMIZE_FREE
    },
    MAXIMIZE_FIRST,
];

impl Strategy {
    /// The default strategy.
    pub const DEFAULT: Strategy = MAXIMIZE;

    /// Returns the path that the strategy prefers next. `latest` describes the last path and the last clause.
    pub fn prefers(&self, latest: Latest) -> Preference {
        (self.prefers)(latest, self.number.unwrap_or(0))
    }

    /// Returns the name of the strategy without its parameter.
    pub fn stem(&self) -> &'static str {
        self.name.split(':').next().unwrap_or(self.name)
    }

    /// Returns the name and the help of each strategy. A strategy with a parameter occurs once, with the letter `K`
    /// for the parameter.
    pub fn kinds() -> impl Iterator<Item = (String, &'static str)> {
        let is_first = |(at, row): &(usize, &Strategy)| {
            STRATEGIES[..*at].iter().all(|r| r.stem() != row.stem())
        };
        let firsts = STRATEGIES.iter().enumerate().filter(is_first);
        firsts.map(|(_, row)| {
            let number = if row.number.is_some() { ":K" } else { "" };
            (format!("{}{number}", row.stem()), row.help)
        })
    }

    /// Returns the strategy of engine number `engine` in a team. Engine 0 has the strategy `first`; the other engines
    /// cycle through the other rows of [`STRATEGIES`].
    pub fn of_engine(first: Strategy, engine: usize) -> Strategy {
        let others: Vec<Strategy> = STRATEGIES.iter().copied().filter(|s| *s != first).collect();
        match engine {
            0 => first,
            n => others[(n - 1) % others.len()],
        }
    }
}

impl Default for Strategy {
    fn default() -> Strategy {
        Strategy::DEFAULT
    }
}

impl PartialEq for Strategy {
    fn eq(&self, other: &Strategy) -> bool {
        (self.stem(), self.number) == (other.stem(), other.number)
    }
}

impl Eq for Strategy {}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "{}:{number}", self.stem()),
            None => f.write_str(self.name),
        }
    }
}

impl FromStr for Strategy {
    type Err = String;

    fn from_str(text: &str) -> Result<Strategy, String> {
        let (stem, number) = match text.split_once(':') {
            Some((stem, number)) => (stem, Some(number.parse::<u32>())),
            None => (text, None),
        };
        let row = STRATEGIES.iter().find(|row| row.stem() == stem);
        match (row, number) {
            (Some(row), None) => Ok(*row),
            (Some(row), Some(Ok(number))) if row.number.is_some() => Ok(Strategy {
                number: Some(number),
                ..*row
            }),
            _ => {
                let names: Vec<String> = Strategy::kinds().map(|(name, _)| name).collect();
                Err(format!("expected one of {}", names.join(", ")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_parses_and_prints_its_name() {
        for row in STRATEGIES {
            assert_eq!(row.to_string(), row.name);
            assert_eq!(row.name.parse(), Ok(*row));
            assert_eq!(STRATEGIES.iter().filter(|r| *r == row).count(), 1);
        }
        assert_eq!(
            "maximize:7".parse::<Strategy>().unwrap().to_string(),
            "maximize:7"
        );
        assert_eq!("maximize".parse(), Ok(Strategy::DEFAULT));
        for wrong in ["", "guided", "guide:5", "maximize:", "maximize:x"] {
            let why = wrong.parse::<Strategy>().unwrap_err();
            assert_eq!(
                why,
                "expected one of blackbox, guide, maximize:K, guide-free, maximize-free:K, maximize-first:K",
                "{wrong}"
            );
        }
    }

    #[test]
    fn maximize_keeps_the_prefix_after_short_clauses() {
        let keeps = |name: &str, clause, path| {
            let strategy: Strategy = name.parse().unwrap();
            strategy.prefers(Latest { path, clause }).keeps_prefix
        };
        for stem in ["maximize", "maximize-free"] {
            assert!(keeps(&format!("{stem}:10"), 10, 100));
            assert!(!keeps(&format!("{stem}:10"), 11, 100));
            assert!(keeps(&format!("{stem}:15"), 11, 100));
            assert!(!keeps(&format!("{stem}:15"), usize::MAX, 100));
        }
        for always in ["guide", "guide-free"] {
            assert!(keeps(always, usize::MAX, 1));
        }
        assert!(!keeps("blackbox", 0, 1));
    }

    #[test]
    fn the_published_strategies_leave_the_sat_solver_free() {
        let latest = Latest { path: 1, clause: 1 };
        for row in STRATEGIES {
            let is_published = row.stem() == "blackbox" || row.stem().ends_with("-free");
            let is_free = row.prefers(latest).rest == Rest::AnyModel;
            assert_eq!(is_free, is_published, "{row}");
        }
    }

    #[test]
    fn engines_of_a_team_differ() {
        for &first in STRATEGIES {
            let mut team: Vec<String> = (0..STRATEGIES.len())
                .map(|engine| Strategy::of_engine(first, engine).to_string())
                .collect();
            assert_eq!(team[0], first.name);
            team.sort_unstable();
            team.dedup();
            assert_eq!(team.len(), STRATEGIES.len());
        }
    }
}
