//! Loads and stores of an object at a symbolic offset.
//!
//! The caller guarantees that, for every value of the offset that is feasible on the path, the access is in bounds and
//! touches only initialized bytes. The candidates are the values that the abstract domain of the offset allows. With
//! few candidates, a load returns a chain of `ite` over the bytes at the candidates, such as `ite(i = 0, b0, ite(i = 1,
//! b1, b2))` for the offset `i`. With many candidates, the contents of the object become a symbolic array.
use super::bytes;
use super::object::Object;
use crate::value::Val;
use symtool_expr::{Arena, Domain, ExprId};
use symtool_ir::Op;

/// Returns the offsets that the abstract value `domain` allows for a legal access of `len` bytes to an object of `size`
/// bytes. Returns `None` if there are more than `limit`, or if the search for them would have to test more than `64 *
/// (limit + 1)` offsets.
pub fn candidates(domain: &Domain, size: u64, len: u64, limit: usize) -> Option<Vec<u64>> {
    let Some(last) = size.checked_sub(len) else {
        return Some(Vec::new());
    };
    // If the lowest n bits of the offset are known, consecutive candidates differ by 2^n.
    let known = (domain.zeros | domain.ones).trailing_ones().min(63);
    let step = 1u64 << known;
    let low = domain.ones & (step - 1);
    let mut found = Vec::new();
    let mut at = domain.min & !(step - 1) | low;
    let end = domain.max.min(last);
    if end.saturating_sub(at) / step > 64 * limit as u64 + 64 {
        return None;
    }
    while at <= end {
        if domain.contains(at) {
            found.push(at);
            if found.len() > limit {
                return None;
            }
        }
        match at.checked_add(step) {
            Some(next) => at = next,
            None => break,
        }
    }
    Some(found)
}

fn at(arena: &mut Arena, offset: ExprId, candidate: u64) -> ExprId {
    let candidate = arena.int(64, u128::from(candidate));
    arena.op(Op::Eq, 1, &[offset, candidate])
}

/// Loads `len` bytes at the symbolic offset `offset`. The result is a chain of `ite` over the candidates `offsets`,
/// of which there is at least one.
pub fn read_cells(
    arena: &mut Arena,
    object: &Object,
    offset: ExprId,
    len: u32,
    offsets: &[u64],
) -> Val {
    let values: Vec<Val> = offsets
        .iter()
        .map(|&candidate| object.read(arena, candidate, len).unwrap_or(Val::ZERO))
        .collect();
    // The most frequent value is the last arm of the chain. No comparison is needed for it.
    let default = most_frequent(&values);
    let mut result = default.expr(arena, len * 8);
    for (&candidate, &value) in offsets.iter().zip(&values).rev() {
        if value != default {
            let here = at(arena, offset, candidate);
            let value = value.expr(arena, len * 8);
            result = arena.ite(here, value, result);
        }
    }
    Val::of(arena, result)
}

/// Returns the value that occurs most often. If several values occur equally often, returns the first of these
/// values.
fn most_frequent(values: &[Val]) -> Val {
    let mut best = (0, Val::ZERO);
    for (index, &value) in values.iter().enumerate() {
        if values[..index].contains(&value) {
            continue;
        }
        let count = values[index..].iter().filter(|&&v| v == value).count();
        if count > best.0 {
            best = (count, value);
        }
    }
    best.1
}

/// Stores `len` bytes at the symbolic offset `offset`. At each candidate `c` in `offsets`, the new contents are
/// `ite(offset = c, value, old)`, where `old` is the old contents.
pub fn write_cells(
    arena: &mut Arena,
    object: &mut Object,
    offset: ExprId,
    len: u32,
    value: Val,
    offsets: &[u64],
) {
    let apart = offsets
        .windows(2)
        .all(|pair| pair[1] - pair[0] >= u64::from(len));
    if !apart {
        return write_overlapping(arena, object, offset, len, value, offsets);
    }
    let new = value.expr(arena, len * 8);
    for &candidate in offsets {
        let old = object.read(arena, candidate, len).unwrap_or(Val::ZERO);
        let old = old.expr(arena, len * 8);
        let here = at(arena, offset, candidate);
        let now = arena.ite(here, new, old);
        if now != old {
            let now = Val::of(arena, now);
            object.write(arena, candidate, len, now);
        }
    }
}

/// Stores `len` bytes at a symbolic offset, byte by byte. This is necessary if candidate offsets overlap, that is, if
/// some of them are less than `len` bytes apart.
fn write_overlapping(
    arena: &mut Arena,
    object: &mut Object,
    offset: ExprId,
    len: u32,
    value: Val,
    offsets: &[u64],
) {
    let mut touched: Vec<u64> = offsets
        .iter()
        .flat_map(|&candidate| (0..u64::from(len)).map(move |i| candidate + i))
        .collect();
    touched.sort_unstable();
    touched.dedup();
    for byte in touched {
        let old = object.byte(arena, byte).expr(arena);
        let mut now = old;
        for &candidate in offsets {
            if (candidate..candidate + u64::from(len)).contains(&byte) {
                let part = bytes::byte_of_val(arena, value, (byte - candidate) as u32).expr(arena);
                let here = at(arena, offset, candidate);
                now = arena.ite(here, part, now);
            }
        }
        if now != old {
            let now = bytes::Byte::of(Val::of(arena, now));
            object.set_byte(arena, byte, now);
        }
    }
}

fn plus(arena: &mut Arena, offset: ExprId, by: u32) -> ExprId {
    let by = arena.int(64, u128::from(by));
    arena.op(Op::Add, 64, &[offset, by])
}

/// Loads `len` bytes at the symbolic offset `offset`. The contents of the object become a symbolic array.
pub fn read_array(arena: &mut Arena, object: &mut Object, offset: ExprId, len: u32) -> Val {
    let version = object.snapshot(arena);
    let mut whole: Option<ExprId> = None;
    for i in 0..len {
        let index = plus(arena, offset, i);
        let byte = arena.read(version, index);
        whole = Some(match whole {
            None => byte,
            Some(low) => arena.concat(byte, low),
        });
    }
    whole.map_or(Val::ZERO, |whole| Val::of(arena, whole))
}

/// Stores `len` bytes at the symbolic offset `offset`. The contents of the object become a symbolic array.
pub fn write_array(arena: &mut Arena, object: &mut Object, offset: ExprId, len: u32, value: Val) {
    let mut version = object.snapshot(arena);
    for i in 0..len {
        let index = plus(arena, offset, i);
        let byte = bytes::byte_of_val(arena, value, i).expr(arena);
        version = arena.store(version, index, byte);
    }
    object.set_array(version);
}
