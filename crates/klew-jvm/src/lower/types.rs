//! Java types as source types of KIR.
//!
//! **Invariant**: a type that was asked for gets its content in [`Lowering::finish_types`], when no more classes are
//! loaded; until then it stands as unknown.

use std::rc::Rc;

use klew_ir::object_layout::HEADER_SIZE;
use klew_ir::{InputObjects, SourceField, SourceType, SourceTypeId};

use super::lowering::Lowering;
use crate::class_file::JavaType;
use crate::classes::ClassId;
use crate::never_null::never_null;

impl Lowering<'_, '_> {
    fn add_type(&mut self, source_type: SourceType) -> SourceTypeId {
        let id = SourceTypeId(self.program.types.len() as u32);
        self.program.types.push(source_type);
        id
    }

    fn primitive(&mut self, java_type: &JavaType, bits: u32) -> SourceTypeId {
        let key = (java_type.clone(), bits);
        if let Some(known) = self.types.primitives.get(&key) {
            return *known;
        }
        let name = java_type.to_string();
        let source_type = match java_type {
            JavaType::Float | JavaType::Double => SourceType::Float { name, bits },
            _ => {
                let character = *java_type == JavaType::Char;
                let signed = !character && *java_type != JavaType::Boolean;
                SourceType::Int { name, bits, signed, character }
            }
        };
        let id = self.add_type(source_type);
        self.types.primitives.insert(key, id);
        id
    }

    /// The type of parameters and local variables: everything up to `int` is a value of 32 bits.
    pub fn local_type(&mut self, java_type: &JavaType) -> SourceTypeId {
        match java_type {
            JavaType::Reference(name) => self.reference_to(name),
            primitive => self.primitive(primitive, (primitive.size() as u32 * 8).max(32)),
        }
    }

    /// The type of fields and elements.
    pub fn field_type(&mut self, java_type: &JavaType) -> SourceTypeId {
        match java_type {
            JavaType::Reference(name) => self.reference_to(name),
            primitive => self.primitive(primitive, primitive.size() as u32 * 8),
        }
    }

    /// The type of references to a class.
    pub fn reference_to(&mut self, name: &Rc<str>) -> SourceTypeId {
        if let Some(known) = self.types.pointers.get(name) {
            return *known;
        }
        let record = self.record(name);
        let id = self.add_type(SourceType::Pointer(record));
        self.types.pointers.insert(name.clone(), id);
        id
    }

    /// The type of objects of a class.
    pub fn record(&mut self, name: &Rc<str>) -> SourceTypeId {
        if let Some(known) = self.types.records.get(name) {
            return *known;
        }
        let id = self.add_type(SourceType::Unknown);
        self.types.records.insert(name.clone(), id);
        self.types.pending.push(name.clone());
        id
    }

    /// Describes all classes that were asked for, and all that have objects.
    pub(super) fn finish_types(&mut self) {
        for class in self.tags.classes().to_vec() {
            let name = self.world.class(class).name.clone();
            self.record(&name);
        }
        while let Some(name) = self.types.pending.pop() {
            let described = self.describe(&name);
            let id = self.record(&name);
            self.program.types[id.0 as usize] = described;
        }
    }

    fn describe(&mut self, name: &Rc<str>) -> SourceType {
        let java_name = JavaType::Reference(name.clone()).to_string();
        let Some(class) = self.world.classes.loaded(name) else {
            return SourceType::Alias(java_name, self.unknown());
        };
        let class = self.world.class(class);
        let mut fields = Vec::new();
        for field in &class.fields {
            fields.push(SourceField {
                name: field.name.to_string(),
                bit_offset: field.offset * 8,
                bit_width: None,
                source_type: self.field_type(&field.field_type),
                never_null: self.is_never_null(field.class, &field.name),
            });
        }
        let mut bases = Vec::new();
        for above in class.superclass.iter().chain(&class.interfaces) {
            let name = self.world.class(*above).name.clone();
            bases.push(self.record(&name));
        }
        if let Some(JavaType::Reference(element)) = &class.element {
            bases.extend(self.array_bases(element));
        }
        SourceType::Record {
            name: java_name,
            size: if class.is_interface() { HEADER_SIZE } else { class.size },
            union: false,
            fields,
            bases,
            tag: self.tags.get(class.id),
            inputs: self.inputs_of(class.id),
            elements: class.element.as_ref().map(|element| self.field_type(element)),
        }
    }

    fn inputs_of(&mut self, class: ClassId) -> InputObjects {
        if self.reached.is_never_input(class) {
            InputObjects::None
        } else if self.world.is_enumeration(class) {
            // A constant takes their place wherever they are used (`enumerations`).
            InputObjects::Values
        } else {
            InputObjects::Shared
        }
    }

    fn is_never_null(&mut self, class: ClassId, field: &str) -> bool {
        let world = &mut *self.world;
        let known = self.types.never_null.entry(class);
        let fields = known.or_insert_with(|| never_null(world, class));
        fields.iter().any(|name| **name == *field)
    }

    /// Arrays of what the elements directly are below.
    fn array_bases(&mut self, element: &str) -> Vec<SourceTypeId> {
        let Some(element) = self.world.classes.loaded(element) else { return Vec::new() };
        let element = self.world.class(element);
        let above: Vec<_> = element.superclass.iter().chain(&element.interfaces).collect();
        let mut bases = Vec::new();
        for above in above {
            let array = JavaType::of_class(&self.world.class(*above).name).array_name();
            if self.world.classes.loaded(&array).is_some() {
                bases.push(self.record(&array));
            }
        }
        bases
    }

    fn unknown(&mut self) -> SourceTypeId {
        let name: Rc<str> = Rc::from("?");
        if let Some(known) = self.types.records.get(&name) {
            return *known;
        }
        let id = self.add_type(SourceType::Unknown);
        self.types.records.insert(name, id);
        id
    }
}
