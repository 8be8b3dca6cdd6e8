//! Classes of φs that are copies of one another on a path, for example a value that loop iterations pass on
//! unchanged. A φ is a symbol for a value at a join; the value depends on the incoming edge.
//!
//! Example: if the φ `b` copies the φ `a`, the conditions `a < 3` and `b > 3` contradict each other for every value of
//! `a`. A conflict clause for them needs the equation `b = a`, but no equation with the value of `a`.
//!
//! Each member of a class begins a *chain* of copies: the member copies a φ, this φ may copy another φ, and so on. The
//! *origin* of a class is the first φ that all its chains contain. The equations of a class are:
//! - for the origin: an equation with its value (a clause can omit this equation);
//! - for each other member, and each φ at which the chains of two members meet: an equation with the next φ of the
//!   chain that is a member or a meeting point. Other φs of the chain are skipped.
//!
//! Example: if `b` copies `a`, `c` copies `b`, and `a` is `x + 1`, the equations are `a = x + 1`, `b = a` and `c = b`.
use crate::graph::PhiId;

/// A partition of the φs of a path into classes: the φs of a class are copies of one another.
#[derive(Debug, Default)]
pub struct CopyClasses(Vec<CopyClass>);

/// A class of φs that are copies of the same φ.
#[derive(Debug)]
pub struct CopyClass {
    /// The φs of the class on which the conditions of the path depend.
    pub members: Vec<PhiId>,
    /// For each member, the chain of copies that begins with the member. Each φ of a chain copies the next one; the
    /// last φ is not a copy. All chains of a class end with the same φ.
    chains: Vec<Vec<PhiId>>,
}

impl CopyClasses {
    /// Adds a φ to the class of the φs that copy the same φ, or to a new class. `chain` begins with the added φ, and
    /// each φ in `chain` copies the next one.
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

    /// Returns the classes in order of creation.
    pub fn all(&self) -> &[CopyClass] {
        &self.0
    }
}

impl CopyClass {
    /// Returns whether the class is a single φ.
    pub fn is_singleton(&self) -> bool {
        self.members.len() == 1
    }

    /// Returns the origin of the class: the φ that all members copy, directly or through other φs. If all members
    /// copy several φs, the origin is the φ that is nearest to the members, that is, the first of these φs in each
    /// chain of copies. The origin of a single φ is this φ itself.
    pub fn origin(&self) -> PhiId {
        let is_common = |phi: &&PhiId| self.chains.iter().all(|chain| chain.contains(phi));
        let mut first = self.chains[0].iter();
        first.find(is_common).copied().unwrap_or(self.members[0])
    }

    /// Returns pairs of equal φs. In each pair, the first φ copies the second, directly or through other φs.
    /// Each φ of a pair is a member of the class or a φ at which two chains meet. Example: the chains 9→7→5→3
    /// and 8→6→5→3 give the pairs (9, 5) and (8, 5).
    pub fn links(&self) -> Vec<(PhiId, PhiId)> {
        let chains_through = |phi: &PhiId| {
            let chains = self.chains.iter().filter(|chain| chain.contains(phi));
            chains.count()
        };
        let mut links = Vec::new();
        for chain in &self.chains {
            // If the chain of another member joins this chain at a φ, more chains contain this φ than contain the φ
            // before it.
            let mut from = chain[0];
            let mut met = chains_through(&from);
            for &to in &chain[1..] {
                let more = chains_through(&to);
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
    fn links_lead_to_the_joins_of_chains() {
        let phis = |numbers: &[u32]| numbers.iter().map(|&n| PhiId(n)).collect::<Vec<_>>();
        let mut classes = CopyClasses::default();
        // In this test, φ 9 copies φ 5 through φ 7, φ 8 copies φ 5 through φ 6, φ 5 copies φ 1 through the φs 3 and
        // 2, and φ 4 copies φ 3.
        for chain in [
            &[9, 7, 5, 3, 2, 1][..],
            &[8, 6, 5, 3, 2, 1],
            &[4, 3, 2, 1],
            &[20, 19],
        ] {
            classes.add(PhiId(chain[0]), phis(chain));
        }
        let [class, single] = classes.all() else {
            panic!("{classes:?}");
        };
        assert!(single.is_singleton() && !class.is_singleton());
        assert_eq!(class.origin(), PhiId(3));
        let links: Vec<(u32, u32)> = class.links().iter().map(|(a, b)| (a.0, b.0)).collect();
        assert_eq!(links, [(9, 5), (5, 3), (8, 5), (4, 3)]);
    }
}
