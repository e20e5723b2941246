//! `sys`: the parts of the interpreter that a program may see. Nothing here reaches the host's system.

use crate::base::abrupt::Abrupt;
use crate::base::abrupt::VmRequest;
use crate::base::names;
use crate::base::sizes::clamped_size;
use crate::base::value::{Tag, Value};
use crate::builtins::print::write;
use crate::heap::DictObj;
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::vm_request::make_vm_request;

natives! { pub(crate) NATIVES:
    /// Exit by raising SystemExit(status).
    func "exit" "(status=None, /)" => exit;
    /// (type, value, traceback) of the exception being handled.
    func "exc_info" "()" => exc_info;
    /// The exception being handled.
    func "exception" "()" => exception;
    /// How deep calls may nest.
    func "getrecursionlimit" "()" => get_recursion_limit;
    /// Set how deep calls may nest.
    func "setrecursionlimit" "(limit, /)" => set_recursion_limit;
    func "get_int_max_str_digits" "()" => get_max_digits;
    func "set_int_max_str_digits" "(maxdigits)" => set_max_digits;
    /// Size of an object in bytes, as CPython counts it.
    func "getsizeof" "(object, default=...)" => get_size_of;
    /// The one string of this text.
    func "_library_modules" "()" => |rt, _| rt.heap.str(crate::traceback::LIBRARY_MODULES);
    func "intern" "(string, /)" => intern;
    func "getrefcount" "(object, /)" => get_ref_count;
    /// The frame of a caller: 0 is the one that asks.
    func "_getframe" "(depth=0, /)" => crate::builtins::introspection::get_frame;
    func "_write" "(text, error, /)" => write;
    func "_granted_modules" "()" => granted_modules;
    /// The arguments of the program, without its name.
    func "_arguments" "()" => arguments;
    /// At most `size` bytes of what the host gave to `sys.stdin`; None where the host must be asked for more.
    func "_take_input" "(size, /)" => take_input;
    /// The next line of what the host gave to `sys.stdin`, or what there is of it; None where the host must be asked for more.
    func "_take_line" "()" => take_line;
    /// How many bytes are left of what the host gave to `sys.stdin`; None where it may have more.
    func "_input_left" "()" => input_left;
    /// What the host answered when it was asked for more.
    func "_keep_input" "(data, /)" => keep_input;
}

fn arguments(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    let texts = rt.host.arguments.clone();
    rt.charge(texts.len() as u64)?;
    let mut values = Vec::with_capacity(texts.len());
    for text in &texts {
        values.push(rt.heap.str(text)?);
    }
    rt.heap.list(values)
}

fn take_input(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    take(rt, clamped_size(args.at(0).as_i64()))
}

fn input_left(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    let input = rt.host.stdin;
    if input.host_has_more {
        return Ok(Value::NONE);
    }
    let whole = if input.bytes.tag == Tag::Bytes { rt.heap.bytes.get(input.bytes.index()).data.len() } else { 0 };
    Ok(Value::int(i64::try_from(whole.saturating_sub(input.at)).unwrap_or(i64::MAX)))
}

fn take_line(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    let input = rt.host.stdin;
    let mut size = usize::MAX;
    if input.bytes.tag == Tag::Bytes {
        let data = rt.heap.bytes.get(input.bytes.index()).data.get(input.at..).unwrap_or_default();
        size = data.iter().position(|byte| *byte == b'\n').map_or(data.len(), |end| end + 1);
    }
    take(rt, size)
}

/// At most so many bytes of the input, which are charged.
fn take(rt: &mut Runtime, size: usize) -> Result<Value, Abrupt> {
    let input = rt.host.stdin;
    if input.bytes.tag != Tag::Bytes {
        return if input.host_has_more { Ok(Value::NONE) } else { rt.heap.bytes(Vec::new()) };
    }
    let len = rt.heap.bytes.get(input.bytes.index()).data.len();
    let end = input.at.saturating_add(size).min(len);
    rt.charge(1 + (end.saturating_sub(input.at) / 16) as u64)?;
    let taken = rt.heap.bytes.get(input.bytes.index()).data.get(input.at..end).unwrap_or_default().to_vec();
    let taken = rt.heap.bytes(taken)?;
    rt.host.stdin.at = end;
    if end >= len {
        rt.host.stdin.bytes = Value::NONE;
        rt.host.stdin.at = 0;
    }
    Ok(taken)
}

fn keep_input(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if args.at(0).tag == Tag::Bytes {
        rt.host.stdin.bytes = args.at(0);
        rt.host.stdin.at = 0;
    }
    Ok(Value::NONE)
}

fn exit(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let status = args.at(0).or(Value::NONE);
    // A tuple becomes the arguments of the exception, as in a `raise` statement.
    if status.tag == Tag::Tuple {
        rt.charge(rt.sequence_items(status).len() as u64 / 8)?;
    }
    let given: Vec<Value> = match status.tag {
        Tag::None => Vec::new(),
        Tag::Tuple => rt.sequence_items(status).to_vec(),
        _ => vec![status],
    };
    let class = crate::runtime::exceptions::SYSTEM_EXIT.value();
    let exc = crate::objects::types::exception::instantiate(rt, class, &given)?;
    Err(Abrupt::Raise(exc))
}

fn exc_info(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    let exc = rt.thread.handled;
    if exc.tag != Tag::Exc {
        return rt.heap.tuple(&[Value::NONE; 3]);
    }
    let traceback = crate::objects::types::exception::traceback(rt, exc)?;
    let class = rt.type_of(exc);
    rt.heap.tuple(&[class, exc, traceback])
}

fn exception(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(if rt.thread.handled.tag == Tag::Exc { rt.thread.handled } else { Value::NONE })
}

fn get_recursion_limit(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(rt.budget.recursion_limit.into()))
}

/// The limit on the decimal digits of an int when it is converted from or to text.
fn get_max_digits(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(rt.budget.max_digits.into()))
}

fn set_max_digits(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let limit = rt.index(args.at(0))?;
    let Ok(limit) = i32::try_from(limit) else {
        return Err(rt.overflow_error("Python int too large to convert to C int"));
    };
    match u32::try_from(limit) {
        Ok(limit) if limit == 0 || limit as usize >= stockade_algorithms::text::int_parse::MAX_DIGITS_THRESHOLD => {
            rt.budget.max_digits = limit
        }
        _ => return Err(rt.value_error("maxdigits must be 0 or larger than 640")),
    }
    Ok(Value::NONE)
}

fn set_recursion_limit(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let limit = rt.index(args.at(0))?;
    if limit < 1 {
        return Err(rt.value_error("recursion limit must be greater or equal than 1"));
    }
    let Ok(limit) = i32::try_from(limit) else {
        return Err(rt.overflow_error("Python int too large to convert to C int"));
    };
    // The host's own frame limit stays in force above this one. Passing it ends the run.
    rt.budget.recursion_limit = u32::try_from(limit).unwrap_or(u32::MAX);
    (rt.budget.max_unchecked_frames, rt.budget.fast_frames) = (0, 0);
    Ok(Value::NONE)
}

/// The sizes that CPython 3.13 reports on a 64-bit system for the common types, so that programs that print them agree.
fn get_size_of(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let value = args.at(0);
    if rt.user_method(value, names::dunder_sizeof).is_some() {
        return Err(match args.at(1).defined() {
            Some(default) => rt.tail_fallback("getsizeof_guest", &[value, default]),
            None => rt.tail_fallback("getsizeof_guest", &[value]),
        });
    }
    Ok(Value::int(crate::objects::types::object_sizes::size_of(rt, value)?))
}

fn intern(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let text = args.at(0);
    if text.is_str() {
        let name = rt.name_of(text)?;
        return rt.name_value(name);
    }
    let name = rt.argument_name(text);
    if rt.unwrap_payload(text).is_str() {
        return Err(rt.type_error(&format!("can't intern {name}")));
    }
    Err(rt.type_error(&format!("intern() argument must be str, not {name}")))
}

/// There is no reference counting here; references are counted on request. Objects that CPython makes immortal report its constant count.
fn get_ref_count(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let value = args.at(0);
    match value.tag {
        Tag::Int if !(-5..=256).contains(&value.as_i64()) => Ok(Value::int(3)),
        Tag::Tuple if !rt.sequence_items(value).is_empty() => make_vm_request(rt, VmRequest::References, &[value]),
        Tag::Int | Tag::Bool | Tag::None | Tag::Ellipsis | Tag::NotImplemented | Tag::Str | Tag::Tuple | Tag::Type => {
            Ok(Value::int(u32::MAX.into()))
        }
        _ if value.tag.is_heap() => make_vm_request(rt, VmRequest::References, &[value]),
        _ => Ok(Value::int(3)),
    }
}

/// `sys.modules`: a dict of the imported modules that the policy lets the program import, and `__main__`.
fn granted_modules(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    let mut found: Vec<(String, Value)> = rt.modules.by_name.iter().map(|(name, module)| (name.clone(), *module)).collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    let dict = rt.heap.dict(DictObj::default())?;
    for (name, module) in found {
        // Names with an underscore are hidden, except the modules that programs import under such a name (`import _thread`).
        let internal = name.starts_with('_') && name != "__main__" && !crate::runtime::modules::is_public(&name) || name.starts_with('<');
        if internal || (name != "__main__" && rt.policy.grants.import(&name).is_err()) {
            continue;
        }
        let key = rt.heap.string(name)?;
        rt.dict_set(dict, key, module)?;
    }
    Ok(dict)
}
