//! Converts Python objects to host values and back.

use std::collections::HashMap;
use std::sync::Arc;

use pyo3::PyTraverseError;
use pyo3::PyVisit;
use pyo3::exceptions::{PyRecursionError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PySet, PyString, PyTuple, PyType};
use stockade_compiler::surrogate;
use stockade_vm::{CrossingLimits, HostRecord, HostValue, RecordClass, RecordKind};

/// How much of a value may still enter the sandbox. The sandbox has the same limits, but shared or endless structures must be stopped
/// before the copy is complete.
struct Budget {
    limits: CrossingLimits,
    nodes: usize,
    bytes: usize,
    /// Where the value is that did not cross: the innermost step first.
    path: Vec<String>,
    /// The classes of the host that were met, as a record has them.
    classes: HashMap<String, Arc<RecordClass>>,
}

impl Budget {
    fn new(limits: CrossingLimits) -> Self {
        Budget { limits, nodes: limits.nodes, bytes: limits.bytes, path: Vec::new(), classes: HashMap::new() }
    }

    fn too_large(what: usize, of: &str) -> PyErr {
        PyValueError::new_err(format!("the host's value can't enter the sandbox: more than {what} {of} (the crossing's limit `{of}`)"))
    }

    /// Adds a step to the path, if the value did not cross.
    fn at<T>(&mut self, converted: PyResult<T>, step: impl FnOnce() -> String) -> PyResult<T> {
        if converted.is_err() {
            self.path.push(step());
        }
        converted
    }

    fn node(&mut self, depth: usize) -> PyResult<()> {
        if depth > self.limits.depth {
            let depth = self.limits.depth;
            return Err(PyRecursionError::new_err(format!(
                "the value is nested more than {depth} levels deep (the crossing's limit `depth`)"
            )));
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
    /// A Python function that gives what the author gets for an object of a lent module.
    pub(crate) bring: Option<Py<PyAny>>,
    /// The kinds of objects that cross as records: an object of the class `Values` of the package.
    pub(crate) values: Option<Py<PyAny>>,
    pub(crate) limits: CrossingLimits,
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
        self.admit.iter().chain(&self.bring).chain(&self.values).try_for_each(|object| visit.call(object))
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
            bring: self.bring.as_ref().map(|bring| bring.clone_ref(py)),
            values: self.values.as_ref().map(|values| values.clone_ref(py)),
            limits: self.limits,
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

/// Converts the message of an error, which arrives whatever is in it: characters that can't enter become U+FFFD.
pub(crate) fn message_in(object: &Bound<'_, PyString>) -> String {
    let replaced = || {
        object.to_string_lossy().chars().map(|c| if surrogate::to_code(c).is_some() { char::REPLACEMENT_CHARACTER } else { c }).collect()
    };
    text_in(object).unwrap_or_else(|_| replaced())
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
/// `TypeError` for an object of an unsupported type, `RecursionError` when it nests too deep, `ValueError` when it is too large. Where the
/// object is inside another one, the message says where.
pub(crate) fn to_host(object: &Bound<'_, PyAny>, handles: &mut Handles) -> PyResult<HostValue> {
    let mut budget = Budget::new(handles.limits);
    let converted = convert_in(object, handles, 0, &mut budget);
    if budget.path.is_empty() {
        return converted;
    }
    let path: String = budget.path.iter().rev().map(String::as_str).collect();
    converted.map_err(|error| {
        let py = object.py();
        let text = format!("{} (at {path})", error.value(py));
        if error.is_instance_of::<PyTypeError>(py) {
            PyTypeError::new_err(text)
        } else if error.is_instance_of::<PyRecursionError>(py) {
            // The path of a value that holds itself says nothing.
            error
        } else if error.is_instance_of::<PyValueError>(py) {
            PyValueError::new_err(text)
        } else {
            error
        }
    })
}

/// The items of a list, a tuple or a set.
fn items_in<'py>(
    items: impl Iterator<Item = PyResult<Bound<'py, PyAny>>>,
    handles: &mut Handles,
    depth: usize,
    budget: &mut Budget,
) -> PyResult<Vec<HostValue>> {
    let mut all = Vec::new();
    for (at, item) in items.enumerate() {
        let converted = convert_in(&item?, handles, depth + 1, budget);
        all.push(budget.at(converted, || format!("[{at}]"))?);
    }
    Ok(all)
}

/// A key of a dict, as a step of a path.
fn shown_key(key: &Bound<'_, PyAny>) -> String {
    let is_plain = key.is_exact_instance_of::<PyString>() || key.is_exact_instance_of::<PyInt>();
    let text = if is_plain { key.repr().map(|text| text.to_string()).unwrap_or_default() } else { "...".to_string() };
    match text.char_indices().nth(60) {
        Some((at, _)) => format!("[{}...]", text.get(..at).unwrap_or_default()),
        None => format!("[{text}]"),
    }
}

/// True for the builtin types whose objects cross without a question.
fn is_plain(object: &Bound<'_, PyAny>) -> bool {
    object.is_none()
        || object.is_exact_instance_of::<PyBool>()
        || object.is_exact_instance_of::<PyInt>()
        || object.is_exact_instance_of::<PyFloat>()
        || object.is_exact_instance_of::<PyString>()
        || object.is_exact_instance_of::<PyBytes>()
        || object.is_exact_instance_of::<PyList>()
        || object.is_exact_instance_of::<PyTuple>()
        || object.is_exact_instance_of::<PyDict>()
        || object.is_exact_instance_of::<PySet>()
        || object.is_exact_instance_of::<PyFrozenSet>()
        || object.is_exact_instance_of::<Handle>()
        || object.is_exact_instance_of::<HostRef>()
}

/// What `Values.take` makes of an object: the kind, the class, and the parts.
type Taken<'py> = (String, Option<(String, String, String, Vec<String>, Vec<String>, Vec<Bound<'py, PyAny>>)>, Vec<Bound<'py, PyAny>>);

/// Converts an object that crosses as a record. `None` if it is of no such kind.
fn record_in(object: &Bound<'_, PyAny>, handles: &mut Handles, depth: usize, budget: &mut Budget) -> PyResult<Option<HostValue>> {
    let py = object.py();
    let Some(values) = &handles.values else { return Ok(None) };
    let taken = values.bind(py).call_method1("take", (object,))?;
    if taken.is_none() {
        return Ok(None);
    }
    let (kind, class, parts): Taken<'_> = taken.extract()?;
    if kind.is_empty() {
        // Another object stands for it: the value of a number of numpy, the list of an array.
        let Some(part) = parts.first() else { return Ok(None) };
        return convert_in(part, handles, depth, budget).map(Some);
    }
    let kind = RecordKind::find(&kind).ok_or_else(|| PyTypeError::new_err(format!("there is no kind '{kind}' of records")))?;
    let class = match class {
        None => None,
        Some((key, name, module, fields, traits, members)) => match budget.classes.get(&key) {
            Some(known) => Some(Arc::clone(known)),
            None => {
                budget.node(depth)?;
                let members = items_in(members.into_iter().map(Ok), handles, depth, budget)?;
                let class = Arc::new(RecordClass { key: key.clone(), name, module, fields, traits, members });
                budget.classes.insert(key, Arc::clone(&class));
                Some(class)
            }
        },
    };
    let mut all = Vec::with_capacity(parts.len());
    for (at, part) in parts.iter().enumerate() {
        // Small parts are no values of their own for the budget: a record has only so many of them.
        if part.is_none() {
            all.push(HostValue::None);
        } else if let (true, Ok(number)) = (part.is_exact_instance_of::<PyInt>(), part.extract::<i64>()) {
            all.push(HostValue::Int(number));
        } else {
            let converted = convert_in(part, handles, depth + 1, budget);
            all.push(budget.at(converted, || {
                let names = class.as_ref().filter(|class| kind.parts().is_empty() && !class.fields.is_empty()).map(|class| &class.fields);
                match (kind.parts().get(at), names.and_then(|names| names.get(at))) {
                    (Some(&"items"), _) => String::new(),
                    (Some(name), _) => format!(".{name}"),
                    (None, Some(name)) => format!(".{name}"),
                    (None, None) => format!("[{at}]"),
                }
            })?);
        }
    }
    Ok(Some(HostRecord { kind, class, parts: all }.into()))
}

/// Reads the contents of a container directly, without the `__iter__` or `items` of a subclass.
fn convert_in(object: &Bound<'_, PyAny>, handles: &mut Handles, depth: usize, budget: &mut Budget) -> PyResult<HostValue> {
    budget.node(depth)?;
    if !is_plain(object)
        && let Some(record) = record_in(object, handles, depth, budget)?
    {
        return Ok(record);
    }
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
        Ok(HostRecord::new(RecordKind::ByteArray, vec![HostValue::Bytes(value.to_vec())]).into())
    } else if let Ok(value) = object.cast::<PyList>() {
        Ok(HostValue::List(items_in(value.iter().map(Ok), handles, depth, budget)?))
    } else if let Ok(value) = object.cast::<PyTuple>() {
        Ok(HostValue::Tuple(items_in(value.iter().map(Ok), handles, depth, budget)?))
    } else if object.is_instance_of::<PySet>() {
        Ok(HostValue::Set(members(object, "set", handles, depth, budget)?))
    } else if object.is_instance_of::<PyFrozenSet>() {
        Ok(HostValue::FrozenSet(members(object, "frozenset", handles, depth, budget)?))
    } else if let Ok(value) = object.cast::<PyDict>() {
        let mut pairs = Vec::new();
        for (key, item) in value {
            let name = convert_in(&key, handles, depth + 1, budget);
            let name = budget.at(name, || " (in a key)".to_string())?;
            let converted = convert_in(&item, handles, depth + 1, budget);
            pairs.push((name, budget.at(converted, || shown_key(&key))?));
        }
        Ok(HostValue::Dict(pairs))
    } else if let Ok(value) = object.cast::<Handle>() {
        Ok(HostValue::Handle(handles.number(value.as_any(), false)))
    } else if let Some(name) = builtin_type(object) {
        Ok(HostValue::Type(name))
    } else if let Ok(value) = object.cast::<HostRef>() {
        let reference = value.get();
        let number = handles.number(reference.value.bind(object.py()), true);
        Ok(HostValue::Object { number, class: Arc::clone(&reference.class) })
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
    items_in(members.try_iter()?, handles, depth, budget)
}

/// Items of a set, or keys of a dict, that may have one hash when they leave the sandbox.
const MOST_ALIKE: usize = 100;

/// The items, if a set or a dict of them is soon made.
///
/// Python's hashes of numbers are known, so a program can choose numbers that all have the same one. Python compares each to all others.
fn hashed(py: Python<'_>, items: Vec<Py<PyAny>>) -> PyResult<Vec<Py<PyAny>>> {
    if items.len() <= MOST_ALIKE {
        return Ok(items);
    }
    let mut alike: HashMap<isize, usize> = HashMap::new();
    for item in &items {
        let count = alike.entry(item.bind(py).hash()?).or_default();
        *count += 1;
        if *count > MOST_ALIKE {
            return Err(PyTypeError::new_err(format!(
                "more than {MOST_ALIKE} items of a set or dict have the same hash; a list of them can leave"
            )));
        }
    }
    Ok(items)
}

/// Converts a host value to a Python object. Its nesting was limited when it left the sandbox.
///
/// # Errors
/// A key is not hashable in Python, too many keys have one hash, a handle belongs to another session, or the class of a record does not take
/// its parts.
pub(crate) fn to_python(py: Python<'_>, value: &HostValue, handles: &Handles) -> PyResult<Py<PyAny>> {
    made_out(py, value, handles, handles.bring.as_ref())
}

/// [`to_python`] for a use of an object of a lent module, which is given as it is.
pub(crate) fn to_python_inside(py: Python<'_>, value: &HostValue, handles: &Handles) -> PyResult<Py<PyAny>> {
    made_out(py, value, handles, None)
}

fn made_out(py: Python<'_>, value: &HostValue, handles: &Handles, bring: Option<&Py<PyAny>>) -> PyResult<Py<PyAny>> {
    let one = |item: &HostValue| made_out(py, item, handles, bring);
    let all = |items: &[HostValue]| -> PyResult<Vec<Py<PyAny>>> { items.iter().map(one).collect() };
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
        HostValue::Set(items) => PySet::new(py, hashed(py, all(items)?)?)?.into_any().unbind(),
        HostValue::FrozenSet(items) => PyFrozenSet::new(py, hashed(py, all(items)?)?)?.into_any().unbind(),
        HostValue::Dict(pairs) => {
            let dict = PyDict::new(py);
            let keys = pairs.iter().map(|(key, _)| one(key)).collect::<PyResult<_>>()?;
            for (key, (_, item)) in hashed(py, keys)?.into_iter().zip(pairs) {
                dict.set_item(key, one(item)?)?;
            }
            dict.into_any().unbind()
        }
        HostValue::Type(name) => py.import("builtins")?.getattr(*name)?.unbind(),
        HostValue::Handle(number) | HostValue::Object { number, .. } => {
            let known = handles.entries.get(number).ok_or_else(|| PyTypeError::new_err("the handle is not of this session"))?;
            match (known, bring) {
                (Entry::Object(object), Some(bring)) => bring.bind(py).call1((object,))?.unbind(),
                _ => known.object().clone_ref(py),
            }
        }
        HostValue::Record(record) => match &handles.values {
            Some(values) => {
                let class = record.class.as_ref().map(|class| (&class.key, &class.name, &class.fields, &class.traits));
                values.bind(py).call_method1("make", (record.kind.name(), class, all(&record.parts)?))?.unbind()
            }
            None => one(&record.plain())?,
        },
    })
}
