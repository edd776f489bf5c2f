//! For tests: random numbers and small graphs.

use crate::{Block, BlockCall, BlockId, Constant, Definition, Operand, Position, Terminator, Type};

/// SplitMix64: the same numbers for the same seed, everywhere.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number less than the bound, which is not 0.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// True once in so many times.
    pub(crate) fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// One of them.
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len() as u64) as usize]
    }
}

/// Blocks with these successors.
pub(crate) fn definition_with_edges(edges: &[&[u32]]) -> Definition {
    let call = |block: &u32| BlockCall { block: BlockId(*block), arguments: Vec::new() };
    let blocks = edges.iter().map(|next| Block {
        name: None,
        parameters: Vec::new(),
        instructions: Vec::new(),
        terminator: match next {
            [] => Terminator::Return(Vec::new()),
            [next] => Terminator::Jump(call(next)),
            [a, b] => Terminator::Branch {
                condition: Operand::Constant(Constant::Undefined(Type::BOOL)),
                then_block: call(a),
                else_block: call(b),
            },
            [default, cases @ ..] => Terminator::Switch {
                value: Operand::Constant(Constant::Undefined(Type::Int(32))),
                cases: (0_u32..).map(Into::into).zip(cases.iter().map(call)).collect(),
                default: call(default),
            },
        },
        terminator_position: Position::UNKNOWN,
    });
    Definition { blocks: blocks.collect(), ..Definition::default() }
}
