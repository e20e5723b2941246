//! The state of a program between steps: start, resume, finish, fork, warm imports, uncaught exceptions.
//!
//! This folder may use all lower layers. It must not know the pipeline in `sandbox.rs`, which turns texts into verified programs.

pub(crate) mod awaited_calls;
mod check;
mod compile;
mod config;
pub(crate) mod files;
pub(crate) mod fork;
pub(crate) mod host_calls;
mod lacking;
pub(crate) mod limit_report;
pub(crate) mod outcome;
pub(crate) mod package_imports;
mod uncaught;
pub(crate) mod warm_imports;

use std::sync::Arc;

use stockade_compiler::bytecode::Program;
use stockade_policy::{Grants, Limits};

use crate::base::abrupt::Abrupt;
use crate::base::abrupt::LimitKind;
use crate::base::fuel::{Fuel, SLICE};
use crate::base::host::{Captured, Host};
use crate::base::host_value::HostCall;
use crate::base::value::{Tag, Value};
use crate::heap::Heap;
use crate::interpreter::code::Origin;
use crate::interpreter::machine::{Interpreter, RunEnd};
use crate::runtime::core::Runtime;
use crate::runtime::pending_call::{PendingCall, ReturnAction};
use crate::runtime::type_table::registry;
use crate::session::limit_report::LimitReport;
use crate::session::outcome::{Outcome, Usage};
use crate::traceback::{FrameLine, running_stack};

pub(crate) use check::CheckContext;
pub(crate) use compile::compile_tree;
pub(crate) use compile::{compile_as, compile_source};
pub use config::Config;
pub use fork::Template;

/// A session of a program: globals, heap and budgets, kept between steps.
///
/// ```
/// use stockade_vm::Sandbox;
///
/// let mut session = Sandbox::default().session();
/// session.step("<step 1>", "x = 20", Default::default());
/// let step = session.step("<step 2>", "x + 1", Default::default());
/// assert_eq!(step.outcome, stockade_vm::Outcome::Finished(Some("21".to_string())));
/// ```
pub struct Session {
    /// It is large, and sessions are moved.
    pub(crate) interpreter: Box<Interpreter>,
    /// The namespace of `__main__`.
    pub(crate) main: u32,
    /// Set while a special method makes the text of the step's value. True if the value came from `final_answer`.
    pub(crate) showing: Option<bool>,
    /// Number of steps that the host counted.
    pub(crate) steps: u32,
    /// See [`Session::set_later_steps`].
    pub(crate) later_steps: Vec<(String, String)>,
    /// See [`Config::runs_imports`].
    pub(crate) runs_imports: bool,
    pub(crate) check: CheckContext,
    /// The text that the program printed, if the [`crate::Sandbox`] that made the session captures it.
    pub(crate) captured: Option<Captured>,
    /// What is said about the limit that ended the last step.
    pub(crate) limit_report: Option<LimitReport>,
    /// Where the last step gave its final answer.
    pub(crate) ended_at: Option<FrameLine>,
    /// The host's clock of the step runs already, because its text was parsed and checked first.
    pub(crate) step_has_begun: bool,
    /// See [`Session::give_arguments_away`].
    pub(crate) gives_arguments: bool,
}

/// Maximum number of characters of a source line that a warning shows.
const MAX_WARNING_LINE_CHARS: usize = 16_384;

impl Session {
    /// A session in which nothing has run. The host supplies time and receives the printed text.
    #[must_use]
    pub fn new(config: &Config, host: Box<dyn Host>) -> Self {
        crate::tables::install();
        let _ = registry();
        let limit = usize::try_from(config.limits.memory_bytes).unwrap_or(usize::MAX);
        let mut heap = Heap::new(limit);
        if config.stress_collection {
            heap.stress = true;
            heap.request_collection();
        }
        let rt = Runtime::new(heap, config.settings(), host);
        let mut interpreter = Box::new(Interpreter::new(rt));
        interpreter.reference_mode = config.reference_mode;
        // The namespace of `__main__` has three slots, far below any useful memory limit.
        let main = match interpreter.rt.new_module("__main__", false) {
            Ok(module) => {
                interpreter.rt.modules.by_name.insert("__main__".into(), module);
                interpreter.rt.heap.modules.get(module.index()).namespace
            }
            Err(_) => 0,
        };
        Session {
            interpreter,
            main,
            showing: None,
            steps: 0,
            later_steps: Vec::new(),
            runs_imports: config.runs_imports,
            check: CheckContext::new(config),
            captured: None,
            limit_report: None,
            ended_at: None,
            step_has_begun: false,
            gives_arguments: false,
        }
    }

    /// Starts the host's clock for a step. What follows counts against the step's time limit: parsing, checking, compiling, running.
    pub(crate) fn begin_step(&mut self) {
        let rt = &mut self.interpreter.rt;
        rt.host.embedder.begin_step();
        rt.budget.set_deadline(0);
        self.step_has_begun = true;
    }

    /// Fails if the time limit is over before the first instruction: loading the program takes time too.
    fn check_deadline(&mut self) -> Result<(), Abrupt> {
        let rt = &mut self.interpreter.rt;
        let is_late = rt.host.embedder.elapsed_ms() >= rt.budget.deadline_ms;
        if is_late { Err(Abrupt::Limit(LimitKind::Time)) } else { Ok(()) }
    }

    /// Runs one step to its end. Each step gets new budgets of fuel, time and output; the memory limit applies to the whole session.
    pub fn run(&mut self, program: &Arc<Program>) -> Outcome {
        match self.start(program) {
            Ok(()) => self.resume(),
            Err(outcome) => *outcome,
        }
    }

    /// Sets another policy and its limits, from the next step on. The program keeps the objects it has. It can read attributes of a module
    /// only if the new policy allows importing the module.
    pub fn set_policy(&mut self, grants: &Arc<Grants>, limits: &Limits) {
        self.set_limits(limits);
        if Arc::ptr_eq(grants, &self.interpreter.rt.policy.grants) {
            return;
        }
        self.interpreter.rt.policy.replace(Arc::clone(grants));
        self.interpreter.reset_policy_caches();
    }

    /// The outcome of a step whose text was not read in time.
    pub(crate) fn end_before_start(&mut self, exit: Abrupt) -> Outcome {
        self.interpreter.clear_frames();
        self.reset_budgets(0);
        self.step_has_begun = false;
        let stop = self.limit_of(exit).unwrap_or(RunEnd::Bug("the text could not be read"));
        let outcome = self.outcome(stop);
        self.interpreter.rt.finish_outcome(outcome)
    }

    /// Gives a new step its budgets of fuel, time, output and calls.
    fn reset_budgets(&mut self, used: u64) {
        let rt = &mut self.interpreter.rt;
        let stop_at = rt.heap.fuel.stop_at();
        rt.heap.fuel = Fuel::new(used, rt.budget.limits.instructions.saturating_sub(used), SLICE);
        rt.heap.fuel.set_stop(stop_at);
        rt.host.out = crate::runtime::output::Output::default();
        rt.budget.set_deadline(0);
        rt.policy.denials.clear();
        rt.modules.imports.clear();
        rt.host.calls = 0;
    }

    /// Prepares a step without running it.
    ///
    /// # Errors
    /// The outcome, if the step ends before its first instruction.
    pub fn start(&mut self, program: &Arc<Program>) -> Result<(), Box<Outcome>> {
        self.limit_report = None;
        self.ended_at = None;
        let warm_start = self.start_from_template(program);
        self.interpreter.clear_frames();
        self.drop_calls_of_running_loop();
        self.forget_running_loop();
        let heap = &self.interpreter.rt.heap;
        if heap.is_worth_collecting() || self.interpreter.units.has_many_steps(heap.used) {
            // Garbage of earlier steps must not count against this step, and their programs must not fill the process.
            self.interpreter.collect();
        }
        self.reset_budgets(warm_start.as_ref().map_or(0, |warm_start| warm_start.fuel));
        let rt = &mut self.interpreter.rt;
        if !std::mem::take(&mut self.step_has_begun) {
            rt.host.embedder.begin_step();
        }
        rt.modules.imports = warm_start.as_ref().map_or_else(Vec::new, |warm_start| warm_start.imports.clone());
        if let Some(warm_start) = &warm_start {
            warm_start.denials.iter().for_each(|(message, rule)| rt.policy.denials.record(message, rule));
            rt.budget.deadline_ms = rt.budget.deadline_ms.saturating_add(warm_start.host_ms);
        }
        rt.host.answer = Value::UNDEF;
        rt.finalizers.spent = 0;
        rt.finalizers.place = Default::default();
        rt.host.tools.iter_mut().for_each(|tool| tool.calls = 0);
        rt.host.tool_calls.clear();
        self.name_file(program);
        let started = self
            .interpreter
            .load(program, Origin::User, self.main)
            .and_then(|code| self.interpreter.push_module(code, ReturnAction::Exit, Value::UNDEF, 0).map(|()| code))
            .and_then(|code| warm_start.as_ref().map_or(Ok(()), |warm_start| self.skip_imports(warm_start, code)))
            .and_then(|()| self.warn(program))
            .and_then(|()| self.check_deadline());
        match started {
            Ok(()) => Ok(()),
            Err(exit) => {
                let stop = self.limit_of(exit).unwrap_or(RunEnd::Bug("step could not start"));
                let outcome = self.outcome(stop);
                Err(Box::new(self.interpreter.rt.finish_outcome(outcome)))
            }
        }
    }

    /// Ends the program after its last step as CPython does: calls functions registered with `atexit`, then `__del__` of the remaining
    /// objects. They run on the rest of the step's budgets. `None` if there is nothing to do.
    pub fn finish(&mut self) -> Option<Outcome> {
        self.limit_report = None;
        self.interpreter.clear_frames();
        let rt = &mut self.interpreter.rt;
        let hooks = rt.modules.by_name.get("atexit").map(|module| rt.heap.modules.get(module.index()).namespace);
        rt.forget_started_coroutines();
        let threads = if rt.thread.others == 0 { None } else { rt.modules.by_name.get("threading") };
        let threads = threads.map(|module| rt.heap.modules.get(module.index()).namespace);
        if hooks.is_none() && threads.is_none() && !rt.finalizers.has_callbacks() && rt.finalizers.unstarted_coroutines.is_empty() {
            return None;
        }
        let named = |rt: &mut Runtime, name: &str, space: Option<u32>| {
            rt.intern(name).map(|name| space.and_then(|space| rt.get_global(space, name)).unwrap_or(Value::NONE))
        };
        let asked = named(rt, "_shutdown", threads).and_then(|join| Ok((join, named(rt, "_run_exitfuncs", hooks)?)));
        let started = asked.and_then(|(join, hooks)| {
            let callee = self.interpreter.rt.fallback("run_exit")?;
            self.interpreter.rt.pending.call = PendingCall { callee, args: smallvec::smallvec![join, hooks], ..PendingCall::default() };
            self.interpreter.start_pending(0, ReturnAction::Exit, Value::UNDEF)
        });
        Some(match started {
            Ok(_) => self.resume(),
            Err(exit) => {
                let stop = self.limit_of(exit).unwrap_or(RunEnd::Bug("the program could not be ended"));
                self.outcome(stop)
            }
        })
    }

    /// Prints the compiler's warnings, as CPython does before it runs a program.
    fn warn(&mut self, program: &Program) -> Result<(), crate::base::abrupt::Abrupt> {
        let source = &program.source;
        for warning in &program.warnings {
            let line: String = source.line_text(warning.line).trim().chars().take(MAX_WARNING_LINE_CHARS).collect();
            let shown = if line.is_empty() { String::new() } else { format!("  {line}\n") };
            let text = format!("{}:{}: SyntaxWarning: {}\n{shown}", source.name(), warning.line, warning.message);
            self.interpreter.rt.write(&text, true)?;
        }
        Ok(())
    }

    /// Sets `__file__`, if the program has a file name. If memory runs out, `__file__` is left unset.
    fn name_file(&mut self, program: &Program) {
        let name = program.source.name();
        if name.is_empty() || name.starts_with('<') {
            return;
        }
        let rt = &mut self.interpreter.rt;
        if let (Ok(file), Ok(name)) = (rt.intern("__file__"), rt.heap.str(name)) {
            let _ = rt.set_global(self.main, file, name);
        }
    }

    /// Sets other limits, from the next step on.
    pub fn set_limits(&mut self, limits: &Limits) {
        let rt = &mut self.interpreter.rt;
        rt.heap.set_limit(usize::try_from(limits.memory_bytes).unwrap_or(usize::MAX));
        rt.budget.limits = limits.clone();
    }

    /// Number of steps that the host counted. Snapshots and forks keep it, so that the host can continue its names for steps.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Counts a step, including one that is refused before it reaches the session. Returns the new count.
    pub fn count_step(&mut self) -> u32 {
        self.steps = self.steps.saturating_add(1);
        self.steps
    }

    /// The steps that the host will run after this one: name and text of each. Snapshots keep them, so that whoever resumes a run can go on
    /// to its end. The session does not run them.
    #[must_use]
    pub fn later_steps(&self) -> &[(String, String)] {
        &self.later_steps
    }

    /// Sets the steps that come later.
    pub fn set_later_steps(&mut self, steps: Vec<(String, String)>) {
        self.later_steps = steps;
    }

    /// Continues a step that was started, paused or restored.
    pub fn resume(&mut self) -> Outcome {
        if let Some(outcome) = self.go_on() {
            return outcome;
        }
        self.interpreter.rt.host.request = None;
        self.lend_check();
        // What was cancelled meanwhile does not run on to the next time that the clock is asked.
        let is_cancelled = self.interpreter.rt.host.embedder.is_cancelled();
        let stop = if is_cancelled { RunEnd::Limit(LimitKind::Time) } else { self.interpreter.run() };
        let outcome = self.stopped(stop);
        self.interpreter.rt.finish_outcome(outcome)
    }

    /// Converts the end of a run to the outcome of the step.
    pub(crate) fn stopped(&mut self, stop: RunEnd) -> Outcome {
        // Straight-line code is charged at its beginning. A run that exceeded the limit on its way to the end counts as a limit, not as an
        // end.
        let has_ended = matches!(stop, RunEnd::Done(_) | RunEnd::Shown(_) | RunEnd::Raised(_) | RunEnd::Reported(..) | RunEnd::Answer(_));
        let fuel = &self.interpreter.rt.heap.fuel;
        let is_beyond = (has_ended || matches!(stop, RunEnd::Bug(_))) && fuel.clamp_to(fuel.granted());
        let stop = if has_ended && is_beyond { RunEnd::Limit(LimitKind::Instructions) } else { stop };
        match stop {
            // The step itself has ended; only making the text of its value raised an exception. Its text says so.
            RunEnd::Raised(exc) if self.showing.is_some() => {
                let is_answer = self.showing == Some(true);
                let text = Some(self.failed_repr(exc));
                self.showing = None;
                self.interpreter.clear_frames();
                if is_answer { Outcome::Answered(text) } else { Outcome::Finished(text) }
            }
            RunEnd::Done(value) if self.is_waiting_body(value) => match self.start_waiting_body(value) {
                Ok(()) => {
                    let stop = self.interpreter.run();
                    self.stopped(stop)
                }
                Err(exit) => {
                    let stop = self.limit_of(exit).unwrap_or(RunEnd::Bug("a step that waits could not start"));
                    self.outcome(stop)
                }
            },
            RunEnd::Done(value) => self.finished(value, false),
            RunEnd::Answer(value) => self.finished(value, true),
            RunEnd::Raised(exc) => {
                let stop = self.run_exception_report(exc);
                self.outcome(stop)
            }
            stop => self.outcome(stop),
        }
    }

    /// A step that a limit ended may have left an event loop of `asyncio` in the state of one that runs. No frame runs it any more.
    fn forget_running_loop(&mut self) {
        if let Some(running) = self.running_loop() {
            *running = Value::NONE;
        }
    }

    /// The place where `asyncio` keeps its running loop.
    pub(crate) fn running_loop(&mut self) -> Option<&mut Value> {
        let rt = &mut self.interpreter.rt;
        let events = rt.modules.by_name.get("asyncio.events").copied()?;
        let space = rt.heap.modules.get(events.index()).namespace;
        let running = rt.names.find("_running").and_then(|name| rt.get_global(space, name)).filter(|running| running.tag == Tag::List);
        running.and_then(|running| rt.heap.lists.get_mut(running.index()).items.first_mut())
    }

    /// True if the value is the body of a step that waits outside functions. The module code of such a step makes a function of its body
    /// and returns it; nothing else reaches that function.
    fn is_waiting_body(&self, value: Value) -> bool {
        if value.tag != Tag::Func {
            return false;
        }
        let code = self.interpreter.rt.heap.funcs.get(value.index()).code;
        self.interpreter.unit_of(code).is_some_and(|unit| {
            unit.origin == Origin::User
                && code == unit.first_code.wrapping_add(1)
                && unit.program.codes.get(1).is_some_and(|code| &*code.qualname == "<module>")
        })
    }

    /// Begins the body of a step that waits: as a task of the session's own event loop.
    fn start_waiting_body(&mut self, body: Value) -> Result<(), Abrupt> {
        self.interpreter.clear_frames();
        let callee = self.interpreter.rt.fallback("run_waiting_body")?;
        self.interpreter.rt.pending.call = PendingCall { callee, args: smallvec::smallvec![body], ..PendingCall::default() };
        self.interpreter.start_pending(0, ReturnAction::Exit, Value::UNDEF).map(|_| ())
    }

    /// Ends a step with a value, and makes the text of the value for the report. A `__repr__` of the program runs on the rest of the step's
    /// budgets.
    fn finished(&mut self, value: Value, clear_key_replay: bool) -> Outcome {
        if clear_key_replay {
            self.ended_at = running_stack(&self.interpreter.rt, self.places()).pop();
        }
        self.interpreter.clear_frames();
        self.interpreter.rt.host.answer = value;
        if clear_key_replay {
            // The tasks of the loop never go on, so nobody takes the answers of their calls.
            self.drop_calls_of_running_loop();
            self.forget_running_loop();
        }
        let outcome = |text| if clear_key_replay { Outcome::Answered(text) } else { Outcome::Finished(text) };
        if value.is_none() || value.is_undef() {
            return outcome(None);
        }
        let mut text = self.shown_value(value);
        if let Err(Abrupt::Memory(_)) = text {
            self.interpreter.collect();
            text = self.shown_value(value);
        }
        match text {
            Ok(text) => return outcome(Some(text)),
            Err(Abrupt::NeedsUserCode | Abrupt::Call) => {}
            Err(Abrupt::Raise(exc)) => return outcome(Some(self.failed_repr(exc))),
            Err(exit) => match self.limit_of(exit) {
                Some(stop) => return self.outcome(stop),
                None => return outcome(Some(self.interpreter.rt.default_repr(value).unwrap_or_default())),
            },
        }
        self.showing = Some(clear_key_replay);
        let started = self.interpreter.rt.fallback("repr").and_then(|callee| {
            self.interpreter.rt.pending.call = PendingCall { callee, args: smallvec::smallvec![value], ..PendingCall::default() };
            self.interpreter.start_pending(0, ReturnAction::Shown, value)
        });
        match started {
            Ok(crate::interpreter::calls::call::CallOutcome::Pushed) => {
                let stop = self.interpreter.run();
                self.stopped(stop)
            }
            Ok(crate::interpreter::calls::call::CallOutcome::Value(text)) => self.outcome(RunEnd::Shown(text)),
            Err(Abrupt::Limit(kind)) => self.outcome(RunEnd::Limit(kind)),
            Err(_) => outcome(Some(self.interpreter.rt.default_repr(value).unwrap_or_default())),
        }
    }

    /// What is shown in place of the `repr` of the step's value when that raises an exception. A script of CPython never asks for the
    /// `repr`, so the step has completed.
    fn failed_repr(&self, exc: Value) -> String {
        let rt = &self.interpreter.rt;
        format!("<{} object: repr() raised {}>", rt.type_name(rt.host.answer), rt.type_name(exc))
    }

    /// The `repr` of the value of a step, as far as it is shown.
    fn shown_value(&mut self, value: Value) -> Result<String, Abrupt> {
        let rt = &mut self.interpreter.rt;
        let bound = rt.heap.bound_texts(rt.most_shown_chars());
        let text = rt.repr_text(value);
        rt.heap.bound_texts(bound);
        rt.heap.release_to(0);
        text
    }

    /// Requests a pause at the first safepoint at which this much fuel of the current or next step is used. Safepoints are entries and
    /// exits of frames and turns of loops. A pause does not change how the run ends or what it uses.
    pub fn pause_at(&mut self, fuel: u64) {
        let state = &self.interpreter.rt.heap.fuel;
        state.set_stop(Some(fuel.max(1)));
        state.end_slice();
    }

    /// Gives the memory of dead objects back to the system. The interpreter does it by itself when it holds much more memory than it counts;
    /// a host may do it to a session that will wait for long. The program cannot see it.
    pub fn compact(&mut self) {
        self.interpreter.collect();
        self.interpreter.compact();
    }

    /// The end of a run that a limit caused outside the event loop, where nothing runs again after a collection.
    fn limit_of(&self, exit: Abrupt) -> Option<RunEnd> {
        match exit {
            Abrupt::Limit(kind) => Some(RunEnd::Limit(kind)),
            Abrupt::Memory(bytes) => {
                self.interpreter.rt.heap.fuel.refuse(LimitKind::Memory, bytes as u64);
                Some(RunEnd::Limit(LimitKind::Memory))
            }
            _ => None,
        }
    }

    fn outcome(&mut self, stop: RunEnd) -> Outcome {
        let outcome = match stop {
            RunEnd::Done(value) => return self.finished(value, false),
            RunEnd::Answer(value) => return self.finished(value, true),
            RunEnd::Shown(text) => {
                let rt = &mut self.interpreter.rt;
                let text = rt.unwrap_payload(text);
                let text = if text.is_str() {
                    Some(rt.shown_text(text))
                } else {
                    // The `__repr__` of user code gave no text.
                    Some(rt.default_repr(rt.host.answer).unwrap_or_default())
                };
                if self.showing == Some(true) { Outcome::Answered(text) } else { Outcome::Finished(text) }
            }
            RunEnd::Raised(exc) => self.uncaught(exc, Value::NONE),
            RunEnd::Reported(exc, texts) => self.uncaught(exc, texts),
            RunEnd::Limit(kind) => {
                let kind = self.report_limit(kind);
                self.drop_calls_of_running_loop();
                self.interpreter.forget_threads();
                let is_cancelled = self.limit_report.as_ref().is_some_and(|limit| limit.is_cancelled);
                if is_cancelled { Outcome::Interrupted } else { Outcome::Exceeded(kind) }
            }
            RunEnd::Paused => return Outcome::Paused,
            RunEnd::HostCall => {
                let rt = &mut self.interpreter.rt;
                rt.host.suspended_at = rt.host.embedder.elapsed_ms();
                if let Some(approval) = &rt.host.approval {
                    return Outcome::Approval(approval.clone());
                }
                if rt.host.awaited.wait.is_some() {
                    return Outcome::Awaits(rt.awaited_calls());
                }
                return match &mut rt.host.request {
                    Some((call, _)) if self.gives_arguments => {
                        let tool = call.tool.clone();
                        Outcome::HostCall(std::mem::replace(call, HostCall { tool, args: Vec::new(), kwargs: Vec::new() }))
                    }
                    Some((call, _)) => Outcome::HostCall(call.clone()),
                    None => Outcome::Internal("the host is called without a request".to_string()),
                };
            }
            RunEnd::Bug(what) => {
                let detail = self.interpreter.rt.pending.missing_fallback.take().map_or_else(String::new, |name| format!(" `{name}`"));
                self.interpreter.forget_threads();
                Outcome::Internal(format!("{what}{detail}"))
            }
        };
        self.showing = None;
        self.interpreter.clear_frames();
        outcome
    }

    /// The place from which the last step gave its final answer (`final_answer(x)`): the innermost line of the program. None if it gave none.
    ///
    /// ```
    /// use stockade_vm::Sandbox;
    ///
    /// let mut session = Sandbox::default().session();
    /// session.step("<step 1>", "def f():\n    final_answer(3)\nf()", Default::default());
    /// let place = session.ended_at().unwrap();
    /// assert_eq!((place.line, place.function.as_str()), (2, "f"));
    /// ```
    #[must_use]
    pub fn ended_at(&self) -> Option<&FrameLine> {
        self.ended_at.as_ref()
    }

    /// A text of the program, redacted by the policy.
    fn shown(&self, text: &str) -> String {
        self.interpreter.rt.policy.grants.redactor.as_ref().map_or_else(|| text.to_string(), |redactor| redactor.text(text).into_owned())
    }

    /// What the last step used.
    #[must_use]
    pub fn usage(&self) -> Usage {
        let rt = &self.interpreter.rt;
        Usage {
            fuel: rt.heap.fuel.used(),
            memory: rt.heap.used as u64,
            peak_memory: rt.heap.peak() as u64,
            output: rt.host.out.used.min(rt.budget.limits.output_bytes),
            dropped_output: rt.host.out.used.saturating_sub(rt.budget.limits.output_bytes),
            collections: rt.heap.collections,
            imports: rt.modules.imports.clone(),
            denials: rt.policy.denials.kept().iter().map(|(message, rule)| (self.shown(message), (*rule).to_string())).collect(),
        }
    }
}
