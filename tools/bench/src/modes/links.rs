//! The modes for the ablation of the solver chain's links.
use super::Mode;
use symtool_solver::LINKS;

/// The name of the mode in which all links are on.
pub(crate) const BASE: &str = "all-links";

/// The links that answer most queries on their own.
const ALONE: [&str; 3] = ["bits", "incremental", "oneshot"];

/// Returns the modes: all links on, each link off, and some links alone.
pub(crate) fn modes() -> Vec<Mode> {
    let mode = |name: String, help: String, links: Option<String>| {
        let links = links.map(|links| &*Box::leak(format!("--links={links}").into_boxed_str()));
        let options = ["--cfmse", "--verify"].into_iter().chain(links);
        Mode {
            name: Box::leak(name.into_boxed_str()),
            help: Box::leak(help.into_boxed_str()),
            options: Box::leak(options.collect::<Vec<&str>>().into_boxed_slice()),
        }
    };
    let base = mode(
        BASE.to_owned(),
        "all links of the solver chain".to_owned(),
        None,
    );
    let off = LINKS
        .iter()
        .map(|link| link.name)
        .filter(|name| *name != "smtlib")
        .map(|name| {
            mode(
                format!("no-{name}"),
                format!("without the link {name}"),
                Some(format!("-{name}")),
            )
        });
    let alone = ALONE.into_iter().map(|name| {
        mode(
            format!("only-{name}"),
            format!("the link {name} alone"),
            Some(format!("only:{name}")),
        )
    });
    std::iter::once(base).chain(off).chain(alone).collect()
}
