//! The host's side of calls that a program awaits: what is outstanding, answers, and the time that passes meanwhile. And its consent to
//! calls, where the policy asks for it.

use std::sync::Arc;
use std::time::Duration;

use crate::base::abrupt::{Abrupt, LimitKind};
use crate::base::host_value::{AwaitedCall, HostError, HostValue};
use crate::base::value::Value;
use crate::interpreter::machine::RunEnd;
use crate::session::Session;
use crate::session::outcome::Outcome;

/// The error of [`Session::answer`]: no call with this number waits for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no call of a host function with the number {0} waits for an answer: it has one, or the program dropped it")]
pub struct NotAwaited(pub u64);

impl Session {
    /// The calls of async host functions that have no answer. Between steps these are calls of tasks that the program has left running. In a
    /// restored session and in a fork the list is empty until its program waits for the host.
    #[must_use]
    pub fn awaited_calls(&self) -> Vec<AwaitedCall> {
        let calls = &self.interpreter.rt.host.awaited.calls;
        calls.iter().map(|(id, reported)| AwaitedCall { id: *id, call: Arc::clone(&reported.call), is_new: reported.is_new }).collect()
    }

    /// Gives the answer to one of the calls of [`Outcome::Awaits`]. [`Session::resume`] hands it to the program. Answers can be given in any
    /// order, one or several before the program continues, and also between steps.
    ///
    /// ```
    /// use stockade_vm::{CaptureHost, Config, HostValue, Outcome, Session, ToolSpec};
    ///
    /// # static LIBRARY: stockade_vm::Library = stockade_vm::Library::new(stockade_stdlib::read_full);
    /// let mut session = Session::new(&Config { library: &LIBRARY, ..Config::permissive() }, Box::new(CaptureHost::default()));
    /// session.add_tool(&ToolSpec { is_async: true, ..ToolSpec::new("fetch", "page") }).unwrap();
    /// let text = "import asyncio\nawait asyncio.gather(fetch(1), fetch(2))";
    /// let Outcome::Awaits(awaited) = session.step("a.py", text, Default::default()).outcome else { panic!() };
    /// let [first, second] = awaited.calls.as_slice() else { panic!() };
    /// session.answer(second.id, Ok(HostValue::Str("two".into()))).unwrap();
    /// session.answer(first.id, Ok(HostValue::Str("one".into()))).unwrap();
    /// assert_eq!(session.answer(7, Ok(HostValue::None)), Err(stockade_vm::NotAwaited(7)));
    /// assert_eq!(session.resume(), Outcome::Finished(Some("['one', 'two']".into())));
    /// ```
    ///
    /// # Errors
    /// No such call waits for an answer.
    pub fn answer(&mut self, id: u64, answer: Result<HostValue, HostError>) -> Result<(), NotAwaited> {
        let deadline = self.interpreter.rt.budget.deadline_ms;
        let is_between_steps = !self.is_paused();
        if is_between_steps {
            // Between steps there may be no fuel and no time left. The work is the host's, so it gets enough of both.
            self.interpreter.rt.heap.fuel.grant(u64::from(u32::MAX));
            self.interpreter.rt.budget.deadline_ms = u64::MAX;
        } else if self.interpreter.rt.host.awaited.wait.is_some() {
            self.excuse_host_time();
        }
        let before = self.interpreter.rt.heap.fuel.dynamic();
        let kept = match self.keep_answer(id, &answer) {
            Err(Abrupt::Memory(_)) => {
                self.interpreter.collect();
                // The attempt that failed is not charged.
                self.interpreter.rt.uncharge(before);
                self.keep_answer(id, &answer)
            }
            other => other,
        };
        if is_between_steps {
            self.interpreter.rt.budget.deadline_ms = deadline;
        }
        let failed = match kept {
            Ok(true) => return Ok(()),
            Ok(false) => return Err(NotAwaited(id)),
            Err(Abrupt::Limit(kind)) => kind,
            Err(Abrupt::Memory(bytes)) => {
                self.interpreter.rt.heap.fuel.refuse(LimitKind::Memory, bytes as u64);
                LimitKind::Memory
            }
            Err(_) => return Err(NotAwaited(id)),
        };
        self.interpreter.rt.host.awaited.failed = Some(failed);
        Ok(())
    }

    fn keep_answer(&mut self, id: u64, answer: &Result<HostValue, HostError>) -> Result<bool, Abrupt> {
        let value = match answer {
            Ok(value) => self.interpreter.enter_value(value),
            Err(error) => Err(self.interpreter.rt.host_exception(error)),
        };
        let (is_error, value): (bool, Value) = match value {
            Ok(value) => (false, value),
            Err(Abrupt::Raise(error)) => (true, error),
            Err(other) => return Err(other),
        };
        self.interpreter.rt.keep_answer(id, is_error, value)
    }

    /// Says how long the host waited for the calls of [`Outcome::Awaits`], in place of the host's clock: the program's clocks move by it, and
    /// timers of its event loop become due. The times of one wait add up. Where no call is waited for, nothing happens. A recorded run is
    /// replayed with the times of the record.
    pub fn pass_time(&mut self, time: Duration) {
        let awaited = &mut self.interpreter.rt.host.awaited;
        if awaited.wait.is_some() {
            awaited.waited = Some(awaited.waited.unwrap_or_default().saturating_add(time));
        }
    }

    /// How long the step may still take, by the limit that ends first; `None` without a limit on its time.
    #[must_use]
    pub fn time_left(&mut self) -> Option<Duration> {
        let rt = &mut self.interpreter.rt;
        // What the host has spent since the call is not in the deadline yet.
        let now = rt.host.embedder.elapsed_ms();
        let ends = if rt.host.request.is_some() {
            let spent = now.saturating_sub(rt.host.suspended_at).saturating_add(rt.budget.host_ms);
            rt.budget.limits.wall_ms.saturating_add(spent).min(rt.budget.limits.total_ms)
        } else {
            rt.budget.deadline_ms
        };
        (ends != u64::MAX).then(|| Duration::from_millis(ends.saturating_sub(now)))
    }

    /// The time since the call that waits for an answer is the program's own: it counts against its deadline. For a host that does the
    /// program's work elsewhere, such as in a process with libraries.
    pub fn count_host_time(&mut self) {
        let rt = &mut self.interpreter.rt;
        if rt.host.request.is_some() {
            rt.host.suspended_at = rt.host.embedder.elapsed_ms();
        }
    }

    /// Continues after [`Outcome::Approval`]: the host consents to this one call. It is an internal error if no call waits for consent.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use stockade_vm::{CaptureHost, Config, HostValue, Outcome, Session, ToolSpec};
    ///
    /// let text = "version: 1\nextends: default\ntools: {allow: {pay: {approve: {when: {currency: {deny: [EUR]}}}}}}";
    /// let policy = stockade_policy::resolve_text("p.yaml", text, &|_, _| Err(String::new())).unwrap();
    /// let mut session = Session::new(&Config::new(&Arc::new(policy)), Box::new(CaptureHost::default()));
    /// session.add_tool(&ToolSpec::new("pay", "amount, currency='EUR'")).unwrap();
    /// let Outcome::Approval(asked) = session.step("a.py", "pay(20, 'USD')", Default::default()).outcome else { panic!() };
    /// assert_eq!(asked.arguments[1], ("currency".to_string(), HostValue::Str("USD".into())));
    /// let Outcome::HostCall(call) = session.approve() else { panic!() };
    /// assert_eq!(call.tool, "pay");
    /// ```
    #[must_use]
    pub fn approve(&mut self) -> Outcome {
        self.consent(Ok(()))
    }

    /// Continues after [`Outcome::Approval`]: the host function is not called. The program gets a `PermissionError` with the reason. It is
    /// an internal error if no call waits for consent.
    #[must_use]
    pub fn refuse(&mut self, reason: &str) -> Outcome {
        self.consent(Err(reason.to_string()))
    }

    fn consent(&mut self, consent: Result<(), String>) -> Outcome {
        let Some(asked) = &self.interpreter.rt.host.approval else {
            return Outcome::Internal("no host function waits for consent".to_string());
        };
        self.interpreter.rt.host.consent = Some((asked.call.clone(), consent));
        let outcome = self.resume();
        // The word holds for the one call.
        self.interpreter.rt.host.consent = None;
        outcome
    }

    /// Time that the host spent since the run was suspended does not count against the program's deadline.
    pub(super) fn excuse_host_time(&mut self) {
        let rt = &mut self.interpreter.rt;
        let now = rt.host.embedder.elapsed_ms();
        let spent = now.saturating_sub(rt.host.suspended_at);
        rt.budget.set_deadline(rt.budget.host_ms.saturating_add(spent));
        rt.host.suspended_at = now;
    }

    /// True if the host has spent all time that the whole step may take. Then the step ends where it waits.
    pub(super) fn is_out_of_total_time(&mut self) -> bool {
        let rt = &mut self.interpreter.rt;
        rt.budget.is_total_time_first() && rt.host.embedder.elapsed_ms() >= rt.budget.limits.total_ms
    }

    /// Prepares to continue after a wait for answers or for consent. Returns the outcome of a step that does not continue.
    pub(super) fn go_on(&mut self) -> Option<Outcome> {
        let has_asked = self.interpreter.rt.host.approval.take().is_some();
        if has_asked || self.interpreter.rt.host.awaited.wait.is_some() {
            self.excuse_host_time();
            if self.is_out_of_total_time() {
                self.interpreter.rt.host.awaited.failed = Some(LimitKind::Time);
            }
        }
        let failed = self.interpreter.rt.host.awaited.failed.take()?;
        let outcome = self.stopped(RunEnd::Limit(failed));
        Some(self.interpreter.rt.finish_outcome(outcome))
    }

    /// A limit has ended the step, and with it the event loop that ran. Nobody takes the answers of its calls.
    pub(super) fn drop_calls_of_running_loop(&mut self) {
        if self.running_loop().is_some_and(|running| !running.is_none()) {
            self.interpreter.rt.drop_awaited_calls();
        }
        self.interpreter.rt.host.awaited.wait = None;
        self.interpreter.rt.host.approval = None;
    }
}
