//! Choices that are copies of one another on a path: a value that several trips of a loop only hand on.
//!
//! Two conditions on the same value exclude each other whatever that value is. Told apart are therefore that two choices are
//! the same, which is a link to the latest choice that both are copies of, and what the oldest of these is.
use crate::graph::ChoiceId;

/// All families among some choices.
#[derive(Debug, Default)]
pub struct Families(Vec<Family>);

/// Choices that are copies of one.
#[derive(Debug)]
pub struct Family {
    /// Those that are asked about.
    pub members: Vec<ChoiceId>,
    /// Each with all that it is a copy of, the latest first.
    chains: Vec<Vec<ChoiceId>>,
}

impl Families {
    /// Adds a choice with all that it is a copy of: itself first.
    pub fn add(&mut self, choice: ChoiceId, chain: Vec<ChoiceId>) {
        let root = chain.last().copied();
        let mut families = self.0.iter_mut();
        match families.find(|family| family.chains[0].last().copied() == root) {
            Some(family) => {
                family.members.push(choice);
                family.chains.push(chain);
            }
            None => self.0.push(Family {
                members: vec![choice],
                chains: vec![chain],
            }),
        }
    }

    /// In the order in which they were met.
    pub fn all(&self) -> &[Family] {
        &self.0
    }
}

impl Family {
    /// Is there nothing to be the same as?
    pub fn is_alone(&self) -> bool {
        self.members.len() == 1
    }

    /// The latest choice that all are copies of.
    pub fn oldest(&self) -> ChoiceId {
        let is_common = |choice: &&ChoiceId| self.chains.iter().all(|chain| chain.contains(choice));
        let mut first = self.chains[0].iter();
        first.find(is_common).copied().unwrap_or(self.members[0])
    }

    /// Each choice, and where chains come together, with the latest other one of these that it is a copy of.
    pub fn links(&self) -> Vec<(ChoiceId, ChoiceId)> {
        let met_by = |choice: &ChoiceId| {
            let chains = self.chains.iter().filter(|chain| chain.contains(choice));
            chains.count()
        };
        let mut links = Vec::new();
        for chain in &self.chains {
            // Where a chain comes to a member or another chain, which makes what is met by more.
            let mut from = chain[0];
            let mut met = met_by(&from);
            for &to in &chain[1..] {
                let more = met_by(&to);
                if self.members.contains(&to) || more > met {
                    if !links.contains(&(from, to)) {
                        links.push((from, to));
                    }
                    (from, met) = (to, more);
                }
            }
        }
        links
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_where_chains_come_together() {
        let choices = |numbers: &[u32]| numbers.iter().map(|&n| ChoiceId(n)).collect::<Vec<_>>();
        let mut families = Families::default();
        // 9 and 8 are copies of 5 by 7 and 6; 3 and 2 are between 5 and 1; 4 comes to 3.
        for chain in [
            &[9, 7, 5, 3, 2, 1][..],
            &[8, 6, 5, 3, 2, 1],
            &[4, 3, 2, 1],
            &[20, 19],
        ] {
            families.add(ChoiceId(chain[0]), choices(chain));
        }
        let [family, alone] = families.all() else {
            panic!("{families:?}");
        };
        assert!(alone.is_alone() && !family.is_alone());
        assert_eq!(family.oldest(), ChoiceId(3));
        let links: Vec<(u32, u32)> = family.links().iter().map(|(a, b)| (a.0, b.0)).collect();
        assert_eq!(links, [(9, 5), (5, 3), (8, 5), (4, 3)]);
    }
}
