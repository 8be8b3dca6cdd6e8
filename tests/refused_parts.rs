//! The test checks that symtool refuses certain parts: a meld rule without a proof, a part whose name exists already,
//! and a part that is added after the first use of a table.
//!
//! The tables of parts are global and constant after their first use, so this file contains one test.
use symtool::parts::ir::{Bits, Module, Op, Type};
use symtool::parts::meld::families::RuleFamily;
use symtool::parts::meld::rules::{Pat, Rule};
use symtool::parts::passes::AnalysisInfo;
use symtool::{Parts, Session, Technique, Verdict};

/// The wrong rule x + 1 = x.
const WRONG: RuleFamily = RuleFamily {
    name: "wrong",
    help: "x + 1 = x",
    rules: |_| {
        let x = || Pat::Var(0, Type::I32);
        let one = Pat::Const(Type::I32, Bits::new(32, 1));
        vec![Rule {
            name: "increment".to_owned(),
            lhs: Pat::op(Op::Add, Type::I32, vec![x(), one]),
            rhs: x(),
            when: vec![],
        }]
    },
};

const PROGRAM: &str = r#"
#include <assert.h>
#include <klee/klee.h>
int main(void) {
    int c, x = 0;
    klee_make_symbolic(&c, sizeof c, "c");
    if (c > 0) x = x + 1;
    assert(x == 0);
    return 0;
}
"#;

fn analysis(name: &'static str) -> AnalysisInfo {
    AnalysisInfo {
        name,
        help: "nothing",
        run: |_: &Module| String::new(),
    }
}

/// Checks that a part is refused if its name is a word of the run lines of file tests. After such an error, the tables
/// must be unchanged, so that the next installation of parts succeeds.
fn clashing_names_are_refused_before_any_part_is_added() {
    for name in ["diff", "gvn"] {
        let mut parts = Parts::default();
        parts.analysis(analysis(name));
        let error = parts.install().expect_err("a word");
        let expected = format!(
            "the analysis `{name}` has the name of another word of run lines; choose another name"
        );
        assert_eq!(error.to_string(), expected);
    }
    let mut parts = Parts::default();
    parts.analysis(analysis("nothing")).meld_rule(RuleFamily {
        name: "truth",
        ..WRONG
    });
    let error = parts.install().expect_err("a family that exists");
    assert_eq!(error.to_string(), "duplicate family of meld rules `truth`");
}

#[test]
fn a_rule_without_a_proof_ends_a_job_that_melds() {
    clashing_names_are_refused_before_any_part_is_added();
    let mut parts = Parts::default();
    parts.analysis(analysis("nothing")).meld_rule(WRONG);
    parts.install().expect("new names");

    let session = || Session::new().source("wrong.c", PROGRAM);
    let melded = session().technique(Technique::Meld).run();
    let error = melded.expect_err("the rule is wrong").to_string();
    let expected = "error: the meld rule `wrong/increment` does not hold for v0 = ";
    assert!(error.starts_with(expected), "{error}");
    let plain = session().run().expect("a valid program");
    assert_eq!(plain.verdict, Verdict::Violation);

    let mut late = Parts::default();
    late.meld_rule(RuleFamily {
        name: "late",
        ..WRONG
    });
    let error = late
        .install()
        .expect_err("the tables are in use")
        .to_string();
    assert!(error.contains("its table is in use"), "{error}");
}
