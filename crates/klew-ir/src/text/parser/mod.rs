//! Text to programs.
//!
//! Three steps, so that everything can be named before it is declared: names of types, globals and
//! functions; then all that is outside of bodies; then the bodies.
//!
//! **Invariant**: every id in a program that was parsed is in range. Whether it is well formed is for
//! [`verify_program`](crate::verify::verify_program).

mod body;
mod cursor;
mod instruction;
mod operand;
mod source_type;
mod top_level;

use std::collections::HashMap;

use self::cursor::Cursor;
use super::error::{ParseError, Result};
use super::lexer::{Label, tokens};
use crate::checks::{are_unnumbered, lack_numbers};
use crate::{DataModel, FileId, FunctionId, GlobalId, Program, SourceTypeId, Type, number_checks};

/// Reads a program. `file_name` is the file of all positions that the text does not give.
pub fn parse_program(text: &str, file_name: &str) -> Result<Program, ParseError> {
    let mut parser = Parser {
        cursor: Cursor::new(tokens(text)?),
        program: Program::new(DataModel::LP64),
        file_name,
        own_file: None,
        functions: HashMap::new(),
        globals: HashMap::new(),
        types: HashMap::new(),
        bodies: Vec::new(),
    };
    parser.names()?;
    parser.top_level()?;
    parser.all_bodies()?;
    if are_unnumbered(&parser.program) {
        number_checks(&mut parser.program);
    } else if lack_numbers(&parser.program) {
        return parser.cursor.error("where a check has a number, all must have one");
    }
    Ok(parser.program)
}

/// A body that is still to be read.
struct PendingBody {
    function: FunctionId,
    /// The token after its `{`.
    start: usize,
    /// The parameters' names.
    parameters: Vec<(Label, Type)>,
}

struct Parser<'a> {
    cursor: Cursor,
    program: Program,
    file_name: &'a str,
    own_file: Option<FileId>,
    functions: HashMap<String, FunctionId>,
    globals: HashMap<String, GlobalId>,
    types: HashMap<Label, SourceTypeId>,
    bodies: Vec<PendingBody>,
}
