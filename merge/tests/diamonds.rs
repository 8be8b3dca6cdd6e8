//! The melding benchmark: gates of each form on a set of diamonds.
//!
//! `SYMTOOL_DIAMONDS=FILE` checks another set than the project's own.
use symtool_merge::compile_time::diamond::Diamond;
use symtool_merge::compile_time::forms::compare;

fn check(text: &str, limit: u64) {
    let diamonds = Diamond::parse_all(text).expect("the file of diamonds is well formed");
    let mut total = [0u64; 4];
    for (name, diamond) in &diamonds {
        let c = compare(diamond);
        println!(
            "{name:20} naive {:7} alignment {:7} graph {:7} best {:7}",
            c.naive, c.alignment, c.graph, c.best
        );
        assert!(c.best <= c.naive, "{name} is worse than naive");
        assert!(c.best <= c.alignment, "{name} is worse than alignment");
        for (sum, gates) in total
            .iter_mut()
            .zip([c.naive, c.alignment, c.graph, c.best])
        {
            *sum += gates;
        }
    }
    println!("{} diamonds, gates {total:?}", diamonds.len());
    assert!(
        total[3] <= limit,
        "{} gates, at most {limit} allowed",
        total[3]
    );
}

#[test]
fn diamonds_of_another_file() {
    if let Ok(path) = std::env::var("SYMTOOL_DIAMONDS") {
        let text = std::fs::read_to_string(&path).expect("SYMTOOL_DIAMONDS names a readable file");
        check(&text, 225_000);
    }
}
