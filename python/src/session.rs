//! A session as a Python object. It runs one step at a time, and returns host calls as data.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use pyo3::PyTraverseError;
use pyo3::PyVisit;
use pyo3::exceptions::{PyOSError, PyPermissionError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use stockade_policy::{Access, Limits, ResolvedPolicy};
use stockade_vm::{
    ApprovalRequest, AwaitedCall, CompileRefusal, Config, CrossingLimits, FrameLine, Host, HostCall, HostError, LimitReport, ModuleSource,
    Outcome, Session, Stdin, Step, StepOptions, ToolSpec, UncaughtException,
};
use stockade_workers::protocol::Refusal;
use stockade_workers::{AnySession, SessionError, WorkerLost};

use crate::convert::{Handles, escape_surrogates, message_in, to_host, to_python, to_python_inside};
use crate::host::SessionHost;
use crate::packages::Package;
use crate::policy::{Policy, report_dict};
use crate::pool::{Kind, Template};

/// The mutable state of a session, protected by a lock.
struct Inner {
    session: Box<dyn AnySession + Send>,
    handles: Handles,
    /// When there are more handles than this, the unreachable ones are dropped.
    max_handles: usize,
}

/// Errors about files of a session, as Python has them for its own.
fn file_error(error: Refusal) -> PyErr {
    let message = error.message;
    let numbered = message.strip_prefix("[Errno ").and_then(|rest| rest.split_once("] "));
    if let Some((number, rest)) = numbered
        && let Ok(number) = number.parse::<i32>()
    {
        let (text, path) = rest.split_once(": '").unwrap_or((rest, ""));
        let path = path.strip_suffix('\'').unwrap_or(path);
        return PyOSError::new_err((number, text.to_string(), path.to_string()));
    }
    if message.starts_with("the policy") { PyPermissionError::new_err(message) } else { PyValueError::new_err(message) }
}

/// A session. It runs one step at a time, and returns host calls as data.
#[pyclass(module = "stockade._stockade", frozen)]
pub(crate) struct Core {
    /// On the heap, because Python clears the bytes of an object before it is made, and an object is moved into place.
    inner: Mutex<Box<Inner>>,
    policy: Arc<ResolvedPolicy>,
    /// The policy of the current step: its own, or the session's.
    current: Mutex<Arc<ResolvedPolicy>>,
    config: Config,
    printed: SessionHost,
    /// The process of its worker. `None` if it is in this process.
    worker: Option<u32>,
    /// A weak reference to the session of the package, for errors.
    owner: Mutex<Option<Py<PyAny>>>,
}

impl Core {
    fn lock(&self) -> PyResult<MutexGuard<'_, Box<Inner>>> {
        // Does not wait for the lock. A tool may run code in the session that called it, and would then wait for itself.
        self.inner.try_lock().map_err(|_| PyRuntimeError::new_err("the session is running"))
    }

    /// Asks the session. Whoever waits for a worker does not hold the lock of the interpreter: a session that runs in the worker may need it.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        inner: &mut Inner,
        ask: impl FnOnce(&mut (dyn AnySession + Send)) -> Result<T, SessionError> + Send,
    ) -> Result<T, SessionError> {
        let session = &mut *inner.session;
        if self.worker.is_some() { py.detach(|| ask(session)) } else { ask(session) }
    }

    /// The exception for an error. `refused` makes it of what the session refuses.
    fn raised(&self, py: Python<'_>, error: SessionError, refused: impl FnOnce(Refusal) -> PyErr) -> PyErr {
        match error {
            SessionError::Refused(refusal) => refused(refusal),
            SessionError::Lost(lost) => self.lost(py, &lost),
            SessionError::CannotStart(message) => PyRuntimeError::new_err(message),
        }
    }

    fn lost(&self, py: Python<'_>, lost: &WorkerLost) -> PyErr {
        let owner = self.owner.lock().unwrap_or_else(std::sync::PoisonError::into_inner).as_ref().map(|owner| owner.clone_ref(py));
        let session = owner.and_then(|owner| owner.call0(py).ok());
        lost_error(py, lost, self.worker, session)
    }

    /// Drops the host objects that the program can no longer reach, when there are many.
    fn drop_unreachable_handles(&self, py: Python<'_>, inner: &mut Inner) -> PyResult<()> {
        if inner.handles.len() > inner.max_handles {
            let live = self.ask(py, inner, |session| session.live_handles()).map_err(|error| self.raised(py, error, value_error))?;
            inner.handles.keep(&live);
            inner.max_handles = HANDLES.max(inner.handles.len() * 2);
        }
        Ok(())
    }

    fn current(&self) -> Arc<ResolvedPolicy> {
        Arc::clone(&self.current.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    /// The outcome of a step as a dict.
    fn event<'py>(&self, py: Python<'py>, inner: &mut Inner, outcome: Outcome) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        match &outcome {
            Outcome::HostCall(call) => {
                match call_parts(py, call, inner) {
                    Ok(parts) => dict.set_item("call", parts)?,
                    Err(error) => dict.set_item("bad_call", (&call.tool, error.value(py).to_string(), false))?,
                }
                return Ok(dict);
            }
            Outcome::Awaits(awaited) => {
                let numbers: Vec<u64> = awaited.calls.iter().map(|call| call.id).collect();
                dict.set_item("awaits", (numbers, awaited.timeout.map(|timeout| timeout.as_secs_f64())))?;
                return Ok(dict);
            }
            Outcome::Approval(asked) => {
                match asked_parts(py, asked, inner) {
                    Ok(parts) => dict.set_item("asks", parts)?,
                    Err(error) => dict.set_item("bad_call", (&asked.call.tool, error.value(py).to_string(), true))?,
                }
                return Ok(dict);
            }
            _ => {}
        }
        dict.set_item("outcome", outcome.to_string())?;
        if outcome.is_completed() {
            let root = if matches!(outcome, Outcome::Answered(_)) { "answer" } else { "value" };
            match self.ask(py, inner, |session| session.value()) {
                Ok(value) => match to_python(py, &value, &inner.handles) {
                    Ok(value) => dict.set_item("value", value)?,
                    Err(error) => dict.set_item("value_error", error.value(py).to_string())?,
                },
                Err(SessionError::Refused(error)) if error.path.is_empty() => dict.set_item("value_error", error.message)?,
                Err(SessionError::Refused(error)) => dict.set_item("value_error", format!("{} at {root}{}", error.message, error.path))?,
                Err(error) => return Err(self.raised(py, error, value_error)),
            }
        }
        let value = match outcome {
            Outcome::Finished(text) => text,
            Outcome::Answered(text) => {
                dict.set_item("is_final_answer", true)?;
                dict.set_item("ended_at", inner.session.ended_at().map(frame_parts))?;
                text
            }
            Outcome::Exited(exit) => {
                dict.set_item("exit_code", exit.code)?;
                dict.set_item("line", exit.line)?;
                set_exception(&dict, exit.exception)?;
                None
            }
            Outcome::Raised(raised) => {
                set_exception(&dict, raised)?;
                None
            }
            Outcome::Internal(what) => {
                dict.set_item("message", what)?;
                None
            }
            Outcome::Exceeded(_) | Outcome::Interrupted => {
                if let Some(limit) = inner.session.limit_report() {
                    dict.set_item("limit", limit_dict(py, limit)?)?;
                }
                None
            }
            Outcome::Refused(_) | Outcome::Paused | Outcome::HostCall(_) | Outcome::Approval(_) | Outcome::Awaits(_) => None,
        };
        dict.set_item("repr", value)?;
        let usage = inner.session.usage();
        dict.set_item("fuel", usage.fuel)?;
        dict.set_item("memory", usage.memory)?;
        dict.set_item("peak_memory", usage.peak_memory)?;
        dict.set_item("imports", usage.imports)?;
        dict.set_item("denials", usage.denials)?;
        Ok(dict)
    }
}

/// Name, positional arguments and keyword arguments of a host call.
type CallParts<'py> = (String, Vec<Py<PyAny>>, Bound<'py, PyDict>);

fn call_parts<'py>(py: Python<'py>, call: &HostCall, inner: &Inner) -> PyResult<CallParts<'py>> {
    // A use of an object of the host is of the object itself.
    let made =
        |value| if call.tool.is_empty() { to_python_inside(py, value, &inner.handles) } else { to_python(py, value, &inner.handles) };
    let args = call.args.iter().map(made).collect::<PyResult<Vec<_>>>()?;
    let kwargs = PyDict::new(py);
    for (name, value) in &call.kwargs {
        kwargs.set_item(name, made(value)?)?;
    }
    Ok((call.tool.clone(), args, kwargs))
}

/// Name, arguments by their names, further positional arguments, and digest of a call that waits for consent.
type AskedParts<'py> = (String, Bound<'py, PyDict>, Vec<Py<PyAny>>, String);

fn asked_parts<'py>(py: Python<'py>, asked: &ApprovalRequest, inner: &Inner) -> PyResult<AskedParts<'py>> {
    let arguments = PyDict::new(py);
    let mut rest = Vec::new();
    for (name, value) in &asked.arguments {
        let value = to_python(py, value, &inner.handles)?;
        if name == "*" {
            rest.push(value);
        } else {
            arguments.set_item(name, value)?;
        }
    }
    Ok((asked.call.tool.clone(), arguments, rest, asked.call.digest()))
}

/// The exception that ended a step.
fn set_exception(dict: &Bound<'_, PyDict>, raised: UncaughtException) -> PyResult<()> {
    dict.set_item("message", escape_surrogates(raised.message))?;
    dict.set_item("traceback", escape_surrogates(raised.traceback))?;
    dict.set_item("exception", raised.class)
}

/// File, line, function, source, and how many frames are at the same place and left out before.
type FrameParts<'a> = (&'a str, u32, &'a str, Option<&'a str>, usize, usize);

fn frame_parts(frame: &FrameLine) -> FrameParts<'_> {
    (&frame.file, frame.line, &frame.function, frame.source.as_deref(), frame.repeated, frame.omitted_before)
}

/// The limit that ended a step, as keyword arguments of the class of the package.
fn limit_dict<'py>(py: Python<'py>, limit: &LimitReport) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("kind", limit.kind.as_str())?;
    dict.set_item("limit", limit.limit)?;
    dict.set_item("used", limit.used)?;
    dict.set_item("unit", limit.unit)?;
    dict.set_item("needed", limit.needed)?;
    dict.set_item("is_cancelled", limit.is_cancelled)?;
    dict.set_item("phase", limit.phase.map(|phase| phase.to_string()))?;
    dict.set_item("policy_key", limit.policy_key)?;
    dict.set_item("flag", limit.flag)?;
    dict.set_item("stack", limit.stack.iter().map(frame_parts).collect::<Vec<_>>())?;
    Ok(dict)
}

/// See [`Inner::max_handles`].
const HANDLES: usize = 1000;

pub(crate) fn set_limits(limits: &mut Limits, overrides: &Bound<'_, PyDict>) -> PyResult<()> {
    for (name, value) in overrides {
        let name: String = name.extract()?;
        // The limits on sources come only from the policy.
        if !limits.set(&format!("limits.{name}"), value.extract()?) {
            return Err(PyTypeError::new_err(format!("there is no limit '{name}'")));
        }
    }
    Ok(())
}

#[pymethods]
impl Core {
    #[new]
    #[pyo3(signature = (policy, limits, seed=None, snapshot=None, key=None, packages=Vec::new(), template=None))]
    #[expect(clippy::too_many_arguments, reason = "the settings of a session")]
    fn new(
        py: Python<'_>,
        policy: &Policy,
        limits: &Bound<'_, PyDict>,
        seed: Option<u64>,
        snapshot: Option<&[u8]>,
        key: Option<[u8; 32]>,
        packages: Vec<Py<Package>>,
        template: Option<&Template>,
    ) -> PyResult<Self> {
        if let Some(template) = template {
            return Core::copied(py, template, snapshot, key.as_ref());
        }
        let mut config = policy.config.clone();
        config.packages = packages.iter().map(|package| Arc::clone(&package.get().inner)).collect();
        set_limits(&mut config.limits, limits)?;
        let seed = seed.unwrap_or(config.random_seed);
        (config.hash_seed, config.random_seed) = (seed, seed);
        let policy = Arc::clone(&policy.resolved);
        let printed = host_under(&policy);
        let mut session = match snapshot {
            None => Session::new(&config, Box::new(printed.clone())),
            Some(bytes) => restored(bytes, key.as_ref(), &config, &printed)?,
        };
        session.expect_steps();
        Ok(Core::of(Box::new(session), policy, config, printed))
    }

    /// Says to whom errors belong: by a weak reference.
    fn belong(&self, owner: Py<PyAny>) {
        *self.owner.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(owner);
    }

    /// The process of its worker. `None` if it is in this process.
    fn process(&self) -> Option<u32> {
        self.worker
    }

    /// Makes a copy of the session with the same host functions and modules, optionally under another policy and other limits.
    #[pyo3(signature = (policy=None, limits=None))]
    fn fork(&self, py: Python<'_>, policy: Option<&Policy>, limits: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let resolved = policy.map_or_else(|| Arc::clone(&self.policy), |policy| Arc::clone(&policy.resolved));
        let mut config = self.config.clone();
        if let Some(policy) = policy {
            config.check = Some(Arc::clone(&resolved));
            config.grants = Arc::clone(&policy.config.grants);
            config.limits = resolved.limits.clone();
        }
        if let Some(limits) = limits {
            set_limits(&mut config.limits, limits)?;
        }
        let inner = &mut *self.lock()?;
        if self.worker.is_none() && !inner.session.is_paused() {
            // The last step may have had its own policy.
            self.ask(py, inner, |session| session.rule(&self.policy, &self.config.grants, &self.config.limits))
                .map_err(|error| self.raised(py, error, value_error))?;
        }
        let printed = self.printed.copied();
        if let (Ok(mut to), Ok(from)) = (printed.stream.lock(), self.printed.stream.lock()) {
            // A reference of its own: the collector counts one for each session.
            *to = from.as_ref().map(|stream| Arc::new(stream.clone_ref(py)));
        }
        let session = self
            .ask(py, inner, |session| session.fork_with(&config, Box::new(printed.clone())))
            .map_err(|error| self.raised(py, error, value_error))?;
        let copied = Box::new(Inner { session, handles: inner.handles.copied(py), max_handles: inner.max_handles });
        let (current, owner) = (Mutex::new(Arc::clone(&resolved)), Mutex::default());
        Ok(Core { inner: Mutex::new(copied), current, policy: resolved, config, printed, worker: self.worker, owner })
    }

    #[pyo3(signature = (name, params, max_calls, is_final, is_async=false))]
    fn add_tool(&self, py: Python<'_>, name: &str, params: &str, max_calls: Option<u32>, is_final: bool, is_async: bool) -> PyResult<()> {
        let spec = ToolSpec { name: name.to_string(), params: params.to_string(), max_calls, is_final, is_async };
        self.done(py, |session| session.add_tool(&spec))
    }

    fn remove_tool(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        self.done(py, |session| session.remove_tool(name))
    }

    /// Sets what `sys.stdin` reads from now on: these bytes, or, for None, what the host answers when it is asked.
    #[pyo3(signature = (data))]
    fn set_stdin(&self, py: Python<'_>, data: Option<&[u8]>) -> PyResult<()> {
        let stdin = data.map_or(Stdin::Host, |data| Stdin::Bytes(data.to_vec()));
        self.done(py, |session| session.set_stdin(&stdin))
    }

    fn write_file(&self, py: Python<'_>, path: &str, data: &[u8]) -> PyResult<()> {
        self.got(py, file_error, |session| session.write_file(path, data))
    }

    fn read_file(&self, py: Python<'_>, path: &str) -> PyResult<Py<PyBytes>> {
        Ok(PyBytes::new(py, &self.got(py, file_error, |session| session.read_file(path))?).unbind())
    }

    fn remove_file(&self, py: Python<'_>, path: &str) -> PyResult<()> {
        self.got(py, file_error, |session| session.remove_file(path))
    }

    /// Rows of path, size and whether the program wrote the file.
    fn list_files(&self, py: Python<'_>, folder: &str) -> PyResult<Vec<(String, u64, bool)>> {
        let files = self.got(py, file_error, |session| session.list_files(folder))?;
        Ok(files.into_iter().map(|file| (file.path, file.size, file.is_written)).collect())
    }

    /// Gives the program a module as source.
    fn add_module(&self, py: Python<'_>, name: &str, file: &str, text: &str) -> PyResult<()> {
        let module = ModuleSource::new(name, file, text);
        self.done(py, |session| session.add_module(module))
    }

    /// Sets `sys.argv` after its first item.
    fn set_arguments(&self, py: Python<'_>, arguments: Vec<String>) -> PyResult<()> {
        self.done(py, |session| session.set_arguments(&arguments))
    }

    /// Sets policy and limits of the next step, which override those of the session. Without a policy, the session's policy applies again.
    fn rule_step(&self, py: Python<'_>, policy: Option<&Policy>, limits: &Bound<'_, PyDict>) -> PyResult<()> {
        let (resolved, grants, base) = match policy {
            Some(policy) => (&policy.resolved, &policy.config.grants, &policy.resolved.limits),
            None => (&self.policy, &self.config.grants, &self.config.limits),
        };
        let mut all = base.clone();
        set_limits(&mut all, limits)?;
        self.done(py, |session| session.rule(resolved, grants, &all))?;
        *self.current.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Arc::clone(resolved);
        Ok(())
    }

    /// Counts a step and returns its number. After a restore, numbers continue from those of the snapshot.
    fn count_step(&self) -> PyResult<u32> {
        Ok(self.lock()?.session.count_step())
    }

    /// Number of steps counted so far.
    fn steps(&self) -> PyResult<u32> {
        Ok(self.lock()?.session.steps())
    }

    /// Checks, compiles and starts a step. The event is its outcome or the first host call.
    #[pyo3(signature = (code, filename, with_check=true, cell=false))]
    fn begin<'py>(&self, py: Python<'py>, code: &str, filename: &str, with_check: bool, cell: bool) -> PyResult<Bound<'py, PyDict>> {
        let inner = &mut *self.lock()?;
        self.printed.begin_step();
        self.take_printed();
        let session = &mut inner.session;
        let options = StepOptions { cell, unchecked: !with_check };
        let step = self.printed.detached(py, || session.step(filename, code, options))?;
        let Step { source, verdict, outcome } = step.map_err(|lost| self.lost(py, &lost))?;
        let denied = verdict.as_ref().is_some_and(|verdict| !verdict.accepted());
        let dict = match &outcome {
            Outcome::Refused(refusal) => {
                let dict = PyDict::new(py);
                dict.set_item("outcome", outcome.to_string())?;
                if !denied {
                    let (class, message) = match refusal {
                        CompileRefusal::NotPython(error) => (error.class.name(), error.message.to_string()),
                        CompileRefusal::Unsupported { message, .. } => ("Unsupported", message.clone()),
                        CompileRefusal::DeniedSyntax { message, .. } => ("SyntaxError", message.clone()),
                        CompileRefusal::Denied => ("Unsupported", refusal.to_string()),
                    };
                    dict.set_item("exception", class)?;
                    dict.set_item("message", message)?;
                    let place = source.position(refusal.span().start);
                    dict.set_item("line", place.line)?;
                    dict.set_item("column", place.column)?;
                    return Ok(dict);
                }
                dict
            }
            _ => self.event(py, inner, outcome)?,
        };
        if let Some(verdict) = verdict.filter(|verdict| !verdict.findings.is_empty()) {
            dict.set_item("report", report_dict(py, &verdict)?)?;
        }
        Ok(dict)
    }

    /// Finishes the session: runs the `atexit` functions, then the `__del__` of remaining objects. Returns `None` when there is nothing to
    /// run.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let inner = &mut *self.lock()?;
        let session = &mut inner.session;
        let outcome = self.printed.detached(py, || session.finish())?.map_err(|lost| self.lost(py, &lost))?;
        outcome.map(|outcome| self.event(py, inner, outcome)).transpose()
    }

    /// Ends the run that is under way. May be called from any thread, and from handlers of signals.
    fn interrupt(&self) {
        self.printed.interrupt();
    }

    /// Resumes a paused or restored step.
    fn resume<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let inner = &mut *self.lock()?;
        let session = &mut inner.session;
        let outcome = self.printed.detached(py, || session.resume())?.map_err(|lost| self.lost(py, &lost))?;
        self.event(py, inner, outcome)
    }

    /// Answers the host call. A value that cannot enter the sandbox raises `TypeError` here, before anything has changed.
    fn answer<'py>(&self, py: Python<'py>, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let inner = &mut *self.lock()?;
        self.drop_unreachable_handles(py, inner)?;
        let value = to_host(value, &mut inner.handles)?;
        let session = &mut inner.session;
        let outcome = self.printed.detached(py, || session.resume_with(Ok(value)))?.map_err(|lost| self.lost(py, &lost))?;
        self.event(py, inner, outcome)
    }

    /// Raises an exception at the host call.
    fn fail<'py>(&self, py: Python<'py>, type_name: &str, message: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyDict>> {
        let inner = &mut *self.lock()?;
        let error = HostError { type_name: type_name.to_string(), message: message_in(message) };
        let session = &mut inner.session;
        let outcome = self.printed.detached(py, || session.resume_with(Err(error)))?.map_err(|lost| self.lost(py, &lost))?;
        self.event(py, inner, outcome)
    }

    /// The numbers of the calls that the program awaits.
    fn awaited(&self) -> PyResult<Vec<u64>> {
        Ok(self.lock()?.session.awaited_calls().into_iter().map(|call| call.id).collect())
    }

    /// One of these calls: name, positional arguments, keyword arguments, digest of the arguments.
    fn awaited_call<'py>(&self, py: Python<'py>, number: u64) -> PyResult<(CallParts<'py>, String)> {
        let inner = &mut *self.lock()?;
        let found = inner.session.awaited_calls().into_iter().find(|call| call.id == number);
        let AwaitedCall { call, .. } = found.ok_or_else(|| PyRuntimeError::new_err(format!("no call {number} is awaited")))?;
        let parts = call_parts(py, &call, inner).map_err(|error| {
            PyTypeError::new_err(format!("{}() was given an argument that can't leave the sandbox: {}", call.tool, error.value(py)))
        })?;
        Ok((parts, call.digest()))
    }

    /// Answers one of these calls. A value that cannot enter the sandbox raises `TypeError` here, before anything has changed.
    fn answer_awaited(&self, py: Python<'_>, number: u64, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let inner = &mut *self.lock()?;
        self.drop_unreachable_handles(py, inner)?;
        let value = to_host(value, &mut inner.handles)?;
        self.ask(py, inner, |session| session.answer(number, Ok(value))).map_err(|error| self.raised(py, error, runtime_error))
    }

    /// Raises an exception at one of these calls.
    fn fail_awaited(&self, py: Python<'_>, number: u64, type_name: &str, message: &Bound<'_, PyString>) -> PyResult<()> {
        let error = HostError { type_name: type_name.to_string(), message: message_in(message) };
        self.got(py, runtime_error, |session| session.answer(number, Err(error)))
    }

    /// Says how many seconds the host waited for answers.
    fn pass_time(&self, py: Python<'_>, seconds: f64) -> PyResult<()> {
        let time = Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX);
        self.done(py, |session| session.pass_time(time))
    }

    /// Seconds that the step may still take; `None` without a limit on its time.
    fn time_left(&self) -> PyResult<Option<f64>> {
        Ok(self.lock()?.session.time_left().map(|left| left.as_secs_f64()))
    }

    /// The time since the host call that waits is the program's own.
    fn count_host_time(&self) -> PyResult<()> {
        self.lock()?.session.count_host_time();
        Ok(())
    }

    /// Sets what makes of an object of a lent module, when it leaves the sandbox, what the author gets.
    fn bring_out(&self, bring: Py<PyAny>) -> PyResult<()> {
        self.lock()?.handles.bring = Some(bring);
        Ok(())
    }

    /// Consents to the call that the program is about to make. With a reason, refuses it.
    #[pyo3(signature = (refusal=None))]
    fn consent<'py>(&self, py: Python<'py>, refusal: Option<&Bound<'py, PyString>>) -> PyResult<Bound<'py, PyDict>> {
        let refusal = refusal.map(message_in);
        let inner = &mut *self.lock()?;
        let session = &mut inner.session;
        let outcome = self.printed.detached(py, || match refusal {
            None => session.approve(),
            Some(reason) => session.refuse(&reason),
        })?;
        let outcome = outcome.map_err(|lost| self.lost(py, &lost))?;
        self.event(py, inner, outcome)
    }

    /// Sets which objects cross as records, and the limits for each value that crosses: values, bytes, levels of nesting.
    fn set_values(&self, py: Python<'_>, values: Py<PyAny>, limits: (usize, usize, usize)) -> PyResult<()> {
        let inner = &mut *self.lock()?;
        let (nodes, bytes, depth) = limits;
        inner.handles.values = Some(values);
        inner.handles.limits = CrossingLimits { nodes, bytes, depth: depth.min(CrossingLimits::MAX_DEPTH) };
        let limits = inner.handles.limits;
        self.ask(py, inner, |session| session.set_crossing_limits(limits)).map_err(|error| self.raised(py, error, value_error))
    }

    /// Lends modules of the host. `admit` converts an object that cannot cross into one that can.
    #[pyo3(signature = (names, admit, objects = false))]
    fn lend_modules(&self, py: Python<'_>, names: Vec<String>, admit: Py<PyAny>, objects: bool) -> PyResult<()> {
        let inner = &mut *self.lock()?;
        inner.handles.admit = Some(admit);
        if names.is_empty() && !objects {
            return Ok(());
        }
        self.ask(py, inner, |session| session.lend_modules(&names)).map_err(|error| self.raised(py, error, value_error))
    }

    /// Why the policy refuses the import of a module. `None` when it allows the import.
    fn refuses_import(&self, module: &str) -> Option<String> {
        self.current().grants.import(module).err().map(|denied| denied.to_string())
    }

    /// Why the policy refuses to read an attribute of a module. `None` when it allows that.
    fn refuses_member(&self, module: &str, name: &str) -> Option<String> {
        self.current().grants.module_attribute(module, name, Access::Read).err().map(|denied| denied.to_string())
    }

    /// Why the policy refuses to read an attribute of any object. `None` when it allows that.
    fn refuses_attribute(&self, name: &str) -> Option<String> {
        self.current().grants.attribute(name, Access::Read).err().map(|denied| denied.to_string())
    }

    /// Fixes the program's clocks at a time. `None` makes them run again.
    #[pyo3(signature = (at))]
    fn freeze_clock(&self, py: Python<'_>, at: Option<f64>) -> PyResult<()> {
        *self.printed.frozen.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = at;
        if self.worker.is_some() { self.done(py, |session| session.freeze_clock(at)) } else { Ok(()) }
    }

    /// The time at which the program's clocks are fixed.
    fn clock(&self) -> Option<f64> {
        self.printed.frozen()
    }

    /// Sets a function that is called with each printed text, and whether the text went to stderr. `None` removes the function.
    #[pyo3(signature = (call))]
    fn stream(&self, call: Option<Py<PyAny>>) {
        *self.printed.stream.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = call.map(Arc::new);
    }

    /// SHA-256 of the arguments of the current host call. The empty text when there is no host call.
    fn call_digest(&self) -> PyResult<String> {
        Ok(self.lock()?.session.host_call().map_or_else(String::new, HostCall::digest))
    }

    /// The output since the last call of this function: stdout and stderr.
    fn take_printed(&self) -> (String, String) {
        let (out, errors) = std::mem::take(&mut *self.printed.texts.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
        (escape_surrogates(out), escape_surrogates(errors))
    }

    fn set(&self, py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let inner = &mut *self.lock()?;
        let value = to_host(value, &mut inner.handles)?;
        self.ask(py, inner, |session| session.set_variable(name, &value)).map_err(|error| self.raised(py, error, crossing))
    }

    /// The value of a variable in a tuple. `None` when the variable is not set.
    fn get(&self, py: Python<'_>, name: &str) -> PyResult<Option<(Py<PyAny>,)>> {
        let inner = &mut *self.lock()?;
        let value = self.ask(py, inner, |session| session.get_variable(name)).map_err(|error| self.raised(py, error, crossing))?;
        value.map(|value| Ok((to_python(py, &value, &inner.handles)?,))).transpose()
    }

    /// Stores the value of the last step in a global variable.
    fn keep_value(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        self.got(py, crossing, |session| session.keep_value(name))
    }

    fn delete(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        self.done(py, |session| session.delete_variable(name))
    }

    fn names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.got(py, value_error, |session| session.global_names())
    }

    fn pause_at(&self, py: Python<'_>, fuel: u64) -> PyResult<()> {
        self.done(py, |session| session.pause_at(fuel))
    }

    fn is_paused(&self) -> PyResult<bool> {
        Ok(self.lock()?.session.is_paused())
    }

    /// Shows Python's collector what the session holds, so that cycles through tools and callbacks are found.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // A session that runs is in use, and then nothing that it holds is garbage.
        if let Ok(inner) = self.inner.try_lock() {
            inner.handles.traverse(&visit)?;
        }
        if let Ok(stream) = self.printed.stream.try_lock()
            && let Some(stream) = &*stream
        {
            visit.call(&**stream)?;
        }
        Ok(())
    }

    /// Drops the Python objects of a session that only a cycle keeps alive.
    fn __clear__(&self) {
        if let Ok(mut inner) = self.inner.try_lock() {
            inner.handles.clear();
        }
        if let Ok(mut stream) = self.printed.stream.try_lock() {
            *stream = None;
        }
    }

    #[pyo3(signature = (key=None))]
    fn snapshot(&self, py: Python<'_>, key: Option<[u8; 32]>) -> PyResult<Vec<u8>> {
        self.got(py, value_error, |session| session.snapshot(key.as_ref()))
    }
}

impl Core {
    fn of(session: Box<dyn AnySession + Send>, policy: Arc<ResolvedPolicy>, config: Config, printed: SessionHost) -> Self {
        let worker = session.process();
        Core {
            inner: Mutex::new(Box::new(Inner { session, handles: Handles::default(), max_handles: HANDLES })),
            current: Mutex::new(Arc::clone(&policy)),
            policy,
            config,
            printed,
            worker,
            owner: Mutex::default(),
        }
    }

    /// A session of a pool, from what its sessions are copied from or from a snapshot.
    fn copied(py: Python<'_>, template: &Template, snapshot: Option<&[u8]>, key: Option<&[u8; 32]>) -> PyResult<Self> {
        let printed = host_under(&template.policy);
        let host = || -> Box<dyn Host> { Box::new(printed.clone()) };
        let config = template.config.clone();
        let session: Box<dyn AnySession + Send> = match (&template.kind, snapshot) {
            (Kind::Here(template), None) => {
                let template = template.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                Box::new(template.fork(&config, host()).map_err(|error| PyValueError::new_err(error.to_string()))?)
            }
            (Kind::Here(_), Some(bytes)) => {
                let mut session = restored(bytes, key, &config, &printed)?;
                session.expect_steps();
                Box::new(session)
            }
            #[cfg(unix)]
            (Kind::Workers(pool, template), snapshot) => {
                let opened = py.detach(|| match snapshot {
                    None => pool.open(template, &host),
                    Some(bytes) => pool.restore(template, &host, bytes, key),
                });
                Box::new(opened.map_err(|error| match error {
                    SessionError::Refused(refusal) => value_error(refusal),
                    SessionError::Lost(lost) => lost_error(py, &lost, None, None),
                    SessionError::CannotStart(message) => PyRuntimeError::new_err(message),
                })?)
            }
        };
        #[cfg(not(unix))]
        let _ = py;
        Ok(Core::of(session, Arc::clone(&template.policy), config, printed))
    }

    /// Asks the session, with the exception for what it refuses.
    fn got<T: Send>(
        &self,
        py: Python<'_>,
        refused: impl FnOnce(Refusal) -> PyErr,
        ask: impl FnOnce(&mut (dyn AnySession + Send)) -> Result<T, SessionError> + Send,
    ) -> PyResult<T> {
        let inner = &mut *self.lock()?;
        self.ask(py, inner, ask).map_err(|error| self.raised(py, error, refused))
    }

    /// [`Core::got`], where what is refused is a `ValueError`.
    fn done(&self, py: Python<'_>, ask: impl FnOnce(&mut (dyn AnySession + Send)) -> Result<(), SessionError> + Send) -> PyResult<()> {
        self.got(py, value_error, ask)
    }
}

/// The host of a session under a policy.
fn host_under(policy: &ResolvedPolicy) -> SessionHost {
    let printed = SessionHost::new();
    if policy.clock_is_frozen()
        && let Ok(mut frozen) = printed.frozen.lock()
    {
        *frozen = Some(0.0);
    }
    printed
}

fn restored(bytes: &[u8], key: Option<&[u8; 32]>, config: &Config, printed: &SessionHost) -> PyResult<Session> {
    Session::restore(bytes, key, config, Box::new(printed.clone())).map_err(|error| PyValueError::new_err(error.to_string()))
}

fn value_error(refusal: Refusal) -> PyErr {
    PyValueError::new_err(refusal.to_string())
}

fn runtime_error(refusal: Refusal) -> PyErr {
    PyRuntimeError::new_err(refusal.to_string())
}

/// The exception of the package for a worker that is lost.
fn lost_error(py: Python<'_>, lost: &WorkerLost, process: Option<u32>, session: Option<Py<PyAny>>) -> PyErr {
    let made = py.import("stockade._results").and_then(|module| {
        let kind = module.getattr("WorkerLost")?;
        kind.call1((lost.to_string(), lost.reason.name(), process, lost.signal, lost.status, session))
    });
    made.map_or_else(|error| error, PyErr::from_value)
}

fn crossing(error: Refusal) -> PyErr {
    if error.is_type { PyTypeError::new_err(error.to_string()) } else { PyValueError::new_err(error.to_string()) }
}

/// True when the sandbox has its own module of this name.
#[pyfunction]
pub(crate) fn has_module(name: &str) -> bool {
    stockade_vm::catalog(&stockade_cli::LIBRARY).has_module(name)
}
