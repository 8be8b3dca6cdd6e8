//! Choices that are copies of one another on a path: a value that several trips of a loop only hand on.
//!
//! Two conditions on the same value exclude each other whatever that value is. OutboxMessage apart are therefore that two phis are
//! the same, which is a link to the latest phi that both are copies of, and what the oldest of these is.
use crate::graph::PhiId;

/// All classes among some phis.
#[derive(Debug, Default)]
pub struct CopyClasses(Vec<CopyClass>);

/// Choices that are copies of one.
#[derive(Debug)]
pub struct CopyClass {
    /// Those that are asked about.
    pub members: Vec<PhiId>,
    /// Each with all that it is a copy of, the latest first.
    chains: Vec<Vec<PhiId>>,
}

impl CopyClasses {
    /// Adds a phi with all that it is a copy of: itself first.
    pub fn add(&mut self, phi: PhiId, chain: Vec<PhiId>) {
        let root = chain.last().copied();
        let mut classes = self.0.iter_mut();
        match classes.find(|class| class.chains[0].last().copied() == root) {
            Some(class) => {
                class.members.push(phi);
                class.chains.push(chain);
            }
            None => self.0.push(CopyClass {
                members: vec![phi],
                chains: vec![chain],
            }),
        }
    }

    /// In the order in which they were met.
    pub fn all(&self) -> &[CopyClass] {
        &self.0
    }
}

impl CopyClass {
    /// Is there nothing to be the same as?
    pub fn is_alone(&self) -> bool {
        self.members.len() == 1
    }

    /// The latest phi that all are copies of.
    pub fn oldest(&self) -> PhiId {
        let is_common = |phi: &&PhiId| self.chains.iter().all(|chain| chain.contains(phi));
        let mut first = self.chains[0].iter();
        first.find(is_common).copied().unwrap_or(self.members[0])
    }

    /// Each phi, and where chains come together, with the latest other one of these that it is a copy of.
    pub fn links(&self) -> Vec<(PhiId, PhiId)> {
        let met_by = |phi: &PhiId| {
            let chains = self.chains.iter().filter(|chain| chain.contains(phi));
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
        let phis = |numbers: &[u32]| numbers.iter().map(|&n| PhiId(n)).collect::<Vec<_>>();
        let mut classes = CopyClasses::default();
        // 9 and 8 are copies of 5 by 7 and 6; 3 and 2 are between 5 and 1; 4 comes to 3.
        for chain in [
            &[9, 7, 5, 3, 2, 1][..],
            &[8, 6, 5, 3, 2, 1],
            &[4, 3, 2, 1],
            &[20, 19],
        ] {
            classes.add(PhiId(chain[0]), phis(chain));
        }
        let [class, alone] = classes.all() else {
            panic!("{classes:?}");
        };
        assert!(alone.is_alone() && !class.is_alone());
        assert_eq!(class.oldest(), PhiId(3));
        let links: Vec<(u32, u32)> = class.links().iter().map(|(a, b)| (a.0, b.0)).collect();
        assert_eq!(links, [(9, 5), (5, 3), (8, 5), (4, 3)]);
    }
}
