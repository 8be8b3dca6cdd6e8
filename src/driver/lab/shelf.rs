//! The labs and their files. The labs are embedded in symtool's executable, or read from a folder (`--labs DIR`).
use super::data::LabData;
use crate::Error;
use crate::driver::units::Size;
use include_dir::{Dir, include_dir};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folder `labs`, which contains the teaching labs of symtool. Its files are embedded in the executable.
static EMBEDDED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/labs");

/// The greatest size of a file of a lab or of a submission.
pub const MOST_BYTES: Size = Size(4 << 20);

/// The files of a folder. The key is the path below the folder, with `/` between its parts; the value is the contents.
pub type Files = BTreeMap<String, Vec<u8>>;

/// A lab: its data and its files.
#[derive(Clone, Debug)]
pub struct Lab {
    /// The name of the lab's folder.
    pub name: String,
    /// The contents of `lab.toml`.
    pub data: LabData,
    /// All files of the lab's folder.
    pub files: Files,
}

impl Lab {
    /// Returns the files in a folder of the lab, by their paths relative to this folder.
    pub fn below(&self, folder: &str) -> Files {
        let files = self.files.iter().filter_map(|(path, bytes)| {
            let path = path.strip_prefix(folder)?.strip_prefix('/')?;
            Some((path.to_owned(), bytes.clone()))
        });
        files.collect()
    }

    /// Returns the text of the lab's page, its chapter in the book.
    pub fn page(&self) -> String {
        let page = self.files.get("page.md").map_or(&[][..], Vec::as_slice);
        String::from_utf8_lossy(page).into_owned()
    }

    /// Returns the number and the name of the lab, as in `lab 1 (first-proof)`.
    pub fn label(&self) -> String {
        format!("lab {} ({})", self.data.number, self.name)
    }
}

/// A set of labs, in the order of their numbers, and the pages of their book.
#[derive(Clone, Debug)]
pub struct Shelf {
    /// The labs, in the order of their numbers.
    pub labs: Vec<Lab>,
    /// The files beside the folders of the labs, such as `SUMMARY.md`.
    pub pages: Files,
}

impl Shelf {
    /// Reads the labs in the folder `folder`; without a folder, the labs that are embedded in the executable.
    ///
    /// # Errors
    /// A file cannot be read, a `lab.toml` is invalid, two labs have the same number, or there is no lab.
    pub fn open(folder: Option<&Path>) -> Result<Shelf, Error> {
        let files = match folder {
            Some(folder) => read_folder(folder, &[])?,
            None => embedded(&EMBEDDED),
        };
        let shown = folder.map_or_else(|| "the embedded labs".into(), |f| f.display().to_string());
        Shelf::of(files, &shown)
    }

    fn of(files: Files, place: &str) -> Result<Shelf, Error> {
        let is_lab = |path: &String| Some(path.strip_suffix("/lab.toml")?.to_owned());
        let names: Vec<String> = files.keys().filter_map(is_lab).collect();
        let mut pages = files.clone();
        let mut labs = Vec::new();
        for name in names.into_iter().filter(|name| !name.contains('/')) {
            let prefix = format!("{name}/");
            let own = files.iter().filter_map(|(path, bytes)| {
                Some((path.strip_prefix(&prefix)?.to_owned(), bytes.clone()))
            });
            let own: Files = own.collect();
            pages.retain(|path, _| !path.starts_with(&prefix));
            let text = String::from_utf8_lossy(&own["lab.toml"]).into_owned();
            let data = LabData::parse(&text, &format!("{place}: {name}/lab.toml"))?;
            labs.push(Lab {
                name,
                data,
                files: own,
            });
        }
        labs.sort_by_key(|lab| lab.data.number);
        if let Some(pair) = labs
            .windows(2)
            .find(|pair| pair[0].data.number == pair[1].data.number)
        {
            let (a, b, number) = (&pair[0].name, &pair[1].name, pair[0].data.number);
            let text = format!("{place}: the labs {a} and {b} both have the number {number}");
            return Err(Error::Input(text));
        }
        if labs.is_empty() {
            let text = format!("{place}: found no lab, which is a folder with a file lab.toml");
            return Err(Error::Input(text));
        }
        Ok(Shelf { labs, pages })
    }

    /// Returns the lab whose number or name is `wanted`.
    ///
    /// # Errors
    /// There is no such lab; the message lists the labs.
    pub fn find(&self, wanted: &str) -> Result<&Lab, Error> {
        let number = wanted.parse().ok();
        let is_wanted = |lab: &&Lab| lab.name == wanted || Some(lab.data.number) == number;
        self.labs.iter().find(is_wanted).ok_or_else(|| {
            let known = self.labs.iter();
            let known: Vec<String> = known
                .map(|lab| format!("{} {}", lab.data.number, lab.name))
                .collect();
            let text = format!(
                "there is no lab `{wanted}`; the labs are {}",
                known.join(", ")
            );
            Error::Input(text)
        })
    }
}

fn embedded(folder: &Dir<'_>) -> Files {
    let mut found = Files::new();
    for file in folder.files() {
        let path = file.path().to_string_lossy().into_owned();
        found.insert(path, file.contents().to_vec());
    }
    for below in folder.dirs() {
        found.extend(embedded(below));
    }
    found
}

/// Reads the regular files below a folder. Symbolic links, hidden files and the folders `skipped` are left out.
///
/// # Errors
/// A file or folder cannot be read, or a file is too large, or there are too many files.
pub fn read_folder(folder: &Path, skipped: &[&str]) -> Result<Files, Error> {
    let mut found = Files::new();
    read_into(folder, "", skipped, &mut found)?;
    Ok(found)
}

/// The limits of [`read_folder`]: the greatest number of files, and the greatest depth of nested folders.
const MOST_FILES: usize = 2000;
const MOST_DEPTH: usize = 12;

fn read_into(
    folder: &Path,
    prefix: &str,
    skipped: &[&str],
    found: &mut Files,
) -> Result<(), Error> {
    let entries = std::fs::read_dir(folder).map_err(Error::file("cannot read", folder))?;
    let mut paths = Vec::new();
    for entry in entries {
        paths.push(entry.map_err(Error::file("cannot read", folder))?.path());
    }
    paths.sort();
    for path in paths {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            continue;
        };
        if name.starts_with('.') {
            continue;
        }
        let data = std::fs::symlink_metadata(&path).map_err(Error::file("cannot read", &path))?;
        let shown = format!("{prefix}{name}");
        if data.is_dir() && !skipped.contains(&name) {
            if shown.matches('/').count() >= MOST_DEPTH {
                let text = format!("{}: folders are nested too deeply", path.display());
                return Err(Error::Input(text));
            }
            read_into(&path, &format!("{shown}/"), skipped, found)?;
        } else if data.is_file() {
            add(&path, shown, data.len(), found)?;
        }
    }
    Ok(())
}

fn add(path: &Path, name: String, size: u64, found: &mut Files) -> Result<(), Error> {
    if size > MOST_BYTES.0 || found.len() >= MOST_FILES {
        let text = match found.len() >= MOST_FILES {
            true => format!("more than {MOST_FILES} files"),
            false => format!("the file is larger than {} MiB", MOST_BYTES.0 >> 20),
        };
        return Err(Error::Input(format!("{}: {text}", path.display())));
    }
    let bytes = std::fs::read(path).map_err(Error::file("cannot read", path))?;
    found.insert(name, bytes);
    Ok(())
}

/// Writes files below a folder, which is created.
///
/// # Errors
/// A file cannot be written.
pub fn write_files(folder: &Path, files: &Files) -> Result<(), Error> {
    for (name, bytes) in files {
        let path: PathBuf = folder.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(Error::file("cannot create", parent))?;
        }
        std::fs::write(&path, bytes).map_err(Error::file("cannot write", &path))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lab(number: u32) -> Vec<u8> {
        format!(
            "number = {number}\ntitle = \"T\"\nminutes = 60\nteaches = \"x\"\n[[task]]\nname = \"a\"\n\
             title = \"A\"\nkind = \"verdict\"\nhints = [\"h\"]\ncheck = {{}}\n"
        )
        .into_bytes()
    }

    #[test]
    fn labs_are_found_by_number_and_name() {
        let files = Files::from([
            ("b/lab.toml".to_owned(), lab(1)),
            ("a/lab.toml".to_owned(), lab(2)),
            ("a/starter/x.c".to_owned(), b"int x;".to_vec()),
            ("SUMMARY.md".to_owned(), Vec::new()),
        ]);
        let shelf = Shelf::of(files, "labs").expect("two labs");
        let names: Vec<&str> = shelf.labs.iter().map(|lab| &*lab.name).collect();
        assert_eq!(names, ["b", "a"]);
        assert_eq!(shelf.find("2").expect("a lab").name, "a");
        assert_eq!(shelf.find("b").expect("a lab").data.number, 1);
        assert_eq!(shelf.labs[1].below("starter")["x.c"], b"int x;");
        assert_eq!(shelf.pages.keys().collect::<Vec<_>>(), ["SUMMARY.md"]);
        let error = shelf.find("3").expect_err("no such lab").to_string();
        assert_eq!(error, "error: there is no lab `3`; the labs are 1 b, 2 a");
    }

    #[test]
    fn two_labs_with_one_number_and_empty_shelves_are_errors() {
        let files = Files::from([
            ("b/lab.toml".to_owned(), lab(1)),
            ("a/lab.toml".to_owned(), lab(1)),
        ]);
        let error = Shelf::of(files, "labs")
            .expect_err("one number")
            .to_string();
        assert!(error.ends_with("both have the number 1"), "{error}");
        let error = Shelf::of(Files::new(), "labs")
            .expect_err("no lab")
            .to_string();
        assert!(error.contains("found no lab"), "{error}");
    }

    #[test]
    fn links_and_hidden_files_are_not_read() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("a.c"), "int x;").expect("a file");
        std::fs::write(folder.path().join(".hidden"), "x").expect("a file");
        std::os::unix::fs::symlink("/etc/passwd", folder.path().join("link.c")).expect("a link");
        let files = read_folder(folder.path(), &[]).expect("readable");
        assert_eq!(files.keys().collect::<Vec<_>>(), ["a.c"]);
    }
}
