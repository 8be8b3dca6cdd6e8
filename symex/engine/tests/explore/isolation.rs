//! The tests check that explorations on one thread do not influence each other.
use std::thread;
use symtool_testkit::replay::{Explored, explored, main_of, program};

/// Returns a program with a branch on the product of two inputs. The solver that finds inputs for such a condition
/// retains data between queries, so one exploration could influence the next one on the same thread.
fn products(target: u32) -> String {
    main_of(&format!(
        "entry:
           %x = intrinsic symbolic i16 \"x\"
           %y = intrinsic symbolic i16 \"y\"
           %a = zext %x to i32
           %b = zext %y to i32
           %p = mul %a, %b
           %c = eq %p, {target}
           branch %c, found, other
         found:
           %less = ult %x, %y
           branch %less, one, two
         one:
           return 1
         two:
           return 2
         other:
           %q = urem %p, 1009
           %big = ugt %q, 900
           branch %big, three, four
         three:
           return 3
         four:
           %s = xor %p, %a
           %t = eq %s, 123456
           branch %t, five, six
         five:
           return 5
         six:
           return 6"
    ))
}

/// Returns the test cases and the deterministic statistics of a run.
fn results(run: &Explored) -> String {
    let stats = &run.exploration.stats;
    let solver = &stats.solver;
    let queries = (solver.issued, solver.cache_hits, solver.solver);
    let answers = (solver.sat, solver.unsat, solver.unknown, solver.nodes);
    let links: Vec<_> = solver
        .links
        .iter()
        .map(|(name, link)| (name, link.hits))
        .collect();
    format!(
        "{:?} {:?} {} {} {queries:?} {answers:?} {links:?} {:?}",
        run.paths, stats.paths, stats.instructions, stats.expressions, run.exploration.incomplete
    )
}

#[test]
fn explorations_on_one_thread_are_independent() {
    let (a, b) = (products(9797 * 31), products(65_521 * 7));
    let alone = thread::scope(|scope| {
        let run = scope.spawn(|| results(&explored(&a)));
        run.join().expect("the exploration ends")
    });
    let [first, _, again] = [&a, &b, &a].map(|text| results(&explored(text)));
    assert_eq!(first, alone);
    assert_eq!(again, alone);
}

#[test]
#[should_panic(expected = "observers may panic")]
fn a_panic_of_the_observer_reaches_the_caller_of_a_later_exploration() {
    use symtool_engine::{Config, Confirmation, Observer, Stats, TestCase, explore};
    use symtool_ir::{Failure, Inputs};

    struct Fragile;
    impl Observer for Fragile {
        fn test(&mut self, _: &TestCase) {
            panic!("observers may panic");
        }
        fn bug(&mut self, _: &Failure, _: &Inputs) -> Confirmation {
            Confirmation::Confirmed
        }
        fn tick(&mut self, _: &Stats) -> bool {
            true
        }
    }
    let text = products(9797);
    explored(&text);
    let (module, entry) = program(&text);
    explore(&module, entry, &Config::default(), &mut Fragile);
}
