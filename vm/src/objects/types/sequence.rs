//! Special methods that builtin sequences and containers share: the operators under their method names.

use stockade_compiler::bytecode::ArithOp;

use crate::base::abrupt::Abrupt;
use crate::base::comparison::Cmp;
use crate::base::value::{Tag, Value};
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

pub(crate) fn len(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(rt.len(args.at(0))? as i64))
}

pub(crate) fn get_item(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.get_item(args.at(0), args.at(1))
}

pub(crate) fn contains(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.contains_with_key_replay(args.at(0), args.at(1)).map(Value::bool)
}

pub(crate) fn iter(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.iter(args.at(0))
}

pub(crate) fn repr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let text = rt.repr_text(args.at(0))?;
    rt.heap.held_string(text)
}

pub(crate) fn hash(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(rt.hash(args.at(0))? as i64))
}

/// A binary operator as a method. `NotImplemented` when the types do not support it.
pub(crate) fn operator(rt: &mut Runtime, op: ArithOp, a: Value, b: Value) -> Result<Value, Abrupt> {
    let b = rt.unwrap_payload(b);
    if matches!(b.tag, Tag::Inst) {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    Ok(rt.arith(op, a, b)?.unwrap_or(Value::NOT_IMPLEMENTED))
}

pub(crate) fn add(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match operator(rt, ArithOp::Add, args.at(0), args.at(1))? {
        Value::NOT_IMPLEMENTED => Err(rt.unsupported("+", args.at(0), args.at(1))),
        value => Ok(value),
    }
}

/// A comparison as a method. `NotImplemented` for a value of another family of types.
fn compare(rt: &mut Runtime, cmp: Cmp, args: Args<'_>) -> Result<Value, Abrupt> {
    let (a, b) = (args.at(0), rt.unwrap_payload(args.at(1)));
    let family = |rt: &Runtime, value: Value| match value.tag {
        Tag::Set | Tag::FrozenSet => 1,
        Tag::Bytes | Tag::ByteArray => 2,
        Tag::Int | Tag::Bool | Tag::BigInt => 3,
        Tag::Object => 4 + u32::from(rt.builtin_type(value).0),
        tag => 1000 + tag as u32,
    };
    if family(rt, a) != family(rt, b) && !matches!(a.tag, Tag::Object | Tag::Float | Tag::Complex) {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    match rt.compare_native(cmp, a, b)? {
        Some(answer) => Ok(Value::bool(answer)),
        None => Ok(Value::NOT_IMPLEMENTED),
    }
}

macro_rules! comparisons {
    ($($name:ident $cmp:ident;)*) => {$(
        pub(crate) fn $name(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
            compare(rt, Cmp::$cmp, args)
        }
    )*};
}

comparisons! { eq Eq; ne Ne; lt Lt; le Le; gt Gt; ge Ge; }

/// `sequence.count(value)`.
pub(crate) fn count(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let mut found = 0;
    let mut at = 0;
    while let Some(item) = rt.sequence_items(args.at(0)).get(at).copied() {
        at += 1;
        if at % 8 == 0 {
            rt.charge(9)?;
        }
        if rt.same(item, args.at(1))? {
            found += 1;
        }
    }
    Ok(Value::int(found))
}

/// `sequence.index(value, start, stop)`.
pub(crate) fn index(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    const WHAT: &str = "slice indices must be integers or have an __index__ method";
    let len = rt.sequence_items(args.at(0)).len();
    let clamp = |rt: &mut Runtime, value: Value, default: usize| -> Result<usize, Abrupt> {
        match value.defined() {
            Some(value) => {
                let at = rt.index_clamped(value, WHAT)?;
                let at = if at < 0 { at.saturating_add(len as i64).max(0) } else { at };
                Ok(usize::try_from(at).unwrap_or(len).min(len))
            }
            None => Ok(default),
        }
    };
    let start = clamp(rt, args.at(2), 0)?;
    let stop = clamp(rt, args.at(3), len)?;
    let mut at = start;
    while at < stop {
        let Some(item) = rt.sequence_items(args.at(0)).get(at).copied() else { break };
        if rt.same(item, args.at(1))? {
            return Ok(Value::int(at as i64));
        }
        at += 1;
        if at % 8 == 0 {
            rt.charge(9)?;
        }
    }
    if args.at(0).tag == Tag::Tuple {
        return Err(rt.value_error("tuple.index(x): x not in tuple"));
    }
    let shown = rt.repr_text(args.at(1))?;
    Err(rt.value_error(&format!("{shown} is not in list")))
}
