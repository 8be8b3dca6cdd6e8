//! Makes the book of the labs: one HTML page for each page that `SUMMARY.md` lists, and the pictures. The book does
//! not contain the starter files, the checks and the model answers.
use super::html::{STYLE, escaped};
use super::shelf::{Files, Shelf};
use crate::Error;
use pulldown_cmark::{CowStr, Event, LinkType, Options, Parser, Tag, html};
use std::fmt::Write;

/// A page of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Page {
    /// The title of the page in the table of contents.
    title: String,
    /// The path of the page's Markdown file.
    path: String,
}

/// Returns the files of the book: `index.html` is the first page of `SUMMARY.md`.
///
/// # Errors
/// `SUMMARY.md` is missing, or lists a page that does not exist.
pub fn files(shelf: &Shelf) -> Result<Files, Error> {
    let all = all_files(shelf);
    let text = |path: &str| {
        let bytes = all.get(path).ok_or_else(|| {
            Error::Input(format!(
                "the book has no file {path}, which SUMMARY.md lists"
            ))
        })?;
        Ok::<_, Error>(String::from_utf8_lossy(bytes).into_owned())
    };
    let summary = all.get("SUMMARY.md").ok_or_else(|| {
        Error::Input("the book needs a file SUMMARY.md beside the folders of the labs".to_owned())
    })?;
    let pages = pages(&String::from_utf8_lossy(summary));
    let mut book = Files::new();
    for (index, page) in pages.iter().enumerate() {
        let html = rendered(&pages, index, &text(&page.path)?);
        if index == 0 {
            let up = page.path.matches('/').count();
            if up == 0 {
                book.insert("index.html".to_owned(), html.clone().into_bytes());
            }
        }
        book.insert(target(&page.path), html.into_bytes());
    }
    let pictures = all
        .iter()
        .filter(|(path, _)| path.contains("/images/") || path.starts_with("images/"));
    book.extend(pictures.map(|(path, bytes)| (path.clone(), bytes.clone())));
    Ok(book)
}

/// Returns the pages and pictures of all labs, by their paths below the folder of the labs.
fn all_files(shelf: &Shelf) -> Files {
    let mut all = shelf.pages.clone();
    for lab in &shelf.labs {
        let own = lab
            .files
            .iter()
            .map(|(path, bytes)| (format!("{}/{path}", lab.name), bytes.clone()));
        all.extend(own);
    }
    all
}

/// Returns the pages to which the table of contents `summary` has links, in order.
fn pages(summary: &str) -> Vec<Page> {
    let links = summary.lines().filter_map(|line| {
        let (_, rest) = line.split_once('[')?;
        let (title, rest) = rest.split_once("](")?;
        let (path, _) = rest.split_once(')')?;
        Some(Page {
            title: title.to_owned(),
            path: path.trim_start_matches("./").to_owned(),
        })
    });
    links.collect()
}

fn target(path: &str) -> String {
    match path.strip_suffix(".md") {
        Some(path) => format!("{path}.html"),
        None => path.to_owned(),
    }
}

/// Returns the page with the number `index` as HTML, with links to all pages.
fn rendered(pages: &[Page], index: usize, text: &str) -> String {
    let page = &pages[index];
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let events = Parser::new_ext(text, options).map(|event| match event {
        Event::Start(Tag::Link {
            link_type,
            dest_url,
            title,
            id,
        }) => Event::Start(Tag::Link {
            link_type,
            dest_url: linked(link_type, dest_url),
            title,
            id,
        }),
        other => other,
    });
    let mut body = String::new();
    html::push_html(&mut body, events);
    let title = escaped(&page.title);
    let contents = contents(pages, index);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         </head>\n<body>\n{contents}{body}{}</body>\n</html>\n",
        neighbors(pages, index)
    )
}

/// Returns the target of a link in the book. A link to a Markdown file of the book becomes a link to the HTML page.
fn linked(link_type: LinkType, url: CowStr<'_>) -> CowStr<'_> {
    let is_foreign = url.contains("://") || link_type == LinkType::Email;
    let (path, anchor) = url
        .split_once('#')
        .map_or((&*url, None), |(path, anchor)| (path, Some(anchor)));
    match path.strip_suffix(".md").filter(|_| !is_foreign) {
        Some(path) => {
            let anchor = anchor
                .map(|anchor| format!("#{anchor}"))
                .unwrap_or_default();
            format!("{path}.html{anchor}").into()
        }
        None => url,
    }
}

/// Returns the relative path by which a page of the book links to another page.
fn relative(from: &Page, to: &Page) -> String {
    "../".repeat(from.path.matches('/').count()) + &target(&to.path)
}

fn contents(pages: &[Page], index: usize) -> String {
    let mut out = String::from("<nav><details><summary>contents</summary><ul>\n");
    for page in pages {
        let path = escaped(&relative(&pages[index], page));
        let _ = writeln!(
            out,
            "<li><a href=\"{path}\">{}</a></li>",
            escaped(&page.title)
        );
    }
    out + "</ul></details></nav>\n"
}

fn neighbors(pages: &[Page], index: usize) -> String {
    let link = |word: &str, page: &Page| {
        let path = escaped(&relative(&pages[index], page));
        format!("<a href=\"{path}\">{word}: {}</a> ", escaped(&page.title))
    };
    let previous = index.checked_sub(1).map(|at| link("previous", &pages[at]));
    let next = pages.get(index + 1).map(|page| link("next", page));
    let links: String = previous.into_iter().chain(next).collect();
    format!("<nav>{links}</nav>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_has_its_pages_and_pictures_and_no_answers() {
        let book = files(&Shelf::open(None).expect("the embedded labs")).expect("a book");
        let page = String::from_utf8_lossy(&book["first-proof/page.html"]).into_owned();
        assert!(page.contains("<h1>Lab 1: Your first proof</h1>"), "{page}");
        assert!(book.contains_key("index.html"));
        assert!(
            book.keys()
                .all(|path| path.ends_with(".html") || path.ends_with(".svg"))
        );
        let links = page
            .split("href=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next());
        for link in links.filter(|link| !link.contains("://")) {
            let path = link.split('#').next().unwrap_or_default();
            let path = path
                .strip_prefix("../")
                .map_or_else(|| format!("first-proof/{path}"), str::to_owned);
            assert!(book.contains_key(&path), "{link}");
        }
    }

    #[test]
    fn links_to_pages_become_links_to_html() {
        let link = |url: &'static str| linked(LinkType::Inline, url.into()).into_string();
        assert_eq!(link("a/page.md#x"), "a/page.html#x");
        assert_eq!(link("https://example.org/a.md"), "https://example.org/a.md");
        assert_eq!(link("images/a.svg"), "images/a.svg");
    }

    #[test]
    fn a_missing_page_is_an_error() {
        let mut shelf = Shelf::open(None).expect("the embedded labs");
        shelf
            .pages
            .insert("SUMMARY.md".to_owned(), b"[A](none.md)\n".to_vec());
        let error = files(&shelf).expect_err("no such page").to_string();
        assert!(error.contains("has no file none.md"), "{error}");
    }
}
