//! Program points that a `longjmp` can return to.
//!
//! A `setjmp` saves a program point: the active call, and the step (decoded instruction) of this call that executes the
//! `setjmp`. The `jmp_buf` of the program receives a token, which is a number that names the saved point. Because the
//! `jmp_buf` contains only this number, the program can copy it. A `jmp_buf` that is outdated, unset or overwritten is
//! detected, because tokens are never reused, and a saved point is dropped when its call returns. Every engine has one
//! [`SavedPlaces`]; the tokens are the same in all engines.
//!
//! Invariant: saved points are in the order in which they were first saved. So the serial numbers ascend from one point
//! to the next. The call depths of the points never decrease, because a point is dropped when its call returns.
use std::sync::Arc;

/// The number of bytes that a token occupies in the program's memory.
pub const TOKEN_BYTES: u32 = 8;
/// The number added to the serial number of a saved point to form its token. Because of this number, small integers and
/// most random contents of a `jmp_buf` are not valid tokens.
const MARK: u64 = 0x6a75_6d70_0000_0000;

/// A program point that a `setjmp` has saved.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SavedPlace {
    serial: u64,
    /// The number of active calls when the point was saved, including the call that saved it.
    pub depth: usize,
    /// The number of the `setjmp` instruction in its function. The engine that saves the point chooses the numbering.
    pub step: u32,
}

/// The reason why a token does not name a saved program point.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum NoPlace {
    /// The function that saved the point has returned.
    Returned,
    /// No `setjmp` has created this token.
    NeverSaved,
}

impl NoPlace {
    /// Returns a description of the reason, as part of a message.
    pub fn describe(self) -> &'static str {
        match self {
            NoPlace::Returned => "longjmp into a function that has returned since its setjmp",
            NoPlace::NeverSaved => "longjmp with a buffer that no setjmp has set",
        }
    }
}

/// The saved program points to which a `longjmp` can return on one path. A clone shares the list of points until the
/// clone or the original changes.
#[derive(Clone, Debug, Default)]
pub struct SavedPlaces {
    places: Arc<Vec<SavedPlace>>,
    /// The number of points saved so far. The next point gets this number plus 1 as its serial number.
    made: u64,
}

impl SavedPlaces {
    /// Saves the instruction number `step` of the innermost of `depth` active calls; returns the token that names this
    /// program point. If the same call has saved the same instruction before, returns the earlier token.
    pub fn save(&mut self, depth: usize, step: u32) -> u64 {
        let mut of_call = self.places.iter().rev().take_while(|p| p.depth == depth);
        if let Some(place) = of_call.find(|p| p.step == step) {
            return MARK + place.serial;
        }
        self.made += 1;
        let serial = self.made;
        Arc::make_mut(&mut self.places).push(SavedPlace {
            serial,
            depth,
            step,
        });
        MARK + serial
    }

    /// Returns whether no program point is saved.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Forgets the points saved by calls that are not among the outermost `depth` calls. An engine calls this method
    /// when calls end.
    #[inline]
    pub fn keep_calls(&mut self, depth: usize) {
        if self.places.last().is_some_and(|place| place.depth > depth) {
            let kept = self.places.partition_point(|place| place.depth <= depth);
            Arc::make_mut(&mut self.places).truncate(kept);
        }
    }

    /// Returns the saved program point that a token names.
    ///
    /// # Errors
    /// The reason why the token does not name a saved point.
    pub fn find(&self, token: u64) -> Result<SavedPlace, NoPlace> {
        let serial = token.wrapping_sub(MARK);
        match self.places.binary_search_by_key(&serial, |p| p.serial) {
            Ok(index) => Ok(self.places[index]),
            Err(_) if (1..=self.made).contains(&serial) => Err(NoPlace::Returned),
            Err(_) => Err(NoPlace::NeverSaved),
        }
    }

    /// Returns the tokens of all saved points.
    pub fn tokens(&self) -> impl Iterator<Item = u64> + '_ {
        self.places.iter().map(|place| MARK + place.serial)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_lives_as_long_as_its_call() {
        let mut saved = SavedPlaces::default();
        let outer = saved.save(1, 10);
        let inner = saved.save(3, 20);
        assert_eq!(saved.find(inner).map(|p| (p.depth, p.step)), Ok((3, 20)));
        saved.keep_calls(3);
        assert!(saved.find(inner).is_ok());
        saved.keep_calls(2);
        assert_eq!(saved.find(inner), Err(NoPlace::Returned));
        assert_eq!(saved.find(outer).map(|p| (p.depth, p.step)), Ok((1, 10)));
        // The same instruction at the same depth, but in a different call, is a different program point.
        let again = saved.save(3, 20);
        assert_ne!(again, inner);
        assert_eq!(saved.find(inner), Err(NoPlace::Returned));
    }

    #[test]
    fn saving_a_step_twice_gives_one_token() {
        let mut saved = SavedPlaces::default();
        let tokens = [saved.save(1, 5), saved.save(1, 9), saved.save(1, 5)];
        assert_eq!(tokens[0], tokens[2]);
        assert_eq!(saved.tokens().collect::<Vec<_>>(), tokens[..2]);
    }

    #[test]
    fn garbage_is_no_token() {
        let mut saved = SavedPlaces::default();
        let token = saved.save(1, 5);
        for wrong in [0, 1, 5, token + 1, token - 1, u64::MAX] {
            assert_eq!(saved.find(wrong), Err(NoPlace::NeverSaved));
        }
    }
}
