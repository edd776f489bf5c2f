//! A backward path step by step, as in table III of paper 002: objects, the points-to map, what each step records.
//!
//! The path is the one with the fewest turns of loops. Objects are named as in the paper: `a1` abstract, `h1` heap, `s1` stack
//! objects, in the order in which they were made; a pointer that was unified with another is told as that one.

use klew_ir::{Position, PropertySet, ValueId};
use klew_solver::Solver;
use klew_term::{TermId, Terms, print_smtlib};

use crate::abstract_objects::{Address, Object, Objects};
use crate::backward_pass::{Goal, chosen};
use crate::backward_step::{Stepped, check_holds, step};
use crate::context::Context;
use crate::forward_pass::{Passed, forward_pass, put_in};
use crate::history::{Effect, Value};
use crate::state::State;
use crate::targets::checks;

/// A step of a path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The line in the source; 0 if there is none.
    pub line: u32,
    /// A, H and stack objects that were not unified with another one.
    pub objects: Vec<String>,
    /// Φ: registers and cells, and where they point to.
    pub points_to: Vec<String>,
    /// u, w and c of the step.
    pub recorded: Vec<String>,
    /// How many pairs U has.
    pub pairs: usize,
}

/// What becomes of the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Some run takes it.
    Feasible,
    /// No run takes it.
    Infeasible,
    /// It is not known; why.
    Open(String),
}

/// A path from the first check that is asked about to the begin of the run, at most so many steps of it.
pub fn explain(
    program: &klew_ir::Program,
    properties: PropertySet,
    solver: &mut dyn Solver,
    most: usize,
) -> (Vec<Row>, Fate) {
    let nothing = |why: &str| (Vec::new(), Fate::Open(why.to_owned()));
    let Some(mut context) = Context::new(program) else { return nothing("there is no entry") };
    let Some(target) = checks(&context, properties).into_iter().next() else {
        return nothing("there is nothing to reach");
    };
    let mut state =
        State::new(Objects::new(program.globals.len(), program.functions.len()), target.point);
    if let Goal::Fails(check) = &target.goal {
        let holds = check_holds(&mut context, &mut state, check);
        let fails = context.terms.not(holds);
        state.constrain(fails);
    }
    let mut rows = Vec::new();
    let mut seen = Seen::of(&state);
    let mut state = Box::new(state);
    while rows.len() < most {
        if state.complete {
            let fate = match forward_pass(&mut context, &mut state, solver) {
                Passed::Feasible(_) => Fate::Feasible,
                Passed::Infeasible => Fate::Infeasible,
                Passed::Unknown(why) => Fate::Open(why),
            };
            // What the forward pass made of it.
            state.position = Position::UNKNOWN;
            rows.push(row(&mut context, &mut state, &seen));
            return (rows, fate);
        }
        state = match step(&mut context, state) {
            Stepped::On(next) => next,
            Stepped::Forked(paths) => match chosen(paths) {
                Some(path) => Box::new(path),
                None => return (rows, Fate::Infeasible),
            },
            Stepped::Ended(why, _) => return (rows, Fate::Open(why)),
        };
        if seen.is_new(&state) {
            rows.push(row(&mut context, &mut state, &seen));
            seen = Seen::of(&state);
        }
    }
    (rows, Fate::Open("the path is longer".to_owned()))
}

/// How much of a path was told.
struct Seen {
    history: usize,
    constraints: usize,
    pairs: usize,
    objects: usize,
}

impl Seen {
    fn of(state: &State) -> Seen {
        Seen {
            history: state.history.len(),
            constraints: state.constraints.len(),
            pairs: state.classes.pairs().len(),
            objects: state.objects.len(),
        }
    }

    fn is_new(&self, state: &State) -> bool {
        let now = Seen::of(state);
        now.history != self.history
            || now.constraints != self.constraints
            || now.pairs != self.pairs
            || now.objects != self.objects
    }
}

fn row(context: &mut Context<'_>, state: &mut State, seen: &Seen) -> Row {
    let Position { line, .. } = state.position;
    let mut row = Row { line, pairs: state.classes.pairs().len(), ..Row::default() };
    for index in 0..state.objects.len() as u32 {
        let id = crate::abstract_objects::ObjectId(index);
        let is_own = matches!(state.objects.get(id), Object::Abstract(_) | Object::Allocated(_));
        if is_own && state.classes.root(id) == id {
            row.objects.push(state.objects.name(id));
        }
    }
    let body = context.body(state.point.function);
    let needs: Vec<(ValueId, Value)> =
        state.frame().needs.iter().map(|(value, need)| (*value, *need)).collect();
    for (value, need) in needs {
        let Value::Pointer(address) = need else { continue };
        let name = body.and_then(|body| body.values.get(value.0 as usize)?.name.clone());
        let name = name.unwrap_or_else(|| value.0.to_string());
        row.points_to.push(format!("%{name} -> {}", address_text(context, state, address)));
    }
    let cells: Vec<_> = state.points_to.iter().collect();
    for ((object, offset), target) in cells {
        let begin = Address { object: target, offset: context.number(0) };
        let cell = format!("({},{offset})", state.objects.name(state.classes.root(object)));
        row.points_to.push(format!("{cell} -> {}", address_text(context, state, begin)));
    }
    for (one, other) in state.classes.pairs()[seen.pairs..].iter().copied() {
        let (one, other) = (plain(context, state, one), plain(context, state, other));
        row.recorded.push(format!("u: {one} ~ {other}"));
    }
    for index in seen.history..state.history.len() {
        let Some(effect) = state.history.get(index).copied() else { continue };
        if let Effect::Write(to, _, value) = effect {
            let value = match value {
                Value::Pointer(address) => format!("&{}", address_text(context, state, address)),
                Value::Scalar(term) => term_text(&mut context.terms, state, term),
            };
            let to = address_text(context, state, to);
            row.recorded.push(format!("w: {to} = {value}"));
        }
    }
    for constraint in state.constraints.iter().skip(seen.constraints) {
        let text = term_text(&mut context.terms, state, constraint.term);
        row.recorded.push(format!("c: {text}"));
    }
    row
}

/// An address by the root of its class.
fn address_text(context: &mut Context<'_>, state: &State, address: Address) -> String {
    let found = state.classes.find(&mut context.terms, address);
    plain(context, state, found)
}

/// An address as it stands.
fn plain(context: &mut Context<'_>, state: &State, address: Address) -> String {
    let offset = match context.terms.as_u64(address.offset) {
        Some(offset) => offset.to_string(),
        None => term_text(&mut context.terms, state, address.offset),
    };
    format!("({},{offset})", state.objects.name(address.object))
}

fn term_text(terms: &mut Terms, state: &State, term: TermId) -> String {
    let term = put_in(terms, &state.definitions, term);
    match terms.as_u64(term) {
        Some(value) => value.to_string(),
        None => print_smtlib(terms, term),
    }
}

/// As text, a line for each step.
pub fn text(rows: &[Row], fate: &Fate) -> String {
    let mut text = format!("{:>6}  objects | points to | recorded\n", "line");
    for row in rows {
        let line = if row.line == 0 { String::new() } else { row.line.to_string() };
        let [objects, points_to, recorded] =
            [&row.objects, &row.points_to, &row.recorded].map(|list| list.join(", "));
        text.push_str(&format!("{line:>6}  {objects} | {points_to} | {recorded}\n"));
    }
    text.push_str(&match fate {
        Fate::Feasible => "some run takes this path\n".to_owned(),
        Fate::Infeasible => "no run takes this path\n".to_owned(),
        Fate::Open(why) => format!("whether a run takes this path is open: {why}\n"),
    });
    text
}
