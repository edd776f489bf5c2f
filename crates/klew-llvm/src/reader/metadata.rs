//! Reads metadata: numbered nodes, named lists, attachments and debug records.

use super::{RawName, Read, Reader, Token, escapes, types};
use crate::syntax::{
    Attachment, MetadataId, MetadataNode, MetadataValue, NamedMetadata, Operation, TypedValue, Word,
};

impl<'a> Reader<'a> {
    /// `!name = !{…}` or `!3 = …`, the first token being at hand.
    pub(super) fn metadata_definition(&mut self) -> Read<()> {
        if let Token::Metadata(name) = self.token {
            self.advance();
            self.expect(b'=')?;
            self.require(self.token == Token::Exclaim, "`!`")?;
            self.advance();
            self.expect(b'{')?;
            let elements = self.list(b'}', Self::metadata_value)?;
            let named = NamedMetadata { name: name.into(), elements };
            self.module.metadata.named.push(named);
            return Ok(());
        }
        self.require(self.token == Token::Exclaim, "`!`")?;
        self.advance();
        let id = MetadataId(self.number()?);
        self.expect(b'=')?;
        let node = self.metadata_node()?;
        self.module.metadata.define(id, node);
        Ok(())
    }

    fn metadata_node(&mut self) -> Read<MetadataNode> {
        let distinct = self.accept_word("distinct");
        match self.advance() {
            Token::Metadata(name) => {
                let name = self.module.metadata.intern(name);
                self.expect(b'(')?;
                let fields = self.list(b')', Self::metadata_field)?;
                Ok(MetadataNode::Specialized { distinct, name, fields })
            }
            Token::Exclaim => {
                self.expect(b'{')?;
                let elements = self.list(b'}', Self::metadata_value)?;
                Ok(MetadataNode::Tuple { distinct, elements })
            }
            _ => Err(self.error("metadata node expected before here")),
        }
    }

    fn metadata_field(&mut self) -> Read<(Option<Word>, MetadataValue)> {
        let key = match self.token {
            Token::Label(RawName::Plain(key)) => {
                self.advance();
                Some(self.module.metadata.intern(key))
            }
            _ => None,
        };
        Ok((key, self.metadata_value()?))
    }

    /// Any operand of metadata.
    pub(super) fn metadata_value(&mut self) -> Read<MetadataValue> {
        self.nested(|reader| match reader.token {
            Token::Exclaim => reader.after_exclaim(),
            Token::Metadata(_) | Token::Word("distinct") => {
                Ok(MetadataValue::Inline(Box::new(reader.metadata_node()?)))
            }
            Token::Text(_) => Ok(MetadataValue::Text(reader.string()?)),
            Token::Number(digits) => {
                reader.advance();
                Ok(match digits.parse() {
                    Ok(number) => MetadataValue::Integer(number),
                    Err(_) => {
                        let word = reader.module.metadata.intern(digits);
                        MetadataValue::Words([word].into())
                    }
                })
            }
            Token::Word("null") => {
                reader.advance();
                Ok(MetadataValue::Null)
            }
            Token::Word(word) if !types::starts_type(word) => reader.metadata_words(),
            Token::Punctuation(b'{') if reader.at_metadata_list() => {
                reader.advance();
                Ok(MetadataValue::List(reader.list(b'}', Self::metadata_value)?))
            }
            _ => {
                let ty = reader.ty()?;
                if let Token::Punctuation(b',' | b')' | b'}') = reader.token {
                    return Ok(MetadataValue::Type(ty));
                }
                let value = reader.value(ty)?;
                Ok(MetadataValue::Value(Box::new(TypedValue { ty, value })))
            }
        })
    }

    fn after_exclaim(&mut self) -> Read<MetadataValue> {
        self.advance();
        match self.token {
            Token::Number(_) => Ok(MetadataValue::Node(MetadataId(self.number()?))),
            Token::Text(raw) => {
                self.advance();
                Ok(MetadataValue::Text(escapes::unescape_text(raw).into()))
            }
            Token::Punctuation(b'{') => {
                self.advance();
                let elements = self.list(b'}', Self::metadata_value)?;
                let node = MetadataNode::Tuple { distinct: false, elements };
                Ok(MetadataValue::Inline(Box::new(node)))
            }
            _ => self.expected("metadata"),
        }
    }

    fn metadata_words(&mut self) -> Read<MetadataValue> {
        let mut words = Vec::new();
        loop {
            let word = self.word("a word of metadata")?;
            words.push(self.module.metadata.intern(word));
            if !self.accept(b'|') {
                return Ok(MetadataValue::Words(words.into()));
            }
        }
    }

    /// Whether the brace at hand opens a list of metadata rather than a structure type.
    fn at_metadata_list(&self) -> bool {
        let rest = self.lexer.text()[self.lexer.position..].trim_start();
        rest.starts_with(['!', '}']) || rest.starts_with("null")
    }

    /// `!kind !7`
    pub(super) fn attachment(&mut self) -> Read<Attachment> {
        let Token::Metadata(kind) = self.token else {
            return self.expected("metadata");
        };
        self.advance();
        let kind = self.module.metadata.intern(kind);
        Ok(Attachment { kind, value: self.metadata_value()? })
    }

    /// `!kind !7 !kind !8`, without commas as functions have them.
    pub(super) fn attachments(&mut self) -> Read<Box<[Attachment]>> {
        let mut list = Vec::new();
        while let Token::Metadata(_) = self.token {
            list.push(self.attachment()?);
        }
        Ok(list.into())
    }

    /// `#dbg_value(…)`
    pub(super) fn debug_record(&mut self, word: &str) -> Read<Operation> {
        let Some(kind) = word.strip_prefix("dbg_") else {
            return self.expected("a debug record");
        };
        let kind = self.module.metadata.intern(kind);
        self.advance();
        self.expect(b'(')?;
        let arguments = self.list(b')', Self::metadata_value)?;
        Ok(Operation::DebugRecord { kind, arguments })
    }
}
