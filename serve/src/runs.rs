//! Runs: work in a worker that prints and gives a record, for whoever waits for it. Everything here is a task; the work is on threads that may
//! wait.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use serde_json::Value;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::JoinHandle;

use crate::failure::{Failure, FailureKind};
use crate::logs;
use crate::metrics::Metrics;
use crate::steps::Printed;
use crate::tenants::Tenant;

/// Ends a run when nobody waits for it any more.
struct CancelOnDrop(Option<Arc<Printed>>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        if let Some(printed) = &self.0 {
            printed.cancel();
        }
    }
}

fn bug(error: &dyn std::error::Error) -> Failure {
    Failure::new(FailureKind::Internal, format!("a thread of the server failed: {error}"))
}

/// Does work that waits, away from the tasks.
pub(crate) async fn away<T: Send + 'static>(work: impl FnOnce() -> Result<T, Failure> + Send + 'static) -> Result<T, Failure> {
    tokio::task::spawn_blocking(work).await.map_err(|error| bug(&error))?
}

/// How a run goes on.
#[derive(Debug)]
pub(crate) enum Told {
    /// What was printed since the last time. True is for stderr.
    Printed(Vec<(bool, String)>),
    /// How it ended. Nothing comes after it.
    Ended(Result<Value, Failure>),
}

/// Whose run it is, for the logs.
pub(crate) struct Of {
    pub(crate) tenant: Arc<Tenant>,
    pub(crate) session: Option<String>,
}

/// A run that began. It ends when this is dropped.
pub(crate) struct Run {
    printed: Arc<Printed>,
    work: Option<JoinHandle<Result<Value, Failure>>>,
    ended: Option<Result<Value, Failure>>,
    guard: CancelOnDrop,
}

impl Run {
    /// Begins the work. With `sends`, what it prints is kept for [`Run::next`].
    pub(crate) fn start(
        metrics: &Arc<Metrics>,
        of: Of,
        printed: Arc<Printed>,
        permit: OwnedSemaphorePermit,
        sends: bool,
        work: impl FnOnce() -> Result<Value, Failure> + Send + 'static,
    ) -> Run {
        if sends {
            printed.keep_pieces();
        }
        let guard = CancelOnDrop(Some(Arc::clone(&printed)));
        let metrics = Arc::clone(metrics);
        let work = tokio::task::spawn_blocking(move || {
            let begin = Instant::now();
            let record = work();
            drop(permit);
            logs::stepped(&of.tenant.settings.name, of.session.as_deref(), &record, begin.elapsed());
            match &record {
                Ok(record) => metrics.ended(kind_of(record)),
                Err(failure) if failure.kind() == FailureKind::WorkerLost => {
                    metrics.workers_lost.fetch_add(1, Ordering::Relaxed);
                }
                Err(_) => {}
            }
            record
        });
        Run { printed, work: Some(work), ended: None, guard }
    }

    /// What comes next, at last the end. Nothing is lost if this is dropped before it is ready.
    pub(crate) async fn next(&mut self) -> Option<Told> {
        loop {
            if let Some(record) = self.ended.take() {
                let pieces = self.printed.take_pieces();
                if pieces.is_empty() {
                    return Some(Told::Ended(record));
                }
                self.ended = Some(record);
                return Some(Told::Printed(pieces));
            }
            let work = self.work.as_mut()?;
            tokio::select! {
                record = work => {
                    self.work = None;
                    self.guard.0 = None;
                    self.ended = Some(record.unwrap_or_else(|error| Err(bug(&error))));
                }
                () = self.printed.wait() => {
                    let pieces = self.printed.take_pieces();
                    if !pieces.is_empty() {
                        return Some(Told::Printed(pieces));
                    }
                }
            }
        }
    }

    /// How it ends.
    pub(crate) async fn record(mut self) -> Result<Value, Failure> {
        loop {
            match self.next().await {
                Some(Told::Ended(record)) => return record,
                Some(Told::Printed(_)) => {}
                None => return Err(Failure::new(FailureKind::Internal, "a run ended twice")),
            }
        }
    }
}

/// The word of an outcome before its colon: there are few.
fn kind_of(record: &Value) -> &'static str {
    let outcome = record.get("outcome").and_then(Value::as_str).unwrap_or_default();
    let word = outcome.split(':').next().unwrap_or_default();
    let table = stockade_vm::OutcomeKind::TABLE.iter().map(|info| info.name);
    table.chain(["host-call", "approval"]).find(|name| *name == word).unwrap_or("other")
}
