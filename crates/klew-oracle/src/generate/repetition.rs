//! Loops and recursion, few turns each.

use super::function::{Flow, FunctionWriter};
use super::schema::Kind;
use super::scope::{Scope, Variable};

impl FunctionWriter<'_> {
    /// A loop, or a call of the function itself.
    pub(super) fn repeat(&mut self, scope: &mut Scope, reference: &Variable, depth: usize) -> Flow {
        if let (Some(counter), Some(kind)) = (self.counter.clone(), self.result)
            && self.random.once_in(2)
        {
            self.recursion(scope, &counter, kind);
            return Flow::Open;
        }
        self.turns(scope, reference, depth)
    }

    /// Some turns with a counter and a reference that walks, ended by the counter, or before that by null.
    fn turns(&mut self, scope: &mut Scope, reference: &Variable, depth: usize) -> Flow {
        let Kind::Reference(class) = reference.kind else { return Flow::Open };
        let turns = if self.random.once_in(2) {
            (1 + self.random.below(2)).to_string()
        } else {
            let number = self.operand(scope, Kind::Int);
            self.mask(&number, Kind::Int)
        };
        let (head, body, end) =
            (self.writer.label("loop"), self.writer.label("body"), self.writer.label("end"));
        let (count, walker) = (self.writer.value("i"), self.writer.value("walker"));
        self.writer.line(format!("jump {head}(0, {})", reference.name));
        self.writer.block(&format!("{head}({count}: i32, {walker}: ptr)"));
        let mut inner = scope.clone();
        inner.add(count.clone(), Kind::Int);
        inner.add(walker.clone(), reference.kind);
        let after = inner.clone();
        let more = self.writer.define("c", format!("compare ult i32 {count}, {turns}"));
        let some = self.writer.label("more");
        self.writer.line(format!("branch {more}, {some}, {end}"));
        self.writer.block(&some);
        if self.random.once_in(2) {
            let null = self.writer.define("null", format!("compare eq ptr {walker}, null"));
            self.writer.line(format!("branch {null}, {end}, {body}"));
            inner.is_not_null(&walker);
        } else {
            self.writer.line(format!("jump {body}"));
        }
        self.writer.block(&body);
        // As in lists: what comes next is read from what there is.
        let walks = inner.variables.last().cloned();
        if let Some(walks) = walks.filter(|_| !self.random.once_in(4)) {
            self.load(&mut inner, &walks);
        }
        if self.statements(&mut inner, depth + 1) == Flow::Open {
            let next = self.operand(&inner, Kind::Reference(class));
            let count = self.writer.define("i", format!("add i32 {count}, 1"));
            self.writer.line(format!("jump {head}({count}, {next})"));
        }
        self.writer.block(&end);
        *scope = after;
        Flow::Open
    }

    /// Calls the function itself, with less to go.
    fn recursion(&mut self, scope: &mut Scope, counter: &str, result: Kind) {
        let more = self.writer.define("c", format!("compare ne i32 {counter}, 0"));
        let (again, end) = (self.writer.label("again"), self.writer.label("merge"));
        let otherwise = self.operand(scope, result);
        self.writer.line(format!("branch {more}, {again}, {end}({otherwise})"));
        self.writer.block(&again);
        let parameters = self.parameters.clone();
        let mut arguments: Vec<String> =
            parameters.iter().map(|kind| self.operand(scope, *kind)).collect();
        arguments.push(self.writer.define("less", format!("sub i32 {counter}, 1")));
        let call = format!("call @{}({})", self.name, arguments.join(", "));
        let found = self.writer.define("h", call);
        self.writer.line(format!("jump {end}({found})"));
        let name = self.writer.value("m");
        self.writer.block(&format!("{end}({name}: {})", result.word()));
        scope.add(name, result);
    }
}
