//! The connection to a server: how it is made, and the thread that keeps it.

use std::fmt;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::context::GetStreamErrorKind;
use async_nats::jetstream::{Context, ErrorCode};
use async_nats::{Client, ConnectOptions, Event};
use tokio::runtime::{Builder, Handle};
use tokio::sync::Notify;

use crate::{QueueError, names};

/// Where a server is, and how it is spoken with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Server {
    /// Addresses with commas between them: `nats://host:4222`, `tls://host:4222`. A user and a password, or a token, may stand before the host.
    pub address: String,
    /// What subjects begin with: whoever has another one has other jobs. One word of letters, digits, `-` and `_`.
    pub name: String,
    /// A file with a user's credentials, as `nsc` writes them.
    pub credentials: Option<PathBuf>,
    /// The user, where neither the address nor a file says who it is.
    pub user: Option<(String, String)>,
    /// Certificates in PEM that the server's is to be signed by, besides the system's.
    pub tls_ca: Option<PathBuf>,
    /// A certificate of one's own and its key, in PEM.
    pub tls_identity: Option<(PathBuf, PathBuf)>,
}

/// The shortest and the longest time until the server is looked for again.
const AGAIN: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(2));
/// How long a request waits for its answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// How the connection is.
#[derive(Debug, Default)]
pub struct Link {
    is_up: AtomicBool,
    /// How often it broke.
    breaks: AtomicU64,
    since: Mutex<Option<Instant>>,
}

impl Link {
    /// Whether there is one now.
    pub fn is_up(&self) -> bool {
        self.is_up.load(Ordering::SeqCst)
    }

    /// How often it broke.
    pub fn breaks(&self) -> u64 {
        self.breaks.load(Ordering::SeqCst)
    }

    /// How long it has been as it is now.
    pub fn age(&self) -> Duration {
        let since = *self.since.lock().unwrap_or_else(PoisonError::into_inner);
        since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    fn set(&self, is_up: bool) {
        let was = self.is_up.swap(is_up, Ordering::SeqCst);
        if was && !is_up {
            self.breaks.fetch_add(1, Ordering::SeqCst);
        }
        if was != is_up {
            *self.since.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
    }
}

/// A connection. Clones share it; it ends with the last one.
#[derive(Clone)]
pub struct Connection {
    pub(crate) client: Client,
    pub(crate) stream: Context,
    pub(crate) name: String,
    link: Arc<Link>,
    thread: Arc<Thread>,
}

/// The thread that runs the client.
struct Thread {
    handle: Handle,
    over: Arc<Notify>,
}

impl Drop for Thread {
    fn drop(&mut self) {
        self.over.notify_one();
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").field("link", &self.link).finish_non_exhaustive()
    }
}

impl Server {
    /// The address without users, passwords and tokens.
    pub fn shown(&self) -> String {
        let one = |address: &str| match (address.split_once("://"), address.rsplit_once('@')) {
            (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
            (None, Some((_, host))) => host.to_owned(),
            (_, None) => address.to_owned(),
        };
        self.address.split(',').map(one).collect::<Vec<_>>().join(",")
    }

    /// The user and the password that stand in the address, or the token.
    fn login(&self) -> Option<(String, Option<String>)> {
        let (login, _) = self.address.split(',').find_map(|address| address.rsplit_once('@'))?;
        let login = login.split_once("://").map_or(login, |(_, login)| login);
        Some(match login.split_once(':') {
            Some((user, password)) => (user.to_owned(), Some(password.to_owned())),
            None => (login.to_owned(), None),
        })
    }

    /// Connects.
    ///
    /// # Errors
    /// There is no such server, it does not let us in, or it keeps no messages.
    pub fn connect(&self) -> Result<Connection, QueueError> {
        if !names::is_prefix(&self.name) {
            let message = format!("`{}` cannot be the name of a queue", self.name);
            return Err(QueueError::Malformed(message));
        }
        let thread = Arc::new(Thread::start()?);
        let link = Arc::new(Link::default());
        let client = thread.handle.block_on(self.client(Arc::clone(&link)))?;
        link.set(true);
        // A context starts something of its own.
        let inside = thread.handle.enter();
        let mut stream = async_nats::jetstream::new(client.clone());
        drop(inside);
        stream.set_timeout(PATIENCE);
        thread
            .handle
            .block_on(has_streams(&stream))
            .map_err(|why| QueueError::NoJetStream { server: self.shown(), why })?;
        Ok(Connection { client, stream, name: self.name.clone(), link, thread })
    }

    async fn client(&self, link: Arc<Link>) -> Result<Client, QueueError> {
        let mut options = ConnectOptions::new()
            .name("klew")
            .connection_timeout(PATIENCE)
            .request_timeout(Some(PATIENCE))
            .reconnect_delay_callback(|attempt| {
                let longer = AGAIN.0.saturating_mul(attempt.min(1000) as u32);
                longer.min(AGAIN.1)
            })
            .event_callback(move |event| {
                match event {
                    Event::Connected => link.set(true),
                    Event::Disconnected | Event::Closed => link.set(false),
                    _ => {}
                }
                async {}
            });
        if let Some(file) = &self.credentials {
            options = options.credentials_file(file).await.map_err(|error| of_file(file, error))?;
        }
        options = match (self.login(), &self.user) {
            (Some((user, Some(password))), _) => options.user_and_password(user, password),
            (Some((token, None)), _) => options.token(token),
            (None, Some((user, password))) => {
                options.user_and_password(user.clone(), password.clone())
            }
            (None, None) => options,
        };
        if let Some(file) = &self.tls_ca {
            std::fs::metadata(file).map_err(|error| of_file(file, error))?;
            options = options.add_root_certificates(file.clone()).require_tls(true);
        }
        if let Some((certificate, key)) = &self.tls_identity {
            for file in [certificate, key] {
                std::fs::metadata(file).map_err(|error| of_file(file, error))?;
            }
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        let failed = |why: String| QueueError::Connect { server: self.shown(), why };
        let shown = self.shown();
        let parsed = shown.split(',').map(str::trim).map(str::parse);
        let addresses: Vec<async_nats::ServerAddr> = parsed
            .collect::<Result<_, _>>()
            .map_err(|error: std::io::Error| failed(error.to_string()))?;
        options.connect(addresses).await.map_err(|error| failed(error.to_string()))
    }
}

/// Whether streams can be asked for; else why not. There is none of that name.
async fn has_streams(context: &Context) -> Result<(), String> {
    const OFF: [ErrorCode; 2] =
        [ErrorCode::JETSTREAM_NOT_ENABLED, ErrorCode::JETSTREAM_NOT_ENABLED_FOR_ACCOUNT];
    let Err(error) = context.get_stream(names::STREAM).await else { return Ok(()) };
    match error.kind() {
        GetStreamErrorKind::JetStream(said) if !OFF.contains(&said.error_code()) => Ok(()),
        _ => Err(error.to_string()),
    }
}

fn of_file(file: &Path, error: std::io::Error) -> QueueError {
    QueueError::File { file: file.display().to_string(), why: error.to_string() }
}

impl Thread {
    fn start() -> Result<Thread, QueueError> {
        let failed = |error: std::io::Error| QueueError::Start(error.to_string());
        let runtime = Builder::new_current_thread().enable_all().build().map_err(failed)?;
        let (handle, over) = (runtime.handle().clone(), Arc::new(Notify::new()));
        let until = Arc::clone(&over);
        std::thread::Builder::new()
            .name("queue".to_owned())
            .spawn(move || runtime.block_on(until.notified()))
            .map_err(failed)?;
        Ok(Thread { handle, over })
    }
}

impl Connection {
    /// How the connection is.
    pub fn link(&self) -> &Link {
        &self.link
    }

    /// Waits for something that the client does.
    pub(crate) fn wait<F: Future>(&self, future: F) -> F::Output {
        self.thread.handle.block_on(future)
    }

    /// Has the client do something meanwhile.
    pub(crate) fn spawn(
        &self,
        future: impl Future<Output = ()> + Send + 'static,
    ) -> tokio::task::JoinHandle<()> {
        self.thread.handle.spawn(future)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_shown() {
        let shown =
            |address: &str| Server { address: address.to_owned(), ..Server::default() }.shown();
        assert_eq!(shown("nats://me:se@cret@host:4222,tls://host"), "nats://host:4222,tls://host");
        assert_eq!(shown("token@host"), "host");
        assert_eq!(shown("nats://host"), "nats://host");
    }

    #[test]
    fn who_calls_stands_in_the_address() {
        let login =
            |address: &str| Server { address: address.to_owned(), ..Server::default() }.login();
        let me = || Some(("me".to_owned(), Some("se@cret".to_owned())));
        assert_eq!(login("nats://me:se@cret@host:4222,tls://host"), me());
        assert_eq!(login("token@host"), Some(("token".to_owned(), None)));
        assert_eq!(login("nats://host:4222"), None);
    }

    #[test]
    fn who_is_not_there_is_named() {
        let server = Server {
            address: "nats://127.0.0.1:1".to_owned(),
            name: "klew".to_owned(),
            ..Server::default()
        };
        let error = server.connect().unwrap_err();
        assert!(
            matches!(&error, QueueError::Connect { server, .. } if server == "nats://127.0.0.1:1")
        );
        let named = Server { name: "a.b".to_owned(), ..server.clone() };
        assert!(matches!(named.connect(), Err(QueueError::Malformed(_))));
        let lost = Server { credentials: Some("/nowhere".into()), ..server };
        assert!(matches!(lost.connect(), Err(QueueError::File { .. })));
    }
}
