//! Memory variables: memory locations at a constant offset from the target of a pointer, or from an object that the
//! function names. A location may also be reached through further pointers in memory (Kuznetsov et al., PLDI 2012,
//! §5.1).
//!
//! The address of an access can denote several locations. In `p = head; while (p) { … p->value …; p = p->next; }`, the
//! load of `p->value` reads memory to which `p`, `head`, `head->next` or `p->next` points. A pointer that is loaded
//! from memory points to the same locations as the pointer that was stored there. At a program point, locations that
//! are reached through a dead pointer (a pointer that is not read later) are ignored.
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_analysis::alias::{AliasAnalysis, Base};
use symtool_analysis::cfg::Cfg;
use symtool_ir::{Function, Global, InstData, Op, StackSlot, Type, Value, ValueDef};

/// The maximum number of pointers in memory that lead from the root of a location to the location. The root is an
/// object that the function names, or the target of a pointer value. Memory behind more pointers is not a variable: in
/// a linked list, the number of locations would be unbounded.
const MOST_HOPS: usize = 2;
/// The maximum number of locations that are found for one address; further locations are ignored.
const MOST_LOCATIONS: usize = 16;
/// Once this number of pairs (location of a store, stored pointer) is recorded for one function, further stores of
/// pointers are ignored.
const MOST_POINTERS: usize = 256;
/// The maximum number of pointer definitions (block parameters, loads, selects) that are followed from an address to
/// one of its locations. Locations that need more are ignored.
const MOST_DEFINITIONS: usize = 8;

/// The root of a location: the object, or the target of a pointer, from which the location is reached.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Root {
    /// A stack slot.
    Slot(StackSlot),
    /// A global.
    Global(Global),
    /// The target of this pointer value.
    Pointer(Value),
}

/// The offsets of the pointers in memory through which a location is reached, in order. For `p->next->value`, with
/// `next` at offset 8, the root is the target of p and the only hop is 8.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hops {
    len: u8,
    offsets: [i32; MOST_HOPS],
}

impl Hops {
    /// Returns the offsets. The first offset is relative to the root, and each further offset to the target of the
    /// previous pointer.
    pub fn offsets(&self) -> &[i32] {
        &self.offsets[..usize::from(self.len)]
    }

    fn then(mut self, offset: i64) -> Option<Hops> {
        let next = self.offsets.get_mut(usize::from(self.len))?;
        *next = i32::try_from(offset).ok()?;
        self.len += 1;
        Some(self)
    }
}

/// A memory location in terms of one function: a root that the function names, the pointers that are followed from the
/// root, and an offset.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The object, or the target of a pointer, from which the location is reached.
    pub root: Root,
    /// The pointers in memory that are followed from the root.
    pub hops: Hops,
    /// The offset in bytes from the root's start, or from the target of the last pointer.
    pub offset: i64,
}

impl Location {
    /// Returns the location at an offset from a root.
    pub fn new(root: Root, offset: i64) -> Location {
        Location {
            root,
            hops: Hops::default(),
            offset,
        }
    }

    /// Returns the location `by` bytes after this location; `None` if the offset overflows.
    pub fn moved(self, by: i64) -> Option<Location> {
        let offset = self.offset.checked_add(by)?;
        Some(Location { offset, ..self })
    }

    /// Returns the target of the pointer at this location; `None` if more than `MOST_HOPS` pointers would
    /// be followed.
    pub fn target(self) -> Option<Location> {
        let hops = self.hops.then(self.offset)?;
        Some(Location {
            hops,
            offset: 0,
            ..self
        })
    }

    /// Returns the location that `relative` denotes if `self` takes the place of its root: follows the pointers of
    /// `relative`, starting from `self`.
    pub(super) fn then(self, relative: Location) -> Option<Location> {
        let mut at = self;
        for &hop in relative.hops.offsets() {
            at = at.moved(i64::from(hop))?.target()?;
        }
        at.moved(relative.offset)
    }

    /// Returns whether `len` bytes at `self` and `other_len` bytes at `other` share a byte. Locations with
    /// different roots or pointers count as disjoint.
    pub(super) fn overlaps(self, len: u32, other: Location, other_len: u32) -> bool {
        let end = |at: Location, len: u32| at.offset.saturating_add(i64::from(len));
        (self.root, self.hops) == (other.root, other.hops)
            && self.offset < end(other, other_len)
            && other.offset < end(self, len)
    }
}

/// Finds the memory locations that the addresses in one function denote.
pub(super) struct Locator<'f> {
    function: &'f Function,
    alias: &'f AliasAnalysis,
    /// The arguments that are passed to each block parameter.
    incoming: FxHashMap<Value, Vec<Value>>,
    /// The locations at which the function stores pointers, each with the stored pointer.
    pointers: Vec<(Location, Value)>,
}

impl<'f> Locator<'f> {
    /// Prepares the search for locations in `function`.
    pub(super) fn new(function: &'f Function, cfg: &Cfg, alias: &'f AliasAnalysis) -> Locator<'f> {
        let mut locator = Locator {
            function,
            alias,
            incoming: incoming(function, cfg),
            pointers: Vec::new(),
        };
        let mut pointers = Vec::new();
        for (_, inst) in function.all_insts() {
            if let InstData::Store { value, addr, .. } = function.data(inst)
                && function.ty(*value) == Type::Ptr
                && function.as_const(*value).is_none()
                && pointers.len() < MOST_POINTERS
            {
                let cells = locator.locations(*addr);
                pointers.extend(cells.into_iter().map(|cell| (cell, *value)));
            }
        }
        locator.pointers = pointers;
        locator
    }

    /// Returns the arguments of a block parameter over all incoming edges.
    pub(super) fn arguments(&self, param: Value) -> &[Value] {
        self.incoming.get(&param).map_or(&[], Vec::as_slice)
    }

    /// Returns the locations that an address can denote, sorted. The result is empty if the address is not at a
    /// constant offset from an object or pointer.
    pub(super) fn locations(&self, address: Value) -> Vec<Location> {
        let mut found = self.locations_of_address(address, &mut Vec::new());
        found.sort_unstable();
        found
    }

    /// Returns the locations that an address can denote. The locations found through fewer pointer definitions come
    /// first. `active` contains the pointers whose definitions are being followed.
    fn locations_of_address(&self, address: Value, active: &mut Vec<Value>) -> Vec<Location> {
        if self.function.as_const(address).is_some() {
            return Vec::new();
        }
        let address = self.alias.address(address);
        let Some(offset) = address.constant_offset() else {
            return Vec::new();
        };
        let root = match address.base {
            Base::Slot(slot) => Root::Slot(slot),
            Base::Global(global) => Root::Global(global),
            Base::Allocation(value) | Base::Pointer(value) => Root::Pointer(value),
            Base::Func(_) | Base::Absolute => return Vec::new(),
        };
        let mut found = vec![Location::new(root, offset)];
        if let Base::Pointer(value) = address.base {
            let origins = self.locations_of_definition(value, active);
            found.extend(origins.into_iter().filter_map(|at| at.moved(offset)));
        }
        // Keep the locations that were found through the fewest pointer definitions, without duplicates.
        let mut seen = FxHashSet::default();
        found.retain(|at| seen.insert(*at));
        found.truncate(MOST_LOCATIONS);
        found
    }

    /// Returns the locations to which a pointer points according to its definition: a block parameter, a load
    /// or a select.
    fn locations_of_definition(&self, pointer: Value, active: &mut Vec<Value>) -> Vec<Location> {
        let repeated = active.iter().filter(|&&value| value == pointer).count();
        if repeated > MOST_HOPS || active.len() > MOST_DEFINITIONS {
            return Vec::new();
        }
        active.push(pointer);
        let found = match self.function.def(pointer) {
            ValueDef::Const(_) => Vec::new(),
            ValueDef::Param(..) => self.locations_of_any(self.arguments(pointer), active),
            ValueDef::Inst(inst) => match self.function.data(inst) {
                InstData::Load { addr, .. } => {
                    let cells = self.locations_of_address(*addr, active);
                    let stored = self.pointers.iter().filter(|(at, _)| cells.contains(at));
                    let mut found = self.locations_of_any(stored.map(|(_, value)| value), active);
                    found.extend(cells.into_iter().filter_map(Location::target));
                    found
                }
                InstData::Pure {
                    op: Op::Select,
                    args,
                } => self.locations_of_any(&args[1..], active),
                _ => Vec::new(),
            },
        };
        active.pop();
        found
    }

    fn locations_of_any<'a>(
        &self,
        addresses: impl IntoIterator<Item = &'a Value>,
        active: &mut Vec<Value>,
    ) -> Vec<Location> {
        let mut found = Vec::new();
        for &address in addresses {
            if found.len() < MOST_LOCATIONS {
                found.extend(self.locations_of_address(address, active));
            }
        }
        found
    }
}

/// Returns, for each block parameter, its arguments over all incoming edges.
fn incoming(function: &Function, cfg: &Cfg) -> FxHashMap<Value, Vec<Value>> {
    let mut incoming: FxHashMap<Value, Vec<Value>> = FxHashMap::default();
    for &block in cfg.rpo() {
        for dest in function.data(function.terminator(block)).targets() {
            for (&param, &arg) in function.params(dest.block).iter().zip(&dest.args) {
                let args = incoming.entry(param).or_default();
                if !args.contains(&arg) {
                    args.push(arg);
                }
            }
        }
    }
    incoming
}
