//! Prints operands, calls and references to blocks.

use super::{Printer, put};
use crate::syntax::{
    BlockId, Call, CallingConvention, LocalId, TailKind, TypeId, TypedValue, Value,
};
use std::fmt::Write;

impl<'m> Printer<'m> {
    pub(super) fn local(&mut self, id: LocalId) {
        self.put("%");
        if let Some(function) = self.function
            && let Some(local) = function.locals.get(id.0 as usize)
        {
            self.local_name(&local.name);
        }
    }

    /// `%name` of a block
    pub(super) fn block(&mut self, id: BlockId) {
        self.put("%");
        if let Some(function) = self.function
            && let Some(block) = function.blocks.get(id.0 as usize)
        {
            self.local_name(&block.name);
        }
    }

    /// `label %name`
    pub(super) fn label(&mut self, id: BlockId) {
        self.put("label ");
        self.block(id);
    }

    pub(super) fn value(&mut self, ty: TypeId, value: &'m Value) {
        match value {
            Value::Local(id) => self.local(*id),
            Value::Constant(constant) => self.constant(ty, constant),
            Value::Metadata(metadata) => self.metadata_value(metadata),
            Value::Block(id) => self.block(*id),
            Value::InlineAsm(asm) => {
                self.put("asm ");
                for word in &asm.words {
                    put!(self, "{word} ");
                }
                self.quoted_text(&asm.template);
                self.put(", ");
                self.quoted_text(&asm.constraints);
            }
        }
    }

    pub(super) fn typed_value(&mut self, value: &'m TypedValue) {
        self.ty(value.ty);
        self.put(" ");
        self.value(value.ty, &value.value);
    }

    pub(super) fn calling_convention(&mut self, convention: &CallingConvention) {
        match convention {
            CallingConvention::C => {}
            CallingConvention::Fast => self.put(" fastcc"),
            CallingConvention::Cold => self.put(" coldcc"),
            CallingConvention::Other(text) => put!(self, " {text}"),
        }
    }

    /// A call from its opcode on, without metadata.
    pub(super) fn call(&mut self, opcode: &str, call: &'m Call) {
        self.put(match call.tail {
            TailKind::None => "",
            TailKind::Tail => "tail ",
            TailKind::MustTail => "musttail ",
            TailKind::NoTail => "notail ",
        });
        put!(self, "{opcode} ");
        self.flags(call.flags);
        self.out.pop(); // the blank: each of what follows brings its own
        self.calling_convention(&call.calling_convention);
        self.attributes(call.return_attributes);
        if let Some(space) = call.address_space {
            put!(self, " addrspace({space})");
        }
        self.put(" ");
        self.ty(call.function_type);
        self.put(" ");
        self.value(call.function_type, &call.callee);
        self.put("(");
        self.separated(&call.arguments, |printer, argument| {
            printer.ty(argument.ty);
            printer.attributes(argument.attributes);
            printer.put(" ");
            printer.value(argument.ty, &argument.value);
        });
        self.put(")");
        self.attributes(call.attributes);
        if !call.bundles.is_empty() {
            self.put(" [ ");
            self.separated(&call.bundles, |printer, bundle| {
                printer.quoted_text(&bundle.tag);
                printer.put("(");
                printer.separated(&bundle.inputs, Self::typed_value);
                printer.put(")");
            });
            self.put(" ]");
        }
    }
}
