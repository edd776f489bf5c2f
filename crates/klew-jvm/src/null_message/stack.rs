//! The operand stack as the JVM follows it: which instruction pushed what a place holds.

use super::Unfollowed;
use crate::class_file::bytecode::StackOperation::{self, *};
use crate::class_file::bytecode::{Arithmetic, Element, Instruction, InvokeKind, Kind};
use crate::class_file::{Constant, JavaType, Member, Pool, Signature};

/// One place for each 32 bits, with the instruction that pushed it; none where that differs between ways.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stack {
    places: Vec<Option<usize>>,
    /// Local variables below 64 that were written.
    written: u64,
}

/// How many places a value takes.
pub(crate) fn size(value: &JavaType) -> usize {
    usize::from(value.slots())
}

fn kind_size(kind: Kind) -> usize {
    if matches!(kind, Kind::Long | Kind::Double) { 2 } else { 1 }
}

pub(super) fn element_size(element: Element) -> usize {
    if matches!(element, Element::Long | Element::Double) { 2 } else { 1 }
}

/// Whether the JVM names variables of that kind.
pub(super) fn is_named(kind: Kind) -> bool {
    matches!(kind, Kind::Int | Kind::Reference)
}

pub(super) fn field_type(field: &Member) -> Result<JavaType, Unfollowed> {
    JavaType::parse(&field.descriptor).map_err(|_| Unfollowed)
}

pub(crate) fn signature(method: &Member) -> Result<Signature, Unfollowed> {
    Signature::parse(&method.descriptor).map_err(|_| Unfollowed)
}

impl Stack {
    /// Where a handler begins.
    pub fn of_handler(at: usize) -> Stack {
        Stack { places: vec![Some(at)], written: 0 }
    }

    /// The instruction that pushed a place, counted from the top.
    pub fn source(&self, slot: usize) -> Result<Option<usize>, Unfollowed> {
        self.places.iter().rev().nth(slot).copied().ok_or(Unfollowed)
    }

    /// Whether a local variable may have been written.
    pub fn is_written(&self, local: u16) -> bool {
        local > 63 || self.written >> local & 1 == 1
    }

    /// What both have in common.
    pub fn merge(&mut self, other: &Stack) -> Result<(), Unfollowed> {
        if self.places.len() != other.places.len() {
            return Err(Unfollowed);
        }
        for (place, other) in self.places.iter_mut().zip(&other.places) {
            if place != other {
                *place = None;
            }
        }
        self.written |= other.written;
        Ok(())
    }

    fn pop(&mut self, places: usize) -> Result<(), Unfollowed> {
        let left = self.places.len().checked_sub(places).ok_or(Unfollowed)?;
        self.places.truncate(left);
        Ok(())
    }

    fn push(&mut self, index: usize, places: usize) {
        self.places.extend(std::iter::repeat_n(Some(index), places));
    }

    fn exchange(&mut self, index: usize, taken: usize, given: usize) -> Result<(), Unfollowed> {
        self.pop(taken)?;
        self.push(index, given);
        Ok(())
    }

    /// What an instruction takes and gives.
    pub fn apply(
        &mut self,
        pool: &Pool,
        index: usize,
        instruction: &Instruction,
    ) -> Result<(), Unfollowed> {
        match instruction {
            Instruction::Nop
            | Instruction::Increment(..)
            | Instruction::Goto(_)
            | Instruction::CheckCast(_) => Ok(()),
            Instruction::Null
            | Instruction::Int(_)
            | Instruction::Float(_)
            | Instruction::New(_) => self.exchange(index, 0, 1),
            Instruction::Long(_) | Instruction::Double(_) => self.exchange(index, 0, 2),
            Instruction::LoadConstant(constant) => {
                let places = match pool.get(*constant).map_err(|_| Unfollowed)? {
                    Constant::Long(_) | Constant::Double(_) => 2,
                    Constant::Integer(_)
                    | Constant::Float(_)
                    | Constant::String(_)
                    | Constant::Class(_) => 1,
                    // Others are not followed by the JVM.
                    _ => return Err(Unfollowed),
                };
                self.exchange(index, 0, places)
            }
            Instruction::Load(kind, _) => self.exchange(index, 0, kind_size(*kind)),
            Instruction::Store(kind, local) => {
                if *local < 64 {
                    self.written |= 1 << local;
                }
                self.pop(kind_size(*kind))
            }
            Instruction::ArrayLoad(element) => self.exchange(index, 2, element_size(*element)),
            Instruction::ArrayStore(element) => self.pop(2 + element_size(*element)),
            Instruction::Stack(operation) => self.shuffle(*operation),
            Instruction::Arithmetic(kind, operation) => {
                let size = kind_size(*kind);
                let taken = match operation {
                    Arithmetic::Neg => size,
                    Arithmetic::ShiftLeft
                    | Arithmetic::ShiftRight
                    | Arithmetic::UnsignedShiftRight => size + 1,
                    _ => 2 * size,
                };
                self.exchange(index, taken, size)
            }
            Instruction::Convert(from, to) => {
                self.exchange(index, kind_size(*from), kind_size(*to))
            }
            _ => self.apply_other(pool, index, instruction),
        }
    }

    fn apply_other(
        &mut self,
        pool: &Pool,
        index: usize,
        instruction: &Instruction,
    ) -> Result<(), Unfollowed> {
        let member = |index: u16| pool.member(index).map_err(|_| Unfollowed);
        match instruction {
            Instruction::CompareLong => self.exchange(index, 4, 1),
            Instruction::CompareFloat(kind, _) => self.exchange(index, 2 * kind_size(*kind), 1),
            Instruction::If(..)
            | Instruction::IfNull(..)
            | Instruction::Switch(..)
            | Instruction::Throw
            | Instruction::Monitor(_) => self.pop(1),
            Instruction::IfCompare(..) | Instruction::IfSame(..) => self.pop(2),
            Instruction::Return(kind) => self.pop(kind.map_or(0, kind_size)),
            Instruction::GetStatic(field) => {
                let places = size(&field_type(&member(*field)?)?);
                self.exchange(index, 0, places)
            }
            Instruction::GetField(field) => {
                let places = size(&field_type(&member(*field)?)?);
                self.exchange(index, 1, places)
            }
            Instruction::PutStatic(field) => self.pop(size(&field_type(&member(*field)?)?)),
            Instruction::PutField(field) => self.pop(1 + size(&field_type(&member(*field)?)?)),
            Instruction::Invoke(kind, method) => {
                let this = usize::from(*kind != InvokeKind::Static);
                self.call(index, this, &signature(&member(*method)?)?)
            }
            Instruction::InvokeDynamic(site) => {
                let site = pool.dynamic(*site).map_err(|_| Unfollowed)?;
                let called = Signature::parse(&site.descriptor).map_err(|_| Unfollowed)?;
                self.call(index, 0, &called)
            }
            Instruction::Narrow(_)
            | Instruction::NewArray(_)
            | Instruction::NewReferenceArray(_)
            | Instruction::InstanceOf(_)
            | Instruction::ArrayLength => self.exchange(index, 1, 1),
            Instruction::NewMultiArray(_, dimensions) => {
                self.exchange(index, usize::from(*dimensions), 1)
            }
            _ => Err(Unfollowed),
        }
    }

    fn call(&mut self, index: usize, this: usize, called: &Signature) -> Result<(), Unfollowed> {
        let taken: usize = called.parameters.iter().map(size).sum();
        self.exchange(index, this + taken, called.result.as_ref().map_or(0, size))
    }

    fn shuffle(&mut self, operation: StackOperation) -> Result<(), Unfollowed> {
        // How many places are taken, and which of them, from the top, come back, the topmost last.
        let (taken, given): (usize, &[usize]) = match operation {
            Pop => (1, &[]),
            Pop2 => (2, &[]),
            Dup => (1, &[0, 0]),
            DupX1 => (2, &[0, 1, 0]),
            DupX2 => (3, &[0, 2, 1, 0]),
            Dup2 => (2, &[1, 0, 1, 0]),
            Dup2X1 => (3, &[1, 0, 2, 1, 0]),
            Dup2X2 => (4, &[1, 0, 3, 2, 1, 0]),
            Swap => (2, &[0, 1]),
        };
        let mut top = Vec::new();
        for slot in 0..taken {
            top.push(self.source(slot)?);
        }
        self.pop(taken)?;
        self.places.extend(given.iter().map(|slot| top[*slot]));
        Ok(())
    }
}
