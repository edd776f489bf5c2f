//! Whether a program is well formed. Engines rely on it and do not check again.
//!
//! Well formed means: every id is in range; names are unique; each value is defined exactly once and its
//! definition dominates its uses (in blocks that can be reached); operands, results and block arguments
//! have the types that their operations ask for; constants fit their types; the entry block has neither
//! parameters nor predecessors; initial values and relocations lie within their globals.
//!
//! Calls are looser, as C is: too many or missing arguments are allowed, and a pointer may stand for an
//! integer of its width or the other way round. Calls through pointers are not checked here.

mod function;
mod operation;

use std::collections::HashSet;

use crate::{
    Constant, FloatFormat, FunctionId, Global, Initializer, Position, Program, SourceType,
    SourceTypeId, Type,
};

/// The widest integer type. LLVM's limit is the same.
pub const MAXIMUM_INT_WIDTH: u32 = 1 << 23;

/// What is wrong with a program, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct VerifyError {
    /// The function, block and instruction, or the global.
    pub place: String,
    /// Where it comes from.
    pub position: Position,
    /// What is wrong.
    pub message: String,
}

/// Checks a program. All errors are given, except that a function whose ids are out of range is not looked
/// at further.
pub fn verify_program(program: &Program) -> Result<(), Vec<VerifyError>> {
    let mut verifier = Verifier { program, errors: Vec::new() };
    verifier.program();
    if verifier.errors.is_empty() { Ok(()) } else { Err(verifier.errors) }
}

/// Whether a value of one type may be passed for one of the other in a call: pointers and integers of their
/// width go for each other.
pub fn passes_for(given: Type, wanted: Type, pointer_bits: u32) -> bool {
    given == wanted
        || [(given, wanted), (wanted, given)].contains(&(Type::Pointer, Type::Int(pointer_bits)))
}

struct Verifier<'a> {
    program: &'a Program,
    errors: Vec<VerifyError>,
}

impl Verifier<'_> {
    fn error(&mut self, place: &str, position: Position, message: impl Into<String>) {
        let place = place.to_string();
        self.errors.push(VerifyError { place, position, message: message.into() });
    }

    fn program(&mut self) {
        let program = self.program;
        let model = program.data_model;
        let powers = model.variadic_slot.is_power_of_two() && model.heap_align.is_power_of_two();
        if !matches!(model.pointer_bits, 32 | 64) || !powers {
            self.error("program", Position::UNKNOWN, "impossible data model");
        }
        if let Some(entry) = program.entry
            && entry.0 as usize >= program.functions.len()
        {
            self.error("program", Position::UNKNOWN, "the entry is no function");
        }
        for index in 0..program.types.len() {
            self.source_type(index);
        }
        let mut names = HashSet::new();
        for global in &program.globals {
            if !names.insert(&global.name) {
                let place = format!("global &{}", global.name);
                self.error(&place, global.position, "second global of that name");
            }
            self.global(global);
        }
        let mut names = HashSet::new();
        for index in 0..program.functions.len() {
            let function = &program.functions[index];
            if !names.insert(&function.name) {
                let place = format!("function @{}", function.name);
                self.error(&place, function.position, "second function of that name");
            }
            self.function(FunctionId(index as u32));
        }
    }

    fn source_type(&mut self, index: usize) {
        let place = format!("type ${index}");
        let types = &self.program.types;
        let parts: Vec<SourceTypeId> = match &types[index] {
            SourceType::Pointer(part) | SourceType::Array(part, _) | SourceType::Alias(_, part) => {
                vec![*part]
            }
            SourceType::Record { fields, bases, elements, .. } => {
                let fields = fields.iter().map(|field| field.source_type);
                fields.chain(bases.iter().copied()).chain(*elements).collect()
            }
            _ => Vec::new(),
        };
        if parts.iter().any(|part| part.0 as usize >= types.len()) {
            return self.error(&place, Position::UNKNOWN, "refers to a type that does not exist");
        }
        if self.is_below_itself(index) {
            return self.error(&place, Position::UNKNOWN, "is a class below itself");
        }
        // Aliases and arrays of themselves would send everyone who resolves them round in circles.
        let mut at = index;
        for _ in 0..=types.len() {
            match &types[at] {
                SourceType::Array(part, _) | SourceType::Alias(_, part)
                    if (part.0 as usize) < types.len() =>
                {
                    at = part.0 as usize;
                }
                _ => return,
            }
        }
        self.error(&place, Position::UNKNOWN, "contains itself");
    }

    /// Whether a record's bases lead back to it.
    fn is_below_itself(&self, index: usize) -> bool {
        let bases = |index: usize| match self.program.types.get(index) {
            Some(SourceType::Record { bases, .. }) => bases.as_slice(),
            _ => &[],
        };
        let mut open: Vec<usize> = bases(index).iter().map(|base| base.0 as usize).collect();
        let mut seen = HashSet::new();
        while let Some(base) = open.pop() {
            if base == index {
                return true;
            }
            if seen.insert(base) {
                open.extend(bases(base).iter().map(|base| base.0 as usize));
            }
        }
        false
    }

    fn source_type_id(&mut self, id: Option<SourceTypeId>, place: &str, position: Position) {
        if id.is_some_and(|id| id.0 as usize >= self.program.types.len()) {
            self.error(place, position, "source type out of range");
        }
    }

    fn position(&mut self, position: Position, place: &str) {
        if position.is_known() && position.file.0 as usize >= self.program.files.len() {
            self.error(place, position, "its position is in a file that does not exist");
        }
    }

    fn global(&mut self, global: &Global) {
        let place = format!("global &{}", global.name);
        let at = global.position;
        self.position(at, &place);
        self.source_type_id(global.source_type, &place, at);
        if !global.align.is_power_of_two() {
            self.error(&place, at, "the alignment is no power of two");
        }
        let Initializer::Bytes(bytes, relocations) = &global.initializer else { return };
        if bytes.len() as u64 != global.size {
            let message = format!("{} initial bytes for a size of {}", bytes.len(), global.size);
            self.error(&place, at, message);
        }
        let width = self.program.data_model.pointer_size();
        let mut offsets: Vec<u64> = relocations.iter().map(|r| r.offset).collect();
        offsets.sort_unstable();
        if offsets.windows(2).any(|pair| pair[1] - pair[0] < width) {
            self.error(&place, at, "relocations overlap");
        }
        if offsets
            .last()
            .is_some_and(|&last| last.checked_add(width).is_none_or(|end| end > global.size))
        {
            self.error(&place, at, "a relocation lies outside of the global");
        }
        for relocation in relocations {
            if relocation.value.type_of() != Type::Pointer {
                self.error(&place, at, "a relocation is no pointer");
            }
            if let Err(message) = self.constant(&relocation.value) {
                self.error(&place, at, message);
            }
        }
    }

    /// Whether the type exists.
    fn type_exists(value_type: Type) -> bool {
        match value_type {
            Type::Int(width) => (1..=MAXIMUM_INT_WIDTH).contains(&width),
            Type::Float(_) | Type::Pointer => true,
        }
    }

    /// Whether a constant is one.
    fn constant(&self, constant: &Constant) -> Result<(), String> {
        if !Verifier::type_exists(constant.type_of()) {
            return Err("integer types have between 1 and 2^23 bits".to_string());
        }
        let fits = match constant {
            Constant::Int { width, value } => value.bits() <= u64::from(*width),
            Constant::Float(FloatFormat::Quad, _) => true,
            Constant::Float(format, bits) => bits >> format.storage_bits() == 0,
            Constant::Global(id, _) => (id.0 as usize) < self.program.globals.len(),
            Constant::Function(id) => (id.0 as usize) < self.program.functions.len(),
            Constant::Null | Constant::Undefined(_) => true,
        };
        if fits { Ok(()) } else { Err(format!("{constant:?} does not fit or does not exist")) }
    }
}

#[cfg(test)]
mod tests;
