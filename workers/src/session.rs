//! The side of the host: a session in a worker.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use stockade_compiler::SourceText;
use stockade_policy::{Approval, Grants, Limits, ResolvedPolicy};
use stockade_vm::{
    AwaitedCall, Config, CrossingLimits, FileEntry, FrameLine, Host, HostCall, HostError, HostValue, LimitReport, ModuleSource, Outcome,
    STDIN_CALL, Stdin, Step, StepOptions, ToolSpec, Usage,
};

use crate::any::AnySession;
use crate::convert::{limit_of, outcome_of, verdict_of};
use crate::frames::{Frame, FrameLimits};
use crate::lost::{SessionError, WorkerLost};
use crate::pool::Template;
use crate::protocol::{Change, End, Ended, Judged, Look, Refusal, Reply, Request, Run};
use crate::worker::{Attendant, SharedWorker};

/// What a policy masks may be longer than what stood there, and a mark says that output was cut. So a worker may send so many times what the
/// program may print, and this much more.
const OUTPUT_FACTOR: u64 = 16;
const OUTPUT_SPARE: u64 = 1 << 20;
/// For each value that may cross, so many are read: the parts of a call around its arguments count too.
const VALUES_FACTOR: usize = 4;
const VALUES_SPARE: usize = 1 << 16;
/// A call may be made again, so that so many times more are let through than the limit says.
const CALLS_FACTOR: u32 = 2;

/// The number of the next session of this process.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// A session in a worker. It runs one step at a time; [`AnySession`] has what can be done with it. The host prints and says when a run is to
/// end. Its clocks are not asked: those of the program are the worker's.
pub struct Session {
    worker: Arc<SharedWorker>,
    number: u64,
    template: Arc<Template>,
    host: Box<dyn Host>,
    interrupted: Arc<AtomicBool>,
    /// The names of the host functions.
    tools: Vec<String>,
    usage: Usage,
    limit_report: Option<LimitReport>,
    ended_at: Option<FrameLine>,
    is_paused: bool,
    /// Those of what runs next.
    limits: Limits,
    /// The steps that were counted.
    steps: u32,
    /// The value that the step ended with, where it came with the end.
    value: Option<HostValue>,
    /// The call that waits for its result.
    call: Option<HostCall>,
    /// How many bytes the step may still print.
    room: u64,
    /// How many host calls the step may still make.
    calls: u32,
    /// The call that the host was asked about, and those that it consented to.
    asked: Option<HostCall>,
    consented: Vec<HostCall>,
    /// The awaited calls that the host was told of, until they are answered or dropped.
    awaited: BTreeMap<u64, Arc<HostCall>>,
    /// Steps that were counted, of which the worker does not know.
    counted: u32,
}

/// Ends the run of a session from another thread.
#[derive(Debug, Clone)]
pub struct Interrupter(Arc<AtomicBool>);

impl Interrupter {
    /// Ends the run that is under way, within some tens of milliseconds. Between runs it does nothing.
    pub fn interrupt(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Session {
    /// Opens a session in a worker.
    ///
    /// # Errors
    /// The worker is lost, or refuses the template.
    pub fn open(worker: &Arc<SharedWorker>, template: &Arc<Template>, host: Box<dyn Host>) -> Result<Session, SessionError> {
        let session = Session::new(worker, template, host)?;
        // A copy of the template in the worker is refused by nobody, so that nobody waits for it.
        worker.lock()?.ask_later(&Request::Open { session: session.number, template: template.number() })?;
        Ok(session)
    }

    /// Opens a session from a snapshot. Host functions and modules must be given again.
    ///
    /// # Errors
    /// As [`Session::open`], and those of [`stockade_vm::Session::restore`].
    pub fn restore(
        worker: &Arc<SharedWorker>,
        template: &Arc<Template>,
        host: Box<dyn Host>,
        snapshot: &[u8],
        key: Option<&[u8; 32]>,
    ) -> Result<Session, SessionError> {
        let request = |session, template| Request::Restore { session, template, key: key.copied() };
        let mut session = Session::made(worker, template, host, request, snapshot)?;
        (session.is_paused, session.steps) = match session.look(Look::Progress)?.message {
            Reply::Progress { is_paused, steps } => (is_paused, steps),
            _ => return Err(session.wrong("something else than how far the session is").into()),
        };
        Ok(session)
    }

    /// A copy of the session, in the same worker.
    ///
    /// # Errors
    /// As [`Session::open`], and those of [`stockade_vm::Session::fork`].
    pub fn fork(&self, host: Box<dyn Host>) -> Result<Session, SessionError> {
        self.forked(host, self.template.limits())
    }

    /// A copy with limits of its own, from its first moment on: the step that it may be in goes on under them.
    fn forked(&self, host: Box<dyn Host>, limits: &Limits) -> Result<Session, SessionError> {
        let (from, others) = (self.number, limits.changed_from(self.template.limits()));
        self.worker.lock()?.expect(FrameLimits::of_sessions(limits, self.template.crossing()));
        let request = |session, _| Request::Fork { session, from, limits: others };
        let mut copy = Session::made(&self.worker, &self.template, host, request, &[])?;
        (copy.tools, copy.usage, copy.is_paused) = (self.tools.clone(), self.usage.clone(), self.is_paused);
        (copy.steps, copy.counted) = (self.steps, self.counted);
        copy.limits = limits.clone();
        copy.renew();
        Ok(copy)
    }

    fn made(
        worker: &Arc<SharedWorker>,
        template: &Arc<Template>,
        host: Box<dyn Host>,
        request: impl FnOnce(u64, u64) -> Request,
        payload: &[u8],
    ) -> Result<Session, SessionError> {
        let session = Session::new(worker, template, host)?;
        session.done(&request(session.number, template.number()), payload)?;
        Ok(session)
    }

    /// A session of which the worker does not know yet.
    fn new(worker: &Arc<SharedWorker>, template: &Arc<Template>, host: Box<dyn Host>) -> Result<Session, SessionError> {
        let mut session = Session {
            worker: Arc::clone(worker),
            number: NEXT.fetch_add(1, Ordering::Relaxed),
            template: Arc::clone(template),
            host,
            interrupted: Arc::default(),
            tools: Vec::new(),
            usage: Usage::default(),
            limit_report: None,
            ended_at: None,
            is_paused: false,
            limits: template.limits().clone(),
            steps: 0,
            value: None,
            call: None,
            room: 0,
            calls: 0,
            asked: None,
            consented: Vec::new(),
            awaited: BTreeMap::new(),
            counted: 0,
        };
        template.introduce(&mut *worker.lock()?)?;
        session.renew();
        Ok(session)
    }

    /// What ends a run of the session from another thread.
    #[must_use]
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(Arc::clone(&self.interrupted))
    }

    /// A new step has its budgets of output and calls.
    fn renew(&mut self) {
        let limits = &self.limits;
        self.room = limits.output_bytes.saturating_mul(OUTPUT_FACTOR).saturating_add(OUTPUT_SPARE);
        // A session that goes on without an answer makes its call again.
        self.calls = limits.host_calls.saturating_mul(CALLS_FACTOR);
        (self.asked, self.consented) = (None, Vec::new());
    }

    /// Sets the limits of what runs next.
    fn set_limits(&mut self, limits: &Limits) -> Result<(), SessionError> {
        if *limits == self.limits {
            return Ok(());
        }
        let others = limits.changed_from(self.template.limits());
        self.worker.lock()?.expect(FrameLimits::of_sessions(limits, self.template.crossing()));
        self.change(Change::SetLimits(others), &[])?;
        self.limits = limits.clone();
        Ok(())
    }

    fn ask(&self, request: &Request, payload: &[u8]) -> Result<Frame<Reply>, SessionError> {
        let mut worker = self.worker.lock()?;
        let Frame { message, payload } = worker.ask(request, payload, Duration::ZERO, None)?;
        match message {
            Reply::Refused(refusal) => Err(refusal.into()),
            message => Ok(Frame { message, payload }),
        }
    }

    fn wrong(&self, what: &str) -> WorkerLost {
        match self.worker.lock() {
            Ok(mut worker) => worker.wrong(what),
            Err(lost) => lost,
        }
    }

    fn done(&self, request: &Request, payload: &[u8]) -> Result<(), SessionError> {
        match self.ask(request, payload)?.message {
            Reply::Done => Ok(()),
            _ => Err(self.wrong("something else than that it is done").into()),
        }
    }

    fn change(&self, change: Change, payload: &[u8]) -> Result<(), SessionError> {
        self.done(&Request::Change { session: self.number, change }, payload)
    }

    fn look(&self, look: Look) -> Result<Frame<Reply>, SessionError> {
        self.ask(&Request::Look { session: self.number, look }, &[])
    }

    fn bytes(&self, look: Look) -> Result<Vec<u8>, SessionError> {
        match self.look(look)? {
            Frame { message: Reply::Bytes, payload } => Ok(payload),
            _ => Err(self.wrong("something else than bytes").into()),
        }
    }

    fn value_of(&self, look: Look) -> Result<Option<HostValue>, SessionError> {
        match self.look(look)? {
            Frame { message: Reply::Value { is_there: true }, payload } => Ok(Some(self.read(&payload)?)),
            Frame { message: Reply::Value { is_there: false }, payload } if payload.is_empty() => Ok(None),
            _ => Err(self.wrong("something else than a value").into()),
        }
    }

    fn read(&self, payload: &[u8]) -> Result<HostValue, WorkerLost> {
        let most = self.template.crossing().nodes.saturating_mul(VALUES_FACTOR).saturating_add(VALUES_SPARE);
        HostValue::from_bytes(payload, most).map_err(|error| self.wrong(&error.to_string()))
    }

    fn run(&mut self, run: Run, payload: &[u8], source: Option<&SourceText>) -> Result<Ran, WorkerLost> {
        self.interrupted.store(false, Ordering::Relaxed);
        let request = Request::Run { session: self.number, run, is_cancelled: self.host.is_cancelled() };
        let limits = &self.limits;
        let time = Duration::from_millis(limits.wall_ms.min(limits.total_ms));
        let interrupted = Arc::clone(&self.interrupted);
        let is_interrupted = || interrupted.load(Ordering::Relaxed);
        let attendant = Attendant {
            host: &mut *self.host,
            is_interrupted: &is_interrupted,
            room: &mut self.room,
            looked: Instant::now(),
            is_told: false,
        };
        let answer = self.worker.lock()?.ask(&request, payload, time, Some(attendant))?;
        let Frame { message: Reply::Ended(ended), payload } = answer else {
            return Err(self.wrong("something else than how the run ended"));
        };
        let Ended { end, usage, limit, ended_at, verdict, is_paused, has_value, awaited } = *ended;
        let has_value = has_value && matches!(end, Some(End::Finished(_) | End::Answered(_)));
        (self.value, self.call) = (None, None);
        let payload = if has_value {
            self.value = Some(self.read(&payload)?);
            &[]
        } else {
            payload.as_slice()
        };
        let ran = self.checked(end, verdict, payload, source).and_then(|ran| {
            let limit = limit.map(limit_of).transpose()?;
            Ok((ran, limit))
        });
        let (ran, limit) = ran.map_err(|what| self.wrong(&what))?;
        // Those that the host was not told of are its business when it is.
        self.awaited.retain(|call, _| awaited.contains(call));
        if let Some(Outcome::HostCall(call)) = &ran.outcome {
            self.call = Some(call.clone());
        }
        (self.usage, self.limit_report, self.ended_at, self.is_paused) = (usage, limit, ended_at, is_paused);
        Ok(ran)
    }

    /// How a run ended, if it is an end that this run can have.
    fn checked(&mut self, end: Option<End>, verdict: Option<Judged>, payload: &[u8], source: Option<&SourceText>) -> Result<Ran, String> {
        let values = match payload {
            [] => None,
            payload => Some(self.read(payload).map_err(|lost| lost.to_string())?),
        };
        let is_lent = |tool: &str| tool == STDIN_CALL || self.tools.iter().any(|lent| lent == tool);
        let outcome = end.map(|end| outcome_of(end, values, source, &is_lent)).transpose()?;
        match &outcome {
            Some(Outcome::HostCall(call)) => self.permit(call)?,
            Some(Outcome::Approval(asked)) => self.asked = Some(asked.call.clone()),
            Some(Outcome::Awaits(waits)) => {
                for waited in &waits.calls {
                    if self.awaited.insert(waited.id, Arc::clone(&waited.call)).is_none() {
                        self.permit(&waited.call)?;
                    }
                }
            }
            _ => {}
        }
        let verdict = match (verdict, source) {
            (None, _) => None,
            (Some(verdict), Some(source)) => Some(verdict_of(verdict, source, self.template.policy())?),
            (Some(_), None) => return Err("a verdict where no text was sent".to_string()),
        };
        Ok(Ran { outcome, verdict })
    }

    /// Checks once more what the worker should have checked: that the policy allows a call, that the host consented where the policy asks about
    /// every call, and that there are not too many. Rules for arguments are the worker's alone.
    fn permit(&mut self, call: &HostCall) -> Result<(), String> {
        if call.tool == STDIN_CALL {
            return Ok(());
        }
        let grant = self.template.grants().tool(&call.tool).map_err(|denied| denied.to_string())?;
        if matches!(grant.approve, Approval::Always) {
            let consented = self.consented.iter().position(|consented| consented == call);
            let at = consented.ok_or_else(|| format!("a call of `{}` that the host did not consent to", call.tool))?;
            self.consented.swap_remove(at);
        }
        self.calls = self.calls.checked_sub(1).ok_or("more host calls than the limit lets a program make")?;
        Ok(())
    }

    /// Runs what must come to an end.
    fn go(&mut self, run: Run, payload: &[u8]) -> Result<Outcome, WorkerLost> {
        let ran = self.run(run, payload, None)?;
        ran.outcome.ok_or_else(|| self.wrong("a run without an end"))
    }
}

fn refusal(message: &str) -> Refusal {
    Refusal { message: message.to_owned(), path: String::new(), is_type: false }
}

/// What came of a run.
struct Ran {
    outcome: Option<Outcome>,
    verdict: Option<stockade_policy::Verdict>,
}

/// An answer to a host call: the error, or the payload.
fn answer_parts(answer: Result<HostValue, HostError>) -> (Option<HostError>, Vec<u8>) {
    match answer {
        Ok(value) => (None, value.to_bytes()),
        Err(error) => (Some(error), Vec::new()),
    }
}

impl AnySession for Session {
    fn step(&mut self, name: &str, text: &str, StepOptions { cell, unchecked }: StepOptions) -> Result<Step, WorkerLost> {
        let source = Arc::new(SourceText::new(name, text));
        self.renew();
        let counted = std::mem::take(&mut self.counted);
        self.steps = self.steps.saturating_add(counted);
        let run = Run::Step { name: name.to_owned(), text: text.to_owned(), cell, unchecked, counted };
        let ran = self.run(run, &[], Some(&source))?;
        let outcome = ran.outcome.ok_or_else(|| self.wrong("a run without an end"))?;
        Ok(Step { source, verdict: ran.verdict, outcome })
    }
    fn count_step(&mut self) -> u32 {
        self.counted = self.counted.saturating_add(1);
        self.steps()
    }
    fn steps(&self) -> u32 {
        self.steps.saturating_add(self.counted)
    }
    fn pause_at(&mut self, fuel: u64) -> Result<(), SessionError> {
        self.change(Change::PauseAt(fuel), &[])
    }
    fn resume(&mut self) -> Result<Outcome, WorkerLost> {
        self.go(Run::Resume, &[])
    }
    fn resume_with(&mut self, answer: Result<HostValue, HostError>) -> Result<Outcome, WorkerLost> {
        let (error, payload) = answer_parts(answer);
        self.go(Run::ResumeWith { error }, &payload)
    }
    fn approve(&mut self) -> Result<Outcome, WorkerLost> {
        self.consented.extend(self.asked.take());
        self.go(Run::Approve, &[])
    }
    fn refuse(&mut self, reason: &str) -> Result<Outcome, WorkerLost> {
        self.asked = None;
        self.go(Run::Refuse { reason: reason.to_owned() }, &[])
    }
    fn finish(&mut self) -> Result<Option<Outcome>, WorkerLost> {
        Ok(self.run(Run::Finish, &[], None)?.outcome)
    }
    fn answer(&mut self, id: u64, answer: Result<HostValue, HostError>) -> Result<(), SessionError> {
        let (error, payload) = answer_parts(answer);
        self.change(Change::Answer { id, error }, &payload)
    }
    fn usage(&self) -> Usage {
        self.usage.clone()
    }
    fn limit_report(&self) -> Option<&LimitReport> {
        self.limit_report.as_ref()
    }
    fn ended_at(&self) -> Option<&FrameLine> {
        self.ended_at.as_ref()
    }
    fn value(&mut self) -> Result<HostValue, SessionError> {
        if let Some(value) = &self.value {
            return Ok(value.clone());
        }
        self.value_of(Look::Value)?.ok_or_else(|| self.wrong("no value where there is one").into())
    }
    fn reported_value(&mut self) -> Result<HostValue, SessionError> {
        self.value_of(Look::ReportedValue)?.ok_or_else(|| self.wrong("no value where there is one").into())
    }
    fn add_tool(&mut self, spec: &ToolSpec) -> Result<(), SessionError> {
        self.change(Change::AddTool(spec.clone()), &[])?;
        self.tools.push(spec.name.clone());
        Ok(())
    }
    fn remove_tool(&mut self, name: &str) -> Result<(), SessionError> {
        self.change(Change::RemoveTool(name.to_owned()), &[])?;
        self.tools.retain(|tool| tool != name);
        Ok(())
    }
    fn host_call(&self) -> Option<&HostCall> {
        self.call.as_ref()
    }
    fn awaited_calls(&self) -> Vec<AwaitedCall> {
        self.awaited.iter().map(|(id, call)| AwaitedCall { id: *id, call: Arc::clone(call), is_new: false }).collect()
    }
    fn pass_time(&mut self, time: Duration) -> Result<(), SessionError> {
        self.change(Change::PassTime(time), &[])
    }
    fn lend_modules(&mut self, _: &[String]) -> Result<(), SessionError> {
        Err(refusal("a worker has no modules and objects of the host").into())
    }
    fn live_handles(&mut self) -> Result<Vec<u64>, SessionError> {
        match self.look(Look::LiveHandles)?.message {
            Reply::Numbers(numbers) => Ok(numbers),
            _ => Err(self.wrong("something else than numbers").into()),
        }
    }
    fn rule(&mut self, policy: &Arc<ResolvedPolicy>, _: &Arc<Grants>, limits: &Limits) -> Result<(), SessionError> {
        if !self.template.policy().is_of(policy) {
            return Err(refusal("a session in a worker keeps the policy that it was opened with").into());
        }
        self.set_limits(limits)
    }
    fn set_crossing_limits(&mut self, limits: CrossingLimits) -> Result<(), SessionError> {
        if limits == self.template.crossing() {
            return Ok(());
        }
        Err(refusal("a session in a worker keeps the limits for values that it was opened with").into())
    }
    fn freeze_clock(&mut self, at: Option<f64>) -> Result<(), SessionError> {
        self.change(Change::FreezeClock(at.map(f64::to_bits)), &[])
    }
    fn fork_with(&mut self, config: &Config, host: Box<dyn Host>) -> Result<Box<dyn AnySession + Send>, SessionError> {
        if let Some(policy) = &config.check
            && !self.template.policy().is_of(policy)
        {
            return Err(refusal("a session in a worker keeps the policy that it was opened with").into());
        }
        Ok(Box::new(self.forked(host, &config.limits)?))
    }
    fn add_module(&mut self, module: ModuleSource) -> Result<(), SessionError> {
        self.change(Change::AddModule(module), &[])
    }
    fn set_arguments(&mut self, arguments: &[String]) -> Result<(), SessionError> {
        self.change(Change::SetArguments(arguments.to_vec()), &[])
    }
    fn set_stdin(&mut self, stdin: &Stdin) -> Result<(), SessionError> {
        self.change(Change::SetStdin(stdin.clone()), &[])
    }
    fn set_variable(&mut self, name: &str, value: &HostValue) -> Result<(), SessionError> {
        self.change(Change::SetVariable(name.to_owned()), &value.to_bytes())
    }
    fn get_variable(&mut self, name: &str) -> Result<Option<HostValue>, SessionError> {
        self.value_of(Look::Variable(name.to_owned()))
    }
    fn delete_variable(&mut self, name: &str) -> Result<(), SessionError> {
        self.change(Change::DeleteVariable(name.to_owned()), &[])
    }
    fn keep_value(&mut self, name: &str) -> Result<(), SessionError> {
        self.change(Change::KeepValue(name.to_owned()), &[])
    }
    fn global_names(&mut self) -> Result<Vec<String>, SessionError> {
        match self.look(Look::Names)?.message {
            Reply::Names(names) => Ok(names),
            _ => Err(self.wrong("something else than names").into()),
        }
    }
    fn is_paused(&self) -> bool {
        self.is_paused
    }
    fn expect_steps(&mut self) -> Result<(), SessionError> {
        self.change(Change::ExpectSteps, &[])
    }
    fn write_file(&mut self, path: &str, data: &[u8]) -> Result<(), SessionError> {
        self.change(Change::WriteFile(path.to_owned()), data)
    }
    fn read_file(&mut self, path: &str) -> Result<Vec<u8>, SessionError> {
        self.bytes(Look::ReadFile(path.to_owned()))
    }
    fn remove_file(&mut self, path: &str) -> Result<(), SessionError> {
        self.change(Change::RemoveFile(path.to_owned()), &[])
    }
    fn list_files(&mut self, folder: &str) -> Result<Vec<FileEntry>, SessionError> {
        match self.look(Look::ListFiles(folder.to_owned()))?.message {
            Reply::Files(files) => Ok(files),
            _ => Err(self.wrong("something else than files").into()),
        }
    }
    fn snapshot(&mut self, key: Option<&[u8; 32]>) -> Result<Vec<u8>, SessionError> {
        if self.counted > 0 {
            self.change(Change::CountSteps(self.counted), &[])?;
            self.steps = self.steps.saturating_add(std::mem::take(&mut self.counted));
        }
        self.bytes(Look::Snapshot { key: key.copied() })
    }
    fn process(&self) -> Option<u32> {
        Some(self.worker.process())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.worker.close(self.number);
    }
}
