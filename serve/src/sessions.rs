//! Sessions between requests: their ids, who uses them, and when they expire.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard, OwnedSemaphorePermit};

use crate::api::{SessionInfo, SessionState, Tool};
use crate::failure::{Failure, FailureKind};
use crate::steps::{Current, Live, Printed, Waiting};
use crate::tenants::{Tenant, all_limits};

/// A session of a tenant. Requests that only look at it do not wait for one that is at work with it.
pub(crate) struct Entry {
    pub(crate) id: String,
    pub(crate) policy: String,
    pub(crate) limits: Map<String, Value>,
    pub(crate) tools: Vec<Tool>,
    pub(crate) expires: Duration,
    /// The request that is at work with it.
    pub(crate) current: Current,
    live: Arc<AsyncMutex<Live>>,
    used: Mutex<Instant>,
    is_running: AtomicBool,
    is_waiting: AtomicBool,
    steps: AtomicUsize,
    /// There are only so many in memory, unless they are counted in the store.
    _place: Option<OwnedSemaphorePermit>,
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Entry {
    pub(crate) fn new(
        id: String,
        live: Live,
        policy: &str,
        limits: &Map<String, Value>,
        tools: Vec<Tool>,
        expires: Duration,
        place: Option<OwnedSemaphorePermit>,
    ) -> Self {
        let (current, steps) = (live.current.clone(), AtomicUsize::new(live.steps));
        let is_waiting = AtomicBool::new(live.waiting != Waiting::Nothing);
        Entry {
            id,
            policy: policy.to_owned(),
            limits: limits.clone(),
            tools,
            expires,
            current,
            live: Arc::new(AsyncMutex::new(live)),
            used: Mutex::new(Instant::now()),
            is_running: AtomicBool::new(false),
            is_waiting,
            steps,
            _place: place,
        }
    }

    /// The session, for one request.
    pub(crate) fn take(self: &Arc<Self>) -> Result<Taken, Failure> {
        let message = "another request is at work with this session: wait for its answer, interrupt it, or fork a session before";
        let live = Arc::clone(&self.live).try_lock_owned().map_err(|_| Failure::new(FailureKind::Busy, message))?;
        let printed = self.current.renew();
        // Whoever sees that it runs finds the request that it runs for.
        self.is_running.store(true, Ordering::Release);
        Ok(Taken { live, entry: Arc::clone(self), printed })
    }

    fn idle(&self) -> Duration {
        self.used.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    /// True if nobody used it for so long.
    pub(crate) fn is_idle_for(&self, time: Duration) -> bool {
        self.idle() >= time && self.live.try_lock().is_ok()
    }

    pub(crate) fn state(&self) -> SessionState {
        match (self.is_running.load(Ordering::Acquire), self.is_waiting.load(Ordering::Relaxed)) {
            (true, _) => SessionState::Running,
            (false, true) => SessionState::Waiting,
            (false, false) => SessionState::Idle,
        }
    }

    pub(crate) fn info(&self, tenant: &Tenant) -> SessionInfo {
        SessionInfo {
            id: self.id.clone(),
            policy: self.policy.clone(),
            limits: all_limits(tenant.policy(Some(&self.policy)).ok().map(|(_, served)| served), &self.limits),
            state: self.state(),
            steps: self.steps.load(Ordering::Relaxed),
            tools: self.tools.clone(),
            expires_s: self.expires.as_secs(),
            idle_s: self.idle().as_secs(),
        }
    }
}

/// A session that a request is at work with.
pub(crate) struct Taken {
    live: OwnedMutexGuard<Live>,
    pub(crate) entry: Arc<Entry>,
    /// What belongs to the request.
    pub(crate) printed: Arc<Printed>,
}

impl Deref for Taken {
    type Target = Live;
    fn deref(&self) -> &Live {
        &self.live
    }
}

impl DerefMut for Taken {
    fn deref_mut(&mut self) -> &mut Live {
        &mut self.live
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.entry.is_waiting.store(self.live.waiting != Waiting::Nothing, Ordering::Relaxed);
        self.entry.steps.store(self.live.steps, Ordering::Relaxed);
        *self.entry.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.entry.is_running.store(false, Ordering::Relaxed);
    }
}

/// 128 random bits in hexadecimal, such as the id of a session.
pub(crate) fn random_hex() -> Result<String, Failure> {
    let mut bytes = [0; 16];
    let failed = |error| Failure::new(FailureKind::Internal, format!("the system gives no random numbers: {error}"));
    getrandom::fill(&mut bytes).map_err(failed)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
