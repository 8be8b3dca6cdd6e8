//! The tests open the page of a report in a browser: the page must load without errors, and clicks and keys must have
//! their effects.
use super::browser::Browser;
use super::contents::hostile;
use super::runs::explore;
use serde_json::json;
use std::path::PathBuf;
use symtool_report::model::Tree;
use symtool_report::{Report, page};

const WINDOW: (u32, u32) = (1280, 900);
/// The number of nodes of the large tree.
const NODES: u32 = 100_000;

fn assert_clean(browser: &mut Browser, what: &str) {
    let errors = browser.errors();
    assert!(errors.is_empty(), "{what}: {errors:#?}");
    let requests = browser.requests();
    assert!(requests.is_empty(), "{what}: {requests:#?}");
}

#[test]
fn the_tree_shows_the_path_of_the_clicked_node() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let run = explore("examples/c/cfmse/toupper.c", &["--plain", "-D", "SIZE=3"]);
    browser.open(&run.page(), WINDOW);
    assert!(browser.text("#path h3").contains("Start of the program"));
    // The eight paths are side by side in the last row of the tree, so this click selects the first path.
    browser.click("#tree-canvas", (0.05, 3.0 * 20.0 + 8.0));
    let first = browser.text("#path");
    assert!(
        first.contains("The path is completed") && first.contains("tests/00"),
        "{first}"
    );
    assert!(
        first.contains("text[0]") && first.contains("text[2]"),
        "{first}"
    );
    browser.click("#tree-canvas", (0.95, 3.0 * 20.0 + 8.0));
    let last = browser.text("#path");
    assert_ne!(first, last);
    browser.press("#tree-canvas", "ArrowUp");
    assert!(browser.text("#path h3").contains("Part of a path"));
    browser.press("#tree-canvas", "Enter");
    assert_ne!(browser.eval("tree.zoom"), 0);
    browser.press("#tree-canvas", "Backspace");
    // A line of the path panel leads to the source.
    browser.eval("document.querySelector('#path a.place').click()");
    assert!(browser.text("tr.target").contains("text[i]"));
    assert_clean(&mut browser, "tree");
}

#[test]
fn panels_are_linked() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let run = explore("docs/guide/report.c", &["--plain"]);
    browser.open(&run.page(), WINDOW);
    let mut click = |what: &str, selector: &str, then: &str| {
        browser.eval(&format!("document.querySelector({selector:?}).click()"));
        let shown = browser.eval(&format!(
            "new Promise(r => setTimeout(() => r({then}), 50))"
        ));
        assert_eq!(shown, true, "{what}");
    };
    let selected = "tree.columns.end[tree.selected] === 2";
    click("a violation to its node", ".failure [data-test]", selected);
    click(
        "a node to its violation",
        "#path dd a[href^='#failure-']",
        "location.hash.startsWith('#failure-')",
    );
    click(
        "a condition to its node",
        "#path li a.node",
        "tree.parent[tree.selected] === 0",
    );
    let line =
        "nodePlace(tree.selected).line === Number(document.querySelector('a.nodes').textContent)";
    click("a line to its nodes", "a.nodes", line);
    click(
        "a line to its violation",
        ".source a.mark.bad",
        "location.hash.startsWith('#failure-')",
    );
    click(
        "a line to its query",
        ".source a.mark:not(.bad)",
        "document.querySelector('.queries details[open]') !== null",
    );
    click(
        "a function to its line",
        ".where a.place:last-of-type",
        "target.textContent.includes('main')",
    );
    click(
        "a guilty line to its query",
        ".guilty a[href^='#query-']",
        "location.hash.startsWith('#query-')",
    );
    click(
        "a figure to its section",
        ".figures a[href='#tree']",
        "location.hash === '#tree'",
    );
    click(
        "a test case to its node",
        "#tests [data-test]",
        "tree.tests.has(tree.selected)",
    );
    assert_clean(&mut browser, "links");
}

#[test]
fn the_player_steps_forward_and_back() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let run = explore("examples/c/errors/stack_write.c", &["--plain"]);
    browser.open(&run.page(), WINDOW);
    assert!(
        browser
            .text(".player .step")
            .ends_with(": the run fails here")
    );
    let last = browser.text(".player .now");
    let failing = browser.text(".excerpt .at");
    assert_eq!(last, failing, "the run ends at the failing line");
    browser.press(".player", "ArrowLeft");
    assert_ne!(browser.text(".player .step"), "");
    let before = browser.text(".player .state");
    browser.press(".player", "Home");
    assert!(browser.text(".player .step").starts_with("step 1 of "));
    browser.press(".player", "End");
    assert_eq!(browser.text(".player .now"), last);
    browser.press(".player", "ArrowLeft");
    assert_eq!(
        browser.text(".player .state"),
        before,
        "a step back undoes a step"
    );
    assert_clean(&mut browser, "player");
}

#[test]
fn keys_search_and_switch_the_theme() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let run = explore("tests/report/slow/division.c", &["--plain"]);
    browser.open(&run.page(), WINDOW);
    browser.press_anywhere("g");
    assert!(browser.text("tr.target").contains("guilty"));
    browser.press_anywhere("/");
    for key in "klee_make".chars() {
        browser.press_anywhere(&key.to_string());
    }
    assert!(browser.text("#results").contains("klee_make_symbolic(in"));
    browser.press_anywhere("Enter");
    assert!(browser.text("tr.target").contains("klee_make_symbolic"));
    let color = "getComputedStyle(document.body).backgroundColor";
    browser.eval("document.activeElement.blur()");
    let light = browser.eval(color);
    browser.press_anywhere("t");
    assert_ne!(browser.eval(color), light);
    browser.set_dark(true);
    browser.open(&run.page(), WINDOW);
    assert_ne!(browser.eval(color), light);
    assert_clean(&mut browser, "keys");
}

#[test]
fn hostile_texts_do_nothing() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let run = hostile(folder.path());
    browser.open(&run.page(), WINDOW);
    assert!(browser.text("title").contains("a<b>'&\".c"));
    assert_eq!(
        browser.eval(
            "document.querySelectorAll('main b').length > 0 && document.querySelector('main img')"
        ),
        serde_json::Value::Null
    );
    assert!(browser.text(".failure").contains("</script>"));
    assert_clean(&mut browser, "hostile texts");
}

#[test]
fn without_scripts_the_verdict_source_and_failures_are_there() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let run = explore("examples/c/errors/stack_write.c", &["--plain"]);
    browser.set_scripts(false);
    browser.open(&run.page(), WINDOW);
    let page = std::fs::read_to_string(run.page()).expect("a page");
    for part in [
        "id=\"verdict\"",
        "class=\"failure\"",
        "class=\"source\"",
        "class=\"inputs\"",
    ] {
        assert!(page.contains(part), "{part}");
    }
    // `eval` works although the scripts of the page are off, because it uses the DevTools protocol.
    let hidden =
        "[...document.querySelectorAll('[data-script]')].every(e => e.offsetParent === null)";
    assert_eq!(browser.eval(hidden), true);
    for part in [
        "table.source",
        ".inputs",
        ".facts",
        ".why table",
        ".phases",
        ".guilty",
    ] {
        let height = browser.eval(&format!("document.querySelector({part:?}).offsetHeight"));
        assert!(height.as_u64() > Some(20), "{part}: {height}");
    }
}

#[test]
fn a_narrow_page_and_a_printed_page_have_no_cut_parts() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let run = explore("docs/guide/report.c", &["--plain"]);
    // Only elements with a scroll bar of their own may be wider than the window, so the page itself must not be.
    let width = "document.documentElement.scrollWidth";
    for (size, dark) in [((800, 900), false), ((800, 900), true), ((480, 900), false)] {
        browser.set_dark(dark);
        browser.open(&run.page(), size);
        assert_eq!(browser.eval(width), size.0, "{size:?}");
    }
    browser.call("Emulation.setEmulatedMedia", json!({"media": "print"}));
    browser.open(&run.page(), (800, 900));
    assert_eq!(browser.eval(width), 800);
    for (part, is_shown) in [
        ("nav", false),
        (".tools", false),
        ("[data-copy]", false),
        (".verdict", true),
        (".facts", true),
        (".why table", true),
        ("table.source", true),
    ] {
        let shown = browser.eval(&format!(
            "document.querySelector({part:?}).offsetHeight > 0"
        ));
        assert_eq!(shown, is_shown, "{part}");
    }
    let printed = browser.call("Page.printToPDF", json!({"printBackground": true}));
    assert!(
        printed["data"]
            .as_str()
            .is_some_and(|data| data.starts_with("JVBERi"))
    );
    assert_clean(&mut browser, "print");
}

#[test]
fn a_node_shows_its_own_queries_and_its_whole_text() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let run = explore(
        "examples/c/cfmse/merge_sort.c",
        &["--plain", "-D", "SIZE=4"],
    );
    browser.open(&run.page(), WINDOW);
    let check = "[...document.querySelectorAll('.queries > li')].map((item) => {
        selectNode(Number(item.dataset.node));
        const links = [...document.querySelectorAll('#path dd a')].map((link) => link.getAttribute('href'));
        const label = document.getElementById('tree-label').textContent;
        return links.includes('#' + item.id) && label.includes(nodeCondition(tree.selected));
    })";
    let shown = browser.eval(check);
    let shown = shown.as_array().expect("a list");
    assert!(
        shown.len() > 5 && shown.iter().all(|is_there| is_there == true),
        "{shown:?}"
    );
    // If the selected node has issued no query, its panel must not link to a query.
    let foreign = browser.eval(
        "(() => {
            const owners = new Set([...document.querySelectorAll('.queries > li')].map((item) => Number(item.dataset.node)));
            const node = tree.columns.up.findIndex((_, at) => at > 0 && !owners.has(at) && tree.first[at] < 0);
            selectNode(node);
            return document.querySelectorAll(\"#path dd a[href^='#query']\").length;
        })()",
    );
    assert_eq!(foreign, 0);
    assert_clean(&mut browser, "queries of nodes");
}

#[test]
fn heads_of_tables_work_with_the_keyboard() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let run = explore("tests/report/slow/division.c", &["--plain"]);
    browser.open(&run.page(), WINDOW);
    browser.press("table.source th[data-column=runs]", "Enter");
    assert_eq!(
        browser.eval("document.getElementById('heat').value"),
        "runs"
    );
    browser.press(".phases th:nth-child(2)", "Enter");
    let sorted = "document.querySelector('.phases th:nth-child(2)').getAttribute('aria-sort')";
    assert_eq!(browser.eval(sorted), "descending");
    assert_clean(&mut browser, "heads");
}

/// Returns a tree of many nodes: a complete binary tree.
fn large() -> Report {
    let mut tree = Tree {
        kind: "execution".to_owned(),
        ..Tree::default()
    };
    for node in 0..NODES {
        tree.up
            .push(if node == 0 { 0 } else { node - (node - 1) / 2 });
        tree.place.push(0);
        tree.condition.push(node % 1000 + 1);
        tree.end.push(if node * 2 + 1 < NODES {
            0
        } else {
            1 + (node % 50 == 0) as u8
        });
        tree.work.push(u64::from(node) * 7919 % 5000);
    }
    tree.conditions = (0..1000)
        .map(|at| format!("input[{at}] >= 'a' && input[{at}] <= 'z'"))
        .collect();
    Report {
        schema: symtool_report::SCHEMA,
        title: "many paths".to_owned(),
        work: tree.work.iter().sum(),
        tree: Some(tree),
        ..Report::default()
    }
}

#[test]
fn a_tree_of_100_000_nodes_opens() {
    let html = page::render(&large());
    assert!(html.len() < 5_000_000, "{} bytes", html.len());
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file: PathBuf = folder.path().join("report.html");
    std::fs::write(&file, &html).expect("the page is written");
    browser.open(&file, WINDOW);
    assert_eq!(browser.eval("tree.count"), NODES);
    assert!(browser.eval("tree.boxes.length").as_u64() > Some(1000));
    let time = browser.eval("performance.timing.loadEventEnd - performance.timing.navigationStart");
    println!("{} bytes, loaded in {time} ms", html.len());
    browser.press("#tree-canvas", "f");
    assert!(browser.text("#path h3").contains("The path fails"));
    assert_clean(&mut browser, "large tree");
}
