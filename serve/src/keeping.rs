//! Sessions in memory and in the store: loading, keeping, deleting, expiring. Everything here waits.
//!
//! Without a store a session is in memory or nowhere. With one, what is in memory is a copy of the newest generation, and a request is answered
//! when what it did is a newer one. A copy that is older, or newer than what could be written, is dropped.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use serde_json::Value;
use stockade_workers::AnySession;

use crate::api::{SessionInfo, SessionState};
use crate::failure::{Failure, FailureKind};
use crate::logs;
use crate::routes::specs;
use crate::server::App;
use crate::sessions::{Entry, Taken};
use crate::steps::{Current, Live, Printer, Waiting};
use crate::store::{At, END_STAYS, Header, Store, Written};
use crate::tenants::{Stored, Tenant, all_limits, no_session};

/// Attempts to take a session that others go on with meanwhile.
const TRIES: usize = 4;
/// What is in front of a snapshot has at most so many bytes: tools, findings, limits.
const MOST_BYTES_OF_HEADER: u64 = 4 << 20;
/// The store is looked through at most so often, for what has expired and for what tenants have there.
const LOOK: Duration = Duration::from_secs(20);

fn moved() -> Failure {
    let message = "another server went on with this session, and what this request did does not count: look at the session, and try again";
    Failure::new(FailureKind::Busy, message)
}

impl App {
    /// The session in memory. It is loaded if it is in the store alone.
    pub(crate) fn find(&self, tenant: &Tenant, id: &str) -> Result<Arc<Entry>, Failure> {
        if let Some(entry) = tenant.sessions().get(id) {
            return Ok(Arc::clone(entry));
        }
        let Some(store) = &self.store else { return Err(no_session(id)) };
        for _ in 0..TRIES {
            let at = self.newest(store, tenant, id)?;
            // It may have gone on meanwhile.
            if let Some((header, snapshot)) = store.read(&tenant.settings.name, id, at)? {
                let entry = Arc::new(load(tenant, id, at, &header, &snapshot)?);
                return Ok(Arc::clone(tenant.sessions().entry(id.to_owned()).or_insert(entry)));
            }
        }
        Err(moved())
    }

    /// The newest generation, if the session has not ended.
    fn newest(&self, store: &Store, tenant: &Tenant, id: &str) -> Result<At, Failure> {
        let newest = store.newest(&tenant.settings.name, id)?.filter(|at| !at.is_end()).ok_or_else(|| no_session(id))?;
        let most = tenant.settings.policies.iter().map(|policy| policy.policy.limits.snapshot_bytes).max().unwrap_or_default();
        if newest.bytes > most.saturating_add(MOST_BYTES_OF_HEADER) {
            let message =
                format!("the stored state of the session `{id}` has {} bytes, more than a session of yours can have", newest.bytes);
            return Err(Failure::new(FailureKind::Refused, message));
        }
        // Nobody needs what has expired longer than the host lets anything stay.
        if newest.age() >= self.settings.expiry {
            return Err(no_session(id));
        }
        Ok(newest)
    }

    /// The session for one request, as the last request left it, wherever that was.
    pub(crate) fn take(&self, tenant: &Tenant, id: &str) -> Result<Taken, Failure> {
        for _ in 0..TRIES {
            let entry = self.find(tenant, id)?;
            let taken = entry.take()?;
            // Whoever deleted it before it was taken cancelled the request before this one.
            if !tenant.has(&entry) {
                continue;
            }
            let Some(store) = &self.store else { return Ok(taken) };
            match self.newest(store, tenant, id) {
                Ok(at) if at.generation == taken.generation => return Ok(taken),
                Ok(_) => tenant.forget(&entry),
                Err(failure) => {
                    if failure.kind() == FailureKind::NotFound {
                        tenant.forget(&entry);
                    }
                    return Err(failure);
                }
            }
        }
        Err(moved())
    }

    /// Stores a session, so that what a request did is durable before its answer is sent.
    fn store(&self, tenant: &Tenant, store: &Store, entry: &Entry, live: &mut Live) -> Result<(), Failure> {
        let name = &tenant.settings.name;
        let snapshot = live.session.snapshot(None).map_err(|error| {
            let failure = Failure::from(error);
            let message = format!("the session cannot be kept, and is as it was before this request: {}", failure.error.message);
            Failure::new(failure.kind(), message)
        })?;
        let (_, policy) = tenant.policy(Some(&entry.policy))?;
        let header = Header::new(
            &entry.policy,
            &policy.policy.sha256,
            &entry.limits,
            &entry.tools,
            entry.expires,
            live.steps,
            live.waiting,
            &live.file,
            live.findings(),
            &live.lineage,
        )?;
        let lineage = header.lineage();
        let generation = live.generation.saturating_add(1);
        let object = store.sealed(name, &entry.id, generation, header, &snapshot)?;
        let length = object.len() as u64;
        tenant.keep(live.stored_bytes, length)?;
        let written = store.write(name, &entry.id, generation, object, lineage.first().map(String::as_str));
        if !matches!(written, Ok(Written::Kept(_))) {
            let mut stored = tenant.stored();
            stored.bytes = stored.bytes.saturating_sub(length).saturating_add(live.stored_bytes);
        }
        match written? {
            Written::Kept(bytes) => {
                (live.generation, live.stored_bytes, live.lineage) = (generation, bytes, lineage);
                Ok(())
            }
            Written::Moved => Err(moved()),
            Written::Ended => Err(no_session(&entry.id)),
        }
    }

    /// Keeps what a request did with a session. A session whose worker is lost, or which could not be kept, leaves the memory.
    pub(crate) fn kept<T>(&self, tenant: &Tenant, mut taken: Taken, done: Result<T, Failure>) -> Result<T, Failure> {
        let entry = Arc::clone(&taken.entry);
        let done = match (done, &self.store) {
            (Ok(done), Some(store)) => self.store(tenant, store, &entry, &mut taken).map(|()| done).inspect_err(|_| tenant.forget(&entry)),
            // It may have done a part.
            (Err(failure), Some(_)) => {
                tenant.forget(&entry);
                Err(failure)
            }
            (done, None) => done,
        };
        self.unless_lost(tenant, &entry, done)
    }

    /// Forgets a session whose worker is lost.
    pub(crate) fn unless_lost<T>(&self, tenant: &Tenant, entry: &Arc<Entry>, done: Result<T, Failure>) -> Result<T, Failure> {
        if done.as_ref().is_err_and(|failure| matches!(failure.kind(), FailureKind::WorkerLost | FailureKind::Internal)) {
            tenant.forget(entry);
        }
        done
    }

    /// Adds a new session to those of its tenant.
    pub(crate) fn add(&self, tenant: &Tenant, entry: Entry) -> Result<SessionInfo, Failure> {
        let entry = Arc::new(entry);
        if let Some(store) = &self.store {
            let mut taken = entry.take()?;
            tenant.have_another()?;
            self.store(tenant, store, &entry, &mut taken).inspect_err(|_| tenant.is_gone(0))?;
        }
        let info = entry.info(tenant);
        logs::opened(&tenant.settings.name, &entry.id, &entry.policy);
        tenant.sessions().insert(entry.id.clone(), entry);
        Ok(info)
    }

    /// Deletes a session. A step that runs in it here ends; one that runs in another server will not count.
    pub(crate) fn delete(&self, tenant: &Tenant, id: &str) -> Result<(), Failure> {
        let here = tenant.sessions().remove(id);
        if let Some(entry) = &here {
            entry.current.get().cancel();
        }
        match (&self.store, here) {
            (None, None) => Err(no_session(id)),
            (None, Some(_)) => {
                logs::deleted(&tenant.settings.name, id);
                Ok(())
            }
            (Some(store), _) => {
                let at = store.end(&tenant.settings.name, id)?.ok_or_else(|| no_session(id))?;
                tenant.is_gone(at.bytes);
                logs::deleted(&tenant.settings.name, id);
                Ok(())
            }
        }
    }

    /// What is known about a session.
    pub(crate) fn info(&self, tenant: &Tenant, id: &str) -> Result<SessionInfo, Failure> {
        let here = tenant.sessions().get(id).cloned();
        match (&self.store, here) {
            (None, here) => here.map(|entry| entry.info(tenant)).ok_or_else(|| no_session(id)),
            // The store does not know yet what a request does.
            (Some(_), Some(entry)) if entry.state() == SessionState::Running => Ok(entry.info(tenant)),
            (Some(store), _) => {
                for _ in 0..TRIES {
                    let at = self.newest(store, tenant, id)?;
                    if let Some(header) = store.header(&tenant.settings.name, id, at)? {
                        return stored_info(tenant, id, at, header);
                    }
                }
                Err(moved())
            }
        }
    }

    /// Sessions behind an id, in the order of their ids, and whether there are more.
    pub(crate) fn page(&self, tenant: &Tenant, after: &str, most: usize) -> Result<(Vec<SessionInfo>, bool), Failure> {
        let behind = (std::ops::Bound::Excluded(after), std::ops::Bound::Unbounded);
        let Some(store) = &self.store else {
            let all = tenant.sessions();
            let mut behind = all.range::<str, _>(behind);
            let page = behind.by_ref().take(most).map(|(_, entry)| entry.info(tenant)).collect();
            return Ok((page, behind.next().is_some()));
        };
        let all = store.all(&tenant.settings.name)?;
        let mut page = Vec::new();
        for (id, at) in all.range::<str, _>(behind).filter(|(_, at)| !at.is_end()) {
            if page.len() == most {
                return Ok((page, true));
            }
            let is_running = tenant.sessions().get(id).is_some_and(|entry| entry.state() == SessionState::Running);
            let listed = if is_running { Ok(None) } else { store.header(&tenant.settings.name, id, *at) };
            // It runs here, or went on since the list was made.
            let found =
                listed.and_then(|header| header.map_or_else(|| self.info(tenant, id), |header| stored_info(tenant, id, *at, header)));
            match found {
                Ok(info) => page.push(info),
                // It ended meanwhile, or nobody can use it.
                Err(failure) if matches!(failure.kind(), FailureKind::NotFound | FailureKind::Refused | FailureKind::Busy) => {}
                Err(failure) => return Err(failure),
            }
        }
        Ok((page, false))
    }
}

fn stored_info(tenant: &Tenant, id: &str, at: At, header: Header) -> Result<SessionInfo, Failure> {
    if at.age() >= Duration::from_secs(header.expires_s) {
        return Err(no_session(id));
    }
    Ok(SessionInfo {
        id: id.to_owned(),
        limits: all_limits(tenant.policy(Some(&header.policy)).ok().map(|(_, served)| served), &header.limits),
        policy: header.policy,
        state: if header.waiting == Waiting::Nothing { SessionState::Idle } else { SessionState::Waiting },
        steps: header.steps,
        tools: header.tools,
        expires_s: header.expires_s,
        idle_s: at.age().as_secs(),
    })
}

/// Makes a session of what is stored.
fn load(tenant: &Tenant, id: &str, at: At, header: &Header, snapshot: &[u8]) -> Result<Entry, Failure> {
    if at.age() >= Duration::from_secs(header.expires_s) {
        return Err(no_session(id));
    }
    let (served, template) = tenant.template(Some(&header.policy), &header.limits)?;
    if *header.policy_sha256 != *served.policy.sha256 {
        let message = format!(
            "the session `{id}` was stored under a policy `{}` that allowed something else than that of this name now. Give the server the policy \
             as it was, or open a session from a snapshot",
            header.policy
        );
        return Err(Failure::new(FailureKind::Refused, message));
    }
    let current = Current::default();
    let mut session = tenant.pool.restore(&template, &|| Printer::boxed(&current), snapshot, None)?;
    for spec in &specs(&header.tools)? {
        session.add_tool(spec)?;
    }
    let mut live = Live::new(session, current);
    live.go_on(header.waiting, header.steps, &header.file, header.findings.clone())?;
    (live.generation, live.stored_bytes, live.lineage) = (at.generation, at.bytes, header.lineage());
    let expires = Duration::from_secs(header.expires_s);
    Ok(Entry::new(id.to_owned(), live, &served.name, &header.limits, header.tools.clone(), expires, None))
}

/// Looks for sessions that nobody uses.
#[derive(Debug, Default)]
pub(crate) struct Sweeper {
    looked: Option<Instant>,
    /// When the sessions of each tenant expire. It never changes.
    expires: BTreeMap<(String, String), Duration>,
}

impl Sweeper {
    /// Deletes what has expired, and lets go of what was not used for a while and is in the store.
    pub(crate) fn sweep(&mut self, app: &App) {
        let look = LOOK.min(app.settings.expiry / 4).max(Duration::from_millis(250));
        let is_time = self.looked.is_none_or(|looked| looked.elapsed() >= look);
        for tenant in app.tenants.all() {
            let Some(store) = &app.store else {
                let expired: Vec<_> = tenant.sessions().extract_if(.., |_, entry| entry.is_idle_for(entry.expires)).collect();
                app.metrics.sessions_expired.fetch_add(expired.len() as u64, Ordering::Relaxed);
                logs::expired(&tenant.settings.name, expired.len());
                continue;
            };
            // Workers are told as this is dropped.
            let left: Vec<_> =
                tenant.sessions().extract_if(.., |_, entry| entry.is_idle_for(store.memory_time.min(entry.expires))).collect();
            drop(left);
        }
        if is_time {
            for (store, tenant) in app.store.iter().flat_map(|store| app.tenants.all().iter().map(move |tenant| (store, tenant))) {
                // A store that does not answer now may answer next time.
                if let Err(failure) = self.look_through(app, store, tenant) {
                    logs::not_looked_through(&tenant.settings.name, &failure);
                }
            }
            self.looked = Some(Instant::now());
        }
    }

    fn look_through(&mut self, app: &App, store: &Store, tenant: &Tenant) -> Result<(), Failure> {
        let name = &tenant.settings.name;
        let all = store.all(name)?;
        // Quotas hold from here on; reading what is there may take long.
        let there = || all.values().filter(|at| !at.is_end());
        *tenant.stored() = Stored { sessions: there().count(), bytes: there().map(|at| at.bytes).sum() };
        let (mut sessions, mut bytes) = (0, 0_u64);
        self.expires.retain(|(of, id), _| of != name || all.get(id).is_some_and(|at| !at.is_end()));
        for (id, at) in all {
            if at.is_end() {
                if at.age() >= END_STAYS {
                    store.forget_end(name, &id, at);
                }
                continue;
            }
            let key = (name.clone(), id);
            let expires = match self.expires.get(&key) {
                Some(expires) => Some(*expires),
                None => match store.header(name, &key.1, at) {
                    Ok(Some(header)) => Some(Duration::from_secs(header.expires_s)),
                    // Nobody can use it, but its owner may want to see that.
                    Err(failure) if failure.kind() == FailureKind::Refused => Some(app.settings.expiry),
                    // It went on just now, or cannot be read now.
                    Ok(None) | Err(_) => None,
                },
            };
            let Some(expires) = expires else {
                sessions += 1;
                bytes = bytes.saturating_add(at.bytes);
                continue;
            };
            let is_at_work = tenant.sessions().get(&key.1).is_some_and(|entry| entry.state() == SessionState::Running);
            if at.age() >= expires.min(app.settings.expiry) && !is_at_work && store.end_after(name, &key.1, at)? {
                tenant.sessions().remove(&key.1);
                app.metrics.sessions_expired.fetch_add(1, Ordering::Relaxed);
                logs::expired(name, 1);
                continue;
            }
            sessions += 1;
            bytes = bytes.saturating_add(at.bytes);
            self.expires.insert(key, expires);
        }
        *tenant.stored() = Stored { sessions, bytes };
        Ok(())
    }
}

/// Findings of a check, as a record has them.
pub(crate) fn findings_of(verdict: &stockade_policy::Verdict) -> Option<Value> {
    verdict.to_json().get("findings").cloned()
}
