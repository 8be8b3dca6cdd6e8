//! The table of links: the order of the solver chain, its documentation, and the names of `--links`.
//!
//! A link is one technique that answers or simplifies queries, and each row of the table [`LINKS`] describes one link.
//! A query visits the links in the order of the rows until a link answers the query. To add a link, write a
//! [`Technique`] in a new file and add a row.
//!
//! The field [`Link::owner`] says whether a link depends on the selected SMT solvers. The links `incremental`,
//! `long-repair` and `oneshot` run if Z3 is selected, and the link `smtlib` runs once for each selected solver process.
//! The option `--solver` selects the solvers.
//!
//! Several solvers run one after another in the order of `--solver`, and each solver gets a share of the remaining time
//! of the query. The solvers do not run in parallel: the fastest solver would then determine the model, and a different
//! solver can be the fastest in each run. The results of exploration would differ as well, because models determine the
//! addresses, sizes and inputs with which exploration continues.
use crate::bitblast::{BitBlaster, Blaster};
use crate::budget::Budget;
use crate::config::{LinkSet, SolverConfig};
use crate::domain::Domains;
use crate::localsearch::byte_enumeration::ByteEnumeration;
use crate::localsearch::float_search::FloatSearch;
use crate::localsearch::repair::Repair;
use crate::own::{Adapter, OwnLink};
use crate::quantified::Quantified;
use crate::query::Query;
use crate::recall::answers::AnswerCache;
use crate::recall::counterexamples::Counterexamples;
use crate::reduce::implied_values::ImpliedValues;
use crate::reduce::independence::Independence;
use crate::reduce::ranks::Ranks;
use crate::smt::choice::{SolverChoice, SolverCommand};
use crate::smt::incremental::Incremental;
use crate::smt::limits::Limits;
use crate::smt::oneshot::OneShot;
use crate::smt::process::Process;
use crate::smt::translate::Translator;
use crate::technique::Technique;
use Make::BuiltIn;
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::str::FromStr;
use symtool_ir::table::{Row, Table};

/// The stage of the solver chain to which a link belongs: the kind of work that the link does. In [`LINKS`], all links
/// of the stage `Decide` come first, then those of `Select`, and so on in the order of the variants below.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Decides a condition from the facts of the path, without a model.
    Decide,
    /// Selects the constraints of the path that can influence the answer to a query.
    Select,
    /// Answers a query from the answers to earlier queries.
    Recall,
    /// Splits the query into several simpler queries. Each of them visits the links from the stage `Recall`
    /// on.
    Split,
    /// Answers a query by search or by a solver. A query that reaches this stage counts as a solver query.
    Solve,
}

/// The SMT solver that must be selected so that the link of a row of [`LINKS`] runs; `Chain` if the link does not
/// depend on the selected solvers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The link runs for every choice of `--solver`. With `--solver-check`, Z3 checks the *unsat* answers of this link,
    /// because only the answers of SMT solvers are trusted.
    Chain,
    /// The link runs if Z3 is among the solvers that `--solver` selects.
    Z3,
    /// The link runs once for each solver process that `--solver` selects.
    Process,
}

/// A row of the table of links.
pub struct Link {
    /// The name of the link for `--links` and in statistics.
    pub name: &'static str,
    /// A description of the link in one line, for the help and the documentation.
    pub summary: &'static str,
    /// The kind of work that the link does.
    pub stage: Stage,
    /// The solver to which the link belongs.
    pub owner: Owner,
    /// Returns whether the link runs on the given query, with the given budget.
    pub(crate) applies: fn(&Query<'_>, Budget) -> bool,
    /// Creates the state of the link.
    pub(crate) make: Make,
    /// The deterministic budget of the link for one query.
    pub budget: Budget,
    /// Whether the link skips more and more queries after consecutive runs without an answer (`backoff`).
    pub backoff: bool,
    /// Whether the link returns an unsat core with an *unsat* answer.
    pub returns_core: bool,
    /// Whether the link runs by default.
    pub default: bool,
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Row for Link {
    fn name(&self) -> &'static str {
        self.name
    }
}

/// The function that creates the state of a link.
#[derive(Copy, Clone)]
pub(crate) enum Make {
    BuiltIn(fn(&Setup<'_>) -> Box<dyn Technique>),
    Own(fn() -> Box<dyn OwnLink>),
}

impl Make {
    pub fn technique(self, setup: &Setup<'_>) -> Box<dyn Technique> {
        match self {
            Make::BuiltIn(make) => make(setup),
            Make::Own(make) => Box::new(Adapter(make())),
        }
    }
}

impl Link {
    /// Returns a row for a link outside this crate. Each chain calls `make` to create its instance of the link.
    pub const fn own(
        name: &'static str,
        summary: &'static str,
        make: fn() -> Box<dyn OwnLink>,
    ) -> Link {
        Link {
            name,
            summary,
            make: Make::Own(make),
            ..ROW
        }
    }
}

/// The data from which the state of a link is created.
pub(crate) struct Setup<'s> {
    pub config: &'s SolverConfig,
    /// The budget of the link for one query.
    pub budget: Budget,
    /// The command of the solver process, for a link that runs one.
    pub command: Option<&'s SolverCommand>,
    /// State that several links share.
    pub shared: &'s Shared,
}

/// State that the links for one arena share.
#[derive(Debug)]
pub(crate) struct Shared {
    translator: Rc<RefCell<Translator>>,
    blaster: Rc<RefCell<Blaster>>,
}

impl Shared {
    pub fn new(config: &SolverConfig) -> Shared {
        Shared {
            translator: Rc::new(RefCell::new(Translator::new(config.reads))),
            blaster: Rc::default(),
        }
    }
}

fn blaster(setup: &Setup<'_>) -> Box<dyn Technique> {
    let blaster = Rc::clone(&setup.shared.blaster);
    Box::new(BitBlaster::new(blaster, setup.config.interrupt.clone()))
}

fn incremental(setup: &Setup<'_>) -> Box<dyn Technique> {
    let limits = Limits {
        // The incremental solver gets half of the time of a query. The other half is left for the later links.
        timeout: setup.config.timeout / 2,
        effort: Some(u32::try_from(setup.budget.steps).unwrap_or(u32::MAX)),
        memory: setup.config.memory,
    };
    let translator = Rc::clone(&setup.shared.translator);
    let interrupt = setup.config.interrupt.clone();
    Box::new(Incremental::new(translator, interrupt, limits))
}

fn oneshot(setup: &Setup<'_>) -> Box<dyn Technique> {
    let config = setup.config;
    let translator = Rc::clone(&setup.shared.translator);
    let interrupt = config.interrupt.clone();
    let steps = Some(setup.budget.steps).filter(|&steps| steps != usize::MAX);
    let effort = steps.map(|steps| u32::try_from(steps).unwrap_or(u32::MAX));
    let link = OneShot::new(translator, interrupt, config.memory).with_effort(effort);
    Box::new(link.with_pacer(config.pacer.clone()))
}

fn process(setup: &Setup<'_>) -> Box<dyn Technique> {
    let command = setup.command.cloned().unwrap_or_default();
    Box::new(Process::new(command, setup.config.interrupt.clone()))
}

/// A row with default values, for the rows of [`LINKS`].
const ROW: Link = Link {
    name: "",
    summary: "",
    stage: Stage::Solve,
    owner: Owner::Chain,
    applies: |_, _| true,
    make: BuiltIn(|_| Box::new(FloatSearch::default())),
    budget: Budget::UNLIMITED,
    backoff: false,
    returns_core: false,
    default: true,
};

/// All links, in the order in which a query visits them. There is one exception. The row of an own link (a link that
/// another program adds) comes after the rows of the SMT solvers, but the own link runs before the SMT solvers.
pub static LINKS: Table<Link> = Table::new(
    "link",
    &[
        Link {
            name: "domains",
            summary: "decides conditions with abstract domains under the path condition",
            stage: Stage::Decide,
            make: BuiltIn(|_| Box::new(Domains::default())),
            ..ROW
        },
        Link {
            name: "independence",
            summary: "removes constraints that share no input with the condition",
            stage: Stage::Select,
            make: BuiltIn(|_| Box::new(Independence::default())),
            ..ROW
        },
        Link {
            name: "cache",
            summary: "reuses the answer to an earlier query with the same constraints",
            stage: Stage::Recall,
            make: BuiltIn(|_| Box::new(AnswerCache::default())),
            returns_core: true,
            ..ROW
        },
        Link {
            name: "counterexamples",
            summary: "answers by a recent satisfying model, or an earlier unsat core",
            stage: Stage::Recall,
            make: BuiltIn(|_| Box::new(Counterexamples::default())),
            returns_core: true,
            ..ROW
        },
        Link {
            name: "implied-values",
            summary: "substitutes the value of each input that a constraint determines",
            stage: Stage::Split,
            applies: |query, _| !query.has_quantifiers(),
            make: BuiltIn(|_| Box::new(ImpliedValues)),
            returns_core: true,
            default: false,
            ..ROW
        },
        Link {
            name: "quantified",
            summary: "reduces queries with quantifiers to quantifier-free queries",
            stage: Stage::Split,
            applies: |query, _| query.has_quantifiers(),
            make: BuiltIn(|_| Box::new(Quantified::new())),
            ..ROW
        },
        Link {
            name: "float-search",
            summary: "finds models of queries with floats by hill climbing",
            applies: |query, _| query.has_float(),
            make: BuiltIn(|_| Box::new(FloatSearch::default())),
            budget: Budget::steps(600_000),
            ..ROW
        },
        Link {
            name: "short-repair",
            summary: "repairs a recent model by local search with few steps",
            applies: |query, _| query.is_bit_vectors(),
            make: BuiltIn(|_| Box::new(Repair)),
            budget: Budget::steps(10_000),
            backoff: true,
            ..ROW
        },
        Link {
            name: "byte-enumeration",
            summary: "evaluates all values of the only free input byte of a query",
            applies: |query, budget| query.is_bit_vectors() && query.nodes() <= budget.size,
            make: BuiltIn(|_| Box::new(ByteEnumeration)),
            budget: Budget {
                size: 128,
                steps: 256,
            },
            returns_core: true,
            ..ROW
        },
        Link {
            name: "tiny-bits",
            summary: "bit-blasts very small queries for a SAT solver",
            applies: |query, _| query.is_bit_vectors(),
            make: BuiltIn(blaster),
            budget: Budget {
                size: 2_000,
                steps: 1_000,
            },
            backoff: true,
            returns_core: true,
            ..ROW
        },
        Link {
            name: "repair",
            summary: "repairs a recent model by local search, if a query has ites or products",
            applies: |query, _| query.is_bit_vectors() && query.has_ite_or_mul(),
            make: BuiltIn(|_| Box::new(Repair)),
            budget: Budget::steps(300_000),
            backoff: true,
            ..ROW
        },
        Link {
            name: "ranks",
            summary: "replaces each input that is used only in comparisons by its rank",
            applies: |query, _| !query.has_quantifiers(),
            make: BuiltIn(|_| Box::new(Ranks::default())),
            returns_core: true,
            ..ROW
        },
        Link {
            name: "bits",
            summary: "bit-blasts queries for a SAT solver",
            applies: |query, _| query.is_bit_vectors(),
            make: BuiltIn(blaster),
            budget: Budget {
                size: 300_000,
                steps: 20_000,
            },
            backoff: true,
            returns_core: true,
            ..ROW
        },
        Link {
            name: "incremental",
            summary: "runs a Z3 solver that keeps constraints under assumption literals",
            owner: Owner::Z3,
            applies: |query, _| query.is_bit_vectors(),
            make: BuiltIn(incremental),
            budget: Budget::steps(1_000_000),
            backoff: true,
            returns_core: true,
            ..ROW
        },
        Link {
            name: "long-repair",
            summary: "repairs a recent model by local search with many steps",
            owner: Owner::Z3,
            applies: |query, _| query.is_bit_vectors() && query.has_ite_or_mul(),
            make: BuiltIn(|_| Box::new(Repair)),
            budget: Budget::steps(10_000_000),
            backoff: true,
            ..ROW
        },
        Link {
            name: "oneshot",
            summary: "runs a new Z3 solver for the query",
            owner: Owner::Z3,
            make: BuiltIn(oneshot),
            ..ROW
        },
        Link {
            name: "smtlib",
            summary: "runs the SMT-LIB 2 solver process that --solver names, if any",
            owner: Owner::Process,
            make: BuiltIn(process),
            ..ROW
        },
    ],
);

/// The reason why a value of `--links` is not a valid selection of links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// A word (the text between two commas) that has the wrong form or names no link.
    Unknown(String),
    /// A word that starts with `only:` but is not the first word.
    OnlyLater(String),
    /// A link that belongs to an SMT solver which `--solver` does not select.
    NoSolver {
        /// The name of the link.
        link: &'static str,
        /// The value of `--solver` that the link needs.
        solver: &'static str,
    },
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = LINKS.iter().map(|link| link.name).collect();
        match self {
            LinkError::Unknown(word) => write!(
                f,
                "expected +LINK, -LINK or only:LINK, found `{word}`; the links are {}",
                names.join(", ")
            ),
            LinkError::OnlyLater(word) => write!(
                f,
                "`{word}` is not the first word; `only:` starts an empty selection, so write it first"
            ),
            LinkError::NoSolver { link, solver } => {
                write!(
                    f,
                    "the link `{link}` of --links needs the option `--solver {solver}`"
                )
            }
        }
    }
}

impl std::error::Error for LinkError {}

/// Parses a selection such as `-ranks,+bits` or `only:bits,incremental`.
impl FromStr for LinkSet {
    type Err = LinkError;

    fn from_str(text: &str) -> Result<LinkSet, LinkError> {
        let mut set = LinkSet::default();
        let words = match text.strip_prefix("only:") {
            Some(rest) => {
                set = LinkSet::none();
                rest
            }
            None => text,
        };
        for word in words.split(',').map(str::trim) {
            if word.starts_with("only:") {
                return Err(LinkError::OnlyLater(word.to_owned()));
            }
            let (name, on) = match (word.strip_prefix('-'), word.strip_prefix('+')) {
                (Some(name), _) => (name, false),
                (_, Some(name)) => (name, true),
                _ if text.starts_with("only:") => (word, true),
                _ => return Err(LinkError::Unknown(word.to_owned())),
            };
            let link = LINKS.find(name);
            set.switch(
                link.ok_or_else(|| LinkError::Unknown(word.to_owned()))?
                    .name,
                on,
            );
        }
        Ok(set)
    }
}

impl Link {
    /// Returns whether a selection contains this link.
    pub fn is_in(&self, set: &LinkSet) -> bool {
        set.has(self.name, self.default)
    }
}

impl LinkSet {
    /// Checks that `solvers` contains the solver of each link that the selection enables by name. An empty list
    /// `solvers` means Z3.
    ///
    /// # Errors
    /// Returns the first link whose solver is missing.
    pub fn check_solvers(&self, solvers: &[SolverChoice]) -> Result<(), LinkError> {
        let has_z3 = solvers.is_empty() || solvers.contains(&SolverChoice::Z3);
        let has_process = (solvers.iter()).any(|solver| matches!(solver, SolverChoice::Smtlib(_)));
        let named = LINKS
            .iter()
            .filter(|link| self.names(link.name) && link.is_in(self));
        for link in named {
            let (runs, solver) = match link.owner {
                Owner::Chain => continue,
                Owner::Z3 => (has_z3, "z3"),
                Owner::Process => (has_process, "smtlib:COMMAND"),
            };
            if !runs {
                return Err(LinkError::NoSolver {
                    link: link.name,
                    solver,
                });
            }
        }
        Ok(())
    }
}

/// Returns the table of links as text with one link per line, for the help of `--links` and the documentation.
pub fn describe() -> String {
    let widest = LINKS.iter().map(|link| link.name.len()).max().unwrap_or(0);
    let line = |link: &Link| format!("{:widest$}  {}\n", link.name, link.summary);
    LINKS.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_the_order_of_their_stages_and_names_are_unique() {
        assert!(LINKS.iter().is_sorted_by_key(|link| link.stage));
        let mut names: Vec<&str> = LINKS.iter().map(|link| link.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), LINKS.len());
    }

    #[test]
    fn links_of_solvers_that_are_not_chosen_are_refused() {
        let z3 = [SolverChoice::Z3];
        let process = ["smtlib:cvc5".parse().expect("a command")];
        let refused = |text: &str, solvers: &[SolverChoice]| {
            let set: LinkSet = text.parse().expect(text);
            let error = set.check_solvers(solvers).err();
            error.is_some_and(|error| matches!(error, LinkError::NoSolver { .. }))
        };
        assert!(refused("only:bits,smtlib", &z3));
        assert!(!refused("only:bits,smtlib", &process));
        assert!(refused("+incremental", &process));
        assert!(!refused("-smtlib,-bits", &z3));
        assert!(!refused("+smtlib,-smtlib", &[]));
    }

    #[test]
    fn summaries_fit_a_line_of_the_help() {
        // The help of an option has lines of 100 columns, of which 90 are for its text.
        for line in describe().lines() {
            assert!(line.len() <= 90, "{line}");
        }
    }

    #[test]
    fn selections_are_parsed() {
        let names = |text: &str| {
            let set: LinkSet = text.parse().expect(text);
            let links = LINKS.iter().filter(|link| link.is_in(&set));
            links.map(|link| link.name).collect::<Vec<_>>()
        };
        assert_eq!(names("only:bits,incremental"), ["bits", "incremental"]);
        let default = names("+bits");
        assert_eq!(names("-ranks").len(), default.len() - 1);
        assert_eq!(names("-ranks,+ranks,+bits"), default);
        assert_eq!(names("+implied-values").len(), LINKS.len());
        let later = "-ranks,only:bits".parse::<LinkSet>();
        assert_eq!(later, Err(LinkError::OnlyLater("only:bits".to_owned())));
        for bad in ["ranks", "-rank", "", "only:", "only:all"] {
            let error = bad.parse::<LinkSet>().expect_err(bad).to_string();
            assert!(
                error.contains("the links are domains, independence"),
                "{error}"
            );
        }
    }
}
