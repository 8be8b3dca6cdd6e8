//! Joins the memories of two states.
use super::Memory;
use super::object::Object;
use super::radix::Radix;
use crate::value::Val;
use std::rc::Rc;
use symtool_expr::Arena;
use symtool_ir::layout::Region;

/// A function that returns the `ite` between the values of two states. Its last argument is the width of the values
/// in bits.
pub(crate) type Choose<'c> = dyn FnMut(&mut Arena, Val, Val, u32) -> Val + 'c;

impl Memory {
    /// Returns the join of two memories. Returns `None` if the memories differ in more than the contents of
    /// their live objects, or if some byte is initialized in one memory and not in the other.
    pub(crate) fn join(
        &self,
        other: &Memory,
        arena: &mut Arena,
        choose: &mut Choose<'_>,
    ) -> Option<Memory> {
        let same_blocks = self.next == other.next && self.heap_blocks == other.heap_blocks;
        if !same_blocks || !same(&self.freed, &other.freed) || !same(&self.left, &other.left) {
            return None;
        }
        let mut joined = self.clone();
        for region in self.objects.unshared(&other.objects) {
            match (self.objects.get(region), other.objects.get(region)) {
                (Some(one), Some(two)) if Rc::ptr_eq(one, two) => {}
                (Some(one), Some(two)) => {
                    let object = one.join(two, arena, choose)?;
                    joined.objects.insert(region, Rc::new(object));
                }
                _ => return None,
            }
        }
        Some(joined)
    }

    /// Returns whether both memories have the same live objects, as [`join`](Self::join) requires. This check
    /// is much cheaper than a `join` that fails.
    pub(crate) fn has_same_objects(&self, other: &Memory) -> bool {
        let live = |region: &u64| {
            let (one, two) = (self.objects.get(*region), other.objects.get(*region));
            match (one, two) {
                (Some(one), Some(two)) => Object::is_alike(one, two),
                (one, two) => one.is_none() && two.is_none(),
            }
        };
        self.next == other.next
            && self.heap_blocks == other.heap_blocks
            && same(&self.freed, &other.freed)
            && same(&self.left, &other.left)
            && self.objects.unshared(&other.objects).iter().all(live)
    }

    /// Returns whether all live objects of two memories have equal contents. The memories must have the same objects
    /// (see [`has_same_objects`](Self::has_same_objects)). If some byte is initialized in one memory and not in the
    /// other, returns `false`.
    pub(crate) fn has_same_contents(&self, other: &Memory, arena: &mut Arena) -> bool {
        let regions = self.objects.unshared(&other.objects).into_iter();
        let mut pairs =
            regions.filter_map(|region| self.objects.get(region).zip(other.objects.get(region)));
        pairs.all(|(one, two)| Rc::ptr_eq(one, two) || one.is_equal(two, arena))
    }

    /// Returns the regions of the objects that differ, in ascending order. An object differs if it is live in only one
    /// of the memories, or if its kind, size or contents differ. Contents are compared as they are stored, so two
    /// expressions with the same value may count as a difference. Objects that the two memories share are not compared.
    /// Therefore the cost is proportional to the number of objects that were modified in either memory after one memory
    /// was created as a copy of the other.
    pub fn differing(&self, other: &Memory) -> Vec<Region> {
        let differs = |region: &u64| match (self.objects.get(*region), other.objects.get(*region)) {
            (Some(one), Some(two)) => !Rc::ptr_eq(one, two) && !one.has_same_contents(two),
            (one, two) => one.is_some() || two.is_some(),
        };
        let regions = self.objects.unshared(&other.objects).into_iter();
        regions.filter(differs).map(Region).collect()
    }
}

fn same<V: Clone + PartialEq>(one: &Radix<V>, two: &Radix<V>) -> bool {
    let keys = one.unshared(two);
    keys.into_iter().all(|key| one.get(key) == two.get(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::object::{Background, Kind};
    use symtool_ir::Module;

    #[test]
    fn objects_differ_by_contents_size_or_lifetime() {
        let mut arena = Arena::new();
        let mut one = Memory::new(&Module::default(), &mut arena);
        let allocate = |memory: &mut Memory| {
            let region = memory.allocate(Kind::Stack, 200, Rc::from("o"), Background::Zero);
            region.expect("a free region")
        };
        let (written, killed) = (allocate(&mut one), allocate(&mut one));
        let mut two = one.clone();
        let mut write = |memory: &mut Memory, value: u64| {
            let object = memory.object_mut(written).expect("a live object");
            object.write(&mut arena, 100, 4, Val::Const(value));
        };
        assert_eq!(one.differing(&two), []);
        write(&mut one, 7);
        assert_eq!(one.differing(&two), [written]);
        write(&mut two, 7);
        assert_eq!(one.differing(&two), []);
        two.kill(killed);
        assert_eq!(one.differing(&two), [killed]);
        assert_eq!(two.differing(&one), [killed]);
    }
}
