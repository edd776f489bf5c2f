//! What a call and workers on other machines tell each other: JSON, in the bodies of the queue's messages.

use serde::{Deserialize, Serialize};

use crate::workers::accounts::AccountMessage;
use crate::workers::messages::{Answer, Begin, FoundMessage};

/// What all workers of a job need to know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct JobTask {
    /// Options for engines, as words of a command line: bytes, as words need not be text.
    pub(super) words: Vec<Vec<u8>>,
    /// The program, and what is asked about it.
    pub(super) begin: Begin,
}

/// From a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct FromElsewhere {
    /// Who says it: a name that no other worker has.
    pub(super) worker: String,
    /// What.
    pub(super) said: Said,
}

/// What a worker says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Said {
    /// A run that violates a check: waits for an answer, and is said again while there is none.
    Found {
        /// Which of this worker's, counted from 1.
        number: u64,
        /// The run.
        found: Box<FoundMessage>,
    },
    /// What came of a piece.
    Explored {
        /// The piece.
        piece: u64,
        /// The account of what was explored of it.
        account: Box<AccountMessage>,
        /// What was not, as [`klew_engine::Frontier::print`] writes it.
        left: String,
    },
    /// A piece could not be explored.
    Broken {
        /// The piece.
        piece: u64,
        /// Why.
        why: String,
    },
}

/// To all workers of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum ToElsewhere {
    /// What was seen of what one found.
    Answer {
        /// Who found it.
        worker: String,
        /// Which of that worker's.
        number: u64,
        /// What.
        answer: Answer,
    },
    /// What is left of that piece is wanted back.
    Return {
        /// The piece.
        piece: u64,
    },
}
