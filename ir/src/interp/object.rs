//! The bytes of one object, with their initialization marks.
//!
//! Bytes are allocated at the first write. An object of at most [`FLAT`] bytes is contiguous, so that machine code can
//! reach it by one address. A larger object is split into chunks, which are allocated one by one. So a large object of
//! which few bytes are written needs little memory.
use super::table::Flat;
use crate::entities::{Func, Global, StackSlot};

/// The size of a chunk of a large object, in bytes.
pub(super) const CHUNK: u64 = 1 << 16;
/// The maximum size of a contiguous object, in bytes.
pub(super) const FLAT: u64 = 1 << 24;
/// The mark of an initialized byte; the mark of an indeterminate byte is 0.
const INIT: u8 = 0xff;

/// The kind of an object, which determines its lifetime and its description in messages.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A global variable.
    Global(Global),
    /// A stack slot in an active call of a function.
    Slot(Func, StackSlot),
    /// A heap block.
    Heap,
    /// A block that a library model (a C function that replaces a library function) allocated for its own use.
    Library,
    /// A variable-length array, or a block allocated by `alloca`.
    Vla,
    /// The variadic arguments of a call.
    Variadic,
}

/// The contents of those bytes of an object that were never written.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Untouched {
    /// The bytes are zero.
    Zero,
    /// The bytes are indeterminate.
    Indeterminate,
}

/// Consecutive bytes of an object. If all bytes are initialized, `init` is empty; otherwise it has one mark for each
/// byte, [`INIT`] or 0.
#[derive(Clone, Debug, Default)]
struct Chunk {
    bytes: Vec<u8>,
    init: Vec<u8>,
}

impl Chunk {
    fn reset(&mut self, size: usize, untouched: Untouched) {
        zeros(&mut self.bytes, size);
        let marks = match untouched {
            Untouched::Zero => 0,
            Untouched::Indeterminate => size,
        };
        zeros(&mut self.init, marks);
    }

    #[inline]
    fn is_init(&self, at: usize, len: usize) -> bool {
        self.init.is_empty() || self.init[at..at + len].iter().all(|&mark| mark == INIT)
    }

    #[inline]
    fn set_init(&mut self, at: usize, len: usize) {
        if !self.init.is_empty() {
            if len == self.init.len() {
                self.init.clear();
            } else {
                self.init[at..at + len].fill(INIT);
            }
        }
    }

    /// Returns one initialization mark for each byte, [`INIT`] or 0; allocates the marks on first use.
    fn marks(&mut self) -> &mut [u8] {
        if self.init.is_empty() {
            self.init = vec![INIT; self.bytes.len()];
        }
        &mut self.init
    }
}

/// Sets a buffer to `size` zeros. If its capacity is too small, the buffer is replaced by a new one. The operating
/// system zeroes the pages of a new buffer only on their first use, so an unused part of a large buffer needs little
/// time and memory.
fn zeros(buffer: &mut Vec<u8>, size: usize) {
    if buffer.capacity() >= size {
        buffer.clear();
        buffer.resize(size, 0);
    } else {
        *buffer = vec![0; size];
    }
}

/// Bytes with their initialization marks, for copies between objects. The list of marks is empty if all bytes are
/// initialized.
#[derive(Clone, Debug, Default)]
pub(super) struct Piece {
    pub bytes: Vec<u8>,
    pub init: Vec<u8>,
}

/// An object of the program: its bytes and its properties.
#[derive(Clone, Debug)]
pub struct Object {
    /// The kind of the object.
    pub origin: Origin,
    /// The size in bytes.
    pub size: u64,
    /// Whether writing to the object is a failure.
    pub constant: bool,
    /// The contents of the bytes that are not stored: the bytes outside the ranges of [`pieces`](Object::pieces).
    pub untouched: Untouched,
    /// For an object of more than 4096 bytes (`SMALL` in the module `memory`): whether it was written, so that its
    /// bytes are counted as used memory. The bytes of a smaller object are always counted, and the field stays false.
    pub(super) touched: bool,
    /// Whether control has left the block of C code that declares the object.
    pub left: bool,
    /// The number of lifetimes of the object before the current one. A new lifetime begins each time control enters the
    /// block of C code that declares the object, after it has left this block.
    pub life: u32,
    chunks: Vec<Option<Chunk>>,
}

impl Object {
    /// Creates an object without stored bytes.
    pub(super) fn new(origin: Origin, size: u64, untouched: Untouched) -> Object {
        Object {
            origin,
            size,
            constant: false,
            untouched,
            touched: false,
            left: false,
            life: 0,
            chunks: Vec::new(),
        }
    }

    /// Turns a dead object into a new object of `size` bytes. A new object of at most 4096 bytes reuses the buffer of
    /// the dead object.
    pub(super) fn renew(&mut self, origin: Origin, size: u64, untouched: Untouched) {
        self.origin = origin;
        self.size = size;
        self.constant = false;
        self.untouched = untouched;
        self.touched = false;
        self.left = false;
        self.life = 0;
        match self.chunks.first_mut() {
            Some(Some(chunk)) if size <= 4096 => {
                chunk.reset(size as usize, untouched);
                self.chunks.truncate(1);
            }
            _ => self.chunks.clear(),
        }
    }

    /// Frees the buffers of a dead object of more than 4096 bytes. A smaller object keeps its buffer, which a later
    /// object can reuse.
    pub(super) fn bury(&mut self) {
        if self.size > 4096 {
            self.chunks.clear();
        }
    }

    /// Returns the host memory used for the contents of the object, in bytes.
    pub(super) fn stored(&self) -> u64 {
        self.chunks
            .iter()
            .flatten()
            .map(|c| c.bytes.len() as u64)
            .sum()
    }

    /// Returns the number of the chunk that contains the byte at an offset of the object, and the offset of this byte
    /// in the chunk.
    #[inline]
    fn place(&self, offset: u64) -> (usize, usize) {
        if self.size <= FLAT {
            (0, offset as usize)
        } else {
            ((offset / CHUNK) as usize, (offset % CHUNK) as usize)
        }
    }

    fn chunk(&self, index: usize) -> Option<&Chunk> {
        self.chunks.get(index).and_then(Option::as_ref)
    }

    /// Returns a mutable reference to a chunk. Allocates the chunk on first use.
    fn chunk_mut(&mut self, index: usize) -> &mut Chunk {
        if self.chunks.len() <= index {
            self.chunks.resize_with(index + 1, || None);
        }
        let size = if self.size <= FLAT {
            self.size
        } else {
            (self.size - index as u64 * CHUNK).min(CHUNK)
        };
        let untouched = self.untouched;
        self.chunks[index].get_or_insert_with(|| {
            let mut chunk = Chunk::default();
            chunk.reset(size as usize, untouched);
            chunk
        })
    }

    /// Returns the stored ranges of bytes. A range is given by its offset, its bytes, and one mark for each byte: 0 if
    /// the byte is indeterminate. If all bytes of a range are initialized, it has no marks.
    pub fn pieces(&self) -> impl Iterator<Item = (u64, &[u8], &[u8])> {
        let chunks = self.chunks.iter().enumerate();
        chunks.filter_map(|(index, chunk)| {
            let chunk = chunk.as_ref()?;
            Some((index as u64 * CHUNK, &chunk.bytes[..], &chunk.init[..]))
        })
    }

    /// Returns the host addresses of the bytes and of the marks if the object is contiguous; allocates the bytes on
    /// first use.
    pub(super) fn flat(&mut self) -> Option<Flat> {
        if self.size > FLAT {
            return None;
        }
        let (size, constant) = (self.size, self.constant);
        let chunk = self.chunk_mut(0);
        Some(Flat {
            size,
            constant,
            bytes: chunk.bytes.as_mut_ptr() as usize as u64,
            marks: (!chunk.init.is_empty()).then_some(chunk.init.as_mut_ptr() as usize as u64),
        })
    }

    /// Reads up to 16 bytes, little endian; `None` if a byte is not initialized. The bytes must be inside the object.
    #[inline]
    pub(super) fn read(&self, offset: u64, len: usize) -> Option<u128> {
        let (index, at) = self.place(offset);
        if let Some(chunk) = self.chunk(index)
            && at + len <= chunk.bytes.len()
        {
            return chunk
                .is_init(at, len)
                .then(|| little(&chunk.bytes[at..at + len]));
        }
        let mut buffer = [0; 16];
        for (i, byte) in buffer[..len].iter_mut().enumerate() {
            *byte = self.byte(offset + i as u64)?;
        }
        Some(u128::from_le_bytes(buffer))
    }

    /// Returns the byte at an offset; `None` if it is not initialized.
    pub(super) fn byte(&self, offset: u64) -> Option<u8> {
        let (index, at) = self.place(offset);
        match self.chunk(index) {
            Some(chunk) => chunk.is_init(at, 1).then(|| chunk.bytes[at]),
            None => (self.untouched == Untouched::Zero).then_some(0),
        }
    }

    /// Writes up to 16 bytes, little endian. The bytes must be inside the object.
    #[inline]
    pub(super) fn write(&mut self, offset: u64, len: usize, value: u128) {
        let (index, at) = self.place(offset);
        let bytes = value.to_le_bytes();
        let chunk = self.chunk_mut(index);
        if at + len <= chunk.bytes.len() {
            chunk.bytes[at..at + len].copy_from_slice(&bytes[..len]);
            chunk.set_init(at, len);
        } else {
            for (i, &byte) in bytes[..len].iter().enumerate() {
                self.set_byte(offset + i as u64, Some(byte));
            }
        }
    }

    /// Writes the byte at an offset; `None` makes the byte indeterminate.
    pub(super) fn set_byte(&mut self, offset: u64, byte: Option<u8>) {
        let (index, at) = self.place(offset);
        let chunk = self.chunk_mut(index);
        match byte {
            Some(byte) => {
                chunk.bytes[at] = byte;
                chunk.set_init(at, 1);
            }
            None => chunk.marks()[at] = 0,
        }
    }

    /// Returns `len` bytes from `offset` on, with their initialization marks.
    pub(super) fn piece(&self, offset: u64, len: u64) -> Piece {
        let (index, at) = self.place(offset);
        let end = at + len as usize;
        if let Some(chunk) = self.chunk(index)
            && end <= chunk.bytes.len()
        {
            return Piece {
                bytes: chunk.bytes[at..end].to_vec(),
                init: chunk.init.get(at..end).unwrap_or_default().to_vec(),
            };
        }
        let bytes = (offset..offset + len).map(|at| self.byte(at));
        let mut piece = Piece::default();
        for byte in bytes {
            piece.bytes.push(byte.unwrap_or(0));
            piece.init.push(if byte.is_some() { INIT } else { 0 });
        }
        piece
    }

    /// Writes bytes with their initialization marks at an offset.
    pub(super) fn put(&mut self, offset: u64, piece: &Piece) {
        let (index, at) = self.place(offset);
        let end = at + piece.bytes.len();
        let chunk = self.chunk_mut(index);
        if end <= chunk.bytes.len() {
            chunk.bytes[at..end].copy_from_slice(&piece.bytes);
            if piece.init.iter().all(|&mark| mark == INIT) {
                chunk.set_init(at, piece.bytes.len());
            } else {
                chunk.marks()[at..end].copy_from_slice(&piece.init);
            }
            return;
        }
        for (i, &byte) in piece.bytes.iter().enumerate() {
            let init = piece.init.get(i).is_none_or(|&mark| mark == INIT);
            self.set_byte(offset + i as u64, init.then_some(byte));
        }
    }

    /// Replaces every indeterminate byte by the byte of `contents` at the same offset, or by zero if `contents` is
    /// shorter. Afterwards all bytes are initialized.
    pub(super) fn determine(&mut self, contents: &[u8]) {
        let given = (contents.len() as u64).min(self.size);
        let piece = if self.size <= FLAT { FLAT } else { CHUNK };
        for index in 0..given.div_ceil(piece) {
            self.chunk_mut(index as usize);
        }
        self.untouched = Untouched::Zero;
        for (index, chunk) in self.chunks.iter_mut().enumerate() {
            let Some(chunk) = chunk else { continue };
            let first = index * piece as usize;
            for at in 0..chunk.bytes.len() {
                if !chunk.is_init(at, 1) {
                    chunk.bytes[at] = contents.get(first + at).copied().unwrap_or(0);
                }
            }
            chunk.init.clear();
        }
    }
}

fn little(bytes: &[u8]) -> u128 {
    match *bytes {
        [a] => u128::from(a),
        [a, b, c, d] => u128::from(u32::from_le_bytes([a, b, c, d])),
        _ => {
            let mut buffer = [0; 16];
            buffer[..bytes.len()].copy_from_slice(bytes);
            u128::from_le_bytes(buffer)
        }
    }
}
