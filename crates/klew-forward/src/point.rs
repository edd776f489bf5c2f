//! Points of a program where paths meet, as decoding finds them and listeners are told of them.

use klew_ir::{BlockId, FunctionId};

/// Why paths meet at a point of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PointKind {
    /// The function begins.
    FunctionEntry,
    /// A loop is entered, or begins another turn.
    LoopHead,
    /// Several ways lead here, none of which is a turn of a loop.
    Join,
}

/// Of which points that a state comes to somebody is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Watch {
    /// None.
    #[default]
    Nothing,
    /// Loop heads.
    LoopHeads,
    /// All.
    Points,
}

impl Watch {
    /// Whether somebody is told of points of a kind.
    #[inline]
    pub fn covers(self, kind: PointKind) -> bool {
        match self {
            Watch::Nothing => false,
            Watch::LoopHeads => kind == PointKind::LoopHead,
            Watch::Points => true,
        }
    }
}

/// A point of the program where paths meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// The function.
    pub function: FunctionId,
    /// The block that begins here.
    pub block: BlockId,
    /// Why paths meet.
    pub kind: PointKind,
}
