//! What the bytes of an object hold.
#[derive(Clone, Debug)]
pub(crate) struct Contents;
