//! When the next path shall begin like the last: the strategies, a row each.
//!
//! A path that begins like the last one is found quickly and tells more about the same part of the program; one that does not may
//! come to where short clauses are learned. Everything that names strategies reads the table: the command line and its help,
//! the engines of a team, the experiments and the tests.
use std::fmt;
use std::str::FromStr;

/// When the next path shall begin like the last.
#[derive(Copy, Clone, Debug)]
pub struct Strategy {
    /// On the command line, with its number.
    pub name: &'static str,
    /// The answer to "when?".
    pub help: &'static str,
    /// A number that it takes.
    number: Option<u32>,
    prefers: fn(Latest, u32) -> Preference,
}

/// Which of the paths that are left is next.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Preference {
    /// The one that begins like the last as far as that goes, and then takes the first way wherever it can choose.
    KeepPrefix,
    /// The one that takes the first way wherever it can choose.
    FirstEdges,
    /// Any.
    AnyModel,
}

/// What the last path left behind.
#[derive(Copy, Clone, Debug)]
pub struct Latest {
    /// Edges of the path.
    pub path: usize,
    /// Facts of the clause learned last.
    pub clause: usize,
}

const MAXIMIZE: Strategy = Strategy {
    name: "maximize:10",
    help: "when the latest clause has at most K edges for every hundred of the path",
    number: Some(10),
    prefers: |latest, percent| {
        let share = latest.path.saturating_mul(percent as usize);
        if latest.clause.saturating_mul(100) <= share {
            Preference::KeepPrefix
        } else {
            Preference::FirstEdges
        }
    },
};

/// All strategies; one that takes a number, with those that are worth trying. The first of a name is what the name alone means.
pub const STRATEGIES: &[Strategy] = &[
    Strategy {
        name: "blackbox",
        help: "never: the SAT solver alone names it",
        number: None,
        prefers: |_, _| Preference::AnyModel,
    },
    Strategy {
        name: "guide",
        help: "always, as far as that goes",
        number: None,
        prefers: |_, _| Preference::KeepPrefix,
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
];

impl Strategy {
    /// What is taken if nothing is said.
    pub const DEFAULT: Strategy = MAXIMIZE;

    /// Which path is next?
    pub fn prefers(&self, latest: Latest) -> Preference {
        (self.prefers)(latest, self.number.unwrap_or(0))
    }

    /// Its name without the number.
    pub fn stem(&self) -> &'static str {
        self.name.split(':').next().unwrap_or(self.name)
    }

    /// Each name once, with `K` for a number, and the help of each.
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

    /// The strategy of each engine of a team: the first has the one asked for, the others go through the table.
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
    fn every_row_is_read_as_it_is_written() {
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
                why, "expected one of blackbox, guide, maximize:K",
                "{wrong}"
            );
        }
    }

    #[test]
    fn short_clauses_make_maximizing_go_back_to_the_last_path() {
        let prefers = |name: &str, clause, path| {
            let strategy: Strategy = name.parse().unwrap();
            strategy.prefers(Latest { path, clause })
        };
        assert_eq!(prefers("maximize:10", 10, 100), Preference::KeepPrefix);
        assert_eq!(prefers("maximize:10", 11, 100), Preference::FirstEdges);
        assert_eq!(prefers("maximize:15", 11, 100), Preference::KeepPrefix);
        assert_eq!(
            prefers("maximize:15", usize::MAX, 100),
            Preference::FirstEdges
        );
        assert_eq!(prefers("guide", usize::MAX, 1), Preference::KeepPrefix);
        assert_eq!(prefers("blackbox", 0, 1), Preference::AnyModel);
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
