//! `str`: its methods, the `%` operator and `format`.

mod format;
mod methods;
mod percent;
mod search;

pub(crate) use format::checked_attribute as format_attribute;
pub(crate) use percent::{fill as percent_fill, mapping as percent_mapping, parse as percent_parse, percent};

use stockade_compiler::bytecode::ArithOp;

use crate::base::abrupt::Abrupt;
use crate::base::comparison::Cmp;
use crate::base::value::{Tag, Value};
use crate::natives;
use crate::objects::types::slot_wrappers;
use crate::objects::types::slot_wrappers::Domain;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

natives! { pub(crate) NATIVES:
    /// The text of an object, or bytes decoded.
    new "__new__" "(cls, object='', encoding='utf-8', errors='strict')" costs 0 => new;
    method "__add__" "(self, value, /)" => slot_wrappers::concat;
    method "__contains__" "(self, key, /)" => slot_wrappers::contains;
    method "__eq__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, Domain::Str, Cmp::Eq, args);
    method "__ne__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, Domain::Str, Cmp::Ne, args);
    method "__lt__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, Domain::Str, Cmp::Lt, args);
    method "__le__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, Domain::Str, Cmp::Le, args);
    method "__gt__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, Domain::Str, Cmp::Gt, args);
    method "__ge__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, Domain::Str, Cmp::Ge, args);
    method "__format__" "(self, format_spec, /)" => slot_wrappers::format;
    method "__getitem__" "(self, key, /)" => slot_wrappers::getitem;
    method "__getnewargs__" "(self, /)" => slot_wrappers::getnewargs;
    method "__hash__" "(self, /)" => slot_wrappers::hash;
    method "__iter__" "(self, /)" => slot_wrappers::iter;
    method "__len__" "(self, /)" => slot_wrappers::len;
    method "__mod__" "(self, value, /)" => |rt, args| percent(rt, args.at(0), args.at(1));
    method "__mul__" "(self, value, /)" => slot_wrappers::repeat;
    method "__repr__" "(self, /)" => slot_wrappers::repr;
    method "__rmod__" "(self, value, /)" => rmod;
    method "__rmul__" "(self, value, /)" => slot_wrappers::repeat;
    method "__str__" "(self, /)" => slot_wrappers::itself;
    /// The first character in title case, the rest in lower case.
    method "capitalize" "(self, /)" => methods::capitalize;
    /// Lower case for comparison without regard to case.
    method "casefold" "(self, /)" => methods::casefold;
    method "center" "(self, width, fillchar=' ', /)" => methods::center;
    /// Occurrences without overlap.
    method "count" "(self, sub, start=None, end=None, /)" => search::count;
    method "encode" "(self, /, encoding='utf-8', errors='strict')" => methods::encode;
    method "endswith" "(self, suffix, start=None, end=None, /)" => search::endswith;
    method "expandtabs" "(self, /, tabsize=8)" => methods::expandtabs;
    method "find" "(self, sub, start=None, end=None, /)" => search::find;
    /// The text with its fields filled by the arguments.
    method "format" "(self, /, *args, **kwargs)" => format::format;
    method "format_map" "(self, mapping, /)" => format::format_map;
    method "index" "(self, sub, start=None, end=None, /)" => search::index;
    method "isalnum" "(self, /)" costs 0 => methods::isalnum;
    method "isalpha" "(self, /)" costs 0 => methods::isalpha;
    method "isascii" "(self, /)" costs 0 => methods::isascii;
    method "isdecimal" "(self, /)" costs 0 => methods::isdecimal;
    method "isdigit" "(self, /)" costs 0 => methods::isdigit;
    method "isidentifier" "(self, /)" costs 0 => methods::isidentifier;
    method "islower" "(self, /)" costs 0 => methods::islower;
    method "isnumeric" "(self, /)" costs 0 => methods::isnumeric;
    method "isprintable" "(self, /)" costs 0 => methods::isprintable;
    method "isspace" "(self, /)" costs 0 => methods::isspace;
    method "istitle" "(self, /)" costs 0 => methods::istitle;
    method "isupper" "(self, /)" costs 0 => methods::isupper;
    method "join" "(self, iterable, /)" => methods::join;
    method "ljust" "(self, width, fillchar=' ', /)" => methods::ljust;
    method "lower" "(self, /)" => methods::lower;
    method "lstrip" "(self, chars=None, /)" => methods::lstrip;
    /// A table for `translate`.
    stat "maketrans" "(x, y=None, z=None, /)" => methods::maketrans;
    method "partition" "(self, sep, /)" => search::partition;
    method "removeprefix" "(self, prefix, /)" => methods::removeprefix;
    method "removesuffix" "(self, suffix, /)" => methods::removesuffix;
    method "replace" "(self, old, new, /, count=-1)" => methods::replace;
    method "rfind" "(self, sub, start=None, end=None, /)" => search::rfind;
    method "rindex" "(self, sub, start=None, end=None, /)" => search::rindex;
    method "rjust" "(self, width, fillchar=' ', /)" => methods::rjust;
    method "rpartition" "(self, sep, /)" => search::rpartition;
    method "rsplit" "(self, /, sep=None, maxsplit=-1)" => search::rsplit;
    method "rstrip" "(self, chars=None, /)" => methods::rstrip;
    method "split" "(self, /, sep=None, maxsplit=-1)" => search::split;
    method "splitlines" "(self, /, keepends=False)" => search::splitlines;
    method "startswith" "(self, prefix, start=None, end=None, /)" => search::startswith;
    method "strip" "(self, chars=None, /)" => methods::strip;
    method "swapcase" "(self, /)" => methods::swapcase;
    method "title" "(self, /)" => methods::title;
    method "translate" "(self, table, /)" => methods::translate;
    method "upper" "(self, /)" => methods::upper;
    method "zfill" "(self, width, /)" => methods::zfill;
}

/// `str(object)`, `str(bytes, encoding, errors)`.
fn new(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (class, object, encoding, errors) = (args.at(0), args.at(1), args.at(2), args.at(3));
    let value = if encoding.is_undef() && errors.is_undef() {
        match object.defined().map(|object| rt.str_value(object)) {
            None => rt.heap.str("")?,
            Some(Err(Abrupt::NeedsUserCode)) if class == crate::runtime::type_table::STR.value() => return Err(rt.call_str_or_repr(object)),
            Some(text) => text?,
        }
    } else {
        rt.charge_units(crate::base::fuel::once::CODEC)?;
        let (encoding, errors) = codec_arguments(rt, "str", encoding, errors)?;
        let object = if object.is_undef() { rt.heap.bytes(Vec::new())? } else { object };
        let mut plain = rt.unwrap_payload(object);
        if plain.tag == Tag::Inst {
            plain = crate::objects::types::buffer::bytes_of_other(rt, object)?.unwrap_or(plain);
        }
        let Some(data) = super::bytes::data(rt, plain).map(<[u8]>::to_vec) else {
            if plain.is_str() {
                return Err(rt.type_error("decoding str is not supported"));
            }
            let name = rt.type_name(object);
            return Err(rt.type_error(&format!("decoding to str: need a bytes-like object, {name} found")));
        };
        rt.decode_bytes(&data, &encoding, &errors).map_err(|exit| or_registered_codec(rt, exit, data.is_empty()))?
    };
    crate::objects::types::class_construction::wrap_new_result(rt, class, value)
}

/// Names of encodings and error handlers that are unknown here may be registered with `codecs`, which is library code: the fallback
/// decides. For an empty text the error stays. That is how `codecs` finds out what is built in.
pub(crate) fn or_registered_codec(rt: &Runtime, exit: Abrupt, is_empty: bool) -> Abrupt {
    match exit {
        Abrupt::Raise(exc) if !is_empty && rt.type_of(exc) == crate::runtime::exceptions::LOOKUP_ERROR.value() => Abrupt::NeedsUserCode,
        other => other,
    }
}

pub(crate) fn codec_arguments(rt: &mut Runtime, function: &str, encoding: Value, errors: Value) -> Result<(String, String), Abrupt> {
    // Without the encoding, `errors` was given by keyword. CPython words that error differently.
    let by_name = encoding.defined().is_none();
    let mut text = |value: Value, name: &str, default: &str| -> Result<String, Abrupt> {
        match value.defined() {
            Some(value) => {
                if function == "str" && !rt.unwrap_payload(value).is_str() {
                    let class = rt.type_of(value);
                    let shown = if by_name { rt.argument_name(value) } else { crate::objects::types::class::full_name(rt, class) };
                    let shown = shown.strip_prefix("__main__.").unwrap_or(&shown);
                    return Err(rt.type_error(&format!("str() argument '{name}' must be str, not {shown}")));
                }
                let value = rt.str_argument(value, format_args!("{function}() argument '{name}'"))?;
                rt.charge(rt.heap.text(value).len() as u64 / 16)?;
                rt.heap.text_held(value)
            }
            None => Ok(default.to_string()),
        }
    };
    Ok((text(encoding, "encoding", "utf-8")?, text(errors, "errors", "strict")?))
}

/// `self.__rmod__(value)`: `value % self` for a str as `value`.
fn rmod(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let template = rt.unwrap_payload(args.at(1));
    if template.tag != Tag::Str {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    Ok(rt.arith(ArithOp::Mod, template, args.at(0))?.unwrap_or(Value::NOT_IMPLEMENTED))
}

/// At most this many times `old` occurs in `data`. One byte is counted, since it may be rare; a longer run is not searched for twice.
pub(super) fn most_places(data: &[u8], old: &[u8]) -> usize {
    match old {
        [byte] => memchr::memchr_iter(*byte, data).count(),
        _ => data.len().checked_div(old.len()).unwrap_or(data.len()),
    }
}
