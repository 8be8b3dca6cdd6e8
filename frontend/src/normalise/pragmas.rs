//! Interprets pragmas. A pragma that changes the meaning of the program takes effect. All other pragmas are dropped;
//! symtool lists them if the user asks for them.
use super::Problem;
use super::offsets::OffsetMap;
use rustc_hash::FxHashSet;

/// The effects of the pragmas of a translation unit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pragmas {
    pub(crate) packing: Packing,
    /// The names in `#pragma weak`: the symbols that are weak in the whole file.
    pub(crate) weak: FxHashSet<String>,
    /// The pragmas that are ignored, each as the offset of its first byte in the input and its length in bytes.
    pub(crate) dropped: Vec<(usize, usize)>,
}

/// The effect of a kind of pragma.
#[derive(Copy, Clone)]
enum Effect {
    /// `pack(…)` limits the alignment of members.
    Pack,
    /// `weak name` makes a symbol weak.
    Weak,
    /// The pragma is an error, unless its argument is in this list. The arguments in the list request the behavior that
    /// symtool has anyway.
    RefusedUnless(&'static [&'static str]),
}

static PRAGMAS: &[(&str, Effect)] = &[
    ("ms_struct", Effect::RefusedUnless(&["off", "reset"])),
    ("pack", Effect::Pack),
    ("redefine_extname", Effect::RefusedUnless(&[])),
    (
        "scalar_storage_order",
        Effect::RefusedUnless(&["default", "little-endian"]),
    ),
    ("weak", Effect::Weak),
];

impl Pragmas {
    /// Interprets all directives `#…`. Each one is given by the offsets of its start and end.
    pub(super) fn collect(
        source: &str,
        directives: &[(u32, u32)],
        map: &OffsetMap,
    ) -> Result<Pragmas, Vec<Problem>> {
        let mut pragmas = Pragmas::default();
        let mut problems = Vec::new();
        for &(start, end) in directives {
            let at = (start as usize, (end - start) as usize);
            let line = &source[start as usize..end as usize];
            let words = line.trim_start_matches('#').trim_start();
            let Some(rest) = words.strip_prefix("pragma") else {
                continue;
            };
            let rest = rest.trim();
            let length = rest.find(|c: char| c != '_' && !c.is_ascii_alphanumeric());
            let (name, rest) = rest.split_at(length.unwrap_or(rest.len()));
            let rest = rest.trim();
            let row = PRAGMAS.iter().find(|(known, _)| *known == name);
            match row.map(|(_, effect)| *effect) {
                Some(Effect::Pack) => pragmas.packing.change(end as usize, rest),
                Some(Effect::Weak) if rest.contains('=') => {
                    problems.push(refused(at, "`#pragma weak` with an alias"));
                }
                Some(Effect::Weak) => {
                    pragmas.weak.insert(rest.to_owned());
                }
                Some(Effect::RefusedUnless(fine)) if !fine.contains(&rest) => {
                    problems.push(refused(at, &format!("`#pragma {name}`")));
                }
                Some(Effect::RefusedUnless(_)) => {}
                None => pragmas.dropped.push(at),
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        if !pragmas.packing.changes.is_empty() {
            pragmas.packing.map = map.clone();
        }
        Ok(pragmas)
    }
}

fn refused(at: (usize, usize), what: &str) -> Problem {
    Problem {
        at,
        message: format!("{what} is not supported"),
        also: None,
        help: None,
    }
}

/// The alignment limits that `#pragma pack` sets.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packing {
    /// The changes of the limit, in order. A change is an offset in the input (the text before rewriting), and the
    /// limit in bytes that applies from there on; `None` means no limit.
    changes: Vec<(usize, Option<u32>)>,
    /// The limits saved by `#pragma pack(push)`.
    stack: Vec<Option<u32>>,
    /// The map from offsets of the parsed text to offsets in the input.
    map: OffsetMap,
}

impl Packing {
    /// Applies `#pragma pack(list)` from the input offset `from` on.
    fn change(&mut self, from: usize, list: &str) {
        let now = self.changes.last().and_then(|&(_, limit)| limit);
        let mut limit = None;
        let list = list.trim_start_matches('(').trim_end_matches(')');
        for item in list.split(',').map(str::trim) {
            match item {
                "push" => {
                    self.stack.push(now);
                    limit = limit.or(Some(now));
                }
                "pop" => limit = Some(self.stack.pop().flatten()),
                number => {
                    if let Ok(bytes) = number.parse::<u32>() {
                        limit = Some((bytes > 0).then_some(bytes));
                    }
                }
            }
        }
        self.changes.push((from, limit.unwrap_or(None)));
    }

    /// Returns the maximum alignment in bytes of the members of a struct at an offset of the parsed text (the text
    /// after rewriting); `None` if there is no limit.
    pub(crate) fn limit(&self, offset: usize) -> Option<u32> {
        let offset = self.map.source(offset);
        let index = self.changes.partition_point(|&(from, _)| from <= offset);
        self.changes[..index].last().and_then(|&(_, limit)| limit)
    }
}
