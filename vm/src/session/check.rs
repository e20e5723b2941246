//! The context of the check of a step's text: the policy, the names that exist before the step, the lent modules.

use std::sync::Arc;

use stockade_compiler::tree::Tree;
use stockade_compiler::{Deadline, SourceText};
use stockade_policy::{KnownNames, Level, ResolvedPolicy, ToolSignature, VmCatalog};

use crate::base::host_value::ToolSpec;
use crate::runtime::library::Library;
use crate::runtime::policy::{TextCheck, TextRefusal};
use crate::session::{Config, Session};

/// What the check needs besides the text of the step.
#[derive(Debug, Clone)]
pub(crate) struct CheckContext {
    /// `None` for a session that runs unchecked.
    pub(crate) policy: Option<Arc<ResolvedPolicy>>,
    /// Host functions, and globals that earlier steps and the host have set.
    pub(crate) known: KnownNames,
    /// The session was restored, and its globals are not yet in `known`.
    pub(crate) has_unlisted_globals: bool,
    library: &'static Library,
    /// The VM's catalog extended by the modules that the host lends or gives. `None` if there are none.
    lent: Option<Arc<VmCatalog>>,
}

impl CheckContext {
    pub(crate) fn new(config: &Config) -> Self {
        CheckContext {
            policy: config.check.clone(),
            known: KnownNames::standard(),
            has_unlisted_globals: false,
            library: config.library,
            lent: (!config.packages.is_empty()).then(|| {
                let tops = config.packages.iter().flat_map(|package| package.top_modules());
                Arc::new(crate::catalog(config.library).clone().with_lent(tops))
            }),
        }
    }

    pub(crate) fn restored(config: &Config) -> Self {
        CheckContext { has_unlisted_globals: true, ..CheckContext::new(config) }
    }

    /// The context of a forked session, with the policy of another configuration.
    pub(crate) fn forked(&self, config: &Config) -> Self {
        CheckContext { policy: config.check.clone(), ..self.clone() }
    }

    fn text_check(&self) -> Option<Arc<dyn TextCheck>> {
        let policy = Arc::clone(self.policy.as_ref()?);
        Some(Arc::new(StepCheck { policy, library: self.library, lent: self.lent.clone() }))
    }

    pub(crate) fn catalog(&self) -> &VmCatalog {
        self.lent.as_deref().unwrap_or_else(|| crate::catalog(self.library))
    }

    pub(crate) fn lend_modules(&mut self, names: &[String]) {
        self.lent = Some(Arc::new(crate::catalog(self.library).clone().with_lent(names.iter().map(String::as_str))));
    }

    pub(crate) fn add_tool(&mut self, spec: &ToolSpec) {
        self.known.add_tool(&spec.name, ToolSignature::parse(&spec.name, &spec.params).unwrap_or_default());
    }
}

/// The check of a text that becomes code while a step runs: that of the step's own text, with other names.
struct StepCheck {
    policy: Arc<ResolvedPolicy>,
    library: &'static Library,
    lent: Option<Arc<VmCatalog>>,
}

impl TextCheck for StepCheck {
    fn refusal(&self, source: &SourceText, tree: &Tree, known: &KnownNames, deadline: &Deadline<'_>) -> Option<TextRefusal> {
        let catalog = self.lent.as_deref().unwrap_or_else(|| crate::catalog(self.library));
        let verdict = stockade_policy::check_until(source, tree, &self.policy, catalog, known, deadline);
        let finding = verdict.findings.into_iter().find(|finding| finding.level == Level::Deny)?;
        let message = match &finding.help {
            Some(help) => format!("{} ({help})", finding.message),
            None => finding.message,
        };
        Some(TextRefusal { rule: finding.rule.id, message, span: finding.span })
    }
}

impl Session {
    /// Gives the running program the check of this session, for texts that become code while it runs.
    pub(crate) fn lend_check(&mut self) {
        self.interpreter.rt.policy.text_check = self.check.text_check();
    }

    /// Sets the policy for the check of the next steps; `None` for no check. [`Session::set_policy`] sets what the program may do while it
    /// runs.
    pub fn set_check(&mut self, policy: Option<&Arc<ResolvedPolicy>>) {
        self.check.policy = policy.cloned();
    }

    /// Prepares the check for several steps: a name that one step binds and does not use is not reported, since a later step may use it.
    /// The names bound so far become known.
    pub fn expect_steps(&mut self) {
        self.check.known.begin_session();
        self.list_globals();
    }

    /// Makes the names bound in `__main__` known to the check.
    pub(crate) fn list_globals(&mut self) {
        self.check.has_unlisted_globals = false;
        for name in self.global_names() {
            self.check.known.add_variable(&name);
        }
    }
}
