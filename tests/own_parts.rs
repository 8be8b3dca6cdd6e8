//! Parts that a program adds to symtool behave as built-in parts.
//!
//! The tables of parts are global and constant after their first use, so this file contains one test.
use std::collections::{BTreeSet, VecDeque};
use symtool::parts::engine::search::{Searcher, SearcherInfo};
use symtool::parts::engine::state::StateId;
use symtool::parts::expr::own::OwnIntrinsic;
use symtool::parts::ir::{Bits, Module, Op, Type};
use symtool::parts::meld::families::RuleFamily;
use symtool::parts::meld::rules::{Pat, Rule};
use symtool::parts::meld::term::Head;
use symtool::parts::passes::AnalysisInfo;
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

/// Runs the live states in turn.
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

/// Returns the rule `ite(c, x | m, x & ~m) = (x & ~m) | (m & sext(c))` for each type with these operators.
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
        let report = session(technique.clone())
            .source("add.c", PROGRAM)
            .run()
            .expect("a program");
        assert_eq!(report.verdict, Verdict::Verified, "{technique:?}");
        let wrong = format!("#define WRONG\n{PROGRAM}");
        let report = session(technique.clone())
            .source("add.c", wrong)
            .run()
            .expect("a program");
        assert_eq!(report.verdict, Verdict::Violation, "{technique:?}");
    }
}
