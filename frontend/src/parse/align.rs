//! Aligns the tokens of a preprocessed line with the tokens of the source line.
//!
//! Preprocessing changes spacing, removes comments and expands macros. A token that both lines have in common keeps its
//! exact source location. The common tokens are the common subsequence of the two token lists with the greatest weight;
//! a name or number weighs more than a bracket. A token of a macro expansion gets the location of the macro's use.
use crate::normalise::{Token, TokenKind, lex};

/// The maximum number of cells of the table by which dynamic programming computes the common tokens of two lines. A
/// pair of lines that needs more cells is aligned by a cheaper method.
const MAX_CELLS: usize = 1 << 20;

/// A token of the preprocessed line, with the index of the source token whose location it gets.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Aligned {
    /// The token, with its offsets in the preprocessed text.
    pub(super) token: Token,
    /// The index of the source token whose location the token gets; `None` if the source line has no tokens.
    pub(super) original: Option<usize>,
    /// Whether the token occurs in the source line itself. Unset for a token that a macro expansion has produced.
    pub(super) exact: bool,
}

/// Aligns the tokens of the preprocessed text `output` with `originals`, the tokens of the text `source`. In the
/// result, the offset of a token is its offset in `output` plus `base`.
pub(super) fn align(output: &str, base: usize, source: &str, originals: &[Token]) -> Vec<Aligned> {
    if let Some(same) = unchanged(output, base, source, originals) {
        return same;
    }
    let tokens = lex(output).tokens;
    let mut matches: Vec<Option<usize>> = vec![None; tokens.len()];
    let same = |i: usize, j: usize| tokens[i].text(output) == originals[j].text(source);
    let shorter = tokens.len().min(originals.len());
    let prefix = (0..shorter).take_while(|&i| same(i, i)).count();
    let suffix = (0..shorter - prefix)
        .take_while(|&i| same(tokens.len() - 1 - i, originals.len() - 1 - i))
        .count();
    for (i, found) in matches.iter_mut().enumerate() {
        if i < prefix {
            *found = Some(i);
        } else if i >= tokens.len() - suffix {
            *found = Some(i + originals.len() - tokens.len());
        }
    }
    let rows = prefix..tokens.len() - suffix;
    let columns = prefix..originals.len() - suffix;
    if rows.len().saturating_mul(columns.len()) <= MAX_CELLS {
        let weight = |i: usize, j: usize| match (same(i, j), tokens[i].kind) {
            (false, _) => 0,
            (true, TokenKind::Punctuation) => 1,
            (true, _) => 4, // equal names and numbers are stronger evidence than equal brackets
        };
        common(rows, columns, weight, &mut matches);
    }
    locate(&tokens, base, source, originals, &matches)
}

/// Aligns the preprocessed line `output` if it equals the source line `source`, without splitting it into
/// tokens. This is the common case. Returns `None` if the lines differ.
fn unchanged(output: &str, base: usize, source: &str, originals: &[Token]) -> Option<Vec<Aligned>> {
    let (first, last) = (originals.first()?, originals.last()?);
    let text = output.trim_ascii();
    if source.get(first.start as usize..last.end as usize) != Some(text) {
        return None;
    }
    let indent = output.len() - output.trim_ascii_start().len();
    let moved = |offset: u32| offset - first.start + (base + indent) as u32;
    let aligned = originals.iter().enumerate().map(|(index, token)| Aligned {
        token: Token {
            start: moved(token.start),
            end: moved(token.end),
            kind: token.kind,
        },
        original: Some(index),
        exact: true,
    });
    Some(aligned.collect())
}

/// Computes the heaviest common subsequence of the tokens `rows` and `columns` by dynamic programming, and
/// stores it in `matches`. Among subsequences of equal weight, selects the one that contains the earliest tokens of
/// `rows`.
fn common(
    rows: std::ops::Range<usize>,
    columns: std::ops::Range<usize>,
    weight: impl Fn(usize, usize) -> u32,
    matches: &mut [Option<usize>],
) {
    let width = columns.len() + 1;
    let mut best = vec![0u32; (rows.len() + 1) * width];
    for i in (0..rows.len()).rev() {
        for j in (0..columns.len()).rev() {
            let skip = best[(i + 1) * width + j].max(best[i * width + j + 1]);
            let gain = weight(rows.start + i, columns.start + j);
            let take = if gain > 0 {
                best[(i + 1) * width + j + 1] + gain
            } else {
                0
            };
            best[i * width + j] = skip.max(take);
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < rows.len() && j < columns.len() {
        let here = best[i * width + j];
        let gain = weight(rows.start + i, columns.start + j);
        if gain > 0 && here == best[(i + 1) * width + j + 1] + gain {
            matches[rows.start + i] = Some(columns.start + j);
            i += 1;
            j += 1;
        } else if here == best[i * width + j + 1] {
            j += 1;
        } else {
            i += 1;
        }
    }
}

/// Gives each token in `tokens` the source location of one of the tokens `originals`. A token that `matches` assigns
/// to a source token gets the location of this token. A token of a macro expansion gets the location of the macro's
/// use.
fn locate(
    tokens: &[Token],
    base: usize,
    source: &str,
    originals: &[Token],
    matches: &[Option<usize>],
) -> Vec<Aligned> {
    let mut taken = vec![false; originals.len()];
    for &found in matches.iter().flatten() {
        taken[found] = true;
    }
    let uses = macro_uses(source, originals, &taken);
    let mut next_match = vec![None; matches.len() + 1];
    for i in (0..matches.len()).rev() {
        next_match[i] = matches[i].or(next_match[i + 1]);
    }
    let mut last = None;
    let mut result = Vec::with_capacity(tokens.len());
    for (i, &token) in tokens.iter().enumerate() {
        let token = Token {
            start: token.start + base as u32,
            end: token.end + base as u32,
            kind: token.kind,
        };
        let own = matches[i].filter(|&j| uses[j].is_none());
        let original = match matches[i] {
            Some(j) => {
                last = Some(j);
                uses[j].or(Some(j))
            }
            None => expansion_use(last, next_match[i], originals, &taken),
        };
        result.push(Aligned {
            token,
            original,
            exact: own.is_some(),
        });
    }
    result
}

/// Returns, for each source token that is a parenthesis of a macro call, the index of the macro's name; `None` for
/// other tokens. The preprocessor removes such a parenthesis. A token of the preprocessed line that matches it
/// therefore belongs to the expansion, and gets the location of the macro's name.
fn macro_uses(source: &str, originals: &[Token], taken: &[bool]) -> Vec<Option<usize>> {
    let mut uses = vec![None; originals.len()];
    let mut open: Vec<Option<usize>> = Vec::new();
    for (j, token) in originals.iter().enumerate() {
        match token.text(source) {
            "(" => {
                let name = j
                    .checked_sub(1)
                    .filter(|&before| originals[before].kind == TokenKind::Word && !taken[before]);
                uses[j] = name;
                open.push(name);
            }
            ")" => uses[j] = open.pop().flatten(),
            _ => {}
        }
    }
    uses
}

/// Returns the source token at which a token of a macro expansion is located. `last` and `next` are the nearest
/// source tokens, before and after the expansion, that the preprocessed line also contains. Returns `None` if
/// the source line has no tokens.
fn expansion_use(
    last: Option<usize>,
    next: Option<usize>,
    originals: &[Token],
    taken: &[bool],
) -> Option<usize> {
    let from = last.map_or(0, |last| last + 1);
    let to = next.unwrap_or(originals.len()).max(from);
    let is_name = |&j: &usize| originals[j].kind == TokenKind::Word && !taken[j];
    (from..to)
        .find(is_name)
        .or_else(|| (0..from).rev().find(is_name))
        .or(last)
        .or((!originals.is_empty()).then_some(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns, for each token of the preprocessed text `output`, the token, `@` and its column in `source`. For a
    /// token of a macro expansion, `~` replaces `@`.
    fn columns(output: &str, source: &str) -> String {
        let originals = lex(source).tokens;
        let aligned = align(output, 0, source, &originals);
        let show = |aligned: &Aligned| {
            let at = aligned.original.map_or(0, |j| originals[j].start + 1);
            let mark = if aligned.exact { "@" } else { "~" };
            format!("{}{mark}{at}", aligned.token.text(output))
        };
        aligned.iter().map(show).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn spacing_and_comments() {
        assert_eq!(
            columns("x = a + b;", "x   = /* c */ a +  b;"),
            "x@1 =@5 a@15 +@17 b@20 ;@21"
        );
    }

    #[test]
    fn unchanged_lines() {
        assert_eq!(
            columns("\t x = f(a);\n", "    x = f(a); // c"),
            "x@5 =@7 f@9 (@10 a@11 )@12 ;@13"
        );
        let originals = lex("    x = f(a);").tokens;
        let fast = align("\t x = f(a);\n", 7, "    x = f(a);", &originals);
        let slow = align("\t x  = f(a);\n", 6, "    x = f(a);", &originals);
        let rest = |aligned: &[Aligned]| aligned[1..].to_vec();
        assert_eq!(rest(&fast), rest(&slow), "both ways agree");
    }

    #[test]
    fn object_macro() {
        assert_eq!(
            columns("y = 10 + a;", "y = N + a;"),
            "y@1 =@3 10~5 +@7 a@9 ;@10"
        );
        assert_eq!(
            columns("y = (1 << 4) + a;", "y = N + a;"),
            "y@1 =@3 (~5 1~5 <<~5 4~5 )~5 +@7 a@9 ;@10"
        );
    }

    #[test]
    fn function_macro_keeps_its_arguments() {
        assert_eq!(
            columns("((a > 0) ? (void)0 : fail(\"a > 0\"));", "assert(a > 0);"),
            "(~1 (~1 a@8 >@10 0@12 )~1 ?~1 (~1 void~1 )~1 0~1 :~1 fail~1 (~1 \"a > 0\"~1 )~1 )~1 ;@14"
        );
    }

    #[test]
    fn nothing_in_common() {
        assert_eq!(columns("1 2", "X"), "1~1 2~1");
        assert_eq!(columns("1", ""), "1~0");
        assert_eq!(columns("", "X"), "");
    }
}
