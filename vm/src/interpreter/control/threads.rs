//! Threads: stacks of frames of which one runs.
//!
//! The others are parked, as they were when they gave way, in a table of the runtime. Which one goes on and when is the library's
//! business (`_thread`), which knows each by its number; here one is begun, one takes the place of another, and one that ends hands
//! over to the next. Nothing gives way but at a call that asks for it, so nothing else pays.

use std::collections::BTreeMap;

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::weak_table::Place;
use crate::interpreter::calls::call::{CallArgs, CallOutcome};
use crate::interpreter::frame::{Frame, Frames};
use crate::interpreter::machine::{FIRST_STACK, Interpreter, RunEnd};
use crate::runtime::pending_call::PendingCall;
use crate::runtime::pending_call::ReturnAction;

/// What a parked stack takes besides its registers and frames.
pub(crate) const PARKED_BYTES: usize = 512;

/// The number of the stack that every step begins on.
pub(crate) const MAIN: u32 = 0;

/// A stack that waits, with all that belongs to it.
#[derive(Debug, Clone, Default)]
pub(crate) struct SuspendedThread {
    pub(crate) stack: Vec<Value>,
    pub(crate) frames: Frames,
    /// As [`Interpreter::hidden`], [`Runtime::handled`] and [`Runtime::in_progress`].
    pub(crate) hidden: u32,
    pub(crate) handled: Value,
    pub(crate) in_progress: Vec<Value>,
    /// What the library keeps of the thread.
    pub(crate) record: Value,
}

/// The stack that runs, and those that are parked.
#[derive(Debug, Clone, Default)]
pub(crate) struct Threads {
    /// Of the running one: its number and what the library keeps of it.
    pub(crate) number: u32,
    pub(crate) record: Value,
    /// How many were ever begun: the last number given.
    pub(crate) made: u32,
    pub(crate) parked: BTreeMap<u32, SuspendedThread>,
}

impl SuspendedThread {
    fn bytes(&self) -> usize {
        PARKED_BYTES + self.stack.len() * size_of::<Value>() + self.frames.capacity() * size_of::<Frame>()
    }
}

impl Interpreter {
    /// A thread begins with a call of `function` and runs at once; who began it gets its number when it goes on.
    pub(crate) fn begin_thread(&mut self, function: Value, record: Value, site: &CallArgs<'_>) -> Result<CallOutcome, Abrupt> {
        if site.action != ReturnAction::Store || function.tag != Tag::Func {
            return Err(self.rt.runtime_error("can't start new thread"));
        }
        let Some(number) = self.rt.threads.made.checked_add(1) else { return Err(self.rt.runtime_error("can't start new thread")) };
        self.rt.heap.charge(PARKED_BYTES + FIRST_STACK * size_of::<Value>())?;
        let stack = vec![Value::UNDEF; FIRST_STACK];
        let fresh = SuspendedThread { stack, handled: Value::NONE, record, ..SuspendedThread::default() };
        let from = self.rt.threads.number;
        self.rt.threads.parked.insert(number, fresh);
        self.give_way(number)?;
        self.rt.pending = PendingCall { callee: function, ..PendingCall::default() };
        let failed = match self.start_pending(0, ReturnAction::Thread, Value::UNDEF) {
            Ok(CallOutcome::Pushed) if self.frames.len() == 1 => {
                self.rt.threads.made = number;
                if let Some(starter) = self.rt.threads.parked.get_mut(&from)
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
        self.give_way(from)?;
        self.forget_thread(number);
        failed
    }

    /// Another stack goes on in place of this one, which gets True when it goes on itself; False at once where there is none.
    pub(crate) fn switch_thread(&mut self, to: Value, site: &CallArgs<'_>) -> Result<CallOutcome, Abrupt> {
        if site.action != ReturnAction::Store {
            return Err(self.rt.runtime_error("can't switch threads here"));
        }
        let known = u32::try_from(to.as_i64()).ok().filter(|number| to.tag == Tag::Int && self.rt.threads.parked.contains_key(number));
        let Some(number) = known else { return Ok(CallOutcome::Value(Value::FALSE)) };
        self.set_reg(site.dst, Value::TRUE);
        self.give_way(number)?;
        Ok(CallOutcome::Pushed)
    }

    /// The outermost frame of a thread was left with the number of the one that is to go on.
    pub(crate) fn thread_ended(&mut self, next: Value) -> Result<Option<RunEnd>, Abrupt> {
        let ended = self.rt.threads.number;
        let parked = &self.rt.threads.parked;
        let named = u32::try_from(next.as_i64()).ok().filter(|number| next.tag == Tag::Int && parked.contains_key(number));
        let Some(next) = named.or_else(|| parked.keys().next().copied()) else {
            return Ok(Some(RunEnd::Bug("a thread ends and none goes on")));
        };
        let given = self.give_way(next);
        self.forget_thread(ended);
        given.map(|()| None)
    }

    /// Swaps the running stack with a parked one.
    fn give_way(&mut self, to: u32) -> Result<(), Abrupt> {
        let Some(mut other) = self.rt.threads.parked.remove(&to) else { return Err(Abrupt::Bug("no such thread")) };
        std::mem::swap(&mut self.stack, &mut other.stack);
        std::mem::swap(&mut self.frames, &mut other.frames);
        std::mem::swap(&mut self.hidden, &mut other.hidden);
        std::mem::swap(&mut self.rt.handled, &mut other.handled);
        std::mem::swap(&mut self.rt.in_progress, &mut other.in_progress);
        std::mem::swap(&mut self.rt.threads.record, &mut other.record);
        let from = std::mem::replace(&mut self.rt.threads.number, to);
        self.rt.threads.parked.insert(from, other);
        self.rt.set_quick_frames(self.hidden, self.frames.capacity());
        // Where watched generators were seen in registers there are others now.
        for sleeper in &mut self.rt.weak.sleepers {
            if matches!(sleeper.place, Place::Register(..)) {
                (sleeper.place, sleeper.near, sleeper.via) = (Place::New, false, Value::UNDEF);
            }
        }
        self.rt.charge(8 + self.rt.weak.sleepers.len() as u64 / 8)
    }

    fn forget_thread(&mut self, number: u32) {
        if let Some(gone) = self.rt.threads.parked.remove(&number) {
            self.rt.heap.refund(gone.bytes());
            for frame in gone.frames.iter() {
                if let Some(at) = frame.generator {
                    self.rt.heap.finish_body(at.get());
                }
            }
        }
    }

    /// Drops every stack but the one that steps begin on, with whatever that holds.
    pub(crate) fn forget_threads(&mut self) {
        let threads = &mut self.rt.threads;
        if threads.number != MAIN
            && let Some(main) = threads.parked.remove(&MAIN)
        {
            // The running one is dropped with the others; what becomes of the frames of the main one is the caller's to say.
            let running = SuspendedThread {
                stack: std::mem::replace(&mut self.stack, main.stack),
                frames: std::mem::replace(&mut self.frames, main.frames),
                ..SuspendedThread::default()
            };
            (self.hidden, self.rt.handled, self.rt.in_progress) = (main.hidden, main.handled, main.in_progress);
            let number = std::mem::replace(&mut threads.number, MAIN);
            threads.record = main.record;
            threads.parked.insert(number, running);
        }
        let numbers: Vec<u32> = self.rt.threads.parked.keys().copied().collect();
        for number in numbers {
            self.forget_thread(number);
        }
    }
}
