//! One object's bytes and which of them are initialised.
//!
//! Bytes live in chunks that come into being when they are first written, so a large object that is hardly
//! used costs hardly anything.
use crate::entities::{Func, Global, StackSlot};

/// Bytes per chunk.
pub(super) const CHUNK: u64 = 1 << 16;

/// What an object is, for its life time and for messages.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Global(Global),
    Slot(Func, StackSlot),
    Heap,
    Vla,
    Variadic,
}

/// The contents of bytes that were never written.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Untouched {
    Zero,
    Indeterminate,
}

/// A run of bytes; `init` is empty when all are initialised, else one bit a byte.
#[derive(Clone, Debug, Default)]
struct Chunk {
    bytes: Vec<u8>,
    init: Vec<u64>,
}

impl Chunk {
    fn reset(&mut self, size: usize, untouched: Untouched) {
        self.bytes.clear();
        self.bytes.resize(size, 0);
        self.init.clear();
        if untouched == Untouched::Indeterminate {
            self.init.resize(size.div_ceil(64), 0);
        }
    }

    fn is_init(&self, at: usize, len: usize) -> bool {
        self.init.is_empty() || (at..at + len).all(|i| self.init[i / 64] >> (i % 64) & 1 == 1)
    }

    fn set_init(&mut self, at: usize, len: usize) {
        if !self.init.is_empty() {
            for i in at..at + len {
                self.init[i / 64] |= 1 << (i % 64);
            }
        }
    }

    fn clear_init(&mut self, at: usize) {
        if self.init.is_empty() {
            self.init = vec![u64::MAX; self.bytes.len().div_ceil(64)];
        }
        self.init[at / 64] &= !(1 << (at % 64));
    }
}

/// Bytes with their marks, on the way from one place to another.
#[derive(Clone, Debug, Default)]
pub(super) struct Piece {
    pub bytes: Vec<u8>,
    pub init: Vec<bool>,
}

/// An object of the program.
#[derive(Clone, Debug)]
pub(super) struct Object {
    pub origin: Origin,
    pub size: u64,
    pub constant: bool,
    untouched: Untouched,
    chunks: Vec<Option<Chunk>>,
}

impl Object {
    /// A new object; no byte is stored yet.
    pub fn new(origin: Origin, size: u64, untouched: Untouched) -> Object {
        Object {
            origin,
            size,
            constant: false,
            untouched,
            chunks: Vec::new(),
        }
    }

    /// Makes a new object of a dead one, keeping a small buffer.
    pub fn renew(&mut self, origin: Origin, size: u64, untouched: Untouched) {
        self.origin = origin;
        self.size = size;
        self.constant = false;
        self.untouched = untouched;
        match self.chunks.first_mut() {
            Some(Some(chunk)) if size <= 4096 => {
                chunk.reset(size as usize, untouched);
                self.chunks.truncate(1);
            }
            _ => self.chunks.clear(),
        }
    }

    /// Gives large buffers back.
    pub fn bury(&mut self) {
        if self.size > 4096 {
            self.chunks.clear();
        }
    }

    /// Bytes of host memory that its contents take.
    pub fn stored(&self) -> u64 {
        self.chunks
            .iter()
            .flatten()
            .map(|c| c.bytes.len() as u64)
            .sum()
    }

    fn chunk(&self, index: usize) -> Option<&Chunk> {
        self.chunks.get(index).and_then(Option::as_ref)
    }

    /// The chunk, made if need be.
    fn chunk_mut(&mut self, index: usize) -> &mut Chunk {
        if self.chunks.len() <= index {
            self.chunks.resize_with(index + 1, || None);
        }
        let size = (self.size - index as u64 * CHUNK).min(CHUNK) as usize;
        let untouched = self.untouched;
        self.chunks[index].get_or_insert_with(|| {
            let mut chunk = Chunk::default();
            chunk.reset(size, untouched);
            chunk
        })
    }

    /// Up to 16 bytes, little endian; `None` if one of them is not initialised. The range lies inside.
    #[inline]
    pub fn read(&self, offset: u64, len: usize) -> Option<u128> {
        let (index, at) = ((offset / CHUNK) as usize, (offset % CHUNK) as usize);
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

    /// One byte, if it is initialised.
    pub fn byte(&self, offset: u64) -> Option<u8> {
        let at = (offset % CHUNK) as usize;
        match self.chunk((offset / CHUNK) as usize) {
            Some(chunk) => chunk.is_init(at, 1).then(|| chunk.bytes[at]),
            None => (self.untouched == Untouched::Zero).then_some(0),
        }
    }

    /// Writes up to 16 bytes, little endian. The range lies inside.
    #[inline]
    pub fn write(&mut self, offset: u64, len: usize, value: u128) {
        let (index, at) = ((offset / CHUNK) as usize, (offset % CHUNK) as usize);
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

    /// Writes one byte, or makes it indeterminate.
    pub fn set_byte(&mut self, offset: u64, byte: Option<u8>) {
        let at = (offset % CHUNK) as usize;
        let chunk = self.chunk_mut((offset / CHUNK) as usize);
        match byte {
            Some(byte) => {
                chunk.bytes[at] = byte;
                chunk.set_init(at, 1);
            }
            None => chunk.clear_init(at),
        }
    }

    /// The bytes of a range with their marks.
    pub fn piece(&self, offset: u64, len: u64) -> Piece {
        let bytes = (offset..offset + len).map(|at| self.byte(at));
        let mut piece = Piece::default();
        for byte in bytes {
            piece.bytes.push(byte.unwrap_or(0));
            piece.init.push(byte.is_some());
        }
        piece
    }

    /// Writes a piece, marks included.
    pub fn put(&mut self, offset: u64, piece: &Piece) {
        for (i, (&byte, &init)) in piece.bytes.iter().zip(&piece.init).enumerate() {
            self.set_byte(offset + i as u64, init.then_some(byte));
        }
    }

    /// Gives every indeterminate byte its value from `contents` (zero where that is too short). From now on
    /// all bytes are initialised.
    pub fn determine(&mut self, contents: &[u8]) {
        let given = (contents.len() as u64).min(self.size);
        for index in 0..given.div_ceil(CHUNK) {
            self.chunk_mut(index as usize);
        }
        self.untouched = Untouched::Zero;
        for (index, chunk) in self.chunks.iter_mut().enumerate() {
            let Some(chunk) = chunk else { continue };
            let first = index * CHUNK as usize;
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
