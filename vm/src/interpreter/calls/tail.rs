//! Deferred tail calls: starts pending calls.

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::interpreter::calls::call::CallArgs;
use crate::interpreter::calls::call::CallOutcome;
use crate::interpreter::machine::Interpreter;
use crate::runtime::pending_call::PendingCall;
use crate::runtime::pending_call::ReturnAction;

impl Interpreter {
    /// Makes the pending call. Its result goes where the operation's result would go.
    ///
    /// A native function may request a call of another native. Such chains are the only calls that nest on the host's stack, so their
    /// length is limited.
    pub(crate) fn start_pending(&mut self, dst: u8, action: ReturnAction, extra: Value) -> Result<CallOutcome, Abrupt> {
        const MAX_TAIL_CALLS: u32 = 64;
        self.below_another_call(MAX_TAIL_CALLS, |machine| machine.call_pending(dst, action, extra))
    }

    /// Like [`Interpreter::call`], for a callee that a class names as its `__init__` or its metaclass as `__call__`. It may be a class that
    /// names another one.
    pub(crate) fn call_named_by_class(&mut self, callee: Value, call_args: CallArgs<'_>) -> Result<CallOutcome, Abrupt> {
        match callee.tag {
            Tag::Func => self.call(callee, call_args),
            // 64 of these take 300 KiB in a build without optimisation.
            _ => self.below_another_call(16, |machine| machine.call(callee, call_args)),
        }
    }

    /// Runs a call that another call makes on the host's stack. The program chooses how many there are, so there is a limit.
    fn below_another_call(
        &mut self,
        most: u32,
        call: impl FnOnce(&mut Self) -> Result<CallOutcome, Abrupt>,
    ) -> Result<CallOutcome, Abrupt> {
        if self.rt.pending.tail_depth >= most {
            self.rt.pending.call = PendingCall::default();
            return Err(self.rt.raise(crate::runtime::exceptions::RECURSION_ERROR, "maximum recursion depth exceeded"));
        }
        self.rt.pending.tail_depth += 1;
        let called = call(self);
        self.rt.pending.tail_depth -= 1;
        called
    }

    pub(crate) fn call_pending(&mut self, dst: u8, action: ReturnAction, extra: Value) -> Result<CallOutcome, Abrupt> {
        let mut pending = std::mem::take(&mut self.rt.pending.call);
        if pending.action == Some(ReturnAction::CheckResult) && action != ReturnAction::Store {
            // The fallback `_checked` calls the method and checks its result. The result is then used as the instruction needs it.
            pending.args.insert_many(0, [pending.extra, pending.callee]);
            (pending.callee, pending.action) = (self.rt.fallback("_checked")?, None);
        }
        let (action, extra) = match pending.action {
            Some(own) => (own, pending.extra),
            None => (action, extra),
        };
        if let Some(mode) = pending.resume {
            let value = pending.args.first().copied().unwrap_or(Value::NONE);
            return self.resume(pending.callee, mode, value, dst, action, extra);
        }
        // One register stays free for a bound object.
        let base = self.next_base() + 1;
        self.reserve(base + pending.args.len())?;
        if let Some(window) = self.stack.get_mut(base..base + pending.args.len()) {
            window.copy_from_slice(&pending.args);
        }
        let site = CallArgs { base, room: true, argc: pending.args.len(), names: &pending.names, dst, action, extra };
        match (self.call(pending.callee, site)?, pending.action) {
            (CallOutcome::Value(value), Some(ReturnAction::CheckResult | ReturnAction::KeyHash | ReturnAction::KeyEqual)) => {
                match self.check_result(action, extra, value, dst)? {
                    Some(called) => Ok(called),
                    None => {
                        self.rewind_pc();
                        Err(Abrupt::Again)
                    }
                }
            }
            (called, _) => Ok(called),
        }
    }
}
