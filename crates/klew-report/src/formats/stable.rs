//! Names for things that stay the same from run to run: hashes of what they are.

use sha2::{Digest, Sha256};

/// The SHA-256 of bytes, in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The hash of several texts; where one ends and the next begins matters.
pub fn hash(parts: &[&str]) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part.as_bytes());
    }
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// An identifier in the form of a UUID that is made of a name (version 8 of RFC 9562: hashes of one's own).
pub fn uuid(parts: &[&str]) -> String {
    let hash = hash(parts);
    let part = |from: usize, to: usize| &hash[from..to];
    format!("{}-{}-8{}-a{}-{}", part(0, 8), part(8, 12), part(13, 16), part(17, 20), part(20, 32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes() {
        assert!(sha256(b"").starts_with("e3b0c44298fc1c14"));
        assert_ne!(hash(&["ab", "c"]), hash(&["a", "bc"]));
        let uuid = uuid(&["a"]);
        let lengths: Vec<usize> = uuid.split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12]);
        assert!(uuid[14..].starts_with('8'));
    }
}
