//! Clauses over bit-vectors as clauses over integers, as SMT-LIB text.
//!
//! Each bit-vector is an integer within its range, signed or unsigned ([`View`]). Sums, differences and products are those of
//! integers. What then leaves the range has wrapped, and [`Wrapping`] says what becomes of it.
//!
//! **Invariant**: an operation that has no counterpart is a number that may be anything in its range.

use std::fmt::Write as _;

use klew_clauses::cells::WHOLE;
use klew_clauses::system::{Application, Clause, Goal, Head, PredicateId, System};
use klew_clauses::{Contents, clauses, prepare};
use klew_ir::{Program, PropertySet};
use klew_term::{Sort, SymbolId, TermId, Terms, print_smtlib, symbol_smtlib_name};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::views::{View, Views};

/// What becomes of a result that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrapping {
    /// It is a goal: to be shown that it does not happen.
    Goal,
    /// It is as if it did fit.
    Forgotten,
    /// It wraps.
    Exact,
}

/// Clauses as a script, and how to read the answer.
pub struct Script {
    /// Without `check-sat`.
    pub text: String,
    /// For each relation of the script, which of the predicate's variables are its arguments, and how they are read.
    pub relations: FxHashMap<String, (PredicateId, Vec<(SymbolId, View)>)>,
}

/// The clauses that some goals rest on.
pub fn script(system: &System, terms: &mut Terms, goals: &[usize], wrapping: Wrapping) -> Script {
    let views = Views::new(system, terms);
    let mut made =
        Script { text: "(set-logic HORN)\n".to_owned(), relations: FxHashMap::default() };
    let clauses: Vec<Clause> = system.relevant(goals).into_iter().cloned().collect();
    let mut used: FxHashSet<PredicateId> = FxHashSet::default();
    for clause in &clauses {
        used.extend(clause.body.iter().map(|application| application.predicate));
    }
    let mut used: Vec<PredicateId> = used.into_iter().collect();
    used.sort_unstable();
    for predicate in &used {
        let arguments: Vec<(SymbolId, View)> = (system.predicate(*predicate).variables.iter())
            .filter(|variable| matches!(terms.symbol_sort(variable.symbol), Sort::BitVec(_)))
            .map(|variable| (variable.symbol, views.of(variable.symbol)))
            .collect();
        let sorts = vec!["Int"; arguments.len()].join(" ");
        // Writing to a string cannot fail.
        let _ = writeln!(made.text, "(declare-fun P{} ({sorts}) Bool)", predicate.0);
        made.relations.insert(format!("P{}", predicate.0), (*predicate, arguments));
    }
    for clause in &clauses {
        let is_used = |head: &Head| match head {
            Head::Predicate(head) => used.contains(&head.predicate),
            Head::Goal(_) => true,
        };
        if is_used(&clause.head) {
            ClauseText::new(system, terms, &views, wrapping).write(clause, &mut made.text);
        }
    }
    made
}

/// The clauses of a program whose checks no run must fail, over integers that wrap as the program's do, for any solver of Horn clauses: if
/// these are satisfiable, all checks of the properties hold. None if the program is too large.
pub fn whole_script(program: &Program, properties: PropertySet) -> Option<String> {
    let prepared = prepare(program)?;
    let mut terms = Terms::new();
    let made = clauses(&prepared, properties, (Contents::Fixed, WHOLE), &mut terms, &|| false)?;
    let goals: Vec<usize> = (0..made.system.goals.len()).collect();
    let script = script(&made.system, &mut terms, &goals, Wrapping::Exact);
    let mut text = String::new();
    for goal in &made.system.goals {
        let what = match goal {
            Goal::Check(check, _) => format!("check {} fails", check.number()),
            Goal::Leaves(limit) => format!("{limit:?}"),
        };
        let _ = writeln!(text, "; a goal: {what}");
    }
    for predicate in &made.system.predicates {
        let (name, variables) = (&predicate.name, predicate.variables.iter());
        let names: Vec<&str> = variables.map(|variable| &*variable.name).collect();
        let _ =
            writeln!(text, "; {name}({}) at line {}", names.join(", "), predicate.position.line);
    }
    Some(format!("{text}{}(check-sat)\n", script.text))
}

/// One clause while it is written.
pub(crate) struct ClauseText<'a> {
    pub(crate) system: &'a System,
    pub(crate) terms: &'a mut Terms,
    pub(crate) views: &'a Views,
    pub(crate) wrapping: Wrapping,
    pub(crate) symbols: FxHashMap<SymbolId, TermId>,
    pub(crate) numbers: FxHashMap<(TermId, View), TermId>,
    pub(crate) loose: FxHashMap<(TermId, View), TermId>,
    pub(crate) truths: FxHashMap<TermId, TermId>,
    /// What is true of the symbols: their ranges.
    pub(crate) ranges: Vec<TermId>,
    /// Conditions under which something wraps.
    pub(crate) wraps: Vec<TermId>,
    pub(crate) bound: Vec<SymbolId>,
}

impl<'a> ClauseText<'a> {
    fn new(
        system: &'a System,
        terms: &'a mut Terms,
        views: &'a Views,
        wrapping: Wrapping,
    ) -> ClauseText<'a> {
        ClauseText {
            system,
            terms,
            views,
            wrapping,
            symbols: FxHashMap::default(),
            numbers: FxHashMap::default(),
            loose: FxHashMap::default(),
            truths: FxHashMap::default(),
            ranges: Vec::new(),
            wraps: Vec::new(),
            bound: Vec::new(),
        }
    }

    fn write(mut self, clause: &Clause, text: &mut String) {
        let body: Vec<String> =
            clause.body.iter().map(|application| self.application(application)).collect();
        let constraint = self.truth(clause.constraint);
        let before = self.wraps.len();
        let head = match &clause.head {
            Head::Goal(_) => "false".to_owned(),
            Head::Predicate(application) => self.application(application),
        };
        let mut facts = body;
        facts.extend(self.ranges.iter().map(|range| print_smtlib(self.terms, *range)));
        // What wraps where the constraint is computed may make it what it is.
        let early: Vec<TermId> = self.wraps[..before].to_vec();
        let late: Vec<TermId> = self.wraps[before..].to_vec();
        if self.wrapping == Wrapping::Goal {
            for wrap in early {
                self.implication(&facts, wrap, "false", text);
            }
            for wrap in late {
                let both = self.terms.and(constraint, wrap);
                self.implication(&facts, both, "false", text);
            }
        }
        self.implication(&facts, constraint, &head, text);
    }

    fn implication(&self, facts: &[String], constraint: TermId, head: &str, text: &mut String) {
        if self.terms.as_bool(constraint) == Some(false) {
            return;
        }
        let constraint = print_smtlib(self.terms, constraint);
        let bound: Vec<String> = (self.bound.iter())
            .map(|symbol| {
                let name = symbol_smtlib_name(self.terms, *symbol);
                format!("({name} {})", self.terms.symbol_sort(*symbol))
            })
            .collect();
        let implication = format!("(=> (and true {} {constraint}) {head})", facts.join(" "));
        let _ = match bound.is_empty() {
            true => writeln!(text, "(assert {implication})"),
            false => writeln!(text, "(assert (forall ({}) {implication}))", bound.join(" ")),
        };
    }

    fn application(&mut self, application: &Application) -> String {
        let variables = self.system.predicate(application.predicate).variables.clone();
        let mut text = format!("(P{}", application.predicate.0);
        let mut none = true;
        for (variable, argument) in variables.iter().zip(&application.arguments) {
            if let Sort::BitVec(_) = self.terms.symbol_sort(variable.symbol) {
                let number = self.number(*argument, self.views.of(variable.symbol));
                text.push(' ');
                text.push_str(&print_smtlib(self.terms, number));
                none = false;
            }
        }
        match none {
            true => format!("P{}", application.predicate.0),
            false => text + ")",
        }
    }
}
