//! The pictures of docs/guide/report.md, made by the browser. `SYMTOOL_UPDATE_DOCS=1` writes them.
use super::browser::Browser;
use super::runs::{Run, explore_copy, repository};

/// A picture: its name, the selector of the element at its top, and the size of the window.
const PICTURES: [(&str, &str, (u32, u32)); 4] = [
    ("report-violation", "header", (1000, 800)),
    ("report-source", "#slow", (1000, 1080)),
    ("report-tree", "#tree", (1000, 600)),
    ("report-player", ".player", (1000, 480)),
];

fn take(browser: &mut Browser, run: &Run, (name, selector, size): (&str, &str, (u32, u32))) {
    browser.open(&run.page(), size);
    browser.eval(&format!(
        "document.querySelector({selector:?}).scrollIntoView()"
    ));
    let picture = browser.picture();
    assert!(
        picture.starts_with(b"\x89PNG") && picture.len() > 5_000,
        "{name}"
    );
    if std::env::var_os("SYMTOOL_UPDATE_DOCS").is_some() {
        let file = repository(&format!("docs/images/{name}.png"));
        std::fs::write(file, picture).expect("the picture is written");
    }
}

#[test]
fn the_pictures_of_the_guide_can_be_taken() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let run = explore_copy("docs/guide/report.c", &["--plain"]);
    assert_eq!(run.report.failures.len(), 2);
    for picture in PICTURES {
        take(&mut browser, &run, picture);
    }
    for (name, _, _) in PICTURES {
        let file = repository(&format!("docs/images/{name}.png"));
        assert!(
            file.exists(),
            "docs/images/{name}.png is missing: set SYMTOOL_UPDATE_DOCS=1"
        );
    }
}
