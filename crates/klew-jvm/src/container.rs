//! Where classes come from, in memory: the crate reads no files.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use crate::Error;

/// Gives class files by internal name (`java/lang/Object`), as the image of a JDK does.
pub trait ClassSource {
    /// The bytes of that class, if there is one.
    fn class(&self, name: &str) -> Option<Vec<u8>>;

    /// Keys and values of the system properties that do not depend on the machine and the user; asked for only where
    /// a program may read them.
    fn properties(&self) -> Vec<(String, String)> {
        Vec::new()
    }
}

/// A folder or jar: class files by internal name.
#[derive(Clone, Debug, Default)]
pub struct Container {
    /// What it is called in messages.
    pub name: String,
    /// Class files by internal name.
    pub classes: BTreeMap<String, Vec<u8>>,
}

/// The most bytes that a class file in a jar may have.
const MOST_BYTES: u64 = 1 << 26;

impl Container {
    /// An empty one.
    pub fn new(name: impl Into<String>) -> Container {
        Container { name: name.into(), classes: BTreeMap::new() }
    }

    /// Adds a class file; its name is read from it.
    pub fn add(&mut self, bytes: Vec<u8>) -> Result<(), Error> {
        let class = crate::class_file::ClassFile::read(&bytes)
            .map_err(|why| Error::Malformed { name: self.name.clone(), why })?;
        self.classes.insert(class.name.to_string(), bytes);
        Ok(())
    }

    /// Reads a jar.
    pub fn jar(name: impl Into<String>, bytes: &[u8]) -> Result<Container, Error> {
        let name = name.into();
        let bad =
            |why: &dyn std::fmt::Display| Error::Jar { name: name.clone(), why: why.to_string() };
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|why| bad(&why))?;
        let mut classes = BTreeMap::new();
        for index in 0..archive.len() {
            let entry = archive.by_index(index).map_err(|why| bad(&why))?;
            let path = entry.name().map_err(|why| bad(&why))?.into_owned();
            let Some(class) = path.strip_suffix(".class").map(str::to_owned) else { continue };
            if class.starts_with("META-INF/") || class.ends_with("module-info") {
                continue;
            }
            let mut bytes = Vec::new();
            entry.take(MOST_BYTES).read_to_end(&mut bytes).map_err(|why| bad(&why))?;
            classes.insert(class, bytes);
        }
        Ok(Container { name, classes })
    }
}
