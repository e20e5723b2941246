//! What the server counts, as text for Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The counters. None has a name of a tenant or of a session.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    requests: Mutex<BTreeMap<(String, &'static str, u16), u64>>,
    outcomes: Mutex<BTreeMap<&'static str, u64>>,
    pub(crate) workers_lost: AtomicU64,
    pub(crate) sessions_expired: AtomicU64,
    pub(crate) connections: AtomicU64,
}

impl Metrics {
    /// A request was answered. `route` is that of the table, not the path of the request: there are few.
    pub(crate) fn answered(&self, route: &str, method: &'static str, status: u16) {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        *requests.entry((route.to_owned(), method, status)).or_default() += 1;
    }

    /// A step ended.
    pub(crate) fn ended(&self, outcome: &'static str) {
        *self.outcomes.lock().unwrap_or_else(PoisonError::into_inner).entry(outcome).or_default() += 1;
    }

    /// The text, with what is there now.
    pub(crate) fn text(&self, sessions: usize, steps: usize) -> String {
        let mut text = String::new();
        let mut family = |name: &str, kind: &str, help: &str, rows: &[(String, u64)]| {
            // A text takes whatever is written.
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
            for (labels, value) in rows {
                let _ = writeln!(text, "{name}{labels} {value}");
            }
        };
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let rows: Vec<(String, u64)> = requests
            .iter()
            .map(|((route, method, status), count)| (format!("{{route=\"{route}\",method=\"{method}\",status=\"{status}\"}}"), *count))
            .collect();
        drop(requests);
        family("stockade_requests_total", "counter", "Requests that were answered.", &rows);
        let outcomes = self.outcomes.lock().unwrap_or_else(PoisonError::into_inner);
        let rows: Vec<(String, u64)> = outcomes.iter().map(|(name, count)| (format!("{{outcome=\"{name}\"}}"), *count)).collect();
        drop(outcomes);
        family("stockade_steps_total", "counter", "Steps by how they ended, or what they wait for.", &rows);
        let one = |value: u64| [(String::new(), value)];
        let count = |counter: &AtomicU64| one(counter.load(Ordering::Relaxed));
        family("stockade_workers_lost_total", "counter", "Requests that found their worker lost.", &count(&self.workers_lost));
        family("stockade_sessions_expired_total", "counter", "Sessions that nobody used.", &count(&self.sessions_expired));
        family("stockade_sessions", "gauge", "Sessions that are open.", &one(sessions as u64));
        family("stockade_steps_running", "gauge", "Steps that run now.", &one(steps as u64));
        family("stockade_connections", "gauge", "Connections that are open.", &count(&self.connections));
        text
    }
}
