//! What a class file declares: its name, its superclass, its methods, its source file. No code is read.
//!
//! Format: chapter 4 of the Java Virtual Machine Specification.

/// What a class declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Its name, as class files write it: `pkg/Outer$Inner`.
    pub name: String,
    /// Its superclass.
    pub superclass: Option<String>,
    /// Its methods.
    pub methods: Vec<Method>,
    /// The name of its source file, without folders.
    pub source_file: Option<String>,
}

/// A method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// Its name.
    pub name: String,
    /// Its descriptor, like `(I[Ljava/lang/String;)V`.
    pub descriptor: String,
    /// Access flags.
    pub(super) flags: u16,
}

const STATIC: u16 = 0x0008;
const NATIVE: u16 = 0x0100;
const ABSTRACT: u16 = 0x0400;
const SYNTHETIC: u16 = 0x1000;

impl Method {
    /// Whether it has no `this`.
    pub fn is_static(&self) -> bool {
        self.flags & STATIC != 0
    }

    /// Whether it is written in the source and has code.
    pub fn has_source(&self) -> bool {
        self.flags & (NATIVE | ABSTRACT | SYNTHETIC) == 0 && self.name != "<clinit>"
    }

    /// Whether it is what starts programs.
    pub fn is_main(&self) -> bool {
        self.name == "main" && self.descriptor == "([Ljava/lang/String;)V" && self.is_static()
    }
}

/// The summary of a class file, if it is one.
pub fn summary(bytes: &[u8]) -> Option<Summary> {
    let mut reader = Reader { bytes, at: 0 };
    if reader.u32()? != 0xCAFE_BABE {
        return None;
    }
    reader.skip(4)?;
    let pool = Pool::read(&mut reader)?;
    reader.skip(2)?;
    let name = pool.class(reader.u16()?)?;
    let superclass = pool.class(reader.u16()?);
    let interfaces = reader.u16()?;
    reader.skip(2 * usize::from(interfaces))?;
    for _ in 0..reader.u16()? {
        reader.skip(6)?;
        reader.attributes(&pool)?;
    }
    let mut methods = Vec::new();
    for _ in 0..reader.u16()? {
        let flags = reader.u16()?;
        let name = pool.text(reader.u16()?)?;
        let descriptor = pool.text(reader.u16()?)?;
        reader.attributes(&pool)?;
        methods.push(Method { name, descriptor, flags });
    }
    let source_file = reader.attributes(&pool)?;
    Some(Summary { name, superclass, methods, source_file })
}

/// Names of the types in a descriptor's parentheses, as the source writes them but with full names.
pub fn parameters(descriptor: &str) -> Option<Vec<String>> {
    let (mut rest, _) = descriptor.strip_prefix('(')?.split_once(')')?;
    let mut types = Vec::new();
    while !rest.is_empty() {
        let element = rest.trim_start_matches('[');
        let dimensions = rest.len() - element.len();
        let (name, after) = match element.as_bytes().first()? {
            b'L' => {
                let (name, after) = element[1..].split_once(';')?;
                (name.replace('/', "."), after)
            }
            letter => (primitive(*letter)?.to_owned(), &element[1..]),
        };
        types.push(name + &"[]".repeat(dimensions));
        rest = after;
    }
    Some(types)
}

fn primitive(letter: u8) -> Option<&'static str> {
    Some(match letter {
        b'Z' => "boolean",
        b'B' => "byte",
        b'C' => "char",
        b'S' => "short",
        b'I' => "int",
        b'J' => "long",
        b'F' => "float",
        b'D' => "double",
        _ => return None,
    })
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn skip(&mut self, length: usize) -> Option<&'a [u8]> {
        let end = self.at.checked_add(length)?;
        let slice = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(slice)
    }

    fn u8(&mut self) -> Option<u8> {
        self.skip(1).map(|bytes| bytes[0])
    }

    fn u16(&mut self) -> Option<u16> {
        self.skip(2).map(|bytes| u16::from_be_bytes([bytes[0], bytes[1]]))
    }

    fn u32(&mut self) -> Option<u32> {
        self.skip(4).map(|bytes| u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// Passes over attributes; gives the source file if one of them names it.
    fn attributes(&mut self, pool: &Pool<'_>) -> Option<Option<String>> {
        let mut source_file = None;
        for _ in 0..self.u16()? {
            let name = pool.text(self.u16()?)?;
            let length = self.u32()?;
            let contents = self.skip(usize::try_from(length).ok()?)?;
            if let ("SourceFile", &[high, low]) = (name.as_str(), contents) {
                source_file = pool.text(u16::from_be_bytes([high, low]));
            }
        }
        Some(source_file)
    }
}

/// Texts and classes of the constant pool, by index.
struct Pool<'a> {
    entries: Vec<Constant<'a>>,
}

#[derive(Clone, Copy)]
enum Constant<'a> {
    Text(&'a [u8]),
    Class(u16),
    Other,
}

impl<'a> Pool<'a> {
    fn read(reader: &mut Reader<'a>) -> Option<Pool<'a>> {
        let count = reader.u16()?;
        let mut entries = vec![Constant::Other];
        while entries.len() < usize::from(count) {
            let tag = reader.u8()?;
            let entry = match tag {
                1 => {
                    let length = reader.u16()?;
                    Constant::Text(reader.skip(usize::from(length))?)
                }
                7 => Constant::Class(reader.u16()?),
                8 | 16 | 19 | 20 => reader.skip(2).map(|_| Constant::Other)?,
                15 => reader.skip(3).map(|_| Constant::Other)?,
                3 | 4 | 9 | 10 | 11 | 12 | 17 | 18 => reader.skip(4).map(|_| Constant::Other)?,
                5 | 6 => reader.skip(8).map(|_| Constant::Other)?,
                _ => return None,
            };
            entries.push(entry);
            if matches!(tag, 5 | 6) {
                entries.push(Constant::Other); // Longs and doubles take two indices.
            }
        }
        Some(Pool { entries })
    }

    fn text(&self, index: u16) -> Option<String> {
        match self.entries.get(usize::from(index))? {
            // Names with characters that class files encode in another way than UTF-8 are shown inexactly.
            Constant::Text(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
            _ => None,
        }
    }

    fn class(&self, index: u16) -> Option<String> {
        match self.entries.get(usize::from(index))? {
            Constant::Class(name) => self.text(*name),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(descriptor: &str, want: Option<&[&str]>) {
        let types = parameters(descriptor);
        let types = types.as_ref().map(|types| types.iter().map(String::as_str).collect());
        assert_eq!(types, want.map(<[&str]>::to_vec), "{descriptor}");
    }

    #[test]
    fn types_of_parameters() {
        check("()V", Some(&[]));
        check(
            "(I[[Ljava/lang/String;JLp/A$B;)V",
            Some(&["int", "java.lang.String[][]", "long", "p.A$B"]),
        );
        check("(Q)V", None);
        check("([)V", None);
        check("(Lp/A)V", None);
        check("I", None);
    }

    #[test]
    fn what_is_no_class_file() {
        for bytes in
            [&b""[..], b"\xca\xfe\xba\xbe", b"\xca\xfe\xba\xbe\0\0\0\x34\0\x05\x01\xff\xff"]
        {
            assert_eq!(summary(bytes), None);
        }
    }
}
