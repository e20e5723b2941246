//! What the policy says of the run, and what it has refused so far.

use std::sync::Arc;

use stockade_policy::Grants;

/// The policy's part of the runtime.
pub(crate) struct PolicyState {
    pub(crate) grants: Arc<Grants>,
    /// True after a restore under another policy: modules may be loaded that this one does not allow.
    pub(crate) changed: bool,
    /// Refused questions, for the report: message and rule.
    pub(crate) denials: Vec<(String, &'static str)>,
    /// True while code of the VM's own library runs. The policy does not bind it.
    pub(crate) trusted: bool,
}

impl PolicyState {
    pub(crate) fn new(grants: Arc<Grants>) -> Self {
        PolicyState { grants, changed: false, denials: Vec::new(), trusted: false }
    }

    /// The state of a copied session.
    pub(crate) fn fork(&self) -> Self {
        PolicyState { grants: Arc::clone(&self.grants), changed: self.changed, denials: self.denials.clone(), trusted: self.trusted }
    }
}
