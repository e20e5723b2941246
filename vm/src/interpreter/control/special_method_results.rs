//! Checks the results of special methods.

use crate::base::abrupt::Exit;
use crate::base::value::Value;
use crate::interpreter::calls::call::Called;
use crate::interpreter::machine::Machine;
use crate::runtime::pending_call::Action;
use crate::runtime::pending_call::Pending;

impl Machine {
    /// Does with what a special method gave as its action says: what the operation gives; None where the instruction runs again.
    pub(crate) fn judge(&mut self, action: Action, extra: Value, value: Value, dst: u8) -> Result<Option<Called>, Exit> {
        if action == Action::Checked {
            self.rt.pending = Pending { callee: extra, args: smallvec::smallvec![value], ..Pending::default() };
            return self.start_pending(dst, Action::Store, Value::UNDEF).map(Some);
        }
        self.rt.take_answer(action, extra, value).map(|()| None)
    }
}
