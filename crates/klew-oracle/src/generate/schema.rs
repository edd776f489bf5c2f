//! The types of a program.

use std::fmt::Write;

use super::Flavour;
use crate::random::Random;

/// What a value or a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// A truth value.
    Bool,
    /// An integer of 8 bits.
    Byte,
    /// An integer of 32 bits.
    Int,
    /// A reference to that class.
    Reference(usize),
}

impl Kind {
    /// Its type in the text form.
    pub(super) fn word(self) -> &'static str {
        match self {
            Kind::Bool => "i1",
            Kind::Byte => "i8",
            Kind::Int => "i32",
            Kind::Reference(_) => "ptr",
        }
    }

    /// Bytes.
    pub(super) fn size(self) -> u64 {
        match self {
            Kind::Bool | Kind::Byte => 1,
            Kind::Int => 4,
            Kind::Reference(_) => 8,
        }
    }

    /// What numbers of it that are read are masked with.
    pub(super) fn mask(self) -> u32 {
        if self == Kind::Int { 3 } else { 1 }
    }

    pub(super) fn is_reference(self) -> bool {
        matches!(self, Kind::Reference(_))
    }
}

/// A field.
#[derive(Clone, Debug)]
pub(super) struct Field {
    name: String,
    pub(super) offset: u64,
    pub(super) kind: Kind,
}

/// A class, or a record of C.
#[derive(Clone, Debug)]
pub(super) struct Class {
    name: String,
    pub(super) parent: Option<usize>,
    /// None: abstract, or of C.
    pub(super) tag: Option<u32>,
    /// Inherited ones come first.
    pub(super) fields: Vec<Field>,
    pub(super) size: u64,
    /// What follows behind it, in arrays.
    pub(super) element: Option<Kind>,
    /// A pointer to it points to integers.
    scalar: bool,
}

/// All classes.
#[derive(Clone, Debug)]
pub(super) struct Schema {
    pub(super) classes: Vec<Class>,
    has_tags: bool,
    /// Whether memory is declared to hold values of one type at each place, as Java's does.
    typed: bool,
}

impl Schema {
    pub(super) fn new(random: &mut Random, flavour: Flavour) -> Schema {
        let has_tags = flavour.has_classes();
        let typed = has_tags && !random.once_in(4);
        let mut schema = Schema { classes: Vec::new(), has_tags, typed };
        let records = 1 + random.below(3);
        let arrays = if flavour == Flavour::JavaArrays { 1 + random.below(2) } else { 0 };
        let scalars = usize::from(flavour == Flavour::C && random.once_in(3));
        if arrays > 0 {
            schema.classes.push(Class::new("Object", None, Some(1), 8));
        }
        let count = schema.classes.len() + records + arrays + scalars;
        for index in 0..records {
            schema.add_record(random, index, count, arrays > 0);
        }
        for index in 0..arrays {
            let tag = 10 + index as u32;
            let mut array = Class::new(&format!("Array{index}"), Some(0), Some(tag), 8);
            let element = Kind::Reference(random.below(count));
            array.element = Some(*random.pick(&[Kind::Int, Kind::Byte, element]));
            schema.classes.push(array);
        }
        for _ in 0..scalars {
            let mut scalar = Class::new("int", None, None, 4);
            scalar.fields.push(Field { name: String::new(), offset: 0, kind: Kind::Int });
            scalar.scalar = true;
            schema.classes.push(scalar);
        }
        if random.once_in(4) {
            // Abstract, or an interface; such have bases, by which they are known to be classes.
            let index = random.below(count);
            let class = &mut schema.classes[index];
            if class.parent.is_some() && class.element.is_none() {
                class.tag = None;
            }
        }
        schema
    }

    fn add_record(&mut self, random: &mut Random, index: usize, count: usize, objects: bool) {
        let parent = match self.classes.len() {
            0 => None,
            _ if !self.has_tags => None,
            known if !random.once_in(4) => Some(random.below(known)),
            _ => objects.then_some(0),
        };
        let name = ["A", "B", "C"][index];
        let tag = self.has_tags.then_some(2 + index as u32);
        let start = if self.has_tags { 8 } else { 0 };
        let mut class = Class::new(name, parent, tag, start);
        if let Some(parent) = parent {
            class.fields = self.classes[parent].fields.clone();
            class.size = self.classes[parent].size;
        }
        let inherits = !class.fields.is_empty();
        let (scalars, references) = match inherits {
            true => (random.below(2), random.below(2)),
            false => (1 + random.below(2), 1 + usize::from(random.once_in(3))),
        };
        for number in 0..scalars {
            let kind = *random.pick(&[Kind::Byte, Kind::Int]);
            class.add(&format!("{}{number}", name.to_lowercase()), kind);
        }
        for number in 0..references {
            // Mostly its own class or one above: such fields alias most.
            let target = match random.below(4) {
                0 | 1 => self.classes.len(),
                2 => class.parent.unwrap_or(0),
                _ => random.below(count),
            };
            class.add(&format!("{}_next{number}", name.to_lowercase()), Kind::Reference(target));
        }
        class.size = class.size.next_multiple_of(8);
        self.classes.push(class);
    }

    /// Whether objects of one class are also of the other.
    pub(super) fn is_below(&self, class: usize, other: usize) -> bool {
        class == other
            || self.classes[class].parent.is_some_and(|parent| self.is_below(parent, other))
    }

    /// The classes of which objects can be that are declared to be of this one.
    pub(super) fn concrete(&self, class: usize) -> Vec<usize> {
        if !self.has_tags {
            return vec![class];
        }
        let all = 0..self.classes.len();
        all.filter(|&c| self.is_below(c, class) && self.classes[c].tag.is_some()).collect()
    }

    /// The name of a class's type.
    pub(super) fn label(&self, class: usize) -> String {
        let class = &self.classes[class];
        if class.scalar { "$int".to_owned() } else { format!("${}", class.name) }
    }

    fn kind_label(&self, kind: Kind) -> String {
        match kind {
            Kind::Bool | Kind::Byte => "$byte".to_owned(),
            Kind::Int => "$int".to_owned(),
            Kind::Reference(class) => self.pointer_label(class),
        }
    }

    /// The name of the type of references to a class.
    pub(super) fn pointer_label(&self, class: usize) -> String {
        format!("$to_{}", self.classes[class].name)
    }

    /// The declarations.
    pub(super) fn text(&self) -> String {
        let mut text = String::from(if self.typed { "target 64 typed_memory\n" } else { "" });
        text += "entry @main\n";
        text += "type $byte = int \"byte\" 8 signed\ntype $int = int \"int\" 32 signed\n";
        for (index, class) in self.classes.iter().enumerate() {
            let (pointer, label) = (self.pointer_label(index), self.label(index));
            let _ = writeln!(text, "type {pointer} = pointer {label}");
            if class.scalar {
                continue;
            }
            let _ = write!(text, "type {label} = record \"{}\" size {}", class.name, class.size);
            if let Some(tag) = class.tag {
                let _ = write!(text, " tag {tag}");
            }
            if let Some(parent) = class.parent {
                let _ = write!(text, " extends {}", self.label(parent));
            }
            let field = |field: &Field| {
                let Field { name, offset, kind } = field;
                format!("\"{name}\" at {} {}", 8 * offset, self.kind_label(*kind))
            };
            let fields: Vec<String> = class.fields.iter().map(field).collect();
            let _ = write!(text, " {{ {} }}", fields.join(", "));
            if let Some(element) = class.element {
                let _ = write!(text, " elements {}", self.kind_label(element));
            }
            text.push('\n');
        }
        text
    }
}

impl Class {
    fn new(name: &str, parent: Option<usize>, tag: Option<u32>, size: u64) -> Class {
        let (name, fields) = (name.to_owned(), Vec::new());
        Class { name, parent, tag, fields, size, element: None, scalar: false }
    }

    fn add(&mut self, name: &str, kind: Kind) {
        let offset = self.size.next_multiple_of(kind.size());
        self.fields.push(Field { name: name.to_owned(), offset, kind });
        self.size = offset + kind.size();
    }
}
