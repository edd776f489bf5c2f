//! What the inputs of an analysed function or method are: its parameters and what it finds in global variables.
//! The front end of the language says it.

use klew_ir::{Program, SourceTypeId};
use klew_llvm::lower::{Origin, PartKind, Signature};
use klew_report::RootOrigin;

use super::types;

/// One input of the wrapper that calls the function, in the order in which it asks for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// The source's expression for it.
    pub name: String,
    /// Its type, as the source writes it.
    pub type_name: String,
    /// Its type, if debug information has one.
    pub source_type: Option<SourceTypeId>,
    /// What it is.
    pub origin: RootOrigin,
    /// How the wrapper asks for it.
    pub kind: RootKind,
}

/// How a wrapper asks for an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootKind {
    /// As a value that is no pointer, or as bytes.
    Scalar,
    /// As an input reference.
    Reference,
    /// As an input reference, which is written over bytes where it is not null.
    UnionReference,
}

/// The roots of a C function.
pub fn of_signature(program: &Program, signature: &Signature) -> Vec<Root> {
    let root = |part: &klew_llvm::lower::Part| Root {
        name: part.name.clone(),
        type_name: types::name(program, part.source_type),
        source_type: Some(part.source_type),
        origin: match &part.origin {
            Origin::Parameter { index, offset } => {
                RootOrigin::Parameter { index: *index, offset: *offset }
            }
            Origin::Global { variable, offset } => {
                RootOrigin::Global { variable: variable.clone(), offset: *offset }
            }
        },
        kind: match part.kind {
            PartKind::Scalar | PartKind::Bytes(_) => RootKind::Scalar,
            PartKind::Reference => RootKind::Reference,
            PartKind::UnionReference => RootKind::UnionReference,
        },
    };
    signature.inputs.iter().map(root).collect()
}
