//! The measurements that the thesis publishes in Tables 5.1 to 5.5 and A.1 to A.6. (Tables A.1 and A.2 list the names
//! of the programs.) Also the measurements of CBMC and KLEE on the same programs of SV-COMP 2013, which were made for
//! this project on two cores.
use crate::published::{CdseFigure, CdsePeer, cdse_figures, cdse_peers};
use crate::report::text::{count, or_dash, seconds, table};

/// The columns with the measurements of the thesis, one for each tool or strategy, in the order of the thesis's
/// tables.
const TOOLS: [&str; 8] = [
    "CBMC",
    "KLEE, forked",
    "KLEE, latest",
    "KB",
    "KG",
    "KM(5)",
    "KM(10)",
    "KM(15)",
];

/// Returns the published seconds and instructions of all programs, with totals.
pub(super) fn text() -> String {
    let figures = cdse_figures();
    let safe = |safe: bool| {
        figures
            .iter()
            .filter(move |figure| figure.is_safe() == safe)
    };
    let mut text = "Published (do Val 2014, on the author's machine): `KB`, `KG` and `KM(k)` are the strategies blackbox, guide and maximize; \
        a dash is a time-out of 200 s.\n"
        .to_owned();
    for (is_safe, times, instructions) in [
        (
            true,
            "Tables 5.1, 5.4 and A.3: seconds on safe programs",
            "Table A.5: instructions",
        ),
        (
            false,
            "Tables 5.2, 5.5 and A.4: seconds on unsafe programs",
            "Table A.6: instructions",
        ),
    ] {
        let header: Vec<&str> = ["instance", "program"].into_iter().chain(TOOLS).collect();
        let named = |f: &CdseFigure| vec![f.instance.clone(), f.program.clone()];
        let mut rows: Vec<Vec<String>> = safe(is_safe)
            .map(|f| [named(f), f.seconds().map(|s| or_dash(s, seconds)).into()].concat())
            .collect();
        // These sums are the totals that the thesis lists in Table 5.3.
        let sums = (0..TOOLS.len()).map(|tool| {
            let of: Vec<Option<f64>> = safe(is_safe).map(|f| f.seconds()[tool]).collect();
            let sum = seconds(of.iter().flatten().sum());
            if of.contains(&None) {
                format!(">{sum}")
            } else {
                sum
            }
        });
        rows.push(
            ["total".to_owned(), String::new()]
                .into_iter()
                .chain(sums)
                .collect(),
        );
        text += &format!(
            "\n{times}, with the totals of Table 5.3\n\n{}",
            table(&header, 2, rows)
        );
        let header: Vec<&str> = ["instance", "program"]
            .into_iter()
            .chain(TOOLS[1..].iter().copied())
            .collect();
        let rows = safe(is_safe)
            .map(|f| [named(f), f.instructions().map(|n| or_dash(n, count)).into()].concat())
            .collect();
        text += &format!("\n{instructions}\n\n{}", table(&header, 2, rows));
    }
    text
}

/// The columns with the measurements of CBMC and KLEE for a program of SV-COMP. The first two columns contain the
/// seconds in the thesis. The last two contain the seconds of CBMC 6.6 and KLEE 3.2, which were measured for this
/// project.
pub(super) const OTHERS: [&str; 4] = ["thesis: CBMC s", "KLEE s", "measured: CBMC s", "KLEE s"];

/// Returns the measurements of CBMC and KLEE for a program, for the columns [`OTHERS`]; `None` if the thesis does not
/// contain the program.
pub(super) fn others(program: &str, is_safe: bool) -> Option<[String; OTHERS.len()]> {
    let base = sv_comp_name(program)?;
    let figures = cdse_figures();
    let figure = figures
        .iter()
        .find(|f| f.is_safe() == is_safe && sv_comp_name(&f.program) == Some(base));
    let peers = cdse_peers();
    let peer = |tool: &str| {
        let same = |peer: &&CdsePeer| {
            peer.tool.starts_with(tool)
                && sv_comp_name(&peer.program) == Some(base)
                && peer
                    .program
                    .ends_with(if is_safe { "_true" } else { "_false" })
        };
        peers.iter().find(same).map(|peer| {
            let at_least = if peer.status == "OOT" { ">" } else { "" };
            format!("{at_least}{}", seconds(peer.cpu_s))
        })
    };
    let text = |value: Option<String>| or_dash(value, |text| text);
    let published = |at: usize| or_dash(figure.and_then(|f| f.seconds()[at]), seconds);
    (figure.is_some() || peer("K").is_some()).then(|| {
        [
            published(0),
            published(1),
            text(peer("CBMC")),
            text(peer("K")),
        ]
    })
}

/// Returns the part of an SV-COMP program's name before its verdict: `s3_srvr_1` for `s3_srvr_1_true.cil`.
fn sv_comp_name(program: &str) -> Option<&str> {
    let verdicts = ["_true", "_false", "_safe", "_unsafe"];
    verdicts
        .iter()
        .filter_map(|verdict| program.find(verdict))
        .min()
        .map(|at| &program[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_those_of_table_5_3() {
        let text = text();
        let lines = text
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        let lines: Vec<String> = lines.collect();
        for start in [
            "| total | | 1411.0 | 315.6 |",
            "| total | | 1602.3 | 4.23 |",
            "| unsafe_07 | s3_srvr_12_unsafe | 197.3 |",
        ] {
            assert!(
                lines.iter().any(|line| line.starts_with(start)),
                "{start}\n{text}"
            );
        }
    }

    #[test]
    fn programs_of_sv_comp_are_found_by_name() {
        let [cbmc, klee, ..] = others("s3_srvr_1_true.cil", true).unwrap();
        assert_eq!((cbmc.as_str(), klee.as_str()), ("169.8", "68.6"));
        assert!(others("s3_srvr_1_false.cil", false).unwrap()[0].starts_with("167"));
        assert_eq!(others("tcp_true", true), None);
        assert_eq!(others("prog", true), None);
    }
}
