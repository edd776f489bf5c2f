//! What the instructions of a method lead to.

use super::Reach;
use crate::class_file::bytecode::{Instruction, InvokeKind};
use crate::class_file::{Constant, JavaType};
use crate::classes::{ClassId, IDENTICAL, MethodId, Origin, ResolvedField};
use crate::natives;
use crate::surroundings;

impl Reach<'_, '_> {
    /// Follows a method. What cannot be resolved is left to the lowering, which says so.
    pub(super) fn scan(&mut self, method: MethodId) {
        if !Reach::follows(self.world, method) {
            return;
        }
        let (class, name) = (self.world.class(method.class), self.world.method(method));
        let with = surroundings::comes_with(&class.name, &name.name);
        for (class, name, descriptor) in with {
            self.method_named(class, name, descriptor);
        }
        if !with.is_empty() {
            self.text();
        }
        let Ok(code) = self.world.code(method) else { return };
        for placed in code.iter() {
            self.instruction(method.class, &placed.instruction);
        }
    }

    fn instruction(&mut self, class: ClassId, instruction: &Instruction) {
        match instruction {
            Instruction::LoadConstant(index) => self.constant(class, *index),
            Instruction::GetStatic(index) | Instruction::PutStatic(index) => {
                if let Ok(ResolvedField::Static(owner, _)) = self.world.field(class, *index) {
                    self.touch(owner);
                }
            }
            Instruction::GetField(index) | Instruction::PutField(index) => {
                let _ = self.world.field(class, *index);
            }
            Instruction::Invoke(kind, index) => self.call(class, *kind, *index),
            Instruction::InvokeDynamic(index) => {
                if let Ok(target) = crate::sites::link(self.world, class, *index) {
                    self.method(target);
                }
            }
            Instruction::New(index) => {
                if let Ok(made) = self.world.class_constant(class, *index) {
                    self.touch(made);
                    self.instance(made);
                }
            }
            Instruction::NewArray(kind) => {
                if let Some(name) = primitive_array(*kind) {
                    self.instance_named(name);
                }
            }
            Instruction::NewReferenceArray(index) => {
                if let Ok(element) = self.world.class_constant(class, *index) {
                    self.array_of(element);
                }
            }
            Instruction::NewMultiArray(index, dimensions) => {
                if let Ok(array) = self.world.class_constant(class, *index) {
                    self.arrays(array, *dimensions);
                }
            }
            Instruction::IfSame(..) if self.world.class(class).compares_boxes => {
                let (owner, name, descriptor) = IDENTICAL;
                self.method_named(owner, name, descriptor);
            }
            Instruction::CheckCast(index) | Instruction::InstanceOf(index) => {
                if let Ok(target) = self.world.class_constant(class, *index) {
                    self.asks(class, target);
                }
            }
            _ => {}
        }
    }

    /// The code of a class asks for objects of another.
    fn asks(&mut self, class: ClassId, target: ClassId) {
        if self.world.class(class).origin == Origin::User {
            self.asked_for(target);
        }
    }

    fn arrays(&mut self, array: ClassId, dimensions: u8) {
        let mut name = self.world.class(array).name.clone();
        for _ in 0..dimensions {
            self.instance_named(&name);
            match crate::class_file::element_type(&name) {
                Some(JavaType::Reference(element)) => name = element,
                _ => break,
            }
        }
    }

    fn constant(&mut self, class: ClassId, index: u16) {
        let loaded = self.world.class(class);
        match loaded.file.pool.get(index) {
            Ok(Constant::String(_)) => self.text(),
            Ok(Constant::Class(_)) => {
                self.instance_named("java/lang/Class");
                self.text();
                if let Ok(target) = self.world.class_constant(class, index) {
                    self.named_class(target);
                    self.asks(class, target);
                }
            }
            _ => {}
        }
    }

    fn call(&mut self, class: ClassId, kind: InvokeKind, index: u16) {
        let Ok(resolved) = self.world.callee(class, index) else { return };
        match kind {
            InvokeKind::Static => {
                self.touch(resolved.class);
                if natives::is_inline(self.world, resolved) {
                    natives::reach(self, resolved);
                } else {
                    self.method(resolved);
                }
            }
            InvokeKind::Special => {
                let target = self.world.classes.select_special(class, resolved);
                self.method(target);
            }
            InvokeKind::Virtual | InvokeKind::Interface => {
                let pool = &self.world.class(class).file.pool;
                let Ok(named) = pool.member(index) else { return };
                let Ok(receiver) = self.world.classes.load(&named.class) else { return };
                self.virtual_call(receiver, resolved);
            }
        }
    }
}

/// The class of arrays that an operand of `newarray` names.
pub(crate) fn primitive_array(kind: u8) -> Option<&'static str> {
    Some(match kind {
        4 => "[Z",
        5 => "[C",
        6 => "[F",
        7 => "[D",
        8 => "[B",
        9 => "[S",
        10 => "[I",
        11 => "[J",
        _ => return None,
    })
}
