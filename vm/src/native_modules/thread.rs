//! Natives of `_stockade` for green threads.

use crate::base::abrupt::Abrupt;
use crate::base::abrupt::VmRequest;
use crate::base::value::Value;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::vm_request::make_vm_request;

/// `_stockade.thread_begin(function, record)`
pub(crate) fn begin(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    make_vm_request(rt, VmRequest::BeginThread, &[args.at(0), args.at(1)])
}

/// `_stockade.thread_switch(number)`
pub(crate) fn switch(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    make_vm_request(rt, VmRequest::SwitchThread, &[args.at(0)])
}

/// `_stockade.thread_number()`
pub(crate) fn number(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(rt.thread.number.into()))
}

/// `_stockade.thread_record()`: the library's record of the running thread, or None.
pub(crate) fn record(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(rt.thread.record.defined().unwrap_or(Value::NONE))
}

/// `_stockade.thread_keep(record)`: sets the library's record of the running thread.
pub(crate) fn keep(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.thread.record = args.at(0);
    Ok(Value::NONE)
}

/// `_stockade.threads_parked()`: the number of suspended threads.
pub(crate) fn suspended_count(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(i64::try_from(rt.thread.others).unwrap_or(i64::MAX)))
}
