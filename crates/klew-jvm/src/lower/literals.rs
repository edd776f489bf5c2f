//! Constants that instructions load: numbers, strings, classes.
//!
//! **Invariant**: equal string literals are one object.

use klew_ir::object_layout::{HEADER_SIZE, header};
use klew_ir::{Constant, GlobalId, Initializer, Operand, Relocation};

use super::body::Body;
use super::builder::{int, word};
use super::lowering::Lowering;
use crate::class_file;
use crate::classes::ClassId;

impl Lowering<'_, '_> {
    /// The string object of a literal.
    pub fn literal(&mut self, units: &[u16]) -> Result<GlobalId, String> {
        if let Some(known) = self.literals.get(units) {
            return Ok(*known);
        }
        let global = self.string_object(&format!("string {}", self.literals.len()), units)?;
        self.literals.insert(units.to_vec(), global);
        self.literal_units.insert(global, units.to_vec());
        Ok(global)
    }

    /// A string object that is no literal of the program.
    pub(super) fn string_object(&mut self, name: &str, units: &[u16]) -> Result<GlobalId, String> {
        let class = self.class_named("java/lang/String")?;
        let field = self
            .world
            .classes
            .field_named(class, "value")
            .filter(|field| field.field_type.descriptor() == "[C")
            .ok_or("strings without klew's model of java.lang.String")?;
        let array_class = self.class_named("[C")?;
        let (_, array_tag, array_record) = self.array_parts(array_class)?;
        let mut bytes = header(array_tag, units.len() as u32);
        bytes.extend(units.iter().flat_map(|unit| unit.to_le_bytes()));
        let size = bytes.len() as u64;
        let content = Initializer::Bytes(bytes, Vec::new());
        let array = self.add_global(format!("{name} characters"), size, content);
        self.program.globals[array.0 as usize].source_type = Some(array_record);

        let loaded = self.world.class(class);
        let tag = self.tag(class)?;
        let mut bytes = header(tag, 0);
        bytes.resize(loaded.size as usize, 0);
        let value = Constant::Global(array, 0);
        let relocations = vec![Relocation { offset: field.offset, value }];
        let content = Initializer::Bytes(bytes, relocations);
        let global = self.add_global(name.to_owned(), loaded.size, content);
        let record = self.record(&loaded.name);
        self.program.globals[global.0 as usize].source_type = Some(record);
        Ok(global)
    }

    /// What the literal says that a global is.
    pub fn literal_content(&self, global: GlobalId) -> Option<String> {
        let units = self.literal_units.get(&global)?;
        Some(String::from_utf16_lossy(units))
    }

    /// The same for text.
    pub fn literal_text(&mut self, text: &str) -> Result<GlobalId, String> {
        self.literal(&text.encode_utf16().collect::<Vec<u16>>())
    }

    /// The array of all literals, which is filled at the end.
    pub fn literal_list(&mut self) -> GlobalId {
        if let Some(known) = self.literal_list {
            return known;
        }
        let global = self.add_global("klew.literals".into(), HEADER_SIZE, Initializer::Zero);
        self.literal_list = Some(global);
        global
    }

    /// Fills the array of all literals.
    pub(super) fn finish_literals(&mut self) {
        let Some(list) = self.literal_list else { return };
        let parts = self.class_named("[Ljava/lang/String;").and_then(|it| self.array_parts(it));
        let Ok((_, tag, record)) = parts else { return };
        let mut literals: Vec<GlobalId> = self.literal_units.keys().copied().collect();
        literals.sort();
        let mut bytes = header(tag, literals.len() as u32);
        bytes.resize(bytes.len() + 8 * literals.len(), 0);
        let relocations = (0..)
            .zip(literals)
            .map(|(index, literal)| Relocation {
                offset: HEADER_SIZE + 8 * index,
                value: Constant::Global(literal, 0),
            })
            .collect();
        let global = &mut self.program.globals[list.0 as usize];
        global.size = bytes.len() as u64;
        global.initializer = Initializer::Bytes(bytes, relocations);
        global.source_type = Some(record);
    }

    /// The tag of a class with instances.
    pub fn tag(&self, class: ClassId) -> Result<u32, String> {
        self.tags.get(class).ok_or_else(|| {
            format!("objects of {} were not found to be made", self.world.class(class).java_name())
        })
    }
}

impl Body<'_, '_, '_> {
    pub(super) fn load_constant(&mut self, index: u16) -> Result<(), String> {
        let file = self.class.file.clone();
        let constant = file.pool.get(index).map_err(|why| why.to_string())?;
        let value = match constant {
            class_file::Constant::Integer(value) => int(i64::from(*value)),
            class_file::Constant::Long(value) => word(*value as u64),
            class_file::Constant::Float(bits) => super::builder::single(f32::from_bits(*bits)),
            class_file::Constant::Double(bits) => super::builder::double(f64::from_bits(*bits)),
            class_file::Constant::String(text) => {
                let units = file.pool.string(*text).map_err(|why| why.to_string())?;
                Operand::Constant(Constant::Global(self.low.literal(&units)?, 0))
            }
            class_file::Constant::Class(name) => {
                let name = file.pool.utf8(*name).map_err(|why| why.to_string())?;
                self.low.class_named(&name)?;
                Operand::Constant(Constant::Global(self.low.class_object(&name)?, 0))
            }
            class_file::Constant::MethodHandle(..) | class_file::Constant::MethodType(_) => {
                return Err("method handles and method types as constants".into());
            }
            class_file::Constant::Dynamic(..) => return Err("dynamic constants".into()),
            _ => return Err("a constant that cannot be loaded".into()),
        };
        self.push(value);
        Ok(())
    }
}
