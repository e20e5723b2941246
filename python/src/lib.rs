//! The extension module `stockade._stockade`: sandbox sessions as Python objects. The package around it is written in Python.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]

mod convert;
mod eval;
mod host;
mod jail;
mod packages;
mod policy;
mod pool;
mod session;

use pyo3::prelude::*;

use convert::{Handle, HostRef};
use packages::{Package, find_packages, importable, package_of, save_packages, set_package_folders};
use policy::{Policy, audit_line, check, limit};
use pool::{PoolCore, Template, missing_walls, set_own_command};
use session::{Core, has_module};

/// Allocates the memory of Rust code. Python's memory is not affected.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Runs the command line in this process and returns the exit status. `argv` begins with the name of the command.
#[pyfunction]
fn command(py: Python<'_>, argv: Vec<std::ffi::OsString>) -> u8 {
    py.detach(|| stockade_cli::main_with(argv))
}

/// The table of outcomes: name, exit status and class of each.
#[pyfunction]
fn outcomes() -> Vec<(&'static str, Option<u8>, Option<&'static str>)> {
    stockade_vm::OutcomeKind::TABLE.iter().map(|info| (info.name, info.status, info.python_class)).collect()
}

#[pymodule]
fn _stockade(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Core>()?;
    module.add_class::<PoolCore>()?;
    module.add_class::<Template>()?;
    module.add_function(wrap_pyfunction!(missing_walls, module)?)?;
    module.add_function(wrap_pyfunction!(jail::shut_in, module)?)?;
    module.add_function(wrap_pyfunction!(set_own_command, module)?)?;
    module.add_class::<Handle>()?;
    module.add_class::<HostRef>()?;
    module.add_class::<Package>()?;
    module.add_function(wrap_pyfunction!(find_packages, module)?)?;
    module.add_function(wrap_pyfunction!(importable, module)?)?;
    module.add_function(wrap_pyfunction!(package_of, module)?)?;
    module.add_function(wrap_pyfunction!(save_packages, module)?)?;
    module.add_function(wrap_pyfunction!(set_package_folders, module)?)?;
    module.add_function(wrap_pyfunction!(command, module)?)?;
    module.add_class::<eval::EvalCore>()?;
    module.add_function(wrap_pyfunction!(eval::pass_at_k, module)?)?;
    module.add_function(wrap_pyfunction!(has_module, module)?)?;
    module.add_function(wrap_pyfunction!(outcomes, module)?)?;
    module.add_function(wrap_pyfunction!(audit_line, module)?)?;
    module.add_class::<Policy>()?;
    module.add_function(wrap_pyfunction!(limit, module)?)?;
    module.add_function(wrap_pyfunction!(check, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
