//! Reads constant expressions: an operator and its operands in parentheses.

use super::{Read, Reader, Token};
use crate::syntax::{
    BinaryOperator, CastOperator, ConstantExpression, Flags, FloatPredicate, InRange,
    IntegerPredicate, TypedConstant,
};

impl<'a> Reader<'a> {
    /// A constant expression, `word` being the token at hand.
    pub(super) fn constant_expression(&mut self, word: &'a str) -> Read<ConstantExpression> {
        if let Some(operator) = CastOperator::from_keyword(word) {
            self.advance();
            self.flags(); // of casts that later versions no longer have as constants
            self.expect(b'(')?;
            let value = self.typed_constant()?;
            self.expect_word("to")?;
            let to = self.ty()?;
            self.expect(b')')?;
            return Ok(ConstantExpression::Cast { operator, value, to });
        }
        if let Some(operator) = BinaryOperator::from_keyword(word) {
            self.advance();
            let flags = self.flags();
            let [left, right] = self.operands()?;
            return Ok(ConstantExpression::Binary { operator, flags, left, right });
        }
        match word {
            "getelementptr" => {
                self.advance();
                self.constant_element_pointer()
            }
            "fneg" => {
                self.advance();
                let [value] = self.operands()?;
                Ok(ConstantExpression::FNeg(value))
            }
            "icmp" | "fcmp" => {
                self.advance();
                let predicate = self.word("a predicate")?;
                let [left, right] = self.operands()?;
                let integer = IntegerPredicate::from_keyword(predicate);
                let float = FloatPredicate::from_keyword(predicate);
                match (word, integer, float) {
                    ("icmp", Some(p), _) => Ok(ConstantExpression::ICmp(p, left, right)),
                    ("fcmp", _, Some(p)) => Ok(ConstantExpression::FCmp(p, left, right)),
                    _ => Err(self.error(format!("unknown predicate `{predicate}`"))),
                }
            }
            "select" => {
                self.advance();
                Ok(ConstantExpression::Select(Box::new(self.operands()?)))
            }
            "extractelement" => {
                self.advance();
                let [vector, index] = self.operands()?;
                Ok(ConstantExpression::ExtractElement(vector, index))
            }
            "insertelement" => {
                self.advance();
                Ok(ConstantExpression::InsertElement(Box::new(self.operands()?)))
            }
            "shufflevector" => {
                self.advance();
                Ok(ConstantExpression::ShuffleVector(Box::new(self.operands()?)))
            }
            "extractvalue" => {
                self.advance();
                self.expect(b'(')?;
                let aggregate = self.typed_constant()?;
                let path = self.path_in_parentheses()?;
                Ok(ConstantExpression::ExtractValue(aggregate, path))
            }
            "insertvalue" => {
                self.advance();
                self.expect(b'(')?;
                let aggregate = self.typed_constant()?;
                self.expect(b',')?;
                let element = self.typed_constant()?;
                let path = self.path_in_parentheses()?;
                Ok(ConstantExpression::InsertValue(aggregate, element, path))
            }
            _ => self.expected("a value"),
        }
    }

    fn path_in_parentheses(&mut self) -> Read<Box<[u32]>> {
        self.expect(b',')?;
        self.list(b')', Self::number)
    }

    /// `(T a, T b, …)` with exactly `N` operands.
    fn operands<const N: usize>(&mut self) -> Read<[TypedConstant; N]> {
        self.expect(b'(')?;
        let operands = self.list(b')', Self::typed_constant)?;
        match <[TypedConstant; N]>::try_from(operands.into_vec()) {
            Ok(operands) => Ok(operands),
            Err(_) => Err(self.error(format!("expected {N} operands before here"))),
        }
    }

    fn constant_element_pointer(&mut self) -> Read<ConstantExpression> {
        let mut flags = self.flags();
        let mut in_range = None;
        if self.accept_word("inrange") {
            self.expect(b'(')?;
            let from = self.decimal()?;
            self.expect(b',')?;
            let to = self.decimal()?;
            self.expect(b')')?;
            in_range = Some(InRange::Offsets(from, to));
            flags.insert(self.flags());
        }
        self.expect(b'(')?;
        let source = self.ty()?;
        self.expect(b',')?;
        let base = self.typed_constant()?;
        let mut indices = Vec::new();
        while self.accept(b',') {
            if self.accept_word("inrange") {
                in_range = Some(InRange::Index(indices.len() as u32));
            }
            indices.push(self.typed_constant()?);
        }
        self.expect(b')')?;
        let indices = indices.into();
        Ok(ConstantExpression::GetElementPtr { flags, in_range, source, base, indices })
    }

    fn decimal(&mut self) -> Read<Box<str>> {
        match self.token {
            Token::Number(digits) => {
                self.advance();
                Ok(digits.into())
            }
            _ => self.expected("a number"),
        }
    }

    /// Whether any flag of `flags` is outside `allowed`: an error then.
    pub(super) fn only(&self, flags: Flags, allowed: Flags) -> Read<Flags> {
        match allowed.contains(flags) {
            true => Ok(flags),
            false => Err(self.error("flag that does not belong to the instruction before here")),
        }
    }
}
