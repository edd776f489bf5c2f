//! The call's side: a job is offered, pieces of it are given away, and what workers say of them is heard.
//!
//! **Invariant**: whoever offers a job never waits, but for its end: all is done by the thread of the connection.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use async_nats::Client;
use async_nats::jetstream::consumer::{AckPolicy, Consumer, pull};
use async_nats::jetstream::context::ConsumerInfoErrorKind;
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{self, RetentionPolicy};
use async_nats::jetstream::{Context, Message};
use futures_util::StreamExt;
use tokio::sync::Notify;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::board::{Announcement, OFTEN};
use crate::names::{self, Names};
use crate::server::Connection;
use crate::sweep::{ABANDONED, sweep};
use crate::{QueueError, envelope};

/// What is offered.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Which program's messages are spoken.
    pub version: String,
    /// The task: what every worker needs to know.
    pub task: Vec<u8>,
    /// How long a worker that has a piece may be silent until it goes to another one.
    pub patience: Duration,
}

/// What is heard of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A worker said this.
    Said(Vec<u8>),
    /// That piece came back, as nobody took it or it could not be given away.
    Back(u64),
    /// The server has lost the job: nobody has pieces any more. The job is offered anew by itself.
    Lost,
    /// Something came that is no message, and is dropped.
    Malformed(String),
    /// The job cannot be offered; that is tried again.
    Trouble(String),
}

/// A job. It ends when this is dropped, which may take a moment.
#[derive(Debug)]
pub struct Job {
    name: String,
    connection: Connection,
    orders: UnboundedSender<Order>,
    events: Receiver<Event>,
    state: Arc<State>,
    ended: Receiver<()>,
}

#[derive(Debug)]
enum Order {
    Give(u64, Vec<u8>),
    Tell(Vec<u8>),
    Withdraw,
    End,
}

/// What is known of workers.
#[derive(Debug, Default)]
struct State {
    /// How many wait for pieces that nobody has yet.
    free: AtomicUsize,
    /// How many pieces are being worked on.
    working: AtomicUsize,
    /// How many pieces were given away: figures from before the last one are too old.
    given: AtomicU64,
    is_withdrawing: AtomicBool,
    look: Notify,
}

/// How long the end of a job is waited for.
const END: Duration = Duration::from_secs(3);
/// How often figures are asked for, if nothing happens.
const LOOK: Duration = Duration::from_millis(500);
/// Nothing is kept longer.
const AGE: Duration = Duration::from_secs(7 * 24 * 3600);

impl Job {
    /// Offers a job.
    ///
    /// # Errors
    /// It cannot have a name.
    pub fn offer(connection: &Connection, offer: Offer) -> Result<Job, QueueError> {
        let names = Names::of_new(&connection.name)
            .ok_or_else(|| QueueError::Start("there are no random numbers".to_owned()))?;
        let (orders, orders_of) = unbounded_channel();
        let (sender, events) = mpsc::channel();
        let (end, ended) = mpsc::channel();
        let state = Arc::<State>::default();
        let name = names.job().to_owned();
        let running = Running {
            context: connection.stream.clone(),
            client: connection.client.clone(),
            names,
            offer,
            events: sender,
            state: Arc::clone(&state),
        };
        connection.spawn(async move {
            running.run(orders_of).await;
            let _ = end.send(());
        });
        Ok(Job { name, connection: connection.clone(), orders, events, state, ended })
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many workers wait for pieces.
    pub fn free(&self) -> usize {
        self.state.free.load(Ordering::SeqCst)
    }

    /// How many pieces are being worked on, as the server says.
    pub fn working(&self) -> usize {
        self.state.working.load(Ordering::SeqCst)
    }

    /// Gives a piece away, to whoever takes it first.
    pub fn give(&self, number: u64, body: Vec<u8>) {
        let less = |free: usize| Some(free.saturating_sub(1));
        let _ = self.state.free.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less);
        self.state.given.fetch_add(1, Ordering::SeqCst);
        self.order(Order::Give(number, body));
    }

    /// Tells all workers of the job something; who is not there now does not hear it.
    pub fn tell(&self, body: Vec<u8>) {
        self.order(Order::Tell(body));
    }

    /// Takes a piece back that nobody took, if there is one: [`Event::Back`].
    pub fn withdraw(&self) {
        if !self.state.is_withdrawing.swap(true, Ordering::SeqCst) {
            self.order(Order::Withdraw);
        }
    }

    /// What was heard next.
    pub fn next(&self) -> Option<Event> {
        self.events.try_recv().ok()
    }

    fn order(&self, order: Order) {
        // It ends only when it is told to.
        let _ = self.orders.send(order);
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.order(Order::End);
        if self.connection.link().is_up() {
            let _ = self.ended.recv_timeout(END);
        }
    }
}

/// A job, as the thread of the connection sees it.
#[derive(Clone)]
struct Running {
    context: Context,
    client: Client,
    names: Names,
    offer: Offer,
    events: Sender<Event>,
    state: Arc<State>,
}

/// What a job has at the server.
#[derive(Clone)]
struct Kept {
    bucket: ObjectStore,
    pieces: Consumer<pull::Config>,
    said: Consumer<pull::Config>,
    task: String,
}

impl Running {
    fn event(&self, event: Event) {
        // Where nobody listens any more, the job is about to end.
        let _ = self.events.send(event);
    }

    async fn run(self, mut orders: UnboundedReceiver<Order>) {
        let mut troubles = 0;
        let mut sweeps = true;
        loop {
            if std::mem::take(&mut sweeps) {
                sweep(&self.context).await;
            }
            match self.set_up().await {
                Ok(kept) => {
                    if self.go_on(&kept, &mut orders).await.is_none() {
                        break;
                    }
                    self.state.free.store(0, Ordering::SeqCst);
                    self.event(Event::Lost);
                }
                Err(error) => {
                    if troubles == 0 {
                        self.event(Event::Trouble(error.to_string()));
                    }
                    troubles += 1;
                    if !self.give_back(&mut orders).await {
                        break;
                    }
                }
            }
        }
        self.end().await;
    }

    /// Waits a moment, in which nothing can be given away; whether the job goes on.
    async fn give_back(&self, orders: &mut UnboundedReceiver<Order>) -> bool {
        let moment = tokio::time::sleep(Duration::from_secs(1));
        tokio::pin!(moment);
        loop {
            tokio::select! {
                () = &mut moment => return true,
                order = orders.recv() => match order {
                    Some(Order::Give(number, _)) => self.event(Event::Back(number)),
                    Some(Order::Tell(_)) => {}
                    Some(Order::Withdraw) => self.state.is_withdrawing.store(false, Ordering::SeqCst),
                    Some(Order::End) | None => return false,
                },
            }
        }
    }

    async fn set_up(&self) -> Result<Kept, QueueError> {
        let stream = stream::Config {
            name: self.names.stream(),
            description: Some("a job of klew".to_owned()),
            subjects: vec![self.names.pieces(), self.names.said()],
            retention: RetentionPolicy::WorkQueue,
            max_age: AGE,
            ..stream::Config::default()
        };
        let stream = self.context.create_stream(stream).await.map_err(QueueError::server)?;
        let consumer = |name: &str, subject: String, patience: Duration| pull::Config {
            durable_name: Some(name.to_owned()),
            filter_subject: subject,
            ack_policy: AckPolicy::Explicit,
            ack_wait: patience,
            max_ack_pending: 100_000,
            max_waiting: 10_000,
            inactive_threshold: ABANDONED,
            ..pull::Config::default()
        };
        let pieces = consumer(names::PIECES, self.names.pieces(), self.offer.patience);
        let said = consumer(names::SAID, self.names.said(), Duration::from_secs(30));
        let pieces = stream.create_consumer(pieces).await.map_err(QueueError::server)?;
        let said = stream.create_consumer(said).await.map_err(QueueError::server)?;
        let bucket = object_store::Config {
            bucket: self.names.stream(),
            max_age: AGE,
            ..object_store::Config::default()
        };
        let bucket = self.context.create_object_store(bucket).await.map_err(QueueError::server)?;
        let task = envelope::put(&bucket, &self.offer.task).await?;
        Ok(Kept { bucket, pieces, said, task })
    }

    /// Until the job ends; something if the server has lost it.
    async fn go_on(&self, kept: &Kept, orders: &mut UnboundedReceiver<Order>) -> Option<()> {
        let lost = Arc::new(Notify::new());
        let hearing = tokio::spawn(self.clone().hear(kept.clone()));
        let looking = tokio::spawn(self.clone().look(kept.clone(), Arc::clone(&lost)));
        let announcing = tokio::spawn(self.clone().announce(kept.task.clone()));
        let outcome = loop {
            tokio::select! {
                () = lost.notified() => break Some(()),
                order = orders.recv() => match order {
                    Some(Order::Give(number, body)) => {
                        tokio::spawn(self.clone().give(kept.clone(), number, body));
                    }
                    Some(Order::Tell(body)) => {
                        let _ = self.client.publish(self.names.told(), body.into()).await;
                    }
                    Some(Order::Withdraw) => {
                        tokio::spawn(self.clone().withdraw(kept.clone()));
                    }
                    Some(Order::End) | None => break None,
                },
            }
        };
        for task in [hearing, looking, announcing] {
            task.abort();
        }
        outcome
    }

    /// Announces the job, again and again and where somebody asks.
    async fn announce(self, task: String) {
        let questions = self.client.subscribe(self.names.question()).await;
        let Ok(mut questions) = questions else { return };
        loop {
            self.say(&task, false).await;
            let _ = tokio::time::timeout(OFTEN, questions.next()).await;
        }
    }

    async fn say(&self, task: &str, is_over: bool) {
        let (job, version) = (self.names.job().to_owned(), self.offer.version.clone());
        let announcement = Announcement { job, version, task: task.to_owned(), is_over };
        if let Ok(text) = serde_json::to_vec(&announcement) {
            let _ = self.client.publish(self.names.announcements(), text.into()).await;
        }
    }

    async fn give(self, kept: Kept, number: u64, body: Vec<u8>) {
        let sent = async {
            let mut message = number.to_be_bytes().to_vec();
            message.extend(envelope::close(&kept.bucket, &body).await.map_err(|_| ())?);
            let publish = self.context.publish(self.names.pieces(), message.into()).await;
            publish.map_err(|_| ())?.await.map_err(|_| ())
        };
        if sent.await.is_err() {
            self.event(Event::Back(number));
        }
        self.state.look.notify_one();
    }

    /// Takes a piece that nobody has.
    async fn withdraw(self, kept: Kept) {
        if let Ok(mut batch) = kept.pieces.fetch().max_messages(1).messages().await {
            let next = tokio::time::timeout(Duration::from_secs(2), batch.next()).await;
            if let Ok(Some(Ok(message))) = next {
                if let Some((number, body)) = piece_of(&message.payload) {
                    self.event(Event::Back(number));
                    envelope::forget(&kept.bucket, body).await;
                }
                let _ = message.ack().await;
            }
        }
        self.state.is_withdrawing.store(false, Ordering::SeqCst);
    }

    /// Passes on what workers say.
    async fn hear(self, kept: Kept) {
        loop {
            let batch = kept.said.batch().max_messages(200).expires(Duration::from_secs(2));
            let Ok(mut batch) = batch.messages().await else {
                tokio::time::sleep(Duration::from_millis(200)).await;
                continue;
            };
            let patience = Duration::from_millis(3500);
            while let Ok(Some(Ok(message))) = tokio::time::timeout(patience, batch.next()).await {
                self.heard(&kept, &message).await;
            }
        }
    }

    async fn heard(&self, kept: &Kept, message: &Message) {
        match envelope::open(&kept.bucket, &message.payload).await {
            Ok(body) => self.event(Event::Said(body)),
            // It may be there another time.
            Err(QueueError::Server(_)) => return,
            Err(error) => self.event(Event::Malformed(error.to_string())),
        }
        let _ = message.ack().await;
        envelope::forget(&kept.bucket, &message.payload).await;
    }

    /// Asks how many workers wait.
    async fn look(self, kept: Kept, lost: Arc<Notify>) {
        let Ok(mut ready) = self.client.subscribe(format!("{}.ready", self.names.told())).await
        else {
            return;
        };
        loop {
            let given = self.state.given.load(Ordering::SeqCst);
            match kept.pieces.get_info().await {
                Ok(info) => {
                    let free = info.num_waiting.saturating_sub(info.num_pending as usize);
                    self.state.working.store(info.num_ack_pending, Ordering::SeqCst);
                    if self.state.given.load(Ordering::SeqCst) == given {
                        self.state.free.store(free, Ordering::SeqCst);
                    }
                }
                Err(error) => {
                    use ConsumerInfoErrorKind::{NotFound, StreamNotFound};
                    self.state.free.store(0, Ordering::SeqCst);
                    if matches!(error.kind(), NotFound | StreamNotFound) {
                        lost.notify_one();
                        return;
                    }
                }
            }
            tokio::select! {
                _ = ready.next() => {}
                () = self.state.look.notified() => {}
                () = tokio::time::sleep(LOOK) => {}
            }
        }
    }

    async fn end(&self) {
        let ending = async {
            self.say(&"0".repeat(64), true).await;
            let _ = self.client.flush().await;
            let _ = self.context.delete_object_store(self.names.stream()).await;
            let _ = self.context.delete_stream(self.names.stream()).await;
        };
        let _ = tokio::time::timeout(END, ending).await;
    }
}

/// The number and the closed body of a piece.
pub(crate) fn piece_of(message: &[u8]) -> Option<(u64, &[u8])> {
    let (number, body) = message.split_first_chunk()?;
    Some((u64::from_be_bytes(*number), body))
}
