//! `_collections`: natives for the Python module `collections`, except `deque`.

use std::ops::ControlFlow;

use stockade_compiler::bytecode::ArithOp;

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::{DictObj, HeapObject as _, Object};
use crate::natives;
use crate::objects::protocols::walk::Walk;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::type_table::registry;

natives! { pub(crate) NATIVES:
    /// Counts the elements of an iterable in a mapping.
    func "_count_elements" "(mapping, iterable, /)" => count_elements;
    /// Marks the dict that an `OrderedDict` stands on.
    func "_keep_order" "(mapping, /)" => keep_order;
    /// The getter of a field of a named tuple.
    func "_field" "(position, /)" => field;
    func "_field_value" "(position, record, /)" => field_value;
}

fn count_elements(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let dict = rt.unwrap_payload(args.at(0));
    if dict.tag != Tag::Dict {
        return Err(Abrupt::NeedsUserCode);
    }
    if matches!(args.at(1).tag, Tag::List | Tag::Tuple) {
        let items = rt.collect(args.at(1))?;
        rt.charge(2 * items.len() as u64)?;
        for (at, item) in items.iter().enumerate() {
            match count_one(rt, dict, *item) {
                Ok(()) => {}
                Err(Abrupt::NeedsUserCode) => {
                    // User code must hash or count this item: the fallback continues with the rest of the items.
                    let rest = items.get(at..).unwrap_or(&[]).to_vec();
                    let rest = rt.heap.list(rest)?;
                    return Err(rt.tail_fallback("_collections__count_elements", &[args.at(0), rest]));
                }
                Err(exit) => return Err(exit),
            }
        }
        return Ok(Value::NONE);
    }
    // Nothing is counted twice. An empty dict becomes empty again before the fallback counts. Otherwise the items are counted apart, until all
    // of them are, or one cannot be.
    let is_empty = rt.heap.dicts.get(dict.index()).len() == 0;
    let counts = if is_empty { dict } else { rt.heap.dict(DictObj::default())? };
    let counted = rt.walk(args.at(1), Walk { price: 128, fills: Some(counts) }, |rt, item| {
        count_one(rt, counts, item)?;
        Ok(ControlFlow::Continue(()))
    });
    match counted {
        Ok(()) if is_empty => Ok(Value::NONE),
        Ok(()) => Err(rt.tail_fallback("_add_counts", &[dict, counts, Value::NONE])),
        // The items before the one that cannot be counted stay counted.
        Err(Abrupt::Raise(error)) if !is_empty => Err(rt.tail_fallback("_add_counts", &[dict, counts, error])),
        Err(exit) => {
            if is_empty && !matches!(exit, Abrupt::Raise(_)) {
                let emptied = rt.heap.dicts.get(dict.index()).owned_bytes();
                rt.heap.dicts.get_mut(dict.index()).clear();
                rt.heap.refund(emptied.saturating_sub(rt.heap.dicts.get(dict.index()).owned_bytes()));
            }
            Err(exit)
        }
    }
}

fn keep_order(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let dict = rt.unwrap_payload(args.at(0));
    if dict.tag == Tag::Dict {
        rt.heap.dicts.get_mut(dict.index()).ordered = true;
    }
    Ok(Value::NONE)
}

fn count_one(rt: &mut Runtime, dict: Value, item: Value) -> Result<(), Abrupt> {
    let hash = rt.hash(item)?;
    let at = match rt.dict_find_first_probe(dict, item, hash) {
        Some((at, known)) if known.tag == Tag::Int && known.as_i64() < i64::MAX && !rt.modules.has_views => {
            rt.heap.dicts.get_mut(dict.index()).set_value(at, Value::int(known.as_i64() + 1));
            return Ok(());
        }
        Some((at, _)) => Some(at),
        None => rt.dict_find(dict, item, hash)?,
    };
    let known = at.and_then(|at| rt.heap.dicts.get(dict.index()).entry(at)).map_or(Value::int(0), |entry| entry.value);
    let Some(next) = rt.arith(ArithOp::Add, known, Value::int(1))? else { return Err(Abrupt::NeedsUserCode) };
    rt.dict_set_hashed(dict, item, hash, next)
}

pub(crate) fn field(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let natives = registry().modules.get("_collections");
    let found = natives.and_then(|natives| natives.iter().find(|(name, _)| rt.names.text(*name) == "_field_value"));
    let Some((_, native)) = found else { return Err(Abrupt::Bug("no such function in _collections")) };
    let func = Value::new(Tag::Native, u64::from(*native));
    let given = rt.heap.tuple(&[args.at(0)])?;
    rt.heap.object(Object::Partial { func, args: given, keywords: Value::NONE, dict: Value::UNDEF })
}

fn field_value(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let record = rt.unwrap_payload(args.at(1));
    if record.tag != Tag::Tuple {
        let name = rt.type_name(args.at(1));
        return Err(
            rt.type_error(&format!("descriptor for index '{}' for tuple subclasses doesn't apply to '{name}' object", args.at(0).as_i64()))
        );
    }
    rt.get_item(record, args.at(0))
}
