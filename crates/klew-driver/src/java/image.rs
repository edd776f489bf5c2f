//! Reads the JDK's `lib/modules`: the file that holds the classes of a JDK from version 9 on.
//!
//! Format: `jdk.internal.jimage` (`BasicImageReader`, `ImageLocation`, `ImageStringsReader`) in the JDK's sources.
//! A header, then a perfect hash table (redirections and offsets of attributes), attributes, strings, contents.
//! Only the index is kept in memory; contents are read where they are asked for.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

const MAGIC: u32 = 0xCAFE_DADA;
const HEADER: usize = 28;
/// Offset basis and multiplier of the hash.
const SEED: u32 = 0x0100_0193;

/// Kinds of attributes of a resource.
const MODULE: usize = 1;
const PARENT: usize = 2;
const BASE: usize = 3;
const EXTENSION: usize = 4;
const OFFSET: usize = 5;
const COMPRESSED: usize = 6;
const UNCOMPRESSED: usize = 7;

/// An open image.
#[derive(Debug)]
pub struct Image {
    file: File,
    length: u64,
    big_endian: bool,
    entries: usize,
    /// Redirections, offsets, attributes and strings.
    index: Vec<u8>,
    attributes: usize,
    strings: usize,
}

impl Image {
    /// Opens it and reads its index.
    pub fn open(path: &Path) -> io::Result<Image> {
        let file = File::open(path)?;
        let mut header = [0; HEADER];
        file.read_exact_at(&mut header, 0)?;
        let word = |at: usize| [header[at], header[at + 1], header[at + 2], header[at + 3]];
        let big_endian = match u32::from_le_bytes(word(0)) {
            MAGIC => false,
            other if other.swap_bytes() == MAGIC => true,
            _ => return Err(malformed("it is no image of Java modules")),
        };
        let number = |at: usize| {
            let bytes = word(at);
            let number =
                if big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) };
            number as usize
        };
        let (entries, attributes, strings) = (number(16), number(20), number(24));
        let size = 8 * entries + attributes + strings;
        let length = file.metadata()?.len();
        if size as u64 > length || entries == 0 {
            return Err(malformed("its index does not fit into it"));
        }
        let mut index = vec![0; size];
        file.read_exact_at(&mut index, HEADER as u64)?;
        let attributes_start = 8 * entries;
        Ok(Image {
            file,
            length,
            big_endian,
            entries,
            index,
            attributes: attributes_start,
            strings: attributes_start + attributes,
        })
    }

    /// The class file of a class, named as class files do: `java/util/List`.
    pub fn class(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let Some((package, _)) = name.rsplit_once('/') else { return Ok(None) };
        let packages = format!("/packages/{}", package.replace('/', "."));
        let Some(modules) = self.resource(&packages)? else { return Ok(None) };
        // Pairs of whether the package is empty in a module, and the module's name.
        for pair in modules.chunks_exact(8) {
            let module = self.string(self.number(&pair[4..]) as usize)?;
            if let Some(bytes) = self.resource(&format!("/{module}/{name}.class"))? {
                return Ok(Some(bytes));
            }
        }
        Ok(None)
    }

    fn resource(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let slot = hash(name, SEED) as usize % self.entries;
        let redirection = self.number(self.bytes(4 * slot, 4)?) as i32;
        let slot = match redirection {
            0 => return Ok(None),
            1.. => hash(name, redirection as u32) as usize % self.entries,
            _ => (-1 - i64::from(redirection)) as usize,
        };
        if slot >= self.entries {
            return Err(malformed("a redirection leaves its index"));
        }
        let offset = self.number(self.bytes(4 * (self.entries + slot), 4)?) as usize;
        let location = self.location(offset)?;
        if !self.is_named(&location, name)? {
            return Ok(None);
        }
        if location[COMPRESSED] != 0 {
            return Err(malformed("it is compressed (jlink --compress), which klew does not read"));
        }
        let contents = (HEADER + self.index.len()) as u64;
        let start = contents
            .checked_add(location[OFFSET])
            .ok_or_else(|| malformed("a resource lies outside of it"))?;
        let size = location[UNCOMPRESSED];
        if start.checked_add(size).is_none_or(|end| end > self.length) {
            return Err(malformed("a resource lies outside of it"));
        }
        let mut bytes = vec![0; size as usize];
        self.file.read_exact_at(&mut bytes, start)?;
        Ok(Some(bytes))
    }

    /// The attributes of a resource, by kind.
    fn location(&self, offset: usize) -> io::Result<[u64; 8]> {
        let mut values = [0; 8];
        let mut at = self.attributes + offset;
        loop {
            let head = self.bytes(at, 1)?[0];
            let kind = usize::from(head >> 3);
            if kind == 0 {
                return Ok(values);
            }
            let length = usize::from(head & 7) + 1;
            let bytes = self.bytes(at + 1, length)?;
            let value = bytes.iter().fold(0, |value, &byte| value << 8 | u64::from(byte));
            *values.get_mut(kind).ok_or_else(|| malformed("an unknown attribute"))? = value;
            at += 1 + length;
        }
    }

    fn is_named(&self, location: &[u64; 8], name: &str) -> io::Result<bool> {
        let part = |kind: usize| self.string(location[kind] as usize);
        let mut full = String::new();
        let (module, parent, extension) = (part(MODULE)?, part(PARENT)?, part(EXTENSION)?);
        if !module.is_empty() {
            full.push('/');
            full.push_str(module);
            full.push('/');
        }
        if !parent.is_empty() {
            full.push_str(parent);
            full.push('/');
        }
        full.push_str(part(BASE)?);
        if !extension.is_empty() {
            full.push('.');
            full.push_str(extension);
        }
        Ok(full == name)
    }

    fn string(&self, offset: usize) -> io::Result<&str> {
        let rest = self.index.get(self.strings + offset..).unwrap_or_default();
        let end = rest.iter().position(|&byte| byte == 0);
        end.and_then(|end| std::str::from_utf8(&rest[..end]).ok())
            .ok_or_else(|| malformed("a name is no text"))
    }

    fn bytes(&self, at: usize, length: usize) -> io::Result<&[u8]> {
        self.index.get(at..at + length).ok_or_else(|| malformed("its index is cut off"))
    }

    /// The number of four bytes.
    fn number(&self, bytes: &[u8]) -> u32 {
        let bytes = bytes.iter().take(4);
        let add = |number: u32, &byte: &u8| number << 8 | u32::from(byte);
        if self.big_endian { bytes.fold(0, add) } else { bytes.rev().fold(0, add) }
    }
}

fn hash(name: &str, seed: u32) -> u32 {
    name.bytes().fold(seed, |hash, byte| hash.wrapping_mul(SEED) ^ u32::from(byte)) & 0x7FFF_FFFF
}

fn malformed(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}
