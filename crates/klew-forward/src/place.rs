//! Where an access goes.

use klew_memory::ObjectId;
use klew_term::TermId;

/// Where an access goes, once its object is known.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// A concrete offset.
    At(ObjectId, u64),
    /// A symbolic offset.
    Within(ObjectId, TermId),
}

impl Place {
    /// The object.
    pub fn object(self) -> ObjectId {
        match self {
            Place::At(object, _) | Place::Within(object, _) => object,
        }
    }
}
