//! The table of contents, links, images and paths.
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

/// An included file is displayed inside the book, where its relative links would not resolve.
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
