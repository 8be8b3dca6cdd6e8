//! Writes the C text of a harness: a function that creates the arguments and calls the entry
//! function.
use super::shape::Shape;
use super::signature::Parameter;
use std::fmt::Write;

/// The name of the C function that a harness defines.
pub(crate) const NAME: &str = "symtool_harness";

/// The size in bytes of a buffer or string that the user does not describe. A string has one
/// further byte for the terminating zero.
const STRING: u64 = 8;

/// The kind of object to which a pointer points. The default shape (the description of the value) of an argument
/// depends on this kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// The type is not a pointer, or it points to an incomplete type or a function.
    None,
    /// A character of a string.
    Character,
    /// Raw bytes: the target type is `void` or `unsigned char`.
    Bytes,
    /// An object of `size` bytes that contains the given pointers.
    Object { size: u64, pointers: Vec<Inner> },
}

/// A pointer inside an object. `place` is the C text that selects the pointer in the object, such
/// as `.next` or `[2]`. `is_text` is set if the pointer points to characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Inner {
    pub place: String,
    pub is_text: bool,
}

/// A parameter of the entry function with its declaration, the kind of object to which it points, and its shape.
pub(crate) struct Argument<'a> {
    pub parameter: &'a Parameter,
    pub is_pointer: bool,
    pub target: Target,
    /// The pointers inside the argument itself, if the argument is a structure.
    pub pointers: Vec<Inner>,
    /// The description of the argument's value by the user; `None` if the user does not describe the argument.
    pub shape: Option<Shape>,
}

impl Argument<'_> {
    /// Returns the shape that the user describes, or the default shape of the type. By default, a
    /// pointer to characters points to a string. A pointer to bytes or objects points to a buffer
    /// or one object, or is null. Any other pointer is null, and any other argument is symbolic.
    fn shape(&self) -> Shape {
        if let Some(shape) = &self.shape {
            return shape.clone();
        }
        match (&self.target, self.is_pointer) {
            (_, false) => Shape::Any,
            (Target::Character, true) => Shape::Text(STRING),
            (Target::Bytes, true) => Shape::OrNull(Box::new(Shape::Bytes(STRING))),
            (Target::Object { .. }, true) => Shape::OrNull(Box::new(Shape::Objects(1))),
            (Target::None, true) => Shape::Null,
        }
    }
}

/// Returns the text of the function [`NAME`], which calls `function`.
///
/// # Errors
/// A shape does not fit its parameter; the error is a message for the user.
pub(crate) fn text(
    function: &str,
    arguments: &[Argument<'_>],
    returns_number: bool,
) -> Result<String, String> {
    let mut out = format!(
        "\nvoid klee_make_symbolic(void *, unsigned long, const char *);\nint {NAME}(void)\n{{\n"
    );
    for argument in arguments {
        make(&mut out, argument, &argument.shape(), arguments)?;
    }
    let names: Vec<&str> = arguments
        .iter()
        .map(|argument| argument.parameter.name.as_str())
        .collect();
    let names = names.join(", ");
    let _ = match returns_number {
        true => write!(out, "    return {function}({names});\n}}\n"),
        false => write!(out, "    (void){function}({names});\n    return 0;\n}}\n"),
    };
    Ok(out)
}

/// Writes the statements that declare an argument and give it a value.
fn make(
    out: &mut String,
    argument: &Argument<'_>,
    shape: &Shape,
    all: &[Argument<'_>],
) -> Result<(), String> {
    let Parameter { name, declaration } = argument.parameter;
    let needs_pointer = matches!(
        shape,
        Shape::Null | Shape::Bytes(_) | Shape::Text(_) | Shape::Objects(_) | Shape::OrNull(_)
    );
    if needs_pointer && !argument.is_pointer {
        return Err(format!("the parameter `{name}` is not a pointer"));
    }
    let value = match shape {
        Shape::Any => {
            let _ = writeln!(
                out,
                "    {declaration};\n    klee_make_symbolic((void *)&{name}, sizeof {name}, \"{name}\");"
            );
            for inner in &argument.pointers {
                fill_inner(out, name, &format!("{name}{}", inner.place), inner);
            }
            return Ok(());
        }
        Shape::Null => "0".to_owned(),
        Shape::Number(number) => number.to_string(),
        Shape::SizeOf(other) => size_of(other, all)?.to_string(),
        Shape::Bytes(count) => object(out, name, *count),
        Shape::Text(count) => {
            let value = object(out, name, count + 1);
            let _ = writeln!(out, "    {name}_object[{count}] = 0;");
            value
        }
        Shape::Objects(count) => {
            let Target::Object { size, pointers } = &argument.target else {
                return Err(format!(
                    "the shape `object` does not fit the type of `{name}`: describe it as bytes[N] or string[N]"
                ));
            };
            let value = object(out, name, count * size);
            let _ = writeln!(out, "    {declaration} = {value};");
            for element in 0..*count {
                for inner in pointers {
                    fill_inner(
                        out,
                        &format!("{name}_{element}"),
                        &format!("{name}[{element}]{}", inner.place),
                        inner,
                    );
                }
            }
            return Ok(());
        }
        Shape::OrNull(inner) => {
            let before = out.len();
            make(out, argument, inner, all)?;
            let made = out.split_off(before);
            let _ = write!(
                out,
                "    unsigned char {name}_is_null;\n    klee_make_symbolic(&{name}_is_null, 1, \"{name} is null\");\n{}",
                made.replace(
                    &format!("{declaration} = "),
                    &format!("{declaration} = {name}_is_null ? 0 : ")
                )
                .replace(&format!("    {name}["), &format!("    if ({name}) {name}["))
            );
            return Ok(());
        }
    };
    let _ = writeln!(out, "    {declaration} = {value};");
    Ok(())
}

/// Writes the declaration of the object to which the argument `name` points, and a statement that makes its `size`
/// bytes symbolic. Returns the C expression for the address of the object.
fn object(out: &mut String, name: &str, size: u64) -> String {
    let _ = writeln!(out, "    _Alignas(16) char {name}_object[{}];", size.max(1));
    let _ = writeln!(
        out,
        "    klee_make_symbolic({name}_object, {size}, \"{name}\");"
    );
    format!("(void *){name}_object")
}

/// Assigns a value to a pointer inside an object: the address of a symbolic string if the pointer
/// points to characters, otherwise null.
fn fill_inner(out: &mut String, prefix: &str, place: &str, inner: &Inner) {
    let value = match inner.is_text {
        true => {
            let letters = inner
                .place
                .chars()
                .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
            let name = format!("{prefix}{}", letters.collect::<String>());
            let value = object(out, &name, STRING + 1);
            let _ = writeln!(out, "    {name}_object[{STRING}] = 0;");
            value
        }
        false => "0".to_owned(),
    };
    let _ = writeln!(out, "    {place} = {value};");
}

/// Returns the size of the object to which the argument `name` points, for a description such as `size of name`.
fn size_of(name: &str, all: &[Argument<'_>]) -> Result<u64, String> {
    let other = all.iter().find(|argument| argument.parameter.name == name);
    let mut shape = other
        .ok_or_else(|| format!("`size of {name}`: there is no parameter `{name}`"))?
        .shape();
    while let Shape::OrNull(inner) = shape {
        shape = *inner;
    }
    match shape {
        Shape::Bytes(count) | Shape::Text(count) | Shape::Objects(count) => Ok(count),
        _ => Err(format!(
            "`size of {name}`: the shape of `{name}` is not bytes[N], string[N] or object[N]"
        )),
    }
}
