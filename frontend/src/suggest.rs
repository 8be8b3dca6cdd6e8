//! Spelling suggestions for misspelled names, and C11 replacements for keywords of C23.

/// Keywords of C23, which are identifiers in C11, and their replacements in C11.
const C23_KEYWORDS: &[(&str, &str)] = &[
    ("_BitInt", "a bit-field of this width or a wider type"),
    ("alignas", "`_Alignas`, or `<stdalign.h>`"),
    ("alignof", "`_Alignof`, or `<stdalign.h>`"),
    ("constexpr", "`const`, an enumeration constant or a macro"),
    ("nullptr", "`NULL`"),
    ("static_assert", "`_Static_assert`, or `<assert.h>`"),
    ("thread_local", "`_Thread_local`, or `<threads.h>`"),
    ("typeof_unqual", "`__typeof__`"),
];

/// Returns advice on replacing `word` if it is a keyword of C23, else `None`.
pub(crate) fn c23_replacement(word: &str) -> Option<String> {
    let (_, instead) = C23_KEYWORDS.iter().find(|(known, _)| *known == word)?;
    Some(format!(
        "`{word}` is a keyword of C23; C11 with GNU extensions is supported: use {instead}"
    ))
}

/// Returns the candidate with the smallest edit distance to `name`. The distance is at most 1 for a name of 2 to 5
/// characters, and at most 2 for a longer name. Among equally close candidates, returns the alphabetically first
/// candidate. Returns `None` if no candidate is close enough.
pub(crate) fn nearest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let name: Vec<char> = name.chars().collect();
    let most = match name.len() {
        0..=1 => return None,
        2..=5 => 1,
        _ => 2,
    };
    (candidates.into_iter())
        .filter_map(|candidate| {
            let distance = distance(&name, candidate, most)?;
            (distance > 0).then_some((distance, candidate))
        })
        .min()
        .map(|(_, candidate)| candidate)
}

/// Returns the Damerau–Levenshtein distance between two words (insertion, deletion, substitution,
/// transposition). Returns `None` if the distance exceeds `most`.
fn distance(a: &[char], b: &str, most: usize) -> Option<usize> {
    let b: Vec<char> = b.chars().collect();
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut next = vec![i + 1];
        for j in 0..b.len() {
            let changed = row[j] + usize::from(a[i] != b[j]);
            let mut best = changed.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                best = best.min(before[j - 1] + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().filter(|&distance| distance <= most)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn similar_names_are_suggested() {
        let words = ["int", "while", "unsigned", "count"];
        for (wrong, right) in [
            ("itn", "int"),
            ("whlie", "while"),
            ("unsinged", "unsigned"),
            ("cuont", "count"),
            ("ount", "count"),
            ("countt", "count"),
            ("unsgnd", "unsigned"),
        ] {
            assert_eq!(nearest(wrong, words), Some(right), "{wrong}");
        }
        for other in ["x", "no", "other", "wheel", "count"] {
            assert_eq!(nearest(other, words), None, "{other}");
        }
    }
}
