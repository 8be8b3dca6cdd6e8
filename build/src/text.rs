//! The JSON form of paths and command-line arguments. A text that is not UTF-8 is written as the hexadecimal digits
//! of its bytes: `{"bytes": "61ff"}`.
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// A path or a command-line argument.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Text(pub OsString);

/// The two JSON forms of a text: a string, or the hexadecimal digits of bytes that are not UTF-8.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Form {
    Plain(String),
    Bytes { bytes: String },
}

impl<T: Into<OsString>> From<T> for Text {
    fn from(text: T) -> Text {
        Text(text.into())
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = match self.0.to_str() {
            Some(text) => Form::Plain(text.to_owned()),
            None => {
                let digits = self.0.as_bytes().iter().map(|byte| format!("{byte:02x}"));
                Form::Bytes {
                    bytes: digits.collect(),
                }
            }
        };
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
        match Form::deserialize(deserializer)? {
            Form::Plain(text) => Ok(Text(text.into())),
            Form::Bytes { bytes } => {
                let pairs = bytes.as_bytes().chunks(2);
                let byte = |pair| {
                    let digits = std::str::from_utf8(pair).ok()?;
                    u8::from_str_radix(digits, 16).ok()
                };
                let decoded: Option<Vec<u8>> = pairs.map(byte).collect();
                let wrong = || serde::de::Error::custom("`bytes` are not hexadecimal digits");
                Ok(Text(OsString::from_vec(decoded.ok_or_else(wrong)?)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_word_is_read_back() {
        for bytes in [&b"plain"[..], "ä b".as_bytes(), b"a\xff\"", b""] {
            let text = Text(OsString::from_vec(bytes.to_vec()));
            let json = serde_json::to_string(&text).unwrap();
            assert_eq!(serde_json::from_str::<Text>(&json).unwrap(), text, "{json}");
        }
        assert!(serde_json::from_str::<Text>(r#"{"bytes": "zz"}"#).is_err());
    }
}
