//! Requests of native code to the interpreter: frames, `exec`, `compile`, threads.

use crate::base::abrupt::Abrupt;
use crate::base::abrupt::VmRequest;
use crate::base::value::Value;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::pending_call::PendingCall;
use smallvec::SmallVec;

pub(crate) fn request(rt: &mut Runtime, request_kind: VmRequest, args: Args<'_>) -> Result<Value, Abrupt> {
    let args: SmallVec<[Value; 6]> = (0..4).map_while(|at| args.at(at).defined()).collect();
    make_vm_request(rt, request_kind, &args)
}

/// Makes a VM request with the given arguments.
pub(crate) fn make_vm_request(rt: &mut Runtime, request_kind: VmRequest, args: &[Value]) -> Result<Value, Abrupt> {
    rt.pending.call = PendingCall { args: SmallVec::from_slice(args), ..PendingCall::default() };
    Err(Abrupt::Request(request_kind))
}
