//! What closing states came to at points of a program where paths meet, for people who want to see it.

use klew_ir::Position;

/// A point of the program, and what became of the states that came there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointFigures {
    /// The function.
    pub function: String,
    /// Where it is.
    pub position: Position,
    /// States that came there and could have been closed or kept.
    pub visited: u64,
    /// Those below which all was explored, so that they have an interpolant.
    pub annotated: u64,
    /// Comparisons with interpolants.
    pub tried: u64,
    /// States that an interpolant covers.
    pub covered: u64,
    /// States that an earlier one includes.
    pub included: u64,
    /// The interpolants, those that covered more states first; only where somebody wants to see them.
    pub interpolants: Vec<InterpolantShown>,
}

impl PointFigures {
    /// Adds what became of other states at the same point.
    pub fn add(&mut self, other: PointFigures) {
        self.visited += other.visited;
        self.annotated += other.annotated;
        self.tried += other.tried;
        self.covered += other.covered;
        self.included += other.included;
        self.interpolants.extend(other.interpolants);
    }
}

/// An interpolant in the names of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InterpolantShown {
    /// How many states it covered.
    pub covered: u64,
    /// What has to hold, in SMT-LIB; nothing if that is nothing but how objects point to each other.
    pub formulas: Vec<String>,
}
