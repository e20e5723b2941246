//! Checks of the results of special methods that user code defines.

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::Tag;
use crate::base::value::Value;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

pub(crate) fn judge_length(_rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let result = args.at(0);
    if result.tag == Tag::Int && result.as_i64() >= 0 { Ok(result) } else { Err(Abrupt::NeedsUserCode) }
}

pub(crate) fn judge_text(rt: &mut Runtime, args: Args<'_>, complaint: impl Fn(&str) -> String) -> Result<Value, Abrupt> {
    if rt.unwrap_payload(args.at(0)).is_str() {
        return Ok(args.at(0));
    }
    let name = rt.type_name(args.at(0));
    Err(rt.type_error(&complaint(&name)))
}

pub(crate) fn judge_hash(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(rt.hash_from_result(args.at(0))? as i64))
}

pub(crate) fn judge_iterator(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let result = args.at(0);
    if rt.class_lookup(rt.type_of(result), names::dunder_next).is_some() {
        return Ok(result);
    }
    let name = rt.type_name(result);
    Err(rt.type_error(&format!("iter() returned non-iterator of type '{name}'")))
}
