//! A persistent map from numbers to values, for keys that are mostly consecutive. Copies of a map share all entries
//! until a copy is modified.
//!
//! The map is a radix tree of 32-way nodes behind `Rc`. A copy increments one reference count, whatever the size of the
//! map. A modification copies the nodes on the path to the key; nodes that no other copy shares are modified in place.
//! If all keys are below 32, the tree has one level.
use std::rc::Rc;

const BITS: u32 = 5;
const WIDTH: usize = 1 << BITS;

#[expect(
    clippy::large_enum_variant,
    reason = "the values of the large maps are one pointer wide"
)]
#[derive(Clone, Debug)]
enum Node<V> {
    Inner([Option<Rc<Node<V>>>; WIDTH]),
    Leaf([Option<V>; WIDTH]),
}

impl<V> Node<V> {
    fn empty(level: u32) -> Node<V> {
        if level == 0 {
            Node::Leaf([const { None }; WIDTH])
        } else {
            Node::Inner([const { None }; WIDTH])
        }
    }
}

/// A persistent map with `u64` keys. Cloning takes constant time.
#[derive(Clone, Debug)]
pub struct Radix<V> {
    root: Option<Rc<Node<V>>>,
    /// The number of levels below the root. All keys in the map are below `32^(level + 1)`.
    level: u32,
}

impl<V> Default for Radix<V> {
    fn default() -> Self {
        Radix {
            root: None,
            level: 0,
        }
    }
}

fn slot(key: u64, level: u32) -> usize {
    (key >> (level * BITS)) as usize & (WIDTH - 1)
}

impl<V: Clone> Radix<V> {
    /// Returns an empty map.
    pub fn new() -> Radix<V> {
        Radix::default()
    }

    fn fits(&self, key: u64) -> bool {
        let bits = (self.level + 1) * BITS;
        bits >= u64::BITS || key >> bits == 0
    }

    /// Returns the value of a key; `None` if the key is absent.
    pub fn get(&self, key: u64) -> Option<&V> {
        if !self.fits(key) {
            return None;
        }
        let mut node = self.root.as_deref()?;
        let mut level = self.level;
        loop {
            match node {
                Node::Leaf(values) => return values[slot(key, 0)].as_ref(),
                Node::Inner(children) => {
                    node = children[slot(key, level)].as_deref()?;
                    level -= 1;
                }
            }
        }
    }

    /// Returns a mutable reference to the slot of a key; the slot contains `None` if the key is absent. Nodes on the
    /// path to the slot that other copies of the map share are copied first.
    fn slot(&mut self, key: u64) -> &mut Option<V> {
        while !self.fits(key) {
            if let Some(old) = self.root.take() {
                let mut children = [const { None }; WIDTH];
                children[0] = Some(old);
                self.root = Some(Rc::new(Node::Inner(children)));
            }
            self.level += 1;
        }
        let mut level = self.level;
        let mut node = self.root.get_or_insert_with(|| Rc::new(Node::empty(level)));
        loop {
            match Rc::make_mut(node) {
                Node::Leaf(values) => return &mut values[slot(key, 0)],
                Node::Inner(children) => {
                    let child = &mut children[slot(key, level)];
                    level -= 1;
                    node = child.get_or_insert_with(|| Rc::new(Node::empty(level)));
                }
            }
        }
    }

    /// Returns a mutable reference to the value of a key; `None` if the key is absent.
    pub fn get_mut(&mut self, key: u64) -> Option<&mut V> {
        self.get(key)?;
        self.slot(key).as_mut()
    }

    /// Returns the value of a key for modification. If the key is absent, inserts the result of `default` first.
    pub fn get_or_insert_with(&mut self, key: u64, default: impl FnOnce() -> V) -> &mut V {
        self.slot(key).get_or_insert_with(default)
    }

    /// Sets the value of a key. Returns the previous value; `None` if the key was absent.
    pub fn insert(&mut self, key: u64, value: V) -> Option<V> {
        self.slot(key).replace(value)
    }

    /// Removes a key. Returns its value; `None` if the key was absent.
    pub fn remove(&mut self, key: u64) -> Option<V> {
        self.get(key)?;
        self.slot(key).take()
    }

    /// Calls `visit` for all entries in the order of their keys.
    pub fn for_each(&self, mut visit: impl FnMut(u64, &V)) {
        fn walk<V>(node: &Node<V>, level: u32, prefix: u64, visit: &mut impl FnMut(u64, &V)) {
            match node {
                Node::Leaf(values) => {
                    for (at, value) in values.iter().enumerate() {
                        if let Some(value) = value {
                            visit(prefix | at as u64, value);
                        }
                    }
                }
                Node::Inner(children) => {
                    for (at, child) in children.iter().enumerate() {
                        if let Some(child) = child {
                            let prefix = prefix | (at as u64) << (level * BITS);
                            walk(child, level - 1, prefix, visit);
                        }
                    }
                }
            }
        }
        if let Some(root) = &self.root {
            walk(root, self.level, 0, &mut visit);
        }
    }

    /// Returns in ascending order the keys whose entries the two maps do not share in memory. Shared nodes are skipped,
    /// so the cost is proportional to the number of modifications of both maps since one was made as a copy of the
    /// other. The two values of a returned key may still be equal.
    pub fn unshared(&self, other: &Radix<V>) -> Vec<u64> {
        let mut keys = Vec::new();
        if self.level == other.level {
            let (one, two) = (self.root.as_ref(), other.root.as_ref());
            unshared(one, two, self.level, 0, &mut keys);
        } else {
            keys = self.keys();
            keys.extend(other.keys());
            keys.sort_unstable();
            keys.dedup();
        }
        keys
    }

    /// Returns the keys of the map in ascending order.
    pub fn keys(&self) -> Vec<u64> {
        let mut keys = Vec::new();
        self.for_each(|key, _| keys.push(key));
        keys
    }
}

/// Collects the keys whose entries two nodes of the same level do not share. One of the nodes may be missing.
fn unshared<V>(
    one: Option<&Rc<Node<V>>>,
    two: Option<&Rc<Node<V>>>,
    level: u32,
    prefix: u64,
    keys: &mut Vec<u64>,
) {
    if let (Some(one), Some(two)) = (one, two)
        && Rc::ptr_eq(one, two)
    {
        return;
    }
    for at in 0..WIDTH {
        let ((value, inner), (other_value, other_inner)) = (entry(one, at), entry(two, at));
        let key = prefix | (at as u64) << (level * BITS);
        if value || other_value {
            keys.push(key);
        }
        if inner.is_some() || other_inner.is_some() {
            unshared(inner, other_inner, level - 1, key, keys);
        }
    }
}

/// Returns the content of slot `at` of a node: whether the slot contains a value, and the child node in the slot.
fn entry<V>(node: Option<&Rc<Node<V>>>, at: usize) -> (bool, Option<&Rc<Node<V>>>) {
    match node.map(|node| &**node) {
        Some(Node::Leaf(values)) => (values[at].is_some(), None),
        Some(Node::Inner(children)) => (false, children[at].as_ref()),
        None => (false, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        /// Performs the same operations on a radix tree and a `BTreeMap`. Also checks that copies taken between the
        /// operations do not change.
        #[test]
        fn the_radix_tree_agrees_with_a_map_and_copies_are_independent(
            steps in prop::collection::vec((0u64..3, prop_oneof![0u64..40, 0u64..5000, any::<u64>()], any::<u8>()), 1..60)
        ) {
            let mut map = Radix::new();
            let mut oracle = BTreeMap::new();
            let mut copies = Vec::new();
            for (what, key, value) in steps {
                match what {
                    0 => prop_assert_eq!(map.insert(key, value), oracle.insert(key, value)),
                    1 => prop_assert_eq!(map.remove(key), oracle.remove(&key)),
                    _ => copies.push((map.clone(), oracle.clone())),
                }
                prop_assert_eq!(map.get(key), oracle.get(&key));
            }
            copies.push((map, oracle));
            let all = copies.clone();
            for (map, oracle) in copies {
                prop_assert_eq!(map.keys(), oracle.keys().copied().collect::<Vec<_>>());
                for (&key, value) in &oracle {
                    prop_assert_eq!(map.get(key), Some(value));
                }
            }
            for (one, old) in &all {
                for (two, new) in &all {
                    let keys = one.unshared(two);
                    prop_assert!(keys.is_sorted());
                    for key in old.keys().chain(new.keys()) {
                        prop_assert!(old.get(key) == new.get(key) || keys.contains(key));
                    }
                }
            }
        }
    }
}
