//! Parses the user's descriptions of the arguments of an entry function, such as
//! `f(buf: bytes[16], n: size of buf, flags: 3)`.

/// The maximum size of the object to which an argument points: bytes of a buffer or string, elements of an array.
const MOST: u64 = 1 << 20;

/// A description of the arguments of an entry function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Harness {
    /// The name of the function.
    pub function: String,
    /// The described arguments, by the names of the parameters. Any other argument gets the default
    /// shape of its type.
    pub arguments: Vec<(String, Shape)>,
}

/// A shape: the description of the value of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Any value of the type of the parameter.
    Any,
    /// A null pointer.
    Null,
    /// The given number.
    Number(i128),
    /// A pointer to a new object that consists of this number of symbolic bytes.
    Bytes(u64),
    /// A pointer to a string of at most this number of bytes before the terminating zero.
    Text(u64),
    /// A pointer to a new array of this number of elements of the type to which the parameter points.
    Objects(u64),
    /// The size of the object to which another argument points. The size of an array
    /// ([`Shape::Objects`]) is its number of elements. The size of a string is its maximum length
    /// without the terminating zero.
    SizeOf(String),
    /// Either a null pointer or a value of the inner shape.
    OrNull(Box<Shape>),
}

impl Harness {
    /// Parses `NAME` or `NAME(PARAMETER: SHAPE, …)`. A parameter without `: SHAPE` has its default shape.
    ///
    /// # Errors
    /// The text has another form; the error is a message for the user.
    pub fn parse(text: &str) -> Result<Harness, String> {
        let Some((function, rest)) = text.split_once('(') else {
            return Ok(Harness {
                function: text.trim().to_owned(),
                arguments: Vec::new(),
            });
        };
        let Some(list) = rest.trim_end().strip_suffix(')') else {
            return Err(format!("`{text}` has no `)`"));
        };
        let mut arguments = Vec::new();
        for part in list
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            let Some((name, shape)) = part.split_once(':') else {
                continue;
            };
            arguments.push((name.trim().to_owned(), Shape::parse(shape.trim())?));
        }
        Ok(Harness {
            function: function.trim().to_owned(),
            arguments,
        })
    }
}

impl Shape {
    fn parse(text: &str) -> Result<Shape, String> {
        if let Some(inner) = text.strip_suffix("or null") {
            return Ok(Shape::OrNull(Box::new(Shape::parse(inner.trim())?)));
        }
        if let Some(name) = text.strip_prefix("size of ") {
            return Ok(Shape::SizeOf(name.trim().to_owned()));
        }
        let (word, count) = match text.split_once('[') {
            Some((word, rest)) => {
                let digits = rest
                    .strip_suffix(']')
                    .and_then(|digits| digits.trim().parse::<u64>().ok());
                let count = digits.filter(|&count| count <= MOST);
                (
                    word.trim(),
                    Some(count.ok_or_else(|| {
                        format!("`{text}`: expected a number up to {MOST} in brackets")
                    })?),
                )
            }
            None => (text, None),
        };
        match (word, count) {
            ("any", None) => Ok(Shape::Any),
            ("null", None) => Ok(Shape::Null),
            ("bytes", Some(count)) => Ok(Shape::Bytes(count)),
            ("string", Some(count)) => Ok(Shape::Text(count)),
            ("object", count) => Ok(Shape::Objects(count.unwrap_or(1))),
            (number, None) if number.parse::<i128>().is_ok() => {
                Ok(Shape::Number(number.parse().unwrap_or_default()))
            }
            _ => Err(format!(
                "`{text}` is not the shape of an argument: expected any, null, a number, bytes[N], string[N], object, object[N], \
                 `size of NAME`, or a shape and `or null`"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_parsed() {
        let harness = Harness::parse(
            "f(buf: bytes[16], n: size of buf, s: string[3] or null, p: object, q: object[2], x: -3, y: any, z)",
        );
        let harness = harness.unwrap();
        assert_eq!(harness.function, "f");
        let shapes: Vec<Shape> = harness
            .arguments
            .into_iter()
            .map(|(_, shape)| shape)
            .collect();
        let expected = [
            Shape::Bytes(16),
            Shape::SizeOf("buf".into()),
            Shape::OrNull(Box::new(Shape::Text(3))),
            Shape::Objects(1),
            Shape::Objects(2),
            Shape::Number(-3),
            Shape::Any,
        ];
        assert_eq!(shapes, expected);
        assert!(Harness::parse("f").unwrap().arguments.is_empty());
        assert!(Harness::parse("f()").unwrap().arguments.is_empty());
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "f(x: bytes)",
            "f(x: bytes[y])",
            "f(x: tree)",
            "f(x: any",
            "f(x: string[99999999999])",
        ] {
            assert!(Harness::parse(text).is_err(), "{text}");
        }
    }
}
