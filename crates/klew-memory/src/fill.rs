//! Setting ranges of bytes (`memset`).

use klew_ir::Type;
use klew_term::{TermId, Terms};

use crate::contents::Contents;
use crate::page::PAGE_SIZE;
use crate::{Memory, MemoryError, ObjectId, Value};

impl Memory {
    /// Sets bytes at a concrete place, which was checked, to an integer of 8 bits, or makes them undefined.
    pub fn fill(&mut self, terms: &mut Terms, to: (ObjectId, u64), byte: Value, size: u64) {
        let (object, offset) = to;
        if size == 0 || !self.has_bytes(object, offset, size) {
            return;
        }
        let whole = self.object(object).and_then(|target| target.concrete_size());
        if whole == Some(size)
            && (byte == Value::Undefined || (byte == Value::Int(0) && size > PAGE_SIZE))
        {
            if let Some(target) = self.object_mut(object) {
                target.contents = Contents::new(whole, byte != Value::Undefined);
            }
            return;
        }
        self.make_room(terms, object, offset, size);
        match byte {
            Value::Int(byte) => self.put_fill(object, offset, byte as u8, size),
            Value::Undefined => self.put_undefined(object, offset, size),
            value => {
                for at in offset..offset + size {
                    self.put_cleared(terms, object, at, 1, value);
                }
            }
        }
    }

    /// Sets cleared places to one byte.
    pub(crate) fn put_fill(&mut self, object: ObjectId, offset: u64, byte: u8, size: u64) {
        let Some(target) = self.object_mut(object) else { return };
        let (mut at, end) = (offset, offset + size);
        while at < end {
            let part = target.contents.written.page_part(at, end - at);
            if let Some((page, within)) = target.contents.page_mut(at) {
                page.put_fill(within, part as usize, byte);
            }
            at += part;
        }
    }

    /// Sets bytes where the place or the size is symbolic; the access lies within bounds under the path
    /// condition. An error if more than a kibibyte may be set.
    pub fn fill_at(
        &mut self,
        terms: &mut Terms,
        to: (ObjectId, TermId),
        byte: Value,
        size: TermId,
    ) -> Result<(), MemoryError> {
        if let (Some(offset), Some(size)) = (terms.as_u64(to.1), terms.as_u64(size)) {
            self.fill(terms, (to.0, offset), byte, size);
            return Ok(());
        }
        let room = self.room(terms, to.0, to.1);
        let most = self.most_bytes(terms, size, &[room])?;
        if byte == Value::Undefined {
            // Leaving what was there is one of the values that undefined bytes can have; but it may be
            // defined, and then a use of it would not be noticed.
            let byte = self.fresh_uninitialised(terms, Type::Int(8));
            return self.fill_at(terms, to, byte, size);
        }
        for step in 0..most {
            self.write_if_within(terms, to, step, size, Type::Int(8), byte);
        }
        Ok(())
    }
}
