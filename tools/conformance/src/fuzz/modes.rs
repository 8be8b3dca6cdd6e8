//! The table of modes: combinations of techniques and options in which each program is explored.
use std::num::NonZeroUsize;
use symtool::{Session, Technique};
use symtool_cdse::Strategy;
use symtool_policies::POLICIES;

/// A combination of techniques and options.
pub struct Mode {
    /// The options of the command line that select the mode, without their hyphens, as in `cfmse+merge=dynamic`.
    pub name: String,
    techniques: Vec<Technique>,
    threads: NonZeroUsize,
    symbolic_sizes: Option<u64>,
    /// Whether symtool chooses the techniques automatically.
    is_automatic: bool,
}

/// The maximum size of a block of symbolic size, in bytes. It is larger than all blocks of the random programs, so it
/// cuts no path.
const CAPACITY: u64 = 128;
/// The maximum number of values of a symbolic address, size or call target. It is larger than the number of these
/// values in any random program.
const RESOLUTIONS: usize = 300;
/// The maximum number of instructions of one exploration. It replaces a time limit, so that results do not depend on
/// the machine.
const INSTRUCTIONS: u64 = 5_000_000;
/// The maximum work of one conflict-driven exploration. In such an exploration, the limit of instructions limits the
/// estimated work, including that of queries. One unit is the work of one instruction in the symbolic interpreter.
const CONFLICT_WORK: u64 = 200_000_000;
/// The maximum number of paths of one exploration.
const PATHS: u64 = 5_000;

impl Mode {
    fn new(name: impl Into<String>, techniques: Vec<Technique>) -> Mode {
        Mode {
            name: name.into(),
            techniques,
            threads: NonZeroUsize::MIN,
            symbolic_sizes: None,
            is_automatic: false,
        }
    }

    fn automatic(mut self) -> Mode {
        self.is_automatic = true;
        self
    }

    fn threads(mut self, threads: usize) -> Mode {
        self.threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
        self
    }

    fn symbolic_sizes(mut self) -> Mode {
        self.symbolic_sizes = Some(CAPACITY);
        self
    }

    /// Returns the options of symtool's command line that select the mode.
    pub fn options(&self) -> String {
        let options = self.name.split('+').filter(|name| *name != "plain");
        let options = options.map(|name| match name {
            "symbolic-sizes" => format!(" --symbolic-sizes={CAPACITY}"),
            name => format!(" --{name}"),
        });
        options.collect()
    }

    /// Returns whether the mode explores the original program path by path.
    pub fn is_plain(&self) -> bool {
        self.techniques.is_empty() && !self.is_automatic
    }

    /// Returns whether the mode uses no technique and no symbolic sizes; it may use several threads. An exploration in
    /// such a mode has one path for each path of the program.
    pub fn is_unchanged(&self) -> bool {
        self.is_plain() && self.symbolic_sizes.is_none()
    }

    /// Returns whether a complete exploration in this mode covers every line that an input covers. The result is
    /// `false` for conflict-driven exploration, which skips paths that cannot fail. It is also `false` for melding: a
    /// path of a melded program represents several original paths, of which only one counts as covered. Automatic mode
    /// uses both techniques, so the result is `false` for it, too.
    pub fn covers_all(&self) -> bool {
        let is_exact = |technique: &Technique| matches!(technique, Technique::Merge(_));
        !self.is_automatic && self.techniques.iter().all(is_exact)
    }

    /// Returns whether state merging is the only technique of the mode. The exploration then counts the exact number of
    /// paths of the original program that the merged states represent.
    pub fn counts_paths(&self) -> bool {
        matches!(self.techniques.as_slice(), [Technique::Merge(_)])
    }

    /// Returns a session in this mode that lists all failures. `seed` is the seed of random choices.
    pub fn session(&self, seed: u64) -> Session {
        let is_conflicts = |technique: &Technique| matches!(technique, Technique::Conflicts(_));
        let instructions = match self.techniques.iter().any(is_conflicts) {
            true => CONFLICT_WORK,
            false => INSTRUCTIONS,
        };
        let session = Session::new().config(|config| {
            config.failures.all_errors = true;
            config.count_paths = self.counts_paths();
            config.schedule.threads = self.threads;
            config.schedule.seed = seed;
            config.memory.symbolic_sizes = self.symbolic_sizes;
            config.limits.max_resolutions = RESOLUTIONS;
            config.limits.max_instructions = Some(instructions);
            config.limits.max_paths = Some(PATHS);
        });
        if self.is_automatic {
            return session.automatic();
        }
        let techniques = self.techniques.iter().cloned();
        techniques.fold(session, Session::technique)
    }
}

/// Returns all modes. The first mode uses no technique: it explores the program path by path.
pub fn all() -> Vec<Mode> {
    let conflicts = || Technique::Conflicts(Strategy::default());
    let mut all = vec![
        Mode::new("plain", vec![]),
        Mode::new("threads=2", vec![]).threads(2),
        Mode::new("symbolic-sizes", vec![]).symbolic_sizes(),
        Mode::new("cfmse", vec![Technique::Meld]),
        Mode::new("cfmse+threads=2", vec![Technique::Meld]).threads(2),
        Mode::new("cfmse=speculative", vec![Technique::MeldSpeculatively]),
        Mode::new("cdse", vec![conflicts()]),
        Mode::new("cdse+threads=2", vec![conflicts()]).threads(2),
        Mode::new("cfmse+cdse", vec![Technique::Meld, conflicts()]),
        Mode::new("auto", vec![]).automatic(),
        Mode::new("auto+threads=2", vec![]).automatic().threads(2),
    ];
    for policy in &POLICIES {
        let merge = || Technique::Merge(policy);
        let name = policy.name;
        all.push(Mode::new(format!("merge={name}"), vec![merge()]));
        all.push(Mode::new(format!("merge={name}+threads=2"), vec![merge()]).threads(2));
        let both = vec![Technique::Meld, merge()];
        all.push(Mode::new(format!("cfmse+merge={name}"), both));
    }
    all
}
