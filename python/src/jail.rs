//! The walls around a Python process that runs libraries of the host for programs.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use stockade_walls::{Allowance, Profile, Strictness};

/// Shuts this process in for good, with at most `address_space` bytes of address space. What it needs must be imported before.
///
/// Must be called by the only thread: a wall holds for the thread that builds it.
///
/// # Errors
/// `RuntimeError` if a wall is missing. The walls that there are stand then, so the process is of no more use.
#[pyfunction]
pub(crate) fn shut_in(address_space: u64) -> PyResult<()> {
    let allowance = Allowance { address_space, profile: Profile::Jail };
    stockade_walls::shut_in(allowance, Strictness::Require).map(|_| ()).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}
