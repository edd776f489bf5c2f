//! Where the fields of objects lie.
//!
//! Behind the header ([`klew_ir::object_layout`]) follow the fields of the superclass, then the class's own in the order of
//! the class file, naturally aligned, or the elements.

use std::rc::Rc;

use klew_ir::object_layout::HEADER_SIZE;

use super::{ClassId, Classes};
use crate::class_file::{ClassFile, JavaType, flags::STATIC};

/// A field of objects.
#[derive(Clone, Debug)]
pub(crate) struct InstanceField {
    /// The class that declares it.
    pub class: ClassId,
    pub name: Rc<str>,
    pub field_type: JavaType,
    /// Bytes from the start of the object.
    pub offset: u64,
}

impl Classes<'_> {
    pub(super) fn lay_out(
        &self,
        class: ClassId,
        superclass: Option<ClassId>,
        file: &ClassFile,
    ) -> (Vec<InstanceField>, u64) {
        let (mut fields, mut size) = match superclass {
            Some(above) => (self.get(above).fields.clone(), self.get(above).size),
            None => (Vec::new(), HEADER_SIZE),
        };
        for field in file.fields.iter().filter(|field| field.access & STATIC == 0) {
            let bytes = field.field_type.size();
            let offset = size.next_multiple_of(bytes);
            size = offset + bytes;
            let (name, field_type) = (field.name.clone(), field.field_type.clone());
            fields.push(InstanceField { class, name, field_type, offset });
        }
        (fields, size)
    }
}
