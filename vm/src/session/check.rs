//! What the check of a step's text takes into account: the policy, the names that exist before the step, the modules that are lent.

use std::sync::Arc;

use stockade_policy::{KnownNames, ResolvedPolicy, ToolSignature, VmCatalog};

use crate::base::host_value::ToolSpec;
use crate::runtime::library::Library;
use crate::session::{Config, Session};

/// See the module.
#[derive(Debug, Clone)]
pub(crate) struct CheckContext {
    /// None for a session that runs unchecked.
    pub(crate) policy: Option<Arc<ResolvedPolicy>>,
    /// Host functions, and the globals that steps and the host have set.
    pub(crate) known: KnownNames,
    /// The globals of a restored session are not among `known` yet.
    pub(crate) has_unlisted_globals: bool,
    library: &'static Library,
    /// The machine's own catalog with the host's modules; None where the host lends none.
    lent: Option<Arc<VmCatalog>>,
}

impl CheckContext {
    pub(crate) fn new(config: &Config) -> Self {
        CheckContext {
            policy: config.check.clone(),
            known: KnownNames::standard(),
            has_unlisted_globals: false,
            library: config.library,
            lent: None,
        }
    }

    pub(crate) fn restored(config: &Config) -> Self {
        CheckContext { has_unlisted_globals: true, ..CheckContext::new(config) }
    }

    /// That of a copy, under the check of another configuration.
    pub(crate) fn forked(&self, config: &Config) -> Self {
        CheckContext { policy: config.check.clone(), ..self.clone() }
    }

    pub(crate) fn catalog(&self) -> &VmCatalog {
        self.lent.as_deref().unwrap_or_else(|| crate::catalog(self.library))
    }

    pub(crate) fn lend_modules(&mut self, names: &[String]) {
        self.lent = Some(Arc::new(crate::catalog(self.library).clone().with_lent(names.iter().map(String::as_str))));
    }

    pub(crate) fn add_tool(&mut self, spec: &ToolSpec) {
        let parameters = spec.parameters().ok().flatten().map(|names| names.into_iter().map(Into::into).collect());
        self.known.add_tool(&spec.name, ToolSignature { parameters });
    }
}

impl Session {
    /// Another policy for the check of the next steps; None for no check. What the program may do while it runs is up to
    /// [`Session::set_policy`].
    pub fn set_check(&mut self, policy: Option<&Arc<ResolvedPolicy>>) {
        self.check.policy = policy.cloned();
    }

    /// Tells the check that more steps may follow the first one, so that a name which one step binds and does not use is not reported, and that
    /// the names bound so far exist.
    pub fn expect_steps(&mut self) {
        self.check.known.begin_session();
        self.list_globals();
    }

    /// The names bound in `__main__` become names that a step may use.
    pub(crate) fn list_globals(&mut self) {
        self.check.has_unlisted_globals = false;
        for name in self.global_names() {
            self.check.known.add_variable(&name);
        }
    }
}
