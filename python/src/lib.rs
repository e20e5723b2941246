//! The extension module `stockade._stockade`: sessions of the machine as Python objects. The package around it is Python.

mod convert;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stockade_compiler::SourceText;
use stockade_policy::{
    Decision, KnownNames, Limits, PolicyError, ResolvedPolicy, ToolSignature, Verdict, check_source, presets, resolve::render,
    resolve_preset, resolve_text,
};
use stockade_vm::{Config, Host, HostError, Outcome, Refused, Session, ToolSpec, compile_source};

use convert::{Handle, Handles, to_host, to_python};

/// What the guest prints, kept for the result; and a clock for the deadline.
#[derive(Clone)]
struct Printed {
    texts: Arc<Mutex<(String, String)>>,
    start: Arc<Mutex<Instant>>,
}

impl Printed {
    fn new() -> Self {
        Printed { texts: Arc::default(), start: Arc::new(Mutex::new(Instant::now())) }
    }
    fn elapsed(&self) -> std::time::Duration {
        self.start.lock().map_or_else(|poisoned| poisoned.into_inner().elapsed(), |start| start.elapsed())
    }
}

impl Host for Printed {
    fn elapsed_ms(&mut self) -> u64 {
        u64::try_from(self.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
    fn write(&mut self, text: &str, error: bool) {
        let mut texts = self.texts.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if error { texts.1.push_str(text) } else { texts.0.push_str(text) }
    }
    fn wall_clock(&mut self) -> f64 {
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
    }
    fn monotonic(&mut self) -> f64 {
        self.elapsed().as_secs_f64()
    }
}

/// Name and text of parents that are no files: of policies made from others in memory.
type Parents = BTreeMap<String, (String, String)>;

/// The text of a policy file and its name for messages, or a preset by name.
fn resolve(policy: &str, text: Option<&str>, parents: &Parents) -> PyResult<ResolvedPolicy> {
    let finder = |child: &str, wanted: &str| -> Result<(String, String), String> {
        if let Some(found) = parents.get(wanted) {
            return Ok(found.clone());
        }
        let path = std::path::Path::new(child).parent().unwrap_or(std::path::Path::new("")).join(wanted);
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        Ok((path.to_string_lossy().into_owned(), text))
    };
    let resolved = match text {
        Some(text) => resolve_text(policy, text, &finder),
        None if presets::find(policy).is_none() => {
            return Err(PyValueError::new_err(format!("there is no preset `{policy}`; presets: {}", presets::names().join(", "))));
        }
        None => resolve_preset(policy),
    };
    resolved.map_err(|errors| PyValueError::new_err(errors.iter().map(complaint).collect::<Vec<_>>().join("\n")))
}

/// Where, what and what to do, in one or two lines.
fn complaint(error: &PolicyError) -> String {
    let (line, column) = error.position();
    let help = error.help.as_ref().map(|help| format!("\n  help: {help}")).unwrap_or_default();
    format!("{}:{line}:{column}: {error}{help}", error.source.name)
}

/// A policy with its parents merged in.
#[pyclass(module = "stockade._stockade", frozen)]
struct Policy {
    resolved: Arc<ResolvedPolicy>,
}

#[pymethods]
impl Policy {
    #[new]
    #[pyo3(signature = (name, text=None, parents=Parents::new()))]
    #[expect(clippy::needless_pass_by_value, reason = "what Python gives is owned")]
    fn new(name: &str, text: Option<&str>, parents: Parents) -> PyResult<Self> {
        Ok(Policy { resolved: Arc::new(resolve(name, text, &parents)?) })
    }

    #[getter]
    fn name(&self) -> &str {
        &self.resolved.name
    }

    /// Digest of the resolved values.
    #[getter]
    fn sha256(&self) -> &str {
        &self.resolved.sha256
    }

    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.resolved.warnings.iter().map(complaint).collect()
    }

    /// Every setting and its value, as texts.
    fn settings(&self) -> Vec<(String, String)> {
        self.resolved.listing().map(|(path, slot, _)| (path.to_string(), render(slot.kind, &slot.value))).collect()
    }
}

fn report_dict<'py>(py: Python<'py>, report: &Verdict) -> PyResult<Bound<'py, PyAny>> {
    // Through JSON, so that both speak of findings in the same words.
    py.import("json")?.call_method1("loads", (report.to_json().to_string(),))
}

/// `check(code, policy, filename, tools, variables)`: the report as a dict.
#[pyfunction]
fn check<'py>(
    py: Python<'py>,
    code: &str,
    policy: &Policy,
    filename: &str,
    tools: Vec<String>,
    variables: Vec<String>,
) -> PyResult<Bound<'py, PyAny>> {
    let policy = &policy.resolved;
    let mut known = KnownNames::standard();
    tools.iter().for_each(|tool| known.add_tool_text(tool));
    variables.iter().for_each(|name| known.add_variable(name));
    let source = Arc::new(SourceText::new(filename, code));
    let (report, _) = py.detach(|| check_source(&source, policy, stockade_vm::catalog(), &known));
    report_dict(py, &report)
}

/// A session's state behind its lock.
struct Inner {
    session: Session,
    known: KnownNames,
    handles: Handles,
}

/// A session: one step at a time, host calls handed out as data.
#[pyclass(module = "stockade._stockade", frozen)]
struct Core {
    inner: Mutex<Inner>,
    policy: Arc<ResolvedPolicy>,
    config: Config,
    printed: Printed,
}

impl Core {
    fn lock(&self) -> PyResult<MutexGuard<'_, Inner>> {
        // Waiting could wait for ourselves: a tool that runs code in the session that called it.
        self.inner.try_lock().map_err(|_| PyRuntimeError::new_err("the session is running"))
    }

    /// What became of the step, as a dict.
    fn event<'py>(&self, py: Python<'py>, inner: &Inner, outcome: Outcome) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        if let Outcome::HostCall(call) = &outcome {
            let args = call.args.iter().map(|value| to_python(py, value, &inner.handles)).collect::<PyResult<Vec<_>>>()?;
            let kwargs = PyDict::new(py);
            for (name, value) in &call.kwargs {
                kwargs.set_item(name, to_python(py, value, &inner.handles)?)?;
            }
            dict.set_item("call", (&call.tool, args, kwargs))?;
            return Ok(dict);
        }
        let (word, value) = match outcome {
            Outcome::Finished(text) => ("completed".to_string(), text),
            Outcome::Answered(text) => {
                dict.set_item("is_final_answer", true)?;
                ("completed".to_string(), text)
            }
            Outcome::Raised(raised) => {
                dict.set_item("message", raised.message)?;
                dict.set_item("traceback", raised.traceback)?;
                dict.set_item("exception", &raised.class)?;
                (format!("runtime:{}", raised.class), None)
            }
            Outcome::Exceeded(kind) => (format!("limit:{kind}"), None),
            Outcome::Paused => ("paused".to_string(), None),
            Outcome::HostCall(_) => ("host-call".to_string(), None),
            Outcome::Internal(what) => {
                dict.set_item("message", what)?;
                ("internal".to_string(), None)
            }
        };
        if word == "completed" {
            match inner.session.value() {
                Ok(value) => dict.set_item("value", to_python(py, &value, &inner.handles)?)?,
                Err(error) => dict.set_item("value_error", error.message)?,
            }
        }
        dict.set_item("outcome", word)?;
        dict.set_item("repr", value)?;
        let usage = inner.session.usage();
        dict.set_item("fuel", usage.fuel)?;
        dict.set_item("memory", usage.memory)?;
        dict.set_item("peak_memory", usage.peak_memory)?;
        dict.set_item("imports", usage.imports)?;
        dict.set_item("denials", usage.denials)?;
        Ok(dict)
    }

    fn config(policy: &ResolvedPolicy, limits: Limits, seed: u64) -> Config {
        Config { grants: Arc::new(policy.grants.clone()), limits, hash_seed: seed, random_seed: seed, stress_collection: false }
    }
}

fn limits_of(policy: &ResolvedPolicy, overrides: &Bound<'_, PyDict>) -> PyResult<Limits> {
    let mut limits = policy.limits.clone();
    for (name, value) in overrides {
        let name: String = name.extract()?;
        match name.as_str() {
            "instructions" => limits.instructions = value.extract()?,
            "memory_bytes" => limits.memory_bytes = value.extract()?,
            "wall_ms" => limits.wall_ms = value.extract()?,
            "recursion" => limits.recursion = value.extract()?,
            "output_bytes" => limits.output_bytes = value.extract()?,
            "host_calls" => limits.host_calls = value.extract()?,
            "snapshot_bytes" => limits.snapshot_bytes = value.extract()?,
            _ => return Err(PyTypeError::new_err(format!("there is no limit '{name}'"))),
        }
    }
    Ok(limits)
}

#[pymethods]
impl Core {
    #[new]
    #[pyo3(signature = (policy, limits, seed, snapshot=None, key=None))]
    fn new(policy: &Policy, limits: &Bound<'_, PyDict>, seed: u64, snapshot: Option<&[u8]>, key: Option<[u8; 32]>) -> PyResult<Self> {
        let policy = Arc::clone(&policy.resolved);
        let limits = limits_of(&policy, limits)?;
        let config = Core::config(&policy, limits, seed);
        let printed = Printed::new();
        let mut known = KnownNames::standard();
        known.begin_session();
        let session = match snapshot {
            None => Session::new(&config, Box::new(printed.clone())),
            Some(bytes) => Session::restore(bytes, key.as_ref(), &config, Box::new(printed.clone()))
                .map_err(|error| PyValueError::new_err(error.to_string()))?,
        };
        session.global_names().iter().for_each(|name| known.add_variable(name));
        Ok(Core { inner: Mutex::new(Inner { session, known, handles: Handles::default() }), policy, config, printed })
    }

    /// A second session in the same state, with the same host functions. State that holds handles can't be copied.
    fn fork(&self) -> PyResult<Self> {
        let inner = self.lock()?;
        let printed = Printed::new();
        let session =
            inner.session.fork(&self.config, Box::new(printed.clone())).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let copied = Inner { session, known: inner.known.clone(), handles: Handles::default() };
        Ok(Core { inner: Mutex::new(copied), policy: Arc::clone(&self.policy), config: self.config.clone(), printed })
    }

    fn add_tool(&self, name: &str, params: &str, max_calls: Option<u32>, is_final: bool) -> PyResult<()> {
        let spec = ToolSpec { name: name.to_string(), params: params.to_string(), max_calls, is_final };
        let inner = &mut *self.lock()?;
        inner.session.add_tool(&spec).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let parameters = spec.parameters().ok().flatten().map(|names| names.into_iter().map(Into::into).collect());
        inner.known.add_tool(name, ToolSignature { parameters });
        Ok(())
    }

    fn remove_tool(&self, name: &str) -> PyResult<()> {
        self.lock()?.session.remove_tool(name);
        Ok(())
    }

    /// Checks, compiles and starts a step. The event says what became of it, or which host function is called.
    #[pyo3(signature = (code, filename, with_check=true))]
    fn begin<'py>(&self, py: Python<'py>, code: &str, filename: &str, with_check: bool) -> PyResult<Bound<'py, PyDict>> {
        let inner = &mut *self.lock()?;
        if let Ok(mut start) = self.printed.start.lock() {
            *start = Instant::now();
        }
        self.take_printed();
        let source = Arc::new(SourceText::new(filename, code));
        let mut findings = None;
        if with_check {
            let known = &inner.known;
            let (report, _) = py.detach(|| check_source(&source, &self.policy, stockade_vm::catalog(), known));
            let shown = report_dict(py, &report)?;
            if report.verdict == Decision::Deny {
                let dict = PyDict::new(py);
                let syntax = report.findings.iter().any(|finding| finding.rule.id.starts_with("SYN") && finding.rule.id != "SYN007");
                dict.set_item("outcome", if syntax { "syntax" } else { "policy" })?;
                dict.set_item("report", shown)?;
                return Ok(dict);
            }
            findings = Some(shown);
        }
        let program = match compile_source(&source, &self.policy.parse_limits()) {
            Ok(program) => Arc::new(program),
            Err(refused) => {
                let (class, message, span) = match &refused {
                    Refused::Syntax(error) => (error.class.name().to_string(), error.message.to_string(), error.span),
                    Refused::Unsupported { message, span } => ("Unsupported".to_string(), message.clone(), *span),
                };
                let dict = PyDict::new(py);
                dict.set_item("outcome", "syntax")?;
                dict.set_item("exception", class)?;
                dict.set_item("message", message)?;
                dict.set_item("line", source.position(span.start).line)?;
                return Ok(dict);
            }
        };
        for global in &program.globals {
            if let Some(text) = program.names.get(global.0 as usize) {
                inner.known.add_variable(text);
            }
        }
        let session = &mut inner.session;
        let outcome = py.detach(|| session.run(&program));
        let dict = self.event(py, inner, outcome)?;
        if let Some(findings) = findings {
            dict.set_item("report", findings)?;
        }
        Ok(dict)
    }

    /// Goes on with a paused or restored step.
    fn resume<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let inner = &mut *self.lock()?;
        let session = &mut inner.session;
        let outcome = py.detach(|| session.resume());
        self.event(py, inner, outcome)
    }

    /// Answers the host call. A value that can't enter the sandbox is a `TypeError` here and nothing has happened yet.
    fn answer<'py>(&self, py: Python<'py>, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let inner = &mut *self.lock()?;
        let value = to_host(value, &mut inner.handles, 0)?;
        let session = &mut inner.session;
        let outcome = py.detach(|| session.resume_with(Ok(value)));
        self.event(py, inner, outcome)
    }

    /// Raises at the host call.
    fn fail<'py>(&self, py: Python<'py>, type_name: &str, message: &str) -> PyResult<Bound<'py, PyDict>> {
        let inner = &mut *self.lock()?;
        let error = HostError { type_name: type_name.to_string(), message: message.to_string() };
        let session = &mut inner.session;
        let outcome = py.detach(|| session.resume_with(Err(error)));
        self.event(py, inner, outcome)
    }

    /// What was printed since the last call: stdout and stderr.
    fn take_printed(&self) -> (String, String) {
        std::mem::take(&mut *self.printed.texts.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    fn set(&self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let inner = &mut *self.lock()?;
        let value = to_host(value, &mut inner.handles, 0)?;
        inner.session.set_variable(name, &value).map_err(crossing)?;
        inner.known.add_variable(name);
        Ok(())
    }

    /// The value in a list, or None when the variable is not set.
    fn get(&self, py: Python<'_>, name: &str) -> PyResult<Option<(Py<PyAny>,)>> {
        let inner = self.lock()?;
        let value = inner.session.get_variable(name).map_err(crossing)?;
        value.map(|value| Ok((to_python(py, &value, &inner.handles)?,))).transpose()
    }

    fn delete(&self, name: &str) -> PyResult<()> {
        self.lock()?.session.delete_variable(name);
        Ok(())
    }

    fn names(&self) -> PyResult<Vec<String>> {
        Ok(self.lock()?.session.global_names())
    }

    fn is_paused(&self) -> PyResult<bool> {
        Ok(self.lock()?.session.is_paused())
    }

    #[pyo3(signature = (key=None))]
    fn snapshot(&self, key: Option<[u8; 32]>) -> PyResult<Vec<u8>> {
        self.lock()?.session.snapshot(key.as_ref()).map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

fn crossing(error: stockade_vm::CrossingError) -> PyErr {
    if error.is_type { PyTypeError::new_err(error.message) } else { PyValueError::new_err(error.message) }
}

#[pymodule]
fn _stockade(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Core>()?;
    module.add_class::<Handle>()?;
    module.add_class::<Policy>()?;
    module.add_function(wrap_pyfunction!(check, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
