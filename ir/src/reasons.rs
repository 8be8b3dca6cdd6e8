//! Tables of reasons: the texts with which a component says why it refuses a construct, for example why melding leaves
//! a branch unchanged.
//!
//! [`reasons!`](macro@crate::reasons) declares an enum and its texts together. So a component can list all of its
//! reasons. A test can compare this list with the outputs of the test files, and find a reason that never occurs in
//! them.
//!
//! ```
//! symtool_ir::reasons! {
//!     /// The reasons why a number is refused.
//!     pub enum Reason {
//!         Negative = "the number is negative",
//!         Large = "{} is more than {}",
//!     }
//! }
//! assert_eq!(Reason::Negative.with(&[]), "the number is negative");
//! assert_eq!(Reason::Large.with(&[&7, &5]), "7 is more than 5");
//! assert_eq!(Reason::ALL, [Reason::Negative, Reason::Large]);
//! ```
use std::fmt::Display;

/// Declares an enum of reasons with their texts. Each `{}` in a text is a placeholder for a detail, such as a name or a
/// number. The constant `ALL` of the enum contains all reasons. The function `text` of the enum returns the text as
/// declared (with `{}`), and the function `with` replaces each `{}` by a detail.
#[macro_export]
macro_rules! reasons {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$doc:meta])* $reason:ident = $text:expr,)+
    }) => {
        $(#[$meta])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $name {
            $($(#[$doc])* #[doc = concat!("The text is `", $text, "`.")] $reason,)+
        }

        impl $name {
            /// All reasons, in the order of their declaration.
            $vis const ALL: &[$name] = &[$($name::$reason,)+];

            /// Returns the text, in which each `{}` is a placeholder for a detail.
            $vis const fn text(self) -> &'static str {
                match self {
                    $($name::$reason => $text,)+
                }
            }

            /// Returns the text with the details in place of `{}`, in order.
            $vis fn with(self, details: &[&dyn ::std::fmt::Display]) -> String {
                $crate::reasons::filled(self.text(), details)
            }
        }
    };
}

/// Returns `text` with the details in place of the occurrences of `{}`, in order. If there are too few details, the
/// remaining occurrences are removed.
pub fn filled(text: &str, details: &[&dyn Display]) -> String {
    let mut parts = text.split("{}");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for (index, part) in parts.enumerate() {
        out += &details
            .get(index)
            .map(ToString::to_string)
            .unwrap_or_default();
        out += part;
    }
    out
}
