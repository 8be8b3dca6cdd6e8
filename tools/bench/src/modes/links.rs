//! The modes of the ablation of the solver chain, made from [`LINKS`], the table of the chain's links (solving
//! techniques).
use super::Mode;
use std::sync::LazyLock;
use symtool_solver::{LINKS, Link, Owner};

/// The name of the mode with the default solver chain, which contains all links that run by default.
pub(crate) const BASE: &str = "all-links";

/// The names and meanings of the modes, for the help text.
pub(crate) const HELP: &str = "all-links is the solver chain with the links that run by default; no-LINK is the chain without this link; with-LINK adds a link that does not run by default; only-LINK is this link alone (`symtool --help`, option --links, lists the links)";

static ALL: LazyLock<Vec<Mode>> = LazyLock::new(|| {
    let base = Mode {
        name: BASE,
        help: "all links of the solver chain that run by default",
        options: &[],
    };
    let switched = links().map(|link| {
        if link.default {
            mode("no", "without", "-", link.name)
        } else {
            mode("with", "with", "+", link.name)
        }
    });
    let alone = links().map(|link| mode("only", "only", "only:", link.name));
    std::iter::once(base).chain(switched).chain(alone).collect()
});

/// Returns the modes: one mode with all links that run by default, and two modes for each link. The first of the two
/// modes *switches* the link. If the link runs by default, the mode runs the default chain without it; otherwise, the
/// mode runs the default chain with the link added. The second mode runs the link alone.
pub(crate) fn modes() -> &'static [Mode] {
    &ALL
}

/// Returns all links except the link for a solver process, which runs only if the option `--solver` names a process.
pub(crate) fn links() -> impl Iterator<Item = &'static Link> {
    LINKS.iter().filter(|link| link.owner != Owner::Process)
}

/// Returns the name of the mode that switches the link `link`: `no-LINK` if the link runs by default, and `with-LINK`
/// otherwise.
pub(crate) fn switched(link: &Link) -> String {
    let prefix = if link.default { "no" } else { "with" };
    format!("{prefix}-{}", link.name)
}

/// Returns a mode for the link `link`: with `-` as `switch`, the mode runs the default chain without this link; with
/// `+`, it also runs this link; with `only:`, it runs this link alone. The name of the mode begins with `prefix`, and
/// its help text with `meaning`. The texts are leaked, because a mode contains static texts.
fn mode(prefix: &str, meaning: &str, switch: &str, link: &str) -> Mode {
    let option: &str = format!("--links={switch}{link}").leak();
    Mode {
        name: format!("{prefix}-{link}").leak(),
        help: format!("{meaning} the link {link}").leak(),
        options: Box::leak(Box::new([option])),
    }
}
