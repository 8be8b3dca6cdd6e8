//! Jumps out of functions: which places a `longjmp` can go back to.
//!
//! A `setjmp` saves its place: the active call that makes it and the step at which it stands. The program's buffer gets
//! a token that names the place, and nothing else. So buffers can be copied, and one that is stale, never set or
//! overwritten is recognised: tokens are never used again, and a place is forgotten when its call ends. Every engine
//! keeps one [`SavedPlaces`]; the tokens are the same in all of them.
//!
//! Invariant: places are in the order in which they were first saved, so both their serial numbers and the depths of
//! their calls ascend.
use std::sync::Arc;

/// Bytes of a token in memory.
pub const TOKEN_BYTES: u32 = 8;
/// Added to the serial number of a place, so that small numbers and most garbage are no tokens.
const MARK: u64 = 0x6a75_6d70_0000_0000;

/// A place that `setjmp` has saved.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SavedPlace {
    serial: u64,
    /// How many calls were active, the one that saved it being the last.
    pub depth: usize,
    /// The step of the `setjmp`, as the engine numbers steps.
    pub step: u32,
}

/// Why a token leads nowhere.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum NoPlace {
    /// The function that saved it has returned.
    Returned,
    /// No `setjmp` made this token.
    NeverSaved,
}

impl NoPlace {
    /// What is wrong with the jump.
    pub fn describe(self) -> &'static str {
        match self {
            NoPlace::Returned => "longjmp into a function that has returned since its setjmp",
            NoPlace::NeverSaved => "longjmp with a buffer that no setjmp has set",
        }
    }
}

/// The places that a run can jump back to. Copies share.
#[derive(Clone, Debug, Default)]
pub struct SavedPlaces {
    places: Arc<Vec<SavedPlace>>,
    /// How many there have been.
    made: u64,
}

impl SavedPlaces {
    /// Saves a step of the innermost of `depth` active calls; gives its token.
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

    /// Is there no place to go back to?
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Forgets the places of all calls but the outermost `depth`.
    #[inline]
    pub fn keep_calls(&mut self, depth: usize) {
        if self.places.last().is_some_and(|place| place.depth > depth) {
            let kept = self.places.partition_point(|place| place.depth <= depth);
            Arc::make_mut(&mut self.places).truncate(kept);
        }
    }

    /// The place of a token.
    ///
    /// # Errors
    /// Why there is none.
    pub fn find(&self, token: u64) -> Result<SavedPlace, NoPlace> {
        let serial = token.wrapping_sub(MARK);
        match self.places.binary_search_by_key(&serial, |p| p.serial) {
            Ok(index) => Ok(self.places[index]),
            Err(_) if (1..=self.made).contains(&serial) => Err(NoPlace::Returned),
            Err(_) => Err(NoPlace::NeverSaved),
        }
    }

    /// The tokens of all places.
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
        // The same step of another call at the same depth is another place.
        let again = saved.save(3, 20);
        assert_ne!(again, inner);
        assert_eq!(saved.find(inner), Err(NoPlace::Returned));
    }

    #[test]
    fn a_step_of_a_call_has_one_token() {
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
