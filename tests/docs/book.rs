//! The tests check the table of contents, links, images and paths in the documentation.
use crate::pages::{Page, pages, root};
use std::collections::BTreeSet;

const INCLUDE: &str = "{{#include ";

#[test]
fn every_page_is_in_the_table_of_contents() {
    let docs = root().join("docs");
    let summary = Page::read(docs.join("SUMMARY.md"));
    let listed: Vec<_> = summary.links().iter().map(|link| docs.join(link)).collect();
    let distinct: BTreeSet<_> = listed.iter().cloned().collect();
    assert_eq!(listed.len(), distinct.len(), "a page is listed twice");
    let found: BTreeSet<_> = crate::pages::files(&docs, &["md"])
        .into_iter()
        .filter(|path| *path != summary.path)
        .collect();
    assert_eq!(found, distinct, "docs/SUMMARY.md lists the pages of docs/");
}

#[test]
fn links_and_images_exist() {
    for page in pages() {
        let folder = page.path.parent().expect("a file is in a folder");
        for link in page.links() {
            if link.contains("://") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() {
                page.path.clone()
            } else {
                folder.join(file)
            };
            assert!(target.exists(), "{}: broken link {link}", page.name());
            if !anchor.is_empty() {
                let anchors = Page::read(target).anchors();
                let known = anchors.iter().any(|a| a == anchor);
                assert!(known, "{}: no heading for {link}", page.name());
            }
        }
    }
}

/// Checks that a file that a page includes exists and has no relative links. The text of the file appears inside the
/// book, where its relative links would have wrong targets.
#[test]
fn included_files_exist_and_have_no_relative_links() {
    let mut included = 0;
    for page in pages() {
        let folder = page.path.parent().expect("a file is in a folder");
        for line in page.text.lines() {
            let Some(rest) = line.strip_prefix(INCLUDE) else {
                continue;
            };
            let file = Page::read(folder.join(rest.trim_end_matches("}}")));
            let relative = file
                .links()
                .into_iter()
                .find(|link| !link.contains("://"))
                .map(str::to_owned);
            assert_eq!(relative, None, "{} is included", file.name());
            included += 1;
        }
    }
    assert!(included >= 3, "{included} included files");
}

#[test]
fn the_readme_is_short() {
    let lines = Page::read(root().join("README.md")).text.lines().count();
    assert!(lines <= 130, "README.md has {lines} lines");
}
/// Returns the path that the code span `span` names, if it is a path below a folder of the repository.
pub fn named_path(span: &str) -> Option<&str> {
    let path = span.split([' ', ':']).next()?;
    let (top, _) = path.split_once('/')?;
    let is_folder = !top.is_empty() && !top.starts_with('.') && root().join(top).is_dir();
    let is_pattern = |part: &str| part.contains(['*', '{', '…', '<', '$', '(']);
    let is_placeholder = |part: &str| {
        let stem = part.split(['.', '-']).next().unwrap_or(part);
        stem.len() > 1 && stem.bytes().all(|b| b.is_ascii_uppercase())
    };
    let concrete = !path
        .split('/')
        .any(|part| is_pattern(part) || is_placeholder(part));
    (is_folder && top != "target" && concrete).then_some(path)
}

#[test]
fn named_paths_exist() {
    let mut paths = 0;
    for page in pages() {
        if page.name() == "CHANGELOG.md" {
            continue; // the changelog may name files that no longer exist
        }
        // The pages `docs/first-*.md` tell the reader to create files in a new project. These files are not part of the
        // repository.
        let written = page
            .text
            .lines()
            .filter_map(|line| line.strip_prefix("File `"));
        let written: BTreeSet<&str> = written.filter_map(|rest| rest.split('`').next()).collect();
        for span in page.spans() {
            if let Some(path) = named_path(span).filter(|path| !written.contains(path)) {
                assert!(root().join(path).exists(), "{}: no {path}", page.name());
                paths += 1;
            }
        }
    }
    assert!(paths > 100, "{paths} paths");
}

#[test]
fn the_map_has_every_crate_and_its_folders_exist() {
    let page = Page::read(root().join("ARCHITECTURE.md"));
    let rows = page.prose().filter_map(|line| line.strip_prefix("| `"));
    let folders = rows.filter_map(|row| row.split_once("/` |"));
    let folders: Vec<&str> = folders.map(|(folder, _)| folder).collect();
    for folder in &folders {
        assert!(
            root().join(folder).is_dir(),
            "ARCHITECTURE.md: no {folder}/"
        );
    }
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("a manifest");
    let members = manifest
        .split("members = [")
        .nth(1)
        .and_then(|rest| rest.split(']').next());
    let members: Vec<&str> = members
        .into_iter()
        .flat_map(|list| list.split('"').skip(1).step_by(2))
        .collect();
    for member in &members {
        assert!(folders.contains(member), "ARCHITECTURE.md lacks {member}/");
    }
    assert!(members.len() > 8, "{members:?}");
}
