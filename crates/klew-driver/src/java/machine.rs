//! How virtual machines are run: for all that starts one.

use std::path::PathBuf;
use std::time::Duration;

/// Options of virtual machines that run for a second.
pub const QUICK: [&str; 3] = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"];

/// Options of the JVM that runs a test, but for its stack: assertions are on.
pub const RUN_OPTIONS: [&str; 5] = [
    "-ea",
    "-Xmx1g",
    // The heap of a test may hold records.
    "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
    "-Dfile.encoding=UTF-8",
    "-XX:-OmitStackTraceInFastThrow",
];

/// How long one run may take.
pub const RUN_TIME: Duration = Duration::from_secs(10);
/// How much memory it may take.
pub const RUN_MEMORY: u64 = 4 << 30;

/// The stack of the JVM that runs a test: recursion as deep as klew follows it fits. Where a program catches that its stack is exhausted, it is
/// followed much less deep, and it takes long to exhaust a large one.
pub const fn stack(is_exhausted: bool) -> &'static str {
    if is_exhausted { "-Xss4m" } else { "-Xss512m" }
}

/// A class path. An empty one is a folder that is not there, rather than the current one.
pub fn joined(paths: &[PathBuf]) -> String {
    if paths.is_empty() {
        return "/nonexistent".to_owned();
    }
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(":")
}
