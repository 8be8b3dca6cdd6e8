//! A memory that one worker sends to another, with copies of its objects. The expressions in the copies are ids in the
//! arena of the sending worker; the receiving worker translates these ids. Unmodified globals are omitted, because
//! every worker has them.
use super::Memory;
use super::object::{Background, Object, PackedObject};
use super::radix::Radix;
use std::rc::Rc;
use symtool_expr::Arena;
use symtool_expr::parcel::{Packer, Unpacked};
use symtool_ir::layout::Region;

/// A memory for the transfer to another thread. It contains copies of the objects, which share no data with the
/// originals.
pub struct PackedMemory {
    objects: Vec<(u64, PackedObject)>,
    freed: Vec<u64>,
    left: Vec<(u64, u32)>,
    next: Region,
    heap_blocks: u64,
}

impl Memory {
    /// Packs the objects that differ from `fresh`, the initial memory of the program in the source worker.
    pub fn pack(&self, arena: &Arena, fresh: &Memory, packer: &mut Packer) -> PackedMemory {
        let mut objects = Vec::new();
        self.objects.for_each(|region, object| {
            let untouched = |same: &Rc<Object>| Rc::ptr_eq(same, object);
            if !fresh.objects.get(region).is_some_and(untouched) {
                objects.push((region, object.pack(arena, packer)));
            }
        });
        let mut left = Vec::new();
        self.left
            .for_each(|region, &life| left.push((region, life)));
        PackedMemory {
            objects,
            freed: self.freed.keys(),
            left,
            next: self.next,
            heap_blocks: self.heap_blocks,
        }
    }

    /// Rebuilds a packed memory in the receiving worker. `self` is the initial memory of the program in the
    /// receiving worker.
    #[must_use]
    pub fn unpack(&self, packed: PackedMemory, terms: &Unpacked) -> Memory {
        let mut memory = Memory {
            freed: Radix::new(),
            left: Radix::new(),
            next: packed.next,
            heap_blocks: packed.heap_blocks,
            ..self.clone()
        };
        for (region, object) in packed.objects {
            memory
                .objects
                .insert(region, Rc::new(Object::unpack(object, terms)));
        }
        for region in packed.freed {
            memory.freed.insert(region, ());
        }
        for (region, life) in packed.left {
            memory.left.insert(region, life);
        }
        memory
    }
}

impl Background {
    pub(super) fn pack(self, arena: &Arena, packer: &mut Packer) {
        match self {
            Background::Zero | Background::Uninit => {}
            Background::Input(input) => packer.input(input),
            Background::Array(version) => packer.array(arena, version),
        }
    }

    pub(super) fn unpack(self, terms: &Unpacked) -> Background {
        match self {
            Background::Zero | Background::Uninit => self,
            Background::Input(input) => Background::Input(terms.input(input)),
            Background::Array(version) => Background::Array(terms.array(version)),
        }
    }
}
