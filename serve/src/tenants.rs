//! Tenants: who may ask, by which token, under which policies, and how much at once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use stockade_policy::{LimitInfo, Limits, ResolvedPolicy};
use stockade_workers::protocol::{PolicyTexts, Settings};
use stockade_workers::{Pool, Template, WorkerCommand};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::failure::{Failure, FailureKind};
use crate::judging::Judging;
use crate::sessions::Entry;

/// A worker keeps a template for each policy and each choice of limits. So many choices of a tenant are kept.
const MOST_TEMPLATES: usize = 32;
/// Requests of a tenant at once that look into the store. Each has a thread that waits, and so has what the store itself does.
pub(crate) const LOOKS: usize = 8;

/// A policy that clients may name.
#[derive(Debug, Clone)]
pub struct ServedPolicy {
    /// The name that they say.
    pub name: String,
    /// Its texts, for workers.
    pub texts: PolicyTexts,
    /// The policy.
    pub policy: Arc<ResolvedPolicy>,
    /// How programs of batches are judged under it. Without it they are not.
    pub judging: Option<Judging>,
}

/// What a tenant may do.
#[derive(Debug, Clone)]
pub struct TenantSettings {
    /// Its name, for messages of the server's own.
    pub name: String,
    /// The SHA-256 of its token. `None` for whoever has none.
    pub token_sha256: Option<[u8; 32]>,
    /// Its policies. The first one is taken where a request names none.
    pub policies: Vec<ServedPolicy>,
    /// The most sessions that are open at once.
    pub sessions: usize,
    /// The most steps that run at once.
    pub steps: usize,
    /// The most bytes of its sessions in a store.
    pub stored_bytes: u64,
    /// It may read the metrics, which count the requests of all.
    pub reads_metrics: bool,
}

impl TenantSettings {
    /// Sessions of a tenant at once, where nobody says how many.
    pub const SESSIONS: usize = 1000;
    /// Steps of a tenant at once, where nobody says how many.
    pub const STEPS: usize = 32;
    /// Bytes of a tenant's sessions in a store, where nobody says how many.
    pub const STORED_BYTES: u64 = 1 << 30;

    /// Whoever has no token.
    #[must_use]
    pub fn without_token(policies: Vec<ServedPolicy>) -> Self {
        let (sessions, steps) = (TenantSettings::SESSIONS, TenantSettings::STEPS);
        let stored_bytes = TenantSettings::STORED_BYTES;
        TenantSettings { name: "local".to_owned(), token_sha256: None, policies, sessions, steps, stored_bytes, reads_metrics: true }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TokensFile {
    #[serde(default)]
    tenant: Vec<TenantRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TenantRow {
    name: String,
    token_sha256: String,
    policies: Option<Vec<String>>,
    sessions: Option<usize>,
    steps: Option<usize>,
    bytes: Option<u64>,
    #[serde(default)]
    metrics: bool,
}

/// The tenants of a tokens file: TOML with a table `[[tenant]]` for each. `find` gives a policy by its name; `policies` are for tenants that
/// name none.
///
/// # Errors
/// What is wrong with the file.
pub fn read_tokens(
    text: &str,
    policies: &[ServedPolicy],
    find: &dyn Fn(&str) -> Result<ServedPolicy, String>,
) -> Result<Vec<TenantSettings>, String> {
    let file: TokensFile = toml::from_str(text).map_err(|error| error.to_string())?;
    if file.tenant.is_empty() {
        return Err("it has no tenant: a table `[[tenant]]` with `name` and `token_sha256` makes one".to_owned());
    }
    let mut tenants: Vec<TenantSettings> = Vec::new();
    for row in file.tenant {
        let name = row.name;
        let token_sha256 = from_hex(&row.token_sha256).ok_or_else(|| {
            format!("`token_sha256` of the tenant `{name}` is no SHA-256: it has 64 digits of hexadecimal (`printf %s TOKEN | sha256sum`)")
        })?;
        if tenants.iter().any(|other| other.name == name) {
            return Err(format!("there are two tenants `{name}`"));
        }
        if let Some(other) = tenants.iter().find(|other| other.token_sha256 == Some(token_sha256)) {
            return Err(format!("the tenants `{}` and `{name}` have the same token", other.name));
        }
        let own = row.policies.map(|names| names.iter().map(|name| find(name)).collect::<Result<Vec<_>, _>>()).transpose()?;
        let policies = own.unwrap_or_else(|| policies.to_vec());
        if policies.is_empty() {
            return Err(format!("the tenant `{name}` has no policy: leave `policies` out for those of `--policy`"));
        }
        tenants.push(TenantSettings {
            name,
            token_sha256: Some(token_sha256),
            policies,
            sessions: row.sessions.unwrap_or(TenantSettings::SESSIONS),
            steps: row.steps.unwrap_or(TenantSettings::STEPS),
            stored_bytes: row.bytes.unwrap_or(TenantSettings::STORED_BYTES),
            reads_metrics: row.metrics,
        });
    }
    Ok(tenants)
}

/// The bytes of 64 digits of hexadecimal.
pub(crate) fn from_hex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    Some(bytes)
}

/// Policy and limits of a template.
type TemplateKey = (usize, Vec<(String, u64)>);

/// What a tenant has in the store, as far as this server knows: others may have added something since it looked.
#[derive(Debug, Default)]
pub(crate) struct Stored {
    pub(crate) sessions: usize,
    pub(crate) bytes: u64,
}

/// A tenant, with everything that is its own.
#[derive(Debug)]
pub(crate) struct Tenant {
    pub(crate) settings: TenantSettings,
    pub(crate) pool: Pool,
    sessions: Mutex<BTreeMap<String, Arc<Entry>>>,
    open: Arc<Semaphore>,
    running: Arc<Semaphore>,
    stored: Mutex<Stored>,
    /// A batch has workers of its own, so there is one at a time.
    judging: Arc<Semaphore>,
    looking: Arc<Semaphore>,
    /// The oldest first.
    templates: Mutex<Vec<(TemplateKey, Arc<Template>)>>,
}

impl Tenant {
    pub(crate) fn new(settings: TenantSettings, command: &WorkerCommand, workers: usize) -> Arc<Tenant> {
        // The semaphore refuses more.
        let places = |count: usize| Arc::new(Semaphore::new(count.min(Semaphore::MAX_PERMITS)));
        let (open, running) = (places(settings.sessions), places(settings.steps));
        let pool = Pool::new(command.clone(), workers, Pool::PATIENCE);
        Arc::new(Tenant {
            settings,
            pool,
            sessions: Mutex::default(),
            open,
            running,
            stored: Mutex::default(),
            judging: places(1),
            looking: places(LOOKS),
            templates: Mutex::default(),
        })
    }

    /// The policy of a name, or the first one.
    pub(crate) fn policy(&self, name: Option<&str>) -> Result<(usize, &ServedPolicy), Failure> {
        let wanted = |(_, policy): &(usize, &ServedPolicy)| name.is_none_or(|name| policy.name == name);
        self.settings.policies.iter().enumerate().find(wanted).ok_or_else(|| {
            let names: Vec<String> = self.settings.policies.iter().map(|policy| format!("`{}`", policy.name)).collect();
            let (name, names) = (name.unwrap_or_default(), names.join(", "));
            Failure::new(
                FailureKind::Forbidden,
                format!("there is no policy `{name}` for you: there is {names}. The host adds one by `--policy`, or in the tokens file"),
            )
        })
    }

    /// The template of a policy with limits. A limit may be lower than the policy's.
    pub(crate) fn template(&self, policy: Option<&str>, limits: &Map<String, Value>) -> Result<(&ServedPolicy, Arc<Template>), Failure> {
        let (number, served) = self.policy(policy)?;
        let key = (number, chosen(served, limits)?);
        let mut templates = lock(&self.templates);
        if let Some(at) = templates.iter().position(|(known, _)| *known == key) {
            let row = templates.remove(at);
            let template = Arc::clone(&row.1);
            templates.push(row);
            return Ok((served, template));
        }
        let settings = Settings { limits: key.1.clone(), ..Settings::new(served.texts.clone()) };
        let template = Template::new(settings, &served.policy).map_err(|error| Failure::new(FailureKind::Internal, error))?;
        if templates.len() >= MOST_TEMPLATES {
            templates.remove(0);
        }
        templates.push((key, Arc::clone(&template)));
        Ok((served, template))
    }

    /// Leave to run a step, until it is dropped.
    pub(crate) fn may_run(&self) -> Result<OwnedSemaphorePermit, Failure> {
        let most = self.settings.steps;
        let message = || format!("{most} steps run already, as many as you may run at once. Try again when one has ended");
        Arc::clone(&self.running).try_acquire_owned().map_err(|_| Failure::new(FailureKind::Quota, message()))
    }

    /// Leave to run a step, when there is a place.
    pub(crate) async fn runs_later(&self) -> Result<OwnedSemaphorePermit, Failure> {
        let ended = |_| Failure::new(FailureKind::Unavailable, "the server is about to end");
        Arc::clone(&self.running).acquire_owned().await.map_err(ended)
    }

    /// Leave to have a batch judged, until it is dropped.
    pub(crate) fn may_judge(&self) -> Result<OwnedSemaphorePermit, Failure> {
        let message = "a batch of yours is judged already, and there is one at a time: wait for its answer";
        Arc::clone(&self.judging).try_acquire_owned().map_err(|_| Failure::new(FailureKind::Quota, message))
    }

    /// Leave to look into the store or to delete, until it is dropped. Whoever has none waits for it.
    pub(crate) async fn may_look(&self) -> Option<OwnedSemaphorePermit> {
        // It is never closed.
        Arc::clone(&self.looking).acquire_owned().await.ok()
    }

    /// Leave to have a session, until it is dropped.
    pub(crate) fn may_open(&self) -> Result<OwnedSemaphorePermit, Failure> {
        Arc::clone(&self.open).try_acquire_owned().map_err(|_| self.too_many())
    }

    fn too_many(&self) -> Failure {
        let most = self.settings.sessions;
        let message = format!("{most} sessions are open, as many as you may have. Delete one, or let them expire sooner (`expires_s`)");
        Failure::new(FailureKind::Quota, message)
    }

    /// What it has in the store.
    pub(crate) fn stored(&self) -> MutexGuard<'_, Stored> {
        lock(&self.stored)
    }

    /// Whether it may have one more session in the store.
    pub(crate) fn may_have_another(&self) -> Result<(), Failure> {
        if self.stored().sessions < self.settings.sessions { Ok(()) } else { Err(self.too_many()) }
    }

    /// Counts one more session in the store.
    pub(crate) fn have_another(&self) -> Result<(), Failure> {
        let mut stored = self.stored();
        if stored.sessions >= self.settings.sessions {
            return Err(self.too_many());
        }
        stored.sessions += 1;
        Ok(())
    }

    /// Counts the bytes of a session in the store that had and has so many.
    pub(crate) fn keep(&self, before: u64, after: u64) -> Result<(), Failure> {
        let mut stored = self.stored();
        let (most, others) = (self.settings.stored_bytes, stored.bytes.saturating_sub(before));
        if after <= before || others.saturating_add(after) <= most {
            stored.bytes = others.saturating_add(after);
            return Ok(());
        }
        let message = format!(
            "the session would have {after} bytes, your others have {others}, and together you may have {most}: delete sessions. This request does \
             not count. The host allows more by `bytes` in the tokens file"
        );
        Err(Failure::new(FailureKind::Quota, message))
    }

    /// A session of so many bytes is in the store no more.
    pub(crate) fn is_gone(&self, bytes: u64) {
        let mut stored = self.stored();
        (stored.sessions, stored.bytes) = (stored.sessions.saturating_sub(1), stored.bytes.saturating_sub(bytes));
    }

    pub(crate) fn steps_running(&self) -> usize {
        self.settings.steps.saturating_sub(self.running.available_permits())
    }

    /// The sessions, in the order of their ids.
    pub(crate) fn sessions(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Entry>>> {
        lock(&self.sessions)
    }

    /// True if a session is still one of this tenant, in memory.
    pub(crate) fn has(&self, entry: &Arc<Entry>) -> bool {
        self.sessions().get(&entry.id).is_some_and(|there| Arc::ptr_eq(there, entry))
    }

    /// Drops a session from memory, unless it is another one by now.
    pub(crate) fn forget(&self, entry: &Arc<Entry>) {
        let mut sessions = self.sessions();
        if sessions.get(&entry.id).is_some_and(|there| Arc::ptr_eq(there, entry)) {
            sessions.remove(&entry.id);
        }
    }
}

/// There is no session of this id.
pub(crate) fn no_session(id: &str) -> Failure {
    let message = format!("there is no session `{id}`: it was never there, was deleted, expired, or lost its worker");
    Failure::new(FailureKind::NotFound, message)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The limits of a request, by their keys.
pub(crate) fn chosen(served: &ServedPolicy, limits: &Map<String, Value>) -> Result<Vec<(String, u64)>, Failure> {
    let mut chosen = limits.iter().map(|(name, value)| limit(served, name, value)).collect::<Result<Vec<_>, _>>()?;
    chosen.sort_unstable();
    // A name may be written with its section or without.
    if let Some(twice) = chosen.windows(2).find_map(|pair| match pair {
        [(name, _), (other, _)] if name == other => Some(name),
        _ => None,
    }) {
        return Err(Failure::bad(format!("`limits` has `{twice}` twice: give it once")));
    }
    Ok(chosen)
}

/// The number of a limit, as a request has it.
fn number(info: &LimitInfo, name: &str, value: &Value) -> Result<u64, Failure> {
    match value {
        Value::String(text) => info.kind.parse(text).map_err(|error| Failure::bad(format!("`limits.{name}`: {error}"))),
        Value::Number(number) => {
            number.as_u64().ok_or_else(|| Failure::bad(format!("`limits.{name}` is a whole number of {}, not negative", info.unit)))
        }
        _ => Err(Failure::bad(format!("`limits.{name}` is a number of {}, or a text with a unit", info.unit))),
    }
}

/// The limits that hold for a session, by the names that requests have for them: those that it was opened with, else those of its policy. A
/// session that is stored may name a policy that is there no more.
pub(crate) fn all_limits(policy: Option<&ServedPolicy>, given: &Map<String, Value>) -> BTreeMap<&'static str, u64> {
    let one = |info: &'static LimitInfo| {
        let name = name_of(info);
        let given = given.get(info.key).or_else(|| given.get(name)).and_then(|value| number(info, name, value).ok());
        Some((name, given.or_else(|| policy?.policy.limits.get(info.key))?))
    };
    Limits::TABLE.iter().filter_map(one).collect()
}

/// The shortest name of a limit.
fn name_of(info: &'static LimitInfo) -> &'static str {
    if info.section == "limits" { info.name } else { info.key }
}

/// The names that a request may have for a limit.
pub(crate) fn names_of(info: &'static LimitInfo) -> impl Iterator<Item = &'static str> {
    let short = name_of(info);
    std::iter::once(short).chain((short != info.key).then_some(info.key))
}

/// A limit of a request, by its key.
fn limit(served: &ServedPolicy, name: &str, value: &Value) -> Result<(String, u64), Failure> {
    let info = Limits::info(name).ok_or_else(|| {
        let names: Vec<&str> = Limits::TABLE.iter().filter(|info| info.section == "limits").map(|info| info.name).collect();
        Failure::bad(format!("there is no limit `{name}`: there are {}", names.join(", ")))
    })?;
    let number = number(info, name, value)?;
    match served.policy.limits.get(info.key) {
        Some(most) if number > most => Err(Failure::new(
            FailureKind::Forbidden,
            format!(
                "`limits.{name}` is {number} {}, and the policy `{}` allows {most}. The host allows more by `{}` in the policy",
                info.unit, served.name, info.key
            ),
        )),
        Some(_) => Ok((info.key.to_owned(), number)),
        None => Err(Failure::new(FailureKind::Internal, format!("the policy has no limit `{}`", info.key))),
    }
}

/// The tenants, by the digests of their tokens.
#[derive(Debug)]
pub(crate) struct Tenants {
    all: Vec<Arc<Tenant>>,
    by_token: BTreeMap<[u8; 32], Arc<Tenant>>,
}

impl Tenants {
    pub(crate) fn new(all: Vec<Arc<Tenant>>) -> Self {
        let by_token = all.iter().filter_map(|tenant| Some((tenant.settings.token_sha256?, Arc::clone(tenant)))).collect();
        Tenants { all, by_token }
    }

    pub(crate) fn all(&self) -> &[Arc<Tenant>] {
        &self.all
    }

    pub(crate) fn have_tokens(&self) -> bool {
        !self.by_token.is_empty()
    }

    /// The tenant of the value of an `Authorization` header. Digests are compared, so that the time tells nothing about a token.
    pub(crate) fn find(&self, authorization: Option<&str>) -> Result<Arc<Tenant>, Failure> {
        let refused = |message: &str| Failure::new(FailureKind::Unauthorized, message);
        if !self.have_tokens() {
            return self.all.first().cloned().ok_or_else(|| Failure::new(FailureKind::Internal, "there is no tenant"));
        }
        let header = authorization.ok_or_else(|| refused("a token is needed: `Authorization: Bearer TOKEN`"))?;
        let token = header.split_once(' ').filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")).map(|(_, token)| token.trim());
        let token = token.ok_or_else(|| refused("the header `Authorization` is not of the form `Bearer TOKEN`"))?;
        self.of_token(token)
    }

    /// The tenant of a token. Without tokens it is that one who has none.
    pub(crate) fn of_token(&self, token: &str) -> Result<Arc<Tenant>, Failure> {
        if !self.have_tokens() {
            return self.find(None);
        }
        let digest: [u8; 32] = Sha256::digest(token.as_bytes()).into();
        self.by_token.get(&digest).cloned().ok_or_else(|| Failure::new(FailureKind::Unauthorized, "nobody has this token"))
    }
}
