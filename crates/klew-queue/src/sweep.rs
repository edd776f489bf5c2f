//! What calls left at the server that were killed.

use std::time::Duration;

use async_nats::jetstream::Context;
use futures_util::StreamExt;

use crate::names;

/// A consumer that nobody asks for so long is deleted by the server: its job has no call any more.
pub(crate) const ABANDONED: Duration = Duration::from_secs(600);

/// Deletes what calls left behind that were killed: the server has deleted their consumers, as nobody asked them for long.
pub(crate) async fn sweep(context: &Context) {
    let mut streams = context.streams();
    let mut found = Vec::new();
    while let Some(Ok(info)) = streams.next().await {
        let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        let created = u64::try_from(info.created.unix_timestamp()).unwrap_or(u64::MAX);
        let is_old = now.as_secs().saturating_sub(created) > 2 * ABANDONED.as_secs();
        found.push((info.config.name, info.state.consumer_count, is_old));
    }
    let is_job = |name: &str| found.iter().any(|(other, ..)| other == name);
    for (name, consumers, is_old) in &found {
        let job = name.strip_prefix(names::STREAM).filter(|job| names::is_job(job));
        let objects =
            name.strip_prefix(names::OBJECTS).filter(|rest| rest.starts_with(names::STREAM));
        let is_left = match (job, objects) {
            (Some(_), _) => *consumers == 0,
            (None, Some(of)) => !is_job(of),
            (None, None) => false,
        };
        if is_left && *is_old {
            let _ = context.delete_stream(name).await;
        }
    }
}
