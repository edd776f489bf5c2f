//! Prints types.

use super::{Printer, put};
use crate::syntax::{StructBody, StructName, Type, TypeId};
use std::fmt::Write;

impl<'m> Printer<'m> {
    fn struct_name(&mut self, name: &StructName) {
        self.put("%");
        match name {
            StructName::Named(name) => self.name(name),
            StructName::Numbered(number) => put!(self, "{number}"),
        }
    }

    pub(super) fn type_definitions(&mut self) {
        let mut structs: Vec<_> = self.module.types.structs().iter().collect();
        // llvm-as wants numbers in ascending order.
        structs.sort_by_key(|structure| match structure.name {
            StructName::Named(_) => (1, 0),
            StructName::Numbered(number) => (0, number),
        });
        for structure in structs.iter().filter(|structure| structure.defined) {
            self.struct_name(&structure.name);
            self.put(" = type ");
            match &structure.body {
                Some(body) => self.struct_body(body),
                None => self.put("opaque"),
            }
            self.put("\n");
        }
    }

    fn struct_body(&mut self, body: &'m StructBody) {
        self.put(if body.packed { "<{ " } else { "{ " });
        self.separated(&body.fields, |printer, field| printer.ty(*field));
        self.put(if body.packed { " }>" } else { " }" });
    }

    pub(super) fn ty(&mut self, id: TypeId) {
        let module = self.module;
        match module.types.get(id) {
            Type::Void => self.put("void"),
            Type::Integer(bits) => put!(self, "i{bits}"),
            Type::Float(kind) => self.put(kind.keyword()),
            Type::Label => self.put("label"),
            Type::Metadata => self.put("metadata"),
            Type::Token => self.put("token"),
            Type::Pointer { pointee, address_space } => {
                match pointee {
                    Some(pointee) => self.ty(*pointee),
                    None => self.put("ptr"),
                }
                if *address_space != 0 {
                    put!(self, " addrspace({address_space})");
                }
                if pointee.is_some() {
                    self.put("*");
                }
            }
            Type::Array { element, count } => {
                put!(self, "[{count} x ");
                self.ty(*element);
                self.put("]");
            }
            Type::Vector { element, count, scalable } => {
                self.put(if *scalable { "<vscale x " } else { "<" });
                put!(self, "{count} x ");
                self.ty(*element);
                self.put(">");
            }
            Type::Struct(body) => self.struct_body(body),
            Type::Named(id) => self.struct_name(&module.types.structure(*id).name),
            Type::Function { result, parameters, varargs } => {
                self.ty(*result);
                self.put(" (");
                self.separated(parameters, |printer, parameter| printer.ty(*parameter));
                self.put(match (parameters.is_empty(), varargs) {
                    (_, false) => ")",
                    (true, true) => "...)",
                    (false, true) => ", ...)",
                });
            }
            Type::Other(text) => self.put(text),
        }
    }
}
