//! Forks: copies a session within the process. Objects are cloned directly, not through snapshot bytes.
//!
//! A fork also copies what a snapshot leaves out (caches, garbage, unused names), because removing it would take longer.

use std::sync::Arc;

use crate::base::fuel::Fuel;
use crate::base::fuel::SLICE;
use crate::base::host::Host;
use crate::base::snapshot_error::SnapshotError;
use crate::interpreter::machine::Interpreter;
use crate::runtime::core::Runtime;
use crate::session::outcome::Usage;
use crate::session::{Config, Session};

impl Runtime {
    fn forked(&self, config: &Config, host: Box<dyn Host>, is_copy: bool) -> Runtime {
        let mut heap = self.heap.clone();
        if !is_copy {
            // Clones of rare objects (queues, tables of attributes) have no spare capacity, so the accounted bytes are computed again.
            heap.refund(self.heap.owned_bytes());
            heap.add(heap.owned_bytes());
        }
        // The copy tells the host of its calls anew.
        heap.refund(self.host.awaited.bytes());
        heap.set_limit(usize::try_from(config.limits.memory_bytes).unwrap_or(usize::MAX));
        let used = self.heap.fuel.used();
        // The limit comes from the new configuration. Fuel that is used up stays used up.
        heap.fuel = Fuel::new(used, config.limits.instructions.saturating_sub(used), SLICE);
        Runtime {
            heap,
            names: self.names.clone(),
            shapes: self.shapes.clone(),
            modules: self.modules.fork(),
            caches: self.caches.fork(),
            pending: self.pending.fork(),
            policy: self.policy.fork(),
            host: self.host.fork(host),
            budget: self.budget.fork(&config.limits),
            identity: self.identity.clone(),
            thread: self.thread.clone(),
            finalizers: self.finalizers.clone(),
        }
    }
}

/// A session in which nothing runs any more: it is there to be copied. Copies of it cost less than those of a session that was used.
///
/// ```
/// use stockade_vm::{CaptureHost, Config, Sandbox, Template};
///
/// let config = Config::default();
/// let mut session = Sandbox::with_config(config.clone()).session();
/// session.step("<step 1>", "x = 20", Default::default());
/// let template: Template = session.template(&config, Box::new(CaptureHost::default())).unwrap();
/// let mut copy = template.fork(&config, Box::new(CaptureHost::default())).unwrap();
/// let step = copy.step("<step 2>", "x + 1", Default::default());
/// assert_eq!(step.outcome, stockade_vm::Outcome::Finished(Some("21".to_string())));
/// ```
pub struct Template(Session);

impl Template {
    /// A copy of the session, as [`Session::fork`] makes it.
    ///
    /// # Errors
    /// Those of [`Session::fork`].
    pub fn fork(&self, config: &Config, host: Box<dyn Host>) -> Result<Session, SnapshotError> {
        match self.0.copied_from_template(config, host) {
            Ok(session) => Ok(session),
            Err(host) => self.0.fork(config, host),
        }
    }

    /// Fuel, memory and more that the session has used.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.0.usage()
    }
}

impl Session {
    /// A copy of the session for many copies.
    ///
    /// # Errors
    /// Those of [`Session::fork`].
    pub fn template(&self, config: &Config, host: Box<dyn Host>) -> Result<Template, SnapshotError> {
        let mut session = self.fork(config, host)?;
        session.interpreter.rt.names.make_room();
        session.check.known.share();
        Ok(Template(session))
    }

    /// A copy under the same policy. Returns the host if a copy is impossible: the grants differ (caches depend on them), or the live
    /// objects exceed the new memory limit.
    pub(crate) fn copied(&self, config: &Config, host: Box<dyn Host>) -> Result<Session, Box<dyn Host>> {
        self.copy(config, host, false)
    }

    /// Like [`Session::copied`], for a session that is itself a copy and in which nothing has run. Copies of its objects have the capacities
    /// that these have, so accounting need not be computed again.
    pub(crate) fn copied_from_template(&self, config: &Config, host: Box<dyn Host>) -> Result<Session, Box<dyn Host>> {
        self.copy(config, host, true)
    }

    fn copy(&self, config: &Config, host: Box<dyn Host>, is_copy: bool) -> Result<Session, Box<dyn Host>> {
        let rt = &self.interpreter.rt;
        let fits = rt.heap.used as u64 <= config.limits.memory_bytes;
        if !fits || !Arc::ptr_eq(&config.grants, &rt.policy.grants) || config.stress_collection != rt.heap.stress {
            return Err(host);
        }
        let interpreter = Interpreter {
            rt: rt.forked(config, host, is_copy),
            units: self.interpreter.units.clone(),
            codes: self.interpreter.codes.clone(),
            sites: self.interpreter.sites.clone(),
            secondary_caches: Vec::new(),
            stack: self.interpreter.stack.clone(),
            frames: self.interpreter.frames.clone(),
            internal_frames: self.interpreter.internal_frames,
            suspended: self.interpreter.suspended.clone(),
            fallbacks: self.interpreter.fallbacks.clone(),
            retried_instruction: self.interpreter.retried_instruction,
            argument_shifts: Vec::new(),
            outer_shifts: 0,
            reference_mode: config.reference_mode,
            ended_at_safepoint: false,
        };
        Ok(Session {
            interpreter,
            main: self.main,
            showing: self.showing,
            steps: self.steps,
            later_steps: self.later_steps.clone(),
            runs_imports: self.runs_imports,
            check: self.check.forked(config),
            captured: None,
            limit_report: None,
            ended_at: None,
            step_has_begun: false,
        })
    }
}
