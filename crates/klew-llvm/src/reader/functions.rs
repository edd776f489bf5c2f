//! Reads functions: header, then body block by block.

use super::attributes::Before;
use super::{RawName, Read, Reader, Scope, Token};
use crate::syntax::{
    AttributesId, Block, BlockId, Body, Definition, Function, Instruction, LocalId, Operation,
    Parameter, SymbolDefinition, Type, TypeId, Value,
};

/// A parameter before its function has a scope.
struct RawParameter<'a> {
    ty: TypeId,
    attributes: AttributesId,
    name: Option<RawName<'a>>,
}

impl<'a> Reader<'a> {
    /// `define …` or `declare …`
    pub(super) fn function(&mut self) -> Read<()> {
        let line = self.line;
        let define = self.at_word("define");
        self.advance();
        let early_attachments = self.attachments()?;
        let properties = self.global_properties();
        let calling_convention = self.calling_convention()?.unwrap_or_default();
        let return_attributes = self.attributes(Before::Type)?;
        let result = self.ty()?;
        let symbol = self.global()?;
        self.begin_definition(symbol)?;
        let (raw_parameters, varargs) = self.parameters()?;
        let ty = self.intern(Type::Function {
            result,
            parameters: raw_parameters.iter().map(|p| p.ty).collect(),
            varargs,
        })?;
        let parameter =
            |p: &RawParameter| Parameter { ty: p.ty, attributes: p.attributes, local: None };
        let mut function = Function {
            symbol,
            properties,
            calling_convention,
            return_attributes,
            ty,
            result,
            parameters: raw_parameters.iter().map(parameter).collect(),
            varargs,
            attributes: AttributesId::NONE,
            unnamed_address: None,
            address_space: 0,
            section: None,
            partition: None,
            comdat: None,
            align: None,
            gc: None,
            prefix: None,
            prologue: None,
            personality: None,
            attachments: early_attachments,
            body: Body::Declared,
            line,
        };
        self.function_properties(&mut function)?;
        if define {
            self.body(&mut function, &raw_parameters)?;
        }
        let index = self.module.functions.len() as u32;
        self.module.functions.push(function);
        self.end_definition(symbol, SymbolDefinition::Function(index));
        Ok(())
    }

    fn parameters(&mut self) -> Read<(Vec<RawParameter<'a>>, bool)> {
        self.expect(b'(')?;
        let mut parameters = Vec::new();
        let mut varargs = false;
        while !self.accept(b')') {
            if self.token == Token::Ellipsis {
                self.advance();
                varargs = true;
                self.expect(b')')?;
                break;
            }
            let ty = self.ty()?;
            let attributes = self.attributes(Before::Value)?;
            let name = match self.token {
                Token::Local(raw) => {
                    self.advance();
                    Some(raw)
                }
                _ => None,
            };
            parameters.push(RawParameter { ty, attributes, name });
            if !self.accept(b',') {
                self.expect(b')')?;
                break;
            }
        }
        Ok((parameters, varargs))
    }

    /// What stands between the parameters and the body.
    fn function_properties(&mut self, function: &mut Function) -> Read<()> {
        let mut attributes = Vec::new();
        loop {
            let Token::Word(word) = self.token else {
                match self.token {
                    Token::Metadata(_) => {
                        let mut list = std::mem::take(&mut function.attachments).into_vec();
                        list.extend(self.attachments()?);
                        function.attachments = list.into();
                    }
                    Token::Group(_) | Token::Text(_) => {
                        attributes.extend(self.attribute_list(Before::End)?);
                    }
                    _ => break,
                }
                continue;
            };
            match word {
                "unnamed_addr" | "local_unnamed_addr" => {
                    function.unnamed_address = self.unnamed_address();
                    continue;
                }
                "declare" | "define" | "attributes" | "module" | "target" | "source_filename"
                | "uselistorder" | "uselistorder_bb" => break,
                "addrspace" | "section" | "partition" | "comdat" | "align" | "gc" | "prefix"
                | "prologue" | "personality" => {}
                _ => {
                    let list = self.attribute_list(Before::End)?;
                    if list.is_empty() {
                        return self.expected("a property of the function");
                    }
                    attributes.extend(list);
                    continue;
                }
            }
            self.advance();
            match word {
                "addrspace" => function.address_space = self.number_in_parentheses()?,
                "section" => function.section = Some(self.string()?),
                "partition" => function.partition = Some(self.string()?),
                "comdat" => function.comdat = Some(self.comdat()?),
                "align" => function.align = Some(self.number()?),
                "gc" => function.gc = Some(self.string()?),
                "prefix" => function.prefix = Some(Box::new(self.typed_constant()?)),
                "prologue" => function.prologue = Some(Box::new(self.typed_constant()?)),
                _ => function.personality = Some(Box::new(self.typed_constant()?)),
            }
        }
        function.attributes = self.module.attributes.intern(attributes);
        Ok(())
    }

    /// Reads the body; if something in it is not understood, goes on after its closing brace,
    /// which LLVM prints at the start of a line.
    fn body(&mut self, function: &mut Function, parameters: &[RawParameter<'a>]) -> Read<()> {
        let (start, line) = (self.lexer.position, self.line);
        self.expect(b'{')?;
        self.scope = Some(Scope::default());
        let result = self.definition(parameters);
        self.scope = None;
        let error = match result {
            Ok(definition) => {
                for (parameter, id) in function.parameters.iter_mut().zip(0..) {
                    parameter.local = Some(LocalId(id));
                }
                function.body = Body::Defined(definition);
                return Ok(());
            }
            Err(error) => error,
        };
        self.depth = 0;
        let rest = &self.lexer.text()[start..];
        let Some(end) = rest.find("\n}") else {
            self.fatal = true;
            return Err(error);
        };
        let newlines = rest[..=end].bytes().filter(|&byte| byte == b'\n').count();
        self.jump_to(start + end + 2, line + newlines as u32);
        function.body = Body::Unreadable(error);
        Ok(())
    }

    fn definition(&mut self, parameters: &[RawParameter<'a>]) -> Read<Definition> {
        for parameter in parameters {
            self.define_local(parameter.name, parameter.ty)?;
        }
        let mut blocks: Vec<(BlockId, Vec<Instruction>)> = Vec::new();
        let mut open = false;
        while !self.at(b'}') {
            if let Token::Word("uselistorder" | "uselistorder_bb") = self.token {
                self.skip_line();
                continue;
            }
            let label = match self.token {
                Token::Label(raw) => {
                    self.advance();
                    Some(raw)
                }
                _ => None,
            };
            if open && label.is_some() {
                return Err(self.error("label within a block that has not ended"));
            }
            if !open {
                blocks.push((self.define_block(label)?, Vec::new()));
                open = true;
            }
            if self.at(b'}') {
                break;
            }
            let instruction = match self.token {
                Token::Record(word) => Instruction {
                    line: self.line,
                    operation: self.debug_record(word)?,
                    result: None,
                    attachments: Box::default(),
                },
                Token::Label(_) => return self.expected("an instruction"),
                _ => self.instruction()?,
            };
            open = !instruction.operation.is_terminator();
            if let Some((_, instructions)) = blocks.last_mut() {
                instructions.push(instruction);
            }
        }
        if open || blocks.is_empty() {
            return self.expected("an instruction that ends the block");
        }
        self.advance();
        self.finish(blocks)
    }

    /// Checks that everything is defined and numbers the blocks in the order of the text.
    fn finish(&mut self, read: Vec<(BlockId, Vec<Instruction>)>) -> Read<Definition> {
        let scope = self.scope.take().unwrap_or_default();
        if let Some((local, _)) = scope.locals.iter().find(|(_, defined)| !defined) {
            let message = format!("value {:?} used but never defined above", local.name);
            return Err(self.error(message));
        }
        if let Some((name, _)) = scope.blocks.iter().find(|(_, defined)| !defined) {
            return Err(self.error(format!("block {name:?} used but never defined above")));
        }
        let mut order = vec![BlockId(0); scope.blocks.len()];
        for (index, (id, _)) in read.iter().enumerate() {
            order[id.0 as usize] = BlockId(index as u32);
        }
        let mut names: Vec<_> = scope.blocks.into_iter().map(|(name, _)| Some(name)).collect();
        let mut blocks = Vec::with_capacity(read.len());
        for (id, mut instructions) in read {
            for instruction in &mut instructions {
                renumber(&mut instruction.operation, &order);
            }
            let Some(name) = names[id.0 as usize].take() else {
                return Err(self.error("block defined twice"));
            };
            blocks.push(Block { name, instructions });
        }
        let locals = scope.locals.into_iter().map(|(local, _)| local).collect();
        Ok(Definition { locals, blocks })
    }
}

/// Replaces provisional block ids by final ones.
fn renumber(operation: &mut Operation, order: &[BlockId]) {
    let fix = |block: &mut BlockId| *block = order[block.0 as usize];
    match operation {
        Operation::Branch(target) => fix(target),
        Operation::ConditionalBranch { if_true, if_false, .. } => {
            fix(if_true);
            fix(if_false);
        }
        Operation::Switch { default, cases, .. } => {
            fix(default);
            cases.iter_mut().for_each(|(_, block)| fix(block));
        }
        Operation::IndirectBranch { targets, .. } => targets.iter_mut().for_each(fix),
        Operation::Phi { incoming, .. } => incoming.iter_mut().for_each(|(_, block)| fix(block)),
        Operation::Call(call) => renumber_arguments(call, order),
        Operation::Invoke { call, normal, unwind } => {
            renumber_arguments(call, order);
            fix(normal);
            fix(unwind);
        }
        Operation::CallBr { call, fallthrough, indirect } => {
            renumber_arguments(call, order);
            fix(fallthrough);
            indirect.iter_mut().for_each(fix);
        }
        _ => {}
    }
}

fn renumber_arguments(call: &mut crate::syntax::Call, order: &[BlockId]) {
    for argument in &mut call.arguments {
        if let Value::Block(block) = &mut argument.value {
            *block = order[block.0 as usize];
        }
    }
}
