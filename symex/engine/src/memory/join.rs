//! Joins the memories of two states.
use super::Memory;
use super::object::Object;
use super::radix::Radix;
use crate::value::Val;
use std::rc::Rc;
use symtool_expr::Arena;

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
}

fn same<V: Clone + PartialEq>(one: &Radix<V>, two: &Radix<V>) -> bool {
    let keys = one.unshared(two);
    keys.into_iter().all(|key| one.get(key) == two.get(key))
}
