//! The tests check the benchmark of melding: the estimated number of gates of the merged code that each method computes
//! for a set of diamonds (the two sides of a branch as terms).
//!
//! The diamonds are those of `diamonds.txt` and random ones. With `SYMTOOL_DIAMONDS=FILE`, a test also melds the
//! diamonds of `FILE`. This test fails if the merged code of all diamonds of `FILE` together has more than 225,000
//! gates. (The limit is meant for one set of 40 diamonds, which sequence alignment melds into about 230,000 gates.) For
//! `FILE` = `NAME.txt`, the file `NAME-gates.csv` in the same folder is optional. Its columns `naive_gates` and
//! `alignment_gates` list, for each diamond, numbers of gates that the merged code must not exceed.
use std::collections::BTreeMap;
use std::fmt::Write;
use symtool_meld::align::tame_divisions;
use symtool_meld::certificate::{Verdict, prove};
use symtool_meld::diamond::Diamond;
use symtool_meld::forms::{Comparison, best_form, compare};

/// Checks, for each diamond in `text`, the merged code that melding selects. It must be equivalent to the diamond, and
/// must have at most as many estimated gates as the code of naive if-conversion and that of sequence alignment. Returns
/// the gates of all methods for each diamond.
fn check(text: &str) -> Vec<(String, Comparison)> {
    let diamonds = Diamond::parse_all(text).expect("the file of diamonds is well formed");
    let mut total = Comparison::default();
    let mut all = Vec::new();
    for (name, diamond) in diamonds {
        let c = compare(&diamond);
        println!(
            "{name:22} naive {:7} alignment {:7} graph {:7} best {:7}",
            c.naive, c.alignment, c.graph, c.best
        );
        assert!(c.best <= c.naive, "{name} is worse than naive");
        assert!(c.best <= c.alignment, "{name} is worse than alignment");
        assert_eq!(c, compare(&diamond), "{name}: a second run differs");
        is_proved(&name, diamond);
        total.naive += c.naive;
        total.alignment += c.alignment;
        total.graph += c.graph;
        total.best += c.best;
        all.push((name, c));
    }
    println!("{} diamonds: {total:?}", all.len());
    all
}

fn is_proved(name: &str, mut diamond: Diamond) {
    let outs = diamond.outs.clone();
    tame_divisions(&mut diamond);
    let form = best_form(&mut diamond);
    let verdict = prove(&mut diamond, &outs, &form.roots);
    assert!(
        matches!(verdict, Verdict::Proved { .. }),
        "{name}: {verdict:?}"
    );
}

#[test]
fn built_in_diamonds_meld_well() {
    let all = check(include_str!("diamonds.txt"));
    let gates: BTreeMap<&str, u64> = all.iter().map(|(n, c)| (n.as_str(), c.best)).collect();
    // These expected numbers of gates are reached only if three optimizations apply: the select of a promoted char
    // has 8 bits instead of 32, a pair of quotients becomes one quotient, and nested conditions become one condition.
    assert_eq!(gates["upper_case_promoted"], 97);
    assert!(gates["two_quotients"] < 21_000);
    assert!(gates["nested_condition"] <= 34);
    assert!(gates["crossed_operands"] < 9_100);
}

/// Returns the text of a random diamond. If `mutated`, the `else` side is a mutation of the `then` side;
/// otherwise the sides are independent.
fn random_diamond(seed: u32, ops: u32, mutated: bool) -> String {
    let mut x = seed.wrapping_mul(2_654_435_761) | 1;
    let mut next = |bound: u32| {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        x % bound
    };
    let names = [
        "add", "sub", "and", "or", "xor", "shl", "lshr", "mul", "slt",
    ];
    let mut text = format!("diamond random_{seed}_{ops}_{mutated}\n");
    for i in 0..6 {
        let _ = writeln!(text, "  common %{i} = var i32 {i}");
    }
    for (i, value) in [1, 3, 8, 255].iter().enumerate() {
        let _ = writeln!(text, "  common %{} = const i32 {value}", 6 + i);
    }
    let _ = writeln!(text, "  common %10 = slt i1 %0 %1");
    let mut id = 11;
    let mut sides: [Vec<u32>; 2] = [Vec::new(), Vec::new()];
    let mut plan: Vec<(u32, u32, u32)> = Vec::new();
    for side in 0..2 {
        for position in 0..ops {
            let fresh = (next(8), next(10 + position), next(10 + position));
            let step = match plan.get(position as usize) {
                Some(&old) if side == 1 && mutated && next(4) != 0 => old,
                _ => fresh,
            };
            if side == 0 {
                plan.push(step);
            }
            let operand = |n: u32| {
                if n < 10 {
                    n
                } else {
                    sides[side][(n - 10) as usize]
                }
            };
            let (op, a, b) = (names[step.0 as usize], operand(step.1), operand(step.2));
            let name = ["then", "else"][side];
            let _ = writeln!(text, "  {name} %{id} = {op} i32 %{a} %{b}");
            sides[side].push(id);
            id += 1;
        }
    }
    for back in 1..=2 {
        let at = (ops - back) as usize;
        let _ = writeln!(text, "  out %{} %{}", sides[0][at], sides[1][at]);
    }
    text.push_str("  cond %10\nend\n");
    text
}

#[test]
fn random_diamonds_meld_well() {
    let mut text = String::new();
    for seed in 1..=5 {
        for ops in [5, 10, 20, 30] {
            text.push_str(&random_diamond(seed, ops, seed % 2 == 0));
        }
    }
    check(&text);
}

#[test]
fn diamonds_of_another_file_meld_well() {
    let Ok(path) = std::env::var("SYMTOOL_DIAMONDS") else {
        return;
    };
    let text = std::fs::read_to_string(&path).expect("SYMTOOL_DIAMONDS names a readable file");
    let all = check(&text);
    let total: u64 = all.iter().map(|(_, c)| c.best).sum();
    assert!(total <= 225_000, "{total} gates");
    if let Ok(csv) = std::fs::read_to_string(path.replace(".txt", "-gates.csv")) {
        no_worse_than(&csv, &all);
    }
}

fn no_worse_than(csv: &str, all: &[(String, Comparison)]) {
    let mut lines = csv.lines().map(|l| l.split(',').collect::<Vec<_>>());
    let header = lines.next().unwrap_or_default();
    let column = |name: &str| header.iter().position(|h| *h == name);
    let best: BTreeMap<&str, u64> = all.iter().map(|(n, c)| (n.as_str(), c.best)).collect();
    for row in lines {
        for name in ["naive_gates", "alignment_gates"] {
            let figure = column(name).and_then(|c| row.get(c)?.parse::<u64>().ok());
            if let (Some(figure), Some(&ours)) = (figure, best.get(row[0])) {
                assert!(ours <= figure, "{}: {ours} gates, {name} {figure}", row[0]);
            }
        }
    }
}
