//! The server of `stockade serve`: checks and runs programs for clients over HTTP.
//!
//! - Every program runs in a worker process that shuts itself in. Tenants never share a worker, so that a worker which is taken over has
//!   nothing of another tenant.
//! - A session is a program's state between requests. It lives in the memory of its worker, and ends with it or when nobody uses it. With a
//!   store it is written there before a request is answered, and outlives workers and servers.
//! - A tenant is who has a bearer token. It has policies, quotas and sessions of its own. Without tokens there is one tenant, on this machine.
//!
//! Connections are tasks of tokio. What asks a worker runs on threads that may wait.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]
#![deny(clippy::cast_possible_truncation)]
#![warn(missing_docs)]
#![cfg(unix)]

mod api;
mod connections;
mod failure;
mod fusion;
mod judging;
mod keeping;
mod logs;
mod metrics;
mod routes;
mod runs;
#[cfg(feature = "s3")]
mod s3;
mod server;
mod sessions;
mod sockets;
mod steps;
mod store;
mod tenants;

pub use connections::Listen;
pub use judging::Judging;
pub use logs::{LogFormat, LogLevel, start_logs};
pub use routes::openapi;
pub use server::{Server, Settings, StartError, Stopper};
pub use store::{Bucket, Environment, Place, StateSettings};
pub use tenants::{ServedPolicy, TenantSettings, read_tokens};
