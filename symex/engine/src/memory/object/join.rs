//! Joins the contents of an object in two states: bytes that differ become an `ite`. A *background* is the contents
//! of the bytes that were never written.
//!
//! An expression that was stored as a whole becomes one `ite`, so a later load returns one `ite` as well. Constant
//! bytes do not record the width of the store that wrote them, so this width is guessed. If the states differ in one of
//! the upper four of eight aligned bytes, the eight bytes are joined as one number. Otherwise, each group of four
//! aligned bytes is joined as one number. A guess that is too wide is harmless: a load of a part of an `ite` of
//! constants also returns an `ite` of constants.
use super::super::bytes::Byte;
use super::super::join::Choose;
use super::{Object, PAGE};
use std::rc::Rc;
use symtool_expr::Arena;

/// The maximum size, in bytes, of objects with different backgrounds that are joined. The background is the contents of
/// the bytes that were never written. It can be a different symbolic array in each state. The size is limited, because
/// all pages of such an object are compared, not only those that were written.
const MAX_BYTES: u64 = 1 << 12;

impl Object {
    /// Returns whether two objects can be joined. They must have the same kind, the same size (constant or symbolic)
    /// and the same `life`: in both states, control has entered the C block that declares the object the same number of
    /// times. Objects of more than `MAX_BYTES` bytes must also have the same background.
    pub(crate) fn is_alike(&self, other: &Object) -> bool {
        self.kind == other.kind
            && self.size == other.size
            && self.bound.map(|bound| bound.size) == other.bound.map(|bound| bound.size)
            && self.life == other.life
            && (self.background == other.background || self.size <= MAX_BYTES)
    }

    /// Returns whether two objects can be joined and have the same contents. Contents are compared as they are stored:
    /// two expressions with the same value, or a byte that is stored in only one of the objects, count as a difference.
    pub(crate) fn has_same_contents(&self, other: &Object) -> bool {
        let is_same = |page: u64| match (self.pages.get(page), other.pages.get(page)) {
            (Some(one), Some(two)) => Rc::ptr_eq(one, two) || one == two,
            (one, two) => one.is_none() && two.is_none(),
        };
        let mut pages = self.pages.unshared(&other.pages).into_iter();
        self.is_alike(other) && self.background == other.background && pages.all(is_same)
    }

    /// Returns the join of two objects. Returns `None` if the objects differ in more than their contents, or if
    /// some byte is initialized in one object and not in the other.
    pub(crate) fn join(
        &self,
        other: &Object,
        arena: &mut Arena,
        choose: &mut Choose<'_>,
    ) -> Option<Object> {
        if !self.is_alike(other) {
            return None;
        }
        let pages = if self.background == other.background {
            self.pages.unshared(&other.pages)
        } else {
            (0..self.size.div_ceil(PAGE)).collect()
        };
        let mut joined = self.clone();
        joined.all_init = self.all_init && other.all_init;
        if let (Some(bound), Some(other)) = (&mut joined.bound, other.bound) {
            // The size of the joined object may be that of either state, so its lower bound is the smaller of the two
            // lower bounds.
            bound.sure = bound.sure.min(other.sure);
        }
        for page in pages {
            if let (Some(one), Some(two)) = (self.pages.get(page), other.pages.get(page))
                && (Rc::ptr_eq(one, two) || one == two)
            {
                continue;
            }
            let mut at = page * PAGE;
            let end = (at + PAGE).min(self.size);
            while at < end {
                at += joined.join_at((self, other), arena, (at, end), choose)?;
            }
        }
        Some(joined)
    }

    /// Returns whether two objects have equal kinds, sizes and contents.
    pub(crate) fn is_equal(&self, other: &Object, arena: &mut Arena) -> bool {
        let mut is_equal = true;
        let joined = self.join(other, arena, &mut |_, a, _, _| {
            is_equal = false;
            a
        });
        is_equal && joined.is_some()
    }

    /// Joins the contents of two objects from the offset `at` on, as one value that ends at the offset `end` at most.
    /// Returns the number of joined bytes. Returns `None` if some byte is initialized in one object and not in the
    /// other.
    fn join_at(
        &mut self,
        (one, two): (&Object, &Object),
        arena: &mut Arena,
        (at, end): (u64, u64),
        choose: &mut Choose<'_>,
    ) -> Option<u64> {
        let cells = [one.cell_at(at), two.cell_at(at)];
        let whole = cells.iter().flatten().map(|&(_, len)| len).max();
        let len = match whole {
            Some(len) => len,
            None => constants(arena, one, two, at, end),
        };
        let values = (one.read(arena, at, len), two.read(arena, at, len));
        let (Some(a), Some(b)) = values else {
            return self.join_bytes((one, two), arena, (at, len), choose);
        };
        if a != b {
            let value = choose(arena, a, b, len * 8);
            self.write(arena, at, len, value);
        }
        Some(u64::from(len))
    }

    /// Joins `len` bytes of two objects from the offset `at` on, byte by byte, because some of them are
    /// indeterminate. Returns `len`, or `None` if some byte is initialized in one object and not in the other.
    fn join_bytes(
        &mut self,
        (one, two): (&Object, &Object),
        arena: &mut Arena,
        (at, len): (u64, u32),
        choose: &mut Choose<'_>,
    ) -> Option<u64> {
        for at in at..at + u64::from(len) {
            match (one.read(arena, at, 1), two.read(arena, at, 1)) {
                (Some(a), Some(b)) if a != b => {
                    let value = choose(arena, a, b, 8);
                    self.write(arena, at, 1, value);
                }
                (Some(_), Some(_)) | (None, None) => {}
                _ => return None,
            }
        }
        Some(u64::from(len))
    }
}

/// Returns the number of bytes from the offset `at` on that are joined as one number, because they are constant in
/// both objects. The caller guarantees that no stored expression begins at `at` in either object.
fn constants(arena: &mut Arena, one: &Object, two: &Object, at: u64, end: u64) -> u32 {
    for len in [8, 4] {
        if !at.is_multiple_of(len) || at + len > end {
            continue;
        }
        let mut differ = None;
        let mut byte = 0;
        while byte < len {
            match (one.byte(arena, at + byte), two.byte(arena, at + byte)) {
                (Byte::Concrete(a), Byte::Concrete(b)) if a == b => {}
                (Byte::Concrete(_), Byte::Concrete(_)) => differ = Some(byte),
                _ => break,
            }
            byte += 1;
        }
        if byte == len && (len == 4 || differ.is_none_or(|last| last >= 4)) {
            return len as u32;
        }
    }
    1
}
