//! Horn clauses given to a solver for them, which is a process of its own: it can crash, and it cannot be told when to end.
//!
//! A. Komuravelli, A. Gurfinkel, S. Chaki, *SMT-Based Model Checking for Recursive Programs* (2014): Spacer, which
//! is in Z3. Any program that reads SMT-LIB's logic HORN from its input and prints a model will do.
//!
//! **Invariant**: what a solver answers is a guess: whoever asks checks it.

use std::time::{Duration, Instant};

use crate::command::process::{Process, Stopped};
use crate::command::sexpr::Sexpr;
use crate::interrupt::Interrupt;

/// What a relation may be, as the solver wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The relation.
    pub name: String,
    /// What its arguments are called in the body.
    pub parameters: Vec<String>,
    /// When it holds.
    pub body: Sexpr,
}

/// What a solver says of clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HornAnswer {
    /// These relations satisfy them.
    Satisfied(Vec<Definition>),
    /// None do: what is asked about is reached.
    Unsatisfiable,
    /// Neither was shown; why.
    Unknown(String),
    /// There is no such solver, or it is none; why.
    Missing(String),
}

/// A solver of Horn clauses.
#[derive(Clone, Debug)]
pub struct HornSolver {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Stops it.
    pub interrupt: Interrupt,
}

impl HornSolver {
    /// Asks for relations that satisfy the clauses of a script without `check-sat`.
    pub fn solve(&self, script: &str, limit: Duration, stop: &dyn Fn() -> bool) -> HornAnswer {
        let process = match self.start() {
            Ok(process) => process,
            Err(why) => return HornAnswer::Missing(why),
        };
        match self.ask(process, script, limit, stop) {
            Ok(answer) => answer,
            Err(why) => HornAnswer::Unknown(why),
        }
    }

    fn start(&self) -> Result<Process, String> {
        let (program, arguments) = self.command.split_first().ok_or("no solver is named")?;
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        Process::start_program(program, &arguments).map_err(|error| error.to_string())
    }

    fn ask(
        &self,
        mut process: Process,
        script: &str,
        limit: Duration,
        stop: &dyn Fn() -> bool,
    ) -> Result<HornAnswer, String> {
        let mut left = limit;
        let text = format!("{script}(check-sat)\n(get-model)\n(exit)\n");
        process.send(&text).map_err(|error| error.to_string())?;
        process.close_input();
        let answer = self.receive(&mut process, &mut left, stop)?;
        match answer.text() {
            Some("sat") => {
                let model = self.receive(&mut process, &mut left, stop)?;
                Ok(HornAnswer::Satisfied(definitions(&model)))
            }
            Some("unsat") => Ok(HornAnswer::Unsatisfiable),
            _ => Ok(HornAnswer::Unknown(format!("it says {answer}"))),
        }
    }

    /// The next expression, while nobody wants to stop. Moments are counted: one in which this process and the solver were stopped, so
    /// that others have their turn, is no longer than any.
    fn receive(
        &self,
        process: &mut Process,
        left: &mut Duration,
        stop: &dyn Fn() -> bool,
    ) -> Result<Sexpr, String> {
        const MOMENT: Duration = Duration::from_millis(50);
        loop {
            let moment = MOMENT.min(*left);
            match process.receive(Some(Instant::now() + moment), &self.interrupt) {
                Ok(answer) => return Ok(answer),
                Err(Stopped::TimeLimit) if moment < *left && !stop() => *left -= moment,
                Err(why) => return Err(why.to_string()),
            }
        }
    }
}

/// The functions that a model defines.
fn definitions(model: &Sexpr) -> Vec<Definition> {
    model.list().unwrap_or_default().iter().filter_map(definition).collect()
}

fn definition(line: &Sexpr) -> Option<Definition> {
    let [head, name, parameters, _, body] = line.list()? else { return None };
    if head.text() != Some("define-fun") {
        return None;
    }
    let parameters = parameters.list()?.iter().map(|parameter| {
        let name = parameter.list().and_then(|pair| pair.first()).and_then(Sexpr::text);
        name.map(str::to_owned)
    });
    Some(Definition {
        name: name.text()?.to_owned(),
        parameters: parameters.collect::<Option<_>>()?,
        body: body.clone(),
    })
}
