//! Reads the top level of a module, and finds its way back there after an error.

use super::{Read, Reader, Token};
use crate::layout::DataLayout;
use crate::syntax::{Module, SymbolDefinition};

/// Words that begin something at the top level.
const BEGINNINGS: [&str; 9] = [
    "define",
    "declare",
    "attributes",
    "module",
    "target",
    "source_filename",
    "uselistorder",
    "uselistorder_bb",
    "deplibs",
];

impl Reader<'_> {
    pub(super) fn module(mut self) -> Read<Module> {
        let mut items = 0u64;
        while self.token != Token::End {
            let item_start = self.start;
            let Err(error) = self.item() else {
                items += 1;
                continue;
            };
            if self.fatal || (items == 0 && self.module.skipped.len() >= 20) {
                return Err(error);
            }
            if let Some(symbol) = self.defining.take() {
                let definition = SymbolDefinition::Unreadable(Box::new(error.clone()));
                self.module.symbols[symbol.0 as usize].definition = definition;
            }
            self.module.skipped.push(error);
            self.recover(item_start);
        }
        match self.module.skipped.first() {
            Some(error) if items == 0 => Err(error.clone()),
            _ => Ok(self.module),
        }
    }

    fn item(&mut self) -> Read<()> {
        match self.token {
            Token::Word("define" | "declare") => self.function(),
            Token::Word("attributes") => self.attribute_group(),
            Token::Word("module") => self.module_assembly(),
            Token::Word("target") => self.target(),
            Token::Word("source_filename") => {
                self.advance();
                self.expect(b'=')?;
                self.module.source_file_name = Some(self.string()?);
                Ok(())
            }
            Token::Word("uselistorder" | "uselistorder_bb") | Token::Summary => {
                self.skip_line();
                Ok(())
            }
            Token::Local(raw) => self.type_definition(raw),
            Token::Global(_) => self.global_definition(),
            Token::Metadata(_) | Token::Exclaim => self.metadata_definition(),
            Token::Comdat(raw) => {
                self.advance();
                self.expect(b'=')?;
                self.expect_word("comdat")?;
                let kind = self.word("the kind of the comdat")?;
                self.module.comdats.push((Self::raw_text(raw), kind.into()));
                Ok(())
            }
            Token::Word(
                "external" | "private" | "internal" | "global" | "constant" | "unnamed_addr",
            ) => self.global_definition(),
            _ => self.expected("a definition"),
        }
    }

    fn target(&mut self) -> Read<()> {
        self.advance();
        let what = self.word("`triple` or `datalayout`")?;
        self.expect(b'=')?;
        match what {
            "triple" => self.module.target_triple = Some(self.string()?),
            "datalayout" => {
                let error = self.error("");
                let text = self.string()?;
                match DataLayout::parse(&text) {
                    Ok(layout) => self.module.data_layout = layout,
                    Err(problem) => {
                        // No sizes, no meaning: nothing of this module can be used.
                        self.fatal = true;
                        let message = problem.to_string().into();
                        return Err(crate::ReadError { message, ..error });
                    }
                }
                self.module.data_layout_text = Some(text);
            }
            _ => return self.expected("`triple` or `datalayout` before here"),
        }
        Ok(())
    }

    /// Passes the rest of the line.
    pub(super) fn skip_line(&mut self) {
        let line = self.line;
        while self.line == line && self.token != Token::End {
            self.advance();
        }
    }

    /// Goes to the next line that looks like the beginning of something at the top level; that may
    /// be the line of the token at hand.
    fn recover(&mut self, item_start: usize) {
        self.scope = None;
        self.depth = 0;
        let text = self.lexer.text();
        let at_line_start = text[..self.start].ends_with('\n');
        if self.start > item_start && at_line_start && begins_item(&text[self.start..]) {
            return;
        }
        let (mut position, mut line) = (self.lexer.position, self.lexer.line);
        while let Some(newline) = text.as_bytes()[position..].iter().position(|&b| b == b'\n') {
            position += newline + 1;
            line += 1;
            if begins_item(&text[position..]) {
                self.jump_to(position, line);
                return;
            }
        }
        self.jump_to(text.len(), line);
    }
}

/// Whether a line looks like the beginning of something at the top level.
fn begins_item(rest: &str) -> bool {
    if rest.starts_with(['@', '%', '!', '$', '^']) {
        return true;
    }
    let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '_');
    let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
    BEGINNINGS.contains(&word) && after.starts_with(' ')
}
