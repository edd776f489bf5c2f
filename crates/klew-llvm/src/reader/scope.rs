//! Names of local values and blocks within one function, with forward references.
//!
//! Values and blocks share one name space and one numbering. A name gets its id when it is first
//! seen; at the end of the function every id must be defined.

use super::{RawName, Read, Reader, Token, escapes};
use crate::syntax::{BlockId, Local, LocalId, LocalName, Type, TypeId, Value};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

#[derive(Clone, Copy)]
enum Slot {
    Value(LocalId),
    Block(BlockId),
}

#[derive(Default)]
pub(super) struct Scope<'a> {
    named: FxHashMap<Cow<'a, str>, Slot>,
    numbered: FxHashMap<u32, Slot>,
    pub(super) next_number: u32,
    /// Values with the type they were used or defined at, and whether they are defined.
    pub(super) locals: Vec<(Local, bool)>,
    /// Names of blocks by provisional id, and whether they are defined.
    pub(super) blocks: Vec<(LocalName, bool)>,
    /// Results of `alloca` read before it was known whether this text has typed pointers, with the
    /// type allocated: their first use tells.
    pub(super) undetermined: Vec<(LocalId, TypeId)>,
}

fn plain(raw: RawName<'_>) -> Option<Cow<'_, str>> {
    match raw {
        RawName::Plain(name) => Some(Cow::Borrowed(name)),
        RawName::Quoted(raw) => Some(escapes::unescape_text(raw)),
        RawName::Numbered(_) => None,
    }
}

impl<'a> Scope<'a> {
    fn slot(&mut self, raw: RawName<'a>, new: impl FnOnce(&mut Self, LocalName) -> Slot) -> Slot {
        if let RawName::Numbered(number) = raw {
            if let Some(&slot) = self.numbered.get(&number) {
                return slot;
            }
            let slot = new(self, LocalName::Numbered(number));
            self.numbered.insert(number, slot);
            return slot;
        }
        let name = plain(raw).unwrap_or_default();
        if let Some(&slot) = self.named.get(&name) {
            return slot;
        }
        let slot = new(self, LocalName::Named(name.as_ref().into()));
        self.named.insert(name, slot);
        slot
    }

    fn local(&mut self, raw: RawName<'a>, ty: TypeId) -> Option<LocalId> {
        let slot = self.slot(raw, |scope, name| {
            scope.locals.push((Local { name, ty }, false));
            Slot::Value(LocalId(scope.locals.len() as u32 - 1))
        });
        match slot {
            Slot::Value(id) => Some(id),
            Slot::Block(_) => None,
        }
    }

    fn block(&mut self, raw: RawName<'a>) -> Option<BlockId> {
        let slot = self.slot(raw, |scope, name| {
            scope.blocks.push((name, false));
            Slot::Block(BlockId(scope.blocks.len() as u32 - 1))
        });
        match slot {
            Slot::Block(id) => Some(id),
            Slot::Value(_) => None,
        }
    }

    /// The number of an unnamed value or block, which `raw` may state; later ones are greater.
    fn numbering(&mut self, raw: Option<RawName<'a>>) -> Option<RawName<'a>> {
        let number = match raw {
            None => self.next_number,
            Some(RawName::Numbered(number)) if number >= self.next_number => number,
            Some(RawName::Numbered(_)) => return None,
            Some(named) => return Some(named),
        };
        self.next_number = number.checked_add(1)?;
        Some(RawName::Numbered(number))
    }
}

impl<'a> Reader<'a> {
    fn scope(&mut self) -> Read<&mut Scope<'a>> {
        if self.scope.is_none() {
            return Err(self.error("local name outside a function"));
        }
        Ok(self.scope.get_or_insert_default())
    }

    /// Uses a local value of a type.
    pub(super) fn use_local(&mut self, raw: RawName<'a>, ty: TypeId) -> Read<LocalId> {
        let scope = self.scope()?;
        let Some(id) = scope.local(raw, ty) else {
            return Err(self.error("block used as a value"));
        };
        let known = scope.locals[id.0 as usize].0.ty;
        if known == ty || self.determine(id, ty) {
            return Ok(id);
        }
        Err(self.error("value used with another type than its own"))
    }

    /// Gives the result of an early `alloca` the typed pointer type it is used at, if that fits.
    fn determine(&mut self, id: LocalId, ty: TypeId) -> bool {
        let Type::Pointer { pointee: Some(pointee), .. } = *self.module.types.get(ty) else {
            return false;
        };
        let Some(scope) = &mut self.scope else {
            return false;
        };
        let early = scope.undetermined.iter().position(|e| *e == (id, pointee));
        if let Some(index) = early {
            scope.undetermined.swap_remove(index);
            scope.locals[id.0 as usize].0.ty = ty;
        }
        early.is_some()
    }

    /// Defines a local value; without a name it takes the next number.
    pub(super) fn define_local(&mut self, raw: Option<RawName<'a>>, ty: TypeId) -> Read<LocalId> {
        let scope = self.scope()?;
        let Some(raw) = scope.numbering(raw) else {
            return Err(self.error("number of a value smaller than one before"));
        };
        let Some(id) = scope.local(raw, ty) else {
            return Err(self.error("name of a block given to a value"));
        };
        let (local, defined) = &mut scope.locals[id.0 as usize];
        if *defined {
            return Err(self.error("value defined twice"));
        }
        *defined = true;
        if local.ty != ty {
            return Err(self.error("value used before with another type than it has"));
        }
        Ok(id)
    }

    /// Refers to a block.
    pub(super) fn use_block(&mut self, raw: RawName<'a>) -> Read<BlockId> {
        match self.scope()?.block(raw) {
            Some(id) => Ok(id),
            None => Err(self.error("value used as a block")),
        }
    }

    /// Begins a block; without a label it takes the next number. Returns its provisional id.
    pub(super) fn define_block(&mut self, raw: Option<RawName<'a>>) -> Read<BlockId> {
        let scope = self.scope()?;
        let Some(raw) = scope.numbering(raw) else {
            return Err(self.error("number of a block smaller than one before"));
        };
        let Some(id) = scope.block(raw) else {
            return Err(self.error("name of a value given to a block"));
        };
        if std::mem::replace(&mut scope.blocks[id.0 as usize].1, true) {
            return Err(self.error("block defined twice"));
        }
        Ok(id)
    }

    /// `label %name`
    pub(super) fn label(&mut self) -> Read<BlockId> {
        self.expect_word("label")?;
        self.block_name()
    }

    /// `%name` of a block
    pub(super) fn block_name(&mut self) -> Read<BlockId> {
        let Token::Local(raw) = self.token else {
            return self.expected("the name of a block");
        };
        let block = self.use_block(raw)?;
        self.advance();
        Ok(block)
    }

    /// An operand of a type.
    pub(super) fn value(&mut self, ty: TypeId) -> Read<Value> {
        match (self.module.types.get(ty), self.token) {
            (Type::Metadata, _) => Ok(Value::Metadata(Box::new(self.metadata_value()?))),
            (Type::Label, _) => Ok(Value::Block(self.block_name()?)),
            (_, Token::Local(raw)) => {
                let id = self.use_local(raw, ty)?;
                self.advance();
                Ok(Value::Local(id))
            }
            (_, Token::Word("asm")) => self.inline_asm(),
            _ => Ok(Value::Constant(self.constant(ty)?)),
        }
    }
}

impl<'a> Reader<'a> {
    /// The type of a local seen before.
    pub(super) fn local_type(&mut self, raw: RawName<'a>) -> Option<TypeId> {
        let scope = self.scope.as_ref()?;
        let slot = match raw {
            RawName::Numbered(number) => scope.numbered.get(&number),
            _ => scope.named.get(&plain(raw)?),
        };
        match slot? {
            Slot::Value(id) => Some(scope.locals[id.0 as usize].0.ty),
            Slot::Block(_) => None,
        }
    }
}
