//! Reads global variables, aliases and ifuncs.

use super::attributes::Before;
use super::{Read, Reader, Token};
use crate::syntax::{
    Alias, AliasKind, Comdat, GlobalId, GlobalName, GlobalProperties, GlobalVariable, Linkage,
    SymbolDefinition,
};

impl<'a> Reader<'a> {
    /// `@name = …`, or an unnamed global without `@0 =`.
    pub(super) fn global_definition(&mut self) -> Read<()> {
        let line = self.line;
        let symbol = match self.token {
            Token::Global(_) => {
                let symbol = self.global()?;
                self.expect(b'=')?;
                symbol
            }
            _ => self.unnamed_global(),
        };
        self.begin_definition(symbol)?;
        let properties = self.global_properties();
        let thread_local = self.thread_local()?;
        let unnamed_address = self.unnamed_address();
        match self.token {
            Token::Word("alias") => {
                self.advance();
                self.alias(
                    symbol,
                    AliasKind::Alias,
                    properties,
                    thread_local,
                    unnamed_address,
                    line,
                )
            }
            Token::Word("ifunc") => {
                self.advance();
                self.alias(
                    symbol,
                    AliasKind::IFunc,
                    properties,
                    thread_local,
                    unnamed_address,
                    line,
                )
            }
            _ => self.variable(symbol, properties, thread_local, unnamed_address, line),
        }
    }

    fn unnamed_global(&mut self) -> GlobalId {
        let number = self.next_global_number;
        self.module.intern_symbol(GlobalName::Numbered(number))
    }

    /// Notes which symbol is being defined, so that an error makes it unreadable.
    pub(super) fn begin_definition(&mut self, symbol: GlobalId) -> Read<()> {
        let entry = self.module.symbol(symbol);
        if let GlobalName::Numbered(number) = entry.name {
            self.next_global_number = number.saturating_add(1);
        }
        let fresh = match entry.definition {
            SymbolDefinition::Undefined => true,
            SymbolDefinition::Function(index) => {
                matches!(self.module.functions[index as usize].body, crate::syntax::Body::Declared)
            }
            _ => false,
        };
        self.defining = Some(symbol);
        match fresh {
            true => Ok(()),
            false => Err(self.error("global defined twice")),
        }
    }

    /// Notes what the symbol being defined is.
    pub(super) fn end_definition(&mut self, symbol: GlobalId, definition: SymbolDefinition) {
        self.module.symbols[symbol.0 as usize].definition = definition;
        self.defining = None;
    }

    /// Linkage, preemption, visibility and storage class.
    pub(super) fn global_properties(&mut self) -> GlobalProperties {
        let mut linkage = Linkage::Default;
        let mut words = Vec::new();
        while let Token::Word(word) = self.token {
            if let Some(found) = Linkage::from_keyword(word) {
                linkage = found;
            } else if matches!(
                word,
                "dso_local"
                    | "dso_preemptable"
                    | "default"
                    | "hidden"
                    | "protected"
                    | "dllimport"
                    | "dllexport"
            ) {
                words.push(word.into());
            } else {
                break;
            }
            self.advance();
        }
        GlobalProperties { linkage, words: words.into() }
    }

    fn thread_local(&mut self) -> Read<Option<Box<str>>> {
        if !self.accept_word("thread_local") {
            return Ok(None);
        }
        if !self.accept(b'(') {
            return Ok(Some("".into()));
        }
        let model = self.word("a model of thread-local storage")?;
        self.expect(b')')?;
        Ok(Some(model.into()))
    }

    /// `unnamed_addr` or `local_unnamed_addr`
    pub(super) fn unnamed_address(&mut self) -> Option<Box<str>> {
        match self.token {
            Token::Word(word @ ("unnamed_addr" | "local_unnamed_addr")) => {
                self.advance();
                Some(word.into())
            }
            _ => None,
        }
    }

    /// `comdat` has been passed; `($name)` may follow.
    pub(super) fn comdat(&mut self) -> Read<Comdat> {
        if !self.accept(b'(') {
            return Ok(Comdat { name: None });
        }
        let Token::Comdat(raw) = self.token else {
            return self.expected("the name of a comdat");
        };
        self.advance();
        self.expect(b')')?;
        Ok(Comdat { name: Some(Self::raw_text(raw)) })
    }

    fn variable(
        &mut self,
        symbol: GlobalId,
        properties: GlobalProperties,
        thread_local: Option<Box<str>>,
        unnamed_address: Option<Box<str>>,
        line: u32,
    ) -> Read<()> {
        let address_space = match self.accept_word("addrspace") {
            true => self.number_in_parentheses()?,
            false => 0,
        };
        let externally_initialized = self.accept_word("externally_initialized");
        let constant = self.accept_word("constant");
        if !constant {
            self.expect_word("global")?;
        }
        let ty = self.ty()?;
        let declared = matches!(properties.linkage, Linkage::External | Linkage::ExternWeak);
        let initializer = match declared {
            true => None,
            false => Some(self.constant(ty)?),
        };
        let mut variable = GlobalVariable {
            symbol,
            properties,
            thread_local,
            unnamed_address,
            address_space,
            externally_initialized,
            constant,
            ty,
            initializer,
            section: None,
            partition: None,
            comdat: None,
            align: None,
            words: Box::default(),
            attachments: Box::default(),
            attributes: crate::syntax::AttributesId::NONE,
            line,
        };
        self.variable_properties(&mut variable)?;
        variable.attributes = self.attributes(Before::End)?;
        let index = self.module.variables.len() as u32;
        self.module.variables.push(variable);
        self.end_definition(symbol, SymbolDefinition::Variable(index));
        Ok(())
    }

    /// `, section "…", align 8, !dbg !3`
    fn variable_properties(&mut self, variable: &mut GlobalVariable) -> Read<()> {
        let (mut words, mut attachments) = (Vec::new(), Vec::new());
        while self.accept(b',') {
            match self.token {
                Token::Metadata(_) => attachments.push(self.attachment()?),
                Token::Word("section") => {
                    self.advance();
                    variable.section = Some(self.string()?);
                }
                Token::Word("partition") => {
                    self.advance();
                    variable.partition = Some(self.string()?);
                }
                Token::Word("comdat") => {
                    self.advance();
                    variable.comdat = Some(self.comdat()?);
                }
                Token::Word("align") => {
                    self.advance();
                    variable.align = Some(self.number()?);
                }
                Token::Word(_) => {
                    let start = self.start;
                    self.advance();
                    if let Token::Text(_) = self.token {
                        self.advance();
                    }
                    words.push(self.lexer.text()[start..self.previous_end].into());
                }
                _ => return self.expected("a property of the global"),
            }
        }
        variable.words = words.into();
        variable.attachments = attachments.into();
        Ok(())
    }

    fn alias(
        &mut self,
        symbol: GlobalId,
        kind: AliasKind,
        properties: GlobalProperties,
        thread_local: Option<Box<str>>,
        unnamed_address: Option<Box<str>>,
        line: u32,
    ) -> Read<()> {
        let ty = self.ty()?;
        self.expect(b',')?;
        let target = self.alias_target()?;
        let mut partition = None;
        while self.accept(b',') {
            if self.accept_word("partition") {
                partition = Some(self.string()?);
            } else {
                self.attachment()?; // LLVM 22 allows metadata on ifuncs; nothing here needs it
            }
        }
        let index = self.module.aliases.len() as u32;
        self.module.aliases.push(Alias {
            symbol,
            kind,
            properties,
            thread_local,
            unnamed_address,
            ty,
            target,
            partition,
            line,
        });
        self.end_definition(symbol, SymbolDefinition::Alias(index));
        Ok(())
    }

    /// A typed constant; a constant expression may stand without its type.
    fn alias_target(&mut self) -> Read<crate::syntax::TypedConstant> {
        use crate::syntax::{Constant, ConstantExpression, Type, TypedConstant};
        if self.at_type() {
            return self.typed_constant();
        }
        let opaque = self.intern(Type::Pointer { pointee: None, address_space: 0 })?;
        let value = self.constant(opaque)?;
        let ty = match &value {
            Constant::Expression(e) => match &**e {
                ConstantExpression::Cast { to, .. } => *to,
                _ => opaque,
            },
            _ => return self.expected("a type and a value"),
        };
        Ok(TypedConstant { ty, value })
    }
}
