//! Bodies of functions: values, variables, blocks, terminators.
//!
//! Values get ids when they are first named, wherever that is; at the end they are renumbered in the order
//! of their definitions, unless `values` fixes another order.

use std::collections::HashMap;

use super::super::error::Result;
use super::{Parser, PendingBody};
use crate::{
    Block, BlockCall, BlockId, Definition, FunctionBody, FunctionId, Operand, Terminator, Type,
    ValueId, ValueInfo, Variable, VariableId,
    text::lexer::{Label, TokenKind},
    text::words::type_word,
};

/// What is known of a value while its function is being read.
struct PendingValue {
    label: Label,
    value_type: Option<Type>,
    defined: bool,
    /// The token that named it first.
    place: usize,
}

/// A function's body while it is being read.
pub(super) struct Scope {
    values: Vec<PendingValue>,
    labels: HashMap<Label, ValueId>,
    /// Whether `values` gave all values and their order.
    fixed: bool,
    /// Defined values, in order.
    order: Vec<ValueId>,
    /// Uses of a value as of a type.
    expectations: Vec<(ValueId, Type, usize)>,
    blocks: HashMap<Label, BlockId>,
    /// Types of the parameters of each block.
    block_parameters: Vec<Vec<Type>>,
    variables: HashMap<Label, VariableId>,
    pub(super) function: FunctionId,
}

impl Parser<'_> {
    /// Third step: the bodies.
    pub(super) fn all_bodies(&mut self) -> Result<()> {
        for body in std::mem::take(&mut self.bodies) {
            let definition = self.body(&body)?;
            let function = &mut self.program.functions[body.function.0 as usize];
            function.body = FunctionBody::Defined(definition.into());
        }
        Ok(())
    }

    fn body(&mut self, body: &PendingBody) -> Result<Definition> {
        let mut scope = Scope {
            values: Vec::new(),
            labels: HashMap::new(),
            fixed: false,
            order: Vec::new(),
            expectations: Vec::new(),
            blocks: HashMap::new(),
            block_parameters: Vec::new(),
            variables: HashMap::new(),
            function: body.function,
        };
        self.cursor.go_to(body.start);
        self.block_labels(&mut scope)?;
        self.cursor.go_to(body.start);
        if matches!(self.cursor.peek(), TokenKind::Word(word) if word == "values")
            && !self.at_label()
        {
            self.cursor.advance();
            self.value_order(&mut scope)?;
        }
        let mut definition = Definition::default();
        for (label, value_type) in &body.parameters {
            let value = self.define(&mut scope, label, *value_type, body.start)?;
            definition.parameters.push(value);
        }
        while matches!(self.cursor.peek(), TokenKind::Word(word) if word == "variable")
            && !self.at_label()
        {
            let variable = self.variable(&mut scope)?;
            definition.variables.push(variable);
        }
        while !self.cursor.eat('}') {
            let block = self.block(&mut scope)?;
            definition.blocks.push(block);
        }
        self.finish(scope, definition)
    }

    /// Whether a block begins here.
    pub(super) fn at_label(&mut self) -> bool {
        let start = self.cursor.place();
        let begins = self.cursor.token().first && self.label_follows();
        self.cursor.go_to(start);
        begins
    }

    /// Whether the next tokens are a label with its colon; does not stay where it is.
    fn label_follows(&mut self) -> bool {
        let is_name = matches!(
            self.cursor.peek(),
            TokenKind::Word(_) | TokenKind::Text(_) | TokenKind::Sigil('^', _)
        );
        self.cursor.advance();
        if self.cursor.is_symbol('(') {
            while !matches!(self.cursor.peek(), TokenKind::Symbol(')' | '{' | '}') | TokenKind::End)
            {
                self.cursor.advance();
            }
            self.cursor.advance();
        }
        is_name && self.cursor.is_symbol(':')
    }

    /// The labels of all blocks and the types of their parameters.
    fn block_labels(&mut self, scope: &mut Scope) -> Result<()> {
        while !matches!(self.cursor.peek(), TokenKind::Symbol('}') | TokenKind::End) {
            if !self.at_label() {
                self.cursor.advance();
                continue;
            }
            let place = self.cursor.place();
            let id = BlockId(scope.blocks.len() as u32);
            if scope.blocks.insert(self.block_label()?, id).is_some() {
                return self.cursor.error_at(place, "there is already a block of that name");
            }
            let types = self.block_parameters()?.into_iter().map(|(_, t, _)| t).collect();
            scope.block_parameters.push(types);
        }
        Ok(())
    }

    fn block_label(&mut self) -> Result<Label> {
        match self.cursor.peek() {
            TokenKind::Word(_) => self.cursor.word("a block").map(Label::Name),
            TokenKind::Text(_) => self.cursor.text().map(Label::Name),
            _ => self.cursor.label('^', "a block"),
        }
    }

    /// What comes after a label up to the colon.
    fn block_parameters(&mut self) -> Result<Vec<(Label, Type, usize)>> {
        let mut parameters = Vec::new();
        if self.cursor.eat('(') {
            loop {
                parameters.push(self.typed_label()?);
                if !self.cursor.eat(',') {
                    break;
                }
            }
            self.cursor.symbol(')')?;
        }
        self.cursor.symbol(':')?;
        Ok(parameters)
    }

    fn typed_label(&mut self) -> Result<(Label, Type, usize)> {
        let place = self.cursor.place();
        let label = self.cursor.label('%', "a value, as %name")?;
        self.cursor.symbol(':')?;
        Ok((label, self.cursor.value_type()?, place))
    }

    fn value_order(&mut self, scope: &mut Scope) -> Result<()> {
        loop {
            let (label, value_type, place) = self.typed_label()?;
            if scope.labels.contains_key(&label) {
                return self.cursor.error_at(place, "this value is already there");
            }
            let value = scope.intern(&label, place);
            scope.values[value.0 as usize].value_type = Some(value_type);
            if !self.cursor.eat(',') {
                break;
            }
        }
        scope.fixed = true;
        self.cursor.end_line()
    }

    fn variable(&mut self, scope: &mut Scope) -> Result<Variable> {
        let start = self.cursor.place();
        self.cursor.advance();
        let place = self.cursor.place();
        let label = self.cursor.label('!', "a variable, as !name")?;
        let id = VariableId(scope.variables.len() as u32);
        if scope.variables.insert(label.clone(), id).is_some() {
            return self.cursor.error_at(place, "there is already a variable of that label");
        }
        let name = match (self.cursor.optional_text()?, label) {
            (Some(name), _) => name,
            (None, Label::Name(name)) => name,
            (None, Label::Number(_)) => return self.cursor.error("the variable needs a name"),
        };
        let source_type = self.optional_source_type()?;
        let position = self.position(start)?;
        self.cursor.end_line()?;
        Ok(Variable { name, source_type, position })
    }

    pub(super) fn variable_id(&mut self, scope: &Scope) -> Result<VariableId> {
        let place = self.cursor.place();
        let label = self.cursor.label('!', "a variable, as !name")?;
        match scope.variables.get(&label) {
            Some(id) => Ok(*id),
            None => self.cursor.error_at(place, "there is no variable of that label"),
        }
    }

    /// A definition of a value at a token.
    pub(super) fn define(
        &mut self,
        scope: &mut Scope,
        label: &Label,
        value_type: Type,
        place: usize,
    ) -> Result<ValueId> {
        if scope.fixed && !scope.labels.contains_key(label) {
            return self.cursor.error_at(place, "this value is missing in `values`");
        }
        let id = scope.intern(label, place);
        let value = &mut scope.values[id.0 as usize];
        if value.defined {
            return self.cursor.error_at(place, "this value is already defined");
        }
        if value.value_type.is_some_and(|known| known != value_type) {
            return self.cursor.error_at(place, "this value has another type in `values`");
        }
        value.defined = true;
        value.value_type = Some(value_type);
        scope.order.push(id);
        Ok(id)
    }

    /// An operand. If `strict`, it must have the expected type.
    pub(super) fn operand(
        &mut self,
        scope: &mut Scope,
        expected: Option<Type>,
        strict: bool,
    ) -> Result<Operand> {
        let place = self.cursor.place();
        let mut expected = expected;
        let mut strict = strict;
        // `true`, `null` and the like are no types, so this is not ambiguous.
        if self.cursor.is_type() {
            let value_type = self.cursor.value_type()?;
            if strict && expected.is_some_and(|expected| expected != value_type) {
                return self.cursor.error_at(place, "this is not the type of the operand");
            }
            expected = Some(value_type);
            strict = true;
        }
        let place = self.cursor.place();
        if let TokenKind::Sigil('%', label) = self.cursor.peek() {
            let label = label.clone();
            self.cursor.advance();
            if scope.fixed && !scope.labels.contains_key(&label) {
                return self.cursor.error_at(place, "this value is missing in `values`");
            }
            let value = scope.intern(&label, place);
            if let (Some(expected), true) = (expected, strict) {
                scope.expectations.push((value, expected, place));
            }
            return Ok(Operand::Value(value));
        }
        let pointer = matches!(self.cursor.peek(), TokenKind::Sigil(..))
            || matches!(self.cursor.peek(), TokenKind::Word(word) if word == "null");
        let expected = if pointer && !strict { None } else { expected };
        self.constant(expected).map(Operand::Constant)
    }

    /// Operands up to the closing parenthesis, after the opening one.
    pub(super) fn arguments(
        &mut self,
        scope: &mut Scope,
        expected: &[Type],
        strict: bool,
    ) -> Result<Vec<Operand>> {
        let mut arguments = Vec::new();
        if !self.cursor.eat(')') {
            loop {
                let kind = expected.get(arguments.len()).copied();
                arguments.push(self.operand(scope, kind, strict)?);
                if !self.cursor.eat(',') {
                    break;
                }
            }
            self.cursor.symbol(')')?;
        }
        Ok(arguments)
    }

    fn block(&mut self, scope: &mut Scope) -> Result<Block> {
        if !self.at_label() {
            return self.cursor.error("expected a block, as `name:` on its own line");
        }
        let name = match self.block_label()? {
            Label::Name(name) => Some(name),
            Label::Number(_) => None,
        };
        let mut parameters = Vec::new();
        for (label, value_type, place) in self.block_parameters()? {
            parameters.push(self.define(scope, &label, value_type, place)?);
        }
        let mut instructions = Vec::new();
        loop {
            let start = self.cursor.place();
            if self.cursor.is_symbol('}') || self.at_label() {
                return self.cursor.error("the block before this needs a terminator");
            }
            if let Some(terminator) = self.terminator(scope)? {
                let terminator_position = self.position(start)?;
                self.cursor.end_line()?;
                return Ok(Block {
                    name,
                    parameters,
                    instructions,
                    terminator,
                    terminator_position,
                });
            }
            instructions.push(self.instruction(scope)?);
            self.cursor.end_line()?;
        }
    }

    /// A terminator, if one comes.
    fn terminator(&mut self, scope: &mut Scope) -> Result<Option<Terminator>> {
        let TokenKind::Word(word) = self.cursor.peek() else { return Ok(None) };
        let word = word.clone();
        let start = self.cursor.place();
        self.cursor.advance();
        Ok(Some(match word.as_str() {
            "jump" => Terminator::Jump(self.block_call(scope)?),
            "branch" => {
                let condition = self.operand(scope, Some(Type::BOOL), true)?;
                self.cursor.symbol(',')?;
                let then_block = self.block_call(scope)?;
                self.cursor.symbol(',')?;
                let else_block = self.block_call(scope)?;
                Terminator::Branch { condition, then_block, else_block }
            }
            "switch" => self.switch(scope)?,
            "return" => {
                let results = self.program.function(scope.function).results.clone();
                let mut values = Vec::new();
                let positioned = matches!(self.cursor.peek(), TokenKind::Position(_));
                if !self.cursor.line_ends() && !positioned {
                    loop {
                        let kind = results.get(values.len()).copied();
                        values.push(self.operand(scope, kind, true)?);
                        if !self.cursor.eat(',') {
                            break;
                        }
                    }
                }
                Terminator::Return(values)
            }
            "exit" => Terminator::Exit,
            "abort" => Terminator::Abort,
            "unreachable" => Terminator::Unreachable,
            "unsupported" => Terminator::Unsupported(self.cursor.text()?),
            "bound" => {
                let which = self.cursor.text()?;
                let goes_on = self.cursor.eat(',');
                let beyond = if goes_on { Some(self.block_call(scope)?) } else { None };
                Terminator::Bound { which, beyond }
            }
            _ => {
                self.cursor.go_to(start);
                return Ok(None);
            }
        }))
    }

    fn switch(&mut self, scope: &mut Scope) -> Result<Terminator> {
        let value_type = self.cursor.value_type()?;
        let value = self.operand(scope, Some(value_type), true)?;
        let mut cases = Vec::new();
        loop {
            self.cursor.symbol(',')?;
            if matches!(self.cursor.peek(), TokenKind::Word(word) if word == "else") {
                self.cursor.advance();
                self.cursor.symbol('>')?;
                return Ok(Terminator::Switch { value, cases, default: self.block_call(scope)? });
            }
            let place = self.cursor.place();
            let crate::Constant::Int { value: case, .. } = self.constant(Some(value_type))? else {
                return self.cursor.error_at(place, "expected an integer or `else`");
            };
            self.cursor.symbol('>')?;
            cases.push((case, self.block_call(scope)?));
        }
    }

    fn block_call(&mut self, scope: &mut Scope) -> Result<BlockCall> {
        let place = self.cursor.place();
        let label = self.block_label()?;
        let Some(&block) = scope.blocks.get(&label) else {
            return self.cursor.error_at(place, "there is no block of that name");
        };
        let expected = scope.block_parameters[block.0 as usize].clone();
        let mut arguments = Vec::new();
        if !self.cursor.line_ends() && self.cursor.eat('(') {
            arguments = self.arguments(scope, &expected, true)?;
        }
        if arguments.len() != expected.len() {
            let count = expected.len();
            return self.cursor.error_at(place, format!("this block takes {count} arguments"));
        }
        Ok(BlockCall { block, arguments })
    }

    /// Checks that all values are defined and gives them their final ids.
    fn finish(&mut self, scope: Scope, mut definition: Definition) -> Result<Definition> {
        for value in &scope.values {
            if !value.defined && !scope.fixed {
                return self.cursor.error_at(value.place, "this value is never defined");
            }
        }
        for (value, expected, place) in scope.expectations {
            let found = scope.values[value.0 as usize].value_type;
            if let Some(found) = found
                && found != expected
            {
                let (found, expected) = (type_word(found), type_word(expected));
                let message = format!("expected {expected}, but this value is {found}");
                return self.cursor.error_at(place, message);
            }
        }
        let order = if scope.fixed {
            (0..scope.values.len() as u32).map(ValueId).collect()
        } else {
            scope.order
        };
        let mut renumbered = vec![ValueId(0); scope.values.len()];
        for (index, old) in order.iter().enumerate() {
            renumbered[old.0 as usize] = ValueId(index as u32);
            let value = &scope.values[old.0 as usize];
            let name = match &value.label {
                Label::Name(name) => Some(name.clone()),
                Label::Number(_) => None,
            };
            // Every defined value has a type, and so has every one in `values`.
            let value_type = value.value_type.unwrap_or(Type::BOOL);
            definition.values.push(ValueInfo { value_type, name });
        }
        definition.rename_values(|value| renumbered[value.0 as usize]);
        Ok(definition)
    }
}

impl Scope {
    /// The id of a label.
    fn intern(&mut self, label: &Label, place: usize) -> ValueId {
        if let Some(id) = self.labels.get(label) {
            return *id;
        }
        let id = ValueId(self.values.len() as u32);
        self.labels.insert(label.clone(), id);
        let label = label.clone();
        self.values.push(PendingValue { label, value_type: None, defined: false, place });
        id
    }
}
