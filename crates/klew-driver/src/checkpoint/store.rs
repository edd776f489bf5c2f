//! The store of a checkpoint: names and values in an embedded database (redb), which keeps what it acknowledged whatever ends the
//! process or the machine.
//!
//! Values carry a hash of their own, and the whole file is looked through when it is opened.
//!
//! **Invariant**: what could not be written stays to be written; what was, stays readable.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use crate::error::UserError;

const FILE: &str = "checkpoint.redb";

const TABLE: TableDefinition<'static, &str, &[u8]> = TableDefinition::new("klew");

/// Memory for what was read of the file.
const CACHE: usize = 4 << 20;

/// The store in a folder.
pub struct Store {
    path: PathBuf,
    /// None after an error, until it can be opened again.
    database: Option<Database>,
    values: BTreeMap<String, Vec<u8>>,
    /// What is to be written, or taken away.
    pending: BTreeMap<String, Option<Vec<u8>>>,
}

/// A checkpoint that cannot be read.
pub fn damaged(folder: &Path, why: &str) -> UserError {
    UserError::new(format!("the checkpoint in {} is damaged: {why}", folder.display()))
        .help("nothing in it can be relied on; begin anew, in another folder")
}

impl Store {
    /// Whether a folder has one.
    pub fn is_in(folder: &Path) -> bool {
        folder.join(FILE).exists()
    }

    /// Whether a process works on it: it holds a lock then.
    pub fn is_in_use(folder: &Path) -> bool {
        let file = std::fs::File::open(folder.join(FILE));
        file.is_ok_and(|file| file.try_lock().is_err())
    }

    /// A new one; the folder is made if it is not there.
    pub fn create(folder: &Path) -> Result<Store, UserError> {
        let cannot =
            |error: &dyn std::fmt::Display| super::cannot_write(folder, &error.to_string());
        std::fs::create_dir_all(folder).map_err(|error| cannot(&error))?;
        let path = folder.join(FILE);
        let database = Database::builder().set_cache_size(CACHE).create(&path);
        let database = Some(database.map_err(|error| cannot(&error))?);
        Ok(Store { path, database, values: BTreeMap::new(), pending: BTreeMap::new() })
    }

    /// The one that is there.
    pub fn open(folder: &Path) -> Result<Store, UserError> {
        let path = folder.join(FILE);
        if !path.exists() {
            return Err(UserError::new(format!("there is no checkpoint in {}", folder.display()))
                .help("klew check … --checkpoint DIR writes one"));
        }
        // Where bytes were changed, the database's own code may stop in the middle.
        let read = quietly(|| {
            let mut database = Database::builder().set_cache_size(CACHE).open(&path)?;
            database.check_integrity()?;
            let values = read_all(&database)?;
            Ok((database, values))
        });
        let (database, values) = match read {
            Ok(Ok(read)) => read,
            Ok(Err(redb::Error::DatabaseAlreadyOpen)) => {
                let message = format!("another klew is at work on {}", folder.display());
                return Err(UserError::new(message).help("klew status DIR says how far it is"));
            }
            Ok(Err(error)) => return Err(damaged(folder, &error.to_string())),
            Err(_) => return Err(damaged(folder, "its file is not as it was written")),
        };
        let mut whole = BTreeMap::new();
        for (name, value) in values {
            let Some(value) = checked(&value) else {
                return Err(damaged(folder, &format!("`{name}` is not as it was written")));
            };
            whole.insert(name, value);
        }
        Ok(Store { path, database: Some(database), values: whole, pending: BTreeMap::new() })
    }

    /// A value that was there when it was opened.
    pub fn json<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        serde_json::from_slice(self.values.get(name)?).ok()
    }

    /// The same, as text.
    pub fn text(&self, name: &str) -> Option<&str> {
        std::str::from_utf8(self.values.get(name)?).ok()
    }

    /// The names that begin so, in their order.
    pub fn names<'s>(&'s self, beginning: &'s str) -> impl Iterator<Item = &'s str> {
        let names = self.values.range(beginning.to_owned()..).map(|(name, _)| name.as_str());
        names.take_while(move |name| name.starts_with(beginning))
    }

    /// Is to be written.
    pub fn put(&mut self, name: &str, value: &[u8]) {
        let mut whole = Sha256::digest(value).to_vec();
        whole.extend_from_slice(value);
        self.pending.insert(name.to_owned(), Some(whole));
    }

    /// As [`Store::put`].
    pub fn put_json<T: Serialize>(&mut self, name: &str, value: &T) {
        if let Ok(text) = serde_json::to_vec(value) {
            self.put(name, &text);
        }
    }

    /// Is to be taken away.
    pub fn remove(&mut self, name: &str) {
        self.pending.insert(name.to_owned(), None);
    }

    /// Whether there is something to write.
    pub fn is_dirty(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Writes all that is to be written, or nothing.
    pub fn write(&mut self) -> Result<(), String> {
        let written = quietly(|| self.commit());
        let written =
            written.unwrap_or_else(|_| Err("its file is not as it was written".to_owned()));
        match &written {
            Ok(()) => self.pending.clear(),
            // It has to be opened again after an error.
            Err(_) => drop(quietly(|| self.database.take())),
        }
        written
    }

    fn commit(&mut self) -> Result<(), String> {
        let said = |error: &dyn std::fmt::Display| error.to_string();
        if self.database.is_none() {
            let opened = Database::builder().set_cache_size(CACHE).open(&self.path);
            self.database = Some(opened.map_err(|error| said(&error))?);
        }
        let Some(database) = &self.database else { return Ok(()) };
        let transaction = database.begin_write().map_err(|error| said(&error))?;
        {
            let mut table = transaction.open_table(TABLE).map_err(|error| said(&error))?;
            for (name, value) in &self.pending {
                match value {
                    Some(value) => table.insert(name.as_str(), value.as_slice()).map(drop),
                    None => table.remove(name.as_str()).map(drop),
                }
                .map_err(|error| said(&error))?;
            }
        }
        transaction.commit().map_err(|error| said(&error))
    }
}

/// Whatever it does, without a word of a panic.
fn quietly<T>(act: impl FnOnce() -> T) -> Result<T, Box<dyn Any + Send>> {
    let own = std::thread::current().id();
    let hook = std::sync::Arc::new(std::panic::take_hook());
    let others = std::sync::Arc::clone(&hook);
    std::panic::set_hook(Box::new(move |info| {
        if std::thread::current().id() != own {
            others(info);
        }
    }));
    let done = catch_unwind(AssertUnwindSafe(act));
    std::panic::set_hook(Box::new(move |info| hook(info)));
    done
}

fn checked(value: &[u8]) -> Option<Vec<u8>> {
    let (hash, value) = value.split_at_checked(32)?;
    (Sha256::digest(value).as_slice() == hash).then(|| value.to_vec())
}

type Values = Vec<(String, Vec<u8>)>;

fn read_all(database: &Database) -> Result<Values, redb::Error> {
    let transaction = database.begin_read()?;
    let table = match transaction.open_table(TABLE) {
        Err(redb::TableError::TableDoesNotExist(_)) => return Ok(Vec::new()),
        table => table?,
    };
    let mut all = Vec::new();
    for entry in table.iter()? {
        let (name, value) = entry?;
        all.push((name.value().to_owned(), value.value().to_vec()));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(folder: &Path) -> Vec<u8> {
        let mut store = Store::create(folder).unwrap();
        for number in 0..40 {
            store.put_json(&format!("entry/{number:03}"), &"x".repeat(number * 20));
            store.write().unwrap();
        }
        drop(store);
        std::fs::read(folder.join(FILE)).unwrap()
    }

    #[test]
    fn what_was_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        filled(folder.path());
        let mut store = Store::open(folder.path()).unwrap();
        assert_eq!(store.names("entry/").count(), 40);
        assert_eq!(store.json::<String>("entry/002").map(|text| text.len()), Some(40));
        let busy = Store::open(folder.path()).err().unwrap();
        assert!(busy.message.contains("another klew is at work"), "{busy}");
        store.remove("entry/002");
        store.write().unwrap();
        drop(store);
        assert_eq!(Store::open(folder.path()).unwrap().names("entry/").count(), 39);
    }

    /// Cut short or with bits flipped, it is refused, or is what was written once.
    #[test]
    fn a_file_that_was_changed() {
        let folder = tempfile::tempdir().unwrap();
        let whole = filled(folder.path());
        let path = folder.path().join(FILE);
        let (mut refused, mut read, mut seed) = (0, 0, 1_u64);
        let mut look = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            match Store::open(folder.path()) {
                Err(error) => {
                    assert!(error.message.contains("damaged"), "{error}");
                    refused += 1;
                }
                Ok(store) => {
                    for number in 0..40 {
                        let text = store.json::<String>(&format!("entry/{number:03}"));
                        assert!(text.is_none_or(|text| text == "x".repeat(number * 20)));
                    }
                    read += 1;
                }
            }
        };
        for part in 0..12 {
            look(&whole[..whole.len() * part / 12]);
        }
        for _ in 0..120 {
            let mut changed = whole.clone();
            for _ in 0..4 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let at = (seed >> 16) as usize % changed.len();
                changed[at] ^= 1 << (seed >> 60 & 7);
            }
            look(&changed);
        }
        assert!(refused > 12 && read > 0, "{refused} refused, {read} read");
    }
}
