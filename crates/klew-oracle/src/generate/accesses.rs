//! Accesses of objects, with their checks before them.

use super::function::FunctionWriter;
use super::schema::{Class, Kind};
use super::scope::{Scope, Variable};

impl FunctionWriter<'_> {
    /// Makes sure that a reference is not null: by a branch; in C mostly not at all.
    pub(super) fn non_null(&mut self, scope: &mut Scope, reference: &Variable) {
        if reference.non_null || (self.is_c() && !self.random.once_in(4)) {
            return;
        }
        if self.random.once_in(4) {
            let some = format!("compare ne ptr {}, null", reference.name);
            let some = self.writer.define("c", some);
            self.writer.line(format!("assume {some}"));
            return scope.is_not_null(&reference.name);
        }
        let null = self.writer.define("null", format!("compare eq ptr {}, null", reference.name));
        let (bad, good) = (self.writer.label("null"), self.writer.label("some"));
        self.writer.line(format!("branch {null}, {bad}, {good}"));
        self.writer.block(&bad);
        self.exception(scope, "null pointer");
        self.writer.block(&good);
        scope.is_not_null(&reference.name);
    }

    /// An end of a run that is an exception, or a return.
    fn exception(&mut self, scope: &Scope, what: &str) {
        if !self.is_c() && !self.random.once_in(3) {
            self.writer.line(format!("assert no-runtime-exception holds false \"{what}\""));
        }
        self.return_from(scope);
    }

    fn address(&mut self, reference: &str, offset: u64) -> String {
        if offset == 0 {
            return reference.to_owned();
        }
        self.writer.define("at", format!("offset {reference}, {offset}"))
    }

    fn check_access(&mut self, address: &str, kind: Kind, access: &str) {
        if self.is_c() {
            let size = kind.size();
            self.writer.line(format!("assert valid-deref accessible {access} {address}, {size}"));
        }
    }

    /// Reads from an address; numbers are masked.
    fn read(&mut self, scope: &mut Scope, address: &str, kind: Kind) -> String {
        self.check_access(address, kind, "read");
        let raw = self.writer.define("r", format!("load {} {address}", kind.word()));
        let value = if kind.is_reference() { raw } else { self.mask(&raw, kind) };
        scope.add(value.clone(), kind);
        value
    }

    fn write(&mut self, address: &str, kind: Kind, value: &str) {
        self.check_access(address, kind, "write");
        self.writer.line(format!("store {} {value} to {address}", kind.word()));
    }

    fn class_of(&self, reference: &Variable) -> Option<&Class> {
        match reference.kind {
            Kind::Reference(class) => Some(&self.schema.classes[class]),
            _ => None,
        }
    }

    /// The address and kind of some field or element; none if there is none.
    pub(super) fn place(
        &mut self,
        scope: &mut Scope,
        reference: &Variable,
    ) -> Option<(String, Kind)> {
        let class = self.class_of(reference)?.clone();
        if let Some(element) = class.element {
            // Mostly one that there is in many arrays.
            let index = match self.random.below(4) {
                0 => self.operand(scope, Kind::Int),
                1 => "1".to_owned(),
                _ => "0".to_owned(),
            };
            let address = self.element(scope, reference, &index, element);
            return Some((address, element));
        }
        if class.fields.is_empty() {
            return None;
        }
        let field = self.random.pick(&class.fields).clone();
        self.non_null(scope, reference);
        if self.is_c() && self.random.once_in(12) {
            // One of two, by a number.
            let number = self.operand(scope, Kind::Byte);
            let number = self.mask(&number, Kind::Byte);
            let wide = self.writer.define("w", format!("convert zero_extend i8 {number} to i64"));
            let bytes = self.writer.define("w", format!("mul i64 {wide}, {}", class.size));
            let offset = self.writer.define("w", format!("add i64 {bytes}, {}", field.offset));
            let address = self.writer.define("at", format!("offset {}, {offset}", reference.name));
            return Some((address, field.kind));
        }
        // Now and then the second of what a C pointer points to.
        let beyond = if self.is_c() && self.random.once_in(12) { class.size } else { 0 };
        Some((self.address(&reference.name, field.offset + beyond), field.kind))
    }

    /// Reads or writes a byte of an integer.
    pub(super) fn byte(&mut self, scope: &mut Scope, reference: &Variable) {
        let Some(class) = self.class_of(reference) else { return };
        let integers = class.fields.iter().filter(|field| field.kind == Kind::Int);
        let offsets: Vec<u64> = integers.map(|field| field.offset).collect();
        if offsets.is_empty() {
            return self.load(scope, reference);
        }
        let offset = *self.random.pick(&offsets) + self.random.below(4) as u64;
        self.non_null(scope, reference);
        let address = self.address(&reference.name, offset);
        if self.random.once_in(2) {
            let value = self.operand(scope, Kind::Byte);
            self.write(&address, Kind::Byte, &value);
        } else {
            self.read(scope, &address, Kind::Byte);
        }
    }

    /// The number of elements of an array.
    pub(super) fn length(&mut self, scope: &mut Scope, reference: &Variable) -> String {
        self.non_null(scope, reference);
        let address = self.address(&reference.name, 4);
        let length = self.writer.define("length", format!("load i32 {address}"));
        let small = self.writer.define("small", format!("compare ule i32 {length}, 2"));
        self.writer.line(format!("assume {small}"));
        scope.add(length.clone(), Kind::Int);
        length
    }

    /// The address of an element, after the check of its index.
    fn element(&mut self, scope: &mut Scope, array: &Variable, index: &str, kind: Kind) -> String {
        let length = self.length(scope, array);
        let within = self.writer.define("within", format!("compare ult i32 {index}, {length}"));
        let (good, bad) = (self.writer.label("in"), self.writer.label("out"));
        self.writer.line(format!("branch {within}, {good}, {bad}"));
        self.writer.block(&bad);
        self.exception(scope, "array index");
        self.writer.block(&good);
        let wide = self.writer.define("w", format!("convert zero_extend i32 {index} to i64"));
        let bytes = self.writer.define("w", format!("mul i64 {wide}, {}", kind.size()));
        let offset = self.writer.define("w", format!("add i64 {bytes}, 8"));
        self.writer.define("at", format!("offset {}, {offset}", array.name))
    }

    /// Reads some field or element.
    pub(super) fn load(&mut self, scope: &mut Scope, reference: &Variable) {
        if let Some((address, kind)) = self.place(scope, reference) {
            self.read(scope, &address, kind);
        }
    }

    /// Writes some field or element.
    pub(super) fn store(&mut self, scope: &mut Scope, reference: &Variable) {
        if let Some((address, kind)) = self.place(scope, reference) {
            let value = self.operand(scope, kind);
            self.write(&address, kind, &value);
        }
    }

    /// Writes one field through two references, reads it through the first, and says what must be there.
    pub(super) fn probe(&mut self, scope: &mut Scope, first: &Variable, second: &Variable) {
        let fields = match (self.class_of(first), self.class_of(second)) {
            (Some(a), Some(b)) => {
                let shared = |f: &&super::schema::Field| {
                    b.fields.iter().any(|g| (f.offset, f.kind) == (g.offset, g.kind))
                };
                a.fields.iter().filter(shared).cloned().collect::<Vec<_>>()
            }
            _ => return,
        };
        if fields.is_empty() {
            return;
        }
        let field = self.random.pick(&fields).clone();
        self.non_null(scope, first);
        self.non_null(scope, second);
        let (to_first, to_second) =
            (self.operand(scope, field.kind), self.operand(scope, field.kind));
        let address = self.address(&first.name, field.offset);
        self.write(&address, field.kind, &to_first);
        let other = self.address(&second.name, field.offset);
        self.write(&other, field.kind, &to_second);
        let found = self.read(scope, &address, field.kind);
        let (a, b, word) = (&first.name, &second.name, field.kind.word());
        let same = self.writer.define("same", format!("compare eq ptr {a}, {b}"));
        let select = format!("select {word} {same}, {to_second}, {to_first}");
        let mut wanted = self.writer.define("wanted", select);
        if !field.kind.is_reference() {
            wanted = self.mask(&wanted, field.kind);
        }
        let right = self.writer.define("c", format!("compare eq {word} {found}, {wanted}"));
        let message = if self.random.once_in(3) {
            let once = self.writer.define("c", format!("compare eq {word} {found}, {to_first}"));
            self.writer.line(format!("assert assertion holds {once} \"not aliased\""));
            "written through one"
        } else {
            "written through either"
        };
        self.writer.line(format!("assert assertion holds {right} \"{message}\""));
    }

    /// A new object of some class below that one.
    pub(super) fn allocate(&mut self, scope: &mut Scope, class: usize) {
        let concrete = self.schema.concrete(class);
        if concrete.is_empty() {
            return;
        }
        let class = *self.random.pick(&concrete);
        let (label, size) = (self.schema.label(class), self.schema.classes[class].size);
        let element = self.schema.classes[class].element;
        let mut length = None;
        let bytes = match element {
            Some(element) => {
                let bytes = scope.fitting(self.schema, Kind::Byte);
                let mut count = (1 + self.random.below(2)).to_string();
                if !bytes.is_empty() && self.random.once_in(2) {
                    let number = self.random.pick(&bytes).name.clone();
                    let number = self.writer.define("v", format!("and i8 {number}, 1"));
                    count =
                        self.writer.define("n", format!("convert zero_extend i8 {number} to i32"));
                }
                let wide = format!("convert zero_extend i32 {count} to i64");
                let wide = self.writer.define("w", wide);
                let all = self.writer.define("w", format!("mul i64 {wide}, {}", element.size()));
                length = Some(count);
                self.writer.define("w", format!("add i64 {all}, 8"))
            }
            None if self.is_c() && self.random.once_in(4) => {
                // One or two.
                let number = self.operand(scope, Kind::Byte);
                let number = self.mask(&number, Kind::Byte);
                let wide = format!("convert zero_extend i8 {number} to i64");
                let wide = self.writer.define("w", wide);
                let more = self.writer.define("w", format!("mul i64 {wide}, {size}"));
                self.writer.define("w", format!("add i64 {more}, {size}"))
            }
            None => size.to_string(),
        };
        let name = self.writer.define("new", format!("allocate heap {bytes} zeroed type {label}"));
        if let Some(tag) = self.schema.classes[class].tag {
            self.writer.line(format!("store i32 {tag} to {name}"));
        }
        if let Some(length) = length {
            let address = self.address(&name, 4);
            self.writer.line(format!("store i32 {length} to {address}"));
        }
        scope.add_non_null(name, class);
    }

    /// Frees an object.
    pub(super) fn free(&mut self, reference: &Variable) {
        self.writer.line(format!("assert valid-free freeable {}", reference.name));
        self.writer.line(format!("free {}", reference.name));
    }
}
