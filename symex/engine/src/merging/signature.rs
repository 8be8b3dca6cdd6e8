//! The signature of a state: the constants that prevent a merge with a state that has other constants.

/// The constants that some variables of a state hold, in an order that is the same for all states at one program point.
/// The similarity policy selects the variables. An entry is `None` if its variable is not constant. Most pairs of
/// states at one program point are not merged. A comparison of their signatures shows this at a much lower cost than a
/// comparison of the states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature(Vec<Option<Constant>>);

/// The constant that a variable holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Constant {
    /// A number for the memory location of the variable. Constants at different locations are not compared.
    place: u64,
    /// A number that is equal for equal constants.
    value: u64,
}

impl Signature {
    /// Adds a variable that is not constant.
    pub fn push_unknown(&mut self) {
        self.0.push(None);
    }

    /// Adds a variable that holds a constant. `value` is a number that is equal for equal constants, such as a hash.
    /// `place` identifies the memory location of the variable, such as a hash of its address. It is 0 if all states
    /// have the variable at one location.
    pub fn push_constant(&mut self, place: u64, value: u64) {
        self.0.push(Some(Constant { place, value }));
    }

    /// Returns whether some variable is at the same memory location in both states and has different constants.
    pub fn excludes(&self, other: &Signature) -> bool {
        let differ = |(one, two): (&Option<Constant>, &Option<Constant>)| {
            let (Some(one), Some(two)) = (one, two) else {
                return false;
            };
            one.place == two.place && one.value != two.value
        };
        self.0.iter().zip(&other.0).any(differ)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_different_constants_in_one_place_exclude_a_merge() {
        let signature = |entries: &[Option<(u64, u64)>]| {
            let mut signature = Signature::default();
            for entry in entries {
                match *entry {
                    Some((place, value)) => signature.push_constant(place, value),
                    None => signature.push_unknown(),
                }
            }
            signature
        };
        let one = signature(&[Some((0, 1)), None, Some((8, 5))]);
        let moved = signature(&[Some((0, 1)), Some((0, 2)), Some((16, 6))]);
        assert!(!one.excludes(&one));
        assert!(!one.excludes(&moved));
        assert!(!one.excludes(&Signature::default()));
        assert!(one.excludes(&signature(&[Some((0, 2)), None, Some((8, 5))])));
        assert!(one.excludes(&signature(&[Some((0, 1)), None, Some((8, 6))])));
    }
}
