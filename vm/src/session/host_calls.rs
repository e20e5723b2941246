//! Host functions and host values of a session: adding functions, completing host calls, variables, the value of a step.

use crate::base::abrupt::Abrupt;
use crate::base::abrupt::LimitKind;
use crate::base::host_value::FIRST_HANDLE;
use crate::base::host_value::{CrossingError, CrossingLimits, HostValue};
use crate::base::host_value::{HostCall, HostError, ModuleSource, ToolError, ToolSpec};
use crate::base::stdin::{STDIN_CALL, Stdin};
use crate::base::value::{Tag, Value};
use crate::heap::Object;
use crate::host_calls::convert::Crossing;
use crate::interpreter::machine::{Interpreter, RunEnd};
use crate::session::Session;
use crate::session::outcome::Outcome;
use std::sync::Arc;

/// A value that a report holds takes so many bytes, besides its texts.
const BYTES_OF_NODE: usize = 64;

impl Interpreter {
    /// Suspends the run for a host call. Keeps the request for the host; the stub stays at its call instruction.
    pub(crate) fn start_host_call(&mut self, args: &[Value]) -> Abrupt {
        match self.rt.host_request(args) {
            Ok(request) => {
                self.rt.host.request = Some(request);
                Abrupt::Suspend
            }
            Err(exit) => exit,
        }
    }

    /// Makes `sys.argv` and `sys.orig_argv` anew, if `sys` is loaded. `name` is the name of the program, None to keep it.
    pub(crate) fn list_arguments(&mut self, name: Option<Value>) -> Result<(), Abrupt> {
        let rt = &mut self.rt;
        let Some(sys) = rt.modules.by_name.get("sys").copied() else { return Ok(()) };
        let space = rt.heap.modules.get(sys.index()).namespace;
        for text in ["argv", "orig_argv"] {
            let global = rt.intern(text)?;
            let Some(list) = rt.get_global(space, global).filter(|list| list.tag == Tag::List) else { continue };
            let first = name.or_else(|| rt.heap.lists.get(list.index()).items.first().copied());
            let mut values = vec![match first {
                Some(first) => first,
                None => rt.heap.str("")?,
            }];
            for argument in rt.host.arguments.clone() {
                values.push(rt.heap.str(&argument)?);
            }
            let list = rt.heap.list(values)?;
            rt.set_global(space, global, list)?;
        }
        Ok(())
    }

    /// Moves past the call instruction and stores the host's result.
    fn store_host_result(&mut self, answer: Result<&HostValue, &HostError>) -> Option<RunEnd> {
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = frame.pc.saturating_add(1);
        }
        let answer = match answer {
            // `handle_abrupt` would run the instruction again after a collection, which would call the host again.
            Ok(value) => self.enter_value_or_collect(value),
            Err(error) => Err(self.rt.host_exception(error)),
        };
        match answer {
            Ok(value) => {
                let dst = self.current_op().map(|op| crate::interpreter::control::results::return_action(op).0);
                self.set_reg(dst?, value);
                None
            }
            Err(Abrupt::Memory(bytes)) => {
                self.rt.heap.fuel.refuse(LimitKind::Memory, bytes as u64);
                Some(RunEnd::Limit(LimitKind::Memory))
            }
            Err(exit) => self.handle_abrupt(exit),
        }
    }
}

impl Session {
    /// Adds a host function. Programs find it like a builtin: globals of the program take precedence.
    ///
    /// # Errors
    /// The name or the parameter list is invalid, the policy has a rule for a parameter that the function does not have, or memory is used
    /// up.
    pub fn add_tool(&mut self, spec: &ToolSpec) -> Result<(), ToolError> {
        crate::host_calls::add_stub(&mut self.interpreter, spec)?;
        self.check.add_tool(spec);
        Ok(())
    }

    /// Removes a host function. The program may still hold its stub, but calls of it fail.
    pub fn remove_tool(&mut self, name: &str) {
        self.interpreter.rt.host.tools.retain(|tool| tool.name != name);
    }

    /// Continues after [`Outcome::HostCall`] with the result or the error of the host function. It is an internal error if no host call is
    /// waiting. After a restore, call [`Session::resume`] first: it makes the host call again.
    pub fn resume_with(&mut self, answer: Result<HostValue, HostError>) -> Outcome {
        self.resume_with_ref(answer.as_ref())
    }

    /// Like [`Session::resume_with`], for an answer that the host goes on to use.
    pub fn resume_with_ref(&mut self, answer: Result<&HostValue, &HostError>) -> Outcome {
        let Some((call, fuel)) = self.interpreter.rt.host.request.take() else {
            return Outcome::Internal("no host function waits for an answer".to_string());
        };
        self.excuse_host_time();
        // What a host does for the program may have taken all of the program's own time (`count_host_time`).
        let is_late = self.is_out_of_total_time() || self.time_left().is_some_and(|left| left.is_zero());
        let rt = &mut self.interpreter.rt;
        if !call.tool.is_empty() && call.tool != STDIN_CALL {
            rt.count_host_call(&call.tool);
        }
        // The call is charged on completion, because the request may be repeated after a restore.
        let stop = match rt.charge(fuel) {
            Ok(()) if is_late => Some(RunEnd::Limit(LimitKind::Time)),
            Err(Abrupt::Limit(kind)) => Some(RunEnd::Limit(kind)),
            _ => self.interpreter.store_host_result(answer),
        };
        match stop {
            None => self.resume(),
            Some(stop) => {
                let outcome = self.stopped(stop);
                self.interpreter.rt.finish_outcome(outcome)
            }
        }
    }

    /// Sets what `sys.stdin` and `input()` read from now on. What was not read yet of an earlier input is dropped, but for what the
    /// program's own stream has read ahead.
    ///
    /// ```
    /// use stockade_vm::{CaptureHost, Config, Session, Stdin};
    ///
    /// let host = CaptureHost::default();
    /// let captured = host.captured();
    /// let mut session = Session::new(&Config::permissive(), Box::new(host));
    /// session.set_stdin(&Stdin::Bytes(b"3\n".to_vec())).unwrap();
    /// session.step("twice.py", "print(2 * int(input()))", Default::default());
    /// # let _ = captured;
    /// ```
    ///
    /// # Errors
    /// The bytes do not fit the memory of the session.
    pub fn set_stdin(&mut self, stdin: &Stdin) -> Result<(), CrossingError> {
        let rt = &mut self.interpreter.rt;
        rt.host.stdin.host_has_more = matches!(stdin, Stdin::Host);
        rt.host.stdin.at = 0;
        rt.host.stdin.bytes = Value::NONE;
        if let Stdin::Bytes(bytes) = stdin
            && !bytes.is_empty()
        {
            let kept = match rt.heap.bytes(bytes.clone()) {
                Err(Abrupt::Memory(_)) => {
                    self.interpreter.collect();
                    self.interpreter.rt.heap.bytes(bytes.clone())
                }
                other => other,
            };
            let message = format!("no memory left for the {} bytes of stdin", bytes.len());
            self.interpreter.rt.host.stdin.bytes = kept.map_err(|_| CrossingError::of_size(message))?;
        }
        Ok(())
    }

    /// Sets `sys.argv` after its first item, the name of the program.
    ///
    /// # Errors
    /// The arguments do not fit the memory of the session.
    pub fn set_arguments(&mut self, arguments: &[String]) -> Result<(), CrossingError> {
        let error = || CrossingError::of_size("no memory left for the arguments of the program");
        // The host's own copy is not charged, as that of its tools. The program's list is.
        self.interpreter.rt.host.arguments = arguments.to_vec();
        // Where `sys` is loaded already, its list changes too.
        self.interpreter.list_arguments(None).map_err(|_| error())
    }

    /// Sets the limits for each value that crosses, in either direction. A restored session has the default ones.
    ///
    /// ```
    /// use stockade_vm::{CrossingLimits, HostValue, Sandbox};
    ///
    /// let mut session = Sandbox::default().session();
    /// session.set_crossing_limits(CrossingLimits { nodes: 10, ..CrossingLimits::default() });
    /// session.step("<step 1>", "[0] * 10", Default::default());
    /// assert_eq!(session.value().unwrap_err().message, "more than 10 values (the crossing's limit `values`)");
    /// ```
    pub fn set_crossing_limits(&mut self, limits: CrossingLimits) {
        // The conversion of a value recurses by its depth.
        self.interpreter.rt.host.crossing = CrossingLimits { depth: limits.depth.min(CrossingLimits::MAX_DEPTH), ..limits };
    }

    /// From now on the outcome of a host call has the call's arguments itself, and not a copy of them. [`Session::host_call`] then has none.
    /// A fork and a restored session begin with copies again.
    pub fn give_arguments_away(&mut self) {
        self.gives_arguments = true;
    }

    /// The host call that waits for its result.
    #[must_use]
    pub fn host_call(&self) -> Option<&HostCall> {
        self.interpreter.rt.host.request.as_ref().map(|(call, _)| call)
    }

    /// Sets a global of the program.
    ///
    /// # Errors
    /// The value is too large or too deep, a key is not hashable, or memory is used up.
    pub fn set_variable(&mut self, name: &str, value: &HostValue) -> Result<(), CrossingError> {
        let rt = &mut self.interpreter.rt;
        // Between steps there may be no fuel and no time left. The work is the host's, so it gets enough of both.
        rt.heap.fuel.grant(u64::from(u32::MAX));
        let deadline = std::mem::replace(&mut rt.budget.deadline_ms, u64::MAX);
        let result = self.interpreter.enter_value_or_collect(value);
        let rt = &mut self.interpreter.rt;
        rt.budget.deadline_ms = deadline;
        let set = result.and_then(|value| {
            let name = rt.intern(name)?;
            rt.set_global(self.main, name, value)
        });
        if set.is_ok() {
            self.check.known.add_variable(name);
        }
        let rt = &mut self.interpreter.rt;
        set.map_err(|exit| match exit {
            Abrupt::Raise(exc) => {
                let message = crate::traceback::native(rt, exc).map_or_else(String::new, |known| known.message);
                CrossingError { is_type: rt.exception_is(exc, crate::runtime::exceptions::TYPE_ERROR), ..CrossingError::of_size(message) }
            }
            Abrupt::Bug(what) => CrossingError::of_size(what),
            _ => CrossingError::of_size("no memory left for the value"),
        })
    }

    /// Stores the value of the last step in a global of the program. This also works for a value that cannot cross.
    ///
    /// # Errors
    /// The last step had no value, or memory is used up.
    pub fn keep_value(&mut self, name: &str) -> Result<(), CrossingError> {
        let rt = &mut self.interpreter.rt;
        let full = |_| CrossingError::of_size("no memory left for the variable");
        if rt.host.answer.is_undef() {
            return Err(CrossingError::of_type("the last step gave no value"));
        }
        let (value, interned) = (rt.host.answer, rt.intern(name).map_err(full)?);
        rt.set_global(self.main, interned, value).map_err(full)?;
        self.check.known.add_variable(name);
        Ok(())
    }

    /// A global of the program; `None` if it is not set.
    ///
    /// # Errors
    /// The value cannot cross.
    pub fn get_variable(&self, name: &str) -> Result<Option<HostValue>, CrossingError> {
        let rt = &self.interpreter.rt;
        let value = rt.names.find(name).and_then(|name| rt.get_global(self.main, name));
        value.map(|value| rt.to_host(value, &mut Crossing::new(rt.host.crossing)).map_err(|error| error.under(name))).transpose()
    }

    /// Removes a global of the program.
    pub fn delete_variable(&mut self, name: &str) {
        let rt = &mut self.interpreter.rt;
        let slot = rt.names.find(name).and_then(|name| rt.modules.namespaces.get(self.main as usize)?.slots.get(&name).copied());
        if let Some(slot) = slot.and_then(|slot| rt.modules.globals.get_mut(slot as usize)) {
            *slot = Value::UNDEF;
        }
    }

    /// The value of the last step: that of its last expression, or the argument of `final_answer`.
    ///
    /// # Errors
    /// The value cannot cross. Its `repr` is in the outcome in any case.
    pub fn value(&self) -> Result<HostValue, CrossingError> {
        self.value_within(self.interpreter.rt.host.crossing)
    }

    /// [`value`](Self::value) for a report: it has at most a sixteenth of the memory limit in bytes, as its `repr` in the outcome has. A report
    /// has the value more than once while it is written, and that is no memory of the program.
    ///
    /// # Errors
    /// The value cannot cross, or is larger. Its `repr` is in the outcome in any case.
    pub fn reported_value(&self) -> Result<HostValue, CrossingError> {
        let rt = &self.interpreter.rt;
        let (limits, most) = (rt.host.crossing, rt.heap.limit / 16);
        self.value_within(CrossingLimits { bytes: limits.bytes.min(most), nodes: limits.nodes.min(most / BYTES_OF_NODE), ..limits })
    }

    fn value_within(&self, limits: CrossingLimits) -> Result<HostValue, CrossingError> {
        let rt = &self.interpreter.rt;
        let mut value = rt.to_host(rt.host.answer.or(Value::NONE), &mut Crossing::new(limits))?;
        if let Some(redactor) = &rt.policy.grants.redactor {
            crate::runtime::output::redact_value(redactor, &mut value)?;
        }
        Ok(value)
    }
}

impl Session {
    /// Lends modules of the host. The program may import the modules named here (`*` means all that the library does not have), if the
    /// policy allows it. Each use of them by the program is a [`crate::base::host_value::HostCall`] with an empty name.
    ///
    /// # Errors
    /// A step is in progress, or memory is used up.
    pub fn lend_modules(&mut self, names: &[String]) -> Result<(), ToolError> {
        if self.is_paused() {
            return Err(ToolError("a step is under way".to_string()));
        }
        self.interpreter.load_proxy_module().map_err(|exit| match exit {
            Abrupt::Bug(what) => ToolError(what.to_string()),
            _ => ToolError("no memory left for the host's modules".to_string()),
        })?;
        self.interpreter.rt.host.lent_modules = names.iter().map(|name| Arc::from(name.as_str())).collect();
        self.list_given_modules();
        Ok(())
    }

    /// Makes the modules that the host lends or gives known to the check.
    fn list_given_modules(&mut self) {
        let rt = &self.interpreter.rt;
        let lent = rt.host.lent_modules.iter().map(|name| name.to_string());
        let packaged = rt.modules.packages.iter().flat_map(|package| package.top_modules()).map(str::to_string);
        let names: Vec<String> = lent.chain(rt.host.module_sources.keys().cloned()).chain(packaged).collect();
        self.check.lend_modules(&names);
    }

    /// Gives the program a module as source. It is code of the program: it runs with the program's grants and on its budgets when it is
    /// first imported. The policy must allow the import. A restored session is given its modules again.
    ///
    /// ```
    /// use stockade_vm::{CaptureHost, Config, ModuleSource, Session};
    ///
    /// # static LIBRARY: stockade_vm::Library = stockade_vm::Library::new(stockade_stdlib::read_full);
    /// let host = CaptureHost::default();
    /// let captured = host.captured();
    /// let mut session = Session::new(&Config { library: &LIBRARY, ..Config::permissive() }, Box::new(host));
    /// session.add_module(ModuleSource::new("helper", "helper.py", "def double(x): return 2 * x")).unwrap();
    /// session.step("main.py", "import helper\nprint(helper.double(4))", Default::default());
    /// assert_eq!(captured.stdout(), "8\n");
    /// ```
    ///
    /// # Errors
    /// The name is no dotted name, or a module of the library has it.
    pub fn add_module(&mut self, module: ModuleSource) -> Result<(), ToolError> {
        let is_name = |part: &str| stockade_algorithms::text::case::is_identifier(part);
        if !module.name.split('.').all(is_name) {
            return Err(ToolError(format!("`{}` is no name for a module", module.name)));
        }
        let top = module.name.split('.').next().unwrap_or("");
        let rt = &mut self.interpreter.rt;
        if rt.modules.library.contains(top) {
            return Err(ToolError(format!("`{top}` is a module of the library; give yours another name")));
        }
        let name = module.name.clone();
        Arc::make_mut(&mut rt.host.module_files).insert(module.file.clone());
        Arc::make_mut(&mut rt.host.module_sources).insert(name, module);
        self.list_given_modules();
        Ok(())
    }

    /// The numbers of the host's objects that the program can still reach. The host may forget all others.
    pub fn live_handles(&mut self) -> Vec<u64> {
        self.interpreter.collect();
        let mut live = Vec::new();
        let objects = &self.interpreter.rt.heap.objects;
        for at in 1..objects.len() {
            if let Some(Object::Opaque(number)) = u32::try_from(at).ok().and_then(|at| objects.find(at)) {
                live.extend(number.checked_sub(FIRST_HANDLE));
            }
        }
        live
    }
}
