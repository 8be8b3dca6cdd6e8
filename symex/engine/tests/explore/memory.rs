//! The tests check memory accesses at input-dependent addresses: accesses that fork a state, and accesses that do
//! not.
use symtool_engine::Config;
use symtool_ir::CheckKind;
use symtool_ir::bug::Checks;
use symtool_testkit::replay::{assert_exhaustive, explored, explored_with, main_of};

#[test]
fn a_store_at_a_symbolic_index_is_read_back_without_forking() {
    let body = |size: u32| {
        main_of(&format!(
            "  slot $a, size {size}
             entry:
               %p = stack_addr $a
               intrinsic fill(%p, 7, {size})
               %x = intrinsic symbolic i8 \"x\"
               %i = zext %x to i64
               %m = urem %i, {size}
               %q = ptr_add %p, %m
               store i8 9, %q
               %y = intrinsic symbolic i8 \"y\"
               %j = zext %y to i64
               %n = urem %j, {size}
               %r = ptr_add %p, %n
               %v = load i8 %r
               %is = eq %v, 9
               %same = eq %m, %n
               %agree = eq %is, %same
               check assert, %agree, \"v == 9 exactly where it was stored\"
               %w = zext %v to i32
               return 0"
        ))
    };
    // An access to the smaller object becomes a chain of `ite`, an access to the larger object an array access.
    for size in [5, 200] {
        let run = explored(&body(size));
        assert_eq!(run.ends(), ["exit 0"], "size {size}: {:?}", run.reasons());
        assert!(run.reasons().is_empty(), "{:?}", run.reasons());
    }
}

#[test]
fn an_int_is_reloaded_as_the_same_expression() {
    let run = explored(&main_of(
        "  slot $a, size 16
         entry:
           %p = stack_addr $a
           %x = intrinsic symbolic i32 \"x\"
           %s = mul %x, 12345
           store %s, %p
           %q = ptr_add %p, 8
           intrinsic copy(%q, %p, 4)
           %y = load i32 %q
           %c = eq %y, %s
           branch %c, yes, no
         yes:
           return 1
         no:
           return 2",
    ));
    assert_eq!(run.ends(), ["exit 1"]);
    assert_eq!(run.exploration.stats.solver.solver, 0);
}

#[test]
fn a_short_block_at_a_symbolic_address_is_copied_and_filled_without_forking() {
    let run = explored(&main_of(
        "  slot $a, size 32
           slot $b, size 32
         entry:
           %p = stack_addr $a
           %q = stack_addr $b
           intrinsic fill(%p, 1, 32)
           intrinsic fill(%q, 2, 32)
           %x = intrinsic symbolic i8 \"x\"
           %m = and %x, 3
           %i = zext %m to i64
           %o = mul %i, 8
           %to = ptr_add %p, %o
           %back = sub 24, %o
           %from = ptr_add %q, %back
           store i64 77, %from
           intrinsic copy(%to, %from, 8)
           %v = load i64 %to
           %ok = eq %v, 77
           check assert, %ok, \"copied\"
           %half = ptr_add %to, 4
           intrinsic fill(%half, 0, 4)
           %w = load i64 %to
           %ok2 = eq %w, 77
           check assert, %ok2, \"high half cleared\"
           %first = load i64 %p
           %untouched = eq %first, 0x0101010101010101
           %elsewhere = ne %m, 0
           %same = eq %untouched, %elsewhere
           check assert, %same, \"only there\"
           return 0",
    ));
    assert_eq!(run.ends(), ["exit 0"], "{:?}", run.reasons());
    assert!(run.reasons().is_empty(), "{:?}", run.reasons());
}

#[test]
fn a_choice_of_pointers_does_not_fork() {
    let run = explored(&main_of(
        "  slot $a, size 4
           slot $b, size 4
         entry:
           %p = stack_addr $a
           %q = stack_addr $b
           store i32 1, %p
           store i32 2, %q
           %c = intrinsic symbolic i1 \"c\"
           %r = select ptr %c, %p, %q
           store i32 5, %r
           %v = load i32 %p
           %w = load i32 %q
           %s = add %v, %w
           %want = select i32 %c, 7, 6
           %ok = eq %s, %want
           check assert, %ok, \"s\"
           return 0",
    ));
    assert_eq!(run.ends(), ["exit 0"]);
}

#[test]
fn a_symbolic_pointer_resolves_to_every_object_and_to_none() {
    // The table contains two addresses and a null pointer.
    let run = explored(
        "global @x, size 1, bytes i8 10
         global @y, size 1, bytes i8 20
         global @t, size 24, align 8, bytes zero 24, reloc 0: @x, reloc 8: @y
         func @main() -> i32 {
         entry:
           %i = intrinsic symbolic i8 \"i\"
           %c = ult %i, 3
           intrinsic assume(%c)
           %w = zext %i to i64
           %o = mul %w, 8
           %t = global_addr @t
           %a = ptr_add %t, %o
           %p = load ptr %a
           %v = load i8 %p
           %is10 = eq %v, 10
           branch %is10, ten, other
         ten:
           return 10
         other:
           return 20
         }",
    );
    assert_eq!(run.ends(), ["exit 10", "exit 20", "null"]);
    assert!(run.reasons().is_empty(), "{:?}", run.reasons());
}

#[test]
fn a_guarded_access_is_checked_only_where_its_guard_holds() {
    let run = explored(&main_of(
        "entry:
           %g = intrinsic symbolic i1 \"g\"
           %v = load.if %g, i32 null
           return %v",
    ));
    assert_eq!(run.ends(), ["exit 0", "null"]);
    let run = explored(&main_of(
        "  slot $a, size 4
         entry:
           %p = stack_addr $a
           store i32 3, %p
           %g = intrinsic symbolic i1 \"g\"
           store.if %g, i32 4, %p
           check.if %g, assert, 0, \"never\"
           %v = load i32 %p
           return %v",
    ));
    assert_eq!(run.ends(), ["assert", "exit 3"]);
}

#[test]
fn a_symbolic_size_forks_per_value() {
    let run = explored(&main_of(
        "entry:
           %x = intrinsic symbolic i8 \"x\"
           %m = and %x, 3
           %n = zext %m to i64
           %p = intrinsic malloc(%n)
           store i8 1, %p
           return 0",
    ));
    assert_eq!(run.ends(), ["exit 0", "exit 0", "exit 0", "out-of-bounds"]);
    assert!(run.reasons().is_empty(), "{:?}", run.reasons());
    // The size has 256 values, more than the limit (`Config::max_resolutions`). The remaining values are dropped and
    // reported.
    let run = explored(&main_of(
        "entry:
           %x = intrinsic symbolic i8 \"x\"
           %n = zext %x to i64
           %p = intrinsic malloc(%n)
           return 0",
    ));
    assert_eq!(run.ends().len(), Config::default().limits.max_resolutions);
    assert!(
        run.reasons()[0].contains("has more than 32 values"),
        "{:?}",
        run.reasons()
    );
}

#[test]
fn indeterminate_memory_is_any_value() {
    let run = explored(&main_of(
        "  slot $a, size 8
         entry:
           %p = stack_addr $a
           %q = ptr_add %p, 4
           store i32 1, %q
           %v = load i32 %p
           %c = eq %v, 1234
           branch %c, yes, no
         yes:
           %w = load i32 %q
           return %w
         no:
           return 2",
    ));
    assert_eq!(run.ends(), ["exit 1", "exit 2"]);
}

/// Returns a program that loads an `i32` through the pointer at index `i` of a table of 40 pointers, where `i`
/// is an input. Entries that `entries` does not set point to `a`.
fn through_a_table(entries: &[(u64, &str, u64)]) -> String {
    let mut body =
        "  slot $table, size 320\n  slot $a, size 4\n  slot $b, size 4\n  slot $c, size 4
    entry:
      %t = stack_addr $table
      %a = stack_addr $a
      %b = stack_addr $b
      %c = stack_addr $c
      store i32 1, %a
      store i32 2, %b
      store i32 3, %c\n"
            .to_owned();
    for at in 0..40 {
        body += &format!("  %p{at} = ptr_add %t, {}\n  store %a, %p{at}\n", at * 8);
    }
    for (at, object, offset) in entries {
        body += &format!("  %v{at} = ptr_add %{object}, {offset}\n  store %v{at}, %p{at}\n");
    }
    body += "%x = intrinsic symbolic i8 \"x\"
      %i = zext %x to i64
      %in = ult %i, 40
      intrinsic assume(%in)
      %o = mul %i, 8
      %q = ptr_add %t, %o
      %r = load ptr %q
      %v = load i32 %r
      switch %v [ 1: one 2: two 3: three default: other ]
    one:
      return 1
    two:
      return 2
    three:
      return 3
    other:
      return 4";
    main_of(&body)
}

#[test]
fn a_pointer_to_several_objects_forks_per_object() {
    for reverse in [false, true] {
        let (mut b, mut c) = ((7, "b", 0), (9, "c", 0));
        if reverse {
            std::mem::swap(&mut b.1, &mut c.1);
        }
        let text = through_a_table(&[b, c]);
        let run = explored(&text);
        assert_eq!(run.ends(), ["exit 1", "exit 2", "exit 3"]);
        assert!(run.reasons().is_empty(), "{:?}", run.reasons());
    }
}

#[test]
fn an_access_beyond_any_candidate_object_fails() {
    // The illegal table entry points beyond the end of `a` or `b`, to the last three bytes of `b`, or to an
    // address without an object.
    for (object, offset) in [("a", 4), ("b", 8), ("b", 1), ("c", 1 << 40)] {
        for other in 0..2 {
            let entries = [(7, "b", 0), (8, object, offset), (9, "c", 0)];
            let text = through_a_table(&entries[other..]);
            let run = explored(&text);
            let mut expected = vec!["exit 1", "exit 2", "exit 3", "out-of-bounds"];
            if other == 1 {
                expected.remove(1);
            }
            assert_eq!(run.ends(), expected, "{object} + {offset}");
            assert!(run.reasons().is_empty(), "{:?}", run.reasons());
        }
    }
}

#[test]
fn more_candidate_objects_than_the_limit_are_incomplete() {
    let text = through_a_table(&[(7, "b", 0), (8, "c", 0)]);
    for most in [1, 2, 3] {
        let config = Config::default().max_resolutions(most);
        let run = explored_with(&text, &config);
        assert!(run.ends().len() <= most.max(1) + 1, "{:?}", run.ends());
        let whole = run.ends() == ["exit 1", "exit 2", "exit 3"];
        assert_eq!(
            whole,
            run.reasons().is_empty(),
            "{most}: {:?} {:?}",
            run.ends(),
            run.reasons()
        );
    }
    assert_eq!(explored(&text).reasons(), Vec::<&str>::new());
}

#[test]
fn several_objects_are_resolved_if_the_memory_check_is_off() {
    let config = Config::default().checks(Checks::NONE.with(CheckKind::Assert));
    let run = explored_with(&through_a_table(&[(7, "b", 0), (9, "c", 0)]), &config);
    assert_eq!(run.ends(), ["exit 1", "exit 2", "exit 3"]);
    // If the check is disabled, the value of an illegal load is unspecified. Both engines (symbolic and concrete)
    // return the same value and report the load.
    let run = explored_with(&through_a_table(&[(7, "b", 0), (8, "b", 8)]), &config);
    assert_eq!(run.ends(), ["exit 1", "exit 2", "exit 4"]);
    assert!(run.reasons()[0].contains("ignored"), "{:?}", run.reasons());
}

#[test]
fn words_of_every_type_are_reloaded_as_the_same_expression() {
    for (ty, size) in [
        ("i16", 2),
        ("i32", 4),
        ("i64", 8),
        ("f32", 4),
        ("f64", 8),
        ("ptr", 8),
    ] {
        let make = match ty {
            "f32" => "%w = intrinsic symbolic i32 \"x\"\n %m = mul %w, 77\n %s = bitcast %m to f32",
            "f64" => "%w = intrinsic symbolic i64 \"x\"\n %m = mul %w, 77\n %s = bitcast %m to f64",
            "ptr" => "%w = intrinsic symbolic i64 \"x\"\n %s = ptr_add %p, %w",
            _ => &format!("%w = intrinsic symbolic {ty} \"x\"\n %s = mul %w, 77"),
        };
        let back = match ty {
            "f32" => "%one = bitcast %s to i32\n %two = bitcast %y to i32\n %c = eq %one, %two",
            "f64" => "%one = bitcast %s to i64\n %two = bitcast %y to i64\n %c = eq %one, %two",
            _ => "%c = eq %y, %s",
        };
        let run = explored(&main_of(&format!(
            "  slot $a, size 48
             entry:
               %p = stack_addr $a
               {make}
               store %s, %p
               %q = ptr_add %p, 16
               intrinsic copy(%q, %p, {size})
               %r = ptr_add %p, 29
               intrinsic copy(%r, %q, {size})
               intrinsic fill(%p, 0, 29)
               %y = load {ty} %r
               {back}
               branch %c, yes, no
             yes:
               return 1
             no:
               return 2"
        )));
        assert_eq!(run.ends(), ["exit 1"], "{ty}");
        assert_eq!(run.exploration.stats.solver.solver, 0, "{ty}");
    }
}

#[test]
fn part_of_a_word_is_filled_and_copied_like_bytes() {
    for (at, len) in [(0, 1), (3, 1), (1, 2), (0, 4), (4, 4), (6, 4)] {
        for what in ["fill(%to, 171,", "copy(%to, %other,"] {
            let text = main_of(&format!(
                "  slot $a, size 16
                   slot $b, size 16
                 entry:
                   %p = stack_addr $a
                   %other = stack_addr $b
                   intrinsic fill(%other, 171, 16)
                   intrinsic fill(%p, 1, 16)
                   %x = intrinsic symbolic i8 \"x\"
                   %w = zext %x to i64
                   %s = mul %w, 0x0101010101010101
                   store %s, %p
                   %to = ptr_add %p, {at}
                   intrinsic {what} {len})
                   %v = load i64 %p
                   %low = load i32 %p
                   %lw = zext %low to i64
                   %mixed = xor %v, %lw
                   %top = lshr %mixed, 29
                   %few = and %top, 7
                   %r = trunc %few to i32
                   switch %r [ 0: zero 1: one 2: two default: other ]
                 zero:
                   return 0
                 one:
                   return 1
                 two:
                   return 2
                 other:
                   return 3"
            ));
            assert_exhaustive(&text, &Config::default());
        }
    }
}

#[test]
fn every_leaf_of_a_pointer_choice_is_checked_separately() {
    let text = main_of(
        "  slot $a, size 8
           slot $b, size 8
           slot $c, size 4
         entry:
           %a = stack_addr $a
           %b = stack_addr $b
           %c = stack_addr $c
           store i64 0x0000000500000001, %a
           store i64 0x0000000600000002, %b
           store i32 3, %c
           %x = intrinsic symbolic i8 \"x\"
           %is1 = eq %x, 1
           %low = ult %x, 100
           %odd = and %x, 1
           %isodd = eq %odd, 1
           %p = select ptr %low, %a, %b
           %q = select ptr %isodd, %p, %c
           %r = select ptr %is1, null, %q
           %high = lshr %x, 6
           %wide = zext %high to i64
           %bit = and %wide, 1
           %offset = mul %bit, 4
           %s = ptr_add %r, %offset
           %v = load i32 %s
           store i32 9, %s
           %n = load i32 %a
           %m = load i32 %b
           %sum = add %v, %n
           %total = add %sum, %m
           switch %total [ 4: four 13: one 14: two default: other ]
         four:
           return 4
         one:
           return 13
         two:
           return 14
         other:
           return 99",
    );
    let run = assert_exhaustive(&text, &Config::default());
    // The access to the second half of object `c` is out of bounds, and one input selects a null pointer.
    for what in ["out-of-bounds", "null"] {
        assert!(run.ends().contains(&what.to_owned()), "{:?}", run.ends());
    }
}

#[test]
fn tables_of_pointers_agree_with_concrete_runs() {
    for entries in [
        vec![(3, "b", 0), (9, "a", 1), (11, "c", 0)],
        vec![(0, "c", 4), (1, "b", 2), (39, "b", 0)],
        vec![(5, "a", 1 << 37), (6, "b", 1 << 37), (7, "c", 0)],
        vec![(20, "t", 320), (21, "t", 316), (22, "t", 0)],
    ] {
        let run = assert_exhaustive(&through_a_table(&entries), &Config::default());
        assert!(run.ends().contains(&"out-of-bounds".to_owned()));
    }
}

#[test]
fn a_symbolic_store_initializes_only_the_written_bytes() {
    for through in [
        "%q = ptr_add %p, %i",
        "%c = ult %x, 9\n %q = select ptr %c, %p, %other",
    ] {
        let text = main_of(&format!(
            "  slot $a, size 6
               slot $b, size 2
             entry:
               %p = stack_addr $a
               %other = stack_addr $b
               %x = intrinsic symbolic i8 \"x\"
               %i = zext %x to i64
               %in = ult %i, 12
               intrinsic assume(%in)
               {through}
               store i8 1, %q
               %last = ptr_add %p, 4
               intrinsic fill(%last, 2, 2)
               %half = udiv %i, 2
               %r = ptr_add %p, %half
               %v = load i8 %r
               %two = eq %v, 2
               branch %two, yes, no
             yes:
               return 1
             no:
               return 2"
        ));
        let config = Config::default()
            .checks(Checks::default().with(CheckKind::Uninit))
            .all_errors(true);
        let run = assert_exhaustive(&text, &config);
        assert!(run.ends().contains(&"uninit".to_owned()));
        // With the limit 2 (`Config::max_ite_cells`), loads become array reads. The results of exploration and
        // concrete runs agree in this encoding, too.
        let config = config.max_ite_cells(2);
        assert_exhaustive(&text, &config);
    }
}

#[test]
fn a_symbolic_access_to_a_huge_object_ends_the_path() {
    for access in ["%v = load i8 %q", "store i8 1, %q"] {
        let run = explored(&main_of(&format!(
            "entry:
               %p = intrinsic calloc(0x100000000, 1)
               %x = intrinsic symbolic i32 \"x\"
               %i = zext %x to i64
               %q = ptr_add %p, %i
               {access}
               return 0"
        )));
        assert!(run.ends().is_empty());
        assert!(
            run.reasons()[0].contains("symbolic offset"),
            "{:?}",
            run.reasons()
        );
    }
}
