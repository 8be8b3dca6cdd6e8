//! The tests check every kind of memory failure, guarded accesses, and allocation.
use super::*;

/// Returns a program with some globals and a `main` that has a stack slot and contains `lines` before `return 0`.
fn program(lines: &str) -> String {
    format!(
        "global @data, size 40, align 4
        global const @text, bytes \"ab\\0\"
        func @dangling() -> ptr {{
            slot $local, size 4
            %a = stack_addr $local
            return %a
        }}
        func @main() -> i32 {{
            slot $x, size 8
            %x = stack_addr $x
            %data = global_addr @data
            %text = global_addr @text
            {lines}
            return 0
        }}"
    )
}

/// Returns the failure of a `main` that contains `lines`, as `kind: message`; all checks are enabled.
fn failure(lines: &str) -> String {
    let run = run_strictly(&program(lines));
    let (kind, message) = bug(&run);
    format!("{kind}: {message}")
}

#[test]
fn messages_of_illegal_accesses_name_the_object() {
    let failures = [
        "%p = ptr_add %data, 40\n store i32 1, %p",
        "%p = ptr_add %data, 37\n %v = load i32 %p",
        "%p = ptr_add %data, -1\n %v = load i8 %p",
        "%p = ptr_add %x, 8\n store i8 1, %p",
        "%v = load i32 null",
        "store i8 1, 12",
        "store i8 0, %text",
        "%p = call @dangling()\n %v = load i32 %p",
        "%h = intrinsic malloc(4)\n intrinsic free(%h)\n %v = load i16 %h",
        "%h = intrinsic malloc(3)\n store i32 5, %h",
        "%f = func_addr @dangling\n %v = load i8 %f",
        "%v = load i8 0xffffffffffffffff",
    ]
    .map(failure);
    insta::assert_snapshot!(failures.join("\n"), @r"
    out-of-bounds: write of 4 bytes at offset 40 of `data`, which has 40 bytes
    out-of-bounds: read of 4 bytes at offset 37 of `data`, which has 40 bytes
    out-of-bounds: read of 1 byte at offset -1 of `data`, which has 40 bytes
    out-of-bounds: write of 1 byte at offset 8 of `x`, which has 8 bytes
    null: read through a null pointer
    null: write through a null pointer plus 12 bytes
    read-only: write of 1 byte at offset 0 of `text`, which is constant
    use-after-return: read of 4 bytes in a local variable of a function that has returned
    use-after-free: read of 2 bytes in a freed heap block
    out-of-bounds: write of 4 bytes at offset 0 of a heap block, which has 3 bytes
    out-of-bounds: read of 1 byte in function `dangling`
    out-of-bounds: read of 1 byte at address 0xffffffffffffffff, where there is no object
    ");
}

#[test]
fn bad_frees_and_sizes_fail() {
    let failures = [
        "%h = intrinsic malloc(4)\n intrinsic free(%h)\n intrinsic free(%h)",
        "%h = intrinsic malloc(4)\n %i = ptr_add %h, 1\n intrinsic free(%i)",
        "intrinsic free(%x)",
        "intrinsic free(%data)",
        "intrinsic free(16)",
        "%h = intrinsic realloc(%x, 8)",
        "%a = intrinsic alloca(0, 1)",
        "%a = intrinsic alloca(-4, 1)",
        "%h = intrinsic malloc(4)",
    ]
    .map(failure);
    insta::assert_snapshot!(failures.join("\n"), @r"
    double-free: free of a heap block that is freed already
    invalid-free: free of the address at offset 1 of a heap block
    invalid-free: free of `x`, which is not a heap block
    invalid-free: free of `data`, which is not a heap block
    invalid-free: free of 0x10, where there is no heap block
    invalid-free: realloc of `x`, which is not a heap block
    alloc-size: array of size 0
    alloc-size: array of -4 bytes
    leak: 1 heap block is never freed
    ");
}

#[test]
fn a_guard_of_0_prevents_the_access() {
    let text = program(
        "%v = load.if false, i32 null
        store.if false, i32 1, null
        %w = load.if true, i32 %data
        %r = add %v, %w
        %ok = eq %r, 0
        check assert, %ok",
    );
    assert_eq!(status(&text), 0);
}

#[test]
fn with_the_check_disabled_illegal_accesses_are_noted_once_per_location() {
    let text = "
        func @main() -> i32 {
            jump loop(0)
        loop(%n: i32):
            store i32 1, null
            %v = load i32 null
            %m = add %n, 1
            %c = ult %m, 5
            branch %c, loop(%m), done
        done:
            return %v
        }";
    let run = run_with(text, &checks_off());
    assert_eq!(run.outcome, Outcome::Exit(0));
    assert_eq!(run.notes.len(), 1, "{:?}", run.notes);
    assert!(run.notes[0].what.starts_with("null pointer dereference"));
}

#[test]
fn one_bit_values_take_a_byte_and_read_its_lowest_bit() {
    let text = program(
        "store i1 true, %x
        %b = load i8 %x
        %one = eq %b, 1
        check assert, %one
        store i8 6, %x
        %even = load i1 %x
        %zero = eq %even, false
        check assert, %zero",
    );
    assert_eq!(status(&text), 0);
}

#[test]
fn globals_hold_their_bytes_and_addresses() {
    let text = "
        global @g, bytes i32 1, 513 zero 8, reloc 8: @h + 2
        global @h, bytes \"abc\"
        func @main() -> i32 {
            %g = global_addr @g
            %at = ptr_add %g, 5
            %low = load i8 %at
            %to = ptr_add %g, 8
            %p = load ptr %to
            %c = load i8 %p
            %s = add %c, %low
            %r = zext %s to i32
            return %r
        }";
    assert_eq!(status(text), i32::from(b'c') + 2);
}

#[test]
fn malloc_returns_null_for_too_large_sizes() {
    let text = program(
        "%a = intrinsic malloc(17179869185)
        %b = intrinsic calloc(4294967296, 4294967296)
        %c = intrinsic malloc(0)
        %an = eq %a, null
        %bn = eq %b, null
        %cn = ne %c, null
        check assert, %an
        check assert, %bn
        check assert, %cn
        intrinsic free(%c)
        intrinsic free(null)",
    );
    assert_eq!(status(&text), 0);
}

#[test]
fn the_largest_block_needs_memory_only_for_written_bytes() {
    let text = program(
        "%h = intrinsic malloc(17179869184)
        %far = ptr_add %h, 17179869180
        store i32 77, %far
        %v = load i32 %far
        %ok = eq %v, 77
        check assert, %ok",
    );
    assert_eq!(status(&text), 0);
}

#[test]
fn filling_the_largest_block_reaches_the_memory_limit() {
    let config = RunConfig {
        max_memory: 1 << 20,
        ..RunConfig::default()
    };
    let text = program("%h = intrinsic malloc(17179869184)\n intrinsic fill(%h, 1, 17179869184)");
    let run = run_with(&text, &config);
    assert_eq!(run.outcome, Outcome::Limit(crate::outcome::Limit::Memory));
}

#[test]
fn sparsely_used_blocks_reach_the_memory_limit() {
    let config = RunConfig {
        max_memory: 1 << 24,
        ..RunConfig::default()
    };
    for (size, store) in [
        (100, ""),
        (100_000, ""),
        (100_000, "store i8 1, %h"),
        (100_000_000, ""),
    ] {
        let text = format!(
            "func @main() -> i32 {{
            entry:
                jump again
            again:
                %h = intrinsic malloc({size})
                {store}
                jump again
            }}"
        );
        let run = run_with(&text, &config);
        assert_eq!(run.outcome, Outcome::Limit(crate::outcome::Limit::Memory));
    }
}

#[test]
fn endless_reading_of_inputs_reaches_the_memory_limit() {
    let config = RunConfig {
        max_memory: 1 << 20,
        ..RunConfig::default()
    };
    let text = "
        func @main() -> i32 {
        entry:
            jump again
        again:
            %n = intrinsic symbolic i8 \"n\"
            jump again
        }";
    let run = run_with(text, &config);
    assert_eq!(run.outcome, Outcome::Limit(crate::outcome::Limit::Memory));
    assert!(run.consumed.len() > 1000);
}

#[test]
fn accesses_across_chunks_of_a_large_object_are_complete() {
    let text = program(
        "%h = intrinsic calloc(1, 200000)
        %p = ptr_add %h, 65534
        store i32 0x01020304, %p
        %q = ptr_add %h, 65536
        %high = load i16 %q
        %all = load i32 %p
        %a = eq %high, 0x0102
        %b = eq %all, 0x01020304
        check assert, %a
        check assert, %b
        %to = ptr_add %h, 3
        intrinsic copy(%to, %h, 190000)
        %moved = ptr_add %p, 3
        %now = load i32 %moved
        %c = eq %now, 0x01020304
        check assert, %c",
    );
    assert_eq!(status(&text), 0);
}

#[test]
fn realloc_keeps_contents_and_frees_the_old_block() {
    let lines = "%h = intrinsic malloc(4)
        store i32 9, %h
        %g = intrinsic realloc(%h, 400)
        %v = load i32 %g
        %ok = eq %v, 9
        check assert, %ok
        %w = load i32 %h";
    assert_eq!(
        failure(lines),
        "use-after-free: read of 4 bytes in a freed heap block"
    );
}

#[test]
fn an_alloca_lives_until_its_function_returns() {
    let text = "
        func @f() -> ptr {
            %a = intrinsic alloca(8, 8)
            store i64 1, %a
            return %a
        }
        func @main() {
            %p = call @f()
            %v = load i64 %p
            return
        }";
    assert_eq!(bug(&run_text(text)).0, BugKind::UseAfterReturn);
}

#[test]
fn a_slot_lives_while_its_block_is_executed() {
    let body = |lines: &str| {
        format!(
            "func @main() -> i32 {{
                slot $x, size 4
                %x = stack_addr $x
                intrinsic scope_enter(%x)
                store i32 7, %x
                {lines}
            }}"
        )
    };
    let left = body("intrinsic scope_leave(%x)\n %v = load i32 %x\n return %v");
    assert_eq!(bug(&run_text(&left)).0, BugKind::UseAfterScope);
    let entered = body("intrinsic scope_enter(%x)\n %v = load i32 %x\n return %v");
    assert_eq!(run_text(&entered).outcome, Outcome::Exit(7));
    // Each new lifetime of the slot has a new object, whose contents are a new input.
    let again = body(
        "intrinsic scope_leave(%x)
        intrinsic scope_enter(%x)
        %v = load i32 %x
        intrinsic scope_leave(%x)
        intrinsic scope_enter(%x)
        %w = load i32 %x
        %s = sub %v, %w
        return %s",
    );
    let run = run_text(&again);
    let names: Vec<&str> = run.consumed.iter().map(|input| &*input.name).collect();
    assert_eq!(names, ["uninitialised x@2#1", "uninitialised x@2#2"]);
    assert_eq!(run.outcome, Outcome::Exit(0));
}

#[test]
fn only_slots_of_the_function_have_scopes() {
    for address in ["%h = intrinsic malloc(4)", "%h = ptr_add null, 5"] {
        let text = program(&format!("{address}\n intrinsic scope_leave(%h)"));
        assert!(matches!(
            run_text(&text).outcome,
            Outcome::Unsupported { .. }
        ));
    }
}

#[test]
fn objects_get_their_regions_in_order() {
    // The numbers of the regions are 2 and 3 for the globals, 4 for the slot of main, 5 for the variadic arguments, 6
    // and 7 for the slots of the callee, and 8 for its heap block.
    let text = "
        global @a, size 1
        global @b, size 1
        func @f(...) -> i64 {
            slot $one, size 1
            slot $two, size 1
            %h = intrinsic malloc(1)
            %n = ptrtoint %h to i64
            %area = intrinsic va_area()
            %v = ptrtoint %area to i64
            %hr = lshr %n, 36
            %vr = lshr %v, 36
            %t = mul %hr, 10
            %s = add %t, %vr
            return %s
        }
        func @main() -> i32 {
            slot $x, size 4
            %s = call @f(i32 1)
            %r = trunc %s to i32
            return %r
        }";
    assert_eq!(status(text), 85);
}

#[test]
fn uninitialized_reads_fail_with_the_check() {
    assert_eq!(
        failure("store i16 1, %x\n %v = load i32 %x"),
        "uninit: read of indeterminate bytes at offset 0 of `x`"
    );
    let copied = "%h = intrinsic malloc(8)
        intrinsic copy(%h, %x, 8)
        store i32 1, %h
        %p = ptr_add %h, 4
        %v = load i8 %p";
    assert_eq!(
        failure(copied),
        "uninit: read of indeterminate bytes at offset 4 of a heap block"
    );
}
