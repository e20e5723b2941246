//! Checks the results of special methods.

use crate::base::abrupt::Abrupt;
use crate::base::value::Value;
use crate::interpreter::calls::call::CallOutcome;
use crate::interpreter::machine::Interpreter;
use crate::runtime::pending_call::PendingCall;
use crate::runtime::pending_call::ReturnAction;

impl Interpreter {
    /// Checks the result of a special method by the return action, and returns the operation's result. None when the instruction runs
    /// again.
    pub(crate) fn check_result(
        &mut self,
        action: ReturnAction,
        extra: Value,
        value: Value,
        dst: u8,
    ) -> Result<Option<CallOutcome>, Abrupt> {
        if action == ReturnAction::CheckResult {
            self.rt.pending.call = PendingCall { callee: extra, args: smallvec::smallvec![value], ..PendingCall::default() };
            return self.start_pending(dst, ReturnAction::Store, Value::UNDEF).map(Some);
        }
        self.rt.store_key_result(action, extra, value).map(|()| None)
    }
}
