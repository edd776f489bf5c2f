//! What a run prints: read to its end, so that it never waits for klew, and kept up to a limit.

use std::io::Read;
use std::sync::mpsc;

/// Reads a stream to its end on a thread of its own and keeps the first `limit` bytes.
pub fn collect<R: Read + Send + 'static>(
    stream: Option<R>,
    limit: usize,
) -> mpsc::Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    if let Some(mut stream) = stream {
        std::thread::spawn(move || {
            let mut kept = Vec::new();
            let mut buffer = [0; 16384];
            while let Ok(count @ 1..) = stream.read(&mut buffer) {
                let room = limit.saturating_sub(kept.len());
                kept.extend_from_slice(&buffer[..count.min(room)]);
            }
            // Nobody waits any more if the receiver is gone.
            let _ = sender.send(kept);
        });
    }
    receiver
}
