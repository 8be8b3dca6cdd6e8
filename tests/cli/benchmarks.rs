//! The tests check the number of paths of the benchmark programs, with and without melding (`--cfmse`) or merging of
//! states (`--merge`). Melding replaces the two sides of a branch by straight-line code.
use crate::harness::{Bench, example};

/// Returns the completed paths, the solver calls and the verdict for the benchmark `name` at the size `size`.
fn explore(name: &str, size: u32, options: &[&str]) -> (u64, u64, String) {
    let bench = Bench::new();
    let (file, define) = (
        example(&format!("cfmse/{name}.c")),
        format!("-DSIZE={size}"),
    );
    let mut args = vec![file.as_str(), define.as_str()];
    args.extend(options);
    let json = bench.json(&args);
    let number = |group: &str, key: &str| {
        json[group][key]
            .as_u64()
            .unwrap_or_else(|| panic!("{group}.{key} in {json}"))
    };
    (
        number("paths", "completed"),
        number("queries", "solver"),
        json["verdict"].as_str().unwrap_or_default().to_owned(),
    )
}

/// Checks the number of paths without melding. KLEE has the same numbers, because the number of paths is a
/// property of the program.
#[test]
fn without_techniques_every_path_is_explored() {
    for (name, size, paths) in [
        ("toupper", 10, 1024),
        ("bitonic_sort", 4, 28),
        ("merge_sort", 5, 120),
        ("transitive_closure", 3, 49),
        ("connected_components", 3, 512),
        ("dilation", 4, 81),
        ("erosion", 4, 59),
    ] {
        let (completed, _, verdict) = explore(name, size, &[]);
        assert_eq!(
            (completed, verdict.as_str()),
            (paths, "verified"),
            "{name} {size}"
        );
    }
}

/// Checks that `floyd_warshall` has one path and is verified, with melding and with merging. The program also contains
/// a branch-free version of its algorithm, which multiplies by the result of each comparison, and asserts that both
/// versions give equal results.
#[test]
fn the_branch_free_copy_of_floyd_warshall_is_the_same() {
    for size in [3, 4, 5] {
        for mode in ["--cfmse", "--merge=static"] {
            let (paths, _, verdict) = explore("floyd_warshall", size, &["--verify", mode]);
            assert_eq!((paths, verdict.as_str()), (1, "verified"), "{size} {mode}");
        }
    }
}

#[test]
fn breadth_first_search_finds_the_same_paths() {
    assert_eq!(explore("bitonic_sort", 4, &["--search", "bfs"]).0, 28);
    assert_eq!(explore("transitive_closure", 3, &["--search", "bfs"]).0, 49);
}

#[test]
fn melding_leaves_one_path_and_no_query() {
    for (name, sizes) in [
        ("toupper", [10, 50, 100]),
        ("bitonic_sort", [4, 8, 16]),
        ("transitive_closure", [3, 4, 5]),
        ("floyd_warshall", [3, 4, 5]),
    ] {
        for size in sizes {
            let (paths, solver, verdict) = explore(name, size, &["--cfmse"]);
            assert_eq!(
                (paths, solver, verdict.as_str()),
                (1, 0, "verified"),
                "{name} {size}"
            );
        }
    }
}

#[test]
fn melding_leaves_few_paths_where_addresses_are_symbolic_or_sides_have_loops() {
    for (name, size, most) in [
        ("prim", 4, 1),
        ("dijkstra", 4, 1),
        ("connected_components", 3, 1),
        ("connected_components", 4, 1),
        ("merge_sort", 5, 1),
        ("detect_edges", 3, 1),
        ("dilation", 4, 1),
        ("erosion", 5, 1),
    ] {
        let (paths, _, verdict) = explore(name, size, &["--cfmse"]);
        assert!(paths <= most, "{name} {size}: {paths} paths, not {most}");
        assert_eq!(verdict, "verified", "{name} {size}");
    }
}

#[test]
fn speculative_melding_verifies_the_same_programs() {
    for (name, size) in [
        ("toupper", 10),
        ("bitonic_sort", 4),
        ("transitive_closure", 3),
        ("floyd_warshall", 3),
    ] {
        let (paths, _, verdict) = explore(name, size, &["--cfmse=speculative"]);
        assert_eq!((paths, verdict.as_str()), (1, "verified"), "{name} {size}");
    }
}

/// Checks that `detect_edges` has the branches of the program in the CFM-SE paper. Each of eight masks has two branches
/// that clamp a value, and one that computes a maximum. There is one further branch on the mode, and one on the
/// threshold.
#[test]
fn each_mask_of_detect_edges_has_its_own_branches() {
    let json = Bench::new().json(&[&example("cfmse/detect_edges.c"), "--cfmse"]);
    assert_eq!(json["cfmse"]["candidates"], 8 * 3 + 2);
    assert_eq!(json["cfmse"]["branches_before"], 63);
}
