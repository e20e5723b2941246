//! Brings values of the host into the sandbox.
//!
//! Values of builtin types are made by [`super::convert`] alone. Where a value holds records ([`super::records`]), the library module
//! `_crossing` makes it from steps, in frames of its own on top of those that wait: it imports what it needs, and the hashes of keys are those
//! of the library's classes. It is charged as any code. What the program defines is not called: instances are filled, not constructed.

use crate::base::abrupt::Abrupt;
use crate::base::host_value::HostValue;
use crate::base::value::{Tag, Value};
use crate::interpreter::code::Origin;
use crate::interpreter::machine::{Interpreter, RunEnd};
use crate::runtime::pending_call::{PendingCall, ReturnAction};

/// The library module that makes values of records, and its function.
const MODULE: &str = "_crossing";
const FUNCTION: &str = "build";

impl Interpreter {
    /// Converts a value from the host, and charges fuel and memory. A value that is too deep or too large is a ValueError.
    pub(crate) fn enter_value(&mut self, value: &HostValue) -> Result<Value, Abrupt> {
        if !value.has_records() {
            return self.rt.value_from_host(value);
        }
        let function = self.crossing_function()?;
        let steps = self.rt.crossing_steps(value)?;
        self.run_inside(|machine| {
            machine.rt.pending.call = PendingCall { callee: function, args: smallvec::smallvec![steps], ..PendingCall::default() };
            machine.start_pending(0, ReturnAction::Exit, Value::UNDEF).map(|_| ())
        })
    }

    /// Like [`Interpreter::enter_value`]. Where memory runs out, it collects garbage and tries once more.
    pub(crate) fn enter_value_or_collect(&mut self, value: &HostValue) -> Result<Value, Abrupt> {
        let before = self.rt.heap.fuel.dynamic();
        match self.enter_value(value) {
            Err(Abrupt::Memory(_)) => {
                self.collect();
                // The attempt that failed is not charged.
                self.rt.uncharge(before);
                self.enter_value(value)
            }
            other => other,
        }
    }

    fn crossing_function(&mut self) -> Result<Value, Abrupt> {
        let module = match self.rt.modules.by_name.get(MODULE) {
            Some(module) => *module,
            None => {
                let program = self.rt.modules.library.program(MODULE);
                let Some(program) = program else {
                    return Err(self.rt.value_error("the host's value can't enter the sandbox: it needs the library, and there is none"));
                };
                let module = self.rt.new_module(MODULE, true)?;
                let space = self.rt.heap.modules.get(module.index()).namespace;
                self.rt.modules.by_name.insert(MODULE.to_string(), module);
                let ran = self
                    .load(&program, Origin::Library(MODULE.to_string()), space)
                    .and_then(|code| self.run_inside(|machine| machine.push_module(code, ReturnAction::Exit, Value::UNDEF, 0)));
                if let Err(exit) = ran {
                    self.rt.modules.by_name.remove(MODULE);
                    return Err(exit);
                }
                module
            }
        };
        let space = self.rt.heap.modules.get(module.index()).namespace;
        let name = self.rt.intern(FUNCTION)?;
        let function = self.rt.get_global(space, name).filter(|function| function.tag == Tag::Func);
        function.ok_or(Abrupt::Bug("the module of crossing values has no function"))
    }

    /// Runs library code on top of the frames that wait, to its end. The host's stop waits until then, so a snapshot never has these frames.
    fn run_inside(&mut self, start: impl FnOnce(&mut Self) -> Result<(), Abrupt>) -> Result<Value, Abrupt> {
        let depth = self.frames.len();
        let ended_at_safepoint = self.ended_at_safepoint;
        let request = self.rt.host.request.take();
        let stop_at = self.rt.heap.fuel.stop_at();
        self.rt.heap.fuel.set_stop(None);
        let ended = start(self).map(|()| self.run());
        while self.frames.len() > depth {
            if let Some(frame) = self.pop_frame() {
                self.drop_frame(&frame);
            }
        }
        self.rt.heap.fuel.set_stop(stop_at);
        if stop_at.is_some() {
            self.rt.heap.fuel.end_slice();
        }
        self.rt.host.request = request;
        self.ended_at_safepoint = ended_at_safepoint;
        match ended? {
            RunEnd::Done(value) => Ok(value),
            RunEnd::Raised(exc) => Err(Abrupt::Raise(exc)),
            RunEnd::Limit(kind) => Err(Abrupt::Limit(kind)),
            RunEnd::Bug(what) => Err(Abrupt::Bug(what)),
            // A key of a dict is an object of a lent module, whose hash only the host knows.
            _ => Err(self.rt.value_error("the host's value can't enter the sandbox: one of its keys is an object of the host")),
        }
    }
}
