//! Functions: the entry with its inputs, helpers with their parameters.

use super::schema::{Kind, Schema};
use super::scope::Scope;
use super::writer::Writer;
use super::{Flavour, Helper, Settings};
use crate::random::Random;

/// Whether code after a statement can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Open,
    Closed,
}

/// A function that is being written.
pub(super) struct FunctionWriter<'a> {
    pub(super) random: &'a mut Random,
    pub(super) schema: &'a Schema,
    pub(super) settings: &'a Settings,
    pub(super) helpers: &'a [Helper],
    pub(super) writer: Writer,
    /// What it returns.
    pub(super) result: Option<Kind>,
    /// Statements that may still be written.
    pub(super) budget: usize,
    /// Its name, and its parameters but for the counter.
    pub(super) name: String,
    pub(super) parameters: Vec<Kind>,
    /// How often it may still call itself: the last parameter.
    pub(super) counter: Option<String>,
}

impl<'a> FunctionWriter<'a> {
    pub(super) fn new(
        random: &'a mut Random,
        schema: &'a Schema,
        settings: &'a Settings,
        helpers: &'a [Helper],
    ) -> FunctionWriter<'a> {
        let writer = Writer::default();
        let budget = settings.size;
        FunctionWriter {
            random,
            schema,
            settings,
            helpers,
            writer,
            result: None,
            budget,
            name: String::new(),
            parameters: Vec::new(),
            counter: None,
        }
    }

    pub(super) fn is_c(&self) -> bool {
        self.settings.flavour == Flavour::C
    }

    pub(super) fn any_class(&mut self) -> usize {
        self.random.below(self.schema.classes.len())
    }

    /// A class of which objects can be that are of this one, too, more often than not.
    fn alike(&mut self, class: usize) -> usize {
        let (schema, all) = (self.schema, 0..self.schema.classes.len());
        let related =
            |&other: &usize| schema.is_below(class, other) || schema.is_below(other, class);
        let related: Vec<usize> = all.filter(related).collect();
        match self.random.below(6) {
            0 | 1 => class,
            2 => self.any_class(),
            _ => *self.random.pick(&related),
        }
    }

    fn any_kind(&mut self) -> Kind {
        match self.random.below(4) {
            0 => Kind::Byte,
            1 => Kind::Int,
            _ => Kind::Reference(self.any_class()),
        }
    }

    /// A helper, and its text.
    pub(super) fn helper(mut self, index: usize) -> (Helper, String) {
        let first = Kind::Reference(self.any_class());
        let mut parameters = vec![first];
        for _ in 0..self.random.below(3) {
            let kind = self.any_kind();
            parameters.push(kind);
        }
        let result = self.any_kind();
        self.result = Some(result);
        self.budget = 1 + self.random.below(self.settings.size.div_ceil(3));
        let mut scope = Scope::default();
        let mut declared = Vec::new();
        for kind in &parameters {
            let name = self.writer.value("p");
            declared.push(format!("{name}: {}", kind.word()));
            scope.add(name, *kind);
        }
        let name = format!("h{index}");
        (self.name, self.parameters) = (name.clone(), parameters.clone());
        if self.settings.loops {
            let counter = self.writer.value("left");
            declared.push(format!("{counter}: i32"));
            scope.add(counter.clone(), Kind::Int);
            self.counter = Some(counter);
        }
        self.writer.block("entry");
        self.body(&mut scope);
        let (declared, word) = (declared.join(", "), result.word());
        let text = format!("function @{name}({declared}) -> {word} {{\n{}}}\n", self.writer.text());
        (Helper { name, parameters, result }, text)
    }

    /// The text of the entry.
    pub(super) fn entry(mut self) -> String {
        let mut scope = Scope::default();
        self.writer.block("entry");
        let pointers = if self.settings.pointer_inputs {
            1 + self.random.below(3) + usize::from(self.random.once_in(4))
        } else {
            2 + self.random.below(2)
        };
        let first = self.any_class();
        for index in 0..pointers {
            let class = self.alike(first);
            if self.settings.pointer_inputs {
                let (name, label) = (self.writer.value("a"), self.schema.pointer_label(class));
                self.writer.line(format!("{name}: ptr = input \"a{index}\" type {label}"));
                scope.add(name, Kind::Reference(class));
            } else {
                self.allocate(&mut scope, class);
            }
        }
        for index in 0..1 + self.random.below(2) {
            let kind = *self.random.pick(&[Kind::Byte, Kind::Int]);
            let raw = self.writer.value("raw");
            self.writer.line(format!("{raw}: {} = input \"x{index}\"", kind.word()));
            let masked = self.mask(&raw, kind);
            scope.add(masked, kind);
        }
        self.body(&mut scope);
        format!("function @main() {{\n{}}}\n", self.writer.text())
    }

    fn body(&mut self, scope: &mut Scope) {
        if self.statements(scope, 0) == Flow::Open {
            if self.result.is_none() {
                self.last_checks(scope);
            }
            self.return_from(scope);
        }
    }

    /// Returns, with something of the scope.
    pub(super) fn return_from(&mut self, scope: &Scope) {
        match self.result {
            Some(kind) => {
                let value = self.operand(scope, kind);
                self.writer.line(format!("return {value}"));
            }
            None => self.writer.line("return"),
        }
    }

    /// A value of that kind, or a constant.
    pub(super) fn operand(&mut self, scope: &Scope, kind: Kind) -> String {
        let fitting = scope.fitting(self.schema, kind);
        if !fitting.is_empty() && !self.random.once_in(5) {
            // Newer ones twice as often.
            let index = self.random.below(fitting.len()).max(self.random.below(fitting.len()));
            return fitting[index].name.clone();
        }
        match kind {
            Kind::Bool => (*self.random.pick(&["true", "false"])).to_owned(),
            Kind::Byte => self.random.below(2).to_string(),
            Kind::Int => self.random.below(4).to_string(),
            Kind::Reference(_) => "null".to_owned(),
        }
    }

    /// What is kept of a number that was read.
    pub(super) fn mask(&mut self, raw: &str, kind: Kind) -> String {
        self.writer.define("v", format!("and {} {raw}, {}", kind.word(), kind.mask()))
    }
}
