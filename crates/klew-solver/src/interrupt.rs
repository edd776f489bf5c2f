//! A request to stop, shared by everything that works on one run.
//!
//! Bitwuzla and commands look at the flag while they work; Z3 has to be called from another thread,
//! so back ends may also register what to do at the moment the request is made.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

type Hook = Box<dyn Fn() + Send>;

/// A shared request to stop, with an optional deadline of the whole run.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<Shared>);

#[derive(Default)]
struct Shared {
    flag: Arc<AtomicBool>,
    deadline: Mutex<Option<Instant>>,
    hooks: Mutex<BTreeMap<u64, Hook>>,
    next: AtomicU64,
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interrupt").field("requested", &self.is_requested()).finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing that holds one of these locks can leave its contents half changed.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Interrupt {
    /// No request and no deadline.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks everything that shares this to stop. May be called from any thread.
    pub fn request(&self) {
        self.0.flag.store(true, Ordering::SeqCst);
        lock(&self.0.hooks).values().for_each(|hook| hook());
    }

    /// Takes the request back, for the next piece of work.
    pub fn clear(&self) {
        self.0.flag.store(false, Ordering::SeqCst);
    }

    /// Ends all work at a moment.
    pub fn set_deadline(&self, deadline: Option<Instant>) {
        *lock(&self.0.deadline) = deadline;
    }

    /// Whether to stop, because of a request or the deadline.
    pub fn is_requested(&self) -> bool {
        self.0.flag.load(Ordering::SeqCst)
            || lock(&self.0.deadline).is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// When the run ends, if that is said.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        *lock(&self.0.deadline)
    }

    /// The shorter of `limit` and the time until the deadline.
    pub fn clip(&self, limit: Option<Duration>) -> Option<Duration> {
        let left = lock(&self.0.deadline)
            .map(|deadline| deadline.saturating_duration_since(Instant::now()));
        match (limit, left) {
            (Some(limit), Some(left)) => Some(limit.min(left)),
            (limit, left) => limit.or(left),
        }
    }

    /// The flag, for back ends that look at it themselves.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0.flag)
    }

    /// Calls `hook` at every request until the registration is dropped.
    pub fn on_request(&self, hook: impl Fn() + Send + 'static) -> Registration {
        let id = self.0.next.fetch_add(1, Ordering::Relaxed);
        lock(&self.0.hooks).insert(id, Box::new(hook));
        Registration { interrupt: self.clone(), id }
    }
}

/// Keeps a hook of [`Interrupt::on_request`] alive.
#[derive(Debug)]
pub struct Registration {
    interrupt: Interrupt,
    id: u64,
}

impl Drop for Registration {
    fn drop(&mut self) {
        lock(&self.interrupt.0.hooks).remove(&self.id);
    }
}
