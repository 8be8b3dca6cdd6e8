//! Finds the submissions below the folders of a command line.
use crate::Error;
use crate::driver::lab::workspace::marked;
use std::path::{Path, PathBuf};

/// A submission: a folder, and its name in the table of grades.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The name in the table of grades: a path of the command line, or the path of a folder in such a folder.
    pub name: String,
    /// The path of the folder with the submission's files.
    pub folder: PathBuf,
    /// The lab that the folder itself names; `None` if it names no lab.
    pub lab: Option<String>,
}

/// Returns the submissions in the folders of the command line. A folder that names its lab (by a file `lab-name.txt`)
/// is a submission. In a folder without such a file, each subfolder is a submission. A folder that has neither such a
/// file nor subfolders is a submission itself. Symbolic links are not followed. The submissions are sorted by name.
///
/// # Errors
/// A path is no folder, or there is no submission.
pub fn find(folders: &[PathBuf]) -> Result<Vec<Submission>, Error> {
    let mut found = Vec::new();
    for folder in folders {
        if !folder.is_dir() {
            return Err(Error::Input(format!(
                "{} is not a folder",
                folder.display()
            )));
        }
        let below = match marked(folder) {
            Some(_) => Vec::new(),
            None => folders_in(folder)?,
        };
        match below.is_empty() {
            true => found.push(submission(folder)),
            false => found.extend(below.iter().map(|folder| submission(folder))),
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found.dedup();
    Ok(found)
}

/// Returns the submission in a folder. An unpacked archive may have its files in a subfolder. So a subfolder is the
/// submission if it is the only one that names a lab, or if the folder contains nothing else. Otherwise the folder
/// itself is the submission.
fn submission(folder: &Path) -> Submission {
    let own = match marked(folder) {
        Some(_) => folder.to_owned(),
        None => unpacked(folder).unwrap_or_else(|| folder.to_owned()),
    };
    Submission {
        name: folder.display().to_string(),
        lab: marked(&own),
        folder: own,
    }
}

fn unpacked(folder: &Path) -> Option<PathBuf> {
    let below = folders_in(folder).ok()?;
    let mut labs = below.iter().filter(|path| marked(path).is_some());
    match (labs.next(), labs.next(), below.as_slice()) {
        (Some(only), None, _) => Some(only.clone()),
        (None, _, [only]) if others_in(folder).is_empty() => Some(only.clone()),
        _ => None,
    }
}

/// Returns the files that are not graded, such as an archive or a symbolic link. If the subfolders of one of `folders`
/// are submissions, these files are its entries that are no folders.
pub fn skipped(folders: &[PathBuf]) -> Vec<PathBuf> {
    let classes = folders.iter().filter(|folder| {
        let has_submissions = folders_in(folder).is_ok_and(|below| !below.is_empty());
        marked(folder).is_none() && has_submissions
    });
    let mut paths: Vec<PathBuf> = classes.flat_map(|folder| others_in(folder)).collect();
    paths.sort();
    paths
}

/// Returns the entries of a folder that are no folders, without hidden files.
fn others_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let others = entries.filter(|entry| {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        !is_folder && !entry.file_name().as_encoded_bytes().starts_with(b".")
    });
    others.map(|entry| entry.path()).collect()
}

fn folders_in(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let entries = std::fs::read_dir(folder).map_err(Error::file("cannot read", folder))?;
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry.map_err(Error::file("cannot read", folder))?;
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if is_folder && !is_hidden {
            found.push(entry.path());
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::lab::workspace::MARKER;

    #[test]
    fn a_class_folder_has_one_submission_for_each_folder() {
        let class = tempfile::tempdir().expect("a folder");
        for name in ["bob", "ann"] {
            std::fs::create_dir(class.path().join(name)).expect("a folder");
        }
        std::fs::write(class.path().join("ann").join(MARKER), "first-proof\n").expect("a file");
        std::os::unix::fs::symlink("ann", class.path().join("eve")).expect("a link");
        let found = find(&[class.path().to_owned()]).expect("submissions");
        let folders: Vec<PathBuf> = found.iter().map(|one| one.folder.clone()).collect();
        assert_eq!(
            folders,
            [class.path().join("ann"), class.path().join("bob")]
        );
        assert_eq!(found[0].lab.as_deref(), Some("first-proof"));
        assert_eq!(
            skipped(&[class.path().to_owned()]),
            [class.path().join("eve")]
        );
        let one = find(&[class.path().join("ann")]).expect("a submission");
        assert_eq!(one.len(), 1);
        assert!(find(&[class.path().join("nobody")]).is_err());
    }
    #[test]
    fn a_folder_around_a_folder_of_a_lab_is_that_submission() {
        let class = tempfile::tempdir().expect("a folder");
        let inner = class.path().join("ann").join("first-proof");
        std::fs::create_dir_all(&inner).expect("a folder");
        std::fs::write(inner.join(MARKER), "first-proof\n").expect("a file");
        std::fs::create_dir_all(class.path().join("bob").join("files")).expect("a folder");
        let found = find(&[class.path().to_owned()]).expect("submissions");
        assert_eq!(found[0].folder, inner);
        assert_eq!(
            found[0].name,
            class.path().join("ann").display().to_string()
        );
        assert_eq!(found[0].lab.as_deref(), Some("first-proof"));
        assert_eq!(found[1].folder, class.path().join("bob").join("files"));
        std::fs::write(class.path().join("bob").join("spec.c"), "").expect("a file");
        let found = find(&[class.path().to_owned()]).expect("submissions");
        assert_eq!(found[1].folder, class.path().join("bob"));
    }
}
