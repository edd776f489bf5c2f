//! Statements: what a function does one after the other, and where it branches.

use super::function::{Flow, FunctionWriter};
use super::schema::Kind;
use super::scope::{Scope, Variable};

/// Branches within branches.
const DEEPEST: usize = 3;

impl FunctionWriter<'_> {
    /// Some statements; at depth 0 until the budget is spent.
    pub(super) fn statements(&mut self, scope: &mut Scope, depth: usize) -> Flow {
        let most = if depth == 0 { usize::MAX } else { 1 + self.random.below(3) };
        let mut written = 0;
        while written < most && self.budget > 0 {
            written += 1;
            if depth == 0 || self.random.once_in(2) {
                self.budget -= 1;
            }
            if self.statement(scope, depth) == Flow::Closed {
                return Flow::Closed;
            }
        }
        if depth > 0 && self.random.once_in(12) {
            self.return_from(scope);
            return Flow::Closed;
        }
        Flow::Open
    }

    /// A reference: newer ones more often, in which more has happened.
    fn reference(&mut self, scope: &Scope) -> Option<Variable> {
        let mut all = scope.references();
        if all.is_empty() {
            return None;
        }
        if self.random.once_in(2) && all.iter().any(|variable| variable.non_null) {
            all.retain(|variable| variable.non_null);
        }
        let index = self.random.below(all.len());
        Some(all[if self.random.once_in(2) { index.max(all.len() / 2) } else { index }].clone())
    }

    fn statement(&mut self, scope: &mut Scope, depth: usize) -> Flow {
        let Some(reference) = self.reference(scope) else {
            let class = self.any_class();
            self.allocate(scope, class);
            return Flow::Open;
        };
        let tested = reference.non_null || self.is_c() || depth >= DEEPEST;
        if self.settings.loops && depth < DEEPEST && self.random.once_in(7) {
            return self.repeat(scope, &reference, depth);
        }
        if !tested && self.random.once_in(2) {
            return self.null_test(scope, &reference, depth);
        }
        match self.random.below(38) {
            0..=6 => self.load(scope, &reference),
            7..=11 => self.store(scope, &reference),
            12 | 13 => {
                let class = self.any_class();
                self.allocate(scope, class);
            }
            14 | 36 | 37 => self.compare_references(scope, &reference),
            15 => self.select(scope, &reference),
            16 | 17 => self.arithmetic(scope),
            18 => self.condition(scope),
            19 | 20 | 32 => self.check(scope),
            21 => self.assume(scope),
            22 | 23 => self.call(scope),
            24 | 33..=35 => {
                if let Some(other) = self.partner(scope, &reference) {
                    self.probe(scope, &reference, &other);
                }
            }
            25 | 26 if self.is_c() => self.free(&reference),
            25 | 26 if depth < DEEPEST => return self.dispatch(scope, &reference, depth),
            28 | 29 if self.is_c() => self.byte(scope, &reference),
            27 if self.array(&reference) => {
                self.length(scope, &reference);
            }
            _ if depth < DEEPEST => return self.branch(scope, depth),
            _ => self.load(scope, &reference),
        }
        Flow::Open
    }

    fn array(&self, reference: &Variable) -> bool {
        match reference.kind {
            Kind::Reference(class) => self.schema.classes[class].element.is_some(),
            _ => false,
        }
    }

    /// Another reference, of a class that may be the same.
    fn partner(&mut self, scope: &Scope, reference: &Variable) -> Option<Variable> {
        let Kind::Reference(class) = reference.kind else { return None };
        let mut others = scope.references();
        others.retain(|other| match other.kind {
            Kind::Reference(known) => {
                let related =
                    self.schema.is_below(known, class) || self.schema.is_below(class, known);
                related && other.name != reference.name
            }
            _ => false,
        });
        if others.is_empty() { None } else { Some(self.random.pick(&others).clone()) }
    }

    fn compare_references(&mut self, scope: &mut Scope, reference: &Variable) {
        let other = self.partner(scope, reference).filter(|_| !self.random.once_in(4));
        let other = other.map_or("null".to_owned(), |other| other.name);
        let comparison = *self.random.pick(&["eq", "eq", "ne"]);
        let operation = format!("compare {comparison} ptr {}, {other}", reference.name);
        let name = self.writer.define("c", operation);
        scope.add(name, Kind::Bool);
    }

    fn select(&mut self, scope: &mut Scope, reference: &Variable) {
        let condition = self.operand(scope, Kind::Bool);
        if self.random.once_in(3) {
            let kind = *self.random.pick(&[Kind::Byte, Kind::Int]);
            let (a, b) = (self.operand(scope, kind), self.operand(scope, kind));
            let operation = format!("select {} {condition}, {a}, {b}", kind.word());
            let name = self.writer.define("s", operation);
            return scope.add(name, kind);
        }
        let other = self.partner(scope, reference);
        let (Kind::Reference(class), other) = (reference.kind, other) else { return };
        let (name, other_class) = match &other {
            Some(Variable { name, kind: Kind::Reference(class), .. }) => (name.clone(), *class),
            _ => ("null".to_owned(), class),
        };
        let operation = format!("select ptr {condition}, {}, {name}", reference.name);
        let name = self.writer.define("s", operation);
        let above = if self.schema.is_below(class, other_class) { other_class } else { class };
        scope.add(name, Kind::Reference(above));
    }

    fn arithmetic(&mut self, scope: &mut Scope) {
        let kind = *self.random.pick(&[Kind::Byte, Kind::Int]);
        let operation = *self.random.pick(&["add", "sub", "mul", "xor", "and", "or"]);
        let (a, b) = (self.operand(scope, kind), self.operand(scope, kind));
        let name = self.writer.define("n", format!("{operation} {} {a}, {b}", kind.word()));
        scope.add(name, kind);
    }

    fn condition(&mut self, scope: &mut Scope) {
        let name = if self.random.once_in(3) {
            let operation = *self.random.pick(&["and", "or", "xor"]);
            let (a, b) = (self.operand(scope, Kind::Bool), self.operand(scope, Kind::Bool));
            self.writer.define("c", format!("{operation} i1 {a}, {b}"))
        } else {
            self.comparison(scope)
        };
        scope.add(name, Kind::Bool);
    }

    fn comparison(&mut self, scope: &Scope) -> String {
        let kind = *self.random.pick(&[Kind::Byte, Kind::Int]);
        let comparison = *self.random.pick(&["eq", "ne", "ne", "ult", "ule", "slt", "sle"]);
        let a = match self.variable(scope, kind) {
            Some(variable) => variable,
            None => self.operand(scope, kind),
        };
        let mut b = self.operand(scope, kind);
        if a == b {
            b = self.random.below(2).to_string();
        }
        self.writer.define("c", format!("compare {comparison} {} {a}, {b}", kind.word()))
    }

    /// Something to branch on: fresh more often than not.
    fn decision(&mut self, scope: &mut Scope) -> String {
        let known = self.variable(scope, Kind::Bool);
        match (self.random.below(3), known, self.reference(scope)) {
            (0, Some(known), _) => known,
            (1, _, Some(reference)) => {
                self.compare_references(scope, &reference);
                scope.variables.last().map_or("true".to_owned(), |last| last.name.clone())
            }
            _ => self.comparison(scope),
        }
    }

    /// Some value of a kind, if there is one.
    fn variable(&mut self, scope: &Scope, kind: Kind) -> Option<String> {
        let fitting = scope.fitting(self.schema, kind);
        if fitting.is_empty() { None } else { Some(self.random.pick(&fitting).name.clone()) }
    }

    /// Checks of what the function has come to.
    pub(super) fn last_checks(&mut self, scope: &mut Scope) {
        for _ in 0..1 + self.random.below(3) {
            if let Some(reference) = self.reference(scope)
                && reference.non_null
            {
                self.load(scope, &reference);
            }
            self.check(scope);
        }
    }

    fn check(&mut self, scope: &mut Scope) {
        let mut condition = self.decision(scope);
        if !self.random.once_in(4) {
            // Rarer to fail: what comes later is reached.
            let other = self.decision(scope);
            condition = self.writer.define("c", format!("or i1 {condition}, {other}"));
        }
        self.writer.line(format!("assert assertion holds {condition}"));
    }

    fn assume(&mut self, scope: &mut Scope) {
        // Seldom one that may leave nothing.
        let condition =
            if self.random.once_in(6) { self.decision(scope) } else { self.comparison(scope) };
        self.writer.line(format!("assume {condition}"));
    }

    fn call(&mut self, scope: &mut Scope) {
        if self.helpers.is_empty() {
            return;
        }
        let helper = self.random.pick(self.helpers).clone();
        let mut arguments: Vec<String> =
            helper.parameters.iter().map(|kind| self.operand(scope, *kind)).collect();
        if self.settings.loops {
            arguments.push(self.random.below(3).to_string());
        }
        let operation = format!("call @{}({})", helper.name, arguments.join(", "));
        let name = self.writer.define("h", operation);
        scope.add(name, helper.result);
    }

    fn branch(&mut self, scope: &mut Scope, depth: usize) -> Flow {
        let condition = self.decision(scope);
        let (then, otherwise) = (self.writer.label("then"), self.writer.label("else"));
        self.writer.line(format!("branch {condition}, {then}, {otherwise}"));
        let sides = vec![(then, scope.clone()), (otherwise, scope.clone())];
        self.sides(scope, sides, depth)
    }

    /// Goes on by whether a reference is null.
    fn null_test(&mut self, scope: &mut Scope, reference: &Variable, depth: usize) -> Flow {
        let null = self.writer.define("null", format!("compare eq ptr {}, null", reference.name));
        let (then, otherwise) = (self.writer.label("null"), self.writer.label("some"));
        self.writer.line(format!("branch {null}, {then}, {otherwise}"));
        let mut some = scope.clone();
        some.is_not_null(&reference.name);
        let mut none = scope.clone();
        none.variables.retain(|variable| variable.name != reference.name);
        self.sides(scope, vec![(otherwise, some), (then, none)], depth)
    }

    /// Goes on by the class of an object.
    fn dispatch(&mut self, scope: &mut Scope, reference: &Variable, depth: usize) -> Flow {
        let Kind::Reference(class) = reference.kind else { return Flow::Open };
        self.non_null(scope, reference);
        let tag = self.writer.define("tag", format!("load i32 {}", reference.name));
        let concrete = self.schema.concrete(class);
        let mut cases = Vec::new();
        let mut sides = Vec::new();
        let mut left = false;
        for &class in &concrete {
            if self.random.once_in(4) {
                left = true;
                continue;
            }
            let number = self.schema.classes[class].tag.unwrap_or(0);
            let shared = self.random.once_in(4) && !sides.is_empty();
            if shared {
                // Two classes with one method: what is known is not of which they are.
                let (label, side): &mut (String, Scope) = self.random.pick_mut(&mut sides);
                side.is_of_class(&reference.name, self.common(scope, &reference.name));
                cases.push(format!("{number} -> {label}"));
                continue;
            }
            let label = self.writer.label("class");
            let mut side = scope.clone();
            side.is_of_class(&reference.name, class);
            cases.push(format!("{number} -> {label}"));
            sides.push((label, side));
        }
        let other = self.writer.label("other");
        cases.push(format!("else -> {other}"));
        self.writer.line(format!("switch i32 {tag}, {}", cases.join(", ")));
        if left {
            sides.push((other, scope.clone()));
        } else {
            self.writer.block(&other);
            self.writer.line("assert reach-error holds false \"of no class\"");
            self.return_from(scope);
        }
        self.sides(scope, sides, depth)
    }

    /// The class that a scope has for a reference.
    fn common(&self, scope: &Scope, name: &str) -> usize {
        let found = scope.variables.iter().find(|variable| variable.name == name);
        match found.map(|variable| variable.kind) {
            Some(Kind::Reference(class)) => class,
            _ => 0,
        }
    }

    /// Blocks with a scope each, and where they come together.
    fn sides(&mut self, scope: &mut Scope, sides: Vec<(String, Scope)>, depth: usize) -> Flow {
        let mut open = Vec::new();
        for (label, mut side) in sides {
            self.writer.block(&label);
            if self.statements(&mut side, depth + 1) == Flow::Open {
                open.push((self.writer.slot(), side));
            }
        }
        let merge = self.writer.label("merge");
        if open.is_empty() {
            return Flow::Closed;
        }
        let mut arguments = vec![Vec::new(); open.len()];
        let mut parameters = Vec::new();
        let mut after = match &open[..] {
            [(_, only)] => only.clone(),
            _ => scope.clone(),
        };
        for _ in 0..self.random.below(3) {
            let kind = match self.random.below(4) {
                0 => *self.random.pick(&[Kind::Byte, Kind::Int, Kind::Bool]),
                _ => Kind::Reference(self.any_class()),
            };
            for ((_, side), arguments) in open.iter().zip(&mut arguments) {
                arguments.push(self.operand(side, kind));
            }
            let name = self.writer.value("m");
            parameters.push(format!("{name}: {}", kind.word()));
            after.add(name, kind);
        }
        let list = |words: &[String]| match words {
            [] => String::new(),
            words => format!("({})", words.join(", ")),
        };
        for ((slot, _), arguments) in open.iter().zip(&arguments) {
            self.writer.fill(*slot, &format!("jump {merge}{}", list(arguments)));
        }
        self.writer.block(&format!("{merge}{}", list(&parameters)));
        *scope = after;
        Flow::Open
    }
}
