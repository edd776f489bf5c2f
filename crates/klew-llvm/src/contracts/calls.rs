//! What a call of a stream's function, or of one that reads numbers from texts, does at most.
//!
//! **Invariant**: nothing is said of a call that may do more: of a stream that is no standard one, of a format that is not constant.

use std::collections::BTreeMap;

use klew_ir::{
    Access, Constant, Definition, Function, FunctionId, GlobalId, Initializer, ObjectKind, Operand,
    Operation, Program, Type, ValueId,
};

use super::formats::{Scanned, printed, scanned};
use super::texts::{Texts, text};

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
    /// It is a text, and read up to its end; where a number in it ends is written to where the other points to, if that is not null.
    ReadsNumber {
        /// Which argument of the call is the text.
        text: usize,
        /// Which is the other.
        end: usize,
        /// Whether the other may be null. Where it is asked whether a variable's address is null, the variable is no value.
        may_be_null: bool,
    },
    /// So many bytes are read or written.
    Block {
        /// Which argument of the call says where.
        argument: usize,
        /// Which says how many things.
        count: usize,
        /// The bytes of each.
        size: u64,
        /// What is done.
        access: Access,
    },
    /// A text is written that ends where the result says, or before the end of the room.
    Formats {
        /// Which argument of the call says where.
        argument: usize,
        /// Bytes.
        room: u64,
    },
}

/// What comes of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Nothing.
    None,
    /// A number between two.
    Between(i64, i64),
    /// Any number.
    Any,
    /// A number up to that argument.
    UpTo(usize),
    /// That argument, or null where nothing was written.
    ArgumentOrNull(usize),
    /// Where in the first argument, which has these bytes, the character is that the second one says; null if nowhere.
    Found(Vec<u8>),
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
        let is_count = |effect: &Effect| match effect {
            Effect::Block { count, .. } => *count == number,
            _ => false,
        };
        self.needs_pointer(number)
            || self.outcome == Outcome::UpTo(number)
            || matches!(self.outcome, Outcome::Found(_)) && number == 1
            || self.effects.iter().any(is_count)
    }

    /// Whether it depends on that argument of the call as on a pointer.
    fn needs_pointer(&self, number: usize) -> bool {
        let is_own = |effect: &Effect| match effect {
            Effect::ReadsText { argument, .. }
            | Effect::Writes { argument, .. }
            | Effect::Block { argument, .. }
            | Effect::Formats { argument, .. } => *argument == number,
            Effect::ReadsNumber { text, end, .. } => *text == number || *end == number,
        };
        self.outcome == Outcome::ArgumentOrNull(number)
            || matches!(self.outcome, Outcome::Found(_)) && number == 0
            || self.effects.iter().any(is_own)
    }
}

/// A call, and where it is.
pub(super) struct Call<'p> {
    /// The program.
    pub program: &'p Program,
    /// The function that calls.
    pub definition: &'p Definition,
    /// Which it is.
    pub caller: FunctionId,
    /// Which pointers are constant texts.
    pub texts: &'p Texts<'p>,
    /// What is called.
    pub callee: &'p Function,
    /// With what.
    pub arguments: &'p [Operand],
    /// The standard streams that the function that calls loads.
    pub streams: &'p BTreeMap<ValueId, GlobalId>,
}

/// Where something is found in longer texts is the model's to say.
const LONGEST_LOOKED_THROUGH: usize = 65;

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
            "sscanf" => self.scans_text(),
            "snprintf" => self.formats(1, 2),
            "__snprintf_chk" => self.formats(1, 4),
            "atoi" | "atol" | "atoll" => {
                self.prints_text(0, false).map(|(effects, _)| (effects, Outcome::Any))
            }
            "strtol" | "strtoul" | "strtoll" | "strtoull" => self.reads_number(),
            "fwrite" => self.writes_to(3)?.block(Access::Read),
            "fread" => self.reads_from(3)?.block(Access::Write),
            "strchr" | "index" => self.finds(),
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
        let mut needed = (0..self.arguments.len()).filter(|number| contract.needs_pointer(*number));
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

    /// The text is all there is to read, and there is room for what is found.
    fn scans_text(&self) -> Option<(Vec<Effect>, Outcome)> {
        let (mut effects, _) = self.prints_text(0, false)?;
        let (written, outcome) = self.scans(1)?;
        effects.extend(written);
        Some((effects, outcome))
    }

    /// Into a buffer of a size that is known.
    fn formats(&self, size: usize, format: usize) -> Option<(Vec<Effect>, Outcome)> {
        let (mut effects, outcome) = self.prints(format)?;
        let room = klew_ir::builder::as_u64(self.arguments.get(size)?)?;
        let room = u64::from(u32::try_from(room).ok().filter(|size| (1..1 << 31).contains(size))?);
        effects.push(Effect::Formats { argument: 0, room });
        Some((effects, outcome))
    }

    /// With a base that is one.
    fn reads_number(&self) -> Option<(Vec<Effect>, Outcome)> {
        let base = klew_ir::builder::as_u64(self.arguments.get(2)?)?;
        let may_be_null = !self.is_variable(self.arguments.get(1)?);
        let effect = Effect::ReadsNumber { text: 0, end: 1, may_be_null };
        matches!(base, 0 | 2..=36).then(|| (vec![effect], Outcome::Any))
    }

    /// Whether it is the address of a variable.
    fn is_variable(&self, pointer: &Operand) -> bool {
        let Some(value) = pointer.as_value() else { return false };
        let mut instructions = self.definition.blocks.iter().flat_map(|it| &it.instructions);
        instructions.any(|instruction| {
            instruction.results.first() == Some(&value)
                && matches!(
                    instruction.operation,
                    Operation::Allocate { kind: ObjectKind::Stack, .. }
                )
        })
    }

    /// In a short text that is constant: its bytes, with the 0 that is found, too.
    fn finds(&self) -> Option<(Vec<Effect>, Outcome)> {
        let mut text = self.text(0)?.to_vec();
        self.arguments.get(1)?;
        text.push(0);
        (text.len() <= LONGEST_LOOKED_THROUGH).then_some((Vec::new(), Outcome::Found(text)))
    }

    /// Of things whose size is known.
    fn block(&self, access: Access) -> Option<(Vec<Effect>, Outcome)> {
        let size = klew_ir::builder::as_u64(self.arguments.get(1)?)?;
        let effect = Effect::Block { argument: 0, count: 2, size, access };
        (1..1 << 16).contains(&size).then(|| (vec![effect], Outcome::UpTo(2)))
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
        match self.arguments.get(argument)? {
            Operand::Constant(Constant::Global(id, offset)) => text(self.program, *id, *offset),
            _ => None,
        }
    }

    /// Whether it is a constant text, wherever it comes from; nothing if there is no such argument.
    fn is_constant_text(&self, argument: usize) -> Option<bool> {
        Some(self.texts.is_text(self.caller, self.arguments.get(argument)?))
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
