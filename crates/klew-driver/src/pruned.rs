//! Where states were closed, from the accounts of engines.

use klew_engine::{Ledger, PointFigures};
use klew_ir::{Position, Program};
use klew_report::PrunedPoint;

use crate::findings::place;

/// The points at which something was kept or closed; what several runs say of one is added up.
pub fn points(program: &Program, ledger: &Ledger) -> Vec<PrunedPoint> {
    together(program, ledger.accounts().flat_map(|account| &account.points))
}

/// The same of given ones.
pub fn together<'f>(
    program: &Program,
    figures: impl Iterator<Item = &'f PointFigures>,
) -> Vec<PrunedPoint> {
    let mut together: Vec<PointFigures> = Vec::new();
    for point in figures {
        if point.annotated + point.covered + point.included == 0 {
            continue;
        }
        // Points without a place may be many.
        let same = |known: &&mut PointFigures| {
            known.position == point.position
                && known.function == point.function
                && known.position != Position::UNKNOWN
        };
        match together.iter_mut().find(same) {
            Some(known) => add(known, point),
            None => together.push(point.clone()),
        }
    }
    let shown = |point: PointFigures| PrunedPoint {
        function: point.function,
        place: place(program, point.position),
        visited: point.visited,
        annotated: point.annotated,
        tried: point.tried,
        covered: point.covered,
        included: point.included,
        interpolants: (point.interpolants.into_iter())
            .map(|interpolant| (interpolant.covered, interpolant.formulas))
            .collect(),
    };
    together.into_iter().map(shown).collect()
}

fn add(known: &mut PointFigures, other: &PointFigures) {
    known.visited += other.visited;
    known.annotated += other.annotated;
    known.tried += other.tried;
    known.covered += other.covered;
    known.included += other.included;
    for shown in &other.interpolants {
        match known.interpolants.iter_mut().find(|one| one.formulas == shown.formulas) {
            Some(one) => one.covered += shown.covered,
            None => known.interpolants.push(shown.clone()),
        }
    }
    known.interpolants.sort_by_key(|shown| std::cmp::Reverse(shown.covered));
}
