//! The table of writers (generators of random programs).
use super::sample::{Byte, Sample, Spelled, Subject};
use symtool_ir::CheckKind;
use symtool_ir::bug::Checks;
use symtool_ir::random::SplitMix;
use symtool_testkit::c_programs::{self, Inputs, Kind};
use symtool_testkit::c_trees::{self, Range, Spelling, TOPICS, Topic};
use symtool_testkit::writer::{Constructs, Writer};

/// A writer of random programs.
pub struct WriterInfo {
    /// The name on the command line.
    pub name: String,
    source: Source,
}

/// The generator of a writer's programs.
enum Source {
    /// Textual IR with these constructs.
    Ir(Constructs),
    /// C programs with these features.
    C(Kind),
    /// C programs about one topic.
    Topic(&'static Topic),
    /// C programs about one topic with inputs of 32 bits. Each program is compared with several equivalent texts
    /// (spellings) of itself.
    Spellings(&'static Topic),
}

/// The number of statements of a C program about one topic.
const STATEMENTS: u32 = 10;
/// For a program that is explored in several spellings (equivalent texts), the number of texts with rewrites.
const REWRITTEN: u64 = 2;

/// Returns all writers. The first program of a campaign comes from the first writer, the second program from the
/// second writer, and so on.
pub fn all() -> Vec<WriterInfo> {
    let arithmetic = Constructs {
        input_bits: 3,
        symbolic_sizes: false,
        scopes: false,
        ..Constructs::exploration()
    };
    let c = Kind {
        inputs: Inputs::TwoSmall,
        sizes: false,
        uninit: false,
        guarded: false,
    };
    let named = |name: &str, source| WriterInfo {
        name: name.to_owned(),
        source,
    };
    let mut all = vec![
        named("ir-arithmetic", Source::Ir(arithmetic)),
        named("ir-pointers", Source::Ir(Constructs::pointers())),
        named("ir-control", Source::Ir(Constructs::conflicts(true))),
        named("ir-siblings", Source::Ir(Constructs::failures())),
        named("c", Source::C(c)),
        named("c-guarded", Source::C(Kind { guarded: true, ..c })),
        named("c-sizes", Source::C(Kind { sizes: true, ..c })),
        named("c-uninit", Source::C(Kind { uninit: true, ..c })),
    ];
    for topic in TOPICS {
        all.push(named(topic.name, Source::Topic(topic)));
        let name = format!("rewritten-{}", topic.name);
        all.push(named(&name, Source::Spellings(topic)));
    }
    all
}

impl WriterInfo {
    /// Returns the program that this writer generates from the seed `seed`.
    pub fn write(&self, seed: u64) -> Subject {
        match &self.source {
            Source::Ir(constructs) => Subject::Enumerable(ir(seed, constructs)),
            Source::C(kind) => Subject::Enumerable(c(seed, *kind)),
            Source::Topic(topic) => {
                let tree = c_trees::grow(topic, Range::Small, seed, STATEMENTS);
                // Half of the programs are rewritten, which makes their code more varied.
                let spelling = match seed.is_multiple_of(2) {
                    true => c_trees::plain(&tree),
                    false => c_trees::rewritten(&tree, seed),
                };
                Subject::Enumerable(Sample {
                    ends_by_path: false,
                    ..c_sample(seed, spelling.text)
                })
            }
            Source::Spellings(topic) => Subject::Spellings(spellings(topic, seed)),
        }
    }
}

/// Returns a program in textual IR over the inputs `a` and `b`.
fn ir(seed: u64, options: &Constructs) -> Sample {
    let values = 1 << options.input_bits;
    let writer = Writer::program(seed, options.clone());
    Sample {
        file: "random.sir",
        only_branches_fork: !writer.silent_forks,
        text: writer.text,
        inputs: ["a", "b"].map(|name| Byte { name, values }).to_vec(),
        checks: Checks::default(),
        ends_by_path: false,
    }
}

fn c(seed: u64, kind: Kind) -> Sample {
    let mut sample = c_sample(seed, c_programs::program(seed, kind));
    if kind.uninit {
        sample.checks = sample.checks.with(CheckKind::Uninit);
    }
    sample
}

/// Returns the sample for the C program `text`, which has two inputs with 16 values each. For some seeds, further
/// checks are enabled.
fn c_sample(seed: u64, text: String) -> Sample {
    let mut checks = Checks::default();
    if seed.is_multiple_of(5) {
        checks = checks.with(CheckKind::Overflow).with(CheckKind::Shift);
    }
    if seed.is_multiple_of(3) {
        checks = checks.with(CheckKind::Leak);
    }
    let names = ["nondet_uchar", "nondet_uchar_1"];
    Sample {
        file: "random.c",
        text,
        inputs: names.map(|name| Byte { name, values: 16 }).to_vec(),
        checks,
        ends_by_path: true,
        only_branches_fork: false,
    }
}

/// Returns the texts of the program that `seed` determines: first the text without rewrites, then the rewritten texts.
/// Overflow is not checked, because a rewrite of `a + b + c` to `a + c + b` can move the overflow to a different
/// operator.
fn spellings(topic: &'static Topic, seed: u64) -> Vec<Spelled> {
    let tree = c_trees::grow(topic, Range::Wide, seed, STATEMENTS);
    let mut random = SplitMix::new(seed);
    let rewritten = (0..REWRITTEN).map(|_| c_trees::rewritten(&tree, random.draw()));
    let texts: Vec<Spelling> = [c_trees::plain(&tree)]
        .into_iter()
        .chain(rewritten)
        .collect();
    let spelled = texts.into_iter().map(|spelling| Spelled {
        sample: Sample {
            file: "random.c",
            text: spelling.text,
            inputs: Vec::new(),
            checks: Checks::default(),
            ends_by_path: false,
            only_branches_fork: false,
        },
        statements: spelling.statements,
    });
    spelled.collect()
}
