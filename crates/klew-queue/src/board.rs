//! Which jobs there are: calls announce theirs again and again, and at once where somebody asks.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use serde::{Deserialize, Serialize};

use crate::server::Connection;
use crate::{QueueError, names};

/// How often a call announces its job.
pub(crate) const OFTEN: Duration = Duration::from_secs(1);
/// A job that was not announced for so long, while there was a connection, has no call any more.
const LEASE: Duration = Duration::from_secs(20);
/// The most jobs that are kept in mind; announcements are not large.
const MOST_JOBS: usize = 10_000;
const MOST_BYTES: usize = 10_000;

/// A job, as it is announced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announcement {
    /// Its name.
    pub job: String,
    /// Which program's messages are spoken there.
    pub version: String,
    /// The content hash of the task.
    pub task: String,
    /// Whether it ends now.
    pub is_over: bool,
}

/// The jobs that were announced.
#[derive(Clone)]
pub struct Board {
    pub(crate) connection: Connection,
    jobs: Arc<Mutex<BTreeMap<String, Heard>>>,
}

struct Heard {
    announcement: Announcement,
    last: Instant,
}

impl Board {
    /// Begins to listen.
    ///
    /// # Errors
    /// The server refuses that.
    pub fn watch(connection: &Connection) -> Result<Board, QueueError> {
        let board = Board { connection: connection.clone(), jobs: Arc::default() };
        let client = connection.client.clone();
        let subject = names::announcements(&connection.name);
        let mut heard = connection.wait(client.subscribe(subject)).map_err(QueueError::server)?;
        let jobs = Arc::downgrade(&board.jobs);
        connection.spawn(async move {
            while let Some(message) = heard.next().await {
                let Some(jobs) = jobs.upgrade() else { break };
                let announcement = read(&message.payload);
                let mut jobs = jobs.lock().unwrap_or_else(PoisonError::into_inner);
                match announcement {
                    Some(over) if over.is_over => {
                        jobs.remove(&over.job);
                    }
                    Some(announcement) if jobs.len() < MOST_JOBS => {
                        let heard = Heard { announcement, last: Instant::now() };
                        jobs.insert(heard.announcement.job.clone(), heard);
                    }
                    _ => {}
                }
            }
        });
        board.ask();
        Ok(board)
    }

    /// Asks calls to announce their jobs now.
    fn ask(&self) {
        let (client, subject) =
            (self.connection.client.clone(), names::question(&self.connection.name));
        self.connection.spawn(async move {
            let _ = client.publish(subject, Vec::new().into()).await;
        });
    }

    fn jobs(&self) -> MutexGuard<'_, BTreeMap<String, Heard>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The jobs that there are now.
    pub fn offered(&self) -> Vec<Announcement> {
        let (is_up, age) = (self.connection.link().is_up(), self.connection.link().age());
        let mut jobs = self.jobs();
        // While there is no connection, nothing can be heard.
        if is_up && age > LEASE {
            jobs.retain(|_, heard| heard.last.elapsed() < LEASE);
        }
        jobs.values().map(|heard| heard.announcement.clone()).collect()
    }

    /// Whether that job goes on, as far as is known.
    pub fn has(&self, job: &str) -> bool {
        self.offered().iter().any(|announcement| announcement.job == job)
    }
}

fn read(message: &[u8]) -> Option<Announcement> {
    let short = message.len() <= MOST_BYTES;
    let announcement: Announcement = serde_json::from_slice(message).ok().filter(|_| short)?;
    let is_right = names::is_job(&announcement.job) && names::is_hash(&announcement.task);
    is_right.then_some(announcement)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_a_job_is_none() {
        let right = Announcement {
            job: "0".repeat(32),
            version: "1".to_owned(),
            task: "a".repeat(64),
            is_over: false,
        };
        let text = |announcement: &Announcement| serde_json::to_vec(announcement).unwrap();
        assert_eq!(read(&text(&right)), Some(right.clone()));
        assert_eq!(read(&text(&Announcement { job: "*".repeat(32), ..right.clone() })), None);
        assert_eq!(read(&text(&Announcement { task: "..".to_owned(), ..right.clone() })), None);
        assert_eq!(read(&text(&Announcement { version: "v".repeat(20_000), ..right })), None);
        assert_eq!(read(b"\xff{"), None);
    }
}
