//! `_functools`: `reduce`, `partial`, and the native part of `lru_cache`.

use crate::base::abrupt::Abrupt;
use crate::base::names::NameId;
use crate::base::value::{Tag, Value};
use crate::heap::charged_size;
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::type_table as reg;

natives! { pub(crate) MODULE_NATIVES:
    /// Apply a function of two arguments cumulatively to the items of an iterable, from left to right.
    func "reduce" "(function, iterable, initial=None, /)" => reduce;
    func "_cached" "(function, maxsize, typed, info, /)" => cached;
}

/// Sets the types as names of the module.
pub(crate) fn init(rt: &mut Runtime, module: Value) -> Result<(), Abrupt> {
    crate::runtime::modules::set_constant(rt, module, "partial", reg::PARTIAL.value())
}

/// Every step calls user code, so the fallback does all of it.
fn reduce(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let _ = (rt, args);
    Err(Abrupt::NeedsUserCode)
}

/// The caching function of `lru_cache`: a closure of the fallback module, so that its frames stay out of tracebacks.
fn cached(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = match args.at(1).tag {
        Tag::None => "cached_without_bound",
        Tag::Int if args.at(1).as_i64() == 0 => "cached_never",
        _ => "cached_by_recency",
    };
    Err(rt.tail_fallback(name, &[args.at(0), args.at(1), args.at(2), args.at(3)]))
}

/// The cache key of a call: the argument itself if it is a single int or str, otherwise a tuple of all arguments.
pub(crate) fn cache_key(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
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
    rt.precheck(size, charged_size::<Value>())?;
    let mut key = rt.sequence_items(given).to_vec();
    let named: Vec<(Value, Value)> =
        if count == 0 { Vec::new() } else { rt.heap.dicts.get(keywords.index()).iter(&rt.heap.fuel).collect() };
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

/// The positions of the cache's variables in the closure of a fallback function `wrapper` (from `cached_without_bound` or
/// `cached_by_recency`).
#[derive(Debug, Clone, Copy)]
pub(crate) struct ResultCacheCells {
    cache: usize,
    hits: usize,
    misses: usize,
    typed: usize,
    /// The cache also stores when each result was last used.
    by_recency: bool,
}

impl ResultCacheCells {
    /// The positions for the function with this qualified name; None when the function is not a caching `wrapper`.
    pub(crate) fn of(rt: &Runtime, qualname: &str, free: &[NameId]) -> Option<Self> {
        let by_recency = match qualname {
            "cached_without_bound.<locals>.wrapper" => false,
            "cached_by_recency.<locals>.wrapper" => true,
            _ => return None,
        };
        let place = |wanted: &str| free.iter().position(|name| rt.name_text(*name) == wanted);
        Some(ResultCacheCells {
            cache: place("cache")?,
            hits: place("hits")?,
            misses: place("misses")?,
            typed: place("typed")?,
            by_recency,
        })
    }
}

/// Fast path for a call of a cached function: returns the cached result and counts the hit, when the arguments are builtin scalars. None
/// when the call has to run.
pub(crate) fn cached_result(rt: &mut Runtime, result_cache: ResultCacheCells, function: Value, given: &[Value]) -> Option<Value> {
    let ResultCacheCells { cache, hits, misses, typed, by_recency } = result_cache;
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
    rt.charge(CACHED_RESULT_FUEL).ok()?;
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
        // The dict has keys of user classes, whose `__eq__` must run: the function itself does the lookup.
        Err(_) => {
            rt.pending.call = crate::runtime::pending_call::PendingCall::default();
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

/// Fuel for a cached result.
const CACHED_RESULT_FUEL: u64 = 8;
