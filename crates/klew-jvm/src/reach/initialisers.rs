//! Initialisers that cannot be run: their code, that of methods which it calls, or that of classes which it initialises,
//! comes to a method of the JDK that is not followed, that models lack, or that only says so.
//!
//! All classes of input objects are initialised before the entry. One such initialiser would stand in front of every run,
//! so its class is none of the inputs. What is found is what the code names: that a run comes there is not certain.

use rustc_hash::FxHashSet;

use super::boundary::is_followed;
use crate::class_file::bytecode::{Instruction, InvokeKind};
use crate::classes::{ClassId, MethodId, Origin, ResolvedField};
use crate::world::World;

/// Initialisers that come to more methods than that are taken to be all right.
const MOST_METHODS: usize = 400;
/// A model that only throws has no more instructions.
const THROWS_ONLY: usize = 4;

/// Whether the initialiser of a class, or of one above it, names something that is not part of the program.
pub(super) fn stands_in_the_way(world: &mut World<'_>, class: ClassId) -> bool {
    let mut walk = Walk { world, open: Vec::new(), seen: FxHashSet::default() };
    walk.touch(class);
    while let Some(method) = walk.open.pop() {
        if walk.seen.len() > MOST_METHODS {
            return false;
        }
        if walk.is_missing(method) || walk.names_missing(method) {
            return true;
        }
    }
    false
}

struct Walk<'w, 'a> {
    world: &'w mut World<'a>,
    open: Vec<MethodId>,
    seen: FxHashSet<MethodId>,
}

impl Walk<'_, '_> {
    fn method(&mut self, method: MethodId) {
        if self.seen.insert(method) {
            self.open.push(method);
        }
    }

    /// A class is initialised, with all above it.
    fn touch(&mut self, class: ClassId) {
        let mut next = Some(class);
        while let Some(class) = next {
            let loaded = self.world.class(class);
            if let Some(initialiser) = loaded.method("<clinit>", "()V") {
                self.method(initialiser);
            }
            next = loaded.superclass;
        }
    }

    /// Whether a method is unsupported where it is called.
    fn is_missing(&mut self, method: MethodId) -> bool {
        let class = self.world.class(method.class);
        match class.origin {
            Origin::Jdk => !is_followed(&class.name),
            Origin::Model => self.only_says_so(method),
            Origin::User | Origin::Made => false,
        }
    }

    fn only_says_so(&mut self, method: MethodId) -> bool {
        let Ok(code) = self.world.code(method) else { return false };
        code.len() <= THROWS_ONLY
            && code.iter().any(|placed| match &placed.instruction {
                Instruction::Invoke(InvokeKind::Static, index) => {
                    let called = self.world.callee(method.class, *index);
                    called.is_ok_and(|called| {
                        let name = &self.world.method(called).name;
                        crate::natives::is_inline(self.world, called) && &**name == "unsupported"
                    })
                }
                _ => false,
            })
    }

    /// Looks through a method; what it calls by the class of a receiver is not followed.
    fn names_missing(&mut self, method: MethodId) -> bool {
        if self.world.class(method.class).origin == Origin::Model {
            return false;
        }
        let Ok(code) = self.world.code(method) else { return false };
        for placed in code.iter() {
            match &placed.instruction {
                Instruction::GetStatic(index) | Instruction::PutStatic(index) => {
                    if let Ok(ResolvedField::Static(owner, _)) =
                        self.world.field(method.class, *index)
                    {
                        self.touch(owner);
                    }
                }
                Instruction::New(index) => {
                    if let Ok(made) = self.world.class_constant(method.class, *index) {
                        self.touch(made);
                    }
                }
                Instruction::Invoke(kind, index) => {
                    let Ok(called) = self.world.callee(method.class, *index) else { return true };
                    match kind {
                        InvokeKind::Static => self.touch(called.class),
                        InvokeKind::Special => {}
                        InvokeKind::Virtual | InvokeKind::Interface => continue,
                    }
                    self.method(called);
                }
                _ => {}
            }
        }
        false
    }
}
