//! A real server over loopback, with real workers.
//!
//! This program is its own worker (`--worker NAME`; the name tells the workers of one server from those of another).

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so")]
#![cfg_attr(not(unix), expect(unused, reason = "there are no workers here"))]

#[cfg(all(unix, feature = "s3"))]
mod bucket;
#[cfg(unix)]
mod client;
#[cfg(unix)]
mod fusion;
#[cfg(unix)]
mod limits;
#[cfg(unix)]
mod logs;
#[cfg(unix)]
mod running;
#[cfg(unix)]
mod sessions;
#[cfg(unix)]
mod sockets;
#[cfg(unix)]
mod state;
#[cfg(unix)]
mod tenants;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    #[cfg(unix)]
    if arguments.get(1).is_some_and(|word| word == "--worker") {
        return client::worker();
    }
    #[cfg(unix)]
    if let [_, word, folder, address] = arguments.as_slice()
        && word == "--server"
    {
        return state::server(folder, address);
    }
    #[cfg(unix)]
    if let [_, word, format, level] = arguments.as_slice()
        && word == "--logs"
    {
        return logs::server(format, level);
    }
    #[cfg(unix)]
    let tests = {
        let mut tests = running::tests();
        tests.extend(
            [sessions::tests(), sockets::tests(), logs::tests(), fusion::tests(), tenants::tests(), limits::tests(), state::tests()]
                .into_iter()
                .flatten(),
        );
        #[cfg(feature = "s3")]
        tests.extend(bucket::tests());
        tests
    };
    #[cfg(not(unix))]
    let tests = Vec::new();
    libtest_mimic::run(&libtest_mimic::Arguments::from_iter(arguments), tests).exit_code()
}
