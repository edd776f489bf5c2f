//! Prints global variables, aliases and functions.

use super::{Printer, put};
use crate::syntax::{
    Alias, AliasKind, Body, Comdat, Function, GlobalProperties, GlobalVariable, Linkage,
};
use std::fmt::Write;

impl<'m> Printer<'m> {
    /// Each word with a blank after it.
    fn properties(&mut self, properties: &GlobalProperties) {
        if properties.linkage != Linkage::Default {
            put!(self, "{} ", properties.linkage.keyword());
        }
        for word in &properties.words {
            put!(self, "{word} ");
        }
    }

    fn thread_local(&mut self, model: &Option<Box<str>>) {
        match model.as_deref() {
            None => {}
            Some("") => self.put("thread_local "),
            Some(model) => put!(self, "thread_local({model}) "),
        }
    }

    fn optional_word(&mut self, word: &Option<Box<str>>) {
        if let Some(word) = word {
            put!(self, "{word} ");
        }
    }

    /// ` key "text"` after a separator
    fn text_property(&mut self, separator: &str, key: &str, text: &Option<Box<str>>) {
        if let Some(text) = text {
            put!(self, "{separator} {key} ");
            self.quoted_text(text);
        }
    }

    fn comdat(&mut self, separator: &str, comdat: &Option<Comdat>) {
        let Some(comdat) = comdat else { return };
        put!(self, "{separator} comdat");
        if let Some(name) = &comdat.name {
            self.put("($");
            self.name(name);
            self.put(")");
        }
    }

    pub(super) fn variable(&mut self, variable: &'m GlobalVariable) {
        self.global(variable.symbol);
        self.put(" = ");
        self.properties(&variable.properties);
        self.thread_local(&variable.thread_local);
        self.optional_word(&variable.unnamed_address);
        if variable.address_space != 0 {
            put!(self, "addrspace({}) ", variable.address_space);
        }
        if variable.externally_initialized {
            self.put("externally_initialized ");
        }
        self.put(if variable.constant { "constant " } else { "global " });
        self.ty(variable.ty);
        if let Some(initializer) = &variable.initializer {
            self.put(" ");
            self.constant(variable.ty, initializer);
        }
        self.text_property(",", "section", &variable.section);
        self.text_property(",", "partition", &variable.partition);
        for word in &variable.words {
            put!(self, ", {word}");
        }
        self.comdat(",", &variable.comdat);
        if let Some(align) = variable.align {
            put!(self, ", align {align}");
        }
        for attachment in &variable.attachments {
            self.put(", ");
            self.attachment(attachment);
        }
        self.attributes(variable.attributes);
        self.put("\n");
    }

    pub(super) fn alias(&mut self, alias: &'m Alias) {
        self.global(alias.symbol);
        self.put(" = ");
        self.properties(&alias.properties);
        self.thread_local(&alias.thread_local);
        self.optional_word(&alias.unnamed_address);
        self.put(match alias.kind {
            AliasKind::Alias => "alias ",
            AliasKind::IFunc => "ifunc ",
        });
        self.ty(alias.ty);
        self.put(", ");
        self.typed_constant(&alias.target);
        self.text_property(",", "partition", &alias.partition);
        self.put("\n");
    }

    pub(super) fn function_text(&mut self, function: &'m Function) {
        let definition = match &function.body {
            Body::Defined(definition) => Some(definition),
            _ => None,
        };
        self.put(if definition.is_some() { "define" } else { "declare" });
        if definition.is_none() {
            function.attachments.iter().for_each(|attachment| {
                self.put(" ");
                self.attachment(attachment);
            });
        }
        self.put(" ");
        self.properties(&function.properties);
        self.out.pop(); // the blank: each of what follows brings its own
        self.calling_convention(&function.calling_convention);
        self.attributes(function.return_attributes);
        self.put(" ");
        self.ty(function.result);
        self.put(" ");
        self.global(function.symbol);
        self.put("(");
        self.separated(&function.parameters, |printer, parameter| {
            printer.ty(parameter.ty);
            printer.attributes(parameter.attributes);
            if let Some(local) = parameter.local {
                printer.put(" ");
                printer.local(local);
            }
        });
        if function.varargs {
            self.put(if function.parameters.is_empty() { "..." } else { ", ..." });
        }
        self.put(")");
        if let Some(word) = &function.unnamed_address {
            put!(self, " {word}");
        }
        if function.address_space != 0 {
            put!(self, " addrspace({})", function.address_space);
        }
        self.attributes(function.attributes);
        self.text_property("", "section", &function.section);
        self.text_property("", "partition", &function.partition);
        self.comdat("", &function.comdat);
        if let Some(align) = function.align {
            put!(self, " align {align}");
        }
        self.text_property("", "gc", &function.gc);
        for (key, constant) in [
            ("prefix", &function.prefix),
            ("prologue", &function.prologue),
            ("personality", &function.personality),
        ] {
            if let Some(constant) = constant {
                put!(self, " {key} ");
                self.typed_constant(constant);
            }
        }
        let Some(definition) = definition else {
            self.put("\n\n");
            return;
        };
        for attachment in &function.attachments {
            self.put(" ");
            self.attachment(attachment);
        }
        self.put(" {\n");
        for block in &definition.blocks {
            self.local_name(&block.name);
            self.put(":\n");
            for instruction in &block.instructions {
                self.instruction(instruction);
            }
        }
        self.put("}\n\n");
    }
}
