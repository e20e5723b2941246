//! The settings of a session: the policy's check, grants, limits, seeds.

use std::sync::{Arc, LazyLock};

use stockade_policy::{Grants, Limits, ResolvedPolicy};

use crate::runtime::library::Library;
use crate::runtime::packages::{Package, Packages};

/// The settings that a session needs, besides the [`crate::Host`].
///
/// The default is the preset `default` with its check, so a program has no grants that the host did not ask for.
#[derive(Debug, Clone)]
pub struct Config {
    /// The policy for the check of each step's text before it runs; `None` for no check. `grants` restricts the running program in either
    /// case.
    pub check: Option<Arc<ResolvedPolicy>>,
    /// What the interpreter lets the program do. Sessions with the same `Arc` share more: their warm imports run once per thread.
    pub grants: Arc<Grants>,
    /// The library that programs can import from.
    pub library: &'static Library,
    /// Packages in pure Python that programs can import, if the policy allows it. Their modules are code of the program. A restored session
    /// must be given the packages that the snapshot names. Sessions with the same `Arc`s share what is compiled.
    pub packages: Arc<[Arc<Package>]>,
    /// Limits on sources and on runs, each in its own unit.
    pub limits: Limits,
    /// Key of string hashes. Equal seeds give equal runs.
    pub hash_seed: u64,
    /// Seed of `random` if the program sets none.
    pub random_seed: u64,
    /// Collect at every safepoint. Slow; for tests.
    pub stress_collection: bool,
    /// Reference mode: run every instruction by its generic implementation. Slow; for tests. Output, fuel and snapshots are the same.
    pub reference_mode: bool,
    /// Turn off warm imports: always run the imports that a program starts with. Slow; for tests. Output is the same, and so is fuel except
    /// for the cost of polling finalizers; snapshots have the same contents in another order.
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

    /// No check, and grants for everything that the interpreter implements: for tests, and for programs whose output is compared with
    /// CPython's. The default limits apply.
    #[must_use]
    pub fn permissive() -> Self {
        Config {
            check: None,
            grants: Arc::new(Grants::permissive()),
            library: Library::native_only(),
            packages: Arc::default(),
            limits: Limits::default(),
            hash_seed: 0,
            random_seed: 0,
            stress_collection: false,
            reference_mode: false,
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
        /// Made once, because only sessions with the same grants share warm imports.
        static DEFAULT: LazyLock<Config> = LazyLock::new(|| match stockade_policy::resolve_preset("default") {
            Ok(policy) => Config::new(&Arc::new(policy)),
            // A test checks that it resolves. If it did not, programs would have no fuel and could do nothing.
            Err(_) => Config { limits: Limits { instructions: 0, ..Limits::default() }, ..Config::permissive() },
        });
        DEFAULT.clone()
    }
}

impl Config {
    /// The part of the configuration that the runtime keeps.
    pub(crate) fn settings(&self) -> crate::runtime::core::Settings {
        crate::runtime::core::Settings {
            grants: Arc::clone(&self.grants),
            limits: self.limits.clone(),
            hash_seed: self.hash_seed,
            random_seed: self.random_seed,
            library: self.library,
            packages: Packages::new(Arc::clone(&self.packages)),
        }
    }
}
