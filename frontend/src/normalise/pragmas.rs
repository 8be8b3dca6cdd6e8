//! `#pragma pack`: the alignment limit in force at each place.
use super::offsets::OffsetMap;

/// Where which limit is in force.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packing {
    /// From this input offset on, this limit in bytes.
    changes: Vec<(usize, Option<u32>)>,
    map: OffsetMap,
}

impl Packing {
    pub(super) fn collect(source: &str, directives: &[(u32, u32)], map: &OffsetMap) -> Packing {
        let mut changes = Vec::new();
        let mut stack = Vec::new();
        let mut now = None;
        for &(start, end) in directives {
            let line = &source[start as usize..end as usize];
            let words = line.trim_start_matches('#').trim_start();
            let Some(rest) = words.strip_prefix("pragma") else {
                continue;
            };
            let Some(rest) = rest.trim_start().strip_prefix("pack") else {
                continue;
            };
            let list = rest.trim().trim_start_matches('(').trim_end_matches(')');
            let mut limit = None;
            for item in list.split(',').map(str::trim) {
                match item {
                    "push" => {
                        stack.push(now);
                        limit = limit.or(Some(now));
                    }
                    "pop" => limit = Some(stack.pop().flatten()),
                    number => {
                        if let Ok(bytes) = number.parse::<u32>() {
                            limit = Some((bytes > 0).then_some(bytes));
                        }
                    }
                }
            }
            now = limit.unwrap_or(None);
            changes.push((end as usize, now));
        }
        Packing {
            map: if changes.is_empty() {
                OffsetMap::default()
            } else {
                map.clone()
            },
            changes,
        }
    }

    /// The largest alignment of a member, in bytes, for a struct at an offset of the parsed text; none is no limit.
    pub(crate) fn limit(&self, offset: usize) -> Option<u32> {
        let offset = self.map.source(offset);
        let index = self.changes.partition_point(|&(from, _)| from <= offset);
        self.changes[..index].last().and_then(|&(_, limit)| limit)
    }
}
