//! Which closed forms a function has: what is guessed is shown by induction over its calls.
//!
//! **Invariant**: all runs that a form's guard allows return what it says. That they return at all is shown as well: in each call of itself to which the
//! form is the answer, one and the same parameter comes nearer to where it must stop.

use super::follow::{End, Path, follow};
use super::guess::Samples;
use super::polynomial::Polynomial;
use super::ranges::signed;
use super::{Form, Guard, Subject};

/// The largest argument that has a form of its own.
const LAST: u64 = 64;

/// Arguments that may have no form before the first one that has.
const FIRST: u64 = 2;

/// All that are found: for all arguments, for those of one sign, or for the first numbers.
pub(super) fn forms(subject: &Subject<'_>) -> Vec<Form> {
    let mut samples = Samples::new(subject);
    if let Some(form) = guessed(subject, &mut samples, Guard::Always, &[]) {
        return vec![form];
    }
    let parameters = subject.parameters.iter().enumerate();
    let numbers: Vec<usize> =
        parameters.filter(|(_, width)| width.is_some_and(|it| it > 1)).map(|(it, _)| it).collect();
    for parameter in &numbers {
        let signs = [Guard::NotNegative(*parameter), Guard::NotPositive(*parameter)];
        let forms = signs.map(|guard| guessed(subject, &mut samples, guard, &[]));
        let forms: Vec<Form> = forms.into_iter().flatten().collect();
        if !forms.is_empty() {
            return forms;
        }
    }
    let rows = numbers.iter().map(|parameter| row(subject, &mut samples, *parameter));
    // One number alone is where the recursion stops, and the body says that.
    rows.max_by_key(Vec::len).filter(|row| row.len() > 1).unwrap_or_default()
}

/// The forms for the first numbers, one after the other.
fn row(subject: &Subject<'_>, samples: &mut Samples<'_, '_>, parameter: usize) -> Vec<Form> {
    let mut row: Vec<Form> = Vec::new();
    let width = subject.parameters[parameter].unwrap_or(1);
    let last = LAST.min((1 << (width.min(32) - 1)) - 1);
    for value in 0..=last {
        let guard = Guard::Is(parameter, value);
        let next =
            unfolded(subject, guard, &row).or_else(|| guessed(subject, samples, guard, &row));
        match next {
            Some(form) => row.push(form),
            None if row.is_empty() && value < FIRST => {}
            None => break,
        }
    }
    row
}

/// The form that follows from others.
fn unfolded(subject: &Subject<'_>, guard: Guard, known: &[Form]) -> Option<Form> {
    let ends = follow(subject, &[guard], &mut |arguments, path| {
        let form = known.iter().find(|form| form.guard.allows(arguments, &path.ranges))?;
        Some(form.effect.clone())
    })?;
    ends.iter().find_map(|end| {
        let form = Form { guard, effect: end.effect.clone() };
        is_so(&form, &ends).then_some(form)
    })
}

/// The form that is guessed, and follows from itself and others. Where no call needs it, the body says the same at once.
fn guessed(
    subject: &Subject<'_>,
    samples: &mut Samples<'_, '_>,
    guard: Guard,
    known: &[Form],
) -> Option<Form> {
    let form = Form { guard, effect: samples.guess(guard)? };
    let mut calls: Vec<Vec<Nearer>> = Vec::new();
    let ends = follow(subject, &[guard], &mut |arguments, path| {
        if let Some(known) = known.iter().find(|form| form.guard.allows(arguments, &path.ranges)) {
            return Some(known.effect.clone());
        }
        if !guard.allows(arguments, &path.ranges) {
            return None;
        }
        calls.push(Nearer::of_all(arguments, path));
        Some(form.effect.clone())
    })?;
    (is_so(&form, &ends) && ends_some_time(&calls)).then_some(form)
}

/// Whether all ends are as the form says.
fn is_so(form: &Form, ends: &[End]) -> bool {
    ends.iter().all(|end| form.effect.at(&end.variables).as_ref() == Some(&end.effect))
}

/// What a call of itself does with a parameter.
struct Nearer {
    /// How much smaller it is, if that is always the same.
    by: Option<i128>,
    /// Between which numbers it is then.
    range: (i128, i128),
    /// What it was not before: these, and what is not between these.
    excluded: Vec<i128>,
    before: (i128, i128),
}

impl Nearer {
    /// Of each parameter.
    fn of_all(arguments: &[Option<Polynomial>], path: &Path) -> Vec<Nearer> {
        let of = |(index, argument): (usize, &Option<Polynomial>)| match argument {
            Some(argument) => {
                let difference = path.variables[index].minus(argument);
                let by = difference.value().map(|value| signed(difference.width(), value));
                let excluded = path.ranges.excluded(index).to_vec();
                let before = path.ranges.bounds(index);
                Nearer { by, range: path.ranges.of(argument), excluded, before }
            }
            None => {
                let all = (i128::MIN, i128::MAX);
                Nearer { by: None, range: all, excluded: Vec::new(), before: all }
            }
        };
        arguments.iter().enumerate().map(of).collect()
    }

    /// It was known not to be that.
    fn was_not(&self, stop: i128) -> bool {
        self.excluded.contains(&stop) || stop < self.before.0 || stop > self.before.1
    }

    /// It comes down towards zero and is not below it, or the other way round.
    fn is_towards_zero(&self, sign: i128) -> bool {
        self.by.is_some_and(|by| by * sign >= 1)
            && if sign > 0 { self.range.0 >= 0 } else { self.range.1 <= 0 }
    }
}

/// Whether a row of such calls has an end: a parameter goes towards zero and not beyond, or in steps of one, always the same way,
/// from what is not the number at which it stops.
fn ends_some_time(calls: &[Vec<Nearer>]) -> bool {
    let Some(first) = calls.first() else { return false };
    (0..first.len()).any(|parameter| {
        let all =
            |holds: &dyn Fn(&Nearer) -> bool| calls.iter().all(|call| holds(&call[parameter]));
        let steps = |by: i128| {
            let mut stops = first[parameter].excluded.iter().chain(&[0]);
            stops.any(|stop| all(&|it| it.by == Some(by) && it.was_not(*stop)))
        };
        all(&|it| it.is_towards_zero(1))
            || all(&|it| it.is_towards_zero(-1))
            || steps(1)
            || steps(-1)
    })
}
