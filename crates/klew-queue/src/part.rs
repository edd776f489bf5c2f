//! A worker's side: it takes part in a job, takes pieces, and says what comes of them.
//!
//! **Invariant**: what was said is kept by the server, or the worker knows that it is not.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::context::GetStreamErrorKind;
use async_nats::jetstream::object_store::ObjectStore;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use tokio::task::JoinHandle;

use crate::board::{Announcement, Board};
use crate::job::piece_of;
use crate::names::{self, Names};
use crate::{QueueError, envelope};

/// Part in a job.
pub struct Part {
    board: Board,
    names: Names,
    task: Vec<u8>,
    bucket: ObjectStore,
    pieces: Consumer<pull::Config>,
    told: Option<Receiver<Vec<u8>>>,
    listening: JoinHandle<()>,
}

/// A piece that is ours until it is done, dropped, or we are silent for too long.
pub struct Piece {
    /// Its number.
    pub number: u64,
    /// What it is.
    pub body: Vec<u8>,
    /// How many workers had it before.
    pub earlier: u64,
    message: Arc<Message>,
    keeping: JoinHandle<()>,
}

/// What comes of asking for a piece.
pub enum Taken {
    /// One.
    Piece(Piece),
    /// There was none in that time.
    Nothing,
    /// The job has ended.
    Gone,
}

/// How long a request for a piece stays with the server.
const ASKED: Duration = Duration::from_secs(5);
/// How often the connection is looked at meanwhile.
const MOMENT: Duration = Duration::from_millis(200);
/// How long is waited until something is said again that was not heard.
const AGAIN: Duration = Duration::from_millis(500);

impl Part {
    /// Takes part in a job.
    ///
    /// # Errors
    /// It has ended, or its task is not what was announced.
    pub fn take(board: &Board, announcement: &Announcement) -> Result<Part, QueueError> {
        let connection = board.connection.clone();
        let names = Names::of(&connection.name, &announcement.job).ok_or(QueueError::Gone)?;
        let client = connection.client.clone();
        connection.wait(async {
            let told = client.subscribe(names.told()).await.map_err(QueueError::server)?;
            let stream = connection.stream.get_stream(names.stream()).await;
            let stream = stream.map_err(QueueError::server)?;
            let pieces = stream.get_consumer(names::PIECES).await.map_err(QueueError::server)?;
            let bucket = connection.stream.get_object_store(names.stream()).await;
            let bucket = bucket.map_err(QueueError::server)?;
            let task = envelope::get(&bucket, &announcement.task).await?;
            let (sender, receiver) = mpsc::channel();
            let listening = tokio::spawn(async move {
                let mut told = told;
                while let Some(message) = told.next().await {
                    if sender.send(message.payload.to_vec()).is_err() {
                        break;
                    }
                }
            });
            let told = Some(receiver);
            Ok(Part { board: board.clone(), names, task, bucket, pieces, told, listening })
        })
    }

    /// The task.
    pub fn task(&self) -> &[u8] {
        &self.task
    }

    /// What the call tells all its workers; once.
    pub fn told(&mut self) -> Option<Receiver<Vec<u8>>> {
        self.told.take()
    }

    /// Whether the job goes on, as far as is known.
    pub fn goes_on(&self) -> bool {
        self.board.has(self.names.job())
    }

    /// The next piece, if there is one within a few seconds; nothing as soon as nobody wants one any more.
    pub fn next(&self, is_over: &dyn Fn() -> bool) -> Taken {
        let connection = &self.board.connection;
        if !self.goes_on() {
            return Taken::Gone;
        }
        match connection.wait(self.ask(is_over)) {
            Ok(Some(piece)) => Taken::Piece(piece),
            Ok(None) => Taken::Nothing,
            Err(QueueError::Gone) => Taken::Gone,
            Err(_) => {
                std::thread::sleep(MOMENT);
                Taken::Nothing
            }
        }
    }

    async fn ask(&self, is_over: &dyn Fn() -> bool) -> Result<Option<Piece>, QueueError> {
        let connection = &self.board.connection;
        let breaks = connection.link().breaks();
        let batch = self.pieces.batch().max_messages(1).expires(ASKED);
        let mut batch = batch.messages().await.map_err(QueueError::server)?;
        let ready = format!("{}.ready", self.names.told());
        let _ = connection.client.publish(ready, Vec::new().into()).await;
        let begun = std::time::Instant::now();
        while begun.elapsed() < ASKED + Duration::from_secs(1) {
            match tokio::time::timeout(MOMENT, batch.next()).await {
                Ok(Some(Ok(message))) => return self.piece(message).await,
                Ok(Some(Err(_))) => {
                    self.is_kept().await?;
                    return Ok(None);
                }
                Ok(None) => return Ok(None),
                // A request that was made before the connection broke is forgotten.
                Err(_) if connection.link().breaks() != breaks => break,
                Err(_) if is_over() || !self.goes_on() => break,
                Err(_) => {}
            }
        }
        Ok(None)
    }

    /// Whether the server still has the job.
    async fn is_kept(&self) -> Result<(), QueueError> {
        let stream = self.board.connection.stream.get_stream(self.names.stream()).await;
        match stream.map_err(|error| error.kind()) {
            Err(GetStreamErrorKind::JetStream(_)) => Err(QueueError::Gone),
            _ => Ok(()),
        }
    }

    async fn piece(&self, message: Message) -> Result<Option<Piece>, QueueError> {
        let Some((number, body)) = piece_of(&message.payload) else {
            // Nobody can do it.
            let _ = message.ack_with(AckKind::Term).await;
            return Ok(None);
        };
        let message = Arc::new(message.clone());
        let keeping =
            tokio::spawn(keep(Arc::clone(&message), self.pieces.cached_info().config.ack_wait / 3));
        let body = envelope::open(&self.bucket, body).await;
        let earlier = message.info().map_or(0, |info| info.delivered.max(1) as u64 - 1);
        match body {
            Ok(body) => Ok(Some(Piece { number, body, earlier, message, keeping })),
            Err(error) => {
                keeping.abort();
                Err(error)
            }
        }
    }

    /// Says something to the call, again until it is kept.
    ///
    /// # Errors
    /// The job has ended meanwhile.
    pub fn say(&self, body: &[u8]) -> Result<(), QueueError> {
        loop {
            match self.board.connection.wait(self.try_to_say(body)) {
                Ok(()) => return Ok(()),
                Err(error @ QueueError::Malformed(_)) => return Err(error),
                Err(_) if !self.goes_on() => return Err(QueueError::Gone),
                Err(_) => std::thread::sleep(AGAIN),
            }
        }
    }

    async fn try_to_say(&self, body: &[u8]) -> Result<(), QueueError> {
        let message = envelope::close(&self.bucket, body).await?;
        let stream = &self.board.connection.stream;
        let publish = stream.publish(self.names.said(), message.into()).await;
        publish.map_err(QueueError::server)?.await.map_err(QueueError::server)?;
        Ok(())
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// Acknowledges progress again and again.
async fn keep(message: Arc<Message>, often: Duration) {
    loop {
        tokio::time::sleep(often).await;
        let _ = message.ack_with(AckKind::Progress).await;
    }
}

impl Piece {
    /// It is done, and what came of it was said.
    pub fn done(self, part: &Part) {
        self.keeping.abort();
        let forgotten = piece_of(&self.message.payload).map(|(_, body)| body.to_owned());
        part.board.connection.wait(async {
            // If that is lost, another one does it again, for nothing.
            let _ = self.message.ack().await;
            if let Some(body) = forgotten {
                envelope::forget(&part.bucket, &body).await;
            }
        });
    }

    /// Somebody else is to do it.
    pub fn give_back(self, part: &Part) {
        self.keeping.abort();
        part.board.connection.wait(async {
            let _ = self.message.ack_with(AckKind::Nak(None)).await;
        });
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        self.keeping.abort();
    }
}
