//! Logs: what the server did, a line for each thing, as JSON or as text.
//!
//! A line never has a token, a text of a program or what it printed. Of the id of a session it has the first eight digits: where there are no
//! tokens, whoever knows the whole id may use the session.

use std::io;
use std::str::FromStr;
use std::time::Duration;

use axum::http::StatusCode;
use serde_json::Value;
use tracing::{Level, debug, enabled, error, info, warn};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::failure::{Failure, FailureKind};

/// How the lines of the logs are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// An object of JSON for each line.
    Json,
    /// Text for people.
    Text,
}

impl FromStr for LogFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "json" => Ok(LogFormat::Json),
            "text" => Ok(LogFormat::Text),
            _ => Err("it is `json` or `text`".to_owned()),
        }
    }
}

/// The least important lines that are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogLevel(Level);

impl FromStr for LogLevel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let levels = [("error", Level::ERROR), ("warn", Level::WARN), ("info", Level::INFO), ("debug", Level::DEBUG)];
        let found = levels.into_iter().find(|(name, _)| *name == text);
        found.map(|(_, level)| LogLevel(level)).ok_or_else(|| "it is `error`, `warn`, `info` or `debug`".to_owned())
    }
}

/// Writes what the servers of this process do to stderr from now on. Lines of other crates are not written: they could have headers.
///
/// # Errors
/// The process has logs already.
pub fn start_logs(format: LogFormat, level: LogLevel) -> Result<(), String> {
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_target(false).with_ansi(false);
    let lines = match format {
        LogFormat::Json => lines.json().flatten_event(true).with_current_span(false).with_span_list(false).boxed(),
        LogFormat::Text => lines.boxed(),
    };
    let ours = Targets::new().with_target(env!("CARGO_CRATE_NAME"), level.0);
    tracing_subscriber::registry().with(lines.with_filter(ours)).try_init().map_err(|error| error.to_string())
}

/// The part of a session's id that logs have.
fn short(session: Option<&str>) -> Option<&str> {
    session.map(|id| id.get(..8).unwrap_or_default())
}

/// What an answer says besides its status, for the logs.
#[derive(Debug, Clone)]
pub(crate) struct Refused {
    kind: FailureKind,
    /// What is the client's matter may have words of the client.
    message: Option<String>,
}

impl Refused {
    pub(crate) fn of(failure: &Failure) -> Self {
        let kind = failure.kind();
        let is_ours = matches!(kind, FailureKind::Internal | FailureKind::Unavailable | FailureKind::WorkerLost);
        Refused { kind, message: is_ours.then(|| failure.error.message.clone()) }
    }
}

/// True if lines of requests are written.
pub(crate) fn has_requests() -> bool {
    enabled!(Level::INFO)
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A request was answered. `time` is that until the answer began.
pub(crate) fn answered(tenant: Option<&str>, method: &str, route: &str, status: StatusCode, refused: Option<&Refused>, time: Duration) {
    let (status, ms, kind) = (status.as_u16(), millis(time), refused.map(|refused| refused.kind.name()));
    let reason = refused.and_then(|refused| refused.message.as_deref());
    match kind {
        Some("internal") => error!(tenant, method, route, status, kind, reason, ms, "request"),
        Some("unavailable" | "worker-lost") => warn!(tenant, method, route, status, kind, reason, ms, "request"),
        // Probes come often.
        _ if matches!(route, "/healthz" | "/readyz" | "/metrics") => debug!(tenant, method, route, status, kind, ms, "request"),
        _ => info!(tenant, method, route, status, kind, ms, "request"),
    }
}

/// A step or a program ended, or waits.
pub(crate) fn stepped(tenant: &str, session: Option<&str>, record: &Result<Value, Failure>, time: Duration) {
    let (session, ms) = (short(session), millis(time));
    match record {
        Ok(record) => {
            let outcome = record.get("outcome").and_then(Value::as_str);
            // `runtime:NAME` has the name of a class, which may be one of the program's.
            let outcome = outcome.map(|outcome| if outcome.starts_with("runtime:") { "runtime" } else { outcome });
            let (step, fuel) = (record.get("step").and_then(Value::as_u64), record.get("fuel").and_then(Value::as_u64));
            info!(tenant, session, step, outcome, fuel, ms, "step");
        }
        Err(failure) => {
            let Refused { kind, message } = Refused::of(failure);
            let (kind, reason) = (kind.name(), message.as_deref());
            match failure.kind() {
                FailureKind::Internal => error!(tenant, session, kind, reason, ms, "step"),
                FailureKind::Unavailable | FailureKind::WorkerLost => warn!(tenant, session, kind, reason, ms, "step"),
                _ => info!(tenant, session, kind, ms, "step"),
            }
        }
    }
}

/// A session is there from now on.
pub(crate) fn opened(tenant: &str, session: &str, policy: &str) {
    info!(tenant, session = short(Some(session)), policy, "session opened");
}

/// A session was deleted.
pub(crate) fn deleted(tenant: &str, session: &str) {
    info!(tenant, session = short(Some(session)), "session deleted");
}

/// Nobody used sessions of a tenant.
pub(crate) fn expired(tenant: &str, sessions: usize) {
    if sessions > 0 {
        info!(tenant, sessions, "sessions expired");
    }
}

/// A look through the store failed.
pub(crate) fn not_looked_through(tenant: &str, failure: &Failure) {
    warn!(tenant, reason = failure.error.message, "the store was not looked through");
}

/// The server listens.
pub(crate) fn listening(address: &str) {
    info!(address, version = env!("CARGO_PKG_VERSION"), "listening at {address}");
}

/// The server takes no more connections.
pub(crate) fn draining() {
    info!("draining");
}

/// The server has ended.
pub(crate) fn stopped() {
    info!("stopped");
}
