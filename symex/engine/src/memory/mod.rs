//! The memory of a state: byte-exact objects by region, shared between states until they are written.
//!
//! An address names its object by its [region](symtool_ir::layout), so finding the object of a concrete
//! address is one walk down a radix tree. A copy of a whole memory is a few reference counts.
//!
//! | room | holds |
//! | --- | --- |
//! | [`radix`] | the persistent map below everything |
//! | [`page`] | 64 bytes: concrete, symbolic cells, marks of what is initialised |
//! | [`bytes`] | bytes and how they join to wider values |
//! | [`object`] | one object: pages over a background, array versions for large symbolic indexes |
//! | `join` | the memories of two states as one
//! | [`parcel`] | a memory on its way to another worker |
//! | [`symbolic`] | reading and writing an object at a symbolic offset |
pub mod bytes;
mod join;
pub mod object;
pub mod page;
pub mod parcel;
pub mod radix;
pub mod symbolic;

use crate::state::Val;
use object::{Background, Kind, Object};
use radix::Radix;
use std::rc::Rc;
use symtool_expr::{Arena, Homes};
use symtool_ir::layout::{REGION_BITS, Region, initial_addresses};
use symtool_ir::{BugKind, Global, Module};

/// All objects of a state.
#[derive(Clone, Debug)]
pub struct Memory {
    objects: Radix<Rc<Object>>,
    /// Regions of freed heap blocks; other dead objects leave nothing behind.
    freed: Radix<()>,
    /// Stack slots whose block has been left: how often it had been entered again.
    left: Radix<u32>,
    first_dynamic: Region,
    next: Region,
    heap_blocks: u64,
}

impl Memory {
    /// The globals with their initialisers.
    pub fn new(module: &Module, arena: &mut Arena) -> Memory {
        let mut memory = Memory {
            objects: Radix::new(),
            freed: Radix::new(),
            left: Radix::new(),
            first_dynamic: Region::first_dynamic(module),
            next: Region::first_dynamic(module),
            heap_blocks: 0,
        };
        for id in module.globals.keys() {
            let object = global_object(module, id, arena);
            memory
                .objects
                .insert(Region::of_global(id).0, Rc::new(object));
        }
        memory
    }

    /// A new object in the next region; `None` when the address space is used up.
    pub fn allocate(
        &mut self,
        kind: Kind,
        size: u64,
        name: Rc<str>,
        background: Background,
    ) -> Option<Region> {
        let region = self.next;
        if region.0 >> (u64::BITS - REGION_BITS) != 0 {
            return None;
        }
        self.next = region.next();
        self.heap_blocks += u64::from(kind == Kind::Heap);
        let object = Object::new(kind, size, name, background);
        self.objects.insert(region.0, Rc::new(object));
        Some(region)
    }

    /// Ends the life of an object made at run time.
    pub fn kill(&mut self, region: Region) {
        match self.objects.remove(region.0) {
            Some(object) if object.kind == Kind::Heap => {
                self.heap_blocks -= 1;
                self.freed.insert(region.0, ());
            }
            Some(_) => {}
            None => {
                self.left.remove(region.0);
            }
        }
    }

    /// Control leaves the block of a stack slot.
    pub fn leave(&mut self, region: Region) {
        if let Some(object) = self.objects.remove(region.0) {
            self.left.insert(region.0, object.life);
        }
    }

    /// Control comes into the block of a stack slot: one that was left becomes a new one in the same place.
    pub fn enter(&mut self, region: Region, size: u64, name: &Rc<str>) {
        if let Some(life) = self.left.remove(region.0) {
            let mut object = Object::new(Kind::Stack, size, Rc::clone(name), Background::Uninit);
            object.life = life + 1;
            self.objects.insert(region.0, Rc::new(object));
        }
    }

    /// Puts an object into a region, where nothing or a global is.
    pub fn restore(&mut self, region: Region, object: Object) {
        self.heap_blocks += u64::from(object.kind == Kind::Heap);
        self.objects.insert(region.0, Rc::new(object));
    }

    /// Remembers a region as that of a freed heap block.
    pub fn restore_freed(&mut self, region: Region) {
        self.freed.insert(region.0, ());
    }

    /// Remembers a region as that of a stack slot whose block has been left, in this life.
    pub fn restore_left(&mut self, region: Region, life: u32) {
        self.left.insert(region.0, life);
    }

    /// Sets the region that the next object will take.
    pub fn restore_next(&mut self, region: Region) {
        self.next = region;
    }

    /// The region that the next object will take.
    pub fn next_region(&self) -> Region {
        self.next
    }

    /// Live heap blocks.
    pub fn heap_blocks(&self) -> u64 {
        self.heap_blocks
    }

    /// The live object in a region.
    pub fn object(&self, region: Region) -> Option<&Object> {
        self.objects.get(region.0).map(|object| &**object)
    }

    /// The live object in a region, to change.
    pub fn object_mut(&mut self, region: Region) -> Option<&mut Object> {
        self.objects.get_mut(region.0).map(Rc::make_mut)
    }

    /// The regions of live objects, in order.
    pub fn regions(&self) -> Vec<Region> {
        self.objects.keys().into_iter().map(Region).collect()
    }

    /// Where the inputs are that live in objects with something beside them.
    pub fn homes(&self, arena: &mut Arena) -> Homes {
        let mut homes = Homes::default();
        for region in self.regions() {
            if let Some((input, version)) =
                self.object(region).and_then(|object| object.home(arena))
            {
                homes.entry(input).or_insert(version);
            }
        }
        homes
    }

    /// Why there is no live object in a region.
    pub fn absence(&self, region: Region) -> BugKind {
        if region == Region::NULL {
            BugKind::Null
        } else if self.freed.get(region.0).is_some() {
            BugKind::UseAfterFree
        } else if self.left.get(region.0).is_some() {
            BugKind::UseAfterScope
        } else if region >= self.first_dynamic && region < self.next {
            BugKind::UseAfterReturn
        } else {
            BugKind::OutOfBounds
        }
    }

    /// Does the size of the object at an address depend on the input?
    pub fn is_bounded(&self, address: u64) -> bool {
        let object = self.object(Region::of(address));
        object.is_some_and(|object| object.bound.is_some())
    }

    /// Region and offset of a legal access to `len` bytes, or the kind of failure. Where the size of the object depends on the
    /// input, only bytes that are there for all inputs count.
    pub fn find(&self, address: u64, len: u64, write: bool) -> Result<(Region, u64), BugKind> {
        let region = Region::of(address);
        let Some(object) = self.object(region) else {
            return Err(self.absence(region));
        };
        let offset = address.wrapping_sub(region.base());
        let size = object.sure_size();
        if offset > size || len > size - offset {
            Err(BugKind::OutOfBounds)
        } else if write && object.kind == Kind::Const {
            Err(BugKind::ReadOnly)
        } else {
            Ok((region, offset))
        }
    }

    /// May `free` take this address? The region of the block, or the kind of failure.
    pub fn freeable(&self, address: u64) -> Result<Region, BugKind> {
        let region = Region::of(address);
        let at_base = address == region.base();
        match self.object(region) {
            Some(object) if object.kind == Kind::Heap && at_base => Ok(region),
            None if at_base && self.freed.get(region.0).is_some() => Err(BugKind::DoubleFree),
            _ => Err(BugKind::InvalidFree),
        }
    }
}

fn global_object(module: &Module, id: Global, arena: &mut Arena) -> Object {
    let data = &module.globals[id];
    let kind = if data.constant {
        Kind::Const
    } else {
        Kind::Global
    };
    let mut object = Object::new(kind, data.size, Rc::from(&*data.name), Background::Zero);
    for (at, chunk) in data.bytes.chunks(8).enumerate() {
        let offset = at as u64 * 8;
        let len = (chunk.len() as u64).min(data.size.saturating_sub(offset));
        let mut buffer = [0; 8];
        buffer[..len as usize].copy_from_slice(&chunk[..len as usize]);
        let value = u64::from_le_bytes(buffer);
        if value != 0 {
            object.write(arena, offset, len as u32, Val::Const(value));
        }
    }
    for (offset, address) in initial_addresses(data) {
        object.write(arena, offset, 8, Val::Const(address));
    }
    object
}
