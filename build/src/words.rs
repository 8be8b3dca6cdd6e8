//! Splits commands into words (command-line arguments), and expands response files (`@file`).
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

/// The maximum nesting depth of response files. A response file contains arguments, and these can name further
/// response files.
const MOST_DEPTH: u32 = 16;

/// Replaces each argument `@FILE` by the arguments in the file, as gcc does. The argument is kept if the file cannot
/// be read. `folder` is the working folder of the command.
pub fn expand(words: &[OsString], folder: &Path) -> Vec<OsString> {
    let mut out = Vec::with_capacity(words.len());
    expand_into(words, folder, MOST_DEPTH, &mut out);
    out
}

fn expand_into(words: &[OsString], folder: &Path, depth: u32, out: &mut Vec<OsString>) {
    for word in words {
        let file = word.as_bytes().strip_prefix(b"@").filter(|_| depth > 0);
        let text = file.and_then(|file| std::fs::read(folder.join(OsStr::from_bytes(file))).ok());
        match text {
            Some(text) => expand_into(&split(&text), folder, depth - 1, out),
            None => out.push(word.clone()),
        }
    }
}

/// Splits a text into words at white space. As in a shell, quotes and backslashes protect characters: the text
/// `-DA="x y" b\ c` consists of the words `-DA=x y` and `b c`.
pub(crate) fn split(text: &[u8]) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match (byte, quote) {
            (b'\'' | b'"', None) => {
                quote = Some(byte);
                word.get_or_insert_default();
            }
            (_, Some(open)) if byte == open => quote = None,
            (b'\\', None | Some(b'"')) => word.get_or_insert_default().extend(bytes.next()),
            (_, None) if byte.is_ascii_whitespace() => {
                words.extend(word.take().map(OsString::from_vec));
            }
            _ => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word.map(OsString::from_vec));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_as_a_shell_does() {
        let words = |text: &str| {
            let words = split(text.as_bytes()).into_iter();
            words
                .map(|word| word.into_string().unwrap())
                .collect::<Vec<_>>()
        };
        assert_eq!(words("cc -c  a.c\n"), ["cc", "-c", "a.c"]);
        assert_eq!(
            words(r#"-DA="x y" b\ c '\n' ''"#),
            ["-DA=x y", "b c", r"\n", ""]
        );
        assert_eq!(words(r#"-DS=\"x\""#), [r#"-DS="x""#]);
        assert!(words(" \t").is_empty());
    }

    #[test]
    fn reads_response_files() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a"), "-DA @b\n").unwrap();
        std::fs::write(folder.path().join("b"), "'x y.c'").unwrap();
        let words = ["-c", "@a", "@none"].map(OsString::from);
        let expanded = expand(&words, folder.path());
        assert_eq!(
            expanded,
            ["-c", "-DA", "x y.c", "@none"].map(OsString::from)
        );
    }

    #[test]
    fn a_response_file_that_names_itself_ends() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a"), "@a").unwrap();
        assert_eq!(
            expand(&["@a".into()], folder.path()),
            [OsString::from("@a")]
        );
    }
}
