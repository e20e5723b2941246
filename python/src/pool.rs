//! Pools: workers for sessions, and what sessions are copied from.

use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stockade_policy::ResolvedPolicy;
use stockade_vm::{CaptureHost, Config, CrossingLimits, Session};

use crate::policy::Policy;
use crate::session::set_limits;

/// Where the sessions of a pool are.
#[pyclass(module = "stockade._stockade", frozen)]
pub(crate) struct PoolCore {
    /// `None` if they are in this process.
    #[cfg(unix)]
    workers: Option<Arc<stockade_workers::Pool>>,
}

/// What sessions with the same settings are copied from.
#[pyclass(module = "stockade._stockade", frozen)]
pub(crate) struct Template {
    pub(crate) kind: Kind,
    pub(crate) config: Config,
    pub(crate) policy: Arc<ResolvedPolicy>,
}

/// Where the copies are.
pub(crate) enum Kind {
    /// In this process.
    Here(Box<Mutex<stockade_vm::Template>>),
    /// In the workers of a pool.
    #[cfg(unix)]
    Workers(Arc<stockade_workers::Pool>, Arc<stockade_workers::Template>),
}

#[pymethods]
impl PoolCore {
    /// A pool of at most so many workers with so many bytes of address space; 0 for sessions in this process. No worker is started yet.
    #[new]
    #[cfg_attr(not(unix), expect(unused_variables, reason = "there are no workers on this system"))]
    fn new(workers: usize, walls: &str, space: u64) -> PyResult<Self> {
        if workers == 0 {
            return Ok(PoolCore {
                #[cfg(unix)]
                workers: None,
            });
        }
        #[cfg(unix)]
        {
            let command = stockade_cli::worker_command(walls, space).map_err(pyo3::exceptions::PyRuntimeError::new_err)?;
            let pool = stockade_workers::Pool::new(command, workers, stockade_workers::Pool::PATIENCE);
            Ok(PoolCore { workers: Some(Arc::new(pool)) })
        }
        #[cfg(not(unix))]
        Err(pyo3::exceptions::PyNotImplementedError::new_err("there are no workers on this system: use isolation='thread'"))
    }

    /// What sessions with these settings are copied from. `crossing` is values, bytes and levels of nesting.
    #[pyo3(signature = (policy, limits, seed, crossing))]
    fn template(
        &self,
        policy: &Policy,
        limits: &Bound<'_, PyDict>,
        seed: Option<u64>,
        crossing: (usize, usize, usize),
    ) -> PyResult<Template> {
        let mut config = policy.config.clone();
        set_limits(&mut config.limits, limits)?;
        let seed = seed.unwrap_or(config.random_seed);
        (config.hash_seed, config.random_seed) = (seed, seed);
        let (nodes, bytes, depth) = crossing;
        let crossing = CrossingLimits { nodes, bytes, depth: depth.min(CrossingLimits::MAX_DEPTH) };
        let kind = self.kind(policy, &config, seed, crossing).map_err(PyValueError::new_err)?;
        Ok(Template { kind, config, policy: Arc::clone(&policy.resolved) })
    }

    /// The processes of the workers that are there.
    #[cfg_attr(not(unix), expect(clippy::unused_self, reason = "there are no workers on this system"))]
    fn processes(&self, py: Python<'_>) -> Vec<u32> {
        #[cfg(unix)]
        if let Some(pool) = &self.workers {
            return py.detach(|| pool.processes());
        }
        let _ = py;
        Vec::new()
    }

    /// Ends the workers, and with them their sessions.
    #[cfg_attr(not(unix), expect(clippy::unused_self, reason = "there are no workers on this system"))]
    fn close(&self, py: Python<'_>) {
        #[cfg(unix)]
        if let Some(pool) = &self.workers {
            py.detach(|| pool.close());
        }
        let _ = py;
    }
}

impl PoolCore {
    #[cfg_attr(not(unix), expect(unused_variables, clippy::unused_self, reason = "there are no workers on this system"))]
    fn kind(&self, policy: &Policy, config: &Config, seed: u64, crossing: CrossingLimits) -> Result<Kind, String> {
        #[cfg(unix)]
        if let Some(pool) = &self.workers {
            let settings = stockade_workers::protocol::Settings {
                limits: config.limits.changed_from(&policy.resolved.limits),
                seed: Some(seed),
                crossing,
                expects_steps: true,
                skips_sleep: true,
                ..stockade_workers::protocol::Settings::new(policy.texts.clone())
            };
            return Ok(Kind::Workers(Arc::clone(pool), stockade_workers::Template::new(settings, &policy.resolved)?));
        }
        let host = || Box::<CaptureHost>::default();
        let mut session = Session::new(config, host());
        session.expect_steps();
        Ok(Kind::Here(Box::new(Mutex::new(session.template(config, host()).map_err(|error| error.to_string())?))))
    }
}

/// The walls that this machine lacks for workers, each with why.
#[pyfunction]
pub(crate) fn missing_walls() -> Vec<String> {
    stockade_cli::missing_walls()
}

/// Says which command starts the command line again, for workers.
#[pyfunction]
pub(crate) fn set_own_command(command: Vec<std::ffi::OsString>) {
    stockade_cli::set_own_command(command);
}
