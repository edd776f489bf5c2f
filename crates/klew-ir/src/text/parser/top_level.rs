//! All that is outside of the bodies of functions.

use std::sync::Arc;

use super::super::error::Result;
use super::{Parser, PendingBody};
use crate::{
    DataModel, FileId, Function, FunctionBody, FunctionId, Global, GlobalId, Initializer, Operand,
    Position, Relocation, SourceTypeId, Type,
    text::{
        lexer::{Label, TokenKind},
        words,
    },
};

impl Parser<'_> {
    /// First step: which types, globals and functions there are.
    pub(super) fn names(&mut self) -> Result<()> {
        let mut depth = 0_u32;
        loop {
            let token = self.cursor.token();
            let declares = token.first && depth == 0;
            match (&token.kind, self.cursor.peek_second()) {
                (TokenKind::End, _) => break,
                (TokenKind::Symbol('{'), _) => depth += 1,
                (TokenKind::Symbol('}'), _) => depth = depth.saturating_sub(1),
                (TokenKind::Word(word), TokenKind::Sigil(sigil, label)) if declares => {
                    let place = self.cursor.place() + 1;
                    let duplicate = match (word.as_str(), sigil, label) {
                        ("type", '$', label) => {
                            let id = SourceTypeId(self.types.len() as u32);
                            self.types.insert(label.clone(), id).is_some()
                        }
                        ("global", '&', Label::Name(name)) => {
                            let id = GlobalId(self.globals.len() as u32);
                            self.globals.insert(name.clone(), id).is_some()
                        }
                        ("function", '@', Label::Name(name)) => {
                            let id = FunctionId(self.functions.len() as u32);
                            self.functions.insert(name.clone(), id).is_some()
                        }
                        _ => false,
                    };
                    if duplicate {
                        return self.cursor.error_at(place, "this name is already taken");
                    }
                }
                _ => {}
            }
            self.cursor.advance();
        }
        self.cursor.go_to(0);
        Ok(())
    }

    /// Second step: everything but bodies.
    pub(super) fn top_level(&mut self) -> Result<()> {
        let mut entry_given = false;
        while *self.cursor.peek() != TokenKind::End {
            let place = self.cursor.place();
            if !self.cursor.token().first {
                return self.cursor.error("expected the end of the line");
            }
            let what = "`target`, `files`, `entry`, `type`, `global` or `function`";
            match self.cursor.word(what)?.as_str() {
                "target" => self.target()?,
                "files" => self.files(place)?,
                "entry" => {
                    entry_given = true;
                    self.program.entry =
                        if self.cursor.eat_word("none") { None } else { Some(self.function_id()?) };
                }
                "type" => {
                    self.cursor.label('$', "a source type, as $name")?;
                    self.cursor.symbol('=')?;
                    let source_type = self.source_type()?;
                    self.program.types.push(source_type);
                }
                "global" => self.global(place)?,
                "function" => self.function(place)?,
                _ => return self.cursor.error_at(place, format!("expected {what}")),
            }
        }
        let complete = self.program.types.len() == self.types.len()
            && self.program.globals.len() == self.globals.len()
            && self.program.functions.len() == self.functions.len();
        if !complete {
            return self.cursor.error("a declaration must be one line with its name");
        }
        if !entry_given {
            self.program.entry = self.functions.get("main").copied();
        }
        Ok(())
    }

    fn target(&mut self) -> Result<()> {
        let mut model = match self.cursor.number::<u32>() {
            Ok(32) => DataModel::ILP32,
            Ok(64) => DataModel::LP64,
            _ => return self.cursor.error("the target is 32 or 64"),
        };
        if self.cursor.eat_word("variadic_slot") {
            model.variadic_slot = self.cursor.number()?;
        }
        if self.cursor.eat_word("heap_align") {
            model.heap_align = self.cursor.number()?;
        }
        model.typed_memory = self.cursor.eat_word("typed_memory");
        self.program.data_model = model;
        Ok(())
    }

    fn files(&mut self, place: usize) -> Result<()> {
        if self.own_file.is_some() {
            return self.cursor.error_at(place, "`files` must come before what has positions");
        }
        self.program.files.clear();
        while !self.cursor.line_ends() {
            let file = self.cursor.text()?;
            self.program.files.push(file);
            if !self.cursor.eat(',') {
                break;
            }
        }
        Ok(())
    }

    /// A position if one comes on this line, else the place of a token of this file.
    pub(super) fn position(&mut self, place: usize) -> Result<Position> {
        let TokenKind::Position(position) = *self.cursor.peek() else {
            return Ok(self.own_position(place));
        };
        if self.cursor.token().first {
            return self.cursor.error("a position stands on the line of what it belongs to");
        }
        let Some((file, line, column)) = position else {
            self.cursor.advance();
            return Ok(Position::UNKNOWN);
        };
        if file as usize >= self.program.files.len() {
            return self.cursor.error("there is no file of that number");
        }
        self.cursor.advance();
        Ok(Position { file: FileId(file), line, column })
    }

    fn own_position(&mut self, place: usize) -> Position {
        let file = *self.own_file.get_or_insert_with(|| {
            let files = &mut self.program.files;
            let known = files.iter().position(|file| file == self.file_name);
            FileId(known.unwrap_or_else(|| {
                files.push(self.file_name.to_string());
                files.len() - 1
            }) as u32)
        });
        let (line, column) = self.cursor.line_and_column(place);
        Position { file, line, column }
    }

    pub(super) fn function_id(&mut self) -> Result<FunctionId> {
        let place = self.cursor.place();
        let name = self.cursor.name('@', "a function, as @name")?;
        match self.functions.get(&name) {
            Some(id) => Ok(*id),
            None => self.cursor.error_at(place, format!("there is no function @{name}")),
        }
    }

    fn global(&mut self, start: usize) -> Result<()> {
        let place = self.cursor.place();
        let name = self.cursor.name('&', "a global, as &name")?;
        if self.globals.get(&name).map(|id| id.0 as usize) != Some(self.program.globals.len()) {
            return self.cursor.error_at(place, "a declaration must be one line with its name");
        }
        let size = if self.cursor.eat_word("size") { Some(self.cursor.number()?) } else { None };
        let align = if self.cursor.eat_word("align") { self.cursor.number()? } else { 1 };
        let constant = self.cursor.eat_word("constant");
        let source_type = self.optional_source_type()?;
        let switch = match self.cursor.eat_word("switch") {
            true => Some(self.choice(words::SWITCHES, "a switch, as `unknown_lengths`")?),
            false => None,
        };
        self.cursor.symbol('=')?;
        let place = self.cursor.place();
        let initializer = match self.cursor.word("`zero`, `external` or `bytes`")?.as_str() {
            "zero" => Initializer::Zero,
            "external" => Initializer::External,
            "bytes" => {
                let bytes = self.cursor.bytes()?;
                Initializer::Bytes(bytes, self.relocations()?)
            }
            _ => return self.cursor.error_at(place, "expected `zero`, `external` or `bytes`"),
        };
        let size = match (size, &initializer) {
            (Some(size), _) => size,
            (None, Initializer::Bytes(bytes, _)) => bytes.len() as u64,
            (None, _) => return self.cursor.error_at(place, "the global needs a size"),
        };
        let position = self.position(start)?;
        let global =
            Global { name, size, align, constant, initializer, source_type, position, switch };
        self.program.globals.push(global);
        Ok(())
    }

    fn relocations(&mut self) -> Result<Vec<Relocation>> {
        let mut relocations = Vec::new();
        if self.cursor.eat_word("relocations") {
            loop {
                let offset = self.cursor.number()?;
                self.cursor.symbol(':')?;
                let place = self.cursor.place();
                let Operand::Constant(value) = self.constant_operand(Some(Type::Pointer))? else {
                    return self.cursor.error_at(place, "expected a constant");
                };
                relocations.push(Relocation { offset, value });
                if !self.cursor.eat(',') {
                    break;
                }
            }
        }
        Ok(relocations)
    }

    fn function(&mut self, start: usize) -> Result<()> {
        let place = self.cursor.place();
        let name = self.cursor.name('@', "a function, as @name")?;
        let id = FunctionId(self.program.functions.len() as u32);
        if self.functions.get(&name) != Some(&id) {
            return self.cursor.error_at(place, "a declaration must be one line with its name");
        }
        let (parameters, labels, parameter_types) = self.parameters()?;
        let mut results = Vec::new();
        if self.cursor.eat('>') {
            results.push(self.cursor.value_type()?);
            while self.cursor.eat(',') {
                results.push(self.cursor.value_type()?);
            }
        }
        let variadic = self.cursor.eat_word("variadic");
        let library = self.cursor.eat_word("library");
        let position = self.position(start)?;
        let body = if self.cursor.eat_word("external") {
            FunctionBody::External
        } else if self.cursor.eat_word("unsupported") {
            FunctionBody::Unsupported(self.cursor.text()?)
        } else if self.cursor.eat('{') {
            let missing = labels.iter().position(Option::is_none);
            if let Some(number) = missing {
                let number = number + 1;
                return self.cursor.error_at(place, format!("parameter {number} has no name"));
            }
            let parameters = labels.into_iter().flatten().zip(parameters.iter().copied()).collect();
            let start = self.cursor.place();
            self.bodies.push(PendingBody { function: id, start, parameters });
            self.skip_body(place)?;
            FunctionBody::Defined(Arc::default())
        } else {
            return self.cursor.error("expected `{`, `external` or `unsupported`");
        };
        self.program.functions.push(Function {
            name,
            parameters,
            results,
            variadic,
            library,
            position,
            parameter_types,
            body,
        });
        Ok(())
    }

    /// Types, names and source types of parameters.
    #[allow(clippy::type_complexity)] // Three columns of one table, used once.
    fn parameters(&mut self) -> Result<(Vec<Type>, Vec<Option<Label>>, Vec<Option<SourceTypeId>>)> {
        let (mut types, mut labels, mut source_types) = (Vec::new(), Vec::new(), Vec::new());
        let mut any_source_type = false;
        self.cursor.symbol('(')?;
        while !self.cursor.eat(')') {
            if !types.is_empty() {
                self.cursor.symbol(',')?;
            }
            labels.push(match self.cursor.peek() {
                TokenKind::Sigil('%', _) => {
                    let label = self.cursor.label('%', "a name")?;
                    self.cursor.symbol(':')?;
                    Some(label)
                }
                _ => None,
            });
            types.push(self.cursor.value_type()?);
            let place = self.cursor.place();
            source_types.push(match self.cursor.optional_label('$') {
                None => None,
                Some(Label::Name(name)) if name == "_" => {
                    any_source_type = true;
                    None
                }
                Some(label) => {
                    any_source_type = true;
                    Some(self.source_type_labelled(&label, place)?)
                }
            });
        }
        if !any_source_type {
            source_types.clear();
        }
        Ok((types, labels, source_types))
    }

    /// Goes behind the `}` of a body.
    fn skip_body(&mut self, place: usize) -> Result<()> {
        let mut depth = 1;
        while depth > 0 {
            match self.cursor.peek() {
                TokenKind::Symbol('{') => depth += 1,
                TokenKind::Symbol('}') => depth -= 1,
                TokenKind::End => {
                    return self.cursor.error_at(place, "the body of this function has no `}`");
                }
                _ => {}
            }
            self.cursor.advance();
        }
        Ok(())
    }
}
