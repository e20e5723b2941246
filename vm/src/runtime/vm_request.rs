//! Requests of native code to the interpreter: frames, `exec`, `compile`, threads.

use crate::base::abrupt::Exit;
use crate::base::abrupt::Service;
use crate::base::value::Value;
use crate::runtime::core::Rt;
use crate::runtime::native::Args;
use crate::runtime::pending_call::Pending;
use smallvec::SmallVec;

pub(crate) fn ask(rt: &mut Rt, service: Service, args: Args<'_>) -> Result<Value, Exit> {
    let args: SmallVec<[Value; 6]> = (0..4).map_while(|at| args.at(at).given()).collect();
    ask_with(rt, service, &args)
}

/// Asks the machine, with what it needs to answer.
pub(crate) fn ask_with(rt: &mut Rt, service: Service, args: &[Value]) -> Result<Value, Exit> {
    rt.pending = Pending { args: SmallVec::from_slice(args), ..Pending::default() };
    Err(Exit::Service(service))
}
