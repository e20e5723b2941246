//! Sessions spread over several workers.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use stockade_policy::{Grants, Limits, ResolvedPolicy};
use stockade_vm::{CrossingLimits, Host};

use crate::convert::PolicyName;
use crate::frames::FrameLimits;
use crate::lost::SessionError;
use crate::protocol::{Reply, Request, Settings};
use crate::session::Session;
use crate::worker::{SharedWorker, Worker, WorkerCommand};

/// The number of the next template of this process.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// What sessions are opened from. A worker that opens the first one resolves the policy and makes a session to be copied; each session is a
/// copy of it.
#[derive(Debug)]
pub struct Template {
    number: u64,
    settings: Settings,
    limits: Limits,
    policy: PolicyName,
    grants: Grants,
    /// It is gone when this is: workers forget it then.
    there: Arc<()>,
}

impl Template {
    /// A template of these settings. `policy` is the policy of their texts.
    ///
    /// # Errors
    /// There is no limit of a name, or the policy is another one.
    pub fn new(settings: Settings, policy: &ResolvedPolicy) -> Result<Arc<Template>, String> {
        if *policy.sha256 != *settings.policy.sha256 {
            return Err(format!("the texts of the policy `{}` make another policy", settings.policy.name));
        }
        let mut limits = policy.limits.clone();
        for (key, value) in &settings.limits {
            if !limits.set(key, *value) {
                return Err(format!("there is no limit `{key}`"));
            }
        }
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let (policy, grants) = (PolicyName::of(policy), policy.grants.clone());
        Ok(Arc::new(Template { number, settings, limits, policy, grants, there: Arc::default() }))
    }

    /// The limits of its sessions.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    pub(crate) fn policy(&self) -> &PolicyName {
        &self.policy
    }

    pub(crate) fn grants(&self) -> &Grants {
        &self.grants
    }

    pub(crate) fn crossing(&self) -> CrossingLimits {
        self.settings.crossing
    }

    /// Makes the template known to a worker, if it is not.
    pub(crate) fn introduce(&self, worker: &mut Worker) -> Result<(), SessionError> {
        if worker.templates.contains_key(&self.number) {
            return Ok(());
        }
        worker.forget_templates()?;
        worker.expect(FrameLimits::of_sessions(&self.limits, self.settings.crossing));
        let request = Request::Prepare { template: self.number, settings: Box::new(self.settings.clone()) };
        match worker.ask(&request, &[], Duration::ZERO, None)?.message {
            Reply::Done => {
                worker.templates.insert(self.number, Arc::downgrade(&self.there));
                Ok(())
            }
            Reply::Refused(refusal) => Err(refusal.into()),
            _ => Err(worker.wrong("something else than that it is done").into()),
        }
    }
}

/// A place for a worker. There is none as long as nobody needs it.
type Place = Mutex<Option<Arc<SharedWorker>>>;

/// Workers, and sessions spread over them. A worker that is lost costs its own sessions, and the next session starts another in its place.
///
/// The workers end when the pool and all sessions are gone.
#[derive(Debug)]
pub struct Pool {
    command: WorkerCommand,
    patience: Duration,
    places: Vec<Place>,
}

impl Pool {
    /// So long a worker may take for what runs no program, and beyond the deadline of one that runs.
    pub const PATIENCE: Duration = Duration::from_secs(10);

    /// A pool of at most so many workers, at least one. None is started yet.
    #[must_use]
    pub fn new(command: WorkerCommand, workers: usize, patience: Duration) -> Pool {
        let places = std::iter::repeat_with(Place::default).take(workers.max(1)).collect();
        Pool { command, patience, places }
    }

    /// Opens a session, in the worker with the fewest.
    ///
    /// # Errors
    /// No worker can be started, or two were lost while they opened it, or they refuse the template.
    pub fn open(&self, template: &Arc<Template>, make_host: &dyn Fn() -> Box<dyn Host>) -> Result<Session, SessionError> {
        self.placed(&|worker| Session::open(worker, template, make_host()))
    }

    /// Opens a session from a snapshot: as one whose worker is lost.
    ///
    /// # Errors
    /// As [`Pool::open`], and those of [`stockade_vm::Session::restore`].
    pub fn restore(
        &self,
        template: &Arc<Template>,
        make_host: &dyn Fn() -> Box<dyn Host>,
        snapshot: &[u8],
        key: Option<&[u8; 32]>,
    ) -> Result<Session, SessionError> {
        self.placed(&|worker| Session::restore(worker, template, make_host(), snapshot, key))
    }

    /// The processes of the workers that are there.
    #[must_use]
    pub fn processes(&self) -> Vec<u32> {
        let there = |place: &Place| lock(place).as_ref().filter(|worker| !worker.is_lost()).map(|worker| worker.process());
        self.places.iter().filter_map(there).collect()
    }

    /// Ends the workers, also those that run a program. Their sessions are lost. The next session starts others.
    pub fn close(&self) {
        for place in &self.places {
            let worker = lock(place).take();
            if let Some(worker) = worker {
                worker.end();
            }
        }
    }

    fn placed(&self, open: &dyn Fn(&Arc<SharedWorker>) -> Result<Session, SessionError>) -> Result<Session, SessionError> {
        match open(&self.worker()?) {
            // It was lost before, and nobody knew. Nothing of the new session is lost with it.
            Err(SessionError::Lost(_)) => open(&self.worker()?),
            opened => opened,
        }
    }

    /// The worker with the fewest sessions. It is started if it is not there or lost.
    fn worker(&self) -> Result<Arc<SharedWorker>, SessionError> {
        // A place whose worker is being started is taken last: nobody waits for it who need not.
        let sessions = |place: &Place| {
            place
                .try_lock()
                .map_or(usize::MAX, |worker| worker.as_ref().filter(|worker| !worker.is_known_lost()).map_or(0, Arc::strong_count))
        };
        let Some(place) = self.places.iter().min_by_key(|place| sessions(place)) else {
            return Err(SessionError::CannotStart("the pool has no workers".to_string()));
        };
        let mut place = lock(place);
        match &*place {
            Some(worker) if !worker.is_lost() => Ok(Arc::clone(worker)),
            _ => {
                let worker = SharedWorker::new(Worker::start(&self.command, self.patience)?);
                *place = Some(Arc::clone(&worker));
                Ok(worker)
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
