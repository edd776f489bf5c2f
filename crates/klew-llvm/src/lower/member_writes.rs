//! Library functions that write text into an array that is a member or a row of something larger.
//!
//! `strcpy(r->name, text)` may run over `name` into the member behind it and stay within the object, which is no access out of
//! bounds. clang's checks of array indices do not see into the library; compilers tell the library how long the array is
//! (`_FORTIFY_SOURCE`, `__builtin_object_size(p, 1)`), and so does this: behind the call, the text must end within the array.
//!
//! Invariant: a check fails only where the function wrote beyond the array. The last member of a structure is left to the checks of
//! accesses: programs allocate more for it than its type says.

use klew_ir::{BinaryOperation, Comparison, Operand, Property, Type};

use super::builder::{int, zero};
use super::function::FunctionLowering;
use crate::syntax::{self, Constant, ConstantExpression, LocalId, TypeId, Value};

/// When a function has certainly written no more than so many bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ends {
    /// If what it wrote ends within them.
    Text,
    /// The same, or if it gives null: then nothing is there to look at.
    TextUnlessNull,
    /// The same, or if no more was asked for by the argument of that number.
    Asked(usize),
    /// If no more was asked for: it fills up what it writes.
    Filled(usize),
}

/// The functions, whose first argument says where they write.
const WRITERS: [(&str, Ends); 10] = [
    ("strcpy", Ends::Text),
    ("stpcpy", Ends::Text),
    ("strcat", Ends::Text),
    ("strncat", Ends::Text),
    ("sprintf", Ends::Text),
    ("vsprintf", Ends::Text),
    ("gets", Ends::TextUnlessNull),
    ("fgets", Ends::Asked(1)),
    ("snprintf", Ends::Asked(1)),
    ("strncpy", Ends::Filled(2)),
];

/// A call that writes into a member.
pub(super) struct MemberWrite {
    name: &'static str,
    ends: Ends,
    /// The elements of the array.
    size: u64,
}

impl FunctionLowering<'_, '_, '_> {
    /// Whether a call writes text into a member, and what is known of it.
    pub(super) fn member_write(&self, call: &syntax::Call) -> Option<MemberWrite> {
        if !self.shared.options.check_member_writes {
            return None;
        }
        let name = self.callee_name(call)?;
        let &(name, ends) = WRITERS.iter().find(|(known, _)| *known == name)?;
        let size = self.member(&call.arguments.first()?.value)?;
        Some(MemberWrite { name, ends, size })
    }

    /// The check behind the call.
    pub(super) fn check_member_write(
        &mut self,
        write: &MemberWrite,
        arguments: &[Operand],
        results: &[Operand],
    ) {
        let &MemberWrite { name, ends, size } = write;
        let Some(to) = arguments.first() else { return };
        let (look, done) = (self.builder.block(&[]), self.builder.block(&[]));
        let fine = match ends {
            Ends::Text => None,
            Ends::Asked(number) | Ends::Filled(number) => arguments.get(number).map(|asked| {
                let most = int(self.builder.width(asked), size);
                self.builder.compare(Comparison::UnsignedLessEqual, asked.clone(), most)
            }),
            Ends::TextUnlessNull => None,
        };
        match fine {
            Some(fine) => self.builder.branch(fine, done, look),
            None => self.builder.jump(look, Vec::new()),
        }
        self.builder.switch_to(look);
        let given =
            results.first().filter(|_| matches!(ends, Ends::TextUnlessNull | Ends::Asked(_)));
        if let Some(given) = given.filter(|given| self.builder.type_of(given) == Type::Pointer) {
            let some = self.builder.block(&[]);
            let null = zero(Type::Pointer);
            let nothing = self.builder.compare(Comparison::Equal, given.clone(), null);
            self.builder.branch(nothing, done, some);
            self.builder.switch_to(some);
        }
        if !matches!(ends, Ends::Filled(_)) {
            self.end_of_text(to, size, done);
        }
        let message = format!("`{name}` writes beyond the {size} bytes of the member");
        self.builder.assert_fails(Property::ArrayIndex, Some(message));
        self.builder.jump(done, Vec::new());
        self.builder.switch_to(done);
    }

    /// Goes to `done` if one of so many bytes is 0, and on otherwise.
    fn end_of_text(&mut self, from: &Operand, size: u64, done: klew_ir::BlockId) {
        let word = self.builder.word();
        let (head, body, next, none) = (
            self.builder.block(&[word]),
            self.builder.block(&[]),
            self.builder.block(&[]),
            self.builder.block(&[]),
        );
        self.builder.jump(head, vec![self.builder.word_constant(0)]);
        self.builder.switch_to(head);
        let index = self.builder.block_parameter(head, 0);
        let last = self.builder.word_constant(size);
        let over = self.builder.compare(Comparison::Equal, index.clone(), last);
        self.builder.branch(over, none, body);
        self.builder.switch_to(body);
        let place = self.builder.offset(from.clone(), index.clone());
        let byte = self.builder.load(place, Type::Int(8));
        let ends = self.builder.compare(Comparison::Equal, byte, int(8, 0));
        self.builder.branch(ends, done, next);
        self.builder.switch_to(next);
        let one = self.builder.word_constant(1);
        let index = self.builder.binary(BinaryOperation::Add, index, one);
        self.builder.jump(head, vec![index]);
        self.builder.switch_to(none);
    }

    /// The elements of the array of characters that an address is the start of, if that is a row or a member, not the last, of
    /// something larger.
    fn member(&self, address: &Value) -> Option<u64> {
        let path = self.path(address)?;
        let mut ty = path.outer;
        let mut found = None;
        for index in &path.indices {
            // Only the first element of an array is where it starts.
            found = found.filter(|_| *index == Some(0));
            let (part, is_inner) = self.part(ty, *index)?;
            ty = part;
            if is_inner && let Some(size) = self.characters(part) {
                found = Some(size);
            } else if !matches!(self.context.types.get(part), syntax::Type::Integer(8)) {
                found = None;
            }
        }
        found
    }

    /// What an address is in: the steps to it from the outermost type that the function shows.
    fn path(&self, address: &Value) -> Option<Path> {
        let Step { source, base, indices } = self.step(address)?;
        let (first, rest) = indices.split_first()?;
        let outer = (*first == Some(0)).then(|| self.path(&base)).flatten();
        match outer.filter(|outer| self.end(outer) == Some(source)) {
            Some(mut outer) => {
                outer.indices.extend_from_slice(rest);
                Some(outer)
            }
            None => Some(Path { outer: source, indices: rest.to_vec() }),
        }
    }

    fn end(&self, path: &Path) -> Option<TypeId> {
        path.indices.iter().try_fold(path.outer, |ty, index| Some(self.part(ty, *index)?.0))
    }

    /// The address arithmetic that an address is made by.
    fn step(&self, address: &Value) -> Option<Step> {
        match address {
            Value::Local(local) => match self.made_by(*local)? {
                syntax::Operation::GetElementPtr { source, base, indices, .. } => Some(Step {
                    source: *source,
                    base: base.value.clone(),
                    indices: indices.iter().map(|index| number(&index.value)).collect(),
                }),
                _ => None,
            },
            Value::Constant(Constant::Expression(expression)) => match &**expression {
                ConstantExpression::GetElementPtr { source, base, indices, .. } => Some(Step {
                    source: *source,
                    base: Value::Constant(base.value.clone()),
                    indices: (indices.iter())
                        .map(|index| number(&Value::Constant(index.value.clone())))
                        .collect(),
                }),
                _ => None,
            },
            _ => None,
        }
    }

    fn made_by(&self, local: LocalId) -> Option<&syntax::Operation> {
        let instructions = self.definition.blocks.iter().flat_map(|block| &block.instructions);
        let mut instructions = instructions.filter(|instruction| instruction.result == Some(local));
        instructions.next().map(|instruction| &instruction.operation)
    }

    /// A part of a type, and whether something of it may lie behind that part.
    fn part(&self, ty: TypeId, index: Option<u64>) -> Option<(TypeId, bool)> {
        if let syntax::Type::Array { element, .. } = self.context.types.get(ty) {
            return Some((*element, true));
        }
        let fields = &self.context.module.types.struct_body(ty)?.fields;
        let index = usize::try_from(index?).ok()?;
        Some((*fields.get(index)?, index + 1 < fields.len()))
    }

    fn characters(&self, ty: TypeId) -> Option<u64> {
        let syntax::Type::Array { element, count } = *self.context.types.get(ty) else {
            return None;
        };
        matches!(self.context.types.get(element), syntax::Type::Integer(8)).then_some(count)
    }
}

/// One `getelementptr`; an index is known if it is a constant.
struct Step {
    source: TypeId,
    base: Value,
    indices: Vec<Option<u64>>,
}

/// Indices into a type.
struct Path {
    outer: TypeId,
    indices: Vec<Option<u64>>,
}

fn number(index: &Value) -> Option<u64> {
    match index {
        Value::Constant(Constant::Integer(number)) => number.to_u64(),
        Value::Constant(Constant::Zero | Constant::Null) => Some(0),
        _ => None,
    }
}
