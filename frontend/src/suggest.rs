//! What a misspelt name may have been meant to be.

/// The candidate that is most like a name: one slip away, or two in long names. The first by the alphabet of several.
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

/// How many slips make one word of the other (a letter left out, put in, mistaken, or two swapped), if at most `most`.
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
    fn one_slip_is_forgiven() {
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
