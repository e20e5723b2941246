//! `_json`: JSON text to values and values to JSON text, where no guest code takes part.
//!
//! Hooks, `default` and classes that override what containers do run in the module's Python part, over the same tokens and texts.

mod decode;
mod encode;
mod scan;

use crate::base::abrupt::Abrupt;
use crate::base::value::Value;
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

/// How deep arrays and objects may nest, as CPython's own recursion allows.
const DEEPEST: usize = 9990;

natives! { pub(crate) ROWS:
    func "decode" "(text, start, strict, whole, /)" => decode::decode;
    func "token" "(text, start, strict, /)" => decode::token;
    func "fail" "(message, text, position, /)" => decode::fail_row;
    func "encode" "(obj, skipkeys, ensure_ascii, check_circular, allow_nan, sort_keys, indent, item_separator, key_separator, /)" => encode::encode;
    func "quote" "(text, ensure_ascii, /)" => encode::quote;
}

/// `_json_error()`: the class `json.JSONDecodeError`, for the prelude.
pub(crate) fn error_row(rt: &mut Runtime, _: Args<'_>) -> Result<Value, Abrupt> {
    crate::runtime::modules::module_class(rt, "json.decoder", "JSONDecodeError")
}
