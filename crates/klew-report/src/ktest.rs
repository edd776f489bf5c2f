//! KLEE's `.ktest` files: the arguments of a run and its inputs, in order.
//!
//! Layout, all numbers big-endian 32-bit: the five bytes `KTEST`, the version (3), the number of arguments
//! and each as length and bytes, two numbers for symbolic arguments (since version 2), the number of
//! objects and each as name (length, bytes) and contents (length, bytes).

use thiserror::Error;

const MAGIC: &[u8; 5] = b"KTEST";
const OLD_MAGIC: &[u8; 5] = b"BOUT\n";
const VERSION: u32 = 3;

/// A test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KTest {
    /// The command line of the run, the program first.
    pub arguments: Vec<String>,
    /// KLEE's count of symbolic arguments.
    pub symbolic_arguments: u32,
    /// KLEE's length of symbolic arguments.
    pub symbolic_argument_length: u32,
    /// Inputs in order: name and bytes.
    pub objects: Vec<(String, Vec<u8>)>,
}

/// Why bytes are no `.ktest` file.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum KTestError {
    /// It does not start like one.
    #[error("this is not a .ktest file: it does not start with KTEST")]
    NotKTest,
    /// A version that is not known.
    #[error("version {0} of .ktest is not known (1 to 3 are)")]
    Version(u32),
    /// It ends within something.
    #[error("the file ends at byte {at}, within {what}")]
    Truncated {
        /// Where.
        at: usize,
        /// Within what.
        what: &'static str,
    },
    /// Bytes follow its end.
    #[error("{0} bytes follow the last object")]
    Trailing(usize),
}

/// The bytes of the file.
pub fn write_ktest(test: &KTest) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    number(&mut bytes, VERSION);
    number(&mut bytes, test.arguments.len() as u32);
    for argument in &test.arguments {
        block(&mut bytes, argument.as_bytes());
    }
    number(&mut bytes, test.symbolic_arguments);
    number(&mut bytes, test.symbolic_argument_length);
    number(&mut bytes, test.objects.len() as u32);
    for (name, contents) in &test.objects {
        block(&mut bytes, name.as_bytes());
        block(&mut bytes, contents);
    }
    bytes
}

fn number(bytes: &mut Vec<u8>, value: u32) {
    bytes.extend_from_slice(&value.to_be_bytes());
}

fn block(bytes: &mut Vec<u8>, contents: &[u8]) {
    number(bytes, contents.len() as u32);
    bytes.extend_from_slice(contents);
}

/// Reads the bytes of such a file.
pub fn read_ktest(bytes: &[u8]) -> Result<KTest, KTestError> {
    if !(bytes.starts_with(MAGIC) || bytes.starts_with(OLD_MAGIC)) {
        return Err(KTestError::NotKTest);
    }
    let mut reader = Reader { bytes, at: MAGIC.len() };
    let version = reader.number("the version")?;
    if !(1..=VERSION).contains(&version) {
        return Err(KTestError::Version(version));
    }
    let mut test = KTest::default();
    for _ in 0..reader.number("the number of arguments")? {
        test.arguments.push(reader.text("an argument")?);
    }
    if version >= 2 {
        test.symbolic_arguments = reader.number("the number of symbolic arguments")?;
        test.symbolic_argument_length = reader.number("the length of symbolic arguments")?;
    }
    for _ in 0..reader.number("the number of objects")? {
        let name = reader.text("the name of an object")?;
        let contents = reader.block("the bytes of an object")?.to_vec();
        test.objects.push((name, contents));
    }
    match bytes.len() - reader.at {
        0 => Ok(test),
        left => Err(KTestError::Trailing(left)),
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize, what: &'static str) -> Result<&'a [u8], KTestError> {
        let rest = &self.bytes[self.at..];
        if count > rest.len() {
            return Err(KTestError::Truncated { at: self.bytes.len(), what });
        }
        self.at += count;
        Ok(&rest[..count])
    }

    fn number(&mut self, what: &'static str) -> Result<u32, KTestError> {
        let bytes = self.take(4, what)?;
        Ok(bytes.iter().fold(0, |value, &byte| value << 8 | u32::from(byte)))
    }

    fn block(&mut self, what: &'static str) -> Result<&'a [u8], KTestError> {
        let length = self.number(what)? as usize;
        self.take(length, what)
    }

    fn text(&mut self, what: &'static str) -> Result<String, KTestError> {
        Ok(String::from_utf8_lossy(self.block(what)?).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> KTest {
        KTest {
            arguments: vec!["a.bc".into()],
            symbolic_arguments: 0,
            symbolic_argument_length: 0,
            objects: vec![("x".into(), vec![1, 0, 0, 0]), ("name".into(), b"ab\0".to_vec())],
        }
    }

    #[test]
    fn layout() {
        let bytes = write_ktest(&example());
        let want = b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x04a.bc\0\0\0\0\0\0\0\0\0\0\0\x02\
            \0\0\0\x01x\0\0\0\x04\x01\0\0\0\0\0\0\x04name\0\0\0\x03ab\0";
        assert_eq!(bytes, want);
    }

    #[test]
    fn round_trip() {
        for test in [KTest::default(), example()] {
            assert_eq!(read_ktest(&write_ktest(&test)), Ok(test));
        }
    }

    #[test]
    fn every_prefix_is_an_error() {
        let bytes = write_ktest(&example());
        for end in 0..bytes.len() {
            assert!(read_ktest(&bytes[..end]).is_err(), "{end} bytes");
        }
        let mut more = bytes.clone();
        more.push(0);
        assert_eq!(read_ktest(&more), Err(KTestError::Trailing(1)));
        let mut huge = bytes;
        huge[9..13].copy_from_slice(&[255; 4]);
        assert!(matches!(read_ktest(&huge), Err(KTestError::Truncated { .. })));
    }
}
