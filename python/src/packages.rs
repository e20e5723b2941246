//! Packages of the host's interpreter, for programs in the sandbox.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use stockade_packages::Request;

use crate::policy::Policy;

/// A package in pure Python that programs can be given, with its files as they were when it was found.
#[pyclass(module = "stockade", frozen)]
pub(crate) struct Package {
    pub(crate) inner: Arc<stockade_vm::Package>,
}

/// Name, version, files, and the paths of what is compiled.
type PackageParts<'py> = (String, String, Vec<(String, Bound<'py, PyBytes>)>, Vec<String>);

#[pymethods]
impl Package {
    /// The name of the distribution.
    #[getter]
    fn name(&self) -> &str {
        self.inner.name()
    }

    /// The version of the distribution; empty for a folder without metadata.
    #[getter]
    fn version(&self) -> &str {
        self.inner.version()
    }

    /// The digest of its files: 64 hexadecimal digits. Snapshots name it.
    #[getter]
    fn digest(&self) -> String {
        self.inner.digest()
    }

    /// The names that programs import.
    #[getter]
    fn modules(&self) -> Vec<&str> {
        self.inner.top_modules().collect()
    }

    /// The paths of its modules that are compiled code, which the sandbox does not run.
    #[getter]
    fn compiled(&self) -> Vec<String> {
        self.inner.compiled().into_iter().map(str::to_string).collect()
    }

    fn __repr__(&self) -> String {
        let digest = self.inner.digest();
        format!("<Package {} {} {}>", self.inner.name(), self.inner.version(), digest.get(..12).unwrap_or(&digest))
    }

    /// It pickles with its files, so that a session can go on where they are not installed.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, PackageParts<'py>)> {
        let files = self.inner.files().map(|(path, data)| (path.to_string(), PyBytes::new(py, data))).collect();
        let make = py.import("stockade._stockade")?.getattr("package_of")?;
        Ok((make, (self.inner.name().to_string(), self.inner.version().to_string(), files, self.compiled())))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Package>().is_ok_and(|other| other.get().inner.digest() == self.inner.digest())
    }

    fn __hash__(&self) -> u64 {
        u64::from_str_radix(self.inner.digest().get(..15).unwrap_or("0"), 16).unwrap_or(0)
    }
}

/// The packages of these requests and what they need. A request is a text and whether it is a path for certain.
#[pyfunction]
pub(crate) fn find_packages(py: Python<'_>, requests: Vec<(String, bool)>, folders: Vec<PathBuf>) -> PyResult<Vec<Package>> {
    let of = |(text, is_path): (String, bool)| if is_path { Request::Path(PathBuf::from(text)) } else { Request::of(&text) };
    let requests: Vec<Request> = requests.into_iter().map(of).collect();
    let found = py.detach(|| stockade_packages::find(&requests, &folders, &stockade_cli::LIBRARY));
    let found = found.map_err(PyValueError::new_err)?;
    Ok(found.into_iter().map(|inner| Package { inner }).collect())
}

/// What a policy has to allow so that programs can import packages, without what it denies itself.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "what Python gives is owned")]
pub(crate) fn importable(packages: Vec<Py<Package>>, policy: &Policy) -> Vec<String> {
    let packages: Vec<Arc<stockade_vm::Package>> = packages.iter().map(|package| Arc::clone(&package.get().inner)).collect();
    stockade_packages::importable(&packages, &stockade_cli::LIBRARY, &|name| policy.resolved.denies_given_module(name))
}

/// Writes what was compiled of packages to the cache on disk.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "what Python gives is owned")]
pub(crate) fn save_packages(py: Python<'_>, packages: Vec<Py<Package>>) {
    let packages: Vec<Arc<stockade_vm::Package>> = packages.iter().map(|package| Arc::clone(&package.get().inner)).collect();
    py.detach(|| stockade_packages::save(&packages));
}

/// Sets where the command searches for installed packages.
#[pyfunction]
pub(crate) fn set_package_folders(folders: Vec<PathBuf>) {
    stockade_packages::set_folders(folders);
}

/// A package of its parts: the inverse of its pickling.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "what Python gives is owned")]
pub(crate) fn package_of(name: &str, version: &str, files: Vec<(String, Vec<u8>)>, compiled: Vec<String>) -> Package {
    Package { inner: stockade_packages::adopt(stockade_vm::Package::new(name, version, files, &compiled)) }
}
