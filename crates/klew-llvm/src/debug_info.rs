//! Interprets debug metadata: source positions, variables and their types.
//!
//! Invariant: metadata that is not as expected yields `None`, never an error; it may be wrong in
//! any way without changing what the program does.

use crate::syntax::{
    Instruction, MetadataNode, MetadataTable, MetadataValue, Module, Operation, Value, Word,
};

/// Scopes looked through before giving up on a cycle.
const MAX_SCOPES: usize = 1000;

/// A node of debug information, with accessors by key.
#[derive(Clone, Copy, Debug)]
pub struct DebugNode<'m> {
    table: &'m MetadataTable,
    node: &'m MetadataNode,
}

/// A position in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourcePosition<'m> {
    /// Name of the file as the compiler was given it.
    pub file: Option<&'m str>,
    /// The folder the name is relative to.
    pub directory: Option<&'m str>,
    /// Line, from 1; 0 if the compiler made the code.
    pub line: u32,
    /// Column, from 1; 0 if unknown.
    pub column: u32,
}

/// What a `dbg.declare`, `dbg.value` or their record forms say.
#[derive(Clone, Copy, Debug)]
pub struct DebugVariable<'m> {
    /// `declare`, `value`, `assign`, …
    pub kind: &'m str,
    /// The address (`declare`) or value (`value`); absent if optimised away or composite.
    pub location: Option<&'m Value>,
    /// The variable, a `DILocalVariable`.
    pub variable: DebugNode<'m>,
    /// Its `DIExpression`.
    pub expression: Option<DebugNode<'m>>,
}

impl<'m> DebugNode<'m> {
    /// The node a value stands for.
    pub fn of(table: &'m MetadataTable, value: &'m MetadataValue) -> Option<Self> {
        let node = table.resolve(value)?;
        Some(DebugNode { table, node })
    }

    /// The syntax of the node.
    pub fn syntax(self) -> &'m MetadataNode {
        self.node
    }

    /// `DILocalVariable` and so on; empty for tuples.
    pub fn kind(self) -> &'m str {
        self.table.name(self.node).unwrap_or_default()
    }

    /// The node under a key.
    pub fn child(self, key: &str) -> Option<DebugNode<'m>> {
        DebugNode::of(self.table, self.table.field(self.node, key)?)
    }

    /// The string under a key.
    pub fn text(self, key: &str) -> Option<&'m str> {
        match self.table.field(self.node, key)? {
            MetadataValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number under a key.
    pub fn integer(self, key: &str) -> Option<i64> {
        match self.table.field(self.node, key)? {
            MetadataValue::Integer(number) => Some(*number),
            _ => None,
        }
    }

    /// The first word under a key, such as a tag.
    pub fn word(self, key: &str) -> Option<&'m str> {
        match self.table.field(self.node, key)? {
            MetadataValue::Words(words) => Some(self.table.word(*words.first()?)),
            _ => None,
        }
    }

    /// Operands of a tuple, or positional arguments.
    pub fn elements(self) -> impl Iterator<Item = &'m MetadataValue> {
        let (tuple, fields): (&[MetadataValue], &[(Option<Word>, MetadataValue)]) = match self.node
        {
            MetadataNode::Tuple { elements, .. } => (elements, &[]),
            MetadataNode::Specialized { fields, .. } => (&[], fields),
        };
        let positional = fields.iter().filter(|(key, _)| key.is_none());
        tuple.iter().chain(positional.map(|(_, value)| value))
    }

    /// `name:`
    pub fn name(self) -> Option<&'m str> {
        self.text("name")
    }

    /// The type of a variable or member (`type:` or `baseType:`).
    pub fn ty(self) -> Option<DebugNode<'m>> {
        self.child("type").or_else(|| self.child("baseType"))
    }

    /// The file of a node, or of the scopes around it.
    pub fn file(self) -> Option<DebugNode<'m>> {
        let mut node = self;
        for _ in 0..MAX_SCOPES {
            if node.kind() == "DIFile" {
                return Some(node);
            }
            if let Some(file) = node.child("file") {
                return Some(file);
            }
            node = node.child("scope")?;
        }
        None
    }

    /// The function around a location, block or variable.
    pub fn subprogram(self) -> Option<DebugNode<'m>> {
        let mut node = self;
        for _ in 0..MAX_SCOPES {
            if node.kind() == "DISubprogram" {
                return Some(node);
            }
            node = node.child("scope")?;
        }
        None
    }

    /// The position of a location, variable or function.
    pub fn position(self) -> SourcePosition<'m> {
        let file = match self.kind() {
            "DILocation" => self.child("scope").and_then(DebugNode::file),
            _ => self.file(),
        };
        let number = |key| {
            let number = self.integer(key).unwrap_or_default();
            u32::try_from(number).unwrap_or_default()
        };
        SourcePosition {
            file: file.and_then(|file| file.text("filename")),
            directory: file.and_then(|file| file.text("directory")),
            line: number("line"),
            column: number("column"),
        }
    }
}

impl Module {
    /// The `!dbg` location of an instruction.
    pub fn debug_location(&self, instruction: &Instruction) -> Option<DebugNode<'_>> {
        // The value is borrowed from the table or the instruction; locations are always numbered.
        match self.metadata.attachment(&instruction.attachments, "dbg")? {
            MetadataValue::Node(id) => {
                Some(DebugNode { table: &self.metadata, node: self.metadata.node(*id)? })
            }
            _ => None,
        }
    }

    /// The source position of an instruction.
    pub fn position(&self, instruction: &Instruction) -> Option<SourcePosition<'_>> {
        Some(self.debug_location(instruction)?.position())
    }

    /// What an instruction or record says about a source variable.
    pub fn debug_variable<'m>(&'m self, instruction: &'m Instruction) -> Option<DebugVariable<'m>> {
        let table = &self.metadata;
        let (kind, arguments) = match &instruction.operation {
            Operation::DebugRecord { kind, arguments } => {
                let arguments: Vec<&MetadataValue> = arguments.iter().collect();
                (table.word(*kind), arguments)
            }
            Operation::Call(call) => {
                let Value::Constant(crate::syntax::Constant::Global(callee)) = call.callee else {
                    return None;
                };
                let kind = self.name(callee)?.strip_prefix("llvm.dbg.")?;
                let arguments = call.arguments.iter().filter_map(|a| match &a.value {
                    Value::Metadata(value) => Some(&**value),
                    _ => None,
                });
                (kind, arguments.collect())
            }
            _ => return None,
        };
        let location = match arguments.first()? {
            MetadataValue::Value(value) => Some(&value.value),
            _ => None,
        };
        let variable = DebugNode::of(table, arguments.get(1)?)?;
        let expression = arguments.get(2).and_then(|value| DebugNode::of(table, value));
        Some(DebugVariable { kind, location, variable, expression })
    }

    /// The debug information of a function: its `DISubprogram`.
    pub fn debug_function<'m>(
        &'m self,
        function: &'m crate::syntax::Function,
    ) -> Option<DebugNode<'m>> {
        let value = self.metadata.attachment(&function.attachments, "dbg")?;
        DebugNode::of(&self.metadata, value)
    }

    /// The debug information of a variable: its `DIGlobalVariable`.
    pub fn debug_global<'m>(
        &'m self,
        variable: &'m crate::syntax::GlobalVariable,
    ) -> Option<DebugNode<'m>> {
        let value = self.metadata.attachment(&variable.attachments, "dbg")?;
        let node = DebugNode::of(&self.metadata, value)?;
        node.child("var").or(Some(node))
    }
}
