//! Bodies of messages: short ones travel as they are, long ones lie in the job's bucket, under their content hash and a number that makes
//! the object this message's own: who has read it removes it.
//!
//! **Invariant**: nothing is read that is larger than [`MOST`], and an object is what its hash says.

use async_nats::jetstream::object_store::{GetErrorKind, ObjectStore};
use sha2::{Digest, Sha256};
use tokio::io::AsyncReadExt;

use crate::{QueueError, names};

/// The largest body, in bytes.
pub(crate) const MOST: usize = 256 << 20;
/// What is longer is an object.
const SHORT: usize = 256 << 10;

const AS_IT_IS: u8 = b'=';
const BY_HASH: u8 = b'#';

/// The content hash of an object.
pub(crate) fn hash(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Puts an object into the bucket; gives its hash.
pub(crate) async fn put(bucket: &ObjectStore, content: &[u8]) -> Result<String, QueueError> {
    if content.len() > MOST {
        return Err(QueueError::Malformed(format!("{} bytes are too many", content.len())));
    }
    put_as(bucket, hash(content), content).await
}

async fn put_as(bucket: &ObjectStore, name: String, content: &[u8]) -> Result<String, QueueError> {
    let mut reader = content;
    bucket.put(&*name, &mut reader).await.map_err(QueueError::server)?;
    Ok(name)
}

/// Gets an object out of the bucket.
pub(crate) async fn get(bucket: &ObjectStore, wanted: &str) -> Result<Vec<u8>, QueueError> {
    if !names::is_hash(wanted) {
        return Err(QueueError::Malformed("what should be a content hash is none".to_owned()));
    }
    get_as(bucket, wanted, wanted).await
}

async fn get_as(bucket: &ObjectStore, name: &str, wanted: &str) -> Result<Vec<u8>, QueueError> {
    let object = bucket.get(name).await.map_err(|error| match error.kind() {
        GetErrorKind::NotFound => QueueError::Malformed("an object is not there".to_owned()),
        _ => QueueError::server(error),
    })?;
    if object.info().size > MOST {
        let size = object.info().size;
        return Err(QueueError::Malformed(format!("an object of {size} bytes is too large")));
    }
    let mut content = Vec::new();
    let mut object = object.take(MOST as u64 + 1);
    object.read_to_end(&mut content).await.map_err(QueueError::server)?;
    if hash(&content) != wanted {
        return Err(QueueError::Malformed("an object is not what its hash says".to_owned()));
    }
    Ok(content)
}

/// The body as a message holds it; what is long goes to the bucket.
pub(crate) async fn close(bucket: &ObjectStore, body: &[u8]) -> Result<Vec<u8>, QueueError> {
    let (kind, content) = match body.len() <= SHORT {
        true => (AS_IT_IS, body.to_owned()),
        false if body.len() > MOST => {
            return Err(QueueError::Malformed(format!("{} bytes are too many", body.len())));
        }
        false => {
            let number = names::number().ok_or(QueueError::Gone)?;
            let name = format!("{}.{number}", hash(body));
            (BY_HASH, put_as(bucket, name, body).await?.into_bytes())
        }
    };
    let mut message = vec![kind];
    message.extend(content);
    Ok(message)
}

/// The name and the content hash of an object of a message.
fn object(name: &[u8]) -> Option<(&str, &str)> {
    let name = std::str::from_utf8(name).ok()?;
    let (hash, number) = name.split_once('.')?;
    (names::is_hash(hash) && names::is_job(number)).then_some((name, hash))
}

/// What a message says that was closed.
pub(crate) async fn open(bucket: &ObjectStore, message: &[u8]) -> Result<Vec<u8>, QueueError> {
    let malformed = || QueueError::Malformed("a message is neither a body nor a hash".to_owned());
    match message.split_first() {
        Some((&AS_IT_IS, body)) => Ok(body.to_owned()),
        Some((&BY_HASH, name)) => {
            let (name, hash) = object(name).ok_or_else(malformed)?;
            get_as(bucket, name, hash).await
        }
        _ => Err(malformed()),
    }
}

/// Removes what a closed message left in the bucket, once it has been read.
pub(crate) async fn forget(bucket: &ObjectStore, message: &[u8]) {
    if let Some((&BY_HASH, name)) = message.split_first()
        && let Some((name, _)) = object(name)
    {
        // What stays goes with the bucket.
        let _ = bucket.delete(name).await;
    }
}
