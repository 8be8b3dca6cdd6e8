//! The style and the escaping of text for all HTML pages of labs.

/// The CSS style of all pages; it supports the light and the dark color scheme of browsers.
pub const STYLE: &str = "\
:root{color-scheme:light dark}\
body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem}\
pre{overflow-x:auto;padding:.6rem;border:1px solid #8886;border-radius:4px;font-size:14px}\
code{font-family:ui-monospace,monospace}\
table{border-collapse:collapse}\
th,td{border:1px solid #8886;padding:.3rem .6rem;text-align:left;vertical-align:top}\
.passed{background:#2a82}.open{background:#c632}.undecided{background:#aa32}\
img{max-width:100%;background:#fff}\
nav{margin:1rem 0}";

/// Returns a text for use in HTML: the characters that have a meaning in HTML, such as `<`, become character
/// references.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(escaped("<b a='\"'>&"), "&lt;b a=&#39;&quot;&#39;&gt;&amp;");
    }
}
