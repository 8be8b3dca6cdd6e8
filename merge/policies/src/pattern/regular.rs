//! Finds regular patterns `ω1 ω2^k ω3` in a set of words. A word matches the pattern if it begins with ω1, then repeats
//! ω2 a number k of times, and ends with ω3. A word is the list of hashed conditions (letters) of a path.
//!
//! Two words suggest a pattern if inserting letters at one position of the shorter word gives the longer word, as for
//! `ab` and `axyb`. The inserted letters become ω2. Partitions are formed greedily. Each round considers the patterns
//! that the shortest word and a longer word suggest, and selects the pattern that most words match. The matching words
//! become a partition, and the next round continues with the remaining words, until no pattern is found.

/// The maximum number of patterns that are tried for the shortest word, because each pattern is compared with all
/// words. A pattern comes from a longer word that differs from the shortest word only by letters inserted at one
/// position.
const MOST_PARTNERS: usize = 12;

/// A set of words (paths) that match one pattern `ω1 ω2^k ω3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// The numbers of letters in ω1, ω2 and ω3.
    pub lengths: [usize; 3],
    /// The indices of the words in the partition, each with the number of repetitions of ω2 in the word. The numbers
    /// are ascending, and no two words have the same number.
    pub members: Vec<(usize, u32)>,
}

/// Splits `words` into partitions of at least `least` words that match one pattern each. Also returns the indices of
/// the words that are in no partition.
pub fn partitions(words: &[Vec<u64>], least: usize) -> (Vec<Partition>, Vec<usize>) {
    let mut open: Vec<usize> = (0..words.len()).collect();
    open.sort_by_key(|&at| (words[at].len(), at));
    let (mut found, mut rest) = (Vec::new(), Vec::new());
    while let Some(&shortest) = open.first() {
        match best(words, &open).filter(|p| p.members.len() >= least.max(2)) {
            Some(partition) => {
                open.retain(|at| partition.members.iter().all(|(member, _)| member != at));
                found.push(partition);
            }
            None => {
                rest.push(shortest);
                open.remove(0);
            }
        }
    }
    rest.sort_unstable();
    (found, rest)
}

/// Compares the shortest of the words `open`, which are in no partition yet, with the longer ones. Of the patterns that
/// these pairs suggest, returns the pattern that most open words match.
fn best(words: &[Vec<u64>], open: &[usize]) -> Option<Partition> {
    let short = &words[open[0]];
    let mut best: Option<Partition> = None;
    let mut partners = 0;
    for &at in &open[1..] {
        let Some((start, len)) = inserted(short, &words[at]) else {
            continue;
        };
        let pattern = (
            &short[..start],
            &words[at][start..start + len],
            &short[start..],
        );
        let members = members(words, open, pattern);
        if best
            .as_ref()
            .is_none_or(|b| members.len() > b.members.len())
        {
            best = Some(Partition {
                lengths: [start, len, short.len() - start],
                members,
            });
        }
        partners += 1;
        if partners == MOST_PARTNERS {
            break;
        }
    }
    best
}

/// Returns the position and the number of the inserted letters, if inserting letters at one position into `short`
/// gives `long`; otherwise `None`.
fn inserted(short: &[u64], long: &[u64]) -> Option<(usize, usize)> {
    let len = long.len().checked_sub(short.len()).filter(|&len| len > 0)?;
    let same = |(a, b): &(&u64, &u64)| a == b;
    let front = short.iter().zip(long).take_while(same).count();
    let back = (short.iter().rev().zip(long.iter().rev()))
        .take_while(same)
        .count();
    let start = short.len().saturating_sub(back);
    (start <= front).then_some((start, len))
}

fn members(
    words: &[Vec<u64>],
    open: &[usize],
    (front, middle, back): (&[u64], &[u64], &[u64]),
) -> Vec<(usize, u32)> {
    let mut members: Vec<(usize, u32)> = Vec::new();
    for &at in open {
        let word = &words[at];
        let Some(inner) = word.len().checked_sub(front.len() + back.len()) else {
            continue;
        };
        let (start, end) = (front.len(), front.len() + inner);
        if inner.is_multiple_of(middle.len())
            && word.starts_with(front)
            && word.ends_with(back)
            && word[start..end]
                .chunks(middle.len())
                .all(|chunk| chunk == middle)
        {
            let count = (inner / middle.len()) as u32;
            if members.iter().all(|&(_, other)| other != count) {
                members.push((at, count));
            }
        }
    }
    members.sort_by_key(|&(_, count)| count);
    members
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(texts: &[&str]) -> Vec<Vec<u64>> {
        let letters = |text: &&str| text.bytes().map(u64::from).collect();
        texts.iter().map(letters).collect()
    }

    /// The words are those of a loop over a bounded string. The loop ends at the bound (r); otherwise it goes on (g)
    /// and tests the next character. The loop ends at the first character that does not satisfy the loop condition
    /// (y), and continues after any other character (b). The paths with the same exit form one pattern.
    #[test]
    fn two_exits_of_a_loop_give_two_patterns() {
        let leaves = ["r", "gy", "gbr", "gbgy", "gbgbr", "gbgbgy", "gbgbgbr"];
        let (found, rest) = partitions(&words(&leaves), 3);
        assert!(rest.is_empty());
        let expected = [
            ([0, 2, 1], vec![(0, 0), (2, 1), (4, 2), (6, 3)]),
            ([0, 2, 2], vec![(1, 0), (3, 1), (5, 2)]),
        ];
        let expected = expected.map(|(lengths, members)| Partition { lengths, members });
        assert_eq!(found, expected);
    }

    #[test]
    fn words_without_a_pattern_are_returned_separately() {
        let (found, rest) = partitions(&words(&["a", "xyz", "ab", "abb", "q"]), 3);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].lengths, [1, 1, 0]);
        assert_eq!(found[0].members, [(0, 0), (2, 1), (3, 2)]);
        assert_eq!(rest, [1, 4]);
    }

    #[test]
    fn counts_may_have_gaps() {
        let (found, _) = partitions(
            &words(&["ab", "acccb", "acccccccccb", "acccccccccccccccb"]),
            3,
        );
        assert_eq!(found[0].members, [(0, 0), (1, 1), (2, 3), (3, 5)]);
    }
}
