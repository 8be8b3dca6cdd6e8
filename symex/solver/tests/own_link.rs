//! The test checks links that a program adds to the chain. The links must answer queries and be selected by name, and
//! their *unsat* answers must be checked like those of the built-in links.
//!
//! The table of links is global and constant after its first use, so this file contains one test.
use symtool_expr::{Arena, ExprId};
use symtool_solver::{
    Answer, Backend, LINKS, Link, LinkSet, Model, OwnLink, Solver, SolverConfig, SolverStats,
    describe,
};

/// Answers every query with the input 0.
#[derive(Debug)]
struct Zeros;

impl OwnLink for Zeros {
    fn solve(&mut self, _: &Arena, _: &[ExprId]) -> Option<Answer> {
        Some(Answer::Sat(Model::new()))
    }
}

/// Answers every query with *unsat*, which is wrong for most of them.
#[derive(Debug)]
struct Never;

impl OwnLink for Never {
    fn solve(&mut self, _: &Arena, _: &[ExprId]) -> Option<Answer> {
        Some(Answer::Unsat)
    }
}

fn backend(links: &str, check: bool) -> Backend {
    let links: LinkSet = links.parse().expect("a selection of links");
    Backend::new(&SolverConfig {
        links,
        check,
        ..SolverConfig::default()
    })
}

#[test]
fn an_own_link_takes_part_in_the_chain() {
    let rows = vec![
        Link::own("zeros", "tries the input 0", || Box::new(Zeros)),
        Link::own("never", "answers unsat", || Box::new(Never)),
    ];
    LINKS.add(rows).expect("new names");
    assert!(
        describe()
            .lines()
            .any(|line| line.starts_with("zeros ") && line.ends_with(" tries the input 0"))
    );

    let mut arena = Arena::new();
    let input = arena.symbol("x", 1);
    let x = arena.byte(input, 0);
    let seven = arena.int(8, 7);
    let less = arena.ult(x, seven);
    let greater = arena.ult(seven, x);

    let mut zeros = backend("only:zeros", false);
    assert!(matches!(zeros.check(&arena, &[less]), Answer::Sat(_)));
    assert_eq!(zeros.answered_by(), "zeros");

    // The model 0 is wrong, so Z3 answers. With the default selection, the own link runs too.
    for links in ["only:zeros,oneshot", "-never,-bits"] {
        let mut chain = backend(links, false);
        let Answer::Sat(model) = chain.check(&arena, &[greater]) else {
            panic!("a value above 7 exists");
        };
        assert!(model.get(input, 0) > 7);
    }

    let mut checked = backend("only:never", true);
    assert!(matches!(checked.check(&arena, &[less]), Answer::Sat(_)));
    let mut stats = SolverStats::default();
    checked.collect(&mut stats);
    assert_eq!(stats.check.disagreements.len(), 1, "{stats:?}");
    assert!(stats.links.iter().any(|(name, _)| *name == "never"));
}
