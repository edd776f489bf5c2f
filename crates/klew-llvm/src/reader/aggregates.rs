//! Reads the instructions that take aggregates and vectors apart and put them together.

use super::{Read, Reader};
use crate::syntax::Operation;

impl Reader<'_> {
    /// `, 1, 2`
    fn path(&mut self) -> Read<Box<[u32]>> {
        let mut path = Vec::new();
        while self.accept_comma_before_operand() {
            path.push(self.number()?);
        }
        match path.is_empty() {
            true => self.expected("an index"),
            false => Ok(path.into()),
        }
    }

    pub(super) fn extract_value(&mut self) -> Read<Operation> {
        let aggregate = self.typed_value()?;
        Ok(Operation::ExtractValue { aggregate, path: self.path()? })
    }

    pub(super) fn insert_value(&mut self) -> Read<Operation> {
        let aggregate = self.typed_value()?;
        let element = self.next_typed_value()?;
        Ok(Operation::InsertValue { aggregate, element, path: self.path()? })
    }

    pub(super) fn extract_element(&mut self) -> Read<Operation> {
        let vector = self.typed_value()?;
        Ok(Operation::ExtractElement { vector, index: self.next_typed_value()? })
    }

    pub(super) fn insert_element(&mut self) -> Read<Operation> {
        Ok(Operation::InsertElement {
            vector: self.typed_value()?,
            element: self.next_typed_value()?,
            index: self.next_typed_value()?,
        })
    }

    pub(super) fn shuffle_vector(&mut self) -> Read<Operation> {
        let left = self.typed_value()?;
        let right = self.next_typed_value()?;
        self.expect(b',')?;
        let mask = self.typed_constant()?;
        Ok(Operation::ShuffleVector { left, right, mask })
    }
}
