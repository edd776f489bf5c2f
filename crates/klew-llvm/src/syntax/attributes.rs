//! Attributes of functions, parameters and call sites. Lists repeat endlessly in LLVM's text, so
//! they are interned.

use super::TypeId;
use rustc_hash::FxHashMap;

/// An interned list of attributes; [`AttributesId::NONE`] is the empty list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AttributesId(pub u32);

impl AttributesId {
    /// The empty list.
    pub const NONE: AttributesId = AttributesId(0);
}

/// One attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Attribute {
    /// `noreturn`, or with its arguments as text: `dereferenceable(8)`, `memory(none)`
    Word(Box<str>),
    /// `byval(T)`, `sret(T)`, `elementtype(T)`, …
    Typed(Box<str>, TypeId),
    /// `align 8`
    Align(u64),
    /// `#3`, a group of the module
    Group(u32),
    /// `"key"` or `"key"="value"`
    Text(Box<str>, Option<Box<str>>),
}

/// All attribute lists of a module, and its groups `attributes #N = { … }`.
#[derive(Clone, Debug)]
pub struct AttributeTable {
    lists: Vec<Box<[Attribute]>>,
    ids: FxHashMap<Box<[Attribute]>, AttributesId>,
    /// Groups in the order of the text.
    pub groups: Vec<(u32, Box<[Attribute]>)>,
    group_index: FxHashMap<u32, u32>,
}

impl Default for AttributeTable {
    fn default() -> Self {
        AttributeTable {
            lists: vec![Box::default()],
            ids: std::iter::once((Box::default(), AttributesId::NONE)).collect(),
            groups: Vec::new(),
            group_index: FxHashMap::default(),
        }
    }
}

impl AttributeTable {
    /// The id of a list.
    pub fn intern(&mut self, list: Vec<Attribute>) -> AttributesId {
        let list = list.into_boxed_slice();
        if let Some(&id) = self.ids.get(&list) {
            return id;
        }
        let id = AttributesId(self.lists.len() as u32);
        self.lists.push(list.clone());
        self.ids.insert(list, id);
        id
    }

    /// Defines a group.
    pub fn define_group(&mut self, number: u32, list: Vec<Attribute>) {
        self.group_index.insert(number, self.groups.len() as u32);
        self.groups.push((number, list.into_boxed_slice()));
    }

    /// The attributes as written, groups not expanded.
    pub fn get(&self, id: AttributesId) -> &[Attribute] {
        &self.lists[id.0 as usize]
    }

    /// The attributes with groups expanded.
    pub fn expanded(&self, id: AttributesId) -> impl Iterator<Item = &Attribute> {
        self.get(id).iter().flat_map(|attribute| match attribute {
            Attribute::Group(number) => match self.group_index.get(number) {
                Some(&index) => &*self.groups[index as usize].1,
                None => &[],
            },
            _ => std::slice::from_ref(attribute),
        })
    }

    /// Whether the list (or one of its groups) has the word, such as `noreturn` or `zeroext`.
    pub fn has(&self, id: AttributesId, word: &str) -> bool {
        self.expanded(id).any(|attribute| matches!(attribute, Attribute::Word(w) if **w == *word))
    }

    /// The type of `word(T)`, such as `byval` or `sret`.
    pub fn typed(&self, id: AttributesId, word: &str) -> Option<TypeId> {
        self.expanded(id).find_map(|attribute| match attribute {
            Attribute::Typed(w, ty) if **w == *word => Some(*ty),
            _ => None,
        })
    }

    /// The value of `align N`.
    pub fn align(&self, id: AttributesId) -> Option<u64> {
        self.expanded(id).find_map(|attribute| match attribute {
            Attribute::Align(align) => Some(*align),
            _ => None,
        })
    }
}
