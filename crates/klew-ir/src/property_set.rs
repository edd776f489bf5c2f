//! Sets of properties.

use crate::Property;

/// A set of properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PropertySet(u32);

impl PropertySet {
    /// None.
    pub const EMPTY: PropertySet = PropertySet(0);

    /// All.
    pub fn all() -> PropertySet {
        Property::ALL.into_iter().collect()
    }

    /// With that one, too.
    #[must_use]
    pub fn with(self, property: Property) -> PropertySet {
        PropertySet(self.0 | 1 << property as u32)
    }

    /// Without that one.
    #[must_use]
    pub fn without(self, property: Property) -> PropertySet {
        PropertySet(self.0 & !(1 << property as u32))
    }

    /// Whether it is in.
    pub fn contains(self, property: Property) -> bool {
        self.0 & (1 << property as u32) != 0
    }

    /// Those that are in, in the order of [`Property::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Property> {
        Property::ALL.into_iter().filter(move |&property| self.contains(property))
    }
}

impl FromIterator<Property> for PropertySet {
    fn from_iter<I: IntoIterator<Item = Property>>(properties: I) -> PropertySet {
        properties.into_iter().fold(PropertySet::EMPTY, PropertySet::with)
    }
}
