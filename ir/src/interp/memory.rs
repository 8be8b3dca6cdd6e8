//! All objects of a run by region (a range of addresses for one object), and the rules for legal accesses.
//!
//! `regions` has an entry of four bytes for each region: the number of the live object in the region, or a mark. The
//! mark of a dead object says whether it was a stack object or a freed heap block. A dead object needs no memory except
//! this entry. So the memory suffices for a run in which hundreds of millions of calls create objects.
use super::object::{FLAT, Object, Origin, Untouched};
use super::table::Table;
use crate::bug::BugKind;
use crate::entities::Global;
use crate::layout::{MAX_OBJECT_SIZE, REGION_BITS, Region, initial_addresses};
use crate::module::Module;

/// The marks in [`Memory::regions`] for regions without a live object: never used, dead stack object, freed heap block.
const NOTHING: u32 = u32::MAX;
const DEAD_STACK: u32 = u32::MAX - 1;
const FREED: u32 = u32::MAX - 2;

/// The maximum size in bytes of a small object. The bytes of a small object count as used memory from its allocation
/// on; those of a larger object count only after the first write.
const SMALL: u64 = 4096;
/// The approximate memory overhead of an object, in bytes.
const OVERHEAD: u64 = 128;

/// The contents of a region (the range of addresses for one object): a live object, or the reason why there is none.
pub(super) enum Holder {
    /// The region was never used.
    Nothing,
    /// The lifetime of the stack object in the region has ended.
    DeadStack,
    /// The heap block in the region was freed.
    Freed,
    /// The region contains the live object with this number.
    Live(usize),
}

/// All objects of a run.
pub(super) struct Memory {
    /// For each region, the number of its live object, or a mark such as `FREED`.
    regions: Vec<u32>,
    /// The objects by number, including dead objects.
    pool: Vec<Object>,
    /// The numbers of dead objects. A new object gets one of these numbers, and reuses the buffer.
    unused: Vec<u32>,
    /// The number of bytes of used memory, without the chunks of the objects in `large`. Each live object adds
    /// [`OVERHEAD`]. An object of at most [`SMALL`] bytes also adds its size. A larger object of at most [`FLAT`] bytes
    /// adds its size after the first write.
    counted: u64,
    /// The numbers of the live objects of more than [`FLAT`] bytes that were written. Such an object is stored in
    /// chunks, and only the stored chunks are counted as used memory.
    large: Vec<u32>,
    /// Number of live heap blocks.
    pub heap_blocks: u64,
    /// The object table (see [`Table`]): host addresses of the objects that machine code accesses directly. `None` if
    /// the run executes no machine code.
    table: Option<Table>,
}

impl Memory {
    /// Returns the memory at the start of a run: the globals with their initializers.
    pub fn new(module: &Module) -> Memory {
        let mut memory = Memory {
            regions: vec![NOTHING, NOTHING],
            pool: Vec::new(),
            unused: Vec::new(),
            counted: 0,
            large: Vec::new(),
            heap_blocks: 0,
            table: None,
        };
        for (id, _) in &module.globals {
            memory.add_global(module, id);
        }
        memory
    }

    fn add_global(&mut self, module: &Module, id: Global) {
        let data = &module.globals[id];
        let mut object = Object::new(Origin::Global(id), data.size, Untouched::Zero);
        for (at, &byte) in data.bytes.iter().enumerate().take(data.size as usize) {
            if byte != 0 {
                object.set_byte(at as u64, Some(byte));
            }
        }
        for (offset, address) in initial_addresses(data) {
            object.write(offset, 8, u128::from(address));
        }
        object.constant = data.constant;
        let id = self.pool.len() as u32;
        self.regions.push(id);
        let is_stored = object.stored() > 0;
        self.pool.push(object);
        self.account(data.size);
        if is_stored {
            self.touch(id as usize);
        }
    }

    fn account(&mut self, size: u64) {
        self.counted += OVERHEAD + if size <= SMALL { size } else { 0 };
    }

    /// Counts the bytes of an object of more than [`SMALL`] bytes as used memory at its first write, which allocates
    /// them on the host. An object of more than [`FLAT`] bytes is added to `large` instead, because only its stored
    /// chunks count. Calls for later writes, and for a small object, have no effect.
    #[inline]
    fn touch(&mut self, id: usize) {
        let object = &mut self.pool[id];
        if object.size <= SMALL || std::mem::replace(&mut object.touched, true) {
            return;
        }
        if object.size <= FLAT {
            self.counted += object.size;
        } else {
            self.large.push(id as u32);
        }
    }

    /// Subtracts the bytes of an object from the used memory at the end of its lifetime.
    fn discount(&mut self, id: usize) {
        let object = &self.pool[id];
        self.counted -= OVERHEAD;
        if object.size <= SMALL || object.touched && object.size <= FLAT {
            self.counted -= object.size;
        } else if object.touched {
            self.large.retain(|&other| other as usize != id);
        }
    }

    /// Allocates a new object; returns its region (range of addresses). `None` if no region is left.
    ///
    /// `size` is at most [`MAX_OBJECT_SIZE`].
    pub fn allocate(&mut self, origin: Origin, size: u64, untouched: Untouched) -> Option<Region> {
        debug_assert!(size <= MAX_OBJECT_SIZE);
        let region = Region(self.regions.len() as u64);
        if region.0 >> (u64::BITS - REGION_BITS) != 0 {
            return None;
        }
        let id = match self.unused.pop() {
            Some(id) => {
                self.pool[id as usize].renew(origin, size, untouched);
                id
            }
            None => {
                self.pool.push(Object::new(origin, size, untouched));
                (self.pool.len() - 1) as u32
            }
        };
        self.regions.push(id);
        if let Some(table) = &mut self.table {
            table.begin(region, id as usize);
        }
        self.account(size);
        if origin == Origin::Heap {
            self.heap_blocks += 1;
        }
        Some(region)
    }

    /// Ends the lifetime of the object in a region (its range of addresses). The caller must not pass the region of a
    /// global.
    pub fn kill(&mut self, region: Region) {
        let Holder::Live(id) = self.holder(region) else {
            return;
        };
        let heap = self.pool[id].origin == Origin::Heap;
        self.discount(id);
        if let Some(table) = &mut self.table {
            table.end(region, id);
        }
        self.pool[id].bury();
        self.unused.push(id as u32);
        self.regions[region.0 as usize] = if heap { FREED } else { DEAD_STACK };
        if heap {
            self.heap_blocks -= 1;
        }
    }

    /// Ends the lifetime of the stack object in `region` when control leaves the block of C code that declares the
    /// object.
    pub fn leave(&mut self, region: Region) {
        if let Holder::Live(id) = self.holder(region) {
            if let Some(table) = &mut self.table {
                table.clear(id);
            }
            self.pool[id].left = true;
        }
    }

    /// Begins the lifetime of the stack object in `region` when control enters the block of C code that declares the
    /// object. If control has left the block before, a new object with the same address replaces the old object;
    /// otherwise the method has no effect.
    pub fn enter(&mut self, region: Region) {
        if let Holder::Live(id) = self.holder(region)
            && self.pool[id].left
        {
            self.discount(id);
            let object = &mut self.pool[id];
            let (size, life) = (object.size, object.life + 1);
            object.renew(object.origin, size, Untouched::Indeterminate);
            object.life = life;
            self.account(size);
        }
    }

    /// Returns the number of the live object in a region (the range of addresses for one object), or the reason why
    /// there is no live object.
    #[inline]
    pub fn holder(&self, region: Region) -> Holder {
        match self.regions.get(region.0 as usize).copied() {
            None | Some(NOTHING) => Holder::Nothing,
            Some(DEAD_STACK) => Holder::DeadStack,
            Some(FREED) => Holder::Freed,
            Some(id) => Holder::Live(id as usize),
        }
    }

    /// Returns the number of the accessed object and the byte offset of the access in it, if an access to `len` bytes
    /// at `address` is legal. Otherwise returns the kind of failure. `write` is true for a store, which a constant
    /// object does not permit.
    #[inline]
    pub fn find(&self, address: u64, len: u64, write: bool) -> Result<(usize, u64), BugKind> {
        let region = Region::of(address);
        match self.holder(region) {
            Holder::Live(id) => {
                let offset = address.wrapping_sub(region.base());
                let object = &self.pool[id];
                if object.left {
                    Err(BugKind::UseAfterScope)
                } else if offset > object.size || len > object.size - offset {
                    Err(BugKind::OutOfBounds)
                } else if write && object.constant {
                    Err(BugKind::ReadOnly)
                } else {
                    Ok((id, offset))
                }
            }
            Holder::Freed => Err(BugKind::UseAfterFree),
            Holder::DeadStack => Err(BugKind::UseAfterReturn),
            Holder::Nothing if region == Region::NULL => Err(BugKind::Null),
            Holder::Nothing => Err(BugKind::OutOfBounds),
        }
    }

    /// Returns whether a byte of a live object is among the `len` bytes at `address`.
    pub fn is_mapped(&self, address: u64, len: u64) -> bool {
        let region = Region::of(address);
        match self.holder(region) {
            Holder::Live(id) => {
                !self.pool[id].left && region.overlaps(self.pool[id].size, address, len)
            }
            Holder::DeadStack | Holder::Freed | Holder::Nothing => false,
        }
    }

    /// Returns the object with the number `id`.
    #[inline]
    pub fn object(&self, id: usize) -> &Object {
        &self.pool[id]
    }

    /// Returns a mutable reference to the object with the number `id`. Clears the entry of the object in the object
    /// table, so machine code no longer accesses the object directly.
    #[inline]
    pub fn object_mut(&mut self, id: usize) -> &mut Object {
        if let Some(table) = &mut self.table {
            table.clear(id);
        }
        self.touch(id);
        &mut self.pool[id]
    }

    /// Sets the object table, through which machine code accesses objects, and keeps it up to date from now on. Returns
    /// the host addresses of its index and of its entries.
    pub fn keep_table(&mut self, mut table: Table) -> (u64, u64) {
        let addresses = table.addresses();
        for (region, &id) in self.regions.iter().enumerate() {
            if (id as usize) < self.pool.len() {
                table.begin(Region(region as u64), id as usize);
            }
        }
        self.table = Some(table);
        addresses
    }

    /// Enters the object at an address into the object table if the object is contiguous, so that machine code can
    /// access it.
    pub fn open(&mut self, address: u64) {
        let region = Region::of(address);
        let Holder::Live(id) = self.holder(region) else {
            return;
        };
        if self.table.is_none() || self.pool[id].left {
            return;
        }
        if self.pool[id].size <= FLAT {
            self.touch(id);
        }
        if let Some(table) = &mut self.table
            && let Some(flat) = self.pool[id].flat()
        {
            table.describe(region, id, &flat);
        }
    }

    /// Enters the object at an address into the object table if the object has at most [`SMALL`] bytes.
    pub fn open_small(&mut self, address: u64) {
        if let Holder::Live(id) = self.holder(Region::of(address))
            && self.pool[id].size <= SMALL
        {
            self.open(address);
        }
    }

    /// Returns whether there are free regions (ranges of addresses) for `objects` further objects.
    pub fn has_room(&self, objects: usize) -> bool {
        (self.regions.len() + objects) as u64 >> (u64::BITS - REGION_BITS) == 0
    }

    /// Returns three parts of the memory: the live objects with their regions (ranges of addresses), the regions of
    /// freed heap blocks, and the region for the next object.
    pub fn take_apart(mut self) -> (Vec<(Region, Object)>, Vec<Region>, Region) {
        let (mut objects, mut freed) = (Vec::new(), Vec::new());
        for region in (0..self.regions.len() as u64).map(Region) {
            match self.holder(region) {
                Holder::Live(id) => {
                    let nothing = Object::new(Origin::Heap, 0, Untouched::Zero);
                    objects.push((region, std::mem::replace(&mut self.pool[id], nothing)));
                }
                Holder::Freed => freed.push(region),
                Holder::DeadStack | Holder::Nothing => {}
            }
        }
        (objects, freed, Region(self.regions.len() as u64))
    }

    /// Returns the approximate host memory in use, in bytes.
    pub fn stored(&self) -> u64 {
        let large = self.large.iter().map(|&id| self.pool[id as usize].stored());
        self.counted + large.sum::<u64>() + 4 * self.regions.len() as u64
    }
}
