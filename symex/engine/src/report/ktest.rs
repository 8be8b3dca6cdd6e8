//! KLEE's `.ktest` format, version 3.
//!
//! All numbers have 32 bits and are big endian. A *string* below is a length followed by as many bytes. The file
//! contains, in this order:
//!
//! - the magic `KTEST` and the version;
//! - the number of the program's arguments, then each argument as a string;
//! - two numbers that describe symbolic arguments;
//! - the number of objects, then for each object its name and its contents, both as strings.
use std::fmt;
use symtool_ir::Inputs;

const MAGIC: &[u8; 5] = b"KTEST";
const OLD_MAGIC: &[u8; 5] = b"BOUT\n";
const VERSION: u32 = 3;

/// An error in a `.ktest` file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KtestError {
    /// The magic number is missing.
    NotKtest,
    /// The version of the file is newer than 3.
    Version(u32),
    /// The file is truncated.
    Truncated,
    /// The name of an object is not UTF-8.
    BadName,
}

impl fmt::Display for KtestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KtestError::NotKtest => f.write_str("not a .ktest file"),
            KtestError::Version(version) => {
                write!(f, ".ktest version {version} is newer than {VERSION}")
            }
            KtestError::Truncated => f.write_str("the .ktest file ends too early"),
            KtestError::BadName => f.write_str("the .ktest file holds a name that is not UTF-8"),
        }
    }
}

impl std::error::Error for KtestError {}

fn put(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend((bytes.len() as u32).to_be_bytes());
    out.extend(bytes);
}

/// Returns the bytes of a `.ktest` file. `args` contains the name of the program and its arguments.
///
/// ```
/// use symtool_engine::report::ktest;
/// use symtool_ir::Inputs;
///
/// let mut inputs = Inputs::default();
/// inputs.push("x", vec![1, 2]);
/// let args = ["prog".to_owned()];
/// assert_eq!(ktest::read(&ktest::write(&inputs, &args)), Ok((inputs, args.to_vec())));
/// ```
pub fn write(inputs: &Inputs, args: &[String]) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    out.extend(VERSION.to_be_bytes());
    out.extend((args.len() as u32).to_be_bytes());
    for arg in args {
        put(&mut out, arg.as_bytes());
    }
    out.extend([0; 8]); // two zeros: the program has no symbolic arguments
    out.extend((inputs.objects.len() as u32).to_be_bytes());
    for object in &inputs.objects {
        put(&mut out, object.name.as_bytes());
        put(&mut out, &object.bytes);
    }
    out
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], KtestError> {
        let (taken, rest) = self
            .0
            .split_at_checked(count)
            .ok_or(KtestError::Truncated)?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, KtestError> {
        let bytes = self.take(4)?;
        Ok(bytes.iter().fold(0, |n, &b| n << 8 | u32::from(b)))
    }

    fn bytes(&mut self) -> Result<&'a [u8], KtestError> {
        let length = self.number()?;
        self.take(length as usize)
    }
}

/// Returns the inputs in a `.ktest` file of version 3 or earlier, and the name of the program with its arguments.
pub fn read(file: &[u8]) -> Result<(Inputs, Vec<String>), KtestError> {
    let mut reader = Reader(file);
    let magic = reader.take(5).map_err(|_| KtestError::NotKtest)?;
    if magic != MAGIC && magic != OLD_MAGIC {
        return Err(KtestError::NotKtest);
    }
    let version = reader.number()?;
    if version > VERSION {
        return Err(KtestError::Version(version));
    }
    let mut args = Vec::new();
    for _ in 0..reader.number()? {
        args.push(String::from_utf8_lossy(reader.bytes()?).into_owned());
    }
    if version >= 2 {
        reader.take(8)?;
    }
    let mut inputs = Inputs::default();
    for _ in 0..reader.number()? {
        let name = std::str::from_utf8(reader.bytes()?).map_err(|_| KtestError::BadName)?;
        inputs.push(name, reader.bytes()?.to_vec());
    }
    Ok((inputs, args))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_file_layout_is_version_3() {
        let mut inputs = Inputs::default();
        inputs.push("x", vec![1, 2]);
        let expected = [
            b"KTEST".as_slice(),
            &[0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 3],
            b"a.c",
            &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1],
            b"x",
            &[0, 0, 0, 2, 1, 2],
        ]
        .concat();
        assert_eq!(write(&inputs, &["a.c".to_owned()]), expected);
    }

    proptest! {
        #[test]
        fn written_tests_are_read_back(objects in prop::collection::vec((".*", any::<Vec<u8>>()), 0..5)) {
            let mut inputs = Inputs::default();
            for (name, bytes) in objects {
                inputs.push(name, bytes);
            }
            let file = write(&inputs, &["p".to_owned()]);
            prop_assert_eq!(read(&file), Ok((inputs, vec!["p".to_owned()])));
            for end in 0..file.len() {
                prop_assert!(read(&file[..end]).is_err());
            }
        }

        #[test]
        fn arbitrary_bytes_never_panic(bytes: Vec<u8>) {
            let _ = read(&bytes);
            let _ = read(&[MAGIC.as_slice(), &bytes].concat());
        }
    }
}
