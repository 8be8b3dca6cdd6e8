//! The memory of a state: its objects, each in its own region of the address space. States share the objects until one
//! of them writes to an object (copy-on-write).
//!
//! The upper bits of an address are the [region](symtool_ir::layout), which identifies the object. So one lookup in a
//! radix tree finds the object of a concrete address. To copy a memory, only a few reference counts are incremented.
//!
//! | module | contents |
//! | --- | --- |
//! | [`radix`] | the persistent map of regions and pages |
//! | [`page`] | the contents of 64 bytes of an object: concrete bytes, cells (stored expressions), initialization bits |
//! | [`bytes`] | bytes, and their composition to wider values |
//! | [`object`] | one object: its stored pages, and the background (the contents of all other bytes) |
//! | `join` | joining the memories of two states |
//! | [`parcel`] | a memory in transit to another worker |
//! | [`symbolic`] | loads and stores at a symbolic offset, for which a large object becomes a symbolic array |
pub mod bytes;
mod join;
pub mod object;
pub mod page;
pub mod parcel;
pub mod radix;
pub mod symbolic;

use crate::value::Val;
use object::{Background, Kind, Object};
use radix::Radix;
use std::rc::Rc;
use symtool_expr::{Arena, InputArrays};
use symtool_ir::layout::{REGION_BITS, Region, initial_addresses};
use symtool_ir::{BugKind, Global, Module};

/// The memory of a state: all of its objects.
#[derive(Clone, Debug)]
pub struct Memory {
    objects: Radix<Rc<Object>>,
    /// The regions of freed heap blocks, for failure messages. Other dead objects are not recorded.
    freed: Radix<()>,
    /// The regions of stack slots whose variable is out of scope, because control has left its C block. The value is
    /// the number of times that control has reentered the block.
    left: Radix<u32>,
    first_dynamic: Region,
    next: Region,
    heap_blocks: u64,
}

impl Memory {
    /// Returns the initial memory: the globals with their initializers.
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

    /// Allocates an object in the next free region of the address space and returns the region; `None` if the
    /// address space is exhausted.
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

    /// Ends the lifetime of an object that was allocated at run time. The lifetime of a global never ends.
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

    /// Ends the lifetime of a stack slot. Called when control leaves the C block of the variable.
    pub fn leave(&mut self, region: Region) {
        if let Some(object) = self.objects.remove(region.0) {
            self.left.insert(region.0, object.life);
        }
    }

    /// Starts the lifetime of a stack slot. Called when control enters the C block of the variable. If control has left
    /// the block before, a new object with indeterminate contents begins at the same address. Otherwise the object has
    /// lived since the call, and nothing changes.
    pub fn enter(&mut self, region: Region, size: u64, name: &Rc<str>) {
        if let Some(life) = self.left.remove(region.0) {
            let mut object = Object::new(Kind::Stack, size, Rc::clone(name), Background::Uninit);
            object.life = life + 1;
            self.objects.insert(region.0, Rc::new(object));
        }
    }

    /// Puts an object from a snapshot (the result of concrete execution of the start of the program) into the region
    /// `region`, which is free or contains a global.
    pub fn restore(&mut self, region: Region, object: Object) {
        self.heap_blocks += u64::from(object.kind == Kind::Heap);
        self.objects.insert(region.0, Rc::new(object));
    }

    /// Marks `region` as the region of a freed heap block. Used when the memory after concrete execution of the start
    /// of the program is restored.
    pub fn restore_freed(&mut self, region: Region) {
        self.freed.insert(region.0, ());
    }

    /// Marks `region` as a stack slot of a C block that control has left. `life` is the number of times that
    /// control has reentered the block.
    pub fn restore_left(&mut self, region: Region, life: u32) {
        self.left.insert(region.0, life);
    }

    /// Sets the region of the next allocation. Used when the memory after concrete execution of the start of the
    /// program is restored.
    pub fn restore_next(&mut self, region: Region) {
        self.next = region;
    }

    /// Returns the region of the next allocation.
    pub fn next_region(&self) -> Region {
        self.next
    }

    /// Returns the number of live heap blocks.
    pub fn heap_blocks(&self) -> u64 {
        self.heap_blocks
    }

    /// Returns the live object in a region; `None` if there is none.
    pub fn object(&self, region: Region) -> Option<&Object> {
        self.objects.get(region.0).map(|object| &**object)
    }

    /// Returns the live object in a region for modification; `None` if there is none.
    pub fn object_mut(&mut self, region: Region) -> Option<&mut Object> {
        self.objects.get_mut(region.0).map(Rc::make_mut)
    }

    /// Returns the regions that contain live objects, in ascending order.
    pub fn regions(&self) -> Vec<Region> {
        self.objects.keys().into_iter().map(Region).collect()
    }

    /// Returns a map from symbolic inputs to the current contents of the objects that contain them, as arrays. An input
    /// is in the map if it was copied to the beginning of an object, and the object has been written since. Example:
    /// the program makes `buf` the symbolic input `x`, then executes `buf[3] = 0`. Then the map contains `x` with the
    /// current contents of `buf`. Pattern-based merging uses the map to express bytes of an input as array reads.
    pub fn homes(&self, arena: &mut Arena) -> InputArrays {
        let mut homes = InputArrays::default();
        for region in self.regions() {
            if let Some((input, version)) =
                self.object(region).and_then(|object| object.home(arena))
            {
                homes.entry(input).or_insert(version);
            }
        }
        homes
    }

    /// Returns the failure kind of an access to a region that contains no live object.
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

    /// Returns whether a byte of a live object is among the `len` bytes at `address`. Returns `None` if this depends on
    /// the symbolic size of the object.
    pub fn is_mapped(&self, address: u64, len: u64) -> Option<bool> {
        let region = Region::of(address);
        let Some(object) = self.object(region) else {
            return Some(false);
        };
        let [least, greatest] =
            [object.min_size(), object.size].map(|size| region.overlaps(size, address, len));
        (least == greatest).then_some(least)
    }

    /// Returns whether the object at an address has a symbolic size.
    pub fn is_bounded(&self, address: u64) -> bool {
        let object = self.object(Region::of(address));
        object.is_some_and(|object| object.bound.is_some())
    }

    /// Returns the region and the offset of an access to `len` bytes if the access is legal, else the failure
    /// kind. An access to an object of symbolic size is legal if it is in bounds for all inputs.
    pub fn find(&self, address: u64, len: u64, write: bool) -> Result<(Region, u64), BugKind> {
        let region = Region::of(address);
        let Some(object) = self.object(region) else {
            return Err(self.absence(region));
        };
        let offset = address.wrapping_sub(region.base());
        let size = object.min_size();
        if offset > size || len > size - offset {
            Err(BugKind::OutOfBounds)
        } else if write && object.kind == Kind::Const {
            Err(BugKind::ReadOnly)
        } else {
            Ok((region, offset))
        }
    }

    /// Returns the region of the heap block that `free(address)` releases. If the call is illegal, returns its failure
    /// kind.
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
