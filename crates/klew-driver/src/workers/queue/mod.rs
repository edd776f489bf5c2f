//! More than one machine: pieces of forward execution go to workers on other machines over a queue ([`klew_queue`]).
//!
//! - [`messages`]: what is said there. What a worker finds and what comes of pieces are the messages of the worker processes beside a call.
//! - [`remote`]: the call's side: pieces that were given away, and what is heard of them.
//! - [`serve`], `slot`: `klew worker --queue`: it takes pieces, has a worker process of its own explore them, and passes on what that says.
//!
//! **Invariant**: a worker runs no program but klew: the program under test comes as klew's representation, and findings are run by the call.
//! **Invariant**: what a worker says that cannot be is named and dropped; its pieces are explored again.

mod messages;
mod remote;
mod serve;
mod slot;

use std::ffi::OsString;

use klew_queue::Connection;
pub use klew_queue::Server;

pub(crate) use remote::{Heard, Remote, RemoteTask};
pub use serve::{Serve, serve};

use crate::error::UserError;

/// A queue over which other machines take part in a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueueOptions {
    /// Where its server is.
    pub server: Server,
    /// The words of the command line that engines elsewhere need to know.
    pub words: Vec<OsString>,
}

/// The connection to a server, or what the user is told.
///
/// # Errors
/// There is none.
pub fn connect(server: &Server) -> Result<Connection, UserError> {
    server.connect().map_err(|error| {
        use klew_queue::QueueError::{Connect, NoJetStream};
        let help = match &error {
            Connect { .. } => {
                Some("docs/cluster.md says how a server is started and who is let in")
            }
            NoJetStream { .. } => {
                Some("nats-server -js keeps messages; docs/cluster.md has an example")
            }
            _ => None,
        };
        let error = UserError::new(error.to_string());
        match help {
            Some(help) => error.help(help),
            None => error,
        }
    })
}
