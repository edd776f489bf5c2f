//! Instructions. Every operand carries its type as the text does.

use super::{
    AtomicOrdering, Attachment, AttributesId, BinaryOperator, BlockId, CallingConvention,
    CastOperator, Constant, Flags, FloatPredicate, IntegerPredicate, LocalId, MetadataValue,
    TypeId, TypedConstant, Word,
};

/// An operand.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A parameter or the result of an instruction.
    Local(LocalId),
    /// A constant.
    Constant(Constant),
    /// An operand of type `metadata`.
    Metadata(Box<MetadataValue>),
    /// Inline assembly as a callee.
    InlineAsm(Box<InlineAsm>),
    /// A block as an operand of type `label`.
    Block(BlockId),
}

/// An operand with its type.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedValue {
    /// The type.
    pub ty: TypeId,
    /// The value.
    pub value: Value,
}

/// Inline assembly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlineAsm {
    /// `sideeffect`, `alignstack`, `inteldialect`, `unwind`
    pub words: Box<[Box<str>]>,
    /// The template.
    pub template: Box<str>,
    /// The constraints.
    pub constraints: Box<str>,
}

/// Whether and how an access is atomic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atomicity {
    /// `syncscope("…")`
    pub scope: Option<Box<str>>,
    /// The ordering.
    pub ordering: AtomicOrdering,
}

/// Marks before `call`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TailKind {
    /// None.
    #[default]
    None,
    /// `tail`
    Tail,
    /// `musttail`
    MustTail,
    /// `notail`
    NoTail,
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// The type.
    pub ty: TypeId,
    /// `byval(T)`, `signext`, …
    pub attributes: AttributesId,
    /// The value.
    pub value: Value,
}

/// `"tag"(T v, …)`
#[derive(Clone, Debug, PartialEq)]
pub struct OperandBundle {
    /// The tag.
    pub tag: Box<str>,
    /// The operands.
    pub inputs: Box<[TypedValue]>,
}

/// A call.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// `tail` and the like
    pub tail: TailKind,
    /// Fast-math flags.
    pub flags: Flags,
    /// Calling convention.
    pub calling_convention: CallingConvention,
    /// Attributes of the result.
    pub return_attributes: AttributesId,
    /// Address space of the callee.
    pub address_space: Option<u32>,
    /// Type of the function; if the text gave only the result, made from the arguments.
    pub function_type: TypeId,
    /// Type of the result.
    pub result: TypeId,
    /// What is called.
    pub callee: Value,
    /// The arguments.
    pub arguments: Box<[Argument]>,
    /// Attributes of the call site.
    pub attributes: AttributesId,
    /// Operand bundles.
    pub bundles: Box<[OperandBundle]>,
}

/// An instruction with its result, position and metadata.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// The local that takes the result; absent if there is none.
    pub result: Option<LocalId>,
    /// What it does.
    pub operation: Operation,
    /// `!dbg !7` and other metadata.
    pub attachments: Box<[Attachment]>,
    /// Line of the text.
    pub line: u32,
}

/// What an instruction does.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // The fields are those of LLVM's language reference, under their names there.
pub enum Operation {
    Alloca {
        ty: TypeId,
        count: Option<TypedValue>,
        align: Option<u64>,
        address_space: u32,
        in_alloca: bool,
        swift_error: bool,
    },
    Load {
        ty: TypeId,
        pointer: TypedValue,
        volatile: bool,
        atomic: Option<Box<Atomicity>>,
        align: Option<u64>,
    },
    Store {
        value: TypedValue,
        pointer: TypedValue,
        volatile: bool,
        atomic: Option<Box<Atomicity>>,
        align: Option<u64>,
    },
    /// The result is the pair of the old value and whether it was exchanged.
    CompareExchange {
        weak: bool,
        volatile: bool,
        pointer: TypedValue,
        expected: TypedValue,
        new: TypedValue,
        atomic: Box<Atomicity>,
        failure: AtomicOrdering,
        align: Option<u64>,
    },
    AtomicRmw {
        volatile: bool,
        /// `xchg`, `add`, `uinc_wrap`, …
        operator: Box<str>,
        pointer: TypedValue,
        value: TypedValue,
        atomic: Box<Atomicity>,
        align: Option<u64>,
    },
    Fence(Box<Atomicity>),
    GetElementPtr {
        flags: Flags,
        source: TypeId,
        base: TypedValue,
        indices: Box<[TypedValue]>,
    },
    Cast {
        operator: CastOperator,
        flags: Flags,
        value: TypedValue,
        to: TypeId,
    },
    Binary {
        operator: BinaryOperator,
        flags: Flags,
        ty: TypeId,
        left: Value,
        right: Value,
    },
    FNeg {
        flags: Flags,
        value: TypedValue,
    },
    ICmp {
        flags: Flags,
        predicate: IntegerPredicate,
        ty: TypeId,
        left: Value,
        right: Value,
    },
    FCmp {
        flags: Flags,
        predicate: FloatPredicate,
        ty: TypeId,
        left: Value,
        right: Value,
    },
    Phi {
        flags: Flags,
        ty: TypeId,
        incoming: Box<[(Value, BlockId)]>,
    },
    Select {
        flags: Flags,
        condition: TypedValue,
        if_true: TypedValue,
        if_false: TypedValue,
    },
    Freeze(TypedValue),
    Call(Box<Call>),
    Invoke {
        call: Box<Call>,
        normal: BlockId,
        unwind: BlockId,
    },
    CallBr {
        call: Box<Call>,
        fallthrough: BlockId,
        indirect: Box<[BlockId]>,
    },
    LandingPad {
        ty: TypeId,
        cleanup: bool,
        /// Whether the clause is a filter (else a catch), and its operand.
        clauses: Box<[(bool, TypedValue)]>,
    },
    Resume(TypedValue),
    Branch(BlockId),
    ConditionalBranch {
        condition: TypedValue,
        if_true: BlockId,
        if_false: BlockId,
    },
    Switch {
        value: TypedValue,
        default: BlockId,
        cases: Box<[(TypedConstant, BlockId)]>,
    },
    IndirectBranch {
        address: TypedValue,
        targets: Box<[BlockId]>,
    },
    /// `None` is `ret void`.
    Return(Option<TypedValue>),
    Unreachable,
    ExtractValue {
        aggregate: TypedValue,
        path: Box<[u32]>,
    },
    InsertValue {
        aggregate: TypedValue,
        element: TypedValue,
        path: Box<[u32]>,
    },
    ExtractElement {
        vector: TypedValue,
        index: TypedValue,
    },
    InsertElement {
        vector: TypedValue,
        element: TypedValue,
        index: TypedValue,
    },
    ShuffleVector {
        left: TypedValue,
        right: TypedValue,
        mask: TypedConstant,
    },
    VaArg {
        list: TypedValue,
        ty: TypeId,
    },
    /// `#dbg_declare(…)` and its relatives, which are no instructions; the kind is without `#dbg_`.
    DebugRecord {
        kind: Word,
        arguments: Box<[MetadataValue]>,
    },
    /// An instruction this crate knows of but does not take apart (those of Windows' exceptions).
    Unsupported {
        opcode: Box<str>,
        text: Box<str>,
        terminator: bool,
    },
}

impl Operation {
    /// Whether it ends a block.
    pub fn is_terminator(&self) -> bool {
        match self {
            Operation::Invoke { .. }
            | Operation::CallBr { .. }
            | Operation::Resume(_)
            | Operation::Branch(_)
            | Operation::ConditionalBranch { .. }
            | Operation::Switch { .. }
            | Operation::IndirectBranch { .. }
            | Operation::Return(_)
            | Operation::Unreachable => true,
            Operation::Unsupported { terminator, .. } => *terminator,
            _ => false,
        }
    }
}
