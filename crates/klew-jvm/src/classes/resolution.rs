//! Which field or method a name means: JVM specification (SE 21), sections 5.4.3.2 to 5.4.3.4, 5.4.6.

use std::rc::Rc;

use super::{ClassError, ClassId, Classes, InstanceField, MethodId};
use crate::class_file::{
    Member,
    flags::{ABSTRACT, PRIVATE, PROTECTED, PUBLIC, STATIC},
};

/// A field that a name means.
#[derive(Clone, Debug)]
pub(crate) enum ResolvedField {
    /// Index in the class file of its class.
    Static(ClassId, usize),
    Instance(InstanceField),
}

impl Classes<'_> {
    /// The field that an instruction names.
    pub fn resolve_field(&mut self, member: &Member) -> Result<ResolvedField, ClassError> {
        let class = self.load(&member.class)?;
        self.find_field(class, member).ok_or_else(|| ClassError::NoMember {
            class: member.class.to_string(),
            member: format!("field {}", member.name),
        })
    }

    fn find_field(&self, id: ClassId, member: &Member) -> Option<ResolvedField> {
        let class = self.get(id);
        let found = class.file.fields.iter().position(|field| {
            field.name == member.name && field.field_type.descriptor() == *member.descriptor
        });
        if let Some(index) = found {
            if class.file.fields[index].access & STATIC != 0 {
                return Some(ResolvedField::Static(id, index));
            }
            let own = |field: &&InstanceField| field.class == id && field.name == member.name;
            let typed =
                |field: &&InstanceField| field.field_type.descriptor() == *member.descriptor;
            let field = class.fields.iter().filter(own).find(typed)?;
            return Some(ResolvedField::Instance(field.clone()));
        }
        let above = class.interfaces.iter().chain(&class.superclass);
        above.into_iter().find_map(|above| self.find_field(*above, member))
    }

    /// The method that an instruction names.
    pub fn resolve_method(&mut self, member: &Member) -> Result<MethodId, ClassError> {
        let class = self.load(&member.class)?;
        self.find_method(class, &member.name, &member.descriptor).ok_or_else(|| {
            ClassError::NoMember {
                class: member.class.to_string(),
                member: format!("method {}{}", member.name, member.descriptor),
            }
        })
    }

    /// The method of that name and descriptor in a class, in those above it, or in its interfaces.
    pub fn find_method(&self, id: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let mut next = Some(id);
        while let Some(class) = next {
            if let Some(found) = self.get(class).method(name, descriptor) {
                return Some(found);
            }
            next = self.get(class).superclass;
        }
        let found = self.interface_methods(id, name, descriptor);
        let concrete = found.iter().find(|method| !self.method(**method).is(ABSTRACT));
        concrete.or(found.first()).copied()
    }

    /// The maximally-specific methods of that name and descriptor in the interfaces of a class, section 5.4.3.3.
    fn interface_methods(&self, id: ClassId, name: &str, descriptor: &str) -> Vec<MethodId> {
        let candidates: Vec<MethodId> = self
            .supers(id)
            .iter()
            .filter(|above| self.get(**above).is_interface())
            .filter_map(|above| self.get(*above).method(name, descriptor))
            .filter(|method| !self.method(*method).is(PRIVATE | STATIC))
            .collect();
        let below = |a: MethodId, b: MethodId| {
            a.class != b.class && self.supers(a.class).binary_search(&b.class).is_ok()
        };
        let is_most = |method: &MethodId| !candidates.iter().any(|other| below(*other, *method));
        candidates.iter().copied().filter(is_most).collect()
    }

    /// The method that a call of `resolved` runs on an object of exactly that class; none if that is not
    /// decided (no method, or several defaults).
    pub fn select(&mut self, class: ClassId, resolved: MethodId) -> Option<MethodId> {
        if let Some(known) = self.selected.get(&(class, resolved)) {
            return *known;
        }
        let selected = self.select_new(class, resolved);
        self.selected.insert((class, resolved), selected);
        selected
    }

    fn select_new(&self, class: ClassId, resolved: MethodId) -> Option<MethodId> {
        let method = self.method(resolved);
        if method.is(PRIVATE) {
            return Some(resolved);
        }
        let (name, descriptor) = (&method.name, &method.descriptor);
        let mut next = Some(class);
        while let Some(current) = next {
            if let Some(found) = self.get(current).method(name, descriptor)
                && self.overrides(found, resolved)
            {
                return (!self.method(found).is(ABSTRACT)).then_some(found);
            }
            next = self.get(current).superclass;
        }
        let found = self.interface_methods(class, name, descriptor);
        let mut concrete = found.into_iter().filter(|method| !self.method(*method).is(ABSTRACT));
        match (concrete.next(), concrete.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        }
    }

    /// Whether a method of the same name and descriptor takes the place of another, section 5.4.5.
    fn overrides(&self, below: MethodId, above: MethodId) -> bool {
        if below == above {
            return true;
        }
        let method = self.method(below);
        if method.is(PRIVATE | STATIC) {
            return false;
        }
        let hidden = !self.method(above).is(PUBLIC | PROTECTED | PRIVATE);
        !hidden || self.package(below.class) == self.package(above.class)
    }

    fn package(&self, class: ClassId) -> &str {
        self.get(class).name.rsplit_once('/').map_or("", |(package, _)| package)
    }

    /// The method that `invokespecial` in a class runs, section 6.5 of `invokespecial`.
    pub fn select_special(&self, caller: ClassId, resolved: MethodId) -> MethodId {
        let method = self.method(resolved);
        let class = self.get(resolved.class);
        let is_super = caller != resolved.class
            && &*method.name != "<init>"
            && !class.is_interface()
            && self.supers(caller).binary_search(&resolved.class).is_ok();
        if !is_super {
            return resolved;
        }
        let from = self.get(caller).superclass.unwrap_or(resolved.class);
        self.find_method(from, &method.name.clone(), &method.descriptor.clone()).unwrap_or(resolved)
    }

    /// What an instance field of a class is called, by name only.
    pub fn field_named(&self, class: ClassId, name: &str) -> Option<InstanceField> {
        self.get(class).fields.iter().rev().find(|field| *field.name == *name).cloned()
    }

    /// A member by its parts.
    pub fn member(class: &str, name: &str, descriptor: &str) -> Member {
        Member {
            class: Rc::from(class),
            name: Rc::from(name),
            descriptor: Rc::from(descriptor),
            interface: false,
        }
    }
}
