//! What the policy says of the run, and what it has refused so far.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::{FxHashSet, FxHasher};
use stockade_policy::Grants;

/// Denials that are kept for the report. A program can ask for the same refused thing forever, so further ones are dropped.
const MAX_DENIALS: usize = 1_000;

/// Bytes that are kept of one message. A program chooses the names in it.
const MAX_DENIAL_BYTES: usize = 400;

/// What the policy refused: each message once, in the order of the first refusals.
#[derive(Debug, Clone, Default)]
pub(crate) struct Denials {
    kept: Vec<(String, &'static str)>,
    /// Hashes of the kept messages, so that a repeated refusal costs the same however many there are.
    seen: FxHashSet<u64>,
}

impl Denials {
    pub(crate) fn record(&mut self, message: &str, rule: &'static str) {
        if self.kept.len() >= MAX_DENIALS {
            return;
        }
        let message = message.get(..message.floor_char_boundary(MAX_DENIAL_BYTES)).unwrap_or(message);
        let mut hasher = FxHasher::default();
        (message, rule).hash(&mut hasher);
        if self.seen.insert(hasher.finish()) {
            self.kept.push((message.to_string(), rule));
        }
    }

    /// Message and rule of each.
    pub(crate) fn kept(&self) -> &[(String, &'static str)] {
        &self.kept
    }

    pub(crate) fn clear(&mut self) {
        self.kept.clear();
        self.seen.clear();
    }
}

/// The policy's part of the runtime.
pub(crate) struct PolicyState {
    pub(crate) grants: Arc<Grants>,
    /// True after a restore under another policy: modules may be loaded that this one does not allow.
    pub(crate) changed: bool,
    pub(crate) denials: Denials,
    /// True while code of the VM's own library runs. The policy does not bind it.
    pub(crate) trusted: bool,
}

impl PolicyState {
    pub(crate) fn new(grants: Arc<Grants>) -> Self {
        PolicyState { grants, changed: false, denials: Denials::default(), trusted: false }
    }

    /// The state of a copied session.
    pub(crate) fn fork(&self) -> Self {
        PolicyState { grants: Arc::clone(&self.grants), changed: self.changed, denials: self.denials.clone(), trusted: self.trusted }
    }
}
