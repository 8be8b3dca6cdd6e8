//! The data for the scripts of the page: a JSON text within a script element.
use super::escape::anchor;
use crate::model::{Function, Place, Player, Report, Tree};
use serde::Serialize;

/// The data that the scripts of the page read.
#[derive(Serialize)]
struct Data<'a> {
    tree: Option<&'a Tree>,
    players: Vec<Option<&'a Player>>,
    files: Vec<File<'a>>,
    functions: &'a [Function],
    work: u64,
}

/// The name of a source file, and the prefix of the anchors by which the scripts find its lines in the page.
#[derive(Serialize)]
struct File<'a> {
    name: &'a str,
    anchor: String,
}

/// Returns the data for the scripts as JSON. Each `<` is escaped, so that no text of a program can end the script
/// element.
pub fn json(report: &Report) -> String {
    let file = |name| File {
        name,
        anchor: anchor(&Place {
            file: str::to_owned(name),
            line: 0,
        }),
    };
    let usable = |tree: &&Tree| tree.check().is_ok();
    let data = Data {
        tree: report.tree.as_ref().filter(usable),
        players: report
            .failures
            .iter()
            .map(|failure| failure.player.as_ref())
            .collect(),
        files: report.files.iter().map(|known| file(&known.name)).collect(),
        functions: &report.functions,
        work: report.work,
    };
    // Serialization of these types cannot fail. If it failed nevertheless, the page would only lack its drawings.
    let text = serde_json::to_string(&data).unwrap_or_else(|_| "{}".to_owned());
    text.replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::SourceFile;

    #[test]
    fn the_data_cannot_end_its_script() {
        let report = Report {
            files: vec![SourceFile {
                name: "</script><script>alert(1)</script>\u{2028}".to_owned(),
                ..SourceFile::default()
            }],
            ..Report::default()
        };
        let json = json(&report);
        assert!(!json.contains('<') && !json.contains('\u{2028}'));
        assert!(json.contains("u003c/script"));
    }
}
