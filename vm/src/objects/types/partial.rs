//! `functools.partial` objects.

use crate::base::abrupt::Abrupt;
use crate::base::value::Tag;
use crate::base::value::Value;
use crate::heap::Object;
use crate::heap::charged_size;
use crate::natives;
use crate::objects::types::function::check_get_arguments;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

natives! { pub(crate) PARTIAL_NATIVES:
    new "__new__" "(cls, /, *args, **keywords)" costs 44 => new_partial;
    get "func" "(self)" => partial_func;
    get "args" "(self)" => partial_args;
    get "keywords" "(self)" => partial_keywords;
    get "__dict__" "(self)" => partial_dict;
    method "__repr__" "(self, /)" => repr_partial;
    method "__call__" "(self, /, *args, **keywords)" => call_partial;
    method "__get__" "(self, instance, owner=None, /)" => get_partial;
    method "__reduce__" "(self, /)" => reduce_partial;
    method "__setstate__" "(self, state, /)" => set_state_partial;
    class "__class_getitem__" "(cls, item, /)" => crate::objects::types::generic_alias::class_getitem_native;
}

/// True when a value can be called. It runs no user code.
pub(crate) fn is_callable(rt: &Runtime, value: Value) -> bool {
    match value.tag {
        Tag::Func | Tag::Native | Tag::Type | Tag::Class | Tag::Method => true,
        Tag::Inst | Tag::Exc => rt.class_lookup(rt.type_of(value), crate::base::names::dunder_call).is_some_and(|call| !call.is_none()),
        Tag::Object => {
            matches!(rt.heap.as_object(value), Object::Partial { .. } | Object::StaticMethod(_, _) | Object::GenericAlias { .. })
        }
        _ => false,
    }
}

pub(crate) fn new_partial(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some((function, given)) = args.rest.split_first() else {
        return Err(rt.type_error("type 'partial' takes at least one argument"));
    };
    let plain = rt.unwrap_payload(*function);
    if !is_callable(rt, *function) && !is_callable(rt, plain) {
        return Err(rt.type_error("the first argument must be callable"));
    }
    let keywords = rt.heap.dict(crate::heap::DictObj::default())?;
    let mut func = *function;
    let mut all = Vec::new();
    // A partial of a partial becomes one partial.
    if plain.tag == Tag::Object
        && let Object::Partial { func: inner, args: inner_args, keywords: inner_keywords, dict: Value::UNDEF } = rt.heap.as_object(plain)
    {
        let (inner, inner_args, inner_keywords) = (*inner, *inner_args, *inner_keywords);
        func = inner;
        rt.precheck(rt.sequence_items(inner_args).len(), charged_size::<Value>())?;
        all.extend_from_slice(rt.sequence_items(inner_args));
        crate::objects::types::dict::update_from_dict(rt, keywords, inner_keywords)?;
    }
    all.extend_from_slice(given);
    if let Some(more) = args.at(1).defined() {
        crate::objects::types::dict::update_from_dict(rt, keywords, more)?;
    }
    let args_tuple = rt.heap.tuple_from(all)?;
    let made = rt.heap.object(Object::Partial { func, args: args_tuple, keywords, dict: Value::UNDEF })?;
    crate::objects::types::class_construction::wrap_new_result(rt, args.at(0), made)
}

/// The function, the arguments and the keywords.
pub(crate) fn parts(rt: &Runtime, value: Value) -> [Value; 3] {
    match rt.heap.as_object(rt.unwrap_payload(value)) {
        Object::Partial { func, args, keywords, .. } => [*func, *args, *keywords],
        _ => [Value::NONE; 3],
    }
}

pub(crate) fn partial_func(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [func, _, _] = parts(rt, args.at(0));
    Ok(func)
}

pub(crate) fn partial_args(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [_, args, _] = parts(rt, args.at(0));
    Ok(args)
}

pub(crate) fn partial_keywords(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [_, _, keywords] = parts(rt, args.at(0));
    Ok(keywords)
}

/// The attributes that were set on a partial object, as a dict.
pub(crate) fn partial_dict(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if args.at(0).tag == Tag::Inst {
        return rt.inst_dict(args.at(0));
    }
    let this = rt.unwrap_payload(args.at(0));
    if let Object::Partial { dict, .. } = rt.heap.as_object(this)
        && let Some(dict) = dict.defined()
    {
        return Ok(dict);
    }
    let made = rt.heap.dict(crate::heap::DictObj::default())?;
    if let Object::Partial { dict, .. } = rt.heap.objects.get_mut(this.index()) {
        *dict = made;
    }
    Ok(made)
}

/// An attribute that was set on a partial object.
pub(crate) fn partial_attribute(rt: &mut Runtime, this: Value, name: crate::base::names::NameId) -> Result<Option<Value>, Abrupt> {
    let Object::Partial { dict, .. } = rt.heap.as_object(this) else { return Ok(None) };
    let Some(dict) = dict.defined() else { return Ok(None) };
    let key = rt.name_value(name)?;
    rt.dict_get(dict, key)
}

/// Sets an attribute of a partial object, or deletes it when the value is undefined. False when the attribute to delete is missing.
pub(crate) fn set_partial_attribute(rt: &mut Runtime, this: Value, name: crate::base::names::NameId, value: Value) -> Result<bool, Abrupt> {
    let known = match rt.heap.as_object(this) {
        Object::Partial { dict, .. } => dict.defined(),
        _ => None,
    };
    let key = rt.name_value(name)?;
    let dict = match known {
        Some(dict) => dict,
        None if value.is_undef() => return Ok(false),
        None => {
            let made = rt.heap.dict(crate::heap::DictObj::default())?;
            if let Object::Partial { dict, .. } = rt.heap.objects.get_mut(this.index()) {
                *dict = made;
            }
            made
        }
    };
    if value.is_undef() {
        return Ok(rt.dict_remove(dict, key)?.is_some());
    }
    rt.dict_set(dict, key, value)?;
    Ok(true)
}

pub(crate) fn repr_partial(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [func, given, keywords] = parts(rt, args.at(0));
    Err(rt.tail_fallback("partial_text", &[args.at(0), func, given, keywords]))
}

/// Read as an attribute of a class, a partial is itself. Read through an instance, it comes with a warning that this will change.
pub(crate) fn get_partial(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    check_get_arguments(rt, &args)?;
    match args.at(1).some() {
        Some(_) => Err(rt.tail_fallback("partial_of_object", &[args.at(0)])),
        None => Ok(args.at(0)),
    }
}

pub(crate) fn reduce_partial(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [func, given, keywords] = parts(rt, args.at(0));
    Err(rt.tail_fallback("partial_reduce", &[args.at(0), func, given, keywords]))
}

/// Restores the state that `__reduce__` returned: function, arguments, keywords, attributes.
pub(crate) fn set_state_partial(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let state = rt.unwrap_payload(args.at(1));
    let items = if state.tag == Tag::Tuple { rt.sequence_items(state) } else { &[] };
    let &[func, given, keywords, shown] = items else { return Err(rt.type_error("invalid partial state")) };
    let (plain_given, plain_keywords) = (rt.unwrap_payload(given), rt.unwrap_payload(keywords));
    if !is_callable(rt, func) || plain_given.tag != Tag::Tuple || !(keywords.is_none() || plain_keywords.tag == Tag::Dict) {
        return Err(rt.type_error("invalid partial state"));
    }
    let keywords = if keywords.is_none() {
        rt.heap.dict(crate::heap::DictObj::default())?
    } else if keywords.tag == Tag::Dict {
        keywords
    } else {
        let copy = rt.heap.dict(crate::heap::DictObj::default())?;
        crate::objects::types::dict::update_from_dict(rt, copy, plain_keywords)?;
        copy
    };
    let this = rt.unwrap_payload(args.at(0));
    let is_subclass = args.at(0).tag == Tag::Inst;
    if let Object::Partial { func: old_func, args: old_args, keywords: old_keywords, dict } = rt.heap.objects.get_mut(this.index()) {
        (*old_func, *old_args, *old_keywords) = (func, plain_given, keywords);
        if !is_subclass {
            *dict = if shown.is_none() { Value::UNDEF } else { shown };
        }
    }
    if is_subclass {
        return Err(rt.tail_fallback("partial_attributes", &[args.at(0), shown]));
    }
    Ok(Value::NONE)
}

pub(crate) fn call_partial(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let given = rt.heap.tuple(args.rest)?;
    let keywords = args.at(1).or(Value::NONE);
    Err(rt.tail_fallback("partial_call_with", &[args.at(0), given, keywords]))
}
