//! What a call of a stream's function does at most.
//!
//! **Invariant**: nothing is said of a call that may do more: of a stream that is no standard one, of a format that is not constant.

use std::collections::BTreeMap;

use klew_ir::{
    Constant, Definition, Function, GlobalId, Initializer, Operand, Operation, Program, Type,
    ValueId,
};

use super::formats::{Scanned, printed, scanned};

/// What is done with an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// It is a text, and read up to its end, or at most so many bytes of it.
    ReadsText {
        /// Which argument of the call.
        argument: usize,
        /// The most bytes.
        most: Option<u64>,
        /// Whether null is no text, and is not read.
        may_be_null: bool,
    },
    /// Where it points to is written if the result is more than so many.
    Writes {
        /// Which argument of the call.
        argument: usize,
        /// What.
        what: Scanned,
        /// The results.
        if_more_than: i64,
    },
}

/// What comes of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Nothing.
    None,
    /// A number between two.
    Between(i64, i64),
    /// That argument, or null where nothing was written.
    ArgumentOrNull(usize),
}

/// What a call does at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Contract {
    /// With its arguments.
    pub effects: Vec<Effect>,
    /// What comes of it.
    pub outcome: Outcome,
    /// The global that names the stream, if that is an argument.
    pub stream: Option<GlobalId>,
}

impl Contract {
    /// Whether it depends on that argument of the call.
    pub(super) fn needs(&self, number: usize) -> bool {
        let is_own = |effect: &Effect| match effect {
            Effect::ReadsText { argument, .. } | Effect::Writes { argument, .. } => {
                *argument == number
            }
        };
        self.outcome == Outcome::ArgumentOrNull(number) || self.effects.iter().any(is_own)
    }
}

/// A call, and where it is.
pub(super) struct Call<'p> {
    /// The program.
    pub program: &'p Program,
    /// The function that calls.
    pub definition: &'p Definition,
    /// What is called.
    pub callee: &'p Function,
    /// With what.
    pub arguments: &'p [Operand],
    /// The standard streams that the function that calls loads.
    pub streams: &'p BTreeMap<ValueId, GlobalId>,
}

const ANY: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);

impl Call<'_> {
    /// What it does at most, if that is known.
    pub(super) fn contract(&self) -> Option<Contract> {
        let name = self.callee.name.trim_start_matches("__isoc99_").trim_start_matches("__isoc23_");
        let name = name.strip_suffix("_unlocked").unwrap_or(name);
        let number = |least, most| Some((Vec::new(), Outcome::Between(least, most)));
        let (effects, outcome) = match name {
            "printf" => self.prints(0),
            "__printf_chk" => self.prints(1),
            "fprintf" => self.writes_to(0)?.prints(1),
            "__fprintf_chk" => self.writes_to(0)?.prints(2),
            "puts" => self.prints_text(0, false),
            "fputs" => self.writes_to(1)?.prints_text(0, false),
            "perror" => self.prints_text(0, true).map(|(effects, _)| (effects, Outcome::None)),
            "putchar" => number(-1, 255),
            "fputc" | "putc" | "_IO_putc" => self.writes_to(1).and_then(|_| number(-1, 255)),
            "fflush" => self.writes_to(0).and_then(|_| number(-1, 0)),
            "scanf" => self.scans(0),
            "fscanf" => self.reads_from(0)?.scans(1),
            "getchar" => number(-1, 255),
            "fgetc" | "getc" | "_IO_getc" => self.reads_from(0).and_then(|_| number(-1, 255)),
            "fgets" => self.reads_from(2)?.reads_line(),
            "feof" | "ferror" => self.is_standard(0).then(|| number(ANY.0, ANY.1))?,
            "clearerr" => self.is_standard(0).then_some((Vec::new(), Outcome::None)),
            _ => None,
        }?;
        let stream = (0..self.arguments.len()).find_map(|argument| self.standard(argument));
        let contract = Contract { effects, outcome, stream };
        // What is no pointer points nowhere.
        let mut needed = (0..self.arguments.len()).filter(|number| contract.needs(*number));
        let are_pointers =
            needed.all(|number| self.definition.type_of(&self.arguments[number]) == Type::Pointer);
        are_pointers.then_some(contract)
    }

    fn prints(&self, format: usize) -> Option<(Vec<Effect>, Outcome)> {
        let (texts, count) = printed(self.text(format)?, self.program.data_model.pointer_bits)?;
        // What is missing is read behind those that there are.
        if self.arguments.len() < format + 1 + count {
            return None;
        }
        let mut effects = Vec::new();
        for text in texts {
            let argument = format + 1 + text.argument;
            if !self.is_constant_text(argument)? {
                let most = text.most;
                effects.push(Effect::ReadsText { argument, most, may_be_null: true });
            }
        }
        Some((effects, Outcome::Between(-1, ANY.1)))
    }

    fn prints_text(&self, argument: usize, may_be_null: bool) -> Option<(Vec<Effect>, Outcome)> {
        let is_constant = self.is_constant_text(argument)?;
        let effect = Effect::ReadsText { argument, most: None, may_be_null };
        let effects = if is_constant { Vec::new() } else { vec![effect] };
        Some((effects, Outcome::Between(-1, ANY.1)))
    }

    fn scans(&self, format: usize) -> Option<(Vec<Effect>, Outcome)> {
        let all = scanned(self.text(format)?, self.program.data_model.pointer_bits)?;
        let first = format + 1;
        // Where to is a pointer each, so each is one argument.
        if self.arguments.len() < first + all.len() {
            return None;
        }
        let count = all.len() as i64;
        let effect = |(what, at): (Scanned, usize)| Effect::Writes {
            argument: first + at,
            what,
            if_more_than: at as i64,
        };
        let effects = all.into_iter().zip(0..).map(effect).collect();
        Some((effects, Outcome::Between(-1, count)))
    }

    /// The models ask that all of the buffer is there, so this does.
    fn reads_line(&self) -> Option<(Vec<Effect>, Outcome)> {
        let size = klew_ir::builder::as_u64(self.arguments.get(1)?)?;
        let room = u64::from(u32::try_from(size).ok().filter(|size| *size < 1 << 31)?);
        let what = Scanned::Text(room.checked_sub(1)?);
        let effect = Effect::Writes { argument: 0, what, if_more_than: 0 };
        Some((vec![effect], Outcome::ArgumentOrNull(0)))
    }

    /// The bytes of a constant text before its end.
    fn text(&self, argument: usize) -> Option<&[u8]> {
        let Operand::Constant(Constant::Global(id, offset)) = self.arguments.get(argument)? else {
            return None;
        };
        let global = self.program.global(*id);
        match &global.initializer {
            Initializer::Bytes(bytes, relocations) if global.constant && relocations.is_empty() => {
                let bytes = bytes.get(usize::try_from(*offset).ok()?..)?;
                let end = bytes.iter().position(|byte| *byte == 0)?;
                Some(&bytes[..end])
            }
            _ => None,
        }
    }

    /// Whether it is a constant text; nothing if there is no such argument.
    fn is_constant_text(&self, argument: usize) -> Option<bool> {
        self.arguments.get(argument)?;
        Some(self.text(argument).is_some())
    }

    fn writes_to(&self, argument: usize) -> Option<&Self> {
        let stream = self.program.global(self.standard(argument)?);
        matches!(&*stream.name, "stdout" | "stderr").then_some(self)
    }

    fn reads_from(&self, argument: usize) -> Option<&Self> {
        (self.program.global(self.standard(argument)?).name == "stdin").then_some(self)
    }

    fn is_standard(&self, argument: usize) -> bool {
        self.standard(argument).is_some()
    }

    /// The global that names the standard stream which an argument is.
    fn standard(&self, argument: usize) -> Option<GlobalId> {
        self.streams.get(&self.arguments.get(argument)?.as_value()?).copied()
    }
}

/// The standard streams that a function loads, each with the global that names it.
pub(super) fn streams(program: &Program, definition: &Definition) -> BTreeMap<ValueId, GlobalId> {
    let instructions = definition.blocks.iter().flat_map(|block| &block.instructions);
    let loaded = instructions.filter_map(|instruction| {
        let (Operation::Load(Operand::Constant(Constant::Global(id, 0))), &[value]) =
            (&instruction.operation, &instruction.results[..])
        else {
            return None;
        };
        let is_stream = matches!(&*program.global(*id).name, "stdin" | "stdout" | "stderr");
        (is_stream && names_model(program, *id)).then_some((value, *id))
    });
    loaded.collect()
}

/// Whether a global holds the address of something of the models.
fn names_model(program: &Program, id: GlobalId) -> bool {
    match &program.global(id).initializer {
        Initializer::Bytes(_, relocations) => relocations.iter().any(|relocation| {
            matches!(&relocation.value, Constant::Global(to, 0)
                if program.global(*to).name.starts_with("klew."))
        }),
        _ => false,
    }
}
