//! Instructions: JVM specification (SE 21), chapter 6, with the variants of one operation (`iload_0`, `iload`,
//! `wide iload`) made one.
//!
//! **Invariant**: targets of jumps are indices of instructions, not places in the bytes.

use super::FormatError;
use super::cursor::Cursor;

/// What a place of the operand stack or a local variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Int,
    Long,
    Float,
    Double,
    Reference,
}

/// What arrays hold, as far as instructions tell it: `baload` reads both bytes and truth values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Reference,
}

/// Operations on the places of the operand stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StackOperation {
    Pop,
    Pop2,
    Dup,
    DupX1,
    DupX2,
    Dup2,
    Dup2X1,
    Dup2X2,
    Swap,
}

/// Operations on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Neg,
    ShiftLeft,
    ShiftRight,
    UnsignedShiftRight,
    And,
    Or,
    Xor,
}

/// Conditions of jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    Equal,
    NotEqual,
    Less,
    GreaterEqual,
    Greater,
    LessEqual,
}

/// How a method is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InvokeKind {
    Virtual,
    Special,
    Static,
    Interface,
}

/// Widths that an int is cut to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Narrow {
    Byte,
    Char,
    Short,
}

/// An instruction. Numbers named `u16` are indices of constants, or of local variables for `Load`, `Store`
/// and `Increment`; numbers named `usize` are indices of instructions.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Instruction {
    Nop,
    Null,
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    LoadConstant(u16),
    Load(Kind, u16),
    Store(Kind, u16),
    Increment(u16, i32),
    ArrayLoad(Element),
    ArrayStore(Element),
    Stack(StackOperation),
    Arithmetic(Kind, Arithmetic),
    Convert(Kind, Kind),
    Narrow(Narrow),
    CompareLong,
    /// Whether NaN counts as greater.
    CompareFloat(Kind, bool),
    If(Condition, usize),
    IfCompare(Condition, usize),
    IfSame(bool, usize),
    IfNull(bool, usize),
    Goto(usize),
    Switch(Vec<(i32, usize)>, usize),
    Return(Option<Kind>),
    GetStatic(u16),
    PutStatic(u16),
    GetField(u16),
    PutField(u16),
    Invoke(InvokeKind, u16),
    InvokeDynamic(u16),
    New(u16),
    NewArray(u8),
    NewReferenceArray(u16),
    NewMultiArray(u16, u8),
    ArrayLength,
    Throw,
    CheckCast(u16),
    InstanceOf(u16),
    /// Whether the monitor is entered; else it is left.
    Monitor(bool),
    /// `jsr` and `ret`, which compilers have not made since Java 6.
    Subroutine,
}

/// An instruction and where it begins.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub at: u32,
    pub instruction: Instruction,
}

/// Decodes the code of a method.
pub(crate) fn decode(code: &[u8]) -> Result<Vec<Placed>, FormatError> {
    let mut cursor = Cursor::new(code);
    let mut placed = Vec::new();
    // The index of the instruction that begins at each byte.
    let mut begins = vec![u32::MAX; code.len()];
    while !cursor.at_end() {
        let at = cursor.position();
        begins[at] = placed.len() as u32;
        let instruction = instruction(&mut cursor, at)?;
        placed.push(Placed { at: at as u32, instruction });
    }
    for Placed { instruction, .. } in &mut placed {
        let mut bad = None;
        for_each_target(instruction, |target| {
            // Until here, a target is a place in the bytes, cast from i64.
            match begins.get(*target) {
                Some(&index) if index != u32::MAX => *target = index as usize,
                _ => bad = Some(*target as i64),
            }
        });
        if let Some(target) = bad {
            return Err(FormatError::Target(target));
        }
    }
    Ok(placed)
}

/// Calls a function on each target of a jump.
pub(crate) fn for_each_target(instruction: &mut Instruction, mut each: impl FnMut(&mut usize)) {
    match instruction {
        Instruction::If(_, target)
        | Instruction::IfCompare(_, target)
        | Instruction::IfSame(_, target)
        | Instruction::IfNull(_, target)
        | Instruction::Goto(target) => each(target),
        Instruction::Switch(cases, default) => {
            cases.iter_mut().for_each(|(_, target)| each(target));
            each(default);
        }
        _ => {}
    }
}

const KINDS: [Kind; 5] = [Kind::Int, Kind::Long, Kind::Float, Kind::Double, Kind::Reference];
const ELEMENTS: [Element; 8] = [
    Element::Int,
    Element::Long,
    Element::Float,
    Element::Double,
    Element::Reference,
    Element::Byte,
    Element::Char,
    Element::Short,
];
const STACK: [StackOperation; 9] = [
    StackOperation::Pop,
    StackOperation::Pop2,
    StackOperation::Dup,
    StackOperation::DupX1,
    StackOperation::DupX2,
    StackOperation::Dup2,
    StackOperation::Dup2X1,
    StackOperation::Dup2X2,
    StackOperation::Swap,
];
const CONDITIONS: [Condition; 6] = [
    Condition::Equal,
    Condition::NotEqual,
    Condition::Less,
    Condition::GreaterEqual,
    Condition::Greater,
    Condition::LessEqual,
];

fn instruction(cursor: &mut Cursor<'_>, at: usize) -> Result<Instruction, FormatError> {
    let opcode = cursor.u8()?;
    let index = usize::from(opcode);
    Ok(match opcode {
        0x00 => Instruction::Nop,
        0x01 => Instruction::Null,
        0x02..=0x08 => Instruction::Int(i32::from(opcode) - 3),
        0x09 | 0x0a => Instruction::Long(i64::from(opcode - 0x09)),
        0x0b..=0x0d => Instruction::Float(f32::from(opcode - 0x0b)),
        0x0e | 0x0f => Instruction::Double(f64::from(opcode - 0x0e)),
        0x10 => Instruction::Int(i32::from(cursor.u8()? as i8)),
        0x11 => Instruction::Int(i32::from(cursor.u16()? as i16)),
        0x12 => Instruction::LoadConstant(u16::from(cursor.u8()?)),
        0x13 | 0x14 => Instruction::LoadConstant(cursor.u16()?),
        0x15..=0x19 => Instruction::Load(KINDS[index - 0x15], u16::from(cursor.u8()?)),
        0x1a..=0x2d => Instruction::Load(KINDS[(index - 0x1a) / 4], u16::from((opcode - 0x1a) % 4)),
        0x2e..=0x35 => Instruction::ArrayLoad(ELEMENTS[index - 0x2e]),
        0x36..=0x3a => Instruction::Store(KINDS[index - 0x36], u16::from(cursor.u8()?)),
        0x3b..=0x4e => {
            Instruction::Store(KINDS[(index - 0x3b) / 4], u16::from((opcode - 0x3b) % 4))
        }
        0x4f..=0x56 => Instruction::ArrayStore(ELEMENTS[index - 0x4f]),
        0x57..=0x5f => Instruction::Stack(STACK[index - 0x57]),
        0x60..=0x83 => arithmetic(opcode),
        0x84 => Instruction::Increment(u16::from(cursor.u8()?), i32::from(cursor.u8()? as i8)),
        0x85..=0x90 => conversion(opcode),
        0x91 => Instruction::Narrow(Narrow::Byte),
        0x92 => Instruction::Narrow(Narrow::Char),
        0x93 => Instruction::Narrow(Narrow::Short),
        0x94 => Instruction::CompareLong,
        0x95 | 0x96 => Instruction::CompareFloat(Kind::Float, opcode == 0x96),
        0x97 | 0x98 => Instruction::CompareFloat(Kind::Double, opcode == 0x98),
        0x99..=0x9e => Instruction::If(CONDITIONS[index - 0x99], near(cursor, at)?),
        0x9f..=0xa4 => Instruction::IfCompare(CONDITIONS[index - 0x9f], near(cursor, at)?),
        0xa5 | 0xa6 => Instruction::IfSame(opcode == 0xa5, near(cursor, at)?),
        0xa7 => Instruction::Goto(near(cursor, at)?),
        0xaa => table_switch(cursor, at)?,
        0xab => lookup_switch(cursor, at)?,
        0xac..=0xb0 => Instruction::Return(Some(KINDS[index - 0xac])),
        0xb1 => Instruction::Return(None),
        0xb2 => Instruction::GetStatic(cursor.u16()?),
        0xb3 => Instruction::PutStatic(cursor.u16()?),
        0xb4 => Instruction::GetField(cursor.u16()?),
        0xb5 => Instruction::PutField(cursor.u16()?),
        0xb6 => Instruction::Invoke(InvokeKind::Virtual, cursor.u16()?),
        0xb7 => Instruction::Invoke(InvokeKind::Special, cursor.u16()?),
        0xb8 => Instruction::Invoke(InvokeKind::Static, cursor.u16()?),
        0xb9 => {
            let method = cursor.u16()?;
            cursor.u16()?;
            Instruction::Invoke(InvokeKind::Interface, method)
        }
        0xba => {
            let site = cursor.u16()?;
            cursor.u16()?;
            Instruction::InvokeDynamic(site)
        }
        0xbb => Instruction::New(cursor.u16()?),
        0xbc => Instruction::NewArray(cursor.u8()?),
        0xbd => Instruction::NewReferenceArray(cursor.u16()?),
        0xbe => Instruction::ArrayLength,
        0xbf => Instruction::Throw,
        0xc0 => Instruction::CheckCast(cursor.u16()?),
        0xc1 => Instruction::InstanceOf(cursor.u16()?),
        0xc2 | 0xc3 => Instruction::Monitor(opcode == 0xc2),
        0xc4 => wide(cursor, at)?,
        0xc5 => Instruction::NewMultiArray(cursor.u16()?, cursor.u8()?),
        0xc6 | 0xc7 => Instruction::IfNull(opcode == 0xc6, near(cursor, at)?),
        0xc8 => Instruction::Goto(far(cursor, at)?),
        0xa8 | 0xa9 | 0xc9 => subroutine(cursor, opcode)?,
        _ => return Err(FormatError::Opcode { opcode, at: at as u32 }),
    })
}

/// `jsr`, `ret` and `jsr_w`, which no compiler makes any more.
fn subroutine(cursor: &mut Cursor<'_>, opcode: u8) -> Result<Instruction, FormatError> {
    let operand = match opcode {
        0xa8 => 2,
        0xa9 => 1,
        _ => 4,
    };
    cursor.take(operand)?;
    Ok(Instruction::Subroutine)
}

fn arithmetic(opcode: u8) -> Instruction {
    const OPERATIONS: [Arithmetic; 6] = [
        Arithmetic::Add,
        Arithmetic::Sub,
        Arithmetic::Mul,
        Arithmetic::Div,
        Arithmetic::Rem,
        Arithmetic::Neg,
    ];
    const BITS: [Arithmetic; 6] = [
        Arithmetic::ShiftLeft,
        Arithmetic::ShiftRight,
        Arithmetic::UnsignedShiftRight,
        Arithmetic::And,
        Arithmetic::Or,
        Arithmetic::Xor,
    ];
    if opcode < 0x78 {
        let index = usize::from(opcode - 0x60);
        return Instruction::Arithmetic(KINDS[index % 4], OPERATIONS[index / 4]);
    }
    let index = usize::from(opcode - 0x78);
    Instruction::Arithmetic(KINDS[index % 2], BITS[index / 2])
}

fn conversion(opcode: u8) -> Instruction {
    const TO: [[Kind; 3]; 4] = [
        [Kind::Long, Kind::Float, Kind::Double],
        [Kind::Int, Kind::Float, Kind::Double],
        [Kind::Int, Kind::Long, Kind::Double],
        [Kind::Int, Kind::Long, Kind::Float],
    ];
    let index = usize::from(opcode - 0x85);
    Instruction::Convert(KINDS[index / 3], TO[index / 3][index % 3])
}

/// A target as a place in the bytes; one outside of them is found out later.
fn near(cursor: &mut Cursor<'_>, at: usize) -> Result<usize, FormatError> {
    Ok(target(at, i64::from(cursor.u16()? as i16)))
}

fn far(cursor: &mut Cursor<'_>, at: usize) -> Result<usize, FormatError> {
    Ok(target(at, i64::from(cursor.i32()?)))
}

fn target(at: usize, offset: i64) -> usize {
    (at as i64 + offset) as usize
}

fn wide(cursor: &mut Cursor<'_>, at: usize) -> Result<Instruction, FormatError> {
    let opcode = cursor.u8()?;
    Ok(match opcode {
        0x15..=0x19 => Instruction::Load(KINDS[usize::from(opcode) - 0x15], cursor.u16()?),
        0x36..=0x3a => Instruction::Store(KINDS[usize::from(opcode) - 0x36], cursor.u16()?),
        0x84 => Instruction::Increment(cursor.u16()?, i32::from(cursor.u16()? as i16)),
        0xa9 => {
            cursor.u16()?;
            Instruction::Subroutine
        }
        _ => return Err(FormatError::Opcode { opcode, at: at as u32 }),
    })
}

fn padding(cursor: &mut Cursor<'_>) -> Result<(), FormatError> {
    cursor.take((4 - cursor.position() % 4) % 4)?;
    Ok(())
}

fn table_switch(cursor: &mut Cursor<'_>, at: usize) -> Result<Instruction, FormatError> {
    padding(cursor)?;
    let default = far(cursor, at)?;
    let low = cursor.i32()?;
    let high = cursor.i32()?;
    let mut cases = Vec::new();
    // Ends with the bytes if the bounds are wrong.
    for value in low..=high {
        cases.push((value, far(cursor, at)?));
    }
    Ok(Instruction::Switch(cases, default))
}

fn lookup_switch(cursor: &mut Cursor<'_>, at: usize) -> Result<Instruction, FormatError> {
    padding(cursor)?;
    let default = far(cursor, at)?;
    let count = cursor.i32()?;
    let mut cases = Vec::new();
    for _ in 0..count {
        cases.push((cursor.i32()?, far(cursor, at)?));
    }
    Ok(Instruction::Switch(cases, default))
}
