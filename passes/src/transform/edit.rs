//! Edits that several passes share.
