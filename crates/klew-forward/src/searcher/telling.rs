//! The path that takes the fewest words to tell ([`crate::telling`]): runs of many lengths at few places.

use super::least::Least;

/// What takes the fewest words, the newest first.
pub fn fewest_words() -> Least {
    Least::of(|prospect| prospect.words.into())
}
