//! The sandbox as a server of the Model Context Protocol: a model writes Python, and gets back what it printed, its value, or a text from which
//! it repairs the program.
//!
//! - [`Settings`] say what the server has: a policy, limits, and an [`Opener`] that makes sessions. This crate does not know where they run.
//! - [`serve_stdio`] speaks with one client over the standard streams, [`serve_http`] with any number over streamable HTTP.
//! - `rooms` keeps the named sessions. Each has a thread of its own, which does what is asked of the session in the order in which it came. So
//!   calls of one session queue, and calls of others run side by side.
//! - `tools` has the tools with their parameters, `resources` the resources, `words` every text for a model, `server` the protocol.
//!
//! Tokio is here and in no crate below. Its one thread only passes messages on: whatever takes time is on threads of sessions, or of the
//! runtime's for such work.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]
#![deny(clippy::cast_possible_truncation)]
#![warn(missing_docs)]

mod host;
mod http;
mod resources;
mod rooms;
mod server;
mod tools;
mod words;

use std::sync::Arc;

use rmcp::ServiceExt;
use serde_json::{Map, Value};
use stockade_compiler::SourceText;
use stockade_policy::{KnownNames, Limits, ResolvedPolicy, ToolSignature, Verdict};
use stockade_vm::{Host, Library, Outcome, ToolSpec};
use stockade_workers::{AnySession, WorkerLost};

pub use http::{HttpOptions, serve_http};

/// Answers the calls of host functions until a step ends. The second argument says whether the run is to end.
pub type Answer = Box<dyn FnMut(&mut dyn AnySession, &dyn Fn() -> bool, Outcome) -> Result<Outcome, WorkerLost> + Send>;

/// A session that was opened.
pub struct Opened {
    /// The session.
    pub session: Box<dyn AnySession + Send>,
    /// What answers its calls.
    pub answer: Answer,
}

/// A step that has ended, for its record.
pub struct Ended<'a> {
    /// The number of the step in its session, from 1.
    pub number: usize,
    /// The text of the step.
    pub source: &'a SourceText,
    /// What the check says, if the text was checked.
    pub verdict: Option<Verdict>,
    /// How it ended.
    pub outcome: Outcome,
    /// What it wrote to stdout and stderr.
    pub printed: (String, String),
}

/// Makes sessions, and records of their steps.
pub trait Opener: Send + Sync + 'static {
    /// Opens a session.
    ///
    /// # Errors
    /// A message.
    fn open(&self, make_host: &dyn Fn() -> Box<dyn Host>) -> Result<Opened, String>;

    /// Opens a session from a snapshot.
    ///
    /// # Errors
    /// A message.
    fn restore(&self, make_host: &dyn Fn() -> Box<dyn Host>, snapshot: &[u8]) -> Result<Opened, String>;

    /// The record of a step, as the JSON report of the command has it.
    fn record(&self, session: &mut dyn AnySession, ended: Ended<'_>) -> Map<String, Value>;

    /// The JSON Schema of [`Opener::record`], with everything that it refers to.
    fn record_schema(&self) -> Map<String, Value>;
}

/// What a server has.
pub struct Settings {
    /// The policy of every session.
    pub policy: Arc<ResolvedPolicy>,
    /// The limits of every session: those of the policy, or what the host gave in their place.
    pub limits: Limits,
    /// The modules that programs can import.
    pub library: &'static Library,
    /// The names of modules that the host gives besides.
    pub given_modules: Vec<String>,
    /// The host functions.
    pub tools: Vec<ToolSpec>,
    /// The most sessions at once.
    pub most_sessions: usize,
    /// What makes sessions.
    pub opener: Arc<dyn Opener>,
}

impl Settings {
    /// The names that exist before a program runs.
    pub(crate) fn known(&self) -> KnownNames {
        let mut known = KnownNames::standard();
        for tool in &self.tools {
            known.add_tool(&tool.name, ToolSignature::parse(&tool.name, &tool.params).unwrap_or_default());
        }
        known
    }
}

/// The runtime of a server. It has one thread, so that requests reach the queues of sessions in the order in which they came.
fn runtime() -> Result<tokio::runtime::Runtime, String> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| format!("the server cannot start: {error}"))
}

/// Serves one client on the standard streams, until it closes them.
///
/// # Errors
/// A message: the client does not speak the protocol, or a stream failed.
pub fn serve_stdio(settings: Settings) -> Result<(), String> {
    let runtime = runtime()?;
    let server = server::Server::new(settings);
    let rooms = server.rooms();
    let served = runtime.block_on(async {
        let service = server.serve(rmcp::transport::stdio()).await.map_err(|error| format!("no client could be served: {error}"))?;
        service.waiting().await.map(|_| ()).map_err(|error| format!("the server ended: {error}"))
    });
    // Nobody waits for what still runs.
    rooms.interrupt_all();
    runtime.shutdown_background();
    served
}
