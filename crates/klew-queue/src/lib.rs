//! Messages between a call of klew and workers on other machines, over NATS JetStream: transport, and nothing of what they say.
//!
//! A call offers a [`Job`]: a task, which lies in an object store under its content hash, and pieces of it, which lie in a work queue.
//! Workers hear of jobs by [`Board`], take part in them ([`Part`]) and take pieces ([`Piece`]). A piece that is not acknowledged in
//! time goes to another worker; while somebody has it, progress is acknowledged by itself. What workers say lies in a queue as well, so
//! nothing is lost while the server or the call is away for a moment. What the call tells workers is sent once and not kept: whoever
//! needs an answer asks again.
//!
//! All names of a job are its own ([`names`]), so several calls share a server; when a job ends its queue and its objects are deleted,
//! and what a call left behind that was killed is deleted by the next one ([`Job::offer`]).
//!
//! The interface waits or polls; a thread of its own runs the asynchronous client.
//!
//! **Invariant**: what comes from the server has bounds on its size before it is read, and an object is what its hash says.
//! **Invariant**: a piece is acknowledged only by [`Piece::done`].

mod board;
mod envelope;
mod job;
mod names;
mod part;
mod server;
mod sweep;

pub use board::{Announcement, Board};
pub use job::{Event, Job, Offer};
pub use part::{Part, Piece, Taken};
pub use server::{Connection, Link, Server};

/// What goes wrong with a queue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueueError {
    /// There is no connection.
    #[error("the server of the queue at {server} cannot be reached: {why}")]
    Connect {
        /// Its address, without secrets.
        server: String,
        /// What the client says.
        why: String,
    },
    /// A file of credentials or certificates cannot be used.
    #[error("{file} cannot be used: {why}")]
    File {
        /// Its path.
        file: String,
        /// Why.
        why: String,
    },
    /// The server keeps no messages.
    #[error("the server at {server} has no JetStream: {why}")]
    NoJetStream {
        /// Its address, without secrets.
        server: String,
        /// What it says.
        why: String,
    },
    /// The server refuses something, or does not answer.
    #[error("the server of the queue: {0}")]
    Server(String),
    /// What came is not what it should be.
    #[error("{0}")]
    Malformed(String),
    /// The job has ended.
    #[error("the job has ended")]
    Gone,
    /// The thread of the connection cannot be started.
    #[error("the connection cannot be started: {0}")]
    Start(String),
}

impl QueueError {
    /// Of what the client says.
    fn server(error: impl std::fmt::Display) -> QueueError {
        QueueError::Server(error.to_string())
    }
}
