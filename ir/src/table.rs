//! Tables of named rows, such as the table of passes: the built-in rows and the *own rows*, which a Rust program that
//! uses symtool as a library adds.
//!
//! Parsers, help texts, statistics and tests read a table only through [`Table`], so they treat own rows and built-in
//! rows alike. Own rows are added once, before the first use of the table. From this use on, the table is *constant*:
//! rows can no longer be added. So rows can be borrowed for the rest of the process, and are the same for every
//! thread.
//!
//! ```
//! use symtool_ir::table::{Row, Table, TableError};
//!
//! struct Color(&'static str);
//! impl Row for Color {
//!     fn name(&self) -> &'static str {
//!         self.0
//!     }
//! }
//! static COLORS: Table<Color> = Table::new("color", &[Color("red"), Color("green")]);
//!
//! COLORS.add(vec![Color("blue")]).expect("a new name");
//! assert!(COLORS.find("blue").is_some());
//! let late = COLORS.add(vec![Color("white")]);
//! assert_eq!(late, Err(TableError::InUse { kind: "color" }));
//! ```
use std::fmt;
use std::ops::Index;
use std::sync::OnceLock;

/// A row of a [`Table`].
pub trait Row: 'static {
    /// Returns the name of the row, which is unique in its table. Options of the command line use this name.
    fn name(&self) -> &'static str;
}

/// A table of rows: the built-in rows, followed by the own rows (those that a user of symtool's Rust library adds).
pub struct Table<T: 'static> {
    kind: &'static str,
    builtin: &'static [T],
    own: OnceLock<Vec<T>>,
}

/// An iterator over the rows of a table: first the built-in rows, then the own rows.
pub type Rows<'t, T> = std::iter::Chain<std::slice::Iter<'t, T>, std::slice::Iter<'t, T>>;

impl<T: Row> Table<T> {
    /// Returns a table with the given built-in rows. `kind` is the noun for one row in error messages, such as `pass`.
    pub const fn new(kind: &'static str, builtin: &'static [T]) -> Table<T> {
        Table {
            kind,
            builtin,
            own: OnceLock::new(),
        }
    }

    /// Returns the built-in rows. A call does not count as the first use of the table, so rows can still be added
    /// afterwards.
    pub fn built_in(&self) -> &'static [T] {
        self.builtin
    }

    /// Checks whether [`add`](Table::add) would accept these rows. The check does not add the rows, and it does not
    /// count as the first use of the table, after which no rows can be added.
    ///
    /// # Errors
    /// A name is invalid or occurs twice, or the table is in use: it was read before, or rows were added before.
    pub fn check(&self, rows: &[T]) -> Result<(), TableError> {
        let kind = self.kind;
        for (index, row) in rows.iter().enumerate() {
            let name = row.name();
            if !is_valid(name) {
                return Err(TableError::InvalidName { kind, name });
            }
            let mut earlier = self.builtin.iter().chain(&rows[..index]);
            if earlier.any(|other| other.name() == name) {
                return Err(TableError::Duplicate { kind, name });
            }
        }
        match self.own.get() {
            Some(_) => Err(TableError::InUse { kind }),
            None => Ok(()),
        }
    }

    /// Adds rows of a user of symtool's Rust library (own rows) after the built-in rows.
    ///
    /// # Errors
    /// As for [`check`](Table::check). An error leaves the table unchanged.
    pub fn add(&self, rows: Vec<T>) -> Result<(), TableError> {
        self.check(&rows)?;
        let kind = self.kind;
        self.own.set(rows).map_err(|_| TableError::InUse { kind })
    }

    /// Returns an iterator over all rows. After the first call, no rows can be added.
    pub fn iter(&self) -> Rows<'_, T> {
        self.builtin.iter().chain(self.own())
    }

    /// Returns the row with the name `name`; `None` if there is no such row. After the first call, no rows can be
    /// added.
    pub fn find(&self, name: &str) -> Option<&T> {
        self.iter().find(|row| row.name() == name)
    }

    /// Returns the number of rows. After the first call, no rows can be added.
    pub fn len(&self) -> usize {
        self.builtin.len() + self.own().len()
    }

    /// Returns whether the table has no rows. After the first call, no rows can be added.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the built-in rows, as [`built_in`](Table::built_in) does.
    pub fn builtin(&self) -> &'static [T] {
        self.builtin
    }

    /// Returns the own rows, which a user of symtool's Rust library has added. After the first call, no rows can be
    /// added.
    pub fn own(&self) -> &[T] {
        self.own.get_or_init(Vec::new)
    }
}

/// Returns whether a name is a word of ASCII letters, digits, `-` and `_` that does not begin with `-`.
fn is_valid(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    !name.is_empty() && !name.starts_with('-') && name.chars().all(is_letter)
}

impl<T: Row> Index<usize> for Table<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        match self.builtin.get(index) {
            Some(row) => row,
            None => &self.own()[index - self.builtin.len()],
        }
    }
}

impl<'t, T: Row> IntoIterator for &'t Table<T> {
    type Item = &'t T;
    type IntoIter = Rows<'t, T>;

    fn into_iter(self) -> Rows<'t, T> {
        self.iter()
    }
}

impl<T: Row> fmt::Debug for Table<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(Row::name)).finish()
    }
}

/// The reason why a user of symtool's Rust library cannot add rows to a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableError {
    /// A name is empty, begins with `-`, or contains another character than letters, digits, `-` and `_`.
    InvalidName {
        /// The noun for a row of the table, such as `pass`.
        kind: &'static str,
        /// The invalid name.
        name: &'static str,
    },
    /// Two rows have the same name.
    Duplicate {
        /// The noun for a row of the table, such as `pass`.
        kind: &'static str,
        /// The name that occurs twice.
        name: &'static str,
    },
    /// The table was read before, or rows were added before.
    InUse {
        /// The noun for a row of the table, such as `pass`.
        kind: &'static str,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::InvalidName { kind, name } => write!(
                f,
                "expected a {kind} name of letters, digits, `-` and `_`, found `{name}`"
            ),
            TableError::Duplicate { kind, name } => write!(f, "duplicate {kind} `{name}`"),
            TableError::InUse { kind } => write!(
                f,
                "cannot add a {kind}: its table is in use; add all rows at once, before the first use of the library"
            ),
        }
    }
}

impl std::error::Error for TableError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq)]
    struct Named(&'static str);

    impl Row for Named {
        fn name(&self) -> &'static str {
            self.0
        }
    }

    fn names(table: &Table<Named>) -> Vec<&'static str> {
        table.iter().map(Row::name).collect()
    }

    #[test]
    fn own_rows_follow_the_built_in_rows() {
        static TABLE: Table<Named> = Table::new("row", &[Named("a"), Named("b")]);
        TABLE.add(vec![Named("d"), Named("c")]).expect("new names");
        assert_eq!(names(&TABLE), ["a", "b", "d", "c"]);
        assert_eq!((TABLE.len(), &TABLE[2]), (4, &Named("d")));
        assert_eq!(TABLE.find("c"), Some(&Named("c")));
        assert_eq!(TABLE.find("e"), None);
    }

    #[test]
    fn a_table_that_was_read_is_constant() {
        let table = Table::new("row", &[Named("a")]);
        assert_eq!(names(&table), ["a"]);
        let late = table.add(vec![Named("b")]);
        assert_eq!(late, Err(TableError::InUse { kind: "row" }));
        assert_eq!(names(&table), ["a"]);
    }

    #[test]
    fn a_check_neither_adds_rows_nor_makes_the_table_constant() {
        let table = Table::new("row", &[Named("a")]);
        assert_eq!(table.check(&[Named("b")]), Ok(()));
        table.add(vec![Named("c")]).expect("a new name");
        assert_eq!(names(&table), ["a", "c"]);
        let late = table.check(&[Named("b")]);
        assert_eq!(late, Err(TableError::InUse { kind: "row" }));
    }

    #[test]
    fn duplicate_and_invalid_names_are_refused() {
        let refused = |rows: Vec<Named>| {
            let table = Table::new("row", &[Named("a")]);
            let error = table.add(rows).expect_err("a bad name").to_string();
            assert_eq!(names(&table), ["a"]);
            error
        };
        assert_eq!(refused(vec![Named("a")]), "duplicate row `a`");
        assert_eq!(refused(vec![Named("b"), Named("b")]), "duplicate row `b`");
        for name in ["", "-x", "a b", "ü", "a,b"] {
            assert!(refused(vec![Named(name)]).starts_with("expected a row name"));
        }
    }
}
