//! Where states were closed, point by point: for people who ask (`--explain-pruning`), and in the JSON document.

use std::fmt::Write as _;

use crate::condition::readable;
use crate::report::Place;
use crate::text::show_line;

/// Points that are shown.
const MOST_POINTS: usize = 20;

/// Interpolants of each that are shown.
const MOST_INTERPOLANTS: usize = 6;

/// A point of the program, and what became of the states that came there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrunedPoint {
    /// The function.
    pub function: String,
    /// Where.
    pub place: Option<Place>,
    /// States that came there and could have been closed or kept.
    pub visited: u64,
    /// Those that got an interpolant.
    pub annotated: u64,
    /// Comparisons with interpolants.
    pub tried: u64,
    /// States that an interpolant covers.
    pub covered: u64,
    /// States that an earlier one includes.
    pub included: u64,
    /// How many states each interpolant covered, and what it says, in SMT-LIB with the names of the source.
    pub interpolants: Vec<(u64, Vec<String>)>,
}

/// The points at which something was kept or closed, those first where most was closed.
pub fn render(points: &[PrunedPoint]) -> String {
    let mut shown: Vec<&PrunedPoint> = points.iter().collect();
    shown.sort_by_key(|point| std::cmp::Reverse(point.covered + point.included));
    let mut text = String::from("pruning, by points of the program:\n");
    if shown.is_empty() {
        text.push_str("  no state was kept or closed\n");
    }
    for point in shown.iter().take(MOST_POINTS) {
        let place = point.place.as_ref().map_or("no place in the source".to_owned(), show_line);
        let PrunedPoint { function, visited, annotated, tried, covered, included, .. } = point;
        let _ = writeln!(
            text,
            "  {place}, in {function}: {visited} states, {annotated} with an interpolant, {covered} covered by one ({tried} compared), \
             {included} included in earlier ones"
        );
        for (covered, formulas) in point.interpolants.iter().take(MOST_INTERPOLANTS) {
            let says = match formulas.is_empty() {
                true => "nothing has to hold".to_owned(),
                false => {
                    let mut said: Vec<String> = formulas.iter().map(|one| readable(one)).collect();
                    said.dedup();
                    said.join("; ")
                }
            };
            let _ = writeln!(text, "    covered {covered}: {says}");
        }
        let more = point.interpolants.len().saturating_sub(MOST_INTERPOLANTS);
        if more > 0 {
            let _ = writeln!(text, "    {more} more (--format json lists them)");
        }
    }
    let more = shown.len().saturating_sub(MOST_POINTS);
    if more > 0 {
        let _ = writeln!(text, "  {more} more points (--format json lists them)");
    }
    text
}
