//! Writes a test suite as XML.
use super::{Case, Report, Status, Suite};
use std::fmt::Write;

/// Returns the XML document of a suite.
pub fn write(suite: &Suite) -> String {
    let number = |is: fn(&Status) -> bool| suite.cases.iter().filter(|c| is(&c.status)).count();
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "<testsuite name=\"{}\" time=\"{:.3}\" tests=\"{}\" errors=\"{}\" skipped=\"{}\" failures=\"{}\">",
        escaped(&suite.name),
        suite.time_s,
        suite.cases.len(),
        number(|status| matches!(status, Status::Error(_))),
        number(|status| matches!(status, Status::Skipped(_))),
        number(|status| matches!(status, Status::Failed(_))),
    );
    text += "  <properties>\n";
    for (name, value) in &suite.properties {
        let value = escaped(value);
        let _ = writeln!(text, "    <property name=\"{name}\" value=\"{value}\"/>");
    }
    text += "  </properties>\n";
    for case in &suite.cases {
        text += &case_element(&suite.class, case);
    }
    text + "</testsuite>\n"
}

fn case_element(class: &str, case: &Case) -> String {
    let start = format!(
        "  <testcase name=\"{}\" classname=\"{}\" time=\"0.000\"",
        escaped(&case.name),
        escaped(class)
    );
    let inner = match &case.status {
        Status::Passed => return start + "/>\n",
        Status::Skipped(why) => format!("    <skipped message=\"{}\"/>\n", escaped(why)),
        Status::Failed(report) => report_element("failure", report),
        Status::Error(report) => report_element("error", report),
    };
    format!("{start}>\n{inner}  </testcase>\n")
}

fn report_element(name: &str, report: &Report) -> String {
    format!(
        "    <{name} type=\"{}\" message=\"{}\">{}</{name}>\n",
        escaped(&report.kind),
        escaped(&report.message),
        escaped(&report.text)
    )
}

/// Returns a text for the use in elements and attributes. A character that XML 1.0 does not allow is replaced by
/// U+FFFD.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\n' => safe += "&#10;",
            '\t' => safe += "&#9;",
            '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            _ => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_is_escaped() {
        assert_eq!(
            escaped("]]></failure>\"&\u{1}\r\n"),
            "]]&gt;&lt;/failure&gt;&quot;&amp;\u{fffd}\u{fffd}&#10;"
        );
    }

    #[test]
    fn the_suite_counts_its_cases() {
        let report = || Report {
            kind: "div".to_owned(),
            message: "a < b".to_owned(),
            text: "line\n".to_owned(),
        };
        let case = |name: &str, status| Case {
            name: name.to_owned(),
            status,
        };
        let suite = Suite {
            name: "a.c".to_owned(),
            class: "symtool.a".to_owned(),
            time_s: 1.5,
            properties: vec![("verdict", "violation".to_owned())],
            cases: vec![
                case("one", Status::Passed),
                case("two", Status::Skipped("known".to_owned())),
                case("three", Status::Failed(report())),
                case("four", Status::Error(report())),
                case("five", Status::Failed(report())),
            ],
        };
        let text = write(&suite);
        let head = "<testsuite name=\"a.c\" time=\"1.500\" tests=\"5\" errors=\"1\" skipped=\"1\" failures=\"2\">";
        assert!(text.contains(head), "{text}");
        assert!(
            text.contains("<failure type=\"div\" message=\"a &lt; b\">line&#10;</failure>"),
            "{text}"
        );
        assert!(text.contains("<testcase name=\"one\" classname=\"symtool.a\" time=\"0.000\"/>"));
    }
}
