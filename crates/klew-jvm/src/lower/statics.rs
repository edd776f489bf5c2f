//! Static fields: one global each.

use crate::surroundings;
use klew_ir::{Constant, GlobalId, Initializer, Operand, Relocation};

use super::body::Body;
use super::builder::{int, value_type};
use super::lowering::Lowering;
use crate::class_file::{self, JavaType, flags::SYNTHETIC};
use crate::classes::{ClassId, Origin, ResolvedField};

impl Lowering<'_, '_> {
    /// The global of a static field.
    pub(super) fn static_field(
        &mut self,
        class: ClassId,
        index: usize,
    ) -> Result<GlobalId, String> {
        if let Some(known) = self.statics.get(&(class, index)) {
            return Ok(*known);
        }
        let loaded = self.world.class(class);
        let field = &loaded.file.fields[index];
        let initializer = match field.constant {
            Some(constant) => self.constant_value(class, constant, &field.field_type)?,
            None => Initializer::Zero,
        };
        let (loaded_name, field_name) = (loaded.name.clone(), field.name.clone());
        let name = format!("{}.{}", loaded.java_name(), field.name);
        let name = self.unused_name(name);
        let global = self.add_global(name, field.field_type.size(), initializer);
        let source_type = self.field_type(&field.field_type);
        let switch = surroundings::switch(&loaded_name, &field_name);
        let made = &mut self.program.globals[global.0 as usize];
        (made.source_type, made.switch) = (Some(source_type), switch);
        self.statics.insert((class, index), global);
        Ok(global)
    }

    fn constant_value(
        &mut self,
        class: ClassId,
        index: u16,
        field_type: &JavaType,
    ) -> Result<Initializer, String> {
        let loaded = self.world.class(class);
        let constant = loaded.file.pool.get(index).map_err(|why| why.to_string())?;
        let size = field_type.size() as usize;
        Ok(match constant {
            class_file::Constant::Integer(value) if size <= 4 => {
                Initializer::Bytes(value.to_le_bytes()[..size].to_vec(), Vec::new())
            }
            class_file::Constant::Float(bits) if size == 4 => {
                Initializer::Bytes(bits.to_le_bytes().to_vec(), Vec::new())
            }
            class_file::Constant::Long(value) if size == 8 => {
                Initializer::Bytes(value.to_le_bytes().to_vec(), Vec::new())
            }
            class_file::Constant::Double(bits) if size == 8 => {
                Initializer::Bytes(bits.to_le_bytes().to_vec(), Vec::new())
            }
            class_file::Constant::String(text) if size == 8 => {
                let units = loaded.file.pool.string(*text).map_err(|why| why.to_string())?;
                let value = Constant::Global(self.literal(&units)?, 0);
                Initializer::Bytes(vec![0; 8], vec![Relocation { offset: 0, value }])
            }
            _ => return Err(format!("a constant for a field of type {field_type}")),
        })
    }
}

impl Body<'_, '_, '_> {
    fn resolve_static(&mut self, index: u16) -> Result<(ClassId, usize, JavaType), String> {
        let class = self.class.id;
        match self.low.world.field(class, index).map_err(|why| why.to_string())? {
            ResolvedField::Static(owner, field) => {
                let field_type = self.low.world.class(owner).file.fields[field].field_type.clone();
                Ok((owner, field, field_type))
            }
            ResolvedField::Instance(_) => Err("the field is not static".into()),
        }
    }

    pub(super) fn get_static(&mut self, index: u16) -> Result<(), String> {
        let (owner, field, field_type) = self.resolve_static(index)?;
        let loaded = self.low.world.class(owner);
        let declared = &loaded.file.fields[field];
        if &*declared.name == "$assertionsDisabled" && declared.access & SYNTHETIC != 0 {
            // As with `java -ea`: assertions of the program are on, those of the JDK are not.
            self.push(int(i64::from(loaded.origin != Origin::User)));
            return Ok(());
        }
        self.ensure_initialised(owner)?;
        let global = self.low.static_field(owner, field)?;
        let place = Operand::Constant(Constant::Global(global, 0));
        let value = self.builder.load_java(place, 0, &field_type);
        self.push(value);
        Ok(())
    }

    pub(super) fn put_static(&mut self, index: u16) -> Result<(), String> {
        let (owner, field, field_type) = self.resolve_static(index)?;
        let value = self.pop_type(value_type(&field_type))?;
        self.ensure_initialised(owner)?;
        let global = self.low.static_field(owner, field)?;
        let place = Operand::Constant(Constant::Global(global, 0));
        self.builder.store_java(place, 0, &field_type, value);
        Ok(())
    }
}
