//! Calls of host functions that the program awaits: several can be outstanding at once.
//!
//! The stub of such a function is a coroutine function. Its body begins the call ([`Runtime::begin_awaited_call`]) and awaits a future of
//! the event loop. When the loop has nothing else to run, it waits for the host (`host_wait` in `stdlib/Lib/core/_host_calls.py`), and that
//! suspends the run. The wait returns the answers that came, in the order in which they came.
//!
//! What a restored session needs is in globals of the module of the stubs, as objects of the program's heap: a copy of the arguments of
//! each call, the answers that nobody has taken yet, and the last number. What the host was told is not saved: a restored session tells
//! the host all its calls again, and then judges them anew, because its bytes may come from anywhere.

use std::sync::Arc;
use std::time::Duration;

use crate::base::abrupt::Abrupt;
use crate::base::host_value::{AwaitedCall, AwaitedCalls, HostCall};
use crate::base::stdin::STDIN_CALL;
use crate::base::value::{Tag, Value};
use crate::heap::DictObj;
use crate::objects::types::map_filter::is_retried;
use crate::runtime::core::Runtime;
use crate::runtime::host_state::{Reported, Wait};

/// The globals: a dict of requests by number, a list of answers, the last number.
const CALLS: &str = "__host_calls__";
const ANSWERS: &str = "__host_answers__";
const NUMBER: &str = "__host_number__";

/// A limit on the total time that is further away than a month does not bound a wait.
const LONGEST_WAIT_MS: u64 = 31 * 24 * 3_600_000;

/// Fuel of one wait, besides that of its answers.
const WAIT_FUEL: u64 = 10;

impl Runtime {
    fn awaited_global(&self, name: &str) -> Option<Value> {
        self.names.find(name).and_then(|name| self.get_global(self.tool_space()?, name))
    }

    fn set_awaited_global(&mut self, name: &str, value: Value) -> Result<(), Abrupt> {
        let space = self.tool_space().ok_or(Abrupt::Bug("a call of a host function without their module"))?;
        let name = self.intern(name)?;
        self.set_global(space, name, value)
    }

    /// The numbers of the calls that have no answer, in the order in which they began.
    pub(crate) fn awaited_numbers(&self) -> Vec<u64> {
        let Some(calls) = self.awaited_global(CALLS).filter(|calls| calls.tag == Tag::Dict) else { return Vec::new() };
        let numbers = self.heap.dicts.get(calls.index()).iter_uncharged().map(|(number, _)| number);
        numbers.filter(|number| number.tag == Tag::Int).filter_map(|number| u64::try_from(number.as_i64()).ok()).collect()
    }

    /// Begins a call. `args` are those of the stub's request. Returns the number of the call.
    pub(crate) fn begin_awaited_call(&mut self, args: &[Value]) -> Result<Value, Abrupt> {
        let consent = self.host.consent.clone();
        let begun = self.begin_consented_call(args);
        if begun.as_ref().is_err_and(is_retried) {
            // The host was asked, and is not asked again for the same call.
            self.host.consent = consent;
        }
        begun
    }

    fn begin_consented_call(&mut self, args: &[Value]) -> Result<Value, Abrupt> {
        let (call, fuel) = self.host_request(args)?;
        let bytes = call.held_bytes();
        self.heap.charge(bytes)?;
        let begun = self.record_call(call, fuel, bytes, args);
        if begun.is_err() {
            self.heap.refund(bytes);
        }
        begun
    }

    fn record_call(&mut self, call: HostCall, fuel: u64, bytes: usize, args: &[Value]) -> Result<Value, Abrupt> {
        // The program may change its objects before the host sees them, so the call has copies.
        let request = self.copied_request(args)?;
        self.charge(fuel)?;
        let calls = match self.awaited_global(CALLS).filter(|calls| calls.tag == Tag::Dict) {
            Some(calls) => calls,
            None => {
                let calls = self.heap.dict(DictObj::default())?;
                self.set_awaited_global(CALLS, calls)?;
                calls
            }
        };
        let last = self.awaited_global(NUMBER).filter(|last| last.tag == Tag::Int).map_or(0, Value::as_i64);
        let number = last.saturating_add(1).max(1);
        self.set_awaited_global(NUMBER, Value::int(number))?;
        self.dict_set(calls, Value::int(number), request)?;
        self.count_host_call(&call.tool);
        self.host.awaited.calls.insert(number.unsigned_abs(), Reported { call: Arc::new(call), is_new: true, bytes });
        Ok(Value::int(number))
    }

    /// Counts a call of a host function.
    pub(crate) fn count_host_call(&mut self, name: &str) {
        self.host.calls = self.host.calls.saturating_add(1);
        if let Some(tool) = self.host.tools.iter_mut().find(|tool| tool.name == name) {
            tool.calls = tool.calls.saturating_add(1);
        }
    }

    /// The request of a stub with copies of the arguments.
    fn copied_request(&mut self, args: &[Value]) -> Result<Value, Abrupt> {
        let at = |index: usize| args.get(index).copied().unwrap_or(Value::NONE);
        // [`Runtime::host_request`] has converted the same values already, so they are neither too deep nor too many.
        let mut lists = [at(3), at(4)];
        for list in &mut lists {
            let values = self.sequence_items(*list).to_vec();
            let copies = values.into_iter().map(|value| self.crossing_copy(value)).collect::<Result<Vec<_>, _>>()?;
            *list = self.heap.tuple(&copies)?;
        }
        let keywords = self.crossing_copy(at(5))?;
        let [values, rest] = lists;
        self.heap.tuple(&[at(0), at(1), at(2), values, rest, keywords])
    }

    /// The program no longer awaits a call.
    pub(crate) fn drop_awaited_call(&mut self, number: Value) -> Result<(), Abrupt> {
        let Some(calls) = self.awaited_global(CALLS).filter(|calls| calls.tag == Tag::Dict && number.tag == Tag::Int) else {
            return Ok(());
        };
        if self.dict_remove(calls, number)?.is_some() {
            let number = number.as_i64().unsigned_abs();
            let reported = self.host.awaited.calls.remove(&number);
            self.heap.refund(reported.as_ref().map_or(0, |reported| reported.bytes));
            if reported.is_some_and(|reported| !reported.is_new) {
                self.host.awaited.dropped.push(number);
            }
        }
        Ok(())
    }

    /// Forgets all calls, after a limit has ended the event loop that awaits them.
    pub(crate) fn drop_awaited_calls(&mut self) {
        for name in [CALLS, ANSWERS] {
            // The globals exist, or there are no calls.
            if self.awaited_global(name).is_some() {
                let _ = self.set_awaited_global(name, Value::UNDEF);
            }
        }
        self.heap.refund(self.host.awaited.bytes());
        self.host.awaited = Default::default();
    }

    /// Waits for answers of the host, at most for a time. Returns the seconds that passed, and the answers: number, whether it is an
    /// exception, value. Suspends the run if there is no answer yet and the time is not over.
    pub(crate) fn wait_for_host(&mut self, timeout: Value) -> Result<Value, Abrupt> {
        let timeout = (timeout.tag == Tag::Float).then(|| timeout.as_f64().max(0.0));
        // A time beyond what a duration holds is no bound.
        let bound = timeout.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let now = self.host.embedder.monotonic();
        let began = self.host.awaited.wait.as_ref().map_or(now, |wait| wait.began);
        let by_clock = (now - began).max(0.0);
        let waited = self.host.awaited.waited.map_or(by_clock, |waited| waited.as_secs_f64());
        let is_over = |bound: Duration| match self.host.awaited.waited {
            Some(waited) => waited >= bound,
            None => by_clock >= bound.as_secs_f64(),
        };
        let is_late = bound.is_some_and(is_over);
        self.judge_restored_calls()?;
        let replies = self.awaited_global(ANSWERS).filter(|replies| replies.tag == Tag::List);
        if replies.is_none() && !is_late {
            if self.awaited_numbers().is_empty() {
                return Err(self.runtime_error("every task waits for something that never comes"));
            }
            self.host.awaited.wait = Some(Wait { began, bound });
            return Err(Abrupt::Suspend);
        }
        let replies = match replies {
            Some(replies) => replies,
            None => self.heap.list(Vec::new())?,
        };
        // Where the time is over, the loop's clock stands at the timer, whatever the host's clock says.
        let waited = if is_late { waited.max(timeout.unwrap_or(0.0)) } else { waited };
        let result = self.heap.tuple(&[Value::float(waited), replies])?;
        let (taken, left) = (self.sequence_items(replies).len() as u64, self.awaited_numbers().len() as u64);
        self.charge(WAIT_FUEL.saturating_add(taken).saturating_add(left / 4))?;
        if self.awaited_global(ANSWERS).is_some() {
            self.set_awaited_global(ANSWERS, Value::UNDEF)?;
        }
        self.host.awaited.wait = None;
        self.host.awaited.waited = None;
        // The program's clocks show the wait, also where the host's clock stands still.
        let ahead = self.host.clock_ahead + (waited - by_clock).max(0.0);
        if ahead.is_finite() {
            self.host.clock_ahead = ahead;
        }
        Ok(result)
    }

    /// Makes the requests of a restored session again, under the policy of today. A call that it refuses is answered with the refusal.
    fn judge_restored_calls(&mut self) -> Result<(), Abrupt> {
        for number in self.awaited_numbers() {
            if self.host.awaited.calls.contains_key(&number) {
                continue;
            }
            let key = Value::int(i64::try_from(number).unwrap_or(0));
            let Some(calls) = self.awaited_global(CALLS) else { return Ok(()) };
            let request = self.dict_get(calls, key)?.unwrap_or(Value::NONE);
            let request = if request.tag == Tag::Tuple { self.sequence_items(request).to_vec() } else { Vec::new() };
            // Only functions of the host have numbers: bytes that come from anywhere must not bring other requests along.
            let is_named = |call: &HostCall| !call.tool.is_empty() && call.tool != STDIN_CALL;
            let judged = match self.repeated_request(&request) {
                Ok((call, _)) if !is_named(&call) => Err(self.runtime_error("the call of a host function was lost")),
                other => other,
            };
            match judged {
                Ok((call, _)) => {
                    let bytes = call.held_bytes();
                    self.heap.charge(bytes)?;
                    self.host.awaited.calls.insert(number, Reported { call: Arc::new(call), is_new: true, bytes });
                }
                Err(Abrupt::Raise(error)) => {
                    self.keep_answer(number, true, error)?;
                }
                Err(other) => return Err(other),
            }
        }
        Ok(())
    }

    /// Keeps an answer until the loop takes it. False if no call has this number.
    pub(crate) fn keep_answer(&mut self, number: u64, is_error: bool, value: Value) -> Result<bool, Abrupt> {
        let key = Value::int(i64::try_from(number).unwrap_or(-1));
        let Some(calls) = self.awaited_global(CALLS).filter(|calls| calls.tag == Tag::Dict) else { return Ok(false) };
        if self.dict_get(calls, key)?.is_none() {
            return Ok(false);
        }
        let answer = self.heap.tuple(&[key, Value::bool(is_error), value])?;
        match self.awaited_global(ANSWERS).filter(|replies| replies.tag == Tag::List) {
            Some(replies) => self.heap.list_push(replies.index(), answer)?,
            None => {
                let replies = self.heap.list(vec![answer])?;
                self.set_awaited_global(ANSWERS, replies)?;
            }
        }
        self.dict_remove(calls, key)?;
        let reported = self.host.awaited.calls.remove(&number);
        self.heap.refund(reported.map_or(0, |reported| reported.bytes));
        Ok(true)
    }

    /// What the host is told when the run waits for answers.
    pub(crate) fn awaited_calls(&mut self) -> AwaitedCalls {
        let waited = self.host.awaited.waited.unwrap_or_default();
        let timeout = self.host.awaited.wait.as_ref().and_then(|wait| wait.bound).map(|bound| bound.saturating_sub(waited));
        // The host waits no longer than the step may take in all.
        let left = self.budget.limits.total_ms.saturating_sub(self.host.embedder.elapsed_ms());
        let left = (left < LONGEST_WAIT_MS).then(|| Duration::from_millis(left));
        let timeout = timeout.into_iter().chain(left).min();
        let dropped = std::mem::take(&mut self.host.awaited.dropped);
        let calls = self.host.awaited.calls.iter_mut().map(|(number, reported)| {
            let is_new = std::mem::replace(&mut reported.is_new, false);
            AwaitedCall { id: *number, call: Arc::clone(&reported.call), is_new }
        });
        AwaitedCalls { calls: calls.collect(), dropped, timeout }
    }
}
