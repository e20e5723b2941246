//! Delivers the results of functions that `map` and `filter` call.

use crate::base::abrupt::Abrupt;
use crate::base::value::Value;
use crate::interpreter::calls::call::CallOutcome;
use crate::interpreter::frame::Frame;
use crate::interpreter::machine::Interpreter;
use crate::objects::types::map_filter::MapStep;
use crate::objects::types::map_filter::is_retried;
use crate::runtime::pending_call::PendingCall;
use crate::runtime::pending_call::ReturnAction;
use crate::runtime::type_table as reg;

impl Interpreter {
    /// Calls the function of a `map` or `filter` for the next item of a `for`.
    pub(crate) fn start_map_function(&mut self, iter: Value, dst: u8) -> Result<(), Abrupt> {
        let Some(MapStep { func, item, keeps }) = self.rt.stash_next(iter)? else { return Ok(()) };
        let callee = if keeps && (func.is_none() || func == reg::BOOL.value()) { self.rt.fallback("op_truth")? } else { func };
        let action = if keeps { ReturnAction::Filter } else { ReturnAction::ForNext };
        self.rt.pending.call = PendingCall { callee, args: smallvec::smallvec![item], ..PendingCall::default() };
        let called = self.start_pending(dst, action, item);
        let again = match &called {
            Ok(CallOutcome::Pushed) => matches!(self.frames.last(), Some(frame) if frame.action.reruns_instruction()),
            Ok(CallOutcome::Value(_)) => false,
            Err(exit) => is_retried(exit),
        };
        if !again {
            self.rt.release(iter);
        }
        match called {
            Ok(CallOutcome::Pushed) => Ok(()),
            Ok(CallOutcome::Value(value)) if keeps => {
                self.deliver_filter_result(Frame { dst, action, extra: item, ..Frame::default() }, value)
            }
            Ok(CallOutcome::Value(value)) => self.store_loop_item(value, dst),
            // A `StopIteration` of the function ends the loop, as in CPython.
            Err(Abrupt::Raise(exc)) if self.rt.exception_is(exc, crate::runtime::exceptions::STOP_ITERATION) => Ok(()),
            Err(exit) => Err(exit),
        }
    }

    /// Handles the result of a `filter` function for the item in `frame.extra`.
    pub(crate) fn deliver_filter_result(&mut self, frame: Frame, value: Value) -> Result<(), Abrupt> {
        match self.rt.truth(value) {
            Ok(true) => self.store_loop_item(frame.extra, frame.dst),
            Ok(false) => {
                self.rewind_pc();
                Ok(())
            }
            Err(Abrupt::NeedsUserCode) => {
                let callee = self.rt.fallback("op_truth")?;
                self.rt.pending.call = PendingCall { callee, args: smallvec::smallvec![value], ..PendingCall::default() };
                match self.start_pending(frame.dst, ReturnAction::Filter, frame.extra)? {
                    CallOutcome::Pushed => Ok(()),
                    CallOutcome::Value(_) => Err(Abrupt::Bug("truth test without a frame")),
                }
            }
            Err(exit) => Err(exit),
        }
    }
}
