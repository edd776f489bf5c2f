//! The necessary conditions for coming to a place, as `klew condition` shows them.

use klew_horn::integers::whole_script;
use klew_ir::simplify::simplify_all;
use klew_ir::specialise::specialise;
use klew_ir::{Program, PropertySet};
use klew_loops::describe::{Beyond, Line, Necessary, Said, necessary_conditions, says_never};
use klew_report::condition::readable;

use crate::error::UserError;
use crate::findings;
use crate::front_end::{Loaded, Wanted};
use crate::languages;
use crate::options::ProgramOptions;
use crate::property;
use crate::source;
use crate::target::Goal;
use crate::target_check;
use crate::watch::Clock;

/// Everything about necessary conditions.
#[derive(Clone, Debug)]
pub struct ConditionOptions {
    /// The program.
    pub program: ProgramOptions,
    /// Where to come to.
    pub goal: Goal,
    /// Turns that loops are unfolded to in SMT-LIB.
    pub turns: u32,
    /// How they are shown.
    pub form: Form,
}

/// How conditions are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For people.
    Text,
    /// As SMT-LIB 2.
    Smtlib,
    /// As constrained Horn clauses, which are satisfiable only if no run comes there.
    Horn,
}

/// The conditions, as text.
///
/// # Errors
/// The program cannot be read, has no such place, or is too large.
pub fn condition(options: &ConditionOptions) -> Result<String, UserError> {
    let clock = Clock::start(None);
    let work = source::work_folder()?;
    let mut program = options.program.clone();
    program.target = Some(options.goal.place.clone());
    let (given, front_end) = languages::open(&program, work.path())?;
    let selection = front_end.select(property::select(&[])?)?;
    let wanted = Wanted { properties: selection.properties, malloc_may_fail: false };
    let Loaded { mut program, original } = front_end.load(&given, wanted, &clock)?;
    let wanted = target_check::instrument(&mut program, &options.goal.place, &*original)?;
    let properties: PropertySet = wanted.into_iter().collect();
    if !original.is_simplified() {
        simplify_all(&mut program);
    }
    specialise(&mut program, |_, property| properties.contains(property), true);
    if options.form == Form::Horn {
        let clauses = whole_script(&program, properties)
            .ok_or_else(|| UserError::new("the program is too large for clauses"))?;
        let target = &options.goal.target;
        return Ok(format!("; if these are satisfiable, no run comes to {target}\n{clauses}"));
    }
    let found = necessary_conditions(&program, properties, options.turns)
        .map_err(|error| UserError::new(error.to_string()))?;
    if found.is_empty() {
        return Ok(match options.form {
            Form::Smtlib => format!(
                "; {}: no run comes there\n(set-logic ALL)\n(assert false)\n(check-sat)\n",
                options.goal.target
            ),
            _ => format!("{}: no run comes there\n", options.goal.target),
        });
    }
    Ok(found.iter().map(|one| shown(options, &program, one)).collect())
}

fn shown(options: &ConditionOptions, program: &Program, necessary: &Necessary) -> String {
    let place = necessary.position.and_then(|position| findings::place(program, position));
    let place = place.map_or_else(
        || options.goal.target.clone(),
        |place| format!("{}:{}", place.file, place.line),
    );
    let beyond: Vec<String> = necessary.beyond.iter().map(|it| unfollowed(program, it)).collect();
    if options.form == Form::Smtlib {
        let mut head = format!("; {place}, loops unfolded to {} turns\n", options.turns);
        for it in &beyond {
            head += &format!("; or {it}, behind which nothing is known\n");
        }
        if necessary.leaves_out {
            head += &format!("; {LEFT_OUT}\n");
        }
        return format!("{head}{}", necessary.script);
    }
    let mut said = match says_never(&necessary.lines) {
        true if beyond.is_empty() => format!("{place}: no run comes there\n"),
        true => String::new(),
        false if necessary.lines.is_empty() => format!("{place}: any run may come there\n"),
        false => {
            let lines = necessary.lines.iter().map(text);
            format!("{place} is reached only with\n{}", lines.collect::<String>())
        }
    };
    for (it, other) in beyond.iter().zip(&necessary.beyond) {
        let begin =
            if said.is_empty() { format!("{place} is reached only") } else { "or".to_owned() };
        let with = if other.lines.is_empty() { "in any run" } else { "with" };
        said += &format!("{begin} {it}, behind which nothing is known, {with}\n");
        said.extend(other.lines.iter().map(text));
    }
    if necessary.leaves_out {
        said += &format!("{LEFT_OUT}\n");
    }
    said
}

/// What is taken for granted where something undefined may happen before.
const LEFT_OUT: &str =
    "runs are left out that do something undefined before, as an access out of bounds";

/// A way on that is not followed.
fn unfollowed(program: &Program, beyond: &Beyond) -> String {
    let place = beyond.position.and_then(|position| findings::place(program, position));
    match place {
        Some(place) => format!("by {} at {}:{}", beyond.what, place.file, place.line),
        None => format!("by {}", beyond.what),
    }
}

fn text((indent, said): &Line) -> String {
    let said = match said {
        Said::Words(words) => words.clone(),
        Said::Fact(fact) => readable(fact),
        Said::Value(name, value) => format!("{name} = {}", readable(value)),
    };
    format!("{}{said}\n", "  ".repeat(indent + 1))
}
