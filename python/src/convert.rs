//! Python objects to host values and back.

use pyo3::exceptions::{PyRecursionError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PySet, PyString, PyTuple};
use stockade_vm::HostValue;

/// As deep as values may nest; the sandbox's own limit is the same.
const DEPTH: usize = 64;

/// An object of the host that guest code can only pass back.
#[pyclass(module = "stockade", frozen)]
pub(crate) struct Handle {
    /// The object itself.
    #[pyo3(get)]
    value: Py<PyAny>,
}

#[pymethods]
impl Handle {
    #[new]
    fn new(value: Py<PyAny>) -> Self {
        Handle { value }
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Handle({})", self.value.bind(py).repr()?))
    }
}

/// The objects behind a session's handles, by number.
#[derive(Default)]
pub(crate) struct Handles {
    objects: Vec<Py<Handle>>,
}

impl Handles {
    fn number(&mut self, handle: &Bound<'_, Handle>) -> u64 {
        if let Some(at) = self.objects.iter().position(|known| known.is(handle)) {
            return at as u64;
        }
        self.objects.push(handle.clone().unbind());
        (self.objects.len() - 1) as u64
    }
}

/// A Python object as a value for the guest.
///
/// # Errors
/// `TypeError` for objects of other types, `RecursionError` for what is too deep.
pub(crate) fn to_host(object: &Bound<'_, PyAny>, handles: &mut Handles, depth: usize) -> PyResult<HostValue> {
    if depth > DEPTH {
        return Err(PyRecursionError::new_err(format!("the value is nested more than {DEPTH} levels deep")));
    }
    let mut items = |items: Bound<'_, PyAny>| -> PyResult<Vec<HostValue>> {
        items.try_iter()?.map(|item| to_host(&item?, handles, depth + 1)).collect()
    };
    if object.is_none() {
        Ok(HostValue::None)
    } else if let Ok(value) = object.cast::<PyBool>() {
        Ok(HostValue::Bool(value.is_true()))
    } else if object.is_instance_of::<PyInt>() {
        match object.extract::<i64>() {
            Ok(value) => Ok(HostValue::Int(value)),
            Err(_) => Ok(HostValue::BigInt(object.extract()?)),
        }
    } else if let Ok(value) = object.cast::<PyFloat>() {
        Ok(HostValue::Float(value.value()))
    } else if object.is_instance_of::<PyString>() {
        Ok(HostValue::Str(object.extract()?))
    } else if let Ok(value) = object.cast::<PyBytes>() {
        Ok(HostValue::Bytes(value.as_bytes().to_vec()))
    } else if let Ok(value) = object.cast::<PyByteArray>() {
        Ok(HostValue::Bytes(value.to_vec()))
    } else if let Ok(value) = object.cast::<PyList>() {
        Ok(HostValue::List(items(value.clone().into_any())?))
    } else if let Ok(value) = object.cast::<PyTuple>() {
        Ok(HostValue::Tuple(items(value.clone().into_any())?))
    } else if let Ok(value) = object.cast::<PySet>() {
        Ok(HostValue::Set(items(value.clone().into_any())?))
    } else if let Ok(value) = object.cast::<PyFrozenSet>() {
        Ok(HostValue::FrozenSet(items(value.clone().into_any())?))
    } else if let Ok(value) = object.cast::<PyDict>() {
        let mut pairs = Vec::with_capacity(value.len());
        for (key, item) in value {
            pairs.push((to_host(&key, handles, depth + 1)?, to_host(&item, handles, depth + 1)?));
        }
        Ok(HostValue::Dict(pairs))
    } else if let Ok(value) = object.cast::<Handle>() {
        Ok(HostValue::Handle(handles.number(value)))
    } else {
        let name = object.get_type().qualname()?;
        Err(PyTypeError::new_err(format!("'{name}' object can't enter the sandbox; wrap it in stockade.Handle to pass it through")))
    }
}

/// A value of the guest as a Python object. How deep it nests was bounded when it left the sandbox.
///
/// # Errors
/// A key that Python can't hash, or a handle that is not this session's.
pub(crate) fn to_python(py: Python<'_>, value: &HostValue, handles: &Handles) -> PyResult<Py<PyAny>> {
    let all = |items: &[HostValue]| -> PyResult<Vec<Py<PyAny>>> { items.iter().map(|item| to_python(py, item, handles)).collect() };
    Ok(match value {
        HostValue::None => py.None(),
        HostValue::Bool(value) => PyBool::new(py, *value).to_owned().into_any().unbind(),
        HostValue::Int(value) => value.into_pyobject(py)?.into_any().unbind(),
        HostValue::BigInt(value) => value.into_pyobject(py)?.into_any().unbind(),
        HostValue::Float(value) => PyFloat::new(py, *value).into_any().unbind(),
        HostValue::Str(text) => PyString::new(py, text).into_any().unbind(),
        HostValue::Bytes(data) => PyBytes::new(py, data).into_any().unbind(),
        HostValue::List(items) => PyList::new(py, all(items)?)?.into_any().unbind(),
        HostValue::Tuple(items) => PyTuple::new(py, all(items)?)?.into_any().unbind(),
        HostValue::Set(items) => PySet::new(py, all(items)?)?.into_any().unbind(),
        HostValue::FrozenSet(items) => PyFrozenSet::new(py, all(items)?)?.into_any().unbind(),
        HostValue::Dict(pairs) => {
            let dict = PyDict::new(py);
            for (key, item) in pairs {
                dict.set_item(to_python(py, key, handles)?, to_python(py, item, handles)?)?;
            }
            dict.into_any().unbind()
        }
        HostValue::Handle(number) => {
            let known = usize::try_from(*number).ok().and_then(|at| handles.objects.get(at));
            let known = known.ok_or_else(|| PyTypeError::new_err("the handle is not of this session"))?;
            known.clone_ref(py).into_any()
        }
    })
}
