//! Source types.

use super::super::error::Result;
use super::Parser;
use crate::{InputObjects, SourceField, SourceType, SourceTypeId, text::lexer::Label};

impl Parser<'_> {
    /// What follows `type $label =`.
    pub(super) fn source_type(&mut self) -> Result<SourceType> {
        let place = self.cursor.place();
        Ok(match self.cursor.word("a kind of source type")?.as_str() {
            "unknown" => SourceType::Unknown,
            "void" => SourceType::Void,
            "function" => SourceType::Function,
            "int" => {
                let name = self.cursor.text()?;
                let bits = self.cursor.number()?;
                let signed = self.cursor.eat_word("signed");
                if !signed {
                    self.cursor.keyword("unsigned")?;
                }
                let character = self.cursor.eat_word("character");
                SourceType::Int { name, bits, signed, character }
            }
            "float" => SourceType::Float { name: self.cursor.text()?, bits: self.cursor.number()? },
            "pointer" => SourceType::Pointer(self.source_type_id()?),
            "array" => {
                let of = self.source_type_id()?;
                let count = if self.cursor.is_int() { Some(self.cursor.number()?) } else { None };
                SourceType::Array(of, count)
            }
            "alias" => SourceType::Alias(self.cursor.text()?, self.source_type_id()?),
            "record" => self.record(false)?,
            "union" => self.record(true)?,
            _ => return self.cursor.error_at(place, "unknown kind of source type"),
        })
    }

    fn record(&mut self, union: bool) -> Result<SourceType> {
        let name = self.cursor.text()?;
        self.cursor.keyword("size")?;
        let size = self.cursor.number()?;
        let tag = if self.cursor.eat_word("tag") { Some(self.cursor.number()?) } else { None };
        let inputs = if self.cursor.eat_word("only_made") {
            InputObjects::None
        } else if self.cursor.eat_word("values") {
            InputObjects::Values
        } else {
            InputObjects::Shared
        };
        let mut bases = Vec::new();
        if self.cursor.eat_word("extends") {
            bases.push(self.source_type_id()?);
            while self.cursor.eat(',') {
                bases.push(self.source_type_id()?);
            }
        }
        self.cursor.symbol('{')?;
        let mut fields = Vec::new();
        if !self.cursor.eat('}') {
            loop {
                fields.push(self.field()?);
                if !self.cursor.eat(',') {
                    break;
                }
            }
            self.cursor.symbol('}')?;
        }
        let elements =
            if self.cursor.eat_word("elements") { Some(self.source_type_id()?) } else { None };
        Ok(SourceType::Record { name, size, union, fields, bases, tag, inputs, elements })
    }

    fn field(&mut self) -> Result<SourceField> {
        let name = self.cursor.text()?;
        self.cursor.keyword("at")?;
        let bit_offset = self.cursor.number()?;
        let bit_width =
            if self.cursor.eat_word("bits") { Some(self.cursor.number()?) } else { None };
        let never_null = self.cursor.eat_word("never_null");
        let source_type = self.source_type_id()?;
        Ok(SourceField { name, bit_offset, bit_width, source_type, never_null })
    }

    pub(super) fn source_type_id(&mut self) -> Result<SourceTypeId> {
        let place = self.cursor.place();
        let label = self.cursor.label('$', "a source type, as $name")?;
        self.source_type_labelled(&label, place)
    }

    pub(super) fn source_type_labelled(&self, label: &Label, place: usize) -> Result<SourceTypeId> {
        match self.types.get(label) {
            Some(id) => Ok(*id),
            None => self.cursor.error_at(place, "there is no source type of that name"),
        }
    }

    /// `type $label`, if it comes on this line.
    pub(super) fn optional_source_type(&mut self) -> Result<Option<SourceTypeId>> {
        if self.cursor.eat_word("type") { self.source_type_id().map(Some) } else { Ok(None) }
    }
}
