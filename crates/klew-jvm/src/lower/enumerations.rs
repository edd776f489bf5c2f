//! Inputs that are constants of enumerations: an input object stands for the constant with its number, which takes its place wherever the program's
//! code gets hold of a reference that may be an input (parameters of the entry, fields, elements, casts, what methods of others give).
//! Comparisons, those of others' code as well, are of what two references stand for (`klew.runtime.Values.identical`). So no engine
//! needs to know of it.
//!
//! **Invariant**: the program's code uses no object of an enumeration but its constants.

use klew_ir::Operand;

use super::body::Body;
use crate::class_file::JavaType;
use crate::classes::{ENUM_CONSTANT, MethodId, Origin};

impl Body<'_, '_, '_> {
    /// As `enum_constant`, of a reference of a declared type.
    pub(super) fn declared_constant(
        &mut self,
        reference: Operand,
        declared: &JavaType,
    ) -> Result<Operand, String> {
        let JavaType::Reference(name) = declared else { return Ok(reference) };
        let enumerations = self.low.reached.enumerations.clone();
        let Some(declared) = self.low.world.classes.loaded(name) else { return Ok(reference) };
        let world = &mut self.low.world;
        match enumerations.iter().any(|class| world.classes.is_subtype(*class, declared)) {
            true => self.enum_constant(reference),
            false => Ok(reference),
        }
    }

    /// Puts the constant in the place of what a call gave that may be one: code that is not the program's may have had it from an input.
    pub(super) fn given_constant(&mut self, called: MethodId) -> Result<(), String> {
        let is_own = self.low.world.class(called.class).origin == Origin::User;
        let result = self.low.world.method(called).signature.result.clone();
        match result {
            Some(declared @ JavaType::Reference(_)) if !is_own && self.meets_inputs() => {
                let given = self.pop_reference()?;
                let constant = self.declared_constant(given, &declared)?;
                self.push(constant);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The constant that a reference stands for, if it is an object of an enumeration.
    pub(super) fn enum_constant(&mut self, reference: Operand) -> Result<Operand, String> {
        if !self.meets_inputs() || matches!(reference, Operand::Constant(_)) {
            return Ok(reference);
        }
        let (owner, name, descriptor) = ENUM_CONSTANT;
        let class = self.low.class_named(owner)?;
        let method = self.low.world.class(class).method(name, descriptor);
        self.push(reference);
        self.invoke_static(method.ok_or("no constants of enumerations")?)?;
        self.pop_reference()
    }

    /// Whether the program's code may have inputs that are constants. Initialisers make the constants, of no inputs.
    fn meets_inputs(&self) -> bool {
        let is_own = self.class.origin == Origin::User;
        is_own && self.compares_inputs() && !self.low.world.method(self.id).name.starts_with('<')
    }

    /// Whether the code may compare inputs that are constants: also that of others, which sees what stands for them.
    pub(super) fn compares_inputs(&self) -> bool {
        !self.low.reached.enumerations.is_empty() && !self.class.name.starts_with("klew/runtime/")
    }
}
