//! The settings of a run: policy, limits, seed, backstop.

use std::sync::Arc;

use stockade_policy::{Limits, PolicyError, ResolvedPolicy, Unit, resolve_text};
use stockade_vm::{Config, Library};

use super::host::{Printed, RoomHost};
use crate::stubs::{GAP_CALL, GAP_MODULE, PACKAGES};

/// The modules that programs can import.
pub(crate) static LIBRARY: Library = Library::new(stockade_stdlib::read_full);

/// The host function through which rooms talk.
pub(crate) const ROOM_CALL: &str = "stockade_room";

/// The limits of a program, unless somebody chooses others or the policy allows less.
const USUAL_LIMITS: &[(&str, u64)] = &[("limits.fuel", 1_000_000_000), ("limits.memory", 512 << 20), ("limits.output", 16 << 20)];

/// The least that these limits may be: what the engine's own code takes of them in the room of a program that does nothing itself. A smaller
/// limit would judge the engine.
const LEAST_LIMITS: &[(&str, u64, Unit)] =
    &[("limits.fuel", 50_000, Unit::Count), ("limits.memory", 4 << 20, Unit::Bytes), ("limits.recursion", 50, Unit::Count)];

/// Where policies are read from: `(file that names it, name)` to `(file, text)`.
pub type Finder<'f> = dyn Fn(&str, &str) -> Result<(String, String), String> + 'f;

/// What a verdict depends on besides the program and its tests.
#[derive(Debug, Clone)]
pub struct Settings {
    /// How candidates run.
    pub(crate) candidate: Config,
    /// How tests run: they are the host's own, so the policy does not judge them. Small limits are for candidates: tests have at least the
    /// usual ones.
    pub(crate) tests: Config,
    /// True if rows have what programs printed.
    pub(crate) keeps_output: bool,
    /// Wall time of a step after which its room is taken for lost.
    pub(crate) backstop: std::time::Duration,
}

/// The settings that somebody chose, as they are written down.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chosen {
    /// Limits by their keys (`limits.fuel`), in place of the usual ones and the policy's.
    pub limits: Vec<(String, u64)>,
    /// The seed of hashes and of `random`.
    pub seed: u64,
    /// Wall time, in milliseconds, after which a room is taken for lost.
    pub backstop_ms: u64,
    /// Keep what programs print in the rows.
    pub keeps_output: bool,
}

impl Settings {
    /// Settings under a policy: a preset, or a policy file that `find` reads.
    ///
    /// # Errors
    /// What is wrong with the policy, or a limit that leaves no room for the engine's own code.
    pub fn new(policy: &str, find: &Finder<'_>, chosen: &Chosen) -> Result<Settings, String> {
        let settings = Settings::of(policy, find, chosen).map_err(|errors| {
            let message = errors.first().map_or("it is not valid", |error| error.message.as_str());
            format!("policy `{policy}`: {message}")
        })?;
        for (key, least, unit) in LEAST_LIMITS {
            let given = settings.candidate.limits.get(key).unwrap_or(*least);
            if given < *least {
                let (given, least) = (unit.show(given), unit.show(*least));
                return Err(format!("{key} is {given}, but the engine's own code in a room takes some of it; give at least {least}"));
            }
        }
        Ok(settings)
    }

    fn of(policy: &str, find: &Finder<'_>, chosen: &Chosen) -> Result<Settings, Vec<PolicyError>> {
        let resolve = |names: &[&str]| -> Result<ResolvedPolicy, Vec<PolicyError>> {
            let list = names.join(", ");
            let child = format!(
                "version: 1\nname: eval\nextends: [{}]\nadd: {{imports: [{list}], tools: [{ROOM_CALL}, {GAP_CALL}]}}\n",
                serde_json::Value::from(policy)
            );
            resolve_text("<eval>", &child, find)
        };
        let base = resolve(&[GAP_MODULE])?;
        let stubs = PACKAGES.iter().copied().filter(|name| !base.denies_given_module(name)).chain([GAP_MODULE]);
        let patterns: Vec<String> = stubs.map(|name| format!("{name}.*")).collect();
        let names: Vec<String> = patterns.iter().map(|name| format!("\"{name}\"")).collect();
        let policy = Arc::new(resolve(&names.iter().map(String::as_str).collect::<Vec<_>>())?);
        let mut candidate = Config { library: &LIBRARY, ..Config::new(&policy) };
        for (key, most) in USUAL_LIMITS {
            let own = candidate.limits.get(key).unwrap_or(*most);
            candidate.limits.set(key, own.min(*most));
        }
        for (key, value) in &chosen.limits {
            candidate.limits.set(key, *value);
        }
        // The host ends what takes too long; a limit of time would score.
        candidate.limits.wall_ms = u64::MAX;
        // What the rooms say to each other is bounded by fuel.
        candidate.limits.host_calls = u32::MAX;
        (candidate.hash_seed, candidate.random_seed) = (chosen.seed, chosen.seed);
        let limits = &candidate.limits;
        let roomy = Limits {
            source_bytes: u32::MAX >> 2,
            tokens: u32::MAX,
            ast_nodes: u32::MAX,
            recursion: limits.recursion.max(Limits::default().recursion),
            ..limits.clone()
        };
        let mut tests = Config { limits: roomy, hash_seed: chosen.seed, random_seed: chosen.seed, ..Config::with_library(&LIBRARY) };
        for (key, least) in USUAL_LIMITS {
            let own = tests.limits.get(key).unwrap_or(*least);
            tests.limits.set(key, own.max(*least));
        }
        Ok(Settings { candidate, tests, keeps_output: chosen.keeps_output, backstop: std::time::Duration::from_millis(chosen.backstop_ms) })
    }

    /// The host of a room. What the program prints is dropped, unless somebody keeps it.
    pub(super) fn host(&self, printed: Option<&Printed>) -> RoomHost {
        printed.map_or_else(RoomHost::silent, RoomHost::keeping).with_backstop(self.backstop)
    }

    /// Every limit of candidates by its key.
    pub fn limits(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        Limits::TABLE.iter().filter_map(|limit| Some((limit.key, self.candidate.limits.get(limit.key)?)))
    }

    /// The seed of hashes and of `random`.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.candidate.random_seed
    }

    /// True if rows have what programs printed.
    #[must_use]
    pub fn keeps_output(&self) -> bool {
        self.keeps_output
    }

    /// The digest of the policy.
    #[must_use]
    pub fn policy_digest(&self) -> String {
        self.candidate.check.as_ref().map_or_else(String::new, |policy| policy.sha256.to_string())
    }
}
