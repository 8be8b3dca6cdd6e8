//! Reads `compile_commands.json`: the list of compiler commands that CMake, Meson, Bear and other tools write.
use crate::text::Text;
use crate::unit::Unit;
use crate::words::{expand, split};
use serde::Deserialize;
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// An entry of `compile_commands.json`, which describes the compilation of one file. The compiler command is a list
/// of arguments (`arguments`) or a shell command (`command`).
#[derive(Deserialize)]
struct Entry {
    directory: Text,
    file: Text,
    arguments: Option<Vec<Text>>,
    command: Option<Text>,
}

/// Returns the compilations that `text`, the content of a `compile_commands.json`, lists. If the `directory` of an
/// entry is a relative path, it is relative to `folder`, the folder of the `compile_commands.json`.
pub(crate) fn parse(text: &[u8], folder: &Path) -> Result<Vec<Unit>, String> {
    let entries: Vec<Entry> = serde_json::from_slice(text).map_err(|error| error.to_string())?;
    entries
        .into_iter()
        .map(|entry| entry.unit(folder))
        .collect()
}

impl Entry {
    fn unit(self, folder: &Path) -> Result<Unit, String> {
        let words: Vec<OsString> = match (self.arguments, self.command) {
            (Some(words), _) => words.into_iter().map(|word| word.0).collect(),
            (None, Some(text)) => split(text.0.as_bytes()),
            (None, None) => {
                let file = self.file.0.display();
                return Err(format!(
                    "the entry of {file} has neither `arguments` nor `command`"
                ));
            }
        };
        let folder = folder.join(&self.directory.0);
        let words = expand(words.get(1..).unwrap_or_default(), &folder); // without the name of the compiler
        Ok(Unit::new(
            &folder,
            file_word(&words, self.file.0, &folder),
            &words,
        ))
    }
}

/// Returns the argument in the compiler command `words` that names the source file `file`. The argument may spell the
/// name differently, for example as an absolute path. Returns `file` if there is no such argument.
fn file_word(words: &[OsString], file: OsString, folder: &Path) -> OsString {
    let path = folder.join(&file);
    let same = |word: &&OsString| **word == file || folder.join(word) == path;
    words.iter().find(same).cloned().unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Kind;

    #[test]
    fn both_forms_of_commands() {
        let text = br#"[
            {"directory": "/b", "file": "/b/src/a.c", "command": "cc -DS=\\\"x\\ y\\\" -o a.o -c src/a.c"},
            {"directory": "sub", "file": "b.c", "arguments": ["cc", "-c", "b.c"], "output": "b.o"}
        ]"#;
        let units = parse(text, Path::new("/w")).unwrap();
        assert_eq!(units[0].file.0, "src/a.c");
        assert_eq!(
            units[0].command().preprocess,
            [OsString::from("-DS=\"x y\"")]
        );
        assert_eq!(units[1].path(), Path::new("/w/sub/b.c"));
        assert_eq!(units[1].kind(), Kind::C);
    }

    #[test]
    fn an_entry_without_command_is_an_error() {
        let error = parse(br#"[{"directory": "/b", "file": "a.c"}]"#, Path::new("/")).unwrap_err();
        assert!(error.contains("a.c"), "{error}");
    }
}
