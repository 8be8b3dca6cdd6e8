//! Rewrites preprocessed text into the C that the parser takes.
mod offsets;

pub(crate) use offsets::OffsetMap;
