//! Formats tables in Markdown.
use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, ContentArrangement, Table};

/// Formats a table. The first `names` columns are text, and the other columns are numbers.
pub fn table(header: &[&str], names: usize, rows: Vec<Vec<String>>) -> String {
    let mut table = Table::new();
    table
        .load_preset(ASCII_MARKDOWN)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(header)
        .add_rows(rows);
    for column in table.column_iter_mut().skip(names) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    format!("{table}\n")
}

/// Formats seconds: with two decimal places below 10 s (`9.87`), with one otherwise (`12.3`).
pub fn seconds(value: f64) -> String {
    match value {
        v if v < 10.0 => format!("{v:.2}"),
        v => format!("{v:.1}"),
    }
}

/// Formats a number in groups of three digits, such as `65,536`.
pub fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a value by `show`; `None` gives a dash.
pub fn or_dash<T>(value: Option<T>, show: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), show)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(65_536), "65,536");
        assert_eq!(count(1_000_000), "1,000,000");
    }

    #[test]
    fn numbers_are_right_aligned() {
        let text = table(&["name", "n"], 1, vec![vec!["a".into(), "7".into()]]);
        assert_eq!(text, "| name | n |\n|------|---|\n| a    | 7 |\n");
    }
}
