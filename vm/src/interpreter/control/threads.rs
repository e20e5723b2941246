//! Green threads: several call stacks, of which one runs.
//!
//! The others are suspended in a table of the runtime. The library (`_thread`) decides which thread runs and when, and knows each by its
//! number. This file starts a thread, switches to another one, and switches to the next one when a thread ends. Threads switch only at a
//! call that requests it, so a program without threads pays nothing.

use crate::heap::charged_size;
use std::collections::BTreeMap;

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::weak_table::Place;
use crate::interpreter::calls::call::{CallArgs, CallOutcome};
use crate::interpreter::frame::{Frame, Frames};
use crate::interpreter::machine::{FIRST_STACK, Interpreter, RunEnd};
use crate::runtime::pending_call::PendingCall;
use crate::runtime::pending_call::ReturnAction;
use crate::runtime::thread::{MAIN, ThreadState};

/// Bytes of a suspended thread besides its registers and frames.
pub(crate) const SUSPENDED_BYTES: usize = 512;

/// A thread that waits, with everything that belongs to it.
#[derive(Debug, Clone, Default)]
pub(crate) struct SuspendedThread {
    pub(crate) stack: Vec<Value>,
    pub(crate) frames: Frames,
    /// Like [`Interpreter::internal_frames`].
    pub(crate) internal_frames: u32,
    pub(crate) state: ThreadState,
}

/// The threads that wait, by number.
#[derive(Debug, Clone, Default)]
pub(crate) struct SuspendedThreads {
    /// How many threads were ever started: the highest number given.
    pub(crate) started: u32,
    pub(crate) by_number: BTreeMap<u32, SuspendedThread>,
}

impl SuspendedThread {
    fn bytes(&self) -> usize {
        SUSPENDED_BYTES + self.stack.len() * charged_size::<Value>() + self.frames.capacity() * charged_size::<Frame>()
    }
}

impl Interpreter {
    /// Starts a thread with a call of `function`, and switches to it. Its starter receives its number when it resumes.
    pub(crate) fn begin_thread(&mut self, function: Value, record: Value, site: &CallArgs<'_>) -> Result<CallOutcome, Abrupt> {
        if site.action != ReturnAction::Store || function.tag != Tag::Func {
            return Err(self.rt.runtime_error("can't start new thread"));
        }
        let Some(number) = self.suspended.started.checked_add(1) else { return Err(self.rt.runtime_error("can't start new thread")) };
        self.rt.heap.charge(SUSPENDED_BYTES + FIRST_STACK * charged_size::<Value>())?;
        let stack = vec![Value::UNDEF; FIRST_STACK];
        let state = ThreadState { record, ..ThreadState::new(number) };
        let fresh = SuspendedThread { stack, state, ..SuspendedThread::default() };
        let from = self.rt.thread.number;
        self.suspended.by_number.insert(number, fresh);
        self.switch_to(number)?;
        self.rt.pending.call = PendingCall { callee: function, ..PendingCall::default() };
        let failed = match self.start_pending(0, ReturnAction::Thread, Value::UNDEF) {
            Ok(CallOutcome::Pushed) if self.frames.len() == 1 => {
                self.suspended.started = number;
                if let Some(starter) = self.suspended.by_number.get_mut(&from)
                    && let Some(base) = starter.frames.last().map(|frame| frame.base as usize)
                    && let Some(slot) = starter.stack.get_mut(base + usize::from(site.dst))
                {
                    *slot = Value::int(number.into());
                }
                return Ok(CallOutcome::Pushed);
            }
            Ok(_) => Err(self.rt.runtime_error("can't start new thread")),
            Err(exit) => Err(exit),
        };
        self.switch_to(from)?;
        self.forget_thread(number);
        failed
    }

    /// Switches to another thread. The running thread receives True when it resumes, or False at once when the other thread does not exist.
    pub(crate) fn switch_thread(&mut self, to: Value, site: &CallArgs<'_>) -> Result<CallOutcome, Abrupt> {
        if site.action != ReturnAction::Store {
            return Err(self.rt.runtime_error("can't switch threads here"));
        }
        let known = u32::try_from(to.as_i64()).ok().filter(|number| to.tag == Tag::Int && self.suspended.by_number.contains_key(number));
        let Some(number) = known else { return Ok(CallOutcome::Value(Value::FALSE)) };
        self.set_reg(site.dst, Value::TRUE);
        self.switch_to(number)?;
        Ok(CallOutcome::Pushed)
    }

    /// The outermost frame of a thread returned the number of the thread that runs next.
    pub(crate) fn thread_ended(&mut self, next: Value) -> Result<Option<RunEnd>, Abrupt> {
        let ended = self.rt.thread.number;
        let thread = &self.suspended.by_number;
        let named = u32::try_from(next.as_i64()).ok().filter(|number| next.tag == Tag::Int && thread.contains_key(number));
        let Some(next) = named.or_else(|| thread.keys().next().copied()) else {
            return Ok(Some(RunEnd::Bug("a thread ends and none goes on")));
        };
        let given = self.switch_to(next);
        self.forget_thread(ended);
        given.map(|()| None)
    }

    /// Swaps the running thread with a suspended one.
    fn switch_to(&mut self, to: u32) -> Result<(), Abrupt> {
        let Some(mut other) = self.suspended.by_number.remove(&to) else { return Err(Abrupt::Bug("no such thread")) };
        std::mem::swap(&mut self.stack, &mut other.stack);
        std::mem::swap(&mut self.frames, &mut other.frames);
        std::mem::swap(&mut self.internal_frames, &mut other.internal_frames);
        std::mem::swap(&mut self.rt.thread, &mut other.state);
        self.suspended.by_number.insert(other.state.number, other);
        self.rt.thread.others = self.suspended.by_number.len();
        self.rt.set_frame_limits(self.internal_frames, self.frames.capacity());
        // Registers in which watched generators were seen now belong to another stack.
        for watched in &mut self.rt.finalizers.watched_generators {
            if matches!(watched.place, Place::Register(..)) {
                (watched.place, watched.near, watched.via) = (Place::New, false, Value::UNDEF);
            }
        }
        self.rt.charge(8 + self.rt.finalizers.watched_generators.len() as u64 / 8)
    }

    fn forget_thread(&mut self, number: u32) {
        if let Some(gone) = self.suspended.by_number.remove(&number) {
            self.rt.thread.others = self.suspended.by_number.len();
            self.rt.heap.refund(gone.bytes());
            for frame in gone.frames.iter() {
                if let Some(at) = frame.generator {
                    self.rt.heap.finish_body(at.get());
                }
            }
        }
    }

    /// Drops all threads but the main one, with all that they hold.
    pub(crate) fn forget_threads(&mut self) {
        if self.rt.thread.number != MAIN
            && let Some(main) = self.suspended.by_number.remove(&MAIN)
        {
            // The running thread is dropped with the others. The caller says what becomes of the frames of the main one.
            let running = SuspendedThread {
                stack: std::mem::replace(&mut self.stack, main.stack),
                frames: std::mem::replace(&mut self.frames, main.frames),
                ..SuspendedThread::default()
            };
            self.internal_frames = main.internal_frames;
            let number = std::mem::replace(&mut self.rt.thread, main.state).number;
            self.suspended.by_number.insert(number, running);
        }
        let numbers: Vec<u32> = self.suspended.by_number.keys().copied().collect();
        for number in numbers {
            self.forget_thread(number);
        }
    }
}
