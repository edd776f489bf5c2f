//! Prints metadata.

use super::{Printer, put};
use crate::syntax::{Attachment, MetadataNode, MetadataValue};
use std::fmt::Write;

impl<'m> Printer<'m> {
    pub(super) fn metadata_text(&mut self) {
        let module = self.module;
        for named in &module.metadata.named {
            put!(self, "!{} = !{{", named.name);
            self.separated(&named.elements, Self::metadata_value);
            self.put("}\n");
        }
        for (id, node) in module.metadata.nodes() {
            put!(self, "!{} = ", id.0);
            self.metadata_node(node);
            self.put("\n");
        }
    }

    fn metadata_node(&mut self, node: &'m MetadataNode) {
        let module = self.module;
        match node {
            MetadataNode::Tuple { distinct, elements } => {
                self.put(if *distinct { "distinct !{" } else { "!{" });
                self.separated(elements, Self::metadata_value);
                self.put("}");
            }
            MetadataNode::Specialized { distinct, name, fields } => {
                self.put(if *distinct { "distinct !" } else { "!" });
                self.put(module.metadata.word(*name));
                self.put("(");
                self.separated(fields, |printer, (key, value)| match (key, value) {
                    (Some(key), MetadataValue::Text(text)) => {
                        put!(printer, "{}: ", module.metadata.word(*key));
                        printer.quoted_text(text);
                    }
                    (Some(key), value) => {
                        put!(printer, "{}: ", module.metadata.word(*key));
                        printer.metadata_value(value);
                    }
                    (None, value) => printer.metadata_value(value),
                });
                self.put(")");
            }
        }
    }

    pub(super) fn metadata_value(&mut self, value: &'m MetadataValue) {
        let module = self.module;
        match value {
            MetadataValue::Null => self.put("null"),
            MetadataValue::Node(id) => put!(self, "!{}", id.0),
            MetadataValue::Text(text) => {
                self.put("!");
                self.quoted_text(text);
            }
            MetadataValue::Inline(node) => self.metadata_node(node),
            MetadataValue::Value(value) => self.typed_value(value),
            MetadataValue::Type(ty) => self.ty(*ty),
            MetadataValue::Integer(number) => put!(self, "{number}"),
            MetadataValue::Words(words) => {
                for (index, word) in words.iter().enumerate() {
                    self.put(if index > 0 { " | " } else { "" });
                    self.put(module.metadata.word(*word));
                }
            }
            MetadataValue::List(items) => {
                self.put("{");
                self.separated(items, Self::metadata_value);
                self.put("}");
            }
        }
    }

    /// `!kind !7`
    pub(super) fn attachment(&mut self, attachment: &'m Attachment) {
        let module = self.module;
        put!(self, "!{} ", module.metadata.word(attachment.kind));
        self.metadata_value(&attachment.value);
    }
}
