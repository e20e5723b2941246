//! What a session is made with: the policy's check, grants, limits, seeds.

use std::sync::{Arc, LazyLock};

use stockade_policy::{Grants, Limits, ResolvedPolicy};

use crate::runtime::library::Library;

/// What a session needs from its host, besides the [`crate::Host`] itself.
///
/// The default is the preset `default` with its check: nothing is granted that the host did not ask for.
#[derive(Debug, Clone)]
pub struct Config {
    /// The policy that the text of each step is checked by before it runs; None for no check. What the program may do while it runs is up to
    /// `grants` either way.
    pub check: Option<Arc<ResolvedPolicy>>,
    /// What the machine lets the program do. Sessions that share it share more: the imports that programs begin with run once for a thread.
    pub grants: Arc<Grants>,
    /// What programs can import.
    pub library: &'static Library,
    /// Bounds on sources and on runs, each in its own unit.
    pub limits: Limits,
    /// Key of string hashes; the same seed gives the same run.
    pub hash_seed: u64,
    /// Seed of `random` where the program sets none.
    pub random_seed: u64,
    /// Collect at every safepoint: slow, for tests.
    pub stress_collection: bool,
    /// Run every instruction by its general case: slow, for tests. Output, fuel and snapshots are the same.
    pub plain: bool,
    /// Always run the imports that a program begins with, where a new session may be a copy of one that has run the same ones: slow, for
    /// tests. Output is the same, and so is fuel but for looking after finalizers; snapshots hold the same in another order.
    pub runs_imports: bool,
}

impl Config {
    /// Check, grants, limits and seed of a policy.
    #[must_use]
    pub fn new(policy: &Arc<ResolvedPolicy>) -> Self {
        let seed = policy.random_seed().unwrap_or(0);
        Config {
            check: Some(Arc::clone(policy)),
            grants: Arc::new(policy.grants.clone()),
            limits: policy.limits.clone(),
            hash_seed: seed,
            random_seed: seed,
            ..Config::permissive()
        }
    }

    /// No check, and all that the machine implements is granted: for tests, and for programs that are compared with CPython. Limits hold.
    #[must_use]
    pub fn permissive() -> Self {
        Config {
            check: None,
            grants: Arc::new(Grants::permissive()),
            library: Library::native_only(),
            limits: Limits::default(),
            hash_seed: 0,
            random_seed: 0,
            stress_collection: false,
            plain: false,
            runs_imports: false,
        }
    }
}

impl Config {
    /// [`Config::permissive`] with the modules of a library.
    #[must_use]
    pub fn with_library(library: &'static Library) -> Self {
        Config { library, ..Config::permissive() }
    }
}

impl Default for Config {
    fn default() -> Self {
        /// Made once: sessions with the same grants share the imports that they begin with.
        static DEFAULT: LazyLock<Config> = LazyLock::new(|| match stockade_policy::resolve_preset("default") {
            Ok(policy) => Config::new(&Arc::new(policy)),
            // A test makes sure that it resolves. If it did not, no program could do anything.
            Err(_) => Config { limits: Limits { instructions: 0, ..Limits::default() }, ..Config::permissive() },
        });
        DEFAULT.clone()
    }
}

impl Config {
    /// What of it the runtime keeps.
    pub(crate) fn settings(&self) -> crate::runtime::core::Settings {
        crate::runtime::core::Settings {
            grants: Arc::clone(&self.grants),
            limits: self.limits.clone(),
            hash_seed: self.hash_seed,
            random_seed: self.random_seed,
            library: self.library,
        }
    }
}
