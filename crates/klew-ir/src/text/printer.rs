//! Programs as text. See the module above for the grammar.
//!
//! **Invariant**: the parser gives back an equal program for every well-formed one, apart from numbers of checks where the text
//! does not give them.

/// Appends formatted text. Writing to a string cannot fail.
macro_rules! put {
    ($printer:expr, $($argument:tt)*) => {{ let _ = write!($printer.text, $($argument)*); }};
}

mod instruction;

use std::fmt::Write;

use super::words::*;
use crate::checks::{are_numbered_in_order, are_unnumbered};
use crate::{
    Block, Constant, DataModel, Definition, FloatFormat, Function, FunctionBody, Global,
    Initializer, InputObjects, Operand, Position, Program, SourceType, SourceTypeId, Type, ValueId,
};

/// The text of a program, for people: checks are numbered anew when it is read.
pub fn print_program(program: &Program) -> String {
    print(program, false)
}

/// The text of a program with which nothing is lost: checks of which others were left out keep their numbers.
pub fn print_numbered_program(program: &Program) -> String {
    print(program, !are_numbered_in_order(program) && !are_unnumbered(program))
}

fn print(program: &Program, numbered: bool) -> String {
    let mut printer = Printer { program, numbered, text: String::new() };
    printer.header();
    for (index, source_type) in program.types.iter().enumerate() {
        printer.source_type(index, source_type);
    }
    for global in &program.globals {
        printer.global(global);
    }
    for function in &program.functions {
        printer.function(function);
    }
    printer.text
}

struct Printer<'a> {
    program: &'a Program,
    /// Whether the text gives the numbers of checks.
    numbered: bool,
    text: String,
}

/// A name, in quotes if it needs them.
fn name(name: &str) -> String {
    if is_plain(name) { name.to_string() } else { quoted(name) }
}

/// A text in quotes.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            control if control.is_ascii_control() => {
                let _ = write!(quoted, "\\x{:02x}", control as u32);
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// Bytes in quotes.
fn quoted_bytes(bytes: &[u8]) -> String {
    let mut quoted = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => quoted.extend(['\\', byte as char]),
            b' '..=b'~' => quoted.push(byte as char),
            0 => quoted.push_str("\\0"),
            _ => {
                let _ = write!(quoted, "\\x{byte:02x}");
            }
        }
    }
    quoted.push('"');
    quoted
}

fn types(types: &[Type]) -> String {
    types.iter().map(|t| type_word(*t)).collect::<Vec<_>>().join(", ")
}

impl Printer<'_> {
    fn header(&mut self) {
        let model = self.program.data_model;
        put!(self, "target {}", model.pointer_bits);
        let usual = if model.pointer_bits == 32 { DataModel::ILP32 } else { DataModel::LP64 };
        if model != (DataModel { typed_memory: model.typed_memory, ..usual }) {
            put!(self, " variadic_slot {} heap_align {}", model.variadic_slot, model.heap_align);
        }
        if model.typed_memory {
            put!(self, " typed_memory");
        }
        self.text.push('\n');
        let files: Vec<String> = self.program.files.iter().map(|file| quoted(file)).collect();
        put!(self, "files {}\n", files.join(", "));
        match self.program.entry {
            Some(entry) => put!(self, "entry @{}\n", name(&self.program.function(entry).name)),
            None => put!(self, "entry none\n"),
        }
    }

    fn position(&mut self, position: Position) {
        if position == Position::UNKNOWN {
            self.text.push_str(" @0");
        } else {
            put!(self, " @{}:{}:{}", position.file.0, position.line, position.column);
        }
    }

    fn type_option(&mut self, source_type: Option<SourceTypeId>) {
        if let Some(id) = source_type {
            put!(self, " type ${}", id.0);
        }
    }

    fn source_type(&mut self, index: usize, source_type: &SourceType) {
        put!(self, "type ${index} = ");
        match source_type {
            SourceType::Unknown => put!(self, "unknown"),
            SourceType::Void => put!(self, "void"),
            SourceType::Function => put!(self, "function"),
            SourceType::Int { name, bits, signed, character } => {
                let sign = if *signed { "signed" } else { "unsigned" };
                let character = if *character { " character" } else { "" };
                put!(self, "int {} {bits} {sign}{character}", quoted(name));
            }
            SourceType::Float { name, bits } => put!(self, "float {} {bits}", quoted(name)),
            SourceType::Pointer(to) => put!(self, "pointer ${}", to.0),
            SourceType::Array(of, count) => {
                put!(self, "array ${}", of.0);
                if let Some(count) = count {
                    put!(self, " {count}");
                }
            }
            SourceType::Alias(name, of) => put!(self, "alias {} ${}", quoted(name), of.0),
            SourceType::Record { name, size, union, fields, bases, tag, inputs, elements } => {
                let word = if *union { "union" } else { "record" };
                put!(self, "{word} {} size {size}", quoted(name));
                if let Some(tag) = tag {
                    put!(self, " tag {tag}");
                }
                put!(
                    self,
                    "{}",
                    match inputs {
                        InputObjects::Shared => "",
                        InputObjects::Values => " values",
                        InputObjects::None => " only_made",
                    }
                );
                for (number, base) in bases.iter().enumerate() {
                    let before = if number == 0 { " extends" } else { "," };
                    put!(self, "{before} ${}", base.0);
                }
                put!(self, " {{");
                for (number, field) in fields.iter().enumerate() {
                    let comma = if number == 0 { "" } else { "," };
                    put!(self, "{comma} {} at {}", quoted(&field.name), field.bit_offset);
                    if let Some(bits) = field.bit_width {
                        put!(self, " bits {bits}");
                    }
                    if field.never_null {
                        put!(self, " never_null");
                    }
                    put!(self, " ${}", field.source_type.0);
                }
                put!(self, " }}");
                if let Some(elements) = elements {
                    put!(self, " elements ${}", elements.0);
                }
            }
        }
        self.text.push('\n');
    }

    fn global(&mut self, global: &Global) {
        let constant = if global.constant { " constant" } else { "" };
        let (size, align) = (global.size, global.align);
        put!(self, "global &{} size {size} align {align}{constant}", name(&global.name));
        self.type_option(global.source_type);
        if let Some(switch) = global.switch {
            put!(self, " switch {}", word_of(SWITCHES, switch));
        }
        match &global.initializer {
            Initializer::Zero => put!(self, " = zero"),
            Initializer::External => put!(self, " = external"),
            Initializer::Bytes(bytes, relocations) => {
                put!(self, " = bytes {}", quoted_bytes(bytes));
                for (number, relocation) in relocations.iter().enumerate() {
                    let before = if number == 0 { " relocations " } else { ", " };
                    put!(self, "{before}{}: ", relocation.offset);
                    self.constant(&relocation.value, Some(Type::Pointer));
                }
            }
        }
        self.position(global.position);
        self.text.push('\n');
    }

    fn function(&mut self, function: &Function) {
        put!(self, "\nfunction @{}(", name(&function.name));
        let definition = match &function.body {
            FunctionBody::Defined(definition) => Some(definition),
            _ => None,
        };
        for (number, parameter) in function.parameters.iter().enumerate() {
            if number > 0 {
                self.text.push_str(", ");
            }
            if let Some(value) = definition.and_then(|d| d.parameters.get(number).map(|v| (d, *v)))
            {
                self.value(value.0, value.1);
                self.text.push_str(": ");
            }
            put!(self, "{}", type_word(*parameter));
            match function.parameter_types.get(number) {
                Some(Some(id)) => put!(self, " ${}", id.0),
                Some(None) => put!(self, " $_"),
                None => {}
            }
        }
        self.text.push(')');
        if !function.results.is_empty() {
            put!(self, " -> {}", types(&function.results));
        }
        for (flag, word) in [(function.variadic, "variadic"), (function.library, "library")] {
            if flag {
                put!(self, " {word}");
            }
        }
        self.position(function.position);
        match &function.body {
            FunctionBody::External => put!(self, " external\n"),
            FunctionBody::Unsupported(why) => put!(self, " unsupported {}\n", quoted(why)),
            FunctionBody::Defined(definition) => {
                put!(self, " {{\n");
                self.definition(function, definition);
                put!(self, "}}\n");
            }
        }
    }

    fn definition(&mut self, function: &Function, definition: &Definition) {
        if !is_in_text_order(definition) {
            for index in 0..definition.values.len() {
                self.text.push_str(if index == 0 { "  values " } else { ", " });
                self.definition_of(definition, ValueId(index as u32));
            }
            self.text.push('\n');
        }
        for (index, variable) in definition.variables.iter().enumerate() {
            put!(self, "  variable !{index} {}", quoted(&variable.name));
            self.type_option(variable.source_type);
            self.position(variable.position);
            self.text.push('\n');
        }
        for (index, block) in definition.blocks.iter().enumerate() {
            self.block_label(block, index);
            for (number, value) in block.parameters.iter().enumerate() {
                self.text.push_str(if number == 0 { "(" } else { ", " });
                self.definition_of(definition, *value);
            }
            self.text.push_str(if block.parameters.is_empty() { ":\n" } else { "):\n" });
            for instruction in &block.instructions {
                self.text.push_str("  ");
                self.instruction(definition, instruction);
                self.position(instruction.position);
                self.text.push('\n');
            }
            self.text.push_str("  ");
            self.terminator(function, definition, &block.terminator);
            self.position(block.terminator_position);
            self.text.push('\n');
        }
    }

    fn block_label(&mut self, block: &Block, index: usize) {
        match &block.name {
            Some(label) => put!(self, "{}", name(label)),
            None => put!(self, "^{index}"),
        }
    }

    fn value(&mut self, definition: &Definition, value: ValueId) {
        match definition.values.get(value.0 as usize).and_then(|info| info.name.as_ref()) {
            Some(label) => put!(self, "%{}", name(label)),
            None => put!(self, "%{}", value.0),
        }
    }

    fn definition_of(&mut self, definition: &Definition, value: ValueId) {
        self.value(definition, value);
        put!(self, ": {}", type_word(definition.values[value.0 as usize].value_type));
    }

    /// An operand; a constant without its type if that is the expected one.
    fn operand(&mut self, definition: &Definition, operand: &Operand, expected: Option<Type>) {
        match operand {
            Operand::Value(value) => self.value(definition, *value),
            Operand::Constant(constant) => self.constant(constant, expected),
        }
    }

    fn operands(&mut self, definition: &Definition, operands: &[&Operand], expected: &[Type]) {
        for (number, operand) in operands.iter().enumerate() {
            if number > 0 {
                self.text.push_str(", ");
            }
            self.operand(definition, operand, expected.get(number).copied());
        }
    }

    fn constant(&mut self, constant: &Constant, expected: Option<Type>) {
        let kind = constant.type_of();
        if kind != Type::Pointer && expected != Some(kind) {
            put!(self, "{} ", type_word(kind));
        }
        match constant {
            Constant::Int { width: 1, value } if value.bits() == 0 => put!(self, "false"),
            Constant::Int { width: 1, .. } => put!(self, "true"),
            Constant::Int { width: 128.., value } => put!(self, "{value:#x}"),
            Constant::Int { value, .. } => put!(self, "{value}"),
            Constant::Float(format, bits) => put!(self, "{}", float(*format, *bits)),
            Constant::Null => put!(self, "null"),
            Constant::Undefined(Type::Pointer) => put!(self, "ptr undefined"),
            Constant::Undefined(_) => put!(self, "undefined"),
            Constant::Function(id) => put!(self, "@{}", name(&self.program.function(*id).name)),
            Constant::Global(id, offset) => {
                put!(self, "&{}", name(&self.program.global(*id).name));
                if *offset != 0 {
                    let sign = if *offset < 0 { '-' } else { '+' };
                    put!(self, " {sign} {}", offset.unsigned_abs());
                }
            }
        }
    }
}

/// A floating-point number: in decimal where that names it exactly, else its memory image.
fn float(format: FloatFormat, bits: u128) -> String {
    match format {
        FloatFormat::Single if f32::from_bits(bits as u32).is_finite() => {
            format!("{:?}", f32::from_bits(bits as u32))
        }
        FloatFormat::Double if f64::from_bits(bits as u64).is_finite() => {
            format!("{:?}", f64::from_bits(bits as u64))
        }
        _ => format!("{bits:#x}"),
    }
}

/// Whether the values are numbered in the order in which the text defines them, and all are defined.
fn is_in_text_order(definition: &Definition) -> bool {
    definition.defined_values().eq((0..definition.values.len() as u32).map(ValueId))
}
