//! Options whose values are the names of parts in a table, such as the analyses or the searchers.
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use symtool_ir::table::{Row, Table};

/// Returns a parser of the names in `table`. The help of the option lists each row with the text that `help` returns.
pub fn rows<T: Row + Send + Sync>(
    table: &'static Table<T>,
    help: fn(&T) -> &'static str,
) -> impl TypedValueParser<Value = &'static T> {
    let names = table.iter();
    let names = names.map(move |row| PossibleValue::new(row.name()).help(help(row)));
    PossibleValuesParser::new(names)
        .try_map(|name| table.find(&name).ok_or("expected a name in the table"))
}
