//! Converts Python objects to host values and back.

use std::collections::HashMap;

use pyo3::PyTraverseError;
use pyo3::PyVisit;
use pyo3::exceptions::{PyRecursionError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PySet, PyString, PyTuple, PyType};
use stockade_compiler::surrogate;
use stockade_vm::{CrossingLimits, HostValue};

/// How much of a value may still enter the sandbox. The sandbox has the same limits, but shared or endless structures must be stopped
/// before the copy is complete.
struct Budget {
    limits: CrossingLimits,
    nodes: usize,
    bytes: usize,
}

impl Budget {
    fn new() -> Self {
        let limits = CrossingLimits::default();
        Budget { limits, nodes: limits.nodes, bytes: limits.bytes }
    }

    fn too_large(what: usize, of: &str) -> PyErr {
        PyValueError::new_err(format!("the host's value can't enter the sandbox: more than {what} {of}"))
    }

    fn node(&mut self, depth: usize) -> PyResult<()> {
        if depth > self.limits.depth {
            return Err(PyRecursionError::new_err(format!("the value is nested more than {} levels deep", self.limits.depth)));
        }
        self.nodes = self.nodes.checked_sub(1).ok_or_else(|| Budget::too_large(self.limits.nodes, "values"))?;
        Ok(())
    }

    fn bytes(&mut self, bytes: usize) -> PyResult<()> {
        self.bytes = self.bytes.checked_sub(bytes).ok_or_else(|| Budget::too_large(self.limits.bytes, "bytes"))?;
        Ok(())
    }
}

/// An object of the host that user code can only pass back.
#[pyclass(module = "stockade", frozen)]
pub(crate) struct Handle {
    /// The wrapped object.
    #[pyo3(get)]
    value: Py<PyAny>,
}

#[pymethods]
impl Handle {
    #[new]
    fn new(value: Py<PyAny>) -> Self {
        Handle { value }
    }
    /// The type alone: what an object says of itself may be a secret, and a `repr` gets into logs.
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Handle({})", self.value.bind(py).get_type().qualname()?))
    }
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.value)
    }
}

/// An object of a lent module, on its way into the sandbox.
#[pyclass(module = "stockade._stockade", frozen)]
pub(crate) struct HostRef {
    /// The wrapped object.
    #[pyo3(get)]
    value: Py<PyAny>,
    /// The dotted name of its type.
    class: std::sync::Arc<str>,
}

#[pymethods]
impl HostRef {
    #[new]
    fn new(value: Py<PyAny>, class: &str) -> Self {
        HostRef { value, class: class.into() }
    }
    #[getter]
    fn kind(&self) -> &str {
        &self.class
    }
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.value)
    }
}

/// The object behind a number that the sandbox holds.
enum Entry {
    /// A [`Handle`].
    Handle(Py<PyAny>),
    /// An object of a lent module, without a wrapper.
    Object(Py<PyAny>),
}

impl Entry {
    fn object(&self) -> &Py<PyAny> {
        match self {
            Entry::Handle(object) | Entry::Object(object) => object,
        }
    }
}

/// The host objects of a session, by number.
#[derive(Default)]
pub(crate) struct Handles {
    entries: HashMap<u64, Entry>,
    /// The number of each object, by its address. The entry keeps the object alive, so the address stays valid.
    known: HashMap<usize, u64>,
    next: u64,
    /// A Python function that converts an object that cannot cross into one that can, or raises.
    pub(crate) admit: Option<Py<PyAny>>,
}

impl Handles {
    fn number(&mut self, object: &Bound<'_, PyAny>, is_object: bool) -> u64 {
        let address = object.as_ptr() as usize;
        if let Some(number) = self.known.get(&address) {
            return *number;
        }
        let number = self.next;
        self.next += 1;
        let object = object.clone().unbind();
        self.entries.insert(number, if is_object { Entry::Object(object) } else { Entry::Handle(object) });
        self.known.insert(address, number);
        number
    }

    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.entries.values().try_for_each(|entry| visit.call(entry.object()))?;
        self.admit.iter().try_for_each(|admit| visit.call(admit))
    }

    pub(crate) fn clear(&mut self) {
        *self = Handles { next: self.next, ..Handles::default() };
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Drops all entries except these.
    pub(crate) fn keep(&mut self, live: &[u64]) {
        let live: std::collections::HashSet<u64> = live.iter().copied().collect();
        self.entries.retain(|number, _| live.contains(number));
        self.known.retain(|_, number| live.contains(number));
    }

    pub(crate) fn copied(&self, py: Python<'_>) -> Self {
        let copy = |entry: &Entry| match entry {
            Entry::Handle(object) => Entry::Handle(object.clone_ref(py)),
            Entry::Object(object) => Entry::Object(object.clone_ref(py)),
        };
        Handles {
            entries: self.entries.iter().map(|(number, entry)| (*number, copy(entry))).collect(),
            known: self.known.clone(),
            next: self.next,
            admit: self.admit.as_ref().map(|admit| admit.clone_ref(py)),
        }
    }
}

/// The name of a builtin type that crosses as a type.
fn builtin_type(object: &Bound<'_, PyAny>) -> Option<&'static str> {
    let object = object.cast::<PyType>().ok()?;
    let name = object.name().ok()?;
    let name = *stockade_vm::TYPES.iter().find(|known| name == **known)?;
    let builtin = object.py().import("builtins").and_then(|builtins| builtins.getattr(name)).ok()?;
    builtin.is(object).then_some(name)
}

/// True when a text may contain a lone surrogate. The characters that represent surrogates all begin with this byte.
fn may_hold_surrogates(text: &str) -> bool {
    text.as_bytes().contains(&0xF3)
}

/// Converts a str. Lone surrogates get the sandbox's representation.
fn text_in(object: &Bound<'_, PyString>) -> PyResult<String> {
    let taken = || PyValueError::new_err("a str with characters from U+FF000 to U+FF7FF can't enter the sandbox");
    if let Ok(text) = object.to_str() {
        let clash = may_hold_surrogates(text) && text.chars().any(|c| surrogate::to_code(c).is_some());
        return if clash { Err(taken()) } else { Ok(text.to_string()) };
    }
    // Calls `str.encode` directly, because a subclass may override it.
    let encoded = object.py().get_type::<PyString>().call_method1("encode", (object, "utf-32-le", "surrogatepass"))?;
    let units = encoded.cast::<PyBytes>()?.as_bytes();
    let character = |unit: &[u8; 4]| {
        let code = u32::from_le_bytes(*unit);
        char::from_u32(code).filter(|c| surrogate::to_code(*c).is_none()).or_else(|| surrogate::from_code(code)).ok_or_else(taken)
    };
    units.as_chunks::<4>().0.iter().map(character).collect()
}

/// Converts a text of the sandbox to a str. Lone surrogates get Python's representation.
fn text_out(py: Python<'_>, text: &str) -> PyResult<Py<PyAny>> {
    if !may_hold_surrogates(text) {
        return Ok(PyString::new(py, text).into_any().unbind());
    }
    let units: Vec<u8> = text.chars().flat_map(|c| surrogate::code_point(c).to_le_bytes()).collect();
    Ok(PyBytes::new(py, &units).call_method1("decode", ("utf-32-le", "surrogatepass"))?.unbind())
}

/// The form of a text for display and files: lone surrogates, which no encoding accepts, become escapes.
pub(crate) fn escape_surrogates(text: String) -> String {
    if !may_hold_surrogates(&text) {
        return text;
    }
    let mut clean = String::with_capacity(text.len());
    for c in text.chars() {
        match surrogate::to_code(c) {
            Some(code) => clean.push_str(&format!("\\u{code:04x}")),
            None => clean.push(c),
        }
    }
    clean
}

/// Converts a Python object to a host value.
///
/// # Errors
/// `TypeError` for an object of an unsupported type, `RecursionError` when it nests too deep, `ValueError` when it is too large.
pub(crate) fn to_host(object: &Bound<'_, PyAny>, handles: &mut Handles) -> PyResult<HostValue> {
    convert_in(object, handles, 0, &mut Budget::new())
}

/// Reads the contents of a container directly, without the `__iter__` or `items` of a subclass.
fn convert_in(object: &Bound<'_, PyAny>, handles: &mut Handles, depth: usize, budget: &mut Budget) -> PyResult<HostValue> {
    budget.node(depth)?;
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
        let text = text_in(object.cast::<PyString>()?)?;
        budget.bytes(text.len())?;
        Ok(HostValue::Str(text))
    } else if let Ok(value) = object.cast::<PyBytes>() {
        budget.bytes(value.as_bytes().len())?;
        Ok(HostValue::Bytes(value.as_bytes().to_vec()))
    } else if let Ok(value) = object.cast::<PyByteArray>() {
        budget.bytes(value.len())?;
        Ok(HostValue::Bytes(value.to_vec()))
    } else if let Ok(value) = object.cast::<PyList>() {
        let items = value.iter().map(|item| convert_in(&item, handles, depth + 1, budget)).collect::<PyResult<_>>()?;
        Ok(HostValue::List(items))
    } else if let Ok(value) = object.cast::<PyTuple>() {
        let items = value.iter().map(|item| convert_in(&item, handles, depth + 1, budget)).collect::<PyResult<_>>()?;
        Ok(HostValue::Tuple(items))
    } else if object.is_instance_of::<PySet>() {
        Ok(HostValue::Set(members(object, "set", handles, depth, budget)?))
    } else if object.is_instance_of::<PyFrozenSet>() {
        Ok(HostValue::FrozenSet(members(object, "frozenset", handles, depth, budget)?))
    } else if let Ok(value) = object.cast::<PyDict>() {
        let mut pairs = Vec::new();
        for (key, item) in value {
            pairs.push((convert_in(&key, handles, depth + 1, budget)?, convert_in(&item, handles, depth + 1, budget)?));
        }
        Ok(HostValue::Dict(pairs))
    } else if let Ok(value) = object.cast::<Handle>() {
        Ok(HostValue::Handle(handles.number(value.as_any(), false)))
    } else if let Some(name) = builtin_type(object) {
        Ok(HostValue::Type(name))
    } else if let Ok(value) = object.cast::<HostRef>() {
        let reference = value.get();
        let number = handles.number(reference.value.bind(object.py()), true);
        Ok(HostValue::Object { number, class: std::sync::Arc::clone(&reference.class) })
    } else if let Some(admit) = &handles.admit {
        let admitted = admit.bind(object.py()).call1((object,))?;
        if admitted.is(object) {
            return Err(PyTypeError::new_err("an object that is admitted as itself"));
        }
        convert_in(&admitted, handles, depth + 1, budget)
    } else {
        let name = object.get_type().qualname()?;
        Err(PyTypeError::new_err(format!("'{name}' object can't enter the sandbox; wrap it in stockade.Handle to pass it through")))
    }
}

/// The members of a set, through the iterator of the builtin type.
fn members(set: &Bound<'_, PyAny>, of: &str, handles: &mut Handles, depth: usize, budget: &mut Budget) -> PyResult<Vec<HostValue>> {
    let members = set.py().import("builtins")?.getattr(of)?.call_method1("__iter__", (set,))?;
    members.try_iter()?.map(|item| convert_in(&item?, handles, depth + 1, budget)).collect()
}

/// Converts a host value to a Python object. Its nesting was limited when it left the sandbox.
///
/// # Errors
/// A key is not hashable in Python, or a handle belongs to another session.
pub(crate) fn to_python(py: Python<'_>, value: &HostValue, handles: &Handles) -> PyResult<Py<PyAny>> {
    let all = |items: &[HostValue]| -> PyResult<Vec<Py<PyAny>>> { items.iter().map(|item| to_python(py, item, handles)).collect() };
    Ok(match value {
        HostValue::None => py.None(),
        HostValue::Bool(value) => PyBool::new(py, *value).to_owned().into_any().unbind(),
        HostValue::Int(value) => value.into_pyobject(py)?.into_any().unbind(),
        HostValue::BigInt(value) => value.into_pyobject(py)?.into_any().unbind(),
        HostValue::Float(value) => PyFloat::new(py, *value).into_any().unbind(),
        HostValue::Str(text) => text_out(py, text)?,
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
        HostValue::Type(name) => py.import("builtins")?.getattr(*name)?.unbind(),
        HostValue::Handle(number) | HostValue::Object { number, .. } => {
            let known = handles.entries.get(number).ok_or_else(|| PyTypeError::new_err("the handle is not of this session"))?;
            known.object().clone_ref(py)
        }
    })
}
