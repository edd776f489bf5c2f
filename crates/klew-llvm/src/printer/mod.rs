//! Prints a syntax tree as LLVM's text, so that `llvm-as` can check what was read.

mod constants;
mod globals;
mod instructions;
mod metadata;
mod operands;
mod types;

use crate::reader::escapes;
use crate::syntax::{
    Attribute, AttributesId, Body, Definition, GlobalId, GlobalName, LocalName, Module,
};
use std::fmt::Write;

/// Prints a module. Functions that could not be read are printed as declarations.
pub fn print_module(module: &Module) -> String {
    let mut printer = Printer { module, function: None, out: String::new() };
    printer.module_text();
    printer.out
}

struct Printer<'m> {
    module: &'m Module,
    function: Option<&'m Definition>,
    out: String,
}

/// Appends formatted text.
macro_rules! put {
    ($printer:expr, $($format:tt)*) => {{
        // Writing into a string cannot fail.
        let _ = write!($printer.out, $($format)*);
    }};
}
use put;

impl<'m> Printer<'m> {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Items with `, ` between them.
    fn separated<T>(&mut self, items: &'m [T], mut print: impl FnMut(&mut Self, &'m T)) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.put(", ");
            }
            print(self, item);
        }
    }

    /// Bytes in quotes with escapes.
    fn quoted(&mut self, bytes: &[u8]) {
        self.out.push('"');
        for &byte in bytes {
            if (b' '..=b'~').contains(&byte) && byte != b'"' && byte != b'\\' {
                self.out.push(char::from(byte));
            } else {
                put!(self, "\\{byte:02X}");
            }
        }
        self.out.push('"');
    }

    fn quoted_text(&mut self, text: &str) {
        self.quoted(&escapes::encode(text));
    }

    /// A name, in quotes if need be.
    fn name(&mut self, name: &str) {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-$._".contains(&byte);
        let first_digit = name.starts_with(|c: char| c.is_ascii_digit());
        if !name.is_empty() && !first_digit && name.bytes().all(plain) {
            self.put(name);
        } else {
            self.quoted_text(name);
        }
    }

    fn local_name(&mut self, name: &LocalName) {
        match name {
            LocalName::Named(name) => self.name(name),
            LocalName::Numbered(number) => put!(self, "{number}"),
        }
    }

    fn global(&mut self, id: GlobalId) {
        self.put("@");
        let module = self.module;
        match &module.symbol(id).name {
            GlobalName::Named(name) => self.name(name),
            GlobalName::Numbered(number) => put!(self, "{number}"),
        }
    }

    /// Attributes, each with a blank before it.
    fn attributes(&mut self, id: AttributesId) {
        let module = self.module;
        for attribute in module.attributes.get(id) {
            self.put(" ");
            self.attribute(attribute, false);
        }
    }

    fn attribute(&mut self, attribute: &'m Attribute, in_group: bool) {
        match attribute {
            Attribute::Word(word) => self.put(word),
            Attribute::Typed(word, ty) => {
                put!(self, "{word}(");
                self.ty(*ty);
                self.put(")");
            }
            Attribute::Align(align) if in_group => put!(self, "align={align}"),
            Attribute::Align(align) => put!(self, "align {align}"),
            Attribute::Group(number) => put!(self, "#{number}"),
            Attribute::Text(key, value) => {
                self.quoted_text(key);
                if let Some(value) = value {
                    self.put("=");
                    self.quoted_text(value);
                }
            }
        }
    }

    fn module_text(&mut self) {
        let module = self.module;
        if let Some(name) = &module.source_file_name {
            self.put("source_filename = ");
            self.quoted_text(name);
            self.put("\n");
        }
        if let Some(layout) = &module.data_layout_text {
            self.put("target datalayout = ");
            self.quoted_text(layout);
            self.put("\n");
        }
        if let Some(triple) = &module.target_triple {
            self.put("target triple = ");
            self.quoted_text(triple);
            self.put("\n");
        }
        for line in &module.assembly {
            self.put("module asm ");
            self.quoted_text(line);
            self.put("\n");
        }
        self.type_definitions();
        for (name, kind) in &module.comdats {
            self.put("$");
            self.name(name);
            put!(self, " = comdat {kind}\n");
        }
        module.variables.iter().for_each(|variable| self.variable(variable));
        module.aliases.iter().for_each(|alias| self.alias(alias));
        for function in &module.functions {
            self.function = match &function.body {
                Body::Defined(definition) => Some(definition),
                _ => None,
            };
            self.function_text(function);
            self.function = None;
        }
        for (number, list) in &module.attributes.groups {
            put!(self, "attributes #{number} = {{");
            for attribute in list {
                self.put(" ");
                self.attribute(attribute, true);
            }
            self.put(" }\n");
        }
        self.metadata_text();
    }
}
