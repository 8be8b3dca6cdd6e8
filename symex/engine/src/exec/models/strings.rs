//! Reading of C strings from a state's memory.
use crate::exec::{Executor, Stop};
use crate::state::State;
use crate::value::Val;
use symtool_expr::Arena;

/// Returns the bytes of a C string without its terminator. The bytes must be constant; otherwise the path ends as
/// unsupported.
pub(super) fn exact(
    executor: &mut Executor<'_>,
    state: &mut State,
    address: u64,
) -> Result<Vec<u8>, Stop> {
    match read(executor, state, address, None)? {
        Some(bytes) => Ok(bytes),
        None => Err(executor.unsupported(state, "a name or format that depends on the input")),
    }
}

/// Returns the bytes of a C string without its terminator; `None` if one of the bytes depends on the input. Reads up to
/// the terminator, but at most `most` bytes if `most` is given. The checks of a load, such as the bounds check, are
/// done at each byte for those inputs for which the string has not ended before this byte.
pub(super) fn read(
    executor: &mut Executor<'_>,
    state: &mut State,
    address: u64,
    most: Option<u64>,
) -> Result<Option<Vec<u8>>, Stop> {
    let mut bytes = Vec::new();
    let mut exact = true;
    // The condition under which the string has not ended before the current byte.
    let mut no_end = Arena::TRUE;
    let mut at = address;
    while most.is_none_or(|most| at.wrapping_sub(address) < most) {
        let byte = executor.load(state, no_end, Val::Const(at), 1)?;
        match byte {
            Val::Const(0) => break,
            Val::Const(byte) => bytes.push(byte as u8),
            Val::Expr(byte) => {
                exact = false;
                let nonzero = executor.arena.nonzero(byte);
                no_end = executor.and(no_end, nonzero);
                if !executor.possible(state, no_end).possible() {
                    break;
                }
            }
        }
        at = at.wrapping_add(1);
    }
    Ok(exact.then_some(bytes))
}
