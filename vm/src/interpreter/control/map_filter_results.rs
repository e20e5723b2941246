//! Delivers the results of functions that `map` and `filter` call.

use crate::base::abrupt::Exit;
use crate::base::value::Value;
use crate::interpreter::calls::call::Called;
use crate::interpreter::frame::Frame;
use crate::interpreter::machine::Machine;
use crate::objects::types::map_filter::Asked;
use crate::objects::types::map_filter::asks_again;
use crate::runtime::pending_call::Action;
use crate::runtime::pending_call::Pending;
use crate::runtime::type_table as reg;

impl Machine {
    /// A `for` goes on with the next item of a `map` or `filter` whose function has to be asked.
    pub(crate) fn ask_through(&mut self, iter: Value, dst: u8) -> Result<(), Exit> {
        let Some(Asked { func, item, keeps }) = self.rt.hold(iter)? else { return Ok(()) };
        let callee = if keeps && (func.is_none() || func == reg::BOOL.value()) { self.rt.prelude("op_truth")? } else { func };
        let action = if keeps { Action::Filter } else { Action::ForNext };
        self.rt.pending = Pending { callee, args: smallvec::smallvec![item], ..Pending::default() };
        let called = self.start_pending(dst, action, item);
        let again = match &called {
            Ok(Called::Pushed) => matches!(self.frames.last(), Some(frame) if frame.action.runs_again()),
            Ok(Called::Value(_)) => false,
            Err(exit) => asks_again(exit),
        };
        if !again {
            self.rt.release(iter);
        }
        match called {
            Ok(Called::Pushed) => Ok(()),
            Ok(Called::Value(value)) if keeps => self.kept(Frame { dst, action, extra: item, ..Frame::default() }, value),
            Ok(Called::Value(value)) => self.for_item(value, dst),
            // What ends the function's own iterator ends this one.
            Err(Exit::Raise(exc)) if self.rt.exception_is(exc, crate::runtime::exceptions::STOP_ITERATION) => Ok(()),
            Err(exit) => Err(exit),
        }
    }

    /// What the function of a `filter` said of the item that `frame` has.
    pub(crate) fn kept(&mut self, frame: Frame, value: Value) -> Result<(), Exit> {
        match self.rt.truth(value) {
            Ok(true) => self.for_item(frame.extra, frame.dst),
            Ok(false) => {
                self.step_back();
                Ok(())
            }
            Err(Exit::Guest) => {
                let callee = self.rt.prelude("op_truth")?;
                self.rt.pending = Pending { callee, args: smallvec::smallvec![value], ..Pending::default() };
                match self.start_pending(frame.dst, Action::Filter, frame.extra)? {
                    Called::Pushed => Ok(()),
                    Called::Value(_) => Err(Exit::Bug("truth test without a frame")),
                }
            }
            Err(exit) => Err(exit),
        }
    }
}
