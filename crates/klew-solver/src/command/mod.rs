//! Any solver that speaks SMT-LIB 2 over a pipe, such as `yices-smt2 --incremental` or `z3 -in`.
//!
//! The process is killed when a check exceeds its limit or crashes, and started again when it is next
//! needed, with the assertions that are still open.
//!
//! **Invariant**: `scopes` is what the process has (or, while it is down, will be told) in its scopes.

pub(crate) mod process;
pub(crate) mod sexpr;
mod value;

use std::{
    fmt::Write as _,
    time::{Duration, Instant},
};

use klew_term::{
    Assignment, Constant, SymbolId, TermId, Terms, print_smtlib, print_sort, symbol_smtlib_name,
};
use rustc_hash::FxHashSet;

use crate::{
    answer::UnknownReason,
    backend::{Backend, BackendAnswer, BackendError, BackendStatistics},
    interrupt::Interrupt,
};
use process::{Process, Stopped};
use sexpr::Sexpr;

/// What each process is told first. Solvers without one of these options say so, which is ignored.
const PREAMBLE: &str = "(set-option :print-success false)
(set-option :produce-models true)
(set-option :produce-unsat-assumptions true)
";

#[derive(Debug, Default)]
struct Scope {
    asserted: Vec<TermId>,
    declared: Vec<SymbolId>,
}

/// The back end over a pipe.
#[derive(Debug)]
pub struct CommandSolver {
    command: String,
    process: Option<Process>,
    interrupt: Interrupt,
    limit: Option<Duration>,
    scopes: Vec<Scope>,
    declared: FxHashSet<SymbolId>,
    /// The literal in the process for each assumption of the last check, in a scope of their own.
    assumptions: Vec<(TermId, String)>,
    assumption_scope: bool,
    literals: u64,
    statistics: BackendStatistics,
}

impl CommandSolver {
    /// A back end that runs `command`: a program and its arguments, separated by white space.
    pub fn new(command: &str, interrupt: Interrupt) -> Result<Self, BackendError> {
        let mut solver = Self {
            command: command.to_owned(),
            process: None,
            interrupt,
            limit: None,
            scopes: vec![Scope::default()],
            declared: FxHashSet::default(),
            assumptions: Vec::new(),
            assumption_scope: false,
            literals: 0,
            statistics: BackendStatistics::default(),
        };
        solver.process = Some(solver.start()?);
        Ok(solver)
    }

    fn start(&self) -> Result<Process, BackendError> {
        let mut process = Process::start(&self.command)?;
        process.send(PREAMBLE)?;
        // Not every solver knows a logic of everything; those are for bits and arrays.
        process.send("(set-logic ALL)\n(echo \"ready\")\n")?;
        let deadline = Instant::now() + Duration::from_secs(10);
        let mut refused = false;
        loop {
            let said = process.receive(Some(deadline), &self.interrupt).map_err(|stopped| {
                BackendError::Failed(format!("`{}` does not answer: {stopped}", self.command))
            })?;
            if said.text().is_some_and(|text| text.trim_matches('"') == "ready") {
                break;
            }
            refused =
                said.error().is_some_and(|error| error.contains("logic") || error.contains("ALL"));
        }
        if refused {
            process.send("(set-logic QF_AUFBV)\n")?;
        }
        Ok(process)
    }

    fn stop(&mut self) {
        // Dropping kills it.
        self.process = None;
        self.assumption_scope = false;
    }

    fn send(&mut self, text: &str) -> Result<(), BackendError> {
        match &mut self.process {
            Some(process) => process.send(text),
            None => Ok(()),
        }
    }

    fn receive(&mut self, deadline: Option<Instant>) -> Result<Sexpr, Stopped> {
        match &mut self.process {
            Some(process) => process.receive(deadline, &self.interrupt),
            None => Err(Stopped::Died),
        }
    }

    /// Starts the process again if it is down, with all open assertions.
    fn revive(&mut self, terms: &Terms) -> Result<(), BackendError> {
        if self.process.is_some() {
            return self.leave_assumptions();
        }
        self.process = Some(self.start()?);
        self.statistics.resets += 1;
        let scopes = std::mem::take(&mut self.scopes);
        self.declared.clear();
        for (level, scope) in scopes.into_iter().enumerate() {
            if level > 0 {
                self.send("(push 1)\n")?;
            }
            self.scopes.push(Scope::default());
            for fact in scope.asserted {
                self.tell(terms, fact)?;
            }
        }
        Ok(())
    }

    fn leave_assumptions(&mut self) -> Result<(), BackendError> {
        if std::mem::take(&mut self.assumption_scope) {
            self.send("(pop 1)\n")?;
            self.close_scope();
        }
        Ok(())
    }

    fn close_scope(&mut self) {
        for symbol in self.scopes.pop().unwrap_or_default().declared {
            self.declared.remove(&symbol);
        }
    }

    fn declarations(&mut self, terms: &Terms, term: TermId) -> String {
        let mut text = String::new();
        for &symbol in terms.symbols(term).iter() {
            if self.declared.insert(symbol) {
                let name = symbol_smtlib_name(terms, symbol);
                let sort = print_sort(terms.symbol_sort(symbol));
                // Writing to a string cannot fail.
                let _ = writeln!(text, "(declare-fun {name} () {sort})");
                if let Some(scope) = self.scopes.last_mut() {
                    scope.declared.push(symbol);
                }
            }
        }
        text
    }

    /// Sends an assertion and records it in the current scope.
    fn tell(&mut self, terms: &Terms, fact: TermId) -> Result<(), BackendError> {
        let mut text = self.declarations(terms, fact);
        let _ = writeln!(text, "(assert {})", print_smtlib(terms, fact));
        if let Some(scope) = self.scopes.last_mut() {
            scope.asserted.push(fact);
        }
        self.statistics.translated += 1;
        self.send(&text)
    }

    fn assume(&mut self, terms: &Terms, assumptions: &[TermId]) -> Result<String, BackendError> {
        self.send("(push 1)\n")?;
        self.scopes.push(Scope::default());
        self.assumption_scope = true;
        let mut literals = String::new();
        for &assumption in assumptions {
            let literal = format!("|klew assumption {}|", self.literals);
            self.literals += 1;
            let mut text = self.declarations(terms, assumption);
            let printed = print_smtlib(terms, assumption);
            let _ = write!(
                text,
                "(declare-fun {literal} () Bool)\n(assert (=> {literal} {printed}))\n"
            );
            self.send(&text)?;
            let _ = write!(literals, " {literal}");
            self.assumptions.push((assumption, literal));
        }
        Ok(format!("(check-sat-assuming ({literals}))\n"))
    }

    fn run(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
    ) -> Result<BackendAnswer, BackendError> {
        self.assumptions.clear();
        if self.interrupt.is_requested() {
            return Ok(BackendAnswer::Unknown(UnknownReason::Interrupted));
        }
        self.revive(terms)?;
        let command = match assumptions {
            [] => "(check-sat)\n".to_owned(),
            _ => self.assume(terms, assumptions)?,
        };
        let limit = self.interrupt.clip(self.limit);
        let start = Instant::now();
        let deadline = limit.and_then(|limit| start.checked_add(limit));
        self.send(&command)?;
        let said = loop {
            let said = self.receive(deadline);
            // Warnings and the like are no answers.
            let is_answer = said.as_ref().map_or(true, |said| {
                said.error().is_some() || matches!(said.text(), Some("sat" | "unsat" | "unknown"))
            });
            if is_answer {
                break said;
            }
        };
        self.statistics.checks += 1;
        self.statistics.time += start.elapsed();
        let reason = match said {
            Ok(said) => match (said.text(), said.error()) {
                (Some("sat"), _) => return Ok(BackendAnswer::Sat),
                (Some("unsat"), _) => return Ok(BackendAnswer::Unsat),
                (_, Some(error)) => {
                    self.stop();
                    UnknownReason::Crashed(error.to_owned())
                }
                _ => UnknownReason::Incomplete("the command answered unknown".into()),
            },
            Err(stopped) => {
                self.stop();
                match stopped {
                    Stopped::TimeLimit => UnknownReason::TimeLimit,
                    Stopped::Interrupted => UnknownReason::Interrupted,
                    Stopped::Died => UnknownReason::Crashed(format!("`{}` ended", self.command)),
                }
            }
        };
        Ok(BackendAnswer::Unknown(reason))
    }

    /// Values of SMT-LIB expressions in the process's model.
    fn values(&mut self, expressions: &[String]) -> Result<Vec<Sexpr>, BackendError> {
        if expressions.is_empty() {
            return Ok(Vec::new());
        }
        self.send(&format!("(get-value ({}))\n", expressions.join(" ")))?;
        let deadline = Instant::now() + Duration::from_secs(30);
        let said = self.receive(Some(deadline)).map_err(|stopped| {
            BackendError::Failed(format!("`{}` gives no model: {stopped}", self.command))
        })?;
        let strange = || BackendError::Failed(format!("`{}` gives no model", self.command));
        let Sexpr::List(pairs) = said else { return Err(strange()) };
        if pairs.len() != expressions.len() {
            return Err(strange());
        }
        let second = |pair| match pair {
            Sexpr::List(mut pair) if pair.len() == 2 => pair.pop().ok_or_else(strange),
            _ => Err(strange()),
        };
        pairs.into_iter().map(second).collect()
    }
}

impl Backend for CommandSolver {
    fn name(&self) -> &str {
        &self.command
    }

    fn push(&mut self) -> Result<(), BackendError> {
        self.leave_assumptions()?;
        self.scopes.push(Scope::default());
        self.send("(push 1)\n")
    }

    fn pop(&mut self, levels: u32) -> Result<(), BackendError> {
        self.leave_assumptions()?;
        if levels as usize >= self.scopes.len() {
            return Err(BackendError::Failed("more scopes closed than open".into()));
        }
        (0..levels).for_each(|_| self.close_scope());
        self.send(&format!("(pop {levels})\n"))
    }

    fn assert(&mut self, terms: &Terms, fact: TermId) -> Result<(), BackendError> {
        self.leave_assumptions()?;
        // While the process is down, this only takes note for when it is started again.
        self.tell(terms, fact)
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> BackendAnswer {
        self.run(terms, assumptions).unwrap_or_else(|error| {
            self.stop();
            BackendAnswer::Unknown(error.into())
        })
    }

    fn model(&mut self, terms: &Terms, symbols: &[SymbolId]) -> Result<Assignment, BackendError> {
        let (known, unknown): (Vec<SymbolId>, Vec<SymbolId>) =
            symbols.iter().partition(|symbol| self.declared.contains(symbol));
        let names: Vec<String> =
            known.iter().map(|&symbol| symbol_smtlib_name(terms, symbol)).collect();
        let values = self.values(&names)?;
        let mut model = Assignment::new();
        for (symbol, value) in known.into_iter().zip(values) {
            let sort = terms.symbol_sort(symbol);
            let value = value::read(sort, &value).ok_or_else(|| {
                BackendError::Failed(format!("`{}` gives a strange value: {value}", self.command))
            })?;
            model.set(symbol, value);
        }
        for symbol in unknown {
            model.set(symbol, Constant::zero(terms.symbol_sort(symbol)));
        }
        Ok(model)
    }

    fn unsat_core(&mut self) -> Vec<TermId> {
        let all = |this: &Self| this.assumptions.iter().map(|(term, _)| *term).collect();
        if self.assumptions.is_empty() || self.send("(get-unsat-assumptions)\n").is_err() {
            return all(self);
        }
        let deadline = Instant::now() + Duration::from_secs(30);
        // Without an answer, all assumptions are a core, too.
        let Ok(Sexpr::List(failed)) = self.receive(Some(deadline)) else { return all(self) };
        let names: Vec<&str> = failed.iter().filter_map(Sexpr::text).collect();
        let is_literal = |name: &&str| {
            self.assumptions.iter().any(|(_, literal)| literal.trim_matches('|') == *name)
        };
        if !names.iter().all(is_literal) {
            return all(self);
        }
        let is_failed = |literal: &String| names.contains(&literal.trim_matches('|'));
        self.assumptions.iter().filter(|(_, l)| is_failed(l)).map(|(term, _)| *term).collect()
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.limit = limit;
    }

    fn reset(&mut self) -> Result<(), BackendError> {
        self.stop();
        self.scopes = vec![Scope::default()];
        self.declared.clear();
        self.assumptions.clear();
        self.statistics.translated = 0;
        Ok(())
    }

    fn statistics(&self) -> BackendStatistics {
        self.statistics
    }
}
