//! Sessions in workers: the same ends as in this process, and what becomes of a host whose worker does what no worker does.
//!
//! This program is its own worker (`--worker`), and its own false worker (`--false-worker WHAT`).

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

#[cfg(unix)]
mod false_worker;
#[cfg(unix)]
mod misbehaving;
#[cfg(unix)]
mod sessions;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let words: Vec<&str> = arguments.iter().skip(1).map(String::as_str).collect();
    #[cfg(unix)]
    match words.as_slice() {
        ["--worker"] => return sessions::worker(),
        ["--false-worker", what] => return false_worker::run(what),
        _ => {}
    }
    #[cfg(unix)]
    let tests = sessions::tests().into_iter().chain(misbehaving::tests()).collect();
    #[cfg(not(unix))]
    let tests = Vec::new();
    libtest_mimic::run(&libtest_mimic::Arguments::from_iter(arguments), tests).exit_code()
}
