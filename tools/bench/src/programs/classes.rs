//! The programs for the ablation of the solver chain. The programs are grouped into classes by exploration technique,
//! because each technique issues a different kind of queries.

/// Programs that are explored with the options of one technique.
#[derive(Debug, PartialEq, Eq)]
pub struct Class {
    /// The name of the class in tables.
    pub name: &'static str,
    /// The options of the technique.
    pub options: &'static [&'static str],
    /// The names of the programs, each with sizes at which a run takes less than a second.
    pub programs: &'static [(&'static str, &'static [u32])],
}

/// The class of programs with a known verdict: they run with `--verify`, so that a run ends at the first failure.
pub const WITH_VERDICT: Class = Class {
    name: "verify",
    options: &["--verify"],
    programs: &[],
};

/// The classes. The queries of each class have a characteristic form. Melding and merging give nested `ite`
/// expressions, pattern-based merging gives quantifiers, and conflict-driven exploration gives conditions along one
/// path.
pub const CLASSES: &[Class] = &[
    Class {
        name: "plain",
        options: &["--plain", "--verify"],
        programs: &[
            ("merge_sort", &[6]),
            ("bitonic_sort", &[4]),
            ("dijkstra", &[3]),
            ("tsort", &[4]),
            ("utf8", &[6]),
            ("mixed", &[6]),
        ],
    },
    Class {
        name: "melded",
        options: &["--cfmse", "--verify"],
        programs: &[
            ("toupper", &[10]),
            ("bitonic_sort", &[4]),
            ("merge_sort", &[5]),
            ("prim", &[4]),
            ("dilation", &[4]),
            ("dijkstra", &[4]),
        ],
    },
    Class {
        name: "static",
        options: &["--merge=static"],
        programs: &[
            ("merge_sort", &[8]),
            ("dijkstra", &[5]),
            ("connected_components", &[4]),
            ("join", &[4]),
            ("sleep", &[7]),
        ],
    },
    Class {
        name: "dynamic",
        options: &["--merge=dynamic"],
        programs: &[
            ("dijkstra", &[5]),
            ("link", &[4]),
            ("nice", &[4]),
            ("paste", &[3]),
        ],
    },
    Class {
        name: "pattern",
        options: &["--merge=pattern"],
        programs: &[
            ("memspn", &[50]),
            ("digits", &[50]),
            ("path", &[50]),
            ("strtok", &[50]),
            ("quoted", &[20]),
            ("trim", &[20]),
        ],
    },
    Class {
        name: "float",
        options: &["--plain"],
        programs: &[("quadratic", &[2]), ("mean", &[1]), ("thermostat", &[2])],
    },
    Class {
        name: "cdse",
        options: &["--verify", "--cdse"],
        programs: &[
            ("diskperf_true", &[5]),
            ("tcp_true", &[5]),
            ("tls_server_false", &[5]),
            ("usb_enum_true", &[5]),
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_name_programs() {
        for (name, sizes) in CLASSES.iter().flat_map(|class| class.programs) {
            let found = crate::programs::all().any(|program| program.name == *name);
            assert!(found && !sizes.is_empty(), "{name}");
        }
    }
}
