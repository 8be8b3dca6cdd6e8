//! The conversion specifiers of a `printf` format.

/// Returns the conversion specifiers of a `printf` format: `d` and `s` for `"%5d: %s"`. `%%` is skipped. Returns `None`
/// if a specifier writes to memory (`%n`), reads wide text (`%ls`), or takes more than one argument (`%*d`).
pub fn conversions(format: &[u8]) -> Option<Vec<u8>> {
    let mut all = Vec::new();
    let mut rest = format.iter().copied();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            continue;
        }
        let mut is_long = false;
        let conversion = loop {
            match rest.next()? {
                b'l' => is_long = true,
                b'0'..=b'9' | b'-' | b'+' | b' ' | b'#' | b'.' | b'h' | b'z' | b'j' | b't' => {}
                other => break other,
            }
        };
        match conversion {
            b'%' => {}
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'c' | b'p' => all.push(conversion),
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => all.push(conversion),
            b's' if !is_long => all.push(conversion),
            _ => return None,
        }
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::conversions;

    #[test]
    fn conversions_that_write_are_rejected() {
        for (format, expected) in [
            ("none", Some("")),
            ("100%% of %d, %-5.2lf and %s\n", Some("dfs")),
            ("%lu %hhx %c", Some("uxc")),
            ("%n", None),
            ("%*d", None),
            ("%1$d", None),
            ("%ls", None),
            ("%", None),
        ] {
            let found = conversions(format.as_bytes());
            assert_eq!(found, expected.map(|e| e.as_bytes().to_vec()), "{format}");
        }
    }
}
