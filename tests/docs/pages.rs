//! Reads Markdown pages: files, code spans, code blocks, links.
use std::path::{Path, PathBuf};

/// Returns the root of the repository.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A Markdown file.
pub struct Page {
    pub path: PathBuf,
    pub text: String,
}

impl Page {
    pub fn read(path: PathBuf) -> Page {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        Page { path, text }
    }

    /// Returns the page's path relative to the root of the repository, for messages.
    pub fn name(&self) -> String {
        let path = self.path.strip_prefix(root()).unwrap_or(&self.path);
        path.display().to_string()
    }

    /// Returns the lines outside of fenced code blocks.
    pub fn prose(&self) -> impl Iterator<Item = &str> {
        let mut fenced = false;
        self.text.lines().filter(move |line| {
            let fence = line.trim_start().starts_with("```");
            fenced ^= fence;
            !fenced && !fence
        })
    }

    /// Returns the lines of the fenced code blocks in the language `language`.
    pub fn code(&self, language: &str) -> Vec<&str> {
        let mut current = None;
        let mut lines = Vec::new();
        for line in self.text.lines() {
            match line.strip_prefix("```") {
                Some(_) if current.is_some() => current = None,
                Some(name) => current = Some(name),
                None if current == Some(language) => lines.push(line),
                None => {}
            }
        }
        lines
    }

    /// Returns the inline code spans of the page.
    pub fn spans(&self) -> Vec<&str> {
        self.prose()
            .flat_map(|line| line.split('`').skip(1).step_by(2))
            .collect()
    }

    /// Returns the targets of the page's links and images.
    pub fn links(&self) -> Vec<&str> {
        let mut links = Vec::new();
        for line in self.prose() {
            let text: Vec<&str> = line.split('`').step_by(2).collect();
            for part in text.iter().flat_map(|text| text.split("](").skip(1)) {
                links.extend(part.split(')').next());
            }
        }
        links
    }

    /// Returns the anchors of the page's headings, as GitHub and mdBook generate them.
    pub fn anchors(&self) -> Vec<String> {
        let headings = self.prose().filter(|line| line.starts_with('#'));
        headings
            .map(|line| {
                let text = line.trim_start_matches('#').trim().to_lowercase();
                let kept = text
                    .chars()
                    .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
                kept.map(|c| if c == ' ' { '-' } else { c }).collect()
            })
            .collect()
    }
}

/// Returns all files below `folder` with one of the extensions `extensions`, sorted.
pub fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{folder:?}: {e}"));
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if path.is_dir() {
            let skipped = name == "target" || name.starts_with("symtool-") || name == ".git";
            if !skipped {
                found.extend(files(&path, extensions));
            }
        } else if path
            .extension()
            .is_some_and(|e| extensions.iter().any(|x| e == *x))
        {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Returns the pages of the book and the Markdown files in the root.
pub fn pages() -> Vec<Page> {
    let root = root();
    let mut paths = files(&root.join("docs"), &["md"]);
    for name in ["README", "ARCHITECTURE", "CONTRIBUTING", "CHANGELOG"] {
        paths.push(root.join(format!("{name}.md")));
    }
    paths.into_iter().map(Page::read).collect()
}
