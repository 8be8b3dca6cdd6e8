//! Words: adjacent input bytes that a query reads as one number. Local search changes the bytes of a word together.
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_expr::{Arena, BinOp, ExprId, Node, SymArray};

/// A word: adjacent bytes of an input that the query reads as one number, least significant byte first.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub array: SymArray,
    pub first: u32,
    pub len: u32,
}

/// Returns the words in `nodes`, widest first, each with its expression: a concatenation of adjacent input
/// bytes. Each byte is in at most one of the words.
pub(super) fn words(arena: &Arena, nodes: &[ExprId]) -> Vec<(ExprId, Word)> {
    let mut known: FxHashMap<ExprId, Word> = FxHashMap::default();
    let mut all = Vec::new();
    for &e in nodes {
        let word = match arena.node(e) {
            Node::Byte { array, index } => Some(Word {
                array,
                first: index,
                len: 1,
            }),
            Node::Bin {
                op: BinOp::Concat,
                lhs,
                rhs,
            } => joined(known.get(&lhs), known.get(&rhs)),
            _ => None,
        };
        if let Some(word) = word {
            known.insert(e, word);
            all.push((e, word));
        }
    }
    all.sort_by_key(|(_, word)| (std::cmp::Reverse(word.len), word.array.index(), word.first));
    let mut taken = FxHashSet::default();
    all.retain(|(_, word)| {
        let mut bytes = (word.first..word.first + word.len).map(|i| (word.array, i));
        let free = bytes.clone().all(|byte| !taken.contains(&byte));
        if free {
            taken.extend(&mut bytes);
        }
        free
    });
    all
}

/// Returns the concatenation of two adjacent words; `None` if they are not adjacent or the concatenation is wider
/// than 8 bytes.
fn joined(high: Option<&Word>, low: Option<&Word>) -> Option<Word> {
    let (high, low) = (high?, low?);
    let adjacent = high.array == low.array && high.first == low.first + low.len;
    (adjacent && high.len + low.len <= 8).then_some(Word {
        len: low.len + high.len,
        ..*low
    })
}
