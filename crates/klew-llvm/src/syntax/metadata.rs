//! Metadata, generic: a node is `!Name(key: value, …)` or a tuple `!{…}`. Names and keys are
//! interned words. What the nodes mean is in [`crate::debug_info`].

use super::{TypeId, TypedValue};
use rustc_hash::FxHashMap;

/// The number of a node: 12 for `!12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MetadataId(pub u32);

/// An interned word of the metadata: a node's name, a key, a constant like `DW_TAG_member`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Word(pub u32);

/// A node.
#[derive(Clone, Debug, PartialEq)]
pub enum MetadataNode {
    /// `!{…}`
    Tuple {
        /// Whether it differs from any equal node.
        distinct: bool,
        /// The operands.
        elements: Box<[MetadataValue]>,
    },
    /// `!Name(key: value, …)`; positional arguments have no key
    Specialized {
        /// Whether it differs from any equal node.
        distinct: bool,
        /// `DILocation`, …
        name: Word,
        /// The arguments.
        fields: Box<[(Option<Word>, MetadataValue)]>,
    },
}

/// An operand of a node.
#[derive(Clone, Debug, PartialEq)]
pub enum MetadataValue {
    /// `null`
    Null,
    /// `!12`
    Node(MetadataId),
    /// `!"text"` or, as the value of a key, `"text"`
    Text(Box<str>),
    /// A node in place: `!DIExpression()`
    Inline(Box<MetadataNode>),
    /// A value with its type: `i32 7`, `ptr %x`
    Value(Box<TypedValue>),
    /// A type alone.
    Type(TypeId),
    /// A number.
    Integer(i64),
    /// A word, a disjunction of words `A | B`, or a number beyond 64 bits.
    Words(Box<[Word]>),
    /// `{!1, !2}`
    List(Box<[MetadataValue]>),
}

/// Metadata hung on an instruction, function or global: `!dbg !7`.
#[derive(Clone, Debug, PartialEq)]
pub struct Attachment {
    /// The kind: `dbg`, `tbaa`, …
    pub kind: Word,
    /// The node.
    pub value: MetadataValue,
}

/// `!llvm.module.flags = !{…}`
#[derive(Clone, Debug, PartialEq)]
pub struct NamedMetadata {
    /// The name without `!`.
    pub name: Box<str>,
    /// The operands.
    pub elements: Box<[MetadataValue]>,
}

/// All numbered and named metadata of a module.
#[derive(Clone, Debug, Default)]
pub struct MetadataTable {
    nodes: Vec<(MetadataId, MetadataNode)>,
    index: FxHashMap<MetadataId, u32>,
    words: Vec<Box<str>>,
    word_ids: FxHashMap<Box<str>, Word>,
    /// Named metadata in the order of the text.
    pub named: Vec<NamedMetadata>,
}

impl MetadataTable {
    /// The id of a word, interned if new.
    pub fn intern(&mut self, word: &str) -> Word {
        if let Some(&id) = self.word_ids.get(word) {
            return id;
        }
        let id = Word(self.words.len() as u32);
        self.words.push(word.into());
        self.word_ids.insert(word.into(), id);
        id
    }

    /// The text of a word.
    pub fn word(&self, word: Word) -> &str {
        &self.words[word.0 as usize]
    }

    /// Adds a node; a later node of the same number replaces the earlier.
    pub fn define(&mut self, id: MetadataId, node: MetadataNode) {
        self.index.insert(id, self.nodes.len() as u32);
        self.nodes.push((id, node));
    }

    /// The node of a number.
    pub fn node(&self, id: MetadataId) -> Option<&MetadataNode> {
        let index = *self.index.get(&id)?;
        Some(&self.nodes[index as usize].1)
    }

    /// All nodes in the order of the text.
    pub fn nodes(&self) -> &[(MetadataId, MetadataNode)] {
        &self.nodes
    }

    /// Name of a specialized node, such as `DILocation`.
    pub fn name<'t>(&'t self, node: &MetadataNode) -> Option<&'t str> {
        match node {
            MetadataNode::Tuple { .. } => None,
            MetadataNode::Specialized { name, .. } => Some(self.word(*name)),
        }
    }

    /// The value of a key of a specialized node.
    pub fn field<'n>(&self, node: &'n MetadataNode, key: &str) -> Option<&'n MetadataValue> {
        let MetadataNode::Specialized { fields, .. } = node else {
            return None;
        };
        let key = *self.word_ids.get(key)?;
        fields.iter().find_map(|(k, value)| (*k == Some(key)).then_some(value))
    }

    /// The node a value stands for: a reference resolved, or a node in place.
    pub fn resolve<'t>(&'t self, value: &'t MetadataValue) -> Option<&'t MetadataNode> {
        match value {
            MetadataValue::Node(id) => self.node(*id),
            MetadataValue::Inline(node) => Some(node),
            _ => None,
        }
    }

    /// The value of an attachment of this kind.
    pub fn attachment<'n>(&self, list: &'n [Attachment], kind: &str) -> Option<&'n MetadataValue> {
        let kind = *self.word_ids.get(kind)?;
        list.iter().find_map(|attachment| (attachment.kind == kind).then_some(&attachment.value))
    }
}
