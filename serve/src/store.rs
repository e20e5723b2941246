//! Sessions outside the process: in a folder, or in a store that speaks the protocol of S3.
//!
//! A session is a chain of generations under keys `sessions/TENANT/ID/GENERATION`. Each holds the whole session. INVARIANTS:
//! - A generation is written with a put that only creates, so two servers can never both go on from one state.
//! - The newest generation of a session is never deleted. Older ones are, so a server that writes looks again afterwards: its own counts if it is
//!   the newest, or if the newest goes on from it.
//! - The end of a session is an empty generation behind the last one. It stays for [`END_STAYS`], longer than any request takes.
//! - What is read is sealed with a key of the servers, together with its place; whatever does not fit is refused.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use futures_util::TryStreamExt;
use object_store::local::LocalFileSystem;
use object_store::path::Path as Key;
use object_store::{Error, ObjectStore, ObjectStoreExt, PutMode, PutPayload};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio::runtime::Handle;

use crate::api::Tool;
use crate::failure::{Failure, FailureKind};
use crate::sessions::random_hex;
use crate::steps::Waiting;

/// What an object starts with. The last byte is the version of the form.
const MAGIC: [u8; 8] = *b"\x89STKS\r\n\x01";
const MAC: usize = 32;
/// The empty generation of a session that has ended stays so long: longer than any request takes that knows the session from before.
pub(crate) const END_STAYS: Duration = Duration::from_secs(60 * 60);
/// Attempts to end a session that others go on with meanwhile.
const TRIES: usize = 8;
/// So many generations before it are named in a header. Others would have to go on so often while one server waits for its answer.
const LINEAGE: usize = 16;
/// So many bytes of an object are read first for its header.
const FRONT: u64 = 64 << 10;
/// What the key is for. Another use of the same file would have another text.
const USE: &str = "stockade serve 2026-11-30 seals of stored sessions";

/// Where sessions are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A folder. Several servers of one machine may share it.
    Folder(PathBuf),
    /// A bucket of a store that speaks the protocol of S3. Several machines may share it.
    S3(Bucket),
}

/// Where in a store that speaks the protocol of S3.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bucket {
    /// The name of the bucket.
    pub name: String,
    /// What the keys begin with.
    pub prefix: String,
    /// Variables of the family `AWS_`, such as `AWS_ENDPOINT_URL`, `AWS_REGION` and `AWS_ACCESS_KEY_ID`.
    pub environment: Environment,
}

/// Variables with their values, which may be secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Environment(pub Vec<(String, String)>);

impl std::fmt::Debug for Environment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.iter().map(|(name, _)| name)).finish()
    }
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once("://") {
            Some(("s3", rest)) => {
                let (name, prefix) = rest.split_once('/').unwrap_or((rest, ""));
                if name.is_empty() {
                    return Err("a bucket is needed: s3://BUCKET/PREFIX".to_owned());
                }
                let environment = Environment(std::env::vars().filter(|(name, _)| name.starts_with("AWS_")).collect());
                Ok(Place::S3(Bucket { name: name.to_owned(), prefix: prefix.trim_matches('/').to_owned(), environment }))
            }
            Some((scheme, _)) => Err(format!("sessions cannot be kept in `{scheme}`: give a folder, or s3://BUCKET/PREFIX")),
            None if text.is_empty() => Err("a folder is needed".to_owned()),
            None => Ok(Place::Folder(text.into())),
        }
    }
}

/// Keeping sessions outside the process.
#[derive(Debug, Clone)]
pub struct StateSettings {
    /// Where they are kept.
    pub place: Place,
    /// The file with the key that seals them: 64 digits of hexadecimal. Without it: the file `key` in the folder, which is made if it is not
    /// there.
    pub key: Option<PathBuf>,
    /// A session that was not used for so long leaves the memory of its worker.
    pub memory_time: Duration,
}

/// What is written in front of the snapshot.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Header {
    pub(crate) policy: String,
    pub(crate) policy_sha256: String,
    pub(crate) limits: Map<String, Value>,
    pub(crate) tools: Vec<Tool>,
    pub(crate) expires_s: u64,
    pub(crate) steps: usize,
    pub(crate) waiting: Waiting,
    pub(crate) file: String,
    pub(crate) findings: Option<Value>,
    /// Random. A server whose put was made twice by a lost answer knows its own by it.
    writing: String,
    /// The `writing` of the generations before, the last one first. A server learns from it that others went on from what it wrote, which
    /// looks like a generation that was made again after it had been removed.
    #[serde(default)]
    before: Vec<String>,
    /// The BLAKE3 of the snapshot.
    snapshot: String,
}

impl Header {
    #[expect(clippy::too_many_arguments, reason = "each is a field")]
    pub(crate) fn new(
        policy: &str,
        policy_sha256: &str,
        limits: &Map<String, Value>,
        tools: &[Tool],
        expires: Duration,
        steps: usize,
        waiting: Waiting,
        file: &str,
        findings: Option<Value>,
        before: &[String],
    ) -> Result<Self, Failure> {
        Ok(Header {
            policy: policy.to_owned(),
            policy_sha256: policy_sha256.to_owned(),
            limits: limits.clone(),
            tools: tools.to_vec(),
            expires_s: expires.as_secs(),
            steps,
            waiting,
            file: file.to_owned(),
            findings,
            writing: random_hex()?,
            before: before.to_vec(),
            snapshot: String::new(),
        })
    }

    /// What the generation after this one has as `before`.
    pub(crate) fn lineage(&self) -> Vec<String> {
        std::iter::once(&self.writing).chain(&self.before).take(LINEAGE).cloned().collect()
    }
}

/// A generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct At {
    pub(crate) generation: u64,
    pub(crate) bytes: u64,
    pub(crate) written: SystemTime,
}

impl At {
    /// True for the end of a session.
    pub(crate) fn is_end(&self) -> bool {
        self.bytes == 0
    }

    pub(crate) fn age(&self) -> Duration {
        // A clock that was set back makes nothing older.
        self.written.elapsed().unwrap_or_default()
    }
}

/// What became of a generation that was to be written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// It counts: it is the newest, or others went on from it. It has so many bytes.
    Kept(u64),
    /// Another server went on from the same state.
    Moved,
    /// The session has ended.
    Ended,
}

/// The store.
#[derive(Debug)]
pub(crate) struct Store {
    objects: Arc<dyn ObjectStore>,
    seal: [u8; 32],
    runtime: Handle,
    pub(crate) memory_time: Duration,
}

fn unavailable(what: &str, error: &dyn std::fmt::Display) -> Failure {
    Failure::new(FailureKind::Unavailable, format!("{what}: {error}"))
}

fn damaged(id: &str, why: &str) -> Failure {
    let message = format!("the stored state of the session `{id}` cannot be used: {why}. Delete the session, or open one from a snapshot");
    Failure::new(FailureKind::Refused, message)
}

impl Store {
    /// Opens the store. The key is read, or made.
    pub(crate) fn open(settings: &StateSettings, runtime: Handle) -> Result<Store, String> {
        let objects: Arc<dyn ObjectStore>;
        let key = match &settings.place {
            Place::Folder(folder) => {
                let failed = |error: &dyn std::fmt::Display| format!("`{}`: {error} (--state)", folder.display());
                make_folder(folder).map_err(|error| failed(&error))?;
                let local = LocalFileSystem::new_with_prefix(folder).map_err(|error| failed(&error))?;
                objects = Arc::new(local.with_fsync(true).with_automatic_cleanup(true));
                read_key(settings.key.as_ref().unwrap_or(&folder.join("key")), settings.key.is_none())?
            }
            Place::S3(bucket) => {
                let failed = |error: String| format!("`s3://{}/{}`: {error} (--state)", bucket.name, bucket.prefix);
                let key = settings.key.as_ref().ok_or_else(|| {
                    failed("its servers share a key: give each the same file by --state-key (`openssl rand -hex 32`)".to_owned())
                })?;
                objects = bucket_of(bucket).map_err(failed)?;
                runtime.block_on(prove(&*objects)).map_err(failed)?;
                read_key(key, false)?
            }
        };
        Ok(Store { objects, seal: blake3::derive_key(USE, &key), runtime, memory_time: settings.memory_time })
    }

    fn of_tenant(tenant: &str) -> Key {
        Key::from_iter(["sessions", tenant])
    }

    fn of_session(tenant: &str, id: &str) -> Key {
        Key::from_iter(["sessions", tenant, id])
    }

    fn key(tenant: &str, id: &str, generation: u64) -> Key {
        Key::from_iter(["sessions", tenant, id, &format!("{generation:020}")])
    }

    /// The generations below a key, with the ids of their sessions.
    fn list(&self, prefix: &Key) -> Result<Vec<(String, At)>, Failure> {
        let listed = self.runtime.block_on(self.objects.list(Some(prefix)).try_collect::<Vec<_>>());
        let listed = listed.map_err(|error| unavailable("the stored sessions cannot be listed", &error))?;
        let row = |object: object_store::ObjectMeta| {
            let parts: Vec<_> = object.location.parts().collect();
            // Whatever else is there is not a session.
            let [_, _, id, generation] = parts.as_slice() else { return None };
            let generation = generation.as_ref().parse().ok()?;
            Some((id.as_ref().to_owned(), At { generation, bytes: object.size, written: object.last_modified.into() }))
        };
        Ok(listed.into_iter().filter_map(row).collect())
    }

    /// The newest generation of each session of a tenant.
    pub(crate) fn all(&self, tenant: &str) -> Result<BTreeMap<String, At>, Failure> {
        let mut all: BTreeMap<String, At> = BTreeMap::new();
        for (id, at) in self.list(&Store::of_tenant(tenant))? {
            let newest = all.entry(id).or_insert(at);
            if newest.generation < at.generation {
                *newest = at;
            }
        }
        Ok(all)
    }

    /// The newest generation of a session.
    pub(crate) fn newest(&self, tenant: &str, id: &str) -> Result<Option<At>, Failure> {
        if !is_id(id) {
            return Ok(None);
        }
        Ok(self.list(&Store::of_session(tenant, id))?.into_iter().map(|(_, at)| at).max_by_key(|at| at.generation))
    }

    fn mac(&self, tenant: &str, id: &str, generation: u64, header: &[u8]) -> Result<blake3::Hash, Failure> {
        // Lengths are part of it, so no two places give the same bytes.
        let place = serde_json::to_vec(&(tenant, id, generation, header.len()));
        let place = place.map_err(|error| Failure::new(FailureKind::Internal, error.to_string()))?;
        let mut hasher = blake3::Hasher::new_keyed(&self.seal);
        Ok(hasher.update(&place).update(header).finalize())
    }

    /// A generation: what is in front of the snapshot, and the snapshot. `None` if it is not there any more.
    pub(crate) fn read(&self, tenant: &str, id: &str, at: At) -> Result<Option<(Header, Vec<u8>)>, Failure> {
        let key = Store::key(tenant, id, at.generation);
        let got = self.runtime.block_on(async { self.objects.get(&key).await?.bytes().await });
        let bytes = match got {
            Ok(bytes) => bytes,
            Err(Error::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(unavailable("the stored session cannot be read", &error)),
        };
        let (header, snapshot) = self.opened(tenant, id, at, &bytes)?;
        if blake3::Hash::from_hex(&header.snapshot).ok() != Some(blake3::hash(snapshot)) {
            return Err(damaged(id, "its snapshot is another one than was sealed"));
        }
        Ok(Some((header, snapshot.to_vec())))
    }

    /// What is in front of the snapshot of a generation. None if it is gone.
    pub(crate) fn header(&self, tenant: &str, id: &str, at: At) -> Result<Option<Header>, Failure> {
        let key = Store::key(tenant, id, at.generation);
        match self.runtime.block_on(self.objects.get_range(&key, 0..at.bytes.min(FRONT))) {
            Ok(bytes) => match self.opened(tenant, id, at, &bytes) {
                Ok((header, _)) => Ok(Some(header)),
                // It is longer, or damaged.
                Err(_) => Ok(self.read(tenant, id, at)?.map(|(header, _)| header)),
            },
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(unavailable("the stored session cannot be read", &error)),
        }
    }

    /// The header of a generation, whose seal holds, and what is behind it.
    fn opened<'b>(&self, tenant: &str, id: &str, at: At, bytes: &'b [u8]) -> Result<(Header, &'b [u8]), Failure> {
        let cut = || damaged(id, "it is cut off, or no session of this server");
        let rest = bytes.strip_prefix(&MAGIC).ok_or_else(cut)?;
        let (length, rest) = rest.split_first_chunk::<4>().ok_or_else(cut)?;
        let length = usize::try_from(u32::from_le_bytes(*length)).map_err(|_| cut())?;
        let (header, rest) = rest.split_at_checked(length).ok_or_else(cut)?;
        let (mac, snapshot) = rest.split_first_chunk::<MAC>().ok_or_else(cut)?;
        // Hashes compare in constant time.
        if self.mac(tenant, id, at.generation, header)? != blake3::Hash::from_bytes(*mac) {
            return Err(damaged(id, "its seal is broken, or of another key (--state-key)"));
        }
        let header: Header = serde_json::from_slice(header).map_err(|error| damaged(id, &error.to_string()))?;
        Ok((header, snapshot))
    }

    /// The object of a generation.
    pub(crate) fn sealed(&self, tenant: &str, id: &str, generation: u64, mut header: Header, snapshot: &[u8]) -> Result<Vec<u8>, Failure> {
        let internal = |error: String| Failure::new(FailureKind::Internal, error);
        blake3::hash(snapshot).to_hex().as_str().clone_into(&mut header.snapshot);
        let header = serde_json::to_vec(&header).map_err(|error| internal(error.to_string()))?;
        let length = u32::try_from(header.len()).map_err(|error| internal(error.to_string()))?;
        let mac = self.mac(tenant, id, generation, &header)?;
        Ok([&MAGIC[..], &length.to_le_bytes(), &header, mac.as_bytes(), snapshot].concat())
    }

    /// Writes a generation. When this says that it is kept, it is durable, and no other server can go on from the one before. `writing` is
    /// the one in its header; an end has none.
    pub(crate) fn write(
        &self,
        tenant: &str,
        id: &str,
        generation: u64,
        object: Vec<u8>,
        writing: Option<&str>,
    ) -> Result<Written, Failure> {
        let key = Store::key(tenant, id, generation);
        let bytes = object.len() as u64;
        let payload = PutPayload::from(object.clone());
        match self.runtime.block_on(self.objects.put_opts(&key, payload, PutMode::Create.into())) {
            Ok(_) => {}
            // The answer may have been lost, and the object be there.
            Err(_) if self.is_ours(&key, &object) => {}
            Err(Error::AlreadyExists { .. } | Error::Precondition { .. }) => return self.overtaken(tenant, id, bytes, writing),
            Err(error) => {
                if matches!(self.overtaken(tenant, id, bytes, writing), Ok(Written::Kept(_))) {
                    return Ok(Written::Kept(bytes));
                }
                let what =
                    "the session could not be stored, and nobody knows whether the request counts: look at the `steps` of the session";
                return Err(unavailable(what, &error));
            }
        }
        let all = self.list(&Store::of_session(tenant, id))?;
        if all.iter().any(|(_, at)| at.generation > generation) {
            return self.overtaken(tenant, id, bytes, writing);
        }
        self.remove_before(tenant, id, generation, &all);
        Ok(Written::Kept(bytes))
    }

    /// What became of a generation that is not the newest: others went on from it, or from the one before.
    fn overtaken(&self, tenant: &str, id: &str, bytes: u64, writing: Option<&str>) -> Result<Written, Failure> {
        for _ in 0..TRIES {
            let Some(at) = self.newest(tenant, id)? else { return Ok(Written::Ended) };
            if at.is_end() {
                return Ok(Written::Ended);
            }
            // It may have gone on meanwhile.
            if let Some(header) = self.header(tenant, id, at)? {
                let counts = writing.is_some_and(|own| header.writing == own || header.before.iter().any(|before| before == own));
                return Ok(if counts { Written::Kept(bytes) } else { Written::Moved });
            }
        }
        Ok(Written::Moved)
    }

    /// True if an object that is there is the one that was to be written: the answer to its put was lost, and it was put again.
    fn is_ours(&self, key: &Key, object: &[u8]) -> bool {
        let got = self.runtime.block_on(async { self.objects.get(key).await?.bytes().await });
        !object.is_empty() && got.is_ok_and(|there| there == object)
    }

    /// Removes what nobody needs any more. Nobody waits for it; what stays is removed next time.
    fn remove_before(&self, tenant: &str, id: &str, generation: u64, all: &[(String, At)]) {
        let old: Vec<Key> =
            all.iter().filter(|(_, at)| at.generation < generation).map(|(_, at)| Store::key(tenant, id, at.generation)).collect();
        if !old.is_empty() {
            let objects = Arc::clone(&self.objects);
            self.runtime.spawn(async move {
                for key in old {
                    let _ = objects.delete(&key).await;
                }
            });
        }
    }

    /// Ends a session. Returns its last generation, if there was one.
    pub(crate) fn end(&self, tenant: &str, id: &str) -> Result<Option<At>, Failure> {
        // The answer to the put of an end may be lost: it was there when it is looked for again.
        let mut last = None;
        for _ in 0..TRIES {
            let Some(at) = self.newest(tenant, id)?.filter(|at| !at.is_end()) else { return Ok(last) };
            if self.end_after(tenant, id, at)? {
                return Ok(Some(at));
            }
            last = Some(at);
        }
        Err(Failure::new(FailureKind::Busy, "other requests go on with this session all the time: try again"))
    }

    /// Ends a session if this is still its last generation.
    pub(crate) fn end_after(&self, tenant: &str, id: &str, at: At) -> Result<bool, Failure> {
        let Some(generation) = at.generation.checked_add(1) else { return Ok(false) };
        Ok(matches!(self.write(tenant, id, generation, Vec::new(), None)?, Written::Kept(_)))
    }

    /// Removes the end of a session that ended long ago. What is left before it goes first: it would be the newest again.
    pub(crate) fn forget_end(&self, tenant: &str, id: &str, at: At) {
        let (objects, session) = (Arc::clone(&self.objects), Store::of_session(tenant, id));
        let end = Store::key(tenant, id, at.generation);
        self.runtime.spawn(async move {
            let all: Vec<Key> = objects.list(Some(&session)).map_ok(|object| object.location).try_collect().await?;
            for key in all.iter().filter(|key| **key != end) {
                objects.delete(key).await?;
            }
            objects.delete(&end).await
        });
    }
}

#[cfg(feature = "s3")]
fn bucket_of(bucket: &Bucket) -> Result<Arc<dyn ObjectStore>, String> {
    crate::s3::open(bucket)
}

#[cfg(not(feature = "s3"))]
fn bucket_of(_: &Bucket) -> Result<Arc<dyn ObjectStore>, String> {
    Err("this build does not speak the protocol of S3 (feature `s3`)".to_owned())
}

/// Tries whether the store keeps what is there when it is told to create it. One that does not know the condition replaces it.
async fn prove(objects: &dyn ObjectStore) -> Result<(), String> {
    let name = random_hex().map_err(|failure| failure.error.message)?;
    let key = Key::from_iter(["probe", name.as_str()]);
    let put = || objects.put_opts(&key, PutPayload::from_static(b"probe"), PutMode::Create.into());
    put().await.map_err(|error| error.to_string())?;
    let second = put().await;
    let _ = objects.delete(&key).await;
    match second {
        Err(Error::AlreadyExists { .. } | Error::Precondition { .. }) => Ok(()),
        Ok(_) => {
            Err("this store replaces an object where `If-None-Match: *` forbids it, so two servers could go on from one state".to_owned())
        }
        Err(error) => Err(error.to_string()),
    }
}

/// True for what can be the id of a session. No other text of a client becomes part of a key.
fn is_id(id: &str) -> bool {
    id.len() == 32 && id.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

fn make_folder(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Reads the key. With `may_make` it is made if there is none.
fn read_key(path: &Path, may_make: bool) -> Result<[u8; 32], String> {
    use std::io::Write;
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    let failed = |error: &dyn std::fmt::Display| format!("the key `{}`: {error} (--state-key)", path.display());
    if may_make {
        let digits = random_hex().and_then(|half| Ok(half + &random_hex()?)).map_err(|failure| failed(&failure.error.message))?;
        // Whole or not at all: another server may start at the same time.
        let own = random_hex().map_err(|failure| failed(&failure.error.message))?;
        let new = path.with_extension(format!("{own}.new"));
        let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&new).map_err(|error| failed(&error))?;
        file.write_all(digits.as_bytes()).and_then(|()| file.sync_all()).map_err(|error| failed(&error))?;
        let linked = std::fs::hard_link(&new, path);
        let _ = std::fs::remove_file(&new);
        match linked {
            Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => return Err(failed(&error)),
            _ => {}
        }
        // What is sealed with the key is of no use without it.
        let folder = path.parent().map_or(Ok(()), |folder| std::fs::File::open(folder)?.sync_all());
        folder.map_err(|error| failed(&error))?;
    }
    let about = std::fs::metadata(path).map_err(|error| failed(&error))?;
    if about.permissions().mode() & 0o077 != 0 {
        return Err(failed(&"others may read it: `chmod 600` it"));
    }
    let text = std::fs::read_to_string(path).map_err(|error| failed(&error))?;
    crate::tenants::from_hex(text.trim()).ok_or_else(|| failed(&"it is not 64 digits of hexadecimal (`openssl rand -hex 32`)"))
}
