//! What the subjects, the stream and the bucket of a job are called.

/// The names of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Names {
    prefix: String,
    job: String,
}

/// What streams and buckets of jobs begin with.
pub(crate) const STREAM: &str = "KLEW_";
/// What the stream of an object store begins with.
pub(crate) const OBJECTS: &str = "OBJ_";
/// The consumers of a job's stream.
pub(crate) const PIECES: &str = "pieces";
/// See [`PIECES`].
pub(crate) const SAID: &str = "said";

/// Where jobs are announced.
pub(crate) fn announcements(prefix: &str) -> String {
    format!("{prefix}.jobs")
}

/// Where somebody asks which jobs there are.
pub(crate) fn question(prefix: &str) -> String {
    format!("{prefix}.which")
}

/// Whether that can be the beginning of subjects.
pub(crate) fn is_prefix(prefix: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    !prefix.is_empty() && prefix.len() <= 64 && prefix.chars().all(is_letter)
}

/// Whether that can be the name of a job.
pub(crate) fn is_job(job: &str) -> bool {
    job.len() == 32 && is_hash_letters(job)
}

/// Whether that can be a content hash.
pub(crate) fn is_hash(hash: &str) -> bool {
    hash.len() == 64 && is_hash_letters(hash)
}

fn is_hash_letters(text: &str) -> bool {
    text.bytes().all(|letter| matches!(letter, b'0'..=b'9' | b'a'..=b'f'))
}

/// A number that nobody else has.
pub(crate) fn number() -> Option<String> {
    let mut number = [0; 16];
    getrandom::fill(&mut number).ok()?;
    Some(number.iter().map(|byte| format!("{byte:02x}")).collect())
}

impl Names {
    /// Of a job that nobody offered before.
    pub(crate) fn of_new(prefix: &str) -> Option<Names> {
        Some(Names { prefix: prefix.to_owned(), job: number()? })
    }

    /// Of a job that was announced; none if it can be none.
    pub(crate) fn of(prefix: &str, job: &str) -> Option<Names> {
        is_job(job).then(|| Names { prefix: prefix.to_owned(), job: job.to_owned() })
    }

    pub(crate) fn job(&self) -> &str {
        &self.job
    }

    /// The stream of pieces and of what is said, and the bucket of objects.
    pub(crate) fn stream(&self) -> String {
        format!("{STREAM}{}", self.job)
    }

    pub(crate) fn pieces(&self) -> String {
        format!("{}.{}.piece", self.prefix, self.job)
    }

    pub(crate) fn said(&self) -> String {
        format!("{}.{}.said", self.prefix, self.job)
    }

    /// What the call tells its workers.
    pub(crate) fn told(&self) -> String {
        format!("{}.{}.told", self.prefix, self.job)
    }

    pub(crate) fn announcements(&self) -> String {
        announcements(&self.prefix)
    }

    pub(crate) fn question(&self) -> String {
        question(&self.prefix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_of_one_job() {
        let (one, other) = (Names::of_new("klew").unwrap(), Names::of_new("klew").unwrap());
        assert_ne!(one, other);
        assert_eq!(Names::of("klew", one.job()), Some(one));
        assert_eq!(Names::of("klew", "0123"), None);
        assert_eq!(Names::of("klew", &format!("{}>", "0".repeat(31))), None);
    }

    #[test]
    fn prefixes_are_one_word() {
        assert!(is_prefix("team-a_1"));
        for prefix in ["", "a.b", "a b", "*", ">", "$SYS", &"a".repeat(65)] {
            assert!(!is_prefix(prefix), "{prefix}");
        }
    }
}
