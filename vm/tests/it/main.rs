//! Tests of the VM by what a host sees of it, and of its sources, in one binary: each binary links the whole VM. Programs that are files
//! have tests in `vm/tests/cases`.

#![expect(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test that cannot go on says so")]
#![expect(clippy::disallowed_methods, reason = "tests read their data and measure time")]

#[path = "../common/mod.rs"]
mod common;

mod approval;
mod awaited_calls;
mod big_numbers;
mod charging;
mod cost;
mod deep;
mod deep_trees;
mod doors;
mod escapes;
mod files;
mod house;
mod language;
mod library;
mod limits;
mod loops;
mod many_steps;
mod modules;
mod native_objects;
mod package_templates;
mod packages;
mod pause;
mod public_api;
mod snapshots;
mod stdin;
mod tamper;
mod text_door;
mod tools;
mod top_level_await;
mod tracebacks;
mod values;
mod withheld;
