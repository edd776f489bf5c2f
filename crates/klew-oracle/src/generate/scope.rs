//! What may be used at a place of a program, and what is known of it.

use super::schema::{Kind, Schema};

/// A value.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// With its sigil.
    pub(super) name: String,
    pub(super) kind: Kind,
    /// Whether it is a reference that was found not to be null.
    pub(super) non_null: bool,
}

/// The values that may be used.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub(super) variables: Vec<Variable>,
}

impl Scope {
    pub(super) fn add(&mut self, name: String, kind: Kind) {
        self.variables.push(Variable { name, kind, non_null: false });
    }

    pub(super) fn add_non_null(&mut self, name: String, class: usize) {
        let kind = Kind::Reference(class);
        self.variables.push(Variable { name, kind, non_null: true });
    }

    /// All references.
    pub(super) fn references(&self) -> Vec<Variable> {
        self.variables.iter().filter(|variable| variable.kind.is_reference()).cloned().collect()
    }

    /// All values that may stand where that kind is asked for.
    pub(super) fn fitting(&self, schema: &Schema, kind: Kind) -> Vec<Variable> {
        let fits = |variable: &&Variable| match (variable.kind, kind) {
            (Kind::Reference(class), Kind::Reference(wanted)) => schema.is_below(class, wanted),
            (known, wanted) => known == wanted,
        };
        self.variables.iter().filter(fits).cloned().collect()
    }

    /// Notes that a reference is not null.
    pub(super) fn is_not_null(&mut self, name: &str) {
        for variable in self.variables.iter_mut().filter(|variable| variable.name == name) {
            variable.non_null = true;
        }
    }

    /// Notes of which class a reference is.
    pub(super) fn is_of_class(&mut self, name: &str, class: usize) {
        for variable in self.variables.iter_mut().filter(|variable| variable.name == name) {
            variable.kind = Kind::Reference(class);
        }
    }
}
