//! Parts that another program adds to symtool (*own parts*): passes, analyses, searchers, merge policies, meld rules,
//! intrinsics and solver links. A solver link is one technique of the solver chain.
//!
//! symtool looks up its parts by name in tables, and [`Parts`] collects further rows for these tables. After
//! [`install`](Parts::install), an own part behaves as a built-in part, in the library and in the help, options,
//! statistics and modes of the command line. The crates with the types of the parts are re-exported here, so that a
//! program needs only the dependency `symtool`.
//!
//! | part | row | written as |
//! | --- | --- | --- |
//! | pass | [`PassInfo`] | a [`Pass`](passes::Pass) or [`ModulePass`](passes::ModulePass) |
//! | analysis | [`AnalysisInfo`] | `fn(&Module) -> String` |
//! | searcher | [`SearcherInfo`] | a [`Searcher`](engine::search::Searcher) |
//! | merge policy | [`PolicyInfo`] | a [`SchedulePolicy`](engine::merging::SchedulePolicy) and a [`SimilarityPolicy`](engine::merging::SimilarityPolicy) |
//! | meld rules | [`RuleFamily`] | `fn(&BTreeSet<Head>) -> Vec<Rule>` |
//! | intrinsic | [`OwnIntrinsic`] | a concrete model `fn(&[Bits]) -> Bits` and a symbolic model `fn(&mut Arena, &[ExprId]) -> ExprId` |
//! | solver link | [`Link`] | an [`OwnLink`](solver::OwnLink) |
//!
//! ```
//! use symtool::Session;
//! use symtool::parts::expr::own::OwnIntrinsic;
//! use symtool::parts::ir::{Bits, Op, Type};
//! use symtool::parts::Parts;
//!
//! let half = OwnIntrinsic {
//!     name: "half",
//!     params: &[Type::I32],
//!     result: Type::I32,
//!     concrete: |args| Bits::new(32, args[0].unsigned() / 2),
//!     symbolic: |arena, args| {
//!         let one = arena.int(32, 1);
//!         arena.op(Op::LShr, 32, &[args[0], one])
//!     },
//! };
//! let mut parts = Parts::default();
//! parts.intrinsic(half);
//! parts.install().expect("a new name, and models that agree");
//!
//! let report = Session::new()
//!     .source("half.c", "unsigned half(unsigned);\n\
//!         int main(int argc, char **argv) { return 1 / (half(argc) == 2147483647u ? 0 : 1); }")
//!     .run()?;
//! assert_eq!(report.verdict.name(), "verified");
//! # Ok::<(), symtool::Error>(())
//! ```
use engine::search::{SEARCHERS, SearcherInfo};
use expr::own::{Disagreement, INTRINSICS, OwnIntrinsic};
use ir::own::FUNCTIONS;
use ir::table::TableError;
use meld::families::{FAMILIES, RuleFamily};
use passes::{ANALYSES, AnalysisInfo, PASSES, PassInfo};
use policies::{POLICIES, PolicyInfo};
use solver::{LINKS, Link};
use std::fmt;
pub use symtool_engine as engine;
pub use symtool_expr as expr;
pub use symtool_ir as ir;
pub use symtool_meld as meld;
pub use symtool_passes as passes;
pub use symtool_policies as policies;
pub use symtool_solver as solver;

/// The parts that a program adds to symtool.
#[derive(Default)]
pub struct Parts {
    passes: Vec<PassInfo>,
    analyses: Vec<AnalysisInfo>,
    searchers: Vec<SearcherInfo>,
    policies: Vec<PolicyInfo>,
    families: Vec<RuleFamily>,
    intrinsics: Vec<OwnIntrinsic>,
    links: Vec<Link>,
}

impl Parts {
    /// Adds a pass. `--passes` and file tests run it by its name.
    pub fn pass(&mut self, row: PassInfo) -> &mut Parts {
        self.passes.push(row);
        self
    }

    /// Adds an analysis. `symtool ir --analysis` prints its result.
    pub fn analysis(&mut self, row: AnalysisInfo) -> &mut Parts {
        self.analyses.push(row);
        self
    }

    /// Adds a searcher, which `--search` selects.
    pub fn searcher(&mut self, row: SearcherInfo) -> &mut Parts {
        self.searchers.push(row);
        self
    }

    /// Adds a merge policy, which `--merge` selects.
    pub fn merge_policy(&mut self, row: PolicyInfo) -> &mut Parts {
        self.policies.push(row);
        self
    }

    /// Adds a family of meld rules. Melding uses a rule only after its proof. A job that melds fails with an error if a
    /// rule for 1, 8, 32 or 64 bits has no proof. Other rules without a proof are not used.
    pub fn meld_rule(&mut self, row: RuleFamily) -> &mut Parts {
        self.families.push(row);
        self
    }

    /// Adds a pure function that C programs can declare and call.
    pub fn intrinsic(&mut self, row: OwnIntrinsic) -> &mut Parts {
        self.intrinsics.push(row);
        self
    }

    /// Adds a link of the solver chain, which `--links` can switch off.
    pub fn link(&mut self, row: Link) -> &mut Parts {
        self.links.push(row);
        self
    }

    /// Adds the collected parts to symtool's tables. A process does this at most once, before it uses symtool.
    ///
    /// # Errors
    /// All tables stay unchanged in these cases:
    ///
    /// - A name is invalid or exists already.
    /// - symtool has already read a table.
    /// - The row of an intrinsic is invalid, or its concrete and its symbolic model disagree.
    /// - An intrinsic has the name of a library function that symtool implements.
    /// - A pass or an analysis has the name of a [word](RUN_WORDS), or a pass has the name of an analysis.
    pub fn install(self) -> Result<(), PartsError> {
        for intrinsic in &self.intrinsics {
            intrinsic.check().map_err(PartsError::Intrinsic)?;
        }
        check_words(&self.passes, &self.analyses)?;
        check_library(&self.intrinsics)?;
        let functions: Vec<_> = self.intrinsics.iter().map(OwnIntrinsic::function).collect();
        PASSES.check(&self.passes)?;
        ANALYSES.check(&self.analyses)?;
        SEARCHERS.check(&self.searchers)?;
        POLICIES.check(&self.policies)?;
        FAMILIES.check(&self.families)?;
        FUNCTIONS.check(&functions)?;
        INTRINSICS.check(&self.intrinsics)?;
        LINKS.check(&self.links)?;

        PASSES.add(self.passes)?;
        ANALYSES.add(self.analyses)?;
        SEARCHERS.add(self.searchers)?;
        POLICIES.add(self.policies)?;
        FAMILIES.add(self.families)?;
        FUNCTIONS.add(functions)?;
        INTRINSICS.add(self.intrinsics)?;
        LINKS.add(self.links)?;
        Ok(())
    }
}

/// The words of run lines in [file tests](crate::driver::filetest) other than the names of passes and analyses.
pub const RUN_WORDS: [&str; 19] = [
    "ssa",
    "simplify",
    "cfmse",
    "diff",
    "check-equivalent",
    "symbolic",
    "qce",
    "melds",
    "meld-steps",
    "arrays",
    "explore",
    "merges",
    "cdse",
    "interp",
    "locs",
    "check",
    "parse-error",
    "verify-error",
    "compile-error",
];

/// Returns an error if a pass or an analysis has a name that already has a meaning in run lines of file tests: a word
/// of [`RUN_WORDS`], or the name of a part of the other kind (an analysis or a pass).
fn check_words(passes: &[PassInfo], analyses: &[AnalysisInfo]) -> Result<(), PartsError> {
    let clash = |kind, name| Err(PartsError::Word { kind, name });
    for &PassInfo { name, .. } in passes {
        let mut others = ANALYSES.built_in().iter().chain(analyses);
        if RUN_WORDS.contains(&name) || others.any(|analysis| analysis.name == name) {
            return clash("pass", name);
        }
    }
    for &AnalysisInfo { name, .. } in analyses {
        let mut others = PASSES.built_in().iter();
        if RUN_WORDS.contains(&name) || others.any(|pass| pass.name == name) {
            return clash("analysis", name);
        }
    }
    Ok(())
}

/// Returns an error if an own intrinsic has the name of a library function that symtool implements.
fn check_library(intrinsics: &[OwnIntrinsic]) -> Result<(), PartsError> {
    for intrinsic in intrinsics {
        if symtool_frontend::built_in_functions().any(|name| name == intrinsic.name) {
            return Err(PartsError::Library(intrinsic.name));
        }
    }
    Ok(())
}

/// The reason why parts cannot be installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartsError {
    /// A table of symtool refuses a row, for example because its name exists already.
    Table(TableError),
    /// An intrinsic has the name of a library function that symtool implements.
    Library(&'static str),
    /// A pass or an analysis has a name that already has a meaning in run lines of file tests.
    Word {
        /// The kind of the part: `pass` or `analysis`.
        kind: &'static str,
        /// The name of the part.
        name: &'static str,
    },
    /// The row of an intrinsic is invalid, or its concrete and symbolic models disagree.
    Intrinsic(Disagreement),
}

impl From<TableError> for PartsError {
    fn from(error: TableError) -> PartsError {
        PartsError::Table(error)
    }
}

impl fmt::Display for PartsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartsError::Table(error) => error.fmt(f),
            PartsError::Library(name) => write!(
                f,
                "the intrinsic `{name}` has the name of a library function that symtool implements"
            ),
            PartsError::Word { kind, name } => write!(
                f,
                "the {kind} `{name}` has the name of another word of run lines; choose another name"
            ),
            PartsError::Intrinsic(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PartsError {}
