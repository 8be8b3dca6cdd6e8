//! The tests check objects of symbolic size (`Config::symbolic_sizes`).
use std::num::NonZeroUsize;
use symtool_engine::Config;
use symtool_ir::CheckKind;
use symtool_ir::bug::Checks;
use symtool_testkit::replay::{Explored, explored_with, main_of};

fn config(capacity: u64) -> Config {
    Config::default()
        .symbolic_sizes(Some(capacity))
        .all_errors(true)
}

/// Explores a program with a capacity of 64 bytes for symbolic sizes, and checks that the exploration is complete.
fn complete(text: &str) -> Explored {
    let run = explored_with(text, &config(64));
    assert!(run.reasons().is_empty(), "{:?}", run.reasons());
    run
}

/// Returns code that sets `%n` to a symbolic byte below `limit`, zero-extended to 64 bits.
fn size_below(limit: u32) -> String {
    format!(
        "  %x = intrinsic symbolic i8 \"x\"
           %n = zext %x to i64
           %in = ult %n, {limit}
           intrinsic assume(%in)\n"
    )
}

/// Returns the first input byte of each path with the outcome `what`.
fn inputs_of(run: &Explored, what: &str) -> Vec<u8> {
    let paths = run.paths.iter().filter(|(_, end)| end.what == what);
    let mut found: Vec<u8> = paths
        .map(|(inputs, _)| inputs.objects[0].bytes[0])
        .collect();
    found.sort_unstable();
    found
}

#[test]
fn an_access_fails_exactly_for_sizes_that_end_before_it() {
    for (offset, width) in [(0, 8), (5, 8), (4, 32), (7, 16), (56, 64)] {
        let run = complete(&main_of(&format!(
            "entry:\n{}
               %p = intrinsic malloc(%n)
               %q = ptr_add %p, {offset}
               store i{width} 1, %q
               %v = load i{width} %q
               %is = eq %v, 1
               check assert, %is, \"v == 1\"
               %enough = uge %n, {}
               check assert, %enough, \"the access was legal\"
               intrinsic free(%p)
               return 0",
            size_below(65),
            offset + width / 8
        )));
        assert_eq!(run.ends(), ["exit 0", "out-of-bounds"]);
    }
}

#[test]
fn an_index_below_the_size_is_legal_and_one_equal_to_it_is_not() {
    for (comparison, ends) in [
        ("ult", vec!["exit 0"]),
        ("ule", vec!["exit 0", "out-of-bounds"]),
    ] {
        let run = complete(&main_of(&format!(
            "entry:\n{}
               %p = intrinsic calloc(%n, 1)
               %y = intrinsic symbolic i8 \"y\"
               %i = zext %y to i64
               %below = {comparison} %i, %n
               intrinsic assume(%below)
               %q = ptr_add %p, %i
               %before = load i8 %q
               %zero = eq %before, 0
               check assert, %zero, \"zero\"
               store i8 7, %q
               %v = load i8 %q
               %is = eq %v, 7
               check assert, %is, \"v == 7\"
               return 0",
            size_below(65)
        )));
        assert_eq!(run.ends(), ends);
        for (inputs, end) in &run.paths {
            let [n, i] = [0, 1].map(|at| inputs.objects[at].bytes[0]);
            assert_eq!(i >= n, end.what == "out-of-bounds", "{n} {i}");
        }
    }
}

#[test]
fn inputs_beyond_the_capacity_are_reported_as_incomplete() {
    let text = main_of(&format!(
        "entry:\n{}
           %p = intrinsic malloc(%n)
           return 0",
        size_below(66)
    ));
    let run = explored_with(&text, &config(64));
    assert_eq!(run.ends(), ["exit 0"]);
    let [reason] = run.reasons()[..] else {
        panic!("{:?}", run.reasons());
    };
    assert!(reason.contains("more than 64 bytes"), "{reason}");
    let run = explored_with(&text, &config(65));
    assert!(run.reasons().is_empty(), "{:?}", run.reasons());
    // All inputs request more bytes than the capacity (64 bytes), so every path ends.
    let many = text.replace("intrinsic malloc(%n)", "intrinsic malloc(%m)");
    let run = explored_with(&many.replace("%p =", "%m = add %n, 70\n%p ="), &config(64));
    assert!(run.ends().is_empty(), "{:?}", run.ends());
    assert!(run.reasons()[0].contains("64 bytes"), "{:?}", run.reasons());
}

#[test]
fn allocations_beyond_the_size_limit_return_null() {
    let run = complete(&main_of(
        "entry:
           %x = intrinsic symbolic i8 \"x\"
           %small = ult %x, 10
           %n = zext %x to i64
           %size = select i64 %small, %n, -1
           %p = intrinsic malloc(%size)
           %a = ptrtoint_or %p
           return 0"
            .replace("           %a = ptrtoint_or %p\n", "           %null = eq %p, null\n           branch %null, none, some\n         none:\n           check assert, %small, \"x < 10\"\n           return 1\n         some:\n")
            .as_str(),
    ));
    assert_eq!(run.ends(), ["assert", "exit 0"]);
}

#[test]
fn an_overflowing_element_count_fails_to_allocate() {
    // The product of 2^62 + 1 elements and 4 bytes is 4 modulo 2^64.
    let run = complete(&main_of(
        "entry:
           %x = intrinsic symbolic i1 \"x\"
           %n = select i64 %x, 0x4000000000000001, 3
           %p = intrinsic calloc(%n, 4)
           %null = eq %p, null
           branch %null, none, some
         none:
           return 1
         some:
           %q = ptr_add %p, 8
           %v = load i32 %q
           return %v",
    ));
    assert_eq!(run.ends(), ["exit 0", "exit 1"]);
}

#[test]
fn a_filled_block_is_read_back_and_copied() {
    let run = complete(&main_of(&format!(
        "  slot $to, size 4
         entry:\n{}
           %p = intrinsic malloc(%n)
           intrinsic fill(%p, 9, %n)
           %t = stack_addr $to
           intrinsic copy(%t, %p, 4)
           %v = load i32 %t
           %is = eq %v, 0x09090909
           check assert, %is, \"four nines\"
           intrinsic free(%p)
           intrinsic free(%p)
           return 0",
        size_below(17)
    )));
    assert_eq!(inputs_of(&run, "double-free").len(), 1, "{:?}", run.ends());
    let short = inputs_of(&run, "out-of-bounds");
    assert!(short.len() == 1 && short[0] < 4, "{short:?}");
}

#[test]
fn indeterminate_bytes_are_reported_only_below_the_size() {
    let config = config(64).checks(Checks::default().with(CheckKind::Uninit));
    let run = explored_with(
        &main_of(&format!(
            "entry:\n{}
               %p = intrinsic malloc(%n)
               %one = uge %n, 1
               intrinsic assume(%one)
               store i8 1, %p
               %y = intrinsic symbolic i8 \"y\"
               %i = zext %y to i64
               %below = ult %i, %n
               intrinsic assume(%below)
               %q = ptr_add %p, %i
               %v = load i8 %q
               %is = eq %v, 1
               check assert, %is, \"v == 1\"
               return 0",
            size_below(20)
        )),
        &config,
    );
    assert_eq!(run.ends(), ["exit 0", "uninit"]);
    assert!(run.reasons().is_empty(), "{:?}", run.reasons());
}

#[test]
fn realloc_preserves_bytes_and_leaves_new_ones_indeterminate() {
    let text = main_of(&format!(
        "entry:\n{}
           %p = intrinsic calloc(%n, 1)
           %m = add %n, 2
           %q = intrinsic realloc(%p, %m)
           %last = add %n, 1
           %at = ptr_add %q, %last
           %v = load i8 %at
           %zero = eq %v, 0
           branch %zero, yes, no
         yes:
           return 1
         no:
           %beyond = ptr_add %q, %m
           %w = load i8 %beyond
           return 2",
        size_below(5)
    ));
    let run = complete(&text);
    // A state is forked for each size from 0 to 4. Each of these states has two paths: one exits, one fails.
    let expected = [vec!["exit 1"; 5], vec!["out-of-bounds"; 5]].concat();
    assert_eq!(run.ends(), expected);
    // If `realloc` shrinks the block, no state is forked.
    let run = complete(
        &text
            .replace("add %n, 2", "udiv %n, 2")
            .replace("add %n, 1", "sub %m, 1"),
    );
    assert_eq!(run.ends(), ["exit 1", "out-of-bounds"]);
}

#[test]
fn variable_length_arrays_have_symbolic_sizes() {
    let run = complete(&main_of(&format!(
        "entry:\n{}
           %p = intrinsic alloca(%n, 1)
           %q = ptr_add %p, 3
           store i8 1, %q
           return 0",
        size_below(30)
    )));
    assert_eq!(run.ends(), ["alloc-size", "exit 0", "out-of-bounds"]);
    assert_eq!(inputs_of(&run, "alloc-size"), [0]);
}

#[test]
fn several_threads_find_the_same_paths_with_symbolic_sizes() {
    let text = main_of(&format!(
        "entry:\n{}
           %p = intrinsic malloc(%n)
           %y = intrinsic symbolic i8 \"y\"
           %i = and %y, 15
           switch %i [ 1: one 2: two 3: three default: other ]
         one:
           jump use(1)
         two:
           jump use(2)
         three:
           jump use(3)
         other:
           jump use(9)
         use(%at: i64):
           %q = ptr_add %p, %at
           store i8 1, %q
           %v = load i8 %q
           %w = zext %v to i32
           return %w",
        size_below(8)
    ));
    let alone = complete(&text);
    let config = config(64).threads(NonZeroUsize::new(3).unwrap());
    let together = explored_with(&text, &config);
    assert_eq!(alone.ends(), together.ends());
    assert_eq!(together.ends().len(), 7, "{:?}", together.ends());
}

#[test]
fn illegal_accesses_have_no_effect_if_the_memory_check_is_off() {
    let config = config(64).checks(Checks::NONE.with(CheckKind::Assert));
    let run = explored_with(
        &main_of(&format!(
            "entry:\n{}
               %p = intrinsic calloc(%n, 1)
               %q = ptr_add %p, 3
               store i8 5, %q
               intrinsic fill(%p, 6, 2)
               %v = load i8 %p
               %w = zext %v to i32
               return %w",
            size_below(8)
        )),
        &config,
    );
    // The memory check is off, so the illegal accesses are no failures. They are reported as ignored, and the replay of
    // each path agrees with the exploration.
    assert!(
        run.ends().contains(&"exit 6".to_owned()),
        "{:?}",
        run.ends()
    );
    assert!(run.reasons()[0].contains("ignored"), "{:?}", run.reasons());
}
