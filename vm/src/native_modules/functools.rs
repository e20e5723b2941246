//! `_functools`: `reduce`, `partial`, and what `lru_cache` needs of the machine.

use crate::base::abrupt::Exit;
use crate::base::names::NameId;
use crate::base::value::{Tag, Value};
use crate::heap::Object;
use crate::natives;
use crate::objects::types::function::bound_to_something;
use crate::runtime::core::Rt;
use crate::runtime::native::Args;
use crate::runtime::type_table as reg;

natives! { pub(crate) MODULE_ROWS:
    /// Apply a function of two arguments cumulatively to the items of an iterable, from left to right.
    func "reduce" "(function, iterable, initial=None, /)" => reduce;
    func "_cached" "(function, maxsize, typed, info, /)" => cached;
}

natives! { pub(crate) PARTIAL_ROWS:
    new "__new__" "(cls, /, *args, **keywords)" => new_partial;
    get "func" "(self)" => partial_func;
    get "args" "(self)" => partial_args;
    get "keywords" "(self)" => partial_keywords;
    get "__dict__" "(self)" => partial_dict;
    method "__repr__" "(self, /)" => repr_partial;
    method "__call__" "(self, /, *args, **keywords)" => call_partial;
    method "__get__" "(self, instance, owner=None, /)" => get_partial;
    method "__reduce__" "(self, /)" => reduce_partial;
    method "__setstate__" "(self, state, /)" => set_state_partial;
    class "__class_getitem__" "(cls, item, /)" => crate::objects::types::generic_alias::class_getitem_row;
}

/// The types, as names of the module.
pub(crate) fn init(rt: &mut Rt, module: Value) -> Result<(), Exit> {
    crate::native_modules::set_constant(rt, module, "partial", reg::PARTIAL.value())
}

/// Every step is a call: the prelude's loop.
fn reduce(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let _ = (rt, args);
    Err(Exit::Guest)
}

/// The caching function of `lru_cache`: a closure of the prelude, so that its frames are not the program's.
fn cached(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let name = match args.at(1).tag {
        Tag::None => "cached_without_bound",
        Tag::Int if args.at(1).as_i64() == 0 => "cached_never",
        _ => "cached_by_recency",
    };
    Err(rt.tail_prelude(name, &[args.at(0), args.at(1), args.at(2), args.at(3)]))
}

/// What a call of a cached function is known by: the one int or str it was given, else everything it was given.
pub(crate) fn cache_key(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let (given, keywords, typed, mark) = (args.at(0), args.at(1), args.at(2), args.at(3));
    let count = if keywords.tag == Tag::Dict { rt.heap.dicts.get(keywords.index()).len() } else { 0 };
    let typed = rt.truth(typed)?;
    if count == 0 && !typed {
        return Ok(match rt.sequence_items(given) {
            [only] if matches!(only.tag, Tag::Int | Tag::BigInt | Tag::Str) => *only,
            _ => given,
        });
    }
    let size = rt.sequence_items(given).len().saturating_add(count.saturating_mul(2)).saturating_mul(2).saturating_add(1);
    rt.precheck(size, size_of::<Value>())?;
    let mut key = rt.sequence_items(given).to_vec();
    let named: Vec<(Value, Value)> = if count == 0 { Vec::new() } else { rt.heap.dicts.get(keywords.index()).iter().collect() };
    if count > 0 {
        key.push(mark);
        key.extend(named.iter().flat_map(|(name, value)| [*name, *value]));
    }
    if typed {
        let positional = rt.sequence_items(given);
        key.extend(positional.iter().chain(named.iter().map(|(_, value)| value)).map(|value| rt.type_of(*value)));
    }
    rt.heap.tuple_from(key)
}

/// Which variables around the prelude's function that keeps the results of another hold what it needs: places in its closure.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Recalls {
    cache: usize,
    hits: usize,
    misses: usize,
    typed: usize,
    /// Beside each result stands when it was used last.
    by_recency: bool,
}

impl Recalls {
    /// Of the function of that name, if it is one that keeps results.
    pub(crate) fn of(rt: &Rt, qualname: &str, free: &[NameId]) -> Option<Self> {
        let by_recency = match qualname {
            "cached_without_bound.<locals>.wrapper" => false,
            "cached_by_recency.<locals>.wrapper" => true,
            _ => return None,
        };
        let place = |wanted: &str| free.iter().position(|name| rt.name_text(*name) == wanted);
        Some(Recalls { cache: place("cache")?, hits: place("hits")?, misses: place("misses")?, typed: place("typed")?, by_recency })
    }
}

/// What a call that is about to begin would find kept, where the arguments' own hashes and equality say so; the use is counted. None where
/// the call has to run.
pub(crate) fn recalled(rt: &mut Rt, recalls: Recalls, function: Value, given: &[Value]) -> Option<Value> {
    let Recalls { cache, hits, misses, typed, by_recency } = recalls;
    let object = rt.heap.funcs.find(function.index())?;
    let cell = |at: usize| object.closure.get(at).map(|cell| cell.index());
    let content = |at: usize| cell(at).and_then(|cell| rt.heap.cells.find(cell)).map(|cell| cell.0);
    let (cache, typed, hit_cell) = (content(cache)?, content(typed)?, cell(hits)?);
    let (hits, misses) = (content(hits)?, content(misses)?);
    let counted =
        hits.tag == Tag::Int && misses.tag == Tag::Int && hits.as_i64().checked_add(misses.as_i64()).is_some_and(|sum| sum < i64::MAX);
    if cache.tag != Tag::Dict || typed != Value::FALSE || !counted {
        return None;
    }
    rt.charge(RECALL).ok()?;
    let is_plain = |value: &Value| matches!(value.tag, Tag::Int | Tag::BigInt | Tag::Str | Tag::Bool | Tag::Float | Tag::None);
    let found = match given {
        [only] if matches!(only.tag, Tag::Int | Tag::BigInt | Tag::Str) => rt.dict_get(cache, *only),
        several if several.iter().all(is_plain) => {
            let key = rt.heap.tuple(several).ok()?;
            rt.dict_get(cache, key)
        }
        _ => return None,
    };
    let found = match found {
        Ok(found) => found?,
        // Keys of the program's classes are among them: the function itself asks them.
        Err(_) => {
            rt.pending = crate::runtime::core::Pending::default();
            return None;
        }
    };
    let hits = hits.as_i64() + 1;
    let value = if by_recency {
        let &[value, _] = rt.sequence_items(found) else { return None };
        let used = rt.heap.lists.get_mut(found.index()).items.get_mut(1)?;
        *used = Value::int(hits + misses.as_i64());
        value
    } else {
        found
    };
    if let Some(cell) = rt.heap.cells.find_mut(hit_cell) {
        cell.0 = Value::int(hits);
    }
    Some(value)
}

/// Units that a result which was kept costs.
const RECALL: u64 = 8;

/// Whether a value can be called, without asking it.
pub(crate) fn is_callable(rt: &Rt, value: Value) -> bool {
    match value.tag {
        Tag::Func | Tag::Native | Tag::Type | Tag::Class | Tag::Method => true,
        Tag::Inst | Tag::Exc => rt.class_lookup(rt.type_of(value), crate::base::names::dunder_call).is_some_and(|call| !call.is_none()),
        Tag::Object => {
            matches!(rt.heap.as_object(value), Object::Partial { .. } | Object::StaticMethod(_, _) | Object::GenericAlias { .. })
        }
        _ => false,
    }
}

fn new_partial(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let Some((function, given)) = args.rest.split_first() else {
        return Err(rt.type_error("type 'partial' takes at least one argument"));
    };
    let plain = rt.plain(*function);
    if !is_callable(rt, *function) && !is_callable(rt, plain) {
        return Err(rt.type_error("the first argument must be callable"));
    }
    let keywords = rt.heap.dict(crate::heap::DictObj::default())?;
    let mut func = *function;
    let mut all = Vec::new();
    // A partial of a partial is one partial.
    if plain.tag == Tag::Object
        && let Object::Partial { func: inner, args: inner_args, keywords: inner_keywords, dict: Value::UNDEF } = rt.heap.as_object(plain)
    {
        let (inner, inner_args, inner_keywords) = (*inner, *inner_args, *inner_keywords);
        func = inner;
        all.extend_from_slice(rt.sequence_items(inner_args));
        crate::objects::types::dict::update_from_dict(rt, keywords, inner_keywords)?;
    }
    all.extend_from_slice(given);
    if let Some(more) = args.at(1).given() {
        crate::objects::types::dict::update_from_dict(rt, keywords, more)?;
    }
    let args_tuple = rt.heap.tuple_from(all)?;
    let made = rt.heap.object(Object::Partial { func, args: args_tuple, keywords, dict: Value::UNDEF })?;
    crate::objects::types::class_construction::finish_new(rt, args.at(0), made)
}

/// Function, arguments and keywords.
fn parts(rt: &Rt, value: Value) -> [Value; 3] {
    match rt.heap.as_object(rt.plain(value)) {
        Object::Partial { func, args, keywords, .. } => [*func, *args, *keywords],
        _ => [Value::NONE; 3],
    }
}

fn partial_func(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let [func, _, _] = parts(rt, args.at(0));
    Ok(func)
}

fn partial_args(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let [_, args, _] = parts(rt, args.at(0));
    Ok(args)
}

fn partial_keywords(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let [_, _, keywords] = parts(rt, args.at(0));
    Ok(keywords)
}

/// The attributes that were set on a partial object, as a dict of its own.
fn partial_dict(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    if args.at(0).tag == Tag::Inst {
        return rt.inst_dict(args.at(0));
    }
    let this = rt.plain(args.at(0));
    if let Object::Partial { dict, .. } = rt.heap.as_object(this)
        && let Some(dict) = dict.given()
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
pub(crate) fn partial_attribute(rt: &mut Rt, this: Value, name: crate::base::names::NameId) -> Result<Option<Value>, Exit> {
    let Object::Partial { dict, .. } = rt.heap.as_object(this) else { return Ok(None) };
    let Some(dict) = dict.given() else { return Ok(None) };
    let key = rt.name_value(name)?;
    rt.dict_get(dict, key)
}

/// Sets an attribute of a partial object, or deletes it when the value is undefined; false when it has none to delete.
pub(crate) fn set_partial_attribute(rt: &mut Rt, this: Value, name: crate::base::names::NameId, value: Value) -> Result<bool, Exit> {
    let known = match rt.heap.as_object(this) {
        Object::Partial { dict, .. } => dict.given(),
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

fn repr_partial(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let [func, given, keywords] = parts(rt, args.at(0));
    Err(rt.tail_prelude("partial_text", &[args.at(0), func, given, keywords]))
}

/// How `copy` and `pickle` take one apart.
/// As an attribute a partial is itself; of an object that comes with a warning that this will change.
fn get_partial(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    bound_to_something(rt, &args)?;
    match args.at(1).some() {
        Some(_) => Err(rt.tail_prelude("partial_of_object", &[args.at(0)])),
        None => Ok(args.at(0)),
    }
}

fn reduce_partial(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let [func, given, keywords] = parts(rt, args.at(0));
    Err(rt.tail_prelude("partial_reduce", &[args.at(0), func, given, keywords]))
}

/// What `__reduce__` gave, put back: function, arguments, keywords, attributes.
fn set_state_partial(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let state = rt.plain(args.at(1));
    let items = if state.tag == Tag::Tuple { rt.sequence_items(state).to_vec() } else { Vec::new() };
    let [func, given, keywords, shown] = items[..] else { return Err(rt.type_error("invalid partial state")) };
    let (plain_given, plain_keywords) = (rt.plain(given), rt.plain(keywords));
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
    let this = rt.plain(args.at(0));
    let is_subclass = args.at(0).tag == Tag::Inst;
    if let Object::Partial { func: old_func, args: old_args, keywords: old_keywords, dict } = rt.heap.objects.get_mut(this.index()) {
        (*old_func, *old_args, *old_keywords) = (func, plain_given, keywords);
        if !is_subclass {
            *dict = if shown.is_none() { Value::UNDEF } else { shown };
        }
    }
    if is_subclass {
        return Err(rt.tail_prelude("partial_attributes", &[args.at(0), shown]));
    }
    Ok(Value::NONE)
}

fn call_partial(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let given = rt.heap.tuple(args.rest)?;
    let keywords = args.at(1).or(Value::NONE);
    Err(rt.tail_prelude("partial_call_with", &[args.at(0), given, keywords]))
}
