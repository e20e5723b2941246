//! Green threads as `_stockade` sees them.

use crate::base::abrupt::Exit;
use crate::base::abrupt::Service;
use crate::base::value::Value;
use crate::runtime::core::Rt;
use crate::runtime::native::Args;
use crate::runtime::vm_request::ask_with;

/// `_stockade.thread_begin(function, record)`
pub(crate) fn begin(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    ask_with(rt, Service::BeginThread, &[args.at(0), args.at(1)])
}

/// `_stockade.thread_switch(number)`
pub(crate) fn switch(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    ask_with(rt, Service::SwitchThread, &[args.at(0)])
}

/// `_stockade.thread_number()`
pub(crate) fn number(rt: &mut Rt, _args: Args<'_>) -> Result<Value, Exit> {
    Ok(Value::int(rt.threads.number.into()))
}

/// `_stockade.thread_record()`: what the library keeps of the running thread, or None.
pub(crate) fn record(rt: &mut Rt, _args: Args<'_>) -> Result<Value, Exit> {
    Ok(rt.threads.record.given().unwrap_or(Value::NONE))
}

/// `_stockade.thread_keep(record)`: the library keeps this of the running thread.
pub(crate) fn keep(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    rt.threads.record = args.at(0);
    Ok(Value::NONE)
}

/// `_stockade.threads_parked()`: how many others there are.
pub(crate) fn parked(rt: &mut Rt, _args: Args<'_>) -> Result<Value, Exit> {
    Ok(Value::int(i64::try_from(rt.threads.parked.len()).unwrap_or(i64::MAX)))
}
