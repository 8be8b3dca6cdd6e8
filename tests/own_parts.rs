//! The test checks that parts which another program adds to symtool, such as a searcher or an intrinsic, behave like
//! built-in parts.
//!
//! The tables of parts are global and constant after their first use, so this file contains one test.
use std::collections::{BTreeSet, VecDeque};
use symtool::parts::engine::search::{Searcher, SearcherInfo, searcher};
use symtool::parts::engine::state::StateId;
use symtool::parts::expr::own::OwnIntrinsic;
use symtool::parts::ir::{Bits, Module, Op, Type};
use symtool::parts::meld::MeldReport;
use symtool::parts::meld::families::RuleFamily;
use symtool::parts::meld::rules::{Pat, Rule};
use symtool::parts::meld::term::Head;
use symtool::parts::passes::{ANALYSES, AnalysisInfo};
use symtool::{Parts, Session, Technique, Verdict};
use symtool_cdse::Strategy;

/// Unsigned addition that saturates at the largest number.
const ADD: OwnIntrinsic = OwnIntrinsic {
    name: "sat_add",
    params: &[Type::I32, Type::I32],
    result: Type::I32,
    concrete: |args| {
        let sum = args[0].unsigned() + args[1].unsigned();
        Bits::new(32, sum.min(u128::from(u32::MAX)))
    },
    symbolic: |arena, args| {
        let sum = arena.op(Op::Add, 32, args);
        let overflows = arena.ult(sum, args[0]);
        let most = arena.constant(Bits::ones(32));
        arena.op(Op::Select, 32, &[overflows, most, sum])
    },
};

const FUNCTIONS: AnalysisInfo = AnalysisInfo {
    name: "functions",
    help: "the number of functions",
    run: |module: &Module| format!("{}\n", module.functions.len()),
};

/// A searcher that selects the live states in turn.
#[derive(Default)]
struct RoundRobin(VecDeque<StateId>);

impl Searcher for RoundRobin {
    fn next(&mut self) -> Option<StateId> {
        self.0.rotate_left(usize::from(!self.0.is_empty()));
        self.0.back().copied()
    }

    fn added(&mut self, _: Option<StateId>, states: &[StateId]) {
        self.0.extend(states);
    }

    fn removed(&mut self, state: StateId) {
        self.0.retain(|&other| other != state);
    }
}

const ROUND_ROBIN: SearcherInfo = SearcherInfo {
    name: "round-robin",
    help: "runs the live states in turn",
    seeks_new: false,
    make: |_| Box::new(RoundRobin::default()),
};

/// Returns the meld rule `ite(c, x | m, x & ~m) = (x & ~m) | (m & sext(c))` for each integer type of the operators in
/// `heads`.
fn masks(heads: &BTreeSet<Head>) -> Vec<Rule> {
    let ors = heads.iter().filter_map(|&head| match head {
        Head::Op { op: Op::Or, to, .. } if to != Type::I1 => Some(to),
        _ => None,
    });
    let rule = |ty: Type| {
        let (c, x, m) = (
            || Pat::Var(0, Type::I1),
            || Pat::Var(1, ty),
            || Pat::Var(2, ty),
        );
        let cleared = || {
            let rest = Pat::op(Op::Not, ty, vec![m()]);
            Pat::op(Op::And, ty, vec![x(), rest])
        };
        let mask = Pat::op(Op::And, ty, vec![m(), Pat::op(Op::Sext, ty, vec![c()])]);
        Rule {
            name: ty.to_string(),
            lhs: Pat::select(c(), Pat::op(Op::Or, ty, vec![x(), m()]), cleared()),
            rhs: Pat::op(Op::Or, ty, vec![cleared(), mask]),
            when: vec![],
        }
    };
    ors.map(rule).collect()
}

const PROGRAM: &str = r#"
#include <assert.h>
#include <klee/klee.h>
unsigned sat_add(unsigned, unsigned);
int main(void) {
    unsigned total = 0;
    for (int i = 0; i < 100; i++) total = sat_add(total, 3);
    assert(total == 300);
    unsigned x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    unsigned sum = 0;
    if (x > 5) sum = sat_add(x, y);
    assert(x <= 5 || sum >= x);
#ifdef WRONG
    assert(sum != 4294967295u);
#endif
    return sat_add(1, 2) - 3;
}
"#;

fn session(technique: Option<Technique>) -> Session {
    let session = Session::new();
    match technique {
        Some(technique) => session.technique(technique),
        None => session,
    }
}

fn techniques() -> Vec<Option<Technique>> {
    let merge = Technique::merge("static").expect("a policy");
    vec![
        None,
        Some(Technique::Meld),
        Some(Technique::Conflicts(Strategy::default())),
        Some(merge),
    ]
}

#[test]
fn added_parts_work_in_every_mode() {
    let mut parts = Parts::default();
    parts
        .intrinsic(ADD)
        .analysis(FUNCTIONS)
        .searcher(ROUND_ROBIN);
    parts.meld_rule(RuleFamily {
        name: "masks",
        help: "sets or clears bits",
        rules: masks,
    });
    parts.install().expect("new names");

    for technique in techniques() {
        let run = |text: String| {
            let session = session(technique.clone()).source("add.c", text);
            session.run().unwrap_or_else(|error| panic!("{error}"))
        };
        let report = run(PROGRAM.to_owned());
        assert_eq!(report.verdict, Verdict::Verified, "{technique:?}");
        let report = run(format!("#define WRONG\n{PROGRAM}"));
        assert_eq!(report.verdict, Verdict::Violation, "{technique:?}");
    }
    a_call_on_a_side_does_not_prevent_melding();
    the_meld_rule_replaces_a_select();
    let searched = Session::new().source("add.c", PROGRAM).config(|config| {
        config.schedule.search = searcher("round-robin").expect("the searcher");
    });
    let report = searched.run().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(report.verdict, Verdict::Verified);
    let analysis = ANALYSES.find("functions").expect("the analysis");
    assert_eq!((analysis.run)(&Module::default()), "0\n");
}

/// Melds a program whose `main` has the inputs `x`, `y` and `c`, executes the statements `body`, and returns `r`.
/// Returns the melding report.
fn meld(body: &str) -> MeldReport {
    let text = format!(
        "#include <klee/klee.h>\nunsigned sat_add(unsigned, unsigned);\n\
         int main(void) {{ unsigned x, y; int c;\n\
         klee_make_symbolic(&x, sizeof x, \"x\"); klee_make_symbolic(&y, sizeof y, \"y\");\n\
         klee_make_symbolic(&c, sizeof c, \"c\"); unsigned r = x; {body} return r; }}"
    );
    let session = Session::new().source("meld.c", text);
    let report = session.technique(Technique::Meld).run();
    let report = report.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(report.verdict, Verdict::Verified);
    assert_eq!(report.stats.paths.completed, 1, "{:?}", report.melded);
    report.melded.expect("a melding report")
}

fn a_call_on_a_side_does_not_prevent_melding() {
    let one_side = meld("if (c) r = sat_add(x, y);");
    assert_eq!((one_side.applied, one_side.selects_added), (1, 1));
    // The calls of both sides become one call, with two selected operands.
    let both = meld("if (c) r = sat_add(x, 1); else r = sat_add(y, 2);");
    assert_eq!((both.applied, both.selects_added), (1, 2));
    let condition = meld("if (c && sat_add(x, y) > 5) r = 1;");
    assert_eq!(condition.branches_removed, condition.branches_before);
}

fn the_meld_rule_replaces_a_select() {
    let masked = meld("if (c > 0) r |= y; else r &= ~y;");
    assert_eq!((masked.applied, masked.selects_added), (1, 0));
}
