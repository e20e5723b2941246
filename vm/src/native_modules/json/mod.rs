//! `_json`: decodes JSON text and encodes values, as long as no user code is involved.
//!
//! Hooks, `default` and classes that override container methods are handled in the Python part of `json`. It uses the tokens and the
//! quoting of this module.

mod decode;
mod encode;
mod scan;

use crate::base::abrupt::Abrupt;
use crate::base::value::Value;
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

/// Maximum nesting depth of arrays and objects. CPython's recursion limit allows the same depth.
const MAX_DEPTH: usize = 9990;

natives! { pub(crate) NATIVES:
    func "decode" "(text, start, strict, whole, /)" => decode::decode;
    func "token" "(text, start, strict, /)" => decode::token;
    func "fail" "(message, text, position, /)" => decode::fail_native;
    func "encode" "(obj, skipkeys, ensure_ascii, check_circular, allow_nan, sort_keys, indent, item_separator, key_separator, /)" => encode::encode;
    func "quote" "(text, ensure_ascii, /)" => encode::quote;
}

/// `_json_error()`: the class `json.JSONDecodeError`, for the fallbacks.
pub(crate) fn error_native(rt: &mut Runtime, _: Args<'_>) -> Result<Value, Abrupt> {
    crate::runtime::modules::module_class(rt, "json.decoder", "JSONDecodeError")
}
