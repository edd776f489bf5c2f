//! Objects of `java.lang.Class`: one global per class, its fields filled by name (see
//! `library/INTRINSICS.md`).
//!
//! **Invariant**: the global of a class is there before those that its fields name are made, so circles end.

use std::rc::Rc;

use klew_ir::object_layout::header;
use klew_ir::{Constant, GlobalId, Initializer, Relocation};

use super::lowering::Lowering;
use crate::class_file::{JavaType, flags::SYNCHRONIZED};
use crate::classes::Origin;

const RECORD: u32 = 0x10000;
const ARRAY: u32 = 0x20000;
const PRIMITIVE: u32 = 0x40000;
/// A class within a method.
const LOCAL: u32 = 0x80000;
const HIDDEN: u32 = 0x100000;

/// What the fields of a class object hold.
#[derive(Default)]
struct Content {
    name: String,
    /// Only of a class within another, as others tell theirs by the full name.
    simple_name: Option<String>,
    canonical_name: Option<String>,
    superclass: Option<GlobalId>,
    component: Option<GlobalId>,
    tag: u32,
    array_tag: u32,
    flags: u32,
    user: bool,
}

impl Lowering<'_, '_> {
    /// The object of the class of that internal name, or of a primitive type (`int`, `void`) preceded by a space.
    pub fn class_object(&mut self, key: &str) -> Result<GlobalId, String> {
        if let Some(known) = self.class_objects.get(key) {
            return Ok(*known);
        }
        let class = self.class_named("java/lang/Class")?;
        let loaded = self.world.class(class);
        let tag = self.tag(class)?;
        let java_name = key.trim_start().replace('/', ".");
        let global = self.add_global(format!("class {java_name}"), loaded.size, Initializer::Zero);
        self.class_objects.insert(Rc::from(key), global);
        let content = self.class_content(key, java_name)?;
        let mut bytes = header(tag, 0);
        bytes.resize(loaded.size as usize, 0);
        let mut relocations = Vec::new();
        for field in &loaded.fields {
            let at = field.offset as usize;
            let number = match &*field.name {
                "tag" => content.tag,
                "arrayTag" => content.array_tag,
                "flags" => content.flags,
                "user" => u32::from(content.user),
                _ => 0,
            };
            let width = field.field_type.size().min(4) as usize;
            bytes[at..at + width].copy_from_slice(&number.to_le_bytes()[..width]);
            let target = match &*field.name {
                "name" => Some(self.literal_text(&content.name)?),
                "simpleName" => self.optional_text(content.simple_name.as_deref())?,
                "canonicalName" => self.optional_text(content.canonical_name.as_deref())?,
                "superclass" => content.superclass,
                "component" => content.component,
                _ => None,
            };
            if let Some(target) = target {
                let value = Constant::Global(target, 0);
                relocations.push(Relocation { offset: field.offset, value });
            }
        }
        relocations.sort_by_key(|relocation| relocation.offset);
        let record = self.record(&loaded.name);
        let made = &mut self.program.globals[global.0 as usize];
        made.initializer = Initializer::Bytes(bytes, relocations);
        made.source_type = Some(record);
        Ok(global)
    }

    fn class_content(&mut self, key: &str, name: String) -> Result<Content, String> {
        if key.starts_with(' ') {
            let array_tag = self.primitive_array_tag(&name);
            return Ok(Content { name, flags: PRIMITIVE, array_tag, ..Content::default() });
        }
        let id = self.class_named(key)?;
        let class = self.world.class(id);
        let nesting = class.file.nesting();
        let access = nesting.map_or(class.file.access, |nested| nested.access);
        // In class files of classes, the bit of `synchronized` says something else, which is set in all of them.
        let mut flags = u32::from(access & !SYNCHRONIZED);
        if class.file.record.is_some() {
            flags |= RECORD;
        }
        if nesting.is_some_and(|nested| nested.outer.is_none()) {
            flags |= LOCAL;
        }
        let simple_name = nesting.map(|nested| nested.name.as_deref().unwrap_or("").to_owned());
        let canonical_name = nesting.and_then(|_| class.file.canonical_name());
        let superclass = match class.superclass {
            Some(above) if !class.is_interface() => {
                let name = self.world.class(above).name.clone();
                Some(self.class_object(&name)?)
            }
            _ => None,
        };
        let component = match &class.element {
            Some(JavaType::Reference(element)) => Some(self.class_object(element)?),
            Some(primitive) => Some(self.class_object(&format!(" {primitive}"))?),
            None => None,
        };
        if component.is_some() {
            flags |= ARRAY;
        } else if class.origin == Origin::Made {
            flags |= HIDDEN;
        }
        let array = JavaType::of_class(&class.name).array_name();
        let array = self.world.classes.loaded(&array);
        Ok(Content {
            name,
            simple_name,
            canonical_name,
            superclass,
            component,
            tag: self.tags.get(id).unwrap_or(0),
            array_tag: array.and_then(|array| self.tags.get(array)).unwrap_or(0),
            flags,
            user: class.origin == Origin::User,
        })
    }

    fn optional_text(&mut self, text: Option<&str>) -> Result<Option<GlobalId>, String> {
        text.map(|text| self.literal_text(text)).transpose()
    }

    fn primitive_array_tag(&mut self, name: &str) -> u32 {
        let array = match name {
            "boolean" => "[Z",
            "byte" => "[B",
            "char" => "[C",
            "short" => "[S",
            "int" => "[I",
            "long" => "[J",
            "float" => "[F",
            "double" => "[D",
            _ => return 0,
        };
        self.world.classes.loaded(array).and_then(|array| self.tags.get(array)).unwrap_or(0)
    }
}
