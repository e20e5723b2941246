//! Tests of the machine by what a host sees of it, in one binary, which links once. Programs that are files have tests in
//! `vm/tests/cases`.

#![expect(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test that cannot go on says so")]
#![expect(clippy::disallowed_methods, reason = "tests read their data and measure time")]

#[path = "../common/mod.rs"]
mod common;

mod charging;
mod escapes;
mod language;
mod library;
mod limits;
mod pause;
mod tracebacks;
